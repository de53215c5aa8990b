//! Marks of spin along the trajectories.

use glam::{Vec2, Vec3};

use super::panel::Panel;
use super::{Moment, Pool, SpinMark};
use crate::paint::canvas::{Canvas, turned};
use crate::paint::ramp::{casing, color};

/// Length of the arrow of a push of 1, and radius of an arc, in pixels.
const PUSH: f32 = 34.0;
const ARC: f32 = 10.0;
/// The angle of an arc for a spin of 1, rad.
const TURN: f64 = 5.2;
/// Shorter arrows and arcs, in pixels, are not drawn.
const LEAST: f32 = 2.5;

/// The color of a push, and of spin about the vertical.
pub(super) fn colors() -> [Vec3; 2] {
    [color(0xc2_3b22), color(0x6a_3fa0)]
}

/// Draws the marks in the time that is shown.
pub(super) fn marks(canvas: &mut Canvas, pool: &Pool, panel: &Panel, moment: &Moment) {
    let within = |mark: &&SpinMark| mark.time >= moment.from && mark.time <= moment.to;
    for mark in pool.spins.iter().filter(within) {
        let [x, y] = mark.push;
        let center = panel.place(&mark.place);
        let tip = panel.direction([x, y, 0.0]) * PUSH;
        draw(canvas, center, tip, mark.side);
    }
}

/// Draws one mark: `tip` is the arrow, from the center.
pub(super) fn draw(canvas: &mut Canvas, center: Vec2, tip: Vec2, side: f64) {
    let [push, spin] = colors();
    let angle = (side * -TURN) as f32;
    let length = tip.length();
    let arc = (angle.abs() * ARC >= LEAST).then(|| {
        // From the top on; a positive spin is counterclockwise.
        let end = turned(Vec2::NEG_Y, angle);
        (end, end.perp() * angle.signum())
    });
    if arc.is_some() {
        canvas.arc(center, ARC, Vec2::NEG_Y, angle, 3.4, casing());
    }
    if length >= LEAST {
        canvas.segment(center, center + tip, 3.6, casing());
        canvas.segment(center, center + tip, 1.8, push);
        canvas.arrow(center + tip, tip / length, 4.0, [push, casing()]);
    }
    if let Some((end, along)) = arc {
        canvas.arc(center, ARC, Vec2::NEG_Y, angle, 1.8, spin);
        canvas.arrow(center + end * ARC, along, 3.4, [spin, casing()]);
    }
}
