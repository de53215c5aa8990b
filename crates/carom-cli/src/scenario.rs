//! Scenario files: what is in the world, who moves in it, and what they want (docs/formats.md).
//!
//! Three steps: `file` is the JSON as it is written, with no unknown fields; `bodies` and `characters` check
//! it field by field and make numbers of it; `stage` builds the world of one precision and dimension from
//! them.

pub(crate) mod bodies;
pub(crate) mod characters;
mod drawing;
mod file;
mod numbers;
pub(crate) mod path;
pub(crate) mod stage;

use crate::args::GRAVITY;
use crate::input;
use anyhow::{Context, Result, bail, ensure};
use bodies::Placed;
use characters::Actor;
use file::ScenarioFile;
pub(crate) use numbers::Dimensions;
use numbers::size;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A scenario whose every number has been checked.
pub(crate) struct Scenario {
    pub(crate) name: String,
    pub(crate) dimensions: Dimensions,
    pub(crate) hz: f64,
    pub(crate) ticks: u64,
    pub(crate) up: [f64; 3],
    pub(crate) gravity: f64,
    pub(crate) double: bool,
    pub(crate) bodies: Vec<Placed>,
    pub(crate) characters: Vec<Actor>,
    pub(crate) path: PathBuf,
}

/// The longest scenario: about three days at 60 Hz.
const MAX_TICKS: f64 = 16_777_216.0;
/// The largest scenario file, in bytes (64 MiB).
const MAX_BYTES: u64 = 64 << 20;

impl Scenario {
    pub(crate) fn load(path: &Path) -> Result<Self> {
        let text = input::read(path, "scenario", MAX_BYTES)?;
        Self::read(&text, path).with_context(|| path.display().to_string())
    }

