//! Queries that find bodies.

use crate::batch::Call;
use crate::overlaps;
use crate::world::World;
use pyo3::prelude::*;

#[pymethods]
impl World {
    /// The bodies that touch each shape: Overlaps(offsets, body). Those of shape i are the rows offsets[i] to offsets[i + 1], sorted:
    /// the targets of an explosion, the selection of a box, the bodies in a room.
    ///
    /// >>> import carom
    /// >>> world = carom.World()
    /// >>> rocks = world.add(carom.Ball([[1., 0, 0], [2, 0, 0], [9, 0, 0]], 0.5))
    /// >>> found = world.overlaps(carom.Ball([[0., 0, 0], [5, 0, 0]], 2.0))
    /// >>> found.offsets, found.body == rocks[:2]
    /// (array([0, 2, 2]), array([ True,  True]))
    #[pyo3(signature = (shapes, *, threads = None, nan = "raise"))]
    fn overlaps<'py>(
        this: &Bound<'py, Self>,
        shapes: &Bound<'py, PyAny>,
        threads: Option<isize>,
        nan: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = this.py();
        let call = Call { py, threads, nan };
        overlaps::overlaps(this.as_super().get(), &call, shapes)
    }
}
