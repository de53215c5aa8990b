//! Tests: all instruction sets of this machine give the same bits, in the same order.

use super::Mesh;
use crate::shape::{ball::Ball, capsule::Capsule, triangle::Triangle};
use crate::surface::mesh::Vector3;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use carom_math::Scalar;
use carom_math::lanes::{Level, level};
use core::fmt::Write;
use fastrand::Rng;
use glam::{DVec3, Vec3};

/// The instruction sets of this machine, the smallest first.
fn levels() -> Vec<Level> {
    let best = level();
    let mut levels = alloc::vec![Level::baseline(), best];
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    {
        levels.extend(best.as_sse2().map(Level::Sse2));
        levels.extend(best.as_avx2().map(Level::Avx2));
    }
    levels
}

fn near<V: Vector3>(random: &mut Rng, size: f64) -> V {
    V::from_f64([0; 3].map(|_| (random.f64() - 0.5) * size))
}

/// Ordinary triangles, needles and points, each twice.
fn soup<V: Vector3>(random: &mut Rng, scale: f64) -> Mesh<V> {
    let mut triangles = Vec::new();
    for i in 0..150 {
        let a: V = near(random, 10.0 * scale);
        let [u, v] = [0; 2].map(|_| near::<V>(random, 2.0 * scale));
        let thin = V::Scalar::from_f64([1.0, 1.0, 1e-4, 0.0, 1e-9][i % 5]);
        let triangle = Triangle::new(a, a + u, a + u * V::Scalar::HALF + v * thin);
        triangles.extend([triangle, triangle]);
    }
    Mesh::of_triangles(triangles).expect("finite triangles")
}

/// The answers to a fixed set of queries, to the last digit, in the order of the visits.
fn answers<V: Vector3>(mesh: &Mesh<V>, scale: f64) -> String {
    let random = &mut Rng::with_seed(4);
    let mut text = String::new();
    let mut hits = Vec::new();
    let query = mesh.query();
    for i in 0..150 {
        let a: V = near(random, 12.0 * scale);
        let b = a + near(random, [2.0, 0.0, 1e-9][i % 3] * scale);
        let radius = V::Scalar::from_f64([0.3, 0.0, 1e4][i % 7 % 3] * scale);
        let delta = near::<V>(random, [8.0, 1e-3, 1e7, 0.0][i % 4] * scale);
        let reach = V::Scalar::from_f64((random.f64() - 0.2) * scale);
        let (ball, capsule) = (Ball::new(a, radius), Capsule { a, b, radius });
        let mut say = |answer: core::fmt::Arguments| text.write_fmt(answer).expect("a string");
        query.each_contact(&ball, reach, |found| say(format_args!("{found:?}")));
        query.each_contact(&capsule, reach, |found| say(format_args!("{found:?}")));
        say(format_args!("{:?}", query.closest(&ball, reach)));
        say(format_args!("{:?}", query.closest(&capsule, reach)));
        say(format_args!("{:?}", query.sweep(&ball, delta)));
        say(format_args!("{:?}", query.sweep(&capsule, delta)));
        say(format_args!("{:?}", query.ray(a, delta)));
        let any = [query.overlap(&ball), query.overlap(&capsule)];
        let met = [query.sweep_any(&ball, delta), query.ray_any(a, delta)];
        query.sweep_all(&capsule, delta, &mut hits);
        say(format_args!("{any:?} {met:?} {hits:?}"));
    }
    text
}

fn agree<V: Vector3>() {
    for scale in [1.0, 1e-30, 1e25] {
        let mesh = soup::<V>(&mut Rng::with_seed(3), scale);
        let mut all = levels().into_iter().map(|level| {
            let mut mesh = mesh.clone();
            mesh.tree = mesh.tree.at(level);
            (format!("{level:?}"), answers(&mesh, scale))
        });
        let (_, expected) = all.next().expect("the least");
        assert!(expected.len() > 20_000, "{}", expected.len());
        for (level, found) in all {
            assert!(found == expected, "{level} at {scale}");
        }
    }
}

#[test]
fn every_instruction_set_gives_the_same_bits() {
    agree::<Vec3>();
    agree::<DVec3>();
}
