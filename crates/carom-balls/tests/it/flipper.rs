//! A ball among fixed and rotating capsules: exact solutions, and no penetration.

use carom::flipper::{Flipper, FlipperBall, FlipperError, Flippers};
use carom::glam::{DVec2, DVec3, Vec2, Vec3, dvec2, dvec3, vec2};
use carom::{Ball, Capsule, Scalar, Vector, contact};
use fastrand::Rng;

const RATES: [f64; 5] = [30., 60., 144., 300., 1000.];

fn still(center: DVec2, radius: f64) -> FlipperBall<DVec2> {
    moving(center, radius, DVec2::ZERO)
}

fn moving(center: DVec2, radius: f64, velocity: DVec2) -> FlipperBall<DVec2> {
    FlipperBall {
        ball: Ball::new(center, radius),
        velocity,
        mass: 1.,
    }
}

/// A bar of half-width 0.1, from the origin along x, that rotates about the origin.
fn bar(length: f64, restitution: f64) -> Flipper<DVec2> {
    let rest = Capsule::new(DVec2::ZERO, dvec2(length, 0.), 0.1);
    let all = [-f64::INFINITY, f64::INFINITY];
    Flipper {
        restitution,
        ..Flipper::new(rest, DVec2::ZERO, DVec2::ZERO, all)
    }
}

/// The least separation from any flipper, in roundings of the largest coordinate.
fn gap<V: Vector>(flippers: &Flippers<V>, ball: &Ball<V>) -> f64 {
    let mut least = f64::INFINITY;
    for flipper in flippers.as_slice() {
        let capsule = flipper.capsule();
        let pivot = flipper.pivot.to_f64().map(f64::abs);
        let mut size = pivot.into_iter().fold(1e-300, f64::max);
        for bounds in [capsule.bounds(), ball.bounds()] {
            for corner in [bounds.min, bounds.max] {
                size = corner
                    .to_f64()
                    .into_iter()
                    .fold(size, |a, b| a.max(b.abs()));
            }
        }
        let found = contact(ball, &capsule, V::Scalar::INFINITY).unwrap();
        least = least.min(found.separation.to_f64() / (size * V::Scalar::EPSILON.to_f64()));
    }
    least
}

#[test]
fn a_flipper_throws_a_ball_at_rest() {
    for hz in RATES {
        for restitution in [0., 0.5, 1.] {
            let flipper = Flipper {
                angle: -0.5,
                spin: 3.,
                ..bar(2., restitution)
            };
            let mut flippers = Flippers::new(vec![flipper], DVec2::ZERO).unwrap();
            // The ball meets the bar when it is level, at x = 1.
            let mut ball = still(dvec2(1., 0.3), 0.2);
            let mut time = 0.;
            while time < 0.3 {
                let tick = flippers.advance(&mut ball, 1. / hz);
                assert!(!tick.limit && !tick.pinched, "{hz} {restitution}: {tick:?}");
                time += 1. / hz;
                assert!(gap(&flippers, &ball.ball) > -128.);
            }
            // Without restitution the bar keeps pushing.
            if restitution > 0. {
                let expected = dvec2(0., (1. + restitution) * 3.);
                let error = (ball.velocity - expected).length();
                assert!(error < 1e-9, "{hz} {restitution}: {}", ball.velocity);
            } else {
                assert!(ball.velocity.length() > 3.);
            }
        }
    }
}

#[test]
fn a_free_bar_and_a_ball_keep_their_spin_and_their_energy() {
    for hz in RATES {
        let (inertia, length) = (0.7, 2.);
        let flipper = Flipper {
            inertia,
            ..bar(length, 1.)
        };
        let mut flippers = Flippers::new(vec![flipper], DVec2::ZERO).unwrap();
        let mut ball = moving(dvec2(1.5, 2.), 0.2, dvec2(0., -4.));
        for _ in 0..hz as u32 {
            flippers.advance(&mut ball, 1. / hz);
        }
        let spin = flippers.as_slice()[0].spin;
        let turning = inertia * spin + 1.5 * ball.velocity.y;
        let energy = 0.5 * inertia * spin * spin + 0.5 * ball.velocity.length_squared();
        assert!((turning - 1.5 * -4.).abs() < 1e-9 && (energy - 8.).abs() < 1e-9);
        assert!(spin < -1.);
    }
}

