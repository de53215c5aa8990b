//! Two manifolds of one pair compared, and both with the exact pair.

use super::pairs::{Pair, REACH, reach};
use carom::{Shape, contact};
use engines::Touch;
use glam::{DVec2, DVec3};

/// Points farther apart than this across the normal are not the same, m; a point farther than this from the surface is
/// not on it.
pub(crate) const SAME: f64 = 1e-3;
/// Normals with a larger angle between them differ, rad.
const ANGLE: f64 = 0.1 * std::f64::consts::PI / 180.0;
/// A normal along which the shapes are apart by this much less than they are is wrong, m.
pub(crate) const RIGHT: f64 = 1e-5;
/// Areas and lengths that differ less, as a fraction of the larger one, are equal.
const LARGER: f64 = 0.01;

/// The result of a comparison, the first that holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    /// Neither has points.
    None,
    /// Only one has points: ours, theirs.
    Alone(Side),
    /// The normals differ, and only this one is right.
    Normal(Side),
    /// The normals differ, and both or neither are right.
    Normals,
    /// Only this one has points that are all on both surfaces.
    OnSurface(Side),
    /// The same points, or points that span the same polygon, within 1 mm.
    Same,
    /// This one spans more.
    Larger(Side),
    /// Both span as much, by other points.
    Others,
}

/// Of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Side {
    Ours,
    Theirs,
}

/// A manifold and what the exact pair says about it.
pub(crate) struct Judged {
    normal: DVec3,
    /// Half-way between both shapes.
    points: Vec<DVec3>,
    /// By how much the exact separation is larger than that along the normal.
    pub(crate) short: f64,
    /// The largest distance of a point from the surface that it belongs to.
    pub(crate) off: f64,
    /// The difference of the least separation of a point and the exact one.
    pub(crate) depth: f64,
}

fn double(p: [f32; 3]) -> DVec3 {
    DVec3::from_array(p.map(f64::from))
}

impl Judged {
    pub(crate) fn new(touch: &Touch, pair: &Pair) -> Option<Self> {
        let [a, b] = &pair.exact;
        let normal = double(touch.normal).normalize();
        // Some libraries leave it to their solvers to drop points beyond the reach.
        let all = touch.points.iter().map(|pair| pair.map(double));
        let all = all.filter(|[p, q]| (*p - *q).dot(normal) <= f64::from(REACH) + RIGHT);
        all.clone().next()?;
        let exact = contact(a, b, f64::INFINITY).expect("no limit").separation;
        let gap = -reach(a, -normal) - reach(b, normal);
        let off = |p: DVec3, shape: &Shape<DVec3>| {
            let found = contact(&Shape::Point(p), shape, f64::INFINITY);
            found.map_or(0.0, |found| found.separation.abs())
        };
        let least = all.clone().map(|[p, q]| (p - q).dot(normal));
        Some(Self {
            normal,
            short: exact - gap,
            off: all
                .clone()
                .map(|[p, q]| off(p, a).max(off(q, b)))
                .fold(0.0, f64::max),
            depth: (least.fold(f64::INFINITY, f64::min) - exact).abs(),
            points: all.map(|[p, q]| (p + q) * 0.5).collect(),
        })
    }

    pub(crate) fn count(&self) -> usize {
        self.points.len()
    }
}

/// The polygon that points span across a normal, as its corners.
fn span(points: &[DVec3], normal: DVec3) -> Vec<DVec2> {
    let (u, v) = normal.any_orthonormal_pair();
    let mut flat: Vec<DVec2> = points
        .iter()
        .map(|p| DVec2::new(p.dot(u), p.dot(v)))
        .collect();
    flat.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let mut hull: Vec<DVec2> = Vec::new();
    for half in 0..2 {
        let start = hull.len();
        for p in &flat {
            while hull.len() >= start + 2 {
                let [o, a] = [hull[hull.len() - 2], hull[hull.len() - 1]];
                if (a - o).perp_dot(*p - o) > 0.0 {
                    break;
                }
                hull.pop();
            }
            hull.push(*p);
        }
        hull.pop();
        if half == 0 {
            flat.reverse();
        }
    }
    if hull.is_empty() { vec![flat[0]] } else { hull }
}

