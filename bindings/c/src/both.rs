//! The functions that 2D and 3D share, once, over the vector: the functions of the header call them with their own types.

#[cfg(any(feature = "meshes", feature = "planar"))]
pub(crate) mod batches;
#[cfg(any(feature = "worlds", feature = "planar"))]
pub(crate) mod characters;
#[cfg(any(feature = "worlds", feature = "planar"))]
pub(crate) mod pairs;
#[cfg(any(feature = "meshes", feature = "planar"))]
pub(crate) mod queries;
#[cfg(any(feature = "worlds", feature = "planar"))]
pub(crate) mod worlds;
