//! The sweep of a box against boxes, in the caller's precision.

use crate::aabb::Aabb;
use carom_math::{Scalar, Vector};

/// A moving box: a slab test bounds its time of impact with other boxes from below.
///
/// ```
/// use carom_bvh::{Aabb, SweptBox};
/// use glam::{Vec3, vec3};
/// let unit = Aabb::of_points([Vec3::ZERO, Vec3::ONE]);
/// let wall = Aabb::of_points([vec3(3., -9., -9.), vec3(4., 9., 9.)]);
/// let t = SweptBox::new(&unit, vec3(4., 0., 0.), 0.).reaches(&wall).unwrap();
/// assert!(t <= 0.5 && t > 0.499);
/// ```
pub struct SweptBox<V: Vector> {
    start: Aabb<V>,
    delta: V,
    inverse: V,
}

impl<V: Vector> SweptBox<V> {
    /// The box `start`, inflated by `margin` on every side, moving by `delta`.
    pub fn new(start: &Aabb<V>, delta: V, margin: V::Scalar) -> Self {
        let mut inverse = [0.0; 3];
        for (i, reciprocal) in inverse.iter_mut().enumerate().take(V::DIM) {
            *reciprocal = (V::Scalar::ONE / delta[i]).to_f64();
        }
        Self {
            start: start.inflated(margin),
            delta,
            inverse: V::from_f64(inverse),
        }
    }

    /// A fraction of `delta`, 0..=1, before which the boxes are apart; `None` if they never touch.
    pub fn reaches(&self, other: &Aabb<V>) -> Option<V::Scalar> {
        let (mut enter, mut leave) = (V::Scalar::ZERO, V::Scalar::ONE);
        for i in 0..V::DIM {
            let (to_enter, to_leave) = (
                other.min[i] - self.start.max[i],
                other.max[i] - self.start.min[i],
            );
            let inverse = self.inverse[i];
            if !inverse.is_finite() {
                // The motion along this axis is too small for a reciprocal; the margin covers it.
                if to_enter > V::Scalar::ZERO || to_leave < V::Scalar::ZERO {
                    return None;
                }
                continue;
            }
            let (first, last) = if self.delta[i] > V::Scalar::ZERO {
                (to_enter * inverse, to_leave * inverse)
            } else {
                (to_leave * inverse, to_enter * inverse)
            };
            enter = enter.max(first);
            leave = leave.min(last);
        }
        let slack = V::Scalar::ONE - V::Scalar::from_f64(8.0) * V::Scalar::EPSILON;
        let enter = enter * slack;
        (enter <= leave).then_some(enter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Vec3, vec3};

    #[test]
    fn a_moving_box_reaches_boxes_in_its_path_only() {
        let unit = Aabb::of_points([Vec3::ZERO, Vec3::ONE]);
        let wall = Aabb::of_points([vec3(3., -9., -9.), vec3(4., 9., 9.)]);
        let t = SweptBox::new(&unit, vec3(4., 0., 0.), 0.0).reaches(&wall);
        assert!((t.unwrap() - 0.5).abs() < 1e-6);
        assert_eq!(
            SweptBox::new(&unit, vec3(-4., 0., 0.), 0.0).reaches(&wall),
            None
        );
        assert_eq!(
            SweptBox::new(&unit, vec3(1.9, 0., 0.), 0.0).reaches(&wall),
            None
        );
        assert_eq!(
            SweptBox::new(&unit, Vec3::ZERO, 2.0).reaches(&wall),
            Some(0.0)
        );
    }

    #[test]
    fn a_box_that_slides_along_another_touches_it() {
        let unit = Aabb::of_points([Vec3::ZERO, Vec3::ONE]);
        for y in [-1.0, 1.0] {
            let other = Aabb::of_points([vec3(3., y, 0.), vec3(4., y + 1.0, 1.)]);
            let t = SweptBox::new(&unit, vec3(4., 0., -0.), 0.0).reaches(&other);
            assert!((t.unwrap() - 0.5).abs() < 1e-6);
            let apart = Aabb {
                min: other.min + Vec3::Y * y * 0.1,
                max: other.max + Vec3::Y * y * 0.1,
            };
            assert_eq!(
                SweptBox::new(&unit, vec3(4., 0., -0.), 0.0).reaches(&apart),
                None
            );
        }
    }
}
