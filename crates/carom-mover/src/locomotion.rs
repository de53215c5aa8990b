//! Locomotion: acceleration and friction, air control, coyote time and jump buffering.
//!
//! A layer on top of the [`Mover`](super::Mover), which does not know it: it turns the wish of a player into the
//! [`Intent`] of a tick. Speeds follow the differential equations of Quake's acceleration and friction
//! (`PM_Accelerate`, `PM_Friction`), solved exactly over the tick, so that thirty ticks a second come as far as a
//! thousand.

use super::planes::horizontal;
use super::state::{CharacterState, Intent};
use super::tuning::SPEED_LOSS;
use carom_math::{Scalar, Vector};

/// How a character accelerates, brakes and jumps. The default has Quake's 10 and 4, a tenth of it in the air, and 0.1 s
/// of coyote time and jump buffer.
///
/// ```
/// use carom::mover::LocomotionSettings;
/// let default = LocomotionSettings::<f32>::default();
/// assert_eq!((default.acceleration, default.friction, default.coyote), (10., 4., 0.1));
/// let drifting = LocomotionSettings { friction: 0.5, ..default };
/// assert!(drifting.is_valid() && !LocomotionSettings { buffer: -1., ..default }.is_valid());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LocomotionSettings<S> {
    /// Acceleration on the ground, 1/s: in the wanted direction the speed grows per second by this times the wanted
    /// speed, up to the wanted speed. Infinite: at once. Default 10.
    pub acceleration: S,
    /// Friction on the ground, 1/s: the speed falls to 1/e in 1/`friction` seconds. If it is more than the
    /// acceleration, the wanted speed is never quite reached. Default 4.
    pub friction: S,
    /// Acceleration in the air, where there is no friction, 1/s. Default 1.
    pub air_acceleration: S,
    /// Coyote time: how long after walking off an edge a jump still counts, s. Default 0.1.
    pub coyote: S,
    /// Jump buffer: how long before touching down a jump already counts, s. Default 0.1.
    pub buffer: S,
}

impl<S: Scalar> Default for LocomotionSettings<S> {
    fn default() -> Self {
        let number = S::from_f64;
        Self {
            acceleration: number(10.0),
            friction: number(4.0),
            air_acceleration: number(1.0),
            coyote: number(0.1),
            buffer: number(0.1),
        }
    }
}

impl<S: Scalar> LocomotionSettings<S> {
    /// Every speed at once, no coyote time, no buffer: the mover without this layer.
    ///
    /// ```
    /// use carom::mover::LocomotionSettings;
    /// let arcade = LocomotionSettings::<f32>::direct();
    /// assert!(arcade.is_valid() && arcade.acceleration.is_infinite() && arcade.coyote == 0.);
    /// ```
    #[must_use]
    pub fn direct() -> Self {
        Self {
            acceleration: S::INFINITY,
            friction: S::ZERO,
            air_acceleration: S::INFINITY,
            coyote: S::ZERO,
            buffer: S::ZERO,
        }
    }

    /// Whether no number is NaN or negative, and none but an acceleration is infinite.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        let not_negative = |x: S| x >= S::ZERO;
        not_negative(self.acceleration)
            && not_negative(self.air_acceleration)
            && [self.friction, self.coyote, self.buffer]
                .into_iter()
                .all(|x| not_negative(x) && x.is_finite())
    }
}

