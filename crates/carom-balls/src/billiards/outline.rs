//! The cushions as polygons, for drawing.

use super::cushions::Cushion;
use super::pool_table::PoolTable;
use alloc::vec;
use alloc::vec::Vec;
use carom_math::Scalar;
use glam::DVec2;

/// Corners of a rounded jaw, as a polygon.
const JAW_CORNERS: u32 = 8;

/// A jaw, and the facing that begins at it, are this near each other, m: rounding.
const NEAR: f64 = 1e-9;

impl PoolTable {
    /// The cushions from nose to wood, for drawing: a polygon for each nose, with its jaws and facings; six, or four
    /// without pockets. Jaws are rounded, so their corners are on the arc and their edges a little inside.
    ///
    /// ```
    /// use carom::billiards::{PoolTable, Rack, TableSpec};
    /// let table = PoolTable::racked(Rack::NineBall, TableSpec::POOL_9_FT)?;
    /// let outlines = table.outlines();
    /// assert_eq!(outlines.len(), 6);
    /// // The first cushion is at x = 0, and as deep as the wood.
    /// let deepest = outlines[0].iter().map(|corner| corner.x).fold(0., f64::min);
    /// assert!((deepest + table.spec().cushion_width).abs() < 1e-9);
    /// # Ok::<(), carom::billiards::BilliardsError>(())
    /// ```
    #[must_use]
    pub fn outlines(&self) -> Vec<Vec<DVec2>> {
        let depth = self.spec().cushion_width;
        // The noses are the first in the list.
        let noses = if self.pockets().is_empty() { 4 } else { 6 };
        let straight = self.cushions().iter().filter_map(|cushion| match *cushion {
            Cushion::Straight { a, b, normal } => Some([a, b, normal]),
            Cushion::Jaw { .. } => None,
        });
        let straight: Vec<_> = straight.collect();
        let (noses, facings) = straight.split_at(noses);
        let outline = |nose: &[DVec2; 3]| outline(nose, facings, self.cushions(), depth);
        noses.iter().map(outline).collect()
    }
}

/// The polygon of a nose: its ends and its normal.
fn outline(
    &[a, b, normal]: &[DVec2; 3],
    facings: &[[DVec2; 3]],
    cushions: &[Cushion],
    depth: f64,
) -> Vec<DVec2> {
    let mut corners = vec![a, b];
    if facings.is_empty()
        && !cushions
            .iter()
            .any(|one| matches!(one, Cushion::Jaw { .. }))
    {
        let along = (b - a).normalize() * depth;
        corners.extend([b + along - normal * depth, a - along - normal * depth]);
        return corners;
    }
    let mut first_end = Vec::new();
    for cushion in cushions {
        let Cushion::Jaw { center, radius } = *cushion else {
            continue;
        };
        let touch = center + normal * radius;
        let is_at_a = touch.distance(a) <= NEAR;
        if !is_at_a && touch.distance(b) > NEAR {
            continue;
        }
        let begins = |facing: &&[DVec2; 3]| facing[0].distance(center + facing[2] * radius) < NEAR;
        // Where there is no straight facing, the rounding goes on to the wood.
        let cos = 1.0 - depth / radius;
        let out = (touch - 0.5 * (a + b)).normalize();
        let wood = normal * cos + out * Scalar::sqrt(Scalar::max(1.0 - cos * cos, 0.0));
        let (last, end) = facings
            .iter()
            .find(begins)
            .map_or((wood, center + wood * radius), |facing| {
                (facing[2], facing[1])
            });
        let side = if is_at_a {
            &mut first_end
        } else {
            &mut corners
        };
        side.extend((1..=JAW_CORNERS).map(|i| {
            let between = normal.lerp(last, f64::from(i) / f64::from(JAW_CORNERS));
            center + between.normalize() * radius
        }));
        side.push(end);
    }
    // Around the polygon: the other end is reached from the wood.
    corners.extend(first_end.into_iter().rev());
    corners
}
