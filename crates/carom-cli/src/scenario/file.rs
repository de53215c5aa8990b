//! A scenario file as it is written; every field of the format, none besides.

use crate::args::{LevelArguments, UpAxis};
use anyhow::{bail, ensure};
use serde::Deserialize;
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
    /// How the level's file is to be understood.
    up: Option<UpAxis>,
    unit: Option<f64>,
    mesh: Option<MeshFile>,
    #[serde(rename = "box")]
    cuboid: Option<BoxFile>,
    capsule: Option<CapsuleFile>,
    ball: Option<BallFile>,
    point: Option<Numbers>,
    segment: Option<SegmentFile>,
    triangle: Option<TriangleFile>,
    hull: Option<HullFile>,
    aabb: Option<AabbFile>,
    plane: Option<PlaneFile>,
    heightfield: Option<HeightFieldFile>,
    pub(super) at: Option<Numbers>,
    pub(super) turn: Option<TurnFile>,
    pub(super) one_sided: Option<bool>,
    pub(super) motion: Option<MotionFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a motion")]
pub(super) struct MotionFile {
    pub(super) velocity: Option<Numbers>,
    pub(super) spin: Option<SpinFile>,
    pub(super) oscillate: Option<OscillateFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SpinFile {
    pub(super) axis: Option<Numbers>,
    pub(super) degrees_per_second: f64,
    pub(super) pivot: Option<Numbers>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OscillateFile {
    pub(super) by: Numbers,
    pub(super) period: f64,
}

/// The one shape of a body.
pub(super) enum Shape<'a> {
    Level(&'a PathBuf, LevelArguments),
    Mesh(&'a MeshFile),
    HeightField(&'a HeightFieldFile),
    Convex(Convex<'a>),
}

/// A shape of one piece.
pub(super) enum Convex<'a> {
    Box(&'a BoxFile),
    Capsule(&'a CapsuleFile),
    Ball(&'a BallFile),
    Point(&'a Numbers),
    Segment(&'a SegmentFile),
    Triangle(&'a TriangleFile),
    Hull(&'a HullFile),
    Aabb(&'a AabbFile),
    Plane(&'a PlaneFile),
}

const SHAPES: &str =
    "level, mesh, box, capsule, ball, point, segment, triangle, hull, aabb, plane or heightfield";

impl BodyFile {
    pub(super) fn shape(&self, place: &str) -> anyhow::Result<Shape<'_>> {
        fn convex(shape: Option<Convex<'_>>) -> Option<Shape<'_>> {
            shape.map(Shape::Convex)
        }
        for (field, is_there) in [("up", self.up.is_some()), ("unit", self.unit.is_some())] {
            ensure!(
                !is_there || self.level.is_some(),
                "{place}.{field} is how a level's file is to be understood: {place} has no level"
            );
        }
        let read = LevelArguments::default();
        let read = LevelArguments {
            up: self.up.unwrap_or(read.up),
            unit: self.unit.unwrap_or(read.unit),
        };
        let shapes = [
            self.level.as_ref().map(|level| Shape::Level(level, read)),
            self.mesh.as_ref().map(Shape::Mesh),
            convex(self.cuboid.as_ref().map(Convex::Box)),
            convex(self.capsule.as_ref().map(Convex::Capsule)),
            convex(self.ball.as_ref().map(Convex::Ball)),
            convex(self.point.as_ref().map(Convex::Point)),
            convex(self.segment.as_ref().map(Convex::Segment)),
            convex(self.triangle.as_ref().map(Convex::Triangle)),
            convex(self.hull.as_ref().map(Convex::Hull)),
            convex(self.aabb.as_ref().map(Convex::Aabb)),
            convex(self.plane.as_ref().map(Convex::Plane)),
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
pub(super) struct SegmentFile {
    pub(super) a: Numbers,
    pub(super) b: Numbers,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TriangleFile {
    pub(super) a: Numbers,
    pub(super) b: Numbers,
    pub(super) c: Numbers,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HullFile {
    pub(super) points: Vec<Numbers>,
    pub(super) radius: Option<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AabbFile {
    pub(super) min: Numbers,
    pub(super) max: Numbers,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlaneFile {
    pub(super) normal: Numbers,
    pub(super) offset: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HeightFieldFile {
    /// Rows along x, of heights along z; `null` is a hole.
    pub(super) heights: Vec<Vec<Option<f64>>>,
    pub(super) cell: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TurnFile {
    pub(super) axis: Option<Numbers>,
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
    pub(super) acceleration: Option<f64>,
    pub(super) friction: Option<f64>,
    pub(super) hover: Option<f64>,
    pub(super) flat_foot: Option<bool>,
    pub(super) max_overhang: Option<f64>,
    /// The former name of `max_overhang`.
    pub(super) perch: Option<f64>,
    pub(super) pushes: Option<PushesFile>,
    #[serde(default)]
    pub(super) input: Vec<InputFile>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum PushesFile {
    Push,
    Static,
    Ghost,
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
