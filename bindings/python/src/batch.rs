//! The rows of a call: checked, sorted, spread over threads, answered one by one.

use crate::answer_classes::{CONTACTS, Class, Classes};
use crate::answers::{Column, Columns, Found, FoundArrays, FoundColumns};
use crate::arrays::{Argument, Rows, broadcast, count};
use crate::manifold::manifolds;
use crate::names::bits;
use crate::shape_kind::Kind;
use crate::shape_rows::{Shapes, require_finite};
use crate::workers::{self, FEW, Stop};
use carom::{Aabb, BodyId, Contact, Hit, PartManifold, RigidMotion, Scalar, ShapeRef, Vector};
use numpy::Element;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::{Mutex, PoisonError};

/// The settings of every call.
pub(crate) struct Call<'a, 'py> {
    pub(crate) py: Python<'py>,
    pub(crate) threads: Option<isize>,
    /// `"raise"` or `"nan"`.
    pub(crate) nan: &'a str,
}

/// The arguments of a call.
pub(crate) struct Arguments<'py> {
    pub(crate) kind: Kind,
    pub(crate) shapes: Vec<Argument<'py>>,
    /// Finite: a displacement, then for a rigid motion pivot, axis and angle.
    pub(crate) motion: Vec<Argument<'py>>,
    /// May be infinite.
    pub(crate) reach: Option<Argument<'py>>,
}

/// The order in which the rows of a block are answered.
#[derive(Clone, Copy, PartialEq)]
enum Order {
    Given,
    /// Along the Morton curve through their places: each query finds in the cache what the one before has read. That
    /// pays where a query reads much: up to a fifth of the time of distances of random points from a large mesh. To sort
    /// takes up to a third of the time of rays.
    Curve,
}

/// The rows of a call, checked.
pub(crate) struct Batch<'a> {
    pub(crate) leading: Vec<usize>,
    rows: usize,
    threads: usize,
    /// Whether rows that are not finite are answered with NaN; else there are none.
    has_bad_rows: bool,
    shapes: Shapes<'a>,
    motion: Vec<Rows<'a>>,
    reach: Option<Rows<'a>>,
}

impl<'a> Batch<'a> {
    pub(crate) fn new<V: Vector>(
        call: &Call<'_, '_>,
        arguments: &'a Arguments<'_>,
    ) -> PyResult<Self> {
        let others = arguments.motion.iter().chain(&arguments.reach);
        let all: Vec<&Argument<'_>> = arguments.shapes.iter().chain(others).collect();
        let leading = broadcast(&all)?;
        let rows = |argument: &'a Argument<'_>| argument.rows(&leading);
        let batch = Self {
            rows: count(&leading)?,
            threads: workers::number(call.threads)?,
            has_bad_rows: match call.nan {
                "raise" => false,
                "nan" => true,
                other => {
                    let message = format!("nan must be \"raise\" or \"nan\", not {other:?}");
                    return Err(PyValueError::new_err(message));
                }
            },
            shapes: Shapes::new(arguments.kind, &arguments.shapes, &leading),
            motion: arguments.motion.iter().map(rows).collect(),
            reach: arguments.reach.as_ref().map(rows),
            leading,
        };
        batch.check::<V>()?;
        Ok(batch)
    }

    fn check<V: Vector>(&self) -> PyResult<()> {
        self.shapes.check::<V>(self.rows)?;
        if self.has_bad_rows {
            return Ok(());
        }
        self.shapes.check_finite::<V>()?;
        require_finite::<V>(&self.motion)?;
        match &self.reach {
            Some(reach) => reach.require("is NaN", is_number::<V::Scalar>),
            None => Ok(()),
        }
    }

    fn is_bad<V: Vector>(&self, row: usize) -> bool {
        let finite = |x: V::Scalar| x.is_finite();
        self.has_bad_rows
            && !(self.shapes.is_finite::<V>(row)
                && self.motion.iter().all(|motion| motion.all(row, finite))
                && (self.reach.as_ref()).is_none_or(|reach| reach.all(row, is_number::<V::Scalar>)))
    }

    /// The displacement of a row.
    pub(crate) fn delta<V: Vector>(&self, row: usize) -> V {
        self.motion
            .first()
            .map_or(V::ZERO, |delta| delta.vector(row))
    }

