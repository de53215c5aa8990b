//! Wall jump: a jump in the air off a wall beside the character.

use carom::World;
use carom::glam::Vec3;
use carom::mover::{CharacterState, Locomotion, MoverSettings};

/// Before a tick in which jump is pressed in the air: if there is a wall within two skins, knocks the character away from
/// it and up, with these speeds, length/s. Returns whether it did.
pub(crate) fn wall_jump(
    world: &World<Vec3>,
    settings: &MoverSettings<Vec3>,
    body: &mut CharacterState<Vec3>,
    locomotion: &mut Locomotion<Vec3>,
    [away, rise]: [f32; 2],
) -> bool {
    let up = settings.up;
    let capsule = settings.capsule(body.feet, body.height);
    let mut walls = Vec::new();
    world
        .query()
        .contacts(&capsule, 2.0 * settings.skin, &mut walls);
    // Upright within six degrees; the nearest of them.
    walls.retain(|contact| contact.normal.dot(up).abs() < 0.1);
    walls.sort_by(|a, b| a.separation.total_cmp(&b.separation));
    let Some(wall) = walls.first().filter(|_| body.ground.is_none()) else {
        return false;
    };
    let out = (wall.normal - up * wall.normal.dot(up)).normalize();
    // The speed that it had does not count: each jump off a wall is as high.
    let fall = body.velocity.dot(up);
    locomotion.velocity = Vec3::ZERO;
    locomotion.knock_back(body, out * away + up * (rise - fall), up);
    true
}
