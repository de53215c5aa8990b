//! Whose event is next: a calendar queue.
//!
//! Time is cut into slots of such a length that about one event falls into each. A slot is an unordered list;
//! only what is in the slots that have come is in order, in a heap of few. What is farther away than all slots
//! waits in one list, from which it is taken as slots become free (Brown 1988; Paul, *J. Comput. Phys.* 221,
//! 2007). So a change costs the same however many events there are, and when many fall on one moment the heap
//! bears it.

use super::clock::Moment;
use crate::vector::Scalar;
use alloc::vec::Vec;
use core::cmp::Ordering;

const NOBODY: u32 = u32::MAX;
/// Where an event is, if not in a slot.
const HEAP: u32 = u32::MAX;
const FAR: u32 = u32::MAX - 1;
const NOWHERE: u32 = u32::MAX - 2;
/// Slots of the least queue.
const LEAST_SLOTS: usize = 64;
/// Slots there are for each event.
const SLOTS_EACH: usize = 4;
/// How many events a slot may have on average before slots are made shorter, and how few before longer.
const MOST_A_SLOT: f64 = 3.0;
const FEWEST_A_SLOT: f64 = 0.2;
/// How many there are meant to be.
const A_SLOT: f64 = 0.8;
/// Slots a window: more are shorter than rounding, of fewer none will ever be left.
const HIGHEST_RATE: f64 = 1e13;
const LOWEST_RATE: f64 = 1e-9;

/// One ball's event.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Node {
    at: Moment,
    next: u32,
    /// In the heap the place there.
    previous: u32,
    place: u32,
}

/// At most one event a ball, in the order of their times; `order` decides between events at one moment.
#[derive(Clone, Debug)]
pub(super) struct Queue {
    nodes: Vec<Node>,
    /// The first event of each slot; a power of two.
    slots: Vec<u32>,
    far: u32,
    heap: Vec<u32>,
    /// The number of events in slots.
    waiting: usize,
    /// The start of slot 0, and slots a window.
    origin: Moment,
    rate: f64,
    /// The slot that has come last, counted from the origin.
    current: u64,
    /// The slot in which slots were judged last, and how many events came since.
    judged: u64,
    came: u64,
}

impl Queue {
    pub(super) fn new() -> Self {
        Self {
            nodes: Vec::new(),
            slots: Vec::new(),
            far: NOBODY,
            heap: Vec::new(),
            waiting: 0,
            origin: Moment::START,
            rate: 1.0,
            current: 0,
            judged: 0,
            came: 0,
        }
    }

    /// So many balls, of which new ones have no event.
    pub(super) fn grow(&mut self, count: usize) {
        let none = Node {
            at: Moment::NEVER,
            next: NOBODY,
            previous: NOBODY,
            place: NOWHERE,
        };
        self.nodes.resize(count, none);
        // The most that there can be at one moment.
        self.heap.reserve(count.saturating_sub(self.heap.len()));
        let slots = (count * SLOTS_EACH).next_power_of_two().max(LEAST_SLOTS);
        if slots > self.slots.len() {
            self.slots.resize(slots, NOBODY);
            self.lay_out();
        }
    }

    /// Into slots again, of which there are more; what has come is in the heap and stays there.
    fn lay_out(&mut self) {
        self.slots.fill(NOBODY);
        (self.waiting, self.far) = (0, NOBODY);
        for ball in 0..self.nodes.len() as u32 {
            if ![HEAP, NOWHERE].contains(&self.nodes[ball as usize].place) {
                self.put_in_slot(ball);
            }
        }
    }

    #[inline]
    pub(super) fn at(&self, ball: u32) -> Moment {
        self.nodes[ball as usize].at
    }

    /// A number of those beside a ball: so that these come from memory.
    #[inline(always)]
    pub(super) fn beside(&self, ball: u32) -> f64 {
        let node = &self.nodes[ball as usize];
        let number = |ball: u32| {
            let node = self.nodes.get(ball as usize);
            node.map_or(0.0, |node| node.at.windows())
        };
        number(node.next) + number(node.previous)
    }

    /// Gives a ball another event. `order` is that of two balls' events at one moment.
    #[inline]
    pub(super) fn set(&mut self, ball: u32, at: Moment, order: &impl Fn(u32, u32) -> Ordering) {
        self.take_out(ball, order);
        self.nodes[ball as usize].at = at;
        if !at.is_never() {
            self.put_in(ball, order);
        }
    }

