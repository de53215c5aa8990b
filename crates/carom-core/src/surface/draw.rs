//! Drawing the bounding volumes of a surface.

use super::{Query, Surface};
use crate::draw::{DebugCategory, DebugDraw};
use carom_bvh::Aabb;
use carom_math::Vector;
use core::ops::RangeBounds;

/// # Debug drawing
impl<S: Surface> Query<'_, S> {
    /// Draws the boxes of the BVH on some levels, as [`DebugCategory::Bounds`]: level 0 is the box around everything (in a
    /// world: around the bodies of each of its trees), the last are the groups of up to eight triangles of a mesh, the
    /// segments of a chain, the shapes of a compound, the bodies of a world. `..` draws all levels.
    ///
    /// Filters do not matter; unbounded bodies have no box. The boxes of bodies that move often have room around them, but
    /// for their own. Coordinates are relative to the origin of the query.
    ///
    /// ```
    /// use carom::{DebugCategory, DebugDraw, HeightField, glam::Vec3};
    /// struct Lines(Vec<[Vec3; 2]>);
    /// impl DebugDraw<Vec3> for Lines {
    ///     fn line(&mut self, a: Vec3, b: Vec3, _: DebugCategory) {
    ///         self.0.push([a, b]);
    ///     }
    /// }
    /// let flat = HeightField { origin: Vec3::ZERO, cell: [1., 1.], columns: 9, heights: vec![0.; 81] };
    /// let ground = flat.mesh()?;
    /// let mut lines = Lines(Vec::new());
    /// ground.query().draw_bounds(..=0, &mut lines);
    /// assert_eq!(lines.0.len(), 12);
    /// ground.query().draw_bounds(1.., &mut lines);
    /// assert!(lines.0.len() > 12 * 16); // sixteen groups of two by two cells, and the nodes around them
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    #[doc(alias = "b2World_Draw")]
    #[doc(alias = "DrawBounds")]
    #[doc(alias = "MeshBVHHelper")]
    pub fn draw_bounds(
        &self,
        levels: impl RangeBounds<usize>,
        draw: &mut dyn DebugDraw<S::Vector>,
    ) {
        self.surface.each_box(&mut |level, bounds| {
            if levels.contains(&level) && !bounds.is_empty() {
                draw_box(bounds, draw);
            }
        });
    }
}

/// Draws the edges of a box.
fn draw_box<V: Vector>(bounds: &Aabb<V>, draw: &mut dyn DebugDraw<V>) {
    let corners = bounds.corners();
    // Bit `axis` of a corner's number is its side along the axis.
    let (corners, _) = corners.as_points();
    for (from, &a) in corners.iter().enumerate() {
        for axis in (0..V::DIM).filter(|axis| from >> axis & 1 == 0) {
            draw.line(a, corners[from | 1 << axis], DebugCategory::Bounds);
        }
    }
}
