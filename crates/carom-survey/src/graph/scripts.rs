//! The inputs that show drops and jumps.

use super::motions::{Motion, Motions};
use super::patches::Patches;
use super::{Chosen, LinkKind};
use crate::run::{Action, End, Hold, Runner};
use crate::script::InputScript;
use crate::searched::Searched;
use crate::survey::Survey;
use carom::mover::CharacterState;
use glam::Vec3;
use rayon::prelude::*;

/// An input, and the feet where it ends.
pub(super) struct Shown {
    pub(super) script: InputScript,
    pub(super) end: Vec3,
}

impl<E> Searched<'_, E> {
    /// For each motion that is a drop or a jump, the input that shows it.
    pub(super) fn shown(
        &self,
        motions: &Motions,
        patches: &Patches,
        chosen: &[Chosen],
    ) -> Result<Vec<Option<Shown>>, E> {
        let survey = &self.survey;
        let is_shown =
            |chosen: &Chosen| matches!(chosen.motion.kind, LinkKind::Drop | LinkKind::Jump);
        let mut all: Vec<_> = chosen
            .par_iter()
            .map_init(
                || survey.runner(),
                |runner, chosen| {
                    let shown = is_shown(chosen).then_some(chosen)?;
                    survey.standing_script(runner, motions, patches, shown.motion)
                },
            )
            .collect();
        let missing: Vec<usize> = (0..chosen.len())
            .filter(|number| is_shown(&chosen[*number]) && all[*number].is_none())
            .collect();
        let start = |number: &usize| motions.places[chosen[*number].motion.from as usize].id;
        let starts: Vec<_> = missing.iter().map(start).collect();
        for (number, mut script) in missing.into_iter().zip(self.scripts(&starts)?) {
            let Motion { action, end, .. } = *chosen[number].motion;
            script.push(action);
            all[number] = Some(Shown { script, end });
        }
        Ok(all)
    }
}

impl Survey<'_> {
    /// The input of a motion for a character that is placed at its start, upright, and comes to rest there in the stance of the
    /// place; `None` if it does not end on the same patch. The state at the place itself depends on the way there.
    fn standing_script(
        &self,
        runner: &mut Runner,
        motions: &Motions,
        patches: &Patches,
        motion: &Motion,
    ) -> Option<Shown> {
        let start = &motions.places[motion.from as usize];
        let body = CharacterState::at(start.feet, self.options.height);
        let rest = Action {
            height: self.options.crouch.filter(|_| start.crouched),
            ..Action::default()
        };
        let rests = runner.run(&body, rest, Hold::Ticks);
        if rests.end != End::Rest || rests.why.stuck {
            return None;
        }
        let moves = runner.run(&rests.body, motion.action, Hold::Ticks);
        let crouched = moves.body.height < self.options.height;
        let to = motions.at(self, moves.body.feet, crouched)?;
        let arrives = moves.end == End::Rest
            && !moves.why.stuck
            && patches.of[to as usize] == patches.of[motion.to as usize];
        arrives.then(|| Shown {
            script: InputScript {
                spawn: start.feet,
                actions: vec![rests.action, moves.action],
            },
            end: moves.body.feet,
        })
    }
}
