//! Closed meshes: winding number, containment, signed distance, the intervals of a ray that are inside.
//!
//! The winding number of a mesh around a point counts the triangles that a path to infinity crosses from back to front, less
//! those that it crosses from front to back. The path runs along x, and the signs that decide, of a corner to the left or
//! right of the path, of a triangle ahead or behind, are exact. Where the path passes through an edge or a corner or along a triangle, the
//! point counts as displaced by (0, ε, ε²) for an ε less than any positive number (Edelsbrunner, Mücke, *Simulation of
//! Simplicity*, 1990). So no path is degenerate, two triangles agree on their common edge, and the number is right at
//! every point of every closed mesh, also of one that overlaps or touches itself, where the sign of the nearest feature
//! (Bærentzen, Aanæs 2005) fails.

use super::Mesh;
use super::mesh_query::QueryShape;
use crate::pair::contact::Contact;
use crate::pair::{contact, matrix};
use crate::part::PartId;
use crate::shape::triangle::Triangle;
use crate::shape::{Convex, ShapeRef};
use crate::surface::Options;
use crate::surface::extent::Extent;
use crate::surface::mesh::Vector3;
use crate::surface::motion::{Motions, Straight};
use crate::surface::solid::deep_contact;
use alloc::vec::Vec;
use carom_bvh::Aabb;
use carom_math::exact::{area_sign, sign, turn, volume_sign};
use carom_math::sort;
use carom_math::{Scalar, Vector};
use core::cmp::Ordering;
use core::ops::ControlFlow;
use glam::DVec3;

