//! The margin by which a box is grown so that rounding hides nothing in it.

use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};

/// Grows a box by more than the rounding of its own numbers, of the numbers that it was computed from (`own` is the
/// largest of them) and of any answer about it. `None` beyond the range in which boxes are compared.
pub(super) fn with_rounding<V: Vector>(bounds: &Aabb<V>, own: V::Scalar) -> Option<Aabb<V>> {
    let number = V::Scalar::from_f64;
    let far = bounds.magnitude();
    // 2 EPSILON of the box, 64 of its contents; scaled so that no sum overflows.
    let margin = (far * number(1.0 / 32.0) + own) * (V::Scalar::EPSILON * number(64.0));
    let most = V::Scalar::MAX * number(1.0 / 16.0);
    (far < most && own < most).then(|| bounds.inflated(margin))
}
