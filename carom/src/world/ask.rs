//! The questions asked of a world: which bodies count, from where it is seen, and what is asked.

use super::bodies::Bodies;
use super::body::Body;
use super::margin::with_rounding;
use super::piece::{BodyId, Piece, PieceContact, PieceHit};
use super::resident::{Resident, Seen};
use super::view::region as region_of;
use crate::shape::Shape;
use crate::shape::aabb::Aabb;
use crate::vector::{Scalar, Vector};
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::ControlFlow;

/// A question to a [`World`](super::World): first which bodies count and from where they are seen, then the
/// question itself, asked by any [`Shape`].
///
/// Answers are those of the pair functions, or of the [`Mesh`](crate::Mesh) where a body is one: of a mesh in
/// a pose that changes nothing to the bit; else the shape is brought into the frame of the mesh and the answer
/// back, in double precision and each number rounded once either way, which
/// [`error_bound`](crate::contact::Contact::error_bound) counts in. A shape that is not
/// [valid](Shape::is_valid) gets empty answers.
///
/// The cost grows with the logarithm of the number of bodies; a half-space that asks looks at all of them.
///
/// ```
/// use carom::{Ball, BodyId, Shape, World, glam::vec2};
/// let mut world = World::new();
/// let near = world.insert(Ball::new(vec2(3., 0.), 1.))?;
/// let far = world.insert(Ball::new(vec2(9., 0.), 1.))?;
/// let mut hits = Vec::new();
/// world.ask().ray_all(vec2(0., 0.), vec2(10., 0.), &mut hits);
/// assert_eq!(hits.iter().map(|hit| hit.piece.body).collect::<Vec<_>>(), [near, far]);
/// let rest = world.ask().except(near).ray(vec2(0., 0.), vec2(10., 0.)).unwrap();
/// assert!(rest.piece.body == far && (rest.hit.t - 0.8).abs() < 1e-6);
/// # Ok::<(), carom::BodyError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Ask<'a, V: Vector> {
    bodies: &'a Bodies<V>,
    origin: V::Double,
    layers: u32,
    mask: u32,
    except: Option<BodyId>,
    sensors: bool,
    filter: Option<&'a Filter<'a, V>>,
}

type Filter<'a, V> = dyn Fn(BodyId, &Body<V>) -> bool + Sync + 'a;

/// Which bodies count.
impl<'a, V: Vector> Ask<'a, V> {
    pub(super) fn new(bodies: &'a Bodies<V>) -> Self {
        Self {
            bodies,
            origin: <V::Double as Vector>::ZERO,
            layers: u32::MAX,
            mask: u32::MAX,
            except: None,
            sensors: false,
            filter: None,
        }
    }

    /// Asked by something in these layers: what has none of them in its mask does not count.
    #[must_use]
    pub fn layers(self, layers: u32) -> Self {
        Self { layers, ..self }
    }

    /// Only bodies in one of these layers count.
    #[must_use]
    pub fn mask(self, mask: u32) -> Self {
        Self { mask, ..self }
    }

    /// This body does not count.
    #[must_use]
    pub fn except(self, body: BodyId) -> Self {
        Self {
            except: Some(body),
            ..self
        }
    }

    /// Sensors count as well.
    #[must_use]
    pub fn with_sensors(self) -> Self {
        Self {
            sensors: true,
            ..self
        }
    }

    /// Only bodies count for which this is true.
    #[must_use]
    pub fn filter(self, filter: &'a (dyn Fn(BodyId, &Body<V>) -> bool + Sync + 'a)) -> Self {
        Self {
            filter: Some(filter),
            ..self
        }
    }

    /// Asked in a frame of the world's directions around this point: shapes, motions and answers are
    /// relative to it.
    ///
    /// For worlds that are larger than `f32` tells apart. Where a body is from there is found in double
    /// precision and rounded once, so that the same bodies at the same distances give the same bits 10,000
    /// km away as near the origin, if their positions are exact in both places. An origin that is not finite
    /// gives empty answers.
    ///
    /// ```
    /// use carom::{Ball, Body, Pose, Shape, World, glam::{Vec3, dvec3}};
    /// let mut world = World::new();
    /// let pose = Pose { translation: dvec3(1e7 + 2.5, 0., 0.), ..Pose::default() };
    /// world.insert(Body { pose, ..Body::new(Ball::new(Vec3::ZERO, 1.)) })?;
    /// let there = world.ask().around(dvec3(1e7, 0., 0.));
    /// let hit = there.ray(Vec3::ZERO, Vec3::X * 3.).unwrap().hit;
    /// assert!((hit.point - Vec3::X * 1.5).length() < 1e-6);
    /// # Ok::<(), carom::BodyError>(())
    /// ```
    #[must_use]
    pub fn around(self, origin: V::Double) -> Self {
        Self { origin, ..self }
    }
}

