//! The choice of the camera: the heading from which most of the paths is visible.

use glam::{Vec2, Vec3};

use crate::paint::raster::Raster;
use crate::stage::Stage;
use crate::view::camera::{Camera, PITCH};

/// Pixels of the view per sample of a trial picture.
const COARSE: f32 = 5.0;

/// Most points per path that are tested for visibility.
const POINTS: usize = 400;

/// Preference for an earlier heading of the list, per step, as a fraction of all paths.
const HABIT: f32 = 0.03;

/// Candidate headings, the map's north first: from each side, a little off the axis.
const HEADINGS: [Vec3; 8] = [
    Vec3::new(0.45, 0.0, -1.0),
    Vec3::new(-0.45, 0.0, -1.0),
    Vec3::new(-1.0, 0.0, -0.45),
    Vec3::new(1.0, 0.0, -0.45),
    Vec3::new(-1.0, 0.0, 0.45),
    Vec3::new(1.0, 0.0, 0.45),
    Vec3::new(-0.45, 0.0, 1.0),
    Vec3::new(0.45, 0.0, 1.0),
];

/// The camera in which the stage just fills `room` and most of its paths is visible.
pub(crate) fn camera(stage: &Stage, room: [Vec2; 2]) -> Camera {
    if stage.flat {
        return fit(stage, Vec3::NEG_Z, 0.0, room);
    }
    let feet: Vec<Vec3> = stage.paths.iter().flat_map(waypoints).collect();
    let cameras = HEADINGS.map(|heading| fit(stage, heading.normalize(), PITCH, room));
    let largest = cameras
        .iter()
        .fold(0.0, |most: f32, camera| most.max(size(camera)));
    let mut best = (f32::NEG_INFINITY, cameras[0]);
    for (order, camera) in cameras.into_iter().enumerate() {
        let shown = if feet.is_empty() {
            0.0
        } else {
            visible(stage, &camera, &feet, room[1])
        };
        // Filling the picture counts as much as visible paths.
        let value = shown + size(&camera) / largest - HABIT * order as f32;
        if value > best.0 {
            best = (value, camera);
        }
    }
    best.1
}

/// Scale of the middle of the level.
fn size(camera: &Camera) -> f32 {
    camera.focus / (camera.range[0] + camera.range[1])
}

/// Points spread evenly over a path's ticks.
fn waypoints(path: &crate::stage::Path) -> impl Iterator<Item = Vec3> {
    let step = path.feet.len().div_ceil(POINTS).max(1);
    let lift = Vec3::Y * (0.3 * path.height);
    path.feet.iter().step_by(step).map(move |&p| p + lift)
}

/// The camera for one heading.
fn fit(stage: &Stage, heading: Vec3, pitch: f32, room: [Vec2; 2]) -> Camera {
    let corners = stage.triangles.iter().flatten().copied();
    let bodies = stage.paths.iter().flat_map(|path| {
        let corners = [
            (-1.0, 0.0, -1.0),
            (-1.0, 0.0, 1.0),
            (1.0, 0.0, -1.0),
            (1.0, 0.0, 1.0),
        ]
        .into_iter()
        .flat_map(|(x, y, z)| [(x, y, z), (x, 1.0, z)])
        .map(|(x, y, z)| Vec3::new(x * path.radius, y * path.height, z * path.radius));
        // A character that falls out of the level does not stay in the picture.
        path.feet
            .iter()
            .flat_map(move |&p| corners.clone().map(move |corner| p + corner))
            .map(|p| p.clamp(stage.low, stage.high))
    });
    let empty = stage
        .triangles
        .is_empty()
        .then_some([stage.low, stage.high]);
    let points = corners.chain(bodies).chain(empty.into_iter().flatten());
    Camera::fit(heading, pitch, points, room)
}

/// The fraction of `feet` that nothing hides, from a coarse picture.
fn visible(stage: &Stage, camera: &Camera, feet: &[Vec3], size: Vec2) -> f32 {
    let samples = (size / COARSE).ceil();
    let mut raster = Raster::new(samples.x as usize, samples.y as usize);
    let scale = Vec3::new(1.0 / COARSE, 1.0 / COARSE, 1.0);
    for &corners in &stage.triangles {
        let [a, b, c] = corners;
        if camera.faces((b - a).cross(c - a), a) {
            let (pieces, count) = camera.clip(corners);
            for piece in &pieces[..count] {
                raster.fill(0, piece.map(|p| p * scale));
            }
        }
    }
    let open = |&&p: &&Vec3| {
        let Some(place) = camera.place(p) else {
            return false;
        };
        let (near, _) = raster.sample((place.x / COARSE) as i64, (place.y / COARSE) as i64);
        // Ground that is nearer by a coarse sample does not hide the point.
        near <= place.z * (1.0 + 3.0 * COARSE / camera.focus)
    };
    feet.iter().filter(open).count() as f32 / feet.len() as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Scene, Track};

    #[test]
    fn a_path_behind_a_wall_is_viewed_from_its_own_side() {
        let wall = |x: f32, y: f32| Vec3::new(x, y, 0.0);
        let floor = |x: f32, z: f32| Vec3::new(x, 0.0, z);
        let triangles = [
            [floor(-10.0, -10.0), floor(-10.0, 10.0), floor(10.0, 10.0)],
            [floor(-10.0, -10.0), floor(10.0, 10.0), floor(10.0, -10.0)],
            // A wall that faces south, and hides what is north of it.
            [wall(-10.0, 0.0), wall(10.0, 0.0), wall(10.0, 6.0)],
            [wall(-10.0, 0.0), wall(10.0, 6.0), wall(-10.0, 6.0)],
        ];
        let track = Track {
            name: String::new(),
            feet: vec![floor(-8.0, -1.0), floor(0.0, -1.0), floor(8.0, -1.0)],
            radius: 0.3,
            height: 1.8,
        };
        let stage = Stage::new(&Scene {
            triangles: &triangles,
            colors: &[],
            up: Vec3::Y,
            flat: false,
            walkable: 0.7,
            tracks: &[track],
            volumes: &[],
        });
        let room = [Vec2::ZERO, Vec2::new(400.0, 300.0)];
        assert!(camera(&stage, room).forward.z > 0.0);
    }

    #[test]
    fn a_flat_scene_is_viewed_straight_on() {
        let triangles = [[Vec3::ZERO, Vec3::X * 9.0, Vec3::new(9.0, 3.0, 0.0)]];
        for (up, right) in [(Vec3::Y, Vec3::X), (Vec3::X, Vec3::NEG_Y)] {
            let stage = Stage::new(&Scene {
                triangles: &triangles,
                colors: &[],
                up,
                flat: true,
                walkable: 0.7,
                tracks: &[],
                volumes: &[],
            });
            let camera = camera(&stage, [Vec2::ZERO, Vec2::new(400.0, 300.0)]);
            assert_eq!(camera.forward, Vec3::NEG_Z);
            // Up and right are those of the scenario.
            assert_eq!((camera.above, stage.frame.up), (Vec3::Y, up));
            assert_eq!(stage.frame.east, right);
        }
    }
}
