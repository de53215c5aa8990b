//! Surfaces: ice, conveyors, slopes and steps by material, the same at every tick rate; and nothing without them.

use crate::courses::random::Random;
use carom::glam::{DVec3, Vec3, dvec3, vec3};
use carom::mover::{
    CharacterState, Intent, Locomotion, LocomotionSettings, Mover, MoverSettings, Recording,
    Rollout, SurfaceError, SurfaceFault, SurfaceKind, SurfaceMaterial, Surfaces,
};
use carom::{Body, BodyId, Collider, Mesh, PartId, World};
use std::sync::Arc;

const RATES: [u32; 5] = [30, 60, 144, 300, 1000];

fn add_corners(world: &mut World<DVec3>, min: DVec3, max: DVec3) -> BodyId {
    let half = (max - min) * 0.5;
    let axes = [DVec3::X * half.x, DVec3::Y * half.y, DVec3::Z * half.z];
    let body = Collider::cuboid((min + max) * 0.5, axes);
    world.insert(body).unwrap()
}

fn floor(world: &mut World<DVec3>) -> BodyId {
    add_corners(world, dvec3(-60., -1., -60.), dvec3(60., 0., 60.))
}

fn material() -> SurfaceMaterial<DVec3> {
    SurfaceMaterial::default()
}

/// A mover with materials of whole bodies.
fn mover(materials: &[(BodyId, SurfaceMaterial<DVec3>)]) -> Mover<DVec3> {
    let mut surfaces = Surfaces::new();
    for (body, material) in materials {
        surfaces.insert(*body, None, *material).unwrap();
    }
    let mut mover = Mover::new(MoverSettings::default()).unwrap();
    mover.set_surfaces(Some(Arc::new(surfaces)));
    mover
}

/// Walks for `seconds` after a tick at rest; returns the state at the end.
fn walk(
    world: &World<DVec3>,
    mover: &mut Mover<DVec3>,
    start: DVec3,
    (seconds, hz): (f64, u32),
    velocity: DVec3,
) -> CharacterState<DVec3> {
    let mut state = CharacterState::at(start, 1.8);
    let dt = 1.0 / f64::from(hz);
    for _ in 0..(seconds * f64::from(hz)).round() as u32 {
        mover.step(world, &mut state, &Intent::walk(velocity), dt);
    }
    state
}

#[test]
fn on_ice_a_character_stops_where_the_equation_says() {
    for (grip, speed) in [(0.05, 3.0), (0.2, 6.0), (1.0, 4.0)] {
        let mut world = World::new();
        let ice = floor(&mut world);
        let slippery = SurfaceMaterial {
            friction: grip,
            ..material()
        };
        let mut mover = mover(&[(ice, slippery)]);
        for hz in RATES {
            let dt = 1.0 / f64::from(hz);
            let mut state = CharacterState::at(dvec3(0., 0.01, 0.), 1.8);
            let mut locomotion = Locomotion::new(LocomotionSettings::<f64>::default());
            mover.step(&world, &mut state, &Intent::walk(DVec3::ZERO), dt);
            locomotion.velocity = DVec3::X * speed;
            let friction = grip * locomotion.settings.friction;
            for tick in 1..=3 * hz {
                locomotion.grip = mover.grip(&state);
                let intent = locomotion.intent(&state, DVec3::ZERO, None, DVec3::Y, dt);
                mover.step(&world, &mut state, &intent, dt);
                locomotion.adopt(&state, &intent, DVec3::Y);
                // x = v / f (1 − e^(−f t))
                let time = f64::from(tick) * dt;
                let exact = speed / friction * -(-friction * time).exp_m1();
                assert!(
                    (state.feet.x - exact).abs() < 1e-9,
                    "{hz} Hz: {} instead of {exact}",
                    state.feet.x
                );
            }
        }
    }
}

