//! Boxes in any orientation by their corners, and the axis along which two of them are farthest apart (separating axes:
//! Gottschalk, Lin, Manocha 1996; Ericson, *Real-Time Collision Detection* 4.4).

use super::frame::Frame;
use carom_math::{Scalar, Vector};
use glam::DVec3;

/// A parallelepiped with the corners of a box: bit `k` of a corner's number is set at the far end of edge `k`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    /// In 2D the first four.
    pub(super) corners: [DVec3; 8],
    pub(super) center: DVec3,
    /// Half of each edge.
    pub(super) half: [DVec3; 3],
    /// The cross products of the other two halves, outwards at the far end of each edge.
    areas: [DVec3; 3],
    /// The unit normals along them.
    pub(super) normals: [DVec3; 3],
    /// The distances of the sides from the center.
    pub(super) heights: [f64; 3],
    /// The largest coordinate difference of two corners.
    pub(super) size: f64,
    /// The number of edges; in 2D the third is a unit out of the plane.
    pub(super) count: usize,
}

/// The axis with the largest gap of two boxes, in the unit of the frame.
#[derive(Clone, Copy)]
pub(super) struct Axis {
    /// The sides of the first box, those of the second, then the pairs of edges.
    pub(super) number: usize,
    /// From the second box to the first.
    pub(super) normal: DVec3,
    pub(super) gap: f64,
    pub(super) unique: bool,
}

/// The axes of two boxes: three face normals of each, and the cross products of their edges.
const AXES: usize = 15;

