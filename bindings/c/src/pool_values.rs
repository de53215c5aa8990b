//! The values of pool tables: dimensions, balls, cue, models.

use crate::memory::Plain;
use crate::status::{Failure, Result};
use carom_rs::billiards::{
    BallFriction, BallModel, BallParameters, BallState, BilliardsError, Cue, CushionModel, Models,
    PocketSpec, PoolBall, SlateBounce, SlateModel, TableSpec,
};
use carom_rs::glam::DVec2;

/// A point or direction in the plane of a pool table, in double precision.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CaromDVec2 {
    /// Across the table.
    pub x: f64,
    /// Along the table.
    pub y: f64,
}

/// Dimensions of a pool table between its cushion noses, m and rad. One corner of the playing surface is the origin, x runs
/// across the table, y along it, z up; the cloth is at z = 0.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CaromTableSpec {
    /// Extent of the playing surface in x, between cushion noses.
    pub width: f64,
    /// Extent of the playing surface in y.
    pub length: f64,
    /// Height of the cushion noses above the cloth: at least the radius of a ball, less than two.
    pub cushion_height: f64,
    /// Depth of the cushions, from nose to wood.
    pub cushion_width: f64,
    /// Mouth of a corner pocket: the distance of the two noses, continued to a sharp point.
    pub corner_mouth: f64,
    /// Angle inside the cushion between its nose line and its facing at a corner pocket: 3/4 pi for parallel facings, more for
    /// a throat that narrows.
    pub corner_cut: f64,
    /// Radius of the jaws of a corner pocket.
    pub corner_jaw_radius: f64,
    /// Distance from the corner of the playing surface out to the center of the circle that captures centers of balls.
    pub corner_depth: f64,
    /// Radius of the capture circle of a corner pocket.
    pub corner_radius: f64,
    /// Mouth of a side pocket.
    pub side_mouth: f64,
    /// The same angle at a side pocket: pi/2 for parallel facings.
    pub side_cut: f64,
    /// Radius of the jaws of a side pocket.
    pub side_jaw_radius: f64,
    /// Distance from the nose line out to the center of the capture circle.
    pub side_depth: f64,
    /// Radius of the capture circle of a side pocket.
    pub side_radius: f64,
    /// 1 for six pockets; 0 for none: then the fields of pockets are not read.
    pub has_pockets: u32,
    /// Not read; 0.
    pub reserved: u32,
}

/// Mass, size and friction of a ball; SI units. All balls of a table have the same radius.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CaromBallParameters {
    /// Mass, kg.
    pub mass: f64,
    /// Radius, m.
    pub radius: f64,
    /// Coefficient of sliding friction between ball and cloth.
    pub sliding_friction: f64,
    /// Coefficient of rolling friction: a rolling ball decelerates by this times gravity.
    pub rolling_friction: f64,
    /// Coefficient of spinning friction u: spin about the vertical decays by 5 u g / (2 R).
    pub spinning_friction: f64,
    /// Coefficient of restitution between balls; two different ones are averaged.
    pub ball_restitution: f64,
    /// Coefficient of friction between balls, for CAROM_AVERAGE_FRICTION; two different ones are averaged.
    pub ball_friction: f64,
    /// Coefficient of restitution between ball and cushion.
    pub cushion_restitution: f64,
    /// Coefficient of friction between ball and cushion.
    pub cushion_friction: f64,
    /// Gravity, m/s^2.
    pub gravity: f64,
}

/// Position, velocity and spin of a ball at one moment; z is up.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CaromBallState {
    /// Center, m. On the cloth z is the radius.
    pub position: [f64; 3],
    /// Velocity of the center, m/s; on the cloth z is 0.
    pub velocity: [f64; 3],
    /// Angular velocity, rad/s.
    pub angular_velocity: [f64; 3],
}

/// A ball of a pool table.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CaromPoolBall {
    /// Physical parameters.
    pub parameters: CaromBallParameters,
    /// Position, velocity and spin.
    pub state: CaromBallState,
    /// 1 for a ball that is in a pocket or off the table (its center is then higher than on the cloth) and takes no part, else 0.
    pub is_pocketed: u32,
    /// Not read; 0.
    pub reserved: u32,
}

