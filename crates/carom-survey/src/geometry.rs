//! What is wrong with triangles: holes, seams that do not fit, and triangles that are no good.

use carom::{Ball, Mesh, Triangle};
use glam::Vec3;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// What is wrong with triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// Some are missing: open edges go round in a ring, with surface around it.
    Hole,
    /// A corner of one lies on the side of another, which ends nowhere there.
    TJunction,
    /// It has no area.
    Degenerate,
    /// Two have the same corners.
    Duplicate,
    /// Its front is where the fronts of its neighbours are not.
    Flipped,
    /// Two lie on each other.
    Overlapping,
}

impl Fault {
    /// Its name, of triangles that have it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Hole => "hole",
            Self::TJunction => "T-junction",
            Self::Degenerate => "degenerate triangle",
            Self::Duplicate => "duplicate triangles",
            Self::Flipped => "flipped triangle",
            Self::Overlapping => "overlapping triangles",
        }
    }
}

/// A fault of some triangles.
#[derive(Clone, Debug, PartialEq)]
pub struct Remark {
    /// What is wrong.
    pub fault: Fault,
    /// Where: the middle of it.
    pub at: Vec3,
    /// The triangles, by their numbers in the level, in order.
    pub triangles: Vec<u32>,
}

/// What is nearer than this is on it, m.
const NEAR: f32 = 1e-4;

/// A corner is one by where it is, whatever its number.
type Corner = [u32; 3];

fn corner(point: Vec3) -> Corner {
    // 0 and -0 are the same place.
    (point + Vec3::ZERO).to_array().map(f32::to_bits)
}

fn point(corner: Corner) -> Vec3 {
    Vec3::from_array(corner.map(f32::from_bits))
}

fn corners(triangle: &Triangle<Vec3>) -> [Vec3; 3] {
    [triangle.a, triangle.b, triangle.c]
}

fn middle(triangle: &Triangle<Vec3>) -> Vec3 {
    (triangle.a + triangle.b + triangle.c) / 3.0
}

/// The triangles of an edge: forwards and backwards.
type Edges = BTreeMap<[Corner; 2], Vec<(u32, bool)>>;

/// All faults of a level, in the order of their kinds, then of their triangles.
pub(crate) fn faults(level: &Mesh<Vec3>) -> Vec<Remark> {
    let mut remarks = Vec::new();
    let mut edges = Edges::new();
    let mut known: BTreeMap<[Corner; 3], u32> = BTreeMap::new();
    for number in 0..level.len() as u32 {
        let triangle = level.triangle(number);
        let middle = middle(&triangle);
        let remark = |fault, triangles| Remark {
            fault,
            at: middle,
            triangles,
        };
        if triangle.normal().is_none() {
            remarks.push(remark(Fault::Degenerate, vec![number]));
            continue;
        }
        let at = corners(&triangle).map(corner);
        let mut sorted = at;
        sorted.sort_unstable();
        if let Some(first) = known.insert(sorted, number) {
            known.insert(sorted, first);
            remarks.push(remark(Fault::Duplicate, vec![first, number]));
            continue;
        }
        for i in 0..3 {
            let (a, b) = (at[i], at[(i + 1) % 3]);
            let (key, forwards) = if a < b {
                ([a, b], true)
            } else {
                ([b, a], false)
            };
            edges.entry(key).or_default().push((number, forwards));
        }
    }
    let duplicates: BTreeSet<u32> = remarks
        .iter()
        .filter(|remark| remark.fault == Fault::Duplicate)
        .map(|remark| remark.triangles[1])
        .collect();
    remarks.extend(flipped(level, &edges));
    remarks.extend(open(level, &edges));
    remarks.extend(overlapping(level, &duplicates));
    remarks.sort_by(|a, b| {
        a.fault
            .cmp(&b.fault)
            .then_with(|| a.triangles.cmp(&b.triangles))
    });
    remarks
}

/// Triangles that are turned against most of those which hang together with them.
fn flipped(level: &Mesh<Vec3>, edges: &Edges) -> Vec<Remark> {
    /// More than such a part of a surface is not flipped but another surface.
    const MOST: f64 = 0.25;
    // Across each edge of two, whether the other is turned the same way.
    let mut across: BTreeMap<u32, Vec<(u32, bool)>> = BTreeMap::new();
    for pair in edges.values() {
        if let [(a, along), (b, other)] = pair[..] {
            across.entry(a).or_default().push((b, along != other));
            across.entry(b).or_default().push((a, along != other));
        }
    }
    let area = |number: u32| {
        let [a, b, c] = corners(&level.triangle(number));
        f64::from((b - a).cross(c - a).length())
    };
    let mut turned: BTreeMap<u32, bool> = BTreeMap::new();
    let mut remarks = Vec::new();
    for &start in across.keys() {
        if turned.contains_key(&start) {
            continue;
        }
        turned.insert(start, false);
        let mut members = vec![start];
        let mut next = 0;
        while next < members.len() {
            let of = members[next];
            next += 1;
            for &(other, same) in &across[&of] {
                let way = turned[&of] == same;
                if turned.insert(other, way).is_none() {
                    members.push(other);
                } else if turned[&other] != way {
                    // A surface with one side only: it has no fronts.
                    members.clear();
                    break;
                }
            }
        }
        let (turned, members) = (&turned, &members);
        let of = |side| members.iter().copied().filter(move |t| turned[t] == side);
        let [front, back] = [false, true].map(|side| of(side).map(area).sum::<f64>());
        let side = back <= front;
        let (less, all) = (if side { back } else { front }, front + back);
        if less > MOST * all {
            continue;
        }
        remarks.extend(of(side).map(|number| Remark {
            fault: Fault::Flipped,
            at: middle(&level.triangle(number)),
            triangles: vec![number],
        }));
    }
    remarks
}

