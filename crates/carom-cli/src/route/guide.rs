//! Leads a character along the plan: to the farthest place not seen yet, and there into the walls.

use super::places::Plan;
use carom::Mesh;
use carom::mover::{CharacterState, Intent, Mover};
use glam::{Vec2, Vec3};
use std::collections::BTreeSet;

/// A place counts as seen when the walk has come this near.
const SEEN: f32 = 3.0;
/// A stretch that takes longer than this cannot be walked, s.
const PATIENCE: f32 = 1.5;
/// How long a wall is pushed straight, then aslant, s.
const PUSH: f32 = 0.7;

/// What the guide is doing.
enum Task {
    /// Following places, the next one first; seconds since the last was reached.
    Follow { way: Vec<usize>, waited: f32 },
    /// Pushing into a wall in this direction, from this place, for so many seconds.
    Push { ahead: Vec3, from: Vec3, spent: f32 },
}

/// Decides each tick where to walk.
pub(crate) struct Guide<'a> {
    plan: &'a Plan,
    speed: f32,
    /// The upward speed of a jump, m/s.
    jump: f32,
    at: usize,
    seen: Vec<bool>,
    struck: BTreeSet<(usize, usize)>,
    task: Option<Task>,
    reached: usize,
}

impl<'a> Guide<'a> {
    pub(crate) fn new(plan: &'a Plan, speed: f32, jump: f32) -> Self {
        Self {
            plan,
            speed,
            jump,
            at: plan.spawn,
            seen: vec![false; plan.places.len()],
            struck: BTreeSet::new(),
            task: None,
            reached: 0,
        }
    }

    /// How many goals have been walked to.
    pub(crate) fn reached(&self) -> usize {
        self.reached
    }

    /// What to want in this tick; `None` when everything in reach has been seen.
    pub(crate) fn intent(
        &mut self,
        mesh: &Mesh<Vec3>,
        mover: &Mover<Vec3>,
        body: &CharacterState<Vec3>,
        dt: f32,
    ) -> Option<Intent<Vec3>> {
        loop {
            match self.task.take() {
                None => {
                    let way = self.way_to_farthest()?;
                    self.task = Some(Task::Follow { way, waited: 0.0 });
                }
                Some(Task::Follow { way, waited }) => {
                    if let Some(intent) = self.follow(mesh, mover, body, way, waited + dt) {
                        return Some(intent);
                    }
                }
                Some(Task::Push { ahead, from, spent }) => {
                    let far = (body.feet - from).length() > 1.0;
                    if spent > 2.0 * PUSH || far || body.ground.is_none() {
                        self.at = self.nearest(body.feet);
                        continue;
                    }
                    let aside = Vec3::new(ahead.z, 0.0, -ahead.x);
                    let way = if spent < PUSH {
                        ahead
                    } else {
                        (ahead + aside).normalize()
                    };
                    self.task = Some(Task::Push {
                        ahead,
                        from,
                        spent: spent + dt,
                    });
                    return Some(Intent::walk(way * self.speed));
                }
            }
        }
    }

    /// The places to the one that is farthest from all that has been seen, so that every branch of a
    /// level gets its turn; first of those from where one can come back.
    fn way_to_farthest(&self) -> Option<Vec<usize>> {
        let open = |from, to| !self.struck.contains(&(from, to));
        let seen = (0..self.seen.len()).filter(|place| self.seen[*place]);
        let from_seen = self.plan.distances(seen.chain([self.at]), open);
        let from_here = self.plan.distances([self.at].into_iter(), open);
        let farthest = |home: bool| {
            let mut best: Option<(f32, usize)> = None;
            for (place, &(length, _)) in from_seen.iter().enumerate() {
                let counts =
                    length > 0.0 && from_here[place].0.is_finite() && self.plan.home[place] == home;
                if counts && best.is_none_or(|best| length > best.0) {
                    best = Some((length, place));
                }
            }
            best
        };
        let (_, mut place) = farthest(true).or_else(|| farthest(false))?;
        let mut way = vec![place];
        while from_here[place].1 != self.at {
            place = from_here[place].1;
            way.push(place);
        }
        way.reverse();
        Some(way)
    }

