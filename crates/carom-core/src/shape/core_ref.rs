//! Cores of any kind: what a shape is a radius around.

use super::curved::CurvedCore;
use super::support::SupportCore;
use carom_bvh::Aabb;
use carom_math::Vector;

/// A core: what a shape is a radius around.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Core<'a, V: Vector> {
    /// The convex hull of points.
    Points(&'a [V]),
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
            Self::Curved(curved) => Some(curved.a),
            Self::Support(core) => Some(core.support(V::Double::from_f64([1.0, 0.0, 0.0]))),
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
            Self::Curved(curved) => curved.bounds(),
            Self::Support(core) => core.bounds(),
        }
    }

    /// Visits points among which are the lowest and the highest along a normal.
    pub(crate) fn each_extreme(&self, normal: V::Double, mut visit: impl FnMut(V)) {
        match self {
            Self::Points(points) => points.iter().for_each(|p| visit(*p)),
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

    /// The canonical order: points, curved cores, support functions; by number of points, then by their numbers.
    #[inline]
    pub(crate) fn order(&self, other: &Self) -> core::cmp::Ordering {
        use core::cmp::Ordering::{Equal, Greater, Less};
        match (self, other) {
            (Self::Points(a), Self::Points(b)) => {
                if a.len() != b.len() {
                    return a.len().cmp(&b.len());
                }
                for (p, q) in a.iter().zip(*b) {
                    for i in 0..V::DIM {
                        if p[i] != q[i] {
                            return if p[i] < q[i] { Less } else { Greater };
                        }
                    }
                }
                Equal
            }
            (Self::Points(_), _) | (Self::Curved(_), Self::Support(_)) => Less,
            (_, Self::Points(_)) | (Self::Support(_), Self::Curved(_)) => Greater,
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
