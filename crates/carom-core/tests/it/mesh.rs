//! Every mesh query against brute force over all triangles, on random and degenerate meshes.

use crate::kinds::point;
use carom::glam::{DVec3, Vec3, vec3};
use carom::{
    Ball, Capsule, Contact, Feature, Hit, Hull, Mesh, MeshError, PartId, Plane, RigidMotion,
    Scalar, Shape, ShapeRef, Start, Sweep, Triangle, Vector3, contact, overlap, sweep, sweep_rigid,
};
use fastrand::Rng;

/// A soup of triangles: ordinary, needles, slivers, zero area, duplicates, shared corners, huge.
fn soup<V: Vector3>(random: &mut Rng, count: usize) -> Mesh<V> {
    let mut vertices: Vec<V> = Vec::new();
    let mut triangles = Vec::new();
    for i in 0..count {
        let n = vertices.len() as u32;
        let a: V = point(random, 10.0);
        let (u, v): (V, V) = (point(random, 2.0), point(random, 2.0));
        let tiny = V::Scalar::from_f64(1e-4);
        let corners = match i % 7 {
            0 | 1 => [a, a + u, a + v],
            2 => [a, a + u, a + u + v * tiny],
            3 => [a, a + u, a + u * V::Scalar::HALF],
            4 => [a, a, a],
            5 => [a, point(random, 40.0), point(random, 40.0)],
            _ => [a, a + u, a + v],
        };
        vertices.extend(corners);
        triangles.push([n, n + 1, n + 2]);
        if i % 7 == 6 {
            triangles.push([n + 2, n, n + 1]); // the same triangle once more
        }
    }
    Mesh::new(vertices, triangles).unwrap()
}

/// The two-sided mesh of unindexed corners.
fn mapped<V: Vector3>(mesh: &Mesh<V>, corner: impl Fn(V) -> V) -> Mesh<V> {
    let triangles = mesh.iter().map(|t| {
        let [a, b, c] = [t.a, t.b, t.c].map(&corner);
        Triangle { a, b, c }
    });
    Mesh::of_triangles(triangles).unwrap()
}

fn all<V: Vector3>(mesh: &Mesh<V>) -> impl Iterator<Item = (u32, Triangle<V>)> {
    (0..).zip(mesh.iter())
}

/// The contact of a triangle, with its number in the mesh.
fn of_part<V: Vector3>(index: u32, contact: Contact<V>) -> Contact<V> {
    let part = PartId::of(index);
    Contact { part, ..contact }
}

/// Whether a sweep hits or touches.
fn reported<V: Vector3>(swept: Sweep<V>) -> Option<Sweep<V>> {
    (swept.hit.is_some() || swept.start != Start::Separate).then_some(swept)
}

fn agree_with_brute_force<V: Vector3>(seed: u64) {
    let random = &mut Rng::with_seed(seed);
    let mut hits = 0;
    for count in [1, 2, 9, 60, 300] {
        let mesh = soup::<V>(random, count);
        for _ in 0..200 {
            let a: V = point(random, 12.0);
            let capsule = Capsule::new(a, a + point(random, 2.0), V::Scalar::from_f64(0.3));
            let ball = Ball::new(a, capsule.radius);
            let reach = V::Scalar::from_f64(random.f64() - 0.2);

            let mut expected: Vec<_> = all(&mesh)
                .filter_map(|(i, t)| Some(of_part(i, contact(&capsule, &t, reach)?)))
                .collect();
            let mut found = Vec::new();
            mesh.query()
                .each_contact(&capsule, reach, |c| found.push(c));
            found.sort_by_key(|c| c.part);
            assert_eq!(found, expected);
            expected.sort_by(|x, y| {
                let order = x.separation.partial_cmp(&y.separation).unwrap();
                order.then(x.part.cmp(&y.part))
            });
            let closest = mesh.query().closest(&capsule, reach);
            assert_eq!(closest, expected.first().copied());

            let expected = all(&mesh).any(|(_, t)| overlap(&ball, &t));
            assert_eq!(mesh.query().overlap(&ball), expected);

            let delta: V = point(random, 8.0);
            let brute = all(&mesh)
                .filter_map(|(_, t)| sweep(&capsule, delta, &t).hit)
                .map(|hit| hit.t.to_f64())
                .fold(f64::INFINITY, f64::min);
            let found = mesh.query().sweep(&capsule, delta);
            assert_eq!(found.map_or(f64::INFINITY, |hit| hit.t.to_f64()), brute);
            assert_eq!(mesh.query().sweep_any(&capsule, delta), found.is_some());

            let mut on_ray = Vec::new();
            mesh.query().ray_all(a, delta, &mut on_ray);
            assert!(on_ray.is_sorted_by(|x, y| (x.t, x.part.index) < (y.t, y.part.index)));
            let mut on_ray: Vec<u32> = on_ray.iter().map(|hit| hit.part.index).collect();
            on_ray.sort_unstable();
            let expected: Vec<_> = all(&mesh)
                .filter(|(_, t)| sweep(&ShapeRef::point(a), delta, t).hit.is_some())
                .map(|(i, _)| i)
                .collect();
            assert_eq!(on_ray, expected);
            assert_eq!(mesh.query().ray_any(a, delta), !expected.is_empty());
            hits += on_ray.len();
        }
    }
    assert!(
        hits > 100,
        "the rays must hit something for this to be a test: {hits}"
    );
}

