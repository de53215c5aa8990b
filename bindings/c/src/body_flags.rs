//! Flags of bodies, in 2D and 3D.

/// Flag of a body: it moves often; small moves then cost little.
pub const CAROM_MOVING: u32 = 1;
/// Flag of a body: a sensor, which blocks nothing and which queries leave out by default.
pub const CAROM_SENSOR: u32 = 2;
/// Flag of a body: it blocks only from the side to which one_way_direction points.
pub const CAROM_ONE_WAY: u32 = 4;
