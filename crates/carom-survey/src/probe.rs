//! Classifies walks that fall short of their target: snag, step, ceiling or opening.

mod ceiling;
mod flat_foot;
mod opening;
mod step;

use crate::obstacle::{Obstacle, ObstacleKind};
use crate::options::{Options, slope_gap, steepest};
use crate::run::Outcome;
use crate::standing::Standing;
use carom::mover::{CharacterState, MoverSettings};
use carom::{Capsule, Hit, Mesh};
use glam::Vec3;

/// The part of the skin that sweeps keep as a gap. The mover may leave a little less than the skin, and a sweep that starts
/// in contact says nothing.
const GAP: f32 = 0.9;

/// Why a walk fell short.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ProbeResult {
    pub(crate) obstacle: Option<Obstacle>,
    /// The displacement through an opening that is wide enough but beside the walk's line.
    pub(crate) through: Option<Vec3>,
}

impl ProbeResult {
    /// Nothing explains that the walk fell short.
    pub(crate) fn is_snag(&self) -> bool {
        let kind = self.obstacle.map(|obstacle| obstacle.kind);
        matches!(kind, Some(ObstacleKind::Nothing | ObstacleKind::Limit))
    }
}

impl From<Option<Obstacle>> for ProbeResult {
    fn from(obstacle: Option<Obstacle>) -> Self {
        Self {
            obstacle,
            through: None,
        }
    }
}

/// Finds out by sweeps why walks fall short.
pub(crate) struct Probe<'a> {
    level: &'a Mesh<Vec3>,
    settings: MoverSettings<Vec3>,
    height: f32,
    margin: f32,
    cell: f32,
    standing: Standing<'a>,
    /// The same for a character that is lower by the margin.
    lower: Standing<'a>,
}

impl<'a> Probe<'a> {
    pub(crate) fn new(
        level: &'a Mesh<Vec3>,
        settings: MoverSettings<Vec3>,
        options: &Options,
        standing: impl Fn(f32) -> Standing<'a>,
    ) -> Self {
        let height = options.height;
        Self {
            level,
            settings,
            height,
            margin: options.margin,
            cell: options.cell,
            standing: standing(height),
            lower: standing((height - options.margin).max(0.5 * height)),
        }
    }

    /// Why a walk by this level displacement, from this place, fell short.
    pub(crate) fn at(
        &mut self,
        from: &CharacterState<Vec3>,
        way: Vec3,
        outcome: &Outcome,
    ) -> ProbeResult {
        if from.ground.is_none() || self.has_arrived(from, way, outcome) {
            return ProbeResult::default();
        }
        let nothing = nothing(outcome);
        let MoverSettings {
            step_height, up, ..
        } = self.settings;
        let Some(rise) = self.rise(from.feet, self.height) else {
            return ProbeResult::default();
        };
        let above = from.feet + up * rise;
        // On a rim the round foot hangs lower than the ground, and edges around it are higher than they are for a walker.
        let hangs = !self.is_supported(from.feet);
        let Some(hit) = self.free(above, way, GAP * self.settings.skin, self.height) else {
            // A ceiling that leaves less room than a step needs explains the stop.
            let snag = rise >= step_height
                && !hangs
                && self.is_ground(from.feet, way)
                && self.has_room(from.feet, above, way);
            if let Some(ceiling) = self.ceiling(from.feet, way, rise, None) {
                return Some(ceiling).into();
            }
            if !snag
                && !hangs
                && let Some(hit) = self.higher(from.feet, way)
            {
                return self.step(from.feet, way, &hit).into();
            }
            return snag.then_some(nothing).into();
        };
        if !hangs
            && let Some(along) = self.along(from.feet, way, &hit)
            && !self.has_sunk(from.feet + way * hit.t, outcome.body.feet, hit.normal)
            && (outcome.body.feet - from.feet).dot(along.normalize_or_zero())
                < self.enough(along.length())
        {
            return Some(nothing).into();
        }
        if !hangs && let Some(step) = self.step(from.feet, way, &hit) {
            return Some(step).into();
        }
        if let Some(ceiling) = self.ceiling(from.feet, way, rise, Some(&hit)) {
            return Some(ceiling).into();
        }
        self.opening(from.feet, way, &hit, outcome.body.feet)
    }

