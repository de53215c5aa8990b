//! Mesh defects: holes, T-junctions, and degenerate, duplicate, flipped or overlapping triangles.

use carom::{Ball, Mesh, Triangle};
use glam::Vec3;
use petgraph::unionfind::UnionFind;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// The kind of a mesh defect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// Missing triangles: a ring of open edges with surface around it.
    Hole,
    /// A corner of a triangle lies inside an edge of another.
    TJunction,
    /// A triangle without area.
    Degenerate,
    /// Two triangles with the same corners that face the same side.
    Duplicate,
    /// A triangle wound against its neighbors.
    Flipped,
    /// Two coplanar triangles that overlap and face the same side. Facing each other, they are the contact of two objects.
    Overlapping,
}

impl Fault {
    /// Its name in reports.
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

/// A defect of the mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshDefect {
    /// Its kind.
    pub fault: Fault,
    /// Its middle.
    pub at: Vec3,
    /// The numbers of its triangles in the level, ascending.
    pub triangles: Vec<u32>,
}

/// The distance below which a point is on a surface, m.
const NEAR: f32 = 1e-4;

/// The identity of a corner: its position, not its number.
type Corner = [u32; 3];

fn corner(point: Vec3) -> Corner {
    // 0 and -0 are the same position.
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

/// The corners of a triangle from the least on: the same for triangles that differ only in which corner is the first.
fn winding(corners: [u32; 3]) -> [u32; 3] {
    let [a, b, c] = corners;
    [[a, b, c], [b, c, a], [c, a, b]]
        .into_iter()
        .min()
        .unwrap_or(corners)
}

/// The edges of triangles, and those that have them. Sorted lists: large levels have tens of millions, and maps take ten times
/// their memory.
struct Edges {
    /// All corners, ascending.
    corners: Vec<Corner>,
    /// The sides of triangles, ordered by their edges and then by triangles.
    sides: Vec<Side>,
}

/// A side of a triangle.
struct Side {
    /// The numbers of its corners, the lesser first.
    edge: [u32; 2],
    triangle: u32,
    /// The triangle runs from the lesser corner to the greater.
    forwards: bool,
}

impl Edges {
    fn new(corners: Vec<Corner>) -> Self {
        let sides = Vec::new();
        Self { corners, sides }
    }

    /// All corners of a level.
    fn corners(level: &Mesh<Vec3>) -> Vec<Corner> {
        let all = level.iter().flat_map(|triangle| corners(&triangle));
        let mut all: Vec<Corner> = all.map(corner).collect();
        all.sort_unstable();
        all.dedup();
        all.shrink_to_fit();
        all
    }

    /// The numbers of a triangle's corners.
    fn numbers(&self, at: [Corner; 3]) -> [u32; 3] {
        at.map(|corner| self.corners.partition_point(|other| *other < corner) as u32)
    }

    fn add(&mut self, triangle: u32, at: [u32; 3]) {
        self.sides.extend((0..3).map(|i| {
            let (a, b) = (at[i], at[(i + 1) % 3]);
            let forwards = a < b;
            Side {
                edge: if forwards { [a, b] } else { [b, a] },
                triangle,
                forwards,
            }
        }));
    }

    fn sort(&mut self) {
        self.sides
            .sort_unstable_by_key(|side| (side.edge, side.triangle));
    }

    /// The edges in order: their ends, and their sides.
    fn iter(&self) -> impl Iterator<Item = ([Corner; 2], &[Side])> {
        let edges = self.sides.chunk_by(|a, b| a.edge == b.edge);
        let corner = |number: u32| self.corners[number as usize];
        edges.map(move |sides| (sides[0].edge.map(corner), sides))
    }
}

/// All defects of a level, ordered by kind, then by triangles.
pub(crate) fn faults(level: &Mesh<Vec3>) -> Vec<MeshDefect> {
    let mut defects = Vec::new();
    let mut edges = Edges::new(Edges::corners(level));
    let mut windings: Vec<([u32; 3], u32)> = Vec::new();
    for number in 0..level.len() as u32 {
        let triangle = level.triangle(number);
        let middle = middle(&triangle);
        let defect = |fault, triangles| MeshDefect {
            fault,
            at: middle,
            triangles,
        };
        if triangle.normal().is_none() {
            defects.push(defect(Fault::Degenerate, vec![number]));
            continue;
        }
        let at = edges.numbers(corners(&triangle).map(corner));
        windings.push((winding(at), number));
    }
    // Back to back, two triangles are the contact of two objects, or a sheet with two sides.
    windings.sort_unstable();
    let mut duplicates = BTreeSet::new();
    for alike in windings.chunk_by(|a, b| a.0 == b.0) {
        let (at, first) = alike[0];
        edges.add(first, at);
        for &(_, number) in &alike[1..] {
            duplicates.insert(number);
            defects.push(MeshDefect {
                fault: Fault::Duplicate,
                at: middle(&level.triangle(number)),
                triangles: vec![first, number],
            });
        }
    }
    drop(windings);
    edges.sort();
    defects.extend(flipped(level, &edges));
    defects.extend(open(level, &edges));
    defects.extend(overlapping(level, &duplicates));
    defects.sort_by(|a, b| {
        a.fault
            .cmp(&b.fault)
            .then_with(|| a.triangles.cmp(&b.triangles))
    });
    defects
}

/// Triangles wound against those around them: small parts of a surface, all around which the winding turns.
fn flipped(level: &Mesh<Vec3>, edges: &Edges) -> Vec<MeshDefect> {
    /// The largest part of a surface that counts as flipped.
    const MOST: f64 = 0.25;
    /// The least part of its outline where the winding turns. Where surfaces meet with different corners, an edge can have
    /// two triangles that are no neighbors, like a floor and the wall below the next one.
    const OUTLINE: f64 = 0.5;
    // Parts in which neighbors have the same winding.
    let mut parts = UnionFind::<u32>::new(level.len());
    for (_, sides) in edges.iter() {
        if let [a, b] = sides
            && a.forwards != b.forwards
        {
            parts.union(a.triangle, b.triangle);
        }
    }
    // Of each part its outline, and how much of that it has in common with each other part, wound the other way.
    let mut outlines: BTreeMap<u32, f64> = BTreeMap::new();
    let mut turns: BTreeMap<u32, BTreeMap<u32, f64>> = BTreeMap::new();
    for ([from, to], sides) in edges.iter() {
        let length = f64::from(point(from).distance(point(to)));
        let inner = matches!(sides, [a, b] if a.forwards != b.forwards);
        for side in sides.iter().filter(|_| !inner) {
            *outlines.entry(parts.find(side.triangle)).or_default() += length;
        }
        if let [a, b] = sides
            && a.forwards == b.forwards
        {
            let [a, b] = [a, b].map(|side| parts.find(side.triangle));
            for (of, with) in [(a, b), (b, a)] {
                *turns.entry(of).or_default().entry(with).or_default() += length;
            }
        }
    }
    let mut areas: BTreeMap<u32, f64> = BTreeMap::new();
    for number in 0..level.len() as u32 {
        let [a, b, c] = corners(&level.triangle(number));
        let area = f64::from((b - a).cross(c - a).length());
        *areas.entry(parts.find(number)).or_default() += area;
    }
    let is_flipped = |part: u32| {
        let others = turns.get(&part).into_iter().flatten();
        let others: Vec<_> = others.filter(|(other, _)| **other != part).collect();
        let turned: f64 = others.iter().map(|(_, length)| **length).sum();
        let around: f64 = others.iter().map(|(other, _)| areas[other]).sum();
        turned > OUTLINE * outlines[&part] && areas[&part] <= MOST * (areas[&part] + around)
    };
    let flipped: BTreeSet<u32> = (turns.keys().copied())
        .filter(|part| is_flipped(*part))
        .collect();
    (0..level.len() as u32)
        .filter(|number| flipped.contains(&parts.find(*number)))
        .map(|number| MeshDefect {
            fault: Fault::Flipped,
            at: middle(&level.triangle(number)),
            triangles: vec![number],
        })
        .collect()
}

/// An edge of one triangle only, in that triangle's direction.
struct Open {
    from: Corner,
    to: Corner,
    triangle: u32,
}

/// Holes and T-junctions.
fn open(level: &Mesh<Vec3>, edges: &Edges) -> Vec<MeshDefect> {
    let open: Vec<Open> = edges
        .iter()
        .filter(|(_, sides)| sides.len() == 1)
        .map(|([a, b], sides)| {
            let Side {
                triangle, forwards, ..
            } = sides[0];
            let (from, to) = if forwards { (a, b) } else { (b, a) };
            Open { from, to, triangle }
        })
        .collect();
    let mut defects = junctions(&open);
    defects.extend(holes(level, &open));
    defects
}

/// Corners of open edges that lie on other open edges.
fn junctions(open: &[Open]) -> Vec<MeshDefect> {
    /// The width of a grid cell, m.
    const CELL: f32 = 1.0;
    let cell = |point: Vec3| point.to_array().map(|x| (x / CELL).floor() as i64);
    let mut corners: BTreeMap<[i64; 3], BTreeMap<Corner, u32>> = BTreeMap::new();
    for edge in open {
        for corner in [edge.from, edge.to] {
            let cell = corners.entry(cell(point(corner))).or_default();
            cell.entry(corner).or_insert(edge.triangle);
        }
    }
    let mut defects = Vec::new();
    for edge in open {
        let (a, b) = (point(edge.from), point(edge.to));
        let along = b - a;
        // The rounding of a corner that was modeled on the edge.
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
                defects.push(MeshDefect {
                    fault: Fault::TJunction,
                    at,
                    triangles,
                });
            }
        }
    }
    defects
}

