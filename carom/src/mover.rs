//! A character: a capsule that walks, climbs steps, falls and slides, with no physics engine.
//!
//! A tick gathers everything it can reach once ([`Scene::gather`]), then answers all its questions on
//! that batch: get clear of what is too near, move along the ground or through the air, climb a step,
//! keep to the ground going down. Every motion is an exact sweep, so that nothing is ever passed
//! through, whatever the speed; what is met becomes a plane, and all planes that touch are solved
//! together, so that a corner or a crease is one answer and not a bounce from side to side.
//!
//! The capsule keeps a gap, the skin, to everything: it is what absorbs rounding.

mod body;
mod cast;
mod ground;
mod planes;
mod recover;
mod settings;
mod slide;
mod step;

pub use body::{Body, Ground, Intent, Report, Why};
pub use settings::{MoverError, Settings};
pub use slide::{Slide, slide};

use crate::shape::aabb::Aabb;
use crate::vector::{Scalar, Vector3};
use crate::world::{Near, Scene};
use cast::Cast;
use slide::Walk;

/// Moves characters of one kind; keeps the memory of a tick from one to the next.
///
/// ```
/// use carom::mover::{Body, Intent, Mover, Settings};
/// use carom::{Mesh, glam::{Vec3, vec3}};
/// let floor = Mesh::new(
///     vec![vec3(-9., 0., -9.), vec3(-9., 0., 9.), vec3(9., 0., 9.), vec3(9., 0., -9.)],
///     vec![[0, 1, 2], [0, 2, 3]],
/// )?;
/// let mut mover = Mover::new(Settings::default())?;
/// let mut hero = Body::at(vec3(0., 0.5, 0.), 1.8);
/// for _ in 0..60 {
///     mover.step(&floor, &mut hero, &Intent::walk(vec3(2., 0., 0.)), 1. / 60.);
/// }
/// assert!(hero.ground.is_some() && (hero.feet.x - 2.).abs() < 1e-3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Mover<V: Vector3> {
    settings: Settings<V>,
    near: Near<V>,
}

impl<V: Vector3> Mover<V> {
    /// A mover of these settings; `up` is made unit.
    ///
    /// # Errors
    /// A setting that is not finite or out of its range, by name.
    pub fn new(settings: Settings<V>) -> Result<Self, MoverError> {
        Ok(Self {
            settings: settings.checked()?,
            near: Near::new(),
        })
    }

    /// What the mover was made with.
    #[must_use]
    pub fn settings(&self) -> &Settings<V> {
        &self.settings
    }

    /// Moves the body through one tick of `dt` seconds.
    ///
    /// A tick that is not longer than zero, and every part of the intent that is not finite, does
    /// nothing; so does a tick whose numbers overflow. A body that overlaps the scene is first moved
    /// out, to the nearest free place within two radii; if there is none it stays and the report says
    /// `stuck`.
    pub fn step(
        &mut self,
        scene: &impl Scene<V>,
        body: &mut Body<V>,
        intent: &Intent<V>,
        dt: V::Scalar,
    ) -> Report<V> {
        let mut report = Report::default();
        if !(dt > V::Scalar::ZERO && dt.is_finite() && body.is_finite()) {
            return report;
        }
        let intent = intent.finite();
        let settings = self.settings;
        self.near.clear();
        let region = settings.reach_of_tick(body, &intent, dt);
        scene.gather(&region, &mut self.near);

        let mut cast = Cast::new(&self.near, &settings, region, body);
        cast.fit(intent.height.unwrap_or(body.height));
        recover::recover(&mut cast, &mut report);
        if report.why.stuck {
            body.velocity = V::ZERO;
            return report;
        }
        cast.begin();
        let up = settings.up;
        let level = intent.velocity - up * intent.velocity.dot(up);
        // A body that has just been put down on the ground may jump at once.
        let standing = || body.velocity.dot(up) <= V::Scalar::ZERO && cast.support().is_some();
        let jump = intent.jump.filter(|_| body.ground.is_some() || standing());
        let walk = Walk {
            cast: &mut cast,
            report: &mut report,
            before: body.velocity,
            dt,
        };
        let (velocity, ground) = match (intent.fly, body.ground, jump) {
            (true, ..) => (walk.fly(intent.velocity), None),
            (false, Some(_), None) => walk.on_ground(level),
            (false, _, jump) => {
                let rise = jump.unwrap_or(body.velocity.dot(up));
                walk.in_air(level, rise)
            }
        };
        let after = Body {
            feet: cast.feet,
            height: cast.height,
            velocity,
            ground,
        };
        report.why.limit |= cast.cut;
        if after.is_finite() {
            *body = after;
        } else {
            report.why.limit = true;
        }
        report.ground = body.ground;
        report
    }
}

impl<V: Vector3> Settings<V> {
    /// A box around everything the body can touch in one tick.
    fn reach_of_tick(&self, body: &Body<V>, intent: &Intent<V>, dt: V::Scalar) -> Aabb<V> {
        let two = V::Scalar::ONE + V::Scalar::ONE;
        let wanted = intent.velocity.length() * dt;
        let rise = intent.jump.unwrap_or(V::Scalar::ZERO).abs();
        let fall = (body.velocity.dot(self.up).abs().max(rise) + self.gravity * dt) * dt;
        // Up and down the steepest slope, and as much again in steps.
        let on_slope = wanted * (V::Scalar::ONE + two * self.steepest());
        let motion = on_slope + fall + self.step_height + self.snap;
        let height = body.height.max(intent.height.unwrap_or(body.height));
        let spare = self.radius * two + self.skin * two * two;
        let capsule = self.capsule(body.feet, height);
        capsule.bounds().inflated(motion + spare)
    }
}
