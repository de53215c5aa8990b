//! A kinematic character controller: a capsule that walks, climbs steps, rides platforms; crowds of them.
#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod mover;
