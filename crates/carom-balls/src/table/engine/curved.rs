//! Events on accelerated trajectories (rolling friction, gravity), and balls that come to rest.
//!
//! Under gravity bounces die out: infinitely many, ever lower, in finite time. Four rules end them. They hold for
//! contacts under *pressure*, that is with an acceleration into the other.
//!
//! 1. On flat features, bounces that rise less than [`LOW`] are replaced by one of the same total duration. After it
//!    the ball is in contact: it slides along the surface with the tangential part of gravity, exactly, until it is hit
//!    or reaches the edge.
//! 2. On round features (balls, edges, corners) a ball separates at least as fast as it takes to rise [`HOP`]: it rolls
//!    around in hops.
//! 3. A slow ball that touches features which would support it, if all were rough, rests. Slow balls bounce off it as
//!    off a wall; a faster ball wakes it, and all balls that rest on it.
//! 4. A ball that had [`MANY`] events at one moment has no room to move and stops; a little later its support is
//!    checked.

use super::{Engine, Happened, SHELL, Space, TooMany, WALL, With, rank};
use crate::table::arc::{Arc, falls, first_meeting};
use crate::table::bounce::{apart, off, shares};
use crate::table::carried::carried;
use crate::table::clock::Moment;
use crate::table::course::{Course, Law, MOST_HELD, NOTHING, rolled};
use crate::table::flight::{Flight, images};
use carom_math::{Scalar, Vector};

/// Bounces that rise less, in ball radii, are replaced by one.
const LOW: f64 = 1.0 / (1_u64 << 20) as f64;
/// Bounces that rise less are none.
const NONE: f64 = 1.0 / (1_u64 << 44) as f64;
/// The least rise off round features.
const HOP: f64 = 1.0 / (1_u64 << 18) as f64;
/// The same without loss: it must stay within rounding.
const LOSSLESS_HOP: f64 = 1.0 / (1_u64 << 41) as f64;
/// A ball that could rise no more is slow.
const SLOW: f64 = 1.0 / (1_u64 << 11) as f64;
/// Time until the support of a resting ball is checked again, as a fraction of √(R / g).
const CHECK: f64 = 1.0 / (1_u64 << 5) as f64;
/// Distance within which a feature supports a slow ball, in radii.
const CLOSE: f64 = 1.0 / (1_u64 << 12) as f64;
/// Distance within which a ball is in contact, in radii; and in parts of its coordinates.
const TOUCHING: f64 = 1.0 / (1_u64 << 36) as f64;
const ROUNDING: f64 = 1.0 / (1_u64 << 48) as f64;
/// Fraction of a speed or of gravity below which its normal part is rounding: it is along the surface.
const ALONG: f64 = 1.0 / (1_u64 << 40) as f64;
/// Fraction of a speed below which its normal part at an edge that is touched tangentially is rounding: the square root
/// of the rounding of positions.
const GRAZE: f64 = 1.0 / (1_u64 << 24) as f64;
/// Events at one moment after which a ball is put to rest.
const MANY: u32 = 128;
/// Most contacts of a ball.
const MOST: usize = 16;

/// Contacts of a ball: numbers, and unit normals towards the ball.
struct Surfaces<D> {
    numbers: [u32; MOST],
    normals: [D; MOST],
    count: usize,
}

impl<D: Vector<Scalar = f64>> Surfaces<D> {
    fn new() -> Self {
        Self {
            numbers: [NOTHING; MOST],
            normals: [D::ZERO; MOST],
            count: 0,
        }
    }

    /// Inserts a contact by its number, so that the order of insertion does not matter.
    fn put(&mut self, number: u32, normal: D) {
        let before = self.numbers[..self.count].iter().filter(|n| **n <= number);
        let place = before.count();
        if place == MOST {
            return;
        }
        let last = self.count.min(MOST - 1);
        self.numbers.copy_within(place..last, place + 1);
        self.normals.copy_within(place..last, place + 1);
        (self.numbers[place], self.normals[place]) = (number, normal);
        self.count = last + 1;
    }

    fn normals(&self) -> &[D] {
        &self.normals[..self.count]
    }
}

impl<D: Vector<Scalar = f64, Double = D>> Engine<D> {
    /// Gives a new ball a course, if there is friction or gravity.
    pub(super) fn set_out(&mut self, ball: u32) {
        if self.law.is_some() {
            let i = ball as usize;
            self.courses
                .resize(self.flights.len().max(i + 1), Course::STRAIGHT);
            // Its contacts are found after it has been listed.
            self.courses[i] = self.free(i);
        }
    }

