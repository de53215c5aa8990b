//! Scenarios: the bodies and volumes of a world, its characters, and their inputs.
//!
//! Structs named `…File` are the JSON as it is written, with no unknown fields; the module of each checks it field by
//! field. `script` writes scenarios.

mod abilities;
mod bodies;
mod characters;
mod convex;
mod material;
mod numbers;
mod path;
mod script;
mod volumes;

use crate::GRAVITY;
use crate::decimal::Numbers;
use crate::error::{Result, bail, ensure};
use crate::json::{parse_object, read_file};
use bodies::BodyFile;
use characters::ActorFile;
use numbers::size;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use volumes::VolumeFile;

pub use abilities::{Abilities, Ability};
pub use bodies::{BodyGeometry, CompoundPart, PlacedBody};
pub use characters::{Actor, EvenRootMotion, Input};
pub use convex::Convex;
pub use numbers::Dimensions;
pub use path::{BodyPath, Oscillation, Spin, Turn};
pub use script::{MotionOut, Phase, Script};
pub use volumes::{Volume, VolumeKind};

/// A scenario, every number checked.
///
/// ```
/// use carom_format::Scenario;
/// let text = br#"{"seconds": 0.5, "hz": 30, "characters": [{"feet": [0, 0, 0]}]}"#;
/// let scenario = Scenario::read(text, "a.json".as_ref())?;
/// assert_eq!((scenario.ticks, scenario.gravity, scenario.double), (15, 9.81, false));
/// # Ok::<(), carom_format::FormatError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Its name; by default that of the file.
    pub name: String,
    /// 2D or 3D, by the feet of the first character.
    pub dimensions: Dimensions,
    /// Ticks per second; by default 60.
    pub hz: f64,
    /// The number of ticks.
    pub ticks: u64,
    /// The direction against gravity, of any length but zero; by default y.
    pub up: [f64; 3],
    /// Gravity, m/s²; by default [`GRAVITY`].
    pub gravity: f64,
    /// It runs in double precision; by default it does not.
    pub double: bool,
    /// The bodies.
    pub bodies: Vec<PlacedBody>,
    /// Water and ladders.
    pub volumes: Vec<Volume>,
    /// The characters.
    pub characters: Vec<Actor>,
    /// The file.
    pub path: PathBuf,
    /// Former names in the file, each with the name that replaces it.
    pub warnings: Vec<&'static str>,
}

/// A scenario as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioFile<'a> {
    name: Option<String>,
    hz: Option<f64>,
    seconds: Option<f64>,
    #[serde(borrow)]
    up: Option<Numbers<'a>>,
    gravity: Option<f64>,
    precision: Option<String>,
    #[serde(borrow, default)]
    bodies: Vec<BodyFile<'a>>,
    #[serde(borrow, default)]
    volumes: Vec<VolumeFile<'a>>,
    #[serde(borrow, default)]
    characters: Vec<ActorFile<'a>>,
}

/// The longest scenario: about three days at 60 Hz.
const MAX_TICKS: f64 = 16_777_216.0;

/// The largest scenario file, in bytes (64 MiB).
const MAX_BYTES: u64 = 64 << 20;

impl Scenario {
    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read or is no scenario; the message names the file and the field.
    pub fn load(path: &Path) -> Result<Self> {
        let text = read_file(path, "scenario", MAX_BYTES)?;
        Self::read(&text, path).map_err(|error| error.within(path.display()))
    }

