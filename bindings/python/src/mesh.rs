//! Triangle meshes.

use crate::answers::Column;
use crate::arrays::{Argument, Row, in_order, tuple};
use crate::batch::Call;
use crate::crossings;
use crate::inside;
use crate::mesh_arrays::{constant, indices};
use crate::mesh_build::{Options as BuildOptions, build};
use crate::penetration;
use crate::scaled;
use crate::surface::Surface;
use crate::target::{Current, Target, with_mesh};
use carom::glam::{DVec3, Vec3};
use carom_level::{Colliders, Options, Up};
use numpy::{Element, IntoPyArray, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::path::PathBuf;

/// Mesh(vertices, triangles, *, dtype=None, one_sided=False, solid=False, weld=False, compact=False, quick=False): a triangle mesh
/// with a bounding volume hierarchy.
///
/// `vertices` (n, 3) are real numbers, `triangles` (m, 3) are integers, indices of vertices. The mesh computes in
/// `dtype`; by default float32 if the vertices are, else float64. Of a one-sided mesh only the fronts count, from which
/// the corners of a triangle run counter-clockwise. A solid mesh is one-sided and has an inside: a shape that is inside as a
/// whole overlaps, with the depth to the nearest triangle and the normal outwards, and a motion that starts there is stopped
/// at t = 0. With `weld` the edges between triangles that differ by at most 5 degrees are internal: shapes slide over them without
/// ghost collisions (see `internal_edges` of World.query). A `compact` mesh takes less than half of the memory, and queries take a quarter longer;
/// one that is `quick` to build takes three fifths of the time, and queries take a tenth longer: with the same answers. The arrays are copied; a mesh never changes, is pickled as its
/// arrays, and may be queried by many threads at once.
///
/// Raises a ValueError that names the vertex or triangle: one that is not finite, an index out of range, no triangles; with
/// `solid` also if the mesh is not closed, or if its triangles face inwards.
///
/// >>> import carom
/// >>> tetrahedron = carom.Mesh([[0., 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
/// >>> tetrahedron.is_closed, tetrahedron.contains([[0.1, 0.1, 0.1], [1, 1, 1]])
/// (True, array([ True, False]))
#[pyclass(frozen, extends = Surface, module = "carom")]
pub(crate) struct Mesh {
    vertices: Py<PyAny>,
    triangles: Py<PyAny>,
    options: BuildOptions,
}

#[pymethods]
impl Mesh {
    #[new]
    #[pyo3(signature = (vertices, triangles, *, dtype = None, one_sided = false, solid = false, weld = false, compact = false, quick = false))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn new(
        vertices: &Bound<'_, PyAny>,
        triangles: &Bound<'_, PyAny>,
        dtype: Option<&Bound<'_, PyAny>>,
        one_sided: bool,
        solid: bool,
        weld: bool,
        compact: bool,
        quick: bool,
    ) -> PyResult<PyClassInitializer<Self>> {
        let py = vertices.py();
        let options = BuildOptions {
            one_sided,
            solid,
            weld,
            compact,
            quick,
        };
        let places = Argument::new(vertices, "vertices", Row::Vector)?;
        let [count] = places.leading() else {
            let shape = tuple(&[places.leading(), &[3]].concat());
            let message = format!("vertices must have the shape (n, 3), not {shape}");
            return Err(PyValueError::new_err(message));
        };
        let rows = places.rows(places.leading());
        let numbers = indices(triangles, *count)?;
        let is_double = match dtype {
            Some(dtype) => is_double(dtype)?,
            None => !places.is_single(),
        };
        let target = if is_double {
            let places: Vec<DVec3> = (0..*count).map(|row| rows.vector(row)).collect();
            Target::DoubleMesh(Current::new(build(py, &places, &numbers, options)?))
        } else {
            let places: Vec<Vec3> = (0..*count).map(|row| rows.vector(row)).collect();
            Target::SingleMesh(Current::new(build(py, &places, &numbers, options)?))
        };
        let dtype = if is_double { "float64" } else { "float32" };
        let mesh = Self {
            vertices: constant(vertices, dtype)?,
            triangles: constant(triangles, "uint32")?,
            options,
        };
        Ok(PyClassInitializer::from(Surface::new(target)).add_subclass(mesh))
    }

    /// Reads a mesh from an OBJ, glTF or GLB file, with its node transforms; all objects are one mesh.
    ///
    /// `unit`: meters per unit of the file. `up`: the axis "y" or "z" that points up in the file; z becomes y.
    /// `colliders`: objects marked as colliders stand for their objects ("use"), are all that counts ("exclusive"), or are
    /// objects like all others ("ignore"). Raises an OSError if the file cannot be read, and a ValueError that names the
    /// line or element of a bad file. Other formats by trimesh: `t = trimesh.load_mesh("scan.ply")`, then
    /// `carom.Mesh(t.vertices, t.faces)`.
    ///
    /// >>> import carom
    /// >>> carom.Mesh.load("town.glb")  # doctest: +SKIP
    /// <Mesh of 10133 triangles, float64>
    #[classmethod]
    #[pyo3(signature = (path, *, unit = 1.0, up = "y", colliders = "use", dtype = None))]
    fn load<'py>(
        class: &Bound<'py, pyo3::types::PyType>,
        path: PathBuf,
        unit: f64,
        up: &str,
        colliders: &str,
        dtype: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = class.py();
        let options = Options {
            up: one_of("up", up, &[("y", Up::Y), ("z", Up::Z)])?,
            scale: unit,
            colliders: one_of(
                "colliders",
                colliders,
                &[
                    ("use", Colliders::Use),
                    ("exclusive", Colliders::Exclusive),
                    ("ignore", Colliders::Ignore),
                ],
            )?,
        };
        // The error of Python's own `open` names what is wrong with the path.
        let file = py.import("builtins")?.call_method1("open", (&path, "rb"))?;
        file.call_method0("close")?;
        let level = py
            .detach(|| carom_level::open(&path, &options))
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        let vertices: Vec<[f64; 3]> = level.vertices.iter().map(|v| v.to_array()).collect();
        let vertices = array(py, vertices)?;
        let triangles = array(py, level.triangles)?;
        let options = PyDict::new(py);
        match dtype {
            Some(dtype) => options.set_item("dtype", dtype)?,
            None => options.set_item("dtype", numpy::dtype::<f64>(py))?,
        }
        class.call((vertices, triangles), Some(&options))
    }

    /// The vertices (n, 3), read-only, in the dtype of the mesh.
    #[getter]
    fn vertices(&self, py: Python<'_>) -> Py<PyAny> {
        self.vertices.clone_ref(py)
    }

    /// The triangles (m, 3), read-only, uint32.
    #[getter]
    fn triangles(&self, py: Python<'_>) -> Py<PyAny> {
        self.triangles.clone_ref(py)
    }

    /// Whether only the fronts of triangles count.
    #[getter]
    fn one_sided(&self) -> bool {
        self.options.one_sided || self.options.solid
    }

    /// Whether the mesh was made with `solid`.
    #[getter]
    fn is_solid(&self) -> bool {
        self.options.solid
    }

    /// Whether the mesh has no border: along every edge the same number of triangles runs each way.
    #[getter]
    fn is_closed(this: &Bound<'_, Self>) -> PyResult<bool> {
        let surface = this.as_super().get();
        with_mesh!(surface.target, |mesh, _V| Ok(this
            .py()
            .detach(|| mesh.is_closed())))
    }

    /// The corners of the bounding box, (2, 3): least, then greatest coordinates.
    #[getter]
    fn bounds<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        bounds(this.py(), this.as_super().get())
    }

    /// Whether a closed mesh encloses each of `points` (..., 3), or the point is on it: a bool array.
    ///
    /// Decided exactly, by the winding number: where it is not zero. Check `is_closed` first: in an open mesh the answer
    /// depends on the triangles that a path along x crosses, and there is no error. To move points out of a solid take
    /// `closest`, and minus its normal.
    ///
    /// >>> import carom
    /// >>> tetrahedron = carom.Mesh([[0., 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
    /// >>> tetrahedron.contains([0, 0.5, 0.5])
    /// array(True)
    #[pyo3(signature = (points, *, threads = None, nan = "raise", out = None))]
    fn contains<'py>(
        this: &Bound<'py, Self>,
        points: &Bound<'py, PyAny>,
        threads: Option<isize>,
        nan: &str,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = this.py();
        let call = Call { py, threads, nan };
        inside::contains(this.as_super().get(), &call, points, out)
    }

    /// The distance of each of `points` (..., 3) from a closed mesh, negative inside: an array of the mesh's dtype.
    ///
    /// Inside is where `contains` is true. trimesh's sign is the opposite.
    ///
    /// >>> import carom
    /// >>> tetrahedron = carom.Mesh([[0., 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
    /// >>> tetrahedron.signed_distance([[0.25, 0.25, 0.125], [0, 0, 3]])
    /// array([-0.125,  2.   ])
    #[pyo3(signature = (points, *, threads = None, nan = "raise", out = None))]
    fn signed_distance<'py>(
        this: &Bound<'py, Self>,
        points: &Bound<'py, PyAny>,
        threads: Option<isize>,
        nan: &str,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = this.py();
        let call = Call { py, threads, nan };
        inside::signed_distance(this.as_super().get(), &call, points, out)
    }

    /// How often the mesh winds around each of `points` (..., 3): a float64 array.
    ///
    /// Of a closed mesh a whole number but for rounding, 1 inside and 0 outside. Where triangles are missing, doubled or
    /// turned it changes gradually, and above a half counts as inside. On the mesh it jumps. A triangle takes about 30 ns.
    ///
    /// >>> import carom
    /// >>> open = carom.Mesh([[0., 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 3], [0, 3, 2], [1, 2, 3]])
    /// >>> open.winding_number([[0.2, 0.2, 0.2], [1, 1, 1]]) > 0.5
    /// array([ True, False])
    #[pyo3(signature = (points, *, threads = None, nan = "raise"))]
    fn winding_number<'py>(
        this: &Bound<'py, Self>,
        points: &Bound<'py, PyAny>,
        threads: Option<isize>,
        nan: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = this.py();
        let call = Call { py, threads, nan };
        inside::winding_number(this.as_super().get(), &call, points)
    }

    /// The parts of rays from `origins` (..., 3) to `origins + deltas` (..., 3) that are inside of a closed mesh:
    /// MeshIntervals(offsets, entry, exit), as fractions of `deltas`. Those of ray i are the rows offsets[i] to
    /// offsets[i + 1].
    ///
    /// A ray that starts inside has its first entry at 0, one that ends inside its last exit at 1. See `contains`.
    ///
    /// >>> import carom
    /// >>> tetrahedron = carom.Mesh([[0., 0, 0], [4, 0, 0], [0, 4, 0], [0, 0, 4]], [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
    /// >>> found = tetrahedron.ray_intervals([[1., 1, -4], [1, 1, 1], [9, 9, 9]], [0., 0, 8])
    /// >>> found.offsets, found.entry.round(6), found.exit.round(6)
    /// (array([0, 1, 2, 2]), array([0.5, 0. ]), array([0.75 , 0.125]))
    fn ray_intervals<'py>(
        this: &Bound<'py, Self>,
        origins: &Bound<'py, PyAny>,
        deltas: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        inside::ray_intervals(this.py(), this.as_super().get(), origins, deltas)
    }

    /// The barycentric coordinates (..., 3) of `points` (..., 3) in `triangles` (...), numbers of triangles of this mesh as
    /// answers have them: the weights of the corners at the nearest point of the triangle. None is negative, their sum is 1.
    ///
    /// They interpolate what the vertices carry. Those of a triangle without area are the weights on its longest side. A
    /// triangle of -1, a miss, has NaN.
    ///
    /// >>> import carom
    /// >>> tile = carom.Mesh([[0., 0, 0], [0, 0, 4], [4, 0, 0]], [[0, 1, 2]])
    /// >>> hits = tile.rays([[1., 5, 2], [9, 5, 9]], [0., -9, 0])
    /// >>> tile.barycentric(hits.triangle, hits.point)
    /// array([[0.25, 0.5 , 0.25],
    ///        [ nan,  nan,  nan]])
    fn barycentric<'py>(
        this: &Bound<'py, Self>,
        triangles: &Bound<'py, PyAny>,
        points: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        inside::barycentric(this.py(), this.as_super().get(), triangles, points)
    }

    /// The numbers (k, 2) of every two triangles of this mesh and `other` that touch, sorted: int64.
    fn touching_triangles<'py>(
        this: &Bound<'py, Self>,
        other: &Bound<'py, Surface>,
    ) -> PyResult<Bound<'py, PyAny>> {
        crossings::touching_triangles(this.as_super(), other)
    }

    /// The segments along which the triangles of this mesh and `other` cross: Crossings(triangles, segments), sorted by
    /// the numbers of the triangles.
    ///
    /// Triangles in one plane have no such segment, even if they overlap.
    fn crossings<'py>(
        this: &Bound<'py, Self>,
        other: &Bound<'py, Surface>,
    ) -> PyResult<Bound<'py, PyAny>> {
        crossings::crossings(this.as_super(), other)
    }

    /// The lines along which this mesh and `other` cross: a list of polylines (n, 3) of the segments of `crossings`, from end
    /// to end; the last point of a loop is its first. Lines end where more than two segments meet.
    ///
    /// >>> import carom
    /// >>> floor = carom.Mesh([[-9., 0, -9], [-9, 0, 9], [9, 0, 9], [9, 0, -9]], [[0, 1, 2], [0, 2, 3]])
    /// >>> fin = carom.Mesh([[-5., 1, 5], [-4, 1, 5], [-5, -1, 5]], [[0, 1, 2]])
    /// >>> [line[line[:, 0].argsort(), 0] for line in fin.crossing_lines(floor)]
    /// [array([-5. , -4.5])]
    fn crossing_lines<'py>(
        this: &Bound<'py, Self>,
        other: &Bound<'py, Surface>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        crossings::crossing_lines(this.as_super(), other)
    }

    /// The translation of this mesh that separates it from `other`: MeshPenetration(translation, at_least), or None if they do
    /// not overlap.
    ///
    /// The shortest that a search finds, and a bound below which there is none. Of convex meshes it is the shortest up to a
    /// part in a thousand. It takes as long as some hundred sweeps of the meshes.
    fn penetration<'py>(
        this: &Bound<'py, Self>,
        other: &Bound<'py, Surface>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        penetration::of_meshes(this.as_super(), other)
    }

    /// A copy with each coordinate multiplied by that of `factors` (3,), with the same dtype and flags.
    ///
    /// Raises a ValueError if a factor is not positive and finite.
    ///
    /// >>> import carom
    /// >>> ramp = carom.Mesh([[0., 0, 0], [0, 0, 1], [1, 1, 0]], [[0, 1, 2]])
    /// >>> ramp.scaled([4., 1, 1]).bounds
    /// array([[0., 0., 0.],
    ///        [4., 1., 1.]])
    fn scaled(this: &Bound<'_, Self>, factors: &Bound<'_, PyAny>) -> PyResult<Py<Self>> {
        let (py, own) = (this.py(), this.get());
        let given = Argument::new(factors, "factors", Row::Vector)?;
        if !given.leading().is_empty() {
            return Err(PyValueError::new_err("factors must have the shape (3,)"));
        }
        let (by, target) = (given.rows(&[]), &this.as_super().get().target);
        let target = match target {
            Target::SingleMesh(mesh) => {
                Target::SingleMesh(Current::new(scaled::copy(py, &mesh.get(), by.vector(0))?))
            }
            Target::DoubleMesh(mesh) => {
                Target::DoubleMesh(Current::new(scaled::copy(py, &mesh.get(), by.vector(0))?))
            }
            _ => return Err(PyTypeError::new_err("only a Mesh can be scaled")),
        };
        let dtype = if target.is_double() {
            "float64"
        } else {
            "float32"
        };
        let vertices = own.vertices.bind(py).mul(constant(factors, dtype)?)?;
        let mesh = Self {
            vertices: constant(&vertices, dtype)?,
            triangles: own.triangles.clone_ref(py),
            options: own.options,
        };
        Py::new(
            py,
            PyClassInitializer::from(Surface::new(target)).add_subclass(mesh),
        )
    }

    /// The number of triangles.
    fn __len__(this: &Bound<'_, Self>) -> PyResult<usize> {
        with_mesh!(this.as_super().get().target, |mesh, _V| Ok(mesh.len()))
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __repr__(this: &Bound<'_, Self>) -> PyResult<String> {
        let dtype = this.as_super().get().dtype(this.py()).str()?.to_string();
        Ok(format!(
            "<Mesh of {} triangles, {dtype}>",
            Self::__len__(this)?
        ))
    }

    fn __reduce__<'py>(
        this: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let py = this.py();
        let mesh = this.get();
        let options = mesh.options.keywords(py)?;
        let make = py.import("functools")?.getattr("partial")?;
        let make = make.call((this.get_type(),), Some(&options))?;
        let arrays = PyTuple::new(py, [&mesh.vertices, &mesh.triangles])?;
        Ok((make, arrays))
    }
}