#[test]
fn ice_takes_as_long_to_start_on() {
    let mut world = World::new();
    let ice = floor(&mut world);
    let slippery = SurfaceMaterial {
        friction: 0.1,
        ..material()
    };
    let mut mover = mover(&[(ice, slippery)]);
    for hz in RATES {
        let dt = 1.0 / f64::from(hz);
        let mut state = CharacterState::at(dvec3(0., 0.01, 0.), 1.8);
        mover.step(&world, &mut state, &Intent::walk(DVec3::ZERO), dt);
        let mut locomotion = Locomotion::new(LocomotionSettings::<f64>::default());
        for _ in 0..hz / 2 {
            locomotion.grip = mover.grip(&state);
            let intent = locomotion.intent(&state, DVec3::X * 4., None, DVec3::Y, dt);
            mover.step(&world, &mut state, &intent, dt);
            locomotion.adopt(&state, &intent, DVec3::Y);
        }
        // v' = −μ f v + μ a w with μ f = 0.4, μ a w = 4, from rest: v = 10 (1 − e^(−0.4 t)).
        let exact = 10. * -(-0.4 * f64::from(hz / 2) * dt).exp_m1();
        assert!(
            (locomotion.velocity.x - exact).abs() < 1e-9,
            "{hz}: {locomotion:?}"
        );
    }
    // Without any grip nothing starts, not even at infinite acceleration.
    let mut locomotion = Locomotion::new(LocomotionSettings::<f64>::direct());
    locomotion.grip = 0.;
    let mut state = CharacterState::at(dvec3(0., 0.01, 0.), 1.8);
    mover.step(&world, &mut state, &Intent::walk(DVec3::ZERO), 0.1);
    let intent = locomotion.intent(&state, DVec3::X, None, DVec3::Y, 0.1);
    assert_eq!(intent.velocity, DVec3::ZERO);
}

#[test]
fn a_conveyor_carries_at_its_speed_and_is_left_with_it() {
    let mut world = World::new();
    let belt = floor(&mut world);
    let velocity = dvec3(1.5, 0., -0.5);
    let moving = SurfaceMaterial {
        velocity: velocity + DVec3::Y,
        tag: 3,
        ..material()
    };
    let mut mover = mover(&[(belt, moving)]);
    for hz in RATES {
        let dt = 1.0 / f64::from(hz);
        let mut state = CharacterState::at(dvec3(0., 0.01, 0.), 1.8);
        mover.step(&world, &mut state, &Intent::walk(DVec3::ZERO), dt);
        // From where it has landed.
        let start = state.feet;
        for _ in 0..2 * hz {
            mover.step(&world, &mut state, &Intent::walk(DVec3::ZERO), dt);
        }
        assert!(
            (state.feet - start - velocity * 2.).length() < 1e-6,
            "{hz}: {state:?}"
        );
        // A walk against it, then a jump, which keeps its velocity.
        for _ in 0..hz {
            mover.step(&world, &mut state, &Intent::walk(-velocity), dt);
        }
        assert!(
            (state.feet - start - velocity * 2.).length() < 1e-6,
            "{hz}: {state:?}"
        );
        let jump = Intent {
            jump: Some(4.),
            ..Intent::walk(DVec3::ZERO)
        };
        mover.step(&world, &mut state, &jump, dt);
        for _ in 1..hz / 2 {
            mover.step(&world, &mut state, &Intent::walk(DVec3::ZERO), dt);
        }
        assert!(state.ground.is_none());
        let time = f64::from(hz / 2) * dt;
        let across = dvec3(velocity.x, 0., velocity.z) * (2. + time);
        let there = state.feet - start - across;
        assert!(
            (there.x.powi(2) + there.z.powi(2)).sqrt() < 1e-6,
            "{hz}: {state:?}"
        );
    }
}

