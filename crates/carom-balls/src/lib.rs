//! Event-driven simulation of hard disks and spheres with exact collision times ([`table`]), pool with spin, cushions and
//! a cue ([`billiards`]), a ball among flippers ([`flipper`]), and particles ([`swarm`]).
#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod billiards;
pub mod flipper;
#[doc(hidden)]
#[cfg(all(shared_instances, debug_assertions, not(test)))]
pub mod instances;
pub mod swarm;
pub mod table;
