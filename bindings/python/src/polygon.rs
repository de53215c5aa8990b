//! 2D polygons with holes.

use crate::answers::Column;
use crate::arrays::{Argument, Row, tuple};
use crate::mesh::{Mesh, array, is_double};
use crate::mesh_arrays::constant;
use crate::shape_rows::not_finite;
use carom::glam::{DVec2, DVec3, Vec2, Vec3};
use carom::polygon::Polygon;
use carom::{Scalar, Vector, Vector3};
use numpy::Element;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// Polygon(outline, holes=(), *, dtype=None): a 2D polygon with holes, and its triangles.
///
/// `outline` (n, 2) is a ring of points, `holes` a sequence of rings (k, 2); each may run either way and may end with its first
/// point. By default the dtype is float32 if that of the outline is, else float64. Of shapely:
/// `Polygon(p.exterior.coords, [hole.coords for hole in p.interiors])`.
///
/// The triangulation is a constrained Delaunay triangulation without new points, the same on every platform. Raises a ValueError
/// that names the rings and points: fewer than three points in a ring, one that is not finite, rings that touch or cross
/// themselves or each other, a hole outside of the outline or in another hole.
///
/// >>> import carom
/// >>> hall, shaft = [[0, 0], [10, 0], [10, 8], [0, 8]], [[4, 3], [6, 3], [6, 5], [4, 5]]
/// >>> plan = carom.Polygon(hall, [shaft])
/// >>> plan.area, len(plan.triangles)
/// (76.0, 8)
/// >>> plan.prism(0, 3, solid=True).contains([[1, 1, 1], [5, 1, 4]])
/// array([ True, False])
#[pyclass(frozen, module = "carom", name = "Polygon")]
pub(crate) struct PyPolygon {
    polygon: Both,
    /// As they were given: for pickles, since ties of the triangulation depend on the order of the points.
    outline: Py<PyAny>,
    holes: Vec<Py<PyAny>>,
}

enum Both {
    Single(Polygon<Vec2>),
    Double(Polygon<DVec2>),
}

/// Runs the same with a polygon of either precision; `$W` is the vector of its meshes.
macro_rules! with_polygon {
    ($of:expr, |$polygon:ident, $W:ident| $run:expr) => {
        match &$of.polygon {
            Both::Single($polygon) => {
                type $W = Vec3;
                $run
            }
            Both::Double($polygon) => {
                type $W = DVec3;
                $run
            }
        }
    };
}

#[pymethods]
impl PyPolygon {
    #[new]
    #[pyo3(signature = (outline, holes = None, *, dtype = None), text_signature = "(outline, holes=(), *, dtype=None)")]
    fn new(
        outline: &Bound<'_, PyAny>,
        holes: Option<&Bound<'_, PyAny>>,
        dtype: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let of_outline = ring(outline, "outline", None)?;
        let holes: Vec<Bound<'_, PyAny>> = match holes {
            Some(holes) => holes.try_iter()?.collect::<PyResult<_>>()?,
            None => Vec::new(),
        };
        let of_holes = holes.iter().enumerate();
        let of_holes = of_holes.map(|(number, hole)| ring(hole, "holes", Some(number)));
        let of_holes = of_holes.collect::<PyResult<Vec<_>>>()?;
        let is_double = match dtype {
            Some(dtype) => is_double(dtype)?,
            None => !of_outline.is_single(),
        };
        let name = if is_double { "float64" } else { "float32" };
        let kept = holes.iter().map(|hole| constant(hole, name));
        Ok(Self {
            polygon: if is_double {
                Both::Double(build(outline.py(), &of_outline, &of_holes)?)
            } else {
                Both::Single(build(outline.py(), &of_outline, &of_holes)?)
            },
            outline: constant(outline, name)?,
            holes: kept.collect::<PyResult<_>>()?,
        })
    }

    /// The type of all numbers: float32 or float64.
    #[getter]
    fn dtype<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        match self.polygon {
            Both::Single(_) => numpy::dtype::<f32>(py).into_any(),
            Both::Double(_) => numpy::dtype::<f64>(py).into_any(),
        }
    }

    /// The points of all rings (n, 2) without repetitions: the outline counter-clockwise, then the holes clockwise.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        with_polygon!(self, |polygon, _W| points(py, polygon.points()))
    }

    /// The rings, a list of arrays (k, 2): first the outline, counter-clockwise, then the holes, clockwise.
    #[getter]
    fn rings<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        with_polygon!(self, |polygon, _W| {
            polygon.rings().map(|ring| points(py, ring)).collect()
        })
    }

    /// The triangles (m, 3), counter-clockwise, uint32: indices of `points`.
    #[getter]
    fn triangles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        with_polygon!(self, |polygon, _W| array(py, polygon.triangles().to_vec()))
    }

    /// The area.
    #[getter]
    fn area(&self) -> f64 {
        with_polygon!(self, |polygon, _W| polygon.area())
    }

    /// The flat Mesh at a height, with its front up: (x, y) is at (x, height, y). Triangle i is triangle i.
    ///
    /// >>> import carom
    /// >>> floor = carom.Polygon([[0., 0], [4, 0], [4, 4], [0, 4]]).floor(1)
    /// >>> floor.rays([1., 5, 2], [0., -8, 0]).point
    /// array([1., 1., 2.])
    #[pyo3(signature = (height = 0.0, *, one_sided = false))]
    fn floor<'py>(
        &self,
        py: Python<'py>,
        height: f64,
        one_sided: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let options = PyDict::new(py);
        options.set_item("one_sided", one_sided)?;
        with_polygon!(self, |polygon, W| {
            let [height] = heights::<W, 1>([(height, "height")])?;
            mesh(py, polygon.floor_buffers::<W>(height), &options)
        })
    }

    /// The closed Mesh between two heights, with its fronts outwards: (x, y) is at (x, height, y). First come the triangles of
    /// the top, then those of the bottom, then two for each side of a ring.
    #[pyo3(signature = (low, high, *, one_sided = false, solid = false))]
    fn prism<'py>(
        &self,
        py: Python<'py>,
        low: f64,
        high: f64,
        one_sided: bool,
        solid: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let options = PyDict::new(py);
        options.set_item("one_sided", one_sided)?;
        options.set_item("solid", solid)?;
        with_polygon!(self, |polygon, W| {
            let between = heights::<W, 2>([(low, "low"), (high, "high")])?;
            mesh(py, polygon.prism_buffers::<W>(between), &options)
        })
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (points, holes) = with_polygon!(self, |polygon, _W| (
            polygon.points().len(),
            polygon.rings().count() - 1
        ));
        let dtype = self.dtype(py).str()?;
        Ok(format!(
            "<Polygon of {points} points and {holes} holes, {dtype}>"
        ))
    }

    fn __reduce__<'py>(
        this: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, polygon) = (this.py(), this.get());
        let holes = PyTuple::new(py, &polygon.holes)?;
        let rings = PyTuple::new(py, [polygon.outline.bind(py), holes.as_any()])?;
        Ok((this.get_type().into_any(), rings))
    }
}

