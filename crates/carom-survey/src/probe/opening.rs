//! Openings: how wide they are, and whether there is ground behind them.

use super::{Probe, ProbeResult};
use crate::obstacle::{Obstacle, ObstacleKind};
use carom::mover::MoverSettings;
use carom::{Capsule, Contact, Hit};
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
    ///
    /// The walk ended with the feet at `ended`.
    pub(super) fn opening(
        &mut self,
        feet: Vec3,
        way: Vec3,
        hit: &Hit<Vec3>,
        ended: Vec3,
    ) -> ProbeResult {
        /// Samples from the hit on, a third of a radius apart.
        const SAMPLES: u32 = 6;
        let MoverSettings { radius, skin, .. } = self.settings;
        let ahead = way.normalize_or_zero();
        let met = feet + way * hit.t;
        let needed = 2.0 * (radius + skin);
        let mut narrowest = self.pinched(ended, ahead);
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

    /// The opening between two sides that the character touches: a fence is thinner than the distance of samples.
    fn pinched(&self, feet: Vec3, ahead: Vec3) -> Option<Opening> {
        let MoverSettings { skin, up, .. } = self.settings;
        let capsule = self.settings.capsule(feet, self.height);
        let mut sides: Vec<Contact<Vec3>> = Vec::new();
        self.level
            .query()
            .each_contact(&capsule, 2.0 * skin, |contact| {
                if contact.normal.dot(up).abs() < 0.5 {
                    sides.push(contact);
                }
            });
        // The nearest contact, and the nearest one on the other side.
        sides.sort_by(|a, b| {
            let by_separation = a.separation.total_cmp(&b.separation);
            by_separation.then_with(|| a.part.cmp(&b.part))
        });
        // In a corner that it walks out of, the sides are behind it.
        sides.retain(|side| side.normal.dot(ahead) < 0.5);
        let first = sides.first()?;
        let second = sides
            .iter()
            .find(|side| side.normal.dot(first.normal) < 0.0)?;
        let against = self.level_part(first.normal + second.normal);
        if against.dot(ahead) > 0.0 {
            return None;
        }
        let across = self.level_part(second.point_b - first.point_b);
        let middle = first.point_b.midpoint(second.point_b);
        Some(Opening {
            middle: feet + self.level_part(middle - feet),
            across: across.try_normalize()?,
            width: across.length(),
        })
    }

    /// The first hit of a character as thin as a blade, from the step height up to its shoulders.
    fn blade(&self, feet: Vec3, way: Vec3) -> Option<Hit<Vec3>> {
        self.level.query().sweep(&self.thin(feet, 0.0), way)
    }

    /// The character with this radius, or the least one if that is larger, from the step height up to its shoulders.
    fn thin(&self, feet: Vec3, radius: f32) -> Capsule<Vec3> {
        let settings = &self.settings;
        let up = settings.up;
        let least = 0.02 * settings.radius;
        let radius = if radius > least { radius } else { least };
        // Where the capsule has its whole width; anything lower is climbed.
        let low = if settings.step_height > settings.radius {
            settings.step_height
        } else {
            settings.radius
        };
        let (low, high) = (low + radius, self.height - settings.radius);
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
