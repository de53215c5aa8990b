//! Answers and motions in 2D.

use super::values::CaromVec2;
use crate::answers::answers;
use crate::both::queries::MotionOf;
use crate::interval::ray_intervals;
use crate::manifold::{CaromFeature, manifolds};
use crate::memory::Plain;
use crate::status::Result;
use crate::values::{finite, finite_number};
use carom_rs::RigidMotion;
use carom_rs::glam::Vec2;

/// The contact of a shape with a part of a chain or world in 2D. Without one, part is CAROM_NO_PART, body CAROM_NO_BODY, the
/// separation infinite, and points and normal are NaN.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Carom2dContact {
    /// The signed distance of the boundaries, a length; negative in penetration.
    pub separation: f32,
    /// The nearest or deepest point of the shape.
    pub point_a: CaromVec2,
    /// The nearest or deepest point of the part.
    pub point_b: CaromVec2,
    /// Unit normal from the part to the shape: the way the shape must go to separate.
    pub normal: CaromVec2,
    /// The largest possible error of the separation, a length.
    pub error_bound: f32,
    /// The number of the segment in its chain; 0 for a shape of a world.
    pub part: u32,
    /// Padding; 0.
    pub reserved: u32,
    /// The body of the world; 0 for a chain outside of a world.
    pub body: u64,
}

/// The first hit of a moving shape with a part of a chain or world in 2D. Without one, part is CAROM_NO_PART, body
/// CAROM_NO_BODY, t infinite, and point and normal are NaN.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Carom2dHit {
    /// The time of impact: the fraction of delta before the touch, 0 to 1.
    pub t: f32,
    /// The point of touch, at time t.
    pub point: CaromVec2,
    /// Unit normal from the part to the shape, at time t.
    pub normal: CaromVec2,
    /// The number of the segment in its chain; 0 for a shape of a world.
    pub part: u32,
    /// The body of the world; 0 for a chain outside of a world.
    pub body: u64,
    /// CAROM_SEPARATE, CAROM_TOUCHING or CAROM_OVERLAPPING: how the motion starts.
    pub start: u32,
    /// The signed distance from this part at the start, negative in penetration; infinite for CAROM_SEPARATE.
    pub start_separation: f32,
}

/// A displacement and a rotation in 2D, both at constant speed: at time t, 0 to 1, a point p is at
/// pivot + R(angle t) (p - pivot) + delta t.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Carom2dRigidMotion {
    /// The displacement.
    pub delta: CaromVec2,
    /// The center of the rotation, which only the displacement moves.
    pub pivot: CaromVec2,
    /// The angle in radians, counter-clockwise; it can exceed a full turn. With 0 the motion is straight.
    pub angle: f32,
}

/// The most points of a manifold in 2D.
pub const CAROM2D_MANIFOLD_POINTS: usize = 2;

/// A point of a manifold in 2D.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Carom2dManifoldPoint {
    /// The point of the feature of a, moved by the radius of a along the normal.
    pub point_a: CaromVec2,
    /// The point of the feature of b, moved by the radius of b along the normal.
    pub point_b: CaromVec2,
    /// How far apart they are along the normal, a length; negative in penetration.
    pub separation: f32,
    /// The feature of a: a vertex or an edge, as in 3D; the number of a corner of a box has bit 0 for the higher x, bit 1 for the
    /// higher y.
    pub feature_a: CaromFeature,
    /// The feature of b. No two points of a manifold have the same two features, and these stay the same from tick to tick
    /// while the same features meet: a solver finds the impulse of the last tick again (warm starting).
    pub feature_b: CaromFeature,
}

/// The points that a solver needs to hold two shapes apart in 2D.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Carom2dManifold {
    /// The number of points, at most 2; 0 if the shapes are farther apart than the reach.
    pub count: u32,
    /// 1 if no other normal is as good, otherwise 0.
    pub unique: u32,
    /// Unit normal from b to a, the same for all points; NaN without points.
    pub normal: CaromVec2,
    /// The points, in a fixed order of their features. Those beyond the count are NaN.
    pub points: [Carom2dManifoldPoint; CAROM2D_MANIFOLD_POINTS],
}

/// The contact of a shape with a part of a chain or world in 2D, and its manifold.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Carom2dPartManifold {
    /// The contact, with its part.
    pub contact: Carom2dContact,
    /// Its points, along the normal of the contact; a is the shape, b the part.
    pub manifold: Carom2dManifold,
}

/// Where a ray crosses the boundary of a shape in 2D. Where it does not, all numbers are NaN.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Carom2dCrossing {
    /// The fraction of delta, 0 to 1.
    pub t: f32,
    /// The point of the ray at time t.
    pub point: CaromVec2,
    /// Outward unit normal of the shape.
    pub normal: CaromVec2,
}

/// The part of a ray that is inside a shape in 2D.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Carom2dRayInterval {
    /// 1 if the ray touches the shape, otherwise 0.
    pub touches: u32,
    /// 1 if it enters the shape; 0 if it starts inside, or misses.
    pub has_entry: u32,
    /// 1 if it leaves the shape; 0 if it ends inside, or misses.
    pub has_exit: u32,
    /// Where it enters.
    pub entry: Carom2dCrossing,
    /// Where it leaves.
    pub exit: Carom2dCrossing,
}

// SAFETY: integers and floats.
unsafe impl Plain for Carom2dContact {}
// SAFETY: integers and floats.
unsafe impl Plain for Carom2dHit {}
// SAFETY: floats.
unsafe impl Plain for Carom2dRigidMotion {}
// SAFETY: integers and floats.
unsafe impl Plain for Carom2dManifold {}
// SAFETY: integers and floats.
unsafe impl Plain for Carom2dPartManifold {}
// SAFETY: integers and floats.
unsafe impl Plain for Carom2dRayInterval {}

answers!(Vec2, Carom2dContact { reserved }, Carom2dHit);
manifolds!(
    Vec2,
    Carom2dManifoldPoint,
    Carom2dManifold,
    Carom2dPartManifold
);
ray_intervals!(Vec2, Carom2dCrossing, Carom2dRayInterval);

impl MotionOf<Vec2> for Carom2dRigidMotion {
    fn motion(&self, name: &str) -> Result<RigidMotion<Vec2>> {
        Ok(RigidMotion {
            delta: finite(self.delta, format_args!("{name}.delta"))?,
            pivot: finite(self.pivot, format_args!("{name}.pivot"))?,
            axis: Vec2::ZERO,
            angle: finite_number(self.angle, format_args!("{name}.angle"))?,
        })
    }
}
