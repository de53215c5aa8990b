//! Every batch on every surface answers like single queries, whatever the number of threads.

use carom::glam::{DVec2, DVec3, Vec2, Vec3};
use carom::{
    Aabb, Ball, Batch, Body, Capsule, Chain, Compound, Cylinder, HeightField, Hull, LocalScene,
    Mesh, PartId, Pose, Query, RigidMotion, Rotation, Scalar, Shape, Start, Surface, Sweep, Vector,
    Vector3, World,
};
use fastrand::Rng;
use std::fmt::{Debug, Write};

/// FNV-1a of what is printed. A number is printed with the digits that name its bits.
struct Hash(u64);

impl Write for Hash {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
        Ok(())
    }
}

impl Hash {
    fn add(&mut self, answers: &impl Debug) {
        write!(self, "{answers:?}").unwrap();
    }
}

fn point<V: Vector>(random: &mut Rng, size: f64) -> V {
    V::from_f64([0; 3].map(|_| (random.f64() - 0.5) * size))
}

fn number<V: Vector>(x: f64) -> V::Scalar {
    V::Scalar::from_f64(x)
}

fn shape<V: Vector>(random: &mut Rng) -> Shape<V> {
    let at: V = point(random, 14.0);
    let radius = number::<V>(0.3);
    match random.u32(..6) {
        0 => Shape::Point(at),
        1 => Ball::new(at, radius).into(),
        2 => Capsule::new(at, at + point(random, 2.0), radius).into(),
        3 => Hull::new([0; 6].map(|_| at + point(random, 1.0)), radius).into(),
        4 => Aabb::of_points([at, at + point(random, 1.0)]).into(),
        _ => Cylinder::new(at, at + point(random, 2.0), radius).into(),
    }
}

/// More than a block of queries, so that threads share them.
const COUNT: usize = 10_000;

fn all_batches<S: Surface + Sync>(query: &Query<'_, S>, random: &mut Rng, hash: &mut Hash) {
    let batch = &mut Batch::new();
    let shapes: Vec<Shape<S::Vector>> = (0..COUNT).map(|_| shape(random)).collect();
    let deltas: Vec<S::Vector> = (0..COUNT).map(|_| point(random, 6.0)).collect();
    let swept: Vec<_> = shapes.iter().cloned().zip(deltas.iter().copied()).collect();
    let rays: Vec<_> = deltas
        .iter()
        .map(|delta| (point::<S::Vector>(random, 14.0), *delta))
        .collect();
    // Rotations cost more: fewer of them.
    let rigid = swept[..COUNT / 20].iter().cloned();
    let rigid: Vec<_> = rigid
        .map(|(shape, delta)| {
            let (axis, angle) = (point(random, 2.0), number::<S::Vector>(0.8));
            let motion = RigidMotion {
                delta,
                axis,
                angle,
                ..RigidMotion::default()
            };
            (shape, motion)
        })
        .collect();
    let own = RigidMotion::default();
    let reach = number::<S::Vector>(0.5);

    let (mut near, mut hits) = (vec![None; COUNT], vec![None; COUNT]);
    query.closest_batch(&shapes, reach, &mut near, batch);
    query.sweep_batch(&swept, &mut hits, batch);
    let mut ray_hits = vec![None; COUNT];
    query.ray_batch(&rays, &mut ray_hits, batch);
    let [mut touch, mut stopped, mut shadow] = [(); 3].map(|()| vec![false; COUNT]);
    query.overlap_batch(&shapes, &mut touch, batch);
    query.sweep_any_batch(&swept, &mut stopped, batch);
    query.ray_any_batch(&rays, &mut shadow, batch);
    let none = Sweep {
        start: Start::Separate,
        hit: None,
        error_bound: number::<S::Vector>(0.0),
    };
    let mut turned = vec![none; rigid.len()];
    query.sweep_rigid_batch(&rigid, &own, &mut turned, batch);
    hash.add(&(&near, &hits, &ray_hits, &touch, &turned));
    for i in 0..COUNT {
        assert_eq!(near[i], query.closest(&shapes[i], reach));
        assert_eq!(touch[i], query.overlap(&shapes[i]));
        assert_eq!(hits[i], query.sweep(&shapes[i], deltas[i]));
        assert_eq!(stopped[i], hits[i].is_some());
        assert_eq!(ray_hits[i], query.ray(rays[i].0, rays[i].1));
        assert_eq!(shadow[i], ray_hits[i].is_some());
    }
    for (answer, (shape, motion)) in turned.iter().zip(&rigid) {
        assert_eq!(*answer, query.sweep_rigid(shape, motion, &own));
    }
    let met = stopped.iter().filter(|stopped| **stopped).count();
    assert!((COUNT / 50..COUNT).contains(&met), "{met}");
}

fn compound<V: Vector>(random: &mut Rng) -> Compound<V> {
    Compound::new((0..60).map(|_| shape::<V>(random))).unwrap()
}

