//! Ported from the documentation of three-mesh-bvh.

use super::{Ported, box_mesh, near};
use carom::glam::{Quat, Vec3, vec3};
use carom::{
    Ball, Body, Capsule, Hull, Mesh, OrientedBox, Pose, Rotation, Triangle, World, contact,
};
use std::f32::consts::{FRAC_PI_2, PI, SQRT_2};

/// three-mesh-bvh, `raycastFirst` in the frame of a mesh, `side`, `near`, `far`:
/// <https://github.com/gkjohnson/three-mesh-bvh#querying-the-bvh-directly>.
#[test]
fn raycast_first() -> Ported {
    let mesh = box_mesh(Vec3::ONE)?;
    // A mesh with a `matrixWorld` is a body with a pose: rays and hits are in the frame of the world.
    let mut world = World::new();
    let pose = Pose {
        scale: 2.,
        ..Pose::new(
            vec3(10., 0., 0.),
            Rotation::from(Quat::from_rotation_y(FRAC_PI_2)),
        )
    };
    world.insert(Body {
        pose,
        ..Body::new(mesh.clone())
    })?;
    let (direction, near_by, far) = (Vec3::X, 1., 100.);
    let hit = world
        .query()
        .ray(direction * near_by, direction * (far - near_by))
        .unwrap();
    let distance = near_by + hit.t * (far - near_by);
    assert!((distance - 8.).abs() < 1e-3 && (hit.normal + Vec3::X).length() < 1e-6);

    // `FrontSide`, the default there, is `one_sided` here: from inside, only `DoubleSide` has a hit.
    // The normal of a hit is against the ray.
    let back = mesh.query().ray(Vec3::ZERO, Vec3::X * 4.).unwrap();
    assert!(near(back.t, 0.25) && back.normal == -Vec3::X);
    assert!(
        mesh.one_sided()
            .query()
            .ray(Vec3::ZERO, Vec3::X * 4.)
            .is_none()
    );
    Ok(())
}

/// three-mesh-bvh, `closestPointToPoint` with `maxThreshold`, `intersectsBox(box, boxToBvh)`:
/// <https://github.com/gkjohnson/three-mesh-bvh/blob/master/API.md#closestpointtopoint>.
#[test]
fn closest_point_to_point() -> Ported {
    let mesh = box_mesh(Vec3::ONE)?;
    let found = mesh.query().closest(&vec3(0.5, 3., 0.25), 10.).unwrap();
    assert_eq!((found.point_b, found.separation), (vec3(0.5, 1., 0.25), 2.)); // `point`, `distance`
    assert_eq!(mesh.triangle(found.part.index).normal(), Some(Vec3::Y)); // `faceIndex`
    assert!(mesh.query().closest(&vec3(0.5, 3., 0.25), 1.9).is_none());

    // A cube with an edge towards the mesh reaches √2 from its center.
    let (unit, eighth) = (
        OrientedBox::new(Vec3::ZERO, Vec3::ONE),
        Rotation::new(Vec3::Z, PI / 4.),
    );
    let touches = |x| {
        mesh.query()
            .overlap(&Pose::new(vec3(x, 0., 0.), eighth).place_shape(&unit))
    };
    assert!(touches(2.41) && !touches(2.42));
    Ok(())
}

