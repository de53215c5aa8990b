//! What must hold for any file: it is read, or refused by a message that says something; what was read can be used.

use crate::changes::FileBits;
use crate::properties::timed;
use carom::glam::{DVec3, Vec2, Vec3, vec3};
use carom::mover::{CharacterState, Intent, Mover, MoverSettings, Recording};
use carom::table::{Setup, Table};
use carom::{
    Ball, Body, Capsule, Compound, HeightField, Mesh, OneWay, Plane, Pose, Scalar, SensorEvents,
    Shape, Vector, Vector3, World, WorldDiff, contact, overlap, sweep,
};
use carom_format::billiards::BilliardsGame;
use carom_format::query::{NumberKind, QueryLine};
use carom_format::setup::AnyGame;
use carom_format::{
    CharacterFile, IgnoreList, LevelFile, NavMeshFile, RecordedTick, Scenario, Solid, parse,
};
use carom_level::{Format, Options, no_siblings};
use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;

/// A file of the repository, by its path.
macro_rules! file {
    ($path:literal) => {
        include_bytes!(concat!("../../", $path)).as_slice()
    };
}

const OBJ: &[&[u8]] = &[
    b"mtllib a.mtl\no box\nv -1 0 -1\nv 1 0 -1\nv 1 0 1\nv -1 0 1\nv 0 2 0 1 0.5 0.25\ng a b\nusemtl red\n\
      f 4 3 2 1\ns off\nf -5 -4 -1\nf 2/1 3/1 5/1\nf 3/1/1 4/1/1 5/1/1\nf 4//1 1//1 5//1\nl 1 2\np 1\n",
    b"v 0 0 0\nv 4 0 0\nv 4 0 4\nv 2 0 1\nv 0 0 4\nf 1 2 \\\n 3 4 5\n# a comment\nf 1 2 3 # another\n",
];
const GLTF: &[&[u8]] = &[file!("crates/carom-level/tests/data/terrain.gltf")];
const GLB: &[&[u8]] = &[
    file!("crates/carom-level/tests/data/indices.glb"),
    file!("crates/carom-level/tests/data/indices-plain.glb"),
    file!("crates/carom-level/tests/data/terrain-draco.glb"),
    file!("crates/carom-level/tests/data/terrain-meshopt.glb"),
    file!("crates/carom-level/tests/data/terrain-meshopt-1.glb"),
    file!("crates/carom-level/tests/data/terrain-meshopt-floats.glb"),
];
const SCENARIOS: &[&[u8]] = &[
    file!("data/scenarios/bodies.json"),
    file!("data/scenarios/chain.json"),
    file!("data/scenarios/crowd.json"),
    file!("data/scenarios/curved.json"),
    file!("data/scenarios/edge-guard.json"),
    file!("data/scenarios/feet.json"),
    file!("data/scenarios/flatland.json"),
    file!("data/scenarios/lying.json"),
    file!("data/scenarios/moving.json"),
    file!("data/scenarios/root-motion.json"),
    file!("data/scenarios/surfaces.json"),
    file!("data/scenarios/swimming.json"),
    file!("data/scenarios/vault.json"),
];
const SETUPS: &[&[u8]] = &[
    file!("data/pool/break.json"),
    file!("data/pool/collapse.json"),
    file!("data/pool/cradle.json"),
    file!("data/pool/falling.json"),
    file!("data/pool/lossy.json"),
    file!("data/pool/pinball.json"),
    file!("data/pool/rolling.json"),
    file!("data/pool/room-3d.json"),
    file!("data/pool/walls-2d.json"),
];
const SHOTS: &[&[u8]] = &[
    file!("data/billiards/break.json"),
    file!("data/billiards/draw.json"),
    file!("data/billiards/jump.json"),
    file!("data/billiards/masse.json"),
    br#"{"rack": "nine_ball", "gap": 0.001, "models": {"slate": {"bouncing": {"restitution": 0.5, "least_speed": 0.1}}}, "shot": {"speed": 3, "direction": 20, "elevation": 40}}"#,
];
/// Lines of `carom query`.
const QUERIES: &str = include_str!("../seeds/queries.jsonl");
const CHARACTERS: &[&[u8]] =
    &[br#"{"radius": 0.3, "height": 1.8, "max_slope": 50, "step_height": 0.3, "skin": 0.01}"#];
const IGNORED: &[&[u8]] =
    &[br#"{"ignore": [{"kind": "trap", "position": [1, 2, 3], "radius": 2, "reason": "a pit"}]}"#];
const NAVMESHES: &[&[u8]] = &[
    br#"{"vertices": [[0, 0, 0], [4, 0, 0], [4, 0, 4], [0, 0, 4]], "polygons": [[0, 1, 2], [0, 2, 3]], "links": [{"from": [0, 0, 0], "to": [4, 0, 4], "kind": "drop"}]}"#,
];

/// A message that says something.
pub(crate) fn says(error: &impl Display) {
    assert!(error.to_string().trim().len() > 3, "an empty message");
}

/// The message of a file that is refused: never of one that was not changed.
fn refused(bits: &FileBits, error: &impl Display) {
    says(error);
    assert!(!bits.is_unchanged(), "refused without a change: {error}");
}

/// OBJ, glTF and GLB.
pub fn levels(bits: &FileBits) {
    let kind = bits.choice(OBJ.len() + GLTF.len() + GLB.len());
    let (format, bytes) = if kind < OBJ.len() {
        (Format::Obj, bits.lines(OBJ[kind]))
    } else if kind < OBJ.len() + GLTF.len() {
        (Format::Gltf, bits.json(GLTF[kind - OBJ.len()]))
    } else {
        let file = GLB[kind - OBJ.len() - GLTF.len()];
        (Format::Gltf, changed_glb(bits, file))
    };
    timed("levels", bits, || {
        let read = carom_level::read(&bytes, format, &Options::default(), &mut no_siblings);
        let level = match read {
            Ok(level) => level,
            Err(error) => return refused(bits, &error),
        };
        assert!(level.vertices.iter().all(|p| p.is_finite()));
        let count = level.vertices.len() as u32;
        assert!(level.triangles.iter().flatten().all(|i| *i < count));
        let covered: usize = level
            .objects
            .iter()
            .map(|object| object.triangles.len())
            .sum();
        assert_eq!(
            covered,
            level.triangles.len(),
            "objects cover all triangles"
        );
        match level.mesh::<Vec3>() {
            Ok(mesh) => drop(mesh.query().ray(Vec3::ZERO, Vec3::splat(4.0))),
            Err(error) => refused(bits, &error),
        }
    });
}

/// A GLB: its JSON or its bytes changed, and the lengths made right again for every other.
fn changed_glb(bits: &FileBits, file: &[u8]) -> Vec<u8> {
    let length =
        |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().expect("a word")) as usize;
    let end = 20 + length(12);
    if bits.choice(2) == 0 {
        let mut bytes = file.to_vec();
        bits.flip(&mut bytes);
        return bytes;
    }
    let mut json = bits.json(&file[20..end]);
    while !json.len().is_multiple_of(4) {
        json.push(b' ');
    }
    let rest = &file[end..];
    let whole = (20 + json.len() + rest.len()) as u32;
    let mut bytes = file[..8].to_vec();
    bytes.extend(whole.to_le_bytes());
    bytes.extend((json.len() as u32).to_le_bytes());
    bytes.extend(&file[16..20]);
    bytes.extend(json);
    bytes.extend(rest);
    bytes
}

/// Scenarios: what was read has settings that a mover takes.
pub fn scenarios(bits: &FileBits) {
    let text = bits.json(SCENARIOS[bits.choice(SCENARIOS.len())]);
    timed("scenarios", bits, || {
        match Scenario::read(&text, Path::new("a.json")) {
            Ok(scenario) => {
                for body in &scenario.bodies {
                    let pose: Pose<Vec3> = body.path.pose(0.5);
                    assert!(pose.translation.is_finite(), "{pose:?}");
                }
            }
            Err(error) => refused(bits, &error),
        }
    });
}

/// Setups of tables: what was read plays up to 300 events.
pub fn setups(bits: &FileBits) {
    let text = bits.json(SETUPS[bits.choice(SETUPS.len())]);
    let no_levels = |level: &LevelFile<'_>| Err(format!("{}: no such file", level.path));
    timed("setups", bits, || {
        match AnyGame::read(&text, Path::new("a.json"), &no_levels) {
            Ok(AnyGame::Plane(game)) => play(bits, &game.setup),
            Ok(AnyGame::Space(game)) => play(bits, &game.setup),
            Err(error) => refused(bits, &error),
        }
    });
}

fn play<V: Vector<Scalar = f64>>(bits: &FileBits, setup: &Setup<V>) {
    let mut table = match Table::new(setup) {
        Ok(table) => table,
        Err(error) => return refused(bits, &error),
    };
    if let Err(error) = table.advance(1e6, 300) {
        return refused(bits, &error);
    }
    for (_, ball) in table.balls() {
        assert!(
            ball.velocity.is_finite() && ball.center.is_finite(),
            "{ball:?}"
        );
    }
}

/// Shots with spin: what was read plays to its end or an error.
pub fn billiards(bits: &FileBits) {
    let text = bits.json(SHOTS[bits.choice(SHOTS.len())]);
    timed("billiards", bits, || {
        match BilliardsGame::read(&text, Path::new("a.json")) {
            Ok(game) => match game.play() {
                Ok(result) => {
                    let times = result.events.windows(2);
                    assert!({ times }.all(|pair| pair[0].time <= pair[1].time));
                }
                Err(error) => refused(bits, &error),
            },
            Err(error) => refused(bits, &error),
        }
    });
}

/// Lines of `carom query`: what was read can be computed.
pub fn queries(bits: &FileBits) {
    let lines: Vec<&str> = QUERIES.lines().collect();
    let text = bits.json(lines[bits.choice(lines.len())].as_bytes());
    timed("queries", bits, || {
        let Ok(line) = QueryLine::read(&text) else {
            assert!(!bits.is_unchanged(), "refused without a change");
            return;
        };
        if let Err(error) = line.check() {
            return refused(bits, &error);
        }
        match (line.numbers, line.is_flat()) {
            (_, Err(error)) => refused(bits, &error),
            (NumberKind::I32, _) => drop(
                line.overlap_in_grid()
                    .map_err(|error| refused(bits, &error)),
            ),
            (NumberKind::F32, Ok(true)) => in_plane(bits, &line),
            (NumberKind::F64, Ok(true)) => in_plane_of_doubles(bits, &line),
            (NumberKind::F32, Ok(false)) => in_space::<Vec3>(bits, &line),
            (NumberKind::F64, Ok(false)) => in_space::<DVec3>(bits, &line),
        }
    });
}

fn in_plane(bits: &FileBits, line: &QueryLine<'_>) {
    match line.in_plane::<Vec2>() {
        Ok([Solid::Shape(a), Solid::Shape(b)]) => of_pair(bits, line, &a, &b),
        Ok(_) => {}
        Err(error) => refused(bits, &error),
    }
}

fn in_plane_of_doubles(bits: &FileBits, line: &QueryLine<'_>) {
    match line.in_plane::<carom::glam::DVec2>() {
        Ok([Solid::Shape(a), Solid::Shape(b)]) => of_pair(bits, line, &a, &b),
        Ok(_) => {}
        Err(error) => refused(bits, &error),
    }
}

fn in_space<V: Vector3>(bits: &FileBits, line: &QueryLine<'_>) {
    let no_levels = |level: &LevelFile<'_>| -> Result<Arc<Mesh<V>>, String> {
        Err(format!("{}: no such file", level.path))
    };
    match line.in_space(&no_levels) {
        Ok([Solid::Shape(a), Solid::Shape(b)]) => of_pair(bits, line, &a, &b),
        Ok(_) => {}
        Err(error) => refused(bits, &error),
    }
}

