//! Pairs of agents that may meet in a tick, and the solver that makes their velocities agree.

use super::participant::Participant;
use crate::planes::horizontal;
use crate::tuning::PAIR_SWEEPS;
use carom_core::pair::contact;
use carom_math::{Scalar, Vector};

#[derive(Clone, Copy, Debug)]
pub(super) struct Pair<V: Vector> {
    /// Their numbers and inverse masses.
    a: (u32, V::Scalar),
    b: (u32, V::Scalar),
    /// The rank of the second.
    pub(super) rank: u32,
    /// Horizontal, from `b` to `a`.
    normal: V,
    /// The highest speed at which they may approach.
    most: V::Scalar,
    /// The impulse between them so far.
    impulse: V::Scalar,
}

impl<V: Vector> Pair<V> {
    /// The pair of two agents that can meet in `dt`, if one of them gives way.
    pub(super) fn of(a: &Participant<V>, b: &Participant<V>, dt: V::Scalar) -> Option<Self> {
        if a.weight + b.weight <= V::Scalar::ZERO {
            return None;
        }
        let found = contact(&a.capsule, &b.capsule, a.reach)?;
        // An agent above another is no obstacle for it.
        let flat = horizontal(found.normal, a.up);
        let normal = flat.try_normalize()?;
        if flat.length() < V::Scalar::HALF {
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

/// Makes velocities, by number, agree: projected Gauss–Seidel over the impulses of the pairs.
pub(super) fn agree<V: Vector>(pairs: &mut [Pair<V>], velocities: &mut [V]) {
    for _ in 0..PAIR_SWEEPS {
        let mut changed = false;
        for pair in &mut *pairs {
            let ((a, weight_a), (b, weight_b)) = (pair.a, pair.b);
            let (a, b) = (a as usize, b as usize);
            let closing = (velocities[b] - velocities[a]).dot(pair.normal);
            let missing = (closing - pair.most) / (weight_a + weight_b);
            // An impulse may push, never pull.
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
