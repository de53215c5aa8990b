//! Event-driven balls and flippers: against exact solutions, and what a user can do wrong.

mod billiards;
mod flipper;
mod table;
