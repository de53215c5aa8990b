//! Aiming: ghost ball, line of aim, the ball that is hit first.

use crate::handles;
use crate::memory::{Out, Plain};
use crate::objects::CaromPoolTable;
use crate::pool_values::{CaromDVec2, finite};
use crate::shot::{CAROM_NO_BALL, on_table};
use crate::status::{CaromStatus, Failure, guarded};
use carom_rs::billiards::{aimed_at, direction_to, ghost_ball};
use carom_rs::glam::DVec2;

/// The first ball on a straight line of aim. Without one, ball is CAROM_NO_BALL, the distance infinite, and the rest NaN.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CaromAimedBall {
    /// How far the aiming ball goes, m.
    pub distance: f64,
    /// Its center when it hits: the ghost ball.
    pub ghost: CaromDVec2,
    /// Unit vector from the aiming ball to the other at the hit: the direction in which that one leaves, without throw.
    pub line: CaromDVec2,
    /// Fraction of the ball that is covered seen along the line of aim: 1 for a full hit, 1/2 for a cut of 30 degrees.
    pub fullness: f64,
    /// Number of the ball that is hit first.
    pub ball: u32,
    /// 0.
    pub reserved: u32,
}

// SAFETY: floats and integers.
unsafe impl Plain for CaromAimedBall {}

const NAN: CaromDVec2 = CaromDVec2 {
    x: f64::NAN,
    y: f64::NAN,
};

/// The first ball that a ball of the table hits if it goes straight in a direction, of any length but 0; cushions and pockets are
/// not in the way.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_aimed_at(
    table: CaromPoolTable,
    ball: u32,
    direction: CaromDVec2,
    out: *mut CaromAimedBall,
) -> CaromStatus {
    guarded("carom_aimed_at", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let out = unsafe { Out::new(out, "out") }?;
        let direction = finite(direction, "direction")?;
        if direction == DVec2::ZERO {
            return Err(Failure::invalid("direction has the length 0"));
        }
        let table = handles::object(table, "table")?;
        on_table(ball, &table)?;
        let aimed = aimed_at(&table, ball, direction);
        out.write(aimed.map_or(
            CaromAimedBall {
                distance: f64::INFINITY,
                ghost: NAN,
                line: NAN,
                fullness: f64::NAN,
                ball: CAROM_NO_BALL,
                reserved: 0,
            },
            |aimed| CaromAimedBall {
                distance: aimed.distance,
                ghost: aimed.ghost.into(),
                line: aimed.line.into(),
                fullness: aimed.fullness,
                ball: aimed.ball,
                reserved: 0,
            },
        ));
        Ok(())
    })
}

/// Where the center of the cue ball has to be at the collision to send an object ball towards a target, without throw: one
/// diameter behind the object ball, on the line from the target. NaN if the object ball is at the target.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_ghost_ball(
    object: CaromDVec2,
    target: CaromDVec2,
    radius: f64,
    out: *mut CaromDVec2,
) -> CaromStatus {
    guarded("carom_ghost_ball", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let out = unsafe { Out::new(out, "out") }?;
        let (object, target) = (finite(object, "object")?, finite(target, "target")?);
        if !(radius > 0.0 && radius.is_finite()) {
            return Err(Failure::invalid("radius must be positive and finite"));
        }
        let ghost = ghost_ball(object, target, radius);
        out.write(ghost.map_or(NAN, CaromDVec2::from));
        Ok(())
    })
}

/// The direction from one point to another for CaromShot, rad counterclockwise from x; 0 for the same point. The same bits on every
/// platform, which atan2 of C libraries does not promise.
#[unsafe(no_mangle)]
pub extern "C" fn carom_direction_to(from: CaromDVec2, to: CaromDVec2) -> f64 {
    direction_to(from.into(), to.into())
}
