//! The capsule of a tick in its local scene: its pose, its contacts there, and the surfaces it has met.

use super::body::BodyShape;
use super::body_frame::{Others, bounds_around};
use super::limb::{Limb, LimbShape, Parts, key_of, limb_of, part_of};
use super::report::{Collision, LimitsReached, SurfaceKind};
use super::settings::MoverSettings;
use super::state::CharacterState;
use super::surfaces::{PartSurfaces, with_conveyor};
use super::tuning::{LEAST_GAP, MAX_COLLISIONS, ROUNDING, SURE_MARGIN, TOUCHING};
use alloc::vec::Vec;
use carom_bvh::Aabb;
use carom_core::pair::contact::Contact;
use carom_core::shape::capsule::Capsule;
use carom_core::world::{BodyMotion, LocalScene, facing, front};
use carom_math::{Scalar, Vector};
use core::cell::RefCell;
use core::ops::ControlFlow;

/// The parts that a query considers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum PartFilter {
    All,
    /// Parts that do not move in the tick.
    Still,
    /// Parts with this motion.
    MovedBy(usize),
    /// Parts without this motion.
    NotMovedBy(usize),
}

/// Results of the queries of a tick, and their memory. Plain data: only the [`Probe`] of a tick wraps it in cells that
/// queries fill in, so that a mover stays [`Sync`].
#[derive(Clone, Debug)]
pub(super) struct QueryCache<V: Vector> {
    pub(super) contacts: ContactCache<V>,
    /// What the parts are made of.
    pub(super) surfaces: PartSurfaces<V>,
    others: Others<V>,
    /// Face normals of the triangles that a query wanted them for, by index in the local scene; zero for one without
    /// area.
    fronts: Vec<Option<V>>,
}

/// The contacts at the pose of the capsule: the queries of a tick come back to the same pose again and again.
#[derive(Clone, Debug)]
pub(super) struct ContactCache<V: Vector> {
    /// Feet, height, axis and filter; `None` if nothing is cached.
    pose: Option<(V, V::Scalar, Option<V>, PartFilter)>,
    /// All contacts within [`CONTACT_REACH`](super::tuning::CONTACT_REACH), with their indices in the local scene.
    pub(super) contacts: Vec<(usize, Contact<V>)>,
    /// The least gap among them, at most the skin.
    least_gap: V::Scalar,
    /// Memory for the parts that may stop a motion.
    pub(super) arrivals: Vec<u64>,
}

impl<V: Vector> QueryCache<V> {
    pub(super) fn new() -> Self {
        Self {
            contacts: ContactCache {
                pose: None,
                contacts: Vec::new(),
                least_gap: V::Scalar::ZERO,
                arrivals: Vec::new(),
            },
            surfaces: PartSurfaces::new(),
            others: Others::none(),
            fronts: Vec::new(),
        }
    }

    /// Forgets all results, for another local scene of `parts` parts.
    pub(super) fn clear(&mut self, parts: usize) {
        self.contacts.pose = None;
        self.fronts.clear();
        self.fronts.resize(parts, None);
    }
}

/// Whether two axes are equal to the bit.
#[inline]
pub(super) fn same_axis<V: Vector>(a: Option<V>, b: Option<V>) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => a.is_same(b),
        _ => false,
    }
}

/// The capsule of a tick among the parts of its local scene.
pub(super) struct Probe<'a, V: Vector> {
    pub(super) scene: Parts<'a, V>,
    pub(super) surfaces: &'a PartSurfaces<V>,
    pub(super) settings: &'a MoverSettings<V>,
    feet: V,
    pub(super) height: V::Scalar,
    pub(super) axis: Option<V>,
    /// A box around the body, and the rounding of a position there.
    bounds: Aabb<V>,
    rounding: V::Scalar,
    /// The ends of the main capsule's core, relative to the feet.
    core: [V; 2],
    /// The body is that capsule alone.
    pub(super) single: bool,
    /// The rest of the body.
    others: &'a mut Others<V>,
    /// The box that was gathered; no motion leaves it.
    pub(super) region: Aabb<V>,
    /// The region is a close one; a tick that would leave it is repeated with a larger one.
    pub(super) close: bool,
    /// The least gap at the start of the motion, at most the skin.
    pub(super) start_gap: V::Scalar,
    pub(super) limits: LimitsReached,
    pub(super) filter: PartFilter,
    pub(super) cache: RefCell<&'a mut ContactCache<V>>,
    fronts: RefCell<&'a mut [Option<V>]>,
    /// A box around all pushes so far.
    pub(super) pushes: Aabb<V>,
    /// The velocity that it would have without what it meets, length/s.
    pub(super) velocity: V,
    /// The surfaces met so far.
    pub(super) collisions: &'a mut Vec<Collision<V>>,
    /// Direction of the last crease that a motion followed.
    pub(super) crease: Option<V>,
}

