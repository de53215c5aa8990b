//! Report of a tick: what shaped the motion, the surfaces it met, and the limits it reached.

use super::events::MoveEvents;
use super::state::Ground;
use carom_core::PartId;
use carom_math::Vector;

/// What a tick did.
///
/// ```
/// use carom::mover::{CharacterState, Intent, Mover, MoverSettings};
/// use carom::{Collider, World, glam::{Vec3, vec3}};
/// let mut world = World::new();
/// world.insert(Collider::cuboid(vec3(0., -1., 0.), [Vec3::X * 9., Vec3::Y, Vec3::Z * 9.]))?;
/// let mut mover = Mover::new(MoverSettings::default())?;
/// let mut hero = CharacterState::at(vec3(0., 0.01, 0.), 1.8);
/// let report = mover.step(&world, &mut hero, &Intent::walk(Vec3::X), 0.1);
/// assert!(report.ground == hero.ground && report.why.names().next().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// The ground after the tick, the same as in the state.
    pub ground: Option<Ground<V>>,
    /// Unit direction of the last crease between two surfaces that the motion followed.
    pub crease: Option<V>,
    /// The limits on work that were reached; [`MoveFlags::limit`] if any.
    #[cfg_attr(feature = "serde", serde(rename = "caps"))]
    pub limits: LimitsReached,
    /// Landing, leaving the ground, steps and bumps of the head, with speeds.
    #[cfg_attr(feature = "serde", serde(default))]
    pub events: MoveEvents<V::Scalar>,
}

impl<V: Vector> Default for Report<V> {
    fn default() -> Self {
        Self {
            why: MoveFlags::default(),
            ground: None,
            crease: None,
            limits: LimitsReached::default(),
            events: MoveEvents::default(),
        }
    }
}

/// Limits on the work of a tick that were reached. The rest of the motion is then dropped; nothing is passed through.
///
/// ```
/// use carom::mover::LimitsReached;
/// let mut limits = LimitsReached::default();
/// assert!(!limits.any());
/// limits.turns = true;
/// assert!(limits.any());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LimitsReached {
    /// The motion was deflected 8 times.
    pub turns: bool,
    /// More than 12 surfaces were touched at once; only 12 are solved together.
    pub planes: bool,
    /// The motion would have left the box that the tick gathered.
    pub region: bool,
    /// Numbers overflowed, and the character stayed where it was.
    pub overflow: bool,
}

impl LimitsReached {
    /// Whether any limit was reached.
    #[must_use]
    pub fn any(&self) -> bool {
        self.turns || self.planes || self.region || self.overflow
    }
}

/// The kind of a surface, for the motion that met it.
///
/// ```
/// use carom::mover::{CharacterState, Intent, Mover, MoverSettings, SurfaceKind};
/// use carom::{Collider, World, glam::{Vec3, vec3}};
/// let mut world = World::new();
/// world.insert(Collider::cuboid(vec3(0., -1., 0.), [Vec3::X * 9., Vec3::Y, Vec3::Z * 9.]))?;
/// let mut mover = Mover::new(MoverSettings::default())?;
/// let mut hero = CharacterState::at(vec3(0., 1., 0.), 1.8);
/// mover.step(&world, &mut hero, &Intent { fly: true, ..Intent::walk(vec3(0., -9., 0.)) }, 0.5);
/// assert_eq!(mover.collisions()[0].role, SurfaceKind::Floor);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SurfaceKind {
    /// Walkable.
    Floor,
    /// It rises but is too steep to walk, or too far out under the foot.
    Steep,
    /// Upright.
    Wall,
    /// Above the character.
    Ceiling,
    /// An overlap that could not be resolved.
    Overlap,
}

/// A surface that the motion of a tick met: see [`Mover::collisions`](crate::Mover::collisions).
///
/// ```
/// use carom::mover::{CharacterState, Intent, Mover, MoverSettings, SurfaceKind};
/// use carom::{Collider, World, glam::{Vec3, vec3}};
/// let mut world = World::new();
/// let wall = world.insert(Collider::cuboid(vec3(2., 0., 0.), [Vec3::X, Vec3::Y * 9., Vec3::Z * 9.]))?;
/// let mut mover = Mover::new(MoverSettings::default())?;
/// let mut hero = CharacterState::at(Vec3::ZERO, 1.8);
/// mover.step(&world, &mut hero, &Intent { fly: true, ..Intent::walk(vec3(9., 0., 0.)) }, 0.5);
/// let met = mover.collisions()[0];
/// assert_eq!((met.part.body, met.normal, met.role), (wall, -Vec3::X, SurfaceKind::Wall));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// The part of the scene.
    #[cfg_attr(feature = "serde", serde(rename = "piece"))]
    pub part: PartId,
    /// Unit normal of the contact, from the part to the character.
    pub normal: V,
    /// The kind of surface.
    pub role: SurfaceKind,
    /// The point of the part that was touched, when it was touched.
    pub point: V,
    /// The velocity that the character would have had there without the part, relative to the part's own velocity at the
    /// point, length/s: on the ground the wanted one with that of the ground, in the air the fall besides; in a
    /// push by a moving body and in an overlap that of the state before the tick.
    pub velocity: V,
    /// The [`tag`](crate::SurfaceMaterial::tag) of the part's material; 0 without one.
    #[cfg_attr(feature = "serde", serde(default))]
    pub tag: u32,
}

/// What shaped a motion; several may hold at once. All are false by default.
///
/// ```
/// use carom::mover::MoveFlags;
/// let why = MoveFlags { slid: true, steep: true, ..MoveFlags::default() };
/// assert_eq!(why.names().collect::<Vec<_>>(), ["slid", "steep"]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MoveFlags {
    /// A surface deflected it.
    pub slid: bool,
    /// It climbed a step.
    pub stepped: bool,
    /// Ground snap kept it on ground that falls away.
    pub snapped: bool,
    /// It met a slope too steep to walk.
    pub steep: bool,
    /// A moving body pushed it, or it was moved out of an overlap.
    pub pushed: bool,
    /// The ground under it carried it along.
    pub rode: bool,
    /// It could not move at all towards where it wanted.
    pub blocked: bool,
    /// There is no free pose; it stayed where it was. In a crowd also one that a stuck one presses against something: nothing
    /// overlaps it.
    pub stuck: bool,
    /// It hit a ceiling.
    pub head: bool,
    /// A limit on work was reached, and the rest of the motion was dropped.
    pub limit: bool,
    /// The [`edge_guard`](crate::MoverSettings::edge_guard) kept a walk on its ground.
    #[cfg_attr(feature = "serde", serde(default))]
    pub edge: bool,
}

impl MoveFlags {
    /// The names of all flags that hold, in the order of the fields.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        let all = self.all().into_iter();
        all.filter_map(|(name, holds)| holds.then_some(name))
    }

    /// All flags as a number, for other languages: bit `i` is field `i`.
    ///
    /// ```
    /// use carom::mover::MoveFlags;
    /// let why = MoveFlags { slid: true, steep: true, ..MoveFlags::default() };
    /// assert_eq!(why.bits(), 0b1001);
    /// ```
    #[must_use]
    pub fn bits(&self) -> u16 {
        let all = (0..).zip(self.all());
        all.map(|(bit, (_, holds))| u16::from(holds) << bit).sum()
    }

    /// All flags with their names, in the order of the fields.
    fn all(&self) -> [(&'static str, bool); 11] {
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
            ("edge", self.edge),
        ]
    }
}
