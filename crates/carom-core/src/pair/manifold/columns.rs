//! Columns: lines along the normal through both features, one for every point of a manifold.

use super::feature::{Corner, ProjectedFeature, edge, fraction};
use super::projection::Projection;
use super::{ManifoldPoint, PointId, unsigned};
use crate::pair::contact::Contact;
use crate::pair::small_vec::SmallVec;
use crate::shape::Points;
use carom_math::{Scalar, Vector};
use glam::{DVec2, Vec3Swizzles as _};

/// The features that a column passes.
#[derive(Clone, Copy, Debug)]
pub(super) enum ColumnSource {
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
    pub(super) source: ColumnSource,
}

/// All bits zero, with which a list is filled fast.
const NONE: Column = Column {
    at: DVec2::ZERO,
    separation: 0.0,
    source: ColumnSource::First(0),
};

/// Up to this many columns need no memory on the heap: those of two quadrilaterals.
const FEW: usize = 8;

/// The features of a pair and the columns through both.
pub(super) struct Columns<'a> {
    pub(super) a: ProjectedFeature<'a>,
    pub(super) b: ProjectedFeature<'a>,
    pub(super) close: f64,
    pub(super) all: SmallVec<Column, FEW>,
    /// Separations that differ less are equal.
    pub(super) tie: f64,
    /// The separation of the contact.
    pub(super) least: f64,
}

impl<'a> Columns<'a> {
    #[inline(always)]
    pub(super) fn new([a, b]: [ProjectedFeature<'a>; 2], close: f64) -> Self {
        Self {
            a,
            b,
            close,
            all: SmallVec::new(NONE),
            tie: 0.0,
            least: 0.0,
        }
    }

    /// Adds a column, unless there is one so close that it is the same.
    #[inline(always)]
    pub(super) fn push(&mut self, column: Column) {
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

    /// Adds the column of the contact: in place of one with the same name, as it is of a vertex of a rim that stands for the
    /// arc around it.
    pub(super) fn add_contact<V: Vector>(
        &mut self,
        projection: &Projection<V>,
        contact: &Contact<V>,
    ) {
        let column = Column {
            at: projection.of(contact.point_b).xy(),
            separation: self.least,
            source: ColumnSource::Contact,
        };
        let id = self.id(&column);
        let same = self.all.iter().position(|other| self.id(other) == id);
        match same {
            Some(index) => self.all[index] = column,
            None => self.all.push(column),
        }
    }

    /// Removes the columns that are beyond the reach, or too close to that of the contact.
    pub(super) fn keep_within(&mut self, reach: f64) {
        let reach = Scalar::max(reach, self.least + self.tie);
        let is_contact = |column: &Column| matches!(column.source, ColumnSource::Contact);
        let contact = self.all.iter().find(|column| is_contact(column));
        let contact = contact.map(|column| column.at);
        let mut kept = 0;
        for index in 0..self.all.len() {
            let column = &self.all[index];
            let is_new = contact.is_none_or(|at| {
                let way = column.at - at;
                is_contact(column) || way.length_squared() > self.close * self.close
            });
            if is_new && column.separation <= reach {
                if kept < index {
                    self.all[kept] = *column;
                }
                kept += 1;
            }
        }
        self.all.truncate(kept);
    }

    /// The features that meet in a column.
    fn id(&self, column: &Column) -> PointId {
        let [a, b] = match column.source {
            ColumnSource::Contact => {
                [self.a, self.b].map(|feature| feature.nearest(column.at, self.close))
            }
            ColumnSource::First(index) => [self.a.corners[index].id(), self.b.id],
            ColumnSource::Second(index) => [self.a.id, self.b.corners[index].id()],
            ColumnSource::Crossing([of_a, of_b]) => {
                [edge(self.a.edge(of_a)), edge(self.b.edge(of_b))]
            }
        };
        PointId { a, b }
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
        let id = self.id(column);
        let (of_a, of_b) = match column.source {
            ColumnSource::Contact => return of_contact(contact, id),
            ColumnSource::First(corner) => {
                let of_a = raw(a.0, &self.a.corners[corner]);
                let of_b = match self.b.corners.len() {
                    // Parallel edges need not be exactly above each other.
                    2 => on(b.0, self.b.edge(0)),
                    _ => of_a - n * core,
                };
                (of_a, of_b)
            }
            ColumnSource::Second(corner) => {
                let of_b = raw(b.0, &self.b.corners[corner]);
                let of_a = match self.a.corners.len() {
                    2 => on(a.0, self.a.edge(0)),
                    _ => of_b + n * core,
                };
                (of_a, of_b)
            }
            ColumnSource::Crossing([of_a, of_b]) => {
                (on(a.0, self.a.edge(of_a)), on(b.0, self.b.edge(of_b)))
            }
        };
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

/// The height of an edge at a column.
#[inline(always)]
fn height(edge: [&Corner; 2], at: DVec2) -> f64 {
    let [p, q] = [edge[0].at.z, edge[1].at.z];
    p + (q - p) * fraction(edge, at)
}

impl Columns<'_> {
    #[inline(always)]
    pub(super) fn add(&mut self, source: ColumnSource, at: DVec2, over: DVec2, radius: f64) {
        let separation = self.separation(source, over, radius);
        self.push(Column {
            at,
            separation,
            source,
        });
    }

    /// The separation in a column.
    #[inline(always)]
    fn separation(&self, source: ColumnSource, at: DVec2, radius: f64) -> f64 {
        let over = |feature: ProjectedFeature<'_>| match feature.corners.len() {
            2 => height(feature.edge(0), at),
            _ => feature.height(at),
        };
        let [of_a, of_b] = match source {
            ColumnSource::First(index) => [self.a.corners[index].at.z, over(self.b)],
            ColumnSource::Second(index) => [over(self.a), self.b.corners[index].at.z],
            ColumnSource::Crossing([of_a, of_b]) => {
                [height(self.a.edge(of_a), at), height(self.b.edge(of_b), at)]
            }
            ColumnSource::Contact => [0.0; 2],
        };
        // Both heights grow towards the other shape.
        -(of_a + of_b) - radius
    }
}
