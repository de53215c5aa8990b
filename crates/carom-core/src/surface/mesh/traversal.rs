//! Traversals of a mesh's BVH by a core of one or two points: lower bounds in lanes choose the triangles, and their order,
//! for the exact pair.

use super::distances::{self, Distances};
use super::lane_order::{above, in_order};
use super::mesh_query::{MeshQuery, QueryShape};
use super::on_group::{OnGroup, visitor};
use super::pack::Pack;
use crate::pair::prism::Features;
use crate::shape::triangle::Triangle;
use crate::surface::mesh::Vector3;
use carom_bvh::{DistanceProbe, LocalBox, LocalFrame, SegmentProbe, SweepProbe};
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
        let mut made = None;
        let mut on_group = visitor(
            #[inline(always)]
            |group: usize, limit: &mut f32| {
                let pack = self.mesh.store.pack(group, &mut made);
                let from = (a.core[0], local);
                let Some(distances) = distances_of::<V, S, N>(simd, pack, from, way, *limit) else {
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
        );
        self.groups_by_distance(simd, limit, &around, (N == 1, way), &mut on_group)
    }

    /// Visits groups by a lower bound of the squared distance from a core: a point, or a segment along `way`.
    #[inline(always)]
    fn groups_by_distance<S: Simd, F: OnGroup + ?Sized>(
        &self,
        simd: S,
        limit: f32,
        around: &LocalBox,
        (is_point, way): (bool, [f32; 3]),
        visit: &mut F,
    ) -> ControlFlow<()> {
        let near = DistanceProbe::new(simd, around);
        let tilted = SegmentProbe::new(simd, around, way);
        self.mesh.tree.nearest_first(
            simd,
            limit,
            #[inline(always)]
            |boxes| {
                if is_point {
                    near.squared(boxes)
                } else {
                    tilted.squared(boxes)
                }
            },
            #[inline(always)]
            |group| self.mesh.store.prefetch(group),
            #[inline(always)]
            |group, limit| visit.visit(group, limit),
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
        let around = local.nearly(&a.core_bounds());
        let way = local.way(a.core[N - 1] - a.core[0]);
        let limit = self.limits(a)(reach);
        let mut made = None;
        let mut on_group = visitor(
            #[inline(always)]
            |group: usize, _: &mut f32| {
                let pack = self.mesh.store.pack(group, &mut made);
                let from = (a.core[0], local);
                let Some(distances) = distances_of::<V, S, N>(simd, pack, from, way, limit) else {
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
        );
        #[cfg(target_family = "wasm")]
        let on_group: &mut dyn OnGroup = &mut on_group;
        #[cfg(not(target_family = "wasm"))]
        let on_group = &mut on_group;
        self.groups_within(simd, limit, &around, on_group)
    }

    /// Visits the groups with a squared distance from the box that may be at most `limit`.
    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn groups_within<S: Simd, F: OnGroup + ?Sized>(
        &self,
        simd: S,
        mut limit: f32,
        around: &LocalBox,
        visit: &mut F,
    ) -> ControlFlow<()> {
        let near = DistanceProbe::new(simd, around);
        let within = limit;
        self.mesh.tree.all(
            simd,
            #[inline(always)]
            |boxes| !near.squared(boxes).simd_gt(within),
            #[inline(always)]
            |group| self.mesh.store.prefetch(group),
            #[inline(always)]
            |group| visit.visit(group, &mut limit),
        )
    }

    /// Visits groups by a lower bound of the time at which a moving box reaches them, up to a limit that `visit` may lower.
    #[inline(always)]
    pub(super) fn groups_by_arrival<S: Simd, F: OnGroup + ?Sized>(
        &self,
        simd: S,
        around: &LocalBox,
        way: [f32; 3],
        visit: &mut F,
    ) -> ControlFlow<()> {
        let probe = SweepProbe::new(simd, around, way);
        self.mesh.tree.nearest_first(
            simd,
            1.0,
            #[inline(always)]
            |boxes| probe.reaches(boxes),
            #[inline(always)]
            |group| self.mesh.store.prefetch(group),
            #[inline(always)]
            |group, limit| visit.visit(group, limit),
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
    #[inline]
    pub(super) fn margin<const N: usize>(&self, a: &QueryShape<V, N>, delta: V) -> V::Scalar {
        let size = self.mesh.size.max(a.magnitude());
        let size = size.max(delta.abs().max_element());
        size * V::Scalar::from_f64(64.0 * f64::from(f32::EPSILON))
    }
}

/// [`distances::of`] the triangles of a group from a core of `N` points that begins at `from`.
#[cfg_attr(target_family = "wasm", inline(never))]
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn distances_of<V: Vector3, S: Simd, const N: usize>(
    simd: S,
    pack: &Pack<V>,
    (from, local): (V, &LocalFrame<V>),
    way: [f32; 3],
    limit: f32,
) -> Option<Distances<S>> {
    distances::of::<S, N>(&pack.relative(simd, from, local), way, limit)
}
