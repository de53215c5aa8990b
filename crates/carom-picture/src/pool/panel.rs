//! The plots of a pool picture: an orthographic projection along an axis, and where it lies on the canvas.

use glam::Vec2;

use super::Pool;

/// Pixels around a plot for the coordinates: left and right, top and bottom.
pub(super) const MARGIN: Vec2 = Vec2::new(58.0, 34.0);

/// Rows of the legend below the plots.
pub(super) const LEGEND: f32 = 34.0;

/// Width of the rails around a bounded table, in pixels.
pub(super) const RAIL: f32 = 13.0;

/// Least and greatest height of the plots, as a fraction of their width.
const ASPECT: [f64; 2] = [0.12, 0.9];

/// Free room around the balls where nothing bounds them, as a fraction of the plot.
const SPARE: f64 = 0.06;

/// One projection of the table.
pub(super) struct Panel {
    /// Upper left corner of the plot and its size, in pixels.
    pub(super) corner: Vec2,
    pub(super) size: Vec2,
    /// Pixels per unit of length.
    pub(super) scale: f64,
    /// Table coordinates of the middle of the plot.
    pub(super) middle: [f64; 2],
    /// The axes to the right, along the columns, and toward the eye.
    pub(super) axes: [usize; 3],
    /// Columns grow downward.
    pub(super) down: bool,
}

impl Panel {
    pub(super) fn place(&self, p: &[f64; 3]) -> Vec2 {
        let [x, y] = [0, 1].map(|i| (p[self.axes[i]] - self.middle[i]) * self.scale);
        let y = if self.down { y } else { -y };
        self.corner + self.size * 0.5 + Vec2::new(x as f32, y as f32)
    }

    /// A direction on the canvas, as long as it is in the plane of the plot.
    pub(super) fn direction(&self, d: [f64; 3]) -> Vec2 {
        let y = if self.down {
            d[self.axes[1]]
        } else {
            -d[self.axes[1]]
        };
        Vec2::new(d[self.axes[0]] as f32, y as f32)
    }

    pub(super) fn length(&self, length: f64) -> f32 {
        (length * self.scale) as f32
    }

    pub(super) fn far(&self) -> Vec2 {
        self.corner + self.size
    }

    /// The corners of the drawn table: of its box or its first period, else of the whole plot.
    pub(super) fn table(&self, pool: &Pool) -> [Vec2; 2] {
        if pool.bounds.is_some() || pool.period.is_some() {
            let [a, b] = extent(pool).map(|p| self.place(&p));
            [a.min(b), a.max(b)]
        } else {
            [self.corner, self.far()]
        }
    }
}

/// Least and greatest coordinates that a picture has to show.
fn extent(pool: &Pool) -> [[f64; 3]; 2] {
    if let Some(bounds) = pool.bounds {
        return bounds;
    }
    if let Some(period) = pool.period {
        return [[0.0; 3], period];
    }
    let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    for (trajectory, radius) in pool.trajectories.iter().zip(&pool.radii) {
        for (_, p) in trajectory {
            for axis in 0..3 {
                low[axis] = low[axis].min(p[axis] - radius);
                high[axis] = high[axis].max(p[axis] + radius);
            }
        }
    }
    let widest = (0..3).map(|axis| high[axis] - low[axis]);
    let spare = SPARE * widest.fold(0.0, larger);
    for axis in 0..3 {
        low[axis] -= spare;
        high[axis] += spare;
    }
    [low, high]
}

/// The plots, and the height of the whole picture.
pub(super) fn panels(pool: &Pool, width: f32) -> (Vec<Panel>, f32) {
    let [low, high] = extent(pool);
    let size = [0, 1, 2].map(|axis| (high[axis] - low[axis]).max(f64::MIN_POSITIVE));
    let middle = [0, 1, 2].map(|axis| 0.5 * low[axis] + 0.5 * high[axis]);
    // From the side (x, y) and, in 3D, beside it from above (x, z).
    let views: &[([usize; 3], bool)] = if pool.flat && pool.turned {
        &[([1, 0, 2], true)]
    } else if pool.flat {
        &[([0, 1, 2], false)]
    } else {
        &[([0, 1, 2], false), ([0, 2, 1], true)]
    };
    let count = views.len() as f32;
    let room = f64::from((width - MARGIN.x) / count - MARGIN.x);
    let tallest = views.iter().map(|([_, axis, _], _)| size[*axis]);
    let tallest = tallest.fold(0.0, larger);
    let widest = size[views[0].0[0]];
    let height = room * (tallest / widest).clamp(ASPECT[0], ASPECT[1] * views.len() as f64);
    let scale = (room / widest).min(height / tallest);
    let panel = |(number, (axes, down)): (usize, &([usize; 3], bool))| Panel {
        corner: MARGIN + Vec2::new(number as f32 * (room as f32 + MARGIN.x), 0.0),
        size: Vec2::new(room as f32, height as f32),
        scale,
        middle: [middle[axes[0]], middle[axes[1]]],
        axes: *axes,
        down: *down,
    };
    let panels = views.iter().enumerate().map(panel).collect();
    (panels, (height as f32 + 2.0 * MARGIN.y + LEGEND).round())
}

fn larger(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}