    /// The ball whose event is next.
    #[inline]
    pub(super) fn first(&mut self, order: &impl Fn(u32, u32) -> Ordering) -> Option<u32> {
        if self.came > self.slots.len() as u64 / 2 {
            self.judge(order);
        }
        loop {
            if let Some(first) = self.heap.first() {
                return Some(*first);
            }
            if self.waiting == 0 {
                if self.far == NOBODY {
                    return None;
                }
                self.start_over(self.rate * 0.5, order);
            } else {
                self.advance(order);
            }
        }
    }

    /// The next slot comes.
    fn advance(&mut self, order: &impl Fn(u32, u32) -> Ordering) {
        self.current += 1;
        let half = self.slots.len() as u64 / 2;
        if self.current.is_multiple_of(half) {
            self.bring_near();
            if self.current - self.judged >= half && self.judge(order) {
                return;
            }
        }
        let slot = self.slot(self.current);
        let mut ball = core::mem::replace(&mut self.slots[slot], NOBODY);
        while ball != NOBODY {
            let next = self.nodes[ball as usize].next;
            self.waiting -= 1;
            self.push(ball, order);
            ball = next;
        }
    }

    /// Half a lap has passed: slots are there now for some of what is far.
    fn bring_near(&mut self) {
        let mut ball = core::mem::replace(&mut self.far, NOBODY);
        while ball != NOBODY {
            let next = self.nodes[ball as usize].next;
            self.put_in_slot(ball);
            ball = next;
        }
    }

    /// Whether slots had the wrong length, by how many events came in how many of them, and have another now.
    fn judge(&mut self, order: &impl Fn(u32, u32) -> Ordering) -> bool {
        let slots = (self.current - self.judged).max(1);
        let a_slot = self.came as f64 / slots as f64;
        self.came = 0;
        self.judged = self.current;
        let long = a_slot > MOST_A_SLOT && self.rate < HIGHEST_RATE;
        let short = a_slot < FEWEST_A_SLOT && self.rate > LOWEST_RATE;
        let wrong = long || short || self.current > 1 << 40;
        if wrong {
            self.start_over(self.rate * Scalar::max(a_slot / A_SLOT, 0.125), order);
        }
        wrong
    }

    /// Puts all events into slots of another length, the first of which begins with the first event.
    #[cold]
    fn start_over(&mut self, rate: f64, order: &impl Fn(u32, u32) -> Ordering) {
        let present = |node: &&Node| node.place != NOWHERE;
        let times = self.nodes.iter().filter(present).map(|node| node.at);
        self.origin = times.fold(
            Moment::NEVER,
            |first, at| if at < first { at } else { first },
        );
        self.rate = Scalar::clamp(rate, LOWEST_RATE, HIGHEST_RATE);
        self.heap.clear();
        (self.current, self.judged) = (0, 0);
        (self.waiting, self.far) = (0, NOBODY);
        self.slots.fill(NOBODY);
        for ball in 0..self.nodes.len() as u32 {
            if self.nodes[ball as usize].place != NOWHERE {
                self.put_in(ball, order);
            }
        }
        self.came = 0;
    }

    /// The slot in which a moment is, from the origin; what is before is in slot 0.
    #[inline]
    fn number(&self, at: Moment) -> u64 {
        (at.since(self.origin) * self.rate) as u64
    }

    #[inline]
    fn slot(&self, number: u64) -> usize {
        number as usize & (self.slots.len() - 1)
    }

    #[inline]
    fn put_in(&mut self, ball: u32, order: &impl Fn(u32, u32) -> Ordering) {
        if self.number(self.nodes[ball as usize].at) <= self.current {
            self.push(ball, order);
        } else {
            self.put_in_slot(ball);
        }
    }

