//! Regressions found by the properties and the oracles: a test for each, with the smallest input that shows the fault,
//! and its story. All are fixed.

use carom::glam::{DVec2, DVec3, Vec2, Vec3, dvec2, dvec3, vec2, vec3};
use carom::{
    Aabb, Ball, Capsule, Hull, Plane, RigidMotion, Segment, Shape, Triangle, contact, overlap,
    sweep, sweep_rigid,
};

const FAR: f64 = f64::INFINITY;

/// Two needles 5e-13 apart (200 eps L), which `contact` saw and `overlap` did not.
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
    let found = contact(&a, &b, FAR).unwrap();
    assert!(
        (found.separation - 5.02909340158086e-13).abs() < 2.3e-14,
        "{found:?}"
    );
    assert!(!overlap(&a, &b));
}

/// The corner of an almost degenerate triangle: the only axes left across it were those that rounding had rotated, so
/// it was 6e-6 deep in itself.
#[test]
fn the_corner_of_a_needle_in_space_touches_it() {
    let needle = Triangle::new(
        DVec3::ZERO,
        dvec3(0.29108481326956825, 0.5395227643659058, -0.5395227643659058),
        dvec3(-0.2697613821829529, -0.5, 0.499999999999),
    );
    let found = contact(&DVec3::ZERO, &needle, FAR).unwrap();
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
    let found = sweep(&ball, delta, &triangle);
    if let Some(hit) = found.hit {
        let gap = contact(&ball.translated(delta * hit.t), &triangle, FAR).unwrap();
        assert!(
            gap.separation <= found.error_bound,
            "{} at {}",
            gap.separation,
            hit.t
        );
    }
}

/// A point (as a segment without length) beside a segment, 2.7e3 eps L from it, moves at a right angle to both. It was
/// stopped at once: the normal was too inaccurate to see that the motion is free.
#[test]
fn a_motion_at_a_right_angle_to_a_small_gap_is_free() {
    let p = dvec3(2.3770492883262233, -0.14754085400573147, 0.0);
    let b = Segment::new(dvec3(0.0, -3.0, 0.0), dvec3(2.5, 0.0, 0.0));
    let found = sweep(&Segment::new(p, p), -DVec3::Z, &b);
    assert_eq!(found.hit, None);
    let b = Capsule::new(b.a, b.b, 0.0);
    assert_eq!(sweep(&Segment::new(p, p), -DVec3::Z, &b).hit, None);
}

/// Two almost equal triangles in double precision, 1700 eps L apart, were 28 eps L wrong, and `overlap` saw them touch.
#[test]
fn almost_equal_triangles_in_space_have_their_true_distance() {
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
    assert!(!overlap(&a, &b));
    let found = contact(&a, &b, FAR).unwrap();
    let error = (found.separation - 3.8261187619342265e-13).abs();
    assert!(error <= found.error_bound, "{found:?}");
}

/// 4.2e-12 (20 000 eps L) apart, nearly parallel, and stopped at once on a motion along their axis.
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
    let found = sweep(&a, delta, &b);
    if let Some(hit) = found.hit {
        let gap = contact(&a, &b, FAR).unwrap().separation;
        assert!(
            hit.t > 0.0 || gap <= found.error_bound,
            "stopped {gap} before it: {hit:?}"
        );
    }
}

/// A ball that touches a cube with its corner: both witnesses are the cube's first point, where the frame begins. The
/// facet of the penetration axis has expanded to the corner, nothing of that normal is left, and so no witness is set;
/// as they are equal and the depth is 0, the check accepts them. Any precision, and any hull or box that touches at a
/// corner or an edge.
#[test]
fn the_witnesses_of_a_touched_corner_are_the_corner() {
    let cube = Hull::cuboid(vec3(-1., -2., 1.), Vec3::ONE);
    let found = contact(&Ball::new(vec3(0., -1., 0.), 0.0), &cube, 9.0).unwrap();
    assert_eq!(found.point_b, vec3(0., -1., 0.), "{found:?}");
    let low = Aabb {
        min: vec2(0., -3.),
        max: Vec2::ZERO,
    };
    let a = Segment::new(vec2(-4., 0.), vec2(-1e-15, 0.));
    let found = contact(&a, &low, 9.0).unwrap();
    assert!(found.point_b.length() < 1e-6, "{found:?}");
}

/// Two segments that begin in touch, 75 eps L apart at one end: bisecting the motion again and again skips the moments
/// at which it is deeper than 32 eps L (37.5 at most), so the motion is free.
#[test]
fn a_touching_start_is_no_deeper_than_the_bound() {
    let a = Segment::new(vec2(-1., -1.), vec2(1., -1.0000179));
    let b = Segment::new(vec2(-1., -1.), vec2(1., -1.));
    let delta = vec2(8.9192315e-7, 0.1);
    let found = sweep(&a, delta, &b);
    let middle = a.translated(delta * 8.9e-5);
    let depth = contact(&middle, &b, 9.0).unwrap().depth();
    assert!(depth <= found.error_bound || found.hit.is_some(), "{depth}");
}

