//! Mesh against mesh: queries of one mesh with the triangles of the other.

use super::Mesh;
use super::mesh_query::MeshQuery;
use super::part_query::{NearestPair, QueryPart};
use crate::pair::contact::Contact;
use crate::pair::hit::Sweep;
use crate::pair::rigid::RigidMotion;
use crate::shape::ShapeRef;
use crate::shape::triangle::Triangle;
use crate::surface::Query;
use crate::surface::extent::Extent;
use crate::surface::mesh::Vector3;
use crate::surface::motion::{Motions, Rigid, Straight};
use crate::surface::parts::Earliest;
use carom_bvh::Aabb;
use carom_math::Scalar;
use core::cell::Cell;
use core::ops::ControlFlow;

/// # Mesh against mesh
///
/// Queries of a mesh with another mesh `a`, both shells. The filter is that of the queried mesh; either mesh may be
/// one-sided. Answers name the triangles of both, that of `a` first; ties end with the lowest numbers.
///
/// ```
/// use carom::{Mesh, PartId, glam::{Vec3, vec3}};
/// let floor = Mesh::new([vec3(-9., 0., -9.), vec3(-9., 0., 9.), vec3(9., 0., 9.), vec3(9., 0., -9.)], [[0, 1, 2], [0, 2, 3]])?;
/// let kite = Mesh::new([vec3(4., 2., 5.), vec3(4., 2., 6.), vec3(5., 3., 6.)], [[0, 1, 2]])?;
/// let (contact, [_, triangle]) = floor.query().closest_mesh(&kite, 9.).unwrap();
/// assert_eq!((contact.separation, triangle), (2., 0));
/// let fall = floor.query().sweep_mesh(&kite, Vec3::Y * -8.).unwrap().0;
/// assert!((fall.hit.unwrap().t - 0.25).abs() < 1e-5);
/// let is_ice = |part: PartId| part.index == 1;
/// assert!(floor.query().filter(&is_ice).sweep_mesh(&kite, Vec3::Y * -8.).is_none());
/// # Ok::<(), carom::MeshError>(())
/// ```
impl<V: Vector3> Query<'_, &Mesh<V>> {
    /// The contact of the least separation of the two meshes, if that is at most `reach` (a length).
    ///
    #[cfg_attr(feature = "pictures", doc = include_str!("../../../pictures/closest_mesh.svg"))]
    ///
    /// ```
    /// use carom::{Mesh, glam::{Vec3, vec3}};
    /// let floor = Mesh::new([Vec3::ZERO, Vec3::Z * 9., Vec3::X * 9.], [[0, 1, 2]])?;
    /// let leaf = Mesh::new([vec3(1., 2., 1.), vec3(1., 3., 2.), vec3(2., 4., 1.)], [[0, 1, 2]])?;
    /// let (contact, [of_leaf, of_floor]) = floor.query().closest_mesh(&leaf, 9.).unwrap();
    /// assert_eq!((contact.separation, contact.normal), (2., Vec3::Y));
    /// assert_eq!((of_leaf, of_floor), (0, 0));
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    #[doc(alias = "closestPointToGeometry")]
    #[must_use]
    pub fn closest_mesh(&self, a: &Mesh<V>, reach: V::Scalar) -> Option<(Contact<V>, [u32; 2])> {
        let (own, a) = (self.mesh_query(), a.unfiltered());
        if own.mesh.precedes(a.mesh) {
            let (found, numbers) = nearest(&own, &a, reach)?;
            Some((found.swapped(), swapped(numbers)))
        } else {
            nearest(&a, &own, reach)
        }
    }

    /// Whether the two meshes touch, or one is in the other and that is [solid](Mesh::solid).
    ///
    /// ```
    /// use carom::{Mesh, glam::{Vec3, vec3}};
    /// let floor = Mesh::new([Vec3::ZERO, Vec3::Z * 9., Vec3::X * 9.], [[0, 1, 2]])?;
    /// let leaf = Mesh::new([vec3(1., 2., 1.), vec3(1., 3., 2.), vec3(2., 4., 1.)], [[0, 1, 2]])?;
    /// assert!(!floor.query().overlap_mesh(&leaf));
    /// let fallen = Mesh::new([vec3(1., 0., 1.), vec3(1., 1., 2.), vec3(2., 2., 1.)], [[0, 1, 2]])?;
    /// assert!(floor.query().overlap_mesh(&fallen), "touching counts");
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    #[doc(alias = "intersectsGeometry")]
    #[must_use]
    pub fn overlap_mesh(&self, a: &Mesh<V>) -> bool {
        let (own, a) = (self.mesh_query(), a.unfiltered());
        let [of_own, of_a] = [own.mesh, a.mesh].map(|mesh| mesh.iter().find(Triangle::is_valid));
        let is_in = |corner: Option<Triangle<V>>, mesh: &Mesh<V>| {
            mesh.solid && corner.is_some_and(|triangle| mesh.contains(triangle.a))
        };
        if is_in(of_a, own.mesh) || is_in(of_own, a.mesh) {
            return true;
        }
        let size = own.mesh.size.max(a.mesh.bounds().magnitude());
        let Some(extent) = Extent::around(&own.mesh.bounds(), size) else {
            return false;
        };
        let flow = a.by_bounds(
            V::Scalar::ZERO,
            |bounds| own.least_gap(bounds, size, V::Scalar::ZERO, V::Scalar::ZERO),
            |bounds| Some(extent.gap(bounds)),
            |index, triangle, _| {
                if own.touches(&a.mesh.as_part(index, triangle)) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        );
        flow.is_break()
    }

    /// The first hit of `a` moving by `delta`, or else the triangles that touch at the start: see
    /// [`sweep_rigid`](Self::sweep_rigid).
    ///
    #[cfg_attr(feature = "pictures", doc = include_str!("../../../pictures/sweep_mesh.svg"))]
    ///
    /// ```
    /// use carom::{Mesh, glam::{Vec3, vec3}};
    /// let floor = Mesh::new([Vec3::ZERO, Vec3::Z * 9., Vec3::X * 9.], [[0, 1, 2]])?;
    /// let leaf = Mesh::new([vec3(1., 2., 1.), vec3(1., 3., 2.), vec3(2., 4., 1.)], [[0, 1, 2]])?;
    /// let (swept, _) = floor.query().sweep_mesh(&leaf, Vec3::Y * -8.).unwrap();
    /// assert!((swept.hit.unwrap().t - 0.25).abs() < 1e-6);
    /// assert!(floor.query().sweep_mesh(&leaf, Vec3::Y).is_none());
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    #[doc(alias = "mesh cast")]
    #[must_use]
    pub fn sweep_mesh(&self, a: &Mesh<V>, delta: V) -> Option<(Sweep<V>, [u32; 2])> {
        let motion = Straight {
            delta,
            leave_overlaps: self.leave_overlaps,
        };
        let (own, a) = (self.mesh_query(), a.unfiltered());
        if own.mesh.precedes(a.mesh) {
            let (found, numbers) = first_hit(&own, &a, &motion.swapped())?;
            Some((found.reversed(delta), swapped(numbers)))
        } else {
            first_hit(&a, &own, &motion)
        }
    }

    /// The first hit of `a`, moving and rotating by `motion`, with this mesh, which moves by `own`.
    ///
    /// ```
    /// use carom::{Mesh, RigidMotion, glam::{Vec3, vec3}};
    /// let floor = Mesh::new([Vec3::ZERO, Vec3::Z * 9., Vec3::X * 9.], [[0, 1, 2]])?;
    /// let leaf = Mesh::new([vec3(1., 2., 1.), vec3(1., 3., 2.), vec3(2., 4., 1.)], [[0, 1, 2]])?;
    /// // The leaf falls by 8 and the floor rises by 8: they meet after an eighth of both.
    /// let motion = |height| RigidMotion { delta: Vec3::Y * height, ..RigidMotion::default() };
    /// let (swept, _) = floor.query().sweep_mesh_rigid(&leaf, &motion(-8.), &motion(8.)).unwrap();
    /// let hit = swept.hit.unwrap();
    /// assert!((hit.t - 0.125).abs() < 1e-6 && (hit.point.y - 1.).abs() < 1e-5);
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    #[doc(alias = "cast_shapes_nonlinear")]
    #[must_use]
    pub fn sweep_mesh_rigid(
        &self,
        a: &Mesh<V>,
        motion: &RigidMotion<V>,
        own: &RigidMotion<V>,
    ) -> Option<(Sweep<V>, [u32; 2])> {
        let motions = Rigid {
            a: *motion,
            b: *own,
        };
        let (own, a) = (self.mesh_query(), a.unfiltered());
        if own.mesh.precedes(a.mesh) {
            let (found, numbers) = first_hit(&own, &a, &motions.swapped())?;
            Some((found.swapped(), swapped(numbers)))
        } else {
            first_hit(&a, &own, &motions)
        }
    }

    fn mesh_query(&self) -> MeshQuery<'_, V> {
        self.surface.query_with(self.options())
    }
}

