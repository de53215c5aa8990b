//! The places of a world's bodies: their numbers and generations, which make the names, and the list of free ones.

use super::super::body_entry::BodyEntry;
use super::{Bodies, Place};
use crate::part::BodyId;
use alloc::vec::Vec;
use carom_math::{Vector, sort};

/// What has to change in the places of one world, beside its bodies, so that the same names come next as in another.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::world) struct PlaceChanges {
    /// The number of places.
    count: u32,
    /// Places that were not empty, not there or of another generation, and are empty now: number and generation, by number.
    generations: Vec<(u32, u32)>,
    /// The length of the common start of the lists of free places.
    kept: u32,
    /// The rest of the new list.
    free: Vec<u32>,
}

impl PlaceChanges {
    /// The changes from one world to another.
    pub(in crate::world) fn between<V: Vector>(before: &Bodies<V>, now: &Bodies<V>) -> Self {
        let generations = (0..).zip(&now.places).filter(|(number, place)| {
            // A body that is removed leaves the next generation.
            let old = before.places.get(*number as usize);
            let is_same =
                old.is_some_and(|old| old.entry.is_none() && old.generation == place.generation);
            place.entry.is_none() && !is_same
        });
        let both = before.free.iter().zip(&now.free);
        let kept = both.take_while(|(a, b)| a == b).count();
        Self {
            count: now.places.len() as u32,
            generations: generations
                .map(|(i, place)| (i, place.generation))
                .collect(),
            kept: kept as u32,
            free: now.free[kept..].to_vec(),
        }
    }

    /// Whether nothing changes in these places.
    pub(in crate::world) fn is_empty_for<V: Vector>(&self, before: &Bodies<V>) -> bool {
        self.generations.is_empty()
            && self.free.is_empty()
            && self.count as usize == before.places.len()
            && self.kept as usize == before.free.len()
    }

    /// The list of free places after the changes; `None` if they do not fit these bodies. `is_empty` is whether a place
    /// has no body then, `added` are the bodies that are added, by number.
    pub(in crate::world) fn free_list<V: Vector>(
        &self,
        of: &Bodies<V>,
        added: &[(BodyId, BodyEntry<V>)],
        is_empty: impl Fn(u32) -> bool,
    ) -> Option<Vec<u32>> {
        let is_free = |number: &u32| *number < self.count && is_empty(*number);
        // Each new place is listed, so that a number from elsewhere cannot take all memory.
        let most = of.places.len() + added.len() + self.generations.len();
        let mut gone = self.count..of.places.len() as u32;
        let last = added.last().map(|(id, _)| id.number);
        let fits = self.count as usize <= most
            && last < Some(self.count)
            && gone.all(&is_empty)
            && self.generations.iter().all(|(number, _)| is_free(number));
        let mut free = of.free.get(..self.kept as usize)?.to_vec();
        free.extend(&self.free);
        let mut sorted = free.clone();
        sort::sort(&mut sorted);
        sorted.dedup();
        let is_list = sorted.len() == free.len() && sorted.iter().all(is_free);
        (fits && is_list).then_some(free)
    }
}

impl<V: Vector> Bodies<V> {
    /// All places, each with its generation and its body, and the list of free places.
    #[cfg(feature = "serde")]
    pub(in crate::world) fn places(
        &self,
    ) -> (impl Iterator<Item = (u32, Option<&BodyEntry<V>>)>, &[u32]) {
        let places = self.places.iter();
        let places = places.map(|place| (place.generation, place.entry.as_ref()));
        (places, &self.free)
    }

    /// Rebuilds the bodies from [`places`](Self::places); `None` if the list of free places is invalid.
    #[cfg(feature = "serde")]
    pub(in crate::world) fn of_places(
        places: impl Iterator<Item = (u32, Option<BodyEntry<V>>)>,
        free: Vec<u32>,
    ) -> Option<Self> {
        let mut bodies = Self::default();
        for (number, (generation, entry)) in (0..).zip(places) {
            bodies.places.push(Place {
                generation,
                entry: None,
            });
            if let Some(entry) = entry {
                bodies.count += 1;
                bodies.put(number, entry);
            }
        }
        let changes = PlaceChanges {
            count: bodies.places.len() as u32,
            free,
            ..PlaceChanges::default()
        };
        bodies.free = changes.free_list(&bodies, &[], |number| bodies.at(number).is_none())?;
        Some(bodies)
    }

    /// Sets the places after the bodies that go have been removed, and puts in new bodies. The changes must
    /// [fit](PlaceChanges::free_list).
    pub(in crate::world) fn set_places(
        &mut self,
        changes: &PlaceChanges,
        free: Vec<u32>,
        added: Vec<(BodyId, BodyEntry<V>)>,
    ) {
        let new = || Place {
            generation: 0,
            entry: None,
        };
        self.places.resize_with(changes.count as usize, new);
        for &(number, generation) in &changes.generations {
            self.places[number as usize].generation = generation;
        }
        self.free = free;
        for (id, entry) in added {
            self.places[id.number as usize].generation = id.generation;
            self.count += 1;
            self.put(id.number, entry);
        }
    }
}
