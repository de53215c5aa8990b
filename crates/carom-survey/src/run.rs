//! A run of the real mover: constant input for some ticks, then no input until the character is at rest.

use crate::options::Options;
use carom::mover::{CharacterState, Intent, MoveFlags, Mover, MoverSettings, Rollout};
use carom::{Aabb, Mesh};
use glam::Vec3;
use serde::{Deserialize, Serialize};

/// The longest time to come to rest on the ground, or wedged, s.
const PATIENCE: u32 = 4;
/// The longest fall, s: 20 km.
const FALL: u32 = 64;

/// The input of a run: constant for some ticks, then none until the character is at rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Action {
    /// The wanted velocity, m/s.
    pub velocity: Vec3,
    /// The number of ticks with that velocity.
    pub ticks: u32,
    /// The upward speed of a jump in the first tick, m/s.
    pub jump: Option<f32>,
    /// The wanted height of the character from the first tick on, m.
    pub height: Option<f32>,
    /// The number of ticks without input that follow.
    pub rest: u32,
}

impl Action {
    /// The number of its ticks.
    #[must_use]
    pub fn length(&self) -> u64 {
        u64::from(self.ticks) + u64::from(self.rest)
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// At rest.
    Rest,
    /// Outside of the level's bounds.
    Left,
    /// Without coming to rest in time.
    Restless,
}

/// The outcome of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outcome {
    pub(crate) action: Action,
    pub(crate) end: End,
    pub(crate) body: CharacterState<Vec3>,
    /// The flags of all its ticks.
    pub(crate) why: MoveFlags,
    /// The character was in the air when the input ended.
    pub(crate) flew: bool,
    /// It was in the air in some tick.
    pub(crate) flown: bool,
    pub(crate) jitter: Jitter,
}

/// How often the motion reversed or lost the ground under constant input.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Jitter {
    /// Ticks that moved back.
    back: u32,
    /// Ticks that lost the ground.
    off: u32,
    /// The displacement of the last tick.
    last: Vec3,
}

impl Jitter {
    /// Adds a tick; a displacement shorter than `least` counts as none.
    fn add(&mut self, before: &CharacterState<Vec3>, after: &CharacterState<Vec3>, least: f32) {
        let went = after.feet - before.feet;
        self.back += u32::from(went.dot(self.last) < -least * least);
        self.off += u32::from(before.ground.is_some() && after.ground.is_none());
        self.last = went;
    }
}

impl Outcome {
    /// The motion reversed or lost the ground more than once under constant input.
    pub(crate) fn is_unsteady(&self) -> bool {
        self.jitter.back > 1 || self.jitter.off > 1
    }

    /// The walk followed its input and met nothing.
    pub(crate) fn is_plain(&self) -> bool {
        let MoveFlags {
            slid,
            steep,
            blocked,
            stuck,
            head,
            limit,
            ..
        } = self.why;
        self.end == End::Rest && !(self.flew || slid || steep || blocked || stuck || head || limit)
    }
}

/// Makes runs in a level.
#[derive(Clone, Debug)]
pub(crate) struct Runner<'a> {
    /// All runs from a place are near it.
    rollout: Rollout<'a, Vec3, Mesh<Vec3>>,
    /// A character outside of these has left the level.
    bounds: Aabb<Vec3>,
    dt: f32,
    hz: u32,
    /// Ticks made so far.
    pub(crate) ticks: u64,
}

/// When the input of a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hold {
    /// After the ticks of the action.
    Ticks,
    /// At the landing after the character has left the ground.
    Landing,
}

impl<'a> Runner<'a> {
    pub(crate) fn new(level: &'a Mesh<Vec3>, mover: Mover<Vec3>, options: &Options) -> Self {
        // A character on the rim of a level is outside of its bounds by a radius; its feet are never below them.
        let margin = mover.settings().radius * 2.0 + options.height;
        let Aabb { min, max } = level.bounds();
        Self {
            rollout: Rollout::new(mover, level, 2.0 * options.cell),
            bounds: Aabb {
                min: min - Vec3::splat(margin),
                max: max + Vec3::splat(margin),
            },
            dt: options.dt(),
            hz: options.hz,
            ticks: 0,
        }
    }

    /// Makes a tick and adds its flags; returns whether the character is still in the level.
    pub(crate) fn step(
        &mut self,
        body: &mut CharacterState<Vec3>,
        intent: &Intent<Vec3>,
        why: &mut MoveFlags,
    ) -> bool {
        let report = self.rollout.step(body, intent, self.dt);
        self.ticks += 1;
        add(why, report.why);
        let up = self.settings().up;
        // A character above the level falls back into it.
        let Aabb { min, max } = self.bounds;
        let above = Vec3::select(up.abs().cmpgt(Vec3::splat(0.5)), up, Vec3::ZERO);
        let (low, high) = (body.feet.cmpge(min), body.feet.cmple(max));
        let inside = |i: usize| (low.test(i) || above[i] < 0.0) && (high.test(i) || above[i] > 0.0);
        (0..3).all(inside)
    }

    pub(crate) fn settings(&self) -> &MoverSettings<Vec3> {
        self.rollout.mover().settings()
    }

    /// The distance within which two positions count as the same.
    pub(crate) fn settled(&self) -> f32 {
        0.25 * self.settings().skin
    }

