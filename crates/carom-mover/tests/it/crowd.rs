//! Crowds: agents give way by mass, and never overlap.

use carom::glam::{DVec3, Vec2, Vec3, dvec3, vec2, vec3};
use carom::mover::{CharacterState, Crowd, CrowdRole, Intent, Mover, MoverSettings};
use carom::{Collider, Vector, World, contact};
use fastrand::Rng;

const LAYER: u32 = 1 << 31;

fn room<V: Vector>(half: f64) -> World<V> {
    let mut world = World::new();
    let v = |x: f64, y: f64, z: f64| V::from_f64([x, y, z]);
    let mut add = |center: V, half: [f64; 3]| {
        let [x, y, z] = half;
        let axes = [v(x, 0., 0.), v(0., y, 0.), v(0., 0., z)];
        let mut body = carom::Body::new(Collider::cuboid(center, axes));
        body.layers = !LAYER;
        world.insert(body).unwrap();
    };
    add(v(0., -1., 0.), [half + 2., 1., half + 2.]);
    for side in [-1., 1.] {
        add(v(side * (half + 1.), 5., 0.), [1., 5., half + 2.]);
        if V::DIM == 3 {
            add(v(0., 5., side * (half + 1.)), [half + 2., 5., 1.]);
        }
    }
    world
}

fn at<V: Vector>(x: f64, y: f64, z: f64) -> CharacterState<V> {
    CharacterState::at(V::from_f64([x, y, z]), carom::Scalar::from_f64(1.8))
}

/// The least gap between two agents that are no ghosts.
fn least_gap<V: Vector>(crowd: &Crowd<V>) -> f64 {
    let agents = crowd.agents();
    let mut least = f64::INFINITY;
    for (i, a) in agents.iter().enumerate() {
        for b in &agents[..i] {
            if a.role == CrowdRole::Ghost || b.role == CrowdRole::Ghost {
                continue;
            }
            let capsule =
                |m: &carom::mover::Agent<V>| m.mover.settings().capsule(m.body.feet, m.body.height);
            let far = carom::Scalar::from_f64(9.0);
            if let Some(found) = contact(&capsule(a), &capsule(b), far) {
                least = least.min(carom::Scalar::to_f64(found.separation));
            }
        }
    }
    least
}

fn add<V: Vector>(
    crowd: &mut Crowd<V>,
    world: &mut World<V>,
    body: CharacterState<V>,
    mass: f64,
    pushes: CrowdRole,
) {
    let mover = Mover::new(MoverSettings::default()).unwrap();
    let mass = carom::Scalar::from_f64(mass);
    crowd.add(world, mover, body, mass, pushes).unwrap();
}

#[test]
fn a_push_conserves_momentum() {
    for (masses, speed) in [
        ([80., 80.], 2.0),
        ([160., 80.], 8.0 / 3.0),
        ([40., 120.], 1.0),
    ] {
        let mut world = room::<DVec3>(20.);
        let mut crowd = Crowd::new(LAYER);
        add(
            &mut crowd,
            &mut world,
            at(-2., 0.01, 0.),
            masses[0],
            CrowdRole::Push,
        );
        add(
            &mut crowd,
            &mut world,
            at(0., 0.01, 0.),
            masses[1],
            CrowdRole::Push,
        );
        let intents = [Intent::walk(dvec3(4., 0., 0.)), Intent::walk(DVec3::ZERO)];
        for _ in 0..90 {
            crowd.step(&mut world, &intents, 1. / 60.);
            assert!(least_gap(&crowd) > 0.009);
        }
        for agent in crowd.agents() {
            assert!(
                (agent.body.velocity.x - speed).abs() < 1e-6,
                "{}",
                agent.body.velocity
            );
        }
        assert!(crowd.agents()[1].report().why.pushed);
    }
}

