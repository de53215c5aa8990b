//! The least of the minima of a depth to which the facets of an expanding polytope lead.

use super::{height, improved, settled};
use crate::pair::convex_points::Difference;
use crate::pair::epa::{self, Depth, Judged, Known, KnownFace, Tolerances};
use crate::pair::frame::greater;
use crate::pair::newton::{self, Hint};
use crate::pair::small_vec::SmallVec;
use glam::DVec3;

/// The height of the difference over a facet, as a part of the size, from which Newton's method leads to a first minimum.
const ROUGH: f64 = 0.01;

/// After it did not, the next search is from a facet with this part of the height.
const NEXT: f64 = 0.25;

/// The height over a facet from which a search may lead to the only minimum in its reach.
const COARSE: f64 = 0.00005;

/// The height over a facet that is not expanded any more: from it a minimum is searched step by step.
const FINE: f64 = 2e-6;

/// The number of support points after which the polytope is not expanded any more.
const CORNERS: usize = 96;

/// The directions that are kept without an allocation.
const STARTS: usize = 32;

/// The squared angle, over the height over a facet as a part of the size, within which a minimum is in its reach: that of a ball over
/// a facet is 2. With 5 times this, some depths in 100,000 miss a minimum beside the one that is found.
const REACH: f64 = 1.0;

/// The same, within which a facet leads where another one has led.
const SAME: f64 = 0.02;

/// The least of the minima to which the facets of an expanding polytope lead.
pub(super) struct Minima<'a> {
    difference: &'a Difference<'a>,
    tolerances: &'a Tolerances,
    best: Option<Depth>,
    /// The error, as a part of the size, of the facet from which the first search begins next.
    next: f64,
    /// The directions of facets from which a minimum was found.
    started: SmallVec<DVec3, STARTS>,
}

impl<'a> Minima<'a> {
    /// The search with a minimum that is known, if any.
    pub(super) fn new(
        difference: &'a Difference<'a>,
        tolerances: &'a Tolerances,
        best: Option<Depth>,
    ) -> Self {
        Self {
            difference,
            tolerances,
            best,
            next: ROUGH,
            started: SmallVec::new(DVec3::ZERO),
        }
    }

    /// The least minimum that facets of the difference lead to, with the corners of a face that is known; or, if the difference has no
    /// interior, its depth.
    pub(super) fn least(
        mut self,
        known: Known<'_>,
        face: Option<&KnownFace>,
    ) -> Result<Option<Depth>, Depth> {
        let rough = Tolerances {
            depth: ROUGH * self.tolerances.size,
            tie: 0.0,
            corners: CORNERS,
            known: self.known(),
            ..*self.tolerances
        };
        let difference = self.difference;
        let judge = |height, beyond, hint| self.judge(height, beyond, hint);
        match epa::each_facet(difference, known, face, &rough, judge) {
            Some(flat) => Err(flat),
            None => Ok(self.best),
        }
    }

    /// The height over the origin up to which a facet may lead to another minimum that is as low.
    fn known(&self) -> f64 {
        let best = self.best.as_ref();
        best.map_or(f64::INFINITY, |best| best.depth + self.tolerances.tie)
    }

    fn add(&mut self, found: Depth) {
        let Some(best) = &mut self.best else {
            self.best = Some(found);
            return;
        };
        let is_other = (found.normal - best.normal).length_squared() > 1e-6;
        let ambiguous = is_other && (found.depth - best.depth).abs() <= self.tolerances.tie;
        if found.depth < best.depth - self.tolerances.depth {
            *best = found;
        }
        best.ambiguous |= ambiguous;
    }

    /// Searches a minimum from a facet that the difference is `beyond` by this height. From the first one any counts, as a bound.
    fn judge(&mut self, height: f64, beyond: f64, hint: Hint) -> Judged {
        let size = self.tolerances.size;
        if self.best.is_none() && beyond <= self.next * size {
            self.best = self.exact(&hint);
            self.next = NEXT * beyond / size;
        }
        let is_outer = beyond <= COARSE * size && self.is_done(height, beyond, &hint);
        Judged {
            is_outer,
            known: self.known(),
        }
    }

    /// Whether the minimum that a facet leads to is known.
    fn is_done(&mut self, height: f64, beyond: f64, hint: &Hint) -> bool {
        let best = self.best.iter().map(|best| best.normal);
        let mut known = best.chain(self.started.iter().copied());
        let part = greater(beyond / self.tolerances.size, FINE);
        if known.any(|other| (other - hint.normal).length_squared() <= SAME * part) {
            return true;
        }
        let exact = self.exact(hint);
        let is_near = |found: &Depth| (found.normal - hint.normal).length_squared() <= REACH * part;
        let is_found = exact.as_ref().is_some_and(is_near);
        if let Some(found) = exact {
            self.add(found);
        }
        if !is_found {
            if height > self.known() {
                return true;
            }
            if beyond > FINE * self.tolerances.size && self.difference.has_pieces() {
                return false;
            }
            self.add(self.improved(hint));
        }
        self.started.push(hint.normal);
        true
    }

    /// The depth at the minimum that Newton's method leads to from a facet.
    fn exact(&self, hint: &Hint) -> Option<Depth> {
        if !self.difference.has_pieces() {
            return None;
        }
        let most = height(self.difference, hint.normal);
        let noise = self.tolerances.depth;
        let found = newton::depth_near(self.difference, hint, noise, most)?;
        Some(settled(&found, self.tolerances))
    }

    fn improved(&self, hint: &Hint) -> Depth {
        improved(self.difference, hint.normal, self.tolerances)
    }
}
