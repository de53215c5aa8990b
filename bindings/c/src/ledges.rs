//! Searches for what a character climbs, crosses and leaps off: ledges, walls, the edge of water.

use crate::abilities::settings_of;
use crate::both::characters::{CharacterOf, LocomotionOf};
use crate::character::CaromCharacter;
use crate::locks::reading;
use crate::locomotion::CaromLocomotion;
use crate::memory::{Out, Plain, read};
use crate::mover::not_on_compounds;
use crate::objects::CaromMover;
use crate::path::CaromPath;
use crate::query::{CaromQuery, Target};
use crate::status::{CaromStatus, Failure, Result, guarded};
use crate::swim::CaromWater;
use crate::values::{CaromVec3, finite, finite_number, not_negative, positive};
use carom_rs::glam::Vec3;
use carom_rs::mover::abilities::{Mantle, Path, Vault, WallJump, Water};
use carom_rs::mover::{CharacterState, Locomotion, MoverSettings};
use carom_rs::{Query, Surface};

/// Which ledges are climbed, and how fast.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CaromMantle {
    /// The least height of a ledge over the feet, a length.
    pub lowest: f32,
    /// The greatest height of a ledge over the feet, a length.
    pub highest: f32,
    /// Length/s.
    pub speed: f32,
}

/// Which walls are vaulted, how deep the ground behind them may be, and how fast.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CaromVault {
    /// The least height of a wall over the feet, a length.
    pub lowest: f32,
    /// The greatest height of a wall over the feet, a length.
    pub highest: f32,
    /// How far below the feet the ground behind may be, a length.
    pub drop: f32,
    /// Length/s.
    pub speed: f32,
}

/// The speeds of a jump off a wall.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CaromWallJump {
    /// The speed away from the wall, length/s.
    pub away: f32,
    /// The speed upward, length/s.
    pub rise: f32,
}

// SAFETY: integers and floats.
unsafe impl Plain for CaromMantle {}
// SAFETY: integers and floats.
unsafe impl Plain for CaromVault {}
// SAFETY: integers and floats.
unsafe impl Plain for CaromWallJump {}

/// A character that searches.
struct Searcher {
    settings: MoverSettings<Vec3>,
    state: CharacterState<Vec3>,
}

/// A search for a path, on any surface.
enum Search {
    Mantle(Mantle<f32>),
    Vault(Vault<f32>),
    Exit(Water<f32>, [f32; 2]),
}

impl Search {
    fn path<W: Surface<Vector = Vec3>>(
        &self,
        query: &Query<'_, W>,
        searcher: &Searcher,
        ahead: Vec3,
    ) -> Option<Path<Vec3>> {
        let Searcher { settings, state } = searcher;
        match self {
            Self::Mantle(mantle) => mantle.path(query, settings, state, ahead),
            Self::Vault(vault) => vault.path(query, settings, state, ahead),
            Self::Exit(water, limits) => water.exit(query, settings, state, ahead, *limits),
        }
    }

    /// Searches the scene.
    fn run(
        &self,
        scene: &CaromQuery,
        searcher: &Searcher,
        ahead: Vec3,
    ) -> Result<Option<Path<Vec3>>> {
        match scene.target()? {
            Target::Mesh(mesh) => Ok(self.path(&scene.of_mesh(&mesh), searcher, ahead)),
            Target::World(world) => {
                let world = reading(&world)?;
                Ok(self.path(&scene.of_world(&world), searcher, ahead))
            }
            Target::Compound(_) => Err(not_on_compounds()),
        }
    }
}

/// The least and the greatest height, in order.
fn heights(lowest: f32, highest: f32, name: &str) -> Result<[f32; 2]> {
    let lowest = not_negative(lowest, format_args!("{name}.lowest"))?;
    let highest = not_negative(highest, format_args!("{name}.highest"))?;
    if lowest > highest {
        let text = format!("{name}.lowest exceeds {name}.highest");
        return Err(Failure::invalid(text));
    }
    Ok([lowest, highest])
}

/// The pointers that all searches have, and the path that they find.
unsafe fn search(
    search: &Search,
    scene: *const CaromQuery,
    mover: CaromMover,
    state: *const CaromCharacter,
    ahead: CaromVec3,
    out: *mut CaromPath,
) -> Result<()> {
    // SAFETY: pointers are null or valid, as the header demands.
    let (scene, state, out) = unsafe {
        let scene = read(scene, "scene")?;
        let state = read(state, "state")?.state()?;
        (scene, state, Out::new(out, "out")?)
    };
    let settings = settings_of(mover)?;
    let searcher = Searcher { settings, state };
    let found = search.run(&scene, &searcher, finite(ahead, "ahead")?)?;
    out.write(found.into());
    Ok(())
}

