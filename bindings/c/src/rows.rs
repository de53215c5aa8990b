//! Batches of shapes at strides.

use crate::checked::checked;
use crate::memory::{Column, Plain, Region};
use crate::shape::{
    CAROM_BALL, CAROM_BOX, CAROM_CAPSULE, CAROM_CONE, CAROM_CYLINDER, CAROM_ELLIPSOID, CAROM_POINT,
    CAROM_TAPERED_CAPSULE, CAROM_TRIANGLE, CaromShape, NOTHING,
};
use crate::status::{Failure, Result};
use crate::values::{CaromVec3, not_negative};
use carom_rs::Shape;
use carom_rs::glam::Vec3;

/// Three floats x, y, z at equal distances in memory.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CaromVectors {
    /// The first; any alignment.
    pub base: *const f32,
    /// Bytes from one to the next: 0 (the first for all), or at least 12.
    pub stride: usize,
}

/// Single floats at equal distances in memory.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CaromNumbers {
    /// The first; any alignment.
    pub base: *const f32,
    /// Bytes from one to the next: 0 (the first for all), or at least 4.
    pub stride: usize,
}

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
// SAFETY: an integer and a pointer.
unsafe impl Plain for CaromVectors {}
// SAFETY: an integer and a pointer.
unsafe impl Plain for CaromNumbers {}

/// The rows of a batch.
pub(crate) struct Rows {
    kind: u32,
    pub(crate) count: usize,
    rounding: f32,
    corners: [Option<Column<[f32; 3]>>; 3],
    radii: [Option<Column<f32>>; 2],
}

impl Rows {
    /// # Safety
    /// The arrays that the kind needs are null or as long as `shapes` says, and stay so while the value lives.
    pub(crate) unsafe fn new(shapes: &CaromShapes) -> Result<Self> {
        let count = shapes.count;
        let (corners, radii) = match shapes.kind {
            CAROM_POINT => (1, 0),
            CAROM_BALL => (1, 1),
            CAROM_BOX | CAROM_ELLIPSOID => (2, 0),
            CAROM_CAPSULE | CAROM_CYLINDER => (2, 1),
            CAROM_CONE | CAROM_TAPERED_CAPSULE => (2, 2),
            CAROM_TRIANGLE => (3, 0),
            other => {
                let text = format!("shapes.kind is {other}, which is no kind of a batch");
                return Err(Failure::invalid(text));
            }
        };
        let corner = |number: usize, of: CaromVectors, name| {
            // SAFETY: what the caller promises for an array that the kind needs.
            (number < corners).then(|| unsafe { vectors(of, count, name) })
        };
        let radius = |number: usize, of: CaromNumbers, name| {
            // SAFETY: what the caller promises for an array that the kind needs.
            (number < radii).then(|| unsafe { Column::new(of.base, of.stride, count, name) })
        };
        Ok(Self {
            kind: shapes.kind,
            count,
            rounding: not_negative(shapes.rounding, "shapes.rounding")?,
            corners: [
                corner(0, shapes.a, "shapes.a").transpose()?,
                corner(1, shapes.b, "shapes.b").transpose()?,
                corner(2, shapes.c, "shapes.c").transpose()?,
            ],
            radii: [
                radius(0, shapes.radius, "shapes.radius").transpose()?,
                radius(1, shapes.radius_b, "shapes.radius_b").transpose()?,
            ],
        })
    }

    /// Points.
    ///
    /// # Safety
    /// The base is null or points to as many vectors, for as long as the value lives.
    pub(crate) unsafe fn of_points(
        points: CaromVectors,
        count: usize,
        name: &'static str,
    ) -> Result<Self> {
        Ok(Self {
            kind: CAROM_POINT,
            count,
            // SAFETY: what the caller promises.
            corners: [Some(unsafe { vectors(points, count, name) }?), None, None],
            rounding: 0.0,
            radii: [None, None],
        })
    }

    pub(crate) fn regions(&self) -> impl Iterator<Item = &Region> {
        let corners = self.corners.iter().flatten().map(Column::region);
        corners.chain(self.radii.iter().flatten().map(Column::region))
    }

    /// A shape that was checked; `Err` if another thread has changed the arrays since.
    pub(crate) fn shape(&self, row: usize) -> Result<Shape<Vec3>> {
        let corner = |number: usize| {
            let column = self.corners[number].as_ref();
            let [x, y, z] = column.map_or([0.0; 3], |column| column.get(row));
            CaromVec3 { x, y, z }
        };
        let radius = |number: usize| {
            let column = self.radii[number].as_ref();
            column.map_or(0.0, |column| column.get(row))
        };
        let shape = CaromShape {
            kind: self.kind,
            radius: radius(0),
            radius_b: radius(1),
            rounding: self.rounding,
            a: corner(0),
            b: corner(1),
            c: corner(2),
            ..NOTHING
        };
        // SAFETY: the kind has no points.
        let shape = unsafe { checked(&shape, "") };
        shape.map_err(|failure| {
            let name = self.corners[0].as_ref().map_or("shapes", Column::name);
            let of = name.split('.').next().unwrap_or(name);
            let text = format!("{of}, row {row}: {}", failure.text);
            Failure::new(failure.status, text)
        })
    }
}

/// # Safety
/// The base is null or points to as many vectors, for as long as the value lives.
pub(crate) unsafe fn vectors(
    of: CaromVectors,
    count: usize,
    name: &'static str,
) -> Result<Column<[f32; 3]>> {
    // SAFETY: what the caller promises.
    unsafe { Column::new(of.base.cast(), of.stride, count, name) }
}
