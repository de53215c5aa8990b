//! Lower bounds of the separation of a shape and a box, by which the traversal of a BVH skips boxes.

use crate::shape::ShapeRef;
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};

/// The bounds of a shape, and the size of the numbers in a comparison.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent<V: Vector> {
    pub(crate) region: Region<V>,
    /// The largest number of any comparison: it bounds the rounding.
    pub(crate) size: V::Scalar,
}

/// The bounds of a shape.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Region<V: Vector> {
    /// A box that contains the shape.
    Box(Aabb<V>),
    /// A half-space; the normal is unit.
    HalfSpace { normal: V, offset: V::Scalar },
}

impl<V: Vector> Extent<V> {
    /// `None` for a shape without points. `size` is the largest number of the other side.
    pub(crate) fn of(shape: &ShapeRef<'_, V>, size: V::Scalar) -> Option<Self> {
        match shape {
            ShapeRef::HalfSpace(plane) => {
                // Scaled first, so that the length of the normal cannot overflow.
                let scale = V::Scalar::ONE / plane.normal.abs().max_element().power_of_two();
                let length = (plane.normal * scale).length();
                let offset = plane.offset * scale / length;
                Some(Self {
                    region: Region::HalfSpace {
                        normal: plane.normal.try_normalize()?,
                        offset,
                    },
                    size: size.max(offset.abs()),
                })
            }
            _ => Self::around(&shape.bounds()?, size),
        }
    }

    /// The extent of anything in a box; `None` for an empty box.
    pub(crate) fn around(bounds: &Aabb<V>, size: V::Scalar) -> Option<Self> {
        (!bounds.is_empty()).then(|| Self {
            region: Region::Box(*bounds),
            size: size.max(bounds.magnitude()),
        })
    }

    /// More than the rounding of any comparison and of any answer about a pair.
    pub(crate) fn margin(&self) -> V::Scalar {
        self.size * V::Scalar::EPSILON * V::Scalar::from_f64(128.0)
    }

    /// Lower bound of the separation of the shape from anything in `bounds`: minus infinity where they overlap or
    /// numbers overflow.
    pub(crate) fn gap(&self, bounds: &Aabb<V>) -> V::Scalar {
        let gap = match &self.region {
            Region::Box(own) => {
                let between = (own.min - bounds.max).max(bounds.min - own.max);
                let between = between.max(V::ZERO);
                let largest = between.max_element();
                if largest == V::Scalar::ZERO {
                    return -V::Scalar::INFINITY;
                }
                // Scaled, so that no square overflows or underflows.
                let unit = largest.power_of_two();
                (between * (V::Scalar::ONE / unit)).length() * unit
            }
            Region::HalfSpace { normal, offset } => {
                let lowest = (0..V::DIM).fold(V::Scalar::ZERO, |height, i| {
                    let up = normal[i] > V::Scalar::ZERO;
                    let corner = if up { bounds.min } else { bounds.max };
                    height + normal[i] * corner[i]
                });
                lowest - *offset
            }
        };
        let surely = gap - self.margin();
        if surely.is_finite() {
            surely
        } else {
            -V::Scalar::INFINITY
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Convex;
    use crate::shape::plane::Plane;
    use glam::{Vec3, vec3};

    fn unit_box() -> Aabb<Vec3> {
        Aabb::of_points([Vec3::ZERO, Vec3::ONE])
    }

    #[test]
    fn a_gap_is_never_more_than_the_distance_and_hardly_less() {
        for scale in [1e-30_f32, 1.0, 1e30] {
            let point = vec3(4., 5., 1.) * scale;
            let bounds = Aabb {
                min: Vec3::ZERO,
                max: Vec3::ONE * scale,
            };
            let gap = Extent::of(&point.shape_ref(), scale).unwrap().gap(&bounds) / scale;
            assert!(gap <= 5.0 && gap > 4.999, "{scale}: {gap}");
        }
        let floor = Plane::new(vec3(0., 1e38, 0.), -3e38);
        let gap = Extent::of(&floor.shape_ref(), 1.0).unwrap();
        let gap = gap.gap(&unit_box());
        assert!(gap <= 3.0 && gap > 2.999, "{gap}");
    }

    #[test]
    fn overlapping_or_overflowing_boxes_are_not_skipped() {
        let inside = Extent::of(&Vec3::splat(0.5).shape_ref(), 1.0).unwrap();
        assert_eq!(inside.gap(&unit_box()), -f32::INFINITY);
        let far = Extent::of(&Vec3::splat(f32::MAX).shape_ref(), 1.0).unwrap();
        let other = Aabb::of_points([Vec3::splat(-f32::MAX)]);
        assert_eq!(far.gap(&other), -f32::INFINITY);
    }

    #[test]
    fn an_empty_shape_has_no_extent() {
        assert!(Extent::of(&Aabb::<Vec3>::empty().shape_ref(), 1.0).is_none());
        assert!(Extent::of(&Plane::new(Vec3::ZERO, 1.0).shape_ref(), 1.0).is_none());
    }
}
