//! The queries of a game on four levels, by all engines in turn.

use crate::ALLOCATED;
use crate::case::Cases;
use crate::clock::{median, pass, time};
use crate::engine::{Engine, MAKERS, Way};
use crate::exact::{Tally, answers, brute_force, tally};
use crate::surface::Surface;
use crate::work::{WORKS, Work};
use std::error::Error;

/// Rounds of timing and of building per engine.
const ROUNDS: usize = 3;

/// The results of all engines on a level.
pub(crate) struct Measured {
    pub(crate) name: &'static str,
    pub(crate) built: Vec<Built>,
    pub(crate) timings: Vec<Timing>,
}

/// The structure of an engine.
pub(crate) struct Built {
    pub(crate) engine: &'static str,
    /// Build time, nanoseconds per triangle.
    pub(crate) ns: f64,
    /// Bytes per triangle in total, if known.
    pub(crate) bytes: Option<f64>,
}

/// The time of a method for a kind of work.
pub(crate) struct Timing {
    pub(crate) work: Work,
    pub(crate) engine: &'static str,
    pub(crate) call: &'static str,
    pub(crate) ns: f64,
    pub(crate) tally: Tally,
}

impl Measured {
    /// The timings of one kind of work.
    pub(crate) fn of(&self, work: Work) -> impl Iterator<Item = &Timing> {
        self.timings
            .iter()
            .filter(move |timing| timing.work == work)
    }

    /// How many times as long as carom an engine took.
    pub(crate) fn ratio(&self, timing: &Timing) -> f64 {
        let own = self.of(timing.work).find(|own| own.engine == "carom");
        timing.ns / own.expect("carom answers everything").ns
    }
}

/// All levels, the sorted one last.
pub(crate) fn run() -> Result<[Measured; 5], Box<dyn Error>> {
    let [dungeon, nav_test] = ["dungeon.obj", "nav_test.obj"].map(Surface::file);
    let terrain = Surface::terrain(708);
    Ok([
        measure("dungeon", &dungeon?, false)?,
        measure("nav_test", &nav_test?, false)?,
        measure("body70k", &Surface::body(), false)?,
        measure("terrain1m", &terrain, false)?,
        measure("terrain1m sorted", &terrain, true)?,
    ])
}

fn measure(
    name: &'static str,
    surface: &Surface,
    sorted: bool,
) -> Result<Measured, Box<dyn Error>> {
    eprintln!("{name}: {} triangles", surface.triangles.len());
    let (engines, built) = build(surface);
    let (mesh, exact) = (surface.mesh()?, surface.mesh()?);
    let mut cases = Cases::of(surface, &mesh);
    if sorted {
        cases.sort(&mesh);
    }
    drop(mesh);
    let mut timings = Vec::new();
    for work in WORKS {
        let cases = work.cases(&cases);
        let wanted = answers(work, &exact, cases);
        if let Work::Sweep(body, meters) = work {
            let (count, worst) = brute_force(body, meters, surface, cases, &wanted);
            eprintln!(
                "  {work}: the reference is within {worst:.0e} m of every triangle's, {count} times"
            );
        }
        let ways: Vec<(&'static str, Way<'_>)> = MAKERS
            .iter()
            .zip(&engines)
            .flat_map(|(maker, engine)| engine.ways(work).into_iter().map(|way| (maker.name, way)))
            .collect();
        let tallies: Vec<Tally> = ways
            .iter()
            .map(|(_, way)| tally(work, &wanted, cases.iter().map(&way.query)))
            .collect();
        let mut rounds = vec![Vec::new(); ways.len()];
        for _ in 0..ROUNDS {
            for ((_, way), times) in ways.iter().zip(&mut rounds) {
                times.push(pass(cases, &way.query));
            }
        }
        for (((engine, way), times), tally) in ways.iter().zip(rounds).zip(tallies) {
            timings.push(Timing {
                work,
                engine,
                call: way.call,
                ns: median(times),
                tally,
            });
        }
    }
    Ok(Measured {
        name,
        built,
        timings,
    })
}

/// Lets every engine build, by turns.
fn build(surface: &Surface) -> (Vec<Box<dyn Engine>>, Vec<Built>) {
    let count = surface.triangles.len() as f64;
    let mut engines = Vec::new();
    let mut rounds = vec![Vec::new(); MAKERS.len()];
    let mut bytes = Vec::new();
    for _ in 0..ROUNDS {
        (engines, bytes) = (Vec::new(), Vec::new());
        for (maker, times) in MAKERS.iter().zip(&mut rounds) {
            let before = ALLOCATED.allocated();
            let (engine, ns) = time((maker.prepare)(surface));
            times.push(ns / count);
            let own = ALLOCATED.allocated() - before;
            bytes.push(
                engine
                    .foreign_bytes()
                    .map(|foreign| (own + foreign) as f64 / count),
            );
            engines.push(engine);
        }
    }
    let built = MAKERS
        .iter()
        .zip(rounds)
        .zip(bytes)
        .map(|((maker, times), bytes)| Built {
            engine: maker.name,
            ns: median(times),
            bytes,
        });
    let built = built.collect();
    (engines, built)
}
