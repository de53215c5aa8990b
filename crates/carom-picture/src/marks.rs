//! Findings and regions on a picture: a dot at each position, and its label beside it where there is room.

use glam::{Vec2, Vec3};

use crate::paint::canvas::Canvas;
use crate::paint::ramp::{casing, ink};
use crate::paint::text;

/// A label's plate: half of its height, and the room beside the letters.
const HALF: f32 = 9.5;
const BESIDE: f32 = 5.0;

/// Distances from a dot at which its label may be, in the order of preference, in pixels.
const RINGS: [f32; 5] = [17.0, 27.0, 40.0, 58.0, 80.0];

/// Directions around a dot, in the order of preference.
const AROUND: [Vec2; 8] = [
    Vec2::new(0.7, -0.7),
    Vec2::new(-0.7, -0.7),
    Vec2::new(0.7, 0.7),
    Vec2::new(-0.7, 0.7),
    Vec2::new(0.0, -1.0),
    Vec2::new(1.0, 0.0),
    Vec2::new(-1.0, 0.0),
    Vec2::new(0.0, 1.0),
];

/// The dot of a finding or a region.
#[derive(Clone, Debug)]
pub(crate) struct Dot {
    pub(crate) at: Vec2,
    pub(crate) label: String,
    pub(crate) color: Vec3,
}

/// Draws all dots within a part of the canvas, and the labels that find room; the first dots choose first.
pub(crate) fn draw(canvas: &mut Canvas, dots: &[Dot], room: [Vec2; 2]) {
    let mut taken: Vec<[Vec2; 2]> = dots
        .iter()
        .map(|dot| [dot.at - 6.0, dot.at + 6.0])
        .collect();
    let mut plates = Vec::new();
    for dot in dots {
        let half = Vec2::new(plate(&dot.label), HALF);
        let places = RINGS.into_iter().flat_map(|ring| {
            AROUND.map(|way| dot.at + way * (ring + (half.x - HALF) * way.x.abs()))
        });
        let free = |middle: &Vec2| {
            let (low, high) = (*middle - half, *middle + half);
            let inside = low.cmpge(room[0]).all() && high.cmple(room[1]).all();
            inside
                && taken
                    .iter()
                    .all(|[a, b]| low.cmpgt(*b).any() || high.cmplt(*a).any())
        };
        if let Some(middle) = places.into_iter().find(free) {
            taken.push([middle - half - 1.0, middle + half + 1.0]);
            plates.push((dot, middle));
        }
    }
    for (dot, middle) in &plates {
        canvas.segment(dot.at, *middle, 3.6, casing());
        canvas.segment(dot.at, *middle, 1.6, ink());
    }
    for dot in dots {
        canvas.disc(dot.at, 6.2, casing(), 1.0);
        canvas.disc(dot.at, 5.0, ink(), 1.0);
        canvas.disc(dot.at, 3.7, dot.color, 1.0);
    }
    for (dot, middle) in plates {
        label(canvas, middle, &dot.label, dot.color);
    }
}

/// Half of the width of a label's plate.
fn plate(label: &str) -> f32 {
    (0.5 * text::width(label) + BESIDE).max(HALF)
}

/// Draws a label on a plate with round ends.
pub(crate) fn label(canvas: &mut Canvas, middle: Vec2, label: &str, color: Vec3) {
    let reach = Vec2::new(plate(label) - HALF, 0.0);
    for (half, shade) in [(HALF + 1.5, casing()), (HALF, color)] {
        canvas.segment(middle - reach, middle + reach, 2.0 * half, shade);
    }
    let corner = middle - Vec2::new(0.5 * text::width(label), 8.5);
    text::write(canvas, corner.x, corner.y, label, casing());
}

/// Draws the mark of the spawn.
pub(crate) fn spawn(canvas: &mut Canvas, at: Vec2) {
    canvas.disc(at, 8.5, casing(), 1.0);
    canvas.ring(at, 6.0, 2.2, ink(), 1.0);
    canvas.disc(at, 2.6, ink(), 1.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_do_not_cover_each_other() {
        let mut canvas = Canvas::new(300, 300, Vec3::ONE);
        let dots: Vec<Dot> = (1..=40)
            .map(|number| Dot {
                at: Vec2::new(150.0 + (number % 3) as f32, 150.0),
                label: number.to_string(),
                color: Vec3::X,
            })
            .collect();
        // Labels without room are left out; nothing is drawn outside.
        draw(&mut canvas, &dots, [Vec2::ZERO, Vec2::splat(300.0)]);
        assert!(plate("1") == HALF && plate("1000") > HALF);
    }
}
