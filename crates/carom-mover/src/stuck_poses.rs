//! Searches for a free pose that failed, so that a character that stays stuck does not search again in every tick.
//!
//! A search is a pure function of what it reads: the pose, the settings and the parts that it queries. A later search
//! has the same result only if it would read the same bits, and that is compared; no result depends on what is kept.

use super::probe::{Probe, same_axis};
use super::settings::MoverSettings;
use super::state::CharacterState;
use super::tuning::{SEARCH_MARGIN, STUCK_POSES};
use alloc::vec::Vec;
use carom_bvh::Aabb;
use carom_core::world::LocalScene;
use carom_math::{Scalar, Vector};

/// The searches that failed last, the latest first.
#[derive(Clone, Debug)]
pub(super) struct StuckPoses<V: Vector>(Vec<StuckPose<V>>);

/// All that a search read.
#[derive(Clone, Debug)]
struct StuckPose<V: Vector> {
    settings: MoverSettings<V>,
    feet: V,
    height: V::Scalar,
    axis: Option<V>,
    crushed: bool,
    /// The box that no motion could leave.
    region: Aabb<V>,
    /// A box around all queries; everything, if `region` cut a motion short.
    searched: Aabb<V>,
    /// The parts in `searched`.
    parts: LocalScene<V>,
}

impl<V: Vector> StuckPoses<V> {
    pub(super) fn new() -> Self {
        Self(Vec::new())
    }

    /// How many it remembers.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether a search at the pose of this character failed, whatever was around it.
    pub(super) fn may_contain(
        &self,
        settings: &MoverSettings<V>,
        state: &CharacterState<V>,
    ) -> bool {
        let is_here =
            |pose: &StuckPose<V>| pose.is_at(settings, (state.feet, state.height, state.axis));
        self.0.iter().any(is_here)
    }

    /// Whether the search that would begin now has failed before.
    pub(super) fn contains(&mut self, probe: &Probe<V>, crushed: bool) -> bool {
        let found = self.0.iter().position(|pose| pose.reads(probe, crushed));
        if let Some(place) = found {
            self.0[..=place].rotate_right(1);
        }
        found.is_some()
    }

    /// Keeps a search from the pose of the probe up to `reach`, which has failed; the oldest one makes room.
    pub(super) fn keep(&mut self, probe: &Probe<V>, crushed: bool, reach: V::Scalar) {
        let full = self.0.len() == STUCK_POSES;
        let oldest = if full { self.0.pop() } else { None };
        let mut parts = oldest.map_or_else(LocalScene::new, |pose| pose.parts);
        let searched = searched(probe, reach);
        parts.copy_within(probe.scene.0, &searched);
        let pose = StuckPose {
            settings: *probe.settings,
            feet: probe.feet(),
            height: probe.height,
            axis: probe.axis,
            crushed,
            region: probe.region,
            searched,
            parts,
        };
        self.0.insert(0, pose);
    }
}

impl<V: Vector> StuckPose<V> {
    fn is_at(
        &self,
        settings: &MoverSettings<V>,
        (feet, height, axis): (V, V::Scalar, Option<V>),
    ) -> bool {
        self.feet.is_same(feet)
            && V::splat(self.height).is_same(V::splat(height))
            && same_axis(self.axis, axis)
            && self.settings == *settings
            && self.settings.up.is_same(settings.up)
    }

    /// Whether a search of this probe would read the same. Another region is as good if no motion reached its sides.
    fn reads(&self, probe: &Probe<V>, crushed: bool) -> bool {
        let (region, now) = (&self.region, &probe.region);
        let is_same_region = region.min.is_same(now.min) && region.max.is_same(now.max);
        self.is_at(probe.settings, (probe.feet(), probe.height, probe.axis))
            && self.crushed == crushed
            && (is_same_region || now.contains_box(&self.searched))
            && self.parts.is_copy_within(probe.scene.0, &self.searched)
    }
}

/// A box around all queries of a search that has ended.
fn searched<V: Vector>(probe: &Probe<V>, reach: V::Scalar) -> Aabb<V> {
    let settings = probe.settings;
    if probe.limits.region {
        let end = V::splat(V::Scalar::INFINITY);
        return Aabb {
            min: -end,
            max: end,
        };
    }
    let poses = probe.bounds().inflated(reach);
    let searched = poses.union(&probe.pushes);
    let margin = settings.skin * V::Scalar::from_f64(SEARCH_MARGIN);
    searched.inflated(margin + settings.rounding_at(&searched))
}

#[cfg(test)]
mod tests {
    use super::STUCK_POSES;
    use crate::{CharacterState, Intent, Mover, MoverSettings};
    use carom_core::world::{Body, Pose, World};
    use carom_core::{BodyId, Collider, Plane};
    use glam::{Quat, Vec3, vec3};
    use std::vec::Vec;

    const TICK: f32 = 1.0 / 60.0;

