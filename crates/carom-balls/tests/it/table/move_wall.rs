//! Walls that get another motion during a run.

use carom::glam::{DVec2, DVec3, Vec2, dvec2, dvec3, vec2};
use carom::table::{
    BallId, Event, Keyframe, Partner, Setup, Space, Status, Table, TableBall, Wall, WallMotion,
};
use carom::{Ball, Capsule, Plane, Segment, Vector};
use fastrand::Rng;

fn frame<V: Vector<Scalar = f64>>(time: f64, offset: V, angle: f64) -> Keyframe<V> {
    Keyframe {
        time,
        offset,
        angle,
    }
}

/// Six balls around a bar that shifts and rotates.
fn around_a_bar<V: Vector<Scalar = f64, Double = V>>(
    keyframes: Vec<Keyframe<V>>,
    restitution: f64,
) -> Setup<V> {
    let v = |x: f64, y: f64| V::from_f64([x, y, 0.0]);
    let mut random = Rng::with_seed(11);
    let balls = (0..6).map(|id| {
        let velocity = V::from_f64([0; 3].map(|_| 4.0 * (random.f64() - 0.5)));
        let at = v(f64::from(id % 3) * 2.0 - 2.0, f64::from(id / 3) * 4.0 - 2.0);
        TableBall::new(at, 0.3)
            .with_velocity(velocity)
            .with_restitution(restitution)
    });
    let motion = WallMotion {
        keyframes,
        pivot: v(0.3, 0.0),
        axis: V::from_f64([0.0, 0.1, 1.0]),
        repeats: false,
    };
    let bar = Capsule::new(v(-1.2, 0.0), v(1.2, 0.1), 0.1);
    Setup {
        balls: balls.collect(),
        walls: vec![Wall::new(bar).with_motion(motion)],
        space: Space::boxed(
            V::from_f64([-2.6, -2.6, -0.6]),
            V::from_f64([2.6, 2.6, 0.6]),
        ),
        ..Setup::default()
    }
}

/// Keyframes that are given one after the other, at times between and at the keyframes, are the motion of all of them.
fn given_in_pieces<V: Vector<Scalar = f64, Double = V>>(law: impl Fn(Setup<V>) -> Setup<V>) {
    let v = |x: f64, y: f64| V::from_f64([x, y, 0.0]);
    let poses = [
        (0.0, v(0.0, 0.0), 0.0),
        (0.25, v(0.5, 0.0), 0.5),
        (0.75, v(0.0, 1.0), 2.0),
        (1.0, v(0.0, 1.0), 2.0),
        (1.5, v(-1.0, -1.0), -1.0),
        (2.0, v(0.0, 0.0), 0.25),
    ];
    let all = poses.map(|(time, offset, angle)| frame(time, offset, angle));
    let mut whole = Table::new(&law(around_a_bar(all.to_vec(), 1.0))).unwrap();
    for given_at in [0.0, 0.5, 1.0] {
        let first = all[..2].to_vec();
        let mut pieces = Table::new(&law(around_a_bar(first, 1.0))).unwrap();
        let mut events = Vec::new();
        for next in 1..all.len() - 1 {
            // In the middle of a stretch, or at its end.
            let at = all[next - 1].time * (1.0 - given_at) + all[next].time * given_at;
            events.extend(pieces.events_until(at).unwrap());
            pieces
                .move_wall(
                    0,
                    all[next..=next + 1]
                        .iter()
                        .copied()
                        .skip(usize::from(given_at == 1.0)),
                )
                .unwrap();
        }
        events.extend(pieces.events_until(3.0).unwrap());
        let expected: Vec<Event<V>> = whole.clone().events_until(3.0).unwrap().collect();
        let hits = |events: &[Event<V>]| {
            events
                .iter()
                .filter(|event| event.with == Partner::Wall(0))
                .count()
        };
        let first = &expected[..25.min(expected.len())];
        assert!(first.len() == 25 && hits(first) > 0, "{first:?}");
        // Chaos multiplies roundings.
        for (number, (found, expected)) in events.iter().zip(&expected).take(25).enumerate() {
            assert_eq!((found.a, found.with), (expected.a, expected.with));
            let late = (found.time - expected.time).abs();
            assert!(late < 1e-9, "{given_at} {number} {found:?} {expected:?}");
        }
    }
    // The bar rests at the end.
    whole.advance_to(3.0).unwrap();
    assert_eq!(whole.wall_pose(0), Some((V::ZERO, 0.25)));
}

#[test]
fn a_motion_given_in_pieces_is_the_same_motion() {
    given_in_pieces::<DVec2>(|setup| setup);
    given_in_pieces::<DVec3>(|setup| setup);
    given_in_pieces::<DVec2>(|setup| setup.with_gravity(dvec2(0., -5.)));
    given_in_pieces::<DVec3>(|setup| setup.with_gravity(dvec3(0., -5., 0.)));
    given_in_pieces::<DVec2>(|setup| setup.with_friction(0.5));
}

