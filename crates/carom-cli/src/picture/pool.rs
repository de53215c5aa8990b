//! Balls on a table and the ways they went: flat, or in space from the side and from above.
//!
//! Everything is seen along an axis, so that a wall's outline is the hull of its corners as they lie in the
//! picture, grown by its radius: one distance function draws all of them.

use glam::{Vec2, Vec3};

use super::canvas::{Canvas, coverage, distance_to_segment};
use super::line::{Corner, Style, stroke};
use super::path::{casing, ink};
use super::ramp::{self, colour};
use super::text;
use super::{Obstacle, Pool};

/// Pixels around a plot, for the coordinates: left and right, top and bottom.
const MARGIN: Vec2 = Vec2::new(58.0, 34.0);

/// Rows of the line below the plots.
const LEGEND: f32 = 34.0;

/// Least and greatest height of the plots in widths.
const ASPECT: [f64; 2] = [0.12, 0.9];

/// What is kept free around the balls where nothing bounds them, in parts of the plot.
const SPARE: f64 = 0.06;

/// Balls of at least this many pixels show their numbers.
const NUMBERED: f32 = 11.0;

/// How long a tail is in an animation, in seconds of it.
const TAIL: f64 = 0.9;

/// Which part of the whole is drawn, and how.
#[derive(Clone, Copy)]
struct Moment {
    from: f64,
    to: f64,
    /// Of an animation: how many seconds of the game go by in one, and how long a meeting is seen.
    speed: Option<f64>,
}

/// One view of the table.
struct Panel {
    /// Upper left corner of the plot, and its size, in pixels.
    corner: Vec2,
    size: Vec2,
    /// Pixels a length.
    scale: f64,
    /// What is in the middle of the plot.
    middle: [f64; 2],
    /// The axes to the right and along the columns, and the one that looks at the eye.
    axes: [usize; 3],
    /// Columns grow downwards.
    down: bool,
}

impl Panel {
    fn place(&self, p: &[f64; 3]) -> Vec2 {
        let [x, y] = [0, 1].map(|i| (p[self.axes[i]] - self.middle[i]) * self.scale);
        let y = if self.down { y } else { -y };
        self.corner + self.size * 0.5 + Vec2::new(x as f32, y as f32)
    }

    fn length(&self, length: f64) -> f32 {
        (length * self.scale) as f32
    }

    fn far(&self) -> Vec2 {
        self.corner + self.size
    }
}

/// The whole run.
pub(super) fn draw(pool: &Pool, width: u32) -> Canvas {
    let all = Moment {
        from: 0.0,
        to: pool.end,
        speed: None,
    };
    draw_moment(pool, width, all)
}

/// One moment of it, with the tails of the balls.
pub(super) fn draw_at(pool: &Pool, width: u32, time: f64, speed: f64) -> Canvas {
    let moment = Moment {
        from: (time - TAIL * speed).max(0.0),
        to: time,
        speed: Some(speed),
    };
    draw_moment(pool, width, moment)
}

fn draw_moment(pool: &Pool, width: u32, moment: Moment) -> Canvas {
    let (panels, height) = panels(pool, width as f32);
    let mut canvas = Canvas::new(width, height as u32, colour(0xfb_faf7));
    let shades: Vec<Vec3> = (0..pool.radii.len()).map(ball_colour).collect();
    for panel in &panels {
        table(&mut canvas, pool, panel);
        for obstacle in &pool.walls {
            wall(&mut canvas, panel, obstacle, pool.flat);
        }
        ways(&mut canvas, pool, panel, &moment, &shades);
        meetings(&mut canvas, pool, panel, &moment);
        balls(&mut canvas, pool, panel, &moment, &shades);
    }
    for panel in &panels {
        frame(&mut canvas, pool, panel, &panels);
    }
    legend(&mut canvas, pool, &moment, height - LEGEND);
    canvas
}

