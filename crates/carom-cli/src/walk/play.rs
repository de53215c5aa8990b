//! Plays a scenario: lines of JSON to standard output, table to standard error, pictures to files.

use super::{bar, table};
use crate::args::{ScenarioArguments, WalkArguments};
use crate::output;
use crate::stage::{SLAB, Stage, Staged};
use crate::tick::{self, Written};
use crate::trace::{Tick, Trace};
use anyhow::{Context, Result, bail, ensure};
use carom::Scalar;
use carom::mover::Agent;
use carom_format::scenario::{Dimensions, VolumeKind};
use carom_format::{Scenario, cosine};
use carom_picture::{self as picture, Track};
use glam::{DVec3, Vec3};
use std::time::Instant;

/// Frames per second of an animation, and most frames.
const FRAMES_A_SECOND: f64 = 12.5;
const MOST_FRAMES: u64 = 400;

pub(super) fn play<V: Staged + Written>(
    scenario: &Scenario,
    mut stage: Stage<V>,
    arguments: &WalkArguments,
) -> Result<()> {
    let options = &arguments.scenario;
    let mut recorder = Recorder::new(scenario, options)?;
    for agent in stage.crowd.agents_mut() {
        agent.recorded = options.record.is_some();
    }
    let mut trace = Trace::new(output::json_lines(arguments.json));
    let single = |v: V| Vec3::from_array(v.to_f64().map(|c| c as f32));
    let agents = stage.crowd.agents().iter().zip(&stage.performers);
    let mut tracks: Vec<Track> = agents
        .map(|(agent, performer)| Track {
            name: performer.name.clone(),
            feet: vec![single(agent.body.feet)],
            radius: agent.mover.settings().radius.to_f64() as f32,
            height: agent.body.height.to_f64() as f32,
        })
        .collect();
    let count = tracks.len() as u32;
    let bar = bar(scenario.ticks);
    for tick in 0..scenario.ticks {
        let clock = Instant::now();
        stage.step(tick)?;
        let spent = clock.elapsed() / count;
        for (number, agent) in stage.crowd.agents().iter().enumerate() {
            let name = &stage.performers[number].name;
            let record = Tick {
                tick,
                time: (tick + 1) as f64 / scenario.hz,
                name,
                before: *agent.before(),
                after: agent.body,
                report: *agent.report(),
                part: (agent.body.ground).and_then(|ground| stage.part_id(ground.part)),
                spent,
            };
            let scene = stage.crowd.scene(&stage.world, number);
            trace.record(&record, &agent.mover, &scene)?;
            recorder.visit(tick, name, agent)?;
            tracks[number].feet.push(single(agent.body.feet));
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let (_, summary) = trace.finish()?;
    let mut rows = vec![("scenario", scenario.name.clone())];
    rows.extend(table(&summary, u64::from(count)));
    rows.extend(recorder.finish()?);
    draw(scenario, &stage, &tracks, arguments, &mut rows)?;
    output::print_table(&rows);
    Ok(())
}

/// Draws the wanted pictures.
fn draw<V: Staged>(
    scenario: &Scenario,
    stage: &Stage<V>,
    tracks: &[Track],
    arguments: &WalkArguments,
    rows: &mut Vec<(&'static str, String)>,
) -> Result<()> {
    let up = Vec3::from_array(scenario.up.map(|c| c as f32)).normalize();
    let steepest = scenario.characters[0].settings.max_slope;
    let at = |time: f64| -> Vec<[Vec3; 3]> {
        stage
            .drawing
            .iter()
            .flat_map(|body| body.at(time))
            .collect()
    };
    let first = at(0.0);
    let scene = picture::Scene {
        triangles: &first,
        colors: &[],
        up,
        flat: scenario.dimensions == Dimensions::Two,
        walkable: cosine(steepest) as f32,
        tracks,
        volumes: &volumes(scenario),
    };
    if let Some(path) = &arguments.picture {
        output::write(path, &picture::view(&scene, 1600, 1200).png()?)?;
        rows.push(("picture", path.display().to_string()));
    }
    if let Some(path) = &arguments.scenario.map {
        output::write(path, &picture::map(&scene, 1400).png()?)?;
        rows.push(("map", path.display().to_string()));
    }
    if let Some(path) = &arguments.scenario.animate {
        let stride = ((scenario.hz / FRAMES_A_SECOND).round() as u64).max(1);
        let stride = stride.max(scenario.ticks.div_ceil(MOST_FRAMES));
        let delay = stride as f64 / scenario.hz;
        let mut frames = Vec::new();
        for tick in (0..=scenario.ticks).step_by(stride as usize) {
            let triangles = at(tick as f64 / scenario.hz);
            let tracks: Vec<Track> = tracks.iter().map(|track| track.until(tick)).collect();
            let now = picture::Scene {
                triangles: &triangles,
                tracks: &tracks,
                ..scene
            };
            frames.push(picture::frame(&now, &scene, 640, 480));
        }
        output::write(path, &picture::animation(&frames, delay)?)?;
        rows.push((
            "animation",
            format!("{} ({} pictures)", path.display(), frames.len()),
        ));
    }
    Ok(())
}

/// The volumes for pictures; in 2D water is as thick as bodies.
fn volumes(scenario: &Scenario) -> Vec<picture::Volume> {
    let half = match scenario.dimensions {
        Dimensions::Two => DVec3::Z * SLAB,
        Dimensions::Three => DVec3::ZERO,
    };
    let drawn = scenario.volumes.iter().map(|volume| match volume.kind {
        VolumeKind::Water(_) => {
            let ends = [volume.min - half, volume.max + half];
            picture::Volume::Water(ends.map(|p| p.as_vec3()))
        }
        VolumeKind::Ladder(ladder) => {
            let ends = [ladder.bottom, ladder.top, ladder.exit];
            picture::Volume::Ladder(ends.map(|p| p.as_vec3()))
        }
    });
    drawn.collect()
}

/// Records the wanted tick.
struct Recorder<'a> {
    options: &'a ScenarioArguments,
    ticks: u64,
    done: Option<String>,
}

impl<'a> Recorder<'a> {
    fn new(scenario: &Scenario, options: &'a ScenarioArguments) -> Result<Self> {
        if let Some(name) = &options.character {
            let is_there = scenario.characters.iter().any(|other| other.name == *name);
            ensure!(is_there, "--character: there is no {name:?}");
        }
        if let Some(tick) = options.tick {
            let ticks = scenario.ticks;
            ensure!(tick < ticks, "--tick: there are {ticks} ticks, from 0");
        }
        Ok(Self {
            options,
            ticks: scenario.ticks,
            done: None,
        })
    }

    fn visit<V: Written>(&mut self, tick: u64, name: &str, agent: &Agent<V>) -> Result<()> {
        let Some(path) = self.options.record.as_ref().filter(|_| self.done.is_none()) else {
            return Ok(());
        };
        let is_meant = self
            .options
            .character
            .as_ref()
            .is_none_or(|meant| meant == name);
        let is_time = match self.options.tick {
            Some(meant) => tick == meant,
            None => {
                let why = agent.report().why;
                why.stuck || why.limit || tick + 1 == self.ticks
            }
        };
        if is_meant && is_time {
            let recording = (agent.recording()).context("--record: no tick was kept")?;
            tick::write(path, &recording)?;
            self.done = Some(format!(
                "{}: tick {tick} of {name}, {} pieces",
                path.display(),
                recording.near.len()
            ));
        }
        Ok(())
    }

    fn finish(self) -> Result<Option<(&'static str, String)>> {
        if self.options.record.is_some() && self.done.is_none() {
            bail!("--record: there was no tick to record");
        }
        Ok(self.done.map(|done| ("recorded", done)))
    }
}
