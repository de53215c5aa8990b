//! Event queue: a tournament tree of the balls' next events.
//!
//! The leaves of the tree are all balls; each node holds four of them, or the winners of four nodes, in one cache line.
//! A changed event is compared again on its path to the root, one cache line a level, up to where the ball neither was
//! nor becomes the winner. Balls that are near each other share most of that path, and its upper part stays in the
//! innermost caches. The other entries of a node do not depend on the winner below, so that all cache lines are read at
//! once; the comparison is branch-free.
//!
//! Entries are compared by one number, the rounded time since a recent moment. Equal numbers are decided by the
//! [`Moment`]s themselves, then by the order of events at one moment. So times lose no precision.

use super::clock::Moment;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// Entries of a node.
const ENTRIES: usize = 4;
/// If the first event is more than this number of windows after the origin of times, the origin moves.
const FAR: f64 = (1_u64 << 20) as f64;

/// A ball and the time of its event, as an integer with the same order.
#[derive(Clone, Copy, Debug)]
struct Entry {
    time: i64,
    ball: u32,
}

/// A node of the tree.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Node([Entry; ENTRIES]);

/// At most one event for each ball, ordered by time; `order` decides between events at one moment.
#[derive(Clone, Debug)]
pub(super) struct EventQueue {
    moments: Vec<Moment>,
    /// All balls, then the winners of their nodes, and so on.
    nodes: Vec<Node>,
    /// The start of each level.
    levels: Vec<usize>,
    first: Entry,
    /// The origin of times.
    origin: Moment,
}

impl Node {
    /// All slots free.
    const EMPTY: Self = {
        const fn vacant(lane: i64) -> Entry {
            Entry {
                time: i64::MAX - lane,
                ball: u32::MAX,
            }
        }
        Self([vacant(0), vacant(1), vacant(2), vacant(3)])
    };
}

/// The integer of an infinite time. Each ball without an event and each free slot has a greater one of its own, so that
/// ties never arise.
const NEVER: i64 = f64::INFINITY.to_bits() as i64;

/// An integer with the same order as the time.
#[inline(always)]
fn ordered(time: f64) -> i64 {
    let bits = time.to_bits() as i64;
    bits ^ ((bits >> 63) & i64::MAX)
}

impl EventQueue {
    pub(super) fn new() -> Self {
        Self {
            moments: Vec::new(),
            nodes: Vec::new(),
            levels: Vec::new(),
            first: Node::EMPTY.0[0],
            origin: Moment::START,
        }
    }

    /// Resizes for `count` balls; new ones have no event.
    pub(super) fn grow(&mut self, count: usize, order: &impl Fn(u32, u32) -> Ordering) {
        let room = self.levels.get(1).map_or(self.nodes.len(), |first| *first) * ENTRIES;
        self.moments.resize(count, Moment::NEVER);
        if count <= room {
            return;
        }
        self.nodes.clear();
        self.levels.clear();
        // Doubled, as balls can be added one by one.
        let mut entries = count.max(2 * room);
        while self.levels.is_empty() || entries > 1 {
            entries = entries.div_ceil(ENTRIES);
            self.levels.push(self.nodes.len());
            let nodes = self.nodes.len() + entries;
            self.nodes.resize(nodes, Node::EMPTY);
        }
        self.update_all(order);
    }

    #[inline]
    pub(super) fn at(&self, ball: u32) -> Moment {
        self.moments[ball as usize]
    }

    /// Reads the cache line that a change of the ball's event will need.
    #[inline(always)]
    pub(super) fn beside(&self, ball: u32) -> f64 {
        self.nodes[ball as usize / ENTRIES].0[0].time as f64
    }

    /// Sets the moment of a ball's event. `order` decides between two balls' events at one moment.
    #[inline]
    pub(super) fn set(&mut self, ball: u32, at: Moment, order: &impl Fn(u32, u32) -> Ordering) {
        self.moments[ball as usize] = at;
        self.update(ball, false, order);
    }

    /// The ball with the next event.
    #[inline]
    pub(super) fn first(&mut self, order: &impl Fn(u32, u32) -> Ordering) -> Option<u32> {
        let Entry { time, ball } = self.first;
        if time >= NEVER {
            return None;
        }
        if time > ordered(FAR) {
            self.origin = self.moments[ball as usize].window();
            self.update_all(order);
        }
        Some(self.first.ball)
    }

    #[cold]
    fn update_all(&mut self, order: &impl Fn(u32, u32) -> Ordering) {
        self.nodes.fill(Node::EMPTY);
        for ball in 0..self.moments.len() as u32 {
            self.update(ball, true, order);
        }
    }

