//! Stationary normals of a support gap by Newton's method, where a core is curved.
//!
//! Over unit vectors `n`, the support gap `g(n) = min n·w` over the Minkowski difference has its maximum at the distance
//! of two cores that are apart, and a local maximum, minus the height, at a depth. GJK and EPA approach it only
//! linearly on curves. Each core's height is the greatest of smooth pieces: those of a hull are points, those of a
//! curved core its two sections, with the height `c·n + s |A n|`. The active pieces, as high as each other, have weights
//! of the sum 1, by which the witness points are combined, and at the solution their difference `w` is along `n`:
//!
//! `w − (n·w) n = 0`, and for each further piece `n·e = 0`, where `e` is its point less the first's.
//!
//! Newton's method for both (an active set method, Nocedal and Wright, *Numerical Optimization* 16.5 and 18) is, in the
//! plane across `n` with the turn `δ` and the changes `μ` of the weights,
//!
//! `K δ − Σ μ e = w`, `e·δ = −n·e`, with `K = g + H`,
//!
//! where `H` are the second derivatives of the heights, weighted. A solution counts only with its certificate: no point
//! of the cores is farther out, no weight is negative, and `K` is positive where the ties leave freedom.

mod impact;
mod side;

pub(super) use impact::{Impact, Path, impact};

use super::convex_points::{Difference, PlacedCore};
use super::frame::lesser;
use super::gjk::Distance;
use carom_math::{Scalar, Vector};
use glam::DVec3;
use side::{Side, Tie, add_lowest, make_room, stiffness, ties};

/// A stationary normal, and the points with their difference along it.
pub(super) struct Stationary {
    pub(super) normal: DVec3,
    pub(super) a: DVec3,
    pub(super) b: DVec3,
    /// The support gap over all points of both cores.
    pub(super) gap: f64,
}

/// More steps than a start needs from which it converges.
const STEPS: usize = 10;

/// The most pieces of a core that are active.
const PIECES: usize = 3;

/// The largest turns of a step towards a distance and towards a depth, rad: of the minima of a depth, the nearest.
const LONGEST: [f64; 2] = [0.5, 0.1];

/// After a turn of this angle, squared, the next would be less than rounding.
const LAST: f64 = 1e-14;

/// The cosine of the angle from its axis within which a flat end may be nearest as a whole.
const FLAT: f64 = 0.9;

/// A turn of the normal in the plane across it.
struct Turn {
    by: [f64; 2],
    plane: [DVec3; 2],
    /// The squared angle.
    square: f64,
}

/// The search from a normal and its active pieces.
struct Search<'a> {
    is_flat: bool,
    normal: DVec3,
    sides: [Side<'a>; 2],
    /// Whether the last step removed a piece: then the next is taken without another.
    is_freed: bool,
    /// The rounding of a height.
    noise: f64,
    /// A solution with a lesser gap does not count.
    least: f64,
}

/// A normal, and points of both cores that are nearly as far along it, with their weights: where a search begins.
#[derive(Clone, Copy)]
pub(super) struct Hint {
    /// From the second core to the first.
    pub(super) normal: DVec3,
    /// The numbers of the support points.
    pub(super) numbers: [[usize; 2]; 3],
    pub(super) parts: [f64; 3],
}

impl From<&Distance> for Hint {
    /// From the outcome of GJK.
    fn from(found: &Distance) -> Self {
        Self {
            normal: found.normal,
            numbers: found.numbers,
            parts: found.parts,
        }
    }
}

/// The stationary normal near a hint.
pub(super) fn near(difference: &Difference<'_>, hint: &Hint, noise: f64) -> Option<Stationary> {
    Search::near(difference, hint, noise).run()
}

/// The stationary normal near a hint, if its depth is at most `most`.
pub(super) fn depth_near(
    difference: &Difference<'_>,
    hint: &Hint,
    noise: f64,
    most: f64,
) -> Option<Stationary> {
    let mut search = Search::near(difference, hint, noise);
    search.least = -most;
    search.run()
}

/// The stationary normal near a direction, if its depth is at most `most`.
pub(super) fn from(
    difference: &Difference<'_>,
    normal: DVec3,
    noise: f64,
    most: f64,
) -> Option<Stationary> {
    let mut search = Search::new(difference, normal, noise);
    search.least = -most;
    search.run()
}

