//! Columns: lines along the normal through both features, one for every point of a manifold.
//!
//! The corners of the intersection of two convex polygons are the vertices of each that are inside the other, and the
//! crossings of their edges.

use super::outline::{Corner, Outline, edge};
use super::projection::Projection;
use super::{FeatureId, ManifoldPoint, PointId, unsigned};
use crate::pair::contact::Contact;
use crate::pair::frame::Frame;
use crate::pair::small_vec::SmallVec;
use crate::shape::Points;
use alloc::vec::Vec;
use carom_math::{Scalar, Vector};
use glam::{DVec2, Vec3Swizzles as _};

/// The features that a column passes.
#[derive(Clone, Copy, Debug)]
enum Source {
    /// A corner of the first feature, and the second feature.
    First(usize),
    /// A corner of the second feature, and the first feature.
    Second(usize),
    /// An edge of each.
    Crossing([usize; 2]),
    /// The points of the contact.
    Contact,
}

/// A column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    /// Where it is across the normal.
    pub(super) at: DVec2,
    /// The separation in it, of the shapes with their radii.
    pub(super) separation: f64,
    source: Source,
}

const NONE: Column = Column {
    at: DVec2::ZERO,
    separation: 0.0,
    source: Source::Contact,
};

/// Up to this many columns need no memory on the heap: those of two quadrilaterals.
const FEW: usize = 8;

/// The features of a pair and the columns through both.
pub(super) struct Columns<'a> {
    a: &'a Outline,
    b: &'a Outline,
    /// The names of both.
    ids: [FeatureId; 2],
    close: f64,
    pub(super) all: SmallVec<Column, FEW>,
    /// Separations that differ less are equal.
    pub(super) tie: f64,
    /// The separation of the contact.
    least: f64,
}

impl<'a> Columns<'a> {
    #[inline(always)]
    pub(super) fn new([a, b]: &'a [Outline; 2], close: f64) -> Self {
        Self {
            a,
            b,
            ids: [a.id(), b.id()],
            close,
            all: SmallVec::new(NONE),
            tie: 0.0,
            least: 0.0,
        }
    }

    /// Adds a column, unless there is one so close that it is the same.
    #[inline(always)]
    fn push(&mut self, column: Column) {
        let close = self.close * self.close;
        let same = |other: &Column| (other.at - column.at).length_squared() <= close;
        if !self.all.iter().any(same) {
            self.all.push(column);
        }
    }

    /// Whether a column is as deep as the contact.
    pub(super) fn reach_depth<V: Vector>(
        &mut self,
        projection: &Projection<V>,
        contact: &Contact<V>,
    ) -> bool {
        let frame = &projection.frame;
        // 3 eps L, so that together with the choice of one of the deepest columns less than 8 eps L are lost.
        self.tie = 0.375 * frame.local_length(contact.error_bound);
        self.least = frame.local_length(contact.separation);
        let deepest = self.least + self.tie;
        let mut all = self.all.iter();
        all.any(|column| column.separation <= deepest)
    }

    /// Adds the column of the contact, before all others.
    pub(super) fn add_contact<V: Vector>(
        &mut self,
        projection: &Projection<V>,
        contact: &Contact<V>,
    ) {
        let column = Column {
            at: projection.of(contact.point_b).xy(),
            separation: self.least,
            source: Source::Contact,
        };
        self.all.insert(0, column);
    }

    /// Adds the column of a vertex over a face, or that of two edges that cross, if there is one.
    pub(super) fn add_single<V: Vector>(&mut self, projection: &Projection<V>) -> bool {
        let radius = projection.frame.radius();
        let is_over = |polygon: &Outline, at: DVec2| {
            let sides = Sides::new(polygon);
            sides.all().all(|side| side.distance(at) >= -self.close)
        };
        let found = match (self.a.corners.len(), self.b.corners.len()) {
            (1, 3..) => {
                let at = self.a.corners[0].across();
                is_over(self.b, at).then_some((Source::First(0), at))
            }
            (3.., 1) => {
                let at = self.b.corners[0].across();
                is_over(self.a, at).then_some((Source::Second(0), at))
            }
            (2, 2) => {
                let [p, q] = self.a.edge(0).map(|corner| corner.across());
                let [r, s] = self.b.edge(0).map(|corner| corner.across());
                let (u, w) = (q - p, s - r);
                let sine = u.perp_dot(w);
                let [of_a, of_b] = [w, u].map(|way| (r - p).perp_dot(way) / sine);
                let is_between = |t: f64| (0.0..=1.0).contains(&t);
                (is_between(of_a) && is_between(of_b))
                    .then_some((Source::Crossing([0; 2]), p + u * of_a))
            }
            _ => None,
        };
        if let Some((source, at)) = found {
            self.add(source, at, radius);
        }
        found.is_some()
    }