/// The path up to a ledge ahead; its count is 0 if there is none of these heights, it is too steep, or there is no room.
///
/// `ahead` is how far it searches and goes, horizontally: the ledge has to begin within it, and to carry at its end. `scene` leaves
/// out the body of the character itself, if it has one. The settings are those of the mover. Then comes carom_path_step().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mantle_path(
    mantle: *const CaromMantle,
    scene: *const CaromQuery,
    mover: CaromMover,
    state: *const CaromCharacter,
    ahead: CaromVec3,
    out: *mut CaromPath,
) -> CaromStatus {
    guarded("carom_mantle_path", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe {
            let given = read(mantle, "mantle")?;
            let mantle = Mantle {
                heights: heights(given.lowest, given.highest, "mantle")?,
                speed: positive(given.speed, "mantle.speed")?,
            };
            search(&Search::Mantle(mantle), scene, mover, state, ahead, out)
        }
    })
}

/// The path over a wall ahead and to the ground right behind it; its count is 0 if there is no wall of these heights, no room over
/// it or behind it, or no ground there that is walkable and at most `drop` below the feet.
///
/// `ahead` is how far it searches and goes at most, horizontally: the wall, and behind it the character, have to fit within. The
/// rest is as for carom_mantle_path().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_vault_path(
    vault: *const CaromVault,
    scene: *const CaromQuery,
    mover: CaromMover,
    state: *const CaromCharacter,
    ahead: CaromVec3,
    out: *mut CaromPath,
) -> CaromStatus {
    guarded("carom_vault_path", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe {
            let given = read(vault, "vault")?;
            let vault = Vault {
                heights: heights(given.lowest, given.highest, "vault")?,
                drop: not_negative(given.drop, "vault.drop")?,
                speed: positive(given.speed, "vault.speed")?,
            };
            search(&Search::Vault(vault), scene, mover, state, ahead, out)
        }
    })
}

/// The path out of water on to a ledge ahead that is at most `above` over the surface, a length, at `speed`, length/s; its count is 0
/// if there is none, or the character is more than a radius deeper than where it floats. The rest is as for carom_mantle_path().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_water_exit(
    water: *const CaromWater,
    scene: *const CaromQuery,
    mover: CaromMover,
    state: *const CaromCharacter,
    ahead: CaromVec3,
    above: f32,
    speed: f32,
    out: *mut CaromPath,
) -> CaromStatus {
    guarded("carom_water_exit", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe {
            let water = read(water, "water")?.water()?;
            let limits = [not_negative(above, "above")?, positive(speed, "speed")?];
            let exit = Search::Exit(water, limits);
            search(&exit, scene, mover, state, ahead, out)
        }
    })
}

/// Before a tick in which jump is pressed in the air: if there is a wall within two skins, knocks the character away from it and up.
/// `jumped` becomes 1 if it did, otherwise 0. Reads and writes `state` and `locomotion`. `scene` is as for carom_mantle_path().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_wall_jump(
    jump: *const CaromWallJump,
    scene: *const CaromQuery,
    mover: CaromMover,
    state: *mut CaromCharacter,
    locomotion: *mut CaromLocomotion,
    jumped: *mut u32,
) -> CaromStatus {
    guarded("carom_wall_jump", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (given, scene, mut body, mut walk) = unsafe {
            let given = (read(jump, "jump")?, read(scene, "scene")?);
            let body = read(state.cast_const(), "state")?.state()?;
            let walk = read(locomotion.cast_const(), "locomotion")?;
            (given.0, given.1, body, walk.locomotion()?)
        };
        // SAFETY: the pointers are null or valid, as the header demands.
        let (state, locomotion, out) = unsafe {
            let (state, locomotion) = (
                Out::new(state, "state")?,
                Out::new(locomotion, "locomotion")?,
            );
            (state, locomotion, Out::new(jumped, "jumped")?)
        };
        let jump = WallJump {
            away: finite_number(given.away, "jump.away")?,
            rise: finite_number(given.rise, "jump.rise")?,
        };
        let settings = settings_of(mover)?;
        let done = off_wall(&jump, &scene, &settings, (&mut body, &mut walk))?;
        state.write(body.into());
        locomotion.write((&walk).into());
        out.write(done.into());
        Ok(())
    })
}

/// A jump off a wall of the scene.
fn off_wall(
    jump: &WallJump<f32>,
    scene: &CaromQuery,
    settings: &MoverSettings<Vec3>,
    (body, walk): (&mut CharacterState<Vec3>, &mut Locomotion<Vec3>),
) -> Result<bool> {
    match scene.target()? {
        Target::Mesh(mesh) => Ok(jump.jump(&scene.of_mesh(&mesh), settings, body, walk)),
        Target::World(world) => {
            let world = reading(&world)?;
            Ok(jump.jump(&scene.of_world(&world), settings, body, walk))
        }
        Target::Compound(_) => Err(not_on_compounds()),
    }
}
