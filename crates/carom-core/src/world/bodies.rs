//! The bodies of a world by number, and the BVHs that find them.

mod places;

pub(super) use places::PlaceChanges;

use super::body::BodyError;
use super::body_entry::{BodyEntry, Bounds};
use super::query_bounds::QueryBounds;
use crate::part::BodyId;
use alloc::vec::Vec;
use carom_bvh::Aabb;
use carom_bvh::{DynamicBvh, PairScratch};
use carom_math::sort;
use carom_math::{Scalar, Vector};
use core::ops::ControlFlow;

#[derive(Clone, Debug)]
pub(super) struct Bodies<V: Vector> {
    places: Vec<Place<V>>,
    /// Free places, which are reused from the end.
    free: Vec<u32>,
    count: usize,
    /// Bodies near the world's origin that mostly rest.
    resting: DynamicBvh<V>,
    /// Bodies near the world's origin that move often.
    moving: DynamicBvh<V>,
    /// Bodies so far from the origin that single-precision boxes would be much larger than they are.
    far: DynamicBvh<V::Double>,
    /// Unbounded bodies, by number.
    unbounded: Vec<u32>,
    /// The sensors, by number.
    sensors: Vec<u32>,
    /// The bodies with a velocity, by number, and an upper bound of the speed of their points.
    speeds: Vec<(u32, V::Scalar)>,
    /// Upper bound of the speed of any point of any body.
    fastest: V::Scalar,
    /// A buffer: the bodies with new velocities.
    changed: Vec<(u32, V::Scalar)>,
}

#[derive(Clone, Debug)]
struct Place<V: Vector> {
    generation: u32,
    entry: Option<BodyEntry<V>>,
}

impl<V: Vector> Default for Bodies<V> {
    fn default() -> Self {
        Self {
            places: Vec::new(),
            free: Vec::new(),
            count: 0,
            resting: DynamicBvh::default(),
            moving: DynamicBvh::default(),
            far: DynamicBvh::default(),
            unbounded: Vec::new(),
            sensors: Vec::new(),
            speeds: Vec::new(),
            fastest: V::Scalar::ZERO,
            changed: Vec::new(),
        }
    }
}

impl<V: Vector> Bodies<V> {
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// `None` if all places are taken.
    pub(super) fn insert(&mut self, entry: BodyEntry<V>) -> Option<BodyId> {
        let number = match self.free.pop() {
            Some(number) => number,
            None => {
                let number = u32::try_from(self.places.len()).ok();
                let number = number.filter(|number| *number < u32::MAX)?;
                self.places.push(Place {
                    generation: 0,
                    entry: None,
                });
                number
            }
        };
        self.count += 1;
        self.put(number, entry);
        Some(self.id(number))
    }

    pub(super) fn remove(&mut self, id: BodyId) -> Option<BodyEntry<V>> {
        self.get(id)?;
        let place = &mut self.places[id.number as usize];
        let entry = place.entry.take();
        // The last generation of a place is never reused, so that no name comes back.
        if place.generation < u32::MAX {
            place.generation += 1;
            self.free.push(id.number);
        }
        self.count -= 1;
        self.resting.remove(id.number);
        self.moving.remove(id.number);
        self.far.remove(id.number);
        mark(&mut self.unbounded, id.number, false);
        mark(&mut self.sensors, id.number, false);
        self.sort_by_speed(id.number);
        entry
    }

    /// Replaces a body and returns the old one.
    pub(super) fn replace(&mut self, id: BodyId, mut entry: BodyEntry<V>) -> Option<BodyEntry<V>> {
        // The rank belongs to the name.
        entry.rank = self.get(id)?.rank;
        self.put(id.number, entry)
    }

    /// Changes a body, and updates the BVHs if `change` succeeds.
    pub(super) fn change(
        &mut self,
        id: BodyId,
        change: impl FnOnce(&mut BodyEntry<V>) -> Result<(), BodyError>,
    ) -> Result<(), BodyError> {
        change(self.get_mut(id).ok_or(BodyError::Gone)?)?;
        self.sort_in(id.number);
        Ok(())
    }