    /// The course of a ball without contacts.
    fn free(&self, i: usize) -> Course<D> {
        match self.law {
            Some(law) if self.bodies[i].mass < f64::INFINITY => {
                if law.is_gravity() {
                    Course {
                        acceleration: law.gravity,
                        ..Course::STRAIGHT
                    }
                } else {
                    Course::rolling(self.flights[i].velocity, law.friction)
                }
            }
            // No force moves a ball that no ball can push.
            _ => Course::STRAIGHT,
        }
    }

    /// Sets a ball's course after a change of its velocity.
    pub(super) fn steer(&mut self, ball: u32) {
        if let Some(law) = self.law {
            self.lie(ball, &law, [NOTHING; 2]);
        }
    }

    /// Finds the contacts of a ball, and its course along them. The piece `with` is always included, `without` never.
    fn lie(&mut self, ball: u32, law: &Law<D>, [with, without]: [u32; 2]) {
        let i = ball as usize;
        self.courses[i] = self.free(i);
        if !law.is_gravity() || self.bodies[i].mass == f64::INFINITY {
            return;
        }
        let Flight {
            place, velocity, ..
        } = self.flights[i];
        let radius = self.radii[i];
        let heading = self.heading(i, law);
        let slack = Scalar::max(
            TOUCHING * radius,
            ROUNDING * (place.abs().max_element() + radius),
        );
        let slow = rising(law.strength(), NONE * radius);
        let mut found = Surfaces::new();
        self.each_wall(i, |engine, number| {
            if number == without {
                return;
            }
            if let Some((normal, gap)) = engine.flat(number, i, heading) {
                let touches =
                    Scalar::abs(gap) <= slack && Scalar::abs(normal.dot(velocity)) <= slow;
                if touches || number == with {
                    found.put(number, normal);
                }
            }
        });
        let Some(carried) = carried(law.gravity, found.normals()) else {
            return;
        };
        // Along the surfaces that bear the ball, and those along which it is about to slide.
        let along = |x: D, n: D| Scalar::abs(n.dot(x)) <= ALONG * x.length();
        let mut velocity = velocity;
        let bearing = carried.bearing();
        if bearing.len() == D::DIM {
            velocity = D::ZERO;
        }
        // Planes that are not orthogonal undo each other's projection; two passes suffice for a rounding.
        for _ in 0..2 {
            for place in bearing {
                let normal = found.normals[*place];
                velocity -= normal * normal.dot(velocity);
            }
        }
        let course = &mut self.courses[i];
        course.acceleration = carried.acceleration;
        let mut count = 0;
        for place in 0..found.count {
            let normal = found.normals[place];
            let bears = bearing.contains(&place);
            let slides = along(carried.acceleration, normal) && along(velocity, normal);
            if (bears || slides) && count < MOST_HELD {
                course.held[count] = found.numbers[place];
                count += 1;
            }
        }
        self.flights[i].velocity = velocity;
    }

    /// The direction in which a ball in contact would slide.
    fn heading(&self, i: usize, law: &Law<D>) -> D {
        let velocity = self.flights[i].velocity;
        if velocity == D::ZERO {
            law.gravity
        } else {
            velocity
        }
    }

    /// Calls `act` for each piece and side near a ball.
    fn each_wall(&self, i: usize, mut act: impl FnMut(&Self, u32)) {
        for &piece in self.walls.of(i) {
            act(self, piece);
        }
        if let Space::Boxed { .. } = self.space {
            let sides = self.sides[i];
            for side in (0..2 * D::DIM).filter(|side| sides >> side & 1 == 1) {
                act(self, (self.pieces.len() + side) as u32);
            }
        }
    }

    /// The unit normal of the flat part of a piece or side, and the ball's gap to it.
    fn flat(&self, number: u32, i: usize, heading: D) -> Option<(D, f64)> {
        let (place, radius) = (self.flights[i].place, self.radii[i]);
        match self.pieces.get(number as usize) {
            Some(piece) => {
                let (normal, distance) = piece.flat(place, heading)?;
                Some((normal, distance - (piece.radius + radius)))
            }
            None => Some((self.side(number).0, self.gap_to_side(number, i))),
        }
    }

