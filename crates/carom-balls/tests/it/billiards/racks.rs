//! Racks and breaks.

use super::R;
use carom::billiards::{
    MotionState, PoolSetup, PoolTable, Rack, Shot, ShotStatus, TableSpec, simulate, simulate_each,
};
use core::f64::consts::FRAC_PI_2;
use fastrand::Rng;

const GAMES: [(Rack, TableSpec, usize); 5] = [
    (Rack::EightBall, TableSpec::POOL_9_FT, 16),
    (Rack::NineBall, TableSpec::POOL_8_FT, 10),
    (Rack::TenBall, TableSpec::POOL_7_FT, 11),
    (Rack::Snooker, TableSpec::SNOOKER, 22),
    (Rack::ThreeCushion, TableSpec::CAROM, 3),
];

#[test]
fn racks_fit_their_tables_and_neighbors_touch() {
    for (rack, spec, count) in GAMES {
        let table = PoolTable::racked(rack, spec).unwrap();
        assert_eq!(table.balls().len(), count);
        let radius = table.radius();
        let touching = |gap: f64| {
            let balls = rack.balls(&spec, gap);
            let places: Vec<_> = balls.iter().map(|ball| ball.state.position).collect();
            let pairs = (0..count).flat_map(|j| (0..j).map(move |i| (i, j)));
            let distances = pairs.map(|(i, j)| places[i].distance(places[j]));
            distances
                .filter(|d| (d - 2.0 * radius - gap).abs() < 1e-12)
                .count()
        };
        // Triangles of five and four rows, and a diamond.
        let expected = match rack {
            Rack::EightBall => 30,
            Rack::TenBall => 18,
            Rack::NineBall => 16,
            Rack::Snooker => 31,
            Rack::ThreeCushion => 0,
        };
        assert_eq!(
            (touching(0.0), touching(1e-4)),
            (expected, expected),
            "{rack:?}"
        );
    }
}

#[test]
fn balls_are_on_their_spots() {
    let near = |rack: Rack, spec: TableSpec, ball: usize, place: [f64; 2]| {
        let at = rack.balls(&spec, 0.0)[ball].state.position;
        let off = (at.x - place[0]).hypot(at.y - place[1]);
        assert!(off < 1e-12, "{rack:?} {ball}: {at}");
    };
    for rack in [Rack::EightBall, Rack::NineBall, Rack::TenBall] {
        near(rack, TableSpec::POOL_9_FT, 0, [0.635, 0.635]);
        near(rack, TableSpec::POOL_9_FT, 1, [0.635, 1.905]);
    }
    for (ball, place) in [[0.8925, 0.71], [0.71, 0.71], [0.71, 2.13]]
        .into_iter()
        .enumerate()
    {
        near(Rack::ThreeCushion, TableSpec::CAROM, ball, place);
    }
    // A table of the size in the rules, m.
    let full = TableSpec {
        width: 1.778,
        length: 3.569,
        ..TableSpec::SNOOKER
    };
    near(Rack::Snooker, full, 0, [1.035, 0.737]);
    let colors = [
        [1.181, 0.737],
        [0.597, 0.737],
        [0.889, 0.737],
        [0.889, 1.7845],
        [0.889, 2.67675],
        [0.889, 3.245],
    ];
    for (color, place) in colors.into_iter().enumerate() {
        near(Rack::Snooker, full, 16 + color, place);
    }
}

#[test]
fn breaks_of_touching_racks_come_to_rest() {
    let mut random = Rng::with_seed(4);
    for (rack, spec, count) in GAMES {
        let table = PoolTable::racked(rack, spec).unwrap();
        let mut shot = || {
            let mut number = || random.f64();
            let direction = FRAC_PI_2 + 0.1 * (number() - 0.5);
            Shot::new(0, 1.0 + 9.0 * number(), direction)
                .with_offset(0.6 * (number() - 0.5), 0.6 * (number() - 0.5))
        };
        let shots: Vec<Shot> = (0..200).map(|_| shot()).collect();
        let most = simulate_each(&table, &shots, |_, result| {
            assert_eq!(result.status, ShotStatus::AtRest);
            let in_play = result.balls.iter().filter(|ball| !ball.is_pocketed);
            let mut inside = 0;
            for ball in in_play {
                assert_eq!(ball.motion(), MotionState::Stationary);
                let place = ball.state.position;
                assert!(place.x > -0.03 && place.x < spec.width + 0.03);
                assert!(place.y > -0.03 && place.y < spec.length + 0.03);
                inside += 1;
            }
            assert_eq!(inside + result.pocketed().count(), count);
            result.events.len()
        });
        let most = most.unwrap().into_iter().max().unwrap();
        assert!(most > 10 && most < 20_000, "{rack:?} {most}");
    }
}

/// Head-on at the middle of a mirror-symmetric rack: to the rounding of positions, balls stay mirrored for as long as
/// their collisions are single.
#[test]
fn mirrored_shots_have_mirrored_results() {
    let spec = TableSpec::POOL_9_FT;
    let mut random = Rng::with_seed(6);
    for _ in 0..100 {
        let mut balls = Rack::NineBall.balls(&spec, 1e-3);
        balls.truncate(4);
        for ball in &mut balls[1..] {
            ball.state.position.x += 0.4 * (random.f64() - 0.5);
            ball.state.position.y += 0.4 * (random.f64() - 0.5);
        }
        let mut number = || random.f64() - 0.5;
        let (off, right, above) = (0.3 * number(), 0.6 * number(), 0.6 * number());
        let play = |balls: &[carom::billiards::PoolBall], sign: f64| {
            let setup = PoolSetup {
                spec,
                balls: balls.to_vec(),
                ..PoolSetup::default()
            };
            let table = PoolTable::new(&setup).ok()?;
            let shot = Shot::new(0, 2.0, FRAC_PI_2 + sign * off)
                .with_offset(sign * right, above)
                .with_elevation(0.2);
            simulate(&table, &shot).ok()
        };
        let mut mirrored = balls.clone();
        for ball in &mut mirrored {
            ball.state.position.x = spec.width - ball.state.position.x;
        }
        let (Some(one), Some(other)) = (play(&balls, 1.0), play(&mirrored, -1.0)) else {
            continue;
        };
        // Rounding grows some fiftyfold a collision.
        for (a, b) in one.events.iter().zip(&other.events).take(10) {
            assert!((a.time - b.time).abs() < 1e-6, "{a:?} {b:?}");
            assert_eq!(a.ball, b.ball);
            assert!((a.after.position.x + b.after.position.x - spec.width).abs() < 1e-6);
            assert!((a.after.angular_velocity.z + b.after.angular_velocity.z).abs() < 1e-3);
            assert!((a.after.position.y - b.after.position.y).abs() < 1e-6);
        }
        assert!(one.events.len() >= 3 && R > 0.0);
    }
}
