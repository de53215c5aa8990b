//! The characters of a scenario, checked.

use super::file::{CharacterFile, InputFile, PushesFile};
use super::numbers::{Dimensions, size};
use crate::args::{Character, HEIGHT, max_overhang};
use anyhow::{Result, ensure};
use carom::mover::{CrowdRole, LocomotionSettings};

/// A character and what it is told to do.
pub(crate) struct Actor {
    pub(crate) name: String,
    pub(crate) feet: [f64; 3],
    pub(crate) height: f64,
    pub(crate) mass: f64,
    pub(crate) pushes: CrowdRole,
    /// How it speeds up and slows down, if not at once.
    pub(crate) feel: Option<LocomotionSettings<f64>>,
    pub(crate) settings: Character,
    pub(crate) inputs: Vec<Input>,
    pub(crate) place: String,
}

/// What holds until a time.
#[derive(Clone, Copy)]
pub(crate) struct Input {
    pub(crate) until: f64,
    pub(crate) wanted: [f64; 3],
    pub(crate) jump: Option<f64>,
    pub(crate) height: Option<f64>,
    pub(crate) fly: bool,
}

pub(super) fn actor(
    dimensions: Dimensions,
    file: &CharacterFile,
    place: String,
    number: usize,
) -> Result<Actor> {
    let mass = file.mass.unwrap_or(80.0);
    ensure!(
        mass > 0.0 && mass <= 1e9,
        "{place}.mass must be more than 0 and at most a billion, not {mass}"
    );
    let default = Character::default();
    let height = file.height.unwrap_or(HEIGHT);
    self::height(height, &place)?;
    let inputs = file.input.iter().enumerate();
    let inputs: Vec<Input> = inputs
        .map(|(i, input)| self::input(dimensions, input, &format!("{place}.input[{i}]"), height))
        .collect::<Result<_>>()?;
    for (i, pair) in inputs.windows(2).enumerate() {
        ensure!(
            pair[0].until <= pair[1].until,
            "{place}.input[{}].until is {}, before the entry it follows ({})",
            i + 1,
            pair[1].until,
            pair[0].until
        );
    }
    Ok(Actor {
        name: file
            .name
            .clone()
            .unwrap_or_else(|| format!("character {number}")),
        feet: dimensions.point(&file.feet, &format!("{place}.feet"))?,
        height,
        mass,
        pushes: match file.pushes {
            None | Some(PushesFile::Push) => CrowdRole::Push,
            Some(PushesFile::Static) => CrowdRole::Static,
            Some(PushesFile::Ghost) => CrowdRole::Ghost,
        },
        feel: feel(file, &place)?,
        settings: Character {
            radius: file.radius.unwrap_or(default.radius),
            max_slope: file.max_slope.unwrap_or(default.max_slope),
            step_height: file.step_height.unwrap_or(default.step_height),
            snap: file.snap.unwrap_or(default.snap),
            skin: file.skin.unwrap_or(default.skin),
            max_overhang: max_overhang(file.max_overhang, file.perch),
            flat_foot: file.flat_foot.unwrap_or(default.flat_foot),
            hover: file.hover.unwrap_or(default.hover),
        },
        inputs,
        place,
    })
}

/// The two rates; one that is not there does nothing: without an acceleration the wanted speed is reached at
/// once, without friction none is lost. In the air the acceleration is the same, and there is no friction.
fn feel(file: &CharacterFile, place: &str) -> Result<Option<LocomotionSettings<f64>>> {
    let rate = |rate: Option<f64>, name| match rate {
        Some(rate) => size(rate, &format!("{place}.{name}")).map(Some),
        None => Ok(None),
    };
    let acceleration = rate(file.acceleration, "acceleration")?;
    let friction = rate(file.friction, "friction")?;
    if acceleration.is_none() && friction.is_none() {
        return Ok(None);
    }
    let acceleration = acceleration.unwrap_or(f64::INFINITY);
    Ok(Some(LocomotionSettings {
        acceleration,
        air_acceleration: acceleration,
        friction: friction.unwrap_or(0.0),
        ..LocomotionSettings::direct()
    }))
}

fn height(height: f64, place: &str) -> Result<()> {
    ensure!(
        height > 0.0 && height <= 1e4,
        "{place}.height must be more than 0 and at most 10 km, not {height}"
    );
    Ok(())
}

fn input(dimensions: Dimensions, file: &InputFile, place: &str, height: f64) -> Result<Input> {
    if let Some(height) = file.height {
        self::height(height, place)?;
    }
    if let Some(jump) = file.jump {
        size(jump, &format!("{place}.jump"))?;
    }
    Ok(Input {
        until: file.until,
        wanted: match &file.wanted {
            Some(velocity) => dimensions.point(velocity, &format!("{place}.move"))?,
            None => [0.0; 3],
        },
        jump: file.jump,
        height: Some(file.height.unwrap_or(height)),
        fly: file.fly.unwrap_or(false),
    })
}
