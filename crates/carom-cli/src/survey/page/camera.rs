//! The camera of the page: directions from which walls do not hide the character.

use carom::Mesh;
use glam::{DVec3, Vec3};
use std::f64::consts::TAU;

/// Distance of a camera, m.
const AWAY: f32 = 20.0;

/// Heights of the character that a camera should see, as fractions.
const POINTS: [f32; 3] = [0.1, 0.5, 0.9];

/// Yaw and pitch of a camera.
type Direction = [f64; 2];

/// The camera that sees most of a character at a position; among equals, the lowest pitch. The picture leaves out back
/// faces, so they hide nothing.
pub(super) fn view(mesh: &Mesh<Vec3>, feet: Vec3, height: f32) -> Direction {
    best(mesh, feet, height, [0.5, PITCHES[0]])
}

/// The turns of a camera that follows a replay: moment, yaw and pitch. It turns only where it no longer sees the whole
/// character; at the moment of the finding it has the given direction.
///
/// `moments` are feet and height, and `every` such moment is tested.
pub(super) fn turns(
    mesh: &Mesh<Vec3>,
    moments: &[[f32; 4]],
    every: usize,
    nearest: usize,
    direction: Direction,
) -> Vec<[f32; 3]> {
    let next = |moment: usize, from: Direction| {
        let [x, y, z, height] = moments[moment];
        let feet = Vec3::new(x, y, z);
        let is_whole = visible(mesh, feet, height, from) == POINTS.len();
        if is_whole {
            from
        } else {
            best(mesh, feet, height, from)
        }
    };
    let entry = |moment: usize, [yaw, pitch]: Direction| [moment as f32, yaw as f32, pitch as f32];
    let (mut before, mut now) = (Vec::new(), direction);
    let earlier = (0..nearest.min(moments.len())).rev();
    for moment in earlier.step_by(every) {
        let then = next(moment, now);
        if then != now {
            // From here on, the direction of later.
            before.push(entry(moment + 1, now));
            now = then;
        }
    }
    if moments.is_empty() {
        return Vec::new();
    }
    before.push(entry(0, now));
    before.reverse();
    let mut turns = before;
    now = direction;
    for moment in (nearest..moments.len()).step_by(every) {
        let then = next(moment, now);
        if then != now {
            turns.push(entry(moment, then));
            now = then;
        }
    }
    turns
}

const PITCHES: [f64; 3] = [0.6, 1.0, 1.4];
const YAWS: u32 = 16;

/// The direction that sees most; among equals the lowest pitch, and then that nearest to `from`.
fn best(mesh: &Mesh<Vec3>, feet: Vec3, height: f32, from: Direction) -> Direction {
    let mut best = (0, [from[0], PITCHES[0]]);
    for pitch in PITCHES {
        // 0, 1, -1, 2, -2, …
        for turn in 1..=YAWS {
            let side = if turn % 2 == 0 { 1.0 } else { -1.0 };
            let yaw = from[0] + side * TAU * f64::from(turn / 2) / f64::from(YAWS);
            let seen = visible(mesh, feet, height, [yaw, pitch]);
            if seen > best.0 {
                best = (seen, [yaw, pitch]);
            }
        }
        if best.0 == POINTS.len() {
            break;
        }
    }
    best.1
}

/// The number of points of the character that a camera sees.
fn visible(mesh: &Mesh<Vec3>, feet: Vec3, height: f32, [yaw, pitch]: Direction) -> usize {
    let ((sy, cy), (sp, cp)) = (libm::sincos(yaw), libm::sincos(pitch));
    let back = DVec3::new(sy * cp, sp, cy * cp).as_vec3();
    let mut hits = Vec::new();
    let mut sees = |point: Vec3| {
        hits.clear();
        mesh.query().ray_all(point, back * AWAY, &mut hits);
        // The ray starts at the character: a face that it leaves by the back hides the character from the camera.
        let blocks = |triangle: u32| {
            let triangle = mesh.triangle(triangle);
            let normal = (triangle.b - triangle.a).cross(triangle.c - triangle.a);
            normal.dot(back) > 0.0
        };
        !hits.iter().any(|hit| blocks(hit.part.index))
    };
    let points = POINTS.map(|part| feet + Vec3::Y * (part * height));
    points.into_iter().filter(|point| sees(*point)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_camera_avoids_obstacles() {
        // A wall of two sides, as files have them, east of the character.
        let wall = |x: f32, turned: bool| {
            let corner = |y: f32, z: f32| Vec3::new(x, y, z);
            let [a, b, c] = [corner(-50.0, -80.0), corner(90.0, 0.0), corner(-50.0, 80.0)];
            if turned { [a, c, b] } else { [a, b, c] }
        };
        let corners = [wall(1.0, false), wall(1.2, true)].concat();
        let mesh = Mesh::new(corners, vec![[0, 1, 2], [3, 4, 5]]).unwrap();
        let [yaw, pitch] = view(&mesh, Vec3::ZERO, 1.8);
        assert!(libm::sin(yaw) < 0.0 && pitch == 0.6, "{yaw} {pitch}");
        // A wall with its back to every camera beyond it hides nothing.
        let behind = Mesh::new(wall(1.0, false), vec![[0, 1, 2]]).unwrap();
        let front = Mesh::new(wall(1.0, true), vec![[0, 1, 2]]).unwrap();
        let yaws = [behind, front].map(|mesh| view(&mesh, Vec3::ZERO, 1.8)[0]);
        assert!(yaws.contains(&0.5) && yaws.iter().any(|yaw| libm::sin(*yaw) < 0.0));
    }

    /// A corridor that turns around a wall: the camera turns with it, and sees the character all the way.
    #[test]
    fn a_camera_turns_where_a_wall_would_hide_the_character() {
        // The wall hides the character from the east for x < 0, and from the west beyond.
        let wall = |x: f32, z: [f32; 2], west: bool| {
            let corner = |y: f32, z: f32| Vec3::new(x, y, z);
            let [a, b, c] = [
                corner(-50.0, z[0]),
                corner(90.0, 0.5 * (z[0] + z[1])),
                corner(-50.0, z[1]),
            ];
            if west { [a, b, c] } else { [a, c, b] }
        };
        let corners = [
            wall(1.0, [-200.0, 60.0], true),
            wall(-1.0, [40.0, 300.0], false),
        ];
        let walls = [corners, corners.map(|[a, b, c]| [a, c, b])]
            .concat()
            .concat();
        let triangles: Vec<[u32; 3]> = (0..4).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        let mesh = Mesh::new(walls, triangles).unwrap();
        let moments: Vec<[f32; 4]> = (0..200).map(|i| [0.0, 0.0, i as f32 - 50.0, 1.8]).collect();
        let at = |moment: usize| Vec3::new(0.0, 0.0, moments[moment][2]);
        for nearest in [0, 100, 199] {
            let direction = view(&mesh, at(nearest), 1.8);
            let all = turns(&mesh, &moments, 1, nearest, direction);
            assert!(all[0][0] == 0.0 && all.is_sorted_by(|a, b| a[0] < b[0]));
            assert!((2..20).contains(&all.len()), "{all:?}");
            for (moment, _) in moments.iter().enumerate() {
                let turn = all
                    .iter()
                    .rev()
                    .find(|turn| turn[0] <= moment as f32)
                    .unwrap();
                let direction = [turn[1], turn[2]].map(f64::from);
                assert_eq!(
                    visible(&mesh, at(moment), 1.8, direction),
                    3,
                    "{moment}: {turn:?}"
                );
            }
        }
        assert!(turns(&mesh, &[], 1, 0, [0.5, 0.6]).is_empty());
    }
}