/// A ring of the caller's; `number` is that of a hole.
fn ring<'py>(
    given: &Bound<'py, PyAny>,
    name: &'static str,
    number: Option<usize>,
) -> PyResult<Argument<'py>> {
    let ring = Argument::new(given, name, Row::Number)?;
    if matches!(ring.leading(), [_, 2]) {
        return Ok(ring);
    }
    let place = number.map_or(name.to_owned(), |number| format!("{name}[{number}]"));
    let shape = tuple(ring.leading());
    let message = format!("{place} must have the shape (n, 2), not {shape}");
    Err(PyValueError::new_err(message))
}

fn build<V: Vector<Double = DVec2>>(
    py: Python<'_>,
    outline: &Argument<'_>,
    holes: &[Argument<'_>],
) -> PyResult<Polygon<V>> {
    let of = |ring: &Argument<'_>| -> Vec<V> {
        let rows = ring.rows(ring.leading());
        let number = |at: usize| rows.scalar::<f64>(at);
        let point = |i: usize| V::from_f64([number(2 * i), number(2 * i + 1), 0.0]);
        (0..ring.leading()[0]).map(point).collect()
    };
    let outline = of(outline);
    let holes: Vec<Vec<V>> = holes.iter().map(of).collect();
    let polygon = py.detach(|| {
        let holes: Vec<&[V]> = holes.iter().map(Vec::as_slice).collect();
        Polygon::new(&outline, &holes)
    });
    polygon.map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Points as an array (n, 2).
fn points<'py, V: Vector<Double = DVec2, Scalar: Element>>(
    py: Python<'py>,
    points: &[V],
) -> PyResult<Bound<'py, PyAny>> {
    let mut array = Column::<V::Scalar>::new(py, &[points.len(), 2])?;
    let rows = array.slice().as_chunks_mut::<2>().0;
    for (row, point) in rows.iter_mut().zip(points) {
        *row = [point[0], point[1]];
    }
    Ok(array.object(py))
}

/// Heights in the precision of the polygon.
fn heights<W: Vector, const N: usize>(given: [(f64, &str); N]) -> PyResult<[W::Scalar; N]> {
    let heights = given.map(|(height, _)| W::Scalar::from_f64(height));
    match heights.iter().position(|height| !height.is_finite()) {
        None => Ok(heights),
        Some(at) => {
            let message = format!("{} {}", given[at].1, not_finite::<W>());
            Err(PyValueError::new_err(message))
        }
    }
}

/// A Mesh of vertices and triangles.
fn mesh<'py, W: Vector3<Scalar: Element>>(
    py: Python<'py>,
    (vertices, triangles): (Vec<W>, Vec<[u32; 3]>),
    options: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    let vertices: Vec<[W::Scalar; 3]> = vertices.iter().map(|v| [v[0], v[1], v[2]]).collect();
    let arrays = (array(py, vertices)?, array(py, triangles)?);
    py.get_type::<Mesh>().call(arrays, Some(options))
}
