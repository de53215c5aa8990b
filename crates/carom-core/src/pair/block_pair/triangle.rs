//! A triangle against a box in any orientation.
//!
//! Where the two cross, or a face is nearest to a point or an edge to an edge, the separation is the largest gap along the
//! normals of the faces of their Minkowski difference: of the sides, of the triangle, and across an edge of each
//! (separating axes; Ericson, *Real-Time Collision Detection* 4.4 and 5.2.9). Else an edge of the triangle is nearest.

use super::segment::BlockSegment;
use crate::pair::block::Block;
use crate::pair::boxes::{aside, known};
use crate::pair::frame::{Frame, greater, lesser};
use crate::pair::separation::{Answer, Separation};
use crate::pair::slabs::{FirstTouch, Slabs};
use carom_math::{Scalar, Vector};
use glam::DVec3;

/// The separation of a triangle and a box, if they are not farther apart than `reach`.
pub(super) fn separation<V: Vector>(
    frame: &Frame<V>,
    corners: [DVec3; 3],
    solid: &Block,
    reach: f64,
) -> Answer<V::Double> {
    let Some(pair) = BlockTriangle::new(corners, solid) else {
        return Answer::Unknown;
    };
    let (tie, prefer) = (frame.tolerance(8.0), 1e-12 * frame.size);
    let Some((gaps, best)) = pair.gaps(reach, [tie, prefer]) else {
        return Answer::Beyond;
    };
    let (gap, n) = (gaps[best], pair.axis(best));
    if gap > reach {
        return Answer::Beyond;
    }
    if let Some(points) = pair.witnesses(best, n, gap, aside(frame)) {
        let is_tied = |index: usize| {
            let is_near = index != best && gaps[index] >= gap - tie;
            is_near && (pair.axis(index) - n).length_squared() > 1e-12
        };
        let ambiguous = gap <= 0.0 && (0..AXES).any(is_tied);
        return Answer::Known(known(points, n, gap, ambiguous));
    }
    if gap < 0.0 {
        return Answer::Unknown;
    }
    pair.nearest_edge(frame)
}

/// The time at which a moving triangle touches a box, infinite if never, and the separation of the cores there; `None` where
/// that is not clear.
pub(super) fn first_touch<V: Vector>(
    frame: &Frame<V>,
    corners: [DVec3; 3],
    solid: &Block,
) -> Option<(f64, Separation<V::Double>)> {
    let pair = BlockTriangle::new(corners, solid)?;
    let mut slabs = Slabs::new(frame);
    pair.each_axis(|number, n, gaps| slabs.cross(number, n, gaps));
    let (t, number, n) = match slabs.first_touch() {
        FirstTouch::Never => return Some((f64::INFINITY, Separation::infinite())),
        FirstTouch::Unclear => return None,
        FirstTouch::At(t, number, n) => (t, number, n),
    };
    let there = BlockTriangle::new(corners.map(|corner| corner + slabs.delta * t), solid)?;
    let heights = there.arms.map(|arm| n.dot(arm));
    if number >= ACROSS {
        // The rounding of an opposite corner may come into the slab last, and later into the box.
        let side = (number - ACROSS) / 3;
        if heights[(side + 2) % 3] < heights[side] {
            return None;
        }
    }
    let [a, b, c] = heights;
    let gap = lesser(lesser(a, b), c) - solid.reach(n);
    let points = there.witnesses(number, n, gap, aside(frame))?;
    slabs
        .is_touch(gap, frame)
        .then(|| (t, known(points, n, gap, false)))
}

/// The normals of the sides and their opposites, those of the triangle, and across a side of the triangle and an edge.
const AXES: usize = 17;
const OF_TRIANGLE: usize = 6;
const ACROSS: usize = 8;

/// A triangle beside a box.
struct BlockTriangle<'a> {
    solid: &'a Block,
    sides: [BlockSegment<'a>; 3],
    /// The corners from the center of the box.
    arms: [DVec3; 3],
    /// The squared lengths of the sides.
    squares: [f64; 3],
    /// The unit normal of the triangle; zero in 2D.
    normal: DVec3,
}

impl<'a> BlockTriangle<'a> {
    /// `None` if the triangle is so thin that rounding determines its plane.
    fn new([a, b, c]: [DVec3; 3], solid: &'a Block) -> Option<Self> {
        let (ab, ac) = (b - a, c - a);
        let area = ab.cross(ac);
        let square = area.length_squared();
        let squares = [ab, c - b, ac].map(|side| side.length_squared());
        if square <= THIN * THIN * (squares[0] * squares[2]) {
            return None;
        }
        let normal = if solid.count == 2 {
            DVec3::ZERO
        } else {
            area * (1.0 / Scalar::sqrt(square))
        };
        Some(Self {
            solid,
            sides: [[a, b], [b, c], [c, a]].map(|ends| BlockSegment::new(ends, solid)),
            arms: [a, b, c].map(|corner| corner - solid.center),
            squares,
            normal,
        })
    }

