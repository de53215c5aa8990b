//! Scenario files: what is in the world, who moves in it, and what they want (docs/formats.md).
//!
//! Three steps: `file` is the JSON as it is written, with no unknown fields; here it is checked,
//! field by field, and made into numbers; `stage` builds the world of one precision from it.

mod file;
pub(crate) mod stage;

use crate::args::Character;
use crate::located::located;
use anyhow::{Context, Result, bail, ensure};
use file::{BodyFile, CharacterFile, HeightFieldFile, InputFile, ScenarioFile, Shape};
use std::collections::BTreeSet;
use std::io::Read;
use std::path::{Path, PathBuf};

/// A scenario whose every number has been checked.
pub(crate) struct Scenario {
    pub(crate) name: String,
    pub(crate) hz: f64,
    pub(crate) ticks: u64,
    pub(crate) up: [f64; 3],
    pub(crate) gravity: f64,
    pub(crate) double: bool,
    pub(crate) bodies: Vec<Placed>,
    pub(crate) characters: Vec<Actor>,
    pub(crate) path: PathBuf,
}

/// A body and where it stands.
pub(crate) struct Placed {
    pub(crate) solid: Solid,
    pub(crate) at: [f64; 3],
    pub(crate) turn: Option<Turn>,
    pub(crate) one_sided: bool,
    /// Where it is in the file, for errors.
    pub(crate) place: String,
}

pub(crate) enum Solid {
    Level(PathBuf),
    Mesh {
        vertices: Vec<[f64; 3]>,
        triangles: Vec<[u32; 3]>,
    },
    Box {
        center: [f64; 3],
        half: [f64; 3],
    },
    Capsule {
        a: [f64; 3],
        b: [f64; 3],
        radius: f64,
    },
    /// Row by row; NaN is a hole.
    HeightField {
        columns: usize,
        heights: Vec<f64>,
        cell: f64,
    },
}

/// A turn about an axis through the body's own origin.
#[derive(Clone, Copy)]
pub(crate) struct Turn {
    pub(crate) axis: [f64; 3],
    pub(crate) radians: f64,
}

/// A character and what it is told to do.
pub(crate) struct Actor {
    pub(crate) name: String,
    pub(crate) feet: [f64; 3],
    pub(crate) height: f64,
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

/// The longest scenario: about three days at 60 Hz.
const MAX_TICKS: f64 = 16_777_216.0;
/// The largest coordinate, length, speed or acceleration.
const MOST: f64 = 1e9;
/// The least length of a direction.
const LEAST: f64 = 1e-6;
/// The largest scenario file, in bytes (64 MiB).
const MAX_BYTES: u64 = 64 << 20;

impl Scenario {
    pub(crate) fn load(path: &Path) -> Result<Self> {
        let file = path.display();
        let cannot = || format!("{file}: cannot be read");
        let metadata = std::fs::metadata(path).with_context(cannot)?;
        // A pipe could block, a device never end.
        ensure!(metadata.is_file(), "{file}: not a file");
        let mut text = Vec::new();
        let handle = std::fs::File::open(path).with_context(cannot)?;
        let mut handle = handle.take(MAX_BYTES + 1);
        handle.read_to_end(&mut text).with_context(cannot)?;
        ensure!(
            text.len() as u64 <= MAX_BYTES,
            "{file}: a scenario may have at most {MAX_BYTES} bytes"
        );
        Self::read(&text, path).with_context(|| file.to_string())
    }

