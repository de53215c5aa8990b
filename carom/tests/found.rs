//! Faults that the properties and the oracles have found and that are not yet mended: a test for each,
//! with the least input that shows it. Each is to move to `pairs.rs` with its story when it is.

use carom::glam::{DVec2, DVec3, Vec2, Vec3, dvec2, dvec3, vec2, vec3};
use carom::sweep::Start;
use carom::{Aabb, Ball, Capsule, Hull, Segment, Shape, Triangle, contact, overlap, pair, sweep};

const FAR: f64 = f64::INFINITY;

fn cube() -> Hull<Vec3> {
    Hull::cuboid(Vec3::ZERO, Vec3::ONE)
}

/// A core without radius that touches a solid at a corner has two ways out, and any motion was then taken
/// for leaving: also one straight into the solid.
#[test]
fn from_a_corner_the_way_into_the_solid_is_not_free() {
    let unit = Aabb {
        min: vec2(0., 0.),
        max: vec2(1., 1.),
    };
    assert!(
        sweep::point_aabb(vec2(0., 0.), vec2(0.5, 0.5), &unit)
            .hit
            .is_some()
    );
    let space = Aabb {
        min: Vec3::ZERO,
        max: Vec3::ONE,
    };
    assert!(
        sweep::point_aabb(Vec3::ZERO, Vec3::splat(0.5), &space)
            .hit
            .is_some()
    );
    let triangle = Triangle::new(vec2(0., 0.), vec2(1., 0.), vec2(0., 1.));
    assert!(
        sweep::point_triangle(vec2(0., 0.), vec2(0.2, 0.2), &triangle)
            .hit
            .is_some()
    );
    let flush = Segment::new(vec2(-1., -1.), vec2(1., -1.));
    let triangle = Triangle::new(vec2(-1., -1.), vec2(1., -1.), vec2(-1., 1.));
    assert!(
        sweep::segment_triangle(&flush, vec2(0., 0.1), &triangle)
            .hit
            .is_some()
    );
}

/// The same for an edge of a cube in space.
#[test]
fn from_an_edge_the_way_into_a_hull_is_not_free() {
    let edge = Segment::new(vec3(-1., -1., -1.), vec3(1., -1., -1.));
    assert!(
        sweep::segment_hull(&edge, vec3(0., 0.1, 1.9), &cube())
            .hit
            .is_some()
    );
}

/// Two segments in the plane with an end in common: one was swept across the other.
#[test]
fn from_a_common_end_a_segment_does_not_cross_the_other() {
    let a = Segment::new(vec2(0., 0.), vec2(0., 2.));
    let b = Segment::new(vec2(0., 0.), vec2(-1., 1.));
    assert!(sweep::segment_segment(&a, vec2(-0.5, 0.), &b).hit.is_some());
}

fn gap(contact: &contact::Contact<Vec2>) -> f32 {
    (contact.point_a - contact.point_b - contact.normal * contact.separation).length()
}

/// Where the difference of two hulls has no inside, the witnesses were the corners farthest along the way
/// out, not the points that touch.
#[test]
fn the_witnesses_of_flat_hulls_are_where_they_touch() {
    let a = Segment::new(vec2(0., -2.), vec2(0., 1.));
    let b = Aabb {
        min: Vec2::ZERO,
        max: Vec2::ZERO,
    };
    let found = contact::segment_aabb(&a, &b, 9.0).unwrap();
    assert!(gap(&found) < 1e-5, "{found:?}");
    let a = Aabb {
        min: vec3(0., -1., 0.),
        max: Vec3::ZERO,
    };
    let b = Aabb {
        min: vec3(0., -0.5, 0.),
        max: vec3(0., -0.5, 0.),
    };
    let found = contact::aabb_aabb(&a, &b, 9.0).unwrap();
    assert!((found.point_a - found.point_b).length() < 1e-5, "{found:?}");
}

/// The same in 3D where flat shapes lie in one plane: an overlap in it was told at points 14 apart.
#[test]
fn the_witnesses_of_shapes_in_one_plane_are_where_they_touch() {
    let triangle = Triangle::new(vec3(-9., 14., 0.), vec3(4., -3., 0.), vec3(0., -1., 0.));
    let square = Hull::new(
        [vec3(-0.4, 0., 0.), vec3(1., 0., 0.), vec3(0., 3., 0.)],
        0.0,
    );
    let found = contact::triangle_hull(&triangle, &square, 9.0).unwrap();
    assert!((found.point_a - found.point_b).length() < 1e-5, "{found:?}");
}

