//! The reference cases of `data/oracle` against every pair query, in f32 and in f64.
//!
//! `data/oracle/README.md` explains the records and how they are scored. Each file prints a row:
//! cases, worst error of the separation in eps·L, wrong yes/no, late and early sweeps, bad normals.

use carom::glam::{DVec2, DVec3, Vec2, Vec3};
use carom::{
    Ball, Capsule, Closest, Contact, Scalar, Segment, Start, Sweep, Triangle, Vector, Vector3,
    closest, contact, overlap, sweep,
};
use serde_json::Value;
use std::fmt::Write;

/// One line of a reference file.
struct Case {
    family: String,
    index: u64,
    numbers: Vec<f32>,
    separation: f64,
    normal: Option<[f64; 3]>,
    normal_bits: i32,
    flags: u64,
    /// For sweeps only: contact in 0..=1, the time, and the least separation on the whole path.
    hit: bool,
    t: Option<f64>,
    path_gap: f64,
}

const NORMAL_AMBIGUOUS: u64 = 1;

fn cases(query: &str) -> Vec<Case> {
    let path = format!(
        "{}/../../data/oracle/{query}.public.jsonl",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(&path).unwrap();
    text.lines()
        .map(|line| {
            let v: Value = serde_json::from_str(line).unwrap();
            let x = v["x"].as_str().unwrap();
            let number = |i| f32::from_bits(u32::from_str_radix(&x[8 * i..8 * i + 8], 16).unwrap());
            let swept = v.get("h").is_some();
            let normal = v["n"].as_array().map(|n| {
                let c = |i: usize| n.get(i).and_then(Value::as_f64).unwrap_or(0.0);
                [-c(0), -c(1), -c(2)] // the file's normal points from A to B, ours from B to A
            });
            let k = v["k"].as_array();
            Case {
                family: v["f"].as_str().unwrap().into(),
                index: v["i"].as_u64().unwrap(),
                numbers: (0..x.len() / 8).map(number).collect(),
                separation: v["s"].as_f64().unwrap(),
                normal,
                normal_bits: k
                    .and_then(|k| k[usize::from(swept).min(k.len() - 1)].as_i64())
                    .unwrap_or(0) as i32,
                flags: v["fl"].as_u64().unwrap(),
                hit: v["h"] == 1,
                t: v["t"].as_f64(),
                path_gap: v["g"].as_f64().unwrap_or(0.0),
            }
        })
        .collect()
}

/// Reads points and radii off a record, in order.
struct Reader<'a>(&'a [f32]);

impl Reader<'_> {
    fn scalar<S: Scalar>(&mut self) -> S {
        let x = self.0[0];
        self.0 = &self.0[1..];
        S::from_f64(x.into())
    }
    fn point<V: Vector>(&mut self) -> V {
        let mut c = [0.0; 3];
        for x in c.iter_mut().take(V::DIM) {
            *x = self.scalar::<f64>();
        }
        V::from_f64(c)
    }
    fn ball<V: Vector>(&mut self) -> Ball<V> {
        Ball::new(self.point(), self.scalar())
    }
    fn segment<V: Vector>(&mut self) -> Segment<V> {
        Segment::new(self.point(), self.point())
    }
    fn capsule<V: Vector>(&mut self) -> Capsule<V> {
        Capsule::new(self.point(), self.point(), self.scalar())
    }
    fn triangle<V: Vector>(&mut self) -> Triangle<V> {
        Triangle::new(self.point(), self.point(), self.point())
    }
}

/// A query's answers in double precision, whatever their own precision.
struct Answer {
    separation: f64,
    distance: f64,
    overlap: bool,
    normal: [f64; 3],
    gap_of_points: f64,
}

