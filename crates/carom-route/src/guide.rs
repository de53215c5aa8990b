//! The guide: leads a character along the plan to the farthest unvisited place, and there into a wall.

use crate::plan::RoutePlan;
use carom::Mesh;
use carom::mover::{CharacterState, Intent, Mover};
use glam::{Vec2, Vec3};
use std::collections::BTreeSet;

/// Distance at which the walk visits a place, m.
const VISITED: f32 = 3.0;
/// Time limit of a link, s.
const PATIENCE: f32 = 1.5;
/// Time of pushing into a wall straight, then diagonally, s.
const PUSH: f32 = 0.7;

/// The task of the guide.
#[derive(Debug)]
enum Task {
    /// Following places, the next one first; `waited` is the time since the last, s.
    Follow { path: Vec<usize>, waited: f32 },
    /// Pushing into a wall in a direction, from a position, for some seconds.
    Push { ahead: Vec3, from: Vec3, spent: f32 },
}

/// Decides the intent of each tick: to the farthest unvisited place, and there into a wall. The [crate] shows one.
///
/// ```
/// # fn on(plan: &carom_route::RoutePlan) {
/// let guide = carom_route::Guide::new(plan, 4.0, 0.0);
/// assert_eq!(guide.reached(), 0);
/// # }
/// ```
#[derive(Debug)]
pub struct Guide<'a> {
    plan: &'a RoutePlan,
    speed: f32,
    /// The upward speed of a jump, m/s.
    jump: f32,
    at: usize,
    visited: Vec<bool>,
    blocked: BTreeSet<(usize, usize)>,
    task: Option<Task>,
    reached: usize,
}

impl<'a> Guide<'a> {
    /// A guide from the spawn of a plan, for a walking speed and an upward speed of jumps, m/s.
    #[must_use]
    pub fn new(plan: &'a RoutePlan, speed: f32, jump: f32) -> Self {
        Self {
            plan,
            speed,
            jump,
            at: plan.spawn,
            visited: vec![false; plan.places.len()],
            blocked: BTreeSet::new(),
            task: None,
            reached: 0,
        }
    }

    /// The number of places that it aimed at and the character reached.
    #[must_use]
    pub fn reached(&self) -> usize {
        self.reached
    }

    /// The intent of this tick; `None` when every reachable place is visited.
    pub fn intent(
        &mut self,
        mesh: &Mesh<Vec3>,
        mover: &Mover<Vec3>,
        body: &CharacterState<Vec3>,
        dt: f32,
    ) -> Option<Intent<Vec3>> {
        loop {
            match self.task.take() {
                None => {
                    let path = self.path_to_farthest()?;
                    self.task = Some(Task::Follow { path, waited: 0.0 });
                }
                Some(Task::Follow { path, waited }) => {
                    if let Some(intent) = self.follow(mesh, mover, body, path, waited + dt) {
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

    /// The places to the one farthest from all visited places, so that every branch of a level gets its turn; first of
    /// those with a way back.
    fn path_to_farthest(&self) -> Option<Vec<usize>> {
        let open = |from, to| !self.blocked.contains(&(from, to));
        let visited = (0..self.visited.len()).filter(|place| self.visited[*place]);
        let from_visited = self.plan.distances(visited.chain([self.at]), open);
        let from_here = self.plan.distances([self.at].into_iter(), open);
        let farthest = |home: bool| {
            let mut best: Option<(f32, usize)> = None;
            for (place, &(length, _)) in from_visited.iter().enumerate() {
                let counts =
                    length > 0.0 && from_here[place].0.is_finite() && self.plan.home[place] == home;
                if counts && best.is_none_or(|best| length > best.0) {
                    best = Some((length, place));
                }
            }
            best
        };
        let (_, mut place) = farthest(true).or_else(|| farthest(false))?;
        let mut path = vec![place];
        while from_here[place].1 != self.at {
            place = from_here[place].1;
            path.push(place);
        }
        path.reverse();
        Some(path)
    }

    /// Toward the next place, or the one after it if the straight line there is free. `None` when this path has ended or
    /// failed.
    fn follow(
        &mut self,
        mesh: &Mesh<Vec3>,
        mover: &Mover<Vec3>,
        body: &CharacterState<Vec3>,
        mut path: Vec<usize>,
        mut waited: f32,
    ) -> Option<Intent<Vec3>> {
        let plan = self.plan;
        self.visit(body.feet);
        let near = |place: usize| {
            let offset = plan.places[place].feet - body.feet;
            flat(offset).length() < 0.4 * plan.cell && offset.y.abs() < 1.0
        };
        // The character may pass a place: the first few of the path are tested.
        if let Some(passed) = path.iter().take(3).rposition(|place| near(*place)) {
            self.at = path[passed];
            path.drain(..=passed);
            waited = 0.0;
        }
        let Some(&next) = path.first() else {
            self.reached += 1;
            self.task = self.wall(mesh, mover, body);
            return None;
        };
        if waited > PATIENCE + plan.cell / self.speed {
            self.blocked.insert((self.at, next));
            let nearest = self.nearest(body.feet);
            // No progress: without giving up, this goal would be chosen forever.
            if nearest == self.at
                && plan.links[self.at]
                    .iter()
                    .all(|w| self.blocked.contains(&(self.at, w.to)))
            {
                self.visited.iter_mut().for_each(|visited| *visited = true);
            }
            self.at = nearest;
            return None;
        }
        let settings = mover.settings();
        let capsule = settings.capsule(body.feet, body.height);
        let raised = capsule.translated(Vec3::Y * 0.5 * settings.step_height);
        let target = path.get(1).filter(|after| {
            let delta = (plan.places[**after].feet - body.feet).with_y(0.0);
            !mesh.query().sweep_any(&raised, delta)
        });
        let target = plan.places[*target.unwrap_or(&next)].feet;
        let offset = (target - body.feet).with_y(0.0);
        let heading = offset.normalize_or_zero();
        // Blocked below a ledge: jump.
        let rise = plan.places[next].feet.y - body.feet.y;
        let held = body.velocity.length() < 0.5 * self.speed && waited > 0.2;
        let jump = held && rise > 0.5 * settings.step_height && body.ground.is_some();
        self.task = Some(Task::Follow { path, waited });
        Some(Intent {
            jump: jump.then_some(self.jump),
            ..Intent::walk(heading * self.speed)
        })
    }

    /// The task of pushing into the nearest wall.
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

    fn visit(&mut self, feet: Vec3) {
        for (place, visited) in self.plan.places.iter().zip(&mut self.visited) {
            let offset = place.feet - feet;
            if offset.y.abs() < 1.5 && flat(offset).length_squared() < VISITED * VISITED {
                *visited = true;
            }
        }
    }

    fn nearest(&self, feet: Vec3) -> usize {
        let distance = |i: usize| {
            let offset = self.plan.places[i].feet - feet;
            // A place on another floor counts as far away.
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
