//! Answers as numpy arrays: new ones, or those of an earlier answer (`out=`).

use crate::arrays::tuple;
use carom::{Contact, Hit, PartId, Scalar, Vector};
use numpy::ndarray::ArrayD;
use numpy::{Element, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};
use std::iter;

/// A part found by a query.
#[derive(Clone, Copy)]
pub(crate) struct Found<V: Vector> {
    /// The separation of a contact, the time of a hit.
    value: V::Scalar,
    point: V,
    normal: V,
    part: PartId,
}

impl<V: Vector> From<Contact<V>> for Found<V> {
    fn from(contact: Contact<V>) -> Self {
        Self {
            value: contact.separation,
            point: contact.point_b,
            normal: contact.normal,
            part: contact.part,
        }
    }
}

impl<V: Vector> From<Hit<V>> for Found<V> {
    fn from(hit: Hit<V>) -> Self {
        Self {
            value: hit.t,
            point: hit.point,
            normal: hit.normal,
            part: hit.part,
        }
    }
}

/// Arrays that rows are written into, split into blocks.
pub(crate) trait Columns: Send + Sized {
    /// The first rows, and the rest.
    fn split(self, rows: usize) -> (Self, Self);

    /// Called when all rows of a block are written.
    fn finish(self) {}
}

impl<T: Send> Columns for &mut [T] {
    fn split(self, rows: usize) -> (Self, Self) {
        self.split_at_mut(rows)
    }
}

/// The blocks of all rows: their first row, their number of rows, and their columns.
pub(crate) fn blocks<C: Columns>(
    rows: usize,
    block: usize,
    columns: C,
) -> impl Iterator<Item = (usize, usize, C)> + Send {
    let (mut from, mut rest) = (0, Some(columns));
    iter::from_fn(move || {
        let size = block.min(rows - from);
        if size == 0 {
            return None;
        }
        let (first, others) = rest.take()?.split(size);
        rest = Some(others);
        from += size;
        Some((from - size, size, first))
    })
}

/// An array of an answer.
pub(crate) enum Column<'py, T: Element> {
    /// A small new one, copied to an array when it is filled: to borrow an array takes 0.2 µs.
    Small(ArrayD<T>),
    Array(PyReadwriteArrayDyn<'py, T>),
}

/// The numbers in a small array.
const SMALL: usize = 256;

impl<'py, T: Element + Copy + Default> Column<'py, T> {
    pub(crate) fn new(py: Python<'py>, shape: &[usize]) -> PyResult<Self> {
        static ZEROS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        if shape.iter().product::<usize>() <= SMALL {
            return Ok(Self::Small(ArrayD::from_elem(shape, T::default())));
        }
        // By Python: without memory for it, this raises.
        let zeros = ZEROS.import(py, "numpy", "zeros")?;
        let array = zeros.call1((PyTuple::new(py, shape)?, numpy::dtype::<T>(py)))?;
        Self::of(&array, "a new array", shape)
    }

    /// The array `out`, if it has this type and shape.
    pub(crate) fn of(out: &Bound<'py, PyAny>, name: &str, shape: &[usize]) -> PyResult<Self> {
        let py = out.py();
        let wrong = || {
            let dtype = numpy::dtype::<T>(py);
            let shape = tuple(shape);
            PyValueError::new_err(format!(
                "{name} must be a writable {dtype} array in C order of shape {shape}"
            ))
        };
        let array = out.cast::<PyArrayDyn<T>>().map_err(|_| wrong())?;
        if array.shape() != shape || !array.is_c_contiguous() || !array.is_aligned() {
            return Err(wrong());
        }
        match array.try_readwrite() {
            Ok(array) => Ok(Self::Array(array)),
            Err(numpy::BorrowError::NotWriteable) => Err(wrong()),
            Err(_) => Err(PyValueError::new_err(format!(
                "{name} shares memory with another argument"
            ))),
        }
    }

    /// The array `out`, or a new one.
    pub(crate) fn of_or_new(
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
        name: &str,
        shape: &[usize],
    ) -> PyResult<Self> {
        match out {
            Some(out) => Self::of(out, name, shape),
            None => Self::new(py, shape),
        }
    }

    pub(crate) fn slice(&mut self) -> &mut [T] {
        // Arrays in C order, checked when they were made.
        match self {
            Self::Small(array) => array.as_slice_mut().unwrap_or_default(),
            Self::Array(array) => array.as_slice_mut().unwrap_or_default(),
        }
    }

