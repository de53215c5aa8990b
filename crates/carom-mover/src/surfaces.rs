//! Surfaces: what bodies and their parts are made of, for the characters that walk on them.

#[cfg(feature = "serde")]
mod stored;

use super::settings::MoverSettings;
use super::state::CharacterState;
use super::tuning::SLOPE_ROUNDING;
use alloc::vec::Vec;
use carom_core::world::{BodyMotion, LocalScene, Scene};
use carom_core::{BodyId, PartId};
use carom_math::{Scalar, Vector};
use core::fmt;

/// What a body or a part of it is made of. The default is ground like any other.
///
/// ```
/// use carom::{glam::{Vec3, vec3}, mover::SurfaceMaterial};
/// let default = SurfaceMaterial::<Vec3>::default();
/// assert_eq!((default.max_slope, default.step, default.friction, default.tag), (None, true, 1., 0));
/// let ice = SurfaceMaterial { friction: 0.1, tag: 1, ..default };
/// let belt = SurfaceMaterial { velocity: vec3(2., 0., 0.), ..default };
/// let roof = SurfaceMaterial { max_slope: Some(1.), ..default }; // only where it is level
/// let counter = SurfaceMaterial { step: false, ..default };
/// # assert!([ice, belt, roof, counter].iter().all(|material| *material != default));
/// ```
#[doc(alias = "b2SurfaceMaterial")]
#[doc(alias = "PhysicsMaterial")]
#[doc(alias = "PhysicalMaterial")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        default,
        deny_unknown_fields,
        bound(
            serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
            deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
        )
    )
)]
pub struct SurfaceMaterial<V: Vector> {
    /// Cosine of the steepest slope of it that can be walked, 0..=1. Default `None`: the
    /// [`max_slope`](MoverSettings::max_slope) of the mover.
    pub max_slope: Option<V::Scalar>,
    /// Whether a character steps up on to it. Otherwise its edges are walls for a walk on anything more than a skin lower,
    /// and are not rolled over; one that is on it, by a ramp or a jump, walks there as anywhere. Default true. A hovering
    /// character rides over it all the same.
    pub step: bool,
    /// Friction, as a factor of that of other ground: 0.1 for ice, 0 for none. Finite, 0 or more; default 1. The mover
    /// reports it ([`Mover::grip`](crate::Mover::grip)), [`Locomotion::grip`](crate::Locomotion::grip) uses it.
    pub friction: V::Scalar,
    /// Velocity of the material over its body, in the world, length/s: a conveyor. It carries a character as
    /// [`Body::surface_velocity`](carom_core::world::Body::surface_velocity) does, which is in the frame of the body, and adds to
    /// it. Walks take its horizontal part. Finite; default 0.
    pub velocity: V,
    /// A number of yours, in [`Collision::tag`](crate::Collision::tag). Default 0, as without a material.
    ///
    /// A material has no restitution and no stickiness: the intent of a character decides how it leaves the ground, not the
    /// ground, and a walk would bounce on every step down. Both follow from the tag of [`Report::ground`](crate::Report::ground), after
    /// the tick and the same at every tick rate. A trampoline throws it up again by
    /// [`Locomotion::knock_back`](crate::Locomotion::knock_back), with a share of the speed of
    /// [`MoveEvents::landed`](crate::MoveEvents::landed); on glue the game leaves jumps out of the intent.
    pub tag: u32,
}

impl<V: Vector> Default for SurfaceMaterial<V> {
    fn default() -> Self {
        Self {
            max_slope: None,
            step: true,
            friction: V::Scalar::ONE,
            velocity: V::ZERO,
            tag: 0,
        }
    }
}

/// A material that a [`Surfaces`] table rejects, and its place.
///
/// ```
/// use carom::{BodyId, glam::Vec3, mover::{SurfaceMaterial, Surfaces}};
/// let mut surfaces = Surfaces::<Vec3>::new();
/// let floor = BodyId::from_bits(4);
/// let slippery = SurfaceMaterial { friction: -1., ..SurfaceMaterial::default() };
/// let error = surfaces.insert(floor, Some(7), slippery).unwrap_err();
/// assert_eq!(error.to_string(), "part 7 of body 4: friction must be finite and not negative");
/// let [mud, ice] = [1, 2].map(|tag| SurfaceMaterial { tag, ..SurfaceMaterial::default() });
/// surfaces.insert(floor, None, mud)?;
/// let error = surfaces.insert(floor, None, ice).unwrap_err();
/// assert_eq!(error.to_string(), "body 4: it has the material with tag 1 and cannot have another, with tag 2");
/// # Ok::<(), carom::mover::SurfaceError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SurfaceError {
    /// The body.
    pub body: BodyId,
    /// The part of it; `None` for the whole body.
    pub part: Option<u32>,
    /// The fault there.
    pub fault: SurfaceFault,
}

