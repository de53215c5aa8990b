//! A kinematic character controller: a capsule that walks, climbs steps, falls and slides, with no physics engine.
//!
//! A tick gathers everything it can reach once ([`Scene::gather`]), then answers all its questions on
//! that batch: get clear of what is too near, move along the ground or through the air, climb a step,
//! keep to the ground going down. Every motion is an exact sweep, so that nothing is ever passed
//! through, whatever the speed; what is met becomes a plane, and all planes that touch are solved
//! together, so that a corner or a crease is one answer and not a bounce from side to side.
//!
//! The capsule keeps a gap, the skin, to everything: it is what absorbs rounding.
#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod body;
mod carry;
mod cast;
mod crowd;
mod draw;
mod ground;
mod hover;
mod locomotion;
mod passage;
mod planes;
mod recording;
mod recover;
mod rollout;
mod settings;
mod slide;
mod step;

pub use body::{
    CharacterState, Collision, Ground, Intent, LimitsReached, MoveFlags, Report, SurfaceKind,
};
pub use crowd::{Agent, Crowd, CrowdRole};
pub use locomotion::{Locomotion, LocomotionSettings};
pub use recording::{Played, Recording};
pub use rollout::Rollout;
pub use settings::{MoverError, MoverSettings};
pub use slide::{Slide, slide};

use alloc::boxed::Box;
use alloc::vec::Vec;
use carom_bvh::Aabb;
use carom_core::world::{BodyMotion, LocalScene, Scene};
use carom_math::{Scalar, Vector};
use carry::carry;
use cast::{Cast, Known};
use planes::flat;
use slide::{Made, Walk};

/// Moves characters of one kind; keeps the memory of a tick from one to the next.
///
/// ```
/// use carom::mover::{CharacterState, Intent, Mover, MoverSettings};
/// use carom::{Mesh, glam::{Vec3, vec3}};
/// let floor = Mesh::new(
///     vec![vec3(-9., 0., -9.), vec3(-9., 0., 9.), vec3(9., 0., 9.), vec3(9., 0., -9.)],
///     vec![[0, 1, 2], [0, 2, 3]],
/// )?;
/// let mut mover = Mover::new(MoverSettings::default())?;
/// let mut hero = CharacterState::at(vec3(0., 0.5, 0.), 1.8);
/// for _ in 0..60 {
///     mover.step(&floor, &mut hero, &Intent::walk(vec3(2., 0., 0.)), 1. / 60.);
/// }
/// assert!(hero.ground.is_some() && (hero.feet.x - 2.).abs() < 1e-3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Mover<V: Vector> {
    settings: MoverSettings<V>,
    memory: Box<Memory<V>>,
    met: Vec<Collision<V>>,
}

/// What a tick is worked out in: where many characters go one after the other, one is enough for all.
#[derive(Clone, Debug)]
struct Memory<V: Vector> {
    near: LocalScene<V>,
    known: Known<V>,
    /// The box of which `near` holds everything, and the tick it was gathered for, where later ticks may rely on it:
    /// those of a [`Rollout`].
    kept: Option<(Aabb<V>, V::Scalar)>,
}

impl<V: Vector> Memory<V> {
    fn new() -> Self {
        Self {
            near: LocalScene::new(),
            known: Known::new(),
            kept: None,
        }
    }

    /// Gathers anew what a box holds in a tick.
    fn gather(&mut self, scene: &impl Scene<V>, region: &Aabb<V>, dt: V::Scalar) {
        self.kept = None;
        self.near.set_tick(dt);
        self.near.clear();
        scene.gather(region, &mut self.near);
        self.known.forget(self.near.len());
    }
}

impl<V: Vector> Mover<V> {
    /// A mover of these settings; `up` is made unit.
    ///
    /// # Errors
    /// A setting that is not finite or out of its range, by name.
    pub fn new(settings: MoverSettings<V>) -> Result<Self, MoverError> {
        Ok(Self {
            settings: settings.checked()?,
            memory: Box::new(Memory::new()),
            met: Vec::new(),
        })
    }

    /// What the last tick met, in the order it did, each piece once; of what is `stuck`, all that it overlaps.
    #[must_use]
    pub fn met(&self) -> &[Collision<V>] {
        &self.met
    }

    /// The settings of the next tick.
    #[must_use]
    pub fn settings(&self) -> &MoverSettings<V> {
        &self.settings
    }

