//! The height of the step that a walk has made.

use super::ground::Support;
use super::motion::{Motion, WalkPath};
use super::tuning::LEAST_SUPPORT;
use carom_math::{Scalar, Vector};

impl<V: Vector> Motion<'_, '_, V> {
    /// Reports the step of a walk that has ended on another part than the one it began on.
    ///
    /// The planes of the two surfaces, each extended to the point of the other's support, enclose the height between
    /// them. Where both say that the new one is higher (or lower), it is by the smaller of the two heights. Where they
    /// differ the planes cross on the way, as those of two slopes that meet.
    pub(super) fn report_step(&mut self, path: &WalkPath<V>, to: &Support<V>) {
        if self.stood_on.is_none_or(|part| part == to.ground.part) {
            return;
        }
        let up = self.probe.settings.up;
        let end = self.probe.feet();
        self.probe.place(path.place);
        let from = self.probe.support(path.wish);
        self.probe.place(end);
        let Some(from) = from else {
            return;
        };
        let way = to.point - from.point;
        let rise = |normal: V| {
            let upright = normal.dot(up);
            if upright < V::Scalar::from_f64(LEAST_SUPPORT) {
                V::Scalar::ZERO
            } else {
                normal.dot(way) / upright
            }
        };
        let (before, after) = (rise(from.ground.normal), rise(to.ground.normal));
        if before * after <= V::Scalar::ZERO {
            return;
        }
        let least = if before.abs() < after.abs() {
            before
        } else {
            after
        };
        if least.abs() > self.probe.settings.skin {
            self.report.events.stepped = Some(least);
        }
    }
}
