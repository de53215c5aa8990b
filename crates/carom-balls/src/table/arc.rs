//! Collision times under constant relative acceleration: safe roots of quadratics and quartics.
//!
//! |w + v t + ½ a t²|² − r² has degree four. Its coefficients are never used, as they cancel for distant balls; every
//! value is computed from the position w + v t + ½ a t² itself: the squared distance, its derivative, and so on.
//! Between the roots of the derivative the distance is monotonic, so that there is one root or none, between ends of
//! different signs; and the roots of the derivative are found in the same way between those of its own derivative. So
//! no root is missed except by the rounding of a position.

use super::dynamics::{Accelerated, bent, rolled};
use super::trajectory::first_touch;
use carom_math::{Scalar, Vector};

/// The part of a distance that a bound of a time counts, so that no rounding makes it later: balls of which the gap is small
/// touch at a time with a rounding of their distance, which is far more than one of the time.
pub(super) const NEARER: f64 = 1.0 - 1.0 / (1_u64 << 44) as f64;

/// The first time at which h + v t + ½ a t² is not positive and falls; infinite if there is none.
pub(crate) fn falls(h: f64, v: f64, a: f64) -> f64 {
    if h <= 0.0 {
        return if v < 0.0 {
            0.0
        } else if a < 0.0 {
            // Up and down again; a ball that is below by rounding falls at the latest from the top.
            (v + Scalar::sqrt(Scalar::max(v * v - 2.0 * a * h, 0.0))) / -a
        } else {
            f64::INFINITY
        };
    }
    let square = v * v - 2.0 * a * h;
    if v < 0.0 {
        if square > 0.0 {
            2.0 * h / (Scalar::sqrt(square) - v)
        } else {
            f64::INFINITY
        }
    } else if a < 0.0 {
        (v + Scalar::sqrt(square)) / -a
    } else {
        f64::INFINITY
    }
}

/// A lower bound of the time until h + v t + ½ a t² is zero, for positive h.
pub(super) fn least_fall(h: f64, v: f64, a: f64) -> f64 {
    if h > 0.0 { falls(h, v, a) } else { 0.0 }
}

/// Relative motion of two balls with constant relative acceleration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arc<D> {
    pub(crate) way: D,
    pub(crate) velocity: D,
    pub(crate) acceleration: D,
    pub(crate) radii: f64,
}

/// The arguments at which a derivative changes its sign, and the two ends.
#[derive(Clone, Copy, Debug)]
struct Knots {
    at: [f64; 5],
    count: usize,
}

impl Knots {
    fn between(low: f64, high: f64) -> Self {
        Self {
            at: [low, high, 0.0, 0.0, 0.0],
            count: 2,
        }
    }

    /// The roots of a function that is monotonic between these knots, and the two ends.
    #[inline(always)]
    fn roots(&self, value: impl Fn(f64) -> f64, slope: impl Fn(f64) -> f64) -> Self {
        let mut roots = *self;
        roots.count = 1;
        for pair in self.at[..self.count].windows(2) {
            let (low, high) = (value(pair[0]), value(pair[1]));
            if low < 0.0 && high > 0.0 || low > 0.0 && high < 0.0 {
                roots.at[roots.count] = root([pair[0], pair[1]], high > 0.0, &value, &slope);
                roots.count += 1;
            }
        }
        roots.at[roots.count] = self.at[self.count - 1];
        roots.count += 1;
        roots
    }
}

/// The root between two arguments with values of different signs, by Newton's method, with bisection where a step
/// leaves the interval or converges slowly.
#[inline(always)]
fn root(
    [mut low, mut high]: [f64; 2],
    is_rising: bool,
    value: impl Fn(f64) -> f64,
    slope: impl Fn(f64) -> f64,
) -> f64 {
    let mut t = 0.5 * (low + high);
    let mut last = high - low;
    // Bisection alone ends after some two thousand steps, when no number is left between.
    loop {
        let y = value(t);
        if y == 0.0 {
            return t;
        }
        if (y > 0.0) == is_rising {
            high = t;
        } else {
            low = t;
        }
        let newton = t - y / slope(t);
        let step = Scalar::abs(newton - t);
        // False for NaN too.
        let next = if newton > low && newton < high && step < 0.5 * last {
            newton
        } else {
            0.5 * (low + high)
        };
        last = Scalar::abs(next - t);
        if !(low < next && next < high) || last <= 0.5 * f64::EPSILON * next {
            return next;
        }
        t = next;
    }
}

