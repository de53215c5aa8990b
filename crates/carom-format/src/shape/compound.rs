//! Compounds: several convex shapes as one body, each with a name.

use super::ShapeFile;
use crate::dimension::Dimension;
use crate::place::Side;
use carom::{Compound, PartId, Pose, Vector};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a compound")]
pub(crate) struct CompoundFile<'a> {
    #[serde(borrow)]
    pub(crate) parts: Vec<ShapeFile<'a>>,
}

/// A compound, and the names of its parts.
///
/// ```
/// use carom::{Ball, Compound, glam::vec2};
/// use carom_format::NamedParts;
/// let compound = Compound::new([Ball::new(vec2(0., 0.), 1.)])?;
/// let named = NamedParts { compound, ids: vec!["head".into()] };
/// let found = named.compound.query().closest(&vec2(3., 0.), 9.).unwrap();
/// assert_eq!(named.id(found.part), "head");
/// # Ok::<(), carom::CompoundError>(())
/// ```
#[derive(Clone, Debug)]
pub struct NamedParts<V: Vector> {
    /// The compound.
    pub compound: Compound<V>,
    /// The name of each part: any value; by default its number.
    pub ids: Vec<Value>,
}

impl<V: Vector> NamedParts<V> {
    /// The name of a part of an answer.
    #[must_use]
    pub fn id(&self, part: PartId) -> Value {
        self.ids
            .get(part.index as usize)
            .cloned()
            .unwrap_or_default()
    }
}

impl CompoundFile<'_> {
    /// The dimension of the first part that has one.
    pub(super) fn dimension(&self, side: Side) -> Option<Dimension> {
        if side.is_part() {
            return None;
        }
        let mut parts = self.parts.iter().enumerate();
        parts.find_map(|(i, part)| part.dimension(side.part(i)))
    }

    /// The compound, with the fields beside it.
    pub(super) fn read<V: Vector>(
        &self,
        side: Side,
        dimension: &Dimension,
        file: &ShapeFile<'_>,
    ) -> Result<NamedParts<V>, String> {
        let pose = file.pose.read::<V>(side, dimension)?;
        let numbered = self.parts.iter().enumerate();
        let shapes = numbered.map(|(i, part)| {
            let at = side.part(i);
            part.check(at)?;
            let own = part.pose.read::<V>(at, dimension)?;
            let shape = part.read_in(at, dimension, composed(own, pose))?;
            file.rounded(shape, side)
        });
        let shapes: Vec<_> = shapes.collect::<Result<_, String>>()?;
        let ids = self.parts.iter().enumerate();
        let ids = ids.map(|(i, part)| part.id.clone().unwrap_or_else(|| i.into()));
        Ok(NamedParts {
            compound: Compound::new(shapes).map_err(|error| format!("{side}.compound: {error}"))?,
            ids: ids.collect(),
        })
    }
}

/// A pose, and then another.
fn composed<V: Vector>(own: Option<Pose<V>>, then: Option<Pose<V>>) -> Option<Pose<V>> {
    let (Some(own), Some(then)) = (own, then) else {
        return own.or(then);
    };
    Some(Pose {
        rotation: own.rotation.then(&then.rotation),
        // A position of a file is in the precision of the query.
        translation: then.place(V::from_double(own.translation)),
        ..own
    })
}
