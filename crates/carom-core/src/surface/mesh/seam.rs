//! Normals without the seams between triangles.

use super::edges::{Active, Side};
use crate::part::Feature;
use crate::shape::triangle::Triangle;
use crate::surface::mesh::Vector3;
use carom_math::Scalar;

/// The normal to use instead of the raw one of a contact with, or a sweep to, a triangle of a mesh; `None`
/// if the contact is none: others tell all there is.
///
/// - On the face, and on an edge or corner that is active, the raw normal stays.
/// - On one that is not, the surface goes on, straight or rising. A normal within the `flat` angle of the
///   face's, on the side where the shape is, becomes that of the face. One that leans farther comes from a
///   shape that is past the edge, over the neighbour: with u the direction from the edge into the neighbour
///   and p and q the nearest points of triangle and core, (q − p)·u > 0, so that the neighbour is nearer, and
///   the contact is void. The face's plane would not do: where the neighbour ends, it would stop what nothing
///   stops.
/// - At an inner vertex of a straight crease (the nose of a stair) the normal loses what points along the
///   crease: it is clamped to the Voronoi region of the crease, as Bullet's internal-edge utility clamps to
///   that of an edge.
/// - A faceless triangle whose edges are all covered is void.
///
/// All this is of nearest points. A core that crosses the triangle has none, and its contact (a separation of
/// less than minus the radius) must stay as it is.
///
/// Jolt's `ActiveEdges::FixNormal` gives the face's normal instead of nothing, and keeps a raw one that stops
/// less of the motion, which it must ask for: it does not know the side.
pub(super) fn smoothed<V: Vector3>(
    normal: V,
    triangle: &Triangle<V>,
    active: Active,
    feature: Feature,
    flat: V::Scalar,
) -> Option<V> {
    if active.is_faceless() {
        return active.any_edge().then_some(normal);
    }
    let Some(front) = triangle.normal() else {
        return Some(normal);
    };
    let (side, face) = if normal.dot(front) >= V::Scalar::ZERO {
        (Side::Front, front)
    } else {
        (Side::Back, -front)
    };
    let active_edge = |i: &u8| active.edge(side, *i);
    let is_active = match feature {
        Feature::Face | Feature::Unknown => true,
        Feature::Edge(i) => active_edge(&i),
        Feature::Vertex(i) => active.corner(side, i),
    };
    if is_active {
        return Some(normal);
    }
    if let Feature::Vertex(i) = feature
        && let Some(edge) = [i, (i + 2) % 3].into_iter().find(active_edge)
    {
        return Some(across(normal, triangle, edge));
    }
    (normal.dot(face) >= flat).then_some(face)
}

/// The part of a normal at a right angle to an edge, unit; the normal itself if there is none.
fn across<V: Vector3>(normal: V, triangle: &Triangle<V>, edge: u8) -> V {
    let corners = triangle.core();
    let i = usize::from(edge);
    let Some(along) = (corners[(i + 1) % 3] - corners[i]).try_normalize() else {
        return normal;
    };
    let across = normal - along * normal.dot(along);
    across.try_normalize().unwrap_or(normal)
}