fn answer<V: Vector>(contact: Option<Contact<V>>, closest: Closest<V>, overlap: bool) -> Answer {
    let c = contact.expect("an unlimited reach always has a contact");
    assert!(c.point_a.is_finite() && c.point_b.is_finite() && c.normal.is_finite());
    assert!(closest.point_a.is_finite() && closest.point_b.is_finite());
    let (a, b, n) = (c.point_a.to_f64(), c.point_b.to_f64(), c.normal.to_f64());
    Answer {
        separation: c.separation.to_f64(),
        distance: closest.distance.to_f64(),
        overlap,
        normal: n,
        gap_of_points: (0..3).map(|i| (a[i] - b[i]) * n[i]).sum(),
    }
}

#[derive(Default)]
struct Score {
    cases: u32,
    worst: f64,
    worst_at: String,
    false_miss: u32,
    false_hit: u32,
    late: u32,
    worst_gap: f64,
    bad_normals: u32,
    trouble: String,
}

impl Score {
    fn complain(&mut self, case: &Case, what: &str) {
        if self.trouble.len() < 2000 {
            writeln!(self.trouble, "  {} {}: {what}", case.family, case.index).unwrap();
        }
    }
    fn normal(&mut self, case: &Case, n: [f64; 3], eps: f64) {
        let length = n.iter().map(|x| x * x).sum::<f64>().sqrt();
        if (length - 1.0).abs() > 4.0 * eps {
            self.complain(case, &format!("normal of length {length}"));
            self.bad_normals += 1;
        } else if let (Some(want), 0) = (case.normal, case.flags & NORMAL_AMBIGUOUS) {
            let error = (0..3).map(|i| (n[i] - want[i]).powi(2)).sum::<f64>().sqrt();
            let allowed = (4.0 * eps * f64::from(case.normal_bits).exp2()).max(1e-6);
            if error > allowed {
                self.bad_normals += 1;
                self.complain(
                    case,
                    &format!("normal off by {error:.1e}, allowed {allowed:.1e}"),
                );
            }
        }
    }
    fn row(&self, query: &str, precision: &str) -> String {
        format!(
            "{query:<20} {precision} {:5} | s {:6.2} eps L ({}) | miss {} hit {} late {} | gap {:6.2} eps L | normals {}",
            self.cases,
            self.worst,
            self.worst_at,
            self.false_miss,
            self.false_hit,
            self.late,
            self.worst_gap,
            self.bad_normals
        )
    }
}

/// L: the largest coordinate relative to B's first point, radius or displacement.
fn size<V: Vector>(points: &[V], origin: V, others: &[V::Scalar], delta: V) -> f64 {
    let mut l = delta.abs().max_element().to_f64();
    for p in points {
        let (p, o) = (p.to_f64(), origin.to_f64());
        l = (0..3).map(|i| (p[i] - o[i]).abs()).fold(l, f64::max);
    }
    others.iter().map(|r| r.to_f64()).fold(l, f64::max)
}

fn score_static<V: Vector>(query: &str, answer: impl Fn(&mut Reader) -> (Answer, f64)) -> Score {
    let eps = V::Scalar::EPSILON.to_f64();
    let mut score = Score::default();
    for case in cases(query) {
        let (got, l) = answer(&mut Reader(&case.numbers));
        score.cases += 1;
        let error = (got.separation - case.separation).abs() / (eps * l).max(f64::MIN_POSITIVE);
        if error > score.worst {
            (score.worst, score.worst_at) = (error, case.family.clone());
        }
        let tol = 32.0 * eps * l;
        if !got.overlap && case.separation < -tol {
            score.false_miss += 1;
            score.complain(&case, "overlap missed");
        }
        if got.overlap && case.separation > tol {
            score.false_hit += 1;
            score.complain(&case, "false overlap");
        }
        assert_eq!(
            got.distance,
            got.separation.max(0.0),
            "{query} {}",
            case.index
        );
        let far = 4.0 * eps * f64::from(case.numbers.iter().fold(0.0, |m: f32, x| m.max(x.abs())));
        if (got.gap_of_points - got.separation).abs() > tol + far {
            score.complain(&case, "witness points do not agree with the separation");
            score.false_hit += 1;
        }
        score.normal(&case, got.normal, eps);
    }
    score
}

