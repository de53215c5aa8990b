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

impl<V: Vector> CurvedFace<V> {
    /// The face of a core towards a direction: a disk if its slope against the direction is at most `steepest`.
    pub(crate) fn of(core: &CurvedCore<V>, direction: V::Double, steepest: f64) -> Self {
        if let Section::Axes(_) = core.section {
            return Self::new(&[core.support(direction)]);
        }
        // The support points of both sections, a line along the side.
        let function = core.support_function();
        let spread = function.spread(DVec3::from_array(direction.to_f64()));
        let of = |end| V::from_f64(function.of_section(end, spread).to_array());
        let side = [of(0), of(1)];
        match flat_end(core, direction, side, steepest) {
            Some(end) => Self::rim(core, end),
            None => Self::new(&side),
        }
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

    /// An octagon in the disk at an end; in 2D the ends of a segment. It starts where few axes are near a jump, so that a
    /// cylinder that moves a little keeps the numbers of its points.
    fn rim(core: &CurvedCore<V>, end: usize) -> Self {
        let function = core.support_function();
        let at = |way: V::Double| {
            let way = DVec3::from_array(way.to_f64());
            V::from_f64(function.of_section(end, way).to_array())
        };
        let axis = core.b.to_double() - core.a.to_double();
        if V::DIM == 2 {
            let u = axis.any_orthogonal_vector();
            return Self::new(&[at(u), at(-u)]);
        }
        let u = start_around(axis);
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

/// A vector at a right angle to an axis, which depends continuously on it but for axes near one direction and its opposite.
fn start_around<D: Vector<Double = D>>(axis: D) -> D {
    /// Far from the directions that axes usually have.
    const RARE: [f64; 3] = [0.31, 0.85, 0.43];
    let [u, _] = D::crossing_axes(axis, D::from_f64(RARE));
    let is_clear = u.length_squared().to_f64() > 1e-4 * axis.length_squared().to_f64();
    if is_clear {
        u
    } else {
        axis.any_orthogonal_vector()
    }
}

/// The end of a disk that faces a direction with a slope of at most `steepest` and of at most that of the side, if there is
/// one.
fn flat_end<V: Vector>(
    core: &CurvedCore<V>,
    direction: V::Double,
    [p, q]: [V; 2],
    steepest: f64,
) -> Option<usize> {
    if core.section != Section::Disk {
        return None;
    }
    let axis = (core.b.to_double() - core.a.to_double()).try_normalize()?;
    let n = direction.try_normalize()?;
    let along = axis.dot(n);
    let across = (n - axis * along).length();
    let side = q.to_double() - p.to_double();
    let rise = side.dot(n);
    let run = (side - n * rise).length();
    let end = usize::from(along > 0.0);
    let is_flat = across <= steepest * along.abs() && across * run <= rise.abs() * along.abs();
    (is_flat && core.sizes[end] > V::Scalar::ZERO).then_some(end)
}
