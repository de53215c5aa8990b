//! Steps that are a little too high, measured on the geometry: from the ground in front of an edge to the top behind it.

use super::{GAP, Probe};
use crate::obstacle::{Obstacle, ObstacleKind};
use carom::Hit;
use carom::mover::MoverSettings;
use glam::Vec3;

/// How far behind an edge its top is measured, m.
const BEHIND: f32 = 0.01;
/// The same behind a bevel.
const BEHIND_BEVEL: f32 = 0.04;
/// How far in front of an edge the ground is measured, m.
const BEFORE: f32 = 0.01;

impl Probe<'_> {
    /// A step that is too high by less than the margin.
    pub(super) fn step(&mut self, feet: Vec3, way: Vec3, hit: &Hit<Vec3>) -> Option<Obstacle> {
        let MoverSettings {
            step_height,
            up,
            skin,
            ..
        } = self.settings;
        let most = step_height + self.margin;
        let way = self.over(way, hit)?;
        let above = feet + up * most;
        let lifted = self.settings.capsule(feet + up * skin, self.height);
        if self.level.query().sweep_any(&lifted, up * most)
            || self.free(above, way, GAP * skin, self.height).is_some()
        {
            return None;
        }
        let on_top = self.standing.at(feet + way + up * step_height, most)?;
        // It is no step if the round foot only hangs on it.
        if !self.is_supported(on_top) {
            return None;
        }
        let height = self.edge(feet, hit)?;
        let lacking = height - step_height;
        let is_step = lacking > 0.0
            && lacking <= self.margin
            && !self.descends(feet, on_top, way)
            && !self.descends(feet, on_top, hit.normal);
        is_step.then_some(Obstacle {
            kind: ObstacleKind::Step,
            at: on_top,
            size: height,
            lacking,
            beyond: None,
        })
    }

    /// The height of the edge that was hit, from the ground in front of it to the top behind it.
    fn edge(&self, feet: Vec3, hit: &Hit<Vec3>) -> Option<f32> {
        let MoverSettings {
            step_height,
            up,
            skin,
            ..
        } = self.settings;
        let most = step_height + self.margin + skin;
        let back = -self.level_part(hit.normal).try_normalize()?;
        let ahead = self.level_part(hit.point - feet);
        // The height of the surface there, over the feet, and how flat it is.
        let surface = |off: f32| {
            let from = feet + ahead + back * off + up * most;
            let down = up * (-2.0 * most);
            let hit = self.level.query().ray(from, down);
            hit.map(|hit| (most - 2.0 * most * hit.t, hit.normal.dot(up).abs()))
        };
        let (bottom, _) = surface(-BEFORE)?;
        let (edge, tilt) = surface(BEHIND)?;
        let bevel = surface(BEHIND_BEVEL).filter(|(_, flat)| *flat > tilt + 0.01);
        let top = bevel.map_or(edge, |(top, _)| top);
        Some(top - bottom)
    }

    /// Whether the top of a step comes down to the step height sideways, over climbable steps.
    ///
    /// The sides of stairs and ramps do: somewhere along them every height is a little too much.
    fn descends(&self, feet: Vec3, on_top: Vec3, ahead: Vec3) -> bool {
        /// Samples to each side, half a radius apart: the side of a ramp of 2° is in the margin for 4 m.
        const SAMPLES: u32 = 30;
        let MoverSettings {
            step_height,
            up,
            radius,
            ..
        } = self.settings;
        let across = ahead.cross(up).normalize_or_zero();
        let surface = |at: Vec3| {
            let down = up * (-2.0 * step_height);
            let hit = self.level.query().ray(at + up * step_height, down);
            hit.map(|hit| hit.point)
        };
        [1.0, -1.0].into_iter().any(|side| {
            let part = across * (side * 0.5 * radius);
            let (mut low, mut high) = (feet, on_top);
            for _ in 0..SAMPLES {
                let (Some(below), Some(above)) = (surface(low + part), surface(high + part)) else {
                    return false;
                };
                (low, high) = (below, above);
                if (high - low).dot(up) <= step_height {
                    return true;
                }
            }
            false
        })
    }
}
