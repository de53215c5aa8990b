//! Characters that walk on a surface and do not see each other.

use crate::answers::{Columns, blocks};
use crate::arrays::{Argument, Row, Rows};
use crate::characters::{
    Intents, StepArrays, StepColumns, at_rest, chosen, duration, in_shape, settings,
};
use crate::materials::{GivenMaterials, Materials};
use crate::shape_rows::require_finite;
use crate::stored::{class_method, from_bytes, to_bytes};
use crate::surface::Surface;
use crate::target::{Target, read};
use crate::workers::{self, Stop};
use carom::glam::{DVec3, Vec3};
use carom::mover::{CharacterState, Mover, MoverSettings, Surfaces};
use carom::{Scene, Vector3};
use numpy::Element;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple, PyType};
use serde::de::DeserializeOwned;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

/// Mover(surface, feet, height=1.8, **settings): kinematic character controllers, one for each of `feet` (..., 3).
///
/// The characters walk on a Mesh, HeightField or World, in its dtype, and do not see each other: see Crowd for those
/// that do. `height` (...) is from the lowest to the highest point of a capsule.
///
/// Settings, in units of length and seconds: `up` (0, 1, 0); `gravity` 9.81; `radius` 0.3; `max_slope` 45, the steepest
/// walkable slope in degrees; `step_height` 0.4; `snap` 0.4, how far down a walk follows its ground; `skin` 0.01, the gap
/// kept to everything; `max_overhang` None; `flat_foot` False; `edge_guard` None, or how far the middle of the foot may go
/// beyond an edge without ground below, where a walk stops then and slides along it; `hover` 0; `max_depenetration` 1.8;
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

/// Characters of one kind.
#[derive(Clone)]
struct Kin<V: Vector3> {
    states: Vec<CharacterState<V>>,
    settings: MoverSettings<V>,
    surfaces: Option<Arc<Surfaces<V>>>,
}

