//! Solids: closed meshes and chains that overlap what is deep inside of them.

use crate::kinds::{BOUNDED, box_mesh, point, shape};
use carom::glam::{DVec2, DVec3, Vec2, Vec3, vec2, vec3};
use carom::{
    Aabb, Ball, Body, Capsule, Chain, ChainError, Convex, Mesh, MeshError, PairEvents, PartId,
    Pose, Query, RigidMotion, Rotation, Scalar, SensorEvents, Start, Surface, Vector, Vector3,
    World, contact,
};
use core::f64::consts::TAU;
use fastrand::Rng;

fn number<V: Vector>(x: f64) -> V::Scalar {
    V::Scalar::from_f64(x)
}

/// A closed surface over a grid of two angles, with bays: concave, the fronts outwards.
fn island<V: Vector3>(random: &mut Rng, rows: u32, columns: u32) -> Mesh<V> {
    let mut places = Vec::new();
    for row in 0..=rows {
        for column in 0..columns {
            let (up, around) = (
                row as f64 / rows as f64 * TAU / 2.0,
                column as f64 / columns as f64 * TAU,
            );
            let radius = 2.0 + random.f64() * 2.0;
            let ring = up.sin() * radius;
            places.push(V::from_f64([
                ring * around.cos(),
                up.cos() * 3.0,
                ring * around.sin(),
            ]));
        }
    }
    // The poles are single points.
    for column in 0..columns {
        places[column as usize] = V::from_f64([0.0, 3.0, 0.0]);
        places[(rows * columns + column) as usize] = V::from_f64([0.0, -3.0, 0.0]);
    }
    let mut triangles = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let next = (column + 1) % columns;
            let [a, b] = [column, next].map(|column| row * columns + column);
            let [c, d] = [column, next].map(|column| (row + 1) * columns + column);
            triangles.extend([[a, b, c], [b, d, c]]);
        }
    }
    Mesh::new(places, triangles).unwrap()
}

/// A star of bays and capes, counter-clockwise.
fn star<V: Vector<Double = DVec2>>(random: &mut Rng, corners: u32) -> Chain<V> {
    let place = |i: u32| {
        let (angle, radius) = (i as f64 / corners as f64 * TAU, 1.0 + 3.0 * random.f64());
        V::from_f64([angle.cos() * radius, angle.sin() * radius, 0.0])
    };
    Chain::closed((0..corners).map(place).collect()).unwrap()
}

fn least<V: Vector>(
    query: &Query<'_, impl Surface<Vector = V>>,
    a: &impl Convex<Vector = V>,
) -> Option<f64> {
    let (mut least, mut count) = (f64::INFINITY, 0);
    query.each_contact(a, V::Scalar::INFINITY, |found| {
        least = least.min(found.separation.to_f64());
        count += 1;
    });
    (count > 0).then_some(least)
}

