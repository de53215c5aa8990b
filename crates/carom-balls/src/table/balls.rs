//! Insertion, removal and changes of balls.

use super::Table;
use super::error::TableError;
use super::setup::TableBall;
use super::simulation::{Body, Domain, Obstacle};
use super::status::BallId;
use super::trajectory::Trajectory;
use super::units::RANGE;
use alloc::collections::btree_map::Entry;
use alloc::vec::Vec;
use carom_bvh::Aabb;
use carom_core::contact;
use carom_core::shape::{Shape, ball::Ball};
use carom_math::curve::{by_threes, by_twos};
use carom_math::{Scalar, Vector};

/// Speed, in lengths a window, above which windows are shortened, so that it becomes less.
const FAST: f64 = 32.0;

/// Accepted overlap at the start, in roundings of the largest coordinate; such balls touch.
const TOUCHING: f64 = 16.0;

/// The largest radius, in periods.
const PERIOD: f64 = 0.24;

impl<V: Vector> Table<V> {
    /// Inserts a ball now. Its id is one more than the highest; if that is taken up, the lowest free one.
    ///
    /// ```
    /// use carom::table::{BallId, Setup, Table, TableBall};
    /// use carom::glam::dvec2;
    /// let mut table = Table::new(&Setup { balls: vec![TableBall::new(dvec2(0., 0.), 0.5)], ..Setup::default() })?;
    /// let added = table.add(TableBall::new(dvec2(5., 0.), 0.5).with_velocity(dvec2(-1., 0.)))?;
    /// assert_eq!((added, table.len()), (BallId(1), 2));
    /// assert_eq!(table.step_event().unwrap().time, 4.);
    /// assert!(table.add(TableBall::new(dvec2(0., 0.), 0.5)).is_err(), "inside ball 0");
    /// # Ok::<(), carom::table::TableError>(())
    /// ```
    ///
    /// # Errors
    /// As [`new`](Self::new); the table is then unchanged.
    pub fn add(&mut self, ball: TableBall<V>) -> Result<BallId, TableError> {
        let next = match self.indices.last_key_value() {
            None => Some(0),
            Some((&u32::MAX, _)) => (0..u32::MAX).find(|id| !self.indices.contains_key(id)),
            Some((last, _)) => Some(last + 1),
        };
        let next = next.ok_or(TableError::Taken { ball: u32::MAX })?;
        self.insert(BallId(next), ball)?;
        Ok(BallId(next))
    }

    /// Inserts a ball now, under this id.
    ///
    /// ```
    /// use carom::table::{BallId, Setup, Table, TableBall};
    /// use carom::glam::dvec2;
    /// let mut table = Table::new(&Setup { balls: vec![TableBall::new(dvec2(0., 0.), 0.5)], ..Setup::default() })?;
    /// table.insert(BallId(40), TableBall::new(dvec2(5., 0.), 0.5))?;
    /// assert!(table.insert(BallId(40), TableBall::new(dvec2(9., 0.), 0.5)).is_err(), "taken");
    /// assert_eq!(table.balls().map(|(id, _)| id.0).collect::<Vec<_>>(), [0, 40]);
    /// # Ok::<(), carom::table::TableError>(())
    /// ```
    ///
    /// # Errors
    /// As [`new`](Self::new); or the id is taken. The table is then unchanged.
    pub fn insert(&mut self, id: BallId, ball: TableBall<V>) -> Result<(), TableError> {
        check(id.0, &ball)?;
        if self.indices.contains_key(&id.0) {
            return Err(TableError::Taken { ball: id.0 });
        }
        self.before_change();
        let put = self.place(&[(id.0, ball)]);
        if put.is_err() {
            self.remove(id);
        }
        put
    }

    /// Removes a ball now and returns it as it was; `None` if there is no such ball.
    ///
    /// ```
    /// use carom::table::{BallId, Setup, Table, TableBall};
    /// use carom::glam::dvec2;
    /// let balls = [0., 5.].map(|x| TableBall::new(dvec2(x, 0.), 0.5)).to_vec();
    /// let mut table = Table::new(&Setup { balls, ..Setup::default() })?;
    /// assert_eq!(table.remove(BallId(0)).unwrap().center, dvec2(0., 0.));
    /// // The other one keeps its id.
    /// assert_eq!((table.len(), table.ball(BallId(1)).unwrap().center), (1, dvec2(5., 0.)));
    /// # Ok::<(), carom::table::TableError>(())
    /// ```
    pub fn remove(&mut self, id: BallId) -> Option<TableBall<V>> {
        let ball = self.ball(id)?;
        self.before_change();
        let index = self.indices.remove(&id.0)?;
        self.simulation.remove(index);
        Some(ball)
    }

