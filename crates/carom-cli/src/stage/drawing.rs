//! The triangles of a body for pictures; in 2D those of a slab.

mod curved;

use carom_format::scenario::{BodyPath, CompoundPart, Convex, Dimensions};
use glam::{DMat3, DVec3, Vec3};

/// Half of the thickness of a 2D shape.
pub(crate) const SLAB: f64 = 0.5;
/// Half of the side of the square that shows a half-space.
const PLAIN: f64 = 50.0;
/// Hulls of more points are drawn as boxes.
const MOST_POINTS: usize = 96;

/// A body for pictures.
pub(crate) struct Drawn {
    /// In its own frame.
    pub(crate) triangles: Vec<[Vec3; 3]>,
    pub(crate) path: BodyPath,
}

impl Drawn {
    /// The triangles at a time.
    pub(crate) fn at(&self, time: f64) -> impl Iterator<Item = [Vec3; 3]> + '_ {
        let (turn, origin) = self.path.place(time);
        self.triangles
            .iter()
            .map(move |corners| corners.map(|p| (origin + turn * p.as_dvec3()).as_vec3()))
    }
}

/// The triangles of all parts of a compound.
pub(super) fn compound(parts: &[CompoundPart], dimensions: Dimensions) -> Vec<[Vec3; 3]> {
    let drawn = parts.iter().flat_map(|part| {
        let own = Drawn {
            triangles: triangles(&part.shape, dimensions),
            path: part.path,
        };
        own.at(0.0).collect::<Vec<_>>()
    });
    drawn.collect()
}

/// The triangles of polylines in 2D: each segment is a strip across the slab, with a front on both sides.
pub(super) fn lines(lines: &[Vec<DVec3>], closed: bool) -> Vec<[Vec3; 3]> {
    let segments = lines.iter().flat_map(|line| {
        let ends = line.iter().skip(1).chain(line.first().filter(|_| closed));
        line.iter().zip(ends).map(|(a, b)| [*a, *b])
    });
    let strip = |ends: [DVec3; 2]| {
        let near = ends.map(|p| (p + DVec3::Z * SLAB).as_vec3());
        let far = ends.map(|p| (p - DVec3::Z * SLAB).as_vec3());
        let ([a, b], [d, c]) = (near, far);
        [[a, b, c], [a, c, d], [a, c, b], [a, d, c]]
    };
    segments.flat_map(strip).collect()
}

/// The triangles of a convex body in its own frame, with their fronts outside.
pub(super) fn triangles(whole: &Convex, dimensions: Dimensions) -> Vec<[Vec3; 3]> {
    let flat = dimensions == Dimensions::Two;
    match whole {
        Convex::Triangle(corners) => vec![corners.map(|p| DVec3::from_array(p).as_vec3())],
        Convex::Box { center, half } => {
            let z = if flat { SLAB } else { half[2] };
            let axes = DMat3::from_diagonal(DVec3::new(half[0], half[1], z));
            let half = [axes.x_axis, axes.y_axis, axes.z_axis];
            box_triangles(DVec3::from_array(*center), half).collect()
        }
        Convex::Plane { normal, offset } => plain(normal, *offset, flat),
        Convex::Hull { points, radius } => {
            let points: Vec<DVec3> = points.iter().map(|p| DVec3::from_array(*p)).collect();
            match points[..] {
                [a] if *radius > 0.0 => capsule_triangles(a.as_vec3(), a.as_vec3(), *radius as f32),
                [a, b] if *radius > 0.0 => {
                    capsule_triangles(a.as_vec3(), b.as_vec3(), *radius as f32)
                }
                _ => hull_triangles(&points, *radius, flat),
            }
        }
        Convex::Round { shape, radius } => match &**shape {
            Convex::Plane { normal, offset } => {
                let length = DVec3::from_array(*normal).length();
                plain(normal, offset + radius * length, flat)
            }
            // A ball, a capsule and their like are the same with a larger radius.
            Convex::Hull {
                points,
                radius: own,
            } if points.len() < 3 => {
                let points = points.clone();
                let radius = own + radius;
                triangles(&Convex::Hull { points, radius }, dimensions)
            }
            _ => curved::triangles(whole, flat),
        },
        _ => curved::triangles(whole, flat),
    }
}

