//! Searches from several spawns.

use crate::levels::{Builder, play, room};
use carom::Mesh;
use carom_survey::{
    Finding, Flood, Handover, Kind, Options, PlaceId, Searched, Severity, Survey, SurveyError,
    Tile, TileAt,
};
use glam::{Vec3, vec3};
use std::collections::BTreeMap;

/// Two rooms of 6 m × 6 m without a way between them.
fn islands() -> Builder {
    let mut builder = Builder::default();
    for x in [0.0, 8.0] {
        let corner = vec3(x, 0.0, 0.0);
        builder
            .floor(corner, [6, 6], |_, _| false)
            .walls(corner, [6.0, 6.0], 3.0);
    }
    builder
}

/// A room with a pit of 1.5 m in its middle.
fn pit() -> Builder {
    let mut builder = Builder::default();
    let inside = |x: f32, z: f32| (3.0..6.0).contains(&x) && (3.0..6.0).contains(&z);
    builder
        .floor(Vec3::ZERO, [9, 9], inside)
        .walls(Vec3::ZERO, [9.0, 9.0], 3.0);
    let bottom = vec3(3.0, -1.5, 3.0);
    builder
        .floor(bottom, [3, 3], |_, _| false)
        .walls(bottom, [3.0, 3.0], 1.5);
    builder
}

fn searched(survey: &Survey, spawns: &[Vec3]) -> (Flood, Vec<Finding>) {
    let flood = survey.flood_with(spawns, &mut ()).unwrap();
    assert!(flood.complete);
    let findings = survey.findings(&flood);
    (flood, findings)
}

/// Ground that any spawn reaches is reached, and a script starts at the spawn that reaches its place.
#[test]
fn everything_that_any_spawn_reaches_is_reached() {
    let level = islands().mesh();
    let options = Options::default();
    let survey = Survey::new(&level, options.clone()).unwrap();
    // The third is where the first is.
    let [a, b] = [vec3(1.0, 0.3, 1.0), vec3(13.0, 0.0, 5.0)];
    let (flood, findings) = searched(&survey, &[a, b, a]);
    assert_eq!(findings, []);
    assert!(survey.unreached(&flood).is_empty());
    let starts: Vec<Vec3> = flood.spawns.iter().map(|start| start.spawn).collect();
    assert_eq!(starts, [a, b]);
    let alone: usize = [a, b]
        .map(|spawn| searched(&survey, &[spawn]).0.places.len())
        .iter()
        .sum();
    assert_eq!(flood.places.len(), alone);
    for place in (0..flood.places.len()).step_by(37) {
        let script = flood.script(place as u32);
        let feet = flood.places[place].body.feet;
        assert_eq!(script.spawn, if feet.x < 7.0 { a } else { b });
        let bodies = survey.replay(&script);
        assert_eq!(bodies.last().unwrap(), &flood.places[place].body);
        assert_eq!(bodies.len() as u64, script.ticks() + 1);
        let played = play(&level, script.spawn, &script.actions, &options);
        assert_eq!(*played.last().unwrap(), feet);
    }
    let goal = survey.goal(&flood, vec3(9.0, 0.0, 1.0)).unwrap();
    assert_eq!(flood.script(goal).spawn, b);
}

/// A pit is a trap, unless the character starts in it, too: then the ground above is a ledge.
#[test]
fn ground_with_a_spawn_is_no_trap() {
    let level = pit().mesh();
    let survey = Survey::new(&level, Options::default()).unwrap();
    let [floor, bottom] = [vec3(1.0, 0.0, 1.0), vec3(4.5, -1.5, 4.5)];
    let found = |spawns: &[Vec3]| -> Vec<(Kind, Severity, Vec3)> {
        let (_, findings) = searched(&survey, spawns);
        (findings.iter())
            .map(|finding| (finding.kind, finding.severity, finding.script.spawn))
            .collect()
    };
    assert_eq!(found(&[floor]), [(Kind::Trap, Severity::Error, floor)]);
    assert_eq!(found(&[bottom]), []);
    for both in [[floor, bottom], [bottom, floor]] {
        assert_eq!(found(&both), [(Kind::Ledge, Severity::Note, floor)]);
    }
}

