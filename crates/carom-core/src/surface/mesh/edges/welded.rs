//! A mesh as one surface: welded vertices, fronts, and the angles at which triangles meet.

use crate::shape::triangle::shortest_sides;
use crate::surface::mesh::Vector3;
use alloc::vec::Vec;
use carom_math::sort;
use carom_math::{Scalar, Vector};
use core::cmp::Ordering;
use glam::DVec3;

/// A triangle of at most this height, in eps M with M its largest coordinate, has no face: the rounding of its corners,
/// up to eps M each, can rotate it by an eighth of a radian.
const FACELESS: f64 = 16.0;

/// One side of one triangle, from a corner to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct HalfEdge {
    pub(super) triangle: u32,
    pub(super) corner: u8,
}

/// How the surface continues from a triangle across an edge to a neighbor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Meeting {
    /// From the front and from the back: the neighbor goes straight on or rises, so that a shape there is nearer to it
    /// than to the edge.
    pub(super) covers: [bool; 2],
    /// The two triangles have opposite winding.
    pub(super) turned: bool,
}

/// Triangles with one vertex for all corners at the same position.
pub(super) struct WeldedSurface<'a, V: Vector3> {
    vertices: &'a [V],
    pub(super) triangles: Vec<[u32; 3]>,
    /// The unit normals; `None` for faceless triangles.
    pub(super) fronts: Vec<Option<DVec3>>,
    one_sided: bool,
    flat: f64,
    /// A power of two that scales the largest coordinate to about 1, so that no product overflows or underflows.
    scale: f64,
}

impl<'a, V: Vector3> WeldedSurface<'a, V> {
    pub(super) fn new(
        vertices: &'a [V],
        triangles: &[[u32; 3]],
        one_sided: bool,
        flat: V::Scalar,
    ) -> Self {
        let first = first_at_each_place(vertices);
        let largest = |most: V, vertex: &V| most.max(vertex.abs());
        let largest = vertices
            .iter()
            .fold(V::ZERO, largest)
            .max_element()
            .to_f64();
        let welded = |corners: &[u32; 3]| corners.map(|i| first[i as usize]);
        let mut surface = Self {
            vertices,
            triangles: triangles.iter().map(welded).collect(),
            fronts: Vec::new(),
            one_sided,
            flat: flat.to_f64(),
            scale: 1.0 / largest.power_of_two(),
        };
        let fronts = surface.triangles.iter().map(|corners| {
            let corners = corners.map(|i| surface.place(i));
            front(&corners, FACELESS * rounding::<V>(&corners))
        });
        surface.fronts = fronts.collect();
        surface
    }

    /// Every side of every triangle, except those of zero length.
    pub(super) fn half_edges(&self) -> impl Iterator<Item = HalfEdge> {
        (0..).zip(&self.triangles).flat_map(|(triangle, corners)| {
            (0..3)
                .filter(move |&i| corners[usize::from(i)] != corners[usize::from((i + 1) % 3)])
                .map(move |corner| HalfEdge { triangle, corner })
        })
    }

    pub(super) fn vertex(&self, vertex: u32) -> V {
        self.vertices[vertex as usize]
    }

    /// The position of a vertex in double precision, scaled, like everything computed from it.
    pub(super) fn place(&self, vertex: u32) -> DVec3 {
        DVec3::from_array(self.vertex(vertex).to_f64()) * self.scale
    }

    /// The two ends, in the order of the triangle.
    pub(super) fn ends(&self, half: HalfEdge) -> [u32; 2] {
        let corners = &self.triangles[half.triangle as usize];
        let i = usize::from(half.corner);
        [corners[i], corners[(i + 1) % 3]]
    }

    /// The two ends, in the same order for all half-edges of one edge.
    pub(super) fn sorted_ends(&self, half: HalfEdge) -> [u32; 2] {
        let [a, b] = self.ends(half);
        [a.min(b), a.max(b)]
    }

    pub(super) fn places(&self, half: HalfEdge) -> [DVec3; 2] {
        self.ends(half).map(|i| self.place(i))
    }

    /// How the triangle of `edge` continues into that of `other`.
    ///
    /// With the normals m and n of both, wound alike, and the edge's direction d, the surface turns by an angle with
    /// the cosine m·n, and down as seen from the front if d·(m × n) > 0. A neighbor that rises beyond upright leans
    /// back over the triangle: in front of both nothing is nearest to the edge, but a shape behind the neighbor can be,
    /// on the same side of the triangle. So it does not cover; nor does a neighbor that is folded back, such as a twin.
    /// A faceless triangle is not a surface, and any neighbor with a face covers its edges.
    pub(super) fn meeting(&self, edge: HalfEdge, other: HalfEdge) -> Meeting {
        let apart = Meeting {
            covers: [false; 2],
            turned: false,
        };
        let Some(n) = self.fronts[other.triangle as usize] else {
            return apart;
        };
        let Some(m) = self.fronts[edge.triangle as usize] else {
            return Meeting {
                covers: [true; 2],
                turned: false,
            };
        };
        let ([a, b], [c, d]) = (self.places(edge), self.places(other));
        // Neighbors with the same winding run along their edge in opposite directions.
        let alike = Vector::dot(b - a, d - c) < 0.0;
        let n = if alike { n } else { -n };
        let cosine = Vector::dot(m, n);
        let folded = cosine <= -self.flat;
        let turned = folded || !alike;
        if folded || (self.one_sided && !alike) {
            return Meeting { turned, ..apart };
        }
        let down = Vector::dot(b - a, Vector3::cross(m, n)) > 0.0;
        let flat = cosine >= self.flat;
        // Upright within the same angle.
        let upright = cosine >= -Scalar::sqrt(1.0 - self.flat * self.flat);
        Meeting {
            covers: [flat || upright && !down, flat || upright && down],
            turned,
        }
    }
}

/// The rounding bound of a coordinate: eps M.
pub(super) fn rounding<V: Vector>(points: &[DVec3]) -> f64 {
    let largest = |most: f64, p: &DVec3| Scalar::max(most, Vector::max_element(Vector::abs(*p)));
    V::Scalar::EPSILON.to_f64() * points.iter().fold(0.0, largest)
}

/// The unit normal of a triangle, if its height over the longest side exceeds `least`.
fn front(corners: &[DVec3; 3], least: f64) -> Option<DVec3> {
    let [(u, _), (v, _)] = shortest_sides(corners);
    let n = Vector3::cross(u, v);
    let height = Vector::length(n) / Vector::length(u + v);
    (height > least).then(|| Vector::try_normalize(n))?
}

/// For each vertex the lowest index of the vertices at its position.
fn first_at_each_place<V: Vector>(vertices: &[V]) -> Vec<u32> {
    let by_place = |i: u32, j: u32| {
        let (p, q) = (vertices[i as usize], vertices[j as usize]);
        // −0 and 0 are equal, and so one position.
        let order = |axis: usize| p[axis].partial_cmp(&q[axis]).unwrap_or(Ordering::Equal);
        (0..V::DIM).fold(Ordering::Equal, |so_far, axis| so_far.then(order(axis)))
    };
    let mut order: Vec<u32> = (0..vertices.len() as u32).collect();
    sort::sort_by(&mut order, |&i, &j| by_place(i, j).then(i.cmp(&j)));
    let mut first: Vec<u32> = order.clone();
    for same in order.chunk_by(|&i, &j| by_place(i, j).is_eq()) {
        for &i in same {
            first[i as usize] = same[0];
        }
    }
    first
}
