//! The search: from every place that is found, runs in all directions, until nothing new is found.

use crate::columns::{AROUND, Columns};
use crate::obstacle::{Look, Obstacle};
use crate::options::{Options, SurveyError, steepest};
use crate::places::{Place, Places};
use crate::run::{Action, End, Hold, Outcome, Runner};
use crate::standing::Standing;
use crate::tile::{Handover, Origin, Tile};
use crate::tiles::Tiles;
use crate::visitor::{Told, Visitor};
use carom::Mesh;
use carom::mover::{CharacterState, Mover, MoverSettings};
use glam::Vec3;
use serde::{Deserialize, Serialize};

/// The columns a knight's move away, which are tried too where something is in the way.
const BETWEEN: [[i32; 2]; 8] = [
    [2, 1],
    [1, 2],
    [-1, 2],
    [-2, 1],
    [-2, -1],
    [-1, -2],
    [1, -2],
    [2, -1],
];

/// A run from a place that came to another.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Way {
    /// From which place, by its number.
    pub from: u32,
    /// To which.
    pub to: u32,
}

/// A run that ended at no place.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Loss {
    /// From which place, by its number.
    pub from: u32,
    /// By what.
    pub action: Action,
    /// Where the feet were then.
    pub feet: Vec3,
}

/// A run that something kept from getting where it was aimed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Obstruction {
    /// From which place, by its number.
    pub from: u32,
    /// By what.
    pub action: Action,
    /// What was in the way.
    pub obstacle: Obstacle,
}

/// All that came of a place.
#[derive(Default)]
pub(crate) struct Tried {
    pub(crate) outcomes: Vec<Outcome>,
    /// At most one of a kind.
    pub(crate) obstacles: Vec<(Action, Obstacle)>,
    /// What shakes the character for as long as it is done, and where that is.
    pub(crate) shaken: Vec<(Action, Vec3)>,
}

impl Tried {
    fn note(&mut self, action: Action, obstacle: Option<Obstacle>) {
        self.obstacles.extend(
            obstacle
                .filter(|new| self.obstacles.iter().all(|(_, old)| old.what != new.what))
                .map(|obstacle| (action, obstacle)),
        );
    }
}

/// What was found so far; told after every wave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Places.
    pub places: usize,
    /// Of them those from which nothing was tried yet.
    pub waiting: usize,
    /// Ticks of the mover.
    pub ticks: u64,
}

/// All that a character can come to.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Flood {
    /// The places, in the order in which they were found; the first is where it started. Of a level in tiles: by rounds, in
    /// each tile by tile.
    pub places: Vec<Place>,
    /// How one comes from one to another, in the order of the places they start from.
    pub ways: Vec<Way>,
    /// Runs that left the level.
    pub leaks: Vec<Loss>,
    /// Runs that did not come to rest.
    pub restless: Vec<Loss>,
    /// Runs that were stuck in something on their way.
    pub stuck: Vec<Loss>,
    /// Runs that went to and fro, or on and off the ground, though the same was wanted all the time.
    pub unsteady: Vec<Loss>,
    /// What kept runs from getting on though it should not, or not by much: one of a kind a place at most.
    pub obstructions: Vec<Obstruction>,
    /// Ticks of the mover.
    pub ticks: u64,
    /// It was not told to stop before nothing new was found.
    pub complete: bool,
}

/// A level to be surveyed.
#[derive(Clone, Debug)]
pub struct Survey<'a> {
    pub(crate) level: &'a Mesh<Vec3>,
    pub(crate) options: Options,
    /// The options' own, with `up` made unit.
    pub(crate) settings: MoverSettings<Vec3>,
    pub(crate) columns: Columns,
    pub(crate) tiles: Tiles,
}