    /// The gap along each axis, and the number of the largest, the first of those within `prefer` of it; `None` if one is
    /// more than `reach`. That across two edges is left out where it is less than the largest by more than `tie`.
    #[inline(always)]
    fn gaps(&self, reach: f64, [tie, prefer]: [f64; 2]) -> Option<([f64; AXES], usize)> {
        let mut gaps = [f64::NEG_INFINITY; AXES];
        self.each_face(|index, _, [above, below]| {
            (gaps[index], gaps[index + 1]) = (above, below);
            true
        });
        let mut best = 0;
        for index in 1..ACROSS {
            if gaps[index] > gaps[best] + prefer {
                best = index;
            }
        }
        if gaps[best] > reach {
            return None;
        }
        let mut pairs = [0; 9];
        let count = self.edges_within(gaps[best] - tie, &mut pairs);
        for pair in &pairs[..count] {
            let index = ACROSS + pair;
            gaps[index] = self.gap_across(pair / 3, pair % 3).0;
            if gaps[index] > gaps[best] + prefer {
                best = index;
            }
        }
        Some((gaps, best))
    }

    /// The pairs `3 k + j` of a side of the triangle and an edge of the box along which the gap may be at least `least`.
    ///
    /// With m = wayₖ × hⱼ, all of m·armₖ = hⱼ·(armₖ × armₖ₊₁) come from three products of the arms, that of the third corner
    /// is the negative sum of the other two, and m·hᵢ is wayₖ along an area of the box. |m| is at most |wayₖ||hⱼ|.
    #[inline(always)]
    fn edges_within(&self, least: f64, pairs: &mut [usize; 9]) -> usize {
        let (solid, [a, b, c]) = (self.solid, self.arms);
        let products = [a.cross(b), b.cross(c), c.cross(a)];
        let mut count = 0;
        // In the plane only across the side: the third edge is a unit out of it.
        let first = if solid.count == 3 { 0 } else { 2 };
        for (j, half) in solid.half.iter().enumerate().skip(first) {
            let heights = products.map(|product| half.dot(product));
            let sign = if heights[0] + heights[1] + heights[2] <= 0.0 {
                1.0
            } else {
                -1.0
            };
            let square = half.length_squared();
            let [r, s] = [(j + 1) % 3, (j + 2) % 3];
            for (k, side) in self.sides.iter().enumerate() {
                let along = |area: usize| side.way[area].abs() * solid.lengths[area];
                let apart = sign * heights[k] - (along(r) + along(s));
                let whole = self.squares[k] * square;
                let is_less =
                    apart < 0.0 && (least >= 0.0 || apart * apart > least * least * whole);
                pairs[count] = 3 * k + j;
                count += usize::from(!is_less);
            }
        }
        pairs[..count].sort_unstable();
        count
    }

    /// Calls back with the number of each axis, its unit normal, and the gaps of the triangle above the box and below it,
    /// until that returns false.
    #[inline(always)]
    fn each_axis(&self, mut visit: impl FnMut(usize, DVec3, [f64; 2]) -> bool) {
        if !self.each_face(&mut visit) {
            return;
        }
        // In the plane only across the side: the third edge is a unit out of it.
        let first = if self.solid.count == 3 { 0 } else { 2 };
        for side in 0..3 {
            for edge in first..3 {
                let Some((n, [along, other, reach])) = self.across(side, edge) else {
                    continue;
                };
                let (low, high) = (lesser(along, other), greater(along, other));
                if !visit(ACROSS + 3 * side + edge, n, [low - reach, -high - reach]) {
                    return;
                }
            }
        }
    }

    /// The same for the sides of the box and the triangle itself; whether it came to the end.
    #[inline(always)]
    fn each_face(&self, mut visit: impl FnMut(usize, DVec3, [f64; 2]) -> bool) -> bool {
        let solid = self.solid;
        for i in 0..solid.count {
            let [a, b, c] = [0, 1, 2].map(|k| self.sides[k].from[i]);
            let (low, high) = (lesser(lesser(a, b), c), greater(greater(a, b), c));
            let gaps = [low - solid.heights[i], -high - solid.heights[i]];
            if !visit(2 * i, solid.normals[i], gaps) {
                return false;
            }
        }
        if solid.count < 3 {
            return true;
        }
        let (n, half) = (self.normal, solid.reach(self.normal));
        let along = n.dot(self.arms[0]);
        visit(OF_TRIANGLE, n, [along - half, -along - half])
    }

    /// The unit normal from the box to the triangle along an axis.
    fn axis(&self, index: usize) -> DVec3 {
        let signed = |n: DVec3| if index.is_multiple_of(2) { n } else { -n };
        match index {
            0..OF_TRIANGLE => signed(self.solid.normals[index / 2]),
            OF_TRIANGLE..ACROSS => signed(self.normal),
            _ => {
                self.gap_across((index - ACROSS) / 3, (index - ACROSS) % 3)
                    .1
            }
        }
    }

