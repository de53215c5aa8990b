//! The tick of a character as a pipeline of stages.

use super::depenetrate::{Recovery, depenetrate};
use super::memory::{Memory, Reach};
use super::motion::{Motion, Outcome};
use super::planes::horizontal;
use super::platforms::{Carried, carry};
use super::probe::Probe;
use super::report::{Collision, Report};
use super::settings::MoverSettings;
use super::state::{CharacterState, Intent};
use super::stuck_poses::StuckPoses;
use super::surfaces::{Surfaces, motion_of, under};
use super::sweep_to_skin::Stop;
use super::tuning::MAX_LEAVES;
use alloc::vec::Vec;
use carom_core::world::{BodyMotion, Scene};
use carom_math::{Scalar, Vector};

/// The input of a tick.
pub(super) struct Tick<'t, V: Vector> {
    pub(super) settings: &'t MoverSettings<V>,
    pub(super) surfaces: Option<&'t Surfaces<V>>,
    pub(super) state: &'t CharacterState<V>,
    pub(super) intent: &'t Intent<V>,
    /// The motion of the body that the character stands on.
    pub(super) ride: Option<BodyMotion<V>>,
    pub(super) dt: V::Scalar,
}

/// The velocities that a motion is relative to.
struct Frame<V> {
    /// Of the ground or, in the air, of the ground that was left.
    base: V,
    /// Of the conveyor belt under the foot, relative to the ground.
    surface: V,
}