#[test]
fn mesh_queries_agree_with_brute_force() {
    agree_with_brute_force::<Vec3>(3);
    agree_with_brute_force::<DVec3>(4);
}

/// A shape of each kind in turn, near `center`.
fn shape<V: Vector3>(random: &mut Rng, i: usize, center: V) -> Shape<V> {
    crate::kinds::shape(random, i, center, 3.0)
}

/// The earliest hit, or without one the nearest touch, over `all` parts.
fn first<V: Vector3, T: PartialOrd>(
    all: impl Iterator<Item = (T, Sweep<V>)>,
) -> Option<(T, Sweep<V>)> {
    let order = |swept: &Sweep<V>| {
        let separation = match swept.start {
            Start::Separate => f64::INFINITY,
            Start::Touching(c) | Start::Overlapping(c) => c.separation.to_f64(),
        };
        let t = swept.hit.map_or(f64::INFINITY, |hit| hit.t.to_f64());
        [t, separation]
    };
    all.filter(|(_, swept)| swept.hit.is_some() || swept.start != Start::Separate)
        .min_by(|x, y| {
            (order(&x.1), &x.0)
                .partial_cmp(&(order(&y.1), &y.0))
                .unwrap()
        })
}

/// The sweep against a triangle, with its number in the mesh.
fn named<V: Vector3>((index, swept): (u32, Sweep<V>)) -> Sweep<V> {
    let part = PartId::of(index);
    Sweep {
        hit: swept.hit.map(|hit| Hit { part, ..hit }),
        ..swept
    }
}

fn random_motion<V: Vector3>(random: &mut Rng, size: f64) -> RigidMotion<V> {
    let angle = match random.usize(..4) {
        0 => 0.0,
        1 => random.f64() * 9.0,
        _ => random.f64() - 0.5,
    };
    RigidMotion {
        delta: point(random, size),
        pivot: point(random, 12.0),
        axis: point(random, 1.0),
        angle: V::Scalar::from_f64(angle),
    }
}

