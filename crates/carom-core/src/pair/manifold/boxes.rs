//! The faces of two boxes from the numbers of their corners.

use super::feature::Corner;
use super::outline::Outline;
use super::projection::{ManifoldTolerances, Projection};
use crate::pair::block::Block;
use carom_math::Vector;
use glam::DVec3;

impl Block {
    /// Whether it has a face with the slope of a feature, which becomes the outline.
    #[inline(always)]
    pub(super) fn face<V: Vector>(
        &self,
        projection: &Projection<V>,
        towards: f64,
        tolerances: &ManifoldTolerances,
        outline: &mut Outline,
    ) -> bool {
        let cosines = self.normals.map(|n| n.dot(projection.normal) * towards);
        let mut k = 0;
        for other in 1..3 {
            if cosines[other].abs() > cosines[k].abs() {
                k = other;
            }
        }
        let cosine = cosines[k];
        if cosine * cosine * (1.0 + tolerances.steepest * tolerances.steepest) < 1.0 {
            return false;
        }
        let first = if cosine > 0.0 { 1 << k } else { 0 };
        // Bits of the two edges of the face, the lower one first.
        let [u, w] = [[2, 4], [1, 4], [1, 2]][k];
        let mut ring = [Corner::default(); 4];
        for (corner, number) in ring
            .iter_mut()
            .zip([first, first + u, first + u + w, first + w])
        {
            let at = projection.across(self.corners[number]);
            *corner = Corner {
                at: DVec3::new(at.x, at.y, at.z * towards),
                number: number as u32,
            };
        }
        outline.become_quadrilateral(ring, tolerances)
    }
}
