//! Traversals of a mesh's BVH by a core of one or two points: lower bounds in lanes choose the triangles, and their order,
//! for the exact pair.

use super::distances;
use super::lane_order::{above, in_order};
use super::mesh_query::{MeshQuery, QueryShape};
use crate::pair::prism::Features;
use crate::shape::triangle::Triangle;
use crate::surface::mesh::Vector3;
use carom_bvh::{DistanceProbe, SegmentProbe};
use carom_math::Scalar;
use carom_math::lanes::{Simd, SimdBase, SimdMask, each};
use core::ops::ControlFlow;

impl<V: Vector3> MeshQuery<'_, V> {
    /// Visits triangles with a squared distance from the core that may be within a limit that `visit` may lower, roughly by
    /// increasing distance.
    #[inline(always)]
    pub(super) fn near_first<S: Simd, const N: usize>(
        &self,
        simd: S,
        a: &QueryShape<V, N>,
        limit: f32,
        mut visit: impl FnMut(Triangle<V>, Features, u32, &mut f32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let local = &self.mesh.tree.local;
        let way = local.way(a.core[N - 1] - a.core[0]);
        let around = local.nearly(&a.core_bounds());
        let near = DistanceProbe::new(simd, &around);
        let tilted = SegmentProbe::new(simd, &around, way);
        let mut made = None;
        self.mesh.tree.nearest_first(
            simd,
            limit,
            #[inline(always)]
            |boxes| {
                if N == 1 {
                    near.squared(boxes)
                } else {
                    tilted.squared(boxes)
                }
            },
            #[inline(always)]
            |group| self.mesh.store.prefetch(group),
            #[inline(always)]
            |group, limit| {
                let pack = self.mesh.store.pack(group, &mut made);
                let triangles = pack.relative(simd, a.core[0], local);
                let Some(distances) = distances::of::<S, N>(&triangles, way, *limit) else {
                    return ControlFlow::Continue(());
                };
                in_order(
                    distances.least,
                    limit,
                    #[inline(always)]
                    |lane, limit| {
                        let index = pack.numbers[lane];
                        if self.is_excluded(index) {
                            return ControlFlow::Continue(());
                        }
                        visit(
                            pack.triangle(lane),
                            distances.nearest.features(lane),
                            index,
                            limit,
                        )
                    },
                )
            },
        )
    }

    /// Visits triangles with a separation that may be at most `reach`, in the order of the BVH. Breaks at a triangle with
    /// a squared distance from the core that is certainly at most `surely`.
    #[inline(always)]
    pub(super) fn each_near<S: Simd, const N: usize>(
        &self,
        simd: S,
        a: &QueryShape<V, N>,
        reach: V::Scalar,
        surely: Option<f32>,
        mut visit: impl FnMut(Triangle<V>, Features, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let local = &self.mesh.tree.local;
        let near = DistanceProbe::new(simd, &local.nearly(&a.core_bounds()));
        let way = local.way(a.core[N - 1] - a.core[0]);
        let limit = self.limits(a)(reach);
        let mut made = None;
        self.mesh.tree.all(
            simd,
            #[inline(always)]
            |boxes| !near.squared(boxes).simd_gt(limit),
            #[inline(always)]
            |group| self.mesh.store.prefetch(group),
            #[inline(always)]
            |group| {
                let pack = self.mesh.store.pack(group, &mut made);
                let triangles = pack.relative(simd, a.core[0], local);
                let Some(distances) = distances::of::<S, N>(&triangles, way, limit) else {
                    return ControlFlow::Continue(());
                };
                if let Some(surely) = surely {
                    let mut sure = each(distances.most.simd_le(surely).to_bitmask());
                    if sure.any(|lane| !self.is_excluded(pack.numbers[lane])) {
                        return ControlFlow::Break(());
                    }
                }
                for lane in each(!distances.least.simd_gt(limit).to_bitmask() & 0xff) {
                    let index = pack.numbers[lane];
                    if !self.is_excluded(index) {
                        visit(pack.triangle(lane), distances.nearest.features(lane), index)?;
                    }
                }
                ControlFlow::Continue(())
            },
        )
    }

    /// The squared distance of the cores, in the unit of the BVH, up to which every triangle certainly touches.
    /// Negative where one-sidedness, internal edges or extreme squares make that uncertain.
    #[inline(always)]
    pub(super) fn touching<const N: usize>(&self, a: &QueryShape<V, N>) -> Option<f32> {
        let radius = self.mesh.tree.local.length(a.radius);
        let is_plain = !self.mesh.one_sided
            & (self.options.internal_edges | self.mesh.internal_edges.is_none());
        let is_certain = is_plain & (radius > 1e-15) & (radius < 1e15);
        Some(if is_certain {
            radius * radius * (1.0 - 16.0 * f32::EPSILON)
        } else {
            -1.0
        })
    }

    /// Upper bound of the squared distance of the cores, in the unit of the BVH, for a separation. The margin covers
    /// the rounding of any box; a separation of minus the radius or less admits everything that crosses the core.
    #[inline(always)]
    pub(super) fn limits<const N: usize>(
        &self,
        a: &QueryShape<V, N>,
    ) -> impl Fn(V::Scalar) -> f32 + Copy {
        let margin = self.margin(a, V::ZERO);
        let (scale, radius) = (self.mesh.tree.local.scale, a.radius);
        move |separation: V::Scalar| {
            let distance = (separation + radius).max(V::Scalar::ZERO) + margin;
            let distance = distance.to_f64() * scale;
            let squared = above(distance * distance);
            if squared < f32::MAX {
                squared
            } else {
                f32::MAX
            }
        }
    }

    /// More than the rounding of any box, lane or kernel in this query.
    pub(super) fn margin<const N: usize>(&self, a: &QueryShape<V, N>, delta: V) -> V::Scalar {
        let size = self.mesh.size.max(a.magnitude());
        let size = size.max(delta.abs().max_element());
        size * V::Scalar::from_f64(64.0 * f64::from(f32::EPSILON))
    }
}
