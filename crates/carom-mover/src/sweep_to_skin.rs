//! The one way in which a capsule moves: an exact sweep that stops at the skin.

use super::limb::{LimbShape, contacts_of, key_of, part_of};
use super::probe::{ContactCache, Probe};
use super::tuning::{FREE_LEAN, HEIGHT_ROUNDING, SURE_REACH, SWEEP_GAP};
use alloc::vec::Vec;
use carom_bvh::Aabb;
use carom_core::pair::contact::Contact;
use carom_core::pair::hit::{self, Hit, Start};
use carom_core::shape::capsule::Capsule;
use carom_math::{Scalar, Vector};

/// What stopped a motion.
#[derive(Clone, Copy)]
pub(super) struct Stop<V: Vector> {
    /// The free fraction of the motion.
    pub(super) t: V::Scalar,
    pub(super) normal: V,
    /// The point of the part that was touched.
    pub(super) point: V,
    /// The index of the part in the local scene.
    pub(super) index: usize,
    /// The gap at which the motion stopped.
    pub(super) gap: V::Scalar,
}

/// A time of arrival, rounded down, and an index in one integer that sorts by both.
fn sort_key<S: Scalar>(arrival: S, index: usize) -> u64 {
    let arrival = (arrival.to_f64() * (1.0 - f64::from(f32::EPSILON))) as f32;
    u64::from(arrival.to_bits()) << 32 | index as u64
}

fn from_sort_key(key: u64) -> (f64, usize) {
    let arrival = f32::from_bits((key >> 32) as u32);
    (f64::from(arrival), key as u32 as usize)
}

/// A sweep of a limb by `delta`: all that the parts share, and the earliest stop so far.
struct Sweep<'p, 'a, V: Vector> {
    probe: &'p Probe<'a, V>,
    /// The number of the limb.
    number: usize,
    /// Its sweeps against plain triangles are exact.
    exact: bool,
    delta: V,
    length: V::Scalar,
    /// The gap at which the motion stops.
    gap: V::Scalar,
    rounding: V::Scalar,
    /// Rounding of the bound by which a contact along its normal is met.
    bound_rounding: V::Scalar,
    /// A box around all parts that are nearer than the gap.
    touching: Aabb<V>,
    /// A box around all parts that the motion can meet.
    region: Aabb<V>,
    best: Option<Stop<V>>,
}

impl<V: Vector> Sweep<'_, '_, V> {
    /// Whether a contact is nearer than the gap to stop at.
    #[inline(always)]
    fn touches(&self, (index, now): &(usize, Contact<V>)) -> bool {
        now.separation <= self.gap
            && self.probe.scene.may_touch(*index, &self.touching)
            && self.probe.scene.may_touch(*index, &self.region)
    }

    /// A part that the middle of the limb, the axis of a capsule, has crossed and that the motion enters deeper: it stops at once.
    #[inline]
    fn crossed(
        &self,
        inner_radius: V::Scalar,
        contacts: &[(usize, Contact<V>)],
    ) -> Option<Stop<V>> {
        let crossed = |(_, now): &&(usize, Contact<V>)| {
            now.normal.dot(self.delta) < V::Scalar::ZERO && now.separation <= -inner_radius
        };
        let touching = contacts.iter().filter(|contact| self.touches(contact));
        let (index, now) = { touching }.rfind(crossed)?;
        Some(Stop {
            t: V::Scalar::ZERO,
            normal: now.normal,
            point: now.point_b,
            index: *index,
            gap: now.separation,
        })
    }

    /// Whether a contact's room over its closing speed bounds the time of impact.
    #[inline(always)]
    fn is_plain(&self, index: usize) -> bool {
        self.exact && self.probe.scene.is_plain(index)
    }

    /// Sweeps against one part; returns the time after which other parts no longer matter.
    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn sweep_one(&mut self, limb: &impl LimbShape<V>, index: usize, gap: V::Scalar) -> V::Scalar {
        let limit = self.best.map_or(V::Scalar::ONE, |best| best.t);
        let limb = limb.inflated(gap);
        let swept = limb.sweep_one(self.probe.scene.0, part_of(index), self.delta, limit);
        self.take(&swept, index, gap)
    }

