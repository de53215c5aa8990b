//! Contact manifolds: up to four points of two shapes that touch, for a solver.
//!
//! The normal and the least separation are those of the [`contact`](super::contact()). Along this normal the most
//! opposed features of both cores are found (`outline`) and projected; where the projections overlap, the corners of
//! their intersection (`clip`) are the points of the manifold (`columns`), the same set that Sutherland–Hodgman
//! clipping gives, with the features of both sides known for each. At most four are kept (`reduce`). Two boxes have
//! their normal and their faces in closed form (`boxes`).
//!
//! Everything is computed in double precision in the [frame](super::frame) of the pair, with the shapes in a canonical
//! order.

mod boxes;
mod clip;
mod columns;
mod compute;
mod feature;
mod outline;
mod projection;
mod reduce;
mod tilted;

use super::contact::Contact;
use crate::shape::{Convex, ShapeRef, curved_face::CurvedFace};
use carom_math::{Scalar, Vector};
use compute::BoxesOutcome;

/// The most points of a manifold.
const MOST: usize = 4;

/// The contact manifold of two shapes: the points that a solver needs to hold them apart, at most four in 3D and two in
/// 2D.
///
/// ```
/// use carom::{Hull, manifold, glam::{Vec2, vec2}};
/// let floor = Hull::cuboid(Vec2::ZERO, vec2(9., 1.));
/// let crate_on_it = Hull::cuboid(vec2(3., 1.5), vec2(0.5, 0.5));
/// let found = manifold(&crate_on_it, &floor, 0.01).unwrap();
/// assert_eq!(found.normal, vec2(0., 1.));
/// let corners: Vec<Vec2> = found.points().iter().map(|point| point.point_a).collect();
/// assert_eq!(corners, [vec2(2.5, 1.), vec2(3.5, 1.)]);
/// ```
#[doc(alias = "contact_manifold")]
#[doc(alias = "b2Manifold")]
#[doc(alias = "PxContactPair")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Manifold<V: Vector> {
    /// The unit normal from `b` to `a`, the same for all points: that of the [`contact`](super::contact()), of boxes
    /// within rounding.
    pub normal: V,
    /// Whether no other normal is as good: see [`Contact::unique`](crate::Contact::unique).
    pub unique: bool,
    points: [ManifoldPoint<V>; MOST],
    count: usize,
}

/// A point of a [`Manifold`].
///
/// ```
/// use carom::{Ball, FeatureId, Plane, manifold, glam::{Vec3, vec3}};
/// let ball = Ball::new(vec3(2., 0.25, 0.), 0.5);
/// let found = manifold(&ball, &Plane::new(Vec3::Y, 0.), 0.).unwrap();
/// let point = found.points()[0];
/// assert_eq!((point.point_a, point.separation), (vec3(2., -0.25, 0.), -0.25));
/// assert_eq!((point.id.a, point.id.b), (FeatureId::Vertex(0), FeatureId::Whole));
/// ```
#[doc(alias = "ContactPoint")]
#[doc(alias = "b2ManifoldPoint")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ManifoldPoint<V: Vector> {
    /// The point of `a`'s feature, moved by the radius of `a` along the normal.
    pub point_a: V,
    /// The point of `b`'s feature, moved by the radius of `b` along the normal.
    pub point_b: V,
    /// How far apart they are along the normal; negative if the shapes overlap there.
    pub separation: V::Scalar,
    /// The features that meet in this point; no two points of a manifold have the same.
    pub id: PointId,
}

