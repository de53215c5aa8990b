//! Many ticks in a scene that does not change meanwhile: what is near is gathered once for many of them.

use super::{CharacterState, Intent, Mover, MoverError, MoverSettings, Report};
use carom_core::world::Scene;
use carom_math::{Scalar, Vector};

/// Ticks of a [`Mover`] in a scene that stays as it is: for searches, predictions and roll-backs.
///
/// It does what [`Mover::step`] does, to the bit, with any number of bodies; but what is near a body is gathered from a
/// wider box and kept, so that the ticks that stay in it need not ask the scene again: short runs from one place, as those
/// of a survey, take about four fifths of the time. Where something moves nothing is kept.
///
/// ```
/// use carom::Mesh;
/// use carom::glam::{Vec3, vec3};
/// use carom::mover::{CharacterState, Intent, Mover, Rollout, MoverSettings};
/// let corners = vec![vec3(-9., 0., -9.), vec3(-9., 0., 9.), vec3(9., 0., 9.), vec3(9., 0., -9.)];
/// let floor: Mesh<Vec3> = Mesh::new(corners, vec![[0, 1, 2], [0, 2, 3]])?;
/// let mut rollout = Rollout::new(Mover::new(MoverSettings::default())?, &floor, 0.5);
/// // Where does each of eight ways lead in half a second?
/// for i in 0..8 {
///     let (sin, cos) = (0.25 * std::f32::consts::PI * i as f32).sin_cos();
///     let mut body = CharacterState::at(vec3(0., 0.05, 0.), 1.8);
///     for _ in 0..30 {
///         rollout.step(&mut body, &Intent::walk(vec3(4. * cos, 0., 4. * sin)), 1. / 60.);
///     }
///     assert!((body.feet.length() - 2.).abs() < 0.1);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Rollout<'a, V: Vector, S> {
    mover: Mover<V>,
    scene: &'a S,
    margin: V::Scalar,
}

impl<'a, V: Vector, S: Scene<V>> Rollout<'a, V, S> {
    /// Takes a mover and holds on to a scene; `margin` is how much farther than one tick can reach is gathered, in
    /// metres: about as far as a run leads. Negative or not a number counts as zero.
    #[must_use]
    pub fn new(mover: Mover<V>, scene: &'a S, margin: V::Scalar) -> Self {
        let mut mover = mover;
        // What it remembers may be of another scene.
        mover.memory.kept = None;
        let is_wide = margin > V::Scalar::ZERO && margin.is_finite();
        let margin = if is_wide { margin } else { V::Scalar::ZERO };
        Self {
            mover,
            scene,
            margin,
        }
    }

    /// Moves a body through one tick of `dt` seconds, as [`Mover::step`] does.
    pub fn step(
        &mut self,
        body: &mut CharacterState<V>,
        intent: &Intent<V>,
        dt: V::Scalar,
    ) -> Report<V> {
        (self.mover).step_in(self.scene, body, intent, dt, self.margin)
    }

    /// The mover, as the last tick left it.
    #[must_use]
    pub fn mover(&self) -> &Mover<V> {
        &self.mover
    }

    /// Changes the mover's settings from the next tick on: [`Mover::set_settings`].
    ///
    /// # Errors
    /// A setting that is not finite or out of its range, by name; then nothing changes.
    pub fn set_settings(&mut self, settings: MoverSettings<V>) -> Result<(), MoverError> {
        self.mover.set_settings(settings)
    }

    /// Gives the mover back.
    #[must_use]
    pub fn into_mover(self) -> Mover<V> {
        self.mover
    }
}

impl<V: Vector, S> Clone for Rollout<'_, V, S> {
    fn clone(&self) -> Self {
        Self {
            mover: self.mover.clone(),
            scene: self.scene,
            margin: self.margin,
        }
    }
}
