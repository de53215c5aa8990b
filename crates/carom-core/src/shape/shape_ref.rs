//! The trait [`Convex`], and [`ShapeRef`], the borrowed form of a shape that every query works on.

use super::core_ref::{AnyCore, Core};
use super::curved::{CurvedCore, Section};
use super::support::{SupportCore, SupportShape};
use super::{
    Points, RoundedCore, Shape, ball::Ball, capsule::Capsule, cone::Cone, cylinder::Cylinder,
    ellipsoid::Ellipsoid, hull::Hull, oriented_box::OrientedBox, plane::Plane, point, points_of,
    polytope::Polytope, segment::Segment, tapered_capsule::TaperedCapsule, triangle::Triangle,
};
use carom_bvh::{Aabb, Corners};
use carom_math::{Scalar, Vector};
use glam::{DVec2, DVec3, Vec2, Vec3};

/// A borrowed convex shape, by the kind of its core: of points, curved, or by its support function, and a
/// radius around it.
///
/// A ball has a core of one point, a capsule of two; a degenerate shape *is* its simpler kind.
///
/// ```
/// use carom::{Ball, Convex, ShapeRef, glam::vec2};
/// let ball = Ball::new(vec2(1., 2.), 3.);
/// assert!(matches!(ball.shape_ref(), ShapeRef::One(_)));
/// assert_eq!(ball.shape_ref().points(), (&[vec2(1., 2.)][..], 3.));
/// ```
#[derive(Clone, Copy, Debug)]
pub enum ShapeRef<'a, V: Vector> {
    /// A point or a ball.
    One(RoundedCore<V, 1>),
    /// A segment or a capsule.
    Two(RoundedCore<V, 2>),
    /// A triangle.
    Three(RoundedCore<V, 3>),
    /// The convex hull of any number of points.
    Points(Points<'a, V>),
    /// A polygon or polyhedron with its edges, and the radius around it.
    Polytope(&'a Polytope<V>, V::Scalar),
    /// An axis-aligned box, and its corners.
    Box(Aabb<V>, Corners<V>),
    /// A box in any orientation by its corners, and the radius around it.
    Corners(Corners<V>, V::Scalar),
    /// A curved core, and the radius around it.
    Curved(CurvedCore<V>, V::Scalar),
    /// A core by its support function, and the radius around it.
    Support(SupportCore<'a, V>, V::Scalar),
    /// A half-space.
    HalfSpace(Plane<V>),
}

impl<V: Vector> ShapeRef<'_, V> {
    /// Whether both are equal to the bit: zeros of two signs differ.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let radii = [self, other].map(|shape| V::splat(shape.points().1));
        let same_cores = match self {
            Self::One(_)
            | Self::Two(_)
            | Self::Three(_)
            | Self::Points(_)
            | Self::Polytope(..)
            | Self::Box(..)
            | Self::Corners(..) => are_same(self.points().0, other.points().0),
            Self::Curved(a, _) => matches!(other, Self::Curved(b, _) if a.is_same(b)),
            Self::Support(a, _) => matches!(other, Self::Support(b, _) if a.is_same(b)),
            Self::HalfSpace(a) => matches!(other, Self::HalfSpace(b)
                if are_same(&[a.normal, V::splat(a.offset)], &[b.normal, V::splat(b.offset)])),
        };
        same_cores && radii[0].is_same(radii[1])
    }

    /// A point.
    ///
    /// ```
    /// use carom::{Ball, ShapeRef, contact, glam::vec2};
    /// let ball = Ball::new(vec2(3., 0.), 1.);
    /// let found = contact(&ShapeRef::point(vec2(1., 0.)), &ball, 5.).unwrap();
    /// assert_eq!((found.separation, found.normal), (1., vec2(-1., 0.)));
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn point(p: V) -> Self {
        Self::One(point(p))
    }

    /// The points that span the core as their convex hull, and the radius. Other cores and half-spaces have no points.
    #[must_use]
    pub fn points(&self) -> Points<'_, V> {
        match self {
            Self::One(core) => points_of(core),
            Self::Two(core) => points_of(core),
            Self::Three(core) => points_of(core),
            Self::Points(core) => *core,
            Self::Polytope(core, radius) => (core.vertices(), *radius),
            Self::Box(_, corners) => corners.as_points(),
            Self::Corners(corners, radius) => (corners.as_points().0, *radius),
            Self::Curved(_, radius) | Self::Support(_, radius) => (&[], *radius),
            Self::HalfSpace(_) => (&[], V::Scalar::ZERO),
        }
    }

    /// A curved core, and the radius around it; where its sections are points, a segment or a point.
    fn of_curved(core: CurvedCore<V>, radius: V::Scalar) -> Self {
        match core.section {
            Section::Axes(axes) => {
                let mut used = axes[..V::DIM].iter().filter(|axis| **axis != V::ZERO);
                match (used.next(), used.next()) {
                    (None, _) => Self::One(([core.a], radius)),
                    (Some(axis), None) if core.a == core.b && core.sizes == [V::Scalar::ONE; 2] => {
                        Self::Two(([core.a - *axis, core.a + *axis], radius))
                    }
                    _ => Self::Curved(core, radius),
                }
            }
            Section::Ball | Section::Disk if core.sizes == [V::Scalar::ZERO; 2] => {
                Self::Two(([core.a, core.b], radius))
            }
            _ => Self::Curved(core, radius),
        }
    }

    /// The core, and the radius around it. That of a half-space is empty.
    #[inline(always)]
    pub(crate) fn core(&self) -> AnyCore<'_, V> {
        match self {
            Self::Curved(core, radius) => (Core::Curved(core), *radius),
            Self::Support(core, radius) => (Core::Support(core), *radius),
            Self::Polytope(core, radius) => (Core::Polytope(core), *radius),
            _ => {
                let (points, radius) = self.points();
                (Core::Points(points), radius)
            }
        }
    }

    /// The core, without the radius around it.
    pub(crate) fn bare(self) -> Self {
        let zero = V::Scalar::ZERO;
        match self {
            Self::One((core, _)) => Self::One((core, zero)),
            Self::Two((core, _)) => Self::Two((core, zero)),
            Self::Three((core, _)) => Self::Three((core, zero)),
            Self::Points((points, _)) => Self::Points((points, zero)),
            Self::Polytope(core, _) => Self::Polytope(core, zero),
            Self::Corners(corners, _) => Self::Corners(corners, zero),
            Self::Curved(core, _) => Self::Curved(core, zero),
            Self::Support(core, _) => Self::Support(core, zero),
            Self::Box(..) | Self::HalfSpace(_) => self,
        }
    }

    /// The same shape with the radius enlarged by `radius`.
    pub(crate) fn rounded(self, radius: V::Scalar) -> Self {
        match self {
            Self::One((core, own)) => Self::One((core, own + radius)),
            Self::Two((core, own)) => Self::Two((core, own + radius)),
            Self::Three((core, own)) => Self::Three((core, own + radius)),
            Self::Points((points, own)) => Self::Points((points, own + radius)),
            Self::Polytope(core, own) => Self::Polytope(core, own + radius),
            Self::Box(_, corners) => Self::Corners(corners, radius),
            Self::Corners(corners, own) => Self::Corners(corners, own + radius),
            Self::Curved(core, own) => Self::Curved(core, own + radius),
            Self::Support(core, own) => Self::Support(core, own + radius),
            Self::HalfSpace(plane) => {
                let offset = plane.offset + radius * plane.normal.length();
                Self::HalfSpace(Plane::new(plane.normal, offset))
            }
        }
    }

    /// The smallest box around it; `None` for a half-space, which is unbounded.
    #[must_use]
    #[inline]
    pub fn bounds(&self) -> Option<Aabb<V>> {
        match self {
            Self::Box(bounds, _) => Some(*bounds),
            Self::HalfSpace(_) => None,
            _ => {
                let (core, radius) = self.core();
                Some(core.bounds().inflated(radius))
            }
        }
    }

    /// Whether it is not empty, every number is finite and the radius not negative.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        match self {
            Self::Box(bounds, _) => bounds.is_valid(),
            Self::HalfSpace(plane) => plane.is_valid(),
            _ => {
                let (core, radius) = self.core();
                let valid = match core {
                    Core::Points(points) => {
                        !points.is_empty() && points.iter().all(|p| p.is_finite())
                    }
                    Core::Polytope(_) => true,
                    Core::Curved(core) => core.is_valid(),
                    Core::Support(core) => core.is_valid(),
                };
                valid && radius.is_finite() && radius >= V::Scalar::ZERO
            }
        }
    }
}