    /// The gap across a side of the triangle and an edge of the box, and its normal: only the way on which the side, not the
    /// opposite corner, is next to the box.
    fn gap_across(&self, side: usize, edge: usize) -> (f64, DVec3) {
        match self.across(side, edge) {
            None => (f64::NEG_INFINITY, DVec3::X),
            Some((n, [along, other, reach])) if along <= other => (along - reach, n),
            Some((n, [along, _, reach])) => (-along - reach, -n),
        }
    }

    /// The unit normal across a side of the triangle and an edge of the box, and how far along it are the side, the opposite
    /// corner, and the box; `None` if they are parallel.
    #[inline(always)]
    fn across(&self, side: usize, edge: usize) -> Option<(DVec3, [f64; 3])> {
        let half = self.solid.half;
        let [from, to] = self.sides[side].ends;
        let m = (to - from).cross(half[edge]);
        let square = m.length_squared();
        let whole = self.squares[side] * half[edge].length_squared();
        if square <= THIN * THIN * whole {
            return None;
        }
        let n = m * (1.0 / Scalar::sqrt(square));
        let (along, other) = (n.dot(self.arms[side]), n.dot(self.arms[(side + 2) % 3]));
        let reach = n.dot(half[(edge + 1) % 3]).abs() + n.dot(half[(edge + 2) % 3]).abs();
        Some((n, [along, other, reach]))
    }

    /// The points with the gap along an axis, if there are such.
    fn witnesses(&self, axis: usize, n: DVec3, gap: f64, slack: f64) -> Option<[DVec3; 2]> {
        match axis {
            0..OF_TRIANGLE => self.over_side(axis / 2, n, gap, slack),
            OF_TRIANGLE..ACROSS => self
                .under_corner(n, gap, slack)
                .or_else(|| self.under_edge(n, slack)),
            _ => self.sides[(axis - ACROSS) / 3].over_edge((axis - ACROSS) % 3, n, slack),
        }
    }

    /// A point of the triangle that is nearest to a side of the box, and over it.
    fn over_side(&self, side: usize, n: DVec3, gap: f64, slack: f64) -> Option<[DVec3; 2]> {
        let heights = self.arms.map(|arm| n.dot(arm));
        let low = lesser(lesser(heights[0], heights[1]), heights[2]) + slack;
        for k in 0..3 {
            let is_low = heights[k] <= low || heights[(k + 1) % 3] <= low;
            if is_low && let Some(points) = self.sides[k].over_side(side, n, -gap, slack) {
                return Some(points);
            }
        }
        let is_flat = heights.iter().all(|height| *height <= low);
        if is_flat && self.solid.count == 3 {
            self.under_corner(n, gap, slack)
        } else {
            None
        }
    }

    /// A corner of the box that is nearest to the plane of the triangle, and the point of the triangle over it.
    fn under_corner(&self, n: DVec3, gap: f64, slack: f64) -> Option<[DVec3; 2]> {
        let mut found = None;
        self.solid.each_farthest(n, slack, |q| {
            let p = q + n * gap;
            let is_inside = self.covers(p, slack);
            if is_inside {
                found = Some([p, q]);
            }
            is_inside
        });
        found
    }

    /// Whether a point of its plane is in the triangle.
    fn covers(&self, p: DVec3, slack: f64) -> bool {
        self.sides.iter().all(|side| {
            let inwards = self.normal.cross(side.ends[1] - side.ends[0]);
            inwards.dot(p - side.ends[0]) >= -slack * Vector::length(inwards)
        })
    }

    /// The nearest points of a side of the triangle and an edge of the box in its plane.
    fn under_edge(&self, n: DVec3, slack: f64) -> Option<[DVec3; 2]> {
        let is_along = |j: usize| n.dot(self.solid.half[j]).abs() <= slack;
        (0..3).filter(|j| is_along(*j)).find_map(|j| {
            let over = |side: &BlockSegment<'_>| side.over_edge(j, n, slack);
            self.sides.iter().find_map(over)
        })
    }

    /// The separation from the side of the triangle that is nearest to the box.
    fn nearest_edge<V: Vector>(&self, frame: &Frame<V>) -> Answer<V::Double> {
        let mut best: Option<([DVec3; 2], f64)> = None;
        for side in &self.sides {
            if best.is_some_and(|best| side.least_square() >= best.1) {
                continue;
            }
            let Some(points) = side.nearest_points(frame) else {
                return Answer::Unknown;
            };
            let square = (points[0] - points[1]).length_squared();
            if best.is_none_or(|best| square < best.1) {
                best = Some((points, square));
            }
        }
        let Some((points, square)) = best else {
            return Answer::Unknown;
        };
        let distance = Scalar::sqrt(square);
        let Some(n) = Vector::try_normalize(points[0] - points[1]) else {
            return Answer::Unknown;
        };
        // Proved by the gap over the whole triangle and the whole box.
        let [a, b, c] = self.arms.map(|arm| n.dot(arm));
        let support = lesser(lesser(a, b), c) - self.solid.reach(n);
        if distance - support <= frame.tolerance(1.0 / 64.0) {
            Answer::Known(known(points, n, distance, false))
        } else {
            Answer::Unknown
        }
    }
}

/// The sine of an angle that counts as none.
const THIN: f64 = 1e-7;
