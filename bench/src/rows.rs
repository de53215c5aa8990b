//! A comparison: two ways to the same answers, timed by turns.

use crate::clock::{median, pass};
use crate::engine::Answer;
use std::fmt;

/// How often each side is timed.
const ROUNDS: usize = 9;

/// One line of the table.
pub(crate) struct Row {
    name: String,
    peer: &'static str,
    carom_ns: f64,
    peer_ns: f64,
    carom_error: f64,
    peer_error: f64,
    /// Pairs for which the peer has no answer and the exact one exists.
    peer_missed: usize,
}

impl Row {
    /// Times `carom` and `peer` over all `cases` and measures both against `exact`.
    pub(crate) fn measure<C>(
        name: impl Into<String>,
        peer_name: &'static str,
        cases: &[C],
        exact: impl Fn(&C) -> Answer,
        carom: impl Fn(&C) -> Answer,
        peer: impl Fn(&C) -> Answer,
    ) -> Self {
        let (mut carom_times, mut peer_times) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            carom_times.push(pass(cases, &carom));
            peer_times.push(pass(cases, &peer));
        }
        let (mut carom_error, mut peer_error) = (0.0_f64, 0.0_f64);
        let mut peer_missed = 0;
        for case in cases {
            let Some(want) = exact(case) else { continue };
            if let Some(found) = carom(case) {
                carom_error = carom_error.max((found - want).abs());
            }
            match peer(case) {
                Some(found) => peer_error = peer_error.max((found - want).abs()),
                None => peer_missed += 1,
            }
        }
        Self {
            name: name.into(),
            peer: peer_name,
            carom_ns: median(carom_times),
            peer_ns: median(peer_times),
            carom_error,
            peer_error,
            peer_missed,
        }
    }

    pub(crate) fn header() -> String {
        format!(
            "{:<30} {:<32} {:>9} {:>9} {:>7} {:>11} {:>11} {:>7}",
            "pair", "peer", "carom ns", "peer ns", "ratio", "carom err", "peer err", "missed"
        )
    }

    pub(crate) fn csv(&self) -> String {
        format!(
            "{},{},{:.1},{:.1},{:.2},{:.1e},{:.1e},{}\n",
            self.name,
            self.peer,
            self.carom_ns,
            self.peer_ns,
            self.peer_ns / self.carom_ns,
            self.carom_error,
            self.peer_error,
            self.peer_missed
        )
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:<30} {:<32} {:>9.1} {:>9.1} {:>6.1}x {:>11.1e} {:>11.1e} {:>7}",
            self.name,
            self.peer,
            self.carom_ns,
            self.peer_ns,
            self.peer_ns / self.carom_ns,
            self.carom_error,
            self.peer_error,
            self.peer_missed
        )
    }
}
