//! The questions: contact (closest, all), overlap (any), sweep and ray (closest, any, all).

use super::Mesh;
use super::arrivals::{self, Mover};
use super::distances;
use super::one_sided::front_contact;
use crate::lanes::{LANES, Simd, SimdBase, SimdMask, dispatch, each, f32x8};
use crate::query::contact::{Contact, contact_among};
use crate::query::cores::Cores;
use crate::query::nearest::{Kernel, Kernels};
use crate::query::prism::Features;
use crate::query::sweep::{Hit, Start, sweep};
use crate::shape::triangle::Triangle;
use crate::shape::{aabb::Aabb, ball::Ball, capsule::Capsule};
use crate::tree::{Moving, NOTHING, Near};
use crate::vector::{Scalar, Vector3};
use core::ops::ControlFlow;

/// A contact with one triangle of a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshContact<V: Vector3> {
    /// The shape is `a`, the triangle `b`: the normal points from the mesh to the shape.
    pub contact: Contact<V>,
    /// The triangle's number.
    pub triangle: u32,
}

/// The first touch of a motion with one triangle of a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshHit<V: Vector3> {
    /// When, where, and the normal from the mesh to the shape.
    pub hit: Hit<V>,
    /// How the motion stood to this triangle at its start.
    pub start: Start<V>,
    /// The triangle's number.
    pub triangle: u32,
}

/// A shape that asks: its core and radius, and the box around it.
struct Asker<V: Vector3, const N: usize> {
    core: [V; N],
    radius: V::Scalar,
    bounds: Aabb<V>,
}

impl<V: Vector3, const N: usize> Asker<V, N> {
    #[inline(always)]
    fn core_bounds(&self) -> Aabb<V> {
        Aabb::of_points(self.core)
    }
}

fn point<V: Vector3>(p: V) -> Asker<V, 1> {
    Asker {
        core: [p],
        radius: V::Scalar::ZERO,
        bounds: Aabb { min: p, max: p },
    }
}

fn ball<V: Vector3>(ball: &Ball<V>) -> Asker<V, 1> {
    Asker {
        core: ball.core(),
        radius: ball.radius,
        bounds: ball.bounds(),
    }
}

fn capsule<V: Vector3>(capsule: &Capsule<V>) -> Asker<V, 2> {
    Asker {
        core: capsule.core(),
        radius: capsule.radius,
        bounds: capsule.bounds(),
    }
}

impl<V: Vector3> Mesh<V> {
    /// The least separation of a ball from any triangle, if it is at most `reach`.
    #[must_use]
    pub fn closest_ball(&self, a: &Ball<V>, reach: V::Scalar) -> Option<MeshContact<V>> {
        self.closest(&ball(a), reach)
    }

    /// The least separation of a capsule from any triangle, if it is at most `reach`.
    ///
    /// Equal separations: the triangle of the lowest number.
    #[must_use]
    pub fn closest_capsule(&self, a: &Capsule<V>, reach: V::Scalar) -> Option<MeshContact<V>> {
        self.closest(&capsule(a), reach)
    }

    /// Every triangle's contact with a ball whose separation is at most `reach`, in a fixed order.
    pub fn contacts_ball(&self, a: &Ball<V>, reach: V::Scalar, visit: impl FnMut(MeshContact<V>)) {
        self.contacts(&ball(a), reach, visit);
    }

    /// Every triangle's contact with a capsule whose separation is at most `reach`, in a fixed order.
    pub fn contacts_capsule(
        &self,
        a: &Capsule<V>,
        reach: V::Scalar,
        visit: impl FnMut(MeshContact<V>),
    ) {
        self.contacts(&capsule(a), reach, visit);
    }

    /// Whether a ball touches any triangle.
    #[must_use]
    pub fn overlap_ball(&self, a: &Ball<V>) -> bool {
        self.overlap(&ball(a))
    }

    /// Whether a capsule touches any triangle.
    #[must_use]
    pub fn overlap_capsule(&self, a: &Capsule<V>) -> bool {
        self.overlap(&capsule(a))
    }

    /// The first triangle that a ball meets on its way. Equal times: the lowest number.
    #[must_use]
    pub fn sweep_ball(&self, a: &Ball<V>, delta: V) -> Option<MeshHit<V>> {
        self.sweep(&ball(a), delta, false)
    }

