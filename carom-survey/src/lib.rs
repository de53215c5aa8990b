//! Proves by the real mover where a level can be walked, and finds where it is broken.

mod columns;
mod finding;
mod flood;
mod options;
mod places;
mod regions;
mod run;

pub use finding::{Finding, Kind, Severity};
pub use flood::{Flood, Loss, Progress, Survey, Way};
pub use options::{Options, SurveyError};
pub use places::Place;
pub use run::Action;
