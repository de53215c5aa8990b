//! The surroundings of a swarm.

use carom_core::pair::contact::Contact;
use carom_core::pair::sweep::Hit;
use carom_core::shape::ball::Ball;
use carom_core::{Chain, Mesh, Vector3, World, WorldQuery};
use carom_math::Vector;
use glam::DVec2;

/// What a swarm needs of its surroundings: the first hit of a ball and the nearest contact.
///
/// A [`Mesh`], a [`Chain`], a [`World`] and a [`WorldQuery`] have it. Implement it for a surface of your own.
pub trait Obstacles<V: Vector> {
    /// The first hit of a ball on its way.
    fn first_hit(&self, ball: &Ball<V>, delta: V) -> Option<Hit<V>>;

    /// The contact of the least separation, if that is at most `reach`.
    fn nearest(&self, ball: &Ball<V>, reach: V::Scalar) -> Option<Contact<V>>;

    /// Whether nothing moves, comes or goes between two ticks, so that what was free remains so.
    fn at_rest(&self) -> bool {
        false
    }
}

/// With its internal edges, which do not disturb a ball that bounces.
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

/// The bodies that count, in the frame of the query. Bodies rest during a tick.
impl<V: Vector> Obstacles<V> for WorldQuery<'_, V> {
    fn first_hit(&self, ball: &Ball<V>, delta: V) -> Option<Hit<V>> {
        self.sweep(ball, delta)
    }

    fn nearest(&self, ball: &Ball<V>, reach: V::Scalar) -> Option<Contact<V>> {
        self.closest(ball, reach)
    }
}

/// All bodies but sensors. Bodies rest during a tick.
impl<V: Vector> Obstacles<V> for World<V> {
    fn first_hit(&self, ball: &Ball<V>, delta: V) -> Option<Hit<V>> {
        self.query().first_hit(ball, delta)
    }

    fn nearest(&self, ball: &Ball<V>, reach: V::Scalar) -> Option<Contact<V>> {
        self.query().nearest(ball, reach)
    }
}
