//! Walks that steer: the character aims at its next goal again in every tick.

use crate::run::{Action, Runner};
use crate::script::InputScript;
use crate::survey::Survey;
use carom::mover::{CharacterState, Intent, MoveFlags};
use glam::Vec3;

/// A point to walk to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    pub(super) point: Vec3,
    /// It is passed, too, where the feet cross this segment from the side of a point.
    door: Option<([Vec3; 2], Vec3)>,
}

impl Goal {
    /// The end of a way.
    pub(super) fn at(point: Vec3) -> Self {
        Self { point, door: None }
    }

    /// The middle of a segment that is to be crossed.
    pub(super) fn between(from: Vec3, ends: [Vec3; 2]) -> Self {
        Self {
            point: ends[0] + (ends[1] - ends[0]) * 0.5,
            door: Some((ends, from)),
        }
    }
}

/// A jump of a walk: its tick, its upward speed, and the walking speed from then on.
#[derive(Clone, Copy)]
struct Jump {
    tick: u32,
    up: f32,
    speed: f32,
}

/// A walk that was made.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    pub(super) arrived: bool,
    /// The character at its end.
    pub(super) body: CharacterState<Vec3>,
    /// The feet where its last fall began, and how far down it went.
    pub(super) fell: Option<(Vec3, f32)>,
    /// It left the level.
    pub(super) outside: bool,
    /// The goal that it did not get to.
    pub(super) aim: Vec3,
    /// The distance that was left at [`Self::position`], m.
    pub(super) left: f32,
    /// The tick after the rest at the start in which it left the ground or was stopped first.
    ended: u32,
    pub(super) script: InputScript,
}

impl Walk {
    /// The feet where it ended: where the fall began, if it fell.
    pub(super) fn position(&self) -> Vec3 {
        self.fell.map_or(self.body.feet, |(feet, _)| feet)
    }
}

/// Makes walks.
pub(super) struct Walker<'s, 'a> {
    survey: &'s Survey<'a>,
    runner: Runner<'a>,
}

/// A walk that is being made.
struct Course<'g> {
    body: CharacterState<Vec3>,
    goals: &'g [Goal],
    next: usize,
    /// The distance from the next goal, and the tick, when it last made progress.
    least: (f32, u32),
    /// The feet in the last tick on the ground.
    grounded: Vec3,
    fell: Option<(Vec3, f32)>,
    ended: Option<u32>,
}

impl<'s, 'a> Walker<'s, 'a> {
    pub(super) fn new(survey: &'s Survey<'a>) -> Self {
        Self {
            survey,
            runner: survey.runner(),
        }
    }

    pub(super) fn ticks(&self) -> u64 {
        self.runner.ticks
    }

    /// Walks from a place where the character can stand.
    pub(super) fn walk(&mut self, from: Vec3, goals: &[Goal]) -> Walk {
        self.go(from, goals, None)
    }

    /// All tries of a jump, until one arrives; `walk` is the walk without it.
    pub(super) fn jump(&mut self, from: Vec3, goals: &[Goal], walk: &Walk, up: f32) -> Vec<Walk> {
        let speed = self.survey.options.speed;
        let mut tries = Vec::new();
        for tick in [0, walk.ended] {
            for speed in [speed, 0.5 * speed] {
                tries.push(self.go(from, goals, Some(Jump { tick, up, speed })));
                if tries.last().is_some_and(|walk| walk.arrived) {
                    return tries;
                }
            }
        }
        tries
    }

    fn go(&mut self, from: Vec3, goals: &[Goal], jump: Option<Jump>) -> Walk {
        let survey = self.survey;
        let mut script = InputScript {
            spawn: from,
            actions: Vec::new(),
        };
        let mut body = CharacterState::at(from, survey.options.height);
        self.settle(&mut body, &mut script);
        let mut course = Course {
            grounded: body.feet,
            body,
            goals,
            next: 0,
            least: (f32::INFINITY, 0),
            fell: None,
            ended: None,
        };
        let mut outside = false;
        for tick in 0..survey.options.hz.saturating_mul(MOST) {
            survey.pass_goals(&mut course);
            if course.next == goals.len() || course.has_stalled(tick, survey.options.hz) {
                break;
            }
            let aim = survey.flat_way(course.body.feet, goals[course.next].point);
            let begun = jump.filter(|jump| tick >= jump.tick);
            let speed = begun.map_or(survey.options.speed, |jump| jump.speed);
            let action = Action {
                velocity: survey.towards(aim, speed),
                ticks: 1,
                jump: begun.filter(|jump| tick == jump.tick).map(|jump| jump.up),
                ..Action::default()
            };
            add(&mut script, action);
            let mut why = MoveFlags::default();
            let inside = self.tick(&mut course.body, action, &mut why);
            survey.follow(&mut course, tick, why.blocked);
            if !inside {
                outside = true;
                break;
            }
        }
        survey.ended(course, outside, script)
    }

