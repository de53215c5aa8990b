//! A question as it is written.

use super::motion::{TurnFile, motion};
use crate::located::located;
use crate::shapes::dimension::Dimension;
use crate::shapes::numbers::{Decimal, Numbers};
use crate::shapes::place::Place;
use crate::shapes::shape::ShapeFile;
use carom::{RigidMotion, Scalar, Vector};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a question")]
pub(super) struct Question<'a> {
    pub(super) id: Option<Value>,
    pub(super) ask: Ask,
    #[serde(default)]
    pub(super) precision: Precision,
    #[serde(borrow)]
    pub(super) a: ShapeFile<'a>,
    #[serde(borrow)]
    pub(super) b: ShapeFile<'a>,
    #[serde(borrow)]
    reach: Option<Decimal<'a>>,
    #[serde(borrow)]
    delta_a: Option<Numbers<'a>>,
    #[serde(borrow)]
    delta_b: Option<Numbers<'a>>,
    #[serde(borrow)]
    turn_a: Option<TurnFile<'a>>,
    #[serde(borrow)]
    turn_b: Option<TurnFile<'a>>,
}

#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(super) enum Ask {
    Closest,
    Overlap,
    Contact,
    Sweep,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Precision {
    #[default]
    F32,
    F64,
}

/// What may be read of a line that is no question.
#[derive(Deserialize)]
struct Named {
    id: Option<Value>,
}

/// Why a line is no question, and its `id` if that much can be read.
pub(super) struct Unreadable {
    pub(super) id: Option<Value>,
    pub(super) error: String,
}

impl Unreadable {
    fn without_id(error: impl ToString) -> Self {
        Self {
            id: None,
            error: error.to_string(),
        }
    }

    /// Reads the line once more to say what is wrong where.
    fn of(line: &str) -> Self {
        let named = serde_json::from_str::<Named>(line).ok();
        let mut json = serde_json::Deserializer::from_str(line);
        let error = match serde_path_to_error::deserialize::<_, Question<'_>>(&mut json) {
            Ok(_) => match json.end() {
                Ok(()) => "it cannot be read".to_owned(),
                Err(error) => error.to_string(),
            },
            Err(error) => located(&error),
        };
        Self {
            id: named.and_then(|named| named.id),
            error,
        }
    }
}

impl<'a> Question<'a> {
    /// The question in a line.
    pub(super) fn read(line: &'a [u8]) -> Result<Self, Unreadable> {
        let line = std::str::from_utf8(line).map_err(Unreadable::without_id)?;
        serde_json::from_str::<Self>(line).map_err(|_| Unreadable::of(line))
    }

    /// Whether the fields are those of what is asked.
    pub(super) fn check(&self) -> Result<(), String> {
        let moves = [
            ("delta_a", self.delta_a.is_some()),
            ("delta_b", self.delta_b.is_some()),
            ("turn_a", self.turn_a.is_some()),
            ("turn_b", self.turn_b.is_some()),
        ];
        let given = moves.iter().find(|(_, given)| *given);
        match (self.ask, given) {
            (Ask::Sweep, None) => return Err("delta_a is missing".into()),
            (Ask::Sweep, _) | (_, None) => {}
            (_, Some((field, _))) => return Err(format!("{field} is for sweep only")),
        }
        if self.reach.is_some() && self.ask != Ask::Contact {
            return Err("reach is for contact only".into());
        }
        Ok(())
    }

    /// What says whether it is 2D or 3D.
    pub(super) fn dimension(&self) -> Dimension {
        let shapes = self.a.dimension("a".into());
        let shapes = shapes.or_else(|| self.b.dimension("b".into()));
        // Two hulls without points are an error in any dimension.
        shapes.unwrap_or_else(|| Dimension::of_space(Place::of("a", "hull")))
    }

    /// How far a contact reaches.
    pub(super) fn reach<S: Scalar>(&self) -> Result<S, String> {
        match &self.reach {
            Some(reach) => reach.read(Place::field("reach")),
            None => Ok(S::INFINITY),
        }
    }

    /// How the two move.
    pub(super) fn motions<V: Vector>(
        &self,
        dimension: &Dimension,
    ) -> Result<[RigidMotion<V>; 2], String> {
        let (delta_a, delta_b) = (self.delta_a.as_ref(), self.delta_b.as_ref());
        let (turn_a, turn_b) = (self.turn_a.as_ref(), self.turn_b.as_ref());
        let by_a: RigidMotion<V> = motion(("delta_a", delta_a), ("turn_a", turn_a), dimension)?;
        let by_b: RigidMotion<V> = motion(("delta_b", delta_b), ("turn_b", turn_b), dimension)?;
        // A sweep knows but one displacement, that of either as the other sees it.
        if !(by_a.delta - by_b.delta).is_finite() {
            return Err(Place::field("delta_a less delta_b").beyond_range());
        }
        Ok([by_a, by_b])
    }
}