    fn put(&mut self, number: u32, entry: BodyEntry<V>) -> Option<BodyEntry<V>> {
        let before = self.places[number as usize].entry.replace(entry);
        self.sort_in(number);
        before
    }

    /// Moves the body to the BVH and lists it belongs in.
    fn sort_in(&mut self, number: u32) {
        let Some(entry) = &self.places[number as usize].entry else {
            return;
        };
        let moving = entry.body.moving;
        match entry.extent() {
            Bounds::Single(bounds) => {
                let (own, other) = if moving {
                    (&mut self.moving, &mut self.resting)
                } else {
                    (&mut self.resting, &mut self.moving)
                };
                self.far.remove(number);
                other.remove(number);
                own.set(number, *bounds, spare(bounds, moving));
            }
            Bounds::Double(bounds) => {
                self.resting.remove(number);
                self.moving.remove(number);
                self.far.set(number, *bounds, spare(bounds, moving));
            }
            Bounds::Unbounded => {
                self.resting.remove(number);
                self.moving.remove(number);
                self.far.remove(number);
            }
        }
        let unbounded = matches!(entry.extent(), Bounds::Unbounded);
        mark(&mut self.unbounded, number, unbounded);
        mark(&mut self.sensors, number, entry.body.sensor);
        self.sort_by_speed(number);
    }

    /// Sets the velocities of a body.
    pub(super) fn set_velocities(
        &mut self,
        id: BodyId,
        velocity: V,
        axis: V,
        spin: V::Scalar,
    ) -> Result<(), BodyError> {
        let entry = self.get_mut(id).ok_or(BodyError::Gone)?;
        if !(velocity.is_finite() && axis.is_finite() && spin.is_finite()) {
            return Err(BodyError::Velocity);
        }
        let body = &mut entry.body;
        (body.velocity, body.axis, body.spin) = (velocity, axis, spin);
        self.sort_by_speed(id.number);
        Ok(())
    }

    /// Sets the velocities of the origins of many bodies, each of which may occur once, in time linear in the number of
    /// moving bodies. Bodies that are gone, and velocities that are not finite, are skipped.
    pub(super) fn set_many_velocities(&mut self, all: &[(BodyId, V)]) {
        let mut changed = core::mem::take(&mut self.changed);
        changed.clear();
        for &(id, velocity) in all {
            if let Some(entry) = self.get_mut(id).filter(|_| velocity.is_finite())
                && entry.body.velocity != velocity
            {
                entry.body.velocity = velocity;
                changed.push((id.number, entry.speed()));
            }
        }
        sort::sort_by_key(&mut changed, |body| body.0);
        let mut rest = changed.iter().map(|body| body.0).peekable();
        self.speeds.retain(|(number, _)| {
            while rest.next_if(|other| other < number).is_some() {}
            rest.peek() != Some(number)
        });
        let moving = changed.iter().filter(|body| body.1 > V::Scalar::ZERO);
        self.speeds.extend(moving);
        sort::sort_by_key(&mut self.speeds, |body| body.0);
        let speeds = self.speeds.iter().map(|body| body.1);
        self.fastest = speeds.fold(V::Scalar::ZERO, V::Scalar::max);
        self.changed = changed;
    }

    /// The bodies with a velocity, and an upper bound of the speed of their points.
    pub(super) fn moving_bodies(&self) -> impl Iterator<Item = (&BodyEntry<V>, V::Scalar)> {
        let bodies = self.speeds.iter();
        bodies.filter_map(|(number, speed)| Some((self.at(*number)?.1, *speed)))
    }

    /// Whether no body has a velocity.
    pub(super) fn is_still(&self) -> bool {
        self.speeds.is_empty()
    }

    /// Upper bound of the speed of any point of a body with a box, length/s.
    pub(super) fn fastest(&self) -> V::Scalar {
        self.fastest
    }

