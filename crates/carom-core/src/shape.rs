//! Shapes: convex plain data with public fields, most of them a core of points and a radius around it.
//!
//! A degenerate shape *is* its simpler kind: a capsule with coinciding ends is a ball, a radius of zero gives the bare
//! core, a triangle of zero area is its longest side. Constructors check nothing; `is_valid` returns whether every
//! number is finite and no radius negative, [`Shape::check`] which field is wrong.

pub mod ball;
pub mod capsule;
pub mod cone;
pub mod core_ref;
pub mod curved;
pub(crate) mod curved_face;
pub mod cylinder;
pub mod ellipsoid;
pub mod fault;
mod from_core;
pub mod hull;
pub mod oriented_box;
pub mod plane;
pub mod polytope;
pub mod round_shape;
pub mod segment;
pub mod shape_ref;
pub mod support;
pub mod tapered_capsule;
pub mod triangle;

use alloc::boxed::Box;
use ball::Ball;
use capsule::Capsule;
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};
use cone::Cone;
pub(crate) use core_ref::{AnyCore, Core};
use cylinder::Cylinder;
use ellipsoid::Ellipsoid;
use fault::{FaultKind, ShapeFault, axis, ends, ensure, finite, list, size};
use hull::Hull;
use oriented_box::OrientedBox;
use plane::Plane;
use round_shape::RoundShape;
use segment::Segment;
pub use shape_ref::{Convex, ShapeRef};
use support::SupportShape;
use tapered_capsule::TaperedCapsule;
use triangle::Triangle;

/// A core of `N` points, and the radius around it.
pub type RoundedCore<V, const N: usize> = ([V; N], <V as Vector>::Scalar);

/// The points of a core of any number of points, and the radius around it.
pub type Points<'a, V> = (&'a [V], <V as Vector>::Scalar);

/// The points of a core, and the radius around it.
pub(crate) fn points_of<V: Vector, const N: usize>(
    (core, radius): &RoundedCore<V, N>,
) -> Points<'_, V> {
    (core, *radius)
}

/// A core of a few points as a core of any kind.
pub(crate) fn any_core<V: Vector, const N: usize>(
    (core, radius): &RoundedCore<V, N>,
) -> AnyCore<'_, V> {
    (Core::Points(core), *radius)
}

/// The vectors along the coordinate axes with these lengths.
fn half_axes<V: Vector>(lengths: V) -> [V; 3] {
    let lengths = lengths.to_f64();
    core::array::from_fn(|i| {
        let mut axis = [0.0; 3];
        axis[i] = lengths[i];
        V::from_f64(axis)
    })
}

/// The core of a single point, with radius 0.
#[inline(always)]
pub(crate) fn point<V: Vector>(p: V) -> RoundedCore<V, 1> {
    ([p], V::Scalar::ZERO)
}

/// A shape of a kind known only at run time. Every query takes it.
///
/// ```
/// use carom::{Ball, Segment, Shape, closest, glam::vec2};
/// let shapes: [Shape<_>; 2] =
///     [Ball::new(vec2(0., 3.), 1.).into(), Segment::new(vec2(-1., 0.), vec2(1., 0.)).into()];
/// assert_eq!(closest(&shapes[0], &shapes[1]).distance, 2.);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        rename_all = "snake_case",
        bound(
            serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
            deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
        )
    )
)]
#[non_exhaustive]
pub enum Shape<V: Vector> {
    /// A point.
    Point(V),
    /// A line segment.
    Segment(Segment<V>),
    /// A circle or sphere.
    Ball(Ball<V>),
    /// All points within a radius of a segment.
    Capsule(Capsule<V>),
    /// A triangle; filled in 2D, flat in 3D.
    Triangle(Triangle<V>),
    /// A convex polygon or polyhedron.
    Hull(Hull<V>),
    /// A solid axis-aligned box.
    Aabb(Aabb<V>),
    /// A solid box in any orientation.
    OrientedBox(OrientedBox<V>),
    /// A solid cylinder with flat ends.
    Cylinder(Cylinder<V>),
    /// A solid cone or frustum.
    Cone(Cone<V>),
    /// The hull of two balls.
    TaperedCapsule(TaperedCapsule<V>),
    /// An ellipse or ellipsoid.
    Ellipsoid(Ellipsoid<V>),
    /// A shape of your own by its support function; it cannot be serialized.
    #[cfg_attr(feature = "serde", serde(skip))]
    Support(SupportShape<V>),
    /// A shape with a radius around it.
    Round(Box<RoundShape<Self>>),
    /// A half-space.
    Plane(Plane<V>),
}