/// A convex shape of any kind, the argument of all queries.
///
/// Implemented for points (the glam vectors), every shape of this crate and [`Shape`]. A type of your own implements it
/// by lending its points:
///
/// ```
/// use carom::{Convex, ShapeRef, closest, glam::{Vec2, vec2}};
/// struct Dart([Vec2; 4]);
/// impl Convex for Dart {
///     type Vector = Vec2;
///     fn shape_ref(&self) -> ShapeRef<'_, Vec2> {
///         ShapeRef::Points((&self.0, 0.1)) // rounded by 0.1
///     }
/// }
/// let dart = Dart([vec2(0., 0.), vec2(2., 1.), vec2(4., 0.), vec2(2., -1.)]);
/// assert!((closest(&vec2(5., 0.), &dart).distance - 0.9).abs() < 1e-6);
/// ```
pub trait Convex {
    /// The glam vector of its coordinates.
    type Vector: Vector;
    /// Whether [`shape_ref`](Self::shape_ref) always returns the same kind, so that a pair query links only its kernel.
    /// False by default.
    const ONE_KIND: bool = false;
    /// The shape's core and radius.
    fn shape_ref(&self) -> ShapeRef<'_, Self::Vector>;
}

macro_rules! points {
    ($($V:ty),*) => {$(
        impl Convex for $V {
            type Vector = $V;
            const ONE_KIND: bool = true;
            #[inline(always)]
            fn shape_ref(&self) -> ShapeRef<'_, $V> {
                ShapeRef::One(point(*self))
            }
        }
    )*};
}

