//! Kinds of shapes.

/// Kind of a shape: the point a.
pub const CAROM_POINT: u32 = 1;
/// Kind of a shape: all points within the radius of the point a.
pub const CAROM_BALL: u32 = 2;
/// Kind of a shape: all points within the radius of the segment from a to b. With a radius of 0 a segment, with a equal
/// to b a ball.
pub const CAROM_CAPSULE: u32 = 3;
/// Kind of a shape: the solid axis-aligned box with the lowest corner a and the highest corner b.
pub const CAROM_BOX: u32 = 4;
/// Kind of a shape: the flat triangle a, b, c. Without area it is its longest side.
pub const CAROM_TRIANGLE: u32 = 5;
/// Kind of a shape: all points within the radius of the convex hull of the points, which may be in any order, inside
/// the hull, coplanar or equal.
pub const CAROM_HULL: u32 = 6;
/// Kind of a shape: the solid oriented box with the center a. The three points are its half axes: the vectors from the
/// center to the middles of three sides, at right angles to each other.
pub const CAROM_ORIENTED_BOX: u32 = 7;
/// Kind of a shape: the solid cylinder with flat ends around the segment from a to b. With a radius of 0 a segment; a must
/// not equal b.
pub const CAROM_CYLINDER: u32 = 8;
/// Kind of a shape: the solid cone or frustum between a disk around a and a disk around b, which has radius_b; with a
/// radius_b of 0, b is the apex of a cone. With both radii 0 a segment; a must not equal b.
pub const CAROM_CONE: u32 = 9;
/// Kind of a shape: the convex hull of a ball around a and a ball around b, which has radius_b. If one ball contains the
/// other, it is that ball.
pub const CAROM_TAPERED_CAPSULE: u32 = 10;
/// Kind of a shape: the solid ellipsoid with the center a and the radii b along the axes x, y and z. With one radius of 0
/// a flat disk, with two a segment, with three a point.
pub const CAROM_ELLIPSOID: u32 = 11;
/// Kind of a shape: the solid ellipsoid with the center a and any half axes, which are the three points. They need not be
/// at right angles to each other.
pub const CAROM_ORIENTED_ELLIPSOID: u32 = 12;
/// Kind of a shape: the half-space of all points x with `dot(a, x)` at most the radius: an unbounded floor or wall. The outward
/// normal a has any length but zero.
pub const CAROM_HALF_SPACE: u32 = 13;