fn of_pair<V: Vector>(bits: &FileBits, line: &QueryLine<'_>, a: &Shape<V>, b: &Shape<V>) {
    let reach = match line.reach::<V::Scalar>() {
        Ok(reach) => reach,
        Err(error) => return refused(bits, &error),
    };
    let found = contact(a, b, reach);
    assert!(found.is_none_or(|found| found.separation.is_finite() || reach == V::Scalar::INFINITY));
    let _ = overlap(a, b);
    match line.motions::<V>() {
        Ok([by_a, by_b]) => drop(sweep(a, by_a.delta - by_b.delta, b)),
        Err(error) => refused(bits, &error),
    }
}

/// Characters, lists of findings to ignore, navigation meshes.
pub fn small_files(bits: &FileBits) {
    let kind = bits.choice(3);
    let text = bits.json([CHARACTERS, IGNORED, NAVMESHES][kind][0]);
    timed("small_files", bits, || match kind {
        0 => match parse::<CharacterFile>(&text, "character") {
            Ok(file) => {
                let settings = file.character().settings::<Vec3>(Vec3::Y, 9.81);
                if let Err(error) = settings.and_then(Mover::new) {
                    refused(bits, &error);
                }
            }
            Err(error) => refused(bits, &error),
        },
        1 => drop(IgnoreList::read(&text).map_err(|error| refused(bits, &error))),
        _ => drop(NavMeshFile::read(&text).map_err(|error| refused(bits, &error))),
    });
}