#[test]
fn balls_in_contact_slide_and_rest_by_coulombs_law() {
    let gravity = dvec2(0., -9.81);
    let tilt: f64 = 0.4;
    for hz in RATES {
        for friction in [0., 0.2, 0.6] {
            let flipper = Flipper {
                restitution: 0.5,
                friction,
                angle: tilt,
                ..bar(40., 0.)
            };
            let mut flippers = Flippers::new(vec![flipper], gravity).unwrap();
            let (along, out) = (DVec2::from_angle(tilt), DVec2::from_angle(tilt).perp());
            let start = along * 39. + out * 0.3;
            let mut ball = still(start, 0.2);
            for _ in 0..2 * hz as u32 {
                let tick = flippers.advance(&mut ball, 1. / hz);
                assert!(
                    tick.resting && tick.bounces == 0 && !tick.limit,
                    "{hz} {tick:?}"
                );
                assert!(gap(&flippers, &ball.ball) > -128.);
            }
            let time = 2. * hz.trunc() / hz;
            let pull = (9.81 * (tilt.sin() - friction * tilt.cos())).max(0.);
            let way = (start - ball.ball.center).dot(along);
            let exact = 0.5 * pull * time * time;
            let speed = -ball.velocity.dot(along);
            // Each step leaves a gap of a rounding.
            assert!(
                (way - exact).abs() < 1e-6,
                "{hz} {friction}: {way}, not {exact}"
            );
            assert!((speed - pull * time).abs() < 1e-6);
        }
    }
}

#[test]
fn a_rotating_bar_flings_the_ball_on_it() {
    // In the frame of the bar x″ = ω² x: from x₀ at the speed ω x₀ the ball is at x₀ e^ωt.
    let (spin, from) = (2., 0.5);
    let mut errors = Vec::new();
    for hz in [100., 1000., 10_000.] {
        let flipper = Flipper {
            spin,
            ..bar(40., 0.)
        };
        let mut flippers = Flippers::new(vec![flipper], DVec2::ZERO).unwrap();
        // Rotated with the bar, and along it.
        let center = dvec2(from, 0.3);
        let velocity = center.perp() * spin + dvec2(spin * from, 0.);
        let mut ball = moving(center, 0.2, velocity);
        for _ in 0..hz as u32 {
            let tick = flippers.advance(&mut ball, 1. / hz);
            let gap = gap(&flippers, &ball.ball);
            assert!(
                tick.resting && !tick.limit && gap > -128.,
                "{hz} {tick:?} {gap}"
            );
        }
        let along = ball.ball.center.dot(DVec2::from_angle(spin));
        errors.push((along / (from * spin.exp()) - 1.).abs());
    }
    assert!(
        errors[0] < 0.02 && errors[1] < 2e-3 && errors[2] < 2e-4,
        "{errors:?}"
    );
}

#[test]
fn a_ball_leaves_a_see_saw_and_turns_it() {
    // Balanced about its middle; the ball lands on one side, rotates it, and slides off.
    let rest = Capsule::new(dvec2(-2., 0.), dvec2(2., 0.), 0.1);
    let see_saw = Flipper {
        inertia: 4.,
        restitution: 0.3,
        ..Flipper::new(rest, DVec2::ZERO, DVec2::ZERO, [-0.4, 0.4])
    };
    for hz in RATES {
        let mut flippers = Flippers::new(vec![see_saw], dvec2(0., -9.81)).unwrap();
        let mut ball = still(dvec2(1., 1.), 0.2);
        let mut lay = 0;
        for _ in 0..(4. * hz) as u32 {
            let tick = flippers.advance(&mut ball, 1. / hz);
            let gap = gap(&flippers, &ball.ball);
            assert!(
                !tick.limit && !tick.pinched && gap > -128.,
                "{hz} {tick:?} {gap} {ball:?}"
            );
            lay += u32::from(tick.resting);
        }
        let angle = flippers.as_slice()[0].angle;
        assert_eq!((angle, flippers.as_slice()[0].spin), (-0.4, 0.), "{hz}");
        assert!(
            lay > 0 && ball.ball.center.y < -5. && ball.ball.center.x > 2.,
            "{hz}: {ball:?}"
        );
    }
}

