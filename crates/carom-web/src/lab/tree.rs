//! How few segments of a level does a question look at?
//!
//! The level is a cave of as many segments as you like; which of them are looked at is noted by a filter
//! that lets all in.

use crate::numbers::{answers, asks};
use carom::{Aabb, Ball, Chain, Contact, Hit, PartId, overlap};
use glam::{DVec2, dvec2};
use std::sync::{Mutex, PoisonError};

asks! {
    Asked { ball: Ball<DVec2>, delta: DVec2, segments: f64 }
}

answers! {
    Answer {
        vertices: Vec<DVec2>,
        nearest: Option<Contact<DVec2>>,
        /// The numbers of the segments that this looked at, in their order.
        nearest_asked: Vec<f64>,
        hit: Option<Hit<DVec2>>,
        hit_asked: Vec<f64>,
        /// Around the whole motion.
        bounds: Aabb<DVec2>,
        /// How many segments have boxes that touch it.
        in_bounds: f64,
        reached: DVec2,
    }
}

pub(crate) fn answer(asked: &Asked) -> Answer {
    let vertices = cave(asked.segments);
    let Ok(cave) = Chain::closed(vertices.clone()) else {
        unreachable!("a cave is a chain of distinct, finite vertices")
    };
    let seen = Mutex::new(Vec::new());
    let note = |part: PartId| {
        let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.push(f64::from(part.index));
        true
    };
    let take = || core::mem::take(&mut *seen.lock().unwrap_or_else(PoisonError::into_inner));
    let noted = cave.query().filter(&note);
    let nearest = noted.closest(&asked.ball, f64::INFINITY);
    let nearest_asked = take();
    let hit = noted.sweep(&asked.ball, asked.delta);
    let hit_asked = take();
    let ends = [asked.ball, asked.ball.translated(asked.delta)].map(|ball| ball.bounds());
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
        nearest_asked,
        hit,
        hit_asked,
        bounds,
        in_bounds,
        reached: asked.ball.center + asked.delta * free,
    }
}

/// A round cave with uneven walls, around the origin; at least 8 and at most 4096 segments.
fn cave(segments: f64) -> Vec<DVec2> {
    let count = segments.clamp(8.0, 4096.0) as u32;
    let vertex = |i: u32| {
        let turn = f64::from(i) / f64::from(count) * std::f64::consts::TAU;
        let wall = 4.1
            + 0.55 * libm::sin(3.0 * turn + 0.7)
            + 0.30 * libm::sin(7.0 * turn + 2.1)
            + 0.16 * libm::sin(17.0 * turn)
            + 0.07 * libm::sin(41.0 * turn + 1.3);
        let (sin, cos) = libm::sincos(turn);
        dvec2(1.45 * wall * cos, 0.9 * wall * sin)
    };
    (0..count).map(vertex).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_of_many_are_looked_at_and_it_is_as_with_all() {
        let asked = Asked {
            ball: Ball::new(dvec2(1.0, 0.5), 0.4),
            delta: dvec2(9.0, 1.0),
            segments: 4096.0,
        };
        let answer = answer(&asked);
        assert_eq!(answer.vertices.len(), 4096);
        assert!((1..200).contains(&answer.nearest_asked.len()));
        assert!((1..200).contains(&answer.hit_asked.len()));
        let ends = answer
            .vertices
            .iter()
            .zip(answer.vertices.iter().cycle().skip(1));
        let mut least = f64::INFINITY;
        let mut first = f64::INFINITY;
        for (a, b) in ends {
            let wall = carom::Capsule::new(*a, *b, 0.0);
            least = least.min(carom::closest(&asked.ball, &wall).distance);
            let hit = carom::sweep(&asked.ball, asked.delta, &wall).hit;
            first = first.min(hit.map_or(f64::INFINITY, |hit| hit.t));
        }
        assert_eq!(answer.nearest.unwrap().separation, least);
        assert_eq!(answer.hit.unwrap().t, first);
    }
}