/// Shapes of a kind known at run time give the bits of those known at compile time. A segment and a capsule both have a
/// core of two points, and were put into an order only at run time.
#[test]
fn a_segment_answers_a_capsule_like_any_pair() {
    let a = Segment::new(vec3(0.9, -2.7, 0.), vec3(-0.1, 0.3, 0.));
    let b = Capsule::new(Vec3::ZERO, Vec3::ZERO, 0.0);
    let own = contact(&a, &b, 9.0);
    assert_eq!(contact(&Shape::Segment(a), &Shape::Capsule(b), 9.0), own);
}

/// A separation of −1 (of 2e38) was within a reach of infinity and not within zero: `reach` was compared with a support
/// point that is rounding.
#[test]
fn reach_does_not_change_separations_far_below_an_eps() {
    let triangle = Triangle::new(
        vec3(0., -4.577874e18, -2.041694e38),
        vec3(-0.23430337, 1., 0.),
        vec3(-2.041694e38, 0., 1.),
    );
    let p = vec3(0., 1e-38, 1.);
    let point = Aabb { min: p, max: p };
    let far = contact(&triangle, &point, f32::INFINITY).unwrap();
    let near = contact(&triangle, &point, 0.0);
    assert_eq!(far.separation <= 0.0, near.is_some(), "{far:?}");
}

/// A triangle without length beyond the end of a needle in the plane counted as inside, at the line's distance of 0.45
/// instead of 1.47.
#[test]
fn a_shape_beyond_a_needle_in_the_plane_is_not_inside() {
    let p = dvec2(0.0, 1.8883077268805406);
    let needle = Triangle::new(
        dvec2(-4.18621905506737, -1.4860616490308762),
        dvec2(-0.9068904724663152, 0.7279687855330814),
        dvec2(-2.991330615882454, -0.6793357282737406),
    );
    let found = contact(&Triangle::new(p, p, p), &needle, FAR).unwrap();
    assert!((found.separation - (p - needle.b).length()).abs() < 1e-14);
}

/// Three corners of a hull on a line: in another order the point beside it is 1.37e-12 away, instead of 1.58e-12 (470
/// eps L off).
#[test]
fn a_hull_on_a_line_is_as_far_in_any_order() {
    let (p, q, r) = (DVec3::ZERO, dvec3(1.0, 1.0, -1.0), dvec3(-0.5, -0.5, 0.5));
    let beside = dvec3(0.0, 1.935332927872304e-12, 0.0);
    for corners in [
        [p, q, r],
        [p, r, q],
        [r, q, p],
        [q, r, p],
        [q, p, r],
        [r, p, q],
    ] {
        let found = contact(&beside, &Hull::new(corners, 0.0), FAR).unwrap();
        let error = (found.separation - beside.y * (2.0_f64 / 3.0).sqrt()).abs();
        assert!(error <= found.error_bound, "{corners:?}: {found:?}");
    }
}

/// A point 1.3e-12 (500 eps L) beside a flat hull in its plane: with z = 0 in space it touches.
#[test]
fn a_flat_hull_is_as_far_in_space_as_in_the_plane() {
    let a = Segment::new(
        dvec2(-2.182345169504071, 1.5769290925654085),
        dvec2(-1.1823451695040712, 0.5769290925654085),
    );
    let corners = [
        dvec2(0.0, 0.0),
        dvec2(0.0, 3.0),
        dvec2(-1.9518123235947875, -0.99999913736224),
        dvec2(1.0, 0.0),
    ];
    let space = Segment::new(a.a.extend(0.0), a.b.extend(0.0));
    let same = Hull::new(corners.map(|p| p.extend(0.0)), 0.0);
    let two = contact(&a, &Hull::new(corners, 0.0), FAR).unwrap();
    let three = contact(&space, &same, FAR).unwrap();
    let error = (two.separation - three.separation).abs();
    assert!(error <= two.error_bound, "{two:?}\n{three:?}");
}

/// Two points at one place that move and rotate together: the frame had no length but those of the motions, which it
/// learned only after its unit was chosen, so that they overflowed and the motion was stopped at once.
#[test]
fn points_that_move_as_one_are_free() {
    for length in [1.0, 2_f64.powi(20)] {
        let motion = RigidMotion {
            delta: dvec2(0.0, length),
            pivot: DVec2::ZERO,
            axis: DVec2::ZERO,
            angle: -7.063516915728562e-7,
        };
        let point = Shape::Point(DVec2::ZERO);
        let found = sweep_rigid(&point, &motion, &point, &motion);
        assert_eq!(found.hit, None, "{length}");
    }
}