    fn read(text: &[u8], path: &Path) -> Result<Self> {
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        ensure!(!text.trim_ascii().is_empty(), "the file is empty");
        ensure!(
            text.trim_ascii_start().first() == Some(&b'{'),
            "a scenario is a JSON object: it begins with {{"
        );
        let file: ScenarioFile = input::json(text, "scenario")?;
        let Some(first) = file.characters.first() else {
            bail!("characters is empty: nobody walks");
        };
        let dimensions = Dimensions::of(&first.feet, "characters[0].feet")?;
        let up = match &file.up {
            Some(up) => dimensions.direction(up, "up")?,
            None => [0.0, 1.0, 0.0],
        };
        let hz = file.hz.unwrap_or(60.0);
        ensure!(
            (1e-3..=1e6).contains(&hz),
            "hz must be 0.001 to a million, not {hz}"
        );
        let Some(seconds) = file.seconds else {
            bail!("seconds is missing");
        };
        ensure!(seconds >= 0.0, "seconds must not be negative ({seconds})");
        let ticks = (hz * seconds).round();
        ensure!(
            ticks <= MAX_TICKS,
            "hz times seconds is {ticks} ticks; at most {MAX_TICKS} are run"
        );
        let gravity = file.gravity.unwrap_or(GRAVITY);
        size(gravity, "gravity")?;
        let double = match file.precision.as_deref() {
            None | Some("f32") => false,
            Some("f64") => true,
            Some(other) => bail!("precision must be \"f32\" or \"f64\", not {other:?}"),
        };
        let bodies = file.bodies.iter().enumerate();
        let bodies = bodies
            .map(|(i, body)| bodies::placed(dimensions, body, format!("bodies[{i}]"), path))
            .collect::<Result<_>>()?;
        let characters = file.characters.iter().enumerate();
        let characters: Vec<_> = characters
            .map(|(i, character)| {
                characters::actor(dimensions, character, format!("characters[{i}]"), i)
            })
            .collect::<Result<_>>()?;
        let mut names = BTreeSet::new();
        for character in &characters {
            ensure!(
                names.insert(&character.name),
                "{}.name: there is another {:?}, and their lines could not be told apart",
                character.place,
                character.name
            );
        }
        let stem = path.file_stem().unwrap_or_default();
        Ok(Self {
            name: file
                .name
                .unwrap_or_else(|| stem.to_string_lossy().into_owned()),
            dimensions,
            hz,
            ticks: ticks as u64,
            up,
            gravity,
            double,
            bodies,
            characters,
            path: path.to_path_buf(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        match Scenario::read(text.as_bytes(), Path::new("test.json")) {
            Ok(_) => panic!("this should be refused: {text}"),
            Err(error) => format!("{error:#}"),
        }
    }

    fn with_body(body: &str) -> String {
        format!(r#"{{"seconds": 1, "bodies": [{body}], "characters": [{{"feet": [0, 0, 0]}}]}}"#)
    }

    fn with_character(fields: &str) -> String {
        format!(r#"{{"seconds": 1, "characters": [{{"feet": [0, 0, 0]{fields}}}]}}"#)
    }

    #[test]
    fn every_fault_is_named_by_its_place() {
        for (text, message) in [
            ("", "the file is empty"),
            ("{", "EOF while parsing an object at line 1 column 1"),
            (r#"{"seconds": 1}"#, "characters is empty"),
            (r#"{"seconds": 1, "wind": 3}"#, "wind: unknown field `wind`"),
            (&with_body("{}"), "bodies[0] has no shape"),
            (
                &with_body(r#"{"ball": {"center": [0, 0, 0], "radius": -1}}"#),
                "bodies[0].ball.radius must be 0 to a billion, not -1",
            ),
            (
                &with_body(r#"{"box": {"half": [1, 1]}}"#),
                "bodies[0].box.half: two numbers make a 2D point, and characters[0].feet is 3D",
            ),
            (
                &with_body(r#"{"box": {"half": [1, 1, 1]}, "motion": {}}"#),
                "bodies[0].motion is empty",
            ),
            (
                &with_body(
                    r#"{"box": {"half": [1, 1, 1]}, "motion": {"spin": {"degrees_per_second": 3}}}"#,
                ),
                "bodies[0].motion.spin.axis is missing",
            ),
            (
                &with_body(
                    r#"{"box": {"half": [1, 1, 1]}, "motion": {"oscillate": {"by": [0, 1, 0], "period": 0}}}"#,
                ),
                "bodies[0].motion.oscillate.period must be more than 0",
            ),
            (
                r#"{"seconds": 1, "bodies": [{"mesh": {"vertices": [], "triangles": []}}],
                    "characters": [{"feet": [0, 0]}]}"#,
                "bodies[0]: levels, meshes and height fields are 3D",
            ),
            (
                &with_body(r#"{"box": {"half": [1, 1, 1]}, "level": "a.obj"}"#),
                "bodies[0] has two shapes",
            ),
            ("[]", "a scenario is a JSON object"),
            (
                &with_character(r#", "pushes": "shoves""#),
                "characters[0].pushes: unknown variant `shoves`",
            ),
            (
                &with_character(r#", "mass": 0"#),
                "characters[0].mass must be more than 0",
            ),
            (
                &with_character(r#", "friction": -1"#),
                "characters[0].friction must be 0 to a billion, not -1",
            ),
            (
                &with_character(r#", "input": [{"until": 1, "moves": [1, 0, 0]}]"#),
                "characters[0].input[0].moves: unknown field `moves`",
            ),
            (
                &with_character(r#", "input": [{"until": 2}, {"until": 1}]"#),
                "characters[0].input[1].until is 1, before",
            ),
            (
                &with_character(r#", "radius": "x""#),
                "characters[0].radius: invalid type",
            ),
            (
                &with_character(r#", "input": [{"until": 1, "move": [1e40, 0, 0]}]"#),
                "characters[0].input[0].move: [1e40, 0.0, 0.0] is out of range",
            ),
        ] {
            let error = error(text);
            assert!(error.starts_with(message), "{text}\n{error}");
        }
    }

    #[test]
    fn what_is_left_out_has_the_documented_default() {
        let text = with_character("");
        let scenario = Scenario::read(text.as_bytes(), Path::new("a/test.json")).unwrap();
        assert_eq!(
            (scenario.hz, scenario.ticks, scenario.gravity),
            (60.0, 60, 9.81)
        );
        assert_eq!(
            (scenario.name.as_str(), scenario.up),
            ("test", [0.0, 1.0, 0.0])
        );
        let hero = &scenario.characters[0];
        assert_eq!(
            (hero.height, hero.settings.radius, hero.settings.skin),
            (1.8, 0.3, 0.01)
        );
    }
}
