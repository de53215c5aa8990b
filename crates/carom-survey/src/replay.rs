//! Replay of a script, tick by tick.

use crate::script::InputScript;
use crate::survey::Survey;
use carom::mover::{CharacterState, Intent};
use glam::Vec3;

impl Survey<'_> {
    /// The character at the spawn and after every tick of a script, with the bits of the search.
    #[must_use]
    pub fn replay(&self, script: &InputScript) -> Vec<CharacterState<Vec3>> {
        let mut mover = self.mover();
        let mut body = CharacterState::at(script.spawn, self.options.height);
        let mut bodies = vec![body];
        for action in &script.actions {
            for tick in 0..action.length() {
                let walks = tick < u64::from(action.ticks);
                let intent = Intent {
                    jump: action.jump.filter(|_| tick == 0),
                    height: action.height,
                    ..Intent::walk(if walks { action.velocity } else { Vec3::ZERO })
                };
                mover.step(self.level, &mut body, &intent, self.options.dt());
                bodies.push(body);
            }
        }
        bodies
    }
}
