//! The local scene of a tick (candidate set): the parts near a box, gathered once, queried many times.

use super::motion::BodyMotion;
use super::resident::Gate;
use crate::pair::contact::{Contact, contact, contact_among};
use crate::pair::cores::CorePair;
use crate::pair::hulls::Hulls;
use crate::pair::matrix;
use crate::pair::prism::Features;
use crate::pair::sweep::{Hit, Start, Sweep, sweep};
use crate::part::{BodyId, PartId};
use crate::shape::{
    Convex, Points, Shape, ShapeRef, capsule::Capsule, hull::Hull, plane::Plane, points_of,
    triangle::Triangle,
};
use crate::surface::mesh::Few;
use alloc::vec::Vec;
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};
use core::ops::ControlFlow;

/// What a [`Scene`](super::Scene) found near a box.
///
/// Reuse it from query to query: [`clear`](Self::clear) keeps the memory.
#[derive(Clone, Debug)]
pub struct LocalScene<V: Vector> {
    items: Vec<Item<V>>,
    /// What they belong to.
    sources: Vec<Source<V>>,
    /// What is added next does not belong to the last of them, or may not.
    parted: bool,
    /// The same side by side.
    few: Few<V>,
    /// Of the pieces that are added next.
    gate: Option<Gate<V>>,
    /// All pieces are plain.
    plain: bool,
    /// The length of the tick that ends now.
    tick: V::Scalar,
    /// How bodies came to where they are now.
    motions: Vec<BodyMotion<V>>,
    /// Of the pieces that are added next.
    carrier: u32,
    /// The corners of all hulls and boxes.
    points: Vec<V>,
    /// Memory for a scene's own use.
    numbers: Vec<u32>,
}

/// The carrier of what stands still.
const STILL: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Item<V: Vector> {
    solid: Solid<V>,
    index: u32,
    /// The place of what it belongs to in `sources`.
    source: u32,
}

/// What pieces of one body have in common.
#[derive(Clone, Copy, Debug)]
struct Source<V: Vector> {
    body: BodyId,
    /// If they block from one side alone.
    gate: Option<Gate<V>>,
    /// Which motion is their own; [`STILL`] for none.
    carrier: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Solid<V: Vector> {
    /// A triangle, and whether it has only a front.
    Triangle(Triangle<V>, bool),
    Capsule(Capsule<V>),
    /// The first place of its corners in `points`.
    Box(u32),
    /// A hull: its first place in `points`, their number and the radius.
    Hull(u32, u32, V::Scalar),
    HalfSpace(Plane<V>),
}

impl<V: Vector> Default for LocalScene<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Vector> LocalScene<V> {
    /// A batch of nothing.
    #[must_use]
    pub fn new() -> Self {
        Self {
            items: Vec::new(),
            sources: Vec::new(),
            parted: true,
            few: Few::new(),
            gate: None,
            plain: true,
            tick: V::Scalar::ZERO,
            motions: Vec::new(),
            carrier: STILL,
            points: Vec::new(),
            numbers: Vec::new(),
        }
    }

    /// Forgets all pieces, keeps the memory.
    pub fn clear(&mut self) {
        self.items.clear();
        self.sources.clear();
        self.parted = true;
        self.few.clear();
        self.plain = true;
        self.motions.clear();
        self.carrier = STILL;
        self.points.clear();
    }

    /// Says how long the tick is that ends now. Set it before anything is gathered, so that a scene can add
    /// what has passed as well; with 0, the default, nothing moves.
    pub fn set_tick(&mut self, dt: V::Scalar) {
        self.tick = dt;
    }

    /// The length of the tick that ends now; 0 if nothing is to move.
    #[must_use]
    pub fn tick(&self) -> V::Scalar {
        self.tick
    }

    /// Says how the pieces that are added from now on came to where they are; `None` if they stand still.
    /// Call it once a body.
    pub fn set_motion(&mut self, motion: Option<BodyMotion<V>>) {
        self.carrier = STILL;
        self.parted = true;
        if let Some(motion) = motion {
            self.carrier = self.motions.len() as u32;
            self.motions.push(motion);
        }
    }

    /// The same again as of an earlier call of [`set_motion`](Self::set_motion); `false` if there was none.
    #[cfg(feature = "serde")]
    pub(super) fn set_carrier(&mut self, motion: Option<usize>) -> bool {
        self.carrier = motion.map_or(STILL, |motion| motion as u32);
        self.parted = true;
        motion.is_none_or(|motion| motion < self.motions.len())
    }

