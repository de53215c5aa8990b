//! Where a character can stand, asked of the mover at any point, and not only where a run has ended.

use carom::Mesh;
use carom::mover::{CharacterState, Ground, Intent, Mover};
use glam::Vec3;

/// Tells where a character of one height can stand in a level.
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

    /// The feet of who stands above or below a point, at most `off` from it; `None` if nobody can.
    pub(crate) fn at(&mut self, point: Vec3, off: f32) -> Option<Vec3> {
        let settings = *self.mover.settings();
        let up = settings.up;
        let capsule = |feet| settings.capsule(feet, self.height);
        // From as high as there is room for it, down to what carries it.
        let lift = [1.0, 0.5, 0.25, 0.0].into_iter().find_map(|part| {
            let lift = off * part + settings.skin;
            (!self.level.query().overlap(&capsule(point + up * lift))).then_some(lift)
        })?;
        let above = point + up * lift;
        let down = lift + off;
        let hit = self.level.query().sweep(&capsule(above), up * -down)?;
        let feet = above - up * (down * hit.t - settings.skin);
        // It has come on foot: who walks out onto a rim holds on to it, who falls onto one may slide off.
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
        // Beside an edge the gap is kept along a normal that is not upright: that moves it by less than the gap.
        let moved = body.feet - feet;
        let aside = moved - up * moved.dot(up);
        let stands = body.ground.is_some() && aside.length() <= settings.skin;
        stands.then_some(body.feet)
    }

    /// How high the character is.
    pub(crate) fn height(&self) -> f32 {
        self.height
    }

    /// Whether it gets from one point to another, both raised by so much, without meeting anything.
    pub(crate) fn sees(&self, from: Vec3, to: Vec3, lift: f32) -> bool {
        let settings = self.mover.settings();
        let (from, to) = (from + settings.up * lift, to + settings.up * lift);
        let capsule = settings.capsule(from, self.height);
        !self.level.query().sweep_any(&capsule, to - from)
    }
}