/// The ends of what is drawn.
fn extent(pool: &Pool) -> [[f64; 3]; 2] {
    if let Some(bounds) = pool.bounds {
        return bounds;
    }
    if let Some(period) = pool.period {
        return [[0.0; 3], period];
    }
    let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    for (way, radius) in pool.ways.iter().zip(&pool.radii) {
        for (_, p) in way {
            for axis in 0..3 {
                low[axis] = low[axis].min(p[axis] - radius);
                high[axis] = high[axis].max(p[axis] + radius);
            }
        }
    }
    let widest = (0..3).map(|axis| high[axis] - low[axis]);
    let spare = SPARE * widest.fold(0.0, f64::max);
    for axis in 0..3 {
        low[axis] -= spare;
        high[axis] += spare;
    }
    [low, high]
}

/// Where the views are, and the height of the picture.
fn panels(pool: &Pool, width: f32) -> (Vec<Panel>, f32) {
    let [low, high] = extent(pool);
    let size = [0, 1, 2].map(|axis| (high[axis] - low[axis]).max(f64::MIN_POSITIVE));
    let middle = [0, 1, 2].map(|axis| 0.5 * low[axis] + 0.5 * high[axis]);
    // Seen from the side (x, y) and, in space, from above (x, z) beside it.
    let views: &[([usize; 3], bool)] = if pool.flat {
        &[([0, 1, 2], false)]
    } else {
        &[([0, 1, 2], false), ([0, 2, 1], true)]
    };
    let count = views.len() as f32;
    let room = f64::from((width - MARGIN.x) / count - MARGIN.x);
    let tallest = views.iter().map(|([_, axis, _], _)| size[*axis]);
    let tallest = tallest.fold(0.0, f64::max);
    let height = room * (tallest / size[0]).clamp(ASPECT[0], ASPECT[1] * views.len() as f64);
    let scale = (room / size[0]).min(height / tallest);
    let panel = |(number, (axes, down)): (usize, &([usize; 3], bool))| Panel {
        corner: MARGIN + Vec2::new(number as f32 * (room as f32 + MARGIN.x), 0.0),
        size: Vec2::new(room as f32, height as f32),
        scale,
        middle: [middle[axes[0]], middle[axes[1]]],
        axes: *axes,
        down: *down,
    };
    let panels = views.iter().enumerate().map(panel).collect();
    (panels, (height as f32 + 2.0 * MARGIN.y + LEGEND).round())
}

/// Dark for the first, which is the cue ball of a break; then hues as far from each other as can be.
fn ball_colour(number: usize) -> Vec3 {
    if number == 0 {
        return colour(0x2b_3038);
    }
    // Of each three, one light, one dark, one between; neighbours are a golden angle apart.
    let hue = (number as f32 * 2.399_963 + 0.35) % std::f32::consts::TAU;
    let light = [0.6, 0.5, 0.68][number % 3];
    ramp::of_hue(light, 0.155, hue)
}

/// The cloth, and the rails of a box around it.
fn table(canvas: &mut Canvas, pool: &Pool, panel: &Panel) {
    let cloth = colour(0xe4_ece7);
    let (mut low, mut high) = (panel.corner, panel.far());
    if pool.bounds.is_some() || pool.period.is_some() {
        let [a, b] = extent(pool).map(|p| panel.place(&p));
        (low, high) = (a.min(b), a.max(b));
    }
    if pool.bounds.is_some() {
        let rail = 13.0;
        canvas.rectangle(low - rail, high + rail, colour(0x5f_7d76), 1.0);
        canvas.rectangle(low - rail + 2.0, high + rail - 2.0, colour(0x77_958d), 1.0);
        canvas.rectangle(low - 2.0, high + 2.0, colour(0x4b_655f), 1.0);
    }
    canvas.rectangle(low, high, cloth, 1.0);
}

