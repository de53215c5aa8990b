//! Where a ray enters a convex shape and where it leaves it: what both have in common is an interval of the ray.

use super::hit::{Hit, Start, Sweep};
use super::matrix;
use super::small_vec::SmallVec;
use crate::shape::plane::Plane;
use crate::shape::{Convex, ShapeRef};
use carom_bvh::{Aabb, Corners};
use carom_math::{Scalar, Vector};

/// The part of a ray that is inside a convex shape.
///
/// ```
/// use carom::{Aabb, ray_interval, glam::vec2};
/// let crate_ = Aabb { min: vec2(2., 0.), max: vec2(4., 2.) };
/// let through = ray_interval(vec2(0., 1.), vec2(8., 0.), &crate_).unwrap();
/// let (entry, exit) = (through.entry.unwrap(), through.exit.unwrap());
/// assert!((entry.t - 0.25).abs() < 1e-6 && (exit.t - 0.5).abs() < 1e-6);
/// assert_eq!((entry.normal, exit.normal), (vec2(-1., 0.), vec2(1., 0.)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayInterval<V: Vector> {
    /// Where the ray enters; `None` if it starts inside.
    pub entry: Option<Hit<V>>,
    /// Where it leaves, with the outward normal there; `None` if it ends inside.
    pub exit: Option<Hit<V>>,
}

/// The part of the ray from `from` to `from + delta` that is inside a shape; `None` if the ray misses it. `t` of both
/// ends is a fraction of `delta`.
///
#[cfg_attr(feature = "pictures", doc = include_str!("../../pictures/ray_through.svg"))]
///
/// The interval is never shorter than the true one, and at each end at most 32 eps L longer, like a [`sweep`](fn@super::sweep).
/// A ray through a flat shape (a segment in 2D, a triangle in 3D) leaves where it enters. A ray that only touches the
/// shape at its start and leaves misses it. A closed mesh is a shell of triangles: `query().ray_all` has its crossings.
///
/// ```
/// use carom::{Ball, ray_interval, glam::{Vec3, vec3}};
/// let inside = ray_interval(Vec3::ZERO, vec3(5., 0., 0.), &Ball::new(Vec3::ZERO, 1.)).unwrap();
/// assert!(inside.entry.is_none() && (inside.exit.unwrap().t - 0.2).abs() < 1e-6);
/// ```
#[doc(alias = "ray exit")]
#[doc(alias = "entry and exit")]
#[must_use]
pub fn ray_interval<A: Convex>(
    from: A::Vector,
    delta: A::Vector,
    shape: &A,
) -> Option<RayInterval<A::Vector>> {
    let way = delta.to_double();
    if let ShapeRef::Box(bounds, _) = &shape.shape_ref()
        && let Some(through) = through_box(from.to_double(), way, bounds)
    {
        return through;
    }
    let [forward, back] = both_ways(from.to_double(), way, &shape.shape_ref());
    let starts_inside = matches!(forward.start, Start::Overlapping(_));
    let entry = forward.hit.filter(|_| !starts_inside);
    if entry.is_none() && !starts_inside {
        return None;
    }
    let ends_inside = matches!(back.start, Start::Overlapping(_));
    let exit = back.hit.filter(|_| !ends_inside);
    let hit = |hit: Hit<_>, t: f64| {
        let point = A::Vector::from_double(hit.point + from.to_double());
        let normal = A::Vector::from_double(hit.normal);
        Hit::new(Scalar::from_f64(t), point, normal, Start::Separate)
    };
    Some(RayInterval {
        entry: entry.map(|found| hit(found, found.t)),
        exit: exit.map(|found| hit(found, 1.0 - found.t)),
    })
}

/// Fractions of the ray that are nearer to each other than this count as equal: 5,000 times the rounding of one.
const CLEAR: f64 = 1e-12;

