//! The abilities of the player's character: those of carom-mover, chosen by its keys and by its surroundings.

use super::crates::Crates;
use super::exchange::Wish;
use super::hero::Hero;
use super::motion::horizontal;
use carom::Aabb;
use carom::mover::Intent;
use carom::mover::abilities::{
    AirJumps, Dash, Glide, Ladder, Mantle, Path, Vault, WallJump, Water, cut_jump,
};
use glam::Vec3;

/// Speeds on a ladder and over a ledge, m/s.
const CLIMB: f32 = 2.5;
const LEDGE: f32 = 3.0;
/// Ledges of these heights over the feet are climbed; lower ones are steps.
const MANTLE: Mantle<f32> = Mantle {
    heights: [0.5, 2.0],
    speed: LEDGE,
};
/// Walls of these heights are vaulted.
const VAULT: Vault<f32> = Vault {
    heights: [0.5, 1.2],
    drop: 1.0,
    speed: LEDGE,
};
/// Out of water: the height of a ledge over its surface, m.
const EXIT: f32 = 0.7;
/// How far ahead it searches, m: for a wall to vault, for a block to climb, or else for the top of a wall.
const VAULTED: f32 = 1.6;
const AHEAD: [f32; 2] = [0.8, 0.45];
/// Length and time of a dash, m and s, and the share of its speed that is left after it.
const DASH: (f32, f32) = (4.0, 0.25);
const AFTER_DASH: f32 = 0.25;
/// The fall of a glide, m/s.
const GLIDE: Glide<f32> = Glide { speed: 1.5 };
/// The rise that is left of a jump after an early release of its key, m/s.
const CUT: f32 = 1.5;
/// Speeds away from a wall and up, m/s.
const WALL: WallJump<f32> = WallJump {
    away: 4.0,
    rise: 5.2,
};
/// Speeds of a swimmer: a factor of that on land, and up and down, m/s.
const SWIM: f32 = 0.7;
const DIVE: f32 = 1.5;
/// How close to a ladder it can be taken, m.
const REACH: f32 = 1.0;

/// A ladder on a wall.
pub(super) struct Rungs {
    /// Its foot, on the face of the wall.
    pub(super) foot: Vec3,
    pub(super) height: f32,
    /// The direction out of the wall.
    pub(super) out: Vec3,
}

impl Rungs {
    /// The path of the feet for a character of this radius.
    pub(super) fn ladder(&self, radius: f32) -> Ladder<Vec3> {
        let bottom = self.foot + self.out * (radius + 0.05) + Vec3::Y * 0.01;
        let top = bottom + Vec3::Y * (self.height + 0.01);
        Ladder {
            bottom,
            top,
            exit: top - self.out * (2.0 * radius + 0.35),
            speed: CLIMB,
        }
    }
}

/// Water in a box.
pub(super) struct Pool {
    pub(super) bounds: Aabb<Vec3>,
    pub(super) water: Water<f32>,
}

/// The ladder that it holds on to.
struct Climb {
    ladder: Ladder<Vec3>,
    /// The path along it, and whether that leads up.
    path: Option<(bool, Path<Vec3>)>,
}

/// The course for the abilities.
#[derive(Default)]
pub(super) struct Features {
    pub(super) rungs: Vec<Rungs>,
    pub(super) pools: Vec<Pool>,
    pub(super) crates: Crates,
}

pub(super) struct Abilities {
    pub(super) features: Features,
    climb: Option<Climb>,
    /// The path over a ledge, and the velocity after it.
    ledge: Option<(Path<Vec3>, Vec3)>,
    dash: Option<Dash<Vec3>>,
    /// It has dashed since it left the ground.
    dashed: bool,
    jumps: AirJumps,
    /// Jump is held since it was pressed.
    rising: bool,
    /// The ability in use; empty without one.
    pub(super) doing: &'static str,
}

impl Abilities {
    pub(super) fn new(features: Features) -> Self {
        Self {
            features,
            climb: None,
            ledge: None,
            dash: None,
            dashed: false,
            jumps: AirJumps::new(1),
            rising: false,
            doing: "",
        }
    }

    /// Puts the crates back; the character is at its start.
    pub(super) fn restart(self, world: &mut carom::World<Vec3>) -> Self {
        let mut features = self.features;
        features.crates.restart(world);
        Self::new(features)
    }

