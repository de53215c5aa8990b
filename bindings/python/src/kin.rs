//! Characters of one kind that walk on a surface, and their tick.

use crate::animation::{Animation, AnimationRows};
use crate::answers::Columns;
use crate::arrays::{Argument, Rows};
use crate::characters::{IntentRows, Intents, at_rest, durations, in_shape, settings};
use crate::locomotion::{self, Stored};
use crate::shape_rows::require_directions;
use crate::steps::{StepArrays, StepColumns};
use crate::stored::{from_bytes, to_bytes};
use crate::workers::{self, Stop};
use carom::mover::{
    CharacterState, Collision, Intent, Locomotion, Mover, MoverSettings, Report, Surfaces,
};
use carom::{Scalar, Scene, Vector};
use numpy::Element;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// Characters of one kind.
#[derive(Clone)]
pub(crate) struct Kin<V: Vector> {
    pub(crate) states: Vec<CharacterState<V>>,
    pub(crate) settings: MoverSettings<V>,
    pub(crate) surfaces: Option<Arc<Surfaces<V>>>,
    /// One for each of the states, or none.
    pub(crate) locomotion: Vec<Locomotion<V>>,
    /// The surfaces that each has met in its last tick.
    pub(crate) collisions: Vec<Vec<Collision<V>>>,
}

/// Characters at rest, and their leading dimensions.
pub(crate) fn made<V: Vector>(
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
        collisions: vec![Vec::new(); states.len()],
        states,
        settings: *mover.settings(),
        surfaces: None,
    };
    Ok((all, leading))
}

/// Characters in the bytes of a pickle.
pub(crate) fn unpickled<V: Vector + DeserializeOwned>(
    bytes: &Bound<'_, PyBytes>,
) -> PyResult<Kin<V>>
where
    V::Scalar: DeserializeOwned,
{
    let (states, settings, surfaces, stored): (Vec<_>, _, Option<Surfaces<V>>, Stored<V::Scalar>) =
        from_bytes(bytes)?;
    let locomotion =
        stored.map(|(settings, bytes)| locomotion::from_bytes(settings, states.len(), &bytes));
    Ok(Kin {
        locomotion: locomotion.transpose()?.unwrap_or_default(),
        collisions: vec![Vec::new(); states.len()],
        states,
        settings,
        surfaces: surfaces.map(Arc::new),
    })
}

impl<V: Vector> Kin<V> {
    pub(crate) fn place(&mut self, rows: &[usize], feet: &Bound<'_, PyAny>) -> PyResult<()> {
        placed(&mut self.states, rows, feet)?;
        for row in rows {
            self.collisions[*row].clear();
            if let Some(state) = self.locomotion.get_mut(*row) {
                *state = Locomotion::new(state.settings);
            }
        }
        Ok(())
    }

    pub(crate) fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>>
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
pub(crate) fn placed<V: Vector>(
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
fn directions<'a, V: Vector>(given: &'a Argument<'_>, leading: &[usize]) -> PyResult<Rows<'a>> {
    let rows = in_shape(given, leading)?;
    require_directions::<V>(&rows, leading.iter().product())?;
    Ok(rows)
}

/// The drive of characters in a tick.
pub(crate) enum Drive<'a, 'py> {
    Intents(&'a Intents<'py>),
    Animation(&'a Animation<'py>),
}

/// The rows of it.
#[expect(clippy::large_enum_variant, reason = "a call has one of it")]
enum DriveRows<'a> {
    Intents(IntentRows<'a>),
    Animation(AnimationRows<'a>),
}

/// A call that steps characters.
pub(crate) struct Tick<'a, 'py> {
    pub(crate) drive: Drive<'a, 'py>,
    pub(crate) up: Option<Argument<'py>>,
    pub(crate) leading: &'a [usize],
    pub(crate) threads: usize,
    pub(crate) dt: &'a Argument<'py>,
}

impl Tick<'_, '_> {
    /// `facing` is that of each character after an animation; without one it is empty.
    pub(crate) fn run<'py, V: Vector<Scalar: Element>>(
        &self,
        py: Python<'py>,
        kin: &mut Kin<V>,
        scene: &(impl Scene<V> + Sync),
        facing: &mut [V::Scalar],
    ) -> PyResult<Bound<'py, PyAny>> {
        let drive = match self.drive {
            Drive::Intents(intents) => DriveRows::Intents(intents.rows::<V>(self.leading)?),
            Drive::Animation(animation) => DriveRows::Animation(animation.rows::<V>(self.leading)?),
        };
        let durations = durations::<V::Scalar>(self.dt, self.leading)?;
        let up = (self.up.as_ref())
            .map(|up| directions::<V>(up, self.leading))
            .transpose()?;
        let mut arrays = StepArrays::new(py, self.leading)?;
        let Kin {
            states,
            settings,
            surfaces,
            locomotion,
            collisions,
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
                let dt = durations.scalar(from + at);
                all.tick(&mut mover, scene, &drive, [at, from + at], dt);
            }
        };
        let all = Characters {
            states,
            locomotion,
            collisions,
            facing,
            columns: arrays.columns(),
        };
        // A tick takes as long as a dozen queries.
        workers::run_blocks(py, rows, self.threads, [4, 256], all, work)?;
        arrays.answer(py)
    }
}

