//! The feature of a core along the normal: a vertex, an edge, or the outline of a face.

use super::feature::{Corner, ProjectedFeature, SideLine};
use super::projection::ManifoldTolerances;
use crate::pair::small_vec::SmallVec;
use carom_math::Vector;
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

/// Corners of a feature.
pub(super) type Corners = SmallVec<Corner, FEW>;

/// Where a [`ProjectedFeature`] is found.
pub(super) struct Outline {
    pub(super) corners: Corners,
    gradient: DVec2,
    sides: SmallVec<SideLine, FEW>,
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

    /// The feature: the corners are final.
    #[inline(always)]
    pub(super) fn feature(&mut self) -> ProjectedFeature<'_> {
        let corners = &*self.corners;
        if corners.len() > 2 {
            let mut from = &corners[0];
            for to in corners[1..].iter().chain(&corners[..1]) {
                self.sides.push(SideLine::through([from, to]));
                from = to;
            }
        }
        ProjectedFeature::new(corners, &self.sides, self.gradient)
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
        self.gradient = gradient(u, w, area);
        let limit = 4.0 * tolerances.steepest * tolerances.steepest;
        if area.abs() <= tolerances.close * length || self.gradient.length_squared() > limit {
            self.become_corners(&ordered(first, second));
        }
    }
}

/// The gradient of the height of a plane along two directions, the projections of which span an area.
#[inline(always)]
pub(super) fn gradient(u: DVec3, w: DVec3, area: f64) -> DVec2 {
    DVec2::new(u.z * w.y - w.z * u.y, w.z * u.x - u.z * w.x) / area
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
                let (from, gradient) = (self.corners[0].at, self.gradient);
                let is_part = |at: DVec3| {
                    let height = from.z + gradient.dot(at.xy() - from.xy());
                    (height - at.z).abs() <= tolerances.flat
                };
                if points.iter().filter(|at| is_part(**at)).count() != count {
                    self.take(points, is_part);
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
