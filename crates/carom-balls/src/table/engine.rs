//! Event loop of a table, in its units: prediction of the next event, and its execution.
//!
//! Each ball has one event in the queue: its earliest when it was last predicted. The event is predicted again when the
//! ball's velocity changes, when the partner of the event has had another event, and when the ball leaves its shell.
//! The next collision of a pair is stored with the ball that was predicted last.
//!
//! Neighbor lists (Verlet lists): the *shell* of a ball is a ball around its position when its list was made; the list
//! has all balls with shells that, enlarged by their radii, touch its own. So a ball that is not in the list cannot be
//! hit before one of the two leaves its shell. Each ball adapts the width of its shell until its list has a few
//! entries.
//!
//! Where balls fly far between two events they leave shells too often. A uniform cell grid (`raster`) then replaces
//! shells and lists: a ball is tested against all balls in its own cell and the cells beside it, and, when it moves to
//! the next cell, against those in the new cells beside that only, as its best earlier event is stored. The choice
//! between the two only affects speed.

use super::bounce::{apart, off, shares};
use super::cells::Cells;
use super::clock::Moment;
use super::course::{Course, Law};
use super::flight::{Flight, Seen, images};
use super::least::{self, Asked, Others};
use super::lists::{self, Lists};
use super::piece::Piece;
use super::queue::Queue;
use super::raster::{Raster, Way};
use alloc::vec::Vec;
use carom_bvh::Aabb;
use carom_bvh::BoxBvh;
use carom_math::lanes::{Level, level};
use carom_math::{Scalar, Vector};
use core::cmp::Ordering;
use core::ops::ControlFlow;

mod curved;

/// The partner of a ball that leaves its shell or cell.
const SHELL: u32 = u32::MAX;
/// Marks a partner that is a piece of a wall or, numbered after them, a side of the box.
const WALL: u32 = 1 << 31;
/// Up to these numbers of balls and pieces, each list permanently has all of them.
const FEW_BALLS: usize = 24;
const FEW_PIECES: usize = 32;
const SLACK: f64 = 1.0 / (1_u64 << 46) as f64;
/// Longer lists are merged by sorting instead of pairwise search.
const MANY: usize = 64;
/// Where a new ball has more neighbors than the first number, its shell is made so narrow that it keeps about the
/// second number of them, but no narrower than this fraction of its radius.
const CROWD: usize = 128;
const FEW_IN_CROWD: usize = 16;
const NARROWEST: f64 = 1.0 / 16.0;
/// Fraction of a shell at which a ball leaves it: a little early, for rounding.
const EARLY: f64 = 1.0 - 1.0 / 1024.0;
/// Least width of a shell as a fraction of a coordinate: many roundings of a position.
const LEAST_SHELL: f64 = 1.0 / (1_u64 << 36) as f64;
/// Events that a ball can have at one moment on top of the usual limit, on accelerated trajectories: in a narrow wedge
/// each takes only a little energy.
const MOST_PRESSED: u32 = 1 << 17;
/// The length of one moment on accelerated trajectories, in windows.
const AT_ONCE: f64 = 1.0 / (1_u64 << 46) as f64;
/// Zeno guard: after `AGAIN` events at one moment, closing speeds up to `DIGITS` times the speed count as zero.
const AGAIN: u32 = 16;
const DIGITS: f64 = 16.0 * f64::EPSILON;
/// Predictions without an event before the work budget is checked.
const FEW_LOOKS: u64 = 1 << 12;
/// Work budget without an event: a constant and an amount for each ball. The unit is one pair bound on straight
/// trajectories. A neighbor search costs `WORK_TO_FIND`, `WORK_EACH_FOUND` for each ball found and 1 for each ball
/// searched, up to `FOUND_AMONG`. On accelerated trajectories a bound costs more, and a root of a quartic much more.
const WORK: u64 = 1 << 25;
const WORK_EACH: u64 = 1 << 12;
const WORK_TO_FIND: u64 = 32;
const WORK_EACH_FOUND: u64 = 8;
const FOUND_AMONG: u64 = 256;
const WORK_IF_FALLING: u64 = 16;
const WORK_IF_ROLLING: u64 = 128;
/// After this work for each ball without an event, shells become wider than the whole system by `MUCH_WIDER`, if there
/// are at most `FEW_FOR_ALL` balls, or `FEW_CURVED_FOR_ALL` on accelerated trajectories.
const WIDER_AFTER_EACH: u64 = 1 << 12;
const MUCH_WIDER: f64 = (1_u64 << 20) as f64;
const FEW_FOR_ALL: usize = 1 << 11;
const FEW_CURVED_FOR_ALL: usize = 1 << 8;
const WIDEST_SHELL: f64 = 1e60;
/// Spacing of balls, in radii, above which the cell grid beats neighbor lists.
const THIN: f64 = 2.14;
/// With more balls than the first number in a cell and the cells beside it, lists are faster; with more than the
/// second, the balls are not evenly spread.
const FEW_IN_BOXES: f64 = 24.0;
const MANY_IN_BOXES: u64 = 64;
/// Searches of the grid, for each ball, between two checks of that.
const JUDGED_AFTER: u64 = 4;
/// Trajectories that no longer fit into the innermost cache.
const FAR_AWAY: usize = 2048;
/// Most cells for each ball.
const BOXES_EACH: usize = 8;

/// The space, in units of the table.
#[derive(Clone, Copy, Debug)]
pub(super) enum Space<D> {
    Open,
    Boxed {
        min: D,
        max: D,
        restitution: f64,
    },
    /// Periodic, from the origin to this corner.
    Periodic(D),
}

impl<D: Copy> Space<D> {
    /// The period, if space is periodic.
    pub(super) fn period(&self) -> Option<D> {
        match self {
            Self::Periodic(period) => Some(*period),
            _ => None,
        }
    }
}

/// Constants and counters of a ball.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Body {
    pub(super) id: u32,
    pub(super) mass: f64,
    pub(super) restitution: f64,
    /// The number of periods by which its position has been wrapped.
    pub(super) image: [f64; 3],
    /// Rounding remainder of its velocity: to be added to it. Kept while the ball hits only walls.
    pub(super) rest: [f32; 3],
    /// The number of its consecutive events at one moment.
    pub(super) at_once: u32,
    pub(super) present: bool,
}

/// A ball's next event: the partner, and the partner's stamp when the event was predicted.
#[derive(Clone, Copy, Debug)]
struct Next {
    with: u32,
    stamp: u32,
}

/// In the grid: a ball's earliest event except for leaving its cell.
#[derive(Clone, Copy, Debug)]
struct Planned {
    at: Moment,
    with: u32,
    stamp: u32,
}

#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Shell<D> {
    center: D,
    width: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum With {
    Ball(u32),
    Wall(u32),
}

