//! Points, segments, triangles and boxes with a radius against boxes in any orientation: the closed forms of single
//! precision against GJK, EPA and steps in double precision, with the same corners.

use carom::glam::{DQuat, DVec3, Vec2, Vec3};
use carom::{
    Ball, Capsule, Contact, Convex, Hull, RoundShape, Sweep, Triangle, Vector, contact, overlap,
    sweep,
};

/// The corners of a box, bit k of the number at the far end of axis k.
fn corners<V: Vector>(center: DVec3, axes: [DVec3; 3]) -> Vec<V> {
    let corner = |number: usize| {
        let far = |k: usize| if number >> k & 1 == 1 { 1.0 } else { -1.0 };
        let p = (0..V::DIM).fold(center, |p, k| p + axes[k] * far(k));
        V::from_f64(p.to_array())
    };
    (0..1 << V::DIM).map(corner).collect()
}

fn double<V: Vector>(p: V) -> V::Double {
    p.to_double()
}

/// Checks a contact by definition and against double precision; returns whether the cores cross.
fn check<V: Vector<Scalar = f32>, S: Convex<Vector = V>>(
    shape_of: impl Fn(&[V], f32) -> S,
    (points, radius): (&[V], f32),
    corners: &[V],
    delta: V,
) -> bool {
    let exact = |points: &[V]| points.iter().map(|p| double(*p)).collect::<Vec<_>>();
    let shape = shape_of(points, radius);
    let block = Hull {
        points: corners.to_vec(),
        radius: 0.0,
    };
    let shape_in_double = Hull {
        points: exact(points),
        radius: f64::from(radius),
    };
    let block_in_double = Hull {
        points: exact(corners),
        radius: 0.0,
    };
    let found = contact(&shape, &block, f32::INFINITY).unwrap();
    let known = contact(&shape_in_double, &block_in_double, f64::INFINITY).unwrap();
    let bound = f64::from(found.error_bound);
    let off = f64::from(found.separation) - known.separation;
    assert!(
        off.abs() <= bound,
        "{off:e} {points:?} {radius} {corners:?}"
    );
    // The witness points are as far apart as the separation, on the boundaries.
    let way = double(found.point_a) - double(found.point_b);
    let along = double(found.normal) * f64::from(found.separation);
    let (way, along) = (way.to_f64(), along.to_f64());
    let slip = (DVec3::from_array(way) - DVec3::from_array(along)).length();
    assert!(slip <= bound, "{slip:e} {points:?} {corners:?} {found:?}");
    let at = |p: V| Hull {
        points: vec![double(p)],
        radius: 0.0,
    };
    let beside = contact(&at(found.point_b), &block_in_double, f64::INFINITY).unwrap();
    assert!(beside.separation.abs() <= bound, "{beside:?} {found:?}");
    let beside = contact(&at(found.point_a), &shape_in_double, f64::INFINITY).unwrap();
    assert!(beside.separation <= bound, "{beside:?} {found:?}");
    check_normal(&found, &known, points, corners);
    if known.separation.abs() > bound {
        assert_eq!(overlap(&shape, &block), known.separation < 0.0);
        let near = contact(&shape, &block, 0.5);
        assert_eq!(near.is_some(), found.separation <= 0.5);
        assert!(near.is_none_or(|near| near == found));
    }
    if known.separation > 1e-3 {
        let moved = |t: f32| {
            let points: Vec<V> = points.iter().map(|p| *p + delta * t).collect();
            let moved = shape_of(&points, radius);
            contact(&moved, &block, f32::INFINITY).unwrap().separation
        };
        let swept = sweep(&shape, delta, &block);
        check_sweep(&swept, moved);
        check_time(
            &swept,
            &sweep(&shape_in_double, double(delta), &block_in_double),
            delta,
        );
    }
    known.separation < -f64::from(radius)
}

/// Where no other normal is as good, both have the same.
fn check_normal<V: Vector<Scalar = f32>>(
    found: &Contact<V>,
    known: &Contact<V::Double>,
    points: &[V],
    corners: &[V],
) {
    let (n, m) = (double(found.normal).to_f64(), known.normal.to_f64());
    let angle = (DVec3::from_array(n) - DVec3::from_array(m)).length();
    let is_clear = found.unique && known.unique && known.separation.abs() > 1e-3;
    assert!(
        !is_clear || angle < 1e-4,
        "{angle} {points:?} {corners:?} {found:?} {known:?}"
    );
}

/// A hit is where the shapes touch, and nothing is passed before.
fn check_sweep<V: Vector<Scalar = f32>>(swept: &Sweep<V>, moved: impl Fn(f32) -> f32) {
    let last = swept.hit.map_or(1.0, |hit| hit.t);
    for step in 0..16 {
        let t = last * (step as f32 / 16.0);
        assert!(moved(t) > -1e-5, "{t} of {swept:?}");
    }
    let left = moved(last);
    assert!(
        left > -1e-5 && (swept.hit.is_none() || left < 1e-4),
        "{swept:?} {left}"
    );
}

