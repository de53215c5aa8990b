//! Two that may meet in a tick, and what of their wanted velocities they leave each other.

use super::one::One;
use crate::planes::flat;
use carom_core::pair::contact;
use carom_math::{Scalar, Vector};

/// How often the velocities of all pairs are brought closer to agreement.
const SWEEPS: usize = 24;

#[derive(Clone, Copy, Debug)]
pub(super) struct Pair<V: Vector> {
    /// Their numbers, and what they take of a push.
    a: (u32, V::Scalar),
    b: (u32, V::Scalar),
    /// The rank of the second.
    pub(super) rank: u32,
    /// Level, from `b` to `a`.
    normal: V,
    /// How fast they may approach.
    most: V::Scalar,
    /// What they have taken from each other so far.
    impulse: V::Scalar,
}

impl<V: Vector> Pair<V> {
    /// Of two that can come so near to each other in `dt`, and of whom one gives way.
    pub(super) fn of(a: &One<V>, b: &One<V>, dt: V::Scalar) -> Option<Self> {
        if a.weight + b.weight <= V::Scalar::ZERO {
            return None;
        }
        let found = contact(&a.capsule, &b.capsule, a.reach)?;
        // Who is above another is no hindrance to it.
        let level = flat(found.normal, a.up);
        let normal = level.try_normalize()?;
        if level.length() < V::Scalar::HALF {
            return None;
        }
        let room = (found.separation - a.skin).max(V::Scalar::ZERO);
        Some(Self {
            a: (a.number, a.weight),
            b: (b.number, b.weight),
            rank: b.rank,
            normal,
            most: room / dt,
            impulse: V::Scalar::ZERO,
        })
    }
}

/// Makes velocities, by number, agree.
pub(super) fn agree<V: Vector>(pairs: &mut [Pair<V>], velocities: &mut [V]) {
    for _ in 0..SWEEPS {
        let mut changed = false;
        for pair in &mut *pairs {
            let ((a, weight_a), (b, weight_b)) = (pair.a, pair.b);
            let (a, b) = (a as usize, b as usize);
            let closing = (velocities[b] - velocities[a]).dot(pair.normal);
            let missing = (closing - pair.most) / (weight_a + weight_b);
            // Together they may push, never pull.
            let impulse = (pair.impulse + missing).max(V::Scalar::ZERO);
            let change = impulse - pair.impulse;
            if change != V::Scalar::ZERO {
                changed = true;
                pair.impulse = impulse;
                velocities[a] += pair.normal * (change * weight_a);
                velocities[b] -= pair.normal * (change * weight_b);
            }
        }
        if !changed {
            return;
        }
    }
}