enum Group {
    Single(Kin<Vec3>),
    Double(Kin<DVec3>),
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

/// Characters at rest, and their leading dimensions.
fn made<V: Vector3>(
    feet: &Bound<'_, PyAny>,
    height: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<(Kin<V>, Vec<usize>)> {
    let (states, leading) = at_rest(feet, height)?;
    let mover = Mover::new(settings::<V>(options)?);
    let mover = mover.map_err(|error| PyValueError::new_err(error.to_string()))?;
    let all = Kin {
        states,
        settings: *mover.settings(),
        surfaces: None,
    };
    Ok((all, leading))
}

/// Characters in the bytes of a pickle.
fn unpickled<V: Vector3 + DeserializeOwned>(bytes: &Bound<'_, PyBytes>) -> PyResult<Kin<V>>
where
    V::Scalar: DeserializeOwned,
{
    let (states, settings, surfaces): (_, _, Option<Surfaces<V>>) = from_bytes(bytes)?;
    Ok(Kin {
        states,
        settings,
        surfaces: surfaces.map(Arc::new),
    })
}

#[pymethods]
impl PyMover {
    #[new]
    #[pyo3(signature = (surface, feet, height = None, **options))]
    fn new(
        surface: &Bound<'_, Surface>,
        feet: &Bound<'_, PyAny>,
        height: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let (group, leading) = match surface.get().target {
            Target::SingleMesh(_) | Target::SingleWorld(..) => {
                let (all, leading) = made(feet, height, options)?;
                (Group::Single(all), leading)
            }
            Target::DoubleMesh(_) | Target::DoubleWorld(..) => {
                let (all, leading) = made(feet, height, options)?;
                (Group::Double(all), leading)
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
            Group::Single(all) => placed(&mut all.states, &rows, feet),
            Group::Double(all) => placed(&mut all.states, &rows, feet),
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
            Group::Single(all) => {
                to_bytes(py, &(&all.states, all.settings, all.surfaces.as_deref()))?
            }
            Group::Double(all) => {
                to_bytes(py, &(&all.states, all.settings, all.surfaces.as_deref()))?
            }
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
            Group::Double(unpickled(bytes)?)
        } else {
            Group::Single(unpickled(bytes)?)
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

/// Puts characters to rest in other places.
pub(crate) fn placed<V: Vector3>(
    states: &mut [CharacterState<V>],
    rows: &[usize],
    feet: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let (places, leading) = at_rest::<V>(feet, None)?;
    let count: usize = leading.iter().product();
    if !leading.is_empty() && count != rows.len() {
        let message = format!("feet has {count} rows for {} characters", rows.len());
        return Err(PyValueError::new_err(message));
    }
    for (i, row) in rows.iter().enumerate() {
        let feet = places[if leading.is_empty() { 0 } else { i }].feet;
        states[*row] = CharacterState::at(feet, states[*row].height);
    }
    Ok(())
}

/// The directions of all rows; raises for one that is not finite or none at all.
fn directions<'a, V: Vector3>(given: &'a Argument<'_>, leading: &[usize]) -> PyResult<Rows<'a>> {
    let rows = in_shape(given, leading)?;
    require_finite::<V>([&rows])?;
    let is_none = |row: &usize| rows.vector::<V>(*row).try_normalize().is_none();
    match (0..leading.iter().product()).find(is_none) {
        None => Ok(rows),
        Some(row) => {
            let message = format!("{} must be a direction, not zero", rows.place_of(row));
            Err(PyValueError::new_err(message))
        }
    }
}

struct Tick<'a, 'py> {
    intents: &'a Intents<'py>,
    up: Option<Argument<'py>>,
    leading: &'a [usize],
    threads: usize,
    dt: f64,
}

impl Tick<'_, '_> {
    fn run<'py, V: Vector3<Scalar: Element>>(
        &self,
        py: Python<'py>,
        kin: &mut Kin<V>,
        scene: &(impl Scene<V> + Sync),
    ) -> PyResult<Bound<'py, PyAny>> {
        let (intents, dt) = (self.intents.rows::<V>(self.leading)?, duration(self.dt)?);
        let up = (self.up.as_ref())
            .map(|up| directions::<V>(up, self.leading))
            .transpose()?;
        let mut arrays = StepArrays::new(py, self.leading)?;
        let Kin {
            states,
            settings,
            surfaces,
        } = kin;
        let rows = states.len();
        let work = |(from, size, mut all): (usize, usize, Characters<'_, V>), stop: &Stop| {
            // The settings were checked when they were given.
            let Ok(mut mover) = Mover::new(*settings) else {
                return;
            };
            mover.set_surfaces(surfaces.clone());
            for at in 0..size {
                if stop.is_set() {
                    return;
                }
                // The directions are checked, too.
                if let Some(up) = &up
                    && mover.set_up(up.vector(from + at)).is_err()
                {
                    return;
                }
                let state = &mut all.states[at];
                let report = mover.step(scene, state, &intents.intent(from + at), dt);
                all.columns.put(at, &mover, state, &report);
            }
        };
        let all = Characters {
            states,
            columns: arrays.columns(),
        };
        // A tick takes as long as a dozen queries.
        const FEW: usize = 4;
        if rows <= FEW {
            workers::at_once(blocks(rows, FEW, all), work)?;
        } else {
            let block = rows.div_ceil(4 * self.threads).clamp(FEW, 256);
            let threads = self.threads.min(rows.div_ceil(block));
            workers::run(py, threads, blocks(rows, block, all), work)?;
        }
        arrays.answer(py)
    }
}

struct Characters<'a, V: Vector3> {
    states: &'a mut [CharacterState<V>],
    columns: StepColumns<'a, V::Scalar>,
}

impl<V: Vector3> Columns for Characters<'_, V> {
    fn split(self, rows: usize) -> (Self, Self) {
        let (states, others) = self.states.split_at_mut(rows);
        let (columns, rest) = self.columns.split(rows);
        let first = Characters { states, columns };
        let rest = Characters {
            states: others,
            columns: rest,
        };
        (first, rest)
    }
}
