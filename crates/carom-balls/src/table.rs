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
//! Events are ordered by time. At one moment, collisions of two balls come before collisions with walls, and these before
//! [regions](Region); among them the
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
//! # Walls that move
//!
//! Between keyframes a [wall](WallMotion) shifts and rotates at constant rates. Its touches are found by steps that never
//! pass the first one; times of its keyframes have the rounding of the time since the start. Balls never move it, and no
//! ball rests on it: a ball that it pushes, or that gravity pulls onto it, leaves it at least as fast as it takes to rise
//! 2⁻¹⁴ radii. [`Table::move_wall`] changes a motion during the run. A ball without room between it and other walls ends the run with [`Status::Squeezed`]; rows of balls that
//! it compresses end in `Collapse` or in ever more events. Each ball lists the walls and regions that can come near it, so that hundreds
//! of them cost as much as a few. A search for touches that spends the work budget is [`Status::Inconclusive`].
//!
//! # How a run ends
//!
//! Balls that lose energy can collide infinitely often in finite time, for instance three on a line (inelastic
//! collapse). The run then ends with [`Status::Collapse`]: a ball had more events at one moment than possible
//! otherwise, or had repeated events at one moment until its closing speed was below the rounding of velocities.

pub(crate) mod arc;
mod balls;
mod build;
mod cell_hierarchy;
mod clock;
mod conserved;
mod convex_hull;
mod dynamics;
mod error;
mod impact;
mod impulse;
mod move_wall;
mod moving_wall;
mod neighbor_lists;
mod queue;
mod region;
mod resting;
mod restore;
mod run;
mod setup;
mod shape_cores;
mod simulation;
mod snapshot;
mod status;
mod time_bound;
mod trajectory;
mod uniform_grid;
mod units;
mod wall_feature;
mod wall_features;
mod wall_motion;

pub use error::TableError;
pub use impact::{Impact, bounce, impact};
pub use region::Region;
pub use setup::{Setup, Space, TableBall, Wall};
pub use snapshot::Snapshot;
pub use status::{BallId, Event, Partner, Status};
pub use wall_motion::{Keyframe, WallMotion};

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use carom_math::{Scalar, Vector};
use clock::Moment;
use simulation::Simulation;
use units::Units;

/// An event-driven simulation of balls, walls and space.
///
/// Collisions allocate nothing once neighbor lists have the room that they need.
///
/// ```
/// use carom::table::{Setup, Status, Table, TableBall};
/// use carom::glam::dvec2;
/// let ball = |x: f64, v: f64| TableBall::new(dvec2(x, 0.), 0.5).with_velocity(dvec2(v, 0.));
/// let balls = vec![ball(0., 1.), ball(5., -1.)];
/// let mut table = Table::new(&Setup { balls, ..Setup::default() })?;
/// assert_eq!(table.advance_to(10.)?, Status::Done);
/// // They have collided once, without loss.
/// assert_eq!((table.events(), table.energy()), (1, 1.));
/// # Ok::<(), carom::table::TableError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Table<V: Vector> {
    simulation: Simulation<V::Double>,
    units: Units,
    /// Index of each ball in the simulation, by id.
    indices: BTreeMap<u32, u32>,
    walls: Vec<Wall<V>>,
    regions: Vec<Region<V>>,
    space: Space<V>,
    events: u64,
    stopped: Option<Status>,
    /// The last run ended early because the search gave up.
    inconclusive: bool,
}

impl<V: Vector> Table<V> {
    /// The number of balls.
    #[must_use]
    pub fn len(&self) -> usize {
        self.simulation.balls.count
    }

