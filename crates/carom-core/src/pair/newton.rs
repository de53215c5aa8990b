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

use super::convex_points::{Difference, PlacedCore};
use super::frame::lesser;
use super::gjk::Distance;
use carom_math::{Scalar, Vector};
use glam::DVec3;

/// A stationary normal, and the points with their difference along it.
pub(super) struct Stationary {
    pub(super) normal: DVec3,
    pub(super) a: DVec3,
    pub(super) b: DVec3,
    /// The support gap over all points of both cores.
    pub(super) gap: f64,
}

/// More steps than a start needs from which it converges.
const STEPS: usize = 24;

/// The most pieces of a core that are active.
const PIECES: usize = 3;

/// The largest turns of a step towards a distance and towards a depth, rad: of the minima of a depth, the nearest.
const LONGEST: [f64; 2] = [0.5, 0.1];

/// After a turn of this angle, squared, the next would be less than rounding.
const LAST: f64 = 1e-14;

/// The cosine of the angle from its axis within which a flat end may be nearest as a whole.
const FLAT: f64 = 0.9;

/// A core's active pieces: the numbers of their support points, and their weights. The rest is of the present normal.
struct Side<'a, 'b> {
    core: &'a PlacedCore<'b>,
    numbers: [usize; PIECES],
    weights: [f64; PIECES],
    count: usize,
    /// The support point and its number.
    number: usize,
    farthest: DVec3,
    /// Of a curved core: the spread of the direction, its length, and the support points of both sections.
    spread: DVec3,
    wide: f64,
    ends: [DVec3; 2],
}

impl<'a, 'b> Side<'a, 'b> {
    fn new(core: &'a PlacedCore<'b>) -> Self {
        Self {
            core,
            numbers: [0; PIECES],
            weights: [0.0; PIECES],
            count: 0,
            number: 0,
            farthest: DVec3::ZERO,
            spread: DVec3::ZERO,
            wide: 0.0,
            ends: [DVec3::ZERO; 2],
        }
    }

    /// Adds a piece, or to its weight.
    fn add(&mut self, number: usize, weight: f64) {
        let own = self.numbers[..self.count]
            .iter()
            .position(|own| *own == number);
        let at = own.unwrap_or(self.count);
        if own.is_none() {
            self.numbers[at] = number;
            self.weights[at] = 0.0;
            self.count += 1;
        }
        self.weights[at] += weight;
    }

    fn remove(&mut self, at: usize) {
        self.count -= 1;
        self.numbers.swap(at, self.count);
        self.weights.swap(at, self.count);
        // The sum stays 1.
        let scale = 1.0 / (1.0 - self.weights[self.count]);
        for weight in &mut self.weights {
            *weight *= scale;
        }
    }

    /// The piece with the least weight.
    fn lightest(&self) -> usize {
        let mut lightest = 0;
        for i in 1..self.count {
            if self.weights[i] < self.weights[lightest] {
                lightest = i;
            }
        }
        lightest
    }

    /// Removes the pieces with less than this weight, except the last. Returns whether there were any.
    fn shed(&mut self, least: f64) -> bool {
        let before = self.count;
        while self.count > 1 && self.weights[self.lightest()] < least {
            self.remove(self.lightest());
        }
        self.count < before
    }

    /// Turns to a direction, that to the other core.
    fn face(&mut self, direction: DVec3) {
        let core = self.core;
        let Some(curved) = core.curved() else {
            (self.number, self.farthest) = core.support(direction);
            return;
        };
        let way = core.pose.unrotated(direction);
        self.spread = curved.spread(way);
        self.wide = Vector::length(self.spread);
        let offset = curved.offset(self.spread, self.wide);
        self.ends = [0, 1].map(|end| {
            core.pose
                .place(curved.ends[end] + offset * curved.sizes[end])
        });
        let end = curved.farther_end(way, self.wide);
        self.number = PlacedCore::number_of(end);
        self.farthest = self.ends[end];
    }

    /// The support point of a piece.
    fn point(&self, i: usize) -> DVec3 {
        match self.core.curved() {
            None => self.core.point(self.numbers[i]),
            Some(_) => self.ends[PlacedCore::end_of(self.numbers[i])],
        }
    }

    /// The weighted second derivatives of the height: `uu`, `uv`, `vv`.
    fn bend(&self, plane: [DVec3; 2]) -> [f64; 3] {
        let Some(curved) = self.core.curved() else {
            return [0.0; 3];
        };
        let mut size = 0.0;
        for i in 0..self.count {
            size += curved.sizes[PlacedCore::end_of(self.numbers[i])] * self.weights[i];
        }
        if size <= 0.0 {
            return [0.0; 3];
        }
        let plane = plane.map(|way| self.core.pose.unrotated(way));
        curved
            .bend(self.spread, self.wide, plane)
            .map(|bend| bend * size)
    }

    /// The witness point.
    fn weighted(&self) -> DVec3 {
        let mut point = DVec3::ZERO;
        for i in 0..self.count {
            point += self.point(i) * self.weights[i];
        }
        point
    }
}

/// A piece that must stay as high as the first of its core.
#[derive(Clone, Copy)]
struct Tie {
    /// `e` in the plane across the normal.
    e: [f64; 2],
    /// `n·e`.
    off: f64,
}

/// The search from a normal and its active pieces.
struct Search<'a, 'b> {
    difference: &'a Difference<'b>,
    normal: DVec3,
    sides: [Side<'a, 'b>; 2],
    /// Whether the last step removed a piece: then the next is taken without another.
    is_freed: bool,
    /// The rounding of a height.
    noise: f64,
    /// A solution with a lesser gap does not count.
    least: f64,
}

