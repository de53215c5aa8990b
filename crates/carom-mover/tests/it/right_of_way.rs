//! Right of way: agents that give way drop their wish behind others.

use carom::glam::{DVec3, dvec3};
use carom::mover::{CharacterState, Crowd, CrowdRole, Intent, Mover, MoverSettings};
use carom::{Collider, Pose, World};

const LAYER: u32 = 1 << 31;
const RATES: [u32; 4] = [30, 60, 240, 1000];

/// A floor, with a wall at x = 0 that has a door of this width.
fn yard(door: Option<f64>) -> World<DVec3> {
    let mut world = World::new();
    let mut add = |center: DVec3, half: DVec3| {
        let axes = [DVec3::X * half.x, DVec3::Y * half.y, DVec3::Z * half.z];
        world.insert(Collider::cuboid(center, axes)).unwrap();
    };
    add(dvec3(0., -1., 0.), dvec3(50., 1., 50.));
    for side in [-1., 1.] {
        if let Some(door) = door {
            let center = dvec3(0., 2., side * (10. + door / 2.));
            add(center, dvec3(0.1, 2., 10.));
        }
    }
    world
}

fn add(crowd: &mut Crowd<DVec3>, world: &mut World<DVec3>, x: f64, z: f64) {
    let mover = Mover::new(MoverSettings::default()).unwrap();
    let body = CharacterState::at(dvec3(x, 0.01, z), 1.8);
    let number = crowd.add(world, mover, body, 80., CrowdRole::Push).unwrap();
    crowd.agents_mut()[number].gives_way = true;
}

/// Through the door and on.
fn intent(feet: DVec3) -> Intent<DVec3> {
    let goal = if feet.x < 0. {
        dvec3(0.2, feet.y, 0.)
    } else {
        dvec3(9., feet.y, feet.z)
    };
    Intent::walk((goal - feet).normalize_or_zero() * 3.)
}

#[test]
fn the_order_of_insertion_changes_no_bit() {
    let places = [
        (-2., 0.7),
        (-2.1, -0.6),
        (-2.5, 0.),
        (-3., 0.9),
        (-2.9, -1.),
    ];
    let mut ends = Vec::new();
    for order in [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 4, 0, 3, 1]] {
        let mut world = yard(Some(0.8));
        let mut crowd = Crowd::new(LAYER);
        for i in order {
            let (x, z) = places[i];
            add(&mut crowd, &mut world, x, z);
        }
        for _ in 0..240 {
            let feet = crowd.agents().iter().map(|agent| agent.body.feet);
            let intents: Vec<_> = feet.map(intent).collect();
            crowd.step(&mut world, &intents, 1. / 60.);
        }
        let states = crowd.agents().iter().map(|agent| agent.body.hash_bits(0));
        let mut all: Vec<_> = order.into_iter().zip(states).collect();
        all.sort_unstable();
        ends.push(all);
        assert!(crowd.agents().iter().all(|agent| agent.body.feet.x > 0.5));
    }
    assert!(ends.iter().all(|all| *all == ends[0]));
}

/// Abreast and symmetric to the last bit: one of them goes first all the same.
#[test]
fn of_two_abreast_one_goes_first() {
    for hz in RATES {
        let mut world = yard(Some(0.8));
        let mut crowd = Crowd::new(LAYER);
        for z in [-0.5, 0.5] {
            add(&mut crowd, &mut world, -1., z);
        }
        for _ in 0..2 * hz {
            let feet = crowd.agents().iter().map(|agent| agent.body.feet);
            let intents: Vec<_> = feet.map(intent).collect();
            crowd.step(&mut world, &intents, 1. / f64::from(hz));
        }
        let [a, b] = [0, 1].map(|i| crowd.agents()[i].body.feet);
        assert!(a.x > 0.5 && b.x > 0.5, "{hz} Hz: {a} {b}");
    }
}

/// Each starts when there are 15 cm in front of it, half a radius, and then walks as fast as the first.
#[test]
fn a_column_stretches_and_is_as_fast_as_one_agent() {
    for hz in RATES {
        let mut world = yard(None);
        let mut crowd = Crowd::new(LAYER);
        for i in 0..6 {
            add(&mut crowd, &mut world, -0.62 * f64::from(i), 0.);
        }
        let intents = [Intent::walk(dvec3(3., 0., 0.)); 6];
        for _ in 0..3 * hz {
            crowd.step(&mut world, &intents, 1. / f64::from(hz));
        }
        for (i, agent) in (0..).zip(crowd.agents()) {
            let exact = 9. - f64::from(i) * 0.75;
            // Behind each one more gap, which a tick overshoots by up to its length.
            let slack = 3. * f64::from(i) / f64::from(hz) + 1e-6;
            let off = exact - agent.body.feet.x;
            assert!((-1e-6..slack).contains(&off), "{hz} Hz, {i}: {off}");
            assert!((agent.body.velocity.x - 3.).abs() < 1e-9, "{hz} Hz, {i}");
        }
    }
}

