//! A path that a character follows at a steady speed, without gravity: over ledges, up ladders.

use crate::{CharacterState, Intent, Mover};
use alloc::vec::Vec;
use carom_core::world::Scene;
use carom_math::{Scalar, Vector};

/// Times below this are rounding, s.
const ROUNDING: f64 = 1e-6;

/// The rest of a path. Plain data.
///
/// ```
/// use carom::{World, glam::{Vec3, vec3}};
/// use carom::mover::{CharacterState, Mover, MoverSettings, abilities::Path};
/// let (world, mut mover) = (World::new(), Mover::new(MoverSettings::default())?);
/// let mut body = CharacterState::at(Vec3::ZERO, 1.8);
/// let mut path = Path::new([vec3(0., 1., 0.), vec3(1., 1., 0.)], 2.);
/// assert!(path.step(&mut mover, &world, &mut body, 0.75).is_none());
/// assert!((body.feet - vec3(0.5, 1., 0.)).length() < 1e-6);
/// let left = path.step(&mut mover, &world, &mut body, 0.75);
/// assert!((left.unwrap() - 0.5).abs() < 1e-6 && (body.feet - vec3(1., 1., 0.)).length() < 1e-6);
/// # Ok::<(), carom::mover::MoverError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Path<V: Vector> {
    /// The places that its feet are still to reach, the next one last.
    pub points: Vec<V>,
    /// The time to the next one, s; `None` before the first tick towards it.
    pub needed: Option<V::Scalar>,
    /// Length/s.
    pub speed: V::Scalar,
}

impl<V: Vector> Path<V> {
    /// A path through these places in this order, at this speed, length/s.
    #[must_use]
    pub fn new(points: impl IntoIterator<Item = V>, speed: V::Scalar) -> Self {
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
    pub fn step(
        &mut self,
        mover: &mut Mover<V>,
        scene: &impl Scene<V>,
        body: &mut CharacterState<V>,
        dt: V::Scalar,
    ) -> Option<V::Scalar> {
        let mut left = dt;
        while let Some(next) = self.points.last().copied() {
            let way = next - body.feet;
            let needed = self.needed.unwrap_or(way.length() / self.speed);
            let time = needed.min(left);
            if time > V::Scalar::from_f64(ROUNDING) {
                let fly = Intent {
                    fly: true,
                    ..Intent::walk(way / needed)
                };
                mover.step(scene, body, &fly, time);
            }
            left -= time;
            if needed > time {
                self.needed = Some(needed - time);
                return None;
            }
            self.needed = None;
            self.points.pop();
            let skin = mover.settings().skin;
            if (next - body.feet).length() > skin + skin {
                self.points.clear();
            }
        }
        Some(left)
    }
}
