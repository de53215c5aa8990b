//! Runs of a table: from event to event, or up to a time.

use super::Table;
use super::clock::Moment;
use super::error::TableError;
use super::simulation::{Collision, Obstacle};
use super::status::{BallId, Event, Partner, Status};
use carom_math::{Scalar, Vector};

impl<V: Vector> Table<V> {
    /// Time and partners of the next event, without executing it; `None` in the same cases as
    /// [`step_event`](Self::step_event), which executes this event.
    ///
    /// Same cost as finding the event; the result is cached for [`step_event`](Self::step_event). With friction or
    /// gravity, a ball may first come to rest or slide over an edge; the event is then found on a copy of the table, as
    /// it always is with regions and walls that move.
    ///
    /// ```
    /// use carom::table::{BallId, Partner, Setup, Space, Table, TableBall};
    /// use carom::glam::{DVec2, dvec2};
    /// let setup = Setup {
    ///     balls: vec![TableBall::new(dvec2(1., 1.), 0.5).with_velocity(dvec2(1., 0.))],
    ///     space: Space::boxed(DVec2::ZERO, dvec2(4., 2.)),
    ///     ..Setup::default()
    /// };
    /// let mut table = Table::new(&setup)?;
    /// assert_eq!(table.next_event(), Some((2.5, BallId(0), Partner::Wall(1))));
    /// // Nothing has happened yet.
    /// assert_eq!((table.time(), table.events()), (0., 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn next_event(&mut self) -> Option<(f64, BallId, Partner)> {
        if self.stopped.is_some() {
            return None;
        }
        let ball = if self.simulation.walls.has_others() {
            let event = self.clone().step_event()?;
            return Some((event.time, event.a, event.with));
        } else if self.simulation.balls.law.is_none() {
            self.simulation.peek()?
        } else if let Some(next) = self.simulation.peek_accelerated() {
            next?
        } else {
            // A ball that comes to rest first changes all that follows; only a copy can show how.
            let event = self.clone().step_event()?;
            return Some((event.time, event.a, event.with));
        };
        let (a, with) = self.named(ball, self.simulation.obstacle(ball));
        Some((self.time_of(self.simulation.at(ball)), a, with))
    }

    /// Advances to the next event and executes it. `None` if there is none; [`status`](Self::status) gives the reason.
    /// With friction the time is then the moment at which the last ball rests. Also `None` if the search gives up
    /// ([`Status::Inconclusive`]): balls that almost never meet, or fall forever.
    ///
    /// ```
    /// use carom::table::{BallId, Partner, Setup, Table, TableBall};
    /// use carom::glam::dvec2;
    /// let ball = |x: f64, v: f64| TableBall::new(dvec2(x, 0.), 0.5).with_velocity(dvec2(v, 0.));
    /// let mut table = Table::new(&Setup { balls: vec![ball(0., 1.), ball(5., -1.)], ..Setup::default() })?;
    /// let event = table.step_event().unwrap();
    /// assert_eq!((event.time, event.a, event.with), (2., BallId(0), Partner::Ball(BallId(1))));
    /// assert_eq!(table.time(), 2.);
    /// assert!(table.step_event().is_none(), "they part for good");
    /// # Ok::<(), carom::table::TableError>(())
    /// ```
    pub fn step_event(&mut self) -> Option<Event<V>> {
        self.step(Moment::NEVER, Self::event)
    }

    /// Executes all events up to this time, s; at most 2³².
    ///
    /// # Errors
    /// The time is before the table's or not finite, or beyond the clock's end ([`TableError::Late`]).
    pub fn advance_to(&mut self, time: f64) -> Result<Status, TableError> {
        self.advance(time, 1 << 32)
    }

    /// Executes all events up to this time, s; at most `events`.
    ///
    /// ```
    /// use carom::table::{Setup, Space, Status, Table, TableBall};
    /// use carom::glam::{Vec2, vec2};
    /// let mut table = Table::new(&Setup {
    ///     balls: vec![TableBall::new(vec2(1., 1.), 0.5).with_velocity(vec2(1., 0.))],
    ///     space: Space::boxed(Vec2::ZERO, vec2(4., 2.)),
    ///     ..Setup::default()
    /// })?;
    /// assert_eq!(table.advance(100., 2)?, Status::Events);
    /// assert_eq!(table.time(), 5.5, "after two bounces");
    /// assert_eq!(table.advance(6., 2)?, Status::Done);
    /// # Ok::<(), carom::table::TableError>(())
    /// ```
    ///
    /// # Errors
    /// The time is before the table's or not finite, or beyond the clock's end ([`TableError::Late`]).
    pub fn advance(&mut self, time: f64, events: u64) -> Result<Status, TableError> {
        let mut until = self.moment(time)?;
        let most = self.events.saturating_add(events);
        while self.events < most {
            if self.step_to(time, &mut until, |_, _| ()).is_none() {
                return Ok(self.status());
            }
        }
        Ok(Status::Events)
    }

    /// Iterates over the events up to this time, s, executing each; at the end of the iteration the table is at that
    /// time.
    ///
    /// # Errors
    /// The time is before the table's or not finite, or beyond the clock's end ([`TableError::Late`]).
    ///
    /// ```
    /// use carom::table::{Setup, Space, Table, TableBall};
    /// use carom::glam::{Vec2, vec2};
    /// let mut table = Table::new(&Setup {
    ///     balls: vec![TableBall::new(vec2(1., 1.), 0.5).with_velocity(vec2(1., 0.))],
    ///     space: Space::boxed(Vec2::ZERO, vec2(4., 2.)),
    ///     ..Setup::default()
    /// })?;
    /// let times: Vec<f64> = table.events_until(10.)?.map(|event| event.time).collect();
    /// assert_eq!(times, [2.5, 5.5, 8.5]);
    /// assert_eq!(table.time(), 10.);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn events_until(
        &mut self,
        time: f64,
    ) -> Result<impl Iterator<Item = Event<V>> + '_, TableError> {
        let mut until = self.moment(time)?;
        Ok(core::iter::from_fn(move || {
            self.step_to(time, &mut until, Self::event)
        }))
    }

    /// The status of the table: stopped by too many events, at rest, given up for now ([`Status::Inconclusive`]), or
    /// else [`Status::Done`].
    ///
    /// ```
    /// use carom::table::{Setup, Status, Table, TableBall};
    /// use carom::glam::dvec2;
    /// let balls = vec![TableBall::new(dvec2(0., 0.), 0.5).with_velocity(dvec2(1., 0.))];
    /// let mut table = Table::new(&Setup { balls, ..Setup::default() }.with_friction(0.5))?;
    /// table.advance_to(1.)?;
    /// assert_eq!(table.status(), Status::Done);
    /// table.advance_to(9.)?;
    /// assert_eq!(table.status(), Status::AtRest, "after two seconds");
    /// # Ok::<(), carom::table::TableError>(())
    /// ```
    #[must_use]
    pub fn status(&self) -> Status {
        match self.stopped {
            Some(status) => status,
            None if self.simulation.is_at_rest() => Status::AtRest,
            None if self.inconclusive => Status::Inconclusive,
            None => Status::Done,
        }
    }

    /// The same up to a moment, which becomes the time of the table if no event comes before, unless it is `NEVER`.
    /// Returns `report` of the event.
    fn step<T>(
        &mut self,
        until: Moment,
        report: impl Fn(&Self, &Collision<V::Double>) -> T,
    ) -> Option<T> {
        self.inconclusive = false;
        self.simulation.vain = 0;
        while self.stopped.is_none() {
            let Some(ball) = self.simulation.first(until) else {
                if self.simulation.gave_up {
                    self.inconclusive = true;
                    self.simulation.now = self.simulation.ahead;
                } else if !until.is_never() {
                    self.simulation.now = until;
                } else if let Some(stop) = self.simulation.last_stop() {
                    self.simulation.now = stop;
                }
                break;
            };
            if let Some(collision) = self.simulation.execute(ball) {
                self.events += 1;
                if let Some(many) = collision.too_many {
                    let ball = BallId(self.simulation.balls.bodies[many.ball as usize].id);
                    self.stopped = Some(if many.squeezed {
                        Status::Squeezed { ball }
                    } else if many.inelastic {
                        Status::Collapse { ball }
                    } else {
                        Status::Limit { ball }
                    });
                }
                let reported = report(self, &collision);
                if let Obstacle::Enter(region) = collision.with {
                    self.capture(collision.ball, region);
                }
                self.shorten_windows(self.simulation.fastest);
                return Some(reported);
            }
        }
        None
    }

    /// Removes a ball that has entered a region, if that is a pocket.
    #[cold]
    #[inline(never)]
    fn capture(&mut self, ball: u32, region: u32) {
        if self.regions[region as usize].captures {
            self.simulation.return_to_now();
            let id = self.simulation.balls.bodies[ball as usize].id;
            self.indices.remove(&id);
            self.simulation.remove(ball);
        }
    }

    /// The same up to a time. Updates the moment of that time after an event that shortened the windows.
    fn step_to<T>(
        &mut self,
        time: f64,
        until: &mut Moment,
        report: impl Fn(&Self, &Collision<V::Double>) -> T,
    ) -> Option<T> {
        let window = self.units.window;
        let event = self.step(*until, report);
        if self.units.window != window {
            *until = self.moment_of(time);
        }
        if until.is_never() {
            // It was within the clock before the windows became so short.
            *until = Moment::LAST.later(self.simulation.now);
        }
        self.inconclusive |= event.is_none() && *until == Moment::LAST;
        event
    }

    fn event(&self, collision: &Collision<V::Double>) -> Event<V> {
        let (a, with) = self.named(collision.ball, collision.with);
        let length = collision.arm.length();
        // A ball at rest in a region has no direction.
        let length = if length > 0.0 { length } else { 1.0 };
        let mut normal = collision.arm / length;
        if a.0 != self.simulation.balls.bodies[collision.ball as usize].id {
            normal = -normal;
        }
        let speed = collision.closing / length * self.units.length / self.units.window;
        Event {
            time: self.time_of(collision.at),
            a,
            with,
            normal: V::from_double(normal),
            speed: V::Scalar::from_f64(speed),
        }
    }

    fn named(&self, ball: u32, with: Obstacle) -> (BallId, Partner) {
        let id = self.simulation.balls.bodies[ball as usize].id;
        match with {
            Obstacle::Ball(other) => {
                let other = self.simulation.balls.bodies[other as usize].id;
                (BallId(id.min(other)), Partner::Ball(BallId(id.max(other))))
            }
            Obstacle::Wall(wall) => (BallId(id), Partner::Wall(wall)),
            Obstacle::Enter(region) => (BallId(id), Partner::Enter(region)),
            Obstacle::Leave(region) => (BallId(id), Partner::Leave(region)),
        }
    }

    /// The moment of a future time.
    fn moment(&self, time: f64) -> Result<Moment, TableError> {
        let now = self.time();
        if !(time >= now && time.is_finite()) {
            return Err(TableError::Past { now, until: time });
        }
        let at = self.moment_of(time);
        if at.is_never() {
            let last = self.time_of(Moment::LAST);
            return Err(TableError::Late { last, until: time });
        }
        // `time()` is rounded, so that the moment of it can be slightly before now.
        Ok(self.simulation.now.later(at))
    }

    fn moment_of(&self, time: f64) -> Moment {
        Moment::new((time - self.units.start) / self.units.window)
    }
}
