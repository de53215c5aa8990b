//! Dimensions of tables.

use super::error::BilliardsError;
use core::f64::consts::{FRAC_PI_2, PI};

/// Dimensions of a table between its cushion noses, m and rad.
///
/// One corner of the playing surface is the origin, x runs across the table, y along it, z up; the cloth is at z = 0.
/// The *foot spot*, where racks are set, is on the center line at three quarters of the length.
///
/// ```
/// use carom::billiards::TableSpec;
/// let nine_foot = TableSpec::POOL_9_FT;
/// assert_eq!((nine_foot.width, nine_foot.length), (1.27, 2.54));
/// assert!(TableSpec::CAROM.pockets.is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct TableSpec {
    /// Extent of the playing surface in x, between cushion noses.
    pub width: f64,
    /// Extent of the playing surface in y.
    pub length: f64,
    /// Height of the cushion noses above the cloth: at least the radius of a ball, less than two.
    pub cushion_height: f64,
    /// Depth of the cushions, from nose to wood: the straight facings of a pocket reach this far.
    pub cushion_width: f64,
    /// Six pockets, or none.
    pub pockets: Option<PocketSpec>,
}

/// Shape of the pockets of a table, m and rad.
///
/// A pocket captures a ball when the ball's center is above its capture circle. There is no rim over which the ball rolls before
/// it drops, and no drop from which it can come back: a ball on a rim is a pendulum, with a motion that is no polynomial of
/// time, and its events would be no certified roots. The capture circle is also that of pooltool. The *mouth* is the distance between the
/// two cushion noses, continued to a sharp point. The *cut* is the angle inside the cushion between its nose line and its
/// facing; jaws are rounded to a radius that touches both.
///
/// ```
/// use carom::billiards::{PocketSpec, TableSpec};
/// let tight = PocketSpec { corner_mouth: 0.108, ..TableSpec::POOL_9_FT.pockets.unwrap() };
/// let table = TableSpec { pockets: Some(tight), ..TableSpec::POOL_9_FT };
/// assert!(table.pockets.unwrap().corner_mouth < 0.11);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct PocketSpec {
    /// Mouth of a corner pocket.
    pub corner_mouth: f64,
    /// Cut of a corner pocket: 3π/4 for parallel facings, more for a throat that narrows.
    pub corner_cut: f64,
    /// Radius of the jaws of a corner pocket.
    pub corner_jaw_radius: f64,
    /// Distance from the corner of the playing surface out to the center of the capture circle.
    pub corner_depth: f64,
    /// Radius of the capture circle of a corner pocket.
    pub corner_radius: f64,
    /// Mouth of a side pocket.
    pub side_mouth: f64,
    /// Cut of a side pocket: π/2 for parallel facings.
    pub side_cut: f64,
    /// Radius of the jaws of a side pocket.
    pub side_jaw_radius: f64,
    /// Distance from the nose line out to the center of the capture circle.
    pub side_depth: f64,
    /// Radius of the capture circle of a side pocket.
    pub side_radius: f64,
}

impl PocketSpec {
    /// Cut and jaw radius of a corner or side pocket.
    pub(super) fn cut_and_jaw(&self, is_corner: bool) -> (f64, f64) {
        if is_corner {
            (self.corner_cut, self.corner_jaw_radius)
        } else {
            (self.side_cut, self.side_jaw_radius)
        }
    }
}

const DEGREE: f64 = PI / 180.0;

/// The pockets of a 7-foot Showood table, as pooltool 0.6 has them.
const POOL_POCKETS: PocketSpec = PocketSpec {
    corner_mouth: 0.118,
    corner_cut: 140.3 * DEGREE,
    corner_jaw_radius: 0.02095,
    corner_depth: 0.0417,
    corner_radius: 0.062,
    side_mouth: 0.137,
    side_cut: 97.14 * DEGREE,
    side_jaw_radius: 0.00795,
    side_depth: 0.0685,
    side_radius: 0.0645,
};

