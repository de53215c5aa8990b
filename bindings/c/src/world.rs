//! Worlds and their bodies.

use crate::body_flags::{CAROM_MOVING, CAROM_ONE_WAY, CAROM_SENSOR};
use crate::both::worlds::{self, BodyOf};
use crate::checked::{checked, oriented_box};
use crate::handles;
use crate::kinds::{CAROM_ORIENTED_BOX, CAROM_POINT};
use crate::memory::Plain;
use crate::objects::{CaromCompound, CaromMesh, CaromWorld, Kind};
use crate::shape::{CaromShape, carom_point};
use crate::status::{CaromStatus, Failure, Result, guarded};
use crate::values::{CaromPose, CaromVec3, PoseOf, carom_pose_at, known_flags};
use carom_fast::Worlds;
use carom_rs::glam::Vec3;
use carom_rs::{Body, BodyId, Collider, OneWay};

/// A body to add to a world: a shape, or a mesh or compound that many bodies may share. carom_body_of_shape(),
/// carom_body_of_mesh() and carom_body_of_compound() fill it in; change it afterwards.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CaromBody {
    /// The mesh, or the zero handle for a compound or a shape.
    pub mesh: CaromMesh,
    /// The compound, or the zero handle for a shape; not read if there is a mesh.
    pub compound: CaromCompound,
    /// The shape, in the body's own frame; not read if there is a mesh or compound.
    pub shape: CaromShape,
    /// Position, rotation and scale. Default: at the origin, not rotated, scale 1.
    pub pose: CaromPose,
    /// The velocity of the body's origin, length/s. Queries use only the pose; movers use the velocity. Default: zero.
    pub velocity: CaromVec3,
    /// The axis of rotation, of any length. Default: zero.
    pub axis: CaromVec3,
    /// Angular velocity around the axis, radians/s, counter-clockwise. Default: 0.
    pub spin: f32,
    /// The velocity of the surface's material in the body's own frame, length/s: a conveyor. Default: zero.
    pub surface_velocity: CaromVec3,
    /// With CAROM_ONE_WAY: points out of the side that blocks, in the body's own frame; any length but zero.
    pub one_way_direction: CaromVec3,
    /// With CAROM_ONE_WAY: the greatest penetration depth that still counts as standing on it, a length.
    pub one_way_margin: f32,
    /// The layers that the body is in, a bit each. Default: all.
    pub layers: u32,
    /// The layers that collide with the body, a bit each. Default: all.
    pub mask: u32,
    /// A sum of CAROM_MOVING, CAROM_SENSOR, CAROM_ONE_WAY. Default: 0.
    pub flags: u32,
    /// Padding; not read.
    pub reserved: u32,
    /// For the caller; see carom_world_data(). Default: 0.
    pub data: u64,
}

// SAFETY: integers, floats and a pointer.
unsafe impl Plain for CaromBody {}

/// A body at rest with this shape, with the defaults.
#[unsafe(no_mangle)]
pub extern "C" fn carom_body_of_shape(shape: CaromShape) -> CaromBody {
    let zero = CaromVec3::default();
    CaromBody {
        mesh: CaromMesh { bits: 0 },
        compound: CaromCompound { bits: 0 },
        shape,
        pose: carom_pose_at(zero),
        velocity: zero,
        axis: zero,
        spin: 0.0,
        surface_velocity: zero,
        one_way_direction: zero,
        one_way_margin: 0.0,
        layers: u32::MAX,
        mask: u32::MAX,
        flags: 0,
        reserved: 0,
        data: 0,
    }
}

/// A body at rest with this mesh, with the defaults. A zero handle makes a body that no world accepts.
#[unsafe(no_mangle)]
pub extern "C" fn carom_body_of_mesh(mesh: CaromMesh) -> CaromBody {
    let shape = CaromShape {
        kind: 0,
        ..carom_point(CaromVec3::default())
    };
    CaromBody {
        mesh,
        ..carom_body_of_shape(shape)
    }
}

/// A body at rest with this compound, with the defaults. A zero handle makes a body that no world accepts.
#[unsafe(no_mangle)]
pub extern "C" fn carom_body_of_compound(compound: CaromCompound) -> CaromBody {
    CaromBody {
        compound,
        ..carom_body_of_mesh(CaromMesh { bits: 0 })
    }
}

impl BodyOf<Vec3> for CaromBody {
    unsafe fn body(&self) -> Result<Body<Vec3>> {
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
            axis: self.axis.into(),
            spin: self.spin,
            surface_velocity: self.surface_velocity.into(),
            moving: has(CAROM_MOVING),
            sensor: has(CAROM_SENSOR),
            one_way,
            ..Body::new(collider)
        })
    }

    unsafe fn collider(&self) -> Result<Collider<Vec3>> {
        if self.mesh.bits != 0 {
            let mesh = handles::object(self.mesh, "body.mesh")?;
            return Ok(carom_fast::collider(mesh));
        }
        if self.compound.bits != 0 {
            let compound = handles::object(self.compound, "body.compound")?;
            return Ok(carom_fast::compound_collider(compound));
        }
        if self.shape.kind < CAROM_POINT {
            let text = "body.mesh and body.compound are zero handles, and body.shape has no kind";
            return Err(Failure::new(CaromStatus::CaromNull, text));
        }
        // SAFETY: what the caller promises.
        unsafe { collider(&self.shape) }
    }
}

