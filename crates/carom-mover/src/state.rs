//! Character state and intent: plain data to copy, compare, store and roll back.

use super::planes::unit;
use super::settings::MoverSettings;
use carom_core::PartId;
use carom_core::shape::capsule::Capsule;
use carom_core::world::Scene;
use carom_math::{Scalar, Vector};

/// The whole state of a character between two ticks.
///
/// ```
/// use carom::mover::{CharacterState, Intent, Mover, MoverSettings};
/// use carom::{Collider, World, glam::{Vec3, vec3}};
/// let mut world = World::new();
/// world.insert(Collider::cuboid(vec3(0., -1., 0.), [Vec3::X * 9., Vec3::Y, Vec3::Z * 9.]))?;
/// let mut mover = Mover::new(MoverSettings::default())?;
/// let mut hero = CharacterState::at(vec3(0., 0.01, 0.), 1.8);
/// let saved = hero;
/// mover.step(&world, &mut hero, &Intent::walk(Vec3::X), 0.1);
/// let first = hero;
/// // Roll back: the same tick from the same state gives the same bits.
/// hero = saved;
/// mover.step(&world, &mut hero, &Intent::walk(Vec3::X), 0.1);
/// assert_eq!(hero, first);
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
pub struct CharacterState<V: Vector> {
    /// The lowest point of the capsule. Of one that lies or leans: the point straight under its middle, at the height of
    /// its lowest point.
    pub feet: V,
    /// From the lowest to the highest point of the capsule when it stands, and so the length of one that lies. Less than
    /// twice the radius makes a ball.
    pub height: V::Scalar,
    /// Velocity in the world at the end of the tick, length/s. On the ground: the part of the wanted velocity that was
    /// possible, without a part along `up`, plus the velocity of the ground.
    ///
    /// The next tick reads of it only the part along `up`, and only in the air. Horizontally a character moves as the
    /// intent wants: a push is [`Locomotion::knock_back`](crate::Locomotion::knock_back), or a part of the intent.
    pub velocity: V,
    /// Velocity of the ground or, in the air, of the ground that was left, length/s. The wanted velocity is relative to
    /// it.
    pub base_velocity: V,
    /// How far climbs have carried the character beyond its walk: a climb has a least length. The next ticks walk that
    /// much less, so that stairs take equally long at every tick rate.
    #[cfg_attr(feature = "serde", serde(rename = "ahead"))]
    pub step_credit: V::Scalar,
    /// The ground under the character; `None` in the air.
    pub ground: Option<Ground<V>>,
    /// Unit direction of the capsule in the world, from tail to head: level for a quadruped or a swimmer that lies on the
    /// water, anything else for one that leans. `None`: it stands along `up`. [`Intent::axis`] turns it.
    ///
    /// A lying character moves as any other. It is on the ground where ground that can be walked carries any point of it: a level
    /// one bridges from the floor to a kerb. A step is climbed if the whole body, in its direction, can rise on to it by at most
    /// the step height. Ground snap, hover and edge guard count the ground below all of its length: an edge guard lets it out as
    /// far as its tail. The axis stays as it is in the world where `up` changes or the ground turns.
    ///
    /// Of another [`body`](MoverSettings::body) with a frame of its own, such as a box, it is the heading: see
    /// [`BodyShape`](crate::BodyShape).
    #[cfg_attr(feature = "serde", serde(default))]
    pub axis: Option<V>,
}

impl<V: Vector> CharacterState<V> {
    /// A character at rest, at its start or after a teleport. Within the skin of walkable ground it is on that ground
    /// from its first tick; otherwise it falls.
    #[must_use]
    pub fn at(feet: V, height: V::Scalar) -> Self {
        Self {
            feet,
            height,
            velocity: V::ZERO,
            base_velocity: V::ZERO,
            step_credit: V::Scalar::ZERO,
            ground: None,
            axis: None,
        }
    }

    /// A character at rest that lies or leans along `axis`, from tail to head; it need not be unit. `length` is that from tip
    /// to tip. An axis that is zero or not finite makes it stand.
    ///
    /// ```
    /// use carom::glam::{Vec3, vec3};
    /// use carom::mover::{CharacterState, MoverSettings};
    /// let dog = CharacterState::lying(Vec3::ZERO, Vec3::X, 1.2);
    /// let capsule = dog.capsule(&MoverSettings { radius: 0.2, ..MoverSettings::default() });
    /// assert!((capsule.a - vec3(-0.4, 0.2, 0.)).length() < 1e-6);
    /// assert!((capsule.b - vec3(0.4, 0.2, 0.)).length() < 1e-6);
    /// ```
    #[must_use]
    pub fn lying(feet: V, axis: V, length: V::Scalar) -> Self {
        Self {
            axis: axis.try_normalize(),
            ..Self::at(feet, length)
        }
    }

