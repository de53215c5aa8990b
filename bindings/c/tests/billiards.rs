//! Pool tables called from Rust: the numbers are those of the library, with memory of exactly the right size at odd addresses.
//! `cargo +nightly miri test --test billiards` checks every access.

mod odd;

use carom::*;
use carom_rs::billiards::{
    BallFriction, BallModel, CushionModel, Models, PoolSetup, PoolTable, Rack, Shot, ShotResult,
    SlateBounce, SlateModel, TableName, simulate,
};
use odd::{Places, ok};
use std::ptr;

fn racked(rack: u32, change: impl FnOnce(&mut CaromPoolSetup)) -> CaromPoolTable {
    let (mut number, mut count) = (Places::of::<u32>(1), Places::of::<usize>(1));
    let mut setup = Places::of::<CaromPoolSetup>(1);
    // SAFETY: places for one answer each.
    unsafe {
        ok(carom_rack_table(rack, number.base()));
        ok(carom_pool_setup(number.get(0), setup.base()));
    }
    let mut setup: CaromPoolSetup = setup.get(0);
    let mut dimensions = Places::with(&[setup.dimensions]);
    // Counted first, then into exactly as many places.
    // SAFETY: no place for a capacity of 0.
    unsafe {
        ok(carom_rack_balls(
            rack,
            dimensions.base(),
            0.0,
            ptr::null_mut(),
            0,
            count.base(),
        ));
    }
    let mut balls = Places::of::<CaromPoolBall>(count.get(0));
    // SAFETY: as many places as balls.
    unsafe {
        ok(carom_rack_balls(
            rack,
            dimensions.base(),
            0.0,
            balls.base(),
            count.get(0),
            count.base(),
        ));
    }
    setup.balls = balls.base();
    setup.ball_count = count.get(0);
    change(&mut setup);
    let (mut setup, mut out) = (Places::with(&[setup]), Places::of::<CaromPoolTable>(1));
    // SAFETY: a setup with its balls, a place for the handle.
    ok(unsafe { carom_pool_table_create(setup.base(), out.base()) });
    out.get(0)
}

fn played(table: CaromPoolTable, shot: CaromShot) -> CaromShotResult {
    let (mut shot, mut out) = (Places::with(&[shot]), Places::of::<CaromShotResult>(1));
    // SAFETY: a shot, a place for the handle.
    ok(unsafe { carom_shot_simulate(table, shot.base(), out.base()) });
    out.get(0)
}

fn stroke(speed: f64, direction: f64, right: f64, above: f64) -> CaromShot {
    CaromShot {
        speed,
        direction,
        elevation: 0.0,
        right,
        above,
        ball: 0,
        reserved: 0,
    }
}

fn same_state(own: &CaromBallState, library: carom_rs::billiards::BallState) {
    let own = [own.position, own.velocity, own.angular_velocity];
    let library = [library.position, library.velocity, library.angular_velocity];
    let bits = |numbers: [f64; 3]| numbers.map(f64::to_bits);
    assert_eq!(own.map(bits), library.map(|v| bits(v.to_array())));
}

/// Every event, state and number of a result, against the result of the library.
fn compare(result: CaromShotResult, table: &PoolTable, library: &ShotResult) {
    let (mut info, mut count) = (Places::of::<CaromShotInfo>(1), Places::of::<usize>(1));
    let mut events = Places::of::<CaromShotEvent>(library.events.len());
    let balls = library.balls.len();
    let mut ends = Places::of::<CaromPoolBall>(balls);
    let mut states = Places::of::<CaromBallState>(balls);
    // SAFETY: places for these capacities.
    unsafe {
        ok(carom_shot_info(result, info.base()));
        ok(carom_shot_events(
            result,
            events.base(),
            library.events.len(),
            count.base(),
        ));
        assert_eq!(count.get::<usize>(0), library.events.len());
        ok(carom_shot_balls(result, ends.base(), balls, count.base()));
        ok(carom_shot_at(
            result,
            0.37,
            states.base(),
            balls,
            count.base(),
        ));
    }
    let info: CaromShotInfo = info.get(0);
    assert_eq!(info.duration.to_bits(), library.duration.to_bits());
    assert_eq!(
        info.first_ball_hit,
        library.first_ball_hit(0).unwrap_or(CAROM_NO_BALL)
    );
    for (i, event) in library.events.iter().enumerate() {
        let own: CaromShotEvent = events.get(i);
        assert_eq!(
            (own.time.to_bits(), own.ball),
            (event.time.to_bits(), event.ball)
        );
        same_state(&own.after, event.after);
        if own.kind == CAROM_EVENT_BALL {
            same_state(&own.other_after, *event.after_of(own.other).unwrap());
        }
    }
    for ball in 0..balls {
        let own: CaromPoolBall = ends.get(ball);
        same_state(&own.state, library.balls[ball].state);
        assert_eq!(own.is_pocketed == 1, library.balls[ball].is_pocketed);
        let state = library.state_at(table, ball as u32, 0.37).unwrap();
        same_state(&states.get(ball), state);
    }
    let trace = library.trace(table, 0);
    let mut points = Places::of::<CaromTracePoint>(trace.len());
    // SAFETY: places for this capacity.
    ok(unsafe { carom_shot_trace(result, 0, points.base(), trace.len(), count.base()) });
    assert_eq!(count.get::<usize>(0), trace.len());
    let last = trace.len() - 1;
    same_state(
        &points.get::<CaromTracePoint>(last).state,
        trace[last].state,
    );
}

