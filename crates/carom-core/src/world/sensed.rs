//! What sensors notice from tick to tick.

use crate::part::BodyId;
use alloc::vec::Vec;

/// A sensor and a body that touches it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SensorPair {
    /// The sensor.
    pub sensor: BodyId,
    /// The body in it.
    pub body: BodyId,
}

/// What the sensors of a world noticed when they were last asked, and what has changed since the time before:
/// see [`World::update_sensors`](super::World::update_sensors). All lists are by sensor, then by body.
#[derive(Clone, Debug, Default)]
pub struct SensorEvents {
    now: Vec<SensorPair>,
    before: Vec<SensorPair>,
    entered: Vec<SensorPair>,
    left: Vec<SensorPair>,
    /// What one sensor noticed.
    pub(super) bodies: Vec<BodyId>,
}

impl SensorEvents {
    /// Nothing so far.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Who is in which sensor.
    #[must_use]
    pub fn now(&self) -> &[SensorPair] {
        &self.now
    }

    /// Who was not there the time before.
    #[must_use]
    pub fn entered(&self) -> &[SensorPair] {
        &self.entered
    }

    /// Who was there the time before; the sensor or the body may be gone.
    #[must_use]
    pub fn left(&self) -> &[SensorPair] {
        &self.left
    }

    /// What was now is before.
    pub(super) fn begin(&mut self) {
        core::mem::swap(&mut self.now, &mut self.before);
        self.now.clear();
    }

    /// Takes down what is in `bodies`; the sensors come in their order.
    pub(super) fn take(&mut self, sensor: BodyId) {
        let noticed = self.bodies.iter().map(|body| SensorPair {
            sensor,
            body: *body,
        });
        self.now.extend(noticed);
    }

    /// Compares now and before.
    pub(super) fn end(&mut self) {
        missing(&self.now, &self.before, &mut self.entered);
        missing(&self.before, &self.now, &mut self.left);
    }
}

/// What is in the first list and not in the second, both sorted.
fn missing(of: &[SensorPair], from: &[SensorPair], missing: &mut Vec<SensorPair>) {
    missing.clear();
    missing.extend(
        of.iter()
            .filter(|noticed| from.binary_search(noticed).is_err()),
    );
}
