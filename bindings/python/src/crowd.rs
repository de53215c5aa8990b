//! Characters that share a world and give way to each other.

mod agents;

use crate::arrays::{Argument, Row, place};
use crate::cast::Cast;
use crate::characters::{GivenIntents, Intents, at_rest, chosen, duration, in_shape, settings};
use crate::kin::placed;
use crate::locomotion;
use crate::materials::{GivenMaterials, Materials};
use crate::mover::exclusive;
use crate::steps::StepArrays;
use crate::stored::class_method;
use crate::surface::Surface;
use crate::target::{Target, write};
use crate::walkers::Walkers;
use crate::workers;
use crate::world::World;
use carom::glam::{DVec3, Vec3};
use carom::mover::{CharacterState, Crowd, CrowdRole, Intent, Mover, Surfaces};
use carom::{Scalar, Vector3};
use numpy::Element;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple, PyType};
use std::iter;
use std::sync::{Arc, Mutex};

/// Crowd(world, feet, height=1.8, mass=80.0, *, role="push", gives_way=False, locomotion=None, **settings): characters that give way to each other.
///
/// One for each of `feet` (..., 3), with `height` (...) and `mass` (...), in the dtype of `world`, of which each is a body.
/// `role`: those that "push" give way by mass, those that are "static" do not, and a "ghost" passes through the others and
/// is no body. With `gives_way` each drops its wish behind others that are close in front of it, so that a group gets through a
/// door instead of holding each other in it. `locomotion` and `settings` as of a Mover. A world may have several crowds; one crowd takes one thread.
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
    pub(crate) world: Py<World>,
    pub(crate) members: Mutex<Members>,
}

/// The characters, and their dimensions.
pub(crate) struct Members {
    pub(crate) crowd: Precision,
    pub(crate) leading: Vec<usize>,
}

pub(crate) enum Precision {
    Single(Walkers<Vec3>),
    Double(Walkers<DVec3>),
}

impl Precision {
    fn len(&self) -> usize {
        match self {
            Self::Single(all) => all.crowd.agents().len(),
            Self::Double(all) => all.crowd.agents().len(),
        }
    }
}

/// Runs the same with the dimensions of a crowd, its characters and its world.
macro_rules! with_crowd {
    ($of:expr, $py:expr, |$leading:ident, $crowd:ident, $world:ident| $run:expr) => {{
        let mut members = $crate::mover::exclusive(&$of.members, "crowd")?;
        let $crate::crowd::Members {
            crowd,
            leading: $leading,
        } = &mut *members;
        let surface: &$crate::surface::Surface = $of.world.bind($py).as_super().get();
        match (crowd, &surface.target) {
            (
                $crate::crowd::Precision::Single($crowd),
                $crate::target::Target::SingleWorld(world, _),
            ) => {
                let $world = &mut *$crate::target::write(world)?;
                $run
            }
            (
                $crate::crowd::Precision::Double($crowd),
                $crate::target::Target::DoubleWorld(world, _),
            ) => {
                let $world = &mut *$crate::target::write(world)?;
                $run
            }
            _ => Err(pyo3::exceptions::PyRuntimeError::new_err(
                "the world has changed its dtype",
            )),
        }
    }};
}
pub(crate) use with_crowd;

/// The layer of crowds.
pub(crate) const LAYER: u32 = 1 << 31;

/// What characters that are added share.
pub(crate) struct Newcomers<'a, 'py> {
    /// May be one for each.
    pub(crate) mass: Option<Argument<'py>>,
    pub(crate) role: CrowdRole,
    pub(crate) gives_way: bool,
    pub(crate) options: Option<&'a Bound<'py, PyDict>>,
}

pub(crate) fn role_of(role: &str) -> PyResult<CrowdRole> {
    match role {
        "push" => Ok(CrowdRole::Push),
        "static" => Ok(CrowdRole::Static),
        "ghost" => Ok(CrowdRole::Ghost),
        _ => {
            let message = format!("role must be push, static or ghost, not {role:?}");
            Err(PyValueError::new_err(message))
        }
    }
}

