//! Transforms of shapes between frames: of bodies into a query's frame, and of a query's shape into a body's.

use super::rotation::Rotation;
use crate::pair::rigid::RigidMotion;
use crate::pair::small_vec::SmallVec;
use crate::shape::{
    Convex, Points, Shape, ShapeRef, ball::Ball, capsule::Capsule, cone::Cone, cylinder::Cylinder,
    ellipsoid::Ellipsoid, hull::Hull, oriented_box::OrientedBox, plane::Plane,
    round_shape::RoundShape, segment::Segment, tapered_capsule::TaperedCapsule, triangle::Triangle,
};
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};

/// A shape in a pose, for queries: see [`Pose::place_shape`](super::Pose::place_shape).
///
/// ```
/// use carom::{Capsule, PlacedShape, Pose, closest, glam::{Vec2, vec2}};
/// let bar = Capsule::new(vec2(-1., 0.), vec2(1., 0.), 0.5);
/// let placed: PlacedShape<Vec2> = Pose::at(vec2(0., 4.)).place_shape(&bar);
/// assert_eq!(closest(&placed, &bar).distance, 3.);
/// ```
#[derive(Debug)]
pub struct PlacedShape<'a, V: Vector>(Placed<'a, V>);

#[derive(Debug)]
enum Placed<'a, V: Vector> {
    Shape(ShapeRef<'a, V>),
    Hull(SmallVec<V, 8>, V::Scalar),
}

impl<V: Vector> Convex for PlacedShape<'_, V> {
    type Vector = V;

    fn shape_ref(&self) -> ShapeRef<'_, V> {
        match &self.0 {
            Placed::Shape(shape) => *shape,
            Placed::Hull(points, radius) => ShapeRef::Points((points, *radius)),
        }
    }
}

impl<'a, V: Vector> PlacedShape<'a, V> {
    /// A shape that is in its place already.
    pub(super) fn unchanged(shape: ShapeRef<'a, V>) -> Self {
        Self(Placed::Shape(shape))
    }
}

/// A transform from one frame to another, `p` to `R (p − from) s + to`, computed in double precision and rounded once.
/// The identity returns the same bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Map<V: Vector> {
    rotation: Rotation<V>,
    scale: f64,
    from: V::Double,
    to: V::Double,
    turns: bool,
    scales: bool,
    moves: bool,
}

impl<V: Vector> Map<V> {
    pub(super) fn new(rotation: Rotation<V>, scale: f64, to: V::Double) -> Self {
        let from = <V::Double as Vector>::ZERO;
        Self {
            rotation,
            scale,
            from,
            to,
            turns: rotation != Rotation::default(),
            scales: scale != 1.0,
            moves: to != from,
        }
    }

    /// The inverse, `R⁻¹ (p − to) / s + from`, which loses nothing where `from` and `to` are large.
    pub(super) fn inverse(&self) -> Self {
        Self {
            rotation: self.rotation.inverse(),
            scale: 1.0 / self.scale,
            from: self.to,
            to: self.from,
            ..*self
        }
    }

    /// Whether it leaves every answer unchanged, to the bit.
    pub(super) fn is_identity(&self) -> bool {
        !(self.turns || self.scales || self.moves)
    }

    /// Transforms a unit vector.
    pub(super) fn direction(&self, v: V) -> V {
        if self.turns {
            V::from_double(self.rotation.rotated(v.to_double()))
        } else {
            v
        }
    }

    /// Transforms a displacement.
    pub(super) fn vector(&self, v: V) -> V {
        if self.turns || self.scales {
            V::from_double(self.linear(v.to_double()))
        } else {
            v
        }
    }

    pub(super) fn point(&self, p: V) -> V {
        if self.is_identity() {
            p
        } else {
            V::from_double(self.linear(p.to_double() - self.from) + self.to)
        }
    }

    pub(super) fn length(&self, length: V::Scalar) -> V::Scalar {
        if self.scales {
            V::Scalar::from_f64(length.to_f64() * self.scale)
        } else {
            length
        }
    }

    fn linear(&self, v: V::Double) -> V::Double {
        let v = v * self.scale;
        if self.turns {
            self.rotation.rotated(v)
        } else {
            v
        }
    }

    /// The bounding box of a transformed box.
    pub(super) fn around(&self, bounds: &Aabb<V>) -> Aabb<V> {
        if self.turns {
            Aabb::of_points(
                bounds
                    .corners()
                    .as_points()
                    .0
                    .iter()
                    .map(|p| self.point(*p)),
            )
        } else {
            Aabb {
                min: self.point(bounds.min),
                max: self.point(bounds.max),
            }
        }
    }

    pub(super) fn triangle(&self, triangle: &Triangle<V>) -> Triangle<V> {
        let [a, b, c] = triangle.core().map(|p| self.point(p));
        Triangle { a, b, c }
    }