/// A hit that is no graze is where double precision has it.
fn check_time<V: Vector<Scalar = f32>>(found: &Sweep<V>, known: &Sweep<V::Double>, delta: V) {
    let way = double(delta);
    let length = DVec3::from_array(way.to_f64()).length();
    let Some(known) = known.hit else {
        return;
    };
    let closing = -known.normal.dot(way);
    if closing > 0.1 * length && known.t < 0.99 {
        let t = found.hit.map_or(f64::INFINITY, |hit| f64::from(hit.t));
        let late = (t - known.t) * length;
        assert!(late.abs() < 1e-5, "{late:e} {found:?} {known:?}");
    }
}

/// How the boxes of a campaign lie.
#[derive(Clone, Copy, PartialEq)]
enum Lie {
    Rotated,
    /// Ties and touches are common.
    OnGrid,
    /// Rotated, and the edges are at no right angles.
    Skew,
}

impl Lie {
    const ALL: [Self; 3] = [Self::Rotated, Self::OnGrid, Self::Skew];
}

/// Random places, turns and sizes. `count` points, or a box if that is the number of its corners.
fn campaign<V: Vector<Scalar = f32>, S: Convex<Vector = V>>(
    count: usize,
    lie: Lie,
    shape_of: impl Fn(&[V], f32) -> S,
) {
    let mut random = fastrand::Rng::with_seed(17);
    let mut vector = |size: f64| {
        let p = DVec3::from_array([0; 3].map(|_| (random.f64() * 2.0 - 1.0) * size));
        let p = if lie == Lie::OnGrid {
            (p * 4.0).round() / 4.0
        } else {
            p
        };
        if V::DIM == 2 { p.with_z(0.0) } else { p }
    };
    let mut crossing = 0;
    for case in 0..2000 {
        let mut axes = || {
            let turn = match (lie, V::DIM) {
                (Lie::OnGrid, _) => DQuat::IDENTITY,
                (_, 2) => DQuat::from_rotation_z(vector(3.0).x),
                _ => DQuat::from_scaled_axis(vector(3.0)),
            };
            let half = vector(1.0).abs() + DVec3::splat(0.25);
            let mut axes = [DVec3::X * half.x, DVec3::Y * half.y, DVec3::Z * half.z];
            if lie == Lie::Skew {
                axes[0] += DVec3::Y * vector(0.5).x;
                axes[2] += vector(0.5).with_z(0.0);
            }
            axes.map(|axis| turn * axis)
        };
        let (solid, other) = (axes(), axes());
        let center = vector(1.0);
        let solid = corners::<V>(center, solid);
        let from = center + vector(if case % 2 == 0 { 1.0 } else { 3.0 });
        let points: Vec<V> = if count == 1 << V::DIM {
            corners(from, other)
        } else {
            (0..count)
                .map(|k| if k == 0 { from } else { from + vector(1.5) })
                .map(|p| V::from_f64(p.to_array()))
                .collect()
        };
        let radius = [0.0, 0.25][case / 2 % 2];
        let delta = V::from_f64(vector(3.0).to_array());
        crossing += usize::from(check(&shape_of, (&points, radius), &solid, delta));
    }
    assert!((200..1500).contains(&crossing), "{crossing}");
}

#[test]
fn points_and_boxes() {
    fn run<V: Vector<Scalar = f32>>(lie: Lie) {
        campaign::<V, _>(1, lie, |p, radius| Ball::new(p[0], radius));
    }
    for lie in Lie::ALL {
        run::<Vec2>(lie);
        run::<Vec3>(lie);
    }
}

#[test]
fn segments_and_boxes() {
    fn run<V: Vector<Scalar = f32>>(lie: Lie) {
        campaign::<V, _>(2, lie, |p, radius| Capsule::new(p[0], p[1], radius));
    }
    for lie in Lie::ALL {
        run::<Vec2>(lie);
        run::<Vec3>(lie);
    }
}

#[test]
fn triangles_and_boxes() {
    fn run<V: Vector<Scalar = f32>>(lie: Lie) {
        campaign::<V, _>(3, lie, |p, radius| {
            let triangle = Triangle::new(p[0], p[1], p[2]);
            RoundShape::new(triangle, radius)
        });
    }
    for lie in Lie::ALL {
        run::<Vec2>(lie);
        run::<Vec3>(lie);
    }
}

#[test]
fn boxes_and_boxes() {
    fn run<V: Vector<Scalar = f32>>(lie: Lie) {
        campaign::<V, _>(1 << V::DIM, lie, |corners, radius| Hull {
            points: corners.to_vec(),
            radius,
        });
    }
    for lie in Lie::ALL {
        run::<Vec2>(lie);
        run::<Vec3>(lie);
    }
}
