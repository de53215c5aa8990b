//! Generated levels with one fault each, and their twins without it: every fault is found where it is, and nothing else
//! anywhere.

mod levels;

use carom_survey::{Finding, Kind, Options, Survey, Unreached};
use glam::{Quat, Vec3, vec3};
use levels::Builder;
use std::collections::BTreeMap;

/// Numbers that are the same on every machine: splitmix64.
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn within(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * ((self.bits() >> 40) as f32 / (1_u64 << 24) as f32)
    }

    fn up_to(&mut self, count: u32) -> u32 {
        (self.bits() % u64::from(count)) as u32
    }
}

/// What is planted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Plant {
    /// A square of floor is missing.
    Hole,
    /// A triangle of floor is missing: too small to fall through.
    MissingTriangle,
    /// A triangle of floor has its front below.
    Flipped,
    /// A pit that one falls into and does not climb out of.
    Pit,
    /// The same with slopes for a floor.
    Funnel,
    /// From wall to wall a step that is a little too high.
    Step,
    /// From wall to wall a kerb below the height of a step that leans back, too steep to be walked.
    LeaningKerb,
    /// An opening that is a little too narrow.
    Gap,
    /// A beam that is a little too low.
    Beam,
    /// A wall without a door.
    Sealed,
}

const PLANTS: [Plant; 10] = [
    Plant::Hole,
    Plant::MissingTriangle,
    Plant::Flipped,
    Plant::Pit,
    Plant::Funnel,
    Plant::Step,
    Plant::LeaningKerb,
    Plant::Gap,
    Plant::Beam,
    Plant::Sealed,
];

/// So many levels of each kind, each with its twin.
const EACH: u64 = 21;

/// Another number of them, for long campaigns: `EACH=1000 cargo test -p carom-survey --test planted`.
fn each() -> u64 {
    std::env::var("EACH").map_or(EACH, |each| each.parse().expect("a number"))
}

/// Twins in which the mover itself is at fault, and the survey tells it: who presses into a wall at 72° beside a kerb
/// stays at its edge.
const KNOWN: [(Plant, u64); 1] = [(Plant::LeaningKerb, 19)];

/// A level in its own axes, and where it is in the world.
struct Case {
    builder: Builder,
    turn: Quat,
    at: Vec3,
}

impl Case {
    fn survey(&self) -> (Vec<Finding>, Vec<Unreached>) {
        let level = self.builder.placed(self.turn, self.at);
        let survey = Survey::new(&level, Options::default()).unwrap();
        let spawn = self.at + self.turn * vec3(1.2, 0.0, 1.2);
        let flood = survey.flood(spawn, |_| true).unwrap();
        (survey.findings(&flood), survey.unreached(&flood))
    }

    fn own(&self, position: Vec3) -> Vec3 {
        self.turn.inverse() * (position - self.at)
    }
}

/// The size of the room: a floor of squares with the fault in its farther half.
const WIDE: u32 = 9;
const DEEP: u32 = 5;
const HALF: f32 = 5.0;
const HIGH: f32 = 4.0;

