//! Depenetration: restores the skin, and moves the capsule out of overlaps.

use super::between_walls::is_between_walls;
use super::probe::Probe;
use super::report::{Report, SurfaceKind};
use super::stuck_poses::StuckPoses;
use super::tuning::{
    ALONG_OVERLAP, DEEP_POSE_STEPS, FREE_POSE_STEPS, IDLE_ROUNDS, MAX_CONTACTS, PUSH_ROUNDS,
    PUSH_STEPS, PUSH_SWEEPS, TOUCHING,
};
use carom_core::Start;
use carom_core::shape::capsule::Capsule;
use carom_math::{Scalar, Vector};
use core::ops::ControlFlow;

/// How far the capsule may be moved out of an overlap.
#[derive(Clone, Copy)]
pub(super) struct Recovery<S> {
    /// The longest motion.
    pub(super) reach: S,
    /// Whether there is no tick after this one that may go farther.
    pub(super) is_last: bool,
}

impl<S> Recovery<S> {
    pub(super) fn first(reach: S) -> Self {
        Self {
            reach,
            is_last: false,
        }
    }

    pub(super) fn last(reach: S) -> Self {
        Self {
            reach,
            is_last: true,
        }
    }
}

/// Moves the capsule off everything that is nearer than its skin. The report then says `pushed` if an overlap is
/// resolved, `stuck` if not. A `crushed` capsule moves to a free pose only along everything that it overlaps: another
/// pose may be behind the part that crushes it.
pub(super) fn depenetrate<V: Vector>(
    probe: &mut Probe<V>,
    crushed: bool,
    recovery: &Recovery<V::Scalar>,
    known: &mut StuckPoses<V>,
    report: &mut Report<V>,
) {
    let tolerated = probe.tolerated_gap();
    let before = probe.least_gap();
    if before >= tolerated {
        return;
    }
    let touching = -(probe.rounding() * V::Scalar::from_f64(TOUCHING));
    let near = probe.settings.least_recovery();
    let hopeless = before < touching
        && (is_too_deep(probe, recovery.reach)
            || recovery.is_last && known.contains(probe, crushed)
            || is_between_walls(probe, recovery.reach));
    if hopeless {
        report.why.stuck = true;
        probe.record_overlaps();
        return;
    }
    let start = probe.feet();
    probe.mark_start_gap();
    probe.push_out(tolerated);
    // Touching is not overlapping.
    if before >= touching {
        return;
    }
    let too_far = (probe.feet() - start).length() > near;
    let is_out = !too_far
        && probe.least_gap() >= touching
        && !probe.passes_a_front(start, probe.feet() - start);
    if !is_out {
        probe.place(start);
        if probe.close {
            report.why.stuck = true;
            return;
        }
        let feet = find_free_pose(probe, crushed).or_else(|| find_deep_pose(probe, recovery.reach));
        let Some(feet) = feet else {
            report.why.stuck = true;
            if recovery.is_last {
                known.keep(probe, crushed, recovery.reach);
            }
            probe.record_overlaps();
            return;
        };
        probe.place(feet);
        probe.mark_start_gap();
        probe.push_out(tolerated);
    }
    report.why.pushed = true;
}

/// Whether there is no free pose within `reach`, because a part is overlapped deeper than that: no motion shorter than
/// the depth separates two convex shapes. The skin and some roundings are to spare.
fn is_too_deep<V: Vector>(probe: &Probe<V>, reach: V::Scalar) -> bool {
    let spare = probe.settings.skin + probe.rounding() * V::Scalar::from_f64(2.0 * TOUCHING);
    let mut too_deep = false;
    probe.contacts(V::Scalar::ZERO, |index, contact| {
        too_deep |= contact.separation < -(reach + spare) && probe.scene.always_blocks(index);
    });
    too_deep
}

