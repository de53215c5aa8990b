//! The options of a survey: the character, and the resolution of the search.

use carom::mover::{BodyShape, Mover, MoverError, MoverSettings};
use glam::Vec3;

/// The character that surveys a level, and the resolution of the search. Lengths are in meters, times in seconds.
///
/// ```
/// use carom_survey::Options;
///
/// // A child that jumps, searched twice as finely.
/// let options = Options { height: 1.3, jump: Some(3.5), cell: 0.125, ..Options::default() };
/// assert_eq!((options.speed, options.hz, options.margin), (4.0, 60, 0.15));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The mover's settings: those of the game. Default: [`MoverSettings::default`].
    pub settings: MoverSettings<Vec3>,
    /// The height of the character. Default: 1.8 m.
    pub height: f32,
    /// Its walking speed. Default: 4 m/s.
    pub speed: f32,
    /// Ticks per second. Default: 60.
    pub hz: u32,
    /// The width of a search cell. A barrier thinner than its diagonal may be missed. Default: 0.25 m.
    pub cell: f32,
    /// The upward speed of a jump, m/s. Default: `None`, it does not jump.
    pub jump: Option<f32>,
    /// Its height when it crouches. Default: `None`, it does not crouch.
    pub crouch: Option<f32>,
    /// Steps, openings and ceilings that miss the character's limits by less than this are findings. Default: 0.15 m.
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

/// Why a level cannot be surveyed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SurveyError {
    /// The mover refuses the settings.
    #[error(transparent)]
    MoverSettings(#[from] MoverError),
    /// An option is out of its range.
    #[error("{option} must be {must}, not {value}")]
    Option {
        /// Its name.
        option: &'static str,
        /// Its range.
        must: &'static str,
        /// Its value.
        value: f32,
    },
    /// A search without a spawn.
    #[error("a search needs a spawn")]
    NoSpawn,
    /// The spawn is not finite, or outside of the level's bounds, which follow.
    #[error("the spawn {0} is outside of the level's bounds, {1} to {2}")]
    SpawnOutside(Vec3, Vec3, Vec3),
    /// The character overlaps geometry at the spawn.
    #[error("the spawn {spawn} is inside of geometry, {depth} m deep in triangle {triangle}")]
    SpawnInside {
        /// The feet.
        spawn: Vec3,
        /// The penetration depth, m.
        depth: f32,
        /// The number of the triangle in the level.
        triangle: u32,
    },
    /// The character falls out of the level from the spawn.
    #[error("there is no floor below the spawn {0}: the character falls out of the level")]
    NoFloor(Vec3),
    /// The level has more cells than fit in the numbers.
    #[error("the level is {0} by {1} cells wide: more than can be surveyed at once")]
    TooWide(f32, f32),
    /// The search found more places than fit in the numbers.
    #[error(
        "more than 4 thousand million places were found: survey a part of the level, or with a larger cell"
    )]
    TooMany,
    /// A saved tile that contradicts itself, or the other tiles.
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
        if let Some(value) = self.settings.edge_guard {
            return Err(SurveyError::Option {
                option: "edge_guard",
                must: "absent (a survey walks off edges)",
                value,
            });
        }
        if self.settings.body != BodyShape::Capsule {
            return Err(SurveyError::MoverSettings(MoverError {
                setting: "body",
                must: "a capsule in a survey",
            }));
        }
        Ok(Mover::new(self.settings)?)
    }

    /// The duration of a tick, s.
    pub(crate) fn dt(&self) -> f32 {
        (1.0 / f64::from(self.hz)) as f32
    }
}

/// The rise of the steepest walkable slope over a level meter.
pub(crate) fn steepest(settings: &MoverSettings<Vec3>) -> f32 {
    let cosine = settings.max_slope;
    (1.0 - cosine * cosine).sqrt() / cosine.max(0.05)
}

/// The gap between the middle of a round foot and the steepest walkable slope that it stands on.
pub(crate) fn slope_gap(settings: &MoverSettings<Vec3>) -> f32 {
    settings.radius * (1.0 / settings.max_slope.max(0.05) - 1.0)
}
