//! The queries of any surface with rows of shapes.

use crate::answer_classes::{ALL_HITS, CLOSEST, CONTACTS, Class, HITS, PARTS};
use crate::answers::{Column, Found};
use crate::arrays::{Argument, Row};
use crate::batch::{Arguments, Batch, Call};
use crate::pair_sweeps::motion_fields;
use crate::shape_kind::Kind;
use crate::shape_rows::require_finite;
use crate::workers::detached;
use carom::{Aabb, PartId, Query, RigidMotion, Scalar, Surface, Vector};
use numpy::Element;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

static PART_MANIFOLDS: Class = Class::within(
    "carom._answers",
    "PartManifolds",
    &["contacts", "manifolds"],
);

/// A surface with numbers that arrays can have.
pub(crate) trait InArrays: Surface<Vector: Vector<Scalar: Element>> + Sync {}

impl<S: Surface<Vector: Vector<Scalar: Element>> + Sync> InArrays for S {}

/// The query of a surface, for the rows of calls.
pub(crate) struct RowQuery<'a, S> {
    query: Query<'a, S>,
    /// Whether its parts are those of bodies.
    has_body: bool,
}

/// The arguments of a query with a reach.
pub(crate) fn within<'py>(
    (kind, shapes): (Kind, Vec<Argument<'py>>),
    reach: Option<&Bound<'py, PyAny>>,
) -> PyResult<Arguments<'py>> {
    let reach = reach.map(|reach| Argument::new(reach, "reach", Row::Number));
    Ok(Arguments {
        kind,
        shapes,
        motion: Vec::new(),
        reach: reach.transpose()?,
    })
}

/// The arguments of a sweep.
pub(crate) fn along<'py, V: Vector>(
    (kind, shapes): (Kind, Vec<Argument<'py>>),
    delta: &Bound<'py, PyAny>,
) -> PyResult<Arguments<'py>> {
    Ok(Arguments {
        kind,
        shapes,
        motion: vec![Argument::new(delta, "delta", Row::vector(V::DIM))?],
        reach: None,
    })
}

/// The arguments of rays: points that move.
pub(crate) fn rays<'py, V: Vector>(
    origins: &Bound<'py, PyAny>,
    deltas: &Bound<'py, PyAny>,
) -> PyResult<Arguments<'py>> {
    let row = Row::vector(V::DIM);
    Ok(Arguments {
        kind: Kind::Points,
        shapes: vec![Argument::new(origins, "origins", row)?],
        motion: vec![Argument::new(deltas, "deltas", row)?],
        reach: None,
    })
}

/// The arrays of a rigid motion, as they were given.
pub(crate) fn rigid_motion<'py, V: Vector>(
    given: &[&Bound<'py, PyAny>],
) -> PyResult<Vec<Argument<'py>>> {
    let fields = motion_fields(V::DIM).iter().zip(given);
    fields
        .map(|((name, row), given)| Argument::new(given, name, *row))
        .collect()
}

impl<'a, S: InArrays> RowQuery<'a, S> {
    pub(crate) fn new(query: Query<'a, S>, has_body: bool) -> Self {
        Self { query, has_body }
    }

    pub(crate) fn leave_overlaps(self, leave: bool) -> Self {
        Self {
            query: self.query.leave_overlaps(leave),
            ..self
        }
    }

