//! Compounds as the shapes of queries.

use crate::answer_classes::{COMPOUND_CLOSEST, COMPOUND_HIT, Class};
use crate::answers::Column;
use crate::arrays::{Argument, Row};
use crate::filters::Filters;
use crate::meshes::{single, single_reach};
use crate::names::bits;
use crate::shape_rows::require_finite;
use crate::target::{Target, read, with_target};
use crate::workers::detached;
use carom::glam::{DVec3, Vec3};
use carom::{Compound, Contact, Hit, PartId, RigidMotion, Scalar, Vector, World};
use numpy::Element;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::sync::{Arc, RwLock};

/// A vector that compounds of a target have.
trait OfCompound: Vector {
    fn compound(target: &Target) -> Option<&Arc<Compound<Self>>>;
}

impl OfCompound for Vec3 {
    fn compound(target: &Target) -> Option<&Arc<Compound<Self>>> {
        match target {
            Target::SingleCompound(compound) => Some(compound),
            _ => None,
        }
    }
}

impl OfCompound for DVec3 {
    fn compound(target: &Target) -> Option<&Arc<Compound<Self>>> {
        match target {
            Target::DoubleCompound(compound) => Some(compound),
            _ => None,
        }
    }
}

/// The compound that is a shape, if it has the dtype of the surface.
fn shape<V: OfCompound>(other: &Target) -> PyResult<&Compound<V>> {
    let compound = V::compound(other).map(|compound| &**compound);
    compound.ok_or_else(|| {
        PyTypeError::new_err(
            "the compound must have the dtype of the surface: see Compound(..., dtype=)",
        )
    })
}

/// What a query has found: its value, point, normal and part, and the part of the compound.
type Answer<V> = Option<(<V as Vector>::Scalar, V, V, PartId, PartId)>;

fn of_contact<V: Vector>(found: Option<(Contact<V>, PartId)>) -> Answer<V> {
    let (contact, of) = found?;
    Some((
        contact.separation,
        contact.point_b,
        contact.normal,
        contact.part,
        of,
    ))
}

fn of_hit<V: Vector>(found: Option<(Hit<V>, PartId)>) -> Answer<V> {
    let (hit, of) = found?;
    Some((hit.t, hit.point, hit.normal, hit.part, of))
}

pub(crate) fn closest<'py>(
    py: Python<'py>,
    own: &Target,
    other: &Target,
    reach: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let reach = single_reach(reach)?;
    with_target!(own, |query, has_body, V| {
        let a = shape::<V>(other)?;
        let reach = Scalar::from_f64(reach);
        let found = detached(py, || of_contact(query.closest_surface(a, reach)))?;
        answer(py, &COMPOUND_CLOSEST, has_body, found)
    })
}

pub(crate) fn overlap<'py>(
    py: Python<'py>,
    own: &Target,
    other: &Target,
) -> PyResult<Bound<'py, PyAny>> {
    with_target!(own, |query, _has_body, V| {
        let a = shape::<V>(other)?;
        let touches = detached(py, || query.overlap_surface(a))?;
        Ok(touches.into_pyobject(py)?.to_owned().into_any())
    })
}

pub(crate) fn sweep<'py>(
    py: Python<'py>,
    own: &Target,
    other: &Target,
    delta: &Bound<'py, PyAny>,
    leave_overlaps: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let delta = [Argument::new(delta, "delta", Row::Vector)?];
    with_target!(own, |query, has_body, V| {
        let a = shape::<V>(other)?;
        let delta = motion::<V>(&delta)?.delta;
        let query = query.leave_overlaps(leave_overlaps);
        let found = detached(py, || of_hit(query.sweep_surface(a, delta)))?;
        answer(py, &COMPOUND_HIT, has_body, found)
    })
}

