//! Worlds of bodies in 2D.

mod motion;
mod setters;

use crate::batch::Call;
use crate::bodies::Traits;
use crate::filters::Filters;
use crate::pair_events::PyPairEvents;
use crate::planar::surface::{PlanarSurface, PlanarTarget, overlapping};
use crate::planar::world_query::PlanarWorldQuery;
use crate::sensor_events::PySensorEvents;
use crate::stored::{class_method, from_bytes, to_bytes};
use crate::target::{read, write};
use crate::world::bodies::{add, remove, replace};
use crate::world::reading::{body, shapes};
use crate::world::{all_names, shared};
use carom::BodyId;
use carom::glam::DVec2;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple, PyType};
use std::sync::{Arc, RwLock};

/// World(): bodies in poses in 2D, queried like a chain. A body is a shape of this module, or a Chain.
///
/// Bodies are named by integers. Chains are shared, not copied. Poses (..., 3, 3) are matrices of a rotation, a uniform scale and a
/// translation, applied to column vectors, as `carom.planar.pose` makes them; any other matrix raises a ValueError that names its row.
/// Threads may query a world at once; a change meanwhile raises a RuntimeError.
///
/// >>> import carom
/// >>> world = carom.planar.World()
/// >>> floor = world.add(carom.planar.Box([-9., -1], [9., 0]))
/// >>> ball = world.add(carom.planar.Ball([0., 0], 1.0), carom.planar.pose([3, 1.5]))
/// >>> world.closest([[3., 5], [-3, 5]]).body == [ball, floor]
/// array([ True,  True])
#[pyclass(frozen, extends = PlanarSurface, module = "carom.planar", name = "World")]
pub(crate) struct PlanarWorld;

type Shared = Arc<RwLock<carom::World<DVec2>>>;

impl PlanarWorld {
    fn init(world: Shared) -> PyClassInitializer<Self> {
        let target = PlanarTarget::World(world, Filters::default());
        PyClassInitializer::from(PlanarSurface { target }).add_subclass(Self)
    }
}

fn world<'a>(this: &'a Bound<'_, PlanarWorld>) -> PyResult<&'a Shared> {
    match &this.as_super().get().target {
        PlanarTarget::World(world, _) => Ok(world),
        PlanarTarget::Chain(_) => Err(PyTypeError::new_err("not a world")),
    }
}

#[pymethods]
impl PlanarWorld {
    #[new]
    fn new() -> PyClassInitializer<Self> {
        Self::init(Shared::default())
    }