#[test]
fn equal_agents_stop_head_on_and_a_static_agent_stops_all() {
    let mut world = room::<Vec3>(20.);
    let mut crowd = Crowd::new(LAYER);
    add(
        &mut crowd,
        &mut world,
        at(-2., 0.01, 0.),
        80.,
        CrowdRole::Push,
    );
    add(
        &mut crowd,
        &mut world,
        at(2., 0.01, 0.),
        80.,
        CrowdRole::Push,
    );
    add(
        &mut crowd,
        &mut world,
        at(-2., 0.01, 5.),
        1e6,
        CrowdRole::Push,
    );
    add(
        &mut crowd,
        &mut world,
        at(0., 0.01, 5.),
        1.,
        CrowdRole::Static,
    );
    add(
        &mut crowd,
        &mut world,
        at(-2., 0.01, -5.),
        80.,
        CrowdRole::Push,
    );
    add(
        &mut crowd,
        &mut world,
        at(0., 0.01, -5.),
        80.,
        CrowdRole::Ghost,
    );
    let east = Intent::walk(vec3(4., 0., 0.));
    let rest = Intent::walk(Vec3::ZERO);
    let intents = [
        east,
        Intent::walk(vec3(-4., 0., 0.)),
        east,
        rest,
        east,
        rest,
    ];
    for _ in 0..120 {
        crowd.step(&mut world, &intents, 1. / 60.);
        assert!(least_gap(&crowd) > 0.009);
    }
    let x = |i: usize| crowd.agents()[i].body.feet.x;
    assert!((x(0) + x(1)).abs() < 1e-5 && (x(1) - x(0) - 0.61).abs() < 1e-3);
    assert!(
        x(3) == 0.0 && (x(2) + 0.61).abs() < 1e-3,
        "{} {}",
        x(2),
        x(3)
    );
    assert!(x(4) > 5.0 && x(5) == 0.0);
}

#[test]
fn a_column_is_as_fast_as_one_agent_in_every_order() {
    let mut ends = Vec::new();
    for order in [[0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0], [3, 0, 5, 2, 4, 1]] {
        let mut world = room::<Vec3>(20.);
        let mut crowd = Crowd::new(LAYER);
        for i in order {
            add(
                &mut crowd,
                &mut world,
                at(-10. + 0.62 * f64::from(i), 0.01, 0.),
                80.,
                CrowdRole::Push,
            );
        }
        let intents = [Intent::walk(vec3(4., 0., 0.)); 6];
        for _ in 0..120 {
            crowd.step(&mut world, &intents, 1. / 60.);
        }
        let mut places: Vec<(i32, CharacterState<Vec3>)> = order
            .into_iter()
            .zip(crowd.agents().iter().map(|agent| agent.body))
            .collect();
        places.sort_by_key(|place| place.0);
        for (i, body) in &places {
            let want = -10. + 0.62 * *i as f32 + 8.0;
            assert!(
                (body.feet.x - want).abs() < 0.02,
                "{i}: {}",
                body.feet.x - want
            );
        }
        ends.push(places);
    }
    assert!(
        ends[0] == ends[1] && ends[0] == ends[2],
        "the same bits in every order"
    );
}