impl<D: Vector<Scalar = f64>> Arc<D> {
    /// From one ball to another, while both keep their accelerations.
    pub(super) fn between(a: &Accelerated<D>, b: &Accelerated<D>, radii: f64) -> Self {
        Self {
            way: b.position - a.position,
            velocity: b.velocity - a.velocity,
            acceleration: b.acceleration - a.acceleration,
            radii,
        }
    }

    /// The same relative to another position.
    pub(super) fn seen_from(&self, position: D) -> Self {
        Self {
            way: self.way - position,
            ..*self
        }
    }

    pub(super) fn at(&self, t: f64) -> D {
        bent(self.way, self.velocity, self.acceleration, t)
    }

    fn speed(&self, t: f64) -> D {
        self.velocity + self.acceleration * t
    }

    /// The squared distance less the squared sum of radii.
    fn apart(&self, t: f64) -> f64 {
        self.at(t).length_squared() - self.radii * self.radii
    }

    /// Half its first derivative.
    fn slope(&self, t: f64) -> f64 {
        self.at(t).dot(self.speed(t))
    }

    /// Half its second derivative: negative if two balls press that touch and do not approach.
    pub(crate) fn bend(&self, t: f64) -> f64 {
        self.speed(t).length_squared() + self.at(t).dot(self.acceleration)
    }

    /// Half its third derivative.
    fn twist(&self, t: f64) -> f64 {
        3.0 * self.acceleration.dot(self.speed(t))
    }

    /// Time after which the distance exceeds the radii for good: |a| t² / 2 is then twice |w| + |v| t + r.
    fn end(&self) -> f64 {
        let (v, a) = (self.velocity.length(), self.acceleration.length());
        let far = self.way.length() + self.radii;
        2.0 * (v + Scalar::sqrt(v * v + a * far)) / a
    }

    /// A lower bound of the time until the two touch, up to rounding: from the motion along their line of centers,
    /// along which they are no nearer than in space.
    pub(crate) fn least_time(&self) -> f64 {
        let distance = self.way.length();
        let along = |x: D| self.way.dot(x) / distance;
        least_fall(
            distance * NEARER - self.radii,
            along(self.velocity),
            along(self.acceleration),
        )
    }

    /// The times up to `end` at which the distance turns, and the two ends; `aa` is the squared acceleration.
    #[inline(always)]
    fn turning_points(&self, aa: f64, end: f64) -> Knots {
        let mut knots = Knots::between(0.0, end);
        let turn = -self.velocity.dot(self.acceleration) / aa;
        if turn > 0.0 && turn < end {
            knots.at = [0.0, turn, end, 0.0, 0.0];
            knots.count = 3;
        }
        knots
            .roots(|t| self.bend(t), |t| self.twist(t))
            .roots(|t| self.slope(t), |t| self.bend(t))
    }

    /// The first time at which the distance is at least the radii and grows; infinite if there is none.
    pub(super) fn first_exit(&self) -> f64 {
        let aa = self.acceleration.length_squared();
        if aa == 0.0 {
            return self.straight_exit();
        }
        let knots = self.turning_points(aa, self.end());
        for pair in knots.at[..knots.count].windows(2) {
            let [from, to] = [pair[0], pair[1]];
            if self.slope(0.5 * (from + to)) <= 0.0 {
                continue;
            }
            if self.apart(from) >= 0.0 {
                return from;
            }
            if self.apart(to) > 0.0 {
                let (value, slope) = (|t| self.apart(t), |t| 2.0 * self.slope(t));
                return root([from, to], true, value, slope);
            }
        }
        f64::INFINITY
    }

    /// The same without acceleration: the higher root of a t² + 2 b t + c, in the form without cancellation.
    fn straight_exit(&self) -> f64 {
        let (a, b, c) = (
            self.velocity.length_squared(),
            self.slope(0.0),
            self.apart(0.0),
        );
        if a == 0.0 {
            return f64::INFINITY;
        }
        let root = Scalar::sqrt(Scalar::max(b * b - a * c, 0.0));
        if b < 0.0 {
            (root - b) / a
        } else if c < 0.0 {
            -c / (root + b)
        } else {
            0.0
        }
    }

    /// The first time up to `until` at which they touch or overlap, and approach, and for which `is_wanted` is true;
    /// infinite if there is none.
    ///
    /// This is the stable rule (`trajectory`) for accelerated motion: balls that touch or overlap and separate have
    /// their event when they approach again.
    pub(crate) fn first_touch(&self, until: f64, is_wanted: impl Fn(f64) -> bool) -> f64 {
        let aa = self.acceleration.length_squared();
        if aa == 0.0 {
            let t = first_touch(self.way, self.velocity, self.radii);
            return if t <= until && is_wanted(t) {
                t
            } else {
                f64::INFINITY
            };
        }
        let knots = self.turning_points(aa, Scalar::min(until, self.end()));
        for pair in knots.at[..knots.count].windows(2) {
            let [from, to] = [pair[0], pair[1]];
            if self.slope(0.5 * (from + to)) >= 0.0 {
                continue;
            }
            let t = if self.apart(from) <= 0.0 {
                from
            } else if self.apart(to) < 0.0 {
                let (value, slope) = (|t| self.apart(t), |t| 2.0 * self.slope(t));
                root([from, to], false, value, slope)
            } else {
                continue;
            };
            if is_wanted(t) {
                return t;
            }
        }
        f64::INFINITY
    }
}

