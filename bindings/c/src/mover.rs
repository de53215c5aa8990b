//! The character controller.

use crate::both::characters::{self, SceneOf};
use crate::character::{
    CaromCharacter, CaromCollision, CaromIntent, CaromMoverSettings, CaromReport,
};
use crate::handles;
use crate::locks::reading;
use crate::objects::{CaromMover, Kind};
use crate::query::{CaromQuery, Target};
use crate::status::{CaromStatus, Failure, Result, guarded};
use carom_fast::Worlds;
use carom_rs::glam::Vec3;
use carom_rs::mover::{CharacterState, Intent, Mover, Report};

/// The error of a compound as a scene.
pub(crate) fn not_on_compounds() -> Failure {
    let text = "scene.surface is a compound: characters walk on a body of it in a world";
    Failure::new(CaromStatus::CaromWrongKind, text)
}

impl SceneOf<Vec3> for CaromQuery {
    fn step(
        &self,
        mover: &mut Mover<Vec3>,
        state: &mut CharacterState<Vec3>,
        intent: &Intent<Vec3>,
        dt: f32,
    ) -> Result<Report<Vec3>> {
        Ok(match self.target()? {
            Target::Mesh(mesh) => carom_fast::step_on_mesh(mover, &mesh, state, intent, dt),
            Target::World(world) => {
                let world = reading(&world)?;
                Vec3::step_in_world(mover, &self.of_world(&world), state, intent, dt)
            }
            Target::Compound(_) => return Err(not_on_compounds()),
        })
    }
}

/// A mover for characters of one kind. One is enough for all of them in a thread. Free it with carom_mover_free().
/// Errors: a setting that is not finite or out of its range, by name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mover_create(
    settings: *const CaromMoverSettings,
    out: *mut CaromMover,
) -> CaromStatus {
    guarded("carom_mover_create", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { characters::create(settings, out) }
    })
}

/// Frees a mover. The zero handle is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn carom_mover_free(mover: CaromMover) -> CaromStatus {
    guarded("carom_mover_free", || {
        handles::free(mover.bits, Kind::Mover)
    })
}

/// The settings of the next tick, as they were given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mover_settings(
    mover: CaromMover,
    out: *mut CaromMoverSettings,
) -> CaromStatus {
    guarded("carom_mover_settings", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { characters::settings(mover, out) }
    })
}

/// Changes the settings from the next tick on, and keeps the body. With an error the mover keeps its settings.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mover_set_settings(
    mover: CaromMover,
    settings: *const CaromMoverSettings,
) -> CaromStatus {
    guarded("carom_mover_set_settings", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { characters::set_settings(mover, settings) }
    })
}

/// Moves a character through one tick of `dt` seconds on a mesh, or among the bodies of a world that pass the filters of
/// the query. `state` is read and written; `report` may be null.
///
/// A character that overlaps the scene is first moved out, to a free pose within 1.12 radii; if there is none, or a
/// moving body crushes it, it stays and the report says CAROM_STUCK. Moving bodies have to be at their poses of the end
/// of the tick already: carom_world_move_to(). The state is relative to query.origin. Errors: a number of the state or
/// intent that is not finite, a height or a dt that is not more than 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mover_step(
    mover: CaromMover,
    scene: *const CaromQuery,
    state: *mut CaromCharacter,
    intent: *const CaromIntent,
    dt: f32,
    report: *mut CaromReport,
) -> CaromStatus {
    guarded("carom_mover_step", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { characters::step(mover, scene, state, intent, dt, report) }
    })
}

/// The surfaces that the last tick of this mover met, in order, each part once, at most 32; after a tick that is
/// CAROM_STUCK all parts that the character overlaps, at most 16. The first `capacity` of them are written to `out`,
/// which may be null for a capacity of 0; `count` becomes the number of all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mover_collisions(
    mover: CaromMover,
    out: *mut CaromCollision,
    capacity: usize,
    count: *mut usize,
) -> CaromStatus {
    guarded("carom_mover_collisions", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { characters::collisions(mover, out, capacity, count) }
    })
}
