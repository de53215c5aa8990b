//! Swarms: nothing gets through, nothing gains energy, resting particles stay where they are.

use carom::glam::{DVec2, DVec3, Vec2, Vec3, dvec2, vec2, vec3};
use carom::swarm::{Bounce, Obstacles, Particle, Swarm, SwarmError, SwarmSettings};
use carom::{Ball, Body, Chain, Collider, Mesh, Pose, Scalar, Vector, Vector3, World};
use fastrand::Rng;

fn vector<V: Vector>(random: &mut Rng, size: f64) -> V {
    V::from_f64([0; 3].map(|_| (random.f64() - 0.5) * size))
}

/// A cube around the origin, 4 wide; `lift` moves it.
fn room<V: Vector3>(lift: [f64; 3]) -> Mesh<V> {
    let corner = |i: usize| {
        let side = |bit: usize| if i >> bit & 1 == 1 { 2.0 } else { -2.0 };
        V::from_f64([side(0) + lift[0], side(1) + lift[1], side(2) + lift[2]])
    };
    let sides = [
        [0, 1, 3, 2],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 3, 7, 6],
        [0, 2, 6, 4],
        [1, 3, 7, 5],
    ];
    let triangles = sides
        .into_iter()
        .flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]);
    let corners: Vec<V> = (0..8).map(corner).collect();
    Mesh::new(corners, triangles.collect::<Vec<[u32; 3]>>()).unwrap()
}

fn bouncy<V: Vector>() -> SwarmSettings<V> {
    SwarmSettings {
        restitution: V::Scalar::ONE,
        friction: V::Scalar::ZERO,
        acceleration: V::ZERO,
        ..SwarmSettings::default()
    }
}

fn filled<V: Vector>(settings: SwarmSettings<V>, count: usize, speed: f64) -> Swarm<V> {
    let mut random = Rng::with_seed(8);
    let mut swarm = Swarm::new(settings).unwrap();
    swarm.particles = (0..count)
        .map(|_| Particle::new(vector(&mut random, 3.8), vector(&mut random, speed)))
        .collect();
    swarm
}

/// A thousand ticks at up to 9 times the width of the room a tick.
fn nothing_leaves<V: Vector3>(lift: [f64; 3]) {
    let mesh = room::<V>(lift);
    let at = V::from_f64(lift);
    let mut hits = 0;
    for (friction, restitution, fall) in [(0.0, 1.0, 0.0), (0.5, 0.7, -9.81)] {
        let settings = SwarmSettings {
            friction: V::Scalar::from_f64(friction),
            restitution: V::Scalar::from_f64(restitution),
            acceleration: V::from_f64([0.0, fall, 0.0]),
            ..SwarmSettings::default()
        };
        let mut swarm = filled(settings, 50, 4000.0);
        for particle in &mut swarm.particles {
            particle.position += at;
        }
        let radius = swarm.settings().radius;
        for _ in 0..1000 {
            swarm.tick(&mesh, V::Scalar::from_f64(1.0 / 60.0));
            for particle in &swarm.particles {
                let inside = (particle.position - at).abs().max_element();
                assert!(inside.to_f64() < 2.0 - radius.to_f64(), "{particle:?}");
                hits += particle.hits;
            }
        }
        let raw = mesh.query().internal_edges(true);
        let touches = |p: &Particle<V>| raw.overlap(&Ball::new(p.position, radius));
        assert!(!swarm.particles.iter().any(touches));
    }
    assert!(hits > 50_000, "{hits}");
}

#[test]
fn nothing_leaves_a_closed_room() {
    nothing_leaves::<Vec3>([0.0; 3]);
    nothing_leaves::<Vec3>([1500.0, -200.0, 30.0]);
    nothing_leaves::<DVec3>([1e6, 0.0, 0.0]);
}

