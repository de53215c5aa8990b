//! The lines that gizmos draw of a curved or round shape.

use crate::convert::vec3;
use bevy_math::Vec3;
use carom::{Hull, Polytope, Shape, Vector};

/// The sides of a drawn circle.
const SIDES: u8 = 32;

/// The lines of a curved shape or a round hull in its own frame; none for other kinds.
pub(crate) fn outline<V: Vector<Scalar = f32>>(shape: &Shape<V>) -> Vec<[Vec3; 2]> {
    let mut lines = Vec::new();
    match shape {
        Shape::Cylinder(s) => {
            between::<V>([s.a, s.b].map(vec3), [s.radius; 2], &mut lines);
        }
        Shape::Cone(s) => {
            between::<V>([s.a, s.b].map(vec3), [s.radius_a, s.radius_b], &mut lines);
        }
        Shape::TaperedCapsule(s) => {
            tapered::<V>([s.a, s.b].map(vec3), [s.radius_a, s.radius_b], &mut lines);
        }
        Shape::Ellipsoid(s) => {
            let [x, y, z] = s.axes.map(vec3);
            let pairs = [[x, y], [y, z], [z, x]];
            let count = if V::DIM == 2 { 1 } else { 3 };
            for [u, v] in &pairs[..count] {
                ring(vec3(s.center), *u, *v, &mut lines);
            }
        }
        Shape::Hull(hull) => round_hull(hull, &mut lines),
        _ => {}
    }
    lines
}

/// The sides of a round hull, moved out by its radius, and the arcs between them.
fn round_hull<V: Vector<Scalar = f32>>(hull: &Hull<V>, lines: &mut Vec<[Vec3; 2]>) {
    let Ok(core) = Polytope::new(&hull.points) else {
        return;
    };
    let vertices: Vec<Vec3> = core.vertices().iter().map(|p| vec3(*p)).collect();
    let normals: Vec<Vec3> = core.faces().map(|face| vec3(face.plane.normal)).collect();
    let radius = hull.radius;
    if normals.is_empty() {
        let ends = [0, vertices.len() - 1].map(|i| vertices[i]);
        tapered::<V>(ends, [radius; 2], lines);
    }
    for (number, face) in core.faces().enumerate() {
        let normal = normals[number];
        // In 2D the side has two ends, in 3D the face a side from each vertex to the next.
        let count = if V::DIM == 2 { 1 } else { face.vertices.len() };
        for side in 0..count {
            let next = (side + 1) % face.vertices.len();
            let [a, b] = [side, next].map(|i| vertices[face.vertices[i] as usize]);
            lines.push([a + normal * radius, b + normal * radius]);
            let across = if V::DIM == 2 {
                face.across[1]
            } else {
                face.across[side]
            };
            let other = normals[across as usize];
            if V::DIM == 2 {
                arc(
                    b,
                    [normal, other, Vec3::new(-normal.y, normal.x, 0.0)],
                    radius,
                    lines,
                );
            } else if number < across as usize {
                let out = (b - a).normalize_or_zero().cross(normal);
                for end in [a, b] {
                    arc(end, [normal, other, out], radius, lines);
                }
            }
        }
    }
}

/// The arc around a center from one unit vector to another, which is on the side of a third one.
fn arc(center: Vec3, [from, to, side]: [Vec3; 3], radius: f32, lines: &mut Vec<[Vec3; 2]>) {
    let angle = to.dot(side).abs().atan2(to.dot(from));
    let parts = (angle * f32::from(SIDES) / core::f32::consts::TAU).ceil() as u8;
    let at = |part: u8| {
        let (sin, cos) = (angle * f32::from(part) / f32::from(parts)).sin_cos();
        center + (from * cos + side * sin) * radius
    };
    lines.extend((0..parts).map(|part| [at(part), at(part + 1)]));
}

/// An ellipse with these half axes.
fn ring(center: Vec3, u: Vec3, v: Vec3, lines: &mut Vec<[Vec3; 2]>) {
    let at = |side: u8| {
        let angle = core::f32::consts::TAU * f32::from(side) / f32::from(SIDES);
        let (sin, cos) = angle.sin_cos();
        center + u * cos + v * sin
    };
    lines.extend((0..SIDES).map(|side| [at(side), at(side + 1)]));
}

/// The axis from a to b, and two unit vectors across it; in 2D one of them is in the plane, the other zero.
fn frame<V: Vector>([a, b]: [Vec3; 2]) -> [Vec3; 3] {
    let axis = (b - a).try_normalize().unwrap_or(Vec3::Y);
    if V::DIM == 2 {
        return [axis, Vec3::new(-axis.y, axis.x, 0.0), Vec3::ZERO];
    }
    let (u, v) = axis.any_orthonormal_pair();
    [axis, u, v]
}

