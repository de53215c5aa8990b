//! The survey: built levels whose answer is known, planted faults and their twins, tiles. One binary, because each
//! one compiles the search again.

mod levels;
mod planted;
mod shown;
mod survey;
mod tiles;
