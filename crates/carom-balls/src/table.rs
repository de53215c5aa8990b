//! Event-driven simulation of hard disks and spheres with exact collision times.
//!
//! The simulation goes from event to event, not in ticks. Between two events a ball moves in a straight line, and the
//! next collision is the root of a quadratic: no collision is early, late or missed, however fast and small the balls
//! are. Circles in 2D, spheres in 3D, of any radius and mass.
//!
//! ```
//! use carom::table::{Partner, Setup, Space, Table, TableBall};
//! use carom::glam::{DVec2, dvec2};
//! let mut table = Table::new(&Setup {
//!     balls: vec![
//!         TableBall::new(dvec2(1., 1.), 0.5).with_velocity(dvec2(2., 0.)),
//!         TableBall::new(dvec2(4., 1.), 0.5),
//!     ],
//!     space: Space::boxed(DVec2::ZERO, dvec2(9., 2.)),
//!     ..Setup::default()
//! })?;
//! let hit = table.step_event().unwrap();
//! assert_eq!((hit.time, hit.a.0, hit.with), (1., 0, Partner::Ball(carom::table::BallId(1))));
//! // Equal masses exchange their velocities; the other goes on to the right side of the box.
//! let side = table.step_event().unwrap();
//! assert_eq!((side.time, side.with), (3.25, Partner::Wall(1)));
//! table.advance_to(4.)?;
//! assert_eq!(table.ball(hit.a).unwrap().center, dvec2(3., 1.));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Order of events
//!
//! Events are ordered by time. At one moment, collisions of two balls come before collisions with walls; among them the
//! pair with the lowest id comes first, then the lower other id. Three balls that touch at once are two collisions, one
//! after the other: their order decides the physics, as it does for real balls, of which no three ever touch at exactly
//! one time. The order depends on the numbers and ids alone, not on the order of insertion.
//!
//! A collision is a touch of balls that approach: grazing, resting contact and separation are no events. Balls that
//! touch or overlap (by rounding; [`Table::new`] refuses deeper overlaps) collide at once if they approach, never if
//! they separate. No ball is ever pushed.
//!
//! # Numbers
//!
//! A table computes in double precision, whatever the precision of its vectors. Its clock counts whole time windows and
//! a fraction of one, so that the rounding of times does not grow; public times are `f64`. Velocities after a collision
//! are correct to half a last digit (a few if the restitution is 0); while a ball hits only walls, the remainder of
//! that rounding is kept too.
//!
//! The time of a collision is a function of the two trajectories alone. Stops by [`Table::advance_to`], other events
//! elsewhere, and storage in a [`Snapshot`] change no bit. Neighbor lists, or a cell grid where balls fly far, and an
//! event queue make it fast: an event costs the same among a hundred and a million balls, except for slower memory.
//!
//! # Rolling
//!
//! With rolling [friction](Setup::friction) the speed of each ball falls at a constant rate until it rests. That moment
//! is no event; when no event is left, the time of the table is the moment at which the last ball rests. Balls meet
//! walls at the same points as without friction; collisions of two rolling balls are roots of quartics, and balls that
//! have separated can meet again as one of them rests. Balls that press against each other while they slow down (hardly
//! any do) separate in hops of 2⁻¹⁸ of the radius.
//!
//! # Falling
//!
//! With [gravity](Setup::gravity) balls move on parabolas. These rules end bounces that die out and bring balls to
//! rest. They belong to this table, not to nature; heights are in ball radii:
//!
//! - On flat walls, all bounces lower than 2⁻²⁰ become one bounce that takes as long as all of them together: the ball
//!   comes to rest at the end of the infinite series. From then on it slides along the wall without friction; this
//!   motion is exact, across seams and off the wall's end. A resting contact has no events, even if the ball starts in
//!   it.
//! - On round features (other balls, edges, corners) balls that lose energy separate at least as fast as it takes to
//!   rise 2⁻¹⁸: they roll off each other in hops. Without loss the minimum is 2⁻⁴¹.
//! - A ball that could rise at most 2⁻¹¹, and touches (to 2⁻¹²) balls and walls that would support it if they are at
//!   rest, rests as if all surfaces were rough. A ball that hits it as slowly bounces off it as off a wall; a faster
//!   one wakes it and all balls that rest on it. So heaps and towers come to rest.
//! - A ball with 128 events at one moment has no room to move: it stops, and its support is checked again after √(R /
//!   g) / 32.
//! - A ball that rests on balls which are slow but not at rest is checked again after the same time.
//!
//! Without walls that lose energy, or with balls that slide on a level floor, there is no rest. Balls of infinite mass
//! neither roll nor fall: they keep their velocity.
//!
//! # How a run ends
//!
//! Balls that lose energy can collide infinitely often in finite time, for instance three on a line (inelastic
//! collapse). The run then ends with [`Status::Collapse`]: a ball had more events at one moment than possible
//! otherwise, or had repeated events at one moment until its closing speed was below the rounding of velocities.

