//! A ball against a box in any orientation, by a closed form in single precision: it is nearest to the face, edge or
//! corner of the region that its center is in (Ericson, *Real-Time Collision Detection* 5.1.4).

use super::block::Block;
use super::boxes::known;
use super::convex_points::{Difference, PlacedCore, Placement};
use super::frame::{Frame, greater, lesser};
use super::hulls;
use super::separation::{MovingPair, Separation};
use crate::shape::{AnyCore, Core};
use carom_math::{Scalar, Vector};
use glam::DVec3;

/// A moving ball, and eight points (in 2D four) that are those of a box within an eps L.
pub(crate) struct BallBlock<V: Vector> {
    center: DVec3,
    solid: Block,
    frame: Frame<V>,
}

impl<V: Vector> BallBlock<V> {
    /// The pair; `None` if the cores are not a point and a box, and in double precision.
    #[inline]
    pub(crate) fn new(
        (a, radius_a): &AnyCore<'_, V>,
        (b, radius_b): &AnyCore<'_, V>,
        delta: V,
    ) -> Option<Self> {
        let (Core::Points([center]), Core::Points(corners)) = (a, b) else {
            return None;
        };
        if V::Scalar::DOUBLE || corners.len() != 1 << V::DIM {
            return None;
        }
        let (origin, radii) = (corners[0], [*radius_a, *radius_b]);
        let frame = Frame::around(origin, radii, delta, |ruler| {
            let size = ruler.extent(corners, origin);
            let largest = greater(ruler.extent(&[*center], origin), size);
            let [radius_a, radius_b] = radii.map(|radius| radius.to_f64() * ruler.prescale);
            [largest, lesser(radius_a, greater(size, radius_b))]
        });
        let place = |p: V| DVec3::from_array(frame.raw(p).to_f64());
        let mut placed = [DVec3::ZERO; 8];
        for (place_of, corner) in placed.iter_mut().zip(*corners) {
            *place_of = place(*corner);
        }
        Some(Self {
            center: place(*center),
            solid: Block::new(&frame, &placed[..corners.len()])?,
            frame,
        })
    }

    /// Whether they touch or overlap.
    pub(crate) fn overlap(&self) -> bool {
        self.separation(0.0).distance <= self.frame.radius()
    }

    /// By GJK, for a box that is too skew.
    #[cold]
    fn stepwise(&self, p: DVec3) -> Separation<V::Double> {
        let at = Placement::shifted(DVec3::ZERO);
        let difference = Difference {
            a: PlacedCore::of_points(core::slice::from_ref(&p), at),
            b: PlacedCore::of_points(&self.solid.corners[..1 << V::DIM], at),
            is_flat: V::DIM == 2,
        };
        let found = hulls::separation(&difference, &self.frame, f64::INFINITY);
        found.unwrap_or_else(Separation::infinite)
    }
}

/// The separation of a point and a box; `None` if it is too skew.
#[inline]
fn ball<V: Vector>(frame: &Frame<V>, p: DVec3, solid: &Block) -> Option<Separation<V::Double>> {
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

impl<V: Vector> MovingPair<V> for BallBlock<V> {
    fn frame(&self) -> &Frame<V> {
        &self.frame
    }

    #[inline]
    fn separation(&self, t: f64) -> Separation<V::Double> {
        let p = self.center + DVec3::from_array((self.frame.delta * t).to_f64());
        ball(&self.frame, p, &self.solid).unwrap_or_else(|| self.stepwise(p))
    }

    /// The nearest features determine the normal even if the gap is only a few eps.
    fn separation_at_touch(&self, t: f64) -> Separation<V::Double> {
        self.separation(t)
    }
}
