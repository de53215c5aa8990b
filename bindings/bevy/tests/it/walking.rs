//! A character walks, jumps, crouches and is teleported.

use crate::stage::*;
use bevy_carom::prelude::*;
use bevy_math::prelude::*;
use bevy_transform::prelude::*;

#[test]
fn a_walk_has_its_speed_and_the_drawn_feet_are_on_the_ground() {
    let mut app = app();
    let ground = floor(&mut app);
    let hero = hero(&mut app, Vec3::ZERO);
    walk(&mut app, hero, vec3(3., 0., 0.));
    // Frames are drawn a tick late.
    frames(&mut app, 61);
    let at = feet(&app, hero);
    assert!((at.x - 3.).abs() < 1e-3, "{at}");
    assert!(at.y.abs() < 1e-4, "{at}");
    let state = get::<CharacterState>(&app, hero);
    assert_eq!(state.ground.map(|ground| ground.entity), Some(ground));
    assert!((state.feet.y - 0.01).abs() < 1e-4);
}

#[test]
fn walls_stop_and_steps_are_climbed_without_speed_lost() {
    let mut app = app();
    floor(&mut app);
    for step in 0..10_u8 {
        let (x, height) = (2. + 0.3 * f32::from(step), 0.2 * f32::from(step + 1));
        let place = Transform::from_xyz(x + 0.15, height / 2., 0.);
        let step = (Collider::cuboid(0.3, height, 4.), place);
        app.world_mut().spawn(step);
    }
    let top = (
        Collider::cuboid(10., 2., 4.),
        Transform::from_xyz(10., 1., 0.),
    );
    app.world_mut().spawn(top);
    let wall = (
        Collider::cuboid(1., 9., 4.),
        Transform::from_xyz(9., 4., 0.),
    );
    app.world_mut().spawn(wall);
    let hero = hero(&mut app, Vec3::ZERO);
    walk(&mut app, hero, vec3(2., 0., 0.));
    frames(&mut app, 181);
    let at = feet(&app, hero);
    assert!((at.x - 6.).abs() < 0.15 && (at.y - 2.).abs() < 1e-3, "{at}");
    frames(&mut app, 120);
    let at = feet(&app, hero);
    assert!((at.x - (8.5 - 0.31)).abs() < 1e-3, "at the wall: {at}");
    assert_eq!(get::<CharacterState>(&app, hero).velocity, Vec3::ZERO);
}

#[test]
fn the_slope_limit_is_in_degrees() {
    let climb = |slope: f32, limit: f32| {
        let mut app = app();
        floor(&mut app);
        let angle = slope.to_radians();
        let normal = vec3(-angle.sin(), angle.cos(), 0.);
        let ramp = (
            Collider::half_space(normal),
            Transform::from_xyz(1., 0., 0.),
        );
        app.world_mut().spawn(ramp);
        let hero = hero(&mut app, Vec3::ZERO);
        get_mut::<CharacterMover>(&mut app, hero).max_slope_degrees = limit;
        walk(&mut app, hero, vec3(2., 0., 0.));
        frames(&mut app, 120);
        feet(&app, hero).y
    };
    assert!(climb(39., 40.) > 1.5);
    assert!(climb(41., 40.) < 0.3);
    assert!(climb(59., 60.) > 1.5);
    assert!(climb(61., 60.) < 0.3);
    // At 90 degrees every slope can be walked.
    assert!(climb(75., 90.) > 1.5);
}

#[test]
fn a_jump_is_kept_until_a_tick_takes_it_and_reaches_its_height() {
    // Ten frames a tick: the wish is written in a frame without one.
    let mut app = app_at(600.);
    floor(&mut app);
    let hero = hero(&mut app, Vec3::ZERO);
    frames(&mut app, 103);
    get_mut::<Wish>(&mut app, hero).jump(5.);
    let mut highest = 0.0_f32;
    for _ in 0..700 {
        app.update();
        highest = highest.max(feet(&app, hero).y);
    }
    let ideal = 5. * 5. / (2. * 9.81);
    assert!((highest - ideal).abs() < 0.05, "{highest} of {ideal}");
    assert!(feet(&app, hero).y.abs() < 1e-3);
    assert_eq!(get::<Wish>(&app, hero).jump, None);
}

#[test]
fn locomotion_accelerates_and_forgives_late_jumps() {
    let mut app = app();
    let ledge = (
        Collider::cuboid(4., 1., 4.),
        Transform::from_xyz(0., -0.5, 0.),
    );
    app.world_mut().spawn(ledge);
    let hero = hero(&mut app, Vec3::ZERO);
    app.world_mut()
        .entity_mut(hero)
        .insert(Locomotion::default());
    walk(&mut app, hero, vec3(4., 0., 0.));
    frames(&mut app, 6);
    let speed = get::<CharacterState>(&app, hero).velocity.x;
    assert!((1.0..3.9).contains(&speed), "{speed}");
    for _ in 0..120 {
        app.update();
        if !get::<CharacterState>(&app, hero).grounded() {
            break;
        }
    }
    // Three ticks after the edge a jump still counts.
    frames(&mut app, 3);
    get_mut::<Wish>(&mut app, hero).jump(5.);
    app.update();
    assert!(get::<CharacterState>(&app, hero).velocity.y > 4.5);
}

