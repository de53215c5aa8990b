//! Characters that walk on a surface and do not see each other.

use crate::arrays::{Argument, Row};
use crate::characters::{Intents, chosen};
use crate::kin::{Kin, Tick, made, unpickled};
use crate::materials::{GivenMaterials, Materials};
use crate::stored::class_method;
use crate::surface::Surface;
use crate::target::{Target, read};
use crate::workers;
use carom::glam::{DVec3, Vec3};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple, PyType};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

/// Mover(surface, feet, height=1.8, **settings): kinematic character controllers, one for each of `feet` (..., 3).
///
/// The characters walk on a Mesh, HeightField or World, in its dtype, and do not see each other: see Crowd for those
/// that do. `height` (...) is from the lowest to the highest point of a capsule.
///
/// Settings, in units of length and seconds: `up` (0, 1, 0); `gravity` 9.81; `radius` 0.3; `max_slope` 45, the steepest
/// walkable slope in degrees; `step_height` 0.4; `snap` 0.4, how far down a walk follows its ground; `skin` 0.01, the gap
/// kept to everything; `max_overhang` None; `flat_foot` False; `edge_guard` None, or how far the middle of the foot may go
/// beyond an edge without ground below, where a walk stops then and slides along it; `hover` 0; `max_depenetration` 1.8;
/// `locomotion` None: each tick has the wanted velocity at once; True or a dict of `acceleration` 10 (1/s), `friction` 4 (1/s),
/// `air_acceleration` 1, `coyote` 0.1 s and `buffer` 0.1 s: it accelerates and brakes, a jump still counts shortly after an edge and
/// already shortly before the ground, and `jump` is given in the tick in which it is pressed;
/// `body` "capsule", "cylinder" and `{"box": {"half_length": l}}`, upright with a flat sole, or a body of several capsules,
/// `{"upright": limbs}` or `{"lying": limbs}`, each limb `{"a": [ahead, up, right], "b": [...], "radius": r}`. Raises a ValueError for one out of its range.
///
/// >>> import carom
/// >>> floor = carom.Mesh([[-9., 0, -9], [-9, 0, 9], [9, 0, 9], [9, 0, -9]], [[0, 1, 2], [0, 2, 3]])
/// >>> heroes = carom.Mover(floor, [[0., 0.5, 0], [3, 0.5, 0]])
/// >>> for _ in range(60):
/// ...     step = heroes.step([2., 0, 0], 1 / 60)
/// >>> step.on_ground, step.feet[:, 0].round(2)
/// (array([ True,  True]), array([2., 5.]))
#[pyclass(frozen, module = "carom", name = "Mover")]
pub(crate) struct PyMover {
    surface: Py<Surface>,
    group: Mutex<Group>,
    leading: Vec<usize>,
}

enum Group {
    Single(Box<Kin<Vec3>>),
    Double(Box<Kin<DVec3>>),
}

impl Group {
    fn len(&self) -> usize {
        match self {
            Self::Single(all) => all.states.len(),
            Self::Double(all) => all.states.len(),
        }
    }
}

/// What one call at a time may use.
pub(crate) fn exclusive<'a, T>(shared: &'a Mutex<T>, name: &str) -> PyResult<MutexGuard<'a, T>> {
    match shared.try_lock() {
        Ok(group) => Ok(group),
        Err(TryLockError::Poisoned(group)) => Ok(PoisonError::into_inner(group)),
        Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err(format!(
            "another thread uses the {name}"
        ))),
    }
}

#[pymethods]
impl PyMover {
    #[new]
    #[pyo3(signature = (surface, feet, height = None, *, locomotion = None, **options))]
    fn new(
        surface: &Bound<'_, Surface>,
        feet: &Bound<'_, PyAny>,
        height: Option<&Bound<'_, PyAny>>,
        locomotion: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let (group, leading) = match surface.get().target {
            Target::SingleMesh(_) | Target::SingleWorld(..) => {
                let (all, leading) = made(feet, height, locomotion, options)?;
                (Group::Single(Box::new(all)), leading)
            }
            Target::DoubleMesh(_) | Target::DoubleWorld(..) => {
                let (all, leading) = made(feet, height, locomotion, options)?;
                (Group::Double(Box::new(all)), leading)
            }
            Target::SingleCompound(_) | Target::DoubleCompound(_) => {
                let message =
                    "surface must be a Mesh, HeightField or World: add the Compound to a World";
                return Err(PyTypeError::new_err(message));
            }
        };
        Ok(Self {
            surface: surface.clone().unbind(),
            group: Mutex::new(group),
            leading,
        })
    }

