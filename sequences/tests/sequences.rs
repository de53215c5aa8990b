//! The first sequences of every kind end without a fault.

use carom_sequences::{KINDS, Log, kind, run};

/// The number of sequences of each kind.
const ROUNDS: u64 = 50;

#[test]
fn the_first_sequences_end_without_a_fault() {
    for number in 0..ROUNDS * KINDS.len() as u64 {
        let done = std::panic::catch_unwind(|| run(number, Log::off()));
        assert!(done.is_ok(), "{} {number}", kind(number));
    }
}
