//! Five bodies walk along a floor, up a kerb, under a lintel and on to the end of a ledge.

use carom::glam::{Vec3, vec3};
use carom::mover::{BodyShape, CharacterState, Intent, Limbs, Mover, MoverSettings};
use carom::{BodyError, BodyId, Capsule, Collider, World};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world: World<Vec3> = World::new();
    let mut add = |min: Vec3, max: Vec3| -> Result<BodyId, BodyError> {
        let half = (max - min) / 2.0;
        let [x, y, z] = [Vec3::X * half.x, Vec3::Y * half.y, Vec3::Z * half.z];
        world.insert(Collider::cuboid(min + half, [x, y, z]))
    };
    add(vec3(-9.0, -1.0, -9.0), vec3(9.0, 0.0, 9.0))?;
    add(vec3(1.0, 0.0, -9.0), vec3(5.0, 0.3, 9.0))?; // a kerb, and a ledge at its end
    add(vec3(2.0, 1.7, -9.0), vec3(3.0, 3.0, 9.0))?; // a lintel 1.4 m above the kerb

    let person = Capsule::new(vec3(0.7, 0.6, 0.0), vec3(0.7, 1.6, 0.0), 0.25);
    let side = |z: f32| Capsule::new(vec3(-0.7, 0.3, z), vec3(0.7, 0.3, z), 0.3);
    let hull = [side(-0.3), side(0.3)];
    let bodies = [
        ("dog", 1.2, BodyShape::Lying(Limbs::new(&[])?)),
        ("box", 1.2, BodyShape::Box { half_length: 0.5 }),
        ("cylinder", 1.2, BodyShape::Cylinder),
        ("car", 2.0, BodyShape::Lying(Limbs::new(&hull)?)),
        ("centaur", 2.0, BodyShape::Lying(Limbs::new(&[person])?)),
    ];
    for (name, height, body) in bodies {
        let mut mover = Mover::new(MoverSettings {
            body,
            ..MoverSettings::default()
        })?;
        let mut state = CharacterState::at(vec3(-3.0, 0.01, 0.0), height);
        // 8.2 m, to the last 0.2 m of the ledge and beyond.
        for _ in 0..246 {
            mover.step(&world, &mut state, &Intent::walk(Vec3::X * 2.0), 1.0 / 60.0);
        }
        let (feet, shapes) = (state.feet, state.shapes(mover.settings()).count());
        println!("{name:8} of {shapes} shapes: {feet:.2}");
        let passes = name != "centaur";
        assert_eq!(feet.x > 5.1, passes, "the lintel stops the centaur alone");
        // A flat sole is still on the ledge, as is the long body of a dog or a car.
        assert!(!passes || (feet.y - 0.31).abs() < 0.01, "{name} {feet}");
    }
    Ok(())
}