    /// A tick of the character. `wanted` is the velocity of its keys, level.
    pub(super) fn tick(&mut self, hero: &mut Hero<'_>, wish: &Wish, wanted: Vec3) {
        let capsule = hero.capsule();
        let crates = &mut self.features.crates;
        crates.step(hero.world, hero.surfaces, &capsule, hero.dt);
        if wish.act {
            self.act(hero, wanted);
        }
        if hero.body().ground.is_some() {
            self.dashed = false;
        }
        if wish.dash && self.climb.is_none() && self.ledge.is_none() && !self.dashed {
            let (length, seconds) = DASH;
            self.dash = Some(Dash::new(hero.way(wanted) * length, seconds));
            self.dashed = true;
        }
        self.doing = None
            .or_else(|| self.follow_ladder(hero, wish))
            .or_else(|| self.follow_ledge(hero))
            .or_else(|| self.follow_dash(hero))
            .or_else(|| self.swim(hero, wish, wanted))
            .unwrap_or_else(|| self.walk(hero, wish, wanted));
        let crates = &mut self.features.crates;
        let agent = &hero.crowd.agents()[0];
        crates.push(
            agent.mover.collisions(),
            agent.mass,
            hero.locomotion,
            hero.dt,
        );
    }

    /// Use: lets go of a ladder, takes one, or climbs a ledge.
    fn act(&mut self, hero: &mut Hero<'_>, wanted: Vec3) {
        if self.ledge.is_some() {
            return;
        }
        if self.climb.take().is_some() {
            hero.stop();
            return;
        }
        self.dash = None;
        if let Some(ladder) = self.ladder(hero) {
            self.climb = Some(Climb { ladder, path: None });
        } else if let Some(path) = self.ledge(hero, wanted) {
            self.ledge = Some((path, hero.way(wanted) * LEDGE));
        }
    }

    /// The ladder in reach.
    fn ladder(&self, hero: &Hero<'_>) -> Option<Ladder<Vec3>> {
        let radius = hero.mover().settings().radius;
        let ladders = self.features.rungs.iter().map(|it| it.ladder(radius));
        let mut near = ladders.filter(|it| it.is_near(hero.body().feet, REACH + radius));
        near.next()
    }

    /// The water that it is in.
    fn pool(&self, hero: &Hero<'_>) -> Option<&Pool> {
        let feet = hero.body().feet;
        let mut pools = self.features.pools.iter();
        pools.find(|pool| pool.bounds.contains(feet))
    }

    /// The path over the wall ahead or on to the ledge, out of water too.
    fn ledge(&self, hero: &Hero<'_>, wanted: Vec3) -> Option<Path<Vec3>> {
        let (query, settings) = (hero.world.query(), hero.mover().settings());
        let (body, way) = (hero.body(), hero.way(wanted));
        let far = |ahead: f32| way * (ahead + settings.radius - 0.3);
        let ahead = AHEAD.map(far);
        if let Some(pool) = self.pool(hero) {
            let reach = [EXIT, LEDGE];
            let mut out = (ahead.iter())
                .filter_map(|ahead| pool.water.exit(&query, settings, &body, *ahead, reach));
            return out.next();
        }
        let over = VAULT.path(&query, settings, &body, far(VAULTED));
        over.or_else(|| {
            let mut up =
                (ahead.iter()).filter_map(|ahead| MANTLE.path(&query, settings, &body, *ahead));
            up.next()
        })
    }

