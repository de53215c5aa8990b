//! The pose of a body over time: how it is written, checked, and what it is at a time.

use super::numbers::{Dimensions, LEAST, amount};
use crate::decimal::Numbers;
use crate::error::{Result, ensure};
use crate::shape::PoseFile;
use carom::{Pose, Rotation, Scalar, Vector};
use glam::{DMat3, DVec3};
use serde::Deserialize;

/// A rotation about an axis through the body's origin.
///
/// ```
/// use carom_format::scenario::Turn;
/// let quarter = Turn { axis: [0.0, 1.0, 0.0], radians: std::f64::consts::FRAC_PI_2 };
/// assert_eq!(quarter.axis[1], 1.0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// The axis, of any length but zero.
    pub axis: [f64; 3],
    /// The angle.
    pub radians: f64,
}

/// A rotation of constant speed about an axis through a fixed pivot.
///
/// ```
/// use carom_format::scenario::Spin;
/// let spin = Spin { axis: [0.0, 1.0, 0.0], radians_per_second: 1.0, pivot: [0.0; 3] };
/// assert_eq!(spin.pivot, [0.0; 3]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Spin {
    /// The axis, of any length but zero.
    pub axis: [f64; 3],
    /// The angular speed.
    pub radians_per_second: f64,
    /// A point on the axis.
    pub pivot: [f64; 3],
}

/// A harmonic motion: `by` · sin(2π · time / period).
///
/// ```
/// use carom_format::scenario::Oscillation;
/// let lift = Oscillation { by: [0.0, 4.0, 0.0], period: 5.0 };
/// assert!(lift.period > 0.0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Oscillation {
    /// The amplitude.
    pub by: [f64; 3],
    /// The period, s.
    pub period: f64,
}

/// The pose of a body at time 0, and its motion.
///
/// ```
/// use carom_format::scenario::BodyPath;
/// let still = BodyPath { at: [0.0; 3], turn: None, velocity: [0.0; 3], spin: None, oscillation: None };
/// let moving = BodyPath { velocity: [0.0, 2.0, 0.0], ..still };
/// assert!(moving.is_moving() && !still.is_moving());
/// assert_eq!(moving.place(1.5).1, glam::DVec3::new(0.0, 3.0, 0.0));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct BodyPath {
    /// The position of its origin at time 0.
    pub at: [f64; 3],
    /// Its rotation at time 0.
    pub turn: Option<Turn>,
    /// Its velocity, m/s.
    pub velocity: [f64; 3],
    /// Its spin.
    pub spin: Option<Spin>,
    /// Its oscillation.
    pub oscillation: Option<Oscillation>,
}

/// A rotation as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TurnFile<'a> {
    #[serde(borrow)]
    axis: Option<Numbers<'a>>,
    degrees: f64,
}

