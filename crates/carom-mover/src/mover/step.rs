//! Climbing a step: up, ahead, down, and only if there is a tread to stand on.

use super::cast::Cast;
use super::planes::flat;
use super::slide::Obstacles;
use carom_math::{Scalar, Vector};

/// What a climb came to.
pub(super) struct Climb<S> {
    /// The part of the motion ahead that it used.
    pub(super) used: S,
    /// How much higher the feet are.
    pub(super) rise: S,
    /// How much farther it went than the motion ahead.
    pub(super) gained: S,
}

impl<V: Vector> Cast<'_, V> {
    /// Tries to climb what bars the level motion `ahead`, by at most `budget`.
    ///
    /// The rise is what the capsule finds on its way down, at most the step height. The way ahead is
    /// at least a tenth of a skin long, more than the gap it stopped at may be too wide by, so that slow
    /// motion and short ticks climb the same stairs; what carries
    /// the landing must be a surface that can be walked. From the brink of a tread, its middle not yet
    /// over it, the capsule can climb on to that tread, and up the slope that it may be, but not to the next:
    /// ledges of a few centimetres do not make a stair.
    pub(super) fn climb(
        &mut self,
        ahead: V,
        budget: V::Scalar,
        obstacles: &Obstacles<V>,
    ) -> Option<Climb<V::Scalar>> {
        let settings = self.settings;
        let up = settings.up;
        let start = self.feet;
        let wanted = ahead.length();
        let highest = settings.step_height.min(budget);
        if highest <= V::Scalar::ZERO || wanted <= self.rounding() {
            return None;
        }
        // The rise is measured from what carries it now: on the edge of a stair the feet hang lower.
        let standing = self.support(ahead);
        let from = standing.map_or(start, |support| support.point);
        let brink = standing.is_some_and(|support| support.contact.dot(up) < self.walkable());
        let most = if brink { settings.skin } else { highest } + self.rounding();
        let ramp = if brink {
            settings.steepest()
        } else {
            V::Scalar::ZERO
        };
        let length = wanted.max(settings.skin * V::Scalar::from_f64(0.1));
        let (noted, crease) = (self.met.len(), self.crease);

        let _ = self.advance(up * highest);
        let lift = (self.feet - start).dot(up);
        let raised = self.feet;
        let used = self.glide(ahead * (length / wanted), obstacles);
        let progress = (self.feet - raised).dot(ahead) / wanted;
        let enough = length * V::Scalar::from_f64(0.1);
        let landed =
            progress >= enough && lift > settings.skin && self.advance(-(up * lift)).is_some();
        let rise = (self.feet - start).dot(up);
        let climbed = landed
            && rise <= highest + self.rounding()
            && self.lowest() >= V::Scalar::ZERO
            && self.support(ahead).is_some_and(|support| {
                let way = support.point - from;
                way.dot(up) <= most + ramp * flat(way, up).length()
            });
        if !climbed {
            self.feet = start;
            self.met.truncate(noted);
            self.crease = crease;
            return None;
        }
        let used = used * (length / wanted);
        Some(Climb {
            used: used.min(V::Scalar::ONE),
            rise: rise.max(V::Scalar::ZERO),
            gained: (used - V::Scalar::ONE).max(V::Scalar::ZERO) * wanted,
        })
    }
}