/// The locomotion state of a character, kept from tick to tick. Plain data.
///
/// ```
/// use carom::mover::{CharacterState, LocomotionSettings, Locomotion, Mover, MoverSettings};
/// use carom::{Collider, World, glam::{Vec3, vec3}};
/// let mut world = World::new();
/// world.insert(Collider::cuboid(vec3(0., -1., 0.), [Vec3::X * 50., Vec3::Y, Vec3::Z * 50.]))?;
/// let mut mover = Mover::new(MoverSettings::default())?;
/// let mut body = CharacterState::at(vec3(0., 0.01, 0.), 1.8);
/// let mut locomotion = Locomotion::new(LocomotionSettings::default());
/// for tick in 0..60 {
///     let jump = (tick == 30).then_some(5.);
///     let intent = locomotion.intent(&body, vec3(4., 0., 0.), jump, Vec3::Y, 1. / 60.);
///     mover.step(&world, &mut body, &intent, 1. / 60.);
///     locomotion.adopt(&body, &intent, Vec3::Y);
/// }
/// assert!(body.velocity.x > 3.9 && body.feet.y > 0.5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Locomotion<V: Vector> {
    /// How it accelerates and jumps.
    pub settings: LocomotionSettings<V::Scalar>,
    /// Velocity at the end of the tick, relative to the ground it stands on or left, length/s.
    pub velocity: V,
    /// Time since it left the ground, s; 0 on the ground.
    pub airborne: V::Scalar,
    /// A buffered jump: its speed, length/s, and its age, s.
    pub waiting: Option<(V::Scalar, V::Scalar)>,
    /// Whether it has jumped since it left the ground. At first true: before it has stood on ground there is no late jump.
    pub jumped: bool,
    /// Factor of `acceleration` and `friction` on the ground: [`Mover::grip`](crate::Mover::grip), set before each
    /// [`intent`](Self::intent) where surfaces differ. Default 1.
    ///
    /// With the grip μ the speed follows v' = −μ f v + μ a w: all times on the ground are 1/μ as long, and a character that no
    /// longer walks slides v / (μ f) far. It is that of the ground at the start of the tick.
    ///
    /// ```
    /// use carom::mover::{CharacterState, Intent, Locomotion, LocomotionSettings, Mover, MoverSettings};
    /// use carom::mover::{SurfaceMaterial, Surfaces};
    /// use carom::{Collider, World, glam::{Vec3, vec3}};
    /// use std::sync::Arc;
    /// let mut world = World::new();
    /// let lake = world.insert(Collider::cuboid(vec3(0., -1., 0.), [Vec3::X * 50., Vec3::Y, Vec3::Z * 50.]))?;
    /// let mut surfaces = Surfaces::new();
    /// surfaces.insert(lake, None, SurfaceMaterial { friction: 0.1, ..SurfaceMaterial::default() })?;
    /// let mut mover = Mover::new(MoverSettings::default())?;
    /// mover.set_surfaces(Some(Arc::new(surfaces)));
    /// let mut body = CharacterState::at(vec3(0., 0.01, 0.), 1.8);
    /// let mut locomotion = Locomotion::new(LocomotionSettings::default());
    /// mover.step(&world, &mut body, &Intent::walk(Vec3::ZERO), 1. / 60.);
    /// locomotion.velocity = vec3(3., 0., 0.);
    /// for _ in 0..1800 {
    ///     locomotion.grip = mover.grip(&body);
    ///     let intent = locomotion.intent(&body, Vec3::ZERO, None, Vec3::Y, 1. / 60.);
    ///     mover.step(&world, &mut body, &intent, 1. / 60.);
    ///     locomotion.adopt(&body, &intent, Vec3::Y);
    /// }
    /// assert!((body.feet.x - 3. / (0.1 * 4.)).abs() < 1e-3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub grip: V::Scalar,
}

impl<V: Vector> Locomotion<V> {
    /// The state of a character at rest: where it is spawned, and after a teleport.
    #[must_use]
    pub fn new(settings: LocomotionSettings<V::Scalar>) -> Self {
        Self {
            settings,
            velocity: V::ZERO,
            airborne: V::Scalar::ZERO,
            waiting: None,
            jumped: true,
            grip: V::Scalar::ONE,
        }
    }

