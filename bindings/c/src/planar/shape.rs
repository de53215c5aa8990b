//! Shapes in 2D: one tagged plain struct.

use super::values::{CaromVec2, rotation};
use crate::kinds::{
    CAROM_BALL, CAROM_BOX, CAROM_CAPSULE, CAROM_ELLIPSOID, CAROM_HALF_SPACE, CAROM_HULL,
    CAROM_ORIENTED_BOX, CAROM_POINT, CAROM_TAPERED_CAPSULE, CAROM_TRIANGLE,
};
use crate::memory::{Column, Plain};
use crate::shape_of::ShapeOf;
use crate::status::{Failure, Result};
use crate::values::{bad, finite, finite_number, not_negative};
use carom_rs::glam::Vec2;
use carom_rs::{
    Aabb, Ball, Capsule, Ellipsoid, Hull, OrientedBox, Plane, RoundShape, Shape, TaperedCapsule,
    Triangle,
};
use std::ptr;

/// A convex shape in 2D. The functions carom2d_ball, carom2d_capsule and so on fill it in. Fields that a kind does not need are
/// not read; rounding is for all kinds. The kinds mean the same in 2D: a ball is a filled circle, a triangle is filled, a hull is a
/// convex polygon, an ellipsoid is an ellipse, a half-space a half-plane. CAROM_CYLINDER, CAROM_CONE and
/// CAROM_ORIENTED_ELLIPSOID do not exist in 2D.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Carom2dShape {
    /// CAROM_POINT, CAROM_BALL, CAROM_CAPSULE and so on.
    pub kind: u32,
    /// Of a ball, capsule or hull, and of a tapered capsule at a: finite, not negative. Of a half-plane any finite number.
    pub radius: f32,
    /// Of all kinds but hulls; finite. Of a box the lowest corner, of an oriented box or ellipse the center, of a half-plane the
    /// outward normal.
    pub a: CaromVec2,
    /// Of a capsule, triangle, tapered capsule or box (its highest corner, nowhere less than a): finite. Of an oriented box the
    /// half sizes along its own axes, of an ellipse the radii along them: finite, nowhere negative.
    pub b: CaromVec2,
    /// Of a triangle; finite.
    pub c: CaromVec2,
    /// Of a tapered capsule: the radius at b; finite, not negative.
    pub radius_b: f32,
    /// Of an oriented box or ellipse: its rotation in radians, counter-clockwise from x to y; finite.
    pub angle: f32,
    /// Of all kinds: the shape is all points within this distance of the kind's own shape; finite, not negative. Default: 0.
    pub rounding: f32,
    /// Padding; not read.
    pub reserved: u32,
    /// Of a hull: at least one point, all finite. The caller keeps them; each function reads them again.
    pub points: *const CaromVec2,
    /// The number of points.
    pub point_count: usize,
}

// SAFETY: integers, floats and a pointer.
unsafe impl Plain for Carom2dShape {}

const ZERO: CaromVec2 = CaromVec2 { x: 0.0, y: 0.0 };

pub(crate) const NOTHING: Carom2dShape = Carom2dShape {
    kind: 0,
    radius: 0.0,
    a: ZERO,
    b: ZERO,
    c: ZERO,
    radius_b: 0.0,
    angle: 0.0,
    rounding: 0.0,
    reserved: 0,
    points: ptr::null(),
    point_count: 0,
};

/// A point in 2D.
#[unsafe(no_mangle)]
pub extern "C" fn carom2d_point(point: CaromVec2) -> Carom2dShape {
    Carom2dShape {
        kind: CAROM_POINT,
        a: point,
        ..NOTHING
    }
}

/// The filled circle of all points within `radius` of `center`. Like all of these functions it checks nothing: the query does.
#[unsafe(no_mangle)]
pub extern "C" fn carom2d_ball(center: CaromVec2, radius: f32) -> Carom2dShape {
    Carom2dShape {
        kind: CAROM_BALL,
        a: center,
        radius,
        ..NOTHING
    }
}

/// All points within `radius` of the segment from `a` to `b`.
#[unsafe(no_mangle)]
pub extern "C" fn carom2d_capsule(a: CaromVec2, b: CaromVec2, radius: f32) -> Carom2dShape {
    Carom2dShape {
        kind: CAROM_CAPSULE,
        a,
        b,
        radius,
        ..NOTHING
    }
}

