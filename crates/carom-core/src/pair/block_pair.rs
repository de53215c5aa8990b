//! A point, segment or triangle, with a radius, against a box in any orientation, by closed forms in single precision.
//!
//! The corners of a box are rounded: eight points (in 2D four) that are those of a box within an eps L are that box. An
//! answer that is not proved, because of rounding or a box that is too skew, is left to GJK and EPA.

mod point;
mod segment;
mod triangle;

use super::block::Block;
use super::boxes::Answer;
use super::convex_points::{Difference, PlacedCore, Placement};
use super::frame::{Frame, greater, lesser};
use super::hulls;
use super::separation::{MovingPair, Separation, padded_reach};
use crate::shape::{AnyCore, Core};
use carom_math::{Scalar, Vector};
use glam::DVec3;

/// A moving core of one to three points, and a box. Not generic over their number: in wasm every instance of a sweep counts.
pub(crate) struct BlockPair<V: Vector> {
    points: [DVec3; 3],
    count: usize,
    solid: Block,
    frame: Frame<V>,
}

impl<V: Vector> BlockPair<V> {
    /// The pair; `None` if the cores are not such.
    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(crate) fn new(
        (a, radius_a): &AnyCore<'_, V>,
        (b, radius_b): &AnyCore<'_, V>,
        delta: V,
    ) -> Option<Self> {
        let (Core::Points(few), Core::Points(corners)) = (a, b) else {
            return None;
        };
        let is_possible = corners.len() == 1 << V::DIM && (1..=3).contains(&few.len());
        if !is_possible {
            return None;
        }
        let (origin, radii) = (corners[0], [*radius_a, *radius_b]);
        let frame = Frame::around(origin, radii, delta, |ruler| {
            let size = ruler.extent(corners, origin);
            let largest = greater(ruler.extent(few, origin), size);
            let [radius_a, radius_b] = radii.map(|radius| radius.to_f64() * ruler.prescale);
            let own = greater(ruler.extent(&few[1..], few[0]), radius_a);
            [largest, lesser(own, greater(size, radius_b))]
        });
        let place = |p: V| DVec3::from_array(frame.raw(p).to_f64());
        let mut placed = [DVec3::ZERO; 8];
        for (placed, corner) in placed.iter_mut().zip(*corners) {
            *placed = place(*corner);
        }
        let mut points = [DVec3::ZERO; 3];
        for (point, own) in points.iter_mut().zip(*few) {
            *point = place(*own);
        }
        Some(Self {
            points,
            count: few.len(),
            solid: Block::new(&frame, &placed[..corners.len()])?,
            frame,
        })
    }

    /// The separation after the fraction `t` of the motion, if it is not more than `reach`.
    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn within(&self, t: f64, reach: f64) -> Option<Separation<V::Double>> {
        let shift = DVec3::from_array((self.frame.delta * t).to_f64());
        let points = self.points.map(|point| point + shift);
        let (frame, solid) = (&self.frame, &self.solid);
        let points = &points[..self.count];
        let found = match points {
            [p] => point::separation(frame, *p, solid),
            [p, q] => segment::separation(frame, [*p, *q], solid, reach),
            [p, q, r] => triangle::separation(frame, [*p, *q, *r], solid, reach),
            _ => Answer::Unknown,
        };
        match found {
            Answer::Known(at) => Some(at),
            Answer::Beyond => None,
            Answer::Unknown => self.stepwise(points, reach),
        }
    }

    /// By GJK, where the closed form is in doubt.
    #[cold]
    fn stepwise(&self, points: &[DVec3], reach: f64) -> Option<Separation<V::Double>> {
        let at = Placement::shifted(DVec3::ZERO);
        let difference = Difference {
            a: PlacedCore::of_points(points, at),
            b: PlacedCore::of_points(&self.solid.corners[..1 << V::DIM], at),
            is_flat: V::DIM == 2,
        };
        hulls::separation(&difference, &self.frame, reach)
    }
}

impl<V: Vector> MovingPair<V> for BlockPair<V> {
    fn frame(&self) -> &Frame<V> {
        &self.frame
    }

    #[inline]
    fn separation(&self, t: f64) -> Separation<V::Double> {
        self.within(t, f64::INFINITY)
            .unwrap_or_else(Separation::infinite)
    }

    #[inline(always)]
    fn separation_within(&self, reach: f64) -> Option<Separation<V::Double>> {
        self.within(0.0, padded_reach::<V>(reach))
    }

    /// The nearest features determine the normal even if the gap is only a few eps.
    fn separation_at_touch(&self, t: f64) -> Separation<V::Double> {
        self.separation(t)
    }
}
