//! Triangulation of rounded shapes in 3D for drawing: all points within a radius of a flat convex core.
//!
//! One point gives a ball, two a capsule, three a rounded triangle, four the volume swept by a capsule. Vertices and normals are
//! exact: a part of a sphere around each corner of the core, half a cylinder along each edge, and the core itself, offset
//! to both sides.

use core::f64::consts::{FRAC_PI_2, PI, TAU};
use glam::{DVec2, DVec3, dvec2};

/// Columns around the core, and rows from pole to pole.
const AROUND: f64 = 64.0;
const ROWS: u32 = 32;

/// A triangle mesh; the triangles are counter-clockwise seen from outside.
pub(crate) struct Surface {
    /// Position and normal of each vertex.
    pub(crate) vertices: Vec<(DVec3, DVec3)>,
    pub(crate) triangles: Vec<[u32; 3]>,
}

impl Surface {
    /// The number of vertices and of triangles; position and normal of each vertex; the vertices of each triangle.
    pub(crate) fn numbers(&self) -> Vec<f64> {
        let mut numbers = vec![self.vertices.len() as f64, self.triangles.len() as f64];
        for (place, normal) in &self.vertices {
            numbers.extend(place.to_array());
            numbers.extend(normal.to_array());
        }
        numbers.extend(self.triangles.iter().flatten().map(|i| f64::from(*i)));
        numbers
    }
}

/// The plane of the core: an origin, two axes in the plane and its normal.
struct Frame {
    origin: DVec3,
    u: DVec3,
    v: DVec3,
    n: DVec3,
}

impl Frame {
    fn of(points: &[DVec3]) -> Option<Self> {
        let origin = *points.first()?;
        let offsets = points.iter().map(|p| *p - origin);
        let longest = offsets.clone().fold(DVec3::ZERO, longer);
        let across = offsets
            .map(|offset| longest.cross(offset))
            .fold(DVec3::ZERO, longer);
        let u = longest.try_normalize().unwrap_or(DVec3::X);
        // The normal of a segment or a point can be any perpendicular direction.
        let flat = across.length() <= 1e-9 * longest.length_squared();
        let across = if flat {
            u.any_orthogonal_vector()
        } else {
            across
        };
        let n = across.try_normalize()?;
        let v = n.cross(u);
        Some(Self { origin, u, v, n })
    }

    fn flat(&self, p: DVec3) -> DVec2 {
        let offset = p - self.origin;
        dvec2(offset.dot(self.u), offset.dot(self.v))
    }
}

fn longer(a: DVec3, b: DVec3) -> DVec3 {
    if b.length_squared() > a.length_squared() {
        b
    } else {
        a
    }
}

/// The corners of the convex hull, counter-clockwise, as indices (monotone chain, Andrew 1979).
fn hull(points: &[DVec2]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by(|&i, &j| {
        let (p, q) = (points[i], points[j]);
        p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y))
    });
    order.dedup_by(|i, j| points[*i].distance(points[*j]) == 0.0);
    if order.len() < 3 {
        return order;
    }
    let half = |order: &mut dyn Iterator<Item = usize>| {
        let mut chain: Vec<usize> = Vec::new();
        for k in order {
            while let [.., i, j] = chain[..] {
                let turns = (points[j] - points[i]).perp_dot(points[k] - points[j]);
                if turns > 1e-12 * points[k].distance_squared(points[i]) {
                    break;
                }
                chain.pop();
            }
            chain.push(k);
        }
        chain.pop();
        chain
    };
    let mut corners = half(&mut order.iter().copied());
    corners.extend(half(&mut order.iter().rev().copied()));
    corners
}

