//! Particles: many small balls that fly, bounce, slide and come to rest, such as debris, hail or pickups.
//!
//! Each particle is swept exactly: it stops at its first hit, bounces, and goes on for the rest of the step. No speed
//! carries it through a surface. Particles do not collide with each other.
//!
//! ```
//! use carom::swarm::{Particle, SwarmSettings, Swarm};
//! use carom::{Mesh, glam::{Vec3, vec3}};
//! let floor = Mesh::new(
//!     vec![vec3(-9., 0., -9.), vec3(-9., 0., 9.), vec3(9., 0., 9.), vec3(9., 0., -9.)],
//!     vec![[0, 1, 2], [0, 2, 3]],
//! )?;
//! let mut swarm = Swarm::new(SwarmSettings::default())?;
//! swarm.particles.push(Particle::new(vec3(0., 2., 0.), vec3(1., 0., 0.)));
//! for _ in 0..300 {
//!     swarm.tick(&floor, 1. / 60.);
//! }
//! let hail = swarm.particles[0];
//! assert!(hail.velocity == Vec3::ZERO && (hail.position.y - 0.05).abs() < 1e-3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod obstacles;
mod settings;
mod step;

pub use obstacles::Obstacles;
pub use settings::{Bounce, SwarmError, SwarmSettings};

use alloc::vec::Vec;
use carom_bvh::Aabb;
use carom_core::surface::batch::Batch;
use carom_math::parallel::each;
use carom_math::{Scalar, Vector};
use step::SwarmStep;

/// Particles for each thread.
const PER_THREAD: usize = 512;

/// A particle of a swarm.
///
/// ```
/// use carom::swarm::Particle;
/// use carom::glam::Vec3;
/// let mut particle = Particle::new(Vec3::Y, Vec3::ZERO);
/// particle.data = 7;
/// // It bounces as the settings have it, and has not hit anything yet.
/// assert!(particle.bounce.is_none() && particle.hits == 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Particle<V: Vector> {
    /// Center.
    pub position: V,
    /// Velocity, length/s.
    pub velocity: V,
    /// Hits in the last step; a particle at rest has 1 or more.
    pub hits: u32,
    /// Free for the user; [`Swarm::sort`] changes the order of particles. Default 0.
    pub data: u32,
    /// How it bounces and slides; `None`, the default, for that of the [settings](SwarmSettings). A change
    /// while the particle rests takes effect after [`Swarm::forget`].
    pub bounce: Option<Bounce<V>>,
    clearance: Clearance<V>,
    /// The length of a step that has changed nothing, so that the same step again changes nothing; else zero.
    unchanged_dt: V::Scalar,
}

/// A lower bound of the distance of everything from a ball at `place`.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Clearance<V: Vector> {
    place: V,
    gap: V::Scalar,
}

impl<V: Vector> Clearance<V> {
    fn unknown() -> Self {
        Self {
            place: V::ZERO,
            gap: -V::Scalar::INFINITY,
        }
    }

    /// The bound elsewhere: by the triangle inequality, less the way.
    fn at(&self, position: V) -> V::Scalar {
        let way = (position - self.place).length();
        self.gap - (way + way * (V::Scalar::EPSILON + V::Scalar::EPSILON))
    }
}

impl<V: Vector> Particle<V> {
    /// A particle with a position and velocity, and the bounce of the settings.
    ///
    /// ```
    /// use carom::swarm::{Bounce, Particle};
    /// use carom::glam::Vec3;
    /// let rubber = Some(Bounce { restitution: 0.9, friction: 0.8 });
    /// let mut ball = Particle::new(Vec3::Y, Vec3::ZERO);
    /// ball.bounce = rubber;
    /// assert!(rubber.unwrap().is_valid());
    /// ```
    #[must_use]
    pub fn new(position: V, velocity: V) -> Self {
        Self {
            position,
            velocity,
            hits: 0,
            data: 0,
            bounce: None,
            clearance: Clearance::unknown(),
            unchanged_dt: V::Scalar::ZERO,
        }
    }
}

/// Particles and their common settings.
///
/// Particles can be added, changed and removed at any time.
///
/// ```
/// use carom::swarm::{Particle, Swarm, SwarmSettings};
/// use carom::{World, glam::Vec3};
/// let settings = SwarmSettings { acceleration: Vec3::ZERO, ..SwarmSettings::default() };
/// let mut swarm = Swarm::new(settings)?;
/// swarm.particles.push(Particle::new(Vec3::ZERO, Vec3::X));
/// swarm.tick(&World::new(), 0.5);
/// assert_eq!((swarm.particles[0].position, swarm.settings().acceleration), (Vec3::X * 0.5, Vec3::ZERO));
/// # Ok::<(), carom::swarm::SwarmError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Swarm<V: Vector> {
    settings: SwarmSettings<V>,
    /// All particles.
    pub particles: Vec<Particle<V>>,
    batch: Batch,
}

