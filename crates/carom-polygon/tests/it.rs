//! Polygons with holes: areas by the shoelace formula, points inside by counting crossings, validity by whole numbers.

use carom::glam::{DVec2, DVec3, Vec2, Vec3, dvec2, vec2, vec3};
use carom::polygon::{Polygon, PolygonError};
use carom::{Ball, Mesh, ShapeRef, contact};
use fastrand::Rng;

/// A ring around a center that each ray from there crosses once.
fn star(random: &mut Rng, center: DVec2, radii: [f64; 2]) -> Vec<DVec2> {
    let count = random.usize(3..20);
    let turn = random.f64();
    let mut ring: Vec<DVec2> = (0..count)
        .map(|i| {
            let (sin, cos) = (core::f64::consts::TAU * (i as f64 + turn) / count as f64).sin_cos();
            center + dvec2(cos, sin) * (radii[0] + (radii[1] - radii[0]) * random.f64())
        })
        .collect();
    if random.bool() {
        ring.reverse();
    }
    ring
}

/// An outline, and holes in some of 4 by 4 cells of its inner square.
fn polygon(random: &mut Rng, scale: f64) -> (Vec<DVec2>, Vec<Vec<DVec2>>) {
    // A ring of chords: with at least 12 corners they stay outside of the circle of radius 7.
    let count = random.usize(12..60);
    let mut outline: Vec<DVec2> = (0..count)
        .map(|i| {
            let (sin, cos) = (core::f64::consts::TAU * i as f64 / count as f64).sin_cos();
            dvec2(cos, sin) * (7.5 + 5.0 * random.f64())
        })
        .collect();
    if random.bool() {
        outline.reverse();
    }
    let mut holes = Vec::new();
    for cell in 0..16 {
        if random.usize(0..3) == 0 {
            let center = dvec2(f64::from(cell % 4) - 1.5, f64::from(cell / 4) - 1.5) * 2.0;
            holes.push(star(random, center, [0.1, 0.95]));
        }
    }
    let scaled = |ring: &Vec<DVec2>| ring.iter().map(|p| *p * scale).collect();
    (scaled(&outline), holes.iter().map(scaled).collect())
}

fn shoelace(ring: &[DVec2]) -> f64 {
    let next = ring.iter().cycle().skip(1);
    ring.iter()
        .zip(next)
        .map(|(p, q)| 0.5 * p.perp_dot(*q))
        .sum()
}

