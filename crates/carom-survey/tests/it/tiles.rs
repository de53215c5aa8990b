//! A level in tiles: searched in any order, stopped, resumed and joined.

use crate::levels::{Builder, room};
use carom::Mesh;
use carom_survey::{Flood, Handover, Options, SavedTile, Survey, SurveyError, Tile, TileAt};
use glam::{Vec3, vec3};
use std::collections::BTreeMap;

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
fn rounds(survey: &Survey, order: impl Fn(&mut Vec<TileAt>), stops: usize) -> (Flood, u32) {
    let mut tiles: BTreeMap<TileAt, Tile> = BTreeMap::new();
    let first = survey.first(SPAWN).unwrap();
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
    let outlines = tiles.values().map(Tile::outline).collect();
    let flood = survey.join(outlines, |at| Ok::<_, SurveyError>(tiles[&at].clone()));
    (flood.unwrap(), round)
}

fn assert_equal(a: &Flood, b: &Flood) {
    assert_eq!(a.places, b.places);
    assert_eq!(a.edges, b.edges);
    assert_eq!(a.leaks, b.leaks);
    assert_eq!(a.restless, b.restless);
    assert_eq!(a.stuck, b.stuck);
    assert_eq!(a.unsteady, b.unsteady);
    assert_eq!(a.obstructions, b.obstructions);
    assert_eq!((a.ticks, a.complete), (b.ticks, b.complete));
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
        assert_equal(&flood, &joined);
    }
    let wide = survey.clone().in_tiles(1000.0).unwrap();
    assert_equal(&flood, &rounds(&wide, |_| (), 0).0);
}

/// The bits depend neither on the order of the tiles in a round nor on where they are stopped.
#[test]
fn the_order_within_a_round_does_not_matter() {
    let level = level();
    let survey = Survey::new(&level, Options::default()).unwrap();
    let whole = survey.flood(SPAWN, |_| true).unwrap();
    let kinds =
        |flood: &Flood| -> Vec<_> { survey.findings(flood).iter().map(|f| f.kind).collect() };
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
        assert!(ahead.complete);
        let off = ahead.places.len().abs_diff(whole.places.len());
        assert!(off * 50 < whole.places.len(), "{width}: {off}");
        assert_eq!(kinds(&ahead), kinds(&whole), "{width}");
        let (a, b) = (survey.reach(&ahead).area, survey.reach(&whole).area);
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
    let (flood, _) = rounds(&survey, |_| (), 0);
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
    for place in (0..flood.places.len() as u32).step_by(61) {
        most = most.max(seams(place));
        let feet = crate::levels::play(&level, SPAWN, &flood.script(place).actions, &options);
        let expected = flood.places[place as usize].body.feet;
        assert_eq!(*feet.last().unwrap(), expected, "{place}");
    }
    assert!(most > 5, "{most}");
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
                let outlines = vec![tile.outline()];
                let _ = halves.join(outlines, |_| Ok::<_, SurveyError>(tile.clone()));
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
    let outlines = vec![other.outline()];
    let joined = halves.join(outlines, |_| Ok::<_, SurveyError>(other.clone()));
    assert!(matches!(joined, Err(SurveyError::Damaged(_))));
    for width in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        let refused = survey.clone().in_tiles(width).map(|_| ());
        assert!(matches!(refused, Err(SurveyError::Option { .. })));
    }
}
