//! The feature of a core along the normal: a vertex, an edge, or the outline of a face.

use super::FeatureId;
use super::projection::ManifoldTolerances;
use crate::pair::small_vec::SmallVec;
use carom_math::{Scalar, Vector};
use core::cmp::Ordering;
use glam::{DVec2, DVec3, Vec3Swizzles as _};

/// The steepest face or edge, against the plane across the normal, that is still a feature.
pub(super) const STEEPEST: f64 = 0.25;

/// Features of up to this many vertices need no memory on the heap.
pub(super) const FEW: usize = 8;

/// A projected vertex and its number.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Corner {
    pub(super) at: DVec3,
    pub(super) number: u32,
}

impl Corner {
    /// Its name.
    pub(super) fn id(&self) -> FeatureId {
        FeatureId::Vertex(self.number)
    }

    /// Where it is across the normal.
    pub(super) fn across(&self) -> DVec2 {
        self.at.xy()
    }
}

/// Corners of a feature.
pub(super) type Corners = SmallVec<Corner, FEW>;

/// A feature: one corner, two, or those of a convex polygon, counter-clockwise from the lowest number. That of a
/// half-space has none.
pub(super) struct Outline {
    pub(super) corners: Corners,
    /// The gradient of the height, if it is a polygon.
    gradient: DVec2,
}

impl Outline {
    /// The feature of a half-space.
    #[inline(always)]
    pub(super) fn whole() -> Self {
        Self {
            corners: Corners::new(Corner::default()),
            gradient: DVec2::ZERO,
        }
    }

    #[inline(always)]
    fn of_corners(corners: &[Corner]) -> Self {
        let mut outline = Self::whole();
        for corner in corners {
            outline.corners.push(*corner);
        }
        outline
    }

    /// Takes the corners of a face, in their order around it from the lowest number, unless it is too thin.
    #[inline(always)]
    pub(super) fn become_quadrilateral(
        &mut self,
        [o, p, r, q]: [Corner; 4],
        tolerances: &ManifoldTolerances,
    ) -> bool {
        let (u, w) = (p.at - o.at, q.at - o.at);
        let area = u.xy().perp_dot(w.xy());
        let longer = Scalar::max(u.xy().length_squared(), w.xy().length_squared());
        if area * area <= tolerances.close * tolerances.close * longer {
            return false;
        }
        self.gradient = DVec2::new(u.z * w.y - w.z * u.y, w.z * u.x - u.z * w.x) / area;
        let ring = if area > 0.0 {
            [o, p, r, q]
        } else {
            [o, q, r, p]
        };
        for corner in ring {
            self.corners.push(corner);
        }
        true
    }

    /// The outline of points in ascending order that are in one plane within the tolerance.
    fn around(mut points: Corners, tolerances: &ManifoldTolerances) -> Self {
        let mut corners = match quadrilateral(&points, tolerances) {
            Some(ring) => {
                points.copy_from_slice(&ring);
                points
            }
            None => convex(&distinct(&mut points, tolerances), tolerances.collinear),
        };
        if corners.len() <= 2 {
            corners.sort_unstable_by_key(|corner| corner.number);
            return Self {
                corners,
                gradient: DVec2::ZERO,
            };
        }
        let lowest = (0..corners.len()).min_by_key(|i| corners[*i].number);
        corners.rotate_left(lowest.unwrap_or(0));
        let [first, second, third] = widest(&corners);
        let (u, w) = (second.at - first.at, third.at - first.at);
        let (area, length) = (u.xy().perp_dot(w.xy()), Vector::length(u.xy()));
        let gradient = DVec2::new(u.z * w.y - w.z * u.y, w.z * u.x - u.z * w.x) / area;
        let limit = 4.0 * STEEPEST * STEEPEST;
        if area.abs() <= tolerances.close * length || gradient.length_squared() > limit {
            let [low, high] = ordered(first, second);
            return Self::of_corners(&[low, high]);
        }
        Self { corners, gradient }
    }

    /// Its name.
    pub(super) fn id(&self) -> FeatureId {
        match &*self.corners {
            [] => FeatureId::Whole,
            [corner] => corner.id(),
            [a, b] => edge([a, b]),
            [first, rest @ ..] => {
                let mut lowest = [first.number, u32::MAX, u32::MAX];
                for corner in rest {
                    let mut number = corner.number;
                    for place in &mut lowest {
                        if number < *place {
                            core::mem::swap(place, &mut number);
                        }
                    }
                }
                FeatureId::Face(lowest)
            }
        }
    }

    /// The height of its plane, if it is a polygon.
    #[inline(always)]
    pub(super) fn height(&self, across: DVec2) -> f64 {
        let first = self.corners[0];
        first.at.z + self.gradient.dot(across - first.across())
    }

    /// The ends of its edge with this number.
    #[inline(always)]
    pub(super) fn edge(&self, index: usize) -> [&Corner; 2] {
        let corners = &*self.corners;
        let next = if index + 1 == corners.len() {
            0
        } else {
            index + 1
        };
        [&corners[index], &corners[next]]
    }

