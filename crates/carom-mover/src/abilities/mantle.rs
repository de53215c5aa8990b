//! Mantle: up on to a ledge ahead.

use super::path::Path;
use crate::{CharacterState, MoverSettings};
use carom_core::{Ball, Query, Surface};
use carom_math::{Scalar, Vector};

/// Radius of the ball that finds a ledge from above, in radii of the character.
const PROBE: f64 = 0.2;

/// Which ledges are climbed, and how fast.
///
/// ```
/// use carom::{Collider, World, glam::{Vec3, vec3}};
/// use carom::mover::{CharacterState, Mover, MoverSettings, abilities::Mantle};
/// let mut world = World::new();
/// world.insert(Collider::cuboid(vec3(3., 0.6, 0.), [Vec3::X * 2., Vec3::Y * 0.6, Vec3::Z]))?;
/// let mut mover = Mover::new(MoverSettings::default())?;
/// let mut body = CharacterState::at(vec3(0.6, 0.01, 0.), 1.8);
/// let mantle = Mantle { heights: [0.5, 1.5], speed: 2. };
/// let path = mantle.path(&world.query(), mover.settings(), &body, vec3(0.9, 0., 0.));
/// let mut path = path.expect("a ledge");
/// while path.step(&mut mover, &world, &mut body, 1. / 60.).is_none() {}
/// assert!((body.feet - vec3(1.5, 1.21, 0.)).length() < 1e-4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mantle<S> {
    /// The least and the greatest height of a ledge over the feet, length.
    pub heights: [S; 2],
    /// Length/s.
    pub speed: S,
}

impl<S: Scalar> Mantle<S> {
    /// The path up to a ledge ahead; `None` if there is none of these heights, it is too steep, or there is no room.
    ///
    /// `ahead` is how far it searches and goes, horizontally: the ledge has to begin within it, and to carry at its end. A
    /// small ball finds it from above; then the capsule is swept along the path.
    #[must_use]
    pub fn path<W: Surface<Vector: Vector<Scalar = S>>>(
        &self,
        query: &Query<'_, W>,
        settings: &MoverSettings<W::Vector>,
        body: &CharacterState<W::Vector>,
        ahead: W::Vector,
    ) -> Option<Path<W::Vector>> {
        let capsule = settings.capsule(body.feet, body.height);
        // Something has to be in the way.
        let low = settings.up * self.heights[0];
        query.sweep(&capsule.translated(low), ahead)?;
        let ledge = top(query, settings, body.feet + ahead, self.heights)?;
        if ledge.slope < settings.max_slope {
            return None;
        }
        let rise = settings.up * ledge.rise;
        let is_free =
            !query.sweep_any(&capsule, rise) && !query.sweep_any(&capsule.translated(rise), ahead);
        let corner = body.feet + rise;
        is_free.then(|| Path::new([corner, corner + ahead], self.speed))
    }
}

/// A number of the vectors of a surface.
pub(super) type Number<W> = <<W as Surface>::Vector as Vector>::Scalar;

/// The top of an obstacle.
pub(super) struct Top<S> {
    /// How far feet rise to a skin above it, length.
    pub(super) rise: S,
    /// The rise of its normal.
    pub(super) slope: S,
}

/// The top of an obstacle above or below `place`, between two heights over it.
pub(super) fn top<W: Surface>(
    query: &Query<'_, W>,
    settings: &MoverSettings<W::Vector>,
    place: W::Vector,
    [low, high]: [Number<W>; 2],
) -> Option<Top<Number<W>>> {
    let (up, skin) = (settings.up, settings.skin);
    let radius = settings.radius * Number::<W>::from_f64(PROBE);
    let down = high - low + skin;
    let from = place + up * (high + radius + skin);
    let hit = query.sweep(&Ball::new(from, radius), -up * down)?;
    // One that begins inside is higher.
    (hit.t > Number::<W>::ZERO).then(|| Top {
        rise: high - hit.t * down + skin + skin,
        slope: hit.normal.dot(up),
    })
}