fn world<V: Vector>(random: &mut Rng) -> World<V> {
    let mut world = World::new();
    for i in 0..60 {
        let rotation = Rotation::new(point(random, 1.0), number::<V>(random.f64()));
        let body = Body {
            pose: Pose::new(point(random, 6.0), rotation),
            moving: i % 2 == 0,
            ..Body::new(shape::<V>(random))
        };
        world.insert(body).unwrap();
    }
    world
}

fn scene<V: Vector>(random: &mut Rng) -> LocalScene<V> {
    let mut scene = LocalScene::new();
    for i in 0..60 {
        scene.add_shape(&shape::<V>(random), PartId::of(i));
    }
    scene
}

/// A bumpy octahedron.
fn closed<V: Vector3>(random: &mut Rng) -> Mesh<V> {
    let corners: Vec<V> = (0..6)
        .map(|i| {
            let mut corner = [0.0; 3];
            corner[i / 2] = (4.0 + random.f64()) * if i % 2 == 0 { 1.0 } else { -1.0 };
            V::from_f64(corner)
        })
        .collect();
    let faces = [[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4]];
    let below = faces.map(|[a, b, _]| [b, a, 5]);
    Mesh::new(corners, [faces, below].concat()).unwrap()
}

fn in_space<V: Vector3>(random: &mut Rng, hash: &mut Hash) {
    let mesh = closed::<V>(random);
    all_batches(&mesh.query(), random, hash);
    all_batches(&mesh.clone().solid().unwrap().query(), random, hash);
    let heights = (0..17 * 17).map(|_| number::<V>(random.f64())).collect();
    let field = HeightField {
        origin: V::from_f64([-8.0, 0.0, -8.0]),
        cell: [V::Scalar::ONE; 2],
        columns: 17,
        heights,
    };
    all_batches(&field.mesh().unwrap().query(), random, hash);

    let batch = &mut Batch::new();
    let points: Vec<V> = (0..COUNT).map(|_| point(random, 14.0)).collect();
    let mut distances = vec![V::Scalar::ZERO; COUNT];
    mesh.signed_distance_batch(&points, &mut distances, batch);
    let mut inside = vec![false; COUNT];
    mesh.contains_batch(&points, &mut inside, batch);
    let mut windings = vec![0.0; COUNT];
    mesh.winding_number_batch(&points, &mut windings, batch);
    hash.add(&(&distances, &inside, &windings));
    for (i, &p) in points.iter().enumerate() {
        assert_eq!(distances[i], mesh.signed_distance(p));
        assert_eq!(inside[i], mesh.contains(p));
        let number = mesh.winding_number(p);
        assert!(
            (windings[i] - number).abs() < 1e-9,
            "{p:?}: {} for {number}",
            windings[i]
        );
    }
    assert!(inside.contains(&true) && inside.contains(&false));
}

fn in_the_plane<V: Vector<Double = DVec2>>(random: &mut Rng, hash: &mut Hash) {
    let corners = [
        [-4.0, -4.0],
        [4.0, -4.0],
        [0.0, 0.0],
        [5.0, 4.0],
        [-4.0, 5.0],
    ];
    let corners = corners.map(|[x, y]| V::from_f64([x, y, 0.0]));
    let chain = Chain::closed(corners.to_vec()).unwrap();
    all_batches(&chain.query(), random, hash);
    all_batches(&chain.clone().solid().unwrap().query(), random, hash);
    let batch = &mut Batch::new();
    let points: Vec<V> = (0..COUNT).map(|_| point(random, 14.0)).collect();
    let mut distances = vec![V::Scalar::ZERO; COUNT];
    chain.signed_distance_batch(&points, &mut distances, batch);
    let mut inside = vec![false; COUNT];
    chain.contains_batch(&points, &mut inside, batch);
    hash.add(&(&distances, &inside));
    for (i, &p) in points.iter().enumerate() {
        assert_eq!(distances[i], chain.signed_distance(p));
        assert_eq!(inside[i], chain.contains(p));
    }
    assert!(inside.contains(&true) && inside.contains(&false));
}

fn in_any_dimension<V: Vector>(random: &mut Rng, hash: &mut Hash) {
    all_batches(&compound::<V>(random).query(), random, hash);
    all_batches(&world::<V>(random).query(), random, hash);
    all_batches(&scene::<V>(random).query(), random, hash);
}

/// And with the recorded bits, on every processor.
#[test]
fn every_batch_on_every_surface_answers_like_single_queries() {
    let random = &mut Rng::with_seed(11);
    let hash = &mut Hash(0xcbf2_9ce4_8422_2325);
    in_space::<Vec3>(random, hash);
    in_space::<DVec3>(random, hash);
    in_the_plane::<Vec2>(random, hash);
    in_the_plane::<DVec2>(random, hash);
    in_any_dimension::<Vec3>(random, hash);
    in_any_dimension::<DVec2>(random, hash);
    assert_eq!(hash.0, 0x0838_ee59_6101_f214, "{:#x}", hash.0);
}
