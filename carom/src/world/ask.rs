//! The questions asked of a world: which bodies count, from where it is seen, and what is asked.

use super::asked::{Asked, PieceFilter};
use super::bodies::Bodies;
use super::body::Body;
use super::piece::{BodyId, Piece, PieceContact, PieceHit};
use super::region::Region;
use super::resident::{Resident, Seen};
use super::view::region as region_of;
use crate::shape::Shape;
use crate::shape::aabb::Aabb;
use crate::shape::hull::Hull;
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
    pieces: Option<&'a PieceFilter<'a, V>>,
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
            pieces: None,
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

    /// Only pieces count for which this is true: triangles of a mesh and segments of a chain by their number;
    /// a body of one piece is number 0.
    ///
    /// Together with [`filter`](Self::filter), which leaves out a whole body at once and is asked first. This
    /// one is asked about pieces that are near, in any order and maybe more than once. Of a
    /// [smooth](crate::Mesh::smooth) mesh the seams stay where they were, as with [`Mesh::only`](crate::Mesh::only).
    ///
    /// ```
    /// use carom::{Body, Mesh, World, glam::{Vec3, vec3}};
    /// let lake = vec![vec3(0., 1., 0.), vec3(0., 1., 9.), vec3(9., 1., 0.), vec3(0., 0., 0.), vec3(0., 0., 9.), vec3(9., 0., 0.)];
    /// let mut world = World::new();
    /// world.insert(Mesh::new(lake, [[0, 1, 2], [3, 4, 5]])?)?;
    /// let materials = ["water", "rock"]; // of each triangle of the body with the `data` 0
    /// let dry = |piece: carom::Piece, body: &Body<Vec3>| body.data != 0 || materials[piece.part as usize] != "water";
    /// let hit = world.ask().filter_pieces(&dry).ray(vec3(1., 5., 1.), Vec3::Y * -9.).unwrap();
    /// assert_eq!(hit.piece.part, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn filter_pieces(self, filter: &'a (dyn Fn(Piece, &Body<V>) -> bool + Sync + 'a)) -> Self {
        Self {
            pieces: Some(filter),
            ..self
        }
    }

    /// Asked in a frame of the world's directions around this point: shapes, motions and answers are
    /// relative to it.
    ///
    /// For worlds that are larger than `f32` tells apart. Where a body is from there is found in double
    /// precision and rounded once, so that the same bodies at the same distances give the same bits 10,000
    /// km away as near the origin, if their positions are exact in both places. An origin that is not finite
    /// gives empty answers, and bodies that are farther from it than 1/16 of the largest number do not count.
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
                let Some(asked) = self.counted(number) else {
                    return;
                };
                let body = asked.id;
                let within = best.map_or(reach, |best| best.contact.separation);
                asked.closest(shape, within, &mut |(contact, part)| {
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
        let _ = self.each_near(shape, reach, |asked| {
            asked.contacts(shape, reach, &mut |(contact, part)| {
                let body = asked.id;
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
        let flow = self.each_near(shape, V::Scalar::ZERO, |asked| {
            stop_if(asked.overlap(shape))
        });
        flow.is_break()
    }

    /// Every body that touches the shape, in their order. What `found` held before is forgotten, its
    /// memory used again.
    pub fn overlaps(&self, shape: &Shape<V>, found: &mut Vec<BodyId>) {
        found.clear();
        let _ = self.each_near(shape, V::Scalar::ZERO, |asked| {
            if asked.overlap(shape) {
                found.push(asked.id);
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
        let _ = self.each_met(shape, delta, |asked, limit| {
            asked.sweep(shape, delta, &mut |(hit, start, part)| {
                let body = asked.id;
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
        let flow = self.each_met(shape, delta, |asked, _| stop_if(asked.stops(shape, delta)));
        flow.is_break()
    }

    /// Everything that stops the shape on its way, each piece as if it were alone, in order of time. What
    /// `found` held before is forgotten, its memory used again.
    ///
    /// Equal times: what it is deepest in at the start, then the first [`Piece`].
    pub fn sweep_all(&self, shape: &Shape<V>, delta: V, found: &mut Vec<PieceHit<V>>) {
        found.clear();
        let _ = self.each_met(shape, delta, |asked, _| {
            asked.sweep_all(shape, delta, &mut |(hit, start, part)| {
                let body = asked.id;
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
            Seen::Hull(corners, radius) => {
                return self.overlaps(&Hull::new(&*corners, radius).into(), found);
            }
            Seen::Surface(surface, map) => (surface, map),
        };
        found.clear();
        let own = surface.bounds();
        let around = Shape::Aabb(map.around(&own));
        let region = self.region(&around, V::Scalar::ZERO, V::ZERO);
        let _ = self.bodies.overlapping(region.as_ref(), |number| {
            if let Some(other) = self.counted(number) {
                let region = other.resident.bounds_from(self.origin);
                let region = region.map_or(own, |bounds| region_of(surface, &map, &bounds));
                let mut touches = false;
                surface.pieces(&region, &mut |piece, _| {
                    touches = touches || other.overlap(&map.shape(&piece));
                });
                if touches {
                    found.push(other.id);
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

    /// The rank of the body at this place.
    pub(super) fn rank(&self, number: u32) -> u32 {
        self.bodies
            .at(number)
            .map_or(0, |(_, resident)| resident.rank)
    }

    /// At least how fast any point of any body with a box is.
    pub(super) fn fastest(&self) -> V::Scalar {
        self.bodies.fastest()
    }

    fn each_near(
        &self,
        shape: &Shape<V>,
        reach: V::Scalar,
        mut visit: impl FnMut(Asked<'a, V>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if !self.makes_sense(shape, V::ZERO) {
            return ControlFlow::Continue(());
        }
        let region = self.region(shape, reach.max(V::Scalar::ZERO), V::ZERO);
        self.bodies
            .overlapping(region.as_ref(), |number| match self.counted(number) {
                Some(asked) => visit(asked),
                None => ControlFlow::Continue(()),
            })
    }

    fn each_met(
        &self,
        shape: &Shape<V>,
        delta: V,
        mut visit: impl FnMut(Asked<'a, V>, &mut V::Scalar) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if !self.makes_sense(shape, delta) {
            return ControlFlow::Continue(());
        }
        let region = self.region(shape, V::Scalar::ZERO, delta);
        self.bodies
            .reached(region.as_ref(), delta, |number, limit| {
                match self.counted(number) {
                    Some(asked) => visit(asked, limit),
                    None => ControlFlow::Continue(()),
                }
            })
    }

    fn makes_sense(&self, shape: &Shape<V>, delta: V) -> bool {
        shape.is_valid() && delta.is_finite() && self.origin.is_finite()
    }

    /// The body at this place, if there is one and it counts.
    pub(super) fn counted(&self, number: u32) -> Option<Asked<'a, V>> {
        let (id, resident) = self.bodies.at(number)?;
        let body = &resident.body;
        let counts = (!body.sensor || self.sensors)
            && body.layers & self.mask != 0
            && body.mask & self.layers != 0
            && self.except != Some(id)
            && resident.is_in_range(self.origin)
            && self.filter.is_none_or(|filter| filter(id, body));
        counts.then_some(Asked {
            id,
            resident,
            origin: self.origin,
            pieces: self.pieces,
        })
    }

    /// The box in the world that can be touched within `reach`, grown by more than any rounding; `None` if
    /// there is no such box.
    fn region(&self, shape: &Shape<V>, reach: V::Scalar, delta: V) -> Option<Region<V>> {
        let bounds = shape.bounds()?.inflated(reach);
        let own = bounds.magnitude() + delta.abs().max_element();
        Region::new(&bounds, own, self.origin)
    }
}

fn stop_if(enough: bool) -> ControlFlow<()> {
    if enough {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}
