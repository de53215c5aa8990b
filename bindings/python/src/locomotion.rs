//! Acceleration, friction, coyote time and jump buffer of characters.

use carom::mover::{CharacterState, Intent, Locomotion, LocomotionSettings, Mover};
use carom::{Scalar, Vector};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The settings in the keyword `locomotion`: True for the defaults, a dict, or None and False for none.
pub(crate) fn settings<S: Scalar>(
    given: Option<&Bound<'_, PyAny>>,
) -> PyResult<Option<LocomotionSettings<S>>> {
    let mut settings = LocomotionSettings::<S>::default();
    let Some(given) = given else {
        return Ok(None);
    };
    let Ok(options) = given.cast::<PyDict>() else {
        let is_on: bool = given.extract().map_err(|_| {
            PyTypeError::new_err("locomotion must be True, False, None or a dict of settings")
        })?;
        return Ok(is_on.then_some(settings));
    };
    for (name, value) in options {
        let name: String = name.extract()?;
        let may_be_infinite = matches!(name.as_str(), "acceleration" | "air_acceleration");
        let field = match name.as_str() {
            "acceleration" => &mut settings.acceleration,
            "friction" => &mut settings.friction,
            "air_acceleration" => &mut settings.air_acceleration,
            "coyote" => &mut settings.coyote,
            "buffer" => &mut settings.buffer,
            _ => {
                return Err(PyTypeError::new_err(format!(
                    "locomotion has no setting {name}: there are acceleration, friction, air_acceleration, coyote, buffer"
                )));
            }
        };
        let wrong = |_| PyTypeError::new_err(format!("locomotion: {name} must be a number"));
        let number: f64 = value.extract().map_err(wrong)?;
        if !(number >= 0.0 && (number.is_finite() || may_be_infinite)) {
            let finite = if may_be_infinite { "" } else { " and finite" };
            let message = format!("locomotion: {name} must be at least 0{finite}, not {number}");
            return Err(PyValueError::new_err(message));
        }
        *field = S::from_f64(number);
    }
    Ok(Some(settings))
}

/// The error of a function that needs characters with locomotion.
pub(crate) fn missing(function: &str) -> PyErr {
    let example = "as in Mover(…, locomotion=True)";
    PyTypeError::new_err(format!(
        "{function} needs characters with locomotion, {example}"
    ))
}

/// The intent that a locomotion makes of another.
pub(crate) fn intent<V: Vector>(
    mover: &Mover<V>,
    body: &CharacterState<V>,
    locomotion: &mut Locomotion<V>,
    intent: Intent<V>,
    dt: V::Scalar,
) -> Intent<V> {
    locomotion.grip = mover.grip(body);
    let (wanted, jump, up) = (intent.velocity, intent.jump, mover.settings().up);
    let mut made = locomotion.intent(body, wanted, jump, up, dt);
    if let Some(speed) = jump.filter(|_| intent.air_jump) {
        locomotion.jump_in_air(&mut made, speed);
    }
    Intent {
        velocity: made.velocity,
        jump: made.jump,
        air_jump: made.air_jump,
        ..intent
    }
}

/// The settings of all states, and their bytes, for pickles.
pub(crate) type Stored<S> = Option<(LocomotionSettings<S>, Vec<u8>)>;

/// The bytes of all states.
pub(crate) fn to_bytes<V: Vector>(all: &[Locomotion<V>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    all.iter().for_each(|state| state.write_to(&mut bytes));
    bytes
}

/// The states in bytes of a pickle.
pub(crate) fn from_bytes<V: Vector>(
    settings: LocomotionSettings<V::Scalar>,
    count: usize,
    mut bytes: &[u8],
) -> PyResult<Vec<Locomotion<V>>> {
    let read = |_| Locomotion::read_from(settings, &mut bytes);
    let all: Result<Vec<_>, _> = (0..count).map(read).collect();
    all.map_err(|error| PyValueError::new_err(format!("this is no state of carom: {error}")))
}
