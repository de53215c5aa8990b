//! The mesh of the level for the page: indexed, and coarser if the level is huge.

use carom::Mesh;
use glam::Vec3;
use std::collections::{BTreeMap, BTreeSet};

/// Most triangles of a page.
pub(super) const MOST: usize = 300_000;

/// The mesh of a level.
pub(super) struct CoarseMesh {
    pub(super) vertices: Vec<Vec3>,
    pub(super) triangles: Vec<[u32; 3]>,
    /// The color of each, if the level has colors.
    pub(super) colors: Vec<[u8; 3]>,
    /// The width of the clusters of vertices, m, if there were too many triangles.
    pub(super) coarse: Option<f32>,
}

impl CoarseMesh {
    /// At most this number of triangles of a level; `colors` may be empty.
    pub(super) fn new(level: &Mesh<Vec3>, colors: &[[u8; 3]], most: usize) -> Self {
        let color = |triangle: usize| colors.get(triangle).copied();
        let corners: Vec<_> = (level.iter().enumerate())
            .map(|(triangle, t)| ([t.a, t.b, t.c], color(triangle)))
            .collect();
        let mut drawn = joined(&corners);
        if corners.len() <= most {
            return drawn;
        }
        let bounds = level.bounds();
        let mut width = bounds.size().length() / 2048.0;
        // The loop ends: a width as large as the level leaves no triangle.
        while drawn.triangles.len() > most {
            drawn = joined(&clustered(&corners, bounds.min, width));
            drawn.coarse = Some(width);
            width *= 1.5;
        }
        drawn
    }
}

/// The corners of a triangle, and its color if the level has colors.
type Painted = ([Vec3; 3], Option<[u8; 3]>);

/// Joins equal vertices, and leaves out degenerate triangles.
fn joined(corners: &[Painted]) -> CoarseMesh {
    let mut known = BTreeMap::new();
    let mut vertices = Vec::new();
    let mut triangles = Vec::with_capacity(corners.len());
    let mut colors = Vec::new();
    for (triangle, color) in corners {
        let triangle = triangle.map(|p| {
            // +0 and −0 are one position.
            let bits = (p + 0.0).to_array().map(f32::to_bits);
            *known.entry(bits).or_insert_with(|| {
                vertices.push(p);
                vertices.len() as u32 - 1
            })
        });
        let [a, b, c] = triangle;
        if a != b && b != c && c != a {
            triangles.push(triangle);
            colors.extend(*color);
        }
    }
    CoarseMesh {
        vertices,
        triangles,
        colors,
        coarse: None,
    }
}

/// Moves corners to the first corner in the same cube of a width, and leaves out duplicate triangles.
fn clustered(corners: &[Painted], least: Vec3, width: f32) -> Vec<Painted> {
    let cube = |p: Vec3| ((p - least) / width).floor().to_array().map(|x| x as i32);
    let mut firsts = BTreeMap::new();
    let mut known = BTreeSet::new();
    let mut kept = Vec::new();
    for (triangle, color) in corners {
        let mut cubes = triangle.map(|p| {
            let cube = cube(p);
            firsts.entry(cube).or_insert(p);
            cube
        });
        let moved = cubes.map(|cube| firsts[&cube]);
        cubes.sort_unstable();
        if cubes[0] != cubes[1] && cubes[1] != cubes[2] && known.insert(cubes) {
            kept.push((moved, *color));
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A floor of squares of 1 m.
    fn floor(side: u32) -> Mesh<Vec3> {
        let corner = |i: u32, j: u32| Vec3::new(i as f32, 0.0, j as f32);
        let (mut corners, mut triangles) = (Vec::new(), Vec::new());
        for i in 0..side {
            for j in 0..side {
                let first = corners.len() as u32;
                corners.extend([
                    corner(i, j),
                    corner(i, j + 1),
                    corner(i + 1, j + 1),
                    corner(i + 1, j),
                ]);
                triangles.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
            }
        }
        Mesh::new(corners, triangles).unwrap()
    }

    #[test]
    fn vertices_are_unique() {
        let drawn = CoarseMesh::new(&floor(4), &[], MOST);
        assert_eq!((drawn.vertices.len(), drawn.triangles.len()), (25, 32));
        assert!(drawn.coarse.is_none());
    }

    #[test]
    fn too_many_triangles_become_fewer_and_cover_the_same() {
        let drawn = CoarseMesh::new(&floor(40), &[[9; 3]; 3200], 400);
        assert!(drawn.triangles.len() <= 400 && drawn.triangles.len() > 50);
        assert_eq!(drawn.colors.len(), drawn.triangles.len());
        assert!(drawn.coarse.is_some_and(|width| width > 1.0));
        let area: f32 = drawn
            .triangles
            .iter()
            .map(|t| {
                let [a, b, c] = t.map(|i| drawn.vertices[i as usize]);
                0.5 * (b - a).cross(c - a).y
            })
            .sum();
        assert!(area > 0.8 * 1600.0 && area <= 1600.0, "{area}");
    }
}
