//! `carom survey`: searches a level with the real mover, and reports where it can be walked and where it is broken.

mod baseline;
mod causes;
mod conclude;
mod files;
mod goals;
mod graph;
mod ignore;
mod interrupt;
mod job;
mod known;
mod merge;
mod navmesh;
mod outcome;
mod page;
mod pictures;
mod plan;
mod progress;
mod report;
mod run;
mod sarif;
mod sealed;
mod search;
mod show;
mod storeys;
mod table;
mod tiled;
mod what_if;
mod work;

use crate::args::{SurveyArguments, SurveyCommand};
use anyhow::Result;
use job::Job;
use std::fmt;
use std::num::NonZeroUsize;

pub(crate) use merge::Waits;
pub use tiled::{SearchedTile, SurveyReport, TiledSurvey};

/// The error of a survey with findings as severe as `--fail-on`, or with goals that are not reached, and of a walk that falls
/// out of the level.
#[derive(Debug)]
pub(crate) struct Failed;

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the level has faults")
    }
}

impl std::error::Error for Failed {}

pub(crate) fn survey(command: SurveyCommand) -> Result<()> {
    match command {
        SurveyCommand::Survey(arguments) => search(*arguments),
        SurveyCommand::Merge(arguments) => merge::merge(&arguments),
    }
}

fn search(arguments: SurveyArguments) -> Result<()> {
    let job = Job::new(arguments)?;
    let mesh = job.mesh()?;
    let threads = job.arguments.output.threads;
    if let Some(navmesh) = &job.arguments.check {
        return on_threads(threads, || job.check_navmesh(&mesh, navmesh));
    }
    interrupt::listen()?;
    on_threads(threads, || job.run(&mesh))
}

/// Runs a function on a number of threads; by default one per core.
fn on_threads<T: Send>(
    threads: Option<NonZeroUsize>,
    work: impl FnOnce() -> Result<T> + Send,
) -> Result<T> {
    let Some(threads) = threads else {
        return work();
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads.get())
        .build()?;
    pool.install(work)
}
