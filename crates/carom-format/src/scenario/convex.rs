//! The convex shapes of a scenario's bodies: how they are written, and checked.

use super::numbers::{Dimensions, amount, size};
use crate::decimal::{Decimal, Numbers};
use crate::error::{Result, ensure};
use crate::shape::{
    AabbFile, BallFile, BoxFile, CapsuleFile, EllipsoidFile, HullFile, PlaneFile, SegmentFile,
    ShapeKind, TriangleFile, TwoRadiiFile,
};

/// A convex shape of a body.
///
/// ```
/// use carom_format::scenario::Convex;
/// let capsule = Convex::Hull { points: vec![[0.0; 3], [0.0, 1.0, 0.0]], radius: 0.3 };
/// assert!(matches!(capsule, Convex::Hull { radius: 0.3, .. }));
/// ```
#[derive(Clone, Debug)]
pub enum Convex {
    /// A box along the axes.
    Box {
        /// Its center.
        center: [f64; 3],
        /// Half of its size.
        half: [f64; 3],
    },
    /// The convex hull of points grown by a radius: a ball with one point, a capsule or segment with two.
    Hull {
        /// The points.
        points: Vec<[f64; 3]>,
        /// The radius.
        radius: f64,
    },
    /// A triangle in 3D.
    Triangle([[f64; 3]; 3]),
    /// A half-space, solid where `normal` · p ≤ `offset`.
    Plane {
        /// The outward normal, of any length.
        normal: [f64; 3],
        /// The offset along the normal.
        offset: f64,
    },
    /// A cylinder.
    Cylinder {
        /// The centers of its ends, which differ.
        ends: [[f64; 3]; 2],
        /// The radius.
        radius: f64,
    },
    /// A cone or a frustum.
    Cone {
        /// The centers of its ends, which differ.
        ends: [[f64; 3]; 2],
        /// The radius of each end.
        radii: [f64; 2],
    },
    /// The convex hull of two balls.
    TaperedCapsule {
        /// The centers of the balls.
        ends: [[f64; 3]; 2],
        /// The radius of each ball.
        radii: [f64; 2],
    },
    /// An ellipsoid along the axes.
    Ellipsoid {
        /// The center.
        center: [f64; 3],
        /// The half axes.
        radii: [f64; 3],
    },
    /// All points within a radius of another shape.
    Round {
        /// The other shape.
        shape: Box<Convex>,
        /// The radius.
        radius: f64,
    },
}

impl Convex {
    /// The shape and all points within a radius of it.
    pub(super) fn rounded(self, radius: f64) -> Self {
        let shape = Box::new(self);
        Self::Round { shape, radius }
    }
}

/// A convex shape.
#[derive(Clone, Copy)]
pub(super) enum ConvexFile<'a> {
    Box(&'a BoxFile<'a>),
    Capsule(&'a CapsuleFile<'a>),
    Ball(&'a BallFile<'a>),
    Point(&'a Numbers<'a>),
    Segment(&'a SegmentFile<'a>),
    Triangle(&'a TriangleFile<'a>),
    Hull(&'a HullFile<'a>),
    Aabb(&'a AabbFile<'a>),
    Plane(&'a PlaneFile<'a>),
    Cylinder(&'a CapsuleFile<'a>),
    Cone(&'a TwoRadiiFile<'a>),
    TaperedCapsule(&'a TwoRadiiFile<'a>),
    Ellipsoid(&'a EllipsoidFile<'a>),
}

impl<'a> ConvexFile<'a> {
    /// The convex shape of a part of a compound; `None` if it is none.
    pub(super) fn of(kind: &'a ShapeKind<'a>) -> Option<Self> {
        Some(match kind {
            ShapeKind::Point(p) => Self::Point(p),
            ShapeKind::Segment(s) => Self::Segment(s),
            ShapeKind::Ball(s) => Self::Ball(s),
            ShapeKind::Capsule(s) => Self::Capsule(s),
            ShapeKind::Triangle(s) => Self::Triangle(s),
            ShapeKind::Hull(s) => Self::Hull(s),
            ShapeKind::Box(s) => Self::Box(s),
            ShapeKind::Aabb(s) => Self::Aabb(s),
            ShapeKind::Cylinder(s) => Self::Cylinder(s),
            ShapeKind::Cone(s) => Self::Cone(s),
            ShapeKind::TaperedCapsule(s) => Self::TaperedCapsule(s),
            ShapeKind::Ellipsoid(s) => Self::Ellipsoid(s),
            ShapeKind::Plane(s) => Self::Plane(s),
            ShapeKind::Mesh(_)
            | ShapeKind::Level(_)
            | ShapeKind::HeightField(_)
            | ShapeKind::Chain(_)
            | ShapeKind::Compound(_) => return None,
        })
    }
}

/// Reads the fields of a body's shape.
#[derive(Clone, Copy)]
pub(super) struct Fields<'a> {
    pub(super) dimensions: Dimensions,
    pub(super) place: &'a str,
}