    fn read(text: &[u8], path: &Path) -> Result<Self> {
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        ensure!(!text.trim_ascii().is_empty(), "the file is empty");
        ensure!(
            text.trim_ascii_start().first() == Some(&b'{'),
            "a scenario is a JSON object: it begins with {{"
        );
        let mut json = serde_json::Deserializer::from_slice(text);
        let file: ScenarioFile = serde_path_to_error::deserialize(&mut json)
            .map_err(|error| anyhow::anyhow!("{}", located(&error)))?;
        json.end().context("after the scenario")?;
        let up = match &file.up {
            Some(up) => point(up, "up")?,
            None => [0.0, 1.0, 0.0],
        };
        ensure!(
            up.iter().any(|x| x.abs() > LEAST),
            "up must not be zero ({up:?})"
        );
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
        let gravity = file.gravity.unwrap_or(9.81);
        size(gravity, "gravity")?;
        let double = match file.precision.as_deref() {
            None | Some("f32") => false,
            Some("f64") => true,
            Some(other) => bail!("precision must be \"f32\" or \"f64\", not {other:?}"),
        };
        let bodies = file.bodies.iter().enumerate();
        let bodies = bodies
            .map(|(i, body)| placed(body, format!("bodies[{i}]"), path))
            .collect::<Result<_>>()?;
        let alone = file.characters.len() == 1;
        let characters = file.characters.iter().enumerate();
        let characters: Vec<_> = characters
            .map(|(i, character)| actor(character, format!("characters[{i}]"), i, alone))
            .collect::<Result<_>>()?;
        ensure!(!characters.is_empty(), "characters is empty: nobody walks");
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

fn point(numbers: &[f64], place: &str) -> Result<[f64; 3]> {
    match numbers {
        &[x, y, z] => {
            ensure!(
                numbers.iter().all(|c| c.abs() <= MOST),
                "{place}: {numbers:?} is out of range; a billion is the most"
            );
            Ok([x, y, z])
        }
        [_, _] => {
            bail!("{place}: two numbers a point make a 2D scenario, which is not supported yet")
        }
        _ => bail!("{place}: a point has three numbers, not {}", numbers.len()),
    }
}

fn not_yet(place: &str, fields: &[(&str, bool)]) -> Result<()> {
    for (field, given) in fields {
        ensure!(!given, "{place}.{field} is not supported yet");
    }
    Ok(())
}

fn placed(body: &BodyFile, place: String, file: &Path) -> Result<Placed> {
    not_yet(&place, &[("motion", body.motion.is_some())])?;
    let solid = match body.shape(&place)? {
        Shape::Level(level) => {
            let folder = file.parent().unwrap_or(Path::new(""));
            Solid::Level(folder.join(level))
        }
        Shape::Mesh(mesh) => {
            let vertices = mesh.vertices.iter().enumerate();
            Solid::Mesh {
                vertices: vertices
                    .map(|(i, v)| point(v, &format!("{place}.mesh.vertices[{i}]")))
                    .collect::<Result<_>>()?,
                triangles: mesh.triangles.clone(),
            }
        }
        Shape::Box(cuboid) => {
            let half = point(&cuboid.half, &format!("{place}.box.half"))?;
            ensure!(
                half.iter().all(|h| *h >= 0.0),
                "{place}.box.half must not be negative ({half:?})"
            );
            Solid::Box {
                center: match &cuboid.center {
                    Some(center) => point(center, &format!("{place}.box.center"))?,
                    None => [0.0; 3],
                },
                half,
            }
        }
        Shape::Capsule(capsule) => Solid::Capsule {
            a: point(&capsule.a, &format!("{place}.capsule.a"))?,
            b: point(&capsule.b, &format!("{place}.capsule.b"))?,
            radius: size(capsule.radius, &format!("{place}.capsule.radius"))?,
        },
        Shape::Ball(ball) => {
            let center = point(&ball.center, &format!("{place}.ball.center"))?;
            Solid::Capsule {
                a: center,
                b: center,
                radius: size(ball.radius, &format!("{place}.ball.radius"))?,
            }
        }
        Shape::HeightField(field) => height_field(field, &format!("{place}.heightfield"))?,
    };
    let meshed = !matches!(solid, Solid::Box { .. } | Solid::Capsule { .. });
    ensure!(
        meshed || body.one_sided.is_none(),
        "{place}.one_sided is for meshes, levels and height fields"
    );
    let turn = match &body.turn {
        None => None,
        Some(turn) => {
            let axis = point(&turn.axis, &format!("{place}.turn.axis"))?;
            ensure!(
                axis.iter().any(|x| x.abs() > LEAST),
                "{place}.turn.axis must not be zero ({axis:?})"
            );
            ensure!(
                turn.degrees.abs() <= MOST,
                "{place}.turn.degrees is out of range ({})",
                turn.degrees
            );
            Some(Turn {
                axis,
                radians: turn.degrees.to_radians(),
            })
        }
    };
    Ok(Placed {
        solid,
        at: match &body.at {
            Some(at) => point(at, &format!("{place}.at"))?,
            None => [0.0; 3],
        },
        turn,
        one_sided: body.one_sided.unwrap_or(false),
        place,
    })
}

fn height_field(file: &HeightFieldFile, place: &str) -> Result<Solid> {
    let columns = file.heights.first().map_or(0, Vec::len);
    for (i, row) in file.heights.iter().enumerate() {
        ensure!(
            row.len() == columns,
            "{place}.heights[{i}] has {} heights, the first row has {columns}",
            row.len()
        );
        if let Some(j) = row.iter().position(|h| h.is_some_and(|h| h.abs() > MOST)) {
            bail!("{place}.heights[{i}][{j}] is out of range");
        }
    }
    let rows = file.heights.iter().flatten();
    Ok(Solid::HeightField {
        columns,
        heights: rows.map(|height| height.unwrap_or(f64::NAN)).collect(),
        cell: size(file.cell, &format!("{place}.cell"))?,
    })
}

/// A length, a speed or the like: not negative, and not beyond reason.
fn size(number: f64, place: &str) -> Result<f64> {
    ensure!(
        (0.0..=MOST).contains(&number),
        "{place} must be 0 to a billion, not {number}"
    );
    Ok(number)
}

fn actor(file: &CharacterFile, place: String, number: usize, alone: bool) -> Result<Actor> {
    not_yet(
        &place,
        &[
            ("acceleration", file.acceleration.is_some()),
            ("friction", file.friction.is_some()),
            ("hover", file.hover.is_some()),
            ("flat_foot", file.flat_foot.is_some()),
            ("perch", file.perch.is_some()),
            ("pushes", file.pushes.is_some()),
        ],
    )?;
    // Alone, a mass moves nothing by definition; among others it would, and does not yet.
    ensure!(
        alone || file.mass.is_none(),
        "{place}.mass is not supported yet: characters do not push each other"
    );
    if let Some(mass) = file.mass {
        ensure!(mass > 0.0, "{place}.mass must be more than 0, not {mass}");
    }
    let default = Character::default();
    let height = file.height.unwrap_or(1.8);
    self::height(height, &place)?;
    let inputs = file.input.iter().enumerate();
    let inputs: Vec<Input> = inputs
        .map(|(i, input)| self::input(input, &format!("{place}.input[{i}]"), height))
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
        feet: point(&file.feet, &format!("{place}.feet"))?,
        height,
        settings: Character {
            radius: file.radius.unwrap_or(default.radius),
            max_slope: file.max_slope.unwrap_or(default.max_slope),
            step_height: file.step_height.unwrap_or(default.step_height),
            snap: file.snap.unwrap_or(default.snap),
            skin: file.skin.unwrap_or(default.skin),
        },
        inputs,
        place,
    })
}

fn height(height: f64, place: &str) -> Result<()> {
    ensure!(
        height > 0.0 && height <= 1e4,
        "{place}.height must be more than 0 and at most 10 km, not {height}"
    );
    Ok(())
}

fn input(file: &InputFile, place: &str, height: f64) -> Result<Input> {
    if let Some(height) = file.height {
        self::height(height, place)?;
    }
    if let Some(jump) = file.jump {
        size(jump, &format!("{place}.jump"))?;
    }
    Ok(Input {
        until: file.until,
        wanted: match &file.wanted {
            Some(velocity) => point(velocity, &format!("{place}.move"))?,
            None => [0.0; 3],
        },
        jump: file.jump,
        height: Some(file.height.unwrap_or(height)),
        fly: file.fly.unwrap_or(false),
    })
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
                "bodies[0].box.half: two numbers a point make a 2D scenario",
            ),
            (
                &with_body(r#"{"box": {"half": [1, 1, 1]}, "motion": {}}"#),
                "bodies[0].motion is not supported yet",
            ),
            (
                &with_body(r#"{"box": {"half": [1, 1, 1]}, "level": "a.obj"}"#),
                "bodies[0] has two shapes",
            ),
            (
                &with_character(r#", "hover": null"#),
                "characters[0].hover is not supported yet",
            ),
            ("[]", "a scenario is a JSON object"),
            (
                &with_character(r#", "hover": 0.5"#),
                "characters[0].hover is not supported yet",
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