/// Thirty agents in a room of four meters with different intents, some heavy, some static: no two overlap, and the
/// order in which they were added changes no bit.
#[test]
fn a_dense_crowd_never_overlaps_and_does_not_depend_on_order() {
    for seed in 0..4 {
        let mut random = Rng::with_seed(seed);
        let starts: Vec<(CharacterState<Vec3>, f64, CrowdRole, Vec3)> = (0..30)
            .map(|i| {
                let place = at(
                    f64::from(i % 6) * 0.7 - 1.75,
                    0.01,
                    f64::from(i / 6) * 0.7 - 1.4,
                );
                let pushes = if i % 11 == 5 {
                    CrowdRole::Static
                } else {
                    CrowdRole::Push
                };
                let (sin, cos) = (random.f32() * 6.3).sin_cos();
                let mass = 40. + 100. * random.f64();
                (place, mass, pushes, vec3(cos, 0., sin) * 6.0 * random.f32())
            })
            .collect();
        let run = |order: &[usize]| {
            let mut world = room::<Vec3>(2.2);
            let mut crowd = Crowd::new(LAYER);
            for i in order {
                let (body, mass, pushes, _) = starts[*i];
                add(&mut crowd, &mut world, body, mass, pushes);
            }
            let mut least = f64::INFINITY;
            for tick in 0..180 {
                let turn = tick / 60;
                let intents: Vec<_> = order
                    .iter()
                    .map(|i| {
                        let v = starts[(*i + 7 * turn) % starts.len()].3;
                        // Some crouch and stand up again.
                        let crouches = (i + turn) % 4 == 0;
                        Intent {
                            height: Some(if crouches { 1.2 } else { 1.8 }),
                            ..Intent::walk(v)
                        }
                    })
                    .collect();
                crowd.step(&mut world, &intents, 1. / 60.);
                least = least.min(least_gap(&crowd));
            }
            let mut bodies: Vec<(usize, CharacterState<Vec3>)> = order
                .iter()
                .copied()
                .zip(crowd.agents().iter().map(|agent| CharacterState {
                    // Ids are given in the order of insertion.
                    ground: None,
                    ..agent.body
                }))
                .collect();
            bodies.sort_by_key(|body| body.0);
            (least, bodies)
        };
        let straight: Vec<usize> = (0..starts.len()).collect();
        let mut mixed = straight.clone();
        random.shuffle(&mut mixed);
        let (least, bodies) = run(&straight);
        assert!(least > -1e-6, "seed {seed}: {least}");
        assert!(run(&mixed).1 == bodies, "seed {seed}: the order matters");
    }
}

/// Agents at one spawn pass through each other until they are apart, in a room with a wall in the middle, which none of them
/// passes. Deep overlaps left agents stuck for good before.
fn those_at_one_place_part<V: Vector>(count: usize, offset: f64) {
    let mut world = room::<V>(8.0);
    let v = |x: f64, y: f64, z: f64| V::from_f64([x, y, z]);
    let axes = [v(0.05, 0., 0.), v(0., 5., 0.), v(0., 0., 9.)];
    let mut wall = carom::Body::new(Collider::cuboid(v(0.5, 5., 0.), axes));
    wall.layers = !LAYER;
    world.insert(wall).unwrap();
    let mut crowd = Crowd::new(LAYER);
    for i in 0..count {
        let x = offset * i as f64;
        add(
            &mut crowd,
            &mut world,
            at::<V>(x, 0.01, 0.0),
            80.0,
            CrowdRole::Push,
        );
    }
    let mut free = None;
    for tick in 0..600 {
        crowd.step(&mut world, &[], carom::Scalar::from_f64(1.0 / 60.0));
        for agent in crowd.agents() {
            assert!(!agent.report().why.stuck, "tick {tick}");
            let x = carom::Scalar::to_f64(agent.body.feet.to_double()[0]);
            assert!(x < 0.5 - 0.3 - 0.05, "tick {tick}: in the wall");
        }
        if free.is_none() && least_gap(&crowd) > 0.0 {
            free = Some(tick);
        }
    }
    let free = free.unwrap_or_else(|| panic!("still {} deep", -least_gap(&crowd)));
    assert!(count > 2 || free <= 60, "{free} ticks");
}

#[test]
fn agents_that_start_at_one_place_part() {
    for offset in [0.0, 1e-6, 0.001, 0.004] {
        for count in [2, 3, 30] {
            those_at_one_place_part::<Vec3>(count, offset);
            those_at_one_place_part::<DVec3>(count, offset);
        }
        those_at_one_place_part::<Vec2>(5, offset);
    }
}

