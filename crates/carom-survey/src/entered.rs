//! How a tile is entered: runs from other tiles, by rounds.

use crate::places::{Place, PlaceId};
use serde::{Deserialize, Serialize};

/// A run between places that started in another tile.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Entry {
    pub(crate) from: PlaceId,
    pub(crate) to: u32,
}

/// A place to which the first run started in another tile.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Entrance {
    pub(crate) place: u32,
    pub(crate) from: PlaceId,
    /// Ticks from a spawn to the place where the run started.
    pub(crate) length: u64,
}

/// The start of a round: its places are from this one on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct RoundStart {
    pub(crate) round: u32,
    pub(crate) first: u32,
}

/// The round in which a place was found.
pub(crate) fn round(begun: &[RoundStart], place: u32) -> u32 {
    let after = begun.partition_point(|begun| begun.first <= place);
    let last = after.checked_sub(1).map(|last| begun[last].round);
    last.unwrap_or_default()
}

/// The ticks from a spawn to each place of a tile, along the first runs to them.
pub(crate) fn lengths(places: &[Place], entrances: &[Entrance]) -> Vec<u64> {
    let mut entrances = entrances.iter().peekable();
    let mut lengths: Vec<u64> = Vec::with_capacity(places.len());
    for (number, place) in (0..).zip(places) {
        let entered = entrances.next_if(|entered| entered.place == number);
        let before = match place.from {
            Some(from) => lengths[from as usize],
            None => entered.map_or(0, |entered| entered.length),
        };
        lengths.push(before.saturating_add(place.action.length()));
    }
    lengths
}