/// A flipper on a key that is pressed and released at random: at no step is a ball in it; the pose never jumps; a table
/// from storage goes on with the same bits.
fn a_key_at_random<V: Vector<Scalar = f64, Double = V>>(
    seed: u64,
    law: impl Fn(Setup<V>) -> Setup<V>,
) {
    let rest = vec![frame(0.0, V::ZERO, 0.0)];
    let setup = law(around_a_bar(rest, 0.8));
    let mut table = Table::new(&setup).unwrap();
    let mut random = Rng::with_seed(seed);
    let (mut last, mut hits) = (0.0, 0);
    for step in 1..=6000 {
        let time = 12.0 * f64::from(step) / 6000.0;
        let events = table.events_until(time).unwrap();
        hits += events
            .filter(|event| event.with == Partner::Wall(0))
            .count();
        assert!(
            matches!(table.status(), Status::Done | Status::AtRest),
            "{:?}",
            table.status()
        );
        let (offset, angle) = table.wall_pose(0).unwrap();
        assert!((angle - last).abs() < 0.05, "{time} {angle} {last}");
        last = angle;
        let motion = table.walls()[0].motion.clone().unwrap();
        let carom::Shape::Capsule(bar) = &table.walls()[0].parts[0] else {
            unreachable!()
        };
        let placed = Capsule::new(motion.place(bar.a, time), motion.place(bar.b, time), 0.1);
        for (id, ball) in table.balls() {
            let ball = Ball::new(ball.center, ball.radius);
            let contact = carom::contact(&ball, &placed, 9.0).unwrap();
            assert!(contact.separation > -1e-9, "{time} {id:?} {contact:?}");
        }
        if random.u32(0..40) == 0 {
            let goal = if random.bool() { 1.5 } else { -1.5 };
            let speed = 10.0 * (0.2 + random.f64());
            let duration = (goal - angle).abs() / speed + 1e-6;
            let sideways = V::from_f64([random.f64() - 0.5, 0.0, 0.0]);
            let end = frame(time + duration, offset + sideways * duration, goal);
            table.move_wall(0, [end]).unwrap();
            let (still, same) = table.wall_pose(0).unwrap();
            assert!((same - angle).abs() < 1e-15 && (still - offset).length() < 1e-15);
            // Balls that passed earlier where the wall is now do not hit it.
            let mut again = Table::restore(&table.snapshot()).unwrap();
            assert_eq!(again.snapshot(), table.snapshot());
            let mut other = table.clone();
            for _ in 0..12 {
                let event = other.step_event();
                assert_eq!(event, again.step_event());
                assert!(event.is_none_or(|event| event.time >= time));
            }
        }
    }
    assert!(hits > 10, "{seed}: {hits}");
    assert!(table.max_overlap() < 1e-9, "{:e}", table.max_overlap());
}

#[test]
fn no_ball_gets_into_a_flipper_on_a_key() {
    a_key_at_random::<DVec2>(1, |setup| setup);
    a_key_at_random::<DVec3>(2, |setup| setup);
    a_key_at_random::<DVec2>(3, |setup| setup.with_gravity(dvec2(0., -5.)));
    a_key_at_random::<DVec3>(4, |setup| setup.with_gravity(dvec3(0., -5., 0.)));
    a_key_at_random::<DVec2>(5, |setup| setup.with_friction(0.1));
}

/// A ball has passed the place where a gate then stops: only the part of its path after the change counts.
#[test]
fn the_path_before_a_change_is_not_searched() {
    let gate = Segment::new(dvec2(2., 5.), dvec2(2., 9.));
    let motion = WallMotion::shifting([(0., DVec2::ZERO), (4., dvec2(0., -20.))]);
    let mut table = Table::new(&Setup {
        balls: vec![TableBall::new(DVec2::ZERO, 0.5).with_velocity(dvec2(4., 0.))],
        walls: vec![
            Wall::new(gate).with_motion(motion),
            Plane::new(-DVec2::X, -8.5).into(),
        ],
        ..Setup::default()
    })
    .unwrap();
    // The ball is at x = 5.2, the gate comes down to y = -1.5, where it stops.
    table.advance_to(1.3).unwrap();
    table.move_wall(0, []).unwrap();
    let off_the_plane = table.step_event().unwrap();
    assert_eq!(
        (off_the_plane.time, off_the_plane.with),
        (2., Partner::Wall(1))
    );
    // Back from x = 8 to 2.5.
    let off_the_gate = table.step_event().unwrap();
    assert_eq!(
        (off_the_gate.time, off_the_gate.with),
        (3.375, Partner::Wall(0))
    );
    assert_eq!(off_the_gate.speed, 4.);
}