/// A cue.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CaromCue {
    /// Mass, kg.
    pub mass: f64,
    /// Effective mass of the end of the shaft, kg: the smaller, the less squirt; 0 for none.
    pub end_mass: f64,
    /// Largest offset of the tip from the center of the ball, in radii, at which it does not slip off: 0 to 1.
    pub miscue_offset: f64,
}

/// Model of the collision of two balls: an impulse with restitution, and friction that slips or sticks (Alciatore, TP ).
pub const CAROM_FRICTIONAL_INELASTIC: u32 = 0;
/// Model of the collision of two balls: Mathavan, Jackson, Parkin 2014, integrated in steps.
pub const CAROM_MATHAVAN_2014: u32 = 1;
/// Model of the collision of a ball and a cushion: Han 2005.
pub const CAROM_HAN_2005: u32 = 0;
/// Model of the collision of a ball and a cushion: Mathavan, Jackson, Parkin 2010, integrated in steps.
pub const CAROM_MATHAVAN_2010: u32 = 1;
/// Model of the slate: it takes up all vertical impulses, and balls stay on the cloth.
pub const CAROM_ABSORBING: u32 = 0;
/// Model of the slate: balls bounce and fly; an elevated cue gives jump shots.
pub const CAROM_BOUNCING: u32 = 1;
/// Friction between balls: a + b exp(-c v) with the speed v of slip.
pub const CAROM_ALCIATORE_FRICTION: u32 = 0;
/// Friction between balls: the mean of their ball_friction.
pub const CAROM_AVERAGE_FRICTION: u32 = 1;

/// The collision models of a table.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CaromModels {
    /// Of CAROM_ALCIATORE_FRICTION: at high speed.
    pub friction_a: f64,
    /// Of CAROM_ALCIATORE_FRICTION: additional, at low speed.
    pub friction_b: f64,
    /// Of CAROM_ALCIATORE_FRICTION: decay, s/m.
    pub friction_c: f64,
    /// CAROM_ALCIATORE_FRICTION or CAROM_AVERAGE_FRICTION.
    pub friction: u32,
    /// CAROM_FRICTIONAL_INELASTIC or CAROM_MATHAVAN_2014.
    pub ball: u32,
    /// Of CAROM_MATHAVAN_2014: steps of the compression phase, 1 to 1,000,000.
    pub ball_steps: u32,
    /// CAROM_HAN_2005 or CAROM_MATHAVAN_2010.
    pub cushion: u32,
    /// Of CAROM_MATHAVAN_2010: steps of the compression phase, 1 to 1,000,000.
    pub cushion_steps: u32,
    /// CAROM_ABSORBING or CAROM_BOUNCING.
    pub slate: u32,
    /// Of CAROM_BOUNCING: coefficient of restitution between ball and slate, 0 to 1.
    pub slate_restitution: f64,
    /// Of CAROM_BOUNCING: a ball that leaves the cloth vertically at this speed or a lower one stays on it, m/s: 0.001 to 10.
    pub slate_least_speed: f64,
}

// SAFETY: floats.
unsafe impl Plain for CaromDVec2 {}
// SAFETY: floats and integers.
unsafe impl Plain for CaromTableSpec {}
// SAFETY: floats.
unsafe impl Plain for CaromBallParameters {}
// SAFETY: floats.
unsafe impl Plain for CaromBallState {}
// SAFETY: floats and integers.
unsafe impl Plain for CaromPoolBall {}
// SAFETY: floats.
unsafe impl Plain for CaromCue {}
// SAFETY: floats and integers.
unsafe impl Plain for CaromModels {}

/// Both ways between a struct of the header and the struct of the library with the same fields.
macro_rules! same_fields {
    ($Own:ident, $Library:ident: $($field:ident),*) => {
        impl From<$Library> for $Own {
            fn from(value: $Library) -> Self {
                let $Library { $($field),* } = value;
                Self { $($field: $field.into()),* }
            }
        }

        impl From<$Own> for $Library {
            fn from(value: $Own) -> Self {
                let $Own { $($field),* } = value;
                Self { $($field: $field.into()),* }
            }
        }
    };
}

