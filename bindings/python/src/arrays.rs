//! Arguments that are numpy arrays: any leading dimensions, broadcast against each other, read in place where possible.

use carom::{Scalar, Vector};
use numpy::{PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyFloat};
use std::array::from_fn;

/// The dimensions of one row of an argument, behind its leading dimensions.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Row {
    Number,
    /// `(3,)`
    Vector,
    /// `(2,)`
    Place,
    /// `(4, 4)`
    Matrix4,
    /// `(3, 3)`
    Matrix3,
    /// `(k, 3)`
    Points,
    /// `(k, 2)`
    Places,
    /// `(k,)`
    Numbers,
}

impl Row {
    /// A vector of 2 or 3 coordinates.
    pub(crate) const fn vector(dim: usize) -> Self {
        if dim == 2 { Self::Place } else { Self::Vector }
    }

    /// The matrix of a pose in 2D or 3D.
    pub(crate) const fn pose(dim: usize) -> Self {
        if dim == 2 {
            Self::Matrix3
        } else {
            Self::Matrix4
        }
    }

    /// Of one row.
    pub(crate) fn dimensions(self) -> usize {
        match self {
            Self::Number => 0,
            Self::Vector | Self::Place | Self::Numbers => 1,
            Self::Matrix4 | Self::Matrix3 | Self::Points | Self::Places => 2,
        }
    }

    fn fits(self, shape: &[usize]) -> bool {
        match (self, shape) {
            (Self::Number, []) | (Self::Vector, [3]) | (Self::Place, [2]) => true,
            (Self::Matrix4, [4, 4]) | (Self::Matrix3, [3, 3]) => true,
            (Self::Points, [count, 3]) | (Self::Places, [count, 2]) | (Self::Numbers, [count]) => {
                *count > 0
            }
            _ => false,
        }
    }

    fn describe(self) -> &'static str {
        match self {
            Self::Number => "(...)",
            Self::Vector => "(..., 3)",
            Self::Place => "(..., 2)",
            Self::Matrix4 => "(..., 4, 4)",
            Self::Matrix3 => "(..., 3, 3)",
            Self::Points => "(..., k, 3) with k > 0",
            Self::Places => "(..., k, 2) with k > 0",
            Self::Numbers => "(..., k) with k > 0",
        }
    }
}

enum Numbers<'py> {
    One(f64),
    Single(PyReadonlyArrayDyn<'py, f32>),
    Double(PyReadonlyArrayDyn<'py, f64>),
}

/// An argument of numbers, with its name for errors.
pub(crate) struct Argument<'py> {
    pub(crate) name: &'static str,
    row: Row,
    numbers: Numbers<'py>,
}

impl<'py> Argument<'py> {
    /// Reads an argument: a float32 or float64 array in C order in place, anything else that numpy makes such an array
    /// of as a copy.
    pub(crate) fn new(given: &Bound<'py, PyAny>, name: &'static str, row: Row) -> PyResult<Self> {
        if row == Row::Number
            && let Ok(number) = given.cast::<PyFloat>()
        {
            let numbers = Numbers::One(number.value());
            return Ok(Self { name, row, numbers });
        }
        let numbers = match in_place(given, name)? {
            Some(numbers) => numbers,
            None => {
                let array = converted(given, name)?;
                in_place(&array, name)?.ok_or_else(|| {
                    PyTypeError::new_err(format!("{name} cannot be read as numbers"))
                })?
            }
        };
        let argument = Self { name, row, numbers };
        let shape = argument.shape();
        let fits =
            shape.len() >= row.dimensions() && row.fits(&shape[shape.len() - row.dimensions()..]);
        if fits {
            return Ok(argument);
        }
        Err(PyValueError::new_err(format!(
            "{name} must have the shape {}, not {}",
            row.describe(),
            tuple(shape)
        )))
    }

    /// Booleans as numbers.
    pub(crate) fn flags(given: &Bound<'py, PyAny>, name: &'static str, row: Row) -> PyResult<Self> {
        let array = as_array(given)?;
        let dtype = array.getattr("dtype")?;
        if dtype.getattr("kind")?.extract::<String>()? != "b" {
            let message = format!("{name} must be booleans, not {dtype}");
            return Err(PyTypeError::new_err(message));
        }
        Self::new(&in_order(&array, "float64")?, name, row)
    }

    pub(crate) fn is_single(&self) -> bool {
        matches!(self.numbers, Numbers::Single(_))
    }

    fn shape(&self) -> &[usize] {
        match &self.numbers {
            Numbers::One(_) => &[],
            Numbers::Single(array) => array.shape(),
            Numbers::Double(array) => array.shape(),
        }
    }

    pub(crate) fn leading(&self) -> &[usize] {
        let shape = self.shape();
        &shape[..shape.len() - self.row.dimensions()]
    }

    /// The dimensions of one row.
    pub(crate) fn row_shape(&self) -> &[usize] {
        let shape = self.shape();
        &shape[shape.len() - self.row.dimensions()..]
    }

