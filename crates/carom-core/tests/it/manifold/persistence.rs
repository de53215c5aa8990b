//! Ids that stay while the same features meet.

use super::found;
use carom::glam::{DQuat, DVec3, EulerRot, Quat, Vec3, dvec3, vec3};
use carom::{Aabb, Capsule, Convex, Cylinder, Hull, Manifold, PointId, Vector};
use fastrand::Rng;
use std::collections::BTreeSet;

fn ids<V: Vector>(found: &Manifold<V>) -> BTreeSet<PointId> {
    let ids: BTreeSet<_> = found.points().iter().map(|point| point.id).collect();
    assert_eq!(ids.len(), found.points().len(), "{found:?}");
    ids
}

/// How often the ids differ from those of the tick before.
fn changes<V: Vector, A: Convex<Vector = V>, B: Convex<Vector = V>>(
    ticks: u16,
    at: impl Fn(f64) -> (A, B),
    reach: V::Scalar,
) -> usize {
    let mut before = None;
    let mut changes = 0;
    for tick in 0..ticks {
        let (a, b) = at(tick.into());
        let now = ids(&found(&a, &b, reach));
        changes += usize::from(before.is_some_and(|before| before != now));
        before = Some(now);
    }
    changes
}

/// A box, turned, slides over a larger one by 3 mm in each of 100 ticks.
#[test]
fn the_ids_of_a_sliding_box_stay() {
    let slab = Hull::cuboid(vec3(0.0, -1.0, 0.0), vec3(9.0, 1.0, 9.0));
    for degrees in [0_f32, 7.0, 30.0, 45.0] {
        let turn = Quat::from_rotation_y(degrees.to_radians());
        let slides = |tick: f64| {
            let at = vec3(0.003 * tick as f32, 0.999, -0.001 * tick as f32);
            (
                Hull::cuboid(Vec3::ZERO, Vec3::ONE).map(|p| turn * p + at),
                slab.clone(),
            )
        };
        assert_eq!(changes(100, slides, 0.01), 0, "{degrees}");
    }
}

/// A box that rocks on the floor by ±0.002, over the tilt at which its lower face is level.
#[test]
fn the_ids_of_a_rocking_box_stay() {
    let slab = Hull::cuboid(vec3(0.0, -1.0, 0.0), vec3(9.0, 1.0, 9.0));
    let rocks = |tick: f64| {
        let tilt = 0.002 * (tick * 0.7).sin() as f32;
        let turn = Quat::from_euler(EulerRot::XYZ, tilt, 0.4, 0.5 * tilt);
        let at = vec3(0.0, 0.997, 0.0);
        (
            Hull::cuboid(Vec3::ZERO, Vec3::ONE).map(|p| turn * p + at),
            slab.clone(),
        )
    };
    assert_eq!(changes(100, rocks, 0.02), 0);
}

/// Boxes of one size stacked on each other, with their sides in line but for a jitter of a few micrometers.
#[test]
fn the_ids_of_a_stack_stay() {
    let stack = |tick: f64| {
        let jitter = dvec3((tick * 1.3).sin(), 0.0, (tick * 0.9).cos()) * 4e-6;
        let upper = Hull::cuboid(dvec3(0.0, 1.999, 0.0) + jitter, DVec3::ONE);
        (
            upper,
            Aabb {
                min: -DVec3::ONE,
                max: DVec3::ONE,
            },
        )
    };
    assert_eq!(changes(100, stack, 0.01), 0);
}

/// A capsule slides along a box and over its edge: the ids change once, when one end leaves the box.
#[test]
fn ids_change_when_features_do() {
    let slab = Aabb {
        min: dvec3(-2.0, -1.0, -2.0),
        max: dvec3(2.0, 0.0, 2.0),
    };
    let slides = |tick: f64| {
        let x = 0.0101 * tick;
        let capsule = Capsule::new(dvec3(x, 0.49, 0.1), dvec3(x + 1.5, 0.49, 0.2), 0.5);
        (capsule, slab)
    };
    assert_eq!(changes(100, slides, 0.01), 1);
}

/// A box that turns on a box of the same size: eight crossings, of which the chosen four change rarely.
#[test]
fn the_reduction_chooses_the_same_points() {
    let turns = |tick: f64| {
        let angle = 0.5 + 0.000_1 * tick;
        let turn = Quat::from_rotation_y(angle as f32);
        let upper = Hull::cuboid(Vec3::ZERO, Vec3::ONE).map(|p| turn * p + vec3(0.0, 1.999, 0.0));
        (upper, Hull::cuboid(Vec3::ZERO, Vec3::ONE))
    };
    assert_eq!(changes(100, turns, 0.01), 0);
}

/// The least and the mean number of ids that stay from tick to tick, where a shape stands on a slab across `up`, tilted in
/// another direction in each of 400 ticks.
fn kept<A: Convex<Vector = DVec3>>(up: DVec3, standing: impl Fn(DVec3) -> A) -> (usize, f64) {
    let random = &mut Rng::with_seed(9);
    let half = (DVec3::ONE - up) * 3.0 + DVec3::ONE;
    let slab = Hull::cuboid(-up, half);
    let (mut before, mut least, mut sum) = (BTreeSet::new(), usize::MAX, 0);
    for tick in 0..=400 {
        let mut number = || random.f64() * 2.0 - 1.0;
        let tilt = 10_f64.powf(number() * 1.5 - 4.5);
        let aside = dvec3(number(), number(), number()) * tilt;
        let now = ids(&found(&standing((up + aside).normalize()), &slab, 0.02));
        assert_eq!(now.len(), 4, "{aside}");
        if tick > 0 {
            let stay = now.intersection(&before).count();
            (least, sum) = (least.min(stay), sum + stay);
        }
        before = now;
    }
    (least, sum as f64 / 400.0)
}

/// A cylinder that stands and rocks: three of four points stay with their ids in the mean, two at least, whatever its axis
/// is near. The fourth is the lowest point of the rim, which goes around.
#[test]
fn the_ids_of_a_rocking_cylinder_stay() {
    for up in [DVec3::X, DVec3::Y, DVec3::Z] {
        let (least, mean) = kept(up, |axis| Cylinder::new(up * -0.001, axis * 2.0, 0.7));
        assert!(least >= 2 && mean > 3.0, "{up}: {least}, {mean}");
    }
}

/// The same for a prism of eight sides.
#[test]
fn the_ids_of_a_rocking_prism_stay() {
    for up in [DVec3::X, DVec3::Y, DVec3::Z] {
        let (least, mean) = kept(up, |axis| {
            let turn = DQuat::from_rotation_arc(up, axis);
            let around = up.any_orthonormal_pair();
            Hull::new(
                (0..16)
                    .map(|i| {
                        let (sin, cos) =
                            (f64::from(i / 2) * core::f64::consts::FRAC_PI_4).sin_cos();
                        let end = up * (f64::from(i % 2) * 2.0);
                        turn * ((around.0 * cos + around.1 * sin) * 0.7 + end) - up * 0.001
                    })
                    .collect::<Vec<_>>(),
                0.0,
            )
        });
        assert!(least >= 2 && mean > 3.0, "{up}: {least}, {mean}");
    }
}
