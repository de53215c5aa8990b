//! The stage: a scene in coordinates with +Y up and the origin in the middle, and its bounds.

mod floors;

use glam::Vec3;

use crate::paint::ramp::{Ramp, color};
use crate::scene::{Scene, Track, Volume};
use floors::Floors;

/// The axes of the pictures in the level's own coordinates.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    center: Vec3,
    /// The map's right.
    pub(crate) east: Vec3,
    /// Against gravity.
    pub(crate) up: Vec3,
    /// The map's bottom.
    pub(crate) south: Vec3,
}

impl Frame {
    /// The frame with its origin at `center`; east is +X where up allows it.
    fn new(center: Vec3, up: Vec3, flat: bool) -> Self {
        let up = up.try_normalize().unwrap_or(Vec3::Y);
        if flat {
            // Seen from +Z.
            return Self {
                center,
                east: up.cross(Vec3::Z),
                up,
                south: Vec3::Z,
            };
        }
        // +X unless up is within 18° of it.
        let guide = if up.x.abs() < 0.95 { Vec3::X } else { Vec3::Z };
        let east = guide.reject_from_normalized(up).normalize();
        let south = east.cross(up);
        Self {
            center,
            east,
            up,
            south,
        }
    }

    /// From the level's coordinates to (east, up, south), relative to the middle.
    pub(crate) fn local(&self, p: Vec3) -> Vec3 {
        let d = p - self.center;
        Vec3::new(d.dot(self.east), d.dot(self.up), d.dot(self.south))
    }

    /// The inverse of [`local`](Self::local).
    pub(crate) fn level(&self, p: Vec3) -> Vec3 {
        self.center + self.east * p.x + self.up * p.y + self.south * p.z
    }

    /// The corners of a box between two corners in the level's coordinates, by the bits of their numbers: bit `i` is set if
    /// coordinate `i` of the level is that of `high`.
    pub(crate) fn corners(&self, [low, high]: [Vec3; 2]) -> [Vec3; 8] {
        std::array::from_fn(|corner| {
            let side = |axis: usize| {
                if corner >> axis & 1 == 0 {
                    low[axis]
                } else {
                    high[axis]
                }
            };
            self.local(Vec3::new(side(0), side(1), side(2)))
        })
    }

    /// The points of a volume that a picture has to show.
    pub(crate) fn points(&self, volume: &Volume) -> Vec<Vec3> {
        match volume {
            Volume::Water(ends) => self.corners(*ends).to_vec(),
            Volume::Ladder(ends) => ends.map(|p| self.local(p)).to_vec(),
        }
    }

    /// The level's coordinate along `axis` in the middle of the picture.
    pub(crate) fn middle(&self, axis: Vec3) -> f32 {
        self.center.dot(axis)
    }
}

/// The name of the level's axis that a picture axis is parallel to, and its sign; an empty name if there is none.
pub(crate) fn axis_name(axis: Vec3) -> (&'static str, f32) {
    for (unit, name) in Vec3::AXES.into_iter().zip(["x", "y", "z"]) {
        if axis.dot(unit).abs() > 0.9999 {
            return (name, axis.dot(unit).signum());
        }
    }
    ("", 1.0)
}

/// One track in the stage's coordinates.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    /// Its name in the legend.
    pub(crate) name: String,
    /// Lowest point of the capsule, one entry a tick.
    pub(crate) feet: Vec<Vec3>,
    /// Radius of the capsule.
    pub(crate) radius: f32,
    /// Height of the capsule, at least twice the radius.
    pub(crate) height: f32,
    /// Length of the path in 3D.
    pub(crate) walked: f32,
    /// Colors from the first tick to the last.
    pub(crate) ramp: Ramp,
}

/// A scene in the frame's coordinates, with its bounds.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    /// The frame of its coordinates.
    pub(crate) frame: Frame,
    /// Counter-clockwise from the front.
    pub(crate) triangles: Vec<[Vec3; 3]>,
    /// The color of each, in linear light; empty if the level has none.
    tints: Vec<Vec3>,
    /// In the order of the tracks.
    pub(crate) paths: Vec<Path>,
    /// In the level's own coordinates.
    pub(crate) volumes: Vec<Volume>,
    /// Least corner of the part that a picture must show.
    pub(crate) low: Vec3,
    /// Greatest corner of the part that a picture must show.
    pub(crate) high: Vec3,
    /// The range of the height ramp.
    pub(crate) floors: Floors,
    /// Cosine of the steepest walkable slope.
    pub(crate) walkable: f32,
    /// It is a slab, viewed straight on.
    pub(crate) flat: bool,
}

