//! Goals: points that a player has to reach, and the scenarios that lead there.

use super::files::ReportFiles;
use anyhow::Result;
use carom_format::Coordinates;
use carom_format::report::Goal;
use carom_format::scenario::{Phase, Script};
use carom_survey::{Action, Flood, InputScript, Survey};
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
            (Some(_), _) => "not reached".into(),
            (None, _) => "not reached so far".into(),
        }
    }
}

/// The goals; scenarios that lead to them are written.
pub(super) fn search(
    survey: &Survey,
    flood: &Flood,
    goals: &[[f64; 3]],
    stage: &Script<'_>,
    files: &ReportFiles<'_>,
) -> Result<Vec<GoalSearch>> {
    files.without_scenarios(FOLDER, &["goal"])?;
    let mut results = Vec::new();
    for (number, goal) in (1..).zip(goals) {
        let goal = Vec3::from(goal.map(|x| x as f32));
        let mut result = GoalSearch {
            entry: Goal {
                position: Coordinates::of(goal),
                reached: flood.complete.then_some(false),
                ticks: None,
                scenario: None,
                spawn: None,
            },
            at: goal,
            script: None,
        };
        if let Some(place) = survey.goal(flood, goal) {
            let name = format!("goal-{number:03}");
            let scenario = format!("{FOLDER}/{name}.json");
            let script = flood.script(place);
            let text = stage.json(&name, script.spawn, &phases(&script.actions))?;
            files.scenario(&scenario, text)?;
            result.entry.reached = Some(true);
            result.entry.ticks = Some(script.ticks());
            result.entry.scenario = Some(scenario);
            result.entry.spawn = (flood.spawns.len() > 1).then(|| Coordinates::of(script.spawn));
            result.script = Some(script);
        }
        results.push(result);
    }
    Ok(results)
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
