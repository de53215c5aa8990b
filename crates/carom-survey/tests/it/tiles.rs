//! A level in tiles: searched in any order, stopped, resumed and joined.

use crate::levels::{Builder, room};
use carom::Mesh;
use carom_survey::{
    Edge, FailedRun, Finding, Flood, Ground, Handover, InputScript, Kind, Obstruction, Options,
    Place, PlaceId, SavedTile, Searched, SpawnPlace, Survey, SurveyError, Tile, TileAt,
};
use glam::{Vec3, vec3};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

const SPAWN: Vec3 = vec3(1.0, 0.0, 1.0);

/// Two rooms with a pit, a hole, a step and a narrow door, over many tiles.
fn level() -> Mesh<Vec3> {
    let mut builder = Builder::default();
    let pit = |x: f32, z: f32| (7.0..9.0).contains(&x) && (6.0..8.0).contains(&z);
    let hole = |x: f32, z: f32| (x, z) == (12.5, 2.5);
    builder
        .floor(Vec3::ZERO, [14, 10], |x, z| pit(x, z) || hole(x, z))
        .walls(Vec3::ZERO, [14.0, 10.0], 3.0);
    let bottom = vec3(7.0, -1.0, 6.0);
    builder
        .floor(bottom, [2, 2], |_, _| false)
        .walls(bottom, [2.0, 2.0], 1.0);
    builder.block(vec3(5.0, 0.0, 0.0), vec3(5.2, 3.0, 4.0));
    builder.block(vec3(5.0, 0.0, 5.0), vec3(5.2, 3.0, 10.0));
    builder.block(vec3(2.0, 0.0, 6.0), vec3(4.0, 0.3, 8.0));
    builder.mesh()
}

/// Saves a tile to bytes and restores it.
fn again(survey: &Survey, tile: &Tile) -> Tile {
    let bytes = postcard::to_stdvec(&tile.saved()).unwrap();
    let saved: SavedTile = postcard::from_bytes(&bytes).unwrap();
    survey.restore(saved).unwrap()
}

/// Searches in rounds, with the tiles of each in the order of the caller. Every tile is saved and restored after `stops` waves.
fn rounds<'a>(
    survey: &Survey<'a>,
    order: impl Fn(&mut Vec<TileAt>),
    stops: usize,
) -> (Searched<'a, SurveyError>, u32) {
    rounds_from(survey, SPAWN, order, stops)
}

fn rounds_from<'a>(
    survey: &Survey<'a>,
    spawn: Vec3,
    order: impl Fn(&mut Vec<TileAt>),
    stops: usize,
) -> (Searched<'a, SurveyError>, u32) {
    let mut tiles: BTreeMap<TileAt, Tile> = BTreeMap::new();
    let first = survey.first(spawn).unwrap();
    let mut inbox: BTreeMap<TileAt, BTreeMap<u32, Vec<Handover>>> = BTreeMap::new();
    let start = survey.tile_at(first.feet()).unwrap();
    inbox.entry(start).or_default().insert(0, vec![first]);
    let mut round = 0;
    while !inbox.is_empty() {
        let mut waiting: Vec<_> = inbox.keys().copied().collect();
        order(&mut waiting);
        let mut next: BTreeMap<TileAt, BTreeMap<u32, Vec<Handover>>> = BTreeMap::new();
        for at in waiting {
            let mut tile = match tiles.remove(&at) {
                Some(tile) => tile,
                None => survey.tile(at).unwrap(),
            };
            let handed: Vec<_> = inbox[&at].values().flatten().copied().collect();
            survey.enter(&mut tile, round, &handed);
            let mut waves = 0;
            while survey.wave(&mut tile, &mut ()) {
                waves += 1;
                if stops > 0 && waves % stops == 0 {
                    tile = again(survey, &tile);
                }
            }
            let number = at[1] * survey.tile_counts()[0] + at[0];
            for (to, handovers) in tile.handovers(survey) {
                next.entry(to).or_default().insert(number, handovers);
            }
            tile.handed_over();
            tiles.insert(at, again(survey, &tile));
        }
        inbox = next;
        round += 1;
    }
    let keys: Vec<_> = tiles.keys().copied().collect();
    let searched = survey.join(keys, move |at| Ok(tiles[&at].clone()));
    (searched.unwrap(), round)
}

/// All that a tile has.
#[derive(Debug, PartialEq)]
struct Content {
    number: u32,
    places: Vec<Place>,
    from: Vec<Option<PlaceId>>,
    edges: Vec<[PlaceId; 2]>,
    failed: Vec<FailedRun>,
    obstructions: Vec<Obstruction>,
}