    fn sort_by_speed(&mut self, number: u32) {
        let entry = self.places[number as usize].entry.as_ref();
        let speed = entry.map_or(V::Scalar::ZERO, BodyEntry::speed);
        let place = self.speeds.binary_search_by_key(&number, |body| body.0);
        let before = place.map_or(V::Scalar::ZERO, |place| self.speeds[place].1);
        match (place, speed > V::Scalar::ZERO) {
            (Ok(place), true) => self.speeds[place].1 = speed,
            (Ok(place), false) => {
                self.speeds.remove(place);
            }
            (Err(place), true) => self.speeds.insert(place, (number, speed)),
            (Err(_), false) => return,
        }
        if speed >= self.fastest {
            self.fastest = speed;
        } else if before >= self.fastest {
            let speeds = self.speeds.iter().map(|body| body.1);
            self.fastest = speeds.fold(V::Scalar::ZERO, V::Scalar::max);
        }
    }

    /// Enlarges the boxes of bodies that move often.
    pub(super) fn settle(&mut self) {
        self.moving.settle();
    }

    pub(super) fn rebuild(&mut self) {
        self.resting.rebuild();
        self.moving.rebuild();
        self.far.rebuild();
    }

    pub(super) fn get(&self, id: BodyId) -> Option<&BodyEntry<V>> {
        let place = self.places.get(id.number as usize)?;
        let there = place.entry.as_ref()?;
        (place.generation == id.generation).then_some(there)
    }

    /// For changes that affect neither the box nor the lists.
    pub(super) fn get_mut(&mut self, id: BodyId) -> Option<&mut BodyEntry<V>> {
        self.get(id)?;
        self.places[id.number as usize].entry.as_mut()
    }

    /// The body with this number, if there is one.
    pub(super) fn at(&self, number: u32) -> Option<(BodyId, &BodyEntry<V>)> {
        let entry = self.places.get(number as usize)?.entry.as_ref()?;
        Some((self.id(number), entry))
    }

    pub(super) fn id(&self, number: u32) -> BodyId {
        BodyId {
            number,
            generation: self.places[number as usize].generation,
        }
    }

    /// All bodies, by number.
    pub(super) fn all(&self) -> impl Iterator<Item = (BodyId, &BodyEntry<V>)> {
        (0..self.places.len()).filter_map(|number| self.at(number as u32))
    }

    /// All sensors, by number.
    pub(super) fn sensors(&self) -> impl Iterator<Item = (BodyId, &BodyEntry<V>)> {
        self.sensors.iter().filter_map(|number| self.at(*number))
    }

    /// All [distant](BodyEntry::is_distant) bodies, by number.
    pub(super) fn distant(&self) -> impl Iterator<Item = (BodyId, &BodyEntry<V>)> {
        let all = (!self.far.is_empty() || !self.unbounded.is_empty()).then(|| self.all());
        let all = all.into_iter().flatten();
        all.filter(|(_, entry)| entry.is_distant())
    }

    /// Visits every pair of bodies with boxes near the origin that touch, of which at least one moves often.
    pub(super) fn near_pairs(&self, scratch: &mut PairScratch, visit: &mut dyn FnMut(u32, u32)) {
        self.moving.own_pairs(scratch, visit);
        self.moving.pairs_with(&self.resting, scratch, visit);
    }

    /// Visits every pair of a body of these and one of `other` with boxes near the origin that touch.
    pub(super) fn near_pairs_with(
        &self,
        other: &Self,
        scratch: &mut PairScratch,
        visit: &mut dyn FnMut(u32, u32),
    ) {
        for own in [&self.moving, &self.resting] {
            own.pairs_with(&other.moving, scratch, visit);
            own.pairs_with(&other.resting, scratch, visit);
        }
    }

