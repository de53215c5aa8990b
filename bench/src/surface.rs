//! What the levels are made of: files, and surfaces that are computed.

use carom::{Aabb, Mesh, MeshError, Triangle, Vector3};
use glam::{Vec2, Vec3, vec2};
use std::collections::BTreeMap;
use std::path::Path;

/// Triangles, in meters.
pub(crate) struct Surface {
    pub(crate) vertices: Vec<Vec3>,
    pub(crate) triangles: Vec<[u32; 3]>,
}

impl Surface {
    /// A level of `data/levels`.
    pub(crate) fn file(name: &str) -> Result<Self, Box<dyn std::error::Error>> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../data/levels")
            .join(name);
        let level = carom_level::open(path, &carom_level::Options::default())?;
        Ok(Self {
            vertices: level.vertices.iter().map(|p| p.as_vec3()).collect(),
            triangles: level.triangles,
        })
    }

    /// `count` by `count` of it side by side.
    pub(crate) fn tiled(&self, count: u32) -> Self {
        let bounds = Aabb::of_points(self.vertices.iter().copied());
        let size = bounds.size().with_y(0.0) + Vec3::new(1.0, 0.0, 1.0);
        let mut all = Self {
            vertices: Vec::new(),
            triangles: Vec::new(),
        };
        for tile in 0..count * count {
            let shift = Vec3::new((tile % count) as f32, 0.0, (tile / count) as f32) * size;
            let first = all.vertices.len() as u32;
            all.vertices
                .extend(self.vertices.iter().map(|p| *p + shift));
            let triangles = self.triangles.iter();
            all.triangles
                .extend(triangles.map(|t| t.map(|i| i + first)));
        }
        all
    }

    /// Hills: `size` by `size` squares of half a meter, two triangles each.
    pub(crate) fn terrain(size: u32) -> Self {
        let mut vertices = Vec::new();
        for i in 0..=size {
            for j in 0..=size {
                let at = vec2(i as f32, j as f32) * 0.5;
                vertices.push(Vec3::new(at.x, height(at), at.y));
            }
        }
        let mut triangles = Vec::new();
        for i in 0..size {
            for j in 0..size {
                let a = i * (size + 1) + j;
                let (b, c, d) = (a + 1, a + size + 1, a + size + 2);
                triangles.extend([[a, b, c], [b, d, c]]);
            }
        }
        Self {
            vertices,
            triangles,
        }
    }

    /// A closed body of 20 `cuts`² triangles around the origin: a subdivided icosahedron with each
    /// vertex at the distance that `radius` returns for its direction.
    pub(crate) fn star(cuts: u32, mut radius: impl FnMut(Vec3) -> f32) -> Self {
        let mut vertices = Vec::new();
        let mut triangles = Vec::new();
        // A vertex is known by the corners it lies between, each with its weight: neighbours share it.
        let mut known = BTreeMap::new();
        for face in FACES {
            let mut vertex = |i: u32, j: u32| {
                let mut key = [(cuts - i, face[0]), (i - j, face[1]), (j, face[2])].map(
                    |(weight, corner)| {
                        if weight == 0 {
                            (0, 0)
                        } else {
                            (weight, corner)
                        }
                    },
                );
                key.sort_unstable();
                *known.entry(key).or_insert_with(|| {
                    let sum: Vec3 = key
                        .iter()
                        .map(|(weight, corner)| CORNERS[*corner] * *weight as f32)
                        .sum();
                    let direction = sum.normalize();
                    vertices.push(direction * radius(direction));
                    vertices.len() as u32 - 1
                })
            };
            for i in 0..cuts {
                for j in 0..=i {
                    triangles.push([vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1)]);
                    if j < i {
                        triangles.push([vertex(i, j), vertex(i + 1, j + 1), vertex(i, j + 1)]);
                    }
                }
            }
        }
        Self {
            vertices,
            triangles,
        }
    }

    /// A closed, lumpy body, 40 m long.
    pub(crate) fn body() -> Self {
        let mut body = Self::star(59, lumps);
        let longest = body.vertices.iter().map(|p| p.length()).fold(0.0, f32::max);
        for vertex in &mut body.vertices {
            *vertex *= 20.0 / longest;
        }
        body
    }

    /// A ring around the y axis.
    pub(crate) fn torus(radius: f32, tube: f32, around: u32, across: u32) -> Self {
        let turn = |i: u32, count: u32| {
            let (sin, cos) = (std::f32::consts::TAU * i as f32 / count as f32).sin_cos();
            vec2(cos, sin)
        };
        let mut vertices = Vec::new();
        let mut triangles = Vec::new();
        for i in 0..around {
            let way = turn(i, around);
            for j in 0..across {
                let section = turn(j, across) * tube + vec2(radius, 0.0);
                vertices.push(Vec3::new(way.x * section.x, section.y, way.y * section.x));
                let at = |i: u32, j: u32| i % around * across + j % across;
                let (a, b, c, d) = (at(i, j), at(i, j + 1), at(i + 1, j), at(i + 1, j + 1));
                triangles.extend([[a, b, c], [b, d, c]]);
            }
        }
        Self {
            vertices,
            triangles,
        }
    }

    pub(crate) fn triangle(&self, index: usize) -> Triangle<Vec3> {
        let [a, b, c] = self.triangles[index].map(|i| self.vertices[i as usize]);
        Triangle { a, b, c }
    }

    /// The same triangles as a mesh of either precision: both have the same corners.
    pub(crate) fn mesh<V: Vector3>(&self) -> Result<Mesh<V>, MeshError> {
        let vertices = self
            .vertices
            .iter()
            .map(|p| V::from_f64(p.as_dvec3().to_array()));
        Mesh::new(vertices.collect::<Vec<_>>(), &self.triangles)
    }
}