fn shapes_agree_with_brute_force<V: Vector3>(seed: u64) {
    let random = &mut Rng::with_seed(seed);
    let (mut contacts, mut hits, mut turned) = (0, 0, 0);
    for count in [1, 8, 60, 200] {
        let mesh = soup::<V>(random, count);
        let others: Vec<_> = all(&mesh).map(|(i, t)| (i, Shape::Triangle(t))).collect();
        let mut hits_of_even = Vec::new();
        for i in 0..240 {
            let center = point(random, 14.0);
            let a = shape(random, i, center);
            let reach = match i % 3 {
                0 => V::Scalar::INFINITY,
                _ => V::Scalar::from_f64(random.f64() - 0.2),
            };
            let expected = others
                .iter()
                .filter_map(|(j, b)| Some(of_part(*j, contact(&a, b, reach)?)))
                .min_by(|x, y| {
                    let order = x.separation.partial_cmp(&y.separation).unwrap();
                    order.then(x.part.cmp(&y.part))
                });
            let found = mesh.query().closest(&a, reach);
            assert_eq!(found, expected, "{a:?}");
            contacts += usize::from(found.is_some());

            let expected = others.iter().any(|(_, b)| overlap(&a, b));
            assert_eq!(mesh.query().overlap(&a), expected, "{a:?}");

            let expected: Vec<_> = others
                .iter()
                .filter_map(|(j, b)| Some(of_part(*j, contact(&a, b, reach)?)))
                .collect();
            let mut found = Vec::new();
            mesh.query().each_contact(&a, reach, |c| found.push(c));
            found.sort_by_key(|c| c.part);
            assert_eq!(found, expected, "{a:?}");

            let delta = point(random, 12.0);
            let mut expected: Vec<_> = others
                .iter()
                .filter_map(|(j, b)| {
                    let hit = sweep(&a, delta, b).hit?;
                    let part = PartId::of(*j);
                    Some(Hit { part, ..hit })
                })
                .collect();
            // The earlier, then the deeper at the start, then the lower number.
            expected.sort_by(|x, y| {
                let key = |hit: &Hit<V>| {
                    let depth = match hit.start {
                        Start::Overlapping(contact) => contact.depth().to_f64(),
                        _ => 0.0,
                    };
                    (hit.t, -depth, hit.part.index)
                };
                key(x).partial_cmp(&key(y)).unwrap()
            });
            let mut found = Vec::new();
            mesh.query().sweep_all(&a, delta, &mut found);
            assert_eq!(found, expected, "{a:?}");
            let earliest = mesh.query().sweep(&a, delta);
            assert_eq!(earliest, expected.first().copied(), "{a:?}");
            assert_eq!(mesh.query().sweep_any(&a, delta), !expected.is_empty());

            let is_even = |part: PartId| part.index.is_multiple_of(2);
            let even = mesh.query().filter(&is_even);
            let left: Vec<_> = expected.iter().filter(|hit| is_even(hit.part)).collect();
            even.sweep_all(&a, delta, &mut hits_of_even);
            assert!(
                hits_of_even
                    .iter()
                    .map(|hit| hit.part)
                    .eq(left.iter().map(|hit| hit.part))
            );
            assert_eq!(even.sweep_any(&a, delta), !left.is_empty());
            let earliest = even.sweep(&a, delta);
            assert_eq!(earliest.map(|hit| hit.t), left.first().map(|hit| hit.t));
            let touches = |(j, b): &(u32, Shape<V>)| j % 2 == 0 && overlap(&a, b);
            assert_eq!(even.overlap(&a), others.iter().any(touches));
            let nearest = even.closest(&a, reach).map(|c| c.separation);
            let mut least = None;
            even.each_contact(&a, reach, |c| {
                assert_eq!(c.part.index % 2, 0);
                let separation = c.separation;
                if least.is_none_or(|least| separation < least) {
                    least = Some(separation);
                }
            });
            assert_eq!(nearest, least, "{a:?}");

            let expected = first(others.iter().map(|(j, b)| (*j, sweep(&a, delta, b))));
            let (way, rest) = (RigidMotion::straight(delta), RigidMotion::default());
            let found = reported(mesh.query().sweep_rigid(&a, &way, &rest));
            assert_eq!(found, expected.map(named), "{a:?}");
            hits += usize::from(found.is_some_and(|s| s.start == Start::Separate));

            if i % 3 == 0 {
                let (own, its) = (random_motion(random, 4.0), random_motion(random, 2.0));
                let expected = first(
                    others
                        .iter()
                        .map(|(j, b)| (*j, sweep_rigid(&a, &own, b, &its))),
                );
                let found = reported(mesh.query().sweep_rigid(&a, &own, &its));
                assert_eq!(found, expected.map(named), "{a:?}");
                turned += usize::from(found.is_some_and(|s| s.start == Start::Separate));
            }
        }
    }
    assert!(
        contacts > 400 && hits > 120 && turned > 50,
        "{contacts} {hits} {turned}"
    );
}

#[test]
fn any_shape_against_a_mesh_agrees_with_brute_force() {
    shapes_agree_with_brute_force::<Vec3>(5);
    shapes_agree_with_brute_force::<DVec3>(6);
}

type SweepOf<'a> = dyn Fn(&Shape<Vec3>, &Shape<Vec3>) -> Sweep<Vec3> + 'a;

#[test]
fn a_mesh_against_a_mesh_agrees_with_brute_force_from_either_side() {
    let random = &mut Rng::with_seed(7);
    let (mut apart, mut hits) = (0, 0);
    for i in 0..60 {
        let place = point::<Vec3>(random, 24.0);
        let a = soup::<Vec3>(random, [1, 5, 14][i % 3]);
        let a = mapped(&a, |v| v * 0.4 + place);
        let b = soup::<Vec3>(random, [14, 3, 14][i % 3]);
        let pairs = || {
            all(&a).flat_map(|(i, s)| {
                all(&b).map(move |(j, t)| ([i, j], Shape::Triangle(s), Shape::Triangle(t)))
            })
        };
        let least = pairs()
            .map(|(_, s, t)| contact(&s, &t, f32::INFINITY).unwrap().separation)
            .fold(f32::INFINITY, f32::min);
        let (found, [i, j]) = b.query().closest_mesh(&a, f32::INFINITY).unwrap();
        assert_eq!(found.separation, least);
        let of = contact(
            &Shape::Triangle(a.triangle(i)),
            &Shape::Triangle(b.triangle(j)),
            f32::INFINITY,
        );
        assert_eq!(of, Some(found));
        let back = a.query().closest_mesh(&b, f32::INFINITY);
        assert_eq!(back, Some((found.swapped(), [j, i])));
        assert_eq!(b.query().closest_mesh(&a, least), Some((found, [i, j])));
        assert_eq!(b.query().closest_mesh(&a, least - 1e-3), None);
        assert_eq!(b.query().overlap_mesh(&a), least <= 0.0);
        assert_eq!(a.query().overlap_mesh(&b), least <= 0.0);
        apart += usize::from(least > 0.0);

        let delta = -place * 0.6;
        let time = |swept: Option<Sweep<Vec3>>| {
            let hit = swept.and_then(|swept| swept.hit);
            hit.map_or(f32::INFINITY, |hit| hit.t)
        };
        let brute = |sweep: &SweepOf| {
            pairs()
                .map(|(_, s, t)| time(Some(sweep(&s, &t))))
                .fold(f32::INFINITY, f32::min)
        };
        let expected = brute(&|s, t| sweep(s, delta, t));
        let found = b.query().sweep_mesh(&a, delta);
        assert_eq!(time(found.map(|found| found.0)), expected);
        let back = a.query().sweep_mesh(&b, -delta);
        assert_eq!(time(back.map(|back| back.0)), expected);
        hits += usize::from(expected > 0.0 && expected <= 1.0);

        let (own, its) = (random_motion(random, 4.0), random_motion(random, 4.0));
        let expected = brute(&|s, t| sweep_rigid(s, &own, t, &its));
        let found = b.query().sweep_mesh_rigid(&a, &own, &its);
        assert_eq!(time(found.map(|found| found.0)), expected);
        let back = a.query().sweep_mesh_rigid(&b, &its, &own);
        assert_eq!(time(back.map(|back| back.0)), expected);
    }
    assert!(apart > 20 && hits > 5, "{apart} {hits}");
}

