//! Surfaces in a pose, against the same surface as a body of a world in that pose, and as the shape of a query against each of
//! its parts in that pose.

use crate::kinds::{BOUNDED, point, shape};
use carom::glam::{DVec2, DVec3, Vec2, Vec3, dvec3, vec3};
use carom::{
    Body, Collider, Compound, Contact, Hit, Mesh, PartId, PlacedSurface, Pose, Query, RigidMotion,
    Rotation, Scalar, Surface, Sweep, Vector, World,
};
use fastrand::Rng;

fn pose<V: Vector>(random: &mut Rng, i: usize) -> Pose<V> {
    let at = Pose::at(point(random, 3.0));
    let angle = V::Scalar::from_f64(random.f64() * 6.0 - 3.0);
    match i % 4 {
        0 => Pose::default(),
        1 => at,
        2 => Pose {
            rotation: Rotation::new(point(random, 1.0), angle),
            ..at
        },
        _ => Pose {
            rotation: Rotation::new(point(random, 1.0), angle),
            scale: V::Scalar::from_f64(0.5 + random.f64()),
            ..at
        },
    }
}

fn without_body<V: Vector>(contact: Contact<V>) -> Contact<V> {
    Contact {
        part: PartId::of(contact.part.index),
        ..contact
    }
}

fn hit_without_body<V: Vector>(hit: Hit<V>) -> Hit<V> {
    let part = PartId::of(hit.part.index);
    // How it touches at the start names the part, too.
    Hit {
        part,
        start: carom::Start::Separate,
        ..hit
    }
}

/// All queries of the surface, placed, are those of a world in which it is the only body, to the bit.
fn answers_are_those_of_a_body<S: Surface>(
    surface: &S,
    collider: impl Fn() -> Collider<S::Vector>,
    random: &mut Rng,
) where
    S::Vector: Vector,
{
    let scalar = <<S as Surface>::Vector as Vector>::Scalar::from_f64;
    let (mut touching, mut hits) = (0, 0);
    for i in 0..24 {
        let pose = pose::<S::Vector>(random, i);
        let mut world = World::new();
        world
            .insert(Body {
                pose,
                ..Body::from(collider())
            })
            .unwrap();
        let placed = pose.place_surface(surface);
        let (query, world) = (Query::new(&placed), world.query());
        for kind in 0..BOUNDED {
            let center = point(random, 4.0);
            let a = shape::<S::Vector>(random, kind, center, 2.0);
            let reach = scalar(random.f64() * 2.0 - 0.25);
            let found = query.closest(&a, reach);
            assert_eq!(found, world.closest(&a, reach).map(without_body));
            let (mut all, mut expected) = (Vec::new(), Vec::new());
            query.contacts(&a, reach, &mut all);
            world.contacts(&a, reach, &mut expected);
            let expected: Vec<_> = expected.into_iter().map(without_body).collect();
            assert_eq!(all, expected);
            assert_eq!(query.overlap(&a), world.overlap(&a));
            touching += usize::from(query.overlap(&a));
            let delta = point(random, 9.0);
            let hit = query.sweep(&a, delta).map(hit_without_body);
            assert_eq!(hit, world.sweep(&a, delta).map(hit_without_body));
            hits += usize::from(hit.is_some());
            let motion = RigidMotion {
                delta,
                pivot: center,
                axis: point(random, 1.0),
                angle: scalar(random.f64() * 2.0 - 1.0),
            };
            let rest = RigidMotion::default();
            let time = |swept: Sweep<S::Vector>| swept.hit.map(|hit| (hit.t, hit.point));
            assert_eq!(
                time(query.sweep_rigid(&a, &motion, &rest)),
                time(world.sweep_rigid(&a, &motion, &rest))
            );
        }
    }
    assert!(touching > 20 && hits > 40, "{touching} {hits}");
}

