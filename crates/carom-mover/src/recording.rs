//! Recordings: a whole tick with its local scene, to replay bit for bit and to minimize.

use super::mover::Mover;
use super::report::Report;
use super::settings::{MoverError, MoverSettings};
use super::state::{CharacterState, Intent};
use super::surfaces::Surfaces;
use alloc::sync::Arc;
use carom_core::world::LocalScene;
use carom_math::{Scalar, Vector};

/// One tick of one character, with everything that it depends on.
///
/// With the feature `serde` it can be stored. A replay is [`Mover::step`] itself, on the parts that were gathered then;
/// if its result differs, the recording is of another version or has been changed.
///
/// ```
/// use carom::mover::{CharacterState, Intent, Mover, Recording, MoverSettings};
/// use carom::{Ball, World, glam::{Vec3, vec3}};
/// let mut world = World::new();
/// world.insert(Ball::new(vec3(0.5, 0.9, 0.), 0.3))?;
/// world.insert(Ball::new(vec3(-0.5, 0.9, 0.), 0.3))?;
/// let mut mover = Mover::new(MoverSettings::default())?;
/// let before = CharacterState::at(Vec3::ZERO, 1.8);
/// let (mut body, intent) = (before, Intent::walk(vec3(4., 0., 0.)));
/// let report = mover.step(&world, &mut body, &intent, 0.1);
/// let recording = Recording::new(&mover, before, intent, body, report);
/// assert!(recording.play()?.is_same());
/// // Only the ball ahead matters.
/// let least = recording.shrink(|played| played.report.why == report.why)?;
/// assert_eq!(least.near.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        deny_unknown_fields,
        bound(
            serialize = "V: serde::Serialize, V::Scalar: serde::Serialize, V::Double: serde::Serialize",
            deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>, \
                           V::Double: serde::Deserialize<'de>"
        )
    )
)]
pub struct Recording<V: Vector> {
    /// The settings of the mover.
    pub settings: MoverSettings<V>,
    /// The materials of the gathered parts, if the mover has any.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Option::is_none")
    )]
    pub surfaces: Option<Surfaces<V>>,
    /// The state at the start of the tick.
    pub before: CharacterState<V>,
    /// The input.
    pub intent: Intent<V>,
    /// The state at the end of the tick.
    pub after: CharacterState<V>,
    /// The report of the tick.
    pub report: Report<V>,
    /// The gathered parts, and the length of the tick.
    pub near: LocalScene<V>,
}

/// The result of a replay: see [`Recording::play`].
///
/// ```
/// use carom::mover::{CharacterState, Intent, Mover, MoverSettings, Recording};
/// use carom::{Ball, World, glam::{Vec3, vec3}};
/// let mut world = World::new();
/// world.insert(Ball::new(vec3(0.5, 0.9, 0.), 0.3))?;
/// let mut mover = Mover::new(MoverSettings::default())?;
/// let before = CharacterState::at(vec3(-0.105, 0., 0.), 1.8);
/// let (mut body, intent) = (before, Intent::walk(Vec3::ZERO));
/// let report = mover.step(&world, &mut body, &intent, 0.1);
/// let played = Recording::new(&mover, before, intent, body, report).play()?;
/// assert!(played.is_same() && played.after == body);
/// assert!(played.gaps[0] < 0.006 && played.gaps[1] > played.gaps[0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Played<V: Vector> {
    /// The state at the end of the tick.
    pub after: CharacterState<V>,
    /// The report of the tick.
    pub report: Report<V>,
    /// The least gaps of the body before and after the tick, length, at most the skin; negative in an overlap.
    pub gaps: [V::Scalar; 2],
    same: bool,
}

impl<V: Vector> Played<V> {
    /// Whether state and report are the recorded ones, to the bit.
    #[must_use]
    pub fn is_same(&self) -> bool {
        self.same
    }
}

