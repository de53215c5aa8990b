//! Shells, and the lists made for them.

use super::Neighbors;
use crate::table::clock::Moment;
use crate::table::neighbor_lists::NeighborLists;
use crate::table::simulation::balls::Balls;
use crate::table::simulation::moving::SQUEEZED;
use crate::table::simulation::walls::Walls;
use crate::table::trajectory::wrap_count;
use carom_math::{Scalar, Vector};

/// Longer lists are merged by sorting instead of pairwise search.
const LONG_LIST: usize = 64;
/// Where a new ball has more neighbors than the first number, its shell is made so narrow that it keeps about the
/// second number of them, but no narrower than this fraction of its radius.
const CROWD: usize = 128;
const CROWD_NEIGHBORS: usize = 16;
const MIN_CROWD_SHELL: f64 = 1.0 / 16.0;
/// Fraction of a shell at which a ball leaves it: a little early, for rounding.
const SHELL_EXIT: f64 = 1.0 - 1.0 / 1024.0;
/// Least width of a shell as a fraction of a coordinate: many roundings of a position.
const MIN_SHELL: f64 = 1.0 / (1_u64 << 36) as f64;
const WIDEST_SHELL: f64 = 1e60;

/// A ball around the position of a ball when its list was made.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct Shell<D> {
    pub(super) center: D,
    pub(super) width: f64,
}

impl<D: Vector<Scalar = f64>> Neighbors<D> {
    /// The center of a ball's shell, and the distance from it at which the ball leaves.
    #[inline(always)]
    pub(in crate::table::simulation) fn shell(&self, i: usize) -> (D, f64) {
        let shell = &self.shells[i];
        (shell.center, shell.width * SHELL_EXIT)
    }

    /// A number of a ball's shell, to read it ahead.
    #[inline(always)]
    pub(in crate::table::simulation) fn width(&self, i: usize) -> f64 {
        self.shells[i].width
    }

    /// Sets the width of a new ball's first shell.
    pub(in crate::table::simulation) fn start_shell(&mut self, ball: u32) {
        self.next_widths[ball as usize] = self.typical;
    }

    /// Narrows the next shell of a ball with very many neighbors, as where all are in one corner.
    pub(in crate::table::simulation) fn narrow_in_crowd(
        &mut self,
        ball: u32,
        balls: &Balls<D>,
        now: Moment,
    ) -> bool {
        let has_lists = self.grid.is_none() && !self.small;
        let is_crowd = has_lists && self.lists.of(ball as usize).len() > CROWD;
        if is_crowd {
            self.next_widths[ball as usize] = self.narrow(ball as usize, balls, now);
        }
        is_crowd
    }

    /// The same for all balls. If there is such a crowd it clears all lists: taking balls out of long lists one by one takes far
    /// longer than making short ones.
    pub(in crate::table::simulation) fn narrow_crowds(
        &mut self,
        balls: &Balls<D>,
        now: Moment,
    ) -> bool {
        let mut is_crowd = false;
        for i in balls.present() {
            is_crowd |= self.narrow_in_crowd(i as u32, balls, now);
        }
        if is_crowd {
            for i in balls.present() {
                self.lists.clear(i);
                self.cells.take(i as u32);
            }
        }
        is_crowd
    }

    /// Clears a ball's list, and sets the width of its next shell.
    #[cfg(test)]
    pub(in crate::table::simulation) fn restart(&mut self, i: usize, width: f64) {
        self.lists.clear(i);
        self.next_widths[i] = width;
    }

    /// Widens all next shells to at least this.
    pub(in crate::table::simulation) fn widen(&mut self, width: f64) {
        for next in &mut self.next_widths {
            *next = Scalar::min(Scalar::max(*next, width), WIDEST_SHELL);
        }
    }

    /// Makes a new shell and lists for a ball, or moves it in the grid.
    pub(in crate::table::simulation) fn update(
        &mut self,
        ball: u32,
        balls: &Balls<D>,
        walls: &Walls<D>,
        now: Moment,
    ) {
        let i = ball as usize;
        let center = balls.position(i, now);
        if let Some(grid) = &mut self.grid {
            grid.put(ball, center);
            return;
        }
        if self.small {
            self.unlist(ball);
            self.list_all(ball, center, balls, walls);
            return;
        }
        let radius = balls.radii[i];
        let least = center.abs().max_element() * MIN_SHELL;
        let width = Scalar::min(self.next_widths[i], widest_shell(balls.period, radius));
        let width = Scalar::max(width, least);
        let wrapped = match balls.period {
            Some(period) => center - wrap_count(center, period).1,
            None => center,
        };
        self.find(ball, wrapped, radius + width);
        self.update_others(i);
        let Self { lists, found, .. } = self;
        lists.set(i, found);
        let near_walls = self.list_walls(i, center, radius, width + width, walls);
        if walls.has_others() {
            self.list_others(i, center, radius, width + width, walls);
        }
        let near = self.lists.of(i).len() + near_walls;
        let next = self.next_width(near, width, radius, D::DIM);
        self.shells[i] = Shell { center, width };
        self.next_widths[i] = Scalar::min(next, WIDEST_SHELL);
    }

    /// The width of the next shell, after one of this width with this number of neighbors.
    fn next_width(&self, near: usize, width: f64, radius: f64, dimension: usize) -> f64 {
        let (few, many) = if dimension == 2 { (4, 10) } else { (8, 20) };
        if near == 0 {
            width * 4.0
        } else if near < few {
            width * 1.25
        } else if near > many {
            // In a crowd the shell was made narrower, and stays so as long as the crowd does.
            let usual = self.typical * 0.5;
            let least = if width >= usual {
                usual
            } else {
                Scalar::min(radius * MIN_CROWD_SHELL, usual)
            };
            Scalar::max(width * 0.8, least)
        } else {
            width
        }
    }

