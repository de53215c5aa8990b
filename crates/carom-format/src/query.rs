//! The lines of `carom query`: queries about two shapes, and their answers.

mod answer;
mod grid;
mod manifold;
mod motion;

use crate::decimal::{Decimal, Numbers};
use crate::dimension::Dimension;
use crate::json::located;
use crate::place::Place;
use crate::shape::{Levels, ShapeFile, Solid};
use carom::{Chain, Mesh, RigidMotion, Scalar, Vector, Vector3};
use glam::DVec2;
use grid::GridPair;
use motion::{RotationFile, motion};
use serde::Deserialize;
use serde_json::Value;

pub use answer::{Answer, CSV_HEADER};
pub use manifold::ManifoldPointAnswer;

/// A query as it is written in a line.
///
/// ```
/// use carom_format::query::{QueryLine, Verb};
/// let line = br#"{"ask": "contact", "a": {"point": [0, 2]}, "b": {"ball": {"center": [0, 0], "radius": 1}}}"#;
/// let Ok(query) = QueryLine::read(line) else { panic!() };
/// assert_eq!((query.verb, query.is_flat()), (Verb::Contact, Ok(true)));
/// assert_eq!(query.reach::<f32>(), Ok(f32::INFINITY));
/// ```
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a query")]
pub struct QueryLine<'a> {
    /// Any value; the answer has it too.
    pub id: Option<Value>,
    /// The verb.
    #[serde(rename = "ask")]
    pub verb: Verb,
    /// The kind of numbers; by default `f32`.
    #[serde(default, rename = "precision")]
    pub numbers: NumberKind,
    #[serde(borrow)]
    a: ShapeFile<'a>,
    #[serde(borrow)]
    b: ShapeFile<'a>,
    #[serde(borrow)]
    reach: Option<Decimal<'a>>,
    /// Whether a sweep may leave what it starts inside; by default an overlap stops it.
    #[serde(default)]
    pub leave_overlaps: bool,
    #[serde(borrow)]
    delta_a: Option<Numbers<'a>>,
    #[serde(borrow)]
    delta_b: Option<Numbers<'a>>,
    #[serde(borrow)]
    turn_a: Option<RotationFile<'a>>,
    #[serde(borrow)]
    turn_b: Option<RotationFile<'a>>,
}

/// The verb of a query.
///
/// ```
/// use carom_format::query::Verb;
/// assert_eq!(serde_json::from_str::<Verb>("\"closest\"").ok(), Some(Verb::Closest));
/// ```
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Verb {
    /// Closest points and distance.
    Closest,
    /// Yes or no.
    Overlap,
    /// Contact within a reach.
    Contact,
    /// Time of impact.
    Sweep,
    /// Time of impact of a point that moves.
    Ray,
    /// Contact manifold within a reach.
    Manifold,
}

/// The kind of numbers of a query.
///
/// ```
/// use carom_format::query::NumberKind;
/// assert_eq!(serde_json::from_str::<NumberKind>("\"i32\"").ok(), Some(NumberKind::I32));
/// ```
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum NumberKind {
    /// Single precision.
    #[default]
    F32,
    /// Double precision.
    F64,
    /// Whole numbers of 32 bits.
    I32,
}

/// A precision.
///
/// ```
/// use carom_format::query::Precision;
/// assert_eq!(serde_json::from_str::<Precision>("\"f64\"").ok(), Some(Precision::F64));
/// ```
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Precision {
    /// Single precision.
    #[default]
    F32,
    /// Double precision.
    F64,
}

/// The part of a line that may be readable though the line is no query.
#[derive(Deserialize)]
struct Named {
    id: Option<Value>,
}

/// Why a line is no query, and its `id` if that is readable.
///
/// ```
/// use carom_format::query::QueryLine;
/// let unreadable = QueryLine::read(br#"{"id": 7, "ask": "push"}"#).err().unwrap();
/// assert_eq!(unreadable.id, Some(7.into()));
/// assert!(unreadable.error.starts_with("ask: unknown variant `push`"));
/// ```
#[derive(Clone, Debug)]
pub struct Unreadable {
    /// The line's `id`.
    pub id: Option<Value>,
    /// The error, with the path of the field.
    pub error: String,
}

impl Unreadable {
    fn without_id(error: impl ToString) -> Self {
        Self {
            id: None,
            error: error.to_string(),
        }
    }

    /// Reads the line again for the path of the field.
    fn of(line: &str) -> Self {
        let named = serde_json::from_str::<Named>(line).ok();
        let mut json = serde_json::Deserializer::from_str(line);
        let error = match serde_path_to_error::deserialize::<_, QueryLine<'_>>(&mut json) {
            Ok(_) => match json.end() {
                Ok(()) => "it cannot be read".to_owned(),
                Err(error) => error.to_string(),
            },
            Err(error) => located(&error).to_string(),
        };
        Self {
            id: named.and_then(|named| named.id),
            // A query is a line of a longer file, which the answer numbers.
            error: error.replace(" at line 1 column ", " at column "),
        }
    }
}

impl<'a> QueryLine<'a> {
    /// Reads a line.
    ///
    /// # Errors
    /// If the line is no query.
    pub fn read(line: &'a [u8]) -> Result<Self, Unreadable> {
        let line = std::str::from_utf8(line).map_err(Unreadable::without_id)?;
        serde_json::from_str::<Self>(line).map_err(|_| Unreadable::of(line))
    }

