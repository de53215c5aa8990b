//! Compounds, editing, moving and welding meshes of worlds: here for the instances that they share with queries of worlds, not for speed.

#[cfg(feature = "full")]
use carom_rs::Triangle;
use carom_rs::glam::Vec3;
use carom_rs::{
    BodyError, BodyId, Collider, Compound, CompoundError, Mesh, MeshError, Pose, Shape, World,
};
use std::ops::Range;
use std::sync::Arc;

/// New heights by column and row.
pub type Height<'a> = &'a dyn Fn(usize, usize) -> f32;

/// New triangles by number.
#[cfg(feature = "full")]
pub type Form<'a> = &'a dyn Fn(u32) -> Triangle<Vec3>;

/// [`Compound::new`].
///
/// # Errors
/// Those of the function.
#[inline(never)]
pub fn compound(shapes: Vec<Shape<Vec3>>) -> Result<Compound<Vec3>, CompoundError> {
    Compound::new(shapes)
}

/// [`Pose::shape`].
#[must_use]
#[inline(never)]
pub fn in_pose(pose: &Pose<Vec3>, shape: &Shape<Vec3>) -> Shape<Vec3> {
    pose.shape(shape)
}

/// A compound as the collider of a body. Here, because it is a trait object with all queries of a compound.
#[must_use]
#[inline(never)]
pub fn compound_collider(compound: Arc<Compound<Vec3>>) -> Collider<Vec3> {
    compound.into()
}

/// [`Mesh::refit_heights`] of a copy.
///
/// # Errors
/// Those of the function.
#[inline(never)]
pub fn with_heights(
    mesh: &Mesh<Vec3>,
    [columns, rows]: [Range<usize>; 2],
    height: Height<'_>,
) -> Result<Mesh<Vec3>, MeshError> {
    let mut changed = mesh.clone();
    changed.refit_heights(columns, rows, height)?;
    Ok(changed)
}

/// [`Mesh::refit`] of a copy.
///
/// # Errors
/// Those of the function.
#[cfg(feature = "full")]
#[inline(never)]
pub fn in_form(mesh: &Mesh<Vec3>, form: Form<'_>) -> Result<Mesh<Vec3>, MeshError> {
    let mut changed = mesh.clone();
    changed.refit(form)?;
    Ok(changed)
}

/// [`World::refit_mesh`].
///
/// # Errors
/// Those of the function.
#[cfg(feature = "full")]
#[inline(never)]
pub fn refit_mesh(world: &mut World<Vec3>, body: BodyId, form: Form<'_>) -> Result<(), BodyError> {
    world.refit_mesh(body, form)
}

/// [`World::refit_heights`].
///
/// # Errors
/// Those of the function.
#[inline(never)]
pub fn refit_heights(
    world: &mut World<Vec3>,
    body: BodyId,
    [columns, rows]: [Range<usize>; 2],
    height: Height<'_>,
) -> Result<(), BodyError> {
    world.refit_heights(body, columns, rows, height)
}

/// [`World::weld_mesh`] with the usual limit.
///
/// # Errors
/// Those of the function.
#[cfg(feature = "full")]
#[inline(never)]
pub fn weld_mesh(
    world: &mut World<Vec3>,
    body: BodyId,
    neighbors: &[BodyId],
) -> Result<(), BodyError> {
    world.weld_mesh(body, Mesh::<Vec3>::FLAT as f32, neighbors)
}
