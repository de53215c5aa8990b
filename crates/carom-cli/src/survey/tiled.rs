//! A survey by function calls, for bindings to other languages: its tiles are bytes, its report is a value.

use super::files::{self, ReportFiles, SCENARIOS};
use super::job::Job;
use super::on_threads;
use super::plan::SurveyPlan;
use super::sealed::{self, Header, SealedKind};
use super::show::Show;
use crate::args::SurveyArguments;
use crate::output;
use anyhow::{Context, Result, bail, ensure};
use carom::Mesh;
use carom_level::Level;
use carom_survey::{Handover, Progress, SavedTile, Survey, Tile, TileAt};
use glam::{DVec3, Vec3};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// The name of a level without a file.
const MESH: &str = "level.obj";

/// A survey of a level in tiles, as `carom survey` makes it, by function calls: without files and without output.
///
/// A search proceeds in rounds. [`Self::starts`] are the messages of round 0. In each round every tile with messages is
/// [searched](Self::tile), from its state so far; the result is its new state, and messages for the next round. Once there are none,
/// [`Self::join`] makes the report. Nothing but the bytes connects the tiles, so those of a round can be searched in any
/// order, anywhere; the report is the same.
///
/// ```
/// use carom_cli::TiledSurvey;
/// use std::collections::BTreeMap;
///
/// // A floor of 8 m × 8 m, in tiles of 4 m.
/// let corners = vec![[0., 0., 0.], [0., 0., 8.], [8., 0., 8.], [8., 0., 0.]];
/// let options = ["--tiles=4".to_owned(), "--spawn=2,0,2".to_owned()];
/// let survey = TiledSurvey::of_mesh(corners, vec![[0, 1, 2], [0, 2, 3]], &options)?;
/// let mut states: BTreeMap<[u32; 2], Vec<u8>> = BTreeMap::new();
/// let mut round = BTreeMap::from_iter(survey.starts()?.into_iter().map(|(to, message)| (to, vec![message])));
/// while !round.is_empty() {
///     let mut next: BTreeMap<_, Vec<_>> = BTreeMap::new();
///     for (at, inbox) in round {
///         let state = states.get(&at).map(Vec::as_slice);
///         let searched = survey.tile(state, &inbox, |_progress| true)?.unwrap();
///         states.insert(at, searched.state);
///         for (to, message) in searched.messages {
///             next.entry(to).or_default().push(message);
///         }
///     }
///     round = next;
/// }
/// let states: Vec<_> = states.into_values().collect();
/// let report = survey.join(states.len(), |number| Ok(&states[number]), None)?;
/// assert!(String::from_utf8(report.json)?.contains(r#""kind": "leak""#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TiledSurvey {
    job: Job,
    mesh: Mesh<Vec3>,
    spawns: Vec<Vec3>,
    key: u64,
    has_file: bool,
    remarks: Vec<String>,
}

/// The result of the search of a tile in a round; see [`TiledSurvey::tile`].
///
/// ```
/// let searched = carom_cli::SearchedTile { state: vec![], messages: Default::default() };
/// assert!(searched.messages.is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct SearchedTile {
    /// The state of the tile.
    pub state: Vec<u8>,
    /// The messages for the next round, by the tiles that they are for.
    pub messages: BTreeMap<TileAt, Vec<u8>>,
}

/// The report of a survey; see [`TiledSurvey::join`].
///
/// ```
/// let report = carom_cli::SurveyReport { json: vec![], sizes: vec![], scenarios: Default::default(), remarks: vec![] };
/// assert!(report.remarks.is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct SurveyReport {
    /// The bytes of `report.json`.
    pub json: Vec<u8>,
    /// The size of each finding, m, if it has one: the height of a step, the width of an opening, the height of a ceiling.
    pub sizes: Vec<Option<f32>>,
    /// The scenarios that it names.
    pub scenarios: BTreeMap<String, Vec<u8>>,
    /// What the command would say about the level and the options.
    pub remarks: Vec<String>,
}

impl TiledSurvey {
    /// A survey of a level file. The options are those of the command: `--cell=0.5`.
    ///
    /// # Errors
    /// A wrong option, a file that cannot be read, a level without a spawn.
    pub fn open(file: &Path, options: &[String]) -> Result<Self> {
        Self::new(file, options, None)
    }

    /// A survey of a mesh, in meters and with y up.
    ///
    /// # Errors
    /// A wrong option, a bad mesh, a level without a spawn.
    pub fn of_mesh(
        vertices: Vec<[f64; 3]>,
        triangles: Vec<[u32; 3]>,
        options: &[String],
    ) -> Result<Self> {
        let level = Level {
            vertices: vertices.into_iter().map(DVec3::from).collect(),
            triangles,
            ..Level::default()
        };
        Self::new(Path::new(MESH), options, Some(level))
    }

