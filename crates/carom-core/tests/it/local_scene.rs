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
        let mut scene = LocalScene::new();
        for (part, triangle) in (0..).zip(&triangles) {
            scene.add_triangle(*triangle, false, PartId::of(part));
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
            scene.contacts(&capsule, reach, |contact| {
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
        let first = scene.sweep(&capsule, way);
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
    let mut scene = LocalScene::new();
    for count in 1..20 {
        scene.add_capsule(ball(f64::from(count)), PartId::of(count));
        let found = scene.closest(&ball(-1.0), V::Scalar::INFINITY).unwrap();
        assert_eq!(found.part.index, 1);
        let mut all = 0;
        scene.contacts(&ball(-1.0), V::Scalar::INFINITY, |_| all += 1);
        assert_eq!(all, count);
        // The box around the capsule overflows.
        let huge = Capsule::new(V::ZERO, V::ZERO, V::Scalar::MAX);
        let _ = scene.overlaps(&huge.translated(V::splat(V::Scalar::MAX)));
        let way = V::from_f64([V::Scalar::MAX.to_f64(), 0.0, 0.0]);
        let _ = scene.sweep(&ball(-1.0).translated(way), way);
    }
}

#[test]
fn an_infinite_reach_finds_what_there_is_in_every_dimension_and_precision() {
    an_infinite_reach_finds_what_there_is::<Vec2>();
    an_infinite_reach_finds_what_there_is::<Vec3>();
    an_infinite_reach_finds_what_there_is::<DVec3>();
}

/// `query()` of a local scene against the queries of the world that it was gathered from.
mod as_surface {
    use super::*;
    use crate::kinds::point;
    use carom::glam::DVec2;
    use carom::{
        Aabb, Ball, Body, Collider, Convex, Mesh, OneWay, Plane, Pose, RigidMotion, Rotation,
        Scene, Shape, Start, Surface, World, closest,
    };

    /// A shape of each kind in turn, near `center`.
    fn shape<V: Vector>(random: &mut Rng, i: usize, center: V) -> Shape<V> {
        crate::kinds::shape(random, i, center, 2.0)
    }

    /// A shape of each kind in turn, within a cube of this size around the origin.
    fn shape_at<V: Vector>(random: &mut Rng, i: usize, size: f64) -> Shape<V> {
        let center = point(random, size);
        shape(random, i, center)
    }

    /// Bodies of every kind but boxes along the axes, which a local scene keeps as hulls.
    fn bodies<V: Vector>(random: &mut Rng) -> World<V> {
        let mut world = World::new();
        for i in 0..24 {
            let center = point(random, 8.0);
            let collider = match i % 8 {
                6 => {
                    let half = [[0.7, 0.0, 0.0], [0.0, 0.4, 0.0], [0.0, 0.0, 0.5]];
                    Collider::cuboid(center, half.map(V::from_f64))
                }
                kind => shape(random, kind, center).into(),
            };
            let one_way = (i % 5 == 1).then(|| OneWay {
                direction: point(random, 1.0),
                margin: V::Scalar::from_f64(0.1),
            });
            let body = Body {
                one_way,
                ..Body::new(collider)
            };
            world.insert(body).unwrap();
        }
        world
    }

    /// Without the part of the contact at the start: it is not defined, the hit has the part.
    fn start<V: Vector>(start: Start<V>) -> Start<V> {
        let part = PartId::default();
        match start {
            Start::Separate => Start::Separate,
            Start::Touching(contact) => Start::Touching(Contact { part, ..contact }),
            Start::Overlapping(contact) => Start::Overlapping(Contact { part, ..contact }),
        }
    }

    fn plain<V: Vector>(hit: Hit<V>) -> Hit<V> {
        Hit {
            start: start(hit.start),
            ..hit
        }
    }

    /// Every query by many shapes, on all parts and on every other part; returns the number of hits.
    fn answers_like_its_world<V: Vector>(random: &mut Rng, world: &World<V>) -> usize {
        let number = V::Scalar::from_f64;
        let everywhere = V::splat(number(1e4));
        let mut scene = LocalScene::new();
        world.gather(
            &Aabb {
                min: -everywhere,
                max: everywhere,
            },
            &mut scene,
        );
        let is_even = |part: PartId| (part.index + part.body.number()).is_multiple_of(2);
        let mut count = 0;
        for i in 0..600 {
            let a = shape_at::<V>(random, i, 10.0);
            let delta = point::<V>(random, 12.0);
            let reach = number(random.f64() * 0.6 - 0.1);
            let turn = RigidMotion {
                delta,
                ..RigidMotion::rotation(point(random, 4.0), point(random, 1.0), number(0.8))
            };
            let (mut local, mut expected) = (scene.query(), world.query());
            if i / 8 % 2 == 1 {
                (local, expected) = (local.filter(&is_even), expected.filter(&is_even));
            }
            assert_eq!(local.closest(&a, reach), expected.closest(&a, reach), "{i}");
            assert_eq!(local.overlap(&a), expected.overlap(&a), "{i}");
            let [hit, wanted] = [local.sweep(&a, delta), expected.sweep(&a, delta)];
            assert_eq!(hit.map(plain), wanted.map(plain), "{i}");
            let any = local.sweep_any(&a, delta);
            assert_eq!(any, expected.sweep_any(&a, delta), "{i}");
            let [mut found, mut wanted] = [Vec::new(), Vec::new()];
            local.contacts(&a, reach, &mut found);
            expected.contacts(&a, reach, &mut wanted);
            assert_eq!(found, wanted, "{i}");
            let [mut hits, mut wanted] = [Vec::new(), Vec::new()];
            local.sweep_all(&a, delta, &mut hits);
            expected.sweep_all(&a, delta, &mut wanted);
            let plain_hits = |hits: &[Hit<V>]| hits.iter().copied().map(plain).collect::<Vec<_>>();
            assert_eq!(plain_hits(&hits), plain_hits(&wanted), "{i}");
            let rest = RigidMotion::default();
            let swept = local.sweep_rigid(&a, &turn, &rest);
            let wanted = expected.sweep_rigid(&a, &turn, &rest);
            assert_eq!(swept.hit.map(plain), wanted.hit.map(plain), "{i}");
            assert_eq!(start(swept.start), start(wanted.start), "{i}");
            count += hits.len();
        }
        count
    }

    fn every_kind_of_body<V: Vector>(seed: u64) {
        let random = &mut Rng::with_seed(seed);
        let world = bodies::<V>(random);
        let hits = answers_like_its_world(random, &world);
        assert!(hits > 500, "{hits}");
    }

    #[test]
    fn bodies_answer_as_in_their_world() {
        every_kind_of_body::<Vec2>(1);
        every_kind_of_body::<DVec2>(2);
        every_kind_of_body::<Vec3>(3);
        every_kind_of_body::<DVec3>(4);
    }

    fn meshes_in<V: Vector3>(seed: u64) {
        let random = &mut Rng::with_seed(seed);
        let mut world = World::new();
        let direction = V::from_f64([0.0, 1.0, 0.0]);
        for i in 0..6 {
            let mesh = Mesh::of_triangles(triangles(random, [0.0; 3], 2.0)).unwrap();
            let mesh = if i % 3 == 1 { mesh.one_sided() } else { mesh };
            let margin = V::Scalar::from_f64(0.1);
            let one_way = (i % 3 == 2).then_some(OneWay { direction, margin });
            let body = Body {
                one_way,
                ..Body::new(mesh)
            };
            world.insert(body).unwrap();
        }
        let hits = answers_like_its_world(random, &world);
        assert!(hits > 500, "{hits}");
    }

    #[test]
    fn meshes_answer_as_in_their_world() {
        meshes_in::<Vec3>(5);
        meshes_in::<DVec3>(6);
    }

    #[test]
    fn a_local_scene_is_a_surface_with_bounds_and_parts() {
        let mut scene = LocalScene::new();
        assert!(Surface::bounds(&scene).is_empty());
        let ball = Ball::new(Vec2::new(3.0, 0.0), 1.0);
        scene.add_shape(&ball, PartId::of(4));
        scene.add_shape(&Plane::new(Vec2::Y, -1.0), PartId::of(5));
        assert_eq!(Surface::bounds(&scene), ball.bounds());
        let mut parts = Vec::new();
        let region = Aabb::of_points([Vec2::new(9.0, 9.0)]);
        Surface::parts(&scene, &region, &mut |part, _| parts.push(part.index));
        assert_eq!(parts, [5]);
        let found = scene.query().closest(&Vec2::new(3.0, -0.9), 9.0).unwrap();
        assert_eq!(found.part.index, 4);
        assert!((found.separation + 0.1).abs() < 1e-6);
    }

    /// A shape in a pose answers like the body of that shape in that pose.
    #[test]
    fn a_placed_shape_answers_like_a_body_in_its_pose() {
        let random = &mut Rng::with_seed(7);
        for i in 0..200 {
            let body = shape_at::<Vec3>(random, i, 1.0);
            let a = shape_at::<Vec3>(random, i / 8, 6.0);
            let rotation = Rotation::new(point(random, 1.0), random.f32() * 3.0);
            let pose = Pose {
                scale: 1.5,
                ..Pose::new(point(random, 4.0), rotation)
            };
            let placed = pose.place_shape(&body);
            let mut world = World::new();
            world
                .insert(Body {
                    pose,
                    ..Body::new(body.clone())
                })
                .unwrap();
            let found = world.query().closest(&a, f32::INFINITY);
            let alone = contact(&a, &placed, f32::INFINITY);
            let part = found.map_or(PartId::default(), |found| found.part);
            assert_eq!(found, alone.map(|alone| Contact { part, ..alone }), "{i}");
            let delta = point(random, 8.0);
            let swept = sweep(&a, delta, &placed).hit;
            let hit = world.query().sweep(&a, delta);
            assert_eq!(hit, swept.map(|hit| Hit { part, ..hit }), "{i}");
            let own = closest(&placed.shape_ref(), &placed).distance;
            assert!(own < 1e-4, "{i}: {own}");
        }
    }
}
