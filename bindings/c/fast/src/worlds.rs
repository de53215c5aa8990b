//! Changes of worlds, and the ticks of characters and crowds.

use carom_rs::glam::Vec3;
#[cfg(feature = "abilities")]
use carom_rs::mover::abilities::Path;
use carom_rs::mover::{CharacterState, Crowd, CrowdRole, Intent, Mover, Report};
use carom_rs::{
    Body, BodyError, BodyId, Collider, Mesh, PairEvents, Pose, SensorEvents, World, WorldQuery,
};
#[cfg(feature = "full")]
use carom_rs::{Compound, PartId, RigidMotion, Shape, Sweep};
use std::sync::Arc;

/// A mesh as the collider of a body. Here, because it is a trait object with all queries of a mesh.
#[must_use]
#[inline(never)]
pub fn collider(mesh: Arc<Mesh<Vec3>>) -> Collider<Vec3> {
    mesh.into()
}

/// [`World::insert`].
///
/// # Errors
/// Those of the function.
#[inline(never)]
pub fn insert(world: &mut World<Vec3>, body: Body<Vec3>) -> Result<BodyId, BodyError> {
    world.insert(body)
}

/// [`World::remove`].
///
/// # Errors
/// If there is no such body.
#[inline(never)]
pub fn remove(world: &mut World<Vec3>, body: BodyId) -> Result<(), BodyError> {
    world.remove(body).map(|_| ()).ok_or(BodyError::Gone)
}

/// [`World::replace`].
///
/// # Errors
/// Those of the function.
#[inline(never)]
pub fn replace(world: &mut World<Vec3>, id: BodyId, body: Body<Vec3>) -> Result<(), BodyError> {
    world.replace(id, body).map(|_| ())
}

/// [`World::set_pose`].
///
/// # Errors
/// Those of the function.
#[inline(never)]
pub fn set_pose(world: &mut World<Vec3>, body: BodyId, pose: Pose<Vec3>) -> Result<(), BodyError> {
    world.set_pose(body, pose)
}

/// [`World::move_to`].
///
/// # Errors
/// Those of the function.
#[inline(never)]
pub fn move_to(
    world: &mut World<Vec3>,
    body: BodyId,
    pose: Pose<Vec3>,
    dt: f32,
) -> Result<(), BodyError> {
    world.move_to(body, pose, dt)
}

/// [`World::optimize`].
#[inline(never)]
pub fn optimize(world: &mut World<Vec3>) {
    world.optimize();
}

/// [`World::update_sensors`].
#[inline(never)]
pub fn update_sensors(world: &World<Vec3>, sensed: &mut SensorEvents) {
    world.update_sensors(sensed);
}

/// [`World::update_pairs`].
#[inline(never)]
pub fn update_pairs(world: &World<Vec3>, events: &mut PairEvents) {
    world.update_pairs(events);
}

/// [`World::update_pairs_with`].
#[cfg(feature = "full")]
#[inline(never)]
pub fn update_pairs_with(world: &World<Vec3>, other: &World<Vec3>, events: &mut PairEvents) {
    world.update_pairs_with(other, events);
}

/// [`WorldQuery::sweep_moving`].
#[cfg(feature = "full")]
#[must_use]
#[inline(never)]
pub fn sweep_moving(
    world: &WorldQuery<'_, Vec3>,
    shape: &Shape<Vec3>,
    motion: &RigidMotion<Vec3>,
    time: f32,
) -> Sweep<Vec3> {
    world.sweep_moving(shape, motion, time)
}

/// [`WorldQuery::sweep_moving_surface`].
#[cfg(feature = "full")]
#[must_use]
#[inline(never)]
pub fn sweep_moving_surface(
    world: &WorldQuery<'_, Vec3>,
    a: &Compound<Vec3>,
    motion: &RigidMotion<Vec3>,
    time: f32,
) -> Option<(Sweep<Vec3>, PartId)> {
    world.sweep_moving_surface(a, motion, time)
}

/// [`Mover::step`] on a mesh.
#[inline(never)]
pub fn step_on_mesh(
    mover: &mut Mover<Vec3>,
    mesh: &Mesh<Vec3>,
    state: &mut CharacterState<Vec3>,
    intent: &Intent<Vec3>,
    dt: f32,
) -> Report<Vec3> {
    mover.step(mesh, state, intent, dt)
}

/// [`Mover::step`] among the bodies of a world.
#[inline(never)]
pub fn step_in_world(
    mover: &mut Mover<Vec3>,
    world: &WorldQuery<'_, Vec3>,
    state: &mut CharacterState<Vec3>,
    intent: &Intent<Vec3>,
    dt: f32,
) -> Report<Vec3> {
    mover.step(world, state, intent, dt)
}

/// [`Path::step`] on a mesh.
#[cfg(feature = "abilities")]
#[must_use]
#[inline(never)]
pub fn follow_on_mesh(
    path: &mut Path<Vec3>,
    mover: &mut Mover<Vec3>,
    mesh: &Mesh<Vec3>,
    state: &mut CharacterState<Vec3>,
    dt: f32,
) -> Option<f32> {
    path.step(mover, mesh, state, dt)
}

/// [`Path::step`] among the bodies of a world.
#[cfg(feature = "abilities")]
#[must_use]
#[inline(never)]
pub fn follow_in_world(
    path: &mut Path<Vec3>,
    mover: &mut Mover<Vec3>,
    world: &WorldQuery<'_, Vec3>,
    state: &mut CharacterState<Vec3>,
    dt: f32,
) -> Option<f32> {
    path.step(mover, world, state, dt)
}

/// [`Crowd::step`].
#[inline(never)]
pub fn step_crowd(
    crowd: &mut Crowd<Vec3>,
    world: &mut World<Vec3>,
    intents: &[Intent<Vec3>],
    dt: f32,
) {
    crowd.step(world, intents, dt);
}

/// [`Crowd::add`] with the parts of an agent.
///
/// # Errors
/// Those of the function.
#[inline(never)]
pub fn add_agent(
    crowd: &mut Crowd<Vec3>,
    world: &mut World<Vec3>,
    mover: Mover<Vec3>,
    state: CharacterState<Vec3>,
    (mass, role): (f32, CrowdRole),
) -> Result<usize, BodyError> {
    crowd.add(world, mover, state, mass, role)
}

/// [`Crowd::remove`].
#[inline(never)]
pub fn remove_agent(crowd: &mut Crowd<Vec3>, world: &mut World<Vec3>, number: usize) {
    crowd.remove(world, number);
}