impl<V: Vector> Swarm<V> {
    /// A swarm without particles.
    ///
    /// # Errors
    /// A setting is not finite or out of its range.
    pub fn new(settings: SwarmSettings<V>) -> Result<Self, SwarmError> {
        Ok(Self {
            settings: settings.checked()?,
            particles: Vec::new(),
            batch: Batch::new(),
        })
    }

    /// The common settings.
    #[must_use]
    pub fn settings(&self) -> &SwarmSettings<V> {
        &self.settings
    }

    /// Moves all particles by `dt` seconds; a `dt` that is not positive and finite moves none.
    ///
    /// Semi-implicit Euler: the acceleration is added to the velocity first; the path between hits is straight. A hit
    /// reverses the normal velocity, times the restitution, if it is more than the acceleration adds in two steps;
    /// slower particles come to rest. Friction takes from the tangential velocity at most the friction coefficient
    /// times the change of the normal one (Coulomb). The rest of a step after eight hits is dropped.
    ///
    /// Particles keep a gap of about 64 ε times their largest coordinate to everything. A particle that overlaps
    /// something at the start moves to the surface where there is room, or else moves as the smaller ball that fits. A
    /// particle stays unchanged if its position or velocity is not finite, or would not be, or if its bounce is not
    /// [valid](Bounce::is_valid).
    ///
    /// No particle acts on another: with the feature `rayon` all cores move them, with the same bits. Nothing allocates
    /// except the scene itself.
    ///
    /// In a scene [at rest](Obstacles::at_rest) free distances are cached. After a change to a mesh, or with another
    /// one, call [`forget`](Self::forget).
    pub fn tick(&mut self, scene: &(impl Obstacles<V> + Sync), dt: V::Scalar) {
        if !(dt > V::Scalar::ZERO && dt.is_finite()) {
            return;
        }
        if !scene.at_rest() {
            self.forget();
        }
        let step = SwarmStep {
            scene,
            settings: &self.settings,
            dt,
        };
        each(&mut self.particles, PER_THREAD, &|particle| {
            step.advance(particle)
        });
    }

    /// Clears all cached free distances, and lets all particles that rest move again.
    ///
    /// ```
    /// use carom::swarm::{Particle, Swarm, SwarmSettings};
    /// use carom::{HeightField, Mesh, glam::Vec3};
    /// let floor = |height: f32| -> Result<Mesh<Vec3>, _> {
    ///     HeightField { origin: Vec3::ZERO, cell: [9., 9.], columns: 2, heights: vec![height; 4] }.mesh()
    /// };
    /// let mut swarm = Swarm::new(SwarmSettings::default())?;
    /// swarm.particles.push(Particle::new(Vec3::new(4., 2., 4.), Vec3::ZERO));
    /// for height in [1., 0.] {
    ///     swarm.forget(); // the floor is another one
    ///     let floor = floor(height)?;
    ///     (0..600).for_each(|_| swarm.tick(&floor, 1. / 60.));
    ///     let radius = swarm.settings().radius;
    ///     assert!((swarm.particles[0].position.y - height - radius).abs() < 1e-3);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn forget(&mut self) {
        for particle in &mut self.particles {
            particle.clearance = Clearance::unknown();
            particle.unchanged_dt = V::Scalar::ZERO;
        }
    }

    /// Sorts particles by their position within `bounds`, so that near ones share cache lines of the scene. Worthwhile
    /// now and then where the level is larger than the cache.
    ///
    /// ```
    /// use carom::swarm::{Particle, Swarm, SwarmSettings};
    /// use carom::{Aabb, glam::Vec3};
    /// let mut swarm = Swarm::new(SwarmSettings::default())?;
    /// for (data, x) in (0..).zip([1., 99., 2., 98.]) {
    ///     swarm.particles.push(Particle::new(Vec3::X * x, Vec3::ZERO));
    ///     swarm.particles[data as usize].data = data;
    /// }
    /// swarm.sort(&Aabb { min: Vec3::ZERO, max: Vec3::splat(100.) });
    /// let order: Vec<u32> = swarm.particles.iter().map(|particle| particle.data).collect();
    /// assert_eq!(order, [0, 2, 3, 1]); // `data` says which is which
    /// # Ok::<(), carom::swarm::SwarmError>(())
    /// ```
    pub fn sort(&mut self, bounds: &Aabb<V>) {
        let particles = &mut self.particles;
        self.batch
            .arrange(bounds, particles, |particle| particle.position);
    }
}
