//! Queries on a level through its BVH: which segments a query visits.
//!
//! The level is a cave with an adjustable number of segments. A filter that accepts every segment records the visits.

use crate::codec::{answers, inputs};
use carom::{Aabb, Ball, Chain, Contact, Hit, PartId, overlap};
use glam::{DVec2, dvec2};
use std::sync::{Mutex, PoisonError};

inputs! {
    Inputs { ball: Ball<DVec2>, delta: DVec2, segments: f64 }
}

answers! {
    Answer {
        vertices: Vec<DVec2>,
        nearest: Option<Contact<DVec2>>,
        /// The indices of the segments visited by this query, in order.
        nearest_visited: Vec<f64>,
        hit: Option<Hit<DVec2>>,
        hit_visited: Vec<f64>,
        /// The bounding box of the whole motion.
        bounds: Aabb<DVec2>,
        /// The number of segments with boxes that overlap it.
        in_bounds: f64,
        reached: DVec2,
    }
}

pub(crate) fn answer(inputs: &Inputs) -> Answer {
    let vertices = cave(inputs.segments);
    let Ok(cave) = Chain::closed(vertices.clone()) else {
        unreachable!("a cave is a chain of distinct, finite vertices")
    };
    let visited = Mutex::new(Vec::new());
    let record = |part: PartId| {
        let mut visited = visited.lock().unwrap_or_else(PoisonError::into_inner);
        visited.push(f64::from(part.index));
        true
    };
    let take = || core::mem::take(&mut *visited.lock().unwrap_or_else(PoisonError::into_inner));
    let recorded = cave.query().filter(&record);
    let nearest = recorded.closest(&inputs.ball, f64::INFINITY);
    let nearest_visited = take();
    let hit = recorded.sweep(&inputs.ball, inputs.delta);
    let hit_visited = take();
    let ends = [inputs.ball, inputs.ball.translated(inputs.delta)].map(|ball| ball.bounds());
    let bounds = Aabb {
        min: ends[0].min.min(ends[1].min),
        max: ends[0].max.max(ends[1].max),
    };
    let boxes = (0..vertices.len() as u32).map(|i| cave.segment(i).bounds());
    let in_bounds = boxes.filter(|b| overlap(b, &bounds)).count() as f64;
    let free = hit.map_or(1.0, |hit| hit.t);
    Answer {
        vertices,
        nearest,
        nearest_visited,
        hit,
        hit_visited,
        bounds,
        in_bounds,
        reached: inputs.ball.center + inputs.delta * free,
    }
}

/// A round cave with uneven walls around the origin; the number of segments is clamped to 8..=4096.
fn cave(segments: f64) -> Vec<DVec2> {
    let count = segments.clamp(8.0, 4096.0) as u32;
    let vertex = |i: u32| {
        let angle = f64::from(i) / f64::from(count) * std::f64::consts::TAU;
        let wall = 4.1
            + 0.55 * libm::sin(3.0 * angle + 0.7)
            + 0.30 * libm::sin(7.0 * angle + 2.1)
            + 0.16 * libm::sin(17.0 * angle)
            + 0.07 * libm::sin(41.0 * angle + 1.3);
        let (sin, cos) = libm::sincos(angle);
        dvec2(1.45 * wall * cos, 0.9 * wall * sin)
    };
    (0..count).map(vertex).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_visits_few_segments_and_the_answer_is_that_of_a_loop_over_all() {
        let inputs = Inputs {
            ball: Ball::new(dvec2(1.0, 0.5), 0.4),
            delta: dvec2(9.0, 1.0),
            segments: 4096.0,
        };
        let answer = answer(&inputs);
        assert_eq!(answer.vertices.len(), 4096);
        assert!((1..200).contains(&answer.nearest_visited.len()));
        assert!((1..200).contains(&answer.hit_visited.len()));
        let ends = answer
            .vertices
            .iter()
            .zip(answer.vertices.iter().cycle().skip(1));
        let mut least = f64::INFINITY;
        let mut first = f64::INFINITY;
        for (a, b) in ends {
            let wall = carom::Capsule::new(*a, *b, 0.0);
            least = least.min(carom::closest(&inputs.ball, &wall).distance);
            let hit = carom::sweep(&inputs.ball, inputs.delta, &wall).hit;
            first = first.min(hit.map_or(f64::INFINITY, |hit| hit.t));
        }
        assert_eq!(answer.nearest.unwrap().separation, least);
        assert_eq!(answer.hit.unwrap().t, first);
    }
}
