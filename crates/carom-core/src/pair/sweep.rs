//! The sweep of a shape against another (shape cast): the time of impact as a fraction of the motion.
//!
//! Along the normal of the nearest points, the gap between *all* of `a` and *all* of `b` shrinks at a
//! constant speed, and the true gap is never less. So the time until it is used up is a time that is
//! free, however rounding has bent the normal: `t += (support gap − E) / closing speed`, again and
//! again, is never late (conservative advancement, Mirtich 1996; because the gap is convex in time
//! these are Newton's steps, and few are needed). E covers the rounding of the gaps: 8 eps L, L being
//! the largest number of the pair; in single precision, which is answered in double, 2⁻¹⁰ eps L, but one of
//! two balls.
//!
//! A motion that starts in touch is stopped if it leads inside by more than a touch, and free otherwise:
//! the signed gap is convex in time, so that one search for its least tells.

use super::ball_aabb::BallAabb;
use super::balls::Balls;
use super::contact::{Contact, from_separation};
use super::cores::CorePair;
use super::frame::{Frame, fraction, greater};
use super::half_space::HalfSpace;
use super::hulls::Hulls;
use super::nearest::{Kernel, Kernels};
use super::separation::{MovingPair, Separation};
use crate::part::{Feature, PartId};
use crate::shape::plane::Plane;
use crate::shape::{Points, RoundedCore};
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};
use core::cmp::Ordering;

/// The first touch of a motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit<V: Vector> {
    /// The fraction of `delta` that is free, 0..=1.
    pub t: V::Scalar,
    /// Where they touch then.
    pub point: V,
    /// Unit, from `b` to `a`, at that moment.
    pub normal: V,
    /// How the motion starts with respect to this part.
    pub start: Start<V>,
    /// Which feature of `b` is touched, where the surface determines it.
    pub feature: Feature,
    /// The part of the surface that is hit; the default one between two shapes.
    pub part: PartId,
}

/// How a motion starts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Start<V: Vector> {
    /// Apart.
    Separate,
    /// Touching within rounding; the motion is free if it slides along or leaves.
    Touching(Contact<V>),
    /// Overlapping; the motion is stopped at once (`t` = 0) wherever it goes. Part them first.
    Overlapping(Contact<V>),
}

/// How a motion starts and whether it is stopped.
///
/// ```
/// use carom::{Ball, Capsule, Start, sweep, glam::vec2};
/// let ball = Ball { center: vec2(0., 5.), radius: 1. };
/// let capsule = Capsule { a: vec2(-4., 0.), b: vec2(4., 0.), radius: 1. };
/// let sweep = sweep(&ball, vec2(0., -6.), &capsule);
/// assert_eq!(sweep.start, Start::Separate);
/// let hit = sweep.hit.unwrap();
/// assert!((hit.t - 0.5).abs() < 1e-5);
/// assert_eq!(hit.normal, vec2(0., 1.));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sweep<V: Vector> {
    /// Separate, touching or overlapping.
    pub start: Start<V>,
    /// What stops the motion, if anything does.
    pub hit: Option<Hit<V>>,
    /// How large the true gap at `t` can be, and how deep or far a pass that was called a miss or a hit: 32 eps L, L
    /// being the largest coordinate difference, radius or displacement (a length).
    pub error_bound: V::Scalar,
}

impl<V: Vector> Sweep<V> {
    /// A motion that starts apart and meets nothing.
    pub(crate) fn free(error_bound: V::Scalar) -> Self {
        Self {
            start: Start::Separate,
            hit: None,
            error_bound,
        }
    }

    /// This sweep is that of `b` by `−delta` against `a`; the result is that of `a` by `delta`.
    pub(crate) fn reversed(self, delta: V) -> Self {
        let mut swept = self.swapped();
        if let Some(hit) = &mut swept.hit {
            hit.point += delta * hit.t;
        }
        swept
    }

    /// The same motions with `a` and `b` in each other's place.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self {
            start: self.start.swapped(),
            hit: self.hit.map(|hit| Hit {
                normal: -hit.normal,
                start: hit.start.swapped(),
                ..hit
            }),
            ..self
        }
    }
}

