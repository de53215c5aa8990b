//! Queries part by part: the defaults of [`Surface`], on its bounds and its parts in a box.

use super::extent::Extent;
use super::motion::{Motions, Rigid};
use super::{OnHit, Options, ScalarOf, Surface};
use crate::pair::contact::Contact;
use crate::pair::hit::{Hit, Start, Sweep};
use crate::pair::matrix;
use crate::pair::rigid::RigidMotion;
use crate::part::PartId;
use crate::shape::ShapeRef;
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};
use core::ops::ControlFlow;

/// The box in which a shape moving by `delta` can touch a part within `reach`, grown by more than any rounding.
pub(crate) fn region<S: Surface + ?Sized>(
    surface: &S,
    shape: &ShapeRef<'_, S::Vector>,
    reach: ScalarOf<S>,
    delta: S::Vector,
) -> Option<Aabb<S::Vector>> {
    let own = surface.bounds();
    let zero = ScalarOf::<S>::ZERO;
    let around = match shape.bounds() {
        Some(bounds) => bounds.swept(delta).inflated(reach.max(zero)),
        None => return Some(everywhere()),
    };
    let size = own.magnitude().max(around.magnitude());
    let size = size.max(delta.abs().max_element());
    let region = around.inflated(Extent::around(&around, size)?.margin());
    let tame = region.min.is_finite() && region.max.is_finite();
    Some(if tame { region } else { everywhere() })
}

pub(crate) fn everywhere<V: Vector>() -> Aabb<V> {
    let end = V::splat(V::Scalar::INFINITY);
    Aabb {
        min: -end,
        max: end,
    }
}

pub(super) fn closest<S: Surface + ?Sized>(
    surface: &S,
    with: &Options<'_>,
    shape: &ShapeRef<'_, S::Vector>,
    reach: ScalarOf<S>,
) -> Option<Contact<S::Vector>> {
    let region = region(surface, shape, reach, <S::Vector as Vector>::ZERO)?;
    let mut best: Option<Contact<S::Vector>> = None;
    surface.parts(&region, &mut |part, other| {
        let within = best.map_or(reach, |best| best.separation);
        if with.accepts(part)
            && let Some(found) = matrix::contact_within(shape, other, within)
        {
            let found = Contact { part, ..found };
            if found.precedes(best.as_ref()) {
                best = Some(found);
            }
        }
    });
    best
}

pub(super) fn each_contact<S: Surface + ?Sized>(
    surface: &S,
    with: &Options<'_>,
    shape: &ShapeRef<'_, S::Vector>,
    reach: ScalarOf<S>,
    visit: &mut dyn FnMut(Contact<S::Vector>),
) {
    let Some(region) = region(surface, shape, reach, <S::Vector as Vector>::ZERO) else {
        return;
    };
    surface.parts(&region, &mut |part, other| {
        if with.accepts(part)
            && let Some(found) = matrix::contact_within(shape, other, reach)
        {
            visit(Contact { part, ..found });
        }
    });
}

pub(super) fn overlap<S: Surface + ?Sized>(
    surface: &S,
    with: &Options<'_>,
    shape: &ShapeRef<'_, S::Vector>,
) -> bool {
    let (zero, rest) = (ScalarOf::<S>::ZERO, <S::Vector as Vector>::ZERO);
    let mut overlaps = false;
    if let Some(region) = region(surface, shape, zero, rest) {
        surface.parts(&region, &mut |part, other| {
            overlaps = overlaps || with.accepts(part) && matrix::overlaps(shape, other);
        });
    }
    overlaps
}

pub(super) fn each_hit<S: Surface + ?Sized>(
    surface: &S,
    with: &Options<'_>,
    shape: &ShapeRef<'_, S::Vector>,
    delta: S::Vector,
    visit: &mut OnHit<'_, S::Vector>,
) {
    let Some(region) = region(surface, shape, ScalarOf::<S>::ZERO, delta) else {
        return;
    };
    let (mut limit, mut flow) = (ScalarOf::<S>::ONE, ControlFlow::Continue(()));
    surface.parts(&region, &mut |part, other| {
        if flow.is_continue()
            && with.accepts(part)
            && let Some(hit) = matrix::swept(shape, delta, other).hit
            && hit.t <= limit
        {
            flow = visit(Hit { part, ..hit }, &mut limit);
        }
    });
}

fn rigid_extent<S: Surface + ?Sized>(
    surface: &S,
    shape: &ShapeRef<'_, S::Vector>,
    motions: &Rigid<S::Vector>,
) -> Option<Extent<S::Vector>> {
    let size = surface.bounds().magnitude().max(motions.size());
    Extent::of(shape, size)
}

