//! Batches of points against closed meshes.

use crate::both::batches::{blocks, put, vector_of};
use crate::handles;
use crate::memory::{OutColumn, Plain};
use crate::objects::CaromMesh;
use crate::rows::{CaromVectors, vectors};
use crate::status::{CaromStatus, Result, guarded};
use crate::values::CaromVec3;
use carom_rs::glam::Vec3;
use carom_rs::{Batch, Mesh};

/// Answers each of `count` points by a batch of the library.
///
/// # Safety
/// The points are null or of this number, and `out` is null or has a place for each.
unsafe fn each_point<A: Copy + Default, T: Plain + From<A>>(
    mesh: CaromMesh,
    points: CaromVectors,
    count: usize,
    out: *mut T,
    answer: impl Fn(&Mesh<Vec3>, &[Vec3], &mut [A], &mut Batch),
) -> Result<()> {
    // SAFETY: what the caller promises.
    let (points, mut out) = unsafe {
        let points = vectors::<CaromVec3>(points, count, "points")?;
        (points, OutColumn::new(out, count, "out")?)
    };
    let mesh = handles::object(mesh, "mesh")?;
    out.apart_from(points.region())?;
    (0..count).try_for_each(|row| vector_of(&points, row).map(|_| ()))?;
    let mut batch = Batch::new();
    for block in blocks(count) {
        let some = block.clone().map(|row| vector_of(&points, row));
        let some = some.collect::<Result<Vec<Vec3>>>()?;
        let mut answers = vec![A::default(); some.len()];
        answer(&mesh, &some, &mut answers, &mut batch);
        put(&mut out, block, answers.into_iter().map(T::from));
    }
    Ok(())
}

/// carom_mesh_contains() for each of `count` points, into `out`, which has a byte for each: 1 or 0. With a bad row nothing is
/// written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_contains_batch(
    mesh: CaromMesh,
    points: CaromVectors,
    count: usize,
    out: *mut u8,
) -> CaromStatus {
    guarded("carom_mesh_contains_batch", || {
        // SAFETY: arrays are null or of this length, as the header demands.
        unsafe { each_point(mesh, points, count, out, Mesh::contains_batch) }
    })
}

/// carom_mesh_signed_distance() for each of `count` points, into `out`, which has a place for each. With a bad row nothing is
/// written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_signed_distance_batch(
    mesh: CaromMesh,
    points: CaromVectors,
    count: usize,
    out: *mut f32,
) -> CaromStatus {
    guarded("carom_mesh_signed_distance_batch", || {
        // SAFETY: arrays are null or of this length, as the header demands.
        unsafe { each_point(mesh, points, count, out, Mesh::signed_distance_batch) }
    })
}

/// carom_mesh_winding_number() for each of `count` points, into `out`, which has a place for each. With a bad row nothing is
/// written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_winding_number_batch(
    mesh: CaromMesh,
    points: CaromVectors,
    count: usize,
    out: *mut f64,
) -> CaromStatus {
    guarded("carom_mesh_winding_number_batch", || {
        // SAFETY: arrays are null or of this length, as the header demands.
        unsafe { each_point(mesh, points, count, out, Mesh::winding_number_batch) }
    })
}
