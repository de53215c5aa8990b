//! Internal edges: the normals of a welded mesh.

use super::edges::{Active, TriangleSide};
use crate::part::Feature;
use crate::shape::triangle::Triangle;
use crate::surface::mesh::Vector3;
use carom_math::Scalar;

/// The normal that replaces the raw one of a contact or hit with a triangle of a welded mesh; `None` if the contact is
/// void, because contacts with other triangles say everything.
///
/// - On the face, and on an active edge or vertex, the raw normal stays.
/// - On an inactive one the surface goes on, flat or rising. A normal within the `flat` angle of the face's, on the
///   shape's side, becomes that of the face. A normal that leans farther comes from a shape past the edge, over the
///   neighbor: with u the direction from the edge into the neighbor and p and q the nearest points of triangle and
///   core, (q − p)·u > 0, so that the neighbor is nearer, and the contact is void. The plane of the face would be
///   wrong: where the neighbor ends it would stop free motions.
/// - At an inner vertex of a straight crease (the nosing of a stair) the normal loses its component along the crease:
///   it is clamped to the Voronoi region of the crease, as Bullet's internal-edge utility clamps to that of an edge.
/// - A faceless triangle with all edges covered is void.
///
/// All this holds for nearest points. A core that crosses the triangle has none, and its contact (a separation of less
/// than minus the radius) must stay unchanged.
///
/// Jolt's `ActiveEdges::FixNormal` gives the face's normal instead of a void contact, and keeps a raw normal that stops
/// less of the motion, so it needs the motion: it does not know the side.
pub(super) fn welded_normal<V: Vector3>(
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
        (TriangleSide::Front, front)
    } else {
        (TriangleSide::Back, -front)
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

/// The component of a normal at a right angle to an edge, unit; the normal itself if there is none.
fn across<V: Vector3>(normal: V, triangle: &Triangle<V>, edge: u8) -> V {
    let corners = triangle.core();
    let i = usize::from(edge);
    let Some(along) = (corners[(i + 1) % 3] - corners[i]).try_normalize() else {
        return normal;
    };
    let across = normal - along * normal.dot(along);
    across.try_normalize().unwrap_or(normal)
}
