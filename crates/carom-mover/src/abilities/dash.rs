//! Dash: a fixed distance in a fixed time, without gravity.

use crate::Intent;
use carom_math::{Scalar, Vector};

/// Rounding of the times of ticks, s.
const ROUNDING: f64 = 5e-7;

/// A dash that goes on.
///
/// ```
/// use carom::{World, glam::{Vec3, vec3}};
/// use carom::mover::{CharacterState, Mover, MoverSettings, abilities::Dash};
/// let (world, mut mover) = (World::new(), Mover::new(MoverSettings::default())?);
/// let mut body = CharacterState::at(Vec3::ZERO, 1.8);
/// let mut dash = Dash::new(vec3(3., 0., 0.), 0.22);
/// while let Some(intent) = dash.intent(1. / 60.) {
///     mover.step(&world, &mut body, &intent, 1. / 60.);
/// }
/// assert!((body.feet - vec3(3., 0., 0.)).length() < 1e-5);
/// # Ok::<(), carom::mover::MoverError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dash<V: Vector> {
    /// Length/s, in any direction.
    pub velocity: V,
    /// The time that is left, s.
    pub left: V::Scalar,
}

impl<V: Vector> Dash<V> {
    /// A dash of this length and direction in this time, s.
    #[must_use]
    pub fn new(way: V, seconds: V::Scalar) -> Self {
        Self {
            velocity: way / seconds,
            left: seconds,
        }
    }

    /// The intent of a tick of `dt` seconds; `None` when the dash is over. Its last tick is the mean of its rest and a
    /// stand, so that it ends in the same place at every tick rate.
    pub fn intent(&mut self, dt: V::Scalar) -> Option<Intent<V>> {
        if self.left <= V::Scalar::ZERO {
            return None;
        }
        let part = (self.left / dt).min(V::Scalar::ONE);
        self.left = if self.left - dt > V::Scalar::from_f64(ROUNDING) {
            self.left - dt
        } else {
            V::Scalar::ZERO
        };
        Some(Intent {
            fly: true,
            ..Intent::walk(self.velocity * part)
        })
    }
}
