//! Glide: a fall that is never faster than a given speed.

use crate::{CharacterState, Intent, MoverSettings};
use carom_math::{Scalar, Vector};

/// The greatest speed of a fall while the character glides.
///
/// It sets [`Intent::rise`](crate::Intent::rise), which acts in one tick only: a character that lands or stops gliding falls as any
/// other from the next tick on.
///
/// ```
/// use carom::{World, glam::Vec3};
/// use carom::mover::{CharacterState, Intent, Mover, MoverSettings, abilities::Glide};
/// let (world, mut mover) = (World::new(), Mover::new(MoverSettings::default())?);
/// let mut body = CharacterState::at(Vec3::ZERO, 1.8);
/// let glide = Glide { speed: 1.5 };
/// for _ in 0..60 {
///     let mut intent = Intent::walk(Vec3::ZERO);
///     let rise = glide.before(mover.settings(), &body, &mut intent, 1. / 60.);
///     mover.step(&world, &mut body, &intent, 1. / 60.);
///     glide.after(mover.settings(), &mut body, rise);
/// }
/// let free = 1.5 / 9.81; // The limit is reached after this time.
/// let fallen = 1.5 * free / 2. + 1.5 * (1. - free);
/// assert!((body.feet.y + fallen).abs() < 1e-4 && (body.velocity.y + 1.5).abs() < 1e-6);
/// # Ok::<(), carom::mover::MoverError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glide<S> {
    /// The greatest speed downward, length/s.
    pub speed: S,
}

impl<S: Scalar> Glide<S> {
    /// Before each tick in which the character glides: sets the [`rise`](crate::Intent::rise) of its intent and returns it, for
    /// [`after`](Self::after). `None` on the ground and while it is not yet too fast, where gravity acts, and in a jump, a flight or an
    /// animation that rises by itself.
    ///
    /// Falling from the speed v the limit is reached after (limit − v) / g. The tick has the mean speed of both parts.
    #[must_use]
    pub fn before<V: Vector<Scalar = S>>(
        &self,
        settings: &MoverSettings<V>,
        body: &CharacterState<V>,
        intent: &mut Intent<V>,
        dt: S,
    ) -> Option<S> {
        let fall = -body.velocity.dot(settings.up);
        let rises = intent.fly || intent.jump.is_some() || intent.rise.is_some();
        if rises || body.ground.is_some() || fall <= S::ZERO {
            return None;
        }
        let until = ((self.speed - fall) / settings.gravity).max(S::ZERO);
        if until >= dt {
            return None;
        }
        let first = fall.min(self.speed) * until + settings.gravity * S::HALF * until * until;
        intent.rise = Some(-(first + self.speed * (dt - until)) / dt);
        intent.rise
    }

    /// After the tick, with what [`before`](Self::before) returned: the speed at its end, if it is in the air still.
    pub fn after<V: Vector<Scalar = S>>(
        &self,
        settings: &MoverSettings<V>,
        body: &mut CharacterState<V>,
        rise: Option<S>,
    ) {
        if rise.is_some() && body.ground.is_none() {
            let fall = -body.velocity.dot(settings.up);
            body.velocity += settings.up * (fall - self.speed);
        }
    }
}
