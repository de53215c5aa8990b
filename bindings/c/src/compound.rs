//! Compounds: several convex shapes as one.

use crate::checked::checked;
use crate::handles;
use crate::memory::{Column, Out, Plain};
use crate::objects::{CaromCompound, Kind};
use crate::shape::CaromShape;
use crate::status::{CaromStatus, Failure, Result, guarded};
use crate::values::{CaromPose, CaromVec3, PoseOf, bad};
use carom_rs::CompoundError;
use carom_rs::Shape;
use carom_rs::glam::Vec3;
use std::sync::Arc;

/// Facts about a compound.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CaromCompoundInfo {
    /// The number of shapes. Part i is shape i.
    pub part_count: usize,
    /// The lowest corner of the bounding box.
    pub min: CaromVec3,
    /// The highest corner of the bounding box.
    pub max: CaromVec3,
}

// SAFETY: an integer and floats.
unsafe impl Plain for CaromCompoundInfo {}

/// Builds a compound of `count` convex shapes: a table of a plate and four legs, a robot arm, a convex decomposition. Copies
/// them, also the points of hulls.
///
/// `poses` has a pose for each shape, in the frame of the compound, or is null if the shapes are in their places. The
/// shapes are solid and may overlap; each answers as if it were alone. Errors: no shapes or more than 2^31, a shape or pose
/// that is not valid. Free it with carom_compound_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_compound_create(
    shapes: *const CaromShape,
    poses: *const CaromPose,
    count: usize,
    out: *mut CaromCompound,
) -> CaromStatus {
    guarded("carom_compound_create", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (shapes, poses, out) = unsafe {
            let shapes = Column::packed(shapes, count, "shapes")?;
            let in_place = poses.is_null();
            let poses = Column::packed(poses, if in_place { 0 } else { count }, "poses")?;
            (shapes, (!in_place).then_some(poses), Out::new(out, "out")?)
        };
        let mut placed = Vec::new();
        for index in 0..count {
            // SAFETY: the points of hulls are null or valid, as the header demands.
            let shape = unsafe { checked(&shapes.get(index), &format!("shapes[{index}].")) }?;
            placed.push(match &poses {
                Some(poses) => in_pose(&shape, &poses.get(index), index)?,
                None => shape,
            });
        }
        let compound = carom_fast::compound(placed).map_err(refused)?;
        out.write(handles::named(Arc::new(compound))?);
        Ok(())
    })
}

fn in_pose(shape: &Shape<Vec3>, pose: &CaromPose, index: usize) -> Result<Shape<Vec3>> {
    let pose = pose.pose();
    if pose.is_valid() {
        return Ok(carom_fast::in_pose(&pose, shape));
    }
    let what = "is not finite, or has a scale of 0 or less or a rotation of length 0";
    Err(bad(&format_args!("poses[{index}]"), what))
}

fn refused(error: CompoundError) -> Failure {
    match error {
        CompoundError::NotValid { shape, fault } => {
            Failure::invalid(format!("shapes[{shape}] in its pose: {fault}"))
        }
        error => Failure::out_of_range(format!("shapes: {error}")),
    }
}

/// Frees a compound. Worlds that have it as a body keep it; queries that run in other threads end normally. The zero handle
/// is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn carom_compound_free(compound: CaromCompound) -> CaromStatus {
    guarded("carom_compound_free", || {
        handles::free(compound.bits, Kind::Compound)
    })
}

/// The number of shapes and the bounds of a compound.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_compound_info(
    compound: CaromCompound,
    out: *mut CaromCompoundInfo,
) -> CaromStatus {
    guarded("carom_compound_info", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let out = unsafe { Out::new(out, "out") }?;
        let compound = handles::object(compound, "compound")?;
        let bounds = compound.bounds();
        out.write(CaromCompoundInfo {
            part_count: compound.shapes().len(),
            min: bounds.min.into(),
            max: bounds.max.into(),
        });
        Ok(())
    })
}