    /// Sets a ball's velocity, length/s, now.
    ///
    /// ```
    /// use carom::table::{BallId, Setup, Table, TableBall};
    /// use carom::glam::dvec2;
    /// let mut table = Table::new(&Setup { balls: vec![TableBall::new(dvec2(0., 0.), 0.5)], ..Setup::default() })?;
    /// table.advance_to(1.)?;
    /// table.set_velocity(BallId(0), dvec2(2., 0.))?;
    /// table.advance_to(4.)?;
    /// assert_eq!(table.center(BallId(0)), Some(dvec2(6., 0.)));
    /// assert_eq!(table.velocity_of(BallId(0)), Some(dvec2(2., 0.)));
    /// # Ok::<(), carom::table::TableError>(())
    /// ```
    ///
    /// # Errors
    /// There is no such ball; the velocity is not finite.
    pub fn set_velocity(&mut self, id: BallId, velocity: V) -> Result<(), TableError> {
        let missing = TableError::NoSuchBall { ball: id.0 };
        let index = *self.indices.get(&id.0).ok_or(missing)?;
        if !velocity.is_finite() {
            return Err(TableError::Ball {
                ball: id.0,
                what: "velocity",
                must: "finite",
            });
        }
        self.before_change();
        let velocity = self.scaled_velocity(id.0, velocity)?;
        self.simulation.set_velocity(index, velocity);
        Ok(())
    }

    /// Before a change by the user: returns from predictions made ahead, and clears the status.
    pub(super) fn before_change(&mut self) {
        self.simulation.return_to_now();
        self.inconclusive = false;
        if self.stopped.take().is_some() {
            self.simulation.reset_counters();
        }
    }

    /// Inserts balls that have been checked.
    pub(super) fn place(&mut self, balls: &[(u32, TableBall<V>)]) -> Result<(), TableError> {
        // The first invalid ball is reported. As a fast one can shorten the windows, all are scaled again after that.
        for (id, ball) in balls {
            self.trajectory(*id, ball)?;
        }
        let mut indices = alloc::vec![0; balls.len()];
        for number in morton_order(balls.iter().map(|(_, ball)| ball.center.to_double())) {
            let (id, ball) = &balls[number];
            let placed = self.trajectory(*id, ball)?;
            let body = Body {
                id: *id,
                mass: ball.mass.to_f64(),
                restitution: ball.restitution.to_f64(),
                image: [0.0; 3],
                remainder: [0.0; 3],
                simultaneous: 0,
                present: true,
            };
            let radius = ball.radius.to_f64() / self.units.length;
            indices[number] = self.seat(placed, radius, body)?;
        }
        self.activate(&indices)
    }

    /// Gives a ball an index; it takes part once it is [activated](Self::activate).
    pub(super) fn seat(
        &mut self,
        trajectory: Trajectory<V::Double>,
        radius: f64,
        body: Body,
    ) -> Result<u32, TableError> {
        let Entry::Vacant(entry) = self.indices.entry(body.id) else {
            return Err(TableError::Taken { ball: body.id });
        };
        let index = self.simulation.insert(trajectory, radius, body);
        entry.insert(index);
        Ok(index)
    }

    /// Activates the balls at these indices, if they overlap nothing.
    pub(super) fn activate(&mut self, indices: &[u32]) -> Result<(), TableError> {
        let mut in_memory = indices.to_vec();
        in_memory.sort_unstable();
        self.simulation.activate(&in_memory);
        indices.iter().try_for_each(|index| self.check_room(*index))
    }

    /// The trajectory of a new ball, in units of the table.
    pub(super) fn trajectory(
        &mut self,
        id: u32,
        ball: &TableBall<V>,
    ) -> Result<Trajectory<V::Double>, TableError> {
        let error = |what, must| {
            Err(TableError::Ball {
                ball: id,
                what,
                must,
            })
        };
        let position = ball.center.to_double() * (1.0 / self.units.length);
        if position.abs().max_element() > RANGE {
            return error("center", "closer to the others");
        }
        let radius = ball.radius.to_f64() / self.units.length;
        if !(1.0 / RANGE..RANGE).contains(&radius) {
            return error("radius", "closer in size to the others");
        }
        match self.simulation.walls.domain {
            Domain::Open => {}
            Domain::Boxed { min, max, .. } => {
                let slack = TOUCHING * V::Scalar::EPSILON.to_f64();
                let reach = V::Double::splat(radius - slack);
                let inside =
                    position.max(min + reach) == position && position.min(max - reach) == position;
                if !inside {
                    return Err(TableError::Outside { ball: id });
                }
            }
            Domain::Periodic(period) => {
                if (0..V::DIM).any(|axis| radius > PERIOD * period[axis]) {
                    return error("radius", "at most 0.24 periods");
                }
            }
        }
        let velocity = self.scaled_velocity(id, ball.velocity)?;
        Ok(Trajectory {
            position,
            velocity,
            since: self.simulation.now,
        })
    }

    /// A velocity in units of the table; shortens the time windows if it is too fast for them.
    pub(super) fn scaled_velocity(
        &mut self,
        id: u32,
        velocity: V,
    ) -> Result<V::Double, TableError> {
        let velocity = velocity.to_double();
        let fastest = velocity.abs().max_element() / self.units.length * self.units.window;
        if fastest > RANGE {
            return Err(TableError::Ball {
                ball: id,
                what: "velocity",
                must: "closer in magnitude to the others",
            });
        }
        self.shorten_windows(fastest);
        Ok(velocity * (1.0 / self.units.length) * self.units.window)
    }

