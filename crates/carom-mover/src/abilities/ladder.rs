//! Ladders: up and down a line, and off at its ends.

use super::path::Path;
use carom_math::{Scalar, Vector};

/// A ladder: where feet are at its lower and at its upper end, and where they step off at the top.
///
/// ```
/// use carom::{World, glam::{Vec3, vec3}};
/// use carom::mover::{CharacterState, Mover, MoverSettings, abilities::Ladder};
/// let (world, mut mover) = (World::new(), Mover::new(MoverSettings::default())?);
/// let mut body = CharacterState::at(vec3(0.1, 1., 0.), 1.8);
/// let ladder = Ladder { bottom: Vec3::ZERO, top: Vec3::Y * 5., exit: vec3(-1., 5., 0.), speed: 2. };
/// assert!(ladder.is_near(body.feet, 0.3));
/// let mut path = ladder.up(body.feet);
/// while path.step(&mut mover, &world, &mut body, 1. / 60.).is_none() {}
/// assert!((body.feet - ladder.exit).length() < 1e-4);
/// # Ok::<(), carom::mover::MoverError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ladder<V: Vector> {
    /// Where feet are at its lower end.
    pub bottom: V,
    /// Where feet are at its upper end.
    pub top: V,
    /// Where they step off at the top.
    pub exit: V,
    /// Length/s.
    pub speed: V::Scalar,
}

impl<V: Vector> Ladder<V> {
    /// Whether feet are within this distance of the ladder, so that it can be climbed.
    #[must_use]
    pub fn is_near(&self, feet: V, distance: V::Scalar) -> bool {
        (feet - self.nearest(feet)).length() <= distance
    }

    /// The way up: to the nearest place on the ladder, to its top, off it. A new one can begin in any tick: the character
    /// hangs where the last one was left.
    #[must_use]
    pub fn up(&self, feet: V) -> Path<V> {
        Path::new([self.nearest(feet), self.top, self.exit], self.speed)
    }

    /// The way down: to the nearest place on the ladder, and to its bottom.
    ///
    /// ```
    /// use carom::{World, glam::{Vec3, vec3}};
    /// use carom::mover::{CharacterState, Mover, MoverSettings, abilities::Ladder};
    /// let (world, mut mover) = (World::new(), Mover::new(MoverSettings::default())?);
    /// let ladder = Ladder { bottom: Vec3::ZERO, top: Vec3::Y * 5., exit: vec3(-1., 5., 0.), speed: 2. };
    /// let mut body = CharacterState::at(ladder.exit, 1.8);
    /// let (mut path, mut ticks) = (ladder.down(body.feet), 0);
    /// while path.step(&mut mover, &world, &mut body, 1. / 60.).is_none() {
    ///     ticks += 1;
    /// }
    /// assert!(body.feet.length() < 1e-4);
    /// assert!((ticks - 180_i32).abs() < 3); // 1 m to the ladder and 5 m down, at 2 m/s
    /// # Ok::<(), carom::mover::MoverError>(())
    /// ```
    #[must_use]
    pub fn down(&self, feet: V) -> Path<V> {
        Path::new([self.nearest(feet), self.bottom], self.speed)
    }

    fn nearest(&self, feet: V) -> V {
        let line = self.top - self.bottom;
        let part = (feet - self.bottom).dot(line) / line.length_squared();
        self.bottom + line * part.clamp(V::Scalar::ZERO, V::Scalar::ONE)
    }
}
