//! A scenario file as it is written; every field of the format, none besides.

use anyhow::bail;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use std::path::PathBuf;

/// A point of any number of coordinates; how many it must have is checked later, with its place.
pub(super) type Numbers = Vec<f64>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScenarioFile {
    pub(super) name: Option<String>,
    pub(super) hz: Option<f64>,
    pub(super) seconds: Option<f64>,
    pub(super) up: Option<Numbers>,
    pub(super) gravity: Option<f64>,
    pub(super) precision: Option<String>,
    #[serde(default)]
    pub(super) bodies: Vec<BodyFile>,
    #[serde(default)]
    pub(super) characters: Vec<CharacterFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BodyFile {
    level: Option<PathBuf>,
    mesh: Option<MeshFile>,
    #[serde(rename = "box")]
    cuboid: Option<BoxFile>,
    capsule: Option<CapsuleFile>,
    ball: Option<BallFile>,
    heightfield: Option<HeightFieldFile>,
    pub(super) at: Option<Numbers>,
    pub(super) turn: Option<TurnFile>,
    pub(super) one_sided: Option<bool>,
    #[serde(default, deserialize_with = "given")]
    pub(super) motion: Option<Value>,
}

/// A field that is there, whatever it holds: `null` too is something that was asked for.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

/// The one shape of a body.
pub(super) enum Shape<'a> {
    Level(&'a PathBuf),
    Mesh(&'a MeshFile),
    Box(&'a BoxFile),
    Capsule(&'a CapsuleFile),
    Ball(&'a BallFile),
    HeightField(&'a HeightFieldFile),
}

const SHAPES: &str = "level, mesh, box, capsule, ball or heightfield";

impl BodyFile {
    pub(super) fn shape(&self, place: &str) -> anyhow::Result<Shape<'_>> {
        let shapes = [
            self.level.as_ref().map(Shape::Level),
            self.mesh.as_ref().map(Shape::Mesh),
            self.cuboid.as_ref().map(Shape::Box),
            self.capsule.as_ref().map(Shape::Capsule),
            self.ball.as_ref().map(Shape::Ball),
            self.heightfield.as_ref().map(Shape::HeightField),
        ];
        let mut shapes = shapes.into_iter().flatten();
        match (shapes.next(), shapes.next()) {
            (Some(shape), None) => Ok(shape),
            (None, _) => {
                bail!("{place} has no shape: one of {SHAPES} is needed")
            }
            _ => {
                bail!("{place} has two shapes: a body is one of {SHAPES}")
            }
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MeshFile {
    pub(super) vertices: Vec<Numbers>,
    pub(super) triangles: Vec<[u32; 3]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BoxFile {
    pub(super) center: Option<Numbers>,
    pub(super) half: Numbers,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CapsuleFile {
    pub(super) a: Numbers,
    pub(super) b: Numbers,
    pub(super) radius: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BallFile {
    pub(super) center: Numbers,
    pub(super) radius: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HeightFieldFile {
    /// Rows along z, of heights along x; `null` is a hole.
    pub(super) heights: Vec<Vec<Option<f64>>>,
    pub(super) cell: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TurnFile {
    pub(super) axis: Numbers,
    pub(super) degrees: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CharacterFile {
    pub(super) name: Option<String>,
    pub(super) feet: Numbers,
    pub(super) radius: Option<f64>,
    pub(super) height: Option<f64>,
    pub(super) max_slope: Option<f64>,
    pub(super) step_height: Option<f64>,
    pub(super) snap: Option<f64>,
    pub(super) skin: Option<f64>,
    pub(super) mass: Option<f64>,
    #[serde(default, deserialize_with = "given")]
    pub(super) acceleration: Option<Value>,
    #[serde(default, deserialize_with = "given")]
    pub(super) friction: Option<Value>,
    #[serde(default, deserialize_with = "given")]
    pub(super) hover: Option<Value>,
    #[serde(default, deserialize_with = "given")]
    pub(super) flat_foot: Option<Value>,
    #[serde(default, deserialize_with = "given")]
    pub(super) perch: Option<Value>,
    #[serde(default, deserialize_with = "given")]
    pub(super) pushes: Option<Value>,
    #[serde(default)]
    pub(super) input: Vec<InputFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct InputFile {
    pub(super) until: f64,
    #[serde(rename = "move")]
    pub(super) wanted: Option<Numbers>,
    pub(super) jump: Option<f64>,
    pub(super) height: Option<f64>,
    pub(super) fly: Option<bool>,
}
