//! The map: straight down, orthographic, with coordinates along its frame.

use glam::{Vec2, Vec3};

use super::Scene;
use super::canvas::Canvas;
use super::legend::Legend;
use super::line::Style;
use super::path::{self, Place, casing, ink};
use super::ramp::colour;
use super::raster::Raster;
use super::relief;
use super::stage::Stage;
use super::text;

/// Samples along each side of a pixel.
pub(super) const SAMPLES: usize = 2;

/// Pixels around the plot, for the coordinates: left and right, top and bottom.
pub(super) const MARGIN: Vec2 = Vec2::new(58.0, 30.0);

/// Pixels inside the plot around the level.
const PADDING: f32 = 14.0;

/// Least and greatest height of the plot in widths.
const ASPECT: [f32; 2] = [0.3, 1.15];

/// Where the level is on the plot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    /// Pixels a metre.
    pub(super) scale: f32,
    /// Of the plot, in pixels.
    pub(super) size: Vec2,
    /// Height that has nearness 1.
    low: f32,
}

impl Plan {
    /// Fits the level into a plot `width` wide.
    pub(super) fn new(stage: &Stage, width: f32) -> Self {
        let extent = stage.high - stage.low;
        let largest = extent.x.max(extent.z);
        // A level without extent (one point) is drawn as if a metre wide.
        let least = if largest > 0.0 { 1e-3 * largest } else { 1.0 };
        let (wide, deep) = (extent.x.max(least), extent.z.max(least));
        let room = width - 2.0 * PADDING;
        let height =
            (room * deep / wide + 2.0 * PADDING).clamp(ASPECT[0] * width, ASPECT[1] * width);
        let height = height.round();
        Self {
            scale: (room / wide).min((height - 2.0 * PADDING) / deep),
            size: Vec2::new(width, height),
            low: stage.low.y,
        }
    }

    /// Column, row and nearness of a point of the stage, in pixels of the plot.
    pub(super) fn place(&self, p: Vec3) -> Vec3 {
        let at = self.size * 0.5 + Vec2::new(p.x, p.z) * self.scale;
        Vec3::new(at.x, at.y, (p.y - self.low) + 1.0)
    }

    /// Where a column and row of the plot are on the stage, seen from above: to the east, to the south.
    pub(super) fn ground(&self, at: Vec2) -> Vec2 {
        (at - self.size * 0.5) / self.scale
    }

    /// The nearness of something as high as this on the stage.
    pub(super) fn nearness(&self, height: f32) -> f32 {
        height - self.low + 1.0
    }

    /// Height in the stage of something of this nearness.
    pub(super) fn height(&self, nearness: f32) -> f32 {
        nearness - 1.0 + self.low
    }
}

/// Draws the map of a scene.
pub(super) fn draw(scene: &Scene<'_>, size: u32) -> Canvas {
    let stage = Stage::new(scene);
    let width = size as f32;
    let plan = Plan::new(&stage, width - 2.0 * MARGIN.x);
    let legend = Legend::new(&stage, width, Some(plan.scale));
    let top = plan.size.y + 2.0 * MARGIN.y;
    let mut canvas = Canvas::new(size, (top + legend.height) as u32, colour(0xfb_faf7));
    let raster = raster(&stage, &plan, f32::INFINITY);
    relief::draw(&mut canvas, MARGIN, &stage, &plan, &raster);
    frame(&mut canvas, &stage, &plan);
    let project = |p: Vec3| -> Option<Place> {
        let place = plan.place(p);
        Some((place.truncate() + MARGIN, place.z))
    };
    let style = Style {
        half: 2.0,
        casing: 1.4,
        edge: casing(),
        hidden: 0.85,
        dashed: true,
    };
    for path in &stage.paths {
        // Whatever is higher than well inside the character is a roof over it; on a coarse map
        // the line is wider than the path, and the slope beside it is no roof.
        let head = 0.6 * path.height + 0.5 * (style.half + style.casing) / plan.scale;
        let visible = |x: i32, y: i32, depth: f32| open(&raster, x, y, depth + head);
        path::line(&mut canvas, path, &style, project, visible);
        path::arrows(&mut canvas, path, 6.0, project, |_, _, _| 1.0);
    }
    for path in &stage.paths {
        path::ends(&mut canvas, path, project);
    }
    legend.draw(&mut canvas, top);
    canvas
}

/// The level's upper faces below a height; those that look down are ceilings, and left out.
pub(super) fn raster(stage: &Stage, plan: &Plan, below: f32) -> Raster {
    let size = plan.size * SAMPLES as f32;
    let mut raster = Raster::new(size.x as usize, size.y as usize);
    raster.limit = plan.nearness(below);
    let scale = Vec3::new(SAMPLES as f32, SAMPLES as f32, 1.0);
    for (index, corners) in stage.triangles.iter().enumerate() {
        let [a, b, c] = *corners;
        if (b - a).cross(c - a).y > 0.0 {
            raster.fill(index as u32, corners.map(|p| plan.place(p) * scale));
        }
    }
    raster
}

