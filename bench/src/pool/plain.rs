//! A plain event-driven simulation as the baseline: a heap of all predicted collisions, and predictions against every other
//! ball after each event. Disks in a box.
//!
//! Outdated predictions are dropped when they reach the top of the heap. Every ball has its own clock, so an event moves
//! only two balls.

use carom::table::{Partner, Setup, Space};
use glam::DVec2;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

#[derive(Clone, Copy)]
struct Ball {
    place: DVec2,
    velocity: DVec2,
    time: f64,
    radius: f64,
    mass: f64,
    /// Counts changes of its velocity.
    stamp: u32,
}

#[derive(Clone, Copy, PartialEq)]
struct Prediction {
    time: f64,
    a: u32,
    /// The other ball, or a side of the box from this on.
    b: u32,
    stamps: [u32; 2],
}

const SIDE: u32 = u32::MAX - 8;

impl Eq for Prediction {}

impl Ord for Prediction {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_time = self.time.total_cmp(&other.time);
        by_time.then((self.b >= SIDE, self.a, self.b).cmp(&(other.b >= SIDE, other.a, other.b)))
    }
}

impl PartialOrd for Prediction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

pub(super) struct Plain {
    balls: Vec<Ball>,
    size: DVec2,
    heap: BinaryHeap<Reverse<Prediction>>,
}

impl Plain {
    /// For a setup without walls and with a box that begins at 0.
    pub(super) fn new(setup: &Setup<DVec2>) -> Self {
        let size = match setup.space {
            Space::Boxed { bounds, .. } => bounds.max,
            _ => DVec2::INFINITY,
        };
        let balls = setup.balls.iter().map(|ball| Ball {
            place: ball.center,
            velocity: ball.velocity,
            time: 0.0,
            radius: ball.radius,
            mass: ball.mass,
            stamp: 0,
        });
        let mut plain = Self {
            balls: balls.collect(),
            size,
            heap: BinaryHeap::new(),
        };
        for a in 0..plain.balls.len() as u32 {
            plain.foresee_sides(a);
            for b in a + 1..plain.balls.len() as u32 {
                plain.foresee(a, b);
            }
        }
        plain
    }

    fn foresee(&mut self, a: u32, b: u32) {
        let (first, second) = (&self.balls[a as usize], &self.balls[b as usize]);
        let now = first.time.max(second.time);
        let at = |ball: &Ball| ball.place + ball.velocity * (now - ball.time);
        let (way, v) = (at(second) - at(first), second.velocity - first.velocity);
        let reach = first.radius + second.radius;
        let (half, c) = (way.dot(v), way.length_squared() - reach * reach);
        if half >= 0.0 {
            return;
        }
        let square = half * half - v.length_squared() * c;
        if square <= 0.0 && c > 0.0 {
            return;
        }
        let wait = if c > 0.0 {
            c / (square.sqrt() - half)
        } else {
            0.0
        };
        self.heap.push(Reverse(Prediction {
            time: now + wait,
            a: a.min(b),
            b: a.max(b),
            stamps: [a.min(b), a.max(b)].map(|i| self.balls[i as usize].stamp),
        }));
    }

    fn foresee_sides(&mut self, a: u32) {
        let ball = self.balls[a as usize];
        for axis in 0..2 {
            let (place, v) = (ball.place[axis], ball.velocity[axis]);
            let (way, side) = match v {
                v if v > 0.0 => (self.size[axis] - ball.radius - place, 1),
                v if v < 0.0 => (ball.radius - place, 0),
                _ => continue,
            };
            self.heap.push(Reverse(Prediction {
                time: ball.time + (way / v).max(0.0),
                a,
                b: SIDE + 2 * axis as u32 + side,
                stamps: [ball.stamp, 0],
            }));
        }
    }

    /// The next event, done.
    pub(super) fn step(&mut self) -> Option<(f64, u32, Partner)> {
        loop {
            let Reverse(next) = self.heap.pop()?;
            let is_side = next.b >= SIDE;
            let holds = self.balls[next.a as usize].stamp == next.stamps[0]
                && (is_side || self.balls[next.b as usize].stamp == next.stamps[1]);
            if !holds {
                continue;
            }
            let with = if is_side {
                let ball = self.come(next.a, next.time);
                let axis = (next.b - SIDE) as usize / 2;
                ball.velocity[axis] = -ball.velocity[axis];
                Partner::Wall(next.b - SIDE)
            } else {
                let first = *self.come(next.a, next.time);
                let second = *self.come(next.b, next.time);
                let normal = (second.place - first.place).normalize();
                let speed = (first.velocity - second.velocity).dot(normal);
                let push = normal * (2.0 * speed / (first.mass + second.mass));
                self.balls[next.a as usize].velocity -= push * second.mass;
                self.balls[next.b as usize].velocity += push * first.mass;
                Partner::Ball(carom::table::BallId(next.b))
            };
            for ball in [Some(next.a), (!is_side).then_some(next.b)]
                .into_iter()
                .flatten()
            {
                self.foresee_sides(ball);
                for other in (0..self.balls.len() as u32).filter(|other| *other != ball) {
                    self.foresee(ball, other);
                }
            }
            return Some((next.time, next.a, with));
        }
    }

    /// Brings a ball to a time at which its velocity changes.
    fn come(&mut self, ball: u32, time: f64) -> &mut Ball {
        let ball = &mut self.balls[ball as usize];
        ball.place += ball.velocity * (time - ball.time);
        ball.time = time;
        ball.stamp += 1;
        ball
    }
}
