//! A level, its volumes, and the paths walked in it, as plain data.

use glam::Vec3;

/// A level and the tracks of the characters in it.
///
/// ```
/// use carom_picture::{Scene, Track, view};
/// use glam::Vec3;
/// let floor = [[Vec3::ZERO, Vec3::Z * 9.0, Vec3::X * 9.0]];
/// let walk = Track { name: "walk".into(), feet: vec![Vec3::ONE, Vec3::ONE * 2.0], radius: 0.3, height: 1.8 };
/// let scene = Scene { triangles: &floor, colors: &[], up: Vec3::Y, flat: false, walkable: 0.7, tracks: &[walk], volumes: &[] };
/// assert_eq!(view(&scene, 400, 300).height(), 300);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The level, counter-clockwise from the front; finite, may be empty.
    pub triangles: &'a [[Vec3; 3]],
    /// The color of each triangle, sRGB; empty if the level has no colors.
    pub colors: &'a [[u8; 3]],
    /// The unit vector against gravity.
    pub up: Vec3,
    /// The scene is 2D, a slab in the plane of x and y: views are straight on.
    pub flat: bool,
    /// Cosine of the steepest walkable slope.
    pub walkable: f32,
    /// The path of each character.
    pub tracks: &'a [Track],
    /// Water and ladders.
    pub volumes: &'a [Volume],
}

/// A part of space in which characters move in another way, drawn over the level.
///
/// ```
/// use carom_picture::{Scene, Volume, map};
/// use glam::Vec3;
/// let floor = [[Vec3::ZERO, Vec3::Z * 9.0, Vec3::X * 9.0]];
/// let pond = Volume::Water([Vec3::ZERO, Vec3::new(3.0, 1.0, 3.0)]);
/// let dry = Scene { triangles: &floor, colors: &[], up: Vec3::Y, flat: false, walkable: 0.7, tracks: &[], volumes: &[] };
/// let wet = Scene { volumes: &[pond], ..dry };
/// assert_ne!(map(&wet, 400).png()?, map(&dry, 400).png()?);
/// # Ok::<(), png::EncodingError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Volume {
    /// Water: the least and the greatest corner of a box.
    Water([Vec3; 2]),
    /// A ladder: the lower end, the upper end, and where a character steps off.
    Ladder([Vec3; 3]),
}

/// The path of one character.
///
/// ```
/// use carom_picture::Track;
/// use glam::Vec3;
/// let walk = Track { name: "walk".into(), feet: vec![Vec3::ZERO; 61], radius: 0.3, height: 1.8 };
/// assert_eq!(walk.until(30).feet.len(), 31);
/// ```
#[derive(Clone, Debug)]
pub struct Track {
    /// Its name in the legend.
    pub name: String,
    /// Lowest point of the capsule: at the start, then after each tick.
    pub feet: Vec<Vec3>,
    /// Radius of the capsule.
    pub radius: f32,
    /// Height of the capsule, both caps included.
    pub height: f32,
}

impl Track {
    /// The track up to the end of a number of ticks, at most all of it.
    #[must_use]
    pub fn until(&self, ticks: u64) -> Self {
        let count = self.feet.len().min(ticks as usize + 1);
        Self {
            feet: self.feet[..count].to_vec(),
            ..self.clone()
        }
    }
}
