//! Neighbor search: which balls and wall features can a ball hit next?
//!
//! Neighbor lists (Verlet lists): the *shell* of a ball is a ball around its position when its list was made; the list
//! has all balls with shells that, enlarged by their radii, touch its own. So a ball that is not in the list cannot be
//! hit before one of the two leaves its shell. Each ball adapts the width of its shell until its list has a few
//! entries. The balls near a new shell are found in a hierarchy of cells.
//!
//! Where balls fly far between two events they leave shells too often. A uniform cell grid then replaces shells and
//! lists: a ball is tested against all balls in its own cell and the cells beside it. The choice between the two only
//! affects speed.

mod shells;

use super::balls::Balls;
use super::walls::{Domain, Walls};
use crate::table::cell_hierarchy::CellHierarchy;
use crate::table::clock::Moment;
use crate::table::neighbor_lists::NeighborLists;
use crate::table::uniform_grid::UniformGrid;
use alloc::vec::Vec;
use carom_math::{Scalar, Vector};
use shells::Shell;

/// Up to these numbers of balls and features, each list permanently has all of them.
const ALL_LISTED_BALLS: usize = 24;
const ALL_LISTED_FEATURES: usize = 32;
/// Spacing of balls, in radii, above which the cell grid beats neighbor lists.
const GRID_SPACING: f64 = 2.14;
/// With more balls than the first number in a cell and the cells beside it, lists are faster; with more than the
/// second, the balls are not evenly spread.
const GRID_NEIGHBORS: f64 = 24.0;
const CROWDED_GRID_NEIGHBORS: u64 = 64;
/// Searches of the grid, for each ball, between two checks of that.
const GRID_CHECK_INTERVAL: u64 = 4;
/// Most cells of the grid: for each ball, and in addition.
const CELLS_PER_BALL: usize = 8;
const EXTRA_CELLS: usize = 64;

/// Neighbor lists with shells, or a cell grid.
#[derive(Clone, Debug)]
pub(super) struct Neighbors<D: Vector> {
    /// The other balls near each ball.
    pub(super) lists: NeighborLists,
    /// The wall features near each ball.
    pub(super) walls: NeighborLists,
    /// The walls that move and the regions near each ball, if there are any; numbers of `Walls::others`.
    pub(super) others: NeighborLists,
    /// The near sides of the box, two bits an axis.
    pub(super) sides: Vec<u8>,
    /// Replaces shells, lists and cells where balls fly far between two events.
    pub(super) grid: Option<UniformGrid<D>>,
    /// Each list permanently has all balls and features.
    pub(super) small: bool,
    shells: Vec<Shell<D>>,
    /// Width of each ball's next shell.
    next_widths: Vec<f64>,
    /// Width of a first shell.
    typical: f64,
    cells: CellHierarchy<D>,
    /// Searches of the grid since the last check, and the balls found in them.
    searches: u64,
    found_in_grid: u64,
    /// Scratch: the balls found near a ball.
    pub(super) found: Vec<u32>,
    /// Scratch: a long list before an update, and gaps to the balls in a list.
    before: Vec<u32>,
    gaps: Vec<f64>,
}

impl<D: Vector<Scalar = f64>> Neighbors<D> {
    pub(super) fn new(walls: &Walls<D>) -> Self {
        let period = walls.domain.period();
        Self {
            lists: NeighborLists::default(),
            walls: NeighborLists::default(),
            others: NeighborLists::default(),
            sides: Vec::new(),
            grid: None,
            small: period.is_none() && walls.size() <= ALL_LISTED_FEATURES,
            shells: Vec::new(),
            next_widths: Vec::new(),
            typical: 1.0,
            cells: CellHierarchy::new(period),
            searches: 0,
            found_in_grid: 0,
            found: Vec::new(),
            before: Vec::new(),
            gaps: Vec::new(),
        }
    }

    /// Makes room for a ball at a new index, or replaces one.
    pub(super) fn insert(&mut self, ball: u32, center: D) {
        let shell = Shell { center, width: 0.0 };
        match self.shells.get_mut(ball as usize) {
            Some(old) => *old = shell,
            None => {
                self.shells.push(shell);
                self.next_widths.push(0.0);
                self.sides.push(0);
            }
        }
    }

    /// Makes room for all balls that have been inserted.
    pub(super) fn grow(&mut self) {
        let count = self.shells.len();
        self.lists.grow(count);
        self.walls.grow(count);
        self.others.grow(count);
        self.cells.grow(count);
    }

    /// Whether there are now too many balls for permanent lists of all.
    pub(super) fn outgrows(&mut self, count: usize) -> bool {
        let outgrown = self.small && count > ALL_LISTED_BALLS;
        self.small &= !outgrown;
        outgrown
    }