    /// The intent of a tick of `dt` seconds for the input of a player: `wanted` is a velocity relative to the ground
    /// (without its part along `up`), `jump` an upward speed in the tick in which jump is pressed, both length/s.
    ///
    /// The velocity of the intent is the mean of the tick. Call [`adopt`](Self::adopt) after the step.
    #[must_use]
    pub fn intent(
        &mut self,
        body: &CharacterState<V>,
        wanted: V,
        jump: Option<V::Scalar>,
        up: V,
        dt: V::Scalar,
    ) -> Intent<V> {
        let zero = V::Scalar::ZERO;
        let wanted = horizontal(wanted, up);
        let (on_ground, can_jump) = (body.ground.is_some(), self.can_jump(body, dt));
        self.pass_time(on_ground, jump, dt);
        let jump = self.waiting.filter(|_| can_jump);
        if jump.is_some() {
            self.waiting = None;
            self.jumped = true;
        }
        let walks = on_ground && jump.is_none();
        let (acceleration, friction) = if walks {
            let grip = self.grip;
            // Without any grip even infinite acceleration is none.
            let acceleration = if grip > zero {
                self.settings.acceleration * grip
            } else {
                zero
            };
            (acceleration, self.settings.friction * grip)
        } else {
            (self.settings.air_acceleration, zero)
        };
        let (mean, end) = speed_up(self.velocity, wanted, acceleration, friction, dt);
        self.velocity = end;
        Intent {
            jump: jump.map(|(speed, _)| speed),
            air_jump: jump.is_some() && !on_ground,
            ..Intent::walk(mean)
        }
    }

    /// Whether a press of jump in the next tick, of `dt` seconds, counts at once: on the ground or within coyote time. Where it does
    /// not, [`intent`](Self::intent) buffers it.
    ///
    /// ```
    /// use carom::{glam::Vec3, mover::{CharacterState, Locomotion, LocomotionSettings}};
    /// let body = CharacterState::at(Vec3::ZERO, 1.8);
    /// let settings = LocomotionSettings::default();
    /// let off_an_edge = Locomotion { jumped: false, airborne: 0.05, ..Locomotion::new(settings) };
    /// assert!(off_an_edge.can_jump(&body, 0.04) && !off_an_edge.can_jump(&body, 0.06));
    /// ```
    #[must_use]
    pub fn can_jump(&self, body: &CharacterState<V>, dt: V::Scalar) -> bool {
        let in_coyote_time = !self.jumped && self.airborne + dt <= self.settings.coyote;
        body.ground.is_some() || in_coyote_time
    }

    /// Makes a jump of this upward speed, length/s, of the tick with the intent that [`intent`](Self::intent) made, in the air too: it
    /// takes the place of a buffered one. Where the intent has this jump already, nothing more changes than `air_jump`.
    ///
    /// ```
    /// use carom::{glam::Vec3, mover::{CharacterState, Locomotion, LocomotionSettings}};
    /// let body = CharacterState::at(Vec3::ZERO, 1.8);
    /// let mut locomotion = Locomotion::new(LocomotionSettings::default());
    /// let mut intent = locomotion.intent(&body, Vec3::ZERO, Some(4.), Vec3::Y, 0.02);
    /// assert_eq!((intent.jump, locomotion.waiting), (None, Some((4., 0.))));
    /// locomotion.jump_in_air(&mut intent, 4.);
    /// assert_eq!((intent.jump, intent.air_jump, locomotion.waiting), (Some(4.), true, None));
    /// ```
    pub fn jump_in_air(&mut self, intent: &mut Intent<V>, speed: V::Scalar) {
        (intent.jump, intent.air_jump) = (Some(speed), true);
        (self.waiting, self.jumped) = (None, true);
    }

    /// The times of a tick: since the ground was left, and of a buffered jump.
    pub(super) fn pass_time(&mut self, on_ground: bool, jump: Option<V::Scalar>, dt: V::Scalar) {
        let zero = V::Scalar::ZERO;
        if on_ground {
            self.airborne = zero;
            self.jumped = false;
        } else {
            self.airborne += dt;
        }
        self.waiting = match (jump, self.waiting) {
            (Some(speed), _) => Some((speed, zero)),
            (None, Some((speed, waited))) if waited + dt <= self.settings.buffer => {
                Some((speed, waited + dt))
            }
            (None, _) => None,
        };
    }

