//! Pairs of entities that touch each other: which began and which ended.

use crate::bodies::{Bodies, Placed};
use crate::body::Platform;
use crate::dimension::Dimension;
use crate::events::{PairBegan, PairEnded};
use bevy_ecs::hierarchy::Children;
use bevy_ecs::lifecycle::Remove;
use bevy_ecs::observer::On;
use bevy_ecs::prelude::*;
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;
use carom::PairEvents;
use std::collections::BTreeSet;

/// [`PairBegan`] and [`PairEnded`] are sent to this collider, level (for all of its meshes) or character: when something
/// begins to touch it, and when that ends.
///
/// Of a pair at least one moves: a [`Platform`] or one of its descendants, a character, or a collider that has this component
/// itself, however its `Transform` is moved. So a collider has a pair with all that it touches, a level only with those three.
/// Both get events if both have it. [`Sensor`](crate::Sensor)s have events of their own and are left out, as are pairs of
/// which one has no layer in the mask of the other. Levels and chains are shells, unless they are solid. Characters keep a gap
/// (their `skin`) to what they stand on and walk against, so that they hardly ever touch it: [`Landed`](crate::Landed) and
/// [`Bumped`](crate::Bumped) report that.
///
/// Pairs are found once a tick, in [`CaromSystems::Sense`](crate::CaromSystems::Sense), and only if an entity has this component:
/// then it takes the time of the pairs of everything that moves. Without one nothing is computed.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// # use bevy_transform::prelude::*;
/// use bevy_carom::prelude::*;
/// # let mut world = World::new();
/// world
///     .spawn((Collider::round_cuboid(0.8, 0.8, 0.8, 0.1), Platform, ReportPairs))
///     .observe(|began: On<PairBegan>| println!("the crate touches {}", began.other))
///     .observe(|ended: On<PairEnded>| println!("no longer {}", ended.other));
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ReportPairs;

/// The pairs of a dimension at the last tick.
#[derive(Default)]
pub(crate) struct Reported {
    events: PairEvents,
    /// The entities that have [`ReportPairs`] and the other of the pair, in the order of their bodies.
    now: Vec<(Entity, Entity)>,
    before: Vec<(Entity, Entity)>,
    /// The same, only looked up.
    known: [BTreeSet<(Entity, Entity)>; 2],
}

impl Reported {
    /// Starts a tick: the current pairs become the previous ones.
    fn begin(&mut self) {
        core::mem::swap(&mut self.now, &mut self.before);
        self.known.swap(0, 1);
        self.now.clear();
        self.known[0].clear();
    }

    /// Adds a pair, once: a level may touch by several of its meshes.
    fn add(&mut self, entity: Entity, other: Entity) {
        if self.known[0].insert((entity, other)) {
            self.now.push((entity, other));
        }
    }

    /// Sends the events of what has changed.
    fn send(&self, commands: &mut Commands) {
        let [now, before] = &self.known;
        // The entities were kept: they may be despawned.
        for &(entity, other) in self.before.iter().filter(|pair| !now.contains(pair)) {
            commands.trigger(PairEnded { entity, other });
        }
        for &(entity, other) in self.now.iter().filter(|pair| !before.contains(pair)) {
            commands.trigger(PairBegan { entity, other });
        }
    }
}

/// Lets the bodies of platforms and of colliders that report pairs count as moving, if an entity reports pairs: by the
/// components alone, so that it does not depend on what was moved before.
pub(crate) fn count_as_moving<D: Dimension>(
    mut bodies: ResMut<Bodies<D>>,
    reporters: Query<(), With<ReportPairs>>,
    colliders: Query<&Placed<D>, (With<ReportPairs>, With<D::Shape>)>,
    platforms: Query<Entity, With<Platform>>,
    children: Query<&Children>,
    placed: Query<&Placed<D>>,
) {
    if reporters.is_empty() {
        return;
    }
    let mut moves = |placed: &Placed<D>| {
        let world = &mut bodies.world;
        if world.get(placed.body).is_some_and(|body| !body.moving) {
            let _ = world.set_moving(placed.body, true);
        }
    };
    for platform in &platforms {
        let parts = core::iter::once(platform).chain(children.iter_descendants(platform));
        parts
            .filter_map(|part| placed.get(part).ok())
            .for_each(&mut moves);
    }
    colliders.iter().for_each(&mut moves);
}

/// Sends which pairs began and which ended in the tick.
pub(crate) fn report_pairs<D: Dimension>(
    mut commands: Commands,
    bodies: Res<Bodies<D>>,
    mut reported: Local<Reported>,
    reporters: Query<(), With<ReportPairs>>,
) {
    if reporters.is_empty() && reported.now.is_empty() {
        return;
    }
    let reported = &mut *reported;
    reported.begin();
    bodies.world.update_pairs(&mut reported.events);
    for number in 0..reported.events.now().len() {
        let pair = reported.events.now()[number].map(|body| bodies.owner(body));
        let [Some(a), Some(b)] = pair else {
            continue;
        };
        for (own, other) in [(a, b), (b, a)] {
            let reporter = [own.entity, own.level];
            let reporter = reporter.into_iter().find(|e| reporters.contains(*e));
            if let Some(entity) = reporter {
                reported.add(entity, other.entity);
            }
        }
    }
    reported.send(&mut commands);
}

/// A collider that reports no pairs any more rests, until its platform moves it.
pub(crate) fn stop_reporting<D: Dimension>(
    removed: On<Remove<ReportPairs>>,
    mut bodies: ResMut<Bodies<D>>,
    placed: Query<&Placed<D>>,
) {
    if let Ok(placed) = placed.get(removed.entity) {
        let _ = bodies.world.set_moving(placed.body, false);
    }
}
