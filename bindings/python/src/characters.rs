//! Characters: their settings, intents and states as arrays.

use crate::answers::{Class, Column, Columns, STEPS};
use crate::arrays::{Argument, Row, Rows, as_array, tuple};
use crate::materials::cosine;
use crate::shape_rows::require_finite;
use carom::mover::{BodyShape, CharacterState, Intent, Mover, MoverSettings, Report};
use carom::{Scalar, Vector, Vector3};
use carom_format::CharacterBody;
use numpy::Element;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The settings in the keywords of a call, and the others of its keywords.
pub(crate) fn settings<V: Vector3>(
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<MoverSettings<V>> {
    let mut settings = MoverSettings::<V>::default();
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
            "up" => {
                let wrong = |_| PyTypeError::new_err("up must be three numbers");
                settings.up = V::from_f64(value.extract().map_err(wrong)?);
            }
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

/// The body of characters, as a scenario has it.
fn body<V: Vector3>(value: &Bound<'_, PyAny>) -> PyResult<BodyShape<V>> {
    let json = value.py().import("json")?;
    let text: String = json.call_method1("dumps", (value,))?.extract()?;
    let wrong = |error: &dyn std::fmt::Display| PyValueError::new_err(format!("body: {error}"));
    let body: CharacterBody =
        carom_format::parse(text.as_bytes(), "body").map_err(|error| wrong(&error))?;
    body.shape().map_err(|error| wrong(&error))
}

/// Characters at rest at `feet` (..., 3), and their leading dimensions.
pub(crate) fn at_rest<V: Vector3>(
    feet: &Bound<'_, PyAny>,
    height: Option<&Bound<'_, PyAny>>,
) -> PyResult<(Vec<CharacterState<V>>, Vec<usize>)> {
    let feet = Argument::new(feet, "feet", Row::Vector)?;
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

/// The intents of a tick.
pub(crate) struct Intents<'py> {
    velocity: Argument<'py>,
    jump: Option<Argument<'py>>,
    height: Option<Argument<'py>>,
    rise: Option<Argument<'py>>,
    axis: Option<Argument<'py>>,
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
}

impl<'py> Intents<'py> {
    pub(crate) fn new(
        velocity: &Bound<'py, PyAny>,
        jump: Option<&Bound<'py, PyAny>>,
        height: Option<&Bound<'py, PyAny>>,
        rise: Option<&Bound<'py, PyAny>>,
        axis: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Self> {
        let numbers = |given: Option<&Bound<'py, PyAny>>, name| {
            given
                .map(|given| Argument::new(given, name, Row::Number))
                .transpose()
        };
        Ok(Self {
            velocity: Argument::new(velocity, "velocity", Row::Vector)?,
            jump: numbers(jump, "jump")?,
            height: numbers(height, "height")?,
            rise: numbers(rise, "rise")?,
            axis: axis
                .map(|axis| Argument::new(axis, "axis", Row::Vector))
                .transpose()?,
        })
    }

    /// Raises for a row that is not finite.
    pub(crate) fn rows<V: Vector>(&self, leading: &[usize]) -> PyResult<IntentRows<'_>> {
        let rows = IntentRows {
            velocity: in_shape(&self.velocity, leading)?,
            jump: self
                .jump
                .as_ref()
                .map(|jump| in_shape(jump, leading))
                .transpose()?,
            height: self
                .height
                .as_ref()
                .map(|height| in_shape(height, leading))
                .transpose()?,
            rise: self
                .rise
                .as_ref()
                .map(|rise| in_shape(rise, leading))
                .transpose()?,
            axis: (self.axis.as_ref())
                .map(|axis| in_shape(axis, leading))
                .transpose()?,
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
            ..Intent::walk(self.velocity.vector(row))
        }
    }
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

/// Landed, left the ground, stepped, bumped its head.
const EVENTS: usize = 4;

/// The arrays of a tick's answer.
pub(crate) struct StepArrays<'py, S: Element> {
    feet: Column<'py, S>,
    velocity: Column<'py, S>,
    on_ground: Column<'py, bool>,
    why: Column<'py, u16>,
    events: [Column<'py, S>; EVENTS],
    grip: Column<'py, S>,
    tag: Column<'py, u32>,
    axis: Column<'py, S>,
}

impl<'py, S: Element + Copy + Default> StepArrays<'py, S> {
    pub(crate) fn new(py: Python<'py>, leading: &[usize]) -> PyResult<Self> {
        let vectors = [leading, &[3]].concat();
        Ok(Self {
            feet: Column::new(py, &vectors)?,
            velocity: Column::new(py, &vectors)?,
            on_ground: Column::new(py, leading)?,
            why: Column::new(py, leading)?,
            events: [
                Column::new(py, leading)?,
                Column::new(py, leading)?,
                Column::new(py, leading)?,
                Column::new(py, leading)?,
            ],
            grip: Column::new(py, leading)?,
            tag: Column::new(py, leading)?,
            axis: Column::new(py, &vectors)?,
        })
    }

    pub(crate) fn columns(&mut self) -> StepColumns<'_, S> {
        StepColumns {
            feet: self.feet.slice().as_chunks_mut().0,
            velocity: self.velocity.slice().as_chunks_mut().0,
            on_ground: self.on_ground.slice(),
            why: self.why.slice(),
            events: self.events.each_mut().map(Column::slice),
            grip: self.grip.slice(),
            tag: self.tag.slice(),
            axis: self.axis.slice().as_chunks_mut().0,
        }
    }

    pub(crate) fn answer(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let class: &Class = &STEPS;
        let [landed, left_ground, stepped, bumped_head] = self.events;
        let items = [
            self.feet.object(py),
            self.velocity.object(py),
            self.on_ground.object(py),
            self.why.object(py),
            landed.object(py),
            left_ground.object(py),
            stepped.object(py),
            bumped_head.object(py),
            self.grip.object(py),
            self.tag.object(py),
            self.axis.object(py),
        ];
        class.make(py, items)
    }
}

pub(crate) struct StepColumns<'a, S> {
    feet: &'a mut [[S; 3]],
    velocity: &'a mut [[S; 3]],
    on_ground: &'a mut [bool],
    why: &'a mut [u16],
    events: [&'a mut [S]; EVENTS],
    grip: &'a mut [S],
    tag: &'a mut [u32],
    axis: &'a mut [[S; 3]],
}

impl<S: Scalar> StepColumns<'_, S> {
    pub(crate) fn put<V: Vector<Scalar = S>>(
        &mut self,
        row: usize,
        mover: &Mover<V>,
        state: &CharacterState<V>,
        report: &Report<V>,
    ) {
        self.feet[row] = [0, 1, 2].map(|axis| state.feet[axis]);
        self.velocity[row] = [0, 1, 2].map(|axis| state.velocity[axis]);
        self.on_ground[row] = state.ground.is_some();
        self.why[row] = report.why.bits();
        let events = &report.events;
        let all = [
            events.landed,
            events.left_ground,
            events.stepped,
            events.bumped_head,
        ];
        for (column, event) in self.events.iter_mut().zip(all) {
            column[row] = event.unwrap_or(S::from_f64(f64::NAN));
        }
        self.grip[row] = mover.grip(state);
        let ground = (state.ground).and_then(|ground| mover.surfaces()?.get(ground.part));
        let met = mover.collisions().iter().map(|met| met.tag);
        let tags = met.chain(ground.map(|material| material.tag));
        self.tag[row] = tags.max().unwrap_or(0);
        let axis = state.axis.unwrap_or(V::ZERO);
        self.axis[row] = [0, 1, 2].map(|i| axis[i]);
    }
}

impl<S: Send> Columns for StepColumns<'_, S> {
    fn split(self, rows: usize) -> (Self, Self) {
        let (feet, other_feet) = self.feet.split_at_mut(rows);
        let (velocity, velocities) = self.velocity.split_at_mut(rows);
        let (on_ground, on_grounds) = self.on_ground.split_at_mut(rows);
        let (why, whys) = self.why.split_at_mut(rows);
        let (grip, grips) = self.grip.split_at_mut(rows);
        let (tag, tags) = self.tag.split_at_mut(rows);
        let (axis, axes) = self.axis.split_at_mut(rows);
        let [a, b, c, d] = self.events.map(|column| column.split_at_mut(rows));
        let first = StepColumns {
            feet,
            velocity,
            on_ground,
            why,
            events: [a.0, b.0, c.0, d.0],
            grip,
            tag,
            axis,
        };
        let rest = StepColumns {
            feet: other_feet,
            velocity: velocities,
            on_ground: on_grounds,
            why: whys,
            events: [a.1, b.1, c.1, d.1],
            grip: grips,
            tag: tags,
            axis: axes,
        };
        (first, rest)
    }
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
