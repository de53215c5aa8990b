//! Convex hulls: polygons, polyhedra, boxes.

mod edges;

use super::Points;
use alloc::vec::Vec;
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};

/// All points within `radius` of the convex hull of `points`: a convex polygon in 2D, a convex polyhedron in 3D,
/// rounded if the radius is not zero.
///
#[cfg_attr(feature = "pictures", doc = include_str!("../../pictures/hull.svg"))]
///
/// Points may be in any order, inside the hull, coplanar, collinear or equal: only their hull counts. One point makes a
/// ball, two a capsule, three a triangle. A hull of no points is empty: it touches nothing and is infinitely far from
/// everything.
///
/// ```
/// use carom::{Ball, Hull, contact, glam::vec2};
/// let square = Hull::cuboid(vec2(0., 0.), vec2(1., 1.));
/// let found = contact(&Ball::new(vec2(3., 0.), 0.5), &square, 9.).unwrap();
/// assert_eq!((found.separation, found.normal), (1.5, vec2(1., 0.)));
/// ```
#[doc(alias = "b2Polygon")]
#[doc(alias = "b2Hull")]
#[doc(alias = "btConvexHullShape")]
#[doc(alias = "ConvexPolygonShape3D")]
#[doc(alias = "polygon")]
#[doc(alias = "polyhedron")]
#[doc(alias = "convex")]
#[doc(alias = "view frustum")]
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Hull<V: Vector> {
    /// The vertices, and any points inside the hull.
    pub points: Vec<V>,
    /// The radius; with 0 the hull is sharp, a negative one is not valid.
    pub radius: V::Scalar,
}

impl<V: Vector> Hull<V> {
    /// The convex hull of these points, rounded by `radius`.
    #[must_use]
    pub fn new(points: impl Into<Vec<V>>, radius: V::Scalar) -> Self {
        Self {
            points: points.into(),
            radius,
        }
    }

    /// The box around `center` with these half extents; a rectangle in 2D.
    ///
    /// [`map`](Self::map) rotates it.
    #[doc(alias = "box")]
    #[doc(alias = "rectangle")]
    #[must_use]
    pub fn cuboid(center: V, half: V) -> Self {
        Self::from(Aabb {
            min: center - half,
            max: center + half,
        })
    }

    /// The hull with `f` applied to every point, for instance rotated or scaled. The radius stays.
    ///
    /// ```
    /// use carom::{Hull, glam::{Quat, Vec3}};
    /// let turn = Quat::from_rotation_z(0.5);
    /// let ramp = Hull::cuboid(Vec3::ZERO, Vec3::ONE).map(|p| turn * p);
    /// assert_eq!(ramp.points.len(), 8);
    /// ```
    #[must_use]
    pub fn map(&self, f: impl FnMut(V) -> V) -> Self {
        Self::new(
            self.points.iter().copied().map(f).collect::<Vec<_>>(),
            self.radius,
        )
    }

    /// The same hull, moved.
    #[must_use]
    pub fn translated(&self, delta: V) -> Self {
        self.map(|p| p + delta)
    }

    /// The smallest box around it.
    #[must_use]
    pub fn bounds(&self) -> Aabb<V> {
        Aabb::of_points(self.points.iter().copied()).inflated(self.radius)
    }

    /// The edges between its vertices, in no special order, for drawing: the time is cubic in the number of points.
    ///
    /// ```
    /// use carom::{Hull, glam::{Vec2, Vec3}};
    /// assert_eq!(Hull::cuboid(Vec2::ZERO, Vec2::ONE).edges().count(), 4);
    /// assert_eq!(Hull::cuboid(Vec3::ZERO, Vec3::ONE).edges().count(), 12);
    /// ```
    pub fn edges(&self) -> impl Iterator<Item = [V; 2]> {
        let pairs = (0..self.points.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
        pairs
            .filter(|(i, j)| edges::is_edge(&self.points, *i, *j))
            .map(|(i, j)| [self.points[i], self.points[j]])
    }

    pub(crate) fn rounded_points(&self) -> Points<'_, V> {
        (&self.points, self.radius)
    }

    /// Whether there is a point, every number is finite and the radius not negative.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        !self.points.is_empty()
            && self.points.iter().all(|p| p.is_finite())
            && self.radius.is_finite()
            && self.radius >= V::Scalar::ZERO
    }
}

impl<V: Vector> From<Aabb<V>> for Hull<V> {
    fn from(aabb: Aabb<V>) -> Self {
        let corners = aabb.corners();
        let (points, radius) = corners.as_points();
        Self::new(points, radius)
    }
}
