//! Surveys of levels with known faults.

use crate::levels::{Builder, play, room};
use carom::Mesh;
use carom_survey::{Finding, Flood, Kind, Options, Severity, Survey, SurveyError};
use glam::{Quat, Vec3, vec3};

fn flood(level: &Mesh<Vec3>, spawn: Vec3, options: &Options) -> (Flood, Vec<Finding>, f64) {
    let survey = Survey::new(level, options.clone()).unwrap();
    let flood = survey.flood(spawn, |_| true).unwrap();
    assert!(flood.complete);
    let findings = survey.findings(&flood);
    let area = survey.reach(&flood).area;
    (flood, findings, area)
}

fn kinds(findings: &[Finding]) -> Vec<Kind> {
    findings.iter().map(|finding| finding.kind).collect()
}

/// The least distance of the feet from a wall: the radius and the skin.
const KEPT: f64 = 0.31;

#[test]
fn a_room_without_faults() {
    for size in [[4, 3], [10, 8], [17, 5]] {
        let level = room(size).mesh();
        let (flood, findings, area) = flood(&level, vec3(1.5, 0.0, 1.5), &Options::default());
        assert!(findings.is_empty(), "{size:?}: {findings:?}");
        let [wide, deep] = size.map(|s| f64::from(s) - 2.0 * KEPT);
        assert!(
            (area / (wide * deep) - 1.0).abs() < 0.02,
            "{size:?}: {area} of {}",
            wide * deep
        );
        assert!(flood.leaks.is_empty() && flood.stuck.is_empty() && flood.restless.is_empty());
    }
}

/// The area does not depend on the position of the room or on the cell size.
#[test]
fn the_area_does_not_depend_on_the_cells() {
    for (i, cell) in [0.1, 0.17, 0.25, 0.33].into_iter().enumerate() {
        let at = vec3(0.37, 2.0, -0.71) * i as f32;
        let mut builder = Builder::default();
        builder
            .floor(at, [6, 4], |_, _| false)
            .walls(at, [6.0, 4.0], 3.0);
        let options = Options {
            cell,
            ..Options::default()
        };
        let (_, findings, area) = flood(&builder.mesh(), at + vec3(2.0, 0.0, 2.0), &options);
        let exact = (6.0 - 2.0 * KEPT) * (4.0 - 2.0 * KEPT);
        assert!(
            (area / exact - 1.0).abs() < 0.02,
            "{cell}: {area} of {exact}"
        );
        assert!(findings.is_empty());
    }
}

/// A table that cannot be climbed covers ground; a character on it can have its feet beyond the rim.
#[test]
fn the_rim_of_a_table() {
    let mut builder = room([8, 8]);
    builder.block(vec3(3.0, 0.0, 3.0), vec3(5.0, 1.5, 5.0));
    let level = builder.mesh();
    let (_, findings, below) = flood(&level, vec3(1.0, 0.0, 1.0), &Options::default());
    assert!(findings.is_empty(), "{findings:?}");
    // Around the table: its square, and a band of the radius and the skin around it.
    let side = 8.0 - 2.0 * KEPT;
    let kept = 4.0 + 4.0 * 2.0 * KEPT + std::f64::consts::PI * KEPT * KEPT;
    let exact = side * side - kept;
    assert!((below / exact - 1.0).abs() < 0.02, "{below} of {exact}");
    let survey = Survey::new(&level, Options::default()).unwrap();
    let from_table = survey.flood(vec3(4.0, 1.5, 4.0), |_| true).unwrap();
    let reach = survey.reach(&from_table);
    assert_eq!(reach.floors.len(), 2);
    // A character that walks onto the rim holds on by its whole round foot, see `MoverSettings::max_overhang`.
    let out = 0.3;
    let table = 4.0 + 4.0 * 2.0 * out + std::f64::consts::PI * out * out;
    let found = reach.floors[1].area;
    assert!((found / table - 1.0).abs() < 0.02, "{found} of {table}");
}

