//! The volumes of a scene: water as a translucent box with its edges, ladders with rails and rungs.

use glam::{Vec2, Vec3};

use crate::paint::canvas::Canvas;
use crate::paint::line::{Corner, Style, stroke};
use crate::paint::ramp::{casing, ladder, water};
use crate::paint::raster::{Raster, SAMPLES};
use crate::path::Place;
use crate::scene::Volume;
use crate::stage::Stage;

/// Half of the width of a ladder, and the most from one rung to the next, in meters: the path of a climb runs between the rails.
const RAIL: f32 = 0.25;
const RUNG: f32 = 0.3;

/// Most rungs of a ladder.
const RUNGS: f32 = 100.0;

/// Opacity of water: a body in it stays visible.
const OPACITY: f32 = 0.42;

/// The faces of a box by the numbers of its corners, counter-clockwise from outside. Bit `i` of a number is set if coordinate
/// `i` is that of the greatest corner.
const FACES: [[usize; 4]; 6] = [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
];

/// Draws volumes over the level: `level` has its samples, `surface` those of the [faces of water](water_faces), and `corner` is
/// the upper left one of both.
///
/// `project` gives pixels of the canvas; a sample of the level, the first nearness, hides a point, the second, unless it `shows`.
pub(crate) fn draw(
    canvas: &mut Canvas,
    stage: &Stage,
    corner: Vec2,
    [level, surface]: [&Raster; 2],
    project: impl Fn(Vec3) -> Option<Place>,
    shows: impl Fn(f32, f32) -> bool,
) {
    let corner = corner.to_array().map(|side| side as i32);
    tint(canvas, corner, surface, level);
    lines(canvas, stage, project, |x, y, near| {
        let at = [x - corner[0], y - corner[1]];
        level.share(at, |level, _| shows(level, near))
    });
}

/// The triangles of the faces of each box of water, in the stage's coordinates.
pub(crate) fn water_faces(stage: &Stage) -> impl Iterator<Item = [Vec3; 3]> + '_ {
    let waters = stage.volumes.iter().filter_map(|volume| match volume {
        Volume::Water(ends) => Some(stage.frame.corners(*ends)),
        Volume::Ladder(_) => None,
    });
    waters.flat_map(|corners| faces(&corners))
}

fn faces(corners: &[Vec3; 8]) -> impl Iterator<Item = [Vec3; 3]> + use<> {
    let corners = *corners;
    FACES.into_iter().flat_map(move |face| {
        let [a, b, c, d] = face.map(|corner| corners[corner]);
        [[a, b, c], [a, c, d]]
    })
}

/// Mixes the color of water over everything below or behind its surface.
fn tint(canvas: &mut Canvas, corner: [i32; 2], surface: &Raster, level: &Raster) {
    let samples = SAMPLES as i32;
    for y in 0..surface.height as i32 / samples {
        for x in 0..surface.width as i32 / samples {
            let wet = surface.share([x, y], |near, [column, row]| {
                near > 0.0 && near > level.sample(column, row).0
            });
            canvas.blend(corner[0] + x, corner[1] + y, water(), OPACITY * wet);
        }
    }
}

/// The rungs and rails of a ladder, and the line from its upper end to where a character steps off.
fn bars([bottom, top, exit]: [Vec3; 3]) -> Vec<[Vec3; 2]> {
    // Across the way on to the ladder.
    let ahead = exit - top;
    let side = (top - bottom).cross(ahead).try_normalize();
    let side = side.unwrap_or(Vec3::Z) * RAIL;
    let count = (bottom.distance(top) / RUNG).ceil().clamp(1.0, RUNGS);
    let rungs = (0..count as u32).map(|rung| {
        let middle = bottom.lerp(top, (rung as f32 + 0.5) / count);
        [middle - side, middle + side]
    });
    let rails = [side, -side].map(|side| [bottom + side, top + side]);
    rungs.chain(rails).chain([[top, exit]]).collect()
}

