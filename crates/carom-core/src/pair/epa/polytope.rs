//! The expanding polytope, for Minkowski differences with a volume.

use super::{
    Depth, FEW_CORNERS, Hint, Judged, Tolerances, hint, is_known, is_other, of_a_hull, thin,
};
use crate::pair::convex_points::{Difference, SupportPoint, unit_normal, weights};
use crate::pair::frame::lesser;
use crate::pair::small_vec::SmallVec;
use carom_math::Scalar;
use glam::DVec3;

/// A facet of the polytope: its outward unit normal, and its height over the origin.
#[derive(Clone, Copy)]
pub(super) struct Facet {
    corners: [usize; 3],
    normal: DVec3,
    height: f64,
    /// Whether no support point is beyond it.
    is_outer: bool,
}

/// The facets of a polytope of [`FEW_CORNERS`] corners, by Euler's formula.
const FEW_FACETS: usize = 2 * FEW_CORNERS;

/// The polytope: support points, and facets between them.
pub(super) struct ExpandingPolytope {
    corners: SmallVec<SupportPoint, FEW_CORNERS>,
    facets: SmallVec<Facet, FEW_FACETS>,
    /// The edges between removed and kept facets.
    border: SmallVec<[usize; 2], FEW_CORNERS>,
    inside: DVec3,
    tolerances: Tolerances,
}

impl ExpandingPolytope {
    /// Inlined: it is large to copy.
    #[inline(always)]
    pub(super) fn new(corners: [SupportPoint; 4], tolerances: &Tolerances) -> Self {
        let middle = corners.iter().map(|corner| corner.w).sum::<DVec3>() * 0.25;
        let facet = Facet {
            corners: [0; 3],
            normal: DVec3::ZERO,
            height: 0.0,
            is_outer: false,
        };
        let mut polytope = Self {
            corners: SmallVec::new(corners[0]),
            facets: SmallVec::new(facet),
            border: SmallVec::new([0; 2]),
            inside: middle,
            tolerances: *tolerances,
        };
        for corner in corners {
            polytope.corners.push(corner);
        }
        for face in [[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]] {
            polytope.add(face);
        }
        polytope
    }

    /// Adds a facet, oriented outwards, unless it is degenerate.
    fn add(&mut self, mut corners: [usize; 3]) {
        let points = corners.map(|i| self.corners[i].w);
        let Some(mut normal) = unit_normal(points) else {
            return;
        };
        if normal.dot(self.inside - points[0]) > 0.0 {
            normal = -normal;
            corners.swap(1, 2);
        }
        self.facets.push(Facet {
            corners,
            normal,
            height: normal.dot(points[0]),
            is_outer: false,
        });
    }

    /// Expands to these corners first.
    pub(super) fn begin_with(&mut self, corners: &[SupportPoint]) {
        for corner in corners {
            if !is_known(&self.corners, corner, self.tolerances.direction) {
                self.expand_to(*corner);
            }
        }
    }

    fn hint(&self, facet: &Facet) -> Hint {
        let corners = facet.corners.map(|i| &self.corners[i]);
        let parts = weights(corners.map(|corner| corner.w), facet.normal);
        hint(facet.normal, corners, parts)
    }

    /// Expands the facets that may be the nearest. Returns the least depth found, and its facet.
    #[inline(always)]
    pub(super) fn expand(
        &mut self,
        difference: &Difference<'_>,
        mut judge: impl FnMut(f64, f64, Hint) -> Judged,
    ) -> Option<(f64, Facet)> {
        let Tolerances {
            depth: tolerance,
            tie,
            mut known,
            ..
        } = self.tolerances;
        // The smallest depth found, an upper bound of the true one, and its facet.
        let mut best: Option<(f64, Facet)> = None;
        loop {
            let nearest = self
                .facets
                .iter()
                .enumerate()
                .filter(|(_, facet)| !facet.is_outer);
            let nearest = nearest.reduce(|x, y| if y.1.height < x.1.height { y } else { x });
            let Some((index, &facet)) = nearest else {
                break; // All facets are the difference's own.
            };
            if facet.height > best.map_or(known, |best| lesser(best.0, known)) + tie {
                break; // No other direction is as short.
            }
            let corner = difference.support(facet.normal);
            let depth = facet.normal.dot(corner.w);
            if best.is_none_or(|best| depth < best.0) {
                best = Some((depth, facet));
            }
            let is_last = is_known(&self.corners, &corner, self.tolerances.direction)
                || self.corners.len() == self.tolerances.corners
                // More than by Euler's formula: facets lost to rounding have torn the surface, and each expansion
                // would multiply the rest.
                || self.facets.len() > 2 * self.corners.len();
            let beyond = if is_last { 0.0 } else { depth - facet.height };
            if beyond <= tolerance {
                let judged = judge(facet.height, beyond, self.hint(&facet));
                known = lesser(known, judged.known);
                if is_last || judged.is_outer {
                    self.facets[index].is_outer = true;
                    continue;
                }
            }
            if !self.expand_to(corner) {
                self.facets[index].is_outer = true;
            }
        }
        best
    }

