//! A local scene as data: its parts in their order, so that a recorded tick can be replayed.

use super::body_entry::OneWayFilter;
use super::local_scene::{LocalScene, Solid};
use super::motion::BodyMotion;
use crate::part::{BodyId, PartId};
use crate::shape::{Shape, capsule::Capsule, hull::Hull, plane::Plane, triangle::Triangle};
use alloc::vec::Vec;
use carom_math::Vector;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize, Deserialize)]
#[serde(rename = "LocalScene", deny_unknown_fields)]
#[serde(bound(
    serialize = "V: Serialize, V::Scalar: Serialize, V::Double: Serialize",
    deserialize = "V: Deserialize<'de>, V::Scalar: Deserialize<'de>, V::Double: Deserialize<'de>"
))]
struct StoredScene<V: Vector> {
    tick: V::Scalar,
    motions: Vec<BodyMotion<V>>,
    pieces: Vec<StoredPart<V>>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "PartId", deny_unknown_fields)]
#[serde(bound(
    serialize = "V: Serialize, V::Scalar: Serialize",
    deserialize = "V: Deserialize<'de>, V::Scalar: Deserialize<'de>"
))]
struct StoredPart<V: Vector> {
    #[serde(flatten)]
    solid: StoredSolid<V>,
    body: BodyId,
    part: u32,
    /// Index into the motions; none at rest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    motion: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    one_way: Option<OneWayFilter<V>>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[serde(bound(
    serialize = "V: Serialize, V::Scalar: Serialize",
    deserialize = "V: Deserialize<'de>, V::Scalar: Deserialize<'de>"
))]
enum StoredSolid<V: Vector> {
    Triangle(Triangle<V>),
    /// One-sided.
    OneSided(Triangle<V>),
    Capsule(Capsule<V>),
    /// By its vertices.
    Box([V; 8]),
    Hull(Hull<V>),
    Plane(Plane<V>),
    /// Of any other kind.
    Shape(Shape<V>),
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
            StoredPart {
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
                    Solid::Curved(_) | Solid::Support(_) => StoredSolid::Shape(self.shape(index)),
                },
                body,
                part,
                motion: self.carrier(index),
                one_way: self.one_way(index),
            }
        });
        let stored = StoredScene {
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
        let stored = StoredScene::<V>::deserialize(deserializer)?;
        let mut scene = Self::new();
        scene.set_tick(stored.tick);
        for motion in &stored.motions {
            scene.set_motion(Some(*motion));
        }
        for (i, piece) in stored.pieces.into_iter().enumerate() {
            if !scene.set_carrier(piece.motion) {
                return Err(D::Error::custom(format_args!(
                    "pieces[{i}].motion: there are {} motions",
                    stored.motions.len()
                )));
            }
            scene.set_one_way(piece.one_way);
            let id = PartId {
                body: piece.body,
                index: piece.part,
            };
            match piece.solid {
                StoredSolid::Triangle(t) => scene.add_triangle(t, false, id),
                StoredSolid::OneSided(t) => scene.add_triangle(t, true, id),
                StoredSolid::Capsule(capsule) => scene.add_capsule(capsule, id),
                StoredSolid::Box(corners) => scene.add_box(corners, id),
                StoredSolid::Hull(hull) if !hull.points.is_empty() => {
                    scene.add_shape(&hull, id);
                }
                StoredSolid::Hull(_) => {
                    return Err(D::Error::custom(format_args!(
                        "pieces[{i}].hull.points is empty"
                    )));
                }
                StoredSolid::Plane(plane) => scene.add_shape(&plane, id),
                StoredSolid::Shape(shape) => scene.add_shape(&shape, id),
            }
        }
        scene.set_one_way(None);
        scene.set_motion(None);
        Ok(scene)
    }
}