/// Head on neither has the right of way, as without the setting; and four in a ring do not all stand.
#[test]
fn head_on_both_stand_and_in_a_ring_the_first_goes_on() {
    for hz in RATES {
        let mut world = yard(None);
        let mut crowd = Crowd::new(LAYER);
        for x in [-1., 1.] {
            add(&mut crowd, &mut world, x, 0.);
        }
        // In a square of 0.65 m, each towards the next.
        let corners = [(0., 0.), (0.65, 0.), (0.65, 0.65), (0., 0.65)];
        for (x, z) in corners {
            add(&mut crowd, &mut world, x, 5. + z);
        }
        let walk = |x: f64, z: f64| Intent::walk(dvec3(x, 0., z));
        let round = [walk(2., 0.), walk(0., 2.), walk(-2., 0.), walk(0., -2.)];
        let mut intents = vec![walk(2., 0.), walk(-2., 0.)];
        intents.extend(round);
        for _ in 0..2 * hz {
            crowd.step(&mut world, &intents, 1. / f64::from(hz));
        }
        let feet = |i: usize| crowd.agents()[i].body.feet;
        assert!((feet(1).x - feet(0).x - 0.61).abs() < 1e-3, "{hz} Hz");
        let moved = (2..6).map(|i| {
            let (x, z) = corners[i - 2];
            feet(i).distance(dvec3(x, 0.01, 5. + z))
        });
        let moved: Vec<_> = moved.collect();
        assert!(moved.iter().all(|way| *way > 0.5), "{hz} Hz: {moved:?}");
    }
}

/// A jump and a flight go on, and an agent without the setting does not give way.
#[test]
fn only_walks_of_agents_with_the_setting_give_way() {
    for (gives_way, jumps, moves) in [
        (true, false, false),
        (true, true, true),
        (false, false, true),
    ] {
        let mut world = yard(None);
        let mut crowd = Crowd::new(LAYER);
        add(&mut crowd, &mut world, 0., 0.);
        add(&mut crowd, &mut world, 0.66, 0.);
        crowd.agents_mut()[0].gives_way = gives_way;
        crowd.step(&mut world, &[], 1. / 60.);
        // The other walks aside, slowly; this one jumps first or walks.
        let mut first = Intent::walk(dvec3(1., 0., 0.));
        first.jump = jumps.then_some(2.);
        crowd.step(
            &mut world,
            &[first, Intent::walk(dvec3(0., 0., 0.01))],
            1. / 60.,
        );
        crowd.step(
            &mut world,
            &[first, Intent::walk(dvec3(0., 0., 0.01))],
            1. / 60.,
        );
        let way = crowd.agents()[0].body.feet.x;
        assert_eq!(way > 0.01, moves, "{gives_way} {jumps}: {way}");
    }
}

/// From 10 cm more than the width of one to three of them.
#[test]
fn groups_get_through_doors_a_little_wider_than_one() {
    for (hz, seeds) in [(30, 8), (60, 8), (240, 4), (1000, 1)] {
        for door in [0.7, 0.8, 1., 1.2, 1.8] {
            for seed in 0..seeds {
                let mut random = fastrand::Rng::with_seed(seed);
                let count = [5, 2, 8, 3][seed as usize % 4];
                let mut world = yard(Some(door));
                let mut crowd = Crowd::new(LAYER);
                for i in 0..count {
                    let z = (f64::from(i) - f64::from(count - 1) / 2.) * 0.8 + 0.1 * random.f64();
                    add(&mut crowd, &mut world, -3. - 0.5 * random.f64(), z);
                }
                for _ in 0..5 * hz {
                    let feet = crowd.agents().iter().map(|agent| agent.body.feet);
                    let intents: Vec<_> = feet.map(intent).collect();
                    crowd.step(&mut world, &intents, 1. / f64::from(hz));
                }
                let through = crowd
                    .agents()
                    .iter()
                    .filter(|agent| agent.body.feet.x > 0.5);
                assert_eq!(
                    through.count(),
                    count as usize,
                    "{hz} Hz, {door} m, seed {seed}"
                );
            }
        }
    }
}

/// At a gap of 15 mm, on a floor at rest and on one that moves at 2 m/s.
#[test]
fn the_one_behind_steps_back_as_far_on_a_platform_as_on_a_floor() {
    for speed in [0., 2.] {
        let mut world = World::new();
        let axes = [DVec3::X * 50., DVec3::Y, DVec3::Z * 50.];
        let deck = world.insert(Collider::cuboid(-DVec3::Y, axes)).unwrap();
        let mut crowd = Crowd::new(LAYER);
        for x in [0., -0.615] {
            add(&mut crowd, &mut world, x, 0.);
        }
        let dt = 1. / 60.;
        crowd.step(&mut world, &[], dt);
        let pose = Pose::at(DVec3::X * speed * dt);
        world.move_to(deck, pose, dt).unwrap();
        let intents = [1., 3.].map(|x| Intent::walk(dvec3(x, 0., 0.)));
        crowd.step(&mut world, &intents, dt);
        // A quarter of the speed that it wants in touch, and none from an eighth of a radius on.
        let back = 0.25 * 3. * (1. - 0.015 / (0.3 / 8.));
        let feet = crowd.agents()[1].body.feet.x;
        let exact = -0.615 + (speed - back) * dt;
        assert!((feet - exact).abs() < 1e-6, "{speed} m/s: {feet} {exact}");
    }
}