impl<V: Vector> Probe<'_, V> {
    /// Whether it overlaps a part of a body that moves in this tick.
    pub(super) fn overlaps_moving_body(&self) -> bool {
        let mut moves = false;
        if !self.scene.motions().is_empty() {
            self.contacts(V::Scalar::ZERO, |index, contact| {
                let is_deep = contact.separation < V::Scalar::ZERO;
                moves |= is_deep && self.scene.carrier(index).is_some();
            });
        }
        moves
    }

    /// Records all parts that are overlapped.
    pub(super) fn record_overlaps(&mut self) {
        let mut found = [(0, (V::ZERO, V::ZERO)); MAX_CONTACTS];
        let mut count = 0;
        self.contacts(V::Scalar::ZERO, |index, contact| {
            if contact.separation < V::Scalar::ZERO && count < MAX_CONTACTS {
                found[count] = (index, (contact.normal, contact.point_b));
                count += 1;
            }
        });
        for (index, touch) in &found[..count] {
            self.record(*index, *touch, SurfaceKind::Overlap);
        }
    }

    /// Pushes along all contact normals at once until no gap is less than `least`.
    pub(super) fn push_out(&mut self, least: V::Scalar) {
        self.push_while(-V::Scalar::INFINITY, least, PUSH_ROUNDS);
    }

    /// Pushes until nothing is overlapped; returns whether that worked within `reach` of `start`.
    fn push_free(&mut self, start: V, reach: V::Scalar) -> bool {
        let least = self.least_gap();
        self.push_while(least, V::Scalar::ZERO, IDLE_ROUNDS);
        self.least_gap() >= V::Scalar::ZERO && (self.feet() - start).length() <= reach
    }

    /// Pushes along all contact normals at once until the least gap, which is `best` at the start, is `enough`. Gives
    /// up after [`PUSH_ROUNDS`], or after `idle` rounds without a wider gap.
    fn push_while(&mut self, mut best: V::Scalar, enough: V::Scalar, idle: usize) {
        let mut patience = idle;
        for _ in 0..PUSH_ROUNDS {
            if best >= enough || patience == 0 {
                return;
            }
            let push = push(self);
            if push.length() <= self.rounding() {
                return;
            }
            self.pushes = self.pushes.union(&self.bounds().swept(push));
            let _ = self.sweep_to_skin(push);
            let now = self.least_gap();
            patience = if now > best { idle } else { patience - 1 };
            best = best.max(now);
        }
    }
}

