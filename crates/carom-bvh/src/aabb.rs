//! Axis-aligned bounding boxes (AABBs).

use carom_math::{Scalar, Vector};

/// An axis-aligned box: all points between `min` and `max`. It is empty if a `min` exceeds its `max`.
///
#[cfg_attr(feature = "pictures", doc = include_str!("../pictures/aabb.svg"))]
///
/// ```
/// use carom::{Aabb, glam::vec2};
/// let square = Aabb { min: vec2(0., 0.), max: vec2(1., 1.) };
/// assert!(square.overlaps(&Aabb { min: vec2(1., 0.), max: vec2(2., 1.) })); // touching counts
/// ```
#[doc(alias = "AABox")]
#[doc(alias = "b2AABB")]
#[doc(alias = "PxBounds3")]
#[doc(alias = "btAABB")]
#[doc(alias = "FBox")]
#[doc(alias = "Box3")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Aabb<V: Vector> {
    /// The corner with the smallest coordinates.
    pub min: V,
    /// The corner with the largest coordinates.
    pub max: V,
}

/// The corners of a box, from [`Aabb::corners`].
///
/// ```
/// use carom::{Aabb, glam::vec2};
/// let corners = Aabb { min: vec2(0., 0.), max: vec2(2., 1.) }.corners();
/// let (points, _) = corners.as_points();
/// assert_eq!(points, [vec2(0., 0.), vec2(2., 0.), vec2(0., 1.), vec2(2., 1.)]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Corners<V: Vector> {
    points: [V; 8],
    count: usize,
}

impl<V: Vector> Corners<V> {
    /// The corners of a parallelepiped, or in 2D, by the first four, of a parallelogram.
    #[must_use]
    pub fn new(points: [V; 8]) -> Self {
        let count = 1 << V::DIM;
        Self { points, count }
    }

    /// The corners as the points of a convex shape, and its radius, 0.
    #[must_use]
    pub fn as_points(&self) -> (&[V], V::Scalar) {
        (&self.points[..self.count], V::Scalar::ZERO)
    }
}

impl<V: Vector> Aabb<V> {
    /// The empty box, from +∞ to −∞: the neutral element of [`union`](Self::union).
    #[must_use]
    pub fn empty() -> Self {
        let inf = V::splat(V::Scalar::INFINITY);
        Self {
            min: inf,
            max: -inf,
        }
    }

    /// The smallest box around the points; empty if there are none.
    ///
    /// ```
    /// use carom::{Aabb, glam::vec2};
    /// let bounds = Aabb::of_points([vec2(3., 1.), vec2(0., 2.)]);
    /// assert_eq!((bounds.min, bounds.max), (vec2(0., 1.), vec2(3., 2.)));
    /// assert_eq!((bounds.center(), bounds.size()), (vec2(1.5, 1.5), vec2(3., 1.)));
    /// assert!(bounds.contains(vec2(3., 2.)) && !bounds.contains(vec2(3., 2.5)));
    /// ```
    #[must_use]
    pub fn of_points(points: impl IntoIterator<Item = V>) -> Self {
        points.into_iter().fold(Self::empty(), |bounds, p| Self {
            min: bounds.min.min(p),
            max: bounds.max.max(p),
        })
    }

