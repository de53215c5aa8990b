//! The areas of faces.

use super::drum::Drum;
use crate::pair::nearest::edges;
use crate::pair::segments::point_segment;
use carom_math::{Scalar, Vector};
use glam::DVec3;

/// A flat face, or the side of a cylinder.
#[derive(Clone, Copy)]
pub(super) enum Area {
    Triangle([DVec3; 3]),
    Rectangle { center: DVec3, halves: [DVec3; 2] },
    Disk { center: DVec3, radius: f64 },
    Side(Drum),
}

impl Area {
    /// A point of its plane.
    pub(super) fn point(&self) -> DVec3 {
        match self {
            Self::Triangle([a, ..]) => *a,
            Self::Rectangle { center, .. } | Self::Disk { center, .. } => *center,
            Self::Side(drum) => drum.ends[0],
        }
    }

    /// The nearest point of it to a point of its plane; of a side to any point.
    pub(super) fn nearest(&self, p: DVec3, normal: DVec3) -> DVec3 {
        match self {
            Self::Triangle(corners) => in_triangle(p, corners, normal),
            Self::Rectangle { center, halves } => {
                let arm = p - *center;
                halves.iter().fold(*center, |at, half| {
                    let part = arm.dot(*half) / half.length_squared();
                    at + *half * Scalar::clamp(part, -1.0, 1.0)
                })
            }
            Self::Disk { center, radius } => {
                let arm = p - *center;
                let far = Vector::length(arm);
                if far <= *radius {
                    p
                } else {
                    *center + arm * (*radius / far)
                }
            }
            Self::Side(drum) => drum.on_side(p),
        }
    }
}

/// Whether the normal of a triangle is that of its other side: its corners run clockwise around it.
fn is_turned([a, b, c]: &[DVec3; 3], normal: DVec3) -> bool {
    normal.dot((*b - *a).cross(*c - *a)) < 0.0
}

fn in_triangle(p: DVec3, corners: &[DVec3; 3], normal: DVec3) -> DVec3 {
    let up = if is_turned(corners, normal) {
        -normal
    } else {
        normal
    };
    let mut nearest = (f64::INFINITY, p);
    for [from, to] in edges(corners) {
        if up.cross(to - from).dot(p - from) < 0.0 {
            let (_, at) = point_segment(p, &[from, to]);
            let far = (p - at).length_squared();
            if far < nearest.0 {
                nearest = (far, at);
            }
        }
    }
    nearest.1
}

/// Whether a ball of this radius around the origin is in the Minkowski difference of a triangle and the segment from a point under
/// its plane to one over it, but for the plane that the first is under. The difference is an oblique prism.
pub(super) fn is_in_prism(
    corners: &[DVec3; 3],
    normal: DVec3,
    [under, over]: [DVec3; 2],
    radius: f64,
) -> bool {
    let way = if is_turned(corners, normal) {
        under - over
    } else {
        over - under
    };
    normal.dot(over - corners[0]) >= radius
        && edges(corners).into_iter().all(|[from, to]| {
            let inwards = way.cross(to - from);
            inwards.dot(under - from) >= radius * Vector::length(inwards)
        })
}
