//! Convex polygons and polyhedra with their faces, edges and neighbors, for what has many vertices.

mod boundary;
mod climb;
mod error;
mod faces;
mod outline;
mod predicates;
mod triangulation;

pub use error::PolytopeError;

use super::{hull::Hull, plane::Plane};
use alloc::vec::Vec;
use boundary::{Boundary, sides};
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};
use climb::Climb;
use faces::FacePolygon;
use predicates::Exact;

/// The convex hull of points, computed once: its vertices, faces, edges and neighbors. A convex polygon in 2D, a convex
/// polyhedron in 3D.
///
#[cfg_attr(feature = "pictures", doc = include_str!("../../pictures/polytope.svg"))]
///
/// As a shape it is the [`Hull`] of its vertices, and every query takes it. With more than some 100 vertices it is faster (with
/// 2,000 ten times):
/// the farthest vertex in a direction is found by going from neighbor to neighbor (hill climbing), not by looking at all.
/// A [`RoundShape`](crate::RoundShape) rounds it. A world, a compound or a [`Shape`](crate::Shape) takes it as a `Hull`
/// (`From`), which leaves the inner points away.
///
/// Which points are vertices is decided exactly (Shewchuk's predicates), so none is lost and none is inside. Points that
/// are all in one plane make a flat polygon with two faces, points on a line its two ends without a face, equal points
/// one vertex.
///
/// ```
/// use carom::{Polytope, closest, glam::{Vec3, vec3}};
/// let mut points = vec![vec3(0.1, 0.2, 0.3)]; // one inside
/// for i in 0..8 {
///     points.push(vec3((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32));
/// }
/// let cube = Polytope::new(&points)?;
/// assert_eq!((cube.vertices().len(), cube.faces().count(), cube.edges().count()), (8, 6, 12));
/// assert!(cube.faces().all(|face| face.vertices.len() == 4));
/// assert_eq!(closest(&vec3(0.5, 0.5, 3.), &cube).distance, 2.);
/// // Its surface as triangles: to draw it, or as a mesh.
/// let mesh = carom::Mesh::new(cube.vertices(), cube.triangles())?;
/// # let _ = mesh;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "ConvexPolyhedron")]
#[doc(alias = "ConvexPolygon")]
#[doc(alias = "ConvexHullShape")]
#[doc(alias = "PxConvexMesh")]
#[doc(alias = "b2ComputeHull")]
#[doc(alias = "b3CreateHull")]
#[doc(alias = "convex_hull")]
#[doc(alias = "quickhull")]
#[derive(Clone, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        into = "Vec<V>",
        try_from = "Vec<V>",
        bound(
            serialize = "V: serde::Serialize",
            deserialize = "V: serde::Deserialize<'de>"
        )
    )
)]
pub struct Polytope<V: Vector> {
    vertices: Vec<V>,
    bounds: Aabb<V>,
    neighbors: Lists,
    climb: Climb,
    faces: Lists,
    across: Lists,
    planes: Vec<Plane<V>>,
    triangles: Vec<[u32; 3]>,
}

/// Lists of numbers, one after the other.
#[derive(Clone, Debug, Default)]
struct Lists {
    /// Where each list ends.
    ends: Vec<u32>,
    numbers: Vec<u32>,
}

impl Lists {
    fn push(&mut self, list: impl IntoIterator<Item = u32>) {
        self.numbers.extend(list);
        self.ends.push(self.numbers.len() as u32);
    }

    fn get(&self, index: usize) -> &[u32] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.numbers[start as usize..self.ends[index] as usize]
    }

    fn iter(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        (0..self.ends.len()).map(|index| self.get(index))
    }
}

/// A face of a [`Polytope`]: in 3D a polygon, in 2D a side.
///
/// ```
/// use carom::{Polytope, glam::vec2};
/// let triangle = Polytope::new(&[vec2(0., 0.), vec2(2., 0.), vec2(0., 1.)])?;
/// let floor = triangle.faces().find(|face| face.plane.normal == vec2(0., -1.)).unwrap();
/// assert_eq!((floor.vertices, floor.plane.offset), (&[0, 1][..], 0.));
/// # Ok::<(), carom::PolytopeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PolytopeFace<'a, V: Vector> {
    /// The numbers of its vertices, counterclockwise seen from outside. In 2D the start and the end of the side, the
    /// polygon being on its left.
    pub vertices: &'a [u32],
    /// In 3D the face on the other side of the edge from each vertex to the next; in 2D the sides at its two ends.
    pub across: &'a [u32],
    /// Its plane, with a unit normal outward. No vertex is in front of it but by rounding.
    pub plane: Plane<V>,
}

