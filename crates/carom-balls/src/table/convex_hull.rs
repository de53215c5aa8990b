//! Convex hulls of wall points: edges of polygons, faces of polyhedra.
//!
//! All decisions are exact signs of determinants: every point is on or behind every face, however many points are
//! coplanar or collinear. A hull is computed once and has few points, so that each plane through three of them is
//! tried.

use alloc::vec::Vec;
use carom_math::exact::{area_sign, volume_sign};
use carom_math::{Scalar, Vector};
use core::cmp::Ordering;

/// Most points of a polyhedron; the cost is cubic.
const MOST: usize = 256;

/// Coordinates below this, in units of a table, count as zero. The signs of determinants are exact only for coordinates
/// without bits below 2⁻³⁵⁰; this is far below the rounding of any ball's position.
const LEAST: f64 = f64::from_bits((1023 - 290) << 52);

/// The points, with coordinates for which the signs of determinants are exact.
fn flushed<D: Vector<Scalar = f64>>(points: &[D]) -> Vec<D> {
    let flush = |x: f64| if Scalar::abs(x) < LEAST { 0.0 } else { x };
    let points = points.iter();
    points.map(|p| D::from_f64(p.to_f64().map(flush))).collect()
}

/// The edges of the convex hull of points in the plane.
pub(super) fn outline<D: Vector<Scalar = f64>>(points: &[D]) -> Vec<[D; 2]> {
    let points = flushed(points);
    let flat: Vec<[f64; 2]> = points
        .iter()
        .map(|p| [p.to_f64()[0], p.to_f64()[1]])
        .collect();
    let around = around(&flat);
    (0..around.len())
        .map(|i| [around[i], around[(i + 1) % around.len()]].map(|i| points[i]))
        .collect()
}

/// The indices of the corners of a convex hull, counterclockwise (Andrew's monotone chain).
fn around(points: &[[f64; 2]]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..points.len()).collect();
    let position = |i: &usize| points[*i];
    order.sort_by(|a, b| {
        let ([ax, ay], [bx, by]) = (position(a), position(b));
        ax.total_cmp(&bx).then(ay.total_cmp(&by))
    });
    order.dedup_by(|a, b| position(a) == position(b));
    if order.len() < 3 {
        return order;
    }
    let half = |order: &mut dyn Iterator<Item = usize>| {
        let mut chain: Vec<usize> = Vec::new();
        for i in order {
            while let [.., a, b] = chain[..]
                && area_sign([points[a], points[b], points[i]]) != Ordering::Greater
            {
                chain.pop();
            }
            chain.push(i);
        }
        // It is the first of the other half.
        chain.pop();
        chain
    };
    let mut corners = half(&mut order.iter().copied());
    corners.extend(half(&mut order.iter().rev().copied()));
    corners
}

/// The triangles of the surface of a convex hull; `None` if there are too many points. Coplanar points give their
/// polygon, collinear ones a triangle without area.
pub(super) fn triangles<D: Vector<Scalar = f64>>(points: &[D]) -> Option<Vec<[D; 3]>> {
    let mut points = flushed(points);
    let by_place = |a: &D, b: &D| {
        let pairs = a.to_f64().into_iter().zip(b.to_f64());
        pairs.fold(Ordering::Equal, |order, (a, b)| order.then(a.total_cmp(&b)))
    };
    points.sort_by(by_place);
    points.dedup();
    if points.len() > MOST {
        return None;
    }
    let positions: Vec<[f64; 3]> = points.iter().map(|p| p.to_f64()).collect();
    let mut found = Vec::new();
    for i in 0..positions.len() {
        for j in i + 1..positions.len() {
            for k in j + 1..positions.len() {
                if let Some(face) = face(&positions, [i, j, k]) {
                    let fan = (1..face.len() - 1).map(|n| [face[0], face[n], face[n + 1]]);
                    found.extend(fan.map(|corners| corners.map(|i| points[i])));
                }
            }
        }
    }
    if found.is_empty() {
        // Collinear, from the first point to the last.
        let (first, last) = (points.first()?, points.last()?);
        found.push([*first, *last, *last]);
    }
    Some(found)
}

/// Two of three coordinates, the same for all points.
fn flat(p: &[f64; 3], left_out: usize) -> [f64; 2] {
    [p[(left_out + 1) % 3], p[(left_out + 2) % 3]]
}

