//! Pictures of a level and of the paths walked in it, drawn on the CPU from plain data.
//!
//! [`map`] looks straight down, [`view`] looks from the side and above. Both give a [`Canvas`],
//! whose [`Canvas::png`] is the file's bytes. The same scene gives the same picture.
//!
//! Faces are one-sided, front = counter-clockwise, as in the bundled levels.

mod body;
mod camera;
mod canvas;
mod floors;
mod heat;
mod legend;
mod line;
mod map;
mod marks;
mod occlusion;
mod path;
mod pool;
mod ramp;
mod raster;
mod relief;
mod scout;
mod shade;
mod stage;
mod sun;
mod survey;
mod text;
mod view;

use glam::Vec3;

pub(crate) use canvas::Canvas;

/// What is to be drawn: a level and the tracks left in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene<'a> {
    /// The level, counter-clockwise seen from the front; finite, may be empty.
    pub(crate) triangles: &'a [[Vec3; 3]],
    /// The unit vector against gravity.
    pub(crate) up: Vec3,
    /// It is 2D, a slab in the plane of x and y: the view is straight on.
    pub(crate) flat: bool,
    /// Cosine of the steepest slope that can be stood on.
    pub(crate) walkable: f32,
    /// Who walked where.
    pub(crate) tracks: &'a [Track],
}

/// Where one character went.
#[derive(Clone, Debug)]
pub(crate) struct Track {
    /// Its name in the legend.
    pub(crate) name: String,
    /// Lowest point of its capsule, one entry a tick.
    pub(crate) feet: Vec<Vec3>,
    /// Radius of its capsule.
    pub(crate) radius: f32,
    /// Whole height of its capsule, both caps included.
    pub(crate) height: f32,
}

impl Track {
    /// Its part up to the end of a number of ticks.
    pub(crate) fn until(&self, ticks: u64) -> Self {
        let count = self.feet.len().min(ticks as usize + 1);
        Self {
            feet: self.feet[..count].to_vec(),
            ..self.clone()
        }
    }
}

/// The level and the paths seen from straight above, `size` pixels wide.
///
/// The height follows the level's shape, from about a third of `size` to a little over it, and a
/// legend below. Widths under 320 are taken as 320. What is under something else is dashed.
pub(crate) fn map(scene: &Scene<'_>, size: u32) -> Canvas {
    map::draw(scene, size.max(320))
}

/// The level and the paths from the side and above, shaded, in perspective.
///
/// The whole level fits; faces turned away from the eye are left out, so that one looks into a
/// room as into a doll's house. Sizes under 320 × 240 are taken as that.
pub(crate) fn view(scene: &Scene<'_>, width: u32, height: u32) -> Canvas {
    view::draw(scene, width.max(320), height.max(240))
}

/// The same of one moment: `scene` is what there is now, `whole` what the picture has to have room for.
pub(crate) fn frame(scene: &Scene<'_>, whole: &Scene<'_>, width: u32, height: u32) -> Canvas {
    view::draw_within(scene, whole, width.max(320), height.max(240))
}

/// Pictures of one size after each other, `delay` seconds each: the bytes of an animated PNG, which starts
/// again at its end.
pub(crate) fn animation(frames: &[Canvas], delay: f64) -> Result<Vec<u8>, png::EncodingError> {
    canvas::animation(frames, delay)
}

/// A level and what a survey found in it; up is y.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Surveyed<'a> {
    /// The level's name.
    pub(crate) name: &'a str,
    /// The level, counter-clockwise seen from the front; finite.
    pub(crate) triangles: &'a [[Vec3; 3]],
    /// Cosine of the steepest slope that can be stood on.
    pub(crate) walkable: f32,
    /// The width of a search cell.
    pub(crate) cell: f32,
    /// Heights of one cell that differ by no more are those of one floor.
    pub(crate) step: f32,
    /// Where the feet can be.
    pub(crate) ground: &'a [Reached],
    /// The middles of cells where they could be, but were not.
    pub(crate) unreached: &'a [Vec3],
    /// What has a map of its own, the lowest first.
    pub(crate) storeys: &'a [Storey],
    /// In the order of their numbers.
    pub(crate) findings: &'a [Mark<'a>],
    /// Where the feet are at first.
    pub(crate) spawn: Vec3,
}

impl Default for Surveyed<'_> {
    fn default() -> Self {
        Self {
            name: "",
            triangles: &[],
            walkable: 0.7,
            cell: 0.25,
            step: 0.4,
            ground: &[],
            unreached: &[],
            storeys: &[],
            findings: &[],
            spawn: Vec3::ZERO,
        }
    }
}

