//! A segment against a box in any orientation.
//!
//! Of the normals of the sides and those across the segment and an edge, the one with the least depth, or greatest gap, decides
//! where the segment crosses the box and where a side or an edge is nearest (separating axes; Ericson, *Real-Time Collision
//! Detection* 4.4). Otherwise a corner of the box is nearest, or an end of the segment to an edge: the squared distance of the
//! point `p + t d` is a convex function of t, quadratic between the six times at which it passes the plane of a side, and least
//! where the derivative passes zero.

use crate::pair::block::Block;
use crate::pair::boxes::known;
use crate::pair::frame::{Frame, greater, lesser};
use crate::pair::separation::{Answer, Separation};
use carom_math::{Scalar, Vector};
use glam::DVec3;

/// The separation of a segment and a box, if they are not farther apart than `reach`.
#[inline]
pub(super) fn separation<V: Vector>(
    frame: &Frame<V>,
    ends: [DVec3; 2],
    solid: &Block,
    reach: f64,
) -> Answer<V::Double> {
    let line = BlockSegment::new(ends, solid);
    if (0..solid.count).any(|i| line.gap(i) > reach) {
        return Answer::Beyond;
    }
    line.separation(frame)
        .map_or(Answer::Unknown, Answer::Known)
}

/// A segment in the coordinates of a box: along the normals of its sides, from its center.
pub(super) struct BlockSegment<'a> {
    solid: &'a Block,
    pub(super) ends: [DVec3; 2],
    /// The coordinates of the first end, and of the way to the second.
    pub(super) from: [f64; 3],
    pub(super) way: [f64; 3],
}

impl<'a> BlockSegment<'a> {
    pub(super) fn new(ends: [DVec3; 2], solid: &'a Block) -> Self {
        let (arm, way) = (ends[0] - solid.center, ends[1] - ends[0]);
        let along = |v: DVec3| {
            core::array::from_fn(|i| {
                if i < solid.count {
                    solid.normals[i].dot(v)
                } else {
                    0.0
                }
            })
        };
        Self {
            solid,
            ends,
            from: along(arm),
            way: along(way),
        }
    }

    /// The gap between it and the box along the normal of a side, negative if they overlap along it.
    fn gap(&self, side: usize) -> f64 {
        let (from, to) = (self.from[side], self.from[side] + self.way[side]);
        greater(lesser(from, to), -greater(from, to)) - self.solid.heights[side]
    }

    /// A lower bound of the squared distance from the box.
    pub(super) fn least_square(&self) -> f64 {
        let gaps = (0..self.solid.count).map(|side| greater(self.gap(side), 0.0));
        gaps.map(|gap| gap * gap).sum()
    }

    fn at(&self, t: f64) -> [f64; 3] {
        core::array::from_fn(|i| self.from[i] + self.way[i] * t)
    }

    /// How far a point is beyond the sides.
    fn beyond(&self, point: [f64; 3]) -> [f64; 3] {
        core::array::from_fn(|i| {
            let height = self.solid.heights[i];
            if i < self.solid.count {
                point[i] - Scalar::clamp(point[i], -height, height)
            } else {
                0.0
            }
        })
    }

    /// Half of the derivative of the squared distance.
    fn slope(&self, t: f64) -> f64 {
        let [x, y, z] = self.beyond(self.at(t));
        x * self.way[0] + y * self.way[1] + z * self.way[2]
    }

