//! Queries on a pair of convex shapes: closest points, overlap test, contact, sweep (shape cast), rigid sweep.
//!
//! The shapes can be of any kind, known at compile time or only at run time ([`Shape`](crate::Shape)), in any order.
//!
//! | nanoseconds (closest / overlap / contact / sweep) | segment | ball | capsule | triangle | hull | box | half-space |
//! |---|---|---|---|---|---|---|---|
//! | **point** | 54 / 30 / 30 / 54 | 39 / 23 / 16 / 35 | 54 / 30 / 31 / 61 | 65 / 33 / 31 / 53 | 418 / 216 / 229 / 529 | 81 / 40 / 58 / 68 | 158 / 151 / 144 / 161 |
//! | **segment** | 94 / 37 / 36 / 95 | 73 / 40 / 39 / 72 | 94 / 40 / 42 / 103 | 135 / 40 / 41 / 90 | 539 / 238 / 289 / 737 | 460 / 217 / 239 / 595 | 161 / 152 / 148 / 162 |
//! | **ball** | | 39 / 26 / 30 / 48 | 54 / 30 / 33 / 70 | 65 / 34 / 33 / 63 | 419 / 227 / 257 / 538 | 80 / 41 / 60 / 82 | 158 / 151 / 143 / 158 |
//! | **capsule** | | | 93 / 46 / 51 / 108 | 134 / 46 / 54 / 105 | 533 / 283 / 337 / 707 | 461 / 263 / 287 / 595 | 159 / 154 / 148 / 156 |
//! | **triangle** | | | | 1049 / 937 / 984 / 1443 | 632 / 259 / 352 / 886 | 557 / 241 / 299 / 765 | 162 / 160 / 155 / 160 |
//! | **hull** | | | | | 899 / 329 / 592 / 1280 | 733 / 271 / 407 / 1050 | 179 / 173 / 170 / 182 |
//! | **box** | | | | | | 504 / 20 / 312 / 651 | 178 / 175 / 169 / 177 |
//!
//! Times are for single precision in 3D, with contacts within 0.1 m of each other and sweeps by a few meters. A sweep
//! costs the same in the other order.
//!
//! On the reference cases and against independent oracles, the worst error of a separation, also of penetrations, is
//! 1.01 eps L in `f32` and 2.6 eps L in `f64`; 8 eps L is guaranteed. No sweep is late or missed; the worst gap at `t`
//! is 16 eps L; 32 eps L is guaranteed. Within 32 eps L of a touch, an overlap test may return either answer.
//!
//! Every shape is a core and a radius. A pair is computed in its own [`frame`]. Cores of one to three points use
//! [`cores`], [`nearest`] (with `segments`, [`prism`] and `balls` as fast paths) and [`few_points`]; hulls of any number of
//! points use [`convex_points`], `gjk`, `epa` and [`hulls`], in doubt `exact_distance`; half-spaces have a closed form, and so
//! have boxes with each other and with cores of few points, and curved cores where a face decides (`faces`). All implement `MovingPair` ([`separation`]), on which contact and
//! sweep are written; [`matrix`] selects the kernel of a pair.

mod ball_aabb;
mod balls;
mod block;
mod block_pair;
mod boxes;
pub mod closest;
pub mod contact;
pub mod convex_points;
pub mod cores;
mod curved_depth;
mod curved_distance;
mod descent;
mod epa;
mod exact_distance;
mod faces;
pub mod few_points;
mod first_touch;
pub mod frame;
mod gjk;
pub mod grid;
pub mod half_space;
pub mod hit;
pub mod hulls;
mod least_depth;
pub mod manifold;
pub mod matrix;
pub mod nearest;
mod newton;
mod pierced;
pub mod prism;
pub mod ray_interval;
pub mod rigid;
mod segments;
pub mod separation;
mod slabs;
mod slide;
pub mod small_vec;
pub mod sweep;

use crate::shape::Convex;
use carom_math::{Scalar, Vector};
use closest::Closest;
use contact::Contact;
use hit::Sweep;
use rigid::RigidMotion;

