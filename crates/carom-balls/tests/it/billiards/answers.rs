//! What a result says of a shot.

use super::R;
use carom::billiards::{PoolBall, PoolSetup, PoolTable, Rack, Shot, TableSpec, simulate};
use carom::glam::dvec2;

#[test]
fn each_ball_knows_which_it_hit_first() {
    // The cue ball, two in its way, and one that nothing reaches.
    let places = [[0.635, 0.5], [0.635, 0.7], [0.635, 0.9], [0.2, 2.3]];
    let balls = places.map(|[x, y]| PoolBall::at(dvec2(x, y))).to_vec();
    let table = PoolTable::new(&PoolSetup {
        balls,
        ..PoolSetup::default()
    })
    .unwrap();
    let result = simulate(&table, &Shot::new(0, 1.0, core::f64::consts::FRAC_PI_2)).unwrap();
    let first = [0, 1, 2, 3].map(|ball| result.first_ball_hit(ball));
    assert_eq!(first, [Some(1), Some(0), Some(1), None]);
}

#[test]
fn marks_are_as_far_apart_as_demanded_along_the_whole_way() {
    let table = PoolTable::racked(Rack::ThreeCushion, TableSpec::CAROM).unwrap();
    let result = simulate(&table, &Shot::new(0, 2.0, 0.3)).unwrap();
    let trace = result.trace(&table, 0);
    let ways = trace
        .windows(2)
        .map(|ends| ends[0].state.position.distance(ends[1].state.position));
    let whole: f64 = ways.clone().sum();
    let longest = ways.fold(0.0, f64::max);
    for distance in [0.05, 0.2, 0.5] {
        let marks = result.marks(&table, 0, distance);
        let count = marks.len() as f64;
        assert!(count - 1.0 <= whole / distance, "{count} {whole}");
        assert!(
            count >= (whole / (distance + longest)).floor(),
            "{count} {whole}"
        );
    }
    assert!(longest < 0.5 && whole > 20.0 * R, "{longest} {whole}");
}
