//! The queries of every surface: which parts count, and the query itself, by any shape.

use super::batch::Batch;
use super::{Options, ScalarOf, Surface};
use crate::pair::contact::Contact;
use crate::pair::rigid::RigidMotion;
use crate::pair::sweep::{Hit, Sweep};
use crate::part::PartId;
use crate::shape::{Convex, ShapeRef};
use alloc::vec::Vec;
use carom_math::{Scalar, Vector};
use core::ops::ControlFlow;

/// A query of a surface: first which parts count, then the query itself, with any convex shape.
///
/// Made by `query()` of a [`Mesh`](crate::Mesh), a [`Chain`](crate::Chain), a [`World`](crate::World), or by
/// [`Query::new`] of a [`Surface`] of your own. It is a few words of plain data: copy it, keep it as long as its surface.
///
/// Nothing allocates but the lists that the caller lends, and hulls in turned frames.
///
/// ```
/// use carom::{Capsule, Mesh, glam::{Vec3, vec3}};
/// let floor = Mesh::new([vec3(-9., 0., -9.), vec3(-9., 0., 9.), vec3(9., 0., 9.), vec3(9., 0., -9.)], [[0, 1, 2], [0, 2, 3]])?;
/// let hero = Capsule::standing(vec3(1., 5., 2.), Vec3::Y, 1.8, 0.3);
/// let query = floor.query();
/// let hit = query.sweep(&hero, vec3(0., -10., 0.)).unwrap();
/// assert!((hit.t - 0.5).abs() < 1e-5 && hit.normal == Vec3::Y);
/// let is_ice = |part: carom::PartId| part.index == 1;
/// assert_eq!(query.filter(&is_ice).closest(&hero, 9.).unwrap().part.index, 1);
/// # Ok::<(), carom::MeshError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Query<'a, S> {
    pub(crate) surface: S,
    options: Options<'a>,
}

/// Which parts count.
impl<'a, S: Surface> Query<'a, S> {
    /// A query in which every part counts.
    #[must_use]
    pub fn new(surface: S) -> Self {
        Self {
            surface,
            options: Options::default(),
        }
    }

    pub(crate) fn options(&self) -> &Options<'a> {
        &self.options
    }

    /// Only parts count for which this is true.
    ///
    /// It is called for parts that are near, in any order and maybe more than once. Which edges of a welded mesh are
    /// internal is not determined again; a chain ends where a neighbor does not count.
    #[must_use]
    pub fn filter(self, filter: &'a (dyn Fn(PartId) -> bool + Sync + 'a)) -> Self {
        let filter = Some(filter);
        Self {
            options: Options {
                filter,
                ..self.options
            },
            ..self
        }
    }

    /// With `true`, answers as if each part were alone: edges between coplanar neighbors can be hit. By default they
    /// cannot, on a [welded](crate::Mesh::weld) mesh and on a chain.
    #[must_use]
    pub fn internal_edges(self, internal_edges: bool) -> Self {
        Self {
            options: Options {
                internal_edges,
                ..self.options
            },
            ..self
        }
    }
}