    /// The rigid motion of a row.
    pub(crate) fn rigid<V: Vector>(&self, row: usize) -> RigidMotion<V> {
        let straight = || RigidMotion::straight(self.delta(row));
        rigid(&self.motion, row).unwrap_or_else(straight)
    }

    /// The number behind the rigid motion of a row: a time.
    pub(crate) fn time<S: Scalar>(&self, row: usize) -> S {
        self.motion.last().map_or(S::ZERO, |time| time.scalar(row))
    }

    /// The reach of a row, or else the default.
    pub(crate) fn reach<S: Scalar>(&self, row: usize, default: S) -> S {
        self.reach
            .as_ref()
            .map_or(default, |reach| reach.scalar(row))
    }

    /// Calls `answer` for each row with its place in the columns; without a shape for a bad row.
    fn each<V: Vector, C: Columns>(
        &self,
        py: Python<'_>,
        order: Order,
        columns: C,
        answer: impl Fn(usize, Option<&ShapeRef<'_, V>>, &mut C, usize) + Sync,
    ) -> PyResult<()> {
        let work = |(from, size, mut columns): (usize, usize, C), stop: &Stop| {
            let mut points = Vec::new();
            for at in self.order::<V>(order, from, size) {
                let (row, at) = (from + at as usize, at as usize);
                if stop.is_set() {
                    return;
                }
                if self.is_bad::<V>(row) {
                    answer(row, None, &mut columns, at);
                } else {
                    let answer =
                        |shape: &ShapeRef<'_, V>| answer(row, Some(shape), &mut columns, at);
                    self.shapes.with(row, &mut points, answer);
                }
            }
            columns.finish();
        };
        workers::run_rows(py, self.rows, self.threads, columns, work)
    }

    /// The rows of a block, in an order.
    fn order<V: Vector>(&self, order: Order, from: usize, size: usize) -> Vec<u32> {
        let mut rows: Vec<u32> = (0..size as u32).collect();
        if order == Order::Curve && size > FEW {
            let place = |at: &u32| self.shapes.place::<V>(from + *at as usize);
            let bounds = Aabb::of_points(rows.iter().map(place).filter(|p| p.is_finite()));
            carom::Batch::new().arrange(&bounds, &mut rows, place);
        }
        rows
    }

    /// Yes or no for each row; no for a bad row.
    pub(crate) fn decide<'py, V: Vector>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
        decide: impl Fn(usize, &ShapeRef<'_, V>) -> bool + Sync,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut array = Column::of_or_new(py, out, "out", &self.leading)?;
        self.each(
            py,
            Order::Given,
            array.slice(),
            |row, shape, answers: &mut &mut [bool], at| {
                answers[at] = shape.is_some_and(|shape| decide(row, shape));
            },
        )?;
        Ok(array.object(py))
    }

    /// A number for each row; NaN for a bad row.
    pub(crate) fn measure<'py, V: Vector<Scalar: Element>>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
        measure: impl Fn(&ShapeRef<'_, V>) -> V::Scalar + Sync,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut array = Column::of_or_new(py, out, "out", &self.leading)?;
        self.each(
            py,
            Order::Curve,
            array.slice(),
            |_, shape, answers: &mut &mut [V::Scalar], at| {
                answers[at] = shape.map_or(V::Scalar::from_f64(f64::NAN), &measure);
            },
        )?;
        Ok(array.object(py))
    }

    /// A number for each row, in double precision; NaN for a bad row.
    pub(crate) fn measure_double<'py, V: Vector>(
        &self,
        py: Python<'py>,
        measure: impl Fn(&ShapeRef<'_, V>) -> f64 + Sync,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut array = Column::new(py, &self.leading)?;
        self.each(
            py,
            Order::Given,
            array.slice(),
            |_, shape, answers: &mut &mut [f64], at| {
                answers[at] = shape.map_or(f64::NAN, &measure);
            },
        )?;
        Ok(array.object(py))
    }

    /// At most one part for each row.
    pub(crate) fn find<'py, V: Vector<Scalar: Element>>(
        &self,
        py: Python<'py>,
        classes: &Classes,
        out: Option<&Bound<'py, PyAny>>,
        has_body: bool,
        find: impl Fn(usize, &ShapeRef<'_, V>) -> Option<Found<V>> + Sync,
    ) -> PyResult<Bound<'py, PyAny>> {
        let class = classes.of::<V>();
        let mut arrays = match out {
            Some(out) => FoundArrays::of(out, class, &self.leading, has_body)?,
            None => FoundArrays::new(py, &self.leading, has_body)?,
        };
        let (nan, infinity) = (V::Scalar::from_f64(f64::NAN), V::Scalar::INFINITY);
        let put = |row, shape: Option<&ShapeRef<'_, V>>, answers: &mut FoundColumns<'_, V>, at| {
            match shape.map(|shape| find(row, shape)) {
                Some(Some(found)) => answers.put(at, &found),
                Some(None) => answers.miss(at, infinity),
                None => answers.miss(at, nan),
            }
        };
        let order = if self.motion.is_empty() {
            Order::Curve
        } else {
            Order::Given
        };
        self.each(py, order, arrays.columns(), put)?;
        match out {
            Some(out) => Ok(out.clone()),
            None => class.make(py, arrays.objects(py)),
        }
    }

