//! Pixels, lines, colors, triangles and text: what all pictures are painted with.

pub(crate) mod canvas;
pub(crate) mod line;
pub(crate) mod ramp;
pub(crate) mod raster;
pub(crate) mod text;
