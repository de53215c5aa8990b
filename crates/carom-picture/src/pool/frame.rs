//! What surrounds a plot: paper over everything outside, the frame with its coordinates, and the legend.

use glam::Vec2;

use super::balls::ball_color;
use super::panel::{MARGIN, Panel, RAIL};
use super::{Moment, Pool, spin};
use crate::paint::canvas::Canvas;
use crate::paint::ramp::{color, ink};
use crate::paint::text;

/// Covers what reaches out of a plot, and draws its frame with coordinates and the names of its axes.
pub(super) fn frame(canvas: &mut Canvas, pool: &Pool, panel: &Panel, panels: &[Panel]) {
    let rail = if pool.bounds.is_some() { RAIL } else { 0.0 };
    let [low, high] = panel.table(pool);
    let edges = [low - rail, high + rail];
    cover(canvas, panel, panels, edges);
    for along in [true, false] {
        coordinates(canvas, panel, edges, rail, along);
    }
    names(canvas, pool, panel, edges);
    let [low, high] = edges;
    canvas.frame(low, high, color(0x8a_8f94));
}

/// Paints paper around a plot, up to the middle between it and the plots beside it.
fn cover(canvas: &mut Canvas, panel: &Panel, panels: &[Panel], [low, high]: [Vec2; 2]) {
    let paper = color(0xfb_faf7);
    let last = panels.last().map_or(panel.far(), Panel::far);
    let left = if panel.corner == panels[0].corner {
        0.0
    } else {
        panel.corner.x - MARGIN.x + 14.5
    };
    let right = if panel.far() == last {
        canvas.width() as f32
    } else {
        panel.far().x + 14.5
    };
    let (top, bottom) = (0.0, canvas.height() as f32);
    for (a, b) in [
        (Vec2::new(left, top), Vec2::new(right, low.y)),
        (Vec2::new(left, high.y), Vec2::new(right, bottom)),
        (Vec2::new(left, low.y), Vec2::new(low.x, high.y)),
        (Vec2::new(high.x, low.y), Vec2::new(right, high.y)),
    ] {
        canvas.rectangle(a, b, paper, 1.0);
    }
}

/// Writes round coordinates below the plot (`along`) or to its left, each with a tick.
fn coordinates(canvas: &mut Canvas, panel: &Panel, [low, high]: [Vec2; 2], rail: f32, along: bool) {
    let step = f64::from(text::round_length(
        (f64::from(panel.size.x) / panel.scale / 6.0) as f32,
    ));
    let gray = color(0x6a_7078);
    let i = usize::from(!along);
    let size = high - low;
    let length = if along { size.x } else { size.y } - 2.0 * rail;
    let half = f64::from(length) * 0.5 / panel.scale;
    let center = panel.middle[i];
    let (first, last) = ((center - half) / step, (center + half) / step);
    let slack = 1e-6;
    for count in (first - slack).ceil() as i64..=(last + slack).floor() as i64 {
        let value = count as f64 * step;
        let mut p = [0.0; 3];
        p[panel.axes[0]] = panel.middle[0];
        p[panel.axes[1]] = panel.middle[1];
        p[panel.axes[i]] = value;
        let place = panel.place(&p).round();
        let words = text::number(value as f32);
        let wide = text::width(&words);
        let (tick, size, words_at) = if along {
            let words_at = Vec2::new(place.x - 0.5 * wide, high.y + 5.0);
            (Vec2::new(place.x, high.y), Vec2::new(1.0, 4.0), words_at)
        } else {
            let words_at = Vec2::new(low.x - wide - 6.0, place.y - 8.0);
            (
                Vec2::new(low.x - 4.0, place.y),
                Vec2::new(4.0, 1.0),
                words_at,
            )
        };
        canvas.rectangle(tick, tick + size, gray, 1.0);
        text::write(canvas, words_at.x, words_at.y, &words, gray);
    }
}

/// Writes the names of the two axes, and in 3D from where the table is seen.
fn names(canvas: &mut Canvas, pool: &Pool, panel: &Panel, [low, high]: [Vec2; 2]) {
    let names = ["x", "y", "z"];
    let (x, y) = (names[panel.axes[0]], names[panel.axes[1]]);
    text::write(canvas, high.x + 6.0, high.y - 8.0, x, ink());
    let row = if panel.down {
        high.y + 4.0
    } else {
        low.y - 18.0
    };
    let left = if panel.down { -16.0 } else { 2.0 };
    text::write(canvas, low.x + left, row, y, ink());
    if !pool.flat {
        let words = if panel.down {
            "from above"
        } else {
            "from the side"
        };
        let at = 0.5 * (low.x + high.x - text::width(words));
        text::write(canvas, at, low.y - 18.0, words, color(0x6a_7078));
    }
}