    /// The name of the vertex or edge within `close` of a point, otherwise its own.
    pub(super) fn nearest(&self, across: DVec2, close: f64) -> FeatureId {
        let at = |corner: &&Corner| (corner.across() - across).length_squared() <= close * close;
        if let Some(corner) = self.corners.iter().find(at) {
            return corner.id();
        }
        let beside = |ends: &[&Corner; 2]| {
            let [p, q] = ends.map(|corner| corner.across());
            let area = (q - p).perp_dot(across - p);
            area * area <= close * close * (q - p).length_squared()
        };
        let mut edges = (0..self.corners.len()).map(|index| self.edge(index));
        match edges.find(beside) {
            Some(ends) if self.corners.len() > 2 => edge(ends),
            _ => self.id(),
        }
    }
}

/// How far along an edge the point nearest to a column is.
#[inline(always)]
pub(super) fn fraction([p, q]: [&Corner; 2], at: DVec2) -> f64 {
    let edge = q.across() - p.across();
    Scalar::clamp(edge.dot(at - p.across()) / edge.length_squared(), 0.0, 1.0)
}

/// The name of an edge.
pub(super) fn edge([a, b]: [&Corner; 2]) -> FeatureId {
    let (a, b) = (a.number, b.number);
    FeatureId::Edge(if a <= b { [a, b] } else { [b, a] })
}

fn ordered(a: Corner, b: Corner) -> [Corner; 2] {
    if a.number <= b.number { [a, b] } else { [b, a] }
}

/// The first corner, the farthest one from it, and the farthest one from their line.
fn widest(corners: &[Corner]) -> [Corner; 3] {
    let first = corners[0];
    let second = farthest(corners, |way| way.length_squared());
    let line = second.across() - first.across();
    [
        first,
        second,
        farthest(corners, |way| line.perp_dot(way).abs()),
    ]
}

/// The corner farthest from the first one by a measure.
fn farthest(corners: &[Corner], by: impl Fn(DVec2) -> f64) -> Corner {
    let first = corners[0];
    let (mut most, mut found) = (0.0, first);
    for corner in corners {
        let far = by(corner.across() - first.across());
        if far > most {
            (most, found) = (far, *corner);
        }
    }
    found
}

/// Four points in their order around a convex quadrilateral, if they clearly are one: the faces of boxes need no sorting.
fn quadrilateral(points: &[Corner], tolerances: &ManifoldTolerances) -> Option<[Corner; 4]> {
    let &[a, b, c, d] = points else { return None };
    let area = |o: Corner, p: Corner, q: Corner| {
        (p.across() - o.across()).perp_dot(q.across() - o.across())
    };
    // Sorted by their direction from the first one: all are within half a turn.
    let [b, c] = if area(a, b, c) < 0.0 { [c, b] } else { [b, c] };
    let [c, d] = if area(a, c, d) < 0.0 { [d, c] } else { [c, d] };
    let [b, c] = if area(a, b, c) < 0.0 { [c, b] } else { [b, c] };
    let ring = [a, b, c, d];
    let shortest = tolerances.close * tolerances.close;
    let is_corner = |i: usize| {
        let [o, p, q] = [i, i + 1, i + 2].map(|i| ring[i % 4]);
        let (side, diagonal) = (p.across() - o.across(), q.across() - o.across());
        let turn = side.perp_dot(diagonal);
        let limit = tolerances.collinear * tolerances.collinear * diagonal.length_squared();
        turn > 0.0 && turn * turn > limit && side.length_squared() > shortest
    };
    (0..4).all(is_corner).then_some(ring)
}

/// The corners without those that are close to another one, sorted; the higher one stays, or the one with the lower
/// number.
fn distinct(points: &mut [Corner], tolerances: &ManifoldTolerances) -> Corners {
    points.sort_unstable_by(|a, b| {
        let key = |c: &Corner| (c.at.x, c.at.y);
        let order = key(a).partial_cmp(&key(b));
        order
            .unwrap_or(Ordering::Equal)
            .then(a.number.cmp(&b.number))
    });
    let close = tolerances.close;
    let mut kept = Corners::new(Corner::default());
    for corner in &*points {
        let before = kept.iter().rev();
        let near = before.take_while(|other| corner.at.x - other.at.x <= close);
        let same = near.enumerate().find(|(_, other)| {
            let way = corner.across() - other.across();
            way.length_squared() <= close * close
        });
        let Some((back, other)) = same else {
            kept.push(*corner);
            continue;
        };
        let higher = corner.at.z - other.at.z;
        let instead = if higher.abs() > tolerances.collinear {
            higher > 0.0
        } else {
            corner.number < other.number
        };
        if instead {
            let index = kept.len() - 1 - back;
            kept[index] = *corner;
        }
    }
    kept
}

