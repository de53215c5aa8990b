//! Changes of worlds, and the ticks of characters in them, once for each vector.

use carom_rs::mover::{CharacterState, Intent, Mover, Report};
use carom_rs::{
    Body, BodyError, BodyId, PairEvents, Pose, SensorEvents, Vector, World, WorldQuery,
};

/// The functions of a world, by its vector.
pub trait Worlds: Vector<Scalar = f32> {
    /// [`World::insert`].
    ///
    /// # Errors
    /// Those of the function.
    fn insert(world: &mut World<Self>, body: Body<Self>) -> Result<BodyId, BodyError>;
    /// [`World::remove`].
    ///
    /// # Errors
    /// If there is no such body.
    fn remove(world: &mut World<Self>, body: BodyId) -> Result<(), BodyError>;
    /// [`World::replace`].
    ///
    /// # Errors
    /// Those of the function.
    fn replace(world: &mut World<Self>, id: BodyId, body: Body<Self>) -> Result<(), BodyError>;
    /// [`World::set_pose`].
    ///
    /// # Errors
    /// Those of the function.
    fn set_pose(world: &mut World<Self>, body: BodyId, pose: Pose<Self>) -> Result<(), BodyError>;
    /// [`World::move_to`].
    ///
    /// # Errors
    /// Those of the function.
    fn move_to(
        world: &mut World<Self>,
        body: BodyId,
        pose: Pose<Self>,
        dt: f32,
    ) -> Result<(), BodyError>;
    /// [`World::optimize`].
    fn optimize(world: &mut World<Self>);
    /// [`World::update_sensors`].
    fn update_sensors(world: &World<Self>, sensed: &mut SensorEvents);
    /// [`World::update_pairs`].
    fn update_pairs(world: &World<Self>, events: &mut PairEvents);
    /// [`World::update_pairs_with`].
    #[cfg(any(feature = "full", feature = "planar"))]
    fn update_pairs_with(world: &World<Self>, other: &World<Self>, events: &mut PairEvents);
    /// [`Mover::step`] among the bodies of a world.
    fn step_in_world(
        mover: &mut Mover<Self>,
        world: &WorldQuery<'_, Self>,
        state: &mut CharacterState<Self>,
        intent: &Intent<Self>,
        dt: f32,
    ) -> Report<Self>;
}

/// Implements [`Worlds`] for a vector.
macro_rules! worlds {
    ($Vector:ty) => {
        impl Worlds for $Vector {
            #[inline(never)]
            fn insert(world: &mut World<Self>, body: Body<Self>) -> Result<BodyId, BodyError> {
                world.insert(body)
            }

            #[inline(never)]
            fn remove(world: &mut World<Self>, body: BodyId) -> Result<(), BodyError> {
                world.remove(body).map(|_| ()).ok_or(BodyError::Gone)
            }

            #[inline(never)]
            fn replace(
                world: &mut World<Self>,
                id: BodyId,
                body: Body<Self>,
            ) -> Result<(), BodyError> {
                world.replace(id, body).map(|_| ())
            }

            #[inline(never)]
            fn set_pose(
                world: &mut World<Self>,
                body: BodyId,
                pose: Pose<Self>,
            ) -> Result<(), BodyError> {
                world.set_pose(body, pose)
            }

            #[inline(never)]
            fn move_to(
                world: &mut World<Self>,
                body: BodyId,
                pose: Pose<Self>,
                dt: f32,
            ) -> Result<(), BodyError> {
                world.move_to(body, pose, dt)
            }

            #[inline(never)]
            fn optimize(world: &mut World<Self>) {
                world.optimize();
            }

            #[inline(never)]
            fn update_sensors(world: &World<Self>, sensed: &mut SensorEvents) {
                world.update_sensors(sensed);
            }

            #[inline(never)]
            fn update_pairs(world: &World<Self>, events: &mut PairEvents) {
                world.update_pairs(events);
            }

            #[cfg(any(feature = "full", feature = "planar"))]
            #[inline(never)]
            fn update_pairs_with(
                world: &World<Self>,
                other: &World<Self>,
                events: &mut PairEvents,
            ) {
                world.update_pairs_with(other, events);
            }

            #[inline(never)]
            fn step_in_world(
                mover: &mut Mover<Self>,
                world: &WorldQuery<'_, Self>,
                state: &mut CharacterState<Self>,
                intent: &Intent<Self>,
                dt: f32,
            ) -> Report<Self> {
                mover.step(world, state, intent, dt)
            }
        }
    };
}

#[cfg(feature = "worlds")]
worlds!(carom_rs::glam::Vec3);
#[cfg(feature = "planar")]
worlds!(carom_rs::glam::Vec2);
