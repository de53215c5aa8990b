//! The orthographic projection of a map: where the level is on the plot.

use glam::{Vec2, Vec3};

use crate::paint::raster::{Raster, SAMPLES};
use crate::stage::Stage;

/// Pixels around the plot for the coordinates: left and right, top and bottom.
pub(crate) const MARGIN: Vec2 = Vec2::new(58.0, 30.0);

/// Pixels inside the plot around the level.
const PADDING: f32 = 14.0;

/// Least and greatest height of the plot, as a fraction of its width.
const ASPECT: [f32; 2] = [0.3, 1.15];

/// The map's projection: east to the right, south down, nearness is height.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// Pixels per meter.
    pub(crate) scale: f32,
    /// Size of the plot, in pixels.
    pub(crate) size: Vec2,
    /// Height with nearness 1.
    low: f32,
}

impl Plan {
    /// Fits the level into a plot `width` wide.
    pub(crate) fn new(stage: &Stage, width: f32) -> Self {
        let extent = stage.high - stage.low;
        let largest = extent.x.max(extent.z);
        // A level without extent (one point) is drawn as if it were 1 m wide.
        let least = if largest > 0.0 { 1e-3 * largest } else { 1.0 };
        let (wide, deep) = (extent.x.max(least), extent.z.max(least));
        let room = width - 2.0 * PADDING;
        let height =
            (room * deep / wide + 2.0 * PADDING).clamp(ASPECT[0] * width, ASPECT[1] * width);
        let height = height.round();
        Self {
            scale: (room / wide).min((height - 2.0 * PADDING) / deep),
            size: Vec2::new(width, height),
            low: stage.low.y,
        }
    }

    /// Column, row and nearness of a point of the stage, in pixels of the plot.
    pub(crate) fn place(&self, p: Vec3) -> Vec3 {
        let at = self.size * 0.5 + Vec2::new(p.x, p.z) * self.scale;
        Vec3::new(at.x, at.y, (p.y - self.low) + 1.0)
    }

    /// The stage coordinates (east, south) at a column and row of the plot.
    pub(crate) fn ground(&self, at: Vec2) -> Vec2 {
        (at - self.size * 0.5) / self.scale
    }

    /// The nearness of a height on the stage.
    pub(crate) fn nearness(&self, height: f32) -> f32 {
        height - self.low + 1.0
    }

    /// The height on the stage of a nearness.
    pub(crate) fn height(&self, nearness: f32) -> f32 {
        nearness - 1.0 + self.low
    }
}

/// Rasterizes the level's upward faces below a height; downward faces are ceilings and left out.
pub(crate) fn raster(stage: &Stage, plan: &Plan, below: f32) -> Raster {
    let size = plan.size * SAMPLES as f32;
    let mut raster = Raster::new(size.x as usize, size.y as usize);
    raster.limit = plan.nearness(below);
    let scale = Vec3::new(SAMPLES as f32, SAMPLES as f32, 1.0);
    for (index, corners) in stage.triangles.iter().enumerate() {
        let [a, b, c] = *corners;
        if (b - a).cross(c - a).y > 0.0 {
            raster.fill(index as u32, corners.map(|p| plan.place(p) * scale));
        }
    }
    raster
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Scene;

    #[test]
    fn the_middle_of_the_level_is_the_middle_of_the_plot() {
        let triangles = [[
            Vec3::new(4990.0, 1.0, 5000.0),
            Vec3::new(4990.0, 1.0, 5010.0),
            Vec3::new(5010.0, 4.0, 5000.0),
        ]];
        let stage = Stage::new(&Scene {
            triangles: &triangles,
            colors: &[],
            up: Vec3::Y,
            flat: false,
            walkable: 0.7,
            tracks: &[],
        });
        let plan = Plan::new(&stage, 428.0);
        assert_eq!(plan.scale, 20.0);
        assert_eq!(plan.place(Vec3::ZERO).truncate(), plan.size * 0.5);
        let corner = plan.place(stage.low);
        assert_eq!(corner, Vec3::new(PADDING, PADDING, 1.0));
        assert_eq!(plan.height(corner.z), stage.low.y);
    }
}