#[test]
fn flippers_that_pinch_a_ball_stop() {
    let from = |angle: f64, spin: f64| Flipper {
        angle,
        spin,
        ..bar(2., 0.5)
    };
    for hz in RATES {
        for other in [0., -2.] {
            // One is fixed or comes from above, the other from below.
            let all = vec![from(-0.6, 4.), from(0.6, other)];
            let mut flippers = Flippers::new(all, DVec2::ZERO).unwrap();
            // The pivots block the narrow end, a wall the wide one.
            let wall = Capsule::new(dvec2(1.75, -3.), dvec2(1.75, 3.), 0.1);
            let mut all = flippers.as_slice().to_vec();
            all.push(Flipper {
                restitution: 0.,
                ..Flipper::fixed(wall)
            });
            flippers = Flippers::new(all, DVec2::ZERO).unwrap();
            let mut ball = still(dvec2(1.4, 0.), 0.2);
            let mut pinched = false;
            for _ in 0..hz as u32 {
                pinched |= flippers.advance(&mut ball, 1. / hz).pinched;
                assert!(gap(&flippers, &ball.ball) > -128., "{hz} {other}");
            }
            assert!(pinched && flippers.as_slice()[0].spin == 0., "{hz} {other}");
        }
    }
}

/// Many flippers of all kinds, and a ball among them.
fn torture<V: Vector>(seed: u64) -> (u32, u32) {
    let random = &mut Rng::with_seed(seed);
    let scalar = V::Scalar::from_f64;
    let vector =
        |random: &mut Rng, size: f64| V::from_f64([0; 3].map(|_| (random.f64() - 0.5) * 2. * size));
    let scale = [0.01, 1., 100.][random.usize(..3)];
    let mut all = Vec::new();
    for _ in 0..random.usize(1..8) {
        let (a, b) = (vector(random, 3. * scale), vector(random, 3. * scale));
        let rest = Capsule::new(a, b, scalar(random.f64() * 0.4 * scale));
        let pivot = [a, (a + b) * V::Scalar::HALF, vector(random, scale)][random.usize(..3)];
        let axis = vector(random, 1.);
        let end = scalar(random.f64() * 2.);
        let range = [[-end, end], [-V::Scalar::INFINITY, V::Scalar::INFINITY]][random.usize(..2)];
        all.push(Flipper {
            spin: scalar((random.f64() - 0.5) * [0., 4., 40.][random.usize(..3)]),
            inertia: scalar([f64::INFINITY, 0.1, 10.][random.usize(..3)] * scale * scale),
            restitution: scalar([0., 0.7, 1.][random.usize(..3)]),
            friction: scalar([0., 0.3][random.usize(..2)]),
            ..Flipper::new(rest, pivot, axis, range)
        });
    }
    let gravity = vector(random, 10. * scale);
    let mut flippers = Flippers::new(all, gravity).unwrap();
    let mut ball = FlipperBall {
        ball: Ball::new(
            vector(random, 3. * scale),
            scalar(random.f64() * 0.5 * scale),
        ),
        velocity: vector(random, 10. * scale),
        mass: scalar(1.),
    };
    let dt = scalar([1., 1. / 30., 1. / 60., 1e-3][random.usize(..4)]);
    let (mut limits, mut ticks) = (0, 0);
    // At the start it may overlap several that cannot all be separated from it.
    let mut free = false;
    for _ in 0..60 {
        let before = gap(&flippers, &ball.ball);
        free |= before >= -128.;
        let tick = flippers.advance(&mut ball, dt);
        // A step of a second among flippers that rotate six times in it is more than one step can resolve.
        let is_long = dt > scalar(0.5);
        (limits, ticks) = (limits + u32::from(tick.limit && !is_long), ticks + 1);
        let after = gap(&flippers, &ball.ball);
        assert!(
            after >= -128. || !free,
            "seed {seed}: {after} from {before}, {tick:?}"
        );
        assert!(ball.ball.center.is_finite() && ball.velocity.is_finite());
        if ball.ball.center.abs().max_element() > scalar(1e3 * scale) {
            break;
        }
    }
    (limits, ticks)
}

#[test]
fn no_ball_penetrates_a_flipper() {
    let (mut limits, mut ticks) = (0, 0);
    for seed in 0..100 {
        for (limit, tick) in [
            torture::<Vec2>(seed),
            torture::<DVec2>(seed),
            torture::<Vec3>(seed),
            torture::<DVec3>(seed),
        ] {
            (limits, ticks) = (limits + limit, ticks + tick);
        }
    }
    assert!(
        ticks > 5_000 && f64::from(limits) < 0.01 * f64::from(ticks),
        "{limits} of {ticks}"
    );
}