impl<'a> Search<'a> {
    fn new(difference: &Difference<'a>, normal: DVec3, noise: f64) -> Self {
        Self {
            is_flat: difference.is_flat,
            normal,
            sides: [Side::new(difference.a), Side::new(difference.b)],
            is_freed: false,
            noise,
            least: f64::NEG_INFINITY,
        }
    }

    /// The search from a hint.
    fn near(difference: &Difference<'a>, hint: &Hint, noise: f64) -> Self {
        let mut search = Self::new(difference, hint.normal, noise);
        for (numbers, part) in hint.numbers.iter().zip(hint.parts) {
            for (side, number) in search.sides.iter_mut().zip(numbers) {
                side.add(*number, part);
            }
        }
        for side in &mut search.sides {
            // The repeated numbers of a simplex with few corners.
            side.shed(f64::MIN_POSITIVE);
        }
        let most = search.most();
        let [a, b] = &mut search.sides;
        make_room(a, b, most);
        search
    }

    /// The most active pieces: two, and one for each freedom of the normal.
    fn most(&self) -> usize {
        if self.is_flat { 3 } else { 4 }
    }

    fn run(mut self) -> Option<Stationary> {
        if let Some(flat) = self.flat() {
            return flat;
        }
        for _ in 0..STEPS {
            self.face();
            let gap = self.gap();
            let turn = self.step(gap, LONGEST[usize::from(gap < 0.0)])?;
            if turn.square <= LAST
                && !self.is_freed
                && let Some(found) = self.solution()
            {
                return found;
            }
            self.turn(&turn)?;
        }
        None
    }

    /// Takes the support points along the normal.
    fn face(&mut self) {
        let n = self.normal;
        let [a, b] = &mut self.sides;
        a.face(-n);
        b.face(n);
    }

    /// The support gap.
    fn gap(&self) -> f64 {
        let [a, b] = &self.sides;
        self.normal.dot(a.farthest - b.farthest)
    }

    fn turn(&mut self, turn: &Turn) -> Option<()> {
        let [u, v] = turn.plane;
        self.normal = Vector::try_normalize(self.normal + u * turn.by[0] + v * turn.by[1])?;
        Some(())
    }

    /// A step: the turn of the normal, and new weights.
    fn step(&mut self, gap: f64, longest: f64) -> Option<Turn> {
        let (n, is_flat) = (self.normal, self.is_flat);
        let plane = plane_across(n, is_flat);
        let most = self.most();
        let [a, b] = &mut self.sides;
        add_lowest(a, b, most, self.is_freed);
        add_lowest(b, a, most, self.is_freed);
        let (p, q) = (a.weighted(), b.weighted());
        let k = stiffness([a, b], plane, gap);
        let (ties, count) = ties([a, b], n, plane, is_flat);
        let (ties, w) = (&ties[..count], plane.map(|way| way.dot(p - q)));
        let solution = solved(k, w, ties).or_else(|| {
            // No maximum is near: uphill, as if the cores were a little apart.
            let up = 1e-2 * (a.farthest - b.farthest).abs().max_element() - gap;
            solved([k[0] + up, k[1], k[2] + up], w, ties)
        });
        let (turn, changes) = solution?;
        let square = turn[0] * turn[0] + turn[1] * turn[1];
        let part = lesser(1.0, longest / Scalar::sqrt(square));
        let mut count = usize::from(is_flat);
        self.is_freed = false;
        for side in [a, b] {
            for i in 1..side.count {
                side.weights[i] += changes[count] * part;
                side.weights[0] -= changes[count] * part;
                count += 1;
            }
            self.is_freed |= side.shed(0.0);
        }
        Some(Turn {
            by: turn.map(|turn| turn * part),
            plane,
            square: part * part * square,
        })
    }

    /// The solution if the normal and the weights are it; in that `None` if it does not count.
    fn solution(&self) -> Option<Option<Stationary>> {
        let [a, b] = &self.sides;
        let n = self.normal;
        let gap = n.dot(a.farthest - b.farthest);
        let (a, b) = (a.weighted(), b.weighted());
        let along = n.dot(a - b);
        let across = (a - b) - n * along;
        let is_along = across.length_squared() <= self.noise * (self.noise + gap.abs());
        let found = Stationary {
            normal: n,
            a,
            b,
            gap,
        };
        (is_along && along - gap <= self.noise).then(|| self.counted(found))
    }