    pub(crate) fn closest<'py>(
        &self,
        call: &Call<'_, 'py>,
        arguments: &Arguments<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let batch = Batch::new::<S::Vector>(call, arguments)?;
        batch.find(call.py, &CLOSEST, out, self.has_body, |row, shape| {
            let reach = batch.reach(row, Scalar::INFINITY);
            self.query.closest(shape, reach).map(Found::from)
        })
    }

    pub(crate) fn overlap<'py>(
        &self,
        call: &Call<'_, 'py>,
        arguments: &Arguments<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let batch = Batch::new::<S::Vector>(call, arguments)?;
        batch.decide(call.py, out, |_, shape| self.query.overlap(shape))
    }

    pub(crate) fn contacts<'py>(
        &self,
        call: &Call<'_, 'py>,
        arguments: &Arguments<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let batch = Batch::new::<S::Vector>(call, arguments)?;
        batch.list(
            call.py,
            &CONTACTS,
            self.has_body,
            |row, shape, memory, found| {
                let reach = batch.reach(row, Scalar::ZERO);
                self.query.contacts(shape, reach, &mut memory.contacts);
                found.extend(memory.contacts.iter().copied().map(Found::from));
            },
        )
    }

    pub(crate) fn closest_n<'py>(
        &self,
        call: &Call<'_, 'py>,
        arguments: &Arguments<'py>,
        count: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let batch = Batch::new::<S::Vector>(call, arguments)?;
        batch.list(
            call.py,
            &CONTACTS,
            self.has_body,
            |row, shape, memory, found| {
                let reach = batch.reach(row, Scalar::INFINITY);
                (self.query).closest_n(shape, count, reach, &mut memory.contacts);
                found.extend(memory.contacts.iter().copied().map(Found::from));
            },
        )
    }

    pub(crate) fn manifolds<'py>(
        &self,
        call: &Call<'_, 'py>,
        arguments: &Arguments<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let batch = Batch::new::<S::Vector>(call, arguments)?;
        let found = batch.list_manifolds(call.py, self.has_body, |row, shape, found| {
            self.query
                .manifolds(shape, batch.reach(row, Scalar::ZERO), found);
        })?;
        PART_MANIFOLDS.make(call.py, found)
    }

    /// The parts in a box by its corners.
    pub(crate) fn parts_in_box<'py>(
        &self,
        py: Python<'py>,
        corners: [&Bound<'py, PyAny>; 2],
    ) -> PyResult<Bound<'py, PyAny>> {
        let [min, max] = corners;
        let [min, max] = [
            corner::<S::Vector>(min, "min")?,
            corner::<S::Vector>(max, "max")?,
        ];
        let region = Aabb { min, max };
        let found = detached(py, || {
            let mut found: Vec<PartId> = Vec::new();
            self.query.each_part(&region, |part, _| found.push(part));
            found.sort_unstable();
            found
        })?;
        let mut parts = Column::<i32>::new(py, &[found.len()])?;
        for (to, part) in parts.slice().iter_mut().zip(&found) {
            *to = part.index as i32;
        }
        let bodies = if self.has_body {
            let mut bodies = Column::<i64>::new(py, &[found.len()])?;
            for (to, part) in bodies.slice().iter_mut().zip(&found) {
                *to = part.body.to_bits() as i64;
            }
            bodies.object(py)
        } else {
            py.None().into_bound(py)
        };
        PARTS.of::<S::Vector>().make(py, [parts.object(py), bodies])
    }

    /// The first hit of each.
    pub(crate) fn sweep<'py>(
        &self,
        call: &Call<'_, 'py>,
        arguments: &Arguments<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let batch = Batch::new::<S::Vector>(call, arguments)?;
        batch.find(call.py, &HITS, out, self.has_body, |row, shape| {
            (self.query.sweep(shape, batch.delta(row))).map(Found::from)
        })
    }

    /// Whether anything is hit.
    pub(crate) fn sweep_any<'py>(
        &self,
        call: &Call<'_, 'py>,
        arguments: &Arguments<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let batch = Batch::new::<S::Vector>(call, arguments)?;
        batch.decide(call.py, out, |row, shape| {
            self.query.sweep_any(shape, batch.delta(row))
        })
    }

    pub(crate) fn sweep_all<'py>(
        &self,
        call: &Call<'_, 'py>,
        arguments: &Arguments<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let batch = Batch::new::<S::Vector>(call, arguments)?;
        batch.list(
            call.py,
            &ALL_HITS,
            self.has_body,
            |row, shape, memory, found| {
                (self.query).sweep_all(shape, batch.delta(row), &mut memory.hits);
                found.extend(memory.hits.iter().copied().map(Found::from));
            },
        )
    }

    pub(crate) fn sweep_rigid<'py>(
        &self,
        call: &Call<'_, 'py>,
        arguments: &Arguments<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let batch = Batch::new::<S::Vector>(call, arguments)?;
        batch.find(call.py, &HITS, out, self.has_body, |row, shape| {
            let rest = RigidMotion::default();
            let swept = self.query.sweep_rigid(shape, &batch.rigid(row), &rest);
            swept.hit.map(Found::from)
        })
    }
}

/// One corner of a box.
fn corner<V: Vector>(given: &Bound<'_, PyAny>, name: &'static str) -> PyResult<V> {
    let corner = Argument::new(given, name, Row::vector(V::DIM))?;
    if !corner.leading().is_empty() {
        let message = format!("{name} must have the shape ({},)", V::DIM);
        return Err(PyValueError::new_err(message));
    }
    let rows = corner.rows(&[]);
    require_finite::<V>([&rows])?;
    Ok(rows.vector(0))
}