fn score_swept<V: Vector>(
    query: &str,
    answer: impl Fn(&mut Reader) -> (Sweep<V>, f64, Box<dyn Fn(V::Scalar) -> f64>),
) -> Score {
    let eps = V::Scalar::EPSILON.to_f64();
    let mut score = Score::default();
    for case in cases(query) {
        let (got, l, gap_at) = answer(&mut Reader(&case.numbers));
        score.cases += 1;
        let tol = 32.0 * eps * l;
        let started = match got.start {
            Start::Separate => None,
            Start::Touching(c) | Start::Overlapping(c) => Some(c.separation.to_f64()),
        };
        if let Some(s) = started {
            let error = (s - case.separation).abs() / (eps * l);
            if error > score.worst {
                (score.worst, score.worst_at) = (error, case.family.clone());
            }
        }
        if case.separation < -tol && !matches!(got.start, Start::Overlapping(_)) {
            score.false_miss += 1;
            score.complain(&case, "start overlap missed");
        }
        if case.separation > tol && started.is_some() {
            score.false_hit += 1;
            score.complain(&case, "false start overlap");
        }
        match got.hit {
            // Touching and then sliding or leaving is free, so a case that never goes deep may miss.
            None if case.hit && case.path_gap < -tol => {
                score.false_miss += 1;
                score.complain(&case, &format!("missed, true t {:?}", case.t));
            }
            Some(hit) if !case.hit && case.path_gap > tol => {
                score.false_hit += 1;
                score.complain(&case, &format!("false hit at {}", hit.t));
            }
            Some(hit) => {
                assert!(hit.point.is_finite());
                if started.is_none() {
                    score.worst_gap = score.worst_gap.max(gap_at(hit.t).abs() / (eps * l));
                    if case
                        .t
                        .is_some_and(|t| hit.t.to_f64() > t * (1.0 + 4.0 * eps))
                    {
                        score.late += 1;
                        score.complain(&case, &format!("late: {} after {:?}", hit.t, case.t));
                    }
                }
                score.normal(&case, hit.normal.to_f64(), eps);
            }
            None => {}
        }
    }
    score
}

macro_rules! fixed {
    ($V:ty, $read_a:ident, $read_b:ident, $points_a:expr, $points_b:expr) => {
        |r: &mut Reader| {
            let (a, b) = (r.$read_a::<$V>(), r.$read_b::<$V>());
            let (points_a, radius_a): (Vec<$V>, _) = $points_a(&a);
            let (points_b, radius_b): (Vec<$V>, _) = $points_b(&b);
            let points = [points_a.clone(), points_b.clone()].concat();
            let l = size(&points, points_b[0], &[radius_a, radius_b], <$V>::ZERO);
            let reach = <$V as Vector>::Scalar::INFINITY;
            (
                answer(contact(&a, &b, reach), closest(&a, &b), overlap(&a, &b)),
                l,
            )
        }
    };
}

macro_rules! moving {
    ($V:ty, $D:ty, $read_a:ident, $read_b:ident, $points_a:expr, $points_b:expr, $both:expr) => {
        |r: &mut Reader| {
            let a = r.$read_a::<$V>();
            let delta_a = r.point::<$V>();
            let b = r.$read_b::<$V>();
            let delta_b = if $both { r.point::<$V>() } else { <$V>::ZERO };
            let delta = delta_a - delta_b;
            let (points_a, radius_a): (Vec<$V>, _) = $points_a(&a);
            let (points_b, radius_b): (Vec<$V>, _) = $points_b(&b);
            let points = [points_a, points_b.clone()].concat();
            let l = size(&points, points_b[0], &[radius_a, radius_b], delta_a).max(size(
                &points,
                points_b[0],
                &[],
                delta_b,
            ));
            // The true gap at the reported t, from the same shapes in double precision.
            let exact_a = a.exact();
            let exact_b = b.exact();
            let exact_delta = <$D>::from_f64(delta_a.to_f64()) - <$D>::from_f64(delta_b.to_f64());
            let gap = move |t: <$V as Vector>::Scalar| {
                let moved = exact_a.translated(exact_delta * t.to_f64());
                contact(&moved, &exact_b, f64::INFINITY).unwrap().separation
            };
            let gap: Box<dyn Fn(<$V as Vector>::Scalar) -> f64> = Box::new(gap);
            (sweep(&a, delta, &b), l, gap)
        }
    };
}