    /// Chooses the width of shells and cells, and the grid if it is faster, for balls that are all new.
    pub(super) fn choose(&mut self, balls: &Balls<D>, walls: &Walls<D>, now: Moment) {
        self.typical = typical_shell(balls, walls, now);
        self.cells.suit(self.typical + balls.mean_radius());
        self.grid = self.choose_grid(balls, walls, now);
        (self.searches, self.found_in_grid) = (0, 0);
    }

    /// A cell grid, if it is faster than lists.
    fn choose_grid(
        &self,
        balls: &Balls<D>,
        walls: &Walls<D>,
        now: Moment,
    ) -> Option<UniformGrid<D>> {
        let (corners, repeats) = match walls.domain {
            Domain::Periodic(period) => ([D::ZERO, period], true),
            Domain::Boxed { min, max, .. } => ([min, max], false),
            Domain::Open => return None,
        };
        if balls.law.is_some() || !walls.features.is_empty() || walls.has_others() || self.small {
            return None;
        }
        let radius = balls.max_radius();
        let spacing = spacing(balls, walls, now);
        if spacing < GRID_SPACING * radius {
            return None;
        }
        let wanted = spacing * if D::DIM == 2 { 1.0 } else { 0.85 };
        let most = CELLS_PER_BALL * balls.count + EXTRA_CELLS;
        let grid = UniformGrid::new(corners, repeats, wanted, radius, most)?;
        let expected = 3_i32.pow(D::DIM as u32) as f64 * grid.share() * balls.count as f64;
        (expected <= GRID_NEIGHBORS).then_some(grid)
    }

    /// Counts a search of the grid.
    #[inline]
    pub(super) fn count_search(&mut self, found: usize) {
        self.searches += 1;
        self.found_in_grid += found as u64;
    }

    /// Checks now and then whether the cells of the grid have become crowded.
    pub(super) fn is_crowded(&mut self) -> bool {
        let due = self.searches > GRID_CHECK_INTERVAL * self.shells.len() as u64;
        let crowded = due && self.found_in_grid > self.searches * CROWDED_GRID_NEIGHBORS;
        if due {
            (self.searches, self.found_in_grid) = (0, 0);
        }
        crowded
    }

    /// Clears all lists and shells; no ball is in a cell.
    pub(super) fn clear(&mut self) {
        for i in 0..self.shells.len() {
            self.lists.clear(i);
            self.walls.clear(i);
            self.others.clear(i);
            self.next_widths[i] = self.typical;
        }
    }

    /// Removes a ball from the grid, or from the cells and all lists.
    pub(super) fn remove(&mut self, ball: u32) {
        if let Some(grid) = &mut self.grid {
            grid.take(ball);
        } else {
            self.unlist(ball);
            self.cells.take(ball);
        }
    }

    /// The position of a ball has been wrapped by this number of periods.
    pub(super) fn wrap(&mut self, ball: u32, periods: [f64; 3], shift: D) {
        match &mut self.grid {
            Some(grid) => grid.shift(ball, periods),
            None => self.shells[ball as usize].center -= shift,
        }
    }

    /// The neighbors of a ball, from its list or from the grid.
    pub(super) fn of<'a>(&'a self, i: usize, found: &'a mut Vec<u32>) -> &'a [u32] {
        let Some(grid) = &self.grid else {
            return self.lists.of(i);
        };
        let near = grid.near(i as u32, None, found);
        // Without the ball itself.
        match near.iter().position(|other| *other == i as u32) {
            Some(own) => {
                near.swap(own, 0);
                &near[1..]
            }
            None => near,
        }
    }
}

/// The width at which shells of balls of the mean size have a dozen neighbors, if balls are spread evenly.
fn typical_shell<D: Vector<Scalar = f64>>(balls: &Balls<D>, walls: &Walls<D>, now: Moment) -> f64 {
    let spacing = spacing(balls, walls, now);
    let width = 0.75 * spacing - balls.mean_radius();
    Scalar::max(width, 0.1 * spacing)
}

/// The mean spacing of balls, if they are spread evenly.
fn spacing<D: Vector<Scalar = f64>>(balls: &Balls<D>, walls: &Walls<D>, now: Moment) -> f64 {
    let volume = match walls.domain {
        Domain::Periodic(period) => volume(period),
        Domain::Boxed { min, max, .. } => volume(max - min),
        Domain::Open => {
            let all = balls.bounds(now);
            volume(all.max - all.min)
        }
    };
    let count = balls.count as f64;
    if D::DIM == 2 {
        Scalar::sqrt(volume / count)
    } else {
        libm::cbrt(volume / count)
    }
}

fn volume<D: Vector<Scalar = f64>>(size: D) -> f64 {
    (0..D::DIM).map(|axis| size[axis]).product()
}
