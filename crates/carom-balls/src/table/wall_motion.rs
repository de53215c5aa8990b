//! Motion of walls: keyframes, between which a wall shifts and rotates at constant rates.

use alloc::vec::Vec;
use carom_core::world::{Rotation, across};
use carom_math::{Scalar, Vector};

/// The fastest rotation, in radians a window. A search takes at least four steps a radian.
pub(super) const FASTEST_SPIN: f64 = (1_u64 << 20) as f64;

/// The pose of a wall at a time.
///
/// ```
/// use carom::table::{Keyframe, WallMotion};
/// use carom::glam::{DVec2, dvec2};
/// let keyframes = [(0., 0.), (2., 4.)].map(|(time, x)| Keyframe { time, offset: dvec2(x, 0.), angle: 0. });
/// let motion = WallMotion { keyframes: keyframes.into(), ..WallMotion::default() };
/// assert_eq!(motion.pose(0.5), (dvec2(1., 0.), 0.));
/// assert_eq!(motion.pose(9.), (dvec2(4., 0.), 0.));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
pub struct Keyframe<V: Vector> {
    /// Time, s.
    pub time: f64,
    /// Displacement of the wall from where its parts are.
    pub offset: V,
    /// Rotation about the pivot, radians; counterclockwise.
    pub angle: V::Scalar,
}

/// How a wall moves: it shifts and rotates at constant rates between keyframes, and rests before the first and after the
/// last.
///
/// The pose at a time is a rotation about [`pivot`](Self::pivot), then a displacement. No ball moves the wall.
///
/// [`Table::new`](super::Table::new) refuses rotations by more than 2²⁰ radians (170,000 turns) in a time window: the
/// greatest power of two, in seconds, in which the fastest ball, kick or fall does not yet cross the table, and one second if nothing
/// moves. A search for a touch takes steps of a quarter radian at most, so that at this rate a ball near the wall costs
/// 2²² steps, about a second, for each window. Displacements may be up to 10⁹⁰ times the table in a window, as kicks.
///
/// ```
/// use carom::table::{BallId, Setup, Table, TableBall, Wall, WallMotion};
/// use carom::{Segment, glam::{DVec2, dvec2}};
/// // A piston that starts at x = -4 after a second, and moves at 2 until x = 0.
/// let front = Segment::new(dvec2(-4., -1.), dvec2(-4., 1.));
/// let stroke = WallMotion::shifting([(1., DVec2::ZERO), (3., dvec2(4., 0.))]);
/// let mut table = Table::new(&Setup {
///     balls: vec![TableBall::new(DVec2::ZERO, 1.)],
///     walls: vec![Wall::new(front).with_motion(stroke)],
///     ..Setup::default()
/// })?;
/// let hit = table.step_event().unwrap();
/// assert_eq!((hit.time, hit.normal, hit.speed), (2.5, dvec2(1., 0.), 2.));
/// // Off a wall of infinite mass: twice its speed.
/// assert_eq!(table.ball(BallId(0)).unwrap().velocity, dvec2(4., 0.));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
pub struct WallMotion<V: Vector> {
    /// The poses, by time in ascending order. At least one.
    pub keyframes: Vec<Keyframe<V>>,
    /// The point about which the wall rotates, before it is displaced. Default the origin.
    pub pivot: V,
    /// Axis of rotation, of any length; ignored in 2D. Default 0: no rotation in 3D.
    pub axis: V,
    /// From the last keyframe on, all repeats from the first; both have the same pose. Default false.
    pub repeats: bool,
}

/// Constant rates of motion up to a time: the pose at `base`, and its rates.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch<V: Vector> {
    pub(super) to: f64,
    base: f64,
    offset: V,
    angle: V::Scalar,
    pub(super) velocity: V,
    pub(super) spin: V::Scalar,
}

impl<V: Vector> Stretch<V> {
    /// Displacement and angle at a time.
    pub(super) fn pose(&self, time: f64) -> (V, V::Scalar) {
        let part = V::Scalar::from_f64(time - self.base);
        (
            self.offset + self.velocity * part,
            self.angle + self.spin * part,
        )
    }
}

