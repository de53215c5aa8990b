//! Vault: over a wall that is too thin to stand on, and down behind it.

use super::mantle::{Number, top};
use super::path::Path;
use crate::{CharacterState, MoverSettings};
use carom_core::{Capsule, Query, Surface};
use carom_math::{Scalar, Vector};

/// Which walls are vaulted, how deep the ground behind them may be, and how fast.
///
/// ```
/// use carom::{Collider, World, glam::{Vec3, vec3}};
/// use carom::mover::{CharacterState, Mover, MoverSettings, abilities::Vault};
/// let mut world = World::new();
/// world.insert(Collider::cuboid(vec3(0., -1., 0.), [Vec3::X * 9., Vec3::Y, Vec3::Z * 9.]))?;
/// world.insert(Collider::cuboid(vec3(0.5, 0.5, 0.), [Vec3::X * 0.1, Vec3::Y * 0.5, Vec3::Z]))?;
/// let mut mover = Mover::new(MoverSettings::default())?;
/// let mut body = CharacterState::at(vec3(0., 0.01, 0.), 1.8);
/// let vault = Vault { heights: [0.5, 1.2], drop: 1., speed: 3. };
/// let path = vault.path(&world.query(), mover.settings(), &body, vec3(1.5, 0., 0.));
/// let mut path = path.expect("a wall");
/// while path.step(&mut mover, &world, &mut body, 1. / 60.).is_none() {}
/// // Behind the wall, which ends at x = 0.6.
/// assert!((body.feet - vec3(0.6 + 0.3 + 0.02, 0.01, 0.)).length() < 1e-4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vault<S> {
    /// The least and the greatest height of a wall over the feet, length.
    pub heights: [S; 2],
    /// How far below the feet the ground behind may be, length. Where it is deeper, there is no vault.
    pub drop: S,
    /// Length/s.
    pub speed: S,
}

impl<S: Scalar> Vault<S> {
    /// The path over a wall ahead and to the ground right behind it; `None` if there is no wall of these heights, no room over
    /// it or behind it, or no ground there that is walkable, at most [`drop`](Self::drop) below the feet, and by the
    /// least of the heights lower than the wall: a [`Mantle`](super::Mantle) leads on to a wide one.
    ///
    /// `ahead` is how far it searches and goes at most, horizontally: the wall, and behind it the character, have to fit within.
    /// All is found by sweeps: a small ball finds the top of the wall, the capsule goes over it as far as it can, down, and
    /// back to the wall; then it is swept down where that leaves it, two skins from the wall.
    #[must_use]
    pub fn path<W: Surface<Vector: Vector<Scalar = S>>>(
        &self,
        query: &Query<'_, W>,
        settings: &MoverSettings<W::Vector>,
        body: &CharacterState<W::Vector>,
        ahead: W::Vector,
    ) -> Option<Path<W::Vector>> {
        let (up, gap, low) = (settings.up, settings.skin + settings.skin, self.heights[0]);
        let capsule = settings.capsule(body.feet, body.height);
        let direction = ahead.try_normalize()?;
        let wall = query.sweep(&capsule.translated(up * low), ahead)?;
        // Just behind its face, at the height of the feet.
        let to_face = wall.point - body.feet;
        let place = body.feet + to_face - up * to_face.dot(up) + direction * gap;
        let wall = top(query, settings, place, self.heights)?;
        let rise = up * (wall.rise + settings.skin);
        if query.sweep_any(&capsule, rise) {
            return None;
        }
        let over = capsule.translated(rise);
        let most = match query.sweep(&over, ahead) {
            Some(hit) => ahead.length() * hit.t - gap,
            None => ahead.length(),
        };
        if most <= S::ZERO {
            return None;
        }
        let farthest = direction * most;
        let behind = Behind {
            query,
            settings,
            deepest: wall.rise + self.drop,
        };
        let (depth, _) = behind.ground(&over.translated(farthest))?;
        // Back to the wall, from a height at which it is in the way.
        let lowest = over.translated(farthest - up * depth.min(wall.rise - low));
        let back = query.sweep(&lowest, -farthest)?;
        let length = most * (S::ONE - back.t) + gap;
        let way = direction * length;
        let (depth, slope) = behind.ground(&over.translated(way))?;
        if length > most || slope < settings.max_slope || depth < low {
            return None;
        }
        let corner = body.feet + rise;
        Some(Path::new(
            [corner, corner + way, corner + way - up * depth],
            self.speed,
        ))
    }
}

/// The search for the ground behind a wall.
struct Behind<'q, W: Surface> {
    query: &'q Query<'q, W>,
    settings: &'q MoverSettings<W::Vector>,
    deepest: Number<W>,
}

impl<W: Surface> Behind<'_, W> {
    /// How far the capsule goes down to a skin above ground, and the rise of the normal there; `None` if there is none.
    fn ground(&self, capsule: &Capsule<W::Vector>) -> Option<(Number<W>, Number<W>)> {
        let (up, skin) = (self.settings.up, self.settings.skin);
        let length = self.deepest + skin + skin;
        let hit = self.query.sweep(capsule, -up * length)?;
        let depth = hit.t * length - skin;
        (depth > Number::<W>::ZERO).then(|| (depth, hit.normal.dot(up)))
    }
}