/// Four waves that cross: a wave's length and height in meters, and the way it runs.
fn height(at: Vec2) -> f32 {
    let waves = [
        (150.0, 8.0, 0.4),
        (47.0, 2.5, 1.7),
        (13.0, 0.8, 2.9),
        (4.1, 0.2, 5.1),
    ];
    let heights = waves.map(|(length, height, way): (f32, f32, f32)| {
        let along = at.dot(Vec2::from_angle(way));
        height * (along * std::f32::consts::TAU / length + way).sin()
    });
    heights.iter().sum()
}

/// How far a lumpy body reaches: ever smaller waves over the sphere, each along its own direction.
fn lumps(direction: Vec3) -> f32 {
    let waves = [
        (2.1, 0.04, 0.3),
        (3.7, 0.025, 1.1),
        (7.3, 0.03, 2.7),
        (15.1, 0.012, 4.0),
        (31.7, 0.004, 5.2),
    ];
    let heights = waves.map(|(count, height, way): (f32, f32, f32)| {
        let (sin, cos) = way.sin_cos();
        let axes = [
            Vec3::new(cos, sin, 0.5),
            Vec3::new(sin, 0.5, -cos),
            Vec3::new(0.5, -cos, sin),
        ];
        let sum: f32 = axes
            .iter()
            .map(|axis| (axis.dot(direction) * count + way).sin())
            .sum();
        height * sum
    });
    1.0 + heights.iter().sum::<f32>()
}

/// The golden ratio.
const PHI: f32 = 1.618_034;

/// The corners of an icosahedron.
const CORNERS: [Vec3; 12] = [
    Vec3::new(-1.0, PHI, 0.0),
    Vec3::new(1.0, PHI, 0.0),
    Vec3::new(-1.0, -PHI, 0.0),
    Vec3::new(1.0, -PHI, 0.0),
    Vec3::new(0.0, -1.0, PHI),
    Vec3::new(0.0, 1.0, PHI),
    Vec3::new(0.0, -1.0, -PHI),
    Vec3::new(0.0, 1.0, -PHI),
    Vec3::new(PHI, 0.0, -1.0),
    Vec3::new(PHI, 0.0, 1.0),
    Vec3::new(-PHI, 0.0, -1.0),
    Vec3::new(-PHI, 0.0, 1.0),
];

/// Its faces, counter-clockwise from outside.
const FACES: [[usize; 3]; 20] = [
    [0, 11, 5],
    [0, 5, 1],
    [0, 1, 7],
    [0, 7, 10],
    [0, 10, 11],
    [1, 5, 9],
    [5, 11, 4],
    [11, 10, 2],
    [10, 7, 6],
    [7, 1, 8],
    [3, 9, 4],
    [3, 4, 2],
    [3, 2, 6],
    [3, 6, 8],
    [3, 8, 9],
    [4, 9, 5],
    [2, 4, 11],
    [6, 2, 10],
    [8, 6, 7],
    [9, 8, 1],
];