/// A motion as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a motion")]
pub(super) struct MotionFile<'a> {
    #[serde(borrow)]
    velocity: Option<Numbers<'a>>,
    #[serde(borrow)]
    spin: Option<SpinFile<'a>>,
    #[serde(borrow)]
    oscillate: Option<OscillateFile<'a>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SpinFile<'a> {
    #[serde(borrow)]
    axis: Option<Numbers<'a>>,
    degrees_per_second: f64,
    #[serde(borrow)]
    pivot: Option<Numbers<'a>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OscillateFile<'a> {
    #[serde(borrow)]
    by: Numbers<'a>,
    period: f64,
}

impl BodyPath {
    /// Whether it ever moves.
    #[must_use]
    pub fn is_moving(&self) -> bool {
        let turns = |spin: &Spin| spin.radians_per_second != 0.0;
        let swings = |oscillation: &Oscillation| oscillation.by != [0.0; 3];
        self.velocity != [0.0; 3]
            || self.spin.as_ref().is_some_and(turns)
            || self.oscillation.as_ref().is_some_and(swings)
    }

    /// Rotation and position at a time.
    #[must_use]
    pub fn place(&self, time: f64) -> (DMat3, DVec3) {
        let at = DVec3::from_array(self.at);
        let mut turn = self.turn.map_or(DMat3::IDENTITY, matrix);
        let mut origin = at;
        if let Some(spin) = self.spin {
            let spun = matrix(spin.turn(time));
            let pivot = DVec3::from_array(spin.pivot);
            turn = spun * turn;
            origin = pivot + spun * (at - pivot);
        }
        origin += DVec3::from_array(self.velocity) * time;
        if let Some(Oscillation { by, period }) = self.oscillation {
            origin += DVec3::from_array(by) * libm::sin(core::f64::consts::TAU * time / period);
        }
        (turn, origin)
    }

    /// The pose at a time.
    #[must_use]
    pub fn pose<V: Vector>(&self, time: f64) -> Pose<V> {
        let turn = |turn: Turn| {
            let axis = <V::Double as Vector>::from_f64(turn.axis);
            Rotation::<V>::from_f64(axis, turn.radians)
        };
        let mut rotation = self.turn.map_or(Rotation::default(), turn);
        if let Some(spin) = self.spin {
            rotation = rotation.then(&turn(spin.turn(time)));
        }
        let (_, origin) = self.place(time);
        Pose {
            rotation,
            translation: <V::Double as Vector>::from_f64(origin.to_array()),
            scale: V::Scalar::ONE,
        }
    }
}

impl Spin {
    fn turn(&self, time: f64) -> Turn {
        Turn {
            axis: self.axis,
            radians: self.radians_per_second * time,
        }
    }
}

/// The pose over time of a body at `place` in the file.
pub(super) fn read(
    dimensions: Dimensions,
    at: Option<&Numbers<'_>>,
    turn: Option<&TurnFile<'_>>,
    motion: Option<&MotionFile<'_>>,
    place: &str,
) -> Result<BodyPath> {
    let turn = match turn {
        None => None,
        Some(turn) => Some(Turn {
            axis: dimensions.axis(turn.axis.as_ref(), &format!("{place}.turn.axis"))?,
            radians: amount(turn.degrees, &format!("{place}.turn.degrees"))?.to_radians(),
        }),
    };
    let at = match at {
        Some(at) => dimensions.point(at, &format!("{place}.at"))?,
        None => [0.0; 3],
    };
    let still = BodyPath {
        at,
        turn,
        velocity: [0.0; 3],
        spin: None,
        oscillation: None,
    };
    match motion {
        Some(motion) => moving(dimensions, motion, still, &format!("{place}.motion")),
        None => Ok(still),
    }
}

/// The pose of a part of a compound at `place` in the file.
pub(super) fn read_still(
    dimensions: Dimensions,
    pose: &PoseFile<'_>,
    place: &str,
) -> Result<BodyPath> {
    let turn = pose.turn.as_ref().map(|turn| TurnFile {
        axis: turn.axis,
        degrees: turn.degrees.to_f64(),
    });
    read(dimensions, pose.at.as_ref(), turn.as_ref(), None, place)
}

fn moving(
    dimensions: Dimensions,
    motion: &MotionFile<'_>,
    still: BodyPath,
    place: &str,
) -> Result<BodyPath> {
    let MotionFile {
        velocity,
        spin,
        oscillate,
    } = motion;
    ensure!(
        velocity.is_some() || spin.is_some() || oscillate.is_some(),
        "{place} is empty: one or more of velocity, spin and oscillate are needed"
    );
    let spin = spin.as_ref();
    let oscillate = oscillate.as_ref();
    Ok(BodyPath {
        velocity: match velocity {
            Some(velocity) => dimensions.point(velocity, &format!("{place}.velocity"))?,
            None => [0.0; 3],
        },
        spin: spin
            .map(|file| spinning(dimensions, file, still.at, &format!("{place}.spin")))
            .transpose()?,
        oscillation: oscillate
            .map(|file| oscillating(dimensions, file, &format!("{place}.oscillate")))
            .transpose()?,
        ..still
    })
}

fn spinning(
    dimensions: Dimensions,
    file: &SpinFile<'_>,
    at: [f64; 3],
    place: &str,
) -> Result<Spin> {
    let degrees = amount(
        file.degrees_per_second,
        &format!("{place}.degrees_per_second"),
    )?;
    Ok(Spin {
        axis: dimensions.axis(file.axis.as_ref(), &format!("{place}.axis"))?,
        radians_per_second: degrees.to_radians(),
        pivot: match &file.pivot {
            Some(pivot) => dimensions.point(pivot, &format!("{place}.pivot"))?,
            None => at,
        },
    })
}

fn oscillating(
    dimensions: Dimensions,
    file: &OscillateFile<'_>,
    place: &str,
) -> Result<Oscillation> {
    let period = file.period;
    ensure!(
        (LEAST..=1e9).contains(&period),
        "{place}.period must be more than 0 and at most a billion, not {period}"
    );
    let by = dimensions.point(&file.by, &format!("{place}.by"))?;
    Ok(Oscillation { by, period })
}

/// The matrix of a rotation about a unit axis k (Rodrigues): R v = v cos + (k × v) sin + k (k·v) (1 − cos).
fn matrix(turn: Turn) -> DMat3 {
    let k = DVec3::from_array(turn.axis).normalize();
    let (sin, cos) = (libm::sin(turn.radians), libm::cos(turn.radians));
    let column = |v: DVec3| v * cos + k.cross(v) * sin + k * (k.dot(v) * (1.0 - cos));
    DMat3::from_cols(column(DVec3::X), column(DVec3::Y), column(DVec3::Z))
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::glam::Vec3;

    fn still() -> BodyPath {
        BodyPath {
            at: [0.0; 3],
            turn: None,
            velocity: [0.0; 3],
            spin: None,
            oscillation: None,
        }
    }

    #[test]
    fn a_quarter_turn_about_y_takes_z_to_x() {
        let turn = Turn {
            axis: [0.0, 2.0, 0.0],
            radians: std::f64::consts::FRAC_PI_2,
        };
        assert!((matrix(turn) * DVec3::Z - DVec3::X).length() < 1e-15);
    }

    #[test]
    fn a_body_is_turned_then_spun_about_its_pivot_then_moved() {
        let path = BodyPath {
            at: [2.0, 0.0, 0.0],
            turn: Some(Turn {
                axis: [0.0, 1.0, 0.0],
                radians: std::f64::consts::PI,
            }),
            velocity: [0.0, 3.0, 0.0],
            spin: Some(Spin {
                axis: [0.0, 1.0, 0.0],
                radians_per_second: std::f64::consts::FRAC_PI_2,
                pivot: [1.0, 0.0, 0.0],
            }),
            oscillation: Some(Oscillation {
                by: [0.0, 0.0, 5.0],
                period: 4.0,
            }),
        };
        // After a second: the arm of 1 along x has turned to −z; 3 up; at the peak of the oscillation.
        let (turn, origin) = path.place(1.0);
        assert!(
            (origin - DVec3::new(1.0, 3.0, 4.0)).length() < 1e-12,
            "{origin}"
        );
        // Its own x was turned to −x, and spun to z.
        assert!((turn * DVec3::X - DVec3::Z).length() < 1e-12);
        let pose = path.pose::<Vec3>(1.0);
        assert!((pose.place(Vec3::X).as_vec3() - Vec3::new(1.0, 3.0, 5.0)).length() < 1e-6);
        assert!(path.is_moving() && !still().is_moving());
    }
}
