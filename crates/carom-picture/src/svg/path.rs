//! Paths of SVG: relative coordinates with a tenth of a pixel, without corners that make no visible difference.

use glam::DVec2;
use std::fmt::Write as _;

/// How far a corner may be from the line that replaces it, in pixels.
const SLACK: f64 = 0.15;

/// A polyline as path data.
pub(super) fn open(points: &[DVec2]) -> String {
    let mut kept = Vec::new();
    if let (Some(first), Some(last)) = (points.first(), points.last()) {
        kept.push(*first);
        thin(points, &mut kept);
        kept.push(*last);
    }
    data(&kept)
}

/// A closed outline as path data.
pub(super) fn closed(outline: &[DVec2]) -> String {
    let Some(first) = outline.first() else {
        return String::new();
    };
    // Halved at the corner that is farthest from the first one.
    let far = |at: &usize| outline[*at].distance(*first);
    let half = (0..outline.len()).max_by(|a, b| far(a).total_cmp(&far(b)));
    let half = half.unwrap_or(0);
    let mut kept = vec![*first];
    thin(&outline[..=half], &mut kept);
    kept.push(outline[half]);
    let back: Vec<DVec2> = outline[half..].iter().chain([first]).copied().collect();
    thin(&back, &mut kept);
    data(&kept) + "z"
}

/// A position for an attribute.
pub(super) fn place(at: DVec2) -> [String; 2] {
    tenths(at).map(|value| {
        let mut text = String::new();
        number(&mut text, value);
        text
    })
}

/// Keeps the corners between the ends that matter (Ramer, Douglas and Peucker).
fn thin(points: &[DVec2], kept: &mut Vec<DVec2>) {
    let [first, .., last] = points else {
        return;
    };
    let away = |p: DVec2| {
        let (way, to) = (last - first, p - first);
        let t = if way == DVec2::ZERO {
            0.0
        } else {
            (to.dot(way) / way.length_squared()).clamp(0.0, 1.0)
        };
        to.distance(way * t)
    };
    let middle = (1..points.len() - 1).max_by(|a, b| away(points[*a]).total_cmp(&away(points[*b])));
    if let Some(middle) = middle.filter(|at| away(points[*at]) > SLACK) {
        thin(&points[..=middle], kept);
        kept.push(points[middle]);
        thin(&points[middle..], kept);
    }
}

/// Path data through points.
fn data(points: &[DVec2]) -> String {
    let mut text = String::new();
    let mut before: Option<[i64; 2]> = None;
    let mut started = false;
    for [x, y] in points.iter().map(|p| tenths(*p)) {
        match before {
            None => {
                text.push('M');
                pair(&mut text, [x, y], true);
            }
            Some(at) if at == [x, y] => {}
            Some([from_x, from_y]) => {
                if !started {
                    text.push('l');
                }
                pair(&mut text, [x - from_x, y - from_y], !started);
                started = true;
            }
        }
        before = Some([x, y]);
    }
    text
}

/// Two numbers, after others if they are not the first ones; a minus sign separates.
fn pair(text: &mut String, [x, y]: [i64; 2], first: bool) {
    if !first && x >= 0 {
        text.push(' ');
    }
    number(text, x);
    if y >= 0 {
        text.push(' ');
    }
    number(text, y);
}

/// A position in tenths of a pixel.
fn tenths(at: DVec2) -> [i64; 2] {
    let at = (at * 10.0).round();
    [at.x as i64, at.y as i64]
}

/// Tenths as a decimal number.
fn number(text: &mut String, tenths: i64) {
    let sign = if tenths < 0 { "-" } else { "" };
    let (whole, rest) = (tenths.abs() / 10, tenths.abs() % 10);
    let _ = match (whole, rest) {
        (_, 0) => write!(text, "{sign}{whole}"),
        (0, _) => write!(text, "{sign}.{rest}"),
        _ => write!(text, "{sign}{whole}.{rest}"),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_on_a_straight_line_are_left_out() {
        let line: Vec<DVec2> = (0..=8).map(|i| DVec2::new(f64::from(i), 0.5)).collect();
        assert_eq!(open(&line), "M0 .5l8 0");
        assert_eq!(open(&[]), "");
        assert_eq!(open(&[DVec2::new(-1.0, -0.06)]), "M-1-.1");
    }

    #[test]
    fn a_closed_outline_keeps_its_corners() {
        let square = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]].map(DVec2::from);
        assert_eq!(closed(&square), "M0 0l4 0 0 4-4 0z");
        assert_eq!(closed(&[DVec2::ONE; 3]), "M1 1z");
    }
}
