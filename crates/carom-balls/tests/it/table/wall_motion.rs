//! Walls that move: pistons, gates, flippers.

use carom::glam::{DVec2, DVec3, dvec2, dvec3};
use carom::table::{
    BallId, Keyframe, Partner, Setup, Space, Status, Table, TableBall, Wall, WallMotion,
};
use carom::{Aabb, Ball, Capsule, Hull, Plane, Segment, Shape, Triangle, Vector};
use fastrand::Rng;

/// A piston that moves at constant speed is a wall at rest in a frame that moves with it.
#[test]
fn a_piston_is_a_wall_at_rest_in_its_frame() {
    let speed = dvec2(0.3, 0.0);
    let mut random = Rng::with_seed(1);
    let mut balls: Vec<TableBall<DVec2>> = Vec::new();
    for i in 0..6 {
        let mut number = || random.f64() - 0.5;
        let velocity = dvec2(number(), number()) * 3.0;
        balls.push(
            TableBall::new(dvec2(f64::from(i) * 1.5 + 1.5, number()), 0.4).with_velocity(velocity),
        );
    }
    let sides = [
        dvec2(0., -2.),
        dvec2(12., -2.),
        dvec2(12., 2.),
        dvec2(0., 2.),
    ];
    let wall = |i: usize| Wall::new(Segment::new(sides[i], sides[(i + 1) % 4]));
    let resting: Vec<Wall<DVec2>> = (0..4).map(wall).collect();
    let motion = WallMotion::shifting([(0.0, DVec2::ZERO), (1e3, speed * 1e3)]);
    let moving = resting
        .iter()
        .cloned()
        .map(|wall| wall.with_motion(motion.clone()));
    let shifted = balls
        .iter()
        .map(|ball| ball.with_velocity(ball.velocity + speed));
    let mut still = Table::new(&Setup {
        balls: balls.clone(),
        walls: resting.clone(),
        ..Setup::default()
    })
    .unwrap();
    let mut moving = Table::new(&Setup {
        balls: shifted.collect(),
        walls: moving.collect(),
        ..Setup::default()
    })
    .unwrap();
    // Chaos multiplies roundings.
    for event in 0..25 {
        let (a, b) = (still.step_event().unwrap(), moving.step_event().unwrap());
        assert_eq!((a.a, a.with), (b.a, b.with));
        assert!(
            (a.time - b.time).abs() < 1e-9 && (a.speed - b.speed).abs() < 1e-9,
            "{event} {a:?} {b:?}"
        );
    }
    let gain = moving.energy()
        - balls
            .iter()
            .map(|ball| 0.5 * (ball.velocity + speed).length_squared())
            .sum::<f64>();
    assert!((gain - moving.energy_given()).abs() < 1e-9);
}