impl<V: Vector> Shape<V> {
    /// The smallest box around it; `None` for a half-space, which is unbounded.
    #[must_use]
    pub fn bounds(&self) -> Option<Aabb<V>> {
        match self {
            Self::Point(p) => Some(Aabb { min: *p, max: *p }),
            Self::Segment(s) => Some(s.bounds()),
            Self::Ball(s) => Some(s.bounds()),
            Self::Capsule(s) => Some(s.bounds()),
            Self::Triangle(s) => Some(s.bounds()),
            Self::Hull(s) => Some(s.bounds()),
            Self::Aabb(s) => Some(*s),
            Self::OrientedBox(s) => Some(s.bounds()),
            Self::Cylinder(s) => Some(s.bounds()),
            Self::Cone(s) => Some(s.bounds()),
            Self::TaperedCapsule(s) => Some(s.bounds()),
            Self::Ellipsoid(s) => Some(s.bounds()),
            Self::Support(s) => Some(s.bounds()),
            Self::Round(s) => s.shape_ref().bounds(),
            Self::Plane(_) => None,
        }
    }

    /// Finds the first field that is not valid, in the order of the struct.
    ///
    /// ```
    /// use carom::{Hull, Shape, glam::vec2};
    /// let hull = Hull::new([vec2(0., 0.), vec2(1., f32::INFINITY)], 0.);
    /// let error = Shape::from(hull).check().unwrap_err();
    /// assert_eq!(error.to_string(), "points[1] is not finite");
    /// ```
    ///
    /// # Errors
    /// If the shape is not [valid](Self::is_valid).
    pub fn check(&self) -> Result<(), ShapeFault> {
        match self {
            Self::Point(p) => finite(*p, "point"),
            Self::Segment(s) => ends(s.a, s.b),
            Self::Ball(s) => finite(s.center, "center").and_then(|()| size(s.radius, "radius")),
            Self::Capsule(s) => ends(s.a, s.b).and_then(|()| size(s.radius, "radius")),
            Self::Triangle(s) => ends(s.a, s.b).and_then(|()| finite(s.c, "c")),
            Self::Hull(s) => {
                ensure(!s.points.is_empty(), "points", FaultKind::Empty)?;
                list(&s.points, "points")?;
                size(s.radius, "radius")
            }
            Self::Aabb(s) => {
                finite(s.min, "min")?;
                finite(s.max, "max")?;
                ensure(!s.is_empty(), "min", FaultKind::Reversed)
            }
            Self::OrientedBox(s) => {
                finite(s.center, "center")?;
                list(&s.axes[..V::DIM], "axes")
            }
            Self::Cylinder(s) => axis(s.a, s.b).and_then(|()| size(s.radius, "radius")),
            Self::Cone(s) => {
                axis(s.a, s.b)?;
                size(s.radius_a, "radius_a")?;
                size(s.radius_b, "radius_b")
            }
            Self::TaperedCapsule(s) => {
                ends(s.a, s.b)?;
                size(s.radius_a, "radius_a")?;
                size(s.radius_b, "radius_b")
            }
            Self::Ellipsoid(s) => {
                finite(s.center, "center")?;
                list(&s.axes[..V::DIM], "axes")
            }
            Self::Support(s) => {
                finite(s.center, "center")?;
                list(&s.axes[..V::DIM], "axes")?;
                ensure(s.is_valid(), "source", FaultKind::NotFinite)
            }
            Self::Round(s) => s.shape.check().and_then(|()| size(s.radius, "rounding")),
            Self::Plane(s) => {
                finite(s.normal, "normal")?;
                let length = s.normal.abs().max_element();
                ensure(length > V::Scalar::ZERO, "normal", FaultKind::Zero)?;
                ensure(s.offset.is_finite(), "offset", FaultKind::NotFinite)
            }
        }
    }

