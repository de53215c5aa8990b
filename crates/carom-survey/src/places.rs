//! Places where a character has come to rest, at most one a column, floor and stance.

use crate::columns::{Column, Columns};
use crate::run::Action;
use crate::tiles::Window;
use carom::mover::CharacterState;
use glam::Vec3;
use serde::{Deserialize, Serialize};

/// None of the places.
pub(crate) const NONE: u32 = u32::MAX;

/// A place where the character has come to rest.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// The whole state of the character there, as the mover left it.
    pub body: CharacterState<Vec3>,
    /// From which place it came, by its number; `None` of the first.
    pub from: Option<u32>,
    /// What it did there to come here; of the first, how it came to rest.
    pub action: Action,
    /// It crouches.
    pub crouched: bool,
}

/// All places of a tile, found by where they are.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    columns: Columns,
    window: Window,
    /// Places of one column that are no farther apart in height are one.
    same: f32,
    list: Vec<Place>,
    /// The last place of each column.
    last: Vec<u32>,
    /// The place before it in the same column.
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

    /// The place of a character with its feet there, if one is known.
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

    /// Its number, and whether it is new; `None` outside of the tile.
    pub(crate) fn insert(&mut self, place: Place) -> Option<(u32, bool)> {
        let feet = place.body.feet;
        if let Some(known) = self.at(feet, place.crouched) {
            return Some((known, false));
        }
        let column = self.window.number(self.columns.of(feet))?;
        Some((self.push(place, column)?, true))
    }

    /// Takes in a place that is known to be one; tells its number, or `None` outside of the tile.
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

    pub(crate) fn column(&self, place: u32) -> Column {
        self.columns.of(self.list[place as usize].body.feet)
    }
}
