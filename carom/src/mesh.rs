//! Triangle meshes: the four questions asked of many triangles at once.

mod arrivals;
mod distances;
mod error;
mod extent;
mod meshes;
mod motion;
mod one_sided;
mod pack;
mod pieces;
mod queries;
mod shapes;

pub use error::MeshError;
pub use queries::{MeshContact, MeshHit};
pub use shapes::MeshSweep;

use crate::lanes::LANES;
use crate::shape::aabb::Aabb;
use crate::shape::triangle::Triangle;
use crate::tree::{NOTHING, Tree};
use crate::vector::Vector3;
use alloc::vec::Vec;
use pack::Pack;

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
/// let fall = floor.sweep_capsule(&hero, vec3(0., -10., 0.)).unwrap();
/// assert!((fall.hit.t - 0.5).abs() < 1e-5);
/// assert_eq!(fall.hit.normal, Vec3::Y);
/// # Ok::<(), carom::MeshError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Mesh<V: Vector3> {
    packs: Vec<Pack<V>>,
    /// Where a triangle is: its pack times eight, and its lane.
    places: Vec<u32>,
    tree: Tree<V>,
    one_sided: bool,
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
        let (vertices, triangles) = (vertices.as_ref(), triangles.as_ref());
        error::check(vertices, triangles)?;
        let boxes: Vec<Aabb<V>> = triangles
            .iter()
            .map(|corners| Aabb::of_points(corners.map(|i| vertices[i as usize])))
            .collect();
        let (tree, groups) = Tree::build(&boxes);
        let corners = |number: u32| {
            let [a, b, c] = triangles[number as usize].map(|i| vertices[i as usize]);
            Triangle { a, b, c }
        };
        let mut places = alloc::vec![0; triangles.len()];
        for (pack, group) in groups.iter().enumerate() {
            for (lane, &number) in group.iter().enumerate().filter(|(_, n)| **n != NOTHING) {
                places[number as usize] = (pack * LANES + lane) as u32;
            }
        }
        Ok(Self {
            packs: groups
                .iter()
                .map(|group| Pack::new(*group, corners))
                .collect(),
            places,
            tree,
            one_sided: false,
        })
    }

    /// The same mesh with only its front sides.
    #[must_use]
    pub fn one_sided(self) -> Self {
        Self {
            one_sided: true,
            ..self
        }
    }

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
        let corners = triangles.into_iter().flat_map(|t| t.core());
        let corners: Vec<V> = corners.collect();
        let numbers = (0..corners.len() as u32 / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
        Self::new(&corners, numbers.collect::<Vec<_>>())
    }

    /// All triangles, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = Triangle<V>> {
        (0..self.places.len() as u32).map(|index| self.triangle(index))
    }

    /// How many triangles there are; they are numbered in the order they came.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a mesh has a triangle")]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// One triangle.
    ///
    /// # Panics
    /// If there is no triangle of this number.
    #[must_use]
    pub fn triangle(&self, index: u32) -> Triangle<V> {
        let place = self.places[index as usize] as usize;
        self.packs[place / LANES].triangle(place % LANES)
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
        size_of_val(self.packs.as_slice()) + size_of_val(self.places.as_slice()) + self.tree.bytes()
    }
}
