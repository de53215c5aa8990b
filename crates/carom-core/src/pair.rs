//! Queries about a pair of convex shapes: nearest points, overlap test, contact, sweep (shape cast), rigid sweep.
//!
//! Two shapes of any kind, known when the program is compiled or only at run time ([`Shape`](crate::Shape)), in any
//! order.
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
//! In single precision in 3D; contacts within 0.1 m of each other, sweeps by some metres. A sweep costs the same in
//! the other order.
//!
//! The worst error of a separation, deep ones too, on the reference cases and against independent oracles is 1.01
//! eps L in `f32` and 2.6 eps L in `f64`, 8 eps L being promised. No sweep is late or missed; the worst gap at `t` is
//! 16 eps L, 32 eps L being promised. An overlap test may answer either way within 32 eps L of a touch.
//!
//! Every shape is a core and a radius. [`frame`] is what a pair is measured in. Cores of one, two or three
//! points go by [`cores`], [`nearest`] (with `segments`, [`prism`] and `balls` as quicker ways) and [`separation`];
//! hulls of any number of points by [`convex_points`], `gjk`, `epa` and [`hulls`]; half-spaces and boxes have closed
//! forms. All are a `MovingPair` ([`separation`]), on which the queries stand; [`matrix`] says which pair goes where.

mod ball_aabb;
mod balls;
pub mod closest;
pub mod contact;
pub mod convex_points;
pub mod cores;
mod epa;
pub mod frame;
mod gjk;
pub mod grid;
pub mod half_space;
pub mod hulls;
pub mod matrix;
pub mod nearest;
pub mod overlap;
pub mod prism;
pub mod rigid;
mod segments;
pub mod separation;
pub mod small_vec;
pub mod sweep;

use crate::shape::Convex;
use carom_math::{Scalar, Vector};
use closest::Closest;
use contact::Contact;
use rigid::RigidMotion;
use sweep::Sweep;

/// The nearest points of two shapes, and their distance.
///
/// Overlapping shapes have distance 0; their points and normal are those of the [`contact`](contact()).
///
/// ```
/// use carom::{Ball, Capsule, closest, glam::vec2};
/// let capsule = Capsule::new(vec2(-4., 0.), vec2(4., 0.), 1.);
/// let found = closest(&Ball::new(vec2(1., 5.), 1.5), &capsule);
/// assert_eq!((found.distance, found.point_b), (2.5, vec2(1., 1.)));
/// ```
#[must_use]
#[inline]
pub fn closest<A: Convex, B: Convex<Vector = A::Vector>>(a: &A, b: &B) -> Closest<A::Vector> {
    contact(a, b, <A::Vector as Vector>::Scalar::INFINITY).into()
}

/// Whether two shapes touch or overlap. Touching counts.
///
/// ```
/// use carom::{Ball, Segment, overlap, glam::vec2};
/// let wall = Segment::new(vec2(0., 0.), vec2(4., 0.));
/// assert!(overlap(&Ball::new(vec2(1., 2.), 2.), &wall));
/// ```
#[must_use]
#[inline]
pub fn overlap<A: Convex, B: Convex<Vector = A::Vector>>(a: &A, b: &B) -> bool {
    let (a, b) = (a.shape_ref(), b.shape_ref());
    if A::ONE_KIND && B::ONE_KIND {
        matrix::known::overlaps(&a, &b)
    } else {
        matrix::overlaps(&a, &b)
    }
}