#[test]
fn a_hole_is_a_leak() {
    let mut builder = Builder::default();
    let hole = |x: f32, z: f32| (x, z) == (6.5, 3.5);
    builder
        .floor(Vec3::ZERO, [10, 8], hole)
        .walls(Vec3::ZERO, [10.0, 8.0], 3.0);
    let level = builder.mesh();
    let spawn = vec3(1.5, 0.0, 1.5);
    let options = Options::default();
    let (_, findings, _) = flood(&level, spawn, &options);
    assert_eq!(kinds(&findings), [Kind::Leak], "{findings:?}");
    let leak = &findings[0];
    let off = (leak.position - vec3(6.5, 0.0, 3.5)).length();
    assert!(off < 1.0, "{}", leak.position);
    assert!(!leak.triangles.is_empty());
    // The script ends in a fall through the hole.
    let feet = play(&level, spawn, &leak.script.actions, &options);
    let last = feet.last().unwrap();
    assert!(
        last.y < -1.0 && (last.x - 6.5).abs() < 0.5 && (last.z - 3.5).abs() < 0.5,
        "{last}"
    );
}

#[test]
fn two_holes_are_two_leaks() {
    let mut builder = Builder::default();
    let hole = |x: f32, z: f32| [(2.5, 6.5), (7.5, 2.5)].contains(&(x, z));
    builder
        .floor(Vec3::ZERO, [10, 8], hole)
        .walls(Vec3::ZERO, [10.0, 8.0], 3.0);
    let (_, findings, _) = flood(&builder.mesh(), vec3(1.5, 0.0, 1.5), &Options::default());
    assert_eq!(kinds(&findings), [Kind::Leak; 2], "{findings:?}");
}

/// A pit is a trap if it is deeper than a step, and not if there is a way out.
#[test]
fn pits() {
    for (depth, stairs, trap) in [
        (0.3, false, false),
        (0.6, false, true),
        (2.0, false, true),
        (0.6, true, false),
    ] {
        let mut builder = Builder::default();
        let pit = |x: f32, z: f32| (4.0..7.0).contains(&x) && (3.0..5.0).contains(&z);
        builder
            .floor(Vec3::ZERO, [10, 8], pit)
            .walls(Vec3::ZERO, [10.0, 8.0], 3.0);
        let bottom = vec3(4.0, -depth, 3.0);
        builder
            .floor(bottom, [3, 2], |_, _| false)
            .walls(bottom, [3.0, 2.0], depth);
        if stairs {
            builder.block(bottom, bottom + vec3(1.0, depth * 0.5, 2.0));
        }
        let level = builder.mesh();
        let (_, findings, _) = flood(&level, vec3(1.5, 0.0, 1.5), &Options::default());
        let expected: &[Kind] = if trap { &[Kind::Trap] } else { &[] };
        assert_eq!(
            kinds(&findings),
            expected,
            "{depth} m, stairs: {stairs}: {findings:?}"
        );
        if trap {
            let at = findings[0].position;
            assert!(pit(at.x, at.z) && (at.y + depth).abs() < 0.05, "{at}");
            // The middle of the foot keeps about a radius to all walls.
            let what = &findings[0].what;
            let (area, rest) = what.split_once(' ').unwrap();
            assert_eq!(rest, "m² of ground can be entered here and not left again");
            let area: f32 = area.parse().unwrap();
            assert!((area - 2.4 * 1.4).abs() < 0.2, "{what}");
        }
        // A jump leads out of the shallower one.
        let jumps = Options {
            jump: Some(4.0),
            ..Options::default()
        };
        let (_, findings, _) = flood(&level, vec3(1.5, 0.0, 1.5), &jumps);
        assert_eq!(
            findings.len(),
            usize::from(depth > 1.0),
            "{depth} m: {findings:?}"
        );
    }
}

#[test]
fn a_sealed_room_is_not_reached() {
    let mut builder = room([10, 8]);
    builder.floor(vec3(12.0, 0.0, 0.0), [5, 4], |_, _| false);
    builder.walls(vec3(12.0, 0.0, 0.0), [5.0, 4.0], 3.0);
    let level = builder.mesh();
    let survey = Survey::new(&level, Options::default()).unwrap();
    let flood = survey.flood(vec3(1.5, 0.0, 1.5), |_| true).unwrap();
    assert!(survey.findings(&flood).is_empty());
    let unreached = survey.unreached(&flood);
    assert_eq!(unreached.len(), 1, "{unreached:?}");
    let exact = (5.0 - 2.0 * KEPT) * (4.0 - 2.0 * KEPT);
    assert!(
        (unreached[0].area / exact - 1.0).abs() < 0.1,
        "{} of {exact}",
        unreached[0].area
    );
    assert_eq!(
        unreached[0].triangles.len(),
        40,
        "every square of its floor has two"
    );
    let off = unreached[0].position - vec3(14.5, 0.0, 2.0);
    assert!(off.length() < 0.25, "its middle: {}", unreached[0].position);
}

