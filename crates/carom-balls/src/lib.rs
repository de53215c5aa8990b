//! Event-driven simulation of hard disks and spheres with exact collision times ([`table`]), balls among flippers
//! ([`flipper`]), and many small balls that bounce, tick by tick ([`swarm`]).
#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod flipper;
pub mod swarm;
pub mod table;
