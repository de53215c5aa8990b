//! Climbing a step: up, ahead, down, and only if there is a tread to stand on.

use super::cast::Cast;
use super::slide::Obstacles;
use crate::vector::{Scalar, Vector3};

impl<V: Vector3> Cast<'_, V> {
    /// Tries to climb what bars the level motion `ahead`; returns how much of it that took.
    ///
    /// The rise is what the capsule finds on its way down, at most the step height. The way ahead is
    /// at least a skin long, so that slow motion and short ticks climb the same stairs; what carries
    /// the landing must be a surface that can be walked.
    pub(super) fn climb(&mut self, ahead: V, obstacles: &Obstacles<V>) -> Option<V::Scalar> {
        let settings = self.settings;
        let up = settings.up;
        let start = self.feet;
        let wanted = ahead.length();
        if settings.step_height <= V::Scalar::ZERO || wanted <= self.rounding() {
            return None;
        }
        // The rise is measured from what carries it now: on the edge of a stair the feet hang lower.
        let standing = self.support().map_or(start, |support| support.point);
        let length = wanted.max(settings.skin);
        let way = ahead * (length / wanted);

        let _ = self.advance(up * settings.step_height);
        let lift = (self.feet - start).dot(up);
        let raised = self.feet;
        self.glide(way, obstacles);
        let moved = self.feet - raised;
        let progress = moved.dot(ahead) / wanted;
        let enough = length * V::Scalar::from_f64(0.1);
        let landed =
            progress >= enough && lift > settings.skin && self.advance(-(up * lift)).is_some();
        let highest = settings.step_height + self.rounding();
        let climbed = landed
            && (self.feet - start).dot(up) <= highest
            && self
                .support()
                .is_some_and(|support| (support.point - standing).dot(up) <= highest);
        if !climbed {
            self.feet = start;
            return None;
        }
        Some((progress / wanted).min(V::Scalar::ONE))
    }
}
