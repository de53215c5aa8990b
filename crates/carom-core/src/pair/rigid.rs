//! *When do they touch, turning?* The fraction of a motion that turns about a pivot while it moves.
//!
//! Any shape against any other, either or both of them turning: the moving and turning polygons of the
//! tutorials, flippers, doors, falling boxes.
//!
//! The gap of turning shapes is not convex in time, so the steps of [`sweep`](mod@super::sweep) need another
//! bound. Along a fixed normal `n` a point's height is `n·p(t)`, which changes at the rate `n·ṗ` now and
//! bends by no more than `ω² |n⊥| |r⊥|` ever (the parts across the axis of `n` and of the way `r` from the
//! pivot). So after a further time `s` the gap is at least
//!
//! `min (n·a + n·ȧ s − ½ k s²) − max (n·b + n·ḃ s + ½ k s²)`
//!
//! over the points of both cores, and as long as that is positive the motion is free. This is conservative
//! advancement (Mirtich 1996) with a bound of second order: near the touch its steps are Newton's.
//! Never late; a graze that exhausts the steps stops early.
//!
//! What starts touching is free to slide, roll and leave, and is stopped where it goes deeper; having
//! left it can be stopped by the same shape again.

use super::contact::from_separation;
use super::convex_points::{ConvexPoints, Difference, Placement};
use super::frame::{Frame, fraction, greater};
use super::half_space::{HalfSpace, over};
use super::hulls::{Hulls, precedes, separation};
use super::matrix;
use super::separation::Separation;
use super::sweep::{Hit, Start, Sweep, TOUCH};
use crate::shape::{Points, ShapeRef};
use alloc::vec::Vec;
use carom_math::{Scalar, Vector};
use glam::DVec3;

/// A displacement and a rotation, both at constant speed over `t` in 0..=1: a point `p` is then at
/// `pivot + R(angle · t) (p − pivot) + delta · t`.
///
/// ```
/// use carom::{RigidMotion, glam::{Vec3, vec3}};
/// let quarter = RigidMotion::rotation(vec3(2., 0., 0.), Vec3::Y, core::f32::consts::FRAC_PI_2);
/// let rising = RigidMotion { delta: Vec3::Y * 3., ..quarter };
/// assert_eq!((rising.pivot, rising.axis), (vec3(2., 0., 0.), Vec3::Y));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RigidMotion<V: Vector> {
    /// The displacement.
    pub delta: V,
    /// The point that stays where it is, but for the displacement.
    pub pivot: V,
    /// The axis of the rotation, counter-clockwise seen against it; of any length. 2D does not use it.
    pub axis: V,
    /// The angle in radians; any number of full turns. With 0 the motion is straight.
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

    /// Whether it rotates at all.
    #[must_use]
    pub fn rotates(&self) -> bool {
        self.angle != V::Scalar::ZERO
            && (V::DIM == 2 || self.axis.abs().max_element() > V::Scalar::ZERO)
    }

    /// A rotation by `angle` radians on the spot.
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

/// When `a` meets `b`, both of them moving rigidly.
pub fn swept<V: Vector>(
    a: &ShapeRef<'_, V>,
    motion_a: &RigidMotion<V>,
    b: &ShapeRef<'_, V>,
    motion_b: &RigidMotion<V>,
) -> Sweep<V> {
    if motion_a == motion_b {
        return matrix::swept(a, V::ZERO, b); // As one.
    }
    if !motion_a.rotates() && !motion_b.rotates() {
        let mut swept = matrix::swept(a, way(motion_a, motion_b), b);
        if let Some(hit) = &mut swept.hit {
            // That was answered where b rests.
            hit.point += motion_b.delta * hit.t;
        }
        return swept;
    }
    match (a, b) {
        (ShapeRef::HalfSpace(_), ShapeRef::HalfSpace(_)) => half_spaces(a, b),
        (ShapeRef::HalfSpace(_), _) => swept(b, motion_b, a, motion_a).swapped(),
        (_, ShapeRef::HalfSpace(plane)) => {
            let way = way(motion_a, motion_b);
            let places = places(a.points(), motion_a, motion_b);
            let at_rest = HalfSpace::among(a.points(), plane, way, &places);
            advanced(at_rest.map(|at_rest| RigidOverHalfSpace::new(at_rest, motion_a, motion_b)))
        }
        _ => {
            let (points_a, points_b) = (a.points(), b.points());
            let alike = precedes(&points_b, &points_a);
            let turned =
                !precedes(&points_a, &points_b) || alike && numbers(motion_b) < numbers(motion_a);
            if turned {
                return sweep_in_order(points_b, motion_b, points_a, motion_a).swapped();
            }
            sweep_in_order(points_a, motion_a, points_b, motion_b)
        }
    }
}

