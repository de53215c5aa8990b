//! The faces of two boxes from the numbers of their corners.

use super::FeatureId;
use super::feature::{Corner, ProjectedFeature, SideLine};
use super::outline::gradient;
use super::projection::{ManifoldTolerances, Projection};
use crate::pair::block::Block;
use carom_math::{Scalar, Vector};
use glam::{DVec2, DVec3, Vec3Swizzles as _};

/// The face of a box, projected: what a [`ProjectedFeature`] reads.
pub(super) struct Quadrilateral {
    corners: [Corner; 4],
    sides: [SideLine; 4],
    gradient: DVec2,
    id: FeatureId,
}

impl Quadrilateral {
    #[inline(always)]
    pub(super) fn feature(&self) -> ProjectedFeature<'_> {
        ProjectedFeature {
            corners: &self.corners,
            sides: &self.sides,
            gradient: self.gradient,
            id: self.id,
        }
    }
}

impl Block {
    /// Its face with the slope of a feature; `None` if it has none, or one that is too thin in the projection.
    #[inline(always)]
    pub(super) fn face<V: Vector>(
        &self,
        projection: &Projection<V>,
        towards: f64,
        tolerances: &ManifoldTolerances,
    ) -> Option<Quadrilateral> {
        let cosines = self.normals.map(|n| n.dot(projection.normal) * towards);
        let mut k = 0;
        for other in 1..3 {
            if cosines[other].abs() > cosines[k].abs() {
                k = other;
            }
        }
        let cosine = cosines[k];
        if cosine * cosine * (1.0 + tolerances.steepest * tolerances.steepest) < 1.0 {
            return None;
        }
        let first = if cosine > 0.0 { 1 << k } else { 0 };
        // Bits of the two edges of the face, the lower one first.
        let [u, w] = [[2, 4], [1, 4], [1, 2]][k];
        let corner = |number: usize| {
            let at = projection.across(self.corners[number]);
            Corner {
                at: DVec3::new(at.x, at.y, at.z * towards),
                number: number as u32,
            }
        };
        let [o, p, q] = [corner(first), corner(first + u), corner(first + w)];
        let opposite = corner(first + u + w);
        let (along, beside) = (p.at - o.at, q.at - o.at);
        let area = along.xy().perp_dot(beside.xy());
        let longer = Scalar::max(along.xy().length_squared(), beside.xy().length_squared());
        if area * area <= tolerances.close * tolerances.close * longer {
            return None;
        }
        // In their order around it from the lowest number.
        let corners = if area > 0.0 {
            [o, p, opposite, q]
        } else {
            [o, q, opposite, p]
        };
        let [c, d, e, f] = &corners;
        Some(Quadrilateral {
            sides: [[c, d], [d, e], [e, f], [f, c]].map(SideLine::through),
            gradient: gradient(along, beside, area),
            id: FeatureId::Face([o.number, p.number, q.number]),
            corners,
        })
    }
}
