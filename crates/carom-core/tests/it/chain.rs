//! Chains against brute force over all segments, and shapes that slide along them.

use crate::kinds::point;
use carom::glam::{DVec2, Vec2, dvec2, vec2};
use carom::{
    Aabb, Ball, Capsule, Chain, ChainError, Contact, Feature, Hit, Hull, PartId, Plane, Scalar,
    Segment, Shape, Start, Triangle, Vector, contact, overlap, sweep,
};
use fastrand::Rng;

/// A random walk with repeated vertices, straight runs, reversals and long strides.
fn walk<V: Vector<Double = DVec2>>(random: &mut Rng, count: usize) -> Vec<V> {
    let mut at: V = point(random, 10.0);
    let mut way: V = point(random, 2.0);
    let mut vertices = vec![at];
    for _ in 0..count {
        match random.usize(..8) {
            0 => way = V::ZERO,
            1 => way = -way,
            2 => way = point(random, 20.0),
            3 => {}
            _ => way = point(random, 2.0),
        }
        at += way;
        vertices.push(at);
        if at.length() > V::Scalar::from_f64(12.0) {
            at = point(random, 10.0);
        }
    }
    vertices
}

fn chain<V: Vector<Double = DVec2>>(vertices: Vec<V>, closed: bool) -> Chain<V> {
    let make = if closed { Chain::closed } else { Chain::open };
    make(vertices).unwrap()
}

fn all<V: Vector<Double = DVec2>>(chain: &Chain<V>) -> Vec<(u32, Shape<V>)> {
    (0..chain.segment_count() as u32)
        .map(|i| (i, Shape::Segment(chain.segment(i))))
        .collect()
}

/// A shape of each kind in turn, near `center`.
fn shape<V: Vector>(random: &mut Rng, i: usize, center: V) -> Shape<V> {
    crate::kinds::shape(random, i, center, 3.0)
}

/// A contact reduced to the pair's: without part and feature.
fn of_pair<V: Vector>(contact: Contact<V>) -> Contact<V> {
    Contact {
        feature: Feature::Unknown,
        part: PartId::default(),
        ..contact
    }
}

/// A hit reduced to the moment of touch: without part and feature.
fn met<V: Vector>(hit: Hit<V>) -> (V::Scalar, V, V) {
    (hit.t, hit.point, hit.normal)
}

fn raw_chains_agree_with_brute_force<V: Vector<Double = DVec2>>(seed: u64) {
    let random = &mut Rng::with_seed(seed);
    let (mut contacts, mut hits) = (0, 0);
    for count in [1, 2, 9, 60, 200] {
        let chain = chain(walk::<V>(random, count), count % 2 == 0).raw();
        let others = all(&chain);
        for i in 0..240 {
            let center = point(random, 14.0);
            let a = shape(random, i, center);
            let reach = match i % 3 {
                0 => V::Scalar::INFINITY,
                _ => V::Scalar::from_f64(random.f64() - 0.2),
            };
            let mut expected: Vec<_> = others
                .iter()
                .filter_map(|(j, b)| Some((*j, contact(&a, b, reach)?)))
                .collect();
            let mut found = Vec::new();
            chain
                .query()
                .each_contact(&a, reach, |c| found.push((c.part.index, of_pair(c))));
            found.sort_by_key(|c| c.0);
            assert_eq!(found, expected, "{a:?}");
            expected.sort_by(|x, y| {
                let order = x.1.separation.partial_cmp(&y.1.separation).unwrap();
                order.then(x.0.cmp(&y.0))
            });
            let closest = chain.query().closest(&a, reach);
            assert_eq!(
                closest.map(|c| (c.part.index, of_pair(c))),
                expected.first().copied()
            );
            contacts += found.len();

            let expected = others.iter().any(|(_, b)| overlap(&a, b));
            assert_eq!(chain.query().overlap(&a), expected, "{a:?}");

            let delta = point(random, 12.0);
            let mut expected: Vec<_> = others
                .iter()
                .filter_map(|(j, b)| {
                    let swept = sweep(&a, delta, b);
                    let depth = match swept.start {
                        Start::Overlapping(contact) => contact.depth().to_f64(),
                        _ => 0.0,
                    };
                    Some((swept.hit?, depth, *j))
                })
                .collect();
            expected.sort_by(|x, y| {
                let key = |(hit, depth, j): &(Hit<V>, f64, u32)| (hit.t.to_f64(), -depth, *j);
                key(x).partial_cmp(&key(y)).unwrap()
            });
            let mut found = Vec::new();
            chain.query().sweep_all(&a, delta, &mut found);
            let list = |hit: &Hit<V>| (hit.part.index, met(*hit));
            assert_eq!(
                found.iter().map(list).collect::<Vec<_>>(),
                expected.iter().map(|e| (e.2, met(e.0))).collect::<Vec<_>>(),
                "{a:?}"
            );
            assert_eq!(chain.query().sweep(&a, delta), found.first().copied());
            assert_eq!(chain.query().sweep_any(&a, delta), !found.is_empty());
            hits += found.len();
            if let Shape::Point(origin) = a {
                assert_eq!(chain.query().ray(origin, delta), found.first().copied());
                assert_eq!(chain.query().ray_any(origin, delta), !found.is_empty());
            }
        }
    }
    assert!(contacts > 10_000 && hits > 5_000, "{contacts} {hits}");
}

