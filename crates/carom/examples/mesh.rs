//! A small level: rays, contacts and sweeps against a mesh.

use carom::glam::{Vec3, vec3};
use carom::{Ball, Capsule, Mesh, MeshError};

fn main() -> Result<(), MeshError> {
    // A floor with a ramp at its end; corners counter-clockwise seen from above.
    let vertices = vec![
        vec3(0.0, 0.0, 0.0),
        vec3(0.0, 0.0, 4.0),
        vec3(6.0, 0.0, 4.0),
        vec3(6.0, 0.0, 0.0),
        vec3(10.0, 2.0, 4.0),
        vec3(10.0, 2.0, 0.0),
    ];
    let triangles = vec![[0, 1, 2], [0, 2, 3], [3, 2, 4], [3, 4, 5]];
    let level = Mesh::new(vertices, triangles)?;

    let down = level
        .query()
        .ray(vec3(8.0, 5.0, 2.0), vec3(0.0, -10.0, 0.0));
    let hit = down.expect("the ramp is below");
    println!("below is triangle {} at {}", hit.part.index, hit.point);

    let ball = Ball::new(vec3(7.0, 0.8, 2.0), 0.5);
    level.query().each_contact(&ball, 0.1, |touch| {
        println!(
            "triangle {}: separation {:.3}, normal {}",
            touch.part.index, touch.separation, touch.normal
        );
    });

    let hero = Capsule::standing(vec3(2.0, 0.01, 2.0), Vec3::Y, 1.8, 0.3);
    let run = level.query().sweep(&hero, vec3(6.0, 0.0, 0.0));
    let run = run.expect("the ramp is in the way");
    println!(
        "after {:.2} m the ramp is met, normal {}",
        run.t * 6.0,
        run.normal
    );

    // Errors name the element.
    let broken = Mesh::new(vec![Vec3::ZERO], vec![[0, 0, 7]]);
    println!("{}", broken.expect_err("there is no vertex 7"));
    Ok(())
}
