//! Light on the perspective view: key light with shadow, sky, occlusion, edges, fog.

use glam::{Vec2, Vec3};

use super::body::Body;
use super::camera::Camera;
use super::canvas::Canvas;
use super::heat::Heat;
use super::ramp::{Ramp, colour};
use super::raster::{NOTHING, Raster};
use super::stage::Stage;
use super::view::{SAMPLES, backdrop};

/// Cosine between neighbouring faces below which their edge is drawn: 30°.
const CREASE: f32 = 0.866;

/// Change of 1/nearness over a sample, beyond a plane's, that is drawn as an edge.
const STEP: f32 = 0.004;

/// Fog on the farthest point.
const FOG: f32 = 0.15;

/// Everything that the light needs.
pub(super) struct Light<'a> {
    pub(super) stage: &'a Stage,
    pub(super) camera: &'a Camera,
    /// Samples of the view; an index from the stage's triangles on belongs to a body.
    pub(super) raster: &'a Raster,
    pub(super) bodies: &'a [Body],
    /// Body of each triangle that is not the stage's.
    pub(super) owners: &'a [u32],
    pub(super) sun: &'a super::sun::Sun,
    /// One value a pixel: 0 buried, 1 in the open.
    pub(super) open: &'a [f32],
    pub(super) heights: Ramp,
    /// What was come to, instead of heights.
    pub(super) heat: Option<&'a Heat>,
}

impl Light<'_> {
    /// Paints every pixel that the level or a body covers.
    pub(super) fn draw(&self, canvas: &mut Canvas) {
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
                    // One face is shaded once a pixel.
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

    /// The light from one sample of a face.
    fn face(&self, [x, y]: [i64; 2], near: f32, index: u32, open: f32, behind: Vec3) -> Vec3 {
        let at = Vec2::new(x as f32 + 0.5, y as f32 + 0.5) / SAMPLES as f32;
        let p = self.camera.point(at, near);
        let normal = self.normal(p, index);
        let count = self.stage.triangles.len();
        let base = match (index as usize).checked_sub(count) {
            Some(body) => self.bodies[self.owners[body] as usize].colour,
            None => self.ground(normal, p),
        };
        let sky = colour(0xdc_e6f2).lerp(colour(0x8c_8378), 0.5 - 0.5 * normal.y);
        let key = normal.dot(self.sun.direction).max(0.0);
        let key = if key > 0.0 {
            key * self.sun.reaches(p, normal)
        } else {
            0.0
        };
        let warm = Vec3::new(1.0, 0.95, 0.86);
        let mut lit = base * (sky * (0.7 * open) + warm * (0.69 * key * (0.5 + 0.5 * open)));
        if index as usize >= count {
            // A little gloss makes a capsule round.
            let half = (self.sun.direction - self.camera.forward).normalize();
            lit += Vec3::splat(0.25 * normal.dot(half).max(0.0).powi(24) * key.min(1.0));
        }
        let [first, last] = self.camera.range;
        let depth = (1.0 / near - first) / (last - first).max(f32::MIN_POSITIVE);
        lit.lerp(behind, FOG * depth.clamp(0.0, 1.0).powi(2))
    }

    /// Colour of the level's own faces: floors by height, the rest like stone.
    fn ground(&self, normal: Vec3, p: Vec3) -> Vec3 {
        if let Some(heat) = self.heat {
            return heat.colour(self.stage.frame.level(p), normal);
        }
        let tint = self.heights.at(self.stage.ramp_at(p.y));
        if normal.y >= self.stage.walkable {
            tint
        } else {
            tint.lerp(colour(0xbf_b9b0), 0.86)
        }
    }

    /// Unit normal of a face or of the body it belongs to.
    fn normal(&self, p: Vec3, index: u32) -> Vec3 {
        match (index as usize).checked_sub(self.stage.triangles.len()) {
            Some(body) => self.bodies[self.owners[body] as usize].normal(p),
            None => self.stage.normal(index as usize),
        }
    }

    /// How dark the outline on a sample is: where depth jumps, and less so in a crease.
    fn edge(&self, x: i64, y: i64, near: f32, index: u32) -> f32 {
        let sides = [[(1, 0), (-1, 0)], [(0, 1), (0, -1)]]
            .map(|pair| pair.map(|(dx, dy)| self.raster.sample(x + dx, y + dy)));
        if sides.iter().flatten().all(|&(_, beside)| beside == index) {
            return 0.0;
        }
        // Nearness is affine on a plane, so this is 0 on one; positive on the nearer side.
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
