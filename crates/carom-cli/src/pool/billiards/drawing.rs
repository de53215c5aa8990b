//! The picture's data of a shot: trajectories, collisions, and the spin of the struck ball on its way.

use carom::billiards::{
    BallParameters, Cushion, MotionState, PoolTable, ShotEvent, ShotEventKind, ShotResult,
    TracePoint,
};
use carom_format::billiards::BilliardsGame;
use carom_picture::{Obstacle, Pool, SpinMark};
use glam::{DVec2, DVec3};

/// Distance between two marks of spin, m.
const SPACING: f64 = 0.07;
/// Speeds of the slip and of the surface at the equator that give the longest marks, m/s.
const LONGEST: f64 = 2.0;

pub(super) fn drawing(game: &BilliardsGame, result: &ShotResult) -> Pool {
    let table = &game.table;
    let balls = table.balls();
    let marked = game.shot.map_or(0, |shot| shot.ball);
    let spins = result.marks(table, marked, SPACING);
    let spins = spins
        .iter()
        .map(|point| mark(point, &balls[marked as usize].parameters));
    let spins = spins.collect();
    let corner = |point: TracePoint| (point.time, point.state.position.to_array());
    let trajectories = (0..balls.len() as u32)
        .map(|ball| result.trace(table, ball).into_iter().map(corner).collect());
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
        dashed: Vec::new(),
        walls: table.outlines().into_iter().map(wall).collect(),
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

fn wall(corners: Vec<DVec2>) -> Obstacle {
    Obstacle::Hull {
        points: corners.into_iter().map(|p| [p.x, p.y, 0.0]).collect(),
        radius: 0.0,
    }
}

fn mark(point: &TracePoint, parameters: &BallParameters) -> SpinMark {
    let state = &point.state;
    // Friction acts against the slip.
    let push = if point.motion == MotionState::Sliding {
        let slip = state.slip(parameters);
        -slip.normalize_or_zero() * (slip.length() / LONGEST).min(1.0)
    } else {
        DVec2::ZERO
    };
    let side = state.angular_velocity.z * parameters.radius / LONGEST;
    SpinMark {
        time: point.time,
        place: state.position.to_array(),
        push: push.to_array(),
        side: side.clamp(-1.0, 1.0),
    }
}
