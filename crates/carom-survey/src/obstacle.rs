//! What keeps a walk from coming to where it is aimed, when it is nothing that should, or too much by a little only.

use crate::options::{Options, steepest};
use crate::run::Outcome;
use crate::standing::Standing;
use carom::mover::{CharacterState, MoverSettings};
use carom::{Capsule, Hit, Mesh};
use glam::Vec3;
use serde::{Deserialize, Serialize};

/// Of the skin the mover may leave so much: who starts in what is in the way is told nothing of it.
const GAP: f32 = 0.9;

/// What is in the way of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Hindrance {
    /// Nothing: whoever lifts the feet by a step is free, on ground to be walked all along.
    Nothing,
    /// A step that is higher than the character climbs.
    Step,
    /// An opening that is narrower than the character with its skin.
    Opening,
    /// A ceiling that is lower than the character, or than its jump.
    Ceiling,
}

/// Something in the way.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Obstacle {
    /// What it is.
    pub what: Hindrance,
    /// The feet there; of an opening its middle.
    pub at: Vec3,
    /// How much there is of it: the height of a step, the width of an opening, the height below a ceiling, m.
    pub size: f32,
    /// How much there would have to be less of it, or more.
    pub lacking: f32,
    /// Feet behind an opening or a ceiling that is in the way, if somebody can stand there.
    pub beyond: Option<Vec3>,
}

/// What a look at an unfinished walk comes to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Seen {
    pub(crate) obstacle: Option<Obstacle>,
    /// The way through an opening that is wide enough, only not where the walk was aimed.
    pub(crate) through: Option<Vec3>,
}

/// An opening between two things, seen along `up`.
#[derive(Clone, Copy, Debug)]
struct Opening {
    /// Its middle, as high as the feet.
    middle: Vec3,
    /// Level and unit, from one side to the other.
    across: Vec3,
    width: f32,
}

/// Looks at what is around walks that did not come to their end.
pub(crate) struct Look<'a> {
    level: &'a Mesh<Vec3>,
    settings: MoverSettings<Vec3>,
    height: f32,
    margin: f32,
    cell: f32,
    standing: Standing<'a>,
    /// The same for who is lower by the margin.
    lower: Standing<'a>,
}

impl<'a> Look<'a> {
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

    /// Why a walk in this level way, from this place, has come no farther.
    pub(crate) fn at(&mut self, from: &CharacterState<Vec3>, way: Vec3, outcome: &Outcome) -> Seen {
        if from.ground.is_none() || self.has_arrived(from, way, outcome) {
            return Seen::default();
        }
        let seen = |obstacle| Seen {
            obstacle,
            through: None,
        };
        let nothing = Obstacle {
            what: Hindrance::Nothing,
            at: outcome.body.feet,
            size: 0.0,
            lacking: 0.0,
            beyond: None,
        };
        let MoverSettings {
            step_height, up, ..
        } = self.settings;
        let Some(rise) = self.rise(from.feet, self.height) else {
            return Seen::default();
        };
        let above = from.feet + up * rise;
        let Some(hit) = self.free(above, way, GAP * self.settings.skin, self.height) else {
            // Less room above than a step needs is a reason of its own.
            let snag = rise >= step_height && self.is_ground(from.feet, way);
            return seen(snag.then_some(nothing));
        };
        if let Some(along) = self.along(from.feet, way, &hit)
            && !self.has_sunk(from.feet + way * hit.t, outcome.body.feet, hit.normal)
            && (outcome.body.feet - from.feet).dot(along.normalize_or_zero())
                < self.enough(along.length())
        {
            return seen(Some(nothing));
        }
        if let Some(step) = self.step(from.feet, way, &hit) {
            return seen(Some(step));
        }
        if let Some(ceiling) = self.ceiling(from.feet, way, &hit) {
            return seen(Some(ceiling));
        }
        self.opening(from.feet, way, &hit)
    }

    /// How far one has to come of so long a level way: on the steepest slope it is shorter.
    fn enough(&self, length: f32) -> f32 {
        0.9 * self.settings.max_slope * length - self.settings.skin
    }

    fn level_part(&self, vector: Vec3) -> Vec3 {
        vector - self.settings.up * vector.dot(self.settings.up)
    }

    fn has_arrived(&self, from: &CharacterState<Vec3>, way: Vec3, outcome: &Outcome) -> bool {
        let went = self.level_part(outcome.body.feet - from.feet);
        went.dot(way.normalize_or_zero()) >= self.enough(way.length())
    }

