//! Crates that a character pushes: boxes that slide without rotating.
//!
//! A push is the impulse of [`Collision::push_impulse`], at most [`FORCE`] times the tick, and changes the velocity by impulse /
//! mass. In a tick of `dt` seconds friction takes `FRICTION · material · GRAVITY · dt` of the speed over the ground, a conveyor
//! included, and gravity adds `GRAVITY · dt` downward. Then the box is swept, first across and along the first obstacle, then
//! down, so it never enters a wall. Two crates that meet go on with their common velocity along the normal.

use super::motion::horizontal;
use super::place::CHARACTERS;
use carom::mover::{Collision, Locomotion, Surfaces};
use carom::{BodyId, Capsule, Hit, PartId, Pose, Shape, Start, World};
use glam::{DVec3, Mat4, Vec3, vec3};

const GRAVITY: f32 = 9.81;
/// Coulomb's coefficient on ground like any other.
const FRICTION: f32 = 0.5;
/// The greatest force of a push, N.
const FORCE: f32 = 400.0;
/// The distance that a crate keeps from obstacles, m.
const GAP: f32 = 0.005;

pub(super) struct Crate {
    pub(super) id: BodyId,
    mass: f32,
    /// Its center at the start, before the last tick, and now.
    home: DVec3,
    before: DVec3,
    pub(super) center: DVec3,
    pub(super) velocity: Vec3,
    /// The ground that it rests on.
    floor: Option<PartId>,
}

impl Crate {
    pub(super) fn new(id: BodyId, mass: f32, center: DVec3) -> Self {
        Self {
            id,
            mass,
            home: center,
            before: center,
            center,
            velocity: Vec3::ZERO,
            floor: None,
        }
    }

    /// Friction on the floor.
    fn slow(&mut self, surfaces: Option<&Surfaces<Vec3>>, dt: f32) {
        let Some(floor) = self.floor else {
            return;
        };
        let material = surfaces.and_then(|surfaces| surfaces.get(floor));
        let (friction, belt) = material.map_or((1.0, Vec3::ZERO), |it| (it.friction, it.velocity));
        let relative = horizontal(self.velocity - belt);
        let (speed, loss) = (relative.length(), FRICTION * friction * GRAVITY * dt);
        let kept = if speed > loss {
            relative * (1.0 - loss / speed)
        } else {
            Vec3::ZERO
        };
        self.velocity = vec3(belt.x + kept.x, self.velocity.y, belt.z + kept.z);
    }

    /// Sweeps it along `delta` up to an obstacle; returns that.
    fn advance(
        &mut self,
        world: &World<Vec3>,
        hero: &Capsule<Vec3>,
        delta: Vec3,
    ) -> Option<Hit<Vec3>> {
        let length = delta.length();
        let body = world.get(self.id)?;
        let way = delta.try_normalize()?;
        let shape: Shape<Vec3> = at(self.center).shape(body.collider.shape()?);
        let reach = way * (length + GAP);
        let query = world.query().mask(!CHARACTERS).except(self.id);
        let wall = query.sweep(&shape, reach);
        // The mover brings a character out of a crate.
        let met = carom::sweep(&shape, reach, hero);
        let met = match met.start {
            Start::Overlapping(_) => None,
            Start::Separate | Start::Touching(_) => met.hit,
        };
        let first = match (wall, met) {
            (Some(wall), Some(met)) if met.t < wall.t => Some(met),
            (wall, met) => wall.or(met),
        };
        let free = first.map_or(length, |hit| hit.t * (length + GAP) - GAP);
        if free > 0.0 {
            self.center += (way * free).as_dvec3();
        }
        first
    }

    /// The matrix for drawing.
    pub(super) fn matrix(&self, between: f64) -> Mat4 {
        Mat4::from_translation(self.before.lerp(self.center, between).as_vec3())
    }
}

/// All crates of a place.
#[derive(Default)]
pub(super) struct Crates {
    pub(super) all: Vec<Crate>,
}

impl Crates {
    /// Puts every crate back to its start.
    pub(super) fn restart(&mut self, world: &mut World<Vec3>) {
        for it in &mut self.all {
            *it = Crate::new(it.id, it.mass, it.home);
            // Neither the body nor the pose can be invalid.
            let _ = world.set_pose(it.id, at(it.home));
            let _ = world.set_velocity(it.id, Vec3::ZERO);
        }
    }

    /// Moves all crates by a tick, before the character.
    pub(super) fn step(
        &mut self,
        world: &mut World<Vec3>,
        surfaces: Option<&Surfaces<Vec3>>,
        hero: &Capsule<Vec3>,
        dt: f32,
    ) {
        for index in 0..self.all.len() {
            let moved = &mut self.all[index];
            moved.before = moved.center;
            moved.slow(surfaces, dt);
            let across = horizontal(moved.velocity) * dt;
            if let Some(hit) = moved.advance(world, hero, across) {
                let rest = across - horizontal((moved.center - moved.before).as_vec3());
                let normal = horizontal(hit.normal).normalize_or_zero();
                moved.advance(world, hero, rest - normal * rest.dot(normal));
                self.stop(index, normal, hit.part.body);
            }
            let moved = &mut self.all[index];
            moved.velocity.y -= GRAVITY * dt;
            let fallen = moved.advance(world, hero, Vec3::Y * (moved.velocity.y * dt));
            moved.floor = fallen.map(|hit| hit.part);
            if fallen.is_some() {
                moved.velocity.y = 0.0;
            }
            let _ = world.move_to(moved.id, at(moved.center), dt);
        }
    }

    /// After a crate has met an obstacle: along the normal it stops, or goes on together with the crate that it met.
    fn stop(&mut self, index: usize, normal: Vec3, body: BodyId) {
        let other = self.all.iter().position(|it| it.id == body);
        let (velocity, mass) = (self.all[index].velocity, self.all[index].mass);
        let own = velocity.dot(normal);
        let theirs = other.map_or(0.0, |other| self.all[other].velocity.dot(normal));
        if own >= theirs {
            return;
        }
        let common = other.map_or(0.0, |other| {
            let weight = self.all[other].mass;
            (mass * own + weight * theirs) / (mass + weight)
        });
        self.all[index].velocity += normal * (common - own);
        if let Some(other) = other {
            self.all[other].velocity += normal * (common - theirs);
        }
    }

    /// The pushes of a character of `mass` by the collisions of its last tick. It goes on as fast as what it pushes.
    pub(super) fn push(
        &mut self,
        met: &[Collision<Vec3>],
        mass: f32,
        locomotion: &mut Locomotion<Vec3>,
        dt: f32,
    ) {
        for collision in met {
            let body = collision.part.body;
            let Some(pushed) = self.all.iter_mut().find(|it| it.id == body) else {
                continue;
            };
            let impulse = horizontal(collision.push_impulse(mass, 1.0 / pushed.mass, FORCE * dt));
            pushed.velocity += impulse / pushed.mass;
            if let Some(way) = impulse.try_normalize() {
                let slower = locomotion.velocity.dot(way) - pushed.velocity.dot(way);
                locomotion.velocity -= way * slower;
            }
        }
    }
}

fn at(center: DVec3) -> Pose<Vec3> {
    Pose {
        translation: center,
        ..Pose::default()
    }
}
