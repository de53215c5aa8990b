//! Characters: their settings, intents and states as arrays.

use crate::arrays::{Argument, Row, Rows, as_array, tuple};
use crate::materials::cosine;
use crate::shape_rows::require_finite;
use carom::mover::{BodyShape, CharacterState, Intent, MoverSettings};
use carom::{Scalar, Vector};
use carom_format::CharacterBody;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The settings in the keywords of a call.
pub(crate) fn settings<V: Vector>(
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<MoverSettings<V>> {
    settings_over(MoverSettings::default(), options)
}

/// The same, in the place of those of other settings.
pub(crate) fn settings_over<V: Vector>(
    mut settings: MoverSettings<V>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<MoverSettings<V>> {
    let Some(options) = options else {
        return Ok(settings);
    };
    for (name, value) in options {
        let name: String = name.extract()?;
        let number = || -> PyResult<V::Scalar> {
            let wrong = |_| PyTypeError::new_err(format!("{name} must be a number"));
            Ok(Scalar::from_f64(value.extract().map_err(wrong)?))
        };
        match name.as_str() {
            "up" => settings.up = coordinates(&value, "up")?,
            "gravity" => settings.gravity = number()?,
            "radius" => settings.radius = number()?,
            "max_slope" => {
                let degrees = number()?.to_f64();
                if !(0.0..=90.0).contains(&degrees) {
                    let message = format!("max_slope must be 0 to 90 degrees, not {degrees}");
                    return Err(PyValueError::new_err(message));
                }
                settings.max_slope = cosine(degrees);
            }
            "step_height" => settings.step_height = number()?,
            "snap" => settings.snap = number()?,
            "skin" => settings.skin = number()?,
            "max_overhang" if value.is_none() => settings.max_overhang = None,
            "max_overhang" => settings.max_overhang = Some(number()?),
            "flat_foot" => settings.flat_foot = value.is_truthy()?,
            "edge_guard" if value.is_none() => settings.edge_guard = None,
            "edge_guard" => settings.edge_guard = Some(number()?),
            "hover" => settings.hover = number()?,
            "max_depenetration" => settings.max_depenetration = number()?,
            "body" => settings.body = body(&value)?,
            _ => {
                return Err(PyTypeError::new_err(format!(
                    "there is no setting {name}: there are up, gravity, radius, max_slope, step_height, snap, skin, \
                     max_overhang, flat_foot, edge_guard, hover, max_depenetration, body"
                )));
            }
        }
    }
    Ok(settings)
}

/// One vector.
pub(crate) fn coordinates<V: Vector>(given: &Bound<'_, PyAny>, name: &str) -> PyResult<V> {
    let numbers: Option<Vec<f64>> = given.extract().ok();
    let Some(numbers) = numbers.filter(|numbers| numbers.len() == V::DIM) else {
        let count = if V::DIM == 2 { "two" } else { "three" };
        let message = format!("{name} must be {count} numbers");
        return Err(PyTypeError::new_err(message));
    };
    let number = |axis: usize| numbers.get(axis).copied().unwrap_or(0.0);
    Ok(V::from_f64([0, 1, 2].map(number)))
}

/// The body of characters, as a scenario has it.
fn body<V: Vector>(value: &Bound<'_, PyAny>) -> PyResult<BodyShape<V>> {
    let json = value.py().import("json")?;
    let text: String = json.call_method1("dumps", (value,))?.extract()?;
    let wrong = |error: &dyn std::fmt::Display| PyValueError::new_err(format!("body: {error}"));
    let body: CharacterBody =
        carom_format::parse(text.as_bytes(), "body").map_err(|error| wrong(&error))?;
    body.shape().map_err(|error| wrong(&error))
}

/// Characters at rest at `feet` (..., 3), and their leading dimensions.
pub(crate) fn at_rest<V: Vector>(
    feet: &Bound<'_, PyAny>,
    height: Option<&Bound<'_, PyAny>>,
) -> PyResult<(Vec<CharacterState<V>>, Vec<usize>)> {
    let feet = Argument::new(feet, "feet", Row::vector(V::DIM))?;
    let leading = feet.leading().to_vec();
    let heights = height
        .map(|height| Argument::new(height, "height", Row::Number))
        .transpose()?;
    let heights = heights
        .as_ref()
        .map(|height| in_shape(height, &leading))
        .transpose()?;
    let feet = feet.rows(&leading);
    require_finite::<V>([&feet])?;
    if let Some(heights) = &heights {
        let positive = |x: V::Scalar| x > V::Scalar::ZERO && x.is_finite();
        heights.require("must be more than 0 and finite", positive)?;
    }
    let default = V::Scalar::from_f64(1.8);
    let states = (0..leading.iter().product()).map(|row| {
        let height = heights
            .as_ref()
            .map_or(default, |heights| heights.scalar(row));
        CharacterState::at(feet.vector(row), height)
    });
    let states = states.collect();
    Ok((states, leading))
}

/// The rows of an argument that is broadcast to these dimensions.
pub(crate) fn in_shape<'a>(argument: &'a Argument<'_>, leading: &[usize]) -> PyResult<Rows<'a>> {
    let own = argument.leading();
    let behind = own.len().min(leading.len());
    let fits = own.len() <= leading.len()
        && (own.iter().rev().zip(leading.iter().rev()).take(behind))
            .all(|(a, b)| a == b || *a == 1);
    if fits {
        return Ok(argument.rows(leading));
    }
    let message = format!(
        "{} has the leading dimensions {}, which cannot be broadcast to {}",
        argument.name,
        tuple(own),
        tuple(leading)
    );
    Err(PyValueError::new_err(message))
}

pub(crate) fn given_rows<'a>(
    argument: &'a Option<Argument<'_>>,
    leading: &[usize],
) -> PyResult<Option<Rows<'a>>> {
    let rows = argument
        .as_ref()
        .map(|argument| in_shape(argument, leading));
    rows.transpose()
}

