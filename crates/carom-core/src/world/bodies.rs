//! The bodies of a world by number, and where to look for them.

use super::body::BodyError;
use super::region::Region;
use super::resident::{Extent, Resident};
use crate::part::BodyId;
use alloc::vec::Vec;
use carom_bvh::Aabb;
use carom_bvh::DynamicBvh;
use carom_math::{Scalar, Vector};
use core::ops::ControlFlow;

#[derive(Clone, Debug)]
pub(super) struct Bodies<V: Vector> {
    places: Vec<Place<V>>,
    /// The places without a body that may have another; the last is taken first.
    free: Vec<u32>,
    count: usize,
    /// What is near the world's origin and mostly rests.
    forest: DynamicBvh<V>,
    /// What is near the world's origin and moves often.
    moving: DynamicBvh<V>,
    /// What is so far from it that boxes in single precision would be wide.
    far: DynamicBvh<V::Double>,
    /// What has no end and thus no box, by number.
    endless: Vec<u32>,
    /// By number.
    sensors: Vec<u32>,
    /// What moves, by number, and at least how fast any point of it is.
    movers: Vec<(u32, V::Scalar)>,
    /// At least how fast any point of any of them is.
    fastest: V::Scalar,
    /// Memory for what moves otherwise.
    changed: Vec<(u32, V::Scalar)>,
}

#[derive(Clone, Debug)]
struct Place<V: Vector> {
    generation: u32,
    resident: Option<Resident<V>>,
}