    /// Adds a body for each of `shape` and `pose` (..., 3, 3), broadcast; by default in the place of the shape. Returns the
    /// body's name, an int, or an int64 array of the names with the leading dimensions.
    ///
    /// `moving`: whether the bodies move often, which makes small moves cheap. `layers`: the layers that they are in, a bit
    /// each, of 32; `mask`: the layers that collide with them; by default all. `sensor`: they block nothing, and queries
    /// leave them out by default. See `query`. `data`: an integer of yours, see `set_data`.
    #[pyo3(signature = (shape, pose = None, *, moving = false, layers = u32::MAX, mask = u32::MAX, sensor = false, data = 0), text_signature = "(self, shape, pose=None, *, moving=False, layers=0xffffffff, mask=0xffffffff, sensor=False, data=0)")]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn add<'py>(
        this: &Bound<'py, Self>,
        shape: &Bound<'py, PyAny>,
        pose: Option<&Bound<'py, PyAny>>,
        moving: bool,
        layers: u32,
        mask: u32,
        sensor: bool,
        data: u64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let traits = Traits {
            layers,
            mask,
            moving,
            sensor,
            data,
        };
        add(world(this)?, shape, pose, &traits)
    }

    /// Removes `bodies`, an int or an array of names. All of them or, with a KeyError for one that is gone, none.
    fn remove(this: &Bound<'_, Self>, bodies: &Bound<'_, PyAny>) -> PyResult<()> {
        remove(world(this)?, bodies)
    }

    /// Gives `bodies` (...), an int or an array of names, another `shape`: one for all, or one for each. They keep their names, poses
    /// and all else. All of them or, with an error, none.
    fn replace(
        this: &Bound<'_, Self>,
        bodies: &Bound<'_, PyAny>,
        shape: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        replace(world(this)?, bodies, shape)
    }

    /// All that `bodies` (...), an int or an array of names, are now, but their shapes: Body(pose, velocity, spin, surface_velocity,
    /// one_way_direction, one_way_margin, layers, mask, moving, sensor, data). See `shapes`.
    ///
    /// >>> import carom
    /// >>> world = carom.planar.World()
    /// >>> doors = world.add(carom.planar.Ball([[1., 0], [5, 0]], 0.5), layers=0b10)
    /// >>> world.set_spin(doors, [0, 2])
    /// >>> found = world.body(doors)
    /// >>> found.layers, found.spin
    /// (array([2, 2], dtype=uint32), array([0., 2.]))
    fn body<'py>(
        this: &Bound<'py, Self>,
        bodies: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        body(world(this)?, bodies)
    }

    /// The shapes of `bodies` (...) in their own frames: for an int one, for an array of names a list with one for each, in C order.
    ///
    /// A shape of this module, a point (2,) or a Chain, which is a copy. The angle of an OrientedBox or Ellipse is that of its axes, up to
    /// rounding.
    ///
    /// >>> import carom
    /// >>> world = carom.planar.World()
    /// >>> world.shapes(world.add(carom.planar.Ball([1., 0], 0.5)))
    /// Ball(center=[1.0, 0.0], radius=0.5)
    fn shapes<'py>(
        this: &Bound<'py, Self>,
        bodies: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        shapes(world(this)?, bodies)
    }

    /// The world with only some bodies: a WorldQuery with all queries of a Surface, on which a Mover can walk too. It sees
    /// later changes of the world.
    ///
    /// `mask`: only bodies in one of these layers count. `layers`: the layers of the query's shapes; bodies with none of
    /// them in their mask do not count. `except_`: bodies to leave out, an int or an array of names. `with_sensors`:
    /// sensors count too. `internal_edges`: each segment of a chain answers as if it were alone. `around` (2,): shapes and answers are
    /// relative to this point.
    ///
    /// >>> import carom
    /// >>> world = carom.planar.World()
    /// >>> wall, glass = (world.add(carom.planar.Ball([x, 0.], 1.0), layers=layer) for x, layer in [(5., 1), (2., 2)])
    /// >>> bool(world.rays([0., 0], [9., 0]).body == glass)
    /// True
    /// >>> bool(world.query(mask=1).rays([0., 0], [9., 0]).body == wall)
    /// True
    #[pyo3(signature = (**options))]
    fn query<'py>(
        this: &Bound<'py, Self>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PlanarWorldQuery>> {
        let target = PlanarTarget::World(world(this)?.clone(), Filters::new(options)?);
        PlanarWorldQuery::object(this, target, options)
    }

    /// The bodies that touch each shape: Overlaps(offsets, body). Those of shape i are the rows offsets[i] to offsets[i + 1], sorted.
    ///
    /// >>> import carom
    /// >>> world = carom.planar.World()
    /// >>> rocks = world.add(carom.planar.Ball([[1., 0], [2, 0], [9, 0]], 0.5))
    /// >>> found = world.overlaps(carom.planar.Ball([[0., 0], [5, 0]], 2.0))
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
        overlapping(this.as_super().get(), &Call { py, threads, nan }, shapes)
    }

    /// Finds the pairs of bodies that touch now, of which at least one is `moving`, and what has changed since the last update
    /// of `events`, a carom.PairEvents: the pairs that a physics engine gets from its broad and narrow phase.
    ///
    /// Sensors are left out, and bodies of which one has no layer in the mask of the other. Chains are lines.
    fn update_pairs(this: &Bound<'_, Self>, events: &PyPairEvents) -> PyResult<()> {
        events.update_of(world(this)?)
    }

    /// Finds the pairs of a body of this world and a body of `other`, that touch now, whether they are `moving` or not, and what has
    /// changed since the last update of `events`. The body of this world is the first of each pair.
    fn update_pairs_with(
        this: &Bound<'_, Self>,
        other: &Bound<'_, Self>,
        events: &PyPairEvents,
    ) -> PyResult<()> {
        events.update_of_two(world(this)?, world(other)?)
    }

    /// Finds the bodies that touch sensors now, and what has changed since the last update of `events`, a carom.SensorEvents.
    ///
    /// A body counts in a sensor if each has a layer in the mask of the other, whether it is `moving` or not; other sensors do not
    /// count. Chains are lines.
    fn update_sensors(this: &Bound<'_, Self>, events: &PySensorEvents) -> PyResult<()> {
        events.update_of(world(this)?)
    }

    /// The names of all bodies, ascending: int64.
    #[getter]
    fn bodies<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        all_names(this.py(), world(this)?)
    }

    /// Rebuilds the trees: queries become up to twice as fast after a world has been put together body by body.
    fn optimize(this: &Bound<'_, Self>) -> PyResult<()> {
        write(world(this)?)?.optimize();
        Ok(())
    }

    /// An independent copy, which shares the chains: the state to roll back to.
    fn copy<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, Self>> {
        let copy = read(world(this)?)?.clone();
        Bound::new(this.py(), Self::init(shared(copy)))
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = this.py();
        let bytes = to_bytes(py, &*read(world(this)?)?)?;
        (class_method(this, "_restored")?, (bytes,)).into_pyobject(py)
    }

    #[classmethod]
    fn _restored<'py>(
        class: &Bound<'py, PyType>,
        bytes: &Bound<'py, PyBytes>,
    ) -> PyResult<Bound<'py, Self>> {
        Bound::new(class.py(), Self::init(shared(from_bytes(bytes)?)))
    }

    fn __len__(this: &Bound<'_, Self>) -> PyResult<usize> {
        Ok(read(world(this)?)?.len())
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __contains__(this: &Bound<'_, Self>, body: i64) -> PyResult<bool> {
        let id = BodyId::from_bits(body as u64);
        Ok(read(world(this)?)?.get(id).is_some())
    }

    fn __repr__(this: &Bound<'_, Self>) -> PyResult<String> {
        Ok(format!("<World of {} bodies>", Self::__len__(this)?))
    }
}