#[test]
fn every_number_is_that_of_the_library() {
    let shot = stroke(5.0, 1.57, 0.1, -0.1);
    let library = Shot::new(0, 5.0, 1.57).with_offset(0.1, -0.1);
    let models = Models {
        ball: BallModel::Mathavan2014 {
            friction: BallFriction::Average,
            steps: 20,
        },
        cushion: CushionModel::Mathavan2010 { steps: 40 },
        ..Models::default()
    };
    let bouncing = Models {
        slate: SlateModel::Bouncing(SlateBounce {
            restitution: 0.6,
            least_speed: 0.05,
        }),
        ..Models::default()
    };
    for (number, rack) in [
        (CAROM_NINE_BALL, Rack::NineBall),
        (CAROM_THREE_CUSHION, Rack::ThreeCushion),
    ] {
        for models in [Models::default(), models, bouncing] {
            let spec = rack.table().spec();
            let balls = rack.balls(&spec, 0.0);
            let setup = PoolSetup {
                spec,
                balls,
                models,
                ..PoolSetup::default()
            };
            let own = racked(number, |setup| setup.models = models.into());
            let result = played(own, shot);
            let table = PoolTable::new(&setup).unwrap();
            compare(result, &table, &simulate(&table, &library).unwrap());
            ok(carom_pool_table_free(own));
            ok(carom_shot_free(result));
        }
    }
}

#[test]
fn batches_read_exactly_what_they_say() {
    let table = racked(CAROM_THREE_CUSHION, |_| {});
    // Speed, direction and ball of a row; the last row ends where the memory ends.
    let mut bytes = Vec::new();
    for (speed, direction) in [(1.0_f64, 0.3_f64), (0.5, 1.0)] {
        bytes.extend(speed.to_ne_bytes());
        bytes.extend(direction.to_ne_bytes());
        bytes.extend(0_u32.to_ne_bytes());
    }
    let mut rows = Places::with(&bytes);
    let base: *const u8 = rows.base();
    let column = |offset: usize| CaromDoubles {
        base: base.wrapping_add(offset).cast(),
        stride: 20,
    };
    let none = CaromDoubles {
        base: ptr::null(),
        stride: 1,
    };
    let shots = CaromShots {
        count: 2,
        speed: column(0),
        direction: column(8),
        elevation: none,
        right: none,
        above: none,
        ball: CaromWords {
            base: base.wrapping_add(16).cast(),
            stride: 20,
        },
    };
    let mut shots = Places::with(&[shots]);
    let (mut infos, mut ends) = (
        Places::of::<CaromShotInfo>(2),
        Places::of::<CaromBallEnd>(6),
    );
    // SAFETY: rows of 20 bytes, places for two shots of three balls.
    ok(unsafe { carom_shot_batch(table, shots.base(), infos.base(), ends.base(), 6) });
    let result = played(table, stroke(0.5, 1.0, 0.0, 0.0));
    let mut info = Places::of::<CaromShotInfo>(1);
    // SAFETY: a place for one answer.
    ok(unsafe { carom_shot_info(result, info.base()) });
    assert_eq!(infos.get::<CaromShotInfo>(1), info.get(0));
    assert_eq!(ends.get::<CaromBallEnd>(5).pocket, CAROM_NO_BALL);
    ok(carom_shot_free(result));
    ok(carom_pool_table_free(table));
}