/// The surface around these coplanar points; two points with a negative radius are a cylinder of the opposite one. `None`
/// if the input is invalid.
pub(crate) fn surface(points: &[DVec3], radius: f64) -> Option<Surface> {
    let finite = points.iter().all(|p| p.is_finite()) && radius.is_finite();
    if !finite || points.len() > 64 {
        return None;
    }
    if radius < 0.0 {
        return match points {
            [a, b] => cylinder(*a, *b, -radius),
            _ => None,
        };
    }
    let frame = Frame::of(points)?;
    let flat: Vec<DVec2> = points.iter().map(|p| frame.flat(*p)).collect();
    let corners = hull(&flat);
    let columns = columns(&flat, &corners);
    let rows = (0..=ROWS).map(|j| -FRAC_PI_2 + PI * f64::from(j) / f64::from(ROWS));
    let mut vertices = Vec::new();
    for row in rows {
        let (sin, cos) = libm::sincos(row);
        for (corner, around) in &columns {
            let out = frame.u * around.x + frame.v * around.y;
            let normal = out * cos + frame.n * sin;
            vertices.push((points[*corner] + normal * radius, normal));
        }
    }
    let count = columns.len() as u32;
    let mut triangles = Vec::new();
    for j in 0..ROWS {
        for i in 0..count {
            let next = (i + 1) % count;
            let [a, b, c, d] =
                [(j, i), (j, next), (j + 1, next), (j + 1, i)].map(|(j, i)| j * count + i);
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    let top = ROWS * count;
    for i in 1..count - 1 {
        triangles.push([0, i + 1, i]);
        triangles.push([top, top + i, top + i + 1]);
    }
    Some(Surface {
        vertices,
        triangles,
    })
}

/// A cylinder: its rims twice, with the normals of the side and of the ends, and the centers of the ends.
fn cylinder(a: DVec3, b: DVec3, radius: f64) -> Option<Surface> {
    let axis = (b - a).try_normalize()?;
    let u = axis.any_orthonormal_vector();
    let v = axis.cross(u);
    let count = AROUND as u32;
    let mut vertices = Vec::new();
    for (end, normal) in [(a, Some(-axis)), (a, None), (b, None), (b, Some(axis))] {
        for i in 0..count {
            let (sin, cos) = libm::sincos(TAU * f64::from(i) / AROUND);
            let out = u * cos + v * sin;
            vertices.push((end + out * radius, normal.unwrap_or(out)));
        }
    }
    vertices.extend([(a, -axis), (b, axis)]);
    let mut triangles = Vec::new();
    for i in 0..count {
        let next = (i + 1) % count;
        let at = |ring: u32, i: u32| ring * count + i;
        triangles.extend([
            [at(4, 0), at(0, next), at(0, i)],
            [at(1, i), at(1, next), at(2, next)],
            [at(1, i), at(2, next), at(2, i)],
            [at(4, 1), at(3, i), at(3, next)],
        ]);
    }
    Some(Surface {
        vertices,
        triangles,
    })
}

/// All directions in the plane, once around, each with its support point; the normal of an edge comes with both of its ends.
fn columns(flat: &[DVec2], corners: &[usize]) -> Vec<(usize, DVec2)> {
    let count = corners.len();
    let out = |i: usize| {
        let edge = flat[corners[(i + 1) % count]] - flat[corners[i % count]];
        libm::atan2(-edge.x, edge.y)
    };
    let mut columns = Vec::new();
    for (i, corner) in corners.iter().enumerate() {
        let (from, span) = if count == 1 {
            (0.0, TAU)
        } else {
            let from = out(i + count - 1);
            (from, (out(i) - from).rem_euclid(TAU))
        };
        let steps = libm::ceil(span / TAU * AROUND).clamp(1.0, AROUND) as u32;
        // The last direction of a full circle is the first one.
        let last = if count == 1 { steps - 1 } else { steps };
        for k in 0..=last {
            let (sin, cos) = libm::sincos(from + span * f64::from(k) / f64::from(steps));
            columns.push((*corner, dvec2(cos, sin)));
        }
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::{Hull, closest};
    use glam::dvec3;

    /// Checks that the vertices lie on the surface as carom computes it, and that the mesh is closed and oriented outwards.
    fn check(points: &[DVec3], radius: f64) -> Surface {
        let made = surface(points, radius).unwrap();
        let core = Hull::new(points.to_vec(), 0.0);
        for (place, normal) in &made.vertices {
            let distance = closest(place, &core).distance;
            assert!((distance - radius).abs() < 1e-6, "{distance} {radius}");
            assert!((normal.length() - 1.0).abs() < 1e-12);
            let height = |p: &DVec3| p.dot(*normal);
            let most = points.iter().map(height).fold(f64::MIN, f64::max);
            assert!((height(place) - most - radius).abs() < 1e-6);
        }
        let mut volume = 0.0;
        for [a, b, c] in &made.triangles {
            let [a, b, c] = [a, b, c].map(|i| made.vertices[*i as usize].0);
            volume += a.dot(b.cross(c)) / 6.0;
        }
        let mut edges = std::collections::BTreeMap::new();
        for t in &made.triangles {
            for k in 0..3 {
                let (i, j) = (t[k], t[(k + 1) % 3]);
                *edges.entry((i.min(j), i.max(j))).or_insert(0) += if i < j { 1 } else { -1 };
            }
        }
        // At the poles all columns of a corner coincide, and the edges of the fan lie on top of them.
        let open = edges.values().filter(|sum| **sum != 0).count();
        assert_eq!(open, 0, "every edge is used once in each direction");
        // Steiner's formula for a flat core: 4/3 π r³ + π r² · half the perimeter + 2 r · area.
        let flat_area = area(points);
        let expected = 4.0 / 3.0 * PI * radius.powi(3)
            + PI * radius.powi(2) * flat_area.1 / 2.0
            + 2.0 * radius * flat_area.0;
        assert!(
            (volume - expected).abs() <= 0.01 * expected + 1e-9,
            "{volume} {expected}"
        );
        made
    }

    /// Area and perimeter of a polygon.
    fn area(points: &[DVec3]) -> (f64, f64) {
        let mut around = 0.0;
        let mut vector = DVec3::ZERO;
        for (i, p) in points.iter().enumerate() {
            let q = points[(i + 1) % points.len()];
            around += p.distance(q);
            vector += p.cross(q) / 2.0;
        }
        (vector.length(), around)
    }

    #[test]
    fn balls_capsules_triangles_and_swept_capsules() {
        let (a, b) = (dvec3(0.3, -1.0, 2.0), dvec3(1.5, 1.2, 0.4));
        let delta = dvec3(3.0, -0.5, 1.0);
        check(&[a], 0.8);
        check(&[a, b], 0.5);
        check(&[a, b, b + delta], 0.3);
        check(&[a, b, b + delta, a + delta], 0.6);
        // Degenerate cores: a motion along the axis, no motion, the same point twice.
        check(&[a, b, b + (b - a), a + (b - a)][..], 0.4);
        check(&[a, b, b, a], 0.4);
        check(&[a, a], 0.7);
        for radius in [0.0, 1e-3] {
            check(&[a, b, b + delta], radius);
        }
    }

    #[test]
    fn a_cylinder_is_on_its_surface_and_faces_outwards() {
        let (a, b) = (dvec3(0.3, -1.0, 2.0), dvec3(1.5, 1.2, 0.4));
        let made = surface(&[a, b], -0.5).unwrap();
        let shape = carom::Cylinder::new(a, b, 0.5);
        let mut volume = 0.0;
        for [a, b, c] in &made.triangles {
            let [a, b, c] = [a, b, c].map(|i| made.vertices[*i as usize].0);
            volume += a.dot(b.cross(c)) / 6.0;
        }
        for (place, normal) in &made.vertices {
            assert!(closest(place, &shape).distance < 1e-9);
            let outside = closest(&(*place + *normal), &shape);
            assert!((outside.distance - 1.0).abs() < 1e-9, "{outside:?}");
        }
        let exact = PI * 0.25 * a.distance(b);
        assert!((volume - exact).abs() < 0.01 * exact, "{volume} {exact}");
        assert!(surface(&[a, a], -0.5).is_none());
    }

    #[test]
    fn invalid_input_has_no_surface() {
        assert!(surface(&[], 1.0).is_none());
        assert!(surface(&[DVec3::ZERO], -1.0).is_none());
        assert!(surface(&[DVec3::NAN], 1.0).is_none());
    }
}