    /// The smallest box around both.
    ///
    /// ```
    /// use carom::{Aabb, glam::vec2};
    /// let (a, b) = (Aabb::of_points([vec2(0., 0.)]), Aabb::of_points([vec2(3., 4.)]));
    /// assert_eq!(a.union(&b), Aabb { min: vec2(0., 0.), max: vec2(3., 4.) });
    /// assert_eq!(a.union(&Aabb::empty()), a);
    /// assert_eq!(a.distance_squared(&b), 25.);
    /// ```
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }

    /// The box grown by `margin` on every side.
    ///
    /// ```
    /// use carom::{Aabb, glam::vec2};
    /// let square = Aabb { min: vec2(0., 0.), max: vec2(1., 1.) };
    /// assert_eq!(square.inflated(0.5), Aabb { min: vec2(-0.5, -0.5), max: vec2(1.5, 1.5) });
    /// assert!(square.inflated(0.5).contains_box(&square));
    /// assert!(square.inflated(-1.).is_empty());
    /// ```
    #[must_use]
    pub fn inflated(&self, margin: V::Scalar) -> Self {
        Self {
            min: self.min - V::splat(margin),
            max: self.max + V::splat(margin),
        }
    }

    /// The box around this one and its copy moved by `delta`.
    ///
    /// ```
    /// use carom::{Aabb, glam::vec2};
    /// let square = Aabb { min: vec2(0., 0.), max: vec2(1., 1.) };
    /// assert_eq!(square.swept(vec2(4., -2.)), Aabb { min: vec2(0., -2.), max: vec2(5., 1.) });
    /// ```
    #[must_use]
    #[inline]
    pub fn swept(&self, delta: V) -> Self {
        Self {
            min: self.min.min(self.min + delta),
            max: self.max.max(self.max + delta),
        }
    }

    /// Whether it contains no point: a `min` exceeds its `max`, or one of them is NaN.
    ///
    /// ```
    /// use carom::{Aabb, glam::Vec3};
    /// assert!(Aabb::<Vec3>::empty().is_empty());
    /// assert!(!Aabb::of_points([Vec3::ONE]).is_empty());
    /// ```
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        !(0..V::DIM).all(|i| self.min[i] <= self.max[i])
    }

    /// Whether the boxes share a point; touching counts.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        (0..V::DIM).all(|i| self.min[i] <= other.max[i] && other.min[i] <= self.max[i])
    }

    /// Whether the point is inside or on the boundary.
    #[must_use]
    pub fn contains(&self, p: V) -> bool {
        (0..V::DIM).all(|i| self.min[i] <= p[i] && p[i] <= self.max[i])
    }

    /// Whether another box, which must not be empty, is inside; touching counts.
    #[inline]
    pub fn contains_box(&self, other: &Self) -> bool {
        self.contains(other.min) && self.contains(other.max)
    }

    /// The corners: four in 2D, eight in 3D, none of an empty box. Bit `i` of a corner's number is set if coordinate
    /// `i` is that of `max`. `corners().as_points().0` is the list of them.
    ///
    /// ```
    /// use carom::{Aabb, glam::{Vec3, vec3}};
    /// let brick = Aabb { min: Vec3::ZERO, max: vec3(4., 2., 1.) };
    /// let lowest = |up: Vec3| brick.corners().as_points().0.iter().map(|p| p.dot(up)).fold(0., f32::min);
    /// assert_eq!((lowest(Vec3::Y), lowest(vec3(-1., 0., -1.))), (0., -5.));
    /// ```
    pub fn corners(&self) -> Corners<V> {
        let (min, max) = (self.min.to_f64(), self.max.to_f64());
        let corner = |i: usize| {
            let mut p = min;
            for axis in 0..V::DIM {
                if i >> axis & 1 == 1 {
                    p[axis] = max[axis];
                }
            }
            V::from_f64(p)
        };
        Corners {
            points: core::array::from_fn(corner),
            count: if self.is_empty() { 0 } else { 1 << V::DIM },
        }
    }

    /// Whether it is not empty and no coordinate is infinite or NaN.
    ///
    /// ```
    /// use carom::{Aabb, glam::Vec2};
    /// assert!(Aabb::of_points([Vec2::ZERO]).is_valid());
    /// assert!(!Aabb::<Vec2>::empty().is_valid());
    /// assert!(!Aabb { min: Vec2::ZERO, max: Vec2::INFINITY }.is_valid());
    /// ```
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.min.is_finite() && self.max.is_finite() && !self.is_empty()
    }

    /// The center.
    #[must_use]
    pub fn center(&self) -> V {
        self.min * V::Scalar::HALF + self.max * V::Scalar::HALF
    }

    /// The lengths of the sides.
    #[must_use]
    pub fn size(&self) -> V {
        self.max - self.min
    }

    /// The squared distance to another box; zero if they overlap.
    #[must_use]
    pub fn distance_squared(&self, other: &Self) -> V::Scalar {
        let gap = (self.min - other.max).max(other.min - self.max);
        let gap = gap.max(V::ZERO);
        gap.dot(gap)
    }

    /// The largest absolute coordinate: it bounds the rounding error of every point inside.
    ///
    /// ```
    /// use carom::{Aabb, glam::vec2};
    /// let far = Aabb { min: vec2(-20., 4000.), max: vec2(-10., 4010.) };
    /// assert!(far.magnitude() * f32::EPSILON < 5e-4); // half a millimeter if units are meters
    /// ```
    #[must_use]
    pub fn magnitude(&self) -> V::Scalar {
        self.min.abs().max(self.max.abs()).max_element()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Vec2, Vec3, vec3};

    #[test]
    fn an_empty_box_overlaps_nothing_and_adds_nothing() {
        let unit = Aabb {
            min: Vec3::ZERO,
            max: Vec3::ONE,
        };
        assert!(!Aabb::empty().overlaps(&unit));
        assert_eq!(Aabb::empty().union(&unit), unit);
    }

    #[test]
    fn a_box_is_valid_unless_it_is_empty_or_a_coordinate_is_not_finite() {
        let (zero, one) = (Vec3::ZERO, Vec3::ONE);
        for (min, max, is_empty, is_valid) in [
            (zero, one, false, true),
            (zero, zero, false, true),
            (one, zero, true, false),
            (vec3(0., 2., 0.), one, true, false),
            (zero, vec3(1., f32::NAN, 1.), true, false),
            (zero, Vec3::INFINITY, false, false),
            (-Vec3::INFINITY, one, false, false),
            (-Vec3::INFINITY, Vec3::INFINITY, false, false),
        ] {
            let bounds = Aabb { min, max };
            assert_eq!(bounds.is_empty(), is_empty, "{bounds:?}");
            assert_eq!(bounds.is_valid(), is_valid, "{bounds:?}");
        }
    }

    #[test]
    fn corners_are_numbered_by_bits_and_an_empty_box_has_none() {
        let bounds = Aabb::of_points([vec3(1., 2., 3.), vec3(-4., -5., -6.)]);
        let corners = bounds.corners();
        let (points, radius) = corners.as_points();
        assert_eq!((points.len(), radius), (8, 0.0));
        for (i, p) in points.iter().enumerate() {
            for axis in 0..3 {
                let side = if i & (1 << axis) == 0 {
                    bounds.min
                } else {
                    bounds.max
                };
                assert_eq!(p[axis], side[axis]);
            }
        }
        assert_eq!(Corners::new([Vec2::ONE; 8]).as_points().0.len(), 4);
        assert!(Aabb::<Vec3>::empty().corners().as_points().0.is_empty());
    }

    #[test]
    fn the_measures_of_a_box_are_those_of_its_corners() {
        let bounds = Aabb {
            min: vec3(-1., 2., 4.),
            max: vec3(5., 3., 10.),
        };
        assert_eq!(bounds.center(), vec3(2., 2.5, 7.));
        assert_eq!(bounds.size(), vec3(6., 1., 6.));
        assert_eq!(bounds.magnitude(), 10.0);
        assert_eq!(
            Aabb {
                min: -bounds.max,
                max: -bounds.min
            }
            .magnitude(),
            10.0
        );
        let swept = bounds.swept(vec3(2., -3., 0.));
        assert_eq!(
            (swept.min, swept.max),
            (vec3(-1., -1., 4.), vec3(7., 3., 10.))
        );
        let inflated = bounds.inflated(1.0);
        assert_eq!(
            (inflated.min, inflated.max),
            (vec3(-2., 1., 3.), vec3(6., 4., 11.))
        );
        assert!(bounds.contains_box(&bounds) && inflated.contains_box(&bounds));
        for axis in 0..3 {
            let mut by = Vec3::ZERO;
            by[axis] = 1.0;
            for by in [by, -by] {
                let moved = Aabb {
                    min: bounds.min + by,
                    max: bounds.max + by,
                };
                assert!(!bounds.contains_box(&moved));
                // The box at a distance along one axis only.
                let by = by * (bounds.size()[axis] + 2.0);
                let apart = Aabb {
                    min: bounds.min + by,
                    max: bounds.max + by,
                };
                assert!(!bounds.overlaps(&apart) && !bounds.contains(apart.center()));
                assert_eq!(bounds.distance_squared(&apart), 4.0);
            }
        }
    }

    #[test]
    fn the_distance_between_boxes_is_that_of_their_nearest_corners() {
        let a = Aabb::of_points([vec3(0., 0., 0.), vec3(1., 1., 1.)]);
        let b = Aabb::of_points([vec3(4., 5., 0.), vec3(6., 6., 1.)]);
        assert_eq!(a.distance_squared(&b), 25.0);
        assert_eq!(a.distance_squared(&a.inflated(-0.25)), 0.0);
    }
}
