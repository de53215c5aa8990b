//! What moves: it takes along what stands on it, and pushes what is in its way.
//!
//! Bodies stand where they are at the end of the tick; their [`Motion`] tells how they came there. Seen from a
//! body, the capsule comes from where it would be now had it been fixed to the body: a sweep from there
//! to where it is meets what the body has swept over, however thin and fast it is.

use super::body::Report;
use super::cast::{Cast, Only};
use carom_core::world::BodyMotion;
use carom_math::{Scalar, Vector};

/// How often what one body pushes may be pushed on by another.
const ROUNDS: usize = 3;

/// What came of the motions of others.
pub(super) struct Carried<V> {
    /// How far they pushed, besides taking along.
    pub(super) pushed: V,
    /// It was pushed against something that holds it.
    pub(super) crushed: bool,
    /// What pushes it has pushed it through something else that does.
    pub(super) lost: bool,
}

/// Brings the capsule to the end of the tick's motions: `ride` takes it along, all others push it.
pub(super) fn carry<V: Vector>(
    cast: &mut Cast<V>,
    ride: Option<&BodyMotion<V>>,
    report: &mut Report<V>,
) -> Carried<V> {
    let start = cast.feet;
    if let Some(ride) = ride {
        let delta = ride.carry(start) - start;
        if delta != V::ZERO {
            cast.only(Only::Still);
            let _ = cast.drift(delta);
            report.why.rode = true;
        }
    }
    let taken = cast.feet;
    let (mut crushed, mut pushed) = (false, false);
    for _ in 0..ROUNDS {
        pushed = false;
        for (number, motion) in cast.near.motions().iter().enumerate() {
            if let Some(push) = cast.push_of(number, motion, start) {
                cast.only(Only::Except(number));
                crushed |= cast.drift(push).met;
                pushed = true;
            }
        }
        report.why.pushed |= pushed;
        if !pushed {
            break;
        }
    }
    // With its middle on the wrong side of what still pushes, it would come through.
    let lost = pushed && {
        let motions = cast.near.motions().iter().enumerate();
        let radius = cast.settings.radius;
        let mut pushes = motions.filter_map(|(number, motion)| cast.push_of(number, motion, start));
        pushes.any(|push| push.length() > radius)
    };
    cast.only(Only::All);
    Carried {
        pushed: cast.feet - taken,
        crushed,
        lost,
    }
}

impl<V: Vector> Cast<'_, V> {
    /// From now on only these pieces count; the gaps to them are those that a motion starts from.
    fn only(&mut self, only: Only) {
        self.only = only;
        self.begin();
    }

    /// Where one motion pushes the capsule, which was at `start` when the tick began and would else be
    /// where it is now.
    fn push_of(&mut self, number: usize, motion: &BodyMotion<V>, start: V) -> Option<V> {
        let place = self.feet;
        let attached = motion.carry(start);
        let way = place - attached;
        if way.length() <= self.rounding() {
            return None;
        }
        let skin = self.settings.skin;
        let bounds = self.capsule().bounds();
        let swept = bounds.swept(attached - place).inflated(skin);
        self.only = Only::Motion(number);
        if !self.any_touching(&swept.inflated(motion.bow(&bounds))) {
            return None;
        }
        self.feet = attached;
        self.begin();
        // What it was in already is not a push: to get out is another matter.
        if self.lowest() < -(self.rounding() * V::Scalar::from_f64(4.0)) {
            self.feet = place;
            return None;
        }
        let pieces = motion.pieces(&bounds, skin * V::Scalar::from_f64(0.25));
        let at = |piece: u32| {
            let t = f64::from(piece) / f64::from(pieces);
            motion.carry_from(start + (place - start) * V::Scalar::from_f64(t), t)
        };
        let mut met = false;
        let mut from = attached;
        for piece in 1..=pieces {
            let to = if piece == pieces { place } else { at(piece) };
            met |= self.yield_to(to - from).met;
            from = to;
        }
        let end = core::mem::replace(&mut self.feet, place);
        met.then(|| end - place)
    }
}
