//! What the bodies of a surface and their parts are made of, as arrays.

use crate::arrays::{Argument, Row, Rows, as_array, broadcast, count, in_order, place, tuple};
use crate::names::named;
use crate::shape_rows::require_finite;
use carom::mover::{SurfaceFault, SurfaceMaterial, Surfaces};
use carom::{BodyId, Scalar, Vector};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::Arc;

/// The arguments of `set_surfaces`.
pub(crate) struct Materials<'py> {
    /// One for each row; none for a surface that is one body.
    bodies: Option<Vec<BodyId>>,
    leading: Vec<usize>,
    /// The numbers of parts, steepest slopes, step permissions, friction and tags.
    part: Option<Argument<'py>>,
    max_slope: Option<Argument<'py>>,
    step: Option<Argument<'py>>,
    friction: Option<Argument<'py>>,
    velocity: Option<Argument<'py>>,
    tag: Option<Argument<'py>>,
}

/// The optional arguments, as they were given.
pub(crate) struct GivenMaterials<'a, 'py> {
    pub(crate) part: Option<&'a Bound<'py, PyAny>>,
    pub(crate) max_slope: Option<&'a Bound<'py, PyAny>>,
    pub(crate) step: Option<&'a Bound<'py, PyAny>>,
    pub(crate) friction: Option<&'a Bound<'py, PyAny>>,
    pub(crate) velocity: Option<&'a Bound<'py, PyAny>>,
    pub(crate) tag: Option<&'a Bound<'py, PyAny>>,
}

impl<'py> Materials<'py> {
    pub(crate) fn new<V: Vector>(
        bodies: Option<&Bound<'py, PyAny>>,
        given: &GivenMaterials<'_, 'py>,
    ) -> PyResult<Self> {
        let numbers = |given: Option<&Bound<'py, PyAny>>, name| {
            let read = |given: &Bound<'py, PyAny>| Argument::new(given, name, Row::Number);
            given.map(read).transpose()
        };
        // Booleans are not numbers of other arguments.
        let step = given.step.map(|step| in_order(&as_array(step)?, "float64"));
        let velocity = given.velocity;
        let mut materials = Self {
            bodies: None,
            leading: Vec::new(),
            part: numbers(given.part, "part")?,
            max_slope: numbers(given.max_slope, "max_slope")?,
            step: numbers(step.transpose()?.as_ref(), "step")?,
            friction: numbers(given.friction, "friction")?,
            velocity: velocity
                .map(|velocity| Argument::new(velocity, "velocity", Row::vector(V::DIM)))
                .transpose()?,
            tag: numbers(given.tag, "tag")?,
        };
        materials.leading = broadcast(&materials.arguments())?;
        if let Some(bodies) = bodies {
            materials.of_bodies(bodies)?;
        }
        Ok(materials)
    }

    fn arguments(&self) -> Vec<&Argument<'py>> {
        let all = [
            &self.part,
            &self.max_slope,
            &self.step,
            &self.friction,
            &self.velocity,
            &self.tag,
        ];
        all.into_iter().flatten().collect()
    }

    /// Broadcasts names of bodies with the other arguments.
    fn of_bodies(&mut self, bodies: &Bound<'py, PyAny>) -> PyResult<()> {
        let (names, own) = named(bodies, "bodies")?;
        let py = bodies.py();
        let numpy = py.import("numpy")?;
        let shapes = (PyTuple::new(py, &own)?, PyTuple::new(py, &self.leading)?);
        let shape = numpy.call_method1("broadcast_shapes", shapes).map_err(|_| {
            PyValueError::new_err(format!(
                "bodies has the dimensions {}, which cannot be broadcast with {} of the other arguments",
                tuple(&own),
                tuple(&self.leading)
            ))
        })?;
        self.leading = shape.extract()?;
        if own == self.leading {
            self.bodies = Some(names);
            return Ok(());
        }
        let wide = numpy.call_method1("broadcast_to", (as_array(bodies)?, shape))?;
        self.bodies = Some(named(&wide, "bodies")?.0);
        Ok(())
    }

    fn rows<'a>(&'a self, argument: &'a Option<Argument<'py>>) -> Option<Rows<'a>> {
        (argument.as_ref()).map(|argument| argument.rows(&self.leading))
    }

    /// The table; none for no rows.
    pub(crate) fn table<V: Vector>(&self) -> PyResult<Option<Arc<Surfaces<V>>>> {
        let rows = count(&self.leading)?;
        let (part, tag, step) = (
            self.rows(&self.part),
            self.rows(&self.tag),
            self.rows(&self.step),
        );
        let (max_slope, friction) = (self.rows(&self.max_slope), self.rows(&self.friction));
        let velocity = self.rows(&self.velocity);
        for whole in [&part, &tag].into_iter().flatten() {
            let fits = |x: f64| x >= 0.0 && x <= f64::from(u32::MAX) && x == x.trunc();
            whole.require("must be an integer from 0 to 4294967295", fits)?;
        }
        if let Some(slopes) = &max_slope {
            let fits = |x: f64| x.is_nan() || (0.0..=90.0).contains(&x);
            slopes.require(
                "must be 0 to 90 degrees, or NaN for that of the mover",
                fits,
            )?;
        }
        if let Some(friction) = &friction {
            let fits = |x: V::Scalar| x >= V::Scalar::ZERO && x.is_finite();
            friction.require("must be finite and not negative", fits)?;
        }
        if let Some(velocity) = &velocity {
            require_finite::<V>([velocity])?;
        }
        let mut surfaces = Surfaces::new();
        for row in 0..rows {
            let slope = max_slope.as_ref().map(|slopes| slopes.scalar::<f64>(row));
            let default = SurfaceMaterial::<V>::default();
            let material = SurfaceMaterial {
                max_slope: slope.filter(|degrees| !degrees.is_nan()).map(cosine),
                step: step
                    .as_ref()
                    .is_none_or(|step| step.scalar::<f64>(row) != 0.0),
                friction: (friction.as_ref()).map_or(default.friction, |all| all.scalar(row)),
                velocity: (velocity.as_ref()).map_or(default.velocity, |all| all.vector(row)),
                tag: (tag.as_ref()).map_or(default.tag, |all| all.scalar::<f64>(row) as u32),
            };
            let body = self
                .bodies
                .as_ref()
                .map_or(BodyId::default(), |all| all[row]);
            let part = part.as_ref().map(|part| part.scalar::<f64>(row) as u32);
            if let Err(error) = surfaces.insert(body, part, material) {
                return Err(self.refused(row, part, error.fault));
            }
        }
        Ok((rows > 0).then(|| Arc::new(surfaces)))
    }

    /// The numbers of a row are checked before: only a place with two materials is left.
    fn refused(&self, row: usize, part: Option<u32>, fault: SurfaceFault) -> PyErr {
        let of = match (&self.bodies, part) {
            (Some(_), part) => {
                let body = place("bodies", &self.leading, row);
                part.map_or(body.clone(), |part| format!("part {part} of {body}"))
            }
            (None, Some(part)) => format!("part {part}"),
            (None, None) => "the surface".into(),
        };
        let fault = match fault {
            SurfaceFault::Contradiction { present, rejected } => format!(
                "has the material with tag {present} and cannot have another, with tag {rejected}"
            ),
            fault => format!("is refused: {fault}"),
        };
        PyValueError::new_err(format!("{of} {fault}"))
    }
}

/// The cosine of a slope in degrees.
pub(crate) fn cosine<S: Scalar>(degrees: f64) -> S {
    // That of 90 degrees is a little more than 0 or less.
    S::from_f64(libm::cos(degrees.to_radians()).max(0.0))
}
