//! The sweep of a shape against another (shape cast): the time of impact as a fraction of the motion.
//!
//! Along a fixed normal, the support gap between *all* of `a` and *all* of `b` shrinks at a constant speed, and the
//! true gap is never smaller. So steps of `t += (support gap − E) / closing speed` are never late, even if the normal
//! is rounded (conservative advancement, Mirtich 1996). The gap is convex in time, so these are Newton steps, and few
//! are needed. E covers the rounding of the gaps: 8 eps L in double precision, where L is the largest number of the
//! pair. A pair in single precision is computed in double: 2⁻¹⁰ eps L, and eps L for two balls.
//!
//! A motion that starts touching is stopped only if it leads into penetration. The signed gap is convex in time, so
//! bisecting on the sign of its rate finds the minimum.

use super::ball_aabb::BallAabb;
use super::balls::Balls;
use super::contact::{Contact, from_separation};
use super::cores::CorePair;
use super::frame::{Frame, fraction, greater, lesser};
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
///
/// ```
/// use carom::{Ball, Segment, Start, sweep, glam::vec2};
/// let floor = Segment::new(vec2(-9., 0.), vec2(9., 0.));
/// let hit = sweep(&Ball::new(vec2(2., 3.), 1.), vec2(0., -4.), &floor).hit.unwrap();
/// assert!((hit.t - 0.5).abs() < 1e-6 && (hit.point - vec2(2., 0.)).length() < 1e-6);
/// assert_eq!((hit.normal, hit.start), (vec2(0., 1.), Start::Separate));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit<V: Vector> {
    /// The time of impact: the fraction of `delta` before the touch, 0..=1.
    pub t: V::Scalar,
    /// The point of touch, at time `t`.
    pub point: V,
    /// The unit normal from `b` to `a`, at time `t`.
    pub normal: V,
    /// The relation to this part at the start of the motion.
    pub start: Start<V>,
    /// The feature of `b` that is touched, if the surface determines it.
    pub feature: Feature,
    /// The part of the surface that is hit; the default one between two shapes.
    pub part: PartId,
}

/// The relation of two shapes at the start of a motion.
///
/// ```
/// use carom::{Ball, Start, sweep, glam::vec2};
/// let rest = Ball::new(vec2(0., 0.), 1.);
/// let start = |x| sweep(&Ball::new(vec2(x, 0.), 1.), vec2(0., 1.), &rest).start;
/// assert!(matches!(start(3.), Start::Separate));
/// assert!(matches!(start(2.), Start::Touching(_)));
/// assert!(matches!(start(1.), Start::Overlapping(contact) if contact.depth() == 1.));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Start<V: Vector> {
    /// Apart.
    Separate,
    /// Touching within rounding: the motion has no hit if it slides along or leaves.
    Touching(Contact<V>),
    /// Overlapping: the motion is stopped at once (`t` = 0), in every direction. Separate the shapes first.
    Overlapping(Contact<V>),
}

/// The result of a sweep: the relation at the start, and the hit that stops the motion.
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
    /// The hit that stops the motion, `None` if the motion is free.
    pub hit: Option<Hit<V>>,
    /// The largest true gap at `t` (a length): 32 eps L, where L is the largest coordinate difference, radius or
    /// displacement. It also bounds the penetration of a reported miss and the distance of a reported hit.
    pub error_bound: V::Scalar,
}

impl<V: Vector> Sweep<V> {
    /// The result of a motion that starts separate and has no hit.
    pub(crate) fn free(error_bound: V::Scalar) -> Self {
        Self {
            start: Start::Separate,
            hit: None,
            error_bound,
        }
    }

    /// Turns the sweep of `b` by `−delta` against `a` into that of `a` by `delta` against `b`.
    pub(crate) fn reversed(self, delta: V) -> Self {
        let mut swept = self.swapped();
        if let Some(hit) = &mut swept.hit {
            hit.point += delta * hit.t;
        }
        swept
    }

    /// The same motions with `a` and `b` exchanged.
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
    /// The same start with `a` and `b` exchanged.
    fn swapped(self) -> Self {
        match self {
            Self::Separate => self,
            Self::Touching(contact) => Self::Touching(contact.swapped()),
            Self::Overlapping(contact) => Self::Overlapping(contact.swapped()),
        }
    }

