//! Shapes, one or many in arrays.

use crate::arrays::{Argument, Row, as_array, broadcast, count, tuple};
use crate::shape_kind::Kind;
use crate::shape_rows::Shapes;
use carom::Vector;
use carom::glam::DVec3;
use numpy::PyUntypedArray;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyFloat, PyList, PyRange, PyTuple, PyType};

/// One shape, or a batch of shapes of one kind in arrays of any leading dimensions.
///
/// The base of Ball, Capsule, Box, OrientedBox, Triangle, Hull, Cylinder, Cone, TaperedCapsule, Ellipsoid and Plane, and of the
/// shapes of carom.planar. Arrays are kept as they are given and read by each query: a change
/// of an array changes the shapes. Shapes are compared by their values and can be pickled.
#[pyclass(frozen, subclass, module = "carom")]
pub(crate) struct Shape {
    kind: Kind,
    /// Its dimension: 2 or 3.
    dim: usize,
    fields: Vec<Py<PyAny>>,
}

impl Shape {
    pub(crate) fn new<V: Vector>(kind: Kind, given: &[&Bound<'_, PyAny>]) -> PyResult<Self> {
        let mut fields = Vec::with_capacity(given.len());
        let mut read = Vec::with_capacity(given.len());
        for (field, (name, row)) in given.iter().zip(kind.fields(V::DIM)) {
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
        shapes.check::<V>(count(&leading)?)?;
        Ok(Self {
            kind,
            dim: V::DIM,
            fields,
        })
    }

    /// A field, by its number.
    pub(crate) fn field(&self, py: Python<'_>, number: usize) -> Py<PyAny> {
        self.fields[number].clone_ref(py)
    }

    fn class(&self) -> &'static str {
        self.kind.class(self.dim)
    }

    /// Raises for a shape of another dimension.
    fn require_dim(&self, dim: usize) -> PyResult<()> {
        if self.dim == dim {
            return Ok(());
        }
        let [own, other] = [self.dim, dim].map(module);
        let class = self.class();
        Err(PyTypeError::new_err(format!(
            "{own}.{class} is a shape in {}D, but the call is in {dim}D: see {other}",
            self.dim
        )))
    }

    fn leading(&self, py: Python<'_>) -> PyResult<Vec<usize>> {
        let arguments = self.arguments(py)?;
        broadcast(&arguments.iter().collect::<Vec<_>>())
    }

    fn arguments<'py>(&self, py: Python<'py>) -> PyResult<Vec<Argument<'py>>> {
        let fields = self.fields.iter().zip(self.kind.fields(self.dim));
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
        let class = self.class();
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
        for (field, (_, row)) in own.fields.iter().zip(own.kind.fields(own.dim)) {
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
        let class = self.class();
        if !leading.is_empty() {
            let sizes: Vec<usize> = leading.extract()?;
            return Ok(format!("<{class} batch of shape {}>", tuple(&sizes)));
        }
        let mut fields = Vec::new();
        for (field, (name, _)) in self.fields.iter().zip(self.kind.fields(self.dim)) {
            let value = field.bind(py);
            if matches!(*name, "rounding" | "angle")
                && value.cast::<PyFloat>().is_ok_and(|x| x.value() == 0.0)
            {
                continue;
            }
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
        if (self.kind, self.dim) != (other.kind, other.dim) {
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

/// The default of a radius or an angle.
pub(crate) fn zero(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    Ok(PyFloat::new(py, 0.0).into_any())
}

/// The default of a rotation.
fn identity(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    py.import("numpy")?.call_method1("eye", (3,))
}

/// A class of shapes of a module with vectors of one kind: its fields, then those with a default.
macro_rules! shape {
    (
        $module:literal, $V:ty;
        $(#[$doc:meta])* $class:ident, $name:literal, $kind:ident, $signature:tt, [$($field:ident $at:literal),*]
        $(, [$($optional:ident $place:literal $default:ident),*])?
    ) => {
        $(#[$doc])*
        #[pyclass(frozen, extends = $crate::shapes::Shape, module = $module, name = $name)]
        pub(crate) struct $class;

        #[pymethods]
        impl $class {
            #[new]
            #[pyo3(signature = $signature)]
            fn new<'py>(
                $($field: &Bound<'py, PyAny>,)*
                $($($optional: Option<&Bound<'py, PyAny>>,)*)?
                py: Python<'py>,
            ) -> PyResult<PyClassInitializer<Self>> {
                let _ = py;
                $($(let $optional = &$optional.cloned().map_or_else(|| $default(py), Ok)?;)*)?
                let shape = $crate::shapes::Shape::new::<$V>(Kind::$kind, &[$($field,)* $($($optional,)*)?])?;
                Ok(PyClassInitializer::from(shape).add_subclass(Self))
            }

            $(
                /// The argument of this name, as it was given: an array or a float.
                #[getter]
                fn $field(this: &Bound<'_, Self>) -> Py<PyAny> {
                    this.as_super().get().field(this.py(), $at)
                }
            )*
            $($(
                /// The argument of this name, as it was given, or its default: an array or a float.
                #[getter]
                fn $optional(this: &Bound<'_, Self>) -> Py<PyAny> {
                    this.as_super().get().field(this.py(), $place)
                }
            )*)?
        }
    };
}
pub(crate) use shape;

shape!(
    "carom", DVec3;
    /// Ball(center, radius): all points within `radius` (...) of `center` (..., 3).
    ///
    /// >>> import carom
    /// >>> carom.Ball([0, 0, 0], 1.0)
    /// Ball(center=[0, 0, 0], radius=1.0)
    PyBall, "Ball", Balls, (center, radius), [center 0, radius 1]
);
shape!(
    "carom", DVec3;
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
    "carom", DVec3;
    /// Box(min, max, rounding=0.0): the solid axis-aligned box between two corners, both (..., 3), with a radius `rounding`
    /// (...) around it. A rotated box is an OrientedBox, or a Hull as carom.transformed returns it.
    ///
    /// >>> import carom
    /// >>> carom.Box([0, 0, 0], [1, 2, 3])
    /// Box(min=[0, 0, 0], max=[1, 2, 3])
    PyBox, "Box", Boxes, (min, max, rounding = None), [min 0, max 1], [rounding 2 zero]
);
shape!(
    "carom", DVec3;
    /// Triangle(a, b, c, rounding=0.0): a flat triangle by its corners, each (..., 3), with a radius `rounding` (...) around it.
    ///
    /// >>> import carom
    /// >>> carom.Triangle([0, 0, 0], [1, 0, 0], [0, 1, 0])
    /// Triangle(a=[0, 0, 0], b=[1, 0, 0], c=[0, 1, 0])
    PyTriangle, "Triangle", Triangles, (a, b, c, rounding = None), [a 0, b 1, c 2], [rounding 3 zero]
);
shape!(
    "carom", DVec3;
    /// Hull(points, radius=0.0): the convex hull of `points` (..., k, 3), rounded by `radius` (...).
    ///
    /// Points inside the hull and repeated points change nothing, so hulls of fewer points can be filled up.
    ///
    /// >>> import carom
    /// >>> carom.Hull([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], 0.1).shape
    /// ()
    PyHull, "Hull", Hulls, (points, radius = None), [points 0], [radius 1 zero]
);
shape!(
    "carom", DVec3;
    /// OrientedBox(center, half, rotation=identity, rounding=0.0): the solid box with the half extents `half` (..., 3) along
    /// the columns of `rotation` (..., 3, 3), with a radius `rounding` (...) around it.
    ///
    /// Columns that are not at right angles make a parallelepiped.
    ///
    /// >>> import carom
    /// >>> carom.OrientedBox([0, 0, 0], [1, 2, 3], [[0, -1, 0], [1, 0, 0], [0, 0, 1]], 0.1).rounding
    /// 0.1
    PyOrientedBox, "OrientedBox", OrientedBoxes, (center, half, rotation = None, rounding = None), [center 0, half 1],
    [rotation 2 identity, rounding 3 zero]
);
shape!(
    "carom", DVec3;
    /// Cylinder(a, b, radius, rounding=0.0): the solid cylinder with flat ends between their centers `a` and `b`, both
    /// (..., 3), with a radius `rounding` (...) around it.
    ///
    /// A radius of 0 makes a segment; `a` must not equal `b`.
    ///
    /// >>> import carom
    /// >>> carom.Cylinder([0, 0, 0], [0, 2, 0], 0.5)
    /// Cylinder(a=[0, 0, 0], b=[0, 2, 0], radius=0.5)
    PyCylinder, "Cylinder", Cylinders, (a, b, radius, rounding = None), [a 0, b 1, radius 2], [rounding 3 zero]
);
shape!(
    "carom", DVec3;
    /// Cone(a, b, radius_a, radius_b=0.0, rounding=0.0): the solid cone with the center `a` of its base and the apex `b`, both
    /// (..., 3), or the frustum with the radii `radius_a` and `radius_b` (...), with a radius `rounding` (...) around it.
    ///
    /// With both radii 0 it is a segment; `a` must not equal `b`.
    ///
    /// >>> import carom
    /// >>> carom.Cone([0, 0, 0], [0, 2, 0], 0.5)
    /// Cone(a=[0, 0, 0], b=[0, 2, 0], radius_a=0.5, radius_b=0.0)
    PyCone, "Cone", Cones, (a, b, radius_a, radius_b = None, rounding = None), [a 0, b 1, radius_a 2],
    [radius_b 3 zero, rounding 4 zero]
);
shape!(
    "carom", DVec3;
    /// TaperedCapsule(a, b, radius_a, radius_b): the convex hull of a ball with `radius_a` (...) around `a` and a ball with
    /// `radius_b` (...) around `b`, both (..., 3). If one ball contains the other, it is that ball.
    ///
    /// >>> import carom
    /// >>> carom.TaperedCapsule([0, 0, 0], [0, 2, 0], 0.5, 0.25)
    /// TaperedCapsule(a=[0, 0, 0], b=[0, 2, 0], radius_a=0.5, radius_b=0.25)
    PyTaperedCapsule, "TaperedCapsule", TaperedCapsules, (a, b, radius_a, radius_b), [a 0, b 1, radius_a 2, radius_b 3]
);
shape!(
    "carom", DVec3;
    /// Ellipsoid(center, radii, rotation=identity, rounding=0.0): the solid ellipsoid with `radii` (..., 3) along the columns
    /// of `rotation` (..., 3, 3), with a radius `rounding` (...) around it.
    ///
    /// With one radius of 0 it is a flat disk, with two a segment. Columns that are not at right angles make another
    /// ellipsoid: the ball of radius 1 mapped by them, each times its radius.
    ///
    /// >>> import carom
    /// >>> carom.Ellipsoid([0, 0, 0], [3, 1, 2]).radii
    /// array([3, 1, 2])
    PyEllipsoid, "Ellipsoid", Ellipsoids, (center, radii, rotation = None, rounding = None), [center 0, radii 1],
    [rotation 2 identity, rounding 3 zero]
);

shape!(
    "carom", DVec3;
    /// Plane(normal, offset): the half-space of all points with `normal` (..., 3) · point ≤ `offset` (...), an unbounded floor or
    /// wall.
    ///
    /// The normal points outwards and has any length but zero.
    ///
    /// >>> import carom
    /// >>> floor = carom.Plane([0., 1, 0], 2.0)
    /// >>> carom.closest(carom.Ball([5., 4, 5], 0.5), floor).distance
    /// array(1.5)
    PyPlane, "Plane", Planes, (normal, offset), [normal 0, offset 1]
);

/// The class of a kind in 3D; none of points.
pub(crate) fn class(py: Python<'_>, kind: Kind) -> Option<Bound<'_, PyType>> {
    Some(match kind {
        Kind::Points => return None,
        Kind::Balls => py.get_type::<PyBall>(),
        Kind::Capsules => py.get_type::<PyCapsule>(),
        Kind::Boxes => py.get_type::<PyBox>(),
        Kind::Triangles => py.get_type::<PyTriangle>(),
        Kind::Hulls => py.get_type::<PyHull>(),
        Kind::OrientedBoxes => py.get_type::<PyOrientedBox>(),
        Kind::Cylinders => py.get_type::<PyCylinder>(),
        Kind::Cones => py.get_type::<PyCone>(),
        Kind::TaperedCapsules => py.get_type::<PyTaperedCapsule>(),
        Kind::Ellipsoids => py.get_type::<PyEllipsoid>(),
        Kind::Planes => py.get_type::<PyPlane>(),
    })
}

/// The module of the shapes of a dimension.
fn module(dim: usize) -> &'static str {
    if dim == 2 { "carom.planar" } else { "carom" }
}

/// The kind and the arguments of a shape, or of points (..., d).
pub(crate) fn rows_of<'py, V: Vector>(
    given: &Bound<'py, PyAny>,
) -> PyResult<(Kind, Vec<Argument<'py>>)> {
    if let Ok(shape) = given.cast::<Shape>() {
        let shape = shape.get();
        shape.require_dim(V::DIM)?;
        return Ok((shape.kind, shape.arguments(given.py())?));
    }
    if (given.is_instance_of::<PyList>() || given.is_instance_of::<PyTuple>())
        && let Ok(first) = given.get_item(0)
        && let Ok(first) = first.cast::<Shape>()
    {
        let first = first.get();
        let (class, module) = (first.class(), module(first.dim));
        let names = first.kind.fields(first.dim).iter().map(|(name, _)| *name);
        return Err(PyTypeError::new_err(format!(
            "shapes are given as one batch, not as a list of {class}s: {module}.{class}({}) of arrays with a row for each; \
             shapes of several kinds take a call for each kind",
            names.collect::<Vec<_>>().join(", ")
        )));
    }
    let points = Argument::new(given, "points", Row::vector(V::DIM))?;
    Ok((Kind::Points, vec![points]))
}
