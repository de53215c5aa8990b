//! Exact solutions.

use carom::glam::{DVec2, DVec3, dvec2, dvec3};
use carom::table::{Partner, Setup, Space, Status, Table, TableBall, Wall};
use carom::{Segment, Vector};
use fastrand::Rng;

/// Two balls and a wall count the digits of π if one is 100ⁿ times as heavy as the other (Galperin 2003).
fn digits_of_pi(n: i32, radii: [f64; 2]) -> u64 {
    let mut table = Table::new(&Setup {
        balls: vec![
            TableBall::new(dvec2(2.0 + radii[0], 0.0), radii[0]),
            TableBall::new(dvec2(5.0 + 2.0 * radii[0] + radii[1], 0.0), radii[1])
                .with_velocity(dvec2(-1.0, 0.0))
                .with_mass(100f64.powi(n)),
        ],
        walls: vec![Segment::new(dvec2(0., -9.), dvec2(0., 9.)).into()],
        ..Setup::default()
    })
    .unwrap();
    while table.step_event().is_some() {}
    assert_eq!(table.status(), Status::Done);
    table.events()
}

#[test]
fn balls_spell_pi() {
    for (n, count) in [3, 31, 314, 3141, 31_415, 314_159].into_iter().enumerate() {
        assert_eq!(digits_of_pi(n as i32, [0.5, 0.5]), count, "{n}");
        assert_eq!(digits_of_pi(n as i32, [0.125, 1.5]), count, "{n}");
    }
}

/// The light ball becomes a thousand times as fast as any ball at the start; the time of the run stays the same.
#[test]
fn shorter_windows_keep_the_time_of_the_run() {
    let setup = Setup {
        balls: vec![
            TableBall::new(dvec2(2.5, 0.0), 0.5),
            TableBall::new(dvec2(6.0, 0.0), 0.5)
                .with_velocity(dvec2(-1.0, 0.0))
                .with_mass(1e6),
        ],
        walls: vec![Segment::new(dvec2(0., -9.), dvec2(0., 9.)).into()],
        ..Setup::default()
    };
    let mut table = Table::new(&setup).unwrap();
    assert_eq!(table.advance_to(1000.0), Ok(Status::Done));
    assert_eq!((table.events(), table.time()), (3141, 1000.0));
    let mut by_time = Table::new(&setup).unwrap();
    assert_eq!(by_time.events_until(1000.0).unwrap().count(), 3141);
    assert_eq!(by_time.snapshot(), table.snapshot());
}

/// In a row of touching balls k come in and k go out, by k (n − k) collisions.
#[test]
fn newtons_cradle() {
    for (n, k) in [(5, 1), (6, 2), (7, 3), (10, 4), (100, 37)] {
        let balls = (0..n).map(|i| {
            let gap = if i < k { 4.0 } else { 0.0 };
            let speed = if i < k { 1.0 } else { 0.0 };
            TableBall::new(dvec2(f64::from(i) - gap, 0.0), 0.5).with_velocity(dvec2(speed, 0.0))
        });
        let mut table = Table::new(&Setup {
            balls: balls.collect(),
            ..Setup::default()
        })
        .unwrap();
        assert_eq!(table.advance_to(100.0), Ok(Status::Done));
        assert_eq!(table.events(), (k * (n - k)) as u64, "{k} of {n}");
        for (id, ball) in table.balls() {
            let goes = f64::from(u8::from(id.0 as i32 >= n - k));
            assert_eq!(ball.velocity, dvec2(goes, 0.0), "{k} of {n}: {id:?}");
        }
    }
}

/// The position of a point that bounces between 0 and `length`, after a distance.
fn unfolded(way: f64, length: f64) -> f64 {
    let way = way.rem_euclid(2.0 * length);
    if way > length {
        2.0 * length - way
    } else {
        way
    }
}