/// A bounce reflects a velocity by two dot products and a difference, and friction only slows it down: each hit adds a
/// few roundings at most.
#[test]
fn energy_never_grows_without_acceleration() {
    let mesh = room::<Vec3>([0.0; 3]);
    for restitution in [1.0, 0.6] {
        let settings = SwarmSettings {
            restitution,
            friction: if restitution < 1.0 { 0.3 } else { 0.0 },
            ..bouncy()
        };
        let mut swarm = filled(settings, 200, 400.0);
        let mut hits = 0;
        for _ in 0..300 {
            let before = swarm.particles.clone();
            swarm.tick(&mesh, 1.0 / 60.0);
            for (before, now) in before.iter().zip(&swarm.particles) {
                let grown = now.velocity.length() / before.velocity.length();
                let rounding = 1.0 + (1 + now.hits) as f32 * 8.0 * f32::EPSILON;
                assert!(
                    before.velocity == Vec3::ZERO || grown <= rounding,
                    "{grown}"
                );
                hits += now.hits;
            }
        }
        assert!(hits > 1000, "{hits}");
        if restitution == 1.0 {
            let slowed = |p: &&Particle<Vec3>| p.velocity.length() < 1.0;
            assert_eq!(swarm.particles.iter().filter(slowed).count(), 0);
        }
    }
}

/// In the plane a ball between two walls comes back with the exact period.
#[test]
fn a_ball_between_two_walls_keeps_time() {
    let walls = [-2.0, 2.0].map(|x| Chain::open(vec![vec2(x, 9.0), vec2(x, -9.0)]).unwrap());
    let mut world = World::new();
    for wall in walls {
        world.insert(std::sync::Arc::new(wall)).unwrap();
    }
    let mut swarm = Swarm::new(SwarmSettings {
        radius: 0.5,
        ..bouncy::<Vec2>()
    })
    .unwrap();
    swarm
        .particles
        .push(Particle::new(Vec2::ZERO, vec2(7.0, 0.0)));
    for _ in 0..6 * 64 {
        swarm.tick(&world, 1.0 / 64.0);
    }
    // 42 long, there and back 6 long: seven times; the gap shortens each way by some 1e-4.
    let end = swarm.particles[0];
    assert!(
        end.position.length() < 14.0 * 4e-4 && end.velocity == vec2(7.0, 0.0),
        "{end:?}"
    );
}

#[test]
fn resting_particles_stay_to_the_bit() {
    let mesh = room::<Vec3>([300.0, 0.0, 0.0]);
    let mut swarm = filled(SwarmSettings::<Vec3>::default(), 300, 20.0);
    for particle in &mut swarm.particles {
        particle.position.x += 300.0;
    }
    for _ in 0..600 {
        swarm.tick(&mesh, 1.0 / 60.0);
    }
    let lying = swarm.particles.clone();
    for _ in 0..600 {
        swarm.tick(&mesh, 1.0 / 60.0);
    }
    for (before, now) in lying.iter().zip(&swarm.particles) {
        assert_eq!(now.velocity, Vec3::ZERO);
        assert_eq!(before.position, now.position);
        let gap = now.position.y + 2.0 - 0.05;
        assert!(gap > 0.0 && gap < 81.0 * 303.0 * f32::EPSILON, "{gap}");
    }
}

/// On a slope of 30° (tangent 0.577) friction of 0.6 holds and 0.5 does not.
#[test]
fn friction_holds_up_to_its_slope() {
    let (rise, run) = (0.5_f64, 0.75_f64.sqrt());
    let slope = Chain::open(vec![
        dvec2(90.0 * run, 90.0 * rise),
        dvec2(-90.0 * run, -90.0 * rise),
    ]);
    let slope = slope.unwrap();
    let speed = |friction: f64| {
        let settings = SwarmSettings {
            friction,
            ..SwarmSettings::<DVec2>::default()
        };
        let mut swarm = Swarm::new(settings).unwrap();
        swarm
            .particles
            .push(Particle::new(dvec2(-rise, run) * 0.06, DVec2::ZERO));
        for _ in 0..120 {
            swarm.tick(&slope, 1.0 / 60.0);
        }
        swarm.particles[0].velocity.length()
    };
    assert_eq!(speed(0.6), 0.0);
    // g (sin − μ cos) t, less the time before it touched down.
    let expected = 9.81 * (rise - 0.5 * run) * 2.0;
    assert!((speed(0.5) / expected - 1.0).abs() < 0.05, "{}", speed(0.5));
}

