//! The heat map of a survey: reachable ground and walking times, by position.

use glam::{Vec2, Vec3};

use crate::paint::ramp::{Ramp, color};
use crate::surveyed::{Reached, Surveyed};
use crate::view::shade::{FLOOR_TINT, WALL_TINT};

/// Search cells by column, row by row.
#[derive(Debug)]
struct Lattice {
    origin: Vec2,
    cell: f32,
    /// The number of the first row.
    first: i32,
    /// The start of each row in the list.
    rows: Vec<usize>,
    /// Number of the column, height, and index of the point: by row and column, the highest of a column first.
    list: Vec<(i32, f32, u32)>,
}

impl Lattice {
    /// The lattice of points in the middles of cells, with a corner at `origin`.
    fn new(origin: Vec2, cell: f32, middles: impl Iterator<Item = Vec3>) -> Self {
        let number = |x: f32| (x / cell).floor() as i32;
        let mut all: Vec<(i32, i32, f32, u32)> = (0..)
            .zip(middles)
            .map(|(index, p)| (number(p.z - origin.y), number(p.x - origin.x), p.y, index))
            .collect();
        all.sort_by(|a, b| {
            let by_column = (a.0, a.1).cmp(&(b.0, b.1));
            by_column.then(b.2.total_cmp(&a.2)).then(a.3.cmp(&b.3))
        });
        let first = all.first().map_or(0, |one| one.0);
        let last = all.last().map_or(0, |one| one.0);
        let rows = (first..=last + 1)
            .map(|row| all.partition_point(|one| one.0 < row))
            .collect();
        Self {
            origin,
            cell,
            first,
            rows,
            list: all
                .into_iter()
                .map(|(_, x, y, index)| (x, y, index))
                .collect(),
        }
    }

    /// The position of a point in its cell, in cell widths, and the entries of its column, the highest first.
    fn at(&self, p: Vec2) -> ([f32; 2], &[(i32, f32, u32)]) {
        let place = (p - self.origin) / self.cell;
        let share = (place - place.floor()).to_array();
        let [x, z] = place.floor().to_array().map(|number| number as i32);
        let row = usize::try_from(z.saturating_sub(self.first)).unwrap_or(usize::MAX);
        let bounds = row.checked_add(2).and_then(|end| self.rows.get(row..end));
        let Some(&[start, end]) = bounds else {
            return (share, &[]);
        };
        let row = &self.list[start..end];
        let start = row.partition_point(|one| one.0 < x);
        let count = row[start..].partition_point(|one| one.0 == x);
        (share, &row[start..start + count])
    }
}

/// The ground at a point of the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Found {
    /// Reachable ground: height, time (0..=1), and the time of other ground below it on the same floor.
    Reached {
        height: f32,
        time: f32,
        below: Option<f32>,
    },
    /// Walkable ground that the search never reached, and its height.
    Unreached(f32),
}

/// The reachable area with walking times.
#[derive(Debug)]
pub(crate) struct Heat {
    reached: Lattice,
    ground: Vec<Reached>,
    /// The time of each, 0..=1.
    times: Vec<f32>,
    unreached: Lattice,
    ramp: Ramp,
    /// Heights that differ by no more than this belong to one floor.
    step: f32,
    walkable: f32,
}

impl Heat {
    /// The heat map of a survey; times are fractions of `longest` seconds.
    pub(crate) fn new(surveyed: &Surveyed<'_>, longest: f32) -> Self {
        let cell = surveyed.cell;
        let origin = surveyed
            .ground
            .first()
            .map_or(Vec2::ZERO, |one| Vec2::new(one.corner.x, one.corner.z));
        let middle = Vec3::new(0.5 * cell, 0.0, 0.5 * cell);
        let middles = surveyed.ground.iter().map(|one| one.corner + middle);
        Self {
            reached: Lattice::new(origin, cell, middles),
            ground: surveyed.ground.to_vec(),
            times: surveyed
                .ground
                .iter()
                .map(|one| one.seconds / longest)
                .collect(),
            unreached: Lattice::new(origin, cell, surveyed.unreached.iter().copied()),
            ramp: Ramp::heat(),
            step: surveyed.step,
            walkable: surveyed.walkable,
        }
    }