    /// The contact at the start, `None` if the motion starts separate.
    #[must_use]
    pub fn contact(&self) -> Option<&Contact<V>> {
        match self {
            Self::Separate => None,
            Self::Touching(contact) | Self::Overlapping(contact) => Some(contact),
        }
    }

    /// The separation of an overlap at the start, otherwise 0; it decides ties.
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

    /// The order of hits: by time, then by depth at the start (the deeper first), then by part.
    #[must_use]
    pub fn order(&self, other: &Self) -> Ordering {
        let key = |hit: &Self| (hit.t, hit.start.overlap(), hit.part);
        key(self)
            .partial_cmp(&key(other))
            .unwrap_or(Ordering::Equal)
    }
}

/// Only grazes need more steps; a motion that exhausts them is stopped early, where it is then.
const MAX_STEPS: usize = 96;

/// The sweep of a pair, up to the fraction `limit` of the motion.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(crate) fn sweep<V: Vector, P: MovingPair<V>>(pair: &P, limit: V::Scalar) -> Sweep<V> {
    let frame = pair.frame();
    let goal = gap_at_hit::<V, P>(frame);
    let touch = goal + goal;
    let error_bound = frame.bound(32.0);
    let free = Sweep::free(error_bound);
    let at_hit = |t, at: &Separation<V::Double>| Sweep {
        hit: Some(hit(frame, t, at, Start::Separate)),
        ..free
    };
    if let Some((t, at)) = pair.pierced() {
        let is_free = is_beyond(t, limit);
        return if is_free { free } else { at_hit(t, &at) };
    }
    let radius = frame.radius();
    let mut t = pair.time_free(radius + frame.tolerance(TOUCH), radius + goal);
    // The rounding bound of a closing speed.
    let slack = frame.delta.length() * f64::EPSILON * 8.0;
    let mut steps = 0;
    let mut at;
    loop {
        if is_beyond(t, limit) || t.is_nan() {
            return free;
        }
        at = pair.step(t, lesser(touch, frame.tolerance(TOUCH + TOUCH)));
        let gap = at.distance - radius;
        if t == 0.0 && gap <= frame.tolerance(TOUCH) {
            return touching_start(pair, &at, gap, error_bound);
        }
        if P::CLOSED || gap <= touch {
            break;
        }
        let rate = slack - at.normal.dot(frame.delta);
        let spare = at.support - radius - goal;
        if rate <= 0.0 {
            return free;
        }
        if spare <= 0.0 || steps == MAX_STEPS {
            break; // As near as the best normal can certify, or a graze.
        }
        t += spare / rate;
        steps += 1;
    }
    if !P::CLOSED && steps == MAX_STEPS && is_passed(pair, touch) {
        return free;
    }
    if V::Scalar::DOUBLE {
        (t, at) = polished(pair, t, at);
    }
    if !P::CLOSED && at.distance <= frame.tolerance(TOUCH + TOUCH) {
        match thin_touch(pair, t, limit, slack) {
            Some(touch) => (t, at) = touch,
            None => return free,
        }
    }
    if slides(pair, t, &at, frame.tolerance(TOUCH)) {
        return free;
    }
    at_hit(t, &at)
}

/// E, the gap that a hit leaves. If there is hardly a radius it is larger, so that the normal is well determined. For
/// two balls, which usually both move, it is the rounding of the difference of their displacements.
#[inline(always)]
fn gap_at_hit<V: Vector, P: MovingPair<V>>(frame: &Frame<V>) -> f64 {
    let least = frame.sweep_tolerance();
    if V::Scalar::DOUBLE {
        least
    } else if P::CLOSED {
        frame.tolerance(1.0)
    } else {
        greater(least, 1.5 * frame.direction_tolerance() - frame.radius())
    }
}

/// The touch of cores almost without a radius at the time `t`, with the normal of a feature; `None` if it is beyond the
/// limit. In single precision, the gap left along this normal is free, as in every other step. `slack` is the rounding
/// bound of the closing speed.
#[inline(always)]
fn thin_touch<V: Vector, P: MovingPair<V>>(
    pair: &P,
    mut t: f64,
    limit: V::Scalar,
    slack: f64,
) -> Option<(f64, Separation<V::Double>)> {
    let frame = pair.frame();
    let mut at = pair.separation_at_touch(t);
    let left = at.support - frame.radius() - frame.sweep_tolerance();
    let rate = slack - at.normal.dot(frame.delta);
    // A longer step, of a graze, may lead past the end of the feature.
    let is_short = left * frame.delta.length() <= rate * frame.tolerance(TOUCH);
    if !V::Scalar::DOUBLE && left > 0.0 && rate > 0.0 && is_short {
        let step = left / rate;
        t += step;
        if is_beyond(t, limit) {
            return None;
        }
        at.a += frame.delta * step;
        at.b = at.a - at.normal * (at.distance - left);
    }
    Some((t, at))
}

