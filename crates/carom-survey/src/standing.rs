//! Standing poses at any point: the mover itself decides whether a character can stand there.

use carom::Mesh;
use carom::mover::{CharacterState, Ground, Intent, Mover};
use glam::Vec3;

/// Finds where a character of one height can stand in a level.
pub(crate) struct Standing<'a> {
    level: &'a Mesh<Vec3>,
    mover: Mover<Vec3>,
    height: f32,
    dt: f32,
}

impl<'a> Standing<'a> {
    pub(crate) fn new(level: &'a Mesh<Vec3>, mover: Mover<Vec3>, height: f32, dt: f32) -> Self {
        Self {
            level,
            mover,
            height,
            dt,
        }
    }

    /// The feet of a character that stands above or below a point, at most `off` from it.
    pub(crate) fn at(&mut self, point: Vec3, off: f32) -> Option<Vec3> {
        let settings = *self.mover.settings();
        let up = settings.up;
        let capsule = |feet| settings.capsule(feet, self.height);
        // From the highest free position down to the floor.
        let lift = [1.0, 0.5, 0.25, 0.0].into_iter().find_map(|part| {
            let lift = off * part + settings.skin;
            (!self.level.query().overlap(&capsule(point + up * lift))).then_some(lift)
        })?;
        let above = point + up * lift;
        let down = lift + off;
        let hit = self.level.query().sweep(&capsule(above), up * -down)?;
        let feet = above - up * (down * hit.t - settings.skin);
        // As if it had walked there: on a rim a walking character holds on, and a falling one may slide off.
        let mut body = CharacterState {
            ground: Some(Ground {
                normal: up,
                part: hit.part,
            }),
            ..CharacterState::at(feet, self.height)
        };
        for _ in 0..2 {
            let report = self
                .mover
                .step(self.level, &mut body, &Intent::walk(Vec3::ZERO), self.dt);
            if report.why.stuck {
                return None;
            }
        }
        // Beside an edge the skin is kept along a normal that is not upright, which moves the feet by less than the skin.
        let moved = body.feet - feet;
        let aside = moved - up * moved.dot(up);
        let stands = body.ground.is_some() && aside.length() <= settings.skin;
        stands.then_some(body.feet)
    }

    /// The height of the character.
    pub(crate) fn height(&self) -> f32 {
        self.height
    }

    /// Whether a straight sweep from one point to another, both lifted by `lift`, is free.
    pub(crate) fn sees(&self, from: Vec3, to: Vec3, lift: f32) -> bool {
        let settings = self.mover.settings();
        let (from, to) = (from + settings.up * lift, to + settings.up * lift);
        let capsule = settings.capsule(from, self.height);
        !self.level.query().sweep_any(&capsule, to - from)
    }
}
