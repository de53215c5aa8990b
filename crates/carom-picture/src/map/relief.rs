//! The ground of a map: height as color, hillshading, and outlines where the height jumps.

use glam::{Vec2, Vec3};

use crate::map::plan::Plan;
use crate::paint::canvas::Canvas;
use crate::paint::ramp::{Ramp, color};
use crate::paint::raster::{NOTHING, Raster, SAMPLES};
use crate::stage::Stage;
use crate::view::shade::{FLOOR_TINT, WALL_TINT};

/// Least jump in height that is outlined: the usual step height, in meters.
const JUMP: f32 = 0.4;

/// Longest shadow of a wall, in samples.
const SHADOW: i64 = 14;

/// Slope of the rays of light, in meters per meter.
const CLIMB: f32 = 1.2;

/// The inputs of every sample's color.
struct Relief<'a> {
    stage: &'a Stage,
    plan: &'a Plan,
    raster: &'a Raster,
    heights: Ramp,
}

/// Paints the ground of the map with its upper left corner at `corner`.
pub(crate) fn draw(canvas: &mut Canvas, corner: Vec2, stage: &Stage, plan: &Plan, raster: &Raster) {
    let relief = Relief {
        stage,
        plan,
        raster,
        heights: Ramp::height(),
    };
    let samples = SAMPLES as i64;
    for y in 0..raster.height as i64 / samples {
        for x in 0..raster.width as i64 / samples {
            let mut sum = Vec3::ZERO;
            for row in 0..samples {
                for column in 0..samples {
                    sum += relief.sample(x * samples + column, y * samples + row);
                }
            }
            let color = sum / (samples * samples) as f32;
            canvas.blend(
                x as i32 + corner.x as i32,
                y as i32 + corner.y as i32,
                color,
                1.0,
            );
        }
    }
}

impl Relief<'_> {
    /// The color of one sample.
    fn sample(&self, x: i64, y: i64) -> Vec3 {
        let (near, index) = self.raster.sample(x, y);
        let ground = if index == NOTHING {
            color(0xe3_e4e3)
        } else {
            self.ground(near, index)
        };
        let shadow = 1.0 - 0.42 * self.shadow(x, y, near);
        let outline = if self.edge(x, y) { 0.82 } else { 0.0 };
        (ground * shadow).lerp(color(0x2b_3038), outline)
    }

    /// The color of a face without its surroundings.
    fn ground(&self, near: f32, index: u32) -> Vec3 {
        let normal = self.stage.normal(index as usize);
        let tint = self.heights.at(self.stage.ramp_at(self.plan.height(near)));
        // From the north-west, as is usual on maps; 1 on level ground.
        let light = normal.dot(Vec3::new(-0.5, 0.8, -0.5)) / 0.8;
        let light = (0.55 + 0.45 * light).clamp(0.35, 1.2);
        if normal.y >= self.stage.walkable {
            self.stage.tinted(index as usize, tint, FLOOR_TINT) * light
        } else {
            let stone = tint.lerp(color(0x8d_8a86), 0.75);
            self.stage.tinted(index as usize, stone, WALL_TINT) * light * 0.6
        }
    }

    /// The shadow that a wall to the north-west casts on a sample, 0..=1.
    fn shadow(&self, x: i64, y: i64, near: f32) -> f32 {
        let reach = std::f32::consts::SQRT_2 / (self.plan.scale * SAMPLES as f32);
        for step in 1..=SHADOW {
            let (other, _) = self.raster.sample(x - step, y - step);
            if other > near + JUMP && other > near + CLIMB * reach * step as f32 {
                return 1.0 - (step - 1) as f32 / SHADOW as f32;
            }
        }
        0.0
    }

    /// Whether the height jumps between this sample and one beside it.
    fn edge(&self, x: i64, y: i64) -> bool {
        let (near, index) = self.raster.sample(x, y);
        let rise = self.rise(index);
        [(1, 0), (-1, 0), (0, 1), (0, -1)]
            .into_iter()
            .any(|(dx, dy)| {
                let (other, beside) = self.raster.sample(x + dx, y + dy);
                if beside == index {
                    return false;
                }
                if beside == NOTHING || index == NOTHING {
                    return true;
                }
                // Slopes rise between samples without a jump.
                (near - other).abs() > JUMP + rise + self.rise(beside)
            })
    }

    /// The rise of a face from one sample to the next.
    fn rise(&self, index: u32) -> f32 {
        if index == NOTHING {
            return 0.0;
        }
        let normal = self.stage.normal(index as usize);
        let slope = (1.0 - normal.y * normal.y).max(0.0).sqrt() / normal.y.max(1e-3);
        slope / (self.plan.scale * SAMPLES as f32)
    }
}
