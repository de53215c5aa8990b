//! Stairs, a lift, a turntable, two hundred others, and a camera that no wall gets in front of. WASD walks, Space jumps.

use bevy::prelude::*;
use bevy_carom::{CaromGizmosPlugin, prelude::*};

/// The character of the player.
#[derive(Component)]
struct Hero;

/// Walks around in a circle.
#[derive(Component)]
struct Stroller(f32);

/// Goes up and down.
#[derive(Component)]
struct Lift;

/// Turns around.
#[derive(Component)]
struct Turntable;

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, CaromPlugin::default(), CaromGizmosPlugin))
        .add_systems(Startup, (build_place, spawn_characters))
        .add_systems(Update, (walk, follow).chain())
        .add_systems(FixedUpdate, (move_lift, turn_table, stroll))
        .add_systems(Last, report)
        .run();
}

fn build_place(mut commands: Commands) {
    commands.spawn((
        Collider::cuboid(80., 1., 80.),
        Transform::from_xyz(0., -0.5, 0.),
    ));
    // Ten steps up to a gallery, and a wall behind it.
    for step in 1..=10_u8 {
        let height = 0.2 * f32::from(step);
        let place = Transform::from_xyz(3. + 0.3 * f32::from(step), height / 2., 0.);
        commands.spawn((Collider::cuboid(0.3, height, 4.), place));
    }
    commands.spawn((
        Collider::cuboid(8., 2., 4.),
        Transform::from_xyz(10.15, 1., 0.),
    ));
    commands.spawn((
        Collider::cuboid(1., 6., 20.),
        Transform::from_xyz(20., 3., 0.),
    ));
    commands.spawn((
        Collider::cuboid(3., 0.3, 3.),
        Platform,
        Lift,
        Transform::from_xyz(16., 1.85, 0.),
    ));
    commands.spawn((
        Collider::cuboid(12., 0.3, 12.),
        Platform,
        Turntable,
        Transform::from_xyz(0., 0.15, 14.),
    ));
}

fn spawn_characters(mut commands: Commands) {
    let hero = (
        CharacterMover {
            mass: 200.,
            ..default()
        },
        Locomotion::default(),
        Hero,
    );
    commands.spawn((hero, Transform::from_xyz(0., 0.5, 0.)));
    for number in 0..200_u8 {
        let place = Vec3::new(
            f32::from(number % 20) - 10.,
            0.5,
            f32::from(number / 20) - 20.,
        );
        let stroller = (CharacterMover::default(), Stroller(f32::from(number)));
        commands.spawn((stroller, Transform::from_translation(place)));
    }
    commands.spawn((Camera3d::default(), Transform::from_xyz(-6., 4., 0.)));
}

fn walk(keys: Res<ButtonInput<KeyCode>>, mut wish: Single<&mut Wish, With<Hero>>) {
    let axis = |plus, minus| keys.pressed(plus) as i8 as f32 - keys.pressed(minus) as i8 as f32;
    let (x, z) = (
        axis(KeyCode::KeyD, KeyCode::KeyA),
        axis(KeyCode::KeyS, KeyCode::KeyW),
    );
    wish.velocity = 3. * Vec3::new(x, 0., z);
    if keys.just_pressed(KeyCode::Space) {
        wish.jump(4.);
    }
}

/// The camera is as far back as a ball of its size can go.
fn follow(
    space: CaromSpace,
    hero: Single<&Transform, (With<Hero>, Without<Camera3d>)>,
    mut camera: Single<&mut Transform, With<Camera3d>>,
) {
    let (head, back) = (hero.translation + Vec3::Y * 1.7, Vec3::new(-6., 2.5, 0.));
    let solid = space.query().mask(!CollisionLayers::CHARACTERS);
    let free = solid
        .sweep(&Collider::ball(0.2), head, back)
        .map_or(1., |hit| hit.t);
    **camera = Transform::from_translation(head + back * free).looking_at(head, Vec3::Y);
}

fn move_lift(mut lift: Single<&mut Transform, With<Lift>>, time: Res<Time>) {
    lift.translation.y = 2.85 - time.elapsed_secs().cos();
}

fn turn_table(mut table: Single<&mut Transform, With<Turntable>>, time: Res<Time>) {
    table.rotation = Quat::from_rotation_y(0.5 * time.elapsed_secs());
}

fn stroll(mut strollers: Query<(&mut Wish, &Stroller)>, time: Res<Time>) {
    for (mut wish, stroller) in &mut strollers {
        let angle = 0.5 * time.elapsed_secs() + stroller.0;
        wish.velocity = 1.5 * Vec3::new(angle.cos(), 0., angle.sin());
    }
}

fn report(
    hero: Single<(&Transform, &CharacterState), With<Hero>>,
    time: Res<Time>,
    mut seconds: Local<f32>,
) {
    if time.elapsed_secs() >= *seconds {
        let (place, state) = *hero;
        println!(
            "{:4.1} s: {:.2}, on the ground: {}",
            *seconds,
            place.translation,
            state.grounded()
        );
        *seconds += 1.;
    }
}