/// Which part of a pixel of the canvas has nothing higher than `limit`.
fn open(raster: &Raster, x: i32, y: i32, limit: f32) -> f32 {
    let samples = SAMPLES as i64;
    let (left, top) = (x as i64 - MARGIN.x as i64, y as i64 - MARGIN.y as i64);
    let mut count = 0;
    for row in 0..samples {
        for column in 0..samples {
            let (near, _) = raster.sample(left * samples + column, top * samples + row);
            count += i32::from(near <= limit);
        }
    }
    count as f32 / (samples * samples) as f32
}

/// The plot's frame with coordinates, faint lines through them, and the names of the axes.
pub(super) fn frame(canvas: &mut Canvas, stage: &Stage, plan: &Plan) {
    let step = text::round_length(plan.size.x / plan.scale / 6.0);
    let far = MARGIN + plan.size;
    for (axis, across) in [(stage.frame.east, true), (stage.frame.south, false)] {
        let (name, sign) = name(axis);
        let middle = sign * stage.frame.middle(axis);
        let (length, before) = if across {
            (plan.size.x, MARGIN.x)
        } else {
            (plan.size.y, MARGIN.y)
        };
        let half = 0.5 * length / plan.scale;
        let first = ((middle - half) / step).ceil() as i64;
        let last = ((middle + half) / step).floor() as i64;
        for count in first..=last {
            let value = count as f32 * step;
            let at = (before + 0.5 * length + sign * (value - middle) * plan.scale).round();
            let words = text::number(value);
            let wide = text::width(&words);
            if across {
                let (a, b) = (Vec2::new(at, MARGIN.y), Vec2::new(at + 1.0, far.y));
                canvas.rectangle(a, b, ink(), 0.09);
                text::write(
                    canvas,
                    at - 0.5 * wide,
                    far.y + 6.0,
                    &words,
                    colour(0x6a_7078),
                );
            } else {
                let (a, b) = (Vec2::new(MARGIN.x, at), Vec2::new(far.x, at + 1.0));
                canvas.rectangle(a, b, ink(), 0.09);
                text::write(
                    canvas,
                    MARGIN.x - wide - 6.0,
                    at - 8.0,
                    &words,
                    colour(0x6a_7078),
                );
            }
        }
        compass(canvas, name, sign, across, far);
    }
    canvas.frame(MARGIN, far, colour(0x8a_8f94));
}

/// An arrow outside the frame that tells which way a coordinate grows.
fn compass(canvas: &mut Canvas, name: &str, sign: f32, across: bool, far: Vec2) {
    if name.is_empty() {
        return;
    }
    let direction = if across { Vec2::X } else { Vec2::Y } * sign;
    let middle = if across {
        Vec2::new(far.x - 30.0, 15.0)
    } else {
        Vec2::new(far.x + 20.0, far.y - 30.0)
    };
    canvas.segment(
        middle - direction * 16.0,
        middle + direction * 14.0,
        1.6,
        ink(),
    );
    canvas.arrow(middle + direction * 14.0, direction, 6.0, [ink(); 2]);
    let at = middle - direction * 26.0 - Vec2::new(3.5, 8.0);
    text::write(canvas, at.x, at.y, name, ink());
}

/// The level axis that a picture axis follows, and whether along or against it.
pub(super) fn name(axis: Vec3) -> (&'static str, f32) {
    for (unit, name) in Vec3::AXES.into_iter().zip(["x", "y", "z"]) {
        if axis.dot(unit).abs() > 0.9999 {
            return (name, axis.dot(unit).signum());
        }
    }
    ("", 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_the_level_is_the_middle_of_the_plot() {
        let triangles = [[
            Vec3::new(4990.0, 1.0, 5000.0),
            Vec3::new(4990.0, 1.0, 5010.0),
            Vec3::new(5010.0, 4.0, 5000.0),
        ]];
        let stage = Stage::new(&Scene {
            triangles: &triangles,
            up: Vec3::Y,
            flat: false,
            walkable: 0.7,
            tracks: &[],
        });
        let plan = Plan::new(&stage, 428.0);
        assert_eq!(plan.scale, 20.0);
        assert_eq!(plan.place(Vec3::ZERO).truncate(), plan.size * 0.5);
        let corner = plan.place(stage.low);
        assert_eq!(corner, Vec3::new(PADDING, PADDING, 1.0));
        assert_eq!(plan.height(corner.z), stage.low.y);
    }

    #[test]
    fn what_a_roof_covers_is_not_open() {
        let mut raster = Raster::new(8, 8);
        let corner = |x: f32, y: f32| Vec3::new(x, y, 5.0);
        raster.fill(0, [corner(0.0, 0.0), corner(20.0, 0.0), corner(0.0, 20.0)]);
        let [x, y] = MARGIN.to_array().map(|side| side as i32);
        assert_eq!(open(&raster, x, y, 2.0), 0.0);
        assert_eq!(open(&raster, x, y, 6.0), 1.0);
    }
}
