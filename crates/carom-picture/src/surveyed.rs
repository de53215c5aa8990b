//! A surveyed level as plain data: ground, storeys and findings.

use glam::Vec3;

/// A level and what a survey found in it; up is +Y.
///
/// By default it is empty, with cells of 0.25 m, steps of 0.4 m and slopes up to 45°.
///
/// ```
/// use carom_picture::{Storey, Surveyed, survey_floor};
/// let storey = Storey {
///     floors: [1, 1],
///     heights: [0.0, 0.0],
///     range: [f32::NEG_INFINITY, f32::INFINITY],
///     area: 0.0,
/// };
/// let surveyed = Surveyed { name: "void", storeys: &[storey], ..Surveyed::default() };
/// assert_eq!(survey_floor(&surveyed, 0, 480).width(), 480);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Surveyed<'a> {
    /// The level's name.
    pub name: &'a str,
    /// The level, counter-clockwise from the front; finite.
    pub triangles: &'a [[Vec3; 3]],
    /// The color of each triangle, sRGB; empty if the level has no colors.
    pub colors: &'a [[u8; 3]],
    /// Cosine of the steepest walkable slope.
    pub walkable: f32,
    /// Width of a search cell, m.
    pub cell: f32,
    /// Heights of one cell that differ by no more than this belong to one floor, m.
    pub step: f32,
    /// The reachable area, cell by cell.
    pub ground: &'a [Reached],
    /// Centers of walkable cells that the search never reached.
    pub unreached: &'a [Vec3],
    /// Positions of the largest regions of such cells, by their numbers from 1.
    pub regions: &'a [Vec3],
    /// The storeys, from below; each has its own map.
    pub storeys: &'a [Storey],
    /// The findings, by their numbers.
    pub findings: &'a [Mark<'a>],
    /// The feet of the character at each start.
    pub spawns: &'a [Vec3],
}

impl Default for Surveyed<'_> {
    fn default() -> Self {
        Self {
            name: "",
            triangles: &[],
            colors: &[],
            walkable: 0.7,
            cell: 0.25,
            step: 0.4,
            ground: &[],
            unreached: &[],
            regions: &[],
            storeys: &[],
            findings: &[],
            spawns: &[],
        }
    }
}

impl Surveyed<'_> {
    /// The time to the farthest ground, s; positive.
    pub(crate) fn longest(&self) -> f32 {
        let seconds = self.ground.iter().map(|reached| reached.seconds);
        let longer = |a: f32, b: f32| if b > a { b } else { a };
        seconds.fold(f32::MIN_POSITIVE, longer)
    }
}

/// A storey: one floor, or several that slopes join.
///
/// ```
/// use carom_picture::Storey;
/// let hill = Storey { floors: [1, 3], heights: [0.0, 6.0], range: [-1.0, 9.0], area: 120.0 };
/// assert!(hill.range[0] < hill.heights[0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Storey {
    /// The first and the last of its floors, counted from 1.
    pub floors: [usize; 2],
    /// The heights of those two, m.
    pub heights: [f32; 2],
    /// The heights that belong to it, m: a half-open interval.
    pub range: [f32; 2],
    /// Reachable area, m².
    pub area: f64,
}

/// The part of a search cell that the character can reach.
///
/// ```
/// use carom_picture::Reached;
/// let whole = Reached { corner: glam::Vec3::ZERO, shape: u64::MAX, seconds: 1.5 };
/// assert!(whole.covers([0.9, 0.1]));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Reached {
    /// The cell's corner with the least x and z, at the height of the feet.
    pub corner: Vec3,
    /// Mask of the cell's 8 × 8 parts: bit 8·j + i is part i along x and j along z.
    pub shape: u64,
    /// Walking time from the spawn, s.
    pub seconds: f32,
}

impl Reached {
    /// Whether a point of the cell belongs to it; the point is relative to the corner, in cell widths.
    #[must_use]
    pub fn covers(&self, [x, z]: [f32; 2]) -> bool {
        let part = |share: f32| ((share * 8.0) as usize).min(7);
        self.shape >> (part(z) * 8 + part(x)) & 1 == 1
    }
}

/// A finding on a picture.
///
/// ```
/// use carom_picture::Mark;
/// let leak = Mark {
///     number: 1,
///     kind: "leak",
///     color: 0xc2_1f3a,
///     position: glam::Vec3::ZERO,
///     what: "the character leaves the level from here",
/// };
/// assert_eq!(leak.kind, "leak");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Mark<'a> {
    /// Its number, from 1.
    pub number: usize,
    /// The name of its kind.
    pub kind: &'a str,
    /// The color of its kind: sRGB, 0xRRGGBB.
    pub color: u32,
    /// Its position in the level.
    pub position: Vec3,
    /// A sentence about it.
    pub what: &'a str,
}
