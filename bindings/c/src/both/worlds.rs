//! Worlds and their bodies.

use crate::answers::CAROM_NO_BODY;
use crate::handles;
use crate::locks::{alone, reading, writing};
use crate::memory::{Out, OutColumn, Plain, read};
use crate::objects::{CaromPairs, CaromSensors, Handle, SharedWorld};
use crate::status::{CaromStatus, Failure, Result};
use crate::values::{PoseOf, Space, VectorOf, is_set, positive};
use carom_fast::Worlds;
use carom_rs::{Body, BodyError, BodyId, Collider, OneWay, World};
use std::sync::{Arc, RwLock};

/// A handle of a world.
pub(crate) trait WorldHandle<V: Space>: Handle<Named = SharedWorld<V>> {}

impl<V: Space, H: Handle<Named = SharedWorld<V>>> WorldHandle<V> for H {}

/// A body of the header.
pub(crate) trait BodyOf<V: Space>: Plain {
    /// The body of the library; the world checks the rest.
    ///
    /// # Safety
    /// The points of the shape are null or of the number that it says.
    unsafe fn body(&self) -> Result<Body<V>>;

    /// Its form.
    ///
    /// # Safety
    /// As for [`body`](Self::body).
    unsafe fn collider(&self) -> Result<Collider<V>>;
}

pub(crate) fn refused(error: BodyError) -> Failure {
    let status = match error {
        BodyError::Gone => CaromStatus::CaromNoSuchBody,
        BodyError::Full => CaromStatus::CaromFull,
        _ => CaromStatus::CaromInvalid,
    };
    Failure::new(status, error.to_string())
}

pub(crate) fn body_of<V: Space>(world: &World<V>, body: u64) -> Result<&Body<V>> {
    let id = (body != CAROM_NO_BODY).then(|| BodyId::from_bits(body));
    let found = id.and_then(|id| world.get(id));
    found.ok_or_else(|| refused(BodyError::Gone))
}

/// A change of one body.
pub(crate) fn change<V: Space>(
    world: impl WorldHandle<V>,
    change: impl FnOnce(&mut World<V>) -> std::result::Result<(), BodyError>,
) -> Result<()> {
    let world = handles::object(world, "world")?;
    change(&mut *writing(&world)?).map_err(refused)
}

/// # Safety
/// The pointer is null or valid.
pub(crate) unsafe fn create<V: Space>(out: *mut impl WorldHandle<V>) -> Result<()> {
    // SAFETY: what the caller promises.
    let out = unsafe { Out::new(out, "out") }?;
    out.write(handles::named(Arc::default())?);
    Ok(())
}

/// # Safety
/// The pointer is null or valid.
pub(crate) unsafe fn copy<V: Space, H: WorldHandle<V>>(world: H, out: *mut H) -> Result<()> {
    // SAFETY: what the caller promises.
    let out = unsafe { Out::new(out, "out") }?;
    let world = handles::object(world, "world")?;
    let copy = reading(&world)?.clone();
    out.write(handles::named(Arc::new(RwLock::new(copy)))?);
    Ok(())
}

/// # Safety
/// The pointers are null or valid.
pub(crate) unsafe fn add<V: Worlds>(
    world: impl WorldHandle<V>,
    body: *const impl BodyOf<V>,
    out: *mut u64,
) -> Result<()> {
    // SAFETY: what the caller promises.
    let (body, out) = unsafe { (read(body, "body")?.body()?, Out::new(out, "out")?) };
    let world = handles::object(world, "world")?;
    let id = V::insert(&mut *writing(&world)?, body).map_err(refused)?;
    out.write(id.to_bits());
    Ok(())
}

/// # Safety
/// The pointer is null or valid.
pub(crate) unsafe fn count<V: Space>(world: impl WorldHandle<V>, out: *mut usize) -> Result<()> {
    // SAFETY: what the caller promises.
    let out = unsafe { Out::new(out, "out") }?;
    let world = handles::object(world, "world")?;
    out.write(reading(&world)?.len());
    Ok(())
}

/// # Safety
/// The pointer is null or valid.
pub(crate) unsafe fn set_pose<V: Worlds>(
    world: impl WorldHandle<V>,
    body: u64,
    pose: *const impl PoseOf<V>,
) -> Result<()> {
    // SAFETY: what the caller promises.
    let pose = unsafe { read(pose, "pose") }?.pose();
    change(world, |world| {
        V::set_pose(world, BodyId::from_bits(body), pose)
    })
}

/// # Safety
/// The pointer is null or valid.
pub(crate) unsafe fn move_to<V: Worlds>(
    world: impl WorldHandle<V>,
    body: u64,
    pose: *const impl PoseOf<V>,
    dt: f32,
) -> Result<()> {
    // SAFETY: what the caller promises.
    let pose = unsafe { read(pose, "pose") }?.pose();
    let dt = positive(dt, "dt")?;
    change(world, |world| {
        V::move_to(world, BodyId::from_bits(body), pose, dt)
    })
}

