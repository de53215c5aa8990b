//! Worlds in 2D and their bodies.

use super::shape::{Carom2dShape, NOTHING};
use super::values::{Carom2dPose, CaromVec2, carom2d_pose_at};
use crate::body_flags::{CAROM_MOVING, CAROM_ONE_WAY, CAROM_SENSOR};
use crate::both::worlds::{self, BodyOf};
use crate::handles;
use crate::kinds::{CAROM_ORIENTED_BOX, CAROM_POINT};
use crate::memory::Plain;
use crate::objects::{Carom2dWorld, CaromChain, CaromPairs, CaromSensors, Kind};
use crate::shape_of::ShapeOf;
use crate::status::{CaromStatus, Failure, Result, guarded};
use crate::values::{PoseOf, known_flags};
use carom_fast::Worlds;
use carom_rs::glam::Vec2;
use carom_rs::{Body, BodyId, Collider, OneWay};

/// A body to add to a 2D world: a shape, or a chain that many bodies may share. carom2d_body_of_shape() and
/// carom2d_body_of_chain() fill it in; change it afterwards.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Carom2dBody {
    /// The chain, or the zero handle for a shape.
    pub chain: CaromChain,
    /// The shape, in the body's own frame; not read if there is a chain.
    pub shape: Carom2dShape,
    /// Position, rotation and scale. Default: at the origin, not rotated, scale 1.
    pub pose: Carom2dPose,
    /// The velocity of the body's origin, length/s. Queries use only the pose; movers use the velocity. Default: zero.
    pub velocity: CaromVec2,
    /// Angular velocity, radians/s, counter-clockwise. Default: 0.
    pub spin: f32,
    /// With CAROM_ONE_WAY: the greatest penetration depth that still counts as standing on it, a length.
    pub one_way_margin: f32,
    /// The velocity of the surface's material in the body's own frame, length/s: a conveyor. Default: zero.
    pub surface_velocity: CaromVec2,
    /// With CAROM_ONE_WAY: points out of the side that blocks, in the body's own frame; any length but zero.
    pub one_way_direction: CaromVec2,
    /// The layers that the body is in, a bit each. Default: all.
    pub layers: u32,
    /// The layers that collide with the body, a bit each. Default: all.
    pub mask: u32,
    /// A sum of CAROM_MOVING, CAROM_SENSOR, CAROM_ONE_WAY. Default: 0.
    pub flags: u32,
    /// Padding; not read.
    pub reserved: u32,
    /// For the caller; see carom2d_world_data(). Default: 0.
    pub data: u64,
}

// SAFETY: integers, floats and a pointer.
unsafe impl Plain for Carom2dBody {}

/// A body at rest with this shape, with the defaults.
#[unsafe(no_mangle)]
pub extern "C" fn carom2d_body_of_shape(shape: Carom2dShape) -> Carom2dBody {
    let zero = CaromVec2::default();
    Carom2dBody {
        chain: CaromChain { bits: 0 },
        shape,
        pose: carom2d_pose_at(zero),
        velocity: zero,
        spin: 0.0,
        one_way_margin: 0.0,
        surface_velocity: zero,
        one_way_direction: zero,
        layers: u32::MAX,
        mask: u32::MAX,
        flags: 0,
        reserved: 0,
        data: 0,
    }
}

/// A body at rest with this chain, with the defaults. A zero handle makes a body that no world accepts.
#[unsafe(no_mangle)]
pub extern "C" fn carom2d_body_of_chain(chain: CaromChain) -> Carom2dBody {
    Carom2dBody {
        chain,
        ..carom2d_body_of_shape(NOTHING)
    }
}

