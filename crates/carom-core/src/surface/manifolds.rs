//! Contact manifolds with the parts of a surface.

use super::parts::region;
use super::{Query, ScalarOf, Surface};
use crate::pair::contact::Contact;
use crate::pair::manifold::{self, Manifold};
use crate::part::PartId;
use crate::shape::Convex;
use alloc::vec::Vec;
use carom_math::{Vector, sort};

/// The contact of a shape with a part of a surface, and its manifold: by [`Query::manifolds`].
///
/// ```
/// use carom::{Aabb, BodyId, PartManifold, PointId, World, glam::vec2};
/// let slab = |min, max| Aabb { min, max };
/// let mut world = World::new();
/// world.insert(slab(vec2(-9., -1.), vec2(9., 0.)))?;
/// let mut found = Vec::new();
/// world.query().manifolds(&slab(vec2(1., 0.), vec2(2., 1.)), 0.01, &mut found);
/// // The names under which a solver keeps its impulses.
/// let names = |one: &PartManifold<_>| one.manifold.points().iter().map(|p| (one.contact.part, p.id)).collect::<Vec<_>>();
/// let kept: Vec<(carom::PartId, PointId)> = found.iter().flat_map(names).collect();
/// assert_eq!(kept.len(), 2);
/// # Ok::<(), carom::BodyError>(())
/// ```
#[doc(alias = "ContactManifold")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PartManifold<V: Vector> {
    /// The contact, with its part.
    pub contact: Contact<V>,
    /// Its points, along the normal of the contact (between two boxes that of [`manifold`](crate::manifold()), the same within
    /// rounding).
    pub manifold: Manifold<V>,
}

impl<S: Surface> Query<'_, S> {
    /// Puts the contact with every part with a separation of at most `reach` (a length), and its
    /// [manifold](crate::manifold()), into `found`, sorted by part. The list is cleared first; its memory is kept.
    ///
    /// The contacts are those of [`contacts`](Self::contacts): a capsule that slides over a [welded](crate::Mesh::weld) floor has
    /// vertical normals on all of its triangles. Other shapes are not welded: a box that is over the edge of a triangle by less
    /// than it is deep separates from that triangle sideways. Where a surface gives no normal of its own, a manifold is that of
    /// `manifold(shape, part, reach)`, to the bit. Each part has at most four points (two in 2D); parts are not merged.
    ///
    /// ```
    /// use carom::{Hull, Mesh, glam::{Vec3, vec3}};
    /// let corners = [vec3(-9., 0., -9.), vec3(-9., 0., 9.), vec3(9., 0., 9.), vec3(9., 0., -9.)];
    /// let floor = Mesh::new(corners, [[0, 1, 2], [0, 2, 3]])?;
    /// let crate_ = Hull::cuboid(vec3(0., 0.99, 0.), Vec3::ONE);
    /// let mut found = Vec::new();
    /// floor.query().manifolds(&crate_, 0.02, &mut found);
    /// assert_eq!(found.len(), 2, "both triangles");
    /// for one in &found {
    ///     assert_eq!(one.contact.normal, Vec3::Y);
    ///     assert!(one.manifold.points().iter().all(|point| (point.separation + 0.01).abs() < 1e-6));
    /// }
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    #[doc(alias = "contact_manifolds")]
    #[doc(alias = "CollideShape")]
    #[doc(alias = "b2MakeMeshManifold")]
    pub fn manifolds(
        &self,
        shape: &impl Convex<Vector = S::Vector>,
        reach: ScalarOf<S>,
        found: &mut Vec<PartManifold<S::Vector>>,
    ) {
        found.clear();
        // Until their parts are visited, manifolds have the point of the contact.
        self.each_contact(shape, reach, |contact| {
            found.push(PartManifold {
                contact,
                manifold: Manifold::of_contact(&contact),
            });
        });
        sort::sort_by_key(found, |one| one.contact.part);
        let shape = shape.shape_ref();
        let Some(region) = region(&self.surface, &shape, reach, S::Vector::ZERO) else {
            return;
        };
        self.surface.parts(&region, &mut |part, other| {
            for one in of_part(found, part) {
                let contact = || Some(one.contact);
                if let Some(manifold) = manifold::of_shapes(&shape, other, reach, contact) {
                    one.manifold = manifold;
                }
            }
        });
    }
}

/// Those of a part, in a list that is sorted by part.
fn of_part<V: Vector>(found: &mut [PartManifold<V>], part: PartId) -> &mut [PartManifold<V>] {
    let start = found.partition_point(|one| one.contact.part < part);
    let count = found[start..].partition_point(|one| one.contact.part == part);
    &mut found[start..start + count]
}
