//! Execution of events.

use super::predict::relative;
use super::{Engine, Own};
use crate::billiards::ball_impact::BallImpact;
use crate::billiards::cushion_impact::CushionImpact;
use crate::billiards::cushions::Cushion;
use crate::billiards::models::{BallModel, CushionModel};
use crate::billiards::phase::Phase;
use crate::billiards::result::ShotEventKind;
use crate::table::arc::Arc;
use carom_math::Scalar;

/// Balls that are pressed together (or against a cushion) by friction separate at least this fast, m/s: a rise by some
/// 10 nm. Without a minimum, bounces would die out in infinitely many events. Slower collisions of balls that are
/// not pressed keep their restitution.
const PRESSED_SPEED: f64 = 1.0 / 4096.0;

/// All others separate at least this fast, m/s: far above the rounding of velocities, so that no collision is repeated at
/// one moment for rounding.
const LEAST_SPEED: f64 = 1.0 / (1_u64 << 40) as f64;

impl Engine<'_> {
    /// The event of a ball alone.
    pub(super) fn execute_own(&mut self, ball: u32) {
        let i = ball as usize;
        match self.tracks[i].own {
            Own::Transition => {
                let phase = self.tracks[i].phase;
                let next = phase.next();
                self.set_phase(i, next);
                let [from, to] = [phase, next].map(|phase| phase.motion());
                self.report(ball, next.at(0.0), ShotEventKind::Transition { from, to });
            }
            Own::Pocket(pocket) => {
                let center = self.table.layout.pockets[pocket as usize].center;
                let phase = Phase::pocketed(center, &self.table.balls[i].parameters);
                self.set_phase(i, phase);
                self.report(ball, phase.at(0.0), ShotEventKind::Pocket { pocket });
            }
            Own::Cushion(cushion) => self.bounce(ball, cushion),
        }
        self.predict(i);
    }

    fn bounce(&mut self, ball: u32, number: u32) {
        let i = ball as usize;
        let state = self.state(i);
        let place = state.position.truncate();
        let cushion = self.table.layout.cushions[number as usize];
        let normal = match cushion {
            Cushion::Straight { normal, .. } => -normal,
            Cushion::Jaw { center, .. } => (center - place).normalize(),
        };
        let parameters = &self.table.balls[i].parameters;
        let mut impact = CushionImpact {
            state,
            parameters,
            normal,
            nose: self.table.nose,
        };
        let speed = impact.closing();
        if speed > 0.0 {
            match self.table.models.cushion {
                CushionModel::Han2005 => impact.han(),
                CushionModel::Mathavan2010 { steps } => impact.mathavan(steps),
            }
        }
        if -impact.closing() < PRESSED_SPEED {
            let phase = Phase::of(&impact.state, parameters);
            let is_pressed = match cushion {
                Cushion::Straight { .. } => phase.acceleration.dot(normal) > 0.0,
                Cushion::Jaw { center, radius } => {
                    relative(&phase, center, radius + parameters.radius).bend(0.0) < 0.0
                }
            };
            impact.separate(least_speed(is_pressed));
        }
        let after = impact.state;
        self.set(i, &after);
        let (cushion, speed) = (number, Scalar::max(speed, 0.0));
        self.report(ball, after, ShotEventKind::Cushion { cushion, speed });
    }

    /// The collision of two balls.
    pub(super) fn collide(&mut self, ball: u32, other: u32) {
        let [i, j] = [ball, other].map(|ball| ball as usize);
        let states = [self.state(i), self.state(j)];
        let way = (states[1].position - states[0].position).truncate();
        let mut impact = BallImpact {
            states,
            parameters: [i, j].map(|ball| &self.table.balls[ball].parameters),
            normal: way.normalize(),
        };
        let speed = impact.closing();
        if speed > 0.0 {
            let [across, up] = impact.slip();
            let slip = Scalar::sqrt(across * across + up * up);
            let average = impact.mean(|ball| ball.ball_friction);
            match self.table.models.ball {
                BallModel::FrictionalInelastic { friction } => {
                    impact.collide(friction.at(slip, average));
                }
                BallModel::Mathavan2014 { friction, steps } => {
                    impact.integrate(friction.at(slip, average), steps);
                }
            }
        }
        if -impact.closing() < PRESSED_SPEED {
            let [a, b] = [0, 1].map(|k| Phase::of(&impact.states[k], impact.parameters[k]));
            let arc = Arc {
                way,
                velocity: b.velocity - a.velocity,
                acceleration: b.acceleration - a.acceleration,
                radii: 2.0 * self.table.radius(),
            };
            impact.separate(least_speed(arc.bend(0.0) < 0.0));
        }
        let [after, other_after] = impact.states;
        self.set(i, &after);
        self.set(j, &other_after);
        let speed = Scalar::max(speed, 0.0);
        let kind = ShotEventKind::Ball {
            other,
            other_after,
            speed,
        };
        self.report(ball, after, kind);
        self.predict(i);
        self.predict(j);
    }
}

fn least_speed(is_pressed: bool) -> f64 {
    if is_pressed {
        PRESSED_SPEED
    } else {
        LEAST_SPEED
    }
}
