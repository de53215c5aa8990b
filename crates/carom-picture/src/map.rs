//! The map of a scene: orthographic, from straight above, with coordinates along its frame.

pub(crate) mod plan;
mod relief;

use glam::{Vec2, Vec3};

use crate::legend::Legend;
use crate::paint::canvas::Canvas;
use crate::paint::line::Style;
use crate::paint::ramp::{casing, color, ink};
use crate::paint::raster::{Raster, SAMPLES};
use crate::paint::text;
use crate::path::{self, Place};
use crate::scene::Scene;
use crate::stage::{Stage, axis_name};
use crate::volumes;
use plan::{MARGIN, Plan, is_drawn, raster};

/// Draws a level and the paths in it from straight above, `size` pixels wide.
///
/// The height follows the shape of the level, from about a third of `size` to a little over it, with a legend below.
/// Paths are dashed where something is above them. Widths under 320 are taken as 320.
#[must_use]
pub fn map(scene: &Scene<'_>, size: u32) -> Canvas {
    let size = size.max(320);
    let stage = Stage::new(scene);
    let width = size as f32;
    let plan = Plan::new(&stage, width - 2.0 * MARGIN.x);
    let legend = Legend::new(&stage, width, Some(plan.scale));
    let top = plan.size.y + 2.0 * MARGIN.y;
    let mut canvas = Canvas::new(size, (top + legend.height) as u32, color(0xfb_faf7));
    let raster = raster(&stage, &plan, f32::INFINITY);
    relief::draw(&mut canvas, MARGIN, &stage, &plan, &raster);
    if !stage.volumes.is_empty() {
        volumes(&mut canvas, &stage, &plan, &raster);
    }
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
        // Geometry above the upper part of the character is a roof over it. On a coarse map
        // the line is wider than the path, and the slope beside the path is no roof.
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

/// Draws water and ladders over the level.
fn volumes(canvas: &mut Canvas, stage: &Stage, plan: &Plan, level: &Raster) {
    let scale = Vec3::new(SAMPLES as f32, SAMPLES as f32, 1.0);
    let mut surface = Raster::new(level.width, level.height);
    for corners in volumes::water_faces(stage) {
        if is_drawn(&corners) {
            surface.fill(0, corners.map(|p| plan.place(p) * scale));
        }
    }
    let project = |p: Vec3| {
        let place = plan.place(p);
        Some((place.truncate() + MARGIN, place.z))
    };
    // From above the lines of everything below a roof are faint too.
    let shows = |level: f32, height: f32| level <= height + 0.05;
    volumes::draw(canvas, stage, MARGIN, [level, &surface], project, shows);
}

/// The fraction of a canvas pixel where nothing is above `limit`, a nearness.
fn open(raster: &Raster, x: i32, y: i32, limit: f32) -> f32 {
    let [left, top] = MARGIN.to_array().map(|side| side as i32);
    raster.share([x - left, y - top], |near, _| near <= limit)
}

/// Draws the plot's frame with coordinates, faint lines through them, and the names of the axes.
pub(crate) fn frame(canvas: &mut Canvas, stage: &Stage, plan: &Plan) {
    let step = text::round_length(plan.size.x / plan.scale / 6.0);
    let far = MARGIN + plan.size;
    for (axis, across) in [(stage.frame.east, true), (stage.frame.south, false)] {
        let (name, sign) = axis_name(axis);
        let center = if across { plan.center.x } else { plan.center.y };
        let middle = sign * (stage.frame.middle(axis) + center);
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
                    color(0x6a_7078),
                );
            } else {
                let (a, b) = (Vec2::new(MARGIN.x, at), Vec2::new(far.x, at + 1.0));
                canvas.rectangle(a, b, ink(), 0.09);
                text::write(
                    canvas,
                    MARGIN.x - wide - 6.0,
                    at - 8.0,
                    &words,
                    color(0x6a_7078),
                );
            }
        }
        compass(canvas, name, sign, across, far);
    }
    canvas.frame(MARGIN, far, color(0x8a_8f94));
}

/// Draws an arrow outside the frame in the direction in which a coordinate grows.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pixel_below_a_roof_is_not_open() {
        let mut raster = Raster::new(8, 8);
        let corner = |x: f32, y: f32| Vec3::new(x, y, 5.0);
        raster.fill(0, [corner(0.0, 0.0), corner(20.0, 0.0), corner(0.0, 20.0)]);
        let [x, y] = MARGIN.to_array().map(|side| side as i32);
        assert_eq!(open(&raster, x, y, 2.0), 0.0);
        assert_eq!(open(&raster, x, y, 6.0), 1.0);
    }
}
