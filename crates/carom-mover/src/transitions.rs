//! Transitions inside a tick: leaving the ground, landing, stepping from one body on to another.
//!
//! Each happens at its own moment, and the rest of the tick follows; so it happens at the same time and place at every
//! tick rate.

use super::fall::Touchdown;
use super::ground::Support;
use super::motion::{Motion, Outcome, WalkPath};
use super::state::Ground;
use super::tuning::{GUESS_OFFSET, LEAVE_ACCURACY, LEAVE_BISECTIONS, LEAVE_GUESSES};
use carom_core::PartId;
use carom_core::world::BodyMotion;
use carom_math::{Scalar, Vector};

/// A walk after a touchdown that has lost its ground again.
pub(super) struct LostGround<V: Vector> {
    /// The walk.
    path: WalkPath<V>,
    /// The fraction of the tick before it.
    time: V::Scalar,
    /// The velocity of the ground it had landed on.
    base: V,
}

impl<V: Vector> Motion<'_, '_, V> {
    /// A walk has lost its ground on the way: it falls from the place where the ground ended.
    pub(super) fn leave_ground(mut self, path: &WalkPath<V>, velocity: V) -> Outcome<V> {
        if self.leaves == 0 {
            return Outcome::in_air(velocity);
        }
        let end = self.probe.feet();
        self.restore(&path.checkpoint);
        let any = |_: &Self, _: &Support<V>| true;
        let part = self.walk_while(path, any, |walk, on, last| walk.edge_part(path, on, last));
        self.advance_time(part);
        self.leaves -= 1;
        // A walk has left the ground under its foot; a character that only lost it may have to slide off it.
        self.walks_off = end != path.place;
        self.pushed = V::ZERO;
        self.report.events.leave(V::Scalar::ZERO);
        // An animation that is given goes down at its own speed from here.
        let rise = self.rise.unwrap_or(V::Scalar::ZERO);
        self.in_air(velocity, rise)
    }

    /// Lets this fraction of the rest of the tick pass.
    fn advance_time(&mut self, part: V::Scalar) {
        let left = V::Scalar::ONE - part;
        self.passed += (V::Scalar::ONE - self.passed) * part;
        self.dt = self.dt * left;
        self.from = self.probe.feet();
    }

    /// Walks along a path as far as `wanted` ground carries; returns the fraction of the path. `guess` may say, from a
    /// fraction and its support, where that ground ends; otherwise the path is bisected.
    fn walk_while(
        &mut self,
        path: &WalkPath<V>,
        wanted: impl Fn(&Self, &Support<V>) -> bool,
        guess: impl Fn(&Self, V::Scalar, &Support<V>) -> Option<V::Scalar>,
    ) -> V::Scalar {
        let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
        let length = (path.wish * path.left).length();
        let mut place = path.place;
        self.probe.place(place);
        if length <= self.probe.rounding() {
            return zero;
        }
        let fine = self.probe.settings.skin * V::Scalar::from_f64(LEAVE_ACCURACY) / length;
        let (mut on, mut off) = (zero, one);
        let mut last = self.probe.support(path.wish);
        for round in 0..LEAVE_BISECTIONS {
            if off - on <= fine {
                break;
            }
            // Just beyond the guess, then just before it.
            let aside = fine * V::Scalar::from_f64(GUESS_OFFSET);
            let guess = (last.as_ref().filter(|_| round < LEAVE_GUESSES))
                .and_then(|last| guess(self, on, last))
                .and_then(|guess| {
                    let mut sides = [guess + aside, guess - aside].into_iter();
                    sides.find(|side| *side > on && *side < off)
                });
            let next = guess.unwrap_or((on + off) * V::Scalar::HALF);
            // On from the last place that carries, as shorter ticks would walk.
            self.gained = zero;
            let checkpoint = self.checkpoint();
            let _ = self.walk(path.wish, path.left * (next - on), &checkpoint);
            let found = self.snap_to_ground(path.wish);
            if let Some(found) = found.filter(|found| wanted(self, found)) {
                (on, place, last) = (next, self.probe.feet(), Some(found));
            } else {
                off = next;
                self.probe.place(place);
                self.restore(&checkpoint);
            }
        }
        on
    }

