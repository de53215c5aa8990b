//! Events of characters and sensors.

use crate::stage::*;
use bevy_carom::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::prelude::*;
use bevy_transform::prelude::*;

#[test]
fn landings_have_their_speed_and_jumps_are_known() {
    let mut app = app();
    log::<Landed>(&mut app);
    log::<LeftGround>(&mut app);
    let ground = floor(&mut app);
    let hero = hero(&mut app, vec3(0., 2., 0.));
    frames(&mut app, 120);
    let landed = logged::<Landed>(&app);
    assert_eq!(landed.len(), 1);
    assert_eq!((landed[0].entity, landed[0].on), (hero, ground));
    let ideal = (2.0_f32 * 9.81 * 2.).sqrt();
    assert!(
        (landed[0].speed - ideal).abs() < 0.05,
        "{} of {ideal}",
        landed[0].speed
    );
    get_mut::<Wish>(&mut app, hero).jump(4.);
    frames(&mut app, 120);
    let left = LeftGround {
        entity: hero,
        from: ground,
        jumped: true,
    };
    assert_eq!(logged::<LeftGround>(&app), [left]);
    let landed = logged::<Landed>(&app);
    assert!(
        landed.len() == 2 && (landed[1].speed - 4.).abs() < 0.05,
        "{landed:?}"
    );
    // The ground is taken away; it is no jump.
    app.world_mut().despawn(ground);
    frames(&mut app, 2);
    let left = logged::<LeftGround>(&app);
    assert!(left.len() == 2 && !left[1].jumped && left[1].from == ground);
}

#[test]
fn a_start_or_teleport_on_the_ground_is_no_landing() {
    let mut app = app();
    log::<Landed>(&mut app);
    floor(&mut app);
    let hero = hero(&mut app, Vec3::ZERO);
    frames(&mut app, 10);
    get_mut::<Transform>(&mut app, hero).translation.x = 9.;
    frames(&mut app, 10);
    assert!(logged::<Landed>(&app).is_empty());
}

#[test]
fn walls_and_ceilings_are_reported_once_per_touch() {
    let mut app = app();
    log::<Bumped>(&mut app);
    floor(&mut app);
    let wall = (
        Collider::cuboid(1., 4., 4.),
        Transform::from_xyz(3., 2., 0.),
    );
    let wall = app.world_mut().spawn(wall).id();
    let ceiling = (
        Collider::cuboid(4., 1., 4.),
        Transform::from_xyz(-3., 2.6, 0.),
    );
    let ceiling = app.world_mut().spawn(ceiling).id();
    let hero = hero(&mut app, Vec3::ZERO);
    walk(&mut app, hero, vec3(4., 0., 0.));
    frames(&mut app, 120);
    let bumped = logged::<Bumped>(&app);
    assert_eq!(bumped.len(), 1, "{bumped:?}");
    assert_eq!((bumped[0].entity, bumped[0].other), (hero, wall));
    assert_eq!(
        (bumped[0].kind, bumped[0].normal),
        (SurfaceKind::Wall, Vec3::NEG_X)
    );
    assert!((bumped[0].speed - 4.).abs() < 1e-4, "{bumped:?}");
    let contact = get::<CharacterReport>(&app, hero).contacts[0];
    assert!((contact.point.x - 2.5).abs() < 1e-4 && contact.velocity == vec3(4., 0., 0.));
    let push = contact.push_impulse(80., 1. / 20., f32::INFINITY);
    assert!((push - vec3(64., 0., 0.)).length() < 1e-3, "{push}");
    walk(&mut app, hero, Vec3::ZERO);
    get_mut::<Transform>(&mut app, hero).translation = vec3(-3., 0., 0.);
    frames(&mut app, 10);
    get_mut::<Wish>(&mut app, hero).jump(5.);
    frames(&mut app, 60);
    let bumped = logged::<Bumped>(&app);
    assert_eq!(bumped.len(), 2, "{bumped:?}");
    assert_eq!(
        (bumped[1].other, bumped[1].kind),
        (ceiling, SurfaceKind::Ceiling)
    );
    // 0.3 m up to the ceiling.
    let ideal = (25_f32 - 2. * 9.81 * 0.3).sqrt();
    assert!(
        (bumped[1].speed - ideal).abs() < 0.1,
        "{} {ideal}",
        bumped[1].speed
    );
}

