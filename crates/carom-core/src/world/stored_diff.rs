//! The difference of two states of a world as data: of each body that has changed, only what has.

use super::bodies::PlaceChanges;
use super::body::OneWay;
use super::body_surface::BodySurface;
use super::diff::{BodyChange, WorldDiff};
use super::pose::Pose;
use super::stored::{
    StoredBody, StoredCollider, Surfaces, copies, restore_body, restore_collider, restore_rotation,
    shared, store_body, store_collider, through,
};
use crate::part::BodyId;
use crate::surface::chain::Chain;
use crate::surface::compound::Compound;
use crate::surface::mesh::Mesh;
use alloc::format;
use alloc::vec::Vec;
use carom_math::Vector;
use glam::{DVec2, DVec3, Vec2, Vec3};
use serde::de::DeserializeOwned;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize, Deserialize)]
#[serde(rename = "WorldDiff")]
#[serde(bound(
    serialize = "V: Serialize, V::Scalar: Serialize, V::Double: Serialize, M: Serialize",
    deserialize = "V: DeserializeOwned, V::Scalar: DeserializeOwned, V::Double: DeserializeOwned, M: DeserializeOwned"
))]
struct StoredDiff<V: Vector, M> {
    /// Meshes, or in 2D chains.
    surfaces: Vec<M>,
    compounds: Vec<Compound<V>>,
    removed: Vec<BodyId>,
    added: Vec<(BodyId, StoredBody<V>)>,
    /// The new values of each body.
    changed: Vec<(BodyId, Vec<StoredProperty<V>>)>,
    places: PlaceChanges,
    same_places: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Property", rename_all = "snake_case")]
#[serde(bound(
    serialize = "V: Serialize, V::Scalar: Serialize, V::Double: Serialize",
    deserialize = "V: DeserializeOwned, V::Scalar: DeserializeOwned, V::Double: DeserializeOwned"
))]
enum StoredProperty<V: Vector> {
    Collider(StoredCollider<V>),
    /// The images of the unit vectors, the translation and the scale.
    Pose([[f64; 3]; 3], V::Double, V::Scalar),
    Velocity(V),
    Axis(V),
    Spin(V::Scalar),
    SurfaceVelocity(V),
    Layers(u32),
    Mask(u32),
    Data(u64),
    Moving(bool),
    Sensor(bool),
    /// Direction and margin.
    OneWay(Option<(V, V::Scalar)>),
}

/// The diff as data; `M` is the type of its surfaces.
fn store<V: Vector, M: Clone + 'static>(diff: &WorldDiff<V>) -> Option<StoredDiff<V, M>> {
    let mut known = Surfaces::new();
    let added = diff.added.iter();
    let added = added.map(|(id, body)| (*id, store_body(body, &mut known)));
    let added = added.collect();
    let changed = diff.changed.iter();
    let changed = changed.map(|change| (change.id, store_change(change, &mut known)));
    let changed = changed.collect();
    Some(StoredDiff {
        surfaces: copies(&known.surfaces)?,
        compounds: copies(&known.compounds)?,
        removed: diff.removed.clone(),
        added,
        changed,
        places: diff.places.clone(),
        same_places: diff.same_places,
    })
}

fn store_change<V: Vector>(
    change: &BodyChange<V>,
    known: &mut Surfaces<V>,
) -> Vec<StoredProperty<V>> {
    use StoredProperty as P;
    let collider = change.collider.as_ref();
    let collider = collider.map(|collider| P::Collider(store_collider(collider, known)));
    let pose = change
        .pose
        .map(|pose| P::Pose(pose.rotation.columns(), pose.translation, pose.scale));
    let one_way = change.one_way;
    let one_way = one_way.map(|way| P::OneWay(way.map(|way| (way.direction, way.margin))));
    let all = [
        collider,
        pose,
        change.velocity.map(P::Velocity),
        change.axis.map(P::Axis),
        change.spin.map(P::Spin),
        change.surface_velocity.map(P::SurfaceVelocity),
        change.layers.map(P::Layers),
        change.mask.map(P::Mask),
        change.data.map(P::Data),
        change.moving.map(P::Moving),
        change.sensor.map(P::Sensor),
        one_way,
    ];
    all.into_iter().flatten().collect()
}

/// Restores the diff; errors name the number of the body.
fn restore<V: Vector, M: BodySurface<V> + 'static, E: serde::de::Error>(
    stored: StoredDiff<V, M>,
) -> Result<WorldDiff<V>, E> {
    let surfaces = Surfaces {
        surfaces: shared(stored.surfaces),
        compounds: shared(stored.compounds),
    };
    let fault = |id: BodyId| move |what| E::custom(format!("body {}: {what}", id.number));
    let mut added = Vec::new();
    for (id, body) in stored.added {
        added.push((id, restore_body(body, &surfaces).map_err(fault(id))?));
    }
    let mut changed = Vec::new();
    for (id, properties) in stored.changed {
        let mut change = BodyChange::none(id);
        for property in properties {
            restore_property(&mut change, property, &surfaces).map_err(fault(id))?;
        }
        changed.push(change);
    }
    Ok(WorldDiff {
        removed: stored.removed,
        added,
        changed,
        places: stored.places,
        same_places: stored.same_places,
    })
}

fn restore_property<V: Vector>(
    change: &mut BodyChange<V>,
    property: StoredProperty<V>,
    surfaces: &Surfaces<V>,
) -> Result<(), &'static str> {
    use StoredProperty as P;
    match property {
        P::Collider(collider) => change.collider = Some(restore_collider(collider, surfaces)?),
        P::Pose(rotation, translation, scale) => {
            change.pose = Some(Pose {
                rotation: restore_rotation(rotation)?,
                translation,
                scale,
            });
        }
        P::Velocity(velocity) => change.velocity = Some(velocity),
        P::Axis(axis) => change.axis = Some(axis),
        P::Spin(spin) => change.spin = Some(spin),
        P::SurfaceVelocity(velocity) => change.surface_velocity = Some(velocity),
        P::Layers(layers) => change.layers = Some(layers),
        P::Mask(mask) => change.mask = Some(mask),
        P::Data(data) => change.data = Some(data),
        P::Moving(moving) => change.moving = Some(moving),
        P::Sensor(sensor) => change.sensor = Some(sensor),
        P::OneWay(way) => {
            change.one_way = Some(way.map(|(direction, margin)| OneWay { direction, margin }));
        }
    }
    Ok(())
}

through!(WorldDiff, store, restore: Vec2 Chain, DVec2 Chain, Vec3 Mesh, DVec3 Mesh);
