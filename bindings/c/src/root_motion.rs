//! Root motion: the intent of a tick in which an animation moves the character.

use crate::both::characters::CharacterOf;
use crate::character::{CaromCharacter, CaromIntent};
use crate::locks::reading;
use crate::locomotion::{CaromLocomotion, optional, unit};
use crate::memory::{Out, Plain, read};
use crate::query::{CaromQuery, Target};
use crate::status::{CaromStatus, Failure, Result, guarded};
use crate::values::{CaromVec3, finite, known_flags, positive};
use carom_rs::glam::Vec3;
use carom_rs::mover::{CharacterState, RootMotion};

/// Flag of a root motion: the part of the displacement along up counts, in the place of gravity.
pub const CAROM_VERTICAL: u32 = 1;

/// The motion of an animation's root bone in a tick.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CaromRootMotion {
    /// The displacement over the tick in the character's own frame at its start, length. Across up it takes the place of a
    /// wish, on the ground and in the air.
    pub displacement: CaromVec3,
    /// The turn about up over the tick, radians, counter-clockwise seen from above.
    pub turn: f32,
    /// CAROM_VERTICAL or 0: without it gravity acts as ever.
    pub flags: u32,
}

// SAFETY: integers and floats.
unsafe impl Plain for CaromRootMotion {}

/// The intent of a tick of `dt` seconds in which an animation moves the character, in the place of carom_locomotion_intent().
/// Then come carom_mover_step() and, with a locomotion, carom_locomotion_adopt(). Bodies of the world have to be at their
/// poses of the end of the tick already.
///
/// `facing` is the angle about up from the axes of the world to those of the character, radians; it is changed: by the turn of
/// the animation, and first by that of the ground under the character if `scene` is not null. `locomotion` may be null; otherwise
/// it takes over the speed of the animation. `up` is that of the mover.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_root_motion_intent(
    motion: *const CaromRootMotion,
    scene: *const CaromQuery,
    locomotion: *mut CaromLocomotion,
    state: *const CaromCharacter,
    facing: *mut f32,
    up: CaromVec3,
    dt: f32,
    out: *mut CaromIntent,
) -> CaromStatus {
    guarded("carom_root_motion_intent", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (motion, state, mut angle, place, out) = unsafe {
            let motion = read(motion, "motion")?.motion()?;
            let state = read(state, "state")?.state()?;
            let angle = read(facing.cast_const(), "facing")?;
            let place = Out::new(facing, "facing")?;
            (motion, state, angle, place, Out::new(out, "out")?)
        };
        let (up, dt) = (unit(up)?, positive(dt, "dt")?);
        if !angle.is_finite() {
            return Err(Failure::invalid("facing is not finite"));
        }
        if !scene.is_null() {
            // SAFETY: not null, so valid as the header demands.
            let scene = unsafe { read(scene, "scene") }?;
            angle += ground_turn(&scene, &state, up, dt)?;
        }
        // SAFETY: the pointer is null or valid, as the header demands.
        let intent = match unsafe { optional(locomotion) }? {
            None => motion.intent(&mut angle, up, dt),
            Some((mut locomotion, kept)) => {
                let intent = locomotion.root_motion(&state, &motion, &mut angle, up, dt);
                kept.write((&locomotion).into());
                intent
            }
        };
        place.write(angle);
        out.write(intent.into());
        Ok(())
    })
}

impl CaromRootMotion {
    fn motion(&self) -> Result<RootMotion<Vec3>> {
        if !self.turn.is_finite() {
            return Err(Failure::invalid("motion.turn is not finite"));
        }
        Ok(RootMotion {
            displacement: finite(self.displacement, "motion.displacement")?,
            turn: self.turn,
            vertical: known_flags(self.flags, CAROM_VERTICAL, "motion.flags")? != 0,
        })
    }
}

/// The turn of the ground under a character in the tick.
fn ground_turn(scene: &CaromQuery, state: &CharacterState<Vec3>, up: Vec3, dt: f32) -> Result<f32> {
    match scene.target()? {
        Target::World(world) => {
            let world = reading(&world)?;
            Ok(state.ground_turn(&scene.of_world(&world), up, dt))
        }
        Target::Mesh(_) | Target::Compound(_) => Ok(0.0),
    }
}