same_fields!(CaromDVec2, DVec2: x, y);
same_fields!(CaromCue, Cue: mass, end_mass, miscue_offset);
same_fields!(CaromBallState, BallState: position, velocity, angular_velocity);
same_fields!(CaromBallParameters, BallParameters:
    mass, radius, sliding_friction, rolling_friction, spinning_friction, ball_restitution, ball_friction,
    cushion_restitution, cushion_friction, gravity);

/// The fields of pockets, from the struct of the library.
macro_rules! pocket_fields {
    ($from:expr, $To:ident { $($rest:tt)* }) => {
        $To {
            corner_mouth: $from.corner_mouth,
            corner_cut: $from.corner_cut,
            corner_jaw_radius: $from.corner_jaw_radius,
            corner_depth: $from.corner_depth,
            corner_radius: $from.corner_radius,
            side_mouth: $from.side_mouth,
            side_cut: $from.side_cut,
            side_jaw_radius: $from.side_jaw_radius,
            side_depth: $from.side_depth,
            side_radius: $from.side_radius,
            $($rest)*
        }
    };
}

impl CaromTableSpec {
    /// The dimensions of the library; a table checks them.
    pub(crate) fn spec(&self) -> Result<TableSpec> {
        let has_pockets = flag(self.has_pockets, "dimensions.has_pockets")?;
        Ok(TableSpec {
            width: self.width,
            length: self.length,
            cushion_height: self.cushion_height,
            cushion_width: self.cushion_width,
            pockets: has_pockets.then_some(pocket_fields!(self, PocketSpec {})),
        })
    }
}

/// The pockets of a table that has none.
const NO_POCKETS: PocketSpec = PocketSpec {
    corner_mouth: 0.0,
    corner_cut: 0.0,
    corner_jaw_radius: 0.0,
    corner_depth: 0.0,
    corner_radius: 0.0,
    side_mouth: 0.0,
    side_cut: 0.0,
    side_jaw_radius: 0.0,
    side_depth: 0.0,
    side_radius: 0.0,
};

impl From<&TableSpec> for CaromTableSpec {
    fn from(spec: &TableSpec) -> Self {
        let pockets = spec.pockets.unwrap_or(NO_POCKETS);
        pocket_fields!(
            pockets,
            CaromTableSpec {
                width: spec.width,
                length: spec.length,
                cushion_height: spec.cushion_height,
                cushion_width: spec.cushion_width,
                has_pockets: spec.pockets.is_some().into(),
                reserved: 0,
            }
        )
    }
}

impl CaromPoolBall {
    /// The ball of the library; a table checks its numbers.
    pub(crate) fn ball(&self, index: usize) -> Result<PoolBall> {
        let name = || format!("balls[{index}].is_pocketed");
        if self.is_pocketed > 1 {
            flag(self.is_pocketed, &name())?;
        }
        Ok(PoolBall {
            parameters: self.parameters.into(),
            state: self.state.into(),
            is_pocketed: self.is_pocketed != 0,
        })
    }
}

impl From<&PoolBall> for CaromPoolBall {
    fn from(ball: &PoolBall) -> Self {
        Self {
            parameters: ball.parameters.into(),
            state: ball.state.into(),
            is_pocketed: ball.is_pocketed.into(),
            reserved: 0,
        }
    }
}

impl CaromModels {
    /// The models of the library; a table checks their numbers.
    pub(crate) fn models(&self) -> Result<Models> {
        let unknown = |name: &str, model: u32| {
            let text = format!("models.{name} is {model}, which is no model");
            Err(Failure::invalid(text))
        };
        let friction = match self.friction {
            CAROM_ALCIATORE_FRICTION => BallFriction::Alciatore {
                a: self.friction_a,
                b: self.friction_b,
                c: self.friction_c,
            },
            CAROM_AVERAGE_FRICTION => BallFriction::Average,
            other => return unknown("friction", other),
        };
        let ball = match self.ball {
            CAROM_FRICTIONAL_INELASTIC => BallModel::FrictionalInelastic { friction },
            CAROM_MATHAVAN_2014 => {
                let steps = self.ball_steps;
                BallModel::Mathavan2014 { friction, steps }
            }
            other => return unknown("ball", other),
        };
        let cushion = match self.cushion {
            CAROM_HAN_2005 => CushionModel::Han2005,
            CAROM_MATHAVAN_2010 => {
                let steps = self.cushion_steps;
                CushionModel::Mathavan2010 { steps }
            }
            other => return unknown("cushion", other),
        };
        let slate = match self.slate {
            CAROM_ABSORBING => SlateModel::Absorbing,
            CAROM_BOUNCING => SlateModel::Bouncing(SlateBounce {
                restitution: self.slate_restitution,
                least_speed: self.slate_least_speed,
            }),
            other => return unknown("slate", other),
        };
        Ok(Models {
            ball,
            cushion,
            slate,
        })
    }
}

