//! The expanding polygon, for Minkowski differences in a plane.

use super::{
    Depth, FEW_CORNERS, Hint, Judged, Tolerances, hint, is_known, is_other, of_a_hull, thin,
};
use crate::pair::convex_points::{Difference, SupportPoint};
use crate::pair::frame::lesser;
use crate::pair::small_vec::SmallVec;
use carom_math::{Scalar, Vector};
use glam::DVec3;

/// The expanding polygon: support points in order, each the start of an edge to the next.
pub(super) struct Polygon {
    corners: SmallVec<SupportPoint, FEW_CORNERS>,
    /// The unit normal of the plane; the points run counter-clockwise around it.
    up: DVec3,
    /// For each edge, whether no support point is beyond it.
    is_outer: SmallVec<bool, FEW_CORNERS>,
    tolerances: Tolerances,
}

/// An edge of the polygon: the index of its start, its outward unit normal, and its height over the origin.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    from: usize,
    normal: DVec3,
    height: f64,
}

impl Polygon {
    pub(super) fn new([a, b, c]: [SupportPoint; 3], up: DVec3, tolerances: &Tolerances) -> Self {
        let turns_left = (b.w - a.w).cross(c.w - a.w).dot(up) > 0.0;
        let mut polygon = Self {
            corners: SmallVec::new(a),
            up,
            is_outer: SmallVec::new(false),
            tolerances: *tolerances,
        };
        for corner in if turns_left { [a, b, c] } else { [a, c, b] } {
            polygon.corners.push(corner);
            polygon.is_outer.push(false);
        }
        polygon
    }

    fn next(&self, from: usize) -> SupportPoint {
        self.corners[(from + 1) % self.corners.len()]
    }

    fn edges(&self) -> impl Iterator<Item = Edge> {
        (0..self.corners.len()).filter_map(|from| {
            let (a, b) = (self.corners[from].w, self.next(from).w);
            let normal = Vector::try_normalize((b - a).cross(self.up))?;
            Some(Edge {
                from,
                normal,
                height: normal.dot(a),
            })
        })
    }

    fn hint(&self, edge: &Edge) -> Hint {
        let (from, to) = (&self.corners[edge.from], &self.next(edge.from));
        let u = to.w - from.w;
        let t = -from.w.dot(u) / u.length_squared();
        hint(edge.normal, [from, to, from], [1.0 - t, t, 0.0])
    }

    /// Expands the edges that may be the nearest. Returns the least depth found, and its edge.
    pub(super) fn expand(
        &mut self,
        difference: &Difference<'_>,
        mut judge: impl FnMut(f64, f64, Hint) -> Judged,
    ) -> Option<(f64, Edge)> {
        let Tolerances {
            depth: tolerance,
            direction,
            tie,
            mut known,
            ..
        } = self.tolerances;
        let mut best: Option<(f64, Edge)> = None;
        loop {
            let inner = self.edges().filter(|edge| !self.is_outer[edge.from]);
            let Some(nearest) = inner.reduce(|x, y| if y.height < x.height { y } else { x }) else {
                break;
            };
            if nearest.height > best.map_or(known, |best| lesser(best.0, known)) + tie {
                break;
            }
            let corner = difference.support(nearest.normal);
            let depth = nearest.normal.dot(corner.w);
            if best.is_none_or(|best| depth < best.0) {
                best = Some((depth, nearest));
            }
            let is_last = is_known(&self.corners, &corner, direction)
                || self.corners.len() == self.tolerances.corners;
            let beyond = if is_last { 0.0 } else { depth - nearest.height };
            if beyond <= tolerance {
                let judged = judge(nearest.height, beyond, self.hint(&nearest));
                known = lesser(known, judged.known);
                if is_last || judged.is_outer {
                    self.is_outer[nearest.from] = true;
                    continue;
                }
            }
            self.corners.insert(nearest.from + 1, corner);
            self.is_outer.insert(nearest.from + 1, false);
        }
        best
    }

    pub(super) fn expanded(&mut self, difference: &Difference<'_>) -> Depth {
        let Some((depth, nearest)) = self.expand(difference, of_a_hull) else {
            // Only NaN has an area without edges.
            return thin(
                difference,
                &[DVec3::X, -DVec3::X, DVec3::Y, -DVec3::Y],
                None,
            );
        };
        let limit = depth + self.tolerances.tie;
        let ambiguous = self.edges().any(|edge| {
            edge.height <= limit
                && is_other(edge.normal, nearest.normal)
                && edge.normal.dot(difference.support(edge.normal).w) <= limit
        });
        Depth {
            normal: -nearest.normal,
            depth,
            witnesses: self.foot(&nearest),
            ambiguous,
        }
    }

    /// The witnesses at the projection of the origin, which is on this edge or on a collinear one.
    fn foot(&self, nearest: &Edge) -> Option<[DVec3; 2]> {
        let mut best: Option<(f64, [DVec3; 2])> = None;
        for edge in self.edges() {
            if is_other(edge.normal, nearest.normal) {
                continue;
            }
            let (from, to) = (self.corners[edge.from], self.next(edge.from));
            let u = to.w - from.w;
            let t = -from.w.dot(u) / u.length_squared();
            let inside = Scalar::clamp(t, 0.0, 1.0);
            let off = (t - inside).abs();
            if best.is_none_or(|best| off < best.0) {
                let at = |p: DVec3, q: DVec3| p + (q - p) * inside;
                best = Some((off, [at(from.a, to.a), at(from.b, to.b)]));
            }
        }
        best.map(|best| best.1)
    }
}