/// The same shape in double precision.
trait Exact {
    type Shape;
    fn exact(&self) -> Self::Shape;
}

fn exact<V: Vector>(p: V) -> DVec3 {
    DVec3::from_array(p.to_f64())
}

impl<V: Vector3> Exact for Ball<V> {
    type Shape = Ball<DVec3>;
    fn exact(&self) -> Ball<DVec3> {
        Ball::new(exact(self.center), self.radius.to_f64())
    }
}
impl<V: Vector3> Exact for Capsule<V> {
    type Shape = Capsule<DVec3>;
    fn exact(&self) -> Capsule<DVec3> {
        Capsule::new(exact(self.a), exact(self.b), self.radius.to_f64())
    }
}
impl<V: Vector3> Exact for Triangle<V> {
    type Shape = Triangle<DVec3>;
    fn exact(&self) -> Triangle<DVec3> {
        Triangle::new(exact(self.a), exact(self.b), exact(self.c))
    }
}

fn of_point<V: Vector>(p: &V) -> (Vec<V>, V::Scalar) {
    (vec![*p], V::Scalar::ZERO)
}
fn of_ball<V: Vector>(s: &Ball<V>) -> (Vec<V>, V::Scalar) {
    (vec![s.center], s.radius)
}
fn of_segment<V: Vector>(s: &Segment<V>) -> (Vec<V>, V::Scalar) {
    (vec![s.a, s.b], V::Scalar::ZERO)
}
fn of_capsule<V: Vector>(s: &Capsule<V>) -> (Vec<V>, V::Scalar) {
    (vec![s.a, s.b], s.radius)
}
fn of_triangle<V: Vector>(s: &Triangle<V>) -> (Vec<V>, V::Scalar) {
    (vec![s.a, s.b, s.c], V::Scalar::ZERO)
}

/// Holds a row to the contract: the separation within 8 eps L, no wrong yes or no beyond 32 eps L, no late sweep, its
/// gap within 32 eps L; normals unit to 4 eps and within 4 eps·2^k of the true one (k: the conditioning of the case),
/// or 1e-6 if that is larger.
///
/// The f64 sweeps can only be held to the reference's own 12 digits, and their gap to the rounding of the test's
/// arithmetic 16 km from the origin.
fn check(query: &str, precision: &str, score: &Score, failures: &mut String) {
    println!("{}", score.row(query, precision));
    let (worst, worst_gap) = if precision == "f64" && query.starts_with("sw") {
        (1e-11 * 2f64.powi(52), 1e-11 * 2f64.powi(52))
    } else {
        (8.0, 32.0)
    };
    let ok = score.worst <= worst
        && score.worst_gap <= worst_gap
        && score.false_miss + score.false_hit + score.late + score.bad_normals == 0;
    if !ok {
        writeln!(
            failures,
            "{}\n{}",
            score.row(query, precision),
            score.trouble
        )
        .unwrap();
    }
}

macro_rules! both_static {
    ($failures:ident, $query:literal, $V:ty, $D:ty, $a:ident, $b:ident, $pa:ident, $pb:ident) => {
        let score = score_static::<$V>($query, fixed!($V, $a, $b, $pa, $pb));
        check($query, "f32", &score, &mut $failures);
        let score = score_static::<$D>($query, fixed!($D, $a, $b, $pa, $pb));
        check($query, "f64", &score, &mut $failures);
    };
}

