//! The character controller.

use crate::character::{
    CaromCharacter, CaromCollision, CaromIntent, CaromMoverSettings, CaromReport,
};
use crate::handles;
use crate::locks::{self, alone, reading};
use crate::memory::{Out, OutColumn, read};
use crate::objects::{CaromMover, Kind, MoverObject, Object};
use crate::query::{CaromQuery, Target};
use crate::status::{CaromStatus, Failure, Result, guarded};
use crate::values::positive;
use carom_rs::glam::Vec3;
use carom_rs::mover::{Mover, MoverError, MoverSettings};
use std::sync::{Arc, Mutex};

/// The error of a setting, by its name.
pub(crate) fn refused(error: MoverError) -> Failure {
    Failure::invalid(format!("settings.{error}"))
}

/// The error of a compound as a scene.
pub(crate) fn not_on_compounds() -> Failure {
    let text = "scene.surface is a compound: characters walk on a body of it in a world";
    Failure::new(CaromStatus::CaromWrongKind, text)
}

/// A mover with these settings.
pub(crate) fn made(settings: MoverSettings<Vec3>) -> Result<Mover<Vec3>> {
    Mover::new(settings).map_err(refused)
}

/// The handle of a mover.
pub(crate) fn inserted(mover: MoverObject) -> Result<CaromMover> {
    let bits = handles::insert(Object::Mover(Arc::new(Mutex::new(mover))))?;
    Ok(CaromMover { bits })
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
        let (given, out) = unsafe { (read(settings, "settings")?, Out::new(out, "out")?) };
        let mover = made(given.settings()?)?;
        out.write(inserted(MoverObject { mover, given })?);
        Ok(())
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
        // SAFETY: the pointer is null or valid, as the header demands.
        let out = unsafe { Out::new(out, "out") }?;
        let mover = locks::mover(mover)?;
        out.write(alone(&mover, "mover")?.given);
        Ok(())
    })
}

/// Changes the settings from the next tick on, and keeps the body. With an error the mover keeps its settings.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mover_set_settings(
    mover: CaromMover,
    settings: *const CaromMoverSettings,
) -> CaromStatus {
    guarded("carom_mover_set_settings", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let given = unsafe { read(settings, "settings") }?;
        let mover = locks::mover(mover)?;
        let mut object = alone(&mover, "mover")?;
        let settings = MoverSettings {
            body: object.mover.settings().body,
            ..given.settings()?
        };
        object.mover.set_settings(settings).map_err(refused)?;
        object.given = given;
        Ok(())
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
        let (scene, mut character, intent) = unsafe {
            let character = read(state.cast_const(), "state")?.state()?;
            let intent = read(intent, "intent")?.intent(&"intent.")?;
            (read(scene, "scene")?, character, intent)
        };
        // SAFETY: the pointer was not null, and its memory is writable, as the header demands.
        let state = unsafe { Out::new(state, "state") }?;
        let dt = positive(dt, "dt")?;
        let mover = locks::mover(mover)?;
        let mover = &mut alone(&mover, "mover")?.mover;
        let done = match scene.target()? {
            Target::Mesh(mesh) => {
                carom_fast::step_on_mesh(mover, &mesh, &mut character, &intent, dt)
            }
            Target::World(world) => {
                let world = reading(&world)?;
                carom_fast::step_in_world(
                    mover,
                    &scene.of_world(&world),
                    &mut character,
                    &intent,
                    dt,
                )
            }
            Target::Compound(_) => return Err(not_on_compounds()),
        };
        state.write(character.into());
        if !report.is_null() {
            // SAFETY: not null, so writable as the header demands.
            unsafe { Out::new(report, "report") }?.write((&done).into());
        }
        Ok(())
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
        let (mut out, count) = unsafe {
            (
                OutColumn::new(out, capacity, "out")?,
                Out::new(count, "count")?,
            )
        };
        let mover = locks::mover(mover)?;
        let object = alone(&mover, "mover")?;
        let met = object.mover.collisions();
        count.write(out.fill(met.iter().map(CaromCollision::from)));
        Ok(())
    })
}
