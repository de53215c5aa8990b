//! Shapes, one or many in arrays, and the rows of a query made of them.

use crate::arrays::{Argument, Row, Rows, as_array, broadcast, count, tuple};
use carom::glam::DVec3;
use carom::{Aabb, Ball, Capsule, Convex, Scalar, ShapeRef, Triangle, Vector};
use numpy::PyUntypedArray;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyFloat, PyList, PyRange, PyTuple};

/// A kind of shape: its class, and the names and rows of its fields.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    Points,
    Balls,
    Capsules,
    Boxes,
    Triangles,
    Hulls,
}

impl Kind {
    fn class(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::Balls => "Ball",
            Self::Capsules => "Capsule",
            Self::Boxes => "Box",
            Self::Triangles => "Triangle",
            Self::Hulls => "Hull",
        }
    }

    fn fields(self) -> &'static [(&'static str, Row)] {
        match self {
            Self::Points => &[("points", Row::Vector)],
            Self::Balls => &[("center", Row::Vector), ("radius", Row::Number)],
            Self::Capsules => &[
                ("a", Row::Vector),
                ("b", Row::Vector),
                ("radius", Row::Number),
            ],
            Self::Boxes => &[("min", Row::Vector), ("max", Row::Vector)],
            Self::Triangles => &[("a", Row::Vector), ("b", Row::Vector), ("c", Row::Vector)],
            Self::Hulls => &[("points", Row::Points), ("radius", Row::Number)],
        }
    }
}

/// One shape, or a batch of shapes of one kind in arrays of any leading dimensions.
///
/// The base of Ball, Capsule, Box, Triangle and Hull. Arrays are kept as they are given and read by each query: a change
/// of an array changes the shapes. Shapes are compared by their values and can be pickled.
#[pyclass(frozen, subclass, module = "carom")]
pub(crate) struct Shape {
    kind: Kind,
    fields: Vec<Py<PyAny>>,
}

impl Shape {
    fn new(kind: Kind, given: &[&Bound<'_, PyAny>]) -> PyResult<Self> {
        let mut fields = Vec::with_capacity(given.len());
        let mut read = Vec::with_capacity(given.len());
        for (field, (name, row)) in given.iter().zip(kind.fields()) {
            let argument = Argument::new(field, name, *row)?;
            let is_kept = field.cast::<PyFloat>().is_ok() || field.cast::<PyUntypedArray>().is_ok();
            let kept = if is_kept {
                (*field).clone()
            } else {
                as_array(field)?
            };
            fields.push(kept.unbind());
            read.push(argument);
        }
        let leading = broadcast(&read.iter().collect::<Vec<_>>())?;
        let shapes = Shapes::new(kind, &read, &leading);
        // In the precision that loses nothing.
        shapes.check::<DVec3>(count(&leading)?)?;
        Ok(Self { kind, fields })
    }

    fn leading(&self, py: Python<'_>) -> PyResult<Vec<usize>> {
        let arguments = self.arguments(py)?;
        broadcast(&arguments.iter().collect::<Vec<_>>())
    }

    fn arguments<'py>(&self, py: Python<'py>) -> PyResult<Vec<Argument<'py>>> {
        let fields = self.fields.iter().zip(self.kind.fields());
        fields
            .map(|(field, (name, row))| Argument::new(field.bind(py), name, *row))
            .collect()
    }
}