/// Equal balls on a line are points that pass through each other, except for their order (Jepsen 1965).
#[test]
fn a_gas_on_a_line_follows_jepsen() {
    const COUNT: usize = 50;
    const SIZE: f64 = 0.01;
    let mut random = Rng::with_seed(3);
    let free = 1.0 - COUNT as f64 * SIZE;
    let mut starts: Vec<f64> = (0..COUNT).map(|_| random.f64() * free).collect();
    starts.sort_by(f64::total_cmp);
    let speeds: Vec<f64> = (0..COUNT).map(|_| random.f64() - 0.5).collect();
    let shift = |i: usize| (i as f64 + 0.5) * SIZE;
    let balls = (0..COUNT).map(|i| {
        TableBall::new(dvec2(starts[i] + shift(i), 0.5), SIZE / 2.0)
            .with_velocity(dvec2(speeds[i], 0.0))
    });
    let mut table = Table::new(&Setup {
        balls: balls.collect(),
        space: Space::boxed(DVec2::ZERO, DVec2::ONE),
        ..Setup::default()
    })
    .unwrap();
    for time in [0.3, 1.0, 7.0, 60.0, 300.0] {
        table.advance_to(time).unwrap();
        let mut points: Vec<f64> = (0..COUNT)
            .map(|i| unfolded(starts[i] + speeds[i] * time, free))
            .collect();
        points.sort_by(f64::total_cmp);
        let mut found: Vec<f64> = Vec::new();
        for (i, (_, ball)) in table.balls().enumerate() {
            assert!(
                (ball.center.x - shift(i) - points[i]).abs() < 1e-11,
                "{time} {i}"
            );
            assert_eq!(ball.center.y, 0.5);
            found.push(ball.velocity.x.abs());
        }
        // Speeds are exchanged exactly.
        let mut given: Vec<f64> = speeds.iter().map(|v| v.abs()).collect();
        for speeds in [&mut given, &mut found] {
            speeds.sort_by(f64::total_cmp);
        }
        assert!(given.iter().zip(&found).all(|(a, b)| (a - b).abs() < 1e-14));
    }
    assert!(table.events() > 50_000, "{}", table.events());
}

#[test]
fn one_ball_in_a_box_is_exact() {
    let (start, velocity, radius) = (dvec3(0.3, 0.4, 0.45), dvec3(0.7, -0.31, 0.57), 0.125);
    let mut table = Table::new(&Setup {
        balls: vec![TableBall::new(start, radius).with_velocity(velocity)],
        space: Space::boxed(DVec3::ZERO, dvec3(1., 2., 1.5)),
        ..Setup::default()
    })
    .unwrap();
    while table.events() < 1_000_000 {
        let time = table.time() + 10_000.0;
        table.advance_to(time).unwrap();
        let center = table.balls().next().unwrap().1.center;
        for (axis, length) in [1.0, 2.0, 1.5].into_iter().enumerate() {
            let way = start[axis] - radius + velocity[axis] * time;
            let expected = unfolded(way, length - 2.0 * radius) + radius;
            assert!((center[axis] - expected).abs() < 1e-9, "{time}");
        }
    }
}