/// The intents of a tick.
pub(crate) struct Intents<'py> {
    velocity: Argument<'py>,
    jump: Option<Argument<'py>>,
    height: Option<Argument<'py>>,
    rise: Option<Argument<'py>>,
    axis: Option<Argument<'py>>,
    fly: Option<Argument<'py>>,
    air_jump: Option<Argument<'py>>,
}

/// The arguments of intents, as they were given.
pub(crate) struct GivenIntents<'a, 'py> {
    pub(crate) velocity: &'a Bound<'py, PyAny>,
    pub(crate) jump: Option<&'a Bound<'py, PyAny>>,
    pub(crate) height: Option<&'a Bound<'py, PyAny>>,
    pub(crate) rise: Option<&'a Bound<'py, PyAny>>,
    pub(crate) axis: Option<&'a Bound<'py, PyAny>>,
    pub(crate) fly: Option<&'a Bound<'py, PyAny>>,
    pub(crate) air_jump: Option<&'a Bound<'py, PyAny>>,
}

/// The rows of the intents of a tick.
pub(crate) struct IntentRows<'a> {
    velocity: Rows<'a>,
    jump: Option<Rows<'a>>,
    height: Option<Rows<'a>>,
    /// NaN where gravity acts.
    rise: Option<Rows<'a>>,
    /// Zero where the direction is kept.
    axis: Option<Rows<'a>>,
    fly: Option<Rows<'a>>,
    air_jump: Option<Rows<'a>>,
}

