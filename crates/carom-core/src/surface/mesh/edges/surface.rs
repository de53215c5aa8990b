//! The triangles of a mesh as one surface: corners welded, fronts, and how two of them meet.

use crate::shape::triangle::shortest_sides;
use crate::surface::mesh::Vector3;
use alloc::vec::Vec;
use carom_math::{Scalar, Vector};
use core::cmp::Ordering;
use glam::DVec3;

/// A triangle no higher than this many eps M, M being its largest coordinate, has no face: the
/// rounding of its corners, up to eps M each, can turn it by an eighth of a radian.
const FACELESS: f64 = 16.0;

/// One side of one triangle, from a corner to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct HalfEdge {
    pub(super) triangle: u32,
    pub(super) corner: u8,
}

/// How the surface goes on beyond an edge of a triangle with a neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Meeting {
    /// Seen from the front and from the back: the neighbour goes straight on or rises, so that what is
    /// there is nearer to it than to the edge.
    pub(super) covers: [bool; 2],
    /// The fronts of the two are not on one side of the surface.
    pub(super) turned: bool,
}

/// Triangles whose corners at one place are one vertex.
pub(super) struct Surface<'a, V: Vector3> {
    vertices: &'a [V],
    pub(super) triangles: Vec<[u32; 3]>,
    /// The unit normals, `None` without a face.
    pub(super) fronts: Vec<Option<DVec3>>,
    one_sided: bool,
    flat: f64,
    /// A power of two that brings the largest coordinate near 1, so that no product is too large or small.
    scale: f64,
}

impl<'a, V: Vector3> Surface<'a, V> {
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
            front(&corners, FACELESS * grain::<V>(&corners))
        });
        surface.fronts = fronts.collect();
        surface
    }

    /// Every side of every triangle, but those between corners at one place.
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

    /// The same in double precision and scaled, like all that is made of it.
    pub(super) fn place(&self, vertex: u32) -> DVec3 {
        DVec3::from_array(self.vertex(vertex).to_f64()) * self.scale
    }

    /// The two ends, in the order of the triangle.
    pub(super) fn ends(&self, half: HalfEdge) -> [u32; 2] {
        let corners = &self.triangles[half.triangle as usize];
        let i = usize::from(half.corner);
        [corners[i], corners[(i + 1) % 3]]
    }

    /// The same for all half-edges of one edge.
    pub(super) fn sorted_ends(&self, half: HalfEdge) -> [u32; 2] {
        let [a, b] = self.ends(half);
        [a.min(b), a.max(b)]
    }

    pub(super) fn places(&self, half: HalfEdge) -> [DVec3; 2] {
        self.ends(half).map(|i| self.place(i))
    }

    /// The triangle of `edge` and the other one, which it meets along it.
    ///
    /// With the normals m and n of both, wound alike, and the edge's direction d, the surface turns by an
    /// angle whose cosine is m·n, and down as seen from the front if d·(m × n) > 0. What rises beyond the
    /// upright leans back over the triangle: in front of both nothing is nearest to the edge, but what is
    /// behind the neighbour can be, on the same side of the triangle. So it does not cover; nor does what is
    /// folded back, a twin among it. A triangle without a face is not a surface, and beside any other it is
    /// covered.
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
        // Neighbours that are wound alike run along their edge in opposite directions.
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

/// What the rounding of a coordinate can amount to: eps M.
pub(super) fn grain<V: Vector>(points: &[DVec3]) -> f64 {
    let largest = |most: f64, p: &DVec3| Scalar::max(most, Vector::max_element(Vector::abs(*p)));
    V::Scalar::EPSILON.to_f64() * points.iter().fold(0.0, largest)
}

/// The unit normal of a triangle that is higher than `least` over its longest side.
fn front(corners: &[DVec3; 3], least: f64) -> Option<DVec3> {
    let [(u, _), (v, _)] = shortest_sides(corners);
    let n = Vector3::cross(u, v);
    let height = Vector::length(n) / Vector::length(u + v);
    (height > least).then(|| Vector::try_normalize(n))?
}

/// For each vertex the lowest number of those at its place.
fn first_at_each_place<V: Vector>(vertices: &[V]) -> Vec<u32> {
    let by_place = |i: u32, j: u32| {
        let (p, q) = (vertices[i as usize], vertices[j as usize]);
        // −0 and 0 are equal and one place.
        let order = |axis: usize| p[axis].partial_cmp(&q[axis]).unwrap_or(Ordering::Equal);
        (0..V::DIM).fold(Ordering::Equal, |so_far, axis| so_far.then(order(axis)))
    };
    let mut order: Vec<u32> = (0..vertices.len() as u32).collect();
    order.sort_unstable_by(|&i, &j| by_place(i, j).then(i.cmp(&j)));
    let mut first: Vec<u32> = order.clone();
    for same in order.chunk_by(|&i, &j| by_place(i, j).is_eq()) {
        for &i in same {
            first[i as usize] = same[0];
        }
    }
    first
}
