//! Surfaces: many numbered convex parts under one BVH, queried together.

pub mod batch;
pub mod chain;
pub mod mesh;
