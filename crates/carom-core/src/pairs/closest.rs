//! *Where are they nearest?* A point on each, and the distance.
//!
//! | | segment | ball | capsule | triangle | hull | box | half-space |
//! |---|---|---|---|---|---|---|---|
//! | **point** | [`point_segment`] 54 | [`point_ball`] 39 | [`point_capsule`] 54 | [`point_triangle`] 65 | [`point_hull`] 418 | [`point_aabb`] 81 | [`point_plane`] 158 |
//! | **segment** | [`segment_segment`] 94 | [`segment_ball`] 73 | [`segment_capsule`] 94 | [`segment_triangle`] 135 | [`segment_hull`] 539 | [`segment_aabb`] 460 | [`segment_plane`] 161 |
//! | **ball** | | [`ball_ball`] 39 | [`ball_capsule`] 54 | [`ball_triangle`] 65 | [`ball_hull`] 419 | [`ball_aabb`] 80 | [`ball_plane`] 158 |
//! | **capsule** | | | [`capsule_capsule`] 93 | [`capsule_triangle`] 134 | [`capsule_hull`] 533 | [`capsule_aabb`] 461 | [`capsule_plane`] 159 |
//! | **triangle** | | | | [`triangle_triangle`] 1049 | [`triangle_hull`] 632 | [`triangle_aabb`] 557 | [`triangle_plane`] 162 |
//! | **hull** | | | | | [`hull_hull`] 899 | [`hull_aabb`] 733 | [`hull_plane`] 179 |
//! | **box** | | | | | | [`aabb_aabb`] 504 | [`aabb_plane`] 178 |
//!
//! Beside each its nanoseconds, of single precision in space by [`pair`](mod@super::pair), and however far apart
//! shapes are. The worst error of a distance on the reference cases and against the independent oracles is
//! 1.01 eps L in `f32` and 2.6 eps L in `f64`, 8 eps L being promised.
//!
//! Overlapping shapes have distance 0; their points and normal are those of the
//! [`contact`](mod@super::contact).

use super::contact;
use crate::shape::{
    ball::Ball, capsule::Capsule, hull::Hull, plane::Plane, segment::Segment, triangle::Triangle,
};
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};

/// The nearest points of two shapes.
///
/// ```
/// use carom::{Segment, closest, glam::vec2};
/// let wall = Segment { a: vec2(0., 0.), b: vec2(4., 0.) };
/// let nearest = closest::point_segment(vec2(1., 2.), &wall);
/// assert_eq!((nearest.point_b, nearest.distance), (vec2(1., 0.), 2.));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closest<V: Vector> {
    /// The point of `a` nearest to `b`.
    pub point_a: V,
    /// The point of `b` nearest to `a`.
    pub point_b: V,
    /// Unit, from `b` to `a`.
    pub normal: V,
    /// The distance of the shapes, 0 where they touch or overlap.
    pub distance: V::Scalar,
    /// Whether the normal is the only one; if not, this is a fixed choice.
    pub unique: bool,
    bound: V::Scalar,
}

impl<V: Vector> Closest<V> {
    /// How far the distance can be from the true one: 8 eps L, as in
    /// [`Contact::error_bound`](contact::Contact::error_bound).
    #[must_use]
    pub fn error_bound(&self) -> V::Scalar {
        self.bound
    }
}

pub(super) fn closest<V: Vector>(contact: Option<contact::Contact<V>>) -> Closest<V> {
    // Without a limit of reach there is always a contact; infinite input alone has none.
    let contact = contact.unwrap_or(contact::Contact {
        point_a: V::ZERO,
        point_b: V::ZERO,
        normal: V::from_f64([1.0, 0.0, 0.0]),
        separation: V::Scalar::INFINITY,
        unique: false,
        bound: V::Scalar::INFINITY,
    });
    Closest {
        point_a: contact.point_a,
        point_b: contact.point_b,
        normal: contact.normal,
        distance: contact.separation.max(V::Scalar::ZERO),
        unique: contact.unique,
        bound: contact.bound,
    }
}

/// The nearest points of a point and a segment.
#[must_use]
pub fn point_segment<V: Vector>(a: V, b: &Segment<V>) -> Closest<V> {
    closest(contact::point_segment(a, b, V::Scalar::INFINITY))
}

