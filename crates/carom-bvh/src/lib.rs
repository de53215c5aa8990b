//! An eight-wide bounding volume hierarchy (BVH) over axis-aligned boxes: static ([`Bvh`], [`BoxBvh`]), which can be
//! refitted and quantized, and dynamic ([`DynamicBvh`]).
//!
//! Items are boxes with a number; their owner keeps everything else. Traversals compare eight boxes at a time in single
//! precision, in the tree's own frame, with boxes rounded outwards: they may visit too many items, never too few.
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
pub use dynamic::{DynamicBvh, PairScratch};
