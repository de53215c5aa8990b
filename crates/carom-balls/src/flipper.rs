//! A ball among capsules that are fixed or rotate: flippers, see-saws, doors.
//!
//! Exact rigid sweeps against rotating capsules ([`sweep_rigid`]), impulses at the moment of touch with the surface
//! velocity there, and balls that rest on a rotating capsule and are carried by it.

mod bat;
mod error;
mod path;

pub use bat::Flipper;
use bat::turned;
pub use error::FlipperError;

use alloc::vec::Vec;
use carom_core::shape::ball::Ball;
use carom_core::{RigidMotion, contact, sweep_rigid};
use carom_math::{Scalar, Vector};
use path::{MOST, Path, Touch, path};

/// Most contacts and slides of a ball in a step.
const ROUNDS: u32 = 64;
/// Rounds without motion after which the ball counts as pinched.
const IDLE: u32 = 8;
/// Most passes of the contact solver, and of depenetration.
const SWEEPS: usize = 64;
/// If more than this fraction of a step is left at its end, the ball counts as pinched.
const STUCK: f64 = 0.5;
/// Most rotation of a touched flipper in one round, radians.
const FARTHEST: f64 = 0.5;
/// Distance of a contact, in roundings of the largest coordinate: more than the gap that a sweep leaves.
const TOUCH: f64 = 1024.0;
/// Penetration tolerance, in the same roundings; deeper balls are pushed to the surface.
const PENETRATION: f64 = 8.0;

/// A moving ball.
///
/// ```
/// use carom::flipper::{FlipperBall, Flippers};
/// use carom::{Ball, glam::{DVec2, dvec2}};
/// let mut ball = FlipperBall { ball: Ball::new(dvec2(0., 9.), 0.5), velocity: DVec2::ZERO, mass: 1. };
/// // Without flippers it falls: a chord of its parabola in each step.
/// Flippers::new(vec![], dvec2(0., -8.))?.advance(&mut ball, 0.5);
/// assert_eq!((ball.ball.center, ball.velocity), (dvec2(0., 8.), dvec2(0., -4.)));
/// # Ok::<(), carom::flipper::FlipperError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlipperBall<V: Vector> {
    /// Its position and radius.
    pub ball: Ball<V>,
    /// Velocity, length/s.
    pub velocity: V,
    /// Mass, more than 0.
    pub mass: V::Scalar,
}

impl<V: Vector> FlipperBall<V> {
    fn is_valid(&self) -> bool {
        let Self {
            ball,
            velocity,
            mass,
        } = self;
        let zero = V::Scalar::ZERO;
        ball.center.is_finite()
            && velocity.is_finite()
            && *mass > zero
            && ball.radius >= zero
            && ball.radius.is_finite()
    }
}

/// Result of [`Flippers::advance`].
///
/// ```
/// use carom::flipper::{Flipper, FlipperBall, Flippers};
/// use carom::{Ball, Capsule, glam::{DVec2, dvec2}};
/// let floor = Flipper::fixed(Capsule::new(dvec2(-9., 0.), dvec2(9., 0.), 0.1));
/// let mut flippers = Flippers::new(vec![floor], DVec2::ZERO)?;
/// let mut ball = FlipperBall { ball: Ball::new(dvec2(0., 1.), 0.5), velocity: dvec2(0., -2.), mass: 1. };
/// let report = flippers.advance(&mut ball, 1.);
/// assert!(report.bounces == 1 && !report.resting && !report.pinched && !report.limit);
/// # Ok::<(), carom::flipper::FlipperError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StepReport {
    /// The number of bounces.
    pub bounces: u32,
    /// At the end of the step the ball touches a flipper and does not leave it.
    pub resting: bool,
    /// The ball was held between flippers that rotate against each other, or against a fixed one; the flippers that
    /// touched it have stopped.
    pub pinched: bool,
    /// The ball had too many contacts for one step; the rest of the step was dropped, for ball and flippers.
    pub limit: bool,
}

