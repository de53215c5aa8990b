//! The obstacles that block a walk though they should not, or miss a limit by less than the margin.

use glam::Vec3;
use serde::{Deserialize, Serialize};

/// What blocks a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ObstacleKind {
    /// Nothing: lifted by the step height the way is free, over walkable ground.
    Nothing,
    /// A face that is a little too steep to walk on, and no higher than a step.
    Face,
    /// A step higher than the step height.
    Step,
    /// An opening narrower than the character with its skin.
    Opening,
    /// A ceiling lower than the character, or than its jump.
    Ceiling,
    /// Nothing either: the mover is held up by its own limits.
    Limit,
}

/// An obstacle of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Obstacle {
    /// Its kind.
    pub kind: ObstacleKind,
    /// The feet there; for an opening its middle.
    pub at: Vec3,
    /// The height of a step, the width of an opening or the height below a ceiling, m; the slope of a face, degrees.
    pub size: f32,
    /// By how much `size` misses the limit, in the same unit.
    pub lacking: f32,
    /// Feet behind an opening or a ceiling, if the character can stand there.
    pub beyond: Option<Vec3>,
}