#[test]
fn the_largest_numbers_are_found() {
    let big = f32::MAX / 2.0;
    let wall = Mesh::new(
        vec![
            vec3(big, -big, -big),
            vec3(big, big, -big),
            vec3(big, 0., big),
        ],
        vec![[0, 1, 2]],
    )
    .unwrap();
    let ball = Shape::Ball(Ball::new(vec3(-big, 0., 0.), big / 4.0));
    let hit = wall.query().sweep(&ball, vec3(f32::MAX, 0., 0.)).unwrap();
    assert!((hit.t - 0.875).abs() < 1e-5, "{hit:?}");
    let found = wall.query().closest(&ball, f32::INFINITY).unwrap();
    assert!((found.separation / big - 1.75).abs() < 1e-5, "{found:?}");
    let tiny = mapped(&wall, |v| v * 1e-38 * 1e-30);
    let touching = Shape::Point(tiny.triangle(0).a);
    assert!(tiny.query().overlap(&touching));
}

/// The filter of a query against another mesh: only triangles of the queried mesh that pass it count.
#[test]
fn a_mesh_against_a_filtered_mesh_is_against_the_mesh_of_those_triangles() {
    let random = &mut Rng::with_seed(8);
    let mut hits = 0;
    for _ in 0..100 {
        let place = point::<Vec3>(random, 10.0);
        let a = mapped(&soup::<Vec3>(random, 5), |v| v * 0.4 + place);
        let b = soup::<Vec3>(random, 14);
        let is_even = |part: PartId| part.index.is_multiple_of(2);
        let even = Mesh::of_triangles(b.iter().step_by(2)).unwrap();
        let (found, part) = (b.query().filter(&is_even), even.query());
        let same = |[i, j]: [u32; 2]| [i, 2 * j];
        let expected = part.closest_mesh(&a, 9.0);
        let expected = expected.map(|(contact, numbers)| (contact.separation, same(numbers)));
        let closest = found.closest_mesh(&a, 9.0);
        assert_eq!(
            closest.map(|(contact, n)| (contact.separation, n)),
            expected
        );
        assert_eq!(found.overlap_mesh(&a), part.overlap_mesh(&a));
        let time = |swept: Option<(Sweep<Vec3>, [u32; 2])>| swept?.0.hit.map(|hit| hit.t);
        let expected = time(part.sweep_mesh(&a, -place));
        assert_eq!(time(found.sweep_mesh(&a, -place)), expected);
        let by_a = RigidMotion {
            delta: -place,
            ..random_motion(random, 4.0)
        };
        let own = random_motion(random, 1.0);
        let expected = time(part.sweep_mesh_rigid(&a, &by_a, &own));
        assert_eq!(time(found.sweep_mesh_rigid(&a, &by_a, &own)), expected);
        hits += usize::from(expected.is_some());
    }
    assert!(hits > 3, "{hits}");
}

/// A closed box around the origin, fronts outwards.
fn cube() -> Mesh<Vec3> {
    let vertices: Vec<_> = (0..8)
        .map(|i| vec3((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32) * 2.0 - 1.0)
        .collect();
    let quads = [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 4, 6, 2],
        [1, 3, 7, 5],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
    ];
    let triangles = quads
        .iter()
        .flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]);
    Mesh::new(vertices, triangles.collect::<Vec<_>>()).unwrap()
}