/// Of two hulls, the first of which [`precedes`]: the same bits from either side.
fn sweep_in_order<V: Vector>(
    a: Points<'_, V>,
    motion_a: &RigidMotion<V>,
    b: Points<'_, V>,
    motion_b: &RigidMotion<V>,
) -> Sweep<V> {
    let way = way(motion_a, motion_b);
    let hulls = Hulls::among(a, b, way, &places(b, motion_a, motion_b));
    advanced(hulls.map(|hulls| RigidHulls::new(hulls, motion_a, motion_b)))
}

/// What lengths a motion has beside those of the shapes: the pivots, and how far a point goes each way.
fn places<V: Vector>((points, _): Points<'_, V>, a: &RigidMotion<V>, b: &RigidMotion<V>) -> [V; 4] {
    let most = V::splat(V::Scalar::MAX);
    let from = points.first().copied().unwrap_or(V::ZERO);
    let moved = |delta: V| (from + delta).min(most).max(-most);
    [a.pivot, b.pivot, moved(a.delta), moved(b.delta)]
}

/// A motion's numbers, by which those of equal shapes have an order.
fn numbers<V: Vector>(motion: &RigidMotion<V>) -> [[f64; 3]; 4] {
    let angle = V::splat(motion.angle);
    [motion.delta, motion.pivot, motion.axis, angle].map(V::to_f64)
}

/// How far `a` goes as seen from `b`, at most as far as a number can tell.
fn way<V: Vector>(a: &RigidMotion<V>, b: &RigidMotion<V>) -> V {
    let most = V::splat(V::Scalar::MAX);
    (a.delta - b.delta).min(most).max(-most)
}

/// Two half-spaces, of which one at least turns: unless they overlap from the start they face each other,
/// and the least turn lets them meet, far out.
fn half_spaces<V: Vector>(a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>) -> Sweep<V> {
    let mut swept = matrix::swept(a, V::ZERO, b);
    if let Some(contact) = matrix::contact_within(a, b, V::Scalar::INFINITY) {
        let zero = V::Scalar::ZERO;
        swept.hit = Some(Hit::new(zero, contact.point_b, contact.normal, swept.start));
    }
    swept
}

/// A motion in the frame of a pair.
#[derive(Clone, Copy, Debug)]
struct FrameMotion {
    pivot: DVec3,
    /// Unit.
    axis: DVec3,
    angle: f64,
    delta: DVec3,
}

impl FrameMotion {
    fn new<V: Vector>(motion: &RigidMotion<V>, frame: &Frame<V>) -> Self {
        let vector = |v: V::Double| DVec3::from_array(v.to_f64());
        let axis = if V::DIM == 2 {
            Some(DVec3::Z)
        } else {
            Vector::try_normalize(DVec3::from_array(motion.axis.to_f64()))
        };
        let spins = motion.rotates();
        Self {
            pivot: vector(frame.raw(motion.pivot)),
            axis: axis.filter(|_| spins).unwrap_or(DVec3::Z),
            angle: if spins { motion.angle.to_f64() } else { 0.0 },
            delta: vector(frame.raw_way(motion.delta)),
        }
    }

    /// Where the pivot is.
    fn center(&self, t: f64) -> DVec3 {
        self.pivot + self.delta * t
    }

    /// The turn about the pivot: `x cos θ + (k × x) sin θ + k (k·x) (1 − cos θ)` for the axis k (Rodrigues).
    fn turned(&self, t: f64) -> Option<[DVec3; 3]> {
        if self.angle == 0.0 {
            return None;
        }
        let (sin, cos) = libm::sincos(self.angle * t);
        let k = self.axis;
        Some(
            [DVec3::X, DVec3::Y, DVec3::Z]
                .map(|x| x * cos + k.cross(x) * sin + k * (k.dot(x) * (1.0 - cos))),
        )
    }

    fn pose(&self, t: f64) -> Placement {
        Placement {
            turn: self.turned(t),
            pivot: self.pivot,
            shift: self.delta * t,
        }
    }