impl From<Models> for CaromModels {
    fn from(models: Models) -> Self {
        let (ball, friction, ball_steps) = match models.ball {
            BallModel::FrictionalInelastic { friction } => {
                (CAROM_FRICTIONAL_INELASTIC, friction, 0)
            }
            BallModel::Mathavan2014 { friction, steps } => (CAROM_MATHAVAN_2014, friction, steps),
        };
        let (friction, [friction_a, friction_b, friction_c]) = match friction {
            BallFriction::Alciatore { a, b, c } => (CAROM_ALCIATORE_FRICTION, [a, b, c]),
            BallFriction::Average => (CAROM_AVERAGE_FRICTION, [0.0; 3]),
        };
        let (cushion, cushion_steps) = match models.cushion {
            CushionModel::Han2005 => (CAROM_HAN_2005, 0),
            CushionModel::Mathavan2010 { steps } => (CAROM_MATHAVAN_2010, steps),
        };
        // A caller that only sets the model gets these numbers.
        let (slate, bounce) = match models.slate {
            SlateModel::Absorbing => (CAROM_ABSORBING, SlateBounce::default()),
            SlateModel::Bouncing(bounce) => (CAROM_BOUNCING, bounce),
        };
        Self {
            friction_a,
            friction_b,
            friction_c,
            friction,
            ball,
            ball_steps,
            cushion,
            cushion_steps,
            slate,
            slate_restitution: bounce.restitution,
            slate_least_speed: bounce.least_speed,
        }
    }
}

/// A flag that is 0 or 1.
fn flag(value: u32, name: &str) -> Result<bool> {
    if value > 1 {
        let text = format!("{name} is {value}, neither 0 nor 1");
        return Err(Failure::invalid(text));
    }
    Ok(value != 0)
}

/// A point of finite numbers.
pub(crate) fn finite(point: CaromDVec2, name: &str) -> Result<DVec2> {
    let point = DVec2::from(point);
    if point.is_finite() {
        return Ok(point);
    }
    Err(Failure::invalid(format!("{name} is not finite")))
}

/// The error of a setup or shot, with the place of the fault. Not by the text of the library: it has a depth, and the digits of
/// numbers are code that the wasm does without.
#[cold]
#[inline(never)]
pub(crate) fn refused(error: &BilliardsError) -> Failure {
    Failure::invalid(match error {
        BilliardsError::NoBalls => return Failure::out_of_range("balls: there is none"),
        BilliardsError::TooManyBalls { count } => {
            let most = carom_rs::billiards::MAX_BALLS;
            return Failure::out_of_range(format!("balls: {count} are more than {most}"));
        }
        BilliardsError::Ball { ball, what, must } => format!("balls[{ball}].{what} must be {must}"),
        BilliardsError::Overlap { ball, other, .. } => {
            format!("balls[{ball}] and balls[{other}] overlap")
        }
        BilliardsError::Outside { ball, what } => format!("balls[{ball}] {what}"),
        // "throat of a corner pocket" is no field.
        BilliardsError::Spec { what, must } if what.contains(' ') => {
            format!("dimensions: the {what} must be {must}")
        }
        BilliardsError::Spec { what, must } => format!("dimensions.{what} must be {must}"),
        BilliardsError::Model { what, must } => format!("the {what} must be {must}"),
        BilliardsError::Shot { what, must, .. } => format!("shot.{what} must be {must}"),
        _ => "the setup is not valid".into(),
    })
}
