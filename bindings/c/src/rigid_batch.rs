//! Batches of sweeps of shapes that rotate.

use crate::answers::CaromHit;
use crate::both::batches::{blocks, check, put, vector_of};
use crate::memory::{Column, OutColumn, Plain, read};
use crate::query::CaromQuery;
use crate::rows::{CaromNumbers, CaromVectors, Rows, vectors};
use crate::shapes::CaromShapes;
use crate::status::{CaromStatus, Failure, Result, guarded};
use crate::values::CaromVec3;
use carom_rs::glam::Vec3;
use carom_rs::{Batch, RigidMotion, Start, Sweep};

/// A displacement and a rotation for each shape of a batch, in the caller's arrays: the fields of CaromRigidMotion.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CaromRigidMotions {
    /// The displacements.
    pub delta: CaromVectors,
    /// The centers of the rotations.
    pub pivot: CaromVectors,
    /// The axes, of any length.
    pub axis: CaromVectors,
    /// The angles in radians.
    pub angle: CaromNumbers,
}

// SAFETY: integers and pointers.
unsafe impl Plain for CaromRigidMotions {}

/// The motions of a batch.
struct Motions {
    /// Displacements, centers and axes.
    vectors: [Column<CaromVec3>; 3],
    angles: Column<f32>,
}

impl Motions {
    /// # Safety
    /// The arrays are null or have this many elements, for as long as the value lives.
    unsafe fn new(motions: &CaromRigidMotions, count: usize) -> Result<Self> {
        let angle = motions.angle;
        // SAFETY: what the caller promises.
        unsafe {
            Ok(Self {
                vectors: [
                    vectors(motions.delta, count, "motions.delta")?,
                    vectors(motions.pivot, count, "motions.pivot")?,
                    vectors(motions.axis, count, "motions.axis")?,
                ],
                angles: Column::new(angle.base, angle.stride, count, "motions.angle")?,
            })
        }
    }

    fn angle(&self, row: usize) -> Result<f32> {
        let angle = self.angles.get(row);
        if angle.is_finite() {
            return Ok(angle);
        }
        let text = format!("{}, row {row}: not finite", self.angles.name());
        Err(Failure::invalid(text))
    }

    fn motion(&self, row: usize) -> Result<RigidMotion<Vec3>> {
        let [delta, pivot, axis] = &self.vectors;
        Ok(RigidMotion {
            delta: vector_of(delta, row)?,
            pivot: vector_of(pivot, row)?,
            axis: vector_of(axis, row)?,
            angle: self.angle(row)?,
        })
    }
}

/// carom_sweep_rigid() for each shape and its motion, into `out`, which has a place for each. With a bad row nothing is
/// written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_sweep_rigid_batch(
    query: *const CaromQuery,
    shapes: *const CaromShapes,
    motions: *const CaromRigidMotions,
    out: *mut CaromHit,
) -> CaromStatus {
    guarded("carom_sweep_rigid_batch", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (query, rows, motions, mut out) = unsafe {
            let (query, shapes) = (read(query, "query")?, read(shapes, "shapes")?);
            let motions = Motions::new(&read(motions, "motions")?, shapes.count)?;
            let out = OutColumn::new(out, shapes.count, "out")?;
            (query, Rows::new(&shapes)?, motions, out)
        };
        out.apart_from(motions.angles.region())?;
        check(&rows, &motions.vectors.each_ref(), &out)?;
        (0..rows.count).try_for_each(|row| motions.angle(row).map(|_| ()))?;
        let none = Sweep {
            start: Start::Separate,
            hit: None,
            error_bound: 0.0,
        };
        let mut batch = Batch::new();
        query.with(&mut |query| {
            for block in blocks(rows.count) {
                let moving = |row| Ok((rows.shape(row)?, motions.motion(row)?));
                let moving: Vec<_> = block.clone().map(moving).collect::<Result<_>>()?;
                let mut answers = vec![none; moving.len()];
                query.sweep_rigid_batch(&moving, &mut answers, &mut batch);
                let hits = answers.into_iter().map(|swept| swept.hit.into());
                put(&mut out, block, hits);
            }
            Ok(())
        })
    })
}
