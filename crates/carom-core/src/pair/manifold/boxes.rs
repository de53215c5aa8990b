//! Two boxes in closed form: the separating axis test (Gottschalk, Lin, Manocha 1996) instead of GJK and EPA, and faces
//! from the numbers of the corners.

use super::outline::{Corner, Outline, STEEPEST};
use super::projection::{ManifoldTolerances, Projection};
use crate::pair::frame::Frame;
use carom_math::{Scalar, Vector};
use glam::DVec3;

/// A parallelepiped with the corners of a box: bit `k` of a corner's number is set at the far end of edge `k`.
pub(super) struct Block {
    corners: [DVec3; 8],
    center: DVec3,
    /// Half of each edge.
    half: [DVec3; 3],
    /// The cross products of the other two halves, outwards at the far end of each edge.
    areas: [DVec3; 3],
    /// The unit normals along them.
    normals: [DVec3; 3],
    /// The largest coordinate difference of two corners.
    pub(super) size: f64,
}

/// The axis with the largest separation, in the unit of the frame.
pub(super) struct Axis {
    /// From the second box to the first.
    pub(super) normal: DVec3,
    pub(super) separation: f64,
    pub(super) unique: bool,
}

/// The axes of two boxes: three face normals of each, and the cross products of their edges.
const AXES: usize = 15;

impl Block {
    /// The box with these corners; `None` if the points are not those of a box within eps L, or it is flat.
    #[inline(always)]
    pub(super) fn new<V: Vector>(points: &[V], frame: &Frame<V>) -> Option<Self> {
        let points: &[V; 8] = points.try_into().ok()?;
        // Loops: a map over an array is not always inlined.
        let mut p = [DVec3::ZERO; 8];
        for (place, point) in p.iter_mut().zip(points) {
            *place = DVec3::from_array(frame.raw(*point).to_f64());
        }
        let edges = [1, 2, 4].map(|far| p[far] - p[0]);
        let tolerance = V::Scalar::EPSILON.to_f64() * frame.size;
        let off = |corner: usize, from: usize, edge: usize| {
            Vector::abs(p[corner] - p[from] - edges[edge])
        };
        let worst = Vector::max(off(3, 1, 1), off(5, 1, 2));
        let worst = Vector::max(Vector::max(worst, off(6, 2, 2)), off(7, 3, 2));
        let is_box = Vector::max_element(worst) <= tolerance;
        if !is_box {
            return None;
        }
        let half = edges.map(|edge| edge * 0.5);
        let (mut areas, mut normals) = ([DVec3::ZERO; 3], [DVec3::ZERO; 3]);
        for k in 0..3 {
            let area = half[(k + 1) % 3].cross(half[(k + 2) % 3]);
            let volume = area.dot(half[k]);
            let length = Vector::length(area);
            // Thinner than that, the rounding of the corners would determine the face.
            if volume.abs() <= 32.0 * tolerance * length {
                return None;
            }
            areas[k] = if volume < 0.0 { -area } else { area };
            normals[k] = areas[k] * (1.0 / length);
        }
        let [x, y, z] = half;
        let extent = Vector::abs(x) + Vector::abs(y) + Vector::abs(z);
        Some(Self {
            corners: p,
            center: p[0] + (x + y + z),
            half,
            areas,
            normals,
            size: 2.0 * Vector::max_element(extent),
        })
    }

    /// The axis along which two boxes are farthest apart, or overlap least. Of equal ones a face normal is chosen. `None`
    /// if rounding leaves the normal of two nearly parallel edges in doubt. If they are more than `beyond` apart, any axis
    /// that shows it.
    #[inline(always)]
    pub(super) fn farthest_apart<V: Vector>(
        &self,
        other: &Self,
        frame: &Frame<V>,
        beyond: f64,
    ) -> Option<Axis> {
        let tie = 2.0 * V::Scalar::EPSILON.to_f64() * frame.size;
        let way = self.center - other.center;
        let mut separations = [f64::NEG_INFINITY; AXES];
        let (mut best, mut chosen) = (f64::NEG_INFINITY, 0);
        for (first, [own, far]) in [[self, other], [other, self]].into_iter().enumerate() {
            for k in 0..3 {
                let n = own.normals[k];
                let extent = own.half[k].dot(n) + far.extent(n);
                let separation = n.dot(way).abs() - extent;
                separations[3 * first + k] = separation;
                if separation > best + tie {
                    (best, chosen) = (separation, 3 * first + k);
                }
            }
        }
        if best <= beyond {
            (best, chosen) = self.along_edges::<V>(other, (best, chosen), tie, &mut separations)?;
        }
        let normal = self.axis(other, chosen);
        let is_as_good = |index: usize| {
            index != chosen
                && separations[index] >= best - 4.0 * tie
                && (self.axis(other, index) - normal).length_squared() > 1e-12
        };
        let ambiguous = normal.dot(way) <= tie || (0..AXES).any(is_as_good);
        Some(Axis {
            normal,
            separation: best,
            unique: !ambiguous,
        })
    }