points!(Vec2, Vec3, DVec2, DVec3);

impl<V: Vector> Convex for Segment<V> {
    type Vector = V;
    const ONE_KIND: bool = true;
    #[inline(always)]
    fn shape_ref(&self) -> ShapeRef<'_, V> {
        ShapeRef::Two(self.rounded())
    }
}

impl<V: Vector> Convex for Ball<V> {
    type Vector = V;
    const ONE_KIND: bool = true;
    #[inline(always)]
    fn shape_ref(&self) -> ShapeRef<'_, V> {
        ShapeRef::One(self.rounded())
    }
}

impl<V: Vector> Convex for Capsule<V> {
    type Vector = V;
    const ONE_KIND: bool = true;
    #[inline(always)]
    fn shape_ref(&self) -> ShapeRef<'_, V> {
        ShapeRef::Two(self.rounded())
    }
}

impl<V: Vector> Convex for Triangle<V> {
    type Vector = V;
    const ONE_KIND: bool = true;
    #[inline(always)]
    fn shape_ref(&self) -> ShapeRef<'_, V> {
        ShapeRef::Three(self.rounded())
    }
}

impl<V: Vector> Convex for Hull<V> {
    type Vector = V;
    const ONE_KIND: bool = true;
    #[inline(always)]
    fn shape_ref(&self) -> ShapeRef<'_, V> {
        ShapeRef::Points(self.rounded_points())
    }
}

