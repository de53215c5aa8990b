//! Boxes in any orientation against each other, by closed forms.
//!
//! Two convex polytopes have their depth, or the distance of a face or of two edges, along one of the normals of the
//! faces of their Minkowski difference: of two boxes three of each, and nine across an edge of each (separating axes;
//! Ericson, *Real-Time Collision Detection* 4.4); a touch is the last entry into the [slabs](super::slabs) of all.
//! Where two corners are nearest, or a corner and an edge, GJK finds them.
//!
//! Single precision only, where the corners are rounded: eight points that are those of a box within an eps L are that box.

use super::block::{Axis, Block};
use super::convex_points::{Difference, PlacedCore, Placement};
use super::frame::Frame;
use super::hulls;
use super::separation::{Answer, Separation};
use super::slabs::{FirstTouch, Slabs};
use carom_math::{Scalar, Vector};
use glam::DVec3;

/// The sine of the angle of edges that count as parallel.
const PARALLEL: f64 = 1e-7;

/// Two boxes.
pub(super) struct Boxes<'a> {
    a: &'a Block,
    b: &'a Block,
    /// Of the first box.
    shift: DVec3,
    /// From the center of the second box to that of the first.
    way: DVec3,
}

impl<'a> Boxes<'a> {
    /// The first one shifted.
    pub(super) fn new(a: &'a Block, b: &'a Block, shift: DVec3) -> Self {
        let way = a.center + shift - b.center;
        Self { a, b, shift, way }
    }

    /// Calls back with the number of each axis, a unit normal, and the sum of the reaches along it, until that returns
    /// false.
    #[inline(always)]
    fn each_axis(&self, mut visit: impl FnMut(usize, DVec3, f64) -> bool) {
        let Self { a, b, .. } = self;
        for i in 0..a.count {
            let n = a.normals[i];
            if !visit(i, n, a.heights[i] + b.reach(n)) {
                return;
            }
        }
        for i in 0..b.count {
            let n = b.normals[i];
            if !visit(3 + i, n, b.heights[i] + a.reach(n)) {
                return;
            }
        }
        if a.count < 3 {
            return;
        }
        for i in 0..3 {
            for j in 0..3 {
                let (edge, other) = (a.half[i], b.half[j]);
                let m = edge.cross(other);
                let square = m.length_squared();
                if square <= PARALLEL * PARALLEL * (edge.length_squared() * other.length_squared())
                {
                    continue;
                }
                let n = m * (1.0 / Scalar::sqrt(square));
                let at = |s: &Block, i: usize| n.dot(s.half[i % 3]).abs();
                let reach = (at(a, i + 1) + at(a, i + 2)) + (at(b, j + 1) + at(b, j + 2));
                if !visit(6 + 3 * i + j, n, reach) {
                    return;
                }
            }
        }
    }

    /// The separation of the cores, if they are not farther apart than `reach`.
    pub(super) fn separation<V: Vector>(&self, frame: &Frame<V>, reach: f64) -> Answer<V::Double> {
        let limits = [reach, 1e-12 * frame.size];
        let Some(axis) = self.a.farthest_apart(self.b, self.way, frame, limits) else {
            return Answer::Unknown;
        };
        if axis.gap > reach {
            return Answer::Beyond;
        }
        let ambiguous = axis.gap <= 0.0 && !axis.unique;
        match self.witnesses(&axis, aside(frame)) {
            Some(points) => Answer::Known(known(points, axis.normal, axis.gap, ambiguous)),
            None => Answer::Unknown,
        }
    }

    /// The time at which the moving first box touches, infinite if never, and the separation of the cores there; `None` where
    /// that is not clear.
    pub(super) fn first_touch<V: Vector>(
        &self,
        frame: &Frame<V>,
    ) -> Option<(f64, Separation<V::Double>)> {
        let mut slabs = Slabs::new(frame);
        self.each_axis(|axis, n, sum| {
            let along = n.dot(self.way);
            slabs.cross(axis, n, [along - sum, -along - sum])
        });
        let (t, number, normal) = match slabs.first_touch() {
            FirstTouch::Never => return Some((f64::INFINITY, Separation::infinite())),
            FirstTouch::Unclear => return None,
            FirstTouch::At(t, number, normal) => (t, number, normal),
        };
        let there = Boxes::new(self.a, self.b, slabs.delta * t);
        let gap = there.way.dot(normal) - (self.a.reach(normal) + self.b.reach(normal));
        let axis = Axis {
            number,
            normal,
            gap,
            unique: true,
        };
        let points = there.witnesses(&axis, aside(frame))?;
        slabs
            .is_touch(gap, frame)
            .then(|| (t, known(points, normal, gap, false)))
    }