/// The nearest points of a point and a ball.
#[must_use]
pub fn point_ball<V: Vector>(a: V, b: &Ball<V>) -> Closest<V> {
    closest(contact::point_ball(a, b, V::Scalar::INFINITY))
}

/// The nearest points of a point and a capsule.
#[must_use]
pub fn point_capsule<V: Vector>(a: V, b: &Capsule<V>) -> Closest<V> {
    closest(contact::point_capsule(a, b, V::Scalar::INFINITY))
}

/// The nearest points of a point and a triangle.
#[must_use]
pub fn point_triangle<V: Vector>(a: V, b: &Triangle<V>) -> Closest<V> {
    closest(contact::point_triangle(a, b, V::Scalar::INFINITY))
}

/// The nearest points of a segment and a segment.
#[must_use]
pub fn segment_segment<V: Vector>(a: &Segment<V>, b: &Segment<V>) -> Closest<V> {
    closest(contact::segment_segment(a, b, V::Scalar::INFINITY))
}

/// The nearest points of a segment and a ball.
#[must_use]
pub fn segment_ball<V: Vector>(a: &Segment<V>, b: &Ball<V>) -> Closest<V> {
    closest(contact::segment_ball(a, b, V::Scalar::INFINITY))
}

/// The nearest points of a segment and a capsule.
#[must_use]
pub fn segment_capsule<V: Vector>(a: &Segment<V>, b: &Capsule<V>) -> Closest<V> {
    closest(contact::segment_capsule(a, b, V::Scalar::INFINITY))
}

/// The nearest points of a segment and a triangle.
#[must_use]
pub fn segment_triangle<V: Vector>(a: &Segment<V>, b: &Triangle<V>) -> Closest<V> {
    closest(contact::segment_triangle(a, b, V::Scalar::INFINITY))
}

/// The nearest points of a ball and a ball.
#[must_use]
pub fn ball_ball<V: Vector>(a: &Ball<V>, b: &Ball<V>) -> Closest<V> {
    closest(contact::ball_ball(a, b, V::Scalar::INFINITY))
}

/// The nearest points of a ball and a capsule.
#[must_use]
pub fn ball_capsule<V: Vector>(a: &Ball<V>, b: &Capsule<V>) -> Closest<V> {
    closest(contact::ball_capsule(a, b, V::Scalar::INFINITY))
}

/// The nearest points of a ball and a triangle.
#[must_use]
pub fn ball_triangle<V: Vector>(a: &Ball<V>, b: &Triangle<V>) -> Closest<V> {
    closest(contact::ball_triangle(a, b, V::Scalar::INFINITY))
}

/// The nearest points of a capsule and a capsule.
#[must_use]
pub fn capsule_capsule<V: Vector>(a: &Capsule<V>, b: &Capsule<V>) -> Closest<V> {
    closest(contact::capsule_capsule(a, b, V::Scalar::INFINITY))
}

/// The nearest points of a capsule and a triangle.
#[must_use]
pub fn capsule_triangle<V: Vector>(a: &Capsule<V>, b: &Triangle<V>) -> Closest<V> {
    closest(contact::capsule_triangle(a, b, V::Scalar::INFINITY))
}

/// The nearest points of two triangles.
#[must_use]
pub fn triangle_triangle<V: Vector>(a: &Triangle<V>, b: &Triangle<V>) -> Closest<V> {
    closest(contact::triangle_triangle(a, b, V::Scalar::INFINITY))
}

/// The nearest points of a point and a hull.
#[must_use]
pub fn point_hull<V: Vector>(a: V, b: &Hull<V>) -> Closest<V> {
    closest(contact::point_hull(a, b, V::Scalar::INFINITY))
}

/// The nearest points of a segment and a hull.
#[must_use]
pub fn segment_hull<V: Vector>(a: &Segment<V>, b: &Hull<V>) -> Closest<V> {
    closest(contact::segment_hull(a, b, V::Scalar::INFINITY))
}

/// The nearest points of a ball and a hull.
#[must_use]
pub fn ball_hull<V: Vector>(a: &Ball<V>, b: &Hull<V>) -> Closest<V> {
    closest(contact::ball_hull(a, b, V::Scalar::INFINITY))
}

/// The nearest points of a capsule and a hull.
#[must_use]
pub fn capsule_hull<V: Vector>(a: &Capsule<V>, b: &Hull<V>) -> Closest<V> {
    closest(contact::capsule_hull(a, b, V::Scalar::INFINITY))
}