#[test]
fn raw_chains_agree_with_every_segment() {
    raw_chains_agree_with_brute_force::<Vec2>(1);
    raw_chains_agree_with_brute_force::<DVec2>(2);
}

/// The angle from one direction to another, in −π..π.
fn angle(from: DVec2, to: DVec2) -> f64 {
    from.perp_dot(to).atan2(from.dot(to))
}

/// The angle between a normal and those that the chain has at this feature of this segment.
fn out_of_cone<V: Vector<Double = DVec2>>(
    chain: &Chain<V>,
    segment: u32,
    feature: Feature,
    normal: V,
) -> f64 {
    let n = normal.to_double();
    let count = chain.segment_count() as u32;
    let way = |i: u32| {
        let Segment { a, b } = chain.segment(i);
        b.to_double() - a.to_double()
    };
    let own = way(segment);
    let Feature::Vertex(vertex) = feature else {
        assert_eq!(feature, Feature::Edge(0));
        return (angle(own, n).abs() - core::f64::consts::FRAC_PI_2).abs();
    };
    // The next segment with a length, on the far side of that vertex.
    let backwards = vertex == 0;
    let mut other = segment;
    loop {
        other = match (backwards, chain.is_closed()) {
            (false, true) => (other + 1) % count,
            (true, true) => (other + count - 1) % count,
            (false, false) if other + 1 < count => other + 1,
            (true, false) if other > 0 => other - 1,
            _ => return (if backwards { n.dot(own) } else { -n.dot(own) }).max(0.0),
        };
        if way(other) != DVec2::ZERO {
            break;
        }
    }
    let (before, after) = if backwards {
        (way(other), own)
    } else {
        (own, way(other))
    };
    // The cone of a vertex: from the normal of the segment before to that of the segment after.
    (-n.dot(before.normalize()))
        .max(n.dot(after.normalize()))
        .max(0.0)
}

