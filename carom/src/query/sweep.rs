//! *When do they touch?* The fraction of a straight motion, the point and the normal.
//!
//! | moving \\ resting | segment | ball | capsule | triangle |
//! |---|---|---|---|---|
//! | **point** (a ray) | [`point_segment`] | [`point_ball`] | [`point_capsule`] | [`point_triangle`] |
//! | **segment** | [`segment_segment`] | [`segment_ball`] | [`segment_capsule`] | [`segment_triangle`] |
//! | **ball** | | [`ball_ball`] | [`ball_capsule`] | [`ball_triangle`] |
//! | **capsule** | | | [`capsule_capsule`] | [`capsule_triangle`] |
//! | **triangle** | | | | [`triangle_triangle`] |
//!
//! `a` moves by `delta`, `b` rests. Where both move, `delta` is `a`'s displacement minus `b`'s.
//!
//! Along the normal of the nearest points, the gap between *all* of `a` and *all* of `b` shrinks at a
//! constant speed, and the true gap is never less. So the time until it is used up is a time that is
//! free, however rounding has bent the normal: `t += (support gap − E) / closing speed`, again and
//! again, is never late (conservative advancement, Mirtich 1996; because the gap is convex in time
//! these are Newton's steps, and few are needed). E = 8 eps L covers the rounding of the gaps, L being
//! the largest number of the pair.

use super::contact::{Contact, from_parting};
use super::cores::Cores;
use super::nearest::Kernel;
use super::part::Parting;
use crate::shape::{ball::Ball, capsule::Capsule, segment::Segment, triangle::Triangle};
use crate::vector::{Scalar, Vector};

/// The first touch of a motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit<V: Vector> {
    /// The fraction of `delta` that is free, 0..=1.
    pub t: V::Scalar,
    /// Where they touch then.
    pub point: V,
    /// Unit, from `b` to `a`, at that moment.
    pub normal: V,
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
/// use carom::{Ball, Capsule, sweep, sweep::Start, glam::vec2};
/// let ball = Ball { center: vec2(0., 5.), radius: 1. };
/// let capsule = Capsule { a: vec2(-4., 0.), b: vec2(4., 0.), radius: 1. };
/// let sweep = sweep::ball_capsule(&ball, vec2(0., -6.), &capsule);
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
    pub(crate) bound: V::Scalar,
}

impl<V: Vector> Sweep<V> {
    /// How large the true gap at `t` can be, and how deep or far a pass that was called a miss or a
    /// hit: 32 eps L, L being the largest coordinate difference, radius or displacement (a length).
    #[must_use]
    pub fn error_bound(&self) -> V::Scalar {
        self.bound
    }

    /// This sweep is that of `b` by `−delta` against `a`; the result is that of `a` by `delta`.
    pub(crate) fn reversed(self, delta: V) -> Self {
        Self {
            start: match self.start {
                Start::Separate => Start::Separate,
                Start::Touching(contact) => Start::Touching(contact.swapped()),
                Start::Overlapping(contact) => Start::Overlapping(contact.swapped()),
            },
            hit: self.hit.map(|hit| Hit {
                t: hit.t,
                point: hit.point + delta * hit.t,
                normal: -hit.normal,
            }),
            ..self
        }
    }
}

/// More steps than all but grazes need; a motion that exhausts them stops where it is, early.
const MAX_STEPS: usize = 96;

/// The sweep of any two cores, up to the fraction `limit` of the motion.
pub(crate) fn sweep<V: Vector, const N: usize, const M: usize>(
    cores: &Cores<V, N, M>,
    limit: V::Scalar,
) -> Sweep<V>
where
    Cores<V, N, M>: Kernel<V, N, M>,
{
    let zero = V::Scalar::ZERO;
    let gap_goal = V::Scalar::from_f64(8.0) * V::Scalar::EPSILON * cores.size;
    let touch = gap_goal + gap_goal;
    let bound = cores.length(V::Scalar::from_f64(32.0) * V::Scalar::EPSILON * cores.size);
    let mut at = cores.parting(zero);
    let mut gap = at.distance - cores.radius();
    if gap <= touch {
        return touching_start(cores, at, gap, bound);
    }
    let free = Sweep {
        start: Start::Separate,
        hit: None,
        bound,
    };
    let speed = cores.delta.length();
    // How fast the gap shrinks along the normal, and the rounding of that.
    let slack = speed * V::Scalar::EPSILON * V::Scalar::from_f64(8.0);
    let mut t = zero;
    let mut steps = 0;
    while gap > touch {
        let rate = slack - at.normal.dot(cores.delta);
        if rate <= zero {
            return free;
        }
        let surely = at.support - cores.radius() - gap_goal;
        if surely <= zero {
            break; // As near as the best normal can tell.
        }
        t += surely / rate;
        if t > limit {
            return free;
        }
        at = cores.parting(t);
        gap = at.distance - cores.radius();
        steps += 1;
        if steps == MAX_STEPS {
            // A graze. The gap is convex: if it still shrinks at the end, it is least there.
            let end = cores.parting(limit);
            let least_at_end = end.normal.dot(cores.delta) <= zero;
            if least_at_end && end.distance - cores.radius() > touch {
                return free;
            }
            break;
        }
    }
    (t, at) = polished(cores, t, at);
    if at.distance <= touch + touch {
        at = cores.parting_at_touch(t);
    }
    Sweep {
        start: Start::Separate,
        hit: Some(hit(cores, t, &at)),
        bound,
    }
}

