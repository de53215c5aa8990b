//! Queries of a mesh with one convex part: a shape, or the triangle of another mesh.

use super::Mesh;
use super::mesh_query::MeshQuery;
use crate::pair::contact::Contact;
use crate::pair::matrix;
use crate::shape::triangle::Triangle;
use crate::shape::{Convex, ShapeRef};
use crate::surface::extent::Extent;
use crate::surface::mesh::Vector3;
use crate::surface::motion::Motions;
use crate::surface::one_sided::OneSidedPair;
use crate::surface::parts::Earliest;
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};
use core::ops::ControlFlow;

/// The part that queries a mesh.
pub(super) struct QueryPart<'a, V: Vector3> {
    pub(super) shape: ShapeRef<'a, V>,
    /// Its number in its own mesh; 0 for a shape.
    pub(super) number: u32,
    /// The triangle itself, if it is one-sided.
    pub(super) front: Option<Triangle<V>>,
    /// Whether it is a triangle of a solid.
    pub(super) is_solid: bool,
}

impl<V: Vector3> QueryPart<'_, V> {
    /// Whether the part is a triangle that surely stays farther than `reach` from another one while it moves by `delta`:
    /// the plane of one of the two is between them (separating axes; Ericson, *Real-Time Collision Detection* 5.2.1). Most
    /// triangles of two meshes with boxes that meet are apart in this way. `margin` is that of [`Extent`].
    pub(super) fn is_apart(
        &self,
        delta: V::Double,
        other: &Triangle<V>,
        [reach, margin]: [V::Scalar; 2],
    ) -> bool {
        let ShapeRef::Three((core, radius)) = &self.shape else {
            return false;
        };
        let [own, other] = [*core, other.core()].map(|core| core.map(V::to_double));
        let gaps = [reach.to_f64() + radius.to_f64(), margin.to_f64()];
        is_beyond(&other, &own, delta, gaps) || is_beyond(&own, &other, -delta, gaps)
    }
}

/// Whether three points that move by `delta` stay on one side of the plane of a triangle, farther than both `gaps` together. The
/// second one covers the rounding of the normal, which is that of a product of two edges.
fn is_beyond<D: Vector<Scalar = f64>>(
    [a, b, c]: &[D; 3],
    points: &[D; 3],
    delta: D,
    [reach, margin]: [f64; 2],
) -> bool {
    let (u, v) = (*b - *a, *c - *a);
    let normal = D::crossing_axes(u, v)[0];
    let most = |edge: D| edge.abs().max_element();
    let gap = reach * normal.length() + margin * 3.0 * most(u) * most(v);
    let way = normal.dot(delta);
    let heights = points.map(|p| normal.dot(p - *a));
    // At both ends of the motion, and so in between. Comparisons with NaN are false.
    heights.iter().all(|h| *h > gap && *h + way > gap)
        || heights.iter().all(|h| -*h > gap && -(*h + way) > gap)
}

/// The least separation found so far, and the numbers of the two parts.
pub(super) struct NearestPair<V: Vector3> {
    pub(super) best: Option<(Contact<V>, [u32; 2])>,
    pub(super) reach: V::Scalar,
}

impl<V: Vector3> NearestPair<V> {
    pub(super) fn within(reach: V::Scalar) -> Self {
        Self { best: None, reach }
    }

    /// Contacts with a greater separation are rejected.
    pub(super) fn limit(&self) -> V::Scalar {
        self.best.map_or(self.reach, |(best, _)| best.separation)
    }

    fn offer(&mut self, found: Contact<V>, numbers: [u32; 2]) {
        let better = match &self.best {
            None => found.separation <= self.reach,
            Some((best, of)) => {
                found.separation < best.separation
                    || (found.separation == best.separation && numbers < *of)
            }
        };
        if better {
            self.best = Some((found, numbers));
        }
    }
}

