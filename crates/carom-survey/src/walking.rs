//! Walking times: the shortest way from a spawn to each place along the edges that were found.
//!
//! Within a tile by Dijkstra's algorithm (1959), from the places where ways arrive. A tile that a shorter way reaches is
//! searched again, so the lengths are those of the whole graph.

use crate::flood::Edge;
use crate::flood_tile::FloodTile;
use crate::searched::Searched;
use glam::Vec3;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// No way.
const NEVER: u64 = u64::MAX;

/// The lengths of the ways that arrive in each tile, by their places, in whole micrometers: sums do not depend on their
/// order.
#[derive(Debug, Default)]
pub(crate) struct Walking {
    arrivals: BTreeMap<u32, BTreeMap<u32, u64>>,
}

/// A way into a tile over an edge.
struct Arrival {
    place: u32,
    /// The length of the way before the edge, and the feet there.
    before: u64,
    feet: Vec3,
}

impl Walking {
    pub(crate) fn of<E>(searched: &Searched<'_, E>) -> Result<Self, E> {
        let mut walking = Self::default();
        let mut inboxes: BTreeMap<u32, Vec<Arrival>> = BTreeMap::new();
        // The tiles to search, by the shortest way that arrives there: once for each time that one does.
        let mut waiting = BinaryHeap::new();
        for start in searched.starts() {
            let tile = start.place.tile;
            inboxes.entry(tile).or_default().push(Arrival {
                place: start.place.place,
                before: 0,
                feet: start.feet,
            });
            waiting.push((Reverse(0), Reverse(tile)));
        }
        let mut sent = vec![NEVER; searched.crossings.len()];
        while let Some((_, Reverse(number))) = waiting.pop() {
            let Some(inbox) = inboxes.remove(&number) else {
                continue;
            };
            let tile = searched.tile(number)?;
            if !walking.arrive(&tile, inbox) {
                continue;
            }
            let lengths = walking.lengths(&tile);
            for index in searched.crossings_from(number) {
                let crossing = searched.crossings[index];
                let before = lengths[crossing.from.place as usize];
                if before >= sent[index] {
                    continue;
                }
                sent[index] = before;
                let to = crossing.to.tile;
                inboxes.entry(to).or_default().push(Arrival {
                    place: crossing.to.place,
                    before,
                    feet: tile.places()[crossing.from.place as usize].body.feet,
                });
                waiting.push((Reverse(before), Reverse(to)));
            }
        }
        Ok(walking)
    }

    /// Keeps the arrivals in a tile; returns whether one is shorter than those before.
    fn arrive(&mut self, tile: &FloodTile, inbox: Vec<Arrival>) -> bool {
        let known = self.arrivals.entry(tile.number()).or_default();
        let mut is_shorter = false;
        for arrival in inbox {
            let feet = tile.places()[arrival.place as usize].body.feet;
            let length = arrival.before + micrometers(arrival.feet, feet);
            let least = known.entry(arrival.place).or_insert(NEVER);
            is_shorter |= length < *least;
            *least = length.min(*least);
        }
        is_shorter
    }

    /// The length of the shortest way to each place of a tile, in micrometers; `NEVER` without a way.
    fn lengths(&self, tile: &FloodTile) -> Vec<u64> {
        let places = tile.places();
        let arrivals = self.arrivals.get(&tile.number());
        let arrivals = arrivals.into_iter().flatten();
        let arrivals = arrivals.map(|(place, length)| (*place, *length));
        shortest(places.len(), tile.own_edges(), arrivals, |edge| {
            let [from, to] = [edge.from, edge.to].map(|place| places[place as usize].body.feet);
            micrometers(from, to)
        })
    }

    /// The walking time to each place of a tile, s; 0 without a way.
    pub(crate) fn seconds(&self, tile: &FloodTile, speed: f32) -> Vec<f32> {
        let speed = f64::from(speed) * 1e6;
        let seconds = self.lengths(tile).into_iter().map(|length| match length {
            NEVER => 0.0,
            length => (length as f64 / speed) as f32,
        });
        seconds.collect()
    }
}

fn micrometers(from: Vec3, to: Vec3) -> u64 {
    (f64::from(from.distance(to)) * 1e6).round() as u64
}

/// The length of the shortest way to each place along edges that are ordered by their start, from some places with the
/// lengths of the ways to them. petgraph's takes four times the memory.
fn shortest(
    places: usize,
    edges: &[Edge],
    arrivals: impl Iterator<Item = (u32, u64)>,
    length: impl Fn(&Edge) -> u64,
) -> Vec<u64> {
    // Where the edges of each place begin.
    let mut first = vec![0; places + 1];
    for edge in edges {
        first[edge.from as usize + 1] += 1;
    }
    for place in 0..places {
        first[place + 1] += first[place];
    }
    let mut lengths = vec![NEVER; places];
    let mut waiting = BinaryHeap::new();
    for (place, arrival) in arrivals {
        lengths[place as usize] = arrival;
        waiting.push((Reverse(arrival), place));
    }
    while let Some((Reverse(known), place)) = waiting.pop() {
        if known > lengths[place as usize] {
            continue;
        }
        for edge in &edges[first[place as usize]..first[place as usize + 1]] {
            let total = known + length(edge);
            let least = &mut lengths[edge.to as usize];
            if total < *least {
                *least = total;
                waiting.push((Reverse(total), edge.to));
            }
        }
    }
    lengths
}
