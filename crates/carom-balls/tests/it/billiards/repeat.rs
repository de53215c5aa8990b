//! The same bits: in debug and release, for every number of threads, and after stops on the way.

use carom::billiards::{PoolTable, Rack, Shot, ShotResult, TableSpec, simulate, simulate_many};
use core::f64::consts::FRAC_PI_2;

/// All numbers of a result, mixed into a hash (FNV-1a).
fn hash(result: &ShotResult) -> u64 {
    let events = result.events.iter().flat_map(|event| {
        let (x, v, w) = (
            event.after.position,
            event.after.velocity,
            event.after.angular_velocity,
        );
        let numbers = [event.time, x.x, x.y, v.x, v.y, w.x, w.y, w.z];
        numbers
            .map(f64::to_bits)
            .into_iter()
            .chain([u64::from(event.ball)])
    });
    let bytes = events.flat_map(u64::to_le_bytes);
    bytes.fold(0xcbf2_9ce4_8422_2325, |all, byte| {
        (all ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn shots() -> Vec<Shot> {
    let shot = |i: u32| {
        let part = f64::from(i) / 64.0;
        Shot::new(0, 4.0 + 4.0 * part, FRAC_PI_2 + 0.04 * (part - 0.5))
            .with_offset(0.5 * (part - 0.5), 0.25 - 0.4 * part)
    };
    (0..64).map(shot).collect()
}

#[test]
fn results_are_the_same_bits_everywhere() {
    let table = PoolTable::racked(Rack::EightBall, TableSpec::POOL_9_FT).unwrap();
    let results = simulate_many(&table, &shots()).unwrap();
    let all = results.iter().fold(0_u64, |all, result| {
        all.wrapping_mul(31).wrapping_add(hash(result))
    });
    // Recorded in debug and release on x86-64; changes only with the results.
    assert_eq!(all, 0x70c8_368d_0cab_e63b, "{all:#x}");
}

#[test]
fn many_shots_at_once_are_those_one_by_one() {
    let table = PoolTable::racked(Rack::NineBall, TableSpec::POOL_9_FT).unwrap();
    let shots = shots();
    let together = simulate_many(&table, &shots).unwrap();
    for (shot, result) in shots.iter().zip(&together) {
        assert_eq!(&simulate(&table, shot).unwrap(), result);
    }
}

/// Without the feature `rayon` there is one thread.
#[cfg(feature = "rayon")]
#[test]
fn many_shots_are_the_same_bits_on_every_number_of_threads() {
    let table = PoolTable::racked(Rack::EightBall, TableSpec::POOL_9_FT).unwrap();
    let shots = shots();
    let hashes = [1, 2, 3, 7].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let results = (pool.build().unwrap()).install(|| simulate_many(&table, &shots).unwrap());
        let all: Vec<u64> = results.iter().map(hash).collect();
        assert!(all.len() == 64 && all[0] != all[63]);
        all
    });
    for (threads, hash) in [2, 3, 7].into_iter().zip(&hashes[1..]) {
        assert_eq!(hash, &hashes[0], "{threads} threads");
    }
}

#[test]
fn states_on_the_way_are_those_of_the_events() {
    let table = PoolTable::racked(Rack::NineBall, TableSpec::POOL_9_FT).unwrap();
    let result = simulate(&table, &shots()[5]).unwrap();
    for pair in result.events.windows(2) {
        let [event, next] = pair else { unreachable!() };
        if event.time < next.time {
            let state = result.state_at(&table, event.ball, event.time);
            let expected = event.after;
            assert!(state.unwrap().velocity.distance(expected.velocity) < 1e-15);
            assert_eq!(state.unwrap().position, expected.position);
        }
    }
    for (ball, end) in result.balls.iter().enumerate() {
        let last = result.state_at(&table, ball as u32, result.duration + 1.0);
        assert_eq!(last.unwrap(), end.state);
    }
    assert_eq!(result.state_at(&table, 10, 0.0), None);
}
