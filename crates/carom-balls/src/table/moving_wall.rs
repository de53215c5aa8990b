//! Features of walls that move, and the time at which a ball touches one.
//!
//! In the frame of the wall the ball's path is p(t) with a bounded second derivative. A feature's core is convex, so that
//! its distance is at least that to the plane at the nearest point: d + c s + ½ b s², c being the closing rate along the
//! normal, and b a lower bound of the second derivative along it. The root of that bound is a step that never passes the
//! first touch (conservative advancement of second order; Newton's method on a convex function where the wall does not
//! rotate). As for walls at rest, a ball that touches and separates has its event when it approaches again.

use super::arc::{Arc, least_fall};
use super::clock::Moment;
use super::wall_feature::WallFeature;
use super::wall_motion::{Stretch, WallMotion, rotated_speed};
use carom_bvh::Aabb;
use carom_core::world::Rotation;
use carom_math::{Scalar, Vector};

/// Most steps of a search, and most stretches of constant rates: the search then goes on from a new trajectory.
const STEPS: u32 = 512;
const STRETCHES: u32 = 32;
/// Most steps of a search for a ball at rest, which no stretch ends, and which counts a stretch as one more.
const MOST_STEPS: u64 = 1 << 20;
/// Most rotation of a step, radians.
const TURN: f64 = 0.25;
/// A gap that counts as none, in coordinates: their rounding.
const ROUNDING: f64 = 1.0 / (1_u64 << 47) as f64;
/// The circle around the pivot is drawn a little wider, for rounding.
const AROUND: f64 = 1.0 + 1.0 / (1_u64 << 20) as f64;

/// A feature of a wall that moves, in units of the table.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct MovingFeature<D: Vector> {
    /// Where it is without displacement and rotation.
    pub(super) feature: WallFeature<D>,
    motion: WallMotion<D>,
    /// Its motion is this one from this moment on.
    pub(super) since: Moment,
    /// The unit axis.
    axis: D,
    /// The greatest distance of its core from the pivot, if it rotates.
    reach: f64,
    /// A ball around all places where it is at any time; none if it is infinite.
    around: Option<(D, f64)>,
}

/// A ball and a moving feature at a moment.
#[derive(Clone, Copy, Debug)]
pub(super) struct MovingContact<D> {
    /// Unit normal towards the ball.
    pub(super) normal: D,
    pub(super) gap: f64,
    /// Velocity of the wall at the contact point.
    pub(super) surface: D,
    /// Acceleration of the ball into the wall, in the wall's frame.
    pub(super) press: f64,
    /// The gap that counts as none.
    pub(super) slack: f64,
}

/// The end of a search.
enum Found {
    Touch(f64),
    Nothing,
    /// Nothing until this time; then its steps were spent.
    SoFar(f64),
}

/// A ball relative to a feature: in the frame of the wall, at a time.
struct Relative<D> {
    /// From the displaced pivot to the ball, and its rate, in the frame of the table.
    arm: D,
    rate: D,
    normal: D,
    gap: f64,
    /// Rate of the gap.
    closing: f64,
    acceleration: D,
    slack: f64,
}

impl<D: Vector> MovingFeature<D> {
    /// Converts to windows shorter by this factor, which is 2^−`halvings`.
    pub(super) fn rescale_time(&mut self, halvings: u32, factor: f64) {
        self.feature.kick *= factor;
        self.since = self.since.rescaled(halvings);
        for keyframe in &mut self.motion.keyframes {
            keyframe.time /= factor;
        }
    }
}

impl<D: Vector<Scalar = f64>> MovingFeature<D> {
    /// A box around all places where it is at any time; none if it is infinite.
    pub(super) fn bounds(&self) -> Option<Aabb<D>> {
        let (center, radius) = self.around?;
        Some(Aabb::of_points([center]).inflated(radius * AROUND))
    }
}

impl<D: Vector<Scalar = f64, Double = D>> MovingFeature<D> {
    /// Gives it another motion about the same pivot and axis, from a moment on.
    pub(super) fn set_motion(&mut self, motion: WallMotion<D>, since: Moment) {
        (self.motion, self.since) = (motion, since);
        self.around = self.swept();
    }

    fn swept(&self) -> Option<(D, f64)> {
        let bounds = self.feature.bounds()?;
        let frames = &self.motion.keyframes;
        let offsets = Aabb::of_points(frames.iter().map(|frame| frame.offset));
        let half = |bounds: &Aabb<D>| (bounds.max - bounds.min) * 0.5;
        let (center, radius) = if frames.iter().any(|frame| frame.angle != 0.0) {
            (self.motion.pivot, self.reach + self.feature.radius)
        } else {
            (bounds.min + half(&bounds), half(&bounds).length())
        };
        let shifted = half(&offsets);
        let center = center + offsets.min + shifted;
        let size = center.abs().max_element() + radius + shifted.length();
        Some((
            center,
            (radius + shifted.length()) * AROUND + size * ROUNDING,
        ))
    }

