//! Queries of a mesh by a core of one or two points: the traversal of the BVH, the lanes, the exact pairs.

use super::Mesh;
use super::arrivals::{self, Kind, Mover};
use super::distances;
use super::feature::feature_of;
use super::one_sided::front_contact;
use super::seam::smoothed;
use crate::pair::contact::{Contact, contact_among};
use crate::pair::cores::CorePair;
use crate::pair::nearest::{Kernel, Kernels};
use crate::pair::prism::Features;
use crate::pair::separation::Thin;
use crate::pair::sweep::{Hit, Start, sweep};
use crate::part::PartId;
use crate::shape::RoundedCore;
use crate::shape::triangle::Triangle;
use crate::surface::mesh::Vector3;
use crate::surface::{OnHit, Options};
use carom_bvh::Aabb;
use carom_bvh::{Boxes, DistanceProbe, NOTHING, SegmentProbe, SweepProbe};
use carom_math::Scalar;
use carom_math::lanes::{LANES, Ranked, Simd, SimdBase, SimdMask, by_rank, dispatch, each, f32x8};
use core::ops::ControlFlow;

/// The core and radius of the shape of a query.
pub struct Asker<V: Vector3, const N: usize> {
    core: [V; N],
    radius: V::Scalar,
}

impl<V: Vector3, const N: usize> Asker<V, N> {
    #[inline(always)]
    fn core_bounds(&self) -> Aabb<V> {
        Aabb::of_points(self.core)
    }

    /// No coordinate of it is greater.
    #[inline(always)]
    fn magnitude(&self) -> V::Scalar {
        let [first, last] = [self.core[0], self.core[N - 1]];
        first.abs().max(last.abs()).max_element() + self.radius
    }
}

impl<V: Vector3, const N: usize> From<RoundedCore<V, N>> for Asker<V, N> {
    #[inline(always)]
    fn from((core, radius): RoundedCore<V, N>) -> Self {
        Self { core, radius }
    }
}

/// What is done with a triangle that is near: its number, itself and its box.
pub(super) type OnNear<'a, V> = dyn FnMut(u32, &Triangle<V>, &Aabb<V>) + 'a;

/// A mesh as a query sees it. Not generic over the filter, nor over what is done with the answers: the code in lanes is
/// compiled once for each kind of query.
pub struct View<'a, V: Vector3> {
    pub(super) mesh: &'a Mesh<V>,
    pub(super) options: Options<'a>,
}