/// # Inside
///
/// Every other query treats a mesh as a shell, unless it is made [solid](Self::solid). These treat a closed mesh as the solid
/// that it encloses in any case.
impl<V: Vector3> Mesh<V> {
    /// Whether the mesh has no border: along every edge the same number of triangles runs each way.
    ///
    /// Corners with equal coordinates are one; edges of different lengths that overlap are two.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.open_edges() == 0
    }

    /// The number of edges that keep the mesh from being [closed](Self::is_closed).
    ///
    /// ```
    /// use carom::{Mesh, glam::Vec3};
    /// let corners = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    /// let pieces = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    /// assert_eq!(Mesh::new(corners.clone(), pieces[1..].to_vec())?.open_edges(), 3);
    /// let solid = Mesh::new(corners, pieces)?;
    /// assert!(solid.is_closed() && solid.contains(Vec3::splat(0.25)));
    /// assert_eq!(solid.signed_distance(Vec3::splat(0.25)), -0.25 / 3_f32.sqrt());
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    #[must_use]
    pub fn open_edges(&self) -> usize {
        self.border().len()
    }

    /// Whether the mesh encloses a point, or the point is on it.
    ///
    /// Enclosed means a winding number other than zero: a mesh that is inside out encloses too, and so do overlapping
    /// shells, but not the cavity of an inner shell with the opposite orientation. The answer is exact, except for
    /// coordinates less than 2⁻³⁰⁰ of the largest in `f64`: a point that rounding has moved off the surface is off it.
    /// Cost: that of a ray through the whole mesh.
    ///
    /// Check [`is_closed`](Self::is_closed) first: for an open mesh the answer depends on what a path along x happens
    /// to pass.
    ///
    /// ```
    /// use carom::{Mesh, glam::{Vec3, vec3}};
    /// let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    /// let solid = Mesh::new(corners, [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
    /// assert!(solid.contains(vec3(0.25, 0.25, 0.25)));
    /// assert!(solid.contains(vec3(0.5, 0.25, 0.)), "on a face");
    /// assert!(!solid.contains(vec3(0.5, 0.5, 0.5)));
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    #[doc(alias = "is_inside")]
    #[must_use]
    pub fn contains(&self, p: V) -> bool {
        self.winding(p) != Some(0)
    }

    /// The intervals of a ray from `from` to `from + delta` that are in a closed mesh: where it enters and where it leaves,
    /// as fractions of `delta`, in their order, neither later than the true ones (see [`ray`](crate::Query::ray)). The list is cleared
    /// first; its memory is kept.
    ///
    #[cfg_attr(feature = "pictures", doc = include_str!("../../../pictures/ray_intervals.svg"))]
    ///
    /// A ray that starts inside has its first interval from 0, one that ends inside its last to 1. See
    /// [`contains`](Self::contains) for the meaning of inside. Cost: those of all hits and a [`contains`](Self::contains) for
    /// each.
    ///
    /// ```
    /// use carom::{Mesh, glam::{Vec3, vec3}};
    /// let corners = vec![Vec3::ZERO, Vec3::X * 4., Vec3::Y * 4., Vec3::Z * 4.];
    /// let solid = Mesh::new(corners, [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
    /// let mut intervals = Vec::new();
    /// solid.ray_intervals(vec3(1., 1., -4.), Vec3::Z * 8., &mut intervals);
    /// assert!((intervals[0][0] - 0.5).abs() < 1e-6 && (intervals[0][1] - 0.75).abs() < 1e-6);
    /// solid.ray_intervals(vec3(1., 1., 1.), Vec3::Z * 4., &mut intervals);
    /// assert!(intervals[0][0] == 0. && (intervals[0][1] - 0.25).abs() < 1e-6);
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    #[doc(alias = "intersects_location")]
    pub fn ray_intervals(&self, from: V, delta: V, intervals: &mut Vec<[V::Scalar; 2]>) {
        intervals.clear();
        let mut times = Vec::new();
        let ray = ShapeRef::point(from);
        self.each_crossing(&ray, delta, &mut |t| times.push(t));
        times.push(V::Scalar::ZERO);
        times.push(V::Scalar::ONE);
        sort::sort_by(&mut times, |x, y| {
            x.partial_cmp(y).unwrap_or(Ordering::Equal)
        });
        times.dedup();
        for ends in times.windows(2) {
            let [enter, leave] = [ends[0], ends[1]];
            let middle = from + delta * (enter * V::Scalar::HALF + leave * V::Scalar::HALF);
            if !self.contains(middle) {
                continue;
            }
            match intervals.last_mut() {
                Some(last) if last[1] == enter => last[1] = leave,
                _ => intervals.push([enter, leave]),
            }
        }
    }

    /// Visits the times at which a ray meets a triangle, whichever side it shows.
    fn each_crossing(&self, ray: &ShapeRef<'_, V>, delta: V, visit: &mut dyn FnMut(V::Scalar)) {
        let motions = Straight::new(delta);
        let Some(extent) = Extent::of(ray, self.size.max(motions.size())) else {
            return;
        };
        let _ = self.unfiltered().by_bound(
            V::Scalar::ONE,
            motions.arrival(&extent),
            |_, triangle, _| {
                if let Some(hit) = motions.sweep(ray, &triangle.shape_ref()).hit {
                    visit(hit.t);
                }
                ControlFlow::Continue(())
            },
        );
    }

    /// The distance of a point from the nearest triangle, negative if the mesh encloses the point.
    ///
    #[cfg_attr(feature = "pictures", doc = include_str!("../../../pictures/signed_distance.svg"))]
    ///
    /// See [`contains`](Self::contains) for the meaning of enclosed, and for open meshes. The gradient is the normal of
    /// `query().closest(&p, reach)` of the [solid](Self::solid) mesh.
    ///
    /// ```
    /// use carom::{Mesh, glam::{Vec3, vec3}};
    /// let corners: Vec<Vec3> = (0..8).map(|i| vec3((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32) * 10.).collect();
    /// let sides = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    /// let triangles: Vec<[u32; 3]> = sides.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]).collect();
    /// let rock = Mesh::new(corners, triangles)?;
    /// assert_eq!(rock.signed_distance(vec3(5., 12., 5.)), 2.);
    /// assert_eq!(rock.signed_distance(vec3(5., 7., 5.)), -3.);
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    #[doc(alias = "SDF")]
    #[doc(alias = "signed distance field")]
    #[must_use]
    pub fn signed_distance(&self, p: V) -> V::Scalar {
        match self.winding(p) {
            None => V::Scalar::ZERO,
            Some(0) => self.distance(p),
            Some(_) => -self.distance(p),
        }
    }

    /// The signed volume that a closed mesh encloses: a sixth of the determinants of the triangles' corners.
    pub(super) fn volume(&self) -> f64 {
        let center = self.bounds().center().to_double();
        let valid = self.iter().filter(Triangle::is_valid);
        let volumes = valid.map(|triangle| {
            let [a, b, c] = triangle.core().map(|p| p.to_double() - center);
            let [a, b, c] = [a, b, c].map(|p| DVec3::from_array(Vector::to_f64(p)));
            a.dot(b.cross(c)) / 6.0
        });
        volumes.sum()
    }

    /// The contact of a shape that is deep in a solid; `None` if it is not, or if the mesh is no solid.
    pub(super) fn deep(&self, with: &Options<'_>, shape: &ShapeRef<'_, V>) -> Option<Contact<V>> {
        let core = shape.core();
        if !self.solid || !self.contains(core.0.first()?) {
            return None;
        }
        let bare = shape.bare();
        let extent = Extent::of(&bare, self.size)?;
        let mut nearest = None::<Contact<V>>;
        let _ = self.query_with(with).by_bound(
            V::Scalar::INFINITY,
            |bounds| Some(extent.gap(bounds)),
            |index, triangle, limit| {
                let found = matrix::contact_within(&bare, &triangle.shape_ref(), *limit);
                let part = PartId::of(index);
                if let Some(found) = found.map(|found| Contact { part, ..found })
                    && found.precedes(nearest.as_ref())
                {
                    *limit = found.separation;
                    nearest = Some(found);
                }
                ControlFlow::Continue(())
            },
        );
        deep_contact(core, nearest?)
    }

    /// The distance from the nearest triangle, whichever side it shows.
    fn distance(&self, p: V) -> V::Scalar {
        if !self.one_sided {
            let two_sided = Options {
                internal_edges: true,
                ..Options::default()
            };
            let point = QueryShape {
                core: [p],
                radius: V::Scalar::ZERO,
            };
            let found = self
                .query_with(&two_sided)
                .closest(&point, V::Scalar::INFINITY);
            return found.map_or(V::Scalar::INFINITY, |found| {
                // Less than 0 only by rounding.
                found.separation.max(V::Scalar::ZERO)
            });
        }
        let mut least = V::Scalar::INFINITY;
        // More than the rounding of the distance to any triangle.
        let size = self.size.max(p.abs().max_element());
        let margin = size * V::Scalar::EPSILON * V::Scalar::from_f64(64.0);
        let around = Aabb { min: p, max: p }.inflated(margin);
        let _ = self.unfiltered().by_bound(
            least,
            |bounds| Some(bounds.distance_squared(&around)),
            |_, triangle, limit| {
                let found = contact(&ShapeRef::point(p), triangle, least);
                if let Some(found) = found {
                    // Less than 0 only by rounding.
                    least = found.separation.max(V::Scalar::ZERO);
                    *limit = least * least;
                }
                ControlFlow::Continue(())
            },
        );
        least
    }

    /// The winding number around a point of a closed mesh; `None` on the mesh.
    fn winding(&self, p: V) -> Option<i32> {
        if self.bounds().contains(p) {
            self.passages(p)
        } else {
            Some(0)
        }
    }

    /// The sum of the crossings of a path from `p` along x; `None` on the mesh.
    pub(super) fn passages(&self, p: V) -> Option<i32> {
        let bounds = self.bounds();
        // An exact scale, so that no product of three overflows.
        let size = bounds.magnitude().max(p.abs().max_element());
        let unit = 1.0 / Scalar::power_of_two(size.to_f64());
        let scaled = |p: V| p.to_f64().map(|x| x * unit);
        let [x, y, z] = p.to_f64();
        let way = Aabb {
            min: p,
            max: V::from_f64([x.max(bounds.max[0].to_f64()), y, z]),
        };
        let mut winding = Some(0);
        self.triangles_near(&way, |_, triangle, _| {
            if let Some(sum) = winding {
                let corners = triangle.core().map(scaled);
                winding = passage(corners, scaled(p)).map(|passage| sum + passage);
            }
        });
        winding
    }
}