    fn gap_to_side(&self, number: u32, i: usize) -> f64 {
        let side = number as usize - self.pieces.len();
        let (place, radius) = (self.flights[i].place[side / 2], self.radii[i]);
        match self.space {
            Space::Boxed { min, .. } if side.is_multiple_of(2) => place - (min[side / 2] + radius),
            Space::Boxed { max, .. } => (max[side / 2] - radius) - place,
            _ => f64::INFINITY,
        }
    }

    fn is_still(&self, i: usize) -> bool {
        self.courses[i].is_still(&self.flights[i], self.now)
    }

    /// Whether nothing moves, and nothing will without a change by the user.
    pub(in crate::table) fn is_at_rest(&self) -> bool {
        let still = |i: usize| match self.law {
            None => self.flights[i].velocity == D::ZERO,
            Some(_) => self.is_still(i),
        };
        self.present().all(still)
    }

    /// The moment at which the last ball rests, if all roll and come to rest.
    pub(in crate::table) fn last_stop(&self) -> Option<Moment> {
        let law = self.law?;
        let mut last = self.now;
        for i in self.present() {
            let still = self.flights[i].velocity == D::ZERO;
            if law.is_gravity() || self.courses[i].stops == f64::INFINITY && !still {
                return None;
            }
            if !still {
                let stop = self.courses[i].stop(&self.flights[i]);
                last = last.later(stop);
            }
        }
        (!last.is_never()).then_some(last)
    }

    /// Predicts a ball's next event.
    #[inline(never)]
    pub(super) fn predict_curved(&mut self, ball: u32, now: Moment) {
        let i = ball as usize;
        let (me, course) = (self.flights[i], self.courses[i]);
        let leaves = now.after(self.leaves_curved_shell(i, now));
        let check = self.check_at(i);
        let mut best = super::Best {
            at: if check < leaves { check } else { leaves },
            with: SHELL,
            stamp: 0,
            limit: 0.0,
        };
        best.limit = best.at.since(me.since);
        let earlier =
            |with: u32, than: u32| rank(&self.bodies, ball, with) < rank(&self.bodies, ball, than);
        self.each_wall(i, |engine, number| {
            let t = engine.touches_wall(i, number);
            best.offer(me.since, me.since.after(t), WALL | number, 0, earlier);
        });
        let mine = (me, course, self.radii[i]);
        for &other in self.lists.of(i) {
            if let Some(at) = self.touches_ball(mine, i, other as usize, now, best.latest()) {
                let stamp = self.stamps[other as usize];
                best.offer(me.since, at, other, stamp, earlier);
            }
        }
        self.schedule(ball, best.at, best.with, best.stamp);
    }

    /// The ball with the next event, however late, if the event is certain and only lists change before it; the outer
    /// `None` means that only execution can show it.
    pub(in crate::table) fn peek_curved(&mut self) -> Option<Option<u32>> {
        (self.peeks, self.unsure) = (true, false);
        let first = self.first(Moment::NEVER);
        self.peeks = false;
        if self.unsure {
            self.ahead = self.queue_at_first().unwrap_or(self.ahead);
            return None;
        }
        let Some(ball) = first else {
            return Some(None);
        };
        self.ahead = self.at(ball);
        self.is_sure(ball).then_some(Some(ball))
    }

    /// Whether a ball's event changes velocities by more than rounding.
    fn is_sure(&self, ball: u32) -> bool {
        let Some(law) = self.law else { return false };
        let (at, with) = (self.at(ball), self.next[ball as usize].with);
        let i = ball as usize;
        let velocity = self.velocity(i, at);
        let (arm, relative) = if with & WALL == 0 {
            let j = with as usize;
            (-self.way(i, j, at), velocity - self.velocity(j, at))
        } else if self.courses[i].lies_on(with ^ WALL) {
            return false;
        } else {
            (self.facing(with ^ WALL, self.place(i, at)).0, velocity)
        };
        let closing = -arm.dot(relative) / arm.length();
        let slow = rising(law.strength(), LOW * self.radii[i]);
        closing > Scalar::max(slow, 2.0 * GRAZE * relative.length())
    }

