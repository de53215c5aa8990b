//! Hail on a roof: ten thousand balls bounce, slide down and come to rest on the ground.

use carom::Mesh;
use carom::glam::{Vec3, vec3};
use carom::swarm::{Particle, Swarm, SwarmSettings};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let square = |height: f32, half: f32| {
        [(-1., -1.), (-1., 1.), (1., 1.), (1., -1.)]
            .map(|(x, z): (f32, f32)| vec3(x * half, height, z * half))
    };
    let ridge = [vec3(0., 5., -4.), vec3(0., 5., 4.)];
    let vertices = [&square(0., 40.)[..], &square(3., 4.), &ridge].concat();
    let ground = [[0, 1, 2], [0, 2, 3]];
    let roof = [[4, 5, 9], [4, 9, 8], [6, 7, 8], [6, 8, 9]];
    let house = Mesh::new(&vertices, [&ground[..], &roof].concat())?;

    let mut swarm = Swarm::new(SwarmSettings {
        restitution: 0.4,
        friction: 0.3,
        ..SwarmSettings::<Vec3>::default()
    })?;
    for i in 0..10_000 {
        let (row, column) = (i / 100, i % 100);
        let start = vec3(
            row as f32 * 0.08 - 4.,
            8. + 0.02 * column as f32,
            column as f32 * 0.08 - 4.,
        );
        swarm
            .particles
            .push(Particle::new(start, vec3(1., 0., 0.3)));
    }
    let dt = 1.0 / 60.0;
    for tick in 0..600 {
        swarm.tick(&house, dt);
        if tick % 60 == 59 {
            let all = &swarm.particles;
            let hits: u32 = all.iter().map(|p| p.hits).sum();
            let resting = all.iter().filter(|p| p.velocity == Vec3::ZERO).count();
            println!(
                "{:2} s: {hits:5} hits, {resting:5} at rest",
                (tick + 1) / 60
            );
        }
    }
    assert!(swarm.particles.iter().all(|p| p.position.y > 0.0));
    Ok(())
}