impl Block {
    /// The box with these corners; `None` if the points are not those of a box within an eps L, or it is flat.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn new<V: Vector>(frame: &Frame<V>, points: &[DVec3]) -> Option<Self> {
        // How far the other corners are from where the first four lead.
        let aside = |a: &DVec3, b: &DVec3, c: &DVec3, d: &DVec3| ((*b - *a) - (*d - *c)).abs();
        let mut corners = [DVec3::ZERO; 8];
        corners[..points.len().min(8)].copy_from_slice(points.get(..8).unwrap_or(points));
        let (center, half, count, off) = match points {
            // Sums and differences along one axis after the other.
            [a, b, c, d, e, f, g, h] => {
                let [ab, cd, ef, gh] = [*a + *b, *c + *d, *e + *f, *g + *h];
                let x = ((*b - *a) + (*d - *c)) + ((*f - *e) + (*h - *g));
                let (low, high) = (ab + cd, ef + gh);
                let half = [x, (cd - ab) + (gh - ef), high - low];
                let off = aside(a, b, c, d).max(aside(a, b, e, f));
                let off = off.max(aside(a, c, e, g)).max(aside(c, d, g, h));
                (low + high, half.map(|half| half * 0.125), 3, off)
            }
            [a, b, c, d] => {
                let (low, high) = (*a + *b, *c + *d);
                let half = [(*b - *a) + (*d - *c), high - low, DVec3::Z * 4.0];
                let half = half.map(|half| half * 0.25);
                ((low + high) * 2.0, half, 2, aside(a, b, c, d))
            }
            _ => return None,
        };
        let tolerance = V::Scalar::EPSILON.to_f64() * frame.size;
        if Vector::max_element(off) > 2.0 * tolerance {
            return None;
        }
        let (mut areas, mut normals) = ([DVec3::ZERO; 3], [DVec3::ZERO; 3]);
        let mut heights = [0.0; 3];
        for k in 0..3 {
            let area = half[(k + 1) % 3].cross(half[(k + 2) % 3]);
            let volume = area.dot(half[k]);
            let length = Vector::length(area);
            // Thinner than that, the rounding of the corners would determine the face.
            if k < count && volume.abs() <= 32.0 * tolerance * length {
                return None;
            }
            areas[k] = if volume < 0.0 { -area } else { area };
            normals[k] = areas[k] * (1.0 / length);
            heights[k] = volume.abs() / length;
        }
        let [x, y, z] = half;
        let extent = Vector::abs(x) + Vector::abs(y) + Vector::abs(z);
        Some(Self {
            corners,
            center: center * 0.125,
            half,
            areas,
            normals,
            heights,
            size: 2.0 * Vector::max_element(extent),
            count,
        })
    }

    /// The axis along which two boxes are farthest apart, or overlap least; `way` is from the center of the other box to
    /// that of this one. The normal of a face is chosen unless another is better by more than `prefer`. `None` if rounding leaves
    /// the normal of two nearly parallel edges in doubt. If they are more than `beyond` apart, any axis that shows it.
    #[inline(always)]
    pub(super) fn farthest_apart<V: Vector>(
        &self,
        other: &Self,
        way: DVec3,
        frame: &Frame<V>,
        [beyond, prefer]: [f64; 2],
    ) -> Option<Axis> {
        let tie = frame.size * V::Scalar::EPSILON.to_f64() * 8.0;
        let mut gaps = [f64::NEG_INFINITY; AXES];
        let (mut best, mut chosen) = (f64::NEG_INFINITY, 0);
        for (first, [own, far]) in [[self, other], [other, self]].into_iter().enumerate() {
            for k in 0..self.count {
                let n = own.normals[k];
                let gap = n.dot(way).abs() - (own.heights[k] + far.reach(n));
                gaps[3 * first + k] = gap;
                if gap > best + prefer {
                    (best, chosen) = (gap, 3 * first + k);
                }
            }
        }
        if best <= beyond && self.count == 3 {
            let found = (best, chosen);
            (best, chosen) = self.along_edges::<V>(other, way, found, [tie, prefer], &mut gaps)?;
        }
        let normal = self.axis(other, way, chosen);
        let is_as_good = |index: usize| {
            index != chosen
                && gaps[index] >= best - tie
                && (self.axis(other, way, index) - normal).length_squared() > 1e-12
        };
        let ambiguous = normal.dot(way) <= 0.25 * tie || (0..AXES).any(is_as_good);
        Some(Axis {
            number: chosen,
            normal,
            gap: best,
            unique: !ambiguous,
        })
    }

    /// The axis with this number, from the second box to the first.
    fn axis(&self, other: &Self, way: DVec3, index: usize) -> DVec3 {
        let axis = match index {
            0..3 => self.normals[index],
            3..6 => other.normals[index - 3],
            _ => {
                let m = self.half[index / 3 - 2].cross(other.half[index % 3]);
                m / Vector::length(m)
            }
        };
        if axis.dot(way) < 0.0 { -axis } else { axis }
    }

    /// The best gap and its axis, with those of the cross products of two edges.
    #[inline(always)]
    fn along_edges<V: Vector>(
        &self,
        other: &Self,
        way: DVec3,
        (mut best, mut chosen): (f64, usize),
        [tie, prefer]: [f64; 2],
        gaps: &mut [f64; AXES],
    ) -> Option<(f64, usize)> {
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
                if apart < (best - tie) * length {
                    continue;
                }
                let (gap, index) = (apart / length, 6 + 3 * i + j);
                gaps[index] = gap;
                if gap > best + prefer {
                    (best, chosen) = (gap, index);
                }
            }
        }
        Some((best, chosen))
    }

    /// How far it reaches from its center along a direction.
    pub(super) fn reach(&self, n: DVec3) -> f64 {
        let [x, y, z] = self.half.map(|axis| n.dot(axis).abs());
        x + y + z
    }

    /// Its corner with these sides of the center.
    pub(super) fn corner(&self, sides: [f64; 3]) -> DVec3 {
        let [x, y, z] = self.half;
        self.center + x * sides[0] + y * sides[1] + z * sides[2]
    }

    /// Calls back with the corners that are farthest along a direction, within a slack; in 2D each of them once.
    pub(super) fn each_farthest(
        &self,
        n: DVec3,
        slack: f64,
        mut visit: impl FnMut(DVec3) -> bool,
    ) -> bool {
        let heights = self.half.map(|axis| n.dot(axis));
        let free = |i: usize| i < self.count && heights[i].abs() <= slack;
        for i in 0..8 {
            let mut counts = true;
            let mut sides = [0.0; 3];
            for (axis, side) in sides.iter_mut().enumerate().take(self.count) {
                let other = i >> axis & 1 == 1;
                counts &= !other || free(axis);
                *side = if (heights[axis] < 0.0) == other {
                    1.0
                } else {
                    -1.0
                };
            }
            counts &= self.count == 3 || i < 4;
            if counts && visit(self.corner(sides)) {
                return true;
            }
        }
        false
    }

    /// Whether a ball is inside, but for the side with this outward normal.
    pub(super) fn contains_ball(&self, center: DVec3, radius: f64, but: DVec3) -> bool {
        (0..self.count).all(|k| {
            let normal = self.normals[k];
            let height = normal.dot(center - self.center);
            let is_in = |sign: f64| self.heights[k] - sign * height >= radius;
            (but == normal || is_in(1.0)) && (but == -normal || is_in(-1.0))
        })
    }

    /// Whether the projection of a point along the normal of a side is on that side.
    pub(super) fn covers(&self, side: usize, p: DVec3, slack: f64) -> bool {
        let arm = p - self.center;
        let along = self.normals[side].dot(arm);
        // In a skew box the foot has other heights than the point.
        let arm = arm
            - self.normals[side]
                * (along - Scalar::clamp(along, -self.heights[side], self.heights[side]));
        (0..self.count)
            .filter(|axis| *axis != side)
            .all(|axis| self.normals[axis].dot(arm).abs() <= self.heights[axis] + slack)
    }
}
