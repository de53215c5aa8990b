//! Event-driven simulation of hard disks and spheres with exact collision times ([`table`]), a ball among flippers
//! ([`flipper`]), and particles ([`swarm`]).
#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod flipper;
pub mod swarm;
pub mod table;
