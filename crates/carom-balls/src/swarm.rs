//! Many small balls that fly, bounce, slide and come to rest: particles, debris, hail, pickups.
//!
//! Each ball is swept exactly: it stops at the first thing it meets, bounces, and goes on for the rest of the
//! tick. It passes through nothing, at no speed. Balls do not meet each other.
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

mod flight;
mod obstacles;
mod settings;

pub use obstacles::Obstacles;
pub use settings::{Bounce, SwarmError, SwarmSettings};

use alloc::vec::Vec;
use carom_bvh::Aabb;
use carom_core::surface::batch::Batch;
use carom_math::parallel::each;
use carom_math::{Scalar, Vector};
use flight::Flight;

/// So many are moved by one thread.
const ALONE: usize = 512;

/// One ball of a swarm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Particle<V: Vector> {
    /// The centre.
    pub position: V,
    /// Length/s.
    pub velocity: V,
    /// What it has met in the last tick: bounces, and 1 or more at rest.
    pub hits: u32,
    /// The user's own; [`Swarm::sort`] changes the order of particles.
    pub data: u32,
    /// How it bounces and slides, if not as the [settings](SwarmSettings) have it. Changed while the ball rests it
    /// counts after [`Swarm::forget`].
    pub bounce: Option<Bounce<V>>,
    clear: Clear<V>,
    /// The length of a tick that has changed nothing, so that another changes nothing; else zero.
    rests: V::Scalar,
}

/// A ball at `place` is at least so far from everything.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Clear<V: Vector> {
    place: V,
    gap: V::Scalar,
}

impl<V: Vector> Clear<V> {
    fn unknown() -> Self {
        Self {
            place: V::ZERO,
            gap: -V::Scalar::INFINITY,
        }
    }

    /// How far one elsewhere is at least: by the triangle inequality less by the way there.
    fn at(&self, position: V) -> V::Scalar {
        let way = (position - self.place).length();
        self.gap - (way + way * (V::Scalar::EPSILON + V::Scalar::EPSILON))
    }
}

impl<V: Vector> Particle<V> {
    /// A particle here, this fast, that bounces as the settings have it.
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
            clear: Clear::unknown(),
            rests: V::Scalar::ZERO,
        }
    }
}

/// Particles, and what they have in common.
///
/// Add, change and take out particles as you like.
#[derive(Clone, Debug)]
pub struct Swarm<V: Vector> {
    settings: SwarmSettings<V>,
    /// All of them.
    pub particles: Vec<Particle<V>>,
    batch: Batch,
}

impl<V: Vector> Swarm<V> {
    /// A swarm without particles.
    ///
    /// # Errors
    /// A setting that is not finite or out of its range.
    pub fn new(settings: SwarmSettings<V>) -> Result<Self, SwarmError> {
        Ok(Self {
            settings: settings.checked()?,
            particles: Vec::new(),
            batch: Batch::new(),
        })
    }

    /// What the particles have in common.
    #[must_use]
    pub fn settings(&self) -> &SwarmSettings<V> {
        &self.settings
    }

    /// Moves all particles by `dt` seconds; a `dt` that is not positive and finite moves none.
    ///
    /// The acceleration is added to the velocity first (semi-implicit Euler); the way is straight from hit to hit.
    /// At a hit the part of the velocity against the surface turns round, times the restitution, if it is more
    /// than the acceleration makes in two ticks; less comes to rest. Friction takes from what is left along the
    /// surface, as Coulomb's law has it, at most the friction times the change across. What remains of a tick
    /// after eight hits is lost.
    ///
    /// Particles keep a gap of some 64 eps times their largest coordinate to everything. One that overlaps
    /// something at the start is pushed out where there is room, else it moves as the smaller ball that fits. One
    /// whose position or velocity is not finite, or would not be, or whose bounce is not
    /// [valid](Bounce::is_valid), is left as it is.
    ///
    /// No particle acts on another: with the feature `rayon` they are moved on all cores, to the same bits.
    /// Nothing allocates but what the scene itself does.
    ///
    /// What has been found free is remembered where a scene [rests](Obstacles::at_rest): after a change to a mesh,
    /// or against another one, call [`forget`](Self::forget).
    pub fn tick(&mut self, scene: &(impl Obstacles<V> + Sync), dt: V::Scalar) {
        if !(dt > V::Scalar::ZERO && dt.is_finite()) {
            return;
        }
        if !scene.at_rest() {
            self.forget();
        }
        let flight = Flight {
            scene,
            settings: &self.settings,
            dt,
        };
        each(&mut self.particles, ALONE, &|particle| {
            flight.advance(particle)
        });
    }

    /// Forgets what has been found free.
    pub fn forget(&mut self) {
        for particle in &mut self.particles {
            particle.clear = Clear::unknown();
            particle.rests = V::Scalar::ZERO;
        }
    }

    /// Puts particles that are near to each other side by side, by their place within `bounds`, so that they find
    /// in the cache what the last one looked at. Worth it now and then where the level is larger than the cache.
    pub fn sort(&mut self, bounds: &Aabb<V>) {
        let particles = &mut self.particles;
        self.batch
            .arrange(bounds, particles, |particle| particle.position);
    }
}