/// A ball is a few roundings inside a capsule that it leaves, and slides along another that rotates: it goes on. (It was
/// held there in every step.)
#[test]
fn a_ball_that_leaves_a_flipper_is_not_held_by_roundings() {
    let (limits, ticks) = torture::<Vec2>(2);
    assert!(ticks == 60 && limits <= 2, "{limits} of {ticks}");
}

#[test]
fn a_3d_flipper_agrees_with_2d() {
    for hz in RATES {
        let plane = Flipper {
            inertia: 2.,
            restitution: 0.6,
            friction: 0.1,
            ..bar(2., 0.)
        };
        let lift = |p: DVec2| dvec3(p.x, p.y, 0.);
        let rest = Capsule::new(lift(plane.rest.a), lift(plane.rest.b), plane.rest.radius);
        let solid = Flipper {
            inertia: 2.,
            restitution: 0.6,
            friction: 0.1,
            ..Flipper::new(rest, DVec3::ZERO, DVec3::Z, plane.range)
        };
        let mut flat = Flippers::new(vec![plane], dvec2(0., -9.81)).unwrap();
        let mut deep = Flippers::new(vec![solid], dvec3(0., -9.81, 0.)).unwrap();
        let mut disk = still(dvec2(1., 1.), 0.2);
        let mut sphere = FlipperBall {
            ball: Ball::new(lift(disk.ball.center), 0.2),
            velocity: DVec3::ZERO,
            mass: 1.,
        };
        for _ in 0..hz as u32 {
            flat.advance(&mut disk, 1. / hz);
            deep.advance(&mut sphere, 1. / hz);
        }
        let apart = (sphere.ball.center - lift(disk.ball.center)).length();
        assert!(apart < 1e-9, "{hz}: {apart}");
    }
}

#[test]
fn a_flipper_at_the_end_of_its_range_is_a_wall_from_one_side() {
    let (least, most) = (-0.5, 0.5);
    for (angle, outwards) in [(most, 1.), (least, -1.)] {
        let flipper = Flipper {
            angle,
            range: [least, most],
            inertia: 0.1,
            ..bar(2., 1.)
        };
        let along = DVec2::from_angle(angle);
        for side in [-1., 1.] {
            // A ball flies against it at right angles.
            let normal = along.perp() * side;
            let mut ball = moving(along + normal * 0.8, 0.2, normal * -2.);
            let mut flippers = Flippers::new(vec![flipper], DVec2::ZERO).unwrap();
            flippers.advance(&mut ball, 0.3);
            let spin = flippers.as_slice()[0].spin;
            let speed = ball.velocity.dot(normal);
            if side == -outwards {
                // It cannot turn on.
                assert!(
                    (speed - 2.).abs() < 1e-12 && spin == 0.,
                    "{angle} {speed} {spin}"
                );
            } else {
                // Both turn: m v r = J ω, and the energy stays.
                let left = 2. * (0.1 - 1.) / (0.1 + 1.);
                assert!((speed - left).abs() < 1e-9, "{angle} {speed} {left}");
                let energy = 0.5 * speed * speed + 0.5 * 0.1 * spin * spin;
                assert!((energy - 2.).abs() < 1e-9, "{angle} {energy}");
            }
        }
    }
}

#[test]
fn an_axis_is_needed_only_by_what_can_turn() {
    let rest = Capsule::new(DVec3::ZERO, DVec3::X, 0.1);
    let flipper = |axis, range| Flipper {
        angle: 0.2,
        ..Flipper::new(rest, DVec3::ZERO, axis, range)
    };
    for (axis, range, is_right) in [
        (DVec3::ZERO, [0.2, 0.2], true),
        (DVec3::ZERO, [0., 1.], false),
        (DVec3::Z, [0.2, 0.2], true),
        (DVec3::Z, [0., 1.], true),
    ] {
        let found = Flippers::new(vec![flipper(axis, range)], DVec3::ZERO);
        assert_eq!(found.is_ok(), is_right, "{axis} {range:?}");
        if let Err(error) = found {
            assert!(error.to_string().contains("axis"), "{error}");
        }
    }
}

