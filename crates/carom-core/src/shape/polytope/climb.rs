//! The farthest vertex in a direction, from neighbor to neighbor (hill climbing).

use super::Lists;
use alloc::vec::Vec;
use carom_math::{Scalar, Vector};

/// Up to this many vertices are compared one by one.
const FEW: usize = 32;

/// From which vertex to start in which direction: a grid of squares on the faces of a cube.
#[derive(Clone, Debug, Default)]
pub(super) struct Climb {
    /// How many squares there are along each side of a face: one for some four vertices.
    side: usize,
    /// The farthest vertex in the direction of the middle of each square; empty if there are few vertices.
    starts: Vec<u32>,
}

/// The square of a direction.
#[inline]
fn square(direction: [f64; 3], side: usize) -> usize {
    let size = direction.map(f64::abs);
    let axis = if size[0] >= size[1] && size[0] >= size[2] {
        0
    } else if size[1] >= size[2] {
        1
    } else {
        2
    };
    let face = 2 * axis + usize::from(direction[axis] < 0.0);
    let place = |other: usize| {
        let share = direction[(axis + other) % 3] / size[axis];
        // Saturates, and is 0 for NaN.
        (((share * 0.5 + 0.5) * side as f64) as usize).min(side - 1)
    };
    (face * side + place(1)) * side + place(2)
}

/// The direction of the middle of a square.
fn middle(square: usize, side: usize) -> [f64; 3] {
    let (face, row, column) = (square / (side * side), square / side % side, square % side);
    let share = |place: usize| (place as f64 + 0.5) / side as f64 * 2.0 - 1.0;
    let axis = face / 2;
    let mut direction = [0.0; 3];
    direction[axis] = if face % 2 == 0 { 1.0 } else { -1.0 };
    direction[(axis + 1) % 3] = share(row);
    direction[(axis + 2) % 3] = share(column);
    direction
}

impl Climb {
    pub(super) fn new<V: Vector>(vertices: &[V], neighbors: &Lists) -> Self {
        if vertices.len() <= FEW {
            return Self::default();
        }
        let side = (vertices.len() / 24).isqrt().clamp(2, 64);
        let mut starts = Vec::with_capacity(6 * side * side);
        let mut last = 0;
        for index in 0..6 * side * side {
            last = climbed(vertices, neighbors, middle(index, side), last);
            starts.push(last as u32);
        }
        Self { side, starts }
    }

    /// The number of the vertex farthest along a direction.
    #[inline]
    pub(super) fn farthest<V: Vector>(
        &self,
        vertices: &[V],
        neighbors: &Lists,
        direction: [f64; 3],
    ) -> usize {
        if self.starts.is_empty() {
            return farthest(vertices, direction);
        }
        let start = self.starts[square(direction, self.side)] as usize;
        climbed(vertices, neighbors, direction, start)
    }
}

/// From a vertex to the neighbor that is farthest, until none is farther.
///
/// A vertex of a convex hull without a farther neighbor is the farthest of all. Heights are compared by the difference of
/// two vertices: so the slope of an edge is right to an eps, however short the edge is, and with it the height of what is
/// behind it. A step that rounding makes a step up could lead around in a circle: then all vertices are compared.
fn climbed<V: Vector>(
    vertices: &[V],
    neighbors: &Lists,
    direction: [f64; 3],
    start: usize,
) -> usize {
    let d = V::Double::from_f64(direction);
    let mut at = start;
    for _ in 0..vertices.len() {
        let from = prescaled(vertices[at]);
        let mut best = (at, 0.0);
        for neighbor in neighbors.get(at) {
            let neighbor = *neighbor as usize;
            let rise = d.dot(prescaled(vertices[neighbor]) - from);
            best = if rise > best.1 {
                (neighbor, rise)
            } else {
                best
            };
        }
        if best.0 == at {
            return at;
        }
        at = best.0;
    }
    farthest(vertices, direction)
}

/// A vertex in double precision, in `f64` as an eighth of it, so that the difference of two does not overflow.
#[inline(always)]
fn prescaled<V: Vector>(p: V) -> V::Double {
    if V::Scalar::DOUBLE {
        p.to_double() * 0.125
    } else {
        p.to_double()
    }
}

fn farthest<V: Vector>(vertices: &[V], direction: [f64; 3]) -> usize {
    let d = V::Double::from_f64(direction);
    let mut best = (0, f64::NEG_INFINITY);
    for (index, p) in vertices.iter().enumerate() {
        let height = d.dot(prescaled(*p));
        best = if height > best.1 {
            (index, height)
        } else {
            best
        };
    }
    best.0
}
