//! Characters of a crowd that come, go, change and are read back.

use crate::answer_classes::Class;
use crate::answers::Column;
use crate::arrays::{Argument, Row};
use crate::characters::{at_rest, chosen, in_shape, settings_over};
use crate::collisions::collisions;
use crate::crowd::{Newcomers, PyCrowd, insert, role_of, with_crowd};
use crate::names::bits;
use carom::mover::{Agent, Crowd, CrowdRole};
use carom::{Scalar, Vector, Vector3};
use numpy::Element;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

static AGENTS: Class = Class::within(
    "carom._answers",
    "Agents",
    &[
        "feet",
        "velocity",
        "height",
        "axis",
        "on_ground",
        "ground_normal",
        "ground_body",
        "ground_triangle",
        "mass",
        "role",
        "gives_way",
        "body",
    ],
);

#[pymethods]
impl PyCrowd {
    /// Adds a character for each of `feet` (..., 3), with the arguments of a Crowd. Returns their numbers: int64 (...). All of the crowd
    /// have then the shape (n,): steps and arguments.
    ///
    /// >>> import carom
    /// >>> world = carom.World()
    /// >>> crowd = carom.Crowd(world, [[0., 0, 0], [2, 0, 0]])
    /// >>> crowd.add([[4., 0, 0]], role="static", radius=0.5)
    /// array([2])
    /// >>> len(crowd), len(world)
    /// (3, 3)
    #[pyo3(signature = (feet, height = None, mass = None, *, role = "push", gives_way = false, **options))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn add<'py>(
        &self,
        py: Python<'py>,
        feet: &Bound<'py, PyAny>,
        height: Option<&Bound<'py, PyAny>>,
        mass: Option<&Bound<'py, PyAny>>,
        role: &str,
        gives_way: bool,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let new = Newcomers {
            mass: mass
                .map(|mass| Argument::new(mass, "mass", Row::Number))
                .transpose()?,
            role: role_of(role)?,
            gives_way,
            options,
        };
        with_crowd!(self, py, |members, crowd, world| {
            let (states, leading) = at_rest(feet, height)?;
            let first = crowd.crowd.agents().len();
            insert(crowd, world, states, &leading, &new)?;
            *members = vec![crowd.crowd.agents().len()];
            let mut numbers = Column::<i64>::new(py, &leading)?;
            for (number, to) in (first as i64..).zip(numbers.slice()) {
                *to = number;
            }
            Ok(numbers.object(py))
        })
    }

    /// Removes `characters`, indices or a boolean mask, and their bodies from the world. Returns the numbers that those left had before, in
    /// their new order: `mine = mine[crowd.remove(gone)]` keeps an array of yours in step. All of the crowd have then the shape (n,).
    ///
    /// The last characters take over the numbers of those that go.
    ///
    /// >>> import carom
    /// >>> world = carom.World()
    /// >>> crowd = carom.Crowd(world, [[0., 0, 0], [2, 0, 0], [4, 0, 0], [6, 0, 0]])
    /// >>> crowd.remove([0, 2])
    /// array([3, 1])
    /// >>> crowd.agents().feet[:, 0], len(world)
    /// (array([6., 2.]), 2)
    fn remove<'py>(
        &self,
        py: Python<'py>,
        characters: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        with_crowd!(self, py, |members, crowd, world| {
            let count = crowd.crowd.agents().len();
            let mut gone = chosen(characters, count)?;
            gone.sort_unstable();
            gone.dedup();
            let mut left: Vec<usize> = (0..count).collect();
            for number in gone.into_iter().rev() {
                crowd.remove(world, number);
                left.swap_remove(number);
            }
            *members = vec![left.len()];
            let mut numbers = Column::<i64>::new(py, &[left.len()])?;
            for (to, number) in numbers.slice().iter_mut().zip(left) {
                *to = number as i64;
            }
            Ok(numbers.object(py))
        })
    }

    /// Changes `characters`, indices or a boolean mask, from the next tick on: their `mass`, whether each `gives_way` (one for all or one
    /// for each), and any of the settings of a Mover. With an error all keep theirs.
    ///
    /// >>> import carom
    /// >>> world = carom.World()
    /// >>> crowd = carom.Crowd(world, [[0., 0, 0], [2, 0, 0]])
    /// >>> crowd.set([1], mass=200.0, step_height=0.6)
    /// >>> crowd.agents().mass
    /// array([ 80., 200.])
    #[pyo3(signature = (characters, *, mass = None, gives_way = None, **options))]
    fn set(
        &self,
        py: Python<'_>,
        characters: &Bound<'_, PyAny>,
        mass: Option<&Bound<'_, PyAny>>,
        gives_way: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        let mass = mass.map(|mass| Argument::new(mass, "mass", Row::Number));
        let mass = mass.transpose()?;
        let ways = gives_way.map(|given| Argument::flags(given, "gives_way", Row::Number));
        let ways = ways.transpose()?;
        with_crowd!(self, py, |_members, crowd, _world| {
            let rows = chosen(characters, crowd.crowd.agents().len())?;
            change(
                &mut crowd.crowd,
                &rows,
                [mass.as_ref(), ways.as_ref()],
                options,
            )
        })
    }

    /// All characters as they are now: Agents(feet, velocity, height, axis, on_ground, ground_normal, ground_body, ground_triangle, mass,
    /// role, gives_way, body).
    ///
    /// >>> import carom
    /// >>> world = carom.World()
    /// >>> crowd = carom.Crowd(world, [[0., 0, 0], [2, 0, 0]], mass=[80, 60])
    /// >>> found = crowd.agents()
    /// >>> found.mass, found.body == world.bodies
    /// (array([80., 60.]), array([ True,  True]))
    fn agents<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        with_crowd!(self, py, |members, crowd, _world| {
            agents(py, members, crowd.crowd.agents())
        })
    }

    /// The surfaces and other characters that the last tick met, character by character: see Mover.collisions.
    fn collisions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        with_crowd!(self, py, |_members, crowd, _world| {
            let met = crowd
                .crowd
                .agents()
                .iter()
                .map(|agent| agent.mover.collisions());
            collisions(py, met, true)
        })
    }
}

