//! Which bodies of a world a query counts, and from where.

use crate::characters::coordinates;
use crate::names::names;
use carom::{Body, BodyId, Vector, World, WorldQuery};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The settings of queries of a world: those of [`WorldQuery`] by the same names.
pub(crate) struct Filters<V: Vector> {
    layers: u32,
    mask: u32,
    with_sensors: bool,
    internal_edges: bool,
    around: V::Double,
    except: Option<BodyFilter<V>>,
}

type BodyFilter<V> = Box<dyn Fn(BodyId, &Body<V>) -> bool + Send + Sync>;

impl<V: Vector> Default for Filters<V> {
    fn default() -> Self {
        Self {
            layers: u32::MAX,
            mask: u32::MAX,
            with_sensors: false,
            internal_edges: false,
            around: <V::Double as Vector>::ZERO,
            except: None,
        }
    }
}

impl<V: Vector> Filters<V> {
    /// The filters in the keywords of a call.
    pub(crate) fn new(options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut filters = Self::default();
        for (name, value) in options.into_iter().flatten() {
            let name: String = name.extract()?;
            match name.as_str() {
                "layers" => filters.layers = value.extract()?,
                "mask" => filters.mask = value.extract()?,
                "with_sensors" => filters.with_sensors = value.is_truthy()?,
                "internal_edges" => filters.internal_edges = value.is_truthy()?,
                "around" => filters.around = origin(&value)?,
                "except_" => filters.except = Some(without(names(&value)?.0)),
                _ => {
                    return Err(PyTypeError::new_err(format!(
                        "there is no filter {name}: there are layers, mask, except_, with_sensors, internal_edges, around"
                    )));
                }
            }
        }
        Ok(filters)
    }

    pub(crate) fn query<'a>(&'a self, world: &'a World<V>) -> WorldQuery<'a, V> {
        let query = world.query().layers(self.layers).mask(self.mask);
        let query = query.around(self.around);
        let query = query.internal_edges(self.internal_edges);
        let query = if self.with_sensors {
            query.with_sensors()
        } else {
            query
        };
        match &self.except {
            Some(except) => query.filter_bodies(except),
            None => query,
        }
    }
}

/// A filter that leaves out these bodies.
fn without<V: Vector>(mut bodies: Vec<BodyId>) -> BodyFilter<V> {
    bodies.sort_unstable();
    Box::new(move |id, _| bodies.binary_search(&id).is_err())
}

fn origin<D: Vector>(given: &Bound<'_, PyAny>) -> PyResult<D> {
    let origin: D = coordinates(given, "around")?;
    if origin.is_finite() {
        return Ok(origin);
    }
    Err(PyValueError::new_err("around is not finite"))
}
