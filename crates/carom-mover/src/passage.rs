//! From ground to air, to ground, and from one body to another within a tick: the moment it happens, and the rest
//! of the tick. So that it happens at the same moment, and in the same place, at every tick rate.

use super::body::Ground;
use super::ground::Support;
use super::planes::flat;
use super::slide::{Arrival, Made, Walk, Way};
use carom_core::world::BodyMotion;
use carom_math::{Scalar, Vector};

/// How near, in skins, the place is found where a walk leaves its ground.
const NEAR_ENOUGH: f64 = 0.2;
/// How often the way to it is halved at most.
const MAX_HALVINGS: usize = 16;
/// In how many of them its place is taken from the edge that is stood on.
const GUESSES: usize = 6;

impl<V: Vector> Walk<'_, '_, V> {
    /// A walk has lost its ground on the way: back to where that was, and down from there.
    pub(super) fn leave(mut self, way: &Way<V>, velocity: V) -> Made<V> {
        if self.leaves == 0 {
            return Made::in_air(velocity);
        }
        let zero = V::Scalar::ZERO;
        let end = self.cast.feet;
        self.take_back(&way.told);
        let part = self.carried_part(way, |_| true, |walk, on, last| walk.brink(way, on, last));
        self.begin_at(part);
        self.leaves -= 1;
        // Who walks has left what is under its foot; who only lost it may have to slide off it.
        self.clear = end != way.place;
        self.pushed = V::ZERO;
        self.in_air(velocity, zero)
    }

    /// Lets the part of the tick pass that it took to come here.
    fn begin_at(&mut self, part: V::Scalar) {
        let left = V::Scalar::ONE - part;
        self.passed += (V::Scalar::ONE - self.passed) * part;
        self.dt = self.dt * left;
        self.from = self.cast.feet;
    }

    /// Goes along a way as far as ground carries that is `wanted`; returns the part of it.
    fn carried_part(
        &mut self,
        way: &Way<V>,
        wanted: impl Fn(&Support<V>) -> bool,
        brink: impl Fn(&Self, V::Scalar, &Support<V>) -> Option<V::Scalar>,
    ) -> V::Scalar {
        let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
        let length = (way.wish * way.left).length();
        let mut place = way.place;
        self.cast.feet = place;
        if length <= self.cast.rounding() {
            return zero;
        }
        let fine = self.cast.settings.skin * V::Scalar::from_f64(NEAR_ENOUGH) / length;
        let (mut on, mut off) = (zero, one);
        let mut last = self.cast.support(way.wish);
        for round in 0..MAX_HALVINGS {
            if off - on <= fine {
                break;
            }
            // Just beyond where it should be, then just before.
            let aside = fine * V::Scalar::from_f64(0.45);
            let guess = (last.as_ref().filter(|_| round < GUESSES))
                .and_then(|last| brink(self, on, last))
                .and_then(|guess| {
                    let mut sides = [guess + aside, guess - aside].into_iter();
                    sides.find(|side| *side > on && *side < off)
                });
            let next = guess.unwrap_or((on + off) * V::Scalar::HALF);
            // On from the last place that carries, as shorter ticks would.
            self.gained = zero;
            let told = self.told();
            let _ = self.across(way.wish, way.left * (next - on));
            if let Some(found) = self.keep_to_ground(way.wish).filter(&wanted) {
                (on, place, last) = (next, self.cast.feet, Some(found));
            } else {
                off = next;
                self.cast.feet = place;
                self.take_back(&told);
            }
        }
        on
    }

    /// Where on its way the foot will have left the edge that it stands on now, `on` being over.
    fn brink(&self, way: &Way<V>, on: V::Scalar, standing: &Support<V>) -> Option<V::Scalar> {
        let settings = self.cast.settings;
        let out = self.level_part(standing.contact).try_normalize()?;
        let beyond = self.level_part(self.cast.feet - standing.point).dot(out);
        let speed = (way.wish * way.left).dot(out);
        let rise = settings.least_on_edge();
        let most = (settings.radius + settings.skin) * (V::Scalar::ONE - rise * rise).sqrt();
        (speed > V::Scalar::ZERO).then(|| on + (most - beyond) / speed)
    }

