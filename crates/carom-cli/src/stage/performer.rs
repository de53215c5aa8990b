//! A character of the crowd: its inputs, and the intents that they make.

use super::abilities::{Able, Around, Moment};
use carom::mover::{Agent, CharacterState, Intent, Locomotion, LocomotionSettings, RootMotion};
use carom::{Rotation, Scalar, Vector};
use carom_format::scenario::{Actor, EvenRootMotion, Input};

/// The inputs of a character of the crowd.
pub(crate) struct Performer<V: Vector> {
    pub(crate) name: String,
    pub(super) locomotion: Option<Locomotion<V>>,
    able: Option<Able<V>>,
    inputs: Vec<Input>,
    /// The input entry of the tick before.
    entry: Option<usize>,
    /// The angle about up from the scenario's frame to its own, radians; platforms turn it, and root motions.
    pub(super) facing: V::Scalar,
}

impl<V: Vector> Performer<V> {
    pub(super) fn new(actor: &Actor) -> Self {
        let scalar = V::Scalar::from_f64;
        let able = actor.abilities.map(Able::new);
        let direct = able.as_ref().map(|_| LocomotionSettings::direct());
        Self {
            name: actor.name.clone(),
            locomotion: actor.locomotion.or(direct).map(|rates| {
                Locomotion::new(LocomotionSettings {
                    acceleration: scalar(rates.acceleration),
                    friction: scalar(rates.friction),
                    air_acceleration: scalar(rates.air_acceleration),
                    coyote: scalar(rates.coyote),
                    buffer: scalar(rates.buffer),
                })
            }),
            able,
            inputs: actor.inputs.clone(),
            entry: None,
            facing: V::Scalar::ZERO,
        }
    }

    /// The entry of its inputs for the tick with its middle at `middle` seconds, and whether it begins: the first that
    /// lasts beyond it, else the last.
    fn input(&mut self, middle: f64) -> Option<(Input, bool)> {
        let lasting = self.inputs.iter().position(|input| input.until > middle);
        let last = self.inputs.len().checked_sub(1);
        let entry = lasting.or(last)?;
        let begins = self.entry != Some(entry);
        self.entry = Some(entry);
        Some((self.inputs[entry], begins))
    }

    /// The intent of the tick with its middle at `middle` seconds. A jump is wanted once, in the entry's first tick.
    pub(super) fn intent(
        &mut self,
        agent: &mut Agent<V>,
        around: &Around<'_, V>,
        middle: f64,
    ) -> Intent<V> {
        let (up, dt) = (agent.mover.settings().up, around.dt);
        let body = &mut agent.body;
        let Some((input, begins)) = self.input(middle) else {
            return self.walk(body, V::ZERO, None, up, dt);
        };
        let moves = !input.fly && input.root_motion.is_none();
        let intent = match (&mut self.able, &mut self.locomotion) {
            (Some(able), Some(locomotion)) if moves => {
                let moment = Moment {
                    input: &input,
                    begins,
                    settings: *agent.mover.settings(),
                    around,
                };
                able.before(&moment, body, locomotion)
            }
            (able, _) => {
                if let Some(able) = able {
                    able.rest();
                }
                self.input_intent(&input, begins, body, up, dt)
            }
        };
        Intent {
            height: input.height.map(V::Scalar::from_f64),
            axis: input.axis.map(V::from_f64),
            ..intent
        }
    }

    /// After the tick of the crowd with this intent.
    pub(super) fn adopt(
        &mut self,
        agent: &mut Agent<V>,
        around: &Around<'_, V>,
        intent: &Intent<V>,
    ) {
        match (&mut self.able, &mut self.locomotion) {
            (Some(able), Some(locomotion)) => able.after(agent, around, locomotion, intent),
            (_, Some(locomotion)) => {
                locomotion.adopt(&agent.body, intent, agent.mover.settings().up);
            }
            _ => {}
        }
    }

    /// The same but for the posture.
    fn input_intent(
        &mut self,
        input: &Input,
        begins: bool,
        body: &CharacterState<V>,
        up: V,
        dt: V::Scalar,
    ) -> Intent<V> {
        if let Some(motion) = &input.root_motion {
            return self.animate(body, motion, up, dt);
        }
        let velocity = V::from_f64(input.wanted);
        let jump = input.jump.filter(|_| begins).map(V::Scalar::from_f64);
        if input.fly {
            return Intent {
                fly: true,
                ..Intent::walk(velocity)
            };
        }
        self.walk(body, velocity, jump, up, dt)
    }

    /// The intent of a tick of an even animation: its displacement is the chord of an arc.
    fn animate(
        &mut self,
        body: &CharacterState<V>,
        motion: &EvenRootMotion,
        up: V,
        dt: V::Scalar,
    ) -> Intent<V> {
        let (turn, seconds) = (motion.turn.to_radians() * dt.to_f64(), dt.to_f64());
        let half = turn * 0.5;
        let chord = if half == 0.0 {
            1.0
        } else {
            libm::sin(half) / half
        };
        let velocity = V::from_f64(motion.velocity);
        let rise = up * velocity.dot(up);
        let across = (velocity - rise) * V::Scalar::from_f64(chord);
        let across = if V::DIM == 3 {
            Rotation::new(up, V::Scalar::from_f64(half)).rotate(across)
        } else {
            across
        };
        let motion = RootMotion {
            displacement: (across + rise) * V::Scalar::from_f64(seconds),
            turn: V::Scalar::from_f64(turn),
            vertical: motion.vertical,
        };
        let facing = &mut self.facing;
        match &mut self.locomotion {
            Some(locomotion) => locomotion.root_motion(body, &motion, facing, up, dt),
            None => motion.intent(facing, up, dt),
        }
    }

    fn walk(
        &mut self,
        body: &CharacterState<V>,
        velocity: V,
        jump: Option<V::Scalar>,
        up: V,
        dt: V::Scalar,
    ) -> Intent<V> {
        match &mut self.locomotion {
            Some(locomotion) => locomotion.intent(body, velocity, jump, up, dt),
            None => Intent {
                jump,
                ..Intent::walk(velocity)
            },
        }
    }
}
