//! The search of a survey: begun or resumed, in one piece or in tiles.

use super::Failed;
use super::job::Job;
use super::plan::SurveyPlan;
use super::progress::Watch;
use super::search::{Ended, Search, SearchResult};
use super::work::Work;
use crate::output::{self, say};
use anyhow::{Context, Result, bail, ensure};
use carom::Mesh;
use carom_survey::{Handover, Survey, TileAt};
use glam::Vec3;
use std::path::Path;
use std::time::Duration;

/// A search that is about to run.
struct Run<'a> {
    job: &'a Job,
    mesh: &'a Mesh<Vec3>,
    survey: &'a Survey<'a>,
    spawns: &'a [Vec3],
    folder: &'a Path,
    plan: &'a SurveyPlan,
    work: &'a Work<'a>,
    /// The folder has a search that this one continues.
    resumes: bool,
}

impl Job {
    /// Searches, and writes the report.
    pub(super) fn run(&self, mesh: &Mesh<Vec3>) -> Result<()> {
        let Self { arguments, .. } = self;
        let folder = self.folder();
        let known = SurveyPlan::of_folder(&folder)?;
        let survey = self.survey(mesh)?;
        let spawns = match &known {
            Some(known) if arguments.spawns.is_empty() => known.spawns(),
            _ => self.spawns(mesh, &survey)?,
        };
        for Vec3 { x, y, z } in &spawns {
            say(format_args!("spawn at {x:.2},{y:.2},{z:.2}"));
        }
        let plan = SurveyPlan::new(self, mesh, &spawns)?;
        self.check_resumption(known.as_ref(), &plan, &folder)?;
        let work = Work::new(&folder, &plan, &survey)?;
        if known.is_some() && arguments.tile.is_none() {
            // Damaged files are better found before more is searched.
            work.check()?;
        }
        let run = Run {
            job: self,
            mesh,
            survey: &survey,
            spawns: &spawns,
            folder: &folder,
            plan: &plan,
            work: &work,
            resumes: known.is_some(),
        };
        if let Some(tile) = arguments.tile {
            ensure!(
                !arguments.output.show.json,
                "--json prints a report, and the job of a tile has none"
            );
            return run.tile(tile);
        }
        run.check_output()?;
        let found = run.all()?;
        let ended = self.conclude(mesh, &survey, &spawns, &found);
        let reported = ended
            .as_ref()
            .map_or_else(|error| error.is::<Failed>(), |()| true);
        if found.stopped && reported {
            let places = found.searched.places();
            bail!(
                "stopped with {places} places found; the report is partial; --resume continues the search that {} keeps",
                folder.display()
            );
        }
        // A search with a report is done; a folder of the user's own stays.
        if reported && arguments.work.is_none() {
            work.remove()?;
        }
        ended
    }

    /// Checks that a search in the folder may be continued, and by this plan.
    fn check_resumption(
        &self,
        known: Option<&SurveyPlan>,
        plan: &SurveyPlan,
        folder: &Path,
    ) -> Result<()> {
        let Self { arguments, .. } = self;
        if let Some(known) = known {
            // The job of a tile is one of many: it continues the work of the others.
            ensure!(
                arguments.resume || arguments.tile.is_some(),
                "{}: a search is kept there; --resume continues it, or remove the folder",
                folder.display()
            );
            known.must_be(plan, folder)?;
        } else if arguments.resume {
            say(format_args!(
                "{}: no search is kept there; it begins",
                folder.display()
            ));
        }
        Ok(())
    }
}

impl Run<'_> {
    fn search<'s, 'p>(
        &'s self,
        watch: Watch,
        prepare: &'p dyn Fn() -> Result<()>,
    ) -> Search<'s, 'p> {
        let every = Duration::from_secs_f64(self.job.arguments.checkpoint);
        Search::new(self.survey, self.work, every, watch, prepare)
    }

    fn watch(&self) -> Watch {
        Watch::new(self.mesh, &self.job.options)
    }

    /// Checks before the search that its report can be written.
    fn check_output(&self) -> Result<()> {
        if !self.resumes {
            self.firsts()?;
        }
        let output = &self.job.arguments.output;
        output::check_folder(&output.report)?;
        let files = [&output.show.sarif, &output.show.graph];
        let folders = files.into_iter().flatten().filter_map(|path| path.parent());
        folders.into_iter().try_for_each(output::check_folder)
    }

    /// Prepares the folder. The plan is written last: without it the folder has no search.
    fn begin(&self) -> Result<()> {
        self.work.begin(&self.firsts()?)?;
        self.plan.write(self.folder)
    }

    /// The starts of the search.
    fn firsts(&self) -> Result<Vec<Handover>> {
        let firsts = self.spawns.iter().map(|spawn| self.survey.first(*spawn));
        let firsts: Result<_, _> = firsts.collect();
        firsts.with_context(|| self.job.file())
    }

    /// Searches one tile as far as possible now.
    fn tile(&self, [i, j]: TileAt) -> Result<()> {
        let [across, along] = self.survey.tile_counts();
        ensure!(
            i < across && j < along,
            "--tile {i},{j}: there are {across} by {along} tiles, from 0,0 on"
        );
        if !self.resumes {
            self.begin()?;
        }
        match self
            .search(self.watch().of_tiles(), &|| Ok(()))
            .one([i, j])?
        {
            Ended::Finished => Ok(()),
            Ended::Stopped => bail!(
                "stopped; {} keeps the search, and the same command continues it",
                self.folder.display()
            ),
        }
    }

    /// Searches the whole level.
    fn all(&self) -> Result<SearchResult<'_>> {
        if self.survey.tile_counts() != [1, 1] {
            if !self.resumes {
                self.begin()?;
            }
            return self.search(self.watch().of_tiles(), &|| Ok(())).rounds();
        }
        let prepare = || self.begin();
        let search = self.search(self.watch(), &prepare);
        let tile = if self.resumes {
            search.begun([0, 0], 0)?
        } else {
            let mut tile = self.survey.tile([0, 0]).context("there is no tile")?;
            self.survey.enter(&mut tile, 0, &self.firsts()?);
            tile
        };
        search.whole(tile)
    }
}
