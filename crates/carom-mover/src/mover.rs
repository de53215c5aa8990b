//! The mover: settings, memory, and the tick that gathers once and, where that was too little, twice.

use super::memory::{Memory, Reach};
use super::platforms::carry;
use super::probe::Probe;
use super::report::{Collision, Report};
use super::settings::{MoverError, MoverSettings};
use super::state::{CharacterState, Intent};
use super::surfaces::{Surfaces, motion_of, under};
use super::tick::Tick;
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use carom_core::world::Scene;
use carom_math::{Scalar, Vector};

/// Moves characters of one kind. It keeps only working memory from tick to tick; the state of a character is its
/// [`CharacterState`].
///
/// ```
/// use carom::mover::{CharacterState, Intent, Mover, MoverSettings};
/// use carom::{Mesh, glam::{Vec3, vec3}};
/// let floor = Mesh::new(
///     vec![vec3(-9., 0., -9.), vec3(-9., 0., 9.), vec3(9., 0., 9.), vec3(9., 0., -9.)],
///     vec![[0, 1, 2], [0, 2, 3]],
/// )?;
/// let mut mover = Mover::new(MoverSettings::default())?;
/// let mut hero = CharacterState::at(vec3(0., 0.5, 0.), 1.8);
/// for _ in 0..60 {
///     mover.step(&floor, &mut hero, &Intent::walk(vec3(2., 0., 0.)), 1. / 60.);
/// }
/// assert!(hero.ground.is_some() && (hero.feet.x - 2.).abs() < 1e-3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "KinematicCharacterController")]
#[doc(alias = "CharacterVirtual")]
#[derive(Clone, Debug)]
pub struct Mover<V: Vector> {
    settings: MoverSettings<V>,
    surfaces: Option<Arc<Surfaces<V>>>,
    pub(super) memory: Box<Memory<V>>,
    collisions: Vec<Collision<V>>,
}

impl<V: Vector> Mover<V> {
    /// A mover with these settings; normalizes `up`.
    ///
    /// # Errors
    /// A setting that is not finite or out of its range, by name.
    pub fn new(settings: MoverSettings<V>) -> Result<Self, MoverError> {
        Ok(Self {
            settings: settings.checked()?,
            surfaces: None,
            memory: Box::new(Memory::new()),
            collisions: Vec::new(),
        })
    }

