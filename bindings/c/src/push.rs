//! The push of a character against a body of a physics engine.

use crate::character::CaromCollision;
use crate::values::CaromVec3;
use carom_rs::PartId;
use carom_rs::glam::Vec3;
use carom_rs::mover::{Collision, SurfaceKind};

/// The impulse, mass * length/s, with which a character of `mass` pushes the body that it met, to apply to that body at
/// the collision's point: that of an inelastic collision without friction, at most `limit` (a force times the tick).
/// `inverse_mass` is that of the body at the point along the normal: 1/m for one that cannot rotate. Zero if the
/// character does not close on the body, or `mass` or `limit` is not more than 0, or `inverse_mass` is negative. It
/// checks nothing else.
#[unsafe(no_mangle)]
pub extern "C" fn carom_push_impulse(
    collision: CaromCollision,
    mass: f32,
    inverse_mass: f32,
    limit: f32,
) -> CaromVec3 {
    let met = Collision::<Vec3> {
        part: PartId::of(collision.part),
        normal: collision.normal.into(),
        role: SurfaceKind::Wall,
        point: collision.point.into(),
        velocity: collision.velocity.into(),
        tag: collision.tag,
    };
    met.push_impulse(mass, inverse_mass, limit).into()
}