impl<'a> Survey<'a> {
    /// Of this level.
    ///
    /// # Errors
    /// An option out of its range, or a level with too many cells.
    pub fn new(level: &'a Mesh<Vec3>, options: Options) -> Result<Self, SurveyError> {
        let settings = *options.mover()?.settings();
        let bounds = level.bounds();
        let columns = Columns::over(&bounds, settings.up, options.cell).ok_or_else(|| {
            let size = bounds.size() / options.cell;
            SurveyError::TooWide(size.x, size.z)
        })?;
        Ok(Self {
            level,
            options,
            settings,
            columns,
            tiles: Tiles::whole(&columns),
        })
    }

    /// The same, to be searched in square tiles of so many metres, rounded up to whole cells: see [`Survey::tile`]. What is
    /// found at a place is what came there first, so that it depends, in small things, on how wide the tiles are.
    ///
    /// # Errors
    /// A width that is not 0.001 to 1,000,000 m.
    pub fn in_tiles(self, width: f32) -> Result<Self, SurveyError> {
        if !(1e-3..=1e6).contains(&width) {
            return Err(SurveyError::Option {
                option: "tiles",
                must: "0.001 to 1000000 m",
                value: width,
            });
        }
        let cells = (width / self.options.cell).ceil();
        let tiles = Tiles::of(&self.columns, cells as i32);
        Ok(Self { tiles, ..self })
    }

    /// Everything that can be come to from a spawn.
    ///
    /// After every wave of the search `told` hears how far it is, and says whether it goes on. The same is found,
    /// to the bit, whatever the number of threads.
    ///
    /// # Errors
    /// A spawn from which nothing can be surveyed.
    pub fn flood(
        &self,
        spawn: Vec3,
        told: impl FnMut(Progress) -> bool,
    ) -> Result<Flood, SurveyError> {
        self.flood_with(spawn, &mut Told(told))
    }

    /// Everything that can be come to from a spawn, with a visitor that hears of every place and every run.
    ///
    /// # Errors
    /// A spawn from which nothing can be surveyed.
    pub fn flood_with(
        &self,
        spawn: Vec3,
        visitor: &mut impl Visitor,
    ) -> Result<Flood, SurveyError> {
        let first = self.first(spawn)?;
        let whole = Self {
            tiles: Tiles::whole(&self.columns),
            ..self.clone()
        };
        let mut tile = whole.tile([0, 0]).ok_or(SurveyError::NoFloor(spawn))?;
        whole.enter(&mut tile, 0, &[first]);
        if let Some(first) = tile.places.list().first() {
            visitor.place(0, first);
        }
        while !tile.wave.is_empty() && visitor.goes_on(tile.progress()) {
            whole.wave(&mut tile, visitor);
        }
        Ok(tile.into_flood().unwrap_or_default())
    }

    /// A mover of its own for each thread: it keeps the memory of a tick.
    pub(crate) fn mover(&self) -> Mover<Vec3> {
        Mover::new(self.settings).expect("checked when the survey was made")
    }