impl<V: Vector> WallMotion<V> {
    /// A wall that shifts: times and displacements.
    #[must_use]
    pub fn shifting(keyframes: impl IntoIterator<Item = (f64, V)>) -> Self {
        let keyframe = |(time, offset)| Keyframe {
            time,
            offset,
            angle: V::Scalar::ZERO,
        };
        Self {
            keyframes: keyframes.into_iter().map(keyframe).collect(),
            pivot: V::ZERO,
            axis: V::ZERO,
            repeats: false,
        }
    }

    /// A wall that rotates about a pivot, in 3D around an axis: times and angles, radians.
    ///
    /// ```
    /// use carom::table::{BallId, Setup, Table, TableBall, Wall, WallMotion};
    /// use carom::{Capsule, glam::{DVec2, dvec2}};
    /// // A flipper of radius 0.25, and a ball at rest two lengths along it and 0.75 above.
    /// let bar = Capsule::new(DVec2::ZERO, dvec2(3., 0.), 0.25);
    /// let stroke = WallMotion::turning(DVec2::ZERO, DVec2::ZERO, [(0., 0.), (0.1, 0.8)]);
    /// let mut table = Table::new(&Setup {
    ///     balls: vec![TableBall::new(dvec2(2., 0.75), 0.25)],
    ///     walls: vec![Wall::new(bar).with_motion(stroke)],
    ///     ..Setup::default()
    /// })?;
    /// let hit = table.step_event().unwrap();
    /// // The ball is at the distance 0.5 from the axis of the bar at the angle atan(y / x) - asin(0.5 / r).
    /// let angle = (0.75_f64 / 2.).atan() - (0.5 / 2_f64.hypot(0.75)).asin();
    /// assert!((hit.time - angle / 8.).abs() < 1e-14);
    /// assert!(table.ball(BallId(0)).unwrap().velocity.y > 30.);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn turning(
        pivot: V,
        axis: V,
        keyframes: impl IntoIterator<Item = (f64, V::Scalar)>,
    ) -> Self {
        let keyframe = |(time, angle)| Keyframe {
            time,
            offset: V::ZERO,
            angle,
        };
        Self {
            keyframes: keyframes.into_iter().map(keyframe).collect(),
            pivot,
            axis,
            repeats: false,
        }
    }

    /// This motion, repeated: the last keyframe is the first of the next round.
    ///
    /// ```
    /// use carom::table::WallMotion;
    /// use carom::glam::{DVec2, dvec2};
    /// let swing = WallMotion::turning(DVec2::ZERO, DVec2::ZERO, [(0., 0.), (1., 0.8), (2., 0.)]).repeating();
    /// assert_eq!(swing.pose(0.5), (DVec2::ZERO, 0.4));
    /// assert_eq!(swing.pose(4.5).1, 0.4, "in the third round");
    /// let tip = swing.place(dvec2(3., 0.), 0.5);
    /// assert!((tip.y - 3. * 0.4_f64.sin()).abs() < 1e-12);
    /// ```
    #[must_use]
    pub fn repeating(self) -> Self {
        Self {
            repeats: true,
            ..self
        }
    }

    /// Displacement, and angle in radians, at a time, s. Zero without keyframes.
    #[must_use]
    pub fn pose(&self, time: f64) -> (V, V::Scalar) {
        self.stretch(time).pose(time)
    }

    /// The image of a point of the wall's parts at a time, s.
    #[must_use]
    pub fn place(&self, point: V, time: f64) -> V {
        let (offset, angle) = self.pose(time);
        self.pivot + Rotation::new(self.axis, angle).rotate(point - self.pivot) + offset
    }

    /// The position in the frame of the wall's parts of a point at a time, s.
    pub(super) fn in_frame(&self, point: V, time: f64) -> V {
        let (offset, angle) = self.pose(time);
        self.pivot + Rotation::new(self.axis, -angle).rotate(point - offset - self.pivot)
    }

    /// The stretch of constant rates at a time, with the next one at its end.
    pub(super) fn stretch(&self, time: f64) -> Stretch<V> {
        let rest = |keyframe: Option<&Keyframe<V>>, to| Stretch {
            to,
            base: 0.0,
            offset: keyframe.map_or(V::ZERO, |keyframe| keyframe.offset),
            angle: keyframe.map_or(V::Scalar::ZERO, |keyframe| keyframe.angle),
            velocity: V::ZERO,
            spin: V::Scalar::ZERO,
        };
        let all = &self.keyframes[..];
        let ends = all.first().zip(all.last());
        let Some((first, last)) = ends.filter(|(first, _)| time >= first.time) else {
            let until = all.first().map_or(f64::INFINITY, |first| first.time);
            return rest(all.first(), until);
        };
        let period = last.time - first.time;
        if !self.repeats && time >= last.time {
            return rest(Some(last), f64::INFINITY);
        }
        let mut round = 0.0;
        let mut within = time;
        if self.repeats && time >= last.time {
            round = libm::floor((time - first.time) / period);
            within = time - round * period;
            // Rounding can put a time into the round before or after.
            if within >= last.time {
                round += 1.0;
                within = time - round * period;
            }
            within = Scalar::max(within, first.time);
        }
        let next = all.partition_point(|keyframe| keyframe.time <= within);
        let next = next.clamp(1, all.len() - 1);
        let (a, b) = (&all[next - 1], &all[next]);
        let rate = V::Scalar::from_f64(1.0 / (b.time - a.time));
        let shift = round * period;
        Stretch {
            to: b.time + shift,
            base: a.time + shift,
            offset: a.offset,
            angle: a.angle,
            velocity: (b.offset - a.offset) * rate,
            spin: (b.angle - a.angle) * rate,
        }
    }

    /// The time from which on it does only what it has done since `time`; infinite if it does not repeat.
    pub(super) fn end_of_round(&self, time: f64) -> f64 {
        match (self.keyframes.first(), self.keyframes.last()) {
            (Some(first), Some(last)) if self.repeats => {
                Scalar::max(time, first.time) + (last.time - first.time)
            }
            _ => f64::INFINITY,
        }
    }

    /// The greatest rates between keyframes: of displacement along an axis, and of rotation.
    pub(super) fn fastest(&self) -> [f64; 2] {
        let rates = self.keyframes.windows(2).map(|pair| {
            let rate = 1.0 / (pair[1].time - pair[0].time);
            if rate == f64::INFINITY {
                return [rate; 2];
            }
            let shift = (pair[1].offset - pair[0].offset).abs().max_element();
            let angle = pair[1].angle.to_f64() - pair[0].angle.to_f64();
            [shift.to_f64() * rate, Scalar::abs(angle) * rate]
        });
        rates.fold([0.0; 2], |most, rate| {
            [0, 1].map(|i| Scalar::max(most[i], rate[i]))
        })
    }

    /// Its first fault, if it has one.
    pub(super) fn fault(&self) -> Option<&'static str> {
        let all = &self.keyframes[..];
        let is_finite = |keyframe: &Keyframe<V>| {
            keyframe.time.is_finite() && keyframe.offset.is_finite() && keyframe.angle.is_finite()
        };
        let rotates = all.iter().any(|keyframe| keyframe.angle != V::Scalar::ZERO);
        let pose = |keyframe: &Keyframe<V>| (keyframe.offset, keyframe.angle);
        if all.is_empty() {
            Some("must have a motion with a keyframe")
        } else if !all.iter().all(is_finite) {
            Some("must have keyframes of finite numbers")
        } else if !(self.pivot.is_finite() && self.axis.is_finite()) {
            Some("must have a finite pivot and axis")
        } else if all.windows(2).any(|pair| pair[0].time >= pair[1].time) {
            Some("must have keyframes with times in ascending order")
        } else if V::DIM == 3 && rotates && self.axis.try_normalize().is_none() {
            Some("must have an axis that is not zero, to rotate")
        } else if self.repeats && (all.len() < 2 || pose(&all[0]) != pose(&all[all.len() - 1])) {
            Some("must end in the pose of its first keyframe, to repeat")
        } else {
            None
        }
    }
}

/// The velocity of an arm that rotates at this speed around a unit axis.
pub(super) fn rotated_speed<D: Vector>(axis: D, spin: D::Scalar, arm: D) -> D {
    across(axis, arm) * spin
}
