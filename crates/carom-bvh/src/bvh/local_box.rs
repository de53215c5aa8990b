//! A box in the frame of a tree, and eight of them in lanes.

use carom_math::lanes::LANES;

/// Eight boxes in lanes: min x, y, z, max x, y, z.
pub(crate) type BoxLanes = [[f32; LANES]; 6];

/// Lanes without a box.
pub(crate) const EMPTY_LANES: BoxLanes = {
    let (min, max) = ([f32::INFINITY; LANES], [-f32::INFINITY; LANES]);
    [min, min, min, max, max, max]
};

/// A box in the frame of a tree.
///
/// ```
/// use carom_bvh::{Aabb, Bvh, LocalBox};
/// use glam::{Vec3, vec3};
/// let (tree, _) = Bvh::build(&[Aabb::of_points([Vec3::ZERO, vec3(6., 2., 2.)])]);
/// let local: LocalBox = tree.local.around(&tree.bounds()); // its frame is scaled by 1/4
/// assert_eq!((local.min, local.max), ([0.; 3], [1.5, 0.5, 0.5]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LocalBox {
    /// The corner with the smallest coordinates.
    pub min: [f32; 3],
    /// The corner with the largest coordinates.
    pub max: [f32; 3],
}

impl LocalBox {
    pub(crate) const NOTHING: Self = Self {
        min: [f32::INFINITY; 3],
        max: [-f32::INFINITY; 3],
    };

    /// Writes the box into a lane.
    #[inline]
    pub(crate) fn store(&self, lanes: &mut BoxLanes, lane: usize) {
        for axis in 0..3 {
            lanes[axis][lane] = self.min[axis];
            lanes[3 + axis][lane] = self.max[axis];
        }
    }

    #[inline]
    pub(super) fn union(&self, other: &Self) -> Self {
        let (mut min, mut max) = (self.min, self.max);
        for axis in 0..3 {
            if other.min[axis] < min[axis] {
                min[axis] = other.min[axis];
            }
            if other.max[axis] > max[axis] {
                max[axis] = other.max[axis];
            }
        }
        Self { min, max }
    }
}
