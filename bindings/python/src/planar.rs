//! The same in 2D: shapes, chains, worlds and characters with vectors (..., 2), in float64.

pub(crate) mod chain;
mod mover;
mod pair;
mod pose;
pub(crate) mod shapes;
pub(crate) mod surface;
mod world;
mod world_query;

/// 2D: vectors (..., 2) in the place of (..., 3), in float64.
#[pyo3::pymodule]
pub(crate) mod planar {
    #[pymodule_export]
    use super::chain::PyChain;
    #[pymodule_export]
    use super::mover::{PyMover, push_impulse};
    #[pymodule_export]
    use super::pair::{closest, manifold, overlap, ray_interval, sweep, sweep_rigid};
    #[pymodule_export]
    use super::pose::pose;
    #[pymodule_export]
    use super::shapes::{
        PyBall, PyBox, PyCapsule, PyEllipse, PyHalfPlane, PyHull, PyOrientedBox, PyTaperedCapsule,
        PyTriangle,
    };
    #[pymodule_export]
    use super::surface::PySurface;
    #[pymodule_export]
    use super::world::PyWorld;
    #[pymodule_export]
    use super::world_query::PyWorldQuery;
}
