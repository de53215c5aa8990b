//! The ticks of characters and crowds in 3D, and sweeps among bodies that move.

#[cfg(any(feature = "abilities", feature = "full"))]
use carom_rs::WorldQuery;
use carom_rs::glam::Vec3;
#[cfg(feature = "abilities")]
use carom_rs::mover::abilities::Path;
use carom_rs::mover::{CharacterState, Crowd, CrowdRole, Intent, Mover, Report};
use carom_rs::{BodyError, Collider, Mesh, World};
#[cfg(feature = "full")]
use carom_rs::{Compound, PartId, RigidMotion, Shape, Sweep};
use std::sync::Arc;

/// A mesh as the collider of a body. Here, because it is a trait object with all queries of a mesh.
#[must_use]
#[inline(never)]
pub fn collider(mesh: Arc<Mesh<Vec3>>) -> Collider<Vec3> {
    mesh.into()
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
