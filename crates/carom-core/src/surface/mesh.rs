//! Triangle meshes and height fields: a BVH over triangles, queried eight triangles at a time.

mod arrivals;
mod as_surface;
mod build;
mod compact;
mod crossings;
mod distances;
mod edges;
mod error;
mod exact;
mod feature;
mod heights;
mod inside;
#[cfg(test)]
mod instruction_sets;
mod internal_edges;
mod kernels;
mod lane_order;
mod mesh_query;
mod meshes;
mod on_group;
mod pack;
mod part_query;
mod penetration;
mod scaled;
mod store;
#[cfg(feature = "serde")]
mod stored;
#[cfg(feature = "serde")]
mod stored_heights;
mod traversal;
mod triangle_batch;
mod weld_among;
mod winding;

pub use crossings::Crossing;
pub use error::MeshError;
pub use heights::HeightField;
pub use kernels::Vector3;
pub use penetration::MeshPenetration;
pub(crate) use triangle_batch::TriangleBatch;

use crate::shape::triangle::Triangle;
use alloc::vec::Vec;
use carom_bvh::Aabb;
use carom_bvh::Bvh;
use carom_math::{Vector, sort};
use core::ops::Range;
use edges::Active;
use heights::Heights;
use store::Store;

/// A triangle mesh with a BVH.
///
#[cfg_attr(feature = "pictures", doc = include_str!("../../pictures/mesh.svg"))]
///
/// A mesh is two-sided by default. A [`one_sided`](Self::one_sided) mesh has only the fronts of its triangles, from
/// which the corners run counter-clockwise; shapes behind a triangle pass through it. What decides is the center of a
/// ball, the middle between the highest and the lowest point of a core that the triangle cuts, and the direction of a
/// half-space. A triangle without area is its longest side, and always two-sided.
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
#[doc(alias = "PxTriangleMesh")]
#[doc(alias = "btBvhTriangleMeshShape")]
#[doc(alias = "MeshCollider")]
#[doc(alias = "ConcavePolygonShape3D")]
#[doc(alias = "TriMesh")]
#[doc(alias = "MeshBVH")]
#[doc(alias = "MeshShape")]
#[derive(Clone, Debug)]
pub struct Mesh<V: Vector> {
    store: Store<V>,
    tree: Bvh<V>,
    /// The largest coordinate.
    size: V::Scalar,
    one_sided: bool,
    /// Whether it is solid; it is then one-sided too.
    solid: bool,
    internal_edges: Option<InternalEdges<V>>,
}

impl<V: Vector3> Mesh<V> {
    /// Builds a mesh; `triangles` are indices into `vertices`. Triangles keep their numbers.
    ///
    /// # Errors
    /// If there are no triangles, or more than 2³¹, if a vertex is not finite, or if an index is not that of a vertex.
    pub fn new(
        vertices: impl AsRef<[V]>,
        triangles: impl AsRef<[[u32; 3]]>,
    ) -> Result<Self, MeshError> {
        let (store, tree) = build::carefully(vertices.as_ref(), triangles.as_ref())?;
        Ok(Self::of(store, tree))
    }

