//! Paths that a character follows at a steady speed, without gravity: up ladders, over ledges and walls.

use crate::both::characters::CharacterOf;
use crate::character::CaromCharacter;
use crate::handles;
use crate::locks::{alone, reading};
use crate::memory::{Column, Out, Plain, read};
use crate::mover::not_on_compounds;
use crate::objects::CaromMover;
use crate::query::{CaromQuery, Target};
use crate::status::{CaromStatus, Failure, Result, guarded};
use crate::values::{CaromVec3, finite, finite_number, not_negative, positive};
use carom_rs::glam::Vec3;
use carom_rs::mover::abilities::{Ladder, Path};

/// The most places of a path.
pub const CAROM_PATH_POINTS: usize = 8;

/// The rest of a path: plain data. carom_path() and the functions that find one fill it in.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CaromPath {
    /// The places that feet are still to reach, in their order.
    pub points: [CaromVec3; CAROM_PATH_POINTS],
    /// How many there are; 0 when it is over, or where none was found.
    pub count: u32,
    /// Length/s.
    pub speed: f32,
    /// The time to the first of them, s; less than 0 before the first tick towards it.
    pub needed: f32,
}

/// A ladder: the line of feet on it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CaromLadder {
    /// Where feet are at its lower end.
    pub bottom: CaromVec3,
    /// Where feet are at its upper end.
    pub top: CaromVec3,
    /// Where they step off at the top.
    pub exit: CaromVec3,
    /// Length/s.
    pub speed: f32,
}

// SAFETY: integers and floats.
unsafe impl Plain for CaromPath {}
// SAFETY: integers and floats.
unsafe impl Plain for CaromLadder {}

impl From<&Path<Vec3>> for CaromPath {
    fn from(path: &Path<Vec3>) -> Self {
        let mut points = [CaromVec3::default(); CAROM_PATH_POINTS];
        for (place, point) in points.iter_mut().zip(path.points.iter().rev()) {
            *place = (*point).into();
        }
        Self {
            points,
            count: path.points.len() as u32,
            speed: path.speed,
            needed: path.needed.unwrap_or(-1.0),
        }
    }
}

impl From<Option<Path<Vec3>>> for CaromPath {
    fn from(found: Option<Path<Vec3>>) -> Self {
        found.as_ref().map(Self::from).unwrap_or_default()
    }
}

impl CaromPath {
    fn path(&self) -> Result<Path<Vec3>> {
        let given = self.points.get(..self.count as usize);
        let given = given.ok_or_else(|| too_many("path.count", self.count as usize))?;
        let points = given
            .iter()
            .rev()
            .map(|point| finite(*point, "path.points"));
        let needed = finite_number(self.needed, "path.needed")?;
        let points = points.collect::<Result<_>>()?;
        let speed = if self.count > 0 {
            positive(self.speed, "path.speed")?
        } else {
            self.speed
        };
        Ok(Path {
            points,
            needed: (needed >= 0.0).then_some(needed),
            speed,
        })
    }
}

fn too_many(name: &str, count: usize) -> Failure {
    let text = format!("{name} is {count}, and a path has at most {CAROM_PATH_POINTS} places");
    Failure::out_of_range(text)
}

impl CaromLadder {
    fn ladder(&self) -> Result<Ladder<Vec3>> {
        let (bottom, top) = (
            finite(self.bottom, "ladder.bottom")?,
            finite(self.top, "ladder.top")?,
        );
        if bottom == top {
            let text = "ladder.bottom and ladder.top are the same place";
            return Err(Failure::invalid(text));
        }
        Ok(Ladder {
            bottom,
            top,
            exit: finite(self.exit, "ladder.exit")?,
            speed: positive(self.speed, "ladder.speed")?,
        })
    }
}