    /// Time from a ball's last event until it touches a piece or side, or leaves the one on which it slides.
    fn touches_wall(&self, i: usize, number: u32) -> f64 {
        let (me, course) = (&self.flights[i], &self.courses[i]);
        let radius = self.radii[i];
        let falling = Arc {
            way: me.place,
            velocity: me.velocity,
            acceleration: course.acceleration,
            radii: radius,
        };
        let piece = self.pieces.get(number as usize);
        if course.passed == number {
            return f64::INFINITY;
        }
        if course.lies_on(number) {
            return piece.map_or(f64::INFINITY, |piece| piece.leaves(&falling));
        }
        if course.stops < f64::INFINITY {
            let straight = match piece {
                Some(piece) => piece.first_touch(me.place, me.velocity, radius),
                None => {
                    let speed = self.side(number).0.dot(me.velocity);
                    falls(self.gap_to_side(number, i), speed, 0.0)
                }
            };
            return rolled(straight, course.stops);
        }
        match piece {
            Some(piece) if course.acceleration == D::ZERO => {
                piece.first_touch(me.place, me.velocity, radius)
            }
            Some(piece) => piece.first_touch_along(&falling, radius),
            None => {
                let inward = self.side(number).0;
                falls(
                    self.gap_to_side(number, i),
                    inward.dot(me.velocity),
                    inward.dot(course.acceleration),
                )
            }
        }
    }

    /// The moment at which two balls touch, if that can be within `latest` after the first one's last event.
    fn touches_ball(
        &self,
        (me, course, radius): (Flight<D>, Course<D>, f64),
        i: usize,
        j: usize,
        now: Moment,
        latest: f64,
    ) -> Option<Moment> {
        let them = &self.flights[j];
        let start = me.since.later(them.since);
        let a = course.going(&me, start);
        let mut b = self.courses[j].going(them, start);
        if let Some(period) = self.space.period() {
            b.place -= images(self.place(j, now) - self.place(i, now), period);
        }
        let radii = radius + self.radii[j];
        let arc = Arc::between(&a, &b, radii);
        let least = if a.left.min(b.left) < f64::INFINITY {
            // Neither gets faster towards the other than it is now, and a ball that moves may come to rest.
            let distance = arc.way.length();
            let (to, from) = (arc.way.dot(a.velocity), -arc.way.dot(b.velocity));
            let closing = Scalar::max(to, 0.0) + Scalar::max(from, 0.0);
            (distance - radii) * distance / closing
        } else {
            arc.least_time()
        };
        // False for NaN, which is no bound.
        if least + start.since(me.since) > latest {
            return None;
        }
        let t = first_meeting(a, b, radii);
        (t < f64::INFINITY).then(|| start.after(t))
    }

    /// A lower bound of the time until a ball leaves its shell.
    fn leaves_curved_shell(&self, i: usize, now: Moment) -> f64 {
        let (shell, course) = (&self.shells[i], &self.courses[i]);
        if shell.width == f64::INFINITY {
            return f64::INFINITY;
        }
        let going = course.going(&self.flights[i], now);
        let way = (going.place - shell.center).length();
        let room = shell.width * super::EARLY - way;
        if room <= 0.0 {
            let moves = going.velocity != D::ZERO || going.acceleration != D::ZERO;
            return if moves { 0.0 } else { f64::INFINITY };
        }
        let v = going.velocity.length();
        if going.left < f64::INFINITY {
            return rolled(room / v, going.left);
        }
        // v t + ½ a t² is at least the distance.
        let a = going.acceleration.length();
        2.0 * room / (v + Scalar::sqrt(v * v + 2.0 * a * room))
    }

    /// Executes a ball's event; `None` if it changes velocities by rounding only.
    #[inline(never)]
    pub(super) fn happen_curved(
        &mut self,
        ball: u32,
        with: u32,
        at: Moment,
    ) -> Option<Happened<D>> {
        let law = self.law?;
        let others = [ball, if with & WALL != 0 { ball } else { with }];
        for (place, ball) in others.into_iter().enumerate() {
            if place == 0 || others[0] != others[1] {
                self.bring(ball, at);
                self.changed(ball);
            }
        }
        let happened = if with & WALL != 0 {
            self.bounce_curved(ball, at, with ^ WALL, &law)
        } else {
            self.collide_curved([ball, with], at, &law)
        };
        self.stop_if_stuck(ball, &law);
        if with & WALL == 0 {
            self.stop_if_stuck(with, &law);
            self.predict(with, at);
        }
        self.predict(ball, at);
        happened.or_else(|| {
            // Zeno guard: no endless events at one moment.
            let too_many = self.too_many(ball, 0.0)?;
            Some(Happened {
                at,
                ball,
                with: if with & WALL == 0 {
                    With::Ball(with)
                } else {
                    With::Wall(
                        self.facing(with ^ WALL, self.flights[ball as usize].place)
                            .1,
                    )
                },
                arm: D::splat(1.0),
                closing: 0.0,
                too_many: Some(too_many),
            })
        })
    }

