//! Triangle meshes: the four questions asked of many triangles at once.

mod arrivals;
mod ask;
mod build;
mod compact;
mod distances;
mod edges;
mod error;
mod feature;
mod few;
mod heights;
mod inside;
#[cfg(test)]
mod instruction_sets;
mod made;
mod meshes;
mod one_sided;
mod pack;
mod pieces;
mod seam;
mod store;
#[cfg(feature = "serde")]
mod stored;
mod surface;

pub use error::MeshError;
pub(crate) use few::Few;
pub use heights::HeightField;
pub use made::Vector3;

use crate::shape::triangle::Triangle;
use alloc::vec::Vec;
use carom_bvh::Aabb;
use carom_bvh::Bvh;
use carom_math::Vector;
use edges::Active;
use heights::Heights;
use store::Store;

/// Triangles in a tree, ready for questions.
///
/// A mesh is two-sided unless [`one_sided`](Self::one_sided) is asked for: then only the front of a
/// triangle, from which its corners run counter-clockwise, can be touched, and what stands behind it
/// passes: a ball by its centre, a core that the triangle cuts by the middle between its highest and its
/// lowest point over the triangle, a half-space by where it faces. A triangle without area is its longest
/// side, and has two sides in any case.
///
/// ```
/// use carom::{Capsule, Mesh, glam::{Vec3, vec3}};
/// let floor = Mesh::new(
///     vec![vec3(-9., 0., -9.), vec3(-9., 0., 9.), vec3(9., 0., 9.), vec3(9., 0., -9.)],
///     vec![[0, 1, 2], [0, 2, 3]],
/// )?;
/// let hero = Capsule::standing(vec3(1., 5., 2.), Vec3::Y, 1.8, 0.3);
/// let fall = floor.query().sweep(&hero, vec3(0., -10., 0.)).unwrap();
/// assert!((fall.t - 0.5).abs() < 1e-5);
/// assert_eq!(fall.normal, Vec3::Y);
/// # Ok::<(), carom::MeshError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Mesh<V: Vector> {
    store: Store<V>,
    tree: Bvh<V>,
    /// The largest coordinate.
    size: V::Scalar,
    one_sided: bool,
    seams: Option<Seams<V>>,
}

impl<V: Vector3> Mesh<V> {
    /// Builds the mesh, which keeps the triangles in an order of its own; an index is a place in `vertices`.
    ///
    /// # Errors
    /// No triangles, more than 2³¹ of them, a vertex that is not finite, an index that no vertex has.
    pub fn new(
        vertices: impl AsRef<[V]>,
        triangles: impl AsRef<[[u32; 3]]>,
    ) -> Result<Self, MeshError> {
        let (store, tree) = build::carefully(vertices.as_ref(), triangles.as_ref())?;
        Ok(Self::of(store, tree))
    }

    /// The same mesh, built in some three fifths of the time that [`new`](Self::new) takes (90 to 150 ns a
    /// triangle on one core instead of 150 to 260), for levels that are made while the game runs. The answers are
    /// the same to the bit; questions take a tenth longer, at most a quarter, and contacts are visited in another
    /// order.
    ///
    /// Triangles are sorted into cells of a grid, in each of which a tree is built with care, and over the cells
    /// another. What comes back from `serde` is built as by [`new`](Self::new).
    ///
    /// ```
    /// use carom::{Mesh, glam::{Vec3, vec3}};
    /// let places: Vec<Vec3> = (0..99).map(|i| vec3((i / 2) as f32, 0., (i % 2) as f32)).collect();
    /// let strip: Vec<[u32; 3]> = (0..97).map(|i| [i, i + 1, i + 2]).collect();
    /// let quick = Mesh::quick(&places, &strip)?;
    /// let (from, way) = (vec3(7.3, 1., 0.4), Vec3::Y * -2.);
    /// assert_eq!(quick.query().ray(from, way), Mesh::new(&places, &strip)?.query().ray(from, way));
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn quick(
        vertices: impl AsRef<[V]>,
        triangles: impl AsRef<[[u32; 3]]>,
    ) -> Result<Self, MeshError> {
        let (store, tree) = build::quickly(vertices.as_ref(), triangles.as_ref())?;
        Ok(Self::of(store, tree))
    }

    fn of(store: Store<V>, tree: Bvh<V>) -> Self {
        Self {
            size: tree.bounds().magnitude(),
            store,
            tree,
            one_sided: false,
            seams: None,
        }
    }

