//! Scenarios that a survey writes: a level, one character, and its inputs tick by tick.

use crate::{CharacterFile, Coordinates, LevelReading};
use glam::Vec3;
use serde::Serialize;

/// A run of ticks with one input.
///
/// ```
/// use carom_format::scenario::Phase;
/// let rest = Phase { ticks: 30, ..Phase::default() };
/// assert_eq!(rest.velocity, glam::Vec3::ZERO);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Phase {
    /// The number of ticks; a phase of none is left out.
    pub ticks: u64,
    /// The wanted velocity, m/s.
    pub velocity: Vec3,
    /// The upward speed of a jump in the first tick, m/s.
    pub jump: Option<f32>,
    /// The wanted height of the capsule, m.
    pub height: Option<f32>,
}

/// The part that all scenarios of a survey have in common.
///
/// ```
/// use carom_format::scenario::{Phase, Script};
/// use carom_format::{CharacterFile, LevelReading, Scenario};
/// let script = Script {
///     level: "a.obj",
///     reading: &LevelReading::default(),
///     hz: 60,
///     gravity: 9.81,
///     settings: &CharacterFile::default().complete(),
/// };
/// let text = script.json("walk", glam::Vec3::ONE, &[Phase { ticks: 90, velocity: glam::Vec3::X, ..Phase::default() }])?;
/// let scenario = Scenario::read(&text, "walk.json".as_ref()).expect("a scenario");
/// assert_eq!((scenario.ticks, scenario.characters[0].inputs[0].until), (90, 1.5));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Script<'a> {
    /// The level file, relative to the folder of the scenarios.
    pub level: &'a str,
    /// How the level file is read.
    pub reading: &'a LevelReading,
    /// Ticks per second.
    pub hz: u32,
    /// Gravity, m/s².
    pub gravity: f64,
    /// The character.
    pub settings: &'a CharacterFile,
}

#[derive(Serialize)]
struct ScenarioOut<'a> {
    name: &'a str,
    hz: u32,
    seconds: f64,
    gravity: f64,
    bodies: [BodyOut<'a>; 1],
    characters: [CharacterOut<'a>; 1],
}

#[derive(Serialize)]
struct BodyOut<'a> {
    level: &'a str,
    #[serde(flatten)]
    reading: &'a LevelReading,
}

#[derive(Serialize)]
struct CharacterOut<'a> {
    name: &'static str,
    feet: Coordinates,
    #[serde(flatten)]
    settings: &'a CharacterFile,
    input: Vec<InputOut>,
}

#[derive(Debug, Serialize)]
struct InputOut {
    until: f64,
    #[serde(rename = "move")]
    velocity: Coordinates,
    #[serde(skip_serializing_if = "Option::is_none")]
    jump: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    height: Option<f32>,
}

/// The feet and the input of a character in a scenario, for one motion: they can be copied into a scenario.
///
/// ```
/// use carom_format::scenario::{MotionOut, Phase};
/// let phases = [Phase { ticks: 30, velocity: glam::Vec3::X, ..Phase::default() }];
/// let motion = MotionOut::new(60, glam::Vec3::ZERO, &phases);
/// let text = r#"{"feet":[0.0,0.0,0.0],"input":[{"until":0.5,"move":[1.0,0.0,0.0]}]}"#;
/// assert_eq!(serde_json::to_string(&motion)?, text);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Serialize)]
pub struct MotionOut {
    feet: Coordinates,
    input: Vec<InputOut>,
}

impl MotionOut {
    /// A motion from these feet on, at a number of ticks per second.
    #[must_use]
    pub fn new(hz: u32, feet: Vec3, phases: &[Phase]) -> Self {
        Self {
            feet: Coordinates::of(feet),
            input: inputs(hz, phases),
        }
    }
}

/// The input of phases.
fn inputs(hz: u32, phases: &[Phase]) -> Vec<InputOut> {
    let mut ticks = 0;
    let phases = phases.iter().filter(|phase| phase.ticks > 0);
    let input = phases.map(|phase| {
        ticks += phase.ticks;
        InputOut {
            until: ticks as f64 / f64::from(hz),
            velocity: Coordinates::of(phase.velocity),
            jump: phase.jump,
            height: phase.height,
        }
    });
    input.collect()
}

impl Script<'_> {
    /// A scenario as a line of JSON; `spawn` is the feet of the character at the start.
    ///
    /// # Errors
    /// If a number is not finite.
    pub fn json(&self, name: &str, spawn: Vec3, phases: &[Phase]) -> serde_json::Result<Vec<u8>> {
        let input = inputs(self.hz, phases);
        let seconds = input.last().map_or(0.0, |last| last.until);
        let scenario = ScenarioOut {
            name,
            hz: self.hz,
            seconds,
            gravity: self.gravity,
            bodies: [BodyOut {
                level: self.level,
                reading: self.reading,
            }],
            characters: [CharacterOut {
                name: "player",
                feet: Coordinates::of(spawn),
                settings: self.settings,
                input,
            }],
        };
        let mut text = serde_json::to_vec(&scenario)?;
        text.push(b'\n');
        Ok(text)
    }
}
