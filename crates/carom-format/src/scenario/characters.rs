//! The characters of a scenario: how they are written, and their settings and inputs, checked.

use super::abilities::{Abilities, AbilitiesFile, Ability, abilities};
use super::numbers::{Dimensions, size};
use crate::character::with_settings;
use crate::decimal::Numbers;
use crate::error::{Result, bail, ensure};
use crate::{Character, CharacterBody};
use carom::mover::{CrowdRole, LocomotionSettings};
use serde::Deserialize;

/// A character of a scenario, and its inputs.
///
/// ```
/// use carom_format::Scenario;
/// let text = br#"{"seconds": 1, "characters": [{"name": "hero", "feet": [0, 2],
///     "input": [{"until": 1, "move": [4, 0]}]}]}"#;
/// let hero = &Scenario::read(text, "a.json".as_ref())?.characters[0];
/// assert_eq!((hero.name.as_str(), hero.mass, hero.inputs[0].wanted), ("hero", 80.0, [4.0, 0.0, 0.0]));
/// # Ok::<(), carom_format::FormatError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Actor {
    /// Its name; by default `character N`.
    pub name: String,
    /// Lowest point of the capsule at the start.
    pub feet: [f64; 3],
    /// Height of the capsule, m; of one that lies its length.
    pub height: f64,
    /// Direction of a capsule that lies or leans, from tail to head, at the start; by default it stands.
    pub axis: Option<[f64; 3]>,
    /// Mass among other characters, kg; by default 80.
    pub mass: f64,
    /// Its role among other characters; by default it pushes and is pushed.
    pub pushes: CrowdRole,
    /// It gives way to characters in front of it; by default not.
    pub gives_way: bool,
    /// Acceleration and friction; by default the wanted velocity is reached at once.
    pub locomotion: Option<LocomotionSettings<f64>>,
    /// What it can do besides walking; by default nothing.
    pub abilities: Option<Abilities>,
    /// The settings of its mover.
    pub settings: Character,
    /// Its inputs, by their ends.
    pub inputs: Vec<Input>,
    /// Its place in the file, for errors.
    pub place: String,
}

/// The input of a character up to a time.
///
/// ```
/// use carom_format::scenario::Input;
/// let jump = Input { until: 2.5, wanted: [4.0, 0.0, 0.0], jump: Some(5.0), height: None, axis: None,
///     fly: false, root_motion: None, ability: None };
/// assert_eq!(jump.jump, Some(5.0));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Input {
    /// The end, s.
    pub until: f64,
    /// The wanted velocity, m/s.
    pub wanted: [f64; 3],
    /// The upward speed of a jump in the first tick, m/s.
    pub jump: Option<f64>,
    /// The wanted height of the capsule, m.
    pub height: Option<f64>,
    /// The direction to turn the capsule to.
    pub axis: Option<[f64; 3]>,
    /// The character flies.
    pub fly: bool,
    /// An animation moves it, in the place of the wanted velocity and the jump.
    pub root_motion: Option<EvenRootMotion>,
    /// The ability that it uses.
    pub ability: Option<Ability>,
}

/// The root motion of an even animation: along a line, or an arc of a circle.
///
/// ```
/// use carom_format::scenario::EvenRootMotion;
/// let roll = EvenRootMotion { velocity: [4.0, 0.0, 0.0], turn: 90.0, vertical: false };
/// assert!(roll.velocity[0] > 0.0 && !roll.vertical);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct EvenRootMotion {
    /// The velocity in the character's own frame, m/s.
    pub velocity: [f64; 3],
    /// The rate of its turn about up, counter-clockwise seen from above, degrees/s.
    pub turn: f64,
    /// The part of the velocity along up takes the place of gravity.
    pub vertical: bool,
}

with_settings! {
    /// A character as it is written.
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct ActorFile<'a> {
        name: Option<String>,
        #[serde(borrow)]
        pub(super) feet: Numbers<'a>,
        #[serde(borrow)]
        axis: Option<Numbers<'a>>,
        mass: Option<f64>,
        acceleration: Option<f64>,
        friction: Option<f64>,
        pushes: Option<PushesFile>,
        gives_way: Option<bool>,
        abilities: Option<AbilitiesFile>,
        #[serde(borrow, default)]
        input: Vec<InputFile<'a>>,
    }
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum PushesFile {
    Push,
    Static,
    Ghost,
}

/// An entry of its inputs as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InputFile<'a> {
    until: f64,
    #[serde(borrow, rename = "move")]
    wanted: Option<Numbers<'a>>,
    jump: Option<f64>,
    height: Option<f64>,
    #[serde(borrow)]
    axis: Option<Numbers<'a>>,
    fly: Option<bool>,
    #[serde(borrow)]
    root_motion: Option<RootMotionFile<'a>>,
    ability: Option<Ability>,
}

/// A root motion as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RootMotionFile<'a> {
    #[serde(borrow)]
    velocity: Numbers<'a>,
    turn: Option<f64>,
    vertical: Option<bool>,
}

