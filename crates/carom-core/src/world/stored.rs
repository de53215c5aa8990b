//! A world as data: the bodies by place and generation, each shared surface once.

use super::World;
use super::bodies::Bodies;
use super::body::{Body, Collider, ColliderKind, OneWay};
use super::body_entry::BodyEntry;
use super::body_surface::BodySurface;
use super::pose::Pose;
use super::rotation::Rotation;
use crate::shape::Shape;
use crate::surface::chain::Chain;
use crate::surface::compound::Compound;
use crate::surface::mesh::Mesh;
use alloc::format;
use alloc::sync::Arc;
use alloc::vec::Vec;
use carom_math::Vector;
use glam::{DVec2, DVec3, Vec2, Vec3};
use serde::de::DeserializeOwned;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize, Deserialize)]
#[serde(rename = "World")]
#[serde(bound(
    serialize = "V: Serialize, V::Scalar: Serialize, V::Double: Serialize, M: Serialize",
    deserialize = "V: DeserializeOwned, V::Scalar: DeserializeOwned, V::Double: DeserializeOwned, M: DeserializeOwned"
))]
struct StoredWorld<V: Vector, M> {
    /// Meshes, or in 2D chains.
    surfaces: Vec<M>,
    #[serde(default)]
    compounds: Vec<Compound<V>>,
    places: Vec<StoredPlace<V>>,
    /// The free places, reused from the end.
    free: Vec<u32>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Place")]
#[serde(bound(
    serialize = "V: Serialize, V::Scalar: Serialize, V::Double: Serialize",
    deserialize = "V: DeserializeOwned, V::Scalar: DeserializeOwned, V::Double: DeserializeOwned"
))]
struct StoredPlace<V: Vector> {
    generation: u32,
    body: Option<StoredBody<V>>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Body")]
#[serde(bound(
    serialize = "V: Serialize, V::Scalar: Serialize, V::Double: Serialize",
    deserialize = "V: DeserializeOwned, V::Scalar: DeserializeOwned, V::Double: DeserializeOwned"
))]
pub(super) struct StoredBody<V: Vector> {
    collider: StoredCollider<V>,
    /// The images of the unit vectors.
    rotation: [[f64; 3]; 3],
    translation: V::Double,
    scale: V::Scalar,
    layers: u32,
    mask: u32,
    data: u64,
    velocity: V,
    axis: V,
    spin: V::Scalar,
    surface_velocity: V,
    moving: bool,
    sensor: bool,
    /// Direction and margin.
    one_way: Option<(V, V::Scalar)>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Collider", rename_all = "snake_case")]
#[serde(bound(
    serialize = "V: Serialize, V::Scalar: Serialize",
    deserialize = "V: DeserializeOwned, V::Scalar: DeserializeOwned"
))]
pub(super) enum StoredCollider<V: Vector> {
    Shape(Shape<V>),
    Cuboid(Shape<V>),
    /// Index into the surfaces.
    Surface(usize),
    /// Index into the compounds.
    Compound(usize),
}

/// The surfaces of a world, each once.
pub(super) struct Surfaces<V: Vector> {
    /// Meshes, or in 2D chains.
    pub(super) surfaces: Vec<Arc<dyn BodySurface<V>>>,
    pub(super) compounds: Vec<Arc<dyn BodySurface<V>>>,
}

impl<V: Vector> Surfaces<V> {
    pub(super) fn new() -> Self {
        Self {
            surfaces: Vec::new(),
            compounds: Vec::new(),
        }
    }

    /// The collider with this surface, which is added if it is new.
    fn number(&mut self, surface: &Arc<dyn BodySurface<V>>) -> StoredCollider<V> {
        let is_compound = surface.as_any().is::<Compound<V>>();
        let known = if is_compound {
            &mut self.compounds
        } else {
            &mut self.surfaces
        };
        let place = known.iter().position(|other| Arc::ptr_eq(other, surface));
        let number = place.unwrap_or_else(|| {
            known.push(surface.clone());
            known.len() - 1
        });
        if is_compound {
            StoredCollider::Compound(number)
        } else {
            StoredCollider::Surface(number)
        }
    }
}

/// Copies of the surfaces, if they are all of this type.
pub(super) fn copies<V: Vector, M: Clone + 'static>(
    known: &[Arc<dyn BodySurface<V>>],
) -> Option<Vec<M>> {
    let copy = |surface: &Arc<dyn BodySurface<V>>| surface.as_any().downcast_ref::<M>().cloned();
    known.iter().map(copy).collect()
}

/// Surfaces as colliders of bodies.
pub(super) fn shared<V: Vector, M: BodySurface<V> + 'static>(
    surfaces: Vec<M>,
) -> Vec<Arc<dyn BodySurface<V>>> {
    let shared = |surface: M| -> Arc<dyn BodySurface<V>> { Arc::new(surface) };
    surfaces.into_iter().map(shared).collect()
}

