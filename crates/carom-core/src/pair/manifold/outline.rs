//! The feature of a core along the normal: a vertex, an edge, or the outline of a face.

use super::FeatureId;
use super::projection::{Projected, Tolerances};
use crate::pair::small_vec::SmallVec;
use carom_math::{Scalar, Vector};
use glam::{DVec2, DVec3, Vec3Swizzles as _};

/// The steepest face or edge, against the plane across the normal, that is still a feature.
const STEEPEST: f64 = 0.25;

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

/// A feature: one corner, two, or those of a convex polygon, counter-clockwise from the lowest number. That of a
/// half-space has none.
pub(super) struct Outline {
    pub(super) corners: SmallVec<Corner, FEW>,
    /// The increase of the height along each axis, if it is a polygon.
    gradient: DVec2,
}

impl Outline {
    /// The feature of a half-space.
    pub(super) fn whole() -> Self {
        Self {
            corners: SmallVec::new(Corner::default()),
            gradient: DVec2::ZERO,
        }
    }

    fn of_corners(corners: &[Corner]) -> Self {
        let mut outline = Self::whole();
        for corner in corners {
            outline.corners.push(*corner);
        }
        outline
    }

    /// The outline of points that are in one plane within the tolerance.
    pub(super) fn around(points: &mut [Corner], tolerances: &Tolerances) -> Self {
        points.sort_unstable_by(|a, b| {
            let key = |c: &Corner| (c.at.x, c.at.y);
            let order = key(a).partial_cmp(&key(b));
            order.map_or(a.number.cmp(&b.number), |order| {
                order.then(a.number.cmp(&b.number))
            })
        });
        let distinct = distinct(points, tolerances);
        let mut corners = convex(&distinct, tolerances.collinear);
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
        match *self.corners {
            [] => FeatureId::Whole,
            [corner] => corner.id(),
            [a, b] => edge(a, b),
            [first, ref rest @ ..] => {
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
    pub(super) fn height(&self, across: DVec2) -> f64 {
        let first = self.corners[0];
        first.at.z + self.gradient.dot(across - first.across())
    }

    /// The ends of its edge with this number.
    pub(super) fn edge(&self, index: usize) -> [Corner; 2] {
        let next = if index + 1 == self.corners.len() {
            0
        } else {
            index + 1
        };
        [self.corners[index], self.corners[next]]
    }

    /// The name of the vertex or edge within `close` of a point, otherwise its own.
    pub(super) fn nearest(&self, across: DVec2, close: f64) -> FeatureId {
        let at = |corner: &&Corner| (corner.across() - across).length_squared() <= close * close;
        if let Some(corner) = self.corners.iter().find(at) {
            return corner.id();
        }
        let beside = |ends: &[Corner; 2]| {
            let [p, q] = ends.map(|corner| corner.across());
            let area = (q - p).perp_dot(across - p);
            area * area <= close * close * (q - p).length_squared()
        };
        let mut edges = (0..self.corners.len()).map(|index| self.edge(index));
        match edges.find(beside) {
            Some([a, b]) if self.corners.len() > 2 => edge(a, b),
            _ => self.id(),
        }
    }
}

/// The name of an edge.
pub(super) fn edge(a: Corner, b: Corner) -> FeatureId {
    FeatureId::Edge(ordered(a, b).map(|corner| corner.number))
}

fn ordered(a: Corner, b: Corner) -> [Corner; 2] {
    if a.number <= b.number { [a, b] } else { [b, a] }
}

/// The first corner, the farthest one from it, and the farthest one from their line.
fn widest(corners: &[Corner]) -> [Corner; 3] {
    let first = corners[0];
    let mut found = [first; 3];
    let farthest = |by: &dyn Fn(DVec2) -> f64| {
        let (mut most, mut found) = (0.0, first);
        for corner in corners {
            let far = by(corner.across() - first.across());
            if far > most {
                (most, found) = (far, *corner);
            }
        }
        found
    };
    found[1] = farthest(&|way| way.length_squared());
    let line = found[1].across() - first.across();
    found[2] = farthest(&|way| line.perp_dot(way).abs());
    found
}

/// Sorted corners without those that are close to another one; the higher one stays, or the one with the lower number.
fn distinct(sorted: &[Corner], tolerances: &Tolerances) -> SmallVec<Corner, FEW> {
    let close = tolerances.close;
    let mut kept = SmallVec::<Corner, FEW>::new(Corner::default());
    for corner in sorted {
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
fn convex(sorted: &[Corner], collinear: f64) -> SmallVec<Corner, FEW> {
    let mut hull = SmallVec::<Corner, FEW>::new(Corner::default());
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
pub(super) fn outline<V: Vector>(points: &Projected<'_, V>, tolerances: &Tolerances) -> Outline {
    let mut top = Corner::default();
    for (number, at) in points.iter().enumerate() {
        if number == 0 || at.z > top.at.z {
            top = corner(number, at);
        }
    }
    let mut level = selected(points, |at| top.at.z - at.z <= tolerances.flat);
    if level.len() > 2 {
        let outline = Outline::around(&mut level, tolerances);
        if outline.corners.len() > 2 {
            // The face can be tilted a little, so that some of its vertices are not level with the highest.
            let mut face = selected(points, |at| {
                (outline.height(at.xy()) - at.z).abs() <= tolerances.flat
            });
            if face.len() == level.len() {
                return outline;
            }
            return Outline::around(&mut face, tolerances);
        }
    }
    tilted(points, top, tolerances).unwrap_or_else(|| Outline::of_corners(&[top]))
}

fn corner(number: usize, at: DVec3) -> Corner {
    Corner {
        at,
        number: number as u32,
    }
}

fn selected<V: Vector>(
    points: &Projected<'_, V>,
    is_part: impl Fn(DVec3) -> bool,
) -> SmallVec<Corner, FEW> {
    let mut found = SmallVec::new(Corner::default());
    for (number, at) in points.iter().enumerate() {
        if is_part(at) {
            found.push(corner(number, at));
        }
    }
    found
}

/// The flattest face or edge at the highest point, if it is flat enough.
fn tilted<V: Vector>(
    points: &Projected<'_, V>,
    top: Corner,
    tolerances: &Tolerances,
) -> Option<Outline> {
    let line = Line::flattest(points, top, tolerances)?;
    if let Some(gradient) = line.flattest_face(points, tolerances) {
        let mut face = selected(points, |at| {
            let way = at - top.at;
            (gradient.dot(way.xy()) - way.z).abs() <= tolerances.flat
        });
        let outline = Outline::around(&mut face, tolerances);
        if outline.corners.len() > 2 {
            return Some(outline);
        }
    }
    let mut edge = selected(points, |at| {
        let [_, beside, below] = line.coordinates(at);
        beside.abs() <= tolerances.close && below.abs() <= tolerances.flat
    });
    let outline = Outline::around(&mut edge, tolerances);
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
    fn flattest<V: Vector>(
        points: &Projected<'_, V>,
        top: Corner,
        tolerances: &Tolerances,
    ) -> Option<Self> {
        let (mut least, mut found) = (STEEPEST * STEEPEST, None);
        for at in points.iter() {
            let way = at - top.at;
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
            from: top.at,
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
    fn flattest_face<V: Vector>(
        &self,
        points: &Projected<'_, V>,
        tolerances: &Tolerances,
    ) -> Option<DVec2> {
        let steepest = STEEPEST * STEEPEST - self.slope * self.slope;
        let mut least = [f64::INFINITY; 2];
        for at in points.iter() {
            let [_, left, below] = self.coordinates(at);
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