impl<V: Vector> Polytope<V> {
    /// The convex hull of points in any order, in n log n steps on average.
    ///
    /// Triangles with all corners within 4 eps of a plane, relative to the largest coordinate, are one face: six faces
    /// make a box also after a rotation.
    ///
    /// # Errors
    ///
    /// If there are no points, more than 2³² − 1, or a coordinate is not finite.
    pub fn new(points: &[V]) -> Result<Self, PolytopeError> {
        if points.is_empty() {
            return Err(PolytopeError::NoPoints);
        }
        if u32::try_from(points.len()).is_err() {
            return Err(PolytopeError::TooManyPoints);
        }
        if let Some(point) = points.iter().position(|p| !p.is_finite()) {
            return Err(PolytopeError::NotFinite { point });
        }
        let mut vertices = points.to_vec();
        loop {
            // At first some corners of the surface can be inside a face or an edge; among vertices alone there are none.
            let exact = Exact::new(&vertices);
            let boundary = Boundary::of(&exact, V::DIM);
            let used = boundary.vertices(&exact);
            if used.is_empty() || used.len() == vertices.len() {
                return Ok(Self::of(vertices, &exact, &boundary));
            }
            vertices = used.iter().map(|p| vertices[*p as usize]).collect();
        }
    }

    fn of(vertices: Vec<V>, exact: &Exact, boundary: &Boundary) -> Self {
        let neighbors = boundary.neighbors(vertices.len());
        let (faces, across, planes) = if V::DIM == 2 {
            sides_of(&vertices, boundary)
        } else {
            let tolerance = 4.0 * V::Scalar::EPSILON.to_f64();
            polygons_of(&vertices, boundary.faces(exact, tolerance))
        };
        Self {
            bounds: Aabb::of_points(vertices.iter().copied()),
            climb: Climb::new(&vertices, &neighbors),
            triangles: boundary.triangles(V::DIM),
            vertices,
            neighbors,
            faces,
            across,
            planes,
        }
    }

    /// The vertices: those of the points that are no convex combination of others, in their order, each once.
    #[must_use]
    pub fn vertices(&self) -> &[V] {
        &self.vertices
    }

    /// The faces; none for a single vertex or a line.
    pub fn faces(&self) -> impl ExactSizeIterator<Item = PolytopeFace<'_, V>> {
        (0..self.planes.len()).map(|index| PolytopeFace {
            vertices: self.faces.get(index),
            across: self.across.get(index),
            plane: self.planes[index],
        })
    }

    /// The edges between faces, each once, as the numbers of their ends; in 2D the sides, of a line the line itself.
    pub fn edges(&self) -> impl Iterator<Item = [u32; 2]> {
        let is_line = self.vertices.len() == 2;
        let both = self.faces.iter().flat_map(|face| {
            // In space each edge is in two faces, in two directions.
            let count = if V::DIM == 2 { 1 } else { face.len() };
            let sides = sides(face).take(count);
            sides.filter(|[a, b]| V::DIM == 2 || a < b)
        });
        is_line.then_some([0, 1]).into_iter().chain(both)
    }

    /// The neighbors of a vertex: the other ends of its edges, and of the diagonals of faces with more than three corners
    /// that [`triangles`](Self::triangles) has. A vertex that is farthest along a direction among its neighbors is farthest of
    /// all.
    ///
    /// ```
    /// use carom::{Polytope, glam::vec2};
    /// let corners = [vec2(0., 0.), vec2(2., 0.), vec2(3., 1.), vec2(1., 3.), vec2(0., 2.)];
    /// let pentagon = Polytope::new(&corners)?;
    /// let (mut at, up) = (0, vec2(1., 2.));
    /// let height = |vertex: usize| pentagon.vertices()[vertex].dot(up);
    /// while let Some(next) = pentagon.neighbors(at).iter().find(|next| height(**next as usize) > height(at)) {
    ///     at = *next as usize; // hill climbing
    /// }
    /// assert_eq!(pentagon.vertices()[at], vec2(1., 3.));
    /// # Ok::<(), carom::PolytopeError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no such vertex.
    #[must_use]
    pub fn neighbors(&self, vertex: usize) -> &[u32] {
        self.neighbors.get(vertex)
    }

    /// Triangles of the numbers of their corners, counterclockwise from outside: its surface, of a flat polygon in 3D both
    /// sides, in 2D its area.
    #[must_use]
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The number of the vertex farthest along a direction of any length; one of them if several are equally far.
    ///
    /// By hill climbing from a vertex near by, so its time hardly grows with the number of vertices.
    ///
    /// ```
    /// use carom::{Polytope, glam::{DVec2, vec2}};
    /// let square = Polytope::new(&[vec2(0., 0.), vec2(1., 0.), vec2(1., 1.), vec2(0., 1.)])?;
    /// assert_eq!(square.farthest(DVec2::new(0.5, 1.)), 2);
    /// # Ok::<(), carom::PolytopeError>(())
    /// ```
    #[doc(alias = "support")]
    #[doc(alias = "support_point")]
    #[must_use]
    #[inline]
    pub fn farthest(&self, direction: V::Double) -> usize {
        self.climb
            .farthest(&self.vertices, &self.neighbors, direction.to_f64())
    }

    /// The smallest box around it.
    #[must_use]
    pub fn bounds(&self) -> Aabb<V> {
        self.bounds
    }
}

