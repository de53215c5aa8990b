//! Balls between walls that come together.

use carom::glam::{DVec2, dvec2};
use carom::table::{BallId, Setup, Status, Table, TableBall, Wall, WallMotion};
use carom::{Plane, Segment};

/// A press that comes down at 1 on a ball of radius 0.5, which lies on a floor or flies.
fn press(restitution: f64, velocity: DVec2, gravity: DVec2) -> Table<DVec2> {
    let motion = WallMotion::shifting([(0., DVec2::ZERO), (9., dvec2(0., -9.))]);
    let setup = Setup {
        balls: vec![
            TableBall::new(dvec2(0., 0.5), 0.5)
                .with_velocity(velocity)
                .with_restitution(restitution),
        ],
        walls: vec![
            Plane::new(DVec2::Y, 0.).into(),
            Wall::new(Segment::new(dvec2(-9., 3.), dvec2(9., 3.))).with_motion(motion),
        ],
        ..Setup::default()
    };
    Table::new(&setup.with_gravity(gravity)).unwrap()
}

/// The run ends when the room is the ball's diameter, before the ball gets into a wall.
#[test]
fn a_squeezed_ball_ends_the_run() {
    for restitution in [0.0, 0.5, 1.0] {
        for gravity in [DVec2::ZERO, dvec2(0., -10.)] {
            for velocity in [DVec2::ZERO, dvec2(0.1, 0.7)] {
                let mut table = press(restitution, velocity, gravity);
                let status = table.advance(9., 5_000_000).unwrap();
                let what = format!(
                    "{restitution} {gravity} {velocity}: {status:?} {}",
                    table.time()
                );
                assert_eq!(status, Status::Squeezed { ball: BallId(0) }, "{what}");
                // The press is at 3 - t: it is 1 high after 2 seconds.
                assert!((1.999..=2.0 + 1e-9).contains(&table.time()), "{what}");
                assert!(table.max_overlap() < 1e-9, "{what}");
                // Nothing goes on until the ball is removed.
                assert_eq!(table.step_event(), None);
                table.remove(BallId(0)).unwrap();
                assert_eq!(table.advance_to(9.).unwrap(), Status::AtRest);
            }
        }
    }
}

/// A row of balls, pushed against a wall: the run ends when there is no more room, or before; no ball gets into another
/// or into a wall.
#[test]
fn a_row_is_pushed_against_a_wall() {
    for restitution in [0.0, 0.5, 0.9, 1.0] {
        for gravity in [DVec2::ZERO, dvec2(0., -10.)] {
            let motion = WallMotion::shifting([(0., DVec2::ZERO), (9., dvec2(9., 0.))]);
            let ball = |i: u32| TableBall::new(dvec2(f64::from(i) * 1.2, 0.5), 0.5);
            let setup = Setup {
                balls: (0..5)
                    .map(|i| ball(i).with_restitution(restitution))
                    .collect(),
                walls: vec![
                    Plane::new(DVec2::Y, 0.).into(),
                    Plane::new(-DVec2::X, -6.).into(),
                    Wall::new(Segment::new(dvec2(-1., -1.), dvec2(-1., 2.))).with_motion(motion),
                ],
                ..Setup::default()
            };
            let mut table = Table::new(&setup.with_gravity(gravity)).unwrap();
            let status = table.advance(9., 100_000).unwrap();
            let what = format!("{restitution} {gravity}: {status:?} {}", table.time());
            // The wall is at t - 1: five diameters before 6 after two seconds.
            assert!((0.5..=2.0 + 1e-9).contains(&table.time()), "{what}");
            assert!(
                table.max_overlap() < 1e-9 && status != Status::Done,
                "{what}"
            );
        }
    }
}
