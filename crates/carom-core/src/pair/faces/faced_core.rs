//! Cores with known faces.

use super::area::Area;
use super::drum::Drum;
use crate::pair::block::Block;
use crate::pair::convex_points::PlacedCore;
use crate::pair::frame::Frame;
use crate::pair::nearest::edges;
use carom_math::{Scalar, Vector};
use glam::DVec3;

/// The squared sine between two sides of a triangle below which its plane is too uncertain.
const NEEDLE: f64 = 1e-10;

/// A core, as far as its faces are known.
#[expect(
    clippy::large_enum_variant,
    reason = "two of them are on the stack for the time of one query"
)]
pub(super) enum FacedCore {
    /// A triangle and the normal of one of its sides.
    Triangle([DVec3; 3], DVec3),
    Block(Block),
    Drum(Drum),
    /// Without faces, or not known.
    Other,
}

impl FacedCore {
    #[inline(always)]
    pub(super) fn of<V: Vector>(core: &PlacedCore<'_>, frame: &Frame<V>) -> Self {
        if let Some(curved) = core.curved() {
            return curved.axis().map_or(Self::Other, |axis| {
                Self::Drum(Drum {
                    ends: curved.ends.map(|end| core.pose.place(end)),
                    sizes: curved.sizes,
                    axis: core.pose.rotated(axis),
                })
            });
        }
        if let Some(corners) = core.few() {
            return Self::triangle(corners);
        }
        match core.few().map(|corners| Block::around(corners, 3)) {
            Some(block) if block.is_exact(frame) => Self::Block(block),
            _ => Self::Other,
        }
    }

    fn triangle(corners: [DVec3; 3]) -> Self {
        let [u, v] = [corners[1] - corners[0], corners[2] - corners[0]];
        let normal = u.cross(v);
        let square = normal.length_squared();
        if square <= NEEDLE * (u.length_squared() * v.length_squared()) {
            return Self::Other;
        }
        Self::Triangle(corners, normal * (1.0 / Scalar::sqrt(square)))
    }

    /// Calls back with the outward normal and the area of each flat face.
    #[inline(always)]
    pub(super) fn each_face(&self, mut visit: impl FnMut(DVec3, Area)) {
        match self {
            Self::Triangle(corners, normal) => {
                for normal in [*normal, -*normal] {
                    visit(normal, Area::Triangle(*corners));
                }
            }
            Self::Block(block) => {
                for k in 0..3 {
                    let halves = [block.half[(k + 1) % 3], block.half[(k + 2) % 3]];
                    for normal in [block.normals[k], -block.normals[k]] {
                        let center = block.center + normal * block.heights[k];
                        visit(normal, Area::Rectangle { center, halves });
                    }
                }
            }
            Self::Drum(drum) => {
                for (end, normal) in [(0, -drum.axis), (1, drum.axis)] {
                    let (center, radius) = (drum.ends[end], drum.sizes[end]);
                    if radius > 0.0 {
                        visit(normal, Area::Disk { center, radius });
                    }
                }
            }
            Self::Other => {}
        }
    }

    /// Calls back with both ends of each edge of a triangle or a box.
    #[inline(always)]
    pub(super) fn each_edge(&self, mut visit: impl FnMut([DVec3; 2])) {
        match self {
            Self::Triangle(corners, _) => edges(corners).into_iter().for_each(visit),
            Self::Block(block) => {
                for k in 0..3 {
                    // From the corners at the near end of edge k.
                    for i in (0..8).filter(|i| i >> k & 1 == 0) {
                        visit([block.corners[i], block.corners[i | 1 << k]]);
                    }
                }
            }
            Self::Drum(_) | Self::Other => {}
        }
    }
}
