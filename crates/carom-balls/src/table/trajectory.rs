//! Straight trajectories between events, and the time at which two of them touch.
//!
//! The time depends on the two trajectories alone, never on when or for which of the two it is computed: both are first
//! advanced to the later of their starts. So no bit depends on cells, lists or the queue, which only make a table fast.

use super::clock::Moment;
use carom_math::{Scalar, Vector};

/// Uniform motion since the ball's last event.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub(super) struct Trajectory<D> {
    pub(super) position: D,
    pub(super) velocity: D,
    pub(super) since: Moment,
}

impl<D: Vector<Scalar = f64>> Trajectory<D> {
    #[inline(always)]
    pub(super) fn at(&self, now: Moment) -> D {
        self.position + self.velocity * now.since(self.since)
    }
}

/// Adding and subtracting this rounds to a whole number.
pub(super) const ROUNDS: f64 = 6_755_399_441_055_744.0;

/// The whole periods to subtract from a displacement so that it becomes the shortest. Branch-free: near an edge half of
/// all pairs lie across it.
#[inline(always)]
pub(super) fn nearest_image_shift<D: Vector<Scalar = f64>>(way: D, period: D) -> D {
    let mut shift = [0.0; 3];
    for (axis, shift) in shift.iter_mut().enumerate().take(D::DIM) {
        *shift = ((way[axis] * (1.0 / period[axis]) + ROUNDS) - ROUNDS) * period[axis];
    }
    D::from_f64(shift)
}

/// The whole periods between a position and the first period, along each axis; and as a vector.
pub(super) fn wrap_count<D: Vector<Scalar = f64>>(position: D, period: D) -> ([f64; 3], D) {
    let (mut count, mut shift) = ([0.0; 3], [0.0; 3]);
    for axis in 0..D::DIM {
        let (position, period) = (position[axis], period[axis]);
        if !(position >= 0.0 && position < period) {
            count[axis] = libm::floor(position / period);
            shift[axis] = count[axis] * period;
        }
    }
    (count, D::from_f64(shift))
}

/// Relative motion of two trajectories since the later of their starts; and the coefficients b and c of a t² + 2 b t +
/// c, the squared distance less the squared sum of radii.
#[derive(Clone, Copy, Debug)]
pub(super) struct RelativeMotion<D> {
    /// From the first ball to the second.
    pub(super) way: D,
    velocity: D,
    radii: f64,
    pub(super) b: f64,
    c: f64,
    pub(super) ww: f64,
}

impl<D: Vector<Scalar = f64>> RelativeMotion<D> {
    #[inline(always)]
    pub(super) fn of(way: D, velocity_a: D, velocity_b: D, radii: f64) -> Self {
        Self::relative(way, velocity_b - velocity_a, radii)
    }

    #[inline(always)]
    fn relative(way: D, velocity: D, radii: f64) -> Self {
        let ww = way.dot(way);
        Self {
            way,
            velocity,
            radii,
            b: way.dot(velocity),
            c: ww - radii * radii,
            ww,
        }
    }

    /// The same for the second ball's periodic image that is nearest `ahead` later.
    #[inline]
    pub(super) fn nearest_image(self, period: D, ahead: f64) -> Self {
        let shift = nearest_image_shift(self.way + self.velocity * ahead, period);
        Self::relative(self.way - shift, self.velocity, self.radii)
    }

    /// A lower bound of the time until the two touch, up to rounding; infinite if they separate. It needs no root: as
    /// √(b² − ac) ≤ −b, the time c / (√(b² − ac) − b) is at least c / −2b.
    #[inline(always)]
    pub(super) fn least_time(&self) -> f64 {
        if self.b < 0.0 {
            self.c / (-2.0 * self.b)
        } else {
            f64::INFINITY
        }
    }

    /// Time until the two touch; infinite if never.
    #[inline(always)]
    pub(super) fn first_touch(&self) -> f64 {
        if self.b >= 0.0 {
            f64::INFINITY
        } else if self.c <= 0.0 {
            0.0
        } else {
            root(
                self.way,
                self.velocity,
                self.radii,
                [self.b, self.c, self.ww],
            )
        }
    }
}

/// Time until |w + v t| = radii; infinite if never.
///
/// The stable rule (Bannerman, Strobl, Formella, Pöschel, *Comput. Part. Mech.* 1, 2014): apart, the next root at which
/// the distance shrinks; touching or overlapping, now if the distance shrinks, never if not. Rounding can then let no
/// overlap grow, and no ball has to be pushed.
#[inline(always)]
pub(super) fn first_touch<D: Vector<Scalar = f64>>(way: D, velocity: D, radii: f64) -> f64 {
    RelativeMotion::relative(way, velocity, radii).first_touch()
}

/// The lower root of a t² + 2 b t + c, for b < 0 < c, in the form without cancellation.
#[inline]
fn root<D: Vector<Scalar = f64>>(w: D, v: D, radii: f64, [b, c, ww]: [f64; 3]) -> f64 {
    let a = v.dot(v);
    let square = radii * radii;
    // Far away b² and ac cancel; a ww − b² is the square of w ∧ v, with a rounding that grows with the distance and not
    // with its square.
    let discriminant = if ww < 4.0 * square {
        b * b - a * c
    } else {
        a * square - D::wedge_dot(w, v, w, v)
    };
    if discriminant > 0.0 {
        c / (Scalar::sqrt(discriminant) - b)
    } else {
        f64::INFINITY
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    #[test]
    fn grazing_aims_hit_or_miss_by_the_angle() {
        // Twenty aims at the edge, from far and near.
        for (distance, radii) in [(4.0, 2.0), (3e3, 1.0), (2.01, 2.0)] {
            for step in -10..10 {
                let off = radii * (1.0 + 1e-9 * (f64::from(step) + 0.5));
                let t = first_touch(dvec2(distance, off), dvec2(-1.0, 0.0), radii);
                assert_eq!(t.is_finite(), step < 0, "{distance} {step}");
            }
        }
    }

    #[test]
    fn the_stable_rule() {
        let w = dvec3(0.0, 1.9, 0.0);
        for (v, expected) in [(-1.0, 0.0), (1.0, f64::INFINITY), (0.0, f64::INFINITY)] {
            assert_eq!(first_touch(w, dvec3(3.0, v, 0.0), 2.0), expected);
        }
        // Exact touch follows the same rule.
        assert_eq!(first_touch(dvec2(2., 0.), dvec2(-1., 5.), 2.0), 0.0);
        assert_eq!(first_touch(dvec2(5., 0.), dvec2(-2., 0.), 2.0), 1.5);
        assert_eq!(first_touch(dvec2(5., 0.), DVec2::ZERO, 2.0), f64::INFINITY);
        assert_eq!(first_touch(DVec3::ZERO, DVec3::ZERO, 2.0), f64::INFINITY);
    }

    #[test]
    fn the_bound_is_at_most_the_time() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut number = |size: f64| (random.f64() - 0.5) * size;
        let mut met = 0;
        for _ in 0..100_000 {
            let w = dvec3(number(6.0), number(6.0), number(6.0));
            let v = dvec3(number(2.0), number(2.0), number(2.0));
            let relative = RelativeMotion::relative(w, v, 1.0);
            let (least, t) = (relative.least_time(), relative.first_touch());
            assert!(least <= t + t * 1e-15);
            met += usize::from(t.is_finite());
        }
        assert!(met > 1000, "{met}");
    }
}