/// The ends of a cylinder or cone, and lines along its side.
fn between<V: Vector>(ends: [Vec3; 2], radii: [f32; 2], lines: &mut Vec<[Vec3; 2]>) {
    let [_, u, v] = frame::<V>(ends);
    let [a, b] = ends;
    for way in ways(u, v) {
        lines.push([a + way * radii[0], b + way * radii[1]]);
    }
    for (end, radius) in ends.into_iter().zip(radii) {
        if V::DIM == 2 {
            lines.push([end - u * radius, end + u * radius]);
        } else {
            ring(end, u * radius, v * radius, lines);
        }
    }
}

/// The directions of the lines along a side.
fn ways(u: Vec3, v: Vec3) -> impl Iterator<Item = Vec3> {
    [u, -u, v, -v].into_iter().filter(|way| *way != Vec3::ZERO)
}

/// The balls of a tapered capsule, and the lines that touch both.
fn tapered<V: Vector>(ends: [Vec3; 2], radii: [f32; 2], lines: &mut Vec<[Vec3; 2]>) {
    let [axis, u, v] = frame::<V>(ends);
    let [a, b] = ends;
    for (end, radius) in ends.into_iter().zip(radii) {
        let [x, y, z] = [axis * radius, u * radius, v * radius];
        ring(end, x, y, lines);
        if V::DIM > 2 {
            ring(end, y, z, lines);
            ring(end, z, x, lines);
        }
    }
    // The lines lean against the axis where the radii differ.
    let sin = (radii[0] - radii[1]) / a.distance(b);
    if sin.abs() < 1.0 {
        let cos = (1.0 - sin * sin).sqrt();
        for way in ways(u, v) {
            let normal = axis * sin + way * cos;
            lines.push([a + normal * radii[0], b + normal * radii[1]]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convert::vector;
    use carom::glam::{self, vec2, vec3 as v3};
    use carom::{Cone, Cylinder, Ellipsoid, TaperedCapsule};

    /// All ends of lines are on the surface, and reach as far as the shape in every direction of an axis.
    fn check<V: Vector<Scalar = f32>>(shape: impl Into<Shape<V>>) {
        let shape = shape.into();
        let lines = outline(&shape);
        let bounds = shape.bounds().unwrap();
        let (mut min, mut max) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        for p in lines.into_iter().flatten() {
            let touch = carom::contact(&Shape::<V>::Point(vector(p)), &shape, 9.0).unwrap();
            assert!(touch.separation < 1e-5, "{p} is outside of {shape:?}");
            (min, max) = (min.min(p), max.max(p));
        }
        let slack = 0.06;
        assert!(
            (min - vec3(bounds.min)).abs().max_element() < slack,
            "{min} {bounds:?}"
        );
        assert!(
            (max - vec3(bounds.max)).abs().max_element() < slack,
            "{max} {bounds:?}"
        );
    }

    #[test]
    fn outlines_are_on_the_shapes_and_as_large() {
        let (a, b) = (v3(1.0, 2.0, 3.0), v3(1.0, 4.0, 3.0));
        check(Cylinder::new(a, b, 0.5));
        check(Cylinder::new(a, v3(2.0, 4.0, 5.0), 0.5));
        check(Cone::new(a, b, 1.0));
        check(Cone::frustum(a, b, [0.5, 1.0]));
        check(TaperedCapsule::new(a, b, [1.0, 0.5]));
        check(TaperedCapsule::new(a, a, [1.0, 0.5]));
        check(Ellipsoid::new(a, v3(3.0, 2.0, 1.0)));
        let (a, b) = (vec2(1.0, 2.0), vec2(3.0, 3.0));
        check(Cylinder::new(a, b, 0.5));
        check(Cone::new(a, b, 1.0));
        check(TaperedCapsule::new(a, b, [1.0, 0.5]));
        check(Ellipsoid::<glam::Vec2>::new(a, vec2(3.0, 2.0)));
    }

    #[test]
    fn round_hulls_are_drawn_with_their_radius() {
        let corners = [0, 1, 2, 3, 4, 5, 6, 7].map(|i: u8| {
            let bit = |bit: u8| f32::from(i >> bit & 1);
            v3(bit(0) * 2.0, bit(1), bit(2) * 3.0)
        });
        // A box, a prism, a plate, a line, a point.
        for points in [
            &corners[..],
            &corners[..6],
            &corners[..4],
            &corners[..2],
            &corners[..1],
        ] {
            check(Hull::new(points, 0.25));
        }
        let corners = [(0.0, 0.0), (2.0, 0.0), (0.5, 2.0)].map(|(x, y)| vec2(x, y));
        for points in [&corners[..], &corners[..2], &corners[..1]] {
            check(Hull::new(points, 0.25));
        }
    }
}
