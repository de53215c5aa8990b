//! The orthographic projection of a map: where the level is on the plot.

use glam::{Vec2, Vec3};

use crate::paint::raster::{Raster, SAMPLES};
use crate::stage::Stage;

/// Pixels around the plot for the coordinates: left and right, top and bottom.
pub(crate) const MARGIN: Vec2 = Vec2::new(58.0, 30.0);

/// Pixels inside the plot around the level.
const PADDING: f32 = 14.0;

/// Least and greatest height of the plot, as a fraction of its width.
const ASPECT: [f32; 2] = [0.3, 1.15];

/// The map's projection: east to the right, south down, nearness is height.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// Pixels per meter.
    pub(crate) scale: f32,
    /// Size of the plot, in pixels.
    pub(crate) size: Vec2,
    /// East and south in the middle of the plot, on the stage.
    pub(crate) center: Vec2,
    /// Height with nearness 1.
    low: f32,
}

impl Plan {
    /// Fits the level into a plot `width` wide.
    pub(crate) fn new(stage: &Stage, width: f32) -> Self {
        Self::of(
            stage,
            width,
            [stage.low, stage.high].map(|p| Vec2::new(p.x, p.z)),
        )
    }

    /// Fits a part of the level, between two corners (east, south), into a plot `width` wide.
    pub(crate) fn of(stage: &Stage, width: f32, [low, high]: [Vec2; 2]) -> Self {
        let extent = high - low;
        let largest = extent.max_element();
        // A level without extent (one point) is drawn as if it were 1 m wide.
        let least = if largest > 0.0 { 1e-3 * largest } else { 1.0 };
        let (wide, deep) = (extent.x.max(least), extent.y.max(least));
        let room = width - 2.0 * PADDING;
        let height =
            (room * deep / wide + 2.0 * PADDING).clamp(ASPECT[0] * width, ASPECT[1] * width);
        let height = height.round();
        Self {
            scale: (room / wide).min((height - 2.0 * PADDING) / deep),
            size: Vec2::new(width, height),
            center: 0.5 * (low + high),
            low: stage.low.y,
        }
    }

    /// Fits the part of the level that is drawn below a height, with some points, into a plot `width` wide.
    pub(crate) fn below(
        stage: &Stage,
        width: f32,
        height: f32,
        points: impl Iterator<Item = Vec3>,
    ) -> Self {
        let faces = stage.triangles.iter().filter(|corners| is_drawn(corners));
        let corners = faces.flat_map(|corners| lower(*corners, height)).flatten();
        let points = corners.chain(points).map(|p| Vec2::new(p.x, p.z));
        let none = [Vec2::INFINITY, Vec2::NEG_INFINITY];
        let [low, high] = points.fold(none, |[low, high], p| [low.min(p), high.max(p)]);
        if low.cmple(high).all() {
            Self::of(stage, width, [low, high])
        } else {
            Self::new(stage, width)
        }
    }

    /// Column, row and nearness of a point of the stage, in pixels of the plot.
    pub(crate) fn place(&self, p: Vec3) -> Vec3 {
        let at = self.size * 0.5 + (Vec2::new(p.x, p.z) - self.center) * self.scale;
        Vec3::new(at.x, at.y, (p.y - self.low) + 1.0)
    }

    /// The stage coordinates (east, south) at a column and row of the plot.
    pub(crate) fn ground(&self, at: Vec2) -> Vec2 {
        self.center + (at - self.size * 0.5) / self.scale
    }

    /// The nearness of a height on the stage.
    pub(crate) fn nearness(&self, height: f32) -> f32 {
        height - self.low + 1.0
    }

    /// The height on the stage of a nearness.
    pub(crate) fn height(&self, nearness: f32) -> f32 {
        nearness - 1.0 + self.low
    }
}

/// Whether a face is on a map: faces that look down are ceilings.
pub(crate) fn is_drawn([a, b, c]: &[Vec3; 3]) -> bool {
    (b - a).cross(c - a).y > 0.0
}