    /// A feature with a motion in units of the table, with times since its start.
    pub(super) fn new(feature: WallFeature<D>, motion: WallMotion<D>) -> Self {
        let axis = motion.axis.try_normalize().unwrap_or(D::ZERO);
        let points = feature.core.points();
        let reach = points.fold(0.0, |reach, p| {
            Scalar::max(reach, (p - motion.pivot).length())
        });
        let mut moving = Self {
            feature,
            motion,
            since: Moment::START,
            axis,
            reach: if feature.bounds().is_some() {
                reach
            } else {
                f64::INFINITY
            },
            around: None,
        };
        moving.around = moving.swept();
        moving
    }

    /// The position of a ball in the frame in which the wall is where its parts are.
    pub(super) fn in_frame(&self, position: D, at: Moment) -> D {
        self.motion.in_frame(position, at.windows())
    }

    /// The contact with a ball at a moment; `ball` is its motion from then on.
    pub(super) fn contact(&self, ball: &Arc<D>, radius: f64, at: Moment) -> MovingContact<D> {
        let time = at.windows();
        let stretch = self.motion.stretch(time);
        let relative = self.relative(&stretch, time, ball, radius, 0.0);
        let spin = |arm| rotated_speed(self.axis, stretch.spin, arm);
        let Relative {
            arm,
            rate,
            normal,
            acceleration,
            ..
        } = relative;
        let inward = acceleration - spin(rate) * 2.0 + spin(spin(arm));
        MovingContact {
            normal,
            gap: relative.gap,
            surface: stretch.velocity + spin(arm - normal * radius),
            press: -normal.dot(inward),
            slack: relative.slack,
        }
    }

    /// The ball after `t`; the wall's time is `time` then.
    fn relative(
        &self,
        stretch: &Stretch<D>,
        time: f64,
        ball: &Arc<D>,
        radius: f64,
        t: f64,
    ) -> Relative<D> {
        let (offset, angle) = stretch.pose(time);
        let pivot = self.motion.pivot;
        let position = ball.at(t);
        let arm = position - offset - pivot;
        let rate = ball.velocity + ball.acceleration * t - stretch.velocity;
        let radii = self.feature.radius + radius;
        let (normal, distance) = if angle == 0.0 {
            self.feature.nearest(arm + pivot)
        } else {
            let back = Rotation::<D>::from_f64(self.axis, -angle);
            let (normal, distance) = self.feature.nearest(back.rotate(arm) + pivot);
            let turned = Rotation::<D>::from_f64(self.axis, angle).rotate(normal);
            (turned, distance)
        };
        let normal = normal.try_normalize().unwrap_or(D::ZERO);
        let turning = rotated_speed(self.axis, stretch.spin, arm);
        let size = position.abs().max_element() + arm.abs().max_element();
        Relative {
            arm,
            rate,
            normal,
            gap: distance - radii,
            closing: normal.dot(rate - turning),
            acceleration: ball.acceleration,
            slack: ROUNDING * (size + pivot.abs().max_element() + radii),
        }
    }

    /// Time until a ball touches it and approaches, at most `until`: `ball` moves from `start` on. Where the search
    /// ends without an answer, it gives the time from which to go on. Infinite if it never touches before `until`, or
    /// not before `latest`. Adds its steps to `steps`.
    pub(super) fn first_touch(
        &self,
        ball: &Arc<D>,
        radius: f64,
        start: Moment,
        [until, latest]: [f64; 2],
        steps: &mut u64,
    ) -> f64 {
        let begin = start.windows();
        let most = *steps + MOST_STEPS;
        let is_late = |t: f64| t > until || t > latest || t == f64::INFINITY;
        if is_late(self.least_entry(ball, radius)) {
            return f64::INFINITY;
        }
        let mut from = 0.0;
        loop {
            let t = match self.search(ball, radius, [begin, from, until, latest], steps) {
                Found::Touch(t) => return t,
                Found::Nothing => return f64::INFINITY,
                Found::SoFar(t) => t,
            };
            // Far from the wall, it goes on from where the ball may come back.
            match self.entry(ball, radius, t) {
                Some(entry) if is_late(entry) => return f64::INFINITY,
                Some(entry) if entry > t && *steps < most => from = entry,
                _ => return t,
            }
        }
    }

    /// A ball relative to the ball around all places of the wall.
    fn to_around(&self, ball: &Arc<D>, radius: f64, t: f64) -> Option<Arc<D>> {
        let (center, around) = self.around?;
        let arc = Arc {
            way: ball.at(t) - center,
            velocity: ball.velocity + ball.acceleration * t,
            acceleration: ball.acceleration,
            // Wider than the circle in which it rotates.
            radii: (around + radius) * AROUND,
        };
        let is_outside = arc.way.length_squared() > arc.radii * arc.radii;
        is_outside.then_some(arc)
    }

