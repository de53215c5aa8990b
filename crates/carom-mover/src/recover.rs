//! Getting clear: of what is nearer than the skin, and of what is overlapped.

use super::body::{Report, SurfaceKind};
use super::cast::Cast;
use carom_math::{Scalar, Vector};

/// Below this part of the skin the capsule is pushed back to the whole of it.
const TOO_NEAR: f64 = 0.88;
/// How far a body is moved out of an overlap, in radii, before it gets its skin back.
const REACH: f64 = 1.12;
/// In how many distances a free place is looked for.
const STEPS: u32 = 14;
/// In how many of them it is pushed out from there, if none of them is free by itself.
const PUSHES: u32 = 4;
const ROUNDS: usize = 12;
/// How many rounds that lead no further out are enough.
const IDLE: usize = 2;
const SWEEPS: usize = 8;
const MAX_CONTACTS: usize = 16;

/// Moves the capsule off everything that is too near; says `pushed` if it overlapped and is free now,
/// `stuck` if it still overlaps. What is crushed is moved to a free place only along all that it overlaps: else that
/// may be behind what crushes it.
pub(super) fn recover<V: Vector>(cast: &mut Cast<V>, crushed: bool, report: &mut Report<V>) {
    let enough = cast.enough();
    let before = cast.lowest();
    if before >= enough {
        return;
    }
    // What a motion may have left by its roundings, and no more.
    let touching = -(cast.rounding() * V::Scalar::from_f64(4.0));
    let start = cast.feet;
    cast.begin();
    cast.push_out(enough);
    // Touching is not overlapping.
    if before >= touching {
        return;
    }
    let too_far = (cast.feet - start).length() > cast.settings.radius * V::Scalar::from_f64(REACH);
    if too_far || cast.lowest() < touching {
        cast.feet = start;
        if cast.close {
            report.why.stuck = true;
            return;
        }
        let Some(place) = free_place(cast, crushed) else {
            report.why.stuck = true;
            cast.note_overlaps();
            return;
        };
        cast.feet = place;
        cast.begin();
        cast.push_out(enough);
    }
    report.why.pushed = true;
}

impl<V: Vector> Cast<'_, V> {
    /// Notes all that is overlapped.
    pub(super) fn note_overlaps(&mut self) {
        let mut found = [(0, V::ZERO); MAX_CONTACTS];
        let mut count = 0;
        self.contacts(V::Scalar::ZERO, |index, contact| {
            if contact.separation < V::Scalar::ZERO && count < MAX_CONTACTS {
                found[count] = (index, contact.normal);
                count += 1;
            }
        });
        for (index, normal) in &found[..count] {
            self.note(*index, *normal, SurfaceKind::Overlap);
        }
    }
}

impl<V: Vector> Cast<'_, V> {
    /// Nearer than this to anything the capsule is pushed back to its skin: far from the origin, where a
    /// position is not told apart from the next, a little less.
    pub(super) fn enough(&self) -> V::Scalar {
        let enough = self.settings.skin * V::Scalar::from_f64(TOO_NEAR);
        (enough - self.rounding() * V::Scalar::from_f64(2.0)).max(V::Scalar::ZERO)
    }

    /// CrowdRole along all contact normals at once until nothing is nearer than `enough`.
    pub(super) fn push_out(&mut self, enough: V::Scalar) {
        self.push_while(-V::Scalar::INFINITY, enough, ROUNDS);
    }

    /// CrowdRole until nothing is overlapped, not farther than `reach` from `start`; tells whether it is free.
    fn push_free(&mut self, start: V, reach: V::Scalar) -> bool {
        let lowest = self.lowest();
        self.push_while(lowest, V::Scalar::ZERO, IDLE);
        self.lowest() >= V::Scalar::ZERO && (self.feet - start).length() <= reach
    }

    /// CrowdRole along all contact normals at once, from where the least separation is `most`, until it is `enough`;
    /// gives up after so many rounds, or `idle` ones that led no further out.
    fn push_while(&mut self, mut most: V::Scalar, enough: V::Scalar, idle: usize) {
        let mut patience = idle;
        for _ in 0..ROUNDS {
            if most >= enough || patience == 0 {
                return;
            }
            let push = push(self);
            if push.length() <= self.rounding() {
                return;
            }
            let _ = self.advance(push);
            let now = self.lowest();
            patience = if now > most { idle } else { patience - 1 };
            most = most.max(now);
        }
    }
}

/// The displacement that brings every contact to the full skin: Gauss–Seidel over the contacts,
/// deepest first, so that what a deeper one settles does not push aside.
fn push<V: Vector>(cast: &Cast<V>) -> V {
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

/// A free place within [`REACH`] radii: the nearest in 26 directions and those of the contacts; if none of
/// those is free, the nearest that is free after being pushed out from one of them. Of one that is `crushed` only
/// those count that lead into nothing it overlaps, and no pushes.
fn free_place<V: Vector>(cast: &mut Cast<V>, crushed: bool) -> Option<V> {
    let start = cast.feet;
    let settings = cast.settings;
    let up = settings.up;
    let side = up.any_orthogonal_vector().try_normalize()?;
    // In 2D there is no other side.
    let ahead = if V::DIM == 3 {
        V::crossing_axes(up, side)[0]
    } else {
        V::ZERO
    };
    let mut ways = [V::ZERO; 26 + MAX_CONTACTS];
    let mut count = 0;
    let number = |i: usize| V::Scalar::from_f64(i as f64 - 1.0);
    for i in 0..27 {
        // Level first, then up, then down.
        let rise = [1, 2, 0][i / 9];
        let way = side * number(i % 3) + ahead * number(i / 3 % 3) + up * number(rise);
        if let Some(way) = way.try_normalize() {
            ways[count] = way;
            count += 1;
        }
    }
    cast.contacts(V::Scalar::ZERO, |_, contact| {
        if count < ways.len() {
            ways[count] = contact.normal;
            count += 1;
        }
    });
    if crushed {
        let mut along = 0;
        for i in 0..count {
            let mut enters = false;
            cast.contacts(V::Scalar::ZERO, |_, contact| {
                enters |= contact.normal.dot(ways[i]) < V::Scalar::from_f64(-0.05);
            });
            if !enters {
                ways[along] = ways[i];
                along += 1;
            }
        }
        count = along;
    }
    let reach = settings.radius * V::Scalar::from_f64(REACH);
    let part = |step: u32, of: u32| reach * V::Scalar::from_f64(f64::from(step) / f64::from(of));
    for step in 1..=STEPS {
        for way in &ways[..count] {
            let place = start + *way * part(step, STEPS);
            if !cast.near.overlaps(&settings.capsule(place, cast.height)) {
                return Some(place);
            }
        }
    }
    let pushes = if crushed { 0 } else { PUSHES };
    for step in 1..=pushes {
        let mut best: Option<(V::Scalar, V)> = None;
        for way in &ways[..count] {
            cast.feet = start + *way * part(step, PUSHES);
            cast.begin();
            let is_free = cast.push_free(start, reach);
            let moved = (cast.feet - start).length();
            if is_free && best.is_none_or(|best| moved < best.0) {
                best = Some((moved, cast.feet));
            }
        }
        cast.feet = start;
        if let Some((_, place)) = best {
            return Some(place);
        }
    }
    None
}
