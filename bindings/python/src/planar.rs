//! The same in 2D: shapes, chains, worlds and characters with vectors (..., 2), in float64.

mod bodies;
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
    use super::chain::PlanarChain;
    #[pymodule_export]
    use super::mover::{PlanarMover, push_impulse};
    #[pymodule_export]
    use super::pair::{closest, manifold, overlap, ray_interval, sweep, sweep_rigid};
    #[pymodule_export]
    use super::pose::pose;
    #[pymodule_export]
    use super::shapes::{
        PlanarBall, PlanarBox, PlanarCapsule, PlanarEllipse, PlanarHalfPlane, PlanarHull,
        PlanarOrientedBox, PlanarTaperedCapsule, PlanarTriangle,
    };
    #[pymodule_export]
    use super::surface::PlanarSurface;
    #[pymodule_export]
    use super::world::PlanarWorld;
    #[pymodule_export]
    use super::world_query::PlanarWorldQuery;
}
