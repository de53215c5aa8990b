//! The rows of a query that are made of shapes in arrays.

use crate::arrays::{Argument, Row, Rows};
use crate::shape_kind::Kind;
use carom::glam::DVec3;
use carom::{
    Aabb, Ball, Capsule, Cone, Convex, Cylinder, Ellipsoid, Hull, OrientedBox, Plane, Rotation,
    RoundShape, Scalar, Shape, ShapeRef, TaperedCapsule, Triangle, Vector,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The shapes of a batch, row by row.
pub(crate) struct Shapes<'a> {
    kind: Kind,
    rows: Vec<Rows<'a>>,
}

impl<'a> Shapes<'a> {
    pub(crate) fn new(kind: Kind, arguments: &'a [Argument<'_>], leading: &[usize]) -> Self {
        let rows = arguments.iter().map(|argument| argument.rows(leading));
        Self {
            kind,
            rows: rows.collect(),
        }
    }

    /// Raises for a negative radius, a box without inside and border, a cylinder or cone without an axis, and a half-space
    /// without a normal.
    pub(crate) fn check<V: Vector>(&self, rows: usize) -> PyResult<()> {
        let not_negative = |x: V::Scalar| x >= V::Scalar::ZERO || x.to_f64().is_nan();
        for (rows, (name, row)) in self.rows.iter().zip(self.kind.fields(V::DIM)) {
            let is_length = *row == Row::Number && !matches!(*name, "offset" | "angle");
            if is_length || matches!(*name, "radii" | "half") {
                rows.require("is negative", not_negative)?;
            }
        }
        let [a, b, ..] = &self.rows[..] else {
            return Ok(());
        };
        let raise = |row: usize, text: &str| {
            let message = format!("{} {text}", a.place_of(row));
            Err(PyValueError::new_err(message))
        };
        for row in 0..rows {
            match self.kind {
                Kind::Boxes => {
                    let (min, max): (V, V) = (a.vector(row), b.vector(row));
                    if (0..V::DIM).any(|axis| min[axis] > max[axis]) {
                        return raise(row, "is greater than the max of its box");
                    }
                }
                Kind::Cylinders | Kind::Cones if a.vector::<V>(row) == b.vector::<V>(row) => {
                    return raise(row, "and b are the same point, so it has no axis");
                }
                Kind::Planes if a.vector::<V>(row) == V::ZERO => {
                    return raise(row, "is zero, so the half-space has no normal");
                }
                Kind::Cylinders | Kind::Cones | Kind::Planes => {}
                _ => return Ok(()),
            }
        }
        Ok(())
    }

    /// Raises for the first row that is not finite.
    pub(crate) fn check_finite<V: Vector>(&self) -> PyResult<()> {
        for rows in &self.rows {
            require_finite::<V>([rows])?;
        }
        Ok(())
    }

    pub(crate) fn is_finite<V: Vector>(&self, row: usize) -> bool {
        let finite = |rows: &Rows<'_>| rows.all(row, |x: V::Scalar| x.is_finite());
        self.rows.iter().all(finite)
    }

    /// A place by which rows are sorted.
    pub(crate) fn place<V: Vector>(&self, row: usize) -> V {
        match self.kind {
            Kind::Hulls => {
                let mut points = Vec::new();
                self.rows[0].points(row, &mut points);
                points[0]
            }
            _ => self.rows[0].vector(row),
        }
    }

    /// Calls `act` with the shape of a row; `memory` is for the points of hulls.
    #[inline]
    pub(crate) fn with<V: Vector, T>(
        &self,
        row: usize,
        memory: &mut Vec<V>,
        act: impl FnOnce(&ShapeRef<'_, V>) -> T,
    ) -> T {
        match (self.kind, &self.rows[..]) {
            (Kind::Balls, [center, radius]) => {
                act(&Ball::new(center.vector(row), radius.scalar(row)).shape_ref())
            }
            (Kind::Capsules, [a, b, radius]) => {
                let (a, b, radius) = (a.vector(row), b.vector(row), radius.scalar(row));
                act(&Capsule { a, b, radius }.shape_ref())
            }
            (Kind::Boxes, [min, max, rounding]) if rounding.scalar::<f64>(row) == 0.0 => {
                let (min, max): (V, V) = (min.vector(row), max.vector(row));
                act(&Aabb { min, max }.shape_ref())
            }
            (Kind::Triangles, [a, b, c, rounding]) if rounding.scalar::<f64>(row) == 0.0 => {
                act(&Triangle::new(a.vector(row), b.vector(row), c.vector(row)).shape_ref())
            }
            (Kind::Hulls, [points, radius]) => {
                points.points(row, memory);
                act(&ShapeRef::Points((memory, radius.scalar(row))))
            }
            (Kind::Points, _) => act(&ShapeRef::point(self.rows[0].vector(row))),
            _ => act(&self.owned::<V>(row).shape_ref()),
        }
    }
}