/// The question.
impl<'a, V: Vector> Ask<'a, V> {
    /// The least separation from any body, if it is at most `reach`.
    ///
    /// Equal separations: the first [`Piece`], by body, then by triangle.
    #[must_use]
    pub fn closest(&self, shape: &Shape<V>, reach: V::Scalar) -> Option<PieceContact<V>> {
        let mut best: Option<PieceContact<V>> = None;
        if !self.makes_sense(shape, V::ZERO) {
            return best;
        }
        let region = self.region(shape, V::Scalar::ZERO, V::ZERO);
        self.bodies
            .nearest(region.as_ref(), reach, |number, limit| {
                let Some((body, resident)) = self.counted(number) else {
                    return;
                };
                let within = best.map_or(reach, |best| best.contact.separation);
                resident.closest(self.origin, shape, within, &mut |(contact, part)| {
                    let found = PieceContact {
                        contact,
                        piece: Piece { body, part },
                    };
                    if best.is_none_or(|best| found.precedes(&best)) {
                        best = Some(found);
                        *limit = contact.separation.max(V::Scalar::ZERO);
                    }
                });
            });
        best
    }

    /// Every contact with a separation of at most `reach`, by body, then by triangle. What `found` held
    /// before is forgotten, its memory used again.
    pub fn contacts(&self, shape: &Shape<V>, reach: V::Scalar, found: &mut Vec<PieceContact<V>>) {
        found.clear();
        let _ = self.each_near(shape, reach, |body, resident| {
            resident.contacts(self.origin, shape, reach, &mut |(contact, part)| {
                let piece = Piece { body, part };
                found.push(PieceContact { contact, piece });
            });
            ControlFlow::Continue(())
        });
        found.sort_unstable_by_key(|contact| contact.piece);
    }

    /// Whether any body touches the shape.
    #[must_use]
    pub fn overlap(&self, shape: &Shape<V>) -> bool {
        let flow = self.each_near(shape, V::Scalar::ZERO, |_, resident| {
            stop_if(resident.overlap(self.origin, shape))
        });
        flow.is_break()
    }

    /// Every body that touches the shape, in their order. What `found` held before is forgotten, its
    /// memory used again.
    pub fn overlaps(&self, shape: &Shape<V>, found: &mut Vec<BodyId>) {
        found.clear();
        let _ = self.each_near(shape, V::Scalar::ZERO, |body, resident| {
            if resident.overlap(self.origin, shape) {
                found.push(body);
            }
            ControlFlow::Continue(())
        });
        found.sort_unstable();
    }

    /// What stops the shape first on its way. Bodies rest meanwhile.
    ///
    /// Equal times: what it is deepest in at the start, then the first [`Piece`].
    #[must_use]
    pub fn sweep(&self, shape: &Shape<V>, delta: V) -> Option<PieceHit<V>> {
        let mut best: Option<PieceHit<V>> = None;
        let _ = self.each_met(shape, delta, |body, resident, limit| {
            resident.sweep(self.origin, shape, delta, &mut |(hit, start, part)| {
                let piece = Piece { body, part };
                let found = PieceHit { hit, start, piece };
                if best.is_none_or(|best| found.order(&best) == Ordering::Less) {
                    best = Some(found);
                    *limit = hit.t;
                }
            });
            ControlFlow::Continue(())
        });
        best
    }

    /// Whether anything stops the shape on its way.
    #[must_use]
    pub fn sweep_any(&self, shape: &Shape<V>, delta: V) -> bool {
        let flow = self.each_met(shape, delta, |_, resident, _| {
            stop_if(resident.stops(self.origin, shape, delta))
        });
        flow.is_break()
    }

    /// Everything that stops the shape on its way, each piece as if it were alone, in order of time. What
    /// `found` held before is forgotten, its memory used again.
    ///
    /// Equal times: what it is deepest in at the start, then the first [`Piece`].
    pub fn sweep_all(&self, shape: &Shape<V>, delta: V, found: &mut Vec<PieceHit<V>>) {
        found.clear();
        let _ = self.each_met(shape, delta, |body, resident, _| {
            resident.sweep_all(self.origin, shape, delta, &mut |(hit, start, part)| {
                let piece = Piece { body, part };
                found.push(PieceHit { hit, start, piece });
            });
            ControlFlow::Continue(())
        });
        found.sort_unstable_by(PieceHit::order);
    }

    /// What is first on the straight way from `from` to `from + delta`: a swept point.
    #[must_use]
    pub fn ray(&self, from: V, delta: V) -> Option<PieceHit<V>> {
        self.sweep(&Shape::Point(from), delta)
    }

