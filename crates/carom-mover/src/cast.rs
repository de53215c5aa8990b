//! The capsule of a tick and its one way to move: an exact sweep that stops at the skin.

use super::body::{CharacterState, Collision, LimitsReached, SurfaceKind};
use super::settings::MoverSettings;
use alloc::vec::Vec;
use carom_bvh::Aabb;
use carom_core::pair::contact::Contact;
use carom_core::pair::sweep::{Hit, Start};
use carom_core::shape::capsule::Capsule;
use carom_core::world::{LocalScene, facing, front};
use carom_math::{Scalar, Vector};
use core::cell::RefCell;
use core::ops::ControlFlow;

/// A motion stops when the gap has shrunk to this part of the skin; the rest absorbs rounding, and
/// lets the next triangle of the same wall be passed without being met.
pub(super) const STOP: f64 = 0.95;
/// How far a motion may lean into what is nearer than where it would stop, of its length.
const LEAN: f64 = 1e-6;

/// How many surfaces a tick tells of.
const MOST_MET: usize = 32;

/// Up to how far, in skins, a tick asks what is near: farthest for what carries.
pub(super) const NEAR: f64 = 1.5;

/// Which pieces of a tick count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Only {
    All,
    /// What stands still.
    Still,
    /// What has this motion.
    Motion(usize),
    /// What has not.
    Except(usize),
}

/// A moment, at most a rounding later, and a number, so that they can be sorted by it.
fn ranked<S: Scalar>(moment: S, number: usize) -> u64 {
    let moment = (moment.to_f64() * (1.0 - f64::from(f32::EPSILON))) as f32;
    u64::from(moment.to_bits()) << 32 | number as u64
}

/// Whether two places are equal to the bit.
fn is_same<V: Vector>(a: V, b: V) -> bool {
    (0..V::DIM).all(|i| a[i].to_f64().to_bits() == b[i].to_f64().to_bits())
}

fn unranked(ranked: u64) -> (f64, usize) {
    let moment = f32::from_bits((ranked >> 32) as u32);
    (f64::from(moment), ranked as u32 as usize)
}

/// What a tick has found out so far, and the memory for it. Plain data; the [`Cast`] of a tick makes the cells that
/// let a query fill it in, so a mover stays [`Sync`].
#[derive(Clone, Debug)]
pub(super) struct Known<V: Vector> {
    here: Here<V>,
    /// The normals of the triangles for which a query wanted them, by their place in the batch; zero of one without
    /// area.
    fronts: Vec<Option<V>>,
}

/// What is known of the place where the capsule is: the queries of a tick come back to it again and again.
#[derive(Clone, Debug)]
struct Here<V: Vector> {
    /// The feet, the height and what counts; none if nothing is known.
    place: Option<(V, V::Scalar, Only)>,
    /// All contacts within [`NEAR`], by their place in the batch.
    contacts: Vec<(usize, Contact<V>)>,
    /// Of these the least gap, at most the skin.
    lowest: V::Scalar,
    /// Memory for the pieces that may stop a motion.
    arrivals: Vec<u64>,
}

impl<V: Vector> Known<V> {
    pub(super) fn new() -> Self {
        Self {
            here: Here {
                place: None,
                contacts: Vec::new(),
                lowest: V::Scalar::ZERO,
                arrivals: Vec::new(),
            },
            fronts: Vec::new(),
        }
    }

    /// Nothing is known of another batch, of so many pieces.
    pub(super) fn forget(&mut self, pieces: usize) {
        self.here.place = None;
        self.fronts.clear();
        self.fronts.resize(pieces, None);
    }
}

/// A capsule among the pieces of a tick.
pub(super) struct Cast<'a, V: Vector> {
    pub(super) near: &'a LocalScene<V>,
    pub(super) settings: &'a MoverSettings<V>,
    pub(super) feet: V,
    pub(super) height: V::Scalar,
    /// The box that was gathered; nothing leaves it.
    region: Aabb<V>,
    /// That is a small one, and what would leave it is done again with a larger.
    pub(super) close: bool,
    /// The least gap at the start of the motion, at most the skin.
    first_gap: V::Scalar,
    pub(super) caps: LimitsReached,
    pub(super) only: Only,
    known: RefCell<&'a mut Here<V>>,
    fronts: RefCell<&'a mut [Option<V>]>,
    /// What was met so far.
    pub(super) met: &'a mut Vec<Collision<V>>,
    /// The direction of the crease that a motion was last led along.
    pub(super) crease: Option<V>,
}

/// What stopped a motion.
#[derive(Clone, Copy)]
pub(super) struct Stop<V: Vector> {
    /// The fraction of the motion that was free.
    pub(super) t: V::Scalar,
    pub(super) normal: V,
    /// The place of the piece in the batch.
    pub(super) index: usize,
    /// The gap at which it stopped.
    pub(super) gap: V::Scalar,
}