impl TableSpec {
    /// A 7-foot pool table (78 by 39 inches between noses): dimensions and pockets as in pooltool 0.6.
    pub const POOL_7_FT: Self = Self {
        width: 0.9906,
        length: 1.9812,
        cushion_height: 0.64 * 2.0 * 0.028_575,
        cushion_width: 0.0508,
        pockets: Some(POOL_POCKETS),
    };

    /// An 8-foot pool table (88 by 44 inches), with the pockets of the 7-foot one.
    pub const POOL_8_FT: Self = Self {
        width: 1.1176,
        length: 2.2352,
        ..Self::POOL_7_FT
    };

    /// A 9-foot pool table (100 by 50 inches, by the rules of the World Pool-Billiard Association), with the pockets of
    /// the 7-foot one.
    pub const POOL_9_FT: Self = Self {
        width: 1.27,
        length: 2.54,
        ..Self::POOL_7_FT
    };

    /// A snooker table: dimensions and pockets as in pooltool 0.6, within the tolerances of the game's rules.
    pub const SNOOKER: Self = Self {
        width: 1.7465,
        length: 3.5445,
        cushion_height: 0.028,
        cushion_width: 0.03937,
        pockets: Some(PocketSpec {
            corner_mouth: 0.083,
            corner_cut: 135.0 * DEGREE,
            corner_jaw_radius: 0.09144,
            corner_depth: 0.036,
            corner_radius: 0.043,
            side_mouth: 0.075,
            side_cut: FRAC_PI_2,
            side_jaw_radius: 0.0635,
            side_depth: 0.02413,
            side_radius: 0.042_672,
        }),
    };

    /// A carom table without pockets (2.84 by 1.42 m, by the rules of the Union Mondiale de Billard).
    pub const CAROM: Self = Self {
        width: 1.42,
        length: 2.84,
        cushion_height: 0.037,
        cushion_width: 0.0508,
        pockets: None,
    };

    /// Checks all dimensions but those that depend on the balls.
    pub(super) fn check(&self) -> Result<(), BilliardsError> {
        let positive = [
            ("width", self.width),
            ("length", self.length),
            ("cushion_height", self.cushion_height),
            ("cushion_width", self.cushion_width),
        ];
        all_positive(&positive)?;
        let Some(pockets) = self.pockets else {
            return Ok(());
        };
        all_positive(&[
            ("corner_mouth", pockets.corner_mouth),
            ("corner_jaw_radius", pockets.corner_jaw_radius),
            ("corner_radius", pockets.corner_radius),
            ("side_mouth", pockets.side_mouth),
            ("side_jaw_radius", pockets.side_jaw_radius),
            ("side_radius", pockets.side_radius),
        ])?;
        for (what, depth) in [
            ("corner_depth", pockets.corner_depth),
            ("side_depth", pockets.side_depth),
        ] {
            if !(depth >= 0.0 && depth.is_finite()) {
                let must = "finite and not negative";
                return Err(BilliardsError::Spec { what, must });
            }
        }
        for (what, cut, least) in [
            ("corner_cut", pockets.corner_cut, 0.75 * PI),
            ("side_cut", pockets.side_cut, FRAC_PI_2),
        ] {
            // Rounding of degrees to radians is allowed.
            if !(cut >= least - 1e-9 && cut < least + FRAC_PI_2 / 2.0) {
                let must = "from parallel facings (135 or 90 degrees) up to 45 degrees more";
                return Err(BilliardsError::Spec { what, must });
            }
        }
        Ok(())
    }
}

impl Default for TableSpec {
    /// [`POOL_9_FT`](Self::POOL_9_FT).
    fn default() -> Self {
        Self::POOL_9_FT
    }
}

fn all_positive(values: &[(&'static str, f64)]) -> Result<(), BilliardsError> {
    let bad = values
        .iter()
        .find(|(_, value)| !(*value > 0.0 && value.is_finite()));
    bad.map_or(Ok(()), |&(what, _)| {
        let must = "positive and finite";
        Err(BilliardsError::Spec { what, must })
    })
}