    /// Whether anything is on the straight way from `from` to `from + delta`.
    #[must_use]
    pub fn ray_any(&self, from: V, delta: V) -> bool {
        self.sweep_any(&Shape::Point(from), delta)
    }

    /// Everything on the straight way from `from` to `from + delta`: see [`sweep_all`](Self::sweep_all).
    pub fn ray_all(&self, from: V, delta: V, found: &mut Vec<PieceHit<V>>) {
        self.sweep_all(&Shape::Point(from), delta, found);
    }

    /// Every body that touches this one, in their order.
    pub(super) fn overlaps_body(&self, body: &Resident<V>, found: &mut Vec<BodyId>) {
        let (surface, map) = match body.seen(self.origin) {
            Seen::Shape(shape) => return self.overlaps(&shape, found),
            Seen::Surface(surface, map) => (surface, map),
        };
        found.clear();
        let in_world = body.body.pose.map(<V::Double as Vector>::ZERO);
        let own = surface.bounds();
        let _ = self.bodies.overlapping(body.bounds(), |number| {
            if let Some((id, other)) = self.counted(number) {
                let region = other.bounds();
                let region = region.map_or(own, |bounds| region_of(surface, &in_world, bounds));
                let mut touches = false;
                surface.pieces(&region, &mut |piece, _| {
                    touches = touches || other.overlap(self.origin, &map.shape(&piece));
                });
                if touches {
                    found.push(id);
                }
            }
            ControlFlow::Continue(())
        });
        found.sort_unstable();
    }

    /// Visits every body that can touch what is in `bounds`.
    pub(super) fn each_in(&self, bounds: &Aabb<V>, mut visit: impl FnMut(u32)) {
        let region = self.region(&Shape::Aabb(*bounds), V::Scalar::ZERO, V::ZERO);
        let _ = self.bodies.overlapping(region.as_ref(), |number| {
            visit(number);
            ControlFlow::Continue(())
        });
    }

    pub(super) fn origin(&self) -> V::Double {
        self.origin
    }

    /// At least how fast any point of any body with a box is.
    pub(super) fn fastest(&self) -> V::Scalar {
        self.bodies.fastest()
    }

    fn each_near(
        &self,
        shape: &Shape<V>,
        reach: V::Scalar,
        mut visit: impl FnMut(BodyId, &'a Resident<V>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if !self.makes_sense(shape, V::ZERO) {
            return ControlFlow::Continue(());
        }
        let region = self.region(shape, reach.max(V::Scalar::ZERO), V::ZERO);
        self.bodies
            .overlapping(region.as_ref(), |number| match self.counted(number) {
                Some((id, resident)) => visit(id, resident),
                None => ControlFlow::Continue(()),
            })
    }

    fn each_met(
        &self,
        shape: &Shape<V>,
        delta: V,
        mut visit: impl FnMut(BodyId, &'a Resident<V>, &mut V::Scalar) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if !self.makes_sense(shape, delta) {
            return ControlFlow::Continue(());
        }
        let region = self.region(shape, V::Scalar::ZERO, delta);
        self.bodies
            .reached(region.as_ref(), delta, |number, limit| {
                match self.counted(number) {
                    Some((id, resident)) => visit(id, resident, limit),
                    None => ControlFlow::Continue(()),
                }
            })
    }

    fn makes_sense(&self, shape: &Shape<V>, delta: V) -> bool {
        shape.is_valid() && delta.is_finite() && self.origin.is_finite()
    }

    /// The body at this place, if there is one and it counts.
    pub(super) fn counted(&self, number: u32) -> Option<(BodyId, &'a Resident<V>)> {
        let (id, resident) = self.bodies.at(number)?;
        let body = &resident.body;
        let counts = (!body.sensor || self.sensors)
            && body.layers & self.mask != 0
            && body.mask & self.layers != 0
            && self.except != Some(id)
            && self.filter.is_none_or(|filter| filter(id, body));
        counts.then_some((id, resident))
    }

    /// The box in the world that can be touched within `reach`, grown by more than any rounding; `None` if
    /// there is no such box.
    fn region(&self, shape: &Shape<V>, reach: V::Scalar, delta: V) -> Option<Aabb<V>> {
        let bounds = shape.bounds()?.inflated(reach);
        let own = bounds.magnitude() + delta.abs().max_element();
        let in_world = if self.origin == <V::Double as Vector>::ZERO {
            bounds
        } else {
            let placed = |p: V| V::from_double(p.to_double() + self.origin);
            Aabb {
                min: placed(bounds.min),
                max: placed(bounds.max),
            }
        };
        with_rounding(&in_world, own)
    }
}

fn stop_if(enough: bool) -> ControlFlow<()> {
    if enough {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}
