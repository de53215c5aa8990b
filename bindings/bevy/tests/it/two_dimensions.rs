//! The same in 2D.

use crate::stage::*;
use bevy_app::{App, FixedUpdate};
use bevy_carom::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs::system::RunSystemOnce;
use bevy_math::prelude::*;
use bevy_time::Time;
use bevy_transform::prelude::*;

fn runner(app: &mut App, at: Vec3) -> Entity {
    let runner = (
        CharacterMover2d,
        CharacterMover::default(),
        Transform::from_translation(at),
    );
    app.world_mut().spawn(runner).id()
}

#[test]
fn a_runner_takes_a_chain_of_hills_a_wall_and_a_one_way_floor() {
    let mut app = app();
    log::<Landed>(&mut app);
    let hills = Collider2d::chain([
        vec2(-20., 5.),
        vec2(-5., 0.),
        vec2(0., 0.),
        vec2(4., 1.),
        vec2(8., 0.),
        vec2(20., 0.),
    ]);
    let hills = app
        .world_mut()
        .spawn((hills, Transform::from_xyz(0., 0., -3.)))
        .id();
    let wall = (
        Collider2d::rectangle(1., 4.),
        Transform::from_xyz(12., 2., 0.),
    );
    app.world_mut().spawn(wall);
    let plank = (
        Collider2d::rectangle(3., 0.2),
        OneWay::default(),
        Transform::from_xyz(10., 1., 0.),
    );
    app.world_mut().spawn(plank);
    // In 3D at the same place: not in its way.
    app.world_mut().spawn((
        Collider::cuboid(1., 9., 9.),
        Transform::from_xyz(2., 1., 0.),
    ));
    let runner = runner(&mut app, vec3(0., 0., 7.));
    walk(&mut app, runner, vec3(4., 0., 2.));
    frames(&mut app, 61);
    let at = feet(&app, runner);
    assert!(
        (at.x - 4.).abs() < 0.15 && at.z == 7. && (at.y - 1.).abs() < 0.05,
        "{at}"
    );
    let state = get::<CharacterState>(&app, runner);
    assert_eq!(state.ground.map(|ground| ground.entity), Some(hills));
    frames(&mut app, 180);
    let at = feet(&app, runner);
    assert!(
        (at.x - (11.5 - 0.31)).abs() < 1e-2 && at.y.abs() < 1e-3,
        "{at}"
    );
    get_mut::<Wish>(&mut app, runner).jump(6.);
    frames(&mut app, 120);
    assert!(
        (feet(&app, runner).y - 1.1).abs() < 1e-3,
        "{}",
        feet(&app, runner)
    );
    assert_eq!(logged::<Landed>(&app).len(), 1);
}

#[derive(Component)]
struct Lift;

#[test]
fn a_lift_carries_and_z_is_the_users_at_any_frame_rate() {
    for fps in [30., 144., 1000.] {
        let mut app = app_at(fps);
        app.add_systems(
            FixedUpdate,
            |mut lifts: Query<&mut Transform, With<Lift>>, time: Res<Time>| {
                for mut lift in &mut lifts {
                    lift.translation.y += time.delta_secs();
                    lift.rotation = Quat::from_rotation_z(0.1 * lift.translation.y.sin());
                }
            },
        );
        let lift = (
            Collider2d::rectangle(6., 1.),
            Platform,
            Lift,
            Transform::from_xyz(0., -0.5, 0.),
        );
        app.world_mut().spawn(lift);
        let runner = runner(&mut app, Vec3::ZERO);
        frames(&mut app, 2);
        for frame in 0..fps as u16 {
            get_mut::<Transform>(&mut app, runner).translation.z = f32::from(frame);
            app.update();
            assert_eq!(feet(&app, runner).z, f32::from(frame), "{fps}");
        }
        let y = feet(&app, runner).y;
        assert!((0.9..1.1).contains(&y), "{fps}: {y}");
    }
}

#[test]
fn queries_and_scaled_shapes_in_2d() {
    let mut app = app();
    let mut place = |shape: Collider2d, x: f32, scale: Vec3, turn: f32| {
        let transform = Transform {
            translation: vec3(x, 0., 5.),
            rotation: Quat::from_rotation_z(turn),
            scale,
        };
        app.world_mut().spawn((shape, transform)).id()
    };
    let ellipse = place(Collider2d::circle(1.), 0., vec3(1., 2., 1.), 0.);
    let turned = place(
        Collider2d::rectangle(2., 2.),
        10.,
        Vec3::ONE,
        core::f32::consts::FRAC_PI_4,
    );
    let mirrored = place(
        Collider2d::Chain {
            points: vec![vec2(0., 1.), vec2(2., 3.)],
            closed: false,
        },
        20.,
        vec3(-1., 1., 1.),
        0.,
    );
    let capsule = place(Collider2d::capsule(0.5, 2.), 30., vec3(1., 1., 1.), 0.);
    let plane = place(
        Collider2d::HalfPlane {
            normal: vec2(0., 3.),
        },
        0.,
        vec3(1., 2., 1.),
        0.,
    );
    app.update();
    let run = app.world_mut().run_system_once(move |space: CaromSpace2d| {
        let down = |x: f32| space.query().except(plane).ray(vec2(x, 9.), vec2(0., -18.));
        let top = |x: f32| down(x).map(|hit| (hit.entity, (hit.point.y * 100.).round()));
        assert_eq!(top(0.001), Some((ellipse, 200.)));
        assert_eq!(top(10.), Some((turned, 141.)));
        assert_eq!(top(19.), Some((mirrored, 200.)));
        assert_eq!(top(21.), None);
        assert_eq!(top(30.), Some((capsule, 150.)));
        let hit = space.query().ray(vec2(5., 9.), vec2(0., -18.)).unwrap();
        assert!(hit.entity == plane && hit.point.y.abs() < 1e-5 && hit.normal == Vec2::Y);
        let probe = Collider2d::circle(0.5);
        let query = space.query().except(plane);
        let hit = query.sweep(&probe, vec2(5., 0.), vec2(10., 0.)).unwrap();
        assert!(hit.entity == turned && (hit.t * 10. - (5. - 0.5 - 2_f32.sqrt())).abs() < 0.01);
        // A chain is no shape of a query.
        let chain = Collider2d::chain([vec2(-9., 0.), vec2(9., 0.)]);
        assert!(query.closest(&chain, vec2(0., 0.), 9.).is_none());
    });
    run.unwrap();
}