    /// The first triangle that a capsule meets on its way. Equal times: the lowest number.
    ///
    /// A motion that starts inside a triangle is stopped at `t` = 0 by the one it is deepest in.
    #[must_use]
    pub fn sweep_capsule(&self, a: &Capsule<V>, delta: V) -> Option<MeshHit<V>> {
        self.sweep(&capsule(a), delta, false)
    }

    /// Whether a ball meets any triangle on its way; stops at the first one found.
    #[must_use]
    pub fn sweep_ball_any(&self, a: &Ball<V>, delta: V) -> bool {
        self.sweep(&ball(a), delta, true).is_some()
    }

    /// Whether a capsule meets any triangle on its way; stops at the first one found.
    #[must_use]
    pub fn sweep_capsule_any(&self, a: &Capsule<V>, delta: V) -> bool {
        self.sweep(&capsule(a), delta, true).is_some()
    }

    /// The first triangle on the straight way from `origin` to `origin + delta`: a swept point.
    #[must_use]
    pub fn ray(&self, origin: V, delta: V) -> Option<MeshHit<V>> {
        self.sweep(&point(origin), delta, false)
    }

    /// Whether any triangle is on the straight way from `origin` to `origin + delta`.
    #[must_use]
    pub fn ray_any(&self, origin: V, delta: V) -> bool {
        self.sweep(&point(origin), delta, true).is_some()
    }

    /// Every triangle on the straight way from `origin` to `origin + delta`, in a fixed order (not
    /// by time).
    pub fn ray_all(&self, origin: V, delta: V, mut visit: impl FnMut(MeshHit<V>)) {
        self.sweep_each(&point(origin), delta, |hit, _| {
            visit(hit);
            ControlFlow::Continue(())
        });
    }

    /// The number of every triangle whose pack touches `region`, in the tree's order.
    pub(crate) fn triangles_near(&self, region: &Aabb<V>, mut visit: impl FnMut(u32)) {
        dispatch!(self.tree.level(), simd => {
            let near = Near::new(simd, &self.tree.local.around(region));
            let _ = self.tree.all(
                simd,
                #[inline(always)]
                |boxes| near.touches(boxes),
                #[inline(always)]
                |group| {
                    let numbers = self.packs[group].numbers;
                    numbers.into_iter().filter(|n| *n != NOTHING).for_each(&mut visit);
                    ControlFlow::Continue(())
                },
            );
        });
    }

    fn closest<const N: usize>(&self, a: &Asker<V, N>, reach: V::Scalar) -> Option<MeshContact<V>>
    where
        Kernels: Kernel<N, 3>,
    {
        dispatch!(self.tree.level(), simd => self.closest_in(simd, a, reach))
    }

    #[inline(always)]
    fn closest_in<S: Simd, const N: usize>(
        &self,
        simd: S,
        a: &Asker<V, N>,
        reach: V::Scalar,
    ) -> Option<MeshContact<V>>
    where
        Kernels: Kernel<N, 3>,
    {
        let mut best: Option<MeshContact<V>> = None;
        let squared = self.limits(a);
        let _ = self.near_first(simd, a, squared(reach), |triangle, features, index, limit| {
            let within = best.map_or(reach, |b| b.contact.separation);
            if let Some(contact) = self.contact_one(a, &triangle, features, within)
                && best.is_none_or(|b| {
                    contact.separation < b.contact.separation
                        || (contact.separation == b.contact.separation && index < b.triangle)
                })
            {
                best = Some(MeshContact {
                    contact,
                    triangle: index,
                });
                *limit = squared(contact.separation);
            }
            ControlFlow::Continue(())
        });
        best
    }

