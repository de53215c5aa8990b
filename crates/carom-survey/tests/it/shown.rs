//! Data for drawing: the ground, unreached regions and replays.

use crate::levels::room;
use carom_survey::{Ground, Options, Survey};
use glam::vec3;

/// The shapes of the ground have its area and its position.
#[test]
fn the_ground_has_the_shape_of_the_room() {
    let level = room([10, 8]).mesh();
    let survey = Survey::new(&level, Options::default()).unwrap();
    let flood = survey.flood(vec3(1.5, 0.0, 1.5), |_| true).unwrap();
    let reach = survey.reach(&flood);
    let part = 0.25_f64 / Ground::PARTS as f64;
    let parts: u32 = reach
        .ground
        .iter()
        .map(|ground| ground.shape.count_ones())
        .sum();
    let area = f64::from(parts) * part * part;
    // A part is counted where a quarter of it is ground: at most that much along the walls.
    assert!(
        area >= reach.area && area < reach.area + 36.0 * part,
        "{area}, {}",
        reach.area
    );
    for ground in &reach.ground {
        let middle = ground.corner + vec3(0.125, 0.0, 0.125);
        let straight = middle.distance(vec3(1.5, middle.y, 1.5)) / 4.0;
        // Walks lead from column to column, in eight directions.
        assert!(middle.y.abs() < 0.1, "{ground:?}");
        assert!(
            ground.seconds > straight - 0.1 && ground.seconds < 1.1 * straight + 0.1,
            "{ground:?}: {straight} s"
        );
        // No part is nearer to a wall than the feet can be.
        for share in [[0.06, 0.06], [0.94, 0.06], [0.06, 0.94], [0.94, 0.94]] {
            let [x, z] = [
                ground.corner.x + 0.25 * share[0],
                ground.corner.z + 0.25 * share[1],
            ];
            let room = (0.26..=9.74).contains(&x) && (0.26..=7.74).contains(&z);
            assert!(room || !ground.covers(share), "{x} {z}");
        }
    }
}

/// Ground that is only reached crouching is included too, each cell once.
#[test]
fn ground_under_a_low_ceiling() {
    let mut builder = room([10, 4]);
    builder.block(vec3(4.0, 1.2, 0.0), vec3(6.0, 3.0, 4.0));
    let level = builder.mesh();
    let options = Options {
        crouch: Some(1.0),
        ..Options::default()
    };
    let survey = Survey::new(&level, options).unwrap();
    let flood = survey.flood(vec3(1.5, 0.0, 1.5), |_| true).unwrap();
    let reach = survey.reach(&flood);
    let under = |ground: &&Ground| (4.3..5.5).contains(&ground.corner.x);
    let low: Vec<_> = reach.ground.iter().filter(under).collect();
    assert!(low.len() >= 4 * 12, "{}", low.len());
    let middle = |ground: &Ground| ground.corner + vec3(0.125, 0.0, 0.125);
    let is_crouched = |ground: &&Ground| {
        let mut places = flood.places.iter().filter(|place| place.crouched);
        places.any(|place| place.body.feet.distance(middle(ground)) < 0.2)
    };
    assert!(low.iter().all(is_crouched));
    let mut corners: Vec<_> = (reach.ground.iter())
        .map(|ground| [ground.corner.x, ground.corner.z].map(|x| (x * 4.0).round() as i32))
        .collect();
    corners.sort_unstable();
    let count = corners.len();
    corners.dedup();
    assert_eq!(corners.len(), count);
}

#[test]
fn unreached_regions_cell_by_cell() {
    let mut builder = room([8, 8]);
    builder.block(vec3(3.0, 0.0, 3.0), vec3(5.0, 2.0, 5.0));
    let level = builder.mesh();
    let survey = Survey::new(&level, Options::default()).unwrap();
    let flood = survey.flood(vec3(1.0, 0.0, 1.0), |_| true).unwrap();
    let regions = survey.unreached(&flood);
    let top = regions
        .iter()
        .find(|region| region.position.y > 1.5)
        .unwrap();
    assert_eq!(top.cells.len() as f64 * 0.25 * 0.25, top.area);
    for feet in &top.cells {
        assert!(
            (feet.y - 2.0).abs() < 0.05 && (2.7..5.3).contains(&feet.x),
            "{feet}"
        );
    }
}

/// A replay repeats the search: it has every tick and ends in the place's own state.
#[test]
fn replays_end_where_places_are() {
    let mut builder = room([8, 8]);
    builder.block(vec3(3.0, 0.0, 3.0), vec3(5.0, 0.9, 5.0));
    let level = builder.mesh();
    let options = Options {
        jump: Some(5.0),
        crouch: Some(1.0),
        ..Options::default()
    };
    let survey = Survey::new(&level, options).unwrap();
    let spawn = vec3(1.0, 0.5, 1.0);
    let flood = survey.flood(spawn, |_| true).unwrap();
    for place in (0..flood.places.len()).step_by(61) {
        let script = flood.script(place as u32);
        let bodies = survey.replay(&script);
        assert_eq!(bodies[0].feet, spawn);
        let last = *bodies.last().unwrap();
        assert_eq!(last, flood.places[place].body, "{place}");
        let ticks = script.ticks();
        assert_eq!(bodies.len() as u64, ticks + 1);
    }
}