/// An edge of one triangle only, in its direction.
struct Open {
    from: Corner,
    to: Corner,
    triangle: u32,
}

/// Holes, and corners on the sides of triangles.
fn open(level: &Mesh<Vec3>, edges: &Edges) -> Vec<Remark> {
    let open: Vec<Open> = edges
        .iter()
        .filter(|(_, triangles)| triangles.len() == 1)
        .map(|(&[a, b], triangles)| {
            let (triangle, forwards) = triangles[0];
            let (from, to) = if forwards { (a, b) } else { (b, a) };
            Open { from, to, triangle }
        })
        .collect();
    let mut remarks = junctions(&open);
    remarks.extend(holes(level, &open));
    remarks
}

/// Corners of open edges that lie on other open edges.
fn junctions(open: &[Open]) -> Vec<Remark> {
    /// The width of a cell of corners.
    const CELL: f32 = 1.0;
    let cell = |point: Vec3| point.to_array().map(|x| (x / CELL).floor() as i64);
    let mut corners: BTreeMap<[i64; 3], BTreeMap<Corner, u32>> = BTreeMap::new();
    for edge in open {
        for corner in [edge.from, edge.to] {
            let cell = corners.entry(cell(point(corner))).or_default();
            cell.entry(corner).or_insert(edge.triangle);
        }
    }
    let mut remarks = Vec::new();
    for edge in open {
        let (a, b) = (point(edge.from), point(edge.to));
        let along = b - a;
        // As far as corners that were meant to be on it may be off it.
        let off = 1e-4 * along.length() + 1e-5;
        let (low, high) = (cell(a.min(b) - off), cell(a.max(b) + off));
        let inside = corners
            .range([low[0], i64::MIN, i64::MIN]..=[high[0], i64::MAX, i64::MAX])
            .filter(|(cell, _)| (1..3).all(|i| (low[i]..=high[i]).contains(&cell[i])))
            .flat_map(|(_, corners)| corners);
        for (&corner, &other) in inside {
            if corner == edge.from || corner == edge.to || other == edge.triangle {
                continue;
            }
            let at = point(corner);
            let t = (at - a).dot(along) / along.length_squared();
            let within = t > 0.0 && t < 1.0 && (at - a - along * t).length() <= off;
            if within {
                let mut triangles = vec![edge.triangle, other];
                triangles.sort_unstable();
                remarks.push(Remark {
                    fault: Fault::TJunction,
                    at,
                    triangles,
                });
            }
        }
    }
    remarks
}

/// Rings of open edges with surface around them.
fn holes(level: &Mesh<Vec3>, open: &[Open]) -> Vec<Remark> {
    /// What is wider is an opening, m.
    const WIDEST: f32 = 4.0;
    let mut from: BTreeMap<Corner, Vec<usize>> = BTreeMap::new();
    for (i, edge) in open.iter().enumerate() {
        from.entry(edge.from).or_default().push(i);
    }
    let mut used = vec![false; open.len()];
    let mut remarks = Vec::new();
    for start in 0..open.len() {
        let mut ring = Vec::new();
        let mut at = start;
        while !used[at] {
            used[at] = true;
            ring.push(at);
            let mut next = from.get(&open[at].to).into_iter().flatten();
            let Some(&next) = next.find(|next| !used[**next]) else {
                break;
            };
            at = next;
        }
        let Some(&last) = ring.last() else { continue };
        if open[last].to != open[start].from || ring.len() < 3 {
            continue;
        }
        let points: Vec<Vec3> = ring.iter().map(|i| point(open[*i].from)).collect();
        let middle = points.iter().sum::<Vec3>() / points.len() as f32;
        if points
            .iter()
            .any(|point| point.distance(middle) > 0.5 * WIDEST)
        {
            continue;
        }
        // Around a surface its edges go one way, around a hole in it the other.
        let mut area = Vec3::ZERO;
        let mut fronts = Vec3::ZERO;
        for (i, &edge) in ring.iter().enumerate() {
            let next = points[(i + 1) % points.len()];
            area += (points[i] - middle).cross(next - middle);
            let normal = level.triangle(open[edge].triangle).normal();
            fronts += normal.unwrap_or(Vec3::ZERO) * points[i].distance(next);
        }
        let is_seam = ring.iter().any(|&edge| continues(level, &open[edge]));
        if area.dot(fronts) < 0.0 && !is_seam {
            let triangles: BTreeSet<u32> = ring.iter().map(|i| open[*i].triangle).collect();
            remarks.push(Remark {
                fault: Fault::Hole,
                at: middle,
                triangles: triangles.into_iter().collect(),
            });
        }
    }
    remarks
}

