//! Characters that give way to each other on a lift: `cargo run --example crowd`.

use carom::glam::{Vec3, vec3};
use carom::mover::{CharacterState, Crowd, CrowdRole, Intent, Mover, MoverSettings};
use carom::{Body as Solid, Collider, Pose, World};

/// The layer of the characters.
const CHARACTERS: u32 = 1 << 31;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = World::new();
    let slab = |half: Vec3| {
        Collider::cuboid(
            Vec3::ZERO,
            [Vec3::X * half.x, Vec3::Y * half.y, Vec3::Z * half.z],
        )
    };
    let lift = world.insert(Solid {
        layers: !CHARACTERS,
        moving: true,
        ..Solid::new(slab(vec3(5., 0.2, 5.)))
    })?;
    let mut crowd = Crowd::new(CHARACTERS);
    for (x, mass) in [(-3., 120.), (0., 60.), (3., 60.)] {
        let mover = Mover::new(MoverSettings::default())?;
        crowd.add(
            &mut world,
            mover,
            CharacterState::at(vec3(x, 0.21, 0.), 1.8),
            mass,
            CrowdRole::Push,
        )?;
    }
    // The heavy one walks east, the last one west, the one between them stands.
    let intents = [4., 0., -4.].map(|speed| Intent::walk(vec3(speed, 0., 0.)));
    let dt = 1. / 60.;
    for tick in 1..=180 {
        let time = tick as f32 * dt;
        // Bodies move first, then the characters.
        world.move_to(lift, Pose::at(vec3(0., time, 0.)), dt)?;
        crowd.step(&mut world, &intents, dt);
        if tick % 30 == 0 {
            let feet: Vec<_> = crowd
                .agents()
                .iter()
                .map(|member| member.body.feet)
                .collect();
            println!("{time:.1} s: {:.2} {:.2} {:.2}", feet[0], feet[1], feet[2]);
        }
    }
    Ok(())
}