    pub(super) fn expanded(&mut self, difference: &Difference<'_>) -> Depth {
        let Some((depth, facet)) = self.expand(difference, of_a_hull) else {
            // Only NaN has a volume without facets.
            return thin(
                difference,
                &[DVec3::X, -DVec3::X, DVec3::Y, -DVec3::Y],
                None,
            );
        };
        let ambiguous = self.is_ambiguous(difference, &facet, depth + self.tolerances.tie);
        self.through(&facet, depth, ambiguous)
    }

    /// Replaces all facets visible from a point by the cone from their border to it; false if none would be left.
    fn expand_to(&mut self, corner: SupportPoint) -> bool {
        let number = self.corners.len();
        self.border.truncate(0);
        let noise = 8.0 * f64::EPSILON * self.tolerances.size;
        let mut kept = 0;
        for i in 0..self.facets.len() {
            let facet = self.facets[i];
            // Facets coplanar with the point are removed too, so that none remains with the point on its border.
            if facet.normal.dot(corner.w) - facet.height <= -noise {
                self.facets[kept] = facet;
                kept += 1;
                continue;
            }
            let [a, b, c] = facet.corners;
            for [from, to] in [[a, b], [b, c], [c, a]] {
                // An edge between two removed facets occurs once in each direction.
                match self.border.iter().position(|edge| *edge == [to, from]) {
                    Some(inner) => {
                        self.border.swap_remove(inner);
                    }
                    None => self.border.push([from, to]),
                }
            }
        }
        if kept == 0 {
            return false;
        }
        self.facets.truncate(kept);
        self.corners.push(corner);
        for i in 0..self.border.len() {
            let [from, to] = self.border[i];
            self.add([from, to, number]);
        }
        true
    }

    /// Whether a facet with another normal is as near as `limit`.
    fn is_ambiguous(&self, difference: &Difference<'_>, nearest: &Facet, limit: f64) -> bool {
        self.facets.iter().any(|facet| {
            facet.height <= limit
                && is_other(facet.normal, nearest.normal)
                && facet.normal.dot(difference.support(facet.normal).w) <= limit
        })
    }

    /// The depth along the normal of a facet; the witnesses are at the projection of the origin onto it.
    ///
    /// The sphere around the origin that touches the nearest plane is inside the polytope, so the projection is on the
    /// polytope. If several facets are in that plane, it need not be on the one that rounding makes the nearest.
    fn through(&self, nearest: &Facet, depth: f64, ambiguous: bool) -> Depth {
        let mut best: Option<(f64, [SupportPoint; 3], [f64; 3])> = None;
        for facet in self.facets.iter() {
            if is_other(facet.normal, nearest.normal) {
                continue;
            }
            let corners = facet.corners.map(|i| self.corners[i]);
            let parts = weights(corners.map(|corner| corner.w), nearest.normal);
            let whole = parts[0] + parts[1] + parts[2];
            let parts = parts.map(|part| part / whole);
            let least = parts.into_iter().fold(f64::INFINITY, Scalar::min);
            if best.is_none_or(|best| least > best.0) {
                best = Some((least, corners, parts));
            }
        }
        let witnesses = best.map(|(_, corners, parts)| {
            let parts = parts.map(|part| Scalar::max(0.0, part));
            let whole = parts[0] + parts[1] + parts[2];
            let mut witnesses = [DVec3::ZERO; 2];
            for (corner, part) in corners.iter().zip(parts) {
                witnesses[0] += corner.a * (part / whole);
                witnesses[1] += corner.b * (part / whole);
            }
            witnesses
        });
        Depth {
            normal: -nearest.normal,
            depth,
            witnesses,
            ambiguous,
        }
    }
}