    /// Into a slot that is yet to come.
    #[inline]
    fn put_in_slot(&mut self, ball: u32) {
        let number = self
            .number(self.nodes[ball as usize].at)
            .max(self.current + 1);
        let far = number - self.current >= self.slots.len() as u64;
        let slot = self.slot(number);
        let head = if far {
            &mut self.far
        } else {
            self.waiting += 1;
            &mut self.slots[slot]
        };
        let next = core::mem::replace(head, ball);
        if next != NOBODY {
            self.nodes[next as usize].previous = ball;
        }
        let node = &mut self.nodes[ball as usize];
        node.next = next;
        node.previous = NOBODY;
        node.place = if far { FAR } else { slot as u32 };
    }

    #[inline]
    fn take_out(&mut self, ball: u32, order: &impl Fn(u32, u32) -> Ordering) {
        let node = self.nodes[ball as usize];
        match node.place {
            NOWHERE => return,
            HEAP => self.pull(node.previous as usize, order),
            place => {
                if node.next != NOBODY {
                    self.nodes[node.next as usize].previous = node.previous;
                }
                if node.previous != NOBODY {
                    self.nodes[node.previous as usize].next = node.next;
                } else if place == FAR {
                    self.far = node.next;
                } else {
                    self.slots[place as usize] = node.next;
                }
                self.waiting -= usize::from(place != FAR);
            }
        }
        self.nodes[ball as usize].place = NOWHERE;
    }

    #[inline]
    fn push(&mut self, ball: u32, order: &impl Fn(u32, u32) -> Ordering) {
        self.came += 1;
        self.nodes[ball as usize].place = HEAP;
        self.heap.push(ball);
        self.rise(self.heap.len() - 1, order);
    }

    /// Takes what is at a place of the heap out of it.
    fn pull(&mut self, place: usize, order: &impl Fn(u32, u32) -> Ordering) {
        let Some(last) = self.heap.pop() else { return };
        if place < self.heap.len() {
            self.lay(place, last);
            let place = self.rise(place, order);
            self.sink(place, order);
        }
    }

    #[inline]
    fn lay(&mut self, place: usize, ball: u32) {
        self.heap[place] = ball;
        self.nodes[ball as usize].previous = place as u32;
    }

    #[inline]
    fn rise(&mut self, mut place: usize, order: &impl Fn(u32, u32) -> Ordering) -> usize {
        let ball = self.heap[place];
        while place > 0 {
            let above = (place - 1) / 2;
            if !self.is_before(ball, self.heap[above], order) {
                break;
            }
            self.lay(place, self.heap[above]);
            place = above;
        }
        self.lay(place, ball);
        place
    }

    fn sink(&mut self, mut place: usize, order: &impl Fn(u32, u32) -> Ordering) {
        let ball = self.heap[place];
        loop {
            let mut below = 2 * place + 1;
            if below >= self.heap.len() {
                break;
            }
            let other = below + 1;
            if other < self.heap.len() && self.is_before(self.heap[other], self.heap[below], order)
            {
                below = other;
            }
            if !self.is_before(self.heap[below], ball, order) {
                break;
            }
            self.lay(place, self.heap[below]);
            place = below;
        }
        self.lay(place, ball);
    }

    #[inline]
    fn is_before(&self, a: u32, b: u32, order: &impl Fn(u32, u32) -> Ordering) -> bool {
        let (at_a, at_b) = (self.nodes[a as usize].at, self.nodes[b as usize].at);
        at_a.order(at_b).then_with(|| order(a, b)) == Ordering::Less
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    /// Events come and go at random; the first is always that of a plain search.
    fn is_in_order(seed: u64, step: impl Fn(&mut fastrand::Rng) -> f64) {
        const COUNT: u32 = 300;
        let order = |a: u32, b: u32| a.cmp(&b);
        let mut random = fastrand::Rng::with_seed(seed);
        let mut queue = Queue::new();
        queue.grow(COUNT as usize);
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
    fn the_first_is_that_of_a_plain_search() {
        is_in_order(1, |random| random.f64());
        is_in_order(2, |random| random.f64() * 1e-7);
        is_in_order(3, |random| random.f64() * 1e7);
        // Some very far, some at once, many at one moment.
        is_in_order(4, |random| [0.0, 0.25, 1e-9, 1e5, 1e14][random.usize(..5)]);
        is_in_order(5, |random| 1.0 / (random.f64() + 1e-9));
    }

    #[test]
    fn an_empty_queue_has_no_first() {
        let mut queue = Queue::new();
        assert_eq!(queue.first(&|_, _| Ordering::Equal), None);
    }
}
