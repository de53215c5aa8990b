//! Internal edges: which edges and vertices of a mesh are active, and which only divide one surface.
//!
//! A triangle knows nothing of its neighbors: past its edge, a shape's nearest point is on the edge, and the normal
//! leans back against the motion although the next triangle goes on flat (a ghost collision). So each edge and vertex
//! is *active* or not, as seen from each side: active edges protrude from the surface. The idea is Jolt's
//! (`ActiveEdges.h`, Rouwe), which has no sides, T-junctions, vertices or creases.
//!
//! - An edge is inactive where a neighbor goes straight on, turning by less than the `flat` angle, or rises up to
//!   upright (a valley). A ridge of a two-sided mesh is active from one side and a valley from the other. A border is
//!   active. Where more than two triangles meet at an edge, one that covers it is enough.
//! - Neighbors share the exact positions of two corners, or their edges lie on one line within rounding; several
//!   neighbors along an edge cover it together.
//! - A vertex is active where an active edge of its triangle ends, unless all active edges there are one crease that
//!   goes straight through; and at a peak without active edges, the tip of a cone of many faces.
//! - A triangle so thin that rounding decides its plane is *faceless*. All its edges are inactive if triangles with
//!   faces run along all of them: then it only fills a T-junction.
//! - In a one-sided mesh, triangles with opposite winding are not neighbors. In a two-sided one they are; where they
//!   meet, vertices count the edges that are active from either side.

mod junctions;
#[cfg(test)]
mod tests;
mod welded;

use crate::surface::mesh::Vector3;
use alloc::vec;
use alloc::vec::Vec;
use carom_math::sort;
use carom_math::{Scalar, Vector};
use glam::DVec3;
use welded::{HalfEdge, WeldedSurface};

/// cos 5°: the default limit of the angle between two triangles that counts as flat.
pub(super) const FLAT: f64 = 0.996_194_698_091_745_5;

/// With more triangles than this at one edge there is no surface, and the edge stays active; bounds the time for a pile
/// of triangles.
const MOST_AT_EDGE: usize = 64;

/// The active edges and corners of a triangle.
///
/// Lower byte: bits 0 to 2 are the edges as seen from the front, 3 to 5 the corners, 6 means faceless. Upper byte: 0 to
/// 5 are the same from the back. A one-sided mesh needs only the lower byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Active(u16);

/// The side from which a triangle is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TriangleSide {
    /// Its corners run counter-clockwise.
    Front,
    /// Its corners run clockwise.
    Back,
}

impl Active {
    const EDGES: u16 = 0x0707;
    const FACELESS: u16 = 1 << 6;

    fn edge_bit(side: TriangleSide, i: u8) -> u16 {
        1 << (8 * side as u8 + i)
    }

    fn corner_bit(side: TriangleSide, i: u8) -> u16 {
        1 << (8 * side as u8 + 3 + i)
    }

    /// Whether the edge from corner `i` to the next is active.
    pub(super) fn edge(self, side: TriangleSide, i: u8) -> bool {
        self.0 & Self::edge_bit(side, i) != 0
    }

    pub(super) fn corner(self, side: TriangleSide, i: u8) -> bool {
        self.0 & Self::corner_bit(side, i) != 0
    }

    pub(super) fn is_faceless(self) -> bool {
        self.0 & Self::FACELESS != 0
    }

    /// Whether any edge is active from either side.
    pub(super) fn any_edge(self) -> bool {
        self.0 & Self::EDGES != 0
    }

    fn cover(&mut self, i: u8, sides: [bool; 2]) {
        for (side, covered) in [TriangleSide::Front, TriangleSide::Back]
            .into_iter()
            .zip(sides)
        {
            if covered {
                self.0 &= !Self::edge_bit(side, i);
            }
        }
    }
}

/// The active edges and corners of every triangle, in O(n log n).
///
/// `flat` is the cosine of the largest angle between two triangles that counts as flat. Indices must be valid, and
/// coordinates finite.
pub(super) fn active<V: Vector3>(
    vertices: &[V],
    triangles: &[[u32; 3]],
    one_sided: bool,
    flat: V::Scalar,
) -> Vec<Active> {
    let surface = WeldedSurface::new(vertices, triangles, one_sided, flat);
    let mut corners = vec![VertexEdges::default(); vertices.len()];
    let mut active: Vec<Active> = surface
        .fronts
        .iter()
        .map(|front| match front {
            Some(_) => Active(Active::EDGES),
            None => Active(Active::EDGES | Active::FACELESS),
        })
        .collect();
    let mut edges: Vec<([u32; 2], HalfEdge)> = surface
        .half_edges()
        .map(|edge| (surface.sorted_ends(edge), edge))
        .collect();
    sort::sort(&mut edges);
    cover_by_equals(&surface, &edges, &mut active, &mut corners);
    cover_by_parts(&surface, &edges, &mut active, &mut corners);
    trace_creases(&surface, &active, &mut corners, flat.to_f64());
    find_apexes(&surface, &mut corners, flat.to_f64());
    mark_corners(&surface, &mut active, &corners);
    active
}

/// The creases and the peak at a vertex.
#[derive(Clone, Copy, Default)]
struct VertexEdges {
    /// From the front and from the back.
    creases: [Crease; 2],
    /// Triangles with opposite winding meet here.
    turned: bool,
    /// From the front and from the back: a peak without an active edge.
    apex: [bool; 2],
    /// The mean of the normals.
    out: DVec3,
}