/// The nearest points of a triangle and a hull.
#[must_use]
pub fn triangle_hull<V: Vector>(a: &Triangle<V>, b: &Hull<V>) -> Closest<V> {
    closest(contact::triangle_hull(a, b, V::Scalar::INFINITY))
}

/// The nearest points of two hulls.
#[must_use]
pub fn hull_hull<V: Vector>(a: &Hull<V>, b: &Hull<V>) -> Closest<V> {
    closest(contact::hull_hull(a, b, V::Scalar::INFINITY))
}

/// The nearest points of a point and a box.
#[must_use]
pub fn point_aabb<V: Vector>(a: V, b: &Aabb<V>) -> Closest<V> {
    closest(contact::point_aabb(a, b, V::Scalar::INFINITY))
}

/// The nearest points of a segment and a box.
#[must_use]
pub fn segment_aabb<V: Vector>(a: &Segment<V>, b: &Aabb<V>) -> Closest<V> {
    closest(contact::segment_aabb(a, b, V::Scalar::INFINITY))
}

/// The nearest points of a ball and a box.
#[must_use]
pub fn ball_aabb<V: Vector>(a: &Ball<V>, b: &Aabb<V>) -> Closest<V> {
    closest(contact::ball_aabb(a, b, V::Scalar::INFINITY))
}

/// The nearest points of a capsule and a box.
#[must_use]
pub fn capsule_aabb<V: Vector>(a: &Capsule<V>, b: &Aabb<V>) -> Closest<V> {
    closest(contact::capsule_aabb(a, b, V::Scalar::INFINITY))
}

/// The nearest points of a triangle and a box.
#[must_use]
pub fn triangle_aabb<V: Vector>(a: &Triangle<V>, b: &Aabb<V>) -> Closest<V> {
    closest(contact::triangle_aabb(a, b, V::Scalar::INFINITY))
}

/// The nearest points of a hull and a box.
#[must_use]
pub fn hull_aabb<V: Vector>(a: &Hull<V>, b: &Aabb<V>) -> Closest<V> {
    closest(contact::hull_aabb(a, b, V::Scalar::INFINITY))
}

/// The nearest points of two boxes.
#[must_use]
pub fn aabb_aabb<V: Vector>(a: &Aabb<V>, b: &Aabb<V>) -> Closest<V> {
    closest(contact::aabb_aabb(a, b, V::Scalar::INFINITY))
}

/// The nearest points of a point and a half-space.
#[must_use]
pub fn point_plane<V: Vector>(a: V, b: &Plane<V>) -> Closest<V> {
    closest(contact::point_plane(a, b, V::Scalar::INFINITY))
}

/// The nearest points of a segment and a half-space.
#[must_use]
pub fn segment_plane<V: Vector>(a: &Segment<V>, b: &Plane<V>) -> Closest<V> {
    closest(contact::segment_plane(a, b, V::Scalar::INFINITY))
}

/// The nearest points of a ball and a half-space.
#[must_use]
pub fn ball_plane<V: Vector>(a: &Ball<V>, b: &Plane<V>) -> Closest<V> {
    closest(contact::ball_plane(a, b, V::Scalar::INFINITY))
}

/// The nearest points of a capsule and a half-space.
#[must_use]
pub fn capsule_plane<V: Vector>(a: &Capsule<V>, b: &Plane<V>) -> Closest<V> {
    closest(contact::capsule_plane(a, b, V::Scalar::INFINITY))
}

/// The nearest points of a triangle and a half-space.
#[must_use]
pub fn triangle_plane<V: Vector>(a: &Triangle<V>, b: &Plane<V>) -> Closest<V> {
    closest(contact::triangle_plane(a, b, V::Scalar::INFINITY))
}

/// The nearest points of a hull and a half-space.
#[must_use]
pub fn hull_plane<V: Vector>(a: &Hull<V>, b: &Plane<V>) -> Closest<V> {
    closest(contact::hull_plane(a, b, V::Scalar::INFINITY))
}

/// The nearest points of a box and a half-space.
#[must_use]
pub fn aabb_plane<V: Vector>(a: &Aabb<V>, b: &Plane<V>) -> Closest<V> {
    closest(contact::aabb_plane(a, b, V::Scalar::INFINITY))
}
