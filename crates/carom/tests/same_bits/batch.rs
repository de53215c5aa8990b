//! Batches answer like single queries, and neither they nor the BVH depend on the number of threads.

use carom::glam::{DVec3, Vec3, vec3};
use carom::{Aabb, Ball, Batch, Capsule, Hit, Mesh, Scalar, Vector3};
use fastrand::Rng;

fn point<V: Vector3>(random: &mut Rng, size: f64) -> V {
    V::from_f64([0; 3].map(|_| (random.f64() - 0.5) * size))
}

fn soup<V: Vector3>(random: &mut Rng, count: u32) -> Mesh<V> {
    let (corners, triangles) = corners(random, count);
    Mesh::new(corners, triangles).unwrap()
}

fn corners<V: Vector3>(random: &mut Rng, count: u32) -> (Vec<V>, Vec<[u32; 3]>) {
    let corners = (0..count).flat_map(|_| {
        let a: V = point(random, 40.0);
        [a, a + point(random, 1.0), a + point(random, 1.0)]
    });
    let corners = corners.collect();
    let triangles = (0..count).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
    (corners, triangles.collect())
}

fn answers_are_those_of_single_queries<V: Vector3>() {
    let random = &mut Rng::with_seed(6);
    let mesh = soup::<V>(random, 3000);
    let batch = &mut Batch::new();
    // More than a block, and a part of one.
    for count in [0, 1, 100, 20_000] {
        let radius = V::Scalar::from_f64(0.2);
        let reach = V::Scalar::from_f64(0.5);
        let mut ball = || Ball::new(point(random, 44.0), radius);
        let balls: Vec<Ball<V>> = (0..count).map(|_| ball()).collect();
        let capsules: Vec<Capsule<V>> = (balls.iter())
            .map(|ball| Capsule::new(ball.center, ball.center + point(random, 2.0), radius))
            .collect();
        let ways: Vec<V> = (0..count).map(|_| point(random, 8.0)).collect();
        let paired = |i: usize| (balls[i], ways[i]);
        let swept: Vec<_> = (0..count).map(paired).collect();
        let long: Vec<_> = capsules.iter().copied().zip(ways.iter().copied()).collect();
        let rays: Vec<_> = swept
            .iter()
            .map(|(ball, way)| (ball.center, *way))
            .collect();

        let mut near = vec![None; count];
        mesh.query().closest_batch(&balls, reach, &mut near, batch);
        let mut near_long = vec![None; count];
        mesh.query()
            .closest_batch(&capsules, reach, &mut near_long, batch);
        let (mut touch, mut touch_long) = (vec![false; count], vec![false; count]);
        mesh.query().overlap_batch(&balls, &mut touch, batch);
        mesh.query()
            .overlap_batch(&capsules, &mut touch_long, batch);
        let mut hits: [Vec<Option<Hit<V>>>; 3] = [(); 3].map(|()| vec![None; count]);
        mesh.query().sweep_batch(&swept, &mut hits[0], batch);
        mesh.query().sweep_batch(&long, &mut hits[1], batch);
        mesh.query().ray_batch(&rays, &mut hits[2], batch);
        for i in 0..count {
            assert_eq!(near[i], mesh.query().closest(&balls[i], reach));
            assert_eq!(near_long[i], mesh.query().closest(&capsules[i], reach));
            assert_eq!(touch[i], mesh.query().overlap(&balls[i]));
            assert_eq!(touch_long[i], mesh.query().overlap(&capsules[i]));
            assert_eq!(hits[0][i], mesh.query().sweep(&balls[i], ways[i]));
            assert_eq!(hits[1][i], mesh.query().sweep(&capsules[i], ways[i]));
            assert_eq!(hits[2][i], mesh.query().ray(balls[i].center, ways[i]));
        }
        let met = hits[2].iter().flatten().count();
        assert!(count < 1000 || met > 100, "{met}");
    }
}

#[test]
fn a_batch_answers_like_single_queries() {
    answers_are_those_of_single_queries::<Vec3>();
    answers_are_those_of_single_queries::<DVec3>();
}

#[test]
fn invalid_positions_harm_no_other() {
    let random = &mut Rng::with_seed(6);
    let mesh = soup::<Vec3>(random, 100);
    let balls = [f32::NAN, 0.0, f32::INFINITY, 1.0].map(|x| Ball::new(vec3(x, 0.0, 0.0), 9.0));
    let mut found = [false; 4];
    mesh.query()
        .overlap_batch(&balls, &mut found, &mut Batch::new());
    assert!(found[1] && found[3]);
    let mut answers = [0; 4];
    let query = |ball: &Ball<Vec3>| ball.radius as i32;
    Batch::new().run(
        &Aabb::empty(),
        &balls,
        &mut answers,
        |ball| ball.center,
        query,
    );
    assert_eq!(answers, [9; 4]);
}

#[test]
#[should_panic(expected = "a place for its answer")]
fn each_query_needs_a_place_for_its_answer() {
    let mesh = soup::<Vec3>(&mut Rng::with_seed(6), 100);
    mesh.query()
        .ray_batch(&[(Vec3::ZERO, Vec3::X)], &mut [], &mut Batch::new());
}

/// The order of contacts reveals the order of nodes and groups. With the feature `rayon` several threads build the BVH,
/// without it one.
#[test]
fn the_bvh_is_the_same_for_any_number_of_threads() {
    let (corners, triangles) = corners::<Vec3>(&mut Rng::with_seed(9), 60_000);
    let [slow, quick] = [
        Mesh::new(&corners, &triangles),
        Mesh::quick(&corners, &triangles),
    ];
    let [slow, quick] = [slow, quick].map(|mesh| order(&mesh.unwrap()));
    assert_eq!(
        [slow, quick],
        [0x1836_fe3c_1b71_ab82, 0x79d1_08e1_43e4_7765],
        "{slow:#x} {quick:#x}"
    );
}

/// A hash of the answers in their order.
fn order(mesh: &Mesh<Vec3>) -> u64 {
    let random = &mut Rng::with_seed(10);
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut note = |x: u32| hash = (hash ^ u64::from(x)).wrapping_mul(0x100_0000_01b3);
    let everything = Ball::new(Vec3::ZERO, 100.0);
    mesh.query()
        .each_contact(&everything, 0.0, |found| note(found.part.index));
    for _ in 0..1000 {
        let capsule = Capsule::new(point(random, 40.0), point(random, 40.0), 0.5);
        mesh.query().each_contact(&capsule, 0.1, |found| {
            note(found.part.index);
            note(found.separation.to_bits());
        });
    }
    note(mesh.tree_depth() as u32);
    note(mesh.bytes() as u32);
    hash
}