/// A level floor of three strips along x, [−20, 0], [0, 4] and [4, 30], with two triangles each.
fn strips() -> Mesh<DVec3> {
    let corners = [-20., 0., 4., 30.];
    let vertices = corners
        .iter()
        .flat_map(|x| [dvec3(*x, 0., -9.), dvec3(*x, 0., 9.)]);
    let triangles = (0..3).flat_map(|i| {
        let a = 2 * i;
        [[a, a + 1, a + 2], [a + 2, a + 1, a + 3]]
    });
    Mesh::new(
        vertices.collect::<Vec<_>>(),
        triangles.collect::<Vec<[u32; 3]>>(),
    )
    .unwrap()
}

#[test]
fn conveyors_of_triangles_change_at_the_line_between_them() {
    let mesh = strips();
    let mut surfaces = Surfaces::new();
    for part in 0..6 {
        let velocity = [dvec3(2., 0., 0.), dvec3(1., 0., 1.), DVec3::ZERO][part as usize / 2];
        let belt = SurfaceMaterial {
            velocity,
            tag: part / 2,
            ..material()
        };
        surfaces
            .insert(BodyId::default(), Some(part), belt)
            .unwrap();
    }
    for hz in RATES {
        let mut mover = Mover::new(MoverSettings::<DVec3>::default()).unwrap();
        mover.set_surfaces(Some(Arc::new(surfaces.clone())));
        let dt = 1.0 / f64::from(hz);
        let mut state = CharacterState::at(dvec3(-1.9, 0.01, 0.3), 1.8);
        mover.step(&mesh, &mut state, &Intent::walk(DVec3::ZERO), dt);
        // From there on it stands on the first.
        state.feet = dvec3(-1.9, 0.01, 0.3);
        let mut places = Vec::new();
        for tick in 1..=8 * hz {
            mover.step(&mesh, &mut state, &Intent::walk(DVec3::ZERO), dt);
            if tick % hz == 0 {
                places.push(state.feet);
            }
        }
        // On the first until t = 0.95, at x = 0; on the second until t = 4.95, at x = 4, z = 4.3.
        let exact = |time: f64| {
            let second = (time - 0.95).clamp(0., 4.);
            dvec3(-1.9 + 2. * time.min(0.95) + second, 0.01, 0.3 + second)
        };
        for (second, place) in places.iter().enumerate() {
            let exact = exact(second as f64 + 1.);
            assert!(
                (*place - exact).length() < 6e-3,
                "{hz} Hz: {place} instead of {exact}"
            );
        }
    }
}

#[test]
fn a_conveyor_is_fast_from_the_landing_on() {
    let mut world = World::new();
    let belt = floor(&mut world);
    let moving = SurfaceMaterial {
        velocity: dvec3(40., 0., 0.),
        ..material()
    };
    let mut mover = mover(&[(belt, moving)]);
    let mut ends = Vec::new();
    for hz in RATES {
        let state = walk(
            &world,
            &mut mover,
            dvec3(-50., 1.01, 0.),
            (2., hz),
            DVec3::ZERO,
        );
        ends.push(state.feet.x);
        assert!(state.ground.is_some());
    }
    // A fall of 1 m takes √(2/9.81) s.
    let exact = -50. + 40. * (2. - (2. / 9.81_f64).sqrt());
    for x in &ends {
        assert!(
            (x - exact).abs() < 40. * 1e-3,
            "{ends:?} instead of {exact}"
        );
    }
}

/// A ramp of this many degrees, up along x from x = 1 at the floor, of this length.
fn ramp(world: &mut World<DVec3>, degrees: f64, length: f64) -> BodyId {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let (along, out) = (dvec3(cos, sin, 0.), dvec3(-sin, cos, 0.));
    let half = (length + 1.) * 0.5;
    let center = dvec3(1., 0., 0.) + along * (half - 1.) - out * 0.5;
    let body = Collider::cuboid(center, [along * half, out * 0.5, DVec3::Z * 9.]);
    world.insert(body).unwrap()
}