    /// Detects sustained jitter under constant input; returns the action that reproduces it.
    pub(crate) fn shakes(&mut self, from: &CharacterState<Vec3>, action: Action) -> Option<Action> {
        let mut body = *from;
        let intent = Intent {
            height: action.height,
            ..Intent::walk(action.velocity)
        };
        let least = self.settled();
        let (calm, watched) = (action.ticks + self.hz / 2, self.hz / 2);
        let mut jitter = Jitter::default();
        for tick in 0..calm + watched {
            let before = body;
            if !self.step(&mut body, &intent, &mut MoveFlags::default()) {
                return None;
            }
            if tick == calm {
                jitter = Jitter::default();
            }
            jitter.add(&before, &body, least);
        }
        // At least ten times a second, or in every other tick at a low rate.
        let often = (watched / 2).clamp(1, 5);
        (jitter.back >= often || jitter.off >= often).then_some(Action {
            ticks: calm + watched,
            ..action
        })
    }

    /// How far a constant input moves the character to and fro in the last half second of its ticks: forth and back again.
    pub(crate) fn extent(&mut self, from: &CharacterState<Vec3>, action: Action) -> f32 {
        let mut body = *from;
        let intent = Intent {
            height: action.height,
            ..Intent::walk(action.velocity)
        };
        let (mut most, mut legs, mut last) = (0.0, [0.0, 0.0], Vec3::ZERO);
        for tick in 0..action.ticks {
            let before = body.feet;
            self.step(&mut body, &intent, &mut MoveFlags::default());
            if tick + self.hz / 2 < action.ticks {
                continue;
            }
            let went = body.feet - before;
            if went.dot(last) < 0.0 {
                legs = [legs[1], 0.0];
            }
            legs[1] += went.length();
            let shorter = if legs[0] < legs[1] { legs[0] } else { legs[1] };
            most = if shorter > most { shorter } else { most };
            last = went;
        }
        most
    }

    /// Makes a run: the input of the action for as long as `hold` says, then none until the character is at rest.
    pub(crate) fn run(
        &mut self,
        from: &CharacterState<Vec3>,
        action: Action,
        hold: Hold,
    ) -> Outcome {
        let mut run = Outcome {
            action: Action { ticks: 0, ..action },
            end: End::Restless,
            body: *from,
            why: MoveFlags::default(),
            flew: true,
            flown: false,
            jitter: Jitter::default(),
        };
        if self.act(&mut run, action.ticks, hold) {
            run.flew = run.body.ground.is_none();
            run.end = self.rest(&mut run);
        } else {
            run.end = End::Left;
        }
        run
    }

    /// The ticks of a run with input, of which `wanted` are those of its action; returns whether it stayed in the level.
    fn act(&mut self, run: &mut Outcome, wanted: u32, hold: Hold) -> bool {
        let mut intent = Intent {
            jump: run.action.jump,
            height: run.action.height,
            ..Intent::walk(run.action.velocity)
        };
        let least = self.settled();
        let most = match hold {
            Hold::Ticks => wanted,
            Hold::Landing => FALL * self.hz,
        };
        let mut left_ground = false;
        for _ in 0..most {
            let before = run.body;
            let inside = self.step(&mut run.body, &intent, &mut run.why);
            run.action.ticks += 1;
            intent.jump = None;
            if !inside {
                return false;
            }
            run.jitter.add(&before, &run.body, least);
            left_ground |= run.body.ground.is_none();
            run.flown |= left_ground;
            // A run that keeps to the ground at this pace ends where the walk did.
            let stays = !left_ground && run.action.ticks >= wanted;
            if hold == Hold::Landing && (stays || left_ground && run.body.ground.is_some()) {
                break;
            }
        }
        true
    }

    /// The ticks of a run without input.
    fn rest(&mut self, run: &mut Outcome) -> End {
        let intent = Intent {
            height: run.action.height,
            ..Intent::walk(Vec3::ZERO)
        };
        // Ticks in a row that were neither free fall nor rest.
        let mut restless = 0;
        for _ in 0..FALL * self.hz {
            let before = run.body;
            let inside = self.step(&mut run.body, &intent, &mut run.why);
            run.action.rest += 1;
            if !inside {
                return End::Left;
            }
            if run.body.feet == before.feet && run.body.velocity == before.velocity {
                return End::Rest;
            }
            run.flown |= run.body.ground.is_none();
            let falls = run.body.ground.is_none() && run.body.feet != before.feet;
            restless = if falls { 0 } else { restless + 1 };
            if restless > PATIENCE * self.hz {
                break;
            }
        }
        End::Restless
    }
}

/// Adds the flags of another tick.
fn add(why: &mut MoveFlags, other: MoveFlags) {
    *why = MoveFlags {
        slid: why.slid | other.slid,
        stepped: why.stepped | other.stepped,
        snapped: why.snapped | other.snapped,
        steep: why.steep | other.steep,
        pushed: why.pushed | other.pushed,
        rode: why.rode | other.rode,
        blocked: why.blocked | other.blocked,
        stuck: why.stuck | other.stuck,
        head: why.head | other.head,
        limit: why.limit | other.limit,
        edge: why.edge | other.edge,
    };
}