#[test]
fn a_one_sided_box_can_be_left_but_not_entered() {
    let cube = cube().one_sided();
    let ball = |x| Ball::new(vec3(x, 0.1, 0.2), 0.25);
    let hit = cube.query().sweep(&ball(3.0), vec3(-4., 0., 0.)).unwrap();
    assert!((hit.t * 4.0 - 1.75).abs() < 1e-5);
    assert!((hit.normal - Vec3::X).length() < 1e-6);
    assert_eq!(cube.query().sweep(&ball(0.0), vec3(4., 0., 0.)), None);
    assert!(
        cube.query()
            .ray(vec3(0.1, 0.2, 0.3), vec3(9., 0., 0.))
            .is_none()
    );
    assert!(
        !cube.query().overlap(&ball(0.9)),
        "its centre is behind the face"
    );
    assert!(cube.query().overlap(&ball(1.1)));
}

#[test]
fn a_capsule_through_a_one_sided_face_is_pushed_to_the_front() {
    let cube = cube().one_sided();
    let capsule = Capsule::new(vec3(2.0, 0.1, 0.2), vec3(0.25, 0.1, 0.2), 0.25);
    let deepest = cube.query().closest(&capsule, 0.0).unwrap();
    assert_eq!(deepest.normal, Vec3::X);
    assert!((deepest.depth() - 1.0).abs() < 1e-6);
    // Two-sided, the shorter way is sideways, out over the border of one of the face's triangles.
    let two_sided = self::cube().query().closest(&capsule, 0.0).unwrap();
    assert!(two_sided.depth() <= deepest.depth());
}

