//! Characters one by one, whether a Mover or a Crowd has them.

use crate::arrays::Argument;
use crate::characters::in_shape;
use crate::kin::Kin;
use crate::locomotion::missing;
use crate::shape_rows::require_finite;
use crate::walkers::Walkers;
use carom::Vector;
use carom::mover::{CharacterState, Locomotion, Mover, MoverError, MoverSettings};
use pyo3::PyResult;

/// One of the characters.
pub(crate) struct One<'a, V: Vector> {
    pub(crate) settings: &'a MoverSettings<V>,
    pub(crate) body: &'a mut CharacterState<V>,
    pub(crate) locomotion: Option<&'a mut Locomotion<V>>,
}

/// Characters, by their rows.
pub(crate) trait Cast<V: Vector> {
    fn count(&self) -> usize;

    fn one(&mut self, row: usize) -> One<'_, V>;

    /// Runs for each with a mover that has its settings, its body and its materials.
    fn each_mover(
        &mut self,
        run: impl FnMut(usize, &mut Mover<V>, &mut CharacterState<V>),
    ) -> Result<(), MoverError>;

    fn knock_back(&mut self, rows: &[usize], velocity: &Argument<'_>) -> PyResult<()> {
        let velocities = in_shape(velocity, &[rows.len()])?;
        require_finite::<V>([&velocities])?;
        for (i, row) in rows.iter().enumerate() {
            let one = self.one(*row);
            let locomotion = one.locomotion.ok_or_else(|| missing("knock_back"))?;
            locomotion.knock_back(one.body, velocities.vector(i), one.settings.up);
        }
        Ok(())
    }

    /// Takes all speed of characters.
    fn stop(&mut self, rows: &[usize]) {
        for row in rows {
            let one = self.one(*row);
            one.body.velocity = V::ZERO;
            if let Some(locomotion) = one.locomotion {
                locomotion.velocity = V::ZERO;
            }
        }
    }
}

impl<V: Vector> Cast<V> for Kin<V> {
    fn count(&self) -> usize {
        self.states.len()
    }

    fn one(&mut self, row: usize) -> One<'_, V> {
        One {
            settings: &self.settings,
            body: &mut self.states[row],
            locomotion: self.locomotion.get_mut(row),
        }
    }

    fn each_mover(
        &mut self,
        mut run: impl FnMut(usize, &mut Mover<V>, &mut CharacterState<V>),
    ) -> Result<(), MoverError> {
        let mut mover = Mover::new(self.settings)?;
        mover.set_surfaces(self.surfaces.clone());
        for (row, body) in self.states.iter_mut().enumerate() {
            run(row, &mut mover, body);
        }
        Ok(())
    }
}

impl<V: Vector> Cast<V> for Walkers<V> {
    fn count(&self) -> usize {
        self.crowd.agents().len()
    }

    fn one(&mut self, row: usize) -> One<'_, V> {
        let agent = &mut self.crowd.agents_mut()[row];
        One {
            settings: agent.mover.settings(),
            body: &mut agent.body,
            locomotion: self.locomotion.get_mut(row),
        }
    }

    fn each_mover(
        &mut self,
        mut run: impl FnMut(usize, &mut Mover<V>, &mut CharacterState<V>),
    ) -> Result<(), MoverError> {
        for (row, agent) in self.crowd.agents_mut().iter_mut().enumerate() {
            run(row, &mut agent.mover, &mut agent.body);
        }
        Ok(())
    }
}
