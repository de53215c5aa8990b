//! Characters wander through real levels in all directions: none gets through a triangle.

use carom::mover::{CharacterState, Intent, Mover, MoverSettings};
use carom::{Capsule, Mesh};
use carom_level::Options;
use glam::{Vec3, vec3};

/// A hash of two numbers, 0 to 1.
fn hashed(a: u32, b: u32) -> f32 {
    let mut x = a.wrapping_mul(0x9e37_79b9) ^ b.wrapping_mul(0x85eb_ca6b);
    x ^= x >> 16;
    x = x.wrapping_mul(0x7feb_352d);
    x ^= x >> 15;
    x = x.wrapping_mul(0x846c_a68b);
    x ^= x >> 16;
    (x >> 8) as f32 / (1 << 24) as f32
}

fn capsule(body: &CharacterState<Vec3>) -> Capsule<Vec3> {
    MoverSettings::<Vec3>::default().capsule(body.feet, body.height)
}

/// A free position on a floor below a place in the level.
fn spawn(mesh: &Mesh<Vec3>, number: u32) -> Option<CharacterState<Vec3>> {
    let bounds = mesh.bounds();
    for attempt in 0..64 {
        let part = Vec3::from([0, 1, 2].map(|axis| hashed(number * 64 + attempt, axis)));
        let place = bounds.min + part * bounds.size();
        let Some(floor) = mesh.query().ray(place, Vec3::NEG_Y * 100.) else {
            continue;
        };
        let body = CharacterState::at(floor.point + Vec3::Y * 0.02, 1.8);
        if floor.normal.y > 0.9 && mesh.query().closest(&capsule(&body), 0.005).is_none() {
            return Some(body);
        }
    }
    None
}

#[test]
fn no_character_gets_through_a_triangle() {
    for name in ["dungeon", "nav_test"] {
        let file = format!(
            "{}/../../data/levels/{name}.obj",
            env!("CARGO_MANIFEST_DIR")
        );
        let level = carom_level::open(std::path::Path::new(&file), &Options::default()).unwrap();
        let mesh: Mesh<Vec3> = level.mesh().unwrap();
        let mut mover = Mover::new(MoverSettings::default()).unwrap();
        let (mut walked, mut fell, mut ticks) = (0, 0, 0);
        for number in 0..150 {
            let Some(mut body) = spawn(&mesh, number) else {
                continue;
            };
            walked += 1;
            for tick in 0..300 {
                let angle = hashed(number, 1000 + tick / 30) * std::f32::consts::TAU;
                let (sin, cos) = angle.sin_cos();
                let before = body;
                let report = mover.step(
                    &mesh,
                    &mut body,
                    &Intent::walk(vec3(cos, 0., sin) * 4.),
                    1. / 60.,
                );
                ticks += 1;
                assert!(!report.why.stuck, "{name} {number} {tick}: {before:?}");
                let found = mesh.query().closest(&capsule(&body), 0.0);
                let depth = found.map_or(0.0, |found| -found.separation);
                assert!(
                    depth <= 1e-4,
                    "{name} {number} {tick}: {depth} deep, {before:?}"
                );
                // A tick is shorter than a radius: a middle that crosses nothing has not gone through.
                for part in [0.3, 0.9, 1.5] {
                    let from = before.feet + Vec3::Y * part;
                    let crossed = mesh.query().ray(from, body.feet + Vec3::Y * part - from);
                    // A step lifts it over an edge, and the middle with it.
                    assert!(
                        crossed.is_none(),
                        "{name} {number} {tick}: through, {before:?}"
                    );
                }
                if body.feet.y < mesh.bounds().min.y - 3. {
                    fell += 1;
                    break;
                }
            }
        }
        println!(
            "{name}: {walked} characters, {ticks} ticks, {fell} walked over an edge of the level"
        );
        assert!(walked > 100 && ticks > 20_000);
    }
}