fn chains_have_normals_of_their_own<V: Vector<Double = DVec2>>(seed: u64) {
    let random = &mut Rng::with_seed(seed);
    let tolerance = V::Scalar::EPSILON.to_f64() * 64.0;
    let (mut fewer, mut moved, mut separate) = (0, 0, 0);
    for count in [2, 3, 9, 30, 60] {
        for closed in [false, true] {
            let chain = chain(walk::<V>(random, count), closed);
            let raw = chain.clone().raw();
            for i in 0..400 {
                let center = point(random, 14.0);
                let a = shape(random, i % 7, center);
                let reach = V::Scalar::from_f64(random.f64());
                let mut found = Vec::new();
                chain.query().each_contact(&a, reach, |c| found.push(c));
                let mut bare = Vec::new();
                raw.query().each_contact(&a, reach, |c| bare.push(c));
                for c in &found {
                    let off = out_of_cone(&chain, c.part.index, c.feature, c.normal);
                    assert!(off < tolerance, "{off} {c:?} {a:?}");
                    let was = bare.iter().find(|b| b.part.index == c.part.index).unwrap();
                    let slack = c.error_bound;
                    assert!(c.separation <= was.separation + slack);
                    moved += usize::from(c.separation < was.separation - slack);
                }
                fewer += usize::from(found.len() < bare.len());

                // The nearest segment is the nearest with or without joints, and is hit first.
                let (x, y) = (
                    chain.query().closest(&a, reach),
                    raw.query().closest(&a, reach),
                );
                assert_eq!(x.is_some(), y.is_some(), "{a:?}");
                let (Some(x), Some(y)) = (x, y) else { continue };
                if y.separation > V::Scalar::ZERO {
                    let difference = (x.separation - y.separation).abs();
                    assert!(difference <= y.error_bound);
                }
                if y.separation > V::Scalar::from_f64(0.01) {
                    let delta: V = point(random, 12.0);
                    let (x, y) = (chain.query().sweep(&a, delta), raw.query().sweep(&a, delta));
                    assert_eq!(x.is_some(), y.is_some(), "{a:?} {delta:?} {y:?}");
                    let (Some(x), Some(y)) = (x, y) else { continue };
                    let apart = (x.t - y.t).abs().to_f64() * delta.length().to_f64();
                    assert!(apart < 1e3 * tolerance, "{x:?} {y:?} {a:?}");
                    let off = out_of_cone(&chain, x.part.index, x.feature, x.normal);
                    assert!(off < tolerance, "{off} {x:?} {a:?}");
                    separate += 1;
                }
            }
        }
    }
    assert!(
        fewer > 150 && moved > 50 && separate > 150,
        "{fewer} {moved} {separate}"
    );
}

#[test]
fn a_chain_answers_only_with_normals_of_its_own() {
    chains_have_normals_of_their_own::<Vec2>(3);
    chains_have_normals_of_their_own::<DVec2>(4);
}

#[test]
fn a_half_space_rests_on_convex_corners() {
    let random = &mut Rng::with_seed(9);
    for closed in [false, true] {
        let chain = chain(walk::<DVec2>(random, 20), closed);
        let raw = chain.clone().raw();
        for _ in 0..100 {
            let plane = Shape::Plane(Plane::through(point(random, 14.0), point(random, 1.0)));
            let delta = point(random, 12.0);
            let (x, y) = (
                chain.query().closest(&plane, 1e9),
                raw.query().closest(&plane, 1e9),
            );
            let [x, y] = [x, y].map(Option::unwrap);
            assert_eq!((x.separation, x.normal), (y.separation, y.normal));
            let (x, y) = (
                chain.query().sweep(&plane, delta),
                raw.query().sweep(&plane, delta),
            );
            assert_eq!(x.map(met), y.map(met));
        }
    }
    let hill = chain(vec![vec2(4., 0.), vec2(0., 3.), vec2(-4., 0.)], false).one_sided();
    let roof = Shape::Plane(Plane::new(vec2(0., -1.), -5.));
    let found = hill.query().closest(&roof, 9.).unwrap();
    assert_eq!(
        (found.part.index, found.feature, found.separation),
        (0, Feature::Vertex(1), 2.)
    );
    let floor = Shape::Plane(Plane::new(vec2(0., 1.), -5.));
    assert_eq!(hill.query().closest(&floor, 9.), None, "it faces the backs");
}