    /// Reads the text of a file; paths in it are relative to the file.
    ///
    /// # Errors
    /// If it is no scenario; the message names the field.
    pub fn read(text: &[u8], path: &Path) -> Result<Self> {
        let file: ScenarioFile<'_> = parse_object(text, "scenario")?;
        let Some(first) = file.characters.first() else {
            bail!("characters is empty: a scenario needs at least one");
        };
        let dimensions = Dimensions::of(&first.feet, "characters[0].feet")?;
        let up = up(dimensions, file.up.as_ref())?;
        let (hz, ticks) = duration(file.hz, file.seconds)?;
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
        let volumes = volumes::volumes(dimensions, &file.volumes, up)?;
        let characters = file.characters.iter().enumerate();
        let characters: Vec<_> = characters
            .map(|(i, character)| {
                characters::actor(dimensions, character, format!("characters[{i}]"), i)
            })
            .collect::<Result<_>>()?;
        different_names(&characters)?;
        let stem = path.file_stem().unwrap_or_default();
        Ok(Self {
            name: file
                .name
                .unwrap_or_else(|| stem.to_string_lossy().into_owned()),
            dimensions,
            hz,
            ticks,
            up,
            gravity,
            double,
            bodies,
            volumes,
            characters,
            path: path.to_path_buf(),
            warnings: file
                .characters
                .iter()
                .filter_map(ActorFile::warning)
                .collect(),
        })
    }
}

fn up(dimensions: Dimensions, file: Option<&Numbers<'_>>) -> Result<[f64; 3]> {
    match file {
        Some(up) => dimensions.direction(up, "up"),
        None => Ok([0.0, 1.0, 0.0]),
    }
}

/// The tick rate, and the number of ticks.
fn duration(hz: Option<f64>, seconds: Option<f64>) -> Result<(f64, u64)> {
    let hz = hz.unwrap_or(60.0);
    ensure!(
        (1e-3..=1e6).contains(&hz),
        "hz must be 0.001 to a million, not {hz}"
    );
    let Some(seconds) = seconds else {
        bail!("seconds is missing");
    };
    ensure!(seconds >= 0.0, "seconds must not be negative ({seconds})");
    let ticks = (hz * seconds).round();
    ensure!(
        ticks <= MAX_TICKS,
        "hz times seconds is {ticks} ticks; at most {MAX_TICKS} are run"
    );
    Ok((hz, ticks as u64))
}

