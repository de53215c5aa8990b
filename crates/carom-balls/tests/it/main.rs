//! Event-driven balls, flippers and particles: against exact solutions, and what a user can do wrong.

mod flipper;
mod swarm;
mod table;
