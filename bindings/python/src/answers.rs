//! Answers as numpy arrays: new ones, or those of an earlier answer (`out=`).

use crate::answer_classes::Class;
use crate::arrays::tuple;
use carom::{Contact, Hit, PartId, Scalar, Vector};
use numpy::ndarray::ArrayD;
use numpy::{Element, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;
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

/// The vectors in an array.
pub(crate) struct Vectors<'a, V: Vector>(&'a mut [V::Scalar]);

impl<V: Vector> Vectors<'_, V> {
    #[inline]
    pub(crate) fn put(&mut self, row: usize, vector: V) {
        let to = &mut self.0[V::DIM * row..V::DIM * (row + 1)];
        for (axis, to) in to.iter_mut().enumerate() {
            *to = vector[axis];
        }
    }

    /// A row without a vector.
    pub(crate) fn miss(&mut self, row: usize) {
        self.put(row, V::splat(V::Scalar::from_f64(f64::NAN)));
    }
}

impl<V: Vector> Columns for Vectors<'_, V> {
    fn split(self, rows: usize) -> (Self, Self) {
        let (first, rest) = self.0.split_at_mut(V::DIM * rows);
        (Self(first), Self(rest))
    }
}

/// An array of vectors.
pub(crate) struct VectorColumn<'py, V: Vector<Scalar: Element>>(Column<'py, V::Scalar>);

impl<'py, V: Vector<Scalar: Element>> VectorColumn<'py, V> {
    pub(crate) fn new(py: Python<'py>, leading: &[usize]) -> PyResult<Self> {
        Ok(Self(Column::new(py, &[leading, &[V::DIM]].concat())?))
    }

    /// The array `out`, if it has this type and shape.
    fn of(out: &Bound<'py, PyAny>, name: &str, leading: &[usize]) -> PyResult<Self> {
        Ok(Self(Column::of(out, name, &[leading, &[V::DIM]].concat())?))
    }

    /// An array of these vectors; NaN where there is none.
    pub(crate) fn of_found(
        py: Python<'py>,
        leading: &[usize],
        found: impl Iterator<Item = Option<V>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut array = Self::new(py, leading)?;
        let mut vectors = array.vectors();
        for (row, found) in found.enumerate() {
            match found {
                Some(vector) => vectors.put(row, vector),
                None => vectors.miss(row),
            }
        }
        Ok(array.object(py))
    }

    pub(crate) fn vectors(&mut self) -> Vectors<'_, V> {
        Vectors(self.0.slice())
    }

    pub(crate) fn object(self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.0.object(py)
    }
}

/// The arrays of an answer with a part in each row: a contact or a hit.
pub(crate) struct FoundArrays<'py, V: Vector<Scalar: Element>> {
    value: Column<'py, V::Scalar>,
    point: VectorColumn<'py, V>,
    normal: VectorColumn<'py, V>,
    part: Column<'py, i32>,
    body: Option<Column<'py, i64>>,
}

impl<'py, V: Vector<Scalar: Element>> FoundArrays<'py, V> {
    pub(crate) fn new(py: Python<'py>, leading: &[usize], has_body: bool) -> PyResult<Self> {
        let body = has_body.then(|| Column::new(py, leading)).transpose()?;
        Ok(Self {
            value: Column::new(py, leading)?,
            point: VectorColumn::new(py, leading)?,
            normal: VectorColumn::new(py, leading)?,
            part: Column::new(py, leading)?,
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
        let tuple = class.fields_of(out)?;
        let items = [0, 1, 2, 3, 4].map(|i| tuple.get_item(i));
        let [value, point, normal, part, body] = items;
        let name = |i: usize| format!("out.{}", class.fields[i]);
        Ok(Self {
            value: Column::of(&value?, &name(0), leading)?,
            point: VectorColumn::of(&point?, &name(1), leading)?,
            normal: VectorColumn::of(&normal?, &name(2), leading)?,
            part: Column::of(&part?, &name(3), leading)?,
            body: match (has_body, body?) {
                (true, body) => Some(Column::of(&body, &name(4), leading)?),
                (false, _) => None,
            },
        })
    }

    pub(crate) fn columns(&mut self) -> FoundColumns<'_, V> {
        FoundColumns {
            value: self.value.slice(),
            point: self.point.vectors(),
            normal: self.normal.vectors(),
            part: self.part.slice(),
            body: self.body.as_mut().map(Column::slice),
        }
    }

    pub(crate) fn objects(self, py: Python<'py>) -> [Bound<'py, PyAny>; 5] {
        [
            self.value.object(py),
            self.point.object(py),
            self.normal.object(py),
            self.part.object(py),
            self.body
                .map_or_else(|| py.None().into_bound(py), |body| body.object(py)),
        ]
    }
}

/// The numbers in these arrays.
pub(crate) struct FoundColumns<'a, V: Vector> {
    value: &'a mut [V::Scalar],
    point: Vectors<'a, V>,
    normal: Vectors<'a, V>,
    part: &'a mut [i32],
    body: Option<&'a mut [i64]>,
}

impl<V: Vector> Columns for FoundColumns<'_, V> {
    fn split(self, rows: usize) -> (Self, Self) {
        let (value, values) = self.value.split_at_mut(rows);
        let (point, points) = self.point.split(rows);
        let (normal, normals) = self.normal.split(rows);
        let (part, parts) = self.part.split_at_mut(rows);
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
            part,
            body,
        };
        let rest = FoundColumns {
            value: values,
            point: points,
            normal: normals,
            part: parts,
            body: bodies,
        };
        (first, rest)
    }
}

impl<V: Vector> FoundColumns<'_, V> {
    pub(crate) fn put(&mut self, row: usize, found: &Found<V>) {
        self.value[row] = found.value;
        self.point.put(row, found.point);
        self.normal.put(row, found.normal);
        self.part[row] = found.part.index as i32;
        if let Some(body) = &mut self.body {
            body[row] = found.part.body.to_bits() as i64;
        }
    }

    /// A row without a part: infinitely far, or NaN for a bad row.
    pub(crate) fn miss(&mut self, row: usize, value: V::Scalar) {
        self.value[row] = value;
        self.point.miss(row);
        self.normal.miss(row);
        self.part[row] = -1;
        if let Some(body) = &mut self.body {
            body[row] = -1;
        }
    }
}