fn different_names(characters: &[Actor]) -> Result<()> {
    let mut names = BTreeSet::new();
    for character in characters {
        ensure!(
            names.insert(&character.name),
            "{}.name: there is another {:?}, and their lines could not be distinguished",
            character.place,
            character.name
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        match Scenario::read(text.as_bytes(), Path::new("test.json")) {
            Ok(_) => panic!("this should be refused: {text}"),
            Err(error) => error.to_string(),
        }
    }

    fn with_body(body: &str) -> String {
        format!(r#"{{"seconds": 1, "bodies": [{body}], "characters": [{{"feet": [0, 0, 0]}}]}}"#)
    }

    fn in_plane(body: &str) -> String {
        format!(r#"{{"seconds": 1, "bodies": [{body}], "characters": [{{"feet": [0, 0]}}]}}"#)
    }

    fn with_character(fields: &str) -> String {
        format!(r#"{{"seconds": 1, "characters": [{{"feet": [0, 0, 0]{fields}}}]}}"#)
    }

    #[test]
    fn an_error_names_the_place() {
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
                &in_plane(r#"{"mesh": {"vertices": [], "triangles": []}}"#),
                "bodies[0]: levels, meshes and height fields are 3D",
            ),
            (
                &with_body(r#"{"box": {"half": [1, 1, 1]}, "level": "a.obj"}"#),
                "bodies[0] has two shapes",
            ),
            (
                &with_body(
                    r#"{"cone": {"a": [0, 0, 0], "b": [0, 0, 0], "radius_a": 1, "radius_b": 0}}"#,
                ),
                "bodies[0].cone: a and b are the same point, so it has no axis",
            ),
            (
                &with_body(r#"{"ellipsoid": {"radii": [1, -1, 1]}}"#),
                "bodies[0].ellipsoid.radii must not be negative",
            ),
            (
                &with_body(r#"{"box": {"half": [1, 1, 1]}, "rounding": -1}"#),
                "bodies[0].rounding must be 0 to a billion, not -1",
            ),
            (
                &with_body(r#"{"level": "a.obj", "rounding": 1}"#),
                "bodies[0].rounding is not for levels, meshes, height fields and chains",
            ),
            (
                &with_body(r#"{"chain": {"vertices": [[0, 0], [1, 0]]}}"#),
                "bodies[0]: a chain is 2D, and characters[0].feet is 3D",
            ),
            (
                &in_plane(r#"{"chain": {"vertices": [[0, 0], [1, 0, 0]]}}"#),
                "bodies[0].chain.vertices[1]: three numbers make a 3D point",
            ),
            (
                &in_plane(r#"{"chain": {"rings": [[[0, 0], [1, 0]], [[0, 0], [1e40, 0]]]}}"#),
                "bodies[0].chain.rings[1][1]: [1e40, 0.0] is out of range",
            ),
            (
                &in_plane(r#"{"chain": {"closed": true}}"#),
                "bodies[0].chain needs either vertices or rings",
            ),
            (
                &in_plane(r#"{"chain": {"vertices": [[0, 0], [1, 0]]}, "rounding": 1}"#),
                "bodies[0].rounding is not for levels, meshes, height fields and chains",
            ),
            (
                &in_plane(r#"{"ball": {"center": [0, 0], "radius": 1}, "solid": true}"#),
                "bodies[0].solid is for meshes, levels and chains",
            ),
            (
                &with_body(
                    r#"{"heightfield": {"heights": [[0, 0], [0, 0]], "cell": 1}, "solid": true}"#,
                ),
                "bodies[0].solid is for meshes, levels and chains",
            ),
            (
                &with_body(r#"{"compound": {"parts": []}}"#),
                "bodies[0].compound.parts is empty",
            ),
            (
                &with_body(
                    r#"{"compound": {"parts": [{"point": [0, 0, 0]}, {"cylinder": {"a": [0, 0, 0], "b": [0, 1, 0], "radius": -1}}]}}"#,
                ),
                "bodies[0].compound.parts[1].cylinder.radius must be 0 to a billion, not -1",
            ),
            (
                &with_body(
                    r#"{"compound": {"parts": [{"point": [0, 0, 0], "turn": {"degrees": 1}}]}}"#,
                ),
                "bodies[0].compound.parts[0].turn.axis is missing",
            ),
            (
                &with_body(
                    r#"{"compound": {"parts": [{"plane": {"normal": [0, 1, 0], "offset": 0}}]}}"#,
                ),
                "bodies[0].compound.parts[0]: a part is a bounded convex shape, and no half-space",
            ),
            (
                &with_body(r#"{"compound": {"parts": [{"point": [0, 0, 0], "one_sided": true}]}}"#),
                "bodies[0].compound.parts[0].one_sided is for mesh, level, heightfield and chain only",
            ),
            (
                &with_body(r#"{"point": [0, 0, 0], "material": {"max_slope": 91}}"#),
                "bodies[0].material.max_slope must be 0 to 90 degrees, not 91",
            ),
            (
                &with_body(r#"{"point": [0, 0, 0], "material": {"friction": -1}}"#),
                "bodies[0].material.friction must be 0 to a billion, not -1",
            ),
            (
                &with_body(r#"{"point": [0, 0, 0], "material": {"velocity": [1, 1]}}"#),
                "bodies[0].material.velocity: two numbers make a 2D point, and characters[0].feet is 3D",
            ),
            (
                &with_body(r#"{"point": [0, 0, 0], "material": {"tag": -1}}"#),
                "bodies[0].material.tag: invalid value",
            ),
            (
                &with_body(r#"{"point": [0, 0, 0], "material": {"bounce": 1}}"#),
                "bodies[0].material.bounce: unknown field `bounce`",
            ),
            ("[]", "a scenario is a JSON object"),
            (
                &with_character(r#", "pushes": "shoves""#),
                "characters[0].pushes: unknown variant `shoves`",
            ),
            (
                &with_volumes(
                    r#"{"name": "well", "min": [0, 0, 0], "max": [1, 1, 1], "water": {"float": 1}, "ladder": {"bottom": [0, 0, 0], "top": [0, 1, 0], "exit": [1, 1, 0], "speed": 1}}"#,
                ),
                "volumes[0] has both \"water\" and \"ladder\"",
            ),
            (
                &with_volumes(
                    r#"{"name": "pool", "min": [0, 0, 0], "max": [4, 2, 4], "water": {"float": 1}}, {"name": "sea", "min": [3, 0, 0], "max": [9, 1, 9], "water": {"float": 1}}"#,
                ),
                "volumes[1] (\"sea\") overlaps volumes[0] (\"pool\"), which is water too, with other settings",
            ),
            (
                &with_volumes(r#"{"min": [0, 0, 0], "max": [1, 1, 1]}"#),
                "volumes[0] needs \"water\" or \"ladder\"",
            ),
            (
                &with_volumes(r#"{"min": [0, 2, 0], "max": [1, 1, 1], "water": {"float": 1}}"#),
                "volumes[0]: a coordinate of min is more than that of max",
            ),
            (
                &with_volumes(
                    r#"{"min": [0, 0, 0], "max": [1, 1, 1], "water": {"float": 1, "drag": 0}}"#,
                ),
                "volumes[0].water.drag must be more than 0, not 0",
            ),
            (
                &with_volumes(
                    r#"{"min": [0, 0, 0], "max": [1, 1, 1], "ladder": {"bottom": [0, 1, 0], "top": [0, 1, 0], "exit": [1, 1, 0], "speed": 1}}"#,
                ),
                "volumes[0].ladder: bottom and top are the same point",
            ),
            (
                &with_character(r#", "abilities": {"dash": {"length": 3, "seconds": 0}}"#),
                "characters[0].abilities.dash.seconds must be more than 0, not 0",
            ),
            (
                &with_character(r#", "abilities": {"fly": {}}"#),
                "characters[0].abilities.fly: unknown field `fly`",
            ),
            (
                &with_character(
                    r#", "abilities": {"mantle": {"ahead": 1, "heights": [2, 1], "speed": 1}}"#,
                ),
                "characters[0].abilities.mantle.heights: the least, 2, is more than the greatest, 1",
            ),
            (
                &with_character(r#", "abilities": {}, "pushes": "static""#),
                "characters[0].abilities are for a \"ghost\"",
            ),
            (
                &with_character(r#", "abilities": {}, "body": "cylinder""#),
                "characters[0].abilities are for a capsule that stands",
            ),
            (
                &with_character(r#", "input": [{"until": 1, "ability": "glide"}]"#),
                "characters[0].input[0].ability: the character has no \"abilities\"",
            ),
            (
                &with_character(
                    r#", "abilities": {}, "input": [{"until": 1, "ability": "glide"}]"#,
                ),
                "characters[0].input[0].ability: the character's \"abilities\" have no \"glide\"",
            ),
            (
                &with_character(
                    r#", "abilities": {"glide": {"speed": 1}}, "input": [{"until": 1, "ability": "glide", "fly": true}]"#,
                ),
                "characters[0].input[0].ability cannot be used with \"fly\" or \"root_motion\"",
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

    fn with_volumes(volumes: &str) -> String {
        format!(
            r#"{{"seconds": 1, "volumes": [{volumes}], "characters": [{{"feet": [0, 0, 0]}}]}}"#
        )
    }

    #[test]
    fn volumes_that_agree_may_overlap() {
        let ladder = r#"{"min": [0, -1, 0], "max": [1, 1, 1], "ladder": {"bottom": [0, 0, 0], "top": [0, 1, 0], "exit": [1, 1, 0], "speed": 1}}"#;
        let pool = |x: i32, top: i32| {
            format!(
                r#"{{"min": [{x}, -2, 0], "max": [{}, {top}, 4], "water": {{"float": 1}}}}"#,
                x + 4
            )
        };
        for volumes in [
            // Two boxes of one pool, two pools side by side, a ladder out of one.
            format!("{}, {}", pool(0, 0), pool(2, 0)),
            format!("{}, {}", pool(0, 0), pool(4, 1)),
            format!("{}, {ladder}", pool(0, 0)),
        ] {
            let text = with_volumes(&volumes);
            let scenario = Scenario::read(text.as_bytes(), Path::new("test.json")).unwrap();
            assert_eq!(scenario.volumes.len(), 2, "{text}");
        }
    }

    #[test]
    fn missing_fields_have_the_documented_defaults() {
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
