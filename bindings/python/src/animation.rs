//! Root motion: animations that move characters, as arrays.

use crate::arrays::{Argument, Row, Rows};
use crate::characters::in_shape;
use crate::shape_rows::require_finite;
use carom::mover::{CharacterState, Intent, Locomotion, Mover, RootMotion};
use carom::{Scene, Vector};
use pyo3::prelude::*;

/// The motions of the root bones of animations in a tick.
pub(crate) struct Animation<'py> {
    displacement: Argument<'py>,
    turn: Argument<'py>,
    facing: Argument<'py>,
    vertical: Option<Argument<'py>>,
}

/// The rows of it.
pub(crate) struct AnimationRows<'a> {
    displacement: Rows<'a>,
    turn: Rows<'a>,
    facing: Rows<'a>,
    vertical: Option<Rows<'a>>,
}

impl<'py> Animation<'py> {
    pub(crate) fn new(
        displacement: &Bound<'py, PyAny>,
        turn: &Bound<'py, PyAny>,
        facing: &Bound<'py, PyAny>,
        vertical: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Self> {
        Ok(Self {
            displacement: Argument::new(displacement, "displacement", Row::Vector)?,
            turn: Argument::new(turn, "turn", Row::Number)?,
            facing: Argument::new(facing, "facing", Row::Number)?,
            vertical: vertical
                .map(|vertical| Argument::flags(vertical, "vertical", Row::Number))
                .transpose()?,
        })
    }

    /// Raises for a row that is not finite.
    pub(crate) fn rows<V: Vector>(&self, leading: &[usize]) -> PyResult<AnimationRows<'_>> {
        let vertical = self.vertical.as_ref();
        let rows = AnimationRows {
            displacement: in_shape(&self.displacement, leading)?,
            turn: in_shape(&self.turn, leading)?,
            facing: in_shape(&self.facing, leading)?,
            vertical: vertical
                .map(|vertical| in_shape(vertical, leading))
                .transpose()?,
        };
        require_finite::<V>([&rows.displacement, &rows.turn, &rows.facing])?;
        Ok(rows)
    }
}

impl AnimationRows<'_> {
    /// The angle of a character before the tick.
    pub(crate) fn facing<V: Vector>(&self, row: usize) -> V::Scalar {
        self.facing.scalar(row)
    }

    /// The intent of a tick in which the animation moves a character, and its angle after it; the ground turns it, too.
    pub(crate) fn intent<V: Vector>(
        &self,
        row: usize,
        mover: &Mover<V>,
        scene: &impl Scene<V>,
        (state, locomotion): (&CharacterState<V>, Option<&mut Locomotion<V>>),
        dt: V::Scalar,
    ) -> (Intent<V>, V::Scalar) {
        let up = mover.settings().up;
        let motion = RootMotion {
            displacement: self.displacement.vector(row),
            turn: self.turn.scalar(row),
            vertical: (self.vertical.as_ref()).is_some_and(|vertical| vertical.is_true(row)),
        };
        let mut facing = self.facing::<V>(row) + state.ground_turn(scene, up, dt);
        let intent = match locomotion {
            Some(locomotion) => {
                locomotion.grip = mover.grip(state);
                locomotion.root_motion(state, &motion, &mut facing, up, dt)
            }
            None => motion.intent(&mut facing, up, dt),
        };
        (intent, facing)
    }
}
