//! Where two meshes cross: the pairs of triangles that touch, and the lines along which they cross.
//!
//! Two triangles cross along the part that two intervals of a line have in common: each triangle meets the plane of the
//! other in one of them (Möller, *A Fast Triangle-Triangle Intersection Test*, 1997). The signs that decide are exact. An
//! end is the point of an edge on a plane, computed from the ends of the edge in a fixed order: so the two triangles that
//! share the edge have the same end, to the bit, and segments join to lines.

use super::Mesh;
use crate::pair::matrix;
use crate::shape::Convex;
use crate::shape::segment::Segment;
use crate::shape::triangle::Triangle;
use crate::surface::Query;
use crate::surface::extent::Extent;
use crate::surface::mesh::Vector3;
use alloc::vec;
use alloc::vec::Vec;
use carom_math::exact::volume_sign;
use carom_math::sort;
use carom_math::{Scalar, Vector};
use core::cmp::Ordering;
use core::ops::ControlFlow;
use glam::DVec3;

/// The segment along which two triangles of two meshes cross: see [`Query::crossings`].
///
/// ```
/// use carom::{Crossing, Mesh, Segment, glam::{Vec3, vec3}};
/// let floor = Mesh::new([Vec3::ZERO, Vec3::Z * 8., Vec3::X * 8.], [[0, 1, 2]])?;
/// let wall = Mesh::new([vec3(1., -1., 1.), vec3(3., -1., 1.), vec3(1., 1., 1.)], [[0, 1, 2]])?;
/// let mut found = Vec::new();
/// floor.query().crossings(&wall, &mut found);
/// let segment = Segment::new(vec3(2., 0., 1.), vec3(1., 0., 1.));
/// assert_eq!(found, [Crossing { triangles: [0, 0], segment }]);
/// # Ok::<(), carom::MeshError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing<V: Vector> {
    /// The number of the triangle of `a`, and of that of the queried mesh.
    pub triangles: [u32; 2],
    /// The points that the two triangles have in common; with one end, if they only touch.
    pub segment: Segment<V>,
}

/// Called with two triangles, and with their numbers.
type OnTriangles<'a, V> = dyn FnMut([u32; 2], [&Triangle<V>; 2]) + 'a;