#[test]
fn an_agent_on_another_rides_along() {
    let mut world = room::<Vec3>(20.);
    let mut crowd = Crowd::new(LAYER);
    // The upper one first in the list.
    add(
        &mut crowd,
        &mut world,
        at(0., 1.84, 0.),
        80.,
        CrowdRole::Push,
    );
    add(
        &mut crowd,
        &mut world,
        at(0., 0.01, 0.),
        80.,
        CrowdRole::Push,
    );
    let rest = [Intent::walk(Vec3::ZERO); 2];
    for _ in 0..30 {
        crowd.step(&mut world, &rest, 1. / 60.);
    }
    let intents = [Intent::walk(Vec3::ZERO), Intent::walk(vec3(1., 0., 0.))];
    for _ in 0..90 {
        crowd.step(&mut world, &intents, 1. / 60.);
        assert!(least_gap(&crowd) > 0.0085);
    }
    let [upper, lower] = [0, 1].map(|i| crowd.agents()[i].body);
    assert!(
        lower.feet.x > 1.4 && (upper.feet.x - lower.feet.x).abs() < 0.05,
        "{upper:?} {lower:?}"
    );
}

#[test]
fn a_crowd_in_2d_and_on_a_lift() {
    let mut world = room::<Vec2>(20.);
    let lift = world
        .insert(carom::Body {
            layers: !LAYER,
            pose: carom::Pose::at(vec2(0., 1.5)),
            ..carom::Body::new(Collider::cuboid(
                Vec2::ZERO,
                [vec2(3., 0.), vec2(0., 0.2), Vec2::ZERO],
            ))
        })
        .unwrap();
    let mut crowd = Crowd::new(LAYER);
    for x in [-1., 0., 1.] {
        add(
            &mut crowd,
            &mut world,
            at(x, 1.71, 0.),
            80.,
            CrowdRole::Push,
        );
    }
    let intents = [
        Intent::walk(vec2(1., 0.)),
        Intent::walk(Vec2::ZERO),
        Intent::walk(vec2(-1., 0.)),
    ];
    for tick in 1..=120 {
        let y = 1.5 + (tick as f32 / 20.).sin();
        let pose = carom::Pose::at(vec2(0., y));
        world.move_to(lift, pose, 1. / 60.).unwrap();
        crowd.step(&mut world, &intents, 1. / 60.);
        if tick > 5 {
            for agent in crowd.agents() {
                let gap = agent.body.feet.y - (y + 0.2);
                assert!((0.0085..0.0151).contains(&gap), "{tick}: {gap}");
            }
        }
    }
    assert!(least_gap(&crowd) > 0.009);
}

#[test]
fn an_invalid_agent_is_refused() {
    let mut world = room::<Vec3>(2.);
    let mut crowd = Crowd::new(LAYER);
    let mover = || Mover::new(MoverSettings::default()).unwrap();
    for mass in [0.0, -1.0, f32::NAN] {
        let added = crowd.add(&mut world, mover(), at(0., 0., 0.), mass, CrowdRole::Push);
        assert!(added.is_err(), "{mass}");
    }
    let nowhere = CharacterState::at(vec3(f32::NAN, 0., 0.), 1.8);
    assert!(
        crowd
            .add(&mut world, mover(), nowhere, 1., CrowdRole::Push)
            .is_err()
    );
    assert!(crowd.agents().is_empty());
}

