//! A table with its balls, cue and models.

use super::cue::Cue;
use super::cushion_impact::nose_angle;
use super::cushions::{Cushion, Layout, Pocket};
use super::error::BilliardsError;
use super::models::Models;
use super::pool_ball::PoolBall;
use super::rack::Rack;
use super::spec::TableSpec;
use alloc::vec::Vec;

/// Most balls on a table: more than any game has (snooker: 22). A shot compares each with each.
pub const MAX_BALLS: usize = 64;

/// All that a table is made of.
///
/// ```
/// use carom::billiards::{PoolSetup, PoolTable, Rack, TableSpec};
/// let spec = TableSpec::POOL_8_FT;
/// let table = PoolTable::new(&PoolSetup {
///     spec,
///     balls: Rack::EightBall.balls(&spec, 0.),
///     ..PoolSetup::default()
/// })?;
/// assert_eq!(table.balls().len(), 16);
/// # Ok::<(), carom::billiards::BilliardsError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct PoolSetup {
    /// Dimensions of the table.
    pub spec: TableSpec,
    /// The balls; their numbers are their places in this list.
    pub balls: Vec<PoolBall>,
    /// The cue.
    pub cue: Cue,
    /// Collision models.
    pub models: Models,
}

/// A checked table with its balls, on which shots are played with [`simulate`](super::simulate). It does not change:
/// each shot starts from the same balls; [`with_balls`](Self::with_balls) is the table after one.
///
/// ```
/// use carom::billiards::{PoolTable, Rack, Shot, TableSpec, simulate};
/// let table = PoolTable::racked(Rack::NineBall, TableSpec::POOL_9_FT)?;
/// let result = simulate(&table, &Shot::new(0, 8., core::f64::consts::FRAC_PI_2))?;
/// let next = table.with_balls(&result.balls)?;
/// assert_ne!(next.balls()[1], table.balls()[1]);
/// # Ok::<(), carom::billiards::BilliardsError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PoolTable {
    spec: TableSpec,
    pub(super) layout: Layout,
    pub(super) balls: Vec<PoolBall>,
    pub(super) cue: Cue,
    pub(super) models: Models,
    /// Sine and cosine of the height of the nose above the center of a ball.
    pub(super) nose: [f64; 2],
}

/// Balls this part of the radius inside each other, or inside a cushion, touch: the rounding of positions that were
/// computed in double precision.
pub(super) const TOUCHING: f64 = 1.0 / (1_u64 << 40) as f64;

impl PoolTable {
    /// Checks a setup.
    ///
    /// # Errors
    /// The first value out of range: dimensions, cue and models, then the balls in their order, then overlaps.
    pub fn new(setup: &PoolSetup) -> Result<Self, BilliardsError> {
        let layout = Layout::new(&setup.spec)?;
        setup.cue.check()?;
        setup.models.check()?;
        let Some(first) = setup.balls.first() else {
            return Err(BilliardsError::NoBalls);
        };
        if setup.balls.len() > MAX_BALLS {
            let count = setup.balls.len();
            return Err(BilliardsError::TooManyBalls { count });
        }
        let radius = first.parameters.radius;
        let flies = setup.models.slate.lets_balls_fly();
        for (ball, one) in setup.balls.iter().enumerate() {
            check_ball(ball, one, radius, flies)?;
        }
        let height = setup.spec.cushion_height;
        if !(height >= radius && height < 2.0 * radius) {
            let must = "at least the radius of the balls and less than two";
            let what = "cushion_height";
            return Err(BilliardsError::Spec { what, must });
        }
        layout.check_throats(radius)?;
        check_places(&layout, &setup.balls, radius)?;
        Ok(Self {
            spec: setup.spec,
            layout,
            balls: setup.balls.clone(),
            cue: setup.cue,
            models: setup.models,
            nose: nose_angle(height, 0.0, radius),
        })
    }

    /// The balls of a game at its start, touching each other in the rack, with the default cue and models.
    ///
    /// # Errors
    /// The table has not the room for the rack, or a dimension is out of range.
    pub fn racked(rack: Rack, spec: TableSpec) -> Result<Self, BilliardsError> {
        Self::new(&PoolSetup {
            spec,
            balls: rack.balls(&spec, 0.0),
            ..PoolSetup::default()
        })
    }

