//! Contact manifolds: known answers, and properties against oracles.

mod degenerate;
mod persistence;
mod properties;
mod surfaces;

use carom::glam::{DVec2, DVec3, Quat, Vec2, Vec3, dvec2, dvec3, vec3};
use carom::{
    Aabb, Ball, Capsule, Cone, Convex, Cylinder, Ellipsoid, FeatureId, Hull, Manifold, OrientedBox,
    Plane, Segment, Triangle, Vector, contact, manifold,
};

/// The points of `a`, sorted by coordinates.
fn places<V: Vector>(found: &Manifold<V>) -> Vec<[f64; 3]> {
    let mut all: Vec<_> = found.points().iter().map(|p| p.point_a.to_f64()).collect();
    all.sort_by(|a, b| a.partial_cmp(b).unwrap());
    all
}

fn assert_places<V: Vector>(found: &Manifold<V>, want: &[[f64; 3]], tolerance: f64) {
    let places = places(found);
    assert_eq!(places.len(), want.len(), "{found:?}");
    for (place, want) in places.iter().zip(want) {
        for (x, y) in place.iter().zip(want) {
            assert!((x - y).abs() <= tolerance, "{places:?} is not {want:?}");
        }
    }
}

fn found<A: Convex, B: Convex<Vector = A::Vector>>(
    a: &A,
    b: &B,
    reach: <A::Vector as Vector>::Scalar,
) -> Manifold<A::Vector> {
    manifold(a, b, reach).expect("they touch")
}

fn floor() -> Hull<DVec3> {
    Hull::cuboid(dvec3(0.0, -1.0, 0.0), dvec3(9.0, 1.0, 9.0))
}

/// A box with its corners at ±1 that is 0.125 in the floor: four corners.
#[test]
fn a_box_on_a_box_has_four_points() {
    let at = dvec3(2.0, 0.875, 1.0);
    let (hull, aabb) = (
        Hull::cuboid(at, DVec3::ONE),
        Aabb {
            min: at - DVec3::ONE,
            max: at + DVec3::ONE,
        },
    );
    let want = [
        [1.0, -0.125, 0.0],
        [1.0, -0.125, 2.0],
        [3.0, -0.125, 0.0],
        [3.0, -0.125, 2.0],
    ];
    for found in [found(&hull, &floor(), 0.0), found(&aabb, &floor(), 0.0)] {
        assert_places(&found, &want, 0.0);
        assert_eq!(found.normal, DVec3::Y);
        let ids = found.points().iter().map(|p| (p.id.a, p.id.b));
        let top = FeatureId::Face([2, 3, 6]);
        let corners = [0, 1, 5, 4].map(|number| (FeatureId::Vertex(number), top));
        assert!(
            corners
                .iter()
                .all(|id| ids.clone().any(|other| other == *id))
        );
        for point in found.points() {
            assert_eq!((point.separation, point.point_b.y), (-0.125, 0.0));
        }
    }
}

/// Two squares of one size, one above the other and turned by 30 degrees, have eight crossings; four remain, in a square.
#[test]
fn of_a_box_turned_on_a_box_four_crossings_remain() {
    let turn = Quat::from_rotation_y(30_f32.to_radians());
    let upper = Hull::cuboid(Vec3::ZERO, Vec3::ONE).map(|p| turn * p + vec3(0.0, 2.0, 0.0));
    let found = found(&upper, &Hull::cuboid(Vec3::ZERO, Vec3::ONE), 0.01);
    assert_eq!(found.points().len(), 4);
    let mut farthest = 0.0;
    for (i, point) in found.points().iter().enumerate() {
        assert!(point.separation.abs() < 1e-6);
        assert!(matches!(
            (point.id.a, point.id.b),
            (FeatureId::Edge(_), FeatureId::Edge(_))
        ));
        // The crossings are 1 from the middle along one axis, and tan 15° or tan 30° along the other.
        let [x, z] = [point.point_a.x.abs(), point.point_a.z.abs()];
        let (far, near) = (x.max(z), x.min(z));
        assert!((far - 1.0).abs() < 1e-6, "{point:?}");
        assert!(
            (near - 0.267_949).abs() < 1e-5 || (near - 0.577_350).abs() < 1e-5,
            "{point:?}"
        );
        for other in &found.points()[i + 1..] {
            let way = point.point_a - other.point_a;
            farthest = f32::max(farthest, way.length());
        }
    }
    assert!(farthest > 2.0, "the farthest are {farthest} apart");
}