#[test]
fn the_steepest_walkable_slope_is_that_of_the_material() {
    let cosine = |degrees: f64| Some(degrees.to_radians().cos());
    for (degrees, limit, climbs) in [
        (30., None, true),
        (60., None, false),
        (30., cosine(20.), false),
        (30., cosine(30.), true),
        (60., cosine(65.), true),
        (60., cosine(59.), false),
        (80., cosine(85.), true),
    ] {
        let mut heights = Vec::new();
        for hz in RATES {
            let mut world = World::new();
            floor(&mut world);
            let ramp = ramp(&mut world, degrees, 11.);
            let own = SurfaceMaterial {
                max_slope: limit,
                tag: 9,
                ..material()
            };
            let mut mover = mover(&[(ramp, own)]);
            let state = walk(
                &world,
                &mut mover,
                dvec3(-1., 0.01, 0.),
                (2.5, hz),
                DVec3::X,
            );
            heights.push(state.feet.y);
            let ground = state.ground.unwrap();
            assert_eq!(
                ground.part.body == ramp,
                climbs,
                "{degrees} {limit:?} {hz} Hz: {state:?}"
            );
            if !climbs {
                let met = mover
                    .collisions()
                    .iter()
                    .find(|met| met.part.body == ramp)
                    .unwrap();
                assert_eq!((met.role, met.tag), (SurfaceKind::Steep, 9));
            } else {
                // It stands there.
                let mut rests = state;
                for _ in 0..hz {
                    mover.step(
                        &world,
                        &mut rests,
                        &Intent::walk(DVec3::ZERO),
                        1. / f64::from(hz),
                    );
                }
                assert!(
                    (rests.feet - state.feet).length() < 1e-3,
                    "{hz} Hz: {rests:?}"
                );
            }
        }
        let (low, high) = heights.iter().fold((9., 0.), |(low, high): (f64, f64), y| {
            (low.min(*y), high.max(*y))
        });
        assert!(
            if climbs { low > 0.1 } else { high < 0.05 },
            "{degrees} {limit:?}: {heights:?}"
        );
        assert!(high - low < 0.05, "{degrees} {limit:?}: {heights:?}");
    }
}

#[test]
fn a_kerb_without_step_permission_stops_as_a_wall() {
    // A low one would be rolled over, a high one stepped on to, without a word of its material.
    for height in [0.03, 0.06, 0.1, 0.25, 0.4] {
        for heading in [0., 30.0_f64, 60.] {
            for hz in RATES {
                let mut world = World::new();
                floor(&mut world);
                let kerb = add_corners(&mut world, dvec3(2., -1., -40.), dvec3(9., height, 40.));
                let (sin, cos) = heading.to_radians().sin_cos();
                let velocity = dvec3(cos, 0., sin) * 3.;
                let start = dvec3(0., 0.01, 0.);
                let mut plain = Mover::new(MoverSettings::default()).unwrap();
                let free = walk(&world, &mut plain, start, (2.5, hz), velocity);
                assert!(
                    free.feet.x > 3. && free.feet.y > height,
                    "{height} {hz}: {free:?}"
                );
                let barred = SurfaceMaterial {
                    step: false,
                    ..material()
                };
                let mut mover = mover(&[(kerb, barred)]);
                let state = walk(&world, &mut mover, start, (2.5, hz), velocity);
                assert!(state.feet.y < 0.02, "{height} {heading} {hz}: {state:?}");
                // Where the round end of the capsule meets the edge: at less than the radius from it if that is low.
                let rise = (0.31_f64 - height).max(0.);
                let reach = (0.31_f64.powi(2) - rise * rise).sqrt();
                assert!(
                    (state.feet.x - (2. - reach)).abs() < 2e-3,
                    "{height} {heading} {hz}: {state:?}"
                );
                let along = state.feet.z - velocity.z * 2.5;
                assert!(along.abs() < 0.01, "{height} {heading} {hz}: {state:?}");
                // On top of it, everything is as on other ground: near the rim and beyond it too.
                let top = dvec3(2.5, height + 0.01, 0.);
                let rim = walk(&world, &mut mover, top, (1., hz), dvec3(-0.6, 0., 0.));
                assert!(
                    rim.ground.is_some_and(|ground| ground.part.body == kerb),
                    "{rim:?}"
                );
                let mut back = rim;
                for _ in 0..2 * hz {
                    mover.step(
                        &world,
                        &mut back,
                        &Intent::walk(DVec3::X),
                        1. / f64::from(hz),
                    );
                }
                assert!(
                    (back.feet.x - rim.feet.x - 2.).abs() < 0.02,
                    "{height} {hz}: {rim:?} {back:?}"
                );
            }
        }
    }
}