    /// Builds the same mesh in about three fifths of the time of [`new`](Self::new) (90 to 150 ns a triangle on one
    /// core instead of 150 to 260), for levels that are made while the game runs. The answers are the same to the bit;
    /// queries take a tenth longer, at most a quarter, and visit contacts in another order.
    ///
    /// Triangles are sorted into the cells of a grid; each cell gets a BVH built with the surface area heuristic, and
    /// another BVH is built over the cells. A mesh restored by `serde` is built as by [`new`](Self::new).
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
            solid: false,
            internal_edges: None,
        }
    }

    /// Makes the mesh one-sided: only the fronts of its triangles count. Default: two-sided.
    ///
    /// ```
    /// use carom::{Mesh, glam::{Vec3, vec3}};
    /// let roof = Mesh::new([Vec3::ZERO, Vec3::Z, Vec3::X], [[0, 1, 2]])?.one_sided();
    /// assert!(roof.query().ray(vec3(0.2, 1., 0.2), Vec3::Y * -2.).is_some());
    /// assert!(roof.query().ray(vec3(0.2, -1., 0.2), Vec3::Y * 2.).is_none(), "from behind");
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    #[doc(alias = "FrontSide")]
    #[doc(alias = "IgnoreBackFaces")]
    #[must_use]
    pub fn one_sided(mut self) -> Self {
        self.one_sided = true;
        match self.internal_edges.take() {
            Some(internal_edges) => self.weld(internal_edges.flat),
            None => self,
        }
    }

    /// Makes the mesh the solid that it encloses: a shape deep inside overlaps it too. Default: a shell.
    ///
    #[cfg_attr(feature = "pictures", doc = include_str!("../../pictures/solid.svg"))]
    ///
    /// A solid is [one-sided](Self::one_sided). A core that crosses a triangle separates towards the front. One that is
    /// inside as a whole has a contact with the nearest triangle, the normal outwards, and separates when it is in front
    /// of that triangle: for a point that is the nearest way out. A motion that starts inside is
    /// stopped at `t` = 0, unless it may [leave](crate::Query::leave_overlaps); so is a ray. Movers, and queries of two
    /// meshes but for [`overlap_mesh`](crate::Query::overlap_mesh), see the one-sided triangles alone.
    ///
    /// Each query costs a [`contains`](Self::contains) more if the shape is within the bounds.
    ///
    /// ```
    /// use carom::{Ball, Mesh, glam::{Vec3, vec3}};
    /// let corners: Vec<Vec3> = (0..8).map(|i| vec3((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32) * 10.).collect();
    /// let sides = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    /// let triangles: Vec<[u32; 3]> = sides.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]).collect();
    /// let rock = Mesh::new(corners, triangles)?;
    /// let deep = Ball::new(vec3(5., 7., 4.), 1.);
    /// assert!(!rock.query().overlap(&deep));
    /// let rock = rock.solid()?;
    /// let contact = rock.query().closest(&deep, 0.).unwrap();
    /// assert_eq!((contact.normal, contact.depth()), (Vec3::Y, 4.));
    /// assert_eq!(rock.query().sweep(&deep, Vec3::X * 20.).unwrap().t, 0.);
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    ///
    /// # Errors
    /// If the mesh is not [closed](Self::is_closed), or if it is inside out: if its volume is negative.
    pub fn solid(mut self) -> Result<Self, MeshError> {
        let edges = self.open_edges();
        if edges > 0 {
            return Err(MeshError::Open { edges });
        }
        if self.volume() < 0.0 {
            return Err(MeshError::InsideOut);
        }
        self.solid = true;
        Ok(self.one_sided())
    }

    /// Whether the mesh is [`solid`](Self::solid).
    #[must_use]
    pub fn is_solid(&self) -> bool {
        self.solid
    }

    /// Removes ghost collisions: a shape that slides over an edge between two triangles does not stop where the surface
    /// goes on flat or rises (internal edges, inactive edges). By default every edge can be hit.
    ///
    /// `flat` is the cosine of the largest angle between two triangles that still counts as flat; [`FLAT`](Self::FLAT)
    /// is usual. Corners with the same position are one vertex; T-junctions are recognized. A contact or hit on an
    /// internal edge or vertex gets the normal of the face, or is left out where a neighbor is nearer. This applies to
    /// balls, capsules, segments and points with a core that does not cross a triangle; not to other shapes, rotating
    /// motions, or a [`LocalScene`](crate::LocalScene).
    /// [`Query::internal_edges`](crate::Query::internal_edges) switches it off for one query.
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
    #[doc(alias = "FIX_INTERNAL_EDGES")]
    #[doc(alias = "active edges")]
    #[doc(alias = "ghost collisions")]
    #[must_use]
    pub fn weld(self, flat: V::Scalar) -> Self {
        self.weld_among(flat, [])
    }

    /// Compresses the mesh to less than half of the memory, 23 to 24 bytes a triangle instead of 51, with the same
    /// answers to the bit, in the same order. Queries take a tenth to two fifths longer, a quarter on average.
    ///
    /// Corners with the same bits are stored once (a triangle that shares none takes 52 bytes), and the boxes of the
    /// BVH in eight bits a side, rounded outwards. Compression takes about as long as building. [`refit`](Self::refit)
    /// searches for equal corners again. A height field, and a mesh of more than 2³² corners, saves only on the BVH.
    ///
    /// ```
    /// use carom::{Ball, Mesh, glam::{Vec3, vec3}};
    /// let places: Vec<Vec3> = (0..99).map(|i| vec3((i / 2) as f32, 0., (i % 2) as f32)).collect();
    /// let strip: Vec<[u32; 3]> = (0..97).map(|i| [i, i + 1, i + 2]).collect();
    /// let strip = Mesh::new(places, strip)?;
    /// let compact = strip.clone().compact();
    /// assert!(compact.is_compact() && compact.bytes() < strip.bytes());
    /// assert_eq!(compact.tree_depth(), strip.tree_depth());
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

    /// Whether the mesh is [`compact`](Self::compact).
    #[must_use]
    pub fn is_compact(&self) -> bool {
        self.tree.is_compact()
    }

    /// cos 5°: the usual limit up to which an edge counts as flat.
    pub const FLAT: f64 = edges::FLAT;

    /// Whether the mesh is one-sided.
    #[must_use]
    pub fn is_one_sided(&self) -> bool {
        self.one_sided
    }

    /// Builds a mesh of triangles by their corners.
    ///
    /// ```
    /// use carom::{Mesh, Triangle, glam::Vec3};
    /// let side = Triangle::new(Vec3::ZERO, Vec3::X, Vec3::Y);
    /// let mesh = Mesh::of_triangles([side, side.translated(Vec3::Z)])?;
    /// assert_eq!((mesh.len(), mesh.triangle(1).a), (2, Vec3::Z));
    /// assert_eq!(mesh.bounds().size(), Vec3::ONE);
    /// assert!(Mesh::<Vec3>::of_triangles([]).is_err(), "a mesh has a triangle");
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    ///
    /// # Errors
    /// As [`new`](Self::new); the number of a vertex is then three times the triangle's number plus that of the corner.
    pub fn of_triangles(
        triangles: impl IntoIterator<Item = Triangle<V>>,
    ) -> Result<Self, MeshError> {
        let (corners, numbers) = numbered(triangles.into_iter().map(|t| t.core()));
        Self::new(&corners, &numbers)
    }

    /// All triangles, in the order of their numbers.
    ///
    /// ```
    /// use carom::{Mesh, glam::Vec3};
    /// let mesh = Mesh::new([Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z], [[0, 1, 2], [0, 2, 3]])?;
    /// assert_eq!(mesh.iter().map(|triangle| triangle.c).collect::<Vec<_>>(), [Vec3::Y, Vec3::Z]);
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = Triangle<V>> {
        (0..self.len() as u32).map(|index| self.triangle(index))
    }

    /// The number of triangles. They are numbered in the order in which they were given.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a mesh has a triangle")]
    pub fn len(&self) -> usize {
        self.store.len()
    }

    /// One triangle.
    ///
    /// # Panics
    /// If there is no triangle with this number.
    #[must_use]
    pub fn triangle(&self, index: u32) -> Triangle<V> {
        self.store.triangle(index)
    }

    /// The corners of all triangles, each once, sorted by their [`bits`].
    fn distinct_corners(&self) -> Vec<V> {
        let mut corners: Vec<V> = self.iter().flat_map(|t| t.core()).collect();
        sort::sort_by_key(&mut corners, bits);
        corners.dedup_by_key(|p| bits(p));
        corners
    }

    /// The bounding box of all triangles.
    #[must_use]
    pub fn bounds(&self) -> Aabb<V> {
        self.tree.bounds()
    }

    /// The number of nodes on the longest path through the BVH: a node has eight children, and a group of up to eight triangles
    /// is no node.
    #[must_use]
    pub fn tree_depth(&self) -> usize {
        self.tree.depth()
    }

    /// The memory of triangles and BVH, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let internal_edges = self.internal_edges.as_ref();
        let internal_edges = internal_edges.map_or(0, |internal_edges| {
            size_of_val(internal_edges.active.as_slice())
        });
        self.store.bytes() + self.tree.bytes() + internal_edges
    }

    /// Moves the triangles: `triangle` returns the new position of each, by number.
    ///
    /// The BVH keeps its structure and its boxes are refitted, which takes a fraction of the time of a new one. Far
    /// from the form it was built for (a crumpled cloth) queries take longer; answers stay exact. Internal edges are
    /// not determined again: a [welded](Self::weld) mesh stays welded where it was.
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
    /// If a coordinate is not finite, or the mesh is a height field. The mesh is then unchanged.
    #[doc(alias = "refitBVH")]
    #[doc(alias = "refitTree")]
    #[doc(alias = "deform")]
    #[doc(alias = "skinned mesh")]
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