impl<V: Vector> PartialEq for Polytope<V> {
    /// Whether the vertices are equal, and in the same order.
    fn eq(&self, other: &Self) -> bool {
        self.vertices == other.vertices
    }
}

impl<V: Vector> From<Polytope<V>> for Hull<V> {
    fn from(polytope: Polytope<V>) -> Self {
        Self::new(polytope.vertices, V::Scalar::ZERO)
    }
}

impl<V: Vector> From<Polytope<V>> for Vec<V> {
    fn from(polytope: Polytope<V>) -> Self {
        polytope.vertices
    }
}

impl<V: Vector> TryFrom<Vec<V>> for Polytope<V> {
    type Error = PolytopeError;

    fn try_from(points: Vec<V>) -> Result<Self, PolytopeError> {
        Self::new(&points)
    }
}

/// The vertices of faces, what is across their edges, and their planes.
type FaceLists<V> = (Lists, Lists, Vec<Plane<V>>);

/// The sides of a polygon in 2D.
fn sides_of<V: Vector>(vertices: &[V], boundary: &Boundary) -> FaceLists<V> {
    let mut all = FaceLists::default();
    let Boundary::Polygon(ring) = boundary else {
        return all;
    };
    let count = ring.len() as u32;
    for (side, ends) in (0..).zip(sides(ring)) {
        let [from, to] = ends.map(|end| vertices[end as usize].to_double());
        let [x, y, _] = (to - from).to_f64();
        let outward = V::Double::from_f64([y, -x, 0.0]).try_normalize();
        all.0.push(ends);
        all.1.push([(side + count - 1) % count, (side + 1) % count]);
        let normal = outward.map_or(V::ZERO, V::from_double);
        all.2.push(plane(vertices, &ends, normal));
    }
    all
}

/// The faces of a polyhedron, or of a polygon in space.
fn polygons_of<V: Vector>(vertices: &[V], polygons: Vec<FacePolygon>) -> FaceLists<V> {
    let mut all = FaceLists::default();
    for polygon in polygons {
        let normal = V::from_f64(polygon.normal);
        all.2.push(plane(vertices, &polygon.ring, normal));
        all.1.push(polygon.across);
        all.0.push(polygon.ring);
    }
    all
}

/// The plane with this normal through the outermost of these vertices.
fn plane<V: Vector>(vertices: &[V], ring: &[u32], normal: V) -> Plane<V> {
    let n = normal.to_double();
    let heights = ring
        .iter()
        .map(|p| n.dot(vertices[*p as usize].to_double()));
    let offset = heights.fold(
        f64::NEG_INFINITY,
        |most, height| {
            if height > most { height } else { most }
        },
    );
    Plane::new(normal, V::Scalar::from_f64(offset))
}
