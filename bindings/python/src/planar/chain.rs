//! Chains: polylines and outlines.

use crate::answers::{Column, VectorColumn};
use crate::arrays::{Argument, Row, tuple};
use crate::batch::Call;
use crate::inside;
use crate::planar::surface::{PlanarSurface, PlanarTarget};
use crate::stored::{class_method, from_bytes, to_bytes};
use carom::glam::DVec2;
use carom::{Chain, ChainError};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple, PyType};
use std::ops::Range;
use std::sync::Arc;

/// Chain(vertices, *, closed=False, one_sided=False, solid=False, raw=False): a polyline, or with `closed` an outline, with a
/// bounding volume hierarchy.
///
/// Segment i runs from vertex i of `vertices` (n, 2) to the next; that of the last vertex of a closed chain to the first. A chain
/// is a line without an inside. Of a `one_sided` one only the fronts of segments count, to the right of their direction, so that a
/// counter-clockwise outline can be touched from outside. A `solid` one, closed and counter-clockwise, is one-sided and has an inside:
/// a shape that is inside as a whole overlaps, with the depth to the nearest segment and the normal outwards, and a motion that
/// starts there is stopped at t = 0. Characters walk on both sides of segments.
///
/// There are no ghost collisions where segments meet: a shape that slides along the line is not stopped by a joint. With `raw` each
/// segment answers as if it were alone. Vertices may coincide. The array is copied; a chain never changes, can be pickled, and may
/// be queried by many threads at once. Outlines with holes are one chain: see `from_rings`.
///
/// Raises a ValueError that names the vertex: one that is not finite, fewer than two; with `solid` also if the chain is not closed
/// or clockwise.
///
/// >>> import carom
/// >>> island = carom.planar.Chain([[0., 0], [9, 0], [9, 3], [0, 3]], closed=True, solid=True)
/// >>> found = island.closest(carom.planar.Ball([6., 2], 0.5))
/// >>> found.distance, found.normal
/// (array(-1.5), array([0., 1.]))
#[pyclass(frozen, extends = PlanarSurface, module = "carom.planar", name = "Chain")]
pub(crate) struct PlanarChain;

/// Which sides of the segments of a chain count, and how.
#[derive(Clone, Copy)]
struct Sides {
    one_sided: bool,
    solid: bool,
    raw: bool,
}

impl Sides {
    fn apply(self, chain: Chain<DVec2>) -> Result<Chain<DVec2>, ChainError> {
        let chain = if self.solid {
            chain.solid()?
        } else if self.one_sided {
            chain.one_sided()
        } else {
            chain
        };
        Ok(if self.raw { chain.raw() } else { chain })
    }
}

impl PlanarChain {
    fn init(chain: Chain<DVec2>) -> PyClassInitializer<Self> {
        let target = PlanarTarget::Chain(Arc::new(chain));
        PyClassInitializer::from(PlanarSurface { target }).add_subclass(Self)
    }

    pub(crate) fn object(py: Python<'_>, chain: Chain<DVec2>) -> PyResult<Bound<'_, Self>> {
        Bound::new(py, Self::init(chain))
    }
}

fn chain<'a>(this: &'a Bound<'_, PlanarChain>) -> PyResult<&'a Arc<Chain<DVec2>>> {
    match &this.as_super().get().target {
        PlanarTarget::Chain(chain) => Ok(chain),
        PlanarTarget::World(..) => Err(PyTypeError::new_err("not a chain")),
    }
}

/// The vertices of a line or ring.
fn vertices(given: &Bound<'_, PyAny>, name: &'static str) -> PyResult<Vec<DVec2>> {
    let given = Argument::new(given, name, Row::Place)?;
    let [count] = given.leading() else {
        let shape = tuple(&[given.leading(), &[2]].concat());
        let message = format!("{name} must have the shape (n, 2), not {shape}");
        return Err(PyValueError::new_err(message));
    };
    let rows = given.rows(given.leading());
    Ok((0..*count).map(|row| rows.vector(row)).collect())
}

/// The fault of a chain, with the name of the argument. Rings have no numbers of all vertices for users.
fn refused(error: ChainError, rings: &[Range<usize>]) -> PyErr {
    PyValueError::new_err(match error {
        ChainError::NotFinite { vertex } => {
            let ring = rings.iter().position(|ring| ring.contains(&vertex));
            match ring {
                Some(ring) => format!(
                    "rings[{ring}][{}] is not finite",
                    vertex - rings[ring].start
                ),
                None => format!("vertices[{vertex}] is not finite"),
            }
        }
        ChainError::Open | ChainError::Clockwise => format!("solid: {error}"),
        error => error.to_string(),
    })
}

#[pymethods]
impl PlanarChain {
    #[new]
    #[pyo3(signature = (vertices, *, closed = false, one_sided = false, solid = false, raw = false))]
    fn new(
        vertices: &Bound<'_, PyAny>,
        closed: bool,
        one_sided: bool,
        solid: bool,
        raw: bool,
    ) -> PyResult<PyClassInitializer<Self>> {
        let py = vertices.py();
        let all = self::vertices(vertices, "vertices")?;
        let sides = Sides {
            one_sided,
            solid,
            raw,
        };
        let chain = py.detach(|| {
            let chain = if closed {
                Chain::closed(all)
            } else {
                Chain::open(all)
            };
            chain.and_then(|chain| sides.apply(chain))
        });
        Ok(Self::init(chain.map_err(|error| refused(error, &[]))?))
    }