    /// Compares a ball's event on its path to the root: up to the root if `all`, else up to where nothing changes.
    #[inline]
    fn update(&mut self, ball: u32, all: bool, order: &impl Fn(u32, u32) -> Ordering) {
        let at = self.moments[ball as usize];
        let time = if at.is_never() {
            NEVER + i64::from(ball)
        } else {
            ordered(at.since(self.origin))
        };
        let mut winner = Entry { time, ball };
        let mut index = ball as usize;
        for level in &self.levels {
            let Node(entries) = &mut self.nodes[level + index / ENTRIES];
            let lane = index % ENTRIES;
            if !all && entries[lane].ball != ball && winner.ball != ball {
                return;
            }
            entries[lane] = winner;
            let [a, b, c] = [1, 2, 3].map(|other| entries[lane ^ other]);
            let (others, tie_a) = earlier(a, b);
            let (others, tie_b) = earlier(others, c);
            let (best, tie_c) = earlier(winner, others);
            winner = if tie_a | tie_b | tie_c {
                exactly_first(&self.moments, *entries, order)
            } else {
                best
            };
            index /= ENTRIES;
        }
        self.first = winner;
    }
}

/// The earlier of two, branch-free; and whether their times are equal.
#[inline(always)]
fn earlier(a: Entry, b: Entry) -> (Entry, bool) {
    let is_later = a.time > b.time;
    let first = Entry {
        time: if is_later { b.time } else { a.time },
        ball: if is_later { b.ball } else { a.ball },
    };
    (first, a.time == b.time)
}

/// The first of four entries with equal times.
#[cold]
#[inline(never)]
fn exactly_first(
    moments: &[Moment],
    entries: [Entry; ENTRIES],
    order: &impl Fn(u32, u32) -> Ordering,
) -> Entry {
    let exact = |a: &Entry, b: &Entry| {
        if a.time != b.time {
            return a.time.cmp(&b.time);
        }
        let [at_a, at_b] = [a, b].map(|player| moments[player.ball as usize]);
        at_a.order(at_b).then_with(|| order(a.ball, b.ball))
    };
    let [a, b, c, d] = entries;
    let first = |a, b| match exact(&a, &b) {
        Ordering::Greater => b,
        _ => a,
    };
    first(first(a, b), first(c, d))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    /// Events are set and removed at random; the first is always that of a linear search.
    fn is_in_order(seed: u64, step: impl Fn(&mut fastrand::Rng) -> f64) {
        const COUNT: u32 = 300;
        let order = |a: u32, b: u32| a.cmp(&b);
        let mut random = fastrand::Rng::with_seed(seed);
        let mut queue = EventQueue::new();
        queue.grow(COUNT as usize, &order);
        let mut plain = vec![Moment::NEVER; COUNT as usize];
        let mut now = Moment::new(3e6);
        for round in 0..30_000 {
            let ball = random.u32(..COUNT);
            let at = if random.u8(..20) == 0 {
                Moment::NEVER
            } else {
                now.after(step(&mut random))
            };
            plain[ball as usize] = at;
            queue.set(ball, at, &order);
            if round % 3 == 0 {
                let by_time = |a: &u32, b: &u32| {
                    let (at_a, at_b) = (plain[*a as usize], plain[*b as usize]);
                    at_a.order(at_b).then(a.cmp(b))
                };
                let first = (0..COUNT).min_by(by_time).unwrap();
                let at = plain[first as usize];
                let found = queue.first(&order);
                assert_eq!(found, (!at.is_never()).then_some(first), "round {round}");
                if !at.is_never() {
                    now = at;
                    plain[first as usize] = Moment::NEVER;
                    queue.set(first, Moment::NEVER, &order);
                }
            }
        }
    }

    #[test]
    fn the_first_event_agrees_with_a_linear_search() {
        is_in_order(1, |random| random.f64());
        is_in_order(2, |random| random.f64() * 1e-7);
        is_in_order(3, |random| random.f64() * 1e7);
        // Some very late, some at once, many at one moment.
        is_in_order(4, |random| [0.0, 0.25, 1e-9, 1e5, 1e14][random.usize(..5)]);
        is_in_order(5, |random| 1.0 / (random.f64() + 1e-9));
    }

    /// Balls are added one by one, some have no event, and all events but two are at one moment.
    #[test]
    fn a_queue_that_grows_keeps_its_events() {
        let order = |a: u32, b: u32| b.cmp(&a);
        let mut queue = EventQueue::new();
        let soon = Moment::new(2.0_f64.powi(19));
        for ball in 0..100 {
            queue.grow(ball as usize + 1, &order);
            if ball % 3 == 0 {
                // Later by less than the rounding of the compared number.
                let wait = if ball == 51 || ball == 99 { 1e-12 } else { 0.0 };
                queue.set(ball, soon.after(wait), &order);
            }
            let last = ball - ball % 3;
            let first = if last == 99 || last == 51 {
                last - 3
            } else {
                last
            };
            assert_eq!(queue.first(&order), Some(first));
        }
        let mut found = Vec::new();
        while let Some(ball) = queue.first(&order) {
            found.push(ball);
            queue.set(ball, Moment::NEVER, &order);
        }
        let mut expected: Vec<u32> = (0..100).filter(|ball| ball % 3 == 0).rev().collect();
        expected.retain(|ball| ![51, 99].contains(ball));
        expected.extend([99, 51]);
        assert_eq!(found, expected);
    }

    #[test]
    fn an_empty_queue_has_no_first() {
        let mut queue = EventQueue::new();
        assert_eq!(queue.first(&|_, _| Ordering::Equal), None);
    }
}
