//! One-sided triangles: contacts and sweeps that only the fronts of triangles have.

use crate::pair::contact::Contact;
use crate::pair::hit::{Start, Sweep};
use crate::shape::triangle::Triangle;
use crate::shape::{AnyCore, Convex, ShapeRef};
use crate::surface::motion::Motions;
use carom_math::{Scalar, Vector};

/// Whether the front of a triangle faces along a contact's normal, which points away from the triangle.
fn is_front<V: Vector>(front: V, normal: V) -> bool {
    normal.dot(front) >= V::Scalar::ZERO
}

/// Makes a two-sided contact one-sided; `None` for a core behind the triangle.
///
/// A core that crosses the triangle separates towards the front, even if the other way is shorter, provided that the
/// middle between its lowest and highest point is in front, or the triangle is one of a solid.
pub(crate) fn front_contact<V: Vector>(
    (core, radius): AnyCore<'_, V>,
    triangle: &Triangle<V>,
    is_solid: bool,
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
    core.each_extreme(front.to_double(), |p| {
        let height = front.dot(p - triangle.a);
        if height < lowest.0 {
            lowest = (height, p);
        }
        highest = highest.max(height);
    });
    (is_solid || lowest.0 + highest >= V::Scalar::ZERO).then(|| Contact {
        point_a: lowest.1 - front * radius,
        point_b: lowest.1 - front * lowest.0,
        normal: front,
        separation: lowest.0 - radius,
        unique: true,
        ..found
    })
}

/// The same for any shape. A half-space has no middle: it touches the triangles that face it.
fn front_contact_of_shape<V: Vector>(
    shape: &ShapeRef<'_, V>,
    triangle: &Triangle<V>,
    is_solid: bool,
    found: Contact<V>,
) -> Option<Contact<V>> {
    if let ShapeRef::HalfSpace(_) = shape {
        let front = triangle.normal();
        let faces = front.is_none_or(|front| is_front(front, found.normal));
        return faces.then_some(found);
    }
    front_contact(shape.core(), triangle, is_solid, found)
}

/// A shape and a triangle, of which either may be one-sided.
pub(crate) struct OneSidedPair<'a, V: Vector> {
    pub(crate) shape: ShapeRef<'a, V>,
    /// The shape again, if it is a one-sided triangle.
    pub(crate) shape_front: Option<&'a Triangle<V>>,
    /// Whether that is one of a solid.
    pub(crate) shape_is_solid: bool,
    pub(crate) triangle: &'a Triangle<V>,
    /// Whether the triangle is one-sided.
    pub(crate) is_one_sided: bool,
    /// Whether it is one of a solid, from which every core that crosses it separates towards the front.
    pub(crate) is_solid: bool,
}

impl<V: Vector> OneSidedPair<'_, V> {
    /// The one-sided version of a contact; `None` if the triangle or the shape faces away. If both are one-sided, the
    /// smaller depth counts.
    pub(crate) fn contact(&self, found: Contact<V>) -> Option<Contact<V>> {
        let by_triangle = if self.is_one_sided {
            Some(front_contact_of_shape(
                &self.shape,
                self.triangle,
                self.is_solid,
                found,
            )?)
        } else {
            None
        };
        let by_shape = match self.shape_front {
            Some(front) => {
                let triangle = self.triangle.shape_ref();
                let found = found.swapped();
                let found = front_contact_of_shape(&triangle, front, self.shape_is_solid, found)?;
                Some(found.swapped())
            }
            None => None,
        };
        match (by_triangle, by_shape) {
            (Some(x), Some(y)) if x.separation < y.separation => Some(y),
            (one, None) | (None, one) | (one, Some(_)) => one.or(Some(found)),
        }
    }

    /// The one-sided version of a sweep; `None` if neither a hit nor a touch is left. A shape that reaches the back of a
    /// triangle passes through it for the whole motion.
    pub(crate) fn sweep(&self, motions: &impl Motions<V>, mut swept: Sweep<V>) -> Option<Sweep<V>> {
        let front = self.triangle.normal().filter(|_| self.is_one_sided);
        let own = self.shape_front.and_then(Triangle::normal);
        let is_front_hit = |normal: V, t: V::Scalar| {
            front.is_none_or(|front| is_front(motions.turned(front, t), normal))
                && own.is_none_or(|own| is_front(motions.swapped().turned(own, t), -normal))
        };
        match swept.start {
            Start::Overlapping(found) => {
                let contact = self.contact(found)?;
                swept.start = Start::Overlapping(contact);
                if let Some(hit) = &mut swept.hit {
                    hit.normal = contact.normal;
                    hit.start = swept.start;
                }
                return Some(swept);
            }
            Start::Touching(found) if !is_front_hit(found.normal, V::Scalar::ZERO) => {
                swept.start = Start::Separate;
                if let Some(hit) = &mut swept.hit {
                    hit.start = swept.start;
                }
            }
            Start::Touching(_) | Start::Separate => {}
        }
        swept.hit = swept.hit.filter(|hit| is_front_hit(hit.normal, hit.t));
        (swept.hit.is_some() || swept.start != Start::Separate).then_some(swept)
    }
}
