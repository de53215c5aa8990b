//! Rigid sweeps against their contract: free up to `t`, touching at `t`, for any pair and any rotation.

use carom::glam::{DQuat, DVec2, DVec3, Vec3, dvec2, dvec3, vec3};
use carom::{
    Aabb, Ball, Capsule, Cylinder, Hull, Plane, RigidMotion, Scalar, Segment, Shape, Start,
    Triangle, Vector, contact, sweep, sweep_rigid,
};
use fastrand::Rng;

/// The position of a point after the fraction `t` of a motion.
fn moved(p: DVec3, motion: &RigidMotion<DVec3>, t: f64) -> DVec3 {
    let axis = motion.axis.normalize_or_zero();
    let rotation = if axis == DVec3::ZERO {
        DQuat::IDENTITY
    } else {
        DQuat::from_axis_angle(axis, motion.angle * t)
    };
    motion.pivot + rotation * (p - motion.pivot) + motion.delta * t
}

/// The moved shape, as a hull; a half-space rotates its normal.
fn placed(shape: &Shape<DVec3>, motion: &RigidMotion<DVec3>, t: f64) -> Shape<DVec3> {
    let hull = |points: &[DVec3], radius| {
        let points: Vec<DVec3> = points.iter().map(|p| moved(*p, motion, t)).collect();
        Shape::Hull(Hull::new(points, radius))
    };
    match shape {
        Shape::Point(p) => hull(&[*p], 0.0),
        Shape::Segment(s) => hull(&[s.a, s.b], 0.0),
        Shape::Ball(s) => hull(&[s.center], s.radius),
        Shape::Capsule(s) => hull(&[s.a, s.b], s.radius),
        Shape::Triangle(s) => hull(&[s.a, s.b, s.c], 0.0),
        Shape::Hull(s) => hull(&s.points, s.radius),
        Shape::Aabb(s) => hull(&Hull::from(*s).points, 0.0),
        Shape::Plane(s) => {
            let on = s.normal * (s.offset / s.normal.length_squared());
            let (from, to) = (moved(on, motion, t), moved(on + s.normal, motion, t));
            Shape::Plane(Plane::through(from, to - from))
        }
        _ => unreachable!(),
    }
}

fn separation(a: &Shape<DVec3>, b: &Shape<DVec3>) -> f64 {
    contact(a, b, f64::INFINITY).map_or(f64::INFINITY, |c| c.separation)
}

fn any_shape(random: &mut Rng, plane: bool) -> Shape<DVec3> {
    let mut p =
        |size: f64| dvec3(random.f64() - 0.5, random.f64() - 0.5, random.f64() - 0.5) * size;
    let (at, u, v) = (p(4.0), p(2.0), p(2.0));
    let points: Vec<DVec3> = (0..9).map(|_| at + p(2.0)).collect();
    match random.u32(0..if plane { 8 } else { 7 }) {
        0 => Shape::Point(at),
        1 => Shape::Segment(Segment::new(at, at + u)),
        2 => Shape::Ball(Ball::new(at, 0.4)),
        3 => Shape::Capsule(Capsule::new(at, at + u, 0.3)),
        4 => Shape::Triangle(Triangle::new(at, at + u, at + v)),
        5 => Shape::Hull(Hull::new(points, 0.1)),
        6 => Shape::Aabb(Aabb::of_points([at, at + u])),
        _ => Shape::Plane(Plane::new(u, -1.5 - at.length())),
    }
}

fn any_motion(random: &mut Rng) -> RigidMotion<DVec3> {
    let mut p =
        |size: f64| dvec3(random.f64() - 0.5, random.f64() - 0.5, random.f64() - 0.5) * size;
    let (delta, pivot, axis) = (p(8.0), p(4.0), p(1.0));
    let angle = (random.f64() - 0.5) * [0.0, 1.0, 7.0, 30.0][random.usize(0..4)];
    RigidMotion {
        delta,
        pivot,
        axis,
        angle,
    }
}

