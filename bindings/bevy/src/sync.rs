//! Keeps the bodies of a world equal to the entities: shapes, attributes, places, platforms.

use crate::bodies::{Bodies, Placed};
use crate::body::{CollisionLayers, Conveyor, OneWay, Platform, PlatformState, Sensor};
use crate::convert::vector;
use crate::dimension::{Dimension, pose};
use crate::frame::{Frame, Frames};
use crate::shape::Solid;
use bevy_ecs::hierarchy::Children;
use bevy_ecs::lifecycle::Remove;
use bevy_ecs::name::NameOrEntity;
use bevy_ecs::observer::On;
use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use bevy_math::{Quat, Vec3};
use bevy_time::Time;
use bevy_transform::components::{GlobalTransform, Transform};
use carom::{Body, BodyId, Vector};
use tracing::warn;

/// What a body takes from its entity, or from the entity of its level.
#[derive(QueryData)]
pub(crate) struct Attributes {
    layers: Option<&'static CollisionLayers>,
    sensor: Has<Sensor>,
    one_way: Option<&'static OneWay>,
    conveyor: Option<&'static Conveyor>,
}

/// The attributes of a body; its own come before those of its level.
pub(crate) fn with_attributes<D: Dimension>(
    mut body: Body<D::Vector>,
    own: &AttributesItem,
    level: &AttributesItem,
) -> Body<D::Vector> {
    let layers = own.layers.or(level.layers).copied().unwrap_or_default();
    // Their layer is that of the characters alone.
    body.layers = layers.layers & !CollisionLayers::CHARACTERS;
    body.mask = layers.mask;
    body.sensor = own.sensor || level.sensor;
    body.one_way = own.one_way.or(level.one_way).map(|way| carom::OneWay {
        direction: vector(way.direction),
        margin: way.margin,
    });
    let conveyor = own.conveyor.or(level.conveyor).copied();
    body.surface_velocity = vector(conveyor.unwrap_or_default().velocity);
    body
}

/// Entities with a collider that has changed, or a scale that is not the one in its shape.
pub(crate) fn place_colliders<D: Dimension>(
    mut commands: Commands,
    mut bodies: ResMut<Bodies<D>>,
    frames: Frames,
    changed: Query<
        (
            NameOrEntity,
            &D::Shape,
            Ref<D::Shape>,
            Option<&Placed<D>>,
            Attributes,
        ),
        Or<(
            Changed<D::Shape>,
            Changed<Transform>,
            Changed<GlobalTransform>,
        )>,
    >,
) {
    for (name, shape, change, placed, attributes) in &changed {
        let entity = name.entity;
        let Some(frame) = frames.of(entity) else {
            warn!(
                "collider of {name}: it or an ancestor has no Transform, and it collides with nothing"
            );
            continue;
        };
        let is_known = match placed {
            Some(placed) => placed.baked == frame.baked(),
            None => is_hopeless(shape, &frame),
        };
        if is_known && !change.is_changed() {
            continue;
        }
        let made = shape.collider(frame.baked()).and_then(|collider| {
            let mut body = Body::new(collider);
            body.pose = pose::<D>(&frame);
            let body = with_attributes::<D>(body, &attributes, &attributes);
            let old = placed.map(|placed| placed.body);
            bodies
                .put(old, body, [entity, entity], frame.baked())
                .map_err(|error| error.to_string())
        });
        match made {
            Ok(placed) => {
                commands.entity(entity).try_insert(placed);
            }
            Err(error) => {
                warn!("collider of {name}: {error}, and it collides with nothing");
                commands.entity(entity).try_remove::<Placed<D>>();
            }
        }
    }
}

/// Whether a collider that was rejected would be again, wherever it is: the warning is not repeated.
fn is_hopeless<V: Vector<Scalar = f32>>(shape: &impl Solid<V>, frame: &Frame) -> bool {
    let collider = shape.collider(frame.baked());
    collider.is_err() || collider.is_ok_and(|collider| Body::new(collider).check().is_err())
}

/// Bodies of entities that were moved: a teleport, unless a platform moves them.
pub(crate) fn follow_transforms<D: Dimension>(
    mut bodies: ResMut<Bodies<D>>,
    frames: Frames,
    moved: Query<(NameOrEntity, &Placed<D>), Or<(Changed<Transform>, Changed<GlobalTransform>)>>,
) {
    for (name, placed) in &moved {
        let Some(frame) = frames.of(name.entity) else {
            continue;
        };
        let place = pose::<D>(&frame);
        let world = &mut bodies.world;
        let old = world.get(placed.body).map(|body| body.pose);
        if frame.baked() != placed.baked || old.is_none_or(|old| old == place) {
            continue;
        }
        if let Err(error) = world.set_pose(placed.body, place) {
            warn!("{name}: {error}, and its body stays where it was");
        }
    }
}

