//! The character controller in 2D.

use super::character::{
    Carom2dCharacter, Carom2dCollision, Carom2dIntent, Carom2dMoverSettings, Carom2dReport,
};
use super::query::{Carom2dQuery, ChainOrWorld};
use crate::both::characters::{self, SceneOf};
use crate::handles;
use crate::locks::reading;
use crate::objects::{Carom2dMover, Kind};
use crate::status::{CaromStatus, Result, guarded};
use carom_fast::Worlds;
use carom_rs::glam::Vec2;
use carom_rs::mover::{CharacterState, Intent, Mover, Report};

impl SceneOf<Vec2> for Carom2dQuery {
    fn step(
        &self,
        mover: &mut Mover<Vec2>,
        state: &mut CharacterState<Vec2>,
        intent: &Intent<Vec2>,
        dt: f32,
    ) -> Result<Report<Vec2>> {
        Ok(match self.target()? {
            ChainOrWorld::Chain(chain) => {
                carom_fast::step_on_chain(mover, &chain, state, intent, dt)
            }
            ChainOrWorld::World(world) => {
                let world = reading(&world)?;
                Vec2::step_in_world(mover, &self.of_world(&world), state, intent, dt)
            }
        })
    }
}

/// A mover in 2D for characters of one kind. One is enough for all of them in a thread. Free it with carom2d_mover_free().
/// Errors: a setting that is not finite or out of its range, by name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom2d_mover_create(
    settings: *const Carom2dMoverSettings,
    out: *mut Carom2dMover,
) -> CaromStatus {
    guarded("carom2d_mover_create", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { characters::create(settings, out) }
    })
}

/// Frees a mover in 2D. The zero handle is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn carom2d_mover_free(mover: Carom2dMover) -> CaromStatus {
    guarded("carom2d_mover_free", || {
        handles::free(mover.bits, Kind::Mover2d)
    })
}

/// The settings of the next tick, as they were given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom2d_mover_settings(
    mover: Carom2dMover,
    out: *mut Carom2dMoverSettings,
) -> CaromStatus {
    guarded("carom2d_mover_settings", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        unsafe { characters::settings(mover, out) }
    })
}

/// Changes the settings from the next tick on. With an error the mover keeps its settings.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom2d_mover_set_settings(
    mover: Carom2dMover,
    settings: *const Carom2dMoverSettings,
) -> CaromStatus {
    guarded("carom2d_mover_set_settings", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        unsafe { characters::set_settings(mover, settings) }
    })
}

/// Moves a character through one tick of `dt` seconds on a chain, or among the bodies of a 2D world that pass the filters of
/// the query. `state` is read and written; `report` may be null. The segments of a chain block from both sides.
///
/// A character that overlaps the scene is first moved out, to a free pose within 1.12 radii; if there is none, or a
/// moving body crushes it, it stays and the report says CAROM_STUCK. Moving bodies have to be at their poses of the end
/// of the tick already: carom2d_world_move_to(). The state is relative to query.origin. Errors: a number of the state or
/// intent that is not finite, a height or a dt that is not more than 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom2d_mover_step(
    mover: Carom2dMover,
    scene: *const Carom2dQuery,
    state: *mut Carom2dCharacter,
    intent: *const Carom2dIntent,
    dt: f32,
    report: *mut Carom2dReport,
) -> CaromStatus {
    guarded("carom2d_mover_step", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { characters::step(mover, scene, state, intent, dt, report) }
    })
}

/// The surfaces that the last tick of this mover met, in order, each part once, at most 32; after a tick that is
/// CAROM_STUCK all parts that the character overlaps, at most 16. The first `capacity` of them are written to `out`,
/// which may be null for a capacity of 0; `count` becomes the number of all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom2d_mover_collisions(
    mover: Carom2dMover,
    out: *mut Carom2dCollision,
    capacity: usize,
    count: *mut usize,
) -> CaromStatus {
    guarded("carom2d_mover_collisions", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { characters::collisions(mover, out, capacity, count) }
    })
}