/// Free before `t` (sampled), touching at `t`, and no touch missed without a hit.
#[test]
fn a_rotating_motion_is_free_before_it_touches() {
    let random = &mut Rng::with_seed(11);
    let mut hits = 0;
    for case in 0..3_000 {
        let (a, b) = (any_shape(random, false), any_shape(random, true));
        let (motion_a, motion_b) = (any_motion(random), any_motion(random));
        let found = sweep_rigid(&a, &motion_a, &b, &motion_b);
        let gap = |t: f64| separation(&placed(&a, &motion_a, t), &placed(&b, &motion_b, t));
        let start = gap(0.0);
        let context = format!("case {case}: {a:?} {motion_a:?} {b:?} {motion_b:?} {found:?}");
        let slack = 1e-12;
        if found.start != Start::Separate {
            assert!(start <= slack, "{start} {context}");
            continue;
        }
        let end = found.hit.map_or(1.0, |hit| hit.t);
        for i in 0..=60 {
            let t = end * f64::from(i) / 60.0;
            let gap = gap(t);
            assert!(gap >= -slack, "gap {gap} at {t}: {context}");
        }
        if let Some(hit) = found.hit {
            hits += 1;
            let gap = gap(hit.t);
            assert!(
                gap.abs() <= found.error_bound + slack,
                "gap {gap}: {context}"
            );
            let normal = contact(
                &placed(&a, &motion_a, hit.t),
                &placed(&b, &motion_b, hit.t),
                1.0,
            );
            assert!(normal.is_some(), "{context}");
            // With the two shapes exchanged.
            let back = sweep_rigid(&b, &motion_b, &a, &motion_a);
            let other = back.hit.expect("a hit from either side");
            assert_eq!((hit.t, hit.normal), (other.t, -other.normal), "{context}");
        }
    }
    assert!(hits > 200, "only {hits} hits");
}

/// In single precision the same, to its own bound.
#[test]
fn single_precision_rotates_alike() {
    let random = &mut Rng::with_seed(12);
    let mut hits = 0;
    for _ in 0..2_000 {
        let (a, b) = (any_shape(random, false), any_shape(random, false));
        let (motion_a, motion_b) = (any_motion(random), any_motion(random));
        let single = |shape: &Shape<DVec3>| {
            let to = |p: DVec3| p.as_vec3();
            match shape {
                Shape::Point(p) => Shape::Point(to(*p)),
                Shape::Segment(s) => Shape::Segment(Segment::new(to(s.a), to(s.b))),
                Shape::Ball(s) => Shape::Ball(Ball::new(to(s.center), s.radius as f32)),
                Shape::Capsule(s) => {
                    Shape::Capsule(Capsule::new(to(s.a), to(s.b), s.radius as f32))
                }
                Shape::Triangle(s) => Shape::Triangle(Triangle::new(to(s.a), to(s.b), to(s.c))),
                Shape::Hull(s) => {
                    let points: Vec<Vec3> = s.points.iter().map(|p| to(*p)).collect();
                    Shape::Hull(Hull::new(points, s.radius as f32))
                }
                Shape::Aabb(s) => Shape::Aabb(Aabb {
                    min: to(s.min),
                    max: to(s.max),
                }),
                _ => unreachable!(),
            }
        };
        let single_motion = |m: &RigidMotion<DVec3>| RigidMotion {
            delta: m.delta.as_vec3(),
            pivot: m.pivot.as_vec3(),
            axis: m.axis.as_vec3(),
            angle: m.angle as f32,
        };
        let (a32, b32) = (single(&a), single(&b));
        let (ma, mb) = (single_motion(&motion_a), single_motion(&motion_b));
        let found = sweep_rigid(&a32, &ma, &b32, &mb);
        let double_motion = |m: &RigidMotion<Vec3>| RigidMotion {
            delta: m.delta.as_dvec3(),
            pivot: m.pivot.as_dvec3(),
            axis: m.axis.as_dvec3(),
            angle: m.angle.to_f64(),
        };
        let (da, db) = (double_motion(&ma), double_motion(&mb));
        if let (Start::Separate, Some(hit)) = (found.start, found.hit) {
            hits += 1;
            let double = |shape: &Shape<Vec3>| match shape {
                Shape::Point(p) => Shape::Point(p.as_dvec3()),
                Shape::Segment(s) => Shape::Segment(Segment::new(s.a.as_dvec3(), s.b.as_dvec3())),
                Shape::Ball(s) => Shape::Ball(Ball::new(s.center.as_dvec3(), s.radius.to_f64())),
                Shape::Capsule(s) => Shape::Capsule(Capsule::new(
                    s.a.as_dvec3(),
                    s.b.as_dvec3(),
                    s.radius.to_f64(),
                )),
                Shape::Triangle(s) => Shape::Triangle(Triangle::new(
                    s.a.as_dvec3(),
                    s.b.as_dvec3(),
                    s.c.as_dvec3(),
                )),
                Shape::Hull(s) => {
                    let points: Vec<DVec3> = s.points.iter().map(|p| p.as_dvec3()).collect();
                    Shape::Hull(Hull::new(points, s.radius.to_f64()))
                }
                Shape::Aabb(s) => Shape::Aabb(Aabb {
                    min: s.min.as_dvec3(),
                    max: s.max.as_dvec3(),
                }),
                _ => unreachable!(),
            };
            let t = hit.t.to_f64();
            let gap = separation(
                &placed(&double(&a32), &da, t),
                &placed(&double(&b32), &db, t),
            );
            let bound = found.error_bound.to_f64();
            assert!(
                gap >= -1e-13 && gap <= bound,
                "gap {gap} bound {bound}: {a:?} {motion_a:?} {b:?} {motion_b:?} {found:?}"
            );
        }
    }
    assert!(hits > 100, "only {hits} hits");
}

