//! How far two overlapping meshes must be moved apart.
//!
//! Along a direction the exact answer is a sweep: with `a` outside of the box of the other mesh, it moves back until it
//! touches. The least over all directions has no closed form for meshes that are not convex. Candidates are a lattice of
//! directions, the normals of triangles that touch, and the normal of the touch at the best so far, which in convex meshes
//! leads to the minimum; then small turns of the best, as long as they help.

use super::store::Store;
use super::{Mesh, Vector3};
use crate::surface::Query;
use alloc::vec::Vec;
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};

/// The translation that separates two meshes: see [`Query::penetration_mesh`].
///
/// ```
/// use carom::{HeightField, Mesh, MeshPenetration, glam::{Vec3, vec3}};
/// let floor: Mesh<Vec3> =
///     HeightField { origin: vec3(-4., 0., -4.), cell: [8., 8.], columns: 2, heights: vec![0.; 4] }.mesh()?;
/// let spike = Mesh::new([vec3(0., -0.5, 0.), vec3(-1., 2., 0.), vec3(1., 2., 0.5)], [[0, 1, 2]])?;
/// let found: MeshPenetration<Vec3> = floor.query().penetration_mesh(&spike).unwrap();
/// assert!((found.translation - vec3(0., 0.5, 0.)).length() < 1e-3);
/// # Ok::<(), carom::MeshError>(())
/// ```
#[doc(alias = "penetration depth")]
#[doc(alias = "minimum translation vector")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshPenetration<V: Vector> {
    /// How `a` must move so that the meshes only touch: the shortest such translation that was found.
    pub translation: V,
    /// No shorter translation than this (a length) separates them: how deep a corner of one is in the other, if that is
    /// [solid](Mesh::solid); else 0.
    pub at_least: V::Scalar,
}

/// The most normals of touching triangles that are tried.
const NORMALS: usize = 32;

/// The cosine above which two directions are not both tried first.
const NEAR: f64 = 0.98;

/// The number of directions that are improved, and the cosine above which not both of two are.
const STARTS: usize = 8;
const SAME_START: f64 = 0.9;

/// The turns of a direction that is improved, rad: halved until less than the last.
const TURNS: [f64; 2] = [0.2, 0.005];

/// The most steps of one improvement.
const STEPS: usize = 64;

/// # Penetration of meshes
impl<V: Vector3> Query<'_, &Mesh<V>> {
    /// The translation of `a` by which two overlapping meshes come to touch: the shortest that a search finds, and a bound
    /// below which there is none. `None` if they do not overlap, or if in no direction a front stops `a`.
    ///
    #[cfg_attr(feature = "pictures", doc = include_str!("../../../pictures/penetration_mesh.svg"))]
    ///
    /// After the translation the meshes are apart or touch, within the error bound of a [sweep](Self::sweep_mesh). Of
    /// convex meshes it is the shortest one up to a part in a thousand; of others it is a local minimum, in general the
    /// least. It takes some hundred sweeps of the meshes. The filter is that of the queried mesh.
    ///
    /// ```
    /// use carom::{Aabb, Mesh, Polytope, glam::{Vec3, vec3}};
    /// let cube = Polytope::new(Aabb { min: Vec3::ZERO, max: Vec3::ONE }.corners().as_points().0)?;
    /// let [first, second] = [Vec3::ZERO, vec3(0.1, 0.75, 0.)].map(|by| {
    ///     let vertices: Vec<_> = cube.vertices().iter().map(|p| *p + by).collect();
    ///     Mesh::new(vertices, cube.triangles()).unwrap()
    /// });
    /// let found = first.solid()?.query().penetration_mesh(&second.solid()?).unwrap();
    /// assert!((found.translation - vec3(0., 0.25, 0.)).length() < 1e-3); // up, out of the first
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "PxComputeMeshPenetration")]
    #[doc(alias = "penetration_depth")]
    #[must_use]
    pub fn penetration_mesh(&self, a: &Mesh<V>) -> Option<MeshPenetration<V>> {
        if !self.overlap_mesh(a) {
            return None;
        }
        let mut search = DirectionSearch::new(self, a);
        let starts = search.starts(a);
        let mut best: Option<Way<V>> = None;
        for start in starts {
            let found = search.improved(start);
            if best.is_none_or(|best| found.length < best.length) {
                best = Some(found);
            }
        }
        best.map(|best| MeshPenetration {
            translation: V::from_double(best.way * best.length),
            at_least: V::Scalar::max(depth(a, self.surface), depth(self.surface, a)),
        })
    }
}

/// How deep the deepest corner of `a` is in the other mesh, if that is solid.
fn depth<V: Vector3>(a: &Mesh<V>, of: &Mesh<V>) -> V::Scalar {
    let mut deepest = V::Scalar::ZERO;
    if of.solid {
        let box_of = of.bounds();
        for p in a.distinct_corners() {
            if (Aabb { min: p, max: p }).overlaps(&box_of) {
                deepest = V::Scalar::max(deepest, -of.signed_distance(p));
            }
        }
    }
    deepest
}

/// A direction, and how far `a` must move along it.
#[derive(Clone, Copy)]
struct Way<V: Vector> {
    way: V::Double,
    length: f64,
    /// The normal of the touch there, from the other mesh to `a`.
    normal: V::Double,
}

