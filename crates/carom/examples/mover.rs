//! A character that walks up a stair, jumps, and bumps its head.

use carom::glam::{Vec3, vec3};
use carom::mover::{CharacterState, Intent, Mover, MoverSettings};
use carom::{BodyError, BodyId, Collider, World};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world: World<Vec3> = World::new();
    let mut add = |min: Vec3, max: Vec3| -> Result<BodyId, BodyError> {
        let half = (max - min) / 2.0;
        let [x, y, z] = [Vec3::X * half.x, Vec3::Y * half.y, Vec3::Z * half.z];
        world.insert(Collider::cuboid(min + half, [x, y, z]))
    };
    add(vec3(-20.0, -1.0, -20.0), vec3(20.0, 0.0, 20.0))?;
    for step in 0..5 {
        let (x, y) = (2.0 + 0.4 * step as f32, 0.25 * (step + 1) as f32);
        add(vec3(x, 0.0, -2.0), vec3(12.0, y, 2.0))?;
    }
    add(vec3(6.0, 3.5, -2.0), vec3(12.0, 4.0, 2.0))?; // a low ceiling over the landing

    let mut mover = Mover::new(MoverSettings::default())?;
    let mut hero = CharacterState::at(vec3(0.0, 0.0, 0.0), 1.8);
    let dt = 1.0 / 60.0;
    for tick in 0..240 {
        let intent = Intent {
            jump: (tick == 180).then_some(5.0),
            ..Intent::walk(vec3(2.5, 0.0, 0.0))
        };
        let report = mover.step(&world, &mut hero, &intent, dt);
        let why: Vec<_> = report.why.names().collect();
        if tick % 30 == 0 || report.why.head {
            println!(
                "{tick:3}: {:.2} grounded {} {why:?}",
                hero.feet,
                hero.ground.is_some()
            );
        }
    }
    assert!(hero.feet.y > 1.2);
    Ok(())
}
