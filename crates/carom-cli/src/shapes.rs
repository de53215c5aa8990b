//! Shapes as they are written in files, and what they are: for questions, and for the walls of a table.

pub(crate) mod dimension;
pub(crate) mod level;
pub(crate) mod mesh;
pub(crate) mod numbers;
pub(crate) mod place;
pub(crate) mod shape;
mod shelf;