/// A world of all kinds of bodies.
pub(crate) fn world() -> World<Vec3> {
    let mut world = World::new();
    let corners = [
        Vec3::ZERO,
        Vec3::Z * 4.0,
        Vec3::X * 4.0,
        vec3(1.0, 3.0, 1.0),
    ];
    let mesh = Mesh::new(corners, [[0, 1, 2], [0, 2, 3]]).expect("a mesh");
    let field = HeightField {
        origin: Vec3::ZERO,
        cell: [1.0, 1.0],
        columns: 3,
        heights: (0..9).map(|i| i as f32 * 0.25).collect(),
    };
    let parts = [
        Shape::Ball(Ball::new(Vec3::ZERO, 1.0)),
        Shape::Point(Vec3::X),
    ];
    let bodies = [
        Body::new(Plane::new(Vec3::Y, 0.0)),
        Body::new(mesh),
        Body::new(field.mesh().expect("a field")),
        Body::new(Compound::new(parts).expect("a compound")),
        Body {
            sensor: true,
            ..Body::new(Ball::new(Vec3::Y, 1.0))
        },
        Body {
            moving: true,
            velocity: Vec3::X,
            one_way: Some(OneWay {
                direction: Vec3::Y,
                margin: 0.01,
            }),
            ..Body::new(Capsule::new(Vec3::ZERO, Vec3::X, 0.25))
        },
    ];
    for body in bodies {
        world.insert(body).expect("a body");
    }
    world
}