impl BodyOf<Vec2> for Carom2dBody {
    unsafe fn body(&self) -> Result<Body<Vec2>> {
        let known = CAROM_MOVING | CAROM_SENSOR | CAROM_ONE_WAY;
        let flags = known_flags(self.flags, known, "body.flags")?;
        let has = |flag| flags & flag != 0;
        // SAFETY: what the caller promises.
        let collider = unsafe { self.collider() }?;
        let one_way = has(CAROM_ONE_WAY).then(|| OneWay {
            direction: self.one_way_direction.into(),
            margin: self.one_way_margin,
        });
        Ok(Body {
            pose: self.pose.pose(),
            layers: self.layers,
            mask: self.mask,
            data: self.data,
            velocity: self.velocity.into(),
            spin: self.spin,
            surface_velocity: self.surface_velocity.into(),
            moving: has(CAROM_MOVING),
            sensor: has(CAROM_SENSOR),
            one_way,
            ..Body::new(collider)
        })
    }

    unsafe fn collider(&self) -> Result<Collider<Vec2>> {
        if self.chain.bits != 0 {
            let chain = handles::object(self.chain, "body.chain")?;
            return Ok(carom_fast::chain_collider(chain));
        }
        let (shape, prefix) = (&self.shape, "body.shape.");
        if shape.kind < CAROM_POINT {
            let text = "body.chain is the zero handle, and body.shape has no kind";
            return Err(Failure::new(CaromStatus::CaromNull, text));
        }
        if shape.kind == CAROM_ORIENTED_BOX && shape.rounding == 0.0 {
            let own = shape.oriented_box(prefix)?;
            return Ok(Collider::cuboid(own.center, own.axes));
        }
        // SAFETY: what the caller promises.
        Ok(unsafe { shape.checked(prefix) }?.into())
    }
}

/// An empty 2D world. Free it with carom2d_world_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom2d_world_create(out: *mut Carom2dWorld) -> CaromStatus {
    guarded("carom2d_world_create", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        unsafe { worlds::create(out) }
    })
}

/// An independent copy, which shares the chains and has the same bodies by the same names: the state to roll back to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom2d_world_copy(
    world: Carom2dWorld,
    out: *mut Carom2dWorld,
) -> CaromStatus {
    guarded("carom2d_world_copy", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        unsafe { worlds::copy(world, out) }
    })
}

/// Frees a 2D world and its bodies. The zero handle is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn carom2d_world_free(world: Carom2dWorld) -> CaromStatus {
    guarded("carom2d_world_free", || {
        handles::free(world.bits, Kind::World2d)
    })
}

/// Adds a body; `out` becomes its name, which no other body of this world ever gets. Errors: an invalid shape, pose,
/// velocity or one-way direction, or a coordinate beyond 1/16 of the largest float.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom2d_world_add(
    world: Carom2dWorld,
    body: *const Carom2dBody,
    out: *mut u64,
) -> CaromStatus {
    guarded("carom2d_world_add", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { worlds::add(world, body, out) }
    })
}

/// Removes a body.
#[unsafe(no_mangle)]
pub extern "C" fn carom2d_world_remove(world: Carom2dWorld, body: u64) -> CaromStatus {
    guarded("carom2d_world_remove", || {
        worlds::change(world, |world| Vec2::remove(world, BodyId::from_bits(body)))
    })
}

/// The number of bodies.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom2d_world_count(world: Carom2dWorld, out: *mut usize) -> CaromStatus {
    guarded("carom2d_world_count", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        unsafe { worlds::count(world, out) }
    })
}

/// Moves a body without changing its velocity (teleport).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom2d_world_set_pose(
    world: Carom2dWorld,
    body: u64,
    pose: *const Carom2dPose,
) -> CaromStatus {
    guarded("carom2d_world_set_pose", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        unsafe { worlds::set_pose(world, body, pose) }
    })
}

/// Moves a kinematic body in a tick of `dt` seconds: its velocity and spin become those of the motion from its old pose,
/// of the shorter rotation. It carries characters that stand on it, and pushes those in its way. The velocities stay
/// until they are set again: move a body that has come to rest to its own pose once more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom2d_world_move_to(
    world: Carom2dWorld,
    body: u64,
    pose: *const Carom2dPose,
    dt: f32,
) -> CaromStatus {
    guarded("carom2d_world_move_to", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        unsafe { worlds::move_to(world, body, pose, dt) }
    })
}