impl<V: Vector3> View<'_, V> {
    pub(super) fn find_closest<const N: usize>(
        &self,
        a: &Asker<V, N>,
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
        a: &Asker<V, N>,
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
                // What is no nearer than the best so far is as near.
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
        a: &Asker<V, N>,
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

    pub(super) fn find_overlap<const N: usize>(&self, a: &Asker<V, N>) -> bool
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

    /// The hit with every triangle within a limit that `visit` may lower.
    pub(super) fn find_hits<const N: usize>(
        &self,
        a: &Asker<V, N>,
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

    /// What is `THIN` is a point without a radius.
    #[inline(always)]
    fn sweep_in<S: Simd, const N: usize, const THIN: bool>(
        &self,
        simd: S,
        a: &Asker<V, N>,
        delta: V,
        visit: &mut OnHit<'_, V>,
    ) where
        Kernels: Kernel<N, 3>,
    {
        let local = &self.mesh.tree.local;
        let margin = self.margin(a, delta);
        let moving = SweepProbe::new(
            simd,
            &local.around(&a.core_bounds().inflated(a.radius + margin)),
            local.way(delta),
        );
        let mover = Mover::new(
            local.way(a.core[N - 1] - a.core[0]),
            local.way(delta),
            local.length(a.radius) * (1.0 + f32::EPSILON),
        );
        let kind = match (THIN, N) {
            (true, _) => Kind::Thin,
            (_, 1) => Kind::Ball,
            _ => Kind::Capsule,
        };
        let mut until = V::Scalar::ONE;
        let mut made = None;
        let _ = self.mesh.tree.nearest_first(
            simd,
            1.0,
            #[inline(always)]
            |boxes| moving.reaches(boxes),
            #[inline(always)]
            |group| self.mesh.store.look_ahead(group),
            #[inline(always)]
            |group, limit| {
                let pack = self.mesh.store.pack(group, &mut made);
                let triangles = pack.relative(simd, a.core[0], local);
                let arrivals = arrivals::of(&triangles, kind, &mover, *limit);
                in_order(
                    arrivals,
                    limit,
                    #[inline(always)]
                    |lane, limit| {
                        let index = pack.numbers[lane];
                        if self.is_out(index) {
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
    }

    pub(super) fn find_near(&self, region: &Aabb<V>, visit: &mut OnNear<'_, V>) {
        let Mesh { tree, store, .. } = self.mesh;
        let center = region.center();
        // Not less, whatever the rounding.
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
                |group| store.look_ahead(group),
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

    /// Visits triangles whose squared distance from the core may be within a limit that `visit` may lower, in
    /// about the order of their distance.
    #[inline(always)]
    fn near_first<S: Simd, const N: usize>(
        &self,
        simd: S,
        a: &Asker<V, N>,
        limit: f32,
        mut visit: impl FnMut(Triangle<V>, Features, u32, &mut f32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let local = &self.mesh.tree.local;
        let way = local.way(a.core[N - 1] - a.core[0]);
        let around = local.around(&a.core_bounds());
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
            |group| self.mesh.store.look_ahead(group),
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
                        if self.is_out(index) {
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

    /// Visits triangles whose separation may be at most `reach`, in the tree's order. It ends where the squared
    /// distance of one from the core is `surely` no more than that.
    #[inline(always)]
    fn each_near<S: Simd, const N: usize>(
        &self,
        simd: S,
        a: &Asker<V, N>,
        reach: V::Scalar,
        surely: Option<f32>,
        mut visit: impl FnMut(Triangle<V>, Features, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let local = &self.mesh.tree.local;
        let near = DistanceProbe::new(simd, &local.around(&a.core_bounds()));
        let way = local.way(a.core[N - 1] - a.core[0]);
        let limit = self.limits(a)(reach);
        let mut made = None;
        self.mesh.tree.all(
            simd,
            #[inline(always)]
            |boxes| !near.squared(boxes).simd_gt(limit),
            #[inline(always)]
            |group| self.mesh.store.look_ahead(group),
            #[inline(always)]
            |group| {
                let pack = self.mesh.store.pack(group, &mut made);
                let triangles = pack.relative(simd, a.core[0], local);
                let Some(distances) = distances::of::<S, N>(&triangles, way, limit) else {
                    return ControlFlow::Continue(());
                };
                if let Some(surely) = surely {
                    let mut sure = each(distances.most.simd_le(surely).to_bitmask());
                    if sure.any(|lane| !self.is_out(pack.numbers[lane])) {
                        return ControlFlow::Break(());
                    }
                }
                for lane in each(!distances.least.simd_gt(limit).to_bitmask() & 0xff) {
                    let index = pack.numbers[lane];
                    if !self.is_out(index) {
                        visit(pack.triangle(lane), distances.nearest.features(lane), index)?;
                    }
                }
                ControlFlow::Continue(())
            },
        )
    }

    /// Up to which squared distance of the cores, in the tree's unit, every triangle is touched for sure; negative
    /// where that takes a look at its sides or seams, or squares are too small or too large for it.
    #[inline(always)]
    fn touching<const N: usize>(&self, a: &Asker<V, N>) -> Option<f32> {
        let radius = self.mesh.tree.local.length(a.radius);
        let is_plain =
            !self.mesh.one_sided & (self.options.internal_edges | self.mesh.seams.is_none());
        let is_told = is_plain & (radius > 1e-15) & (radius < 1e15);
        Some(if is_told {
            radius * radius * (1.0 - 16.0 * f32::EPSILON)
        } else {
            -1.0
        })
    }

    /// What squared distance of the cores, in the tree's unit, a separation is at most; more than that by the
    /// rounding of any box. Up to a separation of minus the radius everything that crosses is looked at.
    #[inline(always)]
    fn limits<const N: usize>(&self, a: &Asker<V, N>) -> impl Fn(V::Scalar) -> f32 + Copy {
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

    /// The exact pair: called among lanes, or through `vectorize`, which makes it a function of its own by their
    /// instruction set and so spares a change between two.
    #[inline(always)]
    fn contact_one<const N: usize>(
        &self,
        a: &Asker<V, N>,
        triangle: &Triangle<V>,
        index: u32,
        features: Features,
        reach: V::Scalar,
    ) -> Option<Contact<V>>
    where
        Kernels: Kernel<N, 3>,
    {
        let cores = CorePair::new((a.core, a.radius), triangle.rounded(), V::ZERO);
        let found = if self.mesh.one_sided {
            // Pushed out to the front it may be deeper than it is by the shortest way.
            let found = contact_among(&cores, features, V::Scalar::INFINITY)?;
            let found = front_contact(&a.core, a.radius, triangle, found)?;
            (found.separation <= reach).then_some(found)?
        } else {
            contact_among(&cores, features, reach)?
        };
        let crosses = found.separation < -a.radius;
        let normal = self.seamless(triangle, index, (found.normal, found.point_b), crosses)?;
        let part = PartId::of(index);
        Some(Contact {
            normal,
            part,
            ..found
        })
    }

    /// The exact pair, as in [`contact_one`](Self::contact_one).
    #[inline(always)]
    fn sweep_one<const N: usize, const THIN: bool>(
        &self,
        a: &Asker<V, N>,
        delta: V,
        triangle: &Triangle<V>,
        index: u32,
        limit: V::Scalar,
    ) -> Option<Hit<V>>
    where
        Kernels: Kernel<N, 3>,
    {
        let cores = CorePair::new((a.core, a.radius), triangle.rounded(), delta);
        // A little later is rounded down to the same time.
        let late = limit * (V::Scalar::ONE + V::Scalar::from_f64(4.0) * V::Scalar::EPSILON);
        let late = late.min(V::Scalar::ONE);
        let swept = if THIN {
            sweep(&Thin(&cores), late)
        } else {
            sweep(&cores, late)
        };
        let mut found = Hit {
            part: PartId::of(index),
            ..swept.hit?
        };
        if self.mesh.one_sided
            && let Some(front) = triangle.normal()
        {
            if let Start::Overlapping(contact) = found.start {
                let contact = front_contact(&a.core, a.radius, triangle, contact)?;
                found.start = Start::Overlapping(contact);
                found.normal = contact.normal;
            } else if found.normal.dot(front) < V::Scalar::ZERO {
                return None;
            }
        }
        let crosses =
            matches!(found.start, Start::Overlapping(start) if start.separation < -a.radius);
        found.normal = self.seamless(triangle, index, (found.normal, found.point), crosses)?;
        Some(found)
    }

    /// The normal at a point of a triangle if there is one without the seams of the mesh: see
    /// [`Mesh::weld`]. Cores that cross keep theirs.
    #[inline(always)]
    fn seamless(
        &self,
        triangle: &Triangle<V>,
        index: u32,
        (normal, point): (V, V),
        crosses: bool,
    ) -> Option<V> {
        match &self.mesh.seams {
            Some(seams) if !self.options.internal_edges && !crosses => {
                let active = seams.active[index as usize];
                let feature = feature_of(triangle, point);
                smoothed(normal, triangle, active, feature, seams.flat)
            }
            _ => Some(normal),
        }
    }

    /// Whether a number is none of a triangle that counts.
    #[inline(always)]
    pub(super) fn is_out(&self, index: u32) -> bool {
        index == NOTHING || !self.options.accepts(PartId::of(index))
    }

    /// More than the rounding of any box, lane or kernel on this query.
    fn margin<const N: usize>(&self, a: &Asker<V, N>, delta: V) -> V::Scalar {
        let size = self.mesh.size.max(a.magnitude());
        let size = size.max(delta.abs().max_element());
        size * V::Scalar::from_f64(64.0 * f64::from(f32::EPSILON))
    }
}

/// The lanes.
const NAMES: [u32; LANES] = [0, 1, 2, 3, 4, 5, 6, 7];

/// Visits lanes in the order of their values, as long as those are within the limit.
#[inline(always)]
fn in_order<S: Simd>(
    values: f32x8<S>,
    limit: &mut f32,
    mut visit: impl FnMut(usize, &mut f32) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut left = !values.simd_gt(*limit).to_bitmask() & 0xff;
    let values: [f32; LANES] = values.into();
    while left != 0 {
        let ([mut first, ..], others) = by_rank(&values, &NAMES, left);
        for lane in each(others) {
            [first, _] = first.sorted(Ranked::new(values[lane], lane as u32));
        }
        if first.number() > *limit {
            break;
        }
        let first = first.of() as usize;
        visit(first, limit)?;
        left &= !(1 << first);
    }
    ControlFlow::Continue(())
}

/// A number of single precision that is above one that is not negative, and hardly. Without a branch: which
/// way it is rounded is a coin's toss.
#[inline(always)]
fn above(x: f64) -> f32 {
    (x * (1.0 + f64::from(f32::EPSILON))) as f32 + f32::MIN_POSITIVE
}