/// The facet found by expansion is a part of a larger one: the origin's foot is beyond its border, and the
/// witnesses were cut off there.
#[test]
fn the_witnesses_of_a_deep_overlap_are_the_depth_apart_in_the_plane() {
    let corners = [vec2(-1., 0.5), vec2(1., 0.5), vec2(-1., 2.5), vec2(1., 2.5)];
    let a = Hull::new([corners, corners].concat(), 0.0);
    let b = Aabb {
        min: vec2(-2.3782234, -0.84244245),
        max: vec2(6.8485737, 6.5549016),
    };
    let found = contact::hull_aabb(&a, &b, 9.0).unwrap();
    assert!(gap(&found) < 1e-5, "{found:?}");
}

#[test]
fn the_witnesses_of_a_deep_overlap_are_the_depth_apart_in_space() {
    let triangle = Triangle::new(
        dvec3(0.0, 4.0, 1.8340192345341721),
        dvec3(-2.0, 2.0, 1.1818948267981386),
        dvec3(0.0, -3.0, 3.0),
    );
    let b = Aabb {
        min: dvec3(-1.0, 0.0, -1.4225119727396598),
        max: dvec3(1.0, 1.0, 3.4225119727396596),
    };
    let found = contact::triangle_aabb(&triangle, &b, FAR).unwrap();
    assert!((found.separation + 1.0).abs() < 1e-12);
    let apart = found.point_a - found.point_b;
    assert!(
        (apart - found.normal * found.separation).length() < 1e-12,
        "{found:?}"
    );
}

/// Two equal triangles in the plane share their corners, so the kernel finds their nearest points and no
/// crossing; the witnesses were those, and not the depth apart.
#[test]
fn the_witnesses_of_equal_triangles_in_the_plane_are_the_depth_apart() {
    let triangle = Triangle::new(vec2(0., 0.), vec2(-1., 0.), vec2(0., -1.));
    let found = contact::triangle_triangle(&triangle, &triangle, 9.0).unwrap();
    assert!(gap(&found) < 1e-5, "{found:?}");
}

/// 38 micrometres deep, and called apart by 6e-14: near the origin the simplex could come no nearer, and
/// its distance was believed although the support along its normal is −9e-3.
#[test]
fn a_shallow_overlap_of_a_needle_is_an_overlap() {
    let needle = Triangle::new(
        dvec2(-9.002330974242684, 14.277645521831849),
        dvec2(4.497665820785599, -3.4900417708742526),
        dvec2(-0.0023352475377986792, -0.7223523415203403),
    );
    let b = Aabb {
        min: dvec2(-0.40246820738843875, 2.9590863539011076),
        max: dvec2(0.0, 3.0),
    };
    let found = contact::triangle_aabb(&needle, &b, FAR).unwrap();
    assert!(
        (found.separation + 3.764756623217872e-5).abs() < 1e-13,
        "{found:?}"
    );
    assert!(overlap::triangle_aabb(&needle, &b));
    assert!(matches!(
        sweep::triangle_aabb(&needle, DVec2::ZERO, &b).start,
        Start::Overlapping(_)
    ));
}

/// A point inside a hull by 400 eps L was outside by 1400 with the corners in another order.
#[test]
fn the_order_of_corners_does_not_turn_inside_out() {
    let p = dvec2(-0.005843040114988538, -0.3023944351997615);
    let q = dvec2(-0.5029046461183343, -0.45097182567245414);
    let r = dvec2(1.0058092922396684, 1e-12);
    let s = dvec2(1.0058092922396684, -3.0064788378163607e-13);
    for corners in [[p, q, s, r], [q, p, r, s]] {
        let found = contact::point_hull(p, &Hull::new(corners, 0.0), FAR).unwrap();
        assert!(
            (found.separation + 9.488541811326913e-14).abs() < 3e-15,
            "{found:?}"
        );
    }
}

/// Two needles 5e-13 apart (200 eps L), which `contact` knows, and `overlap` does not.
#[test]
fn overlap_and_contact_agree_on_needles() {
    let a = Triangle::new(
        dvec2(8.335419053393731e-7, -2.0000045844833014),
        dvec2(3.9999958030370224, -12.999997667536912),
        dvec2(-8.335418831810024e-7, -2.0),
    );
    let b = Triangle::new(
        dvec2(8.335413701176221e-7, -2.0000045844833014),
        dvec2(3.9999958030364873, -12.999997667536912),
        dvec2(-8.335424184027533e-7, -2.0),
    );
    let found = contact::triangle_triangle(&a, &b, FAR).unwrap();
    assert!(
        (found.separation - 5.02909340158086e-13).abs() < 2.3e-14,
        "{found:?}"
    );
    assert!(!overlap::triangle_triangle(&a, &b));
}

