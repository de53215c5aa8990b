//! Chains of several rings beside one chain a ring, and as solids with holes.

use carom::glam::{DVec2, Vec2, dvec2, vec2};
use carom::{Ball, Capsule, Chain, ChainError, Contact, Hit, ShapeRef};
use fastrand::Rng;

/// A ring around a center that each ray from there crosses once, counter-clockwise.
fn star(random: &mut Rng, center: DVec2, radii: [f64; 2]) -> Vec<DVec2> {
    let count = random.usize(3..9);
    let mut corner = |i: usize| {
        let angle = core::f64::consts::TAU * i as f64 / count as f64;
        let (sin, cos) = angle.sin_cos();
        let far = radii[0] + (radii[1] - radii[0]) * random.f64();
        center + dvec2(cos, sin) * far
    };
    (0..count).map(&mut corner).collect()
}

fn point(random: &mut Rng, size: f64) -> DVec2 {
    dvec2(random.f64() - 0.5, random.f64() - 0.5) * size
}

/// Two outlines beside each other, each with a hole, the first hole with an island in it.
fn level(random: &mut Rng) -> Vec<Vec<DVec2>> {
    let [left, right] = [dvec2(-6., 0.), dvec2(6., 0.)];
    let hole = |random: &mut Rng, center| {
        let mut ring = star(random, center, [1.5, 2.]);
        ring.reverse();
        ring
    };
    vec![
        star(random, left, [4., 5.5]),
        hole(random, left),
        star(random, left, [0.2, 0.6]),
        star(random, right, [4., 5.5]),
        hole(random, right),
    ]
}

#[test]
fn one_chain_answers_as_its_rings_do() {
    let random = &mut Rng::with_seed(4);
    let [mut touched, mut hits] = [0; 2];
    for case in 0..300 {
        let rings = level(random);
        let sided = |chain: Chain<DVec2>| {
            if case % 2 == 0 {
                chain
            } else {
                chain.one_sided()
            }
        };
        let all = sided(Chain::from_rings(rings.clone()).unwrap());
        let one = rings
            .iter()
            .map(|ring| sided(Chain::closed(ring.clone()).unwrap()));
        let one: Vec<_> = one.collect();
        let starts: Vec<u32> = all.rings().map(|ring| ring.start as u32).collect();
        for _ in 0..20 {
            let a = point(random, 22.);
            let shape = Capsule::new(a, a + point(random, 2.), 0.3);
            let delta = point(random, 9.);
            // The first of the nearest contacts, and of the earliest hits.
            let mut nearest: Option<Contact<DVec2>> = None;
            let mut earliest: Option<Hit<DVec2>> = None;
            for (chain, start) in one.iter().zip(&starts) {
                if let Some(mut found) = chain.query().closest(&shape, 3.)
                    && nearest.is_none_or(|best| found.separation < best.separation)
                {
                    found.part.index += start;
                    nearest = Some(found);
                }
                if let Some(mut hit) = chain.query().sweep(&shape, delta) {
                    hit.part.index += start;
                    if earliest.is_none_or(|best| hit.order(&best).is_lt()) {
                        earliest = Some(hit);
                    }
                }
            }
            assert_eq!(all.query().closest(&shape, 3.), nearest);
            assert_eq!(all.query().sweep(&shape, delta), earliest);
            touched += usize::from(nearest.is_some());
            hits += usize::from(earliest.is_some());
        }
    }
    assert!(touched > 1_000 && hits > 1_000, "{touched} {hits}");
}

/// Whether a path along x to infinity crosses the ring an odd number of times.
fn is_in(ring: &[DVec2], p: DVec2) -> bool {
    let crosses = |i: usize| {
        let (a, b) = (ring[i], ring[(i + 1) % ring.len()]);
        (a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y)
    };
    (0..ring.len()).filter(|i| crosses(*i)).count() % 2 == 1
}