/// The fault of a material: see [`SurfaceError`].
///
/// ```
/// use carom::{BodyId, glam::Vec3, mover::{SurfaceFault, SurfaceMaterial, Surfaces}};
/// let steep = SurfaceMaterial { max_slope: Some(1.5), ..SurfaceMaterial::default() };
/// let error = Surfaces::<Vec3>::new().insert(BodyId::default(), None, steep).unwrap_err();
/// assert_eq!(error.fault, SurfaceFault::Slope);
/// assert_eq!(error.fault.to_string(), "max_slope must be a cosine, in 0..=1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SurfaceFault {
    /// `max_slope` is not in 0..=1.
    Slope,
    /// `friction` is not finite, or negative.
    Friction,
    /// A number of `velocity` is not finite.
    Velocity,
    /// Another material is there already: the tags of both.
    Contradiction {
        /// Of the material that is there.
        present: u32,
        /// Of the one that was to be inserted.
        rejected: u32,
    },
}

impl fmt::Display for SurfaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let body = self.body.number();
        match self.part {
            Some(part) => write!(f, "part {part} of body {body}: ")?,
            None => write!(f, "body {body}: ")?,
        }
        write!(f, "{}", self.fault)
    }
}

impl fmt::Display for SurfaceFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Slope => "max_slope must be a cosine, in 0..=1",
            Self::Friction => "friction must be finite and not negative",
            Self::Velocity => "velocity must be finite",
            Self::Contradiction { present, rejected } => {
                return write!(
                    f,
                    "it has the material with tag {present} and cannot have another, with tag {rejected}"
                );
            }
        })
    }
}

impl core::error::Error for SurfaceError {}

/// A place with a material: a whole body, or one part of it.
type Place = (BodyId, Option<u32>);

/// The materials of a scene, by body and part: see [`Mover::set_surfaces`](crate::Mover::set_surfaces).
///
/// The material of a part is its own, or else that of its body, or else the default. A body that is removed from its world
/// may stay in the table, since no other body gets its name.
///
/// ```
/// use carom::mover::{CharacterState, Intent, Mover, MoverSettings, SurfaceMaterial, Surfaces};
/// use carom::{Collider, World, glam::{Vec3, vec3}};
/// use std::sync::Arc;
/// let mut world = World::new();
/// let belt = world.insert(Collider::cuboid(vec3(0., -1., 0.), [Vec3::X * 9., Vec3::Y, Vec3::Z * 9.]))?;
/// let mut surfaces = Surfaces::new();
/// let velocity = vec3(2., 0., 0.);
/// surfaces.insert(belt, None, SurfaceMaterial { velocity, tag: 7, ..SurfaceMaterial::default() })?;
/// let mut mover = Mover::new(MoverSettings::default())?;
/// mover.set_surfaces(Some(Arc::new(surfaces)));
/// let mut hero = CharacterState::at(vec3(0., 0.01, 0.), 1.8);
/// for _ in 0..60 {
///     mover.step(&world, &mut hero, &Intent::walk(Vec3::ZERO), 1. / 60.);
/// }
/// assert!((hero.feet.x - 2.).abs() < 0.03 && hero.base_velocity == velocity);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Surfaces<V: Vector> {
    /// In the order of their places: the material of a body before those of its parts.
    entries: Vec<(Place, SurfaceMaterial<V>)>,
    /// The least `max_slope` of all; 1 without any.
    steepest: V::Scalar,
    /// The largest speed of all conveyors.
    fastest: V::Scalar,
}

impl<V: Vector> Default for Surfaces<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Vector> Surfaces<V> {
    /// A table without materials.
    #[must_use]
    pub fn new() -> Self {
        Self {
            entries: Vec::new(),
            steepest: V::Scalar::ONE,
            fastest: V::Scalar::ZERO,
        }
    }

