//! Antialiased polylines with a casing, dashed or faint where something hides them.
//!
//! Blending the segments of a line one over the other would add up their soft edges. So each pixel
//! keeps the nearest stretch of line, and is painted when the line returns to it after having left,
//! or at the end. Where a line crosses itself, the later stretch is on top.

use glam::{Vec2, Vec3};

use crate::paint::canvas::{Canvas, coverage, distance_to_segment};

/// Corners closer than this, in pixels, are skipped.
const STEP: f32 = 0.7;

/// Pixels of a dash with its gap, and without.
const DASH: [f32; 2] = [13.0, 8.0];

/// A corner of a line on the canvas.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Corner {
    /// In pixels.
    pub(crate) at: Vec2,
    /// The depth for the visibility test; affine between corners.
    pub(crate) depth: f32,
    /// In linear light.
    pub(crate) color: Vec3,
}

/// The style of a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// Half of the line's width without the casing, in pixels.
    pub(crate) half: f32,
    /// Width of the casing on each side, in pixels.
    pub(crate) casing: f32,
    /// Color of the casing.
    pub(crate) edge: Vec3,
    /// Opacity of the hidden parts.
    pub(crate) hidden: f32,
    /// Whether the hidden parts are dashed.
    pub(crate) dashed: bool,
}

/// The part of the line that a pixel keeps.
#[derive(Clone, Copy)]
struct Cell {
    distance: f32,
    depth: f32,
    color: Vec3,
    /// Length along the line of the nearest point.
    nearest: f32,
    /// Length along the line of the last stretch that reached the pixel.
    last: f32,
}

const EMPTY: Cell = Cell {
    distance: f32::INFINITY,
    depth: 0.0,
    color: Vec3::ZERO,
    nearest: 0.0,
    last: 0.0,
};

/// Draws a line; `visible(x, y, depth)` is the fraction of a pixel of it that is not hidden, 0..=1.
pub(crate) fn stroke(
    canvas: &mut Canvas,
    corners: &[Corner],
    style: &Style,
    visible: impl Fn(i32, i32, f32) -> f32,
) {
    let Some(mut from) = corners.first().copied() else {
        return;
    };
    let mut cells = Cells::new(canvas, corners, style);
    let mut walked = 0.0;
    for (index, &to) in corners.iter().enumerate() {
        let length = from.at.distance(to.at);
        if length < STEP && index + 1 < corners.len() {
            continue;
        }
        stretch(canvas, &mut cells, [from, to], walked, style, &visible);
        walked += length;
        from = to;
    }
    let [left, top, right, _] = cells.bounds;
    for (at, cell) in cells.cells.iter().enumerate() {
        if cell.distance.is_finite() {
            let (x, y) = (at as i32 % (right - left), at as i32 / (right - left));
            paint(canvas, [left + x, top + y], cell, style, &visible);
        }
    }
}

/// The pixels that a line can reach.
struct Cells {
    /// First column and row, and those after the last.
    bounds: [i32; 4],
    cells: Vec<Cell>,
}

