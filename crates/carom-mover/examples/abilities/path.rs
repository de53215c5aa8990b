//! A path that a character follows at a steady speed, without gravity: over ledges, up ladders.

use carom::World;
use carom::glam::Vec3;
use carom::mover::{CharacterState, Intent, Mover};

/// The rest of a path.
pub(crate) struct Path {
    /// The places that its feet are still to reach, the next one last.
    points: Vec<Vec3>,
    /// The time to the next one, s.
    needed: Option<f32>,
    /// Length/s.
    speed: f32,
}

impl Path {
    /// A path through these places in this order.
    pub(crate) fn new(points: impl IntoIterator<Item = Vec3>, speed: f32) -> Self {
        let mut points: Vec<_> = points.into_iter().collect();
        points.reverse();
        Self {
            points,
            needed: None,
            speed,
        }
    }

    /// Moves the character for `dt` seconds, around the corners of the path inside the tick too: one step of the mover for
    /// each straight piece. Returns the time that is left after its end, or `None` while it goes on. If something was in
    /// the way, it ends at the next corner.
    pub(crate) fn step(
        &mut self,
        mover: &mut Mover<Vec3>,
        world: &World<Vec3>,
        body: &mut CharacterState<Vec3>,
        dt: f32,
    ) -> Option<f32> {
        let mut left = dt;
        while let Some(next) = self.points.last().copied() {
            let way = next - body.feet;
            let needed = self.needed.unwrap_or(way.length() / self.speed);
            let time = needed.min(left);
            if time > 1e-6 {
                let fly = Intent {
                    fly: true,
                    ..Intent::walk(way / needed)
                };
                mover.step(world, body, &fly, time);
            }
            left -= time;
            if needed > time {
                self.needed = Some(needed - time);
                return None;
            }
            self.needed = None;
            self.points.pop();
            if (next - body.feet).length() > 2.0 * mover.settings().skin {
                self.points.clear();
            }
        }
        Some(left)
    }
}
