//! Bodies that change in place, and filtered queries, against plain lists.

use carom::glam::{DVec2, DVec3, Vec2, Vec3, vec2, vec3};
use carom::{
    Ball, Body, BodyError, BodyId, Capsule, Chain, ChainError, Collider, HeightField, LocalScene,
    Mesh, MeshError, OneWay, PartId, Pose, Rotation, Scalar, Scene, Segment, SensorEvents,
    SensorPair, Shape, Triangle, Vector, Vector3, World,
};
use fastrand::Rng;
use std::sync::Arc;

fn number<V: Vector>(x: f64) -> V::Scalar {
    V::Scalar::from_f64(x)
}

fn point<V: Vector>(random: &mut Rng, size: f64) -> V {
    V::from_f64([0; 3].map(|_| (random.f64() - 0.5) * size))
}

fn soup<V: Vector3>(random: &mut Rng, count: usize) -> Vec<Triangle<V>> {
    let mut triangle = |_| {
        let at: V = point(random, 8.0);
        let [a, b, c] = [0; 3].map(|_| at + point::<V>(random, 3.0));
        Triangle { a, b, c }
    };
    (0..count).map(&mut triangle).collect()
}

/// The shapes of queries: a capsule, a segment, a ball or a point.
fn asker<V: Vector>(random: &mut Rng, i: usize) -> Shape<V> {
    let a: V = point(random, 10.0);
    let b = a + point::<V>(random, 2.0);
    match i % 4 {
        0 => Shape::Point(a),
        1 => Ball::new(a, number::<V>(0.4)).into(),
        2 => Segment::new(a, b).into(),
        _ => Capsule::new(a, b, number::<V>(0.3)).into(),
    }
}

/// Bodies of many parts, some rotated, far, one-way or alone.
fn populated<V: Vector>(random: &mut Rng, surface: &Collider<V>) -> World<V> {
    let mut world = World::new();
    for i in 0..12 {
        let collider = match i % 4 {
            0 => Ball::new(V::ZERO, number::<V>(0.7)).into(),
            _ => surface.clone(),
        };
        let turn = Rotation::new(point(random, 1.0), number::<V>(random.f64()));
        let rotation = if i % 3 == 0 {
            Rotation::default()
        } else {
            turn
        };
        let one_way = OneWay {
            direction: point(random, 1.0),
            margin: number::<V>(0.2),
        };
        let body = Body {
            pose: Pose::new(point(random, 6.0), rotation),
            one_way: Some(one_way).filter(|_| i == 5),
            ..Body::new(collider)
        };
        world.insert(body).unwrap();
    }
    world
}

fn only_some_pieces<V: Vector>(seed: u64, surface: &Collider<V>) {
    let random = &mut Rng::with_seed(seed);
    let world = populated(random, surface);
    let counts = |part: PartId| (part.index * 7 + part.body.number() * 3) % 5 > 1;
    let filter = |part: PartId| {
        let body = world.get(part.body).unwrap();
        assert_eq!(
            body.collider.shape().is_some(),
            part.body.number().is_multiple_of(4)
        );
        counts(part)
    };
    let all = world.query();
    let some = all.filter(&filter);
    let (mut left_out, mut kept) = (0, 0);
    for i in 0..400 {
        let a = asker::<V>(random, i);
        let reach = number::<V>(0.5);
        let (mut expected, mut found) = (Vec::new(), Vec::new());
        all.contacts(&a, reach, &mut expected);
        left_out += expected.len();
        expected.retain(|contact| counts(contact.part));
        left_out -= expected.len();
        some.contacts(&a, reach, &mut found);
        assert_eq!(found, expected, "{a:?}");
        kept += found.len();
        let least = found.iter().copied().reduce(|x, y| {
            let nearer = y.separation < x.separation;
            if nearer { y } else { x }
        });
        assert_eq!(some.closest(&a, reach), least, "{a:?}");

        some.contacts(&a, number::<V>(0.0), &mut found);
        let mut touched: Vec<BodyId> = found.iter().map(|contact| contact.part.body).collect();
        touched.dedup();
        let mut bodies = Vec::new();
        some.overlaps(&a, &mut bodies);
        assert_eq!(bodies, touched, "{a:?}");
        assert_eq!(some.overlap(&a), !touched.is_empty());

        let delta = point(random, 8.0);
        let (mut expected, mut found) = (Vec::new(), Vec::new());
        all.sweep_all(&a, delta, &mut expected);
        expected.retain(|hit| counts(hit.part));
        some.sweep_all(&a, delta, &mut found);
        assert_eq!(found, expected, "{a:?}");
        kept += found.len();
        assert_eq!(some.sweep(&a, delta), found.first().copied());
        assert_eq!(some.sweep_any(&a, delta), !found.is_empty());
        if let Shape::Point(p) = a {
            assert_eq!(some.ray(p, delta), found.first().copied());
            assert_eq!(some.ray_any(p, delta), !found.is_empty());
        }

        let bounds = a.bounds().unwrap().inflated(number::<V>(1.0));
        let (mut near, mut those) = (LocalScene::new(), LocalScene::new());
        all.gather(&bounds, &mut near);
        some.gather(&bounds, &mut those);
        let capsule = Capsule::new(bounds.min, bounds.max, number::<V>(0.1));
        let list = |near: &LocalScene<V>| {
            let mut found = Vec::new();
            near.contacts(&capsule, number::<V>(9.0), |contact| found.push(contact));
            found
        };
        let mut expected = list(&near);
        expected.retain(|contact| counts(contact.part));
        assert_eq!(list(&those), expected);
    }
    assert!(left_out > 200 && kept > 400, "{left_out} {kept}");
}