    pub(crate) fn object(self, py: Python<'py>) -> Bound<'py, PyAny> {
        match self {
            Self::Small(array) => PyArrayDyn::from_array(py, &array).into_any(),
            Self::Array(array) => {
                let array: &Bound<'py, PyArrayDyn<T>> = &array;
                array.clone().into_any()
            }
        }
    }
}

/// The arrays of an answer with a part in each row: a contact or a hit.
pub(crate) struct FoundArrays<'py, S: Element> {
    value: Column<'py, S>,
    point: Column<'py, S>,
    normal: Column<'py, S>,
    triangle: Column<'py, i32>,
    body: Option<Column<'py, i64>>,
}

impl<'py, S: Element + Copy + Default> FoundArrays<'py, S> {
    pub(crate) fn new(py: Python<'py>, leading: &[usize], has_body: bool) -> PyResult<Self> {
        let vectors = [leading, &[3]].concat();
        let body = has_body.then(|| Column::new(py, leading)).transpose()?;
        Ok(Self {
            value: Column::new(py, leading)?,
            point: Column::new(py, &vectors)?,
            normal: Column::new(py, &vectors)?,
            triangle: Column::new(py, leading)?,
            body,
        })
    }

    /// The arrays of an earlier answer.
    pub(crate) fn of(
        out: &Bound<'py, PyAny>,
        class: &Class,
        leading: &[usize],
        has_body: bool,
    ) -> PyResult<Self> {
        let tuple = out.cast::<PyTuple>().ok().filter(|tuple| tuple.len() == 5);
        let tuple = tuple.ok_or_else(|| {
            PyTypeError::new_err(format!(
                "out must be a {}, the answer of an earlier call",
                class.name
            ))
        })?;
        let items = [0, 1, 2, 3, 4].map(|i| tuple.get_item(i));
        let [value, point, normal, triangle, body] = items;
        let name = |i: usize| format!("out.{}", class.fields[i]);
        let vectors = [leading, &[3]].concat();
        Ok(Self {
            value: Column::of(&value?, &name(0), leading)?,
            point: Column::of(&point?, &name(1), &vectors)?,
            normal: Column::of(&normal?, &name(2), &vectors)?,
            triangle: Column::of(&triangle?, &name(3), leading)?,
            body: match (has_body, body?) {
                (true, body) => Some(Column::of(&body, &name(4), leading)?),
                (false, _) => None,
            },
        })
    }

    pub(crate) fn columns(&mut self) -> FoundColumns<'_, S> {
        FoundColumns {
            value: self.value.slice(),
            point: self.point.slice().as_chunks_mut().0,
            normal: self.normal.slice().as_chunks_mut().0,
            triangle: self.triangle.slice(),
            body: self.body.as_mut().map(Column::slice),
        }
    }

    pub(crate) fn objects(self, py: Python<'py>) -> [Bound<'py, PyAny>; 5] {
        [
            self.value.object(py),
            self.point.object(py),
            self.normal.object(py),
            self.triangle.object(py),
            self.body
                .map_or_else(|| py.None().into_bound(py), |body| body.object(py)),
        ]
    }
}

/// The numbers in these arrays.
pub(crate) struct FoundColumns<'a, S> {
    value: &'a mut [S],
    point: &'a mut [[S; 3]],
    normal: &'a mut [[S; 3]],
    triangle: &'a mut [i32],
    body: Option<&'a mut [i64]>,
}

impl<S: Send> Columns for FoundColumns<'_, S> {
    fn split(self, rows: usize) -> (Self, Self) {
        let (value, values) = self.value.split_at_mut(rows);
        let (point, points) = self.point.split_at_mut(rows);
        let (normal, normals) = self.normal.split_at_mut(rows);
        let (triangle, triangles) = self.triangle.split_at_mut(rows);
        let (body, bodies) = match self.body {
            Some(body) => {
                let (body, bodies) = body.split_at_mut(rows);
                (Some(body), Some(bodies))
            }
            None => (None, None),
        };
        let first = FoundColumns {
            value,
            point,
            normal,
            triangle,
            body,
        };
        let rest = FoundColumns {
            value: values,
            point: points,
            normal: normals,
            triangle: triangles,
            body: bodies,
        };
        (first, rest)
    }
}

