//! Two boxes in closed form: the separating axis test (Gottschalk, Lin, Manocha 1996) instead of GJK and EPA, and faces
//! from the numbers of the corners.

use super::outline::{Corner, Outline};
use super::projection::Projection;
use crate::pair::frame::Frame;
use crate::pair::overlap::is_other;
use carom_math::{Scalar, Vector};
use glam::DVec3;

/// A parallelepiped with the corners of a box: bit `k` of a corner's number is set at the far end of edge `k`.
pub(super) struct Block {
    center: DVec3,
    /// Half of each edge.
    half: [DVec3; 3],
    /// The unit normal of the face at the far end of each edge.
    normals: [DVec3; 3],
}

/// The largest separation over all axes, in the unit of the frame.
pub(super) struct Axis {
    /// From the second box to the first.
    pub(super) normal: DVec3,
    pub(super) separation: f64,
    pub(super) unique: bool,
}

impl Block {
    /// The box with these corners; `None` if the points are not those of a box within eps L, or it is flat.
    pub(super) fn new<V: Vector>(points: &[V], frame: &Frame<V>) -> Option<Self> {
        if V::DIM != 3 {
            return None;
        }
        let points: &[V; 8] = points.try_into().ok()?;
        let p = points.map(|p| DVec3::from_array(frame.raw(p).to_f64()));
        let edges = [1, 2, 4].map(|far| p[far] - p[0]);
        let tolerance = V::Scalar::EPSILON.to_f64() * frame.size;
        let is_at = |corner: usize, from: usize, edge: usize| {
            let off = Vector::abs(p[corner] - p[from] - edges[edge]);
            off.max_element() <= tolerance
        };
        if !(is_at(3, 1, 1) && is_at(5, 1, 2) && is_at(6, 2, 2) && is_at(7, 3, 2)) {
            return None;
        }
        let mut normals = [DVec3::ZERO; 3];
        for k in 0..3 {
            let normal = edges[(k + 1) % 3].cross(edges[(k + 2) % 3]);
            let volume = normal.dot(edges[k]);
            let length = Vector::length(normal);
            // Thinner than that, the rounding of the corners would determine the face.
            if volume.abs() <= 64.0 * tolerance * length {
                return None;
            }
            normals[k] = normal * (if volume < 0.0 { -1.0 } else { 1.0 } / length);
        }
        Some(Self {
            center: p[0] + (edges[0] + edges[1] + edges[2]) * 0.5,
            half: edges.map(|edge| edge * 0.5),
            normals,
        })
    }

    /// Half of the extent along a direction.
    fn extent(&self, m: DVec3) -> f64 {
        let [x, y, z] = self.half.map(|half| half.dot(m).abs());
        x + y + z
    }

    /// The separation along a direction, and the distance of the centers along it.
    fn apart(&self, other: &Self, m: DVec3) -> [f64; 2] {
        let way = m.dot(self.center - other.center);
        [way.abs() - (self.extent(m) + other.extent(m)), way]
    }

    /// The axis along which two boxes are farthest apart, or overlap least. Of equal ones a face normal is chosen. `None`
    /// if rounding leaves the normal of two nearly parallel edges in doubt.
    pub(super) fn farthest_apart<V: Vector>(&self, other: &Self, frame: &Frame<V>) -> Option<Axis> {
        let tie = 2.0 * V::Scalar::EPSILON.to_f64() * frame.size;
        let mut all = [(f64::NEG_INFINITY, DVec3::ZERO); 15];
        let mut best = (f64::NEG_INFINITY, DVec3::ZERO);
        let mut ambiguous = false;
        let mut count = 0;
        let mut add = |separation: f64, normal: DVec3, way: f64| {
            let normal = if way < 0.0 { -normal } else { normal };
            all[count] = (separation, normal);
            count += 1;
            if separation > best.0 + tie {
                best = (separation, normal);
                ambiguous = way.abs() <= tie;
            }
        };
        for normal in self.normals.iter().chain(&other.normals) {
            let [separation, way] = self.apart(other, *normal);
            add(separation, *normal, way);
        }
        for a in self.half {
            for b in other.half {
                let m = a.cross(b);
                let sine = m.length_squared() / (a.length_squared() * b.length_squared());
                // Edges that are parallel within rounding add nothing to the faces.
                let parallel = 4.0 * V::Scalar::EPSILON.to_f64();
                if sine <= parallel * parallel {
                    continue;
                }
                if V::Scalar::DOUBLE && sine < 0.05 * 0.05 {
                    return None;
                }
                let scale = 1.0 / Vector::length(m);
                let [separation, way] = self.apart(other, m);
                add(separation * scale, m * scale, way * scale);
            }
        }
        let (separation, normal) = best;
        let is_as_good = |axis: &(f64, DVec3)| {
            axis.0 >= separation - 4.0 * tie && (axis.1 - normal).length_squared() > 1e-12
        };
        Some(Axis {
            normal,
            separation,
            unique: !ambiguous && !all.iter().any(is_as_good),
        })
    }

    /// The face that faces the other shape, if its slope is that of a feature and it has an area.
    pub(super) fn outline<V: Vector>(
        &self,
        points: &[V],
        projection: &Projection<V>,
        towards: f64,
        close: f64,
    ) -> Option<Outline> {
        let cosines = self.normals.map(|n| n.dot(projection.normal) * towards);
        let mut k = 0;
        for other in 1..3 {
            if cosines[other].abs() > cosines[k].abs() {
                k = other;
            }
        }
        let first = if cosines[k] > 0.0 { 1 << k } else { 0 };
        // Bits of the two edges of the face, the lower one first.
        let [u, w] = [[2, 4], [1, 4], [1, 2]][k];
        let ring = [first, first + u, first + u + w, first + w].map(|number| {
            let at = projection.of(points[number]);
            Corner {
                at: DVec3::new(at.x, at.y, at.z * towards),
                number: number as u32,
            }
        });
        Outline::quadrilateral(ring, close)
    }
}