/// Whether a ray to the right crosses a ring an odd number of times.
fn is_in(ring: &[DVec2], p: DVec2) -> bool {
    let next = ring.iter().cycle().skip(1);
    let crosses = |(a, b): &(&DVec2, &DVec2)| {
        (a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x
    };
    ring.iter().zip(next).filter(crosses).count() % 2 == 1
}

fn slices<V>(rings: &[Vec<V>]) -> Vec<&[V]> {
    rings.iter().map(Vec::as_slice).collect()
}

#[test]
fn random_polygons_have_the_area_and_the_inside_of_their_rings() {
    let random = &mut Rng::with_seed(26);
    for i in 0..3000 {
        let scale = [1.0, 1e-30, 1e30, 1e-3][i % 4];
        let (outline, holes) = polygon(random, scale);
        let made = Polygon::new(&outline, &slices(&holes)).unwrap();
        let expected =
            shoelace(&outline).abs() - holes.iter().map(|hole| shoelace(hole).abs()).sum::<f64>();
        assert!(
            (made.area() - expected).abs() < 1e-12 * 1000.0 * scale * scale,
            "{i}: {} {expected}",
            made.area()
        );
        // With h holes, n corners have n + 2h - 2 triangles.
        let corners = outline.len() + holes.iter().map(Vec::len).sum::<usize>();
        assert_eq!(made.triangles().len(), corners + 2 * holes.len() - 2);
        for (ring, expected) in made
            .rings()
            .zip([1.0].into_iter().chain([-1.0].into_iter().cycle()))
        {
            assert!(shoelace(ring) * expected > 0.0);
        }
        let solid: Mesh<DVec3> = made.prism([scale, -scale]).unwrap().solid().unwrap();
        let parts = made.compound();
        let floor: Mesh<DVec3> = made.floor(0.0).unwrap();
        for _ in 0..20 {
            let p = dvec2(random.f64() - 0.5, random.f64() - 0.5) * 24.0 * scale;
            let inside = is_in(&outline, p) && !holes.iter().any(|hole| is_in(hole, p));
            let place = DVec3::new(p.x, 0.3 * scale, p.y);
            assert_eq!(
                solid.query().overlap(&ShapeRef::point(place)),
                inside,
                "{i}: {p}"
            );
            assert_eq!(solid.contains(place), inside);
            assert_eq!(parts.query().overlap(&ShapeRef::point(p)), inside);
            let down = floor.one_sided_hit(place, scale);
            assert_eq!(down, inside);
        }
    }
}

trait Down {
    /// Whether a ray down hits a front.
    fn one_sided_hit(&self, from: DVec3, length: f64) -> bool;
}

impl Down for Mesh<DVec3> {
    fn one_sided_hit(&self, from: DVec3, length: f64) -> bool {
        let hit = self.query().ray(from, DVec3::NEG_Y * length);
        hit.is_some_and(|hit| self.triangle(hit.part.index).normal() == Some(DVec3::Y))
    }
}

#[test]
fn the_chain_is_the_polygon_as_a_solid() {
    let random = &mut Rng::with_seed(7);
    let mut deep = 0;
    for _ in 0..300 {
        let (outline, holes) = polygon(random, 1.0);
        let made = Polygon::new(&outline, &slices(&holes)).unwrap();
        let (chain, parts) = (made.chain(), made.compound());
        assert!(chain.is_solid());
        assert_eq!(chain.rings().count(), 1 + holes.len());
        for _ in 0..20 {
            let p = dvec2(random.f64() - 0.5, random.f64() - 0.5) * 24.0;
            let inside = is_in(&outline, p) && !holes.iter().any(|hole| is_in(hole, p));
            assert_eq!(chain.contains(p), inside, "{p}");
            let found = chain.query().closest(&ShapeRef::point(p), 99.0).unwrap();
            assert_eq!(found.separation < 0.0, inside, "{p}");
            assert!((found.separation - chain.signed_distance(p)).abs() < 1e-12);
            if inside {
                // The way out ends on a border (at the tip of a notch not beyond it), and none is nearer.
                deep += 1;
                let end = p + found.normal * found.depth();
                assert!(chain.signed_distance(end).abs() < 1e-12, "{p}");
                let segments = (0..chain.segment_count() as u32).map(|i| chain.segment(i));
                let nearest = segments.map(|s| contact(&ShapeRef::point(p), &s, 99.0));
                let nearest = nearest.map(|found| found.unwrap().separation);
                let nearest = nearest.fold(f64::INFINITY, f64::min);
                assert!((nearest - found.depth()).abs() < 1e-12, "{p}");
            } else {
                let other = parts.query().closest(&ShapeRef::point(p), 99.0).unwrap();
                assert!((found.separation - other.separation).abs() < 1e-9, "{p}");
            }
        }
    }
    assert!(deep > 500, "{deep}");
}

#[test]
fn either_way_round_and_closed_rings_give_the_same_polygon() {
    let hall = [(0., 0.), (9., 0.), (9., 9.), (0., 9.)].map(|(x, y)| vec2(x, y));
    let pillar = [(2., 2.), (3., 2.), (3., 3.)].map(|(x, y)| vec2(x, y));
    let made = Polygon::new(&hall, &[&pillar]).unwrap();
    assert_eq!(made.area(), 80.5);
    let back = |ring: &[Vec2]| ring.iter().rev().copied().collect::<Vec<_>>();
    let turned = Polygon::new(&back(&hall), &[&back(&pillar)]).unwrap();
    assert_eq!(
        (turned.area(), turned.triangles().len()),
        (80.5, made.triangles().len())
    );
    let doubled = [
        hall[0], hall[0], hall[1], hall[2], hall[2], hall[3], hall[0],
    ];
    assert_eq!(Polygon::new(&doubled, &[&pillar]).unwrap(), made);
    let floor: Mesh<Vec3> = made.floor(2.0).unwrap();
    let hit = floor
        .query()
        .sweep(&Ball::new(vec3(5., 5., 5.), 0.5), Vec3::Y * -9.)
        .unwrap();
    assert!((hit.point.y - 2.0).abs() < 1e-5 && hit.normal == Vec3::Y);
}

#[test]
fn errors_name_the_ring_and_the_point() {
    let square = |x: f32, y: f32, half: f32| {
        [(-1., -1.), (1., -1.), (1., 1.), (-1., 1.)].map(|(u, v)| vec2(x + u * half, y + v * half))
    };
    let hall = square(0., 0., 9.);
    let error = |outline: &[Vec2], holes: &[&[Vec2]]| Polygon::new(outline, holes).unwrap_err();
    let two = [vec2(0., 0.), vec2(1., 0.), vec2(1., 0.), vec2(0., 0.)];
    assert_eq!(
        error(&two, &[]),
        PolygonError::TooFewPoints { ring: 0, points: 2 }
    );
    assert_eq!(
        error(&hall, &[&[]]),
        PolygonError::TooFewPoints { ring: 1, points: 0 }
    );
    assert_eq!(
        error(&hall, &[&[]]).to_string(),
        "hole 0 needs three points, but has 0"
    );
    let nan = [vec2(0., 0.), vec2(1., f32::NAN), vec2(1., 1.)];
    assert_eq!(
        error(&hall, &[&square(0., 0., 1.), &nan]),
        PolygonError::NotFinite { ring: 2, point: 1 }
    );
    assert_eq!(
        error(&nan, &[]).to_string(),
        "point 1 of the outline is not finite"
    );
    // The hole's right side is beyond that of the outline.
    let crossing = error(&hall, &[&square(8.5, 0., 1.)]);
    assert_eq!(
        crossing,
        PolygonError::Crossing {
            sides: [[0, 1], [1, 0]]
        }
    );
    assert_eq!(
        crossing.to_string(),
        "side 1 of the outline crosses side 0 of hole 0"
    );
    // A corner of the hole is on the side of the outline, or on a corner.
    let touching = error(&hall, &[&[vec2(9., 1.), vec2(5., 2.), vec2(5., 0.)]]);
    assert_eq!(
        touching,
        PolygonError::Touching {
            point: [1, 0],
            other: [0, 1]
        }
    );
    assert_eq!(
        touching.to_string(),
        "point 0 of hole 0 touches the outline at its point or side 1"
    );
    let corner = error(&hall, &[&[vec2(5., 2.), vec2(9., 9.), vec2(5., 0.)]]);
    assert_eq!(
        corner,
        PolygonError::Touching {
            point: [1, 1],
            other: [0, 2]
        }
    );
    // There and back.
    let spike = [vec2(0., 0.), vec2(4., 0.), vec2(2., 0.)];
    assert_eq!(
        error(&spike, &[]),
        PolygonError::Touching {
            point: [0, 2],
            other: [0, 0]
        }
    );
    assert_eq!(
        error(&hall, &[&square(30., 0., 1.)]),
        PolygonError::HoleOutside { ring: 1 }
    );
    assert_eq!(
        error(&hall, &[&square(0., 0., 12.)]),
        PolygonError::HoleOutside { ring: 1 }
    );
    let inner = error(&hall, &[&square(0., 0., 1.), &square(0., 0., 3.)]);
    assert_eq!(inner, PolygonError::HoleInHole { ring: 1, around: 2 });
    assert_eq!(inner.to_string(), "hole 0 is in hole 1");
    let made = Polygon::new(&hall, &[]).unwrap();
    assert!(
        made.floor::<Vec3>(f32::NAN).is_err() && made.prism::<Vec3>([0., f32::INFINITY]).is_err()
    );
}

type Point = [i64; 2];

fn side(a: Point, b: Point, c: Point) -> i64 {
    ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).signum()
}