/// The name of a [`ManifoldPoint`]: the same from tick to tick while the same features meet, so that a solver finds the
/// impulse of the last tick again (warm starting).
///
/// ```
/// use carom::{Capsule, manifold, Aabb, glam::{Vec3, vec3}};
/// let slab = Aabb { min: vec3(-9., -1., -9.), max: vec3(9., 0., 9.) };
/// let at = |x| manifold(&Capsule::new(vec3(x, 0.5, 0.), vec3(x + 2., 0.5, 0.), 0.5), &slab, 0.).unwrap();
/// let [before, after] = [at(0.), at(0.01)];
/// assert_eq!(before.points()[1].id, after.points()[1].id);
/// ```
#[doc(alias = "FeaturePair")]
#[doc(alias = "warm starting")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PointId {
    /// The feature of `a`.
    pub a: FeatureId,
    /// The feature of `b`.
    pub b: FeatureId,
}

/// A feature of a convex shape, named by the numbers of its vertices: their places in the points of its
/// [`ShapeRef`](crate::ShapeRef::points).
///
/// A box has its corners in the order of their coordinates: bit 0 of the number is set for the larger x, bit 1 for the
/// larger y, bit 2 for the larger z.
///
/// ```
/// use carom::{FeatureId, Hull, manifold, glam::{Vec2, vec2}};
/// let square = Hull::cuboid(vec2(0., 2.), Vec2::ONE);
/// let found = manifold(&square, &Hull::cuboid(Vec2::ZERO, vec2(9., 1.)), 0.).unwrap();
/// let ids: Vec<_> = found.points().iter().map(|point| (point.id.a, point.id.b)).collect();
/// let top = FeatureId::Edge([2, 3]);
/// assert_eq!(ids, [(FeatureId::Vertex(0), top), (FeatureId::Vertex(1), top)]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FeatureId {
    /// The only feature of a shape without vertices: the plane of a half-space.
    #[default]
    Whole,
    /// A vertex.
    Vertex(u32),
    /// The edge between two vertices, the lower number first.
    Edge([u32; 2]),
    /// The face with these vertices: the three lowest numbers in ascending order, which no other face has.
    Face([u32; 3]),
}

impl FeatureId {
    /// The numbers of its vertices: none of a whole shape, one of a vertex, two of an edge, three of a face.
    ///
    /// ```
    /// use carom::FeatureId;
    /// assert_eq!(FeatureId::Edge([2, 3]).vertices(), [2, 3]);
    /// assert!(FeatureId::Whole.vertices().is_empty());
    /// ```
    #[must_use]
    pub fn vertices(&self) -> &[u32] {
        match self {
            Self::Whole => &[],
            Self::Vertex(vertex) => core::slice::from_ref(vertex),
            Self::Edge(vertices) => vertices,
            Self::Face(vertices) => vertices,
        }
    }
}

impl<V: Vector> Manifold<V> {
    /// The points: at least one, at most four in 3D and two in 2D, in a fixed order of their features.
    #[must_use]
    pub fn points(&self) -> &[ManifoldPoint<V>] {
        &self.points[..self.count]
    }

    /// The least separation of a point: that of the [`contact`](super::contact()), within 8 eps L.
    ///
    /// ```
    /// use carom::{OrientedBox, glam::{Vec3, vec3}, manifold};
    /// let crate_ = OrientedBox::new(vec3(0., 0.95, 0.), Vec3::ONE);
    /// let floor = OrientedBox::new(vec3(0., -1., 0.), vec3(9., 1., 9.));
    /// let found = manifold(&crate_, &floor, 0.1).unwrap();
    /// assert_eq!(found.points().len(), 4);
    /// assert!((found.separation() + 0.05).abs() < 1e-6);
    /// ```
    #[must_use]
    pub fn separation(&self) -> V::Scalar {
        let all = self.points().iter().map(|point| point.separation);
        all.reduce(Scalar::min).unwrap_or(V::Scalar::INFINITY)
    }

    /// The same manifold with `a` and `b` exchanged.
    #[must_use]
    pub fn swapped(&self) -> Self {
        let mut swapped = *self;
        swapped.normal = V::ZERO - self.normal;
        for point in &mut swapped.points[..self.count] {
            *point = point.swapped();
        }
        swapped
    }

