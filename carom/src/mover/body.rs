//! What goes into a tick and what comes out: plain data, to copy, compare and roll back.

use crate::vector::{Scalar, Vector3};
use crate::world::Piece;

/// The whole state of a character between two ticks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body<V: Vector3> {
    /// The lowest point of the capsule.
    pub feet: V,
    /// From the lowest to the highest point; less than twice the radius makes a ball.
    pub height: V::Scalar,
    /// At the end of the tick, length/s. On the ground it is what was made of the wanted velocity, and
    /// has no part along `up`.
    pub velocity: V,
    /// What it stands on.
    pub ground: Option<Ground<V>>,
}

impl<V: Vector3> Body<V> {
    /// A body at rest in the air; it finds its ground in the first tick.
    #[must_use]
    pub fn at(feet: V, height: V::Scalar) -> Self {
        Self {
            feet,
            height,
            velocity: V::ZERO,
            ground: None,
        }
    }

    pub(super) fn is_finite(&self) -> bool {
        self.feet.is_finite() && self.height.is_finite() && self.velocity.is_finite()
    }
}

/// What a character stands on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground<V: Vector3> {
    /// Unit, of the surface, not of an edge that was met.
    pub normal: V,
    /// Which piece of the scene.
    pub piece: Piece,
}

/// What a character wants to do in a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Intent<V: Vector3> {
    /// The wanted velocity, length/s, reached at once. Its part along `up` counts only when flying.
    pub velocity: V,
    /// Leave the ground with this upward speed. Ignored in the air.
    pub jump: Option<V::Scalar>,
    /// Be this high from now on: crouch, or stand up where there is room.
    pub height: Option<V::Scalar>,
    /// Move freely, without gravity and ground.
    pub fly: bool,
}

impl<V: Vector3> Intent<V> {
    /// To walk at this velocity and nothing else.
    #[must_use]
    pub fn walk(velocity: V) -> Self {
        Self {
            velocity,
            jump: None,
            height: None,
            fly: false,
        }
    }

    /// Without what is not finite.
    pub(super) fn finite(&self) -> Self {
        Self {
            velocity: if self.velocity.is_finite() {
                self.velocity
            } else {
                V::ZERO
            },
            jump: self.jump.filter(|jump| jump.is_finite()),
            height: self
                .height
                .filter(|height| height.is_finite() && *height > V::Scalar::ZERO),
            fly: self.fly,
        }
    }
}

/// What a tick did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Report<V: Vector3> {
    /// What shaped the motion.
    pub why: Why,
    /// What the body stands on afterwards; the same as in the body.
    pub ground: Option<Ground<V>>,
}

impl<V: Vector3> Default for Report<V> {
    fn default() -> Self {
        Self {
            why: Why::default(),
            ground: None,
        }
    }
}

/// What shaped a motion; several may hold at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Why {
    /// It was turned along what it met.
    pub slid: bool,
    /// It climbed a step.
    pub stepped: bool,
    /// It was kept on ground that falls away.
    pub snapped: bool,
    /// It met a slope too steep to walk.
    pub steep: bool,
    /// It was moved out of something it overlapped or came too near to.
    pub pushed: bool,
    /// It could not move at all where it wanted.
    pub blocked: bool,
    /// There is no free place; it stayed where it was.
    pub stuck: bool,
    /// It hit something above.
    pub head: bool,
    /// A cap on work was reached, and the rest of the motion dropped.
    pub limit: bool,
}

impl Why {
    /// The names of all that hold, in a fixed order.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        [
            ("slid", self.slid),
            ("stepped", self.stepped),
            ("snapped", self.snapped),
            ("steep", self.steep),
            ("pushed", self.pushed),
            ("blocked", self.blocked),
            ("stuck", self.stuck),
            ("head", self.head),
            ("limit", self.limit),
        ]
        .into_iter()
        .filter_map(|(name, holds)| holds.then_some(name))
    }
}
