//! Triangles that have only a front.

use crate::query::contact::Contact;
use crate::shape::triangle::Triangle;
use crate::vector::{Scalar, Vector3};

/// A two-sided contact seen by a triangle that has only a front; `None` for what stands behind it.
///
/// A core that crosses the triangle is pushed out to the front, whichever way is shorter.
pub(crate) fn front_contact<V: Vector3>(
    core: &[V],
    radius: V::Scalar,
    triangle: &Triangle<V>,
    found: Contact<V>,
) -> Option<Contact<V>> {
    let Some(front) = triangle.normal() else {
        return Some(found);
    };
    let mut lowest = (V::Scalar::INFINITY, V::ZERO);
    let mut highest = -V::Scalar::INFINITY;
    for &p in core {
        let height = front.dot(p - triangle.a);
        highest = highest.max(height);
        if height < lowest.0 {
            lowest = (height, p);
        }
    }
    let crossing =
        lowest.0 < V::Scalar::ZERO && highest > V::Scalar::ZERO && found.separation < -radius;
    if crossing {
        let point_a = lowest.1 - front * radius;
        return Some(Contact {
            point_a,
            point_b: lowest.1 - front * lowest.0,
            normal: front,
            separation: lowest.0 - radius,
            unique: true,
        });
    }
    (found.normal.dot(front) >= V::Scalar::ZERO).then_some(found)
}
