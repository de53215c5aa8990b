//! How many dimensions points span, and the convex polygon around points of a plane.

use super::predicates::{Exact, dot};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// What points span.
pub(super) enum PointSpan {
    /// All are equal.
    Point(u32),
    /// All are on a line; its ends.
    Line([u32; 2]),
    /// All are in a plane, or in 2D.
    Plane {
        /// The two axes onto which the plane is projected, in the order in which the polygon is counterclockwise.
        axes: [usize; 2],
    },
    /// The corners of a tetrahedron; the last is behind the triangle of the others.
    Space([u32; 4]),
}

/// The order by coordinates, x first.
pub(super) fn by_coordinates(points: &Exact, a: u32, b: u32) -> Ordering {
    let (p, q) = (points.point(a), points.point(b));
    p.partial_cmp(&q).unwrap_or(Ordering::Equal)
}

pub(super) fn span(points: &Exact, dimension: usize) -> PointSpan {
    let all = || 0..points.len() as u32;
    let first = all()
        .reduce(|a, b| {
            if by_coordinates(points, b, a).is_lt() {
                b
            } else {
                a
            }
        })
        .unwrap_or(0);
    let last = all().fold(first, |a, b| {
        if by_coordinates(points, b, a).is_gt() {
            b
        } else {
            a
        }
    });
    if by_coordinates(points, first, last).is_eq() {
        return PointSpan::Point(first);
    }
    // The farthest from the line that is not exactly on it. The lengths are rounded, the test is exact.
    let mut third = None;
    for p in all() {
        let n = points.cross([first, last, p]);
        let size = dot(n, n);
        if third.is_none_or(|(_, most)| size > most) && !points.are_on_line([first, last], p) {
            third = Some((p, size));
        }
    }
    let Some((third, _)) = third else {
        return PointSpan::Line([first, last]);
    };
    let mut fourth = None;
    for p in all().filter(|_| dimension == 3) {
        let height = points.in_front([first, last, third], p);
        if height != 0.0 && fourth.is_none_or(|(_, most): (u32, f64)| height.abs() > most.abs()) {
            fourth = Some((p, height));
        }
    }
    match fourth {
        Some((fourth, height)) if height > 0.0 => PointSpan::Space([last, first, third, fourth]),
        Some((fourth, _)) => PointSpan::Space([first, last, third, fourth]),
        None => PointSpan::Plane {
            axes: projection(points, [first, last, third]),
        },
    }
}

/// The two axes onto which the projection of a triangle is largest; exactly, it is not a line.
fn projection(points: &Exact, [a, b, c]: [u32; 3]) -> [usize; 2] {
    let n = points.cross([a, b, c]);
    let mut best = ([0, 1], 0.0);
    for axis in [2, 0, 1] {
        let axes = [(axis + 1) % 3, (axis + 2) % 3];
        let is_line = || points.to_left(axes, [a, b], c) == 0.0;
        if (best.1 == 0.0 || n[axis].abs() > best.1) && !is_line() {
            // Not zero, so that the first one that is no line counts even if its area is rounded to that.
            best = (axes, n[axis].abs().max(f64::MIN_POSITIVE));
        }
    }
    best.0
}

/// The vertices of the convex polygon around points of a plane, counterclockwise: no three on a line.
///
/// The lower and the upper chain by coordinates (Andrew 1979).
pub(super) fn outline(points: &Exact, axes: [usize; 2]) -> Vec<u32> {
    let place = |index| {
        let p = points.point(index);
        [p[axes[0]], p[axes[1]]]
    };
    let mut order: Vec<u32> = (0..points.len() as u32).collect();
    order.sort_by(|a, b| {
        let order = place(*a).partial_cmp(&place(*b));
        order.unwrap_or(Ordering::Equal).then(a.cmp(b))
    });
    order.dedup_by(|b, a| place(*a) == place(*b));
    let mut ring: Vec<u32> = Vec::new();
    let mut chain = |order: &mut dyn Iterator<Item = u32>| {
        let start = ring.len();
        for p in order {
            while ring.len() >= start + 2
                && points.to_left(axes, [ring[ring.len() - 2], ring[ring.len() - 1]], p) <= 0.0
            {
                ring.pop();
            }
            ring.push(p);
        }
        ring.pop();
    };
    chain(&mut order.iter().copied());
    chain(&mut order.iter().rev().copied());
    ring
}