/// Whether two closed segments have a point in common.
fn meet([a, b]: [Point; 2], [c, d]: [Point; 2]) -> bool {
    let on = |p: Point, q: Point, r: Point| {
        side(p, q, r) == 0 && (0..2).all(|i| r[i] >= p[i].min(q[i]) && r[i] <= p[i].max(q[i]))
    };
    let proper = side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
    proper || on(a, b, c) || on(a, b, d) || on(c, d, a) || on(c, d, b)
}

/// Whether rings of whole numbers, without repetitions in a row, touch neither themselves nor each other.
fn is_simple(rings: &[Vec<Point>]) -> bool {
    let mut sides: Vec<([usize; 2], usize, [Point; 2])> = Vec::new();
    for (ring, points) in rings.iter().enumerate() {
        let count = points.len();
        sides.extend((0..count).map(|i| ([ring, i], count, [points[i], points[(i + 1) % count]])));
    }
    for (at, ([ring, i], count, own)) in sides.iter().enumerate() {
        for ([of, j], _, other) in &sides[..at] {
            let follows = |i: usize, j: usize| ring == of && (i + 1) % count == j;
            // Neighbors have a corner in common, and nothing else.
            let touches = if follows(*j, *i) {
                side(other[0], other[1], own[1]) == 0
                    && (own[1][0] - own[0][0]) * (other[1][0] - other[0][0])
                        + (own[1][1] - own[0][1]) * (other[1][1] - other[0][1])
                        < 0
            } else if follows(*i, *j) {
                side(own[0], own[1], other[1]) == 0
                    && (own[1][0] - own[0][0]) * (other[1][0] - other[0][0])
                        + (own[1][1] - own[0][1]) * (other[1][1] - other[0][1])
                        < 0
            } else {
                meet(*own, *other)
            };
            if touches {
                return false;
            }
        }
    }
    true
}

