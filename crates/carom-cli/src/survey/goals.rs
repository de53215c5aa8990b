//! Goals: points that a player has to reach, and the scenarios that lead there.

use super::causes;
use super::files::ReportFiles;
use super::outcome::Outcome;
use anyhow::Result;
use carom_format::Coordinates;
use carom_format::report::Goal;
use carom_format::scenario::{Phase, Script};
use carom_survey::{Action, InputScript, Searched, Unreached};
use glam::Vec3;

/// The folder of the scenarios, in that of the report.
pub(super) const FOLDER: &str = "goals";

/// A goal, and whether the search reached it.
pub(super) struct GoalSearch {
    pub(super) entry: Goal,
    pub(super) at: Vec3,
    /// The input that leads there, if it is reached.
    pub(super) script: Option<InputScript>,
}

impl GoalSearch {
    pub(super) fn is_missed(&self) -> bool {
        self.entry.is_missed()
    }

    /// The result for people.
    pub(super) fn words(&self, hz: u32) -> String {
        match (self.entry.reached, self.entry.ticks) {
            (Some(true), Some(ticks)) => {
                let seconds = ticks as f64 / f64::from(hz);
                format!("reached in {seconds:.1} s")
            }
            (Some(_), _) => match &self.entry.what {
                Some(what) => format!("not reached: {what}"),
                None => "not reached".into(),
            },
            (None, _) => "not reached so far".into(),
        }
    }
}

/// The goals; scenarios that lead to them are written.
pub(super) fn search(
    searched: &Searched<'_, anyhow::Error>,
    outcome: &Outcome<'_>,
    goals: &[[f64; 3]],
    stage: &Script<'_>,
    files: &ReportFiles<'_>,
) -> Result<Vec<GoalSearch>> {
    files.without_scenarios(FOLDER, &["goal"])?;
    let complete = outcome.complete;
    let mut results = Vec::new();
    for (number, goal) in (1..).zip(goals) {
        let goal = Vec3::from(goal.map(|x| x as f32));
        let mut result = GoalSearch {
            entry: Goal {
                position: Coordinates::of(goal),
                reached: complete.then_some(false),
                ticks: None,
                scenario: None,
                spawn: None,
                what: None,
            },
            at: goal,
            script: None,
        };
        if let Some(place) = searched.goal(goal)? {
            let name = format!("goal-{number:03}");
            let scenario = format!("{FOLDER}/{name}.json");
            let script = searched.script(place)?;
            let text = stage.json(&name, script.spawn, &phases(&script.actions))?;
            files.scenario(&scenario, text)?;
            result.entry.reached = Some(true);
            result.entry.ticks = Some(script.ticks());
            result.entry.scenario = Some(scenario);
            result.entry.spawn =
                (searched.starts().len() > 1).then(|| Coordinates::of(script.spawn));
            result.script = Some(script);
        } else if complete {
            result.entry.what = Some(why_missed(outcome, goal));
        }
        results.push(result);
    }
    Ok(results)
}

/// Why a goal is not reached.
fn why_missed(outcome: &Outcome<'_>, goal: Vec3) -> String {
    let survey = outcome.survey;
    let region = (outcome.unreached.iter())
        .find(|region| region.cells.iter().any(|feet| survey.is_at(*feet, goal)));
    match region {
        Some(Unreached {
            cause: Some(cause), ..
        }) => format!("behind {}", causes::words(cause)),
        Some(_) => "no way to this ground was found, and no obstacle that explains it".into(),
        None => "there is no ground here where the character could stand".into(),
    }
}

/// The actions of a search as phases of a scenario: each moves, then rests.
pub(super) fn phases(actions: &[Action]) -> Vec<Phase> {
    let mut phases = Vec::new();
    let mut height = None;
    for action in actions {
        height = action.height.or(height);
        phases.push(Phase {
            ticks: u64::from(action.ticks),
            velocity: action.velocity,
            jump: action.jump,
            height,
        });
        phases.push(Phase {
            ticks: u64::from(action.rest),
            height,
            ..Phase::default()
        });
    }
    phases
}