/// Balls that fly, roll or fall among walls that shift, rotate and do both, over keyframes: between events no ball is in a
/// wall in tiny steps; at an event it touches it, and leaves it by the restitution, relative to the surface.
fn no_ball_gets_into_a_wall<V: Vector<Scalar = f64, Double = V>>(
    seed: u64,
    restitution: f64,
    law: impl Fn(Setup<V>) -> Setup<V>,
) {
    let mut random = Rng::with_seed(seed);
    let mut number = || random.f64() - 0.5;
    let v = |x: f64, y: f64, z: f64| V::from_f64([x, y, z]);
    let flipper = |pivot: V, way: f64, ends: [f64; 2]| {
        let frames = [
            (0.3, ends[0]),
            (0.8, ends[1]),
            (1.1, ends[1]),
            (2.0, ends[0]),
        ];
        let motion = WallMotion::turning(pivot, v(0., 0., 1.), frames).repeating();
        Wall::new(Capsule::new(pivot, pivot + v(way, 0., 0.), 0.15)).with_motion(motion)
    };
    let both = WallMotion {
        keyframes: [(0., 0., 0.), (1., 1., 2.), (2.5, -1., -1.), (3., 0., 0.)]
            .map(|(time, x, angle)| Keyframe {
                time,
                offset: v(x, 0.5 * x, 0.),
                angle,
            })
            .into(),
        pivot: v(0.2, 2., 0.),
        axis: v(0.2, 0.1, 1.),
        repeats: true,
    };
    let corners = [
        v(-0.4, 1.7, -0.4),
        v(0.6, 1.8, 0.3),
        v(0.1, 2.5, 0.2),
        v(0., 2., 0.6),
    ];
    let block = if V::DIM == 2 {
        Hull::new(corners[..3].to_vec(), 0.)
    } else {
        Hull::new(corners.to_vec(), 0.)
    };
    let wheel = WallMotion::turning(v(2.5, 2., 0.), v(0., 0., 1.), [(0., 0.), (1e3, 3e3)]);
    let walls = vec![
        flipper(v(-2.5, -1.5, 0.), 1.6, [-0.5, 0.6]),
        flipper(v(2.5, -1.5, 0.), -1.6, [0.5, -0.6]),
        Wall::new(block).with_motion(both),
        Wall::new(Triangle::new(
            v(2.1, 2., 0.),
            v(2.9, 1.8, 0.),
            v(2.6, 2.4, 0.),
        ))
        .with_motion(wheel),
    ];
    let balls = (0..8).map(|id| {
        let place = v(
            f64::from(id % 4) * 1.2 - 1.8,
            f64::from(id / 4) * 1.0 - 0.6,
            0.0,
        );
        TableBall::new(place, 0.25 + 0.02 * f64::from(id))
            .with_velocity(v(number(), number(), number()) * 5.0)
            .with_restitution(restitution)
    });
    let setup = law(Setup {
        balls: balls.collect(),
        walls: walls.clone(),
        space: Space::boxed(v(-4.0, -4.0, -0.5), v(4.0, 4.0, 0.5)),
        ..Setup::default()
    });
    let mut table = Table::new(&setup).unwrap();
    let gap = |table: &Table<V>, ball: usize, wall: usize| {
        let at = table.center(BallId(ball as u32)).unwrap();
        let motion = walls[wall].motion.as_ref().unwrap();
        let back = |p: V| motion.place(p, table.time());
        let radius = setup.balls[ball].radius;
        let placed = match &walls[wall].parts[0] {
            Shape::Capsule(bar) => {
                Shape::Capsule(Capsule::new(back(bar.a), back(bar.b), bar.radius))
            }
            Shape::Triangle(t) => Shape::Triangle(Triangle::new(back(t.a), back(t.b), back(t.c))),
            Shape::Hull(hull) => Shape::Hull(Hull::new(
                hull.points.iter().map(|p| back(*p)).collect::<Vec<V>>(),
                0.,
            )),
            _ => unreachable!(),
        };
        carom::contact(&Ball::new(at, radius), &placed, 9.0)
            .map_or(9.0, |contact| contact.separation)
    };
    let (mut hits, mut pairs) = (0, 0);
    let steps = 6000;
    for step in 1..=steps {
        let until = 15.0 * f64::from(step) / f64::from(steps);
        loop {
            let event = table.events_until(until).unwrap().next();
            let Some(event) = event else { break };
            match event.with {
                Partner::Wall(wall) if wall < 4 => {
                    hits += 1;
                    let separation = gap(&table, event.a.0 as usize, wall as usize);
                    assert!(separation.abs() < 1e-9, "{separation:e} {event:?}");
                }
                Partner::Ball(_) => pairs += 1,
                _ => {}
            }
        }
        assert!(
            matches!(table.status(), Status::Done | Status::AtRest),
            "{:?}",
            table.status()
        );
        for ball in 0..8 {
            for wall in 0..4 {
                let separation = gap(&table, ball, wall);
                assert!(separation > -1e-9, "{separation:e} {ball} {wall} {until}");
            }
        }
    }
    assert!(hits > 10 && pairs > 0, "{seed}: {hits} {pairs}");
    assert!(table.max_overlap() < 1e-9, "{:e}", table.max_overlap());
    // The same bits from storage, and with other stops on the way.
    let mut again = Table::restore(&table.snapshot()).unwrap();
    let mut other = Table::new(&setup).unwrap();
    other.advance_to(1.2345).unwrap();
    other.advance_to(15.0).unwrap();
    for _ in 0..50 {
        let event = table.step_event();
        assert!(event.is_some() || table.status() == Status::AtRest);
        assert_eq!(again.step_event(), event);
        assert_eq!(other.step_event(), event);
    }
}

#[test]
fn no_ball_gets_into_a_moving_wall() {
    no_ball_gets_into_a_wall::<DVec2>(1, 0.98, |setup| setup);
    no_ball_gets_into_a_wall::<DVec3>(2, 1.0, |setup| setup);
    no_ball_gets_into_a_wall::<DVec2>(3, 0.6, |setup| setup.with_gravity(dvec2(0., -5.)));
    no_ball_gets_into_a_wall::<DVec3>(4, 0.7, |setup| setup.with_gravity(dvec3(0., -5., 0.)));
    no_ball_gets_into_a_wall::<DVec2>(5, 0.8, |setup| setup.with_friction(0.02));
}

/// A ball at rest on the way of a bar that rotates at ω: touched at the angle at which its distance from the bar's axis
/// is the sum of the radii, and hit with ω times the distance along the bar.
#[test]
fn a_flipper_hits_at_the_closed_form() {
    for (x, y, spin) in [
        (2.0, 1.0, 3.0),
        (1.5, 2.5, 0.01),
        (2.9, 0.31, 200.0),
        (0.5, 2.0, 7.0),
    ] {
        let bar = Capsule::new(DVec2::ZERO, dvec2(4., 0.), 0.1);
        let motion =
            WallMotion::turning(DVec2::ZERO, DVec2::ZERO, [(1., 0.), (1. + 3. / spin, 3.)]);
        let mut table = Table::new(&Setup {
            balls: vec![TableBall::new(dvec2(x, y), 0.2)],
            walls: vec![Wall::new(bar).with_motion(motion)],
            ..Setup::default()
        })
        .unwrap();
        let hit = table.step_event().unwrap();
        let distance = x.hypot(y);
        let angle = y.atan2(x) - (0.3 / distance).asin();
        assert!(
            (hit.time - (1. + angle / spin)).abs() < 1e-12 * (1. + 1. / spin),
            "{hit:?}"
        );
        let speed = spin * (distance * distance - 0.09).sqrt();
        assert!(
            (hit.speed - speed).abs() < 1e-11 * speed,
            "{} {speed}",
            hit.speed
        );
        let after = table.ball(BallId(0)).unwrap().velocity;
        assert!((after.length() - 2. * speed).abs() < 1e-11 * speed);
        assert!((table.energy_given() - 2. * speed * speed).abs() < 1e-10 * speed * speed);
    }
}