    /// Its rows, one for each of the broadcast leading dimensions.
    pub(crate) fn rows(&self, leading: &[usize]) -> Rows<'_> {
        // Arrays in C order, checked when they were read; one of no rows is never read.
        let data = match &self.numbers {
            Numbers::One(number) => Data::One(*number),
            Numbers::Single(array) => Data::Single(array.as_slice().unwrap_or_default()),
            Numbers::Double(array) => Data::Double(array.as_slice().unwrap_or_default()),
        };
        let own = self.leading();
        let width: usize = self.shape()[own.len()..].iter().product();
        let map = if own == leading {
            Map::Same
        } else if own.iter().all(|size| *size == 1) {
            Map::First
        } else {
            Map::Strides(strides(own, leading))
        };
        Rows {
            name: self.name,
            leading: own,
            data,
            width,
            map,
        }
    }
}

/// A native, aligned float32 or float64 array in C order.
fn in_place<'py>(given: &Bound<'py, PyAny>, name: &'static str) -> PyResult<Option<Numbers<'py>>> {
    let in_use = |_| {
        PyValueError::new_err(format!(
            "{name} is being written by another call: copy it first"
        ))
    };
    if let Ok(array) = given.cast::<PyArrayDyn<f32>>() {
        if array.is_c_contiguous() && array.is_aligned() {
            return Ok(Some(Numbers::Single(array.try_readonly().map_err(in_use)?)));
        }
    } else if let Ok(array) = given.cast::<PyArrayDyn<f64>>()
        && array.is_c_contiguous()
        && array.is_aligned()
    {
        return Ok(Some(Numbers::Double(array.try_readonly().map_err(in_use)?)));
    }
    Ok(None)
}

/// A copy as float32 if it is that already, else as float64.
fn converted<'py>(given: &Bound<'py, PyAny>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let py = given.py();
    let wrong = |found: String| {
        PyTypeError::new_err(format!(
            "{name} must be an array of real numbers, not {found}"
        ))
    };
    let array = as_array(given).map_err(|error| wrong(error.value(py).to_string()))?;
    let dtype = array.getattr(intern!(py, "dtype"))?;
    let kind: String = dtype.getattr("kind")?.extract()?;
    let size: usize = dtype.getattr("itemsize")?.extract()?;
    // numpy makes an array of no items float64.
    if !matches!(kind.as_str(), "f" | "i" | "u") {
        return Err(wrong(dtype.str()?.to_string()));
    }
    let to = if kind == "f" && size == 4 {
        "float32"
    } else {
        "float64"
    };
    in_order(&array, to)
}

/// `numpy.asarray`.
pub(crate) fn as_array<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    static AS_ARRAY: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let py = given.py();
    AS_ARRAY.import(py, "numpy", "asarray")?.call1((given,))
}

/// A copy in C order, in this type.
pub(crate) fn in_order<'py>(array: &Bound<'py, PyAny>, dtype: &str) -> PyResult<Bound<'py, PyAny>> {
    static ARRAY: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let py = array.py();
    let options = PyDict::new(py);
    options.set_item("order", "C")?;
    ARRAY
        .import(py, "numpy", "array")?
        .call((array, dtype), Some(&options))
}