/// Vertices in double precision, and triangles.
type Parts = (Vec<[f64; 3]>, Vec<[u32; 3]>);

impl Mesh {
    pub(crate) fn parts(&self, py: Python<'_>) -> PyResult<Parts> {
        let vertices = in_order(self.vertices.bind(py), "float64")?;
        let vertices = vertices.cast_into::<PyArrayDyn<f64>>()?;
        let vertices = vertices.try_readonly()?.as_slice()?.as_chunks().0.to_vec();
        let triangles = self.triangles.bind(py).cast::<PyArrayDyn<u32>>()?;
        let triangles = triangles.try_readonly()?.as_slice()?.as_chunks().0.to_vec();
        Ok((vertices, triangles))
    }
}

/// An array of rows of three numbers.
pub(crate) fn array<T: Element>(py: Python<'_>, rows: Vec<[T; 3]>) -> PyResult<Bound<'_, PyAny>> {
    let shape = [rows.len(), 3];
    Ok(rows
        .into_flattened()
        .into_pyarray(py)
        .reshape(shape)?
        .into_any())
}

pub(crate) fn bounds<'py>(py: Python<'py>, surface: &Surface) -> PyResult<Bound<'py, PyAny>> {
    with_mesh!(surface.target, |mesh, V| {
        let bounds = mesh.bounds();
        let mut array = Column::<<V as carom::Vector>::Scalar>::new(py, &[2, 3])?;
        let corners = array.slice();
        for axis in 0..3 {
            corners[axis] = bounds.min[axis];
            corners[3 + axis] = bounds.max[axis];
        }
        Ok(array.object(py))
    })
}

/// Whether a dtype is float64, or else float32.
pub(crate) fn is_double(dtype: &Bound<'_, PyAny>) -> PyResult<bool> {
    let py = dtype.py();
    let found = numpy::PyArrayDescr::new(py, dtype)?;
    if found.is_equiv_to(&numpy::dtype::<f64>(py)) {
        Ok(true)
    } else if found.is_equiv_to(&numpy::dtype::<f32>(py)) {
        Ok(false)
    } else {
        let message = format!("dtype must be float32 or float64, not {}", found.str()?);
        Err(PyTypeError::new_err(message))
    }
}

/// The value of a name in a list.
fn one_of<T: Copy>(argument: &str, given: &str, all: &[(&str, T)]) -> PyResult<T> {
    let found = all.iter().find(|(name, _)| *name == given);
    found.map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
        PyValueError::new_err(format!(
            "{argument} must be one of {names:?}, not {given:?}"
        ))
    })
}