/// Sets the velocity of a body's origin, length/s.
#[unsafe(no_mangle)]
pub extern "C" fn carom2d_world_set_velocity(
    world: Carom2dWorld,
    body: u64,
    velocity: CaromVec2,
) -> CaromStatus {
    guarded("carom2d_world_set_velocity", || {
        worlds::change(world, |world| {
            world.set_velocity(BodyId::from_bits(body), velocity.into())
        })
    })
}

/// Sets the angular velocity of a body, radians/s, counter-clockwise.
#[unsafe(no_mangle)]
pub extern "C" fn carom2d_world_set_spin(world: Carom2dWorld, body: u64, spin: f32) -> CaromStatus {
    guarded("carom2d_world_set_spin", || {
        worlds::change(world, |world| {
            world.set_spin(BodyId::from_bits(body), Vec2::ZERO, spin)
        })
    })
}

/// Sets the velocity of a body's surface material in its own frame, length/s: a conveyor, though the body rests.
#[unsafe(no_mangle)]
pub extern "C" fn carom2d_world_set_surface_velocity(
    world: Carom2dWorld,
    body: u64,
    velocity: CaromVec2,
) -> CaromStatus {
    guarded("carom2d_world_set_surface_velocity", || {
        worlds::change(world, |world| {
            world.set_surface_velocity(BodyId::from_bits(body), velocity.into())
        })
    })
}

/// Sets the layers that a body is in and those that collide with it, a bit each.
#[unsafe(no_mangle)]
pub extern "C" fn carom2d_world_set_layers(
    world: Carom2dWorld,
    body: u64,
    layers: u32,
    mask: u32,
) -> CaromStatus {
    guarded("carom2d_world_set_layers", || {
        worlds::set_layers(world, body, [layers, mask])
    })
}

/// Rebuilds the BVHs: changes no answer; queries become up to twice as fast after a world has been put together body by
/// body.
#[unsafe(no_mangle)]
pub extern "C" fn carom2d_world_optimize(world: Carom2dWorld) -> CaromStatus {
    guarded("carom2d_world_optimize", || worlds::optimize(world))
}

/// Finds which bodies touch which sensors of a 2D world now, and what has changed since the last update; carom_sensors_pairs() lists
/// them.
///
/// A sensor detects all bodies that are not sensors themselves, are in a layer of its mask and have one of its layers in
/// theirs; a one-way body where that would block. A chain is a line, unless it is solid.
#[unsafe(no_mangle)]
pub extern "C" fn carom2d_sensors_update(
    sensors: CaromSensors,
    world: Carom2dWorld,
) -> CaromStatus {
    guarded("carom2d_sensors_update", || {
        worlds::update_sensors(sensors, world)
    })
}

/// Finds the pairs of bodies of a 2D world that touch now, of which at least one has CAROM_MOVING, and what has changed since
/// the last update: the pairs that a physics engine gets from its broad and narrow phase. carom_pairs_list() lists them.
///
/// Sensors are left out, and bodies of which one has no layer in the mask of the other. A one-way body counts where it
/// would block. A chain is a line, unless it is solid.
#[unsafe(no_mangle)]
pub extern "C" fn carom2d_pairs_update(pairs: CaromPairs, world: Carom2dWorld) -> CaromStatus {
    guarded("carom2d_pairs_update", || {
        worlds::update_pairs(pairs, world)
    })
}

/// Finds the pairs of a body of `world` and a body of `other` that touch now, whether they have CAROM_MOVING or not, and what
/// has changed since the last update of `pairs`: a world of triggers against one of characters, or two parts of a level.
///
/// Both worlds have the same origin. Sensors, layers, masks and one-way bodies count as in carom2d_pairs_update().
#[unsafe(no_mangle)]
pub extern "C" fn carom2d_pairs_update_with(
    pairs: CaromPairs,
    world: Carom2dWorld,
    other: Carom2dWorld,
) -> CaromStatus {
    guarded("carom2d_pairs_update_with", || {
        worlds::update_pairs_with(pairs, world, other)
    })
}