    /// The opening or ceiling between two places on ground without steps.
    pub(crate) fn between(&mut self, from: Vec3, to: Vec3) -> Option<Obstacle> {
        let way = self.level_part(to - from);
        let rise = self.rise(from, self.height)?;
        let above = from + self.settings.up * rise;
        let hit = self.free(above, way, GAP * self.settings.skin, self.height);
        let ceiling = self.ceiling(from, way, rise, hit.as_ref());
        ceiling.or_else(|| {
            let hit = hit?;
            let met = from + way * hit.t;
            self.opening(from, way, &hit, met).obstacle
        })
    }

    /// The distance that counts as arrived on a level displacement of this length: on the steepest slope a walk is shorter.
    fn enough(&self, length: f32) -> f32 {
        0.9 * self.settings.max_slope * length - self.settings.skin
    }

    fn level_part(&self, vector: Vec3) -> Vec3 {
        vector - self.settings.up * vector.dot(self.settings.up)
    }

    /// Whether a walk by this level displacement has reached its target.
    pub(crate) fn has_arrived(
        &self,
        from: &CharacterState<Vec3>,
        way: Vec3,
        outcome: &Outcome,
    ) -> bool {
        let went = self.level_part(outcome.body.feet - from.feet);
        went.dot(way.normalize_or_zero()) >= self.enough(way.length())
    }

    /// How far the character can be lifted, by the step height at most. `None` if it overlaps geometry.
    fn rise(&self, feet: Vec3, height: f32) -> Option<f32> {
        let MoverSettings {
            step_height,
            up,
            skin,
            ..
        } = self.settings;
        let capsule = self.settings.capsule(feet + up * skin, height);
        if self.level.query().overlap(&capsule) {
            return None;
        }
        let hit = self.level.query().sweep(&capsule, up * step_height);
        Some(hit.map_or(step_height, |hit| step_height * hit.t))
    }

    /// The first hit of the character on a displacement, with this gap around it.
    fn free(&self, feet: Vec3, way: Vec3, gap: f32, height: f32) -> Option<Hit<Vec3>> {
        // The gap is kept at the sides; below, the feet keep their own.
        let up = self.settings.up;
        let capsule = Capsule::standing(feet + up * gap, up, height, self.settings.radius + gap);
        self.level.query().sweep(&capsule, way)
    }

    /// Whether a level displacement leads over walkable ground with nothing higher than a step on it, except for stretches no
    /// longer than a stride.
    ///
    /// Behind such a stretch, half a meter for a person, the ground goes on, no higher than a step.
    fn is_ground(&mut self, feet: Vec3, way: Vec3) -> bool {
        /// Samples in a row, half a radius apart, that may find no ground: three quarters of the foot's width.
        const STRIDE: u32 = 3;
        let MoverSettings {
            step_height,
            up,
            radius,
            ..
        } = self.settings;
        let parts = (way.length() / (0.5 * radius)).ceil().max(1.0);
        let part = way / parts;
        let mut at = feet;
        let (mut risen, mut gone, mut none) = (0.0, 0, 0);
        let mut floor = feet;
        loop {
            let next = self.standing.at(at + part * (none + 1) as f32, step_height);
            gone += 1;
            if let Some(next) = next {
                let rise = (next - at).dot(up);
                let climbs = rise > steepest(&self.settings) * part.length() + self.settings.skin;
                let stands = self.is_supported(next);
                // A step up is measured from where the climb begins, and on a rim from the ground before it.
                let low = if climbs || !stands { floor } else { next };
                if !self.is_flat(next - up * (next - low).dot(up)) {
                    return false;
                }
                if stands {
                    floor = next;
                }
                risen += if rise > 0.0 { rise } else { 0.0 };
                (at, none) = (next, 0);
                if gone >= parts as u32 {
                    break;
                }
            } else {
                none += 1;
                if none > STRIDE {
                    return false;
                }
            }
        }
        let over = part * gone as f32 - way;
        if over.length() > 0.0 {
            let above = feet + way + up * step_height;
            if self
                .free(above, over, GAP * self.settings.skin, self.height)
                .is_some()
            {
                return false;
            }
        }
        // Stairs that are steeper than a walkable slope, and higher than a step, do not count.
        risen <= step_height + way.length() * steepest(&self.settings)
    }

    /// Whether the ground is below the middle of the feet, as near as its slope lets it be, and not only below a rim of the
    /// round foot.
    fn is_supported(&self, feet: Vec3) -> bool {
        let MoverSettings {
            up, skin, radius, ..
        } = self.settings;
        let slack = 2.0 * skin;
        let down = up * -(radius + slope_gap(&self.settings) + slack);
        let hit = self.level.query().ray(feet + up * radius, down);
        hit.is_some_and(|hit| {
            let gap = hit.t * down.length() - radius;
            let upright = hit.normal.dot(up).abs().max(self.settings.max_slope);
            gap <= radius * (1.0 / upright - 1.0) + slack
        })
    }

