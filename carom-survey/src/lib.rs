//! Proves by the real mover where a level can be walked, and finds where it is broken.

mod columns;
mod flood;
mod options;
mod places;
mod run;

pub use flood::{Flood, Loss, Progress, Survey, Way};
pub use options::{Options, SurveyError};
pub use places::Place;
pub use run::Action;
