//! Edges that share only a part of their length: T-junctions, staggered tiles, almost equal corners.

use super::welded::{HalfEdge, Meeting, WeldedSurface, rounding};
use crate::surface::mesh::Vector3;
use alloc::vec::Vec;
use carom_bvh::Aabb;
use carom_bvh::BoxBvh;
use carom_math::sort;
use carom_math::{Scalar, Vector};
use core::ops::ControlFlow;
use glam::DVec3;

/// Bound, in eps M, of the error of a vertex that was put on an edge by interpolation: three roundings of each
/// coordinate, of a difference, a product and a sum.
const ON_LINE: f64 = 4.0;

/// The average number of vertices on other triangles' edges, for each edge, up to which they are recorded. A level has
/// few; only piles of triangles along one line have more, and their last edges then stay active.
const MOST: usize = 16;

/// The part of an edge along which another one lies, as lengths from its start.
struct SharedRange {
    from: f64,
    to: f64,
}

/// A neighbor along a part of an edge.
struct Neighbor {
    edge: HalfEdge,
    part: SharedRange,
    meeting: Meeting,
}

/// Calls `covered` for each of `edges` that several neighbors may cover together, with the sides on which they cover
/// all of it, and `turned` for all pairs with opposite winding. Edges with the same ends must be adjacent in `edges`.
pub(super) fn cover<V: Vector3>(
    surface: &WeldedSurface<'_, V>,
    edges: &[HalfEdge],
    mut covered: impl FnMut(HalfEdge, [bool; 2]),
    mut turned: impl FnMut(HalfEdge, HalfEdge),
) {
    let mut neighbors: Vec<Neighbor> = Vec::new();
    for pair in pairs(surface, edges).chunk_by(|x, y| x.0 == y.0) {
        neighbors.clear();
        let edge = pair[0].0;
        for &(_, other) in pair {
            if let Some(part) = shared_range(surface, edge, other) {
                neighbors.push(Neighbor {
                    edge: other,
                    part,
                    meeting: surface.meeting(edge, other),
                });
            }
        }
        for neighbor in neighbors.iter().filter(|n| n.meeting.turned) {
            turned(edge, neighbor.edge);
        }
        sort::sort_by(&mut neighbors, |x, y| {
            let by_start = x.part.from.partial_cmp(&y.part.from);
            by_start
                .unwrap_or(core::cmp::Ordering::Equal)
                .then(x.edge.cmp(&y.edge))
        });
        let [a, b] = surface.places(edge);
        let slack = ON_LINE * rounding::<V>(&[a, b]);
        let length = Vector::length(b - a);
        covered(
            edge,
            [0, 1].map(|side| {
                let mut reached = 0.0;
                for Neighbor { part, meeting, .. } in &neighbors {
                    if meeting.covers[side] && part.from <= reached + slack {
                        reached = Scalar::max(reached, part.to);
                    }
                }
                reached + slack >= length
            }),
        );
    }
}

/// All ordered pairs of edges of which one has an end on the other, sorted.
fn pairs<V: Vector3>(
    surface: &WeldedSurface<'_, V>,
    edges: &[HalfEdge],
) -> Vec<(HalfEdge, HalfEdge)> {
    let most = MOST * edges.len();
    let mut on_edges = ends_on_edges(surface, edges, most);
    sort::sort(&mut on_edges);
    let mut at_ends: Vec<(u32, HalfEdge)> = edges
        .iter()
        .flat_map(|&edge| surface.ends(edge).map(|end| (end, edge)))
        .filter(|(end, _)| on_edges.binary_search_by_key(end, |x| x.0).is_ok())
        .collect();
    sort::sort(&mut at_ends);
    let mut pairs = Vec::new();
    for &(end, edge) in &on_edges {
        let first = at_ends.partition_point(|x| x.0 < end);
        let there = at_ends[first..].iter().take_while(|x| x.0 == end);
        for &(_, other) in there.filter(|x| x.1.triangle != edge.triangle) {
            if pairs.len() < 2 * most {
                pairs.extend([(edge, other), (other, edge)]);
            }
        }
    }
    sort::sort(&mut pairs);
    pairs.dedup();
    pairs
}

/// Every end of an edge that is on another edge, except for that one's own ends.
fn ends_on_edges<V: Vector3>(
    surface: &WeldedSurface<'_, V>,
    edges: &[HalfEdge],
    most: usize,
) -> Vec<(u32, HalfEdge)> {
    // An edge without a face covers nothing, so its ends are not searched.
    let faced = |edge: &&HalfEdge| surface.fronts[edge.triangle as usize].is_some();
    let ends = edges.iter().filter(faced);
    let mut ends: Vec<u32> = ends.flat_map(|&edge| surface.ends(edge)).collect();
    sort::sort(&mut ends);
    ends.dedup();
    let boxes: Vec<Aabb<V>> = ends
        .iter()
        .map(|&end| Aabb::of_points([surface.vertex(end)]))
        .collect();
    let tree = BoxBvh::build(&boxes);
    let mut found = Vec::new();
    for same in edges.chunk_by(|&x, &y| surface.sorted_ends(x) == surface.sorted_ends(y)) {
        let own = surface.ends(same[0]);
        let [a, b] = own.map(|end| surface.vertex(end));
        let [from, to] = surface.places(same[0]);
        let reach = ON_LINE * rounding::<V>(&[from, to]);
        // Twice the bound covers the rounding of boxes and motions in the mesh's own precision.
        let margin = V::Scalar::EPSILON * V::Scalar::from_f64(2.0 * ON_LINE);
        let margin = margin * a.abs().max(b.abs()).max_element();
        let start = Aabb::of_points([a]).inflated(margin);
        let _ = tree.by_arrival(&start, b - a, V::Scalar::ONE, |index, _| {
            let end = ends[index as usize];
            if !own.contains(&end) && is_on(surface.place(end), from, to, reach) {
                found.extend(same.iter().map(|&edge| (end, edge)));
            }
            if found.len() < most {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
    }
    found
}

/// Whether a point is within `reach` of a segment.
fn is_on(point: DVec3, from: DVec3, to: DVec3, reach: f64) -> bool {
    let Some(along) = Vector::try_normalize(to - from) else {
        return false;
    };
    let offset = point - from;
    let t = Scalar::clamp(Vector::dot(offset, along), 0.0, Vector::length(to - from));
    Vector::length(offset - along * t) <= reach
}

/// The part of `edge` along which `other` runs; `None` if it is only a point, or if the shorter of the two is not on
/// the line of the longer.
fn shared_range<V: Vector3>(
    surface: &WeldedSurface<'_, V>,
    edge: HalfEdge,
    other: HalfEdge,
) -> Option<SharedRange> {
    let ([a, b], [c, d]) = (surface.places(edge), surface.places(other));
    let (length, other_length) = (Vector::length(b - a), Vector::length(d - c));
    let reach = ON_LINE * rounding::<V>(&[a, b, c, d]);
    let ([from, to], shorter) = if length >= other_length {
        ([a, b], [c, d])
    } else {
        ([c, d], [a, b])
    };
    let along = Vector::try_normalize(to - from)?;
    for point in shorter {
        let offset = point - from;
        if Vector::length(offset - along * Vector::dot(offset, along)) > reach {
            return None;
        }
    }
    let along = Vector::try_normalize(b - a)?;
    let (s, t) = (Vector::dot(c - a, along), Vector::dot(d - a, along));
    let part = SharedRange {
        from: Scalar::max(Scalar::min(s, t), 0.0),
        to: Scalar::min(Scalar::max(s, t), length),
    };
    (part.to - part.from > reach).then_some(part)
}
