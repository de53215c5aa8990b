//! Cores of any kind: what a shape is a radius around.

use super::curved::CurvedCore;
use super::polytope::Polytope;
use super::support::SupportCore;
use carom_bvh::Aabb;
use carom_math::Vector;
use core::cmp::Ordering::{self, Equal, Greater, Less};

/// A core: what a shape is a radius around.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Core<'a, V: Vector> {
    /// The convex hull of points.
    Points(&'a [V]),
    /// The convex hull of points with their neighbors.
    Polytope(&'a Polytope<V>),
    /// Two cross-sections.
    Curved(&'a CurvedCore<V>),
    /// A support function.
    Support(&'a SupportCore<'a, V>),
}

/// A core of any kind, and the radius around it.
pub(crate) type AnyCore<'a, V> = (Core<'a, V>, <V as Vector>::Scalar);

impl<V: Vector> Core<'_, V> {
    /// A point of it; `None` if it is empty.
    #[inline(always)]
    pub(crate) fn first(&self) -> Option<V> {
        match self {
            Self::Points(points) => points.first().copied(),
            Self::Polytope(polytope) => polytope.vertices().first().copied(),
            Self::Curved(curved) => Some(curved.a),
            Self::Support(core) => Some(core.support(V::Double::from_f64([1.0, 0.0, 0.0]))),
        }
    }

    /// Its vertices, if it is a hull.
    #[inline(always)]
    pub(crate) fn points(&self) -> Option<&[V]> {
        match self {
            Self::Points(points) => Some(points),
            Self::Polytope(polytope) => Some(polytope.vertices()),
            Self::Curved(_) | Self::Support(_) => None,
        }
    }

    /// Whether it has no points: the core of a half-space, or of an empty hull.
    pub(crate) fn is_empty(&self) -> bool {
        matches!(self, Self::Points([]))
    }

    /// The smallest box around it.
    pub(crate) fn bounds(&self) -> Aabb<V> {
        match self {
            Self::Points(points) => Aabb::of_points(points.iter().copied()),
            Self::Polytope(polytope) => polytope.bounds(),
            Self::Curved(curved) => curved.bounds(),
            Self::Support(core) => core.bounds(),
        }
    }

    /// Visits points among which are the lowest and the highest along a normal.
    pub(crate) fn each_extreme(&self, normal: V::Double, mut visit: impl FnMut(V)) {
        match self {
            Self::Points(points) => points.iter().for_each(|p| visit(*p)),
            Self::Polytope(polytope) => {
                for way in [-normal, normal] {
                    visit(polytope.vertices()[polytope.farthest(way)]);
                }
            }
            Self::Curved(curved) => {
                for way in [-normal, normal] {
                    visit(curved.support(way));
                }
            }
            Self::Support(core) => {
                for way in [-normal, normal] {
                    visit(core.support(way));
                }
            }
        }
    }

    /// The canonical order: points with or without neighbors, curved cores, support functions; by number of points, then
    /// by their numbers.
    #[inline]
    pub(crate) fn order(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Points(a), Self::Points(b)) => of_points(a, b),
            (Self::Polytope(a), Self::Polytope(b)) => of_points(a.vertices(), b.vertices()),
            (Self::Points(a), Self::Polytope(b)) => of_points(a, b.vertices()).then(Less),
            (Self::Polytope(a), Self::Points(b)) => of_points(a.vertices(), b).then(Greater),
            (Self::Points(_) | Self::Polytope(_), _) | (Self::Curved(_), Self::Support(_)) => Less,
            (_, Self::Points(_) | Self::Polytope(_)) | (Self::Support(_), Self::Curved(_)) => {
                Greater
            }
            (Self::Curved(a), Self::Curved(b)) => {
                let order = a.numbers().partial_cmp(&b.numbers());
                order.unwrap_or(Equal)
            }
            (Self::Support(a), Self::Support(b)) => {
                let order = a.numbers().partial_cmp(&b.numbers());
                order.unwrap_or(Equal)
            }
        }
    }
}

/// The order by the number of points, then by their coordinates.
#[inline]
fn of_points<V: Vector>(a: &[V], b: &[V]) -> Ordering {
    if a.len() != b.len() {
        return a.len().cmp(&b.len());
    }
    for (p, q) in a.iter().zip(b) {
        for i in 0..V::DIM {
            if p[i] != q[i] {
                return if p[i] < q[i] { Less } else { Greater };
            }
        }
    }
    Equal
}