    /// The fraction of a path at which the foot leaves the edge that it stands on at the fraction `on`.
    fn edge_part(
        &self,
        path: &WalkPath<V>,
        on: V::Scalar,
        standing: &Support<V>,
    ) -> Option<V::Scalar> {
        let settings = self.probe.settings;
        let out = self.horizontal(standing.contact).try_normalize()?;
        let beyond = self.horizontal(self.probe.feet() - standing.point).dot(out);
        let speed = (path.wish * path.left).dot(out);
        let rise = settings.least_on_edge();
        let most = (settings.radius + settings.skin) * (V::Scalar::ONE - rise * rise).sqrt();
        (speed > V::Scalar::ZERO).then(|| on + (most - beyond) / speed)
    }

    /// Whether ground is of the body on which the tick began, and has the same conveyor.
    fn is_old_ground(&self, found: &Support<V>) -> bool {
        let is_body = |part: PartId| part.body == found.ground.part.body;
        let surface = self.probe.surfaces.get(found.index);
        self.stood_on.is_some_and(is_body)
            && surface.is_none_or(|surface| surface.velocity == self.conveyor)
    }

    /// The ground at the end of a walk. Where that is another body than at its start, and either moves, the new one
    /// carries the character from the moment it stepped on it, and the old one only until then.
    pub(super) fn change_ground(&mut self, path: &WalkPath<V>, support: Support<V>) -> Ground<V> {
        let ground = support.ground;
        let motion = self.probe.motion(support.index);
        let moves = motion.is_some() || self.ride.is_some();
        if !moves || self.stood_on.is_none() || self.is_old_ground(&support) {
            return ground;
        }
        let (end, gained) = (self.probe.feet(), self.gained);
        let checkpoint = self.checkpoint();
        let part = self.walk_while(path, Self::is_old_ground, |_, _, _| None);
        self.restore(&checkpoint);
        self.probe.place(end);
        self.gained = gained;
        let passed = self.passed + (V::Scalar::ONE - self.passed) * part;
        let rest = |motion: &BodyMotion<V>| {
            let surface = motion.surface() * (self.dt * (V::Scalar::ONE - part));
            motion.carry_from(end, passed.to_f64()) - end + surface
        };
        let new = motion.as_ref().map_or(V::ZERO, rest);
        let shift = new - self.ride.as_ref().map_or(V::ZERO, rest);
        let gained = self.gained;
        self.report.why.rode |= motion.is_some();
        let checkpoint = self.checkpoint();
        let _ = self.walk(self.horizontal(shift), V::Scalar::ONE, &checkpoint);
        self.gained = gained;
        let kept = self.snap_to_ground(path.wish);
        kept.map_or_else(
            || {
                self.probe.place(end);
                ground
            },
            |support| support.ground,
        )
    }

    /// After a touchdown inside the tick the rest of it is a walk; where that leaves the ground again, a fall.
    pub(super) fn land(mut self, touchdown: &Touchdown<V>) -> Outcome<V> {
        let lost = match self.walk_on(touchdown) {
            Ok(outcome) => return outcome,
            Err(lost) => lost,
        };
        // With the velocity of the ground it had landed on.
        let velocity = if self.ride.is_some() {
            touchdown.wish / self.dt
        } else {
            *self.air_base = self.horizontal(lost.base);
            self.wanted + *self.air_base
        };
        self.advance_time(lost.time);
        self.leave_ground(&lost.path, velocity)
    }

