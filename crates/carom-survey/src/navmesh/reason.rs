//! What keeps a walk from its goal.

use super::fault::{Barrier, BarrierKind};
use super::walk::Walk;
use crate::obstacle::ObstacleKind;
use crate::options::Options;
use crate::probe::Probe;
use crate::run::{Hold, Runner};
use crate::survey::Survey;
use carom::Capsule;
use carom::mover::CharacterState;
use glam::Vec3;

/// The steepest slope that is no wall, degrees.
const STEEPEST: f32 = 85.0;

/// Examines the ends of walks.
pub(super) struct WalkExaminer<'s, 'a> {
    survey: &'s Survey<'a>,
    runner: Runner<'a>,
    probe: Probe<'a>,
}

impl<'s, 'a> WalkExaminer<'s, 'a> {
    pub(super) fn new(survey: &'s Survey<'a>) -> Self {
        let Options { height, .. } = survey.options;
        Self {
            survey,
            runner: survey.runner(),
            // Obstacles of all sizes that a person could climb or crawl through.
            probe: survey.probe_within(0.5 * height),
        }
    }

    /// What keeps the character from standing at a point, or up to its height above or below it; a lower one has its feet at
    /// `low` there.
    pub(super) fn no_place(&self, point: Vec3, low: Option<Vec3>) -> Barrier {
        let up = self.survey.settings.up;
        let height = self.survey.options.height;
        if let Some(feet) = low {
            return Barrier {
                kind: BarrierKind::Ceiling,
                size: self.clearance(feet),
            };
        }
        let above = point + up * (0.25 * height);
        let hit = self.survey.level.query().ray(above, up * (-1.25 * height));
        let Some(hit) = hit else {
            return plain(BarrierKind::NoGround);
        };
        let upright = hit.normal.dot(up).abs();
        self.slope(upright).unwrap_or(plain(BarrierKind::Wall))
    }

    /// What kept a walk that did not arrive from its goal.
    pub(super) fn of_walk(&mut self, walk: &Walk) -> Barrier {
        let up = self.survey.settings.up;
        let aim = walk.aim - walk.position();
        let ahead = (aim - up * aim.dot(up)).normalize_or_zero();
        if let Some((feet, down)) = walk.fell {
            return self.slide(feet, ahead, down).unwrap_or(Barrier {
                kind: BarrierKind::Fall,
                // Out of the level it has no end.
                size: (!walk.outside).then_some(down),
            });
        }
        let cell = self.survey.options.cell;
        if aim.dot(ahead) <= 0.5 * cell {
            return plain(BarrierKind::NoGround);
        }
        let way = ahead * cell;
        self.steep_face(&walk.body, way)
            .or_else(|| self.probed(&walk.body, way))
            .or_else(|| self.low_ceiling(&walk.body, way))
            .unwrap_or(plain(BarrierKind::Wall))
    }

    /// A slope that is too steep, down which a character slides.
    fn slide(&self, feet: Vec3, ahead: Vec3, down: f32) -> Option<Barrier> {
        let settings = &self.survey.settings;
        let before = feet + ahead * (2.0 * settings.radius) + settings.up * settings.radius;
        let down = settings.up * -(down + settings.radius);
        let hit = self.survey.level.query().ray(before, down)?;
        self.slope(hit.normal.dot(settings.up).abs())
    }

    /// A slope that is too steep, in front of the feet.
    fn steep_face(&self, body: &CharacterState<Vec3>, way: Vec3) -> Option<Barrier> {
        let settings = &self.survey.settings;
        let capsule = settings.capsule(body.feet, body.height);
        let hit = self.survey.level.query().sweep(&capsule, way)?;
        let face = self.survey.level.triangle(hit.part.index).normal()?;
        // Below the edge of a step or beside a corner the normal of the hit is not that of the face.
        let is_face = face.dot(hit.normal).abs() > 0.999;
        is_face.then(|| self.slope(hit.normal.dot(settings.up)))?
    }

    /// A slope between the limit and an upright wall; `upright` is the cosine of its angle.
    fn slope(&self, upright: f32) -> Option<Barrier> {
        let degrees = libm::acosf(upright.clamp(-1.0, 1.0)).to_degrees();
        let is_steep = upright < self.survey.settings.max_slope && degrees < STEEPEST;
        is_steep.then_some(Barrier {
            kind: BarrierKind::Slope,
            size: Some(degrees),
        })
    }

    /// The obstacle that the probe of the search finds.
    fn probed(&mut self, body: &CharacterState<Vec3>, way: Vec3) -> Option<Barrier> {
        let walk = self.runner.run(body, self.survey.walk(way), Hold::Ticks);
        let obstacle = self.probe.at(body, way, &walk).obstacle?;
        let (kind, size) = match obstacle.kind {
            ObstacleKind::Step => (BarrierKind::Step, Some(obstacle.size)),
            ObstacleKind::Opening => (BarrierKind::Opening, Some(obstacle.size)),
            ObstacleKind::Ceiling => (BarrierKind::Ceiling, Some(obstacle.size)),
            ObstacleKind::Face => (BarrierKind::Slope, Some(obstacle.size)),
            ObstacleKind::Nothing | ObstacleKind::Limit => (BarrierKind::Snag, None),
        };
        Some(Barrier { kind, size })
    }

    /// A ceiling in front of the character, if one of half its height gets through below.
    fn low_ceiling(&self, body: &CharacterState<Vec3>, way: Vec3) -> Option<Barrier> {
        let settings = &self.survey.settings;
        let query = self.survey.level.query();
        let stands = |height: f32| {
            let feet = body.feet + settings.up * settings.skin;
            Capsule::standing(feet, settings.up, height, settings.radius)
        };
        let way = way + way.normalize_or_zero() * settings.radius;
        let blocked = query.sweep_any(&stands(body.height), way);
        let passes = !query.sweep_any(&stands(0.5 * body.height), way);
        (blocked && passes).then(|| Barrier {
            kind: BarrierKind::Ceiling,
            size: self.clearance(body.feet + way),
        })
    }

    /// The height of the ceiling over feet, if there is one.
    fn clearance(&self, feet: Vec3) -> Option<f32> {
        let settings = &self.survey.settings;
        let far = 2.0 * self.survey.options.height;
        let from = feet + settings.up * settings.skin;
        let hit = self.survey.level.query().ray(from, settings.up * far)?;
        // The feet are a skin above the floor.
        Some(2.0 * settings.skin + hit.t * far)
    }
}

/// A barrier without a size.
fn plain(kind: BarrierKind) -> Barrier {
    Barrier { kind, size: None }
}
