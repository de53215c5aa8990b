//! The feature of a triangle on which a point lies.

use crate::part::Feature;
use crate::shape::triangle::Triangle;
use crate::surface::mesh::Vector3;
use carom_math::{Scalar, Vector};

/// The feature that a point of the triangle lies on: the nearest corner within the rounding bound, else the nearest
/// such edge, else the face. Of equals the lowest number.
///
/// A nearest point is exact except for the rounding of the kernel and of the point, together less than 4 eps M, M being
/// the triangle's largest coordinate: that is the bound.
pub(super) fn feature_of<V: Vector3>(triangle: &Triangle<V>, point: V) -> Feature {
    let corners = triangle.core().map(V::to_double);
    let origin = point.to_double();
    let offsets = corners.map(|corner| corner - origin);
    let largest = |points: [V::Double; 3]| {
        let [a, b, c] = points.map(V::Double::abs);
        a.max(b).max(c).max_element()
    };
    // In the unit of the triangle no square overflows or underflows.
    let scale = 1.0 / largest(offsets).power_of_two();
    let reach = 4.0 * V::Scalar::EPSILON.to_f64() * largest(corners) * scale;
    let offsets = offsets.map(|offset| offset * scale);
    let nearest = |distances: [f64; 3]| {
        let mut best = (reach * reach, None);
        for (i, distance) in (0..).zip(distances) {
            if distance < best.0 || (distance == best.0 && best.1.is_none()) {
                best = (distance, Some(i));
            }
        }
        best.1
    };
    let edges = [0, 1, 2].map(|i| {
        let (from, along) = (offsets[i], offsets[(i + 1) % 3] - offsets[i]);
        let length_squared = along.length_squared();
        let t = if length_squared > 0.0 {
            (-from.dot(along) / length_squared).clamp(0.0, 1.0)
        } else {
            0.0
        };
        (from + along * t).length_squared()
    });
    if let Some(i) = nearest(offsets.map(V::Double::length_squared)) {
        Feature::Vertex(i)
    } else if let Some(i) = nearest(edges) {
        Feature::Edge(i)
    } else {
        Feature::Face
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::closest;
    use crate::shape::ShapeRef;
    use fastrand::Rng;
    use glam::{DVec3, Vec3, vec3};

    #[test]
    fn each_feature_of_a_triangle_is_found() {
        let t = Triangle::new(Vec3::ZERO, vec3(4., 0., 0.), vec3(0., 4., 0.));
        for (point, feature) in [
            (vec3(1., 1., 0.), Feature::Face),
            (vec3(2., 0., 0.), Feature::Edge(0)),
            (vec3(2., 2., 0.), Feature::Edge(1)),
            (vec3(0., 1., 0.), Feature::Edge(2)),
            (vec3(0., 0., 0.), Feature::Vertex(0)),
            (vec3(4., 0., 0.), Feature::Vertex(1)),
            (vec3(0., 4., 0.), Feature::Vertex(2)),
            (vec3(2., 1e-5, 0.), Feature::Face),
            (vec3(2., 1e-6, 0.), Feature::Edge(0)),
            (vec3(1e-5, 0., 0.), Feature::Edge(0)),
            (vec3(-0., 1e-6, 0.), Feature::Vertex(0)),
        ] {
            assert_eq!(feature_of(&t, point), feature, "{point}");
        }
    }

    #[test]
    fn a_triangle_without_area_has_features_too() {
        let one = Triangle::new(Vec3::ONE, Vec3::ONE, Vec3::ONE);
        assert_eq!(feature_of(&one, Vec3::ONE), Feature::Vertex(0));
        let line = Triangle::new(Vec3::ZERO, Vec3::X, vec3(2., 0., 0.));
        assert_eq!(feature_of(&line, vec3(0.5, 0., 0.)), Feature::Edge(0));
        assert_eq!(feature_of(&line, Vec3::X), Feature::Vertex(1));
    }

    /// Nearest points with a feature known by construction.
    fn nearest_points<V: Vector3>(scale: f64, offset: f64) {
        let random = &mut Rng::with_seed(11);
        let mut number = || random.f64() - 0.5;
        for i in 0..900 {
            let mut vector = |size: f64| V::from_f64([0; 3].map(|_| number() * size));
            let place = V::from_f64([offset * scale; 3]);
            let [a, b, c] = [0; 3].map(|_| place + vector(4.0 * scale));
            let triangle = Triangle::new(a, b, c);
            let Some(normal) = triangle.normal() else {
                continue;
            };
            let corners = [a, b, c];
            let j = i % 3;
            let (p, q, r) = (corners[j], corners[(j + 1) % 3], corners[(j + 2) % 3]);
            let half = V::Scalar::HALF;
            let out = (q - p).cross(normal);
            let up = normal * V::Scalar::from_f64(scale);
            let (query, feature) = match i / 3 % 3 {
                0 => (((p + q) * half + r) * half + up, Feature::Face),
                1 => ((p + q) * half + out + up, Feature::Edge(j as u8)),
                _ => (p + p - (q + r) * half + up, Feature::Vertex(j as u8)),
            };
            let on = closest(&ShapeRef::point(query), &triangle).point_b;
            let thin = out.length() > V::Scalar::ZERO
                && (r - p).dot(out).abs() < V::Scalar::from_f64(0.3) * out.length();
            let acute = (q - p).dot(r - p) > V::Scalar::ZERO;
            if !thin && (i / 3 % 3 < 2 || acute) {
                assert_eq!(feature_of(&triangle, on), feature, "{triangle:?} {on:?}");
            }
        }
    }

    #[test]
    fn nearest_points_are_on_the_feature_they_come_from() {
        for scale in [1e-20, 1e-3, 1.0, 1e20] {
            nearest_points::<Vec3>(scale, 0.0);
            nearest_points::<Vec3>(scale, 1000.0);
            nearest_points::<DVec3>(scale, 1000.0);
        }
    }
}