#[test]
fn a_groove_and_a_corner_are_places_to_rest() {
    let groove = Chain::open(vec![vec2(5.0, 8.0), vec2(0.0, 0.0), vec2(-5.0, 8.0)]).unwrap();
    let mut swarm = Swarm::new(SwarmSettings {
        friction: 0.0,
        ..SwarmSettings::default()
    })
    .unwrap();
    swarm
        .particles
        .push(Particle::new(vec2(0.01, 0.5), Vec2::ZERO));
    for _ in 0..600 {
        swarm.tick(&groove, 1.0 / 60.0);
    }
    let before = swarm.particles[0];
    swarm.tick(&groove, 1.0 / 60.0);
    let after = swarm.particles[0];
    assert!(after.velocity.length() < 1e-4, "{after:?}");
    assert!((after.position - before.position).length() < 1e-5);
}

/// A moving body comes down on a particle, which then rests on it.
#[test]
fn a_particle_under_a_body_comes_out_on_top() {
    let mut world = World::new();
    let block = Collider::cuboid(Vec3::ZERO, [Vec3::X, Vec3::Y, Vec3::Z]);
    let block = world
        .insert(Body {
            moving: true,
            ..Body::new(block)
        })
        .unwrap();
    let mut swarm = Swarm::new(bouncy()).unwrap();
    swarm
        .particles
        .push(Particle::new(vec3(1.2, 0.1, 0.2), Vec3::ZERO));
    swarm.tick(&world, 1.0 / 60.0);
    assert_eq!(swarm.particles[0].position.x, 1.2);
    world.set_pose(block, Pose::at(vec3(0.3, 0., 0.))).unwrap();
    swarm.tick(&world, 1.0 / 60.0);
    let pushed = swarm.particles[0];
    let ball = Ball::new(pushed.position, 0.05);
    assert!(
        world.nearest(&ball, 1.0).unwrap().separation > 0.0,
        "{pushed:?}"
    );
}

#[test]
fn bad_particles_are_left_alone_and_harm_no_other() {
    let mesh = room::<Vec3>([0.0; 3]);
    let good = Particle::new(vec3(0.5, 0.5, 0.5), vec3(30.0, 10.0, -5.0));
    let bad = [
        Particle::new(vec3(f32::NAN, 0.0, 0.0), Vec3::ZERO),
        Particle::new(Vec3::ZERO, vec3(0.0, f32::INFINITY, 0.0)),
        Particle::new(vec3(f32::MAX, 0.0, 0.0), Vec3::splat(f32::MAX)),
    ];
    let mut alone = Swarm::new(SwarmSettings::default()).unwrap();
    alone.particles.push(good);
    let mut mixed = alone.clone();
    mixed.particles.splice(0..0, bad);
    mixed
        .particles
        .push(Particle::new(vec3(1e30, 0.0, 0.0), Vec3::splat(1e30)));
    for _ in 0..100 {
        alone.tick(&mesh, 1.0 / 60.0);
        mixed.tick(&mesh, 1.0 / 60.0);
    }
    assert_eq!(mixed.particles[3], alone.particles[0]);
    assert!(mixed.particles[0].position.x.is_nan());
    assert_eq!(mixed.particles[1].position, Vec3::ZERO);
    assert!(mixed.particles[2..].iter().all(|p| p.position.is_finite()));
    let before = alone.particles.clone();
    for dt in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        alone.tick(&mesh, dt);
    }
    assert_eq!(alone.particles, before);
}

#[test]
fn bad_settings_are_named() {
    let error = |settings: SwarmSettings<Vec3>| Swarm::new(settings).map(|_| ()).unwrap_err();
    let names = [
        error(SwarmSettings {
            radius: -1.0,
            ..bouncy()
        }),
        error(SwarmSettings {
            restitution: 1.1,
            ..bouncy()
        }),
        error(SwarmSettings {
            friction: f32::NAN,
            ..bouncy()
        }),
        error(SwarmSettings {
            acceleration: Vec3::INFINITY,
            ..bouncy()
        }),
    ]
    .map(|SwarmError { setting, .. }| setting);
    assert_eq!(names, ["radius", "restitution", "friction", "acceleration"]);
}