/// Bodies of entities with changed attributes, and of the meshes of such levels.
pub(crate) fn refresh_attributes<D: Dimension>(
    mut bodies: ResMut<Bodies<D>>,
    changed: Query<
        Entity,
        Or<(
            Changed<CollisionLayers>,
            Changed<Sensor>,
            Changed<OneWay>,
            Changed<Conveyor>,
        )>,
    >,
    placed: Query<(Entity, &Placed<D>)>,
    attributes: Query<Attributes>,
    names: Query<NameOrEntity>,
) {
    let mut touched = core::mem::take(&mut bodies.touched);
    touched.extend(&changed);
    if touched.is_empty() {
        return;
    }
    touched.sort_unstable();
    touched.dedup();
    for (entity, placed) in &placed {
        let is_touched = |entity| touched.binary_search(&entity).is_ok();
        if !(is_touched(entity) || is_touched(placed.level)) {
            continue;
        }
        let (Ok(own), Ok(level)) = (attributes.get(entity), attributes.get(placed.level)) else {
            continue;
        };
        let Some(body) = bodies.world.get(placed.body) else {
            continue;
        };
        let body = with_attributes::<D>(body.clone(), &own, &level);
        if let (Err(error), Ok(name)) = (bodies.world.replace(placed.body, body), names.get(entity))
        {
            warn!("{name}: {error}, and its body stays as it was");
        }
    }
    touched.clear();
    bodies.touched = touched;
}

/// Moves the bodies of platforms from where they were a tick ago to where they are, so that they carry and push.
pub(crate) fn move_platforms<D: Dimension>(
    mut bodies: ResMut<Bodies<D>>,
    frames: Frames,
    time: Res<Time>,
    platforms: Query<(Entity, &PlatformState), With<Platform>>,
    children: Query<&Children>,
    placed: Query<&Placed<D>>,
) {
    let dt = time.delta_secs();
    for (platform, state) in &platforms {
        let Some(frame) = frames.of(platform) else {
            continue;
        };
        let now = (frame.translation, frame.rotation);
        let before = state.pose.unwrap_or(now);
        for entity in core::iter::once(platform).chain(children.iter_descendants(platform)) {
            let is_own = entity == platform || !platforms.contains(entity);
            let (true, Ok(placed), Some(part)) = (is_own, placed.get(entity), frames.of(entity))
            else {
                continue;
            };
            let from = match (before == now, entity == platform) {
                (true, _) => part,
                (false, true) => Frame {
                    translation: before.0,
                    rotation: before.1,
                    ..part
                },
                (false, false) => part.before(before, now),
            };
            drive(&mut bodies, placed.body, [&from, &part], dt);
        }
    }
}

/// Lets a body move in the tick. Refused poses were reported when the entity was moved there.
fn drive<D: Dimension>(bodies: &mut Bodies<D>, id: BodyId, [from, to]: [&Frame; 2], dt: f32) {
    let world = &mut bodies.world;
    let Some(body) = world.get(id) else {
        return;
    };
    let (from, to) = (pose::<D>(from), pose::<D>(to));
    let rests = body.velocity == vector(Vec3::ZERO) && body.spin == 0.0;
    if from == to && rests && body.pose == to {
        return;
    }
    if !body.moving {
        let _ = world.set_moving(id, true);
    }
    if world.get(id).is_some_and(|body| body.pose != from) {
        let _ = world.set_pose(id, from);
    }
    let _ = world.move_to(id, to, dt);
}

/// Remembers where the platforms are at the end of the tick.
pub(crate) fn keep_platforms(
    frames: Frames,
    mut platforms: Query<(Entity, &mut PlatformState), With<Platform>>,
) {
    for (platform, mut state) in &mut platforms {
        let now: Option<(Vec3, Quat)> = frames
            .of(platform)
            .map(|frame| (frame.translation, frame.rotation));
        if state.pose != now {
            state.pose = now;
        }
    }
}

/// A platform that is none any more rests.
pub(crate) fn stop_platform<D: Dimension>(
    removed: On<Remove<Platform>>,
    mut bodies: ResMut<Bodies<D>>,
    children: Query<&Children>,
    placed: Query<&Placed<D>>,
) {
    let platform = removed.entity;
    for entity in core::iter::once(platform).chain(children.iter_descendants(platform)) {
        if let Ok(placed) = placed.get(entity) {
            let (zero, world) = (vector(Vec3::ZERO), &mut bodies.world);
            let _ = world.set_velocity(placed.body, zero);
            let _ = world.set_spin(placed.body, zero, 0.0);
            let _ = world.set_moving(placed.body, false);
        }
    }
}

/// Removes the body of an entity that has lost it.
pub(crate) fn remove_body<D: Dimension>(
    removed: On<Remove<Placed<D>>>,
    mut bodies: ResMut<Bodies<D>>,
    placed: Query<&Placed<D>>,
) {
    if let Ok(placed) = placed.get(removed.entity) {
        bodies.world.remove(placed.body);
    }
}

/// A collider that is removed takes its body along.
pub(crate) fn remove_collider<D: Dimension>(removed: On<Remove<D::Shape>>, mut commands: Commands) {
    if let Ok(mut entity) = commands.get_entity(removed.entity) {
        entity.try_remove::<Placed<D>>();
    }
}

/// Removals are observed as they happen: between two ticks there may be many frames.
pub(crate) fn touch<D: Dimension, C: Component>(
    removed: On<Remove<C>>,
    mut bodies: ResMut<Bodies<D>>,
) {
    bodies.touched.push(removed.entity);
}
