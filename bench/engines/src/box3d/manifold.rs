//! Manifolds of Box3D's functions for pairs of shapes, each time without what they cache from step to step. Their reach is
//! fixed at 2 cm.

use super::vector;
use crate::Vector;
use crate::solid::{Pose, Solid, Touch};
use box3d_sys::{
    b3BoxHull, b3Capsule, b3CollideCapsules, b3CollideHullAndCapsule, b3CollideHulls,
    b3CollideTriangleAndHull, b3CreateHull, b3DestroyHull, b3HullData, b3LocalManifold,
    b3LocalManifoldPoint, b3MakeBoxHull, b3Quat, b3SATCache, b3SimplexCache, b3Transform,
    b3TriangleFeature_b3_featureHullFace, b3TriangleFeature_b3_featureTriangleFace, b3Vec3,
};
use std::ptr::null_mut;

/// The most points of a manifold, and the fewest that its functions accept as capacity.
const POINTS: usize = 32;
const MOST_CORNERS: i32 = 64;

/// A convex shape. There are no cylinders.
#[derive(Debug)]
pub enum Convex {
    /// A box, with everything at its place in one structure.
    Cuboid(Box<b3BoxHull>),
    /// A hull on Box3D's heap.
    Hull(*mut b3HullData),
    /// A capsule.
    Capsule(b3Capsule),
    /// A triangle, one-sided.
    Triangle([Vector; 3]),
}

impl Convex {
    /// The shape; `None` if there is no such kind or Box3D refuses it.
    #[must_use]
    pub fn new(solid: &Solid) -> Option<Self> {
        Some(match solid {
            // SAFETY: a function of numbers.
            Solid::Cuboid([x, y, z]) => {
                Self::Cuboid(Box::new(unsafe { b3MakeBoxHull(*x, *y, *z) }))
            }
            Solid::Capsule([half, radius]) => Self::Capsule(b3Capsule {
                center1: vector([0.0, -half, 0.0]),
                center2: vector([0.0, *half, 0.0]),
                radius: *radius,
            }),
            Solid::Cylinder(_) => return None,
            Solid::Hull(points) => {
                let points: Vec<b3Vec3> = points.iter().map(|p| vector(*p)).collect();
                // SAFETY: the points live beyond the call, which copies them.
                let hull =
                    unsafe { b3CreateHull(points.as_ptr(), points.len() as i32, MOST_CORNERS) };
                if hull.is_null() {
                    return None;
                }
                Self::Hull(hull)
            }
            Solid::Triangle(corners) => Self::Triangle(*corners),
        })
    }

    fn hull(&self) -> Option<*const b3HullData> {
        match self {
            Self::Cuboid(hull) => Some(&raw const hull.base),
            Self::Hull(hull) => Some(*hull),
            _ => None,
        }
    }

    /// Fills `touch` with the points that are at most 2 cm apart; false for pairs without a function.
    pub fn manifold(&self, other: &Self, [a, b]: [&Pose; 2], touch: &mut Touch) -> bool {
        let mut points = [b3LocalManifoldPoint::default(); POINTS];
        let mut found = b3LocalManifold {
            points: points.as_mut_ptr(),
            ..b3LocalManifold::default()
        };
        let capacity = POINTS as i32;
        // What Box3D calls A, which need not be our first shape.
        let (base, turned) = match (self, other) {
            (Self::Capsule(first), Self::Capsule(second)) => {
                let between = relative(a, b);
                // SAFETY: `found` has room for `capacity` points, here and below; shapes live beyond the calls.
                unsafe { b3CollideCapsules(&mut found, capacity, first, second, between) };
                (a, false)
            }
            (Self::Capsule(capsule), hull) | (hull, Self::Capsule(capsule)) => {
                let turned = matches!(self, Self::Capsule(_));
                let [base, moving] = if turned { [b, a] } else { [a, b] };
                let Some(hull) = hull.hull() else {
                    return false;
                };
                let between = relative(base, moving);
                let mut cache = b3SimplexCache::default();
                // SAFETY: as above.
                unsafe {
                    b3CollideHullAndCapsule(
                        &mut found, capacity, hull, capsule, between, &mut cache,
                    );
                }
                (base, turned)
            }
            (Self::Triangle(corners), hull) | (hull, Self::Triangle(corners)) => {
                let turned = !matches!(self, Self::Triangle(_));
                let [of_triangle, base] = if turned { [b, a] } else { [a, b] };
                let Some(hull) = hull.hull() else {
                    return false;
                };
                let between = relative(base, of_triangle);
                let [p, q, r] = corners.map(|corner| moved(&between, vector(corner)));
                // The side that faces the hull's origin counts as the front.
                let (u, w) = (minus(q, p), minus(r, p));
                let [q, r] = if dot(cross(u, w), p) > 0.0 {
                    [r, q]
                } else {
                    [q, r]
                };
                let mut cache = b3SATCache::default();
                // SAFETY: as above.
                unsafe {
                    b3CollideTriangleAndHull(
                        &mut found, capacity, p, q, r, 0, hull, &mut cache, true,
                    );
                }
                (base, turned)
            }
            (first, second) => {
                let (Some(first), Some(second)) = (first.hull(), second.hull()) else {
                    return false;
                };
                let mut cache = b3SATCache::default();
                // SAFETY: as above.
                unsafe {
                    b3CollideHulls(
                        &mut found,
                        capacity,
                        first,
                        second,
                        relative(a, b),
                        &mut cache,
                    );
                }
                (a, false)
            }
        };
        found.points = null_mut();
        fill(
            touch,
            &found,
            &points[..found.pointCount as usize],
            base,
            turned,
        );
        true
    }
}

