//! Stairs, a ramp, a lift, a turntable, two hundred others, and a camera that no wall gets in front of. WASD walks, Space
//! jumps, Q and E turn the camera, G hides the gizmos.

use bevy::prelude::*;
use bevy_carom::{CaromGizmos, CaromGizmosPlugin, prelude::*};

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

/// The direction of the camera: an angle around the vertical axis, rad.
#[derive(Resource, Default)]
pub(crate) struct View(pub(crate) f32);

fn main() {
    app().run();
}

pub(crate) fn app() -> App {
    let mut app = App::new();
    app.add_plugins((DefaultPlugins, CaromPlugin::default(), CaromGizmosPlugin))
        .insert_resource(ClearColor(Color::srgb(0.7, 0.82, 0.92)))
        .insert_resource(GlobalAmbientLight {
            brightness: 500.,
            ..default()
        })
        .init_resource::<View>()
        .add_systems(Startup, (build_place, spawn_characters))
        .add_systems(Update, (walk, face, follow, switch_gizmos).chain())
        .add_systems(FixedUpdate, (move_lift, turn_table, stroll))
        .add_systems(Last, report);
    app
}

fn build_place(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let [grass, stone, wood, steel] = [
        Color::srgb(0.52, 0.6, 0.45),
        Color::srgb(0.72, 0.69, 0.63),
        Color::srgb(0.62, 0.45, 0.3),
        Color::srgb(0.4, 0.5, 0.6),
    ]
    .map(|color| materials.add(color));
    let mut block = |size: Vec3, at: Transform, material: &Handle<StandardMaterial>| {
        let mesh = Mesh3d(meshes.add(Cuboid::from_size(size)));
        (mesh, MeshMaterial3d(material.clone()), at)
    };
    let at = Transform::from_xyz;
    // Ten steps up to a gallery, a ramp down from it, and a wall behind them.
    let mut level = vec![
        block(vec3(80., 1., 80.), at(0., -0.5, 0.), &grass),
        block(vec3(5., 2., 4.), at(8.65, 1., 0.), &stone),
        block(vec3(1., 4., 16.), at(17., 2., 0.), &stone),
    ];
    for step in 1..=10_u8 {
        let height = 0.2 * f32::from(step);
        let place = at(3. + 0.3 * f32::from(step), height / 2., 0.);
        level.push(block(vec3(0.3, height, 4.), place, &stone));
    }
    let slope = Quat::from_rotation_x(0.4);
    let ramp = at(8.6, 0.858, 4.448).with_rotation(slope);
    level.push(block(vec3(3., 0.2, 5.4), ramp, &wood));
    commands
        .spawn((Level::default(), Visibility::default()))
        .with_children(|all| {
            for block in level {
                all.spawn(block);
            }
        });
    commands.spawn((
        block(vec3(3., 0.3, 3.), at(12.75, 1.85, 0.), &steel),
        (Collider::cuboid(3., 0.3, 3.), Platform, Lift),
    ));
    commands.spawn((
        block(vec3(12., 0.3, 12.), at(4., 0.15, -12.), &wood),
        (Collider::cuboid(12., 0.3, 12.), Platform, Turntable),
    ));
    let sun = DirectionalLight {
        illuminance: 7000.,
        shadow_maps_enabled: true,
        ..default()
    };
    commands.spawn((sun, at(-6., 14., 9.).looking_at(Vec3::ZERO, Vec3::Y)));
}

