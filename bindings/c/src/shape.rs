//! Shapes: one tagged plain struct, and batches of shapes at strides.

use crate::memory::{Column, Plain, Region};
use crate::status::{CaromStatus, Failure, Result};
use crate::values::{CaromVec3, finite, not_negative};
use carom_rs::glam::Vec3;
use carom_rs::{Aabb, Ball, Capsule, Hull, Shape, Triangle};
use std::ptr;

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

/// A convex shape. The functions carom_ball, carom_capsule and so on fill it in. Fields that a kind does not need are
/// not read.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CaromShape {
    /// CAROM_POINT, CAROM_BALL, CAROM_CAPSULE, CAROM_BOX, CAROM_TRIANGLE, CAROM_HULL or CAROM_ORIENTED_BOX.
    pub kind: u32,
    /// Of a ball, capsule or hull: finite, not negative.
    pub radius: f32,
    /// Of all kinds but hulls; finite.
    pub a: CaromVec3,
    /// Of a capsule, box or triangle; finite, and of a box nowhere less than a.
    pub b: CaromVec3,
    /// Of a triangle; finite.
    pub c: CaromVec3,
    /// Padding; not read.
    pub reserved: u32,
    /// Of a hull: at least one point, all finite. Of an oriented box: three. The caller keeps them; each function reads
    /// them again.
    pub points: *const CaromVec3,
    /// The number of points.
    pub point_count: usize,
}

// SAFETY: integers, floats and a pointer.
unsafe impl Plain for CaromShape {}

const NOTHING: CaromShape = CaromShape {
    kind: 0,
    radius: 0.0,
    a: CaromVec3 {
        x: 0.0,
        y: 0.0,
        z: 0.0,
    },
    b: CaromVec3 {
        x: 0.0,
        y: 0.0,
        z: 0.0,
    },
    c: CaromVec3 {
        x: 0.0,
        y: 0.0,
        z: 0.0,
    },
    reserved: 0,
    points: ptr::null(),
    point_count: 0,
};

/// A point.
#[unsafe(no_mangle)]
pub extern "C" fn carom_point(point: CaromVec3) -> CaromShape {
    CaromShape {
        kind: CAROM_POINT,
        a: point,
        ..NOTHING
    }
}

/// All points within `radius` of `center`. Like all of these functions it checks nothing: the query does.
#[unsafe(no_mangle)]
pub extern "C" fn carom_ball(center: CaromVec3, radius: f32) -> CaromShape {
    CaromShape {
        kind: CAROM_BALL,
        a: center,
        radius,
        ..NOTHING
    }
}

/// All points within `radius` of the segment from `a` to `b`.
#[unsafe(no_mangle)]
pub extern "C" fn carom_capsule(a: CaromVec3, b: CaromVec3, radius: f32) -> CaromShape {
    CaromShape {
        kind: CAROM_CAPSULE,
        a,
        b,
        radius,
        ..NOTHING
    }
}

/// The solid axis-aligned box between its lowest and its highest corner.
#[unsafe(no_mangle)]
pub extern "C" fn carom_box(min: CaromVec3, max: CaromVec3) -> CaromShape {
    CaromShape {
        kind: CAROM_BOX,
        a: min,
        b: max,
        ..NOTHING
    }
}

/// A flat triangle.
#[unsafe(no_mangle)]
pub extern "C" fn carom_triangle(a: CaromVec3, b: CaromVec3, c: CaromVec3) -> CaromShape {
    CaromShape {
        kind: CAROM_TRIANGLE,
        a,
        b,
        c,
        ..NOTHING
    }
}

/// The convex hull of `count` points, rounded by `radius` (0: sharp). The points are not copied: they must stay in place
/// while the shape is used. Queries with a hull allocate memory.
#[unsafe(no_mangle)]
pub extern "C" fn carom_hull(points: *const CaromVec3, count: usize, radius: f32) -> CaromShape {
    CaromShape {
        kind: CAROM_HULL,
        points,
        point_count: count,
        radius,
        ..NOTHING
    }
}

/// The solid box with three half axes at right angles to each other. They are not copied: they must stay in place while
/// the shape is used. Queries with an oriented box allocate memory.
#[unsafe(no_mangle)]
pub extern "C" fn carom_oriented_box(center: CaromVec3, half_axes: *const CaromVec3) -> CaromShape {
    CaromShape {
        kind: CAROM_ORIENTED_BOX,
        a: center,
        points: half_axes,
        point_count: 3,
        ..NOTHING
    }
}

/// The shape of the library, checked. `prefix` is before the names of fields in errors.
///
/// # Safety
/// The points of a hull are null or of the number that it says.
pub(crate) unsafe fn checked(shape: &CaromShape, prefix: &str) -> Result<Shape<Vec3>> {
    // Texts are made of their parts only for an error.
    let corner = |v: CaromVec3, name: &str| finite(v, format_args!("{prefix}{name}"));
    let radius = || not_negative(shape.radius, format_args!("{prefix}radius"));
    Ok(match shape.kind {
        CAROM_POINT => Shape::Point(corner(shape.a, "a")?),
        CAROM_BALL => Ball::new(corner(shape.a, "a")?, radius()?).into(),
        CAROM_CAPSULE => {
            let (a, b) = (corner(shape.a, "a")?, corner(shape.b, "b")?);
            Capsule::new(a, b, radius()?).into()
        }
        CAROM_BOX => {
            let (min, max) = (corner(shape.a, "a")?, corner(shape.b, "b")?);
            if min.cmpgt(max).any() {
                let text = format!("{prefix}a, the lowest corner of the box, exceeds {prefix}b");
                return Err(Failure::invalid(text));
            }
            Aabb { min, max }.into()
        }
        CAROM_TRIANGLE => {
            let (a, b) = (corner(shape.a, "a")?, corner(shape.b, "b")?);
            Triangle::new(a, b, corner(shape.c, "c")?).into()
        }
        CAROM_HULL => {
            // SAFETY: what the caller promises.
            let points = unsafe { hull_points(shape, prefix) }?;
            Hull::new(points, radius()?).into()
        }
        CAROM_ORIENTED_BOX => {
            // SAFETY: what the caller promises.
            let (center, [x, y, z]) = unsafe { oriented_box(shape, prefix) }?;
            let sides = [(-x, x), (-y, y), (-z, z)];
            let corner = |i: usize| {
                (0..3).fold(center, |corner, axis| {
                    let (low, high) = sides[axis];
                    corner + if i >> axis & 1 == 1 { high } else { low }
                })
            };
            Hull::new((0..8).map(corner).collect::<Vec<_>>(), 0.0).into()
        }
        other => {
            let text = format!("{prefix}kind is {other}, which is no kind of a shape");
            return Err(Failure::invalid(text));
        }
    })
}

