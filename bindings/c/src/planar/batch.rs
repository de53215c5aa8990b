//! Batches in 2D: many queries in one call, from the caller's arrays into the caller's arrays.

use super::answers::{Carom2dContact, Carom2dHit};
use super::query::Carom2dQuery;
use super::shape::{Carom2dShape, NOTHING};
use super::values::CaromVec2;
use crate::both::batches;
use crate::kinds::{
    CAROM_BALL, CAROM_BOX, CAROM_CAPSULE, CAROM_ELLIPSOID, CAROM_ORIENTED_BOX, CAROM_POINT,
    CAROM_TAPERED_CAPSULE, CAROM_TRIANGLE,
};
use crate::memory::Plain;
use crate::rows::{Arrays, CaromNumbers, CaromVectors, Row, ShapesOf};
use crate::status::{CaromStatus, guarded};
use carom_rs::glam::Vec2;

/// Many shapes of one kind in 2D, in the caller's arrays. Fields that the kind does not need are not read.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Carom2dShapes {
    /// Any kind of 2D but CAROM_HULL and CAROM_HALF_SPACE.
    pub kind: u32,
    /// The rounding of all shapes: finite, not negative.
    pub rounding: f32,
    /// The number of shapes.
    pub count: usize,
    /// Points, centers, first ends, lowest corners or first corners: x and y of each.
    pub a: CaromVectors,
    /// Second ends, highest corners, second corners, half sizes of oriented boxes or radii of ellipses.
    pub b: CaromVectors,
    /// Third corners.
    pub c: CaromVectors,
    /// Radii of balls and capsules; those of tapered capsules at a.
    pub radius: CaromNumbers,
    /// Radii of tapered capsules at b.
    pub radius_b: CaromNumbers,
    /// Rotations of oriented boxes and ellipses, radians.
    pub angle: CaromNumbers,
}

// SAFETY: integers and pointers.
unsafe impl Plain for Carom2dShapes {}

/// Whether a kind has an angle, and then no radius.
fn has_angle(kind: u32) -> bool {
    matches!(kind, CAROM_ORIENTED_BOX | CAROM_ELLIPSOID)
}

impl ShapesOf<Vec2> for Carom2dShapes {
    type Vector = CaromVec2;
    type Shape = Carom2dShape;

    fn arrays(&self) -> Arrays {
        Arrays {
            kind: self.kind,
            rounding: self.rounding,
            count: self.count,
            vectors: [
                (self.a, "shapes.a"),
                (self.b, "shapes.b"),
                (self.c, "shapes.c"),
            ],
            numbers: [
                if has_angle(self.kind) {
                    (self.angle, "shapes.angle")
                } else {
                    (self.radius, "shapes.radius")
                },
                (self.radius_b, "shapes.radius_b"),
            ],
        }
    }

    fn counts(kind: u32) -> Option<[usize; 2]> {
        Some(match kind {
            CAROM_POINT => [1, 0],
            CAROM_BALL => [1, 1],
            CAROM_BOX => [2, 0],
            CAROM_CAPSULE | CAROM_ORIENTED_BOX | CAROM_ELLIPSOID => [2, 1],
            CAROM_TAPERED_CAPSULE => [2, 2],
            CAROM_TRIANGLE => [3, 0],
            _ => return None,
        })
    }

    fn row(row: Row<CaromVec2>) -> Carom2dShape {
        let ([a, b, c], [first, radius_b]) = (row.vectors, row.numbers);
        let is_angle = has_angle(row.kind);
        Carom2dShape {
            kind: row.kind,
            radius: if is_angle { 0.0 } else { first },
            angle: if is_angle { first } else { 0.0 },
            radius_b,
            rounding: row.rounding,
            a,
            b,
            c,
            ..NOTHING
        }
    }
}

/// carom2d_closest() for each shape, into `out`, which has a place for each. With a bad row nothing is written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom2d_closest_batch(
    query: *const Carom2dQuery,
    shapes: *const Carom2dShapes,
    reach: f32,
    out: *mut Carom2dContact,
) -> CaromStatus {
    guarded("carom2d_closest_batch", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { batches::closest(query, shapes, reach, out) }
    })
}

/// carom2d_overlap() for each shape, into `out`, which has a byte for each: 1 or 0. With a bad row nothing is written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom2d_overlap_batch(
    query: *const Carom2dQuery,
    shapes: *const Carom2dShapes,
    out: *mut u8,
) -> CaromStatus {
    guarded("carom2d_overlap_batch", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { batches::overlap(query, shapes, out) }
    })
}

/// carom2d_sweep() for each shape and its displacement, into `out`, which has a place for each. With a bad row nothing is
/// written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom2d_sweep_batch(
    query: *const Carom2dQuery,
    shapes: *const Carom2dShapes,
    deltas: CaromVectors,
    out: *mut Carom2dHit,
) -> CaromStatus {
    guarded("carom2d_sweep_batch", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { batches::sweep(query, shapes, deltas, out) }
    })
}

/// carom2d_ray() for each of `count` origins and its displacement, into `out`, which has a place for each. With a bad row
/// nothing is written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom2d_ray_batch(
    query: *const Carom2dQuery,
    origins: CaromVectors,
    deltas: CaromVectors,
    count: usize,
    out: *mut Carom2dHit,
) -> CaromStatus {
    guarded("carom2d_ray_batch", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { batches::ray::<_, Carom2dShapes>(query, origins, deltas, count, out) }
    })
}