    /// Six slabs around a room that is too small for the capsule, a slab outside, and the ids of all. Of two opposite slabs one
    /// leans, so that a search is needed to find no free pose.
    fn cell() -> (World<Vec3>, Vec<BodyId>) {
        let mut world = World::new();
        let half = vec3(0.2, 0.8, 0.2);
        let mut slab = |axis: usize, distance: f32| {
            let mut center = vec3(0., 0.8, 0.);
            center[axis] += distance;
            let mut edges = [Vec3::X, Vec3::Y, Vec3::Z].map(|edge| edge * 4.);
            edges[axis] *= 0.25;
            let lean = if distance > 0. { 0.1 } else { 0. };
            let turn = Quat::from_axis_angle(edges[(axis + 1) % 3].normalize(), lean);
            let middle = vec3(0., 0.8, 0.);
            let center = middle + turn * (center - middle);
            let slab = Body::new(Collider::cuboid(center, edges.map(|edge| turn * edge)));
            world.insert(slab).unwrap()
        };
        let mut ids = Vec::new();
        for axis in 0..3 {
            ids.extend([-1., 1.].map(|side| slab(axis, side * (half[axis] + 1.))));
        }
        ids.push(slab(0, 5.8));
        (world, ids)
    }

    fn move_to(world: &mut World<Vec3>, id: BodyId, by: Vec3) {
        let pose = Pose::at(by);
        world.move_to(id, pose, TICK).unwrap();
    }

    /// Steps a character; returns the number of searches that the mover remembers: each one that it made, up to the
    /// limit.
    fn searches(
        mover: &mut Mover<Vec3>,
        world: &World<Vec3>,
        feet: Vec3,
        velocity: Vec3,
        dt: f32,
    ) -> usize {
        let mut state = CharacterState::at(feet, 1.8);
        assert!(
            mover
                .step(world, &mut state, &Intent::walk(velocity), dt)
                .why
                .stuck
        );
        mover.memory.stuck.0.len()
    }

    #[test]
    fn a_search_is_made_again_only_if_what_it_reads_has_changed() {
        let (mut world, ids) = cell();
        let mut mover = Mover::new(MoverSettings::default()).unwrap();
        let after = |mover: &mut Mover<Vec3>, world: &World<Vec3>, velocity, dt| {
            searches(mover, world, Vec3::ZERO, velocity, dt)
        };
        assert_eq!(after(&mut mover, &world, Vec3::ZERO, TICK), 1);
        assert_eq!(after(&mut mover, &world, Vec3::ZERO, TICK), 1);
        // Another wish and another tick gather another box.
        assert_eq!(after(&mut mover, &world, Vec3::X * 5., TICK), 1);
        assert_eq!(after(&mut mover, &world, Vec3::X, TICK * 2.), 1);
        // A body outside of all poses of the search.
        move_to(&mut world, ids[6], Vec3::X * 0.01);
        assert_eq!(after(&mut mover, &world, Vec3::ZERO, TICK), 1);
        // A wall.
        move_to(&mut world, ids[1], Vec3::X * 0.01);
        assert_eq!(after(&mut mover, &world, Vec3::ZERO, TICK), 2);
        assert_eq!(after(&mut mover, &world, Vec3::ZERO, TICK), 2);
        let settings = *mover.settings();
        let wider = MoverSettings {
            radius: 0.31,
            ..settings
        };
        mover.set_settings(wider).unwrap();
        assert_eq!(after(&mut mover, &world, Vec3::ZERO, TICK), 3);
        mover.set_settings(settings).unwrap();
        assert_eq!(after(&mut mover, &world, Vec3::ZERO, TICK), 3);
    }

    /// Out of a wedge that is sharp but not deep, pushes lead to the side of the gathered box.
    #[test]
    fn a_search_that_the_gathered_box_cuts_short_counts_for_that_box() {
        let mut world = World::new();
        for side in [-1., 1.] {
            let normal = vec3(side, 0., 0.15);
            world.insert(Plane::new(normal, 0.)).unwrap();
        }
        let settings = MoverSettings {
            max_depenetration: 0.,
            ..MoverSettings::default()
        };
        let mut mover = Mover::new(settings).unwrap();
        let mut after = |velocity: Vec3| searches(&mut mover, &world, Vec3::ZERO, velocity, TICK);
        assert_eq!(
            [0., 0., 1., 1., 0.].map(|x| after(Vec3::X * x)),
            [1, 1, 2, 2, 2]
        );
    }

    #[test]
    fn as_many_characters_as_it_remembers_share_a_mover() {
        let (world, _) = cell();
        let mut mover = Mover::new(MoverSettings::default()).unwrap();
        let mut after = |i: usize| {
            let feet = Vec3::Z * (i as f32 * 0.001);
            searches(&mut mover, &world, feet, Vec3::ZERO, TICK)
        };
        for i in 0..STUCK_POSES {
            assert_eq!(after(i), i + 1);
        }
        // The first was used last, so that the second makes room.
        let counts = [0, STUCK_POSES, 0].map(&mut after);
        assert_eq!(counts, [STUCK_POSES; 3]);
        let kept = |i: usize| {
            let feet = Vec3::Z * (i as f32 * 0.001);
            mover.memory.stuck.0.iter().any(|pose| pose.feet == feet)
        };
        assert!(kept(0) && !kept(1) && kept(2) && kept(STUCK_POSES));
    }
}