#[pymethods]
impl Shape {
    /// The leading dimensions: `()` for one shape.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.leading(py)?)
    }

    /// The length of the first leading dimension.
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        let class = self.kind.class();
        let one = || PyTypeError::new_err(format!("this {class} is one shape, not a batch"));
        self.leading(py)?.first().copied().ok_or_else(one)
    }

    /// True, also for an empty batch.
    fn __bool__(&self) -> bool {
        true
    }

    /// The shapes at an index of the leading dimensions, as numpy indexes an array of that shape: one shape, or a batch
    /// with copies of the arrays.
    fn __getitem__<'py>(
        this: &Bound<'py, Self>,
        key: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, own) = (this.py(), this.get());
        let numpy = py.import("numpy")?;
        let leading = own.leading(py)?;
        let count = count(&leading)?;
        let rows = numpy.call_method1("arange", (count,))?;
        let rows = rows.call_method1("reshape", (&leading,))?.get_item(key)?;
        let mut fields = Vec::with_capacity(own.fields.len());
        for (field, (_, row)) in own.fields.iter().zip(own.kind.fields()) {
            let field = numpy.call_method1("asarray", (field,))?;
            let dimensions: Vec<usize> = field.getattr("shape")?.extract()?;
            let one = &dimensions[dimensions.len() - row.dimensions()..];
            let all = [&leading[..], one].concat();
            let all = numpy.call_method1("broadcast_to", (field, all))?;
            let flat = [&[count], one].concat();
            fields.push(all.call_method1("reshape", (flat,))?.get_item(&rows)?);
        }
        this.get_type().call1(PyTuple::new(py, fields)?)
    }

    /// Over the first leading dimension.
    fn __iter__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = this.py();
        let rows = PyRange::new(py, 0, this.len()?.try_into()?)?;
        let shapes = (this.getattr("__getitem__")?, rows);
        py.import("builtins")?.call_method1("map", shapes)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let leading = self.shape(py)?;
        let class = self.kind.class();
        if !leading.is_empty() {
            let sizes: Vec<usize> = leading.extract()?;
            return Ok(format!("<{class} batch of shape {}>", tuple(&sizes)));
        }
        let mut fields = Vec::new();
        for (field, (name, _)) in self.fields.iter().zip(self.kind.fields()) {
            let value = field.bind(py);
            let value = value
                .call_method0("tolist")
                .unwrap_or_else(|_| value.clone());
            fields.push(format!("{name}={}", value.repr()?));
        }
        Ok(format!("{class}({})", fields.join(", ")))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        static EQUAL: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let py = other.py();
        let Ok(other) = other.cast::<Self>() else {
            return Ok(false);
        };
        let other = other.get();
        if self.kind != other.kind {
            return Ok(false);
        }
        let equal = EQUAL.import(py, "numpy", "array_equal")?;
        for (a, b) in self.fields.iter().zip(&other.fields) {
            if !equal.call1((a, b))?.is_truthy()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn __reduce__<'py>(
        this: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let fields = PyTuple::new(this.py(), &this.get().fields)?;
        Ok((this.get_type().into_any(), fields))
    }
}

