//! Triangle meshes: the four questions asked of many triangles at once.

mod error;
mod every;
mod extent;
mod meshes;
mod motion;
mod one_sided;
mod pieces;
mod queries;
mod shapes;

pub use error::MeshError;
pub use queries::{MeshContact, MeshHit};
pub use shapes::MeshSweep;

use crate::shape::aabb::Aabb;
use crate::shape::triangle::Triangle;
use crate::tree::Tree;
use crate::vector::Vector3;
use alloc::vec::Vec;

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
    vertices: Vec<V>,
    triangles: Vec<[u32; 3]>,
    tree: Tree<V>,
    one_sided: bool,
}

impl<V: Vector3> Mesh<V> {
    /// Builds the mesh; an index is a place in `vertices`.
    ///
    /// # Errors
    /// No triangles, more than 2³¹ of them, a vertex that is not finite, an index that no vertex has.
    pub fn new(vertices: Vec<V>, triangles: Vec<[u32; 3]>) -> Result<Self, MeshError> {
        error::check(&vertices, &triangles)?;
        let boxes: Vec<Aabb<V>> = triangles
            .iter()
            .map(|corners| Aabb::of_points(corners.map(|i| vertices[i as usize])))
            .collect();
        Ok(Self {
            tree: Tree::build(&boxes),
            vertices,
            triangles,
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

    /// The corners of all triangles.
    #[must_use]
    pub fn vertices(&self) -> &[V] {
        &self.vertices
    }

    /// Three places in [`vertices`](Self::vertices) a triangle.
    #[must_use]
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// One triangle.
    ///
    /// # Panics
    /// If there is no triangle of this number.
    #[must_use]
    pub fn triangle(&self, index: u32) -> Triangle<V> {
        let [a, b, c] = self.triangles[index as usize].map(|i| self.vertices[i as usize]);
        Triangle { a, b, c }
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

    /// What the mesh takes in memory: vertices, triangles and tree.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(self.vertices.as_slice())
            + size_of_val(self.triangles.as_slice())
            + self.tree.bytes()
    }
}