#[test]
fn every_query_obeys_a_filter_of_parts() {
    let random = &mut Rng::with_seed(1);
    let mesh: Mesh<Vec3> = Mesh::of_triangles(soup(random, 40)).unwrap();
    only_some_pieces(2, &Collider::from(mesh.clone().compact()));
    only_some_pieces(3, &Collider::from(mesh.one_sided()));
    let mesh: Mesh<DVec3> = Mesh::of_triangles(soup(random, 40)).unwrap();
    only_some_pieces(4, &Collider::from(mesh));
    let walk = (0..40).map(|_| point::<Vec2>(random, 8.0)).collect();
    only_some_pieces(5, &Collider::from(Chain::open(walk).unwrap().raw()));
    let walk = (0..40).map(|_| point::<DVec2>(random, 8.0)).collect();
    only_some_pieces(6, &Collider::from(Chain::closed(walk).unwrap().raw()));
}

/// The answers of both worlds to the same queries.
fn assert_alike<V: Vector>(random: &mut Rng, x: &World<V>, y: &World<V>) {
    let (mut p, mut q) = (Vec::new(), Vec::new());
    let (mut s, mut t) = (Vec::new(), Vec::new());
    let mut count = 0;
    for i in 0..100 {
        let (a, delta) = (asker::<V>(random, i), point(random, 8.0));
        x.query().contacts(&a, number::<V>(0.5), &mut p);
        y.query().contacts(&a, number::<V>(0.5), &mut q);
        assert_eq!(p, q);
        x.query().sweep_all(&a, delta, &mut s);
        y.query().sweep_all(&a, delta, &mut t);
        assert_eq!(s, t);
        let reach = number::<V>(3.0);
        assert_eq!(x.query().closest(&a, reach), y.query().closest(&a, reach));
        assert_eq!(x.query().overlap(&a), y.query().overlap(&a));
        count += p.len() + s.len();
    }
    assert!(count > 50, "{count}");
}

#[test]
fn a_mesh_that_is_refitted_answers_as_another_in_its_place() {
    let random = &mut Rng::with_seed(7);
    let first = soup::<Vec3>(random, 50);
    let kept = Arc::new(Mesh::of_triangles(first.clone()).unwrap());
    let mut world = World::new();
    let bodies = [0, 1, 2].map(|i| {
        let turn = Rotation::new(Vec3::Y, 0.4 * i as f32);
        let body = Body {
            pose: Pose::new(point(random, 6.0), turn),
            sensor: i == 2,
            ..Body::new(kept.clone())
        };
        world.insert(body).unwrap()
    });
    let mut expected = world.clone();
    for round in 0..4 {
        let id = bodies[round % 3];
        let mut next = soup::<Vec3>(random, 50);
        // Sometimes much larger than before.
        let grown = if round == 1 { 3.0 } else { 1.0 };
        for triangle in &mut next {
            *triangle = Triangle::new(triangle.a * grown, triangle.b * grown, triangle.c * grown);
        }
        world.refit_mesh(id, |i| next[i as usize]).unwrap();
        let new = Mesh::of_triangles(next).unwrap();
        let body = expected.get(id).unwrap().clone();
        let collider = new.into();
        expected.replace(id, Body { collider, ..body }).unwrap();
        assert_alike(random, &world, &expected);
    }
    // The caller's own mesh is unchanged.
    assert!(kept.iter().eq(first));
}

