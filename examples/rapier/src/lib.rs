//! A carom character among the rigid bodies of [rapier](https://rapier.rs).
//!
//! Rapier moves the bodies; carom has a copy of each collider that characters can meet. A tick:
//! 1. rapier steps;
//! 2. [`Stage::step`] moves carom's copies to where rapier's bodies are now, so that they carry and push the character;
//! 3. the mover steps;
//! 4. what the character met gets the impulse of its push, and what it stands on its weight. They act in rapier's next step.
//!
//! The character has no body in rapier: a kinematic one would push with unlimited force.

use carom::glam::{Vec3, vec3};
use carom::mover::{CharacterState, Intent, Mover, MoverError, MoverSettings, Report};
use carom::{Body, BodyError, BodyId, Collider, Pose, Rotation, World};
use rapier3d::prelude::{
    ColliderBuilder, PhysicsWorld, RigidBody, RigidBodyBuilder, RigidBodyHandle, Vector,
};
use std::collections::BTreeMap;

/// A character with a mass and a strength.
pub struct Character {
    /// The mover, with a memory of its own.
    pub mover: Mover<Vec3>,
    /// Feet, velocity, ground.
    pub state: CharacterState<Vec3>,
    /// Mass, kg.
    pub mass: f32,
    /// The greatest force of a push, N.
    pub strength: f32,
}

impl Character {
    /// A person of 80 kg with a push of 400 N.
    ///
    /// # Errors
    /// A setting out of its range.
    pub fn new(feet: Vec3) -> Result<Self, MoverError> {
        Ok(Self {
            mover: Mover::new(MoverSettings::default())?,
            state: CharacterState::at(feet, 1.8),
            mass: 80.0,
            strength: 400.0,
        })
    }
}

/// Rapier's bodies, and carom's copies of their colliders.
#[derive(Default)]
pub struct Stage {
    /// The rigid bodies.
    pub physics: PhysicsWorld,
    /// What characters walk on.
    pub world: World<Vec3>,
    bodies: BTreeMap<BodyId, RigidBodyHandle>,
}

impl Stage {
    /// Adds a body with the collider of a box, to both.
    ///
    /// # Errors
    /// A half extent that is not finite or not more than 0.
    pub fn add_box(
        &mut self,
        body: RigidBodyBuilder,
        half: Vec3,
        density: f32,
    ) -> Result<RigidBodyHandle, BodyError> {
        let axes = [Vec3::X * half.x, Vec3::Y * half.y, Vec3::Z * half.z];
        let shape = ColliderBuilder::cuboid(half.x, half.y, half.z).density(density);
        let (handle, _) = self.physics.insert(body, shape);
        let mut copy = Body::new(Collider::cuboid(Vec3::ZERO, axes));
        copy.pose = pose(&self.physics.bodies[handle]);
        self.bodies.insert(self.world.insert(copy)?, handle);
        Ok(handle)
    }

    /// A tick of everything: rapier's bodies, then a character.
    ///
    /// # Errors
    /// Rapier's bodies have left the numbers.
    pub fn step(
        &mut self,
        character: &mut Character,
        intent: &Intent<Vec3>,
        dt: f32,
    ) -> Result<Report<Vec3>, BodyError> {
        self.physics.integration_parameters.dt = dt;
        self.physics.step();
        for (id, handle) in &self.bodies {
            self.world
                .move_to(*id, pose(&self.physics.bodies[*handle]), dt)?;
        }
        let Character { mover, state, .. } = character;
        let report = mover.step(&self.world, state, intent, dt);
        self.push(character, dt);
        self.press(character, &report, dt);
        Ok(report)
    }

    /// Pushes what the character met.
    fn push(&mut self, character: &Character, dt: f32) {
        for met in character.mover.collisions() {
            let body = &mut self.physics.bodies[self.bodies[&met.part.body]];
            let inverse_mass = inverse_mass(body, met.point, met.normal);
            let limit = character.strength * dt;
            let impulse = met.push_impulse(character.mass, inverse_mass, limit);
            body.apply_impulse_at_point(vector(impulse), vector(met.point), true);
        }
    }

    /// Presses on what the character stands on: its weight, and the blow of a landing.
    fn press(&mut self, character: &Character, report: &Report<Vec3>, dt: f32) {
        let Some(ground) = report.ground else {
            return;
        };
        let settings = character.mover.settings();
        let (up, feet) = (settings.up, character.state.feet);
        let body = &mut self.physics.bodies[self.bodies[&ground.part.body]];
        let weight = character.mass * settings.gravity * dt;
        let blow = report.events.landed.map_or(0.0, |speed| {
            speed / (1.0 / character.mass + inverse_mass(body, feet, up))
        });
        body.apply_impulse_at_point(vector(-up * (weight + blow)), vector(feet), true);
    }
}

/// The inverse mass of a body for an impulse along `n` at a point: 1/m + (r × n) · I⁻¹ (r × n); 0 if it is not dynamic.
fn inverse_mass(body: &RigidBody, point: Vec3, n: Vec3) -> f32 {
    if !body.is_dynamic() {
        return 0.0;
    }
    let properties = body.mass_properties();
    let n = vector(n);
    let turn = (vector(point) - properties.world_com).cross(n);
    let spin = properties.effective_world_inv_inertia * turn;
    1.0 / body.mass() + turn.dot(spin)
}

/// Where a body of rapier is.
fn pose(body: &RigidBody) -> Pose<Vec3> {
    let at = body.translation();
    let turn = body.rotation();
    let turn = Rotation::from_quaternion([turn.x, turn.y, turn.z, turn.w]);
    Pose::new(vec3(at.x, at.y, at.z), turn)
}

/// A vector of rapier.
pub fn vector(v: Vec3) -> Vector {
    Vector::from_array(v.to_array())
}