    /// Any number of parts for each row, none for a bad row. `list` puts them into the memory it is given.
    pub(crate) fn list<'py, V: Vector<Scalar: Element>>(
        &self,
        py: Python<'py>,
        classes: &Classes,
        has_body: bool,
        list: impl Fn(usize, &ShapeRef<'_, V>, &mut Memory<V>, &mut Vec<Found<V>>) + Sync,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (offsets, total, found) = self.gather(py, list)?;
        parts_of(py, classes, has_body, (offsets, total, found))
    }

    /// Any number of contacts for each row with their manifolds, none for a bad row: the contacts and the manifolds.
    pub(crate) fn list_manifolds<'py, V: Vector<Scalar: Element>>(
        &self,
        py: Python<'py>,
        has_body: bool,
        list: impl Fn(usize, &ShapeRef<'_, V>, &mut Vec<PartManifold<V>>) + Sync,
    ) -> PyResult<[Bound<'py, PyAny>; 2]> {
        type All<V> = Vec<PartManifold<V>>;
        let list = |row, shape: &ShapeRef<'_, V>, memory: &mut Memory<V>, found: &mut All<V>| {
            list(row, shape, &mut memory.manifolds);
            found.extend_from_slice(&memory.manifolds);
        };
        let (offsets, total, found) = self.gather(py, list)?;
        let found: All<V> = found.collect();
        let contacts = found.iter().map(|one| one.contact.into());
        let contacts = parts_of(py, &CONTACTS, has_body, (offsets, total, contacts))?;
        let own: Vec<_> = found.iter().map(|one| Some(one.manifold)).collect();
        Ok([contacts, manifolds(py, &[total], &own)?])
    }

    /// Any number of bodies for each row, none for a bad row.
    pub(crate) fn list_bodies<'py, V: Vector<Scalar: Element>>(
        &self,
        py: Python<'py>,
        class: &Class,
        list: impl Fn(&ShapeRef<'_, V>, &mut Vec<BodyId>) + Sync,
    ) -> PyResult<Bound<'py, PyAny>> {
        let list = |_, shape: &ShapeRef<'_, V>, memory: &mut Memory<V>, found: &mut Vec<BodyId>| {
            list(shape, &mut memory.bodies);
            found.extend_from_slice(&memory.bodies);
        };
        let (offsets, total, found) = self.gather(py, list)?;
        let mut bodies = Column::<i64>::new(py, &[total])?;
        for (to, body) in bodies.slice().iter_mut().zip(found) {
            *to = bits(body);
        }
        class.make(py, [offsets, bodies.object(py)])
    }

    /// What `list` finds for each row: where the rows begin, how much it is, and all of it in the order of the rows.
    fn gather<'py, V: Vector, T: Copy + Send>(
        &self,
        py: Python<'py>,
        list: impl Fn(usize, &ShapeRef<'_, V>, &mut Memory<V>, &mut Vec<T>) + Sync,
    ) -> PyResult<(Bound<'py, PyAny>, usize, impl Iterator<Item = T>)> {
        let mut offsets = Column::<i64>::new(py, &[self.rows + 1])?;
        let all = Mutex::new(Vec::new());
        let lists = Lists::new(&all, 0, &mut offsets.slice()[1..]);
        self.each(
            py,
            Order::Given,
            lists,
            |row, shape, lists: &mut Lists<'_, V, T>, at| {
                let from = lists.found.len();
                if let Some(shape) = shape {
                    list(row, shape, &mut lists.memory, &mut lists.found);
                }
                lists.spans[at] = (from, lists.found.len());
            },
        )?;
        let mut all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
        all.sort_unstable_by_key(|list: &List<T>| list.from);
        let total = all.iter().map(|list| list.found.len()).sum();
        let mut end = 0;
        for count in offsets.slice() {
            end += *count;
            *count = end;
        }
        // Each list is freed once it is copied.
        let found = all.into_iter().flat_map(|list| list.found);
        Ok((offsets.object(py), total, found))
    }
}

