//! What was measured on the levels, as tables.

use crate::clock::geometric_mean;
use crate::engine::{COMPACT, EACH, MAKERS, QUICK};
use crate::levels::{Built, Measured};
use crate::table::Table;
use crate::work::{WORKS, Work};

/// What the fast layout may take, bytes a triangle (issue 4).
const FAST_LAYOUT: f64 = 60.0;
/// What the compact one may take, and how many times as long (issue 4).
const COMPACT_LAYOUT: f64 = 24.0;
const COMPACT_TIME: f64 = 4.0 / 3.0;
/// What a triangle may take where building has to be quick, ns (issue 4).
const QUICK_BUILD: f64 = 150.0;
/// How wrong a sweep may be, m (issue 4).
const SWEEP_ERROR: f64 = 1e-4;

/// Every timing and how right its answers are.
pub(crate) fn times(levels: &[Measured]) -> Table {
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

/// What each engine's structure costs.
pub(crate) fn builds(levels: &[Measured]) -> Table {
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

/// Time of the peers relative to carom on each level, the geometric mean (without the sorted level), and the goal of
/// issue 4. The last rows are goals of carom alone, for the worst level.
pub(crate) fn goals(levels: &[Measured]) -> Table {
    let mut head = vec!["work", "over"];
    head.extend(levels.iter().map(|level| level.name));
    head.extend(["mean", "must", ""]);
    let mut table = Table::new("goals", head);
    let mut row = |work: &str, over: &str, ratios: &[f64], mean: f64, must: Option<f64>| {
        let met = must.map(|must| if mean >= must { "met" } else { "MISSED" });
        let mut cells = vec![work.into(), over.into()];
        cells.extend(ratios.iter().map(|ratio| format!("{ratio:.1}")));
        cells.push(format!("{mean:.2}"));
        cells.push(must.map_or(String::new(), |must| must.to_string()));
        cells.push(met.unwrap_or_default().into());
        table.row(cells);
    };
    let mut over = |work: &str, peer: &str, ratios: &[f64], must: Option<f64>| {
        let mean = geometric_mean(&ratios[..ratios.len() - 1]);
        row(work, peer, ratios, mean, must);
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
            let peer_call = format!("{} {}", peer.engine, peer.call);
            let ratios: Vec<f64> = ratios.collect();
            over(&work.to_string(), &peer_call, &ratios, must);
        }
        let fastest = |level: &Measured| {
            let natives = level.of(work).filter(|timing| native(timing.engine));
            natives.map(|timing| level.ratio(timing)).reduce(f64::min)
        };
        let ratios: Vec<f64> = levels.iter().filter_map(fastest).collect();
        if !ratios.is_empty() {
            let must = Some(work.over_native());
            over(&work.to_string(), "fastest in C or C++", &ratios, must);
        }
    }
    for (index, peer) in levels[0].built.iter().enumerate().skip(1) {
        let ratio = |level: &Measured| level.built[index].ns / level.built[0].ns;
        let ratios: Vec<f64> = levels.iter().map(ratio).collect();
        let must = ["parry", "Box3D"].contains(&peer.engine).then_some(1.0);
        over("build", peer.engine, &ratios, must);
    }
    let mut room = |what: &str, limit: &str, room: Vec<f64>| {
        let least = room.iter().copied().fold(f64::INFINITY, f64::min);
        row(what, limit, &room, least, Some(1.0));
    };
    let bytes = |level: &Measured, engine| built(level, engine).bytes.unwrap_or(f64::INFINITY);
    let spare = |limit: f64, engine: &'static str| {
        let spare = levels.iter().map(move |level| limit / bytes(level, engine));
        spare.collect()
    };
    room(
        "bytes a triangle",
        "room up to 60",
        spare(FAST_LAYOUT, "carom"),
    );
    room(
        "bytes a triangle; compact",
        "room up to 24",
        spare(COMPACT_LAYOUT, COMPACT),
    );
    let spare = levels.iter().map(|level| {
        let ratios = level.timings.iter().filter(|t| t.engine == COMPACT);
        let ratios: Vec<f64> = ratios.map(|timing| level.ratio(timing)).collect();
        COMPACT_TIME / geometric_mean(&ratios)
    });
    room(
        "times as long; compact, mean of all work",
        "room up to 4/3",
        spare.collect(),
    );
    let spare = levels
        .iter()
        .map(|level| QUICK_BUILD / built(level, QUICK).ns);
    room(
        "ns a triangle; quick build",
        "room up to 150",
        spare.collect(),
    );
    let spare = levels.iter().map(|level| SWEEP_ERROR / worst_sweep(level));
    room("worst sweep error", "room up to 0.1 mm", spare.collect());
    table
}

/// The structure of one engine.
fn built<'a>(level: &'a Measured, engine: &str) -> &'a Built {
    let mut all = level.built.iter();
    all.find(|built| built.engine == engine)
        .expect("every engine builds")
}

/// The largest error of all of carom's sweeps on a level, m.
fn worst_sweep(level: &Measured) -> f64 {
    let own = level.timings.iter().filter(|t| t.engine == "carom");
    let sweeps = own.filter(|t| matches!(t.work, Work::Sweep(..)));
    sweeps.map(|t| t.tally.worst).fold(0.0, f64::max)
}

/// Whether an engine is written in C or C++.
fn native(engine: &str) -> bool {
    MAKERS
        .iter()
        .any(|maker| maker.native && maker.name == engine)
}
