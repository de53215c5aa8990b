//! Characters that share a world and give way to each other.

use crate::arrays::{Argument, Row};
use crate::characters::{Intents, StepArrays, at_rest, chosen, duration, in_shape, settings};
use crate::kin::placed;
use crate::materials::{GivenMaterials, Materials};
use crate::mover::exclusive;
use crate::stored::{class_method, from_bytes, to_bytes};
use crate::surface::Surface;
use crate::target::{Target, write};
use crate::workers;
use crate::world::World;
use carom::glam::{DVec3, Vec3};
use carom::mover::{CharacterState, Crowd, CrowdRole, Mover, Surfaces};
use carom::{Scalar, Vector3};
use numpy::Element;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple, PyType};
use std::iter;
use std::sync::{Arc, Mutex};

/// Crowd(world, feet, height=1.8, mass=80.0, *, role="push", gives_way=False, **settings): characters that give way to each other.
///
/// One for each of `feet` (..., 3), with `height` (...) and `mass` (...), in the dtype of `world`, of which each is a body.
/// `role`: those that "push" give way by mass, those that are "static" do not, and a "ghost" passes through the others and
/// is no body. With `gives_way` each drops its wish behind others that are close in front of it, so that a group gets through a
/// door instead of holding each other in it. `settings` as of a Mover. A world may have several crowds; one crowd takes one thread.
///
/// >>> import carom
/// >>> world = carom.World()
/// >>> floor = world.add(carom.Box([-50., -1, -50], [50., 0, 50]))
/// >>> crowd = carom.Crowd(world, [[0., 0.01, 0], [2, 0.01, 0]])
/// >>> for _ in range(120):
/// ...     step = crowd.step([[4., 0, 0], [0, 0, 0]], 1 / 60)
/// >>> step.velocity[:, 0].round(1)  # one pushes the other, which weighs the same
/// array([2., 2.])
#[pyclass(frozen, module = "carom", name = "Crowd")]
pub(crate) struct PyCrowd {
    world: Py<World>,
    crowd: Mutex<Precision>,
    leading: Vec<usize>,
}

enum Precision {
    Single(Crowd<Vec3>),
    Double(Crowd<DVec3>),
}

impl Precision {
    fn len(&self) -> usize {
        match self {
            Self::Single(crowd) => crowd.agents().len(),
            Self::Double(crowd) => crowd.agents().len(),
        }
    }
}

/// The layer of crowds.
const LAYER: u32 = 1 << 31;

#[pymethods]
impl PyCrowd {
    #[new]
    #[pyo3(signature = (world, feet, height = None, mass = None, *, role = "push", gives_way = false, **options))]
    fn new(
        world: &Bound<'_, World>,
        feet: &Bound<'_, PyAny>,
        height: Option<&Bound<'_, PyAny>>,
        mass: Option<&Bound<'_, PyAny>>,
        role: &str,
        gives_way: bool,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let mass = mass
            .map(|mass| Argument::new(mass, "mass", Row::Number))
            .transpose()?;
        let role = match role {
            "push" => CrowdRole::Push,
            "static" => CrowdRole::Static,
            "ghost" => CrowdRole::Ghost,
            _ => {
                let message = format!("role must be push, static or ghost, not {role:?}");
                return Err(PyValueError::new_err(message));
            }
        };
        let surface: &Surface = world.as_super().get();
        let (crowd, leading) = match &surface.target {
            Target::SingleWorld(world, _) => {
                let (states, leading) = at_rest(feet, height)?;
                let mass = masses::<Vec3>(mass.as_ref(), &leading, states.len())?;
                let mover = mover(options)?;
                (
                    Precision::Single(made(&mut *write(world)?, states, mass, &mover, role)?),
                    leading,
                )
            }
            Target::DoubleWorld(world, _) => {
                let (states, leading) = at_rest(feet, height)?;
                let mass = masses::<DVec3>(mass.as_ref(), &leading, states.len())?;
                let mover = mover(options)?;
                (
                    Precision::Double(made(&mut *write(world)?, states, mass, &mover, role)?),
                    leading,
                )
            }
            _ => return Err(PyTypeError::new_err("not a world")),
        };
        let mut crowd = crowd;
        match &mut crowd {
            Precision::Single(crowd) => give_way(crowd, gives_way),
            Precision::Double(crowd) => give_way(crowd, gives_way),
        }
        Ok(Self {
            world: world.clone().unbind(),
            crowd: Mutex::new(crowd),
            leading,
        })
    }