/// # Editing a height field
impl<V: Vector3> Mesh<V> {
    /// Changes the heights of a height field in some columns and rows: `height` returns the new one by column and row, NaN
    /// for a hole. Digging, filling and paths that are worn need no new mesh.
    ///
    /// The boxes of the BVH are refitted, which takes a fraction of the time of a new one, for the whole field; it is built
    /// again where blocks of two by two cells become or stop being holes alone. The answers are those of a new mesh. Internal edges are not determined again, as in [`refit`](Self::refit).
    ///
    /// ```
    /// use carom::{HeightField, Mesh, glam::{Vec3, vec3}};
    /// let flat = HeightField { origin: Vec3::ZERO, cell: [1., 1.], columns: 9, heights: vec![0.; 81] };
    /// let mut field: Mesh<Vec3> = flat.mesh()?;
    /// field.refit_heights(3..6, 3..6, |_, _| -2.)?;
    /// let down = |x, z| field.query().ray(vec3(x, 5., z), Vec3::Y * -9.).unwrap().point.y;
    /// assert!((down(4.2, 4.3) + 2.).abs() < 1e-5 && down(1., 1.5).abs() < 1e-5);
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    ///
    /// # Errors
    /// If the mesh is not a height field, if the columns or rows are not all in it, if a new height is infinite or too
    /// large for its place, or if only holes would be left. The mesh is then unchanged.
    #[doc(alias = "modifySamples")]
    #[doc(alias = "SetHeights")]
    pub fn refit_heights(
        &mut self,
        columns: Range<usize>,
        rows: Range<usize>,
        height: impl Fn(usize, usize) -> V::Scalar,
    ) -> Result<(), MeshError> {
        let Self { store, tree, .. } = self;
        let Store::Heights(heights) = store else {
            return Err(MeshError::NoHeights);
        };
        let (bounds, is_other_tree) = heights.set([&columns, &rows], &height)?;
        if is_other_tree {
            let built = heights.tree();
            *tree = if tree.is_compact() {
                built.compact()
            } else {
                built
            };
        } else {
            tree.refit(bounds, |group| store.bounds(group), &mut Vec::new());
        }
        self.size = self.tree.bounds().magnitude();
        if let Some(internal_edges) = &mut self.internal_edges {
            internal_edges.is_stale = true;
        }
        Ok(())
    }

