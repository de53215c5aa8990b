//! The part of a search's result in one tile.

use crate::by_column::ByColumn;
use crate::columns::Columns;
use crate::entered::{Entrance, Entry, RoundStart, lengths, round};
use crate::flood::{Edge, FailedRun, Flood, Obstruction, SpawnPlace};
use crate::places::{Place, PlaceId};
use crate::regions::Graph;
use crate::tile::Tile;
use std::borrow::Cow;
use std::cell::OnceCell;

/// The places of one tile, the runs that end at them, and the runs from them that failed.
///
/// ```
/// use carom::Mesh;
/// use carom_survey::{Options, Searched, Survey};
/// use glam::{Vec3, vec3};
///
/// let corners = vec![vec3(0., 0., 0.), vec3(0., 0., 8.), vec3(8., 0., 8.), vec3(8., 0., 0.)];
/// let level: Mesh<Vec3> = Mesh::new(corners, vec![[0, 1, 2], [0, 2, 3]])?;
/// let survey = Survey::new(&level, Options::default())?;
/// let flood = survey.flood(vec3(4., 0., 4.), |_progress| true)?;
/// let mut highest = f32::NEG_INFINITY;
/// Searched::of(&survey, &flood).each_tile(|tile| {
///     for place in tile.places() {
///         highest = highest.max(place.body.feet.y);
///     }
/// })?;
/// assert!(highest < 0.1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct FloodTile<'a> {
    /// The number of the tile, row by row.
    number: u32,
    flood: Cow<'a, Flood>,
    entrances: Vec<Entrance>,
    entries: Vec<Entry>,
    begun: Vec<RoundStart>,
    by_column: OnceCell<ByColumn<u32>>,
    components: OnceCell<Components>,
}

/// The strongly connected components of the places and edges of a tile.
#[derive(Debug)]
pub(crate) struct Components {
    /// That of each place.
    pub(crate) of: Vec<u32>,
    /// The number of places of each.
    pub(crate) sizes: Vec<u32>,
    /// The first place of each.
    pub(crate) firsts: Vec<u32>,
}

impl<'a> FloodTile<'a> {
    /// A whole level.
    pub(crate) fn whole(flood: Cow<'a, Flood>) -> Self {
        Self {
            number: 0,
            flood,
            entrances: Vec::new(),
            entries: Vec::new(),
            begun: Vec::new(),
            by_column: OnceCell::new(),
            components: OnceCell::new(),
        }
    }

    pub(crate) fn of(number: u32, tile: Tile) -> Self {
        let complete = tile.wave.is_empty() && tile.out.is_empty();
        let flood = Flood {
            places: tile.places.into_list(),
            complete,
            ..tile.found
        };
        Self {
            number,
            entrances: tile.entrances,
            entries: tile.entries,
            begun: tile.begun,
            ..Self::whole(Cow::Owned(flood))
        }
    }

    /// The number of the tile, row by row.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Its places, in the order in which they were found.
    #[must_use]
    pub fn places(&self) -> &[Place] {
        &self.flood.places
    }

    /// The place where the first run to a place of this number started; `None` for a spawn's place.
    #[must_use]
    pub fn from(&self, place: u32) -> Option<PlaceId> {
        let own = self.flood.places[place as usize].from;
        own.map(|from| self.id(from)).or_else(|| {
            let entered = self
                .entrances
                .binary_search_by_key(&place, |entered| entered.place);
            entered.ok().map(|index| self.entrances[index].from)
        })
    }

    /// The runs that end in this tile: from a place to another.
    pub fn edges(&self) -> impl Iterator<Item = [PlaceId; 2]> + '_ {
        let own = self.own_edges().iter();
        let own = own.map(|edge| [self.id(edge.from), self.id(edge.to)]);
        let entries = self.entries.iter();
        own.chain(entries.map(|entry| [entry.from, self.id(entry.to)]))
    }

    /// The spawns.
    #[must_use]
    pub fn spawns(&self) -> &[SpawnPlace] {
        &self.flood.spawns
    }

    /// Runs that left the level, that did not come to rest, and that overlapped geometry.
    #[must_use]
    pub fn failed(&self) -> [&[FailedRun]; 3] {
        let flood = &self.flood;
        [&flood.leaks, &flood.restless, &flood.stuck]
    }

    /// Runs that oscillated, or lost and regained the ground, under constant input.
    #[must_use]
    pub fn unsteady(&self) -> &[FailedRun] {
        &self.flood.unsteady
    }

    /// Runs that an obstacle blocked.
    #[must_use]
    pub fn obstructions(&self) -> &[Obstruction] {
        &self.flood.obstructions
    }

    pub(crate) fn ticks(&self) -> u64 {
        self.flood.ticks
    }

    /// Whether no run from its places is left to be made or handed over.
    pub(crate) fn is_complete(&self) -> bool {
        self.flood.complete
    }

    /// The edges within the tile, ordered by their starts.
    pub(crate) fn own_edges(&self) -> &[Edge] {
        &self.flood.edges
    }

    /// The edges from other tiles.
    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub(crate) fn entrances(&self) -> &[Entrance] {
        &self.entrances
    }

    pub(crate) fn id(&self, place: u32) -> PlaceId {
        let tile = self.number;
        PlaceId { tile, place }
    }

    /// The round in which a place was found.
    pub(crate) fn round(&self, place: u32) -> u32 {
        round(&self.begun, place)
    }

    pub(crate) fn begun(&self) -> &[RoundStart] {
        &self.begun
    }

    /// The ticks from a spawn to each place.
    pub(crate) fn lengths(&self) -> Vec<u64> {
        lengths(self.places(), &self.entrances)
    }

    /// The numbers of its places by column.
    pub(crate) fn by_column(&self, columns: &Columns) -> &ByColumn<u32> {
        self.by_column.get_or_init(|| {
            let places = self.places().iter();
            let columns = places.map(|place| columns.of(place.body.feet));
            columns.zip(0..).collect()
        })
    }

    pub(crate) fn components(&self) -> &Components {
        self.components.get_or_init(|| {
            let graph = Graph::new(self.places().len(), self.own_edges());
            let mut of = vec![0; self.places().len()];
            let (mut sizes, mut firsts) = (Vec::new(), Vec::new());
            for (number, members) in (0..).zip(graph.components()) {
                for place in &members {
                    of[*place as usize] = number;
                }
                sizes.push(members.len() as u32);
                firsts.push(members.into_iter().min().unwrap_or_default());
            }
            Components { of, sizes, firsts }
        })
    }
}
