//! An eight-wide bounding volume hierarchy (BVH) over axis-aligned boxes: static ([`Bvh`], [`BoxBvh`]), built,
//! refitted and quantised, and dynamic ([`DynamicBvh`]).
//!
//! It knows boxes and nothing of what is in them. Traversals compare eight boxes at a time in single precision, in a
//! frame of the tree's own, where boxes are rounded outwards: they may visit more than needed, never less.
#![no_std]

extern crate alloc;

mod aabb;
mod bvh;
mod dynamic;

pub use aabb::{Aabb, Corners};
pub use bvh::{
    BoxBvh, BoxList, Boxes, BuildScratch, Bvh, DistanceProbe, Group, LocalBox, LocalFrame,
    MortonCells, NOTHING, SegmentProbe, SweepProbe, SweptBox,
};
pub use dynamic::DynamicBvh;