    /// Moves all characters through one tick of `dt` seconds: Steps(feet, velocity, on_ground, why), with intents as of
    /// Mover.step. The bits do not depend on the order of the characters.
    #[pyo3(signature = (velocity, dt, jump = None, height = None, *, rise = None, axis = None))]
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
    ) -> PyResult<Bound<'py, PyAny>> {
        let intents = Intents::new(velocity, jump, height, rise, axis)?;
        let mut crowd = exclusive(&self.crowd, "crowd")?;
        let surface: &Surface = self.world.bind(py).as_super().get();
        match (&mut *crowd, &surface.target) {
            (Precision::Single(crowd), Target::SingleWorld(world, _)) => {
                step(py, crowd, &mut *write(world)?, &intents, &self.leading, dt)
            }
            (Precision::Double(crowd), Target::DoubleWorld(world, _)) => {
                step(py, crowd, &mut *write(world)?, &intents, &self.leading, dt)
            }
            _ => Err(PyRuntimeError::new_err("the world has changed its dtype")),
        }
    }

    /// Puts `characters`, indices or a boolean mask, to rest at `feet`, (3,) or one for each: a teleport or a new episode.
    fn place(&self, characters: &Bound<'_, PyAny>, feet: &Bound<'_, PyAny>) -> PyResult<()> {
        let rows = chosen(characters, self.leading.iter().product())?;
        match &mut *exclusive(&self.crowd, "crowd")? {
            Precision::Single(crowd) => moved(crowd, &rows, feet),
            Precision::Double(crowd) => moved(crowd, &rows, feet),
        }
    }

    /// Sets the materials of the world for all characters, as Mover.set_surfaces does.
    #[pyo3(signature = (bodies, part = None, *, max_slope = None, step = None, friction = None, velocity = None, tag = None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn set_surfaces<'py>(
        &self,
        bodies: &Bound<'py, PyAny>,
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
        let materials = Materials::new(Some(bodies), &given)?;
        match &mut *exclusive(&self.crowd, "crowd")? {
            Precision::Single(crowd) => made_of(crowd, materials.table()?),
            Precision::Double(crowd) => made_of(crowd, materials.table()?),
        }
        Ok(())
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, crowd) = (this.py(), this.get());
        let bytes = match &*exclusive(&crowd.crowd, "crowd")? {
            Precision::Single(crowd) => to_bytes(py, crowd)?,
            Precision::Double(crowd) => to_bytes(py, crowd)?,
        };
        let state = (&crowd.world, bytes, &crowd.leading);
        (class_method(this, "_restored")?, state).into_pyobject(py)
    }

    #[classmethod]
    fn _restored(
        _class: &Bound<'_, PyType>,
        world: &Bound<'_, World>,
        bytes: &Bound<'_, PyBytes>,
        leading: Vec<usize>,
    ) -> PyResult<Self> {
        let surface: &Surface = world.as_super().get();
        let crowd = if surface.target.is_double() {
            Precision::Double(from_bytes(bytes)?)
        } else {
            Precision::Single(from_bytes(bytes)?)
        };
        if crowd.len() != leading.iter().product::<usize>() {
            return Err(PyValueError::new_err(
                "a crowd of another number of characters",
            ));
        }
        Ok(Self {
            world: world.clone().unbind(),
            crowd: Mutex::new(crowd),
            leading,
        })
    }

    /// The number of characters.
    fn __len__(&self) -> usize {
        self.leading.iter().product()
    }
}

fn mover<V: Vector3>(options: Option<&Bound<'_, PyDict>>) -> PyResult<Mover<V>> {
    Mover::new(settings(options)?).map_err(|error| PyValueError::new_err(error.to_string()))
}

fn masses<V: Vector3>(
    given: Option<&Argument<'_>>,
    leading: &[usize],
    count: usize,
) -> PyResult<Vec<V::Scalar>> {
    let Some(given) = given else {
        return Ok(vec![V::Scalar::from_f64(80.0); count]);
    };
    let rows = in_shape(given, leading)?;
    rows.require("must be more than 0", |mass: V::Scalar| {
        mass > V::Scalar::ZERO
    })?;
    Ok((0..count).map(|row| rows.scalar(row)).collect())
}

fn made<V: Vector3>(
    world: &mut carom::World<V>,
    states: Vec<CharacterState<V>>,
    masses: Vec<V::Scalar>,
    mover: &Mover<V>,
    role: CrowdRole,
) -> PyResult<Crowd<V>> {
    let mut crowd = Crowd::new(LAYER);
    for (row, (state, mass)) in states.into_iter().zip(masses).enumerate() {
        if let Err(error) = crowd.add(world, mover.clone(), state, mass, role) {
            for body in crowd.agents().iter().filter_map(|agent| agent.id()) {
                world.remove(body);
            }
            return Err(PyValueError::new_err(format!("feet[{row}]: {error}")));
        }
    }
    Ok(crowd)
}

fn give_way<V: Vector3>(crowd: &mut Crowd<V>, gives_way: bool) {
    for agent in crowd.agents_mut() {
        agent.gives_way = gives_way;
    }
}

fn step<'py, V: Vector3<Scalar: Element>>(
    py: Python<'py>,
    crowd: &mut Crowd<V>,
    world: &mut carom::World<V>,
    intents: &Intents<'py>,
    leading: &[usize],
    dt: f64,
) -> PyResult<Bound<'py, PyAny>> {
    let (rows, dt) = (intents.rows::<V>(leading)?, duration(dt)?);
    let all: Vec<_> = (0..crowd.agents().len())
        .map(|row| rows.intent(row))
        .collect();
    let work = |(crowd, world): (&mut Crowd<V>, &mut carom::World<V>), _: &_| {
        crowd.step(world, &all, dt);
    };
    // Few characters take less time than a thread to start.
    if all.len() <= 16 {
        workers::at_once(iter::once((&mut *crowd, world)), work)?;
    } else {
        workers::run(py, 1, iter::once((&mut *crowd, world)), work)?;
    }
    let mut arrays = StepArrays::new(py, leading)?;
    let mut columns = arrays.columns();
    for (row, agent) in crowd.agents().iter().enumerate() {
        columns.put(row, &agent.mover, &agent.body, agent.report());
    }
    arrays.answer(py)
}

fn made_of<V: Vector3>(crowd: &mut Crowd<V>, surfaces: Option<Arc<Surfaces<V>>>) {
    for agent in crowd.agents_mut() {
        agent.mover.set_surfaces(surfaces.clone());
    }
}

fn moved<V: Vector3>(
    crowd: &mut Crowd<V>,
    rows: &[usize],
    feet: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let mut states: Vec<_> = crowd.agents().iter().map(|agent| agent.body).collect();
    placed(&mut states, rows, feet)?;
    for (agent, state) in crowd.agents_mut().iter_mut().zip(states) {
        agent.body = state;
    }
    Ok(())
}
