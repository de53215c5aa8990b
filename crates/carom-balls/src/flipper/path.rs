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

/// A half-space of displacements: `normal` · delta has to be at least `least`.
#[derive(Clone, Copy)]
struct ContactPlane<V: Vector> {
    normal: V,
    least: V::Scalar,
    friction: V::Scalar,
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
    let moves = |touch: &Touch<V>| flippers[touch.flipper].spin != V::Scalar::ZERO;
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
    let (planes, count) = planes(center, carried, flippers, touches, time);
    let planes = &planes[..count];
    let start = free - carried;
    let delta = project(start, planes);
    let leaves =
        |touch: &Touch<V>| leaves(&flippers[touch.flipper], touch.normal, center, free, time);
    if delta == start && touches.iter().all(leaves) {
        return Path {
            motion: RigidMotion::straight(free),
            off: [true; MOST],
        };
    }
    let way = free.length() + carried.length() + delta.length();
    let tiny = way * V::Scalar::EPSILON.sqrt() * V::Scalar::from_f64(KEPT);
    let is_clear =
        |delta: V| (planes.iter()).all(|plane| plane.normal.dot(delta) >= plane.least - tiny);
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

/// The planes of all contacts, each as it is at the start and as it is at the end, relative to a motion by `carried`.
fn planes<V: Vector>(
    center: V,
    carried: V,
    flippers: &[Flipper<V>],
    touches: &[Touch<V>],
    time: V::Scalar,
) -> ([ContactPlane<V>; 2 * MOST], usize) {
    let none = ContactPlane {
        normal: V::ZERO,
        least: V::Scalar::ZERO,
        friction: V::Scalar::ZERO,
    };
    let (mut planes, mut count) = ([none; 2 * MOST], 0);
    for touch in touches.iter().take(MOST) {
        let flipper = &flippers[touch.flipper];
        let angle = flipper.spin * time;
        let after = flipper.turned_way(touch.normal, angle);
        let own = flipper.turned(center, angle) - center - carried;
        for normal in [touch.normal, after] {
            planes[count] = ContactPlane {
                normal,
                least: normal.dot(own),
                friction: flipper.friction,
            };
            count += 1;
        }
    }
    (planes, count)
}

/// A displacement moved out of all half-spaces that it violates, one after the other.
fn project<V: Vector>(mut delta: V, planes: &[ContactPlane<V>]) -> V {
    for _ in 0..SWEEPS {
        let before = delta;
        for plane in planes {
            let missing = plane.least - plane.normal.dot(delta);
            if missing > V::Scalar::ZERO {
                delta += plane.normal * missing;
            }
        }
        if delta == before {
            break;
        }
    }
    delta
}

/// Whether a ball leaves a flipper for good. A rotating flipper may overtake a ball that leaves it slowly: its surface
/// bends towards the ball by at most ω (|u| + 2 |v − u|), u being its own velocity.
fn leaves<V: Vector>(flipper: &Flipper<V>, normal: V, center: V, free: V, time: V::Scalar) -> bool {
    let own = flipper.velocity(center) * time;
    let apart = free - own;
    let bend = own.length() + apart.length() + apart.length();
    normal.dot(apart) >= (flipper.spin * time).abs() * bend
}

/// The displacement after friction: a contact that took a part along the normal takes at most µ times that part along
/// the surface.
fn held<V: Vector>(delta: V, start: V, planes: &[ContactPlane<V>]) -> V {
    let push = delta - start;
    let strength = push.length();
    let Some(normal) = push.try_normalize() else {
        return delta;
    };
    let rough = planes.iter().fold(V::Scalar::ZERO, |most, plane| {
        if plane.friction > most {
            plane.friction
        } else {
            most
        }
    });
    let along = delta - normal * normal.dot(delta);
    let length = along.length();
    let taken = rough * strength;
    if length <= taken {
        delta - along
    } else {
        delta - along * (taken / length)
    }
}
