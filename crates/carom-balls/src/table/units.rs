//! Scale of a table's numbers.

/// Scale of a table's numbers: powers of two, so that no square overflows or underflows; and its start time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Units {
    pub(super) length: f64,
    /// Length of a time window, s: about the time in which the fastest ball crosses the table.
    pub(super) window: f64,
    pub(super) start: f64,
}

/// Numbers beyond this, in a table's units, have squares that overflow or underflow.
pub(super) const RANGE: f64 = 1e90;