    /// Moves a ball in the cells, and finds all balls with shells that touch its own.
    fn find(&mut self, ball: u32, position: D, reach: f64) {
        self.cells.put(ball, position, reach);
        let Self { cells, found, .. } = self;
        found.clear();
        cells.near(position, reach, |other| {
            if other != ball {
                found.push(other);
            }
        });
    }

    /// A width of a ball's shell at which about `CROWD_NEIGHBORS` of its list can touch it, if the others' shells are
    /// not wide.
    fn narrow(&mut self, i: usize, balls: &Balls<D>, now: Moment) -> f64 {
        let mut gaps = core::mem::take(&mut self.gaps);
        gaps.clear();
        gaps.extend(self.lists.of(i).iter().map(|&other| {
            let j = other as usize;
            balls.displacement(i, j, now).length() - (balls.radii[i] + balls.radii[j])
        }));
        let (_, gap, _) = gaps.select_nth_unstable_by(CROWD_NEIGHBORS, f64::total_cmp);
        let width = Scalar::max(0.5 * *gap, balls.radii[i] * MIN_CROWD_SHELL);
        self.gaps = gaps;
        width
    }

    /// Updates the lists of former and new neighbors, where they differ.
    fn update_others(&mut self, i: usize) {
        let ball = i as u32;
        let Self {
            lists,
            found,
            before,
            ..
        } = self;
        if lists.of(i).len().max(found.len()) <= LONG_LIST {
            for index in 0..lists.of(i).len() {
                let other = lists.of(i)[index];
                if !found.contains(&other) {
                    lists.remove(other as usize, ball);
                }
            }
            for &other in found.iter() {
                if !lists.of(i).contains(&other) {
                    lists.push(other as usize, ball);
                }
            }
            return;
        }
        // Long lists are merged by sorting.
        before.clear();
        before.extend_from_slice(lists.of(i));
        before.sort_unstable();
        found.sort_unstable();
        for other in before.iter() {
            if found.binary_search(other).is_err() {
                lists.remove(*other as usize, ball);
            }
        }
        for other in found.iter() {
            if before.binary_search(other).is_err() {
                lists.push(*other as usize, ball);
            }
        }
    }

    fn list_all(&mut self, ball: u32, center: D, balls: &Balls<D>, walls: &Walls<D>) {
        let i = ball as usize;
        self.shells[i] = Shell {
            center,
            width: f64::INFINITY,
        };
        self.next_widths[i] = f64::INFINITY;
        self.sides[i] = u8::MAX;
        for j in 0..balls.bodies.len() {
            // Balls that are activated later make their own lists, and add themselves to this.
            if j != i && balls.bodies[j].present && self.shells[j].width == f64::INFINITY {
                self.lists.push(i, j as u32);
                self.lists.push(j, ball);
            }
        }
        for feature in 0..walls.features.len() as u32 {
            self.walls.push(i, feature);
        }
        for other in walls.others() {
            self.others.push(i, other);
        }
    }

    /// Lists the walls that move and the regions within `reach` of a ball, at least those that can squeeze it.
    #[cold]
    fn list_others(&mut self, i: usize, center: D, radius: f64, reach: f64, walls: &Walls<D>) {
        self.others.clear(i);
        let reach = radius + Scalar::max(reach, 2.0 * SQUEEZED * radius);
        walls.each_other_near(center, reach, |other| self.others.push(i, other));
    }

    /// Lists the features and sides within `reach` of a ball, and counts them.
    fn list_walls(
        &mut self,
        i: usize,
        center: D,
        radius: f64,
        reach: f64,
        walls: &Walls<D>,
    ) -> usize {
        let sides = walls.sides_near(center, radius + reach);
        self.sides[i] = sides;
        self.walls.clear(i);
        walls.each_near(center, radius, reach, |feature| self.walls.push(i, feature));
        self.walls.of(i).len() + sides.count_ones() as usize
    }

    /// Clears a ball's lists, and removes it from the lists of others.
    pub(super) fn unlist(&mut self, ball: u32) {
        unlist_from(&mut self.lists, ball as usize);
        self.walls.clear(ball as usize);
        self.others.clear(ball as usize);
    }
}

fn unlist_from(lists: &mut NeighborLists, ball: usize) {
    for index in 0..lists.of(ball).len() {
        let other = lists.of(ball)[index];
        lists.remove(other as usize, ball as u32);
    }
    lists.clear(ball);
}

/// The widest shell: in periodic space only one image may be near.
fn widest_shell<D: Vector<Scalar = f64>>(period: Option<D>, radius: f64) -> f64 {
    let Some(period) = period else {
        return WIDEST_SHELL;
    };
    let shortest = (1..D::DIM).fold(period[0], |least, axis| Scalar::min(least, period[axis]));
    // For each ball, the radius and twice the width are less than a quarter of a period. So for two listed balls half a
    // period is more than the radii and all motion within their shells.
    (0.25 * shortest - radius) * 0.49
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, dvec3};

    /// Two listed balls and all motion within their shells are nearer than half a period, along the shortest one too.
    #[test]
    fn shells_in_periodic_space_leave_room_for_one_image() {
        let period = dvec3(8.0, 2.0, 5.0);
        for radius in [1e-9, 0.1, 0.3, 0.48] {
            let width = widest_shell(Some(period), radius);
            assert!(width > 0.0 && radius + 2.0 * width < 0.25 * 2.0, "{radius}");
            // Not much narrower than that either.
            assert!(radius + 2.1 * width > 0.25 * 2.0, "{radius} {width}");
        }
        assert_eq!(widest_shell::<DVec3>(None, 0.5), WIDEST_SHELL);
    }
}
