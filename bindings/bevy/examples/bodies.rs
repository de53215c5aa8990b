//! A crate, a centaur and two porters go through doors. The pole of a porter is 2.5 m long: one carries it across its way, and has to turn
//! first. Gizmos draw all of them.

use bevy::prelude::*;
use bevy_carom::{CaromGizmosPlugin, prelude::*};

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, CaromPlugin::default(), CaromGizmosPlugin))
        .add_systems(Startup, setup)
        .add_systems(FixedUpdate, turn)
        .add_systems(FixedLast, report)
        .run();
}

fn setup(mut commands: Commands) {
    let person = Limb::new(vec3(0.7, 0.6, 0.), vec3(0.7, 1.6, 0.), 0.25);
    let pole = Limb::new(vec3(-1., 1.4, 0.3), vec3(1.5, 1.4, 0.3), 0.05);
    let heroes = [
        ("crate", CharacterBody::Box { half_length: 0.5 }, Vec3::X),
        ("centaur", CharacterBody::Lying(vec![person]), Vec3::X),
        ("porter", CharacterBody::Upright(vec![pole]), Vec3::X),
        ("other porter", CharacterBody::Upright(vec![pole]), Vec3::Z),
    ];
    let mut block = |size: Vec3, x, y, z| {
        let collider = Collider::cuboid(size.x, size.y, size.z);
        commands.spawn((collider, Transform::from_xyz(x, y, z)));
    };
    block(vec3(40., 1., 40.), 0., -0.5, 0.);
    // A kerb, and a wall with doors of 1.4 m before it.
    block(vec3(2., 0.4, 20.), 6., 0., 8.);
    for lane in 0..=heroes.len() as u8 {
        let z = 4. * f32::from(lane) - 2.;
        block(vec3(0.4, 3., 2.6), 4., 1.5, z);
    }
    for (lane, (name, body, axis)) in (0_u8..).zip(heroes) {
        let mover = CharacterMover {
            radius: 0.35,
            height: 2.,
            body,
            ..default()
        };
        let wish = Wish {
            velocity: Vec3::X * 2.,
            axis: Some(axis),
            ..default()
        };
        let place = Transform::from_xyz(0., 0., 4. * f32::from(lane));
        commands.spawn((mover, wish, place, Name::new(name)));
    }
    let eye = Transform::from_xyz(-8., 9., 6.);
    let camera = eye.looking_at(vec3(4., 0., 6.), Vec3::Y);
    commands.spawn((Camera3d::default(), camera));
}

/// All of them ahead, after 4 s.
fn turn(mut wishes: Query<&mut Wish>, time: Res<Time>) {
    if time.elapsed_secs() > 4. {
        for mut wish in &mut wishes {
            wish.axis = Some(Vec3::X);
        }
    }
}

/// Prints when each is through its door.
fn report(heroes: Query<(&Name, &CharacterState)>, time: Res<Time>, mut through: Local<Vec<Name>>) {
    for (name, state) in &heroes {
        if state.feet.x > 5.5 && !through.contains(name) {
            println!("{name}: {:.1} s", time.elapsed_secs());
            through.push(name.clone());
        }
    }
}
