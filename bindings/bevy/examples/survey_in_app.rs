//! Proves in the app where its level can be walked, fallen out of and got stuck in.
//!
//! When the level is ready, its meshes are surveyed with the settings of the character that will walk there.

use bevy::mesh::VertexAttributeValues;
use bevy::prelude::*;
use bevy_carom::prelude::*;
use carom::glam;
use carom_survey::{Options, Survey};

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, CaromPlugin::default()))
        .add_systems(Startup, setup)
        .add_observer(survey)
        .run();
}

/// A room of 6 m with a doorway that leads nowhere.
fn setup(mut commands: Commands, mut meshes: ResMut<Assets<Mesh>>) {
    let mut block = |size: Vec3, at: Vec3| {
        let mesh = Mesh3d(meshes.add(Cuboid::from_size(size)));
        (mesh, Transform::from_translation(at))
    };
    let room = [
        block(Vec3::new(6., 1., 6.), Vec3::new(0., -0.5, 0.)),
        block(Vec3::new(6., 3., 0.2), Vec3::new(0., 1.5, 3.)),
        block(Vec3::new(6., 3., 0.2), Vec3::new(0., 1.5, -3.)),
        block(Vec3::new(0.2, 3., 6.), Vec3::new(-3., 1.5, 0.)),
        block(Vec3::new(0.2, 3., 2.4), Vec3::new(3., 1.5, 1.8)),
        block(Vec3::new(0.2, 3., 2.4), Vec3::new(3., 1.5, -1.8)),
    ];
    commands
        .spawn((Level::default(), Visibility::default(), Name::new("room")))
        .with_children(|level| {
            for block in room {
                level.spawn(block);
            }
        });
    commands.spawn((CharacterMover::default(), Transform::from_xyz(0., 0., 0.)));
}

fn survey(
    ready: On<LevelReady>,
    children: Query<&Children>,
    parts: Query<(&Mesh3d, &GlobalTransform)>,
    meshes: Res<Assets<Mesh>>,
    mover: Single<&CharacterMover>,
    mut exit: MessageWriter<AppExit>,
) {
    let mut corners = Vec::new();
    for (mesh, place) in children
        .iter_descendants(ready.entity)
        .filter_map(|part| parts.get(part).ok())
    {
        corners.extend(
            meshes
                .get(&mesh.0)
                .into_iter()
                .flat_map(|mesh| triangles(mesh, place)),
        );
    }
    let level =
        carom::Mesh::of_triangles(corners).expect("the level was built of the same triangles");
    let options = Options {
        settings: settings(&mover),
        ..Options::default()
    };
    let survey = Survey::new(&level, options).expect("the settings of a character that walks");
    let flood = survey
        .flood(glam::Vec3::ZERO, |_| true)
        .expect("a floor at the start");
    let findings = survey.findings(&flood);
    println!(
        "{} places, {:.0} m² can be walked",
        flood.places.len(),
        survey.reach(&flood).area
    );
    for finding in &findings {
        println!("{:?} at {:.1?}", finding.kind, finding.position);
    }
    assert_eq!(findings.len(), 1, "the doorway");
    exit.write(AppExit::Success);
}

/// The character's settings, as the library has them.
fn settings(mover: &CharacterMover) -> carom::mover::MoverSettings<glam::Vec3> {
    carom::mover::MoverSettings {
        radius: mover.radius,
        step_height: mover.step_height,
        max_slope: mover.max_slope_degrees.to_radians().cos(),
        gravity: mover.gravity,
        ..default()
    }
}

fn triangles(mesh: &Mesh, place: &GlobalTransform) -> Vec<carom::Triangle<glam::Vec3>> {
    let Some(VertexAttributeValues::Float32x3(positions)) =
        mesh.attribute(Mesh::ATTRIBUTE_POSITION)
    else {
        return Vec::new();
    };
    let corner = |i: usize| {
        let placed = place.transform_point(Vec3::from_array(positions[i]));
        glam::Vec3::from_array(placed.to_array())
    };
    let indices: Vec<usize> = mesh
        .indices()
        .into_iter()
        .flat_map(|all| all.iter())
        .collect();
    indices
        .as_chunks()
        .0
        .iter()
        .map(|[a, b, c]| carom::Triangle::new(corner(*a), corner(*b), corner(*c)))
        .collect()
}
