//! A point, segment, triangle or box, with a radius, against a box in any orientation, by closed forms in single precision.
//!
//! The corners of a box are rounded: eight points (in 2D four) that are those of a box within an eps L are that box. An
//! answer that is not proved, because of rounding or a box that is too skew, is left to GJK and EPA.

mod point;
mod segment;
mod triangle;

use super::block::Block;
use super::boxes::Boxes;
use super::convex_points::{Difference, PlacedCore, Placement};
use super::first_touch::first_touch;
use super::frame::{Frame, greater, lesser};
use super::hulls;
use super::separation::{Answer, MovingPair, Separation, padded_reach};
use crate::shape::AnyCore;
use carom_math::{Scalar, Vector};
use glam::DVec3;

/// A moving core, and a box. Not generic over the kind of the core: in wasm every instance of a sweep counts.
pub(crate) struct BlockPair<V: Vector> {
    moving: FirstCore,
    solid: Block,
    frame: Frame<V>,
}

/// The first core, which moves.
#[expect(
    clippy::large_enum_variant,
    reason = "a pair is on the stack for the time of one query"
)]
enum FirstCore {
    /// One to three points, and their number.
    Points([DVec3; 3], usize),
    Block(Block),
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
        let (points, corners) = (a.points()?, b.points()?);
        let radii = [*radius_a, *radius_b];
        if points.len() == corners.len() {
            let ([block, solid], frame) = Block::pair([points, corners], radii, delta)?;
            let moving = FirstCore::Block(block);
            return Some(Self {
                moving,
                solid,
                frame,
            });
        }
        if corners.is_empty() || !(1..=3).contains(&points.len()) {
            return None;
        }
        // In single precision the unit of a frame is one, so that the sizes can be those of the placed cores.
        let origin = corners[0].to_double();
        let place = |p: V| p.to_double() - origin;
        let solid = Block::fitted(corners, place)?;
        let mut few = [DVec3::ZERO; 3];
        let (mut most, mut size) = (DVec3::ZERO, DVec3::ZERO);
        for (number, point) in points.iter().enumerate() {
            let p = DVec3::from_array(place(*point).to_f64());
            few[number] = p;
            most = Vector::max(most, Vector::abs(p));
            size = Vector::max(size, Vector::abs(p - few[0]));
        }
        let [most, size] = [most, size].map(Vector::max_element);
        let radii = radii.map(V::Scalar::to_f64);
        let largest = greater(most, solid.largest());
        let smaller = lesser(greater(size, radii[0]), greater(solid.size(), radii[1]));
        let frame = Frame::new(origin, largest, smaller, radii, delta.to_double(), 1.0);
        if !solid.is_exact(&frame) {
            return None;
        }
        Some(Self {
            moving: FirstCore::Points(few, points.len()),
            solid,
            frame,
        })
    }

    /// The separation after the fraction `t` of the motion, if it is not more than `reach`.
    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn within(&self, t: f64, reach: f64) -> Option<Separation<V::Double>> {
        let shift = DVec3::from_array((self.frame.delta * t).to_f64());
        let (frame, solid) = (&self.frame, &self.solid);
        let (few, count) = match &self.moving {
            FirstCore::Points(points, count) => (points.map(|point| point + shift), *count),
            FirstCore::Block(block) => {
                let boxes = Boxes::new(block, solid, shift);
                return match boxes.separation(frame, reach) {
                    Answer::Known(at) => Some(at),
                    Answer::Beyond => None,
                    Answer::Unknown => boxes.searched(frame, reach),
                };
            }
        };
        let points = &few[..count];
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

    /// By GJK, where the closed form for a few points is in doubt.
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

    /// Of two boxes without radii; the other sweeps are as fast step by step.
    fn first_touch(&self) -> Option<(f64, Separation<V::Double>)> {
        let frame = &self.frame;
        let FirstCore::Block(block) = &self.moving else {
            return None;
        };
        if frame.radius() > 0.0 {
            return None;
        }
        let boxes = Boxes::new(block, &self.solid, DVec3::ZERO);
        let delta = DVec3::from_array(frame.delta.to_f64());
        let found = boxes.first_touch(frame, delta, frame.sweep_tolerance());
        found.or_else(|| {
            let difference = boxes.difference(V::DIM);
            first_touch(&difference, frame, hulls::tolerance(&difference, frame))
        })
    }

    /// The nearest features determine the normal even if the gap is only a few eps.
    fn separation_at_touch(&self, t: f64) -> Separation<V::Double> {
        self.separation(t)
    }
}