/// The same bits with the feature `rayon` and without, and after any sorting.
#[test]
fn the_bits_are_known() {
    let mesh = room::<Vec3>([0.0; 3]);
    let mut swarm = filled(SwarmSettings::default(), 3000, 60.0);
    for (number, particle) in (0..).zip(&mut swarm.particles) {
        particle.data = number;
    }
    for tick in 0..60 {
        if tick % 20 == 7 {
            swarm.sort(&mesh.bounds());
        }
        swarm.tick(&mesh, 1.0 / 60.0);
    }
    swarm.particles.sort_by_key(|particle| particle.data);
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for particle in &swarm.particles {
        for x in [particle.position, particle.velocity]
            .into_iter()
            .flat_map(|v| v.to_array())
        {
            hash = (hash ^ u64::from(x.to_bits())).wrapping_mul(0x100_0000_01b3);
        }
    }
    assert_eq!(hash, 0xeade_84c4_ed65_2672, "{hash:#x}");
}

#[test]
fn each_particle_bounces_its_own_way() {
    let floor = Mesh::new(
        vec![
            vec3(-90., 0., -90.),
            vec3(-90., 0., 90.),
            vec3(90., 0., 90.),
            vec3(90., 0., -90.),
        ],
        vec![[0, 1, 2], [0, 2, 3]],
    )
    .unwrap();
    let own = |restitution: f32, friction: f32| {
        Some(Bounce {
            restitution,
            friction,
        })
    };
    let bounces = [None, own(0.9, 0.0), own(0.0, 0.0), own(0.5, 0.05)];
    let thrown = |bounce| {
        let mut particle = Particle::new(vec3(0., 2., 0.), vec3(1., 0., 0.));
        particle.bounce = bounce;
        particle
    };
    let mut together = Swarm::new(SwarmSettings::<Vec3>::default()).unwrap();
    together.particles = bounces.map(thrown).to_vec();
    for _ in 0..200 {
        together.tick(&floor, 1. / 60.);
    }
    for (i, bounce) in bounces.into_iter().enumerate() {
        // Like a particle of a swarm with these settings.
        let mut settings = SwarmSettings::<Vec3>::default();
        if let Some(bounce) = bounce {
            (settings.restitution, settings.friction) = (bounce.restitution, bounce.friction);
        }
        let mut alone = Swarm::new(settings).unwrap();
        alone.particles.push(thrown(None));
        for _ in 0..200 {
            alone.tick(&floor, 1. / 60.);
        }
        let (found, expected) = (together.particles[i], alone.particles[0]);
        assert_eq!(found.position, expected.position);
        assert_eq!(found.velocity, expected.velocity);
    }
    let x = |i: usize| together.particles[i].position.x;
    assert!(x(1) > x(3) && x(3) > x(0), "{} {} {}", x(1), x(0), x(3));

    // Invalid particles are left unchanged, and harm no other.
    for bad in [
        own(1.5, 0.1),
        own(-0.1, 0.1),
        own(f32::NAN, 0.1),
        own(0.1, -1.0),
        own(0.1, f32::INFINITY),
    ] {
        let mut swarm = Swarm::new(SwarmSettings::<Vec3>::default()).unwrap();
        swarm.particles = vec![thrown(bad), thrown(None)];
        swarm.tick(&floor, 1. / 60.);
        let still = swarm.particles[0];
        assert_eq!(
            (still.position, still.velocity),
            (vec3(0., 2., 0.), Vec3::X)
        );
        assert!(swarm.particles[1].position.y < 2.);
        assert!(!bad.unwrap().is_valid());
    }
}

/// The squares of its velocity overflow where it bounces: it is left unchanged.
#[test]
fn a_particle_too_fast_to_bounce_is_left_as_it_is() {
    let mut world: World<Vec2> = World::new();
    world
        .insert(Ball::new(vec2(0., 1e35), 1e33))
        .expect("a ball");
    let mut swarm = Swarm::new(SwarmSettings::default()).unwrap();
    let start = Particle::new(vec2(1e31, 0.), vec2(1e35, 1.2e37));
    swarm.particles.push(start);
    swarm.tick(&world, 1. / 60.);
    let particle = swarm.particles[0];
    assert_eq!(particle, start);
    // At a lower speed it bounces.
    swarm.particles[0] = Particle::new(vec2(0., 98e33), vec2(0., 1e18));
    swarm.particles[0].velocity.y = 1e36;
    swarm.tick(&world, 1. / 60.);
    let particle = swarm.particles[0];
    assert!(particle.position.is_finite() && particle.velocity.is_finite());
}