    /// One chain of closed `rings`, a sequence of arrays (k, 2): an outline with its holes, or all outlines of a level.
    ///
    /// Segments are numbered through, ring after ring. For `one_sided` and `solid` outlines are counter-clockwise and holes clockwise,
    /// so that fronts face away from the solid; islands in holes are counter-clockwise again. Raises a ValueError that names the ring or
    /// vertex, as Chain does, also for a ring of a solid that faces into it.
    ///
    /// >>> import carom
    /// >>> frame = [[[0., 0], [9, 0], [9, 9], [0, 9]], [[3, 3], [3, 6], [6, 6], [6, 3]]]
    /// >>> frame = carom.planar.Chain.from_rings(frame, solid=True)
    /// >>> frame.overlap([[1., 1], [4, 5]])
    /// array([ True, False])
    #[staticmethod]
    #[pyo3(signature = (rings, *, one_sided = false, solid = false, raw = false))]
    fn from_rings<'py>(
        rings: &Bound<'py, PyAny>,
        one_sided: bool,
        solid: bool,
        raw: bool,
    ) -> PyResult<Bound<'py, Self>> {
        let py = rings.py();
        let all = rings.try_iter()?.enumerate().map(|(number, ring)| {
            vertices(&ring?, "ring").map_err(|error| {
                let text = format!("rings[{number}]: {}", error.value(py));
                PyErr::from_type(error.get_type(py), text)
            })
        });
        let all = all.collect::<PyResult<Vec<_>>>()?;
        let mut ranges = Vec::new();
        let mut start = 0;
        for ring in &all {
            ranges.push(start..start + ring.len());
            start += ring.len();
        }
        let sides = Sides {
            one_sided,
            solid,
            raw,
        };
        let chain = py.detach(|| Chain::from_rings(all).and_then(|chain| sides.apply(chain)));
        Self::object(py, chain.map_err(|error| refused(error, &ranges))?)
    }

    /// The vertices (n, 2), ring after ring.
    #[getter]
    fn vertices<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let all = chain(this)?.vertices();
        VectorColumn::of_found(this.py(), &[all.len()], all.iter().map(|v| Some(*v)))
    }

    /// The ends of the segments, (m, 2, 2): those of segment i are row i.
    ///
    /// >>> import carom
    /// >>> triangle = carom.planar.Chain([[0., 0], [2, 0], [0, 2]], closed=True)
    /// >>> triangle.segments[2].tolist()
    /// [[0.0, 2.0], [0.0, 0.0]]
    #[getter]
    fn segments<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let chain = chain(this)?;
        let ends = (0..chain.segment_count()).flat_map(|i| {
            let segment = chain.segment(i as u32);
            [Some(segment.a), Some(segment.b)]
        });
        VectorColumn::of_found(this.py(), &[chain.segment_count(), 2], ends)
    }

    /// The numbers of the first segment of each ring, and their count: int64 (r + 1,). Ring i has the segments offsets[i] to
    /// offsets[i + 1], and the vertices of the same numbers; an open chain is one ring with a vertex more.
    #[getter]
    fn ring_offsets<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let rings: Vec<Range<usize>> = chain(this)?.rings().collect();
        let mut offsets = Column::<i64>::new(this.py(), &[rings.len() + 1])?;
        for (to, ring) in offsets.slice()[1..].iter_mut().zip(rings) {
            *to = ring.end as i64;
        }
        Ok(offsets.object(this.py()))
    }

    /// Whether the chain is closed.
    #[getter]
    fn is_closed(this: &Bound<'_, Self>) -> PyResult<bool> {
        Ok(chain(this)?.is_closed())
    }

    /// Whether only the fronts of segments count.
    #[getter]
    fn one_sided(this: &Bound<'_, Self>) -> PyResult<bool> {
        Ok(chain(this)?.is_one_sided())
    }

    /// Whether the chain was made with `solid`.
    #[getter]
    fn is_solid(this: &Bound<'_, Self>) -> PyResult<bool> {
        Ok(chain(this)?.is_solid())
    }

    /// Whether each segment answers as if it were alone.
    #[getter]
    fn is_raw(this: &Bound<'_, Self>) -> PyResult<bool> {
        Ok(chain(this)?.is_raw())
    }

    /// The corners of the bounding box, (2, 2): least, then greatest coordinates.
    #[getter]
    fn bounds<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let bounds = chain(this)?.bounds();
        let corners = [Some(bounds.min), Some(bounds.max)];
        VectorColumn::of_found(this.py(), &[2], corners.into_iter())
    }

    /// Whether a closed chain encloses each of `points` (..., 2), or the point is on it: a bool array.
    ///
    /// Decided exactly, by the winding number: where it is not zero. Check `is_closed` first: of an open chain the answer
    /// depends on the segments that a path along x crosses, and there is no error.
    ///
    /// >>> import carom
    /// >>> square = carom.planar.Chain([[0., 0], [4, 0], [4, 4], [0, 4]], closed=True)
    /// >>> square.contains([[1., 2], [4, 4], [4.5, 2]])
    /// array([ True,  True, False])
    #[pyo3(signature = (points, *, threads = None, nan = "raise", out = None))]
    fn contains<'py>(
        this: &Bound<'py, Self>,
        points: &Bound<'py, PyAny>,
        threads: Option<isize>,
        nan: &str,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, chain) = (this.py(), chain(this)?);
        let call = Call { py, threads, nan };
        inside::decided(&call, points, out, |p| chain.contains(p))
    }

    /// The distance of each of `points` (..., 2) from the nearest segment, negative in a closed chain: a float64 array.
    ///
    /// Inside is where `contains` is true.
    ///
    /// >>> import carom
    /// >>> island = carom.planar.Chain([[0., 0], [10, 0], [10, 10], [0, 10]], closed=True)
    /// >>> island.signed_distance([[5., 12], [5, 7]])
    /// array([ 2., -3.])
    #[pyo3(signature = (points, *, threads = None, nan = "raise", out = None))]
    fn signed_distance<'py>(
        this: &Bound<'py, Self>,
        points: &Bound<'py, PyAny>,
        threads: Option<isize>,
        nan: &str,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, chain) = (this.py(), chain(this)?);
        let call = Call { py, threads, nan };
        inside::measured(&call, points, out, |p| chain.signed_distance(p))
    }

    /// The number of segments.
    fn __len__(this: &Bound<'_, Self>) -> PyResult<usize> {
        Ok(chain(this)?.segment_count())
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __repr__(this: &Bound<'_, Self>) -> PyResult<String> {
        let chain = chain(this)?;
        let kind = match (chain.is_closed(), chain.is_solid()) {
            (false, _) => "open",
            (true, false) => "closed",
            (true, true) => "solid",
        };
        Ok(format!(
            "<Chain of {} segments, {kind}>",
            chain.segment_count()
        ))
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = this.py();
        let bytes = to_bytes(py, &**chain(this)?)?;
        (class_method(this, "_restored")?, (bytes,)).into_pyobject(py)
    }

    #[classmethod]
    fn _restored<'py>(
        class: &Bound<'py, PyType>,
        bytes: &Bound<'py, PyBytes>,
    ) -> PyResult<Bound<'py, Self>> {
        Self::object(class.py(), from_bytes(bytes)?)
    }
}
