//! Where a shape or a mesh is: `at` and `turn` beside it.

use crate::decimal::{Decimal, Numbers};
use crate::dimension::Dimension;
use crate::place::{Place, Side};
use carom::{
    Aabb, Ball, Capsule, Cone, Cylinder, Ellipsoid, Hull, Plane, Pose, Rotation, RoundShape,
    Scalar, Segment, Shape, TaperedCapsule, Triangle, Vector,
};
use serde::Deserialize;

/// A rotation about the origin of a shape.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a turn")]
pub(crate) struct PoseTurn<'a> {
    #[serde(borrow)]
    pub(crate) axis: Option<Numbers<'a>>,
    #[serde(borrow)]
    pub(crate) degrees: Decimal<'a>,
}

/// The fields of a pose: first the rotation, then the translation.
#[derive(Default)]
pub(crate) struct PoseFile<'a> {
    pub(crate) at: Option<Numbers<'a>>,
    pub(crate) turn: Option<PoseTurn<'a>>,
}

impl PoseFile<'_> {
    /// The name of a field that is given.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let at = self.at.as_ref().map(|_| "at");
        at.or(self.turn.as_ref().map(|_| "turn"))
    }

    /// The pose; `None` if there is none.
    pub(crate) fn read<V: Vector>(
        &self,
        side: Side,
        dimension: &Dimension,
    ) -> Result<Option<Pose<V>>, String> {
        let rotation = match &self.turn {
            Some(turn) => turn.read(side, dimension)?,
            None => Rotation::default(),
        };
        let at = match &self.at {
            Some(at) => dimension.point(Place::of(side, "at"), at)?,
            None => V::ZERO,
        };
        Ok(self.given().map(|_| Pose::new(at, rotation)))
    }
}

impl PoseTurn<'_> {
    fn read<V: Vector>(&self, side: Side, dimension: &Dimension) -> Result<Rotation<V>, String> {
        let place = Place::of(side, "turn.axis");
        let axis: V = match &self.axis {
            Some(_) if V::DIM == 2 => return Err(format!("{place} is for 3D only")),
            Some(axis) => dimension.point(place, axis)?,
            None if V::DIM == 3 => return Err(format!("{place} is missing")),
            None => V::ZERO,
        };
        if V::DIM == 3 && axis == V::ZERO {
            return Err(format!("{place} is zero"));
        }
        let degrees: f64 = self.degrees.read(Place::of(side, "turn.degrees"))?;
        Ok(Rotation::from_f64(axis.to_double(), degrees.to_radians()))
    }
}

/// A shape in a pose, computed in double precision and rounded once. A box that is rotated becomes a hull.
pub(crate) fn placed<V: Vector>(shape: Shape<V>, pose: &Pose<V>) -> Shape<V> {
    let place = |p: V| V::from_double(pose.place(p));
    match shape {
        Shape::Point(p) => Shape::Point(place(p)),
        Shape::Segment(s) => Shape::Segment(Segment::new(place(s.a), place(s.b))),
        Shape::Ball(s) => Shape::Ball(Ball::new(place(s.center), s.radius)),
        Shape::Capsule(s) => Shape::Capsule(Capsule::new(place(s.a), place(s.b), s.radius)),
        Shape::Triangle(s) => Shape::Triangle(Triangle::new(place(s.a), place(s.b), place(s.c))),
        Shape::Hull(s) => Shape::Hull(Hull::new(
            s.points.into_iter().map(place).collect::<Vec<_>>(),
            s.radius,
        )),
        Shape::Aabb(s) if pose.rotation == Rotation::default() => Shape::Aabb(Aabb {
            min: place(s.min),
            max: place(s.max),
        }),
        Shape::Aabb(s) => {
            let (low, high) = (s.min.to_f64(), s.max.to_f64());
            let corner = |i: usize| {
                let side = |axis: usize| if i >> axis & 1 == 1 { high } else { low }[axis];
                place(V::from_f64([side(0), side(1), side(2)]))
            };
            Shape::Hull(Hull::new(
                (0..1 << V::DIM).map(corner).collect::<Vec<_>>(),
                V::Scalar::ZERO,
            ))
        }
        Shape::Plane(s) => {
            // n · x ≤ offset of the unplaced x = R⁻¹ (y − at): (R n) · y ≤ offset + (R n) · at.
            let normal = pose.rotation.rotate(s.normal);
            let at = normal.to_double().dot(pose.translation);
            Shape::Plane(Plane::new(
                normal,
                V::Scalar::from_f64(s.offset.to_f64() + at),
            ))
        }
        Shape::Cylinder(s) => Cylinder::new(place(s.a), place(s.b), s.radius).into(),
        Shape::Cone(s) => Cone::frustum(place(s.a), place(s.b), [s.radius_a, s.radius_b]).into(),
        Shape::TaperedCapsule(s) => {
            TaperedCapsule::new(place(s.a), place(s.b), [s.radius_a, s.radius_b]).into()
        }
        Shape::Ellipsoid(s) => Ellipsoid {
            center: place(s.center),
            axes: s.axes.map(|axis| pose.rotation.rotate(axis)),
        }
        .into(),
        Shape::Round(s) => RoundShape::new(placed(s.shape, pose), s.radius).into(),
        other => other,
    }
}