/// Flippers and gravity.
///
/// ```
/// use carom::flipper::{Flipper, Flippers, FlipperBall};
/// use carom::{Ball, Capsule, glam::{Vec2, vec2}};
/// // A flipper at rest, a ball on its tip; then it is let go.
/// let bar = Capsule::new(vec2(0., 0.), vec2(1., 0.), 0.1);
/// let flipper = Flipper { restitution: 0., ..Flipper::new(bar, vec2(0., 0.), Vec2::ZERO, [0., 0.8]) };
/// let mut flippers = Flippers::new(vec![flipper], vec2(0., -9.81))?;
/// let mut ball = FlipperBall { ball: Ball::new(vec2(0.9, 0.3), 0.2), velocity: Vec2::ZERO, mass: 1. };
/// assert!(flippers.advance(&mut ball, 1. / 60.).resting);
/// flippers.set_spin(0, 10.)?;
/// for _ in 0..10 {
///     flippers.advance(&mut ball, 1. / 60.);
/// }
/// // It has got the speed of the tip, and more than a metre up.
/// assert!(ball.velocity.length() > 7. && ball.ball.center.y > 1.);
/// # Ok::<(), carom::flipper::FlipperError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Flippers<V: Vector> {
    all: Vec<Flipper<V>>,
    gravity: V,
    settle: V::Scalar,
}

impl<V: Vector> Flippers<V> {
    /// Flippers, by index, under a gravity, length/s². Balls rest below the speed that gravity adds in two steps.
    ///
    /// # Errors
    /// A property of a flipper, or the gravity, is out of range; the error names it.
    pub fn new(flippers: Vec<Flipper<V>>, gravity: V) -> Result<Self, FlipperError> {
        for (number, flipper) in flippers.iter().enumerate() {
            check(number, flipper)?;
        }
        if !gravity.is_finite() {
            return Err(FlipperError::Settings);
        }
        Ok(Self {
            all: flippers,
            gravity,
            settle: V::Scalar::ZERO,
        })
    }

    /// These flippers, with a minimum closing speed of bounces, length/s along the normal: slower balls come to rest.
    /// Default 0. The speed that gravity adds in two steps never bounces.
    ///
    /// # Errors
    /// The speed is negative or not finite.
    pub fn with_rest_speed(self, settle: V::Scalar) -> Result<Self, FlipperError> {
        if !(settle >= V::Scalar::ZERO && settle.is_finite()) {
            return Err(FlipperError::Settings);
        }
        Ok(Self { settle, ..self })
    }

    /// All flippers, by index, as they are now.
    ///
    /// ```
    /// use carom::{Capsule, flipper::{Flipper, Flippers}, glam::{Vec2, vec2}};
    /// let wall = Flipper::fixed(Capsule::new(Vec2::ZERO, vec2(1., 0.), 0.1));
    /// let all = Flippers::new(vec![wall], vec2(0., -9.81))?.with_rest_speed(0.2)?;
    /// assert_eq!(all.as_slice(), [wall]);
    /// # Ok::<(), carom::flipper::FlipperError>(())
    /// ```
    #[must_use]
    pub fn as_slice(&self) -> &[Flipper<V>] {
        &self.all
    }

    /// Sets the angular velocity of a flipper, radians/s; it stops at the ends of its range.
    ///
    /// # Errors
    /// There is no such flipper; the speed is not finite.
    pub fn set_spin(&mut self, flipper: usize, spin: V::Scalar) -> Result<(), FlipperError> {
        let found = self.all.get_mut(flipper);
        let found = found.ok_or(FlipperError::NoSuchFlipper { flipper })?;
        let turned = Flipper { spin, ..*found };
        check(flipper, &turned)?;
        *found = turned;
        Ok(())
    }