/// The active edges that end at a vertex.
#[derive(Clone, Copy, Default)]
struct Crease {
    along: Option<DVec3>,
    opposite: bool,
    bent: bool,
}

impl Crease {
    fn add(&mut self, direction: DVec3, flat: f64) {
        let Some(along) = self.along else {
            self.along = Some(direction);
            return;
        };
        let cosine = Vector::dot(along, direction);
        self.opposite |= cosine <= -flat;
        self.bent |= cosine.abs() < flat;
    }

    fn is_straight(&self) -> bool {
        self.opposite && !self.bent
    }
}

fn turn_at<V: Vector3>(
    surface: &WeldedSurface<'_, V>,
    corners: &mut [VertexEdges],
    edge: HalfEdge,
) {
    for end in surface.ends(edge) {
        corners[end as usize].turned = true;
    }
}

/// Covers edges by neighbors with the same two ends.
fn cover_by_equals<V: Vector3>(
    surface: &WeldedSurface<'_, V>,
    edges: &[([u32; 2], HalfEdge)],
    active: &mut [Active],
    corners: &mut [VertexEdges],
) {
    for same in edges.chunk_by(|x, y| x.0 == y.0) {
        if same.len() > MOST_AT_EDGE {
            continue;
        }
        for &(_, edge) in same {
            for &(_, other) in same.iter().filter(|x| x.1.triangle != edge.triangle) {
                let meeting = surface.meeting(edge, other);
                active[edge.triangle as usize].cover(edge.corner, meeting.covers);
                if meeting.turned {
                    turn_at(surface, corners, edge);
                }
            }
        }
    }
}

/// Covers the remaining active edges by neighbors along parts of them.
fn cover_by_parts<V: Vector3>(
    surface: &WeldedSurface<'_, V>,
    edges: &[([u32; 2], HalfEdge)],
    active: &mut [Active],
    corners: &mut [VertexEdges],
) {
    let is_active = |edge: &HalfEdge| {
        let active = active[edge.triangle as usize];
        active.edge(TriangleSide::Front, edge.corner)
            || active.edge(TriangleSide::Back, edge.corner)
    };
    let edges = edges.iter().map(|x| x.1).filter(is_active);
    let edges: Vec<HalfEdge> = edges.collect();
    junctions::cover(
        surface,
        &edges,
        |edge, covers| active[edge.triangle as usize].cover(edge.corner, covers),
        |edge, other| {
            turn_at(surface, corners, edge);
            turn_at(surface, corners, other);
        },
    );
}

fn trace_creases<V: Vector3>(
    surface: &WeldedSurface<'_, V>,
    active: &[Active],
    corners: &mut [VertexEdges],
    flat: f64,
) {
    for edge in surface.half_edges() {
        let active = active[edge.triangle as usize];
        let sides =
            [TriangleSide::Front, TriangleSide::Back].map(|side| active.edge(side, edge.corner));
        if sides == [false; 2] {
            continue;
        }
        let [a, b] = surface.places(edge);
        let Some(along) = Vector::try_normalize(b - a) else {
            continue;
        };
        for (end, direction) in surface.ends(edge).into_iter().zip([along, -along]) {
            let corner = &mut corners[end as usize];
            for (crease, active) in corner.creases.iter_mut().zip(sides) {
                if active || corner.turned {
                    crease.add(direction, flat);
                }
            }
        }
    }
}

/// Finds apexes: from an apex the surface falls away from the mean of its normals.
fn find_apexes<V: Vector3>(surface: &WeldedSurface<'_, V>, corners: &mut [VertexEdges], flat: f64) {
    let faced = || {
        let triangles = surface.triangles.iter().zip(&surface.fronts);
        triangles.filter_map(|(triangle, front)| Some((triangle, (*front)?)))
    };
    for (triangle, front) in faced() {
        for &i in triangle {
            let corner = &mut corners[i as usize];
            let against = corner.turned && Vector::dot(corner.out, front) < 0.0;
            corner.out += if against { -front } else { front };
        }
    }
    for corner in &mut *corners {
        corner.out = Vector::try_normalize(corner.out).unwrap_or(DVec3::ZERO);
    }
    let sine = Scalar::sqrt(1.0 - flat * flat);
    for (&[a, b, c], _) in faced() {
        for (i, j) in [(a, b), (b, c), (c, a)] {
            let along = surface.place(j) - surface.place(i);
            let steep = sine * Vector::length(along);
            for (end, along) in [(i, along), (j, -along)] {
                let corner = &mut corners[end as usize];
                let rise = Vector::dot(along, corner.out);
                let falls = [
                    rise < -steep || corner.turned && rise > steep,
                    rise > steep || corner.turned && rise < -steep,
                ];
                for (side, falls) in falls.into_iter().enumerate() {
                    corner.apex[side] |= falls && corner.creases[side].along.is_none();
                }
            }
        }
    }
}

fn mark_corners<V: Vector3>(
    surface: &WeldedSurface<'_, V>,
    active: &mut [Active],
    corners: &[VertexEdges],
) {
    for (active, triangle) in active.iter_mut().zip(&surface.triangles) {
        for (i, &vertex) in (0..).zip(triangle) {
            let corner = &corners[vertex as usize];
            for side in [TriangleSide::Front, TriangleSide::Back] {
                let own = active.edge(side, i) || active.edge(side, (i + 2) % 3);
                let crease = &corner.creases[side as usize];
                let is_active = own && !crease.is_straight() || corner.apex[side as usize];
                if is_active {
                    active.0 |= Active::corner_bit(side, i);
                }
            }
        }
    }
}