fn change<V: Vector3>(
    crowd: &mut Crowd<V>,
    rows: &[usize],
    [mass, ways]: [Option<&Argument<'_>>; 2],
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<()> {
    let leading = [rows.len()];
    let masses = mass.map(|mass| in_shape(mass, &leading)).transpose()?;
    if let Some(masses) = &masses {
        masses.require("must be more than 0", |mass: V::Scalar| {
            mass > V::Scalar::ZERO
        })?;
    }
    let ways = ways.map(|ways| in_shape(ways, &leading)).transpose()?;
    let mut movers = Vec::with_capacity(rows.len());
    for row in rows {
        let mut mover = crowd.agents()[*row].mover.clone();
        let set = mover.set_settings(settings_over(*mover.settings(), options)?);
        set.map_err(|error| PyValueError::new_err(error.to_string()))?;
        movers.push(mover);
    }
    for (i, (row, mover)) in rows.iter().zip(movers).enumerate() {
        let agent = &mut crowd.agents_mut()[*row];
        agent.mover = mover;
        if let Some(masses) = &masses {
            agent.mass = masses.scalar(i);
        }
        if let Some(ways) = &ways {
            agent.gives_way = ways.is_true(i);
        }
    }
    Ok(())
}

fn agents<'py, V: Vector<Scalar: Element>>(
    py: Python<'py>,
    leading: &[usize],
    all: &[Agent<V>],
) -> PyResult<Bound<'py, PyAny>> {
    let vectors = [leading, &[3]].concat();
    let column = |of: &dyn Fn(&Agent<V>) -> V| -> PyResult<Bound<'py, PyAny>> {
        let mut column = Column::<V::Scalar>::new(py, &vectors)?;
        for (to, agent) in column.slice().as_chunks_mut::<3>().0.iter_mut().zip(all) {
            let vector = of(agent);
            *to = [0, 1, 2].map(|axis| vector[axis]);
        }
        Ok(column.object(py))
    };
    let nan = V::splat(V::Scalar::from_f64(f64::NAN));
    let items = [
        column(&|agent| agent.body.feet)?,
        column(&|agent| agent.body.velocity)?,
        each(py, leading, all, |agent| agent.body.height)?,
        column(&|agent| agent.body.axis.unwrap_or(V::ZERO))?,
        each(py, leading, all, |agent| agent.body.ground.is_some())?,
        column(&|agent| agent.body.ground.map_or(nan, |ground| ground.normal))?,
        each(py, leading, all, |agent| {
            (agent.body.ground).map_or(-1, |ground| bits(ground.part.body))
        })?,
        each(py, leading, all, |agent| {
            (agent.body.ground).map_or(-1, |ground| ground.part.index as i32)
        })?,
        each(py, leading, all, |agent| agent.mass)?,
        each(py, leading, all, |agent| match agent.role {
            CrowdRole::Push => 0_u8,
            CrowdRole::Static => 1,
            CrowdRole::Ghost => 2,
        })?,
        each(py, leading, all, |agent| agent.gives_way)?,
        each(py, leading, all, |agent| agent.id().map_or(-1, bits))?,
    ];
    AGENTS.make(py, items)
}

fn each<'py, V: Vector, T: Element + Copy + Default>(
    py: Python<'py>,
    leading: &[usize],
    all: &[Agent<V>],
    of: impl Fn(&Agent<V>) -> T,
) -> PyResult<Bound<'py, PyAny>> {
    let mut column = Column::<T>::new(py, leading)?;
    for (to, agent) in column.slice().iter_mut().zip(all) {
        *to = of(agent);
    }
    Ok(column.object(py))
}