#[test]
fn a_chain_that_is_refitted_answers_as_another_in_its_place() {
    let random = &mut Rng::with_seed(8);
    let mut walk = || -> Vec<DVec2> { (0..30).map(|_| point(random, 8.0)).collect() };
    let shared = Arc::new(Chain::closed(walk()).unwrap());
    let mut world = World::new();
    let id = world.insert(shared.clone()).unwrap();
    world.insert(shared).unwrap();
    let mut expected = world.clone();
    let next = walk();
    world.refit_chain(id, |i| next[i as usize]).unwrap();
    expected.replace(id, Chain::closed(next).unwrap()).unwrap();
    assert_alike(random, &world, &expected);
    let bad = world.refit_chain(id, |_| DVec2::NAN);
    let error = ChainError::NotFinite { vertex: 0 };
    assert_eq!(bad, Err(BodyError::Chain(error)));
    assert_alike(random, &world, &expected);
}

#[test]
fn a_sensor_detects_a_refitted_bridge() {
    let plank = Triangle::new(Vec3::ZERO, Vec3::Z * 4., Vec3::X * 4.);
    let mut world = World::new();
    let bridge = world.insert(Mesh::of_triangles([plank]).unwrap()).unwrap();
    let ball = Ball::new(vec3(1., 5., 1.), 0.5);
    let sensor = Body {
        sensor: true,
        ..Body::new(ball)
    };
    let sensor = world.insert(sensor).unwrap();
    let mut sensed = SensorEvents::new();
    world.update_sensors(&mut sensed);
    assert!(sensed.now().is_empty());
    world
        .refit_mesh(bridge, |_| plank.translated(Vec3::Y * 4.75))
        .unwrap();
    world.update_sensors(&mut sensed);
    let body = bridge;
    assert_eq!(sensed.entered(), [SensorPair { sensor, body }]);
}

#[test]
fn a_failed_refit_changes_nothing() {
    let random = &mut Rng::with_seed(9);
    let triangles = soup::<Vec3>(random, 20);
    let mut world = World::new();
    let mesh = world
        .insert(Body {
            pose: Pose {
                scale: 1e30,
                ..Pose::default()
            },
            ..Body::new(Mesh::of_triangles(triangles.clone()).unwrap())
        })
        .unwrap();
    let ball = world.insert(Ball::new(Vec3::ZERO, 1.)).unwrap();
    let field = HeightField {
        origin: Vec3::ZERO,
        cell: [1.0, 1.0],
        columns: 3,
        heights: vec![0.0; 9],
    };
    let field = world.insert(field.mesh().unwrap()).unwrap();
    let gone = world.insert(Ball::new(Vec3::ZERO, 1.)).unwrap();
    world.remove(gone);
    let flat = |i: u32| triangles[i as usize % 20];
    assert_eq!(world.refit_mesh(gone, flat), Err(BodyError::Gone));
    assert_eq!(world.refit_mesh(ball, flat), Err(BodyError::Kind));
    let fixed = Err(BodyError::Mesh(MeshError::FixedForm));
    assert_eq!(world.refit_mesh(field, flat), fixed);
    let large = |i: u32| triangles[i as usize].translated(Vec3::X * 1e10);
    assert_eq!(world.refit_mesh(mesh, large), Err(BodyError::OutOfRange));
    for bad in [f32::NAN, f32::INFINITY] {
        let nowhere = |i: u32| Triangle {
            b: if i == 3 { Vec3::X * bad } else { Vec3::X },
            ..triangles[i as usize]
        };
        let error = MeshError::NotFinite { vertex: 10 };
        assert_eq!(world.refit_mesh(mesh, nowhere), Err(BodyError::Mesh(error)));
    }
    // All unchanged, at its size.
    let mut plain = World::new();
    let body = world.get(mesh).unwrap().clone();
    let collider = Mesh::of_triangles(triangles).unwrap().into();
    let id = plain.insert(Body { collider, ..body }).unwrap();
    assert_eq!(id, mesh);
    let down = Vec3::Y * -1e32;
    for _ in 0..50 {
        let from = point::<Vec3>(random, 1e31) + Vec3::Y * 5e31;
        assert_eq!(
            world.query().except(ball).except(field).ray(from, down),
            plain.query().ray(from, down)
        );
    }
}

