//! How much larger a box is than what is in it, so that rounding hides nothing.

use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};

/// A box grown by more than the rounding of its own numbers, of those of what is in it, the largest of
/// which is `own`, and of any answer about it; `None` if it is beyond the range in which boxes are compared.
pub(super) fn with_rounding<V: Vector>(bounds: &Aabb<V>, own: V::Scalar) -> Option<Aabb<V>> {
    let number = V::Scalar::from_f64;
    let far = bounds.magnitude();
    // 2 EPSILON of the one and 64 of the other, scaled so that no sum overflows.
    let margin = (far * number(1.0 / 32.0) + own) * (V::Scalar::EPSILON * number(64.0));
    let most = V::Scalar::MAX * number(1.0 / 16.0);
    (far < most && own < most).then(|| bounds.inflated(margin))
}
