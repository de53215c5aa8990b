//! The rigid sweep (nonlinear shape cast): the time of impact of shapes that translate and rotate.
//!
//! Either or both shapes of any kind can rotate: flippers, doors, falling boxes.
//!
//! The gap of rotating shapes is not convex in time, so the steps of [`sweep`](mod@super::sweep) need another bound.
//! Along a fixed normal `n`, the height of a point is `n·p(t)`. Its rate is `n·ṗ` now, and its second derivative is
//! always at most `k = ω² |n⊥| |r⊥|` (the components orthogonal to the axis of `n` and of the vector `r` from the
//! pivot). So after a further time `s` the gap is at least
//!
//! `min (n·a + n·ȧ s − ½ k s²) − max (n·b + n·ḃ s + ½ k s²)`
//!
//! over the points of both cores (of curved ones over their sections: see `height_bounds`), and as long as this is positive the motion is free. This is conservative advancement
//! (Mirtich 1996) with a bound of second order: near the touch its steps are Newton steps. It is never late; a graze
//! that exhausts the steps stops early.
//!
//! Shapes a hair apart that turn together tilt any fixed plane between them at once. After some steps the plane may turn with one of the
//! shapes instead (`planes`).
//!
//! A pair that starts touching is free to slide, roll and leave, and is stopped if it becomes deeper. After it has left
//! it can hit the same shape again.

mod advancement;
mod frame_motion;
mod height_bounds;
mod pairs;
mod planes;

use super::half_space::HalfSpace;
use super::hit::{Hit, Sweep};
use super::hulls::{Hulls, precedes};
use super::matrix;
use crate::shape::{AnyCore, ShapeRef};
use advancement::advanced;
use carom_math::{Scalar, Vector};
use pairs::{RigidHulls, RigidOverHalfSpace};

/// A rigid motion: a displacement and a rotation, both at constant speed over `t` in 0..=1. At time `t` a point `p` is
/// at `pivot + R(angle · t) (p − pivot) + delta · t`. The default is no motion.
///
/// ```
/// use carom::{RigidMotion, glam::{Vec3, vec3}};
/// let quarter = RigidMotion::rotation(vec3(2., 0., 0.), Vec3::Y, core::f32::consts::FRAC_PI_2);
/// let rising = RigidMotion { delta: Vec3::Y * 3., ..quarter };
/// assert_eq!((rising.pivot, rising.axis), (vec3(2., 0., 0.), Vec3::Y));
/// ```
#[doc(alias = "NonlinearRigidMotion")]
#[doc(alias = "b2Sweep")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RigidMotion<V: Vector> {
    /// The displacement.
    pub delta: V,
    /// The center of the rotation, which only the displacement moves.
    pub pivot: V,
    /// The axis of the rotation, of any length; the rotation is counter-clockwise around it. Not used in 2D.
    pub axis: V,
    /// The angle in radians; it can exceed a full turn. With 0 the motion is straight.
    pub angle: V::Scalar,
}

impl<V: Vector> RigidMotion<V> {
    /// A displacement without a rotation.
    #[must_use]
    pub fn straight(delta: V) -> Self {
        Self {
            delta,
            ..Self::default()
        }
    }

    /// Whether it rotates: the angle is not zero and, in 3D, neither is the axis.
    ///
    /// ```
    /// use carom::{RigidMotion, glam::Vec3};
    /// assert!(!RigidMotion::straight(Vec3::X).rotates());
    /// assert!(RigidMotion::rotation(Vec3::ZERO, Vec3::Y, 0.5).rotates());
    /// assert!(!RigidMotion::rotation(Vec3::ZERO, Vec3::ZERO, 0.5).rotates(), "about no axis");
    /// ```
    #[must_use]
    pub fn rotates(&self) -> bool {
        self.angle != V::Scalar::ZERO
            && (V::DIM == 2 || self.axis.abs().max_element() > V::Scalar::ZERO)
    }

    /// A rotation by `angle` radians, without a displacement.
    #[must_use]
    pub fn rotation(pivot: V, axis: V, angle: V::Scalar) -> Self {
        Self {
            delta: V::ZERO,
            pivot,
            axis,
            angle,
        }
    }
}