    /// A lower bound of the time until the ball gets into the reach of the wall.
    fn least_entry(&self, ball: &Arc<D>, radius: f64) -> f64 {
        let arc = self.to_around(ball, radius, 0.0);
        arc.map_or(0.0, |arc| arc.least_time())
    }

    /// The time at which a ball that is out of reach of the wall at `t` gets into it; `None` if it is within reach then.
    fn entry(&self, ball: &Arc<D>, radius: f64, t: f64) -> Option<f64> {
        let arc = self.to_around(ball, radius, t)?;
        Some(t + arc.first_touch(f64::INFINITY, |_| true))
    }

    /// A search within bounds.
    fn search(
        &self,
        ball: &Arc<D>,
        radius: f64,
        [begin, from, until, latest]: [f64; 4],
        steps: &mut u64,
    ) -> Found {
        let most = *steps + MOST_STEPS;
        let mut t = from;
        let (mut until, mut stretches) = (until, STRETCHES);
        if ball.velocity == D::ZERO && ball.acceleration == D::ZERO {
            // What a wall that repeats does not touch in a round, it never touches.
            let round = self.motion.end_of_round(begin);
            until = Scalar::min(until, round - begin);
            stretches = stretches.max(self.motion.keyframes.len() as u32 + 2);
        }
        for _ in 0..stretches {
            if *steps > most {
                break;
            }
            let stretch = self.motion.stretch(begin + t);
            let end = Scalar::min(stretch.to - begin, until);
            let times = [t, end, begin];
            match self.first_touch_in(&stretch, ball, radius, times, latest, steps) {
                Found::Nothing if end >= until || end > latest => return Found::Nothing,
                // Rounding must not stop the clock.
                Found::Nothing => {
                    t = if end > t {
                        end
                    } else {
                        t + t * f64::EPSILON + f64::EPSILON
                    }
                }
                found => return found,
            }
        }
        Found::SoFar(t)
    }

    /// The same in a stretch of constant rates.
    fn first_touch_in(
        &self,
        stretch: &Stretch<D>,
        ball: &Arc<D>,
        radius: f64,
        [from, end, begin]: [f64; 3],
        latest: f64,
        steps: &mut u64,
    ) -> Found {
        *steps += 1;
        let spin = Scalar::abs(stretch.spin);
        let around = (self.reach + self.feature.radius + radius) * AROUND;
        let mut t = from;
        for _ in 0..STEPS {
            if t >= end || t > latest {
                return Found::Nothing;
            }
            *steps += 1;
            let relative = self.relative(stretch, begin + t, ball, radius, t);
            let Relative {
                arm,
                rate,
                gap,
                closing,
                ..
            } = relative;
            if gap <= relative.slack && closing < 0.0 {
                return Found::Touch(t);
            }
            if spin > 0.0 && arm.length_squared() > around * around {
                // Outside the circle in which it rotates.
                let to_circle = Arc {
                    way: arm,
                    velocity: rate,
                    acceleration: ball.acceleration,
                    radii: around,
                };
                let wait = to_circle.first_touch(f64::INFINITY, |_| true);
                if wait > 0.0 {
                    t += wait;
                    continue;
                }
            }
            let (bend, most) = if spin == 0.0 {
                (relative.normal.dot(ball.acceleration), f64::INFINITY)
            } else {
                self.least_bend(&relative, spin, Scalar::min(end - t, TURN / spin))
            };
            let next = t + Scalar::min(next_step(&relative, bend), most);
            // No number is left between: it touches.
            if next == t && gap <= relative.slack * 4.0 && closing < 0.0 {
                return Found::Touch(t);
            }
            t = if next > t { next } else { t + t * f64::EPSILON };
        }
        Found::SoFar(t)
    }

    /// A lower bound of the second derivative of the distance within a time, and that time: the ball's acceleration,
    /// Coriolis' and the centrifugal one.
    fn least_bend(&self, relative: &Relative<D>, spin: f64, time: f64) -> (f64, f64) {
        let a = relative.acceleration.length();
        let (v, r) = (relative.rate.length(), relative.arm.length());
        let fastest = v + a * time;
        let farthest = r + (v + 0.5 * a * time) * time;
        (-(a + spin * (2.0 * fastest + spin * farthest)), time)
    }
}

/// A step that does not pass the next touch, given a lower bound of the second derivative of the gap.
fn next_step<D>(relative: &Relative<D>, bend: f64) -> f64 {
    let Relative {
        gap,
        closing,
        slack,
        ..
    } = *relative;
    if gap > slack {
        return least_fall(gap, closing, bend);
    }
    if bend >= 0.0 {
        return f64::INFINITY;
    }
    // It separates: until it can be back, and at least as long as it takes to get nearer by less than rounding.
    Scalar::max(2.0 * closing / -bend, Scalar::sqrt(2.0 * slack / -bend))
}
