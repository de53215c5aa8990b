//! Construction of a table from a setup.

use super::balls::check;
use super::clock::Moment;
use super::dynamics::Law;
use super::error::TableError;
use super::region::{Region, region_parts};
use super::setup::{Setup, Space, TableBall, Wall};
use super::simulation::{Domain, Simulation};
use super::units::{RANGE, Units};
use super::{Table, wall_features};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use carom_math::{Scalar, Vector};

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
    /// ```
    /// use carom::table::{BallId, Setup, Table, TableBall};
    /// use carom::glam::dvec2;
    /// let balls = [(7, 0.), (3, 5.)].map(|(id, x)| (id, TableBall::new(dvec2(x, 0.), 0.5)));
    /// let table = Table::with_ids(balls, &Setup::default())?;
    /// assert!(!table.is_empty());
    /// assert_eq!(table.center(BallId(3)), Some(dvec2(5., 0.)));
    /// # Ok::<(), carom::table::TableError>(())
    /// ```
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
        table.place(&balls)?;
        Ok(table)
    }

    /// A table without balls, scaled for these balls.
    pub(super) fn empty<'a>(
        balls: impl Iterator<Item = &'a TableBall<V>>,
        setup: &Setup<V>,
    ) -> Result<Self, TableError> {
        let [size, speed] = measured(balls, setup);
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
                what: "friction and gravity must be closer in magnitude to the sizes and speeds of the balls",
            });
        }
        Self::bare(
            &setup.walls,
            &setup.regions,
            &setup.space,
            law,
            units,
            Moment::START,
        )
    }

    /// Walls and space, without balls.
    pub(super) fn bare(
        walls: &[Wall<V>],
        regions: &[Region<V>],
        space: &Space<V>,
        law: Law<V::Double>,
        units: Units,
        now: Moment,
    ) -> Result<Self, TableError> {
        let domain = scaled_domain(space, units.length, walls.is_empty() && regions.is_empty())?;
        let mut solid = wall_features::wall_features(walls, domain, &units)?;
        solid.regions = region_parts(regions, &units)?;
        solid.place_others();
        let bends = law.friction > 0.0 || law.gravity != V::Double::ZERO;
        Ok(Self {
            simulation: Simulation::new(solid, bends.then_some(law), now),
            units,
            indices: BTreeMap::new(),
            walls: walls.to_vec(),
            regions: regions.to_vec(),
            space: *space,
            events: 0,
            stopped: None,
            inconclusive: false,
        })
    }
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
        return error("friction and gravity exclude each other: a falling ball does not roll");
    }
    Ok((friction, setup.gravity.to_double()))
}

/// A space in units of a table.
fn scaled_domain<V: Vector>(
    space: &Space<V>,
    length: f64,
    is_without_walls: bool,
) -> Result<Domain<V::Double>, TableError> {
    let error = |what| Err(TableError::Space { what });
    let scaled = |v: &V| v.to_double() * (1.0 / length);
    match space {
        Space::Open => Ok(Domain::Open),
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
            Ok(Domain::Boxed {
                min: scaled(&bounds.min),
                max: scaled(&bounds.max),
                restitution,
            })
        }
        Space::Periodic(period) => {
            if !is_without_walls {
                return error("periodic space has no walls and no regions");
            }
            let positive = |axis| period[axis] > V::Scalar::ZERO;
            if !period.is_finite() || !(0..V::DIM).all(positive) {
                return error("periods must be finite and more than 0");
            }
            Ok(Domain::Periodic(scaled(period)))
        }
    }
}

/// The largest coordinate, and the largest speed.
fn measured<'a, V: Vector>(
    balls: impl Iterator<Item = &'a TableBall<V>>,
    setup: &Setup<V>,
) -> [f64; 2] {
    let (mut size, mut speed) = (0.0, 0.0);
    for ball in balls {
        let around = ball.center.to_double().abs().max_element() + ball.radius.to_f64();
        size = Scalar::max(size, around);
        speed = Scalar::max(speed, ball.velocity.to_double().abs().max_element());
    }
    for wall in &setup.walls {
        speed = Scalar::max(speed, wall.kick.to_f64());
    }
    match &setup.space {
        Space::Open => {}
        Space::Boxed { bounds, .. } => {
            let far = bounds.min.abs().max(bounds.max.abs()).max_element();
            size = Scalar::max(size, far.to_f64());
        }
        Space::Periodic(period) => size = Scalar::max(size, period.abs().max_element().to_f64()),
    }
    [size, speed]
}
