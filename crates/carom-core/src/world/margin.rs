//! How much larger a box is than what is in it, so that rounding hides nothing.

use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};

/// A box grown by more than the rounding of its own numbers, of those of what is in it, the largest of
/// which is `own`, and of any answer about it; `None` if it is beyond the range in which boxes are compared.
pub(super) fn with_rounding<V: Vector>(bounds: &Aabb<V>, own: V::Scalar) -> Option<Aabb<V>> {
    let number = V::Scalar::from_f64;
    let far = bounds.magnitude();
    let margin = (far * number(2.0) + own * number(64.0)) * V::Scalar::EPSILON;
    let most = V::Scalar::MAX * number(1.0 / 16.0);
    (far < most && own < most).then(|| bounds.inflated(margin))
}
