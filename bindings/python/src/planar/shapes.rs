//! Shapes in 2D.

use crate::shape_kind::Kind;
use crate::shapes::{shape, zero};
use carom::glam::DVec2;
use pyo3::prelude::*;
use pyo3::types::PyType;

shape!(
    "carom.planar", DVec2;
    /// Ball(center, radius): a circle with its inside, all points within `radius` (...) of `center` (..., 2).
    ///
    /// >>> import carom
    /// >>> carom.planar.Ball([0, 0], 1.0)
    /// Ball(center=[0, 0], radius=1.0)
    PlanarBall, "Ball", Balls, (center, radius), [center 0, radius 1]
);
shape!(
    "carom.planar", DVec2;
    /// Capsule(a, b, radius): all points within `radius` (...) of the segment from `a` to `b`, both (..., 2).
    ///
    /// A radius of 0 makes a segment.
    ///
    /// >>> import carom
    /// >>> carom.planar.Capsule([0, 0], [0, 1], 0.3)
    /// Capsule(a=[0, 0], b=[0, 1], radius=0.3)
    PlanarCapsule, "Capsule", Capsules, (a, b, radius), [a 0, b 1, radius 2]
);
shape!(
    "carom.planar", DVec2;
    /// Box(min, max, rounding=0.0): the axis-aligned rectangle between two corners, both (..., 2), with a radius `rounding` (...)
    /// around it. One that is rotated is an OrientedBox.
    ///
    /// >>> import carom
    /// >>> carom.planar.Box([0, 0], [1, 2])
    /// Box(min=[0, 0], max=[1, 2])
    PlanarBox, "Box", Boxes, (min, max, rounding = None), [min 0, max 1], [rounding 2 zero]
);
shape!(
    "carom.planar", DVec2;
    /// OrientedBox(center, half, angle=0.0, rounding=0.0): the rectangle with the half extents `half` (..., 2), turned by `angle`
    /// (...) radians counter-clockwise, with a radius `rounding` (...) around it.
    ///
    /// >>> import carom, numpy as np
    /// >>> plank = carom.planar.OrientedBox([0, 0], [2.0, 0.5], np.pi / 2)
    /// >>> carom.planar.closest([0., 3], plank).distance.round(9)
    /// np.float64(1.0)
    PlanarOrientedBox, "OrientedBox", OrientedBoxes, (center, half, angle = None, rounding = None), [center 0, half 1],
    [angle 2 zero, rounding 3 zero]
);
shape!(
    "carom.planar", DVec2;
    /// Triangle(a, b, c, rounding=0.0): a triangle with its inside, by its corners, each (..., 2), in any order, with a radius
    /// `rounding` (...) around it. Without area it is its longest side.
    ///
    /// >>> import carom
    /// >>> carom.planar.overlap([1., 1], carom.planar.Triangle([0, 0], [4, 0], [0, 4]))
    /// array(True)
    PlanarTriangle, "Triangle", Triangles, (a, b, c, rounding = None), [a 0, b 1, c 2], [rounding 3 zero]
);
shape!(
    "carom.planar", DVec2;
    /// Hull(points, radius=0.0): the convex hull of `points` (..., k, 2), a polygon, rounded by `radius` (...).
    ///
    /// Points inside the hull and repeated points change nothing, so hulls of fewer points can be filled up.
    ///
    /// >>> import carom
    /// >>> carom.planar.Hull([[0, 0], [1, 0], [0, 1]], 0.1).shape
    /// ()
    PlanarHull, "Hull", Hulls, (points, radius = None), [points 0], [radius 1 zero]
);
shape!(
    "carom.planar", DVec2;
    /// TaperedCapsule(a, b, radius_a, radius_b): the convex hull of a ball with `radius_a` (...) around `a` and a ball with
    /// `radius_b` (...) around `b`, both (..., 2). If one ball contains the other, it is that ball.
    ///
    /// >>> import carom
    /// >>> carom.planar.TaperedCapsule([0, 0], [0, 2], 0.5, 0.25)
    /// TaperedCapsule(a=[0, 0], b=[0, 2], radius_a=0.5, radius_b=0.25)
    PlanarTaperedCapsule, "TaperedCapsule", TaperedCapsules, (a, b, radius_a, radius_b), [a 0, b 1, radius_a 2, radius_b 3]
);
shape!(
    "carom.planar", DVec2;
    /// Ellipse(center, radii, angle=0.0, rounding=0.0): the ellipse with its inside, with `radii` (..., 2), turned by `angle` (...)
    /// radians counter-clockwise, with a radius `rounding` (...) around it.
    ///
    /// With one radius of 0 it is a segment.
    ///
    /// >>> import carom
    /// >>> carom.planar.closest([5., 0], carom.planar.Ellipse([0, 0], [3, 1])).distance.round(9)
    /// np.float64(2.0)
    PlanarEllipse, "Ellipse", Ellipsoids, (center, radii, angle = None, rounding = None), [center 0, radii 1],
    [angle 2 zero, rounding 3 zero]
);
shape!(
    "carom.planar", DVec2;
    /// HalfPlane(normal, offset): all points with `normal` (..., 2) · point ≤ `offset` (...), an unbounded floor or wall.
    ///
    /// The normal points outwards and has any length but zero.
    ///
    /// >>> import carom
    /// >>> floor = carom.planar.HalfPlane([0., 1], 2.0)
    /// >>> carom.planar.closest(carom.planar.Ball([5., 4], 0.5), floor).distance
    /// array(1.5)
    PlanarHalfPlane, "HalfPlane", Planes, (normal, offset), [normal 0, offset 1]
);

/// The class of a kind; none of points, and of what only 3D has.
pub(crate) fn class(py: Python<'_>, kind: Kind) -> Option<Bound<'_, PyType>> {
    Some(match kind {
        Kind::Points | Kind::Cylinders | Kind::Cones => return None,
        Kind::Balls => py.get_type::<PlanarBall>(),
        Kind::Capsules => py.get_type::<PlanarCapsule>(),
        Kind::Boxes => py.get_type::<PlanarBox>(),
        Kind::Triangles => py.get_type::<PlanarTriangle>(),
        Kind::Hulls => py.get_type::<PlanarHull>(),
        Kind::OrientedBoxes => py.get_type::<PlanarOrientedBox>(),
        Kind::TaperedCapsules => py.get_type::<PlanarTaperedCapsule>(),
        Kind::Ellipsoids => py.get_type::<PlanarEllipse>(),
        Kind::Planes => py.get_type::<PlanarHalfPlane>(),
    })
}
