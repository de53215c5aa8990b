//! Storage of a table, and its restoration.

use super::Table;
use super::balls::{check, morton_order};
use super::clock::Moment;
use super::dynamics::{Dynamics, Law};
use super::error::TableError;
use super::setup::TableBall;
use super::simulation::{Balls, Body, Visit};
use super::snapshot::{Snapshot, Stored, StoredVisit};
use super::trajectory::Trajectory;
use super::units::{RANGE, Units};
use alloc::vec::Vec;
use carom_math::{Scalar, Vector};

impl<V: Vector> Table<V> {
    /// The complete state of the table.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot<V> {
        let balls = &self.simulation.balls;
        let law = balls.law.unwrap_or(Law {
            friction: 0.0,
            gravity: V::Double::ZERO,
        });
        let Units {
            length,
            window,
            start,
        } = self.units;
        Snapshot {
            walls: self.walls.clone(),
            regions: self.regions.clone(),
            space: self.space,
            units: [length, window, start],
            friction: law.friction,
            gravity: law.gravity,
            now: self.simulation.now.parts(),
            events: self.events,
            overlap: self.simulation.overlap,
            given: self.simulation.given,
            stopped: self.stopped,
            balls: (self.indices.values())
                .map(|index| stored(balls, *index as usize))
                .collect(),
            visits: (self.indices.values())
                .filter_map(|index| self.simulation.visits.get(*index as usize))
                .map(stored_visit)
                .collect(),
            moved: self.moved(),
        }
    }

    /// A table from a stored state; it goes on with the same bits.
    ///
    /// ```
    /// use carom::table::{Setup, Space, Table, TableBall};
    /// use carom::glam::{DVec2, dvec2};
    /// let mut table = Table::new(&Setup {
    ///     balls: vec![TableBall::new(dvec2(1., 1.), 0.5).with_velocity(dvec2(1., 0.7))],
    ///     space: Space::boxed(DVec2::ZERO, dvec2(4., 2.)),
    ///     ..Setup::default()
    /// })?;
    /// table.advance_to(100.)?;
    /// let mut again = Table::restore(&table.snapshot())?;
    /// assert_eq!(table.step_event(), again.step_event());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The data is no state of a table: [`new`](Self::new) would refuse it, or it has numbers that no table has.
    pub fn restore(stored: &Snapshot<V>) -> Result<Self, TableError> {
        let [length, window, start] = stored.units;
        let is_power = |x: f64| x > 0.0 && Scalar::power_of_two(x) == x;
        if !is_power(length) || !is_power(window) || !start.is_finite() {
            return Err(broken("the stored units must be powers of two"));
        }
        let now = moment(stored.now)?;
        let units = Units {
            length,
            window,
            start,
        };
        let law = Law {
            friction: stored.friction,
            gravity: stored.gravity,
        };
        let size = Scalar::max(law.friction, law.gravity.abs().max_element());
        let one_of_both = law.friction == 0.0 || law.gravity == V::Double::ZERO;
        if !(law.friction >= 0.0 && size <= RANGE && law.gravity.is_finite() && one_of_both) {
            return Err(broken("the stored friction or gravity is invalid"));
        }
        let mut table = Self::bare(
            &stored.walls,
            &stored.regions,
            &stored.space,
            law,
            units,
            now,
        )?;
        (table.events, table.stopped) = (stored.events, stored.stopped);
        table.simulation.overlap = stored.overlap;
        table.simulation.given = stored.given;
        table.restore_moved(&stored.moved)?;
        let mut indices = Vec::new();
        for number in morton_order(stored.balls.iter().map(|ball| ball.place)) {
            let index = table.restore_ball(&stored.balls[number])?;
            indices.push(index);
            if !table.simulation.walls.regions.is_empty() {
                let visit = stored.visits.get(number);
                let visit = visit.ok_or(broken("a stored ball has no regions"))?;
                table.simulation.visits[index as usize] = table.restored_visit(visit)?;
            }
        }
        if !indices.is_empty() {
            table.activate(&indices)?;
        }
        Ok(table)
    }

    /// The walls that got their motion during the run, and when.
    fn moved(&self) -> Vec<(u32, [f64; 2])> {
        let moving = self.simulation.walls.moving.iter();
        let moved = moving.filter(|moving| moving.since > Moment::START);
        let mut walls: Vec<_> = moved
            .map(|moving| (moving.feature.wall, moving.since.parts()))
            .collect();
        // The features of a wall follow each other.
        walls.dedup();
        walls
    }

    fn restore_moved(&mut self, moved: &[(u32, [f64; 2])]) -> Result<(), TableError> {
        for (wall, since) in moved {
            let since = moment(*since)?;
            let moving = self.simulation.walls.moving.iter_mut();
            let mut features = moving
                .filter(|moving| moving.feature.wall == *wall)
                .peekable();
            if features.peek().is_none() || since > self.simulation.now {
                return Err(broken("a stored wall has moved that cannot move"));
            }
            features.for_each(|feature| feature.since = since);
        }
        Ok(())
    }

    /// Where a stored ball is, after a check of its numbers.
    fn restored_visit(&self, visit: &StoredVisit) -> Result<Visit, TableError> {
        let parts = self.simulation.walls.regions.len();
        let is_known = visit.inside.iter().all(|part| (*part as usize) < parts);
        let restored = Visit {
            crossed: moment(visit.crossed)?,
            inserted: moment(visit.inserted)?,
            inside: visit.inside.clone(),
        };
        let is_past = restored.crossed <= self.simulation.now;
        if !(is_known && is_past && visit.inside.is_sorted_by(|a, b| a < b)) {
            return Err(broken("a stored ball is in regions in which no ball is"));
        }
        Ok(restored)
    }

    /// Gives a stored ball an index, after a check of its numbers.
    pub(super) fn restore_ball(&mut self, ball: &Stored<V::Double>) -> Result<u32, TableError> {
        let since = moment(ball.since)?;
        let mass = if ball.mass == -1.0 {
            f64::INFINITY
        } else {
            ball.mass
        };
        let plain = TableBall {
            center: V::ZERO,
            radius: V::Scalar::ONE,
            velocity: V::ZERO,
            mass: V::Scalar::from_f64(mass),
            restitution: V::Scalar::from_f64(ball.restitution),
        };
        check(ball.id, &plain)?;
        let dynamics = Dynamics {
            acceleration: ball.acceleration,
            stops: from_stored(ball.stops),
            held: ball.held,
            passed: ball.passed,
            settling: ball.settling,
            rests: ball.rests,
            check: from_stored(ball.check),
        };
        if !is_in_range(ball, &dynamics) || since > self.simulation.now {
            return Err(broken("a stored ball has numbers that no ball has"));
        }
        let trajectory = Trajectory {
            position: ball.place,
            velocity: ball.velocity,
            since,
        };
        let body = Body {
            id: ball.id,
            mass,
            restitution: ball.restitution,
            image: ball.image,
            remainder: ball.rest,
            simultaneous: ball.at_once,
            present: true,
        };
        let index = self.seat(trajectory, ball.radius, body)?;
        if let Some(own) = (self.simulation.balls.dynamics).get_mut(index as usize) {
            *own = dynamics;
        }
        Ok(index)
    }
}