impl Stage {
    /// The stage of a scene.
    pub(crate) fn new(scene: &Scene<'_>) -> Self {
        Self::of(scene, None)
    }

    /// The stage of a scene with the frame, bounds and heights of another stage.
    pub(crate) fn of(scene: &Scene<'_>, within: Option<&Self>) -> Self {
        let corners = || scene.triangles.iter().flatten().copied();
        let feet = || scene.tracks.iter().flat_map(|track| &track.feet).copied();
        let rough = if scene.triangles.is_empty() {
            bounds(feet())
        } else {
            bounds(corners())
        };
        let [low, high] = rough.unwrap_or([Vec3::ZERO; 2]);
        let own = || Frame::new(low * 0.5 + high * 0.5, scene.up, scene.flat);
        let frame = within.map_or_else(own, |within| within.frame);
        let triangles: Vec<[Vec3; 3]> = scene
            .triangles
            .iter()
            .map(|corners| corners.map(|p| frame.local(p)))
            .collect();
        let tints = scene.colors.iter().copied().map(tint).collect();
        let paths: Vec<Path> = (0..scene.tracks.len())
            .map(|index| path(&frame, scene.tracks, index))
            .collect();
        if let Some(within) = within {
            return Self {
                triangles,
                tints,
                paths,
                volumes: scene.volumes.to_vec(),
                ..within.clone()
            };
        }
        let [low, high] = show(&triangles, &paths);
        let volumes = scene.volumes.iter();
        let [low, high] = volumes
            .flat_map(|volume| frame.points(volume))
            .fold([low, high], |[low, high], p| [low.min(p), high.max(p)]);
        let feet = || paths.iter().flat_map(|path| &path.feet).map(|p| p.y);
        let floors = Floors::new(&triangles, scene.walkable, feet())
            .unwrap_or_else(|| Floors::whole(low.y, high.y));
        Self {
            frame,
            triangles,
            tints,
            paths,
            volumes: scene.volumes.to_vec(),
            low,
            high,
            floors,
            walkable: scene.walkable,
            flat: scene.flat,
        }
    }

    /// The position of a height in the height ramp.
    pub(crate) fn ramp_at(&self, height: f32) -> f32 {
        let Floors { low, high, .. } = self.floors;
        // A flat level has the middle of the ramp.
        let span = high - low;
        if span > 1e-3 * (self.high - self.low).max_element() {
            (height - low) / span
        } else {
            0.5
        }
    }

    /// A color of the picture, with a share of the triangle's own color if it has one.
    pub(crate) fn tinted(&self, index: usize, color: Vec3, share: f32) -> Vec3 {
        match self.tints.get(index) {
            Some(tint) => color.lerp(*tint, share),
            None => color,
        }
    }

    /// Unit normal of a triangle; up if it has no area.
    pub(crate) fn normal(&self, index: usize) -> Vec3 {
        let [a, b, c] = self.triangles[index];
        (b - a).cross(c - a).try_normalize().unwrap_or(Vec3::Y)
    }
}

/// The least and the greatest luminance of a tint: outlines and shadows stay visible on both.
const LUMINANCE: [f32; 2] = [0.12, 0.7];

/// A color of the level in linear light, neither black nor white, and a little grayer.
fn tint([r, g, b]: [u8; 3]) -> Vec3 {
    let own = color(u32::from_be_bytes([0, r, g, b]));
    let luminance = own.dot(Vec3::new(0.2126, 0.7152, 0.0722));
    let [least, most] = LUMINANCE;
    let wanted = least + (most - least) * luminance;
    // A black has no hue.
    let gray = Vec3::splat(wanted);
    if luminance < 1e-3 {
        return gray;
    }
    gray.lerp((own * (wanted / luminance)).min(Vec3::ONE), 0.7)
}

/// Track `index` in the frame's coordinates.
fn path(frame: &Frame, tracks: &[Track], index: usize) -> Path {
    let track = &tracks[index];
    let feet: Vec<Vec3> = track.feet.iter().map(|&p| frame.local(p)).collect();
    let walked: f64 = feet.windows(2).map(|w| w[0].distance(w[1]) as f64).sum();
    Path {
        name: track.name.clone(),
        radius: track.radius,
        height: track.height.max(2.0 * track.radius),
        walked: walked as f32,
        ramp: Ramp::time(index, tracks.len()),
        feet,
    }
}