/// Rings of open edges with surface around them.
fn holes(level: &Mesh<Vec3>, open: &[Open]) -> Vec<MeshDefect> {
    /// The width above which a ring is an opening, not a hole, m.
    const WIDEST: f32 = 4.0;
    let mut from: BTreeMap<Corner, Vec<usize>> = BTreeMap::new();
    for (i, edge) in open.iter().enumerate() {
        from.entry(edge.from).or_default().push(i);
    }
    let mut used = vec![false; open.len()];
    let mut defects = Vec::new();
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
        // The edges around a hole run against those around the surface.
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
            defects.push(MeshDefect {
                fault: Fault::Hole,
                at: middle,
                triangles: triangles.into_iter().collect(),
            });
        }
    }
    defects
}

/// Whether the surface continues beyond an open edge, in triangles with other corners.
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

/// Triangles that contain the middle of another one.
fn overlapping(level: &Mesh<Vec3>, duplicates: &BTreeSet<u32>) -> Vec<MeshDefect> {
    let pairs: Vec<MeshDefect> = (0..level.len() as u32)
        .into_par_iter()
        .filter(|number| !duplicates.contains(number))
        .flat_map_iter(|number| {
            let triangle = level.triangle(number);
            let Some(normal) = triangle.normal() else {
                return Vec::new();
            };
            let middle = middle(&triangle);
            let ball = Ball {
                center: middle,
                radius: 0.0,
            };
            let mut defects = Vec::new();
            level.query().each_contact(&ball, NEAR, |contact| {
                let other = contact.part.index;
                let flat = level.triangle(other).normal();
                let lies = flat.is_some_and(|flat| flat.dot(normal) > 0.9999);
                if other != number && lies && !duplicates.contains(&other) {
                    let mut triangles = vec![number, other];
                    triangles.sort_unstable();
                    defects.push(MeshDefect {
                        fault: Fault::Overlapping,
                        at: middle,
                        triangles,
                    });
                }
            });
            defects.sort_by(|a, b| a.triangles.cmp(&b.triangles));
            defects
        })
        .collect();
    let mut seen = BTreeSet::new();
    let all = pairs.into_iter();
    all.filter(|defect| seen.insert(defect.triangles.clone()))
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
        let defects = faults(&level).into_iter();
        defects
            .map(|defect| (defect.fault, defect.triangles))
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
    fn a_reversed_triangle_is_flipped() {
        let mut triangles = floor();
        triangles[11].swap(0, 1);
        assert_eq!(found(&triangles), [(Fault::Flipped, vec![11])]);
    }

    #[test]
    fn a_floor_beside_one_with_other_corners_and_its_wall_is_not() {
        // The next floor has a corner on the common edge, and the wall below the edge has the same corners as this floor.
        let mut triangles = floor();
        let corner = |x: f32, y: f32| vec3(x, y, 4.0);
        for x in 0..4 {
            let x = x as f32;
            let [a, b] = [corner(x, 0.0), corner(x + 1.0, 0.0)];
            let below = [a - Vec3::Y, b - Vec3::Y];
            triangles.push([a, b, below[1]]);
            triangles.push([a, below[1], below[0]]);
            let half = a.midpoint(b);
            triangles.push([a, a + Vec3::Z, half]);
            triangles.push([half, a + Vec3::Z, b]);
        }
        let found = found(&triangles);
        assert!(
            found.iter().all(|(fault, _)| *fault != Fault::Flipped),
            "{found:?}"
        );
    }

    #[test]
    fn a_copy_is_a_duplicate_and_a_triangle_on_another_overlaps() {
        let mut triangles = floor();
        triangles.push(triangles[5]);
        assert_eq!(found(&triangles), [(Fault::Duplicate, vec![5, 32])]);
        let mut triangles = floor();
        triangles.push([vec3(1.1, 0., 1.1), vec3(1.1, 0., 1.4), vec3(1.3, 0., 1.4)]);
        assert_eq!(found(&triangles), [(Fault::Overlapping, vec![10, 32])]);
    }

    #[test]
    fn a_corner_on_an_edge_is_a_junction() {
        let mut triangles = floor();
        // Two half edges beside a whole one.
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