    /// Half of the extent along a direction.
    #[inline(always)]
    fn extent(&self, m: DVec3) -> f64 {
        let [x, y, z] = self.half.map(|half| half.dot(m).abs());
        x + y + z
    }

    /// The axis with this number, from the second box to the first.
    fn axis(&self, other: &Self, index: usize) -> DVec3 {
        let axis = match index {
            0..3 => self.normals[index],
            3..6 => other.normals[index - 3],
            _ => {
                let m = self.half[index / 3 - 2].cross(other.half[index % 3]);
                m / Vector::length(m)
            }
        };
        if axis.dot(self.center - other.center) < 0.0 {
            -axis
        } else {
            axis
        }
    }

    /// The best separation and its axis, with those of the cross products of two edges.
    #[inline(always)]
    fn along_edges<V: Vector>(
        &self,
        other: &Self,
        (mut best, mut chosen): (f64, usize),
        tie: f64,
        separations: &mut [f64; AXES],
    ) -> Option<(f64, usize)> {
        let way = self.center - other.center;
        // (aₖ × aᵢ)·bⱼ is an area of the first box along an edge of the second one: the half extent along aᵢ × bⱼ.
        let (mut of_self, mut of_other) = ([[0.0; 3]; 3], [[0.0; 3]; 3]);
        for (i, (of_self, of_other)) in of_self.iter_mut().zip(&mut of_other).enumerate() {
            for j in 0..3 {
                of_self[j] = self.areas[i].dot(other.half[j]).abs();
                of_other[j] = self.half[i].dot(other.areas[j]).abs();
            }
        }
        // Edges that are parallel within rounding add nothing to the faces.
        let parallel = 4.0 * V::Scalar::EPSILON.to_f64();
        let squares = other.half.map(|b| b.length_squared());
        for (i, a) in self.half.into_iter().enumerate() {
            let [k, l] = [(i + 1) % 3, (i + 2) % 3];
            let square = a.length_squared();
            for j in 0..3 {
                let m = a.cross(other.half[j]);
                let (area, whole) = (m.length_squared(), square * squares[j]);
                if area <= parallel * parallel * whole {
                    continue;
                }
                if V::Scalar::DOUBLE && area < 0.05 * 0.05 * whole {
                    return None;
                }
                let [r, s] = [(j + 1) % 3, (j + 2) % 3];
                let extent = of_self[k][j] + of_self[l][j] + of_other[i][r] + of_other[i][s];
                let (apart, length) = (m.dot(way).abs() - extent, Vector::length(m));
                if apart < (best - 4.0 * tie) * length {
                    continue;
                }
                let (separation, index) = (apart / length, 6 + 3 * i + j);
                separations[index] = separation;
                if separation > best + tie {
                    (best, chosen) = (separation, index);
                }
            }
        }
        Some((best, chosen))
    }

    /// Whether it has a face with the slope of a feature, which becomes the outline.
    #[inline(always)]
    pub(super) fn face<V: Vector>(
        &self,
        projection: &Projection<V>,
        towards: f64,
        tolerances: &ManifoldTolerances,
        outline: &mut Outline,
    ) -> bool {
        let cosines = self.normals.map(|n| n.dot(projection.normal) * towards);
        let mut k = 0;
        for other in 1..3 {
            if cosines[other].abs() > cosines[k].abs() {
                k = other;
            }
        }
        let cosine = cosines[k];
        if cosine * cosine * (1.0 + STEEPEST * STEEPEST) < 1.0 {
            return false;
        }
        let first = if cosine > 0.0 { 1 << k } else { 0 };
        // Bits of the two edges of the face, the lower one first.
        let [u, w] = [[2, 4], [1, 4], [1, 2]][k];
        let mut ring = [Corner::default(); 4];
        for (corner, number) in ring
            .iter_mut()
            .zip([first, first + u, first + u + w, first + w])
        {
            let at = projection.across(self.corners[number]);
            *corner = Corner {
                at: DVec3::new(at.x, at.y, at.z * towards),
                number: number as u32,
            };
        }
        outline.become_quadrilateral(ring, tolerances)
    }
}
