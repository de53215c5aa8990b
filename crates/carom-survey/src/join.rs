//! Joins searched tiles: sums them up, and checks that they belong together.

use crate::entered::{RoundStart, round};
use crate::flood_tile::FloodTile;
use crate::options::SurveyError;
use crate::places::PlaceId;
use crate::searched::{Searched, Summary};
use crate::survey::Survey;
use crate::tile::Tile;
use crate::tiles::TileAt;
use std::collections::BTreeMap;
use std::rc::Rc;

impl<'a> Survey<'a> {
    /// The result of all tiles that were searched, in any order. `load` is called once for each tile now, and again whenever
    /// the evaluation needs it; only a few tiles are in memory at once.
    ///
    /// # Errors
    /// Tiles that contradict each other, and the errors of `load`.
    pub fn join<E: From<SurveyError>>(
        &self,
        tiles: impl IntoIterator<Item = TileAt>,
        mut load: impl FnMut(TileAt) -> Result<Tile, E> + 'a,
    ) -> Result<Searched<'a, E>, E> {
        let partition = self.tiles;
        let mut numbers: Vec<u32> = tiles.into_iter().map(|at| partition.number(at)).collect();
        numbers.sort_unstable();
        if numbers.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(SurveyError::Damaged("a tile is there twice").into());
        }
        let mut load = move |number: u32| -> Result<FloodTile<'a>, E> {
            let at = partition.at(number);
            let tile = load(at.ok_or(SurveyError::Damaged("there is no such tile"))?)?;
            if Some(tile.at) != at {
                return Err(SurveyError::Damaged("a tile is another one").into());
            }
            Ok(FloodTile::of(number, tile))
        };
        let mut summary = Summary::default();
        let mut joint = Joint::default();
        for &number in &numbers {
            let tile = load(number)?;
            summary.add(&tile);
            joint.add(&tile);
        }
        joint.check(&summary)?;
        let again = move |number: u32| {
            let tile = load(number)?;
            if !joint.has(&tile) {
                return Err(SurveyError::Damaged("a tile has changed").into());
            }
            Ok(Rc::new(tile))
        };
        Ok(Searched::new(self.clone(), summary, Box::new(again)))
    }
}

/// How the tiles are joined.
#[derive(Default)]
struct Joint {
    /// By tile: the number of places, that of edges, and the rounds.
    known: BTreeMap<u32, (u32, usize, Vec<RoundStart>)>,
    /// Where the first run to a place started, in another tile, and the round in which the place was found.
    entered: Vec<(PlaceId, u32)>,
    /// Whether a place comes neither from one nor from a spawn.
    lacks_origin: bool,
}

impl Joint {
    fn add(&mut self, tile: &FloodTile) {
        let entrances = tile.entrances().iter();
        let entered = entrances.map(|entered| (entered.from, tile.round(entered.place)));
        self.entered.extend(entered);
        let places = tile.places().iter();
        let firsts = places.filter(|place| place.from.is_none()).count();
        let entered = tile.entrances().len();
        let all_enter = (tile.entrances().iter())
            .all(|entered| tile.places()[entered.place as usize].from.is_none());
        self.lacks_origin |= !all_enter || firsts != entered + tile.spawns().len();
        let shape = Self::shape(tile);
        self.known.insert(tile.number(), shape);
    }

    fn shape(tile: &FloodTile) -> (u32, usize, Vec<RoundStart>) {
        let count = tile.places().len() as u32;
        (count, tile.own_edges().len(), tile.begun().to_vec())
    }

    /// Whether a tile is as it was.
    fn has(&self, tile: &FloodTile) -> bool {
        self.known.get(&tile.number()) == Some(&Self::shape(tile))
    }

    /// Checks that all places of other tiles exist, and that places come from earlier ones.
    fn check(&mut self, summary: &Summary) -> Result<(), SurveyError> {
        let of = |id: PlaceId| {
            let (count, _, begun) = self.known.get(&id.tile)?;
            (id.place < *count).then(|| round(begun, id.place))
        };
        if summary
            .crossings
            .iter()
            .any(|crossing| of(crossing.from).is_none())
        {
            return Err(SurveyError::Damaged("a tile comes from none"));
        }
        // Within a tile, and from round to round, a place comes from one before it.
        let later =
            |(from, round): &(PlaceId, u32)| of(*from).is_none_or(|origin| origin >= *round);
        if self.lacks_origin || self.entered.iter().any(later) {
            return Err(SurveyError::Damaged("a place comes from none before it"));
        }
        self.entered = Vec::new();
        Ok(())
    }
}