pub(super) fn actor(
    dimensions: Dimensions,
    file: &ActorFile<'_>,
    place: String,
    number: usize,
) -> Result<Actor> {
    let mass = file.mass.unwrap_or(80.0);
    ensure!(
        mass > 0.0 && mass <= 1e9,
        "{place}.mass must be more than 0 and at most a billion, not {mass}"
    );
    let height = file.height();
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
    let abilities = file.abilities.as_ref();
    let abilities = abilities.map(|it| self::abilities(it, &format!("{place}.abilities")));
    let abilities = abilities.transpose()?;
    if abilities.is_some() {
        able(file, &place)?;
    }
    for (i, input) in inputs.iter().enumerate() {
        uses(abilities.as_ref(), input, &format!("{place}.input[{i}]"))?;
    }
    Ok(Actor {
        name: file
            .name
            .clone()
            .unwrap_or_else(|| format!("character {number}")),
        feet: dimensions.point(&file.feet, &format!("{place}.feet"))?,
        height,
        axis: axis(dimensions, file.axis.as_ref(), &format!("{place}.axis"))?,
        mass,
        pushes: match file.pushes {
            None if abilities.is_some() => CrowdRole::Ghost,
            None | Some(PushesFile::Push) => CrowdRole::Push,
            Some(PushesFile::Static) => CrowdRole::Static,
            Some(PushesFile::Ghost) => CrowdRole::Ghost,
        },
        gives_way: file.gives_way.unwrap_or(false),
        locomotion: locomotion(file, &place)?,
        abilities,
        settings: file.character(),
        inputs,
        place,
    })
}

/// Whether a character as it is written can have abilities.
fn able(file: &ActorFile<'_>, place: &str) -> Result<()> {
    ensure!(
        matches!(file.pushes, None | Some(PushesFile::Ghost)),
        "{place}.abilities are for a \"ghost\" among other characters: leave \"pushes\" out"
    );
    ensure!(
        file.axis.is_none() && file.character().body == CharacterBody::default(),
        "{place}.abilities are for a capsule that stands: leave \"axis\" and \"body\" out"
    );
    Ok(())
}

/// Whether an input uses only what the character can do.
fn uses(abilities: Option<&Abilities>, input: &Input, place: &str) -> Result<()> {
    let Some(used) = input.ability else {
        return Ok(());
    };
    let place = format!("{place}.ability");
    let Some(abilities) = abilities else {
        bail!("{place}: the character has no \"abilities\"");
    };
    if let Some(name) = abilities.lacks(used) {
        bail!("{place}: the character's \"abilities\" have no {name:?}");
    }
    ensure!(
        !input.fly && input.root_motion.is_none(),
        "{place} cannot be used with \"fly\" or \"root_motion\""
    );
    Ok(())
}

/// Acceleration and friction. Without acceleration the wanted speed is reached at once, without friction no speed is
/// lost. In the air the acceleration is the same, and there is no friction.
fn locomotion(file: &ActorFile<'_>, place: &str) -> Result<Option<LocomotionSettings<f64>>> {
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

/// A direction: not zero.
fn axis(
    dimensions: Dimensions,
    axis: Option<&Numbers<'_>>,
    place: &str,
) -> Result<Option<[f64; 3]>> {
    let Some(axis) = axis else {
        return Ok(None);
    };
    let axis = dimensions.point(axis, place)?;
    let square: f64 = axis.iter().map(|x| x * x).sum();
    ensure!(square > 1e-12, "{place} must be a direction, and not zero");
    Ok(Some(axis))
}

fn input(dimensions: Dimensions, file: &InputFile<'_>, place: &str, height: f64) -> Result<Input> {
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
        axis: axis(dimensions, file.axis.as_ref(), &format!("{place}.axis"))?,
        fly: file.fly.unwrap_or(false),
        root_motion: root_motion(dimensions, file, place)?,
        ability: file.ability,
    })
}

fn root_motion(
    dimensions: Dimensions,
    file: &InputFile<'_>,
    place: &str,
) -> Result<Option<EvenRootMotion>> {
    let Some(motion) = &file.root_motion else {
        return Ok(None);
    };
    let is_alone = file.wanted.is_none() && file.jump.is_none() && file.fly != Some(true);
    ensure!(
        is_alone,
        "{place}.root_motion is in the place of \"move\", \"jump\" and \"fly\": leave them out"
    );
    let place = format!("{place}.root_motion");
    let turn = motion.turn.unwrap_or(0.0);
    ensure!(
        turn.abs() <= 1e9,
        "{place}.turn must be -1e9 to 1e9 degrees a second, not {turn}"
    );
    ensure!(
        turn == 0.0 || dimensions == Dimensions::Three,
        "{place}.turn is about up, which 2D does not have"
    );
    Ok(Some(EvenRootMotion {
        velocity: dimensions.point(&motion.velocity, &format!("{place}.velocity"))?,
        turn,
        vertical: motion.vertical.unwrap_or(false),
    }))
}