/// The rigid sweep of two moving shapes.
pub(crate) fn swept<V: Vector>(
    a: &ShapeRef<'_, V>,
    motion_a: &RigidMotion<V>,
    b: &ShapeRef<'_, V>,
    motion_b: &RigidMotion<V>,
) -> Sweep<V> {
    if motion_a == motion_b {
        return matrix::swept(a, V::ZERO, b); // They move as one body.
    }
    if !motion_a.rotates() && !motion_b.rotates() {
        let mut swept = matrix::swept(a, way(motion_a, motion_b), b);
        if let Some(hit) = &mut swept.hit {
            // The sweep was computed with b at rest.
            hit.point += motion_b.delta * hit.t;
        }
        return swept;
    }
    match (a, b) {
        (ShapeRef::HalfSpace(_), ShapeRef::HalfSpace(_)) => half_spaces(a, b),
        (ShapeRef::HalfSpace(_), _) => swept(b, motion_b, a, motion_a).swapped(),
        (_, ShapeRef::HalfSpace(plane)) => {
            let way = way(motion_a, motion_b);
            let places = places(&a.core(), motion_a, motion_b);
            let at_rest = HalfSpace::among(a.core(), plane, way, &places);
            advanced(at_rest.map(|at_rest| RigidOverHalfSpace::new(at_rest, motion_a, motion_b)))
        }
        _ => {
            let (core_a, core_b) = (a.core(), b.core());
            let alike = precedes(&core_b, &core_a);
            let turned =
                !precedes(&core_a, &core_b) || alike && numbers(motion_b) < numbers(motion_a);
            if turned {
                return sweep_in_order(core_b, motion_b, core_a, motion_a).swapped();
            }
            sweep_in_order(core_a, motion_a, core_b, motion_b)
        }
    }
}

/// The rigid sweep of two hulls or curved cores, of which the first [`precedes`].
fn sweep_in_order<V: Vector>(
    a: AnyCore<'_, V>,
    motion_a: &RigidMotion<V>,
    b: AnyCore<'_, V>,
    motion_b: &RigidMotion<V>,
) -> Sweep<V> {
    let way = way(motion_a, motion_b);
    let hulls = Hulls::among(a, b, way, &places(&b, motion_a, motion_b));
    advanced(hulls.map(|hulls| RigidHulls::new(hulls, motion_a, motion_b)))
}

/// The points of the motions that the frame must cover: the pivots, and a point after each displacement.
fn places<V: Vector>((core, _): &AnyCore<'_, V>, a: &RigidMotion<V>, b: &RigidMotion<V>) -> [V; 4] {
    let most = V::splat(V::Scalar::MAX);
    let from = core.first().unwrap_or(V::ZERO);
    let moved = |delta: V| (from + delta).min(most).max(-most);
    [a.pivot, b.pivot, moved(a.delta), moved(b.delta)]
}

/// The numbers of a motion, which order the motions of equal shapes.
fn numbers<V: Vector>(motion: &RigidMotion<V>) -> [[f64; 3]; 4] {
    let angle = V::splat(motion.angle);
    [motion.delta, motion.pivot, motion.axis, angle].map(V::to_f64)
}

/// The displacement of `a` relative to `b`, limited to the largest number.
fn way<V: Vector>(a: &RigidMotion<V>, b: &RigidMotion<V>) -> V {
    let most = V::splat(V::Scalar::MAX);
    (a.delta - b.delta).min(most).max(-most)
}

/// Two half-spaces, of which at least one rotates: if they do not overlap at the start, they are parallel and face each
/// other, and the smallest rotation makes them meet far out.
fn half_spaces<V: Vector>(a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>) -> Sweep<V> {
    let mut swept = matrix::swept(a, V::ZERO, b);
    if let Some(contact) = matrix::contact_within(a, b, V::Scalar::INFINITY) {
        let zero = V::Scalar::ZERO;
        swept.hit = Some(Hit::new(zero, contact.point_b, contact.normal, swept.start));
    }
    swept
}
