//! The character of a survey, from its file.

use crate::args::{Character, HEIGHT, max_overhang};
use crate::input;
use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The longest file that is read.
const MOST: u64 = 1 << 20;

/// What of a scenario's character a survey knows, as it is written in a file and in a report.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, expecting = "a character", default)]
pub(super) struct CharacterFile {
    pub(super) radius: Option<f64>,
    pub(super) height: Option<f64>,
    pub(super) max_slope: Option<f64>,
    pub(super) step_height: Option<f64>,
    pub(super) snap: Option<f64>,
    pub(super) skin: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) max_overhang: Option<f64>,
    /// The former name of `max_overhang`.
    #[serde(skip_serializing)]
    perch: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) flat_foot: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) hover: Option<f64>,
}

impl CharacterFile {
    pub(super) fn load(path: &Path) -> Result<Self> {
        let file = || path.display().to_string();
        let text = input::read(path, "character", MOST)?;
        // A list would do for the fields in their order.
        ensure!(
            text.trim_ascii_start().first() == Some(&b'{'),
            "{}: a character is a JSON object",
            file()
        );
        let mut character: Self = input::json(&text, "character").with_context(file)?;
        character.max_overhang = max_overhang(character.max_overhang, character.perch.take());
        Ok(character)
    }

    /// With what it does not say itself.
    pub(super) fn complete(self) -> Self {
        let Character {
            radius,
            max_slope,
            step_height,
            snap,
            skin,
            ..
        } = self.character();
        Self {
            radius: Some(radius),
            height: Some(self.height()),
            max_slope: Some(max_slope),
            step_height: Some(step_height),
            snap: Some(snap),
            skin: Some(skin),
            ..self
        }
    }

    pub(super) fn height(&self) -> f64 {
        self.height.unwrap_or(HEIGHT)
    }

    pub(super) fn character(&self) -> Character {
        let default = Character::default();
        Character {
            radius: self.radius.unwrap_or(default.radius),
            max_slope: self.max_slope.unwrap_or(default.max_slope),
            step_height: self.step_height.unwrap_or(default.step_height),
            snap: self.snap.unwrap_or(default.snap),
            skin: self.skin.unwrap_or(default.skin),
            max_overhang: self.max_overhang,
            flat_foot: self.flat_foot.unwrap_or(default.flat_foot),
            hover: self.hover.unwrap_or(default.hover),
        }
    }
}
