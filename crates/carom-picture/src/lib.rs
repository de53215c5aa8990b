//! Deterministic pictures, drawn on the CPU from plain data: maps, perspective views, animations, pool tables, surveys,
//! and line drawings as SVG ([`Drawing`]).
//!
//! Every function gives a [`Canvas`]; [`Canvas::png`] encodes it. The same data give the same bytes on every machine.
//! Faces are one-sided: a triangle's front is counter-clockwise.
//!
//! ```
//! use carom_picture::{Scene, map};
//! use glam::Vec3;
//! let floor = [[Vec3::ZERO, Vec3::Z * 9.0, Vec3::X * 9.0]];
//! let scene = Scene { triangles: &floor, colors: &[], up: Vec3::Y, flat: false, walkable: 0.7, tracks: &[], volumes: &[] };
//! let png = map(&scene, 400).png()?;
//! assert!(png.starts_with(b"\x89PNG"));
//! # Ok::<(), png::EncodingError>(())
//! ```

mod legend;
mod map;
mod marks;
mod paint;
mod path;
mod pool;
mod scene;
mod stage;
mod survey;
mod surveyed;
mod svg;
mod view;
mod volumes;

pub use map::map;
pub use paint::canvas::{Canvas, animation};
pub use pool::{Obstacle, Pool, SpinMark, pool, pool_at, times};
pub use scene::{Scene, Track, Volume};
pub use survey::{heat, survey_floor, survey_overview};
pub use surveyed::{Mark, Reached, Storey, Surveyed};
pub use svg::{Drawing, Fill, Stroke};
pub use view::{frame, view};

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    fn scene<'a>(triangles: &'a [[Vec3; 3]], tracks: &'a [Track]) -> Scene<'a> {
        Scene {
            triangles,
            colors: &[],
            up: Vec3::Y,
            flat: false,
            walkable: 0.7,
            tracks,
            volumes: &[],
        }
    }

    #[test]
    fn an_empty_scene_still_gives_pictures() {
        let scene = scene(&[], &[]);
        assert_eq!(map(&scene, 400).width(), 400);
        let view = view(&scene, 400, 300);
        assert_eq!((view.width(), view.height()), (400, 300));
    }

    #[test]
    fn empty_and_single_entry_tracks_are_drawn_without_harm() {
        let floor = [[Vec3::ZERO, Vec3::Z, Vec3::X]];
        let track = |feet| Track {
            name: "café 猫".into(),
            feet,
            radius: 0.3,
            height: 1.8,
        };
        let tracks = [
            track(vec![]),
            track(vec![Vec3::ZERO]),
            track(vec![Vec3::X; 2]),
        ];
        let speck = Track {
            radius: 0.0,
            height: 0.0,
            ..track(vec![Vec3::ONE])
        };
        let point = [[Vec3::ONE; 3]];
        let scene_of_a_speck = scene(&point, std::slice::from_ref(&speck));
        assert!(map(&scene_of_a_speck, 320).png().is_ok());
        assert!(view(&scene_of_a_speck, 320, 240).png().is_ok());
        for triangles in [&floor[..], &[]] {
            let scene = scene(triangles, &tracks);
            assert!(map(&scene, 320).png().is_ok());
            assert!(view(&scene, 320, 240).png().is_ok());
        }
    }

    #[test]
    fn frames_of_one_size_make_an_animated_png() {
        let floor = [[Vec3::ZERO, Vec3::Z * 9.0, Vec3::X * 9.0]];
        let scene = scene(&floor, &[]);
        let frames = [0, 1, 2].map(|_| frame(&scene, &scene, 320, 240));
        let bytes = animation(&frames, 0.08).expect("writing to memory");
        let reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info();
        let reader = reader.expect("a PNG");
        let control = reader.info().animation_control().expect("an animation");
        assert_eq!((control.num_frames, control.num_plays), (3, 0));
    }

    #[test]
    fn the_same_scene_gives_the_same_bytes() {
        let floor = [[Vec3::ZERO, Vec3::Z * 9.0, Vec3::X * 9.0]];
        let scene = scene(&floor, &[]);
        let bytes = || view(&scene, 320, 240).png().expect("writing to memory");
        assert_eq!(bytes(), bytes());
    }
}
