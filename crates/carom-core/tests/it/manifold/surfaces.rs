//! Manifolds with the parts of meshes, chains, compounds and worlds.

use carom::glam::{DVec3, Quat, Vec2, Vec3, dvec3, vec2, vec3};
use carom::{
    Ball, Body, Capsule, Chain, Collider, Compound, Convex, Cylinder, Hull, Manifold, Mesh, PartId,
    PartManifold, Pose, Query, Rotation, Segment, Surface, Vector, World, manifold,
};
use fastrand::Rng;

/// A hilly grid of `n` by `n` quads around the origin, with edges of 1.
fn hills(n: u32, height: f32, random: &mut Rng) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let half = n as f32 / 2.0;
    let mut corners = Vec::new();
    let mut triangles = Vec::new();
    for i in 0..=n {
        for j in 0..=n {
            corners.push(vec3(
                i as f32 - half,
                height * random.f32(),
                j as f32 - half,
            ));
            if i < n && j < n {
                let at = i * (n + 1) + j;
                triangles.push([at, at + 1, at + n + 2]);
                triangles.push([at, at + n + 2, at + n + 1]);
            }
        }
    }
    (corners, triangles)
}

fn random_box(random: &mut Rng) -> Hull<Vec3> {
    let mut number = |size: f32| (random.f32() - 0.5) * size;
    let at = vec3(number(6.0), number(1.0), number(6.0));
    let turn = Quat::from_scaled_axis(vec3(number(2.0), number(2.0), number(2.0)));
    Hull::cuboid(Vec3::ZERO, vec3(0.9, 0.4, 0.6)).map(|p| at + turn * p)
}

/// Each contact has its manifold, in the order of the contacts.
fn of_contacts<S: Surface>(
    query: &Query<'_, S>,
    shape: &impl Convex<Vector = S::Vector>,
    reach: <S::Vector as Vector>::Scalar,
) -> Vec<PartManifold<S::Vector>> {
    let (mut contacts, mut found) = (Vec::new(), Vec::new());
    query.contacts(shape, reach, &mut contacts);
    query.manifolds(shape, reach, &mut found);
    assert_eq!(
        contacts,
        found.iter().map(|one| one.contact).collect::<Vec<_>>()
    );
    assert!(found.iter().all(|one| !one.manifold.points().is_empty()));
    found
}

#[test]
fn triangles_that_are_not_welded_have_the_manifolds_of_pairs() {
    let random = &mut Rng::with_seed(1);
    let (corners, triangles) = hills(8, 0.4, random);
    let mesh = Mesh::new(corners, triangles).unwrap();
    let mut points = 0;
    for _ in 0..300 {
        let shape = random_box(random);
        for one in of_contacts(&mesh.query(), &shape, 0.05) {
            let triangle = mesh.triangle(one.contact.part.index);
            assert_eq!(Some(one.manifold), manifold(&shape, &triangle, 0.05));
            points += one.manifold.points().len();
        }
    }
    assert!(points > 1500, "{points}");
}

/// A capsule slides over a welded floor of many triangles: every normal is vertical; it is 1 cm deep in one triangle at
/// least, and less deep in those that are beside it.
#[test]
fn a_capsule_on_a_welded_floor_has_vertical_normals() {
    let (corners, triangles) = hills(8, 0.0, &mut Rng::with_seed(2));
    let floor = Mesh::new(corners, triangles).unwrap();
    let floor = floor.weld(Mesh::<Vec3>::FLAT as f32);
    for step in 0..200 {
        let way = Quat::from_rotation_y(0.03 * step as f32) * vec3(0.9, 0.0, 0.0);
        let at = vec3(-2.0 + 0.02 * step as f32, 0.49, 0.3);
        let shape = Capsule::new(at - way, at + way, 0.5);
        let found = of_contacts(&floor.query(), &shape, 0.02);
        let mut most = 0;
        for one in &found {
            assert_eq!(one.manifold.normal, Vec3::Y, "{step}");
            let depth = -one.manifold.separation();
            assert!((-0.02..0.01 + 1e-5).contains(&depth), "{step}: {one:?}");
            if depth > 0.01 - 1e-5 {
                most = most.max(one.manifold.points().len());
            }
        }
        assert_eq!(most, 2, "{step}: it lies on one of them");
    }
}

/// Bodies of each kind, in any pose: boxes by their closed form, too.
#[test]
fn bodies_of_a_world_have_the_manifolds_of_pairs() {
    let random = &mut Rng::with_seed(3);
    let mut world = World::new();
    let mut alone = Vec::new();
    for number in 0..60 {
        let mut some = |size: f32| (random.f32() - 0.5) * size;
        let at = vec3(some(5.0), some(1.0), some(5.0));
        let turn = Quat::from_scaled_axis(vec3(some(2.0), some(2.0), some(2.0)));
        let [x, y] = [Vec3::X, Vec3::Y].map(|axis| turn * axis);
        let one = match number % 3 {
            0 => {
                Collider::from(Hull::cuboid(Vec3::ZERO, vec3(0.5, 0.3, 0.4)).map(|p| at + turn * p))
            }
            1 => Collider::from(Capsule::new(at, at + x, 0.2)),
            _ => Collider::from(Cylinder::new(at - 0.4 * y, at + 0.4 * y, 0.3)),
        };
        let mut own = World::new();
        let _ = own.insert(one.clone()).unwrap();
        alone.push(own);
        let body = world.insert(one).unwrap();
        assert_eq!(body.number(), number);
    }
    let (mut boxes, mut points) = (0, 0);
    for _ in 0..200 {
        let shape = random_box(random);
        for one in of_contacts(&world.query(), &shape, 0.1) {
            let mut single = Vec::new();
            let own = &alone[one.contact.part.body.number() as usize];
            own.query().manifolds(&shape, 0.1, &mut single);
            assert_eq!(single.len(), 1);
            assert_eq!(single[0].manifold, one.manifold);
            boxes += usize::from(one.contact.part.body.number().is_multiple_of(3));
            points += one.manifold.points().len();
        }
    }
    assert!(boxes > 100 && points > 1000, "{boxes} {points}");
}

