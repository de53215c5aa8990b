//! The flattest face or edge at the highest point of a core, if that is not level.

use super::outline::Outline;
use super::projection::ManifoldTolerances;
use carom_math::{Scalar, Vector};
use glam::{DVec2, DVec3, Vec3Swizzles as _};

impl Outline {
    /// Becomes the flattest face or edge at the highest point, if it is flat enough.
    pub(super) fn become_tilted(
        &mut self,
        points: &[DVec3],
        top: DVec3,
        tolerances: &ManifoldTolerances,
    ) -> bool {
        let Some(line) = Line::flattest(points, top, tolerances) else {
            return false;
        };
        if let Some(gradient) = line.flattest_face(points, tolerances) {
            self.take(points, |at| {
                let way = at - top;
                (gradient.dot(way.xy()) - way.z).abs() <= tolerances.flat
            });
            self.close_around(tolerances);
            if self.corners.len() > 2 {
                return true;
            }
        }
        self.take(points, |at| {
            let [_, beside, below] = line.coordinates(at);
            beside.abs() <= tolerances.close && below.abs() <= tolerances.flat
        });
        self.close_around(tolerances);
        self.corners.len() > 1
    }
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
        let (mut least, mut found) = (tolerances.steepest * tolerances.steepest, None);
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
        let steepest = tolerances.steepest * tolerances.steepest - self.slope * self.slope;
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