fn stored_visit(visit: &Visit) -> StoredVisit {
    StoredVisit {
        crossed: visit.crossed.parts(),
        inserted: visit.inserted.parts(),
        inside: visit.inside.clone(),
    }
}

/// A ball as it is stored.
fn stored<D: Vector<Scalar = f64>>(balls: &Balls<D>, i: usize) -> Stored<D> {
    let (trajectory, body) = (&balls.trajectories[i], &balls.bodies[i]);
    let dynamics = balls.dynamics.get(i).copied();
    let dynamics = dynamics.unwrap_or(Dynamics::STRAIGHT);
    Stored {
        id: body.id,
        place: trajectory.position,
        velocity: trajectory.velocity,
        since: trajectory.since.parts(),
        radius: balls.radii[i],
        mass: if body.mass.is_finite() {
            body.mass
        } else {
            -1.0
        },
        restitution: body.restitution,
        image: body.image,
        rest: body.remainder,
        at_once: body.simultaneous,
        acceleration: dynamics.acceleration,
        stops: stored_time(dynamics.stops),
        held: dynamics.held,
        passed: dynamics.passed,
        settling: dynamics.settling,
        rests: dynamics.rests,
        check: stored_time(dynamics.check),
    }
}

/// Whether the numbers of a stored ball are those of a ball.
fn is_in_range<D: Vector<Scalar = f64>>(ball: &Stored<D>, dynamics: &Dynamics<D>) -> bool {
    // The largest coordinate alone may not show that another is NaN.
    let in_range = |v: D| v.is_finite() && v.abs().max_element() <= RANGE;
    // At most half a last digit.
    let fastest = ball.velocity.abs().max_element();
    let is_remainder = |x: &f32| f64::from(*x).abs() <= fastest * f64::EPSILON;
    let is_time = |t: f64| t >= 0.0;
    ball.rest.iter().all(is_remainder)
        && (1.0 / RANGE..RANGE).contains(&ball.radius)
        && in_range(ball.place)
        && in_range(ball.velocity)
        && in_range(dynamics.acceleration)
        && is_time(dynamics.stops)
        && is_time(dynamics.check)
}

fn moment(parts: [f64; 2]) -> Result<Moment, TableError> {
    Moment::from_parts(parts).ok_or(broken("a stored moment is invalid"))
}

fn broken(what: &'static str) -> TableError {
    TableError::Space { what }
}

/// Infinite times are stored as −1: not every format has infinity.
fn stored_time(t: f64) -> f64 {
    if t < f64::INFINITY { t } else { -1.0 }
}

