//! The survey on built levels with known answers, on planted faults and their twins, and in tiles. One binary, because each
//! compiles the search again.

mod causes;
mod graph;
mod levels;
mod navmesh;
mod one_way;
mod planted;
mod shown;
mod spawns;
mod stairs;
mod survey;
mod tiles;