    /// Transforms a shape, to keep it; boxes that are rotated become hulls with their vertices in the same
    /// order.
    pub(super) fn shape(&self, shape: &Shape<V>) -> Shape<V> {
        match shape {
            Shape::Point(p) => Shape::Point(self.point(*p)),
            Shape::Segment(s) => Shape::Segment(Segment::new(self.point(s.a), self.point(s.b))),
            Shape::Ball(s) => Shape::Ball(Ball::new(self.point(s.center), self.length(s.radius))),
            Shape::Capsule(s) => {
                let radius = self.length(s.radius);
                Shape::Capsule(Capsule::new(self.point(s.a), self.point(s.b), radius))
            }
            Shape::Triangle(s) => Shape::Triangle(self.triangle(s)),
            Shape::Hull(s) => Shape::Hull(self.hull(s)),
            Shape::Aabb(s) if self.turns => Shape::Hull(self.hull(&Hull::from(*s))),
            Shape::Aabb(s) => Shape::Aabb(self.around(s)),
            Shape::OrientedBox(s) => Shape::Hull(self.hull(&s.hull())),
            Shape::Cylinder(s) => {
                let radius = self.length(s.radius);
                Shape::Cylinder(Cylinder::new(self.point(s.a), self.point(s.b), radius))
            }
            Shape::Cone(s) => {
                let radii = [s.radius_a, s.radius_b].map(|radius| self.length(radius));
                Shape::Cone(Cone::frustum(self.point(s.a), self.point(s.b), radii))
            }
            Shape::TaperedCapsule(s) => {
                let radii = [s.radius_a, s.radius_b].map(|radius| self.length(radius));
                let (a, b) = (self.point(s.a), self.point(s.b));
                Shape::TaperedCapsule(TaperedCapsule::new(a, b, radii))
            }
            Shape::Ellipsoid(s) => Shape::Ellipsoid(Ellipsoid {
                center: self.point(s.center),
                axes: s.axes.map(|axis| self.vector(axis)),
            }),
            Shape::Support(s) => s.map(|p| self.point(p), |v| self.vector(v)).into(),
            Shape::Round(s) => RoundShape::new(self.shape(&s.shape), self.length(s.radius)).into(),
            Shape::Plane(s) => Shape::Plane(self.plane(s)),
        }
    }

    /// Transforms a box that stays or becomes an oriented one; `None` for other shapes and if it stays axis-aligned.
    pub(super) fn oriented_box(&self, shape: &Shape<V>) -> Option<Shape<V>> {
        let own = match shape {
            Shape::Aabb(own) if self.turns => {
                let half = (own.max - own.min) * V::Scalar::HALF;
                OrientedBox::new(own.center(), half)
            }
            Shape::OrientedBox(own) => *own,
            _ => return None,
        };
        Some(Shape::OrientedBox(OrientedBox {
            center: self.point(own.center),
            axes: own.axes.map(|axis| self.vector(axis)),
        }))
    }

    /// Transforms a shape for one query, as [`shape`](Self::shape) does; nothing allocates up to eight points.
    pub(super) fn placed<'a>(&self, shape: &ShapeRef<'a, V>) -> PlacedShape<'a, V> {
        if self.is_identity() {
            return PlacedShape::unchanged(*shape);
        }
        let points = |(points, radius): Points<'_, V>| {
            let mut placed = SmallVec::new(V::ZERO);
            for p in points {
                placed.push(self.point(*p));
            }
            PlacedShape(Placed::Hull(placed, self.length(radius)))
        };
        PlacedShape::unchanged(match shape {
            ShapeRef::One((core, radius)) => {
                ShapeRef::One((core.map(|p| self.point(p)), self.length(*radius)))
            }
            ShapeRef::Two((core, radius)) => {
                ShapeRef::Two((core.map(|p| self.point(p)), self.length(*radius)))
            }
            ShapeRef::Three((core, radius)) => {
                ShapeRef::Three((core.map(|p| self.point(p)), self.length(*radius)))
            }
            ShapeRef::Points(_) | ShapeRef::Polytope(..) => return points(shape.points()),
            ShapeRef::Box(_, corners) if self.turns => return points(corners.as_points()),
            ShapeRef::Corners(corners, radius) => return points((corners.as_points().0, *radius)),
            ShapeRef::Curved(core, radius) => {
                let core = core.map(
                    |p| self.point(p),
                    |v| self.vector(v),
                    |length| self.length(length),
                );
                ShapeRef::Curved(core, self.length(*radius))
            }
            ShapeRef::Support(core, radius) => {
                let core = core.map(|p| self.point(p), |v| self.vector(v));
                ShapeRef::Support(core, self.length(*radius))
            }
            ShapeRef::Box(bounds, _) => {
                let bounds = self.around(bounds);
                ShapeRef::Box(bounds, bounds.corners())
            }
            ShapeRef::HalfSpace(plane) => ShapeRef::HalfSpace(self.plane(plane)),
        })
    }

    /// Transforms a rigid motion.
    pub(super) fn motion(&self, motion: &RigidMotion<V>) -> RigidMotion<V> {
        RigidMotion {
            delta: self.vector(motion.delta),
            pivot: self.point(motion.pivot),
            axis: self.direction(motion.axis),
            angle: motion.angle,
        }
    }

    fn hull(&self, hull: &Hull<V>) -> Hull<V> {
        Hull {
            radius: self.length(hull.radius),
            ..hull.map(|p| self.point(p))
        }
    }

    /// `n·x ≤ offset` is `Rn·y ≤ s (offset − n·from) + Rn·to` of `y = R (x − from) s + to`. It uses the rounded `Rn`,
    /// so that the plane is right near the body's origin.
    fn plane(&self, plane: &Plane<V>) -> Plane<V> {
        let normal = self.direction(plane.normal);
        let offset = plane.offset.to_f64() - plane.normal.to_double().dot(self.from);
        let offset = offset * self.scale + normal.to_double().dot(self.to);
        Plane::new(normal, V::Scalar::from_f64(offset))
    }
}
