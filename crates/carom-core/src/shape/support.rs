//! Convex shapes of a user's own by their support function.

use alloc::sync::Arc;
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};
use glam::DVec3;

/// The support function of a convex shape of your own: its farthest point in a direction.
///
#[cfg_attr(feature = "pictures", doc = include_str!("../../pictures/support.svg"))]
///
/// `D` is `DVec2` or `DVec3`: support points are in double precision also for shapes in `f32`. Two things are required.
/// All answers are points of one bounded convex set, and no point of the set is farther along the direction than the
/// answer by more than rounding. Then every query on a [`SupportShape`] is as exact as for curved shapes, and sweeps are
/// never late. An answer that falls short by `e` makes the shape smaller by `e` there. Answers that belong to no convex
/// set, or are not finite, lead to meaningless results, but queries end and do not panic.
///
/// The intersection of two balls:
///
/// ```
/// use carom::{Ball, Support, SupportShape, closest, glam::{DVec3, Vec3, dvec3, vec3}};
/// /// Two balls of radius 1.25 with their centers 1.5 apart, along x: their surfaces meet in a circle of radius 1.
/// struct Lens;
/// impl Support<DVec3> for Lens {
///     fn support(&self, direction: DVec3) -> DVec3 {
///         let n = direction.normalize();
///         let rim = dvec3(0., n.y, n.z).normalize_or_zero();
///         let center = dvec3(if n.x > 0. { -0.75 } else { 0.75 }, 0., 0.);
///         if n.x.abs() > 0.6 { center + n * 1.25 } else { rim }
///     }
/// }
/// let lens = SupportShape::<Vec3>::new(Lens);
/// let ball = Ball::new(vec3(3., 0., 0.), 1.);
/// assert!((closest(&ball, &lens).distance - 1.5).abs() < 1e-6);
/// assert!((closest(&vec3(0., 3., 0.), &lens).distance - 2.).abs() < 1e-6);
/// ```
#[doc(alias = "SupportMap")]
#[doc(alias = "GetSupportFunction")]
#[doc(alias = "local_support_point")]
pub trait Support<D: Vector>: Send + Sync {
    /// A point of the shape than which no other is farther along `direction`, which is not zero and has any length.
    fn support(&self, direction: D) -> D;
}

/// A convex shape of your own by its [support function](Support), under a linear map and a shift: the points
/// `center + axes[0] x + axes[1] y + axes[2] z` of all its points `(x, y, z)`.
///
/// It is a shape as any other: in every query, in a [`Shape`](crate::Shape), as a body, a part of a compound, with a
/// radius around it ([`RoundShape`](crate::RoundShape)). Clones share the function. Axes of different lengths scale it
/// differently along each direction.
///
/// Rounding of the function itself comes on top of that of queries: compute it in coordinates that keep it exact, and
/// place the shape by `center` and `axes`.
///
/// Manifolds have one point. Rigid sweeps are exact, but take more steps than those of this crate's own shapes. With the
/// feature `serde`, writing it is an error: a function has no stored form.
///
/// ```
/// use carom::{Support, SupportShape, closest, glam::{DVec2, Vec2, vec2}};
/// /// The square with its corners on the axes.
/// struct Diamond;
/// impl Support<DVec2> for Diamond {
///     fn support(&self, d: DVec2) -> DVec2 {
///         if d.x.abs() > d.y.abs() { DVec2::X * d.x.signum() } else { DVec2::Y * d.y.signum() }
///     }
/// }
/// let mut tile = SupportShape::<Vec2>::new(Diamond);
/// tile.axes = [vec2(3., 0.), vec2(0., 1.), Vec2::ZERO]; // three times as wide
/// assert!((closest(&vec2(5., 0.), &tile).distance - 2.).abs() < 1e-6);
/// ```
#[derive(Clone)]
pub struct SupportShape<V: Vector> {
    /// The image of the origin.
    pub center: V,
    /// The images of the coordinate axes, less the center; 2D uses the first two.
    pub axes: [V; 3],
    source: Arc<dyn Support<V::Double>>,
}