    /// Lets the character come to rest at its start.
    fn settle(&mut self, body: &mut CharacterState<Vec3>, script: &mut InputScript) {
        for _ in 0..self.survey.options.hz {
            let before = *body;
            let rest = Action {
                ticks: 1,
                ..Action::default()
            };
            add(script, rest);
            self.tick(body, rest, &mut MoveFlags::default());
            if body.feet == before.feet && body.velocity == before.velocity {
                break;
            }
        }
    }

    fn tick(
        &mut self,
        body: &mut CharacterState<Vec3>,
        action: Action,
        why: &mut MoveFlags,
    ) -> bool {
        let intent = Intent {
            jump: action.jump,
            ..Intent::walk(action.velocity)
        };
        self.runner.step(body, &intent, why)
    }
}

/// The longest walk, s.
const MOST: u32 = 600;

/// Adds an action of a tick; one that only lasts longer is joined with the last.
fn add(script: &mut InputScript, action: Action) {
    match script.actions.last_mut() {
        Some(last) if last.velocity == action.velocity && action.jump.is_none() => last.ticks += 1,
        _ => script.push(action),
    }
}

impl Course<'_> {
    /// Whether a character on the ground comes no nearer to its goal.
    fn has_stalled(&self, tick: u32, hz: u32) -> bool {
        self.body.ground.is_some() && tick - self.least.1 > hz
    }
}

impl Survey<'_> {
    fn flat_way(&self, from: Vec3, to: Vec3) -> Vec3 {
        let way = to - from;
        way - self.settings.up * way.dot(self.settings.up)
    }

    /// The velocity of a tick towards a goal, not beyond it.
    fn towards(&self, aim: Vec3, speed: f32) -> Vec3 {
        let most = aim.length() / self.options.dt();
        aim.normalize_or_zero() * if most < speed { most } else { speed }
    }

    /// Goes on to the next goal as long as the character is at one.
    fn pass_goals(&self, course: &mut Course<'_>) {
        while let Some(goal) = course.goals.get(course.next) {
            let last = course.next + 1 == course.goals.len();
            if !self.is_at_goal(&course.body, goal, last) {
                return;
            }
            course.next += 1;
            course.least.0 = f32::INFINITY;
        }
    }

    fn is_at_goal(&self, body: &CharacterState<Vec3>, goal: &Goal, last: bool) -> bool {
        let aim = self.flat_way(body.feet, goal.point);
        let is_near = aim.length() <= 0.5 * self.options.cell;
        if last {
            let rise = (goal.point - body.feet).dot(self.settings.up);
            return is_near && body.ground.is_some() && rise.abs() <= self.same();
        }
        is_near
            || goal
                .door
                .is_some_and(|(ends, from)| self.is_through(body.feet, ends, from))
    }

    /// Whether feet are beyond a segment, seen from a point, and between its ends.
    fn is_through(&self, feet: Vec3, ends: [Vec3; 2], from: Vec3) -> bool {
        let [along, at, start] = [ends[1], feet, from].map(|point| self.flat_way(ends[0], point));
        let side = |way: Vec3| along.cross(way).dot(self.settings.up);
        let share = at.dot(along);
        side(at) * side(start) < 0.0 && share >= 0.0 && share <= along.length_squared()
    }

    /// Keeps what a tick changed.
    fn follow(&self, course: &mut Course<'_>, tick: u32, blocked: bool) {
        let up = self.settings.up;
        let feet = course.body.feet;
        if course.body.ground.is_some() {
            let down = (course.grounded - feet).dot(up);
            // Ground snap keeps the feet on what is no deeper.
            if down > self.same() {
                course.fell = Some((course.grounded, down));
            }
            course.grounded = feet;
        }
        if blocked || course.body.ground.is_none() {
            course.ended.get_or_insert(tick);
        }
        let distance = self
            .flat_way(feet, course.goals[course.next].point)
            .length();
        // In a second on the ground a twentieth of the way that it walks in it is progress.
        if distance <= course.least.0 - 0.05 * self.options.speed {
            course.least = (distance, tick);
        } else if course.body.ground.is_none() {
            course.least.1 = tick;
        }
    }

    /// The walk of a course that has ended.
    fn ended(&self, course: Course<'_>, outside: bool, script: InputScript) -> Walk {
        let feet = course.body.feet;
        let up = self.settings.up;
        let aim = course.goals.get(course.next).or(course.goals.last());
        let aim = aim.map_or(feet, |goal| goal.point);
        // A fall to the height of the goal is no fault by itself.
        let is_below = (aim - feet).dot(up) > self.same();
        let fell = if outside {
            Some((course.grounded, (course.grounded - feet).dot(up)))
        } else {
            course.fell.filter(|_| is_below)
        };
        let position = fell.map_or(feet, |(feet, _)| feet);
        let mut left = 0.0;
        let mut at = position;
        for goal in &course.goals[course.next..] {
            left += self.flat_way(at, goal.point).length();
            at = goal.point;
        }
        Walk {
            arrived: course.next == course.goals.len(),
            body: course.body,
            fell,
            outside,
            aim,
            left,
            ended: course.ended.unwrap_or_default(),
            script,
        }
    }
}