    /// Whether the separation along an axis is the distance of two boxes: if they overlap it is; otherwise if points of both
    /// are exactly above each other, not just within the tolerance.
    pub(super) fn confirm<V: Vector>(&self, frame: &Frame<V>) -> bool {
        if self.least + frame.radius() <= 0.0 {
            return true;
        }
        let rounding = 1e-14 * frame.size;
        let sides = [self.a, self.b].map(Sides::new);
        let is_inside = |column: &Column| {
            let mut all = sides.iter().flat_map(Sides::all);
            all.all(|side| side.distance(column.at) >= -rounding)
        };
        let deepest = self.least + self.tie;
        let mut deep = self
            .all
            .iter()
            .filter(|column| column.separation <= deepest);
        deep.any(is_inside)
    }

    /// Removes the columns that are beyond the reach, or too close to the first one.
    pub(super) fn keep_within(&mut self, reach: f64) {
        let reach = Scalar::max(reach, self.least + self.tie);
        let mut kept = 0;
        let first = self.all[0].at;
        for index in 0..self.all.len() {
            let column = &self.all[index];
            let way = column.at - first;
            let is_new = index == 0 || way.length_squared() > self.close * self.close;
            if is_new && column.separation <= reach {
                if kept < index {
                    self.all[kept] = *column;
                }
                kept += 1;
            }
        }
        self.all.truncate(kept);
    }

    /// The point of a column.
    #[inline(always)]
    pub(super) fn point<V: Vector>(
        &self,
        index: usize,
        projection: &Projection<V>,
        [a, b]: [Points<'_, V>; 2],
        contact: &Contact<V>,
    ) -> ManifoldPoint<V> {
        let column = &self.all[index];
        let (frame, n) = (&projection.frame, projection.normal);
        let core = column.separation + frame.radius();
        let raw = |points: &[V], corner: &Corner| projection.raw(points[corner.number as usize]);
        let on = |points: &[V], ends: [&Corner; 2]| {
            let (p, q) = (raw(points, ends[0]), raw(points, ends[1]));
            p + (q - p) * fraction(ends, column.at)
        };
        let (of_a, of_b, id) = match column.source {
            Source::Contact => {
                let [a, b] = [self.a, self.b].map(|side| side.nearest(column.at, self.close));
                return of_contact(contact, PointId { a, b });
            }
            Source::First(corner) => {
                let corner = &self.a.corners[corner];
                let of_a = raw(a.0, corner);
                let of_b = match self.b.corners.len() {
                    // Parallel edges need not be exactly above each other.
                    2 => on(b.0, self.b.edge(0)),
                    _ => of_a - n * core,
                };
                (of_a, of_b, [corner.id(), self.ids[1]])
            }
            Source::Second(corner) => {
                let corner = &self.b.corners[corner];
                let of_b = raw(b.0, corner);
                let of_a = match self.a.corners.len() {
                    2 => on(a.0, self.a.edge(0)),
                    _ => of_b + n * core,
                };
                (of_a, of_b, [self.ids[0], corner.id()])
            }
            Source::Crossing([of_a, of_b]) => {
                let (of_a, of_b) = (self.a.edge(of_a), self.b.edge(of_b));
                (on(a.0, of_a), on(b.0, of_b), [edge(of_a), edge(of_b)])
            }
        };
        let [id_a, id_b] = id;
        let id = PointId { a: id_a, b: id_b };
        ManifoldPoint {
            point_a: unsigned(projection.point(of_a - n * frame.radius_a)),
            point_b: unsigned(projection.point(of_b + n * frame.radius_b)),
            separation: frame.length(column.separation),
            id,
        }
    }
}

/// The point of a contact, with these features.
pub(super) fn of_contact<V: Vector>(contact: &Contact<V>, id: PointId) -> ManifoldPoint<V> {
    ManifoldPoint {
        point_a: unsigned(contact.point_a),
        point_b: unsigned(contact.point_b),
        separation: contact.separation,
        id,
    }
}

/// How far along an edge the point nearest to a column is.
#[inline(always)]
fn fraction([p, q]: [&Corner; 2], at: DVec2) -> f64 {
    let edge = q.across() - p.across();
    Scalar::clamp(edge.dot(at - p.across()) / edge.length_squared(), 0.0, 1.0)
}

/// The height of an edge at a column.
#[inline(always)]
fn height(edge: [&Corner; 2], at: DVec2) -> f64 {
    let [p, q] = [edge[0].at.z, edge[1].at.z];
    p + (q - p) * fraction(edge, at)
}

impl Columns<'_> {
    /// The columns of a core's feature over a half-space.
    pub(super) fn over_plane<V: Vector>(
        &mut self,
        projection: &Projection<V>,
        contact: &Contact<V>,
    ) {
        let lowest = projection.frame.local_length(contact.separation);
        let heights = self.a.corners.iter().map(|corner| corner.at.z);
        let top = heights.reduce(Scalar::max).unwrap_or(0.0);
        for (index, corner) in self.a.corners.iter().enumerate() {
            self.push(Column {
                at: corner.across(),
                separation: lowest + (top - corner.at.z),
                source: Source::First(index),
            });
        }
    }

