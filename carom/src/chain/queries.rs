//! The questions asked of a chain: contact (closest, all), overlap, sweep and ray (first, any, all).

use super::Chain;
use super::seam::{ChainFeature, Seam};
use crate::query::contact::Contact;
use crate::query::pair::{self, Kind};
use crate::query::sweep::{Hit, Start};
use crate::shape::Shape;
use crate::shape::{aabb::Aabb, ball::Ball, capsule::Capsule};
use crate::tree::MovingBox;
use crate::vector::{Scalar, Vector};
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::ControlFlow;
use glam::DVec2;

/// A contact with one segment of a chain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChainContact<V: Vector> {
    /// The shape is `a`, the segment `b`: the normal points from the chain to the shape. What has sunk in
    /// at a joint is pushed out along a normal of the chain; `point_b` is then on that line, which may be
    /// past the end of the segment.
    pub contact: Contact<V>,
    /// The segment's number: that of the vertex it starts from.
    pub segment: u32,
    /// What of the segment is touched.
    pub feature: ChainFeature,
}

/// The first touch of a motion with one segment of a chain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChainHit<V: Vector> {
    /// When, where, and the normal from the chain to the shape.
    pub hit: Hit<V>,
    /// How the motion stood to this segment at its start.
    pub start: Start<V>,
    /// The segment's number: that of the vertex it starts from.
    pub segment: u32,
    /// What of the segment is touched.
    pub feature: ChainFeature,
}

/// A shape that asks.
struct Asker<'a, V: Vector> {
    shape: &'a Shape<V>,
    kind: Kind<'a, V>,
    /// The box around it; everywhere if it has no end, or numbers so large that differences overflow.
    bounds: Aabb<V>,
    delta: V,
    /// More than the rounding of any box or pair on this question.
    margin: V::Scalar,
}

/// # Contact
///
/// Separations are told up to `reach`, a length, infinite for always; see [`contact`](mod@crate::contact).
impl<V: Vector<Double = DVec2>> Chain<V> {
    /// The least separation of a ball from any segment, if it is at most `reach`.
    #[must_use]
    pub fn closest_ball(&self, a: &Ball<V>, reach: V::Scalar) -> Option<ChainContact<V>> {
        self.closest_shape(&Shape::Ball(*a), reach)
    }

    /// The least separation of a capsule from any segment, if it is at most `reach`.
    #[must_use]
    pub fn closest_capsule(&self, a: &Capsule<V>, reach: V::Scalar) -> Option<ChainContact<V>> {
        self.closest_shape(&Shape::Capsule(*a), reach)
    }

    /// The least separation of a shape from any segment, if it is at most `reach`. Equal separations: the
    /// segment of the lowest number.
    #[must_use]
    pub fn closest_shape(&self, a: &Shape<V>, reach: V::Scalar) -> Option<ChainContact<V>> {
        let asker = self.asker(a, V::ZERO);
        let mut best: Option<ChainContact<V>> = None;
        // Up to a separation of 0 every box that overlaps is looked into.
        let squared = |reach: V::Scalar| {
            let reach = reach.max(V::Scalar::ZERO) + asker.margin;
            reach * reach
        };
        let _ = self.tree.nearest_first(
            None,
            squared(reach),
            |bounds| Some(bounds.distance_squared(&asker.bounds)),
            |index, limit| {
                let within = best.map_or(reach, |best| best.contact.separation);
                if let Some(found) = self.contact_one(&asker, index, within)
                    && best.is_none_or(|best| {
                        (found.contact.separation, index) < (best.contact.separation, best.segment)
                    })
                {
                    best = Some(found);
                    *limit = squared(found.contact.separation);
                }
                ControlFlow::Continue(())
            },
        );
        best
    }

    /// Every segment's contact with a ball whose separation is at most `reach`, in a fixed order.
    pub fn contacts_ball(&self, a: &Ball<V>, reach: V::Scalar, visit: impl FnMut(ChainContact<V>)) {
        self.contacts_shape(&Shape::Ball(*a), reach, visit);
    }

    /// Every segment's contact with a capsule whose separation is at most `reach`, in a fixed order.
    pub fn contacts_capsule(
        &self,
        a: &Capsule<V>,
        reach: V::Scalar,
        visit: impl FnMut(ChainContact<V>),
    ) {
        self.contacts_shape(&Shape::Capsule(*a), reach, visit);
    }