impl Shapes<'_> {
    /// The shape of a row, to keep.
    pub(crate) fn owned<V: Vector>(&self, row: usize) -> Shape<V> {
        let rounded = |shape: Shape<V>, rounding: &Rows<'_>| {
            let rounding: V::Scalar = rounding.scalar(row);
            if rounding == V::Scalar::ZERO {
                shape
            } else {
                RoundShape::new(shape, rounding).into()
            }
        };
        let at = |rows: &Rows<'_>| rows.vector::<V>(row);
        let size = |rows: &Rows<'_>| rows.scalar::<V::Scalar>(row);
        match (self.kind, &self.rows[..]) {
            (Kind::Balls, [center, radius]) => Ball::new(at(center), size(radius)).into(),
            (Kind::Capsules, [a, b, radius]) => Capsule::new(at(a), at(b), size(radius)).into(),
            (Kind::Boxes, [min, max, rounding]) => {
                let (min, max) = (at(min), at(max));
                rounded(Aabb { min, max }.into(), rounding)
            }
            (Kind::Triangles, [a, b, c, rounding]) => {
                rounded(Triangle::new(at(a), at(b), at(c)).into(), rounding)
            }
            (Kind::Hulls, [points, radius]) => {
                let mut all = Vec::new();
                points.points(row, &mut all);
                Hull::new(all, size(radius)).into()
            }
            (Kind::OrientedBoxes, [center, half, rotation, rounding]) => {
                let (center, axes) = (at(center), axes(half, rotation, row));
                rounded(OrientedBox { center, axes }.into(), rounding)
            }
            (Kind::Ellipsoids, [center, radii, rotation, rounding]) => {
                let (center, axes) = (at(center), axes(radii, rotation, row));
                rounded(Ellipsoid { center, axes }.into(), rounding)
            }
            (Kind::Cylinders, [a, b, radius, rounding]) => {
                rounded(Cylinder::new(at(a), at(b), size(radius)).into(), rounding)
            }
            (Kind::Cones, [a, b, radius_a, radius_b, rounding]) => {
                let radii = [size(radius_a), size(radius_b)];
                rounded(Cone::frustum(at(a), at(b), radii).into(), rounding)
            }
            (Kind::TaperedCapsules, [a, b, radius_a, radius_b]) => {
                TaperedCapsule::new(at(a), at(b), [size(radius_a), size(radius_b)]).into()
            }
            (Kind::Planes, [normal, offset]) => Plane::new(at(normal), size(offset)).into(),
            _ => Shape::Point(at(&self.rows[0])),
        }
    }
}

/// The columns of a rotation, each as long as the shape reaches from its center. In 2D the rotation is an angle.
fn axes<V: Vector>(lengths: &Rows<'_>, rotation: &Rows<'_>, row: usize) -> [V; 3] {
    if V::DIM == 2 {
        let turn = Rotation::<V>::new(V::ZERO, rotation.scalar(row));
        let axes = OrientedBox::new(V::ZERO, lengths.vector(row)).axes;
        return axes.map(|axis| turn.rotate(axis));
    }
    let lengths: DVec3 = lengths.vector(row);
    let columns = rotation.columns(row);
    [0, 1, 2].map(|i| V::from_f64(columns[i].map(|x| x * lengths[i])))
}

/// Raises for the first row that is not finite.
pub(crate) fn require_finite<'a, 'b: 'a, V: Vector>(
    arguments: impl IntoIterator<Item = &'a Rows<'b>>,
) -> PyResult<()> {
    let mut arguments = arguments.into_iter();
    arguments.try_for_each(|rows| rows.require(not_finite::<V>(), |x: V::Scalar| x.is_finite()))
}

/// Raises for the first row that is not finite, or has no direction.
pub(crate) fn require_directions<V: Vector>(rows: &Rows<'_>, count: usize) -> PyResult<()> {
    require_finite::<V>([rows])?;
    let is_none = |row: &usize| rows.vector::<V>(*row).try_normalize().is_none();
    match (0..count).find(is_none) {
        None => Ok(()),
        Some(row) => {
            let message = format!("{} must be a direction, not zero", rows.place_of(row));
            Err(PyValueError::new_err(message))
        }
    }
}

/// The fault of a number that is not finite in the precision of the query.
pub(crate) fn not_finite<V: Vector>() -> &'static str {
    if !V::Scalar::DOUBLE {
        "is not finite in float32"
    } else {
        "is not finite"
    }
}
