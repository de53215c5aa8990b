//! Execution of events.

use super::predict::relative;
use super::{Engine, Own};
use crate::billiards::ball_impact::BallImpact;
use crate::billiards::cushion_impact::{PointImpact, nose_angle};
use crate::billiards::cushions::Cushion;
use crate::billiards::models::{BallModel, CushionModel};
use crate::billiards::phase::Phase;
use crate::billiards::result::ShotEventKind;
use crate::billiards::state::BallState;
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
            Own::Slate => self.land(ball),
            Own::OffTable => self.leave(ball),
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
        let flies = self.tracks[i].phase.is_airborne();
        let above = state.position.z - parameters.radius;
        let mut impact = PointImpact {
            state,
            parameters,
            normal,
            nose: if flies {
                nose_angle(self.table.spec().cushion_height, above, parameters.radius)
            } else {
                self.table.nose
            },
        };
        let speed = impact.closing();
        if speed > 0.0 {
            match self.table.models.cushion {
                _ if flies => impact.in_flight(),
                CushionModel::Han2005 => {
                    let ball = parameters;
                    impact.collide(ball.cushion_restitution, ball.cushion_friction);
                    self.table.models.slate.settle(&mut impact.state);
                }
                CushionModel::Mathavan2010 { steps } => impact.mathavan(steps),
            }
        }
        if -impact.closing() < PRESSED_SPEED {
            let phase = Phase::of(&impact.state, parameters);
            let is_pressed = match cushion {
                // Gravity presses a ball onto an edge, and the edge of a jaw is round outwards.
                _ if flies => impact.barrier().z < 0.0,
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

    /// A ball comes down on the cloth, or outside the cushions.
    fn land(&mut self, ball: u32) {
        let i = ball as usize;
        let state = self.tracks[i].phase.end();
        if self.table.layout.is_outside(state.position.truncate()) {
            return self.leave(ball);
        }
        let parameters = &self.table.balls[i].parameters;
        let after = self.table.models.slate.bounce(state, parameters);
        self.set(i, &after);
        let speed = Scalar::max(-state.velocity.z, 0.0);
        self.report(ball, after, ShotEventKind::Slate { speed });
    }

    fn leave(&mut self, ball: u32) {
        let i = ball as usize;
        let mut place = self.state(i).position;
        place.z = self.table.rail_height();
        let phase = Phase::off_table(place, &self.table.balls[i].parameters);
        self.set_phase(i, phase);
        self.report(ball, phase.at(0.0), ShotEventKind::OffTable);
    }

    /// The collision of two balls.
    pub(super) fn collide(&mut self, ball: u32, other: u32) {
        let [i, j] = [ball, other].map(|ball| ball as usize);
        let states = [self.state(i), self.state(j)];
        let way = states[1].position - states[0].position;
        let are_airborne = [i, j].map(|ball| self.tracks[ball].phase.is_airborne());
        let flies = are_airborne[0] || are_airborne[1];
        let parameters = [i, j].map(|ball| &self.table.balls[ball].parameters);
        let mut impact = BallImpact::new(states, parameters, way.normalize());
        let speed = impact.closing();
        if speed > 0.0 {
            let [across, up] = impact.slip();
            let slip = Scalar::sqrt(across * across + up * up);
            let average = impact.mean(|ball| ball.ball_friction);
            match self.table.models.ball {
                BallModel::Mathavan2014 { friction, steps } if !flies => {
                    impact.integrate(friction.at(slip, average), steps);
                }
                BallModel::FrictionalInelastic { friction }
                | BallModel::Mathavan2014 { friction, .. } => {
                    impact.collide(friction.at(slip, average));
                }
            }
        }
        self.settle(&mut impact.states, are_airborne);
        if -impact.closing() < PRESSED_SPEED {
            let [a, b] = [0, 1].map(|k| Phase::of(&impact.states[k], impact.parameters[k]));
            let arc = Arc {
                way,
                velocity: (b.velocity - a.velocity).extend(b.rise - a.rise),
                acceleration: (b.acceleration - a.acceleration).extend(b.lift() - a.lift()),
                radii: 2.0 * self.table.radius(),
            };
            impact.separate(least_speed(arc.bend(0.0) < 0.0));
            self.settle(&mut impact.states, are_airborne);
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

    /// The slate takes up its part of the impulse on those of two balls that are on the cloth.
    fn settle(&self, states: &mut [BallState; 2], are_airborne: [bool; 2]) {
        for (state, is_airborne) in states.iter_mut().zip(are_airborne) {
            if !is_airborne {
                self.table.models.slate.settle(state);
            }
        }
    }
}

fn least_speed(is_pressed: bool) -> f64 {
    if is_pressed {
        PRESSED_SPEED
    } else {
        LEAST_SPEED
    }
}