    fn contacts<const N: usize>(
        &self,
        a: &Asker<V, N>,
        reach: V::Scalar,
        mut visit: impl FnMut(MeshContact<V>),
    ) where
        Kernels: Kernel<N, 3>,
    {
        dispatch!(self.tree.level(), simd => {
            let _ = self.each_near(simd, a, reach, #[inline(always)] |triangle, features, index| {
                if let Some(contact) = self.contact_one(a, &triangle, features, reach) {
                    visit(MeshContact { contact, triangle: index });
                }
                ControlFlow::Continue(())
            });
        });
    }

    fn overlap<const N: usize>(&self, a: &Asker<V, N>) -> bool
    where
        Kernels: Kernel<N, 3>,
    {
        let flow = dispatch!(self.tree.level(), simd => {
            self.each_near(simd, a, V::Scalar::ZERO, #[inline(always)] |triangle, features, _| {
                match self.contact_one(a, &triangle, features, V::Scalar::ZERO) {
                    Some(_) => ControlFlow::Break(()),
                    None => ControlFlow::Continue(()),
                }
            })
        });
        flow.is_break()
    }

    fn sweep<const N: usize>(&self, a: &Asker<V, N>, delta: V, any: bool) -> Option<MeshHit<V>>
    where
        Kernels: Kernel<N, 3>,
    {
        let mut best: Option<MeshHit<V>> = None;
        self.sweep_each(a, delta, |hit, limit| {
            if best.is_none_or(|best| comes_first(&hit, &best)) {
                *limit = hit.hit.t;
                best = Some(hit);
            }
            if any {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        best
    }

    /// The hit with every triangle within a limit that `visit` may lower.
    #[inline(always)]
    fn sweep_each<const N: usize>(
        &self,
        a: &Asker<V, N>,
        delta: V,
        visit: impl FnMut(MeshHit<V>, &mut V::Scalar) -> ControlFlow<()>,
    ) where
        Kernels: Kernel<N, 3>,
    {
        dispatch!(self.tree.level(), simd => self.sweep_in(simd, a, delta, visit));
    }

    #[inline(always)]
    fn sweep_in<S: Simd, const N: usize>(
        &self,
        simd: S,
        a: &Asker<V, N>,
        delta: V,
        mut visit: impl FnMut(MeshHit<V>, &mut V::Scalar) -> ControlFlow<()>,
    ) where
        Kernels: Kernel<N, 3>,
    {
        let local = &self.tree.local;
        let margin = self.margin(a, delta);
        let moving = Moving::new(
            simd,
            &local.around(&a.bounds.inflated(margin)),
            local.way(delta),
        );
        let mover = Mover {
            way: local.way(a.core[N - 1] - a.core[0]),
            delta: local.way(delta),
            radius: local.length(a.radius) * (1.0 + f32::EPSILON),
        };
        let mut until = V::Scalar::ONE;
        let _ = self.tree.nearest_first(
            simd,
            1.0,
            #[inline(always)]
            |boxes| moving.reaches(boxes),
            #[inline(always)]
            |group, limit| {
                let pack = &self.packs[group];
                let triangles = pack.relative(simd, a.core[0], local);
                let arrivals = if N == 1 {
                    arrivals::of::<S, false>(&triangles, &mover, *limit)
                } else {
                    arrivals::of::<S, true>(&triangles, &mover, *limit)
                };
                in_order(
                    arrivals,
                    limit,
                    #[inline(always)]
                    |lane, limit| {
                        let index = pack.numbers[lane];
                        if index == NOTHING {
                            return ControlFlow::Continue(());
                        }
                        if let Some(hit) =
                            self.sweep_one(a, delta, &pack.triangle(lane), index, until)
                        {
                            visit(hit, &mut until)?;
                            *limit = above(until.to_f64());
                        }
                        ControlFlow::Continue(())
                    },
                )
            },
        );
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
        let local = &self.tree.local;
        let near = Near::new(simd, &local.around(&a.core_bounds()));
        let way = local.way(a.core[N - 1] - a.core[0]);
        self.tree.nearest_first(
            simd,
            limit,
            #[inline(always)]
            |boxes| near.squared(boxes),
            #[inline(always)]
            |group, limit| {
                let pack = &self.packs[group];
                let triangles = pack.relative(simd, a.core[0], local);
                let distances = if N == 1 {
                    distances::of_point(&triangles)
                } else {
                    distances::of_segment(&triangles, way)
                };
                in_order(
                    distances.least,
                    limit,
                    #[inline(always)]
                    |lane, limit| {
                        let index = pack.numbers[lane];
                        if index == NOTHING {
                            return ControlFlow::Continue(());
                        }
                        visit(pack.triangle(lane), distances.features(lane), index, limit)
                    },
                )
            },
        )
    }

    /// Visits triangles whose separation may be at most `reach`, in the tree's order.
    #[inline(always)]
    fn each_near<S: Simd, const N: usize>(
        &self,
        simd: S,
        a: &Asker<V, N>,
        reach: V::Scalar,
        mut visit: impl FnMut(Triangle<V>, Features, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let local = &self.tree.local;
        let near = Near::new(simd, &local.around(&a.core_bounds()));
        let way = local.way(a.core[N - 1] - a.core[0]);
        let limit = self.limits(a)(reach);
        self.tree.all(
            simd,
            #[inline(always)]
            |boxes| !near.squared(boxes).simd_gt(limit),
            #[inline(always)]
            |group| {
                let pack = &self.packs[group];
                let triangles = pack.relative(simd, a.core[0], local);
                let distances = if N == 1 {
                    distances::of_point(&triangles)
                } else {
                    distances::of_segment(&triangles, way)
                };
                for lane in each(!distances.least.simd_gt(limit).to_bitmask() & 0xff) {
                    let index = pack.numbers[lane];
                    if index != NOTHING {
                        visit(pack.triangle(lane), distances.features(lane), index)?;
                    }
                }
                ControlFlow::Continue(())
            },
        )
    }

    /// What squared distance of the cores, in the tree's unit, a separation is at most; more than that by the
    /// rounding of any box. Up to a separation of minus the radius everything that crosses is looked at.
    #[inline(always)]
    fn limits<const N: usize>(&self, a: &Asker<V, N>) -> impl Fn(V::Scalar) -> f32 + Copy {
        let margin = self.margin(a, V::ZERO);
        let (scale, radius) = (self.tree.local.scale, a.radius);
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

    fn contact_one<const N: usize>(
        &self,
        a: &Asker<V, N>,
        triangle: &Triangle<V>,
        features: Features,
        reach: V::Scalar,
    ) -> Option<Contact<V>>
    where
        Kernels: Kernel<N, 3>,
    {
        let cores = Cores::new((a.core, a.radius), triangle.rounded(), V::ZERO);
        if !self.one_sided {
            return contact_among(&cores, features, reach);
        }
        // Pushed out to the front it may be deeper than it is by the shortest way.
        let found = contact_among(&cores, features, V::Scalar::INFINITY)?;
        let found = front_contact(&a.core, a.radius, triangle, found)?;
        (found.separation <= reach).then_some(found)
    }

    fn sweep_one<const N: usize>(
        &self,
        a: &Asker<V, N>,
        delta: V,
        triangle: &Triangle<V>,
        index: u32,
        limit: V::Scalar,
    ) -> Option<MeshHit<V>>
    where
        Kernels: Kernel<N, 3>,
    {
        let cores = Cores::new((a.core, a.radius), triangle.rounded(), delta);
        let swept = sweep(&cores, limit);
        let hit = swept.hit?;
        let mut found = MeshHit {
            hit,
            start: swept.start,
            triangle: index,
        };
        if self.one_sided
            && let Some(front) = triangle.normal()
        {
            if let Start::Overlapping(contact) = swept.start {
                let contact = front_contact(&a.core, a.radius, triangle, contact)?;
                found.start = Start::Overlapping(contact);
                found.hit.normal = contact.normal;
            } else if hit.normal.dot(front) < V::Scalar::ZERO {
                return None;
            }
        }
        Some(found)
    }

    /// More than the rounding of any box or kernel on this query.
    fn margin<const N: usize>(&self, a: &Asker<V, N>, delta: V) -> V::Scalar {
        let size = self.bounds().magnitude().max(a.bounds.magnitude());
        let size = size.max(delta.abs().max_element());
        size * V::Scalar::EPSILON * V::Scalar::from_f64(64.0)
    }
}

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
        let mut first = left.trailing_zeros() as usize;
        for lane in each(left & (left - 1)) {
            if values[lane] < values[first] {
                first = lane;
            }
        }
        if values[first] > *limit {
            break;
        }
        visit(first, limit)?;
        left &= !(1 << first);
    }
    ControlFlow::Continue(())
}

/// The least number of single precision that is not below.
#[inline(always)]
fn above(x: f64) -> f32 {
    let near = x as f32;
    if f64::from(near) < x {
        near.next_up()
    } else {
        near
    }
}

/// Earlier, or as early and deeper, or the same in both and of a lower number.
fn comes_first<V: Vector3>(x: &MeshHit<V>, y: &MeshHit<V>) -> bool {
    let depth = |hit: &MeshHit<V>| match hit.start {
        Start::Overlapping(contact) => contact.depth(),
        _ => V::Scalar::ZERO,
    };
    if x.hit.t != y.hit.t {
        return x.hit.t < y.hit.t;
    }
    if depth(x) != depth(y) {
        return depth(x) > depth(y);
    }
    x.triangle < y.triangle
}
