//! Searches with another character: which regions a change would open.

use super::job::Job;
use super::outcome::Outcome;
use crate::args::{Change, Setting};
use crate::output::say;
use anyhow::{Context, Result, ensure};
use carom_format::report::WhatIf;
use carom_survey::{Options, Survey};

impl Job {
    /// Searches once for each `--what-if`, from the same spawns.
    pub(super) fn what_if(&self, outcome: &Outcome<'_>) -> Result<Vec<WhatIf>> {
        let changes = self.arguments.output.what_if.iter();
        changes
            .map(|change| self.changed(change, outcome))
            .collect()
    }

    fn changed(&self, change: &Change, outcome: &Outcome<'_>) -> Result<WhatIf> {
        let place = || format!("--what-if {change}");
        let options = changed(&self.options, change).with_context(place)?;
        let survey = Survey::new(outcome.mesh, options).with_context(place)?;
        let flood = survey
            .flood_with(outcome.spawns, &mut ())
            .with_context(place)?;
        // As if the most interior point of each region were a goal.
        let regions = outcome.unreached.iter().enumerate();
        let opened = regions.filter(|(_, region)| {
            let goal = outcome.survey.goal(&flood, region.position);
            goal.is_some()
        });
        Ok(WhatIf {
            change: change.to_string(),
            area: survey.reach(&flood).area,
            opened: opened.map(|(number, _)| number).collect(),
        })
    }
}

/// The options with one of them changed.
fn changed(options: &Options, change: &Change) -> Result<Options> {
    let mut options = options.clone();
    let value = change.value as f32;
    match change.setting {
        Setting::StepHeight => options.settings.step_height = value,
        Setting::Radius => options.settings.radius = value,
        Setting::Height => options.height = value,
        Setting::Jump => options.jump = Some(value),
        Setting::Crouch => options.crouch = Some(value),
        Setting::MaxSlope => {
            ensure!(
                (0.0..=90.0).contains(&change.value),
                "a slope has 0 to 90 degrees"
            );
            options.settings.max_slope = libm::cos(change.value.to_radians()) as f32;
        }
    }
    Ok(options)
}

/// Prints what each change would open.
pub(super) fn print(changes: &[WhatIf], outcome: &Outcome<'_>) {
    for change in changes {
        let more = change.area - outcome.reach.area;
        let opened = change
            .opened
            .iter()
            .map(|region| &outcome.unreached[*region]);
        // The sum of nothing is −0.
        let area = opened.map(|region| region.area).sum::<f64>() + 0.0;
        say(format_args!(
            "  what if {}: reaches {:.1} m² ({more:+.1}), opens {} of {} regions, {area:.0} m²",
            change.change,
            change.area,
            change.opened.len(),
            outcome.unreached.len()
        ));
    }
}
