//! Queries of a mesh with a core of one or two points: closest, contacts, overlap, sweep, and the triangles in a box.

use super::Mesh;
use super::arrivals::{self, CoreKind, MovingCore};
use super::lane_order::{above, in_order};
use super::on_group::visitor;
use super::pack::Pack;
use crate::pair::contact::Contact;
use crate::pair::nearest::{Kernel, Kernels};
use crate::part::PartId;
use crate::shape::RoundedCore;
use crate::shape::triangle::Triangle;
use crate::surface::mesh::Vector3;
use crate::surface::{OnContact, OnHit, Options};
use carom_bvh::Aabb;
use carom_bvh::{Boxes, LocalFrame, NOTHING};
use carom_math::Scalar;
use carom_math::lanes::{Simd, SimdBase, SimdMask, dispatch, each, f32x8};
use core::ops::ControlFlow;

/// The core and radius of a query's shape.
pub struct QueryShape<V: Vector3, const N: usize> {
    pub(super) core: [V; N],
    pub(super) radius: V::Scalar,
}

impl<V: Vector3, const N: usize> QueryShape<V, N> {
    #[inline(always)]
    pub(super) fn core_bounds(&self) -> Aabb<V> {
        Aabb::of_points(self.core)
    }

    /// Upper bound of every coordinate.
    #[inline(always)]
    pub(super) fn magnitude(&self) -> V::Scalar {
        let [first, last] = [self.core[0], self.core[N - 1]];
        first.abs().max(last.abs()).max_element() + self.radius
    }
}

impl<V: Vector3, const N: usize> From<RoundedCore<V, N>> for QueryShape<V, N> {
    #[inline(always)]
    fn from((core, radius): RoundedCore<V, N>) -> Self {
        Self { core, radius }
    }
}

/// Visits a triangle: its number, its corners and its box.
pub(super) type OnTriangle<'a, V> = dyn FnMut(u32, &Triangle<V>, &Aabb<V>) + 'a;

/// A query of a mesh. Not generic over the filter or the visitor: the code in lanes is compiled once for each kind of
/// query.
pub struct MeshQuery<'a, V: Vector3> {
    pub(super) mesh: &'a Mesh<V>,
    pub(super) options: Options<'a>,
}

