//! The way of a ball that lies on something, in a short time.
//!
//! Seen from a flipper that turns, a ball that lies on it goes straight, or leaves. So its motion is the
//! flipper's turn and a displacement; and where that displacement leads out of the plane of the contact both as it
//! is at the start and as it is at the end, it does so all the time between, and the two never get nearer.

use super::bat::Flipper;
use carom_core::RigidMotion;
use carom_math::{Scalar, Vector};

/// How often all planes are looked at.
const SWEEPS: usize = 64;
/// Up to this part of the way, times the root of rounding, a plane is kept.
const KEPT: f64 = 1.0 / 64.0;
/// How many contacts count.
pub(super) const MOST: usize = 8;

/// Something that the ball touches: which flipper, the unit normal towards the ball, where, and the gap.
#[derive(Clone, Copy)]
pub(super) struct Touch<V: Vector> {
    pub(super) flipper: usize,
    pub(super) normal: V,
    pub(super) point: V,
    pub(super) separation: V::Scalar,
}

/// A motion, and what it does not go into.
pub(super) struct Path<V: Vector> {
    pub(super) motion: RigidMotion<V>,
    /// Of each touch, whether it gets no nearer to that for sure.
    pub(super) off: [bool; MOST],
}

/// The way of a ball at `center` in a time in which it would go by `free`, touching some flippers; none of those may
/// turn by more than half a circle in it.
pub(super) fn path<V: Vector>(
    center: V,
    free: V,
    flippers: &[Flipper<V>],
    touches: &[Touch<V>],
    time: V::Scalar,
) -> Path<V> {
    let straight = RigidMotion::straight(free);
    let zero = V::Scalar::ZERO;
    let moves = |touch: &Touch<V>| flippers[touch.flipper].spin != zero;
    // Where it touches several that turn, it goes with the one that carries it the farthest.
    let farthest = |a: Touch<V>, b: Touch<V>| {
        let speed = |touch: &Touch<V>| flippers[touch.flipper].velocity(center).length_squared();
        if speed(&b) > speed(&a) { b } else { a }
    };
    let with = touches.iter().copied().filter(moves).reduce(farthest);
    let (carried, turn) = match &with {
        Some(touch) => {
            let flipper = &flippers[touch.flipper];
            let turn = flipper.motion(time);
            (flipper.turned(center, turn.angle) - center, turn)
        }
        None => (V::ZERO, RigidMotion::default()),
    };
    // normal · delta has to be at least this.
    let mut planes = [(V::ZERO, zero, zero); 2 * MOST];
    let mut count = 0;
    for touch in touches.iter().take(MOST) {
        let flipper = &flippers[touch.flipper];
        let angle = flipper.spin * time;
        let after = flipper.turned_way(touch.normal, angle);
        let own = flipper.turned(center, angle) - center - carried;
        for normal in [touch.normal, after] {
            planes[count] = (normal, normal.dot(own), flipper.friction);
            count += 1;
        }
    }
    let planes = &planes[..count];
    let start = free - carried;
    let mut delta = start;
    for _ in 0..SWEEPS {
        let before = delta;
        for (normal, least, _) in planes {
            let missing = *least - normal.dot(delta);
            if missing > zero {
                delta += *normal * missing;
            }
        }
        if delta == before {
            break;
        }
    }
    // What turns may overtake what leaves it slowly: the surface bends towards it by at most ω (|u| + 2 |v − u|), u
    // being its own velocity.
    let leaves = |touch: &Touch<V>| {
        let flipper = &flippers[touch.flipper];
        let own = flipper.velocity(center) * time;
        let apart = free - own;
        let bend = own.length() + apart.length() + apart.length();
        touch.normal.dot(apart) >= (flipper.spin * time).abs() * bend
    };
    if delta == start && touches.iter().all(leaves) {
        return Path {
            motion: straight,
            off: [true; MOST],
        };
    }
    let way = free.length() + carried.length() + delta.length();
    let tiny = way * V::Scalar::EPSILON.sqrt() * V::Scalar::from_f64(KEPT);
    let is_clear = |delta: V| {
        let kept =
            |(normal, least, _): &(V, V::Scalar, V::Scalar)| normal.dot(delta) >= *least - tiny;
        planes.iter().all(kept)
    };
    // Without a way out it stays where it is, if it can.
    let ways = [held(delta, start, planes), delta, V::ZERO];
    let clear = ways.into_iter().find(|delta| is_clear(*delta));
    let mut off = [false; MOST];
    for (off, touch) in off.iter_mut().zip(touches) {
        // From the one that carries it, and where none does from those that stand.
        let keeps_off = match &with {
            Some(carrier) => carrier.flipper == touch.flipper,
            None => true,
        };
        *off = keeps_off && clear.is_some();
    }
    Path {
        motion: RigidMotion {
            delta: clear.unwrap_or(delta),
            ..turn
        },
        off,
    }
}

/// The displacement that friction leaves: at most µ times what the contact has taken from it along the normal is
/// taken from it along the surface.
fn held<V: Vector>(delta: V, start: V, planes: &[(V, V::Scalar, V::Scalar)]) -> V {
    let push = delta - start;
    let strength = push.length();
    let Some(normal) = push.try_normalize() else {
        return delta;
    };
    let zero = V::Scalar::ZERO;
    let rough = planes.iter().fold(
        zero,
        |most, (_, _, friction)| {
            if *friction > most { *friction } else { most }
        },
    );
    let along = delta - normal * normal.dot(delta);
    let length = along.length();
    let taken = rough * strength;
    if length <= taken {
        delta - along
    } else {
        delta - along * (taken / length)
    }
}
