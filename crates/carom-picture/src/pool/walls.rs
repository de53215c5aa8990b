//! The table and its walls: cloth, rails, and each wall as the distance to its outline.
//!
//! The projection is orthographic along an axis, so a wall's outline is the convex hull of its projected corners,
//! grown by its radius: one signed distance function draws all of them.

use glam::{Vec2, Vec3};

use super::panel::{Panel, RAIL};
use super::{Obstacle, Pool};
use crate::paint::canvas::{Canvas, coverage, distance_to_segment, turned};
use crate::paint::line::{Corner, Style, stroke};
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
    if let Some(silhouette) = Silhouette::of(obstacle, panel) {
        outline(canvas, panel, &silhouette, &glass);
    }
}

/// Draws the parts of regions.
pub(super) fn dashed(canvas: &mut Canvas, pool: &Pool, panel: &Panel) {
    let line = color(0x46_5a60);
    let style = Style {
        half: 0.9,
        casing: 0.0,
        edge: line,
        hidden: 0.9,
        dashed: true,
    };
    for (obstacle, dark) in &pool.dashed {
        let Some(silhouette) = Silhouette::of(obstacle, panel) else {
            continue;
        };
        let glass = Glass {
            color: color(0x2f_3a3a),
            rim: line,
            fill: *dark as f32,
            edge: 0.0,
        };
        outline(canvas, panel, &silhouette, &glass);
        let corners = silhouette.border(panel).into_iter().map(|at| Corner {
            at,
            depth: 0.0,
            color: line,
        });
        let corners: Vec<Corner> = corners.collect();
        stroke(canvas, &corners, &style, |_, _, _| 0.0);
    }
}

/// What a convex part covers of a plot.
enum Silhouette {
    /// All points p with (p − `start`) · `out` + `gap` ≤ 0.
    Half { start: Vec2, out: Vec2, gap: f32 },
    /// A convex polygon, grown by a radius.
    Hull { corners: Vec<Vec2>, radius: f32 },
}

impl Silhouette {
    /// `None` if the part has no outline.
    fn of(obstacle: &Obstacle, panel: &Panel) -> Option<Self> {
        match obstacle {
            Obstacle::HalfSpace { normal, offset } => {
                let toward = normal[panel.axes[2]];
                // A plane that faces the eye has no outline.
                if toward.abs() > 0.999 {
                    return None;
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
                Some(Self::Half {
                    start: panel.place(&on),
                    out: across / steep,
                    gap: panel.length(gap / f64::from(steep)),
                })
            }
            Obstacle::Hull { points, radius } => {
                let places: Vec<Vec2> = points.iter().map(|p| panel.place(p)).collect();
                let corners = convex(places);
                let radius = panel.length(*radius);
                (!corners.is_empty()).then_some(Self::Hull { corners, radius })
            }
        }
    }

    /// The corners of a rectangle around it, in the plot and a little wider.
    fn bounds(&self, panel: &Panel) -> [Vec2; 2] {
        match self {
            Self::Half { .. } => [panel.corner, panel.far()],
            Self::Hull { corners, radius } => {
                let (mut low, mut high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
                for corner in corners {
                    (low, high) = (low.min(*corner), high.max(*corner));
                }
                [low - (radius + 3.0), high + (radius + 3.0)]
            }
        }
    }

    /// Signed distance of a point to it, negative inside, in pixels.
    fn distance(&self, p: Vec2) -> f32 {
        match self {
            Self::Half { start, out, gap } => (p - *start).dot(*out) + gap,
            Self::Hull { corners, radius } => distance(p, corners) - radius,
        }
    }

    /// Its border as a polyline, closed if it is finite.
    fn border(&self, panel: &Panel) -> Vec<Vec2> {
        match self {
            Self::Half { start, out, gap } => {
                let foot = *start - *out * *gap;
                let along = out.perp() * panel.size.length();
                vec![foot - along, foot + along]
            }
            Self::Hull { corners, radius } => grown(corners, *radius),
        }
    }
}

/// The border of a convex polygon, counter-clockwise in pixels, grown by a radius.
fn grown(corners: &[Vec2], radius: f32) -> Vec<Vec2> {
    /// Least number of corners of a whole circle.
    const AROUND: f32 = 48.0;
    let count = corners.len();
    let corner = |i: usize| corners[i % count];
    // Out of each edge; a point has one edge in each direction.
    let out = |i: usize| {
        let along = (corner(i + 1) - corner(i)).normalize_or(Vec2::X);
        Vec2::new(along.y, -along.x)
    };
    let mut border = Vec::new();
    for i in 0..count {
        let (from, to) = (out(i), out(i + 1));
        let angle = if count == 1 {
            std::f32::consts::TAU
        } else {
            let angle = libm::atan2f(from.perp_dot(to), from.dot(to));
            // Back along a segment.
            if angle < 0.0 { -angle } else { angle }
        };
        let steps = if radius > 0.0 {
            (angle / std::f32::consts::TAU * AROUND).ceil().max(1.0)
        } else {
            1.0
        };
        border.push(corner(i) + from * radius);
        for step in 0..=steps as u32 {
            let normal = turned(from, angle * step as f32 / steps);
            border.push(corner(i + 1) + normal * radius);
        }
    }
    border.extend(border.first().copied());
    border
}

/// How a wall is painted: its colors, and their opacity.
struct Glass {
    color: Vec3,
    rim: Vec3,
    fill: f32,
    edge: f32,
}

/// Fills a silhouette, and draws its edge.
fn outline(canvas: &mut Canvas, panel: &Panel, silhouette: &Silhouette, glass: &Glass) {
    let [low, high] = silhouette.bounds(panel);
    let low = low.max(panel.corner).floor();
    let high = high.min(panel.far()).ceil();
    for y in low.y as i32..high.y as i32 {
        for x in low.x as i32..high.x as i32 {
            let d = silhouette.distance(Vec2::new(x as f32 + 0.5, y as f32 + 0.5));
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
    #[test]
    fn borders_are_closed_and_at_their_radius() {
        let points = [[0., 0.], [40., 10.], [30., 50.], [5., 20.]].map(Vec2::from);
        for count in 1..=4 {
            for radius in [0.0, 7.0] {
                let corners = convex(points[..count].to_vec());
                let border = grown(&corners, radius);
                assert_eq!(border.first(), border.last());
                let off = |p: &Vec2| (distance(*p, &corners) - radius).abs();
                assert!(border.iter().all(|p| off(p) < 1e-4), "{count} {radius}");
                // It leads around all corners.
                let far = border.iter().map(|p| p.x).fold(0.0, f32::max);
                let most = corners.iter().map(|p| p.x).fold(0.0, f32::max) + radius;
                assert!((far - most).abs() < 0.1, "{count} {radius}: {far}");
                let steps = border.windows(2).map(|pair| pair[0].distance(pair[1]));
                let edges = corners.len() as f32 * 60.0;
                assert!(steps.sum::<f32>() < edges + 7.0 * radius);
            }
        }
    }
}
