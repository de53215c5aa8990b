//! Goals: points that a player has to come to, and the way there.

use super::replay::Stage;
use crate::number::Coordinates;
use crate::output;
use anyhow::Result;
use carom_survey::{Action, Flood, Survey};
use glam::Vec3;
use serde::Serialize;
use std::path::Path;

/// Where the scenarios are, in the report's folder.
pub(super) const FOLDER: &str = "goals";

#[derive(Serialize)]
pub(super) struct Goal {
    position: Coordinates,
    /// `None` as long as nobody has come there and the search is not at its end.
    pub(super) reached: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ticks: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) scenario: Option<String>,
    #[serde(skip)]
    pub(super) at: Vec3,
    /// The way there, if somebody has come there.
    #[serde(skip)]
    pub(super) script: Option<Vec<Action>>,
}

impl Goal {
    pub(super) fn is_missed(&self) -> bool {
        self.reached == Some(false)
    }

    /// For a person.
    pub(super) fn told(&self, hz: u32) -> String {
        match (self.reached, self.ticks) {
            (Some(true), Some(ticks)) => {
                let seconds = ticks as f64 / f64::from(hz);
                format!("reached in {seconds:.1} s")
            }
            (Some(_), _) => "not reached".into(),
            (None, _) => "not reached so far".into(),
        }
    }
}

/// Which goals are reached; the ways to them are written into the report's folder.
pub(super) fn of(
    survey: &Survey,
    flood: &Flood,
    goals: &[[f64; 3]],
    stage: &Stage,
    report: &Path,
) -> Result<Vec<Goal>> {
    super::without_scenarios(&report.join(FOLDER), &["goal"])?;
    let mut told = Vec::new();
    for (number, goal) in (1..).zip(goals) {
        let goal = Vec3::from(goal.map(|x| x as f32));
        let place = survey.goal(flood, goal);
        let mut reached = Goal {
            position: Coordinates::of(goal),
            reached: flood.complete.then_some(false),
            ticks: None,
            scenario: None,
            at: goal,
            script: None,
        };
        if let Some(place) = place {
            let name = format!("goal-{number:03}");
            let scenario = format!("{FOLDER}/{name}.json");
            let script = flood.script(place);
            let mut text = serde_json::to_vec(&stage.scenario(&name, &script))?;
            text.push(b'\n');
            output::write(&report.join(&scenario), &text)?;
            reached.reached = Some(true);
            reached.ticks = Some(script.iter().map(Action::length).sum());
            reached.scenario = Some(scenario);
            reached.script = Some(script);
        }
        told.push(reached);
    }
    Ok(told)
}