/// A level with a fault or, `sound`, without it; and where the fault is, from corner to corner.
fn level(plant: Plant, random: &mut Random, sound: bool) -> (Builder, [Vec3; 2]) {
    let (wide, deep) = (WIDE as f32, DEEP as f32);
    let mut builder = Builder::default();
    builder.walls(Vec3::ZERO, [wide, deep], HIGH);
    // Where it is, and a thing or two on the way there.
    let (x, z) = (6.0 + random.up_to(2) as f32, 1.0 + random.up_to(2) as f32);
    for slot in 0..2 {
        let corner = vec3(2.4, 0.0, 0.9 + 2.2 * slot as f32);
        let size = vec3(random.within(0.5, 0.9), 0.0, random.within(0.5, 0.9));
        match random.up_to(4) {
            0 => {
                builder.block(corner, corner + size + Vec3::Y * random.within(0.05, 0.39));
            }
            1 => {
                builder.block(corner, corner + size + Vec3::Y * random.within(1.0, 3.0));
            }
            // What falls away behind its edge by more than 33° is a snag from behind: the mover is in want there.
            2 => {
                builder.slope(corner, size + Vec3::Y * (size.x * random.within(0.15, 0.4)));
            }
            _ => {}
        }
    }
    let whole = |_: f32, _: f32| false;
    let square = move |at: f32, to: f32| at.floor() == x && to.floor() == z;
    let spot = [vec3(x, 0.0, z), vec3(x + 1.0, 0.0, z + 1.0)];
    let hollow =
        move |at: f32, to: f32| (x - 1.0..x + 1.0).contains(&at) && (z..z + 2.0).contains(&to);
    let hollow_spot = [vec3(x - 1.0, 0.0, z), vec3(x + 1.0, 0.0, z + 2.0)];
    let line = [vec3(HALF, 0.0, 0.0), vec3(HALF + 0.8, 0.0, deep)];
    let thick = random.within(0.08, 0.6);
    let amount = random.within(0.0, 1.0);
    match plant {
        Plant::Hole => {
            builder.floor(Vec3::ZERO, [WIDE, DEEP], |at, to| !sound && square(at, to));
            (builder, spot)
        }
        Plant::MissingTriangle | Plant::Flipped => {
            builder.floor(Vec3::ZERO, [WIDE, DEEP], square);
            let corners = [
                vec3(x, 0.0, z),
                vec3(x, 0.0, z + 1.0),
                vec3(x + 1.0, 0.0, z + 1.0),
                vec3(x + 1.0, 0.0, z),
            ];
            builder.triangle([corners[0], corners[1], corners[2]]);
            match (sound, plant) {
                (true, _) => {
                    builder.triangle([corners[0], corners[2], corners[3]]);
                }
                (false, Plant::Flipped) => {
                    builder.triangle([corners[2], corners[0], corners[3]]);
                }
                _ => {}
            }
            (builder, spot)
        }
        Plant::Pit => {
            builder.floor(Vec3::ZERO, [WIDE, DEEP], hollow);
            let depth = if sound {
                0.05 + 0.3 * amount
            } else {
                0.6 + 2.5 * amount
            };
            let bottom = hollow_spot[0] - Vec3::Y * depth;
            builder.floor(bottom, [2, 2], whole);
            builder.walls(bottom, [2.0, 2.0], depth);
            (builder, hollow_spot)
        }
        Plant::Funnel => {
            builder.floor(Vec3::ZERO, [WIDE, DEEP], hollow);
            let degrees = if sound {
                10.0 + 25.0 * amount
            } else {
                55.0 + 20.0 * amount
            };
            let middle = hollow_spot[0].midpoint(hollow_spot[1]);
            let bottom = middle - Vec3::Y * degrees.to_radians().tan();
            for [a, b] in [
                [[-1., -1.], [-1., 1.]],
                [[-1., 1.], [1., 1.]],
                [[1., 1.], [1., -1.]],
                [[1., -1.], [-1., -1.]],
            ] {
                let [a, b] = [a, b].map(|[x, z]: [f32; 2]| middle + vec3(x, 0.0, z));
                let half = a.midpoint(b);
                builder
                    .triangle([a, half, bottom])
                    .triangle([half, b, bottom]);
            }
            (builder, hollow_spot)
        }
        Plant::Step | Plant::LeaningKerb => {
            let height = match plant {
                // Higher kerbs are snags in the corner of a wall: the mover is in want there.
                _ if sound => 0.05 + 0.25 * amount,
                Plant::Step => 0.42 + 0.12 * amount,
                _ => 0.31 + 0.08 * amount,
            };
            let lean = if sound || plant == Plant::Step {
                0.0
            } else {
                height / 55_f32.to_radians().tan()
            };
            builder.floor(Vec3::ZERO, [HALF as u32, DEEP], whole);
            let foot = vec3(HALF, 0.0, 0.0);
            let top = vec3(HALF + lean, height, 0.0);
            builder.quad(foot, Vec3::Z * deep, top - foot);
            builder.quad(top, Vec3::Z * deep, Vec3::X * (wide - top.x));
            (builder, line)
        }
        Plant::Gap => {
            builder.floor(Vec3::ZERO, [WIDE, DEEP], whole);
            let width = if sound {
                0.64 + 0.8 * amount
            } else {
                0.48 + 0.12 * amount
            };
            let left = 1.0 + random.within(0.0, 2.0);
            builder.block(vec3(HALF, 0.0, 0.0), vec3(HALF + thick, HIGH, left));
            builder.block(
                vec3(HALF, 0.0, left + width),
                vec3(HALF + thick, HIGH, deep),
            );
            let ends = [vec3(HALF, 0.0, left), vec3(HALF + thick, 0.0, left + width)];
            (builder, ends)
        }
        Plant::Beam => {
            builder.floor(Vec3::ZERO, [WIDE, DEEP], whole);
            let low = if sound {
                1.84 + amount
            } else {
                1.67 + 0.12 * amount
            };
            builder.block(vec3(HALF, low, 0.0), vec3(HALF + thick, HIGH, deep));
            (builder, line)
        }
        Plant::Sealed => {
            builder.floor(Vec3::ZERO, [WIDE, DEEP], whole);
            let door = if sound { 1.2 } else { 0.0 };
            builder.block(vec3(HALF, 0.0, door), vec3(HALF + thick, HIGH, deep));
            (builder, [vec3(HALF, 0.0, 0.0), vec3(wide, 0.0, deep)])
        }
    }
}