pub(crate) fn sweep_rigid<'py>(
    py: Python<'py>,
    own: &Target,
    other: &Target,
    arguments: &[Argument<'py>],
) -> PyResult<Bound<'py, PyAny>> {
    with_target!(own, |query, has_body, V| {
        let (a, motion) = (shape::<V>(other)?, motion::<V>(arguments)?);
        let found = detached(py, || {
            let swept = query.sweep_rigid_surface(a, &motion, &RigidMotion::default());
            of_hit(swept.and_then(|(swept, part)| Some((swept.hit?, part))))
        })?;
        answer(py, &COMPOUND_HIT, has_body, found)
    })
}

/// The sweep of a compound among bodies that move; the last argument is the time.
pub(crate) fn sweep_moving<'py>(
    py: Python<'py>,
    own: &Target,
    other: &Target,
    arguments: &[Argument<'py>],
) -> PyResult<Bound<'py, PyAny>> {
    match own {
        Target::SingleWorld(world, filters) => moving(py, world, filters, other, arguments),
        Target::DoubleWorld(world, filters) => moving(py, world, filters, other, arguments),
        _ => Err(PyTypeError::new_err("not a world")),
    }
}

fn moving<'py, V: OfCompound<Scalar: Element>>(
    py: Python<'py>,
    world: &RwLock<World<V>>,
    filters: &Filters<V>,
    other: &Target,
    arguments: &[Argument<'py>],
) -> PyResult<Bound<'py, PyAny>> {
    let (a, motion) = (shape::<V>(other)?, motion::<V>(arguments)?);
    let time = arguments[4].rows(&[]).scalar(0);
    let world = read(world)?;
    let query = filters.query(&world);
    let found = detached(py, || {
        let swept = query.sweep_moving_surface(a, &motion, time);
        of_hit(swept.and_then(|(swept, part)| Some((swept.hit?, part))))
    })?;
    answer(py, &COMPOUND_HIT, true, found)
}

/// One motion: a displacement, and for a rigid one pivot, axis and angle.
fn motion<V: Vector>(arguments: &[Argument<'_>]) -> PyResult<RigidMotion<V>> {
    for argument in arguments {
        single(argument)?;
        require_finite::<V>([&argument.rows(&[])])?;
    }
    let vector = |place: usize| {
        let argument = arguments.get(place);
        argument.map_or(V::ZERO, |argument| argument.rows(&[]).vector(0))
    };
    let angle = arguments.get(3).map(|angle| angle.rows(&[]).scalar(0));
    Ok(RigidMotion {
        delta: vector(0),
        pivot: vector(1),
        axis: vector(2),
        angle: angle.unwrap_or(V::Scalar::ZERO),
    })
}

fn answer<'py, V: Vector<Scalar: Element>>(
    py: Python<'py>,
    class: &Class,
    has_body: bool,
    found: Answer<V>,
) -> PyResult<Bound<'py, PyAny>> {
    let nan = V::splat(V::Scalar::from_f64(f64::NAN));
    let (value, point, normal) = found.map_or((V::Scalar::INFINITY, nan, nan), |found| {
        (found.0, found.1, found.2)
    });
    let number = |part: Option<PartId>| part.map_or(-1, |part| i64::from(part.index));
    let vector = |v: V| -> PyResult<Bound<'py, PyAny>> {
        let mut array = Column::new(py, &[3])?;
        let numbers = [0, 1, 2].map(|axis| v[axis]);
        array.slice().copy_from_slice(&numbers);
        Ok(array.object(py))
    };
    let body = found.map_or(-1, |found| bits(found.3.body));
    let body = if has_body {
        body.into_pyobject(py)?.into_any()
    } else {
        py.None().into_bound(py)
    };
    let items = [
        value.to_f64().into_pyobject(py)?.into_any(),
        vector(point)?,
        vector(normal)?,
        number(found.map(|found| found.3))
            .into_pyobject(py)?
            .into_any(),
        body,
        number(found.map(|found| found.4))
            .into_pyobject(py)?
            .into_any(),
    ];
    class.make(py, items)
}