/// The square that shows a half-space.
fn plain(normal: &[f64; 3], offset: f64, flat: bool) -> Vec<[Vec3; 3]> {
    let n = DVec3::from_array(*normal);
    let out = n.normalize();
    let (mut u, mut v) = out.any_orthonormal_pair();
    if flat {
        (u, v) = (DVec3::new(-out.y, out.x, 0.0), DVec3::Z * (SLAB / PLAIN));
    }
    let center = out * (offset / n.length());
    let corner = |s: f64, t: f64| (center + u * (s * PLAIN) + v * (t * PLAIN)).as_vec3();
    let [a, b, c, d] = [
        corner(-1.0, -1.0),
        corner(1.0, -1.0),
        corner(1.0, 1.0),
        corner(-1.0, 1.0),
    ];
    let faces = |[a, b, c]: [Vec3; 3]| (b - a).cross(c - a).dot(out.as_vec3()) > 0.0;
    let two = [[a, b, c], [a, c, d]];
    if faces(two[0]) {
        two.to_vec()
    } else {
        vec![[a, c, b], [a, d, c]]
    }
}

/// The faces of a hull without its radius.
fn hull_triangles(points: &[DVec3], radius: f64, flat: bool) -> Vec<[Vec3; 3]> {
    let mut corners: Vec<DVec3> = Vec::new();
    for p in points {
        if flat {
            corners.extend([*p + DVec3::Z * SLAB, *p - DVec3::Z * SLAB]);
        } else {
            corners.push(*p);
        }
    }
    let fold = |f: fn(DVec3, DVec3) -> DVec3| corners.iter().copied().reduce(f);
    let (Some(min), Some(max)) = (fold(DVec3::min), fold(DVec3::max)) else {
        return Vec::new();
    };
    if corners.len() > MOST_POINTS {
        let half = DMat3::from_diagonal((max - min) * 0.5 + DVec3::splat(radius));
        let half = [half.x_axis, half.y_axis, half.z_axis];
        return box_triangles((min + max) * 0.5, half).collect();
    }
    let spare = (max - min).max_element() * 1e-9;
    let mut triangles = Vec::new();
    for (i, a) in corners.iter().enumerate() {
        for (j, b) in corners.iter().enumerate().skip(i + 1) {
            for c in &corners[j + 1..] {
                let Some(normal) = (*b - *a).cross(*c - *a).try_normalize() else {
                    continue;
                };
                let heights = || corners.iter().map(|p| (*p - *a).dot(normal));
                let side = [*a, *b, *c].map(|p| p.as_vec3());
                if heights().all(|height| height <= spare) {
                    triangles.push(side);
                } else if heights().all(|height| height >= -spare) {
                    triangles.push([side[0], side[2], side[1]]);
                }
            }
        }
    }
    triangles
}

fn box_triangles(center: DVec3, half: [DVec3; 3]) -> impl Iterator<Item = [Vec3; 3]> {
    // Each side: its outward axis, and two that are counter-clockwise about it.
    let [x, y, z] = half;
    let sides = [
        (x, y, z),
        (-x, z, y),
        (y, z, x),
        (-y, x, z),
        (z, x, y),
        (-z, y, x),
    ];
    sides.into_iter().flat_map(move |(out, u, v)| {
        let corner = |s: f64, t: f64| (center + out + u * s + v * t).as_vec3();
        let [a, b, c, d] = [
            corner(-1., -1.),
            corner(1., -1.),
            corner(1., 1.),
            corner(-1., 1.),
        ];
        [[a, b, c], [a, c, d]]
    })
}

fn capsule_triangles(a: Vec3, b: Vec3, radius: f32) -> Vec<[Vec3; 3]> {
    let axis = (b - a).try_normalize().unwrap_or(Vec3::Y);
    globe(axis, |direction, is_low| {
        (if is_low { a } else { b }) + direction * radius
    })
}