/// A collision that changed velocities.
#[derive(Clone, Copy, Debug)]
pub(super) struct Happened<D> {
    pub(super) at: Moment,
    pub(super) ball: u32,
    pub(super) with: With,
    /// From the partner to the ball, of any length.
    pub(super) arm: D,
    /// Closing speed along the arm, times the arm's length.
    pub(super) closing: f64,
    /// A ball exceeded the limit on events at one moment.
    pub(super) too_many: Option<TooMany>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TooMany {
    pub(super) ball: u32,
    pub(super) inelastic: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Engine<D: Vector> {
    pub(super) flights: Vec<Flight<D>>,
    pub(super) radii: Vec<f64>,
    pub(super) bodies: Vec<Body>,
    pub(super) space: Space<D>,
    pub(super) pieces: Vec<Piece<D>>,
    /// Friction or gravity, if there is any; each ball then has a course.
    pub(super) law: Option<Law<D>>,
    pub(super) courses: Vec<Course<D>>,
    pub(super) now: Moment,
    /// The moment up to which the event search has updated lists; later than `now` after a search without an event.
    pub(super) ahead: Moment,
    /// The last search spent its work budget.
    pub(super) gave_up: bool,
    /// While `peeks`, the search may change only lists; it sets `unsure` and stops where it would have to change more.
    peeks: bool,
    unsure: bool,
    /// The number of walls; the sides of the box are numbered after them.
    walls_listed: u32,
    /// The most events of a ball at one moment.
    pub(super) most_at_once: u32,
    /// The greatest overlap at an event, as a fraction of the radii.
    pub(super) overlap: f64,
    /// The greatest speed of a ball along an axis since windows were last shortened.
    pub(super) fastest: f64,
    /// For each index, a counter of changes of velocity.
    stamps: Vec<u32>,
    next: Vec<Next>,
    queue: Queue,
    shells: Vec<Shell<D>>,
    /// Width of each ball's next shell.
    next_widths: Vec<f64>,
    /// The near sides of the box, two bits an axis.
    sides: Vec<u8>,
    lists: Lists,
    cells: Cells<D>,
    /// Replaces shells, lists and cells where balls fly far between two events.
    raster: Option<Raster<D>>,
    planned: Vec<Planned>,
    /// Searches of the grid since the last check, and the balls found in them.
    looks: u64,
    seen: u64,
    /// Scratch: the balls found near a ball.
    found: Vec<u32>,
    /// Scratch: a long list before an update, and gaps to the balls in a list.
    before: Vec<u32>,
    gaps: Vec<f64>,
    /// The pieces near each ball.
    walls: Lists,
    /// The pieces of finite size, in a BVH, and the others.
    bounded: Option<(BoxBvh<D>, Vec<u32>)>,
    endless: Vec<u32>,
    /// Width of a first shell.
    typical: f64,
    /// Unused indices; the balls that are being woken; the number of balls.
    free: Vec<u32>,
    woken: Vec<u32>,
    /// All balls have the same radius.
    alike: bool,
    count: usize,
    small: bool,
    level: Level,
}

impl<D: Vector<Scalar = f64, Double = D>> Engine<D> {
    pub(super) fn new(space: Space<D>, pieces: Vec<Piece<D>>, now: Moment) -> Self {
        let (mut boxes, mut numbers, mut endless) = (Vec::new(), Vec::new(), Vec::new());
        for (number, piece) in (0..).zip(&pieces) {
            match piece.bounds() {
                Some(bounds) => {
                    boxes.push(bounds);
                    numbers.push(number);
                }
                None => endless.push(number),
            }
        }
        let period = space.period();
        Self {
            flights: Vec::new(),
            radii: Vec::new(),
            bodies: Vec::new(),
            small: period.is_none() && pieces.len() <= FEW_PIECES,
            space,
            walls_listed: pieces.last().map_or(0, |piece| piece.wall + 1),
            pieces,
            law: None,
            courses: Vec::new(),
            now,
            ahead: now,
            gave_up: false,
            peeks: false,
            unsure: false,
            most_at_once: 0,
            overlap: 0.0,
            fastest: 0.0,
            stamps: Vec::new(),
            next: Vec::new(),
            queue: Queue::new(),
            shells: Vec::new(),
            next_widths: Vec::new(),
            sides: Vec::new(),
            lists: Lists::default(),
            cells: Cells::new(period),
            raster: None,
            planned: Vec::new(),
            looks: 0,
            seen: 0,
            found: Vec::new(),
            before: Vec::new(),
            gaps: Vec::new(),
            walls: Lists::default(),
            bounded: (!boxes.is_empty()).then(|| (BoxBvh::build(&boxes), numbers)),
            endless,
            typical: 1.0,
            free: Vec::new(),
            woken: Vec::new(),
            alike: true,
            count: 0,
            level: level(),
        }
    }

    /// The position of a ball.
    #[inline]
    pub(super) fn place(&self, i: usize, now: Moment) -> D {
        match self.law {
            None => self.flights[i].at(now),
            Some(_) => self.courses[i].place(&self.flights[i], now),
        }
    }

    /// The velocity of a ball.
    #[inline]
    pub(super) fn velocity(&self, i: usize, now: Moment) -> D {
        match self.law {
            None => self.flights[i].velocity,
            Some(_) => self.courses[i].velocity(&self.flights[i], now),
        }
    }

    /// The number of balls.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The indices in use.
    pub(super) fn present(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.bodies.len()).filter(|i| self.bodies[*i].present)
    }

    /// Inserts a ball; it takes part after [`join`](Self::join).
    pub(super) fn put(&mut self, flight: Flight<D>, radius: f64, body: Body) -> u32 {
        self.count += 1;
        if self.radii.first().is_some_and(|first| *first != radius) {
            self.alike = false;
        }
        let shell = Shell {
            center: flight.place,
            width: 0.0,
        };
        if let Some(place) = self.free.pop() {
            let i = place as usize;
            self.flights[i] = flight;
            self.radii[i] = radius;
            self.bodies[i] = body;
            self.shells[i] = shell;
            self.changed(place);
            self.set_out(place);
            return place;
        }
        self.flights.push(flight);
        self.radii.push(radius);
        self.bodies.push(body);
        self.shells.push(shell);
        self.next_widths.push(0.0);
        self.sides.push(0);
        self.stamps.push(0);
        self.next.push(Next {
            with: SHELL,
            stamp: 0,
        });
        let place = self.flights.len() as u32 - 1;
        self.set_out(place);
        place
    }

    /// Makes lists and predicts events for inserted balls.
    pub(super) fn join(&mut self, balls: &[u32]) {
        let count = self.flights.len();
        self.lists.grow(count);
        self.walls.grow(count);
        (self.queue).grow(count, &in_order(&self.bodies, &self.next));
        self.cells.grow(count);
        self.most_at_once = 256_u32.saturating_add((self.count as u32).saturating_mul(4));
        let all = balls.len() == self.count;
        let outgrown = self.small && self.count > FEW_BALLS;
        self.small &= !outgrown;
        if all || outgrown {
            self.typical = self.typical_shell();
            self.cells.suit(self.typical + self.mean_radius());
            self.raster = self.new_raster();
            (self.looks, self.seen) = (0, 0);
        }
        if let Some(raster) = &mut self.raster {
            raster.grow(count);
            let nothing = Planned {
                at: Moment::NEVER,
                with: SHELL,
                stamp: 0,
            };
            self.planned.resize(count, nothing);
            if !(balls.iter()).all(|ball| raster.suits(self.radii[*ball as usize])) {
                return self.list_anew(self.now);
            }
        }
        if outgrown {
            return self.anew(self.now);
        }
        for &ball in balls {
            self.next_widths[ball as usize] = self.typical;
            self.relist(ball, self.now);
        }
        self.part_crowds(balls);
        for &ball in balls {
            self.predict(ball, self.now);
        }
    }

    /// Narrows the shells of balls with very many neighbors, as where all are in one corner.
    fn part_crowds(&mut self, balls: &[u32]) {
        if self.raster.is_some() || self.small {
            return;
        }
        for &ball in balls {
            if self.lists.of(ball as usize).len() > CROWD {
                self.next_widths[ball as usize] = self.narrow(ball as usize);
                self.relist(ball, self.now);
            }
        }
    }

    /// Rebuilds the lists, or grid, and events of all balls, none of which is in a cell.
    #[cold]
    fn anew(&mut self, now: Moment) {
        for i in 0..self.bodies.len() {
            self.lists.clear(i);
            self.walls.clear(i);
            self.next_widths[i] = self.typical;
        }
        self.each_present(now, Self::relist);
        self.each_present(now, Self::predict);
    }

    /// Replaces the grid by lists.
    #[cold]
    fn list_anew(&mut self, now: Moment) {
        self.raster = None;
        self.anew(now);
    }

    /// A cell grid, if it is faster than lists.
    fn new_raster(&self) -> Option<Raster<D>> {
        let (corners, repeats) = match self.space {
            Space::Periodic(period) => ([D::ZERO, period], true),
            Space::Boxed { min, max, .. } => ([min, max], false),
            Space::Open => return None,
        };
        if self.law.is_some() || !self.pieces.is_empty() || self.small {
            return None;
        }
        let radius = self.present().map(|i| self.radii[i]);
        let radius = radius.fold(0.0, Scalar::max);
        let spacing = self.spacing();
        if spacing < THIN * radius {
            return None;
        }
        let wanted = spacing * if D::DIM == 2 { 1.0 } else { 0.85 };
        let most = BOXES_EACH * self.count + MANY;
        let raster = Raster::new(corners, repeats, wanted, radius, most)?;
        let expected = 3_i32.pow(D::DIM as u32) as f64 * raster.share() * self.count as f64;
        (expected <= FEW_IN_BOXES).then_some(raster)
    }

    /// Calls `act` for each ball.
    fn each_present(&mut self, now: Moment, act: impl Fn(&mut Self, u32, Moment)) {
        for ball in 0..self.bodies.len() as u32 {
            if self.bodies[ball as usize].present {
                act(self, ball, now);
            }
        }
    }

    /// Invalidates all predictions that involve this index.
    fn changed(&mut self, place: u32) {
        let stamp = &mut self.stamps[place as usize];
        *stamp = stamp.wrapping_add(1);
    }

    /// Removes a ball.
    pub(super) fn take(&mut self, ball: u32) {
        let i = ball as usize;
        self.wake(ball, self.now);
        if let Some(raster) = &mut self.raster {
            raster.take(ball);
        } else {
            self.unlist(ball);
            self.cells.take(ball);
        }
        self.schedule(ball, Moment::NEVER, SHELL, 0);
        self.bodies[i].present = false;
        self.changed(ball);
        self.free.push(ball);
        self.count -= 1;
    }

    /// Sets a ball's velocity, now.
    pub(super) fn turn(&mut self, ball: u32, velocity: D) {
        self.bring(ball, self.now);
        let i = ball as usize;
        self.flights[i].velocity = velocity;
        self.bodies[i].rest = [0.0; 3];
        self.bodies[i].at_once = 0;
        self.changed(ball);
        self.steer(ball);
        self.wake(ball, self.now);
        self.predict(ball, self.now);
    }

    /// Shortens the windows for faster balls.
    pub(super) fn finer(&mut self, halvings: u32) {
        let factor = 1.0 / (1_u64 << halvings) as f64;
        self.fastest *= factor;
        self.now = self.now.finer(halvings);
        self.ahead = self.now;
        for flight in &mut self.flights {
            flight.since = flight.since.finer(halvings);
            flight.velocity = flight.velocity * factor;
        }
        for body in &mut self.bodies {
            body.rest = body.rest.map(|x| x * factor as f32);
        }
        for course in &mut self.courses {
            course.finer(factor);
        }
        if let Some(law) = &mut self.law {
            law.finer(factor);
        }
        self.each_present(self.now, Self::predict);
    }

    /// The ball with the next event, however late.
    pub(super) fn peek(&mut self) -> Option<u32> {
        loop {
            let ball = self.first(Moment::NEVER)?;
            self.ahead = self.at(ball);
            if self.will_happen(ball) {
                return Some(ball);
            }
            // A graze changes no velocity, whenever it is executed.
            let now = self.now;
            self.happen(ball);
            self.now = now;
        }
    }

    /// The moment of the queue's first entry.
    fn queue_at_first(&mut self) -> Option<Moment> {
        let ball = (self.queue).first(&in_order(&self.bodies, &self.next))?;
        Some(self.queue.at(ball))
    }

    /// Whether a ball's event is more than a graze.
    fn will_happen(&self, ball: u32) -> bool {
        let at = self.queue.at(ball);
        let with = self.next[ball as usize].with;
        let velocity = self.flights[ball as usize].velocity;
        match self.with(ball) {
            With::Ball(other) => {
                let way = self.way(ball as usize, other as usize, at);
                way.dot(self.flights[other as usize].velocity - velocity) < 0.0
            }
            With::Wall(_) => {
                let place = self.flights[ball as usize].at(at);
                let arm = match self.pieces.get((with ^ WALL) as usize) {
                    Some(piece) => piece.arm(place),
                    None => self.side(with ^ WALL).0,
                };
                arm.dot(velocity) < 0.0
            }
        }
    }

    /// The vector from a ball to the nearest image of another.
    fn way(&self, from: usize, to: usize, at: Moment) -> D {
        let way = self.place(to, at) - self.place(from, at);
        match self.space.period() {
            Some(period) => way - images(way, period),
            None => way,
        }
    }

    /// The partner of a ball's event, which must not be its shell.
    pub(super) fn with(&self, ball: u32) -> With {
        let with = self.next[ball as usize].with;
        if with & WALL == 0 {
            return With::Ball(with);
        }
        let number = with ^ WALL;
        match self.pieces.get(number as usize) {
            Some(piece) => With::Wall(piece.wall),
            None => With::Wall(self.side(number).1),
        }
    }

    /// Before a change: rebuilds lists and events for `now`, if the search has updated them for later.
    pub(super) fn come_back(&mut self) {
        if self.ahead <= self.now {
            return;
        }
        self.ahead = self.now;
        self.each_present(self.now, Self::relist);
        self.each_present(self.now, Self::predict);
    }

    /// Resets the counters of events at one moment.
    pub(super) fn forgive(&mut self) {
        for body in &mut self.bodies {
            body.at_once = 0;
        }
    }

    /// The width at which shells of balls of the mean size have a dozen neighbors, if balls are spread evenly.
    fn typical_shell(&self) -> f64 {
        let spacing = self.spacing();
        let width = 0.75 * spacing - self.mean_radius();
        Scalar::max(width, 0.1 * spacing)
    }

    /// The mean spacing of balls, if they are spread evenly.
    fn spacing(&self) -> f64 {
        let volume = match self.space {
            Space::Periodic(period) => volume(period),
            Space::Boxed { min, max, .. } => volume(max - min),
            Space::Open => {
                let all = self.bounds(self.now);
                volume(all.max - all.min)
            }
        };
        let count = self.count as f64;
        if D::DIM == 2 {
            Scalar::sqrt(volume / count)
        } else {
            libm::cbrt(volume / count)
        }
    }

    /// The box around all balls.
    fn bounds(&self, now: Moment) -> Aabb<D> {
        let bounds = self.present().map(|i| {
            let radius = D::splat(self.radii[i]);
            let place = self.place(i, now);
            Aabb {
                min: place - radius,
                max: place + radius,
            }
        });
        bounds.fold(Aabb::empty(), |all, ball| all.union(&ball))
    }

    fn mean_radius(&self) -> f64 {
        let radii: f64 = self.present().map(|i| self.radii[i]).sum();
        radii / self.count as f64
    }

    /// The widest shell: in periodic space only one image may be near.
    fn widest(&self, radius: f64) -> f64 {
        let Some(period) = self.space.period() else {
            return WIDEST_SHELL;
        };
        let shortest = shortest(period);
        // For each ball, the radius and twice the width are less than a quarter of a period. So for two listed balls
        // half a period is more than the radii and all motion within their shells.
        (0.25 * shortest - radius) * 0.49
    }

    fn unlist(&mut self, ball: u32) {
        Self::unlist_from(&mut self.lists, ball as usize);
        self.walls.clear(ball as usize);
    }

    /// Removes a ball from the lists of others, and clears its own.
    fn unlist_from(lists: &mut Lists, ball: usize) {
        for place in 0..lists.of(ball).len() {
            let other = lists.of(ball)[place];
            lists.remove(other as usize, ball as u32);
        }
        lists.clear(ball);
    }

    /// Makes a new shell and list for a ball.
    fn relist(&mut self, ball: u32, now: Moment) {
        let i = ball as usize;
        let center = self.place(i, now);
        if let Some(raster) = &mut self.raster {
            raster.put(ball, center);
            return;
        }
        if self.small {
            self.unlist(ball);
            self.list_all(ball, center);
            return;
        }
        let radius = self.radii[i];
        let grain = center.abs().max_element() * LEAST_SHELL;
        let width = Scalar::min(self.next_widths[i], self.widest(radius));
        let width = Scalar::max(width, grain);
        let period = self.space.period();
        let wrapped = match period {
            Some(period) => center - below(center, period).1,
            None => center,
        };
        self.find(ball, wrapped, width);
        self.exchange(i);
        let Self { lists, found, .. } = self;
        lists.set(i, found);
        self.walls.clear(i);
        let walls = self.list_walls(ball, center, width);
        let near = self.lists.of(i).len() + walls;
        let (few, many) = if D::DIM == 2 { (4, 10) } else { (8, 20) };
        let next = if near == 0 {
            width * 4.0
        } else if near < few {
            width * 1.25
        } else if near > many {
            // In a crowd the shell was made narrower, and stays so as long as the crowd does.
            let usual = self.typical * 0.5;
            let least = if width >= usual {
                usual
            } else {
                Scalar::min(radius * NARROWEST, usual)
            };
            Scalar::max(width * 0.8, least)
        } else {
            width
        };
        self.shells[i] = Shell { center, width };
        self.next_widths[i] = Scalar::min(next, WIDEST_SHELL);
    }

    /// Moves a ball in the cells, with a shell of this width, and finds all balls with shells that touch it.
    fn find(&mut self, ball: u32, place: D, width: f64) {
        let reach = self.radii[ball as usize] + width;
        self.cells.put(ball, place, reach);
        let Self { cells, found, .. } = self;
        found.clear();
        cells.near(place, reach, |other| {
            if other != ball {
                found.push(other);
            }
        });
    }

    /// A width of a ball's shell at which about `FEW_IN_CROWD` of its list can touch it, if the others' shells are not
    /// wide.
    fn narrow(&mut self, i: usize) -> f64 {
        let mut gaps = core::mem::take(&mut self.gaps);
        gaps.clear();
        gaps.extend(self.lists.of(i).iter().map(|&other| {
            let j = other as usize;
            self.way(i, j, self.now).length() - (self.radii[i] + self.radii[j])
        }));
        let (_, gap, _) = gaps.select_nth_unstable_by(FEW_IN_CROWD, f64::total_cmp);
        let width = Scalar::max(0.5 * *gap, self.radii[i] * NARROWEST);
        self.gaps = gaps;
        width
    }

    /// Updates the lists of former and new neighbors, where they differ.
    fn exchange(&mut self, i: usize) {
        let ball = i as u32;
        let Self {
            lists,
            found,
            before,
            ..
        } = self;
        if lists.of(i).len().max(found.len()) <= MANY {
            for place in 0..lists.of(i).len() {
                let other = lists.of(i)[place];
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

    fn list_all(&mut self, ball: u32, center: D) {
        let i = ball as usize;
        self.shells[i] = Shell {
            center,
            width: f64::INFINITY,
        };
        self.next_widths[i] = f64::INFINITY;
        self.sides[i] = u8::MAX;
        for j in 0..self.bodies.len() {
            // Balls that are activated later make their own lists, and add themselves to this.
            if j != i && self.bodies[j].present && self.shells[j].width == f64::INFINITY {
                self.lists.push(i, j as u32);
                self.lists.push(j, ball);
            }
        }
        for piece in 0..self.pieces.len() as u32 {
            self.walls.push(i, piece);
        }
    }

    /// Lists the pieces and sides in reach of a shell, and counts them.
    fn list_walls(&mut self, ball: u32, center: D, width: f64) -> usize {
        let i = ball as usize;
        let radius = self.radii[i];
        let wide = width + width;
        let mut sides = 0;
        if let Space::Boxed { min, max, .. } = self.space {
            let reach = radius + wide;
            for axis in 0..D::DIM {
                let low = center[axis] - min[axis] <= reach;
                let high = max[axis] - center[axis] <= reach;
                sides |= u8::from(low) << (2 * axis) | u8::from(high) << (2 * axis + 1);
            }
        }
        self.sides[i] = sides;
        let Self {
            pieces,
            walls,
            bounded,
            endless,
            ..
        } = self;
        let mut list = |piece: u32| {
            if pieces[piece as usize].gap(center, radius) <= wide {
                walls.push(i, piece);
            }
        };
        for &piece in endless.iter() {
            list(piece);
        }
        if let Some((tree, numbers)) = bounded {
            let reach = D::splat(radius + wide);
            let region = Aabb {
                min: center - reach,
                max: center + reach,
            };
            let _all = tree.overlapping(&region, |item| {
                list(numbers[item as usize]);
                ControlFlow::Continue(())
            });
        }
        self.walls.of(i).len() + sides.count_ones() as usize
    }

    fn schedule(&mut self, ball: u32, at: Moment, with: u32, stamp: u32) {
        self.next[ball as usize] = Next { with, stamp };
        (self.queue).set(ball, at, &in_order(&self.bodies, &self.next));
    }

    /// Predicts a ball's next event.
    fn predict(&mut self, ball: u32, now: Moment) {
        if self.law.is_some() {
            return self.predict_curved(ball, now);
        }
        let i = ball as usize;
        let me = self.flights[i];
        let radius = self.radii[i];
        let is_raster = self.raster.is_some();
        let latest = if is_raster {
            Moment::NEVER
        } else {
            now.after(self.leaves_shell(i, now))
        };
        let mut best = Best {
            at: latest,
            with: SHELL,
            stamp: 0,
            limit: latest.since(me.since),
        };
        let bodies = &self.bodies;
        let earlier = |with: u32, than: u32| rank(bodies, ball, with) < rank(bodies, ball, than);
        if let Space::Boxed { min, max, .. } = self.space {
            let sides = if is_raster { u8::MAX } else { self.sides[i] };
            for axis in 0..D::DIM {
                let (place, speed) = (me.place[axis], me.velocity[axis]);
                let (gap, side) = if speed < 0.0 {
                    (place - (min[axis] + radius), 2 * axis)
                } else if speed > 0.0 {
                    ((max[axis] - radius) - place, 2 * axis + 1)
                } else {
                    continue;
                };
                if sides >> side & 1 == 1 {
                    let t = if gap > 0.0 {
                        gap / Scalar::abs(speed)
                    } else {
                        0.0
                    };
                    let with = WALL | (self.pieces.len() + side) as u32;
                    best.offer(me.since, me.since.after(t), with, 0, earlier);
                }
            }
        }
        let none = is_raster || self.pieces.is_empty();
        let walls = if none { &[] } else { self.walls.of(i) };
        for &piece in walls {
            let t = self.pieces[piece as usize].first_touch(me.place, me.velocity, radius);
            best.offer(me.since, me.since.after(t), WALL | piece, 0, earlier);
        }
        if is_raster {
            self.meet(ball, None, now, best);
        } else {
            self.consider(ball, &me, self.lists.padded(i), now, &mut best);
            self.schedule(ball, best.at, best.with, best.stamp);
        }
    }

    /// Moves a ball to the next cell: only the cells beyond are new.
    #[inline(never)]
    fn go_on(&mut self, ball: u32, now: Moment) {
        let i = ball as usize;
        let me = &self.flights[i];
        let Some(raster) = &mut self.raster else {
            return;
        };
        let way = raster.leaves(ball, me, now);
        let is_near = raster.go_on(ball, &way);
        let judged = self.looks > JUDGED_AFTER * self.planned.len() as u64;
        let crowded = judged && self.seen > self.looks * MANY_IN_BOXES;
        if judged {
            (self.looks, self.seen) = (0, 0);
        }
        if crowded || !is_near {
            return self.list_anew(now);
        }
        let Planned { at, with, stamp } = self.planned[i];
        // If that event has become stale, its time is when all neighbors are predicted again.
        let best = Best {
            at,
            with,
            stamp,
            limit: at.since(me.since),
        };
        self.meet(ball, Some(&way), now, best);
    }

    /// Predicts the event of a ball in the grid, given its best so far, from all neighbors or those on one side.
    #[inline]
    fn meet(&mut self, ball: u32, side: Option<&Way>, now: Moment, mut best: Best) {
        let me = self.flights[ball as usize];
        let mut found = core::mem::take(&mut self.found);
        let Some(raster) = &self.raster else { return };
        let near = raster.near(ball, side, &mut found);
        if side.is_none() {
            self.looks += 1;
            self.seen += near.len() as u64;
        }
        let count = near.len();
        self.look_ahead(near);
        let padded = lists::padded(&mut found, count);
        self.consider(ball, &me, (count, padded), now, &mut best);
        let way = raster.leaves(ball, &me, now);
        self.found = found;
        let Best {
            at, with, stamp, ..
        } = best;
        self.planned[ball as usize] = Planned { at, with, stamp };
        if way.at <= at {
            self.schedule(ball, way.at, SHELL, 0);
        } else {
            self.schedule(ball, at, with, stamp);
        }
    }

    /// Prefetches the data that the next steps need of these balls, where there are lists.
    #[inline(always)]
    fn look_ahead_of(&self, balls: &[u32]) {
        if self.flights.len() <= FAR_AWAY || self.raster.is_some() {
            return;
        }
        let all = balls.iter().fold(0.0, |all, &ball| {
            let i = ball as usize;
            all + (self.shells[i].width + self.bodies[i].mass + self.queue.beside(ball))
        });
        core::hint::black_box(all);
        for &ball in balls {
            self.look_ahead(self.lists.of(ball as usize));
        }
    }

    /// Prefetches the trajectories of these balls, if there are too many balls for the innermost cache.
    #[inline(always)]
    fn look_ahead(&self, others: &[u32]) {
        if self.flights.len() > FAR_AWAY {
            let all = others.iter().fold(0.0, |all, &other| {
                all + self.flights[other as usize].velocity[0]
            });
            core::hint::black_box(all);
        }
    }

    /// Offers the earliest collision of a ball with these candidates, if it is before the best so far.
    #[inline(always)]
    fn consider(
        &self,
        ball: u32,
        me: &Flight<D>,
        (mut count, others): (usize, &[u32]),
        now: Moment,
        best: &mut Best,
    ) {
        let radius = self.radii[ball as usize];
        let asked = Asked {
            flight: *me,
            radius,
            now,
            period: self.space.period(),
        };
        for numbers in others.chunks(least::MOST) {
            let mut bounds = [0.0; least::MOST];
            let others = Others {
                numbers,
                count: count.min(least::MOST),
                flights: &self.flights,
                radii: &self.radii,
                alike: self.alike,
            };
            count -= others.count;
            let mut soon = asked.least(self.level, &others, best.latest(), &mut bounds);
            if soon == 0 {
                continue;
            }
            // The candidate with the lowest bound first: its time is the limit for the others.
            let mut first = soon.trailing_zeros() as usize;
            let mut left = soon & (soon - 1);
            while left != 0 {
                let place = left.trailing_zeros() as usize;
                left &= left - 1;
                if bounds[place] < bounds[first] {
                    first = place;
                }
            }
            soon &= !(1 << first);
            self.look(ball, me, numbers[first], now, best);
            while soon != 0 {
                let place = soon.trailing_zeros() as usize;
                soon &= soon - 1;
                if bounds[place] <= best.latest() {
                    self.look(ball, me, numbers[place], now, best);
                }
            }
        }
    }

    /// Predicts the collision of a ball with another.
    #[inline(never)]
    fn look(&self, ball: u32, me: &Flight<D>, other: u32, now: Moment, best: &mut Best) {
        let j = other as usize;
        let them = &self.flights[j];
        let radii = self.radii[ball as usize] + self.radii[j];
        let later = me.since.since(them.since);
        let (start, lag, way) = if later >= 0.0 {
            (me.since, 0.0, them.place + them.velocity * later - me.place)
        } else {
            let behind = me.place + me.velocity * -later;
            (them.since, -later, them.place - behind)
        };
        let mut seen = Seen::of(way, me.velocity, them.velocity, radii);
        if let Some(period) = self.space.period() {
            seen = seen.nearest_image(period, now.since(start));
        }
        if seen.least_time() + lag > best.latest() {
            return;
        }
        let t = seen.first_touch();
        if t < f64::INFINITY {
            let earlier = |with: u32, than: u32| {
                rank(&self.bodies, ball, with) < rank(&self.bodies, ball, than)
            };
            best.offer(me.since, start.after(t), other, self.stamps[j], earlier);
        }
    }

    /// Time until a ball leaves its shell.
    fn leaves_shell(&self, i: usize, now: Moment) -> f64 {
        let shell = &self.shells[i];
        let v = self.flights[i].velocity;
        let a = v.dot(v);
        if shell.width == f64::INFINITY || a == 0.0 {
            return f64::INFINITY;
        }
        let way = self.flights[i].at(now) - shell.center;
        let width = shell.width * EARLY;
        let (b, c) = (way.dot(v), way.dot(way) - width * width);
        if c >= 0.0 {
            return 0.0;
        }
        let root = Scalar::sqrt(b * b - a * c);
        if b > 0.0 {
            -c / (root + b)
        } else {
            (root - b) / a
        }
    }

    /// The ball with the next event, a collision with a ball or wall, if that is not after `until`. Also `None` if the
    /// work budget is spent; the next call continues the search.
    pub(super) fn first(&mut self, until: Moment) -> Option<u32> {
        let (mut looks, mut work) = (0, 0);
        let mut wider_after = WIDER_AFTER_EACH * self.count as u64;
        let enough = WORK + WORK_EACH * self.count as u64;
        self.gave_up = false;
        loop {
            let ball = (self.queue).first(&in_order(&self.bodies, &self.next))?;
            let at = self.queue.at(ball);
            if at > until {
                return None;
            }
            if (looks == FEW_LOOKS || work > enough) && self.has_looked_enough(work > enough, until)
            {
                self.ahead = at;
                return None;
            }
            if work >= wider_after {
                wider_after += wider_after;
                self.look_wider(at);
                continue;
            }
            looks += 1;
            let next = self.next[ball as usize];
            if next.with == SHELL {
                work += WORK_TO_FIND;
                if self.raster.is_some() {
                    self.go_on(ball, at);
                    continue;
                }
                if self.peeks && self.is_to_be_checked(ball, at) {
                    self.unsure = true;
                    return None;
                }
                self.relist(ball, at);
                self.check(ball, at);
                work += self.work_to_find(ball);
            } else if next.with & WALL != 0 || self.stamps[next.with as usize] == next.stamp {
                return Some(ball);
            }
            work += self.work_to_predict(ball);
            self.look_ahead_of(&[ball]);
            self.predict(ball, at);
        }
    }

    /// The work that a new list has taken.
    fn work_to_find(&self, ball: u32) -> u64 {
        let found = self.lists.of(ball as usize).len() as u64;
        found * WORK_EACH_FOUND + FOUND_AMONG.min(self.count as u64)
    }

    /// The work of a prediction from a ball's list or cells.
    fn work_to_predict(&self, ball: u32) -> u64 {
        if self.raster.is_some() {
            return WORK_TO_FIND;
        }
        let each = match self.law {
            None => 1,
            Some(law) if law.is_gravity() => WORK_IF_FALLING,
            Some(_) => WORK_IF_ROLLING,
        };
        1 + self.lists.of(ball as usize).len() as u64 * each
    }

    /// Whether no event will come, or the work budget is spent.
    #[cold]
    fn has_looked_enough(&mut self, enough: bool, until: Moment) -> bool {
        if self.goes_as_one() {
            if !until.is_never() {
                self.now = until;
                self.each_present(until, Self::relist);
                self.each_present(until, Self::predict);
            }
            return true;
        }
        self.gave_up = enough;
        enough
    }

    /// After much work without an event, and with few enough balls, widens all shells so far that each list has all
    /// balls until they are much farther apart.
    #[cold]
    fn look_wider(&mut self, at: Moment) {
        let few = match self.law {
            None => FEW_FOR_ALL,
            Some(_) => FEW_CURVED_FOR_ALL,
        };
        let has_shells = !self.small && self.raster.is_none() && self.space.period().is_none();
        if !has_shells || self.count > few {
            return;
        }
        let far = self.bounds(at);
        let width = (far.max - far.min).max_element() * MUCH_WIDER;
        for next in &mut self.next_widths {
            *next = Scalar::min(Scalar::max(*next, width), WIDEST_SHELL);
        }
        self.each_present(at, Self::relist);
        self.each_present(at, Self::predict);
    }

    /// Whether all balls have the same velocity on straight trajectories in open space: then none ever collides.
    fn goes_as_one(&self) -> bool {
        let free = self.pieces.is_empty() && !matches!(self.space, Space::Boxed { .. });
        let mut velocities = self.present().map(|i| self.flights[i].velocity);
        let first = velocities.next();
        free && self.law.is_none() && velocities.all(|velocity| Some(velocity) == first)
    }

    pub(super) fn at(&self, ball: u32) -> Moment {
        self.queue.at(ball)
    }

    /// Executes a ball's event; `None` if it turns out to be a graze.
    pub(super) fn happen(&mut self, ball: u32) -> Option<Happened<D>> {
        let at = self.queue.at(ball);
        let with = self.next[ball as usize].with;
        self.now = at;
        if self.law.is_some() {
            return self.happen_curved(ball, with, at);
        }
        if with & WALL != 0 {
            let happened = self.bounce(ball, at, with ^ WALL);
            self.predict(ball, at);
            happened
        } else {
            self.look_ahead_of(&[ball, with]);
            let happened = self.collide(ball, with, at);
            self.predict(ball, at);
            self.predict(with, at);
            happened
        }
    }

    fn bounce(&mut self, ball: u32, at: Moment, number: u32) -> Option<Happened<D>> {
        let i = ball as usize;
        self.bring(ball, at);
        self.changed(ball);
        let Flight {
            place, velocity, ..
        } = self.flights[i];
        let (arm, wall, restitution) = self.facing(number, place);
        let closing = arm.dot(velocity);
        if closing >= 0.0 {
            return None;
        }
        let restitution = Scalar::min(self.bodies[i].restitution, restitution);
        let before = D::from_f64(self.bodies[i].rest.map(f64::from));
        let [velocity, rest] = off(arm, [velocity, before], restitution);
        self.flights[i].velocity = velocity;
        self.bodies[i].rest = rest.to_f64().map(|x| x as f32);
        self.saw_overlap_with(i, number);
        Some(Happened {
            at,
            ball,
            with: With::Wall(wall),
            arm,
            closing: -closing,
            too_many: self.too_many(ball, restitution),
        })
    }

    /// The vector from a piece or side to a position, of any length; the wall's number and restitution.
    fn facing(&self, number: u32, place: D) -> (D, u32, f64) {
        match self.pieces.get(number as usize) {
            Some(piece) => (piece.arm(place), piece.wall, piece.restitution),
            None => self.side(number),
        }
    }

    fn saw_overlap_with(&mut self, i: usize, number: u32) {
        if let Some(piece) = self.pieces.get(number as usize) {
            let radii = piece.radius + self.radii[i];
            self.saw_overlap(-piece.gap(self.flights[i].place, self.radii[i]) / radii);
        }
    }

    /// The inner normal of a side of the box, its wall number and restitution.
    fn side(&self, number: u32) -> (D, u32, f64) {
        let side = number as usize - self.pieces.len();
        let mut normal = [0.0; 3];
        normal[side / 2] = if side.is_multiple_of(2) { 1.0 } else { -1.0 };
        let restitution = match self.space {
            Space::Boxed { restitution, .. } => restitution,
            _ => 1.0,
        };
        (
            D::from_f64(normal),
            self.walls_listed + side as u32,
            restitution,
        )
    }

    fn collide(&mut self, ball: u32, other: u32, at: Moment) -> Option<Happened<D>> {
        let (i, j) = (ball as usize, other as usize);
        for ball in [ball, other] {
            self.bring(ball, at);
            self.changed(ball);
        }
        let (a, b) = (&self.flights[i], &self.flights[j]);
        let mut pair = Seen::of(b.place - a.place, a.velocity, b.velocity, 0.0);
        if let Some(period) = self.space.period() {
            pair = pair.nearest_image(period, 0.0);
        }
        let closing = pair.b;
        if closing >= 0.0 {
            return None;
        }
        let (a, b) = (&self.bodies[i], &self.bodies[j]);
        let restitution = Scalar::min(a.restitution, b.restitution);
        let velocities = [self.flights[i].velocity, self.flights[j].velocity];
        let [a, b] = apart(pair.way, velocities, shares(a.mass, b.mass), restitution);
        (self.flights[i].velocity, self.flights[j].velocity) = (a, b);
        (self.bodies[i].rest, self.bodies[j].rest) = ([0.0; 3], [0.0; 3]);
        self.fastest = Scalar::max(a.abs().max(b.abs()).max_element(), self.fastest);
        let radii = self.radii[i] + self.radii[j];
        // (r² − d²) / 2 r² is about (r − d) / r for d near r.
        let square = radii * radii;
        self.saw_overlap(0.5 * (square - pair.way.length_squared()) / square);
        let first = self.too_many(ball, restitution);
        let dies = || self.has_died([ball, other], pair.way, velocities, restitution);
        Some(Happened {
            at,
            ball,
            with: With::Ball(other),
            arm: -pair.way,
            closing: -closing,
            too_many: (first.or_else(|| self.too_many(other, restitution))).or_else(dies),
        })
    }

    fn saw_overlap(&mut self, overlap: f64) {
        if overlap > self.overlap {
            self.overlap = overlap;
        }
    }

    /// Zeno guard: whether balls that lose energy and collided repeatedly at one moment now have a closing speed below
    /// the rounding of their velocities. There are infinitely many such collisions, and the last digits have no
    /// meaning.
    fn has_died(
        &self,
        [ball, other]: [u32; 2],
        way: D,
        [a, b]: [D; 2],
        restitution: f64,
    ) -> Option<TooMany> {
        let again = |ball: u32| self.bodies[ball as usize].at_once >= AGAIN;
        if restitution == 1.0 || !again(ball) && !again(other) {
            return None;
        }
        let closing = -way.dot(b - a) / way.length();
        let speed = Scalar::max(a.length(), b.length());
        let ball = if again(ball) { ball } else { other };
        (closing <= DIGITS * speed).then_some(TooMany {
            ball,
            inelastic: true,
        })
    }

    fn too_many(&self, ball: u32, restitution: f64) -> Option<TooMany> {
        let inelastic = restitution < 1.0;
        let most = match self.law {
            None => self.most_at_once,
            Some(_) => self.most_at_once.saturating_add(MOST_PRESSED),
        };
        let many = self.bodies[ball as usize].at_once > most;
        many.then_some(TooMany { ball, inelastic })
    }

    /// Starts a new trajectory of a ball at its position at this moment.
    fn bring(&mut self, ball: u32, at: Moment) {
        let i = ball as usize;
        let flight = &mut self.flights[i];
        let body = &mut self.bodies[i];
        let is_now = match self.law {
            None => flight.since == at,
            // A ball under pressure can advance by roundings.
            Some(_) => at.since(flight.since) <= AT_ONCE,
        };
        body.at_once = if is_now {
            body.at_once.saturating_add(1)
        } else {
            0
        };
        if self.law.is_some() {
            let course = &mut self.courses[i];
            (flight.place, flight.velocity) =
                (course.place(flight, at), course.velocity(flight, at));
            course.check = Scalar::max(course.check - at.since(flight.since), 0.0);
            self.fastest = Scalar::max(flight.velocity.abs().max_element(), self.fastest);
        } else {
            flight.place = flight.at(at);
        }
        flight.since = at;
        if let Some(period) = self.space.period() {
            let (count, shift) = below(flight.place, period);
            if shift != D::ZERO {
                flight.place -= shift;
                match &mut self.raster {
                    Some(raster) => raster.shift(ball, count),
                    None => self.shells[i].center -= shift,
                }
                for (all, count) in body.image.iter_mut().zip(count) {
                    *all += count;
                }
            }
        }
    }

    /// The neighbors of a ball, from its list or from the grid.
    fn neighbours<'a>(&'a self, i: usize, found: &'a mut Vec<u32>) -> &'a [u32] {
        let Some(raster) = &self.raster else {
            return self.lists.of(i);
        };
        let near = raster.near(i as u32, None, found);
        // Without the ball itself.
        match near.iter().position(|other| *other == i as u32) {
            Some(own) => {
                near.swap(own, 0);
                &near[1..]
            }
            None => near,
        }
    }

    /// The greatest overlap of any two balls now, as a fraction of their radii; negative if all are apart, minus
    /// infinity if none are near each other.
    pub(super) fn overlap_now(&self, now: Moment) -> f64 {
        let mut most = f64::NEG_INFINITY;
        let mut found = Vec::new();
        for i in self.present() {
            for &j in self.neighbours(i, &mut found) {
                let j = j as usize;
                let radii = self.radii[i] + self.radii[j];
                let overlap = radii - self.way(i, j, now).length();
                most = Scalar::max(most, overlap / radii);
            }
        }
        most
    }

    /// The deepest penetration of an active ball into another or into a piece.
    pub(super) fn deepest(&self, ball: u32, now: Moment) -> Option<(f64, With)> {
        let i = ball as usize;
        let (place, radius) = (self.place(i, now), self.radii[i]);
        let mut found = Vec::new();
        let balls = self.neighbours(i, &mut found).iter().map(|&other| {
            let j = other as usize;
            let way = self.way(i, j, now);
            ((radius + self.radii[j]) - way.length(), With::Ball(other))
        });
        let walls = self.walls.of(i).iter().map(|&piece| {
            let piece = &self.pieces[piece as usize];
            (-piece.gap(place, radius), With::Wall(piece.wall))
        });
        let deeper =
            |a: &(f64, With), b: &(f64, With)| a.0.partial_cmp(&b.0).unwrap_or(Ordering::Equal);
        balls.chain(walls).max_by(deeper)
    }
}

/// The earliest event so far.
struct Best {
    at: Moment,
    with: u32,
    stamp: u32,
    /// Its time since the ball's last event.
    limit: f64,
}

impl Best {
    /// A little more than the limit, by more than the rounding of a time within a window and of a quotient.
    #[inline(always)]
    fn latest(&self) -> f64 {
        self.limit + self.limit * SLACK + SLACK
    }

    #[inline]
    fn offer(
        &mut self,
        since: Moment,
        at: Moment,
        with: u32,
        stamp: u32,
        earlier: impl Fn(u32, u32) -> bool,
    ) {
        if at < self.at || at == self.at && earlier(with, self.with) {
            *self = Self {
                at,
                with,
                stamp,
                limit: at.since(since),
            };
        }
    }
}

/// The order of events at one moment: leaving a shell, then balls, then walls; by the ids of the two, the lower first.
#[inline]
fn rank(bodies: &[Body], ball: u32, with: u32) -> (u8, u32, u32) {
    let id = bodies[ball as usize].id;
    if with == SHELL {
        (0, id, 0)
    } else if with & WALL != 0 {
        (2, id, with)
    } else {
        let other = bodies[with as usize].id;
        (1, id.min(other), id.max(other))
    }
}

/// The order of two balls' events at one moment; and of the two entries for one event.
#[inline]
fn in_order<'a>(bodies: &'a [Body], next: &'a [Next]) -> impl Fn(u32, u32) -> Ordering + 'a {
    let rank = |ball: u32| {
        let of_event = rank(bodies, ball, next[ball as usize].with);
        (of_event, bodies[ball as usize].id)
    };
    move |a, b| rank(a).cmp(&rank(b))
}

/// The whole periods between a position and the first period, along each axis; and as a vector.
fn below<D: Vector<Scalar = f64>>(place: D, period: D) -> ([f64; 3], D) {
    let (mut count, mut shift) = ([0.0; 3], [0.0; 3]);
    for axis in 0..D::DIM {
        let (place, period) = (place[axis], period[axis]);
        if !(place >= 0.0 && place < period) {
            count[axis] = libm::floor(place / period);
            shift[axis] = count[axis] * period;
        }
    }
    (count, D::from_f64(shift))
}

fn shortest<D: Vector<Scalar = f64>>(period: D) -> f64 {
    (1..D::DIM).fold(period[0], |least, axis| Scalar::min(least, period[axis]))
}

fn volume<D: Vector<Scalar = f64>>(size: D) -> f64 {
    (0..D::DIM).map(|axis| size[axis]).product()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use glam::{DVec2, DVec3};

    pub(super) fn ball(id: u32) -> Body {
        Body {
            id,
            mass: 1.0 + f64::from(id % 3),
            restitution: 1.0,
            image: [0.0; 3],
            rest: [0.0; 3],
            at_once: 0,
            present: true,
        }
    }

    fn gas<D: Vector<Scalar = f64, Double = D>>(space: Space<D>, side: u32) -> Engine<D> {
        gas_of(Engine::new(space, Vec::new(), Moment::START), side, ball)
    }

    /// Adds balls of two sizes on a grid, with random velocities, to an empty engine.
    pub(super) fn gas_of<D: Vector<Scalar = f64, Double = D>>(
        mut engine: Engine<D>,
        side: u32,
        body: impl Fn(u32) -> Body,
    ) -> Engine<D> {
        let mut random = fastrand::Rng::with_seed(7);
        let step = 1.0 / f64::from(side);
        let mut balls = Vec::new();
        for id in 0..side.pow(D::DIM as u32) {
            let cell = [id % side, id / side % side, id / side / side];
            let place = cell.map(|n| (f64::from(n) + 0.5) * step);
            let flight = Flight {
                place: D::from_f64(place),
                velocity: D::from_f64([0; 3].map(|_| random.f64() - 0.5)),
                since: Moment::START,
            };
            let radius = step * if id % 5 == 0 { 0.45 } else { 0.3 };
            balls.push(engine.put(flight, radius, body(id)));
        }
        engine.join(&balls);
        engine
    }

    /// The next event by a loop over all pairs, images and sides: without lists, cells or queue.
    fn plainly<D: Vector<Scalar = f64, Double = D>>(engine: &Engine<D>) -> (Moment, u32, u32) {
        let count = engine.flights.len() as u32;
        let mut best = (Moment::NEVER, (9, 0, 0), 0, 0);
        let mut offer = |at: Moment, ball: u32, with: u32| {
            let rank = rank(&engine.bodies, ball, with);
            if at < best.0 || at == best.0 && rank < best.1 {
                best = (at, rank, ball, with);
            }
        };
        for i in 0..count {
            let a = &engine.flights[i as usize];
            for j in i + 1..count {
                let b = &engine.flights[j as usize];
                let (start, way) = if a.since > b.since {
                    (a.since, b.at(a.since) - a.place)
                } else {
                    (b.since, b.place - a.at(b.since))
                };
                let radii = engine.radii[i as usize] + engine.radii[j as usize];
                let mut shifts = vec![D::ZERO];
                if let Space::Periodic(period) = engine.space {
                    let then = way + (b.velocity - a.velocity) * engine.now.since(start);
                    let near = images(then, period).to_f64();
                    shifts.clear();
                    for image in 0..3_i32.pow(D::DIM as u32) {
                        let beside = [image % 3 - 1, image / 3 % 3 - 1, image / 9 - 1];
                        shifts.push(D::from_f64(core::array::from_fn(|axis| {
                            if axis < D::DIM {
                                let count = libm::round(near[axis] / period[axis]);
                                (count + f64::from(beside[axis])) * period[axis]
                            } else {
                                0.0
                            }
                        })));
                    }
                }
                for shift in shifts {
                    let seen = Seen::of(way - shift, a.velocity, b.velocity, radii);
                    offer(start.after(seen.first_touch()), i, j);
                }
            }
            if let Space::Boxed { min, max, .. } = engine.space {
                let radius = engine.radii[i as usize];
                for axis in 0..D::DIM {
                    let (place, speed) = (a.place[axis], a.velocity[axis]);
                    let (gap, side) = if speed < 0.0 {
                        (place - (min[axis] + radius), 2 * axis)
                    } else {
                        ((max[axis] - radius) - place, 2 * axis + 1)
                    };
                    if speed != 0.0 {
                        let t = Scalar::max(gap, 0.0) / Scalar::abs(speed);
                        offer(a.since.after(t), i, WALL | side as u32);
                    }
                }
            }
        }
        (best.0, best.2, best.3)
    }

    fn agrees_with_a_plain_search<D: Vector<Scalar = f64, Double = D>>(
        space: Space<D>,
        side: u32,
        events: u32,
    ) {
        let mut engine = gas(space, side);
        let mut walls = 0;
        for event in 0..events {
            let ball = engine.first(Moment::NEVER).unwrap();
            let (at, i, with) = plainly(&engine);
            let own = (
                engine.at(ball),
                rank(&engine.bodies, ball, engine.next[ball as usize].with),
            );
            assert_eq!(own, (at, rank(&engine.bodies, i, with)), "event {event}");
            walls += u32::from(with & WALL != 0);
            engine.happen(ball);
        }
        assert!(engine.overlap < 1e-13, "{}", engine.overlap);
        assert!(engine.overlap_now(engine.now) < 1e-13);
        let boxed = matches!(engine.space, Space::Boxed { .. });
        assert_eq!(boxed, walls > events / 100, "{walls}");
    }

    fn boxed<D: Vector<Scalar = f64>>() -> Space<D> {
        Space::Boxed {
            min: D::ZERO,
            max: D::splat(1.0),
            restitution: 1.0,
        }
    }

    #[test]
    fn every_event_is_that_of_a_plain_search() {
        agrees_with_a_plain_search(boxed::<DVec2>(), 8, 6_000);
        agrees_with_a_plain_search(boxed::<DVec3>(), 4, 3_000);
        agrees_with_a_plain_search(Space::Periodic(DVec2::ONE), 8, 1_000);
        agrees_with_a_plain_search(Space::Periodic(DVec3::ONE), 4, 300);
    }

    #[test]
    #[ignore = "a minute"]
    fn every_event_of_many_is_that_of_a_plain_search() {
        agrees_with_a_plain_search(boxed::<DVec2>(), 8, 100_000);
        agrees_with_a_plain_search(boxed::<DVec3>(), 4, 100_000);
        agrees_with_a_plain_search(Space::Periodic(DVec2::ONE), 8, 20_000);
        agrees_with_a_plain_search(Space::Periodic(DVec3::ONE), 4, 5_000);
    }

    /// The grid and the lists give the same events, also after a change from one to the other.
    #[test]
    fn boxes_and_lists_have_the_same_events() {
        let mut boxes = gas(boxed::<DVec2>(), 10);
        let mut lists = boxes.clone();
        assert!(boxes.raster.is_some());
        lists.list_anew(Moment::START);
        for event in 0..20_000 {
            let [a, b] = [&mut boxes, &mut lists].map(|engine| {
                let ball = engine.first(Moment::NEVER).unwrap();
                let happened = engine.happen(ball).unwrap();
                (happened.at, engine.flights.clone())
            });
            assert_eq!(a, b);
            if event == 10_000 {
                boxes.list_anew(boxes.now);
            }
        }
    }

    /// All balls in one corner are too many for the grid; lists replace it.
    #[test]
    fn a_crowd_is_in_lists() {
        let space = Space::Boxed {
            min: DVec2::ZERO,
            max: DVec2::splat(20.0),
            restitution: 1.0,
        };
        let mut crowd = gas(space, 12);
        assert!(crowd.raster.is_some());
        for _ in 0..5_000 {
            let ball = crowd.first(Moment::NEVER).unwrap();
            let _any = crowd.happen(ball);
        }
        assert!(crowd.raster.is_none());
        assert!(crowd.overlap_now(crowd.now) < 1e-13);
    }

    /// With few balls all are in each list permanently; lists that change give the same events.
    #[test]
    fn lists_for_good_and_lists_that_change_have_the_same_events() {
        let mut small = gas(boxed::<DVec2>(), 4);
        let mut large = gas(boxed::<DVec2>(), 4);
        assert!(small.small);
        large.small = false;
        for i in 0..16 {
            large.lists.clear(i);
            large.next_widths[i] = 0.01;
        }
        for i in 0..16 {
            large.relist(i, Moment::START);
        }
        for i in 0..16 {
            large.predict(i, Moment::START);
        }
        for _ in 0..20_000 {
            let [a, b] = [&mut small, &mut large].map(|engine| {
                let ball = engine.first(Moment::NEVER).unwrap();
                let happened = engine.happen(ball).unwrap();
                (happened.at, engine.flights.clone())
            });
            assert_eq!(a, b);
        }
    }
}