impl<V: Vector> Start<V> {
    /// The same with `a` and `b` in each other's place.
    fn swapped(self) -> Self {
        match self {
            Self::Separate => self,
            Self::Touching(contact) => Self::Touching(contact.swapped()),
            Self::Overlapping(contact) => Self::Overlapping(contact.swapped()),
        }
    }

    /// The contact that the motion starts with, if it does not start separate.
    #[must_use]
    pub fn contact(&self) -> Option<&Contact<V>> {
        match self {
            Self::Separate => None,
            Self::Touching(contact) | Self::Overlapping(contact) => Some(contact),
        }
    }

    /// The separation at the start as far as it decides ties: that of an overlap, else 0.
    #[inline(always)]
    pub(crate) fn overlap(&self) -> V::Scalar {
        match self {
            Self::Overlapping(contact) => contact.separation,
            Self::Touching(_) | Self::Separate => V::Scalar::ZERO,
        }
    }
}

impl<V: Vector> Hit<V> {
    /// A hit between two shapes.
    pub(crate) fn new(t: V::Scalar, point: V, normal: V, start: Start<V>) -> Self {
        Self {
            t,
            point,
            normal,
            start,
            feature: Feature::Unknown,
            part: PartId::default(),
        }
    }

    /// The order of hits: the earlier, then the deeper at the start, then the lower part.
    #[must_use]
    pub fn order(&self, other: &Self) -> Ordering {
        let key = |hit: &Self| (hit.t, hit.start.overlap(), hit.part);
        key(self)
            .partial_cmp(&key(other))
            .unwrap_or(Ordering::Equal)
    }
}

/// More steps than all but grazes need; a motion that exhausts them stops where it is, early.
const MAX_STEPS: usize = 96;

/// The sweep of any two shapes, up to the fraction `limit` of the motion.
#[inline(always)]
pub(crate) fn sweep<V: Vector, P: MovingPair<V>>(pair: &P, limit: V::Scalar) -> Sweep<V> {
    let frame = pair.frame();
    // E, what a hit leaves of the gap: where there is hardly a radius, more, that the normal be sure; and of
    // two balls, of which mostly both move, as much as the difference of their displacements is rounded.
    let rest = frame.sweep_tolerance();
    let goal = if V::Scalar::DOUBLE {
        rest
    } else if P::CLOSED {
        frame.tolerance(1.0)
    } else {
        greater(rest, 1.5 * frame.direction_tolerance() - frame.radius())
    };
    let touch = goal + goal;
    let error_bound = frame.bound(32.0);
    let free = Sweep::free(error_bound);
    let mut t = pair.time_free(
        frame.radius() + frame.tolerance(TOUCH),
        frame.radius() + goal,
    );
    // How fast the gap shrinks along the normal, and the rounding of that.
    let slack = frame.delta.length() * f64::EPSILON * 8.0;
    let mut steps = 0;
    let mut at;
    loop {
        if is_beyond(t, limit) || t.is_nan() {
            return free;
        }
        at = pair.separation(t);
        let gap = at.distance - frame.radius();
        if t == 0.0 && gap <= frame.tolerance(TOUCH) {
            return touching_start(pair, &at, gap, error_bound);
        }
        if P::CLOSED || gap <= touch {
            break;
        }
        let rate = slack - at.normal.dot(frame.delta);
        let surely = at.support - frame.radius() - goal;
        if rate <= 0.0 {
            return free;
        }
        if surely <= 0.0 || steps == MAX_STEPS {
            break; // As near as the best normal can tell, or a graze.
        }
        t += surely / rate;
        steps += 1;
    }
    if !P::CLOSED && steps == MAX_STEPS && is_passed(pair, touch) {
        return free;
    }
    if V::Scalar::DOUBLE {
        (t, at) = polished(pair, t, at);
    }
    if !P::CLOSED && at.distance <= frame.tolerance(TOUCH + TOUCH) {
        at = pair.separation_at_touch(t);
        // Along that normal, as ever, what is left of the gap is free.
        let left = at.support - frame.radius() - rest;
        let rate = slack - at.normal.dot(frame.delta);
        if !V::Scalar::DOUBLE && left > 0.0 && rate > 0.0 {
            let step = left / rate;
            t += step;
            if is_beyond(t, limit) {
                return free;
            }
            at.a += frame.delta * step;
            at.b = at.a - at.normal * (at.distance - left);
        }
    }
    if slides(pair, t, &at, frame.tolerance(TOUCH)) {
        return free;
    }
    Sweep {
        start: Start::Separate,
        hit: Some(hit(frame, t, &at, Start::Separate)),
        error_bound,
    }
}