/// A solid against its shell and its signed distance. `tilt` is the plane of a part.
fn is_solid<S: Surface + Copy>(
    random: &mut Rng,
    solid: &Query<'_, S>,
    shell: &Query<'_, S>,
    contains: impl Fn(S::Vector) -> bool,
    distance: impl Fn(S::Vector) -> <S::Vector as Vector>::Scalar,
) {
    let slack = <S::Vector as Vector>::Scalar::EPSILON.to_f64() * 200.0;
    let (mut deep, mut crossing, mut outside) = (0, 0, 0);
    for i in 0..400 {
        let center: S::Vector = point(random, 8.0);
        let a = shape(random, i % BOUNDED, center, 1.5);
        let a_ref = a.shape_ref();
        let first = a_ref.points().0.first().copied();
        let touches_shell = shell.overlap(&a);
        if let Some(first) = first {
            assert_eq!(solid.overlap(&a), touches_shell || contains(first), "{a:?}");
        }
        let reach = <S::Vector as Vector>::Scalar::INFINITY;
        let found = solid.closest(&a, reach);
        let best = found.map(|found| found.separation.to_f64());
        assert_eq!(best, least(solid, &a), "{a:?}");
        let mut nearest = Vec::new();
        solid.closest_n(&a, 3, reach, &mut nearest);
        assert_eq!(nearest.first().copied(), found);
        if solid.overlap(&a) {
            let found = found.unwrap();
            assert!(best.unwrap() <= 0.0, "{a:?} {found:?}");
            let gap = (found.point_a - found.point_b).dot(found.normal) - found.separation;
            assert!(gap.to_f64().abs() < slack, "{a:?} {found:?}");
        }
        let ball = Ball::new(center, number::<S::Vector>(0.3));
        let at_center = distance(center).to_f64();
        if contains(center) {
            let found = solid.closest(&ball, number::<S::Vector>(-0.3)).unwrap();
            assert!(
                (found.separation.to_f64() - (at_center - 0.3)).abs() < slack,
                "{ball:?} {found:?}"
            );
            // The way out leads to the surface.
            assert!(
                distance(found.point_b).to_f64().abs() < slack,
                "{ball:?} {found:?}"
            );
            deep += 1;
        }
        let delta = point(random, 8.0);
        let hit = solid.sweep(&a, delta);
        let plain = shell.sweep(&a, delta);
        if solid.overlap(&a) {
            let hit = hit.unwrap();
            assert!(
                hit.t.to_f64() == 0.0 && matches!(hit.start, Start::Overlapping(_)),
                "{a:?} {hit:?}"
            );
            crossing += usize::from(touches_shell);
            let leaving = solid
                .leave_overlaps(true)
                .sweep(&a, hit.normal * number::<S::Vector>(1e-3));
            let deeper = solid
                .leave_overlaps(true)
                .sweep(&a, -hit.normal * number::<S::Vector>(1e-3));
            let mut all = Vec::new();
            solid.contacts(&a, number::<S::Vector>(0.0), &mut all);
            let alone = all.len() == 1;
            assert!(
                !alone || leaving.is_none_or(|hit| hit.t.to_f64() > 0.0),
                "{a:?} {leaving:?}"
            );
            assert!(deeper.unwrap().t.to_f64() == 0.0);
        } else if best.is_some_and(|gap| gap > slack) {
            // From outside the first hit is a front.
            // Where two parts meet, the shell may name the one with its back to the shape.
            assert_eq!(hit.is_some(), plain.is_some(), "{a:?} {delta:?}");
            if let (Some(hit), Some(plain)) = (hit, plain) {
                let (late, turn) = (hit.t - plain.t, hit.normal - plain.normal);
                assert!(late.to_f64().abs() < slack, "{hit:?} {plain:?}");
                assert!(turn.length().to_f64() < 1e-5, "{hit:?} {plain:?}");
            }
            outside += usize::from(hit.is_some());
        }
        assert_eq!(solid.sweep_any(&a, delta), hit.is_some());
        let motion = RigidMotion::rotation(center, point(random, 1.0), number::<S::Vector>(0.5));
        let swept = solid.sweep_rigid(&a, &motion, &RigidMotion::default());
        if solid.overlap(&a) {
            let hit = swept.hit.unwrap();
            assert!(hit.t.to_f64() == 0.0 && matches!(swept.start, Start::Overlapping(_)));
        }
    }
    assert!(
        deep > 30 && crossing > 40 && outside > 15,
        "{deep} {crossing} {outside}"
    );
}

fn meshes<V: Vector3>(seed: u64) {
    let random = &mut Rng::with_seed(seed);
    for (rows, columns) in [(4, 5), (9, 14)] {
        let shell = island::<V>(random, rows, columns);
        let solid = shell.clone().solid().unwrap();
        assert!(solid.is_solid() && solid.is_one_sided() && !shell.is_solid());
        let contains = |p| shell.contains(p);
        let distance = |p| shell.signed_distance(p);
        is_solid(random, &solid.query(), &shell.query(), contains, distance);
        let compact = solid.clone().compact();
        is_solid(random, &compact.query(), &shell.query(), contains, distance);
    }
}