    /// Changes the settings from the next tick on; `up` is made unit. All that the mover remembers between ticks is
    /// memory to work in, so the ticks are those of a new mover with these settings. A body that overlaps something
    /// with a greater radius is moved out, as in any tick.
    ///
    /// ```
    /// use carom::{glam::Vec3, mover::{Mover, MoverSettings}};
    /// let mut mover = Mover::<Vec3>::new(MoverSettings::default())?;
    /// mover.set_settings(MoverSettings { step_height: 0.6, ..*mover.settings() })?;
    /// assert_eq!(mover.settings().step_height, 0.6);
    /// let error = mover.set_settings(MoverSettings { radius: 0., ..*mover.settings() }).unwrap_err();
    /// assert_eq!((error.setting, mover.settings().radius), ("radius", 0.3));
    /// # Ok::<(), carom::mover::MoverError>(())
    /// ```
    ///
    /// # Errors
    /// A setting that is not finite or out of its range, by name; then the mover keeps the settings that it has.
    pub fn set_settings(&mut self, settings: MoverSettings<V>) -> Result<(), MoverError> {
        self.settings = settings.checked()?;
        // What was near the last place was near another capsule.
        self.memory.kept = None;
        Ok(())
    }

    /// Moves the body through one tick of `dt` seconds.
    ///
    /// A tick that is not longer than zero, and every part of the intent that is not finite, does
    /// nothing; so does a tick whose numbers overflow. A body that overlaps the scene is first moved
    /// out, to a free place not much more than a radius away; if there is none, or something that moves
    /// crushes it, it stays and the report says `stuck`.
    ///
    /// Bodies of the scene have to be where they are at the end of the tick already, and to say how they came
    /// there: [`World::move_to`](carom_core::World::move_to).
    pub fn step(
        &mut self,
        scene: &impl Scene<V>,
        body: &mut CharacterState<V>,
        intent: &Intent<V>,
        dt: V::Scalar,
    ) -> Report<V> {
        self.memory.kept = None;
        self.step_in(scene, body, intent, dt, V::Scalar::ZERO)
    }

    /// The tick in a scene of which what is kept in memory holds; `margin` more than the tick needs is gathered, and
    /// kept.
    fn step_in(
        &mut self,
        scene: &impl Scene<V>,
        body: &mut CharacterState<V>,
        intent: &Intent<V>,
        dt: V::Scalar,
        margin: V::Scalar,
    ) -> Report<V> {
        if !(dt > V::Scalar::ZERO && dt.is_finite() && body.is_finite()) {
            return Report::default();
        }
        let intent = intent.finite();
        let ride = body
            .ground
            .and_then(|ground| scene.motion(ground.part.body, dt));
        // Mostly nothing goes farther than it meant to, and what is close is all there is to know.
        if ride.is_none()
            && let Some(report) = self.tick(scene, body, &intent, dt, None, Reach::Close(margin))
        {
            return report;
        }
        self.tick(scene, body, &intent, dt, ride, Reach::Far)
            .unwrap_or_default()
    }