    /// Moves the ball and all flippers by `dt` seconds.
    ///
    /// A flipper rotates at its [`spin`](Flipper::spin) up to the end of its range. The ball moves along a chord of its
    /// parabola and bounces at the moment of touch, with the surface velocity there. Where it does not bounce it rests
    /// on the flipper: it is carried, slides, and leaves a flipper that drops faster than the ball falls. Impulses
    /// rotate flippers of finite inertia. Penetration stays below 128 roundings of the largest coordinate; an overlap
    /// at the start is resolved first. A `dt` that is not positive and finite, or a ball with invalid numbers, changes
    /// nothing.
    pub fn advance(&mut self, ball: &mut FlipperBall<V>, dt: V::Scalar) -> StepReport {
        let mut report = StepReport::default();
        let zero = V::Scalar::ZERO;
        if !(dt > zero && dt.is_finite() && ball.is_valid()) {
            return report;
        }
        let slow = self.gravity.length() * dt * (V::Scalar::ONE + V::Scalar::ONE);
        let settle = if self.settle > slow {
            self.settle
        } else {
            slow
        };
        let (mut left, mut idle, mut is_clear) = (dt, 0, false);
        // The flippers on which it rested in the last round.
        let mut under = [None; MOST];
        for _ in 0..ROUNDS {
            let (touches, count) = self.depenetrate(&mut ball.ball, PENETRATION);
            let touches = &touches[..count];
            report.bounces += self.resolve_contacts(ball, touches, (settle, &under));
            if left <= zero {
                break;
            }
            if idle == IDLE && !is_clear {
                // Deeper than a touch, the ball is not free to leave while a flipper that it touches rotates.
                self.depenetrate(&mut ball.ball, 0.0);
                (is_clear, idle) = (true, 0);
                continue;
            }
            if idle == IDLE {
                // No flipper gives way: stop those that hold the ball.
                self.stop(touches);
                (report.pinched, idle) = (true, 0);
                continue;
            }
            let (passed, off) = self.advance_freely(ball, touches, left);
            under = [None; MOST];
            for ((under, touch), off) in under.iter_mut().zip(touches).zip(off) {
                *under = Some(touch.flipper).filter(|_| off);
            }
            (idle, is_clear) = if passed > zero {
                (0, false)
            } else {
                (idle + 1, is_clear)
            };
            left = if passed < left { left - passed } else { zero };
        }
        report.limit = left > zero;
        let (touches, count) = self.depenetrate(&mut ball.ball, PENETRATION);
        let touches = &touches[..count];
        if left > dt * V::Scalar::from_f64(STUCK) {
            self.stop(touches);
            report.pinched = true;
        }
        report.resting = touches.iter().any(|touch| {
            self.closing(ball, touch).abs() <= settle + self.closing_tolerance(ball, touch)
        });
        report
    }

    /// Stops the flippers in contact.
    fn stop(&mut self, touches: &[Touch<V>]) {
        for touch in touches {
            self.all[touch.flipper].spin = V::Scalar::ZERO;
        }
    }

    /// Moves the ball and all flippers up to the ball's next hit, at most by a time in which no flipper reaches the end
    /// of its range or rotates far. Returns the time, and from which contacts the path certainly stays off.
    fn advance_freely(
        &mut self,
        ball: &mut FlipperBall<V>,
        touches: &[Touch<V>],
        left: V::Scalar,
    ) -> (V::Scalar, [bool; MOST]) {
        let time = (self.all.iter()).fold(left, |time, flipper| flipper.until_stop(time));
        let time = (touches.iter()).fold(time, |time, touch| {
            let spin = self.all[touch.flipper].spin.abs();
            let most = V::Scalar::from_f64(FARTHEST) / spin;
            if most < time { most } else { time }
        });
        let two = V::Scalar::ONE + V::Scalar::ONE;
        let free = ball.velocity * time + self.gravity * (time * time / two);
        let path = path(ball.ball.center, free, &self.all, touches, time);
        let t = self.time_of_impact(&ball.ball, &path, touches, time);
        let passed = time * t;
        ball.ball.center = moved(ball.ball.center, &path.motion, t);
        ball.velocity += self.gravity * passed;
        for flipper in &mut self.all {
            flipper.pass(passed);
        }
        (passed, path.off)
    }

