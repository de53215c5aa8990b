//! The characters of a crowd with their locomotion.

use crate::locomotion::{self, Stored};
use crate::stored::{from_bytes, to_bytes};
use carom::mover::{
    CharacterState, Crowd, CrowdRole, Intent, Locomotion, LocomotionSettings, Mover,
};
use carom::{BodyError, Vector, World};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The characters of a crowd.
pub(crate) struct Walkers<V: Vector> {
    pub(crate) crowd: Crowd<V>,
    rates: Option<LocomotionSettings<V::Scalar>>,
    /// One for each of the crowd, or none.
    pub(crate) locomotion: Vec<Locomotion<V>>,
}

impl<V: Vector> Walkers<V> {
    pub(crate) fn new(layer: u32, rates: Option<LocomotionSettings<V::Scalar>>) -> Self {
        Self {
            crowd: Crowd::new(layer),
            rates,
            locomotion: Vec::new(),
        }
    }

    pub(crate) fn add(
        &mut self,
        world: &mut World<V>,
        mover: Mover<V>,
        state: CharacterState<V>,
        (mass, role, gives_way): (V::Scalar, CrowdRole, bool),
    ) -> Result<(), BodyError> {
        let number = self.crowd.add(world, mover, state, mass, role)?;
        self.crowd.agents_mut()[number].gives_way = gives_way;
        self.locomotion.extend(self.rates.map(Locomotion::new));
        Ok(())
    }

    /// The last one takes over the number.
    pub(crate) fn remove(&mut self, world: &mut World<V>, number: usize) {
        self.crowd.remove(world, number);
        if number < self.locomotion.len() {
            self.locomotion.swap_remove(number);
        }
    }

    /// Those that were put elsewhere begin at rest.
    pub(crate) fn rest(&mut self, rows: &[usize]) {
        for row in rows {
            if let Some(state) = self.locomotion.get_mut(*row) {
                *state = Locomotion::new(state.settings);
            }
        }
    }

    /// A tick with these intents, of which the locomotion makes others.
    pub(crate) fn step(&mut self, world: &mut World<V>, intents: &mut [Intent<V>], dt: V::Scalar) {
        let agents = self.crowd.agents().iter().zip(&mut self.locomotion);
        for ((agent, state), intent) in agents.zip(&mut *intents).filter(|(_, it)| !it.fly) {
            *intent = locomotion::intent(&agent.mover, &agent.body, state, *intent, dt);
        }
        self.crowd.step(world, intents, dt);
        let agents = self.crowd.agents().iter().zip(&mut self.locomotion);
        for ((agent, state), intent) in agents.zip(&*intents).filter(|(_, it)| !it.fly) {
            state.adopt(&agent.body, intent, agent.mover.settings().up);
        }
    }

    pub(crate) fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>>
    where
        V::Scalar: Serialize,
        Crowd<V>: Serialize,
    {
        let stored: Stored<V::Scalar> =
            (self.rates).map(|rates| (rates, locomotion::to_bytes(&self.locomotion)));
        to_bytes(py, &(&self.crowd, stored))
    }

    pub(crate) fn of_bytes(bytes: &Bound<'_, PyBytes>) -> PyResult<Self>
    where
        V::Scalar: DeserializeOwned,
        Crowd<V>: DeserializeOwned,
    {
        let (crowd, stored): (Crowd<V>, Stored<V::Scalar>) = from_bytes(bytes)?;
        let count = crowd.agents().len();
        let rates = stored.as_ref().map(|(rates, _)| *rates);
        let all = stored.map(|(rates, bytes)| locomotion::from_bytes(rates, count, &bytes));
        Ok(Self {
            locomotion: all.transpose()?.unwrap_or_default(),
            crowd,
            rates,
        })
    }
}