mod arc;
mod bounce;
mod carried;
mod cells;
mod clock;
mod course;
mod engine;
mod error;
mod facets;
mod flight;
mod impact;
mod least;
mod lists;
mod piece;
mod pieces;
mod queue;
mod raster;
mod setup;
mod snapshot;
mod status;

pub use error::TableError;
pub use impact::{Impact, bounce, impact};
pub use setup::{Setup, Space, TableBall, Wall};
pub use snapshot::Snapshot;
pub use status::{BallId, Event, Partner, Status};

use alloc::collections::BTreeMap;
use alloc::collections::btree_map::Entry;
use alloc::vec::Vec;
use carom_bvh::Aabb;
use carom_core::contact;
use carom_core::shape::Shape;
use carom_math::curve::{by_threes, by_twos};
use carom_math::{Scalar, Vector};
use clock::Moment;
use course::{Course, Law};
use engine::{Body, Engine, Happened, With};
use flight::Flight;
use snapshot::Stored;

/// Scale of a table's numbers: powers of two, so that no square overflows or underflows; and its start time.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Units {
    length: f64,
    /// Length of a time window, s: about the time in which the fastest ball crosses the table.
    window: f64,
    start: f64,
}

/// Speed, in lengths a window, above which windows are shortened, so that it becomes less.
const FAST: f64 = 32.0;
/// Numbers beyond this, in a table's units, have squares that overflow or underflow.
const RANGE: f64 = 1e90;
/// Accepted overlap at the start, in roundings of the largest coordinate; such balls touch.
const TOUCHING: f64 = 16.0;
/// The largest radius, in periods.
const PERIOD: f64 = 0.24;

/// An event-driven simulation of balls, walls and space.
///
/// Collisions allocate nothing once neighbor lists have the room that they need.
#[derive(Clone, Debug)]
pub struct Table<V: Vector> {
    engine: Engine<V::Double>,
    units: Units,
    /// Index of each ball in the simulation, by id.
    places: BTreeMap<u32, u32>,
    walls: Vec<Wall<V>>,
    space: Space<V>,
    events: u64,
    stopped: Option<Status>,
    /// The last run ended early because the search gave up.
    quiet: bool,
}

impl<V: Vector> Table<V> {
    /// A table with the balls, walls and space of a setup. The index of a ball is its id.
    ///
    /// # Errors
    /// The setup has no ball; a number is not finite or out of its range; balls overlap by more than 16 roundings (of
    /// `V`) of the largest coordinate, overlap a wall, or are not inside the box. The error names the ball or wall.
    pub fn new(setup: &Setup<V>) -> Result<Self, TableError> {
        if setup.balls.is_empty() {
            return Err(TableError::NoBalls);
        }
        let balls = (0..).zip(setup.balls.iter().copied());
        Self::with_ids(balls, setup)
    }

    /// As [`new`](Self::new), with other balls, each under an id; the balls of `setup` are ignored. Their order does
    /// not matter.
    ///
    /// # Errors
    /// As [`new`](Self::new); or an id is used twice.
    pub fn with_ids(
        balls: impl IntoIterator<Item = (u32, TableBall<V>)>,
        setup: &Setup<V>,
    ) -> Result<Self, TableError> {
        let balls: Vec<(u32, TableBall<V>)> = balls.into_iter().collect();
        for (id, ball) in &balls {
            check(*id, ball)?;
        }
        let mut table = Self::empty(balls.iter().map(|(_, ball)| ball), setup)?;
        table.put(&balls)?;
        Ok(table)
    }