/// The corner of a triangle that is all but a line: no axis across it was left but those that rounding had
/// turned, so it was 6e-6 deep in itself.
#[test]
fn the_corner_of_a_needle_in_space_touches_it() {
    let needle = Triangle::new(
        DVec3::ZERO,
        dvec3(0.29108481326956825, 0.5395227643659058, -0.5395227643659058),
        dvec3(-0.2697613821829529, -0.5, 0.499999999999),
    );
    let found = contact::point_triangle(DVec3::ZERO, &needle, FAR).unwrap();
    assert!(found.separation.abs() < 1e-14, "{found:?}");
}

/// A ball of 1e-7 that passes a corner with 4e-17 to spare was stopped 8e-11 (37 000 eps L) before it.
#[test]
fn a_grazing_ball_is_not_stopped_far_from_the_corner() {
    let ball = Ball::new(
        dvec3(1.4382454850314796, -2.7785503632078297, -2.842160153254691),
        1.0000000000000001e-7,
    );
    let triangle = Triangle::new(
        dvec3(-1.0, 0.0, 1.2232641994777853),
        dvec3(-1.0, 0.0, 0.0),
        dvec3(-1.4894548211012744, 1.9057699433015518, -0.5),
    );
    let delta = dvec3(-5.855400437691196, 9.368640700305919, 4.6843203501529596);
    let found = sweep::ball_triangle(&ball, delta, &triangle);
    if let Some(hit) = found.hit {
        let gap = contact::ball_triangle(&ball.translated(delta * hit.t), &triangle, FAR).unwrap();
        assert!(
            gap.separation <= found.error_bound(),
            "{} at {}",
            gap.separation,
            hit.t
        );
    }
}

/// A point (as a segment without length) beside a segment, 2.7e3 eps L from it, that moves at a right
/// angle to both, was stopped at once: the normal was too bad to see that the way is free.
#[test]
fn a_motion_at_a_right_angle_to_a_small_gap_is_free() {
    let p = dvec3(2.3770492883262233, -0.14754085400573147, 0.0);
    let b = Segment::new(dvec3(0.0, -3.0, 0.0), dvec3(2.5, 0.0, 0.0));
    let found = sweep::segment_segment(&Segment::new(p, p), -DVec3::Z, &b);
    assert_eq!(found.hit, None);
    let b = Capsule::new(b.a, b.b, 0.0);
    assert_eq!(
        sweep::segment_capsule(&Segment::new(p, p), -DVec3::Z, &b).hit,
        None
    );
}

/// Two edges 5 eps L apart, across each other at an ordinary angle: the direction is that of their cross
/// product, and was 0.05 off.
#[test]
fn edges_all_but_in_touch_have_the_normal_of_both() {
    let a = Segment::new(
        dvec3(2.538866641058748, 0.6148569496833791, 2.071472767121038),
        dvec3(0.5985816407680842, 2.614856949683379, 1.5864015170483718),
    );
    let b = Aabb {
        min: dvec3(1.7242172390727137, 1.454578332742055, 1.8678104166245302),
        max: dvec3(5.413482727078536, 6.084600125424483, 3.0),
    };
    let found = contact::segment_aabb(&a, &b, FAR).unwrap();
    let low = found.normal.dot(a.a).min(found.normal.dot(a.b));
    let corners = Hull::from(b).points;
    let high = corners
        .iter()
        .fold(f64::MIN, |most, p| most.max(found.normal.dot(*p)));
    assert!(low - high > -1e-6, "parted by {}: {found:?}", low - high);
}

/// A contact within `reach` is told, whatever the reach: a separation of −4e-34 was one within infinity and
/// none within zero.
#[test]
fn reach_does_not_change_the_separation() {
    let a = Segment::new(vec3(1., 1., 0.), vec3(0., 0.8188583254814148, 0.));
    let b = Segment::new(vec3(1., 0., 1.), vec3(f32::MAX, 1.5130931e30, 6.943835e20));
    let far = contact::segment_segment(&a, &b, f32::INFINITY).unwrap();
    let near = contact::segment_segment(&a, &b, 0.0);
    assert_eq!(far.separation <= 0.0, near.is_some(), "{far:?}");
}