/// Whether the kernel is selected at compile time. Without optimization nothing is pruned: each pair of types would be compiled
/// with all kernels, a second or two in every crate that calls it. A constant: as a call that crates share, it would not be
/// known where it is called, and both ways would be compiled.
const fn is_pruned<A: Convex, B: Convex>() -> bool {
    A::ONE_KIND && B::ONE_KIND && !cfg!(debug_assertions)
}

/// The closest points of two shapes, and their distance.
///
#[cfg_attr(feature = "pictures", doc = include_str!("../pictures/closest_points.svg"))]
///
/// Overlapping shapes have distance 0, and the points and normal of their [`contact`](contact()).
///
/// ```
/// use carom::{Ball, Capsule, closest, glam::vec2};
/// let capsule = Capsule::new(vec2(-4., 0.), vec2(4., 0.), 1.);
/// let found = closest(&Ball::new(vec2(1., 5.), 1.5), &capsule);
/// assert_eq!((found.distance, found.point_b), (2.5, vec2(1., 1.)));
/// ```
#[doc(alias = "distance")]
#[doc(alias = "closest_points")]
#[doc(alias = "project_point")]
#[doc(alias = "b2ShapeDistance")]
#[doc(alias = "distance_to_point")]
#[doc(alias = "closestPointToPoint")]
#[must_use]
#[inline]
pub fn closest<A: Convex, B: Convex<Vector = A::Vector>>(a: &A, b: &B) -> Closest<A::Vector> {
    contact(a, b, <A::Vector as Vector>::Scalar::INFINITY).into()
}

/// Whether two shapes touch or overlap.
///
#[cfg_attr(feature = "pictures", doc = include_str!("../pictures/overlaps.svg"))]
///
/// ```
/// use carom::{Ball, Segment, overlap, glam::vec2};
/// let wall = Segment::new(vec2(0., 0.), vec2(4., 0.));
/// assert!(overlap(&Ball::new(vec2(1., 2.), 2.), &wall));
/// ```
#[doc(alias = "intersection_test")]
#[doc(alias = "intersects")]
#[doc(alias = "contains_point")]
#[doc(alias = "b2PointInPolygon")]
#[must_use]
#[inline]
pub fn overlap<A: Convex, B: Convex<Vector = A::Vector>>(a: &A, b: &B) -> bool {
    let (a, b) = (a.shape_ref(), b.shape_ref());
    if const { is_pruned::<A, B>() } {
        matrix::known::overlaps(&a, &b)
    } else {
        matrix::overlaps(&a, &b)
    }
}

/// The contact of two shapes, if their separation is at most `reach` (a length; infinity for no limit).
///
#[cfg_attr(feature = "pictures", doc = include_str!("../pictures/contacts.svg"))]
///
/// The normal points from `b` to `a`, the direction in which `a` must move to separate from `b`.
///
/// ```
/// use carom::{Ball, Plane, contact, glam::{Vec3, vec3}};
/// let floor = Plane::new(Vec3::Y, 0.);
/// let found = contact(&Ball::new(vec3(0., 0.3, 0.), 0.5), &floor, 0.).unwrap();
/// assert!((found.depth() - 0.2).abs() < 1e-6);
/// assert!(contact(&Ball::new(vec3(0., 0.8, 0.), 0.5), &floor, 0.).is_none());
/// ```
#[doc(alias = "penetration")]
#[doc(alias = "ComputePenetration")]
#[doc(alias = "collide")]
#[doc(alias = "is_inside")]
#[must_use]
#[inline]
pub fn contact<A: Convex, B: Convex<Vector = A::Vector>>(
    a: &A,
    b: &B,
    reach: <A::Vector as Vector>::Scalar,
) -> Option<Contact<A::Vector>> {
    let (a, b) = (a.shape_ref(), b.shape_ref());
    if const { is_pruned::<A, B>() } {
        matrix::known::contact_within(&a, &b, reach)
    } else {
        matrix::contact_within(&a, &b, reach)
    }
}

