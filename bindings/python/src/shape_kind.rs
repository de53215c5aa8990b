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
    /// The name of its class, which is that of a module: `carom` in 3D, `carom.planar` in 2D.
    pub(crate) fn class(self, dim: usize) -> &'static str {
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
            Self::Ellipsoids if dim == 2 => "Ellipse",
            Self::Ellipsoids => "Ellipsoid",
            Self::Planes if dim == 2 => "HalfPlane",
            Self::Planes => "Plane",
        }
    }

    pub(crate) fn fields(self, dim: usize) -> &'static [(&'static str, Row)] {
        if dim == 2 {
            self.fields_of::<2>()
        } else {
            self.fields_of::<3>()
        }
    }

    fn fields_of<const DIM: usize>(self) -> &'static [(&'static str, Row)] {
        match self {
            Self::Points => const { &[("points", Row::vector(DIM))] },
            Self::Balls => const { &[("center", Row::vector(DIM)), RADIUS] },
            Self::Capsules => const { &[a(DIM), b(DIM), RADIUS] },
            Self::Boxes => {
                const {
                    &[
                        ("min", Row::vector(DIM)),
                        ("max", Row::vector(DIM)),
                        ROUNDING,
                    ]
                }
            }
            Self::Triangles => const { &[a(DIM), b(DIM), ("c", Row::vector(DIM)), ROUNDING] },
            Self::Hulls => const { &[("points", points(DIM)), RADIUS] },
            Self::OrientedBoxes => {
                const {
                    &[
                        ("center", Row::vector(DIM)),
                        ("half", Row::vector(DIM)),
                        turn(DIM),
                        ROUNDING,
                    ]
                }
            }
            Self::Cylinders => const { &[a(DIM), b(DIM), RADIUS, ROUNDING] },
            Self::Cones => const { &[a(DIM), b(DIM), RADIUS_A, RADIUS_B, ROUNDING] },
            Self::TaperedCapsules => const { &[a(DIM), b(DIM), RADIUS_A, RADIUS_B] },
            Self::Ellipsoids => {
                const {
                    &[
                        ("center", Row::vector(DIM)),
                        ("radii", Row::vector(DIM)),
                        turn(DIM),
                        ROUNDING,
                    ]
                }
            }
            Self::Planes => const { &[("normal", Row::vector(DIM)), ("offset", Row::Number)] },
        }
    }
}

type Field = (&'static str, Row);

const RADIUS: Field = ("radius", Row::Number);
const RADIUS_A: Field = ("radius_a", Row::Number);
const RADIUS_B: Field = ("radius_b", Row::Number);
const ROUNDING: Field = ("rounding", Row::Number);

const fn points(dim: usize) -> Row {
    if dim == 2 { Row::Places } else { Row::Points }
}

const fn a(dim: usize) -> Field {
    ("a", Row::vector(dim))
}

const fn b(dim: usize) -> Field {
    ("b", Row::vector(dim))
}

/// The directions of the axes of a box or ellipsoid.
const fn turn(dim: usize) -> Field {
    if dim == 2 {
        ("angle", Row::Number)
    } else {
        ("rotation", Row::Matrix3)
    }
}
