//! The faces of a convex polyhedron: triangles that are in one plane within rounding, as one polygon.

use super::predicates::{Exact, dot};
use super::triangulation::{HullTriangle, apex};
use alloc::vec::Vec;
use carom_math::double_double::Normal;

/// The polygon of a face, counterclockwise from outside, and its unit normal (zero if it has no direction).
pub(super) struct FacePolygon {
    pub(super) ring: Vec<u32>,
    /// The face beyond the side from each corner to the next.
    pub(super) across: Vec<u32>,
    pub(super) normal: [f64; 3],
}

impl FacePolygon {
    /// A flat polygon; `back` is its other side.
    pub(super) fn of(points: &Exact, ring: Vec<u32>, back: u32) -> Self {
        let corners = (1..ring.len() - 1).map(|i| [ring[0], ring[i], ring[i + 1]]);
        let (mut normal, mut most) = ([0.0; 3], 0.0);
        for (unit, area) in corners.map(|corners| normal_of(points, corners)) {
            if area > most {
                (normal, most) = (unit, area);
            }
        }
        Self {
            across: alloc::vec![back; ring.len()],
            ring,
            normal,
        }
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
        owners: alloc::vec![NO_FACE; facets.len()],
        tolerance,
    };
    let mut grown = Vec::new();
    for facet in order {
        if growth.owners[facet] == NO_FACE {
            grown.push(growth.face(facet, grown.len() as u32));
        }
    }
    let across =
        |side: &RingSide| growth.owners[facets[side.inside as usize].beyond(side.start) as usize];
    let faces = grown.iter().map(|(normal, sides)| FacePolygon {
        ring: sides.iter().map(|side| side.start).collect(),
        across: sides.iter().map(across).collect(),
        normal: *normal,
    });
    faces.collect()
}

/// The face of a facet that no face has yet.
const NO_FACE: u32 = u32::MAX;

/// A side of a growing polygon: its start, and the facet inside it.
#[derive(Clone, Copy)]
struct RingSide {
    start: u32,
    inside: u32,
}

struct Growth<'a> {
    points: &'a Exact,
    facets: &'a [HullTriangle],
    normals: Vec<([f64; 3], f64)>,
    /// The face of each facet.
    owners: Vec<u32>,
    tolerance: f64,
}

impl Growth<'_> {
    /// The normal and the sides of the face with this number, grown from its first facet.
    fn face(&mut self, first: usize, number: u32) -> ([f64; 3], Vec<RingSide>) {
        self.owners[first] = number;
        let normal = self.normals[first].0;
        let inside = first as u32;
        let sides = self.facets[first]
            .corners
            .map(|start| RingSide { start, inside });
        let mut ring = sides.to_vec();
        let mut has_grown = true;
        while has_grown {
            has_grown = false;
            let mut side = 0;
            while side < ring.len() {
                if self.grow(&mut ring, side, normal, number) {
                    has_grown = true;
                } else {
                    side += 1;
                }
            }
        }
        (normal, ring)
    }

    /// Adds the facet beyond a side of the ring to it, if it belongs there; whether it did.
    fn grow(
        &mut self,
        ring: &mut Vec<RingSide>,
        side: usize,
        normal: [f64; 3],
        number: u32,
    ) -> bool {
        let count = ring.len();
        let at = |place: usize| ring[place % count].start;
        let RingSide { start, inside } = ring[side];
        let facet = self.facets[inside as usize].beyond(start);
        if self.owners[facet as usize] != NO_FACE {
            return false;
        }
        let corner = apex(&self.facets[facet as usize], start);
        let height = dot(normal, self.points.between(start, corner));
        let turns = dot(normal, self.normals[facet as usize].0) < 0.0;
        if turns || height.abs() > self.tolerance {
            return false;
        }
        let (before, after) = (side + count - 1, side + 2);
        let mut own = side;
        if count > 3 && corner == at(before) {
            own = before % count;
            ring.remove(side);
            own -= usize::from(own > side);
        } else if count > 3 && corner == at(after) {
            let end = (side + 1) % count;
            ring.remove(end);
            own -= usize::from(own > end);
        } else if ring.iter().any(|side| side.start == corner) {
            return false;
        } else {
            let inside = facet;
            ring.insert(
                side + 1,
                RingSide {
                    start: corner,
                    inside,
                },
            );
        }
        ring[own].inside = facet;
        self.owners[facet as usize] = number;
        true
    }
}
