//! A feature that is found: what the columns read of it.

use super::FeatureId;
use carom_math::{Scalar, Vector};
use glam::{DVec2, DVec3, Vec3Swizzles as _};

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

/// A line through an edge.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SideLine {
    from: DVec2,
    /// The unit normal, to the inside.
    inwards: DVec2,
}

impl SideLine {
    /// The line through two neighbors around a polygon.
    #[inline(always)]
    pub(super) fn through([p, q]: [&Corner; 2]) -> Self {
        let way = q.across() - p.across();
        Self {
            from: p.across(),
            inwards: way.perp() * (1.0 / Vector::length(way)),
        }
    }

    /// How far inside a point is.
    #[inline(always)]
    pub(super) fn distance(&self, at: DVec2) -> f64 {
        self.inwards.dot(at - self.from)
    }
}

/// A feature: one corner, two, or those of a convex polygon, counter-clockwise from the lowest number. That of a
/// half-space has none.
#[derive(Clone, Copy)]
pub(super) struct ProjectedFeature<'a> {
    pub(super) corners: &'a [Corner],
    /// The lines through the edges of a polygon, in their order.
    pub(super) sides: &'a [SideLine],
    /// The gradient of the height, if it is a polygon.
    pub(super) gradient: DVec2,
    /// Its name.
    pub(super) id: FeatureId,
}

impl<'a> ProjectedFeature<'a> {
    #[inline(always)]
    pub(super) fn new(corners: &'a [Corner], sides: &'a [SideLine], gradient: DVec2) -> Self {
        Self {
            corners,
            sides,
            gradient,
            id: name(corners),
        }
    }

    /// Whether a point is inside the polygon, or outside by at most `close`.
    pub(super) fn is_over(self, at: DVec2, close: f64) -> bool {
        self.sides.iter().all(|side| side.distance(at) >= -close)
    }

    /// The point inside for one that is outside by at most `close`: beyond an edge, the plane of a face is outside of the
    /// shape. `None` for a point farther outside.
    #[inline(always)]
    pub(super) fn nearest_inside(self, at: DVec2, close: f64) -> Option<DVec2> {
        let mut is_beyond = false;
        for side in self.sides {
            let distance = side.distance(at);
            is_beyond |= distance < 0.0;
            if distance < -close {
                return None;
            }
        }
        Some(if is_beyond { self.moved_inside(at) } else { at })
    }

    fn moved_inside(self, mut at: DVec2) -> DVec2 {
        for side in self.sides {
            let distance = side.distance(at);
            if distance < 0.0 {
                at -= side.inwards * distance;
            }
        }
        at
    }

    /// The height of its plane, if it is a polygon.
    #[inline(always)]
    pub(super) fn height(self, across: DVec2) -> f64 {
        let first = &self.corners[0];
        first.at.z + self.gradient.dot(across - first.across())
    }

    /// The ends of its edge with this number.
    #[inline(always)]
    pub(super) fn edge(self, index: usize) -> [&'a Corner; 2] {
        let corners = self.corners;
        let next = if index + 1 == corners.len() {
            0
        } else {
            index + 1
        };
        [&corners[index], &corners[next]]
    }

    /// The name of the vertex or edge within `close` of a point, for a point farther outside that of the nearest vertex,
    /// otherwise its own.
    pub(super) fn nearest(self, across: DVec2, close: f64) -> FeatureId {
        let square = |corner: &Corner| (corner.across() - across).length_squared();
        let (mut least, mut found) = (f64::INFINITY, None);
        for corner in self.corners {
            if square(corner) < least {
                (least, found) = (square(corner), Some(corner));
            }
        }
        let is_outside = self.corners.len() > 2 && !self.is_over(across, close);
        if let Some(corner) = found
            && (is_outside || least <= close * close)
        {
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
            _ => self.id,
        }
    }
}

/// The name of the feature with these corners.
fn name(corners: &[Corner]) -> FeatureId {
    match corners {
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