/// A lift once rose through the lower of two stacked agents, and a wall moved through the first of a row.
#[test]
fn stacks_ride_and_rows_are_pushed() {
    let slab = |half: Vec3, at: Vec3, world: &mut World<Vec3>| {
        let axes = [Vec3::X * half.x, Vec3::Y * half.y, Vec3::Z * half.z];
        let body = carom::Body {
            layers: !LAYER,
            pose: carom::Pose::at(at),
            ..carom::Body::new(Collider::cuboid(Vec3::ZERO, axes))
        };
        world.insert(body).unwrap()
    };
    for (hz, speed) in [(30.0_f32, 1.0_f32), (60., 0.3), (60., 2.), (144., 1.)] {
        let dt = 1. / hz;
        let mut world = World::new();
        let lift = slab(vec3(2., 0.5, 2.), vec3(0., -0.5, 0.), &mut world);
        let mut crowd = Crowd::new(LAYER);
        // The upper one first in the list.
        add(&mut crowd, &mut world, at(0., 3., 0.), 80., CrowdRole::Push);
        add(
            &mut crowd,
            &mut world,
            at(0., 0.01, 0.),
            80.,
            CrowdRole::Push,
        );
        for tick in 1..=(2. * hz) as u32 {
            let y = speed * tick as f32 * dt - 0.5;
            world
                .move_to(lift, carom::Pose::at(vec3(0., y, 0.)), dt)
                .unwrap();
            crowd.step(&mut world, &[], dt);
            assert!(least_gap(&crowd) > 0.0, "{hz} Hz, {speed} m/s");
            assert!(crowd.agents().iter().all(|agent| !agent.report().why.stuck));
        }
        let [upper, lower] = [0, 1].map(|i| crowd.agents()[i].body.feet);
        assert!(
            (lower.y - 2. * speed - 0.01).abs() < 2e-3 && (upper.y - lower.y - 1.81).abs() < 2e-3
        );
    }
    for (hz, speed) in [(30.0_f32, 2.0_f32), (60., 0.5), (60., 6.), (240., 2.)] {
        let dt = 1. / hz;
        let mut world = room::<Vec3>(20.);
        let wall = slab(vec3(0.2, 1., 3.), vec3(-1., 1.01, 0.), &mut world);
        let mut crowd = Crowd::new(LAYER);
        for x in [1.8, 0., 0.9] {
            add(
                &mut crowd,
                &mut world,
                at(x, 0.01, 0.),
                80.,
                CrowdRole::Push,
            );
        }
        let mut x = -1.0;
        for _ in 0..(2. * hz) as u32 {
            x += speed * dt;
            world
                .move_to(wall, carom::Pose::at(vec3(x, 1.01, 0.)), dt)
                .unwrap();
            crowd.step(&mut world, &[], dt);
            assert!(least_gap(&crowd) > 0.0, "{hz} Hz, {speed} m/s");
            for agent in crowd.agents() {
                assert!(agent.body.feet.x > x + 0.5 && !agent.report().why.stuck);
            }
        }
    }
}

/// Hills of up to half a meter, 24 m wide.
fn hills() -> carom::Mesh<Vec3> {
    let mut vertices = Vec::new();
    let mut triangles = Vec::new();
    for i in 0..=24_u32 {
        for j in 0..=24_u32 {
            let height = (i * 7 + j * 13 + i * j) % 11;
            let (x, z) = (i as f32 - 12., j as f32 - 12.);
            vertices.push(vec3(x, height as f32 * 0.05, z));
            if i < 24 && j < 24 {
                let a = i * 25 + j;
                triangles.extend([[a, a + 1, a + 25], [a + 1, a + 26, a + 25]]);
            }
        }
    }
    carom::Mesh::new(vertices, triangles).unwrap()
}

/// The feet and the velocity of each agent of a crowd, by its place in `order`.
type Ends = Vec<[u32; 6]>;

