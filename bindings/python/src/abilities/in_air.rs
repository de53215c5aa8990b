//! Double jumps, short jumps, jumps off walls and glides.

use crate::able::{Able, with_able};
use crate::answers::Column;
use crate::arrays::{Argument, Row};
use crate::cast::Cast;
use crate::characters::{chosen_by, durations, in_shape};
use carom::Scalar;
use carom::glam::{DVec3, Vec3};
use carom::mover::Intent;
use carom::mover::abilities::{AirJumps, Glide, WallJump, cut_jump as cut};
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
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let mover = Able::new(mover)?;
    let [most, left] = [(most, "most"), (left, "left")]
        .map(|(given, name)| Argument::new(given, name, Row::Number));
    let (most, left) = (most?, left?);
    let pressed = Argument::flags(pressed, "pressed", Row::Number)?;
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
    with_able!(mover, |all, _query, _scene, _V| {
        for row in 0..all.count() {
            let mut jumps = AirJumps {
                most: most.scalar::<f64>(row) as u32,
                left: left.scalar::<f64>(row) as u32,
            };
            counts.slice()[row] = jumps.allows(all.one(row).body, pressed.is_true(row));
            lefts.slice()[row] = jumps.left;
        }
        Ok((counts.object(py), lefts.object(py)))
    })
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
        rises.require("is not finite", |rise: <V as carom::Vector>::Scalar| {
            rise.is_finite()
        })?;
        for row in (0..all.count()).filter(|row| is_chosen[*row]) {
            let one = all.one(row);
            cut(one.body, rises.scalar(row), one.settings.up);
        }
        Ok(())
    })
}

fn without_locomotion() -> PyErr {
    PyTypeError::new_err(
        "WallJump.jump needs characters with locomotion, as in Mover(…, locomotion=True)",
    )
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
            let locomotion = one.locomotion.ok_or_else(without_locomotion)?;
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
) -> PyResult<Bound<'py, PyAny>> {
    let mover = Able::new(mover)?;
    let dt = Argument::new(dt, "dt", Row::Number)?;
    with_able!(mover, |all, _query, _scene, V| {
        let durations = durations::<<V as carom::Vector>::Scalar>(&dt, &mover.leading)?;
        let mut rises = Column::<<V as carom::Vector>::Scalar>::new(py, &mover.leading)?;
        let glide = Glide {
            speed: Scalar::from_f64(speed),
        };
        for row in 0..all.count() {
            let one = all.one(row);
            // Jumps are known to the step only.
            let mut fall = Intent::walk(V::ZERO);
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
            let (one, rise) = (
                all.one(row),
                rises.scalar::<<V as carom::Vector>::Scalar>(row),
            );
            glide.after(one.settings, one.body, rise.is_finite().then_some(rise));
        }
        Ok(())
    })
}
