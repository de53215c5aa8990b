//! Triangles into samples: which triangle is nearest where.
//!
//! Only the triangle's index and its nearness are kept; light and colour are worked out once a
//! sample afterwards, so a triangle that is painted over costs little.

use glam::Vec3;

/// Steps a sample is divided into: corners snap to this grid, so that shared edges match exactly.
const GRID: f32 = 16.0;

/// Farthest a corner may be from the first sample; keeps every product below 2⁶².
const REACH: f32 = 1.0e7;

/// Smallest nearness of a triangle, so that any triangle wins over nothing (0).
const LEAST: f32 = 1.0e-30;

/// Nobody was drawn here.
pub(super) const NOTHING: u32 = u32::MAX;

/// A grid of samples, each with the nearest triangle so far.
#[derive(Clone, Debug)]
pub(super) struct Raster {
    /// Samples in a row.
    pub(super) width: usize,
    /// Rows of samples.
    pub(super) height: usize,
    /// Larger is nearer, 0 is nothing; affine across the face of a triangle.
    pub(super) nearness: Vec<f32>,
    /// Index given with the triangle, or [`NOTHING`].
    pub(super) index: Vec<u32>,
}

impl Raster {
    /// An empty raster.
    pub(super) fn new(width: usize, height: usize) -> Self {
        Self {
            width,
            height,
            nearness: vec![0.0; width * height],
            index: vec![NOTHING; width * height],
        }
    }

    /// Draws a triangle whose corners are (column, row, nearness), in either winding.
    ///
    /// A sample belongs to the triangle when its middle is inside or on an edge: neighbours may
    /// both claim it, but no crack opens between them.
    pub(super) fn fill(&mut self, index: u32, corners: [Vec3; 3]) {
        let snap = |v: f32| (v.clamp(-REACH, REACH) * GRID).round() as i64;
        let [a, mut b, mut c] = corners.map(|p| [snap(p.x), snap(p.y)]);
        let [near_a, mut near_b, mut near_c] = corners.map(|p| p.z);
        let mut area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        if area == 0 {
            return;
        }
        if area < 0 {
            (b, c, area) = (c, b, -area);
            (near_b, near_c) = (near_c, near_b);
        }
        let (step, half) = (GRID as i64, GRID as i64 / 2);
        let low = |v: [i64; 3]| v.into_iter().min().unwrap_or(0);
        let high = |v: [i64; 3]| v.into_iter().max().unwrap_or(0);
        // First and last sample whose middle, step·i + half, lies in the bounds.
        let ceil = |v: i64| (v - half + step - 1).div_euclid(step).max(0);
        let floor = |v: i64, end: usize| (v - half).div_euclid(step).min(end as i64 - 1);
        let columns = [a[0], b[0], c[0]];
        let rows = [a[1], b[1], c[1]];
        let (left, right) = (ceil(low(columns)), floor(high(columns), self.width));
        let (top, bottom) = (ceil(low(rows)), floor(high(rows), self.height));
        let edges = [(b, c), (c, a), (a, b)];
        let scale = 1.0 / area as f64;
        for row in top..=bottom {
            let y = row * step + half;
            let x = left * step + half;
            // e(x, y) = (q − p) × ((x, y) − p), at the first sample of the row.
            let start = edges.map(|(p, q)| {
                (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0])
            });
            let (mut first, mut last) = (0, right - left);
            for (value, (p, q)) in start.into_iter().zip(edges) {
                let slope = -(q[1] - p[1]) * step;
                if slope > 0 {
                    first = first.max((-value + slope - 1).div_euclid(slope));
                } else if slope < 0 {
                    last = last.min(value.div_euclid(-slope));
                } else if value < 0 {
                    last = -1;
                }
            }
            if first > last {
                continue;
            }
            let near = |at: f64, edge: usize| {
                let (p, q) = edges[edge];
                (start[edge] as f64 - (q[1] - p[1]) as f64 * GRID as f64 * at) * scale
            };
            let value = |at: f64| {
                near(at, 0) * near_a as f64 + near(at, 1) * near_b as f64 + near(at, 2) * near_c as f64
            };
            let (begin, change) = (value(0.0), value(1.0) - value(0.0));
            let base = row as usize * self.width + left as usize;
            for at in first..=last {
                let nearness = ((begin + change * at as f64) as f32).max(LEAST);
                let sample = base + at as usize;
                if nearness > self.nearness[sample] {
                    self.nearness[sample] = nearness;
                    self.index[sample] = index;
                }
            }
        }
    }

    /// Nearness and triangle of a sample; outside there is nothing.
    pub(super) fn sample(&self, x: i64, y: i64) -> (f32, u32) {
        if x < 0 || y < 0 || x >= self.width as i64 || y >= self.height as i64 {
            return (0.0, NOTHING);
        }
        let at = y as usize * self.width + x as usize;
        (self.nearness[at], self.index[at])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(raster: &mut Raster, index: u32, near: f32) {
        let corner = |x: f32, y: f32| Vec3::new(x, y, near);
        raster.fill(index, [corner(1.0, 1.0), corner(6.3, 1.0), corner(6.3, 6.7)]);
        raster.fill(index, [corner(1.0, 1.0), corner(6.3, 6.7), corner(1.0, 6.7)]);
    }

    #[test]
    fn the_nearer_triangle_wins_in_either_order() {
        for order in [[1, 2], [2, 1]] {
            let mut raster = Raster::new(8, 8);
            for index in order {
                square(&mut raster, index, index as f32);
            }
            assert_eq!(raster.sample(3, 3), (2.0, 2));
            assert_eq!(raster.sample(0, 0), (0.0, NOTHING));
        }
    }

    #[test]
    fn no_crack_along_the_diagonal() {
        let mut raster = Raster::new(8, 8);
        square(&mut raster, 0, 1.0);
        for y in 1..=6 {
            for x in 1..=5 {
                assert_eq!(raster.sample(x, y).1, 0, "{x} {y}");
            }
        }
    }

    #[test]
    fn nearness_is_affine_over_the_face() {
        let mut raster = Raster::new(8, 8);
        let corner = |x: f32, y: f32| Vec3::new(x, y, 1.0 + x + 2.0 * y);
        raster.fill(0, [corner(0.0, 0.0), corner(8.0, 0.0), corner(0.0, 8.0)]);
        let (near, _) = raster.sample(2, 3);
        assert!((near - (1.0 + 2.5 + 7.0)).abs() < 1e-5);
    }

    #[test]
    fn far_outside_and_flat_triangles_are_no_harm() {
        let mut raster = Raster::new(4, 4);
        raster.fill(0, [Vec3::ONE; 3]);
        raster.fill(1, [Vec3::splat(1e30), Vec3::new(-1e30, 0.0, 1.0), Vec3::Y * -1e30]);
        assert_eq!(raster.width * raster.height, raster.index.len());
    }
}
