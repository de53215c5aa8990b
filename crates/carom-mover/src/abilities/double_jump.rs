//! Double jump: some more jumps in the air after one from the ground.

use crate::{CharacterState, Intent, Locomotion};
use carom_math::Vector;

/// Jumps that are left until the ground is reached again.
///
/// ```
/// use carom::{World, glam::Vec3};
/// use carom::mover::{CharacterState, Intent, Mover, MoverSettings, abilities::AirJumps};
/// let (world, mut mover) = (World::new(), Mover::new(MoverSettings::default())?);
/// let mut body = CharacterState::at(Vec3::ZERO, 1.8);
/// let mut jumps = AirJumps::new(1);
/// for _ in 0..2 {
///     let counts = jumps.allows(&body, true);
///     let jump = Intent { jump: counts.then_some(4.), air_jump: true, ..Intent::walk(Vec3::ZERO) };
///     mover.step(&world, &mut body, &jump, 0.1);
/// }
/// // The second one did not count: 4 m/s, less gravity for two tenths of a second.
/// assert!((body.velocity.y - (4. - 9.81 * 0.2)).abs() < 1e-5);
/// # Ok::<(), carom::mover::MoverError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AirJumps {
    /// How many there are after each landing: 1 for a double jump.
    pub most: u32,
    /// How many are left.
    pub left: u32,
}

impl AirJumps {
    /// All of them are left.
    #[must_use]
    pub fn new(most: u32) -> Self {
        Self { most, left: most }
    }

    /// Before each tick of a character without [`Locomotion`]: whether a press of jump counts. Put it into [`Intent::jump`] with
    /// `air_jump` set.
    pub fn allows<V: Vector>(&mut self, body: &CharacterState<V>, pressed: bool) -> bool {
        if body.ground.is_some() {
            self.left = self.most;
            return pressed;
        }
        let counts = pressed && self.left > 0;
        self.left -= u32::from(counts);
        counts
    }

    /// Before each tick of `dt` seconds of a character with [`Locomotion`], and before [`Locomotion::intent`]: whether a press of jump
    /// counts. It is [`allows`](Self::allows), but a press within coyote time counts as one from the ground and uses none up. Where it
    /// counts, call [`Locomotion::jump_in_air`] with the intent; where not, the press is buffered. So does [`before`](Self::before) in one
    /// call.
    ///
    /// ```
    /// use carom::glam::Vec3;
    /// use carom::mover::{CharacterState, Locomotion, LocomotionSettings, abilities::AirJumps};
    /// let body = CharacterState::at(Vec3::ZERO, 1.8);
    /// let mut locomotion = Locomotion::new(LocomotionSettings::default());
    /// let mut jumps = AirJumps::new(1);
    /// locomotion.jumped = false; // It has walked off an edge.
    /// for (counts, left) in [(true, 1), (true, 0), (false, 0)] {
    ///     assert_eq!(jumps.allows_with(&body, &locomotion, true, 0.02), counts);
    ///     assert_eq!(jumps.left, left);
    ///     let mut intent = locomotion.intent(&body, Vec3::ZERO, Some(4.), Vec3::Y, 0.02);
    ///     if counts {
    ///         locomotion.jump_in_air(&mut intent, 4.);
    ///     }
    ///     assert_eq!(intent.jump.is_some(), counts);
    /// }
    /// ```
    pub fn allows_with<V: Vector>(
        &mut self,
        body: &CharacterState<V>,
        locomotion: &Locomotion<V>,
        pressed: bool,
        dt: V::Scalar,
    ) -> bool {
        let is_late = body.ground.is_none() && locomotion.can_jump(body, dt);
        if is_late {
            return pressed;
        }
        self.allows(body, pressed)
    }

    /// Before each tick, with the intent that [`Locomotion::intent`] made of a press of jump, the speed upward: where that found
    /// neither ground nor coyote time, it becomes one of these jumps in the place of a buffered one. Returns whether it did.
    ///
    /// ```
    /// use carom::glam::Vec3;
    /// use carom::mover::{CharacterState, Locomotion, LocomotionSettings, abilities::AirJumps};
    /// let body = CharacterState::at(Vec3::ZERO, 1.8);
    /// let mut locomotion = Locomotion::new(LocomotionSettings::default());
    /// let mut jumps = AirJumps::new(1);
    /// locomotion.jumped = false; // It has walked off an edge.
    /// for (jumps_in_air, left) in [(false, 1), (true, 0), (false, 0)] {
    ///     let mut intent = locomotion.intent(&body, Vec3::ZERO, Some(4.), Vec3::Y, 0.02);
    ///     assert_eq!(jumps.before(&body, Some(4.), &mut intent, &mut locomotion), jumps_in_air);
    ///     assert_eq!(jumps.left, left);
    /// }
    /// ```
    pub fn before<V: Vector>(
        &mut self,
        body: &CharacterState<V>,
        pressed: Option<V::Scalar>,
        intent: &mut Intent<V>,
        locomotion: &mut Locomotion<V>,
    ) -> bool {
        let is_free = !intent.air_jump && !intent.fly;
        let pressed = pressed.filter(|_| is_free);
        let counts = self.allows(body, pressed.is_some()) && body.ground.is_none();
        if let Some(speed) = pressed.filter(|_| counts) {
            locomotion.jump_in_air(intent, speed);
        }
        counts
    }
}