/// The part of a ray in an axis-aligned box by its slabs (Kay and Kajiya 1986): the last entry into a slab and the first exit out
/// of one. In single precision, of which double precision loses nothing; `None` where rounding would decide: at edges, and at ends
/// of the ray on a face.
fn through_box<V: Vector>(
    from: V::Double,
    way: V::Double,
    bounds: &Aabb<V>,
) -> Option<Option<RayInterval<V>>> {
    if V::Scalar::DOUBLE || bounds.is_empty() {
        return None;
    }
    let [min, max] = [bounds.min, bounds.max].map(|corner| corner.to_double() - from);
    let (mut entry, mut exit) = (
        FaceCrossing::at(f64::NEG_INFINITY),
        FaceCrossing::at(f64::INFINITY),
    );
    for axis in 0..V::DIM {
        if way[axis] == 0.0 {
            if min[axis] > 0.0 || max[axis] < 0.0 {
                return Some(None);
            }
            if min[axis] < 0.0 && max[axis] > 0.0 {
                continue;
            }
            return None;
        }
        let (near, far) = if way[axis] > 0.0 {
            (min[axis], max[axis])
        } else {
            (max[axis], min[axis])
        };
        entry.or(axis, near / way[axis], 1.0);
        exit.or(axis, far / way[axis], -1.0);
    }
    let is_over = |early: f64, late: f64| early - late > CLEAR * (1.0 + Scalar::abs(early));
    if is_over(entry.t, exit.t) || is_over(entry.t, 1.0) || is_over(0.0, exit.t) {
        return Some(None);
    }
    let [starts_inside, ends_inside] = [is_over(0.0, entry.t), is_over(exit.t, 1.0)];
    let is_clear = is_over(exit.t, Scalar::max(entry.t, 0.0))
        && is_over(1.0, entry.t)
        && (starts_inside || is_over(entry.t, 0.0) && entry.is_alone())
        && (ends_inside || is_over(1.0, exit.t) && exit.is_alone());
    let hit = |crossing: &FaceCrossing, outward: f64| {
        let axis = crossing.axis;
        let sign = if way[axis] > 0.0 { outward } else { -outward };
        let face = if sign < 0.0 { bounds.min } else { bounds.max };
        let (mut point, mut normal) = (V::from_double(from + way * crossing.t).to_f64(), [0.0; 3]);
        (point[axis], normal[axis]) = (face[axis].to_f64(), sign);
        let t = Scalar::from_f64(crossing.t);
        Hit::new(t, V::from_f64(point), V::from_f64(normal), Start::Separate)
    };
    is_clear.then(|| {
        Some(RayInterval {
            entry: (!starts_inside).then(|| hit(&entry, -1.0)),
            exit: (!ends_inside).then(|| hit(&exit, 1.0)),
        })
    })
}

/// Where a ray crosses the face of a box, and the next best face.
struct FaceCrossing {
    t: f64,
    axis: usize,
    next: f64,
}

impl FaceCrossing {
    fn at(t: f64) -> Self {
        Self {
            t,
            axis: 0,
            next: t,
        }
    }

    /// Takes the later one, or with `sign` -1 the earlier one.
    fn or(&mut self, axis: usize, t: f64, sign: f64) {
        if sign * t > sign * self.t {
            (self.next, self.t, self.axis) = (self.t, t, axis);
        } else if sign * t > sign * self.next {
            self.next = t;
        }
    }

    /// Whether no other face is crossed at the same time.
    fn is_alone(&self) -> bool {
        Scalar::abs(self.t - self.next) > CLEAR * (1.0 + Scalar::abs(self.t))
    }
}

/// The sweeps of the point from one end of the ray to the other and back, in double precision and relative to its
/// start.
fn both_ways<V: Vector>(
    from: V::Double,
    way: V::Double,
    shape: &ShapeRef<'_, V>,
) -> [Sweep<V::Double>; 2] {
    let sweeps = |shape: &ShapeRef<'_, V::Double>| {
        let ends = [V::Double::ZERO, way].map(ShapeRef::point);
        [
            matrix::swept(&ends[0], way, shape),
            matrix::swept(&ends[1], -way, shape),
        ]
    };
    let at = |p: V| p.to_double() - from;
    match shape {
        ShapeRef::One((core, radius)) => sweeps(&ShapeRef::One((core.map(at), radius.to_f64()))),
        ShapeRef::Two((core, radius)) => sweeps(&ShapeRef::Two((core.map(at), radius.to_f64()))),
        ShapeRef::Three((core, radius)) => {
            sweeps(&ShapeRef::Three((core.map(at), radius.to_f64())))
        }
        ShapeRef::Points(_) | ShapeRef::Polytope(..) => {
            let (points, radius) = shape.points();
            let mut placed = SmallVec::<_, 8>::new(V::Double::ZERO);
            points.iter().for_each(|p| placed.push(at(*p)));
            sweeps(&ShapeRef::Points((&placed, radius.to_f64())))
        }
        ShapeRef::Box(bounds, _) => {
            let bounds = Aabb {
                min: at(bounds.min),
                max: at(bounds.max),
            };
            sweeps(&ShapeRef::Box(bounds, bounds.corners()))
        }
        ShapeRef::Corners(corners, radius) => {
            let (points, _) = corners.as_points();
            let mut placed = [V::Double::ZERO; 8];
            for (place, p) in placed.iter_mut().zip(points) {
                *place = at(*p);
            }
            sweeps(&ShapeRef::Corners(Corners::new(placed), radius.to_f64()))
        }
        ShapeRef::Curved(core, radius) => {
            let core = core.map(at, V::to_double, V::Scalar::to_f64);
            sweeps(&ShapeRef::Curved(core, radius.to_f64()))
        }
        ShapeRef::Support(core, radius) => {
            let core = core.map(at, V::to_double);
            sweeps(&ShapeRef::Support(core, radius.to_f64()))
        }
        ShapeRef::HalfSpace(plane) => {
            let normal = plane.normal.to_double();
            let offset = plane.offset.to_f64() - normal.dot(from);
            sweeps(&ShapeRef::HalfSpace(Plane::new(normal, offset)))
        }
    }
}
