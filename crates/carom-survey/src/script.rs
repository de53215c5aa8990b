//! The input that leads from a spawn to a place.

use crate::run::Action;
use glam::Vec3;

/// A spawn, and the input of a character that starts there.
///
/// ```
/// use carom_survey::{Action, InputScript};
/// use glam::Vec3;
///
/// let mut script = InputScript { spawn: Vec3::Y, actions: Vec::new() };
/// script.push(Action { ticks: 60, velocity: Vec3::X, ..Action::default() });
/// assert_eq!(script.ticks(), 60);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InputScript {
    /// The feet at the start.
    pub spawn: Vec3,
    /// The actions, one after another.
    pub actions: Vec<Action>,
}

impl InputScript {
    /// Adds an action at the end.
    pub fn push(&mut self, action: Action) {
        self.actions.push(action);
    }

    /// Its duration in ticks.
    #[must_use]
    pub fn ticks(&self) -> u64 {
        self.actions.iter().map(Action::length).sum()
    }
}