#[test]
fn a_ramp_leads_on_to_what_is_not_stepped_on_to() {
    for degrees in [15., 30., 44.] {
        for hz in RATES {
            let mut world = World::new();
            floor(&mut world);
            let (sin, cos) = f64::to_radians(degrees).sin_cos();
            ramp(&mut world, degrees, 2.);
            // A plateau at its upper end.
            let (x, y) = (1. + 2. * cos, 2. * sin);
            let plateau = add_corners(&mut world, dvec3(x, -1., -9.), dvec3(30., y, 9.));
            let barred = SurfaceMaterial {
                step: false,
                ..material()
            };
            let mut mover = mover(&[(plateau, barred)]);
            let state = walk(
                &world,
                &mut mover,
                dvec3(0., 0.01, 0.),
                (2., hz),
                DVec3::X * 4.,
            );
            let past = state.feet.x > x + 1. && state.feet.y > y;
            assert!(past, "{degrees} {hz}: {state:?}");
        }
    }
}

#[test]
fn stairs_without_step_permission_are_not_climbed_from_their_own_treads() {
    for hz in RATES {
        let mut world = World::new();
        floor(&mut world);
        let mut stairs = Vec::new();
        for i in 0..4 {
            let (x, y) = (2. + f64::from(i), 0.2 + 0.2 * f64::from(i));
            let tread = add_corners(&mut world, dvec3(x, -1., -9.), dvec3(9., y, 9.));
            stairs.push((
                tread,
                SurfaceMaterial {
                    step: false,
                    ..material()
                },
            ));
        }
        let mut mover = mover(&stairs);
        let start = dvec3(2.5, 0.21, 0.);
        let state = walk(&world, &mut mover, start, (2., hz), DVec3::X * 3.);
        assert!((state.feet.y - 0.21).abs() < 2e-3, "{hz}: {state:?}");
        // Down it goes as on any stairs.
        let down = walk(
            &world,
            &mut mover,
            dvec3(5.5, 0.81, 0.),
            (3., hz),
            DVec3::X * -2.,
        );
        assert!((down.feet.y - 0.01).abs() < 2e-3, "{hz}: {down:?}");
    }
}

/// Boxes, most of them in each other's way, and a random walk among them.
fn clutter(random: &mut Random) -> World<Vec3> {
    let mut world = World::new();
    let axes = [Vec3::X * 30., Vec3::Y, Vec3::Z * 30.];
    world
        .insert(Collider::cuboid(vec3(0., -1., 0.), axes))
        .unwrap();
    for number in 0..40 {
        let mut along = |low: f64, high: f64| random.between(low, high) as f32;
        let half = vec3(along(0.1, 1.), along(0.02, 0.6), along(0.1, 1.));
        let at = vec3(along(-4., 4.), along(-0.2, 0.3), along(-4., 4.));
        let lean = carom::Rotation::new(vec3(along(-1., 1.), 0.3, along(-1., 1.)), along(0., 1.));
        let axes = [Vec3::X * half.x, Vec3::Y * half.y, Vec3::Z * half.z].map(|v| lean.rotate(v));
        let surface_velocity = if number % 8 == 0 {
            vec3(1., 0., 0.5)
        } else {
            Vec3::ZERO
        };
        let body = Body {
            surface_velocity,
            ..Body::new(Collider::cuboid(at, axes))
        };
        world.insert(body).unwrap();
    }
    world
}