/// A capsule that lies on a box touches it along a line: two points; where it reaches beyond the box, the edge of the
/// box ends it.
#[test]
fn a_capsule_that_lies_on_a_box_has_two_points() {
    let capsule = Capsule::new(dvec3(1.0, 0.5, 0.0), dvec3(3.0, 0.5, 0.0), 0.5);
    let lies = found(&capsule, &floor(), 0.0);
    assert_places(&lies, &[[1.0, 0.0, 0.0], [3.0, 0.0, 0.0]], 1e-15);
    let beyond = Capsule::new(dvec3(8.0, 0.25, 0.0), dvec3(11.0, 0.25, 0.0), 0.5);
    let beyond = found(&beyond, &floor(), 0.0);
    assert_places(&beyond, &[[8.0, -0.25, 0.0], [9.0, -0.25, 0.0]], 1e-14);
    assert!(
        beyond
            .points()
            .iter()
            .all(|p| (p.separation + 0.25).abs() < 1e-14)
    );
    // On its side, tilted so that one end is 0.1 higher: both ends within a reach of 0.1, one within 0.09.
    let tilted = Capsule::new(dvec3(0.0, 0.5, 0.0), dvec3(1.0, 0.6, 0.0), 0.5);
    let points = [0.11, 0.09].map(|reach| found(&tilted, &floor(), reach).points().len());
    assert_eq!(points, [2, 1]);
}

/// A box that stands on an edge or on a corner, and one that crosses an edge with its own.
#[test]
fn edges_and_corners_have_fewer_points() {
    let quarter = std::f64::consts::FRAC_PI_4;
    let turned = |x: f64, z: f64, at: DVec3| {
        let (sx, cx) = x.sin_cos();
        let (sz, cz) = z.sin_cos();
        Hull::cuboid(DVec3::ZERO, DVec3::ONE).map(|p| {
            let p = dvec3(cz * p.x - sz * p.y, sz * p.x + cz * p.y, p.z);
            dvec3(p.x, cx * p.y - sx * p.z, sx * p.y + cx * p.z) + at
        })
    };
    let root = std::f64::consts::SQRT_2;
    let edge = turned(0.0, quarter, dvec3(0.0, root - 0.01, 0.0));
    let on_edge = found(&edge, &floor(), 0.0);
    assert_places(&on_edge, &[[0.0, -0.01, -1.0], [0.0, -0.01, 1.0]], 1e-14);
    let height = 3_f64.sqrt();
    let corner = turned(
        (0.5_f64).sqrt().atan(),
        quarter,
        dvec3(0.0, height - 0.01, 0.0),
    );
    let on_corner = found(&corner, &floor(), 0.0);
    assert_places(&on_corner, &[[0.0, -0.01, 0.0]], 1e-14);
    // An edge along x over an edge along z.
    let lower = turned(0.0, quarter, dvec3(0.0, -root, 0.0));
    let upper = turned(quarter, 0.0, dvec3(0.0, root - 0.01, 0.0));
    let crossing = found(&upper, &lower, 0.0);
    assert_places(&crossing, &[[0.0, -0.01, 0.0]], 1e-14);
    let point = crossing.points()[0];
    assert!(
        matches!(
            (point.id.a, point.id.b),
            (FeatureId::Edge(_), FeatureId::Edge(_))
        ),
        "{point:?}"
    );
    assert!((point.separation + 0.01).abs() < 1e-14);
}

#[test]
fn a_triangle_on_a_triangle_is_clipped() {
    let lower = Triangle::new(DVec3::ZERO, dvec3(4.0, 0.0, 0.0), dvec3(0.0, 0.0, 4.0));
    let upper = Triangle::new(
        dvec3(1.0, 0.5, 1.0),
        dvec3(5.0, 0.5, 1.0),
        dvec3(1.0, 0.5, 5.0),
    );
    let above = found(&upper, &lower, 1.0);
    let want = [[1.0, 0.5, 1.0], [1.0, 0.5, 3.0], [3.0, 0.5, 1.0]];
    assert_places(&above, &want, 1e-14);
    assert!(
        above
            .points()
            .iter()
            .all(|p| (p.separation - 0.5).abs() < 1e-14)
    );
    assert!(manifold(&upper, &lower, 0.4).is_none());
}

