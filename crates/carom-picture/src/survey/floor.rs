//! The map of one floor of a surveyed level, sample by sample.

use glam::{Vec2, Vec3};

use super::heat::{self, Found, Heat};
use crate::map::plan::{MARGIN, Plan};
use crate::paint::canvas::Canvas;
use crate::paint::ramp::color;
use crate::paint::raster::{NOTHING, Raster, SAMPLES};
use crate::stage::Stage;
use crate::view::shade::{FLOOR_TINT, WALL_TINT};

/// Least jump in height that is outlined, in meters: more than the usual step height.
const JUMP: f32 = 0.45;

/// The height of a sample, and what it shows.
#[derive(Clone, Copy)]
pub(super) struct Sample {
    height: f32,
    pub(super) shows: Shows,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Shows {
    Nothing,
    /// Reachable ground: its time, and the time of other ground below it.
    Reached(f32, Option<f32>),
    /// Walkable ground that the search never reached.
    Unreached,
    /// A face of the level, and whether it belongs to a lower floor.
    Face(u32, bool),
    /// Reachable ground of a lower floor.
    Elsewhere,
}

/// A floor, and the projection of its map.
pub(super) struct Floor<'a> {
    pub(super) stage: &'a Stage,
    pub(super) heat: &'a Heat,
    pub(super) plan: Plan,
    pub(super) raster: Raster,
    /// The level's heights that belong to it: a half-open interval.
    pub(super) range: [f32; 2],
}

impl Floor<'_> {
    /// All samples of the plot, row by row.
    pub(super) fn samples(&self) -> Vec<Sample> {
        let mut samples = Vec::with_capacity(self.raster.width * self.raster.height);
        for y in 0..self.raster.height {
            for x in 0..self.raster.width {
                samples.push(self.sample(x, y));
            }
        }
        samples
    }

    fn sample(&self, x: usize, y: usize) -> Sample {
        let (near, index) = self.raster.sample(x as i64, y as i64);
        let at = Vec2::new(x as f32 + 0.5, y as f32 + 0.5) / SAMPLES as f32;
        let ground = self.plan.ground(at);
        let p = self.stage.frame.level(Vec3::new(ground.x, 0.0, ground.y));
        let p = Vec2::new(p.x, p.z);
        if let Some(found) = self.heat.above(p, self.range) {
            return match found {
                Found::Reached {
                    height,
                    time,
                    below,
                } => Sample {
                    height,
                    shows: Shows::Reached(time, below),
                },
                Found::Unreached(height) => Sample {
                    height,
                    shows: Shows::Unreached,
                },
            };
        }
        if index == NOTHING {
            let height = f32::NEG_INFINITY;
            return Sample {
                height,
                shows: Shows::Nothing,
            };
        }
        let ground = self.stage.frame.middle(self.stage.frame.up);
        let height = self.plan.height(near) + ground;
        let is_lower = height < self.range[0];
        let shows = if is_lower && self.heat.is_reached(p, height) {
            Shows::Elsewhere
        } else {
            Shows::Face(index, is_lower)
        };
        Sample { height, shows }
    }

    pub(super) fn draw(&self, canvas: &mut Canvas, samples: &[Sample]) {
        let (width, height) = (self.raster.width, self.raster.height);
        for y in 0..height / SAMPLES {
            for x in 0..width / SAMPLES {
                let mut sum = Vec3::ZERO;
                for at in 0..SAMPLES * SAMPLES {
                    let column = x * SAMPLES + at % SAMPLES;
                    let row = y * SAMPLES + at / SAMPLES;
                    sum += self.color(samples, column, row);
                }
                let color = sum / (SAMPLES * SAMPLES) as f32;
                let at = MARGIN + Vec2::new(x as f32, y as f32);
                canvas.blend(at.x as i32, at.y as i32, color, 1.0);
            }
        }
    }

    fn color(&self, samples: &[Sample], x: usize, y: usize) -> Vec3 {
        let sample = &samples[y * self.raster.width + x];
        let at = Vec2::new(x as f32, y as f32) / SAMPLES as f32;
        let paint = match sample.shows {
            Shows::Nothing => color(0xf4_f3ef),
            Shows::Reached(time, None) => self.heat.at(time),
            Shows::Reached(time, Some(below)) => {
                self.heat.at(if is_stripe(at) { below } else { time })
            }
            Shows::Unreached => heat::hatch(at),
            Shows::Elsewhere => heat::elsewhere(),
            Shows::Face(index, is_lower) => {
                let normal = self.stage.normal(index as usize);
                let light = normal.dot(Vec3::new(-0.5, 0.8, -0.5)) / 0.8;
                let light = (0.7 + 0.3 * light).clamp(0.5, 1.1);
                let (face, share) = if normal.y >= self.stage.walkable {
                    (heat::ground(), FLOOR_TINT)
                } else {
                    (heat::stone(), WALL_TINT)
                };
                let face = self.stage.tinted(index as usize, face, share) * light;
                let far = if is_lower { 0.5 } else { 0.0 };
                face.lerp(color(0xf4_f3ef), far)
            }
        };
        let outline = if self.is_edge(samples, x, y) {
            0.72
        } else {
            0.0
        };
        paint.lerp(color(0x2b_3038), outline)
    }

    /// Whether the height jumps between this sample and one beside it.
    fn is_edge(&self, samples: &[Sample], x: usize, y: usize) -> bool {
        let (width, height) = (self.raster.width, self.raster.height);
        let own = &samples[y * width + x];
        let beside = [(1, 0), (-1, 0), (0, 1), (0, -1)].map(|(dx, dy)| {
            let (x, y) = (x as i64 + dx, y as i64 + dy);
            let inside = (0..width as i64).contains(&x) && (0..height as i64).contains(&y);
            inside.then(|| &samples[y as usize * width + x as usize])
        });
        beside.into_iter().flatten().any(|other| {
            if (own.shows == Shows::Nothing) != (other.shows == Shows::Nothing) {
                return true;
            }
            if own.shows == other.shows {
                return false;
            }
            // The outline is on the lower side, so walls keep their width. Slopes rise between samples without a jump.
            other.height - own.height > JUMP + self.rise(own) + self.rise(other)
        })
    }

    /// The rise of a sample's face from one sample to the next.
    fn rise(&self, sample: &Sample) -> f32 {
        let Shows::Face(index, _) = sample.shows else {
            return 0.0;
        };
        let normal = self.stage.normal(index as usize);
        let slope = (1.0 - normal.y * normal.y).max(0.0).sqrt() / normal.y.max(1e-3);
        slope / (self.plan.scale * SAMPLES as f32)
    }
}

/// Whether a point of the plot is on a stripe that shows the ground below.
pub(super) fn is_stripe(at: Vec2) -> bool {
    (at.x - at.y).rem_euclid(10.0) < 4.0
}