    /// The motions of the bodies that parts were gathered of, by [`carrier`](Self::carrier).
    pub fn motions(&self) -> &[BodyMotion<V>] {
        &self.motions
    }

    /// The place of a piece's motion in [`motions`](Self::motions).
    pub fn carrier(&self, index: usize) -> Option<usize> {
        let carrier = self.source(index).carrier;
        (carrier != STILL).then_some(carrier as usize)
    }

    /// How many pieces there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Adds a triangle.
    ///
    /// A one-sided triangle is passed from behind, and does not touch a capsule whose core it cuts:
    /// that is on its way through. Nothing that comes from the front ever gets that deep.
    pub fn add_triangle(&mut self, triangle: Triangle<V>, one_sided: bool, part: PartId) {
        self.add_triangle_within(triangle, triangle.bounds(), one_sided, part);
    }

    /// The same of a triangle whose box is known.
    pub(super) fn add_triangle_within(
        &mut self,
        triangle: Triangle<V>,
        bounds: Aabb<V>,
        one_sided: bool,
        part: PartId,
    ) {
        self.add(Solid::Triangle(triangle, one_sided), bounds, part);
    }

    /// Adds a capsule or, with both ends in one place, a ball.
    pub fn add_capsule(&mut self, capsule: Capsule<V>, part: PartId) {
        self.add(Solid::Capsule(capsule), capsule.bounds(), part);
    }

    /// Adds a solid box by its corners: bits 0, 1 and 2 of a corner's place say on which side of the
    /// box's three axes it is.
    pub fn add_box(&mut self, corners: [V; 8], part: PartId) {
        self.add_box_within(&corners, Aabb::of_points(corners), part);
    }

    /// Adds a shape of any kind; a triangle has both sides.
    pub fn add_shape(&mut self, shape: &impl Convex<Vector = V>, part: PartId) {
        let around = |(points, radius): Points<'_, V>| {
            Aabb::of_points(points.iter().copied()).inflated(radius)
        };
        match shape.shape_ref() {
            ShapeRef::One(([p], radius)) => self.add_capsule(Capsule::new(p, p, radius), part),
            ShapeRef::Two(([a, b], radius)) => self.add_capsule(Capsule::new(a, b, radius), part),
            ShapeRef::Three(([a, b, c], radius)) if radius == V::Scalar::ZERO => {
                self.add_triangle(Triangle::new(a, b, c), false, part);
            }
            ShapeRef::Three(core) => {
                self.add_hull(points_of(&core), around(points_of(&core)), part)
            }
            ShapeRef::Points(hull) => self.add_hull(hull, around(hull), part),
            ShapeRef::Box(bounds, corners) => self.add_corners(corners.as_points(), bounds, part),
            ShapeRef::HalfSpace(plane) => {
                let end = V::splat(V::Scalar::INFINITY);
                let everywhere = Aabb {
                    min: -end,
                    max: end,
                };
                self.add(Solid::HalfSpace(plane), everywhere, part);
            }
        }
    }

    /// Adds a body of one part, which may be a box by its corners, of whichever direction.
    pub(super) fn add_body(&mut self, shape: &ShapeRef<'_, V>, is_box: bool, body: BodyId) {
        let part = PartId { body, index: 0 };
        match shape {
            ShapeRef::Points(corners) if is_box => {
                let bounds = Aabb::of_points(corners.0.iter().copied()).inflated(corners.1);
                self.add_corners(*corners, bounds, part);
            }
            _ => self.add_shape(shape, part),
        }
    }

    /// A box in 3D, whose sides are known; else a hull.
    fn add_corners(&mut self, corners: Points<'_, V>, bounds: Aabb<V>, part: PartId) {
        match <[V; 8]>::try_from(corners.0) {
            Ok(corners) => self.add_box_within(&corners, bounds, part),
            Err(_) => self.add_hull(corners, bounds, part),
        }
    }

    fn add_box_within(&mut self, corners: &[V; 8], bounds: Aabb<V>, part: PartId) {
        let solid = Solid::Box(self.points.len() as u32);
        self.points.extend_from_slice(corners);
        self.add(solid, bounds, part);
    }

