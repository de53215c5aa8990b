//! The end of a survey: the report is written, and summed up on standard error.

use super::causes;
use super::files::{self, ReportFiles, SCENARIOS};
use super::goals::{self, GoalSearch};
use super::job::Job;
use super::outcome::{self, Outcome};
use super::report;
use super::search::SearchResult;
use super::show::Show;
use super::{Failed, page, pictures, sarif, what_if};
use crate::args::FailOn;
use crate::levels;
use crate::output::{self, say};
use anyhow::Result;
use carom::Mesh;
use carom_format::report::{Report, WhatIf};
use carom_format::scenario::Script;
use carom_format::{Coordinates, Fnv};
use carom_survey::{Finding, InputScript, Kind, PlaceId, Searched, Severity, Start, Survey};
use glam::Vec3;
use std::path::Path;

impl Job {
    /// Writes the report of a search, and prints its summary.
    pub(super) fn conclude(
        &self,
        mesh: &Mesh<Vec3>,
        survey: &Survey,
        spawns: &[Vec3],
        found: &SearchResult<'_>,
    ) -> Result<()> {
        let output = &self.arguments.output;
        self.write_graph(mesh, &found.searched)?;
        let files = ReportFiles::new(&output.report, &self.arguments.file)?;
        self.evaluate(
            mesh,
            survey,
            spawns,
            &found.searched,
            &files,
            |show, changes, text| {
                if output.show.json {
                    output::print(text)?;
                }
                self.print(found, show);
                causes::print(show.outcome);
                what_if::print(changes, show.outcome);
                show.print();
                self.print_goals(show.goals);
                let never = output.fail_on == FailOn::Never;
                if self.fails(show) || !never && show.goals.iter().any(GoalSearch::is_missed) {
                    return Err(Failed.into());
                }
                Ok(())
            },
        )
    }