/// The filled axis-aligned box (rectangle) between its lowest and its highest corner.
#[unsafe(no_mangle)]
pub extern "C" fn carom2d_box(min: CaromVec2, max: CaromVec2) -> Carom2dShape {
    Carom2dShape {
        kind: CAROM_BOX,
        a: min,
        b: max,
        ..NOTHING
    }
}

/// A filled triangle; its corners may run either way round.
#[unsafe(no_mangle)]
pub extern "C" fn carom2d_triangle(a: CaromVec2, b: CaromVec2, c: CaromVec2) -> Carom2dShape {
    Carom2dShape {
        kind: CAROM_TRIANGLE,
        a,
        b,
        c,
        ..NOTHING
    }
}

/// The filled convex hull of `count` points, in any order, rounded by `radius` (0: sharp). The points are not copied: they must stay
/// in place while the shape is used. Queries with a hull allocate memory.
#[unsafe(no_mangle)]
pub extern "C" fn carom2d_hull(
    points: *const CaromVec2,
    count: usize,
    radius: f32,
) -> Carom2dShape {
    Carom2dShape {
        kind: CAROM_HULL,
        points,
        point_count: count,
        radius,
        ..NOTHING
    }
}

/// The filled box (rectangle) with these half sizes along its own axes, rotated around its center by `angle` radians,
/// counter-clockwise.
#[unsafe(no_mangle)]
pub extern "C" fn carom2d_oriented_box(
    center: CaromVec2,
    half_sizes: CaromVec2,
    angle: f32,
) -> Carom2dShape {
    Carom2dShape {
        kind: CAROM_ORIENTED_BOX,
        a: center,
        b: half_sizes,
        angle,
        ..NOTHING
    }
}

/// The convex hull of a ball around `a` and a ball around `b`: a capsule that gets thinner.
#[unsafe(no_mangle)]
pub extern "C" fn carom2d_tapered_capsule(
    a: CaromVec2,
    b: CaromVec2,
    radius_a: f32,
    radius_b: f32,
) -> Carom2dShape {
    Carom2dShape {
        kind: CAROM_TAPERED_CAPSULE,
        a,
        b,
        radius: radius_a,
        radius_b,
        ..NOTHING
    }
}

/// The filled ellipse with these radii along its own axes, rotated around its center by `angle` radians, counter-clockwise. With
/// one radius of 0 a segment, with both a point.
#[unsafe(no_mangle)]
pub extern "C" fn carom2d_ellipse(center: CaromVec2, radii: CaromVec2, angle: f32) -> Carom2dShape {
    Carom2dShape {
        kind: CAROM_ELLIPSOID,
        a: center,
        b: radii,
        angle,
        ..NOTHING
    }
}

/// The half-plane of all points x with `dot(normal, x)` at most `offset`: an unbounded floor or wall. The normal points outwards
/// and has any length but zero.
#[unsafe(no_mangle)]
pub extern "C" fn carom2d_half_plane(normal: CaromVec2, offset: f32) -> Carom2dShape {
    Carom2dShape {
        kind: CAROM_HALF_SPACE,
        a: normal,
        radius: offset,
        ..NOTHING
    }
}

/// The same shape with a radius around it: all points within `rounding` of it.
#[unsafe(no_mangle)]
pub extern "C" fn carom2d_rounded(shape: Carom2dShape, rounding: f32) -> Carom2dShape {
    Carom2dShape { rounding, ..shape }
}

impl ShapeOf<Vec2> for Carom2dShape {
    unsafe fn checked(&self, prefix: &str) -> Result<Shape<Vec2>> {
        // SAFETY: what the caller promises.
        let sharp = unsafe { self.sharp(prefix) }?;
        let rounding = not_negative(self.rounding, format_args!("{prefix}rounding"))?;
        Ok(if rounding > 0.0 {
            RoundShape::new(sharp, rounding).into()
        } else {
            sharp
        })
    }
}

