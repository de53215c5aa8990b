//! Shapes of the caller, checked, as shapes of the library.

use crate::kinds::{
    CAROM_BALL, CAROM_BOX, CAROM_CAPSULE, CAROM_CONE, CAROM_CYLINDER, CAROM_ELLIPSOID,
    CAROM_HALF_SPACE, CAROM_HULL, CAROM_ORIENTED_BOX, CAROM_ORIENTED_ELLIPSOID, CAROM_POINT,
    CAROM_TAPERED_CAPSULE, CAROM_TRIANGLE,
};
use crate::memory::Column;
use crate::shape::CaromShape;
use crate::shape_of::ShapeOf;
use crate::status::{CaromStatus, Failure, Result};
use crate::values::{CaromVec3, bad, finite, finite_number, not_negative};
use carom_rs::glam::Vec3;
use carom_rs::{
    Aabb, Ball, Capsule, Cone, Cylinder, Ellipsoid, Hull, OrientedBox, Plane, RoundShape, Shape,
    TaperedCapsule, Triangle,
};

/// The shape of the library, checked. `prefix` is before the names of fields in errors.
///
/// # Safety
/// The points of a hull or of an oriented shape are null or of the number that it says.
pub(crate) unsafe fn checked(shape: &CaromShape, prefix: &str) -> Result<Shape<Vec3>> {
    // SAFETY: what the caller promises.
    let sharp = unsafe { sharp(shape, prefix) }?;
    let rounding = not_negative(shape.rounding, format_args!("{prefix}rounding"))?;
    Ok(if rounding > 0.0 {
        RoundShape::new(sharp, rounding).into()
    } else {
        sharp
    })
}

impl ShapeOf<Vec3> for CaromShape {
    unsafe fn checked(&self, prefix: &str) -> Result<Shape<Vec3>> {
        // SAFETY: what the caller promises.
        unsafe { checked(self, prefix) }
    }
}

/// The shape without its rounding.
///
/// # Safety
/// As for [`checked`].
unsafe fn sharp(shape: &CaromShape, prefix: &str) -> Result<Shape<Vec3>> {
    // Texts are made of their parts only for an error.
    let corner = |v: CaromVec3, name: &str| finite(v, format_args!("{prefix}{name}"));
    let radius = || not_negative(shape.radius, format_args!("{prefix}radius"));
    let ends = || Ok((corner(shape.a, "a")?, corner(shape.b, "b")?));
    Ok(match shape.kind {
        CAROM_POINT => Shape::Point(corner(shape.a, "a")?),
        CAROM_BALL => Ball::new(corner(shape.a, "a")?, radius()?).into(),
        CAROM_CAPSULE => {
            let (a, b) = ends()?;
            Capsule::new(a, b, radius()?).into()
        }
        CAROM_BOX => {
            let (min, max) = ends()?;
            if min.cmpgt(max).any() {
                let text = format!("{prefix}a, the lowest corner of the box, exceeds {prefix}b");
                return Err(Failure::invalid(text));
            }
            Aabb { min, max }.into()
        }
        CAROM_TRIANGLE => {
            let (a, b) = ends()?;
            Triangle::new(a, b, corner(shape.c, "c")?).into()
        }
        CAROM_HULL => {
            // SAFETY: what the caller promises.
            let points = unsafe { hull_points(shape, prefix) }?;
            Hull::new(points, radius()?).into()
        }
        CAROM_ORIENTED_BOX => {
            // SAFETY: what the caller promises.
            let (center, axes) = unsafe { oriented_box(shape, prefix) }?;
            OrientedBox { center, axes }.into()
        }
        CAROM_HALF_SPACE => half_space(shape, prefix)?,
        // SAFETY: what the caller promises.
        _ => unsafe { curved(shape, prefix) }?,
    })
}

/// An unbounded floor or wall.
fn half_space(shape: &CaromShape, prefix: &str) -> Result<Shape<Vec3>> {
    let normal = finite(shape.a, format_args!("{prefix}a"))?;
    let offset = finite_number(shape.radius, format_args!("{prefix}radius"))?;
    if normal == Vec3::ZERO {
        let text = "is zero, so the half-space has no normal";
        return Err(bad(&format_args!("{prefix}a"), text));
    }
    Ok(Plane::new(normal, offset).into())
}

/// The curved shape without its rounding.
///
/// # Safety
/// As for [`checked`].
unsafe fn curved(shape: &CaromShape, prefix: &str) -> Result<Shape<Vec3>> {
    let corner = |v: CaromVec3, name: &str| finite(v, format_args!("{prefix}{name}"));
    let radius = || not_negative(shape.radius, format_args!("{prefix}radius"));
    let radius_b = || not_negative(shape.radius_b, format_args!("{prefix}radius_b"));
    let ends = || Ok((corner(shape.a, "a")?, corner(shape.b, "b")?));
    Ok(match shape.kind {
        CAROM_CYLINDER | CAROM_CONE => {
            let ((a, b), radius_a) = (ends()?, radius()?);
            if a == b {
                let what = "and b are the same point, so it has no axis";
                return Err(bad(&format_args!("{prefix}a"), what));
            }
            if shape.kind == CAROM_CYLINDER {
                Cylinder::new(a, b, radius_a).into()
            } else {
                Cone::frustum(a, b, [radius_a, radius_b()?]).into()
            }
        }
        CAROM_TAPERED_CAPSULE => {
            let (a, b) = ends()?;
            TaperedCapsule::new(a, b, [radius()?, radius_b()?]).into()
        }
        CAROM_ELLIPSOID => {
            let (center, radii) = ends()?;
            if radii.cmplt(Vec3::ZERO).any() {
                return Err(bad(&format_args!("{prefix}b"), "has a negative radius"));
            }
            Ellipsoid::new(center, radii).into()
        }
        CAROM_ORIENTED_ELLIPSOID => {
            // SAFETY: what the caller promises.
            let (center, axes) = unsafe { half_axes(shape, prefix) }?;
            Ellipsoid { center, axes }.into()
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
/// As for [`checked`].
pub(crate) unsafe fn oriented_box(shape: &CaromShape, prefix: &str) -> Result<(Vec3, [Vec3; 3])> {
    // SAFETY: what the caller promises.
    let (center, [x, y, z]) = unsafe { half_axes(shape, prefix) }?;
    let skew = |a: Vec3, b: Vec3| a.dot(b).abs() > 1e-4 * a.length() * b.length();
    if skew(x, y) || skew(y, z) || skew(z, x) {
        let text = format!("{prefix}points: half axes that are not at right angles to each other");
        return Err(Failure::invalid(text));
    }
    Ok((center, [x, y, z]))
}

/// The center and three half axes.
///
/// # Safety
/// As for [`checked`].
unsafe fn half_axes(shape: &CaromShape, prefix: &str) -> Result<(Vec3, [Vec3; 3])> {
    let center = finite(shape.a, format_args!("{prefix}a"))?;
    // SAFETY: what the caller promises.
    let axes = unsafe { hull_points(shape, prefix) }?;
    let axes: [Vec3; 3] = axes.try_into().map_err(|axes: Vec<_>| {
        let count = axes.len();
        Failure::out_of_range(format!("{prefix}point_count is {count}, not 3"))
    })?;
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
