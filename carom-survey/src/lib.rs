//! Proves by the real mover where a level can be walked, and finds where it is broken.

mod area;
mod columns;
mod finding;
mod flood;
mod options;
mod places;
mod reach;
mod regions;
mod run;
mod standing;
mod unreached;

pub use area::Floor;
pub use finding::{Finding, Kind, Severity};
pub use flood::{Flood, Loss, Progress, Survey, Way};
pub use options::{Options, SurveyError};
pub use places::Place;
pub use reach::Reach;
pub use run::Action;
pub use unreached::Unreached;