impl<V: Vector3> MeshQuery<'_, V> {
    /// A lower bound of the separation of anything in a box from the mesh, or any such bound that is at most `enough`; `None` if
    /// it is more than `limit`. `size` is the largest number of the other side.
    pub(super) fn least_gap(
        &self,
        bounds: &Aabb<V>,
        size: V::Scalar,
        limit: V::Scalar,
        enough: V::Scalar,
    ) -> Option<V::Scalar> {
        let extent = Extent::around(bounds, size)?;
        let tree = &self.mesh.tree;
        tree.least_bound(limit, enough, |bounds| Some(extent.gap(bounds)))
    }
}

/// The least separation, with the triangles of `a` as the parts that query `b`.
fn nearest<V: Vector3>(
    a: &MeshQuery<'_, V>,
    b: &MeshQuery<'_, V>,
    reach: V::Scalar,
) -> Option<(Contact<V>, [u32; 2])> {
    let mut nearest = NearestPair::within(reach);
    let extent = Extent::around(&b.mesh.bounds(), a.mesh.size)?;
    let size = extent.size;
    let within = Cell::new(reach);
    let _ = a.by_bounds(
        reach,
        |bounds| b.least_gap(bounds, size, within.get(), -V::Scalar::INFINITY),
        |bounds| Some(extent.gap(bounds)),
        |index, triangle, limit| {
            b.nearest(&a.mesh.as_part(index, triangle), &mut nearest);
            *limit = nearest.limit();
            within.set(*limit);
            ControlFlow::Continue(())
        },
    );
    nearest.best
}

