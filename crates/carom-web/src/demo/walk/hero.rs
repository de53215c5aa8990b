//! The player's character for a tick: agent 0 of the crowd, with all that moves it.

use carom::mover::abilities::Path;
use carom::mover::{CharacterState, Crowd, Intent, Locomotion, Mover, Surfaces};
use carom::{Capsule, World};
use glam::Vec3;

pub(super) struct Hero<'a> {
    pub(super) world: &'a mut World<Vec3>,
    pub(super) surfaces: Option<&'a Surfaces<Vec3>>,
    pub(super) crowd: &'a mut Crowd<Vec3>,
    pub(super) locomotion: &'a mut Locomotion<Vec3>,
    /// Its settings: speed of a jump, height, and height of a crouch.
    pub(super) jump: f32,
    pub(super) height: f32,
    pub(super) crouched: f32,
    /// The direction of view, level.
    pub(super) view: Vec3,
    pub(super) dt: f32,
}

impl Hero<'_> {
    pub(super) fn body(&self) -> CharacterState<Vec3> {
        self.crowd.agents()[0].body
    }

    pub(super) fn body_mut(&mut self) -> &mut CharacterState<Vec3> {
        &mut self.crowd.agents_mut()[0].body
    }

    pub(super) fn mover(&self) -> &Mover<Vec3> {
        &self.crowd.agents()[0].mover
    }

    pub(super) fn capsule(&self) -> Capsule<Vec3> {
        self.body().capsule(self.mover().settings())
    }

    /// The direction of its keys, or else that of the view.
    pub(super) fn way(&self, wanted: Vec3) -> Vec3 {
        wanted.try_normalize().unwrap_or(self.view)
    }

    pub(super) fn step(&mut self, intent: &Intent<Vec3>) {
        self.crowd.step(self.world, &[*intent], self.dt);
    }

    /// Follows a path for the tick; returns whether that is its end.
    pub(super) fn follow(&mut self, path: &mut Path<Vec3>) -> bool {
        // No time passes: the crowd only remembers the state before the tick.
        self.crowd.step(self.world, &[], 0.0);
        let agent = &mut self.crowd.agents_mut()[0];
        let (mover, body) = (&mut agent.mover, &mut agent.body);
        path.step(mover, self.world, body, self.dt).is_some()
    }

    /// Takes its speed.
    pub(super) fn stop(&mut self) {
        self.body_mut().velocity = Vec3::ZERO;
        self.locomotion.velocity = Vec3::ZERO;
    }
}