    /// Whether there are no balls.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.simulation.balls.count == 0
    }

    /// The time now, s.
    #[must_use]
    pub fn time(&self) -> f64 {
        self.time_of(self.simulation.now)
    }

    /// The number of events so far.
    #[must_use]
    pub fn events(&self) -> u64 {
        self.events
    }

    /// A ball as it is now; `None` if there is no such ball. In periodic space its center is not wrapped.
    #[must_use]
    pub fn ball(&self, id: BallId) -> Option<TableBall<V>> {
        let i = *self.indices.get(&id.0)? as usize;
        let body = &self.simulation.balls.bodies[i];
        Some(TableBall {
            center: V::from_double(self.position(i)),
            radius: V::Scalar::from_f64(self.simulation.balls.radii[i] * self.units.length),
            velocity: V::from_double(self.velocity(i)),
            mass: V::Scalar::from_f64(body.mass),
            restitution: V::Scalar::from_f64(body.restitution),
        })
    }

    /// All balls as they are now, in the order of their ids.
    pub fn balls(&self) -> impl Iterator<Item = (BallId, TableBall<V>)> + '_ {
        let ids = self.indices.keys().map(|id| BallId(*id));
        ids.filter_map(|id| Some((id, self.ball(id)?)))
    }

    /// A ball's center in double precision, as the table stores it.
    #[must_use]
    pub fn center(&self, id: BallId) -> Option<V::Double> {
        Some(self.position(*self.indices.get(&id.0)? as usize))
    }

    /// A ball's velocity in double precision, length/s.
    #[must_use]
    pub fn velocity_of(&self, id: BallId) -> Option<V::Double> {
        Some(self.velocity(*self.indices.get(&id.0)? as usize))
    }

    /// Whether a ball's center is inside a region; false if there is no such ball or region.
    ///
    /// ```
    /// use carom::table::{BallId, Region, Setup, Table, TableBall};
    /// use carom::{Ball, glam::{DVec2, dvec2}};
    /// let mut table = Table::new(&Setup {
    ///     balls: vec![TableBall::new(DVec2::ZERO, 0.5).with_velocity(dvec2(2., 0.))],
    ///     regions: vec![Region::new(Ball::new(dvec2(4., 0.), 1.))],
    ///     ..Setup::default()
    /// })?;
    /// table.advance_to(2.)?;
    /// assert!(table.is_inside(BallId(0), 0));
    /// table.advance_to(3.)?;
    /// assert!(!table.is_inside(BallId(0), 0));
    /// assert_eq!((table.regions().len(), table.walls().len()), (1, 0));
    /// # Ok::<(), carom::table::TableError>(())
    /// ```
    #[must_use]
    pub fn is_inside(&self, id: BallId, region: u32) -> bool {
        let visit = (self.indices.get(&id.0)).and_then(|i| self.simulation.visits.get(*i as usize));
        let regions = &self.simulation.walls.regions;
        visit.is_some_and(|visit| {
            (visit.inside.iter()).any(|part| regions[*part as usize].region == region)
        })
    }

    /// The walls, with the motions that they have now.
    #[must_use]
    pub fn walls(&self) -> &[Wall<V>] {
        &self.walls
    }

    /// The regions.
    #[must_use]
    pub fn regions(&self) -> &[Region<V>] {
        &self.regions
    }

    fn time_of(&self, at: Moment) -> f64 {
        self.units.start + at.windows() * self.units.window
    }

    fn position(&self, i: usize) -> V::Double {
        let mut position = self.simulation.balls.position(i, self.simulation.now);
        if let Some(period) = self.simulation.balls.period {
            let image = self.simulation.balls.bodies[i].image;
            let shift = core::array::from_fn(|axis| image[axis] * period.to_f64()[axis]);
            position += V::Double::from_f64(shift);
        }
        position * self.units.length
    }

    fn velocity(&self, i: usize) -> V::Double {
        let velocity = self.simulation.balls.velocity(i, self.simulation.now);
        let Units { length, window, .. } = self.units;
        let unit = length / window;
        if unit.is_normal() {
            velocity * unit
        } else {
            // The unit overflows or underflows, though the velocity may not.
            velocity / window * length
        }
    }
}