/// 400 agents on hills, beside a lift and a turntable that carry some, with different intents: some heavy and fast,
/// some static, some ghosts, some jump. They are added in `order`.
fn wander(order: &[usize]) -> Ends {
    let mut world = World::new();
    let mut level = carom::Body::new(hills());
    level.layers = !LAYER;
    world.insert(level).unwrap();
    let mut slab = |x: f32| {
        let axes = [Vec3::X * 2., Vec3::Y * 0.3, Vec3::Z * 2.];
        let body = carom::Body {
            layers: !LAYER,
            pose: carom::Pose::at(vec3(x, 0.5, 0.)),
            moving: true,
            ..carom::Body::new(Collider::cuboid(Vec3::ZERO, axes))
        };
        world.insert(body).unwrap()
    };
    let (lift, table) = (slab(-5.), slab(5.));
    let mut crowd = Crowd::new(LAYER);
    for number in order {
        let place = at(
            (number % 20) as f64 - 9.5,
            if number % 9 == 4 { 2.9 } else { 0.95 },
            (number / 20) as f64 - 9.5,
        );
        let (mass, pushes) = match number % 23 {
            3 => (2e3, CrowdRole::Push),
            7 => (80., CrowdRole::Static),
            11 => (80., CrowdRole::Ghost),
            _ => (80., CrowdRole::Push),
        };
        add(&mut crowd, &mut world, place, mass, pushes);
    }
    for tick in 1..=90 {
        let time = tick as f32 / 60.;
        let up = vec3(-5., 0.5 + 0.4 * (2. * time).sin(), 0.);
        (world.move_to(lift, carom::Pose::at(up), 1. / 60.)).unwrap();
        let turned = carom::Pose::new(vec3(5., 0.5, 0.), carom::Rotation::new(Vec3::Y, time));
        world.move_to(table, turned, 1. / 60.).unwrap();
        let intents: Vec<_> = order
            .iter()
            .map(|number| {
                let mut random = Rng::with_seed((*number * 31 + tick / 20) as u64);
                let (sin, cos) = (random.f32() * 6.3).sin_cos();
                let speed = if number % 23 == 3 {
                    15.
                } else {
                    5. * random.f32()
                };
                Intent {
                    jump: (number % 17 == 5 && tick % 30 == 0).then_some(4.),
                    ..Intent::walk(vec3(cos, 0., sin) * speed)
                }
            })
            .collect();
        crowd.step(&mut world, &intents, 1. / 60.);
        if tick % 6 == 0 {
            let gap = least_gap(&crowd);
            assert!(gap > -1e-6, "{tick}: {gap}");
        }
        for agent in crowd.agents() {
            let Some(body) = agent.id().and_then(|id| world.get(id)) else {
                continue;
            };
            // The world has its pose and its motion.
            let came = (agent.body.feet - agent.before().feet) * 60.;
            assert!(body.pose == carom::Pose::at(agent.body.feet));
            assert!((body.velocity - came).length() <= 1e-3 * (1. + came.length()));
        }
    }
    let mut ends = vec![[0; 6]; order.len()];
    for (number, agent) in order.iter().zip(crowd.agents()) {
        let CharacterState { feet, velocity, .. } = agent.body;
        let all = [feet.x, feet.y, feet.z, velocity.x, velocity.y, velocity.z];
        ends[*number] = all.map(f32::to_bits);
    }
    ends
}

/// With the feature `rayon`: on pools of one to seven threads.
#[test]
fn neither_order_nor_threads_change_a_bit_of_a_large_crowd() {
    let straight: Vec<usize> = (0..400).collect();
    let mut mixed = straight.clone();
    Rng::with_seed(8).shuffle(&mut mixed);
    let ends = wander(&straight);
    let walked = ends.iter().zip(0..).filter(|(end, number)| {
        let x = f32::from_bits(end[0]);
        (x - ((number % 20) as f32 - 9.5)).abs() > 0.5
    });
    assert!(walked.count() > 150);
    assert!(wander(&mixed) == ends, "the order matters");
    #[cfg(feature = "rayon")]
    for threads in [1, 2, 7] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let again = pool.build().unwrap().install(|| wander(&straight));
        assert!(again == ends, "{threads} threads");
    }
}

#[test]
fn changed_settings_change_the_size_of_the_body_in_the_world() {
    let mut world = room::<Vec3>(20.);
    let mut crowd = Crowd::new(LAYER);
    add(
        &mut crowd,
        &mut world,
        at(-2., 0.01, 0.),
        80.,
        CrowdRole::Push,
    );
    add(
        &mut crowd,
        &mut world,
        at(2., 0.01, 0.),
        80.,
        CrowdRole::Static,
    );
    let intents = [Intent::walk(vec3(3., 0., 0.))];
    let wide = MoverSettings {
        radius: 0.8,
        ..MoverSettings::default()
    };
    for tick in 0..120 {
        if tick == 5 {
            crowd.agents_mut()[1].mover.set_settings(wide).unwrap();
        }
        crowd.step(&mut world, &intents, 1. / 60.);
        assert!(least_gap(&crowd) >= 0.);
    }
    let [a, b] = [0, 1].map(|i| &crowd.agents()[i]);
    // The sum of the radii, and a skin.
    assert!((b.body.feet.x - a.body.feet.x - 1.11).abs() < 0.005);
    let carom::Shape::Capsule(capsule) = world
        .get(b.id().unwrap())
        .unwrap()
        .collider
        .shape()
        .unwrap()
    else {
        panic!("a capsule");
    };
    assert_eq!(capsule.radius, 0.8);
}

