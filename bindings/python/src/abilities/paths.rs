//! The searches for paths: on to ledges, over walls, along ladders.

use super::path::{Ahead, PyPath, from_feet};
use crate::able::{Able, with_able};
use crate::answers::Column;
use crate::arrays::{Argument, Row, count};
use crate::characters::chosen_by;
use crate::shape_rows::require_finite;
use carom::glam::{DVec3, Vec3};
use carom::mover::abilities::{Ladder, Mantle, Vault};
use carom::{Scalar, Vector};
use pyo3::prelude::*;

/// The paths up to a ledge ahead: `Mantle.path`.
#[pyfunction]
pub(crate) fn mantle_path(
    mover: &Bound<'_, PyAny>,
    heights: [f64; 2],
    speed: f64,
    ahead: &Bound<'_, PyAny>,
    r#where: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyPath> {
    let mover = Able::new(mover)?;
    let ahead = Ahead::new(&mover, ahead, r#where)?;
    with_able!(mover, |all, query, _scene, V| {
        let mantle = Mantle {
            heights: heights.map(Scalar::from_f64),
            speed: Scalar::from_f64(speed),
        };
        ahead.paths::<V>(&mover, all, |settings, body, ahead| {
            mantle.path(&query, settings, body, ahead)
        })
    })
}

/// The paths over a wall ahead: `Vault.path`.
#[pyfunction]
pub(crate) fn vault_path(
    mover: &Bound<'_, PyAny>,
    heights: [f64; 2],
    drop: f64,
    speed: f64,
    ahead: &Bound<'_, PyAny>,
    r#where: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyPath> {
    let mover = Able::new(mover)?;
    let ahead = Ahead::new(&mover, ahead, r#where)?;
    with_able!(mover, |all, query, _scene, V| {
        let vault = Vault {
            heights: heights.map(Scalar::from_f64),
            drop: Scalar::from_f64(drop),
            speed: Scalar::from_f64(speed),
        };
        ahead.paths::<V>(&mover, all, |settings, body, ahead| {
            vault.path(&query, settings, body, ahead)
        })
    })
}

/// The bottom, the top and the exit, and the speed.
type LadderNumbers = ([[f64; 3]; 3], f64);

fn ladder<V: Vector>(([bottom, top, exit], speed): LadderNumbers) -> Ladder<V> {
    Ladder {
        bottom: V::from_f64(bottom),
        top: V::from_f64(top),
        exit: V::from_f64(exit),
        speed: V::Scalar::from_f64(speed),
    }
}

/// Whether `feet` (..., 3) are within a distance of a ladder: `Ladder.is_near`.
#[pyfunction]
pub(crate) fn ladder_is_near<'py>(
    py: Python<'py>,
    numbers: LadderNumbers,
    feet: &Bound<'py, PyAny>,
    distance: f64,
) -> PyResult<Bound<'py, PyAny>> {
    let feet = Argument::new(feet, "feet", Row::Vector)?;
    if feet.is_single() {
        is_near(py, &ladder::<Vec3>(numbers), &feet, distance)
    } else {
        is_near(py, &ladder::<DVec3>(numbers), &feet, distance)
    }
}

fn is_near<'py, V: Vector>(
    py: Python<'py>,
    ladder: &Ladder<V>,
    feet: &Argument<'py>,
    distance: f64,
) -> PyResult<Bound<'py, PyAny>> {
    let rows = feet.rows(feet.leading());
    require_finite::<V>([&rows])?;
    let mut near = Column::<bool>::new(py, feet.leading())?;
    for row in 0..count(feet.leading())? {
        near.slice()[row] = ladder.is_near(rows.vector(row), Scalar::from_f64(distance));
    }
    Ok(near.object(py))
}

/// The paths of characters along a ladder, up or down: `Ladder.up` and `Ladder.down`.
#[pyfunction]
pub(crate) fn ladder_path(
    mover: &Bound<'_, PyAny>,
    numbers: LadderNumbers,
    is_up: bool,
    r#where: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyPath> {
    let mover = Able::new(mover)?;
    let is_chosen = chosen_by(r#where, &mover.leading)?;
    with_able!(mover, |all, _query, _scene, V| {
        let ladder = ladder::<V>(numbers);
        Ok(from_feet(&mover, all, &is_chosen, |feet| {
            if is_up {
                ladder.up(feet)
            } else {
                ladder.down(feet)
            }
        }))
    })
}