    pub(crate) fn runner(&self) -> Runner<'a> {
        Runner::new(self.level, self.mover(), &self.options)
    }

    pub(crate) fn standing(&self) -> Standing<'a> {
        self.standing_of(self.options.height)
    }

    pub(crate) fn standing_of(&self, height: f32) -> Standing<'a> {
        Standing::new(self.level, self.mover(), height, self.options.dt())
    }

    pub(crate) fn look(&self) -> Look<'a> {
        Look::new(self.level, self.settings, &self.options, |height| {
            self.standing_of(height)
        })
    }

    /// Feet of one column that are no farther apart in height are at one place: what is walked up and down anyway.
    pub(crate) fn same(&self) -> f32 {
        let settings = &self.settings;
        settings
            .step_height
            .max(steepest(settings) * self.options.cell)
            .min(0.5 * self.options.height)
            .max(settings.skin * 4.0)
    }

    /// The first place: where the character comes to rest at the spawn or below it.
    pub(crate) fn start(&self, spawn: Vec3, runner: &mut Runner) -> Result<Place, SurveyError> {
        let bounds = self.level.bounds();
        let inside = spawn.is_finite()
            && spawn.cmpge(bounds.min).all()
            && spawn
                .cmple(bounds.max + Vec3::splat(self.options.height))
                .all();
        if !inside {
            return Err(SurveyError::SpawnOutside(spawn, bounds.min, bounds.max));
        }
        let settings = &self.settings;
        // Feet exactly on a slope are a little in it: as much as the round foot is lower there.
        let lift = settings.radius * (1.0 / settings.max_slope.max(0.05) - 1.0) + settings.skin;
        let lift = lift.min(settings.radius + settings.step_height);
        let capsule = settings.capsule(spawn + settings.up * lift, self.options.height);
        if let Some(contact) = self.level.query().closest(&capsule, 0.0)
            && contact.separation < 0.0
        {
            return Err(SurveyError::SpawnInside {
                spawn,
                depth: -contact.separation,
                triangle: contact.part.index,
            });
        }
        let body = CharacterState::at(spawn, self.options.height);
        let outcome = runner.run(&body, Action::default(), Hold::Ticks);
        if outcome.end == End::Left {
            return Err(SurveyError::NoFloor(spawn));
        }
        Ok(Place {
            body: outcome.body,
            from: None,
            action: outcome.action,
            crouched: false,
        })
    }

    /// All that is tried from a place.
    pub(crate) fn expand(
        &self,
        places: &Places,
        from: u32,
        runner: &mut Runner,
        look: &mut Look,
    ) -> Tried {
        let place = places.list()[from as usize];
        let mut tried = Tried::default();
        let [x, z] = places.column(from);
        for (i, [dx, dz]) in AROUND.into_iter().chain(BETWEEN).enumerate() {
            if i == AROUND.len() && tried.outcomes.iter().all(Outcome::is_plain) {
                break;
            }
            let way = self.columns.way(place.body.feet, [x + dx, z + dz]);
            self.go(&place, way, runner, look, &mut tried);
        }
        if let Some(crouch) = self.options.crouch {
            let height = if place.crouched {
                self.options.height
            } else {
                crouch
            };
            let turn = Action {
                height: Some(height),
                ..Action::default()
            };
            let turned = runner.run(&place.body, turn, Hold::Ticks);
            if turned.body.height < height {
                tried.note(turned.action, look.overhead(&turned.body, height - crouch));
            }
            tried.outcomes.push(turned);
        }
        tried
    }

    /// Walks a level way from a place and, where that is not all there is to it, runs, jumps, and looks why.
    fn go(
        &self,
        place: &Place,
        way: Vec3,
        runner: &mut Runner,
        look: &mut Look,
        tried: &mut Tried,
    ) {
        let walk = self.walk(way);
        let walked = runner.run(&place.body, walk, Hold::Ticks);
        tried.outcomes.push(walked);
        let full = Action {
            velocity: way.normalize_or_zero() * self.options.speed,
            ..walk
        };
        if walked.flew {
            let run = runner.run(&place.body, full, Hold::Landing);
            tried.outcomes.push(run);
        }
        if walked.is_unsteady()
            && let Some(action) = runner.shakes(&place.body, walked.action)
        {
            tried.shaken.push((action, walked.body.feet));
        }
        if walked.is_plain() || place.crouched {
            return;
        }
        if walked.end == End::Rest && !walked.flew {
            let seen = look.at(&place.body, way, &walked);
            tried.note(walked.action, seen.obstacle);
            if let Some(through) = seen.through {
                let run = runner.run(&place.body, self.walk(through), Hold::Ticks);
                tried.outcomes.push(run);
            }
        }
        let Some(speed) = self.options.jump else {
            return;
        };
        let slow = Action {
            velocity: walk.velocity * 0.5,
            ..walk
        };
        for action in [full, slow] {
            let jump = Action {
                jump: Some(speed),
                ..action
            };
            let jumped = runner.run(&place.body, jump, Hold::Landing);
            if jumped.why.head {
                tried.note(
                    jumped.action,
                    look.overhead(&place.body, self.highest(speed)),
                );
            }
            tried.outcomes.push(jumped);
        }
    }

    /// How high a jump takes the feet.
    fn highest(&self, speed: f32) -> f32 {
        let least = 1e-6 * speed * speed;
        speed * speed / (2.0 * self.settings.gravity.max(least))
    }

    /// To go so far, at an even pace that is no faster than it walks.
    fn walk(&self, way: Vec3) -> Action {
        let ticks = (way.length() / (self.options.speed * self.options.dt()))
            .ceil()
            .max(1.0);
        Action {
            velocity: way / (ticks * self.options.dt()),
            ticks: ticks as u32,
            ..Action::default()
        }
    }

    /// Takes in what came of a run; tells the place if it is new.
    pub(crate) fn take(&self, tile: &mut Tile, from: u32, outcome: Outcome) -> Option<u32> {
        let Outcome {
            action,
            end,
            body,
            why,
            ..
        } = outcome;
        let found = &mut tile.found;
        let loss = Loss {
            from,
            action,
            feet: body.feet,
        };
        if why.stuck {
            found.stuck.push(loss);
        }
        match end {
            End::Left => found.leaks.push(loss),
            End::Restless => found.restless.push(loss),
            End::Rest => {
                let crouched = body.height < self.options.height;
                let place = Place {
                    body,
                    from: Some(from),
                    action,
                    crouched,
                };
                if let Some((to, new)) = tile.places.insert(place) {
                    if to != from {
                        found.ways.push(Way { from, to });
                    }
                    return new.then_some(to);
                }
                if self.tile_at(body.feet).is_some() {
                    tile.out.push(self.handover(tile.at, place));
                } else {
                    found.leaks.push(loss);
                }
            }
        }
        None
    }

    /// A place that another tile gets from this one.
    fn handover(&self, at: [u32; 2], place: Place) -> Handover {
        let tile = self.tiles.number(at);
        let origin = place.from.map(|place| Origin { tile, place });
        let place = Place {
            from: None,
            ..place
        };
        Handover { origin, place }
    }
}

