//! What can be reached, in numbers.

use crate::area::{Floor, floors};
use crate::flood::{Flood, Survey};
use crate::ground::Ground;

/// What a character can come to.
#[derive(Clone, Debug, PartialEq)]
pub struct Reach {
    /// Where the feet can be, seen from above, floors added, m².
    pub area: f64,
    /// How many places were found.
    pub places: usize,
    /// The same area by floors, the lowest first.
    pub floors: Vec<Floor>,
    /// The ground itself, cell by cell; of places that are only come to crouching the whole cell.
    pub ground: Vec<Ground>,
}

impl Survey<'_> {
    /// How much of the level a flood has come to.
    #[must_use]
    pub fn reach(&self, flood: &Flood) -> Reach {
        let patches = self.patches(flood);
        Reach {
            area: patches.iter().map(|patch| patch.area).sum(),
            places: flood.places.len(),
            floors: floors(&patches, 0.5 * self.options.height),
            ground: self.grounds(flood, &patches),
        }
    }
}
