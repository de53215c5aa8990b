//! Pool, snooker and carom billiards with spin: balls that slide, roll and spin, cushions, pockets, a cue.
//!
//! The simulation goes from event to event, not in ticks. Between two events each ball moves in closed form
//! ([`Phase`]), and the next event is the first root of a quadratic or quartic: none is early, late or missed. SI units
//! and radians throughout, double precision.
//!
//! ```
//! use carom::billiards::{PoolTable, Rack, Shot, TableSpec, direction_to, simulate};
//! let table = PoolTable::racked(Rack::EightBall, TableSpec::POOL_9_FT)?;
//! // A break at the head ball, with a little draw.
//! let [cue, head] = [0, 1].map(|ball| table.balls()[ball].state.position.truncate());
//! let shot = Shot::new(0, 9., direction_to(cue, head)).with_offset(0., -0.1);
//! let result = simulate(&table, &shot)?;
//! for event in &result.events {
//!     println!("{:.4} s: ball {} {:?}", event.time, event.ball, event.kind);
//! }
//! for (ball, pocket) in result.pocketed() {
//!     println!("ball {ball} is in pocket {pocket}");
//! }
//! assert!(result.events.len() > 50);
//! # Ok::<(), carom::billiards::BilliardsError>(())
//! ```
//!
//! # Models
//!
//! | what | model | source |
//! |---|---|---|
//! | cloth | sliding, rolling and spinning friction | Marlow 1995; Leckie and Greenspan 2006 |
//! | two balls | [`FrictionalInelastic`](BallModel::FrictionalInelastic) (default) | Alciatore TP A-5, A-6, A-14 |
//! | | [`Mathavan2014`](BallModel::Mathavan2014) | Mathavan, Jackson, Parkin 2014 |
//! | ball and cushion | [`Han2005`](CushionModel::Han2005) (default) | Han 2005 |
//! | | [`Mathavan2010`](CushionModel::Mathavan2010) | Mathavan, Jackson, Parkin 2010 |
//! | cue and ball | [`strike`]: instantaneous, with squirt and a miscue limit | Alciatore TP A-30, A-31 |
//! | slate | absorbing (default) or [`Bouncing`](SlateModel::Bouncing) | Alciatore TP A-14 |
//! | pocket | a circle that captures a ball's center, without a rim ([`PocketSpec`]) | |
//!
//! By default balls stay on the cloth: the slate takes up all vertical impulses, so that there are no jump shots. An
//! elevated cue gives massé curves.
//!
//! # Balls in the air
//!
//! With [`SlateModel::Bouncing`] an elevated cue drives the ball into the slate, and it comes off with restitution and
//! friction ([`SlateBounce`]): a jump shot. Hard collisions let balls hop. A ball in flight is on a parabola; it
//!
//! - comes down on the cloth, and bounces until it leaves it at no more than [`SlateBounce::least_speed`];
//! - hits other balls in space;
//! - hits a cushion as a wall as high as its nose, or the edge of it: the line (around a jaw the circle) of the nose. The
//!   contact is at the angle θ from the center, sin θ = (h − z) / R with the heights h of the nose and z of the center,
//!   and the impact is Han's. If a nose above the center does not stop the approach, a horizontal impulse does;
//! - flies over a cushion otherwise;
//! - falls into a pocket if its center is above the capture circle and not higher than the noses: the back of a pocket is as
//!   high as they are. A higher one flies over the pocket;
//! - is off the table if it comes down outside the cushions: on a rail (its center then is R above the noses), or at
//!   the latest at the height of the cloth.
//!
//! # Order of events
//!
//! Events are ordered by time; at one moment by kind (transitions and landings, pockets and balls off the table,
//! collisions of two balls, cushions), then by the number of the (lower) ball, then by that of the other ball or cushion.
//! Balls that touch and approach collide at once, balls that touch and separate never; no ball is ever pushed. A ball that
//! touches several at once collides with one after the other, and this order decides how a rack of touching balls breaks.
//!
//! Balls (or a ball and a cushion) that friction or gravity presses together after a collision separate at least at 0.24
//! mm/s, others at least at 10⁻¹² m/s. So series of ever smaller bounces end, and a ball that has come down on others rolls
//! off them in small hops: the most of 200,000 random jump shots are 4,047 events. This is the only addition of energy: at
//! most 10⁻⁸ J a collision. A ball that moves level 10⁻⁶ radii above the cloth or less is on it.
//!
//! # Determinism
//!
//! The same bits on every target, in every build profile and for every number of threads: only + − × ÷ √, comparisons,
//! and `sin`, `cos`, `exp` and `atan2` of the `libm` crate. Stops on the way ([`ShotResult::state_at`]) change no bit.

mod aim;
mod ball_impact;
mod ball_integral;
mod cue;
mod cushion_impact;
mod cushions;
mod engine;
mod error;
mod impulse_integral;
mod models;
mod outline;
mod parameters;
mod phase;
mod pool_ball;
mod pool_table;
mod rack;
mod result;
mod simulate;
mod slate;
mod spec;
mod state;
mod table_name;
mod trace;

pub use aim::{AimedBall, aimed_at, direction_to, ghost_ball};
pub use cue::{Cue, Shot, strike};
pub use cushions::{Cushion, Pocket};
pub use engine::MAX_EVENTS;
pub use error::BilliardsError;
pub use models::{BallFriction, BallModel, CushionModel, Models};
pub use parameters::BallParameters;
pub use phase::Phase;
pub use pool_ball::PoolBall;
pub use pool_table::{MAX_BALLS, PoolSetup, PoolTable};
pub use rack::Rack;
pub use result::{ShotEvent, ShotEventKind, ShotResult, ShotStatus};
pub use simulate::{roll_out, simulate, simulate_each, simulate_many};
pub use slate::{SlateBounce, SlateModel};
pub use spec::{PocketSpec, TableSpec};
pub use state::{BallState, MotionState};
pub use table_name::TableName;
pub use trace::TracePoint;