fn from_stored(t: f64) -> f64 {
    if t < 0.0 { f64::INFINITY } else { t }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Region, Setup, Space};
    use carom_core::shape::ball::Ball;
    use glam::{DVec2, dvec2};
    use std::vec;

    type Change = fn(&mut Snapshot<DVec2>);

    /// Two balls that roll in a box with a region in its middle, after some events.
    fn rolling() -> Snapshot<DVec2> {
        let ball = |x: f64, speed: f64| {
            TableBall::new(dvec2(x, 1.0), 0.25).with_velocity(dvec2(speed, 0.1))
        };
        let setup = Setup {
            balls: vec![ball(1.0, 3.0), ball(3.0, -2.0)],
            regions: vec![Region::new(Ball::new(dvec2(2.0, 1.0), 0.5))],
            space: Space::boxed(DVec2::ZERO, dvec2(4.0, 2.0)),
            ..Setup::default()
        };
        let mut table = Table::new(&setup.with_friction(0.1)).unwrap();
        for _ in 0..9 {
            table.step_event().unwrap();
        }
        table.snapshot()
    }

    fn refused(changes: &[Change]) -> impl Iterator<Item = TableError> {
        let good = rolling();
        assert!(Table::restore(&good).is_ok());
        changes.iter().enumerate().map(move |(number, change)| {
            let mut changed = good.clone();
            change(&mut changed);
            let found = Table::restore(&changed).map(|_| ());
            found.expect_err(&std::format!("change {number} is refused"))
        })
    }

    #[test]
    fn numbers_that_no_table_has_are_refused() {
        let bad: [(&str, &[Change]); 3] = [
            (
                "the stored units must be powers of two",
                &[
                    |s| s.units[0] = 3.0,
                    |s| s.units[0] = 0.0,
                    |s| s.units[1] = 0.3,
                    |s| s.units[1] = -1.0,
                    |s| s.units[2] = f64::NAN,
                ],
            ),
            (
                "the stored friction or gravity is invalid",
                &[
                    |s| s.friction = -0.1,
                    |s| s.friction = f64::NAN,
                    |s| s.friction = 1e91,
                    |s| (s.friction, s.gravity) = (0.0, dvec2(0.0, -1e91)),
                    |s| (s.friction, s.gravity) = (0.0, dvec2(0.0, f64::NAN)),
                    |s| (s.friction, s.gravity) = (0.0, dvec2(f64::NAN, 0.0)),
                    |s| s.gravity = DVec2::NEG_Y,
                ],
            ),
            (
                "a stored moment is invalid",
                &[
                    |s| s.now = [0.5, 0.0],
                    |s| s.now = [9.0, 1.0],
                    |s| s.now = [f64::NAN, 0.0],
                    |s| s.balls[0].since = [-1.0, 0.0],
                    |s| s.visits[1].crossed = [0.0, -0.5],
                    |s| s.visits[1].inserted = [0.0, f64::NAN],
                ],
            ),
        ];
        for (expected, changes) in bad {
            for error in refused(changes) {
                assert_eq!(error, TableError::Space { what: expected });
            }
        }
    }

    #[test]
    fn numbers_that_no_ball_has_are_refused() {
        let bad: [(&str, &[Change]); 4] = [
            (
                "a stored ball has numbers that no ball has",
                &[
                    |s| s.balls[0].radius = 0.0,
                    |s| s.balls[1].radius = 1e91,
                    |s| s.balls[1].radius = f64::NAN,
                    |s| s.balls[0].place.x = 1e91,
                    |s| s.balls[0].place.y = f64::NAN,
                    |s| s.balls[0].velocity.y = -1e91,
                    |s| s.balls[0].velocity.x = f64::NAN,
                    |s| s.balls[1].velocity.y = f64::NAN,
                    |s| s.balls[0].acceleration.x = 1e91,
                    |s| s.balls[0].acceleration.x = f64::NAN,
                    |s| s.balls[1].acceleration.y = f64::NAN,
                    |s| s.balls[0].stops = f64::NAN,
                    |s| s.balls[1].check = f64::NAN,
                    |s| s.balls[1].rest[1] = 1e-3,
                    |s| s.balls[1].rest[0] = f32::NAN,
                    |s| s.balls[1].since[0] = s.now[0] + 1.0,
                ],
            ),
            (
                "a stored ball has no regions",
                &[|s| s.visits.clear(), |s| s.visits.truncate(1)],
            ),
            (
                "a stored ball is in regions in which no ball is",
                &[
                    |s| s.visits[0].inside = vec![9],
                    |s| s.visits[0].inside = vec![0, 0],
                    |s| s.visits[0].crossed[0] = s.now[0] + 1.0,
                ],
            ),
            (
                "a stored wall has moved that cannot move",
                &[|s| s.moved = vec![(0, [0.0; 2])]],
            ),
        ];
        for (expected, changes) in bad {
            for error in refused(changes) {
                assert_eq!(error, TableError::Space { what: expected });
            }
        }
        let own: [Change; 4] = [
            |s| s.balls[1].mass = -2.0,
            |s| s.balls[1].mass = f64::NAN,
            |s| s.balls[1].restitution = 1.5,
            |s| s.balls[1].restitution = -0.5,
        ];
        for (number, error) in refused(&own).enumerate() {
            let expected = if number < 2 { "mass" } else { "restitution" };
            let is_named =
                matches!(error, TableError::Ball { ball: 1, what, .. } if what == expected);
            assert!(is_named, "{error}");
        }
    }
}