#[test]
fn coinciding_vertices_change_nothing() {
    let random = &mut Rng::with_seed(5);
    let mut hits = 0;
    for i in 0..40 {
        let closed = i % 2 == 0;
        let mut vertices = walk::<Vec2>(random, 20);
        vertices.dedup();
        if closed && vertices.first() == vertices.last() {
            vertices.pop();
        }
        let mut doubled = Vec::new();
        let mut number = Vec::new();
        for &v in &vertices {
            for _ in 0..random.usize(1..4) {
                doubled.push(v);
            }
            number.push(doubled.len() as u32 - 1);
        }
        let (once, often) = (chain(vertices, closed), chain(doubled, closed));
        for j in 0..80 {
            let center = point(random, 14.0);
            let a = shape(random, j, center);
            let delta = point(random, 12.0);
            let (x, y) = (
                once.query().closest(&a, 1.0),
                often.query().closest(&a, 1.0),
            );
            assert_eq!(
                x.map(|x| (of_pair(x), number[x.part.index as usize])),
                y.map(|y| (of_pair(y), y.part.index))
            );
            let (x, y) = (
                once.query().sweep(&a, delta),
                often.query().sweep(&a, delta),
            );
            assert_eq!(
                x.map(|x| (met(x), number[x.part.index as usize])),
                y.map(|y| (met(y), y.part.index))
            );
            hits += usize::from(x.is_some());
        }
    }
    assert!(hits > 500, "{hits}");
    let nowhere = chain(vec![vec2(1., 2.); 3], true);
    let found = nowhere.query().closest(&Ball::new(vec2(1., 5.), 1.), 9.);
    let found = found.unwrap();
    assert_eq!((found.separation, found.part.index), (2., 0));
}

/// Shapes at the origin on a floor with the normal `up`, one unit wide to either side.
fn standing<V: Vector<Double = DVec2>>(up: DVec2) -> Vec<Shape<V>> {
    let along = dvec2(up.y, -up.x);
    let place = |x: f64, y: f64| V::from_double(along * x + up * y);
    let one = V::Scalar::ONE;
    vec![
        Shape::Ball(Ball::new(place(0., 1.), one)),
        Shape::Capsule(Capsule::new(place(0., 1.), place(0., 3.), one)),
        Shape::Capsule(Capsule::new(place(-0.5, 1.), place(0.5, 1.), one)),
        Shape::Hull(Hull::new(
            [place(-1., 0.), place(1., 0.), place(1., 2.), place(-1., 2.)],
            V::Scalar::ZERO,
        )),
        Shape::Hull(Hull::new(
            [
                place(-0.7, 0.3),
                place(0.7, 0.3),
                place(0.7, 2.),
                place(-0.7, 2.),
            ],
            V::Scalar::from_f64(0.3),
        )),
        Shape::Triangle(Triangle::new(place(-1., 0.), place(1., 0.), place(0., 2.))),
    ]
}

fn translated<V: Vector>(a: &Shape<V>, delta: V) -> Shape<V> {
    Shape::Hull(a.hull().unwrap().translated(delta))
}

/// Slides every shape along a floor, from a little above touching to a little below, and counts the motions that are
/// stopped by a normal farther than `tilt` from `up`, or stopped at all if `tilt` is 0.
fn stops<V: Vector<Double = DVec2>>(
    floor: &Chain<V>,
    [from, up]: [DVec2; 2],
    sink: f64,
    tilt: f64,
) -> usize {
    let along = dvec2(up.y, -up.x);
    let mut stops = 0;
    for a in standing::<V>(up) {
        for k in -2..=2 {
            for start in [2.0, 3.3, 7.77] {
                let place = from + along * start + up * (f64::from(k) / 2.0 * sink);
                let a = translated(&a, V::from_double(place));
                for way in [-0.9, 0.01, 0.5, 1.0, 12.0] {
                    let Some(hit) = floor.query().sweep(&a, V::from_double(along * way)) else {
                        continue;
                    };
                    // Every floor stops a motion that starts inside.
                    let inside = matches!(hit.start, Start::Overlapping(_));
                    let turned = (hit.normal.to_double() - up).length();
                    stops += usize::from(!inside && turned >= tilt);
                }
            }
        }
    }
    stops
}

