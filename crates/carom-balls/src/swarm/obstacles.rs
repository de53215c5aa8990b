//! Scenes in which a swarm moves.

use carom_core::pair::contact::Contact;
use carom_core::pair::hit::Hit;
use carom_core::shape::ball::Ball;
use carom_core::{Chain, Mesh, Vector3, World, WorldQuery};
use carom_math::Vector;
use glam::DVec2;

/// The queries that a swarm needs: a ball's first hit and nearest contact.
///
/// Implemented by [`Mesh`], [`Chain`], [`World`] and [`WorldQuery`]; implement it for a surface of your own.
///
/// ```
/// use carom::swarm::{Obstacles, Particle, Swarm, SwarmSettings};
/// use carom::{Ball, Contact, Hit, Plane, contact, sweep, glam::Vec3};
/// struct Ground;
/// impl Obstacles<Vec3> for Ground {
///     fn first_hit(&self, ball: &Ball<Vec3>, delta: Vec3) -> Option<Hit<Vec3>> {
///         sweep(ball, delta, &Plane::new(Vec3::Y, 0.)).hit
///     }
///     fn nearest(&self, ball: &Ball<Vec3>, reach: f32) -> Option<Contact<Vec3>> {
///         contact(ball, &Plane::new(Vec3::Y, 0.), reach)
///     }
/// }
/// let mut swarm = Swarm::new(SwarmSettings::default())?;
/// swarm.particles.push(Particle::new(Vec3::Y, Vec3::ZERO));
/// for _ in 0..300 {
///     swarm.tick(&Ground, 1. / 60.);
/// }
/// assert!((swarm.particles[0].position.y - 0.05).abs() < 1e-3);
/// # Ok::<(), carom::swarm::SwarmError>(())
/// ```
pub trait Obstacles<V: Vector> {
    /// The first hit of a ball swept by `delta`.
    fn first_hit(&self, ball: &Ball<V>, delta: V) -> Option<Hit<V>>;

    /// The contact of least separation, if that is at most `reach`.
    fn nearest(&self, ball: &Ball<V>, reach: V::Scalar) -> Option<Contact<V>>;

    /// Whether nothing moves, appears or disappears between two steps, so that free distances stay valid. Default
    /// `false`.
    ///
    /// ```
    /// use carom::swarm::Obstacles;
    /// use carom::{Mesh, World, glam::Vec3};
    /// let mesh = Mesh::new([Vec3::ZERO, Vec3::X, Vec3::Y], [[0, 1, 2]])?;
    /// assert!(mesh.at_rest() && !World::<Vec3>::new().at_rest());
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    fn at_rest(&self) -> bool {
        false
    }
}

/// With internal edges, which do not disturb a bouncing ball.
impl<V: Vector3> Obstacles<V> for Mesh<V> {
    fn first_hit(&self, ball: &Ball<V>, delta: V) -> Option<Hit<V>> {
        self.query().internal_edges(true).sweep(ball, delta)
    }

    fn nearest(&self, ball: &Ball<V>, reach: V::Scalar) -> Option<Contact<V>> {
        self.query().internal_edges(true).closest(ball, reach)
    }

    fn at_rest(&self) -> bool {
        true
    }
}

impl<V: Vector<Double = DVec2>> Obstacles<V> for Chain<V> {
    fn first_hit(&self, ball: &Ball<V>, delta: V) -> Option<Hit<V>> {
        self.query().sweep(ball, delta)
    }

    fn nearest(&self, ball: &Ball<V>, reach: V::Scalar) -> Option<Contact<V>> {
        self.query().closest(ball, reach)
    }

    fn at_rest(&self) -> bool {
        true
    }
}

/// All bodies that pass the query's filters, in the frame of the query. They do not move during a step.
impl<V: Vector> Obstacles<V> for WorldQuery<'_, V> {
    fn first_hit(&self, ball: &Ball<V>, delta: V) -> Option<Hit<V>> {
        self.sweep(ball, delta)
    }

    fn nearest(&self, ball: &Ball<V>, reach: V::Scalar) -> Option<Contact<V>> {
        self.closest(ball, reach)
    }
}

/// All bodies except sensors. They do not move during a step.
impl<V: Vector> Obstacles<V> for World<V> {
    fn first_hit(&self, ball: &Ball<V>, delta: V) -> Option<Hit<V>> {
        self.query().first_hit(ball, delta)
    }

    fn nearest(&self, ball: &Ball<V>, reach: V::Scalar) -> Option<Contact<V>> {
        self.query().nearest(ball, reach)
    }
}
