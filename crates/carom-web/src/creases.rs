//! Sharp and open edges of a triangle mesh, drawn as lines.

use glam::Vec3;
use std::collections::BTreeMap;

/// Cosine of the smallest angle between the normals of two triangles that makes their edge a crease: 20°.
const MIN_BEND_COSINE: f32 = 0.94;
/// Larger meshes get no creases: sorting their edges would delay the first picture.
const MAX_TRIANGLES: usize = 400_000;

/// The two ends of every edge where a surface ends or bends by more than 20°. Vertices at the same position count as one.
/// Empty for a surface of more than 400,000 triangles.
///
/// ```
/// use glam::Vec3;
/// let square = [Vec3::ZERO, Vec3::X, Vec3::X + Vec3::Z, Vec3::Z];
/// assert_eq!(carom_web::creases(&square, &[[0, 2, 1], [0, 3, 2]]).len(), 4, "the diagonal is flat");
/// ```
///
/// # Panics
/// If a triangle's index is out of range.
#[must_use]
pub fn creases(vertices: &[Vec3], triangles: &[[u32; 3]]) -> Vec<[Vec3; 2]> {
    if triangles.len() > MAX_TRIANGLES {
        return Vec::new();
    }
    let mut first = BTreeMap::new();
    let same: Vec<u32> = (0..)
        .zip(vertices)
        // +0 and −0 are the same coordinate.
        .map(|(i, p)| {
            *first
                .entry((*p + 0.0).to_array().map(f32::to_bits))
                .or_insert(i)
        })
        .collect();
    let mut edges = Vec::new();
    for triangle in triangles {
        let [a, b, c] = triangle.map(|i| vertices[i as usize]);
        let Some(normal) = (b - a).cross(c - a).try_normalize() else {
            continue;
        };
        let [a, b, c] = triangle.map(|i| same[i as usize]);
        edges.extend([(a, b), (b, c), (c, a)].map(|(p, q)| ((p.min(q), p.max(q)), normal)));
    }
    edges.sort_by_key(|(edge, _)| *edge);
    let at_edges = edges.chunk_by(|(p, _), (q, _)| p == q);
    let creased = at_edges.filter(|sides| match sides {
        [(_, m), (_, n)] => m.dot(*n) < MIN_BEND_COSINE,
        _ => true,
    });
    creased
        .map(|sides| {
            let (p, q) = sides[0].0;
            [vertices[p as usize], vertices[q as usize]]
        })
        .collect()
}