    /// The same mesh with only its front sides.
    #[must_use]
    pub fn one_sided(mut self) -> Self {
        self.one_sided = true;
        match self.seams.take() {
            Some(seams) => self.weld(seams.flat),
            None => self,
        }
    }

    /// The same mesh without ghost collisions: a shape that slides over the edge between two triangles is not stopped
    /// by it where the surface goes on flat, or rises (internal edges, inactive edges).
    ///
    /// `flat` is the cosine of the angle by which the surface may turn and still be flat;
    /// [`FLAT`](Self::FLAT) is usual. Corners are one vertex where they are in one place; T-junctions are
    /// recognized too. A contact or hit on an internal edge or corner has the normal of the
    /// face, or is left out where a neighbor is nearer. This is for balls, capsules, segments and points whose core does
    /// not cross a triangle; not for other shapes, motions that rotate, or a [`LocalScene`](crate::LocalScene).
    /// [`Query::internal_edges`](crate::Query::internal_edges) gives the answers without it.
    ///
    /// ```
    /// use carom::{Ball, Mesh, glam::{Vec3, vec3}};
    /// let [a, b, c, d] = [vec3(0., 0., 0.), vec3(0., 0., 4.), vec3(4., 0., 4.), vec3(4., 0., 0.)];
    /// let floor = Mesh::new([a, b, c, d], [[0, 1, 2], [0, 2, 3]])?.weld(Mesh::<Vec3>::FLAT as f32);
    /// let ball = Ball::new(vec3(1., 0.5, 1.5), 0.5); // over the first triangle, beside the second
    /// let (mut welded, mut raw) = (Vec::new(), Vec::new());
    /// floor.query().each_contact(&ball, 0.2, |found| welded.push(found.normal));
    /// floor.query().internal_edges(true).each_contact(&ball, 0.2, |found| raw.push(found.normal));
    /// assert_eq!((welded, raw.len()), (vec![Vec3::Y], 2));
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    #[must_use]
    pub fn weld(mut self, flat: V::Scalar) -> Self {
        // The holes of a height field have no neighbours and touch nothing: points do as well.
        let solid = |t: Triangle<V>| if t.is_valid() { t.core() } else { [V::ZERO; 3] };
        let (corners, numbers) = numbered(self.iter().map(solid));
        let active = edges::active(&corners, &numbers, self.one_sided, flat);
        self.seams = Some(Seams { active, flat });
        self
    }

    /// The same mesh in less than half of the memory, 23 to 24 bytes a triangle instead of 51, with the same
    /// answers to the bit, in the same order. Questions take a tenth to two fifths longer, a quarter on the average.
    ///
    /// Corners of the same bits are kept once (a triangle with none in common takes 52 bytes), the boxes of
    /// the tree in eight bits a side, rounded outwards. This itself takes about as long as the building did.
    /// [`refit`](Self::refit) looks for equal corners again. A height field saves on its tree alone; a mesh
    /// of more than 2³² corners as well.
    ///
    /// ```
    /// use carom::{Ball, Mesh, glam::{Vec3, vec3}};
    /// let places: Vec<Vec3> = (0..99).map(|i| vec3((i / 2) as f32, 0., (i % 2) as f32)).collect();
    /// let strip: Vec<[u32; 3]> = (0..97).map(|i| [i, i + 1, i + 2]).collect();
    /// let strip = Mesh::new(places, strip)?;
    /// let compact = strip.clone().compact();
    /// assert!(compact.bytes() < strip.bytes());
    /// let ball = Ball::new(vec3(7., 0.5, 0.5), 1.);
    /// assert_eq!(compact.query().closest(&ball, 0.), strip.query().closest(&ball, 0.));
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    #[must_use]
    pub fn compact(mut self) -> Self {
        self.store = self.store.compact();
        self.tree = self.tree.compact();
        self
    }

    /// Whether it is [`compact`](Self::compact).
    #[must_use]
    pub fn is_compact(&self) -> bool {
        self.tree.is_compact()
    }

    /// cos 5°: by how much a surface turns at an edge that nobody feels.
    pub const FLAT: f64 = edges::FLAT;

    /// Whether only front sides count.
    #[must_use]
    pub fn is_one_sided(&self) -> bool {
        self.one_sided
    }

