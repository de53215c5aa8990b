//! The same in 2D: shapes, chains, worlds and characters with vectors (..., 2), in float64.

mod pair;
mod shapes;

/// 2D: vectors (..., 2) in the place of (..., 3), in float64.
#[pyo3::pymodule]
pub(crate) mod planar {
    #[pymodule_export]
    use super::pair::{closest, manifold, overlap, ray_interval, sweep, sweep_rigid};
    #[pymodule_export]
    use super::shapes::{
        PyBall, PyBox, PyCapsule, PyEllipse, PyHalfPlane, PyHull, PyOrientedBox, PyTaperedCapsule,
        PyTriangle,
    };
}