fn contents<E: Debug>(searched: &Searched<'_, E>) -> Vec<Content> {
    let mut contents = Vec::new();
    let read = searched.each_tile(|tile| {
        let failed = tile.failed().concat();
        contents.push(Content {
            number: tile.number(),
            places: tile.places().to_vec(),
            from: (0..tile.places().len() as u32)
                .map(|place| tile.from(place))
                .collect(),
            edges: tile.edges().collect(),
            failed: [&failed, tile.unsteady()].concat(),
            obstructions: tile.obstructions().to_vec(),
        });
    });
    read.unwrap();
    contents
}

fn assert_equal<E: Debug, F: Debug>(a: &Searched<'_, E>, b: &Searched<'_, F>) {
    assert_eq!(contents(a), contents(b));
    assert_eq!((a.ticks(), a.is_complete()), (b.ticks(), b.is_complete()));
}

/// The places of all tiles in one flood, as if the level were one tile, and their numbers there.
fn as_one(searched: &Searched<'_, SurveyError>) -> (Flood, BTreeMap<PlaceId, u32>) {
    let mut from: BTreeMap<PlaceId, Option<PlaceId>> = BTreeMap::new();
    let read = searched.each_tile(|tile| {
        for place in 0..tile.places().len() as u32 {
            let tile_number = tile.number();
            let id = PlaceId {
                tile: tile_number,
                place,
            };
            from.insert(id, tile.from(place));
        }
    });
    read.unwrap();
    // Places come from earlier ones.
    let depth = |id: &PlaceId| std::iter::successors(Some(*id), |id| from[id]).count();
    let mut order: Vec<PlaceId> = from.keys().copied().collect();
    order.sort_by_cached_key(|id| (depth(id), *id));
    let numbers: BTreeMap<PlaceId, u32> = order.iter().copied().zip(0..).collect();
    let mut places: BTreeMap<u32, Place> = BTreeMap::new();
    let mut flood = Flood {
        complete: searched.is_complete(),
        ticks: searched.ticks(),
        ..Flood::default()
    };
    let read = searched.each_tile(|tile| {
        let number = |place: u32| {
            let tile = tile.number();
            numbers[&PlaceId { tile, place }]
        };
        for (place, known) in (0..).zip(tile.places()) {
            let from = tile.from(place).map(|from| numbers[&from]);
            places.insert(number(place), Place { from, ..*known });
        }
        flood.edges.extend(tile.edges().map(|[from, to]| Edge {
            from: numbers[&from],
            to: numbers[&to],
        }));
        let runs = |runs: &[FailedRun]| -> Vec<FailedRun> {
            let run = |run: &FailedRun| FailedRun {
                from: number(run.from),
                ..*run
            };
            runs.iter().map(run).collect()
        };
        let [leaks, restless, stuck] = tile.failed().map(runs);
        flood.leaks.extend(leaks);
        flood.restless.extend(restless);
        flood.stuck.extend(stuck);
        flood.unsteady.extend(runs(tile.unsteady()));
        let blocked = tile.obstructions().iter();
        flood.obstructions.extend(blocked.map(|run| Obstruction {
            from: number(run.from),
            ..*run
        }));
        let spawns = tile.spawns().iter();
        flood.spawns.extend(spawns.map(|at| SpawnPlace {
            place: number(at.place),
            ..*at
        }));
    });
    read.unwrap();
    flood.places = places.into_values().collect();
    flood.edges.sort_by_key(|edge| edge.from);
    (flood, numbers)
}

/// A single tile, saved, restored and joined, equals `flood`.
#[test]
fn one_tile_is_the_whole() {
    let level = level();
    let survey = Survey::new(&level, Options::default()).unwrap();
    let flood = survey.flood(SPAWN, |_| true).unwrap();
    assert!(flood.places.len() > 1000);
    for stops in [0, 1, 7] {
        let (joined, count) = rounds(&survey, |_| (), stops);
        assert_eq!(count, 1);
        assert_equal(&Searched::of(&survey, &flood), &joined);
    }
    let wide = survey.clone().in_tiles(1000.0).unwrap();
    assert_equal(&Searched::of(&survey, &flood), &rounds(&wide, |_| (), 0).0);
}