impl<V: Vector> SupportShape<V> {
    /// The shape with this support function, in place.
    #[must_use]
    pub fn new(source: impl Support<V::Double> + 'static) -> Self {
        Self {
            center: V::ZERO,
            axes: super::half_axes(V::splat(V::Scalar::ONE)),
            source: Arc::new(source),
        }
    }

    /// Whether center and axes are finite, and so are the support points along the coordinate axes.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.core().is_valid()
    }

    /// The smallest box around it, from six support points.
    #[must_use]
    pub fn bounds(&self) -> Aabb<V> {
        self.core().bounds()
    }

    pub(crate) fn core(&self) -> SupportCore<'_, V> {
        SupportCore {
            source: &self.source,
            center: self.center,
            axes: self.axes,
        }
    }

    /// The same shape with `point` applied to the center and `vector` to the axes.
    pub(crate) fn map(&self, point: impl Fn(V) -> V, vector: impl Fn(V) -> V) -> Self {
        self.core().map(point, vector).to_shape()
    }
}

impl<V: Vector> PartialEq for SupportShape<V> {
    /// Whether both share one function, and are in the same place.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.source, &other.source)
            && self.center == other.center
            && self.axes[..V::DIM] == other.axes[..V::DIM]
    }
}

impl<V: Vector> core::fmt::Debug for SupportShape<V> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.core().fmt(f)
    }
}

/// A borrowed [`SupportShape`], as a [`ShapeRef`](crate::ShapeRef) has it.
///
/// ```
/// use carom::{Convex, ShapeRef, Support, SupportShape, glam::{DVec2, Vec2, vec2}};
/// struct Disk;
/// impl Support<DVec2> for Disk {
///     fn support(&self, direction: DVec2) -> DVec2 {
///         direction.normalize()
///     }
/// }
/// let disk = SupportShape::<Vec2>::new(Disk);
/// let ShapeRef::Support(core, radius) = disk.shape_ref() else { unreachable!() };
/// assert_eq!((core.bounds().max, radius), (vec2(1., 1.), 0.));
/// ```
#[derive(Clone, Copy)]
pub struct SupportCore<'a, V: Vector> {
    source: &'a Arc<dyn Support<V::Double>>,
    center: V,
    axes: [V; 3],
}

impl<V: Vector> SupportCore<'_, V> {
    /// Whether both are one source under one map, equal to the bit.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let mut axes = self.axes.iter().zip(other.axes);
        Arc::ptr_eq(self.source, other.source)
            && self.center.is_same(other.center)
            && axes.all(|(a, b)| a.is_same(b))
    }
}

impl<V: Vector> core::fmt::Debug for SupportCore<'_, V> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("SupportShape")
            .field("center", &self.center)
            .field("axes", &self.axes)
            .finish_non_exhaustive()
    }
}

impl<'a, V: Vector> SupportCore<'a, V> {
    /// The shape that it is borrowed from.
    pub(crate) fn to_shape(self) -> SupportShape<V> {
        SupportShape {
            center: self.center,
            axes: self.axes,
            source: Arc::clone(self.source),
        }
    }

