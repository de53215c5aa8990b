//! Joins searched tiles into one flood.
//!
//! Places are numbered by round, then by tile, then in the tile's order. So every place but those of the spawns comes from an
//! earlier one.

use crate::flood::{Edge, Flood};
use crate::options::SurveyError;
use crate::places::Place;
use crate::survey::Survey;
use crate::tile::{Origin, RoundStart, Tile};
use crate::tiles::TileAt;
use std::collections::BTreeMap;

/// The number of places that a tile found in each round: enough to number those of all tiles.
#[derive(Clone, Debug)]
pub struct Outline {
    at: TileAt,
    begun: Vec<RoundStart>,
    places: u32,
}

impl Outline {
    /// The index of the tile.
    #[must_use]
    pub fn at(&self) -> TileAt {
        self.at
    }
}

impl Tile {
    /// The number of places that it found in each round.
    #[must_use]
    pub fn outline(&self) -> Outline {
        Outline {
            at: self.at,
            begun: self.begun.clone(),
            places: self.places.list().len() as u32,
        }
    }
}

/// The places of a tile in one round.
#[derive(Clone, Copy)]
struct Block {
    round: u32,
    tile: u32,
    first: u32,
    /// The number of the first among the places of all tiles.
    number: u32,
}

/// The numbers of places among those of all tiles.
struct Numbers {
    /// By tile, in order.
    blocks: BTreeMap<u32, Vec<Block>>,
    counts: BTreeMap<u32, u32>,
    total: usize,
}

impl Numbers {
    fn new(survey: &Survey, outlines: &[Outline]) -> Result<Self, SurveyError> {
        let mut blocks = Vec::new();
        let mut counts = BTreeMap::new();
        for outline in outlines {
            let tile = survey.tiles.number(outline.at);
            if counts.insert(tile, outline.places).is_some() {
                return Err(SurveyError::Damaged("a tile is there twice"));
            }
            blocks.extend(outline.begun.iter().map(|begun| Block {
                round: begun.round,
                tile,
                first: begun.first,
                number: 0,
            }));
        }
        // In an unfinished round a tile may have no places; blocks are in the order of its places.
        blocks.sort_by_key(|block| (block.tile, block.first, block.round));
        let ends = blocks.iter().skip(1).map(Some).chain([None]);
        let lengths: Vec<u32> = blocks
            .iter()
            .zip(ends)
            .map(|(block, next)| {
                let next = next.filter(|next| next.tile == block.tile);
                next.map_or(counts[&block.tile], |next| next.first) - block.first
            })
            .collect();
        let mut order: Vec<usize> = (0..blocks.len()).collect();
        order.sort_by_key(|&i| (blocks[i].round, blocks[i].tile));
        let mut total = 0_u32;
        for i in order {
            blocks[i].number = total;
            let more = total.checked_add(lengths[i]);
            total = more.ok_or(SurveyError::TooMany)?;
        }
        let mut by_tile: BTreeMap<u32, Vec<Block>> = BTreeMap::new();
        for block in blocks {
            by_tile.entry(block.tile).or_default().push(block);
        }
        Ok(Self {
            blocks: by_tile,
            counts,
            total: total as usize,
        })
    }

    fn of(&self, Origin { tile, place }: Origin) -> Option<u32> {
        let known = self.counts.get(&tile).is_some_and(|count| place < *count);
        let blocks = self.blocks.get(&tile).filter(|_| known)?;
        let after = blocks.partition_point(|block| block.first <= place);
        let block = blocks.get(after.checked_sub(1)?)?;
        Some(block.number + (place - block.first))
    }
}

impl Survey<'_> {
    /// Joins the results of all tiles. `load` is called once for each tile, row by row, and the tile is dropped before the next.
    ///
    /// The flood is complete if no place waits in any tile. Whether handovers are left that no tile has entered is for the
    /// caller to know.
    ///
    /// # Errors
    /// Tiles that contradict each other, and the errors of `load`.
    pub fn join<E: From<SurveyError>>(
        &self,
        mut outlines: Vec<Outline>,
        mut load: impl FnMut(TileAt) -> Result<Tile, E>,
    ) -> Result<Flood, E> {
        outlines.sort_by_key(|outline| self.tiles.number(outline.at));
        let numbers = Numbers::new(self, &outlines)?;
        let mut joined = Flood {
            places: Vec::with_capacity(numbers.total),
            complete: true,
            ..Flood::default()
        };
        for outline in &outlines {
            let tile = load(outline.at)?;
            if tile.outline().begun != outline.begun || tile.outline().places != outline.places {
                return Err(SurveyError::Damaged("a tile has changed").into());
            }
            joined
                .add(self.tiles.number(outline.at), tile, &numbers)
                .ok_or(SurveyError::Damaged("a tile comes from none"))?;
        }
        joined.sort();
        joined.shrink();
        let later = |(number, place): (usize, &Place)| match place.from {
            Some(from) => from as usize >= number,
            None => joined.spawn(number as u32).is_none(),
        };
        if joined.places.iter().enumerate().any(later) {
            return Err(SurveyError::Damaged("a place comes from none before it").into());
        }
        Ok(joined)
    }
}

impl Flood {
    /// Adds a tile, with the numbers of places among those of all tiles; `None` if they do not fit.
    fn add(&mut self, number: u32, tile: Tile, numbers: &Numbers) -> Option<()> {
        let own = |place| {
            let origin = Origin {
                tile: number,
                place,
            };
            numbers.of(origin)
        };
        self.complete &= tile.wave.is_empty() && tile.out.is_empty();
        let mut found = tile.found;
        for place in found.numbers_mut() {
            *place = own(*place)?;
        }
        for entry in &tile.entries {
            let (from, to) = (numbers.of(entry.from)?, own(entry.to)?);
            found.edges.push(Edge { from, to });
        }
        self.append(&mut found);
        let entered: BTreeMap<u32, Origin> = tile.entered.into_iter().collect();
        for (place, known) in (0..).zip(tile.places.into_list()) {
            let from = match known.from {
                Some(from) => Some(own(from)?),
                None => match entered.get(&place) {
                    Some(origin) => Some(numbers.of(*origin)?),
                    None => None,
                },
            };
            let number = own(place)? as usize;
            if self.places.len() <= number {
                // Those in between are filled by other tiles.
                self.places.resize(number + 1, known);
            }
            self.places[number] = Place { from, ..known };
        }
        Some(())
    }
}