    /// What a walk stands on in the end. Where that is another body than it began on, and either moves, the new
    /// one takes it along from the moment it was stepped on, and the old one only till then.
    pub(super) fn change_over(&mut self, way: &Way<V>, support: Support<V>) -> Ground<V> {
        let ground = support.ground;
        let motion = self.cast.near.carrier(support.index);
        let moves = motion.is_some() || self.ride.is_some();
        let old = self.stood;
        if !moves || old.is_none() || old == Some(ground.part.body) {
            return ground;
        }
        let (end, gained) = (self.cast.feet, self.gained);
        let told = self.told();
        let is_old = |found: &Support<V>| Some(found.ground.part.body) == old;
        let part = self.carried_part(way, is_old, |_, _, _| None);
        self.take_back(&told);
        (self.cast.feet, self.gained) = (end, gained);
        let passed = self.passed + (V::Scalar::ONE - self.passed) * part;
        let rest = |motion: &BodyMotion<V>| {
            let surface = motion.surface() * (self.dt * (V::Scalar::ONE - part));
            motion.carry_from(end, passed.to_f64()) - end + surface
        };
        let new = motion.map_or(V::ZERO, |number| rest(&self.cast.near.motions()[number]));
        let shift = new - self.ride.as_ref().map_or(V::ZERO, rest);
        let gained = self.gained;
        self.report.why.rode |= motion.is_some();
        let _ = self.across(self.level_part(shift), V::Scalar::ONE);
        self.gained = gained;
        let kept = self.keep_to_ground(way.wish);
        kept.map_or_else(
            || {
                self.cast.feet = end;
                ground
            },
            |support| support.ground,
        )
    }

    fn level_part(&self, v: V) -> V {
        flat(v, self.cast.settings.up)
    }

    /// Touched down within the tick: the rest of it is walked. Where that leads off the ground again, it is a fall.
    pub(super) fn land(mut self, arrival: &Arrival<V>) -> Made<V> {
        let (way, time, base) = match self.walk_on(arrival) {
            Ok(made) => return made,
            Err(off) => off,
        };
        // With the velocity of what it had come to.
        let velocity = if self.ride.is_some() {
            arrival.wish / self.dt
        } else {
            *self.base = self.level_part(base);
            self.wanted + *self.base
        };
        self.begin_at(time);
        self.leave(&way, velocity)
    }

    /// The rest of a tick after a touchdown, walked: what it has come to takes it along from then. Without ground in
    /// the end the way, the part of the tick before it, and the velocity of what it had come to.
    pub(super) fn walk_on(
        &mut self,
        arrival: &Arrival<V>,
    ) -> Result<Made<V>, (Way<V>, V::Scalar, V)> {
        let one = V::Scalar::ONE;
        let Arrival {
            stop, start, wish, ..
        } = arrival;
        let touched = one - arrival.left;
        // Who jumps off something that moves is still seen from there.
        let motion = (self.cast.near.carrier(stop.index))
            .filter(|_| self.ride.is_none())
            .map(|number| self.cast.near.motions()[number]);
        let time = if arrival.straight {
            self.moment(arrival, motion.as_ref()).unwrap_or(touched)
        } else {
            touched
        };
        let feet = self.cast.feet;
        let passed = self.passed + (one - self.passed) * time;
        let (ride, surface) = motion.map_or((V::ZERO, V::ZERO), |motion| {
            let ride = motion.carry_from(feet, passed.to_f64()) - feet;
            (self.level_part(ride), self.level_part(motion.surface()))
        });
        let walk = if self.ride.is_some() {
            *wish
        } else {
            (self.wanted + surface) * self.dt
        };
        self.report.why.rode |= ride != V::ZERO;
        // The way is that of the walk from then, and of the fall till then, as far as it has not been gone.
        let way = Way {
            place: feet,
            wish: walk * (one - time) + *wish * (time - touched) + ride,
            left: one,
            told: self.told(),
        };
        let met = self.across(way.wish, one);
        let velocity = if met {
            let air = (*wish - walk) * time;
            let made = self.level_part(self.cast.feet - *start) - ride - air;
            made / self.dt - surface
        } else {
            walk / self.dt - surface
        };
        let Some(support) = self.keep_to_ground(walk) else {
            let base = motion.map_or(V::ZERO, |motion| motion.velocity(feet));
            return Err((way, time, base));
        };
        Ok(Made {
            velocity,
            ground: Some(support.ground),
            relative: true,
        })
    }

    /// The part of the fall after which what it came to was met, that being where it was then.
    ///
    /// Along the normal n the height over it is h(t) = c + b t + a t², with c the height over it at the start, as
    /// seen from where it is in the end.
    fn moment(&self, arrival: &Arrival<V>, motion: Option<&BodyMotion<V>>) -> Option<V::Scalar> {
        let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
        let normal = arrival.stop.normal;
        let (from, attached) = motion.map_or((arrival.start, arrival.start), |motion| {
            let passed = self.passed.to_f64();
            (self.from, motion.carry_from(self.from, passed))
        });
        let fall = &arrival.fall;
        let way = arrival.wish + fall.start * self.dt - (attached - from);
        let bend = (fall.end - fall.start) * (self.dt * V::Scalar::HALF);
        let c = normal.dot(attached - self.cast.feet).max(zero);
        let (b, a) = (normal.dot(way), normal.dot(bend));
        let root = (b * b - V::Scalar::from_f64(4.0) * a * c).max(zero).sqrt();
        // The root at which h falls; of its two forms the one that does not cancel.
        let t = if b <= zero {
            (c + c) / (root - b)
        } else {
            -(b + root) / (a + a)
        };
        t.is_finite().then(|| t.max(zero).min(one))
    }
}