/// The bits depend neither on the order of the tiles in a round nor on where they are stopped.
#[test]
fn the_order_within_a_round_does_not_matter() {
    let level = level();
    let survey = Survey::new(&level, Options::default()).unwrap();
    let whole = survey.flood(SPAWN, |_| true).unwrap();
    let expected: Vec<_> = survey.findings(&whole).iter().map(|f| f.kind).collect();
    for width in [1.0, 2.6, 4.0, 7.3] {
        let survey = survey.clone().in_tiles(width).unwrap();
        let (ahead, count) = rounds(&survey, |_| (), 0);
        let (back, _) = rounds(&survey, |waiting| waiting.reverse(), 3);
        let (turned, _) = rounds(
            &survey,
            |waiting| waiting.sort_by_key(|at| (at[0] + at[1]) % 2),
            1,
        );
        assert!(count > 2, "{width}");
        assert_equal(&ahead, &back);
        assert_equal(&ahead, &turned);
        // Nothing is lost at the seams between tiles.
        assert!(ahead.is_complete());
        let off = ahead.places().abs_diff(whole.places.len());
        assert!(off * 50 < whole.places.len(), "{width}: {off}");
        let kinds: Vec<_> = ahead.findings().unwrap().iter().map(|f| f.kind).collect();
        assert_eq!(kinds, expected, "{width}");
        let (a, b) = (ahead.reach().unwrap().area, survey.reach(&whole).area);
        assert!((a / b - 1.0).abs() < 0.005, "{width}: {a} m², {b} m²");
    }
}

/// A script leads across tiles to its place, to the bit.
#[test]
fn scripts_lead_through_tiles() {
    let level = level();
    let options = Options::default();
    let survey = Survey::new(&level, options.clone()).unwrap();
    let survey = survey.in_tiles(2.0).unwrap();
    let (searched, _) = rounds(&survey, |_| (), 0);
    let (flood, numbers) = as_one(&searched);
    let seams = |script: u32| {
        let mut at = Some(script);
        let mut tiles = Vec::new();
        while let Some(number) = at {
            let place = &flood.places[number as usize];
            tiles.push(survey.tile_at(place.body.feet));
            at = place.from;
        }
        tiles.dedup();
        tiles.len()
    };
    let mut most = 0;
    for (&id, &number) in numbers.iter().step_by(61) {
        most = most.max(seams(number));
        let script: InputScript = searched.script(id).unwrap();
        let feet = crate::levels::play(&level, SPAWN, &script.actions, &options);
        let expected = flood.places[number as usize].body.feet;
        assert_eq!(*feet.last().unwrap(), expected, "{id:?}");
    }
    assert!(most > 5, "{most}");
}

/// Evaluated tile after tile, the result is that of the same places in one flood.
#[test]
fn tiles_are_evaluated_as_one() {
    let rooms = level();
    // A spawn on a block that cannot be climbed, beside a passage where the character crouches.
    let mut builder = room([10, 6]);
    builder.block(vec3(1.0, 0.0, 1.0), vec3(3.0, 1.5, 3.0));
    builder.block(vec3(5.0, 1.2, 0.0), vec3(7.0, 3.0, 6.0));
    let ledge = builder.mesh();
    let crouching = Options {
        crouch: Some(1.0),
        ..Options::default()
    };
    let mut kinds = BTreeSet::new();
    for (level, spawn, options, width) in [
        (&rooms, SPAWN, Options::default(), 1.0),
        (&rooms, SPAWN, Options::default(), 2.6),
        (&rooms, SPAWN, Options::default(), 7.3),
        (&ledge, vec3(2.0, 1.5, 2.0), crouching.clone(), 1.3),
        (&ledge, vec3(2.0, 1.5, 2.0), crouching, 4.0),
    ] {
        let survey = Survey::new(level, options).unwrap();
        let tiled = survey.clone().in_tiles(width).unwrap();
        let (searched, _) = rounds_from(&tiled, spawn, |_| (), 0);
        let (flood, numbers) = as_one(&searched);
        let findings = searched.findings().unwrap();
        kinds.extend(findings.iter().map(|finding| finding.kind.name()));
        // Of equal runs and places the first counts, and here others are the first.
        let gist = |finding: &Finding| (finding.kind, finding.severity, finding.what.clone());
        let expected = survey.findings(&flood);
        assert_eq!(
            findings.iter().map(gist).collect::<Vec<_>>(),
            expected.iter().map(gist).collect::<Vec<_>>(),
        );
        for (found, expected) in findings.iter().zip(&expected) {
            let is_shortest = found.kind == Kind::Leak;
            assert!(!is_shortest || found.script.ticks() == expected.script.ticks());
            let bodies = survey.replay(&found.script);
            let off = |feet: Vec3| feet.distance(found.position);
            assert!(bodies.iter().any(|body| off(body.feet) < 1e-6), "{found:?}");
        }
        assert_eq!(searched.unreached().unwrap(), survey.unreached(&flood));
        let (tiled, one) = (searched.reach().unwrap(), survey.reach(&flood));
        assert_eq!(tiled.places, one.places);
        // Sums in another order.
        assert!(
            (tiled.area - one.area).abs() < 1e-6,
            "{} {}",
            tiled.area,
            one.area
        );
        // Where no place is, the ground is that beside another place: at another height and time.
        let of_column = |ground: &[Ground]| {
            let mut columns: BTreeMap<[i32; 2], Vec<Ground>> = BTreeMap::new();
            for ground in ground {
                let column = [ground.corner.x, ground.corner.z].map(|x| (x * 4.0).round() as i32);
                columns.entry(column).or_default().push(*ground);
            }
            columns
                .values_mut()
                .for_each(|here| here.sort_by(|a, b| a.corner.y.total_cmp(&b.corner.y)));
            columns
        };
        let (tiled, one) = (of_column(&tiled.ground), of_column(&one.ground));
        assert!(tiled.keys().eq(one.keys()));
        let mut equal = 0;
        for (tiled, one) in tiled.values().zip(one.values()) {
            assert_eq!(tiled.len(), one.len());
            for (tiled, one) in tiled.iter().zip(one) {
                assert!(tiled.corner.distance(one.corner) < 0.5, "{tiled:?} {one:?}");
                assert!(
                    (tiled.seconds - one.seconds).abs() < 0.2,
                    "{tiled:?} {one:?}"
                );
            }
            equal += usize::from(tiled == one);
        }
        assert!(100 * equal > 90 * one.len(), "{equal} of {}", one.len());
        for goal in [
            vec3(13.0, 0.0, 9.0),
            vec3(8.0, -1.0, 7.0),
            vec3(0.5, 5.0, 0.5),
        ] {
            let found = searched.goal(goal).unwrap();
            let expected = survey.goal(&flood, goal);
            assert_eq!(found.map(|id| numbers[&id]), expected);
        }
    }
    assert_eq!(
        kinds.into_iter().collect::<Vec<_>>(),
        ["leak", "ledge", "trap"]
    );
}