    /// The velocity of a point that is at `p` at the time `t`.
    fn velocity(&self, p: DVec3, t: f64) -> DVec3 {
        self.delta + self.axis.cross(p - self.center(t)) * self.angle
    }

    /// How far from the axis a point is that is at `p` at the time `t`.
    fn lever(&self, p: DVec3, t: f64) -> f64 {
        Vector::length(self.axis.cross(p - self.center(t)))
    }

    /// The most by which the height of that point along `n` bends.
    fn bend(&self, p: DVec3, t: f64, n: DVec3) -> f64 {
        self.angle * self.angle * Vector::length(self.axis.cross(n)) * self.lever(p, t)
    }

    /// How far any point is from the axis, and how far it goes.
    fn reach(&self, points: impl Iterator<Item = DVec3>) -> [f64; 2] {
        let way = Vector::abs(self.delta).max_element();
        if self.angle == 0.0 {
            return [0.0, way];
        }
        let longest = points.fold(0.0, |most, p| greater(most, self.lever(p, 0.0)));
        [longest, greater(longest * self.angle.abs(), way)]
    }
}

/// How the height of a point along a fixed normal goes on from a moment: after a further time `s` it is at
/// least `height + rate s − ½ bend s²`.
#[derive(Clone, Copy)]
struct HeightBound {
    height: f64,
    rate: f64,
    /// Half of it, and what it grows by in that time.
    bend: [f64; 2],
}

impl HeightBound {
    fn least(&self, s: f64) -> f64 {
        let [bend, growth] = self.bend;
        self.height + s * (self.rate - s * (bend + s * growth))
    }
}

/// The bounds of all points of two cores; of `b` along the opposite normal.
#[derive(Default)]
struct HeightBounds {
    a: Vec<HeightBound>,
    b: Vec<HeightBound>,
}

impl HeightBounds {
    /// The distance along the normal is at least this after a further time `s`; now it is the support gap.
    fn least(&self, s: f64) -> f64 {
        let least = |bounds: &[HeightBound]| {
            let lower = |least, bound: &HeightBound| Scalar::min(least, bound.least(s));
            bounds.iter().fold(f64::INFINITY, lower)
        };
        least(&self.a) + least(&self.b)
    }
}

/// A pair in a turning motion.
trait RigidPair<V: Vector> {
    fn frame(&self) -> &Frame<V>;
    /// Up to which gap they touch at the start, where nothing has moved yet.
    fn touch(&self) -> f64;
    fn separation(&self, t: f64) -> Separation<V::Double>;
    /// How all points go on from the time `t`, at which the pair stands so.
    fn follow(&self, t: f64, at: &Separation<V::Double>, bounds: &mut HeightBounds);
}

/// Two hulls.
struct RigidHulls<'a, V: Vector> {
    hulls: Hulls<'a, V>,
    touch: f64,
    a: FrameMotion,
    b: FrameMotion,
}

impl<'a, V: Vector> RigidHulls<'a, V> {
    fn new(mut hulls: Hulls<'a, V>, a: &RigidMotion<V>, b: &RigidMotion<V>) -> Self {
        let touch = hulls.frame.tolerance(TOUCH);
        let (a, b) = (
            FrameMotion::new(a, &hulls.frame),
            FrameMotion::new(b, &hulls.frame),
        );
        let rest = hulls.difference(0.0);
        let reaches = [a.reach(rest.a.iter()), b.reach(rest.b.iter())];
        for [lever, way] in reaches {
            hulls.frame.widen(lever, way);
        }
        Self { hulls, touch, a, b }
    }

    fn difference(&self, t: f64) -> Difference<'_> {
        self.hulls.posed(self.a.pose(t), self.b.pose(t))
    }
}

impl<V: Vector> RigidPair<V> for RigidHulls<'_, V> {
    fn frame(&self) -> &Frame<V> {
        &self.hulls.frame
    }

    fn touch(&self) -> f64 {
        self.touch
    }

    fn separation(&self, t: f64) -> Separation<V::Double> {
        let at = separation(&self.difference(t), &self.hulls.frame, f64::INFINITY);
        at.unwrap_or_else(Separation::infinite)
    }

    fn follow(&self, t: f64, at: &Separation<V::Double>, bounds: &mut HeightBounds) {
        let n = DVec3::from_array(at.normal.to_f64());
        let difference = self.difference(t);
        let follow = |cloud: &ConvexPoints<'_>,
                      spin: &FrameMotion,
                      n: DVec3,
                      bounds: &mut Vec<HeightBound>| {
            bounds.clear();
            bounds.extend(cloud.iter().map(|p| HeightBound {
                height: n.dot(p),
                rate: n.dot(spin.velocity(p, t)),
                bend: [0.5 * spin.bend(p, t, n), 0.0],
            }));
        };
        follow(&difference.a, &self.a, n, &mut bounds.a);
        follow(&difference.b, &self.b, -n, &mut bounds.b);
    }
}