impl Surveyed<'_> {
    /// How long it takes to the farthest ground, s.
    fn longest(&self) -> f32 {
        let seconds = self.ground.iter().map(|one| one.seconds);
        seconds.fold(0.0, f32::max).max(f32::MIN_POSITIVE)
    }
}

/// A floor, or several that go over into each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Storey {
    /// The first of its floors and the last, counted from 1.
    pub(crate) floors: [usize; 2],
    /// How high those are.
    pub(crate) heights: [f32; 2],
    /// The heights that belong to it: from the first on, without the second.
    pub(crate) range: [f32; 2],
    /// How much of it was come to, m².
    pub(crate) area: f64,
}

/// Ground that a survey came to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reached {
    /// Where it is.
    pub(crate) ground: carom_survey::Ground,
    /// How long it takes from the spawn.
    pub(crate) seconds: f32,
}

/// A finding on a picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark<'a> {
    /// Its number, from 1.
    pub(crate) number: usize,
    /// What kind it is.
    pub(crate) kind: carom_survey::Kind,
    /// Where it is.
    pub(crate) position: Vec3,
    /// What it is, in a sentence.
    pub(crate) what: &'a str,
}

/// The colours of a heat map, the least first, as style sheets have them.
pub(crate) fn heat(count: usize) -> Vec<String> {
    let ramp = ramp::Ramp::heat();
    let last = (count.max(2) - 1) as f32;
    let colours = (0..count).map(|i| canvas::hex(ramp.at(i as f32 / last)));
    colours.collect()
}

/// A storey of a surveyed level from straight above, by its number from below. Where one can come to is never hidden:
/// what is over it is left out. Widths under 480 are taken as 480.
pub(crate) fn survey_floor(surveyed: &Surveyed<'_>, number: usize, width: u32) -> Canvas {
    survey::floor(surveyed, number, width.max(480))
}

/// A surveyed level from the side and above, shaded, in perspective; below it the legend and the findings. Sizes under
/// 480 × 320 are taken as that.
pub(crate) fn survey_overview(surveyed: &Surveyed<'_>, width: u32, height: u32) -> Canvas {
    survey::overview(surveyed, width.max(480), height.max(320))
}

/// Balls on a table, and the ways they went. In the plane the third numbers are 0.
#[derive(Clone, Debug)]
pub(crate) struct Pool {
    /// What it is, for the legend.
    pub(crate) title: String,
    /// It is 2D.
    pub(crate) flat: bool,
    /// Of each ball.
    pub(crate) radii: Vec<f64>,
    /// Of each ball: when and where it was; straight in between.
    pub(crate) ways: Vec<Vec<(f64, [f64; 3])>>,
    /// When and where something met.
    pub(crate) meetings: Vec<(f64, [f64; 3])>,
    /// When it ends; it begins at 0.
    pub(crate) end: f64,
    pub(crate) walls: Vec<Obstacle>,
    /// The corners of the box around it, if there is one.
    pub(crate) bounds: Option<[[f64; 3]; 2]>,
    /// After how much it repeats, from 0, if it does.
    pub(crate) period: Option<[f64; 3]>,
}

/// A part of a wall.
#[derive(Clone, Debug)]
pub(crate) enum Obstacle {
    /// The convex hull of points, and a radius around it.
    Hull { points: Vec<[f64; 3]>, radius: f64 },
    /// What is behind a plane with this unit normal.
    HalfSpace { normal: [f64; 3], offset: f64 },
}

/// All ways of the balls, from the start (outlines) to the end (filled): in 3D from the side and from above.
/// Widths under 320 are taken as 320.
pub(crate) fn pool(pool: &Pool, width: u32) -> Canvas {
    pool::draw(pool, width.max(320))
}

/// The balls at a time, with tails; `speed` is how many seconds of theirs a second shows.
pub(crate) fn pool_at(pool: &Pool, width: u32, time: f64, speed: f64) -> Canvas {
    pool::draw_at(pool, width.max(320), time, speed)
}

/// A factor for a person.
pub(crate) fn times(factor: f64) -> String {
    pool::times(factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene<'a>(triangles: &'a [[Vec3; 3]], tracks: &'a [Track]) -> Scene<'a> {
        Scene {
            triangles,
            up: Vec3::Y,
            flat: false,
            walkable: 0.7,
            tracks,
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
