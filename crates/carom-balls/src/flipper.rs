//! A ball among capsules that stand or turn: flippers, see-saws, doors.
//!
//! The circle and the capsule of the tutorials, as a thing to play with: exact sweeps of what turns
//! ([`sweep_rigid`]), impulses at the moment of touch with the velocity that the surface has
//! there, and balls that lie on what turns and are taken along.

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

/// How often a ball meets something in a tick at most, or is set straight.
const ROUNDS: u32 = 64;
/// After so many of them without the ball having moved it is pinched.
const IDLE: u32 = 8;
/// How often the velocity is made to agree with all that is touched.
const SWEEPS: usize = 64;
/// A tick of which more than this is left has come to nothing.
const STUCK: f64 = 0.5;
/// No flipper that is touched turns by more than this at once, radians.
const FARTHEST: f64 = 0.5;
/// What is nearer than this, in roundings of the largest number, touches: more than what a sweep leaves of the gap.
const TOUCH: f64 = 1024.0;
/// Up to so many a ball may be in something, before it is brought out.
const IN: f64 = 8.0;

/// A ball that moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rolling<V: Vector> {
    /// Where it is.
    pub ball: Ball<V>,
    /// How fast it goes, length/s.
    pub velocity: V,
    /// How heavy it is; more than 0.
    pub mass: V::Scalar,
}

/// What a tick came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tick {
    /// How many times the ball bounced.
    pub bounces: u32,
    /// It ends touching a flipper, and does not leave it.
    pub lies: bool,
    /// It was held between flippers that turn against each other, or against one that stands: those that touched it
    /// have stopped.
    pub pinched: bool,
    /// It met more than it could in one tick; the rest of the tick has been left out, for all.
    pub limit: bool,
}

