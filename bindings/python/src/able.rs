//! The characters that abilities are of: those of a Mover or of a Crowd.

use crate::crowd::PyCrowd;
use crate::mover::{PyMover, exclusive};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// A Mover or a Crowd.
pub(crate) struct Able<'py> {
    pub(crate) of: Of<'py>,
    /// The dimensions of its characters.
    pub(crate) leading: Vec<usize>,
}

pub(crate) enum Of<'py> {
    Mover(Bound<'py, PyMover>),
    Crowd(Bound<'py, PyCrowd>),
}

impl<'py> Able<'py> {
    pub(crate) fn new(mover: &Bound<'py, PyAny>) -> PyResult<Self> {
        if let Ok(mover) = mover.cast::<PyMover>() {
            return Ok(Self {
                leading: mover.get().leading().to_vec(),
                of: Of::Mover(mover.clone()),
            });
        }
        let crowd = mover.cast::<PyCrowd>().map_err(|_| {
            let class = mover.get_type();
            PyTypeError::new_err(format!("mover must be a Mover or a Crowd, not {class}"))
        })?;
        let leading = exclusive(&crowd.get().members, "crowd")?.leading.clone();
        Ok(Self {
            leading,
            of: Of::Crowd(crowd.clone()),
        })
    }
}

/// Runs the same with the characters of a Mover or a Crowd, a query of what they meet, and that as the scene of ticks; `$V` is the
/// vector. Agents of crowds do not meet each other there.
macro_rules! with_able {
    ($able:expr, |$all:ident, $query:ident, $scene:ident, $V:ident| $run:expr) => {
        match &$able.of {
            $crate::able::Of::Mover(mover) => {
                $crate::mover::with_characters!(mover.get(), |$all, $query, $scene, $V| $run)
            }
            $crate::able::Of::Crowd(crowd) => {
                use $crate::crowd::{LAYER, Precision};
                use $crate::target::Target;
                let mut members = $crate::mover::exclusive(&crowd.get().members, "crowd")?;
                let is_same = members.leading == $able.leading;
                let surface: &$crate::surface::Surface =
                    crowd.get().world.bind(crowd.py()).as_super().get();
                match (&mut members.crowd, &surface.target) {
                    (Precision::Single(all), Target::SingleWorld(world, _)) if is_same => {
                        type $V = Vec3;
                        let world = $crate::target::read(world)?;
                        let query = || world.query().mask(!LAYER);
                        let ($all, $query, $scene) = (all, query(), &query());
                        $run
                    }
                    (Precision::Double(all), Target::DoubleWorld(world, _)) if is_same => {
                        type $V = DVec3;
                        let world = $crate::target::read(world)?;
                        let query = || world.query().mask(!LAYER);
                        let ($all, $query, $scene) = (all, query(), &query());
                        $run
                    }
                    _ => Err(pyo3::exceptions::PyRuntimeError::new_err(
                        "another thread uses the crowd",
                    )),
                }
            }
        }
    };
}
pub(crate) use with_able;