/// Worlds and differences of worlds as data: what was read can be queried and stepped in.
pub fn stored(bits: &FileBits) {
    let own = world();
    let mut later = own.clone();
    let third = own.iter().nth(3).map(|(id, _)| id).expect("four bodies");
    later
        .set_pose(third, Pose::at(vec3(1.0, 2.0, 3.0)))
        .expect("a pose");
    later.insert(Ball::new(Vec3::X * 9.0, 1.0)).expect("a ball");
    timed("stored", bits, || {
        if bits.choice(2) == 0 {
            let text = serde_json::to_vec(&own).expect("data");
            match serde_json::from_slice::<World<Vec3>>(&bits.json(&text)) {
                Ok(world) => use_world(&world),
                Err(error) => refused(bits, &error),
            }
        } else {
            let text = serde_json::to_vec(&later.diff_from(&own)).expect("data");
            match serde_json::from_slice::<WorldDiff<Vec3>>(&bits.json(&text)) {
                Ok(diff) => {
                    let mut world = own.clone();
                    match world.apply(&diff) {
                        Ok(()) => use_world(&world),
                        Err(error) => refused(bits, &error),
                    }
                }
                Err(error) => refused(bits, &error),
            }
        }
    });
}

fn use_world(world: &World<Vec3>) {
    let hero = Capsule::standing(vec3(0.5, 1.0, 0.5), Vec3::Y, 1.8, 0.3);
    let hit = world.query().sweep(&hero, Vec3::NEG_Y);
    assert!(hit.is_none_or(|hit| (0.0..=1.0).contains(&hit.t)));
    world.update_sensors(&mut SensorEvents::new());
    walk(
        world,
        CharacterState::at(vec3(0.5, 1.0, 0.5), 1.8),
        &Intent::walk(Vec3::X),
    );
}

/// A few ticks from a state; the state stays finite.
pub(crate) fn walk(world: &World<Vec3>, state: CharacterState<Vec3>, intent: &Intent<Vec3>) {
    let mut mover = Mover::new(MoverSettings::default()).expect("settings");
    let (mut body, was_finite) = (state, is_finite(&state));
    for _ in 0..4 {
        mover.step(world, &mut body, intent, 1.0 / 60.0);
    }
    assert!(is_finite(&body) || !was_finite, "{state:?} {body:?}");
}

fn is_finite(state: &CharacterState<Vec3>) -> bool {
    state.feet.is_finite() && state.velocity.is_finite() && state.height.is_finite()
}

/// Recorded ticks: what was read plays.
pub fn recordings(bits: &FileBits) {
    let world = world();
    let mut mover = Mover::new(MoverSettings::default()).expect("settings");
    let before = CharacterState::at(vec3(0.5, 1.0, 0.5), 1.8);
    let (intent, mut after) = (Intent::walk(Vec3::X), before);
    let report = mover.step(&world, &mut after, &intent, 1.0 / 60.0);
    let recording = Recording::new(&mover, before, intent, after, report);
    timed("recordings", bits, || {
        let text = RecordedTick::json(3, carom_format::query::Precision::F32, &recording);
        let tick = match RecordedTick::read(&bits.json(&text.expect("data"))) {
            Ok(tick) => tick,
            Err(error) => return refused(bits, &error),
        };
        match serde_json::from_slice::<Recording<Vec3>>(&tick.tick) {
            Ok(recording) => drop(recording.play().map_err(|error| refused(bits, &error))),
            Err(error) => refused(bits, &error),
        }
    });
}