fn fill(
    touch: &mut Touch,
    found: &b3LocalManifold,
    points: &[b3LocalManifoldPoint],
    base: &Pose,
    turned: bool,
) {
    touch.clear();
    // From Box3D's A to its B.
    let normal = rotated(quaternion(base), found.normal);
    let array = |v: b3Vec3| [v.x, v.y, v.z];
    touch.normal = array(scaled(normal, if turned { 1.0 } else { -1.0 }));
    let frame = transform(base);
    // Where between A and B the points are: half-way, but those of faces of triangles and hulls are on the hull.
    let of_faces = [
        b3TriangleFeature_b3_featureTriangleFace,
        b3TriangleFeature_b3_featureHullFace,
    ];
    let part = if of_faces.contains(&found.feature) {
        1.0
    } else {
        0.5
    };
    for point in points {
        let at = moved(&frame, point.point);
        let way = scaled(normal, point.separation);
        let of_a = array(minus(at, scaled(way, part)));
        let of_b = array(plus(at, scaled(way, 1.0 - part)));
        touch
            .points
            .push(if turned { [of_b, of_a] } else { [of_a, of_b] });
    }
}

fn quaternion(pose: &Pose) -> b3Quat {
    let [x, y, z, s] = pose.turn;
    b3Quat {
        v: vector([x, y, z]),
        s,
    }
}

fn transform(pose: &Pose) -> b3Transform {
    b3Transform {
        p: vector(pose.at),
        q: quaternion(pose),
    }
}

fn plus(a: b3Vec3, b: b3Vec3) -> b3Vec3 {
    vector([a.x + b.x, a.y + b.y, a.z + b.z])
}

fn minus(a: b3Vec3, b: b3Vec3) -> b3Vec3 {
    plus(a, scaled(b, -1.0))
}

fn scaled(a: b3Vec3, by: f32) -> b3Vec3 {
    vector([a.x * by, a.y * by, a.z * by])
}

fn dot(a: b3Vec3, b: b3Vec3) -> f32 {
    a.x * b.x + a.y * b.y + a.z * b.z
}

fn cross(a: b3Vec3, b: b3Vec3) -> b3Vec3 {
    vector([
        a.y * b.z - a.z * b.y,
        a.z * b.x - a.x * b.z,
        a.x * b.y - a.y * b.x,
    ])
}

fn rotated(q: b3Quat, v: b3Vec3) -> b3Vec3 {
    let t = scaled(cross(q.v, v), 2.0);
    plus(plus(v, scaled(t, q.s)), cross(q.v, t))
}

fn moved(frame: &b3Transform, v: b3Vec3) -> b3Vec3 {
    plus(rotated(frame.q, v), frame.p)
}

/// The pose of `b` in the frame of `a`.
fn relative(a: &Pose, b: &Pose) -> b3Transform {
    let (p, q) = (quaternion(a), quaternion(b));
    let inverse = b3Quat {
        v: scaled(p.v, -1.0),
        s: p.s,
    };
    let v = plus(
        plus(scaled(q.v, inverse.s), scaled(inverse.v, q.s)),
        cross(inverse.v, q.v),
    );
    b3Transform {
        p: rotated(inverse, minus(vector(b.at), vector(a.at))),
        q: b3Quat {
            v,
            s: inverse.s * q.s - dot(inverse.v, q.v),
        },
    }
}

impl Drop for Convex {
    fn drop(&mut self) {
        if let Self::Hull(hull) = self {
            // SAFETY: it came from `b3CreateHull` and is not used again.
            unsafe { b3DestroyHull(*hull) };
        }
    }
}