/// A path of feet through `count` places in this order, at most CAROM_PATH_POINTS, at `speed`, length/s.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_path(
    points: *const CaromVec3,
    count: usize,
    speed: f32,
    out: *mut CaromPath,
) -> CaromStatus {
    guarded("carom_path", || {
        if count > CAROM_PATH_POINTS {
            return Err(too_many("count", count));
        }
        // SAFETY: pointers are null or valid, as the header demands.
        let (given, out) = unsafe {
            let given = Column::packed(points, count, "points")?;
            (given, Out::new(out, "out")?)
        };
        let places = (0..count).map(|number| finite(given.get(number), "points"));
        let places = places.collect::<Result<Vec<_>>>()?;
        out.write((&Path::new(places, positive(speed, "speed")?)).into());
        Ok(())
    })
}

/// Moves a character along its path for `dt` seconds in the place of carom_mover_step(), around the corners inside the tick too. The
/// path is over when its count is 0: at its end, or at the next corner if something was in the way. `left` becomes the time of the
/// tick that is left then, s, and otherwise 0; it may be null. The character has the velocity of the path then: set state.velocity
/// to zero if it is to rest. `path` and `state` are read and written. Errors: those of carom_mover_step().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_path_step(
    path: *mut CaromPath,
    mover: CaromMover,
    scene: *const CaromQuery,
    state: *mut CaromCharacter,
    dt: f32,
    left: *mut f32,
) -> CaromStatus {
    guarded("carom_path_step", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (mut rest, scene, mut character) = unsafe {
            let rest = read(path.cast_const(), "path")?.path()?;
            let character = read(state.cast_const(), "state")?.state()?;
            (rest, read(scene, "scene")?, character)
        };
        // SAFETY: the pointers were not null, and their memory is writable, as the header demands.
        let (path, state) = unsafe { (Out::new(path, "path")?, Out::new(state, "state")?) };
        let dt = positive(dt, "dt")?;
        let mover = handles::object(mover, "mover")?;
        let mover = &mut alone(&mover, "mover")?.mover;
        let over = match scene.target()? {
            Target::Mesh(mesh) => {
                carom_fast::follow_on_mesh(&mut rest, mover, &mesh, &mut character, dt)
            }
            Target::World(world) => {
                let world = reading(&world)?;
                let scene = scene.of_world(&world);
                carom_fast::follow_in_world(&mut rest, mover, &scene, &mut character, dt)
            }
            Target::Compound(_) => return Err(not_on_compounds()),
        };
        path.write((&rest).into());
        state.write(character.into());
        if !left.is_null() {
            // SAFETY: not null, so writable as the header demands.
            unsafe { Out::new(left, "left") }?.write(over.unwrap_or(0.0));
        }
        Ok(())
    })
}

/// Whether feet are within a distance of a ladder, so that it can be climbed: 1 or 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_ladder_is_near(
    ladder: *const CaromLadder,
    feet: CaromVec3,
    distance: f32,
    out: *mut u32,
) -> CaromStatus {
    guarded("carom_ladder_is_near", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (ladder, out) = unsafe {
            let ladder = read(ladder, "ladder")?.ladder()?;
            (ladder, Out::new(out, "out")?)
        };
        let distance = not_negative(distance, "distance")?;
        out.write(ladder.is_near(finite(feet, "feet")?, distance).into());
        Ok(())
    })
}

/// The path up a ladder: to the nearest place on it, to its top, off it. A new one can begin in any tick: the character hangs where
/// the last one was left, while you do not step it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_ladder_up(
    ladder: *const CaromLadder,
    feet: CaromVec3,
    out: *mut CaromPath,
) -> CaromStatus {
    guarded("carom_ladder_up", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (ladder, out) = unsafe {
            let ladder = read(ladder, "ladder")?.ladder()?;
            (ladder, Out::new(out, "out")?)
        };
        out.write((&ladder.up(finite(feet, "feet")?)).into());
        Ok(())
    })
}

/// The path down a ladder, to its bottom.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_ladder_down(
    ladder: *const CaromLadder,
    feet: CaromVec3,
    out: *mut CaromPath,
) -> CaromStatus {
    guarded("carom_ladder_down", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (ladder, out) = unsafe {
            let ladder = read(ladder, "ladder")?.ladder()?;
            (ladder, Out::new(out, "out")?)
        };
        out.write((&ladder.down(finite(feet, "feet")?)).into());
        Ok(())
    })
}
