//! Local scenes: the lanes leave out nothing that matters, and answers are those of a loop over all pairs, to the bit.

use carom::glam::{DVec3, Vec2, Vec3};
use carom::{
    Capsule, Contact, Hit, LocalScene, PartId, Scalar, Sweep, Triangle, Vector, Vector3, contact,
    sweep,
};
use fastrand::Rng;

/// Triangles of all sizes and shapes around a place, some needles and some without area.
fn triangles<V: Vector3>(random: &mut Rng, place: [f64; 3], scale: f64) -> Vec<Triangle<V>> {
    let near = |random: &mut Rng, from: [f64; 3], size: f64| {
        from.map(|x| x + (random.f64() - 0.5) * size * scale)
    };
    let count = random.usize(1..40);
    let triangle = |random: &mut Rng| {
        let size = [0.01, 0.3, 2.0, 100.0][random.usize(0..4)];
        let a = near(random, place, 3.0);
        let b = near(random, a, size);
        let c = match random.u32(0..8) {
            0 => b,
            1 => near(random, b, size * 1e-5),
            _ => near(random, a, size),
        };
        let [a, b, c] = [a, b, c].map(V::from_f64);
        Triangle { a, b, c }
    };
    (0..count).map(|_| triangle(random)).collect()
}

fn agree<V: Vector3>(seed: u64, rounds: usize) {
    let random = &mut Rng::with_seed(seed);
    let (mut touched, mut met) = (0, 0);
    for round in 0..rounds {
        let scale = [1.0, 1e-3, 1e4][round % 3];
        let place = [[0.0; 3], [1e4, -300.0, 2e3]][round / 3 % 2].map(|x| x * scale);
        let triangles = triangles::<V>(random, place, scale);
        let mut near = LocalScene::new();
        for (part, triangle) in (0..).zip(&triangles) {
            near.add_triangle(*triangle, false, PartId::of(part));
        }
        let number = V::Scalar::from_f64;
        let feet = V::from_f64(place.map(|x| x + (random.f64() - 0.5) * scale));
        let up = V::from_f64([0.0, 1.0, 0.0]);
        let radius = number(0.3 * scale);
        let capsule = Capsule::standing(feet, up, number(1.8 * scale), radius);
        let way = V::from_f64([(); 3].map(|()| (random.f64() - 0.5) * scale));

        for reach in [0.015, 0.0, 0.5] {
            let reach = number(reach * scale);
            let mut found = Vec::new();
            near.contacts(&capsule, reach, |contact| {
                found.push((contact.part.index, contact));
            });
            let alone = (0..).zip(&triangles).filter_map(|(part, triangle)| {
                let contact = contact(&capsule, triangle, reach)?;
                let part = PartId::of(part);
                Some((part.index, Contact { part, ..contact }))
            });
            assert_eq!(found, alone.collect::<Vec<_>>(), "{round}");
            touched += found.len();
        }
        let first = near.sweep(&capsule, way);
        let mut best: Option<(u32, Sweep<V>)> = None;
        for (part, triangle) in (0..).zip(&triangles) {
            let swept = sweep(&capsule, way, triangle);
            let earlier = |best: &(u32, Sweep<V>)| swept.hit.unwrap().t < best.1.hit.unwrap().t;
            if swept.hit.is_some() && best.as_ref().is_none_or(earlier) {
                best = Some((part, swept));
            }
        }
        let found = first.map(|first| (first.part.index, first, first.start));
        let best = best.map(|(part, swept)| {
            let hit = Hit {
                part: PartId::of(part),
                ..swept.hit.unwrap()
            };
            (part, hit, swept.start)
        });
        assert_eq!(found, best, "{round}");
        met += usize::from(found.is_some());
    }
    assert!(touched > rounds && met > rounds / 10, "{touched} {met}");
}

#[test]
fn of_single_precision() {
    agree::<Vec3>(1, 3000);
}

#[test]
fn of_double_precision() {
    agree::<DVec3>(2, 3000);
}

/// An infinite region touches every box, but not the lanes past the end of the list: those are empty.
fn an_infinite_reach_finds_what_there_is<V: Vector>() {
    let number = V::Scalar::from_f64;
    let ball = |x: f64| {
        let center = V::from_f64([x, 0.0, 0.0]);
        Capsule::new(center, center, number(0.25))
    };
    let mut near = LocalScene::new();
    for count in 1..20 {
        near.add_capsule(ball(f64::from(count)), PartId::of(count));
        let found = near.closest(&ball(-1.0), V::Scalar::INFINITY).unwrap();
        assert_eq!(found.part.index, 1);
        let mut all = 0;
        near.contacts(&ball(-1.0), V::Scalar::INFINITY, |_| all += 1);
        assert_eq!(all, count);
        // The box around the capsule overflows.
        let huge = Capsule::new(V::ZERO, V::ZERO, V::Scalar::MAX);
        let _ = near.overlaps(&huge.translated(V::splat(V::Scalar::MAX)));
        let way = V::from_f64([V::Scalar::MAX.to_f64(), 0.0, 0.0]);
        let _ = near.sweep(&ball(-1.0).translated(way), way);
    }
}

#[test]
fn an_infinite_reach_finds_what_there_is_in_every_dimension_and_precision() {
    an_infinite_reach_finds_what_there_is::<Vec2>();
    an_infinite_reach_finds_what_there_is::<Vec3>();
    an_infinite_reach_finds_what_there_is::<DVec3>();
}