impl<'a, V: Vector> Probe<'a, V> {
    pub(super) fn new(
        scene: &'a LocalScene<V>,
        settings: &'a MoverSettings<V>,
        region: Aabb<V>,
        state: &CharacterState<V>,
        (cache, collisions): (&'a mut QueryCache<V>, &'a mut Vec<Collision<V>>),
    ) -> Self {
        let axis = settings.posture(state.axis);
        let mut probe = Self {
            scene: Parts(scene),
            surfaces: &cache.surfaces,
            settings,
            feet: state.feet,
            height: state.height,
            axis,
            bounds: Aabb::empty(),
            rounding: V::Scalar::ZERO,
            core: settings.core(state.height, axis),
            single: matches!(settings.body, BodyShape::Capsule),
            others: cache.others.placed(settings, (state.height, axis)),
            region,
            close: false,
            start_gap: settings.skin,
            limits: LimitsReached::default(),
            filter: PartFilter::All,
            cache: RefCell::new(&mut cache.contacts),
            fronts: RefCell::new(&mut cache.fronts),
            pushes: Aabb::empty(),
            velocity: state.velocity,
            collisions,
            crease: None,
        };
        probe.place(state.feet);
        probe
    }

    #[inline]
    pub(super) fn feet(&self) -> V {
        self.feet
    }

