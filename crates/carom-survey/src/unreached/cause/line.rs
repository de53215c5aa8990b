//! Lines over the ground from the border of a region outwards, to ground that is reached or of another region.

use super::{Cause, CauseKind};
use crate::obstacle::ObstacleKind;
use crate::options::slope_gap;
use crate::probe::Probe;
use crate::survey::Survey;
use crate::unreached::Reached;
use crate::unreached::cells::RegionCells;
use carom::mover::MoverSettings;
use carom::{Capsule, Hit};
use glam::Vec3;

/// The distance of samples along a line, m.
const PART: f32 = 0.1;
/// The length of a line, in samples: a flight of stairs.
const PARTS: u32 = 80;
/// The highest step that counts as a cause, m: a high jump.
const HIGHEST: f32 = 2.0;
/// The most that an opening is too narrow, or a ceiling too low, to count as a cause, m.
const MARGIN: f32 = 0.5;

/// The ground where lines can end.
pub(super) struct Lines<'s, 'a> {
    pub(super) survey: &'s Survey<'a>,
    pub(super) reached: &'s Reached<'s>,
    pub(super) cells: &'s RegionCells<'s>,
}

/// Steps and slopes along a line.
#[derive(Default)]
struct Profile {
    /// The highest step, and the ground on top of it.
    highest: Option<(f32, Vec3)>,
    /// All steps that are too high.
    steps: Vec<f32>,
    /// The steepest slope as the cosine of its angle, and where it is.
    steepest: Option<(f32, Vec3)>,
}

impl<'a> Lines<'_, 'a> {
    /// What finds openings and ceilings on lines. Each thread has its own.
    pub(super) fn probe(&self) -> Probe<'a> {
        self.survey.probe_within(MARGIN)
    }

    /// The ground at a point: reached (`None`), of a region, or neither.
    fn at(&self, point: Vec3) -> Option<Option<usize>> {
        /// The rounding of feet and of cells on slopes.
        const NEAR: f32 = 0.15;
        let column = self.survey.columns.of(point);
        let height = self.survey.columns.height(point);
        let same = |other: f32| (other - height).abs() <= NEAR;
        let mut reached = self.reached.heights.at(column);
        if reached.any(same) {
            return Some(None);
        }
        self.cells.at(column, height, NEAR).next().map(Some)
    }

    /// The ground below a point that is lifted by a step, and lower by the highest step at most.
    fn below(&self, point: Vec3) -> Option<Hit<Vec3>> {
        let MoverSettings {
            up, step_height, ..
        } = self.survey.settings;
        let down = up * -(step_height + HIGHEST);
        self.survey
            .level
            .query()
            .ray(point + up * step_height, down)
    }

    /// Whether the character has room on the ground at a point.
    fn has_room(&self, at: Vec3) -> bool {
        let settings = self.survey.settings;
        // On the steepest slope the round foot is so much higher over the point below its middle.
        let gap = slope_gap(&settings) + 2.0 * settings.skin;
        let height = self.survey.options.height - gap;
        let capsule = settings.capsule(at + settings.up * gap, height);
        !self.survey.level.query().overlap(&capsule)
    }

    /// Whether a wall or a railing is between two points of the ground.
    fn is_blocked(&self, from: Vec3, to: Vec3) -> bool {
        let MoverSettings {
            up, step_height, ..
        } = self.survey.settings;
        let low = from + up * step_height;
        // Up to the hips: a ceiling that is too low is a cause of its own.
        let high = from + up * (0.5 * self.survey.options.height).max(step_height);
        let blade = Capsule::new(low, high, 0.5 * self.survey.settings.skin);
        let way = to - from;
        let level = way - up * way.dot(up);
        self.survey.level.query().sweep_any(&blade, level)
    }

    /// The ground at the end of a line from these feet in a region, and what is in the way from there to the region.
    pub(super) fn trace(
        &self,
        probe: &mut Probe,
        region: usize,
        feet: Vec3,
        way: Vec3,
    ) -> Option<(Option<usize>, Cause)> {
        let MoverSettings {
            up,
            step_height,
            max_slope,
            ..
        } = self.survey.settings;
        let mut profile = Profile::default();
        let Hit {
            point: mut at,
            normal,
            ..
        } = self.below(feet)?;
        let mut upright = normal.dot(up).abs();
        let mut left = false;
        for _ in 0..PARTS {
            let next = at + way * PART;
            let hit = self.below(next)?;
            if self.is_blocked(at, next) {
                return None;
            }
            let drop = (at - hit.point).dot(up);
            // The least flat of both ends: a face of 80° is no stair.
            let other = hit.normal.dot(up).abs();
            let flat = if other < upright { other } else { upright };
            upright = other;
            if flat < max_slope {
                if profile.steepest.is_none_or(|(known, _)| flat < known) {
                    profile.steepest = Some((flat, hit.point));
                }
            } else if drop > step_height {
                profile.steps.push(drop);
                if profile.highest.is_none_or(|(known, _)| drop > known) {
                    profile.highest = Some((drop, at));
                }
            }
            at = hit.point;
            match self.at(at) {
                Some(Some(same)) if same == region && left => return None,
                Some(Some(same)) if same == region => {}
                // Beside a door the column is reached, but not this point.
                Some(_) if !self.has_room(at) => {}
                // Below a lintel there is no cause yet: its column is reached, but the character does not fit there.
                Some(to) => {
                    if let Some(cause) = self.cause(probe, &profile, at, feet) {
                        return Some((to, cause));
                    }
                }
                None => left = true,
            }
        }
        None
    }

    /// What keeps a character with its feet at `from` from walking to a region, on a line with this profile.
    fn cause(&self, probe: &mut Probe, profile: &Profile, from: Vec3, to: Vec3) -> Option<Cause> {
        let MoverSettings {
            step_height,
            max_slope,
            radius,
            skin,
            ..
        } = self.survey.settings;
        let cause = |kind, at, size, limit| Cause {
            kind,
            at,
            size,
            limit,
            steps: 1,
            opens: 0.0,
        };
        if let Some((upright, at)) = profile.steepest {
            let [angle, limit] =
                [upright, max_slope].map(|cosine| libm::acosf(cosine).to_degrees());
            return Some(cause(CauseKind::Slope, at, angle, limit));
        }
        if let Some((highest, at)) = profile.highest {
            /// Steps of one flight differ by no more, m.
            const ALIKE: f32 = 0.02;
            let alike = profile.steps.iter().filter(|step| **step > highest - ALIKE);
            return Some(Cause {
                steps: alike.count() as u32,
                ..cause(CauseKind::Step, at, highest, step_height)
            });
        }
        let obstacle = probe.between(from + self.survey.settings.up * skin, to)?;
        match obstacle.kind {
            ObstacleKind::Opening => Some(cause(
                CauseKind::Opening,
                obstacle.at,
                obstacle.size,
                2.0 * (radius + skin),
            )),
            ObstacleKind::Ceiling => Some(cause(
                CauseKind::Ceiling,
                obstacle.at,
                obstacle.size,
                self.survey.options.height,
            )),
            ObstacleKind::Nothing
            | ObstacleKind::Face
            | ObstacleKind::Limit
            | ObstacleKind::Step => None,
        }
    }
}