/// A capsule is queried in lanes, the hull of its ends triangle by triangle.
#[test]
fn capsules_have_the_same_fronts_as_hulls() {
    let random = &mut Rng::with_seed(11);
    let mesh = soup::<Vec3>(random, 60).one_sided();
    let mut seen = 0;
    for _ in 0..600 {
        let a = point(random, 12.0);
        let capsule = Capsule::new(a, a + point::<Vec3>(random, 4.0), 0.3);
        let hull = Shape::Hull(Hull::new([capsule.a, capsule.b], 0.3));
        let nearest = |found: Option<Contact<Vec3>>| found.map_or(0.2, |c| c.separation);
        let found = mesh.query().closest(&capsule, 0.2);
        let (one, other) = (nearest(found), nearest(mesh.query().closest(&hull, 0.2)));
        assert!((one - other).abs() < 1e-5, "{capsule:?} {one} {other}");
        if one.abs() > 1e-5 {
            assert_eq!(mesh.query().overlap(&hull), mesh.query().overlap(&capsule));
        }
        let delta = point(random, 8.0);
        // A rigid sweep goes triangle by triangle, even if it is straight.
        let (way, rest) = (RigidMotion::straight(delta), RigidMotion::default());
        let found = mesh
            .query()
            .sweep_rigid(&Shape::Capsule(capsule), &way, &rest);
        let found = found.hit.map(|hit| (hit.t, hit.point, hit.normal));
        let in_lanes = mesh.query().sweep(&capsule, delta);
        let met = in_lanes.map(|hit| (hit.t, hit.point, hit.normal));
        assert_eq!(found, met);
        let of_any_kind = mesh.query().sweep(&Shape::Capsule(capsule), delta);
        assert_eq!(of_any_kind, in_lanes);
        seen += usize::from(found.is_some());
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn a_box_through_a_one_sided_face_is_pushed_to_the_front() {
    let cube = cube().one_sided();
    let through = Hull::cuboid(vec3(1.2, 0.1, 0.2), vec3(0.5, 0.1, 0.1));
    let found = cube.query().closest(&Shape::Hull(through.clone()), 0.0);
    let found = found.unwrap();
    assert_eq!(found.normal, Vec3::X);
    assert!((found.depth() - 0.3).abs() < 1e-6);
    // Points inside a hull change nothing.
    let mut crowded = through.clone();
    crowded.points.extend([vec3(0.75, 0.1, 0.2); 99]);
    let same = cube.query().closest(&Shape::Hull(crowded), 0.0).unwrap();
    assert_eq!(same.separation, found.separation);
    let behind = through.translated(vec3(-0.4, 0., 0.));
    assert!(!cube.query().overlap(&Shape::Hull(behind)));
}

#[test]
fn a_half_space_touches_the_fronts_that_face_it() {
    let floor = Shape::Plane(Plane::new(vec3(0., 3., 0.), -9.0));
    let found = |mesh: &Mesh<Vec3>| {
        let found = mesh.query().closest(&floor, 9.0);
        found.map(|c| of_part(0, c)) // whichever triangle it is
    };
    let below = found(&cube().one_sided()).unwrap();
    assert_eq!((below.separation, below.normal), (2.0, -Vec3::Y));
    assert_eq!(Some(below), found(&cube()));
    let lid = |corners| {
        let vertices = vec![vec3(0., 2., 0.), vec3(0., 2., 1.), vec3(1., 2., 0.)];
        Mesh::new(vertices, vec![corners]).unwrap().one_sided()
    };
    assert_eq!(found(&lid([0, 1, 2])), None);
    assert_eq!(found(&lid([0, 2, 1])).unwrap().separation, 5.0);
}

#[test]
fn two_one_sided_meshes_meet_by_their_fronts() {
    let still = cube().one_sided();
    let moved = |delta: Vec3| mapped(&cube(), |v| v + delta);
    let right = moved(vec3(5., 0.5, 0.25)).one_sided();
    let (found, _) = still.query().closest_mesh(&right, 9.0).unwrap();
    assert_eq!((found.separation, found.normal), (3.0, Vec3::X));
    let hit = still
        .query()
        .sweep_mesh(&right, vec3(-4., 0., 0.))
        .unwrap()
        .0;
    assert!((hit.hit.unwrap().t - 0.75).abs() < 1e-5);
    // From inside nothing is hit.
    let small = mapped(&cube(), |v| v * 0.25);
    assert_eq!(still.query().closest_mesh(&small, 9.0), None);
    assert_eq!(still.query().sweep_mesh(&small, vec3(9., 0., 0.)), None);
    assert!(
        cube()
            .query()
            .sweep_mesh(&small, vec3(9., 0., 0.))
            .is_some()
    );
}

#[test]
fn a_one_sided_mesh_turns_its_fronts_with_it() {
    // A door in the plane z = 0 with its front along z; a ball in front of it, another behind it.
    let door = Mesh::new(
        vec![
            vec3(0., 0., 0.),
            vec3(2., 0., 0.),
            vec3(2., 2., 0.),
            vec3(0., 2., 0.),
        ],
        vec![[0, 1, 2], [0, 2, 3]],
    )
    .unwrap()
    .one_sided();
    let opening = |angle: f32| RigidMotion::rotation(Vec3::ZERO, -Vec3::Y, angle);
    let ball = Shape::Ball(Ball::new(vec3(0.1, 1., 1.5), 0.25));
    let rest = RigidMotion::default();
    let found = |mesh: &Mesh<Vec3>, angle| {
        let swept = mesh.query().sweep_rigid(&ball, &rest, &opening(angle));
        reported(swept)
    };
    let hit = found(&door, 3.0).unwrap().hit.unwrap();
    assert!(hit.t > 0.3 && hit.normal.x < -0.9, "{hit:?}");
    // In the other direction its back moves ahead.
    assert_eq!(found(&door, -5.5), None);
    let two_sided = mapped(&door, |v| v);
    assert!(found(&two_sided, -5.5).is_some());
}

#[test]
fn a_motion_that_starts_inside_reports_an_overlap() {
    let hit = cube()
        .query()
        .sweep(&Ball::new(vec3(1.1, 0., 0.), 0.25), vec3(5., 0., 0.))
        .unwrap();
    assert_eq!(hit.t, 0.0);
    let Start::Overlapping(contact) = hit.start else {
        panic!("{:?}", hit.start);
    };
    assert!((contact.depth() - 0.15).abs() < 1e-6);
}

#[test]
fn errors_name_the_invalid_element() {
    let v = vec![Vec3::ZERO, Vec3::X, Vec3::Y];
    let error = |vertices: Vec<Vec3>, triangles| Mesh::new(vertices, triangles).unwrap_err();
    assert_eq!(error(v.clone(), vec![]), MeshError::NoTriangles);
    let e = error(v.clone(), vec![[0, 1, 2], [0, 1, 3]]);
    assert_eq!(
        e.to_string(),
        "triangle 1 has the vertex 3, but there are only 3"
    );
    let e = error(
        vec![Vec3::ZERO, Vec3::X, vec3(0., f32::NAN, 0.)],
        vec![[0, 1, 2]],
    );
    assert_eq!(e.to_string(), "vertex 2 is not finite");
    assert_eq!(
        error(vec![], vec![[0, 0, 0]]).to_string(),
        "triangle 0 has the vertex 0, but there are only 0"
    );
}

/// The height over a long, low triangle is the least accurate in single precision, and an upright capsule has the same
/// distance from it all along: the exact pair must decide which feature is nearest.
#[test]
fn an_upright_capsule_at_a_long_low_wall_answers_like_its_pair() {
    let random = &mut Rng::with_seed(12);
    let mut count = 0;
    for _ in 0..4_000 {
        let mut number = |size: f32| (random.f32() - 0.5) * size;
        let (corner, way) = (
            vec3(number(60.), number(30.), number(60.)),
            vec3(number(1.), 0., number(1.)),
        );
        let along = way.normalize_or(Vec3::X) * 18.;
        let up = vec3(0., 0.14, 0.);
        let wall = [corner, corner + along, corner + along + up, corner + up];
        let wall = Mesh::new(wall, vec![[0, 1, 2], [0, 2, 3]]).unwrap();
        let foot = corner + along * (number(1.) + 0.5) + up * (number(20.) - 4.);
        let foot = foot + along.cross(up).normalize() * (0.3 + number(0.3));
        let capsule = Capsule::new(foot, foot + Vec3::Y * 1.2, 0.3);
        wall.query().each_contact(&capsule, 0.2, |found| {
            let triangle = wall.triangle(found.part.index);
            let pair = contact(&capsule, &triangle, 0.2);
            let pair = pair.map(|pair| of_part(found.part.index, pair));
            assert_eq!(Some(found), pair, "{capsule:?} {triangle:?}");
            count += 1;
        });
    }
    assert!(count > 1_000, "{count}");
}

#[test]
fn a_level_of_ten_thousand_triangles_answers_at_its_far_corner() {
    // 100 × 100 cells of a waving floor: every sweep finds what the formula says.
    let height = |x: f32, z: f32| (x * 0.7 + z * 0.3) * 0.1;
    let n = 101;
    let vertices = (0..n * n).map(|i| {
        let (x, z) = ((i % n) as f32, (i / n) as f32);
        vec3(x, height(x, z), z)
    });
    let triangles = (0..(n - 1) * (n - 1)).flat_map(|i| {
        let a = (i / (n - 1)) * n + i % (n - 1);
        [[a, a + n, a + n + 1], [a, a + n + 1, a + 1]]
    });
    let mesh = Mesh::new(vertices.collect::<Vec<_>>(), triangles.collect::<Vec<_>>()).unwrap();
    let random = &mut Rng::with_seed(8);
    for _ in 0..500 {
        let (x, z) = (random.f32() * 100.0, random.f32() * 100.0);
        let hit = mesh
            .query()
            .ray(vec3(x, 50.0, z), vec3(0.0, -100.0, 0.0))
            .unwrap();
        assert!((50.0 - hit.t * 100.0 - height(x, z)).abs() < 2e-4);
    }
}

/// On a flat floor a shape touches internal edges everywhere: raw normals lean there, welded ones do not.
#[test]
fn a_welded_floor_has_one_normal() {
    let corner = |i: u32| vec3((i / 9) as f32, 0.0, (i % 9) as f32);
    let corners: Vec<Vec3> = (0..81).map(corner).collect();
    let square = |i: u32| [[i, i + 1, i + 9], [i + 1, i + 10, i + 9]];
    let squares = (0..8).flat_map(|x| (0..8).map(move |z| 9 * x + z));
    let raw = Mesh::new(corners, squares.flat_map(square).collect::<Vec<_>>()).unwrap();
    let smooth = raw.clone().weld(Mesh::<Vec3>::FLAT as f32);
    let random = &mut Rng::with_seed(8);
    let (mut leaning, mut edges) = (0, 0);
    for _ in 0..300 {
        let place = point::<Vec3>(random, 4.0) + vec3(4.0, 0.0, 4.0);
        let ball = Ball::new(vec3(place.x, 0.45, place.z), 0.5);
        let capsule = Capsule::new(ball.center, ball.center + vec3(0.5, 0.4, 0.2), 0.5);
        let (ball_shape, capsule_shape) = (Shape::Ball(ball), Shape::Capsule(capsule));
        let delta = vec3(0.7, -2.0, 0.3);
        let (high, higher) = (ball.translated(Vec3::Y), capsule.translated(Vec3::Y));
        let all = |query: &dyn Fn(&mut Vec<Vec3>)| {
            let mut normals = Vec::new();
            query(&mut normals);
            normals
        };
        let mut hits = Vec::new();
        smooth.query().sweep_all(&high, delta, &mut hits);
        let mut normals = all(&|n| {
            smooth
                .query()
                .each_contact(&ball, 0.3, |c| n.push(c.normal))
        });
        normals.extend(hits.iter().map(|hit| hit.normal));
        smooth.query().sweep_all(&higher, delta, &mut hits);
        normals.extend(hits.iter().map(|hit| hit.normal));
        normals.extend(all(&|n| {
            smooth
                .query()
                .each_contact(&capsule, 0.3, |c| n.push(c.normal))
        }));
        normals.extend(all(&|n| {
            smooth
                .query()
                .each_contact(&ball_shape, 0.3, |c| n.push(c.normal));
        }));
        let high = Shape::Capsule(higher);
        normals.extend(smooth.query().sweep(&high, delta).map(|hit| hit.normal));
        normals.extend(
            smooth
                .query()
                .closest(&capsule_shape, 0.3)
                .map(|c| c.normal),
        );
        assert!(normals.len() >= 5, "{normals:?}");
        for normal in normals {
            assert!((normal - Vec3::Y).length() < 1e-5, "{normal} {ball:?}");
        }
        // With internal edges it is the original mesh.
        let of_raw = all(&|n| raw.query().each_contact(&ball, 0.3, |c| n.push(c.normal)));
        let seams = all(&|n| {
            smooth
                .query()
                .internal_edges(true)
                .each_contact(&ball, 0.3, |c| n.push(c.normal))
        });
        assert_eq!(of_raw, seams);
        leaning += of_raw.iter().filter(|normal| normal.y < 0.99).count();
        raw.query().each_contact(&ball, 0.3, |c| {
            let is_face = raw.feature(c.part.index, c.point_b) == Feature::Face;
            assert_eq!(is_face, c.normal.y > 0.999_999, "{c:?}");
            edges += usize::from(!is_face);
        });
    }
    assert!(leaning > 300 && edges > 300, "{leaning} {edges}");
}

/// A shape that touches a floor exactly and slides along it is not stopped where the next triangle begins.
mod sliding {
    use carom::glam::{DVec3, Vec3};
    use carom::{Aabb, Ball, Capsule, HeightField, Mesh, Scalar, Vector3, World};
    use fastrand::Rng;

    /// A flat floor of `side` by `side` tiles of size 1, at a height of 0.
    fn tiles<V: Vector3>(side: u32) -> Mesh<V> {
        let corner =
            |i: u32| V::from_f64([f64::from(i % (side + 1)), 0., f64::from(i / (side + 1))]);
        let corners: Vec<V> = (0..(side + 1) * (side + 1)).map(corner).collect();
        let tile = |i: u32| {
            let a = i / side * (side + 1) + i % side;
            [
                [a, a + side + 1, a + 1],
                [a + 1, a + side + 1, a + side + 2],
            ]
        };
        let triangles: Vec<_> = (0..side * side).flat_map(tile).collect();
        Mesh::new(corners, triangles).unwrap()
    }

    #[test]
    fn a_ball_on_two_triangles() {
        let [a, b, c, d] =
            [[-9., 9.], [9., 9.], [9., -9.], [-9., -9.]].map(|[x, z]| DVec3::new(x, 0., z));
        let floor = Mesh::new([a, b, c, d], [[0, 1, 2], [0, 2, 3]]).unwrap();
        let floor = floor.weld(Mesh::<DVec3>::FLAT);
        let ball = Ball::new(DVec3::new(-5., 0.5, 3.), 0.5);
        assert_eq!(floor.query().sweep(&ball, DVec3::X * 12.), None);
        // An obstacle still stops it.
        assert!(
            floor
                .query()
                .sweep(&ball, DVec3::new(12., -1e-6, 0.))
                .is_some()
        );
    }

    fn on_tiles<V: Vector3>(welded: bool) {
        let number = V::Scalar::from_f64;
        let mut floor = tiles::<V>(16);
        if welded {
            floor = floor.weld(number(Mesh::<V>::FLAT));
        }
        let mut world = World::new();
        world.insert(floor.clone()).unwrap();
        let random = &mut Rng::with_seed(31);
        for round in 0..20_000 {
            let mut place = || random.f64() * 14. + 1.;
            let (x, z, to_x, to_z) = (place(), place(), place(), place());
            let radius = [0.5, 0.3, 0.25][round % 3];
            let start = V::from_f64([x, f64::from(radius as f32), z]);
            let delta = V::from_f64([to_x - x, 0., to_z - z]);
            let ball = Ball::new(start, number(f64::from(radius as f32)));
            assert_eq!(
                floor.query().sweep(&ball, delta),
                None,
                "{ball:?} {delta:?}"
            );
            assert_eq!(
                world.query().sweep(&ball, delta),
                None,
                "{ball:?} {delta:?}"
            );
            let capsule = Capsule::new(start, start + V::from_f64([0., 1.2, 0.]), ball.radius);
            assert_eq!(
                floor.query().sweep(&capsule, delta),
                None,
                "{capsule:?} {delta:?}"
            );
        }
    }

    #[test]
    fn balls_and_capsules_on_tiles() {
        for welded in [false, true] {
            on_tiles::<Vec3>(welded);
            on_tiles::<DVec3>(welded);
        }
    }

    #[test]
    fn a_height_field_in_every_direction() {
        let field = HeightField {
            origin: DVec3::ZERO,
            cell: [1., 1.],
            columns: 21,
            heights: vec![0.; 21 * 21],
        };
        let field = field.mesh().unwrap().weld(Mesh::<DVec3>::FLAT);
        let ball = Ball::new(DVec3::new(10., 0.4, 10.), 0.4);
        for degrees in 0..360 {
            let (sin, cos) = f64::from(degrees).to_radians().sin_cos();
            let delta = DVec3::new(cos, 0., sin) * 8.;
            assert_eq!(field.query().sweep(&ball, delta), None, "{degrees}");
        }
    }

    #[test]
    fn from_one_body_to_the_next() {
        let mut world = World::new();
        for i in 0..8 {
            let min = Vec3::new(i as f32, -1., -2.);
            let max = min + Vec3::new(1., 1., 4.);
            world.insert(Aabb { min, max }).unwrap();
        }
        let ball = Ball::new(Vec3::new(0.5, 0.5, 0.1), 0.5);
        assert_eq!(world.query().sweep(&ball, Vec3::X * 7.), None);
        assert_eq!(world.query().sweep(&ball, Vec3::new(7., 0., 0.5)), None);
    }
}