/// A box on a floor that rotates about the vertical slides, one that rotates about an edge is stopped, one that rotates
/// away from it leaves; one that leaves and comes round again is stopped then.
#[test]
fn touching_shapes_slide_rotate_and_leave() {
    let floor = Shape::Plane(Plane::new(DVec3::Y, 0.0));
    let crate_on_it = Shape::Aabb(Aabb {
        min: dvec3(-1.0, 0.0, -1.0),
        max: dvec3(1.0, 2.0, 1.0),
    });
    let rest = RigidMotion::default();
    let about = RigidMotion::rotation;
    let swept = |motion: &RigidMotion<DVec3>| sweep_rigid(&crate_on_it, motion, &floor, &rest);
    let spun = swept(&about(DVec3::ZERO, DVec3::Y, 3.0));
    assert!(
        matches!(spun.start, Start::Touching(_)) && spun.hit.is_none(),
        "{spun:?}"
    );
    let tipped = swept(&about(dvec3(0.0, 0.0, 0.0), DVec3::Z, 0.5));
    assert!(tipped.hit.is_some_and(|hit| hit.t < 1e-12), "{tipped:?}");
    // About its own lower edge it tips over without going deeper, and lands a quarter turn later.
    let over = swept(&about(dvec3(1.0, 0.0, 0.0), DVec3::Z, -1.5));
    assert!(over.hit.is_none(), "{over:?}");
    let down = swept(&about(dvec3(1.0, 0.0, 0.0), DVec3::Z, -3.0));
    let quarter = std::f64::consts::FRAC_PI_2 / 3.0;
    assert!(
        down.hit.is_some_and(|hit| (hit.t - quarter).abs() < 1e-9),
        "{down:?}"
    );
    // Up in an arc and down again.
    let rest_ball = Shape::Ball(Ball::new(dvec3(0.0, 0.5, 0.0), 0.5));
    let arc = about(dvec3(3.0, 0.5, 0.0), -DVec3::Z, 4.0);
    let found = sweep_rigid(&rest_ball, &arc, &floor, &rest);
    let half = std::f64::consts::PI / 4.0;
    assert!(matches!(found.start, Start::Touching(_)));
    assert!(
        found.hit.is_some_and(|hit| (hit.t - half).abs() < 1e-9),
        "{found:?}"
    );
}

/// Without an angle it is the straight sweep, wherever the pivot is; a ball about its center too.
#[test]
fn a_rotation_by_zero_is_a_straight_sweep() {
    let ball = Shape::Ball(Ball::new(vec3(0.0, 5.0, 0.0), 1.0));
    let floor = Shape::Aabb(Aabb {
        min: vec3(-9.0, -1.0, -9.0),
        max: vec3(9.0, 0.0, 9.0),
    });
    let fall = vec3(0.0, -8.0, 0.0);
    let plain = sweep(&ball, fall, &floor);
    let motion = RigidMotion {
        delta: fall,
        pivot: vec3(3.0, 4.0, 5.0),
        axis: Vec3::X,
        angle: 0.0,
    };
    assert_eq!(
        sweep_rigid(&ball, &motion, &floor, &RigidMotion::default()),
        plain
    );
    let spinning = RigidMotion {
        delta: fall,
        pivot: vec3(0.0, 5.0, 0.0),
        axis: vec3(1.0, 2.0, 3.0),
        angle: 20.0,
    };
    let hit = sweep_rigid(&ball, &spinning, &floor, &RigidMotion::default())
        .hit
        .unwrap();
    assert!((hit.t - 0.5).abs() < 1e-6 && hit.t <= 0.5, "{hit:?}");
}

