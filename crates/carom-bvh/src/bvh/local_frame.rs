//! The tree's own coordinate frame, in which single precision suffices at every scale and place.

use super::LocalBox;
use crate::aabb::Aabb;
use carom_math::{Scalar, Vector};

/// Coordinates relative to `origin`, times a power of two that brings the tree into −2..2. Boxes lose nothing in single
/// precision except by rounding outwards.
///
/// ```
/// use carom_bvh::{Aabb, Bvh};
/// use glam::{DVec3, dvec3};
/// let far = Aabb::of_points([dvec3(1e7, 0., 0.), dvec3(1e7 + 6., 4., 4.)]);
/// let (tree, _) = Bvh::build(&[far]);
/// assert_eq!((tree.local.origin, tree.local.scale), (dvec3(1e7 + 3., 2., 2.), 0.5));
/// assert_eq!((tree.local.way(DVec3::X), tree.local.length(6.)), ([0.5, 0., 0.], 3.));
/// // A point with coordinates that single precision does not have.
/// let point = Aabb::of_points([far.center() + DVec3::splat(1. / 3.)]);
/// let (outer, nearest) = (tree.local.around(&point), tree.local.nearly(&point));
/// assert!(outer.min[0].next_up() == outer.max[0] && nearest.min == nearest.max);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LocalFrame<V: Vector> {
    /// The origin of the frame, in the coordinates of the caller.
    pub origin: V,
    /// The length of the frame's unit in the caller's coordinates, a power of two.
    unit: f64,
    /// The reciprocal of the unit.
    pub scale: f64,
}

impl<V: Vector> LocalFrame<V> {
    /// The frame of a tree within `bounds`.
    pub(super) fn of(bounds: &Aabb<V>) -> Self {
        if bounds.is_empty() {
            let (unit, scale) = (1.0, 1.0);
            return Self {
                origin: V::ZERO,
                unit,
                scale,
            };
        }
        // Single precision needs no origin: the coordinates of a query have the same rounding.
        let origin = if V::Scalar::DOUBLE {
            let half = V::Scalar::HALF;
            bounds.min * half + bounds.max * half
        } else {
            V::ZERO
        };
        let far = |p: V| (p - origin).abs().max_element();
        let size = far(bounds.min).max(far(bounds.max));
        let unit = size.power_of_two();
        Self {
            origin,
            unit: unit.to_f64(),
            scale: (V::Scalar::ONE / unit).to_f64(),
        }
    }

    /// A displacement in the frame, rounded to nearest.
    #[inline(always)]
    pub fn way(&self, v: V) -> [f32; 3] {
        if !V::Scalar::DOUBLE {
            return self.single(v);
        }
        v.to_f64().map(|x| (x * self.scale) as f32)
    }

    /// A length in the frame, rounded to nearest.
    #[inline(always)]
    pub fn length(&self, length: V::Scalar) -> f32 {
        (length.to_f64() * self.scale) as f32
    }

    /// A box of the frame in the caller's coordinates.
    pub(super) fn outer(&self, around: &LocalBox) -> Aabb<V> {
        let origin = self.origin.to_f64();
        let outer = |corner: [f32; 3]| {
            V::from_f64(core::array::from_fn(|i| {
                f64::from(corner[i]) * self.unit + origin[i]
            }))
        };
        Aabb {
            min: outer(around.min),
            max: outer(around.max),
        }
    }

    /// A box in the frame, rounded outwards.
    #[inline(always)]
    pub fn around(&self, bounds: &Aabb<V>) -> LocalBox {
        if V::Scalar::DOUBLE {
            return LocalBox {
                min: self.precise(bounds.min).map(lower),
                max: self.precise(bounds.max).map(upper),
            };
        }
        // Only numbers below 2⁻¹²⁶ of the tree's size are rounded, by far less than any margin.
        LocalBox {
            min: self.single(bounds.min),
            max: self.single(bounds.max),
        }
    }

    /// A box in the frame, rounded to nearest, for queries with a margin that covers it: rounding outwards takes six
    /// branches, and their directions are unpredictable. Numbers beyond single precision are rounded outwards.
    #[inline(always)]
    pub fn nearly(&self, bounds: &Aabb<V>) -> LocalBox {
        if !V::Scalar::DOUBLE {
            return self.around(bounds);
        }
        let least = |x: f64| {
            if x as f32 > f32::MAX {
                f32::MAX
            } else {
                x as f32
            }
        };
        let most = |x: f64| {
            if (x as f32) < f32::MIN {
                f32::MIN
            } else {
                x as f32
            }
        };
        let ([a, b, c], [d, e, f]) = (self.precise(bounds.min), self.precise(bounds.max));
        LocalBox {
            min: [least(a), least(b), least(c)],
            max: [most(d), most(e), most(f)],
        }
    }

    /// A vector of single precision, which needs no origin: an exact product with a power of two.
    #[inline(always)]
    fn single(&self, p: V) -> [f32; 3] {
        let scale = self.scale as f32;
        let [x, y, z] = p.to_f64();
        [x as f32 * scale, y as f32 * scale, z as f32 * scale]
    }

    #[inline(always)]
    fn precise(&self, p: V) -> [f64; 3] {
        let (p, origin) = (p.to_f64(), self.origin.to_f64());
        core::array::from_fn(|i| (p[i] - origin[i]) * self.scale)
    }
}

/// The largest `f32` that is not above `x`.
#[inline(always)]
pub(super) fn lower(x: f64) -> f32 {
    let near = x as f32;
    if f64::from(near) > x {
        near.next_down()
    } else {
        near
    }
}

/// The smallest `f32` that is not below `x`.
#[inline(always)]
pub(super) fn upper(x: f64) -> f32 {
    -lower(-x)
}