    fn bounce_curved(
        &mut self,
        ball: u32,
        at: Moment,
        number: u32,
        law: &Law<D>,
    ) -> Option<Happened<D>> {
        let i = ball as usize;
        if self.courses[i].lies_on(number) {
            // Over the edge, onto the next piece if there is one.
            self.lie(ball, law, [NOTHING, number]);
            let course = &mut self.courses[i];
            if course.held[0] != NOTHING {
                course.passed = number;
            }
            return None;
        }
        let Flight {
            place, velocity, ..
        } = self.flights[i];
        let (arm, wall, restitution) = self.facing(number, place);
        let restitution = Scalar::min(self.bodies[i].restitution, restitution);
        let length = arm.length();
        let normal = arm / length;
        let closing = -normal.dot(velocity);
        let is_settling = self.courses[i].settling == number;
        let press = Scalar::max(
            -normal.dot(self.courses[i].acceleration),
            -normal.dot(law.gravity),
        );
        self.saw_overlap_with(i, number);
        let radius = self.radii[i];
        // By rounding the ball can separate where it is about to press.
        let parts = if press > 0.0 {
            closing < -rising(law.strength(), NONE * radius)
        } else {
            closing <= 0.0
        };
        if parts {
            self.steer(ball);
            return None;
        }
        let low = |rise: f64| rising(press, rise * radius);
        let out = restitution * closing;
        let dies = out < low(NONE) || restitution < 1.0 && out < low(LOW);
        let weak = press > 0.0 && (is_settling || dies);
        if !weak {
            [self.flights[i].velocity, _] = off(arm, [velocity, D::ZERO], restitution);
            self.steer(ball);
        } else if let Some((normal, _)) = self.flat(number, i, self.heading(i, law)) {
            let closing = -normal.dot(velocity);
            if is_settling || out < low(NONE) {
                self.flights[i].velocity = velocity + normal * closing;
                self.lie(ball, law, [number, NOTHING]);
            } else if self.is_alone_on(number, i) {
                // All bounces to come take 2 (u + e u + e² u + …) / g together.
                let out = out / (1.0 - restitution);
                self.flights[i].velocity = velocity + normal * (closing + out);
                self.steer(ball);
                self.courses[i].settling = number;
            } else {
                self.flights[i].velocity = velocity + normal * (closing + out);
                self.steer(ball);
            }
        } else if closing <= Scalar::max(low(NONE), GRAZE * velocity.length())
            && self.courses[i].lies_too(number)
        {
            // The edge of the next piece on which it slides: it crosses seams freely.
            return None;
        } else {
            let hop = if restitution < 1.0 { HOP } else { LOSSLESS_HOP };
            let out = Scalar::max(out, low(hop));
            self.flights[i].velocity = velocity + normal * (closing + out);
            self.steer(ball);
            self.rest_if_carried(ball, law);
        }
        if weak && closing < low(NONE) {
            return None;
        }
        Some(Happened {
            at,
            ball,
            with: With::Wall(wall),
            arm,
            closing: closing * length,
            too_many: self.too_many(ball, restitution),
        })
    }

    fn has_many(&self, ball: u32) -> bool {
        self.bodies[ball as usize].at_once > MANY
    }

    /// Whether no other feature is close enough to be hit in a ball's last bounces.
    fn is_alone_on(&self, number: u32, i: usize) -> bool {
        let close = CLOSE * self.radii[i];
        let mut is_alone = true;
        self.each_wall(i, |engine, other| {
            is_alone &= other == number || engine.gap(other, i) > close;
        });
        is_alone
            && self.lists.of(i).iter().all(|&other| {
                let j = other as usize;
                let radii = self.radii[i] + self.radii[j] + close;
                self.way(i, j, self.now).length_squared() > radii * radii
            })
    }

    /// The gap between a ball and a piece or side.
    fn gap(&self, number: u32, i: usize) -> f64 {
        match self.pieces.get(number as usize) {
            Some(piece) => piece.gap(self.flights[i].place, self.radii[i]),
            None => self.gap_to_side(number, i),
        }
    }