impl<'a, V: Vector> Cast<'a, V> {
    pub(super) fn new(
        near: &'a LocalScene<V>,
        settings: &'a MoverSettings<V>,
        region: Aabb<V>,
        body: &CharacterState<V>,
        (known, met): (&'a mut Known<V>, &'a mut Vec<Collision<V>>),
    ) -> Self {
        Self {
            near,
            settings,
            feet: body.feet,
            height: body.height,
            region,
            close: false,
            first_gap: settings.skin,
            caps: LimitsReached::default(),
            only: Only::All,
            known: RefCell::new(&mut known.here),
            fronts: RefCell::new(&mut known.fronts),
            met,
            crease: None,
        }
    }

    fn counts(&self, index: usize) -> bool {
        match self.only {
            Only::All => true,
            Only::Still => self.near.carrier(index).is_none(),
            Only::Motion(motion) => self.near.carrier(index) == Some(motion),
            Only::Except(motion) => self.near.carrier(index) != Some(motion),
        }
    }

    /// Whether the box of any piece that counts touches `region`.
    pub(super) fn any_touching(&self, region: &Aabb<V>) -> bool {
        let flow = self.near.each_touching(region, |index| {
            if self.counts(index) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        flow.is_break()
    }

    /// Takes the present gap as that from which the motion starts.
    pub(super) fn begin(&mut self) {
        self.first_gap = self.lowest();
    }

    pub(super) fn capsule(&self) -> Capsule<V> {
        self.settings.capsule(self.feet, self.height)
    }

    /// More than the rounding of a position here; what moves less stands still.
    pub(super) fn rounding(&self) -> V::Scalar {
        let two = V::Scalar::ONE + V::Scalar::ONE;
        self.capsule().bounds().magnitude() * V::Scalar::EPSILON * two
    }

    /// Takes on a height; a greater one only where there is room for it, and for the skin if it has that
    /// now.
    pub(super) fn fit(&mut self, height: V::Scalar) {
        if height <= self.height {
            self.height = height;
            return;
        }
        let enough = self.lowest().min(self.enough());
        let grown = self.settings.capsule(self.feet, height);
        let nearest = self.near.closest(&grown, self.settings.skin);
        if nearest.is_none_or(|found| found.separation >= enough) {
            self.height = height;
        }
    }

    /// The least gap to anything, at most the skin.
    pub(super) fn lowest(&self) -> V::Scalar {
        self.know();
        self.known.borrow().lowest
    }

    pub(super) fn contacts(&self, reach: V::Scalar, mut visit: impl FnMut(usize, Contact<V>)) {
        let region = self.capsule().bounds();
        let region = region.inflated(reach.max(V::Scalar::ZERO));
        self.know();
        for (index, contact) in &self.known.borrow().contacts {
            if contact.separation <= reach && self.near.may_touch(*index, &region) {
                visit(*index, *contact);
            }
        }
    }

    /// The normal of the surface that carries a contact: [`LocalScene::surface`], once a tick for each triangle.
    pub(super) fn surface(&self, index: usize, normal: V, up: V) -> V {
        let Some(triangle) = self.near.triangle(index) else {
            return self.near.surface(index, normal, up);
        };
        let mut fronts = self.fronts.borrow_mut();
        let found = *fronts[index].get_or_insert_with(|| front(triangle));
        facing(found, normal)
    }

    /// The contact with one piece, if it is within the skin.
    pub(super) fn contact(&self, index: usize) -> Option<Contact<V>> {
        // Far from the origin a position is not told apart from a gap a little wider.
        let reach = self.settings.skin + self.rounding();
        self.know();
        let known = self.known.borrow();
        match known.contacts.iter().find(|known| known.0 == index) {
            Some((_, contact)) => (contact.separation <= reach).then_some(*contact),
            None => self.near.contact(index, &self.capsule(), reach),
        }
    }

    /// Finds out what is near this place, unless that is known.
    fn know(&self) {
        let here = (self.feet, self.height, self.only);
        // Zeros of two signs are told apart: nothing depends on what was asked before.
        let is_here = |(feet, height, only): (V, V::Scalar, Only)| {
            is_same(feet, here.0) && height == here.1 && only == here.2
        };
        if self.known.borrow().place.is_some_and(is_here) {
            return;
        }
        let known = &mut **self.known.borrow_mut();
        known.place = Some(here);
        known.contacts.clear();
        let skin = self.settings.skin;
        let capsule = self.capsule();
        let within = capsule.bounds().inflated(skin);
        known.lowest = skin;
        let reach = skin * V::Scalar::from_f64(NEAR);
        self.near.each_contact(&capsule, reach, |index, contact| {
            if self.counts(index) {
                known.contacts.push((index, contact));
                if self.near.may_touch(index, &within) {
                    known.lowest = known.lowest.min(contact.separation);
                }
            }
        });
    }

    /// What stops a motion by `delta`, if anything does. Does not move.
    ///
    /// The gap to stop at is the same for all pieces: [`STOP`] of the skin, or a rounding less than
    /// the least gap now, so that a capsule pressed a little nearer to a wall does not catch on the
    /// wall's next triangle. Roundings never take so much that it would be pushed back for it, tick after
    /// tick, unless it is as near from the start. It is never below zero, and a piece that is already
    /// overlapped can be left but not entered deeper.
    pub(super) fn stop(&self, delta: V) -> Option<Stop<V>> {
        let capsule = self.capsule();
        let zero = V::Scalar::ZERO;
        let rounding = self.rounding();
        let skin = self.settings.skin;
        let stop = skin * V::Scalar::from_f64(STOP);
        let worn = stop
            .min(self.enough() + rounding + rounding)
            .min(self.first_gap);
        let floor = stop.min(self.lowest() - rounding).max(worn).max(zero);
        let deepest = self.first_gap.min(zero) - rounding;
        let region = capsule.bounds().swept(delta).inflated(skin);
        let near = capsule.bounds().inflated(floor + rounding);
        let mut known = self.known.borrow_mut();
        let Here {
            contacts, arrivals, ..
        } = &mut **known;
        let touches = |(index, now): &&(usize, Contact<V>)| {
            now.separation <= floor
                && self.near.may_touch(*index, &near)
                && self.near.may_touch(*index, &region)
        };
        let crossed = |(_, now): &&(usize, Contact<V>)| {
            now.normal.dot(delta) < zero && now.separation <= -capsule.radius
        };
        if let Some((index, now)) = contacts.iter().filter(touches).rfind(crossed) {
            return Some(Stop {
                t: zero,
                normal: now.normal,
                index: *index,
                gap: now.separation,
            });
        }
        let mut best: Option<Stop<V>> = None;
        let mut meet = |index: usize, gap: V::Scalar| {
            let limit = best.map_or(V::Scalar::ONE, |best| best.t);
            let swept = self
                .near
                .sweep_one(index, &capsule.inflated(gap), delta, limit);
            // Of those at one time the first.
            if let Some(hit) = swept.hit
                && best.is_none_or(|best| hit.t < best.t || hit.t == best.t && index < best.index)
            {
                let normal = match swept.start {
                    Start::Separate => hit.normal,
                    Start::Touching(contact) | Start::Overlapping(contact) => contact.normal,
                };
                best = Some(Stop {
                    t: hit.t,
                    normal,
                    index,
                    gap,
                });
            }
            best.map_or(V::Scalar::ONE, |best| best.t)
        };
        // What is near. Along its normal it is met no earlier than this, but for rounding.
        let way = delta.length();
        let lean = way * V::Scalar::from_f64(LEAN);
        let blur = (way + (capsule.b - capsule.a).length() + capsule.radius)
            * V::Scalar::from_f64(64.0 * f64::from(f32::EPSILON));
        let mut limit = V::Scalar::ONE;
        arrivals.clear();
        for (place, known) in contacts.iter().enumerate() {
            let (index, now) = known;
            let closing = -now.normal.dot(delta);
            let room = now.separation - floor - blur;
            // Of other shapes a sweep may stop a little early.
            let room = if self.near.is_plain(*index) {
                room.max(zero)
            } else {
                zero
            };
            let is_out = if touches(&known) {
                // Convex things part, or keep their distance, along any motion off the plane between.
                closing <= if now.separation > zero { lean } else { zero }
            } else {
                room > zero && room > closing
            };
            if !is_out && self.near.may_touch(*index, &region) {
                let earliest = if room > zero { room / closing } else { zero };
                arrivals.push(ranked(earliest, place));
            }
        }
        arrivals.sort_unstable();
        for arrival in arrivals.iter() {
            let (earliest, place) = unranked(*arrival);
            if earliest > limit.to_f64() {
                break;
            }
            let known = &contacts[place];
            let is_below = touches(&known) && known.1.separation < zero;
            let gap = if is_below {
                (known.1.separation - rounding).max(deepest)
            } else {
                floor
            };
            limit = meet(known.0, gap);
        }
        // All else is farther than that.
        let apart = skin * V::Scalar::from_f64(NEAR) * V::Scalar::from_f64(0.99) - floor - blur;
        if self.near.all_plain() && apart > limit * way {
            return best;
        }
        let widest = capsule.inflated(floor);
        arrivals.clear();
        let is_new = |index| self.counts(index) && contacts.iter().all(|known| known.0 != index);
        let note = |index, arrival| arrivals.push(ranked::<f32>(arrival, index));
        (self.near).arrivals(&widest, delta, &region, is_new, note);
        arrivals.sort_unstable();
        for arrival in arrivals.iter() {
            let (earliest, index) = unranked(*arrival);
            if earliest > limit.to_f64() {
                break;
            }
            let behind =
                |now: &(usize, Contact<V>)| self.is_behind(index, now.1.normal, (&widest, delta));
            if !contacts.iter().any(behind) {
                limit = meet(index, floor);
            }
        }
        best
    }

    /// Whether a triangle and a capsule on its way are parted along a direction all the time, by more than any
    /// rounding. Along the normal of a floor the floor ahead is, unless it rises.
    fn is_behind(&self, index: usize, axis: V, (capsule, delta): (&Capsule<V>, V)) -> bool {
        let Some(triangle) = self.near.triangle(index) else {
            return false;
        };
        let zero = V::Scalar::ZERO;
        let corners = [triangle.a, triangle.b, triangle.c].map(|p| p - capsule.a);
        let [a, b, c] = corners.map(|p| axis.dot(p));
        let way = capsule.b - capsule.a;
        let lowest = axis.dot(way).min(zero) + axis.dot(delta).min(zero) - capsule.radius;
        // Heights are right to a few eps of the distances.
        let [u, v, w] = corners.map(V::abs);
        let size = u.max(v).max(w).max(way.abs()).max(delta.abs());
        let size = size.max_element() + capsule.radius;
        let blur = size * V::Scalar::from_f64(64.0) * V::Scalar::EPSILON;
        a.max(b).max(c) + blur < lowest
    }

    /// What something else meets first on its way, at no distance, of all that is `wanted`.
    pub(super) fn first(
        &self,
        shape: &Capsule<V>,
        delta: V,
        wanted: impl Fn(usize, &Hit<V>) -> bool,
    ) -> Option<(usize, Hit<V>)> {
        let mut best: Option<(usize, Hit<V>)> = None;
        let region = shape.bounds().swept(delta);
        let mut arrivals = core::mem::take(&mut self.known.borrow_mut().arrivals);
        arrivals.clear();
        let counts = |index| self.counts(index);
        let note = |index, arrival| arrivals.push(ranked::<f32>(arrival, index));
        self.near.arrivals(shape, delta, &region, counts, note);
        arrivals.sort_unstable();
        for arrival in arrivals.iter() {
            let limit = best.map_or(V::Scalar::ONE, |best| best.1.t);
            let (earliest, index) = unranked(*arrival);
            if earliest > limit.to_f64() {
                break;
            }
            if let Some(hit) = self.near.sweep_one(index, shape, delta, limit).hit
                && wanted(index, &hit)
                && best
                    .is_none_or(|(first, best)| hit.t < best.t || hit.t == best.t && index < first)
            {
                best = Some((index, hit));
            }
        }
        self.known.borrow_mut().arrivals = arrivals;
        best
    }

    /// Notes what a motion met, each piece once.
    pub(super) fn note(&mut self, index: usize, normal: V, role: SurfaceKind) {
        let part = self.near.part(index);
        let met = Collision { part, normal, role };
        if let Some(known) = self.met.iter_mut().find(|met| met.part == part) {
            *known = met;
        } else if self.met.len() < MOST_MET {
            self.met.push(met);
        }
    }

    /// Moves by `delta` as far as that is free, and tells what stopped it.
    ///
    /// Only what was gathered can stop a motion, so none goes beyond the gathered box.
    pub(super) fn advance(&mut self, delta: V) -> Option<Stop<V>> {
        let inside = self.inside(delta);
        let delta = if inside < V::Scalar::ONE {
            self.caps.region = true;
            delta * inside
        } else {
            delta
        };
        let stop = self.stop(delta);
        self.feet += match stop {
            Some(stop) => delta * stop.t,
            None => delta,
        };
        stop
    }

    /// The part of a motion that stays within the gathered box.
    fn inside(&self, delta: V) -> V::Scalar {
        let bounds = self.capsule().bounds().inflated(self.settings.skin);
        let mut part = V::Scalar::ONE;
        for i in 0..V::DIM {
            let (way, room) = if delta[i] > V::Scalar::ZERO {
                (delta[i], self.region.max[i] - bounds.max[i])
            } else {
                (-delta[i], bounds.min[i] - self.region.min[i])
            };
            if way * part > room {
                part = (room / way).max(V::Scalar::ZERO);
            }
        }
        part
    }
}
