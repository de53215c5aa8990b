//! Triangles in the structures of engines written in C and C++, and the questions that carom answers too.
//!
//! Everything is two-sided and nothing is filtered: every triangle counts, whichever way it faces. And their
//! character controllers, among those triangles. And contact manifolds of two convex shapes.

#[cfg(feature = "box3d")]
pub mod box3d;
#[cfg(feature = "jolt")]
pub mod jolt;
#[cfg(feature = "physx")]
pub mod physx;
mod solid;

pub use solid::{Pose, Solid, Touch};

/// A point or a displacement.
pub type Vector = [f32; 3];

/// A character of which the capsule stands along y.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// Half the length of the capsule's segment.
    pub half: f32,
    /// Its radius.
    pub radius: f32,
    /// The highest step that it walks up, and how far down it keeps to the ground.
    pub step: f32,
    /// The steepest slope that it walks on, in radians.
    pub slope: f32,
    /// What it keeps off.
    pub skin: f32,
}

/// A capsule, or a ball, whose ends are the same.
#[derive(Clone, Copy, Debug)]
pub struct Round {
    /// The ends of its segment.
    pub ends: [Vector; 2],
    /// Half the length of the segment.
    pub half: f32,
    /// Its radius.
    pub radius: f32,
}

impl Round {
    /// The middle of the segment.
    #[cfg(any(feature = "jolt", feature = "physx"))]
    fn middle(&self) -> Vector {
        let [a, b] = self.ends;
        std::array::from_fn(|i| (a[i] + b[i]) * 0.5)
    }

    /// The direction of the segment, unit; any for a ball.
    #[cfg(any(feature = "jolt", feature = "physx"))]
    fn axis(&self) -> Vector {
        let [a, b] = self.ends;
        let way: Vector = std::array::from_fn(|i| b[i] - a[i]);
        let length = way.iter().map(|w| w * w).sum::<f32>().sqrt();
        if length > 0.0 {
            way.map(|w| w / length)
        } else {
            [0.0, 1.0, 0.0]
        }
    }
}
