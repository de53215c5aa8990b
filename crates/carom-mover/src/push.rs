//! The push of a character against a body of a physics engine.

use super::report::Collision;
use carom_math::{Scalar, Vector};

impl<V: Vector> Collision<V> {
    /// The impulse (mass · length/s) with which a character of `mass` pushes the body that it met, to apply to that body at
    /// [`point`](Self::point).
    ///
    /// It is that of an inelastic collision without friction: with the closing speed `c = -velocity · normal`, it is
    /// `c / (1 / mass + inverse_mass)` against the normal, at most `limit`; zero for what the character does not close
    /// on. The body then moves along the normal at the common velocity of the two. `inverse_mass` is that which the body
    /// has at the point along the normal n: 1/m, and for one that can rotate, with r from its center of mass to the
    /// point, `(r × n) · I⁻¹ (r × n)` more. `limit` is a force times the tick: a weak character does not move a heavy
    /// body against its friction. No limit: infinity.
    ///
    /// Zero if `mass` or `limit` is not more than 0, or `inverse_mass` is negative, or one of them is NaN; and without a limit between two
    /// infinite masses.
    ///
    /// ```
    /// use carom::mover::{CharacterState, Intent, Mover, MoverSettings};
    /// use carom::{Collider, World, glam::{Vec3, vec3}};
    /// let mut world = World::new();
    /// world.insert(Collider::cuboid(vec3(0., -1., 0.), [Vec3::X * 9., Vec3::Y, Vec3::Z * 9.]))?;
    /// let crate_ = world.insert(Collider::cuboid(vec3(1., 0.5, 0.), [Vec3::X * 0.5, Vec3::Y * 0.5, Vec3::Z * 0.5]))?;
    /// let mut mover = Mover::new(MoverSettings::default())?;
    /// let mut hero = CharacterState::at(vec3(0., 0.01, 0.), 1.8);
    /// mover.step(&world, &mut hero, &Intent::walk(vec3(3., 0., 0.)), 0.1);
    /// let met = mover.collisions()[0];
    /// assert_eq!((met.part.body, met.velocity, met.point.x), (crate_, vec3(3., 0., 0.), 0.5));
    /// // 80 kg against 40 kg: both go on at 2 m/s. With at most 400 N it takes longer.
    /// assert!((met.push_impulse(80., 1. / 40., f32::INFINITY) - vec3(80., 0., 0.)).length() < 1e-4);
    /// assert!((met.push_impulse(80., 1. / 40., 400. * 0.1) - vec3(40., 0., 0.)).length() < 1e-4);
    /// assert_eq!(met.push_impulse(f32::INFINITY, 0., f32::INFINITY), Vec3::ZERO);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "impulse")]
    #[doc(alias = "push_power")]
    #[doc(alias = "solve_character_collision_impulses")]
    #[must_use]
    pub fn push_impulse(&self, mass: V::Scalar, inverse_mass: V::Scalar, limit: V::Scalar) -> V {
        let zero = V::Scalar::ZERO;
        let closing = -self.velocity.dot(self.normal);
        let can_push = mass > zero && inverse_mass >= zero && limit > zero && closing > zero;
        if !can_push {
            return V::ZERO;
        }
        let impulse = closing / (V::Scalar::ONE / mass + inverse_mass);
        let impulse = if impulse < limit { impulse } else { limit };
        if impulse.is_finite() {
            -(self.normal * impulse)
        } else {
            V::ZERO
        }
    }
}