    /// The tick, with what is in reach. `None`, and nothing done, if that turns out to be too little: then the
    /// body would have left the box, has to be freed, or something moves.
    fn tick<S: Scene<V>>(
        &mut self,
        scene: &S,
        body: &mut CharacterState<V>,
        intent: &Intent<V>,
        dt: V::Scalar,
        ride: Option<BodyMotion<V>>,
        reach: Reach<V::Scalar>,
    ) -> Option<Report<V>> {
        let mut report = Report::default();
        let settings = self.settings;
        let region = self.gather(scene, body, ride.as_ref(), intent, dt, reach)?;

        self.met.clear();
        let Memory { near, known, .. } = &mut *self.memory;
        let mut cast = Cast::new(near, &settings, region, body, (known, &mut self.met));
        cast.close = reach != Reach::Far;
        let taken = ride.as_ref().filter(|_| !intent.fly);
        let carried = carry(&mut cast, taken, &mut report);
        let pushed = carried.pushed;
        cast.fit(intent.height.unwrap_or(body.height));
        if carried.lost {
            cast.feet = body.feet;
            cast.begin();
            report.why.stuck = true;
            cast.note_overlaps();
        } else {
            recover::recover(&mut cast, carried.crushed, &mut report);
        }
        if report.why.stuck {
            if cast.close {
                return None;
            }
            *body = CharacterState {
                feet: cast.feet,
                height: cast.height,
                ..CharacterState::at(body.feet, body.height)
            };
            return Some(report);
        }
        cast.begin();
        let (up, hovers) = (settings.up, settings.hover > V::Scalar::ZERO);
        let level = |v: V| flat(v, up);
        // What the ground gives to what leaves it, and what runs over it.
        let (mut base, surface) = match ride {
            Some(ride) => (ride.velocity(body.feet), ride.surface()),
            None if body.ground.is_some() => (V::ZERO, V::ZERO),
            None => (body.base_velocity, V::ZERO),
        };
        // A body that has just been put down on the ground may jump at once.
        let standing = || {
            body.velocity.dot(up) <= V::Scalar::ZERO
                && cast.support(level(intent.velocity)).is_some()
        };
        let jump = intent
            .jump
            .filter(|_| body.ground.is_some() || intent.air_jump || standing());
        // A body that has just been put down on the ground walks at once.
        let placed = (body.ground.is_none() && jump.is_none() && !intent.fly)
            .then(|| cast.touched(body.velocity))
            .flatten();
        let wanted = level(intent.velocity);
        let mut air = level(base);
        let walk = Walk {
            cast: &mut cast,
            report: &mut report,
            before: body.velocity,
            wanted,
            from: body.feet,
            passed: V::Scalar::ZERO,
            ride,
            stood: body.ground.map(|ground| ground.part.body),
            placed,
            leaves: LEAVES,
            clear: false,
            base: &mut air,
            pushed,
            gained: V::Scalar::ZERO,
            dt,
        };
        let mut ahead = body.ahead;
        let made = match (intent.fly, body.ground, jump) {
            (true, ..) => {
                base = V::ZERO;
                Made::in_air(walk.fly(intent.velocity))
            }
            (false, Some(_), None) => {
                let wanted = wanted + level(surface);
                if hovers {
                    let rise = (body.velocity - body.base_velocity).dot(up);
                    walk.hover(wanted, rise)
                } else {
                    walk.on_ground(wanted, &mut ahead)
                }
            }
            // The ground has taken it along in this tick: it leaves in the ground's own frame.
            (false, Some(_), Some(jump)) => walk.in_air(wanted + level(surface), jump),
            (false, None, jump) => {
                let rise = jump.unwrap_or(body.velocity.dot(up));
                let made = walk.in_air(wanted + level(base), rise);
                base = air;
                made
            }
        };
        // As seen from what it was on when the tick began, and in the world.
        let in_world = match ride {
            Some(_) if !intent.fly => made.velocity + (base - surface),
            _ => made.velocity,
        };
        let rises = in_world.dot(up) > base.dot(up);
        let caught = (hovers && made.ground.is_none() && !intent.fly && !rises)
            .then(|| cast.ground_below(settings.hover))
            .flatten();
        let ground = made.ground.or(caught);
        let below = ground.and_then(|ground| scene.motion(ground.part.body, dt));
        let base_velocity = match (ground, below) {
            (Some(_), Some(motion)) => motion.velocity(cast.feet),
            (Some(_), None) => V::ZERO,
            (None, _) => level(base),
        };
        let velocity = if made.relative {
            made.velocity + (base_velocity - surface)
        } else {
            in_world
        };
        if cast.close && cast.caps.region {
            return None;
        }
        let after = CharacterState {
            feet: cast.feet,
            height: cast.height,
            velocity,
            base_velocity,
            ahead: if ground.is_some() && wanted != V::ZERO {
                ahead
            } else {
                V::Scalar::ZERO
            },
            ground,
        };
        report.caps = cast.caps;
        report.crease = cast.crease;
        if after.is_finite() {
            *body = after;
        } else {
            report.caps.overflow = true;
        }
        report.why.limit = report.caps.any();
        report.ground = body.ground;
        Some(report)
    }

    /// How far the motions of others take the body in a tick: what it stands on, and what pushes it.
    fn carried(
        &mut self,
        scene: &impl Scene<V>,
        body: &CharacterState<V>,
        dt: V::Scalar,
    ) -> (V, V) {
        let settings = self.settings;
        let ride = body
            .ground
            .and_then(|ground| scene.motion(ground.part.body, dt));
        let rest = Intent::walk(V::ZERO);
        let Some(region) = self.gather(scene, body, ride.as_ref(), &rest, dt, Reach::Far) else {
            return (V::ZERO, V::ZERO);
        };
        self.met.clear();
        let Memory { near, known, .. } = &mut *self.memory;
        let mut cast = Cast::new(near, &settings, region, body, (known, &mut self.met));
        let carried = carry(&mut cast, ride.as_ref(), &mut Report::default());
        (cast.feet - body.feet, carried.pushed)
    }