    fn collide_curved(&mut self, balls: [u32; 2], at: Moment, law: &Law<D>) -> Option<Happened<D>> {
        let [i, j] = balls.map(|ball| ball as usize);
        let way = self.way(i, j, at);
        let length = way.length();
        let normal = way / length;
        let velocities = [self.flights[i].velocity, self.flights[j].velocity];
        let closing = -normal.dot(velocities[1] - velocities[0]);
        let radii = self.radii[i] + self.radii[j];
        let square = radii * radii;
        self.saw_overlap(0.5 * (square - way.length_squared()) / square);
        // By rounding they can separate where they are about to press.
        let seen = Arc {
            way,
            velocity: velocities[1] - velocities[0],
            acceleration: self.courses[j].acceleration - self.courses[i].acceleration,
            radii,
        };
        let touches = rising(law.strength(), NONE * radii);
        if closing < -touches || closing < 0.0 && seen.bend(0.0) >= 0.0 {
            for ball in balls {
                if !self.courses[ball as usize].rests {
                    self.steer(ball);
                }
            }
            return None;
        }
        let [a, b] = [&self.bodies[i], &self.bodies[j]];
        let restitution = Scalar::min(a.restitution, b.restitution);
        let loses = restitution < 1.0;
        let mut masses = [a.mass, b.mass];
        let least = Scalar::min(self.radii[i], self.radii[j]);
        let accelerations = [self.courses[i].acceleration, self.courses[j].acceleration];
        let still = [self.is_still(i), self.is_still(j)];
        let press = -normal.dot(accelerations[1] - accelerations[0]);
        let is_slow = law.is_gravity() && loses && closing <= rising(law.strength(), SLOW * least);
        let mut stays = [false; 2];
        for place in 0..2 {
            let rests = press > 0.0 || self.courses[balls[place] as usize].rests;
            stays[place] = is_slow && still[place] && rests;
            if stays[place] {
                masses[place] = f64::INFINITY;
            }
        }
        let shares = shares(masses[0], masses[1]);
        let after = apart(way, velocities, shares, restitution);
        if closing > 0.0 {
            (self.flights[i].velocity, self.flights[j].velocity) = (after[0], after[1]);
        }
        if !law.is_gravity() {
            self.steer(balls[0]);
            self.steer(balls[1]);
        }
        // Whether the slow pair is now pressed together; it is not where one flies past the other.
        let arc = Arc {
            way,
            velocity: self.flights[j].velocity - self.flights[i].velocity,
            acceleration: self.courses[j].acceleration - self.courses[i].acceleration,
            radii,
        };
        let press = -arc.bend(0.0) / length;
        let out = restitution * closing;
        let many = loses && balls.into_iter().any(|ball| self.has_many(ball));
        let press = if many || loses && law.is_gravity() {
            Scalar::max(press, law.strength())
        } else {
            press
        };
        let hop = rising(press, least * if loses { HOP } else { LOSSLESS_HOP });
        if press > 0.0 && out < hop {
            let push = normal * (closing + hop);
            self.flights[i].velocity = velocities[0] - push * shares[0].part;
            self.flights[j].velocity = velocities[1] + push * shares[1].part;
        }
        for ball in balls {
            let speed = self.flights[ball as usize].velocity.abs().max_element();
            self.fastest = Scalar::max(speed, self.fastest);
        }
        for (place, ball) in balls.into_iter().enumerate() {
            if !stays[place] {
                self.steer(ball);
                if still[place] {
                    self.wake(ball, at);
                }
            }
        }
        if is_slow {
            for (place, ball) in balls.into_iter().enumerate() {
                if !still[place] {
                    self.rest_if_carried(ball, law);
                }
            }
        }
        if closing <= 0.0 {
            return None;
        }
        let many = |ball: u32| self.too_many(ball, restitution);
        let too_many: Option<TooMany> = many(balls[0]).or_else(|| many(balls[1]));
        Some(Happened {
            at,
            ball: balls[0],
            with: With::Ball(balls[1]),
            arm: -way,
            closing: closing * length,
            too_many,
        })
    }

