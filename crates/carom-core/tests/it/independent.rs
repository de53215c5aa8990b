//! Every pair of shapes against an independent oracle, which shares no code with the library.
//!
//! The oracle is one idea. Along a unit direction n the cores of two shapes are `g(n) = min n·a − max n·b` apart, a
//! lower bound of their signed separation. The separation is the greatest of these bounds, whether the shapes overlap
//! or not. The greatest is at one of finitely many directions, so all are tried. The oracle runs in `f64` for answers
//! in `f32`, and in numbers of twice that precision for answers in `f64`.

#![allow(
    dead_code,
    reason = "bench shares this file and uses another part of it"
)]

use crate::cases::two::{Real, Two};
use crate::cases::{Case, Kind, Solid};
use carom::glam::{DVec2, DVec3, Vec2, Vec3};
use carom::{Scalar, Start, Vector, closest, contact, overlap, sweep};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use std::collections::{BTreeMap, BTreeSet};

type Point<R> = [R; 3];

fn minus<R: Real>(a: Point<R>, b: Point<R>) -> Point<R> {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn dot<R: Real>(a: Point<R>, b: Point<R>) -> R {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross<R: Real>(a: Point<R>, b: Point<R>) -> Point<R> {
    let term = |i: usize, j: usize| a[i] * b[j] - a[j] * b[i];
    [term(1, 2), term(2, 0), term(0, 1)]
}

/// The signed separation of two cores, `a` moved by `shift` and `b`, and the unit direction in which `a` separates.
///
/// Why it is right: every unit n gives a lower bound g(n). For separate cores the best n points to the nearest point of
/// the difference a − b, which is in one of its corners (n ∥ a corner), edges (n ∥ the component of a corner across an
/// edge) or faces (n ∥ the normal of two edges); for overlapping ones it is the normal of a face. Edges of the
/// difference are parallel to edges of a or b, which are among the differences of their points. Additional directions
/// do no harm, because no bound is too large.
///
/// How accurate: a bound is right to a few eps L, and n is off by eps over the sine between the edges that define it,
/// and so is the greatest bound. In `f64` that is 10⁻⁸ L for edges a millionth apart in angle, far below an eps of
/// `f32` for all but thinner shapes; with 106 bits far below an eps of `f64`.
fn separation<R: Real>(a: &[Point<R>], b: &[Point<R>], flat: bool) -> (R, Point<R>) {
    let zero = R::from(0.0);
    let mut best = (R::from(f64::NEG_INFINITY), [R::from(1.0), zero, zero]);
    let mut consider = |n: Point<R>| {
        let length = dot(n, n).root();
        if length > zero {
            for sign in [length, zero - length] {
                let n = n.map(|x| x / sign);
                let low = a.iter().map(|p| dot(n, *p)).reduce(R::lesser).unwrap();
                let high = b.iter().map(|p| dot(n, *p)).reduce(R::greater).unwrap();
                if low - high > best.0 {
                    best = (low - high, n);
                }
            }
        }
    };
    let edges = directions(a).chain(directions(b)).collect::<Vec<_>>();
    let corners: Vec<_> = a
        .iter()
        .flat_map(|p| b.iter().map(|q| minus(*p, *q)))
        .collect();
    consider([R::from(1.0), zero, zero]);
    corners.iter().for_each(|w| consider(*w));
    for (i, e) in edges.iter().enumerate() {
        consider([zero - e[1], e[0], zero]);
        if !flat {
            consider([zero, zero - e[2], e[1]]);
            corners
                .iter()
                .for_each(|w| consider(cross(cross(*e, *w), *e)));
            edges[..i].iter().for_each(|f| consider(cross(*e, *f)));
        }
    }
    best
}

/// The distinct differences of all points of a core: its edges and more.
fn directions<R: Real>(core: &[Point<R>]) -> impl Iterator<Item = Point<R>> {
    let mut found: Vec<Point<R>> = Vec::new();
    for (i, p) in core.iter().enumerate() {
        for q in &core[..i] {
            let (edge, back) = (minus(*p, *q), minus(*q, *p));
            if !found.contains(&edge) && !found.contains(&back) {
                found.push(edge);
            }
        }
    }
    found.into_iter()
}

/// The signed separation of a case after the fraction `t` of its motion, radii included, and the direction. For
/// half-spaces by definition: the least of (n·p − offset) / |n|; two half-spaces are separate only where they face each
/// other.
fn apart<R: Real>(case: &Case, t: f64) -> (R, Point<R>) {
    let point = |p: DVec3| p.to_array().map(R::from);
    let shift = case.delta.to_array().map(|d| R::from(d) * R::from(t));
    let radii = R::from(case.a.radius) + R::from(case.b.radius);
    let core = |solid: &Solid| solid.core().into_iter().map(point).collect::<Vec<_>>();
    let (a, b) = (core(&case.a), core(&case.b));
    let over = |plane: &Solid, points: &[Point<R>], sign: f64| {
        let n = point(plane.normal);
        let length = dot(n, n).root();
        let moved = dot(n, shift) * R::from(sign) - R::from(plane.offset);
        let lowest = points.iter().map(|p| dot(n, *p)).reduce(R::lesser).unwrap();
        let way = n.map(|x| x * R::from(sign) / length);
        ((lowest + moved) / length - radii, way)
    };
    match (a.is_empty(), b.is_empty()) {
        (false, false) => {
            // Relative to a point of b, so that f64 has its digits where they matter.
            let origin = b[0];
            let a: Vec<_> = a.iter().map(|p| minus(*p, origin)).collect();
            let b: Vec<_> = b.iter().map(|p| minus(*p, origin)).collect();
            let back = shift.map(|d| R::from(0.0) - d);
            let moved: Vec<_> = a.iter().map(|p| minus(*p, back)).collect();
            let (core, n) = separation(&moved, &b, case.flat);
            (core - radii, n)
        }
        (false, true) => over(&case.b, &a, 1.0),
        (true, false) => over(&case.a, &b, -1.0),
        (true, true) => {
            let (n, m) = (point(case.a.normal), point(case.b.normal));
            let facing = cross(n, m) == [R::from(0.0); 3] && dot(n, m) < R::from(0.0);
            if !facing {
                return (R::from(f64::NEG_INFINITY), m);
            }
            let height = |n: Point<R>, offset: f64| R::from(offset) / dot(n, n).root();
            let gap = R::from(0.0) - height(n, case.a.offset) - height(m, case.b.offset);
            let length = dot(m, m).root();
            (gap + dot(m, shift) / length, m.map(|x| x / length))
        }
    }
}

/// The time at which the gap first closes, if it ever does.
///
/// Why it is right: along each n the gap is linear in t, so the separation, the greatest of them, is convex. Newton's
/// steps from the left on a falling convex function never pass its first zero. It ends where the gap is below
/// `tolerance` or grows.
fn first_touch<R: Real>(case: &Case, tolerance: f64) -> Option<f64> {
    let mut t = 0.0;
    for _ in 0..200 {
        let (gap, n) = apart::<R>(case, t);
        let rate = dot(n, case.delta.to_array().map(R::from)).f64();
        if gap.f64() <= tolerance {
            return Some(t);
        }
        if rate >= 0.0 || t > 1.0 {
            return None;
        }
        t += gap.f64() / -rate;
    }
    Some(t)
}

/// The least separation up to `end`: the minimum of a convex function, by bisection.
fn least<R: Real>(case: &Case, end: f64) -> f64 {
    let at = |t: f64| {
        let (gap, n) = apart::<R>(case, t);
        (gap.f64(), dot(n, case.delta.to_array().map(R::from)).f64())
    };
    let (first, last) = (at(0.0), at(end));
    if first.1 >= 0.0 || last.1 <= 0.0 {
        return first.0.min(last.0);
    }
    let (mut low, mut high) = (0.0, end);
    let mut least = first.0.min(last.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        let (gap, rate) = at(middle);
        least = least.min(gap);
        if rate < 0.0 {
            low = middle
        } else {
            high = middle
        }
    }
    least
}

/// The faults in the library's answers to a case, and the errors of its right answers.
#[derive(Debug, Default)]
struct Verdict {
    error: f64,
    gap: f64,
    late: bool,
    wrong_yes: bool,
    wrong_no: bool,
    trouble: String,
    /// How far the bound of the reported normal is below the separation, and the error of the witnesses.
    normal: f64,
    witness: f64,
}

impl Verdict {
    /// The broken promises: the first word of each complaint.
    fn broken(&self) -> impl Iterator<Item = String> {
        let first = |line: &str| {
            line.split_once(':')
                .map_or(line, |(word, _)| word)
                .to_owned()
        };
        let words: BTreeSet<String> = self.trouble.lines().map(first).collect();
        words.into_iter()
    }

    fn complain(&mut self, what: impl AsRef<str>) {
        self.trouble.push_str(what.as_ref());
        self.trouble.push('\n');
    }
}

/// Checks the contract for one case in the precision of `V`; the oracle runs in `R`.
fn judged<V: Vector, R: Real>(case: &Case) -> Verdict {
    let mut verdict = Verdict::default();
    let eps = V::Scalar::EPSILON.to_f64();
    let (a, b) = (case.a.shape::<V>(), case.b.shape::<V>());
    let still = Case {
        delta: DVec3::ZERO,
        ..case.clone()
    };
    let (s, _) = apart::<R>(&still, 0.0);
    let s = s.f64();
    let l = still.size();
    let unit = eps * l;
    let contact = contact(&a, &b, V::Scalar::INFINITY).expect("no limit of reach");
    let closest = closest(&a, &b);
    let endless = s == f64::NEG_INFINITY;
    let found = contact.separation.to_f64();
    if endless {
        if found >= 0.0 {
            verdict.complain(format!("two half-spaces that cross are {found} apart"));
        }
    } else {
        verdict.error = if s == found {
            0.0
        } else {
            (found - s).abs() / unit
        };
        if verdict.error > 8.0 {
            verdict.complain(format!(
                "separation: {found:e}, true {s:e}: {:.1} eps L",
                verdict.error
            ));
        }
    }
    if closest.distance.to_f64() != found.max(0.0) {
        verdict.complain(format!(
            "distance {:?}, separation {found:e}",
            closest.distance
        ));
    }
    let overlap = overlap(&a, &b);
    verdict.wrong_yes = overlap && s > 32.0 * unit;
    verdict.wrong_no = !overlap && s < -32.0 * unit;
    if verdict.wrong_yes || verdict.wrong_no {
        verdict.complain(format!("overlap: {overlap}, true separation {s:e}"));
    }
    normal_and_points::<V, R>(&still, &contact, s, &mut verdict);
    swept::<V, R>(case, s, &mut verdict);
    verdict
}

/// The normal is unit and separates the shapes as well as any; the points are on the shapes, and apart by the
/// separation along the normal.
fn normal_and_points<V: Vector, R: Real>(
    case: &Case,
    contact: &carom::Contact<V>,
    s: f64,
    verdict: &mut Verdict,
) {
    let eps = V::Scalar::EPSILON.to_f64();
    let unit = eps * case.size();
    let vector = |v: V| DVec3::from_array(v.to_f64());
    let n = vector(contact.normal);
    if !n.is_finite() || (n.length() - 1.0).abs() > 4.0 * eps {
        verdict.complain(format!("normal: {n} of length {}", n.length()));
    }
    let (p, q) = (vector(contact.point_a), vector(contact.point_b));
    if s == f64::NEG_INFINITY {
        return;
    }
    let rounding = 2.0 * eps * case.reach();
    let pieces = [&case.a, &case.b].map(|solid| {
        solid
            .core()
            .into_iter()
            .map(|p| p.to_array().map(R::from))
            .collect::<Vec<_>>()
    });
    if pieces.iter().all(|core| !core.is_empty()) {
        let normal = n.to_array().map(R::from);
        let origin = pieces[1][0];
        let along = |p: &Point<R>| dot(normal, minus(*p, origin));
        let low = pieces[0].iter().map(along).reduce(R::lesser).unwrap();
        let high = pieces[1].iter().map(along).reduce(R::greater).unwrap();
        let parted = (low - high).f64() - case.a.radius - case.b.radius;
        verdict.normal = (s - parted) / unit;
        // In `f32` a direction between points at distance d is known to eps L / d; the contract allows 1e-6.
        let core = s + case.a.radius + case.b.radius;
        let conditioned = if core > 0.0 {
            8.0 * case.size() / core
        } else {
            0.0
        };
        let most = if V::Scalar::DOUBLE {
            24.0
        } else {
            conditioned.max(2e-6 / eps)
        };
        if verdict.normal > most {
            verdict.complain(format!("normal: {n} parts by {parted:e}, possible {s:e}"));
        }
    }
    let mut off = ((p - q) - n * s).length();
    for (solid, point) in [(&case.a, p), (&case.b, q)] {
        let mark = Solid::new(Kind::Point, &[point], 0.0, DVec3::ZERO);
        let probe = Case {
            a: mark,
            b: solid.clone(),
            ..case.clone()
        };
        let (outside, _) = apart::<R>(&probe, 0.0);
        off = off.max(outside.f64().abs());
    }
    verdict.witness = (off - rounding).max(0.0) / unit;
    if verdict.witness > 32.0 {
        verdict.complain(format!(
            "points: {p} and {q} are {:e} apart along {n}, true separation {s:e}: off by {off:e}, {:.1} eps L",
            (p - q).dot(n),
            verdict.witness
        ));
    }
}

/// The start is right, the hit never late, its gap within 32 eps L, and there are no false hits or misses.
fn swept<V: Vector, R: Real>(case: &Case, s: f64, verdict: &mut Verdict) {
    let eps = V::Scalar::EPSILON.to_f64();
    let unit = eps * case.size();
    let tolerance = 32.0 * unit;
    let found = sweep(
        &case.a.shape::<V>(),
        case.delta::<V>(),
        &case.b.shape::<V>(),
    );
    let (reported_separate, reported_overlap) = match found.start {
        Start::Separate => (true, false),
        Start::Touching(_) => (false, false),
        Start::Overlapping(_) => (false, true),
    };
    if s > tolerance && !reported_separate || s < -tolerance && !reported_overlap {
        verdict.complain(format!("start: {:?}, true separation {s:e}", found.start));
    }
    let Some(hit) = found.hit else {
        if reported_overlap {
            verdict.complain("start: overlapping and yet free");
        }
        // Newton's steps stop at the first touch; only a deeper motion counts as missed.
        let missed = !endless(s) && first_touch::<R>(case, -0.5 * tolerance).is_some();
        if missed && least::<R>(case, 1.0) < -tolerance {
            verdict.wrong_no = true;
            verdict.complain(format!(
                "missed: goes {:e} deep, {:.1} eps L",
                -least::<R>(case, 1.0),
                -least::<R>(case, 1.0) / unit
            ));
        }
        return;
    };
    let (t, n) = (hit.t.to_f64(), DVec3::from_array(hit.normal.to_f64()));
    if !(0.0..=1.0).contains(&t) || !hit.point.is_finite() || (n.length() - 1.0).abs() > 4.0 * eps {
        verdict.complain(format!("hit: {hit:?}"));
    }
    if reported_overlap || endless(s) {
        if t != 0.0 {
            verdict.complain(format!("overlapping, and yet hit at {t}"));
        }
        return;
    }
    let gap = apart::<R>(case, t).0.f64();
    verdict.gap = gap.abs() / unit;
    if gap > tolerance {
        verdict.wrong_yes = true;
        verdict.complain(format!(
            "hit: at {t} with a gap of {gap:e}: {:.1} eps L",
            verdict.gap
        ));
    }
    // Nothing can be hit before the start.
    if reported_separate && t > 0.0 {
        // Before t (1 − 4 eps) the gap must not have closed; the oracle's own error is far less.
        let before = least::<R>(case, t / (1.0 + 4.0 * eps));
        if before < -0.25 * unit {
            verdict.late = true;
            let when = first_touch::<R>(case, 0.0);
            verdict.complain(format!(
                "late: {t} after {when:?}, {:.2} eps L deep before",
                -before / unit
            ));
        }
    } else if !reported_separate {
        // Touching: sliding and leaving is free. The gap is convex: if it grows at first, it always does.
        let (_, n) = apart::<R>(case, 0.0);
        let rate = dot(n, case.delta.to_array().map(R::from)).f64();
        if rate >= 0.0 && s >= 0.0 {
            verdict.complain(format!(
                "stopped: touching at {s:e} and leaving by {rate:e}"
            ));
        }
    }
}

fn endless(s: f64) -> bool {
    s == f64::NEG_INFINITY
}

/// In `f64` arithmetic, and in twice the precision only for cases that fail there.
fn single<V: Vector>(case: &Case) -> Verdict {
    let verdict = judged::<V, f64>(case);
    if verdict.trouble.is_empty() {
        verdict
    } else {
        judged::<V, Two>(case)
    }
}

fn verdict(case: &Case, double: bool) -> Verdict {
    match (case.flat, double) {
        (true, false) => single::<Vec2>(case),
        (false, false) => single::<Vec3>(case),
        (true, true) => judged::<DVec2, Two>(case),
        (false, true) => judged::<DVec3, Two>(case),
    }
}

/// What many cases of one pair of kinds came to.
#[derive(Default)]
pub(crate) struct Row {
    pub(crate) cases: u64,
    /// The worst error of a separation and the worst gap at a hit, in eps L, each with its case.
    pub(crate) error: Worst,
    pub(crate) gap: Worst,
    pub(crate) wrong_yes: u32,
    pub(crate) wrong_no: u32,
    pub(crate) late: u32,
    /// For each promise the number of failures and the first one, minimized.
    pub(crate) broken: BTreeMap<String, (u32, String)>,
}

/// The largest of some numbers, and the case that it is from.
#[derive(Default)]
pub(crate) struct Worst {
    pub(crate) value: f64,
    pub(crate) case: Option<Case>,
}

impl Row {
    /// With the cases of another row of the same pair.
    pub(crate) fn with(mut self, other: Self) -> Self {
        self.cases += other.cases;
        self.error = self.error.or(other.error);
        self.gap = self.gap.or(other.gap);
        self.wrong_yes += other.wrong_yes;
        self.wrong_no += other.wrong_no;
        self.late += other.late;
        for (promise, (count, example)) in other.broken {
            let known = self.broken.entry(promise).or_insert((0, example));
            known.0 += count;
        }
        self
    }
}

impl Worst {
    fn or(self, other: Self) -> Self {
        if other.value > self.value {
            other
        } else {
            self
        }
    }

    fn offer(&mut self, value: f64, case: &Case) {
        if value > self.value {
            *self = Self {
                value,
                case: Some(case.clone()),
            };
        }
    }
}

/// Judges `count` cases of one pair of kinds in one precision and dimension, drawn by `runner`.
pub(crate) fn row(
    kinds: [Kind; 2],
    flat: bool,
    double: bool,
    count: u32,
    runner: &mut TestRunner,
) -> Row {
    let strategy = crate::cases::case(kinds.map(Some), flat, if double { 5 } else { 7 });
    let rounded = |case: &Case| if double { case.clone() } else { case.single() };
    let mut row = Row::default();
    for _ in 0..count {
        let mut tree = strategy.new_tree(runner).expect("a case");
        let case = rounded(&proptest::strategy::ValueTree::current(&tree));
        if !valid(&case) {
            continue;
        }
        let found = verdict(&case, double);
        row.cases += 1;
        row.error.offer(found.error, &case);
        row.gap.offer(found.gap, &case);
        row.wrong_yes += u32::from(found.wrong_yes);
        row.wrong_no += u32::from(found.wrong_no);
        row.late += u32::from(found.late);
        for promise in found.broken() {
            let known = row.broken.entry(promise.clone()).or_default();
            known.0 += 1;
            if known.0 == 1 {
                let fails = |case: &Case| {
                    let case = rounded(case);
                    valid(&case) && verdict(&case, double).broken().any(|p| p == promise)
                };
                let case = rounded(&crate::cases::minimised(&mut tree, fails));
                known.1 = format!("{case:?}\n{}", verdict(&case, double).trouble);
            }
        }
    }
    row
}

/// Rounding to f32 may leave a half-space without a normal.
fn valid(case: &Case) -> bool {
    [&case.a, &case.b]
        .iter()
        .all(|solid| solid.kind != Kind::Plane || solid.normal != DVec3::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::KINDS;
    use std::fmt::Write;

    /// Prints a row for every pair of kinds and asserts the contract.
    fn table(flat: bool, double: bool, share: u32) {
        let count = crate::cases::count() / share;
        let mut failures = String::new();
        println!(
            "\n{} {}\npair                  cases separation  yes   no late    gap",
            if double { "f64" } else { "f32" },
            if flat { "in the plane" } else { "in space" },
        );
        for (i, a) in KINDS.into_iter().enumerate() {
            for b in KINDS.into_iter().skip(i) {
                let mut runner = crate::cases::fixed_runner();
                let row = row([a, b], flat, double, count, &mut runner);
                let line = format!(
                    "{:<18} {:8} {:10.2} {:4} {:4} {:4} {:6.2}",
                    format!("{a:?} {b:?}"),
                    row.cases,
                    row.error.value,
                    row.wrong_yes,
                    row.wrong_no,
                    row.late,
                    row.gap.value,
                );
                println!("{line}");
                for (promise, (count, example)) in &row.broken {
                    writeln!(
                        failures,
                        "{line}\n{promise} broken {count} times, first by {example}"
                    )
                    .unwrap();
                }
            }
        }
        assert!(failures.is_empty(), "\n{failures}");
    }

    #[test]
    fn single_precision_in_the_plane() {
        table(true, false, 20);
    }

    #[test]
    fn single_precision_in_space() {
        table(false, false, 40);
    }

    #[test]
    fn double_precision_in_the_plane() {
        table(true, true, 100);
    }

    #[test]
    fn double_precision_in_space() {
        table(false, true, 400);
    }
}