#[test]
fn solids_have_holes_and_islands_in_them() {
    let random = &mut Rng::with_seed(5);
    let mut sides = [0; 2];
    for _ in 0..300 {
        let rings = level(random);
        let solid = Chain::from_rings(rings.clone()).unwrap().solid().unwrap();
        for _ in 0..30 {
            let p = point(random, 22.);
            let inside = rings.iter().filter(|ring| is_in(ring, p)).count() % 2 == 1;
            sides[usize::from(inside)] += 1;
            assert_eq!(solid.contains(p), inside, "{p}");
            let shape = ShapeRef::point(p);
            assert_eq!(solid.query().overlap(&shape), inside, "{p}");
            let found = solid.query().closest(&shape, 99.).unwrap();
            let distance = solid.signed_distance(p);
            assert_eq!(distance < 0.0, inside, "{p}");
            assert!((found.separation - distance).abs() < 1e-13, "{p}");
            // The normal is the gradient of the signed distance.
            let step = found.normal * 1e-4;
            let slope = solid.signed_distance(p + step) - solid.signed_distance(p - step);
            let smooth = found.unique && distance.abs() > 1e-3;
            assert!(!smooth || slope > 1.9e-4, "{p}: {slope}");
            // A shape deep inside leaves by that way.
            let ball = Ball::new(p, 0.1);
            let deep = solid.query().closest(&ball, 99.).unwrap();
            assert!((deep.separation - (distance - 0.1)).abs() < 1e-12, "{p}");
        }
    }
    assert!(sides.iter().all(|count| *count > 1_000), "{sides:?}");
}

#[test]
fn rings_may_touch_and_have_edges_without_length() {
    // Two squares with a common corner, and one with a repeated vertex.
    let square =
        |x: f32, y: f32| [(0., 0.), (2., 0.), (2., 2.), (0., 2.)].map(|(u, w)| vec2(x + u, y + w));
    let [p, q, r, s] = square(2., 2.);
    let both = Chain::from_rings([square(0., 0.).to_vec(), vec![p, q, q, r, s]]);
    let both = both.unwrap().solid().unwrap();
    for (p, inside) in [
        (vec2(1., 1.), true),
        (vec2(3., 3.), true),
        (vec2(3., 1.), false),
    ] {
        assert_eq!(both.contains(p), inside);
    }
    let roll = Ball::new(vec2(1., 2.5), 0.5);
    assert!(
        both.query()
            .sweep(&roll, Vec2::X * 2.)
            .is_some_and(|hit| hit.part.index > 3)
    );
}

#[test]
fn errors_name_the_ring() {
    let square = [(0., 0.), (9., 0.), (9., 9.), (0., 9.)].map(|(x, y)| vec2(x, y));
    let inner = square.map(|p| p * 0.5 + Vec2::ONE);
    let none: [[Vec2; 2]; 0] = [];
    assert_eq!(
        Chain::from_rings(none).unwrap_err(),
        ChainError::TooFewVertices { vertices: 0 }
    );
    let short = Chain::from_rings([&square[..], &inner[..1]].map(<[_]>::to_vec));
    let expected = ChainError::TooFewInRing {
        ring: 1,
        vertices: 1,
    };
    assert_eq!(short.unwrap_err(), expected);
    let mut broken = inner;
    broken[2].x = f32::NAN;
    let broken = Chain::from_rings([square, broken]);
    assert_eq!(broken.unwrap_err(), ChainError::NotFinite { vertex: 6 });
    // A hole that runs as the outline does, and an outline that runs as a hole does.
    let same = Chain::from_rings([square, inner]).unwrap().solid();
    assert_eq!(same.unwrap_err(), ChainError::FacesInwards { ring: 1 });
    let beside = inner.map(|p| vec2(20. - p.x, p.y));
    let turned = Chain::from_rings([square, beside]).unwrap().solid();
    assert_eq!(turned.unwrap_err(), ChainError::FacesInwards { ring: 1 });
}
