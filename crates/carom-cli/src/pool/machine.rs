//! Walls and regions of a setup for pictures: walls that move at a time, regions as dashed outlines.

use carom::table::WallMotion;
use carom::{Shape, Vector};
use carom_format::setup::Game;
use carom_picture::Obstacle;

/// How dark regions and pockets are inside.
const REGION: f64 = 0.06;
const POCKET: f64 = 0.4;

/// The parts of all walls at a time.
pub(super) fn walls_at<V: Vector<Scalar = f64>>(game: &Game<V>, time: f64) -> Vec<Obstacle> {
    let parts = game.setup.walls.iter().flat_map(|wall| {
        let motion = wall.motion.as_ref();
        (wall.parts.iter()).filter_map(move |part| obstacle(part, motion.map(|motion| (motion, time))))
    });
    parts.collect()
}

/// The walls that move, where they are at the start: outlines, as those of balls.
pub(super) fn at_start<V: Vector<Scalar = f64>>(game: &Game<V>) -> Vec<(Obstacle, f64)> {
    let parts = game.setup.walls.iter().flat_map(|wall| {
        let parts = wall.motion.iter().flat_map(|motion| wall.parts.iter().zip(std::iter::repeat(motion)));
        parts.filter_map(|(part, motion)| Some((obstacle(part, Some((motion, 0.0)))?, 0.0)))
    });
    parts.collect()
}

/// The parts of all regions and pockets.
pub(super) fn regions<V: Vector<Scalar = f64>>(game: &Game<V>) -> Vec<(Obstacle, f64)> {
    let parts = game.setup.regions.iter().flat_map(|region| {
        let dark = if region.captures { POCKET } else { REGION };
        (region.parts.iter()).filter_map(move |part| Some((obstacle(part, None)?, dark)))
    });
    parts.collect()
}

/// A part for the picture, in the pose of a motion at a time.
fn obstacle<V: Vector<Scalar = f64>>(
    part: &Shape<V>,
    pose: Option<(&WallMotion<V>, f64)>,
) -> Option<Obstacle> {
    let place = |point: V| pose.map_or(point, |(motion, time)| motion.place(point, time));
    match part {
        Shape::Plane(plane) => {
            let length = plane.normal.length();
            let (mut normal, mut offset) = (plane.normal / length, plane.offset / length);
            if pose.is_some() {
                let on = place(normal * offset);
                normal = place(normal * (offset + 1.0)) - on;
                offset = normal.dot(on);
            }
            Some(Obstacle::HalfSpace {
                normal: normal.to_f64(),
                offset,
            })
        }
        part => part.hull().map(|hull| Obstacle::Hull {
            points: hull.points.iter().map(|p| place(*p).to_f64()).collect(),
            radius: hull.radius,
        }),
    }
}
