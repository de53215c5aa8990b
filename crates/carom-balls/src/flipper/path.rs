//! Path of a ball in contact with flippers, over a short time.
//!
//! Relative to a rotating flipper, a ball in contact moves straight, or leaves. So its motion is the flipper's rotation
//! and a displacement. If the displacement leads away from the contact plane both as the plane is at the start and as
//! it is at the end, it does so all the time between, and the two never get nearer.

use super::bat::Flipper;
use carom_core::RigidMotion;
use carom_math::{Scalar, Vector};

/// Most passes over all planes.
const SWEEPS: usize = 64;
/// Tolerance of a plane, as a fraction of the path times the square root of the machine epsilon.
const KEPT: f64 = 1.0 / 64.0;
/// Most contacts.
pub(super) const MOST: usize = 8;

/// A contact: the flipper, the unit normal towards the ball, the point and the separation.
#[derive(Clone, Copy)]
pub(super) struct Touch<V: Vector> {
    pub(super) flipper: usize,
    pub(super) normal: V,
    pub(super) point: V,
    pub(super) separation: V::Scalar,
}

/// A motion, and the contacts that it cannot violate.
pub(super) struct Path<V: Vector> {
    pub(super) motion: RigidMotion<V>,
    /// For each contact, whether the motion certainly gets no nearer to it.
    pub(super) off: [bool; MOST],
}

/// The path of a ball at `center` that would move by `free` in this time, with these contacts. No flipper in contact
/// may rotate by more than half a circle.
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
    // With several rotating contacts, the one that carries it the farthest decides.
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
    // Planes: normal, lower bound of normal · delta, and friction.
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
    // A rotating flipper may overtake a ball that leaves it slowly: its surface bends towards the ball by at most ω
    // (|u| + 2 |v − u|), u being its own velocity.
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
    // If all are blocked, the ball stays where it is, if it can.
    let ways = [held(delta, start, planes), delta, V::ZERO];
    let clear = ways.into_iter().find(|delta| is_clear(*delta));
    let mut off = [false; MOST];
    for (off, touch) in off.iter_mut().zip(touches) {
        // From the flipper that carries it, or if there is none from the fixed ones.
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

/// The displacement after friction: a contact that took a part along the normal takes at most µ times that part along
/// the surface.
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
