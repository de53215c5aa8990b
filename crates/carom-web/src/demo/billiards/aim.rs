//! The line of aim.

use super::answer::{Aim, AimedAt};
use carom::billiards::{PoolTable, aimed_at};
use glam::DVec2;

/// The straight line of a ball in this direction, rad: to the first ball on it, else to the cushions.
pub(super) fn aim(table: &PoolTable, ball: u32, direction: f64) -> Option<Aim> {
    let from = table.balls().get(ball as usize)?.state.position.truncate();
    let (sin, cos) = libm::sincos(direction);
    let way = DVec2::new(cos, sin);
    let Some(aimed) = aimed_at(table, ball, way) else {
        let to = from + way * to_the_cushions(table, from, way);
        let at = None;
        return Some(Aim { from, to, at });
    };
    // The velocity along the line of centers goes over to the other ball, the rest stays.
    let away = aimed.line * way.dot(aimed.line);
    let place = table.balls()[aimed.ball as usize].state.position;
    Some(Aim {
        from,
        to: aimed.ghost,
        at: Some(AimedAt {
            ball: f64::from(aimed.ball),
            place: place.truncate(),
            away,
            aside: way - away,
            fullness: aimed.fullness,
        }),
    })
}

/// How far a ball goes in this direction until it touches the line of a nose.
fn to_the_cushions(table: &PoolTable, from: DVec2, way: DVec2) -> f64 {
    let (spec, radius) = (table.spec(), table.radius());
    let of_axis = |place: f64, way: f64, size: f64| {
        let side = if way > 0.0 { size - radius } else { radius };
        if way == 0.0 {
            f64::INFINITY
        } else {
            ((side - place) / way).max(0.0)
        }
    };
    of_axis(from.x, way.x, spec.width).min(of_axis(from.y, way.y, spec.length))
}
