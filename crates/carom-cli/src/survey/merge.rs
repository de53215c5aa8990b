//! `carom survey merge`: lists the tiles that have to be searched next, or writes the report of all.

use super::interrupt;
use super::job::Job;
use super::plan::SurveyPlan;
use super::search::{SearchResult, joined, words};
use super::work::Work;
use crate::args::MergeArguments;
use crate::output::{self, say};
use anyhow::{Result, bail};
use carom::Mesh;
use glam::Vec3;
use std::fmt;
use std::time::Duration;

/// The error of a merge while tiles remain to be searched.
#[derive(Debug)]
pub(crate) struct Waits;

impl fmt::Display for Waits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("tiles have to be searched first")
    }
}

impl std::error::Error for Waits {}

pub(crate) fn merge(arguments: &MergeArguments) -> Result<()> {
    interrupt::listen()?;
    let folder = &arguments.folder;
    let Some(plan) = SurveyPlan::of_folder(folder)? else {
        bail!("{}: no search was begun there", folder.display());
    };
    let file = arguments.level.clone().unwrap_or(plan.level.clone());
    let survey = plan.arguments(file, arguments.output.clone());
    let job = Job::with(survey, plan.character(), || folder.display().to_string())?;
    let mesh = job.mesh()?;
    super::on_threads(arguments.output.threads, || {
        job.merge(&mesh, &plan, arguments)
    })
}

impl Job {
    fn merge(
        &self,
        mesh: &Mesh<Vec3>,
        plan: &SurveyPlan,
        arguments: &MergeArguments,
    ) -> Result<()> {
        let spawns = plan.spawns();
        plan.must_be(&SurveyPlan::new(self, mesh, &spawns)?, &arguments.folder)?;
        let survey = self.survey(mesh)?;
        let work = Work::new(&arguments.folder, plan, &survey)?;
        let waiting = work.waiting()?;
        if !waiting.tiles.is_empty() {
            if arguments.output.show.json {
                output::print_json(&waiting)?;
            } else {
                let lines: Vec<_> = (waiting.tiles.iter())
                    .map(|[i, j]| format!("{i},{j}\n"))
                    .collect();
                output::print(lines.concat().as_bytes())?;
            }
            say(words(&waiting));
            return Err(Waits.into());
        }
        let found = SearchResult {
            searched: joined(&survey, &work)?,
            duration: Duration::ZERO,
            ticks: 0,
            stopped: false,
        };
        self.conclude(mesh, &survey, &spawns, &found)
    }
}