/// Damaged or contradictory tiles are an error, not a panic.
#[test]
fn damaged_tiles_are_refused() {
    let level = room([6, 6]).mesh();
    let survey = Survey::new(&level, Options::default()).unwrap();
    let halves = survey.clone().in_tiles(4.0).unwrap();
    let mut tile = halves.tile([0, 0]).unwrap();
    halves.enter(&mut tile, 0, &[halves.first(SPAWN).unwrap()]);
    while halves.wave(&mut tile, &mut ()) {}
    let bytes = postcard::to_stdvec(&tile.saved()).unwrap();
    let mut refused = 0;
    for at in (0..bytes.len()).step_by(5) {
        for change in [1, 0x80, 0xff] {
            let mut bytes = bytes.clone();
            bytes[at] ^= change;
            let Ok(saved) = postcard::from_bytes::<SavedTile>(&bytes) else {
                refused += 1;
                continue;
            };
            // A changed number may still be consistent: then it is searched and joined without a panic.
            let Ok(tile) = halves.restore(saved) else {
                refused += 1;
                continue;
            };
            if at % 50 == 0 {
                let joined = halves.join([tile.at()], |_| Ok::<_, SurveyError>(tile.clone()));
                let _ = joined.and_then(|searched| searched.findings());
            }
        }
    }
    assert!(refused > 1000, "{refused}");
    // A tile of a survey with another tile width.
    let saved: SavedTile = postcard::from_bytes(&bytes).unwrap();
    assert!(halves.restore(saved).is_ok());
    let smaller = survey.clone().in_tiles(1.0).unwrap();
    let saved: SavedTile = postcard::from_bytes(&bytes).unwrap();
    assert!(matches!(
        smaller.restore(saved),
        Err(SurveyError::Damaged(_))
    ));
    // A tile without the neighbor that it was entered from.
    let mut other = halves.tile([1, 0]).unwrap();
    halves.enter(&mut other, 1, &tile.handovers(&halves)[&[1, 0]]);
    let joined = halves.join([other.at()], |_| Ok::<_, SurveyError>(other.clone()));
    assert!(matches!(joined, Err(SurveyError::Damaged(_))));
    // A tile that changes after it was joined.
    let mut loaded = 0;
    let changing = halves.join([[0, 0]], |_| {
        loaded += 1;
        let first = if loaded == 1 {
            Some(tile.clone())
        } else {
            None
        };
        Ok::<_, SurveyError>(first.unwrap_or_else(|| halves.tile([0, 0]).unwrap()))
    });
    let findings = changing.unwrap().findings();
    assert_eq!(findings, Err(SurveyError::Damaged("a tile has changed")));
    for width in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        let refused = survey.clone().in_tiles(width).map(|_| ());
        assert!(matches!(refused, Err(SurveyError::Option { .. })));
    }
}