/// In an equilateral triangle, a ball's center moves in a smaller one, with mirror images that fill the plane: its path
/// is a straight line through them, folded back, and all its velocities are mirror images of the first.
#[test]
fn one_ball_in_an_equilateral_triangle_is_exact() {
    // So large that the height is a whole number to all digits that count: p² = 3 q² + 1 (Pell), √3 to 31 digits.
    let (mut p, mut q) = (2_u64, 1_u64);
    while 2 * p + 3 * q < 1 << 51 {
        (p, q) = (2 * p + 3 * q, p + 2 * q);
    }
    let (side, height) = (2.0 * q as f64, p as f64);
    let corners = [dvec2(0., 0.), dvec2(side, 0.), dvec2(0.5 * side, height)];
    let radius = 0.05 * side;
    let (start, velocity) = (dvec2(0.45, 0.3) * side, dvec2(0.83, 0.37) * side);
    let walls = (0..3).map(|i| Segment::new(corners[i], corners[(i + 1) % 3]).into());
    let mut table = Table::new(&Setup {
        balls: vec![TableBall::new(start, radius).with_velocity(velocity)],
        walls: walls.collect(),
        ..Setup::default()
    })
    .unwrap();
    // The lines in which the center is reflected.
    let lines: Vec<(DVec2, DVec2)> = (0..3)
        .map(|i| {
            let inward = (corners[(i + 1) % 3] - corners[i]).perp().normalize();
            (corners[i] + inward * radius, inward)
        })
        .collect();
    // The rounding remainder of a velocity is kept from bounce to bounce, so that only positions are rounded.
    for (bounces, most) in [(10_000, 2e-12), (1_000_000, 1e-10)] {
        while table.events() < bounces {
            let event = table.step_event().unwrap();
            let Partner::Wall(wall) = event.with else {
                panic!("{event:?}")
            };
            let (on, inward) = lines[wall as usize];
            let center = table.center(event.a).unwrap();
            let off = (center - on).dot(inward).abs();
            assert!(off < 1e-14 * side, "{event:?}");
        }
        let (place, heading) = folded(&lines, height - 3.0 * radius, start, velocity, table.time());
        let ball = table.balls().next().unwrap().1;
        let off = (ball.center - place).length() / side;
        assert!(off < most, "{off:e} after {bounces}");
        // The last event has reflected it, or is about to.
        let turned = heading - lines_hit(&lines, place, heading);
        let same = (ball.velocity - heading)
            .length()
            .min((ball.velocity - turned).length());
        assert!(same < most * side, "{same:e}");
    }
}

/// Position and heading of a point that moves in a straight line for a time, reflected back into the triangle between
/// lines, of this height.
fn folded(
    lines: &[(DVec2, DVec2)],
    height: f64,
    start: DVec2,
    velocity: DVec2,
    time: f64,
) -> (DVec2, DVec2) {
    // Two reflections in parallel lines, one height apart, shift by two heights along their normals: such shifts are
    // removed first. Then the point is reflected in any line that it is behind, until it is behind none.
    let mut place = start + velocity * time;
    let mut heading = velocity;
    let (first, second) = (lines[0].1 * 2.0 * height, lines[1].1 * 2.0 * height);
    let area = first.perp_dot(second);
    let from = place - start;
    place -= first * (from.perp_dot(second) / area).round();
    place -= second * (first.perp_dot(from) / area).round();
    loop {
        let depth = |(on, inward): &(DVec2, DVec2)| (place - *on).dot(*inward);
        let behind = lines.iter().min_by(|a, b| depth(a).total_cmp(&depth(b)));
        let line = behind.unwrap();
        let inside = depth(line);
        if inside > -1e-9 * height {
            return (place, heading);
        }
        place -= line.1 * (2.0 * inside);
        heading -= line.1 * (2.0 * heading.dot(line.1));
    }
}

/// Double the part of a velocity that leads out of the line on which a position is.
fn lines_hit(lines: &[(DVec2, DVec2)], place: DVec2, heading: DVec2) -> DVec2 {
    let off = |(on, inward): &(DVec2, DVec2)| (place - *on).dot(*inward).abs();
    let nearest = lines.iter().min_by(|a, b| off(a).total_cmp(&off(b)));
    let line = nearest.unwrap();
    line.1 * (2.0 * heading.dot(line.1))
}

/// Three balls on a line: below 7 − 4√3 = 0.0718 the middle one is hit infinitely often (McNamara, Young 1992).
#[test]
fn three_balls_collapse_below_the_critical_restitution_and_not_above() {
    let status = |restitution| {
        let ball = |x: f64, v: f64| {
            TableBall::new(dvec2(x, 0.0), 0.5)
                .with_velocity(dvec2(v, 0.0))
                .with_restitution(restitution)
        };
        let mut table = Table::new(&Setup {
            balls: vec![ball(-1.5, 1.0), ball(0.0, 0.0), ball(1.5, -1.0)],
            ..Setup::default()
        })
        .unwrap();
        let status = table.advance_to(1e3).unwrap();
        (status, table.events(), table.time())
    };
    let (collapsed, _, time) = status(0.07);
    assert!(
        matches!(collapsed, Status::Collapse { .. }),
        "{collapsed:?}"
    );
    assert!(time < 2.0);
    let (done, events, time) = status(0.08);
    assert_eq!((done, time), (Status::Done, 1e3));
    assert!(events < 60, "{events}");
    let (elastic, events, _) = status(1.0);
    assert_eq!((elastic, events), (Status::Done, 3));
}

