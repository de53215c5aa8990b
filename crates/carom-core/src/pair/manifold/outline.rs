//! The feature of a core along the normal: a vertex, an edge, or the outline of a face.

use super::FeatureId;
use super::projection::ManifoldTolerances;
use crate::pair::small_vec::SmallVec;
use carom_math::{Scalar, Vector};
use core::cmp::Ordering;
use glam::{DVec2, DVec3, Vec3Swizzles as _};

/// The steepest face or edge, against the plane across the normal, that is still a feature of a core with this radius.
/// Features are moved by the radius along the normal, which is off by at most 3.1 % of it; without a radius all points are
/// on the surface, and the limit only keeps faces from being chosen that meet at 45 degrees.
pub(super) fn steepest(radius: f64) -> f64 {
    if radius > 0.0 { 0.25 } else { 0.8 }
}

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
    /// The lines through the edges of a polygon, in their order.
    pub(super) sides: SmallVec<SideLine, FEW>,
}

/// A line through an edge.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SideLine {
    from: DVec2,
    /// The unit normal, to the inside.
    inwards: DVec2,
}

impl SideLine {
    pub(super) fn distance(&self, at: DVec2) -> f64 {
        self.inwards.dot(at - self.from)
    }
}

impl Outline {
    /// The feature of a half-space.
    #[inline(always)]
    pub(super) fn whole() -> Self {
        Self {
            corners: Corners::new(Corner::default()),
            gradient: DVec2::ZERO,
            sides: SmallVec::new(SideLine::default()),
        }
    }

    /// Computes the sides, if it is a polygon: the corners are final.
    #[inline(always)]
    pub(super) fn find_sides(&mut self) {
        if self.corners.len() <= 2 {
            return;
        }
        for index in 0..self.corners.len() {
            let [p, q] = self.edge(index);
            let way = q.across() - p.across();
            let side = SideLine {
                from: p.across(),
                inwards: way.perp() * (1.0 / Vector::length(way)),
            };
            self.sides.push(side);
        }
    }

    /// Whether a point is inside the polygon, or outside by at most `close`.
    pub(super) fn is_over(&self, at: DVec2, close: f64) -> bool {
        self.sides.iter().all(|side| side.distance(at) >= -close)
    }

    /// The point inside for one that is within the tolerance: beyond an edge, the plane of a face is outside of the shape.
    #[inline(always)]
    pub(super) fn nearest_inside(&self, mut at: DVec2) -> DVec2 {
        for side in &*self.sides {
            let distance = side.distance(at);
            if distance < 0.0 {
                at -= side.inwards * distance;
            }
        }
        at
    }

    /// Becomes a vertex, or an edge with the lower number first.
    fn become_corners(&mut self, corners: &[Corner]) {
        self.corners.truncate(0);
        self.gradient = DVec2::ZERO;
        for corner in corners {
            self.corners.push(*corner);
        }
    }

    /// Takes the points that belong to it, in ascending order of their numbers, instead of those that it has.
    pub(super) fn take(&mut self, points: &[DVec3], is_part: impl Fn(DVec3) -> bool) {
        self.corners.truncate(0);
        for (number, at) in points.iter().enumerate() {
            if is_part(*at) {
                self.corners.push(corner(number, *at));
            }
        }
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

    /// From points in ascending order that are in one plane within the tolerance to their outline.
    pub(super) fn close_around(&mut self, tolerances: &ManifoldTolerances) {
        match quadrilateral(&self.corners, tolerances) {
            Some(ring) => self.corners.copy_from_slice(&ring),
            None => {
                let distinct = distinct(&mut self.corners, tolerances);
                self.corners.truncate(0);
                convex(&distinct, tolerances.collinear, &mut self.corners);
            }
        }
        let corners = &mut self.corners;
        if corners.len() <= 2 {
            corners.sort_unstable_by_key(|corner| corner.number);
            return;
        }
        let lowest = (0..corners.len()).min_by_key(|i| corners[*i].number);
        corners.rotate_left(lowest.unwrap_or(0));
        let [first, second, third] = widest(corners);
        let (u, w) = (second.at - first.at, third.at - first.at);
        let (area, length) = (u.xy().perp_dot(w.xy()), Vector::length(u.xy()));
        self.gradient = DVec2::new(u.z * w.y - w.z * u.y, w.z * u.x - u.z * w.x) / area;
        let limit = 4.0 * tolerances.steepest * tolerances.steepest;
        if area.abs() <= tolerances.close * length || self.gradient.length_squared() > limit {
            self.become_corners(&ordered(first, second));
        }
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
fn convex(sorted: &[Corner], collinear: f64, hull: &mut Corners) {
    if let [only] = sorted {
        hull.push(*only);
        return;
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
}

impl Outline {
    /// Becomes the feature of a core that faces the other shape.
    pub(super) fn become_feature(&mut self, points: &[DVec3], tolerances: &ManifoldTolerances) {
        let mut top = 0;
        for (number, at) in points.iter().enumerate() {
            if at.z > points[top].z {
                top = number;
            }
        }
        let highest = points[top];
        self.take(points, |at| highest.z - at.z <= tolerances.flat);
        let count = self.corners.len();
        if count > 2 {
            self.close_around(tolerances);
            if self.corners.len() > 2 {
                // The face can be tilted a little, so that some of its vertices are not level with the highest.
                let is_part = |at: DVec3| (self.height(at.xy()) - at.z).abs() <= tolerances.flat;
                if points.iter().filter(|at| is_part(**at)).count() != count {
                    let (from, gradient) = (self.corners[0].at, self.gradient);
                    self.take(points, |at| {
                        let height = from.z + gradient.dot(at.xy() - from.xy());
                        (height - at.z).abs() <= tolerances.flat
                    });
                    self.close_around(tolerances);
                }
                return;
            }
        }
        if !self.become_tilted(points, highest, tolerances) {
            self.become_vertex(top, highest);
        }
    }

    /// Becomes a vertex.
    pub(super) fn become_vertex(&mut self, number: usize, at: DVec3) {
        self.become_corners(&[corner(number, at)]);
    }

    /// Becomes the edge between two points, if it is flat enough, or the higher one.
    pub(super) fn become_end_or_edge(
        &mut self,
        p: DVec3,
        q: DVec3,
        tolerances: &ManifoldTolerances,
    ) {
        let ends = [corner(0, p), corner(1, q)];
        let way = q - p;
        let square = way.xy().length_squared();
        let drop = tolerances.collinear + way.z.abs();
        let flattest = tolerances.steepest * tolerances.steepest * square;
        if square > tolerances.close * tolerances.close && drop * drop <= flattest {
            self.become_corners(&ends);
        } else {
            self.become_corners(&ends[usize::from(way.z > 0.0)..][..1]);
        }
    }
}

fn corner(number: usize, at: DVec3) -> Corner {
    Corner {
        at,
        number: number as u32,
    }
}