    /// Whether a character lifted from `feet` to `above` has room to bring the middle of its feet over the obstacle below, and
    /// lands there on ground that it can walk on, or on nothing higher than a step.
    ///
    /// At the side of stairs the tread beside the feet is lower than a step, but the next one is not, and the round foot lands
    /// on the corner of that. Ground that goes on uphill, in the way above or below it, is no corner.
    fn has_room(&self, feet: Vec3, above: Vec3, way: Vec3) -> bool {
        let MoverSettings {
            step_height,
            up,
            skin,
            ..
        } = self.settings;
        let gap = GAP * skin;
        let below = self.free(feet, way, gap, self.height);
        let Some(over) = below.and_then(|hit| self.over(way, &hit)) else {
            return true;
        };
        let capsule = self.settings.capsule(above + over, self.height);
        let landing = self.level.query().sweep(&capsule, feet - above);
        let is_low = |hit: &Hit<Vec3>| (hit.point - feet).dot(up) <= step_height;
        let lands = landing.is_none_or(|hit| is_low(&hit) || self.is_walkable_face(&hit));
        let block = self.free(above, over, gap, self.height);
        lands && block.is_none_or(|hit| self.is_walkable_face(&hit))
    }

    /// Whether a hit is with the face of a triangle that is flat enough to walk on, not with an edge.
    fn is_walkable_face(&self, hit: &Hit<Vec3>) -> bool {
        let MoverSettings { up, max_slope, .. } = self.settings;
        let face = self.level.triangle(hit.part.index).normal();
        face.is_some_and(|face| {
            face.dot(hit.normal).abs() > 0.999 && hit.normal.dot(up) >= max_slope
        })
    }

    /// The displacement along the wall of a hit, if nothing else blocks it.
    fn along(&mut self, feet: Vec3, way: Vec3, hit: &Hit<Vec3>) -> Option<Vec3> {
        /// The least part of the way. A mover that presses into a wall climbs steps along it if it advances by a tenth of its
        /// motion, which is the square of this part.
        const LEAST: f32 = 0.33;
        let MoverSettings {
            step_height,
            up,
            skin,
            radius,
            ..
        } = self.settings;
        let normal = self.level_part(hit.normal);
        // A surface that is not upright may be climbed in part, and an edge has no direction to slide in.
        let flat = self.level.triangle(hit.part.index).normal()?;
        if normal.length() < 0.99 || flat.dot(hit.normal).abs() < 0.999 {
            return None;
        }
        let normal = normal.normalize();
        let rest = way * (1.0 - hit.t);
        let along = rest - normal * rest.dot(normal);
        if along.length() < LEAST * way.length() {
            return None;
        }
        let begins = feet + way * hit.t + normal * skin;
        let above = begins + up * step_height;
        // The round foot gets over an edge a little higher than a step before it touches it.
        let on = along + along.normalize() * radius;
        if self.free(above, on, 0.5 * skin, self.height).is_some() {
            return None;
        }
        let before = begins - feet;
        let ground = self.is_ground(feet, before) && self.is_ground(begins, along);
        ground.then_some(along)
    }

    /// Whether the feet are behind the wall that was hit: in an opening, between its sides.
    fn has_sunk(&self, met: Vec3, feet: Vec3, normal: Vec3) -> bool {
        (met - feet).dot(normal) > 2.0 * self.settings.skin
    }

    /// The displacement that takes the middle of the feet behind the surface of a hit, unless the hit is too oblique.
    fn over(&self, way: Vec3, hit: &Hit<Vec3>) -> Option<Vec3> {
        let MoverSettings { radius, skin, .. } = self.settings;
        let ahead = way.normalize_or_zero();
        let against = self.level_part(hit.normal).normalize_or_zero();
        let straight = -against.dot(ahead);
        (straight > 0.5).then(|| way * hit.t + ahead * ((radius + 2.0 * skin) / straight))
    }
}

/// No obstacle, where a walk has ended.
fn nothing(outcome: &Outcome) -> Obstacle {
    Obstacle {
        kind: if outcome.why.limit {
            ObstacleKind::Limit
        } else {
            ObstacleKind::Nothing
        },
        at: outcome.body.feet,
        size: 0.0,
        lacking: 0.0,
        beyond: None,
    }
}
