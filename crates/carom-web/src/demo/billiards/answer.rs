//! The answers of the demo.

use crate::codec::{Encode, Encoded, answers};
use carom::Ball;
use carom::billiards::{MotionState, ShotStatus};
use glam::DVec2;

answers! {
    /// The parts of the table that do not move.
    Scene {
        /// Of the playing surface.
        size: DVec2,
        /// Of a ball.
        radius: f64,
        /// From the noses out to the wood.
        wood: f64,
        cushions: Vec<Vec<DVec2>>,
        pockets: Vec<Ball<DVec2>>,
        /// The miscue limit, in radii of a ball.
        miscue_offset: f64,
    }
}

answers! {
    /// A shot as in a file: m/s, degrees, radii.
    Stroke {
        ball: f64,
        speed: f64,
        direction: f64,
        elevation: f64,
        right: f64,
        above: f64,
    }
}

answers! {
    /// The line of aim.
    Aim {
        from: DVec2,
        /// Center of the ball where it touches the first ball, or the line of a cushion.
        to: DVec2,
        at: Option<AimedAt>,
    }
}

answers! {
    /// The first ball on the line of aim.
    AimedAt {
        ball: f64,
        place: DVec2,
        /// Its velocity after the hit without throw, relative to the speed of the aiming ball before.
        away: DVec2,
        /// That of the aiming ball without spin.
        aside: DVec2,
        fullness: f64,
    }
}

answers! {
    /// All balls at one moment.
    Moment {
        time: f64,
        /// The number of events until then.
        events: f64,
        /// Stationary, spinning, rolling, sliding, pocketed, airborne, off the table.
        motions: Vec<u32>,
        /// x and y of each ball, m.
        places: Vec<f32>,
        /// x and y of the slip on the cloth, m/s.
        slips: Vec<f32>,
        /// Speed of the surface at the equator, m/s; positive counterclockwise.
        sides: Vec<f32>,
        energy: f64,
    }
}

/// Lines of travel.
#[derive(Default)]
pub(crate) struct Traces {
    /// The number of points of each ball.
    pub(crate) counts: Vec<u32>,
    /// Time of each point, s.
    pub(crate) times: Vec<f32>,
    /// x and y of each point, m.
    pub(crate) places: Vec<f32>,
    /// Marks of the struck ball: as in `Moment`, with their times.
    pub(crate) mark_times: Vec<f32>,
    pub(crate) mark_places: Vec<f32>,
    pub(crate) mark_slips: Vec<f32>,
    pub(crate) mark_sides: Vec<f32>,
}

crate::codec::encode!(Traces {
    counts: Vec<u32>,
    times: Vec<f32>,
    places: Vec<f32>,
    mark_times: Vec<f32>,
    mark_places: Vec<f32>,
    mark_slips: Vec<f32>,
    mark_sides: Vec<f32>
});

answers! {
    /// An event.
    Happened {
        time: f64,
        ball: f64,
        place: DVec2,
        kind: HappenedKind,
        /// The other ball, the cushion or the pocket.
        with: Option<f64>,
        /// Of the approach, or after the strike, m/s.
        speed: Option<f64>,
    }
}

answers! {
    /// A ball that fell into a pocket.
    PocketedBall {
        ball: f64,
        pocket: f64,
    }
}

answers! {
    /// How the shot ends.
    Ending {
        status: EndStatus,
        time: f64,
        events: f64,
        first_ball_hit: Option<f64>,
        pocketed: Vec<PocketedBall>,
        /// The hash of `carom pool --physics billiards`.
        hash: String,
    }
}

answers! {
    /// A ball at rest.
    PlacedBall {
        place: DVec2,
        is_pocketed: bool,
    }
}

/// What happens to a ball; a transition is named after what follows.
#[derive(Clone, Copy)]
pub(crate) enum HappenedKind {
    Strike,
    Rests,
    Spins,
    Rolls,
    Slides,
    Ball,
    Cushion,
    Pocket,
    Lands,
    LeavesTable,
    Flies,
}

impl HappenedKind {
    pub(super) fn of(motion: MotionState) -> Self {
        match motion {
            MotionState::Stationary => Self::Rests,
            MotionState::Spinning => Self::Spins,
            MotionState::Rolling => Self::Rolls,
            MotionState::Sliding => Self::Slides,
            MotionState::Pocketed => Self::Pocket,
            MotionState::Airborne => Self::Flies,
            MotionState::OffTable => Self::LeavesTable,
        }
    }
}

impl Encode for HappenedKind {
    fn schema(out: &mut String) {
        out.push_str(
            "{\"choice\":[\"strike\",\"rests\",\"spins\",\"rolls\",\"slides\",\"ball\",\"cushion\",\"pocket\",\"lands\",\"leaves the table\",\"flies\"]}",
        );
    }

    fn encode(&self, out: &mut Encoded) {
        out.push(f64::from(*self as u32));
    }
}

/// How the shot ends, by the names of `carom pool --physics billiards`.
#[derive(Clone, Copy)]
pub(crate) struct EndStatus(ShotStatus);

impl From<ShotStatus> for EndStatus {
    fn from(status: ShotStatus) -> Self {
        Self(status)
    }
}

impl Encode for EndStatus {
    fn schema(out: &mut String) {
        out.push_str("{\"choice\":[\"at-rest\",\"miscue\",\"limit\"]}");
    }

    fn encode(&self, out: &mut Encoded) {
        out.push(match self.0 {
            ShotStatus::AtRest => 0.0,
            ShotStatus::Miscue => 1.0,
            ShotStatus::TooManyEvents => 2.0,
        });
    }
}