impl<V: Vector> Default for Bodies<V> {
    fn default() -> Self {
        Self {
            places: Vec::new(),
            free: Vec::new(),
            count: 0,
            forest: DynamicBvh::default(),
            moving: DynamicBvh::default(),
            far: DynamicBvh::default(),
            endless: Vec::new(),
            sensors: Vec::new(),
            movers: Vec::new(),
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
    pub(super) fn insert(&mut self, resident: Resident<V>) -> Option<BodyId> {
        let number = match self.free.pop() {
            Some(number) => number,
            None => {
                let number = u32::try_from(self.places.len()).ok();
                let number = number.filter(|number| *number < u32::MAX)?;
                self.places.push(Place {
                    generation: 0,
                    resident: None,
                });
                number
            }
        };
        self.count += 1;
        self.put(number, resident);
        Some(self.id(number))
    }

    /// The places: how many bodies have been there before, and the one that is there; and which of those
    /// without one are taken next, the last first.
    #[cfg(feature = "serde")]
    pub(super) fn places(&self) -> (impl Iterator<Item = (u32, Option<&Resident<V>>)>, &[u32]) {
        let places = self.places.iter();
        let places = places.map(|place| (place.generation, place.resident.as_ref()));
        (places, &self.free)
    }

    /// From what [`places`](Self::places) tells; `None` if the list of free places is not one.
    #[cfg(feature = "serde")]
    pub(super) fn of_places(
        places: impl Iterator<Item = (u32, Option<Resident<V>>)>,
        free: Vec<u32>,
    ) -> Option<Self> {
        let mut bodies = Self::default();
        for (number, (generation, resident)) in (0..).zip(places) {
            bodies.places.push(Place {
                generation,
                resident: None,
            });
            if let Some(resident) = resident {
                bodies.count += 1;
                bodies.put(number, resident);
            }
        }
        let mut sorted = free.clone();
        sorted.sort_unstable();
        sorted.dedup();
        let is_free = |number: &u32| {
            let place = bodies.places.get(*number as usize);
            place.is_some_and(|place| place.resident.is_none())
        };
        let is_list = sorted.len() == free.len() && sorted.iter().all(is_free);
        bodies.free = free;
        is_list.then_some(bodies)
    }

    pub(super) fn remove(&mut self, id: BodyId) -> Option<Resident<V>> {
        self.get(id)?;
        let place = &mut self.places[id.number as usize];
        let resident = place.resident.take();
        // A place whose names are used up is never taken again.
        if place.generation < u32::MAX {
            place.generation += 1;
            self.free.push(id.number);
        }
        self.count -= 1;
        self.forest.remove(id.number);
        self.moving.remove(id.number);
        self.far.remove(id.number);
        mark(&mut self.endless, id.number, false);
        mark(&mut self.sensors, id.number, false);
        self.sort_by_speed(id.number);
        resident
    }

    /// Puts another in the place of a body that is there; returns that.
    pub(super) fn replace(&mut self, id: BodyId, mut resident: Resident<V>) -> Option<Resident<V>> {
        // The rank goes with the name.
        resident.rank = self.get(id)?.rank;
        self.put(id.number, resident)
    }

    /// Changes what or where a body is, if `change` finds that it can be.
    pub(super) fn change(
        &mut self,
        id: BodyId,
        change: impl FnOnce(&mut Resident<V>) -> Result<(), BodyError>,
    ) -> Result<(), BodyError> {
        change(self.get_mut(id).ok_or(BodyError::Gone)?)?;
        self.sort_in(id.number);
        Ok(())
    }

    fn put(&mut self, number: u32, resident: Resident<V>) -> Option<Resident<V>> {
        let before = self.places[number as usize].resident.replace(resident);
        self.sort_in(number);
        before
    }

    /// Puts the body at this place where it is looked for.
    fn sort_in(&mut self, number: u32) {
        let Some(resident) = &self.places[number as usize].resident else {
            return;
        };
        let moving = resident.body.moving;
        match resident.extent() {
            Extent::Near(bounds) => {
                let (own, other) = if moving {
                    (&mut self.moving, &mut self.forest)
                } else {
                    (&mut self.forest, &mut self.moving)
                };
                self.far.remove(number);
                other.remove(number);
                own.set(number, *bounds, spare(bounds, moving));
            }
            Extent::Far(bounds) => {
                self.forest.remove(number);
                self.moving.remove(number);
                self.far.set(number, *bounds, spare(bounds, moving));
            }
            Extent::Endless => {
                self.forest.remove(number);
                self.moving.remove(number);
                self.far.remove(number);
            }
        }
        let endless = matches!(resident.extent(), Extent::Endless);
        mark(&mut self.endless, number, endless);
        mark(&mut self.sensors, number, resident.body.sensor);
        self.sort_by_speed(number);
    }

    /// Says how the body moves.
    pub(super) fn set_velocities(
        &mut self,
        id: BodyId,
        velocity: V,
        axis: V,
        spin: V::Scalar,
    ) -> Result<(), BodyError> {
        let resident = self.get_mut(id).ok_or(BodyError::Gone)?;
        if !(velocity.is_finite() && axis.is_finite() && spin.is_finite()) {
            return Err(BodyError::Velocity);
        }
        let body = &mut resident.body;
        (body.velocity, body.axis, body.spin) = (velocity, axis, spin);
        self.sort_by_speed(id.number);
        Ok(())
    }

    /// Says how fast the origins of many bodies go, each named once, at the cost of all that move; what is not
    /// finite, or gone, stays as it was.
    pub(super) fn set_many_velocities(&mut self, all: &[(BodyId, V)]) {
        let mut changed = core::mem::take(&mut self.changed);
        changed.clear();
        for &(id, velocity) in all {
            if let Some(resident) = self.get_mut(id).filter(|_| velocity.is_finite())
                && resident.body.velocity != velocity
            {
                resident.body.velocity = velocity;
                changed.push((id.number, resident.speed()));
            }
        }
        changed.sort_unstable_by_key(|mover| mover.0);
        let mut rest = changed.iter().map(|mover| mover.0).peekable();
        self.movers.retain(|(number, _)| {
            while rest.next_if(|other| other < number).is_some() {}
            rest.peek() != Some(number)
        });
        let moving = changed.iter().filter(|mover| mover.1 > V::Scalar::ZERO);
        self.movers.extend(moving);
        self.movers.sort_unstable_by_key(|mover| mover.0);
        let speeds = self.movers.iter().map(|mover| mover.1);
        self.fastest = speeds.fold(V::Scalar::ZERO, V::Scalar::max);
        self.changed = changed;
    }

    /// What moves, and at least how fast any point of it is.
    pub(super) fn movers(&self) -> impl Iterator<Item = (&Resident<V>, V::Scalar)> {
        let movers = self.movers.iter();
        movers.filter_map(|(number, speed)| Some((self.at(*number)?.1, *speed)))
    }

    /// Whether no body has a velocity.
    pub(super) fn is_still(&self) -> bool {
        self.movers.is_empty()
    }

    /// At least how fast any point of a body with a box is, length/s.
    pub(super) fn fastest(&self) -> V::Scalar {
        self.fastest
    }

    fn sort_by_speed(&mut self, number: u32) {
        let resident = self.places[number as usize].resident.as_ref();
        let speed = resident.map_or(V::Scalar::ZERO, Resident::speed);
        let place = self.movers.binary_search_by_key(&number, |mover| mover.0);
        let before = place.map_or(V::Scalar::ZERO, |place| self.movers[place].1);
        match (place, speed > V::Scalar::ZERO) {
            (Ok(place), true) => self.movers[place].1 = speed,
            (Ok(place), false) => {
                self.movers.remove(place);
            }
            (Err(place), true) => self.movers.insert(place, (number, speed)),
            (Err(_), false) => return,
        }
        if speed >= self.fastest {
            self.fastest = speed;
        } else if before >= self.fastest {
            let speeds = self.movers.iter().map(|mover| mover.1);
            self.fastest = speeds.fold(V::Scalar::ZERO, V::Scalar::max);
        }
    }

    /// Gives what moves often room to move.
    pub(super) fn settle(&mut self) {
        self.moving.settle();
    }

    pub(super) fn rebuild(&mut self) {
        self.forest.rebuild();
        self.moving.rebuild();
        self.far.rebuild();
    }

    pub(super) fn get(&self, id: BodyId) -> Option<&Resident<V>> {
        let place = self.places.get(id.number as usize)?;
        let there = place.resident.as_ref()?;
        (place.generation == id.generation).then_some(there)
    }

    /// For what does not change where or what it is.
    pub(super) fn get_mut(&mut self, id: BodyId) -> Option<&mut Resident<V>> {
        self.get(id)?;
        self.places[id.number as usize].resident.as_mut()
    }

    /// The body at a place where there is one.
    pub(super) fn at(&self, number: u32) -> Option<(BodyId, &Resident<V>)> {
        let resident = self.places.get(number as usize)?.resident.as_ref()?;
        Some((self.id(number), resident))
    }

    fn id(&self, number: u32) -> BodyId {
        BodyId {
            number,
            generation: self.places[number as usize].generation,
        }
    }

    /// All bodies, by number.
    pub(super) fn all(&self) -> impl Iterator<Item = (BodyId, &Resident<V>)> {
        (0..self.places.len()).filter_map(|number| self.at(number as u32))
    }

    /// All sensors, by number.
    pub(super) fn sensors(&self) -> impl Iterator<Item = (BodyId, &Resident<V>)> {
        self.sensors.iter().filter_map(|number| self.at(*number))
    }

    /// Visits every body that can touch `region`, of no region every one, until told to stop.
    pub(super) fn overlapping(
        &self,
        region: Option<&Region<V>>,
        mut visit: impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match region {
            Some(region) => {
                self.endless.iter().try_for_each(|number| visit(*number))?;
                self.forest.overlapping(&region.near, &mut visit)?;
                self.moving.overlapping(&region.near, &mut visit)?;
                self.far.overlapping(&region.far, visit)
            }
            None => (0..self.places.len() as u32).try_for_each(visit),
        }
    }

    /// Visits every body that can be within a distance of `limit`, which `visit` may lower.
    pub(super) fn nearest(
        &self,
        region: Option<&Region<V>>,
        mut limit: V::Scalar,
        mut visit: impl FnMut(u32, &mut V::Scalar),
    ) {
        match region {
            Some(region) => {
                for &number in &self.endless {
                    visit(number, &mut limit);
                }
                let mut least = limit;
                for forest in [&self.forest, &self.moving] {
                    let _ = forest.nearest(&region.near, least, |number, limit| {
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

    /// Visits every body that `region`, moving by `delta`, can meet before the fraction that `visit` may
    /// lower, until told to stop.
    pub(super) fn reached(
        &self,
        region: Option<&Region<V>>,
        delta: V,
        mut visit: impl FnMut(u32, &mut V::Scalar) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut limit = V::Scalar::ONE;
        let Some(region) = region else {
            return (0..self.places.len() as u32).try_for_each(|number| visit(number, &mut limit));
        };
        for &number in &self.endless {
            visit(number, &mut limit)?;
        }
        let mut least = limit;
        for forest in [&self.forest, &self.moving] {
            forest.reached(&region.near, delta, least, |number, limit| {
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

/// How far a box may move before it is sorted in anew: a quarter of itself, if it moves often.
fn spare<V: Vector>(bounds: &Aabb<V>, moving: bool) -> V::Scalar {
    if moving {
        bounds.size().max_element() * V::Scalar::from_f64(0.25)
    } else {
        V::Scalar::ZERO
    }
}

/// A limit for bounds in double precision, of answers that are rounded to single: no less than any bound of
/// what answers with as much.
fn widened<V: Vector>(limit: V::Scalar) -> f64 {
    limit.to_f64() * (1.0 + 64.0 * V::Scalar::EPSILON.to_f64())
}

/// Keeps a sorted list of numbers.
fn mark(list: &mut Vec<u32>, number: u32, belongs: bool) {
    match (list.binary_search(&number), belongs) {
        (Ok(place), false) => {
            list.remove(place);
        }
        (Err(place), true) => list.insert(place, number),
        _ => {}
    }
}
