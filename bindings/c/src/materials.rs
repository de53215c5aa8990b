//! Surfaces: what bodies and their triangles are made of, for the characters that walk on them.

use crate::answers::CAROM_NO_PART;
use crate::both::characters::CharacterOf;
use crate::character::CaromCharacter;
use crate::handles;
use crate::locks::alone;
use crate::memory::{Column, Out, Plain, read};
use crate::objects::{CaromCrowd, CaromMover};
use crate::status::{CaromStatus, Failure, Result, guarded};
use crate::values::{CaromVec3, finite, known_flags, not_negative, slope_cosine};
use carom_rs::BodyId;
use carom_rs::glam::Vec3;
use carom_rs::mover::{SurfaceError, SurfaceMaterial, Surfaces};
use std::sync::Arc;

/// Flag of a material: its max_slope counts, and not that of the mover.
pub const CAROM_MATERIAL_SLOPE: u32 = 1;
/// Flag of a material: characters do not step up on to it; its edges are walls for those below.
pub const CAROM_MATERIAL_NO_STEP: u32 = 2;

/// What a body, or one part of it, is made of. carom_surface_material() is ground like any other.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CaromSurfaceMaterial {
    /// The body of a world; 0 for a mesh outside of a world.
    pub body: u64,
    /// The number of the triangle in its mesh, or of the shape in its compound; CAROM_NO_PART for all that have no material
    /// of their own.
    pub part: u32,
    /// With CAROM_MATERIAL_SLOPE: the steepest slope of it that can be walked, in degrees, 0 to 90.
    pub max_slope: f32,
    /// Friction, as a factor of that of other ground: 0.1 for ice, 0 for none. Default 1. It is CaromLocomotion.grip.
    pub friction: f32,
    /// Velocity of the material over its body, in the world, length/s: a conveyor. It carries characters. Default 0.
    pub velocity: CaromVec3,
    /// A number of the caller, in CaromCollision.tag. Default 0, as without a material.
    pub tag: u32,
    /// A sum of CAROM_MATERIAL_SLOPE, CAROM_MATERIAL_NO_STEP. Default 0.
    pub flags: u32,
}

// SAFETY: integers and floats.
unsafe impl Plain for CaromSurfaceMaterial {}

/// The default material of a body, or of one part of it: set what is different.
#[unsafe(no_mangle)]
pub extern "C" fn carom_surface_material(body: u64, part: u32) -> CaromSurfaceMaterial {
    let SurfaceMaterial {
        friction,
        velocity,
        tag,
        ..
    } = SurfaceMaterial::<Vec3>::default();
    CaromSurfaceMaterial {
        body,
        part,
        max_slope: 0.0,
        friction,
        velocity: velocity.into(),
        tag,
        flags: 0,
    }
}

impl CaromSurfaceMaterial {
    fn part(&self) -> Option<u32> {
        (self.part != CAROM_NO_PART).then_some(self.part)
    }

    fn material(&self, place: &str) -> Result<SurfaceMaterial<Vec3>> {
        let known = CAROM_MATERIAL_SLOPE | CAROM_MATERIAL_NO_STEP;
        let flags = known_flags(self.flags, known, format_args!("{place}.flags"))?;
        let limit = (flags & CAROM_MATERIAL_SLOPE != 0)
            .then(|| slope_cosine(self.max_slope, format_args!("{place}.max_slope")));
        Ok(SurfaceMaterial {
            max_slope: limit.transpose()?,
            step: flags & CAROM_MATERIAL_NO_STEP == 0,
            friction: not_negative(self.friction, format_args!("{place}.friction"))?,
            velocity: finite(self.velocity, format_args!("{place}.velocity"))?,
            tag: self.tag,
        })
    }
}

/// The table of these materials; none for a list without any.
///
/// # Safety
/// The pointer is null or points to `count` materials.
unsafe fn table(
    materials: *const CaromSurfaceMaterial,
    count: usize,
) -> Result<Option<Arc<Surfaces<Vec3>>>> {
    // SAFETY: what the caller promises.
    let given = unsafe { Column::packed(materials, count, "materials") }?;
    let mut surfaces = Surfaces::new();
    for index in 0..count {
        let one = given.get(index);
        let place = format!("materials[{index}]");
        let material = one.material(&place)?;
        let inserted = surfaces.insert(BodyId::from_bits(one.body), one.part(), material);
        inserted.map_err(|error| contradiction(&place, &error))?;
    }
    Ok((count > 0).then(|| Arc::new(surfaces)))
}

/// The numbers of a material are checked before: only a place with two materials is left.
fn contradiction(place: &str, error: &SurfaceError) -> Failure {
    let fault = error.fault;
    Failure::invalid(match error.part {
        Some(part) => format!("{place}, part {part} of its body: {fault}"),
        None => format!("{place}, its body: {fault}"),
    })
}

/// Sets the materials of the scene for a mover, from the next tick on: steepest walkable slopes, step permissions,
/// friction, conveyors and tags, by body and part. It replaces all that were set before; a count of 0 removes them.
///
/// A part has its own material, or else that of its body, or else the default. The body may be gone, since no other body
/// gets its name. Errors: a number out of its range, two different materials for one place, which it names by both tags;
/// the mover then keeps what it had.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mover_set_surfaces(
    mover: CaromMover,
    materials: *const CaromSurfaceMaterial,
    count: usize,
) -> CaromStatus {
    guarded("carom_mover_set_surfaces", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let surfaces = unsafe { table(materials, count) }?;
        let mover = handles::object(mover, "mover")?;
        alone(&mover, "mover")?.mover.set_surfaces(surfaces);
        Ok(())
    })
}

/// The friction of the ground under a character, for CaromLocomotion.grip: 1 in the air and without a material.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mover_grip(
    mover: CaromMover,
    state: *const CaromCharacter,
    out: *mut f32,
) -> CaromStatus {
    guarded("carom_mover_grip", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (state, out) = unsafe { (read(state, "state")?.state()?, Out::new(out, "out")?) };
        let mover = handles::object(mover, "mover")?;
        out.write(alone(&mover, "mover")?.mover.grip(&state));
        Ok(())
    })
}

/// Sets the materials of the world for all agents that a crowd has, as carom_mover_set_surfaces() does; to call again for
/// those that are added later.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_crowd_set_surfaces(
    crowd: CaromCrowd,
    materials: *const CaromSurfaceMaterial,
    count: usize,
) -> CaromStatus {
    guarded("carom_crowd_set_surfaces", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let surfaces = unsafe { table(materials, count) }?;
        let crowd = handles::object(crowd, "crowd")?;
        for agent in alone(&crowd, "crowd")?.crowd.agents_mut() {
            agent.mover.set_surfaces(surfaces.clone());
        }
        Ok(())
    })
}
