//! Climbing a step: up, ahead, down, and only if there is a tread to stand on.

use super::cast::{Cast, STOP};
use super::ground::{Support, is_edge};
use super::planes::flat;
use super::slide::Obstacles;
use carom_math::{Scalar, Vector};

/// In how many pieces, up and ahead in turn, a climb under a ceiling is tried to its end.
const PIECES: usize = 8;

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
    /// ledges of a few centimetres do not make a stair. Under a ceiling that does not let the capsule rise by all of
    /// that, there must be room for the whole of the step: half-way up on the edge of a tread there is nowhere to go.
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

        let ceiling = self.advance(up * highest).is_some();
        let lift = (self.feet - start).dot(up);
        let raised = self.feet;
        let used = self.glide(ahead * (length / wanted), obstacles, ceiling);
        let progress = (self.feet - raised).dot(ahead) / wanted;
        let enough = length * V::Scalar::from_f64(0.1);
        // A ceiling that falls has taken a part of it already.
        let down = if ceiling {
            (self.feet - start).dot(up)
        } else {
            lift
        };
        let landed =
            progress >= enough && down > settings.skin && self.advance(-(up * down)).is_some();
        let rise = (self.feet - start).dot(up);
        let support =
            (landed && rise <= highest + self.rounding() && self.lowest() >= V::Scalar::ZERO)
                .then(|| self.support(ahead))
                .flatten()
                .filter(|support| {
                    let way = support.point - from;
                    way.dot(up) <= most + ramp * flat(way, up).length()
                });
        let climbed =
            support.is_some_and(|support| !ceiling || self.has_room_above(&support, raised));
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

    /// Whether a capsule that has climbed on to the edge of a tread can rise to that tread: at once, as far as it was
    /// `raised`, or on its way ahead, where the ceiling rises too. Does not move.
    fn has_room_above(&mut self, support: &Support<V>, raised: V) -> bool {
        let up = self.settings.up;
        if !is_edge(support.contact, support.ground.normal) {
            // It stands on the tread itself.
            return true;
        }
        // At a gap at which it passes over the edge.
        let gap = self.settings.skin * V::Scalar::from_f64(STOP);
        let missing = |feet: V| (support.point - feet).dot(up) + gap;
        let blur = self.rounding() * V::Scalar::from_f64(4.0);
        let (landed, noted, crease) = (self.feet, self.met.len(), self.crease);
        let mut high = raised;
        for _ in 0..PIECES {
            if missing(high) <= blur {
                break;
            }
            let before = self.feet;
            let _ = self.drift(up * missing(before));
            let _ = self.drift(flat(support.point - self.feet, up) + up * missing(self.feet));
            high = self.feet;
            if (high - before).length() <= blur {
                break;
            }
        }
        self.feet = landed;
        self.met.truncate(noted);
        self.crease = crease;
        missing(high) <= blur
    }
}