#[test]
fn separation_and_rest_have_no_events() {
    let ball = |x: f64, v: f64| TableBall::new(dvec2(x, 0.), 0.5).with_velocity(dvec2(v, 0.));
    let setup = |balls| Setup {
        balls,
        ..Setup::default()
    };
    let mut separating = Table::new(&setup(vec![ball(0., -1.), ball(1., 1.)])).unwrap();
    assert_eq!(separating.next_event(), None);
    assert_eq!(
        (separating.step_event(), separating.status()),
        (None, Status::Done)
    );
    let mut resting = Table::new(&setup(vec![ball(0., 0.), ball(1., 0.)])).unwrap();
    assert_eq!(
        (resting.step_event(), resting.status()),
        (None, Status::AtRest)
    );
    let mut alike = Table::new(&setup(vec![ball(0., 3.), ball(1., 3.)])).unwrap();
    assert_eq!(alike.step_event(), None);
}

/// Equal masses separate at a right angle.
#[test]
fn two_bodies_separate_by_the_formulas() {
    let mut random = Rng::with_seed(9);
    for _ in 0..1000 {
        let off = random.f64() * 1.9 - 0.95;
        let mut table = Table::new(&Setup {
            balls: vec![
                TableBall::new(dvec2(-5.0, off), 0.5).with_velocity(dvec2(1.0, 0.0)),
                TableBall::new(DVec2::ZERO, 0.5),
            ],
            ..Setup::default()
        })
        .unwrap();
        let event = table.step_event().unwrap();
        assert!((event.time - (5.0 - (1.0 - off * off).sqrt())).abs() < 4e-15);
        let [a, b] = [0, 1].map(|id| table.ball(carom::table::BallId(id)).unwrap().velocity);
        // The struck ball moves along the line of centers, the other at a right angle to it.
        let sine = off;
        let cosine = (1.0 - off * off).sqrt();
        assert!((b - dvec2(cosine, -sine) * cosine).length() < 1e-14);
        assert!((a - dvec2(sine, cosine) * sine).length() < 1e-14);
        assert!(a.dot(b).abs() < 1e-15);
        assert!((event.speed - cosine).abs() < 1e-14);
    }
}

/// A mirrored table has the mirrored events, to the bit.
#[test]
fn a_mirrored_rack_has_mirrored_events() {
    let rack = |mirror: f64| {
        let mut balls =
            vec![TableBall::new(dvec2(-8.0, 0.1 * mirror), 0.5).with_velocity(dvec2(9.0, 0.0))];
        for row in 0..5 {
            for place in 0..=row {
                let y = f64::from(2 * place - row) * 0.5 * mirror;
                let x = f64::from(row) * 0.75f64.sqrt();
                balls.push(TableBall::new(dvec2(x * (1.0 + 1e-12), y), 0.5));
            }
        }
        Table::new(&Setup {
            balls,
            space: Space::boxed(dvec2(-10., -5.), dvec2(10., 5.)),
            ..Setup::default()
        })
        .unwrap()
    };
    let (mut right, mut left) = (rack(1.0), rack(-1.0));
    for _ in 0..2000 {
        let (a, b) = (right.step_event().unwrap(), left.step_event().unwrap());
        assert_eq!((a.time, a.a, a.speed), (b.time, b.a, b.speed));
        assert_eq!((a.normal.x, a.normal.y), (b.normal.x, -b.normal.y));
    }
    for ((_, a), (_, b)) in right.balls().zip(left.balls()) {
        assert_eq!((a.center.x, a.center.y), (b.center.x, -b.center.y));
    }
}

