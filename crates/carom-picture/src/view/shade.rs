//! Shading of the perspective view: key light with shadows, sky, occlusion, edges, fog.

use glam::{Vec2, Vec3};

use crate::paint::canvas::Canvas;
use crate::paint::ramp::{Ramp, color};
use crate::paint::raster::{NOTHING, Raster, SAMPLES};
use crate::stage::Stage;
use crate::view::body::Body;
use crate::view::camera::Camera;

/// Cosine between neighboring faces below which their edge is drawn: 30°.
const CREASE: f32 = 0.866;

/// Least relative change of nearness over a sample, beyond a plane's, that is drawn as an edge.
const STEP: f32 = 0.004;

/// Fog on the farthest point.
const FOG: f32 = 0.15;

/// The color of the background, at the fraction `t` of the height from the top.
pub(crate) fn backdrop(t: f32) -> Vec3 {
    color(0xd3_dbe3).lerp(color(0xf6_f4ef), t.clamp(0.0, 1.0))
}

/// The color of a point of a triangle with a normal.
pub(crate) type Ground<'a> = dyn Fn(Vec3, Vec3, usize) -> Vec3 + 'a;

/// The share of a triangle's own color: on floors, which have that of their height, and elsewhere.
pub(crate) const FLOOR_TINT: f32 = 0.45;
pub(crate) const WALL_TINT: f32 = 0.75;

/// The inputs of shading.
pub(crate) struct Light<'a> {
    pub(crate) stage: &'a Stage,
    pub(crate) camera: &'a Camera,
    /// Samples of the view; indices beyond the stage's triangles belong to bodies.
    pub(crate) raster: &'a Raster,
    pub(crate) bodies: &'a [Body],
    /// The body of each triangle beyond the stage's.
    pub(crate) owners: &'a [u32],
    pub(crate) sun: &'a crate::view::sun::Sun,
    /// Ambient occlusion per pixel: 0 occluded, 1 in the open.
    pub(crate) open: &'a [f32],
    pub(crate) heights: Ramp,
    /// Instead of heights: the color of a point of the level (in its own coordinates) with a normal.
    pub(crate) ground: Option<&'a Ground<'a>>,
}

impl Light<'_> {
    /// Paints all pixels.
    pub(crate) fn draw(&self, canvas: &mut Canvas) {
        let samples = SAMPLES as i64;
        for y in 0..canvas.height() as i64 {
            let behind = backdrop(y as f32 / canvas.height() as f32);
            for x in 0..canvas.width() as i64 {
                let open = self.open[(y * canvas.width() as i64 + x) as usize];
                let mut sum = Vec3::ZERO;
                let mut shaded: Option<(u32, Vec3)> = None;
                for at in 0..samples * samples {
                    let (column, row) = (x * samples + at % samples, y * samples + at / samples);
                    let (near, index) = self.raster.sample(column, row);
                    if index == NOTHING {
                        sum += behind;
                        continue;
                    }
                    // A face is shaded once per pixel.
                    let lit = match shaded {
                        Some((known, lit)) if known == index => lit,
                        _ => self.face([column, row], near, index, open, behind),
                    };
                    shaded = Some((index, lit));
                    sum += lit * (1.0 - self.edge(column, row, near, index));
                }
                let mean = sum / (samples * samples) as f32;
                canvas.blend(x as i32, y as i32, mean, 1.0);
            }
        }
    }

    /// The color of one sample of a face.
    fn face(&self, [x, y]: [i64; 2], near: f32, index: u32, open: f32, behind: Vec3) -> Vec3 {
        let at = Vec2::new(x as f32 + 0.5, y as f32 + 0.5) / SAMPLES as f32;
        let p = self.camera.point(at, near);
        let normal = self.normal(p, index);
        let count = self.stage.triangles.len();
        let base = match (index as usize).checked_sub(count) {
            Some(body) => self.bodies[self.owners[body] as usize].color,
            None => self.ground(normal, p, index as usize),
        };
        let sky = color(0xdc_e6f2).lerp(color(0x8c_8378), 0.5 - 0.5 * normal.y);
        let key = normal.dot(self.sun.direction).max(0.0);
        let key = if key > 0.0 {
            key * self.sun.reaches(p, normal)
        } else {
            0.0
        };
        let warm = Vec3::new(1.0, 0.95, 0.86);
        let mut lit = base * (sky * (0.7 * open) + warm * (0.69 * key * (0.5 + 0.5 * open)));
        if index as usize >= count {
            // A weak highlight makes a capsule round.
            let half = (self.sun.direction - self.camera.forward).normalize();
            lit += Vec3::splat(0.25 * normal.dot(half).max(0.0).powi(24) * key.min(1.0));
        }
        let [first, last] = self.camera.range;
        let depth = (1.0 / near - first) / (last - first).max(f32::MIN_POSITIVE);
        lit.lerp(behind, FOG * depth.clamp(0.0, 1.0).powi(2))
    }

    /// Color of the level's faces: floors by height, the rest like stone.
    fn ground(&self, normal: Vec3, p: Vec3, index: usize) -> Vec3 {
        if let Some(ground) = self.ground {
            return ground(self.stage.frame.level(p), normal, index);
        }
        let tint = self.heights.at(self.stage.ramp_at(p.y));
        if normal.y >= self.stage.walkable {
            self.stage.tinted(index, tint, FLOOR_TINT)
        } else {
            let stone = tint.lerp(color(0xbf_b9b0), 0.86);
            self.stage.tinted(index, stone, WALL_TINT)
        }
    }

    /// Unit normal of a face, or of the body that it belongs to.
    fn normal(&self, p: Vec3, index: u32) -> Vec3 {
        match (index as usize).checked_sub(self.stage.triangles.len()) {
            Some(body) => self.bodies[self.owners[body] as usize].normal(p),
            None => self.stage.normal(index as usize),
        }
    }

    /// Darkness of the outline on a sample: strong where depth jumps, weak in a crease.
    fn edge(&self, x: i64, y: i64, near: f32, index: u32) -> f32 {
        let sides = [[(1, 0), (-1, 0)], [(0, 1), (0, -1)]]
            .map(|pair| pair.map(|(dx, dy)| self.raster.sample(x + dx, y + dy)));
        if sides.iter().flatten().all(|&(_, beside)| beside == index) {
            return 0.0;
        }
        // Nearness is affine on a plane, so this is 0 there; it is positive on the nearer side of an edge.
        let bend = |[(a, _), (b, _)]: [(f32, u32); 2]| (2.0 * near - a - b) / near;
        if sides
            .into_iter()
            .any(|pair| bend(pair) > STEP.max(6.0 / self.camera.focus))
        {
            return 0.5;
        }
        let count = self.stage.triangles.len();
        if index as usize >= count {
            return 0.0;
        }
        let own = self.stage.normal(index as usize);
        let crease = sides.iter().flatten().any(|&(_, beside)| {
            beside != index
                && (beside as usize) < count
                && self.stage.normal(beside as usize).dot(own) < CREASE
        });
        if crease { 0.22 } else { 0.0 }
    }
}
