//! Rigid sweeps of extreme cases: far pivots, huge angles, touching starts, both shapes rotating; in the plane and in
//! space, in both precisions. `turning.rs` has the ordinary cases and defines the contract.

use crate::cases::{Case, Kind, Solid, any_case};
use carom::glam::{DQuat, DVec2, DVec3, Vec2, Vec3};
use carom::{Hull, RigidMotion, Scalar, Shape, Start, Sweep, Vector, sweep_rigid};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

type Outcome = Result<(), TestCaseError>;

/// A motion in double precision.
#[derive(Clone, Copy, Debug)]
struct Course {
    delta: DVec3,
    pivot: DVec3,
    axis: DVec3,
    angle: f64,
}

impl Course {
    const REST: Self = Self {
        delta: DVec3::ZERO,
        pivot: DVec3::ZERO,
        axis: DVec3::Z,
        angle: 0.0,
    };

    fn motion<V: Vector>(&self) -> RigidMotion<V> {
        let vector = |v: DVec3| V::from_f64(v.to_array());
        RigidMotion {
            delta: vector(self.delta),
            pivot: vector(self.pivot),
            axis: vector(self.axis),
            angle: V::Scalar::from_f64(self.angle),
        }
    }

    fn single(&self) -> Self {
        let vector = |v: DVec3| v.as_vec3().as_dvec3();
        Self {
            delta: vector(self.delta),
            pivot: vector(self.pivot),
            axis: vector(self.axis),
            angle: f64::from(self.angle as f32),
        }
    }

    fn turned(&self, v: DVec3, t: f64, flat: bool) -> DVec3 {
        let axis = if flat {
            DVec3::Z
        } else {
            self.axis.normalize_or_zero()
        };
        if axis == DVec3::ZERO || self.angle == 0.0 {
            return v;
        }
        DQuat::from_axis_angle(axis, self.angle * t) * v
    }

    /// A shape after the fraction `t` of the motion; a box becomes a hull.
    fn placed(&self, solid: &Solid, t: f64, flat: bool) -> Solid {
        let place = |p: DVec3| self.pivot + self.turned(p - self.pivot, t, flat) + self.delta * t;
        let mut placed = solid.clone();
        if solid.kind == Kind::Plane {
            let on = solid.normal * (solid.offset / solid.normal.length_squared());
            placed.normal = self.turned(solid.normal, t, flat);
            placed.offset = placed.normal.dot(place(on));
            return placed;
        }
        placed.points = solid.core().into_iter().map(place).collect();
        if solid.kind == Kind::Aabb {
            placed.kind = Kind::Hull;
        }
        placed
    }

    /// The longest path of a point, and its distance from the pivot.
    fn reach(&self, points: &[DVec3]) -> f64 {
        let far = points
            .iter()
            .fold(0.0, |most: f64, p| most.max((*p - self.pivot).length()));
        (far * self.angle.abs().max(1.0)).max(self.delta.length())
    }
}

/// Two shapes, each with a motion of its own.
#[derive(Clone, Debug)]
struct Pair {
    case: Case,
    a: Course,
    b: Course,
}

impl Pair {
    fn single(&self) -> Self {
        Self {
            case: self.case.single(),
            a: self.a.single(),
            b: self.b.single(),
        }
    }

    fn swept<V: Vector>(&self) -> Sweep<V> {
        let (a, b) = (self.case.a.shape::<V>(), self.case.b.shape::<V>());
        sweep_rigid(&a, &self.a.motion(), &b, &self.b.motion())
    }

    fn gap(&self, t: f64) -> f64 {
        let flat = self.case.flat;
        let then = Case {
            a: self.a.placed(&self.case.a, t, flat),
            b: self.b.placed(&self.case.b, t, flat),
            delta: DVec3::ZERO,
            flat,
        };
        then.contact().map_or(f64::INFINITY, |found| found.0)
    }

    /// L: all coordinates, paths and arcs count, including those of the other shape's points about a pivot (a
    /// half-space has no points of its own).
    fn size(&self) -> f64 {
        let (a, b) = (self.case.a.core(), self.case.b.core());
        let points = [a, b].concat();
        let still = Case {
            delta: DVec3::ZERO,
            ..self.case.clone()
        };
        let reach = self.a.reach(&points).max(self.b.reach(&points));
        reach.max(still.size())
    }