/// A wall as far as it is in the plot.
fn wall(canvas: &mut Canvas, panel: &Panel, obstacle: &Obstacle, flat: bool) {
    // In space one looks through walls, and through the triangles of a room on all its sides.
    let (fill, edge) = match obstacle {
        _ if flat => (0.9, 1.0),
        Obstacle::Hull { points, radius } if points.len() == 3 && *radius == 0.0 => (0.06, 0.3),
        _ => (0.4, 0.9),
    };
    let glass = Glass {
        colour: colour(0x9f_b1b3),
        rim: colour(0x46_5a60),
        fill,
        edge,
    };
    match obstacle {
        Obstacle::HalfSpace { normal, offset } => {
            let toward = normal[panel.axes[2]];
            // Seen from the front it has no outline.
            if toward.abs() > 0.999 {
                return;
            }
            let sign = if panel.down { 1.0 } else { -1.0 };
            let across = Vec2::new(
                normal[panel.axes[0]] as f32,
                normal[panel.axes[1]] as f32 * sign,
            );
            let steep = across.length();
            // Of one that leans towards the eye, what is there in the middle plane.
            let mut on = [0.0; 3];
            on[panel.axes[0]] = panel.middle[0];
            on[panel.axes[1]] = panel.middle[1];
            let gap = panel.middle[0] * normal[panel.axes[0]]
                + panel.middle[1] * normal[panel.axes[1]]
                - offset;
            let start = panel.place(&on);
            let out = across / steep;
            let gap = panel.length(gap / f64::from(steep));
            outline(canvas, panel, [panel.corner, panel.far()], &glass, |p| {
                (p - start).dot(out) + gap
            });
        }
        Obstacle::Hull { points, radius } => {
            let places: Vec<Vec2> = points.iter().map(|p| panel.place(p)).collect();
            let corners = convex(places);
            let radius = panel.length(*radius);
            let least = Vec2::splat(radius + 3.0);
            let fold = |f: fn(Vec2, Vec2) -> Vec2| corners.iter().copied().reduce(f);
            let (Some(low), Some(high)) = (fold(Vec2::min), fold(Vec2::max)) else {
                return;
            };
            outline(canvas, panel, [low - least, high + least], &glass, |p| {
                distance(p, &corners) - radius
            });
        }
    }
}

/// How a wall is painted: its colours, and how much of them covers what is behind.
struct Glass {
    colour: Vec3,
    rim: Vec3,
    fill: f32,
    edge: f32,
}

/// Fills where a distance in pixels is negative, and draws its edge.
fn outline(
    canvas: &mut Canvas,
    panel: &Panel,
    [low, high]: [Vec2; 2],
    glass: &Glass,
    distance: impl Fn(Vec2) -> f32,
) {
    let low = low.max(panel.corner).floor();
    let high = high.min(panel.far()).ceil();
    for y in low.y as i32..high.y as i32 {
        for x in low.x as i32..high.x as i32 {
            let d = distance(Vec2::new(x as f32 + 0.5, y as f32 + 0.5));
            canvas.blend(x, y, glass.colour, glass.fill * coverage(d));
            canvas.blend(x, y, glass.rim, glass.edge * coverage(d.abs() - 1.1));
        }
    }
}

/// How far a point is from a convex polygon, negative inside; corners counter-clockwise in pixels.
fn distance(p: Vec2, corners: &[Vec2]) -> f32 {
    let mut nearest = f32::INFINITY;
    let mut is_inside = corners.len() > 2;
    for (i, a) in corners.iter().enumerate() {
        let b = corners[(i + 1) % corners.len()];
        nearest = nearest.min(distance_to_segment(p, *a, b).0);
        is_inside &= (b - *a).perp_dot(p - *a) >= 0.0;
    }
    if is_inside { -nearest } else { nearest }
}

