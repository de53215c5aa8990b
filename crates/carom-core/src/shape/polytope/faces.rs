//! The faces of a convex polyhedron: triangles that are in one plane within rounding, as one polygon.

use super::predicates::{Exact, dot};
use super::triangulation::{HullTriangle, apex};
use alloc::vec::Vec;
use carom_math::double_double::Normal;

/// The polygon of a face, counterclockwise from outside, and its unit normal (zero if it has no direction).
pub(super) struct FacePolygon {
    pub(super) ring: Vec<u32>,
    pub(super) normal: [f64; 3],
}

impl FacePolygon {
    /// A flat polygon.
    pub(super) fn of(points: &Exact, ring: Vec<u32>) -> Self {
        let corners = (1..ring.len() - 1).map(|i| [ring[0], ring[i], ring[i + 1]]);
        let (mut normal, mut most) = ([0.0; 3], 0.0);
        for (unit, area) in corners.map(|corners| normal_of(points, corners)) {
            if area > most {
                (normal, most) = (unit, area);
            }
        }
        Self { ring, normal }
    }
}

/// The unit normal of a triangle, and twice its area.
fn normal_of(points: &Exact, [a, b, c]: [u32; 3]) -> ([f64; 3], f64) {
    let n = Normal::across(points.between(a, b), points.between(a, c));
    let length = n.length();
    if length > 0.0 {
        (n.to_f64().map(|x| x / length), length)
    } else {
        ([0.0; 3], 0.0)
    }
}

/// The faces, the one with the largest triangle first. Each grows from its largest triangle by those with all corners
/// within `tolerance` of its plane; its border stays one ring.
pub(super) fn faces(points: &Exact, facets: &[HullTriangle], tolerance: f64) -> Vec<FacePolygon> {
    let normals: Vec<_> = facets
        .iter()
        .map(|facet| normal_of(points, facet.corners))
        .collect();
    let mut order: Vec<usize> = (0..facets.len()).collect();
    order.sort_by(|a, b| normals[*b].1.total_cmp(&normals[*a].1).then(a.cmp(b)));
    let mut growth = Growth {
        points,
        facets,
        normals,
        edges: edges(facets),
        is_taken: alloc::vec![false; facets.len()],
        tolerance,
    };
    let mut faces = Vec::new();
    for facet in order {
        if !growth.is_taken[facet] {
            growth.is_taken[facet] = true;
            faces.push(growth.face(facet));
        }
    }
    faces
}

/// The directed edges of all facets with the number of the facet, sorted.
fn edges(facets: &[HullTriangle]) -> Vec<([u32; 2], u32)> {
    let mut edges = Vec::with_capacity(3 * facets.len());
    for (number, facet) in facets.iter().enumerate() {
        let [a, b, c] = facet.corners;
        edges.extend([[a, b], [b, c], [c, a]].map(|ends| (ends, number as u32)));
    }
    edges.sort_unstable();
    edges
}

struct Growth<'a> {
    points: &'a Exact,
    facets: &'a [HullTriangle],
    normals: Vec<([f64; 3], f64)>,
    edges: Vec<([u32; 2], u32)>,
    is_taken: Vec<bool>,
    tolerance: f64,
}

impl Growth<'_> {
    fn face(&mut self, first: usize) -> FacePolygon {
        let normal = self.normals[first].0;
        let mut ring = self.facets[first].corners.to_vec();
        let mut has_grown = true;
        while has_grown {
            has_grown = false;
            let mut side = 0;
            while side < ring.len() {
                if self.grow(&mut ring, side, normal) {
                    has_grown = true;
                } else {
                    side += 1;
                }
            }
        }
        FacePolygon { ring, normal }
    }

    /// Adds the facet beyond a side of the ring to it, if it belongs there; whether it did.
    fn grow(&mut self, ring: &mut Vec<u32>, side: usize, normal: [f64; 3]) -> bool {
        let count = ring.len();
        let at = |place: usize| ring[place % count];
        let (start, end) = (at(side), at(side + 1));
        let beyond = self
            .edges
            .binary_search_by_key(&[end, start], |(ends, _)| *ends);
        let Some(facet) = beyond.ok().map(|edge| self.edges[edge].1 as usize) else {
            return false;
        };
        let corner = apex(&self.facets[facet], start);
        let height = dot(normal, self.points.between(start, corner));
        let turns = dot(normal, self.normals[facet].0) < 0.0;
        if self.is_taken[facet] || turns || height.abs() > self.tolerance {
            return false;
        }
        let (before, after) = (at(side + count - 1), at(side + 2));
        if count > 3 && corner == before {
            ring.remove(side);
        } else if count > 3 && corner == after {
            ring.remove((side + 1) % count);
        } else if ring.contains(&corner) {
            return false;
        } else {
            ring.insert(side + 1, corner);
        }
        self.is_taken[facet] = true;
        true
    }
}
