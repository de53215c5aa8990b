//! The contact manifolds of carom beside those of physics engines, on the same pairs: agreement, accuracy, time.

mod pairs;
mod peers;
mod verdict;

use crate::clock::{median, pass};
use crate::table::Table;
use engines::Touch;
use pairs::{Kind, Pair, Placement, pairs};
use peers::{PEERS, Ready};
use std::cell::RefCell;
use std::collections::BTreeMap;
use verdict::{Judged, Side, Verdict, verdict};

const CASES: usize = 5_000;
/// How often each library is timed.
const ROUNDS: usize = 9;

const CLASSES: &[([Kind; 2], Placement)] = &[
    ([Kind::Cuboid, Kind::Cuboid], Placement::Resting),
    ([Kind::Cuboid, Kind::Cuboid], Placement::Any),
    ([Kind::Capsule, Kind::Cuboid], Placement::Resting),
    ([Kind::Capsule, Kind::Cuboid], Placement::Any),
    ([Kind::Cylinder, Kind::Cuboid], Placement::Resting),
    ([Kind::Cylinder, Kind::Cuboid], Placement::Lying),
    ([Kind::Cylinder, Kind::Cuboid], Placement::Any),
    ([Kind::Frustum, Kind::Frustum], Placement::Resting),
    ([Kind::Frustum, Kind::Frustum], Placement::Any),
    ([Kind::Rock, Kind::Rock], Placement::Any),
    ([Kind::Cylinder, Kind::Cylinder], Placement::Resting),
    ([Kind::Cylinder, Kind::Cylinder], Placement::Lying),
    ([Kind::Cylinder, Kind::Cylinder], Placement::Any),
    ([Kind::Capsule, Kind::Capsule], Placement::Resting),
    ([Kind::Capsule, Kind::Capsule], Placement::Any),
    ([Kind::Triangle, Kind::Cuboid], Placement::Resting),
    ([Kind::Triangle, Kind::Cuboid], Placement::Any),
];

/// The tables of agreement, of accuracy, and of times.
pub(crate) fn run() -> [Table; 3] {
    let mut agreement = Table::new(
        "manifolds",
        [
            "pair",
            "peer",
            "same",
            "ours larger",
            "theirs larger",
            "as large",
            "normals differ: ours right",
            "theirs right",
            "neither or both",
            "off surface: theirs",
            "ours",
            "only ours",
            "only theirs",
            "none",
        ],
    );
    let mut accuracy = Table::new(
        "manifold_errors",
        [
            "pair",
            "library",
            "points",
            "wrong normals",
            "short, worst, m",
            "depth, worst, m",
            "off surface",
            "worst, m",
        ],
    );
    let mut times = Table::new(
        "manifold_times",
        ["pair", "carom ns", "peer", "peer ns", "ratio"],
    );
    for (kinds, placement) in CLASSES {
        let [a, b] = kinds.map(Kind::name);
        let name = format!("{a}-{b}, {}", placement.name());
        let pairs = pairs(*kinds, *placement, CASES);
        let ready: Vec<_> = PEERS
            .iter()
            .filter_map(|peer| Some((peer.name, (peer.prepare)(&pairs)?)))
            .collect();
        let judged: Vec<_> = ready
            .iter()
            .map(|(_, ready)| judge(&**ready, &pairs))
            .collect();
        for ((peer, _), judged) in ready.iter().zip(&judged) {
            accuracy.row(errors(&name, peer, judged));
        }
        for ((peer, _), theirs) in ready.iter().zip(&judged).skip(1) {
            agreement.row(counts(&name, peer, &judged[0], theirs));
        }
        let medians = time(&ready.iter().map(|(_, ready)| &**ready).collect::<Vec<_>>());
        for ((peer, _), ns) in ready.iter().zip(&medians).skip(1) {
            let cells = [medians[0], *ns].map(|ns| format!("{ns:.0}"));
            let [own, other] = cells;
            let ratio = format!("{:.2}", ns / medians[0]);
            times.row([name.clone(), own, (*peer).into(), other, ratio]);
        }
    }
    [agreement, accuracy, times]
}

fn judge(ready: &dyn Ready, pairs: &[Pair]) -> Vec<Option<Judged>> {
    let mut touch = Touch::default();
    let of = |(number, pair)| {
        ready.manifold(number, &mut touch);
        Judged::new(&touch, pair)
    };
    pairs.iter().enumerate().map(of).collect()
}

/// How accurate a library is.
fn errors(name: &str, library: &str, judged: &[Option<Judged>]) -> Vec<String> {
    let all: Vec<&Judged> = judged.iter().flatten().collect();
    let worst = |of: fn(&Judged) -> f64| {
        let most = all.iter().map(|judged| of(judged)).fold(0.0, f64::max);
        format!("{most:.1e}")
    };
    let count = |is: fn(&Judged) -> bool| all.iter().filter(|j| is(j)).count().to_string();
    let points: usize = all.iter().map(|judged| judged.count()).sum();
    vec![
        name.into(),
        library.into(),
        format!("{:.2}", points as f64 / all.len().max(1) as f64),
        count(|judged| judged.short > verdict::RIGHT),
        worst(|judged| judged.short),
        worst(|judged| judged.depth),
        count(|judged| judged.off > verdict::SAME),
        worst(|judged| judged.off),
    ]
}

fn counts(
    name: &str,
    peer: &str,
    ours: &[Option<Judged>],
    theirs: &[Option<Judged>],
) -> Vec<String> {
    let mut counts = BTreeMap::new();
    for (ours, theirs) in ours.iter().zip(theirs) {
        let found = verdict(ours.as_ref(), theirs.as_ref());
        *counts.entry(found).or_insert(0) += 1;
    }
    let of = |verdict| counts.get(&verdict).copied().unwrap_or(0).to_string();
    let columns = [
        Verdict::Same,
        Verdict::Larger(Side::Ours),
        Verdict::Larger(Side::Theirs),
        Verdict::Others,
        Verdict::Normal(Side::Ours),
        Verdict::Normal(Side::Theirs),
        Verdict::Normals,
        Verdict::OnSurface(Side::Ours),
        Verdict::OnSurface(Side::Theirs),
        Verdict::Alone(Side::Ours),
        Verdict::Alone(Side::Theirs),
        Verdict::None,
    ];
    [name.into(), peer.into()]
        .into_iter()
        .chain(columns.map(of))
        .collect()
}

/// Nanoseconds per pair, medians of rounds in turn.
fn time(ready: &[&dyn Ready]) -> Vec<f64> {
    let numbers: Vec<usize> = (0..CASES).collect();
    let touch = RefCell::new(Touch::default());
    let mut rounds = vec![Vec::new(); ready.len()];
    for _ in 0..ROUNDS {
        for (ready, times) in ready.iter().zip(&mut rounds) {
            let query = |number: &usize| ready.manifold(*number, &mut touch.borrow_mut());
            times.push(pass(&numbers, query));
        }
    }
    rounds.into_iter().map(median).collect()
}