/// The displacement that gives every contact the full skin: Gauss–Seidel over the contacts, deepest first, so that a
/// shallow one adds only what a deeper one has not solved.
fn push<V: Vector>(probe: &Probe<V>) -> V {
    let skin = probe.settings.skin;
    let mut contacts = [(V::ZERO, V::Scalar::INFINITY); MAX_CONTACTS];
    let mut count = 0;
    probe.contacts(skin, |_, contact| {
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
    for _ in 0..PUSH_SWEEPS {
        for (normal, separation) in &contacts[..count] {
            let missing = skin - *separation - normal.dot(push);
            if missing > V::Scalar::ZERO {
                push += *normal * missing;
            }
        }
    }
    push
}

/// Directions in which a free pose is searched.
struct Directions<V> {
    all: [V; 26 + MAX_CONTACTS],
    count: usize,
}

impl<V: Vector> Directions<V> {
    /// The 26 directions of a cube (8 in 2D), horizontal ones first, then up, then down; and the contact normals.
    fn of(probe: &Probe<V>) -> Option<Self> {
        let up = probe.settings.up;
        let side = up.any_orthogonal_vector().try_normalize()?;
        // In 2D there is no third axis.
        let ahead = if V::DIM == 3 {
            V::crossing_axes(up, side)[0]
        } else {
            V::ZERO
        };
        let mut all = [V::ZERO; 26 + MAX_CONTACTS];
        let mut count = 0;
        let number = |i: usize| V::Scalar::from_f64(i as f64 - 1.0);
        for i in 0..27 {
            let rise = [1, 2, 0][i / 9];
            let way = side * number(i % 3) + ahead * number(i / 3 % 3) + up * number(rise);
            if let Some(way) = way.try_normalize() {
                all[count] = way;
                count += 1;
            }
        }
        probe.contacts(V::Scalar::ZERO, |_, contact| {
            if count < all.len() {
                all[count] = contact.normal;
                count += 1;
            }
        });
        Some(Self { all, count })
    }

    /// Keeps only directions that do not lead deeper into an overlapped part.
    fn keep_along_overlaps(&mut self, probe: &Probe<V>) {
        let mut kept = 0;
        for i in 0..self.count {
            let mut enters = false;
            probe.contacts(V::Scalar::ZERO, |_, contact| {
                enters |= contact.normal.dot(self.all[i]) < V::Scalar::from_f64(-ALONG_OVERLAP);
            });
            if !enters {
                self.all[kept] = self.all[i];
                kept += 1;
            }
        }
        self.count = kept;
    }
}

/// The nearest free pose within [`RECOVERY_REACH`] radii in the [`Directions`]; if none of them is free, the nearest
/// one that a push from there makes free. A `crushed` capsule may not go deeper into anything, and is not pushed.
fn find_free_pose<V: Vector>(probe: &mut Probe<V>, crushed: bool) -> Option<V> {
    let start = probe.feet();
    let settings = probe.settings;
    let mut directions = Directions::of(probe)?;
    if crushed {
        directions.keep_along_overlaps(probe);
    }
    let directions = &directions.all[..directions.count];
    let reach = settings.least_recovery();
    let part = |step: u32, of: u32| reach * V::Scalar::from_f64(f64::from(step) / f64::from(of));
    for step in 1..=FREE_POSE_STEPS {
        for way in directions {
            let feet = start + *way * part(step, FREE_POSE_STEPS);
            if !probe.overlaps_at(feet) && !probe.passes_a_front(start, feet - start) {
                return Some(feet);
            }
        }
    }
    let steps = if crushed { 0 } else { PUSH_STEPS };
    for step in 1..=steps {
        let mut best: Option<(V::Scalar, V)> = None;
        for way in directions {
            probe.place(start + *way * part(step, PUSH_STEPS));
            probe.mark_start_gap();
            let is_free =
                probe.push_free(start, reach) && !probe.passes_a_front(start, probe.feet() - start);
            let moved = (probe.feet() - start).length();
            if is_free && best.is_none_or(|best| moved < best.0) {
                best = Some((moved, probe.feet()));
            }
        }
        probe.place(start);
        if let Some((_, feet)) = best {
            return Some(feet);
        }
    }
    None
}

/// The nearest free pose beyond that, up to `reach`, in the [`Directions`]: of those that the capsule's middle reaches
/// without passing through a surface, or else of all.
fn find_deep_pose<V: Vector>(probe: &Probe<V>, reach: V::Scalar) -> Option<V> {
    let settings = probe.settings;
    let near = settings.least_recovery();
    let beyond = reach - near;
    if beyond <= V::Scalar::ZERO {
        return None;
    }
    let directions = Directions::of(probe)?;
    let mut behind = None;
    for step in 1..=DEEP_POSE_STEPS {
        let part = f64::from(step) / f64::from(DEEP_POSE_STEPS);
        let distance = near + beyond * V::Scalar::from_f64(part);
        for way in &directions.all[..directions.count] {
            let feet = probe.feet() + *way * distance;
            if probe.overlaps_at(feet) || probe.passes_a_front(probe.feet(), *way * distance) {
                continue;
            }
            if probe.middle_can_move(*way * distance) {
                return Some(feet);
            }
            behind = behind.or(Some(feet));
        }
    }
    behind
}

impl<V: Vector> Probe<'_, V> {
    /// Whether the axis of the capsule, moved by `delta` from these feet, passes the front of a part that blocks from one side only. Behind it
    /// the capsule no longer touches that part; but this is no way out. From behind, and on its way through, it may pass.
    pub(super) fn passes_a_front(&self, feet: V, delta: V) -> bool {
        let axis = Capsule {
            radius: V::Scalar::ZERO,
            ..self.capsule_at(feet)
        };
        let region = axis.bounds().swept(delta);
        let scene = self.scene.0;
        let flow = scene.each_touching(&region, |index| {
            let is_front = !scene.always_blocks(index) && {
                let swept = scene.sweep_one(index, &axis, delta, V::Scalar::ONE);
                swept.start == Start::Separate && swept.hit.is_some()
            };
            if is_front {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        flow.is_break()
    }

    /// Whether the middle of the capsule enters nothing on its way; it may leave what it is in.
    fn middle_can_move(&self, delta: V) -> bool {
        let capsule = self.capsule();
        let middle = (capsule.a + capsule.b) * V::Scalar::HALF;
        let point = Capsule::new(middle, middle, V::Scalar::ZERO);
        (0..self.scene.0.len()).all(|index| {
            let swept = self.scene.0.sweep_one(index, &point, delta, V::Scalar::ONE);
            swept.hit.is_none() || matches!(swept.start, Start::Overlapping(_))
        })
    }
}