fn no_ghost_collisions_on_a_straight_floor<V: Vector<Double = DVec2>>(seed: u64, from: DVec2) {
    let random = &mut Rng::with_seed(seed);
    let mut caught = 0;
    for turn in 0..6 {
        let up = match turn {
            0 | 1 => DVec2::Y,
            2 => DVec2::X,
            _ => DVec2::from_angle(random.f64() * core::f64::consts::TAU),
        };
        let along = dvec2(up.y, -up.x);
        let mut x = 0.0;
        let mut vertices = Vec::new();
        while x < 24.0 {
            vertices.push(V::from_double(from + along * x));
            x += [1.0, 0.3, 0.05, 2.0][random.usize(..4)];
        }
        // Fronts are to the right: in the reverse direction they are on top.
        let reversed: Vec<V> = vertices.iter().rev().copied().collect();
        let rounding = V::Scalar::EPSILON.to_f64() * (24.0 + from.length());
        // A floor is straight along an axis; elsewhere the rounding of vertices bends it, short segments more.
        let tilt = if turn < 3 { 0.0 } else { 4.0 * rounding / 0.05 };
        let (place, sink) = ([from, up], rounding * 0.5);
        let floor = chain(vertices, false);
        assert_eq!(stops(&floor, place, sink, tilt), 0, "{up}");
        let one_sided = chain(reversed, false).one_sided();
        assert_eq!(stops(&one_sided, place, sink, tilt), 0, "{up}");
        caught += stops(&floor.raw(), place, sink, 0.5);
    }
    assert!(caught > 20, "without the joints nothing catches: {caught}");
}

#[test]
fn no_ghost_collisions_at_the_joints_of_a_straight_floor() {
    no_ghost_collisions_on_a_straight_floor::<Vec2>(6, DVec2::ZERO);
    no_ghost_collisions_on_a_straight_floor::<DVec2>(7, DVec2::ZERO);
    no_ghost_collisions_on_a_straight_floor::<Vec2>(10, dvec2(2048., -512.));
    no_ghost_collisions_on_a_straight_floor::<DVec2>(8, dvec2(1e7, -3e6));
}

#[test]
fn a_crest_is_passed_and_a_ramp_stops_with_its_own_normal() {
    for exponent in -16..=1 {
        let rise = 2.0_f64.powi(exponent);
        let crest = chain(
            vec![dvec2(0., 0.), dvec2(8., 0.), dvec2(20., -12. * rise)],
            false,
        );
        let ramp = chain(
            vec![dvec2(0., 0.), dvec2(8., 0.), dvec2(20., 12. * rise)],
            false,
        );
        let normal = dvec2(-rise, 1.).normalize();
        for a in standing::<DVec2>(DVec2::Y) {
            for sink in [-1e-15, 0.0, 1e-15] {
                let a = translated(&a, dvec2(4., -sink));
                assert_eq!(crest.query().sweep(&a, dvec2(9., 0.)), None, "{rise} {a:?}");
                let hit = ramp.query().sweep(&a, dvec2(9., 0.)).unwrap();
                assert_eq!(hit.part.index, 1);
                assert!((hit.normal - normal).length() < 1e-14, "{hit:?}");
                let stopped = translated(&a, dvec2(9., 0.) * hit.t);
                let depth = ramp.query().closest(&stopped, 0.1).unwrap().depth();
                assert!(depth < 1e-13, "{rise}: {depth} {a:?}");
            }
        }
    }
}

#[test]
fn a_box_in_penetration_is_lifted_and_not_pushed_back() {
    let floor = |y: f32| vec![vec2(-8., 0.), vec2(0., 0.), vec2(8., y)];
    for (y, ahead) in [
        (0., Vec2::Y),
        (-4., Vec2::Y),
        (2., vec2(-0.25, 1.).normalize()),
    ] {
        for corner in [0.001, 0.02, 0.05, 0.09] {
            // 0.1 deep, and past the joint by less: the shortest separation is back along the floor.
            let a = Shape::Aabb(Aabb {
                min: vec2(corner - 2., -0.1),
                max: vec2(corner, 2.),
            });
            for chain in [
                chain(floor(y), false),
                chain(floor(y).into_iter().rev().collect(), false).one_sided(),
            ] {
                let mut normals = Vec::new();
                chain
                    .query()
                    .each_contact(&a, 0., |c| normals.push(c.normal));
                assert_eq!(normals.len(), 2, "{y} {corner}");
                for n in normals {
                    let off = (n - Vec2::Y).length().min((n - ahead).length());
                    assert!(off < 1e-6, "{y} {corner}: {n}");
                }
                let one_sided = chain.is_one_sided();
                let mut sideways = 0;
                chain
                    .query()
                    .internal_edges(true)
                    .each_contact(&a, 0., |c| {
                        sideways += usize::from(c.normal.x < -0.9);
                    });
                assert!(
                    sideways == 1 || one_sided,
                    "the bare answer is the other way"
                );
            }
        }
    }
}

