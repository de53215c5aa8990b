//! Queries of a mesh with all triangles of another.

use crate::answers::{CAROM_NO_PART, CaromContact, CaromHit};
use crate::both::pairs::motion_or_rest;
use crate::handles;
use crate::memory::Out;
use crate::objects::CaromMesh;
use crate::rigid::CaromRigidMotion;
use crate::status::{CaromStatus, guarded};
use crate::values::{CaromVec3, a_number, finite};
use carom_rs::glam::Vec3;
use carom_rs::{Hit, PartId, Sweep};

/// The hit of a sweep with the triangle of `b` as its part, and the triangle of `a`.
fn hit(swept: Option<(Sweep<Vec3>, [u32; 2])>) -> (Option<Hit<Vec3>>, u32) {
    let found = swept.and_then(|(swept, triangles)| Some((swept.hit?, triangles)));
    match found {
        None => (None, CAROM_NO_PART),
        Some((hit, [of_a, of_b])) => {
            let part = PartId::of(of_b);
            (Some(Hit { part, ..hit }), of_a)
        }
    }
}

/// The contact of the least separation of two meshes, if that is at most `reach` (a length; INFINITY for always): the normal
/// points from `b` to `a`, the part is the triangle of `b`. `triangle` becomes that of `a`, or CAROM_NO_PART. Both are
/// shells, unless they have CAROM_SOLID. Equal separations: the lowest triangles.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_closest(
    a: CaromMesh,
    b: CaromMesh,
    reach: f32,
    out: *mut CaromContact,
    triangle: *mut u32,
) -> CaromStatus {
    guarded("carom_mesh_closest", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (out, triangle) = unsafe { (Out::new(out, "out")?, Out::new(triangle, "triangle")?) };
        let (a, b) = (handles::object(a, "a")?, handles::object(b, "b")?);
        let reach = a_number(reach, "reach")?;
        match b.query().closest_mesh(&a, reach) {
            None => {
                out.write(None.into());
                triangle.write(CAROM_NO_PART);
            }
            Some((mut contact, [of_a, of_b])) => {
                contact.part = PartId::of(of_b);
                out.write(Some(contact).into());
                triangle.write(of_a);
            }
        }
        Ok(())
    })
}

/// Whether two meshes touch, or one is inside the other and that has CAROM_SOLID: 1 or 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_overlap(
    a: CaromMesh,
    b: CaromMesh,
    out: *mut u8,
) -> CaromStatus {
    guarded("carom_mesh_overlap", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let out = unsafe { Out::new(out, "out") }?;
        let (a, b) = (handles::object(a, "a")?, handles::object(b, "b")?);
        out.write(b.query().overlap_mesh(&a).into());
        Ok(())
    })
}

/// The first hit of the mesh `a`, moving by `delta`, with the mesh `b`; its part is the triangle of `b`. `triangle` becomes
/// that of `a`, or CAROM_NO_PART. Triangles that overlap at the start stop it at t = 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_sweep(
    a: CaromMesh,
    delta: CaromVec3,
    b: CaromMesh,
    out: *mut CaromHit,
    triangle: *mut u32,
) -> CaromStatus {
    guarded("carom_mesh_sweep", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (out, triangle) = unsafe { (Out::new(out, "out")?, Out::new(triangle, "triangle")?) };
        let (a, b) = (handles::object(a, "a")?, handles::object(b, "b")?);
        let (found, of_a) = hit(b.query().sweep_mesh(&a, finite(delta, "delta")?));
        out.write(found.into());
        triangle.write(of_a);
        Ok(())
    })
}

/// The first hit of the meshes `a` and `b`, which move and rotate by `motion_a` and `motion_b` in the same time, with the
/// rules of carom_mesh_sweep(). Of a mesh that rests the motion is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_sweep_rigid(
    a: CaromMesh,
    motion_a: *const CaromRigidMotion,
    b: CaromMesh,
    motion_b: *const CaromRigidMotion,
    out: *mut CaromHit,
    triangle: *mut u32,
) -> CaromStatus {
    guarded("carom_mesh_sweep_rigid", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (motion_a, motion_b, out, triangle) = unsafe {
            let motion_a = motion_or_rest(motion_a, "motion_a")?;
            let motion_b = motion_or_rest(motion_b, "motion_b")?;
            let (out, triangle) = (Out::new(out, "out")?, Out::new(triangle, "triangle")?);
            (motion_a, motion_b, out, triangle)
        };
        let (a, b) = (handles::object(a, "a")?, handles::object(b, "b")?);
        let (found, of_a) = hit(b.query().sweep_mesh_rigid(&a, &motion_a, &motion_b));
        out.write(found.into());
        triangle.write(of_a);
        Ok(())
    })
}
