//! One-sided triangles.

use crate::pair::contact::Contact;
use crate::shape::ShapeRef;
use crate::shape::triangle::Triangle;
use crate::surface::mesh::Vector3;
use carom_math::Scalar;

/// Whether the front of a triangle faces along a contact's normal, which points away from the triangle.
pub(super) fn is_front<V: Vector3>(front: V, normal: V) -> bool {
    normal.dot(front) >= V::Scalar::ZERO
}

/// Makes a two-sided contact one-sided; `None` for a core behind the triangle.
///
/// A core that crosses the triangle separates towards the front, even if the other way is shorter, provided that the
/// middle between its lowest and highest point is in front.
pub(super) fn front_contact<V: Vector3>(
    core: &[V],
    radius: V::Scalar,
    triangle: &Triangle<V>,
    found: Contact<V>,
) -> Option<Contact<V>> {
    let Some(front) = triangle.normal() else {
        return Some(found);
    };
    if found.separation >= -radius {
        return is_front(front, found.normal).then_some(found);
    }
    let mut lowest = (V::Scalar::INFINITY, V::ZERO);
    let mut highest = -V::Scalar::INFINITY;
    for &p in core {
        let height = front.dot(p - triangle.a);
        if height < lowest.0 {
            lowest = (height, p);
        }
        highest = highest.max(height);
    }
    (lowest.0 + highest >= V::Scalar::ZERO).then(|| Contact {
        point_a: lowest.1 - front * radius,
        point_b: lowest.1 - front * lowest.0,
        normal: front,
        separation: lowest.0 - radius,
        unique: true,
        ..found
    })
}

/// The same for any shape. A half-space has no middle: it touches the triangles that face it.
pub(super) fn front_contact_of_shape<V: Vector3>(
    shape: &ShapeRef<'_, V>,
    triangle: &Triangle<V>,
    found: Contact<V>,
) -> Option<Contact<V>> {
    if let ShapeRef::HalfSpace(_) = shape {
        let front = triangle.normal();
        let faces = front.is_none_or(|front| is_front(front, found.normal));
        return faces.then_some(found);
    }
    let (core, radius) = shape.points();
    front_contact(core, radius, triangle, found)
}