fn chains<V: Vector<Double = DVec2>>(seed: u64) {
    let random = &mut Rng::with_seed(seed);
    for corners in [3, 7, 30] {
        let shell = star::<V>(random, corners).raw();
        let solid = shell.clone().solid().unwrap();
        assert!(solid.is_solid() && solid.is_one_sided());
        let contains = |p| shell.contains(p);
        let distance = |p| shell.signed_distance(p);
        is_solid(random, &solid.query(), &shell.query(), contains, distance);
    }
}

#[test]
fn a_solid_mesh_overlaps_what_is_inside() {
    meshes::<Vec3>(1);
    meshes::<DVec3>(2);
}

#[test]
fn a_solid_chain_overlaps_what_is_inside() {
    chains::<Vec2>(3);
    chains::<DVec2>(4);
}

/// A cube of 10, the fronts outwards.
fn cube() -> Mesh<Vec3> {
    let half = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| axis * 5.0);
    let (corners, triangles) = box_mesh::<Vec3>(DVec3::splat(5.0), half);
    Mesh::new(corners, triangles).unwrap()
}

#[test]
fn the_depth_grows_steadily_on_the_way_in() {
    let solid = cube().solid().unwrap();
    for i in -40..140 {
        // From above the cube to below the middle of its upper half.
        let y = 14.0 - 0.05 * i as f32;
        let post = Capsule::new(vec3(4., y + 1., 5.), vec3(4., y - 1., 5.), 0.25);
        let found = solid.query().closest(&post, 99.0).unwrap();
        assert!(
            (found.separation - (y - 1.25 - 10.0)).abs() < 1e-5,
            "{y}: {found:?}"
        );
        assert_eq!(found.normal, Vec3::Y);
        let ball = Ball::new(vec3(5., y, 4.), 1.0);
        let found = solid.query().closest(&ball, 99.0).unwrap();
        assert!(
            (found.separation - (y - 11.0)).abs() < 1e-5,
            "{y}: {found:?}"
        );
    }
}

#[test]
fn a_ray_from_inside_is_stopped_or_leaves() {
    let solid = cube().solid().unwrap();
    let (from, way) = (vec3(5., 8., 5.), vec3(0., 20., 0.));
    let hit = solid.query().ray(from, way).unwrap();
    assert_eq!((hit.t, hit.normal), (0.0, Vec3::Y));
    assert_eq!(solid.query().leave_overlaps(true).ray(from, way), None);
    let mut hits = Vec::new();
    solid
        .query()
        .ray_all(vec3(5., -5., 5.), vec3(0., 20., 0.), &mut hits);
    assert_eq!(
        hits.len(),
        2,
        "both triangles of the bottom have the diagonal"
    );
    assert!(hits.iter().all(|hit| hit.normal == -Vec3::Y));
}

#[test]
fn a_filter_leaves_out_the_nearest_part() {
    let solid = cube().solid().unwrap();
    let top = |part: PartId| solid.triangle(part.index).normal() != Some(Vec3::Y);
    let found = solid
        .query()
        .filter(&top)
        .closest(&vec3(7., 8., 5.), 0.0)
        .unwrap();
    assert_eq!((found.normal, found.separation), (Vec3::X, -3.0));
    let none = |_: PartId| false;
    assert!(!solid.query().filter(&none).overlap(&vec3(7., 8., 5.)));
    let mut visited = 0;
    solid
        .query()
        .filter(&none)
        .each_contact(&vec3(7., 8., 5.), 9.0, |_| visited += 1);
    assert_eq!(visited, 0);
}