/// The corners of the part of a triangle below a height.
fn lower(corners: [Vec3; 3], height: f32) -> [Option<Vec3>; 6] {
    let mut points = [None; 6];
    for i in 0..3 {
        let (p, q) = (corners[i], corners[(i + 1) % 3]);
        points[i] = (p.y < height).then_some(p);
        let crosses = (p.y < height) != (q.y < height);
        points[3 + i] = crosses.then(|| p.lerp(q, ((height - p.y) / (q.y - p.y)).clamp(0.0, 1.0)));
    }
    points
}

/// Rasterizes the level's upward faces below a height; downward faces are ceilings and left out.
pub(crate) fn raster(stage: &Stage, plan: &Plan, below: f32) -> Raster {
    let size = plan.size * SAMPLES as f32;
    let mut raster = Raster::new(size.x as usize, size.y as usize);
    raster.limit = plan.nearness(below);
    let scale = Vec3::new(SAMPLES as f32, SAMPLES as f32, 1.0);
    for (index, corners) in stage.triangles.iter().enumerate() {
        if is_drawn(corners) {
            raster.fill(index as u32, corners.map(|p| plan.place(p) * scale));
        }
    }
    raster
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Scene;

    #[test]
    fn the_middle_of_the_level_is_the_middle_of_the_plot() {
        let triangles = [[
            Vec3::new(4990.0, 1.0, 5000.0),
            Vec3::new(4990.0, 1.0, 5010.0),
            Vec3::new(5010.0, 4.0, 5000.0),
        ]];
        let stage = Stage::new(&Scene {
            triangles: &triangles,
            colors: &[],
            up: Vec3::Y,
            flat: false,
            walkable: 0.7,
            tracks: &[],
            volumes: &[],
        });
        let plan = Plan::new(&stage, 428.0);
        assert_eq!(plan.scale, 20.0);
        assert_eq!(plan.place(Vec3::ZERO).truncate(), plan.size * 0.5);
        let corner = plan.place(stage.low);
        assert_eq!(corner, Vec3::new(PADDING, PADDING, 1.0));
        assert_eq!(plan.height(corner.z), stage.low.y);
    }

    #[test]
    fn a_plan_of_what_is_below_has_nothing_above() {
        let corner = |x: f32, y: f32, z: f32| Vec3::new(x, y, z);
        // A ramp from 0 to 4 m, and a roof beside it.
        let triangles = [
            [corner(0., 0., 0.), corner(0., 0., 10.), corner(20., 4., 0.)],
            [
                corner(30., 9., 0.),
                corner(30., 9., 10.),
                corner(50., 9., 0.),
            ],
        ];
        let stage = Stage::new(&Scene {
            triangles: &triangles,
            up: Vec3::Y,
            flat: false,
            walkable: 0.7,
            colors: &[],
            tracks: &[],
            volumes: &[],
        });
        let below = |height: f32, points: &[Vec3]| {
            let height = height - stage.frame.middle(stage.frame.up);
            let points = points.iter().map(|p| stage.frame.local(*p));
            let plan = Plan::below(&stage, 428.0, height, points);
            let middle = stage
                .frame
                .level(Vec3::new(plan.center.x, 0.0, plan.center.y));
            (middle.x, middle.z, plan.scale)
        };
        // Up to 2 m the ramp is 10 m long.
        let (x, z, scale) = below(2.0, &[]);
        assert!((x - 5.0).abs() < 1e-4 && (z - 5.0).abs() < 1e-4 && (scale - 40.0).abs() < 1e-3);
        assert!((below(5.0, &[]).0 - 10.0).abs() < 1e-4);
        assert!((below(5.0, &[corner(40., 1., 5.)]).0 - 20.0).abs() < 1e-4);
        let whole = (25.0, 5.0, 8.0);
        assert_eq!((below(99.0, &[]), below(-1.0, &[])), (whole, whole));
    }
}