/// The sweep (shape cast) of `a` by `delta` against `b`, which is at rest.
///
#[cfg_attr(feature = "pictures", doc = include_str!("../pictures/sweeps.svg"))]
///
/// `t` is the fraction of `delta` up to the first touch. If the shapes overlap at the start, `t` is 0. A motion that
/// starts touching and slides along or leaves has no hit. If both shapes move, use [`sweep_both`].
///
/// ```
/// use carom::{Ball, Segment, sweep, glam::vec2};
/// let floor = Segment::new(vec2(-9., 0.), vec2(9., 0.));
/// let hit = sweep(&Ball::new(vec2(0., 3.), 1.), vec2(0., -4.), &floor).hit.unwrap();
/// assert!((hit.t - 0.5).abs() < 1e-6);
/// ```
#[doc(alias = "cast_shapes")]
#[doc(alias = "shape_cast")]
#[doc(alias = "time_of_impact")]
#[doc(alias = "b2ShapeCast")]
#[doc(alias = "target_distance")]
#[doc(alias = "b2RayCastPolygon")]
#[must_use]
#[inline]
pub fn sweep<A: Convex, B: Convex<Vector = A::Vector>>(
    a: &A,
    delta: A::Vector,
    b: &B,
) -> Sweep<A::Vector> {
    let (a, b) = (a.shape_ref(), b.shape_ref());
    if const { is_pruned::<A, B>() } {
        matrix::known::swept(&a, delta, &b)
    } else {
        matrix::swept(&a, delta, &b)
    }
}

/// The sweep of two moving shapes against each other.
///
/// `t` is a fraction of both displacements, and the point is where they touch at that moment. The relative displacement
/// `delta_a - delta_b` is rounded once, which the error bound covers.
///
/// ```
/// use carom::{Ball, sweep_both, glam::vec2};
/// let [a, b] = [Ball::new(vec2(0., 0.), 1.), Ball::new(vec2(8., 0.), 1.)];
/// let hit = sweep_both(&a, vec2(6., 0.), &b, vec2(-6., 0.)).hit.unwrap();
/// assert!((hit.t - 0.5).abs() < 1e-6 && (hit.point - vec2(4., 0.)).length() < 1e-5);
/// ```
#[doc(alias = "b2TimeOfImpact")]
#[doc(alias = "relative velocity")]
#[must_use]
pub fn sweep_both<A: Convex, B: Convex<Vector = A::Vector>>(
    a: &A,
    delta_a: A::Vector,
    b: &B,
    delta_b: A::Vector,
) -> Sweep<A::Vector> {
    let (motion_a, motion_b) = (
        RigidMotion::straight(delta_a),
        RigidMotion::straight(delta_b),
    );
    rigid::swept(&a.shape_ref(), &motion_a, &b.shape_ref(), &motion_b)
}

/// The rigid sweep of two shapes that move and rotate (nonlinear shape cast, by conservative advancement).
///
#[cfg_attr(feature = "pictures", doc = include_str!("../pictures/rigid_sweeps.svg"))]
///
/// `t` is a fraction of both motions; point and normal are those at the moment of touch. The gap at `t` is at most 32
/// eps L, where L includes the paths of the pivots and the lengths of the arcs.
///
/// ```
/// use carom::{Ball, Capsule, RigidMotion, sweep_rigid, glam::{Vec2, vec2}};
/// let flipper = Capsule::new(vec2(0., 0.), vec2(4., 0.), 0.5);
/// let ball = Ball::new(vec2(0., 3.), 0.5);
/// let quarter = RigidMotion::rotation(vec2(0., 0.), Vec2::ZERO, core::f32::consts::FRAC_PI_2);
/// let swept = sweep_rigid(&flipper, &quarter, &ball, &RigidMotion::default());
/// // A quarter turn less the angle with the sine 1/3.
/// assert!((swept.hit.unwrap().t - 0.78365).abs() < 1e-5);
/// ```
#[doc(alias = "cast_shapes_nonlinear")]
#[doc(alias = "b2TimeOfImpact")]
#[must_use]
pub fn sweep_rigid<A: Convex, B: Convex<Vector = A::Vector>>(
    a: &A,
    motion_a: &RigidMotion<A::Vector>,
    b: &B,
    motion_b: &RigidMotion<A::Vector>,
) -> Sweep<A::Vector> {
    rigid::swept(&a.shape_ref(), motion_a, &b.shape_ref(), motion_b)
}