#[test]
fn what_encloses_nothing_is_refused() {
    let cube = cube();
    let mut triangles: Vec<_> = cube.iter().collect();
    triangles.pop();
    let open = Mesh::of_triangles(triangles).unwrap();
    assert_eq!(open.solid().unwrap_err(), MeshError::Open { edges: 3 });
    let inwards = cube.iter().map(|t| carom::Triangle::new(t.a, t.c, t.b));
    let inwards = Mesh::of_triangles(inwards).unwrap();
    assert_eq!(inwards.solid().unwrap_err(), MeshError::InsideOut);
    let corners = vec![vec2(0., 0.), vec2(1., 0.), vec2(0., 1.)];
    assert_eq!(
        Chain::open(corners.clone()).unwrap().solid().unwrap_err(),
        ChainError::Open
    );
    let clockwise = corners.into_iter().rev().collect();
    assert_eq!(
        Chain::closed(clockwise).unwrap().solid().unwrap_err(),
        ChainError::Clockwise
    );
}

#[test]
fn a_solid_body_is_entered_by_what_is_deep_inside() {
    let random = &mut Rng::with_seed(5);
    let own = island::<Vec3>(random, 6, 8);
    let turn = Rotation::new(vec3(1., 2., 3.), 0.7);
    let pose = Pose {
        scale: 3.0,
        ..Pose::new(vec3(40., -5., 2.), turn)
    };
    let solid = own.clone().solid().unwrap();
    let mut world = World::new();
    let rock = world
        .insert(Body {
            pose,
            ..Body::new(solid.clone())
        })
        .unwrap();
    let mut inside = 0;
    for _ in 0..300 {
        let p: Vec3 = point(random, 8.0);
        let place = pose.place(p).as_vec3();
        let (of_body, distance) = (
            world.query().closest(&place, 999.0).unwrap(),
            own.signed_distance(p) * 3.0,
        );
        assert!(
            (of_body.separation - distance).abs() < 1e-4,
            "{p}: {of_body:?} {distance}"
        );
        assert_eq!(world.query().overlap(&place), distance <= 0.0);
        inside += usize::from(distance < 0.0);
    }
    assert!(inside > 50, "{inside}");

    // A mesh deep inside touches no triangle of it.
    let scale = 0.1;
    let middle = Pose {
        scale,
        ..Pose::new(vec3(40., -5., 2.), turn)
    };
    let pebble = world
        .insert(Body {
            pose: middle,
            moving: true,
            ..Body::new(own.clone())
        })
        .unwrap();
    let mut pairs = PairEvents::new();
    world.update_pairs(&mut pairs);
    assert_eq!(pairs.now(), [[rock, pebble]]);
    let ball = Body {
        pose: middle,
        moving: true,
        ..Body::new(Ball::new(Vec3::ZERO, 0.1))
    };
    world.replace(pebble, ball).unwrap();
    world.update_pairs(&mut pairs);
    assert_eq!(pairs.now(), [[rock, pebble]]);
    let mut sensed = SensorEvents::new();
    world.set_sensor(rock, true).unwrap();
    world.update_sensors(&mut sensed);
    assert_eq!(sensed.now().len(), 1);
    // Meshes alone.
    let shrunk = Mesh::of_triangles(
        own.iter()
            .map(|t| carom::Triangle::new(t.a * 0.1, t.b * 0.1, t.c * 0.1)),
    )
    .unwrap();
    assert!(solid.query().overlap_mesh(&shrunk) && shrunk.query().overlap_mesh(&solid));
    assert!(!own.query().overlap_mesh(&shrunk));
}

#[test]
fn a_convex_solid_is_as_deep_as_its_box_for_balls() {
    let random = &mut Rng::with_seed(6);
    let solid = cube().solid().unwrap();
    let own = Aabb {
        min: Vec3::ZERO,
        max: Vec3::splat(10.),
    };
    for _ in 0..500 {
        let ball = Ball::new(Vec3::splat(5.) + point::<Vec3>(random, 16.0), 1.0);
        let (x, y) = (solid.query().closest(&ball, 99.), contact(&ball, &own, 99.));
        let [x, y] = [x, y].map(|found| found.unwrap().separation);
        assert!((x - y).abs() < 1e-5, "{ball:?} {x} {y}");
    }
}