/// The box in which a shape can touch a part during rigid motions; `None` for a shape without points.
pub(crate) fn rigid_region<S: Surface + ?Sized>(
    surface: &S,
    shape: &ShapeRef<'_, S::Vector>,
    motions: &Rigid<S::Vector>,
) -> Option<Aabb<S::Vector>> {
    let extent = rigid_extent(surface, shape, motions)?;
    Some(motions.region(&extent).unwrap_or_else(everywhere))
}

/// Parts with a hit that `blocks` rejects are ignored for the whole motion.
pub(crate) fn sweep_rigid<S: Surface + ?Sized>(
    surface: &S,
    with: &Options<'_>,
    shape: &ShapeRef<'_, S::Vector>,
    motion: &RigidMotion<S::Vector>,
    own: &RigidMotion<S::Vector>,
    blocks: impl Fn(PartId, &Hit<S::Vector>) -> bool,
) -> Sweep<S::Vector> {
    let motions = Rigid {
        a: *motion,
        b: *own,
    };
    let mut earliest = Earliest::new();
    let Some(extent) = rigid_extent(surface, shape, &motions) else {
        return earliest.sweep();
    };
    let arrival = motions.arrival(&extent);
    let region = motions.region(&extent).unwrap_or_else(everywhere);
    surface.parts(&region, &mut |part, other| {
        let reached = match other.bounds() {
            Some(bounds) => arrival(&bounds).is_some_and(|t| t <= earliest.limit()),
            None => true,
        };
        if reached && with.accepts(part) {
            let mut swept = motions.sweep(shape, other);
            swept.hit = swept.hit.filter(|hit| blocks(part, hit));
            earliest.offer(swept, part);
        }
    });
    earliest.sweep()
}

/// The earliest of the sweeps of the parts of a surface, and that part; on a tie the lowest part that is hit, then of the surface.
pub(crate) fn earliest_of_parts<S: Surface>(
    a: &S,
    sweep: impl Fn(&ShapeRef<'_, S::Vector>) -> Sweep<S::Vector>,
) -> Option<(Sweep<S::Vector>, PartId)> {
    let mut earliest = Earliest::new();
    a.parts(&a.bounds(), &mut |part, shape| {
        let found = sweep(shape);
        let of = found.hit.map_or(PartId::default(), |hit| hit.part);
        earliest.offer(found, (of, part));
    });
    earliest.best().map(|(swept, (_, part))| (swept, part))
}

/// The earliest hit found so far or, until there is one, the nearest touch at the start; and its part or parts.
pub(crate) struct Earliest<V: Vector, P> {
    best: Option<(Sweep<V>, P)>,
}

impl<V: Vector, P: Copy + PartialOrd> Earliest<V, P> {
    pub(crate) fn new() -> Self {
        Self { best: None }
    }

    pub(crate) fn best(self) -> Option<(Sweep<V>, P)> {
        self.best
    }

    /// Later hits are not needed.
    pub(crate) fn limit(&self) -> V::Scalar {
        let hit = self.best.and_then(|(best, _)| best.hit);
        hit.map_or(V::Scalar::ONE, |hit| hit.t)
    }

    /// Keeps a sweep with a hit or touch if it comes before the best one.
    #[inline]
    pub(crate) fn offer(&mut self, found: Sweep<V>, part: P) {
        if found.hit.is_none() && found.start == Start::Separate {
            return;
        }
        let better = self.best.is_none_or(|(best, of)| {
            let time = |swept: &Sweep<V>| swept.hit.map_or(V::Scalar::INFINITY, |hit| hit.t);
            let (x, y) = (time(&found), time(&best));
            if x != y {
                return x < y;
            }
            let separation = |swept: &Sweep<V>| {
                let contact = swept.start.contact();
                contact.map_or(V::Scalar::INFINITY, |contact| contact.separation)
            };
            let (x, y) = (separation(&found), separation(&best));
            if x != y {
                return x < y;
            }
            part < of
        });
        if better {
            self.best = Some((found, part));
        }
    }

    /// The sweep with the part of its hit, as `id` finds it.
    pub(crate) fn sweep_by(self, id: impl Fn(P) -> PartId) -> Sweep<V> {
        let Some((mut sweep, part)) = self.best else {
            return Sweep::free(V::Scalar::ZERO);
        };
        if let Some(hit) = &mut sweep.hit {
            hit.part = id(part);
        }
        sweep
    }
}

impl<V: Vector> Earliest<V, PartId> {
    /// The sweep with the part of its hit.
    pub(crate) fn sweep(self) -> Sweep<V> {
        self.sweep_by(|part| part)
    }
}