/// The number of directions around an axis.
const SIDES: usize = 24;

/// The triangles between points in all directions, given the direction of each and whether it is on the lower half.
fn globe(axis: Vec3, point: impl Fn(Vec3, bool) -> Vec3) -> Vec<[Vec3; 3]> {
    const RINGS: usize = 12;
    let (u, v) = axis.any_orthonormal_pair();
    let at = |ring: usize, side: usize| {
        let latitude = (ring as f32 / RINGS as f32 - 0.5) * std::f32::consts::PI;
        let (rise, reach) = libm::sincosf(latitude);
        let longitude = side as f32 / SIDES as f32 * std::f32::consts::TAU;
        let (sin, cos) = libm::sincosf(longitude);
        let direction = axis * rise + (u * cos + v * sin) * reach;
        point(direction, 2 * ring < RINGS)
    };
    let mut triangles = Vec::new();
    for ring in 0..RINGS {
        for side in 0..SIDES {
            let [p, q] = [at(ring, side), at(ring, side + 1)];
            let [r, s] = [at(ring + 1, side), at(ring + 1, side + 1)];
            triangles.extend([[p, q, s], [p, s, r]]);
        }
    }
    triangles
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faces_outward(triangles: &[[Vec3; 3]], center: Vec3) -> bool {
        triangles.iter().all(|[a, b, c]| {
            let normal = (b - a).cross(c - a);
            normal.dot((a + b + c) / 3.0 - center) > -1e-6
        })
    }

    #[test]
    fn drawn_triangles_face_outward() {
        let cuboid = Convex::Box {
            center: [1.0, 0.0, 0.0],
            half: [1.0, 2.0, 3.0],
        };
        let drawn = triangles(&cuboid, Dimensions::Three);
        assert!(drawn.len() == 12 && faces_outward(&drawn, Vec3::X));
        let capsule = capsule_triangles(-Vec3::Y, Vec3::Y, 0.5);
        assert!(faces_outward(&capsule, Vec3::ZERO));
        let ends = [[0.0, -1.0, 0.0], [0.0, 1.0, 0.0]];
        let radii = [2.0, 0.5];
        let egg = Convex::Ellipsoid {
            center: [0.0; 3],
            radii: [1.0, 2.0, 3.0],
        };
        let block = Convex::Box {
            center: [0.0; 3],
            half: [1.0; 3],
        };
        // Capsules along the twelve edges have a side within.
        let block = Convex::Round {
            shape: Box::new(block),
            radius: 0.25,
        };
        let edge = capsule_triangles(-Vec3::Y, Vec3::Y, 0.25).len();
        let faces = triangles(&block, Dimensions::Three).len() - 12 * edge;
        assert!((12..=24).contains(&faces), "{faces}");
        for shape in [
            Convex::Cylinder { ends, radius: 2.0 },
            Convex::Cone { ends, radii },
            Convex::TaperedCapsule { ends, radii },
            egg,
        ] {
            for dimensions in [Dimensions::Two, Dimensions::Three] {
                let drawn = triangles(&shape, dimensions);
                assert!(drawn.len() > 20, "{shape:?} {}", drawn.len());
                assert!(faces_outward(&drawn, Vec3::ZERO), "{shape:?}");
            }
        }
        for (points, sides) in [
            (
                vec![[0., 0., 0.], [1., 0., 0.], [0., 1., 0.], [0., 0., 1.]],
                4,
            ),
            (vec![[0., 0., 0.], [2., 0., 0.], [0., 1., 0.]], 8),
        ] {
            let flat = sides == 8;
            let dimensions = if flat {
                Dimensions::Two
            } else {
                Dimensions::Three
            };
            let middle = points.iter().map(|p| DVec3::from_array(*p)).sum::<DVec3>();
            let middle = (middle / points.len() as f64).as_vec3();
            let drawn = triangles(
                &Convex::Hull {
                    points,
                    radius: 0.0,
                },
                dimensions,
            );
            assert!(
                drawn.len() >= sides && faces_outward(&drawn, middle),
                "{}",
                drawn.len()
            );
        }
    }
}
