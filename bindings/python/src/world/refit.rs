//! Meshes and height fields of a world in another form.

use crate::arrays::{Argument, Row, Rows, tuple};
use crate::height_field::Area;
use crate::mesh_arrays::indices;
use crate::mesh_build::text;
use crate::names::{check_names, named};
use crate::shape_rows::require_finite;
use crate::target::{with_world, write};
use crate::world::World;
use carom::{BodyError, BodyId, MeshError, Scalar, Triangle, Vector3};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::RwLock;

#[pymethods]
impl World {
    /// Replaces heights of `body`, a HeightField, from `row` and `column` on by `heights` (m, n), in its own frame: see
    /// `HeightField.refit_heights`. Only this body changes.
    fn refit_heights(
        this: &Bound<'_, Self>,
        body: i64,
        row: usize,
        column: usize,
        heights: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let heights = Argument::new(heights, "heights", Row::Number)?;
        let area = Area::new(row, column, &heights)?;
        let id = BodyId::from_bits(body as u64);
        with_world!(this, |world| {
            let mut world = write(world)?;
            check_names(&*world, &[id], &[])?;
            let [columns, rows] = area.ranges();
            let changed = world.refit_heights(id, columns, rows, |x, z| area.height(x, z));
            changed.map_err(|error| area.refused_body(error))
        })
    }

    /// Moves the vertices of `body`, a Mesh, in its own frame: a skin, a cloth, a bridge that sways. `vertices` (n, 3) and `triangles`
    /// (m, 3) are as for a Mesh, with the same number of triangles in the same order. Only this body changes.
    ///
    /// The hierarchy keeps its structure, which takes a fraction of the time of a new mesh; far from the form that it was built for
    /// queries take longer. The answers are those of a new mesh, except that internal edges of `weld` stay those of before.
    ///
    /// >>> import carom
    /// >>> world, plank = carom.World(), [[0., 0, 0], [0, 0, 9], [9, 0, 0]]
    /// >>> bridge = world.add(carom.Mesh(plank, [[0, 1, 2]]))
    /// >>> world.refit_mesh(bridge, [[0., 0, 0], [0, 0, 9], [9, 3, 0]], [[0, 1, 2]])
    /// >>> world.rays([3., 9, 1], [0., -9, 0]).point.round(6)
    /// array([3., 1., 1.])
    fn refit_mesh(
        this: &Bound<'_, Self>,
        body: i64,
        vertices: &Bound<'_, PyAny>,
        triangles: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let places = Argument::new(vertices, "vertices", Row::Vector)?;
        let [count] = places.leading() else {
            let shape = tuple(&[places.leading(), &[3]].concat());
            let message = format!("vertices must have the shape (n, 3), not {shape}");
            return Err(PyValueError::new_err(message));
        };
        let numbers = indices(triangles, *count)?;
        let rows = places.rows(places.leading());
        let id = BodyId::from_bits(body as u64);
        with_world!(this, |world| refit_mesh(world, id, &rows, &numbers))
    }

    /// Welds `body`, a Mesh or HeightField, as a part of one surface with those of `neighbors`, an int or an array of names: a
    /// shape that slides from tile to tile of a terrain then has no ghost collisions at the borders, nor at flat edges inside.
    ///
    /// Call it for a tile that has come, among its neighbors, and again for each tile of which a neighbor has come, gone or been
    /// edited. Corners should be equal in the world, best in tiles that are not rotated. Only this body changes. Neighbors that
    /// are gone or no meshes do not count.
    ///
    /// >>> import carom, numpy as np
    /// >>> world = carom.World()
    /// >>> tiles = [world.add(carom.HeightField(np.zeros((5, 5)), origin=(x, 0, 0))) for x in (0., 4)]
    /// >>> ball = carom.Ball([4.3, 0.5, 1.8], 0.6)  # beyond the border of the first
    /// >>> bool(world.contacts(ball).normal[:, 1].min() < 0.9)
    /// True
    /// >>> for tile in tiles:
    /// ...     world.weld_mesh(tile, tiles)
    /// >>> bool(world.contacts(ball).normal[:, 1].round(6).min() == 1)
    /// True
    fn weld_mesh(this: &Bound<'_, Self>, body: i64, neighbors: &Bound<'_, PyAny>) -> PyResult<()> {
        let (neighbors, _) = named(neighbors, "neighbors")?;
        let id = BodyId::from_bits(body as u64);
        with_world!(this, |world| weld_mesh(world, id, &neighbors))
    }
}

fn refit_mesh<V: Vector3>(
    world: &RwLock<carom::World<V>>,
    id: BodyId,
    rows: &Rows<'_>,
    numbers: &[[u32; 3]],
) -> PyResult<()> {
    let mut world = write(world)?;
    check_names(&*world, &[id], &[])?;
    require_finite::<V>([rows])?;
    let mesh = world.get(id).and_then(|body| body.collider.mesh());
    let own = mesh.map(|mesh| mesh.len());
    let refitted = match own {
        Some(own) if own == numbers.len() => world.refit_mesh(id, |number| {
            let [a, b, c] = numbers[number as usize];
            let corner = |vertex: u32| rows.vector::<V>(vertex as usize);
            Triangle::new(corner(a), corner(b), corner(c))
        }),
        Some(own) => {
            let given = numbers.len();
            let message = format!("triangles has {given} rows, but the mesh has {own}");
            return Err(PyValueError::new_err(message));
        }
        None => Err(BodyError::Kind),
    };
    refitted.map_err(|error| {
        PyValueError::new_err(match error {
            BodyError::Kind | BodyError::Mesh(MeshError::FixedForm) => {
                "body is not a Mesh".to_owned()
            }
            BodyError::Mesh(error) => text::<V>(error),
            error => format!("vertices: {error}"),
        })
    })
}

fn weld_mesh<V: Vector3>(
    world: &RwLock<carom::World<V>>,
    id: BodyId,
    neighbors: &[BodyId],
) -> PyResult<()> {
    let mut world = write(world)?;
    check_names(&*world, &[id], &[])?;
    let flat = V::Scalar::from_f64(carom::Mesh::<V>::FLAT);
    let welded = world.weld_mesh(id, flat, neighbors);
    welded.map_err(|error| {
        PyValueError::new_err(match error {
            BodyError::Kind => "body is not a Mesh or HeightField".to_owned(),
            error => format!("body: {error}"),
        })
    })
}