    /// Visits the lower and the upper corner of each box of the BVHs, with the number of boxes around it.
    pub(super) fn each_box(&self, visit: &mut dyn FnMut(usize, [V::Double; 2])) {
        for bvh in [&self.resting, &self.moving] {
            bvh.each_box(|level, bounds| {
                visit(level, [bounds.min, bounds.max].map(V::to_double));
            });
        }
        self.far
            .each_box(|level, bounds| visit(level, [bounds.min, bounds.max]));
    }

    /// Visits every body that can touch `region`, or every body without a region, until `visit` breaks.
    pub(super) fn overlapping(
        &self,
        region: Option<&QueryBounds<V>>,
        visit: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match region {
            Some(region) => {
                self.unbounded
                    .iter()
                    .try_for_each(|number| visit(*number))?;
                self.resting.overlapping(&region.near, &mut *visit)?;
                self.moving.overlapping(&region.near, &mut *visit)?;
                self.far.overlapping(&region.far, visit)
            }
            None => (0..self.places.len() as u32).try_for_each(visit),
        }
    }

    /// Visits every body that can be within a distance of `limit`, which `visit` may lower.
    pub(super) fn nearest(
        &self,
        region: Option<&QueryBounds<V>>,
        mut limit: V::Scalar,
        visit: &mut dyn FnMut(u32, &mut V::Scalar),
    ) {
        match region {
            Some(region) => {
                for &number in &self.unbounded {
                    visit(number, &mut limit);
                }
                let mut least = limit;
                for bvh in [&self.resting, &self.moving] {
                    let _ = bvh.nearest(&region.near, least, |number, limit| {
                        visit(number, limit);
                        least = *limit;
                        ControlFlow::Continue(())
                    });
                }
                if self.far.is_empty() {
                    return;
                }
                let limit = widened::<V>(least);
                let _ = self.far.nearest(&region.far, limit, |number, limit| {
                    visit(number, &mut least);
                    *limit = widened::<V>(least);
                    ControlFlow::Continue(())
                });
            }
            None => (0..self.places.len() as u32).for_each(|number| visit(number, &mut limit)),
        }
    }

    /// Visits every body that `region`, moving by `delta`, can reach before the fraction that `visit` may lower, until
    /// `visit` breaks.
    pub(super) fn reached(
        &self,
        region: Option<&QueryBounds<V>>,
        delta: V,
        visit: &mut dyn FnMut(u32, &mut V::Scalar) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut limit = V::Scalar::ONE;
        let Some(region) = region else {
            return (0..self.places.len() as u32).try_for_each(|number| visit(number, &mut limit));
        };
        for &number in &self.unbounded {
            visit(number, &mut limit)?;
        }
        let mut least = limit;
        for bvh in [&self.resting, &self.moving] {
            bvh.reached(&region.near, delta, least, |number, limit| {
                let flow = visit(number, limit);
                least = *limit;
                flow
            })?;
        }
        if self.far.is_empty() {
            return ControlFlow::Continue(());
        }
        let (way, limit) = (delta.to_double(), widened::<V>(least));
        self.far.reached(&region.far, way, limit, |number, limit| {
            let flow = visit(number, &mut least);
            *limit = widened::<V>(least);
            flow
        })
    }
}

/// How far a box may move before the BVH is updated: a quarter of its size for a body that moves often.
fn spare<V: Vector>(bounds: &Aabb<V>, moving: bool) -> V::Scalar {
    if moving {
        bounds.size().max_element() * V::Scalar::from_f64(0.25)
    } else {
        V::Scalar::ZERO
    }
}

/// A limit in double precision for answers rounded to single precision: no smaller than any answer that rounds to
/// `limit`.
fn widened<V: Vector>(limit: V::Scalar) -> f64 {
    limit.to_f64() * (1.0 + 64.0 * V::Scalar::EPSILON.to_f64())
}

/// Adds a number to a sorted list, or removes it.
fn mark(list: &mut Vec<u32>, number: u32, belongs: bool) {
    match (list.binary_search(&number), belongs) {
        (Ok(place), false) => {
            list.remove(place);
        }
        (Err(place), true) => list.insert(place, number),
        _ => {}
    }
}
