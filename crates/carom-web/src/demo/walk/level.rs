//! A level from a file: parsed, made a mesh, with the start that `carom walk` has.

use super::place::Place;
use crate::codec::inputs;
use crate::demo::drawn::Drawn;
use carom::World;
use carom_level::{Format, Options, Selection, Spawn, Up, no_siblings};
use carom_route::{Start, Walker, spawns};
use glam::{Vec3, vec3};

inputs! {
    /// A level file.
    Level {
        /// The file name; its extension gives the format.
        name: String,
        bytes: Vec<u8>,
        /// Whether z is up in the file.
        z_up: bool,
        /// Meters per unit.
        scale: f64,
    }
}

/// Limits of a page: bytes of a file, and triangles. carom itself accepts far more.
const MOST_BYTES: usize = 64 << 20;
const MOST_TRIANGLES: usize = 1_500_000;

/// # Errors
/// A message that says why the file cannot be used.
pub(super) fn level(level: &Level, walker: &Walker) -> Result<Place, String> {
    let (bytes, name) = (&level.bytes, &level.name);
    if bytes.len() > MOST_BYTES {
        let size = bytes.len() >> 20;
        return Err(format!(
            "{size} MiB: the demo loads files of at most {} MiB",
            MOST_BYTES >> 20
        ));
    }
    let options = Options {
        up: if level.z_up { Up::Z } else { Up::Y },
        scale: level.scale,
        ..Options::default()
    };
    let message = |error: carom_level::LevelError| error.to_string();
    let format = Format::of(name, bytes).map_err(message)?;
    let mut read = carom_level::read(bytes, format, &options, &mut no_siblings).map_err(message)?;
    let sky = read.sky();
    if !sky.is_empty() {
        // As `carom walk` does.
        let ground = Selection {
            exclude: sky,
            ..Selection::default()
        };
        read.select(&ground).map_err(message)?;
    }
    let count = read.triangles.len();
    if count > MOST_TRIANGLES {
        return Err(format!(
            "{count} triangles: the demo loads at most {MOST_TRIANGLES}"
        ));
    }
    let mesh = read.mesh::<Vec3>().map_err(|error| error.to_string())?;
    let vertices: Vec<Vec3> = read.vertices.iter().map(|v| v.as_vec3()).collect();
    let drawn = Drawn::flat(&vertices, &read.triangles);
    let mut place = Place::empty(Vec3::ZERO, 0.0);
    let starts = read.spawns.iter().flat_map(Spawn::starts).collect();
    let start = spawns(&mesh, walker, &Start::OneOf(starts));
    place.add_mesh(mesh, drawn)?;
    let (middle, top) = (place.bounds.center(), place.bounds.max.y);
    // Without any floor the start is above the level.
    place.start = start.map_or(vec3(middle.x, top + 0.1, middle.z), |feet| feet[0]);
    place.yaw = open_way(&place.world, place.start + Vec3::Y * walker.height);
    Ok(place)
}

/// The direction with the longest view ahead, and room for the camera behind, out of sixteen.
fn open_way(world: &World<Vec3>, eyes: Vec3) -> f64 {
    const AHEAD: f32 = 60.0;
    const BEHIND: f32 = -5.0;
    /// The worth of all the room behind, in whole views ahead.
    const WORTH: f32 = 2.0;
    let yaws = (0..16).map(|i| core::f64::consts::TAU * f64::from(i) / 16.0);
    let rated = yaws.map(|yaw| {
        let (sin, cos) = libm::sincos(yaw);
        let way = vec3(-(sin as f32), 0.0, -(cos as f32));
        let free = |far: f32| world.query().ray(eyes, way * far).map_or(1.0, |hit| hit.t);
        (yaw, free(AHEAD) + WORTH * free(BEHIND))
    });
    let best = rated.reduce(|best, other| if other.1 > best.1 { other } else { best });
    best.map_or(0.0, |(yaw, _)| yaw)
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::mover::MoverSettings;
    use std::path::Path;

    fn opened(name: &str, bytes: Vec<u8>) -> Place {
        let settings = MoverSettings::default();
        let walker = Walker {
            settings: &settings,
            height: 1.8,
            jump: 0.0,
        };
        let file = Level {
            name: name.into(),
            bytes,
            z_up: false,
            scale: 1.0,
        };
        level(&file, &walker).unwrap()
    }

    /// The start is that of `carom survey`, which has recorded it.
    #[test]
    fn levels_start_where_a_survey_does() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for name in ["dungeon", "nav_test"] {
            let report = std::fs::read(root.join(format!("docs/reports/{name}/report.json")));
            let report: serde_json::Value = serde_json::from_slice(&report.unwrap()).unwrap();
            let recorded: [f32; 3] = serde_json::from_value(report["spawn"].clone()).unwrap();
            let file = format!("{name}.obj");
            let bytes = std::fs::read(root.join("data/levels").join(&file)).unwrap();
            assert_eq!(opened(&file, bytes).start.to_array(), recorded, "{name}");
        }
    }

    /// A sky is left out, and does not hold the character.
    #[test]
    fn a_sky_is_no_floor() {
        let mut text =
            String::from("o Floor\nv 0 0 0\nv 0 0 8\nv 8 0 8\nv 8 0 0\nf 1 2 3 4\no Sky\n");
        for corner in 0..8 {
            let at = |bit: i32| {
                if corner >> bit & 1 == 1 {
                    504.0
                } else {
                    -496.0
                }
            };
            text += &format!("v {} {} {}\n", at(0), at(1), at(2));
        }
        for [a, b, c, d] in [
            [0, 1, 5, 4],
            [2, 6, 7, 3],
            [0, 4, 6, 2],
            [1, 3, 7, 5],
            [0, 2, 3, 1],
            [4, 5, 7, 6],
        ] {
            text += &format!("f {} {} {} {}\n", a + 5, b + 5, c + 5, d + 5);
        }
        let place = opened("level.obj", text.into_bytes());
        assert_eq!(place.bounds.max, vec3(8.0, 0.0, 8.0));
        assert!(
            place.start.distance(vec3(4.0, 0.0, 4.0)) < 0.6,
            "{}",
            place.start
        );
    }
}