/// Whether the surface goes on beyond an open edge: other triangles meet it there, with corners of their own.
fn continues(level: &Mesh<Vec3>, edge: &Open) -> bool {
    let mut goes_on = false;
    let ball = Ball {
        center: point(edge.from).midpoint(point(edge.to)),
        radius: 0.0,
    };
    level.query().each_contact(&ball, NEAR, |contact| {
        goes_on |= contact.part.index != edge.triangle
    });
    goes_on
}

/// Triangles whose middle lies in another one.
fn overlapping(level: &Mesh<Vec3>, duplicates: &BTreeSet<u32>) -> Vec<Remark> {
    let pairs: Vec<Vec<Remark>> = (0..level.len() as u32)
        .into_par_iter()
        .filter(|number| !duplicates.contains(number))
        .map(|number| {
            let triangle = level.triangle(number);
            let Some(normal) = triangle.normal() else {
                return Vec::new();
            };
            let middle = middle(&triangle);
            let ball = Ball {
                center: middle,
                radius: 0.0,
            };
            let mut remarks = Vec::new();
            level.query().each_contact(&ball, NEAR, |contact| {
                let other = contact.part.index;
                let flat = level.triangle(other).normal();
                let lies = flat.is_some_and(|flat| flat.dot(normal).abs() > 0.9999);
                if other != number && lies && !duplicates.contains(&other) {
                    let mut triangles = vec![number, other];
                    triangles.sort_unstable();
                    remarks.push(Remark {
                        fault: Fault::Overlapping,
                        at: middle,
                        triangles,
                    });
                }
            });
            remarks.sort_by(|a, b| a.triangles.cmp(&b.triangles));
            remarks
        })
        .collect();
    let mut seen = BTreeSet::new();
    let all = pairs.into_iter().flatten();
    all.filter(|remark| seen.insert(remark.triangles.clone()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec3;

    /// A floor of 4 × 4 squares, its fronts up.
    fn floor() -> Vec<[Vec3; 3]> {
        let mut triangles = Vec::new();
        for i in 0..16 {
            let at = vec3((i % 4) as f32, 0.0, (i / 4) as f32);
            let corners = [at, at + Vec3::Z, at + Vec3::Z + Vec3::X, at + Vec3::X];
            triangles.push([corners[0], corners[1], corners[2]]);
            triangles.push([corners[0], corners[2], corners[3]]);
        }
        triangles
    }

    fn found(triangles: &[[Vec3; 3]]) -> Vec<(Fault, Vec<u32>)> {
        let numbers = (0..triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
        let level = Mesh::new(triangles.concat(), numbers.collect::<Vec<_>>()).unwrap();
        let remarks = faults(&level).into_iter();
        remarks
            .map(|remark| (remark.fault, remark.triangles))
            .collect()
    }

    #[test]
    fn a_clean_floor_has_none() {
        assert_eq!(found(&floor()), []);
    }

    #[test]
    fn a_missing_triangle_is_a_hole() {
        let mut triangles = floor();
        triangles.remove(10);
        let found = found(&triangles);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].0, found[0].1.len()), (Fault::Hole, 3));
    }

    #[test]
    fn one_turned_round_is_flipped() {
        let mut triangles = floor();
        triangles[11].swap(0, 1);
        assert_eq!(found(&triangles), [(Fault::Flipped, vec![11])]);
    }

    #[test]
    fn one_twice_is_a_duplicate_and_one_on_another_overlaps() {
        let mut triangles = floor();
        triangles.push(triangles[5]);
        assert_eq!(found(&triangles), [(Fault::Duplicate, vec![5, 32])]);
        let mut triangles = floor();
        triangles.push([vec3(1.1, 0., 1.1), vec3(1.1, 0., 1.4), vec3(1.3, 0., 1.4)]);
        assert_eq!(found(&triangles), [(Fault::Overlapping, vec![10, 32])]);
    }

    #[test]
    fn a_corner_on_a_side_is_a_junction() {
        let mut triangles = floor();
        // Two halves beside a whole side.
        triangles.push([vec3(4., 0., 1.), vec3(4., 0., 1.5), vec3(5., 0., 1.)]);
        triangles.push([vec3(4., 0., 1.5), vec3(4., 0., 2.), vec3(5., 0., 1.)]);
        let found = found(&triangles);
        assert!(!found.is_empty());
        assert!(
            found.iter().all(|(fault, _)| *fault == Fault::TJunction),
            "{found:?}"
        );
    }

    #[test]
    fn a_line_is_degenerate() {
        let mut triangles = floor();
        triangles.push([vec3(9., 0., 0.), vec3(9., 0., 1.), vec3(9., 0., 3.)]);
        assert_eq!(found(&triangles), [(Fault::Degenerate, vec![32])]);
    }
}