/// The query.
impl<S: Surface> Query<'_, S> {
    /// The contact of the least separation, if that is at most `reach` (a length, infinite for always).
    ///
    /// Equal separations: the lowest [`PartId`]. A mesh is a shell: a shape inside a closed one is apart from it.
    #[must_use]
    #[inline]
    pub fn closest(
        &self,
        shape: &impl Convex<Vector = S::Vector>,
        reach: ScalarOf<S>,
    ) -> Option<Contact<S::Vector>> {
        self.surface
            .closest(&self.options, &shape.shape_ref(), reach)
    }

    /// Visits the contact with every part whose separation is at most `reach`, in an order that depends on the surface
    /// and not on the shape.
    #[inline]
    pub fn each_contact(
        &self,
        shape: &impl Convex<Vector = S::Vector>,
        reach: ScalarOf<S>,
        mut visit: impl FnMut(Contact<S::Vector>),
    ) {
        self.surface
            .each_contact(&self.options, &shape.shape_ref(), reach, &mut visit);
    }

    /// Puts the contact with every part whose separation is at most `reach` into `found`, by part. The list is cleared
    /// first; its memory is kept.
    pub fn contacts(
        &self,
        shape: &impl Convex<Vector = S::Vector>,
        reach: ScalarOf<S>,
        found: &mut Vec<Contact<S::Vector>>,
    ) {
        found.clear();
        self.each_contact(shape, reach, |contact| found.push(contact));
        found.sort_unstable_by_key(|contact| contact.part);
    }

    /// Whether any part touches the shape.
    #[must_use]
    #[inline]
    pub fn overlap(&self, shape: &impl Convex<Vector = S::Vector>) -> bool {
        self.surface.overlap(&self.options, &shape.shape_ref())
    }

    /// The first hit of the shape on its way (shape cast), `None` if the motion is free.
    ///
    /// A motion that starts in an overlap is stopped at `t` = 0; one that slides along or leaves is free. Equal times:
    /// the part that the shape is deepest in at the start, then the lowest.
    #[must_use]
    #[inline]
    pub fn sweep(
        &self,
        shape: &impl Convex<Vector = S::Vector>,
        delta: S::Vector,
    ) -> Option<Hit<S::Vector>> {
        let mut best: Option<Hit<S::Vector>> = None;
        let mut visit = |hit: Hit<S::Vector>, limit: &mut ScalarOf<S>| {
            if best.is_none_or(|best| hit.order(&best).is_lt()) {
                *limit = hit.t;
                best = Some(hit);
            }
            ControlFlow::Continue(())
        };
        self.surface
            .each_hit(&self.options, &shape.shape_ref(), delta, &mut visit);
        best
    }

    /// Whether any part stops the shape on its way; ends at the first one found.
    #[must_use]
    #[inline]
    pub fn sweep_any(&self, shape: &impl Convex<Vector = S::Vector>, delta: S::Vector) -> bool {
        let mut any = false;
        self.surface
            .each_hit(&self.options, &shape.shape_ref(), delta, &mut |_, _| {
                any = true;
                ControlFlow::Break(())
            });
        any
    }

    /// Puts the hit with every part that stops the shape on its way, each as if it were alone, into `hits` in the order
    /// of [`Hit::order`]. The list is cleared first; its memory is kept.
    pub fn sweep_all(
        &self,
        shape: &impl Convex<Vector = S::Vector>,
        delta: S::Vector,
        hits: &mut Vec<Hit<S::Vector>>,
    ) {
        hits.clear();
        self.surface
            .each_hit(&self.options, &shape.shape_ref(), delta, &mut |hit, _| {
                hits.push(hit);
                ControlFlow::Continue(())
            });
        hits.sort_unstable_by(Hit::order);
    }

    /// When the shape, moving and rotating by `motion`, first meets the surface, all of which moves by `own` (nonlinear
    /// shape cast): see [`sweep_rigid`](crate::sweep_rigid). `RigidMotion::default()` is rest.
    ///
    /// Equal times: the part with the least separation at the start, then the lowest. Without a hit `start` says how the
    /// shape touches the nearest part at the start, if it does.
    ///
    /// Motions that rotate meet internal edges too; what meets the back of a one-sided part passes through it for the
    /// whole motion.
    #[must_use]
    pub fn sweep_rigid(
        &self,
        shape: &impl Convex<Vector = S::Vector>,
        motion: &RigidMotion<S::Vector>,
        own: &RigidMotion<S::Vector>,
    ) -> Sweep<S::Vector> {
        let shape = shape.shape_ref();
        let swept = self.surface.sweep_rigid(&self.options, &shape, motion, own);
        if motion.rotates() || own.rotates() {
            return swept;
        }
        // Straight: the hit is that of a sweep, so that internal edges and fronts count as there.
        let hit = self.sweep(&shape, motion.delta - own.delta);
        let hit = hit.map(|hit| Hit {
            point: hit.point + own.delta * hit.t,
            ..hit
        });
        Sweep {
            start: hit.map_or(swept.start, |hit| hit.start),
            hit,
            ..swept
        }
    }

    /// The first hit on the straight way from `from` to `from + delta` (ray cast): a swept point.
    #[must_use]
    #[inline]
    pub fn ray(&self, from: S::Vector, delta: S::Vector) -> Option<Hit<S::Vector>> {
        self.sweep(&ShapeRef::point(from), delta)
    }

    /// Whether any part is on the straight way from `from` to `from + delta`.
    #[must_use]
    #[inline]
    pub fn ray_any(&self, from: S::Vector, delta: S::Vector) -> bool {
        self.sweep_any(&ShapeRef::point(from), delta)
    }

    /// Every part on the straight way from `from` to `from + delta`: see [`sweep_all`](Self::sweep_all).
    pub fn ray_all(&self, from: S::Vector, delta: S::Vector, hits: &mut Vec<Hit<S::Vector>>) {
        self.sweep_all(&ShapeRef::point(from), delta, hits);
    }
}