/// A prism of twelve sides on a box: four of twelve corners, which span the largest area: a square.
#[test]
fn a_prism_has_four_of_its_corners() {
    let corners = (0..24).map(|i| {
        let (sin, cos) = (f64::from(i / 2) * std::f64::consts::PI / 6.0).sin_cos();
        dvec3(cos, f64::from(i % 2), sin)
    });
    let prism = Hull::new(corners.collect::<Vec<_>>(), 0.0);
    let stands = found(&prism, &floor(), 0.0);
    assert_eq!(stands.points().len(), 4);
    let at: Vec<_> = stands.points().iter().map(|p| p.point_a).collect();
    let far = (at[0] - at[2]).length() * (at[1] - at[3]).length();
    assert!((far - 4.0).abs() < 1e-6, "{at:?}");
    let plane = found(&prism, &Plane::new(DVec3::Y * 3.0, 0.0), 0.0);
    assert_eq!(plane.points().len(), 4);
}

#[test]
fn in_the_plane_there_are_two_points() {
    let lower = Hull::cuboid(dvec2(0.0, -1.0), dvec2(9.0, 1.0));
    let upper = Hull::cuboid(dvec2(8.5, 0.75), DVec2::ONE);
    let over = found(&upper, &lower, 0.0);
    assert_places(&over, &[[7.5, -0.25, 0.0], [9.0, -0.25, 0.0]], 1e-14);
    assert_eq!(over.normal, DVec2::Y);
    let segment = Segment::new(dvec2(-1.0, 0.5), dvec2(1.0, 0.5));
    let above = found(&segment, &lower, 1.0);
    assert_places(&above, &[[-1.0, 0.5, 0.0], [1.0, 0.5, 0.0]], 0.0);
    let plane = found(&upper, &Plane::new(DVec2::Y, 0.0), 0.0);
    assert_places(&plane, &[[7.5, -0.25, 0.0], [9.5, -0.25, 0.0]], 1e-14);
    let capsules = [0.0, 1.0].map(|x| Capsule::new(dvec2(x, x), dvec2(x + 2.0, x), 0.5));
    let parallel = found(&capsules[0], &capsules[1], 0.1);
    assert_places(&parallel, &[[1.0, 0.5, 0.0], [2.0, 0.5, 0.0]], 1e-14);
}

/// A ball, a point, a half-space against a half-space: the point of the contact, and its normal.
/// Found by the fuzz target `manifold`: a point has no size, so its frame had no unit.
#[test]
fn a_point_far_from_a_half_space_has_a_finite_point() {
    let random = &mut fastrand::Rng::with_seed(21);
    let mut point = || dvec3(random.f64(), random.f64(), random.f64()) * 4.0 - 2.0;
    for _ in 0..5_000 {
        let (p, normal) = (point(), point());
        let plane = Plane::new(normal, point().x);
        let Some(contact) = contact(&plane, &p, 0.25) else {
            continue;
        };
        let manifold = found(&plane, &p, 0.25);
        let [only] = manifold.points() else {
            panic!("{manifold:?}");
        };
        assert!((only.point_a - contact.point_a).length() < 1e-14);
        assert!((only.separation - contact.separation).abs() < 1e-14);
    }
}

#[test]
fn a_ball_has_the_point_of_its_contact() {
    let ball = Ball::new(dvec3(1.0, 0.25, 2.0), 0.5);
    let on_box = found(&ball, &floor(), 0.0);
    let contact = contact(&ball, &floor(), 0.0).unwrap();
    let [point] = on_box.points() else {
        panic!("{on_box:?}");
    };
    let same = (contact.point_a, contact.point_b, contact.separation);
    assert_eq!((point.point_a, point.point_b, point.separation), same);
    assert_eq!(point.id.a, FeatureId::Vertex(0));
    assert_eq!(point.id.b, FeatureId::Face([2, 3, 6]));
    let planes = [1.0, -1.0].map(|y| Plane::new(Vec2::Y * y, 1.0));
    let facing = found(&planes[0], &planes[1], 0.0);
    assert_eq!((facing.points().len(), facing.separation()), (1, -2.0));
    assert!(manifold(&Hull::new(vec![], 0.0), &floor(), f64::INFINITY).is_none());
}