    /// Towards the next place, or the one after it where the straight way there is free. `None` when
    /// this way is done with, whatever came of it.
    fn follow(
        &mut self,
        mesh: &Mesh<Vec3>,
        mover: &Mover<Vec3>,
        body: &CharacterState<Vec3>,
        mut way: Vec<usize>,
        mut waited: f32,
    ) -> Option<Intent<Vec3>> {
        let plan = self.plan;
        self.see(body.feet);
        let near = |place: usize| {
            let offset = plan.places[place].feet - body.feet;
            flat(offset).length() < 0.4 * plan.cell && offset.y.abs() < 1.0
        };
        // Places may be passed by: the first few of the way are looked at.
        if let Some(passed) = way.iter().take(3).rposition(|place| near(*place)) {
            self.at = way[passed];
            way.drain(..=passed);
            waited = 0.0;
        }
        let Some(&next) = way.first() else {
            self.reached += 1;
            self.task = self.wall(mesh, mover, body);
            return None;
        };
        if waited > PATIENCE + plan.cell / self.speed {
            self.struck.insert((self.at, next));
            let nearest = self.nearest(body.feet);
            // Nothing gained: give this goal up, lest it be chosen again and again.
            if nearest == self.at
                && plan.ways[self.at]
                    .iter()
                    .all(|w| self.struck.contains(&(self.at, w.to)))
            {
                self.seen.iter_mut().for_each(|seen| *seen = true);
            }
            self.at = nearest;
            return None;
        }
        let settings = mover.settings();
        let capsule = settings.capsule(body.feet, body.height);
        let raised = capsule.translated(Vec3::Y * 0.5 * settings.step_height);
        let target = way.get(1).filter(|after| {
            let delta = (plan.places[**after].feet - body.feet).with_y(0.0);
            !mesh.query().sweep_any(&raised, delta)
        });
        let target = plan.places[*target.unwrap_or(&next)].feet;
        let offset = (target - body.feet).with_y(0.0);
        let heading = offset.normalize_or_zero();
        // Held up below a ledge: jump.
        let rise = plan.places[next].feet.y - body.feet.y;
        let held = body.velocity.length() < 0.5 * self.speed && waited > 0.2;
        let jump = held && rise > 0.5 * settings.step_height && body.ground.is_some();
        self.task = Some(Task::Follow { way, waited });
        Some(Intent {
            jump: jump.then_some(self.jump),
            ..Intent::walk(heading * self.speed)
        })
    }

    /// The nearest wall around, to be pushed into.
    fn wall(
        &self,
        mesh: &Mesh<Vec3>,
        mover: &Mover<Vec3>,
        body: &CharacterState<Vec3>,
    ) -> Option<Task> {
        let settings = mover.settings();
        let capsule = settings.capsule(body.feet, body.height);
        let raised = capsule.translated(Vec3::Y * settings.step_height);
        let mut best: Option<(f32, Vec3)> = None;
        for (x, z) in [
            (1, 0),
            (1, 1),
            (0, 1),
            (-1, 1),
            (-1, 0),
            (-1, -1),
            (0, -1),
            (1, -1),
        ] {
            let way = Vec3::new(x as f32, 0.0, z as f32).normalize();
            let hit = mesh.query().sweep(&raised, way);
            if let Some(hit) = hit
                && best.is_none_or(|best| hit.t < best.0)
            {
                best = Some((hit.t, way));
            }
        }
        best.map(|(_, ahead)| Task::Push {
            ahead,
            from: body.feet,
            spent: 0.0,
        })
    }

    fn see(&mut self, feet: Vec3) {
        for (place, seen) in self.plan.places.iter().zip(&mut self.seen) {
            let offset = place.feet - feet;
            if offset.y.abs() < 1.5 && flat(offset).length_squared() < SEEN * SEEN {
                *seen = true;
            }
        }
    }

    fn nearest(&self, feet: Vec3) -> usize {
        let distance = |i: usize| {
            let offset = self.plan.places[i].feet - feet;
            // A place on another floor is far away, however near above or below.
            flat(offset).length_squared() + 16.0 * offset.y * offset.y
        };
        let places = 0..self.plan.places.len();
        let nearest = places.min_by(|a, b| distance(*a).total_cmp(&distance(*b)).then(a.cmp(b)));
        nearest.unwrap_or(self.plan.spawn)
    }
}

fn flat(v: Vec3) -> Vec2 {
    Vec2::new(v.x, v.z)
}
