//! Triangles that have only a front.

use crate::query::contact::Contact;
use crate::shape::triangle::Triangle;
use crate::vector::{Scalar, Vector3};

/// A two-sided contact seen by a triangle that has only a front; `None` for what stands behind it.
///
/// A core that crosses the triangle is pushed out to the front, whichever way is shorter, if its
/// middle is in front.
pub(super) fn front_contact<V: Vector3>(
    core: &[V],
    radius: V::Scalar,
    triangle: &Triangle<V>,
    found: Contact<V>,
) -> Option<Contact<V>> {
    let Some(front) = triangle.normal() else {
        return Some(found);
    };
    let zero = V::Scalar::ZERO;
    if found.separation >= -radius {
        return (found.normal.dot(front) >= zero).then_some(found);
    }
    let mut lowest = (V::Scalar::INFINITY, V::ZERO);
    let mut sum = zero;
    for &p in core {
        let height = front.dot(p - triangle.a);
        sum += height;
        if height < lowest.0 {
            lowest = (height, p);
        }
    }
    (sum >= zero).then(|| Contact {
        point_a: lowest.1 - front * radius,
        point_b: lowest.1 - front * lowest.0,
        normal: front,
        separation: lowest.0 - radius,
        unique: true,
        ..found
    })
}
