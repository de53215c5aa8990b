//! Rasterizer with a depth buffer: the nearest triangle at each sample.
//!
//! A sample keeps the triangle's index and its nearness; light and color are computed once per
//! sample afterward, so hidden triangles cost little.

use glam::Vec3;

/// Samples along each side of a pixel.
pub(crate) const SAMPLES: usize = 2;

/// Steps per sample: corners snap to this grid, so that shared edges match exactly.
const GRID: f32 = 16.0;

/// The same as an integer.
const STEP: i64 = GRID as i64;

/// Greatest distance of a corner from the first sample; keeps every product below 2⁶².
const REACH: f32 = 1.0e7;

/// Least nearness of a triangle, so that any triangle is nearer than none (0).
const LEAST: f32 = 1.0e-30;

/// The index of a sample without a triangle.
pub(crate) const NOTHING: u32 = u32::MAX;

/// A grid of samples with the nearest triangle so far.
#[derive(Clone, Debug)]
pub(crate) struct Raster {
    /// Samples in a row.
    pub(crate) width: usize,
    /// Rows of samples.
    pub(crate) height: usize,
    /// Nearness of each sample: larger is nearer, 0 is no triangle; affine across a triangle.
    pub(crate) nearness: Vec<f32>,
    /// Index given with the triangle, or [`NOTHING`].
    pub(crate) index: Vec<u32>,
    /// Samples nearer than this are discarded.
    pub(crate) limit: f32,
}

impl Raster {
    /// An empty raster.
    pub(crate) fn new(width: usize, height: usize) -> Self {
        Self {
            width,
            height,
            nearness: vec![0.0; width * height],
            index: vec![NOTHING; width * height],
            limit: f32::INFINITY,
        }
    }

    /// Draws a triangle with corners (column, row, nearness), in either winding.
    ///
    /// A sample belongs to the triangle if its center is inside or on an edge: neighbors may
    /// both claim it, but no crack opens between them.
    pub(crate) fn fill(&mut self, index: u32, corners: [Vec3; 3]) {
        let Some(face) = Face::new(corners) else {
            return;
        };
        let [left, right] = span(face.corners.map(|p| p[0]), self.width);
        let [top, bottom] = span(face.corners.map(|p| p[1]), self.height);
        for row in top..=bottom {
            let start = face.edges([left, row]);
            let Some([first, last]) = face.inside(start, right - left) else {
                continue;
            };
            let [begin, change] = face.nearness(start);
            let base = row as usize * self.width + left as usize;
            for at in first..=last {
                let nearness = ((begin + change * at as f64) as f32).max(LEAST);
                let sample = base + at as usize;
                if nearness > self.nearness[sample] && nearness <= self.limit {
                    self.nearness[sample] = nearness;
                    self.index[sample] = index;
                }
            }
        }
    }

    /// The share of a pixel's samples that pass a test of their nearness, column and row.
    pub(crate) fn share(&self, [x, y]: [i32; 2], passes: impl Fn(f32, [i64; 2]) -> bool) -> f32 {
        let samples = SAMPLES as i64;
        let mut count = 0;
        for sample in 0..samples * samples {
            let column = i64::from(x) * samples + sample % samples;
            let row = i64::from(y) * samples + sample / samples;
            let (near, _) = self.sample(column, row);
            count += i32::from(passes(near, [column, row]));
        }
        count as f32 / (samples * samples) as f32
    }

    /// Nearness and triangle of a sample; (0, [`NOTHING`]) outside.
    pub(crate) fn sample(&self, x: i64, y: i64) -> (f32, u32) {
        if x < 0 || y < 0 || x >= self.width as i64 || y >= self.height as i64 {
            return (0.0, NOTHING);
        }
        let at = y as usize * self.width + x as usize;
        (self.nearness[at], self.index[at])
    }
}

/// A triangle on the grid, wound so that all edge functions are positive inside.
struct Face {
    corners: [[i64; 2]; 3],
    near: [f64; 3],
    area: i64,
}