    /// Knocks the character back: adds a velocity, length/s, in any direction, to its own (of an explosion, a blow; an
    /// impulse is this times the mass). Call it between two ticks.
    ///
    /// The horizontal part wears off like any speed: on the ground by friction, v' = −friction · v, so with no input a
    /// knock of speed v slides v / friction far; in the air it stays, but for what `air_acceleration` takes. A part upward
    /// leaves the ground, and no late jump follows; a part downward counts in the air only. The same at every tick rate.
    ///
    /// ```
    /// use carom::mover::{CharacterState, LocomotionSettings, Locomotion, Mover, MoverSettings};
    /// use carom::{Collider, World, glam::{Vec3, vec3}};
    /// let mut world = World::new();
    /// world.insert(Collider::cuboid(vec3(0., -1., 0.), [Vec3::X * 50., Vec3::Y, Vec3::Z * 50.]))?;
    /// let mut mover = Mover::new(MoverSettings::default())?;
    /// let mut body = CharacterState::at(vec3(0., 0.01, 0.), 1.8);
    /// let mut locomotion = Locomotion::new(LocomotionSettings::default());
    /// for tick in 0..240 {
    ///     if tick == 1 {
    ///         locomotion.knock_back(&mut body, vec3(6., 0., 0.), Vec3::Y);
    ///     }
    ///     let intent = locomotion.intent(&body, Vec3::ZERO, None, Vec3::Y, 1. / 60.);
    ///     mover.step(&world, &mut body, &intent, 1. / 60.);
    ///     locomotion.adopt(&body, &intent, Vec3::Y);
    /// }
    /// assert!((body.feet.x - 6. / 4.).abs() < 1e-3); // the default friction is 4
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "impulse")]
    #[doc(alias = "launch")]
    #[doc(alias = "AddForce")]
    #[doc(alias = "LaunchCharacter")]
    pub fn knock_back(&mut self, body: &mut CharacterState<V>, velocity: V, up: V) {
        let across = horizontal(velocity, up);
        self.velocity += across;
        let rise = velocity - across;
        let is_up = rise.dot(up) > V::Scalar::ZERO;
        if is_up {
            body.ground = None;
            self.jumped = true;
        }
        if is_up || body.ground.is_none() {
            body.velocity += rise;
        }
    }

    /// Takes over the velocity that the step left of the intent: a wall takes speed.
    pub fn adopt(&mut self, body: &CharacterState<V>, intent: &Intent<V>, up: V) {
        let relative = body.velocity - body.base_velocity;
        let made = horizontal(relative, up);
        let lost = (intent.velocity - made).length();
        let all = intent.velocity.length() + body.base_velocity.length() + made.length();
        if lost > all * V::Scalar::from_f64(SPEED_LOSS) {
            self.velocity = made;
        }
    }
}

/// The mean velocity over `dt` and the one at its end, from a velocity and a wanted one.
///
/// Across the wanted direction only friction acts: v' = −f v. Along it v' = −f v + a w while v < w, the wanted speed,
/// and v' = −f v above; at w it stays if a ≥ f (Quake's rule: acceleration never takes the speed beyond the wanted
/// one).
fn speed_up<V: Vector>(
    velocity: V,
    wanted: V,
    acceleration: V::Scalar,
    friction: V::Scalar,
    dt: V::Scalar,
) -> (V, V) {
    let number = V::Scalar::from_f64;
    let (a, f, dt) = (acceleration.to_f64(), friction.to_f64(), dt.to_f64());
    if a == f64::INFINITY && f == 0.0 {
        return (wanted, wanted);
    }
    let Some(ahead) = wanted.try_normalize() else {
        let (end, way) = decay(1.0, 0.0, f, dt);
        return (velocity * number(way / dt), velocity * number(end));
    };
    let along = velocity.dot(ahead);
    let across = velocity - ahead * along;
    let (end, way) = decay(1.0, 0.0, f, dt);
    let (across_mean, across_end) = (across * number(way / dt), across * number(end));
    let (end, way) = straight(along.to_f64(), wanted.length().to_f64(), a, f, dt);
    (
        ahead * number(way / dt) + across_mean,
        ahead * number(end) + across_end,
    )
}

