//! Walls that move: prediction of touches, bounces, and balls that are squeezed.

use super::schedule::{Earliest, MOVING, REGION, WALL};
use super::{Collision, Obstacle, Simulation, TooMany};
use crate::table::arc::Arc;
use crate::table::clock::Moment;
use crate::table::dynamics::Accelerated;
use crate::table::moving_wall::MovingContact;
use crate::table::resting::equilibrium;
use crate::table::wall_motion::WallMotion;
use alloc::vec::Vec;
use carom_math::{Scalar, Vector};

/// The least rise off a wall that moves into a ball, or onto which gravity pulls it, in ball radii: it is pushed, and
/// rests, in hops.
const HOP: f64 = 1.0 / (1_u64 << 14) as f64;
/// Room between a wall that moves and what is opposite, in ball radii, in which a ball counts as squeezed.
pub(super) const SQUEEZED: f64 = 1.0 / (1_u64 << 12) as f64;

fn arc<D: Vector<Scalar = f64>>(motion: &Accelerated<D>) -> Arc<D> {
    Arc {
        way: motion.position,
        velocity: motion.velocity,
        acceleration: motion.acceleration,
        radii: 0.0,
    }
}

impl<D: Vector<Scalar = f64, Double = D>> Simulation<D> {
    /// Offers a ball's next touch of a wall that moves. Returns the steps of the searches.
    #[cold]
    pub(super) fn offer_moving(
        &self,
        ball: u32,
        best: &mut Earliest,
        earlier: impl Fn(u32, u32) -> bool,
    ) -> u64 {
        let i = ball as usize;
        let mut steps = 0;
        let (since, radius) = (self.balls.trajectories[i].since, self.balls.radii[i]);
        for number in self.near_moving(i) {
            let feature = &self.walls.moving[number as usize];
            // What the wall did before its motion was changed is no part of it.
            let from = since.later(feature.since);
            let motion = self.motion(i, from);
            let latest = best.latest() - from.since(since);
            let times = [motion.left, latest];
            let touch = feature.first_touch(&arc(&motion), radius, from, times, &mut steps);
            let mut at = from.after(touch);
            if at.is_never() && motion.left < f64::INFINITY {
                // It has come to rest.
                let stop = from.after(motion.left);
                let rests = arc(&motion.after(motion.left));
                let times = [f64::INFINITY, latest];
                let touch = feature.first_touch(&rests, radius, stop, times, &mut steps);
                at = stop.after(touch);
            }
            best.offer(since, at, WALL | MOVING | number, 0, &earlier);
        }
        steps
    }

    /// The features of walls that move near a ball.
    pub(super) fn near_moving(&self, i: usize) -> impl Iterator<Item = u32> {
        let others = self.neighbors.others.of(i).iter();
        others
            .filter(|other| **other & MOVING != 0)
            .map(|other| other ^ MOVING)
    }

    /// Gives a wall another motion about the same pivot and axis, from now on.
    pub(in crate::table) fn move_wall(&mut self, wall: u32, motion: &WallMotion<D>) {
        for moving in &mut self.walls.moving {
            if moving.feature.wall == wall {
                moving.set_motion(motion.clone(), self.now);
            }
        }
        self.walls.place_others();
        self.each_present(self.now, Self::update_neighbors);
        self.each_present(self.now, Self::predict);
    }

    /// Executes an event with a region or a wall that moves.
    #[cold]
    pub(super) fn execute_other(
        &mut self,
        ball: u32,
        with: u32,
        at: Moment,
    ) -> Option<Collision<D>> {
        if with & REGION != 0 {
            return self.cross(ball, with, at);
        }
        let was_still = self.balls.is_still(ball as usize, at);
        self.advance_ball(ball, at);
        self.schedule.invalidate(ball);
        let collision = self.bounce_off_moving(ball, at, with & !(WALL | MOVING));
        if collision.is_some() && was_still {
            self.wake(ball, at);
        }
        self.predict(ball, at);
        collision
    }

