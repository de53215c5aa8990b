//! The questions of a game asked of four levels, by all engines in turns.

use crate::ALLOCATED;
use crate::case::Cases;
use crate::clock::{geometric_mean, median, pass, time};
use crate::engine::{EACH, Engine, MAKERS, Way};
use crate::exact::{Tally, answers, brute_force, tally};
use crate::surface::Surface;
use crate::table::Table;
use crate::work::{WORKS, Work};
use std::error::Error;

/// How often each engine is timed, and how often it builds.
const ROUNDS: usize = 3;
/// What the fast layout may take, bytes a triangle (issue 4).
const FAST_LAYOUT: f64 = 60.0;

/// One level by all engines.
struct Measured {
    name: &'static str,
    built: Vec<Built>,
    timings: Vec<Timing>,
}

/// One engine's structure.
struct Built {
    engine: &'static str,
    /// Nanoseconds a triangle.
    ns: f64,
    /// Bytes a triangle, all told, if it can tell.
    bytes: Option<f64>,
}

/// One engine's way to one kind of work.
struct Timing {
    work: Work,
    engine: &'static str,
    call: &'static str,
    ns: f64,
    tally: Tally,
}

impl Measured {
    fn of(&self, work: Work) -> impl Iterator<Item = &Timing> {
        self.timings
            .iter()
            .filter(move |timing| timing.work == work)
    }

    /// How many times as long as carom an engine took.
    fn ratio(&self, timing: &Timing) -> f64 {
        let own = self.of(timing.work).find(|own| own.engine == "carom");
        timing.ns / own.expect("carom answers everything").ns
    }
}

/// All levels: times and accuracy, what was built, and the goals met and missed.
pub(crate) fn run() -> Result<Vec<Table>, Box<dyn Error>> {
    let [dungeon, nav_test] = ["dungeon.obj", "nav_test.obj"].map(Surface::file);
    let terrain = Surface::terrain(708);
    let levels = [
        measure("dungeon", &dungeon?, false)?,
        measure("nav_test", &nav_test?, false)?,
        measure("body70k", &Surface::body(), false)?,
        measure("terrain1m", &terrain, false)?,
        measure("terrain1m sorted", &terrain, true)?,
    ];
    Ok(vec![times(&levels), builds(&levels), goals(&levels)])
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
        if let Work::Sweep(body, metres) = work {
            let (count, worst) = brute_force(body, metres, surface, cases, &wanted);
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
            .map(|(_, way)| tally(work, &wanted, cases.iter().map(&way.ask)))
            .collect();
        let mut rounds = vec![Vec::new(); ways.len()];
        for _ in 0..ROUNDS {
            for ((_, way), times) in ways.iter().zip(&mut rounds) {
                times.push(pass(cases, &way.ask));
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

fn times(levels: &[Measured]) -> Table {
    let head = [
        "level",
        "work",
        "engine",
        "call",
        "ns",
        "over carom",
        "worst m",
        "missed",
        "late",
        "spurious",
    ];
    let mut table = Table::new("levels", head);
    for level in levels {
        for timing in &level.timings {
            let tally = &timing.tally;
            table.row([
                level.name.into(),
                timing.work.to_string(),
                timing.engine.into(),
                timing.call.into(),
                format!("{:.1}", timing.ns),
                format!("{:.2}", level.ratio(timing)),
                match timing.work {
                    Work::Overlap(_) => "-".into(),
                    _ => format!("{:.1e}", tally.worst),
                },
                tally.missed.to_string(),
                tally.late.to_string(),
                tally.spurious.to_string(),
            ]);
        }
    }
    table
}

fn builds(levels: &[Measured]) -> Table {
    let mut table = Table::new(
        "builds",
        ["level", "engine", "ns a triangle", "bytes a triangle"],
    );
    for level in levels {
        for built in &level.built {
            let bytes = built
                .bytes
                .map_or("-".into(), |bytes| format!("{bytes:.1}"));
            let ns = format!("{:.0}", built.ns);
            table.row([level.name.into(), built.engine.into(), ns, bytes]);
        }
    }
    table
}

/// How many times as long as carom the peers took on each level, the geometric mean without the sorted one,
/// and what issue 4 asks of it.
fn goals(levels: &[Measured]) -> Table {
    let mut head = vec!["work", "over"];
    head.extend(levels.iter().map(|level| level.name));
    head.extend(["mean", "must", ""]);
    let mut table = Table::new("goals", head);
    let mut row = |work: &str, over: &str, ratios: Vec<f64>, must: Option<f64>| {
        let mean = geometric_mean(&ratios[..ratios.len() - 1]);
        let met = must.map(|must| if mean >= must { "met" } else { "MISSED" });
        let mut cells = vec![work.into(), over.into()];
        cells.extend(ratios.iter().map(|ratio| format!("{ratio:.1}")));
        cells.push(format!("{mean:.2}"));
        cells.push(must.map_or(String::new(), |must| must.to_string()));
        cells.push(met.unwrap_or_default().into());
        table.row(cells);
    };
    for work in WORKS {
        for peer in levels[0].of(work).filter(|timing| timing.engine != "carom") {
            let ratios = levels.iter().flat_map(|level| {
                let same = level
                    .of(work)
                    .find(|t| (t.engine, t.call) == (peer.engine, peer.call));
                same.map(|timing| level.ratio(timing))
            });
            let must = (peer.engine == "parry" && peer.call != EACH).then(|| work.over_parry());
            let over = format!("{} {}", peer.engine, peer.call);
            row(&work.to_string(), &over, ratios.collect(), must);
        }
        let fastest = |level: &Measured| {
            let natives = level.of(work).filter(|timing| native(timing.engine));
            natives.map(|timing| level.ratio(timing)).reduce(f64::min)
        };
        let ratios: Vec<f64> = levels.iter().filter_map(fastest).collect();
        if !ratios.is_empty() {
            row(
                &work.to_string(),
                "fastest in C or C++",
                ratios,
                Some(work.over_native()),
            );
        }
    }
    for (index, peer) in levels[0].built.iter().enumerate().skip(1) {
        let ratios = levels
            .iter()
            .map(|level| level.built[index].ns / level.built[0].ns);
        let must = ["parry", "Box3D"].contains(&peer.engine).then_some(1.0);
        row("build", peer.engine, ratios.collect(), must);
    }
    let spare = levels
        .iter()
        .filter_map(|level| Some(FAST_LAYOUT / level.built[0].bytes?));
    row("memory", "60 bytes a triangle", spare.collect(), Some(1.0));
    table
}

/// Whether an engine is written in C or C++.
fn native(engine: &str) -> bool {
    MAKERS
        .iter()
        .any(|maker| maker.native && maker.name == engine)
}