    /// The one point of a contact.
    pub(crate) fn of_contact(contact: &Contact<V>) -> Self {
        let mut manifold = Self::default();
        compute::of_contact(contact, &mut manifold);
        manifold
    }

    /// Adds a point; the capacity is that of a reduced manifold.
    fn push(&mut self, point: ManifoldPoint<V>) {
        self.points[self.count] = point;
        self.count += 1;
    }
}

impl<V: Vector> ManifoldPoint<V> {
    fn swapped(&self) -> Self {
        Self {
            point_a: self.point_b,
            point_b: self.point_a,
            separation: self.separation,
            id: PointId {
                a: self.id.b,
                b: self.id.a,
            },
        }
    }
}

/// The contact manifold of two shapes, if their separation is at most `reach` (a length; infinity for no limit): points
/// with their separations along one normal, at most four in 3D and two in 2D.
///
#[cfg_attr(feature = "pictures", doc = include_str!("../../pictures/manifolds.svg"))]
///
/// The normal is that of the [`contact`](super::contact()), and the least separation is its separation (within its
/// bound, 8 eps L). The features most opposed to the normal are clipped against each other: face on face, edge on face,
/// edge on edge. Each point is a vertex of one feature over the other feature, or a crossing of two edges, named by
/// both ([`PointId`]). Points farther apart than `reach` are left out. Of more than four points these remain: those that
/// span the largest area with the first one, so that the same are chosen while the shapes rock on each other; or, if the
/// deepest is not among them, three of these and the deepest. `manifold(a, b)` and `manifold(b, a)` agree to the bit.
///
/// ```
/// use carom::{Hull, manifold, glam::{Quat, Vec3, vec3}};
/// let floor = Hull::cuboid(Vec3::ZERO, vec3(9., 1., 9.));
/// let turn = Quat::from_rotation_y(0.3);
/// let at = |x: f32| Hull::cuboid(Vec3::ZERO, Vec3::ONE).map(|p| vec3(x, 1.99, 0.) + turn * p);
/// let [before, after] = [0., 0.01].map(|x| manifold(&at(x), &floor, 0.02).unwrap());
/// assert_eq!(before.points().len(), 4);
/// for (old, new) in before.points().iter().zip(after.points()) {
///     assert!((new.separation + 0.01).abs() < 1e-6);
///     assert_eq!(old.id, new.id); // the impulse of `old` is where `new` starts
/// }
/// ```
///
/// # Features
///
/// A hull is a set of points without faces. Its feature along the normal is found in two passes over the points if it
/// is a face, in four otherwise; a face of `k` vertices is ordered in `k log k`, and two faces of `k` and `m` vertices
/// are clipped in `k · m` steps. Nothing is allocated for shapes of up to eight points and features of up to four
/// vertices.
///
/// The feature is the flattest face at the point that is farthest along the normal, if its slope against the plane across
/// the normal is at most 0.8 (39 degrees), of a shape with a radius 1/4 (14 degrees); otherwise the flattest edge under the
/// same condition; otherwise the vertex. Points belong
/// to a face if they are within `T` of its plane, and a vertex up to `T` outside of the other feature is still over it,
/// so that boxes of one size stacked on each other keep their points; `T` is 2⁻¹⁴ times the size of the smaller core,
/// and the rounding of coordinates. On a hull with faces that meet at angles so small that this matters, a point can be
/// `T` from the surface.
///
/// # Boxes
///
/// Two boxes (eight points in the order of [`Hull::cuboid`](crate::Hull::cuboid), also rotated) are computed in closed
/// form, two to three times as fast, if their corners are those of a parallelepiped within eps L: in `f32` near the
/// origin, where coordinates are not rounded more than their differences. Of several normals that are as good within
/// 2 eps L, that of a face is chosen, which need not be the contact's. In `f64` boxes with edges that are almost
/// parallel (a sine under 0.05) are computed like other hulls.
///
/// # Radii
///
/// Features are those of the cores, moved by the radii along the normal. Where a feature is tilted against the normal
/// by an angle θ, the surface is up to `radius · (1/cos θ − 1)` farther out, at most 3.1 % of the radius. Capsules that
/// are parallel within 1/16 of the sum of their radii have two points.
///
/// # Curved shapes
///
/// The flat end of a cylinder or cone is eight points of its rim, under the same condition and if its side is not flatter;
/// the side is a line. Where no such point is as deep as the contact, the contact's point is one of the manifold: the lowest
/// point of a rim that is tilted, which has the name of the nearest of the eight points and takes its place. An ellipsoid or a
/// support function of your own has that point alone.
///
/// # Degenerate cases
///
/// Balls, points, a vertex, and edges that cross have one point: that of the contact, of boxes within rounding. A flat
/// or thin hull is its simpler kind: a hull of collinear points is a segment. If no clipped point is as deep as the
/// contact (cores that barely touch in double precision, with a rounded normal), the point of the contact is added. Two
/// half-spaces have the one point of their contact.
///
/// # Meshes
///
/// Every part of a surface near a shape has a manifold of its own: [`Query::manifolds`](crate::Query::manifolds).
#[doc(alias = "contact_manifold")]
#[doc(alias = "contact_manifolds")]
#[doc(alias = "ContactManifold")]
#[doc(alias = "ManifoldBetweenTwoFaces")]
#[doc(alias = "b2Manifold")]
#[doc(alias = "b2CollidePolygons")]
#[doc(alias = "PxContactPair")]
#[must_use]
pub fn manifold<A: Convex, B: Convex<Vector = A::Vector>>(
    a: &A,
    b: &B,
    reach: <A::Vector as Vector>::Scalar,
) -> Option<Manifold<A::Vector>> {
    of_shapes(&a.shape_ref(), &b.shape_ref(), reach, || {
        super::contact(a, b, reach)
    })
}