impl Face {
    /// Snaps a triangle to the grid; `None` if it has no area then.
    fn new(corners: [Vec3; 3]) -> Option<Self> {
        let snap = |v: f32| (v.clamp(-REACH, REACH) * GRID).round() as i64;
        let [a, b, c] = corners.map(|p| [snap(p.x), snap(p.y)]);
        let [near_a, near_b, near_c] = corners.map(|p| p.z as f64);
        let area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        let (corners, near) = if area < 0 {
            ([a, c, b], [near_a, near_c, near_b])
        } else {
            ([a, b, c], [near_a, near_b, near_c])
        };
        (area != 0).then_some(Self {
            corners,
            near,
            area: area.abs(),
        })
    }

    /// The edge opposite to a corner, from → to.
    fn edge(&self, corner: usize) -> [[i64; 2]; 2] {
        [
            self.corners[(corner + 1) % 3],
            self.corners[(corner + 2) % 3],
        ]
    }

    /// The edge functions e(s) = (q − p) × (s − p) of the edges p → q opposite to the corners, at a sample's center.
    fn edges(&self, sample: [i64; 2]) -> [i64; 3] {
        let [x, y] = sample.map(|v| v * STEP + STEP / 2);
        std::array::from_fn(|corner| {
            let [p, q] = self.edge(corner);
            (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0])
        })
    }

    /// The increment of an edge function from one column to the next.
    fn slope(&self, corner: usize) -> i64 {
        let [p, q] = self.edge(corner);
        -(q[1] - p[1]) * STEP
    }

    /// First and last column, counted from that of `start`, where no edge function is negative.
    fn inside(&self, start: [i64; 3], columns: i64) -> Option<[i64; 2]> {
        let (mut first, mut last) = (0, columns);
        for (corner, value) in start.into_iter().enumerate() {
            let slope = self.slope(corner);
            if slope > 0 {
                first = first.max((-value + slope - 1).div_euclid(slope));
            } else if slope < 0 {
                last = last.min(value.div_euclid(-slope));
            } else if value < 0 {
                return None;
            }
        }
        (first <= last).then_some([first, last])
    }

    /// Nearness at `start`, and its change from one column to the next.
    fn nearness(&self, start: [i64; 3]) -> [f64; 2] {
        let mean = |weights: [i64; 3]| {
            let [a, b, c] = weights.map(|weight| weight as f64 / self.area as f64);
            a * self.near[0] + b * self.near[1] + c * self.near[2]
        };
        [
            mean(start),
            mean([0, 1, 2].map(|corner| self.slope(corner))),
        ]
    }
}

/// First and last of `count` samples with their centers between the least and the greatest value.
fn span(values: [i64; 3], count: usize) -> [i64; 2] {
    let [a, b, c] = values;
    let low = (a.min(b).min(c) - STEP / 2 + STEP - 1).div_euclid(STEP);
    let high = (a.max(b).max(c) - STEP / 2).div_euclid(STEP);
    [low.max(0), high.min(count as i64 - 1)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(raster: &mut Raster, index: u32, near: f32) {
        let corner = |x: f32, y: f32| Vec3::new(x, y, near);
        raster.fill(
            index,
            [corner(1.0, 1.0), corner(6.3, 1.0), corner(6.3, 6.7)],
        );
        raster.fill(
            index,
            [corner(1.0, 1.0), corner(6.3, 6.7), corner(1.0, 6.7)],
        );
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
    fn samples_nearer_than_the_limit_are_discarded() {
        let mut raster = Raster::new(8, 8);
        raster.limit = 1.5;
        square(&mut raster, 1, 1.0);
        square(&mut raster, 2, 2.0);
        assert_eq!(raster.sample(3, 3), (1.0, 1));
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
    fn far_and_degenerate_triangles_are_harmless() {
        let mut raster = Raster::new(4, 4);
        raster.fill(0, [Vec3::ONE; 3]);
        raster.fill(
            1,
            [
                Vec3::splat(1e30),
                Vec3::new(-1e30, 0.0, 1.0),
                Vec3::Y * -1e30,
            ],
        );
        assert_eq!(raster.width * raster.height, raster.index.len());
    }
}
