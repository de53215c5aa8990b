//! Normals of the faces that carry a contact in a local scene.

use super::{LocalScene, Solid};
use crate::shape::triangle::Triangle;
use carom_math::{Scalar, Vector};

#[doc(hidden)]
impl<V: Vector> LocalScene<V> {
    /// The normal of the face that carries a contact, on the contact's side. Of the sides that meet at an edge of a box
    /// or a hull it is the one that faces `up` most; that of a hull may face away from the contact.
    ///
    /// At the nosing of a stair the contact's own normal is between those of tread and riser; this is the tread's.
    pub fn surface(&self, index: usize, normal: V, up: V) -> V {
        let zero = V::Scalar::ZERO;
        match &self.items[index].solid {
            Solid::Triangle(triangle, _) => facing(front(triangle), normal),
            // The side of a bare segment in 2D: a part of a chain.
            Solid::Capsule(capsule) if V::DIM == 2 && capsule.radius == zero => {
                let side = (capsule.b - capsule.a).any_orthogonal_vector();
                match side.try_normalize() {
                    Some(side) if side.dot(normal) < zero => -side,
                    Some(side) => side,
                    None => normal,
                }
            }
            Solid::Hull(first, count, radius) if *radius == zero => {
                let points = self.hull(*first, *count, *radius).0;
                if V::DIM == 2 {
                    side(points, normal, up)
                } else {
                    side_at_edge(points, normal, up)
                }
            }
            Solid::Capsule(_) | Solid::Hull(..) | Solid::HalfSpace(_) | Solid::Support(_) => normal,
            Solid::Curved(number) => {
                let (core, radius) = self.curved(*number);
                let rim = core.faces_at_rim(normal).filter(|_| *radius == zero);
                rim.map_or(normal, |[cap, side]| {
                    if side.dot(up) > cap.dot(up) {
                        side
                    } else {
                        cap
                    }
                })
            }
            Solid::Box(first) => {
                let corners = self.corners(*first);
                let edges = [1, 2, 4].map(|i| corners[i] - corners[0]);
                let mut best = normal;
                let mut highest = -V::Scalar::INFINITY;
                for edge in edges {
                    let Some(axis) = edge.try_normalize() else {
                        continue;
                    };
                    let side = if axis.dot(normal) < zero { -axis } else { axis };
                    let faces = side.dot(normal) > V::Scalar::from_f64(1e-3);
                    if faces && side.dot(up) > highest {
                        (best, highest) = (side, side.dot(up));
                    }
                }
                best
            }
        }
    }
}

/// The support point along `normal`, the first one of several.
fn farthest<V: Vector>(points: &[V], normal: V) -> Option<V> {
    let points = points.iter().copied();
    points.reduce(|a, b| if b.dot(normal) > a.dot(normal) { b } else { a })
}

/// The normal of one of the two sides that meet in the support point of a polygon along `normal`: the one that faces
/// `up` most. On a side it is that side's.
fn side<V: Vector>(points: &[V], normal: V, up: V) -> V {
    let Some(corner) = farthest(points, normal) else {
        return normal;
    };
    let mut sides = Highest::new(normal, up);
    for end in points {
        let Some(across) = (*end - corner).any_orthogonal_vector().try_normalize() else {
            continue;
        };
        for out in [across, -across] {
            // All points of the polygon are behind a side.
            let spare = (*end - corner).abs().max_element() * V::Scalar::from_f64(1e-5);
            if points.iter().all(|p| (*p - corner).dot(out) <= spare) {
                sides.offer(out);
            }
        }
    }
    sides.best
}

/// The normal of one of the two sides of a polytope that meet in its edge of support along `normal`: the one that faces
/// `up` most. At a corner or a side it is `normal`.
fn side_at_edge<V: Vector>(points: &[V], normal: V, up: V) -> V {
    let zero = V::Scalar::ZERO;
    let Some(corner) = farthest(points, normal) else {
        return normal;
    };
    // The other end of the edge.
    let mut edge = V::ZERO;
    for point in points {
        let along = *point - corner;
        let length = along.abs().max_element();
        if length > zero && along.dot(normal) >= -(length * V::Scalar::from_f64(1e-5)) {
            if edge != V::ZERO {
                return normal;
            }
            edge = along;
        }
    }
    let mut sides = Highest::new(normal, up);
    for axis in [edge, -edge] {
        // Seen along the edge the polytope is a wedge: its outermost points, turned about the edge one way or the other,
        // are on its two sides.
        let mut out = V::ZERO;
        for point in points {
            let along = *point - corner;
            let spare = along.abs().max_element() * V::Scalar::from_f64(1e-5);
            if out == V::ZERO || along.dot(out) > spare {
                let across = V::crossing_axes(axis, along)[0];
                out = across.try_normalize().unwrap_or(out);
            }
        }
        sides.offer(out);
    }
    sides.best
}

/// Of the sides that meet at an edge, the one that faces up most. It may face away from the contact: so does the top of a ramp,
/// touched at its high edge from beyond it.
struct Highest<V: Vector> {
    normal: V,
    up: V,
    /// The contact's own normal if there is no side.
    best: V,
    highest: V::Scalar,
}

impl<V: Vector> Highest<V> {
    fn new(normal: V, up: V) -> Self {
        Self {
            normal,
            up,
            best: normal,
            highest: -V::Scalar::INFINITY,
        }
    }

    fn offer(&mut self, side: V) {
        // A contact with a side itself, but for rounding, is with no edge.
        let is_face = side.dot(self.normal) > V::Scalar::from_f64(1.0 - 1e-6);
        let height = if is_face {
            V::Scalar::INFINITY
        } else {
            side.dot(self.up)
        };
        if side != V::ZERO && height > self.highest {
            (self.best, self.highest) = (side, height);
        }
    }
}

/// The front of a triangle turned to the side of `normal`; `normal` itself if the triangle has no area, and so a zero
/// front.
#[doc(hidden)]
#[inline]
pub fn facing<V: Vector>(front: V, normal: V) -> V {
    if front == V::ZERO {
        normal
    } else if front.dot(normal) < V::Scalar::ZERO {
        -front
    } else {
        front
    }
}

/// The unit normal of a triangle; zero if it has no area.
#[doc(hidden)]
#[inline]
pub fn front<V: Vector>(triangle: &Triangle<V>) -> V {
    triangle.normal().unwrap_or(V::ZERO)
}