/// The corners of the convex hull (Andrew's monotone chain), turning one way.
fn convex(mut points: Vec<Vec2>) -> Vec<Vec2> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let half = |points: &mut dyn Iterator<Item = Vec2>| {
        let mut chain: Vec<Vec2> = Vec::new();
        for p in points {
            while let [.., a, b] = chain[..]
                && (b - a).perp_dot(p - a) <= 0.0
            {
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        chain
    };
    let mut corners = half(&mut points.iter().copied());
    corners.extend(half(&mut points.iter().rev().copied()));
    corners
}

/// A ball's way between two times, in pieces that lie in one period each.
fn pieces(pool: &Pool, number: usize, moment: &Moment) -> Vec<Vec<(f64, [f64; 3])>> {
    let way = &pool.ways[number];
    let mut corners = vec![(moment.from, at(way, moment.from))];
    let inside = |(time, _): &&(f64, [f64; 3])| *time > moment.from && *time < moment.to;
    corners.extend(way.iter().filter(inside));
    corners.push((moment.to, at(way, moment.to)));
    let Some(period) = pool.period else {
        return vec![corners];
    };
    let axes = if pool.flat { 2 } else { 3 };
    let mut pieces = Vec::new();
    let mut piece: Vec<(f64, [f64; 3])> = Vec::new();
    for pair in corners.windows(2) {
        let (p, q) = (pair[0], pair[1]);
        // Where it comes over an edge, from 0 to 1.
        let mut cuts = vec![0.0, 1.0];
        for (axis, length) in period.iter().enumerate().take(axes) {
            let [a, b] = [p.1[axis] / length, q.1[axis] / length];
            let (low, high) = (a.min(b), a.max(b));
            let first = low.floor() + 1.0;
            let edges = (0..64).map(|i| first + f64::from(i));
            cuts.extend(
                edges
                    .take_while(|edge| *edge < high)
                    .map(|edge| (edge - a) / (b - a)),
            );
        }
        cuts.sort_by(f64::total_cmp);
        for cut in cuts.windows(2) {
            let [start, middle, end] =
                [cut[0], 0.5 * (cut[0] + cut[1]), cut[1]].map(|s| between(p, q, s));
            let mut image = [0.0; 3];
            for axis in 0..axes {
                image[axis] = (middle.1[axis] / period[axis]).floor() * period[axis];
            }
            let shifted = |(time, p): (f64, [f64; 3])| {
                (time, [p[0] - image[0], p[1] - image[1], p[2] - image[2]])
            };
            let (start, end) = (shifted(start), shifted(end));
            let goes_on = piece.last().is_some_and(|(_, last)| {
                (0..axes).all(|axis| (last[axis] - start.1[axis]).abs() < 1e-6 * period[axis])
            });
            if !goes_on {
                pieces.push(std::mem::take(&mut piece));
                piece.push(start);
            }
            piece.push(end);
        }
    }
    pieces.push(piece);
    pieces.retain(|piece| piece.len() > 1);
    pieces
}

/// Part of the way from one corner to the next.
fn between(p: (f64, [f64; 3]), q: (f64, [f64; 3]), s: f64) -> (f64, [f64; 3]) {
    let mix = |a: f64, b: f64| a + (b - a) * s;
    let place = [0, 1, 2].map(|axis| mix(p.1[axis], q.1[axis]));
    (mix(p.0, q.0), place)
}

/// Where a ball is at a time.
fn at(way: &[(f64, [f64; 3])], time: f64) -> [f64; 3] {
    let next = way.partition_point(|(corner, _)| *corner <= time);
    match (way.get(next.wrapping_sub(1)), way.get(next)) {
        (Some(p), Some(q)) => between(*p, *q, (time - p.0) / (q.0 - p.0)).1,
        (Some(p), None) | (None, Some(p)) => p.1,
        (None, None) => [0.0; 3],
    }
}

/// The ways, pale where they are long ago.
fn ways(canvas: &mut Canvas, pool: &Pool, panel: &Panel, moment: &Moment, shades: &[Vec3]) {
    let many = pool.meetings.len() > 150;
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
    // Later numbers first, so that the cue ball's way is on top.
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
                        colour: shades[number].lerp(colour(0xe4_ece7), pale * libm::powf(age, 0.8)),
                    }
                })
                .collect();
            stroke(canvas, &corners, &style, |_, _, _| 1.0);
        }
    }
}