/// Whether a time, rounded as in a `Hit`, is beyond a limit. A hit at the limit is a tie, which must not depend on the
/// order of the queries.
#[inline(always)]
fn is_beyond<S: Scalar>(t: f64, limit: S) -> bool {
    t > limit.to_f64() && (t > 1.0 || fraction::<S>(t) > limit)
}

/// Two shapes touch, neither overlapping nor apart, if their separation is within ± this many eps L.
pub(super) const TOUCH: f64 = 16.0;

/// The sweep of two cores, the one with fewer points first.
#[inline]
pub(super) fn cores<V: Vector, const N: usize, const M: usize>(
    a: RoundedCore<V, N>,
    delta: V,
    b: RoundedCore<V, M>,
) -> Sweep<V>
where
    Kernels: Kernel<N, M>,
{
    sweep(&CorePair::new(a, b, delta), V::Scalar::ONE)
}

/// The sweep of two cores with equally many points: `b` moving by `−delta` against `a` gives the same bits.
#[inline]
pub(super) fn like_cores<V: Vector, S, const N: usize>(
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

/// Refines a touch: plain Newton steps reduce the gap from up to 2 E to about 5 eps L. A step is taken only if the new
/// gap is smaller, but not below the error of a distance, 4 eps L.
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
    // The normal of the touch itself, a few eps L later: in a graze it depends on the last bits of the gap.
    let gap = at.distance - frame.radius();
    let rate = -at.normal.dot(frame.delta);
    if gap > 0.0 && gap < rate {
        at = pair.separation(t + gap / rate);
    }
    (t, at)
}

/// Whether a graze that exhausted its steps passes. The gap is convex: if it still shrinks at the end, it is smallest
/// there.
#[cold]
fn is_passed<V: Vector>(pair: &impl MovingPair<V>, touch: f64) -> bool {
    let (frame, end) = (pair.frame(), pair.separation(1.0));
    end.normal.dot(frame.delta) <= 0.0 && end.distance - frame.radius() > touch
}

/// The sweep of a motion that starts touching or overlapping.
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
    // Cores that touch may have other normals as well.
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

/// The largest sine between a motion and a surface for which the motion may be one that slides along. The normal of a
/// touch with a gap of up to 16 eps L is tilted by up to the square root of twice that gap over the radius.
const GRAZE: f64 = 0.02;

/// Whether a motion that touches at `t` only slides along afterwards: the penetration never exceeds `depth`. Otherwise
/// a shape on a flat floor would be stopped at every tile (a ghost collision).
///
/// It does not apply without radii, because a ray that passes through a triangle has no depth, nor to two balls, which
/// are not flat.
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

/// Whether a motion leads to a penetration deeper than `touch` after a touch at `start`.
///
/// The signed gap is the maximum of the gaps along all normals, each linear in time, so it is convex: bisecting on the
/// sign of its rate finds the minimum.
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
            return false; // The gap cannot become smaller within this interval.
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

/// The sweep of a pair; free if one of the shapes is empty.
fn some<V: Vector>(pair: Option<impl MovingPair<V>>) -> Sweep<V> {
    match pair {
        Some(pair) => sweep(&pair, V::Scalar::ONE),
        None => Sweep::free(V::Scalar::ZERO),
    }
}

/// The sweep of a hull against a hull with no fewer points.
pub(super) fn hulls<V: Vector>(a: Points<'_, V>, delta: V, b: Points<'_, V>) -> Sweep<V> {
    some(Hulls::new(a, b, delta))
}

/// The sweep of two hulls: `b` moving by `−delta` against `a` gives the same bits.
pub(super) fn like_hulls<V: Vector>(a: Points<'_, V>, delta: V, b: Points<'_, V>) -> Sweep<V> {
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
pub(super) fn ball_box<V: Vector>(a: RoundedCore<V, 1>, delta: V, b: &Aabb<V>) -> Sweep<V> {
    some(BallAabb::new(a, b, delta))
}