impl Flood {
    /// All numbers of places in it, but for those that places themselves come from.
    pub(crate) fn numbers_mut(&mut self) -> impl Iterator<Item = &mut u32> {
        let losses = [
            &mut self.leaks,
            &mut self.restless,
            &mut self.stuck,
            &mut self.unsteady,
        ];
        let losses = losses.into_iter().flatten().map(|loss| &mut loss.from);
        let ways = self.ways.iter_mut();
        let ways = ways.flat_map(|Way { from, to }| [from, to]);
        let met = self.obstructions.iter_mut().map(|met| &mut met.from);
        ways.chain(losses).chain(met)
    }

    /// All but the places of another, whose numbers are of these.
    pub(crate) fn append(&mut self, other: &mut Self) {
        self.ways.append(&mut other.ways);
        self.leaks.append(&mut other.leaks);
        self.restless.append(&mut other.restless);
        self.stuck.append(&mut other.stuck);
        self.unsteady.append(&mut other.unsteady);
        self.obstructions.append(&mut other.obstructions);
        self.ticks += other.ticks;
    }

    /// Gives back the memory that was kept for what might still have been found.
    pub(crate) fn shrink(&mut self) {
        self.places.shrink_to_fit();
        self.ways.shrink_to_fit();
    }

    /// Everything in the order of the places it starts from.
    pub(crate) fn sort(&mut self) {
        self.ways.sort_by_key(|way| way.from);
        self.leaks.sort_by_key(|loss| loss.from);
        self.restless.sort_by_key(|loss| loss.from);
        self.stuck.sort_by_key(|loss| loss.from);
        self.unsteady.sort_by_key(|loss| loss.from);
        self.obstructions.sort_by_key(|met| met.from);
    }
}
