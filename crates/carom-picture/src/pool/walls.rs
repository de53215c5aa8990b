//! The table and its walls: cloth, rails, and each wall as the distance to its outline.
//!
//! The projection is orthographic along an axis, so a wall's outline is the convex hull of its projected corners,
//! grown by its radius: one signed distance function draws all of them.

use glam::{Vec2, Vec3};

use super::panel::{Panel, RAIL};
use super::{Obstacle, Pool};
use crate::paint::canvas::{Canvas, coverage, distance_to_segment};
use crate::paint::ramp::color;

/// Draws the cloth, and the rails of a box around it.
pub(super) fn table(canvas: &mut Canvas, pool: &Pool, panel: &Panel) {
    let cloth = color(0xe4_ece7);
    let [low, high] = panel.table(pool);
    if pool.bounds.is_some() {
        canvas.rectangle(low - RAIL, high + RAIL, color(0x5f_7d76), 1.0);
        canvas.rectangle(low - RAIL + 2.0, high + RAIL - 2.0, color(0x77_958d), 1.0);
        canvas.rectangle(low - 2.0, high + 2.0, color(0x4b_655f), 1.0);
    }
    canvas.rectangle(low, high, cloth, 1.0);
}

/// Draws the pockets.
pub(super) fn pockets(canvas: &mut Canvas, pool: &Pool, panel: &Panel) {
    for (center, radius) in &pool.pockets {
        let (center, radius) = (panel.place(center), panel.length(*radius));
        canvas.disc(center, radius, color(0x2f_3a3a), 0.92);
        canvas.ring(center, radius, 1.4, color(0x1d_2424), 1.0);
    }
}

/// Draws the part of a wall that lies in the plot.
pub(super) fn wall(canvas: &mut Canvas, panel: &Panel, obstacle: &Obstacle, flat: bool) {
    // In 3D walls are transparent, and the triangles of a room most of all: they surround it.
    let (fill, edge) = match obstacle {
        _ if flat => (0.9, 1.0),
        Obstacle::Hull { points, radius } if points.len() == 3 && *radius == 0.0 => (0.06, 0.3),
        _ => (0.4, 0.9),
    };
    let glass = Glass {
        color: color(0x9f_b1b3),
        rim: color(0x46_5a60),
        fill,
        edge,
    };
    match obstacle {
        Obstacle::HalfSpace { normal, offset } => {
            let toward = normal[panel.axes[2]];
            // A plane that faces the eye has no outline.
            if toward.abs() > 0.999 {
                return;
            }
            let sign = if panel.down { 1.0 } else { -1.0 };
            let across = Vec2::new(
                normal[panel.axes[0]] as f32,
                normal[panel.axes[1]] as f32 * sign,
            );
            let steep = across.length();
            // A plane that is inclined to the eye is cut with the middle plane of the plot.
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

/// How a wall is painted: its colors, and their opacity.
struct Glass {
    color: Vec3,
    rim: Vec3,
    fill: f32,
    edge: f32,
}

/// Fills where a signed distance in pixels is negative, and draws its edge.
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
            canvas.blend(x, y, glass.color, glass.fill * coverage(d));
            canvas.blend(x, y, glass.rim, glass.edge * coverage(d.abs() - 1.1));
        }
    }
}

/// Signed distance of a point to a convex polygon, negative inside; corners counter-clockwise in pixels.
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

/// The corners of the convex hull in order (Andrew's monotone chain).
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hulls_turn_one_way_and_know_their_inside() {
        let points = [[0., 0.], [2., 0.], [1., 0.5], [2., 2.], [0., 2.], [1., 0.]];
        let corners = convex(points.map(Vec2::from).to_vec());
        assert_eq!(corners.len(), 4);
        assert_eq!(distance(Vec2::ONE, &corners), -1.0);
        assert_eq!(distance(Vec2::new(3.0, 1.0), &corners), 1.0);
        assert_eq!(distance(Vec2::X, &convex(vec![Vec2::ZERO])), 1.0);
    }
}
