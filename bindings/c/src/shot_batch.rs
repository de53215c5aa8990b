//! Many shots in a call.

use crate::handles;
use crate::memory::{Column, OutColumn, Plain, Region, read};
use crate::objects::CaromPoolTable;
use crate::pool_values::refused;
use crate::shot::{CAROM_NO_BALL, CaromShotInfo};
use crate::status::{CaromStatus, Failure, Result, guarded};
use carom_rs::billiards::{BilliardsError, Shot, ShotResult, simulate_each};

/// Single doubles at equal distances in memory.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CaromDoubles {
    /// The first; any alignment.
    pub base: *const f64,
    /// Bytes from one to the next: 0 (the first for all), or at least 8.
    pub stride: usize,
}

/// Whole numbers at equal distances in memory.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CaromWords {
    /// The first; any alignment.
    pub base: *const u32,
    /// Bytes from one to the next: 0 (the first for all), or at least 4.
    pub stride: usize,
}

/// Many shots, in the caller's arrays: the fields of CaromShot, of which all but speed and direction may have a null base, which
/// is 0 for all.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CaromShots {
    /// The number of shots.
    pub count: usize,
    /// Speeds of the cue.
    pub speed: CaromDoubles,
    /// Directions.
    pub direction: CaromDoubles,
    /// Elevations of the butt.
    pub elevation: CaromDoubles,
    /// Offsets to the right of the center.
    pub right: CaromDoubles,
    /// Offsets above the center.
    pub above: CaromDoubles,
    /// Balls that the cue strikes.
    pub ball: CaromWords,
}

/// A ball at the end of a shot.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CaromBallEnd {
    /// Center, m: x and y. A pocketed ball is at the center of its pocket, one off the table where it came down.
    pub position: [f64; 2],
    /// The pocket that it fell into in this shot, or CAROM_NO_BALL.
    pub pocket: u32,
    /// Whether it is in a pocket, also since before the shot: 1 or 0.
    pub is_pocketed: u32,
}

// SAFETY: an integer and a pointer.
unsafe impl Plain for CaromDoubles {}
// SAFETY: an integer and a pointer.
unsafe impl Plain for CaromWords {}
// SAFETY: integers and pointers.
unsafe impl Plain for CaromShots {}
// SAFETY: floats and integers.
unsafe impl Plain for CaromBallEnd {}

struct ShotRows {
    count: usize,
    /// Speed, direction, elevation, right, above.
    numbers: [Option<Column<f64>>; 5],
    balls: Option<Column<u32>>,
}

impl ShotRows {
    /// # Safety
    /// The arrays are null or as long as `shots` says, and stay so while the value lives.
    unsafe fn new(shots: &CaromShots) -> Result<Self> {
        let count = shots.count;
        let column = |of: CaromDoubles, name, is_needed| {
            let is_there = is_needed || !of.base.is_null();
            // SAFETY: what the caller promises.
            let column = is_there.then(|| unsafe { Column::new(of.base, of.stride, count, name) });
            column.transpose()
        };
        let ball = shots.ball;
        let balls = (!ball.base.is_null())
            // SAFETY: what the caller promises.
            .then(|| unsafe { Column::new(ball.base, ball.stride, count, "shots.ball") });
        Ok(Self {
            count,
            numbers: [
                column(shots.speed, "shots.speed", true)?,
                column(shots.direction, "shots.direction", true)?,
                column(shots.elevation, "shots.elevation", false)?,
                column(shots.right, "shots.right", false)?,
                column(shots.above, "shots.above", false)?,
            ],
            balls: balls.transpose()?,
        })
    }

    fn regions(&self) -> impl Iterator<Item = &Region> {
        let numbers = self.numbers.iter().flatten().map(Column::region);
        numbers.chain(self.balls.iter().map(Column::region))
    }

    fn shot(&self, row: usize) -> Shot {
        let [speed, direction, elevation, right, above] = self
            .numbers
            .each_ref()
            .map(|column| column.as_ref().map_or(0.0, |column| column.get(row)));
        Shot {
            ball: self.balls.as_ref().map_or(0, |column| column.get(row)),
            speed,
            direction,
            elevation,
            right,
            above,
        }
    }
}

/// The numbers that a batch keeps of a shot.
fn kept(result: &ShotResult) -> (CaromShotInfo, Vec<CaromBallEnd>) {
    let mut ends: Vec<CaromBallEnd> = (result.balls.iter())
        .map(|ball| CaromBallEnd {
            position: ball.state.position.truncate().to_array(),
            pocket: CAROM_NO_BALL,
            is_pocketed: ball.is_pocketed.into(),
        })
        .collect();
    for (ball, pocket) in result.pocketed() {
        ends[ball as usize].pocket = pocket;
    }
    (result.into(), ends)
}

fn refused_row(error: &BilliardsError) -> Failure {
    match error {
        BilliardsError::Shot { shot, what, must } => {
            Failure::invalid(format!("shots, row {shot}: {what} must be {must}"))
        }
        error => refused(error),
    }
}

/// carom_shot_simulate() for each row of `shots`, each from the balls of the table, without results to free: how it ended into
/// `infos`, which has a place for each shot, and the balls at the end into `ends`, shot after shot.
///
/// `end_count` is the number of shots times that of the balls, or 0 (then `ends` may be null). In one thread, as all of the library:
/// threads of the caller may share the table. With a bad row nothing is written; the error names it. The same bits as
/// single shots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_shot_batch(
    table: CaromPoolTable,
    shots: *const CaromShots,
    infos: *mut CaromShotInfo,
    ends: *mut CaromBallEnd,
    end_count: usize,
) -> CaromStatus {
    guarded("carom_shot_batch", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (rows, mut infos, mut ends) = unsafe {
            let rows = ShotRows::new(&read(shots, "shots")?)?;
            let infos = OutColumn::new(infos, rows.count, "infos")?;
            (rows, infos, OutColumn::new(ends, end_count, "ends")?)
        };
        let table = handles::object(table, "table")?;
        let balls = table.balls().len();
        if end_count != 0 && rows.count.checked_mul(balls) != Some(end_count) {
            let text =
                format!("end_count is {end_count}, neither 0 nor that of {balls} balls a shot");
            return Err(Failure::out_of_range(text));
        }
        infos.apart_from(ends.region())?;
        for region in rows.regions() {
            infos.apart_from(region)?;
            ends.apart_from(region)?;
        }
        let shots: Vec<Shot> = (0..rows.count).map(|row| rows.shot(row)).collect();
        let results = simulate_each(&table, &shots, |_, result| kept(&result));
        let results = results.map_err(|error| refused_row(&error))?;
        for (row, (info, of_balls)) in results.into_iter().enumerate() {
            infos.set(row, info);
            if end_count > 0 {
                for (ball, end) in of_balls.into_iter().enumerate() {
                    ends.set(row * balls + ball, end);
                }
            }
        }
        Ok(())
    })
}
