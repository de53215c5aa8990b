//! Trajectories, collisions and balls on a plot.

use glam::{Vec2, Vec3};

use super::panel::Panel;
use super::trajectory::{at, images, pieces, wrapped};
use super::{Moment, Pool};
use crate::paint::canvas::Canvas;
use crate::paint::line::{Corner, Style, stroke};
use crate::paint::ramp::{self, casing, color, ink};
use crate::paint::text;

/// Balls of at least this many pixels show their numbers.
const NUMBERED: f32 = 11.0;

/// The color of a ball: dark for the first (the cue ball of a break), then hues far from each other.
pub(super) fn ball_color(number: usize) -> Vec3 {
    if number == 0 {
        return color(0x2b_3038);
    }
    // Lightness cycles through three levels; successive hues are a golden angle apart.
    let hue = (number as f32 * 2.399_963 + 0.35) % std::f32::consts::TAU;
    let light = [0.6, 0.5, 0.68][number % 3];
    ramp::of_hue(light, 0.155, hue)
}

/// Draws the trajectories, paler the older they are.
pub(super) fn trajectories(
    canvas: &mut Canvas,
    pool: &Pool,
    panel: &Panel,
    moment: &Moment,
    shades: &[Vec3],
) {
    let many = pool.collisions.len() > 150;
    let style = Style {
        half: if many { 0.7 } else { 1.15 },
        casing: if many || moment.speed.is_some() {
            0.0
        } else {
            0.9
        },
        edge: casing(),
        hidden: 0.0,
        dashed: false,
    };
    let length = (moment.to - moment.from).max(f64::MIN_POSITIVE);
    // In descending order, so that the cue ball's trajectory is on top.
    for number in (0..pool.radii.len()).rev() {
        for piece in pieces(pool, number, moment) {
            let corners: Vec<Corner> = piece
                .iter()
                .map(|(time, p)| {
                    let age = ((moment.to - time) / length) as f32;
                    let pale = if moment.speed.is_some() { 0.95 } else { 0.6 };
                    Corner {
                        at: panel.place(p),
                        depth: 0.0,
                        color: shades[number].lerp(color(0xe4_ece7), pale * libm::powf(age, 0.8)),
                    }
                })
                .collect();
            stroke(canvas, &corners, &style, |_, _, _| 1.0);
        }
    }
}

/// Draws a dot at each collision; in an animation a ring that fades.
pub(super) fn collisions(canvas: &mut Canvas, pool: &Pool, panel: &Panel, moment: &Moment) {
    let within = |time: f64| time >= moment.from && time <= moment.to;
    for (time, place) in pool.collisions.iter().filter(|(time, _)| within(*time)) {
        let place = panel.place(&wrapped(pool, place));
        let Some(speed) = moment.speed else {
            canvas.disc(place, 2.6, casing(), 0.9);
            canvas.disc(place, 1.8, ink(), 0.8);
            continue;
        };
        let age = ((moment.to - time) / (speed * 0.4)) as f32;
        if age < 1.0 {
            canvas.ring(place, 3.0 + 8.0 * age, 1.6, ink(), 0.8 * (1.0 - age));
        }
    }
}

/// Draws the balls from back to front, and as outlines where they started.
pub(super) fn balls(
    canvas: &mut Canvas,
    pool: &Pool,
    panel: &Panel,
    moment: &Moment,
    shades: &[Vec3],
) {
    let least = 2.4_f32;
    let size = |number: usize| panel.length(pool.radii[number]).max(least);
    if moment.speed.is_none() {
        for (number, trajectory) in pool.trajectories.iter().enumerate() {
            if let Some((_, p)) = trajectory.first() {
                for p in images(pool, panel, p, pool.radii[number]) {
                    let edge = shades[number].lerp(ink(), 0.25);
                    canvas.ring(panel.place(&p), size(number) - 0.7, 1.4, edge, 0.9);
                }
            }
        }
    }
    let places = (pool.trajectories.iter().enumerate())
        .map(|(number, trajectory)| (number, at(trajectory, moment.to)));
    let mut places: Vec<(usize, [f64; 3])> = places.collect();
    let eye = panel.axes[2];
    places.sort_by(|a, b| a.1[eye].total_cmp(&b.1[eye]).then(b.0.cmp(&a.0)));
    for (number, p) in places {
        for p in images(pool, panel, &p, pool.radii[number]) {
            let (center, radius) = (panel.place(&p), size(number));
            canvas.globe(center, radius, shades[number]);
            if radius >= NUMBERED {
                let words = number.to_string();
                let wide = text::width(&words);
                let corner = center - Vec2::new(0.5 * wide, 8.5);
                text::write(canvas, corner.x, corner.y, &words, Vec3::ONE);
            }
        }
    }
}