/// The legend below the plots: title, and what the marks mean; of an animation the time and its pace.
pub(super) fn legend(canvas: &mut Canvas, pool: &Pool, moment: &Moment, top: f32) {
    let wide = canvas.width() as f32;
    canvas.rectangle(
        Vec2::new(0.0, top),
        Vec2::new(wide, top + 1.0),
        color(0xc4_c6c6),
        1.0,
    );
    let (row, middle) = (top + 9.0, top + 17.0);
    let gray = color(0x6a_7078);
    let mut x = 20.0;
    if let Some(speed) = moment.speed {
        let words = format!("t = {} s", time(moment.to, pool.end));
        text::write(canvas, x, row, &words, ink());
        x += text::width(&words) + 28.0;
        let words = format!("{}, {} of real speed", pool.title, times(speed));
        text::write(canvas, x, row, &words, gray);
        return;
    }
    let words = format!("{}, {} s", pool.title, time(pool.end, pool.end));
    text::write(canvas, x, row, &words, ink());
    x += text::width(&words) + 36.0;
    let shade = ball_color(1);
    canvas.ring(
        Vec2::new(x + 8.0, middle),
        7.0,
        1.4,
        shade.lerp(ink(), 0.25),
        0.9,
    );
    text::write(canvas, x + 22.0, row, "start", gray);
    x += 22.0 + text::width("start") + 20.0;
    canvas.globe(Vec2::new(x + 8.0, middle), 7.5, shade);
    text::write(canvas, x + 22.0, row, "end", gray);
    x += 22.0 + text::width("end") + 20.0;
    canvas.disc(Vec2::new(x + 4.0, middle), 2.6, ink(), 0.8);
    text::write(canvas, x + 14.0, row, "meeting", gray);
    x += 14.0 + text::width("meeting") + 20.0;
    if !pool.spins.is_empty() {
        x = spin_legend(canvas, x, row);
    }
    for column in 0..60 {
        let pale = 0.6 * (1.0 - column as f32 / 60.0);
        let from = Vec2::new(x + column as f32, middle - 1.5);
        canvas.rectangle(
            from,
            from + Vec2::new(1.0, 3.0),
            shade.lerp(color(0xe4_ece7), pale),
            1.0,
        );
    }
    text::write(canvas, x + 70.0, row, "way, pale at first", gray);
}

/// What the marks of spin mean, from `x` on; returns where it ends.
fn spin_legend(canvas: &mut Canvas, mut x: f32, row: f32) -> f32 {
    let middle = row + 8.0;
    for (words, tip, side, wide) in [
        ("push of the cloth", Vec2::new(18.0, 0.0), 0.0, 30.0),
        ("side spin", Vec2::ZERO, 0.8, 28.0),
    ] {
        let center = Vec2::new(x + if side == 0.0 { 0.0 } else { 10.0 }, middle);
        spin::draw(canvas, center, tip, side);
        text::write(canvas, x + wide, row, words, color(0x6a_7078));
        x += wide + text::width(words) + 20.0;
    }
    x
}

/// A time with the digits that resolve a thousandth of the whole.
fn time(time: f64, whole: f64) -> String {
    let digits = (2.0 - libm::log10(whole.max(1e-12)).floor()).clamp(0.0, 12.0) as usize;
    format!("{time:.digits$}")
}

/// A factor with two significant digits, for people.
#[must_use]
pub fn times(factor: f64) -> String {
    if !(1e-3..1e4).contains(&factor) {
        return format!("{factor:.1e}");
    }
    let digits = (1.0 - libm::log10(factor).floor()).clamp(0.0, 5.0) as usize;
    let text = format!("{factor:.digits$}");
    match text.split_once('.') {
        Some(_) => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_factors_are_short() {
        assert_eq!((times(0.25), times(3.0)), ("0.25".into(), "3".into()));
        assert_eq!(time(0.5, 1.0), "0.50");
    }
}
