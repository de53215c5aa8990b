//! Pairs of convex shapes that touch or nearly do, in the types of all libraries.

use carom::{Capsule, Cylinder, Hull, OrientedBox, Shape, Triangle, Vector, contact};
use engines::{Pose, Solid};
use glam::{Quat, Vec3};

/// Separations are between the opposite of this and it, m.
pub(crate) const REACH: f32 = 0.02;

/// The kind of a shape.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Cuboid,
    Capsule,
    Cylinder,
    /// A frustum over an irregular polygon of five to eight corners.
    Frustum,
    /// The hull of 16 points on a sphere.
    Rock,
    Triangle,
}

impl Kind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Cuboid => "box",
            Self::Capsule => "capsule",
            Self::Cylinder => "cylinder",
            Self::Frustum => "frustum",
            Self::Rock => "rock",
            Self::Triangle => "triangle",
        }
    }
}

/// How two shapes are placed.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Placement {
    /// The first on top of the second, both turned about the vertical and tilted by up to 0.6 degrees; a capsule lies.
    Resting,
    /// The same with cylinders on their sides.
    Lying,
    /// Both in any orientation.
    Any,
}

impl Placement {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Resting => "resting",
            Self::Lying => "lying",
            Self::Any => "any",
        }
    }
}

/// A pair of shapes.
pub(crate) struct Pair {
    pub(crate) solids: [Solid; 2],
    pub(crate) poses: [Pose; 2],
    /// In the world, in single and in double precision.
    pub(crate) own: [Shape<Vec3>; 2],
    pub(crate) exact: [Shape<glam::DVec3>; 2],
}

struct Random(fastrand::Rng);

impl Random {
    /// A point of a cube around the origin.
    fn point(&mut self, size: f32) -> Vec3 {
        (Vec3::new(self.0.f32(), self.0.f32(), self.0.f32()) - 0.5) * size
    }

    fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.0.f32()
    }

    fn solid(&mut self, kind: Kind) -> Solid {
        match kind {
            Kind::Cuboid => Solid::Cuboid((self.point(0.8).abs() + 0.2).to_array()),
            Kind::Capsule => Solid::Capsule([self.between(0.1, 0.6), self.between(0.1, 0.4)]),
            Kind::Cylinder => Solid::Cylinder([self.between(0.2, 0.6), self.between(0.2, 0.6)]),
            Kind::Frustum => {
                let count = self.0.usize(5..9);
                let (half, taper) = (self.between(0.2, 0.6), self.between(0.6, 1.0));
                let size = self.between(0.3, 0.6);
                let mut points = Vec::new();
                for corner in 0..count {
                    let part = (corner as f32 + self.between(-0.35, 0.35)) / count as f32;
                    let (sin, cos) = (part * std::f32::consts::TAU).sin_cos();
                    points.push([size * cos, -half, size * sin]);
                    points.push([taper * size * cos, half, taper * size * sin]);
                }
                Solid::Hull(points)
            }
            Kind::Rock => {
                let corner = |_| (self.point(1.0).normalize_or_zero() * 0.5).to_array();
                Solid::Hull((0..16).map(corner).collect())
            }
            Kind::Triangle => {
                let start = self.between(0.0, 6.0);
                Solid::Triangle([0.0, 2.0, 4.0].map(|angle| {
                    let (sin, cos) = (start + angle + self.between(-0.5, 0.5)).sin_cos();
                    let size = self.between(0.5, 1.5);
                    [size * cos, 0.0, size * sin]
                }))
            }
        }
    }

    fn turn(&mut self, solid: &Solid, placement: Placement) -> Quat {
        if placement == Placement::Any {
            return Quat::from_scaled_axis(self.point(6.0));
        }
        let lies = matches!(solid, Solid::Capsule(_))
            || (placement == Placement::Lying && matches!(solid, Solid::Cylinder(_)));
        let about_vertical = Quat::from_rotation_y(self.between(-3.0, 3.0));
        let tilt = Quat::from_scaled_axis(self.point(0.02));
        let side = if lies {
            Quat::from_rotation_x(std::f32::consts::FRAC_PI_2)
        } else {
            Quat::IDENTITY
        };
        tilt * about_vertical * side
    }
}