pub(crate) fn set_layers<V: Space>(
    world: impl WorldHandle<V>,
    body: u64,
    [layers, mask]: [u32; 2],
) -> Result<()> {
    change(world, |world| {
        world.set_layers(BodyId::from_bits(body), layers)?;
        world.set_mask(BodyId::from_bits(body), mask)
    })
}

pub(crate) fn optimize<V: Worlds>(world: impl WorldHandle<V>) -> Result<()> {
    change(world, |world| {
        V::optimize(world);
        Ok(())
    })
}

/// # Safety
/// The pointers are null or valid, with the capacity.
pub(crate) unsafe fn bodies<V: Space>(
    world: impl WorldHandle<V>,
    out: *mut u64,
    capacity: usize,
    count: *mut usize,
) -> Result<()> {
    // SAFETY: what the caller promises.
    let (mut out, count) = unsafe {
        let out = OutColumn::new(out, capacity, "out")?;
        (out, Out::new(count, "count")?)
    };
    let world = handles::object(world, "world")?;
    let names: Vec<u64> = reading(&world)?
        .iter()
        .map(|(id, _)| id.to_bits())
        .collect();
    count.write(out.fill(names.into_iter()));
    Ok(())
}

/// # Safety
/// The pointer is null or valid.
pub(crate) unsafe fn body<V: Space, B: Plain + for<'a> From<&'a Body<V>>>(
    world: impl WorldHandle<V>,
    body: u64,
    out: *mut B,
) -> Result<()> {
    // SAFETY: what the caller promises.
    let out = unsafe { Out::new(out, "out") }?;
    let world = handles::object(world, "world")?;
    out.write(body_of(&*reading(&world)?, body)?.into());
    Ok(())
}

/// # Safety
/// The pointer is null or valid.
pub(crate) unsafe fn data<V: Space>(
    world: impl WorldHandle<V>,
    body: u64,
    out: *mut u64,
) -> Result<()> {
    // SAFETY: what the caller promises.
    let out = unsafe { Out::new(out, "out") }?;
    let world = handles::object(world, "world")?;
    let world = reading(&world)?;
    out.write(body_of(&world, body)?.data);
    Ok(())
}

/// # Safety
/// The pointer is null or valid.
pub(crate) unsafe fn replace<V: Worlds>(
    world: impl WorldHandle<V>,
    name: u64,
    body: *const impl BodyOf<V>,
) -> Result<()> {
    // SAFETY: what the caller promises.
    let collider = unsafe { read(body, "body")?.collider() }?;
    let world = handles::object(world, "world")?;
    let world = &mut *writing(&world)?;
    let replaced = Body {
        collider,
        ..body_of(world, name)?.clone()
    };
    V::replace(world, BodyId::from_bits(name), replaced).map_err(refused)
}

pub(crate) fn set_moving<V: Space>(
    world: impl WorldHandle<V>,
    body: u64,
    moving: u32,
) -> Result<()> {
    let moving = is_set(moving, "moving")?;
    change(world, |world| {
        world.set_moving(BodyId::from_bits(body), moving)
    })
}

pub(crate) fn set_sensor<V: Space>(
    world: impl WorldHandle<V>,
    body: u64,
    sensor: u32,
) -> Result<()> {
    let sensor = is_set(sensor, "sensor")?;
    change(world, |world| {
        world.set_sensor(BodyId::from_bits(body), sensor)
    })
}

pub(crate) fn set_one_way<V: Space>(
    world: impl WorldHandle<V>,
    body: u64,
    direction: impl VectorOf<V>,
    margin: f32,
) -> Result<()> {
    let direction: V = direction.into();
    change(world, |world| {
        let way = (direction != V::ZERO).then_some(OneWay { direction, margin });
        world.set_one_way(BodyId::from_bits(body), way)
    })
}

pub(crate) fn update_sensors<V: Worlds>(
    sensors: CaromSensors,
    world: impl WorldHandle<V>,
) -> Result<()> {
    let world = handles::object(world, "world")?;
    let sensors = handles::object(sensors, "sensors")?;
    V::update_sensors(&*reading(&world)?, &mut *alone(&sensors, "sensors")?);
    Ok(())
}

pub(crate) fn update_pairs<V: Worlds>(pairs: CaromPairs, world: impl WorldHandle<V>) -> Result<()> {
    let world = handles::object(world, "world")?;
    let pairs = handles::object(pairs, "pairs")?;
    V::update_pairs(&*reading(&world)?, &mut *alone(&pairs, "pairs")?);
    Ok(())
}

#[cfg(any(feature = "full", feature = "planar"))]
pub(crate) fn update_pairs_with<V: Worlds, H: WorldHandle<V>>(
    pairs: CaromPairs,
    world: H,
    other: H,
) -> Result<()> {
    let world = handles::object(world, "world")?;
    let other = handles::object(other, "other")?;
    let pairs = handles::object(pairs, "pairs")?;
    let (world, other) = (reading(&world)?, reading(&other)?);
    V::update_pairs_with(&world, &other, &mut *alone(&pairs, "pairs")?);
    Ok(())
}