    /// The columns through the features of two cores.
    pub(super) fn between<V: Vector>(&mut self, projection: &Projection<V>) {
        let radius = projection.frame.radius();
        let (a, b) = (self.a, self.b);
        match [a.corners.len(), b.corners.len()] {
            // A column through a vertex is that of the contact.
            [..=1, _] | [_, ..=1] => {}
            [2, 2] => self.along_both(radius),
            [2, _] => self.clip(a, &Sides::new(b), false, radius),
            [_, 2] => self.clip(b, &Sides::new(a), true, radius),
            _ => {
                self.vertices_inside(b, &Sides::new(a), radius);
                self.clip(a, &Sides::new(b), false, radius);
            }
        }
    }

    /// Two edges: if they are parallel, the ends of the length that they have in common. If they cross, the column is
    /// that of the contact.
    fn along_both(&mut self, radius: f64) {
        let ([p, q], [r, s]) = (self.a.edge(0), self.b.edge(0));
        let way = q.across() - p.across();
        let length = Vector::length(way);
        let along = way / length;
        let of = |corner: &Corner| along.dot(corner.across() - p.across());
        let places = [(0.0, Source::First(0)), (length, Source::First(1))];
        let others = [(of(r), Source::Second(0)), (of(s), Source::Second(1))];
        let sorted = if others[0].0 <= others[1].0 {
            others
        } else {
            [others[1], others[0]]
        };
        let low = if sorted[0].0 > 0.0 {
            sorted[0]
        } else {
            places[0]
        };
        let high = if sorted[1].0 < length {
            sorted[1]
        } else {
            places[1]
        };
        let common = high.0 - low.0;
        let slack = self.close + radius / 16.0;
        for (_, source) in [low, high] {
            let (at, edge) = match source {
                Source::First(index) => (self.a.corners[index].across(), [r, s]),
                Source::Second(index) => (self.b.corners[index].across(), [p, q]),
                Source::Crossing(_) | Source::Contact => return,
            };
            let [from, to] = edge.map(|corner| corner.across());
            let apart = between_flat([from, to], fraction(edge, at)) - at;
            let apart = Vector::length(apart);
            if apart > slack || common <= 4.0 * apart + self.close {
                self.all.truncate(0);
                return;
            }
            self.add(source, at, radius);
        }
    }

    /// The vertices and edges of a feature clipped by the sides of the other one, a polygon; `turned` if it is the second
    /// feature. Each edge is clipped by itself (Cyrus and Beck, 1978).
    fn clip(&mut self, clipped: &Outline, sides: &Sides, turned: bool, radius: f64) {
        let (corners, sides) = (&*clipped.corners, &*sides.0);
        let (mut few, mut more) = ([0.0; FEW * FEW], Vec::new());
        let count = corners.len() * sides.len();
        let distances = if count <= few.len() {
            &mut few[..count]
        } else {
            more.resize(count, 0.0);
            &mut more
        };
        for (corner, distances) in corners.iter().zip(distances.chunks_exact_mut(sides.len())) {
            for (side, distance) in sides.iter().zip(distances) {
                *distance = side.distance(corner.across());
            }
        }
        let of = |index: usize| &distances[index * sides.len()..(index + 1) * sides.len()];
        for (index, corner) in corners.iter().enumerate() {
            if of(index).iter().all(|distance| *distance >= -self.close) {
                let source = if turned {
                    Source::Second(index)
                } else {
                    Source::First(index)
                };
                self.add(source, corner.across(), radius);
            }
        }
        // After the vertices, which have precedence.
        let is_edge = corners.len() == 2;
        let mut from = if is_edge { 0 } else { corners.len() - 1 };
        for to in usize::from(is_edge)..corners.len() {
            let index = from;
            let cuts = cut(of(from), of(to), self.close);
            let (p, q) = (corners[from].across(), corners[to].across());
            for (fraction, side) in cuts.into_iter().flatten() {
                let edges = if turned { [side, index] } else { [index, side] };
                let at = between_flat([p, q], fraction);
                self.add(Source::Crossing(edges), at, radius);
            }
            from = to;
        }
    }