    /// Puts a slow ball to rest if its contacts support it.
    fn rest_if_carried(&mut self, ball: u32, law: &Law<D>) {
        let i = ball as usize;
        let is_heavy = self.bodies[i].mass == f64::INFINITY;
        if is_heavy || !law.is_gravity() || !self.is_slow(i, law) {
            return;
        }
        let check = if self.is_carried(i, law, |engine, j| engine.is_still(j)) {
            f64::INFINITY
        } else if self.is_carried(i, law, |engine, j| engine.is_slow(j, law)) {
            // Slow supporters may still move away: until the check they stay within `CLOSE`, or hardly beyond.
            Scalar::sqrt(self.radii[i] / law.strength()) * CHECK
        } else {
            return;
        };
        self.rest(i, check);
    }

    /// Stops a ball that has no room to move between others and walls, until the next check.
    fn stop_if_stuck(&mut self, ball: u32, law: &Law<D>) {
        let i = ball as usize;
        let body = &mut self.bodies[i];
        let loses = body.restitution < 1.0 && body.mass < f64::INFINITY;
        if !law.is_gravity() || !loses || body.at_once <= MANY || self.courses[i].rests {
            return;
        }
        body.at_once = 0;
        self.rest(i, Scalar::sqrt(self.radii[i] / law.strength()) * CHECK);
    }

    fn rest(&mut self, i: usize, check: f64) {
        self.flights[i].velocity = D::ZERO;
        self.courses[i] = Course {
            rests: true,
            check,
            ..Course::STRAIGHT
        };
    }

    /// Checks whether the supporters of a resting ball rest too, or are still there.
    #[inline(never)]
    pub(super) fn check(&mut self, ball: u32, at: Moment) {
        let i = ball as usize;
        let Some(law) = self.law else { return };
        if !self.is_to_be_checked(ball, at) {
            return;
        }
        self.now = at;
        self.bring(ball, at);
        self.changed(ball);
        self.steer(ball);
        self.rest_if_carried(ball, &law);
        if !self.courses[i].rests {
            self.wake(ball, at);
        }
    }

    pub(super) fn is_to_be_checked(&self, ball: u32, at: Moment) -> bool {
        let i = ball as usize;
        self.law.is_some() && self.courses[i].check < f64::INFINITY && at >= self.check_at(i)
    }

    fn check_at(&self, i: usize) -> Moment {
        self.flights[i].since.after(self.courses[i].check)
    }

    /// Whether a ball would rise at most `SLOW` with its speed.
    fn is_slow(&self, i: usize, law: &Law<D>) -> bool {
        let speed = self.velocity(i, self.now).length();
        speed <= rising(law.strength(), SLOW * self.radii[i])
    }

    /// Whether a ball rests on all near pieces and those near balls for which `holds` is true.
    fn is_carried(&self, i: usize, law: &Law<D>, holds: impl Fn(&Self, usize) -> bool) -> bool {
        let (place, radius) = (self.flights[i].place, self.radii[i]);
        let close = CLOSE * radius;
        let mut found = Surfaces::new();
        self.each_wall(i, |engine, number| {
            let arm = engine.facing(number, place).0;
            if engine.gap(number, i) <= close {
                found.put(WALL | number, arm / arm.length());
            }
        });
        for &other in self.lists.of(i) {
            let j = other as usize;
            let way = self.way(i, j, self.now);
            let length = way.length();
            if length - (radius + self.radii[j]) <= close && holds(self, j) {
                found.put(self.bodies[j].id, -way / length);
            }
        }
        carried(law.gravity, found.normals()).is_some_and(|carried| carried.acceleration == D::ZERO)
    }

    /// Wakes all balls that rest on a ball, those that rest on them, and so on.
    pub(super) fn wake(&mut self, ball: u32, at: Moment) {
        let Some(law) = self.law else { return };
        if !law.is_gravity() {
            return;
        }
        self.woken.push(ball);
        let mut first = 0;
        while first < self.woken.len() {
            let below = self.woken[first] as usize;
            first += 1;
            for place in 0..self.lists.of(below).len() {
                let other = self.lists.of(below)[place];
                let j = other as usize;
                let way = self.way(below, j, at);
                let reach = self.radii[below] + self.radii[j] + CLOSE * self.radii[j];
                let lies = way.dot(law.gravity) < 0.0 && way.length_squared() <= reach * reach;
                if lies && self.courses[j].rests {
                    self.bring(other, at);
                    self.changed(other);
                    self.steer(other);
                    self.woken.push(other);
                }
            }
        }
        for place in 1..self.woken.len() {
            self.predict(self.woken[place], at);
        }
        self.woken.clear();
    }
}