/// A see-saw comes down on a ball in the plane; in space with z = 0 it does the same.
#[test]
fn the_plane_rotates_like_space() {
    let bar = |v: [DVec2; 2]| Shape::Capsule(Capsule::new(v[0], v[1], 0.2));
    let ball = Shape::Ball(Ball::new(dvec2(2.0, -1.0), 0.3));
    let turn = RigidMotion {
        angle: -1.2,
        ..RigidMotion::default()
    };
    let flat = sweep_rigid(
        &bar([dvec2(-3.0, 0.0), dvec2(3.0, 0.0)]),
        &turn,
        &ball,
        &RigidMotion::default(),
    );
    let space = sweep_rigid(
        &Shape::Capsule(Capsule::new(
            dvec3(-3.0, 0.0, 0.0),
            dvec3(3.0, 0.0, 0.0),
            0.2,
        )),
        &RigidMotion::rotation(DVec3::ZERO, DVec3::Z, -1.2),
        &Shape::Ball(Ball::new(dvec3(2.0, -1.0, 0.0), 0.3)),
        &RigidMotion::default(),
    );
    let (flat, space) = (flat.hit.unwrap(), space.hit.unwrap());
    assert!((flat.t - space.t).abs() < 1e-14);
    assert!((flat.normal - space.normal.truncate()).length() < 1e-12);
    assert!(Vector::length(flat.normal) > 0.999);
}

/// A gap that could be a touch at the end of a motion with arcs, but is none at its start: a motion that
/// separates from there is free.
#[test]
fn an_almost_touching_shape_may_leave() {
    let still = Shape::Ball(Ball::new(dvec2(-4.0, 0.0), 1.0));
    let mut separate = 0;
    for step in 0..400 {
        let gap = f64::from(step) * 2.0 * f64::EPSILON;
        let ball = Shape::Ball(Ball::new(dvec2(-4.0, 2.0 + gap), 1.0));
        // Eight away from its pivot, three times round: up first, or down.
        for angle in [-20.0, 20.0] {
            let turn = RigidMotion {
                pivot: dvec2(4.0, 2.0),
                angle,
                ..RigidMotion::default()
            };
            let swept = sweep_rigid(&ball, &turn, &still, &RigidMotion::default());
            separate += usize::from(swept.start == Start::Separate);
            let hit = swept.hit.map(|hit| hit.t);
            if angle < 0.0 {
                assert!(hit.is_some_and(|t| t > 0.25), "{gap:e} {hit:?}");
            } else {
                assert!(hit.is_some_and(|t| t < 1e-12), "{gap:e} {hit:?}");
            }
        }
    }
    assert!((100..800).contains(&separate), "{separate}");
}

/// Rigid sweeps of surfaces: one-sided parts, joints and one-way bodies count as in a straight sweep.
mod of_surfaces {
    use carom::glam::{Vec2, Vec3, vec2, vec3};
    use carom::{Aabb, Ball, Body, Capsule, Chain, Mesh, OneWay, RigidMotion, World};

    #[test]
    fn a_one_way_body_lets_pass_part_by_part() {
        let corners = [
            vec3(1., 0., -9.),
            vec3(1., 0., 9.),
            vec3(1., 9., 0.),
            vec3(-9., -3., -9.),
            vec3(-9., -3., 9.),
            vec3(20., -3., 0.),
        ];
        let mesh = Mesh::new(corners, [[0, 1, 2], [3, 4, 5]]).unwrap();
        let one_way = OneWay {
            direction: Vec3::Y,
            margin: 0.1,
        };
        let mut world = World::new();
        let body = Body {
            one_way: Some(one_way),
            ..Body::new(mesh)
        };
        world.insert(body).unwrap();
        let ball = Ball::new(vec3(-0.5, 2., 0.), 0.25);
        let delta = vec3(4., -6., 0.);
        let hit = world.query().sweep(&ball, delta).unwrap();
        assert!((hit.t - 0.7917).abs() < 1e-3 && hit.part.index == 1);
        let rest = RigidMotion::default();
        let straight = RigidMotion::straight(delta);
        let found = world.query().sweep_rigid(&ball, &straight, &rest);
        assert_eq!(found.hit, Some(hit));
        let turning = RigidMotion {
            delta,
            ..RigidMotion::rotation(ball.center, Vec3::Y, 1.)
        };
        let found = world.query().sweep_rigid(&ball, &turning, &rest).hit;
        let found = found.expect("the floor, through the wall");
        assert!((found.t - hit.t).abs() < 1e-3 && found.part == hit.part);
    }