    /// The vertices of the second feature that are inside the first one, or close to it.
    fn vertices_inside(&mut self, second: &Outline, sides: &Sides, radius: f64) {
        for (index, corner) in second.corners.iter().enumerate() {
            let at = corner.across();
            if sides.all().all(|side| side.distance(at) >= -self.close) {
                self.add(Source::Second(index), at, radius);
            }
        }
    }

    #[inline(always)]
    fn add(&mut self, source: Source, at: DVec2, radius: f64) {
        let separation = self.separation(source, at, radius);
        self.push(Column {
            at,
            separation,
            source,
        });
    }

    /// The separation in a column.
    #[inline(always)]
    fn separation(&self, source: Source, at: DVec2, radius: f64) -> f64 {
        let over = |outline: &Outline| match outline.corners.len() {
            2 => height(outline.edge(0), at),
            _ => outline.height(at),
        };
        let [of_a, of_b] = match source {
            Source::First(index) => [self.a.corners[index].at.z, over(self.b)],
            Source::Second(index) => [over(self.a), self.b.corners[index].at.z],
            Source::Crossing([of_a, of_b]) => {
                [height(self.a.edge(of_a), at), height(self.b.edge(of_b), at)]
            }
            Source::Contact => [0.0; 2],
        };
        // Both heights grow towards the other shape.
        -(of_a + of_b) - radius
    }
}

#[inline(always)]
fn between_flat([p, q]: [DVec2; 2], fraction: f64) -> DVec2 {
    p + (q - p) * fraction
}

/// The lines through the edges of a polygon.
struct Sides(SmallVec<Side, FEW>);

#[derive(Clone, Copy, Debug, Default)]
struct Side {
    from: DVec2,
    /// The unit normal, to the inside.
    inwards: DVec2,
}

impl Side {
    fn distance(&self, at: DVec2) -> f64 {
        self.inwards.dot(at - self.from)
    }
}

impl Sides {
    /// Those of a polygon; an edge has none.
    #[inline(always)]
    fn new(polygon: &Outline) -> Self {
        let mut sides = SmallVec::new(Side::default());
        if polygon.corners.len() <= 2 {
            return Self(sides);
        }
        for index in 0..polygon.corners.len() {
            let [p, q] = polygon.edge(index);
            let way = q.across() - p.across();
            sides.push(Side {
                from: p.across(),
                inwards: way.perp() * (1.0 / Vector::length(way)),
            });
        }
        Self(sides)
    }

    #[inline(always)]
    fn all(&self) -> impl Iterator<Item = &Side> {
        self.0.iter()
    }
}

/// Where a segment with these distances of its ends from the sides of a polygon enters it and where it leaves it, as
/// fractions of its length, and through which sides.
#[inline(always)]
fn cut(from: &[f64], to: &[f64], close: f64) -> [Option<(f64, usize)>; 2] {
    let (mut enters, mut leaves): (Option<(f64, usize)>, Option<(f64, usize)>) = (None, None);
    for (index, (from, to)) in from.iter().zip(to).enumerate() {
        let at = || Scalar::clamp(from / (from - to), 0.0, 1.0);
        match [*from >= -close, *to >= -close] {
            [true, true] => {}
            [false, false] => return [None; 2],
            [false, true] => {
                let t = at();
                if enters.is_none_or(|(other, _)| t > other) {
                    enters = Some((t, index));
                }
            }
            [true, false] => {
                let t = at();
                if leaves.is_none_or(|(other, _)| t < other) {
                    leaves = Some((t, index));
                }
            }
        }
    }
    let first = enters.map_or(0.0, |(t, _)| t);
    let last = leaves.map_or(1.0, |(t, _)| t);
    if first <= last {
        [enters, leaves]
    } else {
        [None; 2]
    }
}