#[test]
fn a_one_sided_chain_is_solid_on_its_left() {
    let square = vec![vec2(-2., -2.), vec2(2., -2.), vec2(2., 2.), vec2(-2., 2.)];
    let solid = chain(square.clone(), true).one_sided();
    let ball = |x| Ball::new(vec2(x, 0.5), 0.25);
    let hit = solid.query().sweep(&ball(4.), vec2(-4., 0.)).unwrap();
    assert_eq!((hit.part.index, hit.normal), (1, Vec2::X));
    assert!((hit.t * 4. - 1.75).abs() < 1e-5);
    assert_eq!(solid.query().sweep(&ball(0.), vec2(4., 0.)), None);
    assert!(solid.query().ray(vec2(0., 0.5), vec2(9., 0.)).is_none());
    assert!(solid.query().ray(vec2(9., 0.5), vec2(-9., 0.)).is_some());
    assert!(!solid.query().overlap(&ball(1.9)), "its centre is behind");
    assert!(solid.query().overlap(&ball(2.1)));
    // A corner separates along its own directions, not along those of either side alone.
    let corner = Ball::new(vec2(2.1, 2.1), 0.5);
    let found = solid.query().closest(&corner, 0.).unwrap();
    assert_eq!((found.part.index, found.feature), (1, Feature::Vertex(1)));
    assert!((found.normal - Vec2::ONE.normalize()).length() < 1e-6);
    // The other way round it is a room.
    let room = chain(square.into_iter().rev().collect(), true).one_sided();
    assert!(room.query().sweep(&ball(0.), vec2(4., 0.)).is_some());
    assert!(
        room.query()
            .sweep(&ball(4.), vec2(-9., 0.))
            .unwrap()
            .normal
            .x
            > 0.
    );
    // A bar through the wall separates to the front, though back would be shorter.
    let bar = Capsule::new(vec2(1.5, 0.), vec2(3., 0.), 0.1);
    let found = solid.query().closest(&bar, 0.).unwrap();
    assert!((found.depth() - 0.6).abs() < 1e-6 && found.normal == Vec2::X);
    let bar = Capsule::new(vec2(0.5, 0.), vec2(3., 0.), 0.1);
    assert!(!solid.query().overlap(&bar), "its middle is behind");
}

#[test]
fn a_ball_in_a_corner_has_the_normals_of_both_walls() {
    let corner = chain(vec![vec2(0., 4.), vec2(0., 0.), vec2(4., 0.)], false);
    let mut found = Vec::new();
    corner
        .query()
        .each_contact(&Ball::new(vec2(0.9, 0.8), 1.), 0., |c| found.push(c));
    found.sort_by_key(|c| c.part.index);
    let normals: Vec<_> = found.iter().map(|c| (c.normal, c.feature)).collect();
    assert_eq!(
        normals,
        [(Vec2::X, Feature::Edge(0)), (Vec2::Y, Feature::Edge(0))]
    );
    // On the other side the corner is convex.
    let found = corner
        .query()
        .closest(&Ball::new(vec2(-3., -4.), 1.), 9.)
        .unwrap();
    assert_eq!(
        (found.part.index, found.feature, found.separation),
        (0, Feature::Vertex(1), 4.)
    );
}