/// The stationary normal near the outcome of GJK, which is a hint.
pub(super) fn near(
    difference: &Difference<'_>,
    found: &Distance,
    noise: f64,
) -> Option<Stationary> {
    let mut search = Search::new(difference, found.normal, noise);
    for (numbers, part) in found.numbers.iter().zip(found.parts) {
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

impl<'a, 'b> Search<'a, 'b> {
    fn new(difference: &'a Difference<'b>, normal: DVec3, noise: f64) -> Self {
        Self {
            difference,
            normal,
            sides: [Side::new(&difference.a), Side::new(&difference.b)],
            is_freed: false,
            noise,
            least: f64::NEG_INFINITY,
        }
    }

    /// The most active pieces: two, and one for each freedom of the normal.
    fn most(&self) -> usize {
        if self.difference.is_flat { 3 } else { 4 }
    }

    fn run(mut self) -> Option<Stationary> {
        if let Some(flat) = self.flat() {
            return flat;
        }
        for _ in 0..STEPS {
            let (turn, plane) = self.step()?;
            let square = turn[0] * turn[0] + turn[1] * turn[1];
            if square <= LAST
                && !self.is_freed
                && let Some(found) = self.solution()
            {
                return found;
            }
            self.normal =
                Vector::try_normalize(self.normal + plane[0] * turn[0] + plane[1] * turn[1])?;
        }
        None
    }

    /// A step: the turn of the normal in a plane across it, and new weights.
    fn step(&mut self) -> Option<([f64; 2], [DVec3; 2])> {
        let (n, is_flat) = (self.normal, self.difference.is_flat);
        let plane = plane_across(n, is_flat);
        let most = self.most();
        let [a, b] = &mut self.sides;
        a.face(-n);
        b.face(n);
        add_lowest(a, b, most, self.is_freed);
        add_lowest(b, a, most, self.is_freed);
        let (p, q) = (a.weighted(), b.weighted());
        let gap = n.dot(a.farthest - b.farthest);
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
        let longest = LONGEST[usize::from(gap < 0.0)];
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
        Some((turn.map(|turn| turn * part), plane))
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
        for (side, sign) in self.sides.iter().zip([-1.0, 1.0]) {
            let Some((curved, axis)) = side
                .core
                .curved()
                .and_then(|curved| Some((curved, curved.axis()?)))
            else {
                continue;
            };
            let axis = side.core.pose.rotated(axis);
            let along = axis.dot(self.normal);
            if along.abs() < FLAT {
                continue;
            }
            let normal = if along < 0.0 { -axis } else { axis };
            let Difference { a, b, .. } = self.difference;
            let (mut a, mut b) = (a.support(-normal), b.support(normal));
            let gap = normal.dot(a.1 - b.1);
            let aside = (a.1 - b.1) - normal * gap;
            let (own, other) = if sign < 0.0 {
                (&mut a, aside)
            } else {
                (&mut b, -aside)
            };
            let size = curved.sizes[PlacedCore::end_of(own.0)];
            if aside.length_squared() <= size * size {
                own.1 -= other;
                return Some(self.counted(Stationary {
                    normal,
                    a: a.1,
                    b: b.1,
                    gap,
                }));
            }
        }
        None
    }
}

/// `K` in the plane across the normal: `uu`, `uv`, `vv`.
fn stiffness(sides: [&Side<'_, '_>; 2], plane: [DVec3; 2], gap: f64) -> [f64; 3] {
    let mut k = [gap, 0.0, gap];
    for side in sides {
        for (k, bend) in k.iter_mut().zip(side.bend(plane)) {
            *k += bend;
        }
    }
    k
}

/// The ties of all pieces but the first of each core, and their number.
fn ties(
    sides: [&Side<'_, '_>; 2],
    n: DVec3,
    plane: [DVec3; 2],
    is_flat: bool,
) -> ([Tie; 2], usize) {
    // In 2D the turn has no part out of the plane.
    let out = Tie {
        e: [0.0, 1.0],
        off: 0.0,
    };
    let (mut ties, mut count) = ([out; 2], usize::from(is_flat));
    for (side, sign) in sides.into_iter().zip([1.0, -1.0]) {
        let first = side.point(0);
        for i in 1..side.count {
            let e = (side.point(i) - first) * sign;
            ties[count] = Tie {
                e: plane.map(|way| way.dot(e)),
                off: n.dot(e),
            };
            count += 1;
        }
    }
    (ties, count)
}

/// Adds the support point of a core to its active pieces, if it is none; of too many pieces of both cores, the one with
/// the least weight goes first. After a piece was removed, none is added.
fn add_lowest<'a, 'b>(
    side: &mut Side<'a, 'b>,
    other: &mut Side<'a, 'b>,
    most: usize,
    is_freed: bool,
) {
    if side.count == 0 {
        return side.add(side.number, 1.0);
    }
    if is_freed || side.numbers[..side.count].contains(&side.number) {
        return;
    }
    make_room(side, other, most - 1);
    side.add(side.number, 0.0);
}

/// Removes the pieces with the least weights until there are no more than these.
fn make_room<'a, 'b>(side: &mut Side<'a, 'b>, other: &mut Side<'a, 'b>, most: usize) {
    let weight = |side: &Side<'_, '_>| {
        let weight = side.weights[side.lightest()];
        if side.count > 1 {
            weight
        } else {
            f64::INFINITY
        }
    };
    while side.count + other.count > most {
        let lighter = if weight(other) < weight(side) {
            &mut *other
        } else {
            &mut *side
        };
        lighter.remove(lighter.lightest());
    }
}

/// Two unit vectors across a unit vector and each other; in 2D the second is out of the plane.
fn plane_across(n: DVec3, is_flat: bool) -> [DVec3; 2] {
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