impl<V: Vector3> MeshQuery<'_, V> {
    pub(super) fn find_closest<const N: usize>(
        &self,
        a: &QueryShape<V, N>,
        reach: V::Scalar,
    ) -> Option<Contact<V>>
    where
        Kernels: Kernel<N, 3>,
    {
        dispatch!(self.mesh.tree.level(), simd => self.closest_in(simd, a, reach))
    }

    #[inline(always)]
    fn closest_in<S: Simd, const N: usize>(
        &self,
        simd: S,
        a: &QueryShape<V, N>,
        reach: V::Scalar,
    ) -> Option<Contact<V>>
    where
        Kernels: Kernel<N, 3>,
    {
        let mut best: Option<Contact<V>> = None;
        let (mut within, mut number) = (reach, NOTHING);
        let squared = self.limits(a);
        let _ = self.near_first(
            simd,
            a,
            squared(reach),
            #[inline(always)]
            |triangle, features, index, limit| {
                let contact = simd.vectorize(
                    #[inline(always)]
                    || self.contact_one(a, &triangle, index, features, within),
                );
                // Equal separations: the lowest number wins.
                if let Some(contact) = contact
                    && (contact.separation < within) | (index < number)
                {
                    (within, number) = (contact.separation, index);
                    best = Some(contact);
                    *limit = squared(contact.separation);
                }
                ControlFlow::Continue(())
            },
        );
        best
    }

    pub(super) fn find_contacts<const N: usize>(
        &self,
        a: &QueryShape<V, N>,
        reach: V::Scalar,
        visit: &mut dyn FnMut(Contact<V>),
    ) where
        Kernels: Kernel<N, 3>,
    {
        dispatch!(self.mesh.tree.level(), simd => {
            let _ = self.each_near(simd, a, reach, None, #[inline(always)] |triangle, features, index| {
                if let Some(contact) = self.contact_one(a, &triangle, index, features, reach) {
                    visit(contact);
                }
                ControlFlow::Continue(())
            });
        });
    }

    /// Visits contacts within a reach that `visit` may lower, roughly the nearest first.
    pub(super) fn find_nearest<const N: usize>(
        &self,
        a: &QueryShape<V, N>,
        mut reach: V::Scalar,
        visit: &mut OnContact<'_, V>,
    ) where
        Kernels: Kernel<N, 3>,
    {
        // Once for all instruction sets: several contacts take longer than the way to them.
        let contact: &dyn Fn(Triangle<V>, _, _, _) -> _ = &|triangle, index, features, reach| {
            self.contact_one(a, &triangle, index, features, reach)
        };
        let squared = self.limits(a);
        // An internal edge or a front can have a contact that is deeper than the nearest points.
        let limit = |reach: V::Scalar| squared(reach.max(V::Scalar::ZERO));
        dispatch!(self.mesh.tree.level(), simd => {
            let _ = self.near_first(simd, a, limit(reach), #[inline(always)] |triangle, features, index, until| {
                if let Some(contact) = contact(triangle, index, features, reach) {
                    visit(contact, &mut reach);
                    *until = limit(reach);
                }
                ControlFlow::Continue(())
            });
        });
    }

    pub(super) fn find_overlap<const N: usize>(&self, a: &QueryShape<V, N>) -> bool
    where
        Kernels: Kernel<N, 3>,
    {
        let flow = dispatch!(self.mesh.tree.level(), simd => {
            let surely = self.touching(a);
            self.each_near(simd, a, V::Scalar::ZERO, surely, #[inline(always)] |triangle, features, index| {
                let contact = simd.vectorize(#[inline(always)] || {
                    self.contact_one(a, &triangle, index, features, V::Scalar::ZERO)
                });
                match contact {
                    Some(_) => ControlFlow::Break(()),
                    None => ControlFlow::Continue(()),
                }
            })
        });
        flow.is_break()
    }

    /// Visits the hit with every triangle within a limit that `visit` may lower.
    pub(super) fn find_hits<const N: usize>(
        &self,
        a: &QueryShape<V, N>,
        delta: V,
        visit: &mut OnHit<'_, V>,
    ) where
        Kernels: Kernel<N, 3>,
    {
        dispatch!(self.mesh.tree.level(), simd => {
            if N == 1 && a.radius == V::Scalar::ZERO {
                self.sweep_in::<_, N, true>(simd, a, delta, visit);
            } else {
                self.sweep_in::<_, N, false>(simd, a, delta, visit);
            }
        });
    }

    /// `THIN` is a point without a radius.
    #[inline(always)]
    fn sweep_in<S: Simd, const N: usize, const THIN: bool>(
        &self,
        simd: S,
        a: &QueryShape<V, N>,
        delta: V,
        visit: &mut OnHit<'_, V>,
    ) where
        Kernels: Kernel<N, 3>,
    {
        let local = &self.mesh.tree.local;
        let margin = self.margin(a, delta);
        let around = local.nearly(&a.core_bounds().inflated(a.radius + margin));
        let (kind, moving) = self.moving_core::<N, THIN>(a, delta);
        let mut until = V::Scalar::ONE;
        let mut made = None;
        let mut on_group = visitor(
            #[inline(always)]
            |group: usize, limit: &mut f32| {
                let pack = self.mesh.store.pack(group, &mut made);
                let from = (a.core[0], local);
                let arrivals = arrivals_of(simd, pack, from, (kind, &moving), *limit);
                in_order(
                    arrivals,
                    limit,
                    #[inline(always)]
                    |lane, limit| {
                        let index = pack.numbers[lane];
                        if self.is_excluded(index) {
                            return ControlFlow::Continue(());
                        }
                        let triangle = pack.triangle(lane);
                        let hit = simd.vectorize(
                            #[inline(always)]
                            || self.sweep_one::<N, THIN>(a, delta, &triangle, index, until),
                        );
                        if let Some(hit) = hit {
                            visit(hit, &mut until)?;
                            *limit = above(until.to_f64());
                        }
                        ControlFlow::Continue(())
                    },
                )
            },
        );
        let _ = self.groups_by_arrival(simd, &around, local.way(delta), &mut on_group);
    }

    /// The core of a sweep in the frame of the BVH.
    #[inline(always)]
    fn moving_core<const N: usize, const THIN: bool>(
        &self,
        a: &QueryShape<V, N>,
        delta: V,
    ) -> (CoreKind, MovingCore) {
        let local = &self.mesh.tree.local;
        let moving = MovingCore::new(
            local.way(a.core[N - 1] - a.core[0]),
            local.way(delta),
            local.length(a.radius) * (1.0 + f32::EPSILON),
        );
        let kind = match (THIN, N) {
            (true, _) => CoreKind::Thin,
            (_, 1) => CoreKind::Ball,
            _ => CoreKind::Capsule,
        };
        (kind, moving)
    }

    pub(super) fn find_near(&self, region: &Aabb<V>, visit: &mut OnTriangle<'_, V>) {
        let Mesh { tree, store, .. } = self.mesh;
        let center = region.center();
        // Upper bound of the rounding.
        let margin = V::Scalar::from_f64(64.0 * f64::from(f32::EPSILON));
        let margin = self.mesh.size.max(region.magnitude()) * margin;
        let half = tree.local.way(region.max - center + V::splat(margin));
        dispatch!(tree.level(), simd => {
            let region_boxes = Boxes::splat(simd, &tree.local.around(region));
            let mut made = None;
            let _ = tree.all(
                simd,
                #[inline(always)]
                |boxes| boxes.touch(&region_boxes),
                #[inline(always)]
                |group| store.prefetch(group),
                #[inline(always)]
                |group| {
                    let pack = store.pack(group, &mut made);
                    let [a, b, c] = pack.relative(simd, center, &tree.local).corners;
                    let (low, high) = (a.min(b).min(c), a.max(b).max(c));
                    let beyond = low.x.simd_gt(half[0])
                        | low.y.simd_gt(half[1])
                        | low.z.simd_gt(half[2])
                        | high.x.simd_lt(-half[0])
                        | high.y.simd_lt(-half[1])
                        | high.z.simd_lt(-half[2]);
                    for lane in each(!beyond.to_bitmask() & 0xff) {
                        let (number, triangle) = (pack.numbers[lane], pack.triangle(lane));
                        let bounds = triangle.bounds();
                        if number != NOTHING && bounds.overlaps(region) {
                            visit(number, &triangle, &bounds);
                        }
                    }
                    ControlFlow::Continue(())
                },
            );
        });
    }

    /// Whether the triangle is filtered out, or the lane is empty.
    #[inline(always)]
    pub(super) fn is_excluded(&self, index: u32) -> bool {
        index == NOTHING || !self.options.accepts(PartId::of(index))
    }
}

/// [`arrivals::of`] a moving core that begins at `from` at the triangles of a group.
#[cfg_attr(target_family = "wasm", inline(never))]
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn arrivals_of<V: Vector3, S: Simd>(
    simd: S,
    pack: &Pack<V>,
    (from, local): (V, &LocalFrame<V>),
    (kind, moving): (CoreKind, &MovingCore),
    limit: f32,
) -> f32x8<S> {
    arrivals::of(&pack.relative(simd, from, local), kind, moving, limit)
}