/// A hull over a half-space.
struct RigidOverHalfSpace<'a, V: Vector> {
    at_rest: HalfSpace<'a, V>,
    touch: f64,
    a: FrameMotion,
    b: FrameMotion,
    /// The plane's height over its own pivot.
    offset: f64,
}

impl<'a, V: Vector> RigidOverHalfSpace<'a, V> {
    fn new(mut at_rest: HalfSpace<'a, V>, a: &RigidMotion<V>, b: &RigidMotion<V>) -> Self {
        let touch = at_rest.frame.tolerance(TOUCH);
        let (a, b) = (
            FrameMotion::new(a, &at_rest.frame),
            FrameMotion::new(b, &at_rest.frame),
        );
        let reaches = {
            let rest = at_rest.cloud(Placement::shifted(DVec3::ZERO));
            [a.reach(rest.iter()), b.reach(rest.iter())]
        };
        for [lever, way] in reaches {
            at_rest.frame.widen(lever, way);
        }
        // The first point is the origin of the frame.
        let offset = -at_rest.normal.dot(b.pivot) - at_rest.height;
        Self {
            at_rest,
            touch,
            a,
            b,
            offset,
        }
    }

    fn normal(&self, t: f64) -> DVec3 {
        match self.b.turned(t) {
            None => self.at_rest.normal,
            Some([x, y, z]) => {
                let n = self.at_rest.normal;
                x * n.x + y * n.y + z * n.z
            }
        }
    }
}

impl<V: Vector> RigidPair<V> for RigidOverHalfSpace<'_, V> {
    fn frame(&self) -> &Frame<V> {
        &self.at_rest.frame
    }

    fn touch(&self) -> f64 {
        self.touch
    }

    fn separation(&self, t: f64) -> Separation<V::Double> {
        let n = self.normal(t);
        let cloud = self.at_rest.cloud(self.a.pose(t));
        let lowest = cloud.point(cloud.support(-n));
        let height = n.dot(lowest - self.b.center(t)) - self.offset;
        over::<V>(lowest, n, height)
    }

    /// The height of a point x over the turning plane is m·x − offset, x being relative to the plane's
    /// pivot: it changes by ṁ·x + m·ẋ and bends by at most |m̈||x| + 2|ṁ||ẋ| + |ẍ|.
    fn follow(&self, t: f64, _: &Separation<V::Double>, bounds: &mut HeightBounds) {
        let m = self.normal(t);
        let turning = self.b.angle.abs();
        let m_rate = self.b.axis.cross(m) * self.b.angle;
        let cloud = self.at_rest.cloud(self.a.pose(t));
        bounds.a.clear();
        bounds.a.extend(cloud.iter().map(|p| {
            let x = p - self.b.center(t);
            let x_rate = self.a.velocity(p, t) - self.b.delta;
            let fastest = self.a.angle.abs() * self.a.lever(p, t)
                + Vector::length(self.a.delta - self.b.delta);
            // |x| grows by no more than the fastest way, and the bend with it.
            let bend = if turning == 0.0 {
                [0.5 * self.a.bend(p, t, m), 0.0]
            } else {
                let now = turning * turning * Vector::length(x)
                    + 2.0 * turning * fastest
                    + self.a.angle * self.a.angle * self.a.lever(p, t);
                [0.5 * now, 0.5 * turning * turning * fastest]
            };
            HeightBound {
                height: m.dot(x),
                rate: m_rate.dot(x) + m.dot(x_rate),
                bend,
            }
        }));
        bounds.b.clear();
        bounds.b.push(HeightBound {
            height: -self.offset,
            rate: 0.0,
            bend: [0.0; 2],
        });
    }
}

/// More steps than any but grazes need.
const MAX_STEPS: usize = 2048;