macro_rules! both_swept {
    ($failures:ident, $query:literal, $a:ident, $b:ident, $pa:ident, $pb:ident, $both:literal) => {
        let score = score_swept::<Vec3>($query, moving!(Vec3, DVec3, $a, $b, $pa, $pb, $both));
        check($query, "f32", &score, &mut $failures);
        let score = score_swept::<DVec3>($query, moving!(DVec3, DVec3, $a, $b, $pa, $pb, $both));
        check($query, "f64", &score, &mut $failures);
    };
}

#[test]
fn static_pairs_match_the_reference() {
    let mut failures = String::new();
    both_static!(
        failures,
        "d2_point_circle",
        Vec2,
        DVec2,
        point,
        ball,
        of_point,
        of_ball
    );
    both_static!(
        failures,
        "d2_circle_circle",
        Vec2,
        DVec2,
        ball,
        ball,
        of_ball,
        of_ball
    );
    // The file has the circle first, the library the simpler shape.
    both_static!(
        failures,
        "d2_circle_capsule",
        Vec2,
        DVec2,
        ball,
        capsule,
        of_ball,
        of_capsule
    );
    both_static!(
        failures,
        "d2_capsule_capsule",
        Vec2,
        DVec2,
        capsule,
        capsule,
        of_capsule,
        of_capsule
    );
    both_static!(
        failures,
        "d3_sphere_sphere",
        Vec3,
        DVec3,
        ball,
        ball,
        of_ball,
        of_ball
    );
    both_static!(
        failures,
        "d3_sphere_capsule",
        Vec3,
        DVec3,
        ball,
        capsule,
        of_ball,
        of_capsule
    );
    both_static!(
        failures,
        "d3_sphere_triangle",
        Vec3,
        DVec3,
        ball,
        triangle,
        of_ball,
        of_triangle
    );
    both_static!(
        failures,
        "d3_capsule_capsule",
        Vec3,
        DVec3,
        capsule,
        capsule,
        of_capsule,
        of_capsule
    );
    both_static!(
        failures,
        "d3_capsule_triangle",
        Vec3,
        DVec3,
        capsule,
        triangle,
        of_capsule,
        of_triangle
    );
    assert!(failures.is_empty(), "\n{failures}");
}

#[test]
fn a_circle_against_a_segment_is_the_segment_against_the_circle() {
    let mut failures = String::new();
    fn query<V: Vector>(r: &mut Reader) -> (Answer, f64) {
        let (ball, segment) = (r.ball::<V>(), r.segment::<V>());
        let (points, _) = of_segment(&segment);
        let all = [vec![ball.center], points].concat();
        let l = size(&all, segment.a, &[ball.radius], V::ZERO);
        let found = contact(&segment, &ball, V::Scalar::INFINITY);
        let found = found.map(|c| c.swapped());
        let near = closest(&segment, &ball);
        (answer(found, near, overlap(&segment, &ball)), l)
    }
    let score = score_static::<Vec2>("d2_circle_segment", query::<Vec2>);
    check("d2_circle_segment", "f32", &score, &mut failures);
    let score = score_static::<DVec2>("d2_circle_segment", query::<DVec2>);
    check("d2_circle_segment", "f64", &score, &mut failures);
    assert!(failures.is_empty(), "\n{failures}");
}

#[test]
fn swept_pairs_match_the_reference() {
    let mut failures = String::new();
    both_swept!(
        failures,
        "sw_sphere_sphere",
        ball,
        ball,
        of_ball,
        of_ball,
        true
    );
    both_swept!(
        failures,
        "sw_sphere_capsule",
        ball,
        capsule,
        of_ball,
        of_capsule,
        false
    );
    both_swept!(
        failures,
        "sw_sphere_triangle",
        ball,
        triangle,
        of_ball,
        of_triangle,
        false
    );
    both_swept!(
        failures,
        "sw_capsule_capsule",
        capsule,
        capsule,
        of_capsule,
        of_capsule,
        false
    );
    both_swept!(
        failures,
        "sw_capsule_triangle",
        capsule,
        triangle,
        of_capsule,
        of_triangle,
        false
    );
    assert!(failures.is_empty(), "\n{failures}");
}
