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
        (wall.parts.iter())
            .filter_map(move |part| obstacle(part, motion.map(|motion| (motion, time))))
    });
    parts.collect()
}

/// The walls that move, where they are at the start: outlines, as those of balls.
pub(super) fn at_start<V: Vector<Scalar = f64>>(game: &Game<V>) -> Vec<(Obstacle, f64)> {
    let parts = game.setup.walls.iter().flat_map(|wall| {
        let parts = wall
            .motion
            .iter()
            .flat_map(|motion| wall.parts.iter().zip(std::iter::repeat(motion)));
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

#[cfg(test)]
mod tests {
    use super::*;
    use carom_format::LevelFile;
    use carom_format::setup::AnyGame;

    /// The points, or the normal and the offset, and the radius.
    fn numbers(obstacle: &Obstacle) -> Vec<f64> {
        match obstacle {
            Obstacle::Hull { points, radius } => {
                points.iter().flatten().copied().chain([*radius]).collect()
            }
            Obstacle::HalfSpace { normal, offset } => {
                normal.iter().copied().chain([*offset]).collect()
            }
        }
    }

    fn are(found: &[f64], expected: &[f64]) {
        let off = |(a, b): (&f64, &f64)| (a - b).abs();
        let worst = found.iter().zip(expected).map(off).fold(0.0, f64::max);
        assert!(found.len() == expected.len() && worst < 1e-12, "{found:?}");
    }

    #[test]
    fn walls_are_in_their_pose_of_the_time() {
        let text = br#"{
            "balls": [{"center": [9, 9], "radius": 1}],
            "walls": [
                {"capsule": {"a": [1, 0], "b": [3, 0], "radius": 0.5}},
                {"plane": {"normal": [0, 2], "offset": -8}},
                {"segment": {"a": [0, 5], "b": [1, 5]}}
            ],
            "motions": [
                {"wall": 0, "pivot": [1, 0], "keyframes": [{"time": 1}, {"time": 2, "angle": 90, "offset": [0, 2]}]},
                {"wall": 1, "keyframes": [{"time": 0}, {"time": 4, "angle": 90}]}
            ],
            "regions": [{"ball": {"center": [0, 0], "radius": 2}}],
            "pockets": [{"aabb": {"min": [0, 0], "max": [1, 1]}}]
        }"#;
        let no_levels = |_: &LevelFile| Err("no such file".into());
        let AnyGame::Plane(game) = AnyGame::read(text, "one.json".as_ref(), &no_levels).unwrap()
        else {
            panic!("it is 2D")
        };
        let walls = walls_at(&game, 4.0);
        let [bar, floor, rest] = &walls[..] else {
            panic!("{walls:?}")
        };
        are(&numbers(bar), &[1., 2., 0., 1., 4., 0., 0.5]);
        are(&numbers(floor), &[-1., 0., 0., -4.]);
        are(&numbers(rest), &[0., 5., 0., 1., 5., 0., 0.]);
        let start = at_start(&game);
        let [(bar, _), (floor, _)] = &start[..] else {
            panic!("{start:?}")
        };
        are(&numbers(bar), &[1., 0., 0., 3., 0., 0., 0.5]);
        are(&numbers(floor), &[0., 1., 0., -4.]);
        let regions = regions(&game);
        let [(ball, light), (_, dark)] = &regions[..] else {
            panic!("{regions:?}")
        };
        are(&numbers(ball), &[0., 0., 0., 2.]);
        assert!(light < dark);
    }
}
