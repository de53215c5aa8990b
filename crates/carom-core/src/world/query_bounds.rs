//! The box in which a query visits bodies.

use super::margin::with_rounding;
use carom_bvh::Aabb;
use carom_math::Vector;

/// The bounds of a query in the world, grown by more than any rounding: for bodies near the world's origin, and in
/// double precision for bodies so far from it that single precision would be too coarse.
#[derive(Clone, Copy, Debug)]
pub(super) struct QueryBounds<V: Vector> {
    pub(super) near: Aabb<V>,
    pub(super) far: Aabb<V::Double>,
}

impl<V: Vector> QueryBounds<V> {
    /// The bounds of a box in the frame around `origin`; `own` is the largest number of the query. `None` beyond the
    /// range in which boxes are compared.
    pub(super) fn new(bounds: &Aabb<V>, own: V::Scalar, origin: V::Double) -> Option<Self> {
        let in_world = if origin == <V::Double as Vector>::ZERO {
            *bounds
        } else {
            let placed = |p: V| V::from_double(p.to_double() + origin);
            Aabb {
                min: placed(bounds.min),
                max: placed(bounds.max),
            }
        };
        Some(Self {
            near: with_rounding(&in_world, own)?,
            far: precise(&with_rounding(bounds, own)?, origin)?,
        })
    }
}

/// A box around `origin`, in double precision and relative to the world's origin; `None` out of range.
pub(super) fn precise<V: Vector>(bounds: &Aabb<V>, origin: V::Double) -> Option<Aabb<V::Double>> {
    let placed = Aabb {
        min: bounds.min.to_double() + origin,
        max: bounds.max.to_double() + origin,
    };
    with_rounding(&placed, 0.0)
}