    /// Writes the files of a report, and hands over its results, the searches with other characters, and `report.json`.
    pub(super) fn evaluate<T>(
        &self,
        mesh: &Mesh<Vec3>,
        survey: &Survey,
        spawns: &[Vec3],
        searched: &Searched<'_, anyhow::Error>,
        files: &ReportFiles<'_>,
        then: impl FnOnce(&Show<'_>, &[WhatIf], &[u8]) -> Result<T>,
    ) -> Result<T> {
        self.print_drops(searched);
        let reach = searched.reach()?;
        let complete = searched.is_complete();
        // Ground that the search has not reached yet may still be reached.
        let unreached = if complete {
            searched.unreached()?
        } else {
            Vec::new()
        };
        let Self { arguments, .. } = self;
        let little = reach.finding(&unreached, arguments.output.min_reach / 100.0, spawns);
        let findings: Vec<Finding> = (little.into_iter()).chain(searched.findings()?).collect();
        let outcome = Outcome {
            survey,
            mesh,
            level: &self.level,
            reading: &self.reading,
            name: self.name(),
            options: &self.options,
            settings: &self.options.settings,
            spawns,
            complete,
            reach: &reach,
            unreached: &unreached,
            findings: &findings,
            size: arguments.output.show.size,
        };
        let script = self.script(&files.level);
        let goals = goals::search(searched, &outcome, &arguments.output.goals, &script, files)?;
        let changes = self.what_if(&outcome)?;
        let names = write_scenarios(&outcome, &script, files)?;
        let (baseline, ignore) = (self.baseline.as_ref(), self.ignore.as_ref());
        let show = Show::new(&outcome, names, &goals, baseline, ignore);
        let hash = hash(searched)?;
        let text = self.write(&show, &changes, hash, files.folder)?;
        then(&show, &changes, &text)
    }

    /// Whether findings or unreached regions are as severe as `--fail-on`.
    fn fails(&self, show: &Show<'_>) -> bool {
        let worst = match self.arguments.output.fail_on {
            FailOn::Note => Severity::Note,
            FailOn::Warning => Severity::Warning,
            FailOn::Error | FailOn::Unreached => Severity::Error,
            FailOn::Never => return false,
        };
        let is_barred = self.arguments.output.fail_on == FailOn::Unreached
            && (show.outcome.unreached.iter())
                .any(|region| region.cause.is_some_and(|cause| cause.is_near()));
        is_barred || show.has(worst)
    }

    /// Prints a note on each spawn in the air.
    fn print_drops(&self, searched: &Searched<'_, anyhow::Error>) {
        for Start { spawn, feet, .. } in searched.starts() {
            let drop = spawn.y - feet.y;
            if drop > self.options.settings.snap {
                let which = match searched.starts().len() {
                    1 => String::new(),
                    _ => format!(" {:.2},{:.2},{:.2}", spawn.x, spawn.y, spawn.z),
                };
                say(format_args!(
                    "the spawn{which} is in the air: the character drops {drop:.2} m to the floor"
                ));
            }
        }
    }

    fn print_goals(&self, goals: &[GoalSearch]) {
        for (goal, position) in goals.iter().zip(&self.arguments.output.goals) {
            let [x, y, z] = position;
            say(format_args!(
                "  goal              {x:>9.2} {y:>9.2} {z:>9.2}  {}",
                goal.words(self.options.hz)
            ));
        }
    }

    /// Writes pictures, page, SARIF and, last, `report.json`, and returns that.
    fn write(
        &self,
        show: &Show<'_>,
        what_if: &[WhatIf],
        hash: String,
        folder: Option<&Path>,
    ) -> Result<Vec<u8>> {
        let outcome = show.outcome;
        let entries: Vec<_> = show.goals.iter().map(|goal| goal.entry.clone()).collect();
        let report = Report {
            level: levels::surveyed(&self.arguments.file, self.reading.clone(), outcome.mesh),
            settings: report::settings(self),
            spawn: Coordinates::of(outcome.spawns[0]),
            spawns: (outcome.spawns.iter())
                .filter(|_| outcome.spawns.len() > 1)
                .map(|spawn| Coordinates::of(*spawn))
                .collect(),
            partial: !outcome.complete,
            reach: report::reach(outcome.reach),
            unreached: (outcome.unreached.iter())
                .map(|region| report::region(region, outcome))
                .collect(),
            what_if,
            goals: &entries,
            findings: report::findings(show),
            baseline: show.changes(),
            hash,
        };
        let text = output::pretty_json(&report)?;
        if let Some(folder) = folder {
            self.write_page(show, folder)?;
        }
        self.write_sarif(show)?;
        if let Some(folder) = folder {
            output::write(&folder.join("report.json"), &text)?;
        }
        Ok(text)
    }

    /// Writes pictures and page into the folder of the report.
    fn write_page(&self, show: &Show<'_>, folder: &Path) -> Result<()> {
        if self.arguments.output.show.no_pictures {
            pictures::remove(folder)?;
        } else {
            pictures::write(show, folder)?;
        }
        output::write(&folder.join("report.html"), page::page(show)?.as_bytes())
    }

    /// Writes SARIF, if it is wanted.
    fn write_sarif(&self, show: &Show<'_>) -> Result<()> {
        let Some(path) = &self.arguments.output.show.sarif else {
            return Ok(());
        };
        let level = sarif::reference(&files::from(Path::new("."), &self.arguments.file)?);
        output::write(path, &output::pretty_json(&sarif::log(show, &level))?)
    }

    /// Prints the summary.
    fn print(&self, found: &SearchResult<'_>, show: &Show<'_>) {
        let outcome = show.outcome;
        let seconds = found.duration.as_secs_f64();
        let (all, made) = (found.searched.ticks(), found.ticks);
        let pace = format!(
            "in {seconds:.1} s, {:.2} M a second",
            made as f64 / seconds.max(1e-9) / 1e6
        );
        let ticks = match made {
            // The tiles were searched elsewhere.
            0 => all.to_string(),
            made if made == all => format!("{all} {pace}"),
            made => format!("{all}, of them {made} now {pace}"),
        };
        let floors: Vec<_> = outcome
            .reach
            .floors
            .iter()
            .map(|floor| format!("{:.1} m² at {:.1} m", floor.area, floor.height))
            .collect();
        let mut reach = format!("{:.1} m²", outcome.reach.area);
        if outcome.complete {
            let share = 100.0 * outcome.reach.share(outcome.unreached);
            reach += &format!(", {share:.0} % of the walkable ground");
        }
        let mut rows = vec![
            ("places", outcome.reach.places.to_string()),
            ("reach", reach),
            ("floors", floors.join(", ")),
            ("never reached", outcome::never_reached(outcome.unreached)),
            ("ticks", ticks),
        ];
        let report = self.arguments.output.report.join("report.json");
        rows.push(("report", report.display().to_string()));
        rows.push(("findings", show.count().to_string()));
        output::print_table(&rows);
    }
}

/// Writes a scenario for each finding; returns their paths in the folder of the report.
fn write_scenarios(
    outcome: &Outcome<'_>,
    script: &Script<'_>,
    files: &ReportFiles<'_>,
) -> Result<Vec<String>> {
    let kinds: Vec<_> = Kind::ALL
        .map(Kind::name)
        .into_iter()
        .chain(Kind::FORMER_NAMES)
        .collect();
    files.without_scenarios(SCENARIOS, &kinds)?;
    let mut names = Vec::new();
    for (number, finding) in (1..).zip(outcome.findings) {
        // The number of the lists and pictures.
        let name = format!("{}-{number:03}", finding.kind.name());
        let path = format!("{SCENARIOS}/{name}.json");
        let InputScript { spawn, actions } = &finding.script;
        let text = script.json(&name, *spawn, &goals::phases(actions))?;
        files.scenario(&path, text)?;
        names.push(path);
    }
    Ok(names)
}

/// The hash of the search: all places, edges and losses, tile after tile. Places count from 0 over all tiles.
fn hash(searched: &Searched<'_, anyhow::Error>) -> Result<String> {
    let number = |id: PlaceId| searched.number(id);
    let mut hash = Fnv::new();
    searched.each_tile(|tile| {
        for (place, known) in (0..).zip(tile.places()) {
            hash.vector(known.body.feet);
            hash.add(u64::from(known.crouched));
            hash.add(tile.from(place).map_or(u64::MAX, number));
        }
        for [from, to] in tile.edges() {
            hash.add(number(from) << 32 | number(to));
        }
        for lost in tile.failed().into_iter().flatten() {
            hash.add(u64::from(lost.from));
            hash.vector(lost.feet);
        }
    })?;
    Ok(hash.digits())
}
