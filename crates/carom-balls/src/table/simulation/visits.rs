//! Regions that balls enter and leave. Crossings change no trajectory: whether a ball is inside, and since when, is
//! kept beside it.

use super::schedule::{Earliest, LEAVE, REGION, WALL};
use super::{Collision, Obstacle, Simulation};
use crate::table::arc::Arc;
use crate::table::clock::Moment;
use crate::table::dynamics::{Accelerated, Dynamics, rolled};
use alloc::vec::Vec;
use carom_math::Vector;

/// The parts of regions in which a ball is.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::table) struct Visit {
    /// The moment of its last crossing.
    pub(in crate::table) crossed: Moment,
    /// When the ball was inserted: parts in which it is then, it enters then.
    pub(in crate::table) inserted: Moment,
    /// In ascending order.
    pub(in crate::table) inside: Vec<u32>,
}

impl Visit {
    pub(in crate::table) fn new(now: Moment) -> Self {
        Self {
            crossed: now,
            inserted: now,
            inside: Vec::new(),
        }
    }
}

impl<D: Vector<Scalar = f64, Double = D>> Simulation<D> {
    /// A ball's motion from a moment on.
    pub(super) fn motion(&self, i: usize, from: Moment) -> Accelerated<D> {
        let dynamics = self.balls.dynamics.get(i).copied();
        let dynamics = dynamics.unwrap_or(Dynamics::STRAIGHT);
        dynamics.motion_from(&self.balls.trajectories[i], from)
    }

    /// Offers a ball's next crossing of a region's surface.
    #[cold]
    pub(super) fn offer_regions(
        &self,
        ball: u32,
        best: &mut Earliest,
        earlier: impl Fn(u32, u32) -> bool,
    ) {
        let i = ball as usize;
        let (since, visit) = (self.balls.trajectories[i].since, &self.visits[i]);
        // Crossings depend on the trajectory and the last crossing alone.
        let base = since.later(visit.crossed);
        let motion = self.motion(i, base);
        let stops = motion.left < f64::INFINITY;
        let center = Arc {
            way: motion.position,
            velocity: motion.velocity,
            // While it rolls, on a straight path; its time follows.
            acceleration: if stops { D::ZERO } else { motion.acceleration },
            radii: 0.0,
        };
        let others = self.neighbors.others.of(i).iter();
        for number in others.filter(|other| **other & REGION != 0) {
            let number = number ^ REGION;
            let part = &self.walls.regions[number as usize];
            let is_inside = visit.inside.binary_search(&number).is_ok();
            let t = if is_inside {
                part.leaves(&center)
            } else if base == visit.inserted && part.contains(&center) {
                0.0
            } else {
                part.enters(&center)
            };
            let t = if stops { rolled(t, motion.left) } else { t };
            let side = if is_inside { LEAVE } else { 0 };
            best.offer(
                since,
                base.after(t),
                WALL | REGION | side | number,
                0,
                &earlier,
            );
        }
    }

    /// Executes a crossing; `None` if the ball stays inside or outside of the region as a whole.
    #[cold]
    pub(super) fn cross(&mut self, ball: u32, with: u32, at: Moment) -> Option<Collision<D>> {
        let i = ball as usize;
        let number = with & !(WALL | REGION | LEAVE);
        let region = self.walls.regions[number as usize].region;
        let velocity = self.balls.velocity(i, at);
        let visit = &mut self.visits[i];
        visit.crossed = at;
        match visit.inside.binary_search(&number) {
            Ok(index) => {
                visit.inside.remove(index);
            }
            Err(index) => visit.inside.insert(index, number),
        }
        let others = visit.inside.iter().filter(|inside| **inside != number);
        let stays = others
            .into_iter()
            .any(|inside| self.walls.regions[*inside as usize].region == region);
        self.predict(ball, at);
        if stays {
            return None;
        }
        Some(Collision {
            at,
            ball,
            with: if with & LEAVE == 0 {
                Obstacle::Enter(region)
            } else {
                Obstacle::Leave(region)
            },
            arm: -velocity,
            closing: velocity.length_squared(),
            too_many: None,
        })
    }
}