/// Whether a moment is beyond a limit as it will be told, rounded: what ends at the limit is a tie, and is
/// not to depend on which of two is asked first.
#[inline(always)]
fn is_beyond<S: Scalar>(t: f64, limit: S) -> bool {
    t > limit.to_f64() && (t > 1.0 || fraction::<S>(t) > limit)
}

/// Up to how many eps L from each other two shapes touch, and neither overlap nor are apart.
pub(super) const TOUCH: f64 = 16.0;

/// The sweep of two cores of different kinds, the one of fewer points first.
#[inline]
pub(super) fn of<V: Vector, const N: usize, const M: usize>(
    a: RoundedCore<V, N>,
    delta: V,
    b: RoundedCore<V, M>,
) -> Sweep<V>
where
    Kernels: Kernel<N, M>,
{
    sweep(&CorePair::new(a, b, delta), V::Scalar::ONE)
}

/// The sweep of two cores of one kind: `b` moving the other way against `a` gives the same bits.
#[inline]
pub(super) fn mutual<V: Vector, S, const N: usize>(
    a: &S,
    delta: V,
    b: &S,
    rounded: impl Fn(&S) -> RoundedCore<V, N>,
) -> Sweep<V>
where
    Kernels: Kernel<N, N>,
{
    if let Some(balls) = Balls::new(&rounded(a), delta, &rounded(b)) {
        return sweep(&balls, V::Scalar::ONE);
    }
    let (cores, turned) = CorePair::ordered(a, [delta, -delta], b, rounded);
    let found = sweep(&cores, V::Scalar::ONE);
    if turned == 1 {
        found.reversed(delta)
    } else {
        found
    }
}

/// The same touch, nearer: the gap is brought from up to 2 E to about 5 eps L by plain Newton steps,
/// each taken only if what it finds is a smaller gap and yet more than a distance's error, 4 eps L.
fn polished<V: Vector>(
    pair: &impl MovingPair<V>,
    mut t: f64,
    mut at: Separation<V::Double>,
) -> (f64, Separation<V::Double>) {
    let frame = pair.frame();
    let (least, goal) = (frame.tolerance(4.0), frame.tolerance(5.0));
    for _ in 0..2 {
        let gap = at.distance - frame.radius();
        let rate = -at.normal.dot(frame.delta);
        if gap <= frame.tolerance(6.0) || rate <= 0.0 {
            break;
        }
        let nearer = t + (gap - goal) / rate;
        if nearer > 1.0 {
            break;
        }
        let then = pair.separation(nearer);
        let left = then.distance - frame.radius();
        if left < least || left >= gap {
            break;
        }
        (t, at) = (nearer, then);
    }
    // The normal is that of the touch itself, a few eps L on: in a graze it turns on the last bit.
    let gap = at.distance - frame.radius();
    let rate = -at.normal.dot(frame.delta);
    if gap > 0.0 && gap < rate {
        at = pair.separation(t + gap / rate);
    }
    (t, at)
}

/// Whether a motion that grazes and grazes gets by. The gap is convex: if it still shrinks at the end, it
/// is least there.
#[cold]
fn is_passed<V: Vector>(pair: &impl MovingPair<V>, touch: f64) -> bool {
    let (frame, end) = (pair.frame(), pair.separation(1.0));
    end.normal.dot(frame.delta) <= 0.0 && end.distance - frame.radius() > touch
}

/// A motion that begins in touch, or inside.
#[inline(always)]
fn touching_start<V: Vector>(
    pair: &impl MovingPair<V>,
    at: &Separation<V::Double>,
    gap: f64,
    error_bound: V::Scalar,
) -> Sweep<V> {
    let frame = pair.frame();
    let contact = from_separation(frame, at);
    let touch = frame.tolerance(TOUCH);
    if gap < -touch {
        let start = Start::Overlapping(contact);
        return Sweep {
            start,
            hit: Some(hit(frame, 0.0, at, start)),
            error_bound,
        };
    }
    // The gap is convex in t: with this rate it is at least gap + rate at t = 1.
    let leaves = at.normal.dot(frame.delta) >= -(touch + touch);
    // Cores that touch may have other normals than this.
    let sure = frame.radius() > touch + touch;
    let deep = touch + touch;
    let free = leaves || !sure && !goes_deeper(pair, 0.0, deep) || slides(pair, 0.0, at, deep);
    let start = Start::Touching(contact);
    Sweep {
        start,
        hit: (!free).then(|| hit(frame, 0.0, at, start)),
        error_bound,
    }
}

