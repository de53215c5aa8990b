//! Characters that walk on a surface and do not see each other.

use crate::answers::{Columns, blocks};
use crate::arrays::{Argument, Row, Rows};
use crate::characters::{
    Intents, StepArrays, StepColumns, at_rest, chosen, duration, in_shape, settings,
};
use crate::locomotion;
use crate::materials::{GivenMaterials, Materials};
use crate::shape_rows::require_finite;
use crate::stored::{class_method, from_bytes, to_bytes};
use crate::surface::Surface;
use crate::target::{Target, read};
use crate::workers::{self, Stop};
use carom::glam::{DVec3, Vec3};
use carom::mover::{
    CharacterState, Intent, Locomotion, LocomotionSettings, Mover, MoverSettings, Surfaces,
};
use carom::{Scene, Vector3};
use numpy::Element;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple, PyType};
use serde::Serialize;
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

/// Characters of one kind.
#[derive(Clone)]
struct Kin<V: Vector3> {
    states: Vec<CharacterState<V>>,
    settings: MoverSettings<V>,
    surfaces: Option<Arc<Surfaces<V>>>,
    /// One for each of the states, or none.
    locomotion: Vec<Locomotion<V>>,
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
    locomotion: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<(Kin<V>, Vec<usize>)> {
    let (states, leading) = at_rest(feet, height)?;
    let locomotion = locomotion::settings(locomotion)?.map(Locomotion::new);
    let mover = Mover::new(settings::<V>(options)?);
    let mover = mover.map_err(|error| PyValueError::new_err(error.to_string()))?;
    let all = Kin {
        locomotion: locomotion.map_or_else(Vec::new, |state| vec![state; states.len()]),
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
    type Stored<S> = Option<(LocomotionSettings<S>, Vec<u8>)>;
    let (states, settings, surfaces, stored): (Vec<_>, _, Option<Surfaces<V>>, Stored<V::Scalar>) =
        from_bytes(bytes)?;
    let locomotion =
        stored.map(|(settings, bytes)| locomotion::from_bytes(settings, states.len(), &bytes));
    Ok(Kin {
        locomotion: locomotion.transpose()?.unwrap_or_default(),
        states,
        settings,
        surfaces: surfaces.map(Arc::new),
    })
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
                (Group::Single(all), leading)
            }
            Target::DoubleMesh(_) | Target::DoubleWorld(..) => {
                let (all, leading) = made(feet, height, locomotion, options)?;
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

impl<V: Vector3> Kin<V> {
    fn place(&mut self, rows: &[usize], feet: &Bound<'_, PyAny>) -> PyResult<()> {
        placed(&mut self.states, rows, feet)?;
        for row in rows {
            if let Some(state) = self.locomotion.get_mut(*row) {
                *state = Locomotion::new(state.settings);
            }
        }
        Ok(())
    }

    fn knock_back(&mut self, rows: &[usize], velocity: &Argument<'_>) -> PyResult<()> {
        if self.locomotion.is_empty() && !self.states.is_empty() {
            let message =
                "knock_back needs a Mover with locomotion, as in Mover(…, locomotion=True)";
            return Err(PyTypeError::new_err(message));
        }
        let velocities = in_shape(velocity, &[rows.len()])?;
        require_finite::<V>([&velocities])?;
        for (i, row) in rows.iter().enumerate() {
            let state = &mut self.states[*row];
            self.locomotion[*row].knock_back(state, velocities.vector(i), self.settings.up);
        }
        Ok(())
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>>
    where
        V: Serialize,
        V::Scalar: Serialize,
    {
        let first = self.locomotion.first();
        let locomotion =
            first.map(|state| (state.settings, locomotion::to_bytes(&self.locomotion)));
        to_bytes(
            py,
            &(
                &self.states,
                self.settings,
                self.surfaces.as_deref(),
                locomotion,
            ),
        )
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
            locomotion,
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
                let mut intent = intents.intent(from + at);
                let mut locomotion = all.locomotion.get_mut(at);
                let up = mover.settings().up;
                if let Some(locomotion) = &mut locomotion {
                    locomotion.grip = mover.grip(state);
                    let Intent {
                        velocity,
                        jump,
                        air_jump,
                        ..
                    } = locomotion.intent(state, intent.velocity, intent.jump, up, dt);
                    intent = Intent {
                        velocity,
                        jump,
                        air_jump,
                        ..intent
                    };
                }
                let report = mover.step(scene, state, &intent, dt);
                if let Some(locomotion) = locomotion {
                    locomotion.adopt(state, &intent, up);
                }
                all.columns.put(at, &mover, state, &report);
            }
        };
        let all = Characters {
            states,
            locomotion,
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
    /// One for each, or none.
    locomotion: &'a mut [Locomotion<V>],
    columns: StepColumns<'a, V::Scalar>,
}

impl<V: Vector3> Columns for Characters<'_, V> {
    fn split(self, rows: usize) -> (Self, Self) {
        let (states, others) = self.states.split_at_mut(rows);
        let (columns, rest) = self.columns.split(rows);
        let split = rows.min(self.locomotion.len());
        let (locomotion, other_locomotion) = self.locomotion.split_at_mut(split);
        let first = Characters {
            states,
            locomotion,
            columns,
        };
        let rest = Characters {
            states: others,
            locomotion: other_locomotion,
            columns: rest,
        };
        (first, rest)
    }
}