/// The speed at which a ball thrown up against an acceleration reaches a height.
fn rising(acceleration: f64, height: f64) -> f64 {
    Scalar::sqrt(2.0 * Scalar::max(acceleration, 0.0) * height)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::engine::Body;
    use crate::table::engine::tests::{ball, gas_of};
    use alloc::vec::Vec;
    use glam::{DVec2, DVec3};

    fn gas<D: Vector<Scalar = f64, Double = D>>(law: Law<D>, side: u32) -> Engine<D> {
        let space = Space::Boxed {
            min: D::ZERO,
            max: D::splat(1.0),
            restitution: 1.0,
        };
        let mut engine = Engine::new(space, Vec::new(), Moment::START);
        engine.law = Some(law);
        let is_heavy = |id: u32| id % 13 == 5;
        gas_of(engine, side, |id| Body {
            mass: if is_heavy(id) {
                f64::INFINITY
            } else {
                ball(id).mass
            },
            ..ball(id)
        })
    }

    /// The next event by a loop over all pairs and sides: without lists, shells or queue.
    fn plainly<D: Vector<Scalar = f64, Double = D>>(engine: &Engine<D>) -> (Moment, u32, u32) {
        let mut best = (Moment::NEVER, (9, 0, 0), 0, 0);
        let mut offer = |at: Moment, ball: u32, with: u32| {
            let rank = rank(&engine.bodies, ball, with);
            if at < best.0 || at == best.0 && rank < best.1 {
                best = (at, rank, ball, with);
            }
        };
        for i in 0..engine.flights.len() {
            let (me, course) = (engine.flights[i], engine.courses[i]);
            for j in i + 1..engine.flights.len() {
                let start = me.since.later(engine.flights[j].since);
                let going = |k: usize| engine.courses[k].going(&engine.flights[k], start);
                let t = first_meeting(going(i), going(j), engine.radii[i] + engine.radii[j]);
                offer(start.after(t), i as u32, j as u32);
            }
            for side in 0..2 * D::DIM as u32 {
                offer(
                    me.since.after(engine.touches_wall(i, side)),
                    i as u32,
                    WALL | side,
                );
            }
            assert_eq!(course.check, f64::INFINITY);
        }
        (best.0, best.2, best.3)
    }

    fn agrees_with_a_plain_search<D: Vector<Scalar = f64, Double = D>>(
        law: Law<D>,
        side: u32,
        events: u32,
    ) {
        let mut engine = gas(law, side);
        let mut met = [0, 0];
        for event in 0..events {
            let (at, i, with) = plainly(&engine);
            let Some(ball) = engine.first(Moment::NEVER) else {
                assert!(at.is_never(), "{event}");
                break;
            };
            let own = (
                engine.at(ball),
                rank(&engine.bodies, ball, engine.next[ball as usize].with),
            );
            assert_eq!(own, (at, rank(&engine.bodies, i, with)), "event {event}");
            met[usize::from(with & WALL != 0)] += 1;
            engine.happen(ball);
        }
        assert!(engine.overlap < 1e-13, "{}", engine.overlap);
        assert!(engine.overlap_now(engine.now) < 1e-13);
        assert!(met.iter().all(|met| *met > events / 100), "{met:?}");
    }

    fn falling<D: Vector<Scalar = f64>>() -> Law<D> {
        Law {
            friction: 0.0,
            gravity: D::from_f64([0.1, -0.7, 0.2]),
        }
    }

    fn rolling<D: Vector<Scalar = f64>>(friction: f64) -> Law<D> {
        Law {
            friction,
            gravity: D::ZERO,
        }
    }

    #[test]
    fn every_event_is_that_of_a_plain_search() {
        agrees_with_a_plain_search::<DVec2>(falling(), 8, 2_000);
        agrees_with_a_plain_search::<DVec3>(falling(), 4, 1_000);
        agrees_with_a_plain_search::<DVec2>(rolling(0.01), 8, 2_000);
        agrees_with_a_plain_search::<DVec3>(rolling(0.01), 4, 1_000);
    }

    #[test]
    #[ignore = "a minute"]
    fn every_event_of_many_is_that_of_a_plain_search() {
        agrees_with_a_plain_search::<DVec2>(falling(), 8, 10_000);
        agrees_with_a_plain_search::<DVec3>(falling(), 4, 10_000);
        agrees_with_a_plain_search::<DVec2>(rolling(0.001), 8, 10_000);
        agrees_with_a_plain_search::<DVec3>(rolling(0.001), 4, 10_000);
    }
}
