//! Wall jump: a jump in the air off a wall beside the character.

use crate::{CharacterState, Locomotion, MoverSettings};
use alloc::vec::Vec;
use carom_core::{Query, Surface};
use carom_math::{Scalar, Vector};

/// Greatest rise of the normal of a wall: upright within six degrees.
const UPRIGHT: f64 = 0.1;

/// The speeds of a jump off a wall.
///
/// ```
/// use carom::{Collider, World, glam::{Vec3, vec3}};
/// use carom::mover::{CharacterState, Locomotion, LocomotionSettings, MoverSettings, abilities::WallJump};
/// let mut world = World::new();
/// world.insert(Collider::cuboid(vec3(1., 0., 0.), [Vec3::X * 0.5, Vec3::Y * 9., Vec3::Z * 9.]))?;
/// let mut body = CharacterState::at(vec3(0.19, 0., 0.), 1.8);
/// let mut locomotion = Locomotion::new(LocomotionSettings::default());
/// let jump = WallJump { away: 3., rise: 4. };
/// assert!(jump.jump(&world.query(), &MoverSettings::default(), &mut body, &mut locomotion));
/// assert_eq!((locomotion.velocity, body.velocity), (vec3(-3., 0., 0.), vec3(0., 4., 0.)));
/// # Ok::<(), carom::BodyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WallJump<S> {
    /// The speed away from the wall, length/s.
    pub away: S,
    /// The speed upward, length/s.
    pub rise: S,
}

impl<S: Scalar> WallJump<S> {
    /// Before a tick in which jump is pressed in the air: if there is a wall within two skins, knocks the character away from
    /// it and up. Returns whether it did.
    pub fn jump<W: Surface<Vector: Vector<Scalar = S>>>(
        &self,
        query: &Query<'_, W>,
        settings: &MoverSettings<W::Vector>,
        body: &mut CharacterState<W::Vector>,
        locomotion: &mut Locomotion<W::Vector>,
    ) -> bool {
        let up = settings.up;
        let mut walls = Vec::new();
        let reach = settings.skin + settings.skin;
        query.contacts(&body.capsule(settings), reach, &mut walls);
        walls.retain(|wall| wall.normal.dot(up).abs() < S::from_f64(UPRIGHT));
        // The nearest of them.
        let order = |wall: &carom_core::Contact<W::Vector>| wall.separation.to_f64();
        walls.sort_by(|a, b| order(a).total_cmp(&order(b)));
        let wall = walls.first().filter(|_| body.ground.is_none());
        let out = wall.map(|wall| wall.normal - up * wall.normal.dot(up));
        let Some(out) = out.and_then(Vector::try_normalize) else {
            return false;
        };
        // The speed that it had does not count: each jump off a wall is as high.
        let fall = body.velocity.dot(up);
        locomotion.velocity = W::Vector::ZERO;
        locomotion.knock_back(body, out * self.away + up * (self.rise - fall), up);
        true
    }
}