    /// Roughly the number of steps up to `end`: the path of all points over the gap. The bound of a step is of first
    /// order in the rotation of a feature that is not the nearest, so a gap much smaller than the path takes too many
    /// steps, and the motion is stopped.
    fn steps(&self, end: f64) -> f64 {
        let points = [self.case.a.core(), self.case.b.core()].concat();
        let way = |course: &Course| {
            let arc = if course.angle == 0.0 {
                0.0
            } else {
                course.reach(&points) * course.angle.abs().min(1.0)
            };
            arc + course.delta.length()
        };
        let way = (way(&self.a) + way(&self.b)) * end / 64.0;
        let gaps = (0..64).map(|i| self.gap(end * f64::from(i) / 64.0));
        gaps.map(|gap| way / gap.abs()).sum()
    }

    /// The rounding of the test's own placing of shapes: a rotated point is off by a few eps of its distance from the
    /// pivot, and every point by a few eps of its coordinates.
    fn rounding(&self) -> f64 {
        let pivots = self.a.pivot.length().max(self.b.pivot.length());
        16.0 * f64::EPSILON * (self.size() + pivots + self.case.reach())
    }
}

fn course() -> impl Strategy<Value = Course> {
    let number = || prop_oneof![Just(0.0), Just(1.0), -3.0..3.0];
    let vector = || (number(), number(), number()).prop_map(DVec3::from);
    let far = prop_oneof![6 => Just(1.0), 1 => Just(1e3), 1 => Just(1e6)];
    let angle = prop_oneof![
        1 => Just(0.0),
        1 => -1e-6..1e-6,
        4 => -3.0..3.0,
        2 => (-8_i32..=8).prop_map(|i| f64::from(i) * std::f64::consts::FRAC_PI_2),
        2 => -50.0..50.0,
    ];
    let delta = prop_oneof![1 => Just(DVec3::ZERO), 2 => vector()];
    (delta, vector(), far, vector(), angle).prop_map(|(delta, pivot, far, axis, angle)| Course {
        delta,
        pivot: pivot * far,
        axis,
        angle,
    })
}

/// Which shapes move: the first alone, the second alone, both, or both together; the first pivot may be one of the
/// first shape's points.
fn any_pair() -> impl Strategy<Value = Pair> {
    let parts = (
        any_case().boxed(),
        course().boxed(),
        course().boxed(),
        0..4,
        any::<bool>(),
    );
    parts.prop_map(|(case, a, b, which, own)| {
        let mut pair = Pair { case, a, b };
        if own && let Some(p) = pair.case.a.points.first() {
            pair.a.pivot = *p;
        }
        match which {
            0 => pair.b = Course::REST,
            1 => pair.a = Course::REST,
            2 => {}
            _ => pair.b = pair.a,
        }
        if pair.case.flat {
            for course in [&mut pair.a, &mut pair.b] {
                (course.delta.z, course.pivot.z) = (0.0, 0.0);
            }
        }
        pair
    })
}