/// A press that squeezes a ball ends the run; moved away, it lets the ball go.
#[test]
fn a_press_that_opens_lets_the_ball_go() {
    let motion = WallMotion::shifting([(0., DVec2::ZERO), (9., dvec2(0., -9.))]);
    let mut table = Table::new(&Setup {
        balls: vec![TableBall::new(dvec2(0., 0.5), 0.5).with_velocity(dvec2(0.25, 0.))],
        walls: vec![
            Plane::new(DVec2::Y, 0.).into(),
            Wall::new(Segment::new(dvec2(-9., 3.), dvec2(9., 3.))).with_motion(motion),
        ],
        ..Setup::default()
    })
    .unwrap();
    let squeezed = Status::Squeezed { ball: BallId(0) };
    assert_eq!(table.advance_to(9.).unwrap(), squeezed);
    let time = table.time();
    assert!((1.999..=2.0 + 1e-9).contains(&time));
    // Further down: it is squeezed again, at once.
    table.move_wall(1, [frame(9., dvec2(0., -4.), 0.)]).unwrap();
    assert_eq!(table.advance_to(9.).unwrap(), squeezed);
    assert!(table.time() < 2.001);
    table.move_wall(1, [frame(9., DVec2::ZERO, 0.)]).unwrap();
    assert_eq!(table.advance_to(9.).unwrap(), Status::Done);
    let ball = table.ball(BallId(0)).unwrap();
    assert!((ball.center.x - 9. * 0.25).abs() < 1e-9 && table.max_overlap() < 1e-9);
}

/// In single precision the pose jumps by a rounding of it at most, and no ball gets through.
#[test]
fn single_precision() {
    let motion = WallMotion::turning(Vec2::ZERO, Vec2::ZERO, [(0., 0.)]);
    let bar = Capsule::new(Vec2::ZERO, vec2(3., 0.), 0.25);
    let setup = Setup {
        balls: vec![TableBall::new(vec2(1.5, 1.), 0.25).with_restitution(0.5)],
        walls: vec![Wall::new(bar).with_motion(motion)],
        space: Space::boxed(vec2(0.5, -1.), vec2(2.5, 2.)),
        ..Setup::default()
    };
    let mut table = Table::new(&setup.with_gravity(vec2(0., -5.))).unwrap();
    let mut random = Rng::with_seed(3);
    for step in 1..500 {
        let time = f64::from(step) / 100.;
        table.advance_to(time).unwrap();
        assert!(table.overlap() < 1e-6, "{time} {:e}", table.overlap());
        let (offset, angle) = table.wall_pose(0).unwrap();
        assert_eq!(offset, Vec2::ZERO);
        let end = Keyframe {
            time: time + 0.01 + 0.1 * f64::from(random.f32()),
            offset,
            angle: 0.2 * (random.f32() - 0.5),
        };
        table.move_wall(0, [end]).unwrap();
        let (_, same) = table.wall_pose(0).unwrap();
        assert_eq!(same, angle);
        let again = Table::restore(&table.snapshot()).unwrap();
        assert_eq!(again.clone().step_event(), table.clone().step_event());
    }
    assert!(
        table.events() > 10,
        "{} {:?}",
        table.events(),
        table.balls().next()
    );
}

#[test]
fn faults_name_the_wall_and_change_nothing() {
    let motion = WallMotion::shifting([(0., DVec3::ZERO), (4., DVec3::X)]);
    let mut table = Table::new(&Setup {
        balls: vec![TableBall::new(DVec3::splat(5.), 1.)],
        walls: vec![
            Plane::new(DVec3::Z, -9.).into(),
            Wall::new(Ball::new(DVec3::ZERO, 1.)).with_motion(motion),
        ],
        ..Setup::default()
    })
    .unwrap();
    table.advance_to(2.).unwrap();
    let before = table.snapshot();
    let at = |time: f64, angle: f64| frame(time, DVec3::ZERO, angle);
    let cases: [(u32, &[Keyframe<DVec3>], &str); 6] = [
        (2, &[at(3., 0.)], "wall 2 does not exist"),
        (
            0,
            &[at(3., 0.)],
            "wall 0 must have a motion from the start, to be moved",
        ),
        (
            1,
            &[at(2., 0.)],
            "wall 1 must have keyframes after the time of the table",
        ),
        (
            1,
            &[at(3., 0.), at(3., 0.)],
            "wall 1 must have keyframes with times in ascending order",
        ),
        (
            1,
            &[at(3., f64::NAN)],
            "wall 1 must have keyframes of finite numbers",
        ),
        (
            1,
            &[at(3., 1.)],
            "wall 1 must have an axis that is not zero, to rotate",
        ),
    ];
    for (wall, keyframes, message) in cases {
        let error = table.move_wall(wall, keyframes.iter().copied());
        assert_eq!(error.unwrap_err().to_string(), message);
        assert_eq!(table.snapshot(), before);
    }
    assert_eq!(table.wall_pose(1), Some((DVec3::X * 0.5, 0.)));
    assert_eq!(table.wall_pose(0), Some((DVec3::ZERO, 0.)));
    assert_eq!(table.wall_pose(2), None);
}