    /// The main capsule of the character; [`shapes`](Self::shapes) has all of its body.
    ///
    /// ```
    /// use carom::glam::Vec3;
    /// use carom::mover::{CharacterState, MoverSettings};
    /// let settings = MoverSettings::default();
    /// let hero = CharacterState::at(Vec3::ZERO, 1.8);
    /// assert_eq!(hero.capsule(&settings), settings.capsule(Vec3::ZERO, 1.8));
    /// ```
    #[must_use]
    #[inline]
    pub fn capsule(&self, settings: &MoverSettings<V>) -> Capsule<V> {
        settings.capsule_along(self.feet, self.height, self.axis.and_then(unit))
    }

    /// The angle about `up` by which the ground under the character has turned in the tick of `dt` seconds that begins,
    /// radians: to add to its facing, before a [`RootMotion`](crate::RootMotion) or any input that is relative to it. The bodies are at
    /// their poses of the end of the tick already, as for [`Mover::step`](crate::Mover::step). 0 in the air, on ground at rest
    /// and in 2D.
    ///
    /// ```
    /// use carom::mover::{CharacterState, Intent, Mover, MoverSettings};
    /// use carom::{Collider, Pose, Rotation, World, glam::{Vec3, vec3}};
    /// let mut world = World::new();
    /// let table = world.insert(Collider::cuboid(Vec3::ZERO, [Vec3::X * 9., Vec3::Y, Vec3::Z * 9.]))?;
    /// let mut mover = Mover::new(MoverSettings::default())?;
    /// let (mut hero, mut facing) = (CharacterState::at(vec3(3., 1.01, 0.), 1.8), 0.);
    /// for tick in 0..60 {
    ///     let turn = Rotation::new(Vec3::Y, 0.01 * tick as f32);
    ///     world.move_to(table, Pose::new(Vec3::ZERO, turn), 1. / 60.)?;
    ///     facing += hero.ground_turn(&world, Vec3::Y, 1. / 60.);
    ///     mover.step(&world, &mut hero, &Intent::walk(Vec3::ZERO), 1. / 60.);
    /// }
    /// // It has ridden since the second tick.
    /// assert!((facing - 0.59_f32).abs() < 1e-5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn ground_turn(&self, scene: &impl Scene<V>, up: V, dt: V::Scalar) -> V::Scalar {
        let motion = (self.ground).and_then(|ground| scene.motion(ground.part.body, dt));
        motion.map_or(V::Scalar::ZERO, |motion| motion.turn_about(up))
    }

    #[inline]
    pub(super) fn is_finite(&self) -> bool {
        self.feet.is_finite()
            && self.height.is_finite()
            && self.velocity.is_finite()
            && self.base_velocity.is_finite()
            && self.step_credit.is_finite()
            && self.axis.is_none_or(V::is_finite)
    }
}

/// The ground that a character stands on.
///
/// ```
/// use carom::mover::{CharacterState, Intent, Mover, MoverSettings};
/// use carom::{Collider, World, glam::{Vec3, vec3}};
/// let mut world = World::new();
/// let floor = world.insert(Collider::cuboid(vec3(0., -1., 0.), [Vec3::X, Vec3::Y, Vec3::Z]))?;
/// let mut mover = Mover::new(MoverSettings::default())?;
/// let mut hero = CharacterState::at(vec3(0., 0.01, 0.), 1.8);
/// mover.step(&world, &mut hero, &Intent::walk(Vec3::ZERO), 0.1);
/// let ground = hero.ground.unwrap();
/// assert_eq!((ground.normal, ground.part.body), (Vec3::Y, floor));
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
pub struct Ground<V: Vector> {
    /// Unit normal of the surface; at an edge it differs from the normal of the contact.
    pub normal: V,
    /// The part of the scene.
    #[cfg_attr(feature = "serde", serde(rename = "piece"))]
    pub part: PartId,
}