/// Dots where something met; in an animation they fade.
fn meetings(canvas: &mut Canvas, pool: &Pool, panel: &Panel, moment: &Moment) {
    let seen = |time: f64| time >= moment.from && time <= moment.to;
    for (time, place) in pool.meetings.iter().filter(|(time, _)| seen(*time)) {
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

/// A place in the first period.
fn wrapped(pool: &Pool, p: &[f64; 3]) -> [f64; 3] {
    match pool.period {
        None => *p,
        Some(period) => [0, 1, 2].map(|axis| {
            if period[axis] > 0.0 {
                p[axis] - (p[axis] / period[axis]).floor() * period[axis]
            } else {
                p[axis]
            }
        }),
    }
}

/// Where they began, as outlines, and where they are, farther ones first.
fn balls(canvas: &mut Canvas, pool: &Pool, panel: &Panel, moment: &Moment, shades: &[Vec3]) {
    let least = 2.4_f32;
    let size = |number: usize| panel.length(pool.radii[number]).max(least);
    if moment.speed.is_none() {
        for (number, way) in pool.ways.iter().enumerate() {
            if let Some((_, p)) = way.first() {
                for p in images(pool, panel, p, pool.radii[number]) {
                    let edge = shades[number].lerp(ink(), 0.25);
                    canvas.ring(panel.place(&p), size(number) - 0.7, 1.4, edge, 0.9);
                }
            }
        }
    }
    let places = (pool.ways.iter().enumerate()).map(|(number, way)| (number, at(way, moment.to)));
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

/// A ball in the first period, and again where it reaches over an edge.
fn images(pool: &Pool, panel: &Panel, p: &[f64; 3], radius: f64) -> Vec<[f64; 3]> {
    let mut images = vec![wrapped(pool, p)];
    let Some(period) = pool.period else {
        return images;
    };
    for axis in [panel.axes[0], panel.axes[1]] {
        for i in 0..images.len() {
            let mut image = images[i];
            if image[axis] < radius {
                image[axis] += period[axis];
            } else if image[axis] > period[axis] - radius {
                image[axis] -= period[axis];
            } else {
                continue;
            }
            images.push(image);
        }
    }
    images
}

/// Paper over what reaches out of the plot, its frame and coordinates.
fn frame(canvas: &mut Canvas, pool: &Pool, panel: &Panel, panels: &[Panel]) {
    let paper = colour(0xfb_faf7);
    let rail = if pool.bounds.is_some() { 13.0 } else { 0.0 };
    let (mut low, mut high) = (panel.corner, panel.far());
    if pool.bounds.is_some() || pool.period.is_some() {
        let [a, b] = extent(pool).map(|p| panel.place(&p));
        (low, high) = (a.min(b) - rail, a.max(b) + rail);
    }
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
    let step = f64::from(text::round_length(
        (f64::from(panel.size.x) / panel.scale / 6.0) as f32,
    ));
    let grey = colour(0x6a_7078);
    let names = ["x", "y", "z"];
    for (i, along) in [(0, true), (1, false)] {
        let half = f64::from(
            if along {
                high.x - low.x
            } else {
                high.y - low.y
            } - 2.0 * rail,
        ) * 0.5
            / panel.scale;
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
            if along {
                canvas.rectangle(
                    Vec2::new(place.x, high.y),
                    Vec2::new(place.x + 1.0, high.y + 4.0),
                    grey,
                    1.0,
                );
                text::write(canvas, place.x - 0.5 * wide, high.y + 5.0, &words, grey);
            } else {
                canvas.rectangle(
                    Vec2::new(low.x - 4.0, place.y),
                    Vec2::new(low.x, place.y + 1.0),
                    grey,
                    1.0,
                );
                text::write(canvas, low.x - wide - 6.0, place.y - 8.0, &words, grey);
            }
        }
    }
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
        text::write(canvas, at, low.y - 18.0, words, grey);
    }
    canvas.frame(low, high, colour(0x8a_8f94));
}

/// What is seen, in a line.
fn legend(canvas: &mut Canvas, pool: &Pool, moment: &Moment, top: f32) {
    let wide = canvas.width() as f32;
    canvas.rectangle(
        Vec2::new(0.0, top),
        Vec2::new(wide, top + 1.0),
        colour(0xc4_c6c6),
        1.0,
    );
    let (row, middle) = (top + 9.0, top + 17.0);
    let grey = colour(0x6a_7078);
    let mut x = 20.0;
    if let Some(speed) = moment.speed {
        let words = format!("t = {} s", time(moment.to, pool.end));
        text::write(canvas, x, row, &words, ink());
        x += text::width(&words) + 28.0;
        let words = format!("{}, {} of real speed", pool.title, times(speed));
        text::write(canvas, x, row, &words, grey);
        return;
    }
    let words = format!("{}, {} s", pool.title, time(pool.end, pool.end));
    text::write(canvas, x, row, &words, ink());
    x += text::width(&words) + 36.0;
    let shade = ball_colour(1);
    canvas.ring(
        Vec2::new(x + 8.0, middle),
        7.0,
        1.4,
        shade.lerp(ink(), 0.25),
        0.9,
    );
    text::write(canvas, x + 22.0, row, "start", grey);
    x += 22.0 + text::width("start") + 20.0;
    canvas.globe(Vec2::new(x + 8.0, middle), 7.5, shade);
    text::write(canvas, x + 22.0, row, "end", grey);
    x += 22.0 + text::width("end") + 20.0;
    canvas.disc(Vec2::new(x + 4.0, middle), 2.6, ink(), 0.8);
    text::write(canvas, x + 14.0, row, "meeting", grey);
    x += 14.0 + text::width("meeting") + 20.0;
    for column in 0..60 {
        let pale = 0.6 * (1.0 - column as f32 / 60.0);
        let from = Vec2::new(x + column as f32, middle - 1.5);
        canvas.rectangle(
            from,
            from + Vec2::new(1.0, 3.0),
            shade.lerp(colour(0xe4_ece7), pale),
            1.0,
        );
    }
    text::write(canvas, x + 70.0, row, "way, pale at first", grey);
}

/// A time with as many digits as tell a thousandth of the whole.
fn time(time: f64, whole: f64) -> String {
    let digits = (2.0 - libm::log10(whole.max(1e-12)).floor()).clamp(0.0, 12.0) as usize;
    format!("{time:.digits$}")
}

/// A factor with two digits.
pub(super) fn times(factor: f64) -> String {
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

    fn one(period: Option<[f64; 3]>) -> Pool {
        Pool {
            title: "1 ball".into(),
            flat: true,
            radii: vec![0.5],
            ways: vec![vec![(0.0, [1.0, 1.0, 0.0]), (4.0, [9.0, 5.0, 0.0])]],
            meetings: vec![(2.0, [5.0, 3.0, 0.0])],
            end: 4.0,
            walls: vec![
                Obstacle::Hull {
                    points: vec![[0.0; 3]],
                    radius: 1e-9,
                },
                Obstacle::HalfSpace {
                    normal: [0.0, 0.0, 1.0],
                    offset: 3.0,
                },
            ],
            bounds: None,
            period,
        }
    }

    #[test]
    fn a_ball_is_between_the_corners_of_its_way() {
        let way = &one(None).ways[0];
        assert_eq!(at(way, 1.0), [3.0, 2.0, 0.0]);
        assert_eq!(at(way, -1.0), [1.0, 1.0, 0.0]);
        assert_eq!(at(way, 9.0), [9.0, 5.0, 0.0]);
        assert_eq!(at(&[], 1.0), [0.0; 3]);
    }

    #[test]
    fn a_way_over_the_edges_is_cut_there() {
        let pool = one(Some([4.0, 4.0, 0.0]));
        let all = Moment {
            from: 0.0,
            to: 4.0,
            speed: None,
        };
        let pieces = pieces(&pool, 0, &all);
        // Over x = 4 and 8, and over y = 4 at x = 7.
        assert_eq!(pieces.len(), 4, "{pieces:?}");
        let inside = |p: &[f64; 3]| (0..2).all(|axis| (-1e-9..=4.0 + 1e-9).contains(&p[axis]));
        assert!(pieces.iter().flatten().all(|(_, p)| inside(p)));
        assert_eq!(
            images(&pool, &panels(&pool, 640.0).0[0], &[0.2, 3.9, 0.0], 0.5).len(),
            4
        );
    }

    #[test]
    fn hulls_turn_one_way_and_know_their_inside() {
        let points = [[0., 0.], [2., 0.], [1., 0.5], [2., 2.], [0., 2.], [1., 0.]];
        let corners = convex(points.map(Vec2::from).to_vec());
        assert_eq!(corners.len(), 4);
        assert_eq!(distance(Vec2::ONE, &corners), -1.0);
        assert_eq!(distance(Vec2::new(3.0, 1.0), &corners), 1.0);
        assert_eq!(distance(Vec2::X, &convex(vec![Vec2::ZERO])), 1.0);
    }

    #[test]
    fn every_table_gives_pictures() {
        for period in [None, Some([4.0; 3])] {
            for flat in [true, false] {
                let pool = Pool {
                    flat,
                    ..one(period)
                };
                assert!(draw(&pool, 640).png().is_ok());
                assert!(draw_at(&pool, 640, 2.0, 0.5).png().is_ok());
            }
        }
        assert_eq!((times(0.25), times(3.0)), ("0.25".into(), "3".into()));
        assert_eq!(time(0.5, 1.0), "0.50");
    }
}
