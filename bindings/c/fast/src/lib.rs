//! The functions of the C library that are compiled for speed: queries, ticks, and building a mesh.
//!
//! A generic function is compiled by the crate that calls it, at the level of that crate. What these functions call is
//! compiled here, once for meshes, once for worlds and once for compounds; in 2D once for chains and once for worlds. So the wasm
//! can be compiled for size except for this crate, and the rest of the library calls all kinds of surface by one trait object a
//! dimension. Nothing is inlined into it: a short function of another crate would be, with the instances that it needs.

#[cfg(feature = "meshes")]
mod meshes;
#[cfg(feature = "planar")]
mod planar;
#[cfg(any(feature = "meshes", feature = "planar"))]
mod queries;
#[cfg(feature = "meshes")]
mod spatial;
#[cfg(feature = "worlds")]
mod surfaces;
#[cfg(feature = "worlds")]
mod ticks;
#[cfg(any(feature = "worlds", feature = "planar"))]
mod worlds;

#[cfg(feature = "meshes")]
pub use meshes::*;
#[cfg(feature = "planar")]
pub use planar::*;
#[cfg(any(feature = "meshes", feature = "planar"))]
pub use queries::*;
#[cfg(feature = "meshes")]
pub use spatial::*;
#[cfg(feature = "worlds")]
pub use surfaces::*;
#[cfg(feature = "worlds")]
pub use ticks::*;
#[cfg(any(feature = "worlds", feature = "planar"))]
pub use worlds::*;
