//! The balls of a simulation, as a structure of arrays.

use crate::table::clock::Moment;
use crate::table::dynamics::{Dynamics, Law};
use crate::table::trajectory::{Trajectory, nearest_image_shift};
use alloc::vec::Vec;
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};

/// Constants and counters of a ball.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(in crate::table) struct Body {
    pub(in crate::table) id: u32,
    pub(in crate::table) mass: f64,
    pub(in crate::table) restitution: f64,
    /// The number of periods by which its position has been wrapped.
    pub(in crate::table) image: [f64; 3],
    /// Rounding remainder of its velocity: to be added to it. Kept while the ball hits only walls.
    pub(in crate::table) remainder: [f32; 3],
    /// The number of its consecutive events at one moment.
    pub(in crate::table) simultaneous: u32,
    /// False for an unused index.
    pub(in crate::table) present: bool,
}

/// All balls, by index.
#[derive(Clone, Debug)]
pub(in crate::table) struct Balls<D> {
    pub(in crate::table) trajectories: Vec<Trajectory<D>>,
    pub(in crate::table) radii: Vec<f64>,
    pub(in crate::table) bodies: Vec<Body>,
    /// Friction or gravity, if there is any; each ball then has dynamics.
    pub(in crate::table) law: Option<Law<D>>,
    pub(in crate::table) dynamics: Vec<Dynamics<D>>,
    /// The period, if space is periodic.
    pub(in crate::table) period: Option<D>,
    pub(in crate::table) count: usize,
    /// All balls have the same radius.
    pub(super) alike: bool,
    /// Unused indices.
    free: Vec<u32>,
}

impl<D: Vector<Scalar = f64>> Balls<D> {
    pub(super) fn new(law: Option<Law<D>>, period: Option<D>) -> Self {
        Self {
            trajectories: Vec::new(),
            radii: Vec::new(),
            bodies: Vec::new(),
            law,
            dynamics: Vec::new(),
            period,
            count: 0,
            alike: true,
            free: Vec::new(),
        }
    }

    /// The position of a ball.
    #[inline]
    pub(in crate::table) fn position(&self, i: usize, now: Moment) -> D {
        match self.law {
            None => self.trajectories[i].at(now),
            Some(_) => self.dynamics[i].position(&self.trajectories[i], now),
        }
    }

    /// The velocity of a ball.
    #[inline]
    pub(in crate::table) fn velocity(&self, i: usize, now: Moment) -> D {
        match self.law {
            None => self.trajectories[i].velocity,
            Some(_) => self.dynamics[i].velocity(&self.trajectories[i], now),
        }
    }

    /// The vector from a ball to the nearest image of another.
    pub(super) fn displacement(&self, from: usize, to: usize, at: Moment) -> D {
        let way = self.position(to, at) - self.position(from, at);
        match self.period {
            Some(period) => way - nearest_image_shift(way, period),
            None => way,
        }
    }

    /// The indices in use.
    pub(super) fn present(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.bodies.len()).filter(|i| self.bodies[*i].present)
    }

    /// Adds a ball and returns its index, which can be one that was in use before.
    pub(super) fn insert(&mut self, trajectory: Trajectory<D>, radius: f64, body: Body) -> u32 {
        self.count += 1;
        if self.radii.first().is_some_and(|first| *first != radius) {
            self.alike = false;
        }
        let ball = match self.free.pop() {
            Some(ball) => {
                let i = ball as usize;
                self.trajectories[i] = trajectory;
                self.radii[i] = radius;
                self.bodies[i] = body;
                ball
            }
            None => {
                self.trajectories.push(trajectory);
                self.radii.push(radius);
                self.bodies.push(body);
                self.trajectories.len() as u32 - 1
            }
        };
        if self.law.is_some() {
            // Its contacts are found after it has been listed.
            self.dynamics
                .resize(self.trajectories.len(), Dynamics::STRAIGHT);
            self.dynamics[ball as usize] = self.free_dynamics(ball as usize);
        }
        ball
    }

    pub(super) fn remove(&mut self, ball: u32) {
        self.bodies[ball as usize].present = false;
        self.free.push(ball);
        self.count -= 1;
    }

    /// The dynamics of a ball without contacts.
    pub(super) fn free_dynamics(&self, i: usize) -> Dynamics<D> {
        match self.law {
            Some(law) if self.bodies[i].mass < f64::INFINITY => {
                if law.is_gravity() {
                    Dynamics {
                        acceleration: law.gravity,
                        ..Dynamics::STRAIGHT
                    }
                } else {
                    Dynamics::rolling(self.trajectories[i].velocity, law.friction)
                }
            }
            // No force moves a ball that no ball can push.
            _ => Dynamics::STRAIGHT,
        }
    }

    /// Whether a ball does not move, and will not without an event.
    pub(super) fn is_still(&self, i: usize, now: Moment) -> bool {
        match self.law {
            None => self.trajectories[i].velocity == D::ZERO,
            Some(_) => self.dynamics[i].is_still(&self.trajectories[i], now),
        }
    }

    /// Shortens the windows.
    pub(super) fn rescale_time(&mut self, halvings: u32, factor: f64) {
        for trajectory in &mut self.trajectories {
            trajectory.since = trajectory.since.rescaled(halvings);
            trajectory.velocity = trajectory.velocity * factor;
        }
        for body in &mut self.bodies {
            body.remainder = body.remainder.map(|x| x * factor as f32);
        }
        for dynamics in &mut self.dynamics {
            dynamics.rescale_time(factor);
        }
        if let Some(law) = &mut self.law {
            law.rescale_time(factor);
        }
    }

    /// The box around all balls.
    pub(super) fn bounds(&self, now: Moment) -> Aabb<D> {
        let bounds = self.present().map(|i| {
            let radius = D::splat(self.radii[i]);
            let position = self.position(i, now);
            Aabb {
                min: position - radius,
                max: position + radius,
            }
        });
        bounds.fold(Aabb::empty(), |all, ball| all.union(&ball))
    }

    pub(super) fn mean_radius(&self) -> f64 {
        let radii: f64 = self.present().map(|i| self.radii[i]).sum();
        radii / self.count as f64
    }

    pub(super) fn max_radius(&self) -> f64 {
        let radii = self.present().map(|i| self.radii[i]);
        radii.fold(0.0, Scalar::max)
    }
}