    /// Puts the feet elsewhere, whatever is there.
    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline)]
    pub(super) fn place(&mut self, feet: V) {
        self.feet = feet;
        self.bounds = if self.single {
            self.capsule().bounds()
        } else {
            let Others { flat, limbs } = &*self.others;
            bounds_around(&self.capsule(), flat.as_ref(), limbs, feet)
        };
        let units = V::Scalar::from_f64(ROUNDING);
        self.rounding = self.bounds.magnitude() * V::Scalar::EPSILON * units;
    }

    #[inline(always)]
    pub(super) fn passes_filter(&self, index: usize) -> bool {
        matches!(self.filter, PartFilter::All) || self.passes_narrow_filter(index)
    }

    #[inline(never)]
    fn passes_narrow_filter(&self, index: usize) -> bool {
        match self.filter {
            PartFilter::All => true,
            PartFilter::Still => self.scene.carrier(index).is_none(),
            PartFilter::MovedBy(motion) => self.scene.carrier(index) == Some(motion),
            PartFilter::NotMovedBy(motion) => self.scene.carrier(index) != Some(motion),
        }
    }

    /// Whether the box of any part that passes the filter touches `region`.
    pub(super) fn any_touching(&self, region: &Aabb<V>) -> bool {
        let flow = self.scene.each_touching(region, |index| {
            if self.passes_filter(index) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        flow.is_break()
    }

    /// Makes the present gap the one that the motion starts from.
    pub(super) fn mark_start_gap(&mut self) {
        self.start_gap = self.least_gap();
    }

    #[inline]
    pub(super) fn capsule(&self) -> Capsule<V> {
        self.capsule_at(self.feet)
    }

    /// The capsule with its feet elsewhere.
    #[inline]
    pub(super) fn capsule_at(&self, feet: V) -> Capsule<V> {
        let [a, b] = self.core;
        Capsule::new(feet + a, feet + b, self.settings.radius)
    }

    /// Whether its main capsule lies or leans.
    #[inline]
    pub(super) fn lies(&self) -> bool {
        self.axis.is_some() && !self.settings.body.stands()
    }

    /// The number of limbs, with the main one.
    pub(super) fn limb_count(&self) -> usize {
        if self.single {
            1
        } else {
            1 + self.others.limbs.len()
        }
    }

    /// A limb of the body, with its feet at a place.
    pub(super) fn limb_at(&self, number: usize, feet: V) -> Limb<V> {
        match &self.others.flat {
            _ if self.single => Limb::Capsule(self.capsule_at(feet)),
            _ if number > 0 => Limb::Capsule(self.others.limbs[number - 1].translated(feet)),
            None => Limb::Capsule(self.capsule_at(feet)),
            Some(flat) => Limb::Flat(flat.translated(feet)),
        }
    }

    /// The least radius of the limbs.
    pub(super) fn least_radius(&self) -> V::Scalar {
        let limbs = (1..self.limb_count()).map(|number| &self.others.limbs[number - 1]);
        limbs.fold(self.settings.radius, |least, limb| least.min(limb.radius))
    }

    /// A box around the body.
    #[inline]
    pub(super) fn bounds(&self) -> Aabb<V> {
        self.bounds
    }

    /// Whether the body, with its feet at a place, overlaps any part. Touching does not count.
    pub(super) fn overlaps_at(&self, feet: V) -> bool {
        let margin = self.sure_margin();
        (0..self.limb_count())
            .any(|number| self.limb_at(number, feet).overlaps(self.scene.0, margin))
    }

    /// The contact with one part, if its separation is at most `reach`.
    #[inline]
    pub(super) fn contact_within(&self, key: usize, reach: V::Scalar) -> Option<Contact<V>> {
        if self.single {
            return self.scene.0.contact(key, &self.capsule(), reach);
        }
        let limb = self.limb_at(limb_of(key), self.feet);
        limb.contact(self.scene.0, part_of(key), reach)
    }

    /// Visits all contacts within `reach` of parts that pass the filter.
    pub(super) fn each_contact(&self, reach: V::Scalar, mut visit: impl FnMut(usize, Contact<V>)) {
        for number in 0..self.limb_count() {
            let visit = |index, contact| {
                if self.passes_filter(index) {
                    visit(key_of(number, index), contact);
                }
            };
            let limb = self.limb_at(number, self.feet);
            limb.each_contact(self.scene.0, reach, visit);
        }
    }

    /// The motion of a part in the tick, with its conveyor; `None` at rest.
    pub(super) fn motion(&self, index: usize) -> Option<BodyMotion<V>> {
        let carrier = self.scene.carrier(index);
        let motion = carrier.map(|number| self.scene.motions()[number]);
        match self.surfaces.get(part_of(index)) {
            Some(surface) => with_conveyor(motion, surface.velocity, self.scene.0.tick()),
            None => motion,
        }
    }

    /// The velocity of a part's material at a place, length/s.
    pub(super) fn velocity_of_part(&self, index: usize, point: V) -> V {
        let motion = self.scene.carrier(index);
        let velocity = motion.map_or(V::ZERO, |number| {
            self.scene.motions()[number].velocity(point)
        });
        match self.surfaces.get(part_of(index)) {
            Some(surface) => velocity + surface.velocity,
            None => velocity,
        }
    }

    /// Bound on the rounding of a position here; a shorter motion counts as none.
    #[inline]
    pub(super) fn rounding(&self) -> V::Scalar {
        self.rounding
    }

    /// A depth from which an overlap is one whatever its rounding.
    pub(super) fn sure_margin(&self) -> V::Scalar {
        let roundings = self.rounding() * V::Scalar::from_f64(2.0 * TOUCHING);
        self.settings.skin * V::Scalar::from_f64(SURE_MARGIN) + roundings
    }

    /// The gap below which a tick pushes the capsule back to its skin; far from the origin, where positions are coarse,
    /// a little less than [`LEAST_GAP`].
    #[inline]
    pub(super) fn tolerated_gap(&self) -> V::Scalar {
        let tolerated = self.settings.skin * V::Scalar::from_f64(LEAST_GAP);
        (tolerated - self.rounding() * V::Scalar::from_f64(2.0)).max(V::Scalar::ZERO)
    }

    /// A state at rest here.
    pub(super) fn at_rest(&self) -> CharacterState<V> {
        CharacterState {
            axis: self.axis,
            ..CharacterState::at(self.feet, self.height)
        }
    }

    /// Begins the motion of the tick, with the turn that is wanted.
    pub(super) fn start_motion(&mut self, axis: Option<V>) {
        self.mark_start_gap();
        if let Some(axis) = axis {
            self.turn(axis);
        }
    }

    /// Sets the height and the axis, whatever is there.
    pub(super) fn reshape(&mut self, height: V::Scalar, axis: Option<V>) {
        (self.height, self.axis) = (height, axis);
        self.core = self.settings.core(height, axis);
        self.others.placed(self.settings, (height, axis));
        self.place(self.feet);
    }

    /// The least gap to any part, at most the skin; negative in an overlap.
    #[inline]
    pub(super) fn least_gap(&self) -> V::Scalar {
        self.fill_cache();
        self.cache.borrow().least_gap
    }

    /// Visits all contacts within `reach`, at most [`CONTACT_REACH`](super::tuning::CONTACT_REACH), with their indices in the local scene.
    pub(super) fn contacts(&self, reach: V::Scalar, mut visit: impl FnMut(usize, Contact<V>)) {
        let region = self.bounds().inflated(reach.max(V::Scalar::ZERO));
        self.fill_cache();
        for (index, contact) in &self.cache.borrow().contacts {
            if contact.separation <= reach && self.scene.may_touch(*index, &region) {
                visit(*index, *contact);
            }
        }
    }

    /// The normal of the surface at a contact: [`LocalScene::surface`], computed once a tick for each triangle.
    pub(super) fn surface(&self, index: usize, normal: V, up: V) -> V {
        let Some(triangle) = self.scene.triangle(index) else {
            return self.scene.surface(index, normal, up);
        };
        let mut fronts = self.fronts.borrow_mut();
        let found = *fronts[part_of(index)].get_or_insert_with(|| front(triangle));
        facing(found, normal)
    }

    /// The contact with one part, if it is within the skin.
    pub(super) fn contact(&self, index: usize) -> Option<Contact<V>> {
        // Far from the origin a gap a little wider than the skin rounds to the same position.
        let reach = self.settings.skin + self.rounding();
        self.fill_cache();
        let cache = self.cache.borrow();
        match cache.contacts.iter().find(|cached| cached.0 == index) {
            Some((_, contact)) => (contact.separation <= reach).then_some(*contact),
            None => self.contact_within(index, reach),
        }
    }

    /// Computes the contacts at this pose, unless they are cached.
    fn fill_cache(&self) {
        let pose = (self.feet, self.height, self.axis, self.filter);
        // Compared by bits: zeros of two signs differ, so no answer depends on earlier queries.
        let is_here = |(feet, height, axis, filter): (V, V::Scalar, Option<V>, PartFilter)| {
            feet.is_same(pose.0) && height == pose.1 && same_axis(axis, pose.2) && filter == pose.3
        };
        if self.cache.borrow().pose.is_some_and(is_here) {
            return;
        }
        let cache = &mut **self.cache.borrow_mut();
        cache.pose = Some(pose);
        cache.contacts.clear();
        cache.least_gap = self.settings.skin;
        if self.single {
            self.fill_cache_of(cache, (&self.capsule(), 0), &self.bounds);
        } else {
            self.fill_cache_of_all(cache);
        }
    }

    #[cold]
    #[inline(never)]
    fn fill_cache_of_all(&self, cache: &mut ContactCache<V>) {
        for number in 0..self.limb_count() {
            let limb = self.limb_at(number, self.feet);
            self.fill_cache_of(cache, (&limb, number), &limb.bounds());
        }
    }

    /// Adds the contacts of a limb.
    #[inline(always)]
    fn fill_cache_of(
        &self,
        cache: &mut ContactCache<V>,
        (limb, number): (&impl LimbShape<V>, usize),
        bounds: &Aabb<V>,
    ) {
        let skin = self.settings.skin;
        let within = bounds.inflated(skin);
        let reach = self.settings.contact_reach();
        limb.each_contact(self.scene.0, reach, |index, contact| {
            if self.passes_filter(index) {
                cache.contacts.push((key_of(number, index), contact));
                if self.scene.may_touch(index, &within) {
                    cache.least_gap = cache.least_gap.min(contact.separation);
                }
            }
        });
    }

    /// Records a surface that the motion met; each part once.
    pub(super) fn record(&mut self, index: usize, (normal, point): (V, V), role: SurfaceKind) {
        let part = self.scene.part(index);
        let met = Collision {
            part,
            normal,
            role,
            point,
            velocity: self.velocity - self.velocity_of_part(index, point),
            tag: self
                .surfaces
                .get(part_of(index))
                .map_or(0, |surface| surface.tag),
        };
        if let Some(known) = self.collisions.iter_mut().find(|met| met.part == part) {
            *known = met;
        } else if self.collisions.len() < MAX_COLLISIONS {
            self.collisions.push(met);
        }
    }
}
