//! Root motion: an animation moves its character, in the place of a wish and, where it should, of gravity.

use super::locomotion::Locomotion;
use super::planes::horizontal;
use super::state::{CharacterState, Intent};
use carom_core::world::Rotation;
use carom_math::{Scalar, Vector};
use core::f64::consts::{PI, TAU};

/// The motion of an animation's root bone in a tick: the mover makes it as a walk or a fall, with collisions, steps, slopes
/// and platforms.
///
/// Animation libraries report it as the rigid transform from the root bone at the start of the tick to that at its end. It
/// is relative to the ground, as any walk, and added to what a platform does.
///
/// - Across `up` it takes the place of the wish, on the ground and in the air, at once and without friction.
/// - Along `up` it counts only if it is [`vertical`](Self::vertical). Otherwise the part is left out and gravity acts as ever: a roll off a
///   ledge falls, a run follows slopes and stairs. So do walking and falling characters of Unreal Engine, and scripts of
///   Unity that keep the vertical speed.
/// - If it is vertical, the part takes the place of gravity in this tick: up leaves the ground; in the air the character moves
///   by just this much, and zero stays at its height; down lands on ground, and does nothing on it. When the animation is over,
///   the fall begins with its last speed. For a climb through walls' edges or a swim see [`Intent::fly`], which takes the
///   whole displacement and no ground.
///
/// The places are those of the animation at every tick rate, except for what happens in the tick in which it ends or meets
/// something: the motion within a tick is straight.
///
/// ```
/// use carom::mover::{CharacterState, Locomotion, LocomotionSettings, Mover, MoverSettings, RootMotion};
/// use carom::{Collider, World, glam::{Vec3, vec3}};
/// let mut world = World::new();
/// world.insert(Collider::cuboid(vec3(0., -1., 0.), [Vec3::X * 50., Vec3::Y, Vec3::Z * 50.]))?;
/// let mut mover = Mover::new(MoverSettings::default())?;
/// let mut hero = CharacterState::at(vec3(0., 0.01, 0.), 1.8);
/// let mut locomotion = Locomotion::new(LocomotionSettings::default());
/// let (mut facing, dt) = (0., 1. / 60.);
/// // A dodge of 3 m along its own x in half a second, with a quarter of a turn: an arc.
/// for tick in 0..30 {
///     let turn = core::f32::consts::FRAC_PI_2 / 30.;
///     let dodge = RootMotion::new(vec3(0.1, 0., 0.), turn); // from the animation
///     facing += hero.ground_turn(&world, Vec3::Y, dt); // turns along with platforms
///     let intent = locomotion.root_motion(&hero, &dodge, &mut facing, Vec3::Y, dt);
///     mover.step(&world, &mut hero, &intent, dt);
///     locomotion.adopt(&hero, &intent, Vec3::Y);
/// }
/// // A quarter of a circle of 3 m: its chord is √2 · 3 / (π/2) m long.
/// let chord = 2_f32.sqrt() * 3. / core::f32::consts::FRAC_PI_2;
/// assert!((hero.feet.length() - chord).abs() < 0.01 && (facing - core::f32::consts::FRAC_PI_2).abs() < 1e-5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "OnAnimatorMove")]
#[doc(alias = "deltaPosition")]
#[doc(alias = "ExtractRootMotion")]
#[doc(alias = "get_root_motion_position")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
pub struct RootMotion<V: Vector> {
    /// The displacement over the tick in the character's own frame at its start, length. A displacement in the world has a
    /// `facing` of 0.
    pub displacement: V,
    /// The turn about `up` over the tick, radians, counter-clockwise seen from above. In 2D it does nothing.
    pub turn: V::Scalar,
    /// Whether the part of the displacement along `up` counts, in the place of gravity.
    pub vertical: bool,
}

impl<V: Vector> RootMotion<V> {
    /// The motion across `up`; gravity acts.
    #[must_use]
    pub fn new(displacement: V, turn: V::Scalar) -> Self {
        Self {
            displacement,
            turn,
            vertical: false,
        }
    }

