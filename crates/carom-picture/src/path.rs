//! A walked path on a picture: line, direction arrows, start and end.

use glam::{Vec2, Vec3};

use crate::paint::canvas::Canvas;
use crate::paint::line::{Corner, Style, stroke};
use crate::paint::ramp::{casing, ink};
use crate::stage::Path;

/// Pixels between two arrows, at least.
const SPACING: f32 = 90.0;

/// Most arrows on one path.
const ARROWS: f32 = 60.0;

/// Pixels of path on each side that give an arrow its direction.
const CHORD: f32 = 8.0;

/// A place on the canvas, and the depth for the visibility test.
pub(crate) type Place = (Vec2, f32);

/// Draws the line of a path; `project` gives `None` for a point behind the eye.
pub(crate) fn line(
    canvas: &mut Canvas,
    path: &Path,
    style: &Style,
    project: impl Fn(Vec3) -> Option<Place>,
    visible: impl Fn(i32, i32, f32) -> f32,
) {
    for run in corners(path, project).split(|corner| corner.is_none()) {
        let run: Vec<Corner> = run.iter().flatten().copied().collect();
        stroke(canvas, &run, style, &visible);
    }
}

/// Draws small arrows along a path where it is `visible`.
pub(crate) fn arrows(
    canvas: &mut Canvas,
    path: &Path,
    size: f32,
    project: impl Fn(Vec3) -> Option<Place>,
    visible: impl Fn(i32, i32, f32) -> f32,
) {
    let line: Vec<Corner> = corners(path, project).into_iter().flatten().collect();
    let mut lengths = vec![0.0; line.len()];
    for at in 1..line.len() {
        lengths[at] = lengths[at - 1] + line[at - 1].at.distance(line[at].at);
    }
    let total = lengths.last().copied().unwrap_or(0.0);
    let spacing = SPACING.max(total / ARROWS);
    let mut next = 0.5 * spacing;
    for at in 0..line.len() {
        if lengths[at] < next {
            continue;
        }
        let behind = lengths[..at].partition_point(|&length| length < lengths[at] - CHORD);
        let ahead = at + lengths[at..].partition_point(|&length| length < lengths[at] + CHORD);
        let chord = line[ahead.min(line.len() - 1)].at - line[behind].at;
        let Corner {
            at: middle, depth, ..
        } = line[at];
        // A chord much shorter than the path is a turn on the spot: an arrow would mislead.
        if chord.length() < CHORD || visible(middle.x as i32, middle.y as i32, depth) < 0.5 {
            continue;
        }
        let direction = chord.normalize();
        canvas.arrow(middle, direction, size, [casing(), ink()]);
        next = lengths[at] + spacing;
    }
}

/// Marks a path's start with a ring and its end with a filled disc.
pub(crate) fn ends(canvas: &mut Canvas, path: &Path, project: impl Fn(Vec3) -> Option<Place>) {
    let place = |p: Option<&Vec3>| p.and_then(|&p| project(p)).map(|(at, _)| at);
    if let Some(at) = place(path.feet.first()) {
        start(canvas, at, path.ramp.at(0.0));
    }
    if let Some(at) = place(path.feet.last()) {
        end(canvas, at, path.ramp.at(1.0));
    }
}

/// Draws the mark at the start of a path: a ring.
pub(crate) fn start(canvas: &mut Canvas, at: Vec2, color: Vec3) {
    canvas.disc(at, 8.5, ink(), 1.0);
    canvas.disc(at, 7.0, color, 1.0);
    canvas.disc(at, 4.0, casing(), 1.0);
}

/// Draws the mark at the end of a path: a disc.
pub(crate) fn end(canvas: &mut Canvas, at: Vec2, color: Vec3) {
    canvas.disc(at, 8.5, ink(), 1.0);
    canvas.disc(at, 7.0, casing(), 1.0);
    canvas.disc(at, 5.0, color, 1.0);
}

/// The path's entries on the canvas, colored along time.
fn corners(path: &Path, project: impl Fn(Vec3) -> Option<Place>) -> Vec<Option<Corner>> {
    let last = (path.feet.len().max(2) - 1) as f32;
    path.feet
        .iter()
        .enumerate()
        .map(|(tick, &p)| {
            project(p).map(|(at, depth)| Corner {
                at,
                depth,
                color: path.ramp.at(tick as f32 / last),
            })
        })
        .collect()
}
