//! A short run of the real mover: something is wanted for some ticks, then nothing until it has come to rest.

use crate::options::Options;
use carom::mover::{CharacterState, Intent, MoveFlags, Mover, MoverSettings, Rollout};
use carom::{Aabb, Mesh};
use glam::Vec3;
use serde::{Deserialize, Serialize};

/// How long it may take to come to rest on the ground, or wedged, s.
const PATIENCE: u32 = 4;
/// How long it may fall, s: some 20 km.
const FALL: u32 = 64;

/// What a player does: this, and then nothing until the character has come to rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Action {
    /// The wanted velocity, m/s.
    pub velocity: Vec3,
    /// For how many ticks.
    pub ticks: u32,
    /// The upward speed of the jump with which it begins.
    pub jump: Option<f32>,
    /// How high to be from then on.
    pub height: Option<f32>,
    /// For how many ticks nothing is wanted after it.
    pub rest: u32,
}

impl Action {
    /// How many ticks it takes.
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
    /// Out of the level's bounds.
    Left,
    /// It did not come to rest.
    Restless,
}

/// What came of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outcome {
    pub(crate) action: Action,
    pub(crate) end: End,
    pub(crate) body: CharacterState<Vec3>,
    /// Everything that shaped it on the way.
    pub(crate) why: MoveFlags,
    /// It was in the air when nothing more was wanted.
    pub(crate) flew: bool,
    pub(crate) unrest: Unrest,
}

/// How often what was wanted did not change and what was done did.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Unrest {
    /// It went back.
    back: u32,
    /// It lost the ground.
    off: u32,
    /// The way of the last tick.
    last: Vec3,
}

impl Unrest {
    /// A tick more; what is nearer than `least` is the same place.
    fn add(&mut self, before: &CharacterState<Vec3>, after: &CharacterState<Vec3>, least: f32) {
        let went = after.feet - before.feet;
        self.back += u32::from(went.dot(self.last) < -least * least);
        self.off += u32::from(before.ground.is_some() && after.ground.is_none());
        self.last = went;
    }
}

impl Outcome {
    /// More than once it went back or lost the ground, though it wanted the same all the time.
    pub(crate) fn is_unsteady(&self) -> bool {
        self.unrest.back > 1 || self.unrest.off > 1
    }

    /// It went where it wanted and nothing was in its way.
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
    /// The runs of a place are all near it.
    rollout: Rollout<'a, Vec3, Mesh<Vec3>>,
    /// Outside of these it has left the level.
    bounds: Aabb<Vec3>,
    dt: f32,
    hz: u32,
    /// How many ticks were made.
    pub(crate) ticks: u64,
}

/// How long something is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hold {
    /// For the ticks of the action.
    Ticks,
    /// Until it stands on the ground after having left it.
    Landing,
}

impl<'a> Runner<'a> {
    pub(crate) fn new(level: &'a Mesh<Vec3>, mover: Mover<Vec3>, options: &Options) -> Self {
        // Who stands at the rim of a level is outside of its bounds by a radius; below, the feet never are.
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

    fn step(
        &mut self,
        body: &mut CharacterState<Vec3>,
        intent: &Intent<Vec3>,
        why: &mut MoveFlags,
    ) -> bool {
        let report = self.rollout.step(body, intent, self.dt);
        self.ticks += 1;
        add(why, report.why);
        let up = self.settings().up;
        // What flies higher than the level comes down again.
        let Aabb { min, max } = self.bounds;
        let above = Vec3::select(up.abs().cmpgt(Vec3::splat(0.5)), up, Vec3::ZERO);
        let (low, high) = (body.feet.cmpge(min), body.feet.cmple(max));
        let inside = |i: usize| (low.test(i) || above[i] < 0.0) && (high.test(i) || above[i] > 0.0);
        (0..3).all(inside)
    }

    fn settings(&self) -> &MoverSettings<Vec3> {
        self.rollout.mover().settings()
    }

    /// Nearer than this is the same place.
    fn settled(&self) -> f32 {
        0.25 * self.settings().skin
    }

    /// Whether it goes on to and fro, or on and off the ground, for whoever holds on to an action: for how long then.
    pub(crate) fn shakes(&mut self, from: &CharacterState<Vec3>, action: Action) -> Option<Action> {
        let mut body = *from;
        let intent = Intent {
            height: action.height,
            ..Intent::walk(action.velocity)
        };
        let least = self.settled();
        let (calm, watched) = (action.ticks + self.hz / 2, self.hz / 2);
        let mut unrest = Unrest::default();
        for tick in 0..calm + watched {
            let before = body;
            if !self.step(&mut body, &intent, &mut MoveFlags::default()) {
                return None;
            }
            if tick == calm {
                unrest = Unrest::default();
            }
            unrest.add(&before, &body, least);
        }
        // Ten times a second at least, or every other tick of few.
        let often = (watched / 2).clamp(1, 5);
        (unrest.back >= often || unrest.off >= often).then_some(Action {
            ticks: calm + watched,
            ..action
        })
    }

    /// Does it.
    pub(crate) fn run(
        &mut self,
        from: &CharacterState<Vec3>,
        action: Action,
        hold: Hold,
    ) -> Outcome {
        let mut body = *from;
        let mut why = MoveFlags::default();
        let mut action = action;
        let mut intent = Intent {
            jump: action.jump,
            height: action.height,
            ..Intent::walk(action.velocity)
        };
        let mut unrest = Unrest::default();
        let outcome = |action, end, body, why, flew, unrest| Outcome {
            action,
            end,
            body,
            why,
            flew,
            unrest,
        };
        let least = self.settled();
        let most = match hold {
            Hold::Ticks => action.ticks,
            Hold::Landing => FALL * self.hz,
        };
        let mut left_ground = false;
        let asked = action.ticks;
        action.ticks = 0;
        for _ in 0..most {
            let before = body;
            let inside = self.step(&mut body, &intent, &mut why);
            action.ticks += 1;
            intent.jump = None;
            if !inside {
                return outcome(action, End::Left, body, why, true, unrest);
            }
            unrest.add(&before, &body, least);
            left_ground |= body.ground.is_none();
            // Who keeps to the ground at this pace walks no farther than was asked for.
            let stays = !left_ground && action.ticks >= asked;
            if hold == Hold::Landing && (stays || left_ground && body.ground.is_some()) {
                break;
            }
        }
        let flew = body.ground.is_none();
        intent.velocity = Vec3::ZERO;
        // For how many ticks it has been neither in free fall nor at rest.
        let mut restless = 0;
        for _ in 0..FALL * self.hz {
            let before = body;
            let inside = self.step(&mut body, &intent, &mut why);
            action.rest += 1;
            if !inside {
                return outcome(action, End::Left, body, why, flew, unrest);
            }
            if body.feet == before.feet && body.velocity == before.velocity {
                return outcome(action, End::Rest, body, why, flew, unrest);
            }
            let falls = body.ground.is_none() && body.feet != before.feet;
            restless = if falls { 0 } else { restless + 1 };
            if restless > PATIENCE * self.hz {
                break;
            }
        }
        outcome(action, End::Restless, body, why, flew, unrest)
    }
}

/// Also what shaped another tick.
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
    };
}