/// # Where two meshes cross
impl<V: Vector3> Query<'_, &Mesh<V>> {
    /// Puts the numbers of every two triangles that touch, that of `a` first, into `found`, sorted. The list is cleared
    /// first; its memory is kept. Fronts and backs count alike.
    ///
    /// ```
    /// use carom::{Mesh, glam::{Vec3, vec3}};
    /// let floor = Mesh::new([vec3(-9., 0., -9.), vec3(-9., 0., 9.), vec3(9., 0., 9.), vec3(9., 0., -9.)], [[0, 1, 2], [0, 2, 3]])?;
    /// let fin = Mesh::new([vec3(-5., 1., 5.), vec3(-4., 1., 5.), vec3(-5., -1., 5.)], [[0, 1, 2]])?;
    /// let mut pairs = Vec::new();
    /// floor.query().touching_triangles(&fin, &mut pairs);
    /// assert_eq!(pairs, [[0, 0]]);
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    #[doc(alias = "bvhcast")]
    pub fn touching_triangles(&self, a: &Mesh<V>, found: &mut Vec<[u32; 2]>) {
        found.clear();
        self.each_near_pair(a, &mut |numbers, [of_a, own]| {
            if matrix::overlaps(&of_a.shape_ref(), &own.shape_ref()) {
                found.push(numbers);
            }
        });
        sort::sort(found);
    }

    /// Puts the segment along which two triangles cross, for every two that do, into `found`, sorted by number. The list is
    /// cleared first; its memory is kept. Triangles in one plane have no such segment, even if they overlap.
    ///
    /// ```
    /// use carom::{Mesh, glam::{Vec3, vec3}};
    /// let floor = Mesh::new([vec3(0., 0., 0.), vec3(0., 0., 9.), vec3(9., 0., 9.), vec3(9., 0., 0.)], [[0, 1, 2], [0, 2, 3]])?;
    /// let fin = Mesh::new([vec3(1., -1., 2.), vec3(5., -1., 2.), vec3(5., 1., 2.), vec3(1., 1., 2.)], [[0, 1, 2], [0, 2, 3]])?;
    /// let mut found = Vec::new();
    /// floor.query().crossings(&fin, &mut found);
    /// // The fin crosses the floor along z = 2, in both of its triangles and over the diagonal of the floor.
    /// assert_eq!(found.iter().map(|crossing| crossing.triangles).collect::<Vec<_>>(), [[0, 1], [1, 0], [1, 1]]);
    /// let length: f32 = found.iter().map(|crossing| crossing.segment.a.distance(crossing.segment.b)).sum();
    /// assert!((length - 4.).abs() < 1e-5);
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    #[doc(alias = "bvhcast")]
    pub fn crossings(&self, a: &Mesh<V>, found: &mut Vec<Crossing<V>>) {
        found.clear();
        self.each_near_pair(a, &mut |triangles, [of_a, own]| {
            if let Some(segment) = crossing(of_a, own) {
                found.push(Crossing { triangles, segment });
            }
        });
        sort::sort_by_key(found, |crossing| crossing.triangles);
    }

    /// The lines along which the two meshes cross: polylines of the [`crossings`](Self::crossings), from end to end; the last
    /// point of a loop is its first. Lines end where more than two segments meet. Where triangles lie in one plane, their
    /// common border is missing.
    ///
    #[cfg_attr(feature = "pictures", doc = include_str!("../../../pictures/crossings.svg"))]
    ///
    /// ```
    /// use carom::{Mesh, glam::{Vec3, vec3}};
    /// let floor = Mesh::new([vec3(-9., 0., -9.), vec3(-9., 0., 9.), vec3(9., 0., 9.), vec3(9., 0., -9.)], [[0, 1, 2], [0, 2, 3]])?;
    /// let corners = vec![vec3(1., -1., 2.), vec3(3., -1., 2.), vec3(2., -1., 4.), vec3(2., 2., 2.5)];
    /// let spike = Mesh::new(corners, [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?;
    /// let shore = floor.query().crossing_lines(&spike);
    /// assert!(shore.len() == 1 && shore[0].first() == shore[0].last());
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    #[doc(alias = "bvhcast")]
    #[doc(alias = "surface_intersection")]
    #[must_use]
    pub fn crossing_lines(&self, a: &Mesh<V>) -> Vec<Vec<V>> {
        let mut found = Vec::new();
        self.crossings(a, &mut found);
        joined(&found)
    }

    /// Visits every two triangles of which the boxes touch, but for those that the plane of one holds apart.
    fn each_near_pair(&self, a: &Mesh<V>, visit: &mut OnTriangles<'_, V>) {
        let (own, a) = (self.surface.query_with(self.options()), a.unfiltered());
        let size = own.mesh.size.max(a.mesh.size);
        let Some(around) = Extent::around(&own.mesh.bounds(), size) else {
            return;
        };
        let zero = V::Scalar::ZERO;
        let _ = a.by_bounds(
            zero,
            |bounds| own.least_gap(bounds, size, zero, zero),
            |bounds| Some(around.gap(bounds)),
            |of_a, triangle, _| {
                let part = a.mesh.as_part(of_a, triangle);
                if let Some(extent) = Extent::of(&part.shape, size) {
                    let gaps = [zero, extent.margin()];
                    let _ = own.by_bound(
                        zero,
                        |bounds| Some(extent.gap(bounds)),
                        |index, other, _| {
                            if !part.is_apart(V::Double::ZERO, other, gaps) {
                                visit([of_a, index], [triangle, other]);
                            }
                            ControlFlow::Continue(())
                        },
                    );
                }
                ControlFlow::Continue(())
            },
        );
    }
}

/// A point on the common line of two planes, and its parameter there.
type OnLine = (f64, DVec3);

/// The segment along which two triangles cross; `None` if they do not, or are in one plane.
fn crossing<V: Vector3>(a: &Triangle<V>, b: &Triangle<V>) -> Option<Segment<V>> {
    let size = a.bounds().magnitude().max(b.bounds().magnitude()).to_f64();
    // An exact scale, so that no product of three overflows.
    let unit = 1.0 / Scalar::power_of_two(size);
    let [a, b] = [a, b].map(|triangle| triangle.core().map(|p| p.to_f64().map(|x| x * unit)));
    let normal = |[a, b, c]: [[f64; 3]; 3]| {
        let [a, b, c] = [a, b, c].map(DVec3::from_array);
        (b - a).cross(c - a)
    };
    let (n_a, n_b) = (normal(a), normal(b));
    let line = n_a.cross(n_b);
    let [from_a, to_a] = interval(a, b, n_b, line)?;
    let [from_b, to_b] = interval(b, a, n_a, line)?;
    let from = if from_b.0 > from_a.0 { from_b } else { from_a };
    let to = if to_b.0 < to_a.0 { to_b } else { to_a };
    let point = |(_, p): OnLine| V::from_f64((p * (1.0 / unit)).to_array());
    (from.0 <= to.0).then(|| Segment::new(point(from), point(to)))
}