/// The boxes that bodies have swept in a tick are in a BVH; a body too fast for any box is in none.
fn bodies_of_any_speed_pass<V: Vector>() {
    let number = <V::Scalar as carom::Scalar>::from_f64;
    let mut world = room::<V>(6.);
    let mut crowd = Crowd::new(LAYER);
    add(&mut crowd, &mut world, at(0., 0., 0.), 1., CrowdRole::Push);
    for i in 0..100 {
        let center = V::from_f64([f64::from(i) * 3. - 150., 50., 0.]);
        let mut body = carom::Body::new(carom::Ball::new(center, number(1.)));
        let x = V::from_f64([1., 0., 0.]);
        body.velocity = match i {
            20 => x * <V::Scalar as carom::Scalar>::MAX,
            _ => x,
        };
        world.insert(body).unwrap();
    }
    let intent = Intent::walk(V::from_f64([1., 0., 0.]));
    for _ in 0..3 {
        crowd.step(&mut world, &[intent], number(1. / 60.));
    }
    assert!(crowd.agents()[0].body.feet.is_finite());
}

#[test]
fn bodies_of_any_speed_pass_a_crowd() {
    bodies_of_any_speed_pass::<Vec2>();
    bodies_of_any_speed_pass::<Vec3>();
    bodies_of_any_speed_pass::<DVec3>();
}

#[test]
fn an_agent_that_leaves_frees_its_place_and_its_number() {
    let mut world = room::<Vec3>(20.);
    let bodies = world.len();
    let mut crowd = Crowd::new(LAYER);
    for x in [0., 0.61, 3.] {
        let role = CrowdRole::Push;
        add(&mut crowd, &mut world, at(x, 0.01, 0.), 80., role);
    }
    // The middle one bars the way of the first; the last takes over its number.
    let gone = crowd.remove(&mut world, 1).unwrap();
    assert!(world.get(gone.id().unwrap()).is_none() && world.len() == bodies + 2);
    assert!(crowd.remove(&mut world, 2).is_none());
    let walks = [
        Intent::walk(vec3(2., 0., 0.)),
        Intent::walk(vec3(-1., 0., 0.)),
    ];
    for _ in 0..30 {
        crowd.step(&mut world, &walks, 1. / 60.);
    }
    let [first, last] = [0, 1].map(|i| crowd.agents()[i].body.feet.x);
    assert!((first - 1.).abs() < 1e-3, "{first}");
    assert!((last - 2.5).abs() < 1e-3, "{last}");
    for (number, agent) in (0..).zip(crowd.agents()) {
        assert_eq!(world.get(agent.id().unwrap()).unwrap().data, number);
    }
}