impl Cells {
    fn new(canvas: &Canvas, corners: &[Corner], style: &Style) -> Self {
        let reach = reach(style) + 1.0;
        let (mut low, mut high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        for corner in corners {
            (low, high) = (low.min(corner.at - reach), high.max(corner.at + reach));
        }
        let (width, height) = (canvas.width() as i32, canvas.height() as i32);
        let (left, top) = (
            (low.x as i32).clamp(0, width),
            (low.y as i32).clamp(0, height),
        );
        let bounds = [
            left,
            top,
            (high.x as i32).clamp(left, width),
            (high.y as i32).clamp(top, height),
        ];
        let count = (bounds[2] - left) as usize * (bounds[3] - top) as usize;
        Self {
            bounds,
            cells: vec![EMPTY; count],
        }
    }
}

/// Half of the whole width of a line, antialiasing included, in pixels.
fn reach(style: &Style) -> f32 {
    style.half + style.casing + 0.5
}

/// Adds one straight stretch, which begins at the length `start` of the line, to the cells it reaches.
fn stretch(
    canvas: &mut Canvas,
    cells: &mut Cells,
    [from, to]: [Corner; 2],
    start: f32,
    style: &Style,
    visible: &impl Fn(i32, i32, f32) -> f32,
) {
    let [left, top, right, bottom] = cells.bounds;
    let length = from.at.distance(to.at);
    let reach = reach(style);
    let low = from.at.min(to.at) - reach;
    let high = from.at.max(to.at) + reach;
    for y in (low.y as i32).max(top)..(high.y as i32).saturating_add(1).min(bottom) {
        for x in (low.x as i32).max(left)..(high.x as i32).saturating_add(1).min(right) {
            let middle = Vec2::new(x as f32 + 0.5, y as f32 + 0.5);
            let (distance, t) = distance_to_segment(middle, from.at, to.at);
            if distance > reach {
                continue;
            }
            let cell = &mut cells.cells[((y - top) * (right - left) + x - left) as usize];
            if cell.distance.is_finite() && start - cell.last > 2.0 * reach {
                paint(canvas, [x, y], cell, style, visible);
                *cell = EMPTY;
            }
            cell.last = start + length;
            if distance < cell.distance {
                cell.distance = distance;
                cell.nearest = start + t * length;
                cell.depth = from.depth + (to.depth - from.depth) * t;
                cell.color = from.color.lerp(to.color, t);
            }
        }
    }
}

/// Paints the part of the line that a pixel kept.
fn paint(
    canvas: &mut Canvas,
    [x, y]: [i32; 2],
    cell: &Cell,
    style: &Style,
    visible: &impl Fn(i32, i32, f32) -> f32,
) {
    let shown = visible(x, y, cell.depth).clamp(0.0, 1.0);
    let dash = if style.dashed {
        // Distance to the nearer end of the dash, so that dashes have smooth ends.
        let at = cell.nearest.rem_euclid(DASH[0]) - 0.5 * DASH[1];
        coverage(at.abs() - 0.5 * DASH[1])
    } else {
        1.0
    };
    let inner = coverage(cell.distance - style.half);
    let outer = coverage(cell.distance - style.half - style.casing);
    let faint = (1.0 - shown) * style.hidden * dash;
    canvas.blend(x, y, style.edge, outer * (shown + 0.5 * faint));
    let color = cell.color.lerp(Vec3::ONE, 0.15 * (1.0 - shown));
    canvas.blend(x, y, color, inner * (shown + faint));
}

#[cfg(test)]
mod tests {
    use super::*;

    const STYLE: Style = Style {
        half: 1.5,
        casing: 1.0,
        edge: Vec3::ONE,
        hidden: 0.0,
        dashed: false,
    };

    fn drawn(corners: &[Vec2], shown: f32) -> Vec<u8> {
        let mut canvas = Canvas::new(20, 12, Vec3::splat(0.2));
        let corners: Vec<Corner> = corners
            .iter()
            .map(|&at| Corner {
                at,
                depth: 0.0,
                color: Vec3::X,
            })
            .collect();
        stroke(&mut canvas, &corners, &STYLE, |_, _, _| shown);
        canvas.png().expect("writing to memory")
    }

    #[test]
    fn more_corners_on_a_straight_line_change_nothing() {
        let ends = [Vec2::new(2.0, 6.0), Vec2::new(18.0, 6.0)];
        let many: Vec<Vec2> = (0..=16).map(|i| Vec2::new(2.0 + i as f32, 6.0)).collect();
        assert_eq!(drawn(&ends, 1.0), drawn(&many, 1.0));
    }

    #[test]
    fn a_hidden_line_of_no_opacity_leaves_no_mark() {
        let ends = [Vec2::new(-9e20, 6.0), Vec2::splat(6.0), Vec2::splat(9e20)];
        assert_eq!(drawn(&ends, 0.0), drawn(&[], 1.0));
        assert_ne!(drawn(&ends, 1.0), drawn(&[], 1.0));
    }
}