#[pymethods]
impl PyCrowd {
    #[new]
    #[pyo3(signature = (world, feet, height = None, mass = None, *, role = "push", gives_way = false, locomotion = None, **options))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn new(
        world: &Bound<'_, World>,
        feet: &Bound<'_, PyAny>,
        height: Option<&Bound<'_, PyAny>>,
        mass: Option<&Bound<'_, PyAny>>,
        role: &str,
        gives_way: bool,
        locomotion: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let rates = locomotion;
        let new = Newcomers {
            mass: mass
                .map(|mass| Argument::new(mass, "mass", Row::Number))
                .transpose()?,
            role: role_of(role)?,
            gives_way,
            options,
        };
        let surface: &Surface = world.as_super().get();
        let (crowd, leading) = match &surface.target {
            Target::SingleWorld(world, _) => {
                let (states, leading) = at_rest(feet, height)?;
                let mut crowd = Walkers::new(LAYER, locomotion::settings(rates)?);
                insert(&mut crowd, &mut *write(world)?, states, &leading, &new)?;
                (Precision::Single(crowd), leading)
            }
            Target::DoubleWorld(world, _) => {
                let (states, leading) = at_rest(feet, height)?;
                let mut crowd = Walkers::new(LAYER, locomotion::settings(rates)?);
                insert(&mut crowd, &mut *write(world)?, states, &leading, &new)?;
                (Precision::Double(crowd), leading)
            }
            _ => return Err(PyTypeError::new_err("not a world")),
        };
        Ok(Self {
            world: world.clone().unbind(),
            members: Mutex::new(Members { crowd, leading }),
        })
    }

    /// Moves all characters through one tick of `dt` seconds: Steps(feet, velocity, on_ground, why), with intents as of
    /// Mover.step. The bits do not depend on the order of the characters.
    #[pyo3(signature = (velocity, dt, jump = None, height = None, *, rise = None, axis = None, fly = None, air_jump = None))]
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
        fly: Option<&Bound<'py, PyAny>>,
        air_jump: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let intents = Intents::new::<DVec3>(&GivenIntents {
            velocity,
            jump,
            height,
            rise,
            axis,
            fly,
            air_jump,
        })?;
        with_crowd!(self, py, |leading, crowd, world| {
            step(py, crowd, world, &intents, leading, dt)
        })
    }

    /// Puts `characters`, indices or a boolean mask, to rest at `feet`, (3,) or one for each: a teleport or a new episode.
    fn place(&self, characters: &Bound<'_, PyAny>, feet: &Bound<'_, PyAny>) -> PyResult<()> {
        let members = &mut *exclusive(&self.members, "crowd")?;
        let rows = chosen(characters, members.crowd.len())?;
        match &mut members.crowd {
            Precision::Single(all) => moved(all, &rows, feet),
            Precision::Double(all) => moved(all, &rows, feet),
        }
    }

    /// Takes all speed of `characters`, indices or a boolean mask: the end of a dash, of a path.
    fn stop(&self, characters: &Bound<'_, PyAny>) -> PyResult<()> {
        let members = &mut *exclusive(&self.members, "crowd")?;
        let rows = chosen(characters, members.crowd.len())?;
        match &mut members.crowd {
            Precision::Single(all) => all.stop(&rows),
            Precision::Double(all) => all.stop(&rows),
        }
        Ok(())
    }

    /// Adds `velocity`, (3,) or one for each, to that of `characters`, indices or a boolean mask: see Mover.knock_back. Only of a Crowd with
    /// `locomotion`.
    fn knock_back(
        &self,
        characters: &Bound<'_, PyAny>,
        velocity: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let members = &mut *exclusive(&self.members, "crowd")?;
        let rows = chosen(characters, members.crowd.len())?;
        let velocity = Argument::new(velocity, "velocity", Row::Vector)?;
        match &mut members.crowd {
            Precision::Single(all) => all.knock_back(&rows, &velocity),
            Precision::Double(all) => all.knock_back(&rows, &velocity),
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
        let materials = Materials::new::<DVec3>(Some(bodies), &given)?;
        match &mut exclusive(&self.members, "crowd")?.crowd {
            Precision::Single(all) => made_of(&mut all.crowd, materials.table()?),
            Precision::Double(all) => made_of(&mut all.crowd, materials.table()?),
        }
        Ok(())
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, crowd) = (this.py(), this.get());
        let members = exclusive(&crowd.members, "crowd")?;
        let bytes = match &members.crowd {
            Precision::Single(all) => all.to_bytes(py)?,
            Precision::Double(all) => all.to_bytes(py)?,
        };
        let state = (&crowd.world, bytes, &members.leading);
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
            Precision::Double(Walkers::of_bytes(bytes)?)
        } else {
            Precision::Single(Walkers::of_bytes(bytes)?)
        };
        if crowd.len() != leading.iter().product::<usize>() {
            return Err(PyValueError::new_err(
                "a crowd of another number of characters",
            ));
        }
        Ok(Self {
            world: world.clone().unbind(),
            members: Mutex::new(Members { crowd, leading }),
        })
    }

    /// The number of characters.
    fn __len__(&self) -> PyResult<usize> {
        Ok(exclusive(&self.members, "crowd")?.crowd.len())
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

/// Adds characters: all of them or, with an error, none.
pub(crate) fn insert<V: Vector3>(
    all: &mut Walkers<V>,
    world: &mut carom::World<V>,
    states: Vec<CharacterState<V>>,
    leading: &[usize],
    new: &Newcomers<'_, '_>,
) -> PyResult<()> {
    let masses = masses::<V>(new.mass.as_ref(), leading, states.len())?;
    let (mover, before) = (mover(new.options)?, all.crowd.agents().len());
    for (row, (state, mass)) in states.into_iter().zip(masses).enumerate() {
        let traits = (mass, new.role, new.gives_way);
        if let Err(error) = all.add(world, mover.clone(), state, traits) {
            while all.crowd.agents().len() > before {
                all.remove(world, all.crowd.agents().len() - 1);
            }
            let place = place("feet", leading, row);
            return Err(PyValueError::new_err(format!("{place}: {error}")));
        }
    }
    Ok(())
}

fn step<'py, V: Vector3<Scalar: Element>>(
    py: Python<'py>,
    walkers: &mut Walkers<V>,
    world: &mut carom::World<V>,
    intents: &Intents<'py>,
    leading: &[usize],
    dt: f64,
) -> PyResult<Bound<'py, PyAny>> {
    let (rows, dt) = (intents.rows::<V>(leading)?, duration(dt)?);
    let count = walkers.crowd.agents().len();
    let mut all: Vec<_> = (0..count).map(|row| rows.intent(row)).collect();
    type Work<'a, V> = (
        &'a mut Walkers<V>,
        &'a mut carom::World<V>,
        &'a mut [Intent<V>],
    );
    let work = |(walkers, world, all): Work<'_, V>, _: &_| walkers.step(world, all, dt);
    let given = iter::once((&mut *walkers, world, &mut all[..]));
    // Few characters take less time than a thread to start.
    if count <= 16 {
        workers::at_once(given, work)?;
    } else {
        workers::run(py, 1, given, work)?;
    }
    let mut arrays = StepArrays::new(py, leading)?;
    let mut columns = arrays.columns();
    for (row, agent) in walkers.crowd.agents().iter().enumerate() {
        let met = agent.mover.collisions();
        columns.put(row, &agent.mover, &agent.body, (agent.report(), met));
    }
    arrays.answer(py)
}

fn made_of<V: Vector3>(crowd: &mut Crowd<V>, surfaces: Option<Arc<Surfaces<V>>>) {
    for agent in crowd.agents_mut() {
        agent.mover.set_surfaces(surfaces.clone());
    }
}

fn moved<V: Vector3>(
    all: &mut Walkers<V>,
    rows: &[usize],
    feet: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let agents = all.crowd.agents().iter();
    let mut states: Vec<_> = agents.map(|agent| agent.body).collect();
    placed(&mut states, rows, feet)?;
    for (agent, state) in all.crowd.agents_mut().iter_mut().zip(states) {
        agent.body = state;
    }
    all.rest(rows);
    Ok(())
}