impl<V: Vector> Recording<V> {
    /// Records the last tick of a mover: the states before and after, the intent and the report of its
    /// [`step`](Mover::step).
    #[must_use]
    pub fn new(
        mover: &Mover<V>,
        before: CharacterState<V>,
        intent: Intent<V>,
        after: CharacterState<V>,
        report: Report<V>,
    ) -> Self {
        Self {
            settings: *mover.settings(),
            surfaces: (mover.surfaces()).map(|all| of_tick(all, &mover.memory.scene, &before)),
            before,
            intent,
            after,
            report,
            near: mover.memory.scene.clone(),
        }
    }

    /// Replays the tick.
    ///
    /// # Errors
    /// A setting that is out of its range, by name.
    pub fn play(&self) -> Result<Played<V>, MoverError> {
        let mut mover = self.mover()?;
        Ok(self.played(&mut mover, &self.near))
    }

    /// A mover as that of the tick was.
    fn mover(&self) -> Result<Mover<V>, MoverError> {
        let mut mover = Mover::new(self.settings)?;
        mover.set_surfaces(self.surfaces.clone().map(Arc::new));
        Ok(mover)
    }

    fn played(&self, mover: &mut Mover<V>, near: &LocalScene<V>) -> Played<V> {
        let mut after = self.before;
        let report = mover.step(near, &mut after, &self.intent, near.tick());
        let gap = |body: &CharacterState<V>| {
            let (settings, skin) = (&self.settings, self.settings.skin);
            let limbs = settings.shapes_at(body.feet, body.height, body.axis);
            limbs
                .map(|limb| limb.gap(near, skin))
                .fold(skin, V::Scalar::min)
        };
        Played {
            after,
            report,
            gaps: [gap(&self.before), gap(&after)],
            same: same(&after, &self.after) && report == self.report,
        }
    }

    /// Minimizes the recording: the same tick with so few parts that `shows` holds for its replay, but no longer
    /// without any one of them (delta debugging, Zeller and Hildebrandt 2002). State and report are those of the new
    /// replay.
    ///
    /// # Errors
    /// A setting that is out of its range, by name.
    pub fn shrink(&self, shows: impl Fn(&Played<V>) -> bool) -> Result<Self, MoverError> {
        let mut mover = self.mover()?;
        let mut near = self.near.clone();
        let mut parts = 2;
        while !near.is_empty() {
            let count = near.len();
            let parts_now = parts.min(count);
            let mut smaller = None;
            for part in 0..parts_now {
                let (from, to) = (count * part / parts_now, count * (part + 1) / parts_now);
                let without = near.filtered(|index| !(from..to).contains(&index));
                if shows(&self.played(&mut mover, &without)) {
                    smaller = Some(without);
                    break;
                }
            }
            match smaller {
                Some(without) => {
                    near = without;
                    parts = (parts_now - 1).max(2);
                }
                None if parts_now >= count => break,
                None => parts = parts_now * 2,
            }
        }
        let played = self.played(&mut mover, &near);
        let surfaces = (self.surfaces.as_ref()).map(|all| of_tick(all, &near, &self.before));
        Ok(Self {
            surfaces,
            after: played.after,
            report: played.report,
            near,
            ..self.clone()
        })
    }
}

/// The materials that a tick may use: those of the gathered parts and of the ground at its start.
fn of_tick<V: Vector>(
    surfaces: &Surfaces<V>,
    near: &LocalScene<V>,
    before: &CharacterState<V>,
) -> Surfaces<V> {
    let ground = before.ground.map(|ground| ground.part);
    surfaces.of_parts((0..near.len()).map(|index| near.part(index)).chain(ground))
}

fn same<V: Vector>(a: &CharacterState<V>, b: &CharacterState<V>) -> bool {
    let bits = |v: V| v.to_f64().map(f64::to_bits);
    a == b && bits(a.feet) == bits(b.feet) && bits(a.velocity) == bits(b.velocity)
}