impl<'py> Intents<'py> {
    pub(crate) fn new<V: Vector>(given: &GivenIntents<'_, 'py>) -> PyResult<Self> {
        let flags = |given: Option<&Bound<'py, PyAny>>, name| {
            given
                .map(|given| Argument::flags(given, name, Row::Number))
                .transpose()
        };
        let numbers = |given: Option<&Bound<'py, PyAny>>, name| {
            given
                .map(|given| Argument::new(given, name, Row::Number))
                .transpose()
        };
        Ok(Self {
            velocity: Argument::new(given.velocity, "velocity", Row::vector(V::DIM))?,
            jump: numbers(given.jump, "jump")?,
            height: numbers(given.height, "height")?,
            rise: numbers(given.rise, "rise")?,
            axis: (given.axis)
                .map(|axis| Argument::new(axis, "axis", Row::vector(V::DIM)))
                .transpose()?,
            fly: flags(given.fly, "fly")?,
            air_jump: flags(given.air_jump, "air_jump")?,
        })
    }

    /// Raises for a row that is not finite.
    pub(crate) fn rows<V: Vector>(&self, leading: &[usize]) -> PyResult<IntentRows<'_>> {
        let rows = IntentRows {
            velocity: in_shape(&self.velocity, leading)?,
            jump: given_rows(&self.jump, leading)?,
            height: given_rows(&self.height, leading)?,
            rise: given_rows(&self.rise, leading)?,
            axis: given_rows(&self.axis, leading)?,
            fly: given_rows(&self.fly, leading)?,
            air_jump: given_rows(&self.air_jump, leading)?,
        };
        let count: usize = leading.iter().product();
        if let Some(rise) = &rows.rise
            && let Some(row) =
                (0..count).find(|row| rise.scalar::<V::Scalar>(*row).to_f64().is_infinite())
        {
            let message = format!("{} must be a speed, or NaN for gravity", rise.place_of(row));
            return Err(PyValueError::new_err(message));
        }
        let all = [
            Some(&rows.velocity),
            rows.jump.as_ref(),
            rows.height.as_ref(),
            rows.axis.as_ref(),
        ];
        require_finite::<V>(all.into_iter().flatten())?;
        Ok(rows)
    }
}

impl IntentRows<'_> {
    pub(crate) fn intent<V: Vector>(&self, row: usize) -> Intent<V> {
        let positive = |rows: &Option<Rows<'_>>| {
            let number = rows.as_ref().map(|rows| rows.scalar::<V::Scalar>(row));
            number.filter(|number| *number > V::Scalar::ZERO)
        };
        Intent {
            jump: positive(&self.jump),
            height: positive(&self.height),
            rise: (self.rise.as_ref())
                .map(|rows| rows.scalar::<V::Scalar>(row))
                .filter(|rise| rise.is_finite()),
            axis: (self.axis.as_ref())
                .map(|rows| rows.vector(row))
                .filter(|axis| *axis != V::ZERO),
            fly: self.fly.as_ref().is_some_and(|fly| fly.is_true(row)),
            air_jump: (self.air_jump.as_ref()).is_some_and(|air_jump| air_jump.is_true(row)),
            ..Intent::walk(self.velocity.vector(row))
        }
    }
}

/// The durations of the ticks of characters, 0 for those that have none.
pub(crate) fn durations<'a, S: Scalar>(
    given: &'a Argument<'_>,
    leading: &[usize],
) -> PyResult<Rows<'a>> {
    let rows = in_shape(given, leading)?;
    rows.require("must be finite and not negative", |dt: S| {
        dt >= S::ZERO && dt.is_finite()
    })?;
    Ok(rows)
}

/// Which characters a mask chooses, all without one.
pub(crate) fn chosen_by(
    given: Option<&Bound<'_, PyAny>>,
    leading: &[usize],
) -> PyResult<Vec<bool>> {
    let rows = leading.iter().product();
    let Some(given) = given else {
        return Ok(vec![true; rows]);
    };
    let given = Argument::flags(given, "where", Row::Number)?;
    let mask = in_shape(&given, leading)?;
    Ok((0..rows).map(|row| mask.is_true(row)).collect())
}

/// The duration of a tick.
pub(crate) fn duration<S: Scalar>(dt: f64) -> PyResult<S> {
    let rounded = S::from_f64(dt);
    if rounded > S::ZERO && rounded.is_finite() {
        return Ok(rounded);
    }
    Err(PyValueError::new_err(format!(
        "dt must be more than 0 and finite, not {dt}"
    )))
}

/// The rows of a boolean mask, or of indices, of characters.
pub(crate) fn chosen(given: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<usize>> {
    let array = as_array(given)?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    let array = if kind == "b" {
        array
            .call_method0("ravel")?
            .call_method0("nonzero")?
            .get_item(0)?
    } else {
        array.call_method0("ravel")?
    };
    let indices: Vec<i64> = array
        .call_method0("tolist")?
        .extract()
        .map_err(|_| PyTypeError::new_err("characters must be their indices or a boolean mask"))?;
    indices
        .into_iter()
        .map(|index| {
            usize::try_from(index)
                .ok()
                .filter(|index| *index < count)
                .ok_or_else(|| {
                    let message = format!("there is no character {index}, only {count}");
                    pyo3::exceptions::PyIndexError::new_err(message)
                })
        })
        .collect()
}
