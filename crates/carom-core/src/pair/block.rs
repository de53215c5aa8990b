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
    /// Their lengths, and one over these.
    pub(super) lengths: [f64; 3],
    inverse: [f64; 3],
    /// The distances of the sides from the center.
    pub(super) heights: [f64; 3],
    /// How far the corners are from the center, in each coordinate.
    extent: DVec3,
    /// How far the points that it was made from are from its corners, in the largest coordinate.
    off: f64,
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
    /// Whether this many points can be the corners of a box.
    #[inline(always)]
    pub(super) fn has_corners<V: Vector>(points: &[V]) -> bool {
        points.len() == 1 << V::DIM
    }

    /// The parallelepiped that the [corners](Self::has_corners) of a box lead to, placed by a function. It is that box if it
    /// is [exact](Self::is_exact).
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn fitted<V: Vector>(points: &[V], place: impl Fn(V) -> V::Double) -> Self {
        // A loop: a map over an array is not always inlined.
        let mut corners = [DVec3::ZERO; 8];
        for (corner, point) in corners.iter_mut().zip(points) {
            *corner = DVec3::from_array(place(*point).to_f64());
        }
        Self::around(corners, V::DIM)
    }

    /// The parallelepiped that eight corners, in 2D the first four, lead to.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn around(corners: [DVec3; 8], count: usize) -> Self {
        // How far the other corners are from where the first four lead.
        let aside = |a: DVec3, b: DVec3, c: DVec3, d: DVec3| ((b - a) - (d - c)).abs();
        let [a, b, c, d, e, f, g, h] = corners;
        let (center, half, off) = if count == 3 {
            // Sums and differences along one axis after the other.
            let [ab, cd, ef, gh] = [a + b, c + d, e + f, g + h];
            let x = ((b - a) + (d - c)) + ((f - e) + (h - g));
            let (low, high) = (ab + cd, ef + gh);
            let half = [x, (cd - ab) + (gh - ef), high - low];
            let off = aside(a, b, c, d).max(aside(a, b, e, f));
            let off = off.max(aside(a, c, e, g)).max(aside(c, d, g, h));
            ((low + high) * 0.125, half.map(|half| half * 0.125), off)
        } else {
            let (low, high) = (a + b, c + d);
            let half = [(b - a) + (d - c), high - low, DVec3::Z * 4.0];
            let half = half.map(|half| half * 0.25);
            ((low + high) * 0.25, half, aside(a, b, c, d))
        };
        let (mut areas, mut normals) = ([DVec3::ZERO; 3], [DVec3::ZERO; 3]);
        let [mut lengths, mut inverse, mut heights] = [[0.0; 3]; 3];
        let mut extent = DVec3::ZERO;
        let [x, y, z] = half;
        let crosses = [y.cross(z), z.cross(x), x.cross(y)];
        let volume = x.dot(crosses[0]);
        let outwards = if volume < 0.0 { -1.0 } else { 1.0 };
        for k in 0..3 {
            areas[k] = crosses[k] * outwards;
            lengths[k] = Vector::length(areas[k]);
            inverse[k] = 1.0 / lengths[k];
            normals[k] = areas[k] * inverse[k];
            heights[k] = volume.abs() * inverse[k];
            if k < count {
                extent += Vector::abs(half[k]);
            }
        }
        Self {
            corners,
            center,
            half,
            areas,
            normals,
            lengths,
            inverse,
            heights,
            extent,
            off: Vector::max_element(off),
            count,
        }
    }

    /// Whether the points that it was made from are its corners within an eps L, and it is not flat: thinner than that, the
    /// rounding of the corners would determine its faces.
    #[inline(always)]
    pub(super) fn is_exact<V: Vector>(&self, frame: &Frame<V>) -> bool {
        let tolerance = V::Scalar::EPSILON.to_f64() * frame.size;
        let is_thick = |height: &f64| *height > 32.0 * tolerance;
        self.off <= 2.0 * tolerance && self.heights[..self.count].iter().all(is_thick)
    }

    /// The largest coordinate of a corner, and the largest coordinate difference of two.
    pub(super) fn sizes(&self) -> [f64; 2] {
        let largest = Vector::abs(self.center) + self.extent;
        [largest, self.extent * 2.0].map(Vector::max_element)
    }

    /// The axis along which two boxes are farthest apart, or overlap least; `way` is from the center of the other box to
    /// that of this one. The normal of a face is chosen unless another is better by more than `prefer`. `None` if rounding leaves
    /// the normal of two nearly parallel edges in doubt. If they are more than `beyond` apart, any axis that shows it.
    #[inline(never)]
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
        let reaches = [self.reaches(other), other.reaches(self)];
        for (first, own) in [self, other].into_iter().enumerate() {
            for k in 0..self.count {
                let [x, y, z] = reaches[first][k];
                let reach = own.heights[k] + (x + y + z) * own.inverse[k];
                let gap = own.normals[k].dot(way).abs() - reach;
                gaps[3 * first + k] = gap;
                if gap > best + prefer {
                    (best, chosen) = (gap, 3 * first + k);
                }
            }
        }
        if best <= beyond && self.count == 3 {
            let found = (best, chosen);
            let limits = [tie, prefer];
            (best, chosen) =
                self.along_edges::<V>(other, way, found, limits, &reaches, &mut gaps)?;
        }
        let normal = self.axis(other, way, chosen);
        let is_near = |index: usize| gaps[index] >= best - tie;
        // Most have one such axis, which a count finds without branches.
        let near: usize = (0..AXES).map(|index| usize::from(is_near(index))).sum();
        let is_as_good = |index: usize| {
            index != chosen
                && is_near(index)
                && (self.axis(other, way, index) - normal).length_squared() > 1e-12
        };
        let ambiguous = normal.dot(way) <= 0.25 * tie || near > 1 && (0..AXES).any(is_as_good);
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

    /// How far each half edge of another box reaches along each area of this one: |Aᵢ·bⱼ|.
    #[inline(always)]
    fn reaches(&self, other: &Self) -> [[f64; 3]; 3] {
        let mut reaches = [[0.0; 3]; 3];
        for (area, reaches) in self.areas.iter().zip(&mut reaches) {
            for (half, reach) in other.half.iter().zip(reaches) {
                *reach = area.dot(*half).abs();
            }
        }
        reaches
    }

    /// The best gap and its axis, with those of the cross products of two edges.
    #[inline(always)]
    fn along_edges<V: Vector>(
        &self,
        other: &Self,
        way: DVec3,
        (mut best, mut chosen): (f64, usize),
        [tie, prefer]: [f64; 2],
        [of_self, of_other]: &[[[f64; 3]; 3]; 2],
        gaps: &mut [f64; AXES],
    ) -> Option<(f64, usize)> {
        let (mut aparts, mut wholes) = ([[0.0; 3]; 3], [[0.0; 3]; 3]);
        let squares = other.half.map(|b| b.length_squared());
        for (i, a) in self.half.into_iter().enumerate() {
            let [k, l] = [(i + 1) % 3, (i + 2) % 3];
            let (square, across) = (a.length_squared(), way.cross(a));
            for j in 0..3 {
                let [r, s] = [(j + 1) % 3, (j + 2) % 3];
                // m = aᵢ × bⱼ: m·way = bⱼ·(way × aᵢ), and (aₖ × aᵢ)·bⱼ is an area of the first box along bⱼ: the half
                // extent along m.
                let extent = (of_self[k][j] + of_self[l][j]) + (of_other[r][i] + of_other[s][i]);
                aparts[i][j] = other.half[j].dot(across).abs() - extent;
                wholes[i][j] = square * squares[j];
            }
        }
        // Edges that are parallel within rounding add nothing to the faces.
        let parallel = 4.0 * V::Scalar::EPSILON.to_f64();
        for pair in 0..9 {
            let (i, j) = (pair / 3, pair % 3);
            let (apart, whole, least) = (aparts[i][j], wholes[i][j], best - tie);
            // |m| is at most |aᵢ||bⱼ|: most pairs need no root.
            let is_worse = apart < 0.0 && (least >= 0.0 || apart * apart > least * least * whole);
            if is_worse && !V::Scalar::DOUBLE {
                continue;
            }
            let area = self.half[i].cross(other.half[j]).length_squared();
            if area <= parallel * parallel * whole {
                continue;
            }
            if V::Scalar::DOUBLE && area < 0.05 * 0.05 * whole {
                return None;
            }
            let (gap, index) = (apart / Scalar::sqrt(area), 6 + pair);
            if gap < least {
                continue;
            }
            gaps[index] = gap;
            if gap > best + prefer {
                (best, chosen) = (gap, index);
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
