//! The points of a curved core that face a direction, for manifolds.

use super::curved::{CurvedCore, Section};
use carom_math::{Scalar, Vector};
use glam::DVec3;

/// Points that span what a curved core turns to a direction: of the flat end of a cylinder eight points of its rim, of
/// its side the ends of a line, of an ellipsoid a point.
pub(crate) struct CurvedFace<V: Vector> {
    points: [V; 8],
    count: usize,
}

/// A disk faces directions within this angle from its axis, rad: about the angle over which a manifold takes a face as
/// flat.
const FLAT: f64 = 1e-4;

impl<V: Vector> CurvedFace<V> {
    /// The face of a core towards a direction.
    pub(crate) fn of(core: &CurvedCore<V>, direction: V::Double) -> Self {
        if let Section::Axes(_) = core.section {
            return Self::new(&[core.support(direction)]);
        }
        if let Some(end) = flat_end(core, direction) {
            return Self::rim(core, end);
        }
        // The support points of both sections, a line along the side.
        let function = core.support_function();
        let spread = function.spread(DVec3::from_array(direction.to_f64()));
        let of = |end| V::from_f64(function.of_section(end, spread).to_array());
        Self::new(&[of(0), of(1)])
    }

    /// A face with these points.
    pub(crate) fn new(points: &[V]) -> Self {
        let mut face = Self {
            points: [V::ZERO; 8],
            count: points.len(),
        };
        face.points[..points.len()].copy_from_slice(points);
        face
    }

    /// An octagon in the disk at an end; in 2D the ends of a segment.
    fn rim(core: &CurvedCore<V>, end: usize) -> Self {
        let function = core.support_function();
        let at = |way: V::Double| {
            let way = DVec3::from_array(way.to_f64());
            V::from_f64(function.of_section(end, way).to_array())
        };
        let axis = core.b.to_double() - core.a.to_double();
        let u = axis.any_orthogonal_vector();
        if V::DIM == 2 {
            return Self::new(&[at(u), at(-u)]);
        }
        let v = V::Double::crossing_axes(axis, u)[0];
        let (u, v) = (u * (1.0 / u.length()), v * (1.0 / v.length()));
        // Half-way between both.
        let (w, x) = (u + v, v - u);
        Self::new(&[u, w, v, x, -u, -w, -v, -x].map(at))
    }

    pub(crate) fn as_slice(&self) -> &[V] {
        &self.points[..self.count]
    }
}

/// The end of a disk that faces a direction, if there is one.
fn flat_end<V: Vector>(core: &CurvedCore<V>, direction: V::Double) -> Option<usize> {
    if core.section != Section::Disk {
        return None;
    }
    let axis = (core.b.to_double() - core.a.to_double()).try_normalize()?;
    let n = direction.try_normalize()?;
    let along = axis.dot(n);
    let across = (n - axis * along).length();
    let end = usize::from(along > 0.0);
    (across <= FLAT && core.sizes[end] > V::Scalar::ZERO).then_some(end)
}