/// `pair` gives the very answer of the pair's own function: a point is a core of one point, and so is a
/// ball, so that `pair` orders the two and `point_ball` does not.
#[test]
fn a_point_is_swept_against_a_ball_like_any_pair() {
    let (p, delta, ball) = (
        vec3(6., 0., 0.),
        vec3(-12., 0., 0.),
        Ball::new(Vec3::ZERO, 0.0),
    );
    let own = sweep::point_ball(p, delta, &ball);
    assert_eq!(
        pair::sweep(&Shape::Point(p), delta, &Shape::Ball(ball)),
        own
    );
}

/// Two all but equal segments in single precision, one of them a hull: their difference is 1e-12 thick, the
/// plane of it was rounding, and along its normal the segments' own length counted.
#[test]
fn a_segment_and_a_hull_on_one_line_touch() {
    let end = vec3(1.0, -1.0, -0.7976861);
    let a = Segment::new(vec3(-1e-12, 0.0, 0.0), end);
    let b = Hull::new([Vec3::ZERO, end], 0.0);
    let found = contact::segment_hull(&a, &b, 9.0).unwrap();
    assert!(found.separation.abs() <= found.error_bound(), "{found:?}");
}

/// At the corner of a hull there are two ways out; expansion ends at the first, so the contact was called
/// unique, and a motion that leaves by the other was stopped.
#[test]
fn from_the_corner_of_a_hull_both_ways_out_are_free() {
    let square = Hull::cuboid(vec2(-1., 0.), vec2(1., 1.));
    for delta in [
        vec2(0.64, 1.02),
        vec2(0.1, -0.1),
        vec2(0., 0.1),
        vec2(0.1, 0.),
        vec2(-1., -0.1),
    ] {
        let found = sweep::point_hull(vec2(0., -1.), delta, &square);
        assert_eq!(found.hit, None, "by {delta}");
    }
    let corner = Triangle::new(vec2(0., -1.), vec2(0., -1.), vec2(0., -1.));
    let square = Aabb {
        min: vec2(-2., -1.),
        max: vec2(0., 1.),
    };
    assert_eq!(
        sweep::triangle_aabb(&corner, vec2(0.64, 1.02), &square).hit,
        None
    );
}

/// A point 5e-15 within the corner of a cube: the witness on the cube was in the middle of a face.
#[test]
fn the_witness_at_a_corner_is_the_corner() {
    let cube = Hull::cuboid(vec3(1., 0., 2.5), Vec3::ONE);
    let p = vec3(5.3290705e-15, 1., 1.5);
    let found = contact::point_hull(p, &cube, 9.0).unwrap();
    assert!((found.point_a - found.point_b).length() < 1e-5, "{found:?}");
}

/// A segment that pokes 4.6e-7 through a triangle: both witnesses on their shapes.
#[test]
fn the_witnesses_of_a_shallow_crossing_are_on_the_shapes() {
    let a = Segment::new(
        vec3(1.3063724040985107, 0.1915249079465866, -2.476738691329956),
        vec3(1.7804642915725708, 0.02005409076809883, -1.1680101156234741),
    );
    let b = Triangle::new(
        vec3(0.03192375600337982, 0.0, 0.008597047068178654),
        vec3(-0.5860128402709961, 0.0, -0.35206499695777893),
        vec3(3.873863935470581, 0.14441387355327606, -3.5),
    );
    let found = contact::segment_triangle(&a, &b, 9.0).unwrap();
    let exact = |p: Vec3| p.as_dvec3();
    let b = Triangle::new(exact(b.a), exact(b.b), exact(b.c));
    let off = contact::point_triangle(exact(found.point_b), &b, FAR).unwrap();
    assert!(off.separation.abs() < 1e-5, "{off:?}\n{found:?}");
    let a = Segment::new(exact(a.a), exact(a.b));
    let off = contact::point_segment(exact(found.point_a), &a, FAR).unwrap();
    assert!(off.separation.abs() < 1e-5, "{off:?}\n{found:?}");
}

/// Two all but equal triangles in double precision, 1700 eps L apart, were 28 eps L wrong, and for
/// `overlap` in touch.
#[test]
fn all_but_equal_triangles_in_space_are_as_far_as_they_are() {
    let a = Triangle::new(
        dvec3(-0.7500002120415636, -0.25, -0.9469321816170857),
        dvec3(
            -0.499999787957186,
            2.1204209887326037e-7,
            -1.0000000450104465,
        ),
        dvec3(-0.49999999999946476, 0.0, -1.0),
    );
    let b = Triangle::new(
        dvec3(-0.7500002120420989, -0.25, -0.9469321816170857),
        dvec3(
            -0.49999978795772126,
            2.1204209887326037e-7,
            -1.0000000450104465,
        ),
        dvec3(-0.5, 0.0, -1.0),
    );
    assert!(!overlap::triangle_triangle(&a, &b));
    let found = contact::triangle_triangle(&a, &b, FAR).unwrap();
    let error = (found.separation - 3.8261187619342265e-13).abs();
    assert!(error <= found.error_bound(), "{found:?}");
}

