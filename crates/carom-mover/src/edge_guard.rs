//! The edge guard: a walk stops at the edge of its ground as at a wall, and slides along it.
//!
//! A walk is made in short steps. A step that would take the middle of the foot too far beyond an edge is made up to
//! the edge, and the rest along it.

use super::motion::{Checkpoint, Motion};
use super::planes::project;
use super::probe::Probe;
use super::tuning::{
    GUARD_ACCURACY, GUARD_BISECTIONS, GUARD_EDGES, GUARD_STEP, LEAVE_BISECTIONS, MAX_GUARD_STEPS,
    UNDER_FOOT,
};
use carom_math::{Scalar, Vector};

impl<V: Vector> Probe<'_, V> {
    /// Walkable ground no farther than `limit` from the middle of the foot, horizontally, and within the snap below: the
    /// horizontal way from it to the middle. A ball of that radius that is swept down finds it.
    fn ground_around(&self, limit: V::Scalar) -> Option<V> {
        let settings = self.settings;
        let reach = settings.snap.max(settings.contact_reach());
        let up = settings.up;
        let (_, _, hit) = self.ground_below_foot(limit, reach, true)?;
        // From the nearest point of the core that stands: of one that lies, along the normal.
        let way = if self.lies() {
            hit.normal
        } else {
            self.feet() - hit.point
        };
        Some(way - up * way.dot(up))
    }

    /// How far the edge guard lets the middle of the foot go beyond an edge, from here. One that is farther beyond may
    /// stay so: on its rim, or, infinitely far, between slopes. `None` without a guard, or where nothing carries it.
    fn guard_limit(&self, toward: V) -> Option<V::Scalar> {
        let guard = self.settings.edge_guard?;
        let radius = self.settings.radius;
        let least = radius * V::Scalar::from_f64(UNDER_FOOT);
        let mut limit = guard.max(least).min(radius);
        if self.ground_around(limit).is_some() {
            return Some(limit);
        }
        let _ = self.support(toward)?;
        if self.ground_around(radius).is_none() {
            return Some(V::Scalar::INFINITY);
        }
        let mut found = radius;
        for _ in 0..GUARD_BISECTIONS {
            let middle = (limit + found) * V::Scalar::HALF;
            if self.ground_around(middle).is_some() {
                found = middle;
            } else {
                limit = middle;
            }
        }
        Some(found)
    }

    /// Whether the ground here is within the limit.
    fn is_guarded(&self, limit: V::Scalar) -> bool {
        !limit.is_finite() || self.ground_around(limit).is_some()
    }

    /// The horizontal direction out over the edge, at a place at the limit.
    fn outward(&self, limit: V::Scalar) -> Option<V> {
        if limit.is_finite() {
            return self.ground_around(limit)?.try_normalize();
        }
        let out = self.support(V::ZERO)?.contact;
        (out - self.settings.up * out.dot(self.settings.up)).try_normalize()
    }
}

impl<V: Vector> Motion<'_, '_, V> {
    /// A walk as [`walk`](Self::walk), kept on its ground where the settings say so.
    pub(super) fn walk_guarded(
        &mut self,
        wish: V,
        left: V::Scalar,
        before: &Checkpoint<V>,
    ) -> bool {
        let Some(limit) = self.probe.guard_limit(wish) else {
            return self.walk(wish, left, before);
        };
        let longest = self.probe.settings.radius * V::Scalar::from_f64(GUARD_STEP);
        let length = wish.length() * left;
        let mut steps = 1;
        while steps < MAX_GUARD_STEPS && longest * V::Scalar::from_f64(f64::from(steps)) < length {
            steps += 1;
        }
        let step = wish * (left / V::Scalar::from_f64(f64::from(steps)));
        let mut barred = false;
        for _ in 0..steps {
            barred |= self.guarded_step(step, limit);
        }
        barred
    }

    /// A step up to the edge of the ground, and the rest of it along that edge. Returns whether anything barred it.
    fn guarded_step(&mut self, step: V, limit: V::Scalar) -> bool {
        let fine = self.probe.settings.skin * V::Scalar::from_f64(GUARD_ACCURACY);
        let mut inward = [V::ZERO; GUARD_EDGES];
        let (mut rest, mut barred) = (step, false);
        for count in 0..GUARD_EDGES {
            let along = self.horizontal(project(rest, &inward[..count]));
            let length = along.length();
            if length <= self.probe.rounding() {
                self.report.why.blocked |= barred;
                return barred;
            }
            if let Some(met) = self.try_walk(along, limit) {
                return barred | met;
            }
            if count > 0 && limit.is_finite() {
                // Around a corner: as far inward as the circle of the overhang leaves its tangent.
                let sagitta = length * length / (limit + limit);
                let turned = along + inward[count - 1] * (sagitta + fine);
                if let Some(met) = self.try_walk(turned, limit) {
                    return barred | met;
                }
            }
            let made = self.walk_to_edge(along, limit, fine);
            rest = rest * (V::Scalar::ONE - made);
            barred = true;
            self.report.why.edge = true;
            let Some(out) = self.probe.outward(limit) else {
                return true;
            };
            inward[count] = -out;
        }
        true
    }

    /// Walks if that ends on ground within the limit; returns whether an obstacle barred it.
    fn try_walk(&mut self, wish: V, limit: V::Scalar) -> Option<bool> {
        let (start, gained) = (self.probe.feet(), self.gained);
        let checkpoint = self.checkpoint();
        let met = self.walk(wish, V::Scalar::ONE, &checkpoint);
        // Whatever the next wish is, so that the rim of an edge does not carry a walk towards it alone.
        let is_carried = self.snap_to_ground(V::ZERO).is_some();
        if is_carried && self.probe.is_guarded(limit) {
            return Some(met);
        }
        self.restore(&checkpoint);
        self.probe.place(start);
        self.gained = gained;
        None
    }

    /// Walks as far as the ground is within the limit, to the accuracy `fine`; returns the fraction of the wish.
    fn walk_to_edge(&mut self, wish: V, limit: V::Scalar, fine: V::Scalar) -> V::Scalar {
        let least = fine / wish.length();
        let (mut on, mut off) = (V::Scalar::ZERO, V::Scalar::ONE);
        for _ in 0..LEAVE_BISECTIONS {
            if off - on <= least {
                break;
            }
            let next = (on + off) * V::Scalar::HALF;
            if self.try_walk(wish * (next - on), limit).is_some() {
                on = next;
            } else {
                off = next;
            }
        }
        on
    }
}
