//! The places of a search: at most one for each column, floor and stance.

use crate::columns::Columns;
use crate::run::Action;
use crate::tiles::Window;
use carom::mover::CharacterState;
use glam::Vec3;
use serde::{Deserialize, Serialize};

/// No place.
pub(crate) const NONE: u32 = u32::MAX;

/// A place among those of all tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PlaceId {
    /// The number of the tile, row by row; 0 of a level in one tile.
    pub tile: u32,
    /// The number of the place in the tile.
    pub place: u32,
}

/// A place where the character came to rest, with its whole state.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// The whole state of the character, as the mover left it.
    pub body: CharacterState<Vec3>,
    /// The number of the place where the run to it started; `None` for a spawn's place, and if that place is in another tile.
    pub from: Option<u32>,
    /// The input of that run; for a spawn's place the ticks in which it came to rest.
    pub action: Action,
    /// The character crouches.
    pub crouched: bool,
}

/// The places of a tile, with an index by column.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    columns: Columns,
    window: Window,
    /// The height difference up to which two places in one column are the same.
    same: f32,
    list: Vec<Place>,
    /// The last place in each column.
    last: Vec<u32>,
    /// For each place the one before it in its column.
    before: Vec<u32>,
}

impl Places {
    pub(crate) fn new(columns: Columns, window: Window, same: f32) -> Self {
        Self {
            columns,
            window,
            same,
            list: Vec::new(),
            last: vec![NONE; window.len()],
            before: Vec::new(),
        }
    }

    pub(crate) fn list(&self) -> &[Place] {
        &self.list
    }

    pub(crate) fn into_list(self) -> Vec<Place> {
        self.list
    }

    /// The known place at these feet and stance, the nearest in height.
    pub(crate) fn at(&self, feet: Vec3, crouched: bool) -> Option<u32> {
        let column = self.window.number(self.columns.of(feet))?;
        let height = self.columns.height(feet);
        let mut nearest = None;
        let mut place = self.last[column];
        while place != NONE {
            let known = &self.list[place as usize];
            let off = (self.columns.height(known.body.feet) - height).abs();
            let nearer = nearest.is_none_or(|(least, _)| off <= least);
            if known.crouched == crouched && off <= self.same && nearer {
                nearest = Some((off, place));
            }
            place = self.before[place as usize];
        }
        nearest.map(|(_, place)| place)
    }

    /// Inserts a place unless it is known; returns its number and whether it is new. `None` outside of the tile.
    pub(crate) fn insert(&mut self, place: Place) -> Option<(u32, bool)> {
        let feet = place.body.feet;
        if let Some(known) = self.at(feet, place.crouched) {
            return Some((known, false));
        }
        let column = self.window.number(self.columns.of(feet))?;
        Some((self.push(place, column)?, true))
    }

    /// Inserts a saved place, without a comparison; returns its number, or `None` outside of the tile.
    pub(crate) fn restore(&mut self, place: Place) -> Option<u32> {
        let column = self.window.number(self.columns.of(place.body.feet))?;
        self.push(place, column)
    }

    fn push(&mut self, place: Place, column: usize) -> Option<u32> {
        let number = u32::try_from(self.list.len()).ok()?;
        self.list.push(place);
        self.before.push(self.last[column]);
        self.last[column] = number;
        Some(number)
    }
}