/// The position of an unreached region is in its widest part, also where its middle is outside of it.
#[test]
fn the_most_interior_point_of_a_region() {
    let mut builder = room([14, 12]);
    // A ring of walls 1 m wide, with a platform of 3 m × 3 m at one corner, all too high to climb.
    for (min, max) in [
        ([3.0, 3.0], [11.0, 4.0]),
        ([3.0, 4.0], [4.0, 9.0]),
        ([10.0, 4.0], [11.0, 9.0]),
        ([3.0, 9.0], [11.0, 10.0]),
        ([7.0, 6.0], [10.0, 9.0]),
    ] {
        let corner = |[x, z]: [f32; 2], y: f32| vec3(x, y, z);
        builder.block(corner(min, 0.0), corner(max, 2.0));
    }
    for turn in [0.0, 0.3, 1.1, 2.5] {
        let (turn, at) = (Quat::from_rotation_y(turn), vec3(3.3, -1.0, 7.9));
        let level = builder.placed(turn, at);
        let survey = Survey::new(&level, Options::default()).unwrap();
        let flood = survey
            .flood(at + turn * vec3(1.5, 0.0, 1.5), |_| true)
            .unwrap();
        let regions = survey.unreached(&flood);
        let top = regions
            .iter()
            .find(|region| region.position.y > at.y + 1.5)
            .unwrap();
        // The platform with the walls beside it is 4 m wide; the feet can be a radius beyond its rim, the cells within it.
        let own = turn.inverse() * (top.position - at);
        let off = (own - vec3(9.0, 2.01, 8.0)).abs();
        assert!(off.max_element() < 0.4, "{own}");
        // Its position is one of its cells, whatever the number of threads.
        assert!(top.cells.contains(&top.position));
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(3)
            .build()
            .unwrap();
        assert_eq!(pool.install(|| survey.unreached(&flood)), regions);
    }
}

/// The bits are the same for every number of threads.
#[test]
fn threads_do_not_matter() {
    let mut builder = room([8, 8]);
    builder.block(vec3(3.0, 0.0, 3.0), vec3(5.0, 0.35, 5.0));
    builder.block(vec3(6.0, 0.0, 1.0), vec3(6.1, 2.0, 4.0));
    let level = builder.mesh();
    let options = Options {
        jump: Some(3.0),
        crouch: Some(1.0),
        ..Options::default()
    };
    let survey = Survey::new(&level, options).unwrap();
    let run = |threads| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| survey.flood(vec3(1.0, 0.0, 1.0), |_| true).unwrap())
    };
    let one = run(1);
    for threads in [2, 7] {
        let many = run(threads);
        assert_eq!(one.places, many.places);
        assert_eq!(one.edges, many.edges);
        assert_eq!(one.ticks, many.ticks);
    }
}

/// A script leads to its place, to the bit.
#[test]
fn scripts_lead_where_they_say() {
    let mut builder = room([8, 8]);
    builder.block(vec3(3.0, 0.0, 3.0), vec3(5.0, 0.35, 5.0));
    builder.block(vec3(5.0, 0.0, 3.0), vec3(6.0, 0.7, 5.0));
    let level = builder.mesh();
    let options = Options {
        crouch: Some(1.0),
        ..Options::default()
    };
    let spawn = vec3(1.0, 0.4, 1.0);
    let (flood, ..) = flood(&level, spawn, &options);
    for place in (0..flood.places.len()).step_by(97) {
        let feet = play(&level, spawn, &flood.script(place as u32).actions, &options);
        assert_eq!(*feet.last().unwrap(), flood.places[place].body.feet);
    }
}

