//! Double jump: some more jumps in the air after one from the ground.

use crate::CharacterState;
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

    /// Before each tick: whether a press of jump counts. Put it into [`Intent::jump`](crate::Intent::jump) with `air_jump` set.
    pub fn allows<V: Vector>(&mut self, body: &CharacterState<V>, pressed: bool) -> bool {
        if body.ground.is_some() {
            self.left = self.most;
            return pressed;
        }
        let counts = pressed && self.left > 0;
        self.left -= u32::from(counts);
        counts
    }
}