/// Each property alone beyond each end of its range.
#[test]
fn a_property_out_of_its_range_is_named() {
    type Change = fn(&mut Flipper<DVec2>);
    let (nan, infinite) = (f64::NAN, f64::INFINITY);
    let good = Flipper {
        range: [0., 1.],
        angle: 0.5,
        ..bar(1., 0.5)
    };
    assert!(Flippers::new(vec![good], DVec2::ZERO).is_ok());
    let bad: [(&str, &[Change]); 8] = [
        (
            "rest",
            &[
                |f| f.rest.a.x = f64::NAN,
                |f| f.rest.b.y = f64::INFINITY,
                |f| f.rest.radius = -1e-300,
                |f| f.rest.radius = f64::INFINITY,
                |f| f.rest.radius = f64::NAN,
            ],
        ),
        ("axis", &[|f| f.axis.x = f64::NAN]),
        ("range", &[|f| f.range[0] = f64::NAN, |f| f.range[1] = -1.]),
        (
            "angle",
            &[
                |f| f.angle = -0.1,
                |f| f.angle = 1.1,
                |f| f.angle = f64::NAN,
                |f| (f.angle, f.range[1]) = (f64::INFINITY, f64::INFINITY),
            ],
        ),
        ("spin", &[|f| f.spin = f64::NAN]),
        ("inertia", &[|f| f.inertia = -1., |f| f.inertia = f64::NAN]),
        (
            "restitution",
            &[|f| f.restitution = -0.1, |f| f.restitution = f64::NAN],
        ),
        (
            "friction",
            &[|f| f.friction = f64::INFINITY, |f| f.friction = f64::NAN],
        ),
    ];
    for (name, changes) in bad {
        for (number, change) in changes.iter().enumerate() {
            let mut flipper = good;
            change(&mut flipper);
            let error = Flippers::new(vec![flipper], DVec2::ZERO).unwrap_err();
            let FlipperError::Flipper { what, .. } = error else {
                panic!("{name} {number}: {error}");
            };
            assert_eq!(what, name, "{number}");
        }
    }
    // The ends themselves are in the range.
    let ends: [Change; 5] = [
        |f| f.rest.radius = 0.,
        |f| f.angle = 0.,
        |f| f.angle = 1.,
        |f| (f.restitution, f.friction) = (0., 0.),
        |f| (f.restitution, f.inertia) = (1., f64::INFINITY),
    ];
    for (number, change) in ends.into_iter().enumerate() {
        let mut flipper = good;
        change(&mut flipper);
        assert!(
            Flippers::new(vec![flipper], DVec2::ZERO).is_ok(),
            "{number}"
        );
    }
    let ball = still(DVec2::ZERO, 0.5);
    for (center, radius) in [(dvec2(nan, 0.), 0.5), (DVec2::ZERO, infinite)] {
        let mut bad = FlipperBall {
            ball: Ball { center, radius },
            ..ball
        };
        let mut flippers = Flippers::new(vec![], DVec2::NEG_Y).unwrap();
        flippers.advance(&mut bad, 1.);
        assert_eq!(bad.velocity, DVec2::ZERO, "{center} {radius}");
    }
}

/// A bounce with friction on a fixed bar: µ times the impulse along the normal, or as much as ends the sliding.
#[test]
fn a_bounce_slows_down_sliding_by_coulombs_law() {
    for (friction, restitution, along) in [
        (0.1, 1., 1.),
        (0.1, 0.5, 1.),
        (0.1, 1., -1.),
        (0.6, 1., 1.),
        (0.2, 0., 3.),
    ] {
        let rest = Capsule::new(dvec2(-9., 0.), dvec2(9., 0.), 0.1);
        let floor = Flipper {
            friction,
            restitution,
            ..Flipper::fixed(rest)
        };
        let mut flippers = Flippers::new(vec![floor], DVec2::ZERO).unwrap();
        let mut ball = FlipperBall {
            mass: 3.,
            ..moving(dvec2(0., 1.3), 0.2, dvec2(along, -2.))
        };
        assert_eq!(flippers.advance(&mut ball, 0.6).bounces, 1);
        let most = friction * 2. * (1. + restitution);
        let left = along.signum() * (along.abs() - most).max(0.);
        let off = ball.velocity - dvec2(left, 2. * restitution);
        assert!(
            off.length() < 1e-12,
            "{friction} {restitution}: {}",
            ball.velocity
        );
    }
}

