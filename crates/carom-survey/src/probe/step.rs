//! Steps that are a little too high.

use super::{GAP, Probe};
use crate::obstacle::{Obstacle, ObstacleKind};
use carom::Hit;
use carom::mover::MoverSettings;
use glam::Vec3;

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
        let height = (on_top - feet).dot(up);
        let lacking = height - step_height;
        let is_step = lacking > 0.0
            && lacking <= self.margin
            && self.faces(feet, way)
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

    /// Whether the face of something higher than a step is ahead of the middle of the feet.
    ///
    /// Where it is not, the round foot only hangs on a rim beside a lower step.
    fn faces(&self, feet: Vec3, way: Vec3) -> bool {
        let MoverSettings {
            step_height,
            up,
            skin,
            ..
        } = self.settings;
        // The feet are a skin above the ground.
        let height = step_height - GAP * skin;
        self.level.query().ray_any(feet + up * height, way)
    }

    /// Whether the top of a step comes down to the step height sideways, within the height of the character.
    ///
    /// The sides of stairs and ramps do: somewhere along them every height is a little too much.
    fn descends(&mut self, feet: Vec3, on_top: Vec3, ahead: Vec3) -> bool {
        let MoverSettings {
            step_height,
            up,
            skin,
            radius,
            ..
        } = self.settings;
        let across = ahead.cross(up).normalize_or_zero();
        let samples = (self.height / (0.5 * radius)).ceil() as u32;
        [1.0, -1.0].into_iter().any(|side| {
            let part = across * (side * 0.5 * radius);
            let (mut low, mut high) = (feet, on_top);
            for _ in 0..samples {
                let below = self.standing.at(low + part, step_height);
                let above = self.standing.at(high + part, step_height);
                let (Some(below), Some(above)) = (below, above) else {
                    return false;
                };
                (low, high) = (below, above);
                if (high - low).dot(up) <= step_height + skin {
                    return true;
                }
            }
            false
        })
    }
}