impl Fields<'_> {
    fn point(self, numbers: &Numbers<'_>, field: &str) -> Result<[f64; 3]> {
        self.dimensions
            .point(numbers, &format!("{}.{field}", self.place))
    }

    pub(super) fn length(self, number: &Decimal<'_>, field: &str) -> Result<f64> {
        size(number.to_f64(), &format!("{}.{field}", self.place))
    }

    /// A shape, and all points within the rounding.
    pub(super) fn rounded(
        self,
        shape: ConvexFile<'_>,
        rounding: Option<&Decimal<'_>>,
    ) -> Result<Convex> {
        let shape = self.convex(shape)?;
        Ok(match rounding {
            Some(radius) => shape.rounded(self.length(radius, "rounding")?),
            None => shape,
        })
    }

    fn convex(self, shape: ConvexFile<'_>) -> Result<Convex> {
        let sharp = |points: &[[f64; 3]]| Convex::Hull {
            points: points.to_vec(),
            radius: 0.0,
        };
        Ok(match shape {
            ConvexFile::Box(file) => self.cuboid(file)?,
            ConvexFile::Aabb(file) => self.aabb(file)?,
            ConvexFile::Capsule(capsule) => Convex::Hull {
                points: vec![
                    self.point(&capsule.a, "capsule.a")?,
                    self.point(&capsule.b, "capsule.b")?,
                ],
                radius: self.length(&capsule.radius, "capsule.radius")?,
            },
            ConvexFile::Ball(ball) => Convex::Hull {
                points: vec![self.point(&ball.center, "ball.center")?],
                radius: self.length(&ball.radius, "ball.radius")?,
            },
            ConvexFile::Point(p) => sharp(&[self.point(p, "point")?]),
            ConvexFile::Segment(s) => sharp(&[
                self.point(&s.a, "segment.a")?,
                self.point(&s.b, "segment.b")?,
            ]),
            ConvexFile::Triangle(t) => {
                let corners = [
                    self.point(&t.a, "triangle.a")?,
                    self.point(&t.b, "triangle.b")?,
                    self.point(&t.c, "triangle.c")?,
                ];
                match self.dimensions {
                    Dimensions::Two => sharp(&corners),
                    Dimensions::Three => Convex::Triangle(corners),
                }
            }
            ConvexFile::Hull(hull) => self.hull(hull)?,
            ConvexFile::Cylinder(file) => Convex::Cylinder {
                ends: self.axis("cylinder", [&file.a, &file.b])?,
                radius: self.length(&file.radius, "cylinder.radius")?,
            },
            ConvexFile::Cone(file) => Convex::Cone {
                ends: self.axis("cone", [&file.a, &file.b])?,
                radii: self.radii("cone", file)?,
            },
            ConvexFile::TaperedCapsule(file) => Convex::TaperedCapsule {
                ends: self.ends("tapered_capsule", [&file.a, &file.b])?,
                radii: self.radii("tapered_capsule", file)?,
            },
            ConvexFile::Ellipsoid(file) => Convex::Ellipsoid {
                center: self.center(file.center.as_ref(), "ellipsoid.center")?,
                radii: self.half(&file.radii, "ellipsoid.radii")?,
            },
            ConvexFile::Plane(plane) => self.plane(plane)?,
        })
    }

    fn ends(self, kind: &str, [a, b]: [&Numbers<'_>; 2]) -> Result<[[f64; 3]; 2]> {
        Ok([
            self.point(a, &format!("{kind}.a"))?,
            self.point(b, &format!("{kind}.b"))?,
        ])
    }

    /// Two ends that are not the same.
    fn axis(self, kind: &str, ends: [&Numbers<'_>; 2]) -> Result<[[f64; 3]; 2]> {
        let [a, b] = self.ends(kind, ends)?;
        ensure!(
            a != b,
            "{}.{kind}: a and b are the same point, so it has no axis",
            self.place
        );
        Ok([a, b])
    }

    fn radii(self, kind: &str, file: &TwoRadiiFile<'_>) -> Result<[f64; 2]> {
        Ok([
            self.length(&file.radius_a, &format!("{kind}.radius_a"))?,
            self.length(&file.radius_b, &format!("{kind}.radius_b"))?,
        ])
    }

    fn center(self, center: Option<&Numbers<'_>>, field: &str) -> Result<[f64; 3]> {
        match center {
            Some(center) => self.point(center, field),
            None => Ok([0.0; 3]),
        }
    }

    /// Half lengths along the axes.
    fn half(self, numbers: &Numbers<'_>, field: &str) -> Result<[f64; 3]> {
        let half = self.point(numbers, field)?;
        ensure!(
            half.iter().all(|h| *h >= 0.0),
            "{}.{field} must not be negative ({:?})",
            self.place,
            &half[..numbers.count]
        );
        Ok(half)
    }

    fn cuboid(self, file: &BoxFile<'_>) -> Result<Convex> {
        Ok(Convex::Box {
            half: self.half(&file.half, "box.half")?,
            center: self.center(file.center.as_ref(), "box.center")?,
        })
    }

    fn plane(self, plane: &PlaneFile<'_>) -> Result<Convex> {
        let place = self.place;
        let normal = &plane.normal;
        Ok(Convex::Plane {
            normal: self
                .dimensions
                .direction(normal, &format!("{place}.plane.normal"))?,
            offset: amount(plane.offset.to_f64(), &format!("{place}.plane.offset"))?,
        })
    }

    fn aabb(self, file: &AabbFile<'_>) -> Result<Convex> {
        let min = self.point(&file.min, "aabb.min")?;
        let max = self.point(&file.max, "aabb.max")?;
        ensure!(
            (0..3).all(|i| min[i] <= max[i]),
            "{}.aabb.min is greater than its max",
            self.place
        );
        Ok(Convex::Box {
            center: [0, 1, 2].map(|i| (min[i] + max[i]) * 0.5),
            half: [0, 1, 2].map(|i| (max[i] - min[i]) * 0.5),
        })
    }

    fn hull(self, file: &HullFile<'_>) -> Result<Convex> {
        ensure!(
            !file.points.is_empty(),
            "{}.hull.points is empty",
            self.place
        );
        let points = file.points.iter().enumerate();
        Ok(Convex::Hull {
            points: points
                .map(|(i, p)| self.point(p, &format!("hull.points[{i}]")))
                .collect::<Result<_>>()?,
            radius: match &file.radius {
                Some(radius) => self.length(radius, "hull.radius")?,
                None => 0.0,
            },
        })
    }
}