    /// Walks the rest of a tick after a touchdown; the ground carries the character along from then on.
    pub(super) fn walk_on(
        &mut self,
        touchdown: &Touchdown<V>,
    ) -> Result<Outcome<V>, LostGround<V>> {
        let one = V::Scalar::ONE;
        let Touchdown {
            stop, start, wish, ..
        } = touchdown;
        let touched = one - touchdown.left;
        // A jump off a platform stays in the frame of that platform.
        let motion = (self.probe.motion(stop.index)).filter(|_| self.ride.is_none());
        let time = if touchdown.straight {
            self.touchdown_time(touchdown, motion.as_ref())
                .unwrap_or(touched)
        } else {
            touched
        };
        let feet = self.probe.feet();
        self.report_landing(touchdown, time);
        let passed = self.passed + (one - self.passed) * time;
        let (ride, surface) = motion.map_or((V::ZERO, V::ZERO), |motion| {
            let ride = motion.carry_from(feet, passed.to_f64()) - feet;
            (self.horizontal(ride), self.horizontal(motion.surface()))
        });
        let walk = if self.ride.is_some() {
            *wish
        } else {
            (self.wanted + surface) * self.dt
        };
        self.report.why.rode |= ride != V::ZERO;
        // The walk from that moment, and the part of the fall until then that has not been made.
        let path = WalkPath {
            place: feet,
            wish: walk * (one - time) + *wish * (time - touched) + ride,
            left: one,
            checkpoint: self.checkpoint(),
        };
        let barred = if ride == V::ZERO {
            self.walk_guarded(path.wish, one, &path.checkpoint)
        } else {
            self.walk(path.wish, one, &path.checkpoint)
        };
        let velocity = if barred {
            let air = (*wish - walk) * time;
            let moved = self.horizontal(self.probe.feet() - *start) - ride - air;
            moved / self.dt - surface
        } else {
            walk / self.dt - surface
        };
        let Some(support) = self.snap_to_ground(walk) else {
            let base = motion.map_or(V::ZERO, |motion| motion.velocity(feet));
            return Err(LostGround { path, time, base });
        };
        Ok(Outcome::on_ground(velocity, support.ground))
    }

    /// Reports a landing after the fraction `time` of the fall. After a jump off a platform the fall is relative to that.
    fn report_landing(&mut self, touchdown: &Touchdown<V>, time: V::Scalar) {
        let (up, feet) = (self.probe.settings.up, self.probe.feet());
        let fall = &touchdown.fall;
        let base = self.ride.map_or(V::ZERO, |ride| ride.velocity(feet));
        let speed = fall.start + (fall.end - fall.start) * time + base;
        let of_ground = self.probe.velocity_of_part(touchdown.stop.index, feet);
        self.report.events.land((of_ground - speed).dot(up));
        if self.ride.is_none() {
            self.probe.velocity = self.wanted + of_ground;
        }
    }

    /// The fraction of the fall after which it met the ground, in the ground's pose of that moment.
    ///
    /// Along the normal n the height over the ground is h(t) = c + b t + a t², with c the height at the start in the
    /// frame of the ground's final pose.
    fn touchdown_time(
        &self,
        touchdown: &Touchdown<V>,
        motion: Option<&BodyMotion<V>>,
    ) -> Option<V::Scalar> {
        let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
        let normal = touchdown.stop.normal;
        let (from, attached) = motion.map_or((touchdown.start, touchdown.start), |motion| {
            let passed = self.passed.to_f64();
            (self.from, motion.carry_from(self.from, passed))
        });
        let fall = &touchdown.fall;
        let way = touchdown.wish + fall.start * self.dt - (attached - from);
        let bend = (fall.end - fall.start) * (self.dt * V::Scalar::HALF);
        let c = normal.dot(attached - self.probe.feet()).max(zero);
        let (b, a) = (normal.dot(way), normal.dot(bend));
        let root = (b * b - V::Scalar::from_f64(4.0) * a * c).max(zero).sqrt();
        // The root at which h decreases; of its two forms the one that does not cancel.
        let t = if b <= zero {
            (c + c) / (root - b)
        } else {
            -(b + root) / (a + a)
        };
        t.is_finite().then(|| t.max(zero).min(one))
    }
}