/// 4.2e-12 (20 000 eps L) apart, nearly parallel, and stopped at once on the way along.
#[test]
fn nearly_parallel_capsules_slide_along() {
    let a = Capsule::new(
        dvec3(0.0, 6e-12, 0.0),
        dvec3(0.6724467241688303, 4e-12, -0.820028489353926),
        0.0,
    );
    let b = Capsule::new(
        DVec3::ZERO,
        dvec3(0.6724467241688303, 0.0, -0.8200284893519261),
        0.0,
    );
    let delta = dvec3(
        0.06815467894295518,
        -0.2779951424804914,
        -0.9441136262216887,
    );
    let found = sweep::capsule_capsule(&a, delta, &b);
    if let Some(hit) = found.hit {
        let gap = contact::capsule_capsule(&a, &b, FAR).unwrap().separation;
        assert!(
            hit.t > 0.0 || gap <= found.error_bound(),
            "stopped {gap} before it: {hit:?}"
        );
    }
}

/// Asserts the separation, and that it took a fraction of a second, where microseconds are usual.
fn is_found_in_time<V: carom::Vector>(
    ask: impl FnOnce() -> Option<contact::Contact<V>>,
    separation: f64,
    tolerance: f64,
) {
    let start = std::time::Instant::now();
    let found = ask().unwrap();
    let took = start.elapsed();
    let error = (carom::Scalar::to_f64(found.separation) - separation).abs();
    assert!(error <= tolerance, "{separation} in {took:?}: {found:?}");
    assert!(took.as_millis() < 100, "{took:?}");
}

/// Two boxes that are the same but for the last digits: facets of the expanding polytope that rounding has
/// turned see the new corner in patches, the border of which is counted again and again; facets double
/// with every corner, for seconds, and the depth is not the least: 3.96 instead of 2.
#[test]
fn the_depth_of_all_but_equal_boxes_is_found_in_time() {
    let a = Aabb {
        min: dvec3(-1.312184739015034, -3.0000000000000093, -1.000000000000007),
        max: dvec3(1.9108071260419088, -1.000000000000003, 1.734765180516422),
    };
    let b = Aabb {
        min: dvec3(-1.31218473901502, -3.0, -1.0),
        max: dvec3(1.9108071260419068, -1.0, 1.734765180516423),
    };
    is_found_in_time(|| contact::aabb_aabb(&a, &b, FAR), -2.0, 1e-14);
}

/// In single precision: corners a rounding of double precision apart, which is possible near the origin.
/// 2.68 instead of 2, after six seconds.
#[test]
fn the_depth_of_all_but_equal_boxes_is_found_in_time_in_single_precision() {
    let a = Aabb {
        min: vec3(2e-15, 0.0, 4.0885527e-15),
        max: Vec3::splat(2.0),
    };
    let b = Aabb {
        min: vec3(-2.1143033e-15, 0.0, 1.6774356e-16),
        max: Vec3::splat(2.0),
    };
    is_found_in_time(|| contact::aabb_aabb(&a, &b, 9.0), -2.0, 1e-6);
}

/// 2.83 instead of 2.
#[test]
fn the_depth_of_a_box_and_a_hull_all_but_equal_is_found_in_time() {
    let a = Aabb {
        min: dvec3(-0.3581823671250369, -2.5528128990533605, 1.0000000000000016),
        max: dvec3(1.64181763287497, -0.5528128990533553, 3.000000000000001),
    };
    let (low, high) = (-0.3581823671250316, 1.6418176328749685);
    let b = Hull::new(
        [
            dvec3(low, -2.552812899053353, 1.0),
            dvec3(high, -2.552812899053353, 1.0),
            dvec3(low, -0.5528128990533527, 1.0),
            dvec3(high, -0.5528128990533527, 1.0),
            dvec3(high, -2.552812899053353, 3.0),
            dvec3(low, -0.5528128990533527, 3.0),
            dvec3(low, -2.552812899053353, 3.0),
            dvec3(high, -0.5528128990533527, 3.0),
        ],
        0.0,
    );
    is_found_in_time(|| contact::hull_aabb(&b, &a, FAR), -2.0, 2e-14);
}