    /// The highest ground at a point with a height in `low..high`.
    pub(crate) fn above(&self, p: Vec2, [low, high]: [f32; 2]) -> Option<Found> {
        let (share, column) = self.reached.at(p);
        let within = |&&(_, height, _): &&(i32, f32, u32)| (low..high).contains(&height);
        let mut here = column
            .iter()
            .filter(within)
            .filter(|(_, _, index)| self.ground[*index as usize].covers(share));
        if let Some(&(_, height, index)) = here.next() {
            // Ground beside a rim is the same ground as the rim.
            let below = here.find(|(_, other, _)| height - other > self.step);
            return Some(Found::Reached {
                height,
                time: self.times[index as usize],
                below: below.map(|(_, _, index)| self.times[*index as usize]),
            });
        }
        let (_, column) = self.unreached.at(p);
        let found = column.iter().find(within);
        found.map(|&(_, height, _)| Found::Unreached(height))
    }

    /// Whether a point on the ground is reachable.
    pub(crate) fn is_reached(&self, p: Vec2, height: f32) -> bool {
        let near = [height - self.step, height + self.step];
        matches!(self.above(p, near), Some(Found::Reached { .. }))
    }

    /// The color of a time.
    pub(crate) fn at(&self, time: f32) -> Vec3 {
        self.ramp.at(time)
    }

    /// The color of a point of the level's surface with this normal, and the share of the level's own color: none where the
    /// color has a meaning.
    pub(crate) fn color(&self, p: Vec3, normal: Vec3) -> (Vec3, f32) {
        let near = [p.y - self.step, p.y + self.step];
        let found = self.above(Vec2::new(p.x, p.z), near);
        match found {
            Some(Found::Reached { time, .. }) if normal.y > 0.1 => (self.at(time), 0.0),
            Some(Found::Unreached(_)) if normal.y >= self.walkable => {
                // Hatched along the ground, a stripe every 0.9 m.
                let across = (p.x - p.z) / 0.9;
                let stripe = (across - across.floor() - 0.5).abs() < 0.12;
                (hatched(stripe), 0.0)
            }
            _ if normal.y >= self.walkable => (ground(), FLOOR_TINT),
            _ => (stone(), WALL_TINT),
        }
    }
}

/// Ground without room to stand, or of a floor with another map.
pub(crate) fn ground() -> Vec3 {
    color(0xe4_e2dc)
}

/// Faces that are too steep to walk on.
pub(crate) fn stone() -> Vec3 {
    color(0xb9_b6b1)
}

/// Reachable ground of another floor.
pub(crate) fn elsewhere() -> Vec3 {
    color(0xf1_e6cf)
}

/// Walkable ground that the search never reached: on a stripe or between stripes.
pub(crate) fn hatched(stripe: bool) -> Vec3 {
    if stripe {
        color(0xb3_c5d2)
    } else {
        color(0xeb_eff1)
    }
}

/// The same by the position on the picture.
pub(crate) fn hatch(at: Vec2) -> Vec3 {
    hatched((at.x + at.y).rem_euclid(8.0) < 1.8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_ground_of_a_floor_is_found_and_the_time_of_ground_below_it() {
        let ground = |x: f32, y: f32, seconds: f32, shape: u64| Reached {
            corner: Vec3::new(x, y, 2.0),
            shape,
            seconds,
        };
        let all = u64::MAX;
        let grounds = [
            ground(1.0, 0.0, 2.0, all),
            ground(1.0, 3.0, 4.0, 1),
            ground(1.25, 9.0, 8.0, all),
        ];
        let surveyed = Surveyed {
            ground: &grounds,
            unreached: &[Vec3::new(0.875, 0.5, 2.1)],
            ..Surveyed::default()
        };
        let heat = Heat::new(&surveyed, 8.0);
        let at = |x: f32, range| heat.above(Vec2::new(x, 2.01), range);
        let whole = [f32::NEG_INFINITY, f32::INFINITY];
        let reached = |height, time, below| {
            Some(Found::Reached {
                height,
                time,
                below,
            })
        };
        assert_eq!(at(1.01, whole), reached(3.0, 0.5, Some(0.25)));
        assert_eq!(at(1.01, [-1.0, 3.0]), reached(0.0, 0.25, None));
        // The bridge's cell is bridge in a corner alone.
        assert_eq!(at(1.2, whole), reached(0.0, 0.25, None));
        assert_eq!(at(1.3, whole), reached(9.0, 1.0, None));
        assert_eq!(at(0.9, whole), Some(Found::Unreached(0.5)));
        assert_eq!(at(0.9, [1.0, 2.0]), None);
        assert_eq!(at(5.0, whole), None);
        assert_eq!(heat.above(Vec2::new(1.0, -900.0), whole), None);
    }
}