/// The same with the contact of the two, which boxes do not need.
#[inline]
pub(crate) fn of_shapes<V: Vector>(
    a: &ShapeRef<'_, V>,
    b: &ShapeRef<'_, V>,
    reach: V::Scalar,
    contact: impl FnOnce() -> Option<Contact<V>>,
) -> Option<Manifold<V>> {
    let (core_a, core_b) = (a.points(), b.points());
    // Filled where the caller gets it.
    let mut found = None;
    let manifold = found.get_or_insert_with(Manifold::default);
    match compute::of_boxes(core_a, core_b, reach, manifold) {
        BoxesOutcome::Found => return found,
        BoxesOutcome::Beyond => return None,
        BoxesOutcome::Unknown => {}
    }
    let contact = contact()?;
    let normal = contact.normal.to_double();
    let [face_a, face_b] = [face(a, -normal), face(b, normal)];
    let core_a = face_a
        .as_ref()
        .map_or(core_a, |face| (face.as_slice(), core_a.1));
    let core_b = face_b
        .as_ref()
        .map_or(core_b, |face| (face.as_slice(), core_b.1));
    compute::of_cores(core_a, core_b, &contact, reach, manifold);
    found
}

/// The points of a curved core that face a direction; `None` for other cores, which have points.
fn face<V: Vector>(shape: &ShapeRef<'_, V>, direction: V::Double) -> Option<CurvedFace<V>> {
    match shape {
        ShapeRef::Curved(core, radius) => {
            let steepest = outline::steepest(radius.to_f64());
            Some(CurvedFace::of(core, direction, steepest))
        }
        ShapeRef::Support(core, _) => Some(CurvedFace::new(&[core.support(direction)])),
        _ => None,
    }
}

/// The same vector without negative zeros, so that either order of the shapes has the same bits.
fn unsigned<V: Vector>(v: V) -> V {
    v + V::ZERO
}
