//! Faults that the properties and the oracles have found and that are not yet mended: a test for each,
//! with the least input that shows it. Each is to move to `pairs.rs` or
//! `hulls.rs` with its story when it is.

use carom::glam::{DVec3, dvec2, dvec3};
use carom::{Ball, Capsule, Segment, Triangle, contact, overlap, sweep};

const FAR: f64 = f64::INFINITY;

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