    fn bounce_off_moving(&mut self, ball: u32, at: Moment, number: u32) -> Option<Collision<D>> {
        let i = ball as usize;
        let radius = self.balls.radii[i];
        let velocity = self.balls.trajectories[i].velocity;
        let moving = &self.walls.moving[number as usize];
        let feature = moving.feature;
        let contact = moving.contact(&arc(&self.motion(i, at)), radius, at);
        let MovingContact { normal, press, .. } = contact;
        let closing = normal.dot(contact.surface - velocity);
        let restitution = Scalar::min(self.balls.bodies[i].restitution, feature.restitution);
        let presses = press > 0.0 && closing == 0.0;
        let collision = Collision {
            at,
            ball,
            with: Obstacle::Wall(feature.wall),
            arm: normal,
            closing,
            too_many: self.too_many(ball, restitution),
        };
        // The search for a touch can end without one, to go on from here.
        if contact.gap > 8.0 * contact.slack || closing < 0.0 || closing == 0.0 && !presses {
            let rests = self
                .balls
                .dynamics
                .get(i)
                .is_some_and(|dynamics| dynamics.rests);
            if !rests {
                self.set_dynamics(ball);
            }
            return collision.too_many.map(|_| collision);
        }
        self.pushed = at;
        self.record_overlap(-contact.gap / (feature.radius + radius));
        let hop = Scalar::sqrt(2.0 * Scalar::max(press, 0.0) * HOP * radius);
        let out = Scalar::max(restitution * closing + feature.kick, hop);
        let change = closing + out;
        let body = &mut self.balls.bodies[i];
        body.remainder = [0.0; 3];
        if body.mass < f64::INFINITY {
            let gain = change * (normal.dot(velocity) + 0.5 * change);
            let taken = 0.5 * (1.0 - restitution * restitution) * closing * closing;
            self.given += body.mass * (gain + taken);
        }
        let after = velocity + normal * change;
        self.balls.trajectories[i].velocity = after;
        self.fastest = Scalar::max(after.abs().max_element(), self.fastest);
        self.set_dynamics(ball);
        if normal.dot(contact.surface) > 0.0 && self.is_pinned(i, normal, number) {
            return Some(Collision {
                too_many: Some(TooMany {
                    ball,
                    inelastic: true,
                    squeezed: true,
                }),
                ..collision
            });
        }
        (closing > 0.0 || collision.too_many.is_some()).then_some(collision)
    }

    /// Whether walls and balls of infinite mass leave a ball no room to be pushed in this direction.
    fn is_pinned(&self, i: usize, way: D, by: u32) -> bool {
        let (position, radius) = (self.balls.trajectories[i].position, self.balls.radii[i]);
        let close = SQUEEZED * radius;
        let mut normals = Vec::new();
        self.each_wall(i, |simulation, number| {
            if simulation.walls.gap(number, position, radius) <= close {
                let arm = simulation.walls.contact(number, position).0;
                normals.extend(arm.try_normalize());
            }
        });
        for number in self.near_moving(i) {
            let moving = &self.walls.moving[number as usize];
            let contact = moving.contact(&arc(&self.motion(i, self.now)), radius, self.now);
            if number != by && contact.gap <= close {
                normals.push(contact.normal);
            }
        }
        for &other in self.neighbors.lists.of(i) {
            let j = other as usize;
            let from = -self.balls.displacement(i, j, self.now);
            let reach = radius + self.balls.radii[j] + close;
            if self.balls.bodies[j].mass == f64::INFINITY && from.length_squared() <= reach * reach
            {
                normals.extend(from.try_normalize());
            }
        }
        equilibrium(way, &normals).is_some_and(|left| left.acceleration == D::ZERO)
    }

    /// Whether a wall that moves has pushed a ball at this very moment.
    pub(super) fn is_pushed(&self) -> bool {
        self.pushed == self.now
    }
}

#[cfg(test)]
mod tests {
    use crate::table::wall_motion::FASTEST_SPIN;
    use crate::table::{Setup, Status, Table, TableBall, Wall, WallMotion};
    use alloc::vec;
    use carom_core::shape::capsule::Capsule;
    use carom_math::Scalar;
    use glam::{DVec3, dvec3};

    /// A ball beside a wheel at the fastest rate, which it never touches: a call ends after a bounded number of steps.
    #[test]
    fn a_search_that_finds_nothing_has_a_bounded_number_of_steps() {
        for (velocity, law) in [
            (DVec3::ZERO, [0.0, 0.0]),
            (dvec3(0.0, 1e-6, 0.0), [0.0, 0.0]),
            (dvec3(0.0, 1e-6, 0.0), [1e-14, 0.0]),
            (dvec3(0.0, 0.0, 1e-3), [0.0, -1e-9]),
        ] {
            let bar = Capsule::new(DVec3::ZERO, dvec3(3.0, 0.0, 0.0), 0.05);
            // The ball far away has a speed of 1: a window takes 8 s.
            let spin = FASTEST_SPIN / 8.0;
            let motion =
                WallMotion::turning(DVec3::ZERO, DVec3::Z, [(0.0, 0.0), (1e6, spin * 1e6)]);
            let setup = Setup {
                balls: vec![
                    TableBall::new(dvec3(2.0, 0.0, 0.7), 0.5).with_velocity(velocity),
                    TableBall::new(dvec3(8.0, 8.0, 8.0), 0.5).with_velocity(DVec3::X),
                ],
                walls: vec![Wall::new(bar).with_motion(motion)],
                ..Setup::default()
            };
            let [friction, gravity] = law;
            let setup = setup
                .with_friction(friction)
                .with_gravity(DVec3::Z * gravity);
            let mut table = Table::new(&setup).unwrap();
            let mut before = 0.0;
            for _ in 0..3 {
                assert_eq!(table.step_event(), None);
                assert_eq!(table.status(), Status::Inconclusive, "{velocity} {law:?}");
                let steps = table.simulation.vain / 64;
                assert!(steps > 1 << 19 && steps < 1 << 20, "{steps}");
                let time = table.time();
                assert!(time > before && Scalar::abs(time) < 1e6, "{time}");
                before = time;
            }
        }
    }
}