    /// The fraction of the segment at which it is nearest to the box; the middle of those that are equally near.
    fn nearest(&self, noise: f64) -> f64 {
        // The times at which it passes the plane of a side, in order.
        let mut times = [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        let mut count = 2;
        for i in 0..self.solid.count {
            for height in [-self.solid.heights[i], self.solid.heights[i]] {
                let t = (height - self.from[i]) / self.way[i];
                // False for NaN.
                if t > 0.0 && t < 1.0 {
                    let mut place = count;
                    while times[place - 1] > t {
                        times[place] = times[place - 1];
                        place -= 1;
                    }
                    times[place] = t;
                    count += 1;
                }
            }
        }
        // Between two of them the slope is linear, and it never falls: the zeros are one interval.
        let (mut low, mut high) = (1.0, 1.0);
        let mut last = (0.0, self.slope(0.0));
        if last.1 >= -noise {
            low = 0.0;
        }
        if last.1 > noise {
            high = 0.0;
        }
        for t in &times[1..count] {
            let next = (*t, self.slope(*t));
            let zero = || {
                let part = Scalar::clamp(-last.1 / (next.1 - last.1), 0.0, 1.0);
                last.0 + (next.0 - last.0) * part
            };
            if last.1 < -noise && next.1 >= -noise {
                low = zero();
            }
            if last.1 <= noise && next.1 > noise {
                high = zero();
            }
            last = next;
        }
        (low + high) * 0.5
    }

    /// The point at a fraction, in the frame.
    fn point(&self, t: f64) -> DVec3 {
        let [a, b] = self.ends;
        if t == 1.0 { b } else { a + (b - a) * t }
    }

    /// Its point that is nearest to the box, and the point of the box that is nearest to that; `None` if it crosses the
    /// box.
    pub(super) fn nearest_points<V: Vector>(&self, frame: &Frame<V>) -> Option<[DVec3; 2]> {
        let solid = self.solid;
        let length = Vector::length(self.ends[1] - self.ends[0]);
        let t = self.nearest(4.0 * f64::EPSILON * frame.size * length);
        let point = self.at(t);
        let beyond = self.beyond(point);
        if beyond == [0.0; 3] {
            return None;
        }
        let mut foot = solid.center;
        for i in 0..solid.count {
            foot += solid.half[i] * ((point[i] - beyond[i]) / solid.heights[i]);
        }
        Some([self.point(t), foot])
    }

    /// The separation of the segment and the box; `None` if rounding or a skew box leave it in doubt.
    fn separation<V: Vector>(&self, frame: &Frame<V>) -> Option<Separation<V::Double>> {
        if let Some(found) = self.along_axis(frame) {
            return Some(found);
        }
        let [p, foot] = self.nearest_points(frame)?;
        let n = Vector::try_normalize(p - foot)?;
        let distance = Vector::length(p - foot);
        // Proved by the gap over the whole segment and the whole box.
        let heights = self.ends.map(|end| n.dot(end - self.solid.center));
        let support = lesser(heights[0], heights[1]) - self.solid.reach(n);
        let is_proved = distance - support <= frame.tolerance(1.0 / 64.0);
        is_proved.then(|| known([p, foot], n, distance, false))
    }

    /// The depth of a segment that crosses the box, or the distance, along the normal of a side or across the segment and an edge;
    /// `None` if its points are not nearest along any of them. This comes first: points that are found along the edges of a box
    /// with rounded corners fail their proof.
    fn along_axis<V: Vector>(&self, frame: &Frame<V>) -> Option<Separation<V::Double>> {
        let (solid, way) = (self.solid, self.ends[1] - self.ends[0]);
        let mut axes = [(f64::INFINITY, DVec3::X); 9];
        for i in 0..solid.count {
            let (a, b) = (self.from[i], self.from[i] + self.way[i]);
            axes[2 * i] = (solid.heights[i] - lesser(a, b), solid.normals[i]);
            axes[2 * i + 1] = (solid.heights[i] + greater(a, b), -solid.normals[i]);
        }
        for j in 0..3 {
            // In the plane only across the segment: the third edge is a unit out of it.
            if solid.count == 2 && j < 2 {
                continue;
            }
            let edge = solid.half[j];
            let m = way.cross(edge);
            let square = m.length_squared();
            if square <= PARALLEL * PARALLEL * (way.length_squared() * edge.length_squared()) {
                continue;
            }
            let n = m * (1.0 / Scalar::sqrt(square));
            let along = n.dot(self.ends[0] - solid.center);
            let at = |i: usize| n.dot(solid.half[(j + i) % 3]).abs();
            let n = if along < 0.0 { -n } else { n };
            axes[6 + j] = (at(1) + at(2) - along.abs(), n);
        }
        let prefer = 1e-12 * frame.size;
        let mut best = 0;
        for index in 1..9 {
            if axes[index].0 < axes[best].0 - prefer {
                best = index;
            }
        }
        let (depth, n) = axes[best];
        let tie = frame.tolerance(8.0);
        let is_tied = |index: usize| {
            let (other, normal) = axes[index];
            index != best && other - depth <= tie && (normal - n).length_squared() > 1e-12
        };
        let is_in_the_middle = best >= 6 && 2.0 * n.dot(self.ends[0] - solid.center) <= tie;
        let ambiguous = depth >= 0.0 && (is_in_the_middle || (0..9).any(is_tied));
        let slack = 1e-9 * frame.size;
        let points = if best < 6 {
            self.over_side(best / 2, n, depth, slack)
        } else {
            self.over_edge(best - 6, n, slack)
        };
        Some(known(points?, n, -depth, ambiguous))
    }

    /// The deepest point of the segment below a side, or its nearest above, and the point of the side over it; `None` if there is no
    /// such point.
    pub(super) fn over_side(
        &self,
        side: usize,
        n: DVec3,
        depth: f64,
        slack: f64,
    ) -> Option<[DVec3; 2]> {
        let heights = self.ends.map(|end| n.dot(end - self.solid.center));
        // A segment along the side: the middle of the part that is below it.
        let (mut low, mut high) = (0.0, 1.0);
        if heights[0] < heights[1] - slack {
            high = 0.0;
        } else if heights[1] < heights[0] - slack {
            low = 1.0;
        }
        for i in (0..self.solid.count).filter(|i| *i != side) {
            let height = self.solid.heights[i] + slack;
            // Of the points over it, which in a skew box have other coordinates.
            let shift = depth * n.dot(self.solid.normals[i]);
            let (from, way) = (self.from[i] + shift, self.way[i]);
            let times = [(-height - from) / way, (height - from) / way];
            if way == 0.0 {
                if from.abs() > height {
                    return None;
                }
                continue;
            }
            low = greater(low, lesser(times[0], times[1]));
            high = lesser(high, greater(times[0], times[1]));
        }
        let p = self.point((low + high) * 0.5);
        (low <= high).then(|| [p, p + n * depth])
    }

    /// The nearest points of the segment and the edge with this number that is farthest along `n`.
    pub(super) fn over_edge(&self, edge: usize, n: DVec3, slack: f64) -> Option<[DVec3; 2]> {
        let solid = self.solid;
        let mut sides = solid
            .half
            .map(|axis| if n.dot(axis) < 0.0 { -1.0 } else { 1.0 });
        sides[edge] = 0.0;
        if solid.count == 2 {
            sides[2] = 0.0;
        }
        let (p, q) = (self.ends[0], solid.corner(sides));
        let (u, v) = (self.ends[1] - self.ends[0], solid.half[edge]);
        let m = u.cross(v);
        let part = 1.0 / m.length_squared();
        let s = (q - p).cross(v).dot(m) * part;
        let t = (q - p).cross(u).dot(m) * part;
        let within = |excess: f64, axis: DVec3| {
            excess <= 0.0 || excess * excess * axis.length_squared() <= slack * slack
        };
        let is_on_both = within((s - 0.5).abs() - 0.5, u) && within(t.abs() - 1.0, v);
        is_on_both.then(|| [p + u * s, q + v * t])
    }
}

/// The sine of the angle of a segment and an edge that count as parallel.
const PARALLEL: f64 = 1e-7;
