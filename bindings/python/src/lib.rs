//! The extension module of the Python package carom: queries of the Rust library on numpy arrays.

mod abilities;
mod able;
mod animation;
mod answer_classes;
mod answers;
mod arrays;
mod batch;
mod bodies;
mod cast;
mod characters;
mod collisions;
mod command;
mod compound;
mod crossings;
mod crowd;
mod filters;
mod height_field;
mod inside;
mod integers;
mod kin;
mod locomotion;
mod manifold;
mod materials;
mod mesh;
mod mesh_arrays;
mod mesh_build;
mod meshes;
mod mover;
mod moving;
mod names;
mod of_body;
mod overlaps;
mod pair;
mod pair_events;
mod pair_sweeps;
mod part_manifolds;
mod penetration;
mod planar;
mod polygon;
mod pool_table;
mod queries;
mod scaled;
mod sensor_events;
mod shape_kind;
mod shape_objects;
mod shape_rows;
mod shapes;
mod shot_answers;
mod shots;
mod solid_bodies;
mod steps;
mod stored;
mod surface;
mod surfaces;
mod survey;
mod table;
mod table_arguments;
mod table_runs;
mod table_walls;
mod target;
mod walkers;
mod workers;
mod world;
mod world_diff;
mod world_query;

/// Exact, fast collision queries on numpy arrays.
#[pyo3::pymodule]
mod _carom {
    #[pymodule_export]
    use crate::abilities::dash::{dash_intent, dash_velocity};
    #[pymodule_export]
    use crate::abilities::in_air::{
        air_jumps_allow, cut_jump, glide_after, glide_before, wall_jump,
    };
    #[pymodule_export]
    use crate::abilities::path::PyPath;
    #[pymodule_export]
    use crate::abilities::paths::{ladder_is_near, ladder_path, mantle_path, vault_path};
    #[pymodule_export]
    use crate::abilities::water::{PySwum, water_after, water_before, water_exit};
    #[pymodule_export]
    use crate::collisions::push_impulse;
    #[pymodule_export]
    use crate::command::run;
    #[pymodule_export]
    use crate::compound::Compound;
    #[pymodule_export]
    use crate::crowd::PyCrowd;
    #[pymodule_export]
    use crate::height_field::HeightField;
    #[pymodule_export]
    use crate::manifold::manifold;
    #[pymodule_export]
    use crate::mesh::Mesh;
    #[pymodule_export]
    use crate::mover::PyMover;
    #[pymodule_export]
    use crate::pair::{closest, overlap, ray_interval, segment_parameter};
    #[pymodule_export]
    use crate::pair_events::PyPairEvents;
    #[pymodule_export]
    use crate::pair_sweeps::{sweep, sweep_rigid};
    #[pymodule_export]
    use crate::planar::planar;
    #[pymodule_export]
    use crate::polygon::PyPolygon;
    #[pymodule_export]
    use crate::pool_table::PyPoolTable;
    #[pymodule_export]
    use crate::sensor_events::PySensorEvents;
    #[pymodule_export]
    use crate::shapes::{
        PyBall, PyBox, PyCapsule, PyCone, PyCylinder, PyEllipsoid, PyHull, PyOrientedBox, PyPlane,
        PyTaperedCapsule, PyTriangle, Shape,
    };
    #[pymodule_export]
    use crate::surface::Surface;
    #[pymodule_export]
    use crate::survey::PyTiledSurvey;
    #[pymodule_export]
    use crate::table::PyTable;
    #[pymodule_export]
    use crate::world::World;
    #[pymodule_export]
    use crate::world_diff::PyWorldDiff;
    #[pymodule_export]
    use crate::world_query::PyWorldQuery;
}