    /// The core with `point` applied to the center and `vector` to the axes.
    pub(crate) fn map<W: Vector<Double = V::Double>>(
        &self,
        point: impl Fn(V) -> W,
        vector: impl Fn(V) -> W,
    ) -> SupportCore<'a, W> {
        SupportCore {
            source: self.source,
            center: point(self.center),
            axes: self.axes.map(vector),
        }
    }

    pub(crate) fn is_valid(&self) -> bool {
        let bounds = self.bounds();
        let numbers = [self.center, bounds.min, bounds.max];
        let axes = &self.axes[..V::DIM];
        numbers.iter().chain(axes).all(|p| p.is_finite())
    }

    /// The smallest box around it, from six support points.
    pub fn bounds(&self) -> Aabb<V> {
        let side = |sign: f64| {
            let far = [0, 1, 2].map(|i| {
                let mut way = [0.0; 3];
                way[i] = sign;
                // In 2D there is no third direction.
                if i < V::DIM {
                    self.support(V::Double::from_f64(way)).to_f64()[i]
                } else {
                    0.0
                }
            });
            V::from_f64(far)
        };
        Aabb {
            min: side(-1.0),
            max: side(1.0),
        }
    }

    /// The point farthest along a direction, rounded.
    pub fn support(&self, direction: V::Double) -> V {
        let direction = DVec3::from_array(direction.to_f64());
        let function = self.support_function_in(|p| DVec3::from_array(p.to_f64()), 1.0);
        V::from_f64(function.support(direction).to_array())
    }

    /// Its support function in a frame: `place` takes points there, and lengths become `scale` times as long.
    pub(crate) fn support_function_in(
        &self,
        place: impl Fn(V) -> DVec3,
        scale: f64,
    ) -> PlacedSupport<'a, V::Double> {
        let vector = |v: V| DVec3::from_array(v.to_double().to_f64()) * scale;
        PlacedSupport {
            source: &**self.source,
            center: place(self.center),
            axes: self.axes.map(vector),
        }
    }

    /// Numbers that differ where two cores do, for a total order: the place, and the heights along 14 directions.
    pub(crate) fn numbers(&self) -> [f64; 26] {
        let mut numbers = [0.0; 26];
        let used = if V::DIM == 2 { V::ZERO } else { self.axes[2] };
        for (i, p) in [self.center, self.axes[0], self.axes[1], used]
            .into_iter()
            .enumerate()
        {
            numbers[3 * i..3 * i + 3].copy_from_slice(&p.to_f64());
        }
        let bounds = self.bounds();
        numbers[12..15].copy_from_slice(&bounds.min.to_f64());
        numbers[15..18].copy_from_slice(&bounds.max.to_f64());
        for i in 0..8 {
            let way =
                V::Double::from_f64([1, 2, 4].map(|bit| if i & bit == 0 { 1.0 } else { -1.0 }));
            numbers[18 + i] = way.dot(self.support(way).to_double());
        }
        numbers
    }
}

/// A support function in the frame of a pair, in 3D; in 2D z = 0.
#[derive(Clone, Copy)]
pub(crate) struct PlacedSupport<'a, D: Vector> {
    source: &'a dyn Support<D>,
    center: DVec3,
    axes: [DVec3; 3],
}

/// A [`PlacedSupport`] of any vector type.
pub(crate) trait Function {
    /// The point farthest along a direction.
    fn support(&self, direction: DVec3) -> DVec3;
    /// A ball around the core: the center and the radius.
    fn ball(&self) -> (DVec3, f64);
}

impl<D: Vector> Function for PlacedSupport<'_, D> {
    /// With the linear map `A` and the function `s` it is `A s(Aᵀ d) + center`.
    fn support(&self, direction: DVec3) -> DVec3 {
        let along = self.axes.map(|axis| axis.dot(direction));
        let mut local = D::from_f64(along);
        if local == D::ZERO {
            // Every point is as far.
            local = D::from_f64([1.0, 0.0, 0.0]);
        }
        let [x, y, z] = self.source.support(local).to_f64();
        self.center + self.axes[0] * x + self.axes[1] * y + self.axes[2] * z
    }

    fn ball(&self) -> (DVec3, f64) {
        let ways = [DVec3::X, DVec3::Y, DVec3::Z];
        let high = ways.map(|way| way.dot(self.support(way)));
        let low = ways.map(|way| way.dot(self.support(-way)));
        let (high, low) = (DVec3::from_array(high), DVec3::from_array(low));
        ((high + low) * 0.5, Vector::length(high - low) * 0.5)
    }
}
