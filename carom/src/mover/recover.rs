//! Getting clear: of what is nearer than the skin, and of what is overlapped.

use super::body::Report;
use super::cast::Cast;
use crate::vector::{Scalar, Vector3};

/// Below this part of the skin the capsule is pushed back to the whole of it.
const TOO_NEAR: f64 = 0.88;
const ROUNDS: usize = 12;
const SWEEPS: usize = 8;
const MAX_CONTACTS: usize = 16;

/// Moves the capsule off everything that is too near; says `pushed` if it overlapped, `stuck` if it
/// still does.
pub(super) fn recover<V: Vector3>(cast: &mut Cast<V>, report: &mut Report<V>) {
    let enough = cast.settings.skin * V::Scalar::from_f64(TOO_NEAR);
    let before = cast.lowest();
    if before >= enough {
        return;
    }
    let start = cast.feet;
    push_out(cast, enough);
    // Touching is not overlapping.
    if before >= -cast.rounding() {
        return;
    }
    report.why.pushed = true;
    let too_far = (cast.feet - start).length() > cast.settings.radius + cast.settings.skin;
    if too_far || cast.lowest() < -cast.rounding() {
        cast.feet = start;
        match free_place(cast) {
            Some(place) => {
                cast.feet = place;
                push_out(cast, enough);
            }
            None => report.why.stuck = true,
        }
    }
}

/// Pushes along all contact normals at once until nothing is nearer than `enough`.
fn push_out<V: Vector3>(cast: &mut Cast<V>, enough: V::Scalar) {
    for _ in 0..ROUNDS {
        let push = push(cast);
        if push.length() <= cast.rounding() {
            return;
        }
        let _ = cast.advance(push);
        if cast.lowest() >= enough {
            return;
        }
    }
}

/// The displacement that brings every contact to the full skin: Gauss–Seidel over the contacts,
/// deepest first, so that what a deeper one settles does not push aside.
fn push<V: Vector3>(cast: &Cast<V>) -> V {
    let skin = cast.settings.skin;
    let mut contacts = [(V::ZERO, V::Scalar::INFINITY); MAX_CONTACTS];
    let mut count = 0;
    cast.contacts(skin, |_, contact| {
        let mut place = count;
        while place > 0 && contacts[place - 1].1 > contact.separation {
            place -= 1;
        }
        if place < MAX_CONTACTS {
            let last = count.min(MAX_CONTACTS - 1);
            contacts.copy_within(place..last, place + 1);
            contacts[place] = (contact.normal, contact.separation);
            count = (count + 1).min(MAX_CONTACTS);
        }
    });
    let mut push = V::ZERO;
    for _ in 0..SWEEPS {
        for (normal, separation) in &contacts[..count] {
            let missing = skin - *separation - normal.dot(push);
            if missing > V::Scalar::ZERO {
                push += *normal * missing;
            }
        }
    }
    push
}

/// The nearest free place in 26 directions and six distances up to a radius.
fn free_place<V: Vector3>(cast: &mut Cast<V>) -> Option<V> {
    let start = cast.feet;
    let up = cast.settings.up;
    let side = up.any_orthogonal_vector().try_normalize()?;
    let ahead = up.cross(side);
    let mut found = None;
    'distances: for sixth in 1..=6 {
        let distance = cast.settings.radius * V::Scalar::from_f64(f64::from(sixth) / 6.0);
        for rise in [0, 1, -1] {
            for (x, z) in [
                (1, 0),
                (0, 1),
                (-1, 0),
                (0, -1),
                (1, 1),
                (-1, 1),
                (-1, -1),
                (1, -1),
                (0, 0),
            ] {
                let number = |i: i32| V::Scalar::from_f64(f64::from(i));
                let way = side * number(x) + ahead * number(z) + up * number(rise);
                let Some(way) = way.try_normalize() else {
                    continue;
                };
                cast.feet = start + way * distance;
                if cast.lowest() >= V::Scalar::ZERO {
                    found = Some(cast.feet);
                    break 'distances;
                }
            }
        }
    }
    cast.feet = start;
    found
}