    fn add_hull(&mut self, (points, radius): Points<'_, V>, bounds: Aabb<V>, part: PartId) {
        let solid = Solid::Hull(self.points.len() as u32, points.len() as u32, radius);
        self.points.extend_from_slice(points);
        self.add(solid, bounds, part);
    }

    /// What is added from now on blocks so.
    pub(super) fn set_gate(&mut self, gate: Option<Gate<V>>) {
        self.gate = gate;
        self.parted = true;
    }

    /// An empty list that a scene may fill and has to give back.
    pub(super) fn take_numbers(&mut self) -> Vec<u32> {
        self.numbers.clear();
        core::mem::take(&mut self.numbers)
    }

    pub(super) fn keep_numbers(&mut self, numbers: Vec<u32>) {
        self.numbers = numbers;
    }

    #[inline]
    fn add(&mut self, solid: Solid<V>, bounds: Aabb<V>, part: PartId) {
        if self.parted || self.sources.last().map(|source| source.body) != Some(part.body) {
            self.parted = false;
            self.sources.push(Source {
                body: part.body,
                gate: self.gate,
                carrier: self.carrier,
            });
        }
        self.plain &= self.gate.is_none() && matches!(solid, Solid::Triangle(_, false));
        let triangle = match &solid {
            Solid::Triangle(triangle, _) => Some(triangle),
            _ => None,
        };
        self.few.push(&bounds, triangle);
        self.items.push(Item {
            solid,
            index: part.index,
            source: self.sources.len() as u32 - 1,
        });
    }

    fn source(&self, index: usize) -> &Source<V> {
        &self.sources[self.items[index].source as usize]
    }

    /// The corners of a box.
    pub(super) fn corners(&self, first: u32) -> &[V] {
        let first = first as usize;
        &self.points[first..first + 8]
    }