    /// The surfaces that the last tick met, in order, each part once, at most 32. After a tick that is `stuck`: all
    /// parts that the character overlaps, at most 16.
    ///
    /// ```
    /// use carom::mover::{CharacterState, Intent, Mover, MoverSettings};
    /// use carom::{Ball, Plane, World, glam::{Vec3, vec3}};
    /// let mut world = World::new();
    /// world.insert(Plane::new(Vec3::Y, 0.))?;
    /// let post = world.insert(Ball::new(vec3(1., 1., 0.), 0.5))?;
    /// let mut mover = Mover::new(MoverSettings::default())?;
    /// let mut hero = CharacterState::at(Vec3::ZERO, 1.8);
    /// let mut met = Vec::new();
    /// for _ in 0..30 {
    ///     mover.step(&world, &mut hero, &Intent::walk(Vec3::X * 3.), 1. / 60.);
    ///     met.extend(mover.collisions().iter().map(|collision| collision.part.body));
    /// }
    /// assert!(met.contains(&post));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn collisions(&self) -> &[Collision<V>] {
        &self.collisions
    }

    /// The settings of the next tick.
    #[must_use]
    pub fn settings(&self) -> &MoverSettings<V> {
        &self.settings
    }

    /// Changes the settings from the next tick on; normalizes `up`. The ticks are those of a new mover with these
    /// settings. A character that overlaps something with a greater radius is moved out of it, as in any tick.
    ///
    /// ```
    /// use carom::{glam::Vec3, mover::{Mover, MoverSettings}};
    /// let mut mover = Mover::<Vec3>::new(MoverSettings::default())?;
    /// mover.set_settings(MoverSettings { step_height: 0.6, ..*mover.settings() })?;
    /// assert_eq!(mover.settings().step_height, 0.6);
    /// let error = mover.set_settings(MoverSettings { radius: 0., ..*mover.settings() }).unwrap_err();
    /// assert_eq!((error.setting, mover.settings().radius), ("radius", 0.3));
    /// # Ok::<(), carom::mover::MoverError>(())
    /// ```
    ///
    /// # Errors
    /// A setting that is not finite or out of its range, by name; the mover then keeps its settings.
    pub fn set_settings(&mut self, settings: MoverSettings<V>) -> Result<(), MoverError> {
        self.settings = settings.checked()?;
        // The parts in memory are those that another capsule could reach.
        self.memory.kept = None;
        Ok(())
    }

    /// Changes the direction against gravity from the next tick on; normalizes it. For gravity towards a planet or along a
    /// tunnel it is called before each tick; the ticks are those of a new mover with it.
    ///
    /// The capsule turns about its feet, which stay where they are: from one tick to the next the direction should turn by no
    /// more than a few degrees, or the capsule swings into walls, and is then moved out of them as out of any overlap. The
    /// velocity stays as it is, in the world; turn it along where a fall or a run should follow the new direction.
    ///
    /// ```
    /// use carom::mover::{CharacterState, Intent, Mover, MoverSettings};
    /// use carom::{Ball, World, glam::{Vec3, vec3}};
    /// let mut world = World::new();
    /// world.insert(Ball::new(Vec3::ZERO, 20.))?;
    /// let mut mover = Mover::new(MoverSettings::default())?;
    /// let mut hero = CharacterState::at(vec3(0., 20.01, 0.), 1.8);
    /// // East along the equator, for as long as half of the way round takes.
    /// for _ in 0..(20. * core::f32::consts::PI / 4. * 60.) as u32 {
    ///     let up = hero.feet.normalize();
    ///     mover.set_up(up)?;
    ///     mover.step(&world, &mut hero, &Intent::walk(up.cross(Vec3::Z) * 4.), 1. / 60.);
    /// }
    /// assert!(hero.ground.is_some() && hero.feet.distance(vec3(0., -20.01, 0.)) < 0.1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A direction that is not finite or zero; the mover then keeps its own.
    pub fn set_up(&mut self, up: V) -> Result<(), MoverError> {
        self.set_settings(MoverSettings {
            up,
            ..self.settings
        })
    }

    /// The materials of the scene; `None` if all of it is ground like any other, as at first.
    ///
    /// ```
    /// use carom::{glam::Vec3, mover::{Mover, MoverSettings, Surfaces}};
    /// let mut mover = Mover::<Vec3>::new(MoverSettings::default())?;
    /// assert!(mover.surfaces().is_none());
    /// mover.set_surfaces(Some(Surfaces::new().into()));
    /// assert_eq!(mover.surfaces().unwrap().iter().count(), 0);
    /// # Ok::<(), carom::mover::MoverError>(())
    /// ```
    #[must_use]
    pub fn surfaces(&self) -> Option<&Surfaces<V>> {
        self.surfaces.as_deref()
    }

    /// Sets the materials of the scene from the next tick on: steepest walkable slopes, step permissions, friction,
    /// conveyors, tags, by body and part. Movers can share a table; none is needed, and then a tick does not take longer.
    pub fn set_surfaces(&mut self, surfaces: Option<Arc<Surfaces<V>>>) {
        self.surfaces = surfaces;
        self.memory.kept = None;
    }

    /// The friction of the ground under a character, for [`Locomotion::grip`](crate::Locomotion::grip): 1 in the air and
    /// without a material.
    ///
    /// ```
    /// use carom::mover::{CharacterState, Intent, Mover, MoverSettings, SurfaceMaterial, Surfaces};
    /// use carom::{Plane, World, glam::Vec3};
    /// let mut world = World::new();
    /// let ice = world.insert(Plane::new(Vec3::Y, 0.))?;
    /// let mut surfaces = Surfaces::new();
    /// surfaces.insert(ice, None, SurfaceMaterial { friction: 0.1, ..SurfaceMaterial::default() })?;
    /// let mut mover = Mover::new(MoverSettings::default())?;
    /// mover.set_surfaces(Some(surfaces.into()));
    /// let mut hero = CharacterState::at(Vec3::ZERO, 1.8);
    /// assert_eq!(mover.grip(&hero), 1., "not on the ground yet");
    /// mover.step(&world, &mut hero, &Intent::walk(Vec3::ZERO), 1. / 60.);
    /// assert_eq!(mover.grip(&hero), 0.1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn grip(&self, state: &CharacterState<V>) -> V::Scalar {
        let material = under(self.surfaces(), state);
        material.map_or(V::Scalar::ONE, |material| material.friction)
    }

    /// Moves a character through one tick of `dt` seconds.
    ///
    /// Nothing happens if `dt` is not positive and finite or the state is not finite; numbers of the intent that are
    /// not finite count as absent. If numbers overflow, the state stays as it is and the report says so. A character
    /// that overlaps the scene is first moved out, to a free pose within 1.12 radii, or else, unless a moving body crushes
    /// it, within [`max_depenetration`](MoverSettings::max_depenetration); if there is none, it stays and the report says
    /// `stuck`.
    ///
    /// Moving bodies of the scene have to be at their poses of the end of the tick already, and to say how they came
    /// there: [`World::move_to`](carom_core::World::move_to).
    #[doc(alias = "move_and_slide")]
    #[doc(alias = "move_shape")]
    #[doc(alias = "ExtendedUpdate")]
    #[doc(alias = "CharacterController")]
    pub fn step(
        &mut self,
        scene: &impl Scene<V>,
        body: &mut CharacterState<V>,
        intent: &Intent<V>,
        dt: V::Scalar,
    ) -> Report<V> {
        self.memory.kept = None;
        self.step_in(scene, body, intent, dt, V::Scalar::ZERO)
    }

    /// The tick, in a scene for which the kept memory holds. Gathers `margin` more than the tick needs, and keeps it.
    pub(super) fn step_in(
        &mut self,
        scene: &impl Scene<V>,
        state: &mut CharacterState<V>,
        intent: &Intent<V>,
        dt: V::Scalar,
        margin: V::Scalar,
    ) -> Report<V> {
        if !(dt > V::Scalar::ZERO && dt.is_finite() && state.is_finite()) {
            return Report::default();
        }
        let surfaces = self.surfaces.as_deref();
        let tick = Tick {
            settings: &self.settings,
            surfaces,
            state,
            intent: &intent.finite(),
            ride: (state.ground).and_then(|ground| motion_of(scene, surfaces, ground.part, dt)),
            dt,
        };
        let (memory, collisions) = (&mut *self.memory, &mut self.collisions);
        // Mostly no character goes farther than it means to, and a close box is enough; but not for a stuck one.
        let reaches = [
            Reach::StillStuck,
            Reach::Close(margin),
            Reach::Far,
            Reach::Deep,
        ];
        let first = match tick.ride {
            None if memory.stuck.may_contain(tick.settings, tick.state) => 0,
            None => 1,
            Some(_) => 2,
        };
        let mut reaches = reaches[first..].iter();
        match reaches.find_map(|reach| tick.run(scene, memory, collisions, *reach)) {
            Some((after, report)) => {
                *state = after;
                report
            }
            None => Report::default(),
        }
    }

    /// The settings, the surfaces, and the memory for a query outside of a tick.
    #[expect(clippy::type_complexity, reason = "borrowed side by side")]
    pub(super) fn parts_mut(
        &mut self,
    ) -> (
        &MoverSettings<V>,
        Option<&Surfaces<V>>,
        &mut Memory<V>,
        &mut Vec<Collision<V>>,
    ) {
        let surfaces = self.surfaces.as_deref();
        let memory = &mut *self.memory;
        (&self.settings, surfaces, memory, &mut self.collisions)
    }

    /// The displacement of a character in a tick by the motions of bodies: the ground carries it, others push it.
    /// Returns all of it, and the pushes alone.
    pub(super) fn carried(
        &mut self,
        scene: &impl Scene<V>,
        state: &CharacterState<V>,
        dt: V::Scalar,
    ) -> (V, V) {
        let surfaces = self.surfaces.as_deref();
        let tick = Tick {
            settings: &self.settings,
            surfaces,
            state,
            intent: &Intent::walk(V::ZERO),
            ride: (state.ground).and_then(|ground| motion_of(scene, surfaces, ground.part, dt)),
            dt,
        };
        let memory = &mut *self.memory;
        let Some(region) = tick.gather(scene, memory, Reach::Far) else {
            return (V::ZERO, V::ZERO);
        };
        self.collisions.clear();
        let probe_memory = (&mut memory.cache, &mut self.collisions);
        let mut probe = Probe::new(&memory.scene, &self.settings, region, state, probe_memory);
        let carried = carry(&mut probe, tick.ride.as_ref(), &mut Report::default());
        (probe.feet() - state.feet, carried.pushed)
    }
}