    /// Checks that the fields are those of the verb.
    ///
    /// # Errors
    /// If a sweep has no motion, or another verb a field that it does not use.
    pub fn check(&self) -> Result<(), String> {
        let motions = [
            ("delta_a", self.delta_a.is_some()),
            ("delta_b", self.delta_b.is_some()),
            ("turn_a", self.turn_a.is_some()),
            ("turn_b", self.turn_b.is_some()),
        ];
        let given = motions.iter().find(|(_, given)| *given);
        match (self.verb, given) {
            (Verb::Sweep | Verb::Ray, None) => return Err("delta_a is missing".into()),
            (Verb::Sweep | Verb::Ray, _) | (_, None) => {}
            (_, Some((field, _))) => return Err(format!("{field} is for sweep only")),
        }
        if self.numbers == NumberKind::I32 && self.verb != Verb::Overlap {
            return Err("precision i32 is for overlap only".into());
        }
        if self.verb == Verb::Ray
            && let Some((field, _)) = motions[1..].iter().find(|(_, given)| *given)
        {
            return Err(format!("{field} is for sweep only; a ray has delta_a"));
        }
        if self.verb == Verb::Ray && !self.a.is_point() {
            return Err("a must be a point for ray: where it starts".into());
        }
        if self.leave_overlaps {
            if !matches!(self.verb, Verb::Sweep | Verb::Ray) {
                return Err("leave_overlaps is for sweep and ray only".into());
            }
            if let Some((field, _)) = motions[2..].iter().find(|(_, given)| *given) {
                return Err(format!("{field} is not for sweeps with leave_overlaps"));
            }
        }
        if self.reach.is_some() && !matches!(self.verb, Verb::Contact | Verb::Manifold) {
            return Err("reach is for contact and manifold only".into());
        }
        Ok(())
    }

    /// The first place that is 2D or 3D.
    fn dimension(&self) -> Dimension {
        let shapes = self.a.dimension("a".into());
        let shapes = shapes.or_else(|| self.b.dimension("b".into()));
        // Two hulls without points are an error in any dimension.
        shapes.unwrap_or_else(|| Dimension::of_space(Place::of("a", "hull")))
    }

    /// Whether the query is 2D.
    ///
    /// # Errors
    /// If its points have neither two nor three numbers.
    pub fn is_flat(&self) -> Result<bool, String> {
        self.dimension().is_flat()
    }

    /// The two shapes, compounds or chains, in 2D.
    ///
    /// # Errors
    /// If one is invalid, or of another dimension.
    pub fn in_plane<V: Vector<Double = DVec2>>(&self) -> Result<[Solid<V, Chain<V>>; 2], String> {
        let dimension = self.dimension();
        let a = Solid::in_plane(&self.a, "a".into(), &dimension)?;
        Ok([a, Solid::in_plane(&self.b, "b".into(), &dimension)?])
    }

    /// The two shapes, compounds or meshes, in 3D. `levels` gives the mesh of a level file.
    ///
    /// # Errors
    /// If one is invalid, or of another dimension.
    pub fn in_space<V: Vector3>(
        &self,
        levels: &Levels<'_, V>,
    ) -> Result<[Solid<V, Mesh<V>>; 2], String> {
        let dimension = self.dimension();
        let a = Solid::in_space(&self.a, "a".into(), &dimension, levels)?;
        Ok([a, Solid::in_space(&self.b, "b".into(), &dimension, levels)?])
    }

    /// Whether the two shapes touch or overlap on an integer grid: exact.
    ///
    /// # Errors
    /// If one is no shape of the grid, a number is not whole or too large, or they are two capsules.
    pub fn overlap_in_grid(&self) -> Result<bool, String> {
        let dimension = self.dimension();
        let sides = [("a".into(), &self.a), ("b".into(), &self.b)];
        Ok(if dimension.is_flat()? {
            GridPair::<2>::read(sides, &dimension)?.overlap()
        } else {
            GridPair::<3>::read(sides, &dimension)?.overlap()
        })
    }

    /// The reach of a contact or a manifold; by default infinite.
    ///
    /// # Errors
    /// If the number is too large.
    pub fn reach<S: Scalar>(&self) -> Result<S, String> {
        match &self.reach {
            Some(reach) => reach.read(Place::field("reach")),
            None => Ok(S::INFINITY),
        }
    }

    /// The motions of the two shapes.
    ///
    /// # Errors
    /// If a number is too large, or an axis missing.
    pub fn motions<V: Vector>(&self) -> Result<[RigidMotion<V>; 2], String> {
        let dimension = &self.dimension();
        let (delta_a, delta_b) = (self.delta_a.as_ref(), self.delta_b.as_ref());
        let (turn_a, turn_b) = (self.turn_a.as_ref(), self.turn_b.as_ref());
        let by_a: RigidMotion<V> = motion(("delta_a", delta_a), ("turn_a", turn_a), dimension)?;
        let by_b: RigidMotion<V> = motion(("delta_b", delta_b), ("turn_b", turn_b), dimension)?;
        // A sweep computes with the relative displacement.
        if !(by_a.delta - by_b.delta).is_finite() {
            return Err(Place::field("delta_a less delta_b").beyond_range());
        }
        Ok([by_a, by_b])
    }
}
