//! Openings: how wide they are, and whether there is ground behind them.

use super::{Probe, ProbeResult};
use crate::obstacle::{Obstacle, ObstacleKind};
use carom::mover::MoverSettings;
use carom::{Capsule, Hit};
use glam::Vec3;

/// An opening between two surfaces, seen along `up`.
#[derive(Clone, Copy, Debug)]
struct Opening {
    /// Its middle, at the height of the feet.
    middle: Vec3,
    /// From one side to the other, level and unit.
    across: Vec3,
    width: f32,
}

impl Probe<'_> {
    /// The opening between the surface of a hit and another one opposite.
    pub(super) fn opening(&mut self, feet: Vec3, way: Vec3, hit: &Hit<Vec3>) -> ProbeResult {
        /// Samples from the hit on, a third of a radius apart.
        const SAMPLES: u32 = 6;
        let MoverSettings { radius, skin, .. } = self.settings;
        let ahead = way.normalize_or_zero();
        let met = feet + way * hit.t;
        let needed = 2.0 * (radius + skin);
        let mut narrowest: Option<Opening> = None;
        for sample in 0..SAMPLES {
            let on = ahead * (radius * sample as f32 / 3.0);
            if self.blade(met, on).is_some() {
                break;
            }
            let Some(opening) = self.across(met + on, ahead) else {
                continue;
            };
            if narrowest.is_none_or(|least| opening.width < least.width) {
                narrowest = Some(opening);
            }
        }
        let Some(opening) = narrowest.filter(|opening| needed - opening.width <= self.margin)
        else {
            return ProbeResult::default();
        };
        let through = opening.across.cross(self.settings.up);
        let through = through * if through.dot(ahead) < 0.0 { -1.0 } else { 1.0 };
        let Some(beyond) = self.beyond(&opening, through) else {
            return ProbeResult::default();
        };
        if opening.width >= needed {
            return ProbeResult {
                obstacle: None,
                through: Some(self.level_part(beyond - feet)),
            };
        }
        Some(Obstacle {
            kind: ObstacleKind::Opening,
            at: opening.middle,
            size: opening.width,
            lacking: needed - opening.width,
            beyond: Some(beyond),
        })
        .into()
    }

    /// The first hit of a character as thin as a blade, from the step height up to the top.
    fn blade(&self, feet: Vec3, way: Vec3) -> Option<Hit<Vec3>> {
        self.level.query().sweep(&self.thin(feet, 0.0), way)
    }

    /// The character with this radius, or the least one if that is larger, from the step height up.
    fn thin(&self, feet: Vec3, radius: f32) -> Capsule<Vec3> {
        let MoverSettings {
            step_height, up, ..
        } = self.settings;
        let least = 0.02 * self.settings.radius;
        let radius = if radius > least { radius } else { least };
        let (low, high) = (
            step_height + self.settings.radius,
            self.height - self.settings.radius,
        );
        let high = if high > low { high } else { low };
        Capsule::new(feet + up * low, feet + up * high, radius)
    }

    /// The opening around these feet: between the nearest surface and the opposite one.
    fn across(&self, feet: Vec3, ahead: Vec3) -> Option<Opening> {
        let MoverSettings {
            radius, skin, up, ..
        } = self.settings;
        let widest = 2.0 * (radius + skin) + 2.0 * self.cell;
        let thin = self.thin(feet, 0.0).radius;
        let mut across = ahead.cross(up);
        let mut middle = feet;
        let mut width = widest;
        // The narrowest section is perpendicular to the nearest surface.
        for _ in 0..4 {
            let [left, right] = [-1.0, 1.0].map(|side| {
                let hit = self.blade(middle, across * (side * widest));
                hit.map(|hit| hit.t * widest + thin)
            });
            let (left, right) = (left?, right?);
            width = left + right;
            middle += across * (0.5 * (right - left));
            let nearest = self
                .level
                .query()
                .closest(&self.thin(middle, 0.0), widest)?;
            let away = self.level_part(nearest.normal).try_normalize()?;
            across = away * if away.dot(across) < 0.0 { -1.0 } else { 1.0 };
        }
        (width <= widest).then_some(Opening {
            middle,
            across,
            width,
        })
    }

    /// Feet behind an opening, if it is open from side to side.
    fn beyond(&mut self, opening: &Opening, through: Vec3) -> Option<Vec3> {
        let MoverSettings {
            radius,
            step_height,
            ..
        } = self.settings;
        let needed = 2.0 * (radius + self.settings.skin);
        let width = if opening.width < needed {
            opening.width
        } else {
            needed
        };
        let thin = self.thin(opening.middle, 0.45 * width);
        // At most the thickness of a wall.
        for far in [2.0, 3.0, 4.0] {
            let way = through * (radius * far);
            if self.level.query().sweep_any(&thin, way) {
                return None;
            }
            if let Some(feet) = self.standing.at(opening.middle + way, step_height) {
                return Some(feet);
            }
        }
        None
    }
}
