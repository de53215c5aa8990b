//! The next event of each ball, and their order.

use super::balls::Body;
use crate::table::clock::Moment;
use crate::table::queue::EventQueue;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// The partner of a ball that leaves its shell or cell.
pub(super) const SHELL: u32 = u32::MAX;
/// Marks a partner that is a feature of a wall or, numbered after them, a side of the box.
pub(super) const WALL: u32 = 1 << 31;
/// With `WALL`: a feature of a wall that moves.
pub(super) const MOVING: u32 = 1 << 29;
/// With `WALL`: a part of a region that the ball enters; with `LEAVE` one that it leaves.
pub(super) const REGION: u32 = 1 << 30;
pub(super) const LEAVE: u32 = 1 << 28;
const SLACK: f64 = 1.0 / (1_u64 << 46) as f64;

/// A ball's next event: the partner, and the partner's stamp when the event was predicted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Next {
    pub(super) with: u32,
    stamp: u32,
}

/// In the grid: a ball's earliest event except for leaving its cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Planned {
    pub(super) at: Moment,
    pub(super) with: u32,
    pub(super) stamp: u32,
}

/// The next event of each ball.
#[derive(Clone, Debug)]
pub(super) struct Schedule {
    pub(super) next: Vec<Next>,
    pub(super) planned: Vec<Planned>,
    /// For each index, a counter of changes of velocity.
    pub(super) stamps: Vec<u32>,
    queue: EventQueue,
}

impl Schedule {
    pub(super) fn new() -> Self {
        Self {
            next: Vec::new(),
            planned: Vec::new(),
            stamps: Vec::new(),
            queue: EventQueue::new(),
        }
    }

    /// Adds a ball without an event, or one at an index that was in use before.
    pub(super) fn insert(&mut self, ball: u32) {
        if (ball as usize) < self.stamps.len() {
            self.invalidate(ball);
            return;
        }
        self.stamps.push(0);
        self.next.push(Next {
            with: SHELL,
            stamp: 0,
        });
    }

    /// Makes room for all balls in the queue.
    pub(super) fn grow(&mut self, bodies: &[Body]) {
        let order = in_order(bodies, &self.next);
        self.queue.grow(self.next.len(), &order);
    }

    /// Makes room for all balls in `planned`.
    pub(super) fn grow_planned(&mut self) {
        let none = Planned {
            at: Moment::NEVER,
            with: SHELL,
            stamp: 0,
        };
        self.planned.resize(self.next.len(), none);
    }

    /// Invalidates all predictions that involve this ball.
    pub(super) fn invalidate(&mut self, ball: u32) {
        let stamp = &mut self.stamps[ball as usize];
        *stamp = stamp.wrapping_add(1);
    }

    /// Sets a ball's next event.
    #[inline]
    pub(super) fn set(&mut self, ball: u32, event: &Planned, bodies: &[Body]) {
        let Planned { at, with, stamp } = *event;
        self.next[ball as usize] = Next { with, stamp };
        self.queue.set(ball, at, &in_order(bodies, &self.next));
    }

    /// The ball with the next event.
    #[inline]
    pub(super) fn first(&mut self, bodies: &[Body]) -> Option<u32> {
        self.queue.first(&in_order(bodies, &self.next))
    }

    /// The moment of a ball's event.
    #[inline]
    pub(super) fn at(&self, ball: u32) -> Moment {
        self.queue.at(ball)
    }

    /// The partner of a ball's event.
    #[inline]
    pub(super) fn with(&self, ball: u32) -> u32 {
        self.next[ball as usize].with
    }

    /// Whether the event still holds: neither velocity has changed since it was predicted.
    #[inline]
    pub(super) fn holds(&self, next: Next) -> bool {
        next.with & WALL != 0 || self.stamps[next.with as usize] == next.stamp
    }

    /// Reads the cache line that a change of the ball's event will need.
    #[inline(always)]
    pub(super) fn beside(&self, ball: u32) -> f64 {
        self.queue.beside(ball)
    }
}

/// The earliest event so far.
pub(super) struct Earliest {
    pub(super) at: Moment,
    pub(super) with: u32,
    pub(super) stamp: u32,
    /// Its time since the ball's last event.
    limit: f64,
    /// A multiple of the rounding of moments in the window of the last event.
    slack: f64,
}

impl Earliest {
    #[inline(always)]
    pub(super) fn new(since: Moment, at: Moment, with: u32, stamp: u32) -> Self {
        Self {
            at,
            with,
            stamp,
            limit: at.since(since),
            slack: since.parts()[1] * SLACK,
        }
    }

    /// A little more than the limit, by more than the rounding of a time within a window and of a quotient. At the start of
    /// a window moments have a far smaller rounding than later in it.
    #[inline(always)]
    pub(super) fn latest(&self) -> f64 {
        self.limit + self.limit * SLACK + self.slack
    }

    #[inline]
    pub(super) fn offer(
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
                slack: self.slack,
            };
        }
    }

    #[inline]
    pub(super) fn event(&self) -> Planned {
        Planned {
            at: self.at,
            with: self.with,
            stamp: self.stamp,
        }
    }
}

/// The order of events at one moment: leaving a shell, then balls, then walls, then
/// regions; by the ids of the two, the lower first.
#[inline]
pub(super) fn rank(bodies: &[Body], ball: u32, with: u32) -> (u8, u32, u32) {
    let id = bodies[ball as usize].id;
    if with == SHELL {
        (0, id, 0)
    } else if with & WALL != 0 {
        (2 + u8::from(with & REGION != 0), id, with)
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