fn spawn_characters(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    // A figure in the capsule, at its feet.
    let robe = meshes.add(ConicalFrustum {
        radius_top: 0.12,
        radius_bottom: 0.28,
        height: 1.3,
    });
    let head = meshes.add(Sphere::new(0.22));
    let nose = meshes.add(Cuboid::new(0.1, 0.1, 0.14));
    let skin = MeshMaterial3d(materials.add(Color::srgb(0.9, 0.75, 0.6)));
    let mut colored = |r, g, b| MeshMaterial3d(materials.add(Color::srgb(r, g, b)));
    let red = colored(0.8, 0.16, 0.12);
    let others = [
        colored(0.2, 0.35, 0.6),
        colored(0.25, 0.5, 0.42),
        colored(0.45, 0.35, 0.55),
    ];
    let figure = |color: &MeshMaterial3d<StandardMaterial>| {
        let part =
            |mesh: &Handle<Mesh>, y, z| (Mesh3d(mesh.clone()), Transform::from_xyz(0., y, z));
        let robe = (part(&robe, 0.65, 0.), color.clone());
        let head = (part(&head, 1.5, 0.), skin.clone());
        let nose = (part(&nose, 1.48, -0.24), skin.clone());
        (Visibility::default(), children![robe, head, nose])
    };
    let mover = CharacterMover {
        mass: 200.,
        ..default()
    };
    let hero = (mover, Locomotion::default(), Hero, figure(&red));
    commands.spawn((hero, Transform::from_xyz(0., 0.5, 0.)));
    for number in 0..200_u8 {
        let place = Vec3::new(
            f32::from(number % 20) - 10.,
            0.5,
            f32::from(number / 20) - 20.,
        );
        let color = &others[usize::from(number % 3)];
        let stroller = (CharacterMover::default(), Stroller(f32::from(number)));
        commands.spawn((stroller, Transform::from_translation(place), figure(color)));
    }
    // On the lift, and along the gallery.
    for (x, y, z) in [
        (12., 2., -0.8),
        (13.4, 2., 0.6),
        (8., 2., -1.2),
        (10., 2., -0.5),
    ] {
        let waiting = (CharacterMover::default(), figure(&others[0]));
        commands.spawn((waiting, Transform::from_xyz(x, y, z)));
    }
    commands.spawn((Camera3d::default(), Transform::default()));
}

fn walk(
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<Time>,
    mut view: ResMut<View>,
    mut wish: Single<&mut Wish, With<Hero>>,
) {
    use KeyCode::{KeyA, KeyD, KeyE, KeyQ, KeyS, KeyW, Space};
    let axis = |plus, minus| f32::from(keys.pressed(plus)) - f32::from(keys.pressed(minus));
    view.0 += axis(KeyQ, KeyE) * time.delta_secs();
    let along = Vec3::new(axis(KeyD, KeyA), 0., axis(KeyS, KeyW)).normalize_or_zero();
    wish.velocity = Quat::from_rotation_y(view.0) * along * 3.;
    if keys.just_pressed(Space) {
        wish.jump(4.);
    }
}

/// Figures face the way they want to go: the rotation of a character is the app's.
fn face(mut all: Query<(&Wish, &mut Transform)>, time: Res<Time>) {
    for (wish, mut at) in &mut all {
        if let Ok(ahead) = Dir3::new(wish.velocity) {
            let to = Transform::default().looking_to(ahead, Vec3::Y).rotation;
            at.rotation = at.rotation.slerp(to, (8. * time.delta_secs()).min(1.));
        }
    }
}

/// The camera is as far back as a ball of its size can go.
fn follow(
    space: CaromSpace,
    view: Res<View>,
    hero: Single<&Transform, (With<Hero>, Without<Camera3d>)>,
    mut camera: Single<&mut Transform, With<Camera3d>>,
) {
    let head = hero.translation + Vec3::Y * 1.7;
    let back = Quat::from_rotation_y(view.0) * vec3(0., 2.8, 8.);
    let solid = space.query().mask(!CollisionLayers::CHARACTERS);
    let free = solid
        .sweep(&Collider::ball(0.2), head, back)
        .map_or(1., |hit| hit.t);
    let eye = Transform::from_translation(head + back * free);
    **camera = eye.looking_at(head - Vec3::Y * 0.7, Vec3::Y);
}

fn switch_gizmos(keys: Res<ButtonInput<KeyCode>>, mut gizmos: ResMut<GizmoConfigStore>) {
    if keys.just_pressed(KeyCode::KeyG) {
        let config = gizmos.config_mut::<CaromGizmos>().0;
        config.enabled = !config.enabled;
    }
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