#[test]
fn places_of_a_table_and_aim() {
    let table = racked(CAROM_NINE_BALL, |_| {});
    let (mut corners, mut ends) = (Places::of::<CaromDVec2>(120), Places::of::<usize>(6));
    let (mut count, mut end_count) = (Places::of::<usize>(1), Places::of::<usize>(1));
    let (mut pockets, mut cushions) =
        (Places::of::<CaromPocket>(6), Places::of::<CaromCushion>(30));
    let (mut aimed, mut spec) = (
        Places::of::<CaromAimedBall>(1),
        Places::of::<CaromTableSpec>(1),
    );
    // SAFETY: places for these capacities.
    unsafe {
        ok(carom_pool_table_outlines(
            table,
            corners.base(),
            120,
            count.base(),
            ends.base(),
            6,
            end_count.base(),
        ));
        assert_eq!((count.get::<usize>(0), ends.get::<usize>(5)), (120, 120));
        ok(carom_pool_table_pockets(
            table,
            pockets.base(),
            6,
            count.base(),
        ));
        ok(carom_pool_table_cushions(
            table,
            cushions.base(),
            30,
            count.base(),
        ));
        assert_eq!(count.get::<usize>(0), 30);
        ok(carom_pool_table_dimensions(table, spec.base()));
        ok(carom_aimed_at(
            table,
            0,
            CaromDVec2 { x: 0.0, y: 1.0 },
            aimed.base(),
        ));
    }
    let own = CaromTableSpec::from(&TableName::Pool9Ft.spec());
    assert_eq!(spec.get::<CaromTableSpec>(0), own);
    assert_eq!(aimed.get::<CaromAimedBall>(0).ball, 1);
    ok(carom_pool_table_free(table));
}

/// CPU time of this thread, µs; Linux.
fn cpu_time() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    text.split_whitespace()
        .next()
        .unwrap()
        .parse::<f64>()
        .unwrap()
        / 1000.0
}

/// The shots of `bindings/js/measure/billiards.mjs`, in one thread: CPU time, medians.
/// `cargo test --release --test billiards -- --ignored --nocapture`
#[test]
#[ignore = "it measures"]
fn measure() {
    const SHOTS: usize = 1000;
    let table = racked(CAROM_NINE_BALL, |_| {});
    let spread = |factor: usize, i: usize| (i * factor % SHOTS) as f64 / SHOTS as f64 - 0.5;
    let speed: Vec<f64> = (0..SHOTS)
        .map(|i| 6.0 + 5.0 * i as f64 / SHOTS as f64)
        .collect();
    let up = std::f64::consts::FRAC_PI_2;
    let direction: Vec<f64> = (0..SHOTS).map(|i| up + 0.02 * spread(7919, i)).collect();
    let above: Vec<f64> = (0..SHOTS).map(|i| 0.3 * spread(104_729, i)).collect();
    let column = |numbers: &[f64]| CaromDoubles {
        base: numbers.as_ptr(),
        stride: 8,
    };
    let none = column(&[]);
    let none = CaromDoubles {
        base: ptr::null(),
        ..none
    };
    let shots = CaromShots {
        count: SHOTS,
        speed: column(&speed),
        direction: column(&direction),
        elevation: none,
        right: none,
        above: column(&above),
        ball: CaromWords {
            base: ptr::null(),
            stride: 0,
        },
    };
    let mut infos = Places::of::<CaromShotInfo>(SHOTS);
    let mut ends = Places::of::<CaromBallEnd>(10 * SHOTS);
    let mut times: Vec<f64> = (0..9)
        .map(|_| {
            let start = cpu_time();
            // SAFETY: arrays of as many numbers as shots, places for ten balls each.
            ok(unsafe { carom_shot_batch(table, &shots, infos.base(), ends.base(), 10 * SHOTS) });
            (cpu_time() - start) / SHOTS as f64
        })
        .collect();
    times.sort_by(f64::total_cmp);
    println!(
        "{:.1} us a nine-ball break, the least {:.1}",
        times[4], times[0]
    );
}
