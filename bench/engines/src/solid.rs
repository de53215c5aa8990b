//! Convex shapes in frames of their own, their poses, and contact manifolds in the world.

use crate::Vector;

/// A convex shape around its own origin, in meters.
#[derive(Clone, Debug)]
pub enum Solid {
    /// A box by the halves of its edges.
    Cuboid(Vector),
    /// A capsule along y: half the length of its segment, and its radius.
    Capsule([f32; 2]),
    /// A cylinder along y: half its height, and its radius.
    Cylinder([f32; 2]),
    /// The hull of points.
    Hull(Vec<Vector>),
    /// A triangle.
    Triangle([Vector; 3]),
}

/// Where a shape is.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Pose {
    /// Its origin.
    pub at: Vector,
    /// Its orientation, a unit quaternion: x, y, z, w.
    pub turn: [f32; 4],
}

/// A contact manifold. It keeps its memory when it is filled again.
#[derive(Clone, Debug, Default)]
pub struct Touch {
    /// Unit, from the second shape to the first.
    pub normal: Vector,
    /// Points of the first and of the second shape.
    pub points: Vec<[Vector; 2]>,
}

impl Touch {
    /// Without points.
    pub fn clear(&mut self) {
        self.points.clear();
    }
}