    /// Every segment's contact with a shape whose separation is at most `reach`, in a fixed order.
    pub fn contacts_shape(
        &self,
        a: &Shape<V>,
        reach: V::Scalar,
        mut visit: impl FnMut(ChainContact<V>),
    ) {
        let asker = self.asker(a, V::ZERO);
        let _ = self.near(&asker, reach, |index| {
            if let Some(found) = self.contact_one(&asker, index, reach) {
                visit(found);
            }
            ControlFlow::Continue(())
        });
    }

    /// Whether a ball touches any segment.
    #[must_use]
    pub fn overlap_ball(&self, a: &Ball<V>) -> bool {
        self.overlap_shape(&Shape::Ball(*a))
    }

    /// Whether a capsule touches any segment.
    #[must_use]
    pub fn overlap_capsule(&self, a: &Capsule<V>) -> bool {
        self.overlap_shape(&Shape::Capsule(*a))
    }

    /// Whether a shape touches any segment.
    #[must_use]
    pub fn overlap_shape(&self, a: &Shape<V>) -> bool {
        let asker = self.asker(a, V::ZERO);
        let flow = self.near(&asker, V::Scalar::ZERO, |index| {
            match self.contact_one(&asker, index, V::Scalar::ZERO) {
                Some(_) => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            }
        });
        flow.is_break()
    }
}

/// # Sweep
///
/// The shape moves by `delta`, the chain rests; a ray is a swept point. See [`sweep`](mod@crate::sweep).
impl<V: Vector<Double = DVec2>> Chain<V> {
    /// The first segment that a ball meets on its way.
    #[must_use]
    pub fn sweep_ball(&self, a: &Ball<V>, delta: V) -> Option<ChainHit<V>> {
        self.sweep_shape(&Shape::Ball(*a), delta)
    }

    /// The first segment that a capsule meets on its way.
    #[must_use]
    pub fn sweep_capsule(&self, a: &Capsule<V>, delta: V) -> Option<ChainHit<V>> {
        self.sweep_shape(&Shape::Capsule(*a), delta)
    }

    /// The first segment that a shape meets on its way. Equal times: the segment it is deepest in at the
    /// start, then the lowest number.
    ///
    /// A motion that starts inside a segment is stopped at `t` = 0.
    #[must_use]
    pub fn sweep_shape(&self, a: &Shape<V>, delta: V) -> Option<ChainHit<V>> {
        let mut best: Option<ChainHit<V>> = None;
        let _ = self.on_the_way(a, delta, |found, limit| {
            if best.is_none_or(|best| in_order(&found, &best).is_lt()) {
                *limit = found.hit.t;
                best = Some(found);
            }
            ControlFlow::Continue(())
        });
        best
    }

    /// Whether a shape meets any segment on its way; stops at the first one found.
    #[must_use]
    pub fn sweep_shape_any(&self, a: &Shape<V>, delta: V) -> bool {
        self.on_the_way(a, delta, |_, _| ControlFlow::Break(()))
            .is_break()
    }

    /// Every segment that a shape meets on its way, as if the others were not there, in the order of
    /// [`sweep_shape`](Self::sweep_shape). `hits` is cleared first and keeps its memory.
    pub fn sweep_shape_all(&self, a: &Shape<V>, delta: V, hits: &mut Vec<ChainHit<V>>) {
        hits.clear();
        self.each_hit(a, delta, |hit| hits.push(hit));
        hits.sort_unstable_by(in_order);
    }

    /// The same, in the tree's order.
    pub(crate) fn each_hit(&self, a: &Shape<V>, delta: V, mut visit: impl FnMut(ChainHit<V>)) {
        let _ = self.on_the_way(a, delta, |found, _| {
            visit(found);
            ControlFlow::Continue(())
        });
    }

    /// Every segment whose box touches `region`, in the tree's order.
    pub(crate) fn segments_near(&self, region: &Aabb<V>, mut visit: impl FnMut(u32)) {
        let _ = self.tree.overlapping(region, |index| {
            visit(index);
            ControlFlow::Continue(())
        });
    }

    /// The first segment on the straight way from `origin` to `origin + delta`.
    #[must_use]
    pub fn ray(&self, origin: V, delta: V) -> Option<ChainHit<V>> {
        self.sweep_shape(&Shape::Point(origin), delta)
    }

    /// Whether any segment is on the straight way from `origin` to `origin + delta`.
    #[must_use]
    pub fn ray_any(&self, origin: V, delta: V) -> bool {
        self.sweep_shape_any(&Shape::Point(origin), delta)
    }