/// A bar and a point a millimeter over it that rotate together were stopped when the steps ran out, with the initial
/// gap (600 eps L): along a fixed normal the bar's ends approach by their whole speed.
#[test]
fn shapes_that_rotate_together_are_free() {
    let bar = Shape::Segment(Segment::new(vec2(-4., 0.999), vec2(5., 0.999)));
    let point = Shape::Point(vec2(0., 1.));
    let motion = RigidMotion {
        angle: -2.7368567,
        ..RigidMotion::default()
    };
    let found = sweep_rigid(&bar, &motion, &point, &motion);
    assert_eq!(found.hit, None, "bound {}", found.error_bound);
}

/// The same a million from the pivot, 2.7 apart.
#[test]
fn shapes_that_rotate_together_around_a_far_pivot_are_free() {
    let triangle = Shape::Triangle(Triangle::new(
        dvec3(1.5, -2.0, 0.9797099369621448),
        dvec3(0.75, -3.0, 2.449274842405362),
        dvec3(1.5, -2.0, 0.9797099369621448),
    ));
    let motion = RigidMotion::rotation(dvec3(0.0, 1e6, 0.0), DVec3::Z, -4.71238898038469);
    let found = sweep_rigid(&triangle, &motion, &Shape::Point(DVec3::ZERO), &motion);
    assert_eq!(found.hit, None, "bound {}", found.error_bound);
}

/// Boxes 1.2e-14 apart (3e-9 eps L) were separate if compared as boxes, known at compile time, and touching if compared as
/// hulls, known at run time.
#[test]
fn two_boxes_overlap_as_boxes_and_as_hulls() {
    let a = Aabb {
        min: vec3(-33.363678, -13.935994, 0.),
        max: vec3(-1.2434498e-14, 13.935994, 0.),
    };
    let b = Aabb {
        min: Vec3::ZERO,
        max: Vec3::ZERO,
    };
    let own = overlap(&a, &b);
    assert_eq!(overlap(&Shape::Aabb(a), &Shape::Aabb(b)), own);
}

/// Two equal points at one place, far from the pivot around which one of them rotates: equal shapes have no order of
/// their own, their motions did not count, and in one order the motion was stopped, though it only leaves.
#[test]
fn equal_shapes_rotate_alike_in_either_order() {
    let point = Shape::Point(vec2(16384., -12288.));
    let motion = RigidMotion {
        angle: -3.734075e-7,
        ..RigidMotion::default()
    };
    let rest = RigidMotion::default();
    let there = sweep_rigid(&point, &motion, &point, &rest);
    let back = sweep_rigid(&point, &rest, &point, &motion);
    assert_eq!(there.hit.map(|hit| hit.t), back.hit.map(|hit| hit.t));
}

/// A point 0.58 over a half-space, falling while it spins, was stopped at once: the gap shrinks linearly, the chord
/// ends at the touch plus one rounding, and that step was not shortened but abandoned (`safe_step` breaks with `free`
/// still 0).
#[test]
fn a_spinning_fall_ends_where_it_touches() {
    let point = Shape::Point(Vec3::ZERO);
    let floor = Shape::Plane(Plane::new(vec3(1., 1., 1.), -1.0));
    let fall = RigidMotion {
        delta: vec3(-2.6111512, 1., 0.),
        pivot: Vec3::ZERO,
        axis: Vec3::Z,
        angle: 2.9425158e-7,
    };
    let found = sweep_rigid(&point, &fall, &floor, &RigidMotion::straight(Vec3::X));
    let t = found.hit.unwrap().t;
    // The fraction 1 / (2.611… − 1 + 1).
    assert!((t - 1.0 / 2.6111512).abs() < 1e-4, "{found:?}");
}

/// A box and itself: two penetration axes have the same depth, and yet the contact was unique.
#[test]
fn two_equal_boxes_separate_either_way() {
    let a = Aabb {
        min: vec3(1.9689822, -1., -2.0000007),
        max: vec3(2., -0.5, -2.),
    };
    let found = contact(&a, &a, 9.0).unwrap();
    assert!(!found.unique, "{found:?}");
}

/// A point that drifts towards a wall while it passes it was stopped 0.7 % of its way behind the wall's end, 8 mm from it: the
/// gap of a touch was closed along the normal, and that step was as long as the wall.
#[test]
fn a_graze_is_not_stopped_behind_the_wall() {
    let wall = Aabb {
        min: vec2(1., 0.),
        max: vec2(1., 1.),
    };
    let point = vec2(0.999_996_25, -5.);
    let delta = vec2(7.497_393_7e-6, 12.);
    if let Some(hit) = sweep(&point, delta, &wall).hit {
        let there = point.as_dvec2() + delta.as_dvec2() * f64::from(hit.t);
        let beside = there.clamp(wall.min.as_dvec2(), wall.max.as_dvec2());
        // 32 eps L.
        assert!(there.distance(beside) < 32.0 * 1.2e-7 * 12.0, "{hit:?}");
    }
}