#[test]
fn every_property_of_a_body_can_be_changed() {
    let mut world = World::new();
    let id = world
        .insert(Body {
            moving: true,
            ..Body::new(Ball::new(Vec2::ZERO, 1.))
        })
        .unwrap();
    let (from, way) = (vec2(0., 5.), vec2(0., -9.));
    let sees = |world: &World<Vec2>| world.query().layers(1).mask(1).ray_any(from, way);
    assert!(sees(&world));
    world.set_layers(id, 2).unwrap();
    assert!(!sees(&world));
    world.set_layers(id, 1).unwrap();
    world.set_mask(id, 2).unwrap();
    assert!(!sees(&world));
    world.set_mask(id, 1).unwrap();
    assert!(sees(&world));

    // A sensor never blocks, and detects.
    let other = world.insert(Ball::new(vec2(1., 0.), 0.5)).unwrap();
    let mut sensed = SensorEvents::new();
    world.set_sensor(id, true).unwrap();
    assert!(!sees(&world));
    world.update_sensors(&mut sensed);
    let noticed = SensorPair {
        sensor: id,
        body: other,
    };
    assert_eq!(sensed.now(), [noticed]);
    world.set_sensor(id, false).unwrap();
    world.update_sensors(&mut sensed);
    assert!(sensed.now().is_empty() && sees(&world));

    // From below it passes.
    let up = OneWay {
        direction: vec2(0., 3.),
        margin: 0.1,
    };
    world.set_one_way(id, Some(up)).unwrap();
    let alone =
        |world: &World<Vec2>, from: Vec2| world.query().except(other).ray_any(from, -from * 2.);
    assert!(alone(&world, from) && !alone(&world, -from));
    let bad = OneWay {
        direction: Vec2::ZERO,
        ..up
    };
    assert_eq!(world.set_one_way(id, Some(bad)), Err(BodyError::OneWay));
    assert_eq!(world.get(id).unwrap().one_way, Some(up));
    assert!(!alone(&world, -from));
    world.set_one_way(id, None).unwrap();
    assert!(alone(&world, -from));

    world.set_data(id, 99).unwrap();
    world.set_velocity(id, vec2(1., 2.)).unwrap();
    world.set_spin(id, Vec2::ZERO, 3.).unwrap();
    world.set_surface_velocity(id, vec2(0.5, 0.)).unwrap();
    world.set_moving(id, false).unwrap();
    let body = world.get(id).unwrap();
    assert_eq!((body.data, body.moving), (99, false));
    let at_rest = Body {
        spin: 0.,
        ..body.clone()
    };
    let place = body.pose.translation;
    assert_eq!(at_rest.velocity_at(place), vec2(1.5, 2.));
    assert_eq!(body.spin, 3.);
    let nan = vec2(0., f32::NAN);
    for result in [
        world.set_velocity(id, nan),
        world.set_spin(id, nan, 0.),
        world.set_spin(id, Vec2::X, f32::INFINITY),
        world.set_surface_velocity(id, nan),
    ] {
        assert_eq!(result, Err(BodyError::Velocity));
    }
    let after = world.get(id).unwrap();
    assert_eq!(
        (after.velocity, after.spin, after.surface_velocity),
        (vec2(1., 2.), 3., vec2(0.5, 0.))
    );

    world.remove(id);
    // Another body in its place does not count.
    let heir = world.insert(Ball::new(Vec2::ZERO, 1.)).unwrap();
    assert_eq!(heir.number(), id.number());
    for result in [
        world.set_layers(id, 0),
        world.set_mask(id, 0),
        world.set_data(id, 1),
        world.set_velocity(id, nan),
        world.set_spin(id, nan, 0.),
        world.set_surface_velocity(id, nan),
        world.set_moving(id, true),
        world.set_sensor(id, true),
        world.set_one_way(id, Some(bad)),
    ] {
        assert_eq!(result, Err(BodyError::Gone));
    }
    let heir = world.get(heir).unwrap();
    assert!(heir.layers == u32::MAX && heir.data == 0 && !heir.sensor && !heir.moving);
}