    fn counted(&self, found: Stationary) -> Option<Stationary> {
        (found.gap >= self.least).then_some(found)
    }

    /// The solution if the normal is the axis of a flat end that covers the other core's support point; in that `None` if it
    /// does not count.
    fn flat(&self) -> Option<Option<Stationary>> {
        (0..2).find_map(|end| {
            let found = self.on_flat(end, self.flat_normal(end)?)?;
            Some(self.counted(found))
        })
    }

    /// The normal of a flat end of a core, if that is near the present one.
    fn flat_normal(&self, side: usize) -> Option<DVec3> {
        let core = &self.sides[side].core;
        let axis = core.pose.rotated(core.curved()?.axis()?);
        let along = axis.dot(self.normal);
        if along.abs() < FLAT {
            return None;
        }
        Some(if along < 0.0 { -axis } else { axis })
    }

    /// The gap along the normal of a flat end, if that covers the other core's support point.
    fn on_flat(&self, side: usize, normal: DVec3) -> Option<Stationary> {
        let [a, b] = &self.sides;
        let (mut a, mut b) = (a.core.support(-normal), b.core.support(normal));
        let gap = normal.dot(a.1 - b.1);
        let aside = (a.1 - b.1) - normal * gap;
        let (own, other) = if side == 0 {
            (&mut a, aside)
        } else {
            (&mut b, -aside)
        };
        let curved = self.sides[side].core.curved()?;
        let size = curved.sizes[PlacedCore::end_of(own.0)];
        if aside.length_squared() > size * size {
            return None;
        }
        own.1 -= other;
        Some(Stationary {
            normal,
            a: a.1,
            b: b.1,
            gap,
        })
    }
}

/// Two unit vectors across a unit vector and each other; in 2D the second is out of the plane.
pub(super) fn plane_across(n: DVec3, is_flat: bool) -> [DVec3; 2] {
    if is_flat {
        return [n.cross(DVec3::Z), DVec3::Z];
    }
    let (u, v) = n.any_orthonormal_pair();
    [u, v]
}

/// The turn and the changes of the weights; `None` if the solution is no maximum of the gap.
fn solved(k: [f64; 3], w: [f64; 2], ties: &[Tie]) -> Option<([f64; 2], [f64; 2])> {
    let [uu, uv, vv] = k;
    let times = |x: [f64; 2]| [uu * x[0] + uv * x[1], uv * x[0] + vv * x[1]];
    match ties {
        [] => {
            let det = uu * vv - uv * uv;
            let turn = [vv * w[0] - uv * w[1], uu * w[1] - uv * w[0]];
            let is_maximum = det > 0.0 && uu > 0.0;
            is_maximum.then(|| (turn.map(|x| x * (1.0 / det)), [0.0; 2]))
        }
        [tie] => {
            let [x, y] = tie.e;
            let square = x * x + y * y;
            // Along the tie's gradient `e`, then across it.
            let along = -tie.off / square;
            let fixed = [x * along, y * along];
            let free = [-y, x];
            let of_free = times(free);
            let stiff = free[0] * of_free[0] + free[1] * of_free[1];
            let of_fixed = times(fixed);
            let pull = free[0] * (w[0] - of_fixed[0]) + free[1] * (w[1] - of_fixed[1]);
            let part = pull / stiff;
            let turn = [fixed[0] + free[0] * part, fixed[1] + free[1] * part];
            let left = times(turn);
            let change = (x * (left[0] - w[0]) + y * (left[1] - w[1])) / square;
            (stiff > 0.0).then_some((turn, [change, 0.0]))
        }
        [first, second] => {
            let ([a, b], [c, d]) = (first.e, second.e);
            let det = a * d - b * c;
            let is_regular = det.abs() > 1e-12 * (a * a + b * b + c * c + d * d);
            let turn = [
                (b * second.off - d * first.off) / det,
                (c * first.off - a * second.off) / det,
            ];
            let left = times(turn);
            let [x, y] = [left[0] - w[0], left[1] - w[1]];
            let changes = [(x * d - y * c) / det, (y * a - x * b) / det];
            is_regular.then_some((turn, changes))
        }
        _ => None,
    }
}
