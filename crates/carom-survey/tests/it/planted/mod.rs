//! Generated levels with one planted fault each, and their sound twins: the survey finds every fault where it is, and nothing
//! else.

mod objects;
mod plants;
mod random;

use carom_survey::{Finding, Kind, Severity, Survey, Unreached};
use glam::{Quat, Vec3, vec3};
use plants::{Beyond, HALF, PLANTS, Plant, Planted};
use random::Random;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// The number of levels of each kind, each with its twin; their sizes are spread evenly over the kind's range.
const EACH: u64 = 3;

/// Another number of them, for long campaigns: `EACH=1000 cargo test -p carom-survey --test it planted`.
fn each() -> u64 {
    std::env::var("EACH").map_or(EACH, |each| each.parse().expect("a number"))
}

/// Only some kinds, by their names: `ONLY=Lip,Width`.
fn only() -> Vec<Plant> {
    let only = std::env::var("ONLY").unwrap_or_default();
    let named =
        |plant: &Plant| only.is_empty() || only.split(',').any(|name| name == format!("{plant:?}"));
    PLANTS.into_iter().filter(named).collect()
}

/// A level and where it is in the world.
struct Case {
    planted: Planted,
    turn: Quat,
    at: Vec3,
}

impl Case {
    fn survey(&self) -> (Vec<Finding>, Vec<Unreached>) {
        let level = self.planted.builder.placed(self.turn, self.at);
        let survey = Survey::new(&level, self.planted.options.clone()).unwrap();
        let spawn = self.at + self.turn * vec3(1.2, 0.0, 1.2);
        let flood = survey.flood(spawn, |_| true).unwrap();
        (survey.findings(&flood), survey.unreached(&flood))
    }

    fn own(&self, position: Vec3) -> Vec3 {
        self.turn.inverse() * (position - self.at)
    }

    fn is_near(&self, position: Vec3) -> bool {
        let own = self.own(position);
        let [low, high] = self.planted.spot;
        own.cmpge(low - vec3(1.0, 9.0, 1.0)).all() && own.cmple(high + vec3(1.0, 9.0, 1.0)).all()
    }

    /// A description of what the survey missed, and of what it found wrongly.
    fn check(&self) -> (Option<String>, Option<String>) {
        let (findings, unreached) = self.survey();
        let Planted {
            kinds,
            beyond,
            size,
            ..
        } = self.planted;
        let shown: Vec<String> = findings
            .iter()
            .map(|finding| {
                let at = self.own(finding.position);
                format!(
                    "{:?} {:?} at {at:.2}: {}",
                    finding.severity, finding.kind, finding.what
                )
            })
            .collect();
        // Higher ground is on blocks, or in them, as they are hollow.
        let behind = |region: &Unreached| {
            let own = self.own(region.position);
            region.area > 5.0 && own.x > HALF && own.y < 1.0
        };
        let is_sealed = unreached.iter().any(behind);
        let is_found = kinds.is_empty()
            || findings
                .iter()
                .any(|f| kinds.contains(&f.kind) && self.is_near(f.position));
        // A flight of stairs, a beam and a door are one cause each.
        let is_repeated = |f: &Finding| {
            let same = findings.iter().filter(|other| {
                let size = |f: &Finding| f.size.unwrap_or(f32::NAN);
                other.kind == f.kind && (size(other) - size(f)).abs() < 0.01
            });
            same.count() > 2
        };
        let is_never = beyond != Beyond::Never || is_sealed;
        let missed = (!is_found || !is_never).then(|| format!("{shown:?}, sealed: {is_sealed}"));
        // An obstacle that shuts nothing off is a note.
        let is_apt = |f: &Finding| match f.kind {
            Kind::Gap | Kind::Headroom => {
                beyond == Beyond::Either
                    || (f.severity == Severity::Warning) == (beyond == Beyond::Never)
            }
            _ => true,
        };
        let is_measured = |f: &Finding| match (f.size, size) {
            (Some(measured), Some(real)) => (measured - real).abs() <= 0.005,
            _ => true,
        };
        let is_right = |f: &Finding| {
            kinds.contains(&f.kind) && self.is_near(f.position) && is_apt(f) && is_measured(f)
        };
        let is_wrong = |f: &Finding| !is_right(f) || is_repeated(f);
        let wrong = findings.iter().any(is_wrong) || beyond == Beyond::Reached && is_sealed;
        let wrong = wrong.then(|| format!("{shown:?}, sealed: {is_sealed}"));
        (missed, wrong)
    }
}

/// The level of a kind and number, or its twin.
fn case(plant: Plant, seed: u64, sound: bool) -> Case {
    let mut random = Random(seed << 8 | plant as u64);
    let turn = Quat::from_rotation_y(random.within(-3.2, 3.2));
    let at = vec3(
        random.within(-50., 50.),
        random.within(-5., 5.),
        random.within(-50., 50.),
    );
    let mut random = Random(random.bits());
    let part = (seed as f32 + 0.5) / each() as f32;
    let planted = plants::level(plant, &mut random, part, sound);
    Case { planted, turn, at }
}

#[test]
fn every_planted_fault_is_found_and_nothing_else() {
    let mut missed = Vec::new();
    let mut wrong = Vec::new();
    let mut tried: BTreeMap<Plant, u32> = BTreeMap::new();
    let cases: Vec<(Plant, u64)> = only()
        .into_iter()
        .flat_map(|plant| (0..each()).map(move |seed| (plant, seed)))
        .collect();
    let checked: Vec<_> = cases
        .par_iter()
        .map(|&(plant, seed)| {
            let check = |sound| case(plant, seed, sound).check();
            [check(false), check(true)]
        })
        .collect();
    for ((plant, seed), [faulty, sound]) in cases.into_iter().zip(checked) {
        let of = |text| format!("{plant:?} {seed}: {text}");
        let twin = |text| format!("the twin of {plant:?} {seed}: {text}");
        missed.extend(faulty.0.map(of));
        wrong.extend(faulty.1.map(of));
        missed.extend(sound.0.map(twin));
        wrong.extend(sound.1.map(twin));
        *tried.entry(plant).or_default() += 1;
    }
    println!("{tried:?}");
    assert!(tried.values().all(|count| *count > 0));
    assert!(
        missed.is_empty() && wrong.is_empty(),
        "{} missed:\n{}\n{} wrong:\n{}",
        missed.len(),
        missed.join("\n"),
        wrong.len(),
        wrong.join("\n")
    );
}