#[test]
fn a_filter_leaves_out_parts() {
    let random = &mut Rng::with_seed(4);
    let (corners, triangles) = hills(4, 0.0, random);
    let mesh = Mesh::new(corners, triangles).unwrap();
    let shape = Hull::cuboid(vec3(0.0, 0.5, 0.0), vec3(0.8, 0.5, 0.8));
    let even = |part: PartId| part.index.is_multiple_of(2);
    let query = mesh.query();
    let (all, some) = (
        of_contacts(&query, &shape, 0.01),
        of_contacts(&query.filter(&even), &shape, 0.01),
    );
    let kept: Vec<_> = all
        .iter()
        .filter(|one| even(one.contact.part))
        .copied()
        .collect();
    assert!(!kept.is_empty() && kept.len() < all.len());
    assert_eq!(some, kept);
}

#[test]
fn an_earlier_list_is_cleared_and_far_shapes_have_none() {
    let mesh = Mesh::new([Vec3::ZERO, Vec3::X, Vec3::Z], [[0, 2, 1]]).unwrap();
    let mut found = Vec::new();
    mesh.query()
        .manifolds(&Ball::new(vec3(0.2, 0.3, 0.2), 0.5), 0.0, &mut found);
    assert_eq!(found.len(), 1);
    mesh.query()
        .manifolds(&Ball::new(vec3(0.2, 9.0, 0.2), 0.5), 0.0, &mut found);
    assert!(found.is_empty());
    mesh.query()
        .manifolds(&Ball::new(vec3(f32::NAN, 9.0, 0.2), 0.5), 0.0, &mut found);
    assert!(found.is_empty());
}

/// In 2D: a box on a chain of three segments, flat on the middle one.
#[test]
fn a_box_on_a_chain_has_two_points() {
    let chain = Chain::open(vec![
        vec2(-9., 0.),
        vec2(-2., 0.),
        vec2(2., 0.),
        vec2(9., 0.),
    ])
    .unwrap();
    let shape = Hull::cuboid(vec2(0., 0.49), vec2(1., 0.5));
    let found = of_contacts(&chain.query(), &shape, 0.02);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].manifold.normal, Vec2::Y);
    let alone = manifold(&shape, &Segment::new(vec2(-2., 0.), vec2(2., 0.)), 0.02);
    assert_eq!(Some(found[0].manifold), alone);
    assert_eq!(
        alone.map(|found: Manifold<Vec2>| found.points().len()),
        Some(2)
    );
}

/// Deep inside of a solid: the contact with the nearest part, its normal outwards.
#[test]
fn a_shape_inside_of_a_solid_is_as_deep_as_its_contact() {
    let corners = [
        dvec3(-4., -4., -4.),
        dvec3(4., -4., -4.),
        dvec3(-4., 4., -4.),
        dvec3(4., 4., -4.),
        dvec3(-4., -4., 4.),
        dvec3(4., -4., 4.),
        dvec3(-4., 4., 4.),
        dvec3(4., 4., 4.),
    ];
    let faces = [
        [0, 2, 1],
        [1, 2, 3],
        [4, 5, 6],
        [5, 7, 6],
        [0, 1, 4],
        [1, 5, 4],
        [2, 6, 3],
        [3, 6, 7],
        [0, 4, 2],
        [2, 4, 6],
        [1, 3, 5],
        [3, 7, 5],
    ];
    let solid = Mesh::new(corners, faces).unwrap().solid().unwrap();
    let shape = Hull::cuboid(dvec3(0.5, 2.5, 0.25), DVec3::splat(0.5));
    let found = of_contacts(&solid.query(), &shape, 0.0);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].manifold.normal, DVec3::Y);
    assert!(
        (found[0].manifold.separation() + 2.0).abs() < 1e-12,
        "{found:?}"
    );
}

/// A compound in a pose: each part where it is.
#[test]
fn a_compound_in_a_pose_has_manifolds_where_its_parts_are() {
    let legs = [vec3(-1.5, 0.0, 0.0), vec3(1.5, 0.0, 0.0)];
    let parts = legs.map(|at| Hull::cuboid(at, vec3(0.5, 0.25, 0.5)));
    let compound = Compound::new(parts).unwrap();
    let pose = Pose::new(vec3(3.0, 1.0, -2.0), Rotation::new(Vec3::Y, 0.4));
    let mut world = World::new();
    let body = world
        .insert(Body {
            pose,
            ..Body::new(compound)
        })
        .unwrap();
    let shape = Hull::cuboid(vec3(3.0, 1.74, -2.0), vec3(3.0, 0.5, 3.0));
    let found = of_contacts(&world.query(), &shape, 0.02);
    assert_eq!(found.len(), 2);
    for (one, leg) in found.iter().zip(legs) {
        assert_eq!(one.contact.part.body, body);
        assert_eq!(one.manifold.points().len(), 4);
        let middle = pose.place(leg).as_vec3();
        for point in one.manifold.points() {
            assert!(
                (point.separation + 0.01).abs() < 1e-5 && (point.point_b.y - 1.25).abs() < 1e-5
            );
            let away = (point.point_b - middle).with_y(0.0).length();
            assert!(
                (away - 0.5_f32.sqrt()).abs() < 1e-4,
                "a corner of the leg: {away}"
            );
        }
    }
}
