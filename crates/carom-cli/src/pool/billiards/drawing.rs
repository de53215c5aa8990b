//! The picture's data of a shot: trajectories, collisions, and the spin of the struck ball on its way.

use super::cushions;
use carom::billiards::{
    BallParameters, BallState, Cushion, MotionState, Phase, PoolTable, ShotEvent, ShotEventKind,
    ShotResult,
};
use carom_format::billiards::BilliardsGame;
use carom_picture::{Pool, SpinMark};
use glam::{DVec2, DVec3};

/// Segments of the motion between two events of a ball.
const SEGMENTS: u32 = 32;
/// Distance between two marks of spin, m.
const SPACING: f64 = 0.07;
/// Speeds of the slip and of the surface at the equator that give the longest marks, m/s.
const LONGEST: f64 = 2.0;

pub(super) fn drawing(game: &BilliardsGame, result: &ShotResult) -> Pool {
    let table = &game.table;
    let balls = table.balls();
    let marked = game.shot.map_or(0, |shot| shot.ball);
    let mut spins = Vec::new();
    let trajectories = (0..balls.len() as u32).map(|ball| {
        let mut way = Way::new(table, ball);
        for event in &result.events {
            if let Some(after) = event.after_of(ball) {
                way.go_on(event, after);
            }
        }
        if ball == marked {
            spins = way.marks();
        }
        way.corners
    });
    let trajectories = trajectories.collect();
    let collisions = result
        .events
        .iter()
        .filter_map(|event| Some((event.time, touch(table, event)?.to_array())));
    let spec = table.spec();
    let wood = spec.cushion_width;
    Pool {
        title: format!(
            "{}: {} balls, {} events",
            game.name,
            balls.len(),
            result.events.len()
        ),
        flat: true,
        radii: vec![table.radius(); balls.len()],
        trajectories,
        collisions: collisions.collect(),
        end: result.duration,
        walls: cushions::obstacles(table),
        bounds: Some([
            [-wood, -wood, 0.0],
            [spec.width + wood, spec.length + wood, 0.0],
        ]),
        period: None,
        pockets: table
            .pockets()
            .iter()
            .map(|pocket| (pocket.center.extend(0.0).to_array(), pocket.radius))
            .collect(),
        spins,
        turned: spec.length > spec.width,
    }
}

/// The point at which a collision takes place.
fn touch(table: &PoolTable, event: &ShotEvent) -> Option<DVec3> {
    let place = event.after.position;
    let radius = table.radius();
    match event.kind {
        ShotEventKind::Ball { other_after, .. } => Some(0.5 * (place + other_after.position)),
        ShotEventKind::Cushion { cushion, .. } => match table.cushions()[cushion as usize] {
            Cushion::Straight { normal, .. } => Some(place - (normal * radius).extend(0.0)),
            Cushion::Jaw { center, .. } => {
                let out = (place.truncate() - center).normalize();
                Some(place - (out * radius).extend(0.0))
            }
        },
        _ => None,
    }
}

/// The motion of a ball as a polyline, and its states at the corners.
struct Way {
    corners: Vec<(f64, [f64; 3])>,
    states: Vec<(f64, BallState, Phase)>,
    since: f64,
    phase: Phase,
    parameters: BallParameters,
}

impl Way {
    fn new(table: &PoolTable, ball: u32) -> Self {
        let start = &table.balls()[ball as usize];
        let phase = Phase::of(&start.state, &start.parameters);
        Self {
            corners: vec![(0.0, start.state.position.to_array())],
            states: Vec::new(),
            since: 0.0,
            phase,
            parameters: start.parameters,
        }
    }

    /// Moves on to an event of the ball.
    fn go_on(&mut self, event: &ShotEvent, after: &BallState) {
        let length = event.time - self.since;
        if self.phase.motion().is_translating() {
            for i in 0..SEGMENTS {
                let time = length * f64::from(i) / f64::from(SEGMENTS);
                let state = self.phase.at(time);
                self.corners
                    .push((self.since + time, state.position.to_array()));
                self.states.push((self.since + time, state, self.phase));
            }
        }
        self.corners.push((event.time, after.position.to_array()));
        self.since = event.time;
        self.phase = Phase::of(after, &self.parameters);
    }

    /// Marks of spin at even distances.
    fn marks(&self) -> Vec<SpinMark> {
        let mut marks = Vec::new();
        let mut since = f64::INFINITY;
        let mut last = None;
        for (time, state, phase) in &self.states {
            since += last.map_or(0.0, |last: DVec3| last.distance(state.position));
            last = Some(state.position);
            if since < SPACING {
                continue;
            }
            since = 0.0;
            let push = if phase.motion() == MotionState::Sliding {
                let slip = state.slip(&self.parameters).length();
                phase.acceleration().normalize_or_zero() * (slip / LONGEST).min(1.0)
            } else {
                DVec2::ZERO
            };
            let side = state.angular_velocity.z * self.parameters.radius / LONGEST;
            marks.push(SpinMark {
                time: *time,
                place: state.position.to_array(),
                push: push.to_array(),
                side: side.clamp(-1.0, 1.0),
            });
        }
        marks
    }
}