    pub(super) fn hull(&self, first: u32, count: u32, radius: V::Scalar) -> Points<'_, V> {
        let (first, count) = (first as usize, count as usize);
        (&self.points[first..first + count], radius)
    }

    /// Every contact with a separation of at most `reach`, in the order the pieces came.
    pub fn contacts(
        &self,
        capsule: &Capsule<V>,
        reach: V::Scalar,
        mut visit: impl FnMut(Contact<V>),
    ) {
        self.each_contact(capsule, reach, |index, contact| {
            visit(Contact {
                part: self.part(index),
                ..contact
            });
        });
    }

    /// The least separation, if it is at most `reach`; the earliest piece on a tie.
    #[must_use]
    pub fn closest(&self, capsule: &Capsule<V>, reach: V::Scalar) -> Option<Contact<V>> {
        let mut best: Option<Contact<V>> = None;
        self.contacts(capsule, reach, |found| {
            if best.is_none_or(|best| found.separation < best.separation) {
                best = Some(found);
            }
        });
        best
    }

    #[cfg(feature = "serde")]
    pub(super) fn solid(&self, index: usize) -> &Solid<V> {
        &self.items[index].solid
    }

    #[cfg(feature = "serde")]
    pub(super) fn gate(&self, index: usize) -> Option<Gate<V>> {
        self.source(index).gate
    }

    /// The motion of a body of which there is a piece.
    pub(super) fn motion_of(&self, body: BodyId) -> Option<BodyMotion<V>> {
        let source = self.sources.iter().find(|source| source.body == body)?;
        (source.carrier != STILL).then(|| self.motions[source.carrier as usize])
    }

    /// Adds pieces of another batch: those whose numbers are wanted, in their order.
    pub(super) fn add_from(&mut self, other: &Self, wanted: impl Fn(usize) -> bool) {
        let first = self.motions.len() as u32;
        self.motions.extend_from_slice(&other.motions);
        for index in (0..other.len()).filter(|index| wanted(*index)) {
            let solid = match other.items[index].solid {
                Solid::Hull(from, count, radius) => {
                    let to = self.points.len() as u32;
                    let (points, _) = other.hull(from, count, radius);
                    self.points.extend_from_slice(points);
                    Solid::Hull(to, count, radius)
                }
                Solid::Box(from) => {
                    let to = self.points.len() as u32;
                    self.points.extend_from_slice(other.corners(from));
                    Solid::Box(to)
                }
                solid => solid,
            };
            let source = other.source(index);
            self.gate = source.gate;
            self.parted = true;
            self.carrier = match source.carrier {
                STILL => STILL,
                carrier => first + carrier,
            };
            let bounds = other.few.bounds(index);
            self.add(solid, bounds, other.part(index));
        }
        self.set_gate(None);
        self.set_motion(None);
    }

    /// The same batch with fewer pieces: those whose numbers are wanted, in their order.
    #[must_use]
    pub fn filtered(&self, wanted: impl Fn(usize) -> bool) -> Self {
        let mut fewer = Self::new();
        fewer.tick = self.tick;
        fewer.add_from(self, wanted);
        fewer
    }

    /// What a piece is.
    pub fn shape(&self, index: usize) -> Shape<V> {
        match self.items[index].solid {
            Solid::Triangle(triangle, _) => Shape::Triangle(triangle),
            Solid::Capsule(capsule) => Shape::Capsule(capsule),
            Solid::Box(first) => Shape::Hull(Hull::new(self.corners(first), V::Scalar::ZERO)),
            Solid::Hull(first, count, radius) => {
                let (points, radius) = self.hull(first, count, radius);
                Shape::Hull(Hull::new(points, radius))
            }
            Solid::HalfSpace(plane) => Shape::Plane(plane),
        }
    }

    /// Whether a piece is a triangle that blocks from everywhere.
    pub fn is_plain(&self, index: usize) -> bool {
        let solid = &self.items[index].solid;
        self.source(index).gate.is_none() && matches!(solid, Solid::Triangle(_, false))
    }

    /// Whether all are.
    pub fn all_plain(&self) -> bool {
        self.plain
    }

    /// The body of a part and its number in it.
    #[must_use]
    pub fn part(&self, index: usize) -> PartId {
        PartId {
            body: self.source(index).body,
            index: self.items[index].index,
        }
    }

    /// Visits every contact with a separation of at most `reach` by the place of its part, in the order the parts came.
    pub fn each_contact(
        &self,
        capsule: &Capsule<V>,
        reach: V::Scalar,
        mut visit: impl FnMut(usize, Contact<V>),
    ) {
        let triangle = |index| self.triangle(index);
        self.few
            .within(capsule, reach, triangle, |index, features| {
                if let Some(contact) = self.contact_among(index, capsule, features, reach) {
                    visit(index, contact);
                }
            });
    }

    /// A part that is a triangle.
    pub fn triangle(&self, index: usize) -> Option<&Triangle<V>> {
        match &self.items[index].solid {
            Solid::Triangle(triangle, _) => Some(triangle),
            _ => None,
        }
    }

    /// Visits every piece that may stop a capsule in `region` on its way, and tells before which fraction of its
    /// motion none does.
    pub fn arrivals(
        &self,
        capsule: &Capsule<V>,
        delta: V,
        region: &Aabb<V>,
        counts: impl Fn(usize) -> bool,
        mut visit: impl FnMut(usize, f32),
    ) {
        let triangle = |index| self.triangle(index);
        self.few
            .arrivals(capsule, delta, region, triangle, |index, arrival| {
                if counts(index) {
                    visit(index, arrival);
                }
            });
    }

    /// Whether the capsule overlaps anything; touching does not count.
    #[must_use]
    pub fn overlaps(&self, capsule: &Capsule<V>) -> bool {
        let zero = V::Scalar::ZERO;
        let flow = self.each_touching(&capsule.bounds(), |index| {
            match self.contact(index, capsule, zero) {
                Some(found) if found.separation < zero => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        });
        flow.is_break()
    }

    /// What stops a capsule on its way first, the earliest piece on a tie.
    ///
    /// Gather a box around the whole way before: pieces outside of it are not known here.
    #[must_use]
    pub fn sweep(&self, capsule: &Capsule<V>, delta: V) -> Option<Hit<V>> {
        let mut best: Option<Hit<V>> = None;
        let region = capsule.bounds().swept(delta);
        self.arrivals(
            capsule,
            delta,
            &region,
            |_| true,
            |index, arrival| {
                let limit = best.map_or(V::Scalar::ONE, |best| best.t);
                if f64::from(arrival) > limit.to_f64() {
                    return;
                }
                let swept = self.sweep_one(index, capsule, delta, limit);
                if let Some(hit) = swept.hit
                    && best.is_none_or(|best| hit.t < best.t)
                {
                    best = Some(Hit {
                        part: self.part(index),
                        ..hit
                    });
                }
            },
        );
        best
    }

    /// Visits the pieces whose boxes touch `region`, in the order they came: what anything in it can meet.
    pub fn each_touching(
        &self,
        region: &Aabb<V>,
        visit: impl FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.few.touching(region, visit)
    }

    /// The contact with one piece.
    pub fn contact(
        &self,
        index: usize,
        capsule: &Capsule<V>,
        reach: V::Scalar,
    ) -> Option<Contact<V>> {
        self.contact_among(index, capsule, None, reach)
    }

    /// The same, where the features of a triangle that can be nearest may be known.
    fn contact_among(
        &self,
        index: usize,
        capsule: &Capsule<V>,
        features: Option<Features>,
        reach: V::Scalar,
    ) -> Option<Contact<V>> {
        let found = self.contact_of(index, capsule, features, reach)?;
        let gate = self.source(index).gate;
        let blocks = gate.is_none_or(|gate| gate.blocks(&found));
        blocks.then_some(found)
    }

    fn contact_of(
        &self,
        index: usize,
        capsule: &Capsule<V>,
        features: Option<Features>,
        reach: V::Scalar,
    ) -> Option<Contact<V>> {
        let a = capsule.rounded();
        match &self.items[index].solid {
            Solid::Triangle(triangle, one_sided) => {
                let cores = CorePair::new(a, triangle.rounded(), V::ZERO);
                let found = match features {
                    Some(features) => contact_among(&cores, features, reach)?,
                    None => contact(&cores, reach)?,
                };
                let passes = *one_sided && passes(&found, capsule.radius, front(triangle));
                (!passes).then_some(found)
            }
            Solid::Capsule(other) => contact(&CorePair::new(a, other.rounded(), V::ZERO), reach),
            Solid::Box(first) => {
                let corners = (self.corners(*first), V::Scalar::ZERO);
                contact(&Hulls::new(points_of(&a), corners, V::ZERO)?, reach)
            }
            Solid::Hull(first, count, radius) => {
                let hull = self.hull(*first, *count, *radius);
                contact(&Hulls::new(points_of(&a), hull, V::ZERO)?, reach)
            }
            Solid::HalfSpace(plane) => {
                let plane = ShapeRef::HalfSpace(*plane);
                matrix::contact_within(&capsule.shape_ref(), &plane, reach)
            }
        }
    }

    /// The sweep against one piece, up to the fraction `limit`.
    pub fn sweep_one(
        &self,
        index: usize,
        capsule: &Capsule<V>,
        delta: V,
        limit: V::Scalar,
    ) -> Sweep<V> {
        let mut swept = self.sweep_of(index, capsule, delta, limit);
        if let (Some(gate), Some(hit)) = (self.source(index).gate, swept.hit) {
            swept.hit = gate.stops(&hit).then_some(hit);
        }
        swept
    }

    fn sweep_of(&self, index: usize, capsule: &Capsule<V>, delta: V, limit: V::Scalar) -> Sweep<V> {
        let a = capsule.rounded();
        match &self.items[index].solid {
            Solid::Triangle(triangle, one_sided) => {
                let mut swept = if capsule.a == capsule.b {
                    let ball = ([capsule.a], capsule.radius);
                    sweep(&CorePair::new(ball, triangle.rounded(), delta), limit)
                } else {
                    sweep(&CorePair::new(a, triangle.rounded(), delta), limit)
                };
                let free = || match (swept.start, swept.hit) {
                    (Start::Separate, Some(hit)) => {
                        hit.normal.dot(front(triangle)) < V::Scalar::ZERO
                    }
                    (Start::Touching(found) | Start::Overlapping(found), _) => {
                        passes(&found, capsule.radius, front(triangle))
                    }
                    (Start::Separate, None) => false,
                };
                if *one_sided && free() {
                    swept.hit = None;
                }
                swept
            }
            Solid::Capsule(other) => sweep(&CorePair::new(a, other.rounded(), delta), limit),
            Solid::Box(first) => {
                let corners = (self.corners(*first), V::Scalar::ZERO);
                match Hulls::new(points_of(&a), corners, delta) {
                    Some(pair) => sweep(&pair, limit),
                    None => Sweep::free(V::Scalar::ZERO),
                }
            }
            Solid::Hull(first, count, radius) => {
                let hull = self.hull(*first, *count, *radius);
                match Hulls::new(points_of(&a), hull, delta) {
                    Some(pair) => sweep(&pair, limit),
                    None => Sweep::free(V::Scalar::ZERO),
                }
            }
            Solid::HalfSpace(plane) => {
                matrix::swept(&capsule.shape_ref(), delta, &ShapeRef::HalfSpace(*plane))
            }
        }
    }

    /// Whether the piece can touch anything in `region` at all.
    pub fn may_touch(&self, index: usize, region: &Aabb<V>) -> bool {
        self.few.bounds(index).overlaps(region)
    }

    /// Whether the piece is round all over.
    pub fn is_round(&self, index: usize) -> bool {
        match &self.items[index].solid {
            Solid::Capsule(Capsule { radius, .. }) | Solid::Hull(_, _, radius) => {
                *radius > V::Scalar::ZERO
            }
            Solid::Triangle(..) | Solid::Box(_) | Solid::HalfSpace(_) => false,
        }
    }

    /// The normal of the surface that carries a contact, on the contact's side; among the sides that
    /// meet at an edge of a box, the one that faces `up` most.
    ///
    /// At the edge of a stair the contact's own normal is that of the edge, somewhere between the
    /// tread and the riser; this is the tread's.
    pub fn surface(&self, index: usize, normal: V, up: V) -> V {
        let zero = V::Scalar::ZERO;
        match &self.items[index].solid {
            Solid::Triangle(triangle, _) => facing(front(triangle), normal),
            // The side of a bare segment in 2D, of which a chain is made.
            Solid::Capsule(capsule) if V::DIM == 2 && capsule.radius == zero => {
                let side = (capsule.b - capsule.a).any_orthogonal_vector();
                match side.try_normalize() {
                    Some(side) if side.dot(normal) < zero => -side,
                    Some(side) => side,
                    None => normal,
                }
            }
            Solid::Hull(first, count, radius) if V::DIM == 2 && *radius == zero => {
                side(self.hull(*first, *count, *radius).0, normal, up)
            }
            Solid::Capsule(_) | Solid::Hull(..) | Solid::HalfSpace(_) => normal,
            Solid::Box(first) => {
                let corners = self.corners(*first);
                let edges = [1, 2, 4].map(|i| corners[i] - corners[0]);
                let mut best = normal;
                let mut highest = -V::Scalar::INFINITY;
                for edge in edges {
                    let Some(axis) = edge.try_normalize() else {
                        continue;
                    };
                    let side = if axis.dot(normal) < zero { -axis } else { axis };
                    let faces = side.dot(normal) > V::Scalar::from_f64(1e-3);
                    if faces && side.dot(up) > highest {
                        (best, highest) = (side, side.dot(up));
                    }
                }
                best
            }
        }
    }
}