/// An opening or a beam is a warning if the ground behind it is never reached, and a note if there is a door.
#[test]
fn obstacles_that_shut_off_ground_are_worse() {
    for (is_gap, door) in [(true, true), (true, false), (false, true), (false, false)] {
        let mut builder = room([10, 8]);
        let mut wall = |low: f32, from: f32, to: f32| {
            builder.block(vec3(5.0, low, from), vec3(5.3, 3.0, to));
        };
        let ends = if door { 6.5 } else { 8.0 };
        if is_gap {
            wall(0.0, 0.0, 3.0);
            wall(0.0, 3.55, ends);
        } else {
            wall(1.7, 0.0, ends);
        }
        let level = builder.mesh();
        let (_, findings, _) = flood(&level, vec3(1.5, 0.0, 1.5), &Options::default());
        let kind = if is_gap { Kind::Gap } else { Kind::Headroom };
        let severity = if door {
            Severity::Note
        } else {
            Severity::Warning
        };
        assert!(!findings.is_empty(), "gap: {is_gap}, door: {door}");
        for finding in &findings {
            let found = (finding.kind, finding.severity);
            assert_eq!(found, (kind, severity), "door: {door}: {}", finding.what);
            assert_eq!(finding.what.ends_with("never reached"), !door);
        }
    }
}

/// A low ceiling that only a crouched character passes.
#[test]
fn crouching() {
    let mut builder = room([10, 4]);
    builder.block(vec3(4.0, 1.2, 0.0), vec3(5.0, 3.0, 4.0));
    let level = builder.mesh();
    let upright = Options::default();
    let (flood_upright, ..) = flood(&level, vec3(1.5, 0.0, 1.5), &upright);
    let far = |flood: &Flood| flood.places.iter().any(|place| place.body.feet.x > 6.0);
    assert!(!far(&flood_upright));
    let crouches = Options {
        crouch: Some(1.0),
        ..Options::default()
    };
    let (flood_crouched, findings, _) = flood(&level, vec3(1.5, 0.0, 1.5), &crouches);
    assert!(far(&flood_crouched) && findings.is_empty(), "{findings:?}");
}

#[test]
fn bad_spawns_and_options_are_errors() {
    let level = room([6, 6]).mesh();
    let survey = Survey::new(&level, Options::default()).unwrap();
    let start = |spawn| survey.flood(spawn, |_| true).map(|_| ());
    for spawn in [
        vec3(-5.0, 0.0, 1.0),
        vec3(f32::NAN, 0.0, 0.0),
        vec3(1.0, 90.0, 1.0),
    ] {
        assert!(
            matches!(start(spawn), Err(SurveyError::SpawnOutside(..))),
            "{spawn}"
        );
    }
    for spawn in [vec3(0.1, 0.0, 3.0), vec3(3.0, -0.0, 5.95)] {
        assert!(
            matches!(start(spawn), Err(SurveyError::SpawnInside { .. })),
            "{spawn}"
        );
    }
    // A spawn exactly on the floor is free, and from the air the character drops.
    assert_eq!(start(vec3(3.0, 0.0, 3.0)), Ok(()));
    assert_eq!(start(vec3(3.0, 2.0, 3.0)), Ok(()));
    let mut walls = Builder::default();
    walls.walls(Vec3::ZERO, [6.0, 6.0], 3.0);
    let walls = walls.mesh();
    let survey = Survey::new(&walls, Options::default()).unwrap();
    let error = survey.flood(vec3(3.0, 1.0, 3.0), |_| true).map(|_| ());
    assert_eq!(error, Err(SurveyError::NoFloor(vec3(3.0, 1.0, 3.0))));
    for options in [
        Options {
            cell: 0.0,
            ..Options::default()
        },
        Options {
            cell: f32::NAN,
            ..Options::default()
        },
        Options {
            hz: 0,
            ..Options::default()
        },
        Options {
            jump: Some(-1.0),
            ..Options::default()
        },
        Options {
            crouch: Some(1.9),
            ..Options::default()
        },
        Options {
            height: f32::INFINITY,
            ..Options::default()
        },
    ] {
        assert!(matches!(
            Survey::new(&level, options),
            Err(SurveyError::Option { .. })
        ));
    }
}

/// A search that is stopped is incomplete.
#[test]
fn stopped_early() {
    let level = room([20, 20]).mesh();
    let survey = Survey::new(&level, Options::default()).unwrap();
    let flood = survey
        .flood(vec3(1.5, 0.0, 1.5), |progress| progress.places < 100)
        .unwrap();
    assert!(!flood.complete && flood.places.len() >= 100 && flood.places.len() < 1000);
}