/// The sweep of two cores of one kind: `b` moving the other way against `a` gives the same bits.
pub(super) fn mutual<V: Vector, const N: usize>(
    a: ([V; N], V::Scalar),
    delta: V,
    b: ([V; N], V::Scalar),
) -> Sweep<V>
where
    Cores<V, N, N>: Kernel<V, N, N>,
{
    let (cores, turned) = Cores::ordered(a, [delta, -delta], b);
    let found = sweep(&cores, V::Scalar::ONE);
    if turned { found.reversed(delta) } else { found }
}

/// The same touch, nearer: the gap is brought from up to 2 E to about 5 eps L by plain Newton steps,
/// each taken only if what it finds is a smaller gap and yet more than a distance's error, 4 eps L.
fn polished<V: Vector, const N: usize, const M: usize>(
    cores: &Cores<V, N, M>,
    mut t: V::Scalar,
    mut at: Parting<V>,
) -> (V::Scalar, Parting<V>)
where
    Cores<V, N, M>: Kernel<V, N, M>,
{
    let zero = V::Scalar::ZERO;
    let eps = |count: f64| V::Scalar::from_f64(count) * V::Scalar::EPSILON * cores.size;
    let (least, goal) = (eps(4.0), eps(5.0));
    for _ in 0..2 {
        let gap = at.distance - cores.radius();
        let rate = -at.normal.dot(cores.delta);
        if gap <= eps(6.0) || rate <= zero {
            break;
        }
        let nearer = t + (gap - goal) / rate;
        if nearer > V::Scalar::ONE {
            break;
        }
        let then = cores.parting(nearer);
        let left = then.distance - cores.radius();
        if left < least || left >= gap {
            break;
        }
        (t, at) = (nearer, then);
    }
    // The normal is that of the touch itself, a few eps L on: in a graze it turns on the last bit.
    let gap = at.distance - cores.radius();
    let rate = -at.normal.dot(cores.delta);
    if gap > zero && gap < rate {
        at = cores.parting(t + gap / rate);
    }
    (t, at)
}

/// A motion that begins in touch, or inside.
#[cold]
fn touching_start<V: Vector, const N: usize, const M: usize>(
    cores: &Cores<V, N, M>,
    at: Parting<V>,
    gap: V::Scalar,
    bound: V::Scalar,
) -> Sweep<V>
where
    Cores<V, N, M>: Kernel<V, N, M>,
{
    let contact = from_parting(cores, &at);
    let touch = V::Scalar::from_f64(16.0) * V::Scalar::EPSILON * cores.size;
    if gap < -touch {
        return Sweep {
            start: Start::Overlapping(contact),
            hit: Some(hit(cores, V::Scalar::ZERO, &at)),
            bound,
        };
    }
    // The gap is convex in t: with this rate it is at least gap + rate at t = 1. Two cores without
    // radius that touch have two sides to leave to.
    let rate = at.normal.dot(cores.delta);
    let free = rate >= -(touch + touch) || (at.ambiguous && cores.radius() <= touch);
    Sweep {
        start: Start::Touching(contact),
        hit: (!free).then(|| hit(cores, V::Scalar::ZERO, &at)),
        bound,
    }
}

fn hit<V: Vector, const N: usize, const M: usize>(
    cores: &Cores<V, N, M>,
    t: V::Scalar,
    at: &Parting<V>,
) -> Hit<V> {
    let on_a = at.a - at.normal * cores.radius_a;
    let on_b = at.b + at.normal * cores.radius_b;
    Hit {
        t,
        point: cores.point(on_a * V::Scalar::HALF + on_b * V::Scalar::HALF),
        normal: at.normal,
    }
}

/// When a point that moves by `delta` meets a segment. A ray.
#[must_use]
pub fn point_segment<V: Vector>(a: V, delta: V, b: &Segment<V>) -> Sweep<V> {
    sweep(
        &Cores::new([a], V::Scalar::ZERO, b.core(), V::Scalar::ZERO, delta),
        V::Scalar::ONE,
    )
}