/// The convex hull of sorted points by monotone chains (Andrew, 1979), counter-clockwise, without collinear ones.
fn convex(sorted: &[Corner], collinear: f64) -> Corners {
    let mut hull = Corners::new(Corner::default());
    if let [only] = sorted {
        hull.push(*only);
        return hull;
    }
    let mut chain = |points: &mut dyn Iterator<Item = &Corner>| {
        let start = hull.len();
        for corner in points {
            while hull.len() >= start + 2 {
                let [o, a] = [hull.len() - 2, hull.len() - 1].map(|i| hull[i].across());
                let (u, w) = (a - o, corner.across() - o);
                let area = u.perp_dot(w);
                if area > 0.0 && area * area > collinear * collinear * w.length_squared() {
                    break;
                }
                hull.truncate(hull.len() - 1);
            }
            hull.push(*corner);
        }
        hull.truncate(hull.len() - 1);
    };
    chain(&mut sorted.iter());
    chain(&mut sorted.iter().rev());
    hull
}

/// The feature of a core that faces the other shape.
pub(super) fn outline(points: &[DVec3], tolerances: &ManifoldTolerances) -> Outline {
    let mut top = 0;
    for (number, at) in points.iter().enumerate() {
        if at.z > points[top].z {
            top = number;
        }
    }
    let highest = points[top];
    let level = selected(points, |at| highest.z - at.z <= tolerances.flat);
    let count = level.len();
    if count > 2 {
        let outline = Outline::around(level, tolerances);
        if outline.corners.len() > 2 {
            // The face can be tilted a little, so that some of its vertices are not level with the highest.
            let is_part = |at: DVec3| (outline.height(at.xy()) - at.z).abs() <= tolerances.flat;
            if points.iter().filter(|at| is_part(**at)).count() == count {
                return outline;
            }
            return Outline::around(selected(points, is_part), tolerances);
        }
    }
    tilted(points, highest, tolerances)
        .unwrap_or_else(|| Outline::of_corners(&[corner(top, highest)]))
}

fn corner(number: usize, at: DVec3) -> Corner {
    Corner {
        at,
        number: number as u32,
    }
}

fn selected(points: &[DVec3], is_part: impl Fn(DVec3) -> bool) -> Corners {
    let mut found = Corners::new(Corner::default());
    for (number, at) in points.iter().enumerate() {
        if is_part(*at) {
            found.push(corner(number, *at));
        }
    }
    found
}

/// The flattest face or edge at the highest point, if it is flat enough.
fn tilted(points: &[DVec3], top: DVec3, tolerances: &ManifoldTolerances) -> Option<Outline> {
    let line = Line::flattest(points, top, tolerances)?;
    if let Some(gradient) = line.flattest_face(points, tolerances) {
        let face = selected(points, |at| {
            let way = at - top;
            (gradient.dot(way.xy()) - way.z).abs() <= tolerances.flat
        });
        let outline = Outline::around(face, tolerances);
        if outline.corners.len() > 2 {
            return Some(outline);
        }
    }
    let edge = selected(points, |at| {
        let [_, beside, below] = line.coordinates(at);
        beside.abs() <= tolerances.close && below.abs() <= tolerances.flat
    });
    let outline = Outline::around(edge, tolerances);
    (outline.corners.len() > 1).then_some(outline)
}

/// The line from the highest point along an edge.
struct Line {
    from: DVec3,
    /// The unit direction across the normal.
    along: DVec2,
    /// The decrease of the height.
    slope: f64,
}

impl Line {
    /// The flattest edge at the highest point. The cone of a hull at a vertex is spanned by its edges, and no sum of
    /// directions is flatter than all of them.
    fn flattest(points: &[DVec3], top: DVec3, tolerances: &ManifoldTolerances) -> Option<Self> {
        let (mut least, mut found) = (STEEPEST * STEEPEST, None);
        for at in points {
            let way = *at - top;
            let square = way.xy().length_squared();
            // The rounding of heights prefers the longer one of two collinear edges.
            let drop = tolerances.collinear - way.z;
            if square > tolerances.close * tolerances.close && drop * drop <= least * square {
                (least, found) = (drop * drop / square, Some(way));
            }
        }
        let way = found?;
        let length = Vector::length(way.xy());
        Some(Self {
            from: top,
            along: way.xy() / length,
            slope: -way.z / length,
        })
    }

    /// How far a point is along the line, to its left, and below it.
    fn coordinates(&self, at: DVec3) -> [f64; 3] {
        let way = at - self.from;
        let along = self.along.dot(way.xy());
        let left = self.along.perp_dot(way.xy());
        [along, left, -way.z - self.slope * along]
    }

    /// The gradient of the flatter one of the two faces at the edge, if it is flat enough.
    fn flattest_face(&self, points: &[DVec3], tolerances: &ManifoldTolerances) -> Option<DVec2> {
        let steepest = STEEPEST * STEEPEST - self.slope * self.slope;
        let mut least = [f64::INFINITY; 2];
        for at in points {
            let [_, left, below] = self.coordinates(*at);
            if left.abs() > tolerances.close {
                let side = &mut least[usize::from(left < 0.0)];
                let slope = (below + tolerances.collinear) / left.abs();
                *side = Scalar::min(*side, slope);
            }
        }
        let [left, right] = least.map(|slope| Scalar::max(slope, 0.0));
        let flat = Scalar::min(left, right);
        let side = if left <= right { -1.0 } else { 1.0 };
        (flat * flat <= steepest)
            .then(|| self.along.perp() * (side * flat) - self.along * self.slope)
    }
}