#[test]
fn a_character_that_starts_in_the_air_cannot_jump_there() {
    let mut app = app();
    floor(&mut app);
    let hero = hero(&mut app, vec3(0., 1., 0.));
    app.world_mut()
        .entity_mut(hero)
        .insert(Locomotion::default());
    get_mut::<Wish>(&mut app, hero).jump(5.);
    frames(&mut app, 3);
    assert!(get::<CharacterState>(&app, hero).velocity.y < 0.);
    frames(&mut app, 60);
    // The jump is too old to count at the landing.
    assert!(get::<CharacterState>(&app, hero).grounded());
}

#[test]
fn crouching_takes_a_low_gap_and_standing_up_waits_for_room() {
    let mut app = app();
    floor(&mut app);
    let lintel = (
        Collider::cuboid(4., 1., 4.),
        Transform::from_xyz(4., 1.8, 0.),
    );
    app.world_mut().spawn(lintel);
    let hero = hero(&mut app, Vec3::ZERO);
    walk(&mut app, hero, vec3(2., 0., 0.));
    frames(&mut app, 90);
    assert!(feet(&app, hero).x < 2., "too low to stand");
    get_mut::<Wish>(&mut app, hero).crouch = true;
    frames(&mut app, 60);
    get_mut::<Wish>(&mut app, hero).crouch = false;
    frames(&mut app, 10);
    let state = get::<CharacterState>(&app, hero);
    assert!(state.feet.x > 2. && state.height < 1.2, "{state:?}");
    frames(&mut app, 120);
    let state = get::<CharacterState>(&app, hero);
    assert!(state.feet.x > 6.3 && state.height == 1.8, "{state:?}");
}

#[test]
fn a_written_transform_teleports_in_a_fixed_schedule_and_outside() {
    for fps in [30., 60., 144., 1000.] {
        let mut app = app_at(fps);
        floor(&mut app);
        let hero = hero(&mut app, Vec3::ZERO);
        walk(&mut app, hero, vec3(3., 0., 0.));
        frames(&mut app, fps as usize / 2 + 1);
        get_mut::<Transform>(&mut app, hero).translation = vec3(-20., 0., 5.);
        let mut last = -20.0;
        for _ in 0..fps as usize / 4 {
            app.update();
            let at = feet(&app, hero);
            // Never between the old place and the new one.
            assert!((-20.01..-19.).contains(&at.x) && at.z == 5., "{fps}: {at}");
            assert!(at.x >= last - 1e-4, "{fps}: {at} after {last}");
            last = at.x;
        }
        assert!(last > -19.4, "{fps}: it goes on, {last}");
    }
}

#[test]
fn the_state_can_be_written() {
    let mut app = app();
    floor(&mut app);
    let hero = hero(&mut app, Vec3::ZERO);
    frames(&mut app, 10);
    let mut state = get_mut::<CharacterState>(&mut app, hero);
    state.velocity = vec3(0., 6., 0.);
    state.ground = None;
    frames(&mut app, 10);
    assert!(feet(&app, hero).y > 0.5, "{}", feet(&app, hero));
    // The feet, too: a portal keeps the speed.
    let before = get::<CharacterState>(&app, hero);
    get_mut::<CharacterState>(&mut app, hero).feet.x += 7.;
    app.update();
    let after = get::<CharacterState>(&app, hero);
    assert!((after.feet.x - 7.).abs() < 1e-4 && after.velocity.y > before.velocity.y - 0.2);
}

#[test]
fn flying_has_neither_gravity_nor_ground() {
    let mut app = app();
    floor(&mut app);
    let hero = hero(&mut app, vec3(0., 2., 0.));
    *get_mut::<Wish>(&mut app, hero) = Wish {
        velocity: vec3(1., 1., 0.),
        fly: true,
        ..Wish::default()
    };
    frames(&mut app, 61);
    let at = feet(&app, hero);
    assert!((at - vec3(1., 3., 0.)).length() < 0.05, "{at}");
}

#[test]
fn a_wish_turns_a_character_that_lies() {
    let mut app = app();
    floor(&mut app);
    // Too low for one that stands.
    let place = Transform::from_xyz(4., 2., 0.);
    app.world_mut()
        .spawn((Collider::cuboid(2., 2.4, 4.), place));
    let hero = hero(&mut app, Vec3::ZERO);
    let wish = |app: &mut bevy_app::App, velocity, axis| {
        *get_mut::<Wish>(app, hero) = Wish {
            velocity,
            axis: Some(axis),
            ..Wish::default()
        };
    };
    wish(&mut app, vec3(3., 0., 0.), Vec3::X);
    frames(&mut app, 91);
    let under = get::<CharacterState>(&app, hero);
    assert_eq!(under.axis, Some(Vec3::X));
    assert!(
        (under.feet.x - 4.5).abs() < 0.1 && under.grounded(),
        "{under:?}"
    );
    wish(&mut app, Vec3::ZERO, Vec3::Y);
    frames(&mut app, 30);
    let waits = get::<CharacterState>(&app, hero).axis.unwrap();
    assert!(waits.y < 0.7, "{waits}");
    wish(&mut app, vec3(3., 0., 0.), Vec3::X);
    frames(&mut app, 90);
    wish(&mut app, Vec3::ZERO, Vec3::Y);
    frames(&mut app, 30);
    assert_eq!(get::<CharacterState>(&app, hero).axis, None);
}