#[test]
fn layers_and_masks_of_agents_filter_the_world_and_not_the_crowd() {
    let end = |mask: u32, layers: u32| {
        let mut world = room::<Vec3>(20.);
        // A wall for agents in layer 1, and in layer 2 itself.
        let half = [Vec3::X * 0.1, Vec3::Y * 3., Vec3::Z * 3.];
        let mut wall = carom::Body::new(Collider::cuboid(vec3(2., 0., 0.), half));
        (wall.layers, wall.mask) = (0b10, 0b01);
        world.insert(wall).unwrap();
        let mut crowd = Crowd::new(LAYER);
        for (x, role) in [(0., CrowdRole::Push), (5., CrowdRole::Static)] {
            add(&mut crowd, &mut world, at(x, 0.01, 0.), 80., role);
        }
        let agent = &mut crowd.agents_mut()[0];
        (agent.mask, agent.layers) = (mask, layers);
        for _ in 0..120 {
            crowd.step(&mut world, &[Intent::walk(vec3(4., 0., 0.))], 1. / 60.);
        }
        crowd.agents()[0].body.feet
    };
    let (wall, other) = (2. - 0.1 - 0.31, 5. - 0.61);
    // (mask, layers), and where it stops: at the wall or at the other agent.
    for (mask, layers, x) in [
        (u32::MAX, u32::MAX, wall),
        (0b10 | 0b100, 0b01, wall),
        (!0b10, u32::MAX, other),
        (u32::MAX, 0b100, other),
    ] {
        let feet = end(mask, layers);
        assert!((feet.x - x).abs() < 2e-3, "{mask:b} {layers:b}: {feet}");
        assert!((feet.y - 0.01).abs() < 2e-3, "{mask:b} {layers:b}: {feet}");
    }
}

#[test]
fn an_agent_that_is_put_elsewhere_is_in_the_way_there_at_once() {
    let mut world = World::<Vec3>::new();
    let mut crowd = Crowd::new(LAYER);
    for x in [0., 50.] {
        let body = at(x, 0., 0.);
        add(&mut crowd, &mut world, body, 80., CrowdRole::Push);
    }
    let fly = |y: f32| Intent {
        fly: true,
        ..Intent::walk(vec3(0., y, 0.))
    };
    crowd.step(&mut world, &[fly(0.), fly(0.)], 0.1);
    // Above the head of the other, which rises by 3 m in the tick.
    crowd.agents_mut()[1].body.feet = vec3(0., 2.5, 0.);
    crowd.step(&mut world, &[fly(30.), fly(0.)], 0.1);
    let feet = [0, 1].map(|i| crowd.agents()[i].body.feet.y);
    // It stops a skin below.
    assert!((feet[1] - feet[0] - 1.81).abs() < 2e-3, "{feet:?}");
}

/// One that stands on another, which rides a platform, against one that stands on a ledge.
#[test]
fn an_agent_on_one_that_rides_pushes_with_the_speed_of_the_ride() {
    let slab = |world: &mut World<DVec3>, at: DVec3, half: DVec3| {
        let axes = [DVec3::X * half.x, DVec3::Y * half.y, DVec3::Z * half.z];
        let body = carom::Body {
            layers: !LAYER,
            pose: carom::Pose::at(at),
            ..carom::Body::new(Collider::cuboid(DVec3::ZERO, axes))
        };
        world.insert(body).unwrap()
    };
    let mut world = World::<DVec3>::new();
    let deck = slab(&mut world, dvec3(0., -1., 0.), dvec3(0.5, 1., 2.));
    slab(&mut world, dvec3(2.56, 0.8, 0.), dvec3(2., 1.0, 2.));
    let mut crowd = Crowd::new(LAYER);
    for body in [at(0., 0.01, 0.), at(0., 1.82, 0.), at(0.61, 1.81, 0.)] {
        add(&mut crowd, &mut world, body, 80., CrowdRole::Push);
    }
    let dt = 1. / 60.;
    for _ in 0..10 {
        crowd.step(&mut world, &[], dt);
    }
    assert!(
        crowd
            .agents()
            .iter()
            .all(|agent| agent.body.ground.is_some())
    );
    let start = crowd.agents()[2].body.feet.x;
    // In touch: of equal masses both go on with half of the speed.
    let speed = 0.6;
    let pose = carom::Pose::at(dvec3(speed * dt, -1., 0.));
    world.move_to(deck, pose, dt).unwrap();
    crowd.step(&mut world, &[], dt);
    let moved = crowd.agents()[2].body.feet.x - start;
    assert!((moved - 0.5 * speed * dt).abs() < 1e-4, "{moved}");
}
