//! Steps: up, ahead, down, and only if there is a tread to stand on.

use super::ground::{Support, is_edge};
use super::obstacles::Obstacles;
use super::planes::horizontal;
use super::probe::Probe;
use super::sweep_to_skin::Stop;
use super::tuning::{
    CEILING_ROUNDING, CEILING_SEGMENTS, LEAST_AHEAD, LEAST_PROGRESS, LEAST_SUPPORT, SAME_PLANE,
    SWEEP_GAP,
};
use carom_math::{Scalar, Vector};

/// A climb that has been made.
pub(super) struct Climb<S> {
    /// The fraction of the motion ahead that it used.
    pub(super) used: S,
    /// How much higher the feet are.
    pub(super) rise: S,
    /// How much farther it went than the motion ahead.
    pub(super) gained: S,
}

/// The heights to which a climb may lead.
struct ClimbLimit<V: Vector> {
    /// The highest the feet may rise.
    highest: V::Scalar,
    /// The point from which the rise of the tread is measured.
    from: V,
    /// The normal of the ground there.
    ground: Option<V>,
    /// The highest the tread may be above that point; further along, by as much as a slope of `ramp` (its tangent)
    /// rises.
    most: V::Scalar,
    ramp: V::Scalar,
    /// The same, where the material of the tread does not permit steps: only back from its own rim.
    least: V::Scalar,
    back: V::Scalar,
}

impl<V: Vector> ClimbLimit<V> {
    /// Whether a point is low enough to climb on to.
    #[inline]
    fn reaches(&self, point: V, up: V) -> bool {
        let way = point - self.from;
        way.dot(up) <= self.most + self.ramp * horizontal(way, up).length()
    }

    /// Whether the material of a part admits a climb on to this point of it.
    #[inline]
    fn admits(&self, probe: &Probe<V>, index: usize, point: V) -> bool {
        let up = probe.settings.up;
        let way = point - self.from;
        probe.permits_step(index)
            || way.dot(up) <= self.least + self.back * horizontal(way, up).length()
    }
}