    /// Shortens the time windows until this speed, in units of the table, is no longer fast. It costs a new prediction
    /// for each ball.
    pub(super) fn shorten_windows(&mut self, fastest: f64) {
        if fastest <= FAST {
            return;
        }
        let mut halvings = (Scalar::power_of_two(fastest).to_bits() >> 52) as u32 - 1023;
        // The shorter windows must still be able to count the time that has passed.
        halvings = halvings.min(self.simulation.now.most_halvings());
        while halvings > 0 {
            let step = halvings.min(32);
            self.simulation.rescale_time(step);
            self.units.window /= (1_u64 << step) as f64;
            halvings -= step;
        }
    }

    /// Checks that an inserted ball overlaps nothing.
    pub(super) fn check_room(&self, index: u32) -> Result<(), TableError> {
        let now = self.simulation.now;
        let i = index as usize;
        let id = self.simulation.balls.bodies[i].id;
        let largest = self.simulation.balls.trajectories[i]
            .position
            .abs()
            .max_element()
            + self.simulation.balls.radii[i];
        let slack = TOUCHING * V::Scalar::EPSILON.to_f64() * largest;
        if let Some((depth, with)) = self.simulation.deepest(index, now)
            && depth > slack
        {
            let depth = depth * self.units.length;
            return Err(match with {
                Obstacle::Ball(other) => {
                    let other = self.simulation.balls.bodies[other as usize].id;
                    TableError::Overlap {
                        ball: id.min(other),
                        other: id.max(other),
                        depth,
                    }
                }
                Obstacle::Wall(wall) => TableError::InWall {
                    ball: id,
                    wall,
                    depth,
                },
                // Nothing is deep inside a region.
                Obstacle::Enter(_) | Obstacle::Leave(_) => return Ok(()),
            });
        }
        // A ball inside a solid can be far from its surface.
        let Some(ball) = self.ball(BallId(id)) else {
            return Ok(());
        };
        let ball = ball.ball();
        for (number, wall) in (0..).zip(&self.walls) {
            let ball = match &wall.motion {
                None => ball,
                Some(motion) => Ball::new(motion.in_frame(ball.center, self.time()), ball.radius),
            };
            for part in wall.parts.iter().filter(|part| is_solid(part)) {
                let found = contact(&ball, part, V::Scalar::ZERO);
                let depth = found.map_or(0.0, |found| found.depth().to_f64());
                if depth > slack * self.units.length {
                    return Err(TableError::InWall {
                        ball: id,
                        wall: number,
                        depth,
                    });
                }
            }
        }
        Ok(())
    }
}

/// The indices of positions along a Morton curve, so that near balls are near in memory. No result depends on it.
pub(super) fn morton_order<D: Vector<Scalar = f64>>(
    positions: impl ExactSizeIterator<Item = D> + Clone,
) -> impl Iterator<Item = usize> {
    let bounds = Aabb::of_points(positions.clone());
    let size = bounds.max - bounds.min;
    let mut keys: Vec<(u64, usize)> = (positions.enumerate())
        .map(|(number, position)| {
            let mut key = 0;
            for axis in 0..D::DIM {
                // NaN becomes 0.
                let part = (position[axis] - bounds.min[axis]) / size[axis] * 65_535.0;
                let bits = if D::DIM == 2 {
                    by_twos(part as u64)
                } else {
                    by_threes(part as u64)
                };
                key |= bits << axis;
            }
            (key, number)
        })
        .collect();
    keys.sort_unstable();
    keys.into_iter().map(|(_, number)| number)
}

/// Checks a ball by itself.
pub(super) fn check<V: Vector>(id: u32, ball: &TableBall<V>) -> Result<(), TableError> {
    let zero = V::Scalar::ZERO;
    let error = |what, must| {
        Err(TableError::Ball {
            ball: id,
            what,
            must,
        })
    };
    if !ball.center.is_finite() {
        return error("center", "finite");
    }
    if !(ball.radius > zero && ball.radius.is_finite()) {
        return error("radius", "finite and more than 0");
    }
    if !ball.velocity.is_finite() {
        return error("velocity", "finite");
    }
    let heavy = ball.mass > zero;
    if !heavy {
        return error("mass", "more than 0, or infinite");
    }
    if !(ball.restitution >= zero && ball.restitution <= V::Scalar::ONE) {
        return error("restitution", "in 0..=1");
    }
    Ok(())
}

/// Whether a shape has an inner region away from its surface.
fn is_solid<V: Vector>(part: &Shape<V>) -> bool {
    match part {
        Shape::Hull(_) | Shape::Aabb(_) => true,
        Shape::Triangle(_) => V::DIM == 2,
        _ => false,
    }
}
