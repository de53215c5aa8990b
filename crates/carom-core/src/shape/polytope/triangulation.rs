//! The convex hull of points that are not in a plane, as triangles: quickhull (Barber, Dobkin and Huhdanpaa 1996) with
//! exact predicates.
//!
//! A point counts as outside only if it is strictly in front of a triangle. So coplanar triangles are visible together or
//! not at all, the visible ones have one border, and no triangle is flat.

use super::outline::by_coordinates;
use super::predicates::Exact;
use alloc::vec::Vec;

/// A triangle of the surface, its corners counterclockwise from outside.
pub(super) struct HullTriangle {
    pub(super) corners: [u32; 3],
    /// The facet on the other side of the edge from each corner to the next.
    pub(super) across: [u32; 3],
    /// Points strictly in front of it; each point is with one facet.
    outside: Vec<u32>,
    is_alive: bool,
}

/// An edge of the border of what is visible: its start and end, and the facet beyond.
#[derive(Clone, Copy)]
struct BorderEdge {
    ends: [u32; 2],
    beyond: u32,
}

/// The triangles around points that span space, from the corners of a tetrahedron, of which the last is behind the
/// triangle of the others.
pub(super) fn triangulate(points: &Exact, [a, b, c, d]: [u32; 4]) -> Vec<HullTriangle> {
    let corners = [[a, b, c], [b, a, d], [c, b, d], [a, c, d]];
    let across = [[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]];
    let facet = |i: usize| HullTriangle {
        corners: corners[i],
        across: across[i],
        outside: Vec::new(),
        is_alive: true,
    };
    let mut facets: Vec<HullTriangle> = (0..4).map(facet).collect();
    distribute(points, &mut facets, (0..points.len() as u32).collect());
    let mut index = 0;
    while index < facets.len() {
        while facets[index].is_alive {
            let Some(apex) = facets[index].take_outermost(points) else {
                break;
            };
            expand(points, &mut facets, index as u32, apex);
        }
        index += 1;
    }
    without_dead(facets)
}

impl HullTriangle {
    /// The facet on the other side of the edge that starts at one of its corners.
    pub(super) fn beyond(&self, start: u32) -> u32 {
        let side = self.corners.iter().position(|corner| *corner == start);
        self.across[side.unwrap_or(0)]
    }

    /// Takes the point farthest in front of it; on a tie the last by coordinates.
    fn take_outermost(&mut self, points: &Exact) -> Option<u32> {
        let mut best = (0, f64::NEG_INFINITY);
        for (place, p) in self.outside.iter().enumerate() {
            let height = points.in_front(self.corners, *p);
            let is_later = || by_coordinates(points, *p, self.outside[best.0]).is_gt();
            if height > best.1 || height == best.1 && is_later() {
                best = (place, height);
            }
        }
        (!self.outside.is_empty()).then(|| self.outside.swap_remove(best.0))
    }
}

/// Gives each point to the first of the facets that it is in front of; a point behind all of them is inside.
fn distribute(points: &Exact, facets: &mut [HullTriangle], all: Vec<u32>) {
    for p in all {
        let mut facets = facets.iter_mut();
        if let Some(facet) = facets.find(|facet| points.in_front(facet.corners, p) > 0.0) {
            facet.outside.push(p);
        }
    }
}

/// Replaces the facets that a point outside sees by those from it to their border.
fn expand(points: &Exact, facets: &mut Vec<HullTriangle>, start: u32, apex: u32) {
    let mut visible = alloc::vec![start];
    facets[start as usize].is_alive = false;
    let mut border = Vec::new();
    let mut next = 0;
    while next < visible.len() {
        let HullTriangle {
            corners, across, ..
        } = facets[visible[next] as usize];
        next += 1;
        for (side, beyond) in across.into_iter().enumerate() {
            let facet = &mut facets[beyond as usize];
            if !facet.is_alive {
                continue; // visible, too
            }
            if points.in_front(facet.corners, apex) > 0.0 {
                facet.is_alive = false;
                visible.push(beyond);
            } else {
                let ends = [corners[side], corners[(side + 1) % 3]];
                border.push(BorderEdge { ends, beyond });
            }
        }
    }
    let Some(border) = ring(border) else {
        // Only if products underflow, of points that are 1e-100 of the largest number apart: the point is let go.
        for index in visible {
            facets[index as usize].is_alive = true;
        }
        return;
    };
    let (from, count) = (facets.len(), border.len());
    for (index, edge) in border.iter().enumerate() {
        let beyond = &mut facets[edge.beyond as usize];
        for side in 0..3 {
            if beyond.corners[side] == edge.ends[1] {
                beyond.across[side] = (from + index) as u32;
            }
        }
        let beside = |steps: usize| (from + (index + steps) % count) as u32;
        facets.push(HullTriangle {
            corners: [edge.ends[0], edge.ends[1], apex],
            across: [edge.beyond, beside(1), beside(count - 1)],
            outside: Vec::new(),
            is_alive: true,
        });
    }
    for index in visible {
        let outside = core::mem::take(&mut facets[index as usize].outside);
        distribute(points, &mut facets[from..], outside);
    }
}

/// The edges one after the other; `None` if they are not one ring.
fn ring(mut border: Vec<BorderEdge>) -> Option<Vec<BorderEdge>> {
    border.sort_unstable_by_key(|edge| edge.ends[0]);
    let (first, count) = (border.first()?.ends[0], border.len());
    let mut order = Vec::with_capacity(count);
    let mut from = first;
    for _ in 0..count {
        let edge = border
            .binary_search_by_key(&from, |edge| edge.ends[0])
            .ok()?;
        from = border[edge].ends[1];
        order.push(edge);
        if from == first {
            break;
        }
    }
    let is_ring = from == first && order.len() == count;
    is_ring.then(|| order.into_iter().map(|edge| border[edge]).collect())
}

fn without_dead(facets: Vec<HullTriangle>) -> Vec<HullTriangle> {
    let mut numbers = Vec::with_capacity(facets.len());
    let mut count = 0;
    for facet in &facets {
        numbers.push(count);
        count += u32::from(facet.is_alive);
    }
    let alive = facets.into_iter().filter(|facet| facet.is_alive);
    alive
        .map(|facet| HullTriangle {
            across: facet.across.map(|index| numbers[index as usize]),
            ..facet
        })
        .collect()
}

/// Which points are vertices of the hull, not merely corners of triangles inside a face or an edge: at least three
/// edges between triangles of different planes start there.
pub(super) fn vertices(points: &Exact, facets: &[HullTriangle]) -> Vec<u32> {
    let mut edges = alloc::vec![0_u32; points.len()];
    for facet in facets {
        for (side, beyond) in facet.across.into_iter().enumerate() {
            let apex = apex(&facets[beyond as usize], facet.corners[side]);
            if points.in_front(facet.corners, apex) != 0.0 {
                edges[facet.corners[side] as usize] += 1;
            }
        }
    }
    let all = 0..points.len() as u32;
    all.filter(|p| edges[*p as usize] >= 3).collect()
}

/// The corner of a facet opposite to the edge that ends at one of its corners.
pub(super) fn apex(facet: &HullTriangle, end: u32) -> u32 {
    let side = facet.corners.iter().position(|corner| *corner == end);
    facet.corners[(side.unwrap_or(0) + 1) % 3]
}
