//! What goes into a tick and what comes out: plain data, to copy, compare and roll back.

use carom_core::PartId;
use carom_math::{Scalar, Vector};

/// The whole state of a character between two ticks.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
pub struct CharacterState<V: Vector> {
    /// The lowest point of the capsule.
    pub feet: V,
    /// From the lowest to the highest point; less than twice the radius makes a ball.
    pub height: V::Scalar,
    /// At the end of the tick, length/s. On the ground it is what was made of the wanted velocity, with no
    /// part along `up`, and the velocity of what it stands on.
    pub velocity: V,
    /// The velocity of what it stands on or, in the air, of what it left: the wanted velocity is relative to
    /// this.
    pub base_velocity: V,
    /// How far climbs have taken it beyond its way: a climb has a least length. The next steps are that much
    /// shorter, so that stairs take as long at every tick rate.
    pub ahead: V::Scalar,
    /// What it stands on.
    pub ground: Option<Ground<V>>,
}

impl<V: Vector> CharacterState<V> {
    /// A body at rest, for a start or to put a character elsewhere. Within the skin of ground that can be walked on it
    /// is on that ground from its first tick; else it falls.
    #[must_use]
    pub fn at(feet: V, height: V::Scalar) -> Self {
        Self {
            feet,
            height,
            velocity: V::ZERO,
            base_velocity: V::ZERO,
            ahead: V::Scalar::ZERO,
            ground: None,
        }
    }

    pub(super) fn is_finite(&self) -> bool {
        self.feet.is_finite()
            && self.height.is_finite()
            && self.velocity.is_finite()
            && self.base_velocity.is_finite()
            && self.ahead.is_finite()
    }
}

/// What a character stands on.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
pub struct Ground<V: Vector> {
    /// Unit, of the surface, not of an edge that was met.
    pub normal: V,
    /// Which piece of the scene.
    #[cfg_attr(feature = "serde", serde(rename = "piece"))]
    pub part: PartId,
}

/// What a character wants to do in a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
pub struct Intent<V: Vector> {
    /// The wanted velocity, length/s, relative to what it stands on, reached at once. Its part along `up`
    /// counts only when flying.
    pub velocity: V,
    /// Leave the ground with this upward speed, relative to the ground. Ignored in the air.
    pub jump: Option<V::Scalar>,
    /// The jump counts in the air too: a jump a moment after the edge, or the second of a double jump.
    pub air_jump: bool,
    /// Be this high from now on: crouch, or stand up where there is room.
    pub height: Option<V::Scalar>,
    /// Move freely, without gravity and ground.
    pub fly: bool,
}

impl<V: Vector> Intent<V> {
    /// To walk at this velocity and nothing else.
    #[must_use]
    pub fn walk(velocity: V) -> Self {
        Self {
            velocity,
            jump: None,
            air_jump: false,
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
            air_jump: self.air_jump,
            height: self
                .height
                .filter(|height| height.is_finite() && *height > V::Scalar::ZERO),
            fly: self.fly,
        }
    }
}

/// What a tick did.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
pub struct Report<V: Vector> {
    /// What shaped the motion.
    pub why: MoveFlags,
    /// What the body stands on afterwards; the same as in the body.
    pub ground: Option<Ground<V>>,
    /// The direction of the crease of two surfaces that the motion was last led along, unit.
    pub crease: Option<V>,
    /// Which caps on work were reached; [`MoveFlags::limit`] if any.
    pub caps: LimitsReached,
}

/// LimitsReached on the work of a tick that were reached. Nothing is passed through then: the rest of a motion is
/// dropped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LimitsReached {
    /// The motion was turned too often.
    pub turns: bool,
    /// More surfaces were touched at once than are solved together.
    pub planes: bool,
    /// The motion would have left the box that was gathered.
    pub region: bool,
    /// Numbers overflowed, and the body was left as it was.
    pub overflow: bool,
}

impl LimitsReached {
    /// Whether any was reached.
    #[must_use]
    pub fn any(&self) -> bool {
        self.turns || self.planes || self.region || self.overflow
    }
}

/// What a surface was to a motion that met it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SurfaceKind {
    /// It can be walked on.
    Floor,
    /// It rises but is too steep, or too far out under the foot, to be walked on.
    Steep,
    /// It stands upright.
    Wall,
    /// It is above.
    Ceiling,
    /// It was overlapped, and could not be left.
    Overlap,
}

/// A surface that a tick's motion met.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
pub struct Collision<V: Vector> {
    /// Which piece of the scene.
    #[cfg_attr(feature = "serde", serde(rename = "piece"))]
    pub part: PartId,
    /// The normal of the contact, unit, from the piece to the body.
    pub normal: V,
    /// What it was to the motion.
    pub role: SurfaceKind,
}

impl<V: Vector> Default for Report<V> {
    fn default() -> Self {
        Self {
            why: MoveFlags::default(),
            ground: None,
            crease: None,
            caps: LimitsReached::default(),
        }
    }
}

/// What shaped a motion; several may hold at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MoveFlags {
    /// It was turned along what it met.
    pub slid: bool,
    /// It climbed a step.
    pub stepped: bool,
    /// It was kept on ground that falls away.
    pub snapped: bool,
    /// It met a slope too steep to walk.
    pub steep: bool,
    /// Something that moves pushed it, or it was moved out of something it overlapped.
    pub pushed: bool,
    /// What it stands on took it along.
    pub rode: bool,
    /// It could not move at all where it wanted.
    pub blocked: bool,
    /// There is no free place; it stayed where it was.
    pub stuck: bool,
    /// It hit something above.
    pub head: bool,
    /// A cap on work was reached, and the rest of the motion dropped.
    pub limit: bool,
}

impl MoveFlags {
    /// The names of all that hold, in a fixed order.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        [
            ("slid", self.slid),
            ("stepped", self.stepped),
            ("snapped", self.snapped),
            ("steep", self.steep),
            ("pushed", self.pushed),
            ("rode", self.rode),
            ("blocked", self.blocked),
            ("stuck", self.stuck),
            ("head", self.head),
            ("limit", self.limit),
        ]
        .into_iter()
        .filter_map(|(name, holds)| holds.then_some(name))
    }
}