/// The speed after `dt` and the distance, from the speed `v` towards the wanted speed `w`.
fn straight(mut v: f64, w: f64, a: f64, f: f64, mut dt: f64) -> (f64, f64) {
    let mut way = 0.0;
    if v > w {
        // Friction alone, until the wanted speed is reached.
        let until = if f > 0.0 {
            (libm::log(v / w) / f).min(dt)
        } else {
            dt
        };
        let (end, made) = decay(v, 0.0, f, until);
        (v, way, dt) = (end, way + made, dt - until);
    }
    if dt <= 0.0 {
        return (v, way);
    }
    if a == f64::INFINITY {
        return (w, way + w * dt);
    }
    if v < w {
        let drive = a * w;
        // When v reaches w: v(t) = v∞ + (v − v∞) e^(−f t), v∞ = a w / f.
        let until = if f == 0.0 {
            (w - v) / drive
        } else if a > f {
            let limit = drive / f;
            libm::log((limit - v) / (limit - w)) / f
        } else {
            f64::INFINITY
        };
        let until = until.min(dt);
        let (end, made) = decay(v, drive, f, until);
        (v, way, dt) = (end, way + made, dt - until);
        if dt <= 0.0 {
            return (v, way);
        }
    }
    if a >= f {
        (w, way + w * dt)
    } else {
        // Too much friction to hold the wanted speed.
        let (end, made) = decay(v, a * w, f, dt);
        (end, way + made)
    }
}