    /// Moves all characters through one tick of `dt` seconds: a Steps.
    ///
    /// `velocity` (..., 3) is the wanted velocity, horizontal; `jump` (...) an upward speed where it is more than 0, which
    /// counts on the ground; `height` (...) a new height where it is more than 0: crouch, or stand up where there is room.
    /// `rise` (...) is an upward speed in the place of gravity in this tick, NaN where gravity acts: with it the root motion of an
    /// animation is velocity = displacement / dt and, if its vertical part should count, rise = that part / dt.
    /// `axis` (..., 3) is the direction, from tail to head, to turn a capsule to that lies or leans: a quadruped, a swimmer; along
    /// up it stands, and zero keeps the direction. A turn goes through nothing and waits where there is no room: Steps.axis is the
    /// direction that it came to, zero for one that stands.
    /// `up` (..., 3) is the direction against gravity of each in this tick, for planets and tunnels; by default that of the
    /// settings. `why` has the bits of carom.Why.
    #[pyo3(signature = (velocity, dt, jump = None, height = None, *, rise = None, axis = None, up = None, threads = None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn step<'py>(
        &self,
        py: Python<'py>,
        velocity: &Bound<'py, PyAny>,
        dt: f64,
        jump: Option<&Bound<'py, PyAny>>,
        height: Option<&Bound<'py, PyAny>>,
        rise: Option<&Bound<'py, PyAny>>,
        axis: Option<&Bound<'py, PyAny>>,
        up: Option<&Bound<'py, PyAny>>,
        threads: Option<isize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let intents = Intents::new(velocity, jump, height, rise, axis)?;
        let up = up.map(|up| Argument::new(up, "up", Row::Vector));
        let threads = workers::number(threads)?;
        let mut group = exclusive(&self.group, "mover")?;
        let tick = Tick {
            intents: &intents,
            up: up.transpose()?,
            leading: &self.leading,
            threads,
            dt,
        };
        match (&mut *group, &self.surface.get().target) {
            (Group::Single(all), Target::SingleMesh(mesh)) => tick.run(py, all, &*mesh.get()),
            (Group::Single(all), Target::SingleWorld(world, filters)) => {
                tick.run(py, all, &filters.query(&*read(world)?))
            }
            (Group::Double(all), Target::DoubleMesh(mesh)) => tick.run(py, all, &*mesh.get()),
            (Group::Double(all), Target::DoubleWorld(world, filters)) => {
                tick.run(py, all, &filters.query(&*read(world)?))
            }
            _ => Err(PyRuntimeError::new_err("the surface has changed its dtype")),
        }
    }

    /// Puts `characters`, indices or a boolean mask, to rest at `feet`, (3,) or one for each: a teleport or a new episode.
    fn place(&self, characters: &Bound<'_, PyAny>, feet: &Bound<'_, PyAny>) -> PyResult<()> {
        let rows = chosen(characters, self.leading.iter().product())?;
        match &mut *exclusive(&self.group, "mover")? {
            Group::Single(all) => all.place(&rows, feet),
            Group::Double(all) => all.place(&rows, feet),
        }
    }

    /// Adds `velocity`, (3,) or one for each, to that of `characters`, indices or a boolean mask: an explosion, a blow. Only of a Mover
    /// with `locomotion`.
    ///
    /// The horizontal part wears off by friction: without input a knock of speed v slides v / friction far. A part upward leaves
    /// the ground; a part downward counts in the air only. The same at every tick rate.
    ///
    /// >>> import carom
    /// >>> floor = carom.Mesh([[-9., 0, -9], [-9, 0, 9], [9, 0, 9], [9, 0, -9]], [[0, 1, 2], [0, 2, 3]])
    /// >>> heroes = carom.Mover(floor, [[0., 0.01, 0]], locomotion={"friction": 4})
    /// >>> step = heroes.step([0., 0, 0], 1 / 60)
    /// >>> heroes.knock_back([0], [6., 0, 0])
    /// >>> for _ in range(240):
    /// ...     step = heroes.step([0., 0, 0], 1 / 60)
    /// >>> step.feet[:, 0].round(2)
    /// array([1.5])
    fn knock_back(
        &self,
        characters: &Bound<'_, PyAny>,
        velocity: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let rows = chosen(characters, self.leading.iter().product())?;
        let velocity = Argument::new(velocity, "velocity", Row::Vector)?;
        match &mut *exclusive(&self.group, "mover")? {
            Group::Single(all) => all.knock_back(&rows, &velocity),
            Group::Double(all) => all.knock_back(&rows, &velocity),
        }
    }

    /// Sets what the bodies of the surface, or their parts, are made of, from the next tick on.
    ///
    /// `bodies` (...) are names in a World, or None for a Mesh or HeightField; `part` (...) are numbers of triangles, or None
    /// for all that have no material of their own. Everything is broadcast: `max_slope` (...), the steepest slope that can be
    /// walked there, in degrees, NaN for that of the mover; `step` (...), whether characters step up on to it, or its edges are
    /// walls for those below; `friction` (...) as a factor of that of other ground, which Steps.grip reports; `velocity`
    /// (..., 3), a conveyor; `tag` (...), an integer of yours, which Steps.tag reports. The call replaces all materials that
    /// were set before; `bodies` without any name removes them. Raises a ValueError for two different materials in one place.
    ///
    /// >>> import carom
    /// >>> world = carom.World()
    /// >>> belt = world.add(carom.Box([-9., -1, -9], [9., 0, 9]))
    /// >>> heroes = carom.Mover(world, [[0., 0.01, 0]])
    /// >>> heroes.set_surfaces(belt, velocity=[2., 0, 0], friction=0.5, tag=7)
    /// >>> for _ in range(60):
    /// ...     step = heroes.step([0., 0, 0], 1 / 60)
    /// >>> step.feet[:, 0].round(1), step.grip, step.tag
    /// (array([2.]), array([0.5]), array([7], dtype=uint32))
    #[pyo3(signature = (bodies, part = None, *, max_slope = None, step = None, friction = None, velocity = None, tag = None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn set_surfaces<'py>(
        &self,
        bodies: Option<&Bound<'py, PyAny>>,
        part: Option<&Bound<'py, PyAny>>,
        max_slope: Option<&Bound<'py, PyAny>>,
        step: Option<&Bound<'py, PyAny>>,
        friction: Option<&Bound<'py, PyAny>>,
        velocity: Option<&Bound<'py, PyAny>>,
        tag: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<()> {
        let given = GivenMaterials {
            part,
            max_slope,
            step,
            friction,
            velocity,
            tag,
        };
        let is_world = matches!(
            self.surface.get().target,
            Target::SingleWorld(..) | Target::DoubleWorld(..)
        );
        if is_world != bodies.is_some() {
            return Err(PyTypeError::new_err(
                "bodies must be names of bodies for a World, and None for a Mesh or HeightField",
            ));
        }
        let materials = Materials::new(bodies, &given)?;
        match &mut *exclusive(&self.group, "mover")? {
            Group::Single(all) => all.surfaces = materials.table()?,
            Group::Double(all) => all.surfaces = materials.table()?,
        }
        Ok(())
    }

    /// An independent copy: the state to roll back to.
    fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        let group = match &*exclusive(&self.group, "mover")? {
            Group::Single(all) => Group::Single(all.clone()),
            Group::Double(all) => Group::Double(all.clone()),
        };
        Ok(Self {
            surface: self.surface.clone_ref(py),
            group: Mutex::new(group),
            leading: self.leading.clone(),
        })
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, mover) = (this.py(), this.get());
        let bytes = match &*exclusive(&mover.group, "mover")? {
            Group::Single(all) => all.to_bytes(py)?,
            Group::Double(all) => all.to_bytes(py)?,
        };
        let state = (&mover.surface, bytes, &mover.leading);
        (class_method(this, "_restored")?, state).into_pyobject(py)
    }

    #[classmethod]
    fn _restored(
        _class: &Bound<'_, PyType>,
        surface: &Bound<'_, Surface>,
        bytes: &Bound<'_, PyBytes>,
        leading: Vec<usize>,
    ) -> PyResult<Self> {
        let group = if surface.get().target.is_double() {
            Group::Double(Box::new(unpickled(bytes)?))
        } else {
            Group::Single(Box::new(unpickled(bytes)?))
        };
        if group.len() != leading.iter().product::<usize>() {
            return Err(PyValueError::new_err(
                "a mover of another number of characters",
            ));
        }
        Ok(Self {
            surface: surface.clone().unbind(),
            group: Mutex::new(group),
            leading,
        })
    }

    /// The number of characters.
    fn __len__(&self) -> usize {
        self.leading.iter().product()
    }
}