    /// Whether the gap along an axis is certainly not the distance of two boxes that are apart: without points that have it,
    /// and without faces that are nearly parallel, where rounding decides over those.
    pub(super) fn are_nearer_elsewhere<V: Vector>(&self, axis: &Axis, frame: &Frame<V>) -> bool {
        let is_face_on = |block: &Block| {
            let cosines = block.normals.map(|normal| normal.dot(axis.normal).abs());
            cosines.iter().any(|cosine| *cosine > 0.99)
        };
        let faces_meet = is_face_on(self.a) && is_face_on(self.b);
        !faces_meet && self.witnesses(axis, aside(frame)).is_none()
    }

    /// The separation by GJK, where the closed form is in doubt; `None` if they are farther apart than `reach`.
    #[cold]
    pub(super) fn searched<V: Vector>(
        &self,
        frame: &Frame<V>,
        reach: f64,
    ) -> Option<Separation<V::Double>> {
        hulls::separation(&self.difference(V::DIM), frame, reach)
    }

    /// The Minkowski difference.
    pub(super) fn difference(&self, dimensions: usize) -> Difference<'_> {
        let placed = |block: &'a Block, shift| {
            let corners = &block.corners[..1 << dimensions];
            PlacedCore::of_points(corners, Placement::shifted(shift))
        };
        Difference {
            a: placed(self.a, self.shift),
            b: placed(self.b, DVec3::ZERO),
            is_flat: dimensions == 2,
        }
    }

    /// The points with the gap along an axis, if there are such.
    fn witnesses(&self, axis: &Axis, slack: f64) -> Option<[DVec3; 2]> {
        let (n, gap) = (axis.normal, axis.gap);
        let mut found = None;
        if axis.number >= 6 {
            return self.of_edges(axis.number - 6, n, slack);
        }
        // Corners of the other box over the side, or else of the side over one of the other's.
        let (side, is_first) = (axis.number % 3, axis.number < 3);
        let mut over = |is_first: bool, side: usize| {
            if is_first {
                self.b.each_farthest(n, slack, |p| {
                    found = Some([p + n * gap, p]);
                    self.a.covers(side, p - self.shift, slack)
                })
            } else {
                self.a.each_farthest(-n, slack, |p| {
                    let p = p + self.shift;
                    found = Some([p, p - n * gap]);
                    self.b.covers(side, p, slack)
                })
            }
        };
        let is_found = over(is_first, side) || {
            let other = if is_first { self.b } else { self.a };
            let parallel = (0..other.count).find(|i| other.normals[*i].dot(n).abs() > 1.0 - 1e-14);
            parallel.is_some_and(|side| over(!is_first, side))
        };
        if is_found { found } else { None }
    }

    /// The nearest points of the lines of two edges, if they are on both.
    fn of_edges(&self, pair: usize, n: DVec3, slack: f64) -> Option<[DVec3; 2]> {
        let (i, j) = (pair / 3, pair % 3);
        let sides = |s: &Block, way: DVec3, edge: usize| {
            let mut sides = s
                .half
                .map(|axis| if way.dot(axis) < 0.0 { -1.0 } else { 1.0 });
            sides[edge] = 0.0;
            sides
        };
        let p = self.a.corner(sides(self.a, -n, i)) + self.shift;
        let q = self.b.corner(sides(self.b, n, j));
        let (u, v) = (self.a.half[i], self.b.half[j]);
        let m = u.cross(v);
        let part = 1.0 / m.length_squared();
        let s = (q - p).cross(v).dot(m) * part;
        let t = (q - p).cross(u).dot(m) * part;
        let within = |part: f64, axis: DVec3| {
            let beyond = part.abs() - 1.0;
            beyond <= 0.0 || beyond * beyond * axis.length_squared() <= slack * slack
        };
        (within(s, u) && within(t, v)).then(|| [p + u * s, q + v * t])
    }
}

/// How far a point may be beyond the side that it is over.
pub(super) fn aside<V: Vector>(frame: &Frame<V>) -> f64 {
    1e-9 * frame.size
}

/// The separation with these witness points.
pub(super) fn known<D: Vector>(
    [a, b]: [DVec3; 2],
    n: DVec3,
    gap: f64,
    ambiguous: bool,
) -> Separation<D> {
    let vector = |v: DVec3| D::from_f64(v.to_array());
    Separation {
        a: vector(a),
        b: vector(b),
        normal: vector(n),
        distance: gap,
        support: gap,
        ambiguous,
    }
}
