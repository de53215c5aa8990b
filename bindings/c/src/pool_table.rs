//! Pool tables: racks, setups, and the tables that are made of them.

use crate::handles;
use crate::memory::{Column, Out, OutColumn, Plain, read};
use crate::objects::{CaromPoolTable, Kind};
use crate::pool_values::{
    CaromBallParameters, CaromCue, CaromModels, CaromPoolBall, CaromTableSpec, refused,
};
use crate::status::{CaromStatus, Failure, Result, guarded};
use carom_rs::billiards::{
    Cue, MAX_BALLS, Models, PoolBall, PoolSetup, PoolTable, Rack, TableName,
};
use std::sync::Arc;

/// Table: 7-foot pool, 78 by 39 inches between noses.
pub const CAROM_POOL_7_FT: u32 = 0;
/// Table: 8-foot pool, 88 by 44 inches.
pub const CAROM_POOL_8_FT: u32 = 1;
/// Table: 9-foot pool, 100 by 50 inches.
pub const CAROM_POOL_9_FT: u32 = 2;
/// Table: snooker, 12 feet.
pub const CAROM_SNOOKER_12_FT: u32 = 3;
/// Table: carom without pockets, 2.84 by 1.42 m.
pub const CAROM_CAROM_10_FT: u32 = 4;

/// Rack: fifteen balls in a triangle, the 8 in its middle. In every rack ball 0 is the cue ball.
pub const CAROM_EIGHT_BALL: u32 = 0;
/// Rack: nine balls in a diamond, the 1 at its head, the 9 in its middle.
pub const CAROM_NINE_BALL: u32 = 1;
/// Rack: ten balls in a triangle, the 1 at its head, the 10 in its middle.
pub const CAROM_TEN_BALL: u32 = 2;
/// Rack: fifteen reds (1 to 15), then yellow, green, brown, blue, pink and black (16 to 21) on their spots.
pub const CAROM_SNOOKER: u32 = 3;
/// Rack: the cue ball of the opponent (1) on the head spot, the red (2) on the foot spot, the cue ball beside the head spot.
pub const CAROM_THREE_CUSHION: u32 = 4;

/// All that a pool table is made of.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CaromPoolSetup {
    /// Dimensions of the table.
    pub dimensions: CaromTableSpec,
    /// The cue.
    pub cue: CaromCue,
    /// Collision models.
    pub models: CaromModels,
    /// The balls; their numbers are their places in this array.
    pub balls: *const CaromPoolBall,
    /// The number of balls, 1 to 64.
    pub ball_count: usize,
}

// SAFETY: floats, integers and a pointer.
unsafe impl Plain for CaromPoolSetup {}

/// The one with this number of all that the library has.
fn numbered<T: Copy>(all: &[T], number: u32, name: &str) -> Result<T> {
    all.get(number as usize).copied().ok_or_else(|| {
        Failure::invalid(format!("{name} is {number}, which is none of the library"))
    })
}

fn table_of(number: u32) -> Result<TableName> {
    numbered(&TableName::ALL, number, "table")
}

fn rack_of(number: u32) -> Result<Rack> {
    numbered(&Rack::ALL, number, "rack")
}

/// The dimensions of a table of the library: CAROM_POOL_7_FT, CAROM_POOL_8_FT, CAROM_POOL_9_FT, CAROM_SNOOKER_12_FT or
/// CAROM_CAROM_10_FT.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_table_spec(table: u32, out: *mut CaromTableSpec) -> CaromStatus {
    guarded("carom_table_spec", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let out = unsafe { Out::new(out, "out") }?;
        out.write((&table_of(table)?.spec()).into());
        Ok(())
    })
}

/// The balls that are played on a table of the library: CAROM_POOL_7_FT to CAROM_CAROM_10_FT.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_ball_parameters(
    table: u32,
    out: *mut CaromBallParameters,
) -> CaromStatus {
    guarded("carom_ball_parameters", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let out = unsafe { Out::new(out, "out") }?;
        out.write(table_of(table)?.ball().into());
        Ok(())
    })
}

/// The table of the game of a rack: CAROM_EIGHT_BALL to CAROM_THREE_CUSHION.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_rack_table(rack: u32, out: *mut u32) -> CaromStatus {
    guarded("carom_rack_table", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let out = unsafe { Out::new(out, "out") }?;
        out.write(rack_of(rack)?.table() as u32);
        Ok(())
    })
}

/// The balls of a game at its start on a table of these dimensions: CAROM_EIGHT_BALL, CAROM_NINE_BALL, CAROM_TEN_BALL,
/// CAROM_SNOOKER or CAROM_THREE_CUSHION.
///
/// `gap` is the distance of neighbors of the rack, 0 to 0.1 m: 0 if they touch, as they should. The first `capacity` balls are
/// written to `out`, which may be null for a capacity of 0; `count` becomes the number of all. A table that has not the room is
/// an error of carom_pool_table_create().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_rack_balls(
    rack: u32,
    dimensions: *const CaromTableSpec,
    gap: f64,
    out: *mut CaromPoolBall,
    capacity: usize,
    count: *mut usize,
) -> CaromStatus {
    guarded("carom_rack_balls", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (dimensions, mut out, count) = unsafe {
            let out = OutColumn::new(out, capacity, "out")?;
            let count = Out::new(count, "count")?;
            (read(dimensions, "dimensions")?, out, count)
        };
        if !(0.0..=0.1).contains(&gap) {
            return Err(Failure::invalid("gap must be 0 to 0.1 m"));
        }
        let balls = rack_of(rack)?.balls(&dimensions.spec()?, gap);
        count.write(out.fill(balls.iter().map(CaromPoolBall::from)));
        Ok(())
    })
}