#[test]
fn sensors_report_what_enters_and_leaves_even_if_it_is_gone() {
    let mut app = app();
    log::<SensorEntered>(&mut app);
    log::<SensorLeft>(&mut app);
    let ground = floor(&mut app);
    let zone = (
        Collider::cuboid(2., 2., 2.),
        Sensor,
        Transform::from_xyz(3., 1.2, 0.),
    );
    let zone = app.world_mut().spawn(zone).id();
    let one = hero(&mut app, Vec3::ZERO);
    let two = hero(&mut app, vec3(3., 0., 0.));
    walk(&mut app, one, vec3(0., 0., 1.));
    frames(&mut app, 10);
    let entered = SensorEntered {
        entity: zone,
        other: two,
    };
    assert_eq!(logged::<SensorEntered>(&app), [entered]);
    app.world_mut().despawn(two);
    frames(&mut app, 2);
    let left = SensorLeft {
        entity: zone,
        other: two,
    };
    assert_eq!(logged::<SensorLeft>(&app), [left]);
    // Through the sensor and out again; it never blocks.
    get_mut::<Transform>(&mut app, one).translation = Vec3::ZERO;
    walk(&mut app, one, vec3(4., 0., 0.));
    frames(&mut app, 120);
    assert!(feet(&app, one).x > 7.);
    assert_eq!(logged::<SensorEntered>(&app).len(), 2);
    assert_eq!(logged::<SensorLeft>(&app).len(), 2);
    // No sensor any more: it blocks, and the ground never counted.
    app.world_mut().entity_mut(zone).remove::<Sensor>();
    get_mut::<Transform>(&mut app, one).translation = Vec3::ZERO;
    frames(&mut app, 120);
    assert!(
        (feet(&app, one).x - (2. - 0.31)).abs() < 1e-2,
        "{}",
        feet(&app, one)
    );
    assert!(
        logged::<SensorEntered>(&app)
            .iter()
            .all(|event| event.other != ground)
    );
}

#[test]
fn a_stuck_character_is_reported_with_a_tick_that_replays() {
    let mut app = app();
    log::<Stuck>(&mut app);
    log::<Crushed>(&mut app);
    floor(&mut app);
    let hero = hero(&mut app, Vec3::ZERO);
    frames(&mut app, 5);
    // A block grows around it, too thick to get out of.
    let block = (
        Collider::cuboid(6., 6., 6.),
        Transform::from_xyz(0., 3., 0.),
    );
    let block = app.world_mut().spawn(block).id();
    frames(&mut app, 30);
    let stuck = logged::<Stuck>(&app);
    assert_eq!(stuck.len(), 1);
    assert_eq!(stuck[0].entity, hero);
    assert!(stuck[0].recording.replays());
    #[cfg(feature = "serde")]
    {
        // The file of `carom replay`.
        let file = serde_json::to_value(&stuck[0].recording).unwrap();
        assert_eq!(
            (&file["dimensions"], &file["precision"]),
            (&3.into(), &"f32".into())
        );
        let tick = serde_json::from_value::<carom::mover::Recording<carom::glam::Vec3>>(
            file["tick"].clone(),
        );
        assert!(tick.unwrap().play().unwrap().is_same());
    }
    assert!(logged::<Crushed>(&app).is_empty());
    assert_eq!(get::<CharacterReport>(&app, hero).stuck_ticks, 30);
    app.world_mut().despawn(block);
    frames(&mut app, 5);
    assert_eq!(get::<CharacterReport>(&app, hero).stuck_ticks, 0);
}

