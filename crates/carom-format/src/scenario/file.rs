//! Scenario files as they are written: every field of the format, and no others.

use crate::character::with_settings;
use crate::decimal::Numbers;
use crate::error::{bail, ensure};
use crate::shape::{
    AabbFile, BallFile, BoxFile, CapsuleFile, HullFile, MeshFile, PlaneFile, SegmentFile,
    TriangleFile,
};
use crate::{FormatError, LevelUnits, UpAxis};
use serde::Deserialize;
use std::path::PathBuf;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScenarioFile<'a> {
    pub(super) name: Option<String>,
    pub(super) hz: Option<f64>,
    pub(super) seconds: Option<f64>,
    #[serde(borrow)]
    pub(super) up: Option<Numbers<'a>>,
    pub(super) gravity: Option<f64>,
    pub(super) precision: Option<String>,
    #[serde(borrow, default)]
    pub(super) bodies: Vec<BodyFile<'a>>,
    #[serde(borrow, default)]
    pub(super) characters: Vec<ActorFile<'a>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BodyFile<'a> {
    level: Option<PathBuf>,
    up: Option<UpAxis>,
    unit: Option<f64>,
    #[serde(borrow)]
    mesh: Option<MeshFile<'a>>,
    #[serde(borrow, rename = "box")]
    cuboid: Option<BoxFile<'a>>,
    #[serde(borrow)]
    capsule: Option<CapsuleFile<'a>>,
    #[serde(borrow)]
    ball: Option<BallFile<'a>>,
    #[serde(borrow)]
    point: Option<Numbers<'a>>,
    #[serde(borrow)]
    segment: Option<SegmentFile<'a>>,
    #[serde(borrow)]
    triangle: Option<TriangleFile<'a>>,
    #[serde(borrow)]
    hull: Option<HullFile<'a>>,
    #[serde(borrow)]
    aabb: Option<AabbFile<'a>>,
    #[serde(borrow)]
    plane: Option<PlaneFile<'a>>,
    heightfield: Option<HeightFieldFile>,
    #[serde(borrow)]
    pub(super) at: Option<Numbers<'a>>,
    #[serde(borrow)]
    pub(super) turn: Option<TurnFile<'a>>,
    pub(super) one_sided: Option<bool>,
    #[serde(borrow)]
    pub(super) motion: Option<MotionFile<'a>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a motion")]
pub(super) struct MotionFile<'a> {
    #[serde(borrow)]
    pub(super) velocity: Option<Numbers<'a>>,
    #[serde(borrow)]
    pub(super) spin: Option<SpinFile<'a>>,
    #[serde(borrow)]
    pub(super) oscillate: Option<OscillateFile<'a>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SpinFile<'a> {
    #[serde(borrow)]
    pub(super) axis: Option<Numbers<'a>>,
    pub(super) degrees_per_second: f64,
    #[serde(borrow)]
    pub(super) pivot: Option<Numbers<'a>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OscillateFile<'a> {
    #[serde(borrow)]
    pub(super) by: Numbers<'a>,
    pub(super) period: f64,
}

/// The one shape of a body.
pub(super) enum BodyShape<'a> {
    Level(&'a PathBuf, LevelUnits),
    Mesh(&'a MeshFile<'a>),
    HeightField(&'a HeightFieldFile),
    Convex(ConvexFile<'a>),
}

/// A convex shape.
pub(super) enum ConvexFile<'a> {
    Box(&'a BoxFile<'a>),
    Capsule(&'a CapsuleFile<'a>),
    Ball(&'a BallFile<'a>),
    Point(&'a Numbers<'a>),
    Segment(&'a SegmentFile<'a>),
    Triangle(&'a TriangleFile<'a>),
    Hull(&'a HullFile<'a>),
    Aabb(&'a AabbFile<'a>),
    Plane(&'a PlaneFile<'a>),
}

const SHAPES: &str =
    "level, mesh, box, capsule, ball, point, segment, triangle, hull, aabb, plane or heightfield";

impl BodyFile<'_> {
    pub(super) fn shape(&self, place: &str) -> Result<BodyShape<'_>, FormatError> {
        fn convex(shape: Option<ConvexFile<'_>>) -> Option<BodyShape<'_>> {
            shape.map(BodyShape::Convex)
        }
        for (field, is_there) in [("up", self.up.is_some()), ("unit", self.unit.is_some())] {
            ensure!(
                !is_there || self.level.is_some(),
                "{place}.{field} is how a level's file is read: {place} has no level"
            );
        }
        let default = LevelUnits::default();
        let units = LevelUnits {
            up: self.up.unwrap_or(default.up),
            unit: self.unit.unwrap_or(default.unit),
        };
        let level = self.level.as_ref();
        let shapes = [
            level.map(|level| BodyShape::Level(level, units)),
            self.mesh.as_ref().map(BodyShape::Mesh),
            convex(self.cuboid.as_ref().map(ConvexFile::Box)),
            convex(self.capsule.as_ref().map(ConvexFile::Capsule)),
            convex(self.ball.as_ref().map(ConvexFile::Ball)),
            convex(self.point.as_ref().map(ConvexFile::Point)),
            convex(self.segment.as_ref().map(ConvexFile::Segment)),
            convex(self.triangle.as_ref().map(ConvexFile::Triangle)),
            convex(self.hull.as_ref().map(ConvexFile::Hull)),
            convex(self.aabb.as_ref().map(ConvexFile::Aabb)),
            convex(self.plane.as_ref().map(ConvexFile::Plane)),
            self.heightfield.as_ref().map(BodyShape::HeightField),
        ];
        let mut shapes = shapes.into_iter().flatten();
        match (shapes.next(), shapes.next()) {
            (Some(shape), None) => Ok(shape),
            (None, _) => bail!("{place} has no shape: one of {SHAPES} is needed"),
            _ => bail!("{place} has two shapes: a body is one of {SHAPES}"),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HeightFieldFile {
    /// Rows along x of heights along z; `null` is a hole.
    pub(super) heights: Vec<Vec<Option<f64>>>,
    pub(super) cell: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TurnFile<'a> {
    #[serde(borrow)]
    pub(super) axis: Option<Numbers<'a>>,
    pub(super) degrees: f64,
}

with_settings! {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct ActorFile<'a> {
        pub(super) name: Option<String>,
        #[serde(borrow)]
        pub(super) feet: Numbers<'a>,
        pub(super) mass: Option<f64>,
        pub(super) acceleration: Option<f64>,
        pub(super) friction: Option<f64>,
        pub(super) pushes: Option<PushesFile>,
        #[serde(borrow, default)]
        pub(super) input: Vec<InputFile<'a>>,
    }
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
pub(super) struct InputFile<'a> {
    pub(super) until: f64,
    #[serde(borrow, rename = "move")]
    pub(super) wanted: Option<Numbers<'a>>,
    pub(super) jump: Option<f64>,
    pub(super) height: Option<f64>,
    pub(super) fly: Option<bool>,
}