/// A drum stands on its rim, by four of eight points; lies on a line; leans on a point.
#[test]
fn a_cylinder_stands_on_its_rim_and_lies_on_a_line() {
    let stands = Cylinder::new(dvec3(1.0, 0.0, 2.0), dvec3(1.0, 2.0, 2.0), 0.5);
    let on = found(&stands, &floor(), 0.0);
    assert_eq!(on.points().len(), 4);
    for point in on.points() {
        let from_center = point.point_a - dvec3(1.0, 0.0, 2.0);
        assert!((from_center.length() - 0.5).abs() < 1e-15 && from_center.y == 0.0);
        assert!(point.separation.abs() < 1e-15);
    }
    let lies = Cylinder::new(dvec3(1.0, 0.5, 2.0), dvec3(3.0, 0.5, 2.0), 0.5);
    let lies = found(&lies, &floor(), 0.0);
    assert_places(&lies, &[[1.0, 0.0, 2.0], [3.0, 0.0, 2.0]], 1e-15);
    let leans = Cylinder::new(dvec3(1.0, 0.5, 2.0), dvec3(2.0, 1.5, 2.0), 0.5);
    assert_eq!(found(&leans, &floor(), 0.2).points().len(), 1);
    let egg = Ellipsoid::new(dvec3(0.0, 1.0, 0.0), dvec3(2.0, 1.0, 3.0));
    // Where a curve touches is known to the root of the rounding.
    assert_places(&found(&egg, &floor(), 0.0), &[[0.0; 3]], 1e-7);
    let oriented = OrientedBox::new(dvec3(0.0, 0.875, 0.0), DVec3::ONE);
    assert_eq!(found(&oriented, &floor(), 0.0).points().len(), 4);
}

/// A drum that leans by half a degree, as one that comes to rest: the lowest point of its rim, which is that of the contact,
/// and points around the rim, on the floor and on another drum.
#[test]
fn a_drum_that_leans_a_little_has_four_points() {
    let lean = dvec3(0.009, 1.0, 0.004).normalize();
    let middle = dvec3(0.3, 0.498, -0.2);
    let drum = Cylinder::new(middle - lean * 0.5, middle + lean * 0.5, 0.4);
    let below = Cylinder::new(dvec3(0.0, -1.0, 0.0), DVec3::ZERO, 0.6);
    for (found, contact) in [
        (found(&drum, &floor(), 0.02), contact(&drum, &floor(), 0.02)),
        (found(&drum, &below, 0.02), contact(&drum, &below, 0.02)),
    ] {
        let contact = contact.expect("they touch");
        assert_eq!(found.points().len(), 4, "{found:?}");
        let error = (found.separation() - contact.separation).abs();
        assert!(error <= contact.error_bound, "{error:e}");
        let mut spread = DVec3::ZERO;
        for point in found.points() {
            assert!(point.separation <= 0.02);
            // On the lower end of the drum, and on what it stands on.
            let from_end = point.point_a - (middle - lean * 0.5);
            assert!(from_end.dot(lean).abs() < 1e-9 && from_end.length() < 0.4 + 1e-9);
            assert!((point.point_b.y).abs() < 1e-9);
            for other in found.points() {
                spread = spread.max(point.point_a - other.point_a);
            }
        }
        assert!(spread.x > 0.5 && spread.z > 0.5, "{spread}");
    }
}

/// The flat side of a frustum is flatter than its small end there.
#[test]
fn a_frustum_on_its_side_has_the_line_of_the_side() {
    let (height, low, high) = (0.3, 1.0, 0.5);
    let frustum = Cone::frustum(DVec3::ZERO, dvec3(0.0, height, 0.0), [low, high]);
    // The normal of the side over +x, which is nearer to the axis than to x.
    let normal = dvec3(height, low - high, 0.0).normalize();
    let plane = Plane::new(-normal, -normal.x * low);
    let found = found(&frustum, &plane, 0.0);
    let want = [[high, height, 0.0], [low, 0.0, 0.0]];
    assert_places(&found, &want, 1e-7);
}

/// A box with its lower face at a slope of one half: without a radius its corners within the reach are points; with a radius,
/// which would take them off the surface, only the edge.
#[test]
fn a_steep_face_has_its_points_within_the_reach() {
    let angle = 0.5_f64.atan();
    let (sin, cos) = angle.sin_cos();
    let turned = |radius: f64| {
        let hull = Hull::cuboid(DVec3::ZERO, dvec3(0.1, 0.4, 0.3)).map(|p| {
            let (x, y) = (cos * p.x - sin * p.y, sin * p.x + cos * p.y);
            dvec3(x, y + 0.1 * sin + 0.4 * cos + radius, p.z)
        });
        Hull::new(hull.points, radius)
    };
    let rise = 0.2 * sin;
    let counts = [(0.0, rise + 1e-6), (0.0, rise - 1e-6), (0.05, rise + 1e-6)]
        .map(|(radius, reach)| found(&turned(radius), &floor(), reach).points().len());
    assert_eq!(counts, [4, 2, 2]);
}