/// The contact of two shapes, if their separation is at most `reach` (a length; infinite for always).
///
/// The normal points from `b` to `a`: the way that `a` must go to separate from `b`.
///
/// ```
/// use carom::{Ball, Plane, contact, glam::{Vec3, vec3}};
/// let floor = Plane::new(Vec3::Y, 0.);
/// let found = contact(&Ball::new(vec3(0., 0.3, 0.), 0.5), &floor, 0.).unwrap();
/// assert!((found.depth() - 0.2).abs() < 1e-6);
/// assert!(contact(&Ball::new(vec3(0., 0.8, 0.), 0.5), &floor, 0.).is_none());
/// ```
#[must_use]
#[inline]
pub fn contact<A: Convex, B: Convex<Vector = A::Vector>>(
    a: &A,
    b: &B,
    reach: <A::Vector as Vector>::Scalar,
) -> Option<Contact<A::Vector>> {
    let (a, b) = (a.shape_ref(), b.shape_ref());
    if A::ONE_KIND && B::ONE_KIND {
        matrix::known::contact_within(&a, &b, reach)
    } else {
        matrix::contact_within(&a, &b, reach)
    }
}

/// When `a`, moving by `delta`, meets `b`, which rests.
///
/// `t` is a fraction of `delta`. A motion that starts in an overlap is stopped at once; one that slides along or leaves
/// is free. [`sweep_both`] is for two that move.
///
/// ```
/// use carom::{Ball, Segment, sweep, glam::vec2};
/// let floor = Segment::new(vec2(-9., 0.), vec2(9., 0.));
/// let hit = sweep(&Ball::new(vec2(0., 3.), 1.), vec2(0., -4.), &floor).hit.unwrap();
/// assert!((hit.t - 0.5).abs() < 1e-6);
/// ```
#[must_use]
#[inline]
pub fn sweep<A: Convex, B: Convex<Vector = A::Vector>>(
    a: &A,
    delta: A::Vector,
    b: &B,
) -> Sweep<A::Vector> {
    let (a, b) = (a.shape_ref(), b.shape_ref());
    if A::ONE_KIND && B::ONE_KIND {
        matrix::known::swept(&a, delta, &b)
    } else {
        matrix::swept(&a, delta, &b)
    }
}

/// When two moving shapes meet: `t` is a fraction of both displacements, the point is where they then are.
///
/// The displacement of `a` as `b` sees it, `delta_a - delta_b`, is rounded once, which the error bound covers.
///
/// ```
/// use carom::{Ball, sweep_both, glam::vec2};
/// let [a, b] = [Ball::new(vec2(0., 0.), 1.), Ball::new(vec2(8., 0.), 1.)];
/// let hit = sweep_both(&a, vec2(6., 0.), &b, vec2(-6., 0.)).hit.unwrap();
/// assert!((hit.t - 0.5).abs() < 1e-6 && (hit.point - vec2(4., 0.)).length() < 1e-5);
/// ```
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

/// When two shapes meet that move and rotate (nonlinear shape cast, by conservative advancement).
///
/// `t` is a fraction of both motions; point and normal are those of the moment of touch, where both have moved. The
/// gap at `t` is at most 32 eps L, L counting also the paths of the pivots and the arcs.
///
/// ```
/// use carom::{Ball, Capsule, RigidMotion, sweep_rigid, glam::{Vec2, vec2}};
/// let flipper = Capsule::new(vec2(0., 0.), vec2(4., 0.), 0.5);
/// let ball = Ball::new(vec2(0., 3.), 0.5);
/// let quarter = RigidMotion::rotation(vec2(0., 0.), Vec2::ZERO, core::f32::consts::FRAC_PI_2);
/// let swept = sweep_rigid(&flipper, &quarter, &ball, &RigidMotion::default());
/// // Upright, less the angle with the sine 1/3.
/// assert!((swept.hit.unwrap().t - 0.78365).abs() < 1e-5);
/// ```
#[must_use]
pub fn sweep_rigid<A: Convex, B: Convex<Vector = A::Vector>>(
    a: &A,
    motion_a: &RigidMotion<A::Vector>,
    b: &B,
    motion_b: &RigidMotion<A::Vector>,
) -> Sweep<A::Vector> {
    rigid::swept(&a.shape_ref(), motion_a, &b.shape_ref(), motion_b)
}
