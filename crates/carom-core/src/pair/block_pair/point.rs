//! A point against a box in any orientation: it is nearest to the face, edge or corner of the region that it is in
//! (Ericson, *Real-Time Collision Detection* 5.1.4).

use crate::pair::block::Block;
use crate::pair::boxes::known;
use crate::pair::frame::Frame;
use crate::pair::separation::{Answer, Separation};
use carom_math::{Scalar, Vector};
use glam::DVec3;

/// The separation of a point and a box; unknown if it is too skew.
#[inline(always)]
pub(super) fn separation<V: Vector>(
    frame: &Frame<V>,
    p: DVec3,
    solid: &Block,
) -> Answer<V::Double> {
    nearest(frame, p, solid).map_or(Answer::Unknown, Answer::Known)
}

#[inline(always)]
fn nearest<V: Vector>(frame: &Frame<V>, p: DVec3, solid: &Block) -> Option<Separation<V::Double>> {
    let arm = p - solid.center;
    let along: [f64; 3] = core::array::from_fn(|i| solid.normals[i].dot(arm));
    let mut sides = [0.0; 3];
    let mut outside = 0;
    for i in 0..solid.count {
        if along[i].abs() > solid.heights[i] {
            sides[i] = if along[i] < 0.0 { -1.0 } else { 1.0 };
            outside += 1;
        }
    }
    let face = |i: usize, distance: f64, ambiguous: bool| {
        let n = if along[i] < 0.0 {
            -solid.normals[i]
        } else {
            solid.normals[i]
        };
        Some(known([p, p - n * distance], n, distance, ambiguous))
    };
    let gap = |i: usize| along[i].abs() - solid.heights[i];
    if outside <= 1 {
        let mut best = 0;
        for i in 1..solid.count {
            if gap(i) > gap(best) {
                best = i;
            }
        }
        let tie = frame.tolerance(8.0);
        let is_tied = |i: usize| i != best && gap(best) - gap(i) <= tie;
        let ambiguous =
            outside == 0 && ((0..solid.count).any(is_tied) || 2.0 * along[best].abs() <= tie);
        if outside == 1 && !solid.covers(best, p, 0.0) {
            return None;
        }
        return face(best, gap(best), ambiguous);
    }
    let mut foot = solid.corner(sides);
    if outside < solid.count {
        // The edge along the one axis that is not outside.
        let free = (0..3).find(|i| sides[*i] == 0.0).unwrap_or(0);
        let edge = solid.half[free];
        let part = edge.dot(p - foot) * (1.0 / edge.length_squared());
        foot += edge * Scalar::clamp(part, -1.0, 1.0);
    }
    let w = p - foot;
    let n = Vector::try_normalize(w)?;
    let distance = Vector::length(w);
    // Proved by the gap over the whole box, which a skew box can fail.
    let support = n.dot(arm) - solid.reach(n);
    if distance - support > frame.tolerance(1.0 / 64.0) {
        return None;
    }
    Some(known([p, foot], n, distance, false))
}