/// The shape in the world.
fn placed(solid: &Solid, at: Vec3, turn: Quat) -> Shape<Vec3> {
    let to = |p: &[f32; 3]| at + turn * Vec3::from_array(*p);
    let ends = |half: f32| [to(&[0.0, -half, 0.0]), to(&[0.0, half, 0.0])];
    match solid {
        Solid::Cuboid([x, y, z]) => OrientedBox {
            center: at,
            axes: [Vec3::X * *x, Vec3::Y * *y, Vec3::Z * *z].map(|axis| turn * axis),
        }
        .into(),
        Solid::Capsule([half, radius]) => {
            let [a, b] = ends(*half);
            Capsule::new(a, b, *radius).into()
        }
        Solid::Cylinder([half, radius]) => {
            let [a, b] = ends(*half);
            Cylinder::new(a, b, *radius).into()
        }
        Solid::Hull(points) => {
            let points: Vec<Vec3> = points.iter().map(to).collect();
            Hull::new(points, 0.0).into()
        }
        Solid::Triangle(corners) => {
            let [a, b, c] = [0, 1, 2].map(|i| to(&corners[i]));
            Triangle::new(a, b, c).into()
        }
    }
}

/// The same shape in double precision.
fn doubled(shape: &Shape<Vec3>) -> Shape<glam::DVec3> {
    let to = |p: Vec3| p.as_dvec3();
    match shape {
        Shape::OrientedBox(solid) => OrientedBox {
            center: to(solid.center),
            axes: solid.axes.map(to),
        }
        .into(),
        Shape::Capsule(c) => Capsule::new(to(c.a), to(c.b), c.radius.into()).into(),
        Shape::Cylinder(c) => Cylinder::new(to(c.a), to(c.b), c.radius.into()).into(),
        Shape::Hull(hull) => {
            let points: Vec<_> = hull.points.iter().map(|p| to(*p)).collect();
            Hull::new(points, hull.radius.into()).into()
        }
        Shape::Triangle(t) => Triangle::new(to(t.a), to(t.b), to(t.c)).into(),
        _ => unreachable!("no pair has this kind"),
    }
}

/// Random pairs, the same in every run. Those in any position are moved along their normal until they nearly touch.
pub(crate) fn pairs([kind, other]: [Kind; 2], placement: Placement, count: usize) -> Vec<Pair> {
    let mut random = Random(fastrand::Rng::with_seed(26));
    let mut pairs = Vec::new();
    while pairs.len() < count {
        let solids = [random.solid(kind), random.solid(other)];
        let turns = [0, 1].map(|i| random.turn(&solids[i], placement));
        let mut at = match placement {
            Placement::Any => [random.point(2.0), random.point(2.0)],
            _ => {
                let aside = random.point(0.8);
                [Vec3::new(aside.x, 3.0, aside.z), Vec3::ZERO]
            }
        };
        let goal = random.between(-REACH, REACH);
        let [a, b] = [0, 1].map(|i| placed(&solids[i], at[i], turns[i]));
        let Some(found) = contact(&a, &b, f32::INFINITY) else {
            continue;
        };
        // The gap of two shapes in a position like this is that along the vertical but for the tilt.
        let way = if placement == Placement::Any {
            found.normal
        } else {
            Vec3::Y
        };
        for _ in 0..8 {
            let a = placed(&solids[0], at[0], turns[0]);
            let found = contact(&a, &b, f32::INFINITY).map_or(0.0, |found| found.separation);
            at[0] -= way * (found - goal);
        }
        let own = [0, 1].map(|i| placed(&solids[i], at[i], turns[i]));
        let exact = [doubled(&own[0]), doubled(&own[1])];
        let poses = [0, 1].map(|i| Pose {
            at: at[i].to_array(),
            turn: turns[i].to_array(),
        });
        pairs.push(Pair {
            solids,
            poses,
            own,
            exact,
        });
    }
    pairs
}

/// The points of a shape that are farthest along a direction.
pub(crate) fn reach(shape: &Shape<glam::DVec3>, n: glam::DVec3) -> f64 {
    let most = |points: &[glam::DVec3]| {
        let along = points.iter().map(|p| p.dot(n));
        along.fold(f64::NEG_INFINITY, f64::max)
    };
    match shape {
        Shape::OrientedBox(solid) => {
            solid.center.dot(n) + solid.axes.iter().map(|a| a.dot(n).abs()).sum::<f64>()
        }
        Shape::Capsule(c) => most(&[c.a, c.b]) + c.radius * Vector::length(n),
        Shape::Cylinder(c) => {
            let axis = (c.b - c.a).normalize();
            most(&[c.a, c.b]) + c.radius * axis.cross(n).length()
        }
        Shape::Hull(hull) => most(&hull.points) + hull.radius,
        Shape::Triangle(t) => most(&[t.a, t.b, t.c]),
        _ => unreachable!("no pair has this kind"),
    }
}