/// Many queries at once, in an order that is kind to the caches; on all cores with the feature `rayon`. Each answer is
/// that of the query alone.
///
/// # Panics
/// If there are not as many places for answers as there are queries.
impl<S: Surface + Sync> Query<'_, S> {
    /// [`closest`](Self::closest) of each shape.
    ///
    /// ```
    /// use carom::{Ball, Batch, Mesh, glam::{Vec3, vec3}};
    /// let tile = Mesh::new(vec![Vec3::ZERO, Vec3::Z * 9., Vec3::X * 9.], vec![[0, 1, 2]])?;
    /// let drops = [1., 2., 5.].map(|height| Ball::new(vec3(1., height, 1.), 0.5));
    /// let (mut batch, mut found) = (Batch::new(), [None; 3]);
    /// tile.query().closest_batch(&drops, 3., &mut found, &mut batch);
    /// let gaps = found.map(|found| found.map(|found| found.separation));
    /// assert_eq!(gaps, [Some(0.5), Some(1.5), None]);
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    pub fn closest_batch<A: Convex<Vector = S::Vector> + Sync>(
        &self,
        shapes: &[A],
        reach: ScalarOf<S>,
        answers: &mut [Option<Contact<S::Vector>>],
        batch: &mut Batch,
    ) {
        let query = |a: &A| self.closest(a, reach);
        batch.run(&self.surface.bounds(), shapes, answers, middle, query);
    }

    /// [`overlap`](Self::overlap) of each shape.
    pub fn overlap_batch<A: Convex<Vector = S::Vector> + Sync>(
        &self,
        shapes: &[A],
        answers: &mut [bool],
        batch: &mut Batch,
    ) {
        let query = |a: &A| self.overlap(a);
        batch.run(&self.surface.bounds(), shapes, answers, middle, query);
    }

    /// [`sweep`](Self::sweep) of each shape by its displacement.
    pub fn sweep_batch<A: Convex<Vector = S::Vector> + Sync>(
        &self,
        motions: &[(A, S::Vector)],
        answers: &mut [Option<Hit<S::Vector>>],
        batch: &mut Batch,
    ) {
        let query = |(a, delta): &(A, S::Vector)| self.sweep(a, *delta);
        let place = |(a, _): &(A, S::Vector)| middle(a);
        batch.run(&self.surface.bounds(), motions, answers, place, query);
    }

    /// [`ray`](Self::ray) of each origin and displacement.
    pub fn ray_batch(
        &self,
        rays: &[(S::Vector, S::Vector)],
        answers: &mut [Option<Hit<S::Vector>>],
        batch: &mut Batch,
    ) {
        let query = |(from, delta): &(S::Vector, S::Vector)| self.ray(*from, *delta);
        batch.run(&self.surface.bounds(), rays, answers, |ray| ray.0, query);
    }
}

/// The middle of a shape, by which queries are put in order; of a half-space the origin.
fn middle<A: Convex>(shape: &A) -> A::Vector {
    let half = <A::Vector as Vector>::Scalar::HALF;
    match shape.shape_ref() {
        ShapeRef::One(([p], _)) => p,
        ShapeRef::Two(([p, q], _)) => p * half + q * half,
        shape => shape
            .bounds()
            .map_or(<A::Vector as Vector>::ZERO, |bounds| bounds.center()),
    }
}
