//! A tick kept whole: what was near, what was wanted, and what came of it. To be played again, bit for bit,
//! and made smaller.

use super::Mover;
use super::body::{CharacterState, Intent, Report};
use super::settings::{MoverError, MoverSettings};
use carom_core::world::LocalScene;
use carom_math::Vector;

/// One tick of one character, with everything that had a part in it.
///
/// With the feature `serde` it is data. What is played is [`Mover::step`] itself, on the pieces that were
/// gathered then; so a recording that comes out otherwise is of another version, or has been changed.
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
    /// Of the mover.
    pub settings: MoverSettings<V>,
    /// The state at the start of the tick.
    pub before: CharacterState<V>,
    /// What was wanted.
    pub intent: Intent<V>,
    /// The state that came of it.
    pub after: CharacterState<V>,
    /// What was said about it.
    pub report: Report<V>,
    /// What was gathered, and the length of the tick.
    pub near: LocalScene<V>,
}

/// What came of a recording that was played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Played<V: Vector> {
    /// The state.
    pub after: CharacterState<V>,
    /// What was said about it.
    pub report: Report<V>,
    /// The least gap of the capsule to anything before and after, where that is below the skin.
    pub gaps: [V::Scalar; 2],
    same: bool,
}

impl<V: Vector> Played<V> {
    /// Whether it came out as when it was recorded, to the bit.
    #[must_use]
    pub fn is_same(&self) -> bool {
        self.same
    }
}

impl<V: Vector> Recording<V> {
    /// The last tick of a mover: what it knows of it, and what it was told and gave back.
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
            before,
            intent,
            after,
            report,
            near: mover.memory.near.clone(),
        }
    }

    /// Plays it again.
    ///
    /// # Errors
    /// MoverSettings that no mover can have.
    pub fn play(&self) -> Result<Played<V>, MoverError> {
        let mut mover = Mover::new(self.settings)?;
        Ok(self.played(&mut mover, &self.near))
    }

    fn played(&self, mover: &mut Mover<V>, near: &LocalScene<V>) -> Played<V> {
        let mut after = self.before;
        let report = mover.step(near, &mut after, &self.intent, near.tick());
        let gap = |body: &CharacterState<V>| {
            let capsule = self.settings.capsule(body.feet, body.height);
            let skin = self.settings.skin;
            near.closest(&capsule, skin)
                .map_or(skin, |found| found.separation)
        };
        Played {
            after,
            report,
            gaps: [gap(&self.before), gap(&after)],
            same: same(&after, &self.after) && report == self.report,
        }
    }

    /// The same tick with as few pieces as still show what `shows` looks for: none of them can be left out
    /// (delta debugging, Zeller and Hildebrandt 2002). What is recorded is what came of those.
    ///
    /// # Errors
    /// MoverSettings that no mover can have.
    pub fn shrink(&self, shows: impl Fn(&Played<V>) -> bool) -> Result<Self, MoverError> {
        let mut mover = Mover::new(self.settings)?;
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
        Ok(Self {
            after: played.after,
            report: played.report,
            near,
            ..self.clone()
        })
    }
}

fn same<V: Vector>(a: &CharacterState<V>, b: &CharacterState<V>) -> bool {
    let bits = |v: V| v.to_f64().map(f64::to_bits);
    a == b && bits(a.feet) == bits(b.feet) && bits(a.velocity) == bits(b.velocity)
}
