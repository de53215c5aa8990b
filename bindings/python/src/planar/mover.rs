//! Characters in 2D that walk on a chain or in a world and do not see each other.

use crate::arrays::{Argument, Row};
use crate::cast::Cast;
use crate::characters::{GivenIntents, Intents, chosen};
use crate::collisions::{collisions, impulses};
use crate::kin::{Drive, Kin, Tick, made, unpickled};
use crate::materials::{GivenMaterials, Materials};
use crate::mover::exclusive;
use crate::planar::surface::{PlanarSurface, PlanarTarget};
use crate::stored::class_method;
use crate::target::read;
use crate::workers;
use carom::glam::DVec2;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple, PyType};
use std::sync::Mutex;

/// Mover(surface, feet, height=1.8, **settings): kinematic character controllers in 2D, one for each of `feet` (..., 2).
///
/// The characters walk on a Chain or World and do not see each other. `height` (...) is from the lowest to the highest point of a
/// capsule. `settings` are those of carom.Mover, with `up` (0, 1).
///
/// >>> import carom
/// >>> hill = carom.planar.Chain([[-9., 0], [2, 0], [4, 1], [9, 1]])
/// >>> heroes = carom.planar.Mover(hill, [[0., 0.01], [3, 1]])
/// >>> for _ in range(60):
/// ...     step = heroes.step([3., 0], 1 / 60)
/// >>> step.on_ground, step.feet[:, 1].round(2) >= [0.3, 1]
/// (array([ True,  True]), array([ True,  True]))
#[pyclass(frozen, module = "carom.planar", name = "Mover")]
pub(crate) struct PlanarMover {
    surface: Py<PlanarSurface>,
    group: Mutex<Box<Kin<DVec2>>>,
    leading: Vec<usize>,
}

impl PlanarMover {
    fn is_in_world(&self) -> bool {
        matches!(self.surface.get().target, PlanarTarget::World(..))
    }

    fn chosen(&self, characters: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
        chosen(characters, self.leading.iter().product())
    }
}

#[pymethods]
impl PlanarMover {
    #[new]
    #[pyo3(signature = (surface, feet, height = None, *, locomotion = None, **options))]
    fn new(
        surface: &Bound<'_, PlanarSurface>,
        feet: &Bound<'_, PyAny>,
        height: Option<&Bound<'_, PyAny>>,
        locomotion: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let (all, leading) = made(feet, height, locomotion, options)?;
        Ok(Self {
            surface: surface.clone().unbind(),
            group: Mutex::new(Box::new(all)),
            leading,
        })
    }