fn random_intent(random: &mut Random) -> Intent<Vec3> {
    let mut along = |size: f64| random.between(-size, size) as f32;
    let velocity = vec3(along(5.), 0., along(5.));
    Intent {
        jump: random.chance(0.1).then_some(4.),
        ..Intent::walk(velocity)
    }
}

#[test]
fn materials_like_other_ground_change_no_bit() {
    let mut grounded = 0;
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let world = clutter(&mut random);
        let mut surfaces = Surfaces::new();
        for (body, _) in world.iter() {
            let same = SurfaceMaterial {
                max_slope: Some(MoverSettings::<Vec3>::default().max_slope),
                ..SurfaceMaterial::default()
            };
            let material = if body.number() % 2 == 0 {
                same
            } else {
                SurfaceMaterial::default()
            };
            surfaces.insert(body, None, material).unwrap();
        }
        let mut plain = Mover::new(MoverSettings::<Vec3>::default()).unwrap();
        let mut listed = plain.clone();
        listed.set_surfaces(Some(Arc::new(surfaces)));
        let mut a = CharacterState::at(vec3(0., 1.5, 0.), 1.8);
        let mut b = a;
        let mut intent = Intent::walk(Vec3::ZERO);
        for tick in 0..300 {
            if tick % 20 == 0 {
                intent = random_intent(&mut random);
            }
            let dt = [1. / 30., 1. / 60., 1. / 240.][tick % 3];
            let reports = [
                plain.step(&world, &mut a, &intent, dt),
                listed.step(&world, &mut b, &intent, dt),
            ];
            assert_eq!(reports[0], reports[1], "seed {seed}, tick {tick}");
            assert_eq!(plain.collisions(), listed.collisions());
            let bits = |s: &CharacterState<Vec3>| {
                [s.feet, s.velocity, s.base_velocity].map(|v| v.to_array().map(f32::to_bits))
            };
            assert_eq!((a, bits(&a)), (b, bits(&b)), "seed {seed}, tick {tick}");
            grounded += usize::from(a.ground.is_some());
        }
    }
    assert!(grounded > 4000, "{grounded}");
}

/// Materials of all kinds for a cluttered world.
fn mixed(world: &World<Vec3>, random: &mut Random) -> Arc<Surfaces<Vec3>> {
    let mut surfaces = Surfaces::new();
    for (tag, (body, _)) in (1..).zip(world.iter()) {
        let mut along = |size: f64| random.between(-size, size) as f32;
        let velocity = vec3(along(2.), 0., along(2.));
        let material = SurfaceMaterial {
            max_slope: random
                .chance(0.5)
                .then_some(random.between(0.3, 0.95) as f32),
            step: random.chance(0.5),
            friction: 0.5,
            velocity: if random.chance(0.4) {
                velocity
            } else {
                Vec3::ZERO
            },
            tag,
        };
        surfaces.insert(body, None, material).unwrap();
    }
    Arc::new(surfaces)
}

#[test]
fn rollouts_and_recordings_keep_the_materials() {
    let mut rode = 0;
    for seed in 0..20 {
        let mut random = Random::new(1000 + seed);
        let world = clutter(&mut random);
        let surfaces = mixed(&world, &mut random);
        let mut mover = Mover::new(MoverSettings::<Vec3>::default()).unwrap();
        mover.set_surfaces(Some(surfaces.clone()));
        let mut rollout = Rollout::new(mover.clone(), &world, 0.5);
        let start = CharacterState::at(vec3(0., 1.5, 0.), 1.8);
        let (mut a, mut b) = (start, start);
        let mut intent = Intent::walk(Vec3::ZERO);
        for tick in 0..120 {
            if tick % 20 == 0 {
                intent = random_intent(&mut random);
            }
            let before = a;
            let report = mover.step(&world, &mut a, &intent, 1. / 60.);
            assert_eq!(rollout.step(&mut b, &intent, 1. / 60.), report);
            assert_eq!(a, b, "seed {seed}, tick {tick}");
            for met in mover.collisions() {
                assert_eq!(met.tag, surfaces.get(met.part).map_or(0, |own| own.tag));
            }
            rode += usize::from(a.base_velocity != Vec3::ZERO && a.ground.is_some());
            let recording = Recording::new(&mover, before, intent, a, report);
            assert!(
                recording.play().unwrap().is_same(),
                "seed {seed}, tick {tick}"
            );
        }
    }
    assert!(rode > 100, "{rode}");
}