    /// Whether a hit of a part comes before a stop. Of parts met at the same time, as two sides are at the edge that they share,
    /// the first is the one with the side that the normal is nearer to, whatever their order.
    #[inline]
    fn is_earlier(&self, hit: &Hit<V>, index: usize, best: &Stop<V>) -> bool {
        if hit.t != best.t {
            return hit.t < best.t;
        }
        let along = |index, normal: V| self.probe.surface(index, normal, normal).dot(normal);
        let (own, other) = (along(index, hit.normal), along(best.index, best.normal));
        own > other || own == other && index < best.index
    }

    /// Takes the hit of a part if it is the earliest so far.
    #[inline]
    fn take(&mut self, swept: &hit::Sweep<V>, index: usize, gap: V::Scalar) -> V::Scalar {
        if let Some(hit) = swept.hit
            && self
                .best
                .is_none_or(|best| self.is_earlier(&hit, index, &best))
        {
            let (normal, point) = match swept.start {
                Start::Separate => (hit.normal, hit.point),
                Start::Touching(contact) | Start::Overlapping(contact) => {
                    (contact.normal, contact.point_b)
                }
            };
            self.best = Some(Stop {
                t: hit.t,
                normal,
                point,
                index,
                gap,
            });
        }
        self.best.map_or(V::Scalar::ONE, |best| best.t)
    }

    /// Lists the places of contacts that the motion may meet, by time of arrival. Along its normal a contact is met no earlier
    /// than its room over the closing speed, but for rounding.
    #[inline]
    fn in_order(&self, contacts: &[(usize, Contact<V>)], arrivals: &mut Vec<u64>) {
        let zero = V::Scalar::ZERO;
        let lean = self.length * V::Scalar::from_f64(FREE_LEAN);
        arrivals.clear();
        for (place, contact) in contacts.iter().enumerate() {
            let (index, now) = contact;
            let closing = -now.normal.dot(self.delta);
            let room = now.separation - self.gap - self.bound_rounding;
            // A sweep against other shapes may stop a little early.
            let room = if self.is_plain(*index) {
                room.max(zero)
            } else {
                zero
            };
            let is_free = if self.touches(contact) {
                // Convex shapes keep their distance along any motion that does not enter the plane between them.
                closing <= if now.separation > zero { lean } else { zero }
            } else {
                room > zero && room > closing
            };
            if !is_free && self.probe.scene.may_touch(*index, &self.region) {
                let earliest = if room > zero { room / closing } else { zero };
                arrivals.push(sort_key(earliest, place));
            }
        }
        arrivals.sort_unstable();
    }

    /// Sweeps against the parts of the contacts.
    #[inline(always)]
    fn against_contacts(
        &mut self,
        limb: &impl LimbShape<V>,
        contacts: &[(usize, Contact<V>)],
        arrivals: &mut Vec<u64>,
    ) -> V::Scalar {
        let zero = V::Scalar::ZERO;
        let deepest = self.probe.start_gap.min(zero) - self.rounding;
        let mut limit = self.best.map_or(V::Scalar::ONE, |best| best.t);
        self.in_order(contacts, arrivals);
        for arrival in arrivals.iter() {
            let (earliest, place) = from_sort_key(*arrival);
            if earliest > limit.to_f64() {
                break;
            }
            let contact = &contacts[place];
            let overlaps = self.touches(contact) && contact.1.separation < zero;
            let gap = if overlaps {
                (contact.1.separation - self.rounding).max(deepest)
            } else {
                self.gap
            };
            limit = self.sweep_one(limb, contact.0, gap);
        }
        limit
    }

