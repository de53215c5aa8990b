//! A line that loses packets, delays them and lets them overtake each other; the same from the same seed.

use std::ops::Range;

pub(crate) struct Line {
    random: fastrand::Rng,
    loss: f64,
    delay: Range<u32>,
    /// When they arrive, in no order.
    under_way: Vec<(u32, Vec<u8>)>,
}

impl Line {
    pub(crate) fn new(seed: u64, loss: f64, delay: Range<u32>) -> Self {
        Self {
            random: fastrand::Rng::with_seed(seed),
            loss,
            delay,
            under_way: Vec::new(),
        }
    }

    pub(crate) fn send(&mut self, now: u32, packet: Vec<u8>) {
        let arrival = now + self.random.u32(self.delay.clone());
        if self.random.f64() >= self.loss {
            self.under_way.push((arrival, packet));
        }
    }

    pub(crate) fn receive(&mut self, now: u32) -> Option<Vec<u8>> {
        let at = self
            .under_way
            .iter()
            .position(|(arrival, _)| *arrival <= now)?;
        Some(self.under_way.remove(at).1)
    }
}