impl<V: Vector> Probe<'_, V> {
    /// Tries to climb the obstacle in the horizontal motion `ahead`, by at most `budget`.
    ///
    /// The rise is found on the way down and is at most the step height; the landing must be on a walkable surface. The
    /// motion ahead has a least length ([`LEAST_AHEAD`]). Under a ceiling that stops the way up, there must be room for
    /// the whole step: half-way up, on the edge of a tread, there is nowhere to go.
    pub(super) fn climb(
        &mut self,
        ahead: V,
        budget: V::Scalar,
        obstacles: &Obstacles<V>,
    ) -> Option<Climb<V::Scalar>> {
        let settings = self.settings;
        let up = settings.up;
        let start = self.feet();
        let wanted = ahead.length();
        let highest = settings.step_height.min(budget);
        if highest <= V::Scalar::ZERO || wanted <= self.rounding() {
            return None;
        }
        let limit = self.climb_limit(ahead, highest);
        let length = wanted.max(settings.skin * V::Scalar::from_f64(LEAST_AHEAD));
        let (recorded, crease) = (self.collisions.len(), self.crease);

        let ceiling = self.sweep_to_skin(up * highest).is_some();
        let lift = (self.feet() - start).dot(up);
        let raised = self.feet();
        let used = self.glide(ahead * (length / wanted), obstacles, ceiling);
        let progress = (self.feet() - raised).dot(ahead) / wanted;
        let enough = length * V::Scalar::from_f64(LEAST_PROGRESS);
        // A ceiling that descends has taken part of the lift already.
        let down = if ceiling {
            (self.feet() - start).dot(up)
        } else {
            lift
        };
        let landed = progress >= enough && down > settings.skin;
        let landing = landed
            .then(|| self.sweep_to_skin(-(up * down)))
            .flatten()
            .filter(|stop| limit.admits(self, stop.index, stop.point))
            // Nor may it hang on edges that are higher, where ground under the foot would count as its tread.
            .filter(|stop| limit.reaches(stop.point, up) || !self.is_edge(stop.index, stop.normal));
        let rise = (self.feet() - start).dot(up);
        let support = landing
            .filter(|stop| self.stands_on_landing(*stop, ahead, &limit))
            .and_then(|_| self.tread(ahead, rise, &limit));
        let climbed =
            support.is_some_and(|support| !ceiling || self.has_room_above(&support, raised));
        if !climbed {
            self.place(start);
            self.collisions.truncate(recorded);
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

    /// The rise is measured from the point that carries the capsule now: on the edge of a stair the feet hang lower.
    /// From the edge of a tread, its axis not yet over it, the capsule can climb on to that tread, and up the slope
    /// that it may be, but not to the next: ledges of a few centimeters do not make a stair.
    #[inline(always)]
    fn climb_limit(&self, ahead: V, highest: V::Scalar) -> ClimbLimit<V> {
        let settings = self.settings;
        let standing = self.support(ahead);
        let on_edge = standing
            .is_some_and(|support| support.contact.dot(settings.up) < self.walkable(support.index));
        let ramp = if on_edge {
            self.surfaces.steepest(settings)
        } else {
            V::Scalar::ZERO
        };
        let returns = standing.is_some_and(|support| !self.permits_step(support.index));
        ClimbLimit {
            highest,
            from: standing.map_or(self.feet(), |support| support.point),
            ground: standing.map(|support| support.ground.normal),
            most: if on_edge { settings.skin } else { highest } + self.rounding(),
            ramp,
            least: self.least_step(),
            back: if returns { ramp } else { V::Scalar::ZERO },
        }
    }

    /// Whether a climb has led on to ground. If it ends on a steep side, other ground than that before it must carry
    /// there: the side leads every climb up along itself a little, and the old ground is still within
    /// [`CONTACT_REACH`](super::tuning::CONTACT_REACH) then. The character would slide back in the next tick, and climb
    /// again for as long as the input lasts.
    fn stands_on_landing(&self, stop: Stop<V>, ahead: V, limit: &ClimbLimit<V>) -> bool {
        let is_steep = self.is_steep(stop.index, stop.normal);
        if !is_steep || self.carrying_stop(stop, ahead).is_some() {
            return true;
        }
        let near = self.settings.skin * V::Scalar::from_f64(SAME_PLANE) + self.rounding();
        let is_new = |point: V| {
            limit
                .ground
                .is_none_or(|normal| (point - limit.from).dot(normal).abs() > near)
        };
        self.touched_support(ahead).is_some_and(is_new)
    }

    /// The tread on which the climb has landed, if its height is within the limit.
    #[inline(always)]
    fn tread(&self, ahead: V, rise: V::Scalar, limit: &ClimbLimit<V>) -> Option<Support<V>> {
        let up = self.settings.up;
        let fits = rise <= limit.highest + self.rounding() && self.least_gap() >= V::Scalar::ZERO;
        if !fits {
            return None;
        }
        self.support(ahead).filter(|support| {
            limit.reaches(support.point, up)
                && limit.admits(self, support.index, support.point)
                && !self.hangs_too_high(ahead, limit)
        })
    }

    /// Whether the capsule hangs on something that is too high to climb on to. Ground under its foot is then no tread.
    fn hangs_too_high(&self, ahead: V, limit: &ClimbLimit<V>) -> bool {
        if self.is_carried(ahead) {
            return false;
        }
        let up = self.settings.up;
        let mut hangs = false;
        self.contacts(self.contact_reach(), |_, contact| {
            hangs |= contact.normal.dot(up) > V::Scalar::from_f64(LEAST_SUPPORT)
                && !limit.reaches(contact.point_b, up);
        });
        hangs
    }

    /// Whether a capsule that has climbed on to the edge of a tread can rise to the tread itself: at once, as far as it
    /// was `raised`, or on its way ahead, where the ceiling rises too. Does not move.
    fn has_room_above(&mut self, support: &Support<V>, raised: V) -> bool {
        let up = self.settings.up;
        if !is_edge(support.contact, support.ground.normal) {
            // It stands on the tread itself.
            return true;
        }
        // The gap at which it passes over the edge.
        let gap = self.settings.skin * V::Scalar::from_f64(SWEEP_GAP);
        let missing = |feet: V| (support.point - feet).dot(up) + gap;
        let tolerance = self.rounding() * V::Scalar::from_f64(CEILING_ROUNDING);
        let (landed, recorded, crease) = (self.feet(), self.collisions.len(), self.crease);
        let mut high = raised;
        for _ in 0..CEILING_SEGMENTS {
            if missing(high) <= tolerance {
                break;
            }
            let before = self.feet();
            let _ = self.slide(up * missing(before));
            let ahead = horizontal(support.point - self.feet(), up);
            let _ = self.slide(ahead + up * missing(self.feet()));
            high = self.feet();
            if (high - before).length() <= tolerance {
                break;
            }
        }
        self.place(landed);
        self.collisions.truncate(recorded);
        self.crease = crease;
        missing(high) <= tolerance
    }
}