    /// The box around heights that change; empty if the mesh is not a height field.
    pub(crate) fn around_heights(
        &self,
        area: [&Range<usize>; 2],
        height: &dyn Fn(usize, usize) -> V::Scalar,
    ) -> Aabb<V> {
        match &self.store {
            Store::Heights(heights) => heights.around(area, height),
            Store::Packed { .. } | Store::Compact(_) => Aabb::empty(),
        }
    }
}

impl<V: Vector3> HeightField<V> {
    /// Builds the mesh of the height field.
    ///
    /// # Errors
    /// If there are fewer than two columns or rows, or the last row is not full; if the cell sizes are not positive and
    /// finite; if a height is infinite or too large for its place (NaN is a hole); if there are only holes.
    pub fn mesh(self) -> Result<Mesh<V>, MeshError> {
        let (heights, tree) = Heights::new(self)?;
        Ok(Mesh::of(Store::Heights(heights), tree))
    }
}

/// The corners of triangles in a row, and the indices of each triangle's corners.
fn numbered<V: Vector>(triangles: impl Iterator<Item = [V; 3]>) -> (Vec<V>, Vec<[u32; 3]>) {
    let corners: Vec<V> = triangles.flatten().collect();
    let count = (corners.len() / 3) as u32;
    let numbers = (0..count).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
    (corners, numbers.collect())
}

/// The internal edges and vertices of a mesh, over which the surface goes on.
#[derive(Clone, Debug)]
struct InternalEdges<V: Vector> {
    active: Vec<Active>,
    flat: V::Scalar,
    /// Whether they are those of other heights.
    is_stale: bool,
}

/// The bits of the coordinates: −0 is not 0.
fn bits<V: Vector>(p: &V) -> [u64; 3] {
    p.to_f64().map(f64::to_bits)
}
