//! Drawing data of a surface: its triangles, and its creases as lines.

use crate::codec::encode;
use crate::creases::creases;
use glam::Vec3;

/// A triangle mesh in the layout of the graphics card.
#[derive(Clone, Debug, Default)]
pub(crate) struct Drawn {
    /// x, y, z of each vertex.
    pub(crate) vertices: Vec<f32>,
    /// Three vertex indices per triangle.
    pub(crate) triangles: Vec<u32>,
    /// The normal of each vertex; empty for flat shading.
    pub(crate) normals: Vec<f32>,
    /// Two end points per crease.
    pub(crate) creases: Vec<f32>,
}

encode!(Drawn { vertices: Vec<f32>, triangles: Vec<u32>, normals: Vec<f32>, creases: Vec<f32> });

impl Drawn {
    /// Flat-shaded triangles, with creases.
    pub(crate) fn flat(vertices: &[Vec3], triangles: &[[u32; 3]]) -> Self {
        let creases = creases(vertices, triangles);
        Self {
            vertices: vertices.iter().flat_map(|p| p.to_array()).collect(),
            triangles: triangles.as_flattened().to_vec(),
            normals: Vec::new(),
            creases: creases
                .iter()
                .flatten()
                .flat_map(|p| p.to_array())
                .collect(),
        }
    }

    /// The surface within a radius of the convex hull of coplanar points, smoothly shaded.
    pub(crate) fn round(points: &[Vec3], radius: f32) -> Self {
        let points: Vec<_> = points.iter().map(|p| p.as_dvec3()).collect();
        let Some(surface) = crate::surface::surface(&points, f64::from(radius)) else {
            return Self::default();
        };
        let numbers = |take: fn(&(glam::DVec3, glam::DVec3)) -> glam::DVec3| {
            let each = surface.vertices.iter().map(take);
            each.flat_map(|v| v.as_vec3().to_array()).collect()
        };
        Self {
            vertices: numbers(|vertex| vertex.0),
            triangles: surface.triangles.as_flattened().to_vec(),
            normals: numbers(|vertex| vertex.1),
            creases: Vec::new(),
        }
    }

    /// Joins two meshes; both have normals, or neither.
    pub(crate) fn and(mut self, other: Self) -> Self {
        let first = self.vertices.len() as u32 / 3;
        self.vertices.extend(other.vertices);
        self.normals.extend(other.normals);
        self.creases.extend(other.creases);
        self.triangles
            .extend(other.triangles.iter().map(|i| i + first));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_has_twelve_creases_and_a_flat_square_four() {
        let square = [Vec3::ZERO, Vec3::X, Vec3::X + Vec3::Z, Vec3::Z];
        let flat = Drawn::flat(&square, &[[0, 2, 1], [0, 3, 2]]);
        assert_eq!(flat.creases.len(), 4 * 6, "the diagonal is no crease");
        // As in many files: no shared vertices, zeros of both signs.
        let corners = [[0, 2, 1], [0, 3, 2]].as_flattened().iter();
        let corners: Vec<Vec3> = corners
            .map(|i| square[*i] * Vec3::new(1., -1., 1.))
            .collect();
        let split = Drawn::flat(&corners, &[[0, 1, 2], [3, 4, 5]]);
        assert_eq!(split.creases.len(), 4 * 6);
    }

    #[test]
    fn a_rounded_shape_has_normals() {
        let capsule = Drawn::round(&[Vec3::Y, Vec3::Y * 2.0], 0.5);
        assert_eq!(capsule.vertices.len(), capsule.normals.len());
        assert!(capsule.vertices.len() > 300 && capsule.creases.is_empty());
        let count = capsule.vertices.len() / 3;
        let two = capsule.clone().and(capsule);
        let most = two.triangles.iter().max().copied();
        assert_eq!(most.map(|i| i as usize + 1), Some(2 * count));
    }
}
