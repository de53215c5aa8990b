//! The boxes that a tick can reach, and gathering their parts into the local scene.

use super::memory::{Memory, Reach};
use super::planes::horizontal;
use super::settings::MoverSettings;
use super::state::{CharacterState, Intent};
use super::tick::Tick;
use super::tuning::{FOOT_MARGIN, GATHER_MARGIN, REGION_MARGIN, REGION_ROUNDING};
use carom_bvh::Aabb;
use carom_core::world::{BodyMotion, Scene};
use carom_math::{Scalar, Vector};

impl<V: Vector> Tick<'_, V> {
    /// Gathers all parts that the tick can touch; returns the box that the character must not leave. `None` if the
    /// reach is close and something moves.
    pub(super) fn gather(
        &self,
        scene: &impl Scene<V>,
        memory: &mut Memory<V>,
        reach: Reach<V::Scalar>,
    ) -> Option<Aabb<V>> {
        let (state, dt) = (self.state, self.dt);
        let materials = (self.surfaces, self.settings);
        if let Reach::Close(margin) = reach {
            let [region, gathered] = self.settings.close_region(state, self.intent, dt);
            let is_kept =
                |kept: &(Aabb<V>, V::Scalar)| kept.1 == dt && kept.0.contains_box(&gathered);
            if memory.kept.as_ref().is_some_and(is_kept) {
                return Some(region);
            }
            let gathered = gathered.inflated(margin);
            memory.gather(scene, &gathered, dt, materials);
            if !memory.scene.motions().is_empty() {
                return None;
            }
            memory.kept = Some((gathered, dt));
            return Some(region);
        }
        let mut region = self.settings.far_region(state, self.intent, dt);
        if reach != Reach::Far {
            let beyond = self.settings.most_recovery() - self.settings.least_recovery();
            region = region.inflated(beyond);
        }
        if let Some(ride) = &self.ride {
            region = region.swept(ride.carry(state.feet) - state.feet);
        }
        if let Some(surfaces) = self.surfaces {
            // Up and down a steeper slope, and along with a conveyor.
            let slope = surfaces.steepest(self.settings) - self.settings.steepest();
            let wanted = self.intent.velocity.length();
            let two = V::Scalar::ONE + V::Scalar::ONE;
            region = region.inflated((wanted * two * slope + surfaces.fastest()) * dt);
        }
        memory.gather(scene, &region, dt, materials);
        // Pushes can take the character beyond the box.
        let longest = |motion: &BodyMotion<V>| motion.longest(&region);
        let motions = memory.scene.motions().iter();
        let pushed = motions.map(longest).fold(V::Scalar::ZERO, V::Scalar::max);
        if pushed > self.settings.radius {
            region = region.inflated(pushed);
            memory.gather(scene, &region, dt, materials);
        }
        Some(region)
    }
}

impl<V: Vector> MoverSettings<V> {
    /// The box that a character stays in if it goes where it means to, and a larger one around all that it queries
    /// there.
    pub(super) fn close_region(
        &self,
        state: &CharacterState<V>,
        intent: &Intent<V>,
        dt: V::Scalar,
    ) -> [Aabb<V>; 2] {
        let up = self.up;
        let skins = |part: f64| self.skin * V::Scalar::from_f64(part);
        let wish = intent.velocity * dt;
        let wanted = wish.length();
        let bounds = self.turning_bounds(state, intent);
        let bounds = bounds.inflated(skins(REGION_MARGIN));
        let bounds = if state.ground.is_some() && intent.leaving_speed().is_none() && !intent.fly {
            // The part of a wish d that planes leave is the foot of a perpendicular from its end: none leads out of the
            // ball around d/2 that has d for its diameter (Thales).
            let wish = horizontal(wish, up);
            let reach = wish.length() * V::Scalar::HALF;
            let rise = state.velocity.dot(up) * dt;
            let ball = Aabb {
                min: bounds.min + wish * V::Scalar::HALF - V::splat(reach),
                max: bounds.max + wish * V::Scalar::HALF + V::splat(reach),
            };
            ball.union(&bounds).swept(up * rise)
        } else {
            let way = wanted.max(state.velocity.length() * dt);
            let jump = intent.fastest_rise() * dt;
            bounds.inflated(way + jump + self.gravity * dt * dt)
        };
        let slope = wanted * self.steepest();
        let hovers = self.hover > V::Scalar::ZERO;
        // A hovering character climbs nothing.
        let step = if hovers {
            V::Scalar::ZERO
        } else {
            self.step_height
        };
        let region = bounds
            .swept(up * (slope + step))
            .union(&bounds.swept(-(up * (slope + self.snap))));
        let gathered = region.inflated(skins(GATHER_MARGIN) + self.rounding_at(&region));
        let gathered = if hovers || self.is_narrow() || self.edge_guard.is_some() {
            gathered.swept(-(up * (self.hover + self.snap + skins(FOOT_MARGIN))))
        } else {
            gathered
        };
        [region, gathered]
    }

    /// Bound on the rounding of a position in a box.
    pub(super) fn rounding_at(&self, region: &Aabb<V>) -> V::Scalar {
        region.magnitude() * V::Scalar::EPSILON * V::Scalar::from_f64(REGION_ROUNDING)
    }

    /// A box around everything that the character can touch in one tick.
    pub(super) fn far_region(
        &self,
        state: &CharacterState<V>,
        intent: &Intent<V>,
        dt: V::Scalar,
    ) -> Aabb<V> {
        let two = V::Scalar::ONE + V::Scalar::ONE;
        let wanted = intent.velocity.length() * dt;
        let rise = intent.fastest_rise();
        let fall = (state.velocity.dot(self.up).abs().max(rise) + self.gravity * dt) * dt;
        // Up and down the steepest slope, and as much again in steps.
        let on_slope = wanted * (V::Scalar::ONE + two * self.steepest());
        // An edge guard finds ground below a foot that has gone down already.
        let below = self.edge_guard.map_or(V::Scalar::ZERO, |_| self.snap);
        let motion = on_slope + fall + self.step_height + self.snap + self.hover + below;
        let spare = self.radius * two + self.skin * two * two;
        self.turning_bounds(state, intent).inflated(motion + spare)
    }

    /// A box around the capsule with every height and direction that it has on its way to those of the intent.
    fn turning_bounds(&self, state: &CharacterState<V>, intent: &Intent<V>) -> Aabb<V> {
        let height = state.height.max(intent.height.unwrap_or(state.height));
        let bounds = self.bounds_at(state.feet, height, state.axis);
        if intent.axis.is_none() && (state.axis.is_none() || height == state.height) {
            return bounds;
        }
        bounds.union(&self.any_direction(state.feet, height))
    }
}