#[test]
fn the_largest_numbers_and_empty_shapes() {
    for big in [f64::MAX, f64::MAX / 2.0, 1e300] {
        let chain = chain(vec![dvec2(-big, 0.), dvec2(big, 0.), dvec2(big, big)], true);
        for a in [
            Shape::Ball(Ball::new(dvec2(0., big), big / 2.)),
            Shape::Aabb(Aabb::of_points([dvec2(-big, -big), dvec2(1., 1.)])),
            Shape::Plane(Plane::new(DVec2::Y, -1.)),
        ] {
            let found = chain.query().closest(&a, f64::INFINITY).unwrap();
            assert!(found.normal.is_finite() && found.separation.is_finite());
            let hit = chain.query().sweep(&a, dvec2(0., -big));
            assert!(hit.is_none_or(|hit| hit.normal.is_finite() && hit.t >= 0.));
        }
    }
    let chain = chain(vec![vec2(0., 0.), vec2(1., 0.)], false);
    let nothing = Shape::Hull(Hull::new([], 1.));
    assert_eq!(chain.query().closest(&nothing, f32::INFINITY), None);
    assert_eq!(chain.query().sweep(&nothing, Vec2::X), None);
    let empty = Shape::Aabb(Aabb::empty());
    assert!(!chain.query().overlap(&empty));
    assert!(!chain.query().sweep_any(&empty, Vec2::X));
}

#[test]
fn bad_vertices_are_named() {
    let error = |vertices| Chain::open(vertices).unwrap_err();
    assert_eq!(
        error(vec![vec2(0., 0.)]),
        ChainError::TooFewVertices { vertices: 1 }
    );
    let nan = vec![vec2(0., 0.), vec2(1., 0.), vec2(0., f32::NAN)];
    assert_eq!(error(nan).to_string(), "vertex 2 is not finite");
    let none = Chain::<Vec2>::closed(Vec::new()).unwrap_err();
    assert_eq!(
        none.to_string(),
        "a chain needs two vertices, but there are 0"
    );
}

/// Every shape falls on a chain and slides on along the surface that it hits, again and again; its penetration of any
/// segment never exceeds rounding.
fn nothing_sinks_in<V: Vector<Double = DVec2>>(seed: u64) {
    let random = &mut Rng::with_seed(seed);
    let deepest = V::Scalar::EPSILON.to_f64() * 40.0 * 64.0;
    let (mut slides, mut stops) = (0, 0);
    for count in [2, 4, 12, 40, 120] {
        for closed in [false, true] {
            let chain = chain(walk::<V>(random, count), closed);
            let raw = chain.clone().raw();
            for i in 0..1200 {
                let center = point(random, 16.0);
                let mut a = shape(random, i % 7, center);
                if raw.query().overlap(&a) {
                    continue;
                }
                let mut way: DVec2 = point::<V>(random, 12.0).to_double();
                for _ in 0..6 {
                    let delta = V::from_double(way);
                    let hit = chain.query().sweep(&a, delta);
                    let t = hit.map_or(1.0, |hit| hit.t.to_f64());
                    for part in [0.1, 0.3, 0.5, 0.7, 0.9, 1.0] {
                        let there = translated(&a, V::from_double(way * (t * part)));
                        if let Some(found) = raw.query().closest(&there, V::Scalar::ZERO) {
                            let depth = found.depth().to_f64();
                            assert!(
                                depth < deepest,
                                "{depth} at {part} of {t}: {a:?} {way} {hit:?}"
                            );
                        }
                    }
                    a = translated(&a, V::from_double(way * t));
                    let Some(hit) = hit else { break };
                    stops += 1;
                    // Along the surface it hit, by the rest of the motion and a little more.
                    let normal = hit.normal.to_double();
                    let along = way - normal * way.dot(normal);
                    slides += usize::from(along.length() > 0.1);
                    way = along * (1.2 - t);
                }
            }
        }
    }
    assert!(slides > 3000 && stops > 3000, "{slides} {stops}");
}

#[test]
fn a_sliding_shape_never_sinks_into_a_chain() {
    nothing_sinks_in::<Vec2>(11);
    nothing_sinks_in::<DVec2>(12);
}
