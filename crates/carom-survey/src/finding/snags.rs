//! Snags, examined once more by the mover itself: is there something in the level to mend?
//!
//! By the sweeps of the probe nothing keeps a walk from its target. If the mover arrives as soon as steeper faces are
//! walkable, and there is such a face, that face is the obstacle: no player sees it as one. If the mover arrives on a line close
//! by, only its own limits held it up. Otherwise there is an obstacle that the probe does not know, and no finding.

use crate::flood::Obstruction;
use crate::obstacle::{Obstacle, ObstacleKind};
use crate::probe::Probe;
use crate::run::{Action, Hold, Runner};
use crate::standing::Standing;
use crate::survey::Survey;
use carom::Mesh;
use carom::mover::{CharacterState, Mover, MoverSettings};
use glam::{Quat, Vec3};

/// How far to each side the lines start, in radii.
const ASIDE: [f32; 5] = [0.0, 0.1, -0.1, 0.25, -0.25];
/// Their directions, radians from that of the walk.
const TURNED: [f32; 5] = [0.0, 0.1, -0.1, 0.2, -0.2];
/// A face that no player sees as an obstacle is at most this much steeper than a walkable slope, radians.
const STEEPER: f32 = 0.35;
/// It is as deep as this along the walk, m: a hair's breadth of a bevel stops no one.
const DEEP: f32 = 0.03;
/// It is looked for this far to each side of the walk's line, in radii.
const BESIDE: [f32; 3] = [0.0, 0.5, -0.5];

/// Examines the obstacles of a search.
pub(super) struct Examiner<'a> {
    level: &'a Mesh<Vec3>,
    runner: Runner<'a>,
    /// The same mover with a steeper limit.
    steeper: Runner<'a>,
    standing: Standing<'a>,
    probe: Probe<'a>,
    settings: MoverSettings<Vec3>,
    dt: f32,
    hz: u32,
}

impl<'a> Examiner<'a> {
    pub(super) fn new(survey: &Survey<'a>) -> Self {
        let settings = survey.settings;
        let steepest = libm::acosf(settings.max_slope) + STEEPER;
        // Never upright: a cosine above 0.
        let max_slope = libm::cosf(steepest).max(0.01);
        let mover = Mover::new(MoverSettings {
            max_slope,
            ..settings
        });
        let mover = mover.expect("the survey's settings with another slope");
        Self {
            level: survey.level,
            runner: survey.runner(),
            steeper: Runner::new(survey.level, mover, &survey.options),
            standing: survey.standing(),
            probe: survey.probe(),
            settings,
            dt: survey.options.dt(),
            hz: survey.options.hz,
        }
    }

    /// The obstacle of a walk: a snag only where something is to be mended or the mover is at its limits.
    pub(super) fn examined(
        &mut self,
        from: &CharacterState<Vec3>,
        run: &Obstruction,
    ) -> Option<Obstacle> {
        if run.obstacle.kind == ObstacleKind::Nothing {
            self.obstacle(from, *run)
        } else {
            Some(run.obstacle)
        }
    }

    /// The obstacle of a walk that by the probe has none. `None` if there is no reason to doubt the mover.
    fn obstacle(
        &mut self,
        from: &CharacterState<Vec3>,
        Obstruction {
            action, obstacle, ..
        }: Obstruction,
    ) -> Option<Obstacle> {
        let way = action.velocity * (action.ticks as f32 * self.dt);
        if let Some(slope) = self.face(from, way, action) {
            let limit = libm::acosf(self.settings.max_slope);
            let [size, limit] = [slope, limit].map(f32::to_degrees);
            return Some(Obstacle {
                kind: ObstacleKind::Face,
                size,
                lacking: size - limit,
                ..obstacle
            });
        }
        self.passes_beside(from, way, action).then_some(Obstacle {
            kind: ObstacleKind::Limit,
            ..obstacle
        })
    }

    /// The slope, in radians, of a face that keeps the mover from its target only because it is a little too steep.
    fn face(&mut self, from: &CharacterState<Vec3>, way: Vec3, action: Action) -> Option<f32> {
        let MoverSettings {
            up, step_height, ..
        } = self.settings;
        let outcome = self.steeper.run(from, action, Hold::Ticks);
        let rise = (outcome.body.feet - from.feet).dot(up);
        if !self.probe.has_arrived(from, way, &outcome) || rise.abs() > step_height {
            return None;
        }
        self.steepest_on(from.feet, way)
    }

    /// The slope of the steepest face, no higher than a step, that is too steep along a level displacement, if it is not
    /// steeper than the steeper mover walks.
    fn steepest_on(&self, feet: Vec3, way: Vec3) -> Option<f32> {
        /// The distance between samples, m.
        const APART: f32 = 0.01;
        let MoverSettings {
            up,
            step_height,
            max_slope,
            radius,
            ..
        } = self.settings;
        let least = self.steeper.settings().max_slope;
        let ahead = way.normalize_or_zero();
        let across = ahead.cross(up) * radius;
        let samples = ((way.length() + radius) / APART) as u32;
        let mut steepest: Option<f32> = None;
        for beside in BESIDE {
            let mut deep = 0;
            for i in 0..samples {
                let from = feet + across * beside + ahead * (APART * i as f32) + up * step_height;
                let hit = self.level.query().ray(from, up * (-2.0 * step_height));
                let upright = hit.map_or(1.0, |hit| hit.normal.dot(up));
                let is_steep = upright < max_slope && upright >= least;
                deep = if is_steep { deep + 1 } else { 0 };
                if deep as f32 * APART >= DEEP && steepest.is_none_or(|known| upright < known) {
                    steepest = Some(upright);
                }
            }
        }
        steepest.map(libm::acosf)
    }

    /// Whether the mover arrives on a line that starts a little to a side, or has a slightly different direction.
    fn passes_beside(&mut self, from: &CharacterState<Vec3>, way: Vec3, action: Action) -> bool {
        let MoverSettings { up, radius, .. } = self.settings;
        let across = way.cross(up).normalize_or_zero() * radius;
        ASIDE.into_iter().any(|aside| {
            let beside = from.feet + across * aside;
            let Some(feet) = self.standing.at(beside, 0.5 * radius) else {
                return false;
            };
            let start = CharacterState { feet, ..*from };
            TURNED.into_iter().any(|turned| {
                let turn = Quat::from_axis_angle(up, turned);
                // A climb onto the side of a tread can take longer than the walk.
                let longer = Action {
                    ticks: action.ticks + self.hz / 2,
                    velocity: turn * action.velocity,
                    ..action
                };
                let outcome = self.runner.run(&start, longer, Hold::Ticks);
                self.probe.has_arrived(&start, turn * way, &outcome)
            })
        })
    }
}
