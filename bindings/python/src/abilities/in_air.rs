//! Double jumps, short jumps, jumps off walls and glides.

use crate::able::{Able, with_able};
use crate::answers::Column;
use crate::arrays::{Argument, Row};
use crate::cast::Cast;
use crate::characters::{chosen_by, durations, given_rows, in_shape};
use crate::locomotion::missing;
use crate::shape_rows::require_finite;
use carom::glam::{DVec3, Vec3};
use carom::mover::Intent;
use carom::mover::abilities::{AirJumps, Glide, WallJump, cut_jump as cut};
use carom::{Scalar, Vector};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// Whether (...) presses of jump count, and the jumps (...) that are left: `AirJumps.allows`.
#[pyfunction]
pub(crate) fn air_jumps_allow<'py>(
    py: Python<'py>,
    mover: &Bound<'py, PyAny>,
    most: &Bound<'py, PyAny>,
    left: &Bound<'py, PyAny>,
    pressed: &Bound<'py, PyAny>,
    dt: Option<&Bound<'py, PyAny>>,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let mover = Able::new(mover)?;
    let [most, left] = [(most, "most"), (left, "left")]
        .map(|(given, name)| Argument::new(given, name, Row::Number));
    let (most, left) = (most?, left?);
    let pressed = Argument::flags(pressed, "pressed", Row::Number)?;
    let dt = dt.map(|dt| Argument::new(dt, "dt", Row::Number));
    let dt = dt.transpose()?;
    let leading = &mover.leading[..];
    let (most, left) = (in_shape(&most, leading)?, in_shape(&left, leading)?);
    for jumps in [&most, &left] {
        jumps.require("must be an integer from 0 to 4294967295", |x: f64| {
            x >= 0.0 && x <= f64::from(u32::MAX) && x == x.trunc()
        })?;
    }
    let pressed = in_shape(&pressed, leading)?;
    let mut counts = Column::<bool>::new(py, leading)?;
    let mut lefts = Column::<u32>::new(py, leading)?;
    with_able!(mover, |all, _query, _scene, V| {
        let dt = (dt.as_ref()).map(|dt| durations::<<V as Vector>::Scalar>(dt, leading));
        let dt = dt.transpose()?;
        for row in 0..all.count() {
            let mut jumps = AirJumps {
                most: most.scalar::<f64>(row) as u32,
                left: left.scalar::<f64>(row) as u32,
            };
            let dt = (dt.as_ref()).map(|rows| rows.scalar::<<V as Vector>::Scalar>(row));
            // Those without a tick do not jump in it.
            let pressed = pressed.is_true(row) && dt != Some(Scalar::ZERO);
            let one = all.one(row);
            counts.slice()[row] = match (one.locomotion, dt) {
                (None, _) => jumps.allows(one.body, pressed),
                (Some(walk), Some(dt)) => jumps.allows_with(one.body, walk, pressed, dt),
                (Some(_), None) => return Err(without_dt()),
            };
            lefts.slice()[row] = jumps.left;
        }
        Ok((counts.object(py), lefts.object(py)))
    })
}

fn without_dt() -> PyErr {
    PyTypeError::new_err("AirJumps.allows needs dt for characters with locomotion")
}

/// Limits the upward speed of characters to `rise` (...).
#[pyfunction]
pub(crate) fn cut_jump(
    mover: &Bound<'_, PyAny>,
    rise: &Bound<'_, PyAny>,
    r#where: Option<&Bound<'_, PyAny>>,
) -> PyResult<()> {
    let mover = Able::new(mover)?;
    let rise = Argument::new(rise, "rise", Row::Number)?;
    let rises = in_shape(&rise, &mover.leading)?;
    let is_chosen = chosen_by(r#where, &mover.leading)?;
    with_able!(mover, |all, _query, _scene, V| {
        rises.require("is not finite", |rise: <V as Vector>::Scalar| {
            rise.is_finite()
        })?;
        for row in (0..all.count()).filter(|row| is_chosen[*row]) {
            let one = all.one(row);
            cut(one.body, rises.scalar(row), one.settings.up);
        }
        Ok(())
    })
}

/// Whether (...) characters have jumped off a wall beside them.
#[pyfunction]
pub(crate) fn wall_jump<'py>(
    py: Python<'py>,
    mover: &Bound<'py, PyAny>,
    away: f64,
    rise: f64,
    r#where: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let mover = Able::new(mover)?;
    let is_chosen = chosen_by(r#where, &mover.leading)?;
    let mut jumped = Column::<bool>::new(py, &mover.leading)?;
    with_able!(mover, |all, query, _scene, _V| {
        let [away, rise] = [away, rise].map(Scalar::from_f64);
        let off = WallJump { away, rise };
        for (row, is_chosen) in is_chosen.into_iter().enumerate() {
            let one = all.one(row);
            let locomotion = one.locomotion.ok_or_else(|| missing("WallJump.jump"))?;
            if is_chosen {
                jumped.slice()[row] = off.jump(&query, one.settings, one.body, locomotion);
            }
        }
        Ok(jumped.object(py))
    })
}

/// The rise (...) of the intents of characters that glide, NaN where gravity acts.
#[pyfunction]
pub(crate) fn glide_before<'py>(
    py: Python<'py>,
    mover: &Bound<'py, PyAny>,
    speed: f64,
    dt: &Bound<'py, PyAny>,
    jump: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let mover = Able::new(mover)?;
    let dt = Argument::new(dt, "dt", Row::Number)?;
    let jump = jump.map(|jump| Argument::new(jump, "jump", Row::Number));
    let jump = jump.transpose()?;
    with_able!(mover, |all, _query, _scene, V| {
        let jumps = given_rows(&jump, &mover.leading)?;
        require_finite::<V>(&jumps)?;
        let durations = durations::<<V as Vector>::Scalar>(&dt, &mover.leading)?;
        let mut rises = Column::<<V as Vector>::Scalar>::new(py, &mover.leading)?;
        let glide = Glide {
            speed: Scalar::from_f64(speed),
        };
        for row in 0..all.count() {
            let one = all.one(row);
            let jump = (jumps.as_ref()).map(|rows| rows.scalar::<<V as Vector>::Scalar>(row));
            let mut fall = Intent {
                jump: jump.filter(|speed| *speed > Scalar::ZERO),
                ..Intent::walk(V::ZERO)
            };
            let rise = glide.before(one.settings, one.body, &mut fall, durations.scalar(row));
            rises.slice()[row] = rise.unwrap_or(Scalar::from_f64(f64::NAN));
        }
        Ok(rises.object(py))
    })
}

/// The speed after a tick with this rise (...), NaN for characters that did not glide.
#[pyfunction]
pub(crate) fn glide_after(
    mover: &Bound<'_, PyAny>,
    speed: f64,
    rise: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let mover = Able::new(mover)?;
    let rise = Argument::new(rise, "rise", Row::Number)?;
    let rises = in_shape(&rise, &mover.leading)?;
    with_able!(mover, |all, _query, _scene, V| {
        let glide = Glide {
            speed: Scalar::from_f64(speed),
        };
        for row in 0..all.count() {
            let (one, rise) = (all.one(row), rises.scalar::<<V as Vector>::Scalar>(row));
            glide.after(one.settings, one.body, rise.is_finite().then_some(rise));
        }
        Ok(())
    })
}