    /// The same table with other balls, for instance those at the end of a shot.
    ///
    /// # Errors
    /// The first ball out of range, or an overlap.
    pub fn with_balls(&self, balls: &[PoolBall]) -> Result<Self, BilliardsError> {
        Self::new(&PoolSetup {
            spec: self.spec,
            balls: balls.to_vec(),
            cue: self.cue,
            models: self.models,
        })
    }

    /// The dimensions.
    #[must_use]
    pub fn spec(&self) -> &TableSpec {
        &self.spec
    }

    /// The cue.
    ///
    /// ```
    /// use carom::billiards::{Cue, PoolSetup, PoolTable, Rack, TableSpec};
    /// let spec = TableSpec::POOL_9_FT;
    /// let cue = Cue { mass: 0.5, ..Cue::default() };
    /// let balls = PoolTable::racked(Rack::EightBall, spec)?.balls().to_vec();
    /// let table = PoolTable::new(&PoolSetup { spec, cue, balls, ..PoolSetup::default() })?;
    /// assert_eq!(table.cue().mass, 0.5);
    /// assert_ne!(table.cue(), PoolTable::racked(Rack::EightBall, spec)?.cue());
    /// # Ok::<(), carom::billiards::BilliardsError>(())
    /// ```
    #[must_use]
    pub fn cue(&self) -> &Cue {
        &self.cue
    }

    /// The balls.
    #[must_use]
    pub fn balls(&self) -> &[PoolBall] {
        &self.balls
    }

    /// The cushions; events name them by their places in this list.
    #[must_use]
    pub fn cushions(&self) -> &[Cushion] {
        &self.layout.cushions
    }

    /// The pockets; events name them by their places in this list.
    ///
    /// ```
    /// use carom::billiards::{PoolTable, Rack, TableSpec};
    /// let pool = PoolTable::racked(Rack::EightBall, TableSpec::POOL_9_FT)?;
    /// assert_eq!((pool.pockets().len(), pool.radius()), (6, 0.028575));
    /// let carom = PoolTable::racked(Rack::ThreeCushion, TableSpec::CAROM)?;
    /// assert!(carom.pockets().is_empty() && !carom.cushions().is_empty());
    /// # Ok::<(), carom::billiards::BilliardsError>(())
    /// ```
    #[must_use]
    pub fn pockets(&self) -> &[Pocket] {
        &self.layout.pockets
    }

    /// Height of the center of a ball that rests on the cushions, m.
    pub(super) fn rail_height(&self) -> f64 {
        self.spec.cushion_height + self.radius()
    }

    /// The radius of all balls, m.
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.balls[0].parameters.radius
    }
}

fn check_ball(ball: usize, one: &PoolBall, radius: f64, flies: bool) -> Result<(), BilliardsError> {
    let parameters = &one.parameters;
    let mut fault = parameters.fault();
    if fault.is_none() && parameters.radius != radius {
        fault = Some(("radius", "that of ball 0: all balls have one size"));
    }
    if fault.is_none() && !one.is_pocketed {
        fault = one.state.fault(parameters, flies);
    }
    fault.map_or(Ok(()), |(what, must)| {
        Err(BilliardsError::Ball { ball, what, must })
    })
}

fn check_places(layout: &Layout, balls: &[PoolBall], radius: f64) -> Result<(), BilliardsError> {
    let on_table = |(_, ball): &(usize, &PoolBall)| !ball.is_pocketed;
    let slack = TOUCHING * radius;
    for (ball, one) in balls.iter().enumerate().filter(on_table) {
        let place = one.state.position.truncate();
        if let Some(what) = layout.fault(place, radius, slack) {
            return Err(BilliardsError::Outside { ball, what });
        }
    }
    for (other, one) in balls.iter().enumerate().filter(on_table) {
        for (ball, before) in balls[..other].iter().enumerate().filter(on_table) {
            let [a, b] = [before, one].map(|ball| ball.state.position);
            let depth = 2.0 * radius - a.distance(b);
            if depth > slack {
                return Err(BilliardsError::Overlap { ball, other, depth });
            }
        }
    }
    Ok(())
}