struct Characters<'a, V: Vector> {
    states: &'a mut [CharacterState<V>],
    /// One for each, or none.
    locomotion: &'a mut [Locomotion<V>],
    collisions: &'a mut [Vec<Collision<V>>],
    /// One for each in an animation, or none.
    facing: &'a mut [V::Scalar],
    columns: StepColumns<'a, V>,
}

impl<V: Vector> Characters<'_, V> {
    /// The tick of the character at a place of this block, by its row in the drive.
    fn tick(
        &mut self,
        mover: &mut Mover<V>,
        scene: &impl Scene<V>,
        drive: &DriveRows<'_>,
        [at, row]: [usize; 2],
        dt: V::Scalar,
    ) {
        let (state, met) = (&mut self.states[at], &mut self.collisions[at]);
        met.clear();
        // A tick of no time is none.
        if dt <= V::Scalar::ZERO {
            let report = (&Report::default(), &met[..]);
            return self.columns.put(at, mover, state, report);
        }
        let character = (&mut *state, self.locomotion.get_mut(at));
        let report = match drive {
            DriveRows::Intents(rows) => stepped(mover, scene, character, rows.intent(row), dt),
            DriveRows::Animation(rows) => {
                let (report, facing) = animated(mover, scene, character, rows, (row, dt));
                self.facing[at] = facing;
                report
            }
        };
        met.extend_from_slice(mover.collisions());
        self.columns.put(at, mover, state, (&report, met));
    }
}

impl<V: Vector> Columns for Characters<'_, V> {
    fn split(self, rows: usize) -> (Self, Self) {
        let (states, others) = self.states.split_at_mut(rows);
        let (collisions, other_collisions) = self.collisions.split_at_mut(rows);
        let (facing, other_facing) = self.facing.split_at_mut(rows.min(self.facing.len()));
        let (columns, rest) = self.columns.split(rows);
        let split = rows.min(self.locomotion.len());
        let (locomotion, other_locomotion) = self.locomotion.split_at_mut(split);
        let first = Characters {
            states,
            locomotion,
            collisions,
            facing,
            columns,
        };
        let rest = Characters {
            states: others,
            locomotion: other_locomotion,
            collisions: other_collisions,
            facing: other_facing,
            columns: rest,
        };
        (first, rest)
    }
}

/// One tick of a character, with its locomotion.
fn stepped<V: Vector>(
    mover: &mut Mover<V>,
    scene: &impl Scene<V>,
    (state, locomotion): (&mut CharacterState<V>, Option<&mut Locomotion<V>>),
    intent: Intent<V>,
    dt: V::Scalar,
) -> Report<V> {
    // A flight has its own velocity.
    let Some(locomotion) = locomotion.filter(|_| !intent.fly) else {
        return mover.step(scene, state, &intent, dt);
    };
    let intent = locomotion::intent(mover, state, locomotion, intent, dt);
    let report = mover.step(scene, state, &intent, dt);
    locomotion.adopt(state, &intent, mover.settings().up);
    report
}

/// One tick of a character that an animation moves, and its angle after it.
fn animated<V: Vector>(
    mover: &mut Mover<V>,
    scene: &impl Scene<V>,
    (state, mut locomotion): (&mut CharacterState<V>, Option<&mut Locomotion<V>>),
    rows: &AnimationRows<'_>,
    (row, dt): (usize, V::Scalar),
) -> (Report<V>, V::Scalar) {
    let character = (&*state, locomotion.as_deref_mut());
    let (intent, facing) = rows.intent(row, mover, scene, character, dt);
    let report = mover.step(scene, state, &intent, dt);
    if let Some(locomotion) = locomotion {
        locomotion.adopt(state, &intent, mover.settings().up);
    }
    (report, facing)
}
