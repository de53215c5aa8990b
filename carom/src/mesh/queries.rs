//! The questions: contact (closest, all), overlap (any), sweep and ray (closest, any, all).

use super::Mesh;
use super::one_sided::front_contact;
use crate::query::contact::{Contact, contact};
use crate::query::cores::Cores;
use crate::query::nearest::{Kernel, Kernels};
use crate::query::sweep::{Hit, Start, sweep};
use crate::shape::{aabb::Aabb, ball::Ball, capsule::Capsule};
use crate::tree::MovingBox;
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
        let asker = point(origin);
        let moving = MovingBox::new(&asker.bounds, delta, self.margin(&asker, delta));
        let _ = self.tree.nearest_first(
            V::Scalar::ONE,
            |bounds| moving.reaches(bounds),
            |index, _| {
                if let Some(hit) = self.sweep_one(&asker, delta, index, V::Scalar::ONE) {
                    visit(hit);
                }
                ControlFlow::Continue(())
            },
        );
    }

    /// The number of every triangle whose leaf touches `region`, in the tree's order.
    pub(crate) fn triangles_near(&self, region: &Aabb<V>, mut visit: impl FnMut(u32)) {
        let _ = self.tree.overlapping(region, |index| {
            visit(index);
            ControlFlow::Continue(())
        });
    }

    fn closest<const N: usize>(&self, a: &Asker<V, N>, reach: V::Scalar) -> Option<MeshContact<V>>
    where
        Kernels: Kernel<N, 3>,
    {
        let mut best: Option<MeshContact<V>> = None;
        // A box's squared distance bounds the separation only while that is positive; up to a
        // separation of 0 every box that overlaps is looked into.
        let margin = self.margin(a, V::ZERO);
        let region = a.bounds.inflated(margin);
        let squared = |reach: V::Scalar| {
            let reach = reach.max(V::Scalar::ZERO) + margin;
            reach * reach
        };
        let _ = self.tree.nearest_first(
            squared(reach),
            |bounds| Some(bounds.distance_squared(&region)),
            |index, limit| {
                let within = best.map_or(reach, |b| b.contact.separation);
                if let Some(contact) = self.contact_one(a, index, within) {
                    let better = best.is_none_or(|b| {
                        contact.separation < b.contact.separation
                            || (contact.separation == b.contact.separation && index < b.triangle)
                    });
                    if better {
                        best = Some(MeshContact {
                            contact,
                            triangle: index,
                        });
                        *limit = squared(contact.separation);
                    }
                }
                ControlFlow::Continue(())
            },
        );
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
        let region = a
            .bounds
            .inflated(reach.max(V::Scalar::ZERO) + self.margin(a, V::ZERO));
        let _ = self.tree.overlapping(&region, |index| {
            if let Some(contact) = self.contact_one(a, index, reach) {
                visit(MeshContact {
                    contact,
                    triangle: index,
                });
            }
            ControlFlow::Continue(())
        });
    }

    fn overlap<const N: usize>(&self, a: &Asker<V, N>) -> bool
    where
        Kernels: Kernel<N, 3>,
    {
        let region = a.bounds.inflated(self.margin(a, V::ZERO));
        let flow = self.tree.overlapping(&region, |index| {
            match self.contact_one(a, index, V::Scalar::ZERO) {
                Some(_) => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            }
        });
        flow.is_break()
    }

    fn sweep<const N: usize>(&self, a: &Asker<V, N>, delta: V, any: bool) -> Option<MeshHit<V>>
    where
        Kernels: Kernel<N, 3>,
    {
        let mut best: Option<MeshHit<V>> = None;
        let moving = MovingBox::new(&a.bounds, delta, self.margin(a, delta));
        let _ = self.tree.nearest_first(
            V::Scalar::ONE,
            |bounds| moving.reaches(bounds),
            |index, limit| {
                if let Some(hit) = self.sweep_one(a, delta, index, *limit)
                    && best.is_none_or(|best| comes_first(&hit, &best))
                {
                    *limit = hit.hit.t;
                    best = Some(hit);
                    if any {
                        return ControlFlow::Break(());
                    }
                }
                ControlFlow::Continue(())
            },
        );
        best
    }

    fn contact_one<const N: usize>(
        &self,
        a: &Asker<V, N>,
        index: u32,
        reach: V::Scalar,
    ) -> Option<Contact<V>>
    where
        Kernels: Kernel<N, 3>,
    {
        let triangle = self.triangle(index);
        let cores = Cores::new((a.core, a.radius), triangle.rounded(), V::ZERO);
        if !self.one_sided {
            return contact(&cores, reach);
        }
        // Pushed out to the front it may be deeper than it is by the shortest way.
        let found = contact(&cores, V::Scalar::INFINITY)?;
        let found = front_contact(&a.core, a.radius, &triangle, found)?;
        (found.separation <= reach).then_some(found)
    }

    fn sweep_one<const N: usize>(
        &self,
        a: &Asker<V, N>,
        delta: V,
        index: u32,
        limit: V::Scalar,
    ) -> Option<MeshHit<V>>
    where
        Kernels: Kernel<N, 3>,
    {
        let triangle = self.triangle(index);
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
                let contact = front_contact(&a.core, a.radius, &triangle, contact)?;
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