/// A long time after the start is like the start.
#[test]
fn late_times_are_as_precise_as_early_ones() {
    let run = |time: f64| {
        let setup = Setup {
            time,
            ..super::gas::<DVec2>(6, 5)
        };
        let mut table = Table::new(&setup).unwrap();
        let last = (0..5000)
            .map(|_| table.step_event().unwrap())
            .last()
            .unwrap();
        (
            last.a,
            last.with,
            last.normal,
            last.speed,
            table.balls().collect::<Vec<_>>(),
        )
    };
    assert_eq!(run(0.0), run(1e9));
    // And with a first event after that time.
    let mut table = Table::new(&Setup {
        balls: vec![
            TableBall::new(dvec2(0., 0.), 0.5),
            TableBall::new(dvec2(3.0, 0.), 0.5).with_velocity(dvec2(1., 0.)),
        ],
        space: Space::Boxed {
            bounds: carom::Aabb {
                min: dvec2(-1., -1.),
                max: dvec2(4.5, 1.),
            },
            restitution: 1.0,
        },
        ..Setup::default()
    })
    .unwrap();
    table.advance(1e6, u64::MAX).unwrap();
    let places: f64 = table.balls().map(|(_, ball)| ball.center.length()).sum();
    assert!(places.is_finite() && table.max_overlap() < 1e-12);
}

/// Balls that start a billion seconds later have the same events, bit by bit; reported times are as precise as a number
/// of that size can be.
#[test]
fn a_billion_seconds_later_every_bit_is_the_same() {
    let gas = super::gas::<DVec2>(7, 6);
    let corner = TableBall::new(DVec2::splat(1e-6), 1e-7).with_mass(f64::INFINITY);
    let mut runs = [0.0, 1e9].map(|time| {
        let mut table = Table::new(&Setup {
            balls: vec![corner],
            ..gas.clone()
        })
        .unwrap();
        table.advance_to(time).unwrap();
        assert_eq!(table.time(), time);
        for ball in &gas.balls {
            table.add(*ball).unwrap();
        }
        table
    });
    let mut hashes = [0; 2];
    for _ in 0..20_000 {
        let [early, late] = runs.each_mut().map(|table| table.step_event().unwrap());
        // Half a last digit of 1e9 is 6e-8.
        assert!((late.time - 1e9 - early.time).abs() < 6.1e-8);
        for (all, event) in hashes.iter_mut().zip([early, late]) {
            *all = super::hash(*all, &carom::table::Event { time: 0.0, ..event });
        }
    }
    assert_eq!(hashes[0], hashes[1]);
    let [early, late] = runs
        .each_ref()
        .map(|table| table.balls().collect::<Vec<_>>());
    assert_eq!(early, late);
}

/// With numbers that are exact throughout, a billion seconds and half a million bounces leave no rounding error.
#[test]
fn a_slow_ball_is_exact_after_a_billion_seconds() {
    let speed = 1.0 / 1024.0;
    let mut table = Table::new(&Setup {
        balls: vec![TableBall::new(dvec2(1.25, 1.0), 0.5).with_velocity(dvec2(speed, 0.0))],
        space: Space::boxed(DVec2::ZERO, dvec2(3.0, 2.0)),
        ..Setup::default()
    })
    .unwrap();
    table.advance_to(1e9).unwrap();
    let ball = table.balls().next().unwrap().1;
    let expected = unfolded(1.25 - 0.5 + speed * 1e9, 2.0) + 0.5;
    assert_eq!(ball.center, dvec2(expected, 1.0));
    assert_eq!(table.events(), ((0.75 + speed * 1e9) / 2.0) as u64);
}

/// Walls without loss, and walls that halve the speed.
#[test]
fn walls_have_restitution() {
    let wall = Wall::new(Segment::new(dvec2(5., -5.), dvec2(5., 5.))).with_restitution(0.5);
    let mut table = Table::new(&Setup {
        balls: vec![TableBall::new(DVec2::ZERO, 1.0).with_velocity(dvec2(2.0, 0.25))],
        walls: vec![wall],
        ..Setup::default()
    })
    .unwrap();
    let event = table.step_event().unwrap();
    assert_eq!(
        (event.time, event.speed, event.normal),
        (2.0, 2.0, dvec2(-1., 0.))
    );
    let velocity = table.velocity_of(event.a).unwrap();
    assert_eq!(velocity, dvec2(-1.0, 0.25));
    assert!(velocity.to_f64().iter().all(|v| v.is_finite()));
}