    /// Sweeps against all other parts, which are farther than [`CONTACT_REACH`](super::tuning::CONTACT_REACH), up to the time `limit`.
    #[inline(always)]
    fn against_others(
        &mut self,
        limb: &impl LimbShape<V>,
        contacts: &[(usize, Contact<V>)],
        arrivals: &mut Vec<u64>,
        mut limit: V::Scalar,
    ) {
        let probe = self.probe;
        let reach = probe.contact_reach();
        let apart = reach * V::Scalar::from_f64(SURE_REACH) - self.gap - self.bound_rounding;
        let plain = self.exact && probe.scene.0.all_plain();
        if plain && apart > limit * self.length {
            return;
        }
        let widest = limb.inflated(self.gap);
        arrivals.clear();
        let number = self.number;
        let is_new = |index| {
            let key = key_of(number, index);
            probe.passes_filter(index) && contacts.iter().all(|contact| contact.0 != key)
        };
        let note = |index, arrival| {
            arrivals.push(sort_key::<f32>(arrival, key_of(number, index)));
        };
        widest.arrivals(probe.scene.0, self.delta, &self.region, is_new, note);
        arrivals.sort_unstable();
        for arrival in arrivals.iter() {
            let (earliest, index) = from_sort_key(*arrival);
            if earliest > limit.to_f64() {
                break;
            }
            let separates = |now: &(usize, Contact<V>)| {
                probe.is_separated(index, now.1.normal, (&widest, self.delta))
            };
            if !contacts.iter().any(separates) {
                limit = self.sweep_one(limb, index, self.gap);
            }
        }
    }
}