/// Each spawn above everything else is a finding of its own; its script starts there.
#[test]
fn every_ledge_with_a_spawn_is_found() {
    let mut builder = room([14, 8]);
    builder.block(vec3(2.0, 0.0, 3.0), vec3(4.0, 1.5, 5.0));
    builder.block(vec3(9.0, 0.0, 3.0), vec3(11.0, 1.5, 5.0));
    let level = builder.mesh();
    let survey = Survey::new(&level, Options::default()).unwrap();
    let spawns = [
        vec3(3.0, 1.5, 4.0),
        vec3(10.0, 1.5, 4.0),
        vec3(7.0, 0.0, 1.0),
    ];
    let (flood, findings) = searched(&survey, &spawns);
    let ledges: Vec<_> = (findings.iter())
        .map(|finding| (finding.kind, finding.script.spawn))
        .collect();
    assert_eq!(ledges, [(Kind::Ledge, spawns[0]), (Kind::Ledge, spawns[1])]);
    for finding in &findings {
        assert!((finding.position.y - 1.5).abs() < 0.4, "{finding:?}");
        let bodies = survey.replay(&finding.script);
        let passes = |feet: Vec3| feet.distance(finding.position) < 0.01;
        assert!(bodies.iter().any(|body| passes(body.feet)), "{finding:?}");
    }
    // From one of them alone there is one.
    let (_, alone) = searched(&survey, &spawns[..1]);
    assert_eq!(alone.len(), 1);
    assert!(
        survey.unreached(&flood).len() < survey.unreached(&searched(&survey, &spawns[2..]).0).len()
    );
}

/// Searches in tiles from several spawns, in any order of tiles.
fn in_tiles<'a>(
    survey: &Survey<'a>,
    spawns: &[Vec3],
    backwards: bool,
) -> Searched<'a, SurveyError> {
    let mut tiles: BTreeMap<TileAt, Tile> = BTreeMap::new();
    let mut inbox: BTreeMap<TileAt, BTreeMap<u32, Vec<Handover>>> = BTreeMap::new();
    for spawn in spawns {
        let first = survey.first(*spawn).unwrap();
        let at = survey.tile_at(first.feet()).unwrap();
        let from = inbox.entry(at).or_default();
        from.entry(0).or_default().push(first);
    }
    for round in 0.. {
        let mut waiting: Vec<_> = std::mem::take(&mut inbox).into_iter().collect();
        if waiting.is_empty() {
            break;
        }
        if backwards {
            waiting.reverse();
        }
        for (at, handed) in waiting {
            let tile = tiles.entry(at).or_insert_with(|| survey.tile(at).unwrap());
            let handed: Vec<_> = handed.into_values().flatten().collect();
            survey.enter(tile, round, &handed);
            while survey.wave(tile, &mut ()) {
                let bytes = postcard::to_stdvec(&tile.saved()).unwrap();
                *tile = survey
                    .restore(postcard::from_bytes(&bytes).unwrap())
                    .unwrap();
            }
            let number = at[1] * survey.tile_counts()[0] + at[0];
            for (to, handovers) in tile.handovers(survey) {
                let from = inbox.entry(to).or_default();
                from.insert(number, handovers);
            }
            tile.handed_over();
        }
    }
    let keys: Vec<_> = tiles.keys().copied().collect();
    let joined = survey.join(keys, move |at| Ok(tiles[&at].clone()));
    joined.unwrap()
}

#[test]
fn tiles_find_the_same_from_several_spawns() {
    let level: Mesh<Vec3> = islands().mesh();
    let whole = Survey::new(&level, Options::default()).unwrap();
    let spawns = [
        vec3(13.0, 0.0, 5.0),
        vec3(1.0, 0.0, 1.0),
        vec3(5.0, 0.0, 5.0),
    ];
    let (flood, _) = searched(&whole, &spawns);
    let survey = whole.clone().in_tiles(3.0).unwrap();
    let [ahead, back] = [false, true].map(|backwards| in_tiles(&survey, &spawns, backwards));
    let places = |searched: &Searched<'_, SurveyError>| {
        let mut places = Vec::new();
        let read = searched.each_tile(|tile| {
            let ids = (0..).map(|place| PlaceId {
                tile: tile.number(),
                place,
            });
            places.extend(ids.zip(tile.places().iter().copied()));
        });
        read.unwrap();
        places
    };
    let found = places(&ahead);
    assert_eq!(found, places(&back));
    assert_eq!(ahead.starts(), back.starts());
    assert_eq!(found.len(), flood.places.len());
    assert_eq!(ahead.starts().len(), 3);
    assert!(ahead.findings().unwrap().is_empty());
    for (id, place) in found.iter().step_by(53) {
        let bodies = survey.replay(&ahead.script(*id).unwrap());
        assert_eq!(bodies.last().unwrap(), &place.body);
    }
}

#[test]
fn a_search_without_a_spawn_or_with_a_bad_one_is_refused() {
    let level = islands().mesh();
    let survey = Survey::new(&level, Options::default()).unwrap();
    let none = survey.flood_with(&[], &mut ()).unwrap_err();
    assert_eq!(none.to_string(), "a search needs a spawn");
    let good = vec3(1.0, 0.0, 1.0);
    let bad = vec3(50.0, 0.0, 1.0);
    let outside = survey.flood_with(&[good, bad], &mut ()).unwrap_err();
    assert!(matches!(outside, SurveyError::SpawnOutside(spawn, ..) if spawn == bad));
}
