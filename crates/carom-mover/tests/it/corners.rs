//! Corners at the foot of a ramp: a character that presses into one comes to rest.

use crate::courses::random::Random;
use carom::Mesh;
use carom::glam::{Quat, Vec3, vec3};
use carom::mover::{CharacterState, Intent, Mover, MoverSettings};
use std::f64::consts::TAU;

/// A floor with a wall beside it, and a ramp on which the wall goes on at an angle.
fn corner(random: &mut Random) -> Mesh<Vec3> {
    let mut within = |low: f64, high: f64| random.between(low, high) as f32;
    // The ramp rises along z from its foot, which may be oblique; in three.js's collision world it has 24°, the wall 27°.
    let slope = within(5.0, 44.0).to_radians().tan();
    let bend = within(-20.0, 70.0).to_radians();
    let foot = |x: f32, skew: f32| vec3(x, 0.0, x * skew);
    let skew = within(-0.5, 0.5);
    let [near, far] = [foot(0.0, skew), foot(-8.0, skew)];
    let long = 6.0;
    let on_ramp = |at: Vec3| at + Vec3::Y * slope * (at.z - at.x * skew);
    let turned = vec3(-bend.sin(), 0.0, bend.cos()) * long;
    let high = Vec3::Y * 5.0;
    let back = Vec3::Z * -long;
    let triangles = [
        [near, near + back, far + back],
        [near, far + back, far],
        [near, far, on_ramp(far + Vec3::Z * long)],
        [near, on_ramp(far + Vec3::Z * long), on_ramp(near + turned)],
        [near, near + high, near + back],
        [near + back, near + high, near + back + high],
        [near, on_ramp(near + turned), near + high],
        [
            near + high,
            on_ramp(near + turned),
            on_ramp(near + turned) + high,
        ],
    ];
    let turn = Quat::from_rotation_y(within(0.0, TAU));
    let at = vec3(within(-40.0, 40.0), 0.0, within(-40.0, 40.0));
    let corners = triangles
        .concat()
        .into_iter()
        .map(|corner| at + turn * corner);
    let numbers = (0..triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
    Mesh::new(corners.collect::<Vec<_>>(), numbers.collect::<Vec<_>>()).unwrap()
}

/// The ticks of the last half second of input in which the character moved back.
fn shaken(random: &mut Random) -> u32 {
    let level = corner(random);
    // The corner is where its first triangle begins.
    let corner = level.triangle(0).a;
    let mut mover = Mover::new(MoverSettings::default()).unwrap();
    let aside = level.triangle(1).c - corner;
    let along = (level.triangle(0).b - corner).normalize();
    let start = corner
        + 0.2 * random.between(0.8, 2.0) as f32 * aside.normalize() * 5.0
        + along * random.between(0.0, 1.0) as f32;
    let mut body = CharacterState::at(start + 0.02 * Vec3::Y, 1.8);
    let aim = random.between(-0.6, 0.3) as f32;
    let wanted = (corner - along * aim - start).with_y(0.0).normalize() * 3.7;
    let (mut last, mut back) = (Vec3::ZERO, 0);
    for tick in 0..120 {
        let before = body.feet;
        mover.step(&level, &mut body, &Intent::walk(wanted), 1.0 / 60.0);
        let went = body.feet - before;
        // A quarter of the skin.
        let least = 0.0025_f32;
        back += u32::from(tick >= 90 && went.dot(last) < -least * least);
        last = went;
    }
    back
}

/// `CORNERS=1000000 cargo test --release -p carom-mover --test it corners` is a campaign.
#[test]
fn a_character_that_presses_into_a_corner_comes_to_rest() {
    let count: u64 = std::env::var("CORNERS").map_or(2000, |count| count.parse().unwrap());
    let shaken: Vec<(u64, u32)> = (0..count)
        .map(|i| (i, shaken(&mut Random(i * 7919))))
        .filter(|(_, back)| *back >= 5)
        .collect();
    assert!(
        shaken.is_empty(),
        "{} of {count}: {:?}",
        shaken.len(),
        &shaken[..shaken.len().min(9)]
    );
}
