//! Generalized winding numbers: of open and dirty meshes.
//!
//! One point at a time, the number is the sum of the solid angles of all triangles. For many points the border of the mesh is
//! found once. Each of its edges is then extended to infinity, against the x axis, by a strip; the mesh and its strips have no border. So the
//! number is what a path along x passes through, which no strip is in the way of, less the solid angles of the strips (in another
//! form: Martens, Bessmeltsev, *One-Shot Method for Computing Generalized Winding Numbers*, 2025).

use super::Mesh;
use crate::shape::triangle::Triangle;
use crate::surface::mesh::Vector3;
use alloc::vec::Vec;
use carom_math::exact::{area_sign, sign};
use carom_math::sort;
use carom_math::{Scalar, Vector};
use core::cmp::Ordering;
use core::f64::consts::TAU;
use glam::{DVec2, DVec3, dvec2, dvec3};

/// An edge along which more triangles run one way than the other.
pub(crate) struct OpenEdge {
    ends: [[f64; 3]; 2],
    /// The number of triangles that run from the first end to the second, less that of the others.
    ways: i32,
}

/// # Winding numbers
impl<V: Vector3> Mesh<V> {
    /// The winding number around a point, for meshes that are open or dirty: the solid angles of all triangles as parts of a
    /// full sphere (Jacobson, Kavan, Sorkine-Hornung, *Robust Inside-Outside Segmentation using Generalized Winding
    /// Numbers*, 2013).
    ///
    #[cfg_attr(feature = "pictures", doc = include_str!("../../../pictures/winding_number.svg"))]
    ///
    /// Of a [closed](Self::is_closed) mesh it is a whole number but for rounding, 1 inside and 0 outside. Where triangles are
    /// missing, doubled or turned it changes gradually, and above a half counts as inside. On the mesh it jumps. Each triangle
    /// costs about 30 ns (Van Oosterom, Strackee, *The Solid Angle of a Plane Triangle*, 1983);
    /// [`winding_number_batch`](Self::winding_number_batch) does not visit them all.
    ///
    /// ```
    /// use carom::{Mesh, glam::Vec3};
    /// let corners = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    /// let pieces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    /// let number = |pieces: &[[u32; 3]]| Mesh::new(&corners, pieces).map(|mesh| mesh.winding_number(Vec3::splat(0.2)));
    /// assert!((number(&pieces)? - 1.).abs() < 1e-12);
    /// let open = number(&pieces[1..])?;
    /// assert!(open > 0.5 && open < 0.9);
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    #[doc(alias = "generalized winding number")]
    #[doc(alias = "solid angle")]
    #[must_use]
    pub fn winding_number(&self, p: V) -> f64 {
        let p = p.to_double();
        // In the unit of the mesh no product of three overflows.
        let unit =
            1.0 / Scalar::power_of_two((self.bounds().max.to_double() - p).abs().max_element());
        let valid = self.iter().filter(Triangle::is_valid);
        let halves = valid.map(|triangle| {
            let [a, b, c] = triangle
                .core()
                .map(|corner| DVec3::from_array(Vector::to_f64((corner.to_double() - p) * unit)));
            half_angle([a, b, c])
        });
        halves.sum::<f64>() / TAU
    }

    /// The edges of the border, each once.
    pub(crate) fn border(&self) -> Vec<OpenEdge> {
        let mut edges: Vec<OpenEdge> = Vec::new();
        // Holes of a height field are NaN.
        for triangle in self.iter().filter(Triangle::is_valid) {
            let [a, b, c] = triangle.core().map(V::to_f64);
            for (p, q) in [(a, b), (b, c), (c, a)] {
                let (ends, ways) = match p.partial_cmp(&q) {
                    Some(Ordering::Less) => ([p, q], 1),
                    Some(Ordering::Greater) => ([q, p], -1),
                    _ => continue,
                };
                edges.push(OpenEdge { ends, ways });
            }
        }
        sort::sort_by(&mut edges, |x, y| {
            x.ends.partial_cmp(&y.ends).unwrap_or(Ordering::Equal)
        });
        let same = edges.chunk_by(|x, y| x.ends == y.ends);
        let sums = same.map(|edge| OpenEdge {
            ends: edge[0].ends,
            ways: edge.iter().map(|edge| edge.ways).sum(),
        });
        sums.filter(|edge| edge.ways != 0).collect()
    }

    /// The [`winding_number`](Self::winding_number) around a point of a mesh with this border.
    pub(crate) fn winding_number_within(&self, border: &[OpenEdge], p: V) -> f64 {
        let Some(passages) = self.passages(p) else {
            return self.winding_number(p);
        };
        let p = p.to_f64();
        let size = self.bounds().magnitude().to_f64();
        let size = p.iter().fold(size, |size, x| size.max(x.abs()));
        let unit = 1.0 / Scalar::power_of_two(size);
        let halves = border
            .iter()
            .map(|edge| f64::from(edge.ways) * edge.half_angle_of_strip(p, unit));
        f64::from(passages) + halves.sum::<f64>() / TAU
    }
}

impl OpenEdge {
    /// Half the solid angle that `p` sees of the strip from the edge to infinity, against the x axis.
    ///
    /// With the apex (-1, 0, 0) of the triangle, what [`half_angle`] computes is, without cancellation, the angle of
    /// (la lb + a·b, a × b), where a and b are in the plane of y and z and l = |.| - x.
    fn half_angle_of_strip(&self, p: [f64; 3], unit: f64) -> f64 {
        let [(a, la), (b, lb)] = self.ends.map(|end| {
            let [x, y, z] = [0, 1, 2].map(|i| (end[i] - p[i]) * unit);
            let across = dvec2(y, z);
            let (squared, length) = (across.length_squared(), dvec3(x, y, z).length());
            if x <= 0.0 {
                (across, length - x)
            } else if squared > 0.0 {
                (across, squared / (length + x))
            } else {
                // Straight ahead: seen from the displaced point, it is in the direction of -y.
                (DVec2::NEG_X, 0.0)
            }
        });
        let volume = Scalar::abs(a.perp_dot(b));
        // Where a path along x passes through the edge, the angle jumps, as the number of passages does.
        let volume = match self.side(p) {
            Ordering::Less => volume,
            Ordering::Equal => 0.0,
            Ordering::Greater => -volume,
        };
        libm::atan2(volume, la * lb + a.dot(b))
    }

    /// On which side of the edge the path from `p` along x is, seen along x: exact, and displaced as for
    /// [`turn`](carom_math::exact::turn).
    fn side(&self, p: [f64; 3]) -> Ordering {
        let [u, v, p] = [self.ends[0], self.ends[1], p].map(|p| [p[1], p[2]]);
        let by_first = || sign(u[1] - v[1]);
        let by_second = || sign(v[0] - u[0]);
        area_sign([u, v, p])
            .then_with(by_first)
            .then_with(by_second)
    }
}

/// Half the solid angle of a triangle, seen from the origin.
fn half_angle([a, b, c]: [DVec3; 3]) -> f64 {
    let [u, v, w] = [a, b, c].map(DVec3::length);
    let along = u * v * w + a.dot(b) * w + b.dot(c) * u + c.dot(a) * v;
    libm::atan2(a.dot(b.cross(c)), along)
}
