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
struct StoredBody<V: Vector> {
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
enum StoredCollider<V: Vector> {
    Shape(Shape<V>),
    Cuboid(Shape<V>),
    /// Index into the surfaces.
    Surface(usize),
    /// Index into the compounds.
    Compound(usize),
}

/// The surfaces of a world, each once.
struct Surfaces<V: Vector> {
    /// Meshes, or in 2D chains.
    surfaces: Vec<Arc<dyn BodySurface<V>>>,
    compounds: Vec<Arc<dyn BodySurface<V>>>,
}

impl<V: Vector> Surfaces<V> {
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
fn copies<V: Vector, M: Clone + 'static>(known: &[Arc<dyn BodySurface<V>>]) -> Option<Vec<M>> {
    let copy = |surface: &Arc<dyn BodySurface<V>>| surface.as_any().downcast_ref::<M>().cloned();
    known.iter().map(copy).collect()
}

/// Surfaces as colliders of bodies.
fn shared<V: Vector, M: BodySurface<V> + 'static>(
    surfaces: Vec<M>,
) -> Vec<Arc<dyn BodySurface<V>>> {
    let shared = |surface: M| -> Arc<dyn BodySurface<V>> { Arc::new(surface) };
    surfaces.into_iter().map(shared).collect()
}

/// The world as data; `M` is the type of its surfaces.
fn store<V: Vector, M: Clone + 'static>(world: &World<V>) -> Option<StoredWorld<V, M>> {
    let mut known = Surfaces {
        surfaces: Vec::new(),
        compounds: Vec::new(),
    };
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

fn store_body<V: Vector>(body: &Body<V>, known: &mut Surfaces<V>) -> StoredBody<V> {
    let collider = match &body.collider.0 {
        ColliderKind::Shape(shape) => StoredCollider::Shape(shape.clone()),
        ColliderKind::Box(shape) => StoredCollider::Cuboid(shape.clone()),
        ColliderKind::Surface(surface) => known.number(surface),
    };
    StoredBody {
        collider,
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

fn restore_body<V: Vector>(
    stored: StoredBody<V>,
    surfaces: &Surfaces<V>,
) -> Result<Body<V>, &'static str> {
    let kind = match stored.collider {
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
    let rotation =
        Rotation::of_columns(stored.rotation).ok_or("its rotation is not a rotation matrix")?;
    Ok(Body {
        collider: Collider(kind),
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

fn serialize<V, M, S: Serializer>(world: &World<V>, serializer: S) -> Result<S::Ok, S::Error>
where
    V: Vector<Scalar: Serialize, Double: Serialize> + Serialize,
    M: Serialize + Clone + 'static,
{
    let stored = store::<V, M>(world);
    let stored = stored.ok_or_else(|| S::Error::custom("a surface of an unknown type"))?;
    stored.serialize(serializer)
}

fn deserialize<'de, V, M, D: Deserializer<'de>>(deserializer: D) -> Result<World<V>, D::Error>
where
    V: Vector<Scalar: DeserializeOwned, Double: DeserializeOwned> + DeserializeOwned,
    M: BodySurface<V> + DeserializeOwned + 'static,
{
    restore::<V, M, D::Error>(StoredWorld::deserialize(deserializer)?)
}

impl Serialize for World<Vec2> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize::<_, Chain<Vec2>, _>(self, serializer)
    }
}

impl Serialize for World<DVec2> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize::<_, Chain<DVec2>, _>(self, serializer)
    }
}

impl Serialize for World<Vec3> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize::<_, Mesh<Vec3>, _>(self, serializer)
    }
}

impl Serialize for World<DVec3> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize::<_, Mesh<DVec3>, _>(self, serializer)
    }
}

impl<'de> Deserialize<'de> for World<Vec2> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserialize::<_, Chain<Vec2>, _>(deserializer)
    }
}

impl<'de> Deserialize<'de> for World<DVec2> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserialize::<_, Chain<DVec2>, _>(deserializer)
    }
}

impl<'de> Deserialize<'de> for World<Vec3> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserialize::<_, Mesh<Vec3>, _>(deserializer)
    }
}

impl<'de> Deserialize<'de> for World<DVec3> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserialize::<_, Mesh<DVec3>, _>(deserializer)
    }
}