/// # Safety
/// The points of the shape are null or of the number that it says.
unsafe fn collider(shape: &CaromShape) -> Result<Collider<Vec3>> {
    let prefix = "body.shape.";
    if shape.kind == CAROM_ORIENTED_BOX && shape.rounding == 0.0 {
        // SAFETY: what the caller promises.
        let (center, half) = unsafe { oriented_box(shape, prefix) }?;
        return Ok(Collider::cuboid(center, half));
    }
    // SAFETY: what the caller promises.
    Ok(unsafe { checked(shape, prefix) }?.into())
}

/// An empty world. Free it with carom_world_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_create(out: *mut CaromWorld) -> CaromStatus {
    guarded("carom_world_create", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { worlds::create(out) }
    })
}

/// An independent copy, which shares the meshes and has the same bodies by the same names: the state to roll back to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_copy(world: CaromWorld, out: *mut CaromWorld) -> CaromStatus {
    guarded("carom_world_copy", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { worlds::copy(world, out) }
    })
}

/// Frees a world and its bodies. Crowds of it can only be freed from then on. The zero handle is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn carom_world_free(world: CaromWorld) -> CaromStatus {
    guarded("carom_world_free", || {
        handles::free(world.bits, Kind::World)
    })
}

/// Adds a body; `out` becomes its name, which no other body of this world ever gets. Errors: an invalid shape, pose,
/// velocity or one-way direction, or a coordinate beyond 1/16 of the largest float.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_add(
    world: CaromWorld,
    body: *const CaromBody,
    out: *mut u64,
) -> CaromStatus {
    guarded("carom_world_add", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { worlds::add(world, body, out) }
    })
}

/// Removes a body.
#[unsafe(no_mangle)]
pub extern "C" fn carom_world_remove(world: CaromWorld, body: u64) -> CaromStatus {
    guarded("carom_world_remove", || {
        worlds::change(world, |world| Vec3::remove(world, BodyId::from_bits(body)))
    })
}

/// The number of bodies.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_count(world: CaromWorld, out: *mut usize) -> CaromStatus {
    guarded("carom_world_count", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { worlds::count(world, out) }
    })
}

/// Moves a body without changing its velocity (teleport).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_set_pose(
    world: CaromWorld,
    body: u64,
    pose: *const CaromPose,
) -> CaromStatus {
    guarded("carom_world_set_pose", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { worlds::set_pose(world, body, pose) }
    })
}

/// Moves a kinematic body in a tick of `dt` seconds: its velocity and spin become those of the motion from its old pose,
/// of the shorter rotation. It carries characters that stand on it, and pushes those in its way. The velocities stay
/// until they are set again: move a body that has come to rest to its own pose once more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_move_to(
    world: CaromWorld,
    body: u64,
    pose: *const CaromPose,
    dt: f32,
) -> CaromStatus {
    guarded("carom_world_move_to", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { worlds::move_to(world, body, pose, dt) }
    })
}

/// Sets the velocity of a body's origin, length/s.
#[unsafe(no_mangle)]
pub extern "C" fn carom_world_set_velocity(
    world: CaromWorld,
    body: u64,
    velocity: CaromVec3,
) -> CaromStatus {
    guarded("carom_world_set_velocity", || {
        worlds::change(world, |world| {
            world.set_velocity(BodyId::from_bits(body), velocity.into())
        })
    })
}

/// Sets the angular velocity of a body: an axis of any length, and radians/s.
#[unsafe(no_mangle)]
pub extern "C" fn carom_world_set_spin(
    world: CaromWorld,
    body: u64,
    axis: CaromVec3,
    spin: f32,
) -> CaromStatus {
    guarded("carom_world_set_spin", || {
        worlds::change(world, |world| {
            world.set_spin(BodyId::from_bits(body), axis.into(), spin)
        })
    })
}

/// Sets the velocity of a body's surface material in its own frame, length/s: a conveyor, though the body rests.
#[unsafe(no_mangle)]
pub extern "C" fn carom_world_set_surface_velocity(
    world: CaromWorld,
    body: u64,
    velocity: CaromVec3,
) -> CaromStatus {
    guarded("carom_world_set_surface_velocity", || {
        worlds::change(world, |world| {
            world.set_surface_velocity(BodyId::from_bits(body), velocity.into())
        })
    })
}

/// Sets the layers that a body is in and those that collide with it, a bit each.
#[unsafe(no_mangle)]
pub extern "C" fn carom_world_set_layers(
    world: CaromWorld,
    body: u64,
    layers: u32,
    mask: u32,
) -> CaromStatus {
    guarded("carom_world_set_layers", || {
        worlds::set_layers(world, body, [layers, mask])
    })
}

/// Rebuilds the BVHs: changes no answer; queries become up to twice as fast after a world has been put together body by
/// body.
#[unsafe(no_mangle)]
pub extern "C" fn carom_world_optimize(world: CaromWorld) -> CaromStatus {
    guarded("carom_world_optimize", || worlds::optimize(world))
}
