//! Batches of shapes at strides.

use crate::kinds::CAROM_POINT;
use crate::memory::{Column, Plain, Region};
use crate::shape_of::ShapeOf;
use crate::status::{Failure, Result};
use crate::values::{Space, VectorOf, not_negative};
use carom_rs::Shape;

/// Three floats x, y, z, in 2D two floats x, y, at equal distances in memory.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CaromVectors {
    /// The first; any alignment.
    pub base: *const f32,
    /// Bytes from one to the next: 0 (the first for all), or at least 12, in 2D 8.
    pub stride: usize,
}

/// Single floats at equal distances in memory.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CaromNumbers {
    /// The first; any alignment.
    pub base: *const f32,
    /// Bytes from one to the next: 0 (the first for all), or at least 4.
    pub stride: usize,
}

// SAFETY: an integer and a pointer.
unsafe impl Plain for CaromVectors {}
// SAFETY: an integer and a pointer.
unsafe impl Plain for CaromNumbers {}

/// The shapes of a batch of the header.
pub(crate) trait ShapesOf<V: Space>: Plain {
    /// A vector of its rows.
    type Vector: VectorOf<V>;
    /// The shape of a row.
    type Shape: ShapeOf<V>;

    fn arrays(&self) -> Arrays;
    /// How many vectors and numbers a shape of a kind has in a batch; `None` if batches do not have the kind.
    fn counts(kind: u32) -> Option<[usize; 2]>;
    fn row(row: Row<Self::Vector>) -> Self::Shape;
}

/// The arrays of a batch, with their names.
pub(crate) struct Arrays {
    pub(crate) kind: u32,
    pub(crate) rounding: f32,
    pub(crate) count: usize,
    pub(crate) vectors: [(CaromVectors, &'static str); 3],
    pub(crate) numbers: [(CaromNumbers, &'static str); 2],
}

/// The numbers of a row; what its kind does not have is 0.
pub(crate) struct Row<T> {
    pub(crate) kind: u32,
    pub(crate) rounding: f32,
    pub(crate) vectors: [T; 3],
    pub(crate) numbers: [f32; 2],
}

/// The rows of a batch.
pub(crate) struct Rows<S: ShapesOf<V>, V: Space> {
    kind: u32,
    pub(crate) count: usize,
    rounding: f32,
    vectors: [Option<Column<S::Vector>>; 3],
    numbers: [Option<Column<f32>>; 2],
}

impl<S: ShapesOf<V>, V: Space> Rows<S, V> {
    /// # Safety
    /// The arrays that the kind needs are null or as long as `shapes` says, and stay so while the value lives.
    pub(crate) unsafe fn new(shapes: &S) -> Result<Self> {
        let Arrays {
            kind,
            rounding,
            count,
            vectors: [a, b, c],
            numbers: [first, second],
        } = shapes.arrays();
        let Some([of_vectors, of_numbers]) = S::counts(kind) else {
            let text = format!("shapes.kind is {kind}, which is no kind of a batch");
            return Err(Failure::invalid(text));
        };
        let vector = |number: usize, (of, name): (CaromVectors, _)| {
            // SAFETY: what the caller promises for an array that the kind needs.
            let column = (number < of_vectors).then(|| unsafe { vectors(of, count, name) });
            column.transpose()
        };
        let number = |number: usize, (of, name): (CaromNumbers, _)| {
            let column = (number < of_numbers).then(|| {
                // SAFETY: what the caller promises for an array that the kind needs.
                unsafe { Column::new(of.base, of.stride, count, name) }
            });
            column.transpose()
        };
        Ok(Self {
            kind,
            count,
            rounding: not_negative(rounding, "shapes.rounding")?,
            vectors: [vector(0, a)?, vector(1, b)?, vector(2, c)?],
            numbers: [number(0, first)?, number(1, second)?],
        })
    }

    /// Points.
    ///
    /// # Safety
    /// The base is null or points to as many vectors, for as long as the value lives.
    pub(crate) unsafe fn of_points(
        points: CaromVectors,
        count: usize,
        name: &'static str,
    ) -> Result<Self> {
        Ok(Self {
            kind: CAROM_POINT,
            count,
            // SAFETY: what the caller promises.
            vectors: [Some(unsafe { vectors(points, count, name) }?), None, None],
            rounding: 0.0,
            numbers: [None, None],
        })
    }

    pub(crate) fn regions(&self) -> impl Iterator<Item = &Region> {
        let vectors = self.vectors.iter().flatten().map(Column::region);
        vectors.chain(self.numbers.iter().flatten().map(Column::region))
    }

    /// A shape that was checked; `Err` if another thread has changed the arrays since.
    pub(crate) fn shape(&self, row: usize) -> Result<Shape<V>> {
        let vector = |column: &Option<Column<S::Vector>>| {
            let column = column.as_ref();
            column.map_or_else(|| V::ZERO.into(), |column| column.get(row))
        };
        let number = |column: &Option<Column<f32>>| {
            let column = column.as_ref();
            column.map_or(0.0, |column| column.get(row))
        };
        let shape = S::row(Row {
            kind: self.kind,
            rounding: self.rounding,
            vectors: self.vectors.each_ref().map(vector),
            numbers: self.numbers.each_ref().map(number),
        });
        // SAFETY: the kind has no points.
        let shape = unsafe { shape.checked("") };
        shape.map_err(|failure| {
            let name = self.vectors[0].as_ref().map_or("shapes", Column::name);
            let of = name.split('.').next().unwrap_or(name);
            let text = format!("{of}, row {row}: {}", failure.text);
            Failure::new(failure.status, text)
        })
    }
}

/// # Safety
/// The base is null or points to as many vectors, for as long as the value lives.
pub(crate) unsafe fn vectors<T: Plain>(
    of: CaromVectors,
    count: usize,
    name: &'static str,
) -> Result<Column<T>> {
    // SAFETY: what the caller promises.
    unsafe { Column::new(of.base.cast(), of.stride, count, name) }
}
