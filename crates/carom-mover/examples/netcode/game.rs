//! The game that both sides run: a level with a lift, and a tick of a character in it.

use carom::glam::{Vec3, vec3};
use carom::mover::{CharacterState, Intent, Locomotion, LocomotionSettings, Mover, MoverSettings};
use carom::{Body, BodyId, Collider, Pose, World};

pub(crate) const DT: f32 = 1.0 / 60.0;

/// A character, all of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Player {
    pub(crate) body: CharacterState<Vec3>,
    pub(crate) locomotion: Locomotion<Vec3>,
}

impl Player {
    pub(crate) fn new() -> Self {
        Self {
            body: CharacterState::at(vec3(0., 0.01, 0.), 1.8),
            locomotion: Locomotion::new(LocomotionSettings::default()),
        }
    }

    /// The hash of all bits.
    pub(crate) fn hash(&self) -> u64 {
        let locomotion = self.locomotion.hash_bits(0);
        self.body.hash_bits(locomotion)
    }
}

/// The level. The lift is where the number of the tick says, so that any tick can be made again.
pub(crate) struct Game {
    world: World<Vec3>,
    mover: Mover<Vec3>,
    lift: BodyId,
}

impl Game {
    pub(crate) fn new() -> Self {
        let mut world = World::new();
        let mut add = |center: Vec3, half: Vec3, moving: bool| {
            let axes = [Vec3::X * half.x, Vec3::Y * half.y, Vec3::Z * half.z];
            let body = Body {
                moving,
                ..Body::new(Collider::cuboid(center, axes))
            };
            world.insert(body).expect("finite numbers")
        };
        add(vec3(0., -1., 0.), vec3(60., 1., 60.), false);
        for step in 0..4 {
            let height = 0.15 * (step + 1) as f32;
            add(
                vec3(4. + step as f32 * 0.5, height, 0.),
                vec3(0.25, height, 3.),
                false,
            );
        }
        add(vec3(-6., 2., 0.), vec3(0.5, 2., 60.), false);
        let lift = add(Vec3::ZERO, vec3(5., 0.1, 4.), true);
        Self {
            world,
            mover: Mover::new(MoverSettings::default()).expect("the default"),
            lift,
        }
    }

    /// Up and down by 0.25 m in two seconds, from the number of the tick alone: no rounding adds up.
    fn lift_at(tick: u32) -> Pose<Vec3> {
        let (period, phase) = (120, tick % 120);
        let part = phase.min(period - phase) as f32 / (period / 2) as f32;
        Pose::at(vec3(0., part * 0.25, 12.))
    }

    /// Makes a tick, again if need be.
    pub(crate) fn step(&mut self, tick: u32, player: &mut Player, input: &Intent<Vec3>) {
        let (before, now) = (Self::lift_at(tick.saturating_sub(1)), Self::lift_at(tick));
        self.world.set_pose(self.lift, before).expect("it is there");
        self.world.move_to(self.lift, now, DT).expect("it is there");
        let Player { body, locomotion } = player;
        let intent = locomotion.intent(body, input.velocity, input.jump, Vec3::Y, DT);
        self.mover.step(&self.world, body, &intent, DT);
        locomotion.adopt(body, &intent, Vec3::Y);
    }
}