/// The first hit, with the triangles of `a` as the parts that query `b`.
fn first_hit<V: Vector3>(
    a: &MeshQuery<'_, V>,
    b: &MeshQuery<'_, V>,
    motions: &impl Motions<V>,
) -> Option<(Sweep<V>, [u32; 2])> {
    let mut earliest = Earliest::new();
    let size = a.mesh.size.max(motions.size());
    let extent = Extent::around(&b.mesh.bounds(), size)?;
    let limit = Cell::new(V::Scalar::ONE);
    let _ = a.by_bounds(
        V::Scalar::ONE,
        |bounds| {
            let around = Extent::around(bounds, extent.size)?;
            let arrival = motions.arrival(&around);
            b.mesh
                .tree
                .least_bound(limit.get(), V::Scalar::ZERO, arrival)
        },
        motions.swapped().arrival(&extent),
        |index, triangle, latest| {
            b.earliest(&a.mesh.as_part(index, triangle), motions, &mut earliest);
            *latest = earliest.limit();
            limit.set(*latest);
            ControlFlow::Continue(())
        },
    );
    earliest.best()
}

impl<V: Vector3> Mesh<V> {
    /// One of the mesh's own triangles as the part of a query.
    pub(super) fn as_part(&self, number: u32, triangle: &Triangle<V>) -> QueryPart<'static, V> {
        QueryPart {
            shape: ShapeRef::Three(triangle.rounded()),
            number,
            front: self.one_sided.then_some(*triangle),
            is_solid: self.solid,
        }
    }

    /// A total order of meshes, so that ties end the same way in either order of the two: by the number of triangles,
    /// then by corners.
    fn precedes(&self, other: &Self) -> bool {
        let (own, others) = (self.len(), other.len());
        own < others || (own == others && self.corners().lt(other.corners()))
    }

    fn corners(&self) -> impl Iterator<Item = [f64; 3]> {
        // Holes of a height field are NaN.
        let triangles = self.iter().filter(Triangle::is_valid);
        triangles.flat_map(|t| [t.a, t.b, t.c].map(V::to_f64))
    }
}

fn swapped([a, b]: [u32; 2]) -> [u32; 2] {
    [b, a]
}