#[test]
fn rings_of_whole_numbers_are_accepted_if_and_only_if_they_are_simple() {
    let random = &mut Rng::with_seed(2026);
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..30_000 {
        let mut ring = |count: core::ops::Range<usize>, size: i64| {
            let mut points: Vec<Point> = Vec::new();
            for _ in 0..random.usize(count) {
                let p = [random.i64(0..size), random.i64(0..size)];
                if points.last() != Some(&p) && points.first() != Some(&p) {
                    points.push(p);
                }
            }
            points
        };
        let rings = [ring(3..8, 8), ring(3..6, 8)];
        if rings.iter().any(|ring| ring.len() < 3) {
            continue;
        }
        let places = rings.each_ref().map(|ring| {
            ring.iter()
                .map(|[x, y]| dvec2(*x as f64, *y as f64))
                .collect::<Vec<_>>()
        });
        let alone = Polygon::new(&places[0], &[]);
        assert_eq!(
            alone.is_ok(),
            is_simple(&rings[..1]),
            "{rings:?}: {alone:?}"
        );
        let both = Polygon::new(&places[0], &[&places[1]]);
        let contained = is_simple(&rings) && is_in(&places[0], places[1][0]);
        assert_eq!(both.is_ok(), contained, "{rings:?}: {both:?}");
        if let Ok(both) = both {
            assert_eq!(
                both.area(),
                shoelace(&places[0]).abs() - shoelace(&places[1]).abs()
            );
        }
        match alone {
            Ok(alone) => {
                accepted += 1;
                assert_eq!(alone.area(), shoelace(&places[0]).abs());
                let solid = alone.prism::<DVec3>([0.0, 1.0]).unwrap().solid();
                assert!(solid.is_ok(), "{rings:?}");
            }
            Err(_) => refused += 1,
        }
    }
    assert!(accepted > 3000 && refused > 3000, "{accepted} {refused}");
}