#[test]
fn an_observer_may_despawn_the_character() {
    let mut app = app();
    floor(&mut app);
    let hero = hero(&mut app, vec3(0., 1., 0.));
    app.world_mut()
        .entity_mut(hero)
        .observe(|landed: On<Landed>, mut commands: Commands| {
            commands.entity(landed.entity).despawn();
        });
    let other = crate::stage::hero(&mut app, vec3(3., 1., 0.));
    frames(&mut app, 120);
    assert!(app.world().get_entity(hero).is_err());
    assert!(get::<CharacterState>(&app, other).grounded());
}

#[test]
fn a_flat_sole_rests_on_a_ledge_where_a_round_foot_sinks() {
    for body in [
        CharacterBody::Capsule,
        CharacterBody::Cylinder,
        CharacterBody::Box { half_length: 0.4 },
    ] {
        let mut app = app();
        let ledge = (
            Collider::cuboid(6., 1., 6.),
            Transform::from_xyz(0., -0.5, 0.),
        );
        app.world_mut().spawn(ledge);
        let hero = hero(&mut app, vec3(3.2, 0., 0.));
        get_mut::<CharacterMover>(&mut app, hero).body = body.clone();
        frames(&mut app, 30);
        let rests = feet(&app, hero).y > -1e-3;
        assert_eq!(rests, body != CharacterBody::Capsule, "{body:?}");
    }
}

#[test]
fn an_edge_guard_keeps_a_walk_on_its_platform() {
    let mut app = app();
    let platform = (
        Collider::cuboid(6., 1., 6.),
        Transform::from_xyz(0., -0.5, 0.),
    );
    app.world_mut().spawn(platform);
    let hero = hero(&mut app, Vec3::ZERO);
    get_mut::<CharacterMover>(&mut app, hero).edge_guard = Some(0.1);
    walk(&mut app, hero, vec3(3., 0., 0.));
    frames(&mut app, 120);
    assert!(
        (feet(&app, hero).x - 3.1).abs() < 2e-3,
        "{}",
        feet(&app, hero)
    );
    assert!(get::<CharacterReport>(&app, hero).edge);
    get_mut::<Wish>(&mut app, hero).jump(3.);
    frames(&mut app, 30);
    assert!(feet(&app, hero).x > 3.5);
}

/// The report of a tick has its events with their speeds and heights, and the next one no longer.
#[test]
fn the_report_has_the_speeds_of_leaving_ground_and_the_heights_of_steps() {
    let mut app = app();
    floor(&mut app);
    let step = (
        Collider::cuboid(2., 0.5, 9.),
        Transform::from_xyz(2., 0., 0.),
    );
    app.world_mut().spawn(step);
    let hero = hero(&mut app, Vec3::ZERO);
    app.update();
    let reported = |app: &mut bevy_app::App, event: fn(&CharacterReport) -> Option<f32>| {
        let mut found = None;
        for _ in 0..90 {
            app.update();
            let now = event(&get::<CharacterReport>(app, hero));
            if let Some(before) = found.filter(|_| now.is_none()) {
                return Some(before);
            }
            found = now;
        }
        found
    };
    walk(&mut app, hero, vec3(2., 0., 0.));
    let stepped = reported(&mut app, |report| report.stepped_by).unwrap();
    assert!((stepped - 0.25).abs() < 1e-3, "{stepped}");
    walk(&mut app, hero, Vec3::ZERO);
    get_mut::<Wish>(&mut app, hero).jump(4.);
    let left = reported(&mut app, |report| report.left_ground).unwrap();
    assert!((left - 4.).abs() < 1e-4, "{left}");
    frames(&mut app, 90);
    // Where the ground ends, the speed is 0.
    get_mut::<Transform>(&mut app, hero).translation = vec3(49., 0., 0.);
    walk(&mut app, hero, Vec3::ZERO);
    frames(&mut app, 5);
    walk(&mut app, hero, vec3(3., 0., 0.));
    let left = reported(&mut app, |report| report.left_ground).unwrap();
    assert!(left.abs() < 1e-3, "{left}");
}