    /// A table without balls, scaled for these balls.
    fn empty<'a>(
        balls: impl Iterator<Item = &'a TableBall<V>>,
        setup: &Setup<V>,
    ) -> Result<Self, TableError> {
        let (mut size, mut speed) = (0.0, 0.0);
        for ball in balls {
            let around = ball.center.to_double().abs().max_element() + ball.radius.to_f64();
            size = Scalar::max(size, around);
            speed = Scalar::max(speed, ball.velocity.to_double().abs().max_element());
        }
        match &setup.space {
            Space::Open => {}
            Space::Boxed { bounds, .. } => {
                let far = bounds.min.abs().max(bounds.max.abs()).max_element();
                size = Scalar::max(size, far.to_f64());
            }
            Space::Periodic(period) => {
                size = Scalar::max(size, period.abs().max_element().to_f64())
            }
        }
        if !setup.time.is_finite() {
            return Err(TableError::Space {
                what: "the time at the start must be finite",
            });
        }
        let length = Scalar::power_of_two(size);
        let (friction, gravity) = law(setup)?;
        // The speed after a fall through the whole table.
        let falling = Scalar::sqrt(gravity.abs().max_element() / length) * length;
        let speed = Scalar::max(speed, falling);
        let units = Units {
            length,
            window: if speed > 0.0 {
                Scalar::power_of_two(length / speed)
            } else {
                1.0
            },
            start: setup.time,
        };
        let per_window = |x: f64| x / length * units.window * units.window;
        let law = Law {
            friction: per_window(friction),
            gravity: V::Double::from_f64(gravity.to_f64().map(per_window)),
        };
        if !(law.friction <= RANGE && law.gravity.abs().max_element() <= RANGE) {
            return Err(TableError::Space {
                what: "friction and gravity must be less unlike the balls' sizes and speeds",
            });
        }
        Self::bare(&setup.walls, &setup.space, law, units, Moment::START)
    }

    /// Walls and space, without balls.
    fn bare(
        walls: &[Wall<V>],
        space: &Space<V>,
        law: Law<V::Double>,
        units: Units,
        now: Moment,
    ) -> Result<Self, TableError> {
        let scaled = scaled_space(space, units.length, walls.is_empty())?;
        let pieces = pieces::pieces(walls, units.length)?;
        let mut engine = Engine::new(scaled, pieces, now);
        let bends = law.friction > 0.0 || law.gravity != V::Double::ZERO;
        engine.law = bends.then_some(law);
        Ok(Self {
            engine,
            units,
            places: BTreeMap::new(),
            walls: walls.to_vec(),
            space: *space,
            events: 0,
            stopped: None,
            quiet: false,
        })
    }

    /// Inserts balls that have been checked.
    fn put(&mut self, balls: &[(u32, TableBall<V>)]) -> Result<(), TableError> {
        // The first invalid ball is reported. As a fast one can shorten the windows, all are scaled again after that.
        for (id, ball) in balls {
            self.placed(*id, ball)?;
        }
        let mut places = alloc::vec![0; balls.len()];
        for number in near_ones_together(balls.iter().map(|(_, ball)| ball.center.to_double())) {
            let (id, ball) = &balls[number];
            let placed = self.placed(*id, ball)?;
            let body = Body {
                id: *id,
                mass: ball.mass.to_f64(),
                restitution: ball.restitution.to_f64(),
                image: [0.0; 3],
                rest: [0.0; 3],
                at_once: 0,
                present: true,
            };
            let radius = ball.radius.to_f64() / self.units.length;
            places[number] = self.seat(placed, radius, body)?;
        }
        self.join(&places)
    }

    /// Gives a ball an index; it takes part once it is [activated](Self::activate).
    fn seat(
        &mut self,
        flight: Flight<V::Double>,
        radius: f64,
        body: Body,
    ) -> Result<u32, TableError> {
        let Entry::Vacant(entry) = self.places.entry(body.id) else {
            return Err(TableError::Taken { ball: body.id });
        };
        let place = self.engine.put(flight, radius, body);
        entry.insert(place);
        Ok(place)
    }

    /// Activates the balls at these indices, if they overlap nothing.
    fn join(&mut self, places: &[u32]) -> Result<(), TableError> {
        let mut in_memory = places.to_vec();
        in_memory.sort_unstable();
        self.engine.join(&in_memory);
        places.iter().try_for_each(|place| self.check_room(*place))
    }

    /// The trajectory of a new ball, in units of the table.
    fn placed(&mut self, id: u32, ball: &TableBall<V>) -> Result<Flight<V::Double>, TableError> {
        let error = |what, must| {
            Err(TableError::Ball {
                ball: id,
                what,
                must,
            })
        };
        let place = ball.center.to_double() * (1.0 / self.units.length);
        if place.abs().max_element() > RANGE {
            return error("center", "less far from the others");
        }
        let radius = ball.radius.to_f64() / self.units.length;
        if !(1.0 / RANGE..RANGE).contains(&radius) {
            return error("radius", "less unlike the others");
        }
        match self.engine.space {
            engine::Space::Open => {}
            engine::Space::Boxed { min, max, .. } => {
                let slack = TOUCHING * V::Scalar::EPSILON.to_f64();
                let reach = V::Double::splat(radius - slack);
                let inside = place.max(min + reach) == place && place.min(max - reach) == place;
                if !inside {
                    return Err(TableError::Outside { ball: id });
                }
            }
            engine::Space::Periodic(period) => {
                if (0..V::DIM).any(|axis| radius > PERIOD * period[axis]) {
                    return error("radius", "at most 0.24 periods");
                }
            }
        }
        let velocity = self.scaled_velocity(id, ball.velocity)?;
        Ok(Flight {
            place,
            velocity,
            since: self.engine.now,
        })
    }

    /// A velocity in units of the table; shortens the time windows if it is too fast for them.
    fn scaled_velocity(&mut self, id: u32, velocity: V) -> Result<V::Double, TableError> {
        let velocity = velocity.to_double();
        let fastest = velocity.abs().max_element() / self.units.length * self.units.window;
        if fastest > RANGE {
            return Err(TableError::Ball {
                ball: id,
                what: "velocity",
                must: "less unlike the others",
            });
        }
        self.shorten_windows(fastest);
        Ok(velocity * (1.0 / self.units.length) * self.units.window)
    }

    /// Shortens the time windows until this speed, in units of the table, is no longer fast. It costs a new prediction
    /// for each ball.
    fn shorten_windows(&mut self, fastest: f64) {
        if fastest <= FAST {
            return;
        }
        let mut halvings = (Scalar::power_of_two(fastest).to_bits() >> 52) as u32 - 1023;
        // The shorter windows must still be able to count the time that has passed.
        halvings = halvings.min(self.engine.now.most_halvings());
        while halvings > 0 {
            let step = halvings.min(32);
            self.engine.finer(step);
            self.units.window /= (1_u64 << step) as f64;
            halvings -= step;
        }
    }

    /// Checks that an inserted ball overlaps nothing.
    fn check_room(&self, place: u32) -> Result<(), TableError> {
        let now = self.engine.now;
        let i = place as usize;
        let id = self.engine.bodies[i].id;
        let largest = self.engine.flights[i].place.abs().max_element() + self.engine.radii[i];
        let slack = TOUCHING * V::Scalar::EPSILON.to_f64() * largest;
        if let Some((depth, with)) = self.engine.deepest(place, now)
            && depth > slack
        {
            let depth = depth * self.units.length;
            return Err(match with {
                With::Ball(other) => {
                    let other = self.engine.bodies[other as usize].id;
                    TableError::Overlap {
                        ball: id.min(other),
                        other: id.max(other),
                        depth,
                    }
                }
                With::Wall(wall) => TableError::InWall {
                    ball: id,
                    wall,
                    depth,
                },
            });
        }
        // A ball inside a solid can be far from its surface.
        let Some(ball) = self.ball(BallId(id)) else {
            return Ok(());
        };
        let ball = ball.ball();
        for (number, wall) in (0..).zip(&self.walls) {
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

    /// Inserts a ball now. Its id is one more than the highest; if that is taken up, the lowest free one.
    ///
    /// # Errors
    /// As [`new`](Self::new); the table is then unchanged.
    pub fn add(&mut self, ball: TableBall<V>) -> Result<BallId, TableError> {
        let next = match self.places.last_key_value() {
            None => Some(0),
            Some((&u32::MAX, _)) => (0..u32::MAX).find(|id| !self.places.contains_key(id)),
            Some((last, _)) => Some(last + 1),
        };
        let next = next.ok_or(TableError::Taken { ball: u32::MAX })?;
        self.insert(BallId(next), ball)?;
        Ok(BallId(next))
    }

    /// Inserts a ball now, under this id.
    ///
    /// # Errors
    /// As [`new`](Self::new); or the id is taken. The table is then unchanged.
    pub fn insert(&mut self, id: BallId, ball: TableBall<V>) -> Result<(), TableError> {
        check(id.0, &ball)?;
        if self.places.contains_key(&id.0) {
            return Err(TableError::Taken { ball: id.0 });
        }
        self.change();
        let put = self.put(&[(id.0, ball)]);
        if put.is_err() {
            self.remove(id);
        }
        put
    }

    /// Removes a ball now and returns it as it was; `None` if there is no such ball.
    pub fn remove(&mut self, id: BallId) -> Option<TableBall<V>> {
        let ball = self.ball(id)?;
        self.change();
        let place = self.places.remove(&id.0)?;
        self.engine.take(place);
        Some(ball)
    }

    /// Sets a ball's velocity, length/s, now.
    ///
    /// # Errors
    /// There is no such ball; the velocity is not finite.
    pub fn set_velocity(&mut self, id: BallId, velocity: V) -> Result<(), TableError> {
        let missing = TableError::NoSuchBall { ball: id.0 };
        let place = *self.places.get(&id.0).ok_or(missing)?;
        if !velocity.is_finite() {
            return Err(TableError::Ball {
                ball: id.0,
                what: "velocity",
                must: "finite",
            });
        }
        self.change();
        let velocity = self.scaled_velocity(id.0, velocity)?;
        self.engine.turn(place, velocity);
        Ok(())
    }

    /// The complete state of the table.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot<V> {
        let stored = |(id, place): (&u32, &u32)| {
            let i = *place as usize;
            let (flight, body) = (&self.engine.flights[i], &self.engine.bodies[i]);
            let course = self
                .engine
                .courses
                .get(i)
                .copied()
                .unwrap_or(Course::STRAIGHT);
            Stored {
                id: *id,
                place: flight.place,
                velocity: flight.velocity,
                since: flight.since.parts(),
                radius: self.engine.radii[i],
                mass: if body.mass.is_finite() {
                    body.mass
                } else {
                    -1.0
                },
                restitution: body.restitution,
                image: body.image,
                rest: body.rest,
                at_once: body.at_once,
                acceleration: course.acceleration,
                stops: stored_time(course.stops),
                held: course.held,
                passed: course.passed,
                settling: course.settling,
                rests: course.rests,
                check: stored_time(course.check),
            }
        };
        let law = self.engine.law.unwrap_or(Law {
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
            space: self.space,
            units: [length, window, start],
            friction: law.friction,
            gravity: law.gravity,
            now: self.engine.now.parts(),
            events: self.events,
            overlap: self.engine.overlap,
            stopped: self.stopped,
            balls: self.places.iter().map(stored).collect(),
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
        let broken = |what| TableError::Space { what };
        let [length, window, start] = stored.units;
        let is_power = |x: f64| x > 0.0 && Scalar::power_of_two(x) == x;
        if !is_power(length) || !is_power(window) || !start.is_finite() {
            return Err(broken("the stored units must be powers of two"));
        }
        let moment = |parts| Moment::from_parts(parts).ok_or(broken("a stored moment is none"));
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
            return Err(broken("the stored friction or gravity is none"));
        }
        let mut table = Self::bare(&stored.walls, &stored.space, law, units, now)?;
        (table.events, table.stopped) = (stored.events, stored.stopped);
        table.engine.overlap = stored.overlap;
        let mut places = Vec::new();
        for number in near_ones_together(stored.balls.iter().map(|ball| ball.place)) {
            let ball = &stored.balls[number];
            let since = moment(ball.since)?;
            let mass = if ball.mass == -1.0 {
                f64::INFINITY
            } else {
                ball.mass
            };
            let flight = Flight {
                place: ball.place,
                velocity: ball.velocity,
                since,
            };
            let body = Body {
                id: ball.id,
                mass,
                restitution: ball.restitution,
                image: ball.image,
                rest: ball.rest,
                at_once: ball.at_once,
                present: true,
            };
            let in_range = |v: V::Double| v.abs().max_element() <= RANGE;
            let plain = TableBall {
                center: V::ZERO,
                radius: V::Scalar::ONE,
                velocity: V::ZERO,
                mass: V::Scalar::from_f64(mass),
                restitution: V::Scalar::from_f64(ball.restitution),
            };
            check(ball.id, &plain)?;
            let size = (1.0 / RANGE..RANGE).contains(&ball.radius);
            // At most half a last digit.
            let fastest = ball.velocity.abs().max_element();
            let is_rest = |rest: &f32| f64::from(*rest).abs() <= fastest * f64::EPSILON;
            if !ball.rest.iter().all(is_rest)
                || !size
                || !in_range(ball.place)
                || !in_range(ball.velocity)
                || since > now
            {
                return Err(broken("a stored ball has numbers that no ball has"));
            }
            let course = Course {
                acceleration: ball.acceleration,
                stops: from_stored(ball.stops),
                held: ball.held,
                passed: ball.passed,
                settling: ball.settling,
                rests: ball.rests,
                check: from_stored(ball.check),
            };
            let is_time = |t: f64| t >= 0.0;
            if !in_range(course.acceleration) || !is_time(course.stops) || !is_time(course.check) {
                return Err(broken("a stored ball has numbers that no ball has"));
            }
            let place = table.seat(flight, ball.radius, body)?;
            if let Some(own) = table.engine.courses.get_mut(place as usize) {
                *own = course;
            }
            places.push(place);
        }
        if !places.is_empty() {
            table.join(&places)?;
        }
        Ok(table)
    }

    /// Before a change by the user: returns from predictions made ahead, and clears the status.
    fn change(&mut self) {
        self.engine.come_back();
        self.quiet = false;
        if self.stopped.take().is_some() {
            self.engine.forgive();
        }
    }

    /// The time now, s.
    #[must_use]
    pub fn time(&self) -> f64 {
        self.told_time(self.engine.now)
    }

    fn told_time(&self, at: Moment) -> f64 {
        self.units.start + at.windows() * self.units.window
    }

    /// The number of events so far.
    #[must_use]
    pub fn events(&self) -> u64 {
        self.events
    }

    /// Time and partners of the next event, without executing it; `None` in the same cases as
    /// [`step_event`](Self::step_event), which executes this event.
    ///
    /// Same cost as finding the event; the result is cached for [`step_event`](Self::step_event). With friction or
    /// gravity, a ball may first come to rest or slide over an edge; the event is then found on a copy of the table.
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
        let ball = if self.engine.law.is_none() {
            self.engine.peek()?
        } else if let Some(next) = self.engine.peek_curved() {
            next?
        } else {
            // A ball that comes to rest first changes all that follows; only a copy can show how.
            let event = self.clone().step_event()?;
            return Some((event.time, event.a, event.with));
        };
        let (a, with) = self.named(ball, self.engine.with(ball));
        Some((self.told_time(self.engine.at(ball)), a, with))
    }

    /// Advances to the next event and executes it. `None` if there is none; [`status`](Self::status) gives the reason.
    /// With friction the time is then the moment at which the last ball rests. Also `None` if the search gives up
    /// ([`Status::Inconclusive`]): balls that almost never meet, or fall forever.
    pub fn step_event(&mut self) -> Option<Event<V>> {
        self.step(Moment::NEVER, Self::told)
    }

    /// The same up to a moment, which becomes the time of the table if no event comes before, unless it is `NEVER`.
    /// Returns `report` of the event.
    fn step<T>(
        &mut self,
        until: Moment,
        tell: impl Fn(&Self, &Happened<V::Double>) -> T,
    ) -> Option<T> {
        self.quiet = false;
        while self.stopped.is_none() {
            let Some(ball) = self.engine.first(until) else {
                if self.engine.gave_up {
                    self.quiet = true;
                    self.engine.now = self.engine.ahead;
                } else if !until.is_never() {
                    self.engine.now = until;
                } else if let Some(stop) = self.engine.last_stop() {
                    self.engine.now = stop;
                }
                break;
            };
            if let Some(happened) = self.engine.happen(ball) {
                self.events += 1;
                if let Some(many) = happened.too_many {
                    let ball = BallId(self.engine.bodies[many.ball as usize].id);
                    self.stopped = Some(if many.inelastic {
                        Status::Collapse { ball }
                    } else {
                        Status::Limit { ball }
                    });
                }
                let told = tell(self, &happened);
                self.shorten_windows(self.engine.fastest);
                return Some(told);
            }
        }
        None
    }

    /// The same up to a time. Updates the moment of that time after an event that shortened the windows.
    fn step_to<T>(
        &mut self,
        time: f64,
        until: &mut Moment,
        tell: impl Fn(&Self, &Happened<V::Double>) -> T,
    ) -> Option<T> {
        let window = self.units.window;
        let event = self.step(*until, tell);
        if self.units.window != window {
            *until = self.moment_of(time);
        }
        if until.is_never() {
            // It was within the clock before the windows became so short.
            *until = Moment::LAST.later(self.engine.now);
        }
        self.quiet |= event.is_none() && *until == Moment::LAST;
        event
    }

    fn told(&self, happened: &Happened<V::Double>) -> Event<V> {
        let (a, with) = self.named(happened.ball, happened.with);
        let length = happened.arm.length();
        let mut normal = happened.arm / length;
        if a.0 != self.engine.bodies[happened.ball as usize].id {
            normal = -normal;
        }
        let speed = happened.closing / length * self.units.length / self.units.window;
        Event {
            time: self.told_time(happened.at),
            a,
            with,
            normal: V::from_double(normal),
            speed: V::Scalar::from_f64(speed),
        }
    }

    fn named(&self, ball: u32, with: With) -> (BallId, Partner) {
        let id = self.engine.bodies[ball as usize].id;
        match with {
            With::Ball(other) => {
                let other = self.engine.bodies[other as usize].id;
                (BallId(id.min(other)), Partner::Ball(BallId(id.max(other))))
            }
            With::Wall(wall) => (BallId(id), Partner::Wall(wall)),
        }
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
            self.step_to(time, &mut until, Self::told)
        }))
    }

    /// The moment of a future time.
    fn moment(&self, time: f64) -> Result<Moment, TableError> {
        let now = self.time();
        if !(time >= now && time.is_finite()) {
            return Err(TableError::Past { now, until: time });
        }
        let at = self.moment_of(time);
        if at.is_never() {
            let last = self.told_time(Moment::LAST);
            return Err(TableError::Late { last, until: time });
        }
        // `time()` is rounded, so that the moment of it can be slightly before now.
        Ok(self.engine.now.later(at))
    }

    fn moment_of(&self, time: f64) -> Moment {
        Moment::new((time - self.units.start) / self.units.window)
    }

    /// The status of the table: stopped by too many events, at rest, given up for now ([`Status::Inconclusive`]), or
    /// else [`Status::Done`].
    #[must_use]
    pub fn status(&self) -> Status {
        match self.stopped {
            Some(status) => status,
            None if self.engine.is_at_rest() => Status::AtRest,
            None if self.quiet => Status::Inconclusive,
            None => Status::Done,
        }
    }

    /// The number of balls.
    #[must_use]
    pub fn len(&self) -> usize {
        self.engine.count()
    }

    /// Whether there are no balls.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.engine.count() == 0
    }

    /// A ball as it is now; `None` if there is no such ball. In periodic space its center is not wrapped.
    #[must_use]
    pub fn ball(&self, id: BallId) -> Option<TableBall<V>> {
        let i = *self.places.get(&id.0)? as usize;
        let body = &self.engine.bodies[i];
        Some(TableBall {
            center: V::from_double(self.place(i)),
            radius: V::Scalar::from_f64(self.engine.radii[i] * self.units.length),
            velocity: V::from_double(self.velocity(i)),
            mass: V::Scalar::from_f64(body.mass),
            restitution: V::Scalar::from_f64(body.restitution),
        })
    }

    /// All balls as they are now, in the order of their ids.
    pub fn balls(&self) -> impl Iterator<Item = (BallId, TableBall<V>)> + '_ {
        let ids = self.places.keys().map(|id| BallId(*id));
        ids.filter_map(|id| Some((id, self.ball(id)?)))
    }

    /// A ball's center in double precision, as the table stores it.
    #[must_use]
    pub fn center(&self, id: BallId) -> Option<V::Double> {
        Some(self.place(*self.places.get(&id.0)? as usize))
    }

    /// A ball's velocity in double precision, length/s.
    #[must_use]
    pub fn velocity_of(&self, id: BallId) -> Option<V::Double> {
        Some(self.velocity(*self.places.get(&id.0)? as usize))
    }

    fn place(&self, i: usize) -> V::Double {
        let mut place = self.engine.place(i, self.engine.now);
        if let Some(period) = self.engine.space.period() {
            let image = self.engine.bodies[i].image;
            let shift = core::array::from_fn(|axis| image[axis] * period.to_f64()[axis]);
            place += V::Double::from_f64(shift);
        }
        place * self.units.length
    }

    fn velocity(&self, i: usize) -> V::Double {
        let velocity = self.engine.velocity(i, self.engine.now);
        let Units { length, window, .. } = self.units;
        let unit = length / window;
        if unit.is_normal() {
            velocity * unit
        } else {
            // The unit overflows or underflows, though the velocity may not.
            velocity / window * length
        }
    }

    /// Indices and masses of all balls of finite mass.
    fn bodies(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        let mass = |i: usize| (i, self.engine.bodies[i].mass);
        let places = self.places.values().map(|place| *place as usize);
        places.map(mass).filter(|(_, mass)| mass.is_finite())
    }

    /// Kinetic energy Σ ½ m v² of all balls of finite mass, in the order of their ids; with gravity g, Σ ½ m v² − m
    /// g·x.
    #[must_use]
    pub fn energy(&self) -> f64 {
        let energies = self
            .bodies()
            .map(|(i, mass)| 0.5 * mass * self.velocity(i).length_squared());
        let kinetic: f64 = energies.sum();
        match self.engine.law {
            Some(law) if law.is_gravity() => {
                let gravity =
                    law.gravity * (self.units.length / self.units.window / self.units.window);
                let heights = self
                    .bodies()
                    .map(|(i, mass)| mass * gravity.dot(self.place(i)));
                kinetic - heights.sum::<f64>()
            }
            _ => kinetic,
        }
    }

    /// Momentum Σ m v of the same balls.
    #[must_use]
    pub fn momentum(&self) -> V::Double {
        let momenta = self.bodies().map(|(i, mass)| self.velocity(i) * mass);
        momenta.fold(V::Double::ZERO, |all, one| all + one)
    }

    /// Angular momentum Σ m x × v of the same balls about the origin; in 2D only the third component.
    #[must_use]
    pub fn angular_momentum(&self) -> [f64; 3] {
        let mut sum = [0.0; 3];
        for (i, mass) in self.bodies() {
            let [x, y, z] = self.place(i).to_f64();
            let [vx, vy, vz] = self.velocity(i).to_f64();
            sum[0] += mass * (y * vz - z * vy);
            sum[1] += mass * (z * vx - x * vz);
            sum[2] += mass * (x * vy - y * vx);
        }
        sum
    }

    /// The greatest overlap at any collision so far, of two balls or of a ball and a wall, as a fraction of the sum of
    /// their radii.
    #[must_use]
    pub fn max_overlap(&self) -> f64 {
        self.engine.overlap
    }

    /// The greatest overlap of any two balls now, as a fraction of the sum of their radii: negative if all are apart,
    /// minus infinity if none are near each other. Costs a test of all neighbors.
    #[must_use]
    pub fn overlap(&self) -> f64 {
        self.engine.overlap_now(self.engine.now)
    }
}

