//! Sensor events: which bodies entered and left which sensors.

use super::changes::Changes;
use crate::part::BodyId;
use alloc::vec::Vec;

/// A sensor and a body that touches it.
///
/// ```
/// use carom::{BodyId, SensorPair};
/// let [sensor, body] = [1, 2].map(BodyId::from_bits);
/// let pair = SensorPair { sensor, body };
/// assert!(pair < SensorPair { sensor: body, body: sensor }); // by sensor, then by body
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SensorPair {
    /// The sensor.
    pub sensor: BodyId,
    /// The body that touches it.
    pub body: BodyId,
}

/// The bodies in the sensors of a world at the last update, and what has changed since the update before: see
/// [`World::update_sensors`](super::World::update_sensors). All lists are sorted by
/// sensor, then by body.
///
/// ```
/// use carom::{Ball, Body, Pose, SensorEvents, World, glam::{Vec3, vec3}};
/// let mut world = World::new();
/// world.insert(Body { sensor: true, ..Body::new(Ball::new(Vec3::ZERO, 2.)) })?;
/// let coin = world.insert(Ball::new(vec3(1., 0., 0.), 0.1))?;
/// let mut events = SensorEvents::new();
/// world.update_sensors(&mut events);
/// assert_eq!(events.entered()[0].body, coin);
/// world.set_pose(coin, Pose::at(vec3(9., 0., 0.)))?;
/// world.update_sensors(&mut events);
/// assert_eq!((events.now().len(), events.left()[0].body), (0, coin));
/// # Ok::<(), carom::BodyError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct SensorEvents {
    pub(super) pairs: Changes<SensorPair>,
    /// A buffer: the bodies that touch one sensor.
    pub(super) bodies: Vec<BodyId>,
}

impl SensorEvents {
    /// No events yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// All pairs of a sensor and a body that touches it.
    #[must_use]
    pub fn now(&self) -> &[SensorPair] {
        &self.pairs.now
    }

    /// Pairs that were not there at the update before.
    #[must_use]
    pub fn entered(&self) -> &[SensorPair] {
        &self.pairs.new
    }

    /// Pairs of the update before that are gone; the sensor or the body may have been removed.
    #[must_use]
    pub fn left(&self) -> &[SensorPair] {
        &self.pairs.gone
    }

    /// Adds the pairs of one sensor from `bodies`; sensors come in their order.
    pub(super) fn take(&mut self, sensor: BodyId) {
        let noticed = self.bodies.iter().map(|body| SensorPair {
            sensor,
            body: *body,
        });
        self.pairs.now.extend(noticed);
    }
}
