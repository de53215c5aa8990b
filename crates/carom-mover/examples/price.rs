//! The price of a body: 20 seconds of one walk (triangles, kerbs, a ramp, walls) with the body that the first argument names. A second
//! argument `even` takes the bumps of 6 cm out of the floor, on which a flat sole climbs in every tick.
//!
//! ```sh
//! cargo build --release -p carom-mover --example price
//! valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect='carom_mover::tick::Tick<V>::run' \
//!   target/release/examples/price cylinder
//! ```
//!
//! Valgrind counts the instructions of all ticks. The bodies are `capsule`, `cylinder` and `box`, all 0.6 m wide and 1.8 m high;
//! `lying`, a capsule of 2 m, and `rider`, the same with a limb on its back.

use carom::glam::{Vec3, vec3};
use carom::mover::{BodyShape, CharacterState, Intent, Limbs, Mover, MoverSettings};
use carom::{Body, Capsule, Collider, Mesh, Pose, Rotation, World};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1).unwrap_or("capsule".into());
    let lies = ["lying", "rider"].contains(&name.as_str());
    let rider = Capsule::new(vec3(0., 0.8, 0.), vec3(0., 1.4, 0.), 0.25);
    let body = match name.as_str() {
        "capsule" | "lying" => BodyShape::Capsule,
        "cylinder" => BodyShape::Cylinder,
        "box" => BodyShape::Box { half_length: 0.3 },
        "rider" => BodyShape::Lying(Limbs::new(&[rider])?),
        other => return Err(format!("there is no body {other}").into()),
    };
    let settings = MoverSettings {
        body,
        ..MoverSettings::default()
    };
    let bump = if std::env::args().nth(2).as_deref() == Some("even") {
        0.
    } else {
        0.015
    };
    let (world, mut mover) = (course(bump)?, Mover::new(settings)?);
    let start = vec3(-9.5, 0.2, -1.);
    let mut state = if lies {
        CharacterState::lying(start, Vec3::X, 2.)
    } else {
        CharacterState::at(start, 1.8)
    };
    for tick in 0..1200 {
        // Along the course and back, over its whole width.
        let angle = tick as f32 / 1200. * std::f32::consts::TAU;
        let way = vec3(angle.sin(), 0., (angle * 3.).sin() * 0.6);
        mover.step(&world, &mut state, &Intent::walk(way * 3.), 1. / 60.);
    }
    println!("{name}: ends at {}", state.feet);
    Ok(())
}

fn course(bump: f32) -> Result<World<Vec3>, Box<dyn Error>> {
    let mut world = World::new();
    world.insert(bumps(bump)?)?;
    let mut add = |at: Vec3, half: Vec3, lean: f32| {
        let axes = [Vec3::X * half.x, Vec3::Y * half.y, Vec3::Z * half.z];
        world.insert(Body {
            pose: Pose::new(at, Rotation::new(Vec3::Z, lean)),
            ..Body::new(Collider::cuboid(Vec3::ZERO, axes))
        })
    };
    for i in 0..4 {
        add(vec3(-5. + i as f32, 0.1, 0.), vec3(0.3, 0.1, 9.), 0.)?;
    }
    add(vec3(2., 0.3, 0.), vec3(2., 0.2, 9.), 0.3)?;
    for side in [-3., 3.] {
        add(vec3(0., 1., side), vec3(12., 2., 0.2), 0.)?;
    }
    Ok(world)
}

/// A floor of triangles half a meter wide, up to four times `bump` high.
fn bumps(bump: f32) -> Result<Mesh<Vec3>, Box<dyn Error>> {
    let (across, along) = (20_u32, 60_u32);
    let height = |i: u32, j: u32| ((i * 7 + j * 13) % 5) as f32 * bump;
    let corners = (0..=across).flat_map(|i| (0..=along).map(move |j| (i, j)));
    let points = corners.map(|(i, j)| {
        let (x, z) = (j as f32 * 0.5 - 15., i as f32 * 0.5 - 5.);
        vec3(x, height(i, j), z)
    });
    let cells = (0..across).flat_map(|i| (0..along).map(move |j| i * (along + 1) + j));
    let triangles = cells.flat_map(|a| {
        let b = a + along + 1;
        [[a, b, a + 1], [a + 1, b, b + 1]]
    });
    Ok(Mesh::new(
        points.collect::<Vec<_>>(),
        triangles.collect::<Vec<_>>(),
    )?)
}
