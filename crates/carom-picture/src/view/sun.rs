//! The key light and its shadow map.

use glam::Vec3;

use crate::paint::raster::Raster;
use crate::stage::Stage;

/// Samples along each side of the shadow map.
const SIDE: usize = 2048;

/// A directional light with its shadow map.
pub(crate) struct Sun {
    /// Unit vector to the light.
    pub(crate) direction: Vec3,
    right: Vec3,
    above: Vec3,
    /// Least corner of the level along right, above and direction.
    low: Vec3,
    /// Samples per meter.
    scale: f32,
    raster: Raster,
}

impl Sun {
    /// A light on a stage and the `bodies` on it, from `direction`.
    ///
    /// Back faces are left out, as in the view: a ceiling seen from above casts no shadow.
    pub(crate) fn new(stage: &Stage, bodies: &[[Vec3; 3]], direction: Vec3) -> Self {
        let direction = direction.normalize();
        let right = Vec3::Y.cross(direction).normalize();
        let above = direction.cross(right);
        let turned = |p: Vec3| Vec3::new(p.dot(right), p.dot(above), p.dot(direction));
        let (mut low, mut high) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        for corner in 0..8 {
            let pick = |bit: usize, axis: usize| {
                if corner & bit == 0 {
                    stage.low[axis]
                } else {
                    stage.high[axis]
                }
            };
            let p = turned(Vec3::new(pick(1, 0), pick(2, 1), pick(4, 2)));
            (low, high) = (low.min(p), high.max(p));
        }
        let extent = (high - low).truncate().max_element().max(f32::MIN_POSITIVE);
        let mut sun = Self {
            direction,
            right,
            above,
            low,
            scale: (SIDE as f32 - 2.0) / extent,
            raster: Raster::new(SIDE, SIDE),
        };
        for (index, &[a, b, c]) in stage.triangles.iter().chain(bodies).enumerate() {
            if (b - a).cross(c - a).dot(direction) > 0.0 {
                let corners = [a, b, c].map(|p| sun.place(p));
                sun.raster.fill(index as u32, corners);
            }
        }
        sun
    }

    /// Column, row and nearness of a point.
    fn place(&self, p: Vec3) -> Vec3 {
        let d = Vec3::new(p.dot(self.right), p.dot(self.above), p.dot(self.direction)) - self.low;
        Vec3::new(d.x * self.scale + 1.0, d.y * self.scale + 1.0, d.z + 1.0)
    }

    /// The fraction of the light that reaches a point of a surface with this unit normal.
    pub(crate) fn reaches(&self, p: Vec3, normal: Vec3) -> f32 {
        // Offset by the slope of its own sample: along the normal, and toward the light.
        let texel = 1.0 / self.scale;
        let place = self.place(p + (normal * 2.0 + self.direction) * texel);
        let (column, row) = (place.x - 0.5, place.y - 0.5);
        let (x, y) = (column.floor(), row.floor());
        let (fx, fy) = (column - x, row - y);
        // A window of three samples a side covers four, the outer ones in part.
        let (across, down) = ([1.0 - fx, 1.0, 1.0, fx], [1.0 - fy, 1.0, 1.0, fy]);
        let mut sum = 0.0;
        for (j, wy) in (-1..).zip(down) {
            for (i, wx) in (-1..).zip(across) {
                let (near, _) = self.raster.sample(x as i64 + i, y as i64 + j);
                if near <= place.z {
                    sum += wx * wy;
                }
            }
        }
        sum / 9.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Scene;

    #[test]
    fn a_table_shades_the_floor_below_it_and_no_other() {
        let square = |half: f32, y: f32| {
            let corner = |x: f32, z: f32| Vec3::new(x * half, y, z * half);
            let [a, b, c, d] =
                [(-1., -1.), (-1., 1.), (1., 1.), (1., -1.)].map(|(x, z)| corner(x, z));
            [[a, b, c], [a, c, d]]
        };
        let triangles = [square(10.0, 0.0), square(2.0, 3.0)].concat();
        let stage = Stage::new(&Scene {
            triangles: &triangles,
            colors: &[],
            up: Vec3::Y,
            flat: false,
            walkable: 0.7,
            tracks: &[],
            volumes: &[],
        });
        let sun = Sun::new(&stage, &[], Vec3::new(1e-3, 1.0, 0.0));
        let floor = stage.low.y;
        assert_eq!(sun.reaches(Vec3::new(0.0, floor, 0.0), Vec3::Y), 0.0);
        assert_eq!(sun.reaches(Vec3::new(5.0, floor, 5.0), Vec3::Y), 1.0);
    }
}
