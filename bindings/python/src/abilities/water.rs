//! Characters that swim.

use super::path::{Ahead, PyPath};
use crate::able::{Able, with_able};
use crate::answers::Column;
use crate::arrays::{Argument, Row};
use crate::cast::Cast;
use crate::characters::{durations, in_shape};
use crate::shape_rows::require_finite;
use carom::glam::{DVec3, Vec3};
use carom::mover::Intent;
use carom::mover::abilities::{Swum, Water};
use carom::{Scalar, Vector};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::any::Any;

/// The surface, the float, the buoyancy and the drag.
type WaterNumbers = [f64; 4];

/// The class of Python has checked them.
fn water<S: Scalar>(numbers: WaterNumbers) -> Water<S> {
    let [surface, float, buoyancy, drag] = numbers.map(S::from_f64);
    Water {
        surface,
        float,
        buoyancy,
        drag,
    }
}

/// What water has done with the characters of a mover in a tick, for Water.after.
#[pyclass(frozen, module = "carom.abilities", name = "Swum")]
pub(crate) struct PySwum {
    /// A `Swims` in the precision of the mover.
    all: Box<dyn Any + Send + Sync>,
    water: WaterNumbers,
}

/// The intent of a tick in water and what follows it, for each character that swims.
type Swims<V> = Vec<Option<(Intent<V>, Swum<V>)>>;

/// The intents of a tick: velocity (..., 3), whether (...) it flies, and what follows it.
#[pyfunction]
pub(crate) fn water_before<'py>(
    py: Python<'py>,
    mover: &Bound<'py, PyAny>,
    numbers: WaterNumbers,
    wanted: &Bound<'py, PyAny>,
    dt: &Bound<'py, PyAny>,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>, PySwum)> {
    let mover = Able::new(mover)?;
    let leading = &mover.leading[..];
    let wanted = Argument::new(wanted, "wanted", Row::Vector)?;
    let dt = Argument::new(dt, "dt", Row::Number)?;
    let wishes = in_shape(&wanted, leading)?;
    let mut flies = Column::<bool>::new(py, leading)?;
    with_able!(mover, |all, _query, _scene, V| {
        type S = <V as Vector>::Scalar;
        let (water, durations) = (water::<S>(numbers), durations::<S>(&dt, leading)?);
        require_finite::<V>([&wishes])?;
        let mut ways = Column::<S>::new(py, &[leading, &[3]].concat())?;
        let mut swum: Swims<V> = Vec::with_capacity(all.count());
        for row in 0..all.count() {
            let (one, dt) = (all.one(row), durations.scalar::<S>(row));
            let wanted = wishes.vector(row);
            // A tick of no time is none.
            let swims = (dt > 0.0).then(|| water.before(one.body, wanted, one.settings.up, dt));
            let swims = swims.flatten();
            if let Some((intent, _)) = &swims {
                let velocity = intent.velocity.to_array();
                ways.slice()[3 * row..3 * row + 3].copy_from_slice(&velocity);
                flies.slice()[row] = intent.fly;
            }
            swum.push(swims);
        }
        let swum = PySwum {
            all: Box::new(swum),
            water: numbers,
        };
        Ok((ways.object(py), flies.object(py), swum))
    })
}

/// The velocities after the tick, of the characters that swam and met nothing.
#[pyfunction]
pub(crate) fn water_after(mover: &Bound<'_, PyAny>, swum: &PySwum) -> PyResult<()> {
    let mover = Able::new(mover)?;
    with_able!(mover, |all, _query, _scene, V| {
        let swims = swum.all.downcast_ref::<Swims<V>>();
        let swims = swims.filter(|swims| swims.len() == all.count());
        let swims = swims.ok_or_else(|| PyTypeError::new_err("swum is of another mover"))?;
        let water = water::<<V as Vector>::Scalar>(swum.water);
        for (row, swims) in swims.iter().enumerate() {
            if let Some((intent, swum)) = swims {
                let one = all.one(row);
                let walk = (one.locomotion).map(|locomotion| (locomotion, one.settings.up));
                water.after(one.body, intent, swum, walk);
            }
        }
        Ok(())
    })
}

/// The paths out of the water on to a ledge ahead: `Water.exit`.
#[pyfunction]
pub(crate) fn water_exit(
    mover: &Bound<'_, PyAny>,
    numbers: WaterNumbers,
    ahead: &Bound<'_, PyAny>,
    above: f64,
    speed: f64,
    r#where: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyPath> {
    let mover = Able::new(mover)?;
    let ahead = Ahead::new(&mover, ahead, r#where)?;
    with_able!(mover, |all, query, _scene, V| {
        let water = water::<<V as Vector>::Scalar>(numbers);
        let [above, speed] = [above, speed].map(Scalar::from_f64);
        ahead.paths::<V>(&mover, all, |settings, body, ahead| {
            water.exit(&query, settings, body, ahead, [above, speed])
        })
    })
}