    /// The mesh of these triangles.
    ///
    /// # Errors
    /// As [`new`](Self::new); a vertex is then three times the triangle's number and that of the corner.
    pub fn of_triangles(
        triangles: impl IntoIterator<Item = Triangle<V>>,
    ) -> Result<Self, MeshError> {
        let (corners, numbers) = numbered(triangles.into_iter().map(|t| t.core()));
        Self::new(&corners, &numbers)
    }

    /// All triangles, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = Triangle<V>> {
        (0..self.len() as u32).map(|index| self.triangle(index))
    }

    /// How many triangles there are; they are numbered in the order they came.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a mesh has a triangle")]
    pub fn len(&self) -> usize {
        self.store.len()
    }

    /// One triangle.
    ///
    /// # Panics
    /// If there is no triangle of this number.
    #[must_use]
    pub fn triangle(&self, index: u32) -> Triangle<V> {
        self.store.triangle(index)
    }

    /// The box around all triangles.
    #[must_use]
    pub fn bounds(&self) -> Aabb<V> {
        self.tree.bounds()
    }

    /// The nodes on the longest path through the tree.
    #[must_use]
    pub fn tree_depth(&self) -> usize {
        self.tree.depth()
    }

    /// What the mesh takes in memory: triangles and tree.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let seams = self.seams.as_ref();
        let seams = seams.map_or(0, |seams| size_of_val(seams.active.as_slice()));
        self.store.bytes() + self.tree.bytes() + seams
    }

    /// Lets triangles move: `triangle` tells where each of them is now, by its number.
    ///
    /// The tree keeps its form and its boxes follow, which takes a fraction of the time of a new one. Far from
    /// the form it was built for (a cloth that is crumpled) questions take longer; the answers are the same.
    /// Internal edges are not determined again: a [welded](Self::weld) mesh stays welded where it was.
    ///
    /// ```
    /// use carom::{Mesh, Triangle, glam::{Vec3, vec3}};
    /// let plank = Triangle::new(vec3(0., 0., 0.), vec3(0., 0., 9.), vec3(9., 0., 0.));
    /// let mut bridge = Mesh::of_triangles([plank])?;
    /// bridge.refit(|_| plank.translated(Vec3::Y * 2.))?;
    /// let hit = bridge.query().ray(vec3(1., 5., 1.), Vec3::Y * -9.).unwrap();
    /// assert!((hit.point.y - 2.).abs() < 1e-5);
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    ///
    /// # Errors
    /// A coordinate that is not finite; the mesh is then as it was. A height field cannot be refitted.
    pub fn refit(&mut self, triangle: impl Fn(u32) -> Triangle<V>) -> Result<(), MeshError> {
        if matches!(self.store, Store::Heights(_)) {
            return Err(MeshError::FixedForm);
        }
        let mut bounds = Aabb::empty();
        for number in 0..self.len() as u32 {
            let corners = triangle(number).core();
            bounds = bounds.union(&Aabb::of_points(corners));
            if let Some(corner) = corners.iter().position(|corner| !corner.is_finite()) {
                let vertex = 3 * number as usize + corner;
                return Err(MeshError::NotFinite { vertex });
            }
        }
        self.store.refit(triangle);
        let Self { store, tree, .. } = self;
        tree.refit(bounds, |group| store.bounds(group), &mut Vec::new());
        self.size = self.tree.bounds().magnitude();
        Ok(())
    }
}

impl<V: Vector3> HeightField<V> {
    /// The mesh of its triangles.
    ///
    /// # Errors
    /// Fewer than two columns or rows, or heights that do not fill the last row; cells that are not positive
    /// and finite; a height that is infinite or too large for its place (a NaN is a hole); nothing but holes.
    pub fn mesh(self) -> Result<Mesh<V>, MeshError> {
        let (heights, tree) = Heights::new(self)?;
        Ok(Mesh::of(Store::Heights(heights), tree))
    }
}

/// The corners of triangles one after another, and the numbers of each triangle's.
fn numbered<V: Vector>(triangles: impl Iterator<Item = [V; 3]>) -> (Vec<V>, Vec<[u32; 3]>) {
    let corners: Vec<V> = triangles.flatten().collect();
    let count = (corners.len() / 3) as u32;
    let numbers = (0..count).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
    (corners, numbers.collect())
}

/// The edges and corners over which the surface goes on.
#[derive(Clone, Debug)]
struct Seams<V: Vector> {
    active: Vec<Active>,
    flat: V::Scalar,
}
