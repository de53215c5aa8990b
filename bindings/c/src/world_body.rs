//! Bodies of worlds, read back and changed one by one.

use crate::body_flags::{CAROM_MOVING, CAROM_ONE_WAY, CAROM_SENSOR};
use crate::both::worlds;
use crate::objects::{CaromMesh, CaromWorld};
use crate::status::{CaromStatus, guarded};
use crate::values::{CaromPose, CaromVec3};
use crate::world::{CaromBody, carom_body_of_mesh};
use carom_rs::glam::{DVec3, Mat3, Quat, Vec3};
use carom_rs::{Body, Pose, Rotation};

impl From<&Pose<Vec3>> for CaromPose {
    fn from(pose: &Pose<Vec3>) -> Self {
        let columns = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| pose.rotation.rotate(axis));
        let rotation = if pose.rotation == Rotation::default() {
            Quat::IDENTITY
        } else {
            Quat::from_mat3(&Mat3::from_cols(columns[0], columns[1], columns[2])).normalize()
        };
        Self {
            position: DVec3::to_array(&pose.translation),
            rotation: rotation.to_array(),
            scale: pose.scale,
            reserved: 0,
        }
    }
}

impl From<&Body<Vec3>> for CaromBody {
    fn from(body: &Body<Vec3>) -> Self {
        let flag = |is_set: bool, flag: u32| if is_set { flag } else { 0 };
        let one_way = body.one_way;
        Self {
            pose: (&body.pose).into(),
            velocity: body.velocity.into(),
            axis: body.axis.into(),
            spin: body.spin,
            surface_velocity: body.surface_velocity.into(),
            one_way_direction: one_way.map_or(Vec3::ZERO, |way| way.direction).into(),
            one_way_margin: one_way.map_or(0.0, |way| way.margin),
            layers: body.layers,
            mask: body.mask,
            flags: flag(body.moving, CAROM_MOVING)
                | flag(body.sensor, CAROM_SENSOR)
                | flag(one_way.is_some(), CAROM_ONE_WAY),
            data: body.data,
            ..carom_body_of_mesh(CaromMesh { bits: 0 })
        }
    }
}

/// The names of all bodies, in the order of their numbers. The first `capacity` of them are written to `out`, which may be null
/// for a capacity of 0; `count` becomes the number of all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_bodies(
    world: CaromWorld,
    out: *mut u64,
    capacity: usize,
    count: *mut usize,
) -> CaromStatus {
    guarded("carom_world_bodies", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { worlds::bodies(world, out, capacity, count) }
    })
}

/// All that a body is now, but its shape: that of the answer has no kind, and its mesh and compound are zero handles. The
/// rotation is a unit quaternion, within rounding of the body's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_body(
    world: CaromWorld,
    body: u64,
    out: *mut CaromBody,
) -> CaromStatus {
    guarded("carom_world_body", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { worlds::body(world, body, out) }
    })
}

/// The data that a body was added with: for a character of a crowd its number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_data(
    world: CaromWorld,
    body: u64,
    out: *mut u64,
) -> CaromStatus {
    guarded("carom_world_data", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { worlds::data(world, body, out) }
    })
}

/// Gives the body `name` the mesh, compound or shape of `body`. It keeps its name and all the rest; nothing else of `body` is read.
/// With an error the body stays as it was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_replace(
    world: CaromWorld,
    name: u64,
    body: *const CaromBody,
) -> CaromStatus {
    guarded("carom_world_replace", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { worlds::replace(world, name, body) }
    })
}

/// Sets whether a body moves often: 1 or 0.
#[unsafe(no_mangle)]
pub extern "C" fn carom_world_set_moving(world: CaromWorld, body: u64, moving: u32) -> CaromStatus {
    guarded("carom_world_set_moving", || {
        worlds::set_moving(world, body, moving)
    })
}

/// Sets whether a body is a sensor: 1 or 0.
#[unsafe(no_mangle)]
pub extern "C" fn carom_world_set_sensor(world: CaromWorld, body: u64, sensor: u32) -> CaromStatus {
    guarded("carom_world_set_sensor", || {
        worlds::set_sensor(world, body, sensor)
    })
}

/// Makes a body block only from the side to which `direction` points, in its own frame, of any length: see CaromBody; or with the
/// direction zero from all sides. `margin`: the greatest penetration depth that still counts as standing on it, a length.
#[unsafe(no_mangle)]
pub extern "C" fn carom_world_set_one_way(
    world: CaromWorld,
    body: u64,
    direction: CaromVec3,
    margin: f32,
) -> CaromStatus {
    guarded("carom_world_set_one_way", || {
        worlds::set_one_way(world, body, direction, margin)
    })
}
