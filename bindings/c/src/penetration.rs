//! How far two meshes must be moved apart.

use crate::handles;
use crate::memory::{Out, Plain};
use crate::objects::CaromMesh;
use crate::status::{CaromStatus, guarded};
use crate::values::{CaromVec3, nan};

/// The translation that separates two meshes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CaromMeshPenetration {
    /// How the mesh `a` must move so that the meshes only touch: the shortest such translation that was found. NaN if there
    /// is none.
    pub translation: CaromVec3,
    /// No shorter translation than this, a length, separates them: how deep a corner of one is in the other, if that has
    /// CAROM_SOLID; else 0.
    pub at_least: f32,
    /// 1 if the meshes overlap and a front stops `a` in some direction, else 0.
    pub found: u32,
}

// SAFETY: integers and floats.
unsafe impl Plain for CaromMeshPenetration {}

/// The translation of the mesh `a` by which two overlapping meshes come to touch: the shortest that a search finds, and a bound
/// below which there is none. Of convex meshes it is the shortest one up to a part in a thousand; of others it is a local
/// minimum, in general the least. Takes as long as some hundred sweeps of the meshes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_penetration(
    a: CaromMesh,
    b: CaromMesh,
    out: *mut CaromMeshPenetration,
) -> CaromStatus {
    guarded("carom_mesh_penetration", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let out = unsafe { Out::new(out, "out") }?;
        let (a, b) = (handles::object(a, "a")?, handles::object(b, "b")?);
        let found = b.query().penetration_mesh(&a);
        out.write(CaromMeshPenetration {
            translation: found.map_or_else(nan, |found| found.translation.into()),
            at_least: found.map_or(0.0, |found| found.at_least),
            found: found.is_some().into(),
        });
        Ok(())
    })
}