    /// The intent of a tick of `dt` seconds, for a character without [`Locomotion`]; changes `facing`.
    ///
    /// `facing` is the angle about `up` from the axes of the world to those of the character, radians; after a whole turn it
    /// is in −π..=π again.
    ///
    /// ```
    /// use carom::{glam::{Vec3, vec3}, mover::{Intent, RootMotion}};
    /// let mut facing = core::f32::consts::FRAC_PI_2;
    /// let vault = RootMotion { vertical: true, ..RootMotion::new(vec3(0.2, 0.1, 0.), 0.5) };
    /// let intent = vault.intent(&mut facing, Vec3::Y, 0.1);
    /// assert!((intent.velocity - vec3(0., 0., -2.)).length() < 1e-6 && intent.rise == Some(1.));
    /// assert!((facing - core::f32::consts::FRAC_PI_2 - 0.5).abs() < 1e-6);
    /// ```
    #[must_use]
    pub fn intent(&self, facing: &mut V::Scalar, up: V, dt: V::Scalar) -> Intent<V> {
        let is_flat = V::DIM == 2;
        let velocity = self.displacement / dt;
        let rise = velocity.dot(up);
        let across = horizontal(velocity, up);
        let across = if is_flat {
            across
        } else {
            horizontal(Rotation::new(up, *facing).rotate(across), up)
        };
        if !is_flat {
            *facing = wrapped(*facing + self.turn);
        }
        Intent {
            rise: self.vertical.then_some(rise),
            ..Intent::walk(across)
        }
    }
}

/// An angle in −π..=π; one that is there already keeps its bits.
fn wrapped<S: Scalar>(angle: S) -> S {
    let radians = angle.to_f64();
    if radians.abs() <= PI || !radians.is_finite() {
        return angle;
    }
    S::from_f64(radians - TAU * libm::rint(radians / TAU))
}

impl<V: Vector> Locomotion<V> {
    /// The intent of a tick in which an animation moves the character, in the place of [`intent`](Self::intent). Call
    /// [`adopt`](Self::adopt) after the step.
    ///
    /// The character has the velocity of the animation from then on: where the animation ends in a run, the next tick goes on at
    /// that speed, with the player's wish and friction. Coyote time and jump buffer go on; a jump that waits is made after the
    /// animation, and none after one that leaves the ground.
    ///
    /// ```
    /// use carom::mover::{CharacterState, Locomotion, LocomotionSettings, Mover, MoverSettings, RootMotion};
    /// use carom::{World, glam::Vec3};
    /// let (world, mut mover) = (World::new(), Mover::new(MoverSettings::default())?);
    /// let mut hero = CharacterState::at(Vec3::ZERO, 1.8);
    /// let mut locomotion = Locomotion::new(LocomotionSettings::default());
    /// // A hop of an animation in the air, of which the part along `up` counts: 0.3 m ahead and 0.1 m up in a tick.
    /// let hop = RootMotion { vertical: true, ..RootMotion::new(Vec3::new(0.3, 0.1, 0.), 0.) };
    /// let intent = locomotion.root_motion(&hero, &hop, &mut 0., Vec3::Y, 0.1);
    /// mover.step(&world, &mut hero, &intent, 0.1);
    /// locomotion.adopt(&hero, &intent, Vec3::Y);
    /// assert!((hero.feet - Vec3::new(0.3, 0.1, 0.)).length() < 1e-5);
    /// // It goes on at the speed of the animation.
    /// assert!((locomotion.velocity - Vec3::X * 3.).length() < 1e-4);
    /// # Ok::<(), carom::mover::MoverError>(())
    /// ```
    #[must_use]
    pub fn root_motion(
        &mut self,
        body: &CharacterState<V>,
        motion: &RootMotion<V>,
        facing: &mut V::Scalar,
        up: V,
        dt: V::Scalar,
    ) -> Intent<V> {
        self.pass_time(body.ground.is_some(), None, dt);
        let intent = motion.intent(facing, up, dt);
        self.jumped |= intent.leaving_speed().is_some();
        self.velocity = intent.velocity;
        intent
    }
}
