//! Pair events: which bodies began and ceased to touch each other.

use super::World;
#[cfg(doc)]
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
    /// A buffer: the pairs of bodies with boxes that touch.
    near: Vec<[u32; 2]>,
    /// A buffer of the broad phase.
    scratch: PairScratch,
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
    fn begin(&mut self) -> &mut Self {
        self.pairs.begin();
        self.near.clear();
        self
    }

    fn add(&mut self, pair: [BodyId; 2]) {
        self.pairs.now.push(pair);
    }

    /// Sorts the current pairs and compares them with the previous ones.
    fn end(&mut self) {
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
    /// it would block. Meshes and chains are shells, unless they are [`solid`](crate::Mesh::solid).
    ///
    /// ```
    /// use carom::{Ball, Body, PairEvents, Pose, World, glam::Vec3};
    /// let mut world = World::new();
    /// let post = world.insert(Ball::new(Vec3::ZERO, 1.))?;
    /// let crate_ = world.insert(Body { moving: true, ..Body::new(Ball::new(Vec3::X * 5., 1.)) })?;
    /// let mut events = PairEvents::new();
    /// world.update_pairs(&mut events);
    /// assert!(events.now().is_empty());
    /// world.set_pose(crate_, Pose::at(Vec3::X * -4.))?;
    /// world.update_pairs(&mut events);
    /// assert_eq!(events.began(), [[post, crate_]]);
    /// # Ok::<(), carom::BodyError>(())
    /// ```
    #[doc(alias = "FindCollidingPairs")]
    #[doc(alias = "pairs")]
    #[doc(alias = "broad_phase")]
    #[doc(alias = "ContactListener")]
    #[doc(alias = "b2World_GetContactEvents")]
    pub fn update_pairs(&self, events: &mut PairEvents) {
        let PairEvents { near, scratch, .. } = events.begin();
        self.bodies
            .near_pairs(scratch, &mut |a, b| near.push([a.min(b), a.max(b)]));
        self.add_near_pairs(self, events);
        // A pair of two distant bodies is found from both.
        let counts = |a: &PlacedBody<'_, V>, b: &PlacedBody<'_, V>| {
            (a.entry.body.moving || b.entry.body.moving) && (a.id < b.id || !b.entry.is_distant())
        };
        self.each_distant_pair(self, counts, |a, b| events.add([a.min(b), a.max(b)]));
        events.end();
    }

    /// Finds the pairs of a body of this world and a body of `other` that touch, whether they are
    /// [`moving`](Body::moving) or not, and what has changed since the last update of `events`: a world of triggers
    /// against a world of characters, or one part of a level against another. Each pair is there once, the body of this
    /// world first.
    ///
    /// Both worlds have the same origin. Sensors, layers, masks and one-way bodies
    /// count as in [`update_pairs`](Self::update_pairs).
    ///
    /// ```
    /// use carom::{Ball, Body, PairEvents, Pose, World, glam::{Vec3, vec3}};
    /// let (mut level, mut actors) = (World::new(), World::new());
    /// let post = level.insert(Ball::new(Vec3::ZERO, 2.))?;
    /// let hero = actors.insert(Ball::new(vec3(2.5, 0., 0.), 1.))?;
    /// let mut events = PairEvents::new();
    /// actors.update_pairs_with(&level, &mut events);
    /// assert_eq!(events.began(), [[hero, post]]);
    /// actors.set_pose(hero, Pose::at(vec3(9., 0., 0.)))?;
    /// actors.update_pairs_with(&level, &mut events);
    /// assert_eq!(events.ended(), [[hero, post]]);
    /// # Ok::<(), carom::BodyError>(())
    /// ```
    #[doc(alias = "FindCollidingPairs")]
    pub fn update_pairs_with(&self, other: &Self, events: &mut PairEvents) {
        let PairEvents { near, scratch, .. } = events.begin();
        self.bodies
            .near_pairs_with(&other.bodies, scratch, &mut |a, b| near.push([a, b]));
        self.add_near_pairs(other, events);
        self.each_distant_pair(other, |_, _| true, |a, b| events.add([a, b]));
        other.each_distant_pair(
            self,
            |_, near| !near.entry.is_distant(),
            |a, b| events.add([b, a]),
        );
        events.end();
    }

    /// Adds the pairs of a body of this world and one of `other` that touch, of those with boxes near the origin that do.
    fn add_near_pairs(&self, other: &Self, events: &mut PairEvents) {
        let near = core::mem::take(&mut events.near);
        for block in near.chunks(AT_ONCE) {
            // A loop of its own, so that the cache misses of many bodies overlap.
            let mut kinds = [NearPair::LeftOut; AT_ONCE];
            for (kind, pair) in kinds.iter_mut().zip(block) {
                *kind = self.near_pair(other, *pair);
            }
            for (kind, &[a, b]) in kinds.iter().zip(block) {
                let touch = match kind {
                    NearPair::LeftOut => false,
                    NearPair::Shapes([p, q]) => matrix::overlaps(&p.shape_ref(), &q.shape_ref()),
                    NearPair::Other => match [self.placed(a), other.placed(b)] {
                        [Some(a), Some(b)] => a.collides(&b),
                        _ => false,
                    },
                };
                if touch {
                    events.add([self.bodies.id(a), other.bodies.id(b)]);
                }
            }
        }
        events.near = near;
    }

    fn near_pair<'a>(&'a self, other: &'a Self, [a, b]: [u32; 2]) -> NearPair<'a, V> {
        let [Some((_, a)), Some((_, b))] = [self.bodies.at(a), other.bodies.at(b)] else {
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

    /// The body with this number, in the frame of the world.
    fn placed(&self, number: u32) -> Option<PlacedBody<'_, V>> {
        let origin = <V::Double as Vector>::ZERO;
        let (id, entry) = self.bodies.at(number)?;
        Some(PlacedBody { id, entry, origin })
    }

    /// Visits the pairs of a body of this world that is unbounded or far from the origin, and a body of `other`, that
    /// touch and for which `counts` returns true.
    fn each_distant_pair(
        &self,
        other: &Self,
        counts: impl Fn(&PlacedBody<'_, V>, &PlacedBody<'_, V>) -> bool,
        mut visit: impl FnMut(BodyId, BodyId),
    ) {
        for (id, entry) in self.bodies.distant() {
            let body = &entry.body;
            if body.sensor {
                continue;
            }
            // In the frame around the body, so that far away is as exact as near the origin.
            let origin = body.pose.translation;
            let own = PlacedBody { id, entry, origin };
            let query = other.query().layers(body.layers).mask(body.mask);
            let view = query.around(origin).surface;
            view.each_counted(own.collider().bounds(), |found| {
                if counts(&own, &found) && own.collides(&found) {
                    visit(id, found.id);
                }
            });
        }
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
