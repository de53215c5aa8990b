//! Ground that can be left and not reached again: ledges, from the spawn on them and from below.

use crate::levels::{Builder, play, room};
use carom::Mesh;
use carom::mover::CharacterState;
use carom_survey::{Action, Kind, Options, Severity, Survey, Unreached};
use glam::{Vec3, vec3};

/// A room with a table of 1.5 m, and a block of 3 m on a part of it.
fn tower() -> Builder {
    let mut builder = room([9, 8]);
    builder.block(vec3(3.0, 0.0, 3.0), vec3(7.0, 1.5, 5.0));
    builder.block(vec3(3.0, 1.5, 3.0), vec3(5.0, 3.0, 5.0));
    builder
}

const FLOOR: Vec3 = vec3(1.2, 0.0, 1.2);

/// The unreached region with its most interior point at this height.
fn at_height(regions: &[Unreached], height: f32) -> &Unreached {
    let mut at = regions
        .iter()
        .filter(|region| (region.position.y - height).abs() < 0.1);
    let found = at.next().expect("a region");
    assert!(at.next().is_none());
    found
}

/// Plays an action of a character that stands at these feet; returns the feet at the end.
fn act(level: &Mesh<Vec3>, feet: Vec3, action: Action, options: &Options) -> Vec3 {
    *play(level, feet, &[action], options).last().unwrap()
}

/// From below a ledge is no finding, but the list of unreached ground names the way down.
#[test]
fn unreached_ledges_have_a_way_down() {
    let mut builder = tower();
    builder.block(vec3(1.0, 0.0, 5.8), vec3(3.0, 2.2, 7.8));
    let level = builder.mesh();
    let options = Options::default();
    let survey = Survey::new(&level, options.clone()).unwrap();
    let flood = survey.flood(FLOOR, |_| true).unwrap();
    assert_eq!(survey.findings(&flood), []);
    let regions = survey.unreached(&flood);
    let table = at_height(&regions, 1.5);
    let top = at_height(&regions, 3.0);
    for region in [table, top] {
        let descent = region.descent.expect("a ledge");
        assert!(region.cells.contains(&descent.from));
        let to = act(&level, descent.from, descent.action, &options);
        assert_eq!(to, descent.to);
        assert!(to.y < 0.1, "{to}");
    }
    // The floor inside of a hollow block is closed off.
    let inside = at_height(&regions, 0.0);
    assert_eq!(inside.descent, None);
    let within = inside.position;
    assert!((1.3..2.7).contains(&within.x) && (6.1..7.5).contains(&within.z));
}

/// Ground behind a wall and above nothing has no way down, and a parapet keeps a character that does not jump.
#[test]
fn walls_and_parapets_close_a_ledge() {
    let mut builder = room([9, 8]);
    builder.block(vec3(3.0, 0.0, 3.0), vec3(6.0, 1.5, 6.0));
    for (min, max) in [
        ([3.0, 3.0], [6.0, 3.2]),
        ([3.0, 5.8], [6.0, 6.0]),
        ([3.0, 3.2], [3.2, 5.8]),
        ([5.8, 3.2], [6.0, 5.8]),
    ] {
        let corner = |[x, z]: [f32; 2], y: f32| vec3(x, y, z);
        builder.block(corner(min, 1.5), corner(max, 2.2));
    }
    let level = builder.mesh();
    for jump in [None, Some(5.0)] {
        let options = Options {
            jump,
            ..Options::default()
        };
        let survey = Survey::new(&level, options).unwrap();
        let flood = survey.flood(FLOOR, |_| true).unwrap();
        let regions = survey.unreached(&flood);
        let inside = at_height(&regions, 1.5);
        assert_eq!(inside.descent.is_some(), jump.is_some(), "{jump:?}");
    }
}

/// With the spawn on it a ledge is a note, at the place where the character first leaves it.
#[test]
fn a_spawn_on_a_ledge_is_a_note() {
    let level = tower().mesh();
    let options = Options::default();
    let survey = Survey::new(&level, options.clone()).unwrap();
    for spawn in [vec3(6.0, 1.5, 4.0), vec3(4.0, 3.0, 4.0)] {
        let flood = survey.flood(spawn, |_| true).unwrap();
        let findings = survey.findings(&flood);
        let [ledge] = &findings[..] else {
            panic!("{findings:?}");
        };
        assert_eq!((ledge.kind, ledge.severity), (Kind::Ledge, Severity::Note));
        assert!(ledge.position.y > 1.0, "{}", ledge.position);
        let area = ledge.what.split_once(' ').unwrap().0.parse::<f32>();
        // 4 m × 2 m, and the foot may be over the rim, without or with the half under the block.
        assert!((5.0..12.5).contains(&area.unwrap()), "{}", ledge.what);
        let feet = play(&level, spawn, &ledge.script.actions, &options);
        assert!(feet.last().unwrap().y < 0.1);
        // Until it is searched to the end there may be a way back.
        let stopped = survey.flood(spawn, |progress| progress.places < 600);
        let stopped = stopped.unwrap();
        assert!(!stopped.complete && survey.findings(&stopped).is_empty());
    }
}

/// Ground with a way back is none, and neither is a spawn in a cell that no run ends in.
#[test]
fn ground_with_a_way_back_is_no_ledge() {
    for (height, stairs) in [(0.3, false), (0.39, false), (0.75, true)] {
        let mut builder = room([6, 6]);
        builder.block(vec3(2.0, 0.0, 2.0), vec3(4.0, height, 4.0));
        if stairs {
            builder.block(vec3(4.0, 0.0, 2.0), vec3(5.0, 0.5 * height, 4.0));
        }
        let level = builder.mesh();
        let survey = Survey::new(&level, Options::default()).unwrap();
        let flood = survey.flood(vec3(3.0, height, 3.0), |_| true).unwrap();
        assert_eq!(survey.findings(&flood), [], "{height} m");
    }
    let level = room([4, 4]).mesh();
    let survey = Survey::new(&level, Options::default()).unwrap();
    for k in 0..6 {
        let spawn = vec3(0.3101, 0.0, 0.3101) + vec3(0.043, 0.0, 0.023) * k as f32;
        let flood = survey.flood(spawn, |_| true).unwrap();
        assert_eq!(survey.findings(&flood), [], "{spawn}");
    }
}

/// The state of the character at the start of a descent is that of one that stands.
#[test]
fn a_descent_starts_at_rest() {
    let level = tower().mesh();
    let options = Options::default();
    let survey = Survey::new(&level, options.clone()).unwrap();
    let flood = survey.flood(FLOOR, |_| true).unwrap();
    for region in survey.unreached(&flood) {
        let Some(descent) = region.descent else {
            continue;
        };
        let stands = CharacterState::at(descent.from, options.height);
        let waits = Action {
            ticks: 5,
            ..Action::default()
        };
        let feet = act(&level, stands.feet, waits, &options);
        assert!(feet.distance(descent.from) < 1e-3, "{feet}");
    }
}
