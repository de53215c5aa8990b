//! Who surveys, and how finely.

use carom::mover::{Mover, MoverError, MoverSettings};
use glam::Vec3;

/// Who surveys a level, and how finely. Lengths are in metres, times in seconds.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The mover's settings: the same that ship in the game.
    pub settings: MoverSettings<Vec3>,
    /// How high the character is, from the feet to the top.
    pub height: f32,
    /// How fast it walks.
    pub speed: f32,
    /// Ticks a second.
    pub hz: u32,
    /// The width of a search cell. What separates two places that are nearer than its diagonal may be missed.
    pub cell: f32,
    /// The upward speed of a jump, if it can jump.
    pub jump: Option<f32>,
    /// How high it is when it crouches, if it can.
    pub crouch: Option<f32>,
    /// What is too high, too narrow or too low for the character is told if it is so by less than this.
    pub margin: f32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            settings: MoverSettings::default(),
            height: 1.8,
            speed: 4.0,
            hz: 60,
            cell: 0.25,
            jump: None,
            crouch: None,
            margin: 0.15,
        }
    }
}

/// Why there is no survey.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SurveyError {
    /// The mover does not take these settings.
    #[error(transparent)]
    MoverSettings(#[from] MoverError),
    /// An option is out of its range.
    #[error("{option} must be {must}, not {value}")]
    Option {
        /// Its name.
        option: &'static str,
        /// What it must be.
        must: &'static str,
        /// What it is.
        value: f32,
    },
    /// The spawn is not finite, or outside of the level's bounds.
    #[error("the spawn {0} is outside of the level's bounds, {1} to {2}")]
    SpawnOutside(Vec3, Vec3, Vec3),
    /// There is no room for the character at the spawn.
    #[error("the spawn {spawn} is inside of geometry, {depth} m deep in triangle {triangle}")]
    SpawnInside {
        /// The feet.
        spawn: Vec3,
        /// How deep.
        depth: f32,
        /// In what, by its number in the level.
        triangle: u32,
    },
    /// From the spawn it falls out of the level.
    #[error("there is no floor below the spawn {0}: the character falls out of the level")]
    NoFloor(Vec3),
    /// There is more ground than can be numbered.
    #[error("the level is {0} by {1} cells wide: more than can be surveyed at once")]
    TooWide(f32, f32),
    /// More places were found than can be numbered.
    #[error(
        "more than 4 thousand million places were found: survey a part of the level, or with a larger cell"
    )]
    TooMany,
    /// A saved tile that does not fit together, or to the others.
    #[error("the saved search does not fit together: {0}")]
    Damaged(&'static str),
}

impl Options {
    /// The mover of these options.
    pub(crate) fn mover(&self) -> Result<Mover<Vec3>, SurveyError> {
        let within = |option, value: f32, least: f32, most: f32, must| {
            if (least..=most).contains(&value) {
                Ok(())
            } else {
                Err(SurveyError::Option {
                    option,
                    must,
                    value,
                })
            }
        };
        within("height", self.height, 1e-3, 1e3, "0.001 to 1000 m")?;
        within("speed", self.speed, 1e-3, 1e3, "0.001 to 1000 m/s")?;
        within("hz", self.hz as f32, 1.0, 1e4, "1 to 10000")?;
        within("cell", self.cell, 1e-3, 1e3, "0.001 to 1000 m")?;
        within("margin", self.margin, 0.0, 1e3, "0 to 1000 m")?;
        if let Some(jump) = self.jump {
            within("jump", jump, 1e-3, 1e3, "0.001 to 1000 m/s")?;
        }
        if let Some(crouch) = self.crouch {
            let must = "at least 0.001 m and less than the height";
            within("crouch", crouch, 1e-3, self.height, must)?;
        }
        Ok(Mover::new(self.settings)?)
    }

    /// The seconds of a tick.
    pub(crate) fn dt(&self) -> f32 {
        (1.0 / f64::from(self.hz)) as f32
    }
}

/// How much the steepest slope that is walked rises on a level metre.
pub(crate) fn steepest(settings: &MoverSettings<Vec3>) -> f32 {
    let cosine = settings.max_slope;
    (1.0 - cosine * cosine).sqrt() / cosine.max(0.05)
}
