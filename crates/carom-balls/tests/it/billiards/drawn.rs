//! Data for drawing: outlines of cushions, traces of balls.

use carom::billiards::{Cushion, MotionState, PoolTable, Rack, Shot, TableSpec, simulate};
use carom::glam::DVec2;

/// Rounding, m.
const NEAR: f64 = 1e-9;

/// With straight facings, with jaws that are rounded as far as the wood, and without pockets.
#[test]
fn every_cushion_reaches_the_wood_at_both_ends() {
    for (rack, spec, count) in [
        (Rack::NineBall, TableSpec::POOL_9_FT, 6),
        (Rack::Snooker, TableSpec::SNOOKER, 6),
        (Rack::ThreeCushion, TableSpec::CAROM, 4),
    ] {
        let table = PoolTable::racked(rack, spec).unwrap();
        let outlines = table.outlines();
        assert_eq!(outlines.len(), count);
        for (outline, nose) in outlines.iter().zip(table.cushions()) {
            let Cushion::Straight { a, b, normal } = *nose else {
                panic!("noses come first");
            };
            let along = (b - a).normalize();
            let points = outline.iter().map(|p| *p - a);
            let depth = |p: &DVec2| -p.dot(normal) - spec.cushion_width;
            assert!(points.clone().all(|p| depth(&p) < NEAR));
            let wood = points.filter(|p| depth(p).abs() < NEAR);
            let places: Vec<f64> = wood.map(|p| p.dot(along)).collect();
            assert!(places.iter().any(|s| *s < 0.0), "{spec:?}");
            assert!(places.iter().any(|s| *s > a.distance(b)), "{spec:?}");
        }
    }
}

/// The corners go around: no turn to the other side, which a crossing of edges would need.
#[test]
fn outlines_are_convex_polygons_in_order() {
    for (rack, spec) in [
        (Rack::NineBall, TableSpec::POOL_9_FT),
        (Rack::Snooker, TableSpec::SNOOKER),
        (Rack::ThreeCushion, TableSpec::CAROM),
    ] {
        for outline in PoolTable::racked(rack, spec).unwrap().outlines() {
            let corner = |i: usize| outline[i % outline.len()];
            let turns = (0..outline.len()).map(|i| {
                let [before, after] = [corner(i + 1) - corner(i), corner(i + 2) - corner(i + 1)];
                before
                    .normalize_or_zero()
                    .perp_dot(after.normalize_or_zero())
            });
            let turns: Vec<f64> = turns.collect();
            let one_way = |sign: f64| turns.iter().all(|turn| turn * sign > -1e-6);
            assert!(one_way(1.0) || one_way(-1.0), "{spec:?}: {turns:?}");
        }
    }
}

/// A trace has the states of the closed form at its times, and ends where the ball ends.
#[test]
fn traces_are_the_motion() {
    let table = PoolTable::racked(Rack::EightBall, TableSpec::POOL_9_FT).unwrap();
    let shot = Shot::new(0, 9.0, core::f64::consts::FRAC_PI_2).with_offset(0.2, 0.3);
    let result = simulate(&table, &shot).unwrap();
    for ball in 0..table.balls().len() as u32 {
        let trace = result.trace(&table, ball);
        for pair in trace.windows(2) {
            assert!(pair[0].time <= pair[1].time);
            // Where a moment has several events, the last one counts.
            if pair[0].time < pair[1].time {
                let state = result.state_at(&table, ball, pair[0].time).unwrap();
                assert!(state.position.distance(pair[0].state.position) < NEAR);
                assert!(state.velocity.distance(pair[0].state.velocity) < NEAR);
            }
        }
        let (last, end) = (trace.last().unwrap(), &result.balls[ball as usize]);
        assert_eq!(last.state.position, end.state.position, "ball {ball}");
        assert_eq!(last.motion == MotionState::Pocketed, end.is_pocketed);
    }
    assert!(result.trace(&table, 99).is_empty());
    let still = simulate(&table, &Shot::new(0, 0.1, 0.0)).unwrap();
    assert_eq!(still.trace(&table, 1).len(), 1, "it does not move");
}