/// The input of a tick. [`walk`](Self::walk) sets a velocity and leaves all else off.
///
/// ```
/// use carom::{glam::{Vec3, vec3}, mover::Intent};
/// let jump = Intent { jump: Some(5.), ..Intent::walk(vec3(2., 0., 0.)) };
/// let crouch = Intent { height: Some(1.2), ..Intent::walk(Vec3::ZERO) };
/// assert!(jump.height.is_none() && crouch.jump.is_none() && !crouch.fly);
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
pub struct Intent<V: Vector> {
    /// Wanted velocity relative to the ground, length/s, reached at once (see [`Locomotion`](crate::Locomotion) for
    /// acceleration). Its part along `up` counts only when flying.
    pub velocity: V,
    /// Leave the ground with this upward speed relative to the ground, length/s. Ignored in the air.
    pub jump: Option<V::Scalar>,
    /// The jump counts in the air too: shortly after walking off an edge, or as the second of a double jump.
    #[cfg_attr(feature = "serde", serde(alias = "leap"))]
    pub air_jump: bool,
    /// Height from now on, length: crouch, or stand up where there is room. `None` keeps the height.
    pub height: Option<V::Scalar>,
    /// Move freely, without gravity and ground.
    pub fly: bool,
    /// An upward speed that takes the place of gravity in this tick, length/s: of an animation
    /// ([`RootMotion`](crate::RootMotion)), a glide, a dash through the air. More than 0 leaves the ground, relative to it; less
    /// does not, and a walk stays a walk. In the air it is relative to the world, and the next tick falls on from it. A
    /// jump that counts and a flight come before it. `None`: gravity acts.
    #[cfg_attr(feature = "serde", serde(default))]
    pub rise: Option<V::Scalar>,
    /// The direction, from tail to head, to turn the capsule to; it need not be unit. Along `up` it stands up, and from then on
    /// stands as any character. `None` keeps [`CharacterState::axis`].
    ///
    /// The capsule turns about its middle, on the shortest way, with its lowest point at its height, before it moves. A turn
    /// goes through nothing: what it meets pushes the body aside, along surfaces and with all of its skin, and where there is no
    /// room the turn ends there; the state has the direction that it came to. Near anything, the ground under it included, the
    /// farthest point of the body goes about 20 skins in a tick (half of that where the body rises or sinks); the next ticks turn on.
    ///
    /// ```
    /// use carom::glam::{Vec3, vec3};
    /// use carom::mover::{CharacterState, Intent, Mover, MoverSettings};
    /// use carom::{Collider, World};
    /// let mut world = World::new();
    /// world.insert(Collider::cuboid(vec3(0., -1., 0.), [Vec3::X * 9., Vec3::Y, Vec3::Z * 9.]))?;
    /// let mut mover = Mover::new(MoverSettings::default())?;
    /// let mut horse = CharacterState::lying(vec3(0., 0.01, 0.), Vec3::X, 2.);
    /// for tick in 0..60 {
    ///     let angle = 1.5 * tick as f32 / 60.;
    ///     let ahead = vec3(angle.cos(), 0., angle.sin());
    ///     mover.step(&world, &mut horse, &Intent { axis: Some(ahead), ..Intent::walk(ahead * 2.) }, 1. / 60.);
    ///     assert!((horse.axis.unwrap() - ahead).length() < 1e-6 && horse.ground.is_some());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg_attr(feature = "serde", serde(default))]
    pub axis: Option<V>,
}

impl<V: Vector> Intent<V> {
    /// Walks at this velocity, length/s; no jump, no new height, no flight, and gravity acts.
    #[must_use]
    pub fn walk(velocity: V) -> Self {
        Self {
            velocity,
            jump: None,
            air_jump: false,
            height: None,
            fly: false,
            rise: None,
            axis: None,
        }
    }

    /// The greatest speed along `up` that it sets.
    #[inline]
    pub(super) fn fastest_rise(&self) -> V::Scalar {
        let speed = |given: Option<V::Scalar>| given.unwrap_or(V::Scalar::ZERO).abs();
        speed(self.jump).max(speed(self.rise))
    }

    /// The upward speed with which it leaves ground, by a jump or an animation.
    #[inline]
    pub(super) fn leaving_speed(&self) -> Option<V::Scalar> {
        let rising = self.rise.filter(|rise| *rise > V::Scalar::ZERO);
        self.jump.or(rising)
    }

    /// The intent without its numbers that are not finite.
    #[inline]
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
            rise: self.rise.filter(|rise| rise.is_finite()),
            axis: self.axis.and_then(V::try_normalize),
        }
    }
}
