//! Mantle and vault: up on to a ledge ahead, or over a low wall.

use super::path::Path;
use carom::glam::Vec3;
use carom::mover::{CharacterState, MoverSettings};
use carom::{Ball, World};

/// The path up to a ledge ahead; `None` if there is none of this height, it is too steep, or there is no room.
///
/// `ahead` is how far it searches and goes, horizontally: the ledge has to begin within it. The ledge is between `heights`
/// above the feet. A small ball finds it from above; then the capsule is swept along the path.
pub(crate) fn mantle(
    world: &World<Vec3>,
    settings: &MoverSettings<Vec3>,
    body: &CharacterState<Vec3>,
    ahead: Vec3,
    heights: [f32; 2],
    speed: f32,
) -> Option<Path> {
    let (up, skin, query) = (settings.up, settings.skin, world.query());
    let capsule = settings.capsule(body.feet, body.height);
    // Something has to be in the way.
    query.sweep(&capsule.translated(up * heights[0]), ahead)?;
    let radius = 0.2 * settings.radius;
    let from = body.feet + ahead + up * (heights[1] + radius + skin);
    let down = heights[1] - heights[0] + skin;
    let ledge = query.sweep(&Ball::new(from, radius), -up * down)?;
    let carries = ledge.normal.dot(up) >= settings.max_slope;
    if ledge.t == 0.0 || !carries {
        return None;
    }
    let rise = up * (heights[1] - ledge.t * down + 2.0 * skin);
    let is_free =
        !query.sweep_any(&capsule, rise) && !query.sweep_any(&capsule.translated(rise), ahead);
    let corner = body.feet + rise;
    is_free.then(|| Path::new([corner, corner + ahead], speed))
}
