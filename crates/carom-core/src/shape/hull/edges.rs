//! Which pairs of points are edges of their convex hull.

use carom_math::Vector;

/// The relative rounding of points that were rotated.
const ROUNDING: f64 = 1e-5;

type Point = [f64; 3];

fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Whether all other points, in a projection along the line through two of them, are in a wedge of less than half a turn.
/// In 2D: on one side of the line.
pub(super) fn is_edge<V: Vector>(points: &[V], i: usize, j: usize) -> bool {
    let from = points[i].to_f64();
    let to = |point: V| {
        let to = point.to_f64();
        [0, 1, 2].map(|axis| to[axis] - from[axis])
    };
    let line = to(points[j]);
    let length = dot(line, line);
    if length == 0.0 {
        return false;
    }
    let mut wedge = None;
    for point in points {
        let p = to(*point);
        let along = dot(p, line) / length;
        let side = [0, 1, 2].map(|axis| p[axis] - along * line[axis]);
        if dot(side, side) <= ROUNDING * ROUNDING * length {
            // The edge ends at the outermost points of a line.
            if !(0.0..=1.0).contains(&along) {
                return false;
            }
            continue;
        }
        wedge = widened(wedge.unwrap_or([side, side]), side, line);
        if wedge.is_none() {
            return false;
        }
    }
    true
}

/// The wedge from its right to its left side, around the line, with this direction in it; `None` if it has half a turn.
fn widened(wedge: [Point; 2], side: Point, line: Point) -> Option<[Point; 2]> {
    let [right, left] = wedge;
    let from_right = turn(right, side, line);
    let to_left = turn(side, left, line);
    let is_opposite = |turn: f64, other| turn == 0.0 && dot(other, side) < 0.0;
    if is_opposite(from_right, right) || is_opposite(to_left, left) {
        None
    } else if from_right >= 0.0 && to_left >= 0.0 {
        Some(wedge)
    } else if from_right > 0.0 {
        Some([right, side])
    } else if to_left > 0.0 {
        Some([side, left])
    } else {
        None
    }
}

/// Positive where `b` is to the left of `a` around the line, 0 where they are parallel.
fn turn(a: Point, b: Point, line: Point) -> f64 {
    let cross = [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ];
    let size = dot(a, a) * dot(b, b) * dot(line, line);
    let triple = dot(line, cross);
    if triple * triple <= ROUNDING * ROUNDING * size {
        0.0
    } else {
        triple
    }
}