    fn new(file: &Path, options: &[String], level: Option<Level>) -> Result<Self> {
        let arguments = SurveyArguments::of_file(file, options)?;
        ensure!(
            level.is_none() || arguments.level.are_default(),
            "a mesh is read as it is: --up, --unit, --colliders, --only, --exclude and --bounds are for files"
        );
        ensure!(
            arguments.check.is_none() && arguments.output.show.graph.is_none(),
            "--check and --graph are options of the command alone"
        );
        let has_file = level.is_none();
        let threads = arguments.output.threads;
        let make = || -> Result<Self> {
            let character = arguments.character.character()?;
            let job = Job::of_level(arguments, character, || "the character".into(), level)?;
            let mesh: Mesh<Vec3> = job.level.mesh().with_context(|| job.file())?;
            let survey = job.survey(&mesh)?;
            let spawns = job.spawns(&mesh, &survey)?;
            let key = SurveyPlan::new(&job, &mesh, &spawns)?.key()?;
            Ok(Self {
                job,
                mesh,
                spawns,
                key,
                has_file,
                remarks: Vec::new(),
            })
        };
        let (made, remarks) = on_own_threads(threads, || Ok(output::keeping(make)))?;
        Ok(Self { remarks, ..made? })
    }

    /// The number of tiles along x and z.
    ///
    /// # Errors
    /// None: the options have been checked.
    pub fn tile_counts(&self) -> Result<TileAt> {
        Ok(self.survey()?.tile_counts())
    }

    /// The feet of the character at the starts.
    #[must_use]
    pub fn spawns(&self) -> Vec<[f32; 3]> {
        self.spawns.iter().map(Vec3::to_array).collect()
    }

    /// The messages of round 0.
    ///
    /// # Errors
    /// A spawn where the character cannot start.
    pub fn starts(&self) -> Result<BTreeMap<TileAt, Vec<u8>>> {
        let survey = self.survey()?;
        let mut by_tile: BTreeMap<TileAt, Vec<Handover>> = BTreeMap::new();
        for spawn in &self.spawns {
            let first = survey.first(*spawn).with_context(|| self.job.file())?;
            let at = survey.tile_at(first.feet()).unwrap_or_default();
            by_tile.entry(at).or_default().push(first);
        }
        self.messages(0, by_tile)
    }

    /// Searches a tile in a round, from its state (`None` before its first) and the messages to it, in any order.
    ///
    /// `goes_on` is called before and after every wave of the search; if it returns false, the result is `None`.
    ///
    /// # Errors
    /// Bytes that are damaged, of another survey, or do not belong together.
    pub fn tile(
        &self,
        state: Option<&[u8]>,
        inbox: &[impl AsRef<[u8]>],
        mut goes_on: impl FnMut(Progress) -> bool + Send,
    ) -> Result<Option<SearchedTile>> {
        let survey = self.survey()?;
        let (at, round, handovers) = self.inbox(inbox)?;
        let mut tile = match state {
            Some(state) => self.restored(&survey, state)?,
            None => survey.tile(at).context("there is no such tile")?,
        };
        ensure!(
            tile.at() == at,
            "the state is of tile {:?}, and the messages are for {at:?}",
            tile.at()
        );
        if let Some(last) = tile.round().filter(|last| *last >= round) {
            bail!("the state is of round {last}, and the messages are of round {round}");
        }
        survey.enter(&mut tile, round, &handovers);
        let stopped = on_own_threads(self.job.arguments.output.threads, || {
            while goes_on(tile.progress()) {
                if tile.progress().waiting == 0 {
                    return Ok(false);
                }
                survey.wave(&mut tile, &mut ());
            }
            Ok(true)
        })?;
        if stopped {
            return Ok(None);
        }
        let messages = self.messages(round + 1, tile.handovers(&survey))?;
        tile.handed_over();
        let header = self.header(SealedKind::Tile, at, round);
        let state = sealed::bytes(&header, &tile.saved())?;
        Ok(Some(SearchedTile { state, messages }))
    }

    /// Joins the states of all tiles that were searched, and writes the report into a folder if one is given. Each of
    /// the states is loaded several times; a few are in memory at once.
    ///
    /// # Errors
    /// States that do not belong together, the errors of `load`, and files that cannot be written.
    pub fn join<S: AsRef<[u8]>>(
        &self,
        states: usize,
        load: impl FnMut(usize) -> Result<S> + Send,
        report: Option<&Path>,
    ) -> Result<SurveyReport> {
        let threads = self.job.arguments.output.threads;
        let work = || Ok(output::keeping(|| self.joined(states, load, report)));
        let (joined, more) = on_own_threads(threads, work)?;
        let mut report = joined?;
        report.remarks = [&self.remarks[..], &more].concat();
        Ok(report)
    }