/// The center and the half axes of an oriented box.
///
/// # Safety
/// The points are null or of the number that the shape says.
pub(crate) unsafe fn oriented_box(shape: &CaromShape, prefix: &str) -> Result<(Vec3, [Vec3; 3])> {
    let center = finite(shape.a, format_args!("{prefix}a"))?;
    // SAFETY: what the caller promises.
    let axes = unsafe { hull_points(shape, prefix) }?;
    let axes: [Vec3; 3] = axes.try_into().map_err(|axes: Vec<_>| {
        let count = axes.len();
        Failure::out_of_range(format!("{prefix}point_count is {count}, not 3"))
    })?;
    let [x, y, z] = axes;
    let skew = |a: Vec3, b: Vec3| a.dot(b).abs() > 1e-4 * a.length() * b.length();
    if skew(x, y) || skew(y, z) || skew(z, x) {
        let text = format!("{prefix}points: half axes that are not at right angles to each other");
        return Err(Failure::invalid(text));
    }
    Ok((center, axes))
}

/// # Safety
/// The points are null or of the number that the shape says.
unsafe fn hull_points(shape: &CaromShape, prefix: &str) -> Result<Vec<Vec3>> {
    // SAFETY: what the caller promises.
    let column = unsafe { Column::packed(shape.points, shape.point_count, "shape.points") }?;
    if shape.point_count == 0 {
        let text = format!("{prefix}point_count is 0");
        return Err(Failure::new(CaromStatus::CaromOutOfRange, text));
    }
    (0..shape.point_count)
        .map(|index| finite(column.get(index), format_args!("{prefix}points[{index}]")))
        .collect()
}

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
    /// Any kind but CAROM_HULL and CAROM_ORIENTED_BOX.
    pub kind: u32,
    /// Padding; not read.
    pub reserved: u32,
    /// The number of shapes.
    pub count: usize,
    /// Points, centers, first ends, lowest corners or first corners.
    pub a: CaromVectors,
    /// Second ends, highest corners or second corners.
    pub b: CaromVectors,
    /// Third corners.
    pub c: CaromVectors,
    /// Radii of balls or capsules.
    pub radius: CaromNumbers,
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
    corners: [Option<Column<[f32; 3]>>; 3],
    radius: Option<Column<f32>>,
}

impl Rows {
    /// # Safety
    /// The arrays that the kind needs are null or as long as `shapes` says, and stay so while the value lives.
    pub(crate) unsafe fn new(shapes: &CaromShapes) -> Result<Self> {
        let count = shapes.count;
        let (corners, has_radius) = match shapes.kind {
            CAROM_POINT => (1, false),
            CAROM_BALL => (1, true),
            CAROM_CAPSULE => (2, true),
            CAROM_BOX => (2, false),
            CAROM_TRIANGLE => (3, false),
            other => {
                let text = format!("shapes.kind is {other}, which is no kind of a batch");
                return Err(Failure::invalid(text));
            }
        };
        let corner = |number: usize, of: CaromVectors, name| {
            // SAFETY: what the caller promises for an array that the kind needs.
            (number < corners).then(|| unsafe { vectors(of, count, name) })
        };
        // SAFETY: what the caller promises for an array that the kind needs.
        let radius = has_radius.then(|| unsafe {
            let CaromNumbers { base, stride } = shapes.radius;
            Column::new(base, stride, count, "shapes.radius")
        });
        Ok(Self {
            kind: shapes.kind,
            count,
            corners: [
                corner(0, shapes.a, "shapes.a").transpose()?,
                corner(1, shapes.b, "shapes.b").transpose()?,
                corner(2, shapes.c, "shapes.c").transpose()?,
            ],
            radius: radius.transpose()?,
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
            radius: None,
        })
    }

    pub(crate) fn regions(&self) -> impl Iterator<Item = &Region> {
        let corners = self.corners.iter().flatten().map(Column::region);
        corners.chain(self.radius.iter().map(Column::region))
    }

    /// A shape that was checked; `Err` if another thread has changed the arrays since.
    pub(crate) fn shape(&self, row: usize) -> Result<Shape<Vec3>> {
        let corner = |number: usize| {
            let column = self.corners[number].as_ref();
            let [x, y, z] = column.map_or([0.0; 3], |column| column.get(row));
            CaromVec3 { x, y, z }
        };
        let shape = CaromShape {
            kind: self.kind,
            radius: self.radius.as_ref().map_or(0.0, |radius| radius.get(row)),
            a: corner(0),
            b: corner(1),
            c: corner(2),
            ..NOTHING
        };
        // SAFETY: the kind is not a hull.
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