/// The arrays of parts: where the rows begin, how many parts there are, and the parts.
fn parts_of<'py, V: Vector<Scalar: Element>>(
    py: Python<'py>,
    classes: &Classes,
    has_body: bool,
    (offsets, total, found): (Bound<'py, PyAny>, usize, impl Iterator<Item = Found<V>>),
) -> PyResult<Bound<'py, PyAny>> {
    let mut arrays = FoundArrays::<V>::new(py, &[total], has_body)?;
    let mut columns = arrays.columns();
    for (at, found) in found.enumerate() {
        columns.put(at, &found);
    }
    let [value, point, normal, part, body] = arrays.objects(py);
    let items = [offsets, value, point, normal, part, body];
    classes.of::<V>().make(py, items)
}

/// A row of the arrays of a rigid motion: displacement, pivot, in 3D axis, and angle; `None` if there are fewer.
pub(crate) fn rigid<V: Vector>(arrays: &[Rows<'_>], row: usize) -> Option<RigidMotion<V>> {
    let (delta, pivot, axis, angle) = match arrays {
        [delta, pivot, angle, ..] if V::DIM == 2 => (delta, pivot, None, angle),
        [delta, pivot, axis, angle, ..] => (delta, pivot, Some(axis), angle),
        _ => return None,
    };
    Some(RigidMotion {
        delta: delta.vector(row),
        pivot: pivot.vector(row),
        axis: axis.map_or(V::ZERO, |axis| axis.vector(row)),
        angle: angle.scalar(row),
    })
}

fn is_number<S: Scalar>(x: S) -> bool {
    !x.to_f64().is_nan()
}

/// Memory of queries that list parts.
pub(crate) struct Memory<V: Vector> {
    pub(crate) contacts: Vec<Contact<V>>,
    pub(crate) hits: Vec<Hit<V>>,
    manifolds: Vec<PartManifold<V>>,
    bodies: Vec<BodyId>,
}

/// What the rows of a block have found, row by row.
struct List<T> {
    from: usize,
    found: Box<[T]>,
}

/// The lists of all blocks, and that of the block at hand.
struct Lists<'a, V: Vector, T> {
    all: &'a Mutex<Vec<List<T>>>,
    from: usize,
    /// By row: how much was found.
    counts: &'a mut [i64],
    /// By row: where that is.
    spans: Vec<(usize, usize)>,
    /// All of it, in the order in which the rows are answered.
    found: Vec<T>,
    memory: Memory<V>,
}

impl<'a, V: Vector, T> Lists<'a, V, T> {
    fn new(all: &'a Mutex<Vec<List<T>>>, from: usize, counts: &'a mut [i64]) -> Self {
        Self {
            all,
            from,
            counts,
            spans: Vec::new(),
            found: Vec::new(),
            memory: Memory {
                contacts: Vec::new(),
                hits: Vec::new(),
                manifolds: Vec::new(),
                bodies: Vec::new(),
            },
        }
    }
}

impl<V: Vector, T: Copy + Send> Columns for Lists<'_, V, T> {
    fn split(self, rows: usize) -> (Self, Self) {
        let (counts, others) = self.counts.split_at_mut(rows);
        let mut first = Self::new(self.all, self.from, counts);
        first.spans = vec![(0, 0); rows];
        let rest = Self::new(self.all, self.from + rows, others);
        (first, rest)
    }

    fn finish(self) {
        let mut found = Vec::with_capacity(self.found.len());
        for (count, (from, to)) in self.counts.iter_mut().zip(self.spans) {
            *count = (to - from) as i64;
            found.extend_from_slice(&self.found[from..to]);
        }
        let list = List {
            from: self.from,
            found: found.into(),
        };
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        all.push(list);
    }
}
