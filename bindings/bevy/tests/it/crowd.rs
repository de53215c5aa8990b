//! Characters among themselves.

use crate::stage::*;
use bevy_carom::prelude::*;
use bevy_math::prelude::*;
use bevy_transform::prelude::*;

#[test]
fn characters_push_by_mass_and_ghosts_pass() {
    let end = |mass: f32, role: CrowdRole| {
        let mut app = app();
        floor(&mut app);
        let one = hero(&mut app, Vec3::ZERO);
        let two = hero(&mut app, vec3(2., 0., 0.));
        let mut mover = get_mut::<CharacterMover>(&mut app, two);
        (mover.mass, mover.role) = (mass, role);
        walk(&mut app, one, vec3(4., 0., 0.));
        frames(&mut app, 121);
        (feet(&app, one).x, feet(&app, two).x)
    };
    let (one, two) = end(80., CrowdRole::Push);
    // Freely for 1.39 m, then at half the speed.
    assert!(
        (two - one - 0.61).abs() < 0.01 && (4.0..5.2).contains(&one),
        "{one} {two}"
    );
    let (one, two) = end(f32::INFINITY, CrowdRole::Push);
    assert!(
        (one - 1.39).abs() < 0.01 && (two - 2.).abs() < 1e-3,
        "{one} {two}"
    );
    let (one, two) = end(80., CrowdRole::Static);
    assert!((one - 1.39).abs() < 0.01 && two == 2., "{one} {two}");
    let (one, two) = end(80., CrowdRole::Ghost);
    assert!((one - 8.).abs() < 0.01 && two == 2., "{one} {two}");
}

#[test]
fn roles_change_and_characters_leave_and_join() {
    let mut app = app();
    floor(&mut app);
    let one = hero(&mut app, Vec3::ZERO);
    let two = hero(&mut app, vec3(2., 0., 0.));
    let three = hero(&mut app, vec3(-4., 0., 0.));
    walk(&mut app, one, vec3(4., 0., 0.));
    get_mut::<CharacterMover>(&mut app, two).role = CrowdRole::Static;
    frames(&mut app, 60);
    assert!((feet(&app, one).x - 1.39).abs() < 0.01);
    get_mut::<CharacterMover>(&mut app, two).role = CrowdRole::Ghost;
    frames(&mut app, 31);
    assert!(feet(&app, one).x > 3., "{}", feet(&app, one));
    // The first of the crowd leaves, the others go on as they are.
    app.world_mut().despawn(one);
    walk(&mut app, three, vec3(3., 0., 0.));
    frames(&mut app, 61);
    assert!(
        (feet(&app, three).x + 1.).abs() < 0.1,
        "{}",
        feet(&app, three)
    );
    app.world_mut().entity_mut(three).remove::<CharacterMover>();
    let at = feet(&app, three);
    frames(&mut app, 30);
    assert_eq!(feet(&app, three), at, "no character, no motion");
    app.world_mut()
        .entity_mut(three)
        .insert(CharacterMover::default());
    frames(&mut app, 31);
    assert!(feet(&app, three).x > at.x + 1., "{}", feet(&app, three));
}

#[test]
fn a_character_rides_on_another() {
    let mut app = app();
    floor(&mut app);
    let below = hero(&mut app, Vec3::ZERO);
    let above = hero(&mut app, vec3(0., 1.83, 0.));
    frames(&mut app, 30);
    let ground = get::<CharacterState>(&app, above).ground.unwrap();
    assert_eq!(ground.entity, below);
    walk(&mut app, below, vec3(1., 0., 0.));
    frames(&mut app, 60);
    let apart = feet(&app, above).x - feet(&app, below).x;
    assert!(apart.abs() < 0.1, "{apart}");
}

#[test]
fn settings_change_on_the_way() {
    let mut app = app();
    floor(&mut app);
    let box_ = (
        Collider::cuboid(20., 0.5, 4.),
        Transform::from_xyz(12., 0.25, 0.),
    );
    app.world_mut().spawn(box_);
    let hero = hero(&mut app, Vec3::ZERO);
    walk(&mut app, hero, vec3(2., 0., 0.));
    frames(&mut app, 90);
    assert!(feet(&app, hero).x < 1.8);
    get_mut::<CharacterMover>(&mut app, hero).step_height = 0.6;
    frames(&mut app, 90);
    assert!(feet(&app, hero).x > 3. && (feet(&app, hero).y - 0.5).abs() < 1e-3);
    get_mut::<CharacterMover>(&mut app, hero).gravity = 0.;
    app.world_mut().entity_mut(hero).insert(CharacterMover {
        radius: 0.5,
        ..CharacterMover::default()
    });
    frames(&mut app, 10);
    assert!(get::<CharacterState>(&app, hero).grounded());
}

/// Nine characters in front of a door of 0.8 m, each of which walks through it and on.
#[test]
fn a_group_that_gives_way_gets_through_a_door() {
    let through = |gives_way: bool| {
        let mut app = app();
        floor(&mut app);
        for side in [-1., 1.] {
            let wall = Transform::from_xyz(0., 2., side * 5.2);
            app.world_mut()
                .spawn((Collider::cuboid(0.2, 4., 9.6), wall));
        }
        let group: Vec<_> = (0..9_u8)
            .map(|i| {
                let (row, place) = (f32::from(i / 3), f32::from(i % 3));
                let hero = hero(&mut app, vec3(-2. - 0.8 * row, 0., 0.8 * (place - 1.)));
                get_mut::<CharacterMover>(&mut app, hero).gives_way = gives_way;
                hero
            })
            .collect();
        for _ in 0..600 {
            for hero in &group {
                let at = feet(&app, *hero);
                let goal = if at.x < 0. {
                    vec3(0.2, 0., 0.)
                } else {
                    at + Vec3::X
                };
                let way = (goal - at) * vec3(1., 0., 1.);
                walk(&mut app, *hero, 3. * way.normalize());
            }
            app.update();
        }
        let is_through = |hero: &&bevy_ecs::prelude::Entity| feet(&app, **hero).x > 0.5;
        group.iter().filter(is_through).count()
    };
    let (pushed, gave_way) = (through(false), through(true));
    assert!(
        pushed < 9 && gave_way == 9,
        "{pushed} pushed through, {gave_way} gave way"
    );
}