    fn joined<S: AsRef<[u8]>>(
        &self,
        states: usize,
        mut load: impl FnMut(usize) -> Result<S>,
        report: Option<&Path>,
    ) -> Result<SurveyReport> {
        let survey = self.survey()?;
        let mut numbers = BTreeMap::new();
        let mut tiles = Vec::new();
        for number in 0..states {
            let at = self.tile_of(load(number)?.as_ref())?;
            numbers.insert(at, number);
            tiles.push(at);
        }
        let searched = survey.join(tiles, |at| {
            self.restored(&survey, load(numbers[&at])?.as_ref())
        })?;
        ensure!(
            !searched.starts().is_empty(),
            "the states of the tiles with the spawns are missing"
        );
        let files = self.files(report)?;
        let (mesh, spawns) = (&self.mesh, &self.spawns);
        let kept = |show: &Show<'_>, _: &[_], text: &[u8]| {
            let sizes = show.outcome.findings.iter().map(|finding| finding.size);
            Ok((text.to_vec(), sizes.collect()))
        };
        let evaluated = (self.job).evaluate(mesh, &survey, spawns, &searched, &files, kept);
        let (json, sizes) = evaluated?;
        Ok(SurveyReport {
            json,
            sizes,
            scenarios: files.into_scenarios(),
            remarks: Vec::new(),
        })
    }

    /// The files of a report; a mesh becomes one of them.
    fn files<'r>(&self, report: Option<&'r Path>) -> Result<ReportFiles<'r>> {
        let file = &self.job.arguments.file;
        let level = match report {
            Some(report) if self.has_file => files::from(&report.join(SCENARIOS), file)?,
            Some(report) => {
                output::write(&report.join(MESH), obj(&self.job.level).as_bytes())?;
                format!("../{MESH}")
            }
            None if self.has_file => std::path::absolute(file)?.display().to_string(),
            None => MESH.to_owned(),
        };
        Ok(ReportFiles::keeping(report, level))
    }

    fn survey(&self) -> Result<Survey<'_>> {
        self.job.survey(&self.mesh)
    }

    fn header(&self, kind: SealedKind, tile: TileAt, round: u32) -> Header {
        Header {
            kind,
            key: self.key,
            tile,
            round,
            finished: true,
        }
    }

    fn messages(
        &self,
        round: u32,
        by_tile: BTreeMap<TileAt, Vec<Handover>>,
    ) -> Result<BTreeMap<TileAt, Vec<u8>>> {
        let message = |(at, handovers): (TileAt, Vec<Handover>)| {
            let header = self.header(SealedKind::Handovers, at, round);
            Ok((at, sealed::bytes(&header, &handovers)?))
        };
        by_tile.into_iter().map(message).collect()
    }

    fn restored(&self, survey: &Survey, state: &[u8]) -> Result<Tile> {
        let (header, saved): (_, SavedTile) = sealed::of_bytes(state, self.key, "the state")?;
        ensure!(
            header.kind == SealedKind::Tile && header.finished,
            "the state is not of a searched tile"
        );
        survey.restore(saved).context("the state")
    }

    /// The tile of a state.
    fn tile_of(&self, state: &[u8]) -> Result<TileAt> {
        Ok(sealed::verified(state, self.key, "the state")?.0.tile)
    }

    /// The tile and the round of an inbox, and its handovers in the order of the tiles they come from.
    fn inbox(&self, inbox: &[impl AsRef<[u8]>]) -> Result<(TileAt, u32, Vec<Handover>)> {
        let mut address = None;
        let mut by_origin = BTreeMap::new();
        for (number, message) in inbox.iter().enumerate() {
            let place = format!("inbox[{number}]");
            let (header, handovers): (_, Vec<Handover>) =
                sealed::of_bytes(message.as_ref(), self.key, &place)?;
            ensure!(
                header.kind == SealedKind::Handovers,
                "{place} is not a message"
            );
            let (at, now) = *address.get_or_insert((header.tile, header.round));
            ensure!(
                (header.tile, header.round) == (at, now),
                "{place} is for tile {:?} in round {}, and inbox[0] for {at:?} in round {now}",
                header.tile,
                header.round
            );
            let origin = handovers.first().and_then(Handover::origin);
            let earlier = by_origin.insert(origin, handovers);
            ensure!(earlier.is_none(), "{place} is there twice");
        }
        let (at, round) = address.context("the inbox is empty")?;
        Ok((at, round, by_origin.into_values().flatten().collect()))
    }
}

/// Runs a function on threads of its own: those of a shared pool are lost when a process forks.
fn on_own_threads<T: Send>(
    threads: Option<std::num::NonZeroUsize>,
    work: impl FnOnce() -> Result<T> + Send,
) -> Result<T> {
    let cores = std::thread::available_parallelism().ok();
    on_threads(threads.or(cores), work)
}

/// A level as an OBJ, with every bit of its coordinates.
fn obj(level: &Level) -> String {
    let mut text = String::new();
    for DVec3 { x, y, z } in &level.vertices {
        let _ = writeln!(text, "v {x} {y} {z}");
    }
    for triangle in &level.triangles {
        let [a, b, c] = triangle.map(|index| u64::from(index) + 1);
        let _ = writeln!(text, "f {a} {b} {c}");
    }
    text
}
