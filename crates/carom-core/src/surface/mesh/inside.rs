//! What a closed mesh encloses.
//!
//! The winding number of a mesh around a point is how often its front, less its back, is met on a way out.
//! It is counted along x, and the signs that decide, of a corner to the left or right of the way, of a
//! triangle ahead or behind, are exact. Where the way leads through an edge or a corner or along a
//! triangle, the point is taken to be off by (0, ε, ε²) for an ε less than any positive number
//! (Edelsbrunner, Mücke, *Simulation of Simplicity*, 1990). So no way is degenerate, two triangles judge a
//! common edge alike, and the count is right at every point of every closed mesh, also one that overlaps
//! or touches itself, which the sign of the nearest feature (Bærentzen, Aanæs 2005) cannot tell.

use super::Mesh;
use crate::pair::contact;
use crate::shape::ShapeRef;
use crate::shape::triangle::Triangle;
use crate::surface::mesh::Vector3;
use alloc::vec::Vec;
use carom_bvh::Aabb;
use carom_math::Scalar;
use carom_math::exact::{area_sign, sign, turn, volume_sign};
use core::cmp::Ordering;
use core::ops::ControlFlow;

/// # Inside
///
/// All other questions take a mesh for a shell. These take a closed one for what it encloses, whether it is
/// [one-sided](Self::one_sided) or not.
impl<V: Vector3> Mesh<V> {
    /// Whether it has no border: as many triangles run along every edge one way as the other.
    ///
    /// Corners of equal coordinates are one; edges of different length that lie on each other are two.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.open_edges() == 0
    }

    /// How many edges keep it from being [closed](Self::is_closed).
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
        let mut edges: Vec<([[f64; 3]; 2], i32)> = Vec::new();
        // Holes of a height field are NaN.
        for triangle in self.iter().filter(Triangle::is_valid) {
            let [a, b, c] = triangle.core().map(V::to_f64);
            for (p, q) in [(a, b), (b, c), (c, a)] {
                match p.partial_cmp(&q) {
                    Some(Ordering::Less) => edges.push(([p, q], 1)),
                    Some(Ordering::Greater) => edges.push(([q, p], -1)),
                    _ => {}
                }
            }
        }
        edges.sort_unstable_by(|x, y| x.0.partial_cmp(&y.0).unwrap_or(Ordering::Equal));
        edges
            .chunk_by(|x, y| x.0 == y.0)
            .filter(|edge| edge.iter().map(|(_, way)| way).sum::<i32>() != 0)
            .count()
    }

    /// Whether a point is enclosed by the mesh, or on it.
    ///
    /// Enclosed is what the mesh winds around, whichever way and however often: inside out too, and where
    /// two parts of it overlap, but not in the cavity that an inner shell of the other orientation leaves.
    /// The answer is exact, but for coordinates less than 2⁻³⁰⁰ of the largest in `f64`: what rounding has
    /// taken off the surface is off it. Cost: that of a ray through the whole mesh.
    ///
    /// Ask [`is_closed`](Self::is_closed) first: whether an open mesh contains a point depends on where a
    /// way along x happens to pass.
    #[must_use]
    pub fn contains(&self, p: V) -> bool {
        self.winding(p) != Some(0)
    }

    /// The distance of a point from the nearest triangle, negative if the mesh encloses it.
    ///
    /// See [`contains`](Self::contains) for what that means, and for open meshes.
    #[must_use]
    pub fn signed_distance(&self, p: V) -> V::Scalar {
        match self.winding(p) {
            None => V::Scalar::ZERO,
            Some(0) => self.distance(p),
            Some(_) => -self.distance(p),
        }
    }

    /// Of either side of any triangle.
    fn distance(&self, p: V) -> V::Scalar {
        let mut least = V::Scalar::INFINITY;
        // By more than the rounding of its distance to any triangle.
        let size = self.size.max(p.abs().max_element());
        let margin = size * V::Scalar::EPSILON * V::Scalar::from_f64(64.0);
        let around = Aabb { min: p, max: p }.inflated(margin);
        let _ = self.every().by_bound(
            least,
            |bounds| Some(bounds.distance_squared(&around)),
            |_, triangle, limit| {
                let found = contact(&ShapeRef::point(p), triangle, least);
                if let Some(found) = found {
                    // Less than 0 by rounding only.
                    least = found.separation.max(V::Scalar::ZERO);
                    *limit = least * least;
                }
                ControlFlow::Continue(())
            },
        );
        least
    }

    /// How often the mesh winds around a point, `None` on the mesh.
    fn winding(&self, p: V) -> Option<i32> {
        let bounds = self.bounds();
        if !bounds.contains(p) {
            return Some(0);
        }
        // An exact scale, so that no product of three can overflow.
        let unit = 1.0 / Scalar::power_of_two(bounds.magnitude().to_f64());
        let scaled = |p: V| p.to_f64().map(|x| x * unit);
        let [_, y, z] = p.to_f64();
        let way = Aabb {
            min: p,
            max: V::from_f64([bounds.max[0].to_f64(), y, z]),
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

/// What a way from `p` along x meets of a triangle: 1 if it leaves by the front, −1 if it enters there.
/// `None` if it begins on it.
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
        // On the plane, and in the triangle if that is so along every axis.
        let within = |i: usize, j: usize| {
            let [a, b, c, p] = [a, b, c, p].map(|p| [p[i], p[j]]);
            let signs = [[a, b, p], [b, c, p], [c, a, p]].map(area_sign);
            !(signs.contains(&Ordering::Less) && signs.contains(&Ordering::Greater))
        };
        if within(0, 1) && within(1, 2) && within(2, 0) {
            return None;
        }
    }
    // Along x the triangle is a flat one, and the way is a point.
    let flat = |p: [f64; 3]| [p[1], p[2]];
    let turns = |u, v| turn(flat(u), flat(v), flat(p));
    let around = turns(a, b) + turns(b, c) + turns(c, a);
    let ahead = behind == around.cmp(&0);
    Some(if ahead { around } else { 0 })
}
