//! The extension module of the Python package carom: queries of the Rust library on numpy arrays.

mod answers;
mod arrays;
mod batch;
mod bodies;
mod characters;
mod command;
mod crowd;
mod filters;
mod height_field;
mod mesh;
mod meshes;
mod mover;
mod names;
mod pair;
mod pair_events;
mod shape_kind;
mod shape_rows;
mod shapes;
mod stored;
mod surface;
mod survey;
mod table;
mod target;
mod workers;
mod world;

/// Exact, fast collision queries on numpy arrays.
#[pyo3::pymodule]
mod _carom {
    #[pymodule_export]
    use crate::command::run;
    #[pymodule_export]
    use crate::crowd::PyCrowd;
    #[pymodule_export]
    use crate::height_field::HeightField;
    #[pymodule_export]
    use crate::mesh::Mesh;
    #[pymodule_export]
    use crate::mover::PyMover;
    #[pymodule_export]
    use crate::pair::{manifold, ray_interval};
    #[pymodule_export]
    use crate::pair_events::PyPairEvents;
    #[pymodule_export]
    use crate::shapes::{
        PyBall, PyBox, PyCapsule, PyCone, PyCylinder, PyEllipsoid, PyHull, PyOrientedBox,
        PyTaperedCapsule, PyTriangle, Shape,
    };
    #[pymodule_export]
    use crate::surface::Surface;
    #[pymodule_export]
    use crate::survey::PyTiledSurvey;
    #[pymodule_export]
    use crate::table::PyTable;
    #[pymodule_export]
    use crate::world::{PyWorldQuery, World};
}
