//! A scenario played: its lines to standard output, the table to standard error.

use super::{bar, print_table, table};
use crate::args::cosine;
use crate::output;
use crate::picture::{self, Track};
use crate::scenario::{Scenario, stage::Stage};
use crate::trace::{Tick, Trace};
use anyhow::Result;
use carom::Vector3;
use glam::Vec3;
use std::io::BufWriter;
use std::path::Path;
use std::time::Instant;

pub(super) fn play<V: Vector3>(
    scenario: &Scenario,
    mut stage: Stage<V>,
    picture: Option<&Path>,
) -> Result<()> {
    let mut trace = Trace::new(BufWriter::new(std::io::stdout().lock()));
    let dt = carom::Scalar::from_f64(1.0 / scenario.hz);
    let single = |v: V| Vec3::from_array(v.to_f64().map(|c| c as f32));
    let mut tracks: Vec<Track> = stage
        .actors
        .iter()
        .map(|walker| Track {
            name: walker.name.clone(),
            feet: vec![single(walker.body.feet)],
            radius: carom::Scalar::to_f64(walker.mover.settings().radius) as f32,
            height: carom::Scalar::to_f64(walker.body.height) as f32,
        })
        .collect();
    let bar = bar(scenario.ticks);
    for tick in 0..scenario.ticks {
        for (walker, track) in stage.actors.iter_mut().zip(&mut tracks) {
            let intent = walker.intent((tick as f64 + 0.5) / scenario.hz);
            let before = walker.body;
            let clock = Instant::now();
            let report = walker
                .mover
                .step(&stage.world, &mut walker.body, &intent, dt);
            let record = Tick {
                tick,
                time: (tick + 1) as f64 / scenario.hz,
                name: &walker.name,
                before,
                after: walker.body,
                report,
                spent: clock.elapsed(),
            };
            trace.record(&record, &walker.mover, &stage.world)?;
            track.feet.push(single(walker.body.feet));
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let (_, summary) = trace.finish()?;
    let mut rows = vec![("scenario", scenario.name.clone())];
    rows.extend(table(&summary, stage.actors.len() as u64));
    if let Some(path) = picture {
        let up = Vec3::from_array(scenario.up.map(|c| c as f32)).normalize();
        let steepest = scenario.characters[0].settings.max_slope;
        let scene = picture::Scene {
            triangles: &stage.drawing,
            up,
            walkable: cosine(steepest) as f32,
            tracks: &tracks,
        };
        output::write(path, &picture::view(&scene, 1600, 1200).png()?)?;
        rows.push(("picture", path.display().to_string()));
    }
    print_table(&rows);
    Ok(())
}
