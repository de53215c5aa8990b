//! Which edges and corners of a mesh can be caught on, and which only divide one surface.
//!
//! A triangle knows nothing of its neighbours: where a shape is past its edge, its nearest point is on the
//! edge, and the normal leans back against the motion, although the next triangle goes on as flat. So each
//! edge and corner is *active* or not, seen from each side: active is what sticks out of the surface. The
//! idea is Jolt's (`ActiveEdges.h`, Rouwe); sides, T-junctions, corners and creases are not in it.
//!
//! - An edge is inactive where a neighbour goes straight on, turning by less than the `flat` angle, or rises
//!   up to the upright (a valley). A ridge of a two-sided mesh is active from one side and a valley from the
//!   other. A border is active. Where more than two triangles meet at an edge, one that covers it is enough.
//! - A neighbour is a neighbour by the places of its corners, exactly, or because the edges lie on one line
//!   within rounding; several along an edge cover it together.
//! - A corner is active where an active edge of its triangle ends, unless all active edges there are one
//!   crease that goes straight through; and at a peak without active edges, the tip of a cone of many faces.
//! - A triangle so thin that its plane is rounding is *faceless*. All its edges are inactive if triangles
//!   with faces run along all of them: then it is but the filling of a T-junction.
//! - In a one-sided mesh triangles of opposite winding are no neighbours. In a two-sided one they are; where
//!   they meet, corners count the edges that are active from either side.

mod junctions;
mod surface;
#[cfg(test)]
mod tests;

use crate::surface::mesh::Vector3;
use alloc::vec;
use alloc::vec::Vec;
use carom_math::{Scalar, Vector};
use glam::DVec3;
use surface::{HalfEdge, Surface};

/// cos 5°: what turns by less goes straight on, unless the user says otherwise.
pub(super) const FLAT: f64 = 0.996_194_698_091_745_5;

/// So many triangles at one edge are no surface, and it stays active; a bound on the time that a pile of
/// them takes.
const CROWD: usize = 64;

/// What of one triangle can be caught on.
///
/// Of the lower byte bits 0 to 2 are the edges seen from the front, 3 to 5 the corners, 6 says that it has no
/// face; of the upper byte 0 to 5 are the same from the back. A one-sided mesh needs only the lower byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Active(u16);

/// From where a triangle is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// Its corners run counter-clockwise.
    Front,
    /// They run clockwise.
    Back,
}

impl Active {
    const EDGES: u16 = 0x0707;
    const FACELESS: u16 = 1 << 6;

    fn edge_bit(side: Side, i: u8) -> u16 {
        1 << (8 * side as u8 + i)
    }

    fn corner_bit(side: Side, i: u8) -> u16 {
        1 << (8 * side as u8 + 3 + i)
    }

    /// The edge from corner `i` to the next.
    pub(super) fn edge(self, side: Side, i: u8) -> bool {
        self.0 & Self::edge_bit(side, i) != 0
    }

    pub(super) fn corner(self, side: Side, i: u8) -> bool {
        self.0 & Self::corner_bit(side, i) != 0
    }

    pub(super) fn is_faceless(self) -> bool {
        self.0 & Self::FACELESS != 0
    }

    /// Any edge, from either side.
    pub(super) fn any_edge(self) -> bool {
        self.0 & Self::EDGES != 0
    }

    fn cover(&mut self, i: u8, sides: [bool; 2]) {
        for (side, covered) in [Side::Front, Side::Back].into_iter().zip(sides) {
            if covered {
                self.0 &= !Self::edge_bit(side, i);
            }
        }
    }
}

/// The active edges and corners of every triangle, in O(n log n).
///
/// `flat` is the cosine of the angle by which a surface may turn at an edge and still go straight on.
/// Indices must be those of vertices, and coordinates finite.
pub(super) fn active<V: Vector3>(
    vertices: &[V],
    triangles: &[[u32; 3]],
    one_sided: bool,
    flat: V::Scalar,
) -> Vec<Active> {
    let surface = Surface::new(vertices, triangles, one_sided, flat);
    let mut corners = vec![Corner::default(); vertices.len()];
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
    edges.sort_unstable();
    cover_by_equals(&surface, &edges, &mut active, &mut corners);
    cover_by_parts(&surface, &edges, &mut active, &mut corners);
    trace_creases(&surface, &active, &mut corners, flat.to_f64());
    find_apexes(&surface, &mut corners, flat.to_f64());
    mark_corners(&surface, &mut active, &corners);
    active
}

/// What is known of a vertex.
#[derive(Clone, Copy, Default)]
struct Corner {
    /// Seen from the front and from the back.
    creases: [Crease; 2],
    /// Fronts of different sides of the surface meet here.
    turned: bool,
    /// Seen from the front and from the back: a peak without an active edge.
    apex: [bool; 2],
    /// The mean of the normals.
    out: DVec3,
}

/// The active edges at a vertex.
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

fn turn_at<V: Vector3>(surface: &Surface<'_, V>, corners: &mut [Corner], edge: HalfEdge) {
    for end in surface.ends(edge) {
        corners[end as usize].turned = true;
    }
}

/// Neighbours with the same two ends.
fn cover_by_equals<V: Vector3>(
    surface: &Surface<'_, V>,
    edges: &[([u32; 2], HalfEdge)],
    active: &mut [Active],
    corners: &mut [Corner],
) {
    for same in edges.chunk_by(|x, y| x.0 == y.0) {
        if same.len() > CROWD {
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

/// Neighbours along parts of what is still active.
fn cover_by_parts<V: Vector3>(
    surface: &Surface<'_, V>,
    edges: &[([u32; 2], HalfEdge)],
    active: &mut [Active],
    corners: &mut [Corner],
) {
    let is_active = |edge: &HalfEdge| {
        let active = active[edge.triangle as usize];
        active.edge(Side::Front, edge.corner) || active.edge(Side::Back, edge.corner)
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
    surface: &Surface<'_, V>,
    active: &[Active],
    corners: &mut [Corner],
    flat: f64,
) {
    for edge in surface.half_edges() {
        let active = active[edge.triangle as usize];
        let sides = [Side::Front, Side::Back].map(|side| active.edge(side, edge.corner));
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

/// From an apex the surface falls away from the mean of its normals.
fn find_apexes<V: Vector3>(surface: &Surface<'_, V>, corners: &mut [Corner], flat: f64) {
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

fn mark_corners<V: Vector3>(surface: &Surface<'_, V>, active: &mut [Active], corners: &[Corner]) {
    for (active, triangle) in active.iter_mut().zip(&surface.triangles) {
        for (i, &vertex) in (0..).zip(triangle) {
            let corner = &corners[vertex as usize];
            for side in [Side::Front, Side::Back] {
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