    /// How far it can be lifted: by a step at most. `None` if it is in something.
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

    /// What somebody meets on a way, with so wide a gap kept around them.
    fn free(&self, feet: Vec3, way: Vec3, gap: f32, height: f32) -> Option<Hit<Vec3>> {
        // The gap is kept to the sides: below, it is that of the feet.
        let up = self.settings.up;
        let capsule = Capsule::standing(feet + up * gap, up, height, self.settings.radius + gap);
        self.level.query().sweep(&capsule, way)
    }

    /// Whether there is ground to be walked all along a level way, but for stretches that a stride takes.
    ///
    /// A stretch that is too steep to stand on is no longer than half a metre of a person: beyond it there is ground
    /// again, no higher than a step.
    fn is_ground(&mut self, feet: Vec3, way: Vec3) -> bool {
        /// So many looks in a row may find none: three quarters of the foot's width.
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
        loop {
            let next = self.standing.at(at + part * (none + 1) as f32, step_height);
            gone += 1;
            if let Some(next) = next {
                let rise = (next - at).dot(up);
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
        // Stairs that are steeper than a slope, and higher than a step, are none.
        risen <= step_height + way.length() * steepest(&self.settings)
    }

    /// The way along the one wall that was met, if nothing else is in it.
    fn along(&mut self, feet: Vec3, way: Vec3, hit: &Hit<Vec3>) -> Option<Vec3> {
        let MoverSettings {
            step_height,
            up,
            skin,
            radius,
            ..
        } = self.settings;
        let normal = self.level_part(hit.normal);
        // Of what is not upright one may climb a part, and what is round is not along.
        let flat = self.level.triangle(hit.part.index).normal()?;
        if normal.length() < 0.99 || flat.dot(hit.normal).abs() < 0.999 {
            return None;
        }
        let normal = normal.normalize();
        let rest = way * (1.0 - hit.t);
        let along = rest - normal * rest.dot(normal);
        if along.length() < 0.3 * way.length() {
            return None;
        }
        let begins = feet + way * hit.t + normal * skin;
        let above = begins + up * step_height;
        // The round foot is over what is a little higher than a step before it meets it.
        let on = along + along.normalize() * radius;
        if self.free(above, on, 0.5 * skin, self.height).is_some() {
            return None;
        }
        let before = begins - feet;
        let ground = self.is_ground(feet, before) && self.is_ground(begins, along);
        ground.then_some(along)
    }

    /// Whether it is behind a wall that it has met: in an opening, whose sides hold it.
    fn has_sunk(&self, met: Vec3, feet: Vec3, normal: Vec3) -> bool {
        (met - feet).dot(normal) > 2.0 * self.settings.skin
    }

    /// The way on to where the middle of the feet is beyond what was met, if that was not met too much aslant.
    fn over(&self, way: Vec3, hit: &Hit<Vec3>) -> Option<Vec3> {
        let MoverSettings { radius, skin, .. } = self.settings;
        let ahead = way.normalize_or_zero();
        let against = self.level_part(hit.normal).normalize_or_zero();
        let straight = -against.dot(ahead);
        (straight > 0.5).then(|| way * hit.t + ahead * ((radius + 2.0 * skin) / straight))
    }

    /// A step that is too high by less than the margin.
    fn step(&mut self, feet: Vec3, way: Vec3, hit: &Hit<Vec3>) -> Option<Obstacle> {
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
        (lacking > 0.0 && lacking <= self.margin).then_some(Obstacle {
            what: Hindrance::Step,
            at: on_top,
            size: height,
            lacking,
            beyond: None,
        })
    }

    /// A ceiling that is too low by less than the margin.
    fn ceiling(&mut self, feet: Vec3, way: Vec3, hit: &Hit<Vec3>) -> Option<Obstacle> {
        /// So many looks from where it was met on, a quarter of a radius after the other.
        const LOOKS: u32 = 4;
        let MoverSettings {
            step_height, up, ..
        } = self.settings;
        if hit.normal.dot(up) >= 0.0 {
            return None;
        }
        let over = self.over(way, hit)?;
        let met = way * hit.t;
        let lower = self.lower.height();
        let rise = self.height - lower;
        let mut least: Option<(Vec3, f32)> = None;
        // A beam is lowest in its middle: beside it the round top has more room.
        for look in 1..=LOOKS {
            let way = met + (over - met) * (look as f32 / LOOKS as f32);
            let below = self.lower.at(feet + way, step_height)?;
            let capsule = self.settings.capsule(below, lower);
            let hit = self.level.query().sweep(&capsule, up * rise);
            let free = lower + hit.map_or(1.0, |hit| hit.t) * rise;
            if least.is_none_or(|(_, known)| free <= known) {
                least = Some((below, free));
            }
        }
        let (below, free) = least.filter(|(_, free)| *free < self.height)?;
        Some(Obstacle {
            what: Hindrance::Ceiling,
            at: below,
            size: free,
            lacking: self.height - free,
            beyond: Some(self.behind(below, way.normalize_or_zero())),
        })
    }

    /// Where one stands upright again behind a ceiling that is too low; below it if that is not near.
    fn behind(&mut self, below: Vec3, ahead: Vec3) -> Vec3 {
        /// So far is looked, in radii: as deep as a wall is thick.
        const FAR: u32 = 6;
        let MoverSettings {
            radius,
            step_height,
            ..
        } = self.settings;
        let mut feet = below;
        for _ in 0..FAR {
            let next = feet + ahead * radius;
            if let Some(upright) = self.standing.at(next, step_height) {
                return upright;
            }
            match self.lower.at(next, step_height) {
                Some(lower) => feet = lower,
                None => break,
            }
        }
        below
    }

    /// How much a ceiling takes off a rise of the feet; only if it is less than the margin.
    pub(crate) fn overhead(&self, body: &CharacterState<Vec3>, rise: f32) -> Option<Obstacle> {
        let up = self.settings.up;
        let capsule = self.settings.capsule(body.feet, body.height);
        let hit = self.level.query().sweep(&capsule, up * rise)?;
        // A wall beside the head is no ceiling, and the edge of a ceiling is lower than what is above.
        let normal = hit.normal;
        let flat = self.level.triangle(hit.part.index).normal()?;
        if normal.dot(up) > -0.5 || flat.dot(normal).abs() < 0.999 {
            return None;
        }
        let lacking = rise * (1.0 - hit.t);
        (lacking > 0.0 && lacking <= self.margin).then_some(Obstacle {
            what: Hindrance::Ceiling,
            at: body.feet,
            size: body.height + rise - lacking,
            lacking,
            beyond: None,
        })
    }

    /// The opening between what was met and something on the other side.
    fn opening(&mut self, feet: Vec3, way: Vec3, hit: &Hit<Vec3>) -> Seen {
        /// So many looks across, a third of a radius after the other.
        const LOOKS: u32 = 6;
        let MoverSettings { radius, skin, .. } = self.settings;
        let ahead = way.normalize_or_zero();
        let met = feet + way * hit.t;
        let needed = 2.0 * (radius + skin);
        let mut narrowest: Option<Opening> = None;
        for look in 0..LOOKS {
            let on = ahead * (radius * look as f32 / 3.0);
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
            return Seen::default();
        };
        let through = opening.across.cross(self.settings.up);
        let through = through * if through.dot(ahead) < 0.0 { -1.0 } else { 1.0 };
        let Some(beyond) = self.beyond(&opening, through) else {
            return Seen::default();
        };
        if opening.width >= needed {
            return Seen {
                obstacle: None,
                through: Some(self.level_part(beyond - feet)),
            };
        }
        Seen {
            obstacle: Some(Obstacle {
                what: Hindrance::Opening,
                at: opening.middle,
                size: opening.width,
                lacking: needed - opening.width,
                beyond: Some(beyond),
            }),
            through: None,
        }
    }

    /// The character as thin as a blade: the feet lifted by a step, as high as the top.
    fn blade(&self, feet: Vec3, way: Vec3) -> Option<Hit<Vec3>> {
        self.level.query().sweep(&self.thin(feet, 0.0), way)
    }

    /// It with a radius of its own, lifted by a step.
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

    /// The opening that somebody in it is in: between the nearest thing and what is opposite of it.
    fn across(&self, feet: Vec3, ahead: Vec3) -> Option<Opening> {
        let MoverSettings {
            radius, skin, up, ..
        } = self.settings;
        let widest = 2.0 * (radius + skin) + 2.0 * self.cell;
        let thin = self.thin(feet, 0.0).radius;
        let mut across = ahead.cross(up);
        let mut middle = feet;
        let mut width = widest;
        // The narrowest way across is at right angles to the nearest thing.
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

    /// Where one stands beyond an opening, which is open from side to side.
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
        // As deep as a wall is thick, at most.
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