/// Bounds of the part that a picture shows: the level, the starts of characters, and their tracks near the level.
///
/// A character that falls out of the level forever must not shrink the level to a dot, nor may one that starts
/// farther away than the level is large.
fn show(triangles: &[[Vec3; 3]], paths: &[Path]) -> [Vec3; 2] {
    let level = bounds(triangles.iter().flatten().copied());
    // The level's bounds, grown by this fraction of its size.
    let within = |fraction: f32| {
        level.map_or([Vec3::MIN, Vec3::MAX], |[low, high]| {
            let slack = Vec3::splat(fraction * (high - low).max_element());
            [low - slack, high + slack]
        })
    };
    let (start, rest) = (within(1.0), within(0.1));
    let bodies = || {
        paths.iter().flat_map(|path| {
            let reach = Vec3::new(path.radius, 0.0, path.radius);
            let head = Vec3::new(path.radius, path.height, path.radius);
            path.feet.iter().enumerate().flat_map(move |(tick, &p)| {
                let [least, most] = if tick == 0 { start } else { rest };
                let p = p.clamp(least, most);
                [p - reach, p + head]
            })
        })
    };
    let bare = [Vec3::splat(-1.0), Vec3::splat(1.0)];
    bounds(bodies().chain(level.into_iter().flatten())).unwrap_or(bare)
}

/// Least and greatest coordinates of the points, if there are any.
fn bounds(points: impl Iterator<Item = Vec3>) -> Option<[Vec3; 2]> {
    points.fold(None, |range: Option<[Vec3; 2]>, p| {
        let [low, high] = range.unwrap_or([p, p]);
        Some([low.min(p), high.max(p)])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_of_a_level_are_muted_and_only_there_if_it_has_some() {
        let triangles = [[Vec3::ZERO, Vec3::Z, Vec3::X]; 3];
        let stage = |colors: &[[u8; 3]]| {
            Stage::new(&Scene {
                triangles: &triangles,
                colors,
                up: Vec3::Y,
                flat: false,
                walkable: 0.7,
                tracks: &[],
                volumes: &[],
            })
        };
        let base = Vec3::new(0.3, 0.4, 0.5);
        assert_eq!(stage(&[]).tinted(1, base, 0.75), base);
        let stage = stage(&[[0; 3], [255; 3], [255, 0, 0]]);
        assert_eq!(stage.tinted(2, base, 0.0), base);
        let [black, white, red] = [0, 1, 2].map(|index| stage.tinted(index, base, 1.0));
        assert!((black - LUMINANCE[0]).abs().max_element() < 1e-6, "{black}");
        assert!((white - LUMINANCE[1]).abs().max_element() < 1e-6, "{white}");
        // Still red, and not as red as it was.
        assert!(
            red.x > 3.0 * red.y && red.y > 0.05 && red.y == red.z,
            "{red}"
        );
    }

    #[test]
    fn east_is_x_and_south_is_z_when_y_is_up() {
        let frame = Frame::new(Vec3::ZERO, Vec3::Y, false);
        assert_eq!((frame.east, frame.south), (Vec3::X, Vec3::Z));
        let frame = Frame::new(Vec3::ZERO, Vec3::Z, false);
        assert_eq!((frame.east, frame.south), (Vec3::X, -Vec3::Y));
    }

    #[test]
    fn a_level_far_away_lands_on_the_origin() {
        let at = Vec3::new(5000.0, 0.0, 5000.0);
        let triangles = [[at, at + Vec3::Z * 2.0, at + Vec3::X * 2.0]];
        let scene = Scene {
            triangles: &triangles,
            colors: &[],
            up: Vec3::Y,
            flat: false,
            walkable: 0.7,
            tracks: &[],
            volumes: &[],
        };
        let stage = Stage::new(&scene);
        assert_eq!(stage.low, Vec3::new(-1.0, 0.0, -1.0));
        assert_eq!(stage.high, Vec3::new(1.0, 0.0, 1.0));
        assert_eq!(stage.frame.middle(Vec3::X), 5001.0);
    }

    #[test]
    fn a_character_that_falls_forever_does_not_shrink_the_level() {
        let triangles = [[Vec3::ZERO, Vec3::Z * 10.0, Vec3::X * 10.0]];
        let track = Track {
            name: String::new(),
            feet: vec![Vec3::ZERO, Vec3::Y * -1e6],
            radius: 0.3,
            height: 1.8,
        };
        let scene = Scene {
            triangles: &triangles,
            colors: &[],
            up: Vec3::Y,
            flat: false,
            walkable: 0.7,
            tracks: &[track],
            volumes: &[],
        };
        assert!(Stage::new(&scene).low.y >= -1.0);
    }
}
