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
use super::frame::Frame;
use super::hulls;
use super::separation::{Answer, MovingPair, Separation, padded_reach};
use crate::shape::AnyCore;
use carom_math::Vector;
use glam::DVec3;

/// A moving core, and a box. Not generic over the kind of the core: in wasm every instance of a sweep counts. The boxes are
/// borrowed, as they are large to copy.
pub(crate) struct BlockPair<'a, V: Vector> {
    moving: FirstCore<'a>,
    solid: &'a Block,
    frame: Frame<V>,
}

/// The first core, which moves.
#[derive(Clone, Copy)]
enum FirstCore<'a> {
    /// One to three points.
    Points(&'a [DVec3]),
    Block(&'a Block),
}

impl<V: Vector> BlockPair<'_, V> {
    /// What a query says of the pair; `None` if the cores are not such.
    #[inline(always)]
    pub(crate) fn answer<R>(
        (a, radius_a): &AnyCore<'_, V>,
        (b, radius_b): &AnyCore<'_, V>,
        delta: V,
        query: impl FnOnce(&BlockPair<'_, V>) -> R,
    ) -> Option<R> {
        let (points, corners) = (a.points()?, b.points()?);
        let is_few = (1..=3).contains(&points.len());
        if !(Block::has_corners(corners) && (is_few || Block::has_corners(points))) {
            return None;
        }
        let origin = corners[0];
        let place = |p: V| p.to_double() - origin.to_double();
        let solid = Block::fitted(corners, place);
        let (few, block);
        let (moving, sizes) = if is_few {
            few = FewPoints::placed(points, place);
            (FirstCore::Points(&few.points[..points.len()]), few.sizes())
        } else {
            block = Block::fitted(points, place);
            (FirstCore::Block(&block), block.sizes())
        };
        let radii = [*radius_a, *radius_b];
        let frame = Frame::of_placed(origin, [sizes, solid.sizes()], radii, delta);
        let is_exact = match moving {
            FirstCore::Points(_) => true,
            FirstCore::Block(block) => block.is_exact(&frame),
        };
        let solid = &solid;
        (is_exact && solid.is_exact(&frame)).then(|| {
            query(&BlockPair {
                moving,
                solid,
                frame,
            })
        })
    }
}

/// One to three points in a frame.
struct FewPoints {
    points: [DVec3; 3],
    /// The largest coordinates, and the largest differences to the first point.
    most: DVec3,
    apart: DVec3,
}

impl FewPoints {
    #[inline(always)]
    fn placed<V: Vector>(points: &[V], place: impl Fn(V) -> V::Double) -> Self {
        let mut placed = Self {
            points: [DVec3::ZERO; 3],
            most: DVec3::ZERO,
            apart: DVec3::ZERO,
        };
        for (number, point) in points.iter().enumerate().take(3) {
            let p = DVec3::from_array(place(*point).to_f64());
            placed.points[number] = p;
            placed.most = Vector::max(placed.most, Vector::abs(p));
            placed.apart = Vector::max(placed.apart, Vector::abs(p - placed.points[0]));
        }
        placed
    }

    /// As for [`Block::sizes`].
    fn sizes(&self) -> [f64; 2] {
        [self.most, self.apart].map(Vector::max_element)
    }
}

impl<V: Vector> BlockPair<'_, V> {
    /// The separation after the fraction `t` of the motion, if it is not more than `reach`.
    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn within(&self, t: f64, reach: f64) -> Option<Separation<V::Double>> {
        let shift = DVec3::from_array((self.frame.delta * t).to_f64());
        let (frame, solid) = (&self.frame, self.solid);
        let mut few = [DVec3::ZERO; 3];
        let count = match self.moving {
            FirstCore::Points(points) => {
                for (shifted, point) in few.iter_mut().zip(points) {
                    *shifted = *point + shift;
                }
                points.len()
            }
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

impl<V: Vector> MovingPair<V> for BlockPair<'_, V> {
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

    /// Of triangles and boxes; the other sweeps are as fast step by step, and so are those of rounded boxes where a corner or
    /// an edge decides.
    fn first_touch(&self) -> Option<(f64, Separation<V::Double>)> {
        let (frame, solid) = (&self.frame, self.solid);
        let block = match self.moving {
            FirstCore::Points([p, q, r]) => {
                return triangle::first_touch(frame, [*p, *q, *r], solid);
            }
            FirstCore::Points(_) => return None,
            FirstCore::Block(block) => block,
        };
        let boxes = Boxes::new(block, solid, DVec3::ZERO);
        let found = boxes.first_touch(frame);
        if found.is_some() || frame.radius() > 0.0 {
            return found;
        }
        let difference = boxes.difference(V::DIM);
        first_touch(&difference, frame, hulls::tolerance(&difference, frame))
    }

    /// The nearest features determine the normal even if the gap is only a few eps.
    fn separation_at_touch(&self, t: f64) -> Separation<V::Double> {
        self.separation(t)
    }
}