macro_rules! shape {
    ($(#[$doc:meta])* $class:ident, $name:literal, $kind:ident, $signature:tt, [$($field:ident $at:literal),*]) => {
        $(#[$doc])*
        #[pyclass(frozen, extends = Shape, module = "carom", name = $name)]
        pub(crate) struct $class;

        #[pymethods]
        impl $class {
            #[new]
            #[pyo3(signature = $signature)]
            fn new($($field: &Bound<'_, PyAny>),*) -> PyResult<PyClassInitializer<Self>> {
                let shape = Shape::new(Kind::$kind, &[$($field),*])?;
                Ok(PyClassInitializer::from(shape).add_subclass(Self))
            }

            $(
                /// The argument of this name, as it was given: an array or a float.
                #[getter]
                fn $field(this: &Bound<'_, Self>) -> Py<PyAny> {
                    this.as_super().get().fields[$at].clone_ref(this.py())
                }
            )*
        }
    };
}

shape!(
    /// Ball(center, radius): all points within `radius` (...) of `center` (..., 3).
    ///
    /// >>> import carom
    /// >>> carom.Ball([0, 0, 0], 1.0)
    /// Ball(center=[0, 0, 0], radius=1.0)
    PyBall, "Ball", Balls, (center, radius), [center 0, radius 1]
);
shape!(
    /// Capsule(a, b, radius): all points within `radius` (...) of the segment from `a` to `b`, both (..., 3).
    ///
    /// A radius of 0 makes a segment.
    ///
    /// >>> import carom
    /// >>> carom.Capsule([0, 0, 0], [0, 1, 0], 0.3)
    /// Capsule(a=[0, 0, 0], b=[0, 1, 0], radius=0.3)
    PyCapsule, "Capsule", Capsules, (a, b, radius), [a 0, b 1, radius 2]
);
shape!(
    /// Box(min, max): the solid axis-aligned box between two corners, both (..., 3). A rotated box is a Hull,
    /// as carom.transformed returns it.
    ///
    /// >>> import carom
    /// >>> carom.Box([0, 0, 0], [1, 2, 3])
    /// Box(min=[0, 0, 0], max=[1, 2, 3])
    PyBox, "Box", Boxes, (min, max), [min 0, max 1]
);
shape!(
    /// Triangle(a, b, c): a flat triangle by its corners, each (..., 3).
    ///
    /// >>> import carom
    /// >>> carom.Triangle([0, 0, 0], [1, 0, 0], [0, 1, 0])
    /// Triangle(a=[0, 0, 0], b=[1, 0, 0], c=[0, 1, 0])
    PyTriangle, "Triangle", Triangles, (a, b, c), [a 0, b 1, c 2]
);
/// Hull(points, radius=0.0): the convex hull of `points` (..., k, 3), rounded by `radius` (...).
///
/// Points inside the hull and repeated points change nothing, so hulls of fewer points can be filled up.
///
/// >>> import carom
/// >>> carom.Hull([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], 0.1).shape
/// ()
#[pyclass(frozen, extends = Shape, module = "carom", name = "Hull")]
pub(crate) struct PyHull;

#[pymethods]
impl PyHull {
    #[new]
    #[pyo3(signature = (points, radius = None))]
    fn new(
        points: &Bound<'_, PyAny>,
        radius: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyClassInitializer<Self>> {
        let sharp = PyFloat::new(points.py(), 0.0).into_any();
        let shape = Shape::new(Kind::Hulls, &[points, radius.unwrap_or(&sharp)])?;
        Ok(PyClassInitializer::from(shape).add_subclass(Self))
    }

    /// The argument of this name, as it was given: an array or a float.
    #[getter]
    fn points(this: &Bound<'_, Self>) -> Py<PyAny> {
        this.as_super().get().fields[0].clone_ref(this.py())
    }

    /// The argument of this name, as it was given: an array or a float.
    #[getter]
    fn radius(this: &Bound<'_, Self>) -> Py<PyAny> {
        this.as_super().get().fields[1].clone_ref(this.py())
    }
}

/// The kind and the arguments of a shape, or of points (..., 3).
pub(crate) fn rows_of<'py>(given: &Bound<'py, PyAny>) -> PyResult<(Kind, Vec<Argument<'py>>)> {
    if let Ok(shape) = given.cast::<Shape>() {
        let shape = shape.get();
        return Ok((shape.kind, shape.arguments(given.py())?));
    }
    if (given.is_instance_of::<PyList>() || given.is_instance_of::<PyTuple>())
        && let Ok(first) = given.get_item(0)
        && let Ok(first) = first.cast::<Shape>()
    {
        let kind = first.get().kind;
        let (class, names) = (kind.class(), kind.fields().iter().map(|(name, _)| *name));
        return Err(PyTypeError::new_err(format!(
            "shapes are given as one batch, not as a list of {class}s: carom.{class}({}) of arrays with a row for each; \
             shapes of several kinds take a call for each kind",
            names.collect::<Vec<_>>().join(", ")
        )));
    }
    let points = Argument::new(given, "points", Row::Vector)?;
    Ok((Kind::Points, vec![points]))
}

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

    /// The arguments with a number that must not be negative.
    fn radius(&self) -> Option<&Rows<'a>> {
        match self.kind {
            Kind::Balls | Kind::Capsules | Kind::Hulls => self.rows.last(),
            Kind::Points | Kind::Boxes | Kind::Triangles => None,
        }
    }

    /// Raises for a negative radius and for a box without inside and border.
    pub(crate) fn check<V: Vector>(&self, rows: usize) -> PyResult<()> {
        if let Some(radius) = self.radius() {
            let negative = |x: V::Scalar| x < V::Scalar::ZERO;
            radius.require("is negative", |x| !negative(x))?;
        }
        if let (Kind::Boxes, [min, max]) = (self.kind, &self.rows[..]) {
            for row in 0..rows {
                let (min, max): (V, V) = (min.vector(row), max.vector(row));
                if (0..3).any(|axis| min[axis] > max[axis]) {
                    let place = self.rows[0].place_of(row);
                    let message = format!("{place} is greater than the max of its box");
                    return Err(PyValueError::new_err(message));
                }
            }
        }
        Ok(())
    }

    /// Raises for the first row that is not finite.
    pub(crate) fn check_finite<V: Vector>(&self) -> PyResult<()> {
        for rows in &self.rows {
            rows.require(not_finite::<V>(), |x: V::Scalar| x.is_finite())?;
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
            (Kind::Boxes, [min, max]) => {
                let (min, max): (V, V) = (min.vector(row), max.vector(row));
                act(&Aabb { min, max }.shape_ref())
            }
            (Kind::Triangles, [a, b, c]) => {
                act(&Triangle::new(a.vector(row), b.vector(row), c.vector(row)).shape_ref())
            }
            (Kind::Hulls, [points, radius]) => {
                points.points(row, memory);
                act(&ShapeRef::Points((memory, radius.scalar(row))))
            }
            _ => act(&ShapeRef::point(self.rows[0].vector(row))),
        }
    }
}

impl Shapes<'_> {
    /// The shape of a row, to keep.
    pub(crate) fn owned<V: Vector>(&self, row: usize) -> carom::Shape<V> {
        match (self.kind, &self.rows[..]) {
            (Kind::Balls, [center, radius]) => {
                Ball::new(center.vector(row), radius.scalar(row)).into()
            }
            (Kind::Capsules, [a, b, radius]) => {
                let (a, b, radius) = (a.vector(row), b.vector(row), radius.scalar(row));
                Capsule { a, b, radius }.into()
            }
            (Kind::Boxes, [min, max]) => {
                let (min, max): (V, V) = (min.vector(row), max.vector(row));
                Aabb { min, max }.into()
            }
            (Kind::Triangles, [a, b, c]) => {
                Triangle::new(a.vector(row), b.vector(row), c.vector(row)).into()
            }
            (Kind::Hulls, [points, radius]) => {
                let mut all = Vec::new();
                points.points(row, &mut all);
                carom::Hull::new(all, radius.scalar(row)).into()
            }
            _ => carom::Shape::Point(self.rows[0].vector(row)),
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
