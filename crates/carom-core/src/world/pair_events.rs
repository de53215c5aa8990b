//! Pair events: which bodies began and ceased to touch each other.

use super::World;
use super::body::Body;
use super::changes::Changes;
use super::placed_body::PlacedBody;
use crate::pair::matrix;
use crate::part::BodyId;
use crate::shape::{Convex, Shape};
use alloc::vec::Vec;
use carom_bvh::PairScratch;
use carom_math::{Vector, sort};

/// The pairs of bodies of a world that touched each other at the last update, and what has changed since the update
/// before: see [`World::update_pairs`](super::World::update_pairs). Each pair is there once, the lower id first; all
/// lists are sorted.
///
/// ```
/// use carom::{Ball, Body, PairEvents, Pose, World, glam::{Vec3, vec3}};
/// let mut world = World::new();
/// let wall = world.insert(Ball::new(Vec3::ZERO, 2.))?;
/// let crate_ = world.insert(Body { moving: true, ..Body::new(Ball::new(vec3(2.5, 0., 0.), 1.)) })?;
/// let mut events = PairEvents::new();
/// world.update_pairs(&mut events);
/// assert_eq!((events.now(), events.began()), ([[wall, crate_]].as_slice(), events.now()));
/// world.set_pose(crate_, Pose::at(vec3(9., 0., 0.)))?;
/// world.update_pairs(&mut events);
/// assert!(events.now().is_empty() && events.ended() == [[wall, crate_]]);
/// # Ok::<(), carom::BodyError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct PairEvents {
    pairs: Changes<[BodyId; 2]>,
    /// A buffer: the bodies that touch one body.
    pub(super) bodies: Vec<BodyId>,
    /// A buffer: the pairs of bodies with boxes that touch.
    pub(super) near: Vec<[u32; 2]>,
    /// A buffer of the broad phase.
    pub(super) scratch: PairScratch,
}

impl PairEvents {
    /// No pairs yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// All pairs that touch.
    #[must_use]
    pub fn now(&self) -> &[[BodyId; 2]] {
        &self.pairs.now
    }

    /// Pairs that did not touch at the update before.
    #[must_use]
    pub fn began(&self) -> &[[BodyId; 2]] {
        &self.pairs.new
    }

    /// Pairs of the update before that no longer touch, or of which a body was removed.
    #[must_use]
    pub fn ended(&self) -> &[[BodyId; 2]] {
        &self.pairs.gone
    }

    /// Starts an update: the current pairs become the previous ones.
    pub(super) fn begin(&mut self) {
        self.pairs.begin();
    }

    /// Adds a pair.
    pub(super) fn add(&mut self, a: BodyId, b: BodyId) {
        self.pairs.now.push([a.min(b), a.max(b)]);
    }

    /// Sorts the current pairs and compares them with the previous ones.
    pub(super) fn end(&mut self) {
        sort::sort(&mut self.pairs.now);
        self.pairs.end();
    }
}

/// # Pairs of bodies
impl<V: Vector> World<V> {
    /// Finds the pairs of bodies that touch, of which at least one is [`moving`](Body::moving), and what has changed
    /// since the last update of `events`: the pairs that a physics engine gets from its broad and narrow phase.
    ///
    #[cfg_attr(feature = "pictures", doc = include_str!("../../pictures/update_pairs.svg"))]
    ///
    /// Sensors are left out, and bodies of which one has no layer in the mask of the other. A one-way body counts where
    /// it would block. Meshes and chains are shells.
    #[doc(alias = "pairs")]
    #[doc(alias = "broad_phase")]
    #[doc(alias = "ContactListener")]
    #[doc(alias = "b2World_GetContactEvents")]
    pub fn update_pairs(&self, events: &mut PairEvents) {
        events.begin();
        let mut near = core::mem::take(&mut events.near);
        near.clear();
        self.bodies
            .near_pairs(&mut events.scratch, &mut |a, b| near.push([a, b]));
        for block in near.chunks(AT_ONCE) {
            // A loop of its own, so that the cache misses of many bodies overlap.
            let mut kinds = [NearPair::LeftOut; AT_ONCE];
            for (kind, pair) in kinds.iter_mut().zip(block) {
                *kind = self.near_pair(*pair);
            }
            for (kind, pair) in kinds.iter().zip(block) {
                let touch = match kind {
                    NearPair::LeftOut => false,
                    NearPair::Shapes([a, b]) => matrix::overlaps(&a.shape_ref(), &b.shape_ref()),
                    NearPair::Other => self.is_touching(*pair),
                };
                if touch {
                    let [a, b] = pair.map(|number| self.bodies.id(number));
                    events.add(a, b);
                }
            }
        }
        events.near = near;
        self.add_distant_pairs(events);
        events.end();
    }

    fn near_pair(&self, pair: [u32; 2]) -> NearPair<'_, V> {
        let [Some((_, a)), Some((_, b))] = pair.map(|number| self.bodies.at(number)) else {
            return NearPair::LeftOut;
        };
        let [one, other] = [&a.body, &b.body];
        if one.sensor | other.sensor | !one.meets(other.layers, other.mask) {
            return NearPair::LeftOut;
        }
        match [a, b].map(|entry| entry.shape_in_world()) {
            [Some(p), Some(q)] if a.one_way().is_none() & b.one_way().is_none() => {
                NearPair::Shapes([p, q])
            }
            _ => NearPair::Other,
        }
    }

    /// Whether two bodies with these numbers touch, in the frame of the world.
    fn is_touching(&self, pair: [u32; 2]) -> bool {
        let origin = <V::Double as Vector>::ZERO;
        let [Some(a), Some(b)] = pair.map(|number| {
            let (id, entry) = self.bodies.at(number)?;
            Some(PlacedBody { id, entry, origin })
        }) else {
            return false;
        };
        // The second may be one-way, and a surface.
        let is_turned = match (a.entry.one_way().is_some(), b.entry.one_way().is_some()) {
            (false, false) => a.entry.body.collider.shape().is_none(),
            (turned, other) => turned && !other,
        };
        if is_turned {
            b.touches(&a)
        } else {
            a.touches(&b)
        }
    }

    /// Adds the pairs of bodies of which one is unbounded or far from the origin, in the frame around it.
    fn add_distant_pairs(&self, events: &mut PairEvents) {
        let mut found = core::mem::take(&mut events.bodies);
        for (id, entry) in self.bodies.distant() {
            let body = &entry.body;
            if body.sensor {
                continue;
            }
            let counts = |other: BodyId, found: &Body<V>| {
                // A pair of two distant bodies is found from both.
                let is_near = || {
                    self.bodies
                        .at(other.number)
                        .is_some_and(|of| !of.1.is_distant())
                };
                (body.moving || found.moving) && (id < other || is_near())
            };
            let query = self.query().layers(body.layers).mask(body.mask);
            let query = query.filter_bodies(&counts).around(body.pose.translation);
            query.overlaps_body(id, entry, &mut found);
            found.iter().for_each(|other| events.add(id, *other));
        }
        events.bodies = found;
    }
}

/// The number of pairs that are read before they are tested.
const AT_ONCE: usize = 64;

/// A pair of bodies with boxes that touch.
#[derive(Clone, Copy)]
enum NearPair<'a, V: Vector> {
    /// With a sensor, or with layers and masks that do not meet.
    LeftOut,
    /// Two shapes in the world.
    Shapes([&'a Shape<V>; 2]),
    Other,
}
