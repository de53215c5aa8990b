//! Flags of meshes and, in 2D, of chains.

/// Flag of a mesh or chain: only the fronts of its triangles or segments count. From the front the corners of a triangle run
/// counter-clockwise; the front of a segment is to the right of its direction, so outside of a ring that is counter-clockwise. Shapes
/// behind a triangle or segment pass through it.
pub const CAROM_ONE_SIDED: u32 = 1;

/// Flag of a mesh or chain: a closed one with an inside, and one-sided. A shape of which the core crosses a triangle or segment
/// separates towards the front. One that is inside as a whole overlaps: its contact is with the nearest triangle or segment, the
/// normal outwards, and it separates when it is in front of that one; a sweep or ray that starts there is stopped at t = 0, unless
/// CAROM_LEAVE_OVERLAPS lets it out. Movers see the triangles or segments alone, those of a mesh one-sided. Each query within
/// the bounds costs a carom_mesh_contains() or carom_chain_contains() more.
pub const CAROM_SOLID: u32 = 16;
