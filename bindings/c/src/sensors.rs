//! The bodies that touch a shape, and the events of sensors.

use crate::handles;
use crate::locks::alone;
#[cfg(feature = "worlds")]
use crate::locks::reading;
use crate::memory::{Out, OutColumn, Plain};
#[cfg(feature = "worlds")]
use crate::objects::CaromWorld;
use crate::objects::{CaromSensors, Kind};
use crate::status::{CaromStatus, Failure, guarded};
#[cfg(feature = "worlds")]
use crate::{both::queries, both::worlds, memory::read, query::CaromQuery, shape::CaromShape};
use carom_rs::SensorPair;
use std::sync::Arc;

/// List of sensors or pairs: all pairs of the last update.
pub const CAROM_NOW: u32 = 0;
/// List of sensors: pairs that were not there at the update before.
pub const CAROM_ENTERED: u32 = 1;
/// List of sensors: pairs of the update before that are gone; the sensor or the body may have been removed.
pub const CAROM_LEFT: u32 = 2;

/// A sensor and a body that touches it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaromSensorPair {
    /// The sensor.
    pub sensor: u64,
    /// The body that touches it.
    pub body: u64,
}

// SAFETY: integers.
unsafe impl Plain for CaromSensorPair {}

impl From<&SensorPair> for CaromSensorPair {
    fn from(pair: &SensorPair) -> Self {
        Self {
            sensor: pair.sensor.to_bits(),
            body: pair.body.to_bits(),
        }
    }
}

/// The bodies of a world that touch the shape, in the order of carom_contacts(); for triggers with CAROM_WITH_SENSORS.
/// The first `capacity` of them are written to `out`, which may be null for a capacity of 0; `count` becomes the number of
/// all. The query of a mesh or compound is an error,
/// CAROM_WRONG_KIND.
#[cfg(feature = "worlds")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_overlaps(
    query: *const CaromQuery,
    shape: *const CaromShape,
    out: *mut u64,
    capacity: usize,
    count: *mut usize,
) -> CaromStatus {
    guarded("carom_overlaps", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (query, shape, mut out, count) = unsafe {
            let (query, shape) = (read(query, "query")?, queries::shape(shape)?);
            let out = OutColumn::new(out, capacity, "out")?;
            (query, shape, out, Out::new(count, "count")?)
        };
        let world = query.world()?;
        let mut found = Vec::new();
        let world = reading(&world)?;
        query.of_world(&world).overlaps(&shape, &mut found);
        count.write(out.fill(found.iter().map(|id| id.to_bits())));
        Ok(())
    })
}

/// Sensor events, none yet. Free it with carom_sensors_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_sensors_create(out: *mut CaromSensors) -> CaromStatus {
    guarded("carom_sensors_create", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let out = unsafe { Out::new(out, "out") }?;
        out.write(handles::named(Arc::default())?);
        Ok(())
    })
}

/// Frees sensor events. The zero handle is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn carom_sensors_free(sensors: CaromSensors) -> CaromStatus {
    guarded("carom_sensors_free", || {
        handles::free(sensors.bits, Kind::Sensors)
    })
}

/// Finds which bodies touch which sensors of a world now, and what has changed since the last update.
///
/// A sensor detects all bodies that are not sensors themselves, are in a layer of its mask and have one of its layers in
/// theirs; a one-way body where that would block. A mesh is a shell: a sensor inside a closed mesh does not touch it.
#[cfg(feature = "worlds")]
#[unsafe(no_mangle)]
pub extern "C" fn carom_sensors_update(sensors: CaromSensors, world: CaromWorld) -> CaromStatus {
    guarded("carom_sensors_update", || {
        worlds::update_sensors(sensors, world)
    })
}

/// The pairs of a list of the last update, CAROM_NOW, CAROM_ENTERED or CAROM_LEFT, sorted by sensor, then by body. The
/// first `capacity` of them are written to `out`, which may be null for a capacity of 0; `count` becomes the number of
/// all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_sensors_pairs(
    sensors: CaromSensors,
    list: u32,
    out: *mut CaromSensorPair,
    capacity: usize,
    count: *mut usize,
) -> CaromStatus {
    guarded("carom_sensors_pairs", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (mut out, count) = unsafe {
            let out = OutColumn::new(out, capacity, "out")?;
            (out, Out::new(count, "count")?)
        };
        let sensors = handles::object(sensors, "sensors")?;
        let sensors = alone(&sensors, "sensors")?;
        let pairs: &[SensorPair] = match list {
            CAROM_NOW => sensors.now(),
            CAROM_ENTERED => sensors.entered(),
            CAROM_LEFT => sensors.left(),
            other => {
                let text = format!("list is {other}, which is no list of sensors");
                return Err(Failure::invalid(text));
            }
        };
        count.write(out.fill(pairs.iter().map(CaromSensorPair::from)));
        Ok(())
    })
}
