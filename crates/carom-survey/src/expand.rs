//! Expansion of a place: the runs that start there, and why those that fall short do.

use crate::columns::AROUND;
use crate::obstacle::Obstacle;
use crate::places::Place;
use crate::probe::Probe;
use crate::run::{Action, End, Hold, Outcome, Runner};
use crate::survey::Survey;
use glam::Vec3;

/// The columns a knight's move away, which are targets too where something is in the way.
const BETWEEN: [[i32; 2]; 8] = [
    [2, 1],
    [1, 2],
    [-1, 2],
    [-2, 1],
    [-2, -1],
    [-1, -2],
    [1, -2],
    [2, -1],
];

/// The results of all runs from a place.
#[derive(Default)]
pub(crate) struct Expansion {
    pub(crate) outcomes: Vec<Outcome>,
    /// At most one of a kind.
    pub(crate) obstacles: Vec<(Action, Obstacle)>,
    /// Inputs that shake the character for as long as they last, and where.
    pub(crate) shaken: Vec<(Action, Vec3)>,
}

impl Expansion {
    fn note(&mut self, action: Action, obstacle: Option<Obstacle>) {
        self.obstacles.extend(
            obstacle
                .filter(|new| self.obstacles.iter().all(|(_, old)| old.kind != new.kind))
                .map(|obstacle| (action, obstacle)),
        );
    }
}

impl Survey<'_> {
    /// Makes all runs from a place.
    pub(crate) fn expand(
        &self,
        place: &Place,
        runner: &mut Runner,
        probe: &mut Probe,
    ) -> Expansion {
        let mut expansion = Expansion::default();
        let [x, z] = self.columns.of(place.body.feet);
        for (i, [dx, dz]) in AROUND.into_iter().chain(BETWEEN).enumerate() {
            if i == AROUND.len() && expansion.outcomes.iter().all(Outcome::is_plain) {
                break;
            }
            let way = self.columns.way(place.body.feet, [x + dx, z + dz]);
            self.go(place, way, runner, probe, &mut expansion);
        }
        if let Some(crouch) = self.options.crouch {
            let height = if place.crouched {
                self.options.height
            } else {
                crouch
            };
            let change = Action {
                height: Some(height),
                ..Action::default()
            };
            let changed = runner.run(&place.body, change, Hold::Ticks);
            if changed.body.height < height {
                let ceiling = probe.overhead(&changed.body, height - crouch);
                expansion.note(changed.action, ceiling);
            }
            expansion.outcomes.push(changed);
        }
        expansion
    }

    /// Walks a level displacement from a place. Where the walk is not plain, also runs off the edge, jumps, and finds out
    /// what is in the way.
    fn go(
        &self,
        place: &Place,
        way: Vec3,
        runner: &mut Runner,
        probe: &mut Probe,
        expansion: &mut Expansion,
    ) {
        let walk = self.walk(way);
        let walked = runner.run(&place.body, walk, Hold::Ticks);
        expansion.outcomes.push(walked);
        let full = Action {
            velocity: way.normalize_or_zero() * self.options.speed,
            ..walk
        };
        if walked.flew {
            let run = runner.run(&place.body, full, Hold::Landing);
            expansion.outcomes.push(run);
        }
        if walked.is_unsteady()
            && let Some(action) = runner.shakes(&place.body, walked.action)
        {
            expansion.shaken.push((action, walked.body.feet));
        }
        if walked.is_plain() || place.crouched {
            return;
        }
        if walked.end == End::Rest && !walked.flew {
            let probed = probe.at(&place.body, way, &walked);
            if !probed.is_snag() || self.is_held(place, way, runner, probe) {
                expansion.note(walked.action, probed.obstacle);
            }
            if let Some(through) = probed.through {
                let run = runner.run(&place.body, self.walk(through), Hold::Ticks);
                expansion.outcomes.push(run);
            }
        }
        let Some(speed) = self.options.jump else {
            return;
        };
        let slow = Action {
            velocity: walk.velocity * 0.5,
            ..walk
        };
        for action in [full, slow] {
            let jump = Action {
                jump: Some(speed),
                ..action
            };
            let jumped = runner.run(&place.body, jump, Hold::Landing);
            if jumped.why.head {
                let ceiling = probe.overhead(&place.body, self.jump_height(speed));
                expansion.note(jumped.action, ceiling);
            }
            expansion.outcomes.push(jumped);
        }
    }

    /// Whether a walk is held up for good. A climb on to the side of a tread can take longer than the walk.
    fn is_held(&self, place: &Place, way: Vec3, runner: &mut Runner, probe: &mut Probe) -> bool {
        let walk = self.walk(way);
        let longer = Action {
            ticks: walk.ticks + self.options.hz / 2,
            ..walk
        };
        let held = runner.run(&place.body, longer, Hold::Ticks);
        probe.at(&place.body, way, &held).is_snag()
    }

    /// How far up a jump takes the feet.
    fn jump_height(&self, speed: f32) -> f32 {
        let least = 1e-6 * speed * speed;
        speed * speed / (2.0 * self.settings.gravity.max(least))
    }

    /// The input that walks a level displacement, at a constant velocity of at most the walking speed.
    pub(crate) fn walk(&self, way: Vec3) -> Action {
        let ticks = (way.length() / (self.options.speed * self.options.dt()))
            .ceil()
            .max(1.0);
        Action {
            velocity: way / (ticks * self.options.dt()),
            ticks: ticks as u32,
            ..Action::default()
        }
    }
}
