//! The tree's own frame: what makes single precision enough at every scale and place.

use super::LocalBox;
use crate::aabb::Aabb;
use carom_math::{Scalar, Vector};

/// Coordinates relative to `origin`, times a power of two that brings the tree's into −2..2. In single
/// precision nothing is lost but by outward rounding.
#[derive(Clone, Copy, Debug)]
pub struct LocalFrame<V: Vector> {
    /// The origin of the frame, in the coordinates of the caller.
    pub origin: V,
    /// The caller's length of a length 1 here, a power of two.
    unit: f64,
    /// One over that.
    pub scale: f64,
}

impl<V: Vector> LocalFrame<V> {
    /// Of a tree within `bounds`.
    pub(super) fn of(bounds: &Aabb<V>) -> Self {
        if bounds.is_empty() {
            let (unit, scale) = (1.0, 1.0);
            return Self {
                origin: V::ZERO,
                unit,
                scale,
            };
        }
        // Single precision needs no origin: differences are taken from what is asked anyway.
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

    /// A displacement, rounded.
    #[inline(always)]
    pub fn way(&self, v: V) -> [f32; 3] {
        if !V::Scalar::DOUBLE {
            return self.single(v);
        }
        v.to_f64().map(|x| (x * self.scale) as f32)
    }

    /// A length, rounded.
    #[inline(always)]
    pub fn length(&self, length: V::Scalar) -> f32 {
        (length.to_f64() * self.scale) as f32
    }

    /// The caller's box.
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

    /// A box that is no smaller.
    #[inline(always)]
    pub fn around(&self, bounds: &Aabb<V>) -> LocalBox {
        if V::Scalar::DOUBLE {
            return LocalBox {
                min: self.precise(bounds.min).map(lower),
                max: self.precise(bounds.max).map(upper),
            };
        }
        // Nothing to round but below 2⁻¹²⁶ of the tree, which is far less than any margin.
        LocalBox {
            min: self.single(bounds.min),
            max: self.single(bounds.max),
        }
    }

    /// Of single precision, which has no origin: a product with a power of two.
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

/// The greatest number that is not above.
#[inline(always)]
pub(super) fn lower(x: f64) -> f32 {
    let near = x as f32;
    if f64::from(near) > x {
        near.next_down()
    } else {
        near
    }
}

/// The least number that is not below.
#[inline(always)]
pub(super) fn upper(x: f64) -> f32 {
    -lower(-x)
}
