//! Setup files as they are written: every field of the format, and no others.

use crate::decimal::{Decimal, Numbers};
use crate::shape::ShapeFile;
use serde::de::{Deserialize, Deserializer};
use serde_json::value::RawValue;

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, expecting = "a setup")]
pub(super) struct SetupFile<'a> {
    #[serde(borrow, default)]
    pub(super) balls: Vec<TableBallFile<'a>>,
    #[serde(borrow, default)]
    pub(super) walls: Vec<ShapeFile<'a>>,
    #[serde(borrow, default)]
    pub(super) bumpers: Vec<BumperFile<'a>>,
    #[serde(borrow, default)]
    pub(super) motions: Vec<WallMotionFile<'a>>,
    #[serde(borrow, default)]
    pub(super) regions: Vec<ShapeFile<'a>>,
    #[serde(borrow, default)]
    pub(super) pockets: Vec<ShapeFile<'a>>,
    #[serde(borrow, rename = "box")]
    pub(super) bounds: Option<BoundsFile<'a>>,
    #[serde(borrow)]
    pub(super) periodic: Option<Numbers<'a>>,
    #[serde(borrow)]
    pub(super) restitution: Option<Decimal<'a>>,
    #[serde(borrow)]
    pub(super) friction: Option<Decimal<'a>>,
    #[serde(borrow)]
    pub(super) gravity: Option<Numbers<'a>>,
    #[serde(borrow, default)]
    pub(super) until: UntilFile<'a>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, expecting = "a ball")]
pub(super) struct TableBallFile<'a> {
    #[serde(borrow)]
    pub(super) center: Numbers<'a>,
    #[serde(borrow)]
    pub(super) radius: Decimal<'a>,
    #[serde(borrow)]
    pub(super) mass: Option<MassFile<'a>>,
    #[serde(borrow)]
    pub(super) velocity: Option<Numbers<'a>>,
}

/// The kick of a wall.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, expecting = "a bumper")]
pub(super) struct BumperFile<'a> {
    pub(super) wall: usize,
    #[serde(borrow)]
    pub(super) kick: Decimal<'a>,
}

/// The motion of a wall.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, expecting = "a motion")]
pub(super) struct WallMotionFile<'a> {
    pub(super) wall: usize,
    #[serde(borrow)]
    pub(super) keyframes: Vec<KeyframeFile<'a>>,
    #[serde(borrow)]
    pub(super) pivot: Option<Numbers<'a>>,
    #[serde(borrow)]
    pub(super) axis: Option<Numbers<'a>>,
    #[serde(default)]
    pub(super) repeats: bool,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, expecting = "a keyframe")]
pub(super) struct KeyframeFile<'a> {
    #[serde(borrow)]
    pub(super) time: Decimal<'a>,
    #[serde(borrow)]
    pub(super) offset: Option<Numbers<'a>>,
    /// Degrees.
    #[serde(borrow)]
    pub(super) angle: Option<Decimal<'a>>,
}

/// A number, or the word `infinite`.
pub(super) enum MassFile<'a> {
    Number(Decimal<'a>),
    Infinite,
}

impl<'de: 'a, 'a> Deserialize<'de> for MassFile<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = <&RawValue>::deserialize(deserializer)?;
        match raw.get() {
            "\"infinite\"" => Ok(Self::Infinite),
            _ => Decimal::of(raw).map(Self::Number),
        }
    }
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, expecting = "a box")]
pub(super) struct BoundsFile<'a> {
    #[serde(borrow)]
    pub(super) min: Numbers<'a>,
    #[serde(borrow)]
    pub(super) max: Numbers<'a>,
}

#[derive(Default, serde::Deserialize)]
#[serde(deny_unknown_fields, expecting = "a time and a number of events")]
pub(super) struct UntilFile<'a> {
    #[serde(borrow)]
    pub(super) time: Option<Decimal<'a>>,
    #[serde(borrow)]
    pub(super) events: Option<Decimal<'a>>,
}