impl<S: Scalar> FoundColumns<'_, S> {
    pub(crate) fn put<V: Vector<Scalar = S>>(&mut self, row: usize, found: &Found<V>) {
        self.value[row] = found.value;
        self.point[row] = [0, 1, 2].map(|axis| found.point[axis]);
        self.normal[row] = [0, 1, 2].map(|axis| found.normal[axis]);
        self.triangle[row] = found.part.index as i32;
        if let Some(body) = &mut self.body {
            body[row] = found.part.body.to_bits() as i64;
        }
    }

    /// A row without a part: infinitely far, or NaN for a bad row.
    pub(crate) fn miss(&mut self, row: usize, value: S) {
        let nan = S::from_f64(f64::NAN);
        self.value[row] = value;
        self.point[row] = [nan; 3];
        self.normal[row] = [nan; 3];
        self.triangle[row] = -1;
        if let Some(body) = &mut self.body {
            body[row] = -1;
        }
    }
}

/// A class of answers: a named tuple of `carom._answers`, or of another module.
pub(crate) struct Class {
    module: &'static str,
    pub(crate) name: &'static str,
    pub(crate) fields: &'static [&'static str],
    class: PyOnceLock<Py<PyType>>,
}

impl Class {
    const fn new(name: &'static str, fields: &'static [&'static str]) -> Self {
        Self::within("carom._answers", name, fields)
    }

    pub(crate) const fn within(
        module: &'static str,
        name: &'static str,
        fields: &'static [&'static str],
    ) -> Self {
        Self {
            module,
            name,
            fields,
            class: PyOnceLock::new(),
        }
    }

    /// An instance: `tuple.__new__`, which takes a third of the time of the class's own `__new__`.
    pub(crate) fn make<'py, const N: usize>(
        &self,
        py: Python<'py>,
        items: [Bound<'py, PyAny>; N],
    ) -> PyResult<Bound<'py, PyAny>> {
        static NEW: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let new = NEW.get_or_try_init(py, || {
            py.get_type::<PyTuple>()
                .getattr("__new__")
                .map(Bound::unbind)
        })?;
        let class = self.class.import(py, self.module, self.name)?;
        new.bind(py).call1((class, PyTuple::new(py, items)?))
    }
}

pub(crate) static CLOSEST: Class = Class::new(
    "Closest",
    &["distance", "point", "normal", "triangle", "body"],
);
pub(crate) static HITS: Class = Class::new("Hits", &["t", "point", "normal", "triangle", "body"]);
pub(crate) static CONTACTS: Class = Class::new(
    "Contacts",
    &["offsets", "distance", "point", "normal", "triangle", "body"],
);
pub(crate) static ALL_HITS: Class = Class::new(
    "AllHits",
    &["offsets", "t", "point", "normal", "triangle", "body"],
);
pub(crate) static MESH_CLOSEST: Class = Class::new(
    "MeshClosest",
    &["distance", "point", "normal", "triangle", "other"],
);
pub(crate) static MESH_HIT: Class =
    Class::new("MeshHit", &["t", "point", "normal", "triangle", "other"]);
pub(crate) static COMPOUND_CLOSEST: Class = Class::new(
    "CompoundClosest",
    &["distance", "point", "normal", "triangle", "body", "part"],
);
pub(crate) static COMPOUND_HIT: Class = Class::new(
    "CompoundHit",
    &["t", "point", "normal", "triangle", "body", "part"],
);
pub(crate) static PARTS: Class = Class::new("Parts", &["triangle", "body"]);
pub(crate) static MESH_PENETRATION: Class =
    Class::new("MeshPenetration", &["translation", "at_least"]);
pub(crate) static CROSSINGS: Class = Class::new("Crossings", &["triangles", "segments"]);
pub(crate) static MESH_INTERVALS: Class =
    Class::new("MeshIntervals", &["offsets", "entry", "exit"]);
pub(crate) static PAIR_CLOSEST: Class = Class::new(
    "PairClosest",
    &["distance", "point_a", "point_b", "normal", "unique"],
);
pub(crate) static PAIR_HITS: Class = Class::new("PairHits", &["t", "point", "normal", "overlaps"]);
pub(crate) static MANIFOLDS: Class = Class::new(
    "Manifolds",
    &[
        "point_count",
        "normal",
        "unique",
        "distance",
        "point_a",
        "point_b",
        "feature_a",
        "feature_b",
    ],
);
pub(crate) static RAY_INTERVALS: Class = Class::new(
    "RayIntervals",
    &[
        "touches",
        "entry",
        "entry_point",
        "entry_normal",
        "exit",
        "exit_point",
        "exit_normal",
    ],
);
pub(crate) static STEPS: Class = Class::new(
    "Steps",
    &[
        "feet",
        "velocity",
        "on_ground",
        "why",
        "landed",
        "left_ground",
        "stepped",
        "bumped_head",
        "grip",
        "tag",
        "axis",
    ],
);