/// Up to this sine between a motion and the surface that it meets or touches it may be one that slides along: the normal
/// of a touch, which leaves a gap of up to 16 eps L, leans by up to the root of twice that over the radius.
const GRAZE: f64 = 0.02;

/// Whether a motion that touches at `t` only slides along from then: nowhere on the rest of it are the shapes deeper in
/// each other than `depth`. Else a shape on a flat floor would be stopped at each next tile of it.
///
/// Without radii nothing is ever deep: a ray passes through a triangle in no time. Of two balls none is flat.
#[inline(always)]
fn slides<V: Vector, P: MovingPair<V>>(
    pair: &P,
    t: f64,
    at: &Separation<V::Double>,
    depth: f64,
) -> bool {
    let frame = pair.frame();
    let rate = -at.normal.dot(frame.delta);
    let touch = frame.tolerance(TOUCH);
    !P::CLOSED
        && frame.radius() > touch + touch
        && rate <= GRAZE * frame.delta.length()
        && !goes_deeper(pair, t, depth)
}

/// Whether a motion leads inside after a touch at `start`.
///
/// The signed gap is the greatest of the gaps along all normals, which are linear in time: it is convex.
/// So the side on which it is least is told by the rate at which it changes.
#[cold]
fn goes_deeper<V: Vector>(pair: &impl MovingPair<V>, start: f64, touch: f64) -> bool {
    let (mut from, mut to) = (start, 1.0);
    for _ in 0..f64::MANTISSA_DIGITS {
        let t = from + 0.5 * (to - from);
        let at = pair.separation(t);
        let gap = at.distance - pair.frame().radius();
        if gap < -touch {
            return true;
        }
        let rate = at.normal.dot(pair.frame().delta);
        if gap - rate.abs() * (to - t) >= -touch {
            return false; // It can be no less within this time.
        }
        if rate < 0.0 {
            from = t;
        } else {
            to = t;
        }
    }
    false
}

fn hit<V: Vector>(frame: &Frame<V>, t: f64, at: &Separation<V::Double>, start: Start<V>) -> Hit<V> {
    let on_a = at.a - at.normal * frame.radius_a;
    let on_b = at.b + at.normal * frame.radius_b;
    let point = frame.point(on_a * 0.5 + on_b * 0.5);
    Hit::new(fraction(t), point, V::from_double(at.normal), start)
}

/// The sweep of a pair, if both shapes are something.
fn some<V: Vector>(pair: Option<impl MovingPair<V>>) -> Sweep<V> {
    match pair {
        Some(pair) => sweep(&pair, V::Scalar::ONE),
        None => Sweep::free(V::Scalar::ZERO),
    }
}

/// The sweep of a core against a hull.
pub(super) fn of_many<V: Vector>(a: Points<'_, V>, delta: V, b: Points<'_, V>) -> Sweep<V> {
    some(Hulls::new(a, b, delta))
}

/// The sweep of two hulls: `b` moving the other way against `a` gives the same bits.
pub(super) fn mutual_many<V: Vector>(a: Points<'_, V>, delta: V, b: Points<'_, V>) -> Sweep<V> {
    match Hulls::ordered(a, [delta, -delta], b) {
        Some((pair, true)) => sweep(&pair, V::Scalar::ONE).reversed(delta),
        found => some(found.map(|found| found.0)),
    }
}

/// The sweep of a core against a half-space.
pub(super) fn half_space<V: Vector>(a: Points<'_, V>, delta: V, b: &Plane<V>) -> Sweep<V> {
    some(HalfSpace::new(a, b, delta))
}

/// The sweep of a ball against a box.
pub(super) fn boxed<V: Vector>(a: RoundedCore<V, 1>, delta: V, b: &Aabb<V>) -> Sweep<V> {
    some(BallAabb::new(a, b, delta))
}
