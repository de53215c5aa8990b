//! A runner in 2D: hills, a one-way floor, a lift, a conveyor and coins. A and D run, Space jumps.

use bevy::prelude::*;
use bevy_carom::{CaromGizmosPlugin, prelude::*};

/// Disappears when the runner touches it.
#[derive(Component)]
struct Coin;

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, CaromPlugin::default(), CaromGizmosPlugin))
        .add_systems(Startup, setup)
        .add_systems(Update, run)
        .add_systems(FixedUpdate, lift)
        .add_observer(take)
        .run();
}

fn setup(mut commands: Commands) {
    let scale = OrthographicProjection {
        scale: 0.03,
        ..OrthographicProjection::default_2d()
    };
    commands.spawn((
        Camera2d,
        Projection::Orthographic(scale),
        Transform::from_xyz(8., 3., 0.),
    ));
    let hills = [
        (-4., 6.),
        (-4., 0.),
        (4., 0.),
        (7., 1.5),
        (10., 0.),
        (40., 0.),
        (40., 6.),
    ];
    commands.spawn(Collider2d::chain(hills.map(Vec2::from)));
    let plank = (Collider2d::rectangle(4., 0.2), OneWay::default());
    commands.spawn((plank, Transform::from_xyz(13., 1.2, 0.)));
    let belt = (
        Collider2d::rectangle(6., 0.1),
        Conveyor {
            velocity: Vec3::X * 2.,
        },
    );
    commands.spawn((belt, Transform::from_xyz(20., 0.05, 0.)));
    commands.spawn((
        Collider2d::rectangle(2., 0.3),
        Platform,
        Transform::from_xyz(28., 0., 0.),
    ));
    for x in [2_u8, 8, 13, 18, 24, 30] {
        let coin = (Collider2d::circle(0.3), Sensor, Coin);
        commands.spawn((coin, Transform::from_xyz(x.into(), 1.2, 0.)));
    }
    let runner = CharacterMover {
        gravity: 25.,
        step_height: 0.3,
        ..default()
    };
    commands.spawn((
        CharacterMover2d,
        runner,
        Locomotion::default(),
        Transform::from_xyz(0., 0., 0.),
    ));
}

fn run(keys: Res<ButtonInput<KeyCode>>, mut wish: Single<&mut Wish>) {
    let right = keys.pressed(KeyCode::KeyD) as i8 - keys.pressed(KeyCode::KeyA) as i8;
    wish.velocity = 5. * Vec3::X * f32::from(right);
    if keys.just_pressed(KeyCode::Space) {
        wish.jump(9.);
    }
}

fn lift(mut lift: Single<&mut Transform, With<Platform>>, time: Res<Time>) {
    lift.translation.y = 1. - time.elapsed_secs().cos();
}

fn take(
    entered: On<SensorEntered>,
    coins: Query<&Transform, With<Coin>>,
    runners: Query<(), With<CharacterMover>>,
    mut commands: Commands,
) {
    if let (Ok(coin), true) = (coins.get(entered.entity), runners.contains(entered.other)) {
        println!("a coin at {}", coin.translation.x);
        commands.entity(entered.entity).despawn();
    }
}