impl<V: Vector> Convex for Polytope<V> {
    type Vector = V;
    const ONE_KIND: bool = true;
    #[inline(always)]
    fn shape_ref(&self) -> ShapeRef<'_, V> {
        ShapeRef::Polytope(self, V::Scalar::ZERO)
    }
}

impl<V: Vector> Convex for Aabb<V> {
    type Vector = V;
    const ONE_KIND: bool = true;
    #[inline(always)]
    fn shape_ref(&self) -> ShapeRef<'_, V> {
        ShapeRef::Box(*self, self.corners())
    }
}

impl<V: Vector> Convex for OrientedBox<V> {
    type Vector = V;
    const ONE_KIND: bool = true;
    #[inline(always)]
    fn shape_ref(&self) -> ShapeRef<'_, V> {
        ShapeRef::Corners(self.corners(), V::Scalar::ZERO)
    }
}

impl<V: Vector> Convex for Cylinder<V> {
    type Vector = V;
    #[inline]
    fn shape_ref(&self) -> ShapeRef<'_, V> {
        ShapeRef::of_curved(self.core(), V::Scalar::ZERO)
    }
}

impl<V: Vector> Convex for Cone<V> {
    type Vector = V;
    #[inline]
    fn shape_ref(&self) -> ShapeRef<'_, V> {
        ShapeRef::of_curved(self.core(), V::Scalar::ZERO)
    }
}

impl<V: Vector> Convex for TaperedCapsule<V> {
    type Vector = V;
    #[inline]
    fn shape_ref(&self) -> ShapeRef<'_, V> {
        let (core, radius) = self.rounded();
        ShapeRef::of_curved(core, radius)
    }
}

impl<V: Vector> Convex for Ellipsoid<V> {
    type Vector = V;
    #[inline]
    fn shape_ref(&self) -> ShapeRef<'_, V> {
        ShapeRef::of_curved(self.core(), V::Scalar::ZERO)
    }
}

impl<V: Vector> Convex for SupportShape<V> {
    type Vector = V;
    const ONE_KIND: bool = true;
    #[inline]
    fn shape_ref(&self) -> ShapeRef<'_, V> {
        ShapeRef::Support(self.core(), V::Scalar::ZERO)
    }
}

impl<V: Vector> Convex for Plane<V> {
    type Vector = V;
    const ONE_KIND: bool = true;
    #[inline(always)]
    fn shape_ref(&self) -> ShapeRef<'_, V> {
        ShapeRef::HalfSpace(*self)
    }
}

impl<V: Vector> Convex for Shape<V> {
    type Vector = V;
    #[inline]
    fn shape_ref(&self) -> ShapeRef<'_, V> {
        match self {
            Self::Point(p) => ShapeRef::One(point(*p)),
            Self::Segment(s) => s.shape_ref(),
            Self::Ball(s) => s.shape_ref(),
            Self::Capsule(s) => s.shape_ref(),
            Self::Triangle(s) => s.shape_ref(),
            Self::Hull(s) => s.shape_ref(),
            Self::Aabb(s) => s.shape_ref(),
            Self::OrientedBox(s) => s.shape_ref(),
            Self::Cylinder(s) => s.shape_ref(),
            Self::Cone(s) => s.shape_ref(),
            Self::TaperedCapsule(s) => s.shape_ref(),
            Self::Ellipsoid(s) => s.shape_ref(),
            Self::Support(s) => s.shape_ref(),
            Self::Round(s) => s.shape_ref(),
            Self::Plane(s) => s.shape_ref(),
        }
    }
}

impl<V: Vector> Convex for ShapeRef<'_, V> {
    type Vector = V;
    #[inline(always)]
    fn shape_ref(&self) -> ShapeRef<'_, V> {
        *self
    }
}

/// Whether two lists of points are equal to the bit.
fn are_same<V: Vector>(a: &[V], b: &[V]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_same(*b))
}