struct DirectionSearch<'a, 'q, V: Vector3> {
    query: &'a Query<'q, &'q Mesh<V>>,
    /// The triangles of `a`, moved for each direction.
    moved: Mesh<V>,
    own: Aabb<V>,
    other: Aabb<V>,
    from: Vec<crate::Triangle<V>>,
}

impl<'a, 'q, V: Vector3> DirectionSearch<'a, 'q, V> {
    fn new(query: &'a Query<'q, &'q Mesh<V>>, a: &Mesh<V>) -> Self {
        let from: Vec<_> = a.iter().collect();
        let moved = match a.store {
            Store::Heights(_) => {
                Mesh::of_triangles(from.iter().copied()).unwrap_or_else(|_| a.clone())
            }
            _ => a.clone(),
        };
        Self {
            query,
            moved,
            own: a.bounds(),
            other: query.surface.bounds(),
            from,
        }
    }

    /// The height of a box along a direction: of its lowest or highest corner.
    fn height(bounds: &Aabb<V>, way: V::Double, highest: bool) -> f64 {
        let (low, high) = (bounds.min.to_double(), bounds.max.to_double());
        let ends = (0..3).map(|i| (way[i] * low[i], way[i] * high[i]));
        ends.map(|(p, q)| if (p < q) == highest { q } else { p })
            .sum()
    }

    /// How far `a` must move along a direction, if it touches the other mesh on the way back.
    fn along(&mut self, way: V::Double) -> Option<Way<V>> {
        let way = way.try_normalize()?;
        let apart = Self::height(&self.other, way, true) - Self::height(&self.own, way, false);
        // Apart by more than the rounding of the moved corners.
        let size = self.own.magnitude().max(self.other.magnitude()).to_f64();
        let apart = apart + 64.0 * V::Scalar::EPSILON.to_f64() * (size + apart);
        let by = V::from_double(way * apart);
        let from = &self.from;
        let shifted = |number: u32| from[number as usize].translated(by);
        self.moved.refit(shifted).ok()?;
        let query = self.query.leave_overlaps(false);
        let hit = query.sweep_mesh(&self.moved, -by)?.0.hit?;
        Some(Way {
            way: by.to_double().try_normalize()?,
            length: by.to_double().length() * (1.0 - hit.t.to_f64()),
            normal: hit.normal.to_double(),
        })
    }

    /// The best of many directions, no two of them near each other.
    fn starts(&mut self, a: &Mesh<V>) -> Vec<Way<V>> {
        let mut ways = self.normals_of_touching(a);
        // To the 98 cells on the surface of a cube of five.
        let cells = (0..125).map(|i| [i % 5, i / 5 % 5, i / 25].map(|x| f64::from(x) - 2.0));
        let outer = cells.filter(|cell| cell.iter().any(|x| x.abs() == 2.0));
        ways.extend(outer.map(V::Double::from_f64));
        let mut found: Vec<Way<V>> = ways.into_iter().filter_map(|way| self.along(way)).collect();
        let mut starts: Vec<Way<V>> = Vec::new();
        while starts.len() < STARTS {
            // The first of the shortest.
            let shortest = found.iter().copied().reduce(|best, other| {
                if other.length < best.length {
                    other
                } else {
                    best
                }
            });
            let Some(start) = shortest else {
                break;
            };
            starts.push(start);
            found.retain(|other| other.way.dot(start.way) < SAME_START);
        }
        starts
    }

    /// Both normals of the triangles that touch; either mesh may be open.
    fn normals_of_touching(&self, a: &Mesh<V>) -> Vec<V::Double> {
        let mut pairs = Vec::new();
        self.query.touching_triangles(a, &mut pairs);
        let mut ways: Vec<V::Double> = Vec::new();
        for [of_a, own] in pairs {
            for triangle in [self.from[of_a as usize], self.query.surface.triangle(own)] {
                let [a, b, c] = triangle.core().map(|p| p.to_double());
                let Some(normal) = V::Double::crossing_axes(b - a, c - a)[0].try_normalize() else {
                    continue;
                };
                for way in [normal, -normal] {
                    if ways.len() < NORMALS && ways.iter().all(|old| old.dot(way) < NEAR) {
                        ways.push(way);
                    }
                }
            }
        }
        ways
    }

    /// A better direction near this one: along the normal of the touch, or by small turns.
    fn improved(&mut self, start: Way<V>) -> Way<V> {
        let mut best = start;
        let [mut angle, least] = TURNS;
        for _ in 0..STEPS {
            let u = best.way.any_orthogonal_vector();
            let v = V::Double::crossing_axes(best.way, u)[0];
            let [u, v] = [u, v].map(|across| across * (angle / across.length()));
            let turned = [u, v, -u, -v].map(|turn| best.way + turn);
            let ways = core::iter::once(best.normal).chain(turned);
            let better = ways
                .filter_map(|way| self.along(way))
                .find(|other| other.length < best.length);
            match better {
                Some(other) => best = other,
                None if angle < least => break,
                None => angle *= 0.5,
            }
        }
        best
    }
}