impl<V: Vector> Tick<'_, V> {
    /// Runs the stages; returns the new state and the report. `None` if the gathered box turns out to be too small: the
    /// character would leave it or has to be moved out of an overlap, or something moves; or if the character is not
    /// [`StillStuck`](Reach::StillStuck).
    pub(super) fn run(
        &self,
        scene: &impl Scene<V>,
        memory: &mut Memory<V>,
        collisions: &mut Vec<Collision<V>>,
        reach: Reach<V::Scalar>,
    ) -> Option<(CharacterState<V>, Report<V>)> {
        let (state, intent) = (self.state, self.intent);
        let region = self.gather(scene, memory, reach)?;
        collisions.clear();
        let memory_of_probe = (&mut memory.cache, collisions);
        let mut probe = Probe::new(&memory.scene, self.settings, region, state, memory_of_probe);
        probe.close = matches!(reach, Reach::Close(_));
        let mut report = Report::default();

        // Platforms carry and push.
        let carried = carry(
            &mut probe,
            self.ride.as_ref().filter(|_| !intent.fly),
            &mut report,
        );
        probe.set_height(intent.height.unwrap_or(state.height));
        // Depenetration.
        // A body that moves may leave it again, or crush it: the way out is never through that body.
        let is_free = !carried.crushed && !carried.lost && !probe.overlaps_moving_body();
        let recovery = self.recovery(reach, is_free);
        let known = &mut memory.stuck;
        self.leave_overlaps(&mut probe, &carried, &recovery, known, &mut report);
        if report.why.stuck {
            return recovery.is_last.then_some((probe.at_rest(), report));
        }
        if reach == Reach::StillStuck {
            return None;
        }
        probe.start_motion(intent.axis);
        // Walk, hover, fall or fly: steps, ground snap and transitions happen on the way.
        let mut frame = self.frame();
        let mut credit = state.step_credit;
        let pushed = carried.pushed;
        let outcome = self.own_motion(&mut probe, &mut report, &mut frame, &mut credit, pushed);
        if probe.close && probe.limits.region {
            return None;
        }
        // The new state, with velocities in the world.
        let mut after = self.state_after(scene, &probe, &frame, &outcome);
        if after.ground.is_some() && horizontal(intent.velocity, self.settings.up) != V::ZERO {
            after.step_credit = credit;
        }

        report.limits = probe.limits;
        report.crease = probe.crease;
        if !after.is_finite() {
            report.limits.overflow = true;
            after = *state;
        }
        report.why.limit = report.limits.any();
        self.complete(&mut report, &after);
        Some((after, report))
    }

    /// Reports the ground, and events that no stage does: a hoverer is caught, a flight begins, a walk is cut short.
    fn complete(&self, report: &mut Report<V>, after: &CharacterState<V>) {
        report.ground = after.ground;
        let events = &mut report.events;
        let rise = (after.velocity - after.base_velocity).dot(self.settings.up);
        match (self.state.ground, after.ground) {
            (None, Some(_)) if events.landed.is_none() => events.land(-rise),
            (Some(_), None) if events.left_ground.is_none() => events.leave(rise),
            _ => {}
        }
    }

    /// How far an overlap may be left: first as far as any tick, and only if that fails as far as the settings allow.
    fn recovery(&self, reach: Reach<V::Scalar>, is_free: bool) -> Recovery<V::Scalar> {
        let near = self.settings.least_recovery();
        let deep = if is_free {
            self.settings.most_recovery()
        } else {
            near
        };
        match reach {
            Reach::Close(_) => Recovery::first(near),
            Reach::Far if deep > near => Recovery::first(near),
            Reach::Far | Reach::Deep | Reach::StillStuck => Recovery::last(deep),
        }
    }

    /// Moves the capsule out of overlaps, unless a push has moved it through another pushing part.
    fn leave_overlaps(
        &self,
        probe: &mut Probe<V>,
        carried: &Carried<V>,
        recovery: &Recovery<V::Scalar>,
        known: &mut StuckPoses<V>,
        report: &mut Report<V>,
    ) {
        if carried.lost {
            probe.place(self.state.feet);
            probe.mark_start_gap();
            report.why.stuck = true;
            probe.record_overlaps();
        } else {
            depenetrate(probe, carried.crushed, recovery, known, report);
        }
    }

    fn frame(&self) -> Frame<V> {
        let (base, surface) = match &self.ride {
            Some(ride) => (ride.velocity(self.state.feet), ride.surface()),
            None if self.state.ground.is_some() => (V::ZERO, V::ZERO),
            None => (self.state.base_velocity, V::ZERO),
        };
        Frame { base, surface }
    }

    /// The conveyor of the material that the character stands on.
    fn conveyor(&self) -> V {
        under(self.surfaces, self.state).map_or(V::ZERO, |material| material.velocity)
    }

    /// The jump of this tick. A character that has just been put down on the ground may jump at once.
    fn jump(&self, probe: &Probe<V>) -> Option<V::Scalar> {
        let (state, up) = (self.state, self.settings.up);
        let stands = || {
            state.velocity.dot(up) <= V::Scalar::ZERO
                && probe
                    .support(horizontal(self.intent.velocity, up))
                    .is_some()
        };
        (self.intent.jump).filter(|_| state.ground.is_some() || self.intent.air_jump || stands())
    }

    /// The velocity at the start of the tick, with the upward speed of an animation.
    fn start_velocity(&self, rise: Option<V::Scalar>) -> V {
        let (velocity, up) = (self.state.velocity, self.settings.up);
        rise.map_or(velocity, |rise| horizontal(velocity, up) + up * rise)
    }

    /// In the air, the ground that the tick begins on: a character that has just been put down there walks at once.
    fn start_ground(
        &self,
        probe: &Probe<V>,
        jump: Option<V::Scalar>,
        velocity: V,
    ) -> Option<Stop<V>> {
        let falls = self.state.ground.is_none() && jump.is_none() && !self.intent.fly;
        falls.then(|| probe.ground_at_start(velocity)).flatten()
    }

    /// The motion that the character makes by itself.
    fn own_motion(
        &self,
        probe: &mut Probe<V>,
        report: &mut Report<V>,
        frame: &mut Frame<V>,
        credit: &mut V::Scalar,
        pushed: V,
    ) -> Outcome<V> {
        let (state, intent, up) = (self.state, self.intent, self.settings.up);
        let jump = self.jump(probe);
        let rise = intent.rise.filter(|_| jump.is_none());
        let start_velocity = self.start_velocity(rise);
        let start_ground = self.start_ground(probe, jump, start_velocity);
        let wanted = horizontal(intent.velocity, up);
        let surface = horizontal(frame.surface, up);
        let base = horizontal(frame.base, up);
        let mut air_base = base;
        probe.velocity = self.wanted_velocity(frame);
        let motion = Motion {
            probe,
            report,
            start_velocity,
            rise,
            wanted,
            from: state.feet,
            passed: V::Scalar::ZERO,
            ride: self.ride,
            stood_on: state.ground.map(|ground| ground.part),
            conveyor: self.conveyor(),
            start_ground,
            leaves: MAX_LEAVES,
            walks_off: false,
            air_base: &mut air_base,
            pushed,
            gained: V::Scalar::ZERO,
            dt: self.dt,
        };
        match (intent.fly, state.ground, intent.leaving_speed()) {
            (true, ..) => {
                frame.base = V::ZERO;
                Outcome::in_air(motion.fly(intent.velocity))
            }
            (false, Some(_), None) if self.settings.hover > V::Scalar::ZERO => {
                let rise = (state.velocity - state.base_velocity).dot(up);
                motion.hover(wanted + surface, rise)
            }
            (false, Some(_), None) => motion.on_ground(wanted + surface, credit),
            // The ground has carried it in this tick: it leaves in the frame of the ground.
            (false, Some(_), Some(speed)) => {
                motion.report.events.leave(speed);
                motion.in_air(wanted + surface, speed)
            }
            (false, None, _) => {
                let rise = jump.or(rise).unwrap_or(state.velocity.dot(up));
                let outcome = motion.in_air(wanted + base, rise);
                frame.base = air_base;
                outcome
            }
        }
    }

    /// The velocity in the world that the intent wants; in the air without the fall.
    fn wanted_velocity(&self, frame: &Frame<V>) -> V {
        let (intent, up) = (self.intent, self.settings.up);
        match (intent.fly, &self.ride) {
            (true, _) => intent.velocity,
            (false, Some(_)) => horizontal(intent.velocity, up) + frame.base,
            (false, None) => horizontal(intent.velocity, up) + horizontal(frame.base, up),
        }
    }

    /// The state after a motion, with no step credit. A falling hoverer is caught by ground below its height.
    fn state_after(
        &self,
        scene: &impl Scene<V>,
        probe: &Probe<V>,
        frame: &Frame<V>,
        outcome: &Outcome<V>,
    ) -> CharacterState<V> {
        let (settings, fly, up) = (self.settings, self.intent.fly, self.settings.up);
        // The outcome is relative to the ground at the start of the tick.
        let in_world = match self.ride {
            Some(_) if !fly => outcome.velocity + (frame.base - frame.surface),
            _ => outcome.velocity,
        };
        let hovers = settings.hover > V::Scalar::ZERO;
        let rises = in_world.dot(up) > frame.base.dot(up);
        let caught = (hovers && outcome.ground.is_none() && !fly && !rises)
            .then(|| probe.ground_below(settings.hover))
            .flatten();
        let ground = outcome.ground.or(caught);
        let below = ground.and_then(|ground| motion_of(scene, self.surfaces, ground.part, self.dt));
        let base_velocity = match (ground, below) {
            (Some(_), Some(motion)) => motion.velocity(probe.feet()),
            (Some(_), None) => V::ZERO,
            (None, _) => horizontal(frame.base, up),
        };
        let velocity = if outcome.relative {
            outcome.velocity + (base_velocity - frame.surface)
        } else {
            in_world
        };
        CharacterState {
            feet: probe.feet(),
            height: probe.height,
            velocity,
            base_velocity,
            step_credit: V::Scalar::ZERO,
            ground,
            axis: probe.axis,
        }
    }
}