/// The corners, in order, of the face with these three as its first points that are not collinear; `None` if that is no
/// face.
fn face(positions: &[[f64; 3]], [i, j, k]: [usize; 3]) -> Option<Vec<usize>> {
    let three = [positions[i], positions[j], positions[k]];
    let axis = (0..3).find(|axis| area_sign(three.map(|p| flat(&p, *axis))) != Ordering::Equal)?;
    let mut side = Ordering::Equal;
    let mut within = Vec::new();
    for (n, position) in positions.iter().enumerate() {
        let sign = volume_sign([three[0], three[1], three[2], *position]);
        if sign == Ordering::Equal {
            // Each face is found once, by its first corners.
            let first = n == i || n == j || n > j && n >= k;
            let line = || {
                n > j
                    && (0..3).all(|axis| {
                        let corners = [positions[i], positions[j], *position];
                        area_sign(corners.map(|p| flat(&p, axis))) == Ordering::Equal
                    })
            };
            if !first && !line() {
                return None;
            }
            within.push(n);
        } else if side == Ordering::Equal {
            side = sign;
        } else if side != sign {
            return None;
        }
    }
    let polygon: Vec<[f64; 2]> = within.iter().map(|n| flat(&positions[*n], axis)).collect();
    Some(around(&polygon).into_iter().map(|n| within[n]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use carom_core::closest;
    use carom_core::shape::{hull::Hull, triangle::Triangle};
    use glam::{DVec2, DVec3, dvec2, dvec3};

    #[test]
    fn a_polygon_has_only_its_corners() {
        let points = [
            (0., 0.),
            (1., 0.),
            (2., 0.),
            (2., 2.),
            (0., 2.),
            (1., 1.),
            (0., 0.),
        ];
        let edges = outline(&points.map(|(x, y)| dvec2(x, y)));
        assert_eq!(edges.len(), 4);
        let length: f64 = edges.iter().map(|[a, b]| (*b - *a).length()).sum();
        assert_eq!(length, 8.0);
        assert_eq!(outline(&[dvec2(1., 1.); 3]), [[dvec2(1., 1.); 2]]);
        assert_eq!(outline(&[DVec2::X, DVec2::ZERO, DVec2::X * 3.0]).len(), 2);
    }

    fn area(of: &[[DVec3; 3]]) -> f64 {
        of.iter()
            .map(|[a, b, c]| (*b - *a).cross(*c - *a).length() / 2.0)
            .sum()
    }

    #[test]
    fn a_cube_with_points_on_its_faces_and_inside_has_twelve_triangles() {
        let mut points = Hull::cuboid(DVec3::ZERO, DVec3::ONE).points;
        points.extend([
            DVec3::ZERO,
            DVec3::X,
            dvec3(1., 1., 0.),
            dvec3(0.25, 1., 0.5),
        ]);
        let faces = triangles(&points).unwrap();
        assert_eq!((faces.len(), area(&faces)), (12, 24.0));
        let flat: Vec<DVec3> = points.iter().map(|p| dvec3(p.x, p.y, 0.0)).collect();
        assert_eq!(area(&triangles(&flat).unwrap()), 4.0);
        let line: Vec<DVec3> = points.iter().map(|p| dvec3(p.x, 0.0, 0.0)).collect();
        assert_eq!(
            triangles(&line).unwrap(),
            vec![[-DVec3::X, DVec3::X, DVec3::X]]
        );
        assert!(
            triangles(
                &(0..300)
                    .map(|i| DVec3::splat(f64::from(i)))
                    .collect::<Vec<_>>()
            )
            .is_none()
        );
    }

    #[test]
    fn faces_are_where_the_hull_is() {
        let mut random = fastrand::Rng::with_seed(1);
        for count in [4, 9, 40] {
            let mut number = || random.f64() - 0.5;
            let points: Vec<DVec3> = (0..count)
                .map(|_| dvec3(number(), number(), number()))
                .collect();
            let faces = triangles(&points).unwrap();
            // Euler: n corners have 2 n − 4 triangles.
            let mut corners: Vec<[u64; 3]> = faces
                .iter()
                .flatten()
                .map(|p| p.to_array().map(f64::to_bits))
                .collect();
            corners.sort_unstable();
            corners.dedup();
            assert_eq!(faces.len(), 2 * corners.len() - 4);
            let hull = Hull::new(points, 0.0);
            for _ in 0..100 {
                let p = dvec3(number(), number(), number()) * 6.0;
                let apart = closest(&p, &hull).distance;
                let nearest = faces
                    .iter()
                    .map(|[a, b, c]| closest(&p, &Triangle::new(*a, *b, *c)).distance)
                    .fold(f64::INFINITY, f64::min);
                assert!(apart == 0.0 || (apart - nearest).abs() < 1e-12);
            }
        }
    }
}
