//! The active pieces of the two cores in Newton's method, and what they add to its equations.

use super::PIECES;
use crate::pair::convex_points::PlacedCore;
use carom_math::Vector;
use glam::DVec3;

/// A core's active pieces: the numbers of their support points, and their weights. The rest is of the present normal.
pub(super) struct Side<'a> {
    pub(super) core: PlacedCore<'a>,
    pub(super) numbers: [usize; PIECES],
    pub(super) weights: [f64; PIECES],
    pub(super) count: usize,
    /// The support point and its number.
    number: usize,
    pub(super) farthest: DVec3,
    /// Of a curved core: the spread of the direction, its length, and the support points of both sections.
    spread: DVec3,
    wide: f64,
    ends: [DVec3; 2],
}

impl<'a> Side<'a> {
    pub(super) fn new(core: PlacedCore<'a>) -> Self {
        Self {
            core,
            numbers: [0; PIECES],
            weights: [0.0; PIECES],
            count: 0,
            number: 0,
            farthest: DVec3::ZERO,
            spread: DVec3::ZERO,
            wide: 0.0,
            ends: [DVec3::ZERO; 2],
        }
    }

    /// Moves the core, and the support points that are known.
    pub(super) fn shift(&mut self, way: DVec3) {
        self.core.pose.shift += way;
        self.farthest += way;
        self.ends = self.ends.map(|end| end + way);
    }

    /// Adds a piece, or to its weight.
    pub(super) fn add(&mut self, number: usize, weight: f64) {
        let own = self.numbers[..self.count]
            .iter()
            .position(|own| *own == number);
        let at = own.unwrap_or(self.count);
        if own.is_none() {
            self.numbers[at] = number;
            self.weights[at] = 0.0;
            self.count += 1;
        }
        self.weights[at] += weight;
    }

    fn remove(&mut self, at: usize) {
        self.count -= 1;
        self.numbers.swap(at, self.count);
        self.weights.swap(at, self.count);
        // The sum stays 1.
        let scale = 1.0 / (1.0 - self.weights[self.count]);
        for weight in &mut self.weights {
            *weight *= scale;
        }
    }

    /// The piece with the least weight.
    pub(super) fn lightest(&self) -> usize {
        let mut lightest = 0;
        for i in 1..self.count {
            if self.weights[i] < self.weights[lightest] {
                lightest = i;
            }
        }
        lightest
    }

    /// Removes the pieces with less than this weight, except the last. Returns whether there were any.
    pub(super) fn shed(&mut self, least: f64) -> bool {
        let before = self.count;
        while self.count > 1 && self.weights[self.lightest()] < least {
            self.remove(self.lightest());
        }
        self.count < before
    }

    /// Turns to a direction, that to the other core.
    pub(super) fn face(&mut self, direction: DVec3) {
        let core = &self.core;
        let Some(curved) = core.curved() else {
            (self.number, self.farthest) = core.support(direction);
            return;
        };
        let way = core.pose.unrotated(direction);
        self.spread = curved.spread(way);
        self.wide = Vector::length(self.spread);
        let offset = curved.offset(self.spread, self.wide);
        self.ends = [0, 1].map(|end| {
            core.pose
                .place(curved.ends[end] + offset * curved.sizes[end])
        });
        let end = curved.farther_end(way, self.wide);
        self.number = PlacedCore::number_of(end);
        self.farthest = self.ends[end];
    }

    /// The support point of a piece.
    fn point(&self, i: usize) -> DVec3 {
        match self.core.curved() {
            None => self.core.point(self.numbers[i]),
            Some(_) => self.ends[PlacedCore::end_of(self.numbers[i])],
        }
    }

    /// The weighted second derivatives of the height: `uu`, `uv`, `vv`.
    fn bend(&self, plane: [DVec3; 2]) -> [f64; 3] {
        let Some(curved) = self.core.curved() else {
            return [0.0; 3];
        };
        let mut size = 0.0;
        for i in 0..self.count {
            size += curved.sizes[PlacedCore::end_of(self.numbers[i])] * self.weights[i];
        }
        if size <= 0.0 {
            return [0.0; 3];
        }
        let plane = plane.map(|way| self.core.pose.unrotated(way));
        curved
            .bend(self.spread, self.wide, plane)
            .map(|bend| bend * size)
    }

    /// The witness point.
    pub(super) fn weighted(&self) -> DVec3 {
        let mut point = DVec3::ZERO;
        for i in 0..self.count {
            point += self.point(i) * self.weights[i];
        }
        point
    }
}

/// A piece that must stay as high as the first of its core.
#[derive(Clone, Copy)]
pub(super) struct Tie {
    /// `e` in the plane across the normal.
    pub(super) e: [f64; 2],
    /// `n·e`.
    pub(super) off: f64,
}

/// `K` in the plane across the normal: `uu`, `uv`, `vv`.
pub(super) fn stiffness(sides: [&Side<'_>; 2], plane: [DVec3; 2], gap: f64) -> [f64; 3] {
    let mut k = [gap, 0.0, gap];
    for side in sides {
        for (k, bend) in k.iter_mut().zip(side.bend(plane)) {
            *k += bend;
        }
    }
    k
}

/// The ties of all pieces but the first of each core, and their number.
pub(super) fn ties(
    sides: [&Side<'_>; 2],
    n: DVec3,
    plane: [DVec3; 2],
    is_flat: bool,
) -> ([Tie; 2], usize) {
    // In 2D the turn has no part out of the plane.
    let out = Tie {
        e: [0.0, 1.0],
        off: 0.0,
    };
    let (mut ties, mut count) = ([out; 2], usize::from(is_flat));
    for (side, sign) in sides.into_iter().zip([1.0, -1.0]) {
        let first = side.point(0);
        for i in 1..side.count {
            let e = (side.point(i) - first) * sign;
            ties[count] = Tie {
                e: plane.map(|way| way.dot(e)),
                off: n.dot(e),
            };
            count += 1;
        }
    }
    (ties, count)
}

/// Adds the support point of a core to its active pieces, if it is none; of too many pieces of both cores, the one with
/// the least weight goes first. After a piece was removed, none is added.
pub(super) fn add_lowest<'a>(
    side: &mut Side<'a>,
    other: &mut Side<'a>,
    most: usize,
    is_freed: bool,
) {
    if side.count == 0 {
        return side.add(side.number, 1.0);
    }
    if is_freed || side.numbers[..side.count].contains(&side.number) {
        return;
    }
    make_room(side, other, most - 1);
    side.add(side.number, 0.0);
}

/// Removes the pieces with the least weights until there are no more than these.
pub(super) fn make_room<'a>(side: &mut Side<'a>, other: &mut Side<'a>, most: usize) {
    let weight = |side: &Side<'_>| {
        let weight = side.weights[side.lightest()];
        if side.count > 1 {
            weight
        } else {
            f64::INFINITY
        }
    };
    while side.count + other.count > most {
        let lighter = if weight(other) < weight(side) {
            &mut *other
        } else {
            &mut *side
        };
        lighter.remove(lighter.lightest());
    }
}
