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