/// The kinds of findings that tell of a plant.
fn telling(plant: Plant) -> &'static [Kind] {
    match plant {
        Plant::Hole => &[Kind::Leak],
        Plant::MissingTriangle => &[
            Kind::Geometry,
            Kind::Leak,
            Kind::Trap,
            Kind::Stuck,
            Kind::Flicker,
        ],
        Plant::Flipped => &[Kind::Geometry],
        Plant::Pit => &[Kind::Trap],
        Plant::Funnel => &[Kind::Trap, Kind::Stuck],
        Plant::Step | Plant::LeaningKerb => &[Kind::Snag],
        Plant::Gap => &[Kind::Gap],
        Plant::Beam => &[Kind::Head],
        Plant::Sealed => &[],
    }
}

#[test]
fn every_planted_fault_is_found_and_nothing_else() {
    let mut missed = Vec::new();
    let mut wrong = Vec::new();
    let mut tried: BTreeMap<Plant, u32> = BTreeMap::new();
    let show = |case: &Case, findings: &[Finding]| -> Vec<String> {
        let one = |finding: &Finding| {
            let at = case.own(finding.position);
            format!("{:?} at {at:.2}: {}", finding.kind, finding.what)
        };
        findings.iter().map(one).collect()
    };
    for plant in PLANTS {
        for seed in 0..each() {
            let mut random = Random(seed << 8 | plant as u64);
            let turn = Quat::from_rotation_y(random.within(-3.2, 3.2));
            let at = vec3(
                random.within(-50., 50.),
                random.within(-5., 5.),
                random.within(-50., 50.),
            );
            let [mut faulty, mut sound] = [Random(random.bits()), Random(0)];
            sound.0 = faulty.0;
            let (builder, [low, high]) = level(plant, &mut faulty, false);
            let case = Case { builder, turn, at };
            let (findings, unreached) = case.survey();
            let near = |position: Vec3| {
                let own = case.own(position);
                own.cmpge(low - vec3(1.0, 9.0, 1.0)).all()
                    && own.cmple(high + vec3(1.0, 9.0, 1.0)).all()
            };
            let told = telling(plant);
            let found = match plant {
                Plant::Sealed => unreached
                    .iter()
                    .any(|region| near(region.position) && region.area > 5.0),
                _ => findings
                    .iter()
                    .any(|f| told.contains(&f.kind) && near(f.position)),
            };
            if !found {
                missed.push(format!("{plant:?} {seed}: {:?}", show(&case, &findings)));
            }
            if findings.iter().any(|finding| !near(finding.position)) {
                wrong.push(format!("{plant:?} {seed}: {:?}", show(&case, &findings)));
            }
            let (builder, _) = level(plant, &mut sound, true);
            let twin = Case { builder, turn, at };
            let (findings, unreached) = twin.survey();
            let sealed = unreached.iter().any(|region| region.area > 5.0);
            let known = KNOWN.contains(&(plant, seed));
            if known == findings.is_empty() || sealed {
                let told = show(&twin, &findings);
                wrong.push(format!(
                    "the twin of {plant:?} {seed}: {told:?}, sealed: {sealed}"
                ));
            }
            *tried.entry(plant).or_default() += 1;
        }
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