/// The crossing of a path from `p` along x with a triangle: 1 from back to front, −1 from front to back, 0 if it
/// misses. `None` if `p` is on the triangle.
fn passage([a, b, c]: [[f64; 3]; 3], p: [f64; 3]) -> Option<i32> {
    let beside = |i: usize| {
        let [x, y, z] = [a[i], b[i], c[i]].map(|x| sign(x - p[i]));
        x == y && y == z && x != Ordering::Equal
    };
    if beside(1) || beside(2) {
        return Some(0);
    }
    let behind = volume_sign([a, b, c, p]);
    if behind == Ordering::Equal && !beside(0) {
        // On the plane; in the triangle if that holds in the projection along every axis.
        let within = |i: usize, j: usize| {
            let [a, b, c, p] = [a, b, c, p].map(|p| [p[i], p[j]]);
            let signs = [[a, b, p], [b, c, p], [c, a, p]].map(area_sign);
            !(signs.contains(&Ordering::Less) && signs.contains(&Ordering::Greater))
        };
        if within(0, 1) && within(1, 2) && within(2, 0) {
            return None;
        }
    }
    // In the projection along x the path is a point.
    let flat = |p: [f64; 3]| [p[1], p[2]];
    let turns = |u, v| turn(flat(u), flat(v), flat(p));
    let around = turns(a, b) + turns(b, c) + turns(c, a);
    let ahead = behind == around.cmp(&0);
    Some(if ahead { around } else { 0 })
}