/// Time until two balls touch, each of which may come to rest before; infinite if never.
pub(super) fn first_meeting<D: Vector<Scalar = f64>>(
    mut a: Accelerated<D>,
    mut b: Accelerated<D>,
    radii: f64,
) -> f64 {
    let mut before = 0.0;
    // Both move, then one, then none.
    loop {
        let left = Scalar::min(a.left, b.left);
        let arc = Arc::between(&a, &b, radii);
        let is_still = |one: &Accelerated<D>| one.velocity == D::ZERO && one.left == f64::INFINITY;
        let t = if left < f64::INFINITY && (is_still(&a) || is_still(&b)) {
            let straight = first_touch(arc.way, arc.velocity, radii);
            return before + rolled(straight, left);
        } else {
            arc.first_touch(left, |_| true)
        };
        if t < f64::INFINITY || left == f64::INFINITY {
            return before + t;
        }
        (a, b) = (a.after(left), b.after(left));
        before += left;
    }
}

/// A lower bound of [`first_meeting`]: from the motion along the line of centers, along which the balls are no nearer than
/// in space. Most pairs never touch along it.
pub(super) fn least_meeting<D: Vector<Scalar = f64>>(
    mut a: Accelerated<D>,
    mut b: Accelerated<D>,
    radii: f64,
) -> f64 {
    let way = b.position - a.position;
    let distance = way.length();
    let normal = way / distance;
    let radii = radii + distance * (1.0 - NEARER);
    let mut before = 0.0;
    loop {
        let left = Scalar::min(a.left, b.left);
        let arc = Arc::between(&a, &b, radii);
        let along = |x: D| normal.dot(x);
        let t = least_fall(
            along(arc.way) - radii,
            along(arc.velocity),
            along(arc.acceleration),
        );
        if t <= left || left == f64::INFINITY {
            return before + t;
        }
        (a, b) = (a.after(left), b.after(left));
        before += left;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, dvec3};

    /// The first sample at which the value is negative after a positive one.
    fn sampled(value: impl Fn(f64) -> f64, end: f64, steps: u32) -> Option<f64> {
        let at = |step: u32| end * f64::from(step) / f64::from(steps);
        let first = (0..steps).find(|step| value(at(*step)) > 0.0 && value(at(step + 1)) < 0.0)?;
        let (mut low, mut high) = (at(first), at(first + 1));
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            *(if value(middle) < 0.0 {
                &mut high
            } else {
                &mut low
            }) = middle;
        }
        Some(high)
    }

    #[test]
    fn heights_fall_when_they_do() {
        assert_eq!(falls(2.0, 0.0, -4.0), 1.0);
        assert_eq!(falls(2.0, -1.0, 0.0), 2.0);
        assert_eq!(falls(2.0, 1.0, 0.0), f64::INFINITY);
        assert_eq!(falls(2.0, -2.0, 1.0), f64::INFINITY, "it just touches");
        assert_eq!(falls(1.5, -2.0, 1.0), 1.0);
        assert_eq!(falls(0.0, 2.0, -4.0), 1.0);
        assert_eq!([falls(0.0, 0.0, -1.0), falls(-1e-17, -1.0, 5.0)], [0.0; 2]);
        assert_eq!(falls(-1.0, 1.0, -1.0), 1.0, "at its highest");
        let mut random = fastrand::Rng::with_seed(1);
        let mut found = 0;
        for _ in 0..3000 {
            let mut number = || random.f64() - 0.5;
            let (h, v, a) = (number() + 0.5, number() * 2.0, number() * 2.0);
            let t = falls(h, v, a);
            match sampled(|t| h + v * t + 0.5 * a * t * t, 4.0, 400) {
                Some(expected) => {
                    assert!((t - expected).abs() < 1e-9 * (1.0 + t), "{h} {v} {a}: {t}");
                    found += 1;
                }
                // A dip between two samples.
                None => assert!(
                    t > 4.0 - 1e-9 || v * v - 2.0 * a * h < 1e-3,
                    "{h} {v} {a}: {t}"
                ),
            }
        }
        assert!(found > 1000, "{found}");
    }

    /// Compared with samples of the distance, for arcs of which some come back a second time.
    #[test]
    fn arcs_touch_when_they_do() {
        let mut random = fastrand::Rng::with_seed(2);
        let (mut met, mut late) = (0, 0);
        for _ in 0..20_000 {
            let mut vector = |size: f64| {
                let mut number = || (random.f64() - 0.5) * size;
                dvec3(number(), number(), number())
            };
            let arc = Arc {
                way: vector(6.0),
                velocity: vector(6.0),
                acceleration: vector(6.0),
                radii: 0.7,
            };
            if arc.apart(0.0) <= 1e-3 {
                continue;
            }
            let distance = |t: f64| arc.at(t).length() - arc.radii;
            let t = arc.first_touch(f64::INFINITY, |_| true);
            assert!(arc.least_time() <= t * (1.0 + 1e-12));
            let end = 8.0;
            match sampled(distance, end, 800) {
                Some(expected) => {
                    if (t - expected).abs() > 1e-7 {
                        // Only a dip between samples may come first.
                        assert!(t < expected && arc.slope(t) < 0.0 && distance(t).abs() < 1e-12);
                    }
                    met += 1;
                    late += u32::from(t > 1.5);
                }
                None if t < end => {
                    assert!(
                        arc.slope(t) < 0.0 && distance(t).abs() < 1e-12,
                        "{arc:?} {t}"
                    );
                }
                None => {}
            }
            if t < f64::INFINITY {
                assert_eq!(arc.first_touch(t * 0.999, |_| true), f64::INFINITY);
                let back = Arc {
                    way: -arc.way,
                    velocity: -arc.velocity,
                    acceleration: -arc.acceleration,
                    ..arc
                };
                assert_eq!(
                    back.first_touch(f64::INFINITY, |_| true),
                    t,
                    "from the other side"
                );
            }
        }
        assert!(met > 300 && late > 30, "{met} {late}");
    }

    /// Of balls that roll, each of which may come to rest before they touch; and of balls that fall.
    #[test]
    fn bounds_of_meetings_are_no_later_than_these() {
        let mut random = fastrand::Rng::with_seed(3);
        let (mut met, mut never, mut late) = (0, 0, 0);
        for round in 0..20_000 {
            let mut vector = |size: f64| {
                let mut number = || (random.f64() - 0.5) * size;
                dvec3(number(), number(), number())
            };
            let scale = if round % 2 == 0 { 1.0 } else { 1e-20 };
            let down = vector(4.0);
            let mut motion = |is_rolling: bool| {
                let velocity = vector(2.0);
                let left = velocity.length() / 0.5;
                Accelerated {
                    position: vector(4.0) * scale,
                    velocity,
                    acceleration: if is_rolling { velocity / -left } else { down },
                    left: if is_rolling { left } else { f64::INFINITY },
                }
            };
            let (a, b) = (motion(round % 3 > 0), motion(round % 5 > 0));
            let radii = 0.7 * scale;
            if (b.position - a.position).length() < radii {
                continue;
            }
            let (bound, t) = (least_meeting(a, b, radii), first_meeting(a, b, radii));
            assert!(bound <= t, "{a:?} {b:?}: {bound} {t}");
            met += u32::from(t < f64::INFINITY);
            never += u32::from(bound == f64::INFINITY);
            late += u32::from(bound < f64::INFINITY && bound > a.left.min(b.left));
        }
        assert!(
            met > 500 && never > 5000 && late > 300,
            "{met} {never} {late}"
        );
    }

    /// Thrown against the ball that it touches, away from it, and past it.
    #[test]
    fn balls_that_separate_collide_again_when_they_return() {
        let arc = |velocity: DVec3, acceleration: DVec3| Arc {
            way: dvec3(0.0, 2.0, 0.0),
            velocity,
            acceleration,
            radii: 2.0,
        };
        let first = |arc: Arc<DVec3>| arc.first_touch(f64::INFINITY, |_| true);
        let down = dvec3(0.0, -4.0, 0.0);
        assert_eq!(first(arc(dvec3(3.0, -1.0, 0.0), down)), 0.0);
        assert_eq!(first(arc(DVec3::ZERO, down)), 0.0);
        assert!((first(arc(DVec3::Y, down)) - 0.5).abs() < 1e-15);
        // v² / r against g: it follows the surface, or flies off.
        assert_eq!(first(arc(DVec3::X * 2.7, down)), 0.0);
        assert_eq!(first(arc(DVec3::X * 2.9, down)), f64::INFINITY);
        assert_eq!(first(arc(DVec3::ZERO, -down)), f64::INFINITY);
    }
}