    #[test]
    fn the_back_of_a_chain_is_passed() {
        let square = vec![vec2(-2., -2.), vec2(2., -2.), vec2(2., 2.), vec2(-2., 2.)];
        let room = Chain::closed(square).unwrap().one_sided();
        let ball = Ball::new(vec2(0., 0.5), 0.25);
        let rest = RigidMotion::default();
        for angle in [0., 0.5] {
            let motion = RigidMotion {
                delta: vec2(4., 0.),
                ..RigidMotion::rotation(ball.center, Vec2::ZERO, angle)
            };
            let found = room.query().sweep_rigid(&ball, &motion, &rest);
            assert_eq!(found.hit, None, "from inside, {angle}");
            let outside = Ball::new(vec2(-6., 0.5), 0.25);
            let motion = RigidMotion {
                pivot: outside.center,
                ..motion
            };
            let found = room.query().sweep_rigid(&outside, &motion, &rest).hit;
            let hit = found.expect("the front");
            assert!(
                (hit.t - 3.75 / 4.).abs() < 1e-3 && hit.part.index == 3,
                "{angle}"
            );
        }
    }

    #[test]
    fn a_straight_motion_slides_over_joints() {
        let floor = Chain::open(vec![vec2(-4., 0.), vec2(0., 0.), vec2(4., 0.)]).unwrap();
        let crate_ = Aabb {
            min: vec2(-3., -1e-6),
            max: vec2(-2., 1.),
        };
        let delta = vec2(4., 0.);
        assert_eq!(floor.query().sweep(&crate_, delta), None);
        let straight = RigidMotion::straight(delta);
        let rest = RigidMotion::default();
        assert_eq!(
            floor.query().sweep_rigid(&crate_, &straight, &rest).hit,
            None
        );
    }

    #[test]
    fn a_hit_starts_as_its_sweep_does() {
        let wall = [
            vec3(1., -1., -1.),
            vec3(1., 1., -1.),
            vec3(1., 1., 1.),
            vec3(1., -1., 1.),
        ];
        let wall = Mesh::new(wall, [[0, 1, 2], [0, 2, 3]]).unwrap().one_sided();
        let capsule = Capsule::new(vec3(2., 0.1, 0.2), vec3(0.25, 0.1, 0.2), 0.25);
        for angle in [0., 0.5] {
            let motion = RigidMotion {
                delta: Vec3::Y,
                ..RigidMotion::rotation(capsule.a, Vec3::Y, angle)
            };
            let found = wall
                .query()
                .sweep_rigid(&capsule, &motion, &RigidMotion::default());
            let hit = found.hit.expect("it overlaps the wall");
            assert_eq!(hit.start, found.start, "{angle}");
            assert_eq!(hit.normal, Vec3::X);
        }
    }
}

/// Shapes a hair apart that turn together have no hit while the upper one opens like a book, in either order: a plane that turns
/// with the lower one is between them all the way.
#[test]
fn shapes_that_turn_together_a_hair_apart_are_free() {
    let random = &mut Rng::with_seed(31);
    for case in 0..360 {
        let gap = [1e-8, 1e-7, 1e-6][case % 3];
        let (radius, height) = (0.5 + random.f64(), 0.5 + gap);
        let above = DVec3::Y * (height + 1.0);
        let upper = match case / 3 % 3 {
            0 => Shape::Hull(Hull::cuboid(above, dvec3(radius, 1.0, 1.0))),
            1 => Shape::Cylinder(Cylinder::new(above - DVec3::Y, above + DVec3::Y, radius)),
            _ => Shape::Triangle(Triangle::new(
                dvec3(-radius, height, -1.0),
                dvec3(-radius, height, 1.0),
                dvec3(radius, height, 0.0),
            )),
        };
        let lower = if case / 9 % 2 == 0 {
            Shape::Hull(Hull::cuboid(DVec3::ZERO, dvec3(2.0, 0.5, 2.0)))
        } else {
            Shape::Plane(Plane::new(DVec3::Y, 0.5))
        };
        // The hinge is the edge of the upper one with the least x; half of the cases keep the upper one parallel.
        let hinge = dvec3(-radius, height, 0.0);
        let angle = 2.0 * (random.f64() - 0.5);
        // The bound of a rim that opens is of second order: its steps are of the size of the root of the gap.
        let is_curved_and_close = matches!(upper, Shape::Cylinder(_)) && gap < 1e-6;
        let stays = case / 18 % 2 == 0 || is_curved_and_close;
        let opens = if stays { 0.0 } else { random.f64() };
        let turn = RigidMotion::rotation(hinge, DVec3::Z, angle);
        let opening = RigidMotion::rotation(hinge, DVec3::Z, angle + opens);
        let found = sweep_rigid(&upper, &opening, &lower, &turn);
        let context = format!("case {case}: {upper:?} {gap} {angle} {opens}");
        assert_eq!(found.hit, None, "{context}");
        let back = sweep_rigid(&lower, &turn, &upper, &opening);
        assert_eq!(back.hit, None, "exchanged, {context}");
    }
}