/// The first touch, by steps that are surely free.
fn advanced<V: Vector>(pair: Option<impl RigidPair<V>>) -> Sweep<V> {
    let Some(pair) = pair else {
        return Sweep::free(V::Scalar::ZERO);
    };
    let frame = pair.frame();
    let mut swept = Sweep::free(frame.bound(32.0));
    let band = pair.touch();
    let mut goal = frame.tolerance(if V::Scalar::DOUBLE { 8.0 } else { 1.0 });
    let gap = |at: &Separation<V::Double>| at.distance - frame.radius();
    let mut t = 0.0;
    let mut at = pair.separation(t);
    let started = gap(&at);
    if started < -band {
        swept.start = Start::Overlapping(from_separation(frame, &at));
        swept.hit = Some(hit(frame, t, &at, swept.start));
        return swept;
    }
    let mut steps = 0;
    let mut bounds = HeightBounds::default();
    if started <= band {
        swept.start = Start::Touching(from_separation(frame, &at));
        // As long as it touches it may go on until it is surely deeper than before.
        let deepest = Scalar::min(started, 0.0) - 0.5 * band;
        let floor = deepest - 0.5 * band;
        let mut still = t;
        while gap(&at) <= band {
            pair.follow(t, &at, &mut bounds);
            let step = safe_step(&bounds, 1.0 - t, frame.radius() + floor - band);
            if t + step >= 1.0 {
                return swept;
            }
            t += step;
            at = pair.separation(t);
            steps += 1;
            if gap(&at) < floor || steps == MAX_STEPS {
                swept.hit = Some(deepened(&pair, [still, t], deepest, swept.start));
                return swept;
            }
            if gap(&at) >= deepest {
                still = t;
            }
        }
    }
    // What is apart by no more than where others are stopped may leave, and is stopped at half of what it is apart.
    if gap(&at) <= goal + goal {
        goal = 0.25 * gap(&at);
    }
    while gap(&at) > goal + goal {
        pair.follow(t, &at, &mut bounds);
        let step = safe_step(&bounds, 1.0 - t, frame.radius() + goal);
        if t + step >= 1.0 {
            return swept;
        }
        if step <= 0.0 || steps == MAX_STEPS {
            break;
        }
        t += step;
        at = pair.separation(t);
        steps += 1;
    }
    swept.hit = Some(hit(frame, t, &at, swept.start));
    swept
}

/// The hit of what touches and goes deeper between two times, at the first of which it does not yet.
fn deepened<V: Vector>(
    pair: &impl RigidPair<V>,
    [mut still, mut deep]: [f64; 2],
    deepest: f64,
    start: Start<V>,
) -> Hit<V> {
    let frame = pair.frame();
    // As many halvings as a number has bits.
    for _ in 0..f64::MANTISSA_DIGITS {
        let middle = still + 0.5 * (deep - still);
        if pair.separation(middle).distance - frame.radius() >= deepest {
            still = middle;
        } else {
            deep = middle;
        }
    }
    hit(frame, still, &pair.separation(still), start)
}

fn hit<V: Vector>(frame: &Frame<V>, t: f64, at: &Separation<V::Double>, start: Start<V>) -> Hit<V> {
    let contact = from_separation(frame, at);
    let half = V::Scalar::HALF;
    let point = contact.point_a * half + contact.point_b * half;
    Hit::new(fraction(t), point, contact.normal, start)
}

/// A time for which the distance surely stays at `least`, nearly the longest that the bounds tell; up to
/// `rest`, the rest of the motion.
///
/// Their least is concave in time, so that a chord to a time at which it is too low lies below it: where
/// the chord crosses `least` is still free.
fn safe_step(bounds: &HeightBounds, rest: f64, least: f64) -> f64 {
    let spare = |s: f64| bounds.least(s) - least;
    let (mut free, mut free_by) = (0.0, spare(0.0));
    if free_by <= 0.0 {
        return 0.0;
    }
    let (mut far, mut far_by) = (rest, spare(rest));
    if far_by >= 0.0 {
        return far;
    }
    for _ in 0..64 {
        // A little short of it, so that a straight bound is not stopped by its rounding.
        let chord = free + (far - free) * (free_by / (free_by - far_by)) * (1.0 - 1e-12);
        let chord_by = spare(chord);
        if chord_by >= 0.0 {
            (free, free_by) = (chord, chord_by);
        }
        let middle = free + 0.5 * (far - free);
        let middle_by = spare(middle);
        if middle_by >= 0.0 {
            (free, free_by) = (middle, middle_by);
        } else {
            (far, far_by) = (middle, middle_by);
        }
        if far - free <= 0.01 * far {
            break;
        }
    }
    free
}