    /// The rounding of the largest coordinate.
    fn rounding(&self, ball: &Ball<V>) -> V::Scalar {
        let sizes = self.all.iter().map(|flipper| {
            let pivot = flipper.pivot.abs().max_element();
            let size = flipper.capsule().bounds().magnitude();
            if pivot > size { pivot } else { size }
        });
        let most = sizes.fold(ball.bounds().magnitude(), |most, size| {
            if size > most { size } else { most }
        });
        most * V::Scalar::EPSILON
    }

    /// All contacts of the ball, the deepest first.
    fn touches(&self, ball: &Ball<V>) -> ([Touch<V>; MOST], usize) {
        let nothing = Touch {
            flipper: 0,
            normal: V::ZERO,
            point: V::ZERO,
            separation: V::Scalar::ZERO,
        };
        let (mut found, mut count) = ([nothing; MOST], 0);
        let reach = self.rounding(ball) * V::Scalar::from_f64(TOUCH);
        for (flipper, of) in self.all.iter().enumerate() {
            let Some(contact) = contact(ball, &of.capsule(), reach) else {
                continue;
            };
            let mut place = count;
            while place > 0 && found[place - 1].separation > contact.separation {
                place -= 1;
            }
            if place < MOST {
                let last = count.min(MOST - 1);
                found.copy_within(place..last, place + 1);
                found[place] = Touch {
                    flipper,
                    normal: contact.normal,
                    point: contact.point_b,
                    separation: contact.separation,
                };
                count = (count + 1).min(MOST);
            }
        }
        (found, count)
    }

    /// Depenetration: moves the ball out of overlaps deeper than a tolerance, in roundings; returns all its contacts
    /// afterwards.
    fn depenetrate(&self, ball: &mut Ball<V>, tolerance: f64) -> ([Touch<V>; MOST], usize) {
        let mut found = self.touches(ball);
        for _ in 0..SWEEPS {
            let ([deepest, ..], count) = found;
            let least = self.rounding(ball) * V::Scalar::from_f64(-tolerance);
            if count == 0 || deepest.separation >= least {
                break;
            }
            ball.center += deepest.normal * -deepest.separation;
            found = self.touches(ball);
        }
        found
    }

    /// The closing speed of ball and contact point.
    fn closing(&self, ball: &FlipperBall<V>, touch: &Touch<V>) -> V::Scalar {
        let surface = self.all[touch.flipper].velocity(touch.point);
        touch.normal.dot(surface - ball.velocity)
    }

    /// A bound of the rounding of that speed.
    fn closing_tolerance(&self, ball: &FlipperBall<V>, touch: &Touch<V>) -> V::Scalar {
        let surface = self.all[touch.flipper].velocity(touch.point);
        (surface.length() + ball.velocity.length())
            * V::Scalar::EPSILON
            * V::Scalar::from_f64(TOUCH)
    }