    /// Moves all characters through one tick of `dt` seconds: a Steps, with vectors (..., 2). `dt` (...) may be one for each: 0 leaves a
    /// character as it is.
    ///
    /// `velocity` (..., 2) is the wanted velocity, horizontal; `jump` (...) an upward speed where it is more than 0, which
    /// counts on the ground; `height` (...) a new height where it is more than 0: crouch, or stand up where there is room.
    /// `rise` (...) is an upward speed in the place of gravity in this tick, NaN where gravity acts. `axis` (..., 2) is the direction,
    /// from tail to head, to turn a capsule to that lies or leans; along up it stands, and zero keeps the direction.
    /// `fly` (...), booleans: those fly at `velocity`, in any direction, without gravity and ground, and past a `locomotion`; `air_jump`
    /// (...), booleans: the jump counts in the air too.
    /// `up` (..., 2) is the direction against gravity of each in this tick; by default that of the settings. `why` has the bits of
    /// carom.Why.
    ///
    /// >>> import carom
    /// >>> hero = carom.planar.Mover(carom.planar.Chain([[-9., 0], [9, 0]]), [0., 0.01], gravity=10, locomotion=True)
    /// >>> step = hero.step([0., 0], 0.25)
    /// >>> step = hero.step([0., 0], 0.25, jump=5)
    /// >>> step.on_ground, step.velocity
    /// (array(False), array([0. , 2.5]))
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
        let intents = Intents::new::<DVec2>(&GivenIntents {
            velocity,
            jump,
            height,
            rise,
            axis,
            fly,
            air_jump,
        })?;
        let up = up.map(|up| Argument::new(up, "up", Row::Place));
        let tick = Tick {
            drive: Drive::Intents(&intents),
            up: up.transpose()?,
            leading: &self.leading,
            threads: workers::number(threads)?,
            dt: &Argument::new(dt, "dt", Row::Number)?,
        };
        let mut all = exclusive(&self.group, "mover")?;
        match &self.surface.get().target {
            PlanarTarget::Chain(chain) => tick.run(py, &mut all, &**chain, &mut []),
            PlanarTarget::World(world, filters) => {
                let world = read(world)?;
                tick.run(py, &mut all, &filters.query(&world), &mut [])
            }
        }
    }

    /// The surfaces that the last tick met, character by character: Collisions(character, point, normal, velocity, role, segment, body,
    /// tag). Each part once and at most 32 of a character; of one that is stuck all parts that it overlaps, at most 16.
    ///
    /// >>> import carom
    /// >>> world = carom.planar.World()
    /// >>> floor, crate = world.add(carom.planar.Box([[-9., -1], [0.5, 0]], [[9., 0], [1.5, 1]]))
    /// >>> heroes = carom.planar.Mover(world, [[0., 0.01], [5, 0.01]])
    /// >>> step = heroes.step([3., 0], 0.1)
    /// >>> met = heroes.collisions()
    /// >>> met.character, met.body == crate, met.velocity
    /// (array([0]), array([ True]), array([[3., 0.]]))
    /// >>> met.push_impulse(80, 1 / 40) + 0  # 80 kg against 40 kg: both go on at 2 m/s
    /// array([[80.,  0.]])
    fn collisions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let all = exclusive(&self.group, "mover")?;
        collisions(
            py,
            all.collisions.iter().map(Vec::as_slice),
            self.is_in_world(),
        )
    }

    /// Puts `characters`, indices or a boolean mask, to rest at `feet`, (2,) or one for each: a teleport or a new episode.
    fn place(&self, characters: &Bound<'_, PyAny>, feet: &Bound<'_, PyAny>) -> PyResult<()> {
        let rows = self.chosen(characters)?;
        exclusive(&self.group, "mover")?.place(&rows, feet)
    }

    /// Takes all speed of `characters`, indices or a boolean mask.
    fn stop(&self, characters: &Bound<'_, PyAny>) -> PyResult<()> {
        let rows = self.chosen(characters)?;
        exclusive(&self.group, "mover")?.stop(&rows);
        Ok(())
    }

    /// Adds `velocity`, (2,) or one for each, to that of `characters`, indices or a boolean mask: an explosion, a blow. Only of a Mover
    /// with `locomotion`.
    ///
    /// The horizontal part wears off by friction: without input a knock of speed v slides v / friction far. A part upward leaves
    /// the ground; a part downward counts in the air only. The same at every tick rate.
    fn knock_back(
        &self,
        characters: &Bound<'_, PyAny>,
        velocity: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let rows = self.chosen(characters)?;
        let velocity = Argument::new(velocity, "velocity", Row::Place)?;
        exclusive(&self.group, "mover")?.knock_back(&rows, &velocity)
    }

    /// Sets what the bodies of the surface, or their parts, are made of, from the next tick on.
    ///
    /// `bodies` (...) are names in a World, or None for a Chain; `part` (...) are numbers of segments, or None for all that have no
    /// material of their own. Everything is broadcast: `max_slope` (...), the steepest slope that can be walked there, in degrees, NaN
    /// for that of the mover; `step` (...), whether characters step up on to it; `friction` (...) as a factor of that of other ground,
    /// which Steps.grip reports; `velocity` (..., 2), a conveyor; `tag` (...), an integer of yours, which Steps.tag reports. The call
    /// replaces all materials that were set before; `bodies` without any name removes them. Raises a ValueError for two different
    /// materials in one place.
    ///
    /// >>> import carom
    /// >>> heroes = carom.planar.Mover(carom.planar.Chain([[-9., 0], [9, 0]]), [[0., 0.01]])
    /// >>> heroes.set_surfaces(None, velocity=[2., 0], tag=7)
    /// >>> for _ in range(60):
    /// ...     step = heroes.step([0., 0], 1 / 60)
    /// >>> step.feet[:, 0].round(1), step.tag
    /// (array([2.]), array([7], dtype=uint32))
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
                "bodies must be names of bodies for a World, and None for a Chain",
            ));
        }
        let materials = Materials::new::<DVec2>(bodies, &given)?;
        exclusive(&self.group, "mover")?.surfaces = materials.table()?;
        Ok(())
    }

    /// An independent copy: the state to roll back to.
    fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        Ok(Self {
            surface: self.surface.clone_ref(py),
            group: Mutex::new(exclusive(&self.group, "mover")?.clone()),
            leading: self.leading.clone(),
        })
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, mover) = (this.py(), this.get());
        let bytes = exclusive(&mover.group, "mover")?.to_bytes(py)?;
        let state = (&mover.surface, bytes, &mover.leading);
        (class_method(this, "_restored")?, state).into_pyobject(py)
    }

    #[classmethod]
    fn _restored(
        _class: &Bound<'_, PyType>,
        surface: &Bound<'_, PlanarSurface>,
        bytes: &Bound<'_, PyBytes>,
        leading: Vec<usize>,
    ) -> PyResult<Self> {
        let all: Kin<DVec2> = unpickled(bytes)?;
        if all.states.len() != leading.iter().product::<usize>() {
            return Err(PyValueError::new_err(
                "a mover of another number of characters",
            ));
        }
        Ok(Self {
            surface: surface.clone().unbind(),
            group: Mutex::new(Box::new(all)),
            leading,
        })
    }

    /// The number of characters.
    fn __len__(&self) -> usize {
        self.leading.iter().product()
    }
}

/// The impulses (..., 2) of pushes: `Collisions.push_impulse`.
#[pyfunction]
pub(crate) fn push_impulse<'py>(
    normal: &Bound<'py, PyAny>,
    velocity: &Bound<'py, PyAny>,
    mass: &Bound<'py, PyAny>,
    inverse_mass: &Bound<'py, PyAny>,
    limit: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    impulses::<DVec2>([normal, velocity], [mass, inverse_mass, limit])
}
