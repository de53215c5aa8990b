//! Shapes: one tagged plain struct.

use crate::kinds::{
    CAROM_BALL, CAROM_BOX, CAROM_CAPSULE, CAROM_CONE, CAROM_CYLINDER, CAROM_ELLIPSOID,
    CAROM_HALF_SPACE, CAROM_HULL, CAROM_ORIENTED_BOX, CAROM_ORIENTED_ELLIPSOID, CAROM_POINT,
    CAROM_TAPERED_CAPSULE, CAROM_TRIANGLE,
};
use crate::memory::Plain;
use crate::values::CaromVec3;
use std::ptr;

/// A convex shape. The functions carom_ball, carom_capsule and so on fill it in. Fields that a kind does not need are
/// not read; rounding is for all kinds.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CaromShape {
    /// CAROM_POINT, CAROM_BALL, CAROM_CAPSULE and so on.
    pub kind: u32,
    /// Of a ball, capsule, hull or cylinder, and of a cone or tapered capsule at a: finite, not negative. Of a half-space any
    /// finite number.
    pub radius: f32,
    /// Of all kinds but hulls; finite.
    pub a: CaromVec3,
    /// Of a capsule, box, triangle, cylinder, cone, tapered capsule or ellipsoid; finite, of a box nowhere less than a, and
    /// of an ellipsoid nowhere negative.
    pub b: CaromVec3,
    /// Of a triangle; finite.
    pub c: CaromVec3,
    /// Of a cone or tapered capsule: the radius at b; finite, not negative.
    pub radius_b: f32,
    /// Of all kinds: the shape is all points within this distance of the kind's own shape; finite, not negative. Default: 0.
    pub rounding: f32,
    /// Padding; not read.
    pub reserved: u32,
    /// Of a hull: at least one point, all finite. Of an oriented box or oriented ellipsoid: three. The caller keeps them;
    /// each function reads them again.
    pub points: *const CaromVec3,
    /// The number of points.
    pub point_count: usize,
}

// SAFETY: integers, floats and a pointer.
unsafe impl Plain for CaromShape {}

pub(crate) const NOTHING: CaromShape = CaromShape {
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
    radius_b: 0.0,
    rounding: 0.0,
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
/// the shape is used.
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

/// The solid cylinder with flat ends between the centers `a` and `b` of its ends.
#[unsafe(no_mangle)]
pub extern "C" fn carom_cylinder(a: CaromVec3, b: CaromVec3, radius: f32) -> CaromShape {
    CaromShape {
        kind: CAROM_CYLINDER,
        a,
        b,
        radius,
        ..NOTHING
    }
}

/// The solid cone with this center of its base, and this apex.
#[unsafe(no_mangle)]
pub extern "C" fn carom_cone(base: CaromVec3, apex: CaromVec3, radius: f32) -> CaromShape {
    carom_frustum(base, apex, radius, 0.0)
}

/// The solid frustum between the centers `a` and `b` of its ends, with a radius of each: a cone without its tip.
#[unsafe(no_mangle)]
pub extern "C" fn carom_frustum(
    a: CaromVec3,
    b: CaromVec3,
    radius_a: f32,
    radius_b: f32,
) -> CaromShape {
    CaromShape {
        kind: CAROM_CONE,
        a,
        b,
        radius: radius_a,
        radius_b,
        ..NOTHING
    }
}

/// The convex hull of a ball around `a` and a ball around `b`: a capsule that gets thinner.
#[unsafe(no_mangle)]
pub extern "C" fn carom_tapered_capsule(
    a: CaromVec3,
    b: CaromVec3,
    radius_a: f32,
    radius_b: f32,
) -> CaromShape {
    CaromShape {
        kind: CAROM_TAPERED_CAPSULE,
        ..carom_frustum(a, b, radius_a, radius_b)
    }
}

/// The solid ellipsoid with these radii along x, y and z.
#[unsafe(no_mangle)]
pub extern "C" fn carom_ellipsoid(center: CaromVec3, radii: CaromVec3) -> CaromShape {
    CaromShape {
        kind: CAROM_ELLIPSOID,
        a: center,
        b: radii,
        ..NOTHING
    }
}

/// The solid ellipsoid with three half axes, which need not be at right angles to each other. They are not copied: they
/// must stay in place while the shape is used.
#[unsafe(no_mangle)]
pub extern "C" fn carom_oriented_ellipsoid(
    center: CaromVec3,
    half_axes: *const CaromVec3,
) -> CaromShape {
    CaromShape {
        kind: CAROM_ORIENTED_ELLIPSOID,
        ..carom_oriented_box(center, half_axes)
    }
}

/// The half-space of all points x with `dot(normal, x)` at most `offset`: an unbounded floor or wall. The normal points outwards
/// and has any length but zero.
#[unsafe(no_mangle)]
pub extern "C" fn carom_half_space(normal: CaromVec3, offset: f32) -> CaromShape {
    CaromShape {
        kind: CAROM_HALF_SPACE,
        a: normal,
        radius: offset,
        ..NOTHING
    }
}

/// The same shape with a radius around it: all points within `rounding` of it.
#[unsafe(no_mangle)]
pub extern "C" fn carom_rounded(shape: CaromShape, rounding: f32) -> CaromShape {
    CaromShape { rounding, ..shape }
}