    /// Contact solver: the ball bounces off a contact, or rests on it if the contact is slow or `under` the ball
    /// before. Sequential impulses along the normals, never pulling, until no closing speed is too high. Returns the
    /// number of bounces.
    fn resolve_contacts(
        &mut self,
        ball: &mut FlipperBall<V>,
        touches: &[Touch<V>],
        (settle, under): (V::Scalar, &[Option<usize>]),
    ) -> u32 {
        let zero = V::Scalar::ZERO;
        let mut bounces = 0;
        // For each contact the target speed, the accumulated impulse, and the inertia.
        let mut goals = [(zero, zero, zero); MOST];
        for (goal, touch) in goals.iter_mut().zip(touches) {
            let closing = self.closing(ball, touch);
            let flipper = &self.all[touch.flipper];
            goal.2 = flipper.inertia_against(-flipper.lever(touch.point, touch.normal));
            let lay = under.contains(&Some(touch.flipper));
            if !lay && closing > settle + self.closing_tolerance(ball, touch) {
                bounces += 1;
                goal.0 = closing * self.all[touch.flipper].restitution;
            }
        }
        for _ in 0..SWEEPS {
            let mut changed = false;
            for ((goal, pushed, inertia), touch) in goals.iter_mut().zip(touches) {
                let Touch { normal, point, .. } = *touch;
                let lever = self.all[touch.flipper].lever(point, normal);
                let inertia = *inertia;
                let give = V::Scalar::ONE / ball.mass + lever * lever / inertia;
                if give <= zero {
                    continue;
                }
                let wanted = *pushed + (self.closing(ball, touch) + *goal) / give;
                let all = if wanted > zero { wanted } else { zero };
                let push = all - *pushed;
                if push == zero {
                    continue;
                }
                changed = true;
                *pushed = all;
                self.apply_impulse(ball, touch, inertia, normal * push);
                let rough = self.all[touch.flipper].friction;
                if push > zero && rough > zero {
                    self.apply_friction(ball, touch, inertia, rough * push);
                }
            }
            if !changed {
                break;
            }
        }
        bounces
    }

    /// Applies an impulse to the ball, and its opposite to the flipper.
    fn apply_impulse(
        &mut self,
        ball: &mut FlipperBall<V>,
        touch: &Touch<V>,
        inertia: V::Scalar,
        impulse: V,
    ) {
        let flipper = &mut self.all[touch.flipper];
        ball.velocity += impulse / ball.mass;
        if inertia < V::Scalar::INFINITY {
            flipper.spin -= flipper.lever(touch.point, impulse) / inertia;
        }
    }

    /// Friction: an impulse along the surface that at most stops the sliding.
    fn apply_friction(
        &mut self,
        ball: &mut FlipperBall<V>,
        touch: &Touch<V>,
        inertia: V::Scalar,
        most: V::Scalar,
    ) {
        let flipper = &self.all[touch.flipper];
        let sliding = ball.velocity - flipper.velocity(touch.point);
        let sliding = sliding - touch.normal * touch.normal.dot(sliding);
        let speed = sliding.length();
        let Some(way) = sliding.try_normalize() else {
            return;
        };
        let lever = flipper.lever(touch.point, way);
        let give = V::Scalar::ONE / ball.mass + lever * lever / inertia;
        let whole = speed / give;
        let impulse = if whole < most { whole } else { most };
        self.apply_impulse(ball, touch, inertia, way * -impulse);
    }

    /// Time of impact: the fraction of the path that is free while all flippers rotate.
    fn time_of_impact(
        &self,
        ball: &Ball<V>,
        path: &Path<V>,
        touches: &[Touch<V>],
        time: V::Scalar,
    ) -> V::Scalar {
        let mut first = V::Scalar::ONE;
        for (number, flipper) in self.all.iter().enumerate() {
            let touch = touches.iter().position(|touch| touch.flipper == number);
            if touch.is_some_and(|touch| path.off[touch]) {
                continue;
            }
            let own = flipper.motion(time);
            if let Some(hit) = sweep_rigid(ball, &path.motion, &flipper.capsule(), &own).hit
                && hit.t < first
            {
                first = hit.t;
            }
        }
        first
    }
}

/// The image of a point under a fraction of a motion.
fn moved<V: Vector>(point: V, motion: &RigidMotion<V>, t: V::Scalar) -> V {
    let arm = point - motion.pivot;
    let turned = if motion.angle == V::Scalar::ZERO {
        arm
    } else {
        turned(arm, motion.axis, motion.angle * t)
    };
    motion.pivot + turned + motion.delta * t
}

fn check<V: Vector>(number: usize, flipper: &Flipper<V>) -> Result<(), FlipperError> {
    match flipper.fault() {
        Some((what, must)) => Err(FlipperError::Flipper {
            flipper: number,
            what,
            must,
        }),
        None => Ok(()),
    }
}