macro_rules! properties {
    ($($(#[$about:meta])* $name:ident;)*) => {
        $(
            #[test]
            $(#[$about])*
            fn $name() {
                let config = crate::cases::config();
                proptest!(config, |(pair in any_pair(), double: bool)| {
                    let pair = if double { pair } else { pair.single() };
                    prop_assume!([&pair.case.a, &pair.case.b].iter().all(|solid| {
                        solid.kind != Kind::Plane || solid.normal != DVec3::ZERO
                    }));
                    prop_assume!(![&pair.case.a, &pair.case.b].iter().all(|solid| {
                        solid.kind == Kind::Plane
                    }));
                    if double && !pair.case.has_plain_edges() {
                        return Ok(());
                    }
                    match (pair.case.flat, double) {
                        (true, false) => check::$name::<Vec2>(&pair)?,
                        (true, true) => check::$name::<DVec2>(&pair)?,
                        (false, false) => check::$name::<Vec3>(&pair)?,
                        (false, true) => check::$name::<DVec3>(&pair)?,
                    }
                });
            }
        )*
    };
}

properties! {
    /// Free before `t`, touching at `t`, and without a hit free all the way.
    a_rotation_is_free_before_it_touches;
    /// With the two shapes exchanged: the same bits.
    both_sides_turn_alike;
    /// Two shapes that move and rotate together never meet.
    shapes_that_rotate_together_never_meet;
    /// Powers of two scale everything and change nothing else.
    a_turn_scales_exactly;
}

mod check {
    use super::*;

    pub(crate) fn a_rotation_is_free_before_it_touches<V: Vector>(pair: &Pair) -> Outcome {
        let found = pair.swept::<V>();
        let (bound, rounding) = (found.error_bound.to_f64(), pair.rounding());
        let most = 32.0 * V::Scalar::EPSILON.to_f64() * pair.size();
        prop_assert!(bound <= 2.0 * most, "{:e} {:e}", bound, most);
        let start = pair.gap(0.0);
        let deepest = match found.start {
            Start::Separate => {
                prop_assert!(start >= -bound - rounding, "{:e}", start);
                // A motion that starts almost touching has no more than that gap to lose.
                (-rounding).min(start - rounding)
            }
            Start::Touching(_) => {
                prop_assert!(start.abs() <= bound + rounding, "{:e}", start);
                -bound - rounding
            }
            Start::Overlapping(_) => {
                prop_assert!(start <= bound + rounding, "{:e}", start);
                prop_assert_eq!(found.hit.map(|hit| hit.t), Some(V::Scalar::ZERO));
                return Ok(());
            }
        };
        let end = found.hit.map_or(1.0, |hit| hit.t.to_f64());
        for i in 1..=24 {
            let t = end * f64::from(i) / 24.0;
            let gap = pair.gap(t);
            prop_assert!(
                gap >= deepest,
                "{:e} at {}, {:e}: {:?}",
                gap,
                t,
                bound,
                found
            );
        }
        if let Some(hit) = found.hit {
            let gap = pair.gap(end);
            let near = gap <= bound + rounding;
            prop_assert!(
                near || pair.steps(end) > 200.0,
                "{:e}, {:e}: {:?}",
                gap,
                bound,
                found
            );
            let length = Vector::length(hit.normal).to_f64();
            prop_assert!((length - 1.0).abs() <= 4.0 * V::Scalar::EPSILON.to_f64());
        }
        Ok(())
    }

    pub(crate) fn both_sides_turn_alike<V: Vector>(pair: &Pair) -> Outcome {
        let back = Pair {
            case: Case {
                a: pair.case.b.clone(),
                b: pair.case.a.clone(),
                ..pair.case.clone()
            },
            a: pair.b,
            b: pair.a,
        };
        let (there, back) = (pair.swept::<V>(), back.swept::<V>());
        prop_assert_eq!(there.hit.map(|hit| hit.t), back.hit.map(|hit| hit.t));
        if let (Start::Separate, Some(x), Some(y)) = (&there.start, there.hit, back.hit) {
            prop_assert_eq!(x.normal, -y.normal);
        }
        Ok(())
    }

    pub(crate) fn shapes_that_rotate_together_never_meet<V: Vector>(pair: &Pair) -> Outcome {
        let one = Pair {
            b: pair.a,
            ..pair.clone()
        };
        let found = one.swept::<V>();
        // Touching, its own rounding may take it deeper; if it is separate by more than that, nothing does.
        let apart = 2.0 * found.error_bound.to_f64() + one.rounding();
        if one.gap(0.0) > apart {
            let exhausted = found
                .hit
                .is_some_and(|hit| one.steps(hit.t.to_f64()) > 200.0);
            prop_assert!(found.hit.is_none() || exhausted, "{:?}", found);
        }
        Ok(())
    }

    pub(crate) fn a_turn_scales_exactly<V: Vector>(pair: &Pair) -> Outcome {
        let k = 2_f64.powi(20);
        let scaled = |solid: &Solid| {
            let mut scaled = solid.clone();
            scaled.points.iter_mut().for_each(|p| *p *= k);
            scaled.radius *= k;
            scaled.offset *= k;
            scaled
        };
        // Subnormal numbers are not exact.
        let small = |solid: &Solid| {
            let numbers = solid.points.iter().flat_map(|p| p.to_array());
            numbers
                .chain([solid.radius, solid.offset])
                .any(|x| x != 0.0 && x.abs() < 1e-35)
        };
        if small(&pair.case.a) || small(&pair.case.b) {
            return Ok(());
        }
        let far = |course: &Course| Course {
            delta: course.delta * k,
            pivot: course.pivot * k,
            ..*course
        };
        let large = Pair {
            case: Case {
                a: scaled(&pair.case.a),
                b: scaled(&pair.case.b),
                delta: DVec3::ZERO,
                flat: pair.case.flat,
            },
            a: far(&pair.a),
            b: far(&pair.b),
        };
        let (x, y) = (pair.swept::<V>(), large.swept::<V>());
        prop_assert_eq!(
            x.hit.map(|hit| (hit.t, hit.normal)),
            y.hit.map(|hit| (hit.t, hit.normal))
        );
        Ok(())
    }
}

/// A shape without corners touches nothing, however both rotate.
#[test]
fn an_empty_shape_rotates_through_everything() {
    let nothing = Shape::Hull(Hull::new([], 1.0));
    proptest!(crate::cases::config(), |(pair in any_pair())| {
        let some = pair.case.a.shape::<DVec3>();
        let (a, b) = (pair.a.motion(), pair.b.motion());
        for found in [sweep_rigid(&some, &a, &nothing, &b), sweep_rigid(&nothing, &a, &some, &b)] {
            prop_assert_eq!((found.start, found.hit), (Start::Separate, None));
        }
    });
}