/// The world as data; `M` is the type of its surfaces.
fn store<V: Vector, M: Clone + 'static>(world: &World<V>) -> Option<StoredWorld<V, M>> {
    let mut known = Surfaces::new();
    let (places, free) = world.bodies.places();
    let places = places.map(|(generation, entry)| StoredPlace {
        generation,
        body: entry.map(|entry| store_body(&entry.body, &mut known)),
    });
    let places = places.collect();
    Some(StoredWorld {
        surfaces: copies(&known.surfaces)?,
        compounds: copies(&known.compounds)?,
        places,
        free: free.to_vec(),
    })
}

pub(super) fn store_collider<V: Vector>(
    collider: &Collider<V>,
    known: &mut Surfaces<V>,
) -> StoredCollider<V> {
    match &collider.0 {
        ColliderKind::Shape(shape) => StoredCollider::Shape(shape.clone()),
        ColliderKind::Box(shape) => StoredCollider::Cuboid(shape.clone()),
        ColliderKind::Surface(surface) => known.number(surface),
    }
}

pub(super) fn store_body<V: Vector>(body: &Body<V>, known: &mut Surfaces<V>) -> StoredBody<V> {
    StoredBody {
        collider: store_collider(&body.collider, known),
        rotation: body.pose.rotation.columns(),
        translation: body.pose.translation,
        scale: body.pose.scale,
        layers: body.layers,
        mask: body.mask,
        data: body.data,
        velocity: body.velocity,
        axis: body.axis,
        spin: body.spin,
        surface_velocity: body.surface_velocity,
        moving: body.moving,
        sensor: body.sensor,
        one_way: body.one_way.map(|way| (way.direction, way.margin)),
    }
}

/// Restores the world; errors name the number of the body.
fn restore<V: Vector, M: BodySurface<V> + 'static, E: serde::de::Error>(
    stored: StoredWorld<V, M>,
) -> Result<World<V>, E> {
    let surfaces = Surfaces {
        surfaces: shared(stored.surfaces),
        compounds: shared(stored.compounds),
    };
    let mut places = Vec::new();
    for (number, place) in stored.places.into_iter().enumerate() {
        let entry = match place.body {
            Some(body) => {
                let body = restore_body(body, &surfaces);
                let body = body.map_err(|what| E::custom(format!("body {number}: {what}")))?;
                let entry = BodyEntry::new(body);
                Some(entry.map_err(|what| E::custom(format!("body {number}: {what}")))?)
            }
            None => None,
        };
        places.push((place.generation, entry));
    }
    let bodies = Bodies::of_places(places.into_iter(), stored.free);
    let bodies = bodies.ok_or_else(|| E::custom("the list of free places is invalid"))?;
    Ok(World { bodies })
}

pub(super) fn restore_collider<V: Vector>(
    stored: StoredCollider<V>,
    surfaces: &Surfaces<V>,
) -> Result<Collider<V>, &'static str> {
    let kind = match stored {
        StoredCollider::Shape(shape) => ColliderKind::Shape(shape),
        StoredCollider::Cuboid(shape) => ColliderKind::Box(shape),
        StoredCollider::Surface(i) => {
            let surface = surfaces.surfaces.get(i);
            ColliderKind::Surface(
                surface
                    .ok_or("there is no surface with this number")?
                    .clone(),
            )
        }
        StoredCollider::Compound(i) => {
            let compound = surfaces.compounds.get(i);
            ColliderKind::Surface(
                compound
                    .ok_or("there is no compound with this number")?
                    .clone(),
            )
        }
    };
    Ok(Collider(kind))
}

pub(super) fn restore_rotation<V: Vector>(
    columns: [[f64; 3]; 3],
) -> Result<Rotation<V>, &'static str> {
    Rotation::of_columns(columns).ok_or("its rotation is not a rotation matrix")
}

pub(super) fn restore_body<V: Vector>(
    stored: StoredBody<V>,
    surfaces: &Surfaces<V>,
) -> Result<Body<V>, &'static str> {
    let rotation = restore_rotation(stored.rotation)?;
    Ok(Body {
        collider: restore_collider(stored.collider, surfaces)?,
        pose: Pose {
            rotation,
            translation: stored.translation,
            scale: stored.scale,
        },
        layers: stored.layers,
        mask: stored.mask,
        data: stored.data,
        velocity: stored.velocity,
        axis: stored.axis,
        spin: stored.spin,
        surface_velocity: stored.surface_velocity,
        moving: stored.moving,
        sensor: stored.sensor,
        one_way: stored
            .one_way
            .map(|(direction, margin)| OneWay { direction, margin }),
    })
}

/// Serializes a type through its stored form, for every vector: with `Mesh` as the surface in 3D and `Chain` in 2D.
macro_rules! through {
    ($type:ident, $store:ident, $restore:ident: $($vector:ident $surface:ident),*) => {
        $(
            impl Serialize for $type<$vector> {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    let stored = $store::<$vector, $surface<$vector>>(self);
                    let stored = stored.ok_or_else(|| S::Error::custom("a surface of an unknown type"))?;
                    stored.serialize(serializer)
                }
            }

            impl<'de> Deserialize<'de> for $type<$vector> {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    let stored = Deserialize::deserialize(deserializer)?;
                    $restore::<$vector, $surface<$vector>, D::Error>(stored)
                }
            }
        )*
    };
}
pub(super) use through;

through!(World, store, restore: Vec2 Chain, DVec2 Chain, Vec3 Mesh, DVec3 Mesh);