/// Of the sides of a polygon that meet in its corner farthest along `normal`, the normal of the one that
/// faces `up` most.
fn side<V: Vector>(points: &[V], normal: V, up: V) -> V {
    let Some(corner) = points
        .iter()
        .copied()
        .reduce(|a, b| if b.dot(normal) > a.dot(normal) { b } else { a })
    else {
        return normal;
    };
    let faces = V::Scalar::from_f64(1e-3);
    let mut best = normal;
    let mut highest = -V::Scalar::INFINITY;
    for end in points {
        let Some(across) = (*end - corner).any_orthogonal_vector().try_normalize() else {
            continue;
        };
        for out in [across, -across] {
            // No point of the polygon is outside of a side.
            let spare = (*end - corner).abs().max_element() * V::Scalar::from_f64(1e-5);
            let is_side = points.iter().all(|p| (*p - corner).dot(out) <= spare);
            if is_side && out.dot(normal) > faces && out.dot(up) > highest {
                (best, highest) = (out, out.dot(up));
            }
        }
    }
    best
}

/// The side of a triangle with this front that a normal is on; the normal itself if the triangle has no area, and
/// so a zero front.
pub fn facing<V: Vector>(front: V, normal: V) -> V {
    if front == V::ZERO {
        normal
    } else if front.dot(normal) < V::Scalar::ZERO {
        -front
    } else {
        front
    }
}

/// The unit normal of a triangle; zero if it has no area.
pub fn front<V: Vector>(triangle: &Triangle<V>) -> V {
    triangle.normal().unwrap_or(V::ZERO)
}

/// Whether a one-sided triangle lets a contact pass: it is behind, or cut through on its way.
fn passes<V: Vector>(found: &Contact<V>, radius: V::Scalar, front: V) -> bool {
    found.separation < -radius || found.normal.dot(front) < V::Scalar::ZERO
}