impl<V: Vector> Probe<'_, V> {
    /// The first stop of a motion by `delta`, if any. Does not move.
    ///
    /// The gap to stop at is the same for all parts: [`SWEEP_GAP`] of the skin, or a rounding less than the least gap
    /// now, so that a capsule pressed a little closer to a wall is not stopped by the wall's next triangle. Roundings
    /// never reduce it below the gap at which the next tick would push the capsule back, unless the motion starts
    /// closer. It is never negative; a part that is already overlapped can be left but not entered deeper.
    pub(super) fn first_stop(&self, delta: V) -> Option<Stop<V>> {
        let rounding = self.rounding();
        let gap = self.gap_to_stop_at(rounding);
        let given = (delta, gap, rounding);
        let mut best = None;
        if self.single {
            let _ = self.sweep_limb((self.capsule(), 0, self.bounds()), given, &mut best);
        } else {
            self.sweep_all(given, &mut best);
        }
        best
    }

    #[cold]
    #[inline(never)]
    fn sweep_all(&self, given: (V, V::Scalar, V::Scalar), best: &mut Option<Stop<V>>) {
        for number in 0..self.limb_count() {
            let limb = self.limb_at(number, self.feet());
            if self.sweep_limb((limb, number, limb.bounds()), given, best) {
                return;
            }
        }
    }

    /// Finds the first stop of a limb, if that is before `best`; returns whether it is a part that its middle has crossed.
    #[inline(always)]
    fn sweep_limb(
        &self,
        (limb, number, bounds): (impl LimbShape<V>, usize, Aabb<V>),
        (delta, gap, rounding): (V, V::Scalar, V::Scalar),
        best: &mut Option<Stop<V>>,
    ) -> bool {
        let length = delta.length();
        let size = length + limb.size();
        let mut sweep = Sweep {
            probe: self,
            number,
            exact: limb.is_exact(),
            delta,
            length,
            gap,
            rounding,
            bound_rounding: size * V::Scalar::from_f64(HEIGHT_ROUNDING * f64::from(f32::EPSILON)),
            touching: bounds.inflated(gap + rounding),
            region: bounds.swept(delta).inflated(self.settings.skin),
            best: *best,
        };
        let mut cache = self.cache.borrow_mut();
        let ContactCache {
            contacts, arrivals, ..
        } = &mut **cache;
        let contacts = if self.single {
            contacts
        } else {
            contacts_of(contacts, number)
        };
        if let Some(stop) = sweep.crossed(limb.inner_radius(), contacts) {
            *best = Some(stop);
            return true;
        }
        let limit = sweep.against_contacts(&limb, contacts, arrivals);
        sweep.against_others(&limb, contacts, arrivals, limit);
        *best = sweep.best;
        false
    }

    fn gap_to_stop_at(&self, rounding: V::Scalar) -> V::Scalar {
        let stop = self.settings.skin * V::Scalar::from_f64(SWEEP_GAP);
        let worn = stop
            .min(self.tolerated_gap() + rounding + rounding)
            .min(self.start_gap);
        stop.min(self.least_gap() - rounding)
            .max(worn)
            .max(V::Scalar::ZERO)
    }

    /// Whether `axis` separates a triangle from a limb during its whole motion by more than any rounding. The normal
    /// of a floor separates the floor ahead, unless that rises.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn is_separated(&self, index: usize, axis: V, (limb, delta): (&impl LimbShape<V>, V)) -> bool {
        let Some(triangle) = self.scene.triangle(index) else {
            return false;
        };
        let zero = V::Scalar::ZERO;
        let (origin, low, extent, radius) = limb.below(axis);
        let corners = [triangle.a, triangle.b, triangle.c].map(|p| p - origin);
        let [a, b, c] = corners.map(|p| axis.dot(p));
        let lowest = low + axis.dot(delta).min(zero) - radius;
        // Heights are right to a few eps of the distances.
        let [u, v, w] = corners.map(V::abs);
        let size = u.max(v).max(w).max(extent).max(delta.abs());
        let size = size.max_element() + radius;
        let rounding = size * V::Scalar::from_f64(HEIGHT_ROUNDING) * V::Scalar::EPSILON;
        a.max(b).max(c) + rounding < lowest
    }

    /// The first hit of another capsule, at no gap, among those that are `wanted`; with the index of the part.
    pub(super) fn first_hit(
        &self,
        shape: &Capsule<V>,
        delta: V,
        wanted: impl Fn(usize, &Hit<V>) -> bool,
    ) -> Option<(usize, Hit<V>)> {
        let mut best: Option<(usize, Hit<V>)> = None;
        let region = shape.bounds().swept(delta);
        let mut arrivals = core::mem::take(&mut self.cache.borrow_mut().arrivals);
        arrivals.clear();
        let passes = |index| self.passes_filter(index);
        let note = |index, arrival| arrivals.push(sort_key::<f32>(arrival, index));
        self.scene.0.arrivals(shape, delta, &region, passes, note);
        arrivals.sort_unstable();
        for arrival in arrivals.iter() {
            let limit = best.map_or(V::Scalar::ONE, |best| best.1.t);
            let (earliest, index) = from_sort_key(*arrival);
            if earliest > limit.to_f64() {
                break;
            }
            if let Some(hit) = self.scene.0.sweep_one(index, shape, delta, limit).hit
                && wanted(index, &hit)
                && best
                    .is_none_or(|(first, best)| hit.t < best.t || hit.t == best.t && index < first)
            {
                best = Some((index, hit));
            }
        }
        self.cache.borrow_mut().arrivals = arrivals;
        best
    }

    /// Moves by `delta` as far as that is free; returns what stopped it.
    ///
    /// Only parts that were gathered can stop a motion, so none leaves the gathered box.
    pub(super) fn sweep_to_skin(&mut self, delta: V) -> Option<Stop<V>> {
        let inside = self.part_inside_region(delta);
        let delta = if inside < V::Scalar::ONE {
            self.limits.region = true;
            delta * inside
        } else {
            delta
        };
        let stop = self.first_stop(delta);
        let way = match stop {
            Some(stop) => delta * stop.t,
            None => delta,
        };
        self.place(self.feet() + way);
        stop
    }

    /// The fraction of a motion that stays within the gathered box.
    fn part_inside_region(&self, delta: V) -> V::Scalar {
        let bounds = self.bounds().inflated(self.settings.skin);
        let mut part = V::Scalar::ONE;
        for i in 0..V::DIM {
            let (way, room) = if delta[i] > V::Scalar::ZERO {
                (delta[i], self.region.max[i] - bounds.max[i])
            } else {
                (-delta[i], bounds.min[i] - self.region.min[i])
            };
            if way * part > room {
                part = (room / way).max(V::Scalar::ZERO);
            }
        }
        part
    }
}
