//! Characters that walk on a surface and do not see each other.

use crate::animation::Animation;
use crate::answers::Column;
use crate::arrays::{Argument, Row};
use crate::cast::Cast;
use crate::characters::{GivenIntents, Intents, chosen};
use crate::collisions::collisions;
use crate::kin::{Drive, Kin, Tick, made, unpickled};
use crate::materials::{GivenMaterials, Materials};
use crate::stored::class_method;
use crate::surface::Surface;
use crate::target::Target;
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
    pub(crate) surface: Py<Surface>,
    pub(crate) group: Mutex<Group>,
    leading: Vec<usize>,
}

pub(crate) enum Group {
    Single(Box<Kin<Vec3>>),
    Double(Box<Kin<DVec3>>),
}

impl PyMover {
    /// The dimensions of its characters.
    pub(crate) fn leading(&self) -> &[usize] {
        &self.leading
    }

    fn is_in_world(&self) -> bool {
        matches!(
            self.surface.get().target,
            Target::SingleWorld(..) | Target::DoubleWorld(..)
        )
    }
}

/// Runs the same with the characters of a mover, the query of its surface, and that surface as the scene of ticks; `$V` is the vector.
macro_rules! with_characters {
    ($mover:expr, |$kin:ident, $query:ident, $scene:ident, $V:ident| $run:expr) => {{
        use $crate::target::{Target, read};
        let mut group = $crate::mover::exclusive(&$mover.group, "mover")?;
        match (&mut *group, &$mover.surface.get().target) {
            ($crate::mover::Group::Single(all), Target::SingleMesh(mesh)) => {
                type $V = Vec3;
                let mesh = mesh.get();
                let ($kin, $query, $scene) = (&mut **all, mesh.query(), &*mesh);
                $run
            }
            ($crate::mover::Group::Single(all), Target::SingleWorld(world, filters)) => {
                type $V = Vec3;
                let world = read(world)?;
                let ($kin, $query, $scene) =
                    (&mut **all, filters.query(&world), &filters.query(&world));
                $run
            }
            ($crate::mover::Group::Double(all), Target::DoubleMesh(mesh)) => {
                type $V = DVec3;
                let mesh = mesh.get();
                let ($kin, $query, $scene) = (&mut **all, mesh.query(), &*mesh);
                $run
            }
            ($crate::mover::Group::Double(all), Target::DoubleWorld(world, filters)) => {
                type $V = DVec3;
                let world = read(world)?;
                let ($kin, $query, $scene) =
                    (&mut **all, filters.query(&world), &filters.query(&world));
                $run
            }
            _ => Err(pyo3::exceptions::PyRuntimeError::new_err(
                "the surface has changed its dtype",
            )),
        }
    }};
}
pub(crate) use with_characters;

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

    /// Moves all characters through one tick of `dt` seconds: a Steps. `dt` (...) may be one for each: 0 leaves a character as it is, so
    /// that a part of them can be moved, or the rest of a tick that an ability has left.
    ///
    /// `velocity` (..., 3) is the wanted velocity, horizontal; `jump` (...) an upward speed where it is more than 0, which
    /// counts on the ground; `height` (...) a new height where it is more than 0: crouch, or stand up where there is room.
    /// `rise` (...) is an upward speed in the place of gravity in this tick, NaN where gravity acts: see `animate`
    /// for the root motion of animations.
    /// `axis` (..., 3) is the direction, from tail to head, to turn a capsule to that lies or leans: a quadruped, a swimmer; along
    /// up it stands, and zero keeps the direction. A turn goes through nothing and waits where there is no room: Steps.axis is the
    /// direction that it came to, zero for one that stands.
    /// `fly` (...), booleans: those fly at `velocity`, in any direction, without gravity and ground, and past a `locomotion`; `air_jump`
    /// (...), booleans: the jump counts in the air too. See carom.abilities.
    /// `up` (..., 3) is the direction against gravity of each in this tick, for planets and tunnels; by default that of the
    /// settings. `why` has the bits of carom.Why.
    #[pyo3(signature = (velocity, dt, jump = None, height = None, *, rise = None, axis = None, up = None, fly = None, air_jump = None, threads = None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn step<'py>(
        &self,
        py: Python<'py>,
        velocity: &Bound<'py, PyAny>,
        dt: &Bound<'py, PyAny>,
        jump: Option<&Bound<'py, PyAny>>,
        height: Option<&Bound<'py, PyAny>>,
        rise: Option<&Bound<'py, PyAny>>,
        axis: Option<&Bound<'py, PyAny>>,
        up: Option<&Bound<'py, PyAny>>,
        fly: Option<&Bound<'py, PyAny>>,
        air_jump: Option<&Bound<'py, PyAny>>,
        threads: Option<isize>,
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
        let dt = Argument::new(dt, "dt", Row::Number)?;
        let up = up.map(|up| Argument::new(up, "up", Row::Vector));
        let threads = workers::number(threads)?;
        let tick = Tick {
            drive: Drive::Intents(&intents),
            up: up.transpose()?,
            leading: &self.leading,
            threads,
            dt: &dt,
        };
        with_characters!(self, |kin, _query, scene, _V| {
            tick.run(py, kin, scene, &mut [])
        })
    }

    /// A tick of `dt` seconds in which animations move the characters, in the place of `step`: (Steps, facing), with the angles (...) after
    /// it. `dt` (...) may be one for each: 0 for those that no animation moves, which `step` takes then.
    ///
    /// `displacement` (..., 3) is that of an animation's root bone over the tick, in the character's own frame at its start; `turn` (...) its
    /// turn about `up`, radians, counter-clockwise seen from above; `facing` (...) the angle about `up` from the axes of the world to those of
    /// the character: 0 for a displacement in the world. The ground under a character turns it, too. Across `up` the displacement takes
    /// the place of a wish, on the ground and in the air; along `up` it counts for those that are `vertical` (...), booleans, in the
    /// place of gravity. A `locomotion` takes over the speed.
    ///
    /// >>> import carom, numpy as np
    /// >>> floor = carom.Mesh([[-9., 0, -9], [-9, 0, 9], [9, 0, 9], [9, 0, -9]], [[0, 1, 2], [0, 2, 3]])
    /// >>> heroes, facing = carom.Mover(floor, [[0., 0.01, 0]]), 0.0
    /// >>> for _ in range(30):  # a dodge of 3 m in an arc of a quarter of a circle
    /// ...     step, facing = heroes.animate([0.1, 0, 0], np.pi / 60, facing, 1 / 60)
    /// >>> step.feet.round(1) + 0, (facing / np.pi).round(6)
    /// (array([[ 2. ,  0. , -1.9]]), array([0.5]))
    #[pyo3(signature = (displacement, turn, facing, dt, *, vertical = None, up = None, threads = None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn animate<'py>(
        &self,
        py: Python<'py>,
        displacement: &Bound<'py, PyAny>,
        turn: &Bound<'py, PyAny>,
        facing: &Bound<'py, PyAny>,
        dt: &Bound<'py, PyAny>,
        vertical: Option<&Bound<'py, PyAny>>,
        up: Option<&Bound<'py, PyAny>>,
        threads: Option<isize>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let animation = Animation::new(displacement, turn, facing, vertical)?;
        let dt = Argument::new(dt, "dt", Row::Number)?;
        let up = up.map(|up| Argument::new(up, "up", Row::Vector));
        let tick = Tick {
            drive: Drive::Animation(&animation),
            up: up.transpose()?,
            leading: &self.leading,
            threads: workers::number(threads)?,
            dt: &dt,
        };
        with_characters!(self, |kin, _query, scene, V| {
            let before = animation.rows::<V>(&self.leading)?;
            let mut angles = Column::new(py, &self.leading)?;
            for (row, angle) in angles.slice().iter_mut().enumerate() {
                *angle = before.facing::<V>(row);
            }
            let steps = tick.run(py, kin, scene, angles.slice())?;
            Ok((steps, angles.object(py)))
        })
    }

    /// The surfaces that the last tick met, character by character: Collisions(character, point, normal, velocity, role, triangle, body,
    /// tag). Each part once and at most 32 of a character; of one that is stuck all parts that it overlaps, at most 16.
    ///
    /// >>> import carom
    /// >>> world = carom.World()
    /// >>> floor, crate = world.add(carom.Box([[-9., -1, -9], [0.5, 0, -1]], [[9., 0, 9], [1.5, 1, 1]]))
    /// >>> heroes = carom.Mover(world, [[0., 0.01, 0], [0, 0.01, 5]])
    /// >>> step = heroes.step([3., 0, 0], 0.1)
    /// >>> met = heroes.collisions()
    /// >>> met.character, met.body == crate, met.velocity
    /// (array([0]), array([ True]), array([[3., 0., 0.]]))
    /// >>> met.push_impulse(80, 1 / 40) + 0  # 80 kg against 40 kg: both go on at 2 m/s
    /// array([[80.,  0.,  0.]])
    fn collisions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let is_world = self.is_in_world();
        match &*exclusive(&self.group, "mover")? {
            Group::Single(all) => {
                collisions(py, all.collisions.iter().map(Vec::as_slice), is_world)
            }
            Group::Double(all) => {
                collisions(py, all.collisions.iter().map(Vec::as_slice), is_world)
            }
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

    /// Takes all speed of `characters`, indices or a boolean mask: the end of a dash, of a path.
    fn stop(&self, characters: &Bound<'_, PyAny>) -> PyResult<()> {
        let rows = chosen(characters, self.leading.iter().product())?;
        match &mut *exclusive(&self.group, "mover")? {
            Group::Single(all) => all.stop(&rows),
            Group::Double(all) => all.stop(&rows),
        }
        Ok(())
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
        if self.is_in_world() != bodies.is_some() {
            return Err(PyTypeError::new_err(
                "bodies must be names of bodies for a World, and None for a Mesh or HeightField",
            ));
        }
        let materials = Materials::new::<DVec3>(bodies, &given)?;
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