    /// Gives a body, or one part of it, a material. The body of a mesh outside of a world is the default one.
    ///
    /// Many parts are inserted fastest in their order.
    ///
    /// # Errors
    /// A number that is out of its range, or another material there; [`remove`](Self::remove) that first. The table is then
    /// unchanged.
    pub fn insert(
        &mut self,
        body: BodyId,
        part: Option<u32>,
        material: SurfaceMaterial<V>,
    ) -> Result<(), SurfaceError> {
        let error = |fault| Err(SurfaceError { body, part, fault });
        let is_cosine = |x: V::Scalar| x >= V::Scalar::ZERO && x <= V::Scalar::ONE;
        if !material.max_slope.is_none_or(is_cosine) {
            return error(SurfaceFault::Slope);
        }
        if !(material.friction >= V::Scalar::ZERO && material.friction.is_finite()) {
            return error(SurfaceFault::Friction);
        }
        if !material.velocity.is_finite() {
            return error(SurfaceFault::Velocity);
        }
        match self.find((body, part)) {
            Ok(at) => {
                let present = self.entries[at].1;
                if present != material {
                    return error(SurfaceFault::Contradiction {
                        present: present.tag,
                        rejected: material.tag,
                    });
                }
            }
            Err(at) => {
                self.entries.insert(at, ((body, part), material));
                self.bound(&material);
            }
        }
        Ok(())
    }

    /// Removes the material of a body, or of one part of it, and returns it; `None` if there is none.
    ///
    /// ```
    /// use carom::mover::{SurfaceMaterial, Surfaces};
    /// use carom::{Ball, PartId, World, glam::Vec3};
    /// let body = World::new().insert(Ball::new(Vec3::ZERO, 1.))?;
    /// let mut surfaces = Surfaces::<Vec3>::new();
    /// surfaces.insert(body, None, SurfaceMaterial { friction: 0.1, ..SurfaceMaterial::default() })?;
    /// assert_eq!(surfaces.get(PartId { body, index: 3 }).unwrap().friction, 0.1);
    /// assert!(surfaces.remove(body, None).is_some());
    /// assert!(surfaces.get(PartId { body, index: 3 }).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove(&mut self, body: BodyId, part: Option<u32>) -> Option<SurfaceMaterial<V>> {
        let at = self.find((body, part)).ok()?;
        let (_, removed) = self.entries.remove(at);
        let left = core::mem::take(&mut self.entries);
        *self = Self::new();
        for (_, material) in &left {
            self.bound(material);
        }
        self.entries = left;
        Some(removed)
    }

    /// The material of a part: its own or that of its body.
    #[must_use]
    pub fn get(&self, part: PartId) -> Option<&SurfaceMaterial<V>> {
        let own = self.find((part.body, Some(part.index)));
        let at = own.or_else(|_| self.find((part.body, None))).ok()?;
        Some(&self.entries[at].1)
    }

    /// All materials in the order of their places: the body, the part of it or `None` for all, the material.
    ///
    /// ```
    /// use carom::mover::{SurfaceMaterial, Surfaces};
    /// use carom::{Ball, World, glam::Vec3};
    /// let body = World::new().insert(Ball::new(Vec3::ZERO, 1.))?;
    /// let mut surfaces = Surfaces::<Vec3>::new();
    /// for part in [Some(2), None] {
    ///     surfaces.insert(body, part, SurfaceMaterial::default())?;
    /// }
    /// let places: Vec<_> = surfaces.iter().map(|(body, part, _)| (body, part)).collect();
    /// assert_eq!(places, [(body, None), (body, Some(2))]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (BodyId, Option<u32>, &SurfaceMaterial<V>)> {
        let entries = self.entries.iter();
        entries.map(|((body, part), material)| (*body, *part, material))
    }

    /// The place of an entry, or where it would be.
    fn find(&self, place: Place) -> Result<usize, usize> {
        // A table is mostly filled in order.
        if self.entries.last().is_none_or(|last| last.0 < place) {
            return Err(self.entries.len());
        }
        self.entries.binary_search_by(|entry| entry.0.cmp(&place))
    }

    fn bound(&mut self, material: &SurfaceMaterial<V>) {
        let speed = material.velocity.length();
        if speed > self.fastest {
            self.fastest = speed;
        }
        if let Some(slope) = material.max_slope
            && slope < self.steepest
        {
            self.steepest = slope;
        }
    }

    /// The largest speed of all conveyors, length/s.
    pub(super) fn fastest(&self) -> V::Scalar {
        self.fastest
    }

    /// Tangent of the steepest slope that is walkable anywhere.
    pub(super) fn steepest(&self, settings: &MoverSettings<V>) -> V::Scalar {
        let max_slope = if self.steepest < settings.max_slope {
            self.steepest
        } else {
            settings.max_slope
        };
        let settings = MoverSettings {
            max_slope,
            ..*settings
        };
        settings.steepest()
    }

    /// The table with the materials of these parts alone.
    pub(super) fn of_parts(&self, parts: impl Iterator<Item = PartId>) -> Self {
        let mut fewer = Self::new();
        for part in parts {
            for place in [None, Some(part.index)] {
                let Ok(at) = self.find((part.body, place)) else {
                    continue;
                };
                // Of the same place it is the same material.
                let _ = fewer.insert(part.body, place, self.entries[at].1);
            }
        }
        fewer
    }
}