/// The interval in which a triangle meets the plane of another one, with the normal `n`, along the `line` of both planes.
fn interval(
    triangle: [[f64; 3]; 3],
    [a, b, c]: [[f64; 3]; 3],
    n: DVec3,
    line: DVec3,
) -> Option<[OnLine; 2]> {
    let signs = triangle.map(|p| volume_sign([a, b, c, p]));
    if signs == [Ordering::Equal; 3] {
        return None;
    }
    let place = DVec3::from_array(a);
    let mut ends = None::<[OnLine; 2]>;
    let mut offer = |p: DVec3| {
        let end = (p.dot(line), p);
        let [from, to] = ends.unwrap_or([end; 2]);
        ends = Some([
            if end.0 < from.0 { end } else { from },
            if end.0 > to.0 { end } else { to },
        ]);
    };
    for i in 0..3 {
        let j = (i + 1) % 3;
        if signs[i] == Ordering::Equal {
            offer(DVec3::from_array(triangle[i]));
        } else if signs[i] == signs[j].reverse() {
            // In a fixed order of the ends, for both triangles of the edge.
            let is_before = triangle[i].partial_cmp(&triangle[j]) == Some(Ordering::Less);
            let [p, q] =
                if is_before { [i, j] } else { [j, i] }.map(|i| DVec3::from_array(triangle[i]));
            let (above, below) = ((p - place).dot(n), (q - place).dot(n));
            let t = above / (above - below);
            // Rounding can hide that the ends are on different sides.
            let t = if t.is_finite() {
                t.clamp(0.0, 1.0)
            } else {
                0.5
            };
            offer(p + (q - p) * t);
        }
    }
    ends
}

/// Polylines of segments with ends that are equal to the bit.
fn joined<V: Vector>(crossings: &[Crossing<V>]) -> Vec<Vec<V>> {
    // -0 is 0.
    let key = |p: V| p.to_f64().map(|x| (x + 0.0).to_bits());
    let has_length = |crossing: &&Crossing<V>| key(crossing.segment.a) != key(crossing.segment.b);
    let mut segments: Vec<[V; 2]> = crossings
        .iter()
        .filter(has_length)
        .map(|crossing| crossing.segment.core())
        .collect();
    // A line along a common edge is found from both triangles.
    let ordered = |[a, b]: &[V; 2]| {
        let (a, b) = (key(*a), key(*b));
        if a <= b { [a, b] } else { [b, a] }
    };
    sort::sort_by(&mut segments, |x, y| ordered(x).cmp(&ordered(y)));
    segments.dedup_by(|x, y| ordered(x) == ordered(y));
    let mut ends: Vec<([u64; 3], usize)> = Vec::new();
    for (number, segment) in segments.iter().enumerate() {
        ends.extend(segment.map(|p| (key(p), number)));
    }
    sort::sort(&mut ends);
    let at = |p: V| {
        let from = ends.partition_point(|end| end.0 < key(p));
        let to = ends.partition_point(|end| end.0 <= key(p));
        &ends[from..to]
    };
    let mut used = vec![false; segments.len()];
    let mut lines = Vec::new();
    let mut walk = |number: usize, from: V, used: &mut [bool]| {
        let (mut line, mut number) = (vec![from], number);
        loop {
            used[number] = true;
            let last = line[line.len() - 1];
            let [a, b] = segments[number];
            let next = if key(a) == key(last) { b } else { a };
            line.push(next);
            let meeting = at(next);
            let other = meeting.iter().find(|(_, other)| !used[*other]);
            match other {
                Some((_, other)) if meeting.len() == 2 => number = *other,
                _ => break,
            }
        }
        lines.push(line);
    };
    // Lines with ends first, then loops.
    for (number, segment) in segments.iter().enumerate() {
        for p in *segment {
            if !used[number] && at(p).len() != 2 {
                walk(number, p, &mut used);
            }
        }
    }
    for (number, segment) in segments.iter().enumerate() {
        if !used[number] {
            walk(number, segment[0], &mut used);
        }
    }
    lines
}
