//! Pairs of agents that may meet in a tick, and the solver that makes their velocities agree.

use super::participant::Participant;
use crate::planes::horizontal;
use crate::tuning::{OVERLAP, PAIR_SWEEPS, SEPARATION_SPEED};
use carom_core::pair::contact;
use carom_math::{Scalar, Vector};

/// Where two agents are nearest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting<V: Vector> {
    /// Horizontal, from the second to the first.
    normal: V,
    separation: V::Scalar,
}

impl<V: Vector> Meeting<V> {
    /// That of two agents side by side that can meet in the tick.
    pub(super) fn of(a: &Participant<V>, b: &Participant<V>) -> Option<Self> {
        let found = contact(&a.capsule, &b.capsule, a.reach)?;
        let separation = found.separation;
        let is_one_place = || horizontal(a.capsule.a - b.capsule.a, a.up) == V::ZERO;
        if separation < -a.skin && is_one_place() {
            let normal = (way(a.rank, a.up) - way(b.rank, a.up)).try_normalize()?;
            return Some(Self { normal, separation });
        }
        let normal = beside(found.normal, a.up)?;
        Some(Self { normal, separation })
    }

    /// Whether they overlap, by more than rounding: at their start, after a teleport or a change of size. They pass
    /// through each other until they are apart.
    pub(super) fn is_overlap(&self, a: &Participant<V>) -> bool {
        self.separation < -(a.skin * V::Scalar::from_f64(OVERLAP))
    }
}

/// The horizontal unit direction of a contact normal between agents side by side. An agent above another is no obstacle for it.
pub(super) fn beside<V: Vector>(normal: V, up: V) -> Option<V> {
    let flat = horizontal(normal, up);
    let direction = flat.try_normalize()?;
    (flat.length() >= V::Scalar::HALF).then_some(direction)
}

/// Where agents at one place go from there: to the border of a square, at a fraction of its length that is spread evenly
/// over ranks (Knuth, *The Art of Computer Programming* 3, 6.4: by the golden ratio); in 2D in a row.
fn way<V: Vector>(rank: u32, up: V) -> V {
    let side = up.any_orthogonal_vector();
    let times = |axis: V, x: f64| axis * V::Scalar::from_f64(x);
    if V::DIM == 2 {
        return times(side, f64::from(rank));
    }
    let turn = f64::from(rank.wrapping_mul(0x9e37_79b9)) / f64::from(1_u32 << 30);
    let quarter = turn as u32;
    let along = 2.0 * (turn - f64::from(quarter)) - 1.0;
    let (x, y) = match quarter {
        0 => (1.0, along),
        1 => (-along, 1.0),
        2 => (-1.0, -along),
        _ => (along, -1.0),
    };
    times(side, x) + times(V::crossing_axes(up, side)[0], y)
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Pair<V: Vector> {
    /// Their numbers and inverse masses.
    a: (u32, V::Scalar),
    b: (u32, V::Scalar),
    /// The rank of the second.
    pub(super) rank: u32,
    /// Horizontal, from `b` to `a`.
    normal: V,
    /// The highest speed at which they may approach; negative: the least at which they part.
    most: V::Scalar,
    /// The impulse between them so far.
    impulse: V::Scalar,
}

impl<V: Vector> Pair<V> {
    /// The pair of two agents that meet, if one of them gives way.
    pub(super) fn of(
        a: &Participant<V>,
        b: &Participant<V>,
        meeting: &Meeting<V>,
        dt: V::Scalar,
    ) -> Option<Self> {
        if a.weight + b.weight <= V::Scalar::ZERO {
            return None;
        }
        let gap = meeting.separation - a.skin;
        let most = if meeting.is_overlap(a) {
            let speed = a.capsule.radius * V::Scalar::from_f64(SEPARATION_SPEED);
            -speed.min(-gap / dt)
        } else {
            gap.max(V::Scalar::ZERO) / dt
        };
        Some(Self {
            a: (a.number, a.weight),
            b: (b.number, b.weight),
            rank: b.rank,
            normal: meeting.normal,
            most,
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
