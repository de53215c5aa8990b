//! The volumes of a scene: water as a translucent box with its edges, ladders with rails and rungs.

use glam::{Vec2, Vec3};

use crate::map::plan::{MARGIN, Plan, is_drawn};
use crate::paint::canvas::Canvas;
use crate::paint::line::{Corner, Style, stroke};
use crate::paint::ramp::{casing, color};
use crate::paint::raster::{Raster, SAMPLES};
use crate::path::Place;
use crate::scene::Volume;
use crate::stage::{Frame, Stage};
use crate::view::camera::Camera;

/// Half of the width of a ladder, and the most from one rung to the next, in meters: the path of a climb runs between the rails.
const RAIL: f32 = 0.25;
const RUNG: f32 = 0.3;

/// Most rungs of a ladder.
const RUNGS: f32 = 100.0;

/// Opacity of water: what is in it stays visible.
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

/// The color of water.
pub(crate) fn water() -> Vec3 {
    color(0x2b_82c4)
}

/// The color of ladders.
pub(crate) fn ladder() -> Vec3 {
    color(0x7a_4a1e)
}

/// Draws the volumes of the perspective view over the level, which `level` has.
pub(crate) fn view(canvas: &mut Canvas, stage: &Stage, camera: &Camera, level: &Raster) {
    let scale = Vec3::new(SAMPLES as f32, SAMPLES as f32, 1.0);
    let mut surface = Raster::new(level.width, level.height);
    for corners in waters(stage).flat_map(|corners| faces(&corners)) {
        let [a, b, c] = corners;
        if camera.faces((b - a).cross(c - a), a) {
            let (pieces, count) = camera.clip(corners);
            for piece in &pieces[..count] {
                surface.fill(0, piece.map(|p| p * scale));
            }
        }
    }
    tint(canvas, Vec2::ZERO, &surface, level);
    let project = |p: Vec3| camera.place(p).map(|place| (place.truncate(), place.z));
    // The edges of water lie on walls.
    let slack = 6.0 / camera.focus;
    lines(canvas, stage, project, |x, y, near| {
        share(level, [x, y], |(level, _)| level <= near * (1.0 + slack))
    });
}

/// Draws the volumes of a map over the level, which `level` has.
pub(crate) fn map(canvas: &mut Canvas, stage: &Stage, plan: &Plan, level: &Raster) {
    let scale = Vec3::new(SAMPLES as f32, SAMPLES as f32, 1.0);
    let mut surface = Raster::new(level.width, level.height);
    for corners in waters(stage).flat_map(|corners| faces(&corners)) {
        if is_drawn(&corners) {
            surface.fill(0, corners.map(|p| plan.place(p) * scale));
        }
    }
    tint(canvas, MARGIN, &surface, level);
    let project = |p: Vec3| {
        let place = plan.place(p);
        Some((place.truncate() + MARGIN, place.z))
    };
    let margin = MARGIN.to_array().map(|side| side as i32);
    // From above the lines of what is below a roof are faint too.
    lines(canvas, stage, project, |x, y, height| {
        let at = [x - margin[0], y - margin[1]];
        share(level, at, |(level, _)| level <= height + 0.05)
    });
}

/// The corners of each box of water, in the stage's coordinates.
fn waters(stage: &Stage) -> impl Iterator<Item = [Vec3; 8]> {
    stage.volumes.iter().filter_map(|volume| match volume {
        Volume::Water(ends) => Some(corners(&stage.frame, *ends)),
        Volume::Ladder(_) => None,
    })
}

/// The corners of a box between two corners in the level's coordinates.
fn corners(frame: &Frame, [low, high]: [Vec3; 2]) -> [Vec3; 8] {
    std::array::from_fn(|corner| {
        let side = |axis: usize| {
            if corner >> axis & 1 == 0 {
                low[axis]
            } else {
                high[axis]
            }
        };
        frame.local(Vec3::new(side(0), side(1), side(2)))
    })
}

fn faces(corners: &[Vec3; 8]) -> impl Iterator<Item = [Vec3; 3]> + use<> {
    let corners = *corners;
    FACES.into_iter().flat_map(move |face| {
        let [a, b, c, d] = face.map(|corner| corners[corner]);
        [[a, b, c], [a, c, d]]
    })
}

/// The points that a picture of the volume has to show, in the stage's coordinates.
pub(crate) fn points(frame: &Frame, volume: &Volume) -> Vec<Vec3> {
    match volume {
        Volume::Water(ends) => corners(frame, *ends).to_vec(),
        Volume::Ladder(ends) => ends.map(|p| frame.local(p)).to_vec(),
    }
}

/// Mixes the color of water over what is below or behind its surface; `corner` is the upper left one of the rasters.
fn tint(canvas: &mut Canvas, corner: Vec2, surface: &Raster, level: &Raster) {
    let corner = corner.to_array().map(|side| side as i32);
    let samples = SAMPLES as i32;
    for y in 0..surface.height as i32 / samples {
        for x in 0..surface.width as i32 / samples {
            let wet = share(surface, [x, y], |(near, at)| {
                near > 0.0 && near > level.sample(at[0], at[1]).0
            });
            canvas.blend(corner[0] + x, corner[1] + y, water(), OPACITY * wet);
        }
    }
}

/// The share of a pixel's samples with a nearness, at their column and row, that passes a test.
fn share(raster: &Raster, [x, y]: [i32; 2], passes: impl Fn((f32, [i64; 2])) -> bool) -> f32 {
    let samples = SAMPLES as i64;
    let mut count = 0;
    for sample in 0..samples * samples {
        let at = [
            i64::from(x) * samples + sample % samples,
            i64::from(y) * samples + sample / samples,
        ];
        count += i32::from(passes((raster.sample(at[0], at[1]).0, at)));
    }
    count as f32 / (samples * samples) as f32
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
        let points = points(&stage.frame, volume);
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
        let corners = corners(&frame, [Vec3::ZERO, Vec3::new(2., 4., 6.)]);
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
        // What is in the water stays visible: the color is a mixture.
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