/// Draws the edges of water, and ladders, faint where the level hides them.
fn lines(
    canvas: &mut Canvas,
    stage: &Stage,
    project: impl Fn(Vec3) -> Option<Place>,
    visible: impl Fn(i32, i32, f32) -> f32,
) {
    let edge = Style {
        half: 0.8,
        casing: 0.0,
        edge: water(),
        hidden: 0.25,
        dashed: false,
    };
    let rail = Style {
        half: 1.4,
        casing: 0.9,
        edge: casing(),
        hidden: 0.45,
        dashed: false,
    };
    let mut line = |points: &[Vec3], shade: Vec3, style: &Style| {
        let corner = |p: &Vec3| {
            project(*p).map(|(at, depth)| Corner {
                at,
                depth,
                color: shade,
            })
        };
        let corners: Option<Vec<Corner>> = points.iter().map(corner).collect();
        if let Some(corners) = corners {
            stroke(canvas, &corners, style, &visible);
        }
    };
    for volume in &stage.volumes {
        let points = stage.frame.points(volume);
        match volume {
            Volume::Water(_) => {
                for corner in 0..8 {
                    for axis in [1, 2, 4].into_iter().filter(|axis| corner & axis == 0) {
                        line(&[points[corner], points[corner | axis]], water(), &edge);
                    }
                }
            }
            Volume::Ladder(_) => {
                for bar in bars([points[0], points[1], points[2]]) {
                    line(&bar, ladder(), &rail);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Scene;

    /// A floor of 8 × 8 m with its top at 0.
    const FLOOR: [[Vec3; 3]; 2] = [
        [
            Vec3::new(-4., 0., -4.),
            Vec3::new(-4., 0., 4.),
            Vec3::new(4., 0., 4.),
        ],
        [
            Vec3::new(-4., 0., -4.),
            Vec3::new(4., 0., 4.),
            Vec3::new(4., 0., -4.),
        ],
    ];

    fn scene(volumes: &[Volume]) -> Scene<'_> {
        Scene {
            triangles: &FLOOR,
            colors: &[],
            up: Vec3::Y,
            flat: false,
            walkable: 0.7,
            tracks: &[],
            volumes,
        }
    }

    #[test]
    fn faces_of_water_face_outward() {
        let frame = Stage::new(&scene(&[])).frame;
        let corners = frame.corners([Vec3::ZERO, Vec3::new(2., 4., 6.)]);
        let middle = frame.local(Vec3::new(1., 2., 3.));
        for [a, b, c] in faces(&corners) {
            assert!((b - a).cross(c - a).dot(a - middle) > 1.0);
        }
    }

    /// The pixels in which two pictures differ.
    fn changed(one: &Canvas, other: &Canvas) -> Vec<(i32, i32)> {
        let (width, height) = (one.width() as i32, one.height() as i32);
        assert_eq!(
            (other.width() as i32, other.height() as i32),
            (width, height)
        );
        let all = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        all.filter(|(x, y)| one.pixel(*x, *y) != other.pixel(*x, *y))
            .collect()
    }

    #[test]
    fn water_above_the_floor_is_blue_and_water_below_it_is_not_seen() {
        let bare = crate::map(&scene(&[]), 400);
        let of = |low: f32, high: f32| {
            let ends = [Vec3::new(-2., low, -2.), Vec3::new(2., high, 2.)];
            crate::map(&scene(&[Volume::Water(ends)]), 400)
        };
        // Beside the lines of the grid.
        let (x, y) = (210, 182);
        // A legend of two rows may be higher: only the plot is compared.
        let (wet, covered) = (of(0.5, 1.0), of(-1.0, -0.5));
        let is_bluer = |p: Vec3| p.z / p.x > 1.5 * bare.pixel(x, y).z / bare.pixel(x, y).x;
        assert!(is_bluer(wet.pixel(x, y)));
        assert_eq!(covered.pixel(x, y), bare.pixel(x, y));
        // A body in the water stays visible: the color is a mixture.
        let mixed = bare.pixel(x, y).lerp(water(), OPACITY);
        assert!((wet.pixel(x, y) - mixed).abs().max_element() < 1e-6);
    }

    #[test]
    fn a_ladder_goes_from_end_to_end() {
        let ends = [Vec3::ZERO, Vec3::Y * 3.0, Vec3::new(1., 3., 0.)];
        // In a frame the legend has no entries for volumes, and both have the same bounds.
        let volumes = [Volume::Ladder(ends)];
        let whole = scene(&volumes);
        let bare = crate::frame(&scene(&[]), &whole, 640, 480);
        let drawn = crate::frame(&whole, &whole, 640, 480);
        let changed = changed(&bare, &drawn);
        let rows = changed.iter().map(|(_, y)| *y);
        let height = rows.clone().max().unwrap() - rows.min().unwrap();
        let columns = changed.iter().map(|(x, _)| *x);
        let width = columns.clone().max().unwrap() - columns.min().unwrap();
        assert!(
            height > 60 && width > 20 && width < height,
            "{width} {height}"
        );
        let brown = |&(x, y): &(i32, i32)| drawn.pixel(x, y).distance(ladder()) < 0.02;
        assert!(changed.iter().filter(|at| brown(at)).count() > 2 * height as usize);
    }

    #[test]
    fn a_picture_has_room_for_volumes() {
        let high = Volume::Water([Vec3::ZERO, Vec3::new(1., 20., 1.)]);
        let stage = Stage::new(&scene(std::slice::from_ref(&high)));
        assert!(stage.high.y - stage.low.y >= 20.0);
    }
}
