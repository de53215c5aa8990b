//! Bodies of worlds in 2D, read back and changed one by one.

use super::values::CaromVec2;
use super::world::{Carom2dBody, carom2d_body_of_chain};
use crate::body_flags::{CAROM_MOVING, CAROM_ONE_WAY, CAROM_SENSOR};
use crate::both::characters::flag;
use crate::both::worlds;
use crate::objects::{Carom2dWorld, CaromChain};
use crate::status::{CaromStatus, guarded};
use carom_rs::Body;
use carom_rs::glam::Vec2;

impl From<&Body<Vec2>> for Carom2dBody {
    fn from(body: &Body<Vec2>) -> Self {
        let one_way = body.one_way;
        Self {
            pose: (&body.pose).into(),
            velocity: body.velocity.into(),
            spin: body.spin,
            surface_velocity: body.surface_velocity.into(),
            one_way_direction: one_way.map_or(Vec2::ZERO, |way| way.direction).into(),
            one_way_margin: one_way.map_or(0.0, |way| way.margin),
            layers: body.layers,
            mask: body.mask,
            flags: flag(body.moving, CAROM_MOVING)
                | flag(body.sensor, CAROM_SENSOR)
                | flag(one_way.is_some(), CAROM_ONE_WAY),
            data: body.data,
            ..carom2d_body_of_chain(CaromChain { bits: 0 })
        }
    }
}

/// The names of all bodies, in the order of their numbers. The first `capacity` of them are written to `out`, which may be null
/// for a capacity of 0; `count` becomes the number of all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom2d_world_bodies(
    world: Carom2dWorld,
    out: *mut u64,
    capacity: usize,
    count: *mut usize,
) -> CaromStatus {
    guarded("carom2d_world_bodies", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { worlds::bodies(world, out, capacity, count) }
    })
}

/// All that a body is now, but its shape: that of the answer has no kind, and its chain is the zero handle. The angle is within
/// half a turn of 0 and within rounding of the body's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom2d_world_body(
    world: Carom2dWorld,
    body: u64,
    out: *mut Carom2dBody,
) -> CaromStatus {
    guarded("carom2d_world_body", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        unsafe { worlds::body(world, body, out) }
    })
}

/// The data that a body was added with.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom2d_world_data(
    world: Carom2dWorld,
    body: u64,
    out: *mut u64,
) -> CaromStatus {
    guarded("carom2d_world_data", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        unsafe { worlds::data(world, body, out) }
    })
}

/// Gives the body `name` the chain or shape of `body`. It keeps its name and all the rest; nothing else of `body` is read.
/// With an error the body stays as it was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom2d_world_replace(
    world: Carom2dWorld,
    name: u64,
    body: *const Carom2dBody,
) -> CaromStatus {
    guarded("carom2d_world_replace", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { worlds::replace(world, name, body) }
    })
}

/// Sets whether a body moves often: 1 or 0.
#[unsafe(no_mangle)]
pub extern "C" fn carom2d_world_set_moving(
    world: Carom2dWorld,
    body: u64,
    moving: u32,
) -> CaromStatus {
    guarded("carom2d_world_set_moving", || {
        worlds::set_moving(world, body, moving)
    })
}

/// Sets whether a body is a sensor: 1 or 0.
#[unsafe(no_mangle)]
pub extern "C" fn carom2d_world_set_sensor(
    world: Carom2dWorld,
    body: u64,
    sensor: u32,
) -> CaromStatus {
    guarded("carom2d_world_set_sensor", || {
        worlds::set_sensor(world, body, sensor)
    })
}

/// Makes a body block only from the side to which `direction` points, in its own frame, of any length: see Carom2dBody; or with the
/// direction zero from all sides. `margin`: the greatest penetration depth that still counts as standing on it, a length.
#[unsafe(no_mangle)]
pub extern "C" fn carom2d_world_set_one_way(
    world: Carom2dWorld,
    body: u64,
    direction: CaromVec2,
    margin: f32,
) -> CaromStatus {
    guarded("carom2d_world_set_one_way", || {
        worlds::set_one_way(world, body, direction, margin)
    })
}
