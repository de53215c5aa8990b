//! Ambient occlusion in screen space.
//!
//! The "Alchemy" estimator (McGuire et al., 2011): the sum of max(0, v·n − bias) / v·v over points on a
//! spiral, with v from the pixel's point to the other. The spiral rotates in a fixed 4 × 4 pattern, and the
//! mean over 4 × 4 pixels of similar depth removes the pattern again.

use glam::{Vec2, Vec3};

use crate::paint::raster::{NOTHING, Raster, SAMPLES};
use crate::view::camera::Camera;

/// Points on the spiral.
const POINTS: usize = 12;

/// Least and greatest radius of the spiral on the picture, in pixels.
const PIXELS: [f32; 2] = [10.0, 70.0];

/// One value per pixel: 0 occluded, 1 in the open. `reach` is the range of the occlusion, in meters.
pub(crate) fn open(
    raster: &Raster,
    camera: &Camera,
    reach: f32,
    normal: impl Fn(Vec3, u32) -> Vec3,
) -> Vec<f32> {
    let (width, height) = (raster.width / SAMPLES, raster.height / SAMPLES);
    let spirals = spirals();
    let point = |x: i64, y: i64| {
        let samples = SAMPLES as i64;
        let (near, index) = raster.sample(x * samples, y * samples);
        let at = Vec2::new(x as f32, y as f32) + 0.5 / SAMPLES as f32;
        (index != NOTHING).then(|| (camera.point(at, near), near, index))
    };
    let mut raw = vec![1.0; width * height];
    for y in 0..height {
        for x in 0..width {
            let Some((p, near, index)) = point(x as i64, y as i64) else {
                continue;
            };
            let n = normal(p, index);
            let radius = (reach * near * camera.focus).clamp(PIXELS[0], PIXELS[1]);
            let meters = radius / (near * camera.focus);
            let mut sum = 0.0;
            for step in &spirals[(y % 4) * 4 + x % 4] {
                let (column, row) = (x as f32 + step.x * radius, y as f32 + step.y * radius);
                let Some((q, ..)) = point(column as i64, row as i64) else {
                    continue;
                };
                let v = (q - p) / meters;
                let square = v.length_squared();
                // Nothing occludes beyond the reach.
                let fade = (1.0 - 0.25 * square).max(0.0);
                sum += fade * (v.dot(n) - 0.02).max(0.0) / (square + 0.02);
            }
            raw[y * width + x] = (1.0 - 1.1 * sum / POINTS as f32).max(0.0);
        }
    }
    smooth(&raw, width, height, |x, y| {
        raster.nearness[y * SAMPLES * raster.width + x * SAMPLES]
    })
}

/// Points on a spiral in the unit disc, in sixteen rotations.
fn spirals() -> Vec<[Vec2; POINTS]> {
    const ORDER: [usize; 16] = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];
    let spiral = |turn: usize| {
        std::array::from_fn(|step| {
            let share = (step as f32 + 0.5) / POINTS as f32;
            let angle = std::f32::consts::TAU * (share * 5.0 + turn as f32 / 16.0);
            Vec2::from_angle(angle) * share
        })
    };
    ORDER.into_iter().map(spiral).collect()
}

/// The mean over 4 × 4 pixels of similar nearness.
fn smooth(
    raw: &[f32],
    width: usize,
    height: usize,
    near: impl Fn(usize, usize) -> f32,
) -> Vec<f32> {
    let mut smooth = vec![1.0; width * height];
    for y in 0..height {
        for x in 0..width {
            let own = near(x, y);
            if own == 0.0 {
                continue;
            }
            let (mut sum, mut count) = (0.0, 0.0);
            for j in y.saturating_sub(2)..(y + 2).min(height) {
                for i in x.saturating_sub(2)..(x + 2).min(width) {
                    if (near(i, j) - own).abs() < 0.02 * own {
                        sum += raw[j * width + i];
                        count += 1.0;
                    }
                }
            }
            smooth[y * width + x] = if count > 0.0 {
                sum / count
            } else {
                raw[y * width + x]
            };
        }
    }
    smooth
}