#[test]
fn compounds_in_a_pose_answer_like_bodies() {
    fn compounds<V: Vector>(seed: u64) {
        let random = &mut Rng::with_seed(seed);
        let parts: Vec<_> = (0..9)
            .map(|i| {
                let center = point(random, 4.0);
                shape::<V>(random, i % BOUNDED, center, 1.5)
            })
            .collect();
        let compound = Compound::new(parts).unwrap();
        answers_are_those_of_a_body(&compound, || compound.clone().into(), random);
    }
    compounds::<Vec2>(1);
    compounds::<DVec2>(2);
    compounds::<Vec3>(3);
    compounds::<DVec3>(4);
}

#[test]
fn solid_and_open_meshes_in_a_pose_answer_like_bodies() {
    let corners = |i: u32| vec3((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32) * 4.0 - 2.0;
    let sides = [
        [0, 1, 5, 4],
        [3, 2, 6, 7],
        [2, 0, 4, 6],
        [1, 3, 7, 5],
        [1, 0, 2, 3],
        [4, 5, 7, 6],
    ];
    let triangles: Vec<[u32; 3]> = sides
        .iter()
        .flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]])
        .collect();
    let corners: Vec<Vec3> = (0..8).map(corners).collect();
    let cube = Mesh::new(corners, triangles).unwrap();
    let random = &mut Rng::with_seed(5);
    answers_are_those_of_a_body(&cube, || cube.clone().into(), random);
    let cube = cube.one_sided().solid().unwrap();
    answers_are_those_of_a_body(&cube, || cube.clone().into(), random);
}

/// As the shape of a query: each part is the part in the pose.
#[test]
fn a_compound_in_a_pose_is_swept_like_its_placed_parts() {
    let random = &mut Rng::with_seed(6);
    let mut world = World::new();
    for kind in 0..BOUNDED {
        let center = point(random, 9.0);
        world
            .insert(shape::<DVec3>(random, kind, center, 2.0))
            .unwrap();
    }
    let parts: Vec<_> = (0..6)
        .map(|kind| {
            let center = point(random, 2.0);
            shape::<DVec3>(random, kind, center, 1.0)
        })
        .collect();
    let arm = Compound::new(parts.clone()).unwrap();
    let mut hits = 0;
    for i in 0..200 {
        let pose = pose::<DVec3>(random, i);
        let pose = Pose {
            translation: pose.translation + point::<DVec3>(random, 6.0),
            ..pose
        };
        let placed = pose.place_surface(&arm);
        let moved = Compound::new(parts.iter().map(|part| pose.shape(part))).unwrap();
        let query = world.query();
        let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
        let (found, _) = query.closest_surface(&placed, 99.0).unwrap();
        let (expected, _) = query.closest_surface(&moved, 99.0).unwrap();
        assert!(near(found.separation, expected.separation));
        let delta = point(random, 9.0);
        let [found, expected] = [
            query.sweep_surface(&placed, delta),
            query.sweep_surface(&moved, delta),
        ];
        let time = |hit: &Option<(Hit<DVec3>, PartId)>| hit.map_or(2.0, |(hit, _)| hit.t);
        assert!(
            near(time(&found), time(&expected)),
            "{found:?} {expected:?}"
        );
        hits += usize::from(found.is_some());
    }
    assert!(hits > 50, "{hits}");
}

#[test]
fn a_pose_that_is_not_valid_has_no_parts() {
    let compound = Compound::new([carom::Ball::new(DVec3::ZERO, 1.0)]).unwrap();
    for scale in [f64::NAN, f64::INFINITY, 0.0, -1.0] {
        let pose = Pose {
            scale,
            ..Pose::at(dvec3(1.0, 0.0, 0.0))
        };
        let placed: PlacedSurface<'_, _> = pose.place_surface(&compound);
        let ball = carom::Ball::new(DVec3::ZERO, 1.0);
        assert_eq!(Query::new(&placed).closest(&ball, 1e9), None);
        assert!(!Query::new(&placed).overlap(&ball));
        assert_eq!(Query::new(&compound).closest_surface(&placed, 1e9), None);
    }
}