/// The largest four corners of a polygon: some libraries leave the choice to their solvers.
fn four(polygon: Vec<DVec2>) -> Vec<DVec2> {
    let (mut largest, mut found) = (f64::NEG_INFINITY, None);
    for i in 0..polygon.len() {
        for j in i + 1..polygon.len() {
            for k in j + 1..polygon.len() {
                for l in k + 1..polygon.len() {
                    let corners = [i, j, k, l].map(|corner| polygon[corner]);
                    if area(&corners) > largest {
                        (largest, found) = (area(&corners), Some(corners));
                    }
                }
            }
        }
    }
    found.map_or(polygon, Vec::from)
}

fn area(polygon: &[DVec2]) -> f64 {
    let sides = (0..polygon.len()).map(|i| polygon[i].perp_dot(polygon[(i + 1) % polygon.len()]));
    sides.sum::<f64>() * 0.5
}

fn length(polygon: &[DVec2]) -> f64 {
    let ways = polygon
        .iter()
        .flat_map(|p| polygon.iter().map(move |q| p.distance(*q)));
    ways.fold(0.0, f64::max)
}

/// The distance of a point from a polygon, zero inside.
fn distance(p: DVec2, polygon: &[DVec2]) -> f64 {
    let mut inside = polygon.len() > 2;
    let mut least = f64::INFINITY;
    for (i, from) in polygon.iter().enumerate() {
        let way = polygon[(i + 1) % polygon.len()] - *from;
        inside &= way.perp_dot(p - *from) >= 0.0;
        let square = way.length_squared();
        let part = if square > 0.0 {
            way.dot(p - *from) / square
        } else {
            0.0
        };
        least = least.min(p.distance(*from + way * part.clamp(0.0, 1.0)));
    }
    if inside { 0.0 } else { least }
}

/// The one with the larger number, if it is clearly larger.
fn larger(ours: f64, theirs: f64, least: f64) -> Option<Side> {
    let clearly = (LARGER * ours.max(theirs)).max(least);
    match ours - theirs {
        more if more > clearly => Some(Side::Ours),
        less if less < -clearly => Some(Side::Theirs),
        _ => None,
    }
}

pub(crate) fn verdict(ours: Option<&Judged>, theirs: Option<&Judged>) -> Verdict {
    let (ours, theirs) = match (ours, theirs) {
        (None, None) => return Verdict::None,
        (Some(_), None) => return Verdict::Alone(Side::Ours),
        (None, Some(_)) => return Verdict::Alone(Side::Theirs),
        (Some(ours), Some(theirs)) => (ours, theirs),
    };
    let single = |right: [bool; 2]| match right {
        [true, false] => Some(Side::Ours),
        [false, true] => Some(Side::Theirs),
        _ => None,
    };
    if ours.normal.angle_between(theirs.normal) > ANGLE {
        let right = single([ours.short <= RIGHT, theirs.short <= RIGHT]);
        return right.map_or(Verdict::Normals, Verdict::Normal);
    }
    if let Some(side) = single([ours.off <= SAME, theirs.off <= SAME]) {
        return Verdict::OnSurface(side);
    }
    let [p, q] = [ours, theirs].map(|judged| four(span(&judged.points, ours.normal)));
    let apart =
        |from: &[DVec2], to: &[DVec2]| from.iter().map(|p| distance(*p, to)).fold(0.0, f64::max);
    if apart(&p, &q).max(apart(&q, &p)) <= SAME {
        return Verdict::Same;
    }
    let by_area = larger(area(&p), area(&q), SAME * length(&p).max(length(&q)));
    let side = by_area.or_else(|| larger(length(&p), length(&q), SAME));
    side.map_or(Verdict::Others, Verdict::Larger)
}
