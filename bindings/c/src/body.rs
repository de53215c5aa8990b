//! The body of a character: the shape of what a mover moves.

use crate::handles;
use crate::locks::alone;
use crate::memory::{Column, Plain};
use crate::objects::CaromMover;
use crate::status::{CaromStatus, Failure, Result, guarded};
use crate::values::{CaromVec3, finite, positive};
use carom_rs::Capsule;
use carom_rs::glam::Vec3;
use carom_rs::mover::{BodyShape, Limbs, MoverSettings};

/// Body of a character: one capsule, which stands or lies. The default.
pub const CAROM_BODY_CAPSULE: u32 = 0;
/// Body of a character: an upright cylinder with a flat sole, of the radius and height of the character.
pub const CAROM_BODY_CYLINDER: u32 = 1;
/// Body of a character: an upright box with a flat sole, as wide to each side of its axis as the radius; the axis is its heading.
pub const CAROM_BODY_BOX: u32 = 2;
/// Body of a character: a capsule that stands, and limbs; the axis is their heading.
pub const CAROM_BODY_UPRIGHT: u32 = 3;
/// Body of a character: a capsule that lies along the axis, and limbs that lean with it.
pub const CAROM_BODY_LYING: u32 = 4;

/// A capsule of a body besides its main one. Coordinates are ahead, up and right, from the feet of a body that is level.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CaromLimb {
    /// One end of its core.
    pub a: CaromVec3,
    /// The other end.
    pub b: CaromVec3,
    /// Its radius, a length, more than 0.
    pub radius: f32,
}

// SAFETY: floats.
unsafe impl Plain for CaromLimb {}

/// # Safety
/// The list is null or has the number of limbs that the caller says.
unsafe fn limbs(list: *const CaromLimb, count: usize) -> Result<Limbs<Vec3>> {
    // SAFETY: what the caller promises.
    let column = unsafe { Column::packed(list, count, "limbs") }?;
    if count > 7 {
        let text = format!("limb_count is {count}, more than 7");
        return Err(Failure::out_of_range(text));
    }
    let mut capsules = [Capsule::default(); 7];
    for (i, capsule) in capsules[..count].iter_mut().enumerate() {
        let limb: CaromLimb = column.get(i);
        *capsule = Capsule::new(
            finite(limb.a, format_args!("limbs[{i}].a"))?,
            finite(limb.b, format_args!("limbs[{i}].b"))?,
            positive(limb.radius, format_args!("limbs[{i}].radius"))?,
        );
    }
    Limbs::new(&capsules[..count]).map_err(|error| Failure::invalid(error.to_string()))
}

/// A body by its kind.
///
/// # Safety
/// The limbs are null or of the number that the caller says.
pub(crate) unsafe fn shape_of(
    body: u32,
    half_length: f32,
    list: *const CaromLimb,
    count: usize,
) -> Result<BodyShape<Vec3>> {
    Ok(match body {
        CAROM_BODY_CAPSULE => BodyShape::Capsule,
        CAROM_BODY_CYLINDER => BodyShape::Cylinder,
        CAROM_BODY_BOX => BodyShape::Box { half_length },
        // SAFETY: what the caller promises.
        CAROM_BODY_UPRIGHT => BodyShape::Upright(unsafe { limbs(list, count) }?),
        // SAFETY: what the caller promises.
        CAROM_BODY_LYING => BodyShape::Lying(unsafe { limbs(list, count) }?),
        other => {
            let text =
                format!("body must be one of CAROM_BODY_CAPSULE to CAROM_BODY_LYING, not {other}");
            return Err(Failure::invalid(text));
        }
    })
}

/// Sets the body of the characters of a mover from the next tick on, one of CAROM_BODY_CAPSULE and others;
/// carom_mover_set_settings() keeps it, and carom_crowd_set_body() is that of an agent of a crowd. Feet, height and radius are those of the main capsule, which is inside of a cylinder or box.
/// `half_length` is half of the length of a box along its heading, at least the radius; `limbs` are those of CAROM_BODY_UPRIGHT and
/// CAROM_BODY_LYING, at most 7. What the body does not have is ignored, and may be 0 or null.
///
/// A flat sole rests on a ledge as long as any of it is over the ledge. A character without an axis heads along x. Errors: an unknown
/// body, a length out of its range; the mover then keeps its body.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mover_set_body(
    mover: CaromMover,
    body: u32,
    half_length: f32,
    limbs: *const CaromLimb,
    limb_count: usize,
) -> CaromStatus {
    guarded("carom_mover_set_body", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let body = unsafe { shape_of(body, half_length, limbs, limb_count) }?;
        let mover = handles::object(mover, "mover")?;
        let mover = &mut alone(&mover, "mover")?.mover;
        let settings = MoverSettings {
            body,
            ..*mover.settings()
        };
        (mover.set_settings(settings)).map_err(|error| Failure::invalid(error.to_string()))
    })
}
