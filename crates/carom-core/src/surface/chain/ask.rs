//! How a shape asks a chain: the walk through the tree, the pairs, what the joints make of them.

use super::Chain;
use super::answers::{ChainContact, ChainHit};
use super::seam::{ChainFeature, Seam};
use crate::pairs::pair::{self, Kind};
use crate::pairs::sweep::Start;
use crate::shape::Shape;
use alloc::vec::Vec;
use carom_bvh::Aabb;
use carom_bvh::SweptBox;
use carom_math::{Scalar, Vector};
use core::cmp::Ordering;
use core::ops::ControlFlow;
use glam::DVec2;

/// A chain as a question sees it.
#[derive(Clone, Copy)]
pub(crate) struct View<'a, V: Vector<Double = DVec2>> {
    pub(super) chain: &'a Chain<V>,
    /// The segments that count; all without.
    pub(super) filter: Option<&'a dyn Fn(u32) -> bool>,
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

impl<V: Vector<Double = DVec2>> View<'_, V> {
    pub(crate) fn closest_shape(&self, a: &Shape<V>, reach: V::Scalar) -> Option<ChainContact<V>> {
        let asker = self.asker(a, V::ZERO);
        let mut best: Option<ChainContact<V>> = None;
        // Up to a separation of 0 every box that overlaps is looked into.
        let squared = |reach: V::Scalar| {
            let reach = reach.max(V::Scalar::ZERO) + asker.margin;
            reach * reach
        };
        let _ = self.chain.tree.nearest_first(
            None,
            squared(reach),
            |bounds| Some(bounds.distance_squared(&asker.bounds)),
            |index, limit| {
                let within = best.map_or(reach, |best| best.contact.separation);
                if self.counts(index)
                    && let Some(found) = self.contact_one(&asker, index, within)
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

    /// Every contact within `reach`, in the tree's order.
    pub(crate) fn contacts_shape(
        &self,
        a: &Shape<V>,
        reach: V::Scalar,
        visit: &mut dyn FnMut(ChainContact<V>),
    ) {
        let asker = self.asker(a, V::ZERO);
        let _ = self.near(&asker, reach, |index| {
            if let Some(found) = self.contact_one(&asker, index, reach) {
                visit(found);
            }
            ControlFlow::Continue(())
        });
    }

    pub(crate) fn overlap_shape(&self, a: &Shape<V>) -> bool {
        let asker = self.asker(a, V::ZERO);
        let flow = self.near(&asker, V::Scalar::ZERO, |index| {
            match self.contact_one(&asker, index, V::Scalar::ZERO) {
                Some(_) => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            }
        });
        flow.is_break()
    }

    pub(crate) fn sweep_shape(&self, a: &Shape<V>, delta: V) -> Option<ChainHit<V>> {
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

    pub(crate) fn sweep_shape_any(&self, a: &Shape<V>, delta: V) -> bool {
        self.on_the_way(a, delta, |_, _| ControlFlow::Break(()))
            .is_break()
    }

    /// All hits in their order.
    pub(super) fn sweep_shape_all(&self, a: &Shape<V>, delta: V, hits: &mut Vec<ChainHit<V>>) {
        hits.clear();
        self.each_hit(a, delta, &mut |hit| hits.push(hit));
        hits.sort_unstable_by(in_order);
    }

    /// The same, in the tree's order.
    pub(crate) fn each_hit(&self, a: &Shape<V>, delta: V, visit: &mut dyn FnMut(ChainHit<V>)) {
        let _ = self.on_the_way(a, delta, |found, _| {
            visit(found);
            ControlFlow::Continue(())
        });
    }
}

impl<V: Vector<Double = DVec2>> View<'_, V> {
    fn asker<'a>(&self, shape: &'a Shape<V>, delta: V) -> Asker<'a, V> {
        let bounds = shape.bounds();
        let own = bounds.map_or(V::Scalar::ZERO, |bounds| bounds.magnitude());
        let size = self.chain.bounds().magnitude().max(own);
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
        mut visit: impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let reach = reach.max(V::Scalar::ZERO) + a.margin;
        let region = a.bounds.inflated(reach);
        self.chain.tree.overlapping(&region, |index| {
            if self.counts(index) {
                visit(index)
            } else {
                ControlFlow::Continue(())
            }
        })
    }

    /// Visits every hit up to a limit, which `visit` may lower, the nearest first as far as boxes tell.
    fn on_the_way(
        &self,
        a: &Shape<V>,
        delta: V,
        mut visit: impl FnMut(ChainHit<V>, &mut V::Scalar) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let a = self.asker(a, delta);
        let moving = SweptBox::new(&a.bounds, delta, a.margin);
        self.chain.tree.nearest_first(
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
        let segment = Shape::Segment(self.chain.segment(index));
        // What touches can turn out to be deeper along a normal of the chain.
        let found = pair::contact(a.shape, &segment, reach.max(a.margin))?;
        let (contact, feature) = match self.seam(index) {
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
        if !self.counts(index) {
            return None;
        }
        let segment = Shape::Segment(self.chain.segment(index));
        let swept = pair::sweep(a.shape, a.delta, &segment);
        let (hit, start, feature) = match self.seam(index) {
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
        let mut neighbours = self.chain.neighbours[index as usize].iter().flatten();
        let alone = !neighbours.any(|neighbour| self.counts(*neighbour));
        (alone || self.chain.raw).then_some(ChainFeature::Vertex(index))
    }

    fn seam(&self, index: u32) -> Option<Seam> {
        Seam::new(self.chain, index, |neighbour| self.counts(neighbour))
    }

    fn counts(&self, index: u32) -> bool {
        self.filter.is_none_or(|filter| filter(index))
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
