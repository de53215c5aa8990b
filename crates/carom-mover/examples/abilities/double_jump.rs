//! Double jump: some more jumps in the air after one from the ground.

use carom::glam::Vec3;
use carom::mover::CharacterState;

/// Jumps that are left until the ground is reached again.
pub(crate) struct AirJumps {
    /// How many there are after each landing: 1 for a double jump.
    pub(crate) most: u32,
    /// How many are left.
    pub(crate) left: u32,
}

impl AirJumps {
    pub(crate) fn new(most: u32) -> Self {
        Self { most, left: most }
    }

    /// Before each tick: whether a press of jump counts. Put it into [`Intent::jump`](carom::mover::Intent::jump) with
    /// `air_jump` set.
    pub(crate) fn allows(&mut self, body: &CharacterState<Vec3>, pressed: bool) -> bool {
        if body.ground.is_some() {
            self.left = self.most;
            return pressed;
        }
        let counts = pressed && self.left > 0;
        self.left -= u32::from(counts);
        counts
    }
}
