//! Ceilings that are a little too low.

use super::Probe;
use crate::obstacle::{Obstacle, ObstacleKind};
use carom::mover::{CharacterState, MoverSettings};
use carom::{Capsule, Hit};
use glam::Vec3;

/// The lowest place below a ceiling.
struct Lowest {
    /// The feet of a lower character.
    below: Vec3,
    /// Where an upright one meets the ceiling.
    hit: Hit<Vec3>,
    /// Its height up to there.
    free: f32,
}

impl Probe<'_> {
    /// A ceiling that is too low by less than the margin, over a walk that was lifted by `rise`.
    pub(super) fn ceiling(
        &mut self,
        feet: Vec3,
        way: Vec3,
        rise: f32,
        hit: Option<&Hit<Vec3>>,
    ) -> Option<Obstacle> {
        let MoverSettings {
            step_height,
            up,
            radius,
            skin,
            ..
        } = self.settings;
        let ahead = way.normalize_or_zero();
        let beam = hit.filter(|hit| hit.normal.dot(up) < 0.0);
        let (from, to) = match beam {
            Some(hit) => (way * hit.t, self.over(way, hit)?),
            // On stairs the ceiling cuts the lift short, and the next riser is hit.
            None if rise < step_height => (Vec3::ZERO, way + ahead * radius),
            None => return None,
        };
        let Lowest { below, hit, free } = self.lowest(feet + from, feet + to)?;
        let face = self.level.triangle(hit.part.index).normal();
        let descent = face.map(|face| self.level_part(face).normalize_or_zero());
        let mut lines = [Some(ahead.cross(up)), descent].into_iter().flatten();
        if lines.any(|along| self.is_wedge(below, along)) {
            return None;
        }
        Some(Obstacle {
            kind: ObstacleKind::Ceiling,
            at: below,
            size: self.clearance(hit.point, ahead).unwrap_or(free + skin),
            lacking: self.height - free,
            beyond: Some(self.behind(below, ahead)?),
        })
    }

    /// The place between two points with the least room below a ceiling. A lower character must stand on all of the way.
    fn lowest(&mut self, from: Vec3, to: Vec3) -> Option<Lowest> {
        /// Samples, a quarter of a radius apart behind the edge of a beam: the round top has the least room below its middle.
        const SAMPLES: u32 = 4;
        let step_height = self.settings.step_height;
        let mut lowest: Option<Lowest> = None;
        for sample in 1..=SAMPLES {
            let point = from + (to - from) * (sample as f32 / SAMPLES as f32);
            // Under a ceiling over stairs there is little room to find the tread from.
            let mut off = [1.0, 0.75].map(|part| step_height * part).into_iter();
            let below = off.find_map(|off| self.lower.at(point, off))?;
            if let Some((hit, free)) = self.overhead_at(below)
                && lowest.as_ref().is_none_or(|known| free <= known.free)
            {
                lowest = Some(Lowest { below, hit, free });
            }
        }
        lowest
    }

    /// The height of a ceiling at a point of it over the floor, or over the tread behind or in front of an edge below it.
    fn clearance(&self, point: Vec3, ahead: Vec3) -> Option<f32> {
        /// How far around the point it is measured too, m.
        const AROUND: f32 = 0.05;
        let MoverSettings { up, skin, .. } = self.settings;
        let far = 2.0 * self.height;
        let heights = [0.0, AROUND, -AROUND].into_iter().filter_map(|off| {
            let from = point + ahead * off - up * skin;
            let hit = self.level.query().ray(from, up * -far)?;
            Some(skin + hit.t * far)
        });
        heights.min_by(f32::total_cmp)
    }

    /// Where an upright character with these feet meets the ceiling, and its height up to there, if a lower one has room.
    fn overhead_at(&self, below: Vec3) -> Option<(Hit<Vec3>, f32)> {
        let lower = self.lower.height();
        let rise = self.height - lower;
        let capsule = self.settings.capsule(below, lower);
        let hit = self
            .level
            .query()
            .sweep(&capsule, self.settings.up * rise)?;
        // What leans over the head, like the jamb of a round arch, is no ceiling.
        (hit.normal.dot(self.settings.up) < -0.8).then_some((hit, lower + hit.t * rise))
    }

    /// Whether a ceiling comes down along a line: on one side the character stands upright, on the other one not even a lower
    /// one does.
    fn is_wedge(&mut self, below: Vec3, along: Vec3) -> bool {
        let MoverSettings {
            radius,
            step_height,
            ..
        } = self.settings;
        let side = along * (2.0 * radius);
        [side, -side].into_iter().any(|side| {
            self.standing.at(below + side, step_height).is_some()
                && self.lower.at(below - side, step_height).is_none()
        })
    }

    /// The nearest feet behind a low ceiling where the character stands upright, or where it would if it were lower by the
    /// margin, farther behind. `None` in a wedge, where a ceiling comes down to the floor, as below stairs.
    fn behind(&mut self, below: Vec3, ahead: Vec3) -> Option<Vec3> {
        /// How deep to search, in radii: the thickness of a wall.
        const FAR: u32 = 6;
        /// Samples in a row without room: on stairs the ones beside the ceiling.
        const MISSES: u32 = 2;
        let MoverSettings {
            up,
            radius,
            step_height,
            ..
        } = self.settings;
        let (mut feet, mut misses) = (below, 0);
        for _ in 0..FAR {
            let tries = misses + 1;
            let next = feet + ahead * (radius * tries as f32);
            let off = step_height * tries as f32;
            // Not on top of the stairs that are the ceiling, and not between their treads.
            let sees = |to: &Vec3| {
                let [low, high] = [step_height, 0.5 * self.height].map(|height| feet + up * height);
                let blade = Capsule::new(low, high, self.settings.skin);
                !self.level.query().sweep_any(&blade, *to - feet)
            };
            if let Some(upright) = self.standing.at(next, off).filter(sees) {
                return Some(upright);
            }
            match self.lower.at(next, off).filter(sees) {
                Some(lower) => (feet, misses) = (lower, 0),
                None if misses < MISSES => misses += 1,
                None => return None,
            }
        }
        (misses == 0).then_some(feet)
    }

    /// The ceiling that cuts a rise of the feet short, if by less than the margin.
    pub(crate) fn overhead(&self, body: &CharacterState<Vec3>, rise: f32) -> Option<Obstacle> {
        let up = self.settings.up;
        let capsule = self.settings.capsule(body.feet, body.height);
        let hit = self.level.query().sweep(&capsule, up * rise)?;
        // A wall beside the head is no ceiling, and an edge is lower than the face above it.
        let normal = hit.normal;
        let flat = self.level.triangle(hit.part.index).normal()?;
        if normal.dot(up) > -0.5 || flat.dot(normal).abs() < 0.999 {
            return None;
        }
        let lacking = rise * (1.0 - hit.t);
        (lacking > 0.0 && lacking <= self.margin).then_some(Obstacle {
            kind: ObstacleKind::Ceiling,
            at: body.feet,
            size: body.height + rise - lacking + self.settings.skin,
            lacking,
            beyond: None,
        })
    }
}
