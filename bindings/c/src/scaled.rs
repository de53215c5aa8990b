//! Scaled copies of meshes.

use crate::handles;
use crate::memory::Out;
use crate::objects::CaromMesh;
use crate::status::{CaromStatus, Failure, guarded};
use crate::values::{CaromVec3, finite};
use std::sync::Arc;

/// A copy of a mesh with each coordinate multiplied by that of `factors`, with the same flags and numbers of triangles, in the
/// time of a refit. Free it with carom_mesh_free().
///
/// Errors, all CAROM_INVALID: a factor that is not finite, zero or negative (for a mirror image build a mesh with the corners of
/// each triangle the other way round), or a corner out of range.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_scaled(
    mesh: CaromMesh,
    factors: CaromVec3,
    out: *mut CaromMesh,
) -> CaromStatus {
    guarded("carom_mesh_scaled", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let out = unsafe { Out::new(out, "out") }?;
        let mesh = handles::object(mesh, "mesh")?;
        let scaled = mesh.scaled(finite(factors, "factors")?);
        let scaled = scaled.map_err(|error| Failure::invalid(format!("factors: {error}")))?;
        out.write(handles::named(Arc::new(scaled))?);
        Ok(())
    })
}
