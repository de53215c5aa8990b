//! Swimming: water that carries and brakes, up to its surface, and the way out of it.

use super::mantle::Mantle;
use super::path::Path;
use crate::planes::horizontal;
use crate::{CharacterState, Intent, Locomotion, MoverSettings};
use carom_core::{Query, Surface};
use carom_math::{Scalar, Vector};

/// How far above the place where it floats a character still swims, length.
const SURFACE: f64 = 1e-3;

/// Water below a level surface.
///
/// ```
/// use carom::{World, glam::Vec3, mover::{CharacterState, Mover, MoverSettings, abilities::Water}};
/// let (world, mut mover) = (World::new(), Mover::new(MoverSettings::default())?);
/// let mut body = CharacterState::at(Vec3::ZERO, 1.8);
/// let water = Water { surface: 5., float: 1.5, buoyancy: 0.5, drag: 2. };
/// for _ in 0..600 {
///     let (intent, swum) = water.before(&body, Vec3::ZERO, Vec3::Y, 1. / 60.).expect("in the water");
///     mover.step(&world, &mut body, &intent, 1. / 60.);
///     water.after(&mut body, &intent, &swum, None);
/// }
/// assert!((body.feet.y - 3.5).abs() < 1e-4);
/// # Ok::<(), carom::mover::MoverError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Water<S> {
    /// The height of the surface along `up`.
    pub surface: S,
    /// How far below it the feet of a character are that floats, length.
    pub float: S,
    /// The speed with which a character that does nothing rises to the surface, length/s.
    pub buoyancy: S,
    /// How fast water brakes to the wanted velocity, 1/s. More than 0.
    pub drag: S,
}

/// The velocity after a tick in water, for [`Water::after`].
///
/// ```
/// use carom::{glam::Vec3, mover::{CharacterState, abilities::Water}};
/// let water = Water { surface: 5., float: 1.5, buoyancy: 0.5, drag: 2. };
/// let mut body = CharacterState::at(Vec3::ZERO, 1.8);
/// let (intent, swum) = water.before(&body, Vec3::X, Vec3::Y, 0.1).expect("in the water");
/// body.velocity = intent.velocity; // Nothing was in the way.
/// water.after(&mut body, &intent, &swum, None);
/// assert!(body.velocity.x > intent.velocity.x);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Swum<V: Vector>(pub V);

impl<S: Scalar> Water<S> {
    /// The intent of a tick of `dt` seconds; `None` above the water. `wanted` is a velocity in any direction.
    ///
    /// The velocity follows v' = −drag (v − w), w = wanted + buoyancy · up, solved exactly; the intent has its mean. At the
    /// surface nothing is left of what leads up.
    #[must_use]
    pub fn before<V: Vector<Scalar = S>>(
        &self,
        body: &CharacterState<V>,
        wanted: V,
        up: V,
        dt: S,
    ) -> Option<(Intent<V>, Swum<V>)> {
        let room = self.surface - self.float - body.feet.dot(up);
        // A body that falls in is stopped by its drag, not by the surface.
        if room < S::from_f64(-SURFACE) {
            return None;
        }
        let goal = wanted + up * self.buoyancy;
        // Not the exponential of the platform, which gives other bits on other machines.
        let gone = S::from_f64(-libm::expm1(-(self.drag * dt).to_f64()));
        let mut end = goal + (body.velocity - goal) * (S::ONE - gone);
        let mut mean = goal + (body.velocity - goal) * (gone / (self.drag * dt));
        let over = mean.dot(up) * dt - room;
        if over > S::ZERO {
            mean -= up * (over / dt);
            end -= up * end.dot(up).max(S::ZERO);
        }
        let fly = Intent {
            fly: true,
            ..Intent::walk(mean)
        };
        Some((fly, Swum(end)))
    }

    /// After the tick: the velocity at its end, unless something was in the way. A character with a locomotion walks on with it
    /// where it comes out of the water: give that, and `up`.
    ///
    /// ```
    /// use carom::{glam::{Vec3, vec3}, mover::{CharacterState, Locomotion, LocomotionSettings, abilities::Water}};
    /// let water = Water { surface: 5., float: 1.5, buoyancy: 0.5, drag: 2. };
    /// let mut body = CharacterState { velocity: vec3(3., -1., 0.), ..CharacterState::at(Vec3::ZERO, 1.8) };
    /// let mut locomotion = Locomotion::new(LocomotionSettings::default());
    /// let (intent, swum) = water.before(&body, Vec3::ZERO, Vec3::Y, 0.1).expect("in the water");
    /// body.velocity = vec3(0., -1., 0.); // A wall was in the way.
    /// water.after(&mut body, &intent, &swum, Some((&mut locomotion, Vec3::Y)));
    /// assert_eq!((body.velocity, locomotion.velocity), (vec3(0., -1., 0.), Vec3::ZERO));
    /// ```
    pub fn after<V: Vector<Scalar = S>>(
        &self,
        body: &mut CharacterState<V>,
        intent: &Intent<V>,
        swum: &Swum<V>,
        walk: Option<(&mut Locomotion<V>, V)>,
    ) {
        if body.velocity == intent.velocity {
            body.velocity = swum.0;
        }
        if let Some((locomotion, up)) = walk {
            locomotion.velocity = horizontal(body.velocity, up);
        }
    }

    /// The path out of the water on to a ledge ahead that is at most `above` over the surface, at this speed; `None` if
    /// there is none, or the character is more than a radius deeper than where it floats. It is a [`Mantle`]: `ahead` is
    /// how far it searches and goes, horizontally.
    ///
    /// ```
    /// use carom::{Collider, World, glam::{Vec3, vec3}};
    /// use carom::mover::{CharacterState, Mover, MoverSettings, abilities::Water};
    /// let mut world = World::new();
    /// // A quay, half a meter above the water.
    /// world.insert(Collider::cuboid(vec3(3., 0., 0.), [Vec3::X * 2., Vec3::Y * 2.5, Vec3::Z * 5.]))?;
    /// let mut mover = Mover::new(MoverSettings::default())?;
    /// let water = Water { surface: 2., float: 1.5, buoyancy: 0.5, drag: 2. };
    /// let mut body = CharacterState::at(vec3(0.5, 0.5, 0.), 1.8); // it floats
    /// let out = |body: &CharacterState<Vec3>, above| {
    ///     water.exit(&world.query(), &MoverSettings::default(), body, Vec3::X, [above, 2.])
    /// };
    /// assert!(out(&body, 0.3).is_none(), "too high");
    /// let mut path = out(&body, 0.8).expect("a way out");
    /// while path.step(&mut mover, &world, &mut body, 1. / 60.).is_none() {}
    /// assert!(body.feet.x > 1.4 && (body.feet.y - 2.5).abs() < 0.02);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn exit<W: Surface<Vector: Vector<Scalar = S>>>(
        &self,
        query: &Query<'_, W>,
        settings: &MoverSettings<W::Vector>,
        body: &CharacterState<W::Vector>,
        ahead: W::Vector,
        [above, speed]: [S; 2],
    ) -> Option<Path<W::Vector>> {
        let depth = self.surface - body.feet.dot(settings.up);
        if depth > self.float + settings.radius {
            return None;
        }
        // A ledge level with the water is in the way of all but the lower end of the body.
        let heights = [(depth - settings.radius).max(S::ZERO), depth + above];
        Mantle { heights, speed }.path(query, settings, body, ahead)
    }
}
