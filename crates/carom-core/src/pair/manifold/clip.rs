//! The corners of the intersection of two features: the vertices of each that are inside the other, and the crossings of
//! their edges.

use super::boxes::Quadrilateral;
use super::columns::{Column, ColumnSource, Columns};
use super::feature::{Corner, ProjectedFeature, fraction};
use super::projection::Projection;
use crate::pair::contact::Contact;
use crate::pair::frame::Frame;
use alloc::vec::Vec;
use carom_math::{Scalar, Vector};
use glam::DVec2;

/// Features of up to this many vertices need no memory on the heap.
const FEW: usize = 8;

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
                source: ColumnSource::First(index),
            });
        }
    }

    /// The columns through the features of two cores.
    pub(super) fn between<V: Vector>(&mut self, projection: &Projection<V>) {
        let radius = projection.frame.radius();
        let (a, b) = (self.a, self.b);
        match (a.corners.len(), b.corners.len()) {
            // A column through a vertex is that of the contact.
            (..=1, _) | (_, ..=1) => {}
            (2, 2) => self.along_both(radius),
            (2, _) => self.clip(a, b, false, radius),
            (_, 2) => self.clip(b, a, true, radius),
            _ => {
                self.vertices_inside(b, a, radius);
                self.clip(a, b, false, radius);
            }
        }
    }

    /// The same for the faces of two boxes: compiled for their numbers.
    pub(super) fn between_quadrilaterals(
        &mut self,
        a: &Quadrilateral,
        b: &Quadrilateral,
        radius: f64,
    ) {
        let [a, b] = [a.feature(), b.feature()];
        self.vertices_inside(b, a, radius);
        self.clip_edges(a, b, false, radius, &mut [0.0; 16]);
    }

    /// Two edges: if they are parallel, the ends of the length that they have in common. If they cross, the column is
    /// that of the contact.
    fn along_both(&mut self, radius: f64) {
        let ([p, q], [r, s]) = (self.a.edge(0), self.b.edge(0));
        let way = q.across() - p.across();
        let length = Vector::length(way);
        let along = way / length;
        let of = |corner: &Corner| along.dot(corner.across() - p.across());
        let places = [
            (0.0, ColumnSource::First(0)),
            (length, ColumnSource::First(1)),
        ];
        let others = [
            (of(r), ColumnSource::Second(0)),
            (of(s), ColumnSource::Second(1)),
        ];
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
                ColumnSource::First(index) => (self.a.corners[index].across(), [r, s]),
                ColumnSource::Second(index) => (self.b.corners[index].across(), [p, q]),
                ColumnSource::Crossing(_) | ColumnSource::Contact => return,
            };
            let [from, to] = edge.map(|corner| corner.across());
            let apart = between_flat([from, to], fraction(edge, at)) - at;
            let apart = Vector::length(apart);
            if apart > slack || common <= 4.0 * apart + self.close {
                self.all.truncate(0);
                return;
            }
            self.add(source, at, at, radius);
        }
    }

    /// The vertices and edges of a feature clipped by the sides of the other one, a polygon; `turned` if it is the second
    /// feature.
    fn clip(
        &mut self,
        clipped: ProjectedFeature<'_>,
        polygon: ProjectedFeature<'_>,
        turned: bool,
        radius: f64,
    ) {
        let (mut few, mut more) = ([0.0; FEW * FEW], Vec::new());
        let count = clipped.corners.len() * polygon.sides.len();
        let distances = if count <= few.len() {
            &mut few[..count]
        } else {
            more.resize(count, 0.0);
            &mut more
        };
        self.clip_edges(clipped, polygon, turned, radius, distances);
    }

    /// Each edge is clipped by itself (Cyrus and Beck, 1978); with room for the distances of corners from sides.
    #[inline(always)]
    fn clip_edges(
        &mut self,
        clipped: ProjectedFeature<'_>,
        polygon: ProjectedFeature<'_>,
        turned: bool,
        radius: f64,
        distances: &mut [f64],
    ) {
        let (corners, sides) = (clipped.corners, polygon.sides);
        for (corner, distances) in corners.iter().zip(distances.chunks_exact_mut(sides.len())) {
            for (side, distance) in sides.iter().zip(distances) {
                *distance = side.distance(corner.across());
            }
        }
        let of = |index: usize| &distances[index * sides.len()..(index + 1) * sides.len()];
        for (index, corner) in corners.iter().enumerate() {
            let at = corner.across();
            if let Some(over) = polygon.nearest_inside(at, self.close) {
                let source = if turned {
                    ColumnSource::Second(index)
                } else {
                    ColumnSource::First(index)
                };
                self.add(source, at, over, radius);
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
                self.add(ColumnSource::Crossing(edges), at, at, radius);
            }
            from = to;
        }
    }

    /// The vertices of the second feature that are inside the first one, or close to it.
    #[inline(always)]
    fn vertices_inside(
        &mut self,
        second: ProjectedFeature<'_>,
        first: ProjectedFeature<'_>,
        radius: f64,
    ) {
        for (index, corner) in second.corners.iter().enumerate() {
            let at = corner.across();
            if let Some(over) = first.nearest_inside(at, self.close) {
                self.add(ColumnSource::Second(index), at, over, radius);
            }
        }
    }

    /// Adds the column of a vertex over a face, or that of two edges that cross, if there is one.
    pub(super) fn add_single<V: Vector>(&mut self, projection: &Projection<V>) -> bool {
        let radius = projection.frame.radius();
        let over = |polygon: ProjectedFeature<'_>, corner: &Corner, source: ColumnSource| {
            let at = corner.across();
            let over = polygon.nearest_inside(at, self.close)?;
            Some((source, at, over))
        };
        let found = match (self.a.corners.len(), self.b.corners.len()) {
            (1, 3..) => over(self.b, &self.a.corners[0], ColumnSource::First(0)),
            (3.., 1) => over(self.a, &self.b.corners[0], ColumnSource::Second(0)),
            (2, 2) => {
                let [p, q] = self.a.edge(0).map(|corner| corner.across());
                let [r, s] = self.b.edge(0).map(|corner| corner.across());
                let (u, w) = (q - p, s - r);
                let sine = u.perp_dot(w);
                let [of_a, of_b] = [w, u].map(|way| (r - p).perp_dot(way) / sine);
                let is_between = |t: f64| (0.0..=1.0).contains(&t);
                let at = p + u * of_a;
                (is_between(of_a) && is_between(of_b)).then_some((
                    ColumnSource::Crossing([0; 2]),
                    at,
                    at,
                ))
            }
            _ => None,
        };
        if let Some((source, at, over)) = found {
            self.add(source, at, over, radius);
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
        let is_inside = |column: &Column| {
            self.a.is_over(column.at, rounding) && self.b.is_over(column.at, rounding)
        };
        let deepest = self.least + self.tie;
        let mut deep = self
            .all
            .iter()
            .filter(|column| column.separation <= deepest);
        deep.any(is_inside)
    }
}

#[inline(always)]
fn between_flat([p, q]: [DVec2; 2], fraction: f64) -> DVec2 {
    p + (q - p) * fraction
}

/// A fraction of a segment, and the number of a side.
type Cut = (f64, usize);

/// Where a segment with these distances of its ends from the sides of a polygon enters it and where it leaves it, as
/// fractions of its length, and through which sides.
#[inline(always)]
fn cut(from: &[f64], to: &[f64], close: f64) -> [Option<Cut>; 2] {
    let [mut enters, mut leaves]: [Option<Cut>; 2] = [None; 2];
    // Most segments are inside of all sides, or outside of one: found without branches.
    let (mut is_beyond, mut is_cut) = (false, false);
    for (from, to) in from.iter().zip(to) {
        let [from, to] = [*from < -close, *to < -close];
        is_beyond |= from & to;
        is_cut |= from | to;
    }
    if is_beyond || !is_cut {
        return [None; 2];
    }
    for (index, (from, to)) in from.iter().zip(to).enumerate() {
        let at = || Scalar::clamp(from / (from - to), 0.0, 1.0);
        match [*from >= -close, *to >= -close] {
            [true, true] | [false, false] => {}
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