/// Off a flipper that turns away or follows more slowly, and then against a wall in the same step.
#[test]
fn a_ball_that_leaves_a_rotating_flipper_flies_straight() {
    for spin in [-0.5, 0.5] {
        for dt in [0.4, 0.04, 0.01] {
            let flipper = Flipper {
                spin,
                ..bar(2., 1.)
            };
            // Reached after five eighths of the step.
            let (start, way) = (dvec2(1., 0.3), 5. * dt);
            let height = start.y + 0.2 + way + 0.1;
            let wall = Capsule::new(dvec2(-9., height), dvec2(9., height), 0.1);
            let all = vec![flipper, Flipper::fixed(wall)];
            let mut flippers = Flippers::new(all, DVec2::ZERO).unwrap();
            let mut ball = moving(start, 0.2, dvec2(0.5, 8.));
            let tick = flippers.advance(&mut ball, dt);
            assert_eq!((tick.bounces, tick.resting), (1, false), "{spin} {dt}");
            assert!((ball.velocity - dvec2(0.5, -8.)).length() < 1e-12);
            let off = ball.ball.center - start - dvec2(0.5 * dt, way - 3. * dt);
            assert!(off.length() < 1e-9, "{spin} {dt}: {off}");
            let turned = flippers.as_slice()[0].angle;
            assert!((turned - spin * dt).abs() < 1e-12, "{spin} {dt}: {turned}");
        }
    }
}

#[test]
fn bad_input() {
    let good = bar(1., 0.5);
    let spoiled: [(Flipper<DVec2>, &str); 8] = [
        (
            Flipper {
                pivot: dvec2(f64::NAN, 0.),
                ..good
            },
            "pivot",
        ),
        (
            Flipper {
                range: [1., -1.],
                ..good
            },
            "range",
        ),
        (
            Flipper {
                angle: 9.,
                range: [0., 1.],
                ..good
            },
            "angle",
        ),
        (
            Flipper {
                spin: f64::INFINITY,
                ..good
            },
            "spin",
        ),
        (
            Flipper {
                inertia: 0.,
                ..good
            },
            "inertia",
        ),
        (
            Flipper {
                restitution: 1.5,
                ..good
            },
            "restitution",
        ),
        (
            Flipper {
                friction: -1.,
                ..good
            },
            "friction",
        ),
        (
            Flipper {
                rest: Capsule::new(DVec2::ZERO, DVec2::X, -1.),
                ..good
            },
            "rest",
        ),
    ];
    for (flipper, name) in spoiled {
        let error = Flippers::new(vec![good, flipper], DVec2::ZERO).unwrap_err();
        let FlipperError::Flipper {
            flipper: 1, what, ..
        } = error
        else {
            panic!("{name}: {error}");
        };
        assert_eq!(what, name);
        assert!(error.to_string().contains(name) && error.to_string().contains('1'));
    }
    let mut flippers = Flippers::new(vec![good], DVec2::ZERO).unwrap();
    assert!(flippers.set_spin(1, 1.).is_err() && flippers.set_spin(0, f64::NAN).is_err());
    assert!(Flippers::new(vec![good], dvec2(f64::NAN, 0.)).is_err());
    assert!(flippers.clone().with_rest_speed(-1.).is_err());
    let before = flippers.clone();
    for (ball, dt) in [
        (moving(DVec2::ONE, 1., DVec2::NAN), 1.),
        (moving(DVec2::ONE, -1., DVec2::ONE), 1.),
        (
            FlipperBall {
                mass: 0.,
                ..still(DVec2::ONE, 1.)
            },
            1.,
        ),
        (still(DVec2::ONE, 1.), 0.),
        (still(DVec2::ONE, 1.), -1.),
        (still(DVec2::ONE, 1.), f64::NAN),
    ] {
        let mut after = ball;
        assert_eq!(flippers.advance(&mut after, dt), Default::default());
        assert_eq!(format!("{ball:?}"), format!("{after:?}"));
        assert_eq!(flippers, before);
    }
    // Without flippers: the parabola.
    let mut none = Flippers::new(Vec::new(), dvec2(0., -2.)).unwrap();
    let mut ball = moving(DVec2::ZERO, 1., dvec2(1., 0.));
    none.advance(&mut ball, 2.);
    assert_eq!(
        (ball.ball.center, ball.velocity),
        (dvec2(2., -4.), dvec2(1., -4.))
    );
    // A ball inside a flipper is moved out.
    let mut inside = FlipperBall {
        ball: Ball::new(vec2(0.5, 0.01), 0.2),
        velocity: Vec2::ZERO,
        mass: 1.,
    };
    let rest = Capsule::new(Vec2::ZERO, Vec2::X, 0.1);
    let mut one = Flippers::new(vec![Flipper::fixed(rest)], Vec2::ZERO).unwrap();
    one.advance(&mut inside, 0.1);
    assert!(gap(&one, &inside.ball) > -128.);
}