/// A lift carries a ball under gravity: it hops, but never by more than 2⁻¹⁴ radii, and leaves the lift's end upward.
#[test]
fn a_lift_carries_a_ball() {
    let motion = WallMotion::shifting([(1., DVec2::ZERO), (3., dvec2(0., 4.)), (5., DVec2::ZERO)]);
    let setup = Setup {
        balls: vec![TableBall::new(dvec2(0., 0.5), 0.5).with_restitution(0.3)],
        walls: vec![
            Wall::new(Segment::new(dvec2(-1., 0.), dvec2(1., 0.))).with_motion(motion.clone()),
        ],
        ..Setup::default()
    };
    let mut table = Table::new(&setup.with_gravity(dvec2(0., -10.))).unwrap();
    for step in 1..300 {
        let time = f64::from(step) * 0.01;
        table.advance_to(time).unwrap();
        let height = table.center(BallId(0)).unwrap().y - 0.5 - motion.pose(time).0.y;
        // After the start of the lift it bounces once.
        let most = if (1.0..2.0).contains(&time) {
            0.1
        } else {
            1e-4
        };
        assert!((-1e-12..most).contains(&height), "{time} {height}");
    }
    // At the top it goes on at 2, v² / 2 g = 0.2 high, while the lift descends.
    table.advance_to(3.2).unwrap();
    assert!((table.center(BallId(0)).unwrap().y - 4.7).abs() < 1e-2);
}

#[test]
fn faults_name_the_wall() {
    let error = |motion: WallMotion<DVec3>| {
        let setup = Setup {
            balls: vec![TableBall::new(DVec3::splat(5.), 1.)],
            walls: vec![
                Plane::new(DVec3::Z, -9.).into(),
                Wall::new(Ball::new(DVec3::ZERO, 1.)).with_motion(motion),
            ],
            ..Setup::default()
        };
        Table::new(&setup).unwrap_err().to_string()
    };
    assert_eq!(
        error(WallMotion::default()),
        "wall 1 must have a motion with a keyframe"
    );
    let shift = |a: f64, b: f64| WallMotion::shifting([(a, DVec3::ZERO), (b, DVec3::X)]);
    assert_eq!(
        error(shift(1., 1.)),
        "wall 1 must have keyframes with times in ascending order"
    );
    assert_eq!(
        error(shift(f64::NAN, 1.)),
        "wall 1 must have keyframes of finite numbers"
    );
    assert_eq!(
        error(shift(0., 1.).repeating()),
        "wall 1 must end in the pose of its first keyframe, to repeat"
    );
    let turn = WallMotion::turning(DVec3::ZERO, DVec3::ZERO, [(0., 0.), (1., 1.)]);
    assert_eq!(
        error(turn),
        "wall 1 must have an axis that is not zero, to rotate"
    );
    let onto = WallMotion::shifting([(0., DVec3::splat(5.5))]);
    assert!(error(onto).starts_with("ball 0 is inside wall 1, "));
    let into = Wall::new(Aabb {
        min: DVec3::splat(-4.),
        max: DVec3::ZERO,
    });
    let onto = WallMotion::shifting([(0., DVec3::splat(7.))]);
    let setup = Setup {
        balls: vec![TableBall::new(DVec3::splat(5.), 0.1)],
        walls: vec![into.with_motion(onto)],
        ..Setup::default()
    };
    assert!(
        Table::new(&setup)
            .unwrap_err()
            .to_string()
            .starts_with("ball 0 is inside wall 0, ")
    );
}

/// Of a ball at rest that a repeating wall never reaches, a table knows that nothing happens any more.
#[test]
fn a_wall_that_repeats_leaves_a_ball_out_of_its_way_at_rest() {
    let bar = Capsule::new(DVec2::ZERO, dvec2(1., 0.), 0.1);
    let around = [(0., 0.), (1., 2.), (2., -2.), (3., 0.)];
    let motion = WallMotion::turning(DVec2::ZERO, DVec2::ZERO, around).repeating();
    for friction in [0., 0.1] {
        let speed = if friction > 0. { 0.5 } else { 0. };
        let mut table = Table::new(
            &Setup {
                balls: vec![TableBall::new(dvec2(5., 0.), 0.5).with_velocity(dvec2(speed, 0.))],
                walls: vec![Wall::new(bar).with_motion(motion.clone())],
                ..Setup::default()
            }
            .with_friction(friction),
        )
        .unwrap();
        assert_eq!(table.step_event(), None);
        assert_eq!(table.status(), Status::AtRest);
    }
}