/// The setup with the dimensions of a table of the library (CAROM_POOL_7_FT to CAROM_CAROM_10_FT), the default cue and models,
/// and without balls: set `balls` and `ball_count`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_pool_setup(table: u32, out: *mut CaromPoolSetup) -> CaromStatus {
    guarded("carom_pool_setup", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let out = unsafe { Out::new(out, "out") }?;
        out.write(CaromPoolSetup {
            dimensions: (&table_of(table)?.spec()).into(),
            cue: Cue::default().into(),
            models: Models::default().into(),
            balls: std::ptr::null(),
            ball_count: 0,
        });
        Ok(())
    })
}

/// # Safety
/// The pointer is null or points to as many balls.
unsafe fn balls_at(balls: *const CaromPoolBall, count: usize) -> Result<Vec<PoolBall>> {
    // SAFETY: what the caller promises.
    let balls = unsafe { Column::packed(balls, count, "balls") }?;
    if count > MAX_BALLS {
        let error = carom_rs::billiards::BilliardsError::TooManyBalls { count };
        return Err(refused(&error));
    }
    (0..count)
        .map(|index| balls.get(index).ball(index))
        .collect()
}

fn inserted(
    table: std::result::Result<PoolTable, carom_rs::billiards::BilliardsError>,
) -> Result<CaromPoolTable> {
    let table = table.map_err(|error| refused(&error))?;
    handles::named(Arc::new(table))
}

/// Makes a pool table of a setup. It never changes: each shot starts from the same balls, and carom_pool_table_with_balls() is
/// the table after one.
///
/// Errors, with the field or the ball: no balls or more than 64 (CAROM_OUT_OF_RANGE), a number out of range, balls that overlap,
/// a ball outside the cushions or above a pocket (CAROM_INVALID). Free it with carom_pool_table_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_pool_table_create(
    setup: *const CaromPoolSetup,
    out: *mut CaromPoolTable,
) -> CaromStatus {
    guarded("carom_pool_table_create", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (setup, balls, out) = unsafe {
            let setup = read(setup, "setup")?;
            let balls = balls_at(setup.balls, setup.ball_count)?;
            (setup, balls, Out::new(out, "out")?)
        };
        let setup = PoolSetup {
            spec: setup.dimensions.spec()?,
            balls,
            cue: setup.cue.into(),
            models: setup.models.models()?,
        };
        out.write(inserted(PoolTable::new(&setup))?);
        Ok(())
    })
}

/// The same table with other balls, for instance those at the end of a shot, or another layout. Errors: as
/// carom_pool_table_create(). Free it with carom_pool_table_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_pool_table_with_balls(
    table: CaromPoolTable,
    balls: *const CaromPoolBall,
    count: usize,
    out: *mut CaromPoolTable,
) -> CaromStatus {
    guarded("carom_pool_table_with_balls", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (balls, out) = unsafe { (balls_at(balls, count)?, Out::new(out, "out")?) };
        let table = handles::object(table, "table")?;
        out.write(inserted(table.with_balls(&balls))?);
        Ok(())
    })
}

/// Frees a pool table. Results of shots on it are not affected. The zero handle is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn carom_pool_table_free(table: CaromPoolTable) -> CaromStatus {
    guarded("carom_pool_table_free", || {
        handles::free(table.bits, Kind::PoolTable)
    })
}

/// The dimensions of a pool table.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_pool_table_dimensions(
    table: CaromPoolTable,
    out: *mut CaromTableSpec,
) -> CaromStatus {
    guarded("carom_pool_table_dimensions", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let out = unsafe { Out::new(out, "out") }?;
        out.write(handles::object(table, "table")?.spec().into());
        Ok(())
    })
}

/// The balls of a pool table. The first `capacity` of them are written to `out`, which may be null for a capacity of 0; `count`
/// becomes the number of all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_pool_table_balls(
    table: CaromPoolTable,
    out: *mut CaromPoolBall,
    capacity: usize,
    count: *mut usize,
) -> CaromStatus {
    guarded("carom_pool_table_balls", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (mut out, count) = unsafe {
            let out = OutColumn::new(out, capacity, "out")?;
            (out, Out::new(count, "count")?)
        };
        let table = handles::object(table, "table")?;
        count.write(out.fill(table.balls().iter().map(CaromPoolBall::from)));
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_the_header_are_those_of_the_library() {
        let tables = [
            (CAROM_POOL_7_FT, TableName::Pool7Ft),
            (CAROM_POOL_8_FT, TableName::Pool8Ft),
            (CAROM_POOL_9_FT, TableName::Pool9Ft),
            (CAROM_SNOOKER_12_FT, TableName::Snooker),
            (CAROM_CAROM_10_FT, TableName::Carom),
        ];
        for (number, table) in tables {
            assert_eq!((table_of(number).unwrap(), table as u32), (table, number));
        }
        let racks = [
            (CAROM_EIGHT_BALL, Rack::EightBall),
            (CAROM_NINE_BALL, Rack::NineBall),
            (CAROM_TEN_BALL, Rack::TenBall),
            (CAROM_SNOOKER, Rack::Snooker),
            (CAROM_THREE_CUSHION, Rack::ThreeCushion),
        ];
        for (number, rack) in racks {
            assert_eq!(rack_of(number).unwrap(), rack);
        }
        assert_eq!(
            (tables.len(), racks.len()),
            (TableName::ALL.len(), Rack::ALL.len())
        );
    }
}