/// The leading dimensions of arguments together, by numpy's rules of broadcasting.
pub(crate) fn broadcast(arguments: &[&Argument<'_>]) -> PyResult<Vec<usize>> {
    let mut all: Vec<usize> = Vec::new();
    for argument in arguments {
        let own = argument.leading();
        if own == all {
            continue;
        }
        if own.len() > all.len() {
            all.splice(0..0, std::iter::repeat_n(1, own.len() - all.len()));
        }
        let from = all.len() - own.len();
        for (size, own) in all[from..].iter_mut().zip(own) {
            if *size == 1 {
                *size = *own;
            } else if *own != 1 && own != size {
                return Err(disagreement(arguments));
            }
        }
    }
    Ok(all)
}

fn disagreement(arguments: &[&Argument<'_>]) -> PyErr {
    let shapes: Vec<String> = arguments
        .iter()
        .map(|argument| format!("{} {}", argument.name, tuple(argument.leading())))
        .collect();
    let shapes = shapes.join(", ");
    PyValueError::new_err(format!(
        "the leading dimensions cannot be broadcast: {shapes}"
    ))
}

/// The number of rows of leading dimensions.
pub(crate) fn count(leading: &[usize]) -> PyResult<usize> {
    let product = leading
        .iter()
        .try_fold(1_usize, |n, size| n.checked_mul(*size));
    // Addresses of rows of eight numbers stay in range.
    product
        .filter(|count| *count <= isize::MAX as usize / 64)
        .ok_or_else(|| PyValueError::new_err("the broadcast leading dimensions are too large"))
}

/// A shape as Python prints it.
pub(crate) fn tuple(shape: &[usize]) -> String {
    match shape {
        [size] => format!("({size},)"),
        _ => {
            let sizes: Vec<String> = shape.iter().map(usize::to_string).collect();
            format!("({})", sizes.join(", "))
        }
    }
}

enum Data<'a> {
    One(f64),
    Single(&'a [f32]),
    Double(&'a [f64]),
}

/// The row of an argument for a broadcast row.
enum Map {
    Same,
    First,
    /// For each broadcast dimension from the last: its size, and how many own rows one step in it is.
    Strides(Vec<[usize; 2]>),
}

fn strides(own: &[usize], leading: &[usize]) -> Vec<[usize; 2]> {
    let mut own = own.iter().rev();
    let mut rows = 1;
    let steps = leading.iter().rev().map(|size| {
        let own = own.next().copied().unwrap_or(1);
        let stride = if own == 1 { 0 } else { rows };
        rows *= own;
        [*size, stride]
    });
    steps.collect()
}

/// The rows of an argument.
pub(crate) struct Rows<'a> {
    name: &'static str,
    leading: &'a [usize],
    data: Data<'a>,
    width: usize,
    map: Map,
}

impl Rows<'_> {
    fn index(&self, row: usize) -> usize {
        match &self.map {
            Map::Same => row,
            Map::First => 0,
            Map::Strides(steps) => {
                let mut rest = row;
                steps.iter().fold(0, |index, [size, stride]| {
                    let step = rest % size;
                    rest /= size;
                    index + step * stride
                })
            }
        }
    }

    #[inline]
    fn number(&self, at: usize) -> f64 {
        match self.data {
            Data::One(number) => number,
            Data::Single(numbers) => f64::from(numbers[at]),
            Data::Double(numbers) => numbers[at],
        }
    }

    #[inline]
    pub(crate) fn scalar<S: Scalar>(&self, row: usize) -> S {
        S::from_f64(self.number(self.index(row)))
    }

    /// Of flags.
    pub(crate) fn is_true(&self, row: usize) -> bool {
        self.number(self.index(row)) != 0.0
    }

    #[inline]
    pub(crate) fn vector<V: Vector>(&self, row: usize) -> V {
        self.vector_at(V::DIM * self.index(row))
    }

    #[inline]
    fn vector_at<V: Vector>(&self, at: usize) -> V {
        V::from_f64([0, 1, 2].map(|axis| {
            if axis < V::DIM {
                self.number(at + axis)
            } else {
                0.0
            }
        }))
    }

    /// All numbers of a row.
    pub(crate) fn numbers(&self, row: usize) -> impl Iterator<Item = f64> {
        let from = self.width * self.index(row);
        (from..from + self.width).map(|at| self.number(at))
    }

    pub(crate) fn points<V: Vector>(&self, row: usize, points: &mut Vec<V>) {
        let from = self.width * self.index(row);
        let places = (from..from + self.width).step_by(V::DIM);
        points.clear();
        points.extend(places.map(|at| self.vector_at::<V>(at)));
    }

    /// The rows of an `(N, N)` matrix.
    pub(crate) fn matrix<const N: usize>(&self, row: usize) -> [[f64; N]; N] {
        let from = N * N * self.index(row);
        from_fn(|i| from_fn(|j| self.number(from + N * i + j)))
    }

    /// The columns of a `(3, 3)` matrix.
    pub(crate) fn columns(&self, row: usize) -> [[f64; 3]; 3] {
        let rows = self.matrix::<3>(row);
        [0, 1, 2].map(|j| rows.map(|row| row[j]))
    }

    /// Whether all numbers of a row meet a condition, rounded to the precision of the query.
    #[inline]
    pub(crate) fn all<S: Scalar>(&self, row: usize, holds: impl Fn(S) -> bool) -> bool {
        let from = self.width * self.index(row);
        (from..from + self.width).all(|at| holds(S::from_f64(self.number(at))))
    }

    /// Raises for the first row with a number that does not meet a condition.
    pub(crate) fn require<S: Scalar>(&self, must: &str, holds: impl Fn(S) -> bool) -> PyResult<()> {
        let wrong = match self.data {
            Data::One(number) => (!holds(S::from_f64(number))).then_some(0),
            Data::Single(numbers) => numbers
                .iter()
                .position(|x| !holds(S::from_f64((*x).into()))),
            Data::Double(numbers) => numbers.iter().position(|x| !holds(S::from_f64(*x))),
        };
        match wrong {
            None => Ok(()),
            Some(at) => {
                let place = self.place(at / self.width.max(1));
                Err(PyValueError::new_err(format!("{place} {must}")))
            }
        }
    }

    /// The name of the argument.
    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    /// The name of an own row: `points[3, 5]`.
    pub(crate) fn place(&self, row: usize) -> String {
        place(self.name, self.leading, row)
    }

    /// The name of the own row behind a broadcast row.
    pub(crate) fn place_of(&self, row: usize) -> String {
        self.place(self.index(row))
    }
}

/// The name of a row: `points[3, 5]`.
pub(crate) fn place(name: &str, leading: &[usize], row: usize) -> String {
    if leading.is_empty() {
        return name.to_owned();
    }
    let mut rest = row;
    let mut indices: Vec<String> = leading
        .iter()
        .rev()
        .map(|size| {
            let index = rest % size.max(&1);
            rest /= size.max(&1);
            index.to_string()
        })
        .collect();
    indices.reverse();
    format!("{name}[{}]", indices.join(", "))
}
