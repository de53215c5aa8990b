//! The abilities of a character of a scenario: how they are written, and their settings, checked.

use super::numbers::{positive, size};
use crate::error::{Result, ensure};
use carom::mover::abilities::{Glide, Mantle, Vault, WallJump};
use serde::Deserialize;

/// What a character can do besides walking: the abilities of the library with their settings, in meters and seconds.
///
/// ```
/// use carom_format::Scenario;
/// let text = br#"{"seconds": 1, "characters": [{"feet": [0, 2, 0], "abilities": {"glide": {"speed": 1.5}}}]}"#;
/// let abilities = Scenario::read(text, "a.json".as_ref())?.characters[0].abilities.expect("they are given");
/// assert_eq!((abilities.glide.unwrap().speed, abilities.air_jumps, abilities.dash), (1.5, 0, None));
/// # Ok::<(), carom_format::FormatError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Abilities {
    /// Jumps in the air after one from the ground; by default none.
    pub air_jumps: u32,
    /// The upward speed that a jump is limited to when it is cut.
    pub cut_jump: Option<f64>,
    /// The length and the time of a dash.
    pub dash: Option<[f64; 2]>,
    /// A fall that is not faster than this.
    pub glide: Option<Glide<f64>>,
    /// A jump off a wall.
    pub wall_jump: Option<WallJump<f64>>,
    /// How far ahead it climbs ledges, and which.
    pub mantle: Option<(f64, Mantle<f64>)>,
    /// How far ahead it vaults walls, and which.
    pub vault: Option<(f64, Vault<f64>)>,
    /// Out of water: how far ahead, the height of a ledge over its surface, and the speed.
    pub exit: Option<[f64; 3]>,
}

/// An ability that an input uses.
///
/// ```
/// use carom_format::Scenario;
/// use carom_format::scenario::Ability;
/// let text = br#"{"seconds": 1, "characters": [{"feet": [0, 2, 0], "abilities": {"glide": {"speed": 1.5}},
///     "input": [{"until": 1, "ability": "glide"}]}]}"#;
/// let scenario = Scenario::read(text, "a.json".as_ref())?;
/// assert_eq!(scenario.characters[0].inputs[0].ability, Some(Ability::Glide));
/// # Ok::<(), carom_format::FormatError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ability {
    /// In its first tick, the end of the rise of a jump.
    CutJump,
    /// From its first tick on, a dash in the direction of the wanted velocity.
    Dash,
    /// In all of its ticks, a glide.
    Glide,
    /// In its first tick, a jump off a wall.
    WallJump,
    /// In its first tick, the beginning of a climb on to a ledge in the direction of the wanted velocity.
    Mantle,
    /// In its first tick, the beginning of a vault over a wall there.
    Vault,
    /// In its first tick, the beginning of a climb out of water, there.
    Exit,
    /// In all of its ticks, up the ladder that the feet are at, and off it at its top.
    ClimbUp,
    /// In all of its ticks, down it.
    ClimbDown,
}

/// The abilities as they are written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "abilities")]
pub(super) struct AbilitiesFile {
    air_jumps: Option<u32>,
    cut_jump: Option<CutJumpFile>,
    dash: Option<DashFile>,
    glide: Option<GlideFile>,
    wall_jump: Option<WallJumpFile>,
    mantle: Option<MantleFile>,
    vault: Option<VaultFile>,
    exit: Option<ExitFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CutJumpFile {
    rise: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DashFile {
    length: f64,
    seconds: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GlideFile {
    speed: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WallJumpFile {
    away: f64,
    rise: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MantleFile {
    ahead: f64,
    heights: [f64; 2],
    speed: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VaultFile {
    ahead: f64,
    heights: [f64; 2],
    drop: f64,
    speed: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExitFile {
    ahead: f64,
    above: f64,
    speed: f64,
}

/// The least and the greatest height of a ledge.
fn heights([low, high]: [f64; 2], place: &str) -> Result<[f64; 2]> {
    ensure!(
        low <= high,
        "{place}.heights: the least, {low}, is more than the greatest, {high}"
    );
    let place = format!("{place}.heights");
    Ok([size(low, &place)?, size(high, &place)?])
}

pub(super) fn abilities(file: &AbilitiesFile, place: &str) -> Result<Abilities> {
    let mut made = Abilities {
        air_jumps: file.air_jumps.unwrap_or(0),
        ..Abilities::default()
    };
    if let Some(file) = &file.cut_jump {
        made.cut_jump = Some(size(file.rise, &format!("{place}.cut_jump.rise"))?);
    }
    if let Some(file) = &file.dash {
        let length = size(file.length, &format!("{place}.dash.length"))?;
        let seconds = positive(file.seconds, &format!("{place}.dash.seconds"))?;
        made.dash = Some([length, seconds]);
    }
    if let Some(file) = &file.glide {
        let speed = size(file.speed, &format!("{place}.glide.speed"))?;
        made.glide = Some(Glide { speed });
    }
    if let Some(file) = &file.wall_jump {
        made.wall_jump = Some(WallJump {
            away: size(file.away, &format!("{place}.wall_jump.away"))?,
            rise: size(file.rise, &format!("{place}.wall_jump.rise"))?,
        });
    }
    paths(file, place, &mut made)?;
    Ok(made)
}

/// Those that follow a path.
fn paths(file: &AbilitiesFile, place: &str, made: &mut Abilities) -> Result<()> {
    if let Some(file) = &file.mantle {
        let place = format!("{place}.mantle");
        let mantle = Mantle {
            heights: heights(file.heights, &place)?,
            speed: positive(file.speed, &format!("{place}.speed"))?,
        };
        made.mantle = Some((positive(file.ahead, &format!("{place}.ahead"))?, mantle));
    }
    if let Some(file) = &file.vault {
        let place = format!("{place}.vault");
        let vault = Vault {
            heights: heights(file.heights, &place)?,
            drop: size(file.drop, &format!("{place}.drop"))?,
            speed: positive(file.speed, &format!("{place}.speed"))?,
        };
        made.vault = Some((positive(file.ahead, &format!("{place}.ahead"))?, vault));
    }
    if let Some(file) = &file.exit {
        let place = format!("{place}.exit");
        made.exit = Some([
            positive(file.ahead, &format!("{place}.ahead"))?,
            size(file.above, &format!("{place}.above"))?,
            positive(file.speed, &format!("{place}.speed"))?,
        ]);
    }
    Ok(())
}

impl Abilities {
    /// The name of an ability that is used without its settings.
    pub(super) fn lacks(&self, used: Ability) -> Option<&'static str> {
        let (has, name) = match used {
            Ability::CutJump => (self.cut_jump.is_some(), "cut_jump"),
            Ability::Dash => (self.dash.is_some(), "dash"),
            Ability::Glide => (self.glide.is_some(), "glide"),
            Ability::WallJump => (self.wall_jump.is_some(), "wall_jump"),
            Ability::Mantle => (self.mantle.is_some(), "mantle"),
            Ability::Vault => (self.vault.is_some(), "vault"),
            Ability::Exit => (self.exit.is_some(), "exit"),
            // Ladders have their own settings.
            Ability::ClimbUp | Ability::ClimbDown => return None,
        };
        (!has).then_some(name)
    }
}