    /// Along the ladder by the keys ahead and back; jump lets go of it.
    fn follow_ladder(&mut self, hero: &mut Hero<'_>, wish: &Wish) -> Option<&'static str> {
        let climb = self.climb.as_mut()?;
        if wish.jump {
            self.climb = None;
            hero.stop();
            return None;
        }
        let feet = hero.body().feet;
        if wish.ahead.abs() < 0.3 {
            hero.step(&Intent {
                fly: true,
                ..Intent::walk(Vec3::ZERO)
            });
            return Some("climb");
        }
        let up = wish.ahead > 0.0;
        let (_, path) = match &mut climb.path {
            Some(path) if path.0 == up => path,
            path => path.insert(if up {
                (up, climb.ladder.up(feet))
            } else {
                (up, climb.ladder.down(feet))
            }),
        };
        if hero.follow(path) {
            self.climb = None;
            hero.stop();
        }
        Some("climb")
    }

    fn follow_ledge(&mut self, hero: &mut Hero<'_>) -> Option<&'static str> {
        let (path, velocity) = self.ledge.as_mut()?;
        if hero.follow(path) {
            hero.locomotion.velocity = *velocity;
            self.ledge = None;
        }
        Some("mantle")
    }

    fn follow_dash(&mut self, hero: &mut Hero<'_>) -> Option<&'static str> {
        let Some(intent) = self.dash.as_mut()?.intent(hero.dt) else {
            self.dash = None;
            return None;
        };
        hero.step(&intent);
        // A wall takes speed.
        hero.locomotion.velocity = horizontal(hero.body().velocity) * AFTER_DASH;
        Some("dash")
    }

    fn swim(&mut self, hero: &mut Hero<'_>, wish: &Wish, wanted: Vec3) -> Option<&'static str> {
        let body = hero.body();
        let pool = self.pool(hero)?;
        let vertical = f32::from(i8::from(wish.rise) - i8::from(wish.crouch)) * DIVE;
        let wanted = wanted * SWIM + Vec3::Y * vertical;
        let (intent, swum) = pool.water.before(&body, wanted, Vec3::Y, hero.dt)?;
        let intent = Intent {
            height: Some(hero.height),
            ..intent
        };
        hero.step(&intent);
        let body = &mut hero.crowd.agents_mut()[0].body;
        let walk = Some((&mut *hero.locomotion, Vec3::Y));
        pool.water.after(body, &intent, &swum, walk);
        self.rising = false;
        Some("swim")
    }

    /// On the ground and in the air.
    fn walk(&mut self, hero: &mut Hero<'_>, wish: &Wish, wanted: Vec3) -> &'static str {
        let mut intent = self.intent(hero, wish, wanted);
        let settings = *hero.mover().settings();
        let glides = |intent| GLIDE.before(&settings, &hero.body(), intent, hero.dt);
        let rise = wish.rise.then(|| glides(&mut intent)).flatten();
        hero.step(&intent);
        GLIDE.after(&settings, hero.body_mut(), rise);
        let body = hero.body();
        hero.locomotion.adopt(&body, &intent, Vec3::Y);
        if rise.is_some() && body.ground.is_none() {
            "glide"
        } else {
            ""
        }
    }

    /// The intent of a walk, with its jumps.
    fn intent(&mut self, hero: &mut Hero<'_>, wish: &Wish, wanted: Vec3) -> Intent<Vec3> {
        if self.rising && !wish.rise {
            cut_jump(hero.body_mut(), CUT, Vec3::Y);
        }
        self.rising &= wish.rise;
        let mut pressed = wish.jump;
        if pressed && wall_jumps(hero, true) {
            pressed = false;
        }
        let body = hero.body();
        let locomotion = &mut *hero.locomotion;
        self.rising |= pressed;
        let jump = pressed.then_some(hero.jump);
        locomotion.grip = hero.crowd.agents()[0].mover.grip(&body);
        let mut intent = locomotion.intent(&body, wanted, jump, Vec3::Y, hero.dt);
        self.jumps.before(&body, jump, &mut intent, locomotion);
        intent.height = Some(if wish.crouch {
            hero.crouched
        } else {
            hero.height
        });
        intent
    }

    /// The abilities that a key would start or go on with.
    pub(super) fn can(&self, hero: &mut Hero<'_>, wanted: Vec3) -> Vec<&'static str> {
        if self.climb.is_some() {
            return vec!["rungs"];
        }
        if self.ledge.is_some() {
            return Vec::new();
        }
        let mut can = Vec::new();
        if self.ladder(hero).is_some() {
            can.push("ladder");
        } else if self.ledge(hero, wanted).is_some() {
            can.push("ledge");
        }
        if self.doing == "swim" {
            can.push("water");
            return can;
        }
        // Not in the moment after a step down.
        if hero.body().ground.is_some() || hero.locomotion.airborne < 0.1 {
            return can;
        }
        if wall_jumps(hero, false) {
            can.push("wall");
        } else if self.jumps.left > 0 {
            can.push("again");
        }
        if hero.body().velocity.y < 0.0 {
            can.push("glide");
        }
        if !self.dashed {
            can.push("dash");
        }
        can
    }
}

/// Whether there is a wall to jump off; `jumps` does it.
fn wall_jumps(hero: &mut Hero<'_>, jumps: bool) -> bool {
    let (mut body, mut locomotion) = (hero.body(), *hero.locomotion);
    let settings = hero.mover().settings();
    let jumped = WALL.jump(&hero.world.query(), settings, &mut body, &mut locomotion);
    if jumps {
        (*hero.body_mut(), *hero.locomotion) = (body, locomotion);
    }
    jumped
}
