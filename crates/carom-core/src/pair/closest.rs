//! The closest points of two shapes, from a contact with unlimited reach.

use super::contact::Contact;
use carom_math::{Scalar, Vector};

/// The closest points of two shapes.
///
/// ```
/// use carom::{Segment, closest, glam::vec2};
/// let wall = Segment { a: vec2(0., 0.), b: vec2(4., 0.) };
/// let nearest = closest(&vec2(1., 2.), &wall);
/// assert_eq!((nearest.point_b, nearest.distance), (vec2(1., 0.), 2.));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closest<V: Vector> {
    /// The point of `a` nearest to `b`.
    pub point_a: V,
    /// The point of `b` nearest to `a`.
    pub point_b: V,
    /// The unit normal from `b` to `a`.
    pub normal: V,
    /// The distance of the shapes; 0 if they touch or overlap.
    pub distance: V::Scalar,
    /// Whether no other normal is as good; if false, this one is a fixed choice.
    pub unique: bool,
    /// The largest possible error of the distance: 8 eps L, as in [`Contact::error_bound`].
    pub error_bound: V::Scalar,
}

impl<V: Vector> From<Option<Contact<V>>> for Closest<V> {
    /// From a contact with infinite reach, which only empty shapes and invalid input do not have.
    fn from(contact: Option<Contact<V>>) -> Self {
        let contact = contact.unwrap_or(Contact {
            normal: V::from_f64([1.0, 0.0, 0.0]),
            separation: V::Scalar::INFINITY,
            error_bound: V::Scalar::INFINITY,
            ..Contact::default()
        });
        Self {
            point_a: contact.point_a,
            point_b: contact.point_b,
            normal: contact.normal,
            distance: contact.separation.max(V::Scalar::ZERO),
            unique: contact.unique,
            error_bound: contact.error_bound,
        }
    }
}
