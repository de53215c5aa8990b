//! Batches of shapes in 3D.

use crate::kinds::{
    CAROM_BALL, CAROM_BOX, CAROM_CAPSULE, CAROM_CONE, CAROM_CYLINDER, CAROM_ELLIPSOID, CAROM_POINT,
    CAROM_TAPERED_CAPSULE, CAROM_TRIANGLE,
};
use crate::memory::Plain;
use crate::rows::{Arrays, CaromNumbers, CaromVectors, Row, ShapesOf};
use crate::shape::{CaromShape, NOTHING};
use crate::values::CaromVec3;
use carom_rs::glam::Vec3;

/// Many shapes of one kind, in the caller's arrays. Fields that the kind does not need are not read.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CaromShapes {
    /// Any kind but CAROM_HULL, CAROM_ORIENTED_BOX, CAROM_ORIENTED_ELLIPSOID and CAROM_HALF_SPACE.
    pub kind: u32,
    /// The rounding of all shapes: finite, not negative.
    pub rounding: f32,
    /// The number of shapes.
    pub count: usize,
    /// Points, centers, first ends, lowest corners or first corners.
    pub a: CaromVectors,
    /// Second ends, highest corners, second corners or the radii of ellipsoids.
    pub b: CaromVectors,
    /// Third corners.
    pub c: CaromVectors,
    /// Radii of balls, capsules or cylinders; those of cones and tapered capsules at a.
    pub radius: CaromNumbers,
    /// Radii of cones and tapered capsules at b.
    pub radius_b: CaromNumbers,
}

// SAFETY: integers and pointers.
unsafe impl Plain for CaromShapes {}

impl ShapesOf<Vec3> for CaromShapes {
    type Vector = CaromVec3;
    type Shape = CaromShape;

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
                (self.radius, "shapes.radius"),
                (self.radius_b, "shapes.radius_b"),
            ],
        }
    }

    fn counts(kind: u32) -> Option<[usize; 2]> {
        Some(match kind {
            CAROM_POINT => [1, 0],
            CAROM_BALL => [1, 1],
            CAROM_BOX | CAROM_ELLIPSOID => [2, 0],
            CAROM_CAPSULE | CAROM_CYLINDER => [2, 1],
            CAROM_CONE | CAROM_TAPERED_CAPSULE => [2, 2],
            CAROM_TRIANGLE => [3, 0],
            _ => return None,
        })
    }

    fn row(row: Row<CaromVec3>) -> CaromShape {
        let ([a, b, c], [radius, radius_b]) = (row.vectors, row.numbers);
        CaromShape {
            kind: row.kind,
            radius,
            radius_b,
            rounding: row.rounding,
            a,
            b,
            c,
            ..NOTHING
        }
    }
}
