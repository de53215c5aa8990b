//! The triangles of curved and rounded shapes, between points of their surfaces in directions all around.

use super::{capsule_triangles, globe, hull_triangles};
use crate::stage::collider::Placed;
use carom::{Convex as _, ShapeRef};
use carom_format::scenario::Convex;
use glam::{DVec3, Vec3};

/// The number of corners of a shape in 2D: half of those of the largest hull that is drawn with its faces.
const CORNERS: usize = super::MOST_POINTS / 2;

/// The triangles of a bounded shape.
pub(super) fn triangles(shape: &Convex, flat: bool) -> Vec<[Vec3; 3]> {
    if let Convex::Ellipsoid { center, radii } = shape {
        // Equal steps on the ball of which it is the image: equal steps of its normals leave its flat sides out.
        let [center, radii] = [*center, *radii].map(DVec3::from_array);
        return between(DVec3::Y, flat, |direction| center + direction * radii);
    }
    let own = Placed {
        place: DVec3::from_array,
        turn: DVec3::from_array,
    };
    let own = own.shape(shape);
    let shape = own.shape_ref();
    match &shape {
        ShapeRef::Curved(core, _) => {
            let axis = (core.b - core.a).try_normalize().unwrap_or(DVec3::Y);
            between(axis, flat, |direction| farthest(&shape, direction))
        }
        _ if flat => between(DVec3::Y, flat, |direction| farthest(&shape, direction)),
        _ => {
            let (points, radius) = shape.points();
            rounded(&hull_triangles(points, 0.0, false), radius as f32)
        }
    }
}

/// The triangles between the points for directions all around.
fn between(axis: DVec3, flat: bool, point: impl Fn(DVec3) -> DVec3) -> Vec<[Vec3; 3]> {
    if flat {
        let around = (0..CORNERS).map(|side| {
            let angle = side as f64 / CORNERS as f64 * std::f64::consts::TAU;
            let (sin, cos) = libm::sincos(angle);
            point(DVec3::new(cos, sin, 0.0))
        });
        let mut corners: Vec<DVec3> = around.collect();
        corners.dedup_by(|a, b| a.distance(*b) < 1e-9);
        return hull_triangles(&corners, 0.0, true);
    }
    let mut triangles = globe(axis.as_vec3(), |direction, _| {
        let direction = direction.as_dvec3();
        let along = direction.dot(axis);
        // Along the axis the rounding decides which point of a flat end is the farthest: its center is wanted.
        let is_pole = (direction - axis * along).length() < 1e-6;
        let exact = if is_pole { axis * along } else { direction };
        point(exact).as_vec3()
    });
    let corners = || triangles.iter().flatten().copied();
    let size = match (corners().reduce(Vec3::min), corners().reduce(Vec3::max)) {
        (Some(low), Some(high)) => (high - low).length(),
        _ => 0.0,
    };
    // Between two rings of directions that all lead to a rim there is nothing to draw.
    triangles.retain(|[a, b, c]| (b - a).cross(c - a).length() > 1e-6 * size * size);
    triangles
}

/// The faces moved out by the radius, and a capsule along each edge.
fn rounded(faces: &[[Vec3; 3]], radius: f32) -> Vec<[Vec3; 3]> {
    let normal = |[a, b, c]: &[Vec3; 3]| (b - a).cross(c - a).normalize_or_zero();
    let sides = |[a, b, c]: &[Vec3; 3]| [[*a, *b], [*b, *c], [*c, *a]];
    let mut triangles = Vec::new();
    let mut edges: Vec<[Vec3; 2]> = Vec::new();
    for face in faces {
        let out = normal(face) * radius;
        triangles.push(face.map(|corner| corner + out));
        for [a, b] in sides(face) {
            let mut behind = faces.iter().filter(|other| sides(other).contains(&[b, a]));
            // A diagonal of a flat side is no edge.
            let is_flat = behind.any(|other| normal(other).dot(normal(face)) > 0.9999);
            if !is_flat && !edges.contains(&[a, b]) && !edges.contains(&[b, a]) {
                edges.push([a, b]);
                triangles.extend(capsule_triangles(a, b, radius));
            }
        }
    }
    triangles
}

/// The point of a shape that is the farthest in a direction.
fn farthest(shape: &ShapeRef<'_, DVec3>, direction: DVec3) -> DVec3 {
    if let ShapeRef::Curved(core, radius) = shape {
        return core.support(direction) + direction * *radius;
    }
    let (points, radius) = shape.points();
    let along = |p: &DVec3| p.dot(direction);
    let farther = |best, p| if along(&p) > along(&best) { p } else { best };
    let core = points.iter().copied().reduce(farther);
    core.unwrap_or_default() + direction * radius
}
