//! A batch as data: the pieces of a tick, in their order, so that they can be stored and asked again.

use super::local_scene::{LocalScene, Solid};
use super::motion::BodyMotion;
use super::resident::Gate;
use crate::part::{BodyId, PartId};
use crate::shape::{capsule::Capsule, hull::Hull, plane::Plane, triangle::Triangle};
use alloc::vec::Vec;
use carom_math::Vector;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize, Deserialize)]
#[serde(rename = "LocalScene", deny_unknown_fields)]
#[serde(bound(
    serialize = "V: Serialize, V::Scalar: Serialize, V::Double: Serialize",
    deserialize = "V: Deserialize<'de>, V::Scalar: Deserialize<'de>, V::Double: Deserialize<'de>"
))]
struct Stored<V: Vector> {
    tick: V::Scalar,
    motions: Vec<BodyMotion<V>>,
    pieces: Vec<StoredPiece<V>>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "PartId", deny_unknown_fields)]
#[serde(bound(
    serialize = "V: Serialize, V::Scalar: Serialize",
    deserialize = "V: Deserialize<'de>, V::Scalar: Deserialize<'de>"
))]
struct StoredPiece<V: Vector> {
    #[serde(flatten)]
    solid: StoredSolid<V>,
    body: BodyId,
    part: u32,
    /// Which of the motions is its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    motion: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    one_way: Option<Gate<V>>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[serde(bound(
    serialize = "V: Serialize, V::Scalar: Serialize",
    deserialize = "V: Deserialize<'de>, V::Scalar: Deserialize<'de>"
))]
enum StoredSolid<V: Vector> {
    Triangle(Triangle<V>),
    /// Only its front counts.
    OneSided(Triangle<V>),
    Capsule(Capsule<V>),
    /// By its corners.
    Box([V; 8]),
    Hull(Hull<V>),
    Plane(Plane<V>),
}

impl<V: Vector> Serialize for LocalScene<V>
where
    V: Serialize,
    V::Scalar: Serialize,
    V::Double: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let pieces = (0..self.len()).map(|index| {
            let PartId { body, index: part } = self.part(index);
            StoredPiece {
                solid: match self.solid(index) {
                    Solid::Triangle(t, false) => StoredSolid::Triangle(*t),
                    Solid::Triangle(t, true) => StoredSolid::OneSided(*t),
                    Solid::Capsule(capsule) => StoredSolid::Capsule(*capsule),
                    Solid::Box(first) => {
                        let corners = self.corners(*first);
                        StoredSolid::Box(core::array::from_fn(|i| corners[i]))
                    }
                    Solid::Hull(first, count, radius) => {
                        let (points, radius) = self.hull(*first, *count, *radius);
                        StoredSolid::Hull(Hull::new(points, radius))
                    }
                    Solid::HalfSpace(plane) => StoredSolid::Plane(*plane),
                },
                body,
                part,
                motion: self.carrier(index),
                one_way: self.gate(index),
            }
        });
        let stored = Stored {
            tick: self.tick(),
            motions: self.motions().to_vec(),
            pieces: pieces.collect(),
        };
        stored.serialize(serializer)
    }
}

impl<'de, V: Vector> Deserialize<'de> for LocalScene<V>
where
    V: Deserialize<'de>,
    V::Scalar: Deserialize<'de>,
    V::Double: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error;
        let stored = Stored::<V>::deserialize(deserializer)?;
        let mut near = Self::new();
        near.set_tick(stored.tick);
        for motion in &stored.motions {
            near.set_motion(Some(*motion));
        }
        for (i, piece) in stored.pieces.into_iter().enumerate() {
            if !near.set_carrier(piece.motion) {
                return Err(D::Error::custom(format_args!(
                    "pieces[{i}].motion: there are {} motions",
                    stored.motions.len()
                )));
            }
            near.set_gate(piece.one_way);
            let id = PartId {
                body: piece.body,
                index: piece.part,
            };
            match piece.solid {
                StoredSolid::Triangle(t) => near.add_triangle(t, false, id),
                StoredSolid::OneSided(t) => near.add_triangle(t, true, id),
                StoredSolid::Capsule(capsule) => near.add_capsule(capsule, id),
                StoredSolid::Box(corners) => near.add_box(corners, id),
                StoredSolid::Hull(hull) if !hull.points.is_empty() => {
                    near.add_shape(&hull, id);
                }
                StoredSolid::Hull(_) => {
                    return Err(D::Error::custom(format_args!(
                        "pieces[{i}].hull.points is empty"
                    )));
                }
                StoredSolid::Plane(plane) => near.add_shape(&plane, id),
            }
        }
        near.set_gate(None);
        near.set_motion(None);
        Ok(near)
    }
}
