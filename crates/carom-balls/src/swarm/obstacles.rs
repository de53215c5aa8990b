//! What a swarm asks of its surroundings.

use carom_core::Vector3;
use carom_core::pairs::contact::Contact;
use carom_core::pairs::sweep::Hit;
use carom_core::shape::Shape;
use carom_core::shape::ball::Ball;
use carom_core::surface::chain::Chain;
use carom_core::surface::mesh::Mesh;
use carom_core::world::{Ask, World};
use carom_math::Vector;
use glam::DVec2;

/// What a swarm asks of its surroundings: the first hit of a ball and the nearest thing.
///
/// A [`Mesh`], a [`Chain`], a [`World`] and an [`Ask`] answer it. Implement it for a surface of your own.
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

/// With its seams, which a ball does not feel.
impl<V: Vector3> Obstacles<V> for Mesh<V> {
    fn first_hit(&self, ball: &Ball<V>, delta: V) -> Option<Hit<V>> {
        self.raw().sweep_ball(ball, delta).map(|found| found.hit)
    }

    fn nearest(&self, ball: &Ball<V>, reach: V::Scalar) -> Option<Contact<V>> {
        let found = self.raw().closest_ball(ball, reach);
        found.map(|found| found.contact)
    }

    fn at_rest(&self) -> bool {
        true
    }
}

impl<V: Vector<Double = DVec2>> Obstacles<V> for Chain<V> {
    fn first_hit(&self, ball: &Ball<V>, delta: V) -> Option<Hit<V>> {
        self.sweep_ball(ball, delta).map(|found| found.hit)
    }

    fn nearest(&self, ball: &Ball<V>, reach: V::Scalar) -> Option<Contact<V>> {
        self.closest_ball(ball, reach).map(|found| found.contact)
    }

    fn at_rest(&self) -> bool {
        true
    }
}

/// The bodies that count, in the frame in which it is asked. Bodies rest during a tick.
impl<V: Vector> Obstacles<V> for Ask<'_, V> {
    fn first_hit(&self, ball: &Ball<V>, delta: V) -> Option<Hit<V>> {
        self.sweep(&Shape::Ball(*ball), delta)
            .map(|found| found.hit)
    }

    fn nearest(&self, ball: &Ball<V>, reach: V::Scalar) -> Option<Contact<V>> {
        self.closest(&Shape::Ball(*ball), reach)
            .map(|found| found.contact)
    }
}

/// All bodies but sensors. Bodies rest during a tick.
impl<V: Vector> Obstacles<V> for World<V> {
    fn first_hit(&self, ball: &Ball<V>, delta: V) -> Option<Hit<V>> {
        self.ask().first_hit(ball, delta)
    }

    fn nearest(&self, ball: &Ball<V>, reach: V::Scalar) -> Option<Contact<V>> {
        self.ask().nearest(ball, reach)
    }
}
