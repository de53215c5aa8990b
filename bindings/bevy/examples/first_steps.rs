//! A character, a level and a lift. WASD walks, Space jumps.

use bevy::prelude::*;
use bevy_carom::{CaromGizmosPlugin, prelude::*};

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, CaromPlugin::default(), CaromGizmosPlugin))
        .add_systems(Startup, setup)
        .add_systems(Update, walk)
        .add_systems(FixedUpdate, raise)
        .add_observer(|landed: On<Landed>| println!("landed at {:.1} m/s", landed.speed))
        .run();
}

fn setup(mut commands: Commands, mut meshes: ResMut<Assets<Mesh>>) {
    let eye = Transform::from_xyz(0., 6., 14.).looking_at(Vec3::Y, Vec3::Y);
    commands.spawn((Camera3d::default(), eye));
    let ground = meshes.add(Plane3d::default().mesh().size(80., 80.));
    commands.spawn((Mesh3d(ground), Level::default()));
    let lift = (Collider::cuboid(3., 0.2, 3.), Platform);
    commands.spawn((lift, Transform::from_xyz(6., 0., 0.)));
    let hero = (CharacterMover::default(), Locomotion::default());
    commands.spawn((hero, Transform::from_xyz(0., 1., 0.)));
}

fn walk(keys: Res<ButtonInput<KeyCode>>, mut wish: Single<&mut Wish>) {
    use KeyCode::{KeyA, KeyD, KeyS, KeyW, Space};
    let axis = |plus, minus| f32::from(keys.pressed(plus)) - f32::from(keys.pressed(minus));
    wish.velocity = 4. * Vec3::new(axis(KeyD, KeyA), 0., axis(KeyS, KeyW));
    if keys.just_pressed(Space) {
        wish.jump(5.);
    }
}

fn raise(mut lift: Single<&mut Transform, With<Platform>>, time: Res<Time>) {
    lift.translation.y = 1.5 - 1.5 * time.elapsed_secs().cos();
}