/// three-mesh-bvh, `shapecast` of a capsule (player movement):
/// <https://github.com/gkjohnson/three-mesh-bvh/blob/master/example/characterMovement.js>.
#[test]
fn shapecast_of_a_capsule() -> Ported {
    let corners = [
        (-9., 0., -9.),
        (-9., 0., 9.),
        (9., 0., 9.),
        (9., 0., -9.),
        (9., 9., -9.),
        (-9., 9., -9.),
    ];
    let triangles = [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]]; // a floor, and a wall at z = -9
    let level = Mesh::new(corners.map(Vec3::from), triangles)?;
    let mut capsule = Capsule::new(vec3(1., 0.3, -8.6), vec3(1., 1.3, -8.6), 0.5);
    let mut found = Vec::new();
    level.query().contacts(&capsule, 0., &mut found);
    for touched in &found {
        let triangle = level.triangle(touched.part.index);
        if let Some(deep) = contact(&capsule, &triangle, 0.) {
            capsule = capsule.translated(deep.normal * deep.depth());
        }
    }
    assert!((capsule.a - vec3(1., 0.5, -8.5)).length() < 1e-4);
    assert!(level.query().closest(&capsule, 1.).unwrap().separation > -1e-5);
    Ok(())
}

/// three-mesh-bvh, frustum culling with `ObjectBVH.shapecast`:
/// <https://github.com/gkjohnson/three-mesh-bvh/blob/master/example/objectbvh_frustumCulling.js>.
#[test]
fn frustum_culling() -> Ported {
    let mut world = World::new();
    let mut add = |x, y, z| world.insert(Ball::new(vec3(x, y, z), 1.));
    let [seen, edge] = [add(0., 0., -5.)?, add(6., 0., -5.)?];
    add(7., 0., -5.)?; // √2 beside the frustum
    add(0., 0., 5.)?; // behind the camera
    add(0., 0., -11.5)?; // beyond the far plane
    // Unprojected corners of a camera at the origin: 90 degrees in both directions, from 1 to 10.
    let corner = |x: f32, y: f32, z: f32| vec3(x * z, y * z, -z);
    let corners = [1., 10.]
        .into_iter()
        .flat_map(|z| [(-1., -1.), (1., -1.), (1., 1.), (-1., 1.)].map(|(x, y)| corner(x, y, z)));
    let frustum = Hull::new(corners.collect::<Vec<_>>(), 0.);
    let mut found = Vec::new();
    world.query().overlaps(&frustum, &mut found);
    assert_eq!(found, [seen, edge]);
    Ok(())
}

/// three-mesh-bvh, `closestPointToGeometry`, `intersectsGeometry` and `bvhcast` for the edges where two meshes cross:
/// <https://github.com/gkjohnson/three-mesh-bvh/blob/master/API.md#closestpointtogeometry>.
#[test]
fn geometry_against_geometry() -> Ported {
    let mesh = box_mesh(Vec3::ONE)?;
    // `geometryToBvh`: the geometry comes in the frame of the mesh.
    let geometry_to_bvh = Pose::new(vec3(5., 0., 0.), Rotation::new(Vec3::Z, PI / 4.));
    let local = box_mesh(Vec3::ONE)?;
    let place = |corner| geometry_to_bvh.place(corner).as_vec3();
    let placed = |t: Triangle<Vec3>| Triangle::new(place(t.a), place(t.b), place(t.c));
    let other = Mesh::of_triangles(local.iter().map(placed))?;
    let (nearest, [_, face]) = mesh.query().closest_mesh(&other, f32::INFINITY).unwrap();
    assert!(near(nearest.separation, 4. - SQRT_2) && face < 12);
    assert!(near(nearest.point_a.x, 5. - SQRT_2) && near(nearest.point_b.x, 1.)); // `target2`, `target1`
    assert!(!mesh.query().overlap_mesh(&other));

    // A sheet through the middle of the box crosses it in one loop of length 8.
    let corners = [(-3., 0., -3.), (-3., 0., 3.), (3., 0., 3.), (3., 0., -3.)];
    let sheet = Mesh::new(corners.map(Vec3::from), [[0, 1, 2], [0, 2, 3]])?;
    assert!(mesh.query().overlap_mesh(&sheet));
    let lines = mesh.query().crossing_lines(&sheet);
    let lengths = lines[0].windows(2).map(|ends| ends[0].distance(ends[1]));
    assert!(lines.len() == 1 && near(lengths.sum(), 8.));
    Ok(())
}