impl Carom2dShape {
    /// The shape without its rounding.
    ///
    /// # Safety
    /// The points are null or of the number that the shape says.
    unsafe fn sharp(&self, prefix: &str) -> Result<Shape<Vec2>> {
        // Texts are made of their parts only for an error.
        let corner = |v: CaromVec2, name: &str| finite(v, format_args!("{prefix}{name}"));
        let radius = || not_negative(self.radius, format_args!("{prefix}radius"));
        let ends = || Ok((corner(self.a, "a")?, corner(self.b, "b")?));
        Ok(match self.kind {
            CAROM_POINT => Shape::Point(corner(self.a, "a")?),
            CAROM_BALL => Ball::new(corner(self.a, "a")?, radius()?).into(),
            CAROM_CAPSULE => {
                let (a, b) = ends()?;
                Capsule::new(a, b, radius()?).into()
            }
            CAROM_BOX => {
                let (min, max) = ends()?;
                if min.cmpgt(max).any() {
                    let text =
                        format!("{prefix}a, the lowest corner of the box, exceeds {prefix}b");
                    return Err(Failure::invalid(text));
                }
                Aabb { min, max }.into()
            }
            CAROM_TRIANGLE => {
                let (a, b) = ends()?;
                Triangle::new(a, b, corner(self.c, "c")?).into()
            }
            CAROM_HULL => {
                // SAFETY: what the caller promises.
                let points = unsafe { self.hull_points(prefix) }?;
                Hull::new(points, radius()?).into()
            }
            CAROM_TAPERED_CAPSULE => {
                let (a, b) = ends()?;
                let radius_b = not_negative(self.radius_b, format_args!("{prefix}radius_b"));
                TaperedCapsule::new(a, b, [radius()?, radius_b?]).into()
            }
            CAROM_ORIENTED_BOX => self.oriented_box(prefix)?.into(),
            CAROM_ELLIPSOID => {
                let [center, radii] = self.center_and_sizes(prefix)?;
                let axes = self.rotated(Ellipsoid::new(center, radii).axes, prefix)?;
                Ellipsoid { center, axes }.into()
            }
            CAROM_HALF_SPACE => self.half_plane(prefix)?,
            other => {
                let text = format!("{prefix}kind is {other}, which is no kind of a shape in 2D");
                return Err(Failure::invalid(text));
            }
        })
    }

    /// The center of an oriented box or ellipse, and its half sizes or radii.
    fn center_and_sizes(&self, prefix: &str) -> Result<[Vec2; 2]> {
        let center = finite(self.a, format_args!("{prefix}a"))?;
        let sizes: Vec2 = finite(self.b, format_args!("{prefix}b"))?;
        if sizes.cmplt(Vec2::ZERO).any() {
            let what = "has a negative half size or radius";
            return Err(bad(&format_args!("{prefix}b"), what));
        }
        Ok([center, sizes])
    }

    /// The half axes, rotated by the angle of the shape.
    fn rotated(&self, axes: [Vec2; 3], prefix: &str) -> Result<[Vec2; 3]> {
        let angle = finite_number(self.angle, format_args!("{prefix}angle"))?;
        let rotation = rotation(angle);
        Ok(axes.map(|axis| rotation.rotate(axis)))
    }

    pub(crate) fn oriented_box(&self, prefix: &str) -> Result<OrientedBox<Vec2>> {
        let [center, half] = self.center_and_sizes(prefix)?;
        let axes = self.rotated(OrientedBox::new(center, half).axes, prefix)?;
        Ok(OrientedBox { center, axes })
    }

    /// An unbounded floor or wall.
    fn half_plane(&self, prefix: &str) -> Result<Shape<Vec2>> {
        let normal = finite(self.a, format_args!("{prefix}a"))?;
        let offset = finite_number(self.radius, format_args!("{prefix}radius"))?;
        if normal == Vec2::ZERO {
            let text = "is zero, so the half-plane has no normal";
            return Err(bad(&format_args!("{prefix}a"), text));
        }
        Ok(Plane::new(normal, offset).into())
    }

    /// # Safety
    /// The points are null or of the number that the shape says.
    unsafe fn hull_points(&self, prefix: &str) -> Result<Vec<Vec2>> {
        // SAFETY: what the caller promises.
        let column = unsafe { Column::packed(self.points, self.point_count, "shape.points") }?;
        if self.point_count == 0 {
            return Err(Failure::out_of_range(format!("{prefix}point_count is 0")));
        }
        (0..self.point_count)
            .map(|index| finite(column.get(index), format_args!("{prefix}points[{index}]")))
            .collect()
    }
}