#[test]
fn a_recording_has_the_materials_of_its_parts_alone() {
    let mut world = World::new();
    let belt = floor(&mut world);
    let far = add_corners(&mut world, dvec3(40., 0., 40.), dvec3(41., 1., 41.));
    let moving = SurfaceMaterial {
        velocity: DVec3::X,
        tag: 4,
        ..material()
    };
    let mut mover = mover(&[(belt, moving), (far, moving)]);
    let before = walk(
        &world,
        &mut mover,
        dvec3(0., 0.01, 0.),
        (0.5, 60),
        DVec3::ZERO,
    );
    let (mut after, intent) = (before, Intent::walk(DVec3::Z));
    let report = mover.step(&world, &mut after, &intent, 0.1);
    assert!(after.feet.x > before.feet.x + 0.09);
    let recording = Recording::new(&mover, before, intent, after, report);
    assert!(recording.play().unwrap().is_same());
    let own = recording.surfaces.as_ref().unwrap();
    let places: Vec<_> = own.iter().map(|(body, ..)| body).collect();
    assert_eq!(places, [belt]);
    // Without its material it is another tick.
    let without = Recording {
        surfaces: None,
        ..recording
    };
    assert!(!without.play().unwrap().is_same());
}

#[test]
fn bad_materials_are_errors_that_name_the_place() {
    let mut surfaces = Surfaces::<Vec3>::new();
    let body = BodyId::from_bits(5);
    let default = SurfaceMaterial::<Vec3>::default();
    let fault = |material, surfaces: &mut Surfaces<Vec3>| {
        let error: SurfaceError = surfaces.insert(body, Some(2), material).unwrap_err();
        assert_eq!((error.body, error.part), (body, Some(2)));
        error.fault
    };
    for slope in [-0.1, 1.1, f32::NAN, f32::INFINITY] {
        let material = SurfaceMaterial {
            max_slope: Some(slope),
            ..default
        };
        assert_eq!(fault(material, &mut surfaces), SurfaceFault::Slope);
    }
    for friction in [-0.1, f32::NAN, f32::INFINITY] {
        let material = SurfaceMaterial {
            friction,
            ..default
        };
        assert_eq!(fault(material, &mut surfaces), SurfaceFault::Friction);
    }
    let material = SurfaceMaterial {
        velocity: vec3(0., f32::NAN, 0.),
        ..default
    };
    assert_eq!(fault(material, &mut surfaces), SurfaceFault::Velocity);
    assert_eq!(surfaces, Surfaces::new());

    let mud = SurfaceMaterial {
        friction: 3.,
        tag: 1,
        ..default
    };
    let ice = SurfaceMaterial {
        friction: 0.1,
        max_slope: Some(0.9),
        velocity: Vec3::X,
        tag: 2,
        ..default
    };
    surfaces.insert(body, Some(2), mud).unwrap();
    surfaces.insert(body, Some(2), mud).unwrap();
    let contradiction = SurfaceFault::Contradiction {
        present: 1,
        rejected: 2,
    };
    assert_eq!(fault(ice, &mut surfaces), contradiction);
    // A part may differ from its body; out of order too.
    surfaces.insert(body, None, ice).unwrap();
    surfaces.insert(BodyId::from_bits(1), Some(7), ice).unwrap();
    let of = |index| surfaces.get(PartId { body, index }).unwrap().tag;
    assert_eq!([of(1), of(2), of(3)], [2, 1, 2]);
    assert!(
        surfaces
            .get(PartId {
                body: BodyId::from_bits(1),
                index: 0
            })
            .is_none()
    );

    let mut fewer = surfaces.clone();
    assert_eq!(fewer.remove(body, Some(2)), Some(mud));
    assert_eq!(fewer.remove(body, Some(2)), None);
    fewer.remove(body, None).unwrap();
    fewer.remove(BodyId::from_bits(1), Some(7)).unwrap();
    assert_eq!(fewer, Surfaces::new());
}