impl<V: Vector3> MeshQuery<'_, V> {
    /// Visits the triangles that pass the filter, roughly by increasing lower bound: see
    /// [`Bvh::by_bound`](carom_bvh::Bvh).
    pub(super) fn by_bound(
        &self,
        limit: V::Scalar,
        bound: impl Fn(&Aabb<V>) -> Option<V::Scalar>,
        visit: impl FnMut(u32, &Triangle<V>, &mut V::Scalar) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.by_bounds(limit, &bound, &bound, visit)
    }

    /// [`by_bound`](Self::by_bound) with a bound for the boxes of the BVH and another one for those of triangles.
    pub(super) fn by_bounds(
        &self,
        limit: V::Scalar,
        of_box: impl Fn(&Aabb<V>) -> Option<V::Scalar>,
        bound: impl Fn(&Aabb<V>) -> Option<V::Scalar>,
        mut visit: impl FnMut(u32, &Triangle<V>, &mut V::Scalar) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Mesh { tree, store, .. } = self.mesh;
        let mut made = None;
        tree.by_bound(limit, of_box, |group, limit| {
            let pack = store.pack(group, &mut made);
            let members = pack.numbers.iter().enumerate();
            for (lane, &number) in members.filter(|(_, number)| !self.is_excluded(**number)) {
                let triangle = pack.triangle(lane);
                if bound(&triangle.bounds()).is_some_and(|least| least <= *limit) {
                    visit(number, &triangle, limit)?;
                }
            }
            ControlFlow::Continue(())
        })
    }

    /// Searches all triangles for a smaller separation.
    pub(super) fn nearest(&self, part: &QueryPart<'_, V>, nearest: &mut NearestPair<V>) {
        let Some(extent) = Extent::of(&part.shape, self.mesh.size) else {
            return;
        };
        // The depth towards a front can be greater than the two-sided one, so every overlapping triangle is computed.
        let least = if self.mesh.one_sided || part.front.is_some() {
            V::Scalar::ZERO
        } else {
            -V::Scalar::INFINITY
        };
        let margin = extent.margin();
        let _ = self.by_bound(
            nearest.limit().max(least),
            |bounds| Some(extent.gap(bounds)),
            |index, triangle, limit| {
                if !part.is_apart(V::Double::ZERO, triangle, [*limit, margin])
                    && let Some(found) =
                        matrix::contact_within(&part.shape, &triangle.shape_ref(), *limit)
                    && let Some(found) = self.pair(part, triangle).contact(found)
                {
                    nearest.offer(found, [part.number, index]);
                    *limit = nearest.limit().max(least);
                }
                ControlFlow::Continue(())
            },
        );
    }

    /// Whether the part touches any triangle.
    pub(super) fn touches(&self, part: &QueryPart<'_, V>) -> bool {
        let Some(extent) = Extent::of(&part.shape, self.mesh.size) else {
            return false;
        };
        let gaps = [V::Scalar::ZERO, extent.margin()];
        let flow = self.by_bound(
            V::Scalar::ZERO,
            |bounds| Some(extent.gap(bounds)),
            |_, triangle, _| {
                let other = triangle.shape_ref();
                let touches = if part.is_apart(V::Double::ZERO, triangle, gaps) {
                    false
                } else if self.mesh.one_sided || part.front.is_some() {
                    matrix::contact_within(&part.shape, &other, V::Scalar::ZERO)
                        .and_then(|found| self.pair(part, triangle).contact(found))
                        .is_some()
                } else {
                    matrix::overlaps(&part.shape, &other)
                };
                if touches {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        );
        flow.is_break()
    }

    /// Searches all triangles for an earlier hit.
    pub(super) fn earliest(
        &self,
        part: &QueryPart<'_, V>,
        motions: &impl Motions<V>,
        earliest: &mut Earliest<V, [u32; 2]>,
    ) {
        let size = self.mesh.size.max(motions.size());
        let Some(extent) = Extent::of(&part.shape, size) else {
            return;
        };
        let (way, gaps) = (motions.straight(), [V::Scalar::ZERO, extent.margin()]);
        let _ = self.by_bound(
            earliest.limit(),
            motions.arrival(&extent),
            |index, triangle, limit| {
                let passes = |way: V| {
                    let way = way.to_double() * limit.to_f64();
                    part.is_apart(way, triangle, gaps)
                };
                if way.is_some_and(passes) {
                    return ControlFlow::Continue(());
                }
                let swept = motions.sweep(&part.shape, &triangle.shape_ref());
                if let Some(swept) = self.pair(part, triangle).sweep(motions, swept)
                    && !motions.leaves(&swept)
                {
                    earliest.offer(swept, [part.number, index]);
                    *limit = earliest.limit();
                }
                ControlFlow::Continue(())
            },
        );
    }

    /// A part and a triangle of the mesh, with their fronts.
    pub(super) fn pair<'b>(
        &self,
        part: &'b QueryPart<'_, V>,
        triangle: &'b Triangle<V>,
    ) -> OneSidedPair<'b, V> {
        OneSidedPair {
            shape: part.shape,
            shape_front: part.front.as_ref(),
            shape_is_solid: part.is_solid,
            triangle,
            is_one_sided: self.mesh.one_sided,
            is_solid: self.mesh.solid,
        }
    }
}