/// When a point that moves by `delta` meets a ball. A ray.
#[must_use]
pub fn point_ball<V: Vector>(a: V, delta: V, b: &Ball<V>) -> Sweep<V> {
    sweep(
        &Cores::new([a], V::Scalar::ZERO, b.core(), b.radius, delta),
        V::Scalar::ONE,
    )
}

/// When a point that moves by `delta` meets a capsule. A ray.
#[must_use]
pub fn point_capsule<V: Vector>(a: V, delta: V, b: &Capsule<V>) -> Sweep<V> {
    sweep(
        &Cores::new([a], V::Scalar::ZERO, b.core(), b.radius, delta),
        V::Scalar::ONE,
    )
}

/// When a point that moves by `delta` meets a triangle. A ray.
#[must_use]
pub fn point_triangle<V: Vector>(a: V, delta: V, b: &Triangle<V>) -> Sweep<V> {
    sweep(
        &Cores::new([a], V::Scalar::ZERO, b.core(), V::Scalar::ZERO, delta),
        V::Scalar::ONE,
    )
}

/// When a segment that moves by `delta` meets a segment.
#[must_use]
pub fn segment_segment<V: Vector>(a: &Segment<V>, delta: V, b: &Segment<V>) -> Sweep<V> {
    mutual(
        (a.core(), V::Scalar::ZERO),
        delta,
        (b.core(), V::Scalar::ZERO),
    )
}

/// When a segment that moves by `delta` meets a ball.
#[must_use]
pub fn segment_ball<V: Vector>(a: &Segment<V>, delta: V, b: &Ball<V>) -> Sweep<V> {
    let turned = Cores::new(b.core(), b.radius, a.core(), V::Scalar::ZERO, -delta);
    sweep(&turned, V::Scalar::ONE).reversed(delta)
}

/// When a segment that moves by `delta` meets a capsule.
#[must_use]
pub fn segment_capsule<V: Vector>(a: &Segment<V>, delta: V, b: &Capsule<V>) -> Sweep<V> {
    sweep(
        &Cores::new(a.core(), V::Scalar::ZERO, b.core(), b.radius, delta),
        V::Scalar::ONE,
    )
}

/// When a segment that moves by `delta` meets a triangle.
#[must_use]
pub fn segment_triangle<V: Vector>(a: &Segment<V>, delta: V, b: &Triangle<V>) -> Sweep<V> {
    sweep(
        &Cores::new(a.core(), V::Scalar::ZERO, b.core(), V::Scalar::ZERO, delta),
        V::Scalar::ONE,
    )
}

/// When a ball that moves by `delta` meets a ball.
#[must_use]
pub fn ball_ball<V: Vector>(a: &Ball<V>, delta: V, b: &Ball<V>) -> Sweep<V> {
    mutual((a.core(), a.radius), delta, (b.core(), b.radius))
}

/// When a ball that moves by `delta` meets a capsule.
#[must_use]
pub fn ball_capsule<V: Vector>(a: &Ball<V>, delta: V, b: &Capsule<V>) -> Sweep<V> {
    sweep(
        &Cores::new(a.core(), a.radius, b.core(), b.radius, delta),
        V::Scalar::ONE,
    )
}

/// When a ball that moves by `delta` meets a triangle.
#[must_use]
pub fn ball_triangle<V: Vector>(a: &Ball<V>, delta: V, b: &Triangle<V>) -> Sweep<V> {
    sweep(
        &Cores::new(a.core(), a.radius, b.core(), V::Scalar::ZERO, delta),
        V::Scalar::ONE,
    )
}

/// When a capsule that moves by `delta` meets a capsule.
#[must_use]
pub fn capsule_capsule<V: Vector>(a: &Capsule<V>, delta: V, b: &Capsule<V>) -> Sweep<V> {
    mutual((a.core(), a.radius), delta, (b.core(), b.radius))
}

/// When a capsule that moves by `delta` meets a triangle.
#[must_use]
pub fn capsule_triangle<V: Vector>(a: &Capsule<V>, delta: V, b: &Triangle<V>) -> Sweep<V> {
    sweep(
        &Cores::new(a.core(), a.radius, b.core(), V::Scalar::ZERO, delta),
        V::Scalar::ONE,
    )
}

/// When a triangle that moves by `delta` meets another.
#[must_use]
pub fn triangle_triangle<V: Vector>(a: &Triangle<V>, delta: V, b: &Triangle<V>) -> Sweep<V> {
    let zero = V::Scalar::ZERO;
    mutual((a.core(), zero), delta, (b.core(), zero))
}