/// Restitution by the tag and the speed of the landing, as the documentation of the tag has it.
#[test]
fn a_trampoline_by_its_tag_throws_as_high_at_every_rate() {
    const TRAMPOLINE: u32 = 7;
    let mut world = World::new();
    let net = floor(&mut world);
    let tagged = SurfaceMaterial {
        tag: TRAMPOLINE,
        ..material()
    };
    for (restitution, tag) in [(0.8, TRAMPOLINE), (1., TRAMPOLINE), (0.8, 0)] {
        for hz in RATES {
            let material = if tag == 0 { material() } else { tagged };
            let mut mover = mover(&[(net, material)]);
            let mut locomotion = Locomotion::new(LocomotionSettings::default());
            let mut body = CharacterState::at(dvec3(0., 2.01, 0.), 1.8);
            let (mut bounces, mut highest, dt) = (0, 0_f64, 1. / f64::from(hz));
            for _ in 0..4 * hz {
                let intent = locomotion.intent(&body, DVec3::X, None, DVec3::Y, dt);
                let report = mover.step(&world, &mut body, &intent, dt);
                locomotion.adopt(&body, &intent, DVec3::Y);
                highest = highest.max(if bounces == 1 { body.feet.y } else { 0. });
                let ground = report.ground.map(|ground| ground.part);
                let on = ground.and_then(|part| mover.surfaces()?.get(part));
                if let Some(speed) = report.events.landed
                    && on.is_some_and(|on| on.tag == TRAMPOLINE)
                {
                    bounces += 1;
                    locomotion.knock_back(&mut body, DVec3::Y * (restitution * speed), DVec3::Y);
                }
            }
            if tag == 0 {
                assert_eq!(bounces, 0);
                continue;
            }
            // The highest tick is at most half a tick from the apex.
            let exact = 0.01 + restitution * restitution * 2.;
            let slack = 9.81 * dt * dt / 8. + 1e-3;
            assert!(bounces >= 2, "{hz} Hz: {bounces}");
            assert!(
                (highest - exact).abs() < slack,
                "{hz} Hz: {highest} {exact}"
            );
        }
    }
}

/// A ramp of 85 degrees that only its material lets one walk: 23 m up in a tick.
#[test]
fn a_fast_walk_up_a_steep_ramp_is_as_far_as_it_wants() {
    let mut world = World::new();
    let ramp = ramp(&mut world, 85., 90.);
    let own = SurfaceMaterial {
        max_slope: Some(86_f64.to_radians().cos()),
        ..material()
    };
    let mut mover = mover(&[(ramp, own)]);
    let (sin, cos) = 85_f64.to_radians().sin_cos();
    let settings = *mover.settings();
    // Its lower end is a skin off the ramp, which begins at x = 1.
    let touch = settings.radius + settings.skin;
    let feet = dvec3(
        2. - touch * sin,
        (1. / cos) * sin + touch * cos - settings.radius,
        0.,
    );
    let mut state = CharacterState::at(feet, 1.8);
    mover.step(&world, &mut state, &Intent::walk(DVec3::ZERO), 1. / 60.);
    let start = state.feet.x;
    for tick in 1..=3 {
        let report = mover.step(&world, &mut state, &Intent::walk(DVec3::X * 120.), 1. / 60.);
        let far = state.feet.x - start;
        assert!(
            (far - 2. * f64::from(tick)).abs() < 1e-6,
            "{far} {report:?}"
        );
    }
}