/// Flippers, and the gravity among them.
///
/// ```
/// use carom::flipper::{Flipper, Flippers, Rolling};
/// use carom::{Ball, Capsule, glam::{Vec2, vec2}};
/// // A flipper at rest, a ball on its tip; then it is let go.
/// let bar = Capsule::new(vec2(0., 0.), vec2(1., 0.), 0.1);
/// let flipper = Flipper { restitution: 0., ..Flipper::new(bar, vec2(0., 0.), Vec2::ZERO, [0., 0.8]) };
/// let mut flippers = Flippers::new(vec![flipper], vec2(0., -9.81))?;
/// let mut ball = Rolling { ball: Ball::new(vec2(0.9, 0.3), 0.2), velocity: Vec2::ZERO, mass: 1. };
/// assert!(flippers.advance(&mut ball, 1. / 60.).lies);
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
    /// These flippers, by number, and a gravity, length/s².
    ///
    /// # Errors
    /// A number that is not what it must be, and of which flipper.
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

    /// The same with balls that do not bounce off what they meet at less than this, length/s along the normal. What
    /// gravity adds in two ticks never bounces.
    ///
    /// # Errors
    /// It is not finite, or less than 0.
    pub fn settling_at(self, settle: V::Scalar) -> Result<Self, FlipperError> {
        if !(settle >= V::Scalar::ZERO && settle.is_finite()) {
            return Err(FlipperError::Settings);
        }
        Ok(Self { settle, ..self })
    }

    /// All flippers, by number, as they are now.
    #[must_use]
    pub fn all(&self) -> &[Flipper<V>] {
        &self.all
    }

    /// Lets a flipper turn so fast from now on, radians/s; it stops at the ends of its range.
    ///
    /// # Errors
    /// There is no such flipper, or the number is not finite.
    pub fn set_spin(&mut self, flipper: usize, spin: V::Scalar) -> Result<(), FlipperError> {
        let found = self.all.get_mut(flipper);
        let found = found.ok_or(FlipperError::NoSuchFlipper { flipper })?;
        let turned = Flipper { spin, ..*found };
        check(flipper, &turned)?;
        *found = turned;
        Ok(())
    }

    /// Moves the ball and all flippers through `dt` seconds.
    ///
    /// A flipper turns at its [`spin`](Flipper::spin) up to the end of its range. The ball flies along a chord of its
    /// parabola, bounces off what it meets at the moment of touch with the velocity of the surface there, and
    /// lies on what it does not bounce off: it is taken along, slides, and leaves what turns away faster than
    /// it falls. A push turns a flipper of finite inertia. Never deeper in anything than 128 roundings of the
    /// largest number; what overlaps at the start is parted first. A `dt` that is not positive and finite, or a ball
    /// that is not, does nothing.
    pub fn advance(&mut self, ball: &mut Rolling<V>, dt: V::Scalar) -> Tick {
        let mut tick = Tick::default();
        let zero = V::Scalar::ZERO;
        let is_ball = ball.ball.center.is_finite()
            && ball.velocity.is_finite()
            && ball.mass > zero
            && ball.ball.radius >= zero
            && ball.ball.radius.is_finite();
        if !(dt > zero && dt.is_finite() && is_ball) {
            return tick;
        }
        let two = V::Scalar::ONE + V::Scalar::ONE;
        let slow = self.gravity.length() * dt * two;
        let settle = if self.settle > slow {
            self.settle
        } else {
            slow
        };
        let (mut left, mut idle) = (dt, 0);
        // What it lay on last.
        let mut under = [None; MOST];
        for _ in 0..ROUNDS {
            let (touches, count) = self.part(&mut ball.ball);
            let touches = &touches[..count];
            tick.bounces += self.meet(ball, touches, (settle, &under));
            if left <= zero {
                break;
            }
            if idle == IDLE {
                // Nothing gives way: what holds it stops.
                for touch in touches {
                    self.all[touch.flipper].spin = zero;
                }
                (tick.pinched, idle) = (true, 0);
                continue;
            }
            let time = (self.all.iter()).fold(left, |time, flipper| flipper.until_stop(time));
            let time = (touches.iter()).fold(time, |time, touch| {
                let spin = self.all[touch.flipper].spin.abs();
                let most = V::Scalar::from_f64(FARTHEST) / spin;
                if most < time { most } else { time }
            });
            let free = ball.velocity * time + self.gravity * (time * time / two);
            let path = path(ball.ball.center, free, &self.all, touches, time);
            let t = self.first(&ball.ball, &path, touches, time);
            under = [None; MOST];
            for ((under, touch), off) in under.iter_mut().zip(touches).zip(path.off) {
                *under = Some(touch.flipper).filter(|_| off);
            }
            let passed = time * t;
            idle = if passed > zero { 0 } else { idle + 1 };
            ball.ball.center = moved(ball.ball.center, &path.motion, t);
            ball.velocity += self.gravity * passed;
            for flipper in &mut self.all {
                flipper.pass(passed);
            }
            left = if passed < left { left - passed } else { zero };
        }
        tick.limit = left > zero;
        let (touches, count) = self.part(&mut ball.ball);
        if left > dt * V::Scalar::from_f64(STUCK) {
            for touch in &touches[..count] {
                self.all[touch.flipper].spin = zero;
            }
            tick.pinched = true;
        }
        tick.lies = touches[..count]
            .iter()
            .any(|touch| self.closing(ball, touch).abs() <= settle + self.blur(ball, touch));
        tick
    }

    /// The rounding of the largest number.
    fn grain(&self, ball: &Ball<V>) -> V::Scalar {
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

    /// All that the ball touches, the deepest first.
    fn touches(&self, ball: &Ball<V>) -> ([Touch<V>; MOST], usize) {
        let nothing = Touch {
            flipper: 0,
            normal: V::ZERO,
            point: V::ZERO,
            separation: V::Scalar::ZERO,
        };
        let (mut found, mut count) = ([nothing; MOST], 0);
        let reach = self.grain(ball) * V::Scalar::from_f64(TOUCH);
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

    /// Brings the ball out of what it overlaps by more than a rounding; returns all that it then touches.
    fn part(&self, ball: &mut Ball<V>) -> ([Touch<V>; MOST], usize) {
        let mut found = self.touches(ball);
        for _ in 0..SWEEPS {
            let ([deepest, ..], count) = found;
            let least = self.grain(ball) * V::Scalar::from_f64(-IN);
            if count == 0 || deepest.separation >= least {
                break;
            }
            ball.center += deepest.normal * -deepest.separation;
            found = self.touches(ball);
        }
        found
    }

    /// How fast the ball comes nearer to what it touches.
    fn closing(&self, ball: &Rolling<V>, touch: &Touch<V>) -> V::Scalar {
        let surface = self.all[touch.flipper].velocity(touch.point);
        touch.normal.dot(surface - ball.velocity)
    }

    /// More than the rounding of that.
    fn blur(&self, ball: &Rolling<V>, touch: &Touch<V>) -> V::Scalar {
        let surface = self.all[touch.flipper].velocity(touch.point);
        (surface.length() + ball.velocity.length())
            * V::Scalar::EPSILON
            * V::Scalar::from_f64(TOUCH)
    }

    /// Lets the ball bounce off what it touches, or lie on it if that is slow or it lay `under` it before: impulses along the normals, never pulling, until none is
    /// approached faster than it may be. Returns how many it bounces off.
    fn meet(
        &mut self,
        ball: &mut Rolling<V>,
        touches: &[Touch<V>],
        (settle, under): (V::Scalar, &[Option<usize>]),
    ) -> u32 {
        let zero = V::Scalar::ZERO;
        let mut bounces = 0;
        // How fast it has to leave each, how much each has pushed, and how hard each is to turn.
        let mut goals = [(zero, zero, zero); MOST];
        for (goal, touch) in goals.iter_mut().zip(touches) {
            let closing = self.closing(ball, touch);
            let flipper = &self.all[touch.flipper];
            goal.2 = flipper.inertia_against(-flipper.lever(touch.point, touch.normal));
            let lay = under.contains(&Some(touch.flipper));
            if !lay && closing > settle + self.blur(ball, touch) {
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
                self.push(ball, touch, inertia, normal * push);
                let rough = self.all[touch.flipper].friction;
                if push > zero && rough > zero {
                    self.rub(ball, touch, inertia, rough * push);
                }
            }
            if !changed {
                break;
            }
        }
        bounces
    }

    /// Gives the ball an impulse, and takes it from what it touches.
    fn push(&mut self, ball: &mut Rolling<V>, touch: &Touch<V>, inertia: V::Scalar, impulse: V) {
        let flipper = &mut self.all[touch.flipper];
        ball.velocity += impulse / ball.mass;
        if inertia < V::Scalar::INFINITY {
            flipper.spin -= flipper.lever(touch.point, impulse) / inertia;
        }
    }

    /// Friction: an impulse along the surface that at most ends the sliding.
    fn rub(
        &mut self,
        ball: &mut Rolling<V>,
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
        self.push(ball, touch, inertia, way * -impulse);
    }

    /// The part of a way in a time that is free, all flippers turning meanwhile.
    fn first(
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

/// Where a motion takes a point.
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