/// The material that a character stands on; `None` in the air and without one.
pub(super) fn under<'s, V: Vector>(
    surfaces: Option<&'s Surfaces<V>>,
    state: &CharacterState<V>,
) -> Option<&'s SurfaceMaterial<V>> {
    surfaces?.get(state.ground?.part)
}

/// The motion of a part of a scene in a tick of `dt` seconds, with its conveyor.
pub(super) fn motion_of<V: Vector>(
    scene: &impl Scene<V>,
    surfaces: Option<&Surfaces<V>>,
    part: PartId,
    dt: V::Scalar,
) -> Option<BodyMotion<V>> {
    let motion = scene.motion(part.body, dt);
    match surfaces.and_then(|surfaces| surfaces.get(part)) {
        Some(material) => with_conveyor(motion, material.velocity, dt),
        None => motion,
    }
}

/// A motion with the velocity of a conveyor.
pub(super) fn with_conveyor<V: Vector>(
    motion: Option<BodyMotion<V>>,
    velocity: V,
    dt: V::Scalar,
) -> Option<BodyMotion<V>> {
    if velocity == V::ZERO {
        return motion;
    }
    Some(
        motion
            .unwrap_or(BodyMotion::at_rest(dt))
            .with_surface(velocity),
    )
}

/// Least rise of the normal of ground up to this slope: less the rounding of a normal.
pub(super) fn walkable<S: Scalar>(max_slope: S) -> S {
    max_slope - S::from_f64(SLOPE_ROUNDING)
}

/// What a tick needs of a material: plain numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct PartSurface<V: Vector> {
    /// Least rise of the normal of walkable ground, less the rounding of a normal.
    pub(super) walkable: V::Scalar,
    /// Whether it is stepped on to.
    pub(super) step: bool,
    pub(super) velocity: V,
    pub(super) tag: u32,
}

/// The surfaces of the parts of a local scene, by index; of none without a table.
#[derive(Clone, Debug)]
pub(super) struct PartSurfaces<V: Vector> {
    parts: Vec<PartSurface<V>>,
    /// With a table: the tangent of the steepest slope that is walkable anywhere.
    steepest: V::Scalar,
}

impl<V: Vector> PartSurfaces<V> {
    pub(super) fn new() -> Self {
        Self {
            parts: Vec::new(),
            steepest: V::Scalar::ZERO,
        }
    }

    /// Finds the surfaces of all parts of a scene in the table.
    pub(super) fn fill(
        &mut self,
        scene: &LocalScene<V>,
        surfaces: Option<&Surfaces<V>>,
        settings: &MoverSettings<V>,
    ) {
        self.parts.clear();
        let Some(surfaces) = surfaces else {
            return;
        };
        self.steepest = surfaces.steepest(settings);
        let none = SurfaceMaterial::default();
        self.parts.extend((0..scene.len()).map(|index| {
            let material = surfaces.get(scene.part(index)).unwrap_or(&none);
            PartSurface {
                walkable: walkable(material.max_slope.unwrap_or(settings.max_slope)),
                step: material.step,
                velocity: material.velocity,
                tag: material.tag,
            }
        }));
    }

    /// The surface of a part; `None` without a table.
    #[inline]
    pub(super) fn get(&self, index: usize) -> Option<&PartSurface<V>> {
        self.parts.get(index)
    }

    /// Tangent of the steepest slope that is walkable anywhere.
    pub(super) fn steepest(&self, settings: &MoverSettings<V>) -> V::Scalar {
        if self.parts.is_empty() {
            settings.steepest()
        } else {
            self.steepest
        }
    }
}