    /// Gathers all that the body can touch in one tick; returns the box that it must not leave. `None` if that is
    /// to be a close one and something moves.
    fn gather(
        &mut self,
        scene: &impl Scene<V>,
        body: &CharacterState<V>,
        ride: Option<&BodyMotion<V>>,
        intent: &Intent<V>,
        dt: V::Scalar,
        reach: Reach<V::Scalar>,
    ) -> Option<Aabb<V>> {
        let memory = &mut *self.memory;
        if let Reach::Close(margin) = reach {
            let [region, gathered] = self.settings.close_reach(body, intent, dt);
            let is_kept =
                |kept: &(Aabb<V>, V::Scalar)| kept.1 == dt && kept.0.contains_box(&gathered);
            if memory.kept.as_ref().is_some_and(is_kept) {
                return Some(region);
            }
            let gathered = gathered.inflated(margin);
            memory.gather(scene, &gathered, dt);
            if !memory.near.motions().is_empty() {
                return None;
            }
            memory.kept = Some((gathered, dt));
            return Some(region);
        }
        let mut region = self.settings.reach_of_tick(body, intent, dt);
        if let Some(ride) = ride {
            region = region.swept(ride.carry(body.feet) - body.feet);
        }
        memory.gather(scene, &region, dt);
        // What pushes can take the body beyond the box.
        let longest = |motion: &BodyMotion<V>| motion.longest(&region);
        let motions = memory.near.motions().iter();
        let pushed = motions.map(longest).fold(V::Scalar::ZERO, V::Scalar::max);
        if pushed > self.settings.radius {
            region = region.inflated(pushed);
            memory.gather(scene, &region, dt);
        }
        Some(region)
    }
}

/// How often a character may leave its ground in a tick.
const LEAVES: u32 = 2;

/// How large a box a tick gathers.
#[derive(Clone, Copy, PartialEq)]
enum Reach<S> {
    /// What a body meets that goes where it means to, and so much farther.
    Close(S),
    /// All that it can be pushed to.
    Far,
}

impl<V: Vector> MoverSettings<V> {
    /// The box that a body stays in that goes where it means to, and one around everything that it asks about
    /// there.
    fn close_reach(
        &self,
        body: &CharacterState<V>,
        intent: &Intent<V>,
        dt: V::Scalar,
    ) -> [Aabb<V>; 2] {
        let up = self.up;
        let part = |part: f64| self.skin * V::Scalar::from_f64(part);
        let wish = intent.velocity * dt;
        let wanted = wish.length();
        let height = body.height.max(intent.height.unwrap_or(body.height));
        // A motion's gap is the skin, and half of that is for getting back to it.
        let bounds = self.capsule(body.feet, height).bounds();
        let bounds = bounds.inflated(part(1.5));
        let bounds = if body.ground.is_some() && intent.jump.is_none() && !intent.fly {
            // What planes leave of a way d is the foot of a perpendicular from its end: none leads out of the
            // ball around d/2 that has d for its diameter (Thales).
            let wish = flat(wish, up);
            let reach = wish.length() * V::Scalar::HALF;
            let rise = body.velocity.dot(up) * dt;
            let ball = Aabb {
                min: bounds.min + wish * V::Scalar::HALF - V::splat(reach),
                max: bounds.max + wish * V::Scalar::HALF + V::splat(reach),
            };
            ball.union(&bounds).swept(up * rise)
        } else {
            let way = wanted.max(body.velocity.length() * dt);
            let jump = intent.jump.unwrap_or(V::Scalar::ZERO).abs() * dt;
            bounds.inflated(way + jump + self.gravity * dt * dt)
        };
        let slope = wanted * self.steepest();
        let hovers = self.hover > V::Scalar::ZERO;
        // Who hovers climbs nothing.
        let step = if hovers {
            V::Scalar::ZERO
        } else {
            self.step_height
        };
        let region = bounds
            .swept(up * (slope + step))
            .union(&bounds.swept(-(up * (slope + self.snap))));
        // And it asks for what is within one and a half of it.
        let gathered = region.inflated(part(0.6) + self.rounding_at(&region));
        let gathered = if hovers || self.is_narrow() {
            gathered.swept(-(up * (self.hover + self.snap + part(2.0))))
        } else {
            gathered
        };
        [region, gathered]
    }

    /// More than the rounding of a position there.
    fn rounding_at(&self, region: &Aabb<V>) -> V::Scalar {
        region.magnitude() * V::Scalar::EPSILON * V::Scalar::from_f64(8.0)
    }

    /// A box around everything the body can touch in one tick.
    fn reach_of_tick(
        &self,
        body: &CharacterState<V>,
        intent: &Intent<V>,
        dt: V::Scalar,
    ) -> Aabb<V> {
        let two = V::Scalar::ONE + V::Scalar::ONE;
        let wanted = intent.velocity.length() * dt;
        let rise = intent.jump.unwrap_or(V::Scalar::ZERO).abs();
        let fall = (body.velocity.dot(self.up).abs().max(rise) + self.gravity * dt) * dt;
        // Up and down the steepest slope, and as much again in steps.
        let on_slope = wanted * (V::Scalar::ONE + two * self.steepest());
        let motion = on_slope + fall + self.step_height + self.snap + self.hover;
        let height = body.height.max(intent.height.unwrap_or(body.height));
        let spare = self.radius * two + self.skin * two * two;
        let capsule = self.capsule(body.feet, height);
        capsule.bounds().inflated(motion + spare)
    }
}
