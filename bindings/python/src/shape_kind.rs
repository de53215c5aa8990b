//! Kinds of shapes, with their classes and fields.

use crate::arrays::Row;

/// A kind of shape: its class, and the names and rows of its fields.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    Points,
    Balls,
    Capsules,
    Boxes,
    Triangles,
    Hulls,
    OrientedBoxes,
    Cylinders,
    Cones,
    TaperedCapsules,
    Ellipsoids,
    Planes,
}

impl Kind {
    pub(crate) fn class(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::Balls => "Ball",
            Self::Capsules => "Capsule",
            Self::Boxes => "Box",
            Self::Triangles => "Triangle",
            Self::Hulls => "Hull",
            Self::OrientedBoxes => "OrientedBox",
            Self::Cylinders => "Cylinder",
            Self::Cones => "Cone",
            Self::TaperedCapsules => "TaperedCapsule",
            Self::Ellipsoids => "Ellipsoid",
            Self::Planes => "Plane",
        }
    }

    pub(crate) fn fields(self) -> &'static [(&'static str, Row)] {
        const A: (&str, Row) = ("a", Row::Vector);
        const B: (&str, Row) = ("b", Row::Vector);
        const CENTER: (&str, Row) = ("center", Row::Vector);
        const RADIUS: (&str, Row) = ("radius", Row::Number);
        const RADIUS_A: (&str, Row) = ("radius_a", Row::Number);
        const RADIUS_B: (&str, Row) = ("radius_b", Row::Number);
        const ROTATION: (&str, Row) = ("rotation", Row::Rotation);
        const ROUNDING: (&str, Row) = ("rounding", Row::Number);
        match self {
            Self::Points => &[("points", Row::Vector)],
            Self::Balls => &[CENTER, RADIUS],
            Self::Capsules => &[A, B, RADIUS],
            Self::Boxes => &[("min", Row::Vector), ("max", Row::Vector), ROUNDING],
            Self::Triangles => &[A, B, ("c", Row::Vector), ROUNDING],
            Self::Hulls => &[("points", Row::Points), RADIUS],
            Self::OrientedBoxes => &[CENTER, ("half", Row::Vector), ROTATION, ROUNDING],
            Self::Cylinders => &[A, B, RADIUS, ROUNDING],
            Self::Cones => &[A, B, RADIUS_A, RADIUS_B, ROUNDING],
            Self::TaperedCapsules => &[A, B, RADIUS_A, RADIUS_B],
            Self::Ellipsoids => &[CENTER, ("radii", Row::Vector), ROTATION, ROUNDING],
            Self::Planes => &[("normal", Row::Vector), ("offset", Row::Number)],
        }
    }
}