    /// Whether it is not empty, every number is finite and no radius negative: see `is_valid` of its kind.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.check().is_ok()
    }

    /// Whether it is a box by its corners, with sides at right angles.
    pub(crate) fn is_box(&self) -> bool {
        match self {
            Self::Aabb(_) => true,
            Self::OrientedBox(own) => own.is_rectangular(),
            _ => false,
        }
    }

    /// The same shape as a hull; `None` for a half-space, for what is curved otherwise than by a radius, and for a
    /// support function.
    ///
    /// ```
    /// use carom::{Ball, Hull, Shape, glam::{Vec2, vec2}};
    /// let ball = Shape::Ball(Ball::new(vec2(1., 2.), 3.));
    /// assert_eq!(ball.hull(), Some(Hull::new([vec2(1., 2.)], 3.)));
    /// ```
    #[must_use]
    pub fn hull(&self) -> Option<Hull<V>> {
        match self.shape_ref() {
            ShapeRef::HalfSpace(_) | ShapeRef::Curved(..) | ShapeRef::Support(..) => None,
            shape => {
                let (points, radius) = shape.points();
                Some(Hull::new(points, radius))
            }
        }
    }
}

impl<V: Vector> From<Segment<V>> for Shape<V> {
    fn from(shape: Segment<V>) -> Self {
        Self::Segment(shape)
    }
}

impl<V: Vector> From<Ball<V>> for Shape<V> {
    fn from(shape: Ball<V>) -> Self {
        Self::Ball(shape)
    }
}

impl<V: Vector> From<Capsule<V>> for Shape<V> {
    fn from(shape: Capsule<V>) -> Self {
        Self::Capsule(shape)
    }
}

impl<V: Vector> From<Triangle<V>> for Shape<V> {
    fn from(shape: Triangle<V>) -> Self {
        Self::Triangle(shape)
    }
}

impl<V: Vector> From<Hull<V>> for Shape<V> {
    fn from(shape: Hull<V>) -> Self {
        Self::Hull(shape)
    }
}

impl<V: Vector> From<Aabb<V>> for Shape<V> {
    fn from(shape: Aabb<V>) -> Self {
        Self::Aabb(shape)
    }
}

impl<V: Vector> From<Plane<V>> for Shape<V> {
    fn from(shape: Plane<V>) -> Self {
        Self::Plane(shape)
    }
}

impl<V: Vector> From<OrientedBox<V>> for Shape<V> {
    fn from(shape: OrientedBox<V>) -> Self {
        Self::OrientedBox(shape)
    }
}

impl<V: Vector> From<Cylinder<V>> for Shape<V> {
    fn from(shape: Cylinder<V>) -> Self {
        Self::Cylinder(shape)
    }
}

impl<V: Vector> From<Cone<V>> for Shape<V> {
    fn from(shape: Cone<V>) -> Self {
        Self::Cone(shape)
    }
}

impl<V: Vector> From<TaperedCapsule<V>> for Shape<V> {
    fn from(shape: TaperedCapsule<V>) -> Self {
        Self::TaperedCapsule(shape)
    }
}

impl<V: Vector> From<Ellipsoid<V>> for Shape<V> {
    fn from(shape: Ellipsoid<V>) -> Self {
        Self::Ellipsoid(shape)
    }
}

impl<V: Vector> From<SupportShape<V>> for Shape<V> {
    fn from(shape: SupportShape<V>) -> Self {
        Self::Support(shape)
    }
}

impl<V: Vector> From<RoundShape<Self>> for Shape<V> {
    fn from(shape: RoundShape<Self>) -> Self {
        Self::Round(Box::new(shape))
    }
}