/// The indices of positions along a Morton curve, so that near balls are near in memory. No result depends on it.
fn near_ones_together<D: Vector<Scalar = f64>>(
    places: impl ExactSizeIterator<Item = D> + Clone,
) -> impl Iterator<Item = usize> {
    let bounds = Aabb::of_points(places.clone());
    let size = bounds.max - bounds.min;
    let mut keys: Vec<(u64, usize)> = (places.enumerate())
        .map(|(number, place)| {
            let mut key = 0;
            for axis in 0..D::DIM {
                // NaN becomes 0.
                let part = (place[axis] - bounds.min[axis]) / size[axis] * 65_535.0;
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
fn check<V: Vector>(id: u32, ball: &TableBall<V>) -> Result<(), TableError> {
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

/// Infinite times are stored as −1: not every format has infinity.
fn stored_time(t: f64) -> f64 {
    if t < f64::INFINITY { t } else { -1.0 }
}

fn from_stored(t: f64) -> f64 {
    if t < 0.0 { f64::INFINITY } else { t }
}

/// Friction and gravity, at most one of which is not zero.
fn law<V: Vector>(setup: &Setup<V>) -> Result<(f64, V::Double), TableError> {
    let error = |what| Err(TableError::Space { what });
    let friction = setup.friction.to_f64();
    if !(friction >= 0.0 && friction.is_finite()) {
        return error("the friction must be finite and not negative");
    }
    if !setup.gravity.is_finite() {
        return error("the gravity must be finite");
    }
    if friction > 0.0 && setup.gravity != V::ZERO {
        return error("friction and gravity exclude each other: what flies does not roll");
    }
    Ok((friction, setup.gravity.to_double()))
}

/// A space in units of a table.
fn scaled_space<V: Vector>(
    space: &Space<V>,
    length: f64,
    is_without_walls: bool,
) -> Result<engine::Space<V::Double>, TableError> {
    let error = |what| Err(TableError::Space { what });
    let scaled = |v: &V| v.to_double() * (1.0 / length);
    match space {
        Space::Open => Ok(engine::Space::Open),
        Space::Boxed {
            bounds,
            restitution,
        } => {
            let restitution = restitution.to_f64();
            if !(0.0..=1.0).contains(&restitution) {
                return error("the restitution of the box must be in 0..=1");
            }
            if !bounds.is_valid() || (0..V::DIM).any(|axis| bounds.min[axis] >= bounds.max[axis]) {
                return error("the box must be finite and wider than 0 along each axis");
            }
            Ok(engine::Space::Boxed {
                min: scaled(&bounds.min),
                max: scaled(&bounds.max),
                restitution,
            })
        }
        Space::Periodic(period) => {
            if !is_without_walls {
                return error("space that repeats has no walls");
            }
            let positive = |axis| period[axis] > V::Scalar::ZERO;
            if !period.is_finite() || !(0..V::DIM).all(positive) {
                return error("periods must be finite and more than 0");
            }
            Ok(engine::Space::Periodic(scaled(period)))
        }
    }
}

/// Whether a shape has an inner region away from its surface.
fn is_solid<V: Vector>(part: &Shape<V>) -> bool {
    match part {
        Shape::Hull(_) | Shape::Aabb(_) => true,
        Shape::Triangle(_) => V::DIM == 2,
        _ => false,
    }
}