/// v' = drive − f v: the speed after `t` and the distance.
fn decay(v: f64, drive: f64, f: f64, t: f64) -> (f64, f64) {
    if f <= 0.0 {
        return (v + drive * t, v * t + drive * t * t * 0.5);
    }
    let limit = drive / f;
    // 1 − e^(−f t), which cancels for short times unless it is one function.
    let gone = -libm::expm1(-f * t);
    let end = v + (limit - v) * gone;
    (end, limit * t + (v - limit) * gone / f)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Ground;
    use carom_core::PartId;
    use glam::{DVec3, dvec3};

    fn run(hz: u32, seconds: f64, from: DVec3, wanted: DVec3, a: f64, f: f64) -> (DVec3, DVec3) {
        let (mut v, mut x) = (from, DVec3::ZERO);
        for _ in 0..(f64::from(hz) * seconds).round() as u32 {
            let dt = 1.0 / f64::from(hz);
            let (mean, end) = speed_up(v, wanted, a, f, dt);
            (v, x) = (end, x + mean * dt);
        }
        (v, x)
    }

    #[test]
    fn settings_are_valid_without_nan_negative_numbers_and_endless_times() {
        let valid = LocomotionSettings::<f64>::default();
        assert!(valid.is_valid() && LocomotionSettings::<f64>::direct().is_valid());
        for bad in [f64::NAN, -1.0] {
            for settings in [
                LocomotionSettings {
                    acceleration: bad,
                    ..valid
                },
                LocomotionSettings {
                    air_acceleration: bad,
                    ..valid
                },
                LocomotionSettings {
                    friction: bad,
                    ..valid
                },
                LocomotionSettings {
                    coyote: bad,
                    ..valid
                },
                LocomotionSettings {
                    buffer: bad,
                    ..valid
                },
            ] {
                assert!(!settings.is_valid(), "{settings:?}");
            }
        }
        let endless = LocomotionSettings {
            coyote: f64::INFINITY,
            ..valid
        };
        assert!(!endless.is_valid());
    }

    /// On the way from one direction to the other the mean of a tick can be zero, and its end is not.
    #[test]
    fn a_velocity_of_which_nothing_is_lost_is_kept() {
        let mut locomotion = Locomotion::new(LocomotionSettings::default());
        locomotion.velocity = DVec3::X;
        let body = CharacterState::at(DVec3::ZERO, 1.8);
        locomotion.adopt(&body, &Intent::walk(DVec3::ZERO), DVec3::Y);
        assert_eq!(locomotion.velocity, DVec3::X);
        locomotion.adopt(&body, &Intent::walk(DVec3::X), DVec3::Y);
        assert_eq!(locomotion.velocity, DVec3::ZERO);
    }

    #[test]
    fn distance_and_speed_do_not_depend_on_the_tick_rate() {
        let cases = [
            (DVec3::ZERO, dvec3(4., 0., 0.), 10.0, 4.0),
            (dvec3(9., 0., 3.), dvec3(4., 0., 0.), 10.0, 4.0),
            (dvec3(-5., 0., 1.), dvec3(4., 0., 0.), 10.0, 4.0),
            (dvec3(5., 0., 1.), DVec3::ZERO, 10.0, 4.0),
            (dvec3(1., 0., 0.), dvec3(0., 0., 3.), 3.0, 5.0),
            (dvec3(6., 0., 0.), dvec3(3., 0., 0.), 3.0, 5.0),
            (dvec3(1., 0., 0.), dvec3(0., 0., 3.), 2.0, 0.0),
        ];
        for (from, wanted, a, f) in cases {
            let exact = run(100_000, 0.3, from, wanted, a, f);
            for hz in [10, 30, 60, 150, 1000] {
                let (v, x) = run(hz, 0.3, from, wanted, a, f);
                assert!((v - exact.0).length() < 1e-9, "{hz} Hz: {v} {}", exact.0);
                assert!((x - exact.1).length() < 1e-9, "{hz} Hz: {x} {}", exact.1);
            }
        }
    }

    #[test]
    fn it_is_the_limit_of_quakes_explicit_steps() {
        // Quake's rule in steps of a microsecond.
        let (a, f, dt) = (10.0, 4.0, 1e-6);
        let wanted = dvec3(4., 0., 0.);
        let mut v = dvec3(1., 0., 2.);
        for _ in 0..100_000 {
            v -= v * f * dt;
            let missing = wanted.length() - v.x;
            if missing > 0.0 {
                v.x += missing.min(a * wanted.length() * dt);
            }
        }
        let (_, end) = speed_up(dvec3(1., 0., 2.), wanted, a, f, 0.1);
        assert!((end - v).length() < 1e-4, "{end} {v}");
    }

    #[test]
    fn infinite_acceleration_reaches_the_wanted_speed_at_once() {
        let direct = LocomotionSettings::<f64>::direct();
        let (mean, end) = speed_up(
            dvec3(-1., 0., 0.),
            dvec3(4., 0., 0.),
            direct.acceleration,
            0.0,
            0.1,
        );
        assert_eq!((mean, end), (dvec3(4., 0., 0.), dvec3(4., 0., 0.)));
    }
    #[test]
    fn a_late_jump_counts_only_after_ground() {
        let mut locomotion = Locomotion::new(LocomotionSettings::default());
        let mut jump = |body: &CharacterState<DVec3>, press: bool| {
            let speed = press.then_some(5.0);
            let intent = locomotion.intent(body, DVec3::ZERO, speed, DVec3::Y, 0.01);
            (intent.jump.is_some(), intent.air_jump)
        };
        let in_air = CharacterState::at(DVec3::Y, 1.8);
        let on_ground = CharacterState {
            ground: Some(Ground {
                normal: DVec3::Y,
                part: PartId::of(0),
            }),
            ..in_air
        };
        // Spawned in the air: the jump waits for the ground.
        assert_eq!(jump(&in_air, true), (false, false));
        assert_eq!(jump(&on_ground, false), (true, false));
        assert_eq!(jump(&in_air, true), (false, false));
        // Walked off an edge.
        for _ in 0..20 {
            let _ = jump(&on_ground, false);
        }
        assert_eq!(jump(&in_air, true), (true, true));
    }
}