    /// Every segment on the straight way from `origin` to `origin + delta`, in order.
    /// `hits` is cleared first and keeps its memory.
    pub fn ray_all(&self, origin: V, delta: V, hits: &mut Vec<ChainHit<V>>) {
        self.sweep_shape_all(&Shape::Point(origin), delta, hits);
    }
}

impl<V: Vector<Double = DVec2>> Chain<V> {
    fn asker<'a>(&self, shape: &'a Shape<V>, delta: V) -> Asker<'a, V> {
        let bounds = shape.bounds();
        let own = bounds.map_or(V::Scalar::ZERO, |bounds| bounds.magnitude());
        let size = self.bounds().magnitude().max(own);
        let size = size.max(delta.abs().max_element());
        let tame = size < V::Scalar::MAX * V::Scalar::from_f64(1.0 / 16.0);
        let infinity = V::splat(V::Scalar::INFINITY);
        let everywhere = Aabb {
            min: -infinity,
            max: infinity,
        };
        Asker {
            shape,
            kind: pair::kind(shape),
            bounds: bounds.filter(|_| tame).unwrap_or(everywhere),
            delta,
            margin: size * V::Scalar::EPSILON * V::Scalar::from_f64(128.0),
        }
    }

    /// Visits every segment that can be within `reach`, in the tree's order.
    fn near(
        &self,
        a: &Asker<'_, V>,
        reach: V::Scalar,
        visit: impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let reach = reach.max(V::Scalar::ZERO) + a.margin;
        self.tree.overlapping(&a.bounds.inflated(reach), visit)
    }

    /// Visits every hit up to a limit, which `visit` may lower, the nearest first as far as boxes tell.
    fn on_the_way(
        &self,
        a: &Shape<V>,
        delta: V,
        mut visit: impl FnMut(ChainHit<V>, &mut V::Scalar) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let a = self.asker(a, delta);
        let moving = MovingBox::new(&a.bounds, delta, a.margin);
        self.tree.nearest_first(
            None,
            V::Scalar::ONE,
            |bounds| moving.reaches(bounds),
            |index, limit| match self.hit_one(&a, index) {
                Some(found) if found.hit.t <= *limit => visit(found, limit),
                _ => ControlFlow::Continue(()),
            },
        )
    }

    fn contact_one(
        &self,
        a: &Asker<'_, V>,
        index: u32,
        reach: V::Scalar,
    ) -> Option<ChainContact<V>> {
        let segment = Shape::Segment(self.segment(index));
        // What touches can turn out to be deeper along a normal of the chain.
        let found = pair::contact(a.shape, &segment, reach.max(a.margin))?;
        let (contact, feature) = match Seam::new(self, index) {
            Some(seam) => seam.contact(a.kind.points(), found)?,
            None => (found, self.bare_vertex(index)?),
        };
        (contact.separation <= reach).then_some(ChainContact {
            contact,
            segment: index,
            feature,
        })
    }

    fn hit_one(&self, a: &Asker<'_, V>, index: u32) -> Option<ChainHit<V>> {
        let segment = Shape::Segment(self.segment(index));
        let swept = pair::sweep(a.shape, a.delta, &segment);
        let (hit, start, feature) = match Seam::new(self, index) {
            Some(seam) => seam.sweep(a.kind.points(), a.delta, swept)?,
            None => (swept.hit?, swept.start, self.bare_vertex(index)?),
        };
        Some(ChainHit {
            hit,
            start,
            segment: index,
            feature,
        })
    }

    /// What a segment without length is, if no neighbour has its place.
    fn bare_vertex(&self, index: u32) -> Option<ChainFeature> {
        let alone = self.neighbours[index as usize] == [None; 2];
        (alone || self.raw).then_some(ChainFeature::Vertex(index))
    }
}

/// The earlier, then the deeper, then the lower number.
fn in_order<V: Vector>(x: &ChainHit<V>, y: &ChainHit<V>) -> Ordering {
    let key = |hit: &ChainHit<V>| {
        let separation = match hit.start {
            Start::Overlapping(contact) => contact.separation,
            Start::Touching(_) | Start::Separate => V::Scalar::ZERO,
        };
        (hit.hit.t, separation, hit.segment)
    };
    key(x).partial_cmp(&key(y)).unwrap_or(Ordering::Equal)
}