#[test]
fn layers_and_masks_of_colliders_and_characters() {
    let stops = |wall: CollisionLayers, own: CollisionLayers| {
        let mut app = app();
        floor(&mut app);
        let place = Transform::from_xyz(2., 1., 0.);
        app.world_mut()
            .spawn((Collider::cuboid(0.2, 2., 4.), place, wall));
        let hero = hero(&mut app, Vec3::ZERO);
        app.world_mut().entity_mut(hero).insert(own);
        walk(&mut app, hero, vec3(3., 0., 0.));
        frames(&mut app, 90);
        feet(&app, hero).x < 2.
    };
    let all = CollisionLayers::default();
    let layers = |layers| CollisionLayers { layers, ..all };
    let mask = |mask| CollisionLayers { mask, ..all };
    assert!(stops(all, all) && stops(layers(0b10), all));
    assert!(!stops(layers(0b10), mask(!0b10)));
    assert!(!stops(mask(0b100), layers(0b011)));
    assert!(stops(mask(0b100), layers(0b110)));
}

/// A character that is put 0.5 m deep into a wall comes out, unless its setting forbids it.
#[test]
fn the_way_out_of_a_wall_is_as_long_as_the_setting() {
    for (most, is_out) in [(1.8, true), (0., false)] {
        let mut app = app();
        floor(&mut app);
        let wall = (
            Collider::cuboid(4., 9., 18.),
            Transform::from_xyz(2., 4.5, 0.),
        );
        app.world_mut().spawn(wall);
        let hero = hero(&mut app, vec3(0.2, 0., 0.));
        get_mut::<CharacterMover>(&mut app, hero).max_depenetration = most;
        frames(&mut app, 10);
        let state = get::<CharacterState>(&app, hero);
        assert_eq!(state.feet.x < -0.29, is_out, "{}", state.feet);
        let stuck = get::<CharacterReport>(&app, hero).stuck_ticks;
        assert_eq!(stuck == 0, is_out, "{stuck}");
    }
}

/// Friction of 4/s takes a knock of 6 m/s in 1.5 m; one upward throws the character.
#[test]
fn a_knock_back_slides_and_throws() {
    let mut app = app();
    floor(&mut app);
    let hero = hero(&mut app, Vec3::ZERO);
    app.world_mut()
        .entity_mut(hero)
        .insert(Locomotion::default());
    frames(&mut app, 5);
    get_mut::<Wish>(&mut app, hero).knock_back(vec3(4., 0., 0.));
    get_mut::<Wish>(&mut app, hero).knock_back(vec3(2., 0., 0.));
    frames(&mut app, 300);
    let slid = get::<CharacterState>(&app, hero).feet;
    assert!((slid.x - 1.5).abs() < 1e-3, "{slid}");
    get_mut::<Wish>(&mut app, hero).knock_back(vec3(0., 3., 0.));
    frames(&mut app, 10);
    let thrown = get::<CharacterState>(&app, hero);
    assert!(thrown.feet.y > 0.2 && !thrown.grounded(), "{thrown:?}");
    assert_eq!(get::<Wish>(&app, hero).knock_back, Vec3::ZERO);
}

/// Around a planet: `up` is another one in each tick, of any length, and the character stays on its ground.
#[test]
fn up_can_change_with_every_tick() {
    let mut app = app();
    app.world_mut()
        .spawn((Collider::ball(20.), Transform::default()));
    let hero = hero(&mut app, vec3(0., 20., 0.));
    app.update();
    let round = |app: &mut bevy_app::App, ticks: usize| {
        for _ in 0..ticks {
            let up = get::<CharacterState>(app, hero).feet.normalize();
            get_mut::<CharacterMover>(app, hero).up = up * 7.;
            walk(app, hero, up.cross(Vec3::Z) * 4.);
            app.update();
            let state = get::<CharacterState>(app, hero);
            assert!(state.grounded(), "{state:?}");
            assert!((state.feet.length() - 20.01).abs() < 2e-3, "{state:?}");
        }
    };
    // A quarter of its way around, where up is sideways.
    round(&mut app, 471);
    let at = feet(&app, hero);
    assert!((at - vec3(20., 0., 0.)).length() < 0.2, "{at}");
    // Without a new up it falls along the old one and nowhere else.
    get_mut::<CharacterMover>(&mut app, hero).up = Vec3::Y;
    walk(&mut app, hero, Vec3::ZERO);
    frames(&mut app, 30);
    let fell = feet(&app, hero);
    assert!(!get::<CharacterState>(&app, hero).grounded() && fell.y < at.y - 0.5);
}
