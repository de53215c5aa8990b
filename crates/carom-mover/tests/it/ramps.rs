//! Ramps along walls: a character that walks up a ramp with its shoulder at a wall goes on along the wall.

use crate::courses::random::Random;
use carom::glam::{DVec3, Quat, Vec3, vec3};
use carom::mover::{CharacterState, Ground, Intent, Mover, MoverSettings};
use carom::{Mesh, PartId, Scalar, Vector3};

const HZ: f64 = 60.0;
const SPEED: f64 = 3.75;

/// A ramp, a wall that stands on it, and a character beside the wall that presses into it by some degrees.
struct Case {
    vertices: Vec<[f64; 3]>,
    feet: [f64; 3],
    /// The wanted velocity, and the direction along the wall.
    wanted: [f64; 3],
    along: [f64; 3],
    /// The level speed along the wall.
    speed: f64,
}

impl Case {
    fn random(random: &mut Random) -> Self {
        let slope = random.between(5.0, 44.0).to_radians();
        let heading = random.between(0.0, 360.0).to_radians();
        let press = random.between(0.0, 60.0).to_radians();
        let uphill = random.between(0.0, 360.0).to_radians();
        let far = random.between(0.0, 60.0);
        let at = [
            random.between(-far, far),
            random.between(-9.0, 9.0),
            random.between(-far, far),
        ];
        // Heights over the plane of the ramp.
        let (climb_x, climb_z) = (slope.tan() * uphill.cos(), slope.tan() * uphill.sin());
        let ground = |x: f64, z: f64| at[1] + (x - at[0]) * climb_x + (z - at[2]) * climb_z;
        let along = [heading.cos(), 0.0, heading.sin()];
        // Out of the wall, towards the character.
        let out = [-heading.sin(), 0.0, heading.cos()];
        let place = |l: f64, o: f64, height: f64| {
            let x = at[0] + along[0] * l + out[0] * o;
            let z = at[2] + along[2] * l + out[2] * o;
            [x, ground(x, z) + height, z]
        };
        let [back, front] = [random.between(-9.0, -3.0), random.between(9.0, 15.0)];
        let high = random.between(3.0, 9.0);
        let [a, b] = [place(back, 0.0, 0.0), place(front, 0.0, 0.0)];
        let [c, d] = [
            place(back, 0.0, high),
            place(front, 0.0, high + random.between(-1.0, 4.0)),
        ];
        let [e, f] = [place(back, 12.0, 0.0), place(front, 12.0, 0.0)];
        // The ramp of two triangles, and the wall of two.
        let vertices = [[a, b, e], [b, f, e], [a, c, b], [b, c, d]].concat();
        let (radius, skin) = (0.3, 0.01);
        // At the skin, or at the gap below which a tick gives the skin back.
        let skins = if random.part() < 0.5 {
            random.between(0.95, 1.05)
        } else {
            0.88 + random.between(-0.003, 0.0005)
        };
        let gap = radius + skin * skins;
        let mut feet = place(0.0, gap, 0.0);
        feet[1] += (radius + skin) / slope.cos() - radius;
        let wanted = [0, 1, 2].map(|i| (along[i] * press.cos() - out[i] * press.sin()) * SPEED);
        Self {
            vertices,
            feet,
            wanted,
            along,
            speed: press.cos() * SPEED,
        }
    }

    /// How far the character gets along the wall in a second, as a part of how far it should.
    fn progress<V: Vector3>(&self) -> f64 {
        let vertices: Vec<V> = self.vertices.iter().map(|v| V::from_f64(*v)).collect();
        let triangles: Vec<[u32; 3]> = (0..4).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        let level = Mesh::new(vertices, triangles).unwrap();
        let mut mover = Mover::new(MoverSettings::default()).unwrap();
        let number = |x: f64| V::Scalar::from_f64(x);
        let start = V::from_f64(self.feet);
        let mut body = CharacterState::at(start, number(1.8));
        let intent = Intent::walk(V::from_f64(self.wanted));
        for _ in 0..HZ as u32 {
            mover.step(&level, &mut body, &intent, number(1.0 / HZ));
        }
        let gone = (body.feet - start).to_f64();
        let gone: f64 = (0..3).map(|i| gone[i] * self.along[i]).sum();
        gone / self.speed
    }
}

fn frozen<V: Vector3>(seed: u64, count: u64) -> Vec<(u64, f64)> {
    let cases = (0..count).map(|i| {
        (
            i,
            Case::random(&mut Random(seed + i * 7919)).progress::<V>(),
        )
    });
    cases
        .filter(|(_, progress)| !(0.9..1.1).contains(progress))
        .collect()
}

/// `RAMPS=1000000 cargo test --release -p carom-mover --test it ramps` is a campaign.
#[test]
fn a_shoulder_at_a_wall_does_not_stop_a_walk_on_a_ramp() {
    let count = std::env::var("RAMPS").map_or(2000, |count| count.parse().unwrap());
    let single = frozen::<Vec3>(1, count);
    assert!(
        single.is_empty(),
        "f32, {} of {count}: {:?}",
        single.len(),
        &single[..single.len().min(9)]
    );
    let double = frozen::<DVec3>(1, count / 4);
    assert!(
        double.is_empty(),
        "f64, {} of {count}: {:?}",
        double.len(),
        &double[..double.len().min(9)]
    );
}

/// The ramp of 24° in three.js's `collision-world.glb` where a character froze: three triangles.
#[test]
fn the_ramp_of_the_collision_world() {
    let ramp = [
        vec3(-26.933662, 5.617167, -46.202736),
        vec3(-24.378237, 3.0479279, -40.486675),
        vec3(-3.128389, 3.0479279, -40.486675),
        vec3(-24.378237, 9.302128, -40.486675),
        vec3(-26.933662, 13.286279, -46.202736),
    ];
    let level = Mesh::new(ramp, [[0, 1, 2], [3, 1, 0], [3, 0, 4]]).unwrap();
    let recorded = vec3(-1.817124, 0.0, -3.2783992);
    let along = (ramp[0] - ramp[1]).with_y(0.0).normalize();
    for degrees in [
        -30.0_f32, -20., -10., -5., -2., -1., 0., 1., 2., 5., 10., 30.,
    ] {
        let wanted = Quat::from_rotation_y(degrees.to_radians()) * recorded;
        let mut mover = Mover::new(MoverSettings::default()).unwrap();
        // A walk that has worn the skin down to where a tick does not yet give it back.
        let mut body = CharacterState {
            velocity: wanted,
            ground: Some(Ground {
                normal: vec3(-0.0, 0.91209984, 0.4099681),
                part: PartId::of(0),
            }),
            ..CharacterState::at(vec3(-25.997835, 5.0562377, -44.866062), 1.8)
        };
        let start = body.feet;
        for _ in 0..12 {
            mover.step(&level, &mut body, &Intent::walk(wanted), 1. / 60.);
        }
        let gone = (body.feet - start).dot(along);
        let should = wanted.dot(along) * 12. / 60.;
        assert!(gone > 0.9 * should, "{degrees}°: {gone} of {should} m");
    }
}
